/* moment.c: see moment.h. */
#include "moment.h"

#include "reason.h"
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

/* Copies the standing pacts the seat knows of. An answer must not depend on any other. */
static void copy_known(const kb_ledger *all, int seat, kb_ledger *out)
{
    out->proposed = all->proposed;
    out->moves = all->moves;
    out->n_pacts = out->n_items = 0;
    for (int k = 0; k < all->n_pacts; k++) {
        const kb_pact *pact = &all->pact[k];
        bool knows = !pact->secret || (1u << pact->by | pact->with_mask) >> seat & 1;
        if (!pact->stands || !knows) continue;
        out->pact[out->n_pacts++] = *pact;
        for (int i = 0; i < all->n_items; i++)
            if (all->item[i].pact == pact->number) kb_ledger_take(out, all, &all->item[i]);
    }
}

/* How the bot would answer if the speaker proposed this now. */
static bool try_proposal(bot *b, const kb_state *view, const kb_ledger *ledger, int speaker, const bot_proposal *heard,
                         bot_reply *reply)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_promise made[KB_PACT_PROMISES_MAX];
    kb_ledger trial;
    copy_known(ledger, b->seat, &trial);
    kb_proposal proposal = {.number = trial.proposed + 1,
                            .by = speaker,
                            .with_mask = 1u << b->seat,
                            .secret = heard->secret,
                            .promises = {heard->promises, kb_length(heard->promises)}};
    return kb_ledger_propose(&trial, view, &proposal, made, NULL, &why) &&
           bot_answer(b, view, &trial, proposal.number, reply);
}

/* Sealed sums can be promised in secret only, even if they were offered aloud. */
static bool answer_heard(bot *b, const kb_state *view, const kb_ledger *ledger, const bot_spoken *spoken,
                         bot_proposal *heard, bot_reply *reply)
{
    if (try_proposal(b, view, ledger, spoken->speaker, heard, reply)) return true;
    if (heard->secret || spoken->open_only) return false;
    heard->secret = true;
    return try_proposal(b, view, ledger, spoken->speaker, heard, reply);
}

static bool be_puzzled(bot *b, const kb_setup *setup, int speaker, bot_reply *reply)
{
    kb_text text = kb_text_in(reply->reason, sizeof reply->reason);
    if (b->puzzled) return false;
    b->puzzled = true;
    reply->kind = BOT_DECLINES;
    bot_put_reason(b, BOT_IS_PUZZLED, setup, speaker, &text);
    return true;
}

bool bot_reply_to(bot *b, const kb_state *view, const kb_ledger *ledger, const bot_spoken *spoken, bot_reply *reply)
{
    bot_proposal heard = {.with_mask = 1u << spoken->speaker, .secret = spoken->secret};
    kb_text promises = kb_text_in(heard.promises, sizeof heard.promises);
    if (kb_over(view, NULL) || kb_actors(view) >> KB_CHANCE & 1) return false;
    bot_hearing hearing = bot_hear(view, spoken->speaker, b->seat, spoken->line, spoken->n, &promises);
    if (hearing == BOT_HEARS_CHAT) return false;
    if (hearing == BOT_HEARS_RIDDLE || promises.cut || !answer_heard(b, view, ledger, spoken, &heard, reply))
        return be_puzzled(b, &view->setup, spoken->speaker, reply);
    if (reply->kind == BOT_DECLINES) return true;
    if (reply->kind == BOT_ACCEPTS) reply->counter = heard;
    reply->kind = BOT_COUNTERS;
    __builtin_memcpy(reply->counter.reason, reply->reason, sizeof reply->reason);
    if (!heard.secret || !spoken->open_only) return true;
    kb_text text = kb_text_in(reply->reason, sizeof reply->reason);
    reply->kind = BOT_DECLINES;
    bot_put_reason(b, BOT_WANTS_IT_OPEN, &view->setup, spoken->speaker, &text);
    return true;
}

bool bot_listen(bot *b, bot_moment *moment, const kb_state *view, const kb_ledger *ledger, const bot_spoken *spoken,
                char say[BOT_REASON_BYTES])
{
    bot_reply reply;
    if (!bot_reply_to(b, view, ledger, spoken, &reply)) return false;
    if (reply.kind == BOT_COUNTERS) {
        moment->next = reply.counter;
        return false;
    }
    __builtin_memcpy(say, reply.reason, BOT_REASON_BYTES);
    return true;
}
