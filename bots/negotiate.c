/* negotiate.c: how bots bargain.
 *
 * The bot plays the game out with and without the proposal (weigh.c). The other's promises count as far as the bot
 * trusts them. If the bot gains, it accepts. If not, it looks for something else that it would accept: the same at
 * another number, or with one promise more or less, or an idea of its own. Within a turn the bot does not change its
 * mind about what it refused, and never asks for more than it asked before. */
#include "negotiate.h"

#include "../engine/games.h"
#include "../engine/ledger.h"
#include "bargain.h"
#include "reason.h"
#include "weigh.h"
#include "word.h"

enum {
    SCHEMER = 40,  /* percent: how often an opportunist expects to keep a promise of its own */
    DISTRUST = 40, /* percent: below this, lack of trust is the reason to refuse */
    FAIR = 3,      /* the other may gain this many times what the bot gains */
    NEED = 64,     /* a gain must be at least a clear lead divided by this; less is noise */
    SNUBS_MAX = 2  /* refusals in a row after which a seat is not asked again */
};

KB_STATIC_ASSERT((int)BOT_REASON_KINDS >= (int)BOT_REASONS, "a bot remembers what it said of every kind");

/* --- weighing ------------------------------------------------------------------------------------- */

static void hold(bot_variant *v, const kb_promise *p, kb_when since, bool asleep)
{
    if (v->n < BOT_HELD_MAX) v->held[v->n++] = (bot_held){p, since, asleep};
}

/* Collects the standing promises that the seat knows of. */
static void hold_standing(const kb_ledger *ledger, int seat, bot_variant *v)
{
    v->n = 0;
    for (int k = 0; k < ledger->n_pacts; k++) {
        const kb_pact *pact = &ledger->pact[k];
        bool knows = !pact->secret || (1u << pact->by | pact->with_mask) >> seat & 1;
        if (!pact->stands || !knows) continue;
        kb_when since = {pact->turn, pact->round};
        for (int i = 0; i < ledger->n_items; i++)
            if (ledger->item[i].pact == pact->number)
                hold(v, kb_promised(ledger, &ledger->item[i]), since, ledger->item[i].asleep);
    }
    if (v->n > BOT_HELD_MAX - KB_PACT_PROMISES_MAX) v->n = BOT_HELD_MAX - KB_PACT_PROMISES_MAX;
}

typedef struct weighing {
    bot *self;
    const kb_state *view;
    const kb_ledger *ledger;
    kb_when since; /* when the proposal was made */
    int trust[KB_SEATS_MAX];
    int n;
    bot_variant variant[BOT_VARIANTS_MAX]; /* the first has only the standing promises */
    bot_weights weights;
} weighing;

static void begin_weighing(weighing *w, bot *b, const kb_state *view, const kb_ledger *ledger, kb_when since)
{
    bool bond = kb_is_bond(&view->setup);
    w->self = b;
    w->view = view;
    w->ledger = ledger;
    w->since = since;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) {
        int own = b->spec.character == BOT_OPPORTUNIST ? SCHEMER : 100;
        w->trust[seat] = bond ? 100 : seat == b->seat ? own : bot_trust(b, seat);
    }
    w->n = 1;
    hold_standing(ledger, b->seat, &w->variant[0]);
}

/* When the last thing that the bot is to do for it is due; KB_TERMS: it is to do nothing. */
static int due_from(const bot *b, const bot_terms *t)
{
    int last = -1;
    for (int i = 0; i < t->n; i++)
        if (t->at[i].seat == b->seat && !t->at[i].wont && (int)t->at[i].term > last) last = t->at[i].term;
    return last < 0 ? KB_TERMS : last;
}

/* Whether the other may wait with its part until the bot has done its own. What may be put off is seldom done. */
static bool is_put_off(const bot *b, const bot_terms *t, const kb_promise *p)
{
    return p->seat != b->seat && !p->wont && (int)p->term > due_from(b, t);
}

