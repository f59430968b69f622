/* arena_run.c: plays all games of an arena in threads, with a progress bar. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_hall.h"
#include "ranks.h"

/* How often the main thread looks after things: the progress bar, other ranks, and answers it waits for. */
enum { BAR_US = 100000, HOST_US = 500, GUEST_US = 20000, HUNGRY_US = 200 };

/* --- workers ----------------------------------------------------------------------------------------- */

typedef struct worker {
    pthread_t thread;
    hall *hall;
    player *players; /* one for each place */
    player_room room;
} worker;

static bool take_game(hall *h, uint64_t *game)
{
    pthread_mutex_lock(&h->lock);
    bool more = ranks_first() ? hall_next(h, game) : hall_wait_for_game(h, game);
    pthread_mutex_unlock(&h->lock);
    return more;
}

/* What is to be kept of a record, in place of it. */
static bool make_of_record(const arena_keeper *keeper, uint64_t game, char **text, size_t *n)
{
    char *made = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&made, &length);
    bool fine = stream && keeper->make(keeper->shelf, game, *text, *n, stream);
    if (stream) fine = !fclose(stream) && fine;
    free(*text);
    *text = made;
    *n = length;
    return fine || cli_input_error("game %llu could not be kept", (unsigned long long)game) == CLI_FINE;
}

static void note_times(const worker *w, arena_done *done)
{
    int at[KB_SEATS_MAX];
    arena_lineup(w->hall->plan, done->game, at);
    for (int seat = 0; seat < w->hall->plan->setup.seats; seat++) {
        const player *p = &w->players[at[seat]];
        memcpy(done->took[seat], p->took, sizeof p->took);
        memcpy(done->trouble[seat], p->trouble, sizeof p->trouble);
        done->slowest_ns[seat] = p->slowest_ns;
    }
}

static bool play_and_hand_in(worker *w, uint64_t game)
{
    const arena_plan *plan = w->hall->plan;
    char *text = NULL;
    size_t n = 0;
    arena_done done;
    memset(&done, 0, sizeof done);
    done.game = game;
    bool recorded = plan->records || plan->keeper;
    FILE *record = recorded ? open_memstream(&text, &n) : NULL;
    if (recorded && !record) return false;
    bool played = arena_play(plan, game, w->players, &w->room, record, hall_is_called_off, &done.result);
    if (record) fclose(record);
    if (played) {
        note_times(w, &done);
        if (plan->keeper && !make_of_record(plan->keeper, game, &text, &n))
            hall_fail(w->hall);
        else if (ranks_first())
            hall_keep(w->hall, &done, text, n);
        else
            hall_post(w->hall, &done, text, n);
    }
    free(text);
    return played;
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

/* Waits until something changes, or for some time. */
static void wait_a_little(hall *h, long us)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += us * 1000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&h->changed, &h->lock, &until);
}

/* The first rank: waits until all games are done, and prints the progress. */
static void host_games(hall *h)
{
    uint64_t began = player_now_ns(), drawn = 0;
    bool terminal = isatty(STDERR_FILENO);
    while (hall_host(h)) {
        uint64_t now = player_now_ns();
        pthread_mutex_lock(&h->lock);
        if (h->n_working > 0 || h->n_guests > 0) wait_a_little(h, h->n_guests ? HOST_US : BAR_US);
        if (hall_is_called_off()) h->ended = true;
        if (terminal && now - drawn > BAR_US * 1000L) {
            print_progress(h->finished, h->plan->games, (double)(now - began) * 1e-9);
            drawn = now;
        }
        pthread_mutex_unlock(&h->lock);
    }
    if (terminal) fputs("\r\033[K", stderr);
}

/* Another rank: plays what it is given. */
static void visit(hall *h)
{
    while (hall_visit(h)) {
        pthread_mutex_lock(&h->lock);
        if (!h->n_hungry || h->asked) wait_a_little(h, h->asked ? HUNGRY_US : GUEST_US);
        pthread_mutex_unlock(&h->lock);
    }
    hall_leave(h);
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

static bool open_hall(hall *h, worker *workers, int n)
{
    bool fine = ranks_after_first() && workers;
    if (fine && ranks_first()) fine = arena_checkpoint_open(&h->checkpoint, h->plan, hall_take_read, h);
    for (int i = 0; fine && i < n; i++) fine = open_worker(h, &workers[i]);
    return ranks_agree(fine);
}

static void close_hall(hall *h, worker *workers, int n)
{
    for (int i = 0; workers && i < n; i++) close_worker(&workers[i], arena_places(h->plan));
    free(workers);
    arena_checkpoint_close(&h->checkpoint);
    pthread_cond_destroy(&h->changed);
    pthread_cond_destroy(&h->supplied);
    pthread_mutex_destroy(&h->lock);
}

static void play_all(hall *h, worker *workers, int n)
{
    int started = start_workers(h, workers, n);
    if (!started) h->failed = true;
    if (ranks_first())
        host_games(h);
    else
        visit(h);
    for (int i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
}

bool arena_run(const arena_plan *plan, arena_game *games, arena_report *report)
{
    int n = (int)(plan->threads < plan->games ? plan->threads : plan->games);
    hall h = {.plan = plan, .games = games, .report = report, .n_guests = ranks_count() - 1};
    worker *workers = calloc((size_t)n, sizeof *workers);
    pthread_mutex_init(&h.lock, NULL);
    pthread_cond_init(&h.changed, NULL);
    pthread_cond_init(&h.supplied, NULL);
    hall_listen_for_interrupt();
    bool opened = open_hall(&h, workers, n);
    if (opened) play_all(&h, workers, n);
    close_hall(&h, workers, n);
    /* The report counts games from the first up to the first one missing, even if threads finished later ones. So
     * `--games` with that number gives the same report. */
    while (opened && report->games < plan->games && games[report->games].done) report->games++;
    report->interrupted = report->games < plan->games;
    return opened && !h.failed;
}
