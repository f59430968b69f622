/* reply.c: see reply.h. */
#include "reply.h"

#include "reason.h"
#include "talk.h"

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