static void add_terms(weighing *w, const bot_terms *t)
{
    bot_variant *v = &w->variant[w->n++];
    *v = w->variant[0];
    for (int i = 0; i < t->n; i++)
        if (!is_put_off(w->self, t, &t->at[i])) hold(v, &t->at[i], w->since, t->at[i].condition.forms != 0);
}

static void weigh(weighing *w, const bot_bar *bar)
{
    bot_weigh(w->self, w->view, w->variant, w->n, w->trust, bar, &w->weights);
}

/* Whether the bot could keep its word: all that stands already and what is new. An opportunist does not care. */
static bool can_keep(const weighing *w, int variant)
{
    const int32_t *forced = w->weights.forced;
    return w->self->spec.character == BOT_OPPORTUNIST || forced[variant] <= forced[0];
}

/* Whether the bot promises something that the others can count on in decisions of their own: not to do something, or to do it
 * later. In games where nobody presses an advantage of this round, only what lasts longer. */
static bool can_be_used(const bot *b, const bot_policy *policy, const bot_terms *t)
{
    int from = policy->press ? KB_TERM_TURN : KB_TERM_NEXT;
    for (int i = 0; i < t->n; i++) {
        const kb_promise *p = &t->at[i];
        if (p->seat == b->seat && (int)p->term >= from && (p->wont || p->term != KB_TERM_TURN)) return true;
    }
    return false;
}

/* How much the bot trusts the seat to keep these terms, in percent: the longer they last, the more often it will be tempted. */
static int64_t lasting_trust(const weighing *w, const bot_terms *t, int seat)
{
    int64_t once = w->trust[seat], trust = once;
    int longest = 0;
    for (int i = 0; i < t->n; i++)
        if (t->at[i].seat == seat && (int)t->at[i].term > longest) longest = t->at[i].term;
    for (; longest > KB_TERM_TURN; longest--) trust = trust * once / 100;
    return trust;
}

/* Whether the terms, the variant of that number, are still worth it if the seat makes the most of them, as far as the bot does
 * not trust it. */
static bool survives(const weighing *w, const bot_terms *t, int variant, int seat, int32_t least)
{
    int64_t trust = lasting_trust(w, t, seat);
    if (w->weights.gain[variant][w->self->seat] * FAIR < w->weights.gain[variant][seat]) return false;
    if (!can_be_used(w->self, bot_policy_of(w->view), t)) return true;
    int32_t abused = bot_weigh_abuse(w->self, w->view, &w->variant[0], &w->variant[variant], seat, w->trust);
    return w->weights.gain[variant][w->self->seat] * trust + abused * (100 - trust) >= least * (int64_t)100;
}

static int32_t need(const bot *b, const kb_state *view)
{
    int32_t least = BOT_GAIN_UNIT * bot_policy_of(view)->clear_lead(view) / NEED;
    return b->spec.character == BOT_HONEST || !least ? least / 2 + 1 : least;
}

/* --- reasons against a proposal ------------------------------------------------------------------- */

/* Whether the promise has a number that its promiser cannot possibly reach. */
static bool is_beyond_means(const bot *b, const kb_state *view, const bot_terms *t)
{
    const bot_policy *policy = bot_policy_of(view);
    if (t->numbered < 0 || t->at[t->numbered].wont || !policy->means) return false;
    return t->number > policy->means(view, &b->memory, t->at[t->numbered].seat).most;
}

static bool is_leader(const kb_state *view, int seat)
{
    int32_t score[KB_SEATS_MAX];
    kb_game_of(view)->standing(view, score);
    for (int i = 0; i < view->setup.seats; i++)
        if (i != seat && score[i] >= score[seat]) return false;
    return true;
}

static bot_reason reason_to_refuse(const bot *b, const kb_state *view, int by)
{
    if (bot_trust(b, by) < DISTRUST) return BOT_DISTRUSTS;
    return is_leader(view, by) ? BOT_FEARS_LEADER : BOT_WANTS_MORE;
}

