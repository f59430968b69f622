/* word.c: how bots keep their word, in pacts and in the deals that the rules have. */
#include "word.h"

#include "../engine/games.h"
#include "../engine/ledger.h"
#include "negotiate.h"
#include "policy.h"

const kb_pact *bot_find_pact(const kb_ledger *ledger, uint32_t number)
{
    for (int i = 0; i < ledger->n_pacts; i++)
        if (ledger->pact[i].number == number) return &ledger->pact[i];
    return NULL;
}

/* Whether the bot cannot keep both promises. */
static bool are_exclusive(const bot *b, const kb_deeds *table, const kb_promise *one, const kb_promise *other)
{
    if (one->seat != b->seat || other->seat != b->seat) return false;
    return bot_are_of_one_thing(table, one, other) || bot_are_contrary(one, other);
}

static bool excludes(const bot *b, const kb_deeds *table, const bot_terms *t, const kb_promise *old)
{
    for (int i = 0; i < t->n; i++)
        if (are_exclusive(b, table, &t->at[i], old)) return true;
    return false;
}

/* Whether the terms themselves promise one thing twice. */
static bool excludes_itself(const bot *b, const kb_deeds *table, const bot_terms *t)
{
    for (int i = 1; i < t->n; i++)
        for (int k = 0; k < i; k++)
            if (are_exclusive(b, table, &t->at[i], &t->at[k])) return true;
    return false;
}

/* Whether the terms exclude a promise that the bot has made in a pact. */
static bool excludes_pact(const bot *b, const kb_ledger *ledger, const kb_deeds *table, const bot_terms *t)
{
    for (int k = 0; k < ledger->n_items; k++)
        if (ledger->item[k].stands && excludes(b, table, t, kb_promised(ledger, &ledger->item[k]))) return true;
    return false;
}

/* Whether the terms exclude one that the bot has made in a deal. */
static bool excludes_deal(const bot *b, const kb_state *view, const kb_deeds *table, const bot_terms *t)
{
    const bot_policy *policy = bot_policy_of(view);
    bot_idea deals[BOT_IDEAS_MAX];
    bot_terms deal;
    int n = policy->deals ? policy->deals(view, deals) : 0;
    for (int i = 0; i < n; i++) {
        if (!bot_read_idea(&view->setup, &deals[i], &deal)) continue;
        for (int k = 0; k < deal.n; k++)
            if (excludes(b, table, t, &deal.at[k])) return true;
    }
    return false;
}

bool bot_is_promised(const bot *b, const kb_state *view, const kb_ledger *ledger, const bot_terms *t)
{
    const kb_deeds *table = kb_game_of(view)->deeds;
    return excludes_itself(b, table, t) || excludes_pact(b, ledger, table, t) || excludes_deal(b, view, table, t);
}

/* Whether the bot intends to keep its promises. Honest and plain bots do. A grudge does unless it owes an enemy
 * something. An opportunist keeps a promise only if the move it prefers happens to do so. */
static bool means_to_keep(const bot *b, const kb_ledger *ledger)
{
    if (b->spec.kind == BOT_RANDOM || b->spec.character == BOT_OPPORTUNIST) return false;
    for (int i = 0; b->spec.character == BOT_GRUDGE && i < ledger->n_items; i++) {
        const kb_item *p = &ledger->item[i];
        if (p->seat != b->seat || !p->stands) continue;
        uint32_t parties = 1u << bot_find_pact(ledger, p->pact)->by | bot_find_pact(ledger, p->pact)->with_mask;
        for (int seat = 0; seat < KB_SEATS_MAX; seat++)
            if (parties >> seat & 1 && bot_is_enemy(b, seat)) return false;
    }
    return true;
}

static bool has_promises(const kb_ledger *ledger, int seat)
{
    for (int i = 0; i < ledger->n_items; i++)
        if (ledger->item[i].seat == seat && ledger->item[i].stands) return true;
    return false;
}

/* Removes the moves that make a deal which the bot could not keep together with a pact. Returns how many are left: more
 * than none, since nobody has to make deals. */
static int without_broken_deals(const bot *b, const kb_state *view, const kb_ledger *ledger, kb_span *list, int n)
{
    const bot_policy *policy = bot_policy_of(view);
    bot_idea deal;
    bot_terms t;
    int left = 0;
    if (!policy->deal_by) return n;
    for (int i = 0; i < n; i++) {
        bool makes = policy->deal_by(view, b->seat, list[i].move, &deal) && bot_read_idea(&view->setup, &deal, &t);
        if (!makes || !excludes_pact(b, ledger, kb_game_of(view)->deeds, &t)) list[left++] = list[i];
    }
    return left;
}

