/* bench_serve.c: `kickback bench serve`: starts a server and measures how much load it can take. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../core/rng.h"
#include "../server/import.h"
#include "bench_nodes.h"
#include "bench_serve.h"
#include "cli.h"
#include "data.h"
#include "load.h"

static const bench_size full_size = {1000, 10000, 200, 20, 10, 2000, 30, KB_TALK_LINES_MAX},
                        quick_size = {100, 1000, 20, 4, 1, 500, 3, 500};
/* One person has as many tables as allowed, with the slowest bots there are. Others play against easy bots. */
enum { EASY_TABLES = 10 };
static const char slow_bots[] = "search:3000ms";
enum { FOLDERS = 5 };

/* --- what is measured ------------------------------------------------------------------------------------ */

static bool print_waits(cli_load *load, const char *name, size_t tables, const char *bots, const bench_size *how,
                        bool json)
{
    cli_load_result result;
    bool done = cli_load_play(load, how->bot_seconds, 0, &result);
    double p50 = cli_time_within(&result.bots, 0.5), p99 = cli_time_within(&result.bots, 0.99),
           most = cli_time_within(&result.bots, 1.0);
    if (done && json)
        cli_print_json(stdout, "{what:%s, tables:%zu, bots:%s, n:%zu, p50_s:%.2f, p99_s:%.2f, most_s:%.2f}\n", name,
                       tables, bots, result.bots.n, p50, p99, most);
    if (done && !json)
        printf("%-20s p50 %.2f s, p99 %.2f s, max %.2f s, of %zu waits at %zu tables with two %s bots each\n", name,
               p50, p99, most, result.bots.n, tables, bots);
    cli_load_result_free(&result);
    fflush(stdout);
    return done;
}

/* How long people wait for a bot, including the server's own delay. */
static bool bench_bots(const bench_server *server, const bench_size *how, bool json)
{
    cli_load *load = cli_load_new(&server->port, 1, false);
    bool done = load && cli_load_bots(load, how->bot_tables, "hard") &&
                print_waits(load, "bot wait", how->bot_tables, "hard", how, json);
    if (load) cli_load_free(load);
    return done;
}

static bool bench_absent(const bench_server *server, const bench_size *how, bool json)
{
    cli_load *load = cli_load_new(&server->port, 1, false);
    bool done = load && cli_load_absent(load, how->absent_tables, slow_bots) &&
                cli_load_bots(load, EASY_TABLES, "easy") &&
                print_waits(load, "bot wait, attacked", EASY_TABLES, "easy", how, json);
    if (load) cli_load_free(load);
    return done;
}

static bool import_move(srv_room *room, kb_state *state, kb_rng *rng)
{
    kb_state before = *state;
    kb_line line = {.kind = KB_LINE_MOVE};
    kb_pick(state, rng, &line.seat, &line.move);
    return !kb_apply(state, line.seat, line.move, NULL) && srv_room_import_line(room, &before, &line);
}

/* Adds a finished game with as much talk as a table can have, every line as long as allowed, to the folder's log. */
static bool make_long_table(const char *data, int lines, char id[SRV_TABLE_ID + 1])
{
    char said[KB_TALK_MAX + 3], path[CLI_PATH_MAX], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_line talk = {.kind = KB_LINE_TALK, .body = {said, KB_TALK_MAX + 2}};
    kb_rng rng = kb_rng_from(1);
    kb_setup setup;
    kb_state state;
    memset(said, 'x', sizeof said);
    said[0] = said[KB_TALK_MAX + 1] = '"';
    kb_setup_default(&setup, kb_game_named("intrige"));
    srv_room *room = srv_room_import(&setup, KB_VERSION, 1);
    bool done = !kb_start(&state, &setup) && import_move(room, &state, &rng);
    for (int i = 0; done && i < lines; i++) done = srv_room_import_line(room, &state, &talk);
    while (done && !kb_over(&state, NULL)) done = import_move(room, &state, &rng);
    srv_log *log = done && cli_data_path(data, "log.sqlite", path) ? srv_log_open_sqlite(path, &why) : NULL;
    done = log && srv_import_store(log, room, id) == SRV_LOGGED;
    if (log) log->close(log);
    srv_room_free(room);
    if (!done) cli_input_error("bench serve: cannot create the long table");
    return done;
}

