/* moment.c: see moment.h. */
#include "moment.h"

#include "talk.h"

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

/* What the bot would say if the speaker proposed this now. */
static bool try_proposal(bot *b, const kb_state *view, const kb_ledger *ledger, int speaker, const char *promises,
                         size_t n, bot_reply *reply)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_ledger trial = *ledger;
    kb_proposal proposal = {
        .number = trial.proposed + 1, .by = speaker, .with_mask = 1u << b->seat, .promises = {promises, n}};
    return kb_ledger_propose(&trial, view, &proposal, NULL, &why) &&
           bot_answer(b, view, &trial, proposal.number, reply);
}

bool bot_listen(bot *b, bot_moment *moment, const kb_state *view, const kb_ledger *ledger, int speaker,
                const char *line, size_t n, char say[BOT_REASON_BYTES])
{
    bot_proposal heard = {.with_mask = 1u << speaker};
    kb_text promises = kb_text_in(heard.promises, sizeof heard.promises), words = kb_text_in(say, BOT_REASON_BYTES);
    bot_reply reply;
    if (kb_over(view, NULL) || kb_actors(view) >> KB_CHANCE & 1) return false;
    bot_hearing hearing = bot_hear(view, speaker, b->seat, line, n, &promises);
    if (hearing == BOT_HEARS_CHAT) return false;
    if (hearing == BOT_HEARS_RIDDLE || promises.cut ||
        !try_proposal(b, view, ledger, speaker, promises.at, promises.n, &reply)) {
        if (moment->puzzled) return false;
        moment->puzzled = true;
        kb_putf(&words, "I do not follow, %s. Say who does what, and for how much.",
                kb_seat_name(&view->setup, speaker));
        return true;
    }
    if (reply.kind == BOT_DECLINES) {
        kb_put(&words, reply.reason);
        return words.n > 0;
    }
    moment->next = reply.kind == BOT_COUNTERS ? reply.counter : heard;
    if (reply.kind == BOT_ACCEPTS) __builtin_memcpy(moment->next.reason, reply.reason, sizeof reply.reason);
    return false;
}
