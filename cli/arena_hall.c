/* arena_hall.c: which games are still to be played, what becomes of finished ones, and Ctrl-C. */
#include "arena_hall.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include "ranks.h"
#include "save.h"

/* --- Ctrl-C ------------------------------------------------------------------------------------------ */

static atomic_bool called_off;

bool hall_is_called_off(void)
{
    return atomic_load_explicit(&called_off, memory_order_relaxed);
}

static void call_off(int signal_number)
{
    atomic_store(&called_off, true);
    signal(signal_number, SIG_DFL); /* a second Ctrl-C ends the program at once */
}

void hall_call_off(void)
{
    atomic_store(&called_off, true);
}

/* Only the first rank can end the arena in good order. */
void hall_listen_for_interrupt(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = call_off;
    action.sa_flags = SA_RESTART;
    if (ranks_first()) sigaction(SIGINT, &action, NULL);
    if (!ranks_first()) atomic_store(&called_off, false); /* the end of the arena before this one */
    signal(SIGPIPE, SIG_IGN); /* a bot's program that died is a forfeit and must not kill us */
}

/* --- games -------------------------------------------------------------------------------------------- */

bool hall_next(hall *h, uint64_t *game)
{
    const arena_keeper *keeper = h->plan->keeper;
    for (; h->next < h->plan->games; h->next++) {
        bool has = h->games[h->next].done;
        if (!has && keeper) has = keeper->has(keeper->shelf, h->next);
        if (!has) break;
        if (keeper) h->finished++;
    }
    *game = h->next;
    bool more = h->next < h->plan->games && !h->failed && !hall_is_called_off();
    if (more) h->next++;
    return more;
}

static bool save_record(const arena_plan *plan, uint64_t game, const char *text, size_t n)
{
    char name[4096];
    if (snprintf(name, sizeof name, "%s/%07llu.kbr", plan->records, (unsigned long long)game) >= (int)sizeof name)
        return false;
    return cli_save(name, text, n);
}

static void note(hall *h, const arena_done *done)
{
    h->games[done->game] = done->result;
    h->finished++;
    for (int seat = 0; seat < h->plan->setup.seats; seat++) {
        arena_entry *entry = &h->report->bot[done->result.seat[seat].bot];
        if (!entry->trouble[0]) memcpy(entry->trouble, done->trouble[seat], sizeof entry->trouble);
        for (int i = 0; i < PLAYER_TIMES; i++) entry->took[i] += done->took[seat][i];
        if (done->slowest_ns[seat] > entry->slowest_ns) entry->slowest_ns = done->slowest_ns[seat];
    }
}

/* What is kept of the game comes first: a game of the checkpoint has its record. */
void hall_keep(hall *h, const arena_done *done, const char *made, size_t n)
{
    const arena_plan *plan = h->plan;
    bool kept = !plan->keeper || plan->keeper->keep(plan->keeper->shelf, done->game, made, n);
    pthread_mutex_lock(&h->lock);
    kept = kept && (!plan->records || save_record(plan, done->game, made, n));
    if (!kept || !arena_checkpoint_add(&h->checkpoint, plan, done)) h->failed = true;
    note(h, done);
    pthread_mutex_unlock(&h->lock);
}

void hall_fail(hall *h)
{
    pthread_mutex_lock(&h->lock);
    h->failed = true;
    pthread_mutex_unlock(&h->lock);
}

void hall_take_read(void *taker, const arena_done *done)
{
    hall *h = taker;
    if (!h->games[done->game].done) note(h, done);
}
