/* report.h: what the server tells whoever runs it: one JSON object a line, on standard error.
 *
 *     srv_report(SRV_INFO, "listening", "\"port\":%d", port);      {"at":…,"level":"info","what":"listening","port":8787}
 *
 * Nothing about who plays what goes in: no secret, name, table, talk or move. Such lines are kept and passed around. */
#ifndef SRV_REPORT_H
#define SRV_REPORT_H

#include <stdbool.h>

typedef enum srv_level { SRV_ERROR, SRV_WARNING, SRV_INFO, SRV_DEBUG, SRV_LEVELS } srv_level;
extern const char *const srv_level_names[SRV_LEVELS];

/* Lines up to this level are written from now on; SRV_WARNING before anything is said. */
void srv_report_up_to(srv_level);
/* The format gives further members of the object, or is "". */
void srv_report(srv_level, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* For lines that could come thousands of times a second: true once in ten seconds. */
typedef struct srv_seldom_line {
    double next_s;
    unsigned left_out, others; /* since the line before; before the last one */
} srv_seldom_line;
bool srv_seldom(srv_seldom_line *, double now_s);

#endif
