/* jobs.c: what the server has to decide or to hash: asked for, given to a thread, and played when its time has come.
 *
 * Threads are shared out fairly. Every decision has a cost, which is what its bot would like to think, and a place in
 * line: it begins when everything that the table's host asked for before has had its share, and ends a cost later.
 * Whichever ends first is given first. So a short thought comes before a long one, a host with twenty tables has no more
 * of the threads than one with a single table, and nobody waits for ever. Where nobody watches, a thought costs eight
 * times as much. When many wait, all think less, down to a floor.
 *
 * The time a decision takes tells nothing of what it is between. A thread is held, and the decision kept back, for a
 * slice of time that follows from the bot's level and the length of the line alone; the search ends within it.
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

static bool is_in_line(const srv_decision *d)
{
    return !d->number && !d->is_thought;
}

/* --- how long bots think --------------------------------------------------------------------------------- */

/* A simulation of the game takes so long, and a quarter more for luck. */
static uint64_t simulation_us(const srv_lobby *lobby, const srv_room *room)
{
    const uint32_t *us = lobby->edge.simulation_us;
    return (us ? us[room->setup.game] : SRV_SIMULATION_US) * UINT64_C(5) / 4 + 1;
}

static bool is_search(const srv_decision *d)
{
    return d->table && d->table->room->seats[d->seat].bot.spec.kind == BOT_SEARCH;
}

/* The time its bot would take by itself. With an answer no bot takes longer than the least it is kept back. */
static uint64_t wanted_us(const srv_lobby *lobby, const srv_decision *d)
{
    const srv_room *room = d->table->room;
    const bot_spec *spec = &room->seats[d->seat].bot.spec;
    uint64_t us = spec->simulations ? spec->simulations * simulation_us(lobby, room)
                                    : spec->milliseconds * UINT64_C(1000);
    uint64_t most_ms = SRV_BOT_MS_MAX, wait_ms = lobby->edge.bot_wait_ms;
    if (!is_search(d)) return 1000;
    if (wait_ms && wait_ms < most_ms && kb_game_of(&room->state)->is_answer(&room->state)) most_ms = wait_ms;
    if (!d->table->n_watchers && most_ms > SRV_UNWATCHED_MS) most_ms = SRV_UNWATCHED_MS;
    return us < most_ms * 1000 ? us : most_ms * 1000;
}