static void refuse(bot *b, const kb_setup *setup, int by, bot_reason reason, bot_reply *reply)
{
    kb_text text = kb_text_in(reply->reason, sizeof reply->reason);
    reply->kind = BOT_DECLINES;
    bot_put_reason(b, reason, setup, by, &text);
}

static bool is_equal(const kb_promise *a, const kb_promise *b)
{
    return a->seat == b->seat && a->wont == b->wont && a->deed.n == b->deed.n &&
           !__builtin_memcmp(a->deed.text, b->deed.text, a->deed.n);
}

/* Whether one of these promises has been made already, in a pact of the seat. It may not know of others. */
static bool is_made(const kb_ledger *ledger, int seat, const bot_terms *t)
{
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < ledger->n_items; k++) {
            const kb_item *p = &ledger->item[k];
            const kb_pact *pact = p->stands && is_equal(&t->at[i], kb_promised(ledger, p))
                                      ? bot_find_pact(ledger, p->pact)
                                      : NULL;
            if (pact && (1u << pact->by | pact->with_mask) >> seat & 1) return true;
        }
    return false;
}

/* Whether the bot should not propose this: it came up before in this turn, would be a step back, stands already, or
 * cannot be kept. */
static bool is_idle(const bot *b, const kb_state *view, const kb_ledger *ledger, const bot_terms *t, int with, int turn)
{
    bot_bargain about = bot_bargain_of(t, b->seat, 1u << with | 1u << b->seat, turn);
    bot_recall_bargain(b, &about);
    return about.asked || about.refused || bot_was_refused(b, &about, bot_number_of(t)) ||
           bot_asks_for_more(b, &about, bot_number_of(t)) || is_made(ledger, b->seat, t) ||
           is_beyond_means(b, view, t) || bot_is_promised(b, view, ledger, t);
}

/* --- what the bot would accept instead ------------------------------------------------------------ */

enum { COUNTERS_MAX = BOT_VARIANTS_MAX - 2 }; /* besides what stands and what was proposed */

/* Numbers that would be better for the bot, in percent of the proposed one, nearest first. If it has asked before, in percent of
 * that instead: somebody who offers a tenth is not met at a fifth. */
static const int16_t raised[] = {115, 130, 150, 180, 220}, lowered[] = {85, 70, 55, 40, 25};
static const int16_t conceded[] = {50, 60, 70, 80, 95}, improved[] = {200, 170, 150, 125, 105};
KB_STATIC_ASSERT(KB_COUNT(raised) <= (int)COUNTERS_MAX && KB_COUNT(lowered) == KB_COUNT(raised) &&
                     KB_COUNT(conceded) == KB_COUNT(raised) && KB_COUNT(improved) == KB_COUNT(raised),
                 "all can be weighed");

/* These terms with other numbers, no worse for the other than the bot's last ask. A number that the other does not
 * have becomes the most that they have. */
static int find_numbers(const bot *b, const kb_state *view, const bot_terms *t, const bot_bargain *before,
                        bot_terms *out)
{
    const bot_policy *policy = bot_policy_of(view);
    int n = 0;
    if (t->numbered < 0 || !policy->means || t->at[t->numbered].wont) return 0;
    bool own = t->at[t->numbered].seat == b->seat;
    bot_means means = policy->means(view, &b->memory, t->at[t->numbered].seat);
    for (int i = 0; i < KB_COUNT(raised); i++) {
        const int16_t *percents = !before->first ? own ? lowered : raised : own ? improved : conceded;
        int64_t from = before->first ? before->first : t->number;
        int32_t number = (int32_t)(from * percents[i] / 100 + means.step / 2) / means.step * means.step;
        if (number > means.most) number = means.most / means.step * means.step;
        if (!own && before->asked && number > before->asked) number = before->asked;
        if (own && before->asked && number < before->asked) number = before->asked;
        if (number <= 0 || number == t->number || (n && number == out[n - 1].number)) continue;
        if (bot_gives_in(before, number)) continue;
        if (own != (number < t->number) && t->number <= means.most) continue;
        if (bot_renumber(&view->setup, t, number, &out[n])) n++;
    }
    return n;
}

