/* negotiate.c: proposals, answers and waiting, requested by people and bots. Refusals of the engine are passed on
 * with their sentences, except those with pact numbers: people have numbers of their own for pacts. */
#include "../engine/pact.h"
#include "asking.h"

/* The asker's seat, if they may negotiate now. */
static kb_answer check_asker(const kb_asking *a, int *own)
{
    const kb_table *t = a->t;
    *own = kb_table_viewer(t, a->asker->person);
    if (*own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (t->stage == KB_GATHERING) return kb_refuse(KB_REFUSED_NOT_STARTED);
    if (t->stage == KB_OVER) return kb_refuse_by_rule(KB_E_OVER);
    if (t->seats[*own].bot_name[0]) return kb_refuse(KB_REFUSED_BOT_PLAYS);
    return kb_done;
}

/* --- proposing ------------------------------------------------------------------------------------------- */

static int count_proposed(const kb_table *t, int seat)
{
    kb_book book = kb_table_book(t);
    int n = 0;
    for (uint32_t i = 0; i < book.n; i++) n += book.at[i].by == seat;
    return n;
}

static kb_answer check_proposal(const kb_table *t, const kb_proposal *given)
{
    kb_promise made[KB_PACT_PROMISES_MAX];
    kb_answer answer = kb_refuse(KB_REFUSED_PACT);
    kb_text why = kb_text_in(answer.more, sizeof answer.more);
    if (t->rules.pacts == KB_PACTS_NONE) return kb_refuse(KB_REFUSED_NO_PACTS);
    if (given->secret && t->rules.pacts != KB_PACTS_PRIVATE) return kb_refuse(KB_REFUSED_NO_SECRET_PACTS);
    if (count_proposed(t, given->by) >= KB_PACTS_A_SEAT) return kb_refuse(KB_REFUSED_TOO_MANY_PACTS);
    kb_ledger trial;
    kb_ledger_copy(&trial, &t->ledger);
    return kb_ledger_propose(&trial, &t->state, given, made, NULL, &why) ? kb_done : answer;
}

/* hears: the entry of the line that the proposal answers; 0: none. */
static kb_answer propose(const kb_asking *a, const kb_proposal *given, uint64_t hears)
{
    kb_answer answer = check_proposal(a->t, given);
    if (answer.refusal) return answer;
    return kb_append(a, (kb_entry){.kind = KB_DO_PROPOSE,
                                   .by = given->by,
                                   .pact = given->number,
                                   .with_mask = given->with_mask,
                                   .secret = given->secret,
                                   .hears = (uint32_t)hears,
                                   .promises = given->promises});
}

kb_answer kb_ask_propose(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int own;
    char buffer[KB_PROMISES_BYTES];
    kb_proposal given = {.number = t->pacts.n + 1, .secret = ask->secret};
    kb_text promises = kb_text_in(buffer, sizeof buffer); /* never longer than in the request */
    kb_json json = kb_json_over(ask->promises.at, ask->promises.n, NULL);
    kb_answer answer = check_asker(a, &own);
    if (answer.refusal) return answer;
    if (kb_is_wrong(ask, KB_ASKED_WITH) || kb_is_wrong(ask, KB_ASKED_SECRET)) return kb_refuse(KB_REFUSED_VALUE);
    if (!kb_read_seats(&t->setup, "with", ask->with, &given.with_mask, NULL))
        return kb_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (!kb_json_put_compact(&json, &promises)) return kb_refuse(KB_REFUSED_VALUE);
    given.by = own;
    given.promises = (kb_slice){promises.at, promises.n};
    return propose(a, &given, 0);
}

uint32_t kb_table_proposed(const kb_table *t, uint32_t person, const char *id)
{
    int viewer = kb_table_viewer(t, person);
    kb_book book = kb_table_book(t);
    for (uint32_t i = 0; i < book.n; i++) {
        const kb_kept *entry = kb_table_entry(t, *(const uint64_t *)kb_list_at(t, &t->proposed, i, sizeof(uint64_t)));
        if (entry->person == person && kb_equal(entry->id, kb_length(entry->id), id))
            return book.at[i].number_for[viewer];
    }
    return 0;
}

/* --- answering ------------------------------------------------------------------------------------------- */

static kb_answer refuse_pact(const char *format, int number)
{
    kb_answer answer = kb_refuse(KB_REFUSED_PACT);
    kb_text more = kb_text_in(answer.more, sizeof answer.more);
    kb_putf(&more, format, number);
    return answer;
}

/* Why the seat cannot do this with a pact it knows of. */
static kb_answer check_answer(const kb_table *t, int seat, kb_pact_act act, const kb_noted_pact *pact)
{
    kb_answer answer = kb_refuse(KB_REFUSED_PACT);
    kb_text why = kb_text_in(answer.more, sizeof answer.more);
    int number = (int)pact->number_for[seat];
    bool is_party = act == KB_PACT_WITHDRAW ? pact->by == seat : pact->with_mask >> seat & 1;
    if (!is_party) return kb_refuse(KB_REFUSED_NOT_PARTY);
    if (pact->state != KB_PACT_OPEN) return refuse_pact("pact %d is no longer open", number);
    if (act != KB_PACT_ACCEPT) return kb_done;
    if (pact->accepted_mask >> seat & 1) return refuse_pact("you have accepted pact %d already", number);
    kb_ledger trial;
    kb_ledger_copy(&trial, &t->ledger);
    return kb_ledger_accept(&trial, &t->state, seat, pact->number, NULL, &why) ? kb_done : answer;
}

static kb_answer append_answer(const kb_asking *a, int seat, kb_pact_act act, uint32_t number)
{
    return kb_append(a, (kb_entry){.kind = (kb_do)(KB_DO_PROPOSE + (int)act), .by = seat, .pact = number});
}

kb_answer kb_ask_answer(const kb_asking *a, const kb_ask *ask)
{
    static const kb_pact_act acts[KB_REQUESTS] = {
        [KB_ASK_ACCEPT] = KB_PACT_ACCEPT, [KB_ASK_DECLINE] = KB_PACT_DECLINE, [KB_ASK_WITHDRAW] = KB_PACT_WITHDRAW};
    const kb_table *t = a->t;
    int own;
    kb_pact_act act = acts[ask->what];
    kb_answer answer = check_asker(a, &own);
    if (answer.refusal) return answer;
    if (kb_is_wrong(ask, KB_ASKED_PACT)) return kb_refuse(KB_REFUSED_VALUE);
    int64_t n = ask->pact;
    kb_book book = kb_table_book(t);
    const kb_noted_pact *pact = n > 0 && n <= UINT32_MAX ? kb_book_find(&book, own, (uint32_t)n) : NULL;
    if (!pact) return kb_refuse(KB_REFUSED_NO_PACT);
    answer = check_answer(t, own, act, pact);
    return answer.refusal ? answer : append_answer(a, own, act, pact->number);
}

/* --- bots ------------------------------------------------------------------------------------------------- */

uint32_t kb_table_next_asked(const kb_table *t, uint32_t after, uint32_t *bots_mask)
{
    kb_book book = kb_table_book(t);
    if (t->stage != KB_PLAYING || !t->ledger.n_pacts || kb_is_nearly_full(t)) return 0;
    for (uint32_t i = after; i < book.n; i++) {
        const kb_noted_pact *pact = &book.at[i];
        if (pact->state != KB_PACT_OPEN) continue;
        *bots_mask = kb_bots_of(t) & (uint32_t)(pact->with_mask & ~pact->accepted_mask);
        if (*bots_mask) return pact->number;
    }
    return 0;
}

bool kb_table_wants_offers(const kb_table *t)
{
    bool wants = t->parley.is_open;
    for (int seat = 0; seat < t->setup.seats; seat++) wants |= kb_is_played_by_person(t, seat);
    return wants && t->stage == KB_PLAYING && t->rules.pacts != KB_PACTS_NONE && !kb_is_nearly_full(t);
}

void kb_bot_says(const kb_asking *a, int seat, uint32_t to_mask, const char *words, uint64_t hears)
{
    const kb_table *t = a->t;
    if (!*words || t->rules.talk == KB_TALK_NONE || t->talk_lines[0] >= KB_TALK_LINES_MAX || kb_is_nearly_full(t))
        return;
    if (to_mask && t->rules.talk != KB_TALK_PRIVATE) return;
    bool puzzled = hears && t->minds[seat].bot.puzzled;
    kb_append(a, (kb_entry){.kind = KB_DO_SAY,
                            .by = seat,
                            .say = words,
                            .to_mask = to_mask,
                            .hears = (uint32_t)hears,
                            .puzzled = puzzled});
    if (to_mask) kb_note_whisper(a, to_mask | 1u << seat);
}

void kb_bot_proposes(const kb_asking *a, int seat, const bot_proposal *offer, uint64_t hears)
{
    const kb_table *t = a->t;
    kb_proposal given = {
        t->pacts.n + 1, seat, offer->with_mask, offer->secret, {offer->promises, kb_length(offer->promises)}};
    if (!t->seats[seat].bot_name[0] || !kb_table_wants_offers(t)) return;
    if (t->rules.pacts == KB_PACTS_PUBLIC) given.secret = false;
    if (propose(a, &given, hears).refusal) return;
    kb_bot_says(a, seat, given.secret ? offer->with_mask : 0, offer->reason, 0);
}

void kb_table_bot_offers(kb_table *t, uint64_t now_ms, int seat, const bot_proposal *offer, const kb_news *news)
{
    const kb_asking a = {t, now_ms, NULL, news};
    kb_bot_proposes(&a, seat, offer, 0);
}

/* A bot that cannot accept declines: somebody may have too many open promises. */
void kb_table_bot_answers(kb_table *t, uint64_t now_ms, int seat, uint32_t number, const bot_reply *reply,
                          const kb_news *news)
{
    static const bot_reply no = {.kind = BOT_DECLINES};
    const kb_asking a = {t, now_ms, NULL, news};
    uint32_t bots_mask = 0;
    if (kb_table_next_asked(t, number - 1, &bots_mask) != number || !(bots_mask >> seat & 1)) return;
    if (!reply) reply = &no;
    kb_book book = kb_table_book(t);
    const kb_noted_pact *pact = &book.at[number - 1];
    uint32_t others = (uint32_t)(pact->with_mask | 1u << pact->by) & ~(1u << seat);
    bool accepts = reply->kind == BOT_ACCEPTS && !check_answer(t, seat, KB_PACT_ACCEPT, pact).refusal;
    kb_bot_says(&a, seat, pact->secret ? others : 0, reply->reason, 0);
    append_answer(&a, seat, accepts ? KB_PACT_ACCEPT : KB_PACT_DECLINE, number);
    if (reply->kind == BOT_COUNTERS) kb_bot_proposes(&a, seat, &reply->counter, 0);
}

void kb_table_bot_remembers(kb_table *t, int seat, const bot *after)
{
    bot *b = &t->minds[seat].bot;
    __builtin_memcpy(b->bargain, after->bargain, sizeof b->bargain);
    __builtin_memcpy(b->reasons_said, after->reasons_said, sizeof b->reasons_said);
    b->puzzled = after->puzzled;
}

/* --- wait, pace and consider ------------------------------------------------------------------------------- */

kb_answer kb_ask_wait(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int own;
    kb_answer answer = check_asker(a, &own);
    (void)ask;
    if (answer.refusal) return answer;
    if (t->moment.waited_mask >> own & 1) return kb_refuse(KB_REFUSED_WAITED);
    return kb_append(a, (kb_entry){.kind = KB_DO_WAIT, .by = own});
}

kb_answer kb_ask_pace(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int own;
    kb_answer answer = check_asker(a, &own);
    if (answer.refusal) return answer;
    if (kb_is_wrong(ask, KB_ASKED_PACE) || kb_is_wrong(ask, KB_ASKED_PAUSED)) return kb_refuse(KB_REFUSED_VALUE);
    if (ask->pace == t->rules.pace && ask->paused == t->is_paused) return kb_done;
    return kb_append(a, (kb_entry){.kind = KB_DO_PACE, .by = own, .pace = ask->pace, .paused = ask->paused});
}

kb_answer kb_table_consider(const kb_table *t, uint32_t person, const char *text, kb_text *out)
{
    int own = kb_table_viewer(t, person);
    kb_state view;
    kb_move move;
    if (own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (t->stage == KB_GATHERING) return kb_refuse(KB_REFUSED_NOT_STARTED);
    if (t->stage == KB_OVER) return kb_refuse_by_rule(KB_E_OVER);
    kb_redact(&t->state, own, &view);
    if (!text || kb_move_parse(&view, text, kb_length(text), &move)) return kb_refuse_by_rule(KB_E_UNKNOWN_MOVE);
    kb_error error = kb_check(&view, own, move);
    if (error) return kb_refuse_by_rule(error);
    kb_book book = kb_table_book(t);
    kb_put_considered(&book, &t->ledger, &view, own, move, out);
    return kb_done;
}
