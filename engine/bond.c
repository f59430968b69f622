/* bond.c: with promises=bond, promises for the turn limit the moves of the seat that made them. */
#include "ledger.h"

/* --- which promises bind -------------------------------------------------------------------------- */

static bool is_of_turn(const kb_ledger *ledger, const kb_item *p)
{
    return p->stands && p->term == KB_TERM_TURN && !kb_promised(ledger, p)->condition.forms;
}

bool kb_is_let_down(const kb_ledger *ledger, const kb_item *p)
{
    for (int i = 0; i < ledger->n_items; i++) {
        const kb_item *other = &ledger->item[i];
        if (other->pact == p->pact && other->seat != p->seat && !other->wont && is_of_turn(ledger, other) &&
            (other->occasion || other->given_away))
            return true;
    }
    return false;
}

static bool binds(const kb_ledger *ledger, const kb_item *p)
{
    return is_of_turn(ledger, p) && !kb_is_let_down(ledger, p);
}

/* Who keeps their word holds to every promise that is awake, whether it binds or not. Who was let down may withhold what
 * they promised to do: the other's promise is judged first. But what they promised not to do is judged at once. */
static bool obliges(const kb_ledger *ledger, const kb_item *p)
{
    return p->stands && !p->asleep && (p->wont || !kb_is_let_down(ledger, p));
}

/* --- limiting a list ------------------------------------------------------------------------------ */

/* A list in memory of KB_LISTED_MAX spans. While a promise limits it, the moves are at the end of this memory, and what is
 * left of them is written to its beginning. Runs may fall apart, so that there are more of them. */
typedef struct limiting {
    const kb_state *state;
    const kb_deeds *table;
    int seat, n, n_left;
    bool at_once; /* a promise is kept at the first chance, even where the turn leaves room for it later */
    kb_span *left;
    const kb_span *list, *next; /* next: the first that was not looked at */
} limiting;

static kb_span take(limiting *l, int i)
{
    l->next = &l->list[i + 1];
    return l->list[i];
}

static void keep(limiting *l, kb_span span)
{
    KB_ASSERT(&l->left[l->n_left] < l->next);
    l->left[l->n_left++] = span;
}

static bool matches_at(const limiting *l, const kb_promise *p, kb_span span, uint32_t i)
{
    kb_span one = span;
    one.n = 1;
    one.move.amount += (int32_t)(i * span.step);
    return kb_moves_matching(p, l->state, l->seat, one, false) > 0;
}

/* Keeps the values of a run that match, or those that do not, as the longest runs there are. */
static void keep_part(limiting *l, const kb_promise *p, kb_span span, bool matching)
{
    uint32_t fitting = kb_moves_matching(p, l->state, l->seat, span, false);
    if (fitting == (matching ? span.n : 0)) keep(l, span);
    if (fitting == 0 || fitting == span.n) return;
    for (uint32_t i = 0, n; i < span.n; i += n) {
        bool fits = matches_at(l, p, span, i);
        for (n = 1; i + n < span.n && matches_at(l, p, span, i + n) == fits;) n++;
        if (fits != matching) continue;
        kb_span part = span;
        part.n = n;
        part.move.amount += (int32_t)(i * span.step);
        keep(l, part);
    }
}

static bool is_kept_by(const limiting *l, const kb_promise *p, kb_span span)
{
    return kb_moves_matching(p, l->state, l->seat, span, false) > 0;
}

static kb_leaving leaving_of(const limiting *l, kb_move move)
{
    return l->table->leaves && !l->at_once ? l->table->leaves(l->state, move) : KB_LEAVES_NOTHING;
}

/* What moves that keep the promise leave of the others. */
static void leave_keeping(limiting *l, const kb_promise *p)
{
    bool takes_last = false;
    for (int i = 0; i < l->n; i++)
        takes_last |= leaving_of(l, l->list[i].move) == KB_TAKES_LAST && is_kept_by(l, p, l->list[i]);
    for (int i = 0; i < l->n; i++) {
        kb_span span = take(l, i);
        kb_leaving leaving = leaving_of(l, span.move);
        if (leaving == KB_LEAVES_ROOM || (leaving == KB_TAKES_LAST && !takes_last)) {
            keep(l, span);
        } else {
            keep_part(l, p, span, true);
        }
    }
}

/* No move keeps it now, but a later one may: removes moves that use up what that one needs. */
static void leave_for_later(limiting *l, const kb_promise *p)
{
    kb_deed later[KB_LATER_MAX], deeds[KB_DEEDS_MAX];
    int scarce = l->table->scarce_at, awaited = KB_NONE, form = KB_NONE;
    int n = kb_is_gift(l->table, p) ? l->table->later(l->state, later) : 0;
    for (int i = 0; i < n; i++)
        if (kb_pattern_fits(&p->deed, l->table, &later[i])) {
            awaited = later[i].word[scarce];
            form = later[i].form;
        }
    for (int i = 0; i < l->n; i++) {
        kb_span span = take(l, i);
        int made = l->table->deeds(l->state, l->seat, span.move, deeds);
        if (made && deeds[0].form == form && deeds[0].word[scarce] == awaited) continue;
        keep(l, span);
    }
}

