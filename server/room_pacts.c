/* room_pacts.c: pacts at a table: folding entries about them, judging moves, and telling viewers. */
#include <stdlib.h>
#include <string.h>

#include "../engine/pact.h"
#include "room_fold.h"

/* --- visibility ------------------------------------------------------------------------------------------ */

/* Returns NULL if there is none. */
static const kb_noted_pact *pact_of(const srv_room *room, const kb_entry *entry)
{
    return entry->pact <= room->pacts.book.n ? &room->pacts.book.at[entry->pact - 1] : NULL;
}

bool srv_is_of_public_pact(const srv_room *room, const kb_entry *entry)
{
    const kb_noted_pact *pact = pact_of(room, entry);
    return pact ? !pact->secret : !entry->secret;
}

static bool knows(const srv_room *room, const kb_noted_pact *pact, int viewer)
{
    return srv_everybody(room) & 1u << viewer && pact->number_for[viewer];
}

void srv_put_outcomes(const srv_room *room, const kb_outcomes *outcomes, int viewer, kb_text *out)
{
    size_t from = out->n;
    if (!outcomes->n) return;
    kb_put(out, ",\"pacts\":");
    if (kb_put_outcomes(&room->pacts.book, outcomes, &room->setup, viewer, out)) return;
    out->n = from;
    out->at[from] = '\0';
}

/* A memory is kept for every seat and character, for bots that join later. */
static void remember(srv_room *room, const kb_outcomes *outcomes)
{
    for (int i = 0; room->minds && i < outcomes->n; i++) {
        const kb_outcome *outcome = &outcomes->at[i];
        const kb_noted_pact *pact = &room->pacts.book.at[outcome->pact - 1];
        uint32_t parties = pact->with_mask | 1u << pact->by;
        for (int at = 0; at < room->setup.seats; at++) {
            srv_mind *mind = &room->minds[at];
            if (!pact->number_for[at]) continue;
            if (room->seats[at].bot_name[0]) bot_outcome(&mind->bot, outcome, pact->by, parties);
            for (int character = 0; character < BOT_CHARACTERS; character++) {
                bot later = {.spec = {.character = (uint8_t)character}, .seat = (uint8_t)at};
                later.memory = mind->of[character];
                bot_outcome(&later, outcome, pact->by, parties);
                mind->of[character] = later.memory;
            }
        }
    }
}

/* A copy keeps no entries, and so no changes. */
static void note_change(srv_room *room, const kb_outcomes *outcomes)
{
    size_t bytes = (size_t)outcomes->n * sizeof outcomes->at[0];
    if (room->is_bare || !outcomes->n) return;
    room->change.n_outcomes = (uint16_t)outcomes->n;
    room->change.outcomes = srv_alloc(bytes);
    memcpy(room->change.outcomes, outcomes->at, bytes);
}

static void repeat_change(srv_room *room, const srv_pacts_change *change, kb_outcomes *outcomes)
{
    outcomes->n = change->n_outcomes;
    if (!outcomes->n) return;
    memcpy(outcomes->at, change->outcomes, (size_t)outcomes->n * sizeof outcomes->at[0]);
    kb_book_note(&room->pacts.book, outcomes);
}

static void settle(srv_room *room, const kb_outcomes *outcomes)
{
    note_change(room, outcomes);
    kb_book_note(&room->pacts.book, outcomes);
    remember(room, outcomes);
}

/* --- talk ------------------------------------------------------------------------------------------------ */

void srv_note_heard(srv_room *room, const kb_entry *entry)
{
    srv_seat *seat = &room->seats[entry->by];
    if (entry->hears > seat->heard) seat->heard = entry->hears;
    if (entry->puzzled && room->minds) room->minds[entry->by].bot.puzzled = true;
}

/* --- proposing ------------------------------------------------------------------------------------------- */

static void tell_proposal(srv_room *room, const kb_noted_pact *pact, const kb_outcomes *outcomes)
{
    char body[8192];
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) {
        if (!knows(room, pact, viewer)) continue;
        kb_text text = kb_text_in(body, sizeof body);
        if (srv_is_told(room, viewer)) {
            kb_putf(&text, "\"do\":\"propose\",\"by\":\"%s\",", kb_seat_name(&room->setup, pact->by));
            kb_put_proposal(&room->pacts.book, pact, &room->setup, viewer, &text);
            srv_put_outcomes(room, outcomes, viewer, &text);
        }
        srv_tell_one(room, viewer, &text);
    }
}

bool srv_do_propose(srv_room *room, const kb_entry *entry)
{
    kb_outcomes outcomes;
    kb_text why = kb_text_in(room->misfit, sizeof room->misfit);
    const kb_proposal given = {entry->pact, entry->by, entry->with_mask, entry->secret, entry->promises};
    if (room->stage != SRV_PLAYING) return false;
    outcomes.n = 0;
    srv_proposed proposed = {room->at_ms, room->n_entries + 1};
    if (!srv_pacts_propose(&room->pacts, &room->state, &given, &proposed, &outcomes, &why)) return false;
    settle(room, &outcomes);
    const kb_noted_pact *pact = &room->pacts.book.at[room->pacts.book.n - 1];
    room->change.pact = pact->number;
    room->change.act = KB_PACT_PROPOSE;
    srv_note_heard(room, entry);
    if (!pact->secret && pact->with_mask) srv_note_proposal(room, pact->with_mask | 1u << pact->by);
    tell_proposal(room, pact, &outcomes);
    return true;
}

