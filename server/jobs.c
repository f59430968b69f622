/* jobs.c: what the server has to decide or to hash: asked for, given to a thread, and played when its time has come.
 *
 * A decision is asked for once the seat owes it, and from then on it is in the list: waiting, given to a thread, or
 * thought out. The moment it will be played at is drawn when it is asked for. Threads get a job at a time, under a
 * number. A job that does not come back in time is asked for again under another, and an answer to the old number is
 * dropped; after SRV_JOB_TRIES the lobby decides by itself, by the quick rule of thumb. So a table goes on whatever
 * becomes of a thread. */
#include <stdlib.h>
#include <string.h>

#include "lobby_state.h"

static void tell_time(srv_lobby *lobby, uint64_t now_ms)
{
    if (now_ms > lobby->now_ms) lobby->now_ms = now_ms;
}

static uint64_t random_number(const srv_lobby *lobby)
{
    uint64_t number;
    lobby->edge.random(lobby->edge.context, &number, sizeof number);
    return number;
}

/* --- what is owed ---------------------------------------------------------------------------------------- */

/* Seats whose decision is the server's. To pass is tried once for each question: where it was not the only answer, it
 * is the person's. */
static uint32_t owed_mask(const srv_table *t)
{
    uint32_t passes = srv_room_passes_due(t->room);
    for (int seat = 0; seat < t->room->setup.seats; seat++)
        if (t->passed[seat] == t->room->seats[seat].decisions + 1) passes &= ~(1u << seat);
    return srv_room_bots_due(t->room) | passes;
}

/* How long a decision takes depends on nothing the seat holds: it is drawn before anybody thinks, or looks whether there
 * is anything to think about. To pass takes as long as the person takes; a bot, as long as the server lets bots take. */
static uint64_t draw_ms(const srv_lobby *lobby, const srv_decision *d)
{
    uint32_t wait = lobby->edge.bot_wait_ms;
    uint64_t number = random_number(lobby);
    if (d->passes) return srv_room_pass_ms(d->table->room, d->seat, number);
    return wait + (wait ? number % (2 * wait) : 0);
}

static void ask_seat(srv_lobby *lobby, srv_table *t, int seat)
{
    lobby->decisions = srv_grow(lobby->decisions, lobby->n_decisions + 1, &lobby->decisions_size,
                                sizeof *lobby->decisions);
    srv_decision *d = &lobby->decisions[lobby->n_decisions++];
    memset(d, 0, sizeof *d);
    d->table = t;
    d->seat = seat;
    d->made = t->room->seats[seat].decisions;
    d->passes = d->is_thought = !t->room->seats[seat].bot_name[0];
    d->order = ++lobby->n_asked;
    d->due_ms = lobby->now_ms + draw_ms(lobby, d);
    t->thinking_mask |= 1u << seat;
}

static bool is_owed(const srv_decision *d)
{
    const srv_seat *seat = &d->table->room->seats[d->seat];
    return owed_mask(d->table) & 1u << d->seat && seat->decisions == d->made && d->passes == !seat->bot_name[0];
}

static srv_decision take_out(srv_lobby *lobby, size_t i)
{
    srv_decision d = lobby->decisions[i];
    lobby->decisions[i] = lobby->decisions[--lobby->n_decisions];
    if (d.table) d.table->thinking_mask &= ~(1u << d.seat);
    return d;
}

/* Nobody wants it any more. While a thread has it, it stays in the list for the thread's sake. */
static void give_up(srv_lobby *lobby, size_t i)
{
    srv_decision *d = &lobby->decisions[i];
    if (d->number && !d->is_thought) {
        d->table->thinking_mask &= ~(1u << d->seat);
        d->table = NULL;
    } else {
        take_out(lobby, i);
    }
}

void srv_forget_seats(srv_lobby *lobby, const srv_table *t)
{
    for (size_t i = lobby->n_decisions; i-- > 0;)
        if (lobby->decisions[i].table == t) give_up(lobby, i);
}

void srv_ask_seats(srv_lobby *lobby, srv_table *t)
{
    for (size_t i = lobby->n_decisions; t->thinking_mask && i-- > 0;)
        if (lobby->decisions[i].table == t && !is_owed(&lobby->decisions[i])) give_up(lobby, i);
    uint32_t mask = owed_mask(t) & ~t->thinking_mask;
    for (int seat = 0; mask && seat < t->room->setup.seats; seat++)
        if (mask & 1u << seat) ask_seat(lobby, t, seat);
}

/* --- giving ---------------------------------------------------------------------------------------------- */

static bool is_waiting(const srv_decision *d)
{
    return !d->number && !d->is_thought;
}

/* The one that was asked for first. */
static size_t next_decision(const srv_lobby *lobby)
{
    size_t best = lobby->n_decisions;
    for (size_t i = 0; i < lobby->n_decisions; i++)
        if (is_waiting(&lobby->decisions[i]) &&
            (best == lobby->n_decisions || lobby->decisions[i].order < lobby->decisions[best].order))
            best = i;
    return best;
}

