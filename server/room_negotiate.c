/* room_negotiate.c: proposals, answers and waiting, requested by people and bots. Refusals of the engine are passed on
 * with their sentences, except those with pact numbers: people have numbers of their own for pacts. */
#include <string.h>

#include "../engine/pact.h"
#include "room_entry.h"
#include "room_fold.h"

/* The asker's seat, if they may negotiate now. */
static kb_answer check_asker(const srv_room *room, const srv_asker *asker, int *own)
{
    *own = srv_room_viewer(room, asker->person);
    if (*own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (room->stage == SRV_GATHERING) return kb_refuse(KB_REFUSED_NOT_STARTED);
    if (room->stage == SRV_OVER) return srv_refuse_by_rule(KB_E_OVER);
    if (room->seats[*own].bot_name[0]) return kb_refuse(KB_REFUSED_BOT_PLAYS);
    return srv_done;
}

/* --- proposing ------------------------------------------------------------------------------------------- */

static int count_proposed(const srv_room *room, int seat)
{
    int n = 0;
    for (uint32_t i = 0; i < room->pacts.book.n; i++) n += room->pacts.book.at[i].by == seat;
    return n;
}

static kb_answer check_proposal(const srv_room *room, const kb_proposal *given)
{
    kb_promise made[KB_PACT_PROMISES_MAX];
    kb_answer answer = kb_refuse(KB_REFUSED_PACT);
    kb_text why = kb_text_in(answer.more, sizeof answer.more);
    if (room->rules.pacts == KB_PACTS_NONE) return kb_refuse(KB_REFUSED_NO_PACTS);
    if (given->secret && room->rules.pacts != KB_PACTS_PRIVATE) return kb_refuse(KB_REFUSED_NO_SECRET_PACTS);
    if (count_proposed(room, given->by) >= KB_PACTS_A_SEAT) return kb_refuse(KB_REFUSED_TOO_MANY_PACTS);
    kb_ledger trial;
    kb_ledger_copy(&trial, srv_pacts_ledger(&room->pacts));
    return kb_ledger_propose(&trial, &room->state, given, made, NULL, &why) ? srv_done : answer;
}

/* hears: the entry of the line that the proposal answers; 0: none. */
static kb_answer propose(srv_room *room, uint64_t now_ms, const srv_asker *asker, const kb_proposal *given,
                         size_t hears)
{
    kb_answer answer = check_proposal(room, given);
    if (answer.refusal) return answer;
    return srv_append(room, now_ms, asker,
                      (kb_entry){.kind = KB_DO_PROPOSE,
                                 .by = given->by,
                                 .pact = given->number,
                                 .with_mask = given->with_mask,
                                 .secret = given->secret,
                                 .hears = (uint32_t)hears,
                                 .promises = given->promises});
}

kb_answer srv_ask_propose(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int own;
    char buffer[SRV_MESSAGE_MAX];
    kb_proposal given = {.number = room->pacts.book.n + 1, .secret = ask->secret};
    kb_text promises = kb_text_in(buffer, sizeof buffer); /* never longer than in the request */
    kb_json json = kb_json_over(ask->promises.at, ask->promises.n, NULL);
    kb_answer answer = check_asker(room, asker, &own);
    if (answer.refusal) return answer;
    if (srv_is_wrong(ask, SRV_ASKED_WITH) || srv_is_wrong(ask, SRV_ASKED_SECRET)) return kb_refuse(KB_REFUSED_VALUE);
    if (!kb_read_seats(&room->setup, "with", ask->with, &given.with_mask, NULL))
        return srv_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (!kb_json_put_compact(&json, &promises)) return kb_refuse(KB_REFUSED_VALUE);
    given.by = own;
    given.promises = (kb_slice){promises.at, promises.n};
    return propose(room, asker->now_ms, asker, &given, 0);
}

uint32_t srv_room_proposed(const srv_room *room, uint32_t person, const char *id)
{
    int viewer = srv_room_viewer(room, person);
    for (uint32_t i = 0; i < room->pacts.book.n; i++) {
        const srv_kept *entry = &room->entries[room->pacts.proposed[i].entry - 1];
        if (entry->person == person && !strcmp(entry->id, id)) return room->pacts.book.at[i].number_for[viewer];
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
static kb_answer check_answer(const srv_room *room, int seat, kb_pact_act act, const kb_noted_pact *pact)
{
    kb_answer answer = kb_refuse(KB_REFUSED_PACT);
    kb_text why = kb_text_in(answer.more, sizeof answer.more);
    int number = (int)pact->number_for[seat];
    bool is_party = act == KB_PACT_WITHDRAW ? pact->by == seat : pact->with_mask >> seat & 1;
    if (!is_party) return kb_refuse(KB_REFUSED_NOT_PARTY);
    if (pact->state != KB_PACT_OPEN) return refuse_pact("pact %d is no longer open", number);
    if (act != KB_PACT_ACCEPT) return srv_done;
    if (pact->accepted_mask >> seat & 1) return refuse_pact("you have accepted pact %d already", number);
    kb_ledger trial;
    kb_ledger_copy(&trial, srv_pacts_ledger(&room->pacts));
    return kb_ledger_accept(&trial, &room->state, seat, pact->number, NULL, &why) ? srv_done : answer;
}

static kb_answer append_answer(srv_room *room, uint64_t now_ms, const srv_asker *asker, int seat, kb_pact_act act,
                               uint32_t number)
{
    kb_entry entry = {.kind = (kb_do)(KB_DO_PROPOSE + (int)act), .by = seat, .pact = number};
    return srv_append(room, now_ms, asker, entry);
}

kb_answer srv_ask_answer(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    static const kb_pact_act acts[SRV_REQUESTS] = {
        [SRV_ACCEPT] = KB_PACT_ACCEPT, [SRV_DECLINE] = KB_PACT_DECLINE, [SRV_WITHDRAW] = KB_PACT_WITHDRAW};
    int own;
    kb_pact_act act = acts[ask->what];
    kb_answer answer = check_asker(room, asker, &own);
    if (answer.refusal) return answer;
    if (srv_is_wrong(ask, SRV_ASKED_PACT)) return kb_refuse(KB_REFUSED_VALUE);
    int64_t n = ask->pact;
    const kb_noted_pact *pact = n > 0 && n <= UINT32_MAX ? kb_book_find(&room->pacts.book, own, (uint32_t)n) : NULL;
    if (!pact) return kb_refuse(KB_REFUSED_NO_PACT);
    answer = check_answer(room, own, act, pact);
    return answer.refusal ? answer : append_answer(room, asker->now_ms, asker, own, act, pact->number);
}

/* --- bots ------------------------------------------------------------------------------------------------- */

uint32_t srv_room_next_asked(const srv_room *room, uint32_t after, uint32_t *bots_mask)
{
    if (room->stage != SRV_PLAYING || !srv_pacts_are_open(&room->pacts) || srv_is_nearly_full(room)) return 0;
    for (uint32_t i = after; i < room->pacts.book.n; i++) {
        const kb_noted_pact *pact = &room->pacts.book.at[i];
        if (pact->state != KB_PACT_OPEN) continue;
        *bots_mask = 0;
        for (int seat = 0; seat < room->setup.seats; seat++)
            if (room->seats[seat].bot_name[0]) *bots_mask |= 1u << seat;
        *bots_mask &= (uint32_t)(pact->with_mask & ~pact->accepted_mask);
        if (*bots_mask) return pact->number;
    }
    return 0;
}

bool srv_room_wants_offers(const srv_room *room)
{
    bool people = false;
    for (int seat = 0; seat < room->setup.seats; seat++) people |= srv_is_played_by_person(room, seat);
    return people && room->stage == SRV_PLAYING && room->rules.pacts != KB_PACTS_NONE && !srv_is_nearly_full(room);
}

void srv_bot_says(srv_room *room, uint64_t now_ms, int seat, uint32_t to_mask, const char *words, size_t hears)
{
    if (!*words || room->rules.talk == KB_TALK_NONE || room->talk_lines[0] >= KB_TALK_LINES_MAX ||
        srv_is_nearly_full(room))
        return;
    if (to_mask && room->rules.talk != KB_TALK_PRIVATE) return;
    bool puzzled = hears && room->minds[seat].bot.puzzled;
    srv_append(room, now_ms, NULL,
               (kb_entry){.kind = KB_DO_SAY,
                          .by = seat,
                          .say = words,
                          .to_mask = to_mask,
                          .hears = (uint32_t)hears,
                          .puzzled = puzzled});
    if (to_mask) srv_note_whisper(room, now_ms, to_mask | 1u << seat);
}

void srv_bot_proposes(srv_room *room, uint64_t now_ms, int seat, const bot_proposal *offer, size_t hears)
{
    kb_proposal given = {
        room->pacts.book.n + 1, seat, offer->with_mask, offer->secret, {offer->promises, strlen(offer->promises)}};
    if (!room->seats[seat].bot_name[0] || !srv_room_wants_offers(room)) return;
    if (room->rules.pacts == KB_PACTS_PUBLIC) given.secret = false;
    if (propose(room, now_ms, NULL, &given, hears).refusal) return;
    srv_bot_says(room, now_ms, seat, given.secret ? offer->with_mask : 0, offer->reason, 0);
}

void srv_room_bot_offers(srv_room *room, uint64_t now_ms, int seat, const bot_proposal *offer)
{
    srv_bot_proposes(room, now_ms, seat, offer, 0);
}

/* A bot that cannot accept declines: somebody may have too many open promises. */
void srv_room_bot_answers(srv_room *room, uint64_t now_ms, int seat, uint32_t number, const bot_reply *reply)
{
    static const bot_reply no = {.kind = BOT_DECLINES};
    uint32_t bots_mask = 0;
    if (srv_room_next_asked(room, number - 1, &bots_mask) != number || !(bots_mask >> seat & 1)) return;
    if (!reply) reply = &no;
    const kb_noted_pact *pact = &room->pacts.book.at[number - 1];
    uint32_t others = (uint32_t)(pact->with_mask | 1u << pact->by) & ~(1u << seat);
    bool accepts = reply->kind == BOT_ACCEPTS && !check_answer(room, seat, KB_PACT_ACCEPT, pact).refusal;
    srv_bot_says(room, now_ms, seat, pact->secret ? others : 0, reply->reason, 0);
    append_answer(room, now_ms, NULL, seat, accepts ? KB_PACT_ACCEPT : KB_PACT_DECLINE, number);
    if (reply->kind == BOT_COUNTERS) srv_room_bot_offers(room, now_ms, seat, &reply->counter);
}

void srv_room_bot_remembers(srv_room *room, int seat, const bot *after)
{
    bot *b = &room->minds[seat].bot;
    memcpy(b->bargain, after->bargain, sizeof b->bargain);
    memcpy(b->reasons_said, after->reasons_said, sizeof b->reasons_said);
    b->puzzled = after->puzzled;
}

/* --- wait, pace and consider ------------------------------------------------------------------------------- */

kb_answer srv_ask_wait(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int own;
    kb_answer answer = check_asker(room, asker, &own);
    (void)ask;
    if (answer.refusal) return answer;
    if (room->moment.waited_mask >> own & 1) return kb_refuse(KB_REFUSED_WAITED);
    return srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_WAIT, .by = own});
}

kb_answer srv_ask_pace(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int own;
    kb_answer answer = check_asker(room, asker, &own);
    if (answer.refusal) return answer;
    if (srv_is_wrong(ask, SRV_ASKED_PACE) || srv_is_wrong(ask, SRV_ASKED_PAUSED)) return kb_refuse(KB_REFUSED_VALUE);
    if (ask->pace == room->rules.pace && ask->paused == room->is_paused) return srv_done;
    return srv_append(room, asker->now_ms, asker,
                      (kb_entry){.kind = KB_DO_PACE, .by = own, .pace = ask->pace, .paused = ask->paused});
}

kb_answer srv_room_consider(const srv_room *room, uint32_t person, const char *text, kb_text *out)
{
    int own = srv_room_viewer(room, person);
    kb_state view;
    kb_move move;
    if (own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (room->stage == SRV_GATHERING) return kb_refuse(KB_REFUSED_NOT_STARTED);
    if (room->stage == SRV_OVER) return srv_refuse_by_rule(KB_E_OVER);
    kb_redact(&room->state, own, &view);
    if (!text || kb_move_parse(&view, text, strlen(text), &move)) return srv_refuse_by_rule(KB_E_UNKNOWN_MOVE);
    kb_error error = kb_check(&view, own, move);
    if (error) return srv_refuse_by_rule(error);
    kb_put_considered(&room->pacts.book, srv_pacts_ledger(&room->pacts), &view, own, move, out);
    return srv_done;
}

void srv_room_vocabulary(const srv_room *room, kb_text *out)
{
    kb_put_vocabulary(&room->setup, out);
}
