/* child.h: somebody's program at the other end of two pipes: started, written to, read line by line, stopped.
 * Nothing it does can hold us up past a deadline, fill our memory or kill us. */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include <sys/types.h>

#include "cli.h"

enum {
    CHILD_LINE_MAX = 16384,         /* bytes of the longest line it may write              */
    CHILD_UNASKED_MAX = 1024 * 1024 /* bytes it may write at once without having been asked */
};

typedef struct child {
    pid_t pid; /* 0: not running. The leader of a process group of its own. */
    int to, from;
    char read[CHILD_LINE_MAX]; /* what it wrote and nobody took yet */
    size_t n;
    size_t taken; /* of these, the bytes of the line handed out last */
} child;

typedef enum child_outcome {
    CHILD_FINE,
    CHILD_LATE,   /* the deadline has passed */
    CHILD_ENDED,  /* it is no more */
    CHILD_FLOODED /* it writes more than anybody wants to read */
} child_outcome;

/* Milliseconds on a clock that only goes forward; deadlines are moments on it. */
int64_t child_clock(void);

/* Runs the command as the shell reads it, its standard error being ours. The thread that starts it has to
 * outlive it: the program is killed with that thread, so that none is left behind when we are interrupted. */
bool child_start(child *, const char *command, kb_text *why);
/* Waits a moment for it to write something or to end; then throws away every whole line it has written. */
child_outcome child_drop_lines(child *, int64_t until);
/* Writes all of it. Lines that come back meanwhile answer something else and are thrown away. */
child_outcome child_write(child *, const char *text, size_t n, int64_t deadline);
/* The next line, without its newline; it stays where it is until the next call. */
child_outcome child_read_line(child *, int64_t deadline, kb_slice *line);
/* Kills it and everything it started, and says how it ended where it had ended before. how may be NULL. */
void child_stop(child *, kb_text *how);
/* Closes its input, which asks it to leave, and stops it if it has not by then. */
void child_dismiss(child *, int64_t deadline);

#endif
