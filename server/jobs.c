/* jobs.c: schedules bots' decisions and passphrase hashing. */
#include "jobs.h"

#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"

void srv_jobs_open(srv_jobs *jobs, srv_env *env)
{
    memset(jobs, 0, sizeof *jobs);
    jobs->env = env;
}

void srv_jobs_close(srv_jobs *jobs)
{
    srv_proofs_wipe(&jobs->proofs);
    for (size_t i = 0; i < jobs->n_decisions; i++) free(jobs->decisions[i].reply);
    free(jobs->decisions);
    for (int i = 0; i < KB_COUNT(jobs->served_of); i++) srv_tally_clear(&jobs->served_of[i]);
}

static bool is_waiting(const srv_decision *d)
{
    return !d->number && !d->is_made;
}

static bool is_of_seat(const srv_decision *d)
{
    return d->kind == SRV_DECIDES_MOVE || d->kind == SRV_DECIDES_PASS;
}

/* The time until which the move is held back; 0: not held back. */
static uint64_t held_until_ms(const srv_jobs *jobs, const srv_decision *d)
{
    if (d->kind != SRV_DECIDES_MOVE || !d->table) return 0;
    if (kb_table_is_paused(d->table->room->table)) return UINT64_MAX;
    if (!jobs->env->edge.bot_wait_ms) return 0;
    return kb_table_pause(d->table->room->table).until_ms;
}

static bool is_held_back(const srv_jobs *jobs, const srv_decision *d)
{
    return held_until_ms(jobs, d) > jobs->env->now_ms;
}

/* Moves and proofs have threads of their own, and so does talk: a secret agreement delays nobody's move. */
static bool is_talk(const srv_decision *d)
{
    return !is_of_seat(d);
}

/* --- how long bots think --------------------------------------------------------------------------------- */

/* The measured time of one simulation of the game, plus a quarter as a margin. */
static uint64_t simulation_us(const srv_jobs *jobs, const srv_room *room)
{
    const uint32_t *us = jobs->env->edge.simulation_us;
    return (us ? us[room->table->setup.game] : SRV_SIMULATION_US) * UINT64_C(5) / 4 + 1;
}

static bool is_search(const srv_decision *d)
{
    return d->table && d->kind == SRV_DECIDES_MOVE && d->table->room->table->minds[d->seat].bot.spec.kind == BOT_SEARCH;
}

/* The time the bot would take on its own. An answer gets at most the minimum delay of bots. */
static uint64_t wanted_us(const srv_jobs *jobs, const srv_decision *d)
{
    const srv_room *room = d->table->room;
    const bot_spec *spec = &room->table->minds[d->seat].bot.spec;
    uint32_t simulations = bot_simulations(spec, room->table->setup.game);
    uint64_t us = simulations ? simulations * simulation_us(jobs, room) : spec->milliseconds * UINT64_C(1000);
    uint64_t most_ms = KB_BOT_MS_MAX, wait_ms = jobs->env->edge.bot_wait_ms;
    if (is_talk(d)) return SRV_NEGOTIATE_US;
    if (!is_search(d)) return 1000;
    if (wait_ms && wait_ms < most_ms && kb_game_of(&room->table->state)->is_answer(&room->table->state))
        most_ms = wait_ms;
    if (!srv_table_is_watched(d->table) && most_ms > SRV_UNWATCHED_MS) most_ms = SRV_UNWATCHED_MS;
    return us < most_ms * 1000 ? us : most_ms * 1000;
}

/* When many wait, each gets a share such that all finish within SRV_LINE_MS, but at least SRV_SIMULATIONS_MIN. */
static uint64_t granted_us(const srv_jobs *jobs, const srv_decision *d)
{
    uint64_t wanted = wanted_us(jobs, d), n = 0;
    if (!is_search(d) || !jobs->env->edge.threads) return wanted;
    for (size_t i = 0; i < jobs->n_decisions; i++)
        n += is_waiting(&jobs->decisions[i]) && is_search(&jobs->decisions[i]);
    uint64_t least = SRV_SIMULATIONS_MIN * simulation_us(jobs, d->table->room);
    uint64_t share = SRV_LINE_MS * UINT64_C(1000) * (uint64_t)jobs->env->edge.threads / (n ? n : 1);
    uint64_t granted = share > least ? share : least;
    return granted < wanted ? granted : wanted;
}

