/* arena_run.c: plays all games of an arena in threads, with a progress bar. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "save.h"

enum { LOOK_AGAIN_MS = 100 };

/* --- Ctrl-C ------------------------------------------------------------------------------------------ */

static atomic_bool called_off;

static bool is_called_off(void)
{
    return atomic_load_explicit(&called_off, memory_order_relaxed);
}

static void call_off(int signal_number)
{
    atomic_store(&called_off, true);
    signal(signal_number, SIG_DFL); /* a second Ctrl-C ends the program at once */
}

static void listen_for_interrupt(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = call_off;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a bot's program that died is a forfeit and must not kill us */
}

/* --- workers ----------------------------------------------------------------------------------------- */

/* Shared by the threads. The lock guards everything below it. */
typedef struct hall {
    const arena_plan *plan;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    arena_game *games;
    arena_report *report;
    uint64_t next, finished;
    int n_working;
    bool failed;
} hall;

typedef struct worker {
    pthread_t thread;
    hall *hall;
    player *players; /* one for each place */
    player_room room;
} worker;

/* The next game to play. False if there is none, or if the arena should stop. */
static bool take_game(hall *h, uint64_t *game)
{
    const arena_keeper *keeper = h->plan->keeper;
    pthread_mutex_lock(&h->lock);
    for (; keeper && h->next < h->plan->games && keeper->has(keeper->shelf, h->next); h->next++) h->finished++;
    *game = h->next;
    bool more = h->next < h->plan->games && !h->failed && !is_called_off();
    if (more) h->next++;
    pthread_mutex_unlock(&h->lock);
    return more;
}

static bool save_record(const arena_plan *plan, uint64_t game, const char *text, size_t n)
{
    char name[4096];
    if (snprintf(name, sizeof name, "%s/%07llu.kbr", plan->records, (unsigned long long)game) >= (int)sizeof name)
        return false;
    return cli_save(name, text, n);
}

/* Stores the result of a finished game. */
static void hand_in(worker *w, uint64_t game, const arena_game *result, bool kept, const char *record, size_t n)
{
    hall *h = w->hall;
    const arena_plan *plan = h->plan;
    bool sat[ARENA_BOTS_MAX * KB_SEATS_MAX] = {false};
    int at[KB_SEATS_MAX];
    arena_lineup(plan, game, at);
    for (int seat = 0; seat < plan->setup.seats; seat++) sat[at[seat]] = true;
    pthread_mutex_lock(&h->lock);
    if (!kept) h->failed = true;
    if (plan->records && !save_record(plan, game, record, n)) h->failed = true;
    h->games[game] = *result;
    h->finished++;
    for (int place = 0; place < arena_places(plan); place++) {
        const player *p = &w->players[place];
        arena_entry *entry = &h->report->bot[arena_bot_at(plan, place)];
        if (!entry->trouble[0]) memcpy(entry->trouble, p->trouble, sizeof p->trouble);
        if (!sat[place]) continue;
        for (int i = 0; i < PLAYER_TIMES; i++) entry->took[i] += p->took[i];
        if (p->slowest_ns > entry->slowest_ns) entry->slowest_ns = p->slowest_ns;
    }
    pthread_mutex_unlock(&h->lock);
}

static bool play_and_hand_in(worker *w, uint64_t game)
{
    const arena_plan *plan = w->hall->plan;
    char *text = NULL;
    size_t n = 0;
    arena_game result;
    memset(&result, 0, sizeof result);
    bool recorded = plan->records || plan->keeper;
    FILE *record = recorded ? open_memstream(&text, &n) : NULL;
    if (recorded && !record) return false;
    bool done = arena_play(plan, game, w->players, &w->room, record, is_called_off, &result);
    if (record) fclose(record);
    bool kept = !done || !plan->keeper || plan->keeper->keep(plan->keeper->shelf, game, text, n);
    if (done) hand_in(w, game, &result, kept, text, n);
    free(text);
    return done;
}

static void *work(void *argument)
{
    worker *w = argument;
    uint64_t game;
    while (take_game(w->hall, &game) && play_and_hand_in(w, game)) {
    }
    pthread_mutex_lock(&w->hall->lock);
    w->hall->n_working--;
    pthread_cond_signal(&w->hall->changed);
    pthread_mutex_unlock(&w->hall->lock);
    return NULL;
}