static void write_job(const srv_lobby *lobby, const srv_decision *d, srv_job *job)
{
    const srv_room *room = d->table->room;
    bot_spec *spec = &job->bot.spec;
    uint32_t wait = lobby->edge.bot_wait_ms;
    memset(job, 0, sizeof *job);
    job->number = d->number;
    job->bot = room->seats[d->seat].bot;
    job->bot.rng = kb_rng_from(random_number(lobby));
    kb_redact(&room->state, d->seat, &job->view);
    if (kb_game_of(&room->state)->is_answer(&room->state) && (!spec->milliseconds || spec->milliseconds > wait))
        spec->milliseconds = wait;
}

bool srv_next_job(srv_lobby *lobby, srv_job *job, uint64_t now_ms)
{
    tell_time(lobby, now_ms);
    if (lobby->is_waiting) return false; /* what it leads to could not be written down */
    if (srv_next_proof(lobby, job)) return true;
    size_t i = next_decision(lobby);
    if (i == lobby->n_decisions) return false;
    srv_decision *d = &lobby->decisions[i];
    d->number = ++lobby->n_jobs;
    d->deadline_ms = lobby->now_ms + SRV_JOB_MS;
    write_job(lobby, d, job);
    return true;
}

void srv_think(srv_job *job, const bot_room *room)
{
    kb_text words = kb_text_in(job->words, sizeof job->words);
    if (job->proof.connection) {
        srv_prove(&job->proof);
        return;
    }
    job->move = bot_decide(&job->bot, &job->view, room);
    bot_speak(&job->bot, &job->view.setup, &words);
}

/* --- playing --------------------------------------------------------------------------------------------- */

static void take_thought(srv_decision *d, const srv_job *job)
{
    d->is_thought = true;
    d->move = job->move;
    memcpy(d->words, job->words, sizeof d->words);
}

static void play(srv_lobby *lobby, const srv_decision *d)
{
    srv_table *t = d->table;
    srv_listen_for_watchers(t);
    if (d->passes) {
        t->passed[d->seat] = d->made + 1;
        srv_room_pass(t->room, lobby->now_ms, d->seat, d->made);
    } else {
        srv_room_bot_moves(t->room, lobby->now_ms, d->seat, d->made, d->move, d->words);
    }
    srv_publish(lobby, t);
}

/* No thread brought it back. */
static void ask_again(srv_lobby *lobby, srv_decision *d)
{
    srv_job job;
    const bot_room none = {NULL, 0, NULL, NULL};
    d->number = 0;
    lobby->counts.jobs_lost++;
    if (++d->tries < SRV_JOB_TRIES) return;
    write_job(lobby, d, &job);
    job.bot.spec.kind = BOT_GREEDY;
    srv_think(&job, &none);
    take_thought(d, &job);
}

/* Whichever is due first; n_decisions: none is. */
static size_t due_decision(const srv_lobby *lobby)
{
    size_t best = lobby->n_decisions;
    for (size_t i = 0; i < lobby->n_decisions; i++) {
        const srv_decision *d = &lobby->decisions[i], *other = &lobby->decisions[best];
        if (!d->is_thought || d->due_ms > lobby->now_ms) continue;
        if (best == lobby->n_decisions || d->due_ms < other->due_ms ||
            (d->due_ms == other->due_ms && d->order < other->order))
            best = i;
    }
    return best;
}

void srv_play_due(srv_lobby *lobby, uint64_t now_ms)
{
    tell_time(lobby, now_ms);
    if (lobby->is_waiting) return;
    srv_drop_late_proofs(lobby);
    for (size_t i = lobby->n_decisions; i-- > 0;) {
        srv_decision *d = &lobby->decisions[i];
        if (!d->number || d->is_thought || d->deadline_ms > lobby->now_ms) continue;
        if (d->table) {
            ask_again(lobby, d);
        } else {
            take_out(lobby, i);
        }
    }
    for (size_t i; (i = due_decision(lobby)) < lobby->n_decisions;) {
        srv_decision d = take_out(lobby, i);
        play(lobby, &d);
    }
}

void srv_job_done(srv_lobby *lobby, const srv_job *job, uint64_t now_ms)
{
    tell_time(lobby, now_ms);
    if (job->proof.connection) srv_proof_done(lobby, job);
    for (size_t i = lobby->n_decisions; i-- > 0;) {
        if (lobby->decisions[i].number != job->number) continue;
        if (lobby->decisions[i].table) {
            take_thought(&lobby->decisions[i], job);
        } else {
            take_out(lobby, i);
        }
    }
    srv_play_due(lobby, now_ms);
}

static void sooner(uint64_t *next, uint64_t ms)
{
    if (ms < *next) *next = ms;
}

uint64_t srv_next_ms(const srv_lobby *lobby)
{
    uint64_t next = UINT64_MAX;
    if (lobby->is_waiting) return next;
    for (size_t i = 0; i < lobby->n_decisions; i++) {
        const srv_decision *d = &lobby->decisions[i];
        if (d->is_thought) {
            sooner(&next, d->due_ms);
        } else if (d->number) {
            sooner(&next, d->deadline_ms);
        }
    }
    for (int i = 0; i < lobby->n_proving; i++) sooner(&next, lobby->proving[i].deadline_ms);
    return next;
}

size_t srv_jobs_waiting(const srv_lobby *lobby)
{
    size_t n = 0;
    for (size_t i = 0; i < lobby->n_decisions; i++) n += is_waiting(&lobby->decisions[i]);
    return n;
}
