/* bench_server.c: servers that benchmarks start, and what they use of the machine. */
#include "bench_server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "load.h"

enum { SPARE_FILES = 100 };

bool bench_server_start(const char *place, const char *bot_wait, bench_server *server)
{
    const char *flag = strstr(place, "://") ? "--log" : "--data";
    int out[2];
    char line[256] = "";
    double began = cli_now_s();
    if (pipe(out)) return false;
    server->pid = fork();
    if (server->pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execl("/proc/self/exe", "kickback", "serve", flag, place, "--listen", "127.0.0.1:0", "--log-level", "error",
              "--people-per-address", "0", "--tables-per-address", "0", bot_wait ? "--bot-wait" : (char *)NULL,
              bot_wait, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *lines = fdopen(out[0], "r");
    bool listens = server->pid > 0 && lines && fgets(line, sizeof line, lines) &&
                   sscanf(line, "listening on http://127.0.0.1:%d/", &server->port) == 1;
    server->seconds = cli_now_s() - began;
    if (lines) fclose(lines);
    if (!listens) cli_input_error("bench serve: the server did not start");
    return listens;
}

void bench_server_stop(const bench_server *server, int how)
{
    int status;
    kill(server->pid, how);
    while (waitpid(server->pid, &status, 0) < 0 && errno == EINTR) continue;
}

size_t bench_server_bytes(const bench_server *server)
{
    char path[64];
    unsigned long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)server->pid);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

double bench_server_used_s(const bench_server *server)
{
    char path[64];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)server->pid);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        user = 0;
    if (file) fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Each connection takes a file descriptor, in this process and in the server. */
size_t bench_idle_that_fit(size_t wanted)
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