/* --- decisions the server makes -------------------------------------------------------------------------- */

/* Seats whose decision the server makes. It tries to pass once per question: if passing was not the only answer, the
 * person decides. */
static uint32_t owed_mask(const srv_table *t)
{
    uint32_t passes = kb_table_passes_due(t->room->table);
    for (int seat = 0; seat < t->room->table->setup.seats; seat++)
        if (t->decisions.passed[seat] == t->room->table->seats[seat].decisions + 1) passes &= ~(1u << seat);
    return kb_table_bots_due(t->room->table) | passes;
}

/* The time a decision takes must not depend on what the seat holds. So it is drawn before anybody thinks, or even
 * checks whether there is anything to think about. A pass takes as long as the person usually takes; a bot, as long as
 * the pace of the table makes bots take. */
static uint64_t draw_ms(const srv_jobs *jobs, const srv_decision *d)
{
    static const uint8_t waits[] = {1, 2, 0}; /* by kb_pace */
    uint32_t wait = jobs->env->edge.bot_wait_ms, waited = waits[d->table->room->table->rules.pace];
    uint64_t number = srv_env_random_number(jobs->env);
    if (d->kind == SRV_DECIDES_PASS) return kb_table_pass_ms(d->table->room->table, d->seat, number);
    return wait && waited ? (uint64_t)wait * waited + number % (2 * wait) : 0;
}

/* The cost of a decision: higher at a table that nobody watches. */
static uint64_t cost_us(const srv_decision *d)
{
    return d->wants_us * (d->table && srv_table_is_watched(d->table) ? 1 : SRV_UNWATCHED_COSTS);
}

/* Queues the decision behind what the table's host has asked for, and behind what others at the same address have had
 * beyond their share. */
static void line_up(srv_jobs *jobs, srv_decision *d)
{
    const srv_room *room = d->table->room;
    const struct {
        uint64_t key;
        uint64_t hosts; /* whose share it has */
    } shares[] = {{room->table->host, 1},
                  {(uint64_t)room->table->from.address << 32, SRV_HOSTS_AN_ADDRESS},
                  {(uint64_t)room->table->from.network << 33, SRV_HOSTS_AN_ADDRESS * SRV_ADDRESSES_A_NETWORK}};
    uint64_t all = jobs->served_us[is_talk(d)];
    srv_tally *served_of = &jobs->served_of[is_talk(d)];
    d->wants_us = wanted_us(jobs, d);
    d->begins_us = all;
    for (int i = 0; i < KB_COUNT(shares); i++) {
        uint64_t served = srv_tally_of(served_of, shares[i].key);
        if (!shares[i].key) continue;
        if (served < all) served = all;
        if (served > d->begins_us) d->begins_us = served;
        srv_tally_set(served_of, shares[i].key, served + cost_us(d) / shares[i].hosts, all);
    }
}

static void ask(srv_jobs *jobs, srv_table *t, int seat, srv_decision_kind kind, uint32_t made)
{
    jobs->decisions = srv_grow(jobs->decisions, jobs->n_decisions + 1, &jobs->decisions_size, sizeof *jobs->decisions);
    srv_decision *d = &jobs->decisions[jobs->n_decisions++];
    memset(d, 0, sizeof *d);
    d->table = t;
    d->seat = seat;
    d->kind = kind;
    d->made = made;
    d->is_made = kind == SRV_DECIDES_PASS;
    d->order = ++jobs->n_asked;
    d->asked_ms = jobs->env->now_ms;
    d->due_ms = jobs->env->now_ms + draw_ms(jobs, d);
    if (kind != SRV_DECIDES_PASS) line_up(jobs, d);
    if (is_of_seat(d)) t->decisions.asked_mask |= 1u << seat;
}

