/* child.h: runs an external program behind two pipes: starts it, writes to it, reads its lines, stops it. Whatever the
 * program does, it cannot block us past a deadline, fill our memory or kill us. */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include <sys/types.h>

#include "cli.h"

enum {
    CHILD_LINE_MAX = 16384,         /* bytes of the longest line it may write              */
    CHILD_UNASKED_MAX = 1024 * 1024 /* bytes it may write at once without being asked      */
};

typedef struct child {
    pid_t pid; /* 0: not running. The leader of its own process group. */
    int to, from;
    char read[CHILD_LINE_MAX]; /* output not consumed yet */
    size_t n;
    size_t taken; /* bytes of it that the last line returned takes up */
} child;

typedef enum child_outcome {
    CHILD_FINE,
    CHILD_LATE,   /* the deadline has passed */
    CHILD_ENDED,  /* the program has ended */
    CHILD_FLOODED /* it writes too much */
} child_outcome;

/* Milliseconds on a monotonic clock. Deadlines are times on it. */
int64_t child_clock(void);

/* Runs a shell command. It shares our standard error. The thread that starts it has to outlive it: the program is
 * killed with that thread, so that none is left behind when we are interrupted. */
bool child_start(child *, const char *command, kb_text *why);
/* Waits until it writes something or ends, at most until the given time. Then drops every complete line it has
 * written. */
child_outcome child_drop_lines(child *, int64_t until);
/* Writes all of the text. Drops lines that arrive meanwhile, because they answer something else. */
child_outcome child_write(child *, const char *text, size_t n, int64_t deadline);
/* The next line, without its newline. Valid until the next call. */
child_outcome child_read_line(child *, int64_t deadline, kb_slice *line);
/* Kills it and everything it started. how says how it ended, if it had ended before; it may be NULL. */
void child_stop(child *, kb_text *how);
/* Closes its input, which asks it to exit. Kills it if it has not by the deadline. */
void child_dismiss(child *, int64_t deadline);

#endif
