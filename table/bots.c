/* bots.c: bots that think on the spot. */
#include "bots.h"

#include "../bots/reply.h"

/* Answers to pacts of a bot in one turn. After that it only declines, so that two bots do not counter each other for ever. */
enum { BOT_ACTS_A_TURN = 12 };

/* A copy of the bot in this seat, with fresh luck, and what it sees. */
static bot wake(kb_table *t, int seat, kb_state *view)
{
    bot b = t->minds[seat].bot;
    b.rng = kb_rng_from(kb_rng_draw(&t->bots.rng));
    kb_redact(&t->state, seat, view);
    return b;
}

void kb_bots_begin(kb_table *t, uint64_t luck)
{
    t->bots.rng = kb_rng_from(luck);
}

/* --- talk ------------------------------------------------------------------------------------------------- */

static bool reply_to_a_line(kb_table *t, int seat, uint64_t now_ms, const kb_news *news)
{
    int speaker;
    kb_heard line;
    kb_state view;
    bot_reply reply;
    uint64_t entry = kb_table_next_line(t, now_ms, seat, t->bots.heard[seat], &speaker);
    t->bots.heard[seat] = entry ? entry : t->n_entries;
    if (!entry || !kb_table_line(t, entry, &line)) return false;
    bot b = wake(t, seat, &view);
    const bot_spoken spoken = {line.speaker, line.to_mask != 0, t->rules.pacts != KB_PACTS_PRIVATE, line.text,
                               kb_length(line.text)};
    bool replies = bot_reply_to(&b, &view, &t->ledger, &spoken, &reply);
    kb_table_bot_remembers(t, seat, &b);
    if (replies) kb_table_bot_replies(t, now_ms, seat, entry, &reply, news);
    return true;
}

static bool answer_a_pact(kb_table *t, int seat, bool may_counter, uint64_t now_ms, const kb_news *news)
{
    kb_state view;
    bot_reply reply;
    uint32_t bots_mask = 0, pact = 0;
    while ((pact = kb_table_next_asked(t, pact, &bots_mask)) && !(bots_mask >> seat & 1)) continue;
    if (!pact) return false;
    bool answers = t->bots.acts[seat]++ < BOT_ACTS_A_TURN;
    bot b = wake(t, seat, &view);
    answers = answers && bot_answer(&b, &view, &t->ledger, pact, &reply);
    if (answers && !may_counter && reply.kind == BOT_COUNTERS) reply.kind = BOT_DECLINES;
    kb_table_bot_remembers(t, seat, &b);
    kb_table_bot_answers(t, now_ms, seat, pact, answers ? &reply : NULL, news);
    return true;
}

/* Once in each stage, or phase. */
static bool make_an_offer(kb_table *t, int seat, uint64_t now_ms, const kb_news *news)
{
    kb_state view;
    bot_proposal offer;
    int stage = t->parley.is_open ? -t->parley.phase : (t->moment.turn << 8 | t->moment.stage) + 1;
    if (t->bots.offered[seat] == stage) return false;
    t->bots.offered[seat] = stage;
    bot b = wake(t, seat, &view);
    bool offers = bot_offer(&b, &view, &t->ledger, &offer);
    kb_table_bot_remembers(t, seat, &b);
    if (offers) kb_table_bot_offers(t, now_ms, seat, &offer, news);
    return offers;
}

bool kb_bots_act(kb_table *t, int seat, bool may_speak, uint64_t now_ms, const kb_news *news)
{
    if (t->moment.turn != t->bots.turn) __builtin_memset(t->bots.acts, 0, sizeof t->bots.acts);
    t->bots.turn = t->moment.turn;
    if (may_speak && kb_table_bots_listen(t) && reply_to_a_line(t, seat, now_ms, news)) return true;
    if (answer_a_pact(t, seat, may_speak, now_ms, news)) return true;
    return may_speak && kb_table_wants_offers(t) && make_an_offer(t, seat, now_ms, news);
}

bool kb_bots_talk(kb_table *t, uint64_t now_ms, const kb_news *news)
{
    if (t->stage != KB_PLAYING || kb_table_owes_luck(t)) return false;
    for (int seat = 0; seat < t->setup.seats; seat++)
        if (t->seats[seat].bot_name[0] && kb_bots_act(t, seat, true, now_ms, news)) return true;
    return false;
}

/* --- moves ------------------------------------------------------------------------------------------------ */

int kb_bots_move(kb_table *t, uint64_t now_ms, const bot_room *room, const kb_news *news)
{
    char said[KB_WHY_MAX];
    kb_text words = kb_text_in(said, sizeof said);
    kb_state view;
    uint32_t due = kb_table_bots_due(t);
    if (!due) return -1;
    int seat = __builtin_ctz(due);
    bot b = wake(t, seat, &view);
    kb_move move = bot_decide_with(&b, &view, &t->ledger, room);
    bot_speak(&b, &t->setup, &words);
    t->minds[seat].bot.simulations = b.simulations;
    t->minds[seat].bot.simulated_moves = b.simulated_moves;
    kb_table_bot_moves(t, now_ms, seat, t->seats[seat].decisions, move, said, news);
    return seat;
}