/* A number for the current stage of the game, for negotiating once in each. Never 0 during play. */
static int stage_of(const srv_room *room)
{
    return room->table->stage == KB_PLAYING ? (room->table->moment.turn << 8 | room->table->moment.stage) + 1 : 0;
}

static bool is_owed(const srv_decision *d)
{
    const kb_seat *seat = &d->table->room->table->seats[d->seat];
    uint32_t bots_mask = 0;
    switch (d->kind) {
    case SRV_DECIDES_MOVE:
    case SRV_DECIDES_PASS: break;
    case SRV_DECIDES_OFFER: return seat->bot_name[0] && stage_of(d->table->room) == (int)d->made;
    case SRV_DECIDES_ANSWER:
        return kb_table_next_asked(d->table->room->table, d->made - 1, &bots_mask) == d->made &&
               bots_mask >> d->seat & 1;
    case SRV_DECIDES_REPLY: return kb_table_is_unanswered(d->table->room->table, d->seat, d->made);
    }
    return owed_mask(d->table) & 1u << d->seat && seat->decisions == d->made &&
           (d->kind == SRV_DECIDES_PASS) == !seat->bot_name[0];
}

static srv_decision take_out(srv_jobs *jobs, size_t i)
{
    srv_decision d = jobs->decisions[i];
    jobs->decisions[i] = jobs->decisions[--jobs->n_decisions];
    if (d.table && is_of_seat(&d)) d.table->decisions.asked_mask &= ~(1u << d.seat);
    return d;
}

/* The decision is no longer wanted. While a thread has it, it stays in the list. */
static void give_up(srv_jobs *jobs, size_t i)
{
    srv_decision *d = &jobs->decisions[i];
    if (d->number && !d->is_made) {
        if (is_of_seat(d)) d->table->decisions.asked_mask &= ~(1u << d->seat);
        d->table = NULL;
    } else {
        free(take_out(jobs, i).reply);
    }
}

void srv_jobs_forget(srv_jobs *jobs, const srv_table *t)
{
    for (size_t i = jobs->n_decisions; i-- > 0;)
        if (jobs->decisions[i].table == t) give_up(jobs, i);
}

/* made 0 matches any decision of the kind. */
static bool is_asked(const srv_jobs *jobs, const srv_table *t, int seat, srv_decision_kind kind, uint32_t made)
{
    for (size_t i = 0; i < jobs->n_decisions; i++) {
        const srv_decision *d = &jobs->decisions[i];
        if (d->table == t && d->kind == kind && d->seat == seat && (!made || d->made == made)) return true;
    }
    return false;
}

/* Has bots answer the proposals made to them, and asks each bot for an offer once per stage if somebody watches. */
static void ask_to_negotiate(srv_jobs *jobs, srv_table *t)
{
    int stage = stage_of(t->room);
    uint32_t bots_mask = 0;
    for (uint32_t pact = 0; (pact = kb_table_next_asked(t->room->table, pact, &bots_mask));)
        for (int seat = 0; seat < t->room->table->setup.seats; seat++)
            if (bots_mask >> seat & 1 && !is_asked(jobs, t, seat, SRV_DECIDES_ANSWER, pact))
                ask(jobs, t, seat, SRV_DECIDES_ANSWER, pact);
    if (!stage || !srv_table_is_watched(t) || !kb_table_wants_offers(t->room->table)) return;
    for (int seat = 0; seat < t->room->table->setup.seats; seat++) {
        if (!t->room->table->seats[seat].bot_name[0] || t->decisions.offered[seat] == stage) continue;
        t->decisions.offered[seat] = stage;
        ask(jobs, t, seat, SRV_DECIDES_OFFER, (uint32_t)stage);
    }
}

