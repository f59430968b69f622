/* report.h: the server's report for its operator: one JSON object per line, on standard error.
 *
 *     srv_report(SRV_INFO, "listening", "\"port\":%d", port);      {"at":…,"level":"info","what":"listening","port":8787}
 *
 * A line never contains a secret, name, table, talk or move, because logs are kept and passed around. */
#ifndef SRV_REPORT_H
#define SRV_REPORT_H

#include <stdbool.h>

typedef enum srv_level { SRV_ERROR, SRV_WARNING, SRV_INFO, SRV_DEBUG, SRV_LEVELS } srv_level;
extern const char *const srv_level_names[SRV_LEVELS];

/* Sets the level up to which lines are written. The default is SRV_WARNING. */
void srv_report_up_to(srv_level);
/* The format gives further members of the object, or is "". */
void srv_report(srv_level, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* For lines that could occur thousands of times a second: true once in ten seconds. */
typedef struct srv_seldom_line {
    double next_s;
    unsigned left_out, others; /* suppressed since the last line; before the last line */
} srv_seldom_line;
bool srv_seldom(srv_seldom_line *, double now_s);

#endif