/* Alternatives to a proposal of another seat. */
typedef struct alternatives {
    const bot *self;
    const kb_state *view;
    const kb_ledger *ledger;
    int with, turn, n;
    bot_terms at[COUNTERS_MAX];
} alternatives;

/* Keeps the alternative that was written after the last one, if the bot may propose it. */
static void keep(alternatives *a)
{
    bot_terms *t = &a->at[a->n];
    bot_find_numbered(kb_game_of(a->view)->deeds, t);
    if (t->n && !is_idle(a->self, a->view, a->ledger, t, a->with, a->turn)) a->n++;
}

/* The terms without one of the bot's own promises, as long as it gives something. */
static void give_less(alternatives *a, const bot_terms *given)
{
    for (int i = 0; i < given->n && a->n < COUNTERS_MAX; i++) {
        bot_terms *t = &a->at[a->n];
        if (given->at[i].seat != a->self->seat) continue;
        *t = *given;
        t->n--;
        for (int k = i; k < t->n; k++) t->at[k] = given->at[k + 1];
        if (!bot_is_free(t, a->self->seat)) keep(a);
    }
}

static bool fits_in(const kb_deeds *table, const bot_terms *t, const kb_promise *added)
{
    for (int i = 0; i < t->n; i++)
        if (bot_are_alike(table, &t->at[i], added) || bot_are_contrary(&t->at[i], added)) return false;
    return t->n < KB_PACT_PROMISES_MAX;
}

/* The terms with one more promise of the other, from a wish or an idea. */
static void get_more(alternatives *a, const bot_terms *given, const bot_terms *idea)
{
    for (int i = 0; i < idea->n && a->n < COUNTERS_MAX; i++) {
        bot_terms *t = &a->at[a->n];
        if (idea->at[i].seat != a->with || !fits_in(kb_game_of(a->view)->deeds, given, &idea->at[i])) continue;
        *t = *given;
        t->at[t->n++] = idea->at[i];
        keep(a);
    }
}

/* The terms with the other's part no later than the bot's own. */
static void get_it_in_time(alternatives *a, const bot_terms *given)
{
    bot_terms *t = &a->at[a->n];
    bool changes = false;
    *t = *given;
    for (int i = 0; i < t->n; i++) {
        if (!is_put_off(a->self, given, &t->at[i])) continue;
        t->at[i].term = (uint8_t)due_from(a->self, given);
        changes = true;
    }
    if (changes) keep(a);
}

/* Another pact with this seat. */
static void do_otherwise(alternatives *a, const bot_terms *idea)
{
    if (a->n == COUNTERS_MAX) return;
    a->at[a->n] = *idea;
    keep(a);
}

/* Changes to the terms, and the bot's own ideas for a pact with this seat. */
static void find_alternatives(alternatives *a, const bot_terms *given)
{
    const bot_policy *policy = bot_policy_of(a->view);
    int seat = a->self->seat, wishes, ideas;
    bot_idea at[2 * BOT_IDEAS_MAX];
    wishes = policy->wishes ? policy->wishes(a->view, seat, a->with, at) : 0;
    ideas = policy->ideas ? policy->ideas(a->view, seat, &a->self->memory, at + wishes) : 0;
    get_it_in_time(a, given);
    give_less(a, given);
    for (int i = 0; i < wishes + ideas; i++) {
        bot_terms idea;
        if (at[i].with != a->with || !bot_read_idea(&a->view->setup, &at[i], &idea)) continue;
        get_more(a, given, &idea);
        if (i >= wishes) do_otherwise(a, &idea);
    }
}

/* Of the variants from this one on that are good enough for the bot, the best one for the side that gains less. 0: there is
 * none. */