/* Whether bots have time for another line from this person. */
static bool has_time_for(srv_jobs *jobs, srv_table *t, int speaker)
{
    uint64_t *spoke_ms = &t->decisions.spoke_ms[speaker], now_ms = jobs->env->now_ms;
    if (*spoke_ms < now_ms) *spoke_ms = now_ms;
    if (*spoke_ms + SRV_HEARD_MS > now_ms + (uint64_t)SRV_HEARD_BURST * SRV_HEARD_MS) return false;
    *spoke_ms += SRV_HEARD_MS;
    return true;
}

/* Each bot thinks about one line at a time, in the order they were said. */
static void ask_to_reply(srv_jobs *jobs, srv_table *t)
{
    if (!kb_table_bots_listen(t->room->table)) return;
    for (int seat = 0; seat < t->room->table->setup.seats; seat++) {
        size_t *heard = &t->decisions.heard[seat], entry = 0;
        int speaker;
        if (is_asked(jobs, t, seat, SRV_DECIDES_REPLY, 0)) continue;
        while ((entry = kb_table_next_line(t->room->table, jobs->env->now_ms, seat, *heard, &speaker))) {
            *heard = entry;
            if (!has_time_for(jobs, t, speaker)) continue;
            ask(jobs, t, seat, SRV_DECIDES_REPLY, (uint32_t)entry);
            break;
        }
        if (!entry) *heard = t->room->table->n_entries;
    }
}

void srv_jobs_check(srv_jobs *jobs, const srv_table *t)
{
    for (size_t i = jobs->n_decisions; i-- > 0;)
        if (jobs->decisions[i].table == t && !is_owed(&jobs->decisions[i])) give_up(jobs, i);
}

void srv_jobs_ask(srv_jobs *jobs, srv_table *t)
{
    srv_jobs_check(jobs, t);
    uint32_t mask = owed_mask(t) & ~t->decisions.asked_mask;
    for (int seat = 0; mask && seat < t->room->table->setup.seats; seat++) {
        const kb_seat *s = &t->room->table->seats[seat];
        if (mask & 1u << seat) ask(jobs, t, seat, s->bot_name[0] ? SRV_DECIDES_MOVE : SRV_DECIDES_PASS, s->decisions);
    }
    ask_to_negotiate(jobs, t);
    ask_to_reply(jobs, t);
}

/* --- giving out jobs ------------------------------------------------------------------------------------- */

/* The waiting move (or talk) that would finish first if everybody had an equal share of the threads; n_decisions: none
 * waits. */
static size_t next_decision(const srv_jobs *jobs, bool talk)
{
    size_t best = jobs->n_decisions;
    uint64_t first = UINT64_MAX, order = 0;
    for (size_t i = 0; i < jobs->n_decisions; i++) {
        const srv_decision *d = &jobs->decisions[i];
        if (is_talk(d) != talk || !is_waiting(d) || is_held_back(jobs, d)) continue;
        uint64_t ends = d->begins_us + cost_us(d);
        if (ends > first || (ends == first && d->order > order)) continue;
        best = i;
        first = ends;
        order = d->order;
    }
    return best;
}

/* A thread is held for the whole slice, even if it finished early. */
static bool is_held(const srv_jobs *jobs, const srv_decision *d)
{
    return d->number && (!d->is_made || d->until_ms > jobs->env->now_ms);
}

static bool has_free_thread(const srv_jobs *jobs, bool talk)
{
    int threads = jobs->env->edge.threads, held = talk ? 0 : jobs->proofs.n_proving;
    if (!threads) return true;
    for (size_t i = 0; i < jobs->n_decisions; i++)
        held += is_talk(&jobs->decisions[i]) == talk && is_held(jobs, &jobs->decisions[i]);
    return held < (talk ? SRV_TALK_THREADS : threads);
}

