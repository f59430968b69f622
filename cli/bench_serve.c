/* bench_serve.c: `kickback bench serve`: starts a server and measures how much load it can take. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../core/rng.h"
#include "../server/import.h"
#include "bench_serve.h"
#include "cli.h"
#include "data.h"
#include "load.h"

typedef struct size {
    size_t tables, idle, bot_tables, absent_tables;
    double seconds, moves_per_s, bot_seconds;
    int lines; /* of talk at the long table */
} size;
static const size full_size = {1000, 10000, 200, 20, 10, 2000, 30, SRV_TALK_LINES_MAX},
                  quick_size = {100, 1000, 20, 4, 1, 500, 3, 500};
/* One person has as many tables as allowed, with the slowest bots there are. Others play against easy bots. */
enum { EASY_TABLES = 10 };
static const char slow_bots[] = "search:3000ms";
enum { SPARE_FILES = 100, FOLDERS = 5 };

typedef struct child {
    pid_t pid;
    int port;
    double seconds; /* until it listened */
} child;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Runs this program as an ordinary server, with no special settings. */
static bool start_server(const char *place, child *server)
{
    const char *flag = strstr(place, "://") ? "--log" : "--data";
    int out[2];
    char line[256] = "";
    double began = now_s();
    if (pipe(out)) return false;
    server->pid = fork();
    if (server->pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execl("/proc/self/exe", "kickback", "serve", flag, place, "--listen", "127.0.0.1:0", "--log-level", "error",
              (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *lines = fdopen(out[0], "r");
    bool listens = server->pid > 0 && lines && fgets(line, sizeof line, lines) &&
                   sscanf(line, "listening on http://127.0.0.1:%d/", &server->port) == 1;
    server->seconds = now_s() - began;
    if (lines) fclose(lines);
    if (!listens) cli_input_error("bench serve: the server did not start");
    return listens;
}

static void stop_server(const child *server, int how)
{
    int status;
    kill(server->pid, how);
    while (waitpid(server->pid, &status, 0) < 0 && errno == EINTR) continue;
}

static size_t resident_bytes(pid_t pid)
{
    char path[64];
    unsigned long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* The processor time the process has used so far. */
static double used_s(pid_t pid)
{
    char path[64];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        user = 0;
    if (file) fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* --- what is measured ------------------------------------------------------------------------------------ */

static void print_times(const char *name, cli_times *times, double moves_per_s, bool json)
{
    double p50 = 1000 * cli_time_within(times, 0.5), p99 = 1000 * cli_time_within(times, 0.99),
           most = 1000 * cli_time_within(times, 1.0);
    if (json) {
        printf("{\"what\":\"%s\",\"moves_per_s\":%.0f,\"n\":%zu,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"most_ms\":%.2f}\n",
               name, moves_per_s, times->n, p50, p99, most);
    } else {
        printf("%-20s p50 %.2f ms, p99 %.2f ms, max %.2f ms; %.0f moves per second requested, %zu arrived\n", name, p50,
               p99, most, moves_per_s, times->n);
    }
    fflush(stdout);
}

static bool bench_play(cli_load *load, const child *server, const size *how, bool json)
{
    cli_load_result paced, most;
    bool done = cli_load_seat(load, how->tables) && cli_load_play(load, how->seconds, how->moves_per_s, &paced);
    if (!done) return false;
    print_times("echo", &paced.echo, how->moves_per_s, json);
    print_times("acknowledgement", &paced.acknowledged, how->moves_per_s, json);
    cli_load_result_free(&paced);
    double used = used_s(server->pid);
    done = cli_load_play(load, how->seconds, 0, &most);
    double us = 1e6 * (used_s(server->pid) - used) / (double)(most.moves ? most.moves : 1);
    if (done && json)
        printf(
            "{\"what\":\"server moves\",\"tables\":%zu,\"seconds\":%.1f,\"moves_per_s\":%.0f,\"us_of_processor\":%.0f,"
            "\"refused\":%llu}\n",
            how->tables, most.seconds, (double)most.moves / most.seconds, us, (unsigned long long)most.refused);
    if (done && !json)
        printf("%-20s %.0f per second, durably acknowledged, at %zu tables; %.0f µs of processor time each\n", "moves",
               (double)most.moves / most.seconds, how->tables, us);
    cli_load_result_free(&most);
    fflush(stdout);
    return done;
}

static bool print_waits(cli_load *load, const char *name, size_t tables, const char *bots, const size *how, bool json)
{
    cli_load_result result;
    bool done = cli_load_play(load, how->bot_seconds, 0, &result);
    double p50 = cli_time_within(&result.bots, 0.5), p99 = cli_time_within(&result.bots, 0.99),
           most = cli_time_within(&result.bots, 1.0);
    if (done && json)
        printf("{\"what\":\"%s\",\"tables\":%zu,\"bots\":\"%s\",\"n\":%zu,\"p50_s\":%.2f,\"p99_s\":%.2f,\"most_s\":%."
               "2f}\n",
               name, tables, bots, result.bots.n, p50, p99, most);
    if (done && !json)
        printf("%-20s p50 %.2f s, p99 %.2f s, max %.2f s, of %zu waits at %zu tables with two %s bots each\n", name,
               p50, p99, most, result.bots.n, tables, bots);
    cli_load_result_free(&result);
    fflush(stdout);
    return done;
}

/* How long people wait for a bot, including the server's own delay. */
static bool bench_bots(const child *server, const size *how, bool json)
{
    cli_load *load = cli_load_new(server->port);
    bool done = load && cli_load_bots(load, how->bot_tables, "hard") &&
                print_waits(load, "bot wait", how->bot_tables, "hard", how, json);
    if (load) cli_load_free(load);
    return done;
}

static bool bench_absent(const child *server, const size *how, bool json)
{
    cli_load *load = cli_load_new(server->port);
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
    return !kb_apply(state, line.seat, line.move, NULL) && srv_import_line(room, &before, &line);
}

/* Adds a finished game with as much talk as a table can have, every line as long as allowed, to the folder's log. */
static bool make_long_table(const char *data, int lines, char id[SRV_TABLE_ID + 1])
{
    char said[SRV_TALK_MAX + 3], path[CLI_PATH_MAX], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_line talk = {.kind = KB_LINE_TALK, .body = {said, SRV_TALK_MAX + 2}};
    kb_rng rng = kb_rng_from(1);
    kb_setup setup;
    kb_state state;
    memset(said, 'x', sizeof said);
    said[0] = said[SRV_TALK_MAX + 1] = '"';
    kb_setup_default(&setup, kb_game_named("intrige"));
    srv_room *room = srv_import_begin(&setup, KB_VERSION, 1);
    bool done = !kb_start(&state, &setup) && import_move(room, &state, &rng);
    for (int i = 0; done && i < lines; i++) done = srv_import_line(room, &state, &talk);
    while (done && !kb_over(&state, NULL)) done = import_move(room, &state, &rng);
    srv_log *log = done && cli_data_path(data, "log.sqlite", path) ? srv_log_open_sqlite(path, &why) : NULL;
    done = log && srv_import_store(log, room, id) == SRV_LOGGED;
    if (log) log->close(log);
    srv_room_free(room);
    if (!done) cli_input_error("bench serve: cannot create the long table");
    return done;
}

/* How much others are slowed down while somebody reads a long table again and again. */
static bool bench_long_table(const char *data, const size *how, bool json)
{
    char id[SRV_TABLE_ID + 1];
    child server;
    cli_times pings;
    if (!make_long_table(data, how->lines, id) || !start_server(data, &server)) return false;
    cli_load *load = cli_load_new(server.port);
    bool done = load && cli_load_disturb(load, id, how->seconds, &pings);
    double p50 = 1000 * cli_time_within(&pings, 0.5), p99 = 1000 * cli_time_within(&pings, 0.99),
           most = 1000 * cli_time_within(&pings, 1.0);
    if (done && json)
        printf("{\"what\":\"ping beside a reader\",\"lines\":%d,\"n\":%zu,\"p50_ms\":%.2f,\"p99_ms\":%.2f,"
               "\"most_ms\":%.2f}\n",
               how->lines, pings.n, p50, p99, most);
    if (done && !json)
        printf("%-20s p50 %.2f ms, p99 %.2f ms, max %.2f ms, while another client reads a table of %d lines at the "
               "highest allowed rate\n",
               "ping beside a reader", p50, p99, most, how->lines);
    fflush(stdout);
    if (load) free(pings.at);
    if (load) cli_load_free(load);
    stop_server(&server, SIGTERM);
    return done;
}

/* Kills the server in the middle of its work and starts it again. */
static bool bench_restart(const char *data, child *server, const size *how, bool json)
{
    stop_server(server, SIGKILL);
    if (!start_server(data, server)) return false;
    if (json) {
        printf("{\"what\":\"restart\",\"tables\":%zu,\"seconds\":%.3f}\n", how->tables, server->seconds);
    } else {
        printf("%-20s %.3f s after kill -9, with %zu games under way\n", "restart", server->seconds, how->tables);
    }
    fflush(stdout);
    return true;
}

static bool bench_idle(const child *server, size_t n, bool json)
{
    size_t before = resident_bytes(server->pid);
    cli_load *load = cli_load_new(server->port);
    bool done = load && cli_load_idle(load, n);
    double bytes = (double)(resident_bytes(server->pid) - before) / (double)n;
    if (load) cli_load_free(load);
    if (done && json) printf("{\"what\":\"idle connection\",\"n\":%zu,\"bytes\":%.0f}\n", n, bytes);
    if (done && !json) printf("%-20s %.1f KB of memory for each of %zu\n", "idle connection", bytes / 1000, n);
    return done;
}

/* Each connection takes a file descriptor, in this process and in the server. */
static size_t idle_that_fit(size_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return 0;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur >= wanted + SPARE_FILES) return wanted;
    size_t n = (size_t)limit.rlim_cur - SPARE_FILES;
    fprintf(stderr, "kickback bench: this process may open only %zu files; using %zu idle connections instead of %zu\n",
            (size_t)limit.rlim_cur, n, wanted);
    return n;
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
static bool bench_alone(const char *data, const size *how, bool json, bool (*bench)(const child *, const size *, bool))
{
    child server;
    if (!start_server(data, &server)) return false;
    bool done = bench(&server, how, json);
    stop_server(&server, SIGTERM);
    return done;
}

/* Moves, and the restart after kill -9, on a log in this folder or database. */
static bool bench_log(const char *place, const size *how, bool json)
{
    child server;
    if (!start_server(place, &server)) return false;
    cli_load *load = cli_load_new(server.port);
    bool done = load && bench_play(load, &server, how, json) && bench_restart(place, &server, how, json);
    if (load) cli_load_free(load);
    stop_server(&server, SIGTERM);
    return done;
}

/* SQLite and the database in one run, so that their ratio means something. */
static bool bench_logs(const char *data, const char *log, const size *how, bool json)
{
    if (!json) printf("in SQLite:\n");
    if (!bench_log(data, how, json)) return false;
    if (!json) printf("in the database:\n");
    return bench_log(log, how, json);
}

static bool bench_on(char data[][CLI_PATH_MAX], const size *how, bool json)
{
    child server;
    size_t idle = idle_that_fit(how->idle);
    bool done = bench_log(data[0], how, json);
    if (!done || !bench_alone(data[1], how, json, bench_bots) || !bench_alone(data[2], how, json, bench_absent))
        return false;
    if (!bench_long_table(data[4], how, json) || !start_server(data[3], &server)) return false;
    done = bench_idle(&server, idle, json);
    stop_server(&server, SIGTERM);
    return done;
}

int cli_bench_serve(bool quick, bool json, const char *log)
{
    const char *folder = getenv("TMPDIR");
    char data[FOLDERS][CLI_PATH_MAX];
    for (int i = 0; i < FOLDERS; i++) {
        snprintf(data[i], sizeof data[i], "%s/kickback-bench-XXXXXX", folder ? folder : "/tmp");
        if (!mkdtemp(data[i])) return cli_input_error("bench serve: %s: %s", data[i], strerror(errno));
    }
    const size *how = quick ? &quick_size : &full_size;
    bool done = log ? bench_logs(data[0], log, how, json) : bench_on(data, how, json);
    for (int i = 0; i < FOLDERS; i++) remove_data(data[i]);
    return done ? CLI_FINE : CLI_BAD_INPUT;
}