static int best_counter(const weighing *w, int from, int other, int32_t least)
{
    int best = 0;
    int32_t most = INT32_MIN;
    for (int v = from; v < w->n; v++) {
        int32_t own = w->weights.gain[v][w->self->seat], theirs = w->weights.gain[v][other];
        int32_t smaller = own < theirs ? own : theirs;
        if (own < least || smaller <= most || !can_keep(w, v)) continue;
        most = smaller;
        best = v;
    }
    return best;
}

/* --- answering ------------------------------------------------------------------------------------ */

/* A proposal that the bot answers. */
typedef struct question {
    bot *self;
    const kb_state *view;
    const kb_ledger *ledger;
    const kb_pact *pact;
    bot_terms given;
    bot_bargain about;
    bot_reason objection; /* why it is out of the question; BOT_AGREES: it is not */
} question;

static void counter(const question *q, const bot_terms *t, bot_reason reason, bot_reply *reply)
{
    const kb_setup *setup = &q->view->setup;
    kb_text text = kb_text_in(reply->reason, sizeof reply->reason);
    kb_text promises = kb_text_in(reply->counter.promises, sizeof reply->counter.promises);
    bot_bargain about = bot_bargain_of(t, q->self->seat, q->about.parties_mask, q->about.turn);
    bot_recall_bargain(q->self, &about);
    bot_note_ask(&about, bot_number_of(t));
    bot_remember_bargain(q->self, &about);
    reply->kind = BOT_COUNTERS;
    reply->counter.with_mask = q->about.parties_mask & ~(1u << q->self->seat);
    reply->counter.secret = q->pact->secret;
    reply->counter.reason[0] = '\0';
    bot_put_terms(setup, t, &promises);
    bot_put_reason(q->self, reason, setup, q->pact->by, &text);
}

/* Accepts if the bot gains. */
static bool take(question *q, weighing *w, bot_reply *reply)
{
    bot *b = q->self;
    if (!can_keep(w, 1) && !q->objection) q->objection = BOT_CANNOT_KEEP;
    if (q->objection || bot_gives_in(&q->about, bot_number_of(&q->given))) return false;
    int32_t least = bot_is_free(&q->given, b->seat) ? 0 : need(b, q->view);
    if (w->weights.gain[1][b->seat] < least || !survives(w, &q->given, 1, q->pact->by, least)) return false;
    kb_text text = kb_text_in(reply->reason, sizeof reply->reason);
    reply->kind = BOT_ACCEPTS;
    bot_put_reason(b, BOT_AGREES, &q->view->setup, q->pact->by, &text);
    return true;
}

/* Asks for another number. False: none is good enough. */
static bool haggle(const question *q, const weighing *w, const bot_terms *at, bot_reply *reply)
{
    int best = best_counter(w, 2, q->pact->by, need(q->self, q->view));
    if (best < 2 || q->objection == BOT_HAS_PROMISED) return false;
    if (!survives(w, &at[best - 2], best, q->pact->by, need(q->self, q->view))) return false;
    counter(q, &at[best - 2], BOT_MEETS_HALFWAY, reply);
    return true;
}

/* Proposes something else, by which the other loses no more than the bot gains. False: there is nothing. */
static bool suggest(const question *q, weighing *w, bot_reply *reply)
{
    alternatives a = {
        .self = q->self, .view = q->view, .ledger = q->ledger, .with = q->pact->by, .turn = q->about.turn};
    if (q->pact->with_mask != 1u << q->self->seat) return false;
    find_alternatives(&a, &q->given);
    if (!a.n) return false;
    begin_weighing(w, q->self, q->view, q->ledger, (kb_when){q->pact->turn, q->pact->round});
    for (int i = 0; i < a.n; i++) add_terms(w, &a.at[i]);
    weigh(w, &(bot_bar){.own = need(q->self, q->view), .others = BOT_ANY});
    int best = best_counter(w, 1, q->pact->by, need(q->self, q->view));
    if (best < 1 || w->weights.gain[best][q->self->seat] + w->weights.gain[best][q->pact->by] < 0) return false;
    if (!survives(w, &a.at[best - 1], best, q->pact->by, need(q->self, q->view))) return false;
    counter(q, &a.at[best - 1], BOT_SUGGESTS, reply);
    return true;
}

