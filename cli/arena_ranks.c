/* arena_ranks.c: an arena played by several processes. The first rank hands out games in blocks, and gets results. Its main
 * thread does so while other threads play. A game is the same wherever it is played, so nothing else depends on who plays
 * what. If a rank dies, all end, and the checkpoint has what the first rank knew. */
#include <stdlib.h>
#include <string.h>

#include "arena_hall.h"
#include "ranks.h"

enum {
    ASK,    /* a guest wants games: the number of its threads */
    GAMES,  /* games for a guest: their numbers */
    DONE,   /* finished games: for each an arena_done, the length of what is kept of it, and that */
    FAILED, /* a guest cannot go on, and has said why */
    LEAVE,  /* to a guest: the arena is over */
    LEFT    /* a guest will send nothing more */
};

enum { OUTBOX_MAX = 1 << 26 };

/* --- the first rank ----------------------------------------------------------------------------------- */

/* Large blocks while there is much to do, because asking takes time; small ones at the end, so that all finish at once. */
static uint64_t block_size(const hall *h, uint64_t threads)
{
    uint64_t left = h->plan->games - h->next, share = left / (4 * threads * (uint64_t)ranks_count());
    return share < threads ? threads : share < HALL_QUEUE_MAX ? share : HALL_QUEUE_MAX;
}

static void hand_out(hall *h, int to, uint64_t threads)
{
    uint64_t block[HALL_QUEUE_MAX];
    size_t n = 0;
    pthread_mutex_lock(&h->lock);
    for (uint64_t size = block_size(h, threads); n < size && hall_next(h, &block[n]);) n++;
    pthread_mutex_unlock(&h->lock);
    if (n) ranks_send(to, GAMES, block, n * sizeof *block);
}

static void take_done(hall *h, const char *bytes, size_t n)
{
    arena_done done;
    uint64_t made;
    for (const char *end = bytes + n; bytes < end; bytes += made) {
        memcpy(&done, bytes, sizeof done);
        memcpy(&made, bytes + sizeof done, sizeof made);
        bytes += sizeof done + sizeof made;
        hall_keep(h, &done, bytes, made);
    }
}

static void answer(hall *h, const ranks_message *m)
{
    uint64_t threads;
    switch (m->kind) {
    case ASK:
        memcpy(&threads, m->bytes, sizeof threads);
        hand_out(h, m->from, threads);
        break;
    case DONE: take_done(h, m->bytes, m->n); break;
    case FAILED: hall_fail(h); break;
    default: h->n_guests--;
    }
}

bool hall_host(hall *h)
{
    ranks_message m;
    while (ranks_fetch(&m)) {
        answer(h, &m);
        free(m.bytes);
    }
    pthread_mutex_lock(&h->lock);
    bool over = h->n_working == 0 && (h->failed || h->ended || h->finished == h->plan->games);
    pthread_mutex_unlock(&h->lock);
    if (over && !h->closing) {
        for (int to = 1; to < ranks_count(); to++) ranks_send(to, LEAVE, "", 0);
        h->closing = true;
    }
    return !over || h->n_guests > 0;
}

/* --- the others --------------------------------------------------------------------------------------- */

bool hall_wait_for_game(hall *h, uint64_t *game)
{
    h->n_hungry++;
    while (!h->n_queue && !h->ended && !h->failed) {
        pthread_cond_signal(&h->changed);
        pthread_cond_wait(&h->supplied, &h->lock);
    }
    h->n_hungry--;
    if (h->ended || h->failed) return false;
    *game = h->queue[0];
    memmove(h->queue, h->queue + 1, (size_t)--h->n_queue * sizeof *h->queue);
    return true;
}

void hall_post(hall *h, const arena_done *done, const char *made, size_t n)
{
    uint64_t length = n;
    pthread_mutex_lock(&h->lock);
    if (!h->outbox) h->outbox = open_memstream(&h->outbox_bytes, &h->outbox_n);
    if (h->outbox) {
        fwrite(done, 1, sizeof *done, h->outbox);
        fwrite(&length, 1, sizeof length, h->outbox);
        if (n) fwrite(made, 1, n, h->outbox);
    } else {
        h->failed = cli_input_error("out of memory") != CLI_FINE;
    }
    while (h->outbox && ftell(h->outbox) > OUTBOX_MAX && !h->ended) { /* playing is faster than sending */
        pthread_cond_signal(&h->changed);
        pthread_cond_wait(&h->supplied, &h->lock);
    }
    pthread_mutex_unlock(&h->lock);
}

static void send_outbox(hall *h)
{
    pthread_mutex_lock(&h->lock);
    FILE *outbox = h->outbox;
    h->outbox = NULL;
    if (outbox && fclose(outbox)) h->failed = cli_input_error("out of memory") != CLI_FINE;
    char *bytes = h->outbox_bytes;
    size_t n = h->outbox_n;
    pthread_cond_broadcast(&h->supplied);
    pthread_mutex_unlock(&h->lock);
    if (!outbox) return;
    ranks_send(0, DONE, bytes, n);
    free(bytes);
}

static void take_message(hall *h, const ranks_message *m)
{
    pthread_mutex_lock(&h->lock);
    if (m->kind == GAMES) {
        memcpy(h->queue, m->bytes, m->n);
        h->n_queue = (int)(m->n / sizeof *h->queue);
        h->asked = false;
    } else {
        h->ended = true;
        hall_call_off();
    }
    pthread_cond_broadcast(&h->supplied);
    pthread_mutex_unlock(&h->lock);
}

bool hall_visit(hall *h)
{
    uint64_t threads = h->plan->threads;
    ranks_message m;
    send_outbox(h);
    pthread_mutex_lock(&h->lock);
    bool ask = h->n_hungry && !h->n_queue && !h->asked && !h->ended && !h->failed;
    bool failed = h->failed && !h->closing;
    h->asked |= ask;
    h->closing |= failed;
    pthread_mutex_unlock(&h->lock);
    if (ask) ranks_send(0, ASK, &threads, sizeof threads);
    if (failed) ranks_send(0, FAILED, "", 0);
    while (ranks_fetch(&m)) {
        take_message(h, &m);
        free(m.bytes);
    }
    pthread_mutex_lock(&h->lock);
    bool on = !h->ended || h->n_working > 0;
    pthread_mutex_unlock(&h->lock);
    return on;
}

void hall_leave(hall *h)
{
    send_outbox(h);
    ranks_send(0, LEFT, "", 0);
}
