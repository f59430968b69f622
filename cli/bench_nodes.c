/* bench_nodes.c: `kickback bench serve --log … --nodes N`: one server on a database against SQLite, several against one, and
 * what happens when one of them is killed. The tables of one measurement stay in the database during the next. */
#include "bench_nodes.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

enum { LOST_TABLES = 100, LOST_BOT_TABLES = 30 };
static const double DATABASE_MOVES_A_S = 1000, BEFORE_SECONDS = 1, LOST_SECONDS = 2, LOST_MOVES_A_S = 1000;
/* Longer than a lease; and slow enough for the limit of requests, because bots without pauses are fast. */
static const double LOST_BOTS_SECONDS = 4, LOST_BOTS_MOVES_A_S = 150;

/* Servers on one database, and clients for them. */
typedef struct nodes {
    bench_server at[LOAD_NODES_MAX];
    int n;
    cli_load *load;
} nodes;

static void stop_nodes(nodes *all)
{
    if (all->load) cli_load_free(all->load);
    for (int i = 0; i < all->n; i++) bench_server_stop(&all->at[i], SIGTERM);
}

static bool start_nodes(nodes *all, const char *log, const char *bot_wait, int n, bool together)
{
    int ports[LOAD_NODES_MAX];
    memset(all, 0, sizeof *all);
    while (all->n < n && bench_server_start(log, bot_wait, &all->at[all->n])) all->n++;
    for (int i = 0; i < all->n; i++) ports[i] = all->at[i].port;
    if (all->n == n) all->load = cli_load_new(ports, n, together);
    if (all->load) return true;
    stop_nodes(all);
    return false;
}

static void print_ratio(const char *name, double ratio, bool json)
{
    if (json) {
        cli_print_json(stdout, "{what:%s, ratio:%.2f}\n", name, ratio);
    } else {
        printf("%-20s %.2f of the moves per second\n", name, ratio);
    }
    fflush(stdout);
}

/* The people of each table are on different servers. */
static bool bench_moves(const char *log, int n, const bench_size *how, bool json, double *moves_per_s)
{
    nodes all;
    if (!start_nodes(&all, log, NULL, n, false)) return false;
    bool done = bench_play(all.load, all.at, n, how, json, moves_per_s);
    stop_nodes(&all);
    return done;
}

static void print_back(const char *name, cli_times *back, bool json)
{
    double p50 = cli_time_within(back, 0.5), most = cli_time_within(back, 1.0);
    if (json) {
        cli_print_json(stdout, "{what:%s, n:%zu, p50_s:%.3f, most_s:%.3f}\n", name, back->n, p50, most);
    } else {
        printf("%-20s p50 %.3f s, max %.3f s, of %zu\n", name, p50, most, back->n);
    }
    fflush(stdout);
}

/* Kills the first server. The people of a table are all on one server, so that its tables stop. With bots, tables whose
 * people are elsewhere stop, too, until another server looks after the bots. */
static bool bench_loss(const char *log, int n, const char *bots, bool json)
{
    nodes all;
    cli_load_result before, after;
    if (!start_nodes(&all, log, "0", n, true)) return false;
    bool done = bots ? cli_load_bots(all.load, LOST_BOT_TABLES, bots) : cli_load_seat(all.load, LOST_TABLES);
    if (done) {
        done = cli_load_play(all.load, BEFORE_SECONDS, LOST_TABLES, &before);
        cli_load_result_free(&before);
    }
    if (done) {
        double killed = cli_now_s();
        bench_server_stop(&all.at[0], SIGKILL);
        all.at[0] = all.at[--all.n];
        cli_load_lose(all.load, 0, killed);
        done = bots ? cli_load_play(all.load, LOST_BOTS_SECONDS, LOST_BOTS_MOVES_A_S, &after)
                    : cli_load_play(all.load, LOST_SECONDS, LOST_MOVES_A_S, &after);
        if (done) print_back(bots ? "after kill -9, bots" : "after kill -9", bots ? &after.bots : &after.back, json);
        cli_load_result_free(&after);
    }
    stop_nodes(&all);
    return done;
}

static bool bench_idle(const char *log, int n, size_t wanted, bool json)
{
    nodes all;
    double before = 0, after = 0;
    size_t idle = bench_idle_that_fit(wanted);
    if (!start_nodes(&all, log, NULL, n, false)) return false;
    for (int i = 0; i < n; i++) before += (double)bench_server_bytes(&all.at[i]);
    bool done = cli_load_idle(all.load, idle);
    for (int i = 0; i < n; i++) after += (double)bench_server_bytes(&all.at[i]);
    double each = (after - before) / (double)idle;
    if (done && json)
        cli_print_json(stdout, "{what:%s, n:%zu, nodes:%d, bytes:%.0f, all_bytes:%.0f}\n", "idle connections", idle, n,
                       each, after);
    if (done && !json)
        printf("%-20s %.1f KB of memory for each of %zu, %.0f MB for %d servers together\n", "idle connections",
               each / 1000, idle, after / 1e6, n);
    stop_nodes(&all);
    return done;
}

bool bench_nodes(const char *data, const char *log, int n_nodes, const bench_size *size, bool json)
{
    bench_size how = *size;
    double sqlite = 0, one = 0, several = 0;
    char name[64];
    nodes none;
    if (!start_nodes(&none, log, NULL, 1, false)) return false; /* before anything is measured in vain */
    stop_nodes(&none);
    if (how.moves_per_s > DATABASE_MOVES_A_S) how.moves_per_s = DATABASE_MOVES_A_S;
    if (!json) printf("in SQLite:\n");
    if (!bench_log(data, &how, json, &sqlite)) return false;
    if (!json) printf("in the database, one server:\n");
    if (!bench_log(log, &how, json, &one)) return false;
    print_ratio("against SQLite", one / sqlite, json);
    for (int n = 2; n <= n_nodes; n++) {
        if (!json) printf("in the database, %d servers:\n", n);
        if (!bench_moves(log, n, &how, json, &several)) return false;
        snprintf(name, sizeof name, "%d against one", n);
        print_ratio(name, several / one, json);
    }
    if (n_nodes < 2) return true;
    return bench_loss(log, n_nodes, NULL, json) && bench_loss(log, n_nodes, "easy", json) &&
           bench_idle(log, n_nodes, 2 * how.idle, json);
}