/* What speaks against accepting, whatever it is worth. */
static bot_reason objection_to(const question *q)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    const bot_terms *t = &q->given;
    int seat = q->self->seat;
    if (bot_is_promised(q->self, q->view, q->ledger, t)) return BOT_HAS_PROMISED;
    if (!kb_check_gifts(q->ledger, q->view, seat, q->pact->number, &why)) return BOT_HAS_PROMISED;
    if (!is_beyond_means(q->self, q->view, t)) return BOT_AGREES;
    return t->at[t->numbered].seat == seat ? BOT_LACKS_MEANS : BOT_DOUBTS_MEANS;
}

/* More than the other has is not refused: there was no such offer. */
static void note_refusal(question *q)
{
    if (q->objection == BOT_DOUBTS_MEANS) return;
    bool own = q->given.numbered >= 0 && q->given.at[q->given.numbered].seat == q->self->seat;
    int32_t number = bot_number_of(&q->given), *refused = &q->about.refused;
    if (!*refused || (own ? number < *refused : number > *refused)) *refused = number;
    bot_remember_bargain(q->self, &q->about);
}

static void answer(question *q, bot_reply *reply)
{
    const kb_setup *setup = &q->view->setup;
    int by = q->pact->by;
    bot_terms numbers[COUNTERS_MAX];
    weighing w;
    if (bot_is_enemy(q->self, by)) return refuse(q->self, setup, by, BOT_HATES, reply);
    if (bot_was_refused(q->self, &q->about, bot_number_of(&q->given)))
        return refuse(q->self, setup, by, BOT_HAS_REFUSED, reply);
    q->objection = objection_to(q);
    int n = find_numbers(q->self, q->view, &q->given, &q->about, numbers);
    begin_weighing(&w, q->self, q->view, q->ledger, (kb_when){q->pact->turn, q->pact->round});
    add_terms(&w, &q->given);
    for (int i = 0; i < n; i++) add_terms(&w, &numbers[i]);
    weigh(&w, &(bot_bar){.own = need(q->self, q->view), .others = BOT_ANY, .enough = !q->objection});
    if (take(q, &w, reply)) return;
    note_refusal(q);
    bool trusts = bot_trust(q->self, by) >= DISTRUST;
    if (trusts && (haggle(q, &w, numbers, reply) || suggest(q, &w, reply))) return;
    refuse(q->self, setup, by, q->objection ? q->objection : reason_to_refuse(q->self, q->view, by), reply);
}

/* Whether the promise is a sum that another one of the terms includes: "at least this much" and "at least more". */
static bool is_included(const kb_deeds *table, const bot_terms *t, int i)
{
    bot_terms one, other;
    for (int k = 0; k < t->n; k++) {
        if (k == i || !bot_are_alike(table, &t->at[i], &t->at[k])) continue;
        if (!bot_find_number(table, &t->at[i], &one) || !bot_find_number(table, &t->at[k], &other)) continue;
        bool at_least = one.from > 1 && t->at[i].deed.text[one.from - 2] == '>';
        if (at_least && (one.number < other.number || (one.number == other.number && i < k))) return true;
    }
    return false;
}

static void drop_included(const kb_deeds *table, bot_terms *t)
{
    for (int i = 0; i < t->n;) {
        if (!is_included(table, t, i++)) continue;
        t->n--;
        for (int k = --i; k < t->n; k++) t->at[k] = t->at[k + 1];
    }
}