/* How much others are slowed down while somebody reads a long table again and again. */
static bool bench_long_table(const char *data, const bench_size *how, bool json)
{
    char id[SRV_TABLE_ID + 1];
    bench_server server;
    cli_times pings;
    if (!make_long_table(data, how->lines, id) || !bench_server_start(data, NULL, &server)) return false;
    cli_load *load = cli_load_new(&server.port, 1, false);
    bool done = load && cli_load_disturb(load, id, how->seconds, &pings);
    double p50 = 1000 * cli_time_within(&pings, 0.5), p99 = 1000 * cli_time_within(&pings, 0.99),
           most = 1000 * cli_time_within(&pings, 1.0);
    if (done && json)
        cli_print_json(stdout, "{what:%s, lines:%d, n:%zu, p50_ms:%.2f, p99_ms:%.2f, most_ms:%.2f}\n",
                       "ping beside a reader", how->lines, pings.n, p50, p99, most);
    if (done && !json)
        printf("%-20s p50 %.2f ms, p99 %.2f ms, max %.2f ms, while another client reads a table of %d lines at the "
               "highest allowed rate\n",
               "ping beside a reader", p50, p99, most, how->lines);
    fflush(stdout);
    if (load) free(pings.at);
    if (load) cli_load_free(load);
    bench_server_stop(&server, SIGTERM);
    return done;
}

static bool bench_idle(const bench_server *server, size_t n, bool json)
{
    size_t before = bench_server_bytes(server);
    cli_load *load = cli_load_new(&server->port, 1, false);
    bool done = load && cli_load_idle(load, n);
    double bytes = (double)(bench_server_bytes(server) - before) / (double)n;
    if (load) cli_load_free(load);
    if (done && json) cli_print_json(stdout, "{what:%s, n:%zu, bytes:%.0f}\n", "idle connection", n, bytes);
    if (done && !json) printf("%-20s %.1f KB of memory for each of %zu\n", "idle connection", bytes / 1000, n);
    return done;
}

static void remove_data(const char *data)
{
    static const char *const files[] = {"lock", "log.sqlite", "log.sqlite-wal", "log.sqlite-shm", "log.sqlite-mark"};
    char path[CLI_PATH_MAX];
    for (int i = 0; i < KB_COUNT(files); i++)
        if (cli_data_path(data, files[i], path)) unlink(path);
    rmdir(data);
}

/* Runs a benchmark with a server of its own. */
static bool bench_alone(const char *data, const bench_size *how, bool json,
                        bool (*bench)(const bench_server *, const bench_size *, bool))
{
    bench_server server;
    if (!bench_server_start(data, NULL, &server)) return false;
    bool done = bench(&server, how, json);
    bench_server_stop(&server, SIGTERM);
    return done;
}

static bool bench_on(char data[][CLI_PATH_MAX], const bench_size *how, bool json)
{
    bench_server server;
    size_t idle = bench_idle_that_fit(how->idle);
    double moves_per_s;
    bool done = bench_log(data[0], how, json, &moves_per_s);
    if (!done || !bench_alone(data[1], how, json, bench_bots) || !bench_alone(data[2], how, json, bench_absent))
        return false;
    if (!bench_long_table(data[4], how, json) || !bench_server_start(data[3], NULL, &server)) return false;
    done = bench_idle(&server, idle, json);
    bench_server_stop(&server, SIGTERM);
    return done;
}

int cli_bench_serve(bool quick, bool json, const char *log, int nodes)
{
    const char *folder = getenv("TMPDIR");
    char data[FOLDERS][CLI_PATH_MAX];
    for (int i = 0; i < FOLDERS; i++) {
        snprintf(data[i], sizeof data[i], "%s/kickback-bench-XXXXXX", folder ? folder : "/tmp");
        if (!mkdtemp(data[i])) return cli_input_error("bench serve: %s: %s", data[i], strerror(errno));
    }
    const bench_size *how = quick ? &quick_size : &full_size;
    bool done = log ? bench_nodes(data[0], log, nodes, how, json) : bench_on(data, how, json);
    for (int i = 0; i < FOLDERS; i++) remove_data(data[i]);
    return done ? CLI_FINE : CLI_BAD_INPUT;
}