static void write_spoken(const srv_room *room, size_t entry, srv_job *job)
{
    kb_heard line;
    if (!kb_table_line(room->table, entry, &line)) return;
    memcpy(job->talk, line.text, strlen(line.text) + 1);
    job->spoken = (bot_spoken){line.speaker, line.to_mask != 0, room->table->rules.pacts != KB_PACTS_PRIVATE, NULL,
                               strlen(line.text)};
}

static void write_job(const srv_jobs *jobs, const srv_decision *d, uint64_t granted, srv_job *job)
{
    const srv_room *room = d->table->room;
    memset(job, 0, sizeof *job);
    job->number = d->number;
    job->bot = room->table->minds[d->seat].bot;
    job->bot.rng = kb_rng_from(srv_env_random_number(jobs->env));
    kb_redact(&room->table->state, d->seat, &job->view);
    job->kind = d->kind;
    job->pact = d->made;
    job->ledger = srv_room_copy_ledger(room);
    if (d->kind == SRV_DECIDES_REPLY) write_spoken(room, d->made, job);
    bot_spec *spec = &job->bot.spec;
    spec->milliseconds = (uint32_t)((granted + 999) / 1000);
    uint64_t simulations = granted / simulation_us(jobs, room);
    if (spec->simulations > simulations) spec->simulations = simulations > 1 ? (uint32_t)simulations : 1;
}

/* A decision is not played before its slice is over and the thread has had time to report the result. */
static void give(srv_jobs *jobs, srv_decision *d, srv_job *job)
{
    uint64_t granted = granted_us(jobs, d);
    d->number = ++jobs->n_jobs;
    write_job(jobs, d, granted, job);
    d->deadline_ms = jobs->env->now_ms + job->bot.spec.milliseconds + SRV_JOB_MS;
    if (jobs->env->edge.bot_wait_ms) { /* 0: the operator wants fast bots and nothing else */
        d->until_ms = jobs->env->now_ms + job->bot.spec.milliseconds;
        if (d->due_ms < d->until_ms + SRV_ANSWER_STEP_MS) d->due_ms = d->until_ms + SRV_ANSWER_STEP_MS;
    }
    uint64_t *served = &jobs->served_us[is_talk(d)];
    if (d->begins_us > *served) *served = d->begins_us;
    jobs->n_lowered += granted < wanted_us(jobs, d);
    srv_note_delay(&jobs->waits, (jobs->env->now_ms - d->asked_ms) * 1000);
}

/* Alternates between decisions and passphrases when both wait. */
bool srv_jobs_next(srv_jobs *jobs, srv_job *job)
{
    size_t none = jobs->n_decisions, i = none;
    if (!jobs->proofs.n_waiting && !none) return false;
    bool is_free = has_free_thread(jobs, false);
    if (is_free) i = next_decision(jobs, false);
    bool is_proof = is_free && jobs->proofs.n_waiting && !(i < none && jobs->was_proof);
    if (i == none && !is_proof && has_free_thread(jobs, true)) i = next_decision(jobs, true);
    bool has_decision = i < none;
    jobs->was_proof = is_proof;
    if (is_proof) {
        srv_proofs_give(&jobs->proofs, ++jobs->n_jobs, jobs->env->now_ms, job);
    } else if (has_decision) {
        give(jobs, &jobs->decisions[i], job);
    }
    return is_proof || has_decision;
}

/* --- playing --------------------------------------------------------------------------------------------- */

/* A late decision is held back until the next step, so that nobody can see how late it was. */
static void take_decision(const srv_jobs *jobs, srv_decision *d, const srv_job *job)
{
    if (jobs->env->edge.bot_wait_ms && jobs->env->now_ms > d->due_ms)
        d->due_ms += (jobs->env->now_ms - d->due_ms + SRV_ANSWER_STEP_MS - 1) / SRV_ANSWER_STEP_MS * SRV_ANSWER_STEP_MS;
    d->is_made = true;
    d->move = job->move;
    memcpy(d->words, job->words, sizeof d->words);
    if (job->has_reply) {
        d->reply = srv_alloc(sizeof *d->reply);
        *d->reply = job->reply;
    }
    if (!is_of_seat(d)) kb_table_bot_remembers(d->table->room->table, d->seat, &job->bot);
}

