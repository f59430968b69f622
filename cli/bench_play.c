/* bench_play.c: how fast people can play on servers. */
#include "bench_play.h"

#include <signal.h>
#include <stdio.h>

#include "cli.h"

static void print_times(const char *name, cli_times *times, double moves_per_s, bool json)
{
    double p50 = 1000 * cli_time_within(times, 0.5), p99 = 1000 * cli_time_within(times, 0.99),
           most = 1000 * cli_time_within(times, 1.0);
    if (json) {
        cli_print_json(stdout, "{what:%s, moves_per_s:%.0f, n:%zu, p50_ms:%.2f, p99_ms:%.2f, most_ms:%.2f}\n", name,
                       moves_per_s, times->n, p50, p99, most);
    } else {
        printf("%-20s p50 %.2f ms, p99 %.2f ms, max %.2f ms; %.0f moves per second requested, %zu arrived\n", name, p50,
               p99, most, moves_per_s, times->n);
    }
    fflush(stdout);
}

static double used_s(const bench_server *servers, int n)
{
    double used = 0;
    for (int i = 0; i < n; i++) used += bench_server_used_s(&servers[i]);
    return used;
}

bool bench_play(cli_load *load, const bench_server *servers, int n, const bench_size *how, bool json,
                double *moves_per_s)
{
    cli_load_result paced, most;
    bool done = cli_load_seat(load, how->tables) && cli_load_play(load, how->seconds, how->moves_per_s, &paced);
    if (!done) return false;
    print_times("echo", &paced.echo, how->moves_per_s, json);
    print_times("acknowledgement", &paced.acknowledged, how->moves_per_s, json);
    cli_load_result_free(&paced);
    double used = used_s(servers, n);
    done = cli_load_play(load, how->seconds, 0, &most);
    double us = 1e6 * (used_s(servers, n) - used) / (double)(most.moves ? most.moves : 1);
    *moves_per_s = (double)most.moves / most.seconds;
    if (done && json)
        cli_print_json(stdout,
                       "{what:%s, tables:%zu, seconds:%.1f, moves_per_s:%.0f, us_of_processor:%.0f, refused:%llu}\n",
                       "server moves", how->tables, most.seconds, *moves_per_s, us, (unsigned long long)most.refused);
    if (done && !json)
        printf("%-20s %.0f per second, durably acknowledged, at %zu tables; %.0f µs of processor time each\n", "moves",
               *moves_per_s, how->tables, us);
    cli_load_result_free(&most);
    fflush(stdout);
    return done;
}

/* Kills the server in the middle of its work and starts it again. */
static bool bench_restart(const char *data, bench_server *server, const bench_size *how, bool json)
{
    bench_server_stop(server, SIGKILL);
    if (!bench_server_start(data, NULL, server)) return false;
    if (json) {
        cli_print_json(stdout, "{what:%s, tables:%zu, seconds:%.3f}\n", "restart", how->tables, server->seconds);
    } else {
        printf("%-20s %.3f s after kill -9, with %zu games under way\n", "restart", server->seconds, how->tables);
    }
    fflush(stdout);
    return true;
}

bool bench_log(const char *place, const bench_size *how, bool json, double *moves_per_s)
{
    bench_server server;
    if (!bench_server_start(place, NULL, &server)) return false;
    cli_load *load = cli_load_new(&server.port, 1, false);
    bool done = load && bench_play(load, &server, 1, how, json, moves_per_s) &&
                bench_restart(place, &server, how, json);
    if (load) cli_load_free(load);
    bench_server_stop(&server, SIGTERM);
    return done;
}