/* --- answering ------------------------------------------------------------------------------------------- */

static void tell_answer(srv_room *room, const kb_noted_pact *pact, kb_pact_act act, int by, const kb_outcomes *outcomes)
{
    char body[1024];
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) {
        if (!knows(room, pact, viewer)) continue;
        kb_text text = kb_text_in(body, sizeof body);
        if (srv_is_told(room, viewer)) {
            kb_putf(&text, "\"do\":\"%s\",\"by\":\"%s\",\"pact\":%d", kb_shapes[KB_DO_PROPOSE + (int)act].name,
                    kb_seat_name(&room->setup, by), (int)pact->number_for[viewer]);
            srv_put_outcomes(room, outcomes, viewer, &text);
        }
        srv_tell_one(room, viewer, &text);
    }
}

typedef bool answering(kb_ledger *, const kb_state *, int seat, uint32_t pact, kb_outcomes *, kb_text *why);

bool srv_do_answer(srv_room *room, const kb_entry *entry)
{
    static answering *const answer[] = {[KB_PACT_ACCEPT] = kb_ledger_accept,
                                        [KB_PACT_DECLINE] = kb_ledger_decline,
                                        [KB_PACT_WITHDRAW] = kb_ledger_withdraw};
    kb_outcomes outcomes;
    kb_text why = kb_text_in(room->misfit, sizeof room->misfit);
    const kb_noted_pact *pact = pact_of(room, entry);
    kb_pact_act act = (kb_pact_act)(entry->kind - KB_DO_PROPOSE);
    int by = entry->by;
    if (!pact || room->stage != SRV_PLAYING) return false;
    outcomes.n = 0;
    if (!answer[act](room->pacts.ledger, &room->state, by, pact->number, &outcomes, &why)) return false;
    if (act == KB_PACT_ACCEPT) kb_book_accept(&room->pacts.book, pact->number, by);
    settle(room, &outcomes);
    room->change.pact = pact->number;
    room->change.act = (uint8_t)act;
    room->change.by = (uint8_t)by;
    tell_answer(room, pact, act, by, &outcomes);
    return true;
}

/* --- again ----------------------------------------------------------------------------------------------- */

void srv_repeat_pact(srv_room *copy, const srv_kept *entry)
{
    const srv_pacts_change *change = &entry->change;
    kb_book *book = &copy->pacts.book;
    kb_outcomes outcomes;
    kb_pact_act act = (kb_pact_act)change->act;
    copy->at_ms = entry->at_ms;
    if (act == KB_PACT_PROPOSE) srv_pacts_repeat(&copy->pacts);
    if (act == KB_PACT_ACCEPT) kb_book_accept(book, change->pact, change->by);
    repeat_change(copy, change, &outcomes);
    const kb_noted_pact *pact = &book->at[change->pact - 1];
    if (act == KB_PACT_PROPOSE) {
        tell_proposal(copy, pact, &outcomes);
    } else {
        tell_answer(copy, pact, act, change->by, &outcomes);
    }
    copy->n_entries++;
}

/* --- moves ----------------------------------------------------------------------------------------------- */

void srv_judge_move(srv_room *room, const kb_state *before, int seat, kb_move move, kb_outcomes *outcomes)
{
    outcomes->n = 0;
    if (room->repeated) repeat_change(room, &room->repeated->change, outcomes);
    if (room->repeated || !srv_pacts_are_open(&room->pacts)) return;
    kb_ledger_move(room->pacts.ledger, before, seat, move, &room->state, outcomes);
    settle(room, outcomes);
}

static void tell_opened(srv_room *room, const kb_noted_pact *pact, int viewer)
{
    char body[8192];
    kb_text text = kb_text_in(body, sizeof body);
    kb_putf(&text, "\"do\":\"propose\",\"by\":\"%s\",", kb_seat_name(&room->setup, pact->by));
    kb_put_proposal(&room->pacts.book, pact, &room->setup, viewer, &text);
    kb_put(&text, ",\"opened\":true,\"pacts\":");
    kb_put_outcome_of(&room->pacts.book, pact, &room->setup, viewer, &text);
    srv_tell_one(room, viewer, &text);
}

/* There can be a thousand of them. A message with more than SRV_EVENTS_BYTES of events is never sent, so no more is
 * written. */
void srv_open_pacts(srv_room *room)
{
    kb_book *book = &room->pacts.book;
    kb_book_open(book);
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) {
        const srv_bytes *events = &room->told.events[viewer];
        size_t before = events->n;
        for (uint32_t i = 0; i < book->n; i++) {
            const kb_noted_pact *pact = &book->at[i];
            if (!knows(room, pact, viewer) || !kb_is_opened(book, pact, viewer)) continue;
            bool is_enough = !room->is_bare && events->n - before > SRV_EVENTS_BYTES;
            if (srv_is_told(room, viewer) && !is_enough) {
                tell_opened(room, pact, viewer);
            } else {
                srv_count_event(room, viewer);
            }
        }
    }
}

/* --- bonds ----------------------------------------------------------------------------------------------- */

int srv_legal(const srv_room *room, int seat, kb_span list[KB_LISTED_MAX])
{
    return kb_bound_legal(srv_pacts_ledger(&room->pacts), &room->state, seat, list, KB_LISTED_MAX);
}

kb_error srv_check_move(const srv_room *room, int seat, kb_move move)
{
    return kb_bound_check(srv_pacts_ledger(&room->pacts), &room->state, seat, move);
}