static void limit(limiting *l, const kb_promise *p)
{
    bool can_keep = false;
    kb_span *list = l->left + KB_LISTED_MAX - l->n;
    __builtin_memmove(list, l->left, (size_t)l->n * sizeof *list);
    l->list = list;
    l->n_left = 0;
    for (int i = 0; !p->wont && !can_keep && i < l->n; i++) can_keep = is_kept_by(l, p, l->list[i]);
    if (p->wont) {
        for (int i = 0; i < l->n; i++) keep_part(l, p, take(l, i), false);
    } else if (can_keep) {
        leave_keeping(l, p);
    } else {
        leave_for_later(l, p);
    }
    if (l->n_left) {
        l->n = l->n_left;
    } else { /* it would leave no move: passed over */
        __builtin_memmove(l->left, list, (size_t)l->n * sizeof *list);
    }
}

/* Runs come after single moves in every list. */
static void put_runs_last(kb_span *list, int n)
{
    int singles = 0;
    for (int i = 0; i < n; i++) {
        kb_span span = list[i];
        if (span.n > 1) continue;
        __builtin_memmove(&list[singles + 1], &list[singles], (size_t)(i - singles) * sizeof *list);
        list[singles++] = span;
    }
}

/* Limits a list of n moves by the seat's promises that count. */
static int limit_by(const kb_ledger *ledger, bool (*counts)(const kb_ledger *, const kb_item *), bool at_once,
                    const kb_state *state, int seat, kb_span *list, int n)
{
    limiting l;
    bool limited = false;
    l.at_once = at_once;
    l.n = n;
    l.state = state;
    l.table = kb_game_of(state)->deeds;
    l.seat = seat;
    l.left = list;
    for (int i = 0; i < ledger->n_items; i++) {
        if (ledger->item[i].seat != seat || !counts(ledger, &ledger->item[i])) continue;
        limit(&l, kb_promised(ledger, &ledger->item[i]));
        limited = true;
    }
    if (limited) put_runs_last(list, l.n);
    return l.n;
}

int kb_bound_legal(const kb_ledger *ledger, const kb_state *state, int seat, kb_span *list, int max)
{
    KB_ASSERT(max >= KB_LISTED_MAX);
    int n = kb_legal(state, seat, list, max), left = 0;
    if (!n || seat == KB_CHANCE || !kb_is_bond(&state->setup)) return n;
    for (int i = 0; i < n; i++)
        if (!kb_sells_twice(ledger, state, seat, list[i].move)) list[left++] = list[i];
    return limit_by(ledger, binds, false, state, seat, list, left);
}

int kb_faithful_legal(const kb_ledger *ledger, const kb_state *state, int seat, kb_span *list, int max)
{
    int n = kb_bound_legal(ledger, state, seat, list, max);
    if (!n || seat == KB_CHANCE) return n;
    return limit_by(ledger, obliges, true, state, seat, list, n);
}

static bool holds(kb_span span, kb_move move)
{
    uint32_t past = (uint32_t)(move.amount - span.move.amount);
    bool in_run = move.amount >= span.move.amount && past / span.step < span.n && past % span.step == 0;
    return in_run && move.verb == span.move.verb && move.a == span.move.a && move.b == span.move.b &&
           move.c == span.move.c;
}

static bool has_move(const kb_span *list, int n, kb_move move)
{
    for (int i = 0; i < n; i++)
        if (holds(list[i], move)) return true;
    return false;
}

kb_error kb_bound_check(const kb_ledger *ledger, const kb_state *state, int seat, kb_move move)
{
    kb_error error = kb_check(state, seat, move);
    if (error || seat == KB_CHANCE || !ledger->n_items || !kb_is_bond(&state->setup)) return error;
    kb_span list[KB_LISTED_MAX];
    int n = kb_bound_legal(ledger, state, seat, list, KB_LISTED_MAX);
    return has_move(list, n, move) ? KB_OK : KB_E_BOUND;
}

bool kb_goes_against(const kb_ledger *ledger, const kb_item *p, const kb_state *state, kb_move move)
{
    kb_span list[KB_LISTED_MAX];
    limiting l;
    if (!p->stands || p->asleep) return false;
    l.n = kb_bound_legal(ledger, state, p->seat, list, KB_LISTED_MAX);
    l.at_once = false;
    l.state = state;
    l.table = kb_game_of(state)->deeds;
    l.seat = p->seat;
    l.left = list;
    bool legal = has_move(list, l.n, move);
    limit(&l, kb_promised(ledger, p));
    return legal && !has_move(list, l.n, move);
}