/* How many moves of the run are left if a promised sum is paid, but no more than the highest promise asks for. */
static uint32_t exact_part(const bot *b, const kb_state *view, const kb_ledger *ledger, kb_span run)
{
    kb_span last = {.move = run.move, .n = 1, .step = 1};
    uint32_t left = 0;
    last.move.amount += (int32_t)((run.n - 1) * run.step);
    for (int k = 0; k < ledger->n_items; k++) {
        const kb_item *p = &ledger->item[k];
        bot_terms sum;
        if (p->seat != b->seat || !p->stands || p->wont ||
            !bot_find_number(kb_game_of(view)->deeds, kb_promised(ledger, p), &sum))
            continue;
        if (!kb_moves_matching(kb_promised(ledger, p), view, b->seat, last, false)) continue;
        uint32_t up_to = run.n - kb_moves_matching(kb_promised(ledger, p), view, b->seat, run, false) + 1;
        if (up_to > left) left = up_to;
    }
    return left ? left : run.n;
}

/* Removes sums that are higher than what the bot has promised, unless a deal asks for more. */
static void pay_exactly(const bot *b, const kb_state *view, const kb_ledger *ledger, kb_span *list, int n)
{
    const bot_policy *policy = bot_policy_of(view);
    for (int i = 0; i < n; i++) {
        uint32_t left = exact_part(b, view, ledger, list[i]);
        kb_move most = list[i].move;
        most.amount += (int32_t)((left - 1) * list[i].step);
        if (!policy->breaks_word || !policy->breaks_word(view, b->seat, &b->memory, most)) list[i].n = left;
    }
}

/* What the bot has promised to pay later in the turn, not with this run. */
static int32_t owed_later(const bot *b, const kb_state *view, const kb_ledger *ledger, kb_span run)
{
    int32_t owed = 0;
    for (int k = 0; k < ledger->n_items; k++) {
        const kb_item *p = &ledger->item[k];
        bot_terms sum;
        if (p->seat != b->seat || !p->stands || p->wont || p->term != KB_TERM_TURN) continue;
        if (kb_moves_matching(kb_promised(ledger, p), view, b->seat, run, true)) continue;
        if (bot_find_number(kb_game_of(view)->deeds, kb_promised(ledger, p), &sum)) owed += sum.number;
    }
    return owed;
}

/* Removes sums after which the bot could not pay what it has promised. */
static void save_for_later(const bot *b, const kb_state *view, const kb_ledger *ledger, kb_span *list, int n)
{
    const bot_policy *policy = bot_policy_of(view);
    for (int i = 0; policy->means && i < n; i++) {
        int32_t owed = list[i].n > 1 ? owed_later(b, view, ledger, list[i]) : 0;
        int32_t left = policy->means(view, &b->memory, b->seat).most - owed;
        while (owed && list[i].n > 1 && list[i].move.amount + (int32_t)((list[i].n - 1) * list[i].step) > left)
            list[i].n--;
    }
}

/* Notes which moves give what the bot has promised to somebody who has let it down. */
static void withhold(bot *b, const kb_state *view, const kb_ledger *ledger, const bot_choices *choices)
{
    const bot_policy *policy = bot_policy_of(view);
    for (int k = 0; policy->withhold && k < ledger->n_items; k++) {
        const kb_item *p = &ledger->item[k];
        if (p->seat != b->seat || !p->stands || !kb_is_gift(kb_game_of(view)->deeds, kb_promised(ledger, p))) continue;
        if (!kb_is_let_down(ledger, p)) continue;
        for (int i = 0; i < choices->n; i++)
            if (kb_moves_matching(kb_promised(ledger, p), view, b->seat, choices->list[i], false))
                policy->withhold(&b->memory, view, choices->list[i].move);
    }
}

kb_move bot_decide_with(bot *b, const kb_state *view, const kb_ledger *ledger, const bot_room *room)
{
    kb_span list[KB_LISTED_MAX];
    bot_choices choices = {list, 0};
    if (!has_promises(ledger, b->seat)) return bot_decide(b, view, room);
    if (means_to_keep(b, ledger)) {
        choices.n = kb_faithful_legal(ledger, view, b->seat, list, KB_LISTED_MAX);
        choices.n = without_broken_deals(b, view, ledger, list, choices.n);
        if (bot_policy_of(view)->pays_exactly) save_for_later(b, view, ledger, list, choices.n);
    } else {
        choices.n = kb_bound_legal(ledger, view, b->seat, list, KB_LISTED_MAX);
    }
    if (bot_policy_of(view)->pays_exactly) pay_exactly(b, view, ledger, list, choices.n);
    const bot_tally before = b->memory.tally;
    withhold(b, view, ledger, &choices);
    kb_move move = bot_decide_among(b, view, &choices, room);
    b->memory.tally = before; /* the pacts are remembered elsewhere */
    return move;
}