/* When many wait, each gets as much as brings all of them to an end within SRV_LINE_MS, but SRV_SIMULATIONS_MIN. */
static uint64_t granted_us(const srv_lobby *lobby, const srv_decision *d)
{
    uint64_t wanted = wanted_us(lobby, d), n = 0;
    if (!is_search(d) || !lobby->edge.threads) return wanted;
    for (size_t i = 0; i < lobby->n_decisions; i++)
        n += is_in_line(&lobby->decisions[i]) && is_search(&lobby->decisions[i]);
    uint64_t least = SRV_SIMULATIONS_MIN * simulation_us(lobby, d->table->room);
    uint64_t share = SRV_LINE_MS * UINT64_C(1000) * (uint64_t)lobby->edge.threads / (n ? n : 1);
    uint64_t granted = share > least ? share : least;
    return granted < wanted ? granted : wanted;
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

/* What it costs at the table: more where nobody watches. */
static uint64_t cost_us(const srv_decision *d)
{
    return d->wants_us * (d->table && d->table->n_watchers ? 1 : SRV_UNWATCHED_COSTS);
}

/* The place in line: behind everything that the table's host has asked for. */
static void line_up(srv_lobby *lobby, srv_decision *d)
{
    uint32_t host = d->table->room->host;
    uint64_t *served = host ? &lobby->people[host - 1].served_us : &lobby->served_us;
    d->wants_us = wanted_us(lobby, d);
    d->begins_us = *served > lobby->served_us ? *served : lobby->served_us;
    if (host) *served = d->begins_us + cost_us(d);
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
    d->asked_ms = lobby->now_ms;
    d->due_ms = lobby->now_ms + draw_ms(lobby, d);
    if (!d->passes) line_up(lobby, d);
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

/* Whichever would be done first, if everybody had an equal share of the threads; n_decisions: none waits. */
static size_t next_decision(const srv_lobby *lobby)
{
    size_t best = lobby->n_decisions;
    uint64_t first = UINT64_MAX, order = 0;
    for (size_t i = 0; i < lobby->n_decisions; i++) {
        const srv_decision *d = &lobby->decisions[i];
        if (!is_in_line(d)) continue;
        uint64_t ends = d->begins_us + cost_us(d);
        if (ends > first || (ends == first && d->order > order)) continue;
        best = i;
        first = ends;
        order = d->order;
    }
    return best;
}

/* A thread is held for the whole slice, also where the thought was short. */
static bool is_held(const srv_lobby *lobby, const srv_decision *d)
{
    return d->number && (!d->is_thought || d->until_ms > lobby->now_ms);
}

static bool has_free_thread(const srv_lobby *lobby)
{
    int held = lobby->n_proving;
    if (!lobby->edge.threads) return true;
    for (size_t i = 0; i < lobby->n_decisions; i++) held += is_held(lobby, &lobby->decisions[i]);
    return held < lobby->edge.threads;
}

static void write_job(const srv_lobby *lobby, const srv_decision *d, uint64_t granted, srv_job *job)
{
    const srv_room *room = d->table->room;
    memset(job, 0, sizeof *job);
    job->number = d->number;
    job->bot = room->seats[d->seat].bot;
    job->bot.rng = kb_rng_from(random_number(lobby));
    kb_redact(&room->state, d->seat, &job->view);
    bot_spec *spec = &job->bot.spec;
    spec->milliseconds = (uint32_t)((granted + 999) / 1000);
    uint64_t simulations = granted / simulation_us(lobby, room);
    if (spec->simulations > simulations) spec->simulations = simulations > 1 ? (uint32_t)simulations : 1;
}

/* The decision is not played before its slice is over, and a thread has had the time to say what it came to. */
static void give(srv_lobby *lobby, srv_decision *d, srv_job *job)
{
    uint64_t granted = granted_us(lobby, d);
    d->number = ++lobby->n_jobs;
    write_job(lobby, d, granted, job);
    d->deadline_ms = lobby->now_ms + job->bot.spec.milliseconds + SRV_JOB_MS;
    if (lobby->edge.bot_wait_ms) { /* 0: whoever runs the server wants bots to be quick, and nothing else */
        d->until_ms = lobby->now_ms + job->bot.spec.milliseconds;
        if (d->due_ms < d->until_ms + SRV_ANSWER_STEP_MS) d->due_ms = d->until_ms + SRV_ANSWER_STEP_MS;
    }
    if (d->begins_us > lobby->served_us) lobby->served_us = d->begins_us;
    lobby->counts.jobs_lowered += granted < wanted_us(lobby, d);
    srv_note_delay(&lobby->counts.job_waits, (lobby->now_ms - d->asked_ms) * 1000);
}

/* People who say a passphrase do not wait for bots, and bots wait for one of them at a time. */
bool srv_next_job(srv_lobby *lobby, srv_job *job, uint64_t now_ms)
{
    tell_time(lobby, now_ms);
    if (lobby->is_waiting) return false; /* what it leads to could not be written down */
    if (!lobby->n_proofs && !lobby->n_decisions) return false;
    if (!has_free_thread(lobby)) return false;
    size_t i = next_decision(lobby);
    bool has_decision = i < lobby->n_decisions;
    if (!(has_decision && lobby->was_proof) && srv_next_proof(lobby, job)) {
        lobby->was_proof = true;
        return true;
    }
    lobby->was_proof = false;
    if (has_decision) give(lobby, &lobby->decisions[i], job);
    return has_decision;
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

/* What comes later than it should have is kept back to the next step: how much later is nobody's business. */
static void take_thought(const srv_lobby *lobby, srv_decision *d, const srv_job *job)
{
    if (lobby->edge.bot_wait_ms && lobby->now_ms > d->due_ms)
        d->due_ms += (lobby->now_ms - d->due_ms + SRV_ANSWER_STEP_MS - 1) / SRV_ANSWER_STEP_MS * SRV_ANSWER_STEP_MS;
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
    write_job(lobby, d, 1000, &job);
    job.bot.spec.kind = BOT_GREEDY;
    srv_think(&job, &none);
    take_thought(lobby, d, &job);
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
            take_thought(lobby, &lobby->decisions[i], job);
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
    bool some_wait = lobby->edge.threads && (lobby->n_proofs || srv_jobs_waiting(lobby));
    for (size_t i = 0; i < lobby->n_decisions; i++) {
        const srv_decision *d = &lobby->decisions[i];
        if (d->is_thought) sooner(&next, d->due_ms);
        if (d->number && !d->is_thought) sooner(&next, d->deadline_ms);
        if (some_wait && d->is_thought && d->until_ms > lobby->now_ms) sooner(&next, d->until_ms);
    }
    for (int i = 0; i < lobby->n_proving; i++) sooner(&next, lobby->proving[i].deadline_ms);
    return next;
}

size_t srv_jobs_waiting(const srv_lobby *lobby)
{
    size_t n = 0;
    for (size_t i = 0; i < lobby->n_decisions; i++) n += is_in_line(&lobby->decisions[i]);
    return n;
}