/* --- progress ---------------------------------------------------------------------------------------- */

static void print_time(FILE *to, double seconds)
{
    uint64_t s = (uint64_t)(seconds + 0.5);
    if (s >= 3600) {
        fprintf(to, "%llu h %02llu min", (unsigned long long)(s / 3600), (unsigned long long)(s / 60 % 60));
    } else {
        fprintf(to, "%llu:%02llu", (unsigned long long)(s / 60), (unsigned long long)(s % 60));
    }
}

static void print_progress(uint64_t finished, uint64_t games, double seconds)
{
    enum { WIDTH = 30 };
    int filled = (int)(finished * WIDTH / games);
    fputs("\r[", stderr);
    for (int i = 0; i < WIDTH; i++) fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %llu of %llu games, ", (unsigned long long)finished, (unsigned long long)games);
    if (finished > 0) print_time(stderr, seconds * (double)(games - finished) / (double)finished);
    fprintf(stderr, "%s left\033[K", finished ? "" : "?");
    fflush(stderr);
}

/* Waits until all workers are done, and prints the progress. */
static void wait_for_workers(hall *h)
{
    uint64_t began = player_now_ns();
    bool terminal = isatty(STDERR_FILENO);
    pthread_mutex_lock(&h->lock);
    while (h->n_working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_AGAIN_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&h->changed, &h->lock, &until);
        if (terminal) print_progress(h->finished, h->plan->games, (double)(player_now_ns() - began) * 1e-9);
    }
    pthread_mutex_unlock(&h->lock);
    if (terminal) fputs("\r\033[K", stderr);
}

/* --- all games --------------------------------------------------------------------------------------- */

static void close_worker(worker *w, int n_places)
{
    for (int place = 0; w->players && place < n_places; place++) player_close(&w->players[place]);
    free(w->players);
    player_room_close(&w->room);
}

static bool open_worker(hall *h, worker *w)
{
    const arena_plan *plan = h->plan;
    int n_places = arena_places(plan);
    w->hall = h;
    w->players = calloc((size_t)n_places, sizeof *w->players);
    if (!w->players || !player_room_open(&w->room)) {
        cli_input_error("out of memory");
        return false;
    }
    for (int place = 0; place < n_places; place++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        const player_spec *spec = &plan->bots[arena_bot_at(plan, place)].spec;
        if (player_open(&w->players[place], spec, &why)) continue;
        cli_input_error("%s: %s", spec->text, reason);
        return false;
    }
    return true;
}

/* Starts as many as possible. One is enough. */
static int start_workers(hall *h, worker *workers, int n)
{
    int started = 0;
    pthread_mutex_lock(&h->lock);
    while (started < n && !pthread_create(&workers[started].thread, NULL, work, &workers[started])) started++;
    h->n_working = started;
    pthread_mutex_unlock(&h->lock);
    if (!started) cli_input_error("no thread could be started: %s", strerror(errno));
    return started;
}

bool arena_run(const arena_plan *plan, arena_game *games, arena_report *report)
{
    int n = (int)(plan->threads < plan->games ? plan->threads : plan->games);
    hall h = {.plan = plan, .games = games, .report = report};
    worker *workers = calloc((size_t)n, sizeof *workers);
    bool opened = workers != NULL;
    pthread_mutex_init(&h.lock, NULL);
    pthread_cond_init(&h.changed, NULL);
    listen_for_interrupt();
    for (int i = 0; opened && i < n; i++) opened = open_worker(&h, &workers[i]);
    int started = opened ? start_workers(&h, workers, n) : 0;
    wait_for_workers(&h);
    for (int i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
    for (int i = 0; workers && i < n; i++) close_worker(&workers[i], arena_places(plan));
    free(workers);
    pthread_cond_destroy(&h.changed);
    pthread_mutex_destroy(&h.lock);
    /* The report counts games from the first up to the first one missing, even if threads finished later ones. So
     * `--games` with that number gives the same report. */
    while (report->games < plan->games && games[report->games].done) report->games++;
    report->interrupted = report->games < plan->games;
    return started > 0 && !h.failed;
}
