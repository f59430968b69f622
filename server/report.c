/* report.c: the server's report for its operator. */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

enum { MEMBERS_MAX = 1024, SELDOM_S = 10 };

const char *const srv_level_names[SRV_LEVELS] = {"error", "warning", "info", "debug"};
static srv_level highest = SRV_WARNING;

void srv_report_up_to(srv_level level)
{
    highest = level;
}

void srv_report(srv_level level, const char *what, const char *format, ...)
{
    char members[MEMBERS_MAX];
    struct timespec now;
    va_list args;
    if (level > highest) return;
    va_start(args, format);
    int n = vsnprintf(members, sizeof members, format, args);
    va_end(args);
    if (n < 0 || n >= MEMBERS_MAX) members[0] = '\0'; /* drop the members rather than write half an object */
    clock_gettime(CLOCK_REALTIME, &now);
    fprintf(stderr, "{\"at\":%lld,\"level\":\"%s\",\"what\":\"%s\"%s%s}\n",
            (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000, srv_level_names[level], what, *members ? "," : "",
            members);
}

bool srv_seldom(srv_seldom_line *line, double now_s)
{
    if (now_s < line->next_s) {
        line->left_out++;
        return false;
    }
    line->next_s = now_s + SELDOM_S;
    line->others = line->left_out;
    line->left_out = 0;
    return true;
}
