/* moment.c: see moment.h. */
#include "moment.h"

uint32_t bot_waiting_pact(const bot_moment *moment, int seat, const kb_ledger *ledger)
{
    for (int i = 0; i < ledger->n_pacts; i++) {
        const kb_pact *pact = &ledger->pact[i];
        bool waits = !pact->stands && (pact->with_mask & ~pact->accepted_mask) >> seat & 1;
        if (waits && pact->number > moment->answered) return pact->number;
    }
    return 0;
}

static void answer(bot *b, bot_moment *moment, const kb_state *view, const kb_ledger *ledger, uint32_t pact,
                   bot_act *out)
{
    bot_reply reply;
    moment->answered = pact;
    out->pact = pact;
    out->act = KB_PACT_DECLINE;
    if (moment->acts >= BOT_ACTS_A_TURN || !bot_answer(b, view, ledger, pact, &reply)) return;
    if (reply.kind == BOT_ACCEPTS) out->act = KB_PACT_ACCEPT;
    if (reply.kind == BOT_COUNTERS) moment->next = reply.counter;
    __builtin_memcpy(out->say, reply.reason, sizeof out->say);
}

bool bot_next_act(bot *b, bot_moment *moment, const kb_state *view, const kb_ledger *ledger, bot_act *out)
{
    __builtin_memset(out, 0, sizeof *out);
    if (kb_over(view, NULL) || kb_actors(view) >> KB_CHANCE & 1) return false;
    int turn = kb_game_of(view)->deeds->when(view).turn;
    if (turn != moment->turn) moment->acts = 0;
    moment->turn = turn;
    uint32_t waiting = bot_waiting_pact(moment, b->seat, ledger);
    if (waiting) {
        answer(b, moment, view, ledger, waiting, out);
        moment->acts++;
        return true;
    }
    if (moment->acts >= BOT_ACTS_A_TURN) return false;
    if (!moment->next.with_mask) {
        if (turn == moment->offered_in || !bot_offer(b, view, ledger, &moment->next)) return false;
        moment->offered_in = turn;
    }
    out->act = KB_PACT_PROPOSE;
    out->proposal = moment->next;
    __builtin_memcpy(out->say, moment->next.reason, sizeof out->say);
    moment->next.with_mask = 0;
    moment->acts++;
    return true;
}
