/* metrics.c: the server's metrics in the Prometheus text format. */
#include "metrics.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 2, 3))) static void put(srv_bytes *out, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n > 0) srv_add(out, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

static void put_head(srv_bytes *out, const char *name, const char *type, const char *help)
{
    put(out, "# HELP kickback_%s %s\n# TYPE kickback_%s %s\n", name, help, name, type);
}

static void put_number(srv_bytes *out, const char *name, const char *type, const char *help, uint64_t value)
{
    put_head(out, name, type, help);
    put(out, "kickback_%s %llu\n", name, (unsigned long long)value);
}

static void put_refusals(srv_bytes *out, const srv_counts *counts)
{
    put_head(out, "refusals_total", "counter", "Requests refused, by the name the client was told.");
    for (int i = 0; i < KB_ANSWERS; i++) {
        kb_answer answer = kb_answer_numbered(i);
        if (counts->refused[i])
            put(out, "kickback_refusals_total{name=\"%s\"} %llu\n", kb_answer_name(&answer),
                (unsigned long long)counts->refused[i]);
    }
}

static void put_delays(srv_bytes *out, const char *name, const char *help, const srv_delays *delays)
{
    uint64_t below = 0;
    put_head(out, name, "histogram", help);
    for (int i = 0; i < SRV_DELAYS; i++) {
        below += delays->n[i];
        put(out, "kickback_%s_bucket{le=\"%.9g\"} %llu\n", name, (double)((uint64_t)SRV_DELAY_FIRST_US << i) * 1e-6,
            (unsigned long long)below);
    }
    put(out, "kickback_%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)delays->all);
    put(out, "kickback_%s_sum %.6f\n", name, (double)delays->sum_us * 1e-6);
    put(out, "kickback_%s_count %llu\n", name, (unsigned long long)delays->all);
}

void srv_write_metrics(const srv_node *node, const srv_counts *counts, const srv_delays *commits,
                       const srv_traffic *traffic, srv_bytes *out)
{
    static const char *const stages[] = {"gathering", "playing", "over"};
    put_head(out, "info", "gauge", "What runs here.");
    put(out, "kickback_info{version=\"" KICKBACK_VERSION "\",node=\"%s\"} 1\n", node->name);
    put_number(out, "draining", "gauge", "1 while the server ends its connections in order to stop.",
               node->is_draining);
    put_number(out, "connections", "gauge", "WebSockets that are open.", counts->connections);
    put_number(out, "people", "gauge", "People who have said a name, ever.", counts->people);
    put_head(out, "tables", "gauge", "Tables in memory, by how far they are.");
    for (int i = 0; i < KB_COUNT(stages); i++)
        put(out, "kickback_tables{stage=\"%s\"} %zu\n", stages[i], counts->stages[i]);
    put_number(out, "requests_total", "counter", "Requests that came in.", counts->requests);
    put_refusals(out, counts);
    put_number(out, "entries_total", "counter", "Entries given to the log.", counts->entries);
    put_number(out, "moves_total", "counter", "Moves among them, those of chance included.", counts->moves);
    put_number(out, "work_total", "counter", "Entries read and lines listed to answer requests.", counts->work);
    put_delays(out, "commit_seconds", "How long the disk took to make a turn of the loop safe.", commits);
    put_number(out, "bots_waiting", "gauge", "Decisions of bots that no thread has begun.", counts->jobs_waiting);
    put_number(out, "jobs_lost_total", "counter", "Jobs that no thread brought back in time.", counts->jobs_lost);
    put_number(out, "jobs_lowered_total", "counter", "Decisions that bots thought less about, because many waited.",
               counts->jobs_lowered);
    put_delays(out, "job_wait_seconds", "How long decisions of bots waited for a thread.", &counts->job_waits);
    put_delays(out, "hold_seconds", "How long a request, a commit or another piece of work held the loop.",
               &counts->holds);
    put_head(out, "longest_hold_seconds", "gauge", "The longest of them.");
    put(out, "kickback_longest_hold_seconds %.6f\n", (double)counts->longest_hold_us * 1e-6);
    put_head(out, "longest_hold_cpu_seconds", "gauge", "The most processor time that one of them took.");
    put(out, "kickback_longest_hold_cpu_seconds %.6f\n", (double)counts->longest_hold_cpu_us * 1e-6);
    put_number(out, "long_holds_total", "counter", "Those that took more than 5 ms of processor time.",
               counts->long_holds);
    put_number(out, "send_waiting_bytes", "gauge", "Bytes that clients have not taken yet.", traffic->bytes_waiting);
    put_number(out, "slow_readers_closed_total", "counter", "Connections closed because they did not read.",
               traffic->slow_cut);
    put_number(out, "crowded_out_total", "counter", "Handshakes refused: too many connections of one address.",
               traffic->crowded_out);
    put_number(out, "half_open", "gauge", "Connections that are no WebSockets, or not yet.", traffic->half_open);
    put_number(out, "half_open_dropped_total", "counter", "Half-open connections dropped because new ones came.",
               traffic->half_open_dropped);
}