bool bot_answer(bot *b, const kb_state *view, const kb_ledger *ledger, uint32_t number, bot_reply *reply)
{
    const kb_pact *pact = bot_find_pact(ledger, number);
    const kb_deeds *table = kb_game_of(view)->deeds;
    question q = {.self = b, .view = view, .ledger = ledger, .pact = pact};
    if (!pact || pact->stands || !((uint32_t)(pact->with_mask & ~pact->accepted_mask) >> b->seat & 1)) return false;
    for (int i = 0; i < ledger->n_items; i++)
        if (ledger->item[i].pact == number) q.given.at[q.given.n++] = *kb_promised(ledger, &ledger->item[i]);
    drop_included(table, &q.given);
    bot_find_numbered(table, &q.given);
    q.about = bot_bargain_of(&q.given, b->seat, 1u << pact->by | pact->with_mask, table->when(view).turn);
    bot_recall_bargain(b, &q.about);
    reply->reason[0] = '\0';
    answer(&q, reply);
    return true;
}

/* --- offering ------------------------------------------------------------------------------------- */

static bool has_proposed(const kb_ledger *ledger, int seat)
{
    for (int i = 0; i < ledger->n_pacts; i++)
        if (ledger->pact[i].by == seat && !ledger->pact[i].stands) return true;
    return false;
}

/* Whether the bot proposes nothing to this seat: it keeps declining, is an enemy, or is not trusted. */
static bool is_shunned(const bot *b, int seat)
{
    return b->snubs[seat] >= SNUBS_MAX || bot_is_enemy(b, seat) || bot_trust(b, seat) < DISTRUST;
}

bool bot_offer(bot *b, const kb_state *view, const kb_ledger *ledger, bot_proposal *out)
{
    const bot_policy *policy = bot_policy_of(view);
    bot_idea ideas[BOT_IDEAS_MAX];
    bot_terms at[BOT_IDEAS_MAX];
    uint8_t with[BOT_IDEAS_MAX] = {0};
    bot_bar bar = {.own = 0};
    weighing w;
    if (!policy->ideas || b->spec.kind == BOT_RANDOM || has_proposed(ledger, b->seat)) return false;
    kb_when now = kb_game_of(view)->deeds->when(view);
    __builtin_memset(at, 0, sizeof at);
    begin_weighing(&w, b, view, ledger, now);
    int n = policy->ideas(view, b->seat, &b->memory, ideas), best = -1;
    uint64_t pondered = (uint64_t)now.round;
    for (int i = 0; i < n; i++) {
        bot_terms *t = &at[w.n - 1];
        if (is_shunned(b, ideas[i].with) || !bot_read_idea(&view->setup, &ideas[i], t)) continue;
        if (is_idle(b, view, ledger, t, ideas[i].with, now.turn)) continue;
        with[w.n - 1] = ideas[i].with;
        bar.other[w.n] = ideas[i].with;
        pondered = (pondered ^ bot_bargain_of(t, b->seat, 1u << ideas[i].with, now.turn).thing) * 16777619u;
        add_terms(&w, t);
    }
    /* Weighing takes long. What was not worth proposing earlier in the round is not weighed again. */
    if (w.n == 1 || pondered == b->pondered) return false;
    b->pondered = pondered;
    int32_t least = need(b, view), most = 0;
    bar.own = least;
    bar.others = least / 2;
    weigh(&w, &bar);
    for (int v = 1; v < w.n; v++) {
        int32_t own = w.weights.gain[v][b->seat], theirs = w.weights.gain[v][with[v - 1]];
        if (own < least || theirs < least / 2 || own <= most || !can_keep(&w, v)) continue;
        most = own;
        best = v - 1;
    }
    if (best < 0 || !survives(&w, &at[best], best + 1, with[best], least)) return false;
    kb_text promises = kb_text_in(out->promises, sizeof out->promises),
            text = kb_text_in(out->reason, sizeof out->reason);
    out->with_mask = 1u << with[best];
    out->secret = false;
    bot_put_terms(&view->setup, &at[best], &promises);
    bot_put_reason(b, BOT_OFFERS, &view->setup, with[best], &text);
    bot_bargain about = bot_bargain_of(&at[best], b->seat, out->with_mask | 1u << b->seat, now.turn);
    bot_note_ask(&about, bot_number_of(&at[best]));
    bot_remember_bargain(b, &about);
    return true;
}