/* No thread brought the decision back. */
static void ask_again(srv_jobs *jobs, srv_decision *d)
{
    srv_job job;
    const bot_room none = {NULL, 0, NULL, NULL};
    d->number = 0;
    jobs->n_lost++;
    if (++d->tries < SRV_JOB_TRIES) return;
    if (d->kind == SRV_DECIDES_REPLY) {
        d->is_made = true; /* says nothing */
        return;
    }
    write_job(jobs, d, 1000, &job);
    job.bot.spec.kind = BOT_GREEDY;
    srv_think(&job, &none);
    take_decision(jobs, d, &job);
}

/* The decision that is due first; n_decisions: none is due. */
static size_t due_decision(const srv_jobs *jobs)
{
    size_t best = jobs->n_decisions;
    for (size_t i = 0; i < jobs->n_decisions; i++) {
        const srv_decision *d = &jobs->decisions[i], *other = &jobs->decisions[best];
        if (!d->is_made || d->due_ms > jobs->env->now_ms || is_held_back(jobs, d)) continue;
        if (best == jobs->n_decisions || d->due_ms < other->due_ms ||
            (d->due_ms == other->due_ms && d->order < other->order))
            best = i;
    }
    return best;
}

void srv_jobs_give_up_late(srv_jobs *jobs)
{
    for (size_t i = jobs->n_decisions; i-- > 0;) {
        srv_decision *d = &jobs->decisions[i];
        if (!d->number || d->is_made || d->deadline_ms > jobs->env->now_ms) continue;
        if (d->table) {
            ask_again(jobs, d);
        } else {
            take_out(jobs, i);
        }
    }
}

bool srv_jobs_take_due(srv_jobs *jobs, srv_decision *out)
{
    size_t i = due_decision(jobs);
    if (i == jobs->n_decisions) return false;
    *out = take_out(jobs, i);
    if (out->kind == SRV_DECIDES_PASS) out->table->decisions.passed[out->seat] = out->made + 1;
    return true;
}

void srv_jobs_done(srv_jobs *jobs, const srv_job *job)
{
    for (size_t i = jobs->n_decisions; i-- > 0;) {
        if (jobs->decisions[i].number != job->number || jobs->decisions[i].is_made) continue; /* it may come twice */
        if (jobs->decisions[i].table) {
            take_decision(jobs, &jobs->decisions[i], job);
        } else {
            take_out(jobs, i);
        }
    }
}

static void sooner(uint64_t *next, uint64_t ms)
{
    if (ms < *next) *next = ms;
}

uint64_t srv_jobs_next_ms(const srv_jobs *jobs)
{
    uint64_t next = UINT64_MAX;
    bool some_wait = jobs->env->edge.threads && (jobs->proofs.n_waiting || srv_jobs_waiting(jobs));
    for (size_t i = 0; i < jobs->n_decisions; i++) {
        const srv_decision *d = &jobs->decisions[i];
        uint64_t held_ms = held_until_ms(jobs, d);
        if (d->is_made) sooner(&next, d->due_ms > held_ms ? d->due_ms : held_ms);
        if (is_waiting(d) && held_ms > jobs->env->now_ms) sooner(&next, held_ms);
        if (d->number && !d->is_made) sooner(&next, d->deadline_ms);
        if (some_wait && d->is_made && d->until_ms > jobs->env->now_ms) sooner(&next, d->until_ms);
    }
    for (int i = 0; i < jobs->proofs.n_proving; i++) sooner(&next, jobs->proofs.proving[i].deadline_ms);
    return next;
}

size_t srv_jobs_waiting(const srv_jobs *jobs)
{
    size_t n = 0;
    for (size_t i = 0; i < jobs->n_decisions; i++) n += is_waiting(&jobs->decisions[i]);
    return n;
}
