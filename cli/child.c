/* child.c: runs an external program behind two pipes. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): pipe2, memrchr */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t child_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- starting ----------------------------------------------------------------------------------- */

/* The shell we start is a guard for another one, which runs the command. When the thread that started it dies, the
 * guard gets a SIGTERM and kills the whole group. Without it a program in an endless loop would keep running after
 * we are interrupted. The guard keeps the program's output open until it ends itself, so that at end of file its
 * exit status is available. */
static const char guard[] =
    "trap 'kill -KILL 0' TERM; exec 3<&0 </dev/null; sh -c \"$1\" <&3 3<&- & exec 3<&-; wait $!";

/* What the new process does between fork and exec. Only system calls, because other threads may hold locks. */
__attribute__((noreturn)) static void become(const char *command, int in, int out, pid_t parent)
{
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127); /* the parent died before the line above */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    /* dup2 to the same number does not clear close-on-exec. */
    fcntl(STDIN_FILENO, F_SETFD, 0);
    fcntl(STDOUT_FILENO, F_SETFD, 0);
    execl("/bin/sh", "sh", "-c", guard, "sh", command, (char *)NULL);
    _exit(127);
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* Opens two pipes with close-on-exec, so that no other child inherits them. Only our ends are non-blocking. */
static bool open_pipes(int in[2], int out[2])
{
    if (pipe2(in, O_CLOEXEC)) return false;
    if (pipe2(out, O_CLOEXEC)) {
        close_both(in);
        return false;
    }
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    return true;
}

bool child_start(child *c, const char *command, kb_text *why)
{
    int in[2], out[2];
    memset(c, 0, sizeof *c);
    if (!open_pipes(in, out)) {
        kb_putf(why, "cannot create a pipe: %s", strerror(errno));
        return false;
    }
    pid_t us = getpid();
    pid_t pid = fork();
    if (pid == 0) become(command, in[0], out[1], us);
    close(in[0]);
    close(out[1]);
    if (pid < 0) {
        kb_putf(why, "cannot start it: %s", strerror(errno));
        close(in[1]);
        close(out[0]);
        return false;
    }
    setpgid(pid, pid); /* both processes do this, so that the group exists when either goes on */
    c->pid = pid;
    c->to = in[1];
    c->from = out[0];
    return true;
}

/* --- reading ------------------------------------------------------------------------------------ */

/* Waits for one of the events or for the other end to close. False: the deadline has passed. */
static bool wait_for(struct pollfd *fds, nfds_t n, int64_t deadline)
{
    for (;;) {
        int64_t left = deadline - child_clock();
        int ready = poll(fds, n, left < 0 ? 0 : left > 60000 ? 60000 : (int)left);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
        if (left <= 0) return false;
    }
}

static void forget(child *c, size_t n)
{
    memmove(c->read, c->read + n, c->n - n);
    c->n -= n;
    c->taken = 0;
}

/* Reads what is there without waiting. CHILD_LATE: nothing now. */
static child_outcome read_more(child *c)
{
    if (c->n == sizeof c->read) return CHILD_FLOODED;
    ssize_t got;
    do {
        got = read(c->from, c->read + c->n, sizeof c->read - c->n);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return errno == EAGAIN ? CHILD_LATE : CHILD_ENDED;
    if (got == 0) return CHILD_ENDED;
    c->n += (size_t)got;
    return CHILD_FINE;
}

child_outcome child_read_line(child *c, int64_t deadline, kb_slice *line)
{
    forget(c, c->taken);
    for (;;) {
        const char *newline = memchr(c->read, '\n', c->n);
        if (newline) {
            line->at = c->read;
            line->n = (size_t)(newline - c->read);
            c->taken = line->n + 1;
            return CHILD_FINE;
        }
        struct pollfd from = {c->from, POLLIN, 0};
        child_outcome more = wait_for(&from, 1, deadline) ? read_more(c) : CHILD_LATE;
        if (more == CHILD_ENDED || more == CHILD_FLOODED) return more;
        if (more == CHILD_LATE && child_clock() >= deadline) return CHILD_LATE;
    }
}

/* Keeps the start of an incomplete line. Otherwise its rest would look like a line of its own. */
static void forget_lines(child *c)
{
    forget(c, c->taken);
    const char *newline = memrchr(c->read, '\n', c->n);
    if (newline) forget(c, (size_t)(newline - c->read) + 1);
}

static child_outcome drop_lines_now(child *c)
{
    child_outcome more = CHILD_FINE;
    for (size_t dropped = 0; more == CHILD_FINE; dropped += c->n) {
        forget_lines(c);
        if (dropped > CHILD_UNASKED_MAX) return CHILD_FLOODED;
        more = read_more(c);
    }
    return more == CHILD_LATE ? CHILD_FINE : more;
}

child_outcome child_drop_lines(child *c, int64_t until)
{
    struct pollfd from = {c->from, POLLIN, 0};
    wait_for(&from, 1, until);
    return drop_lines_now(c);
}

/* --- writing ------------------------------------------------------------------------------------ */

/* A write to a program that has ended raises SIGPIPE in this thread. We block and consume it here instead of
 * ignoring it everywhere, so that `kickback … | head` still ends as it should. */
static ssize_t write_quietly(int fd, const char *text, size_t n)
{
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(fd, text, n);
    int error = errno;
    if (written < 0 && error == EPIPE) {
        const struct timespec at_once = {0, 0};
        sigtimedwait(&broken, NULL, &at_once);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

child_outcome child_write(child *c, const char *text, size_t n, int64_t deadline)
{
    while (n > 0) {
        /* Read while writing. Otherwise a program that writes before it reads would wait for us, and we for it. */
        struct pollfd ends[2] = {{c->to, POLLOUT, 0}, {c->from, POLLIN, 0}};
        if (!wait_for(ends, 2, deadline) || child_clock() > deadline) return CHILD_LATE;
        if (ends[1].revents) {
            child_outcome dropped = drop_lines_now(c);
            if (dropped != CHILD_FINE) return dropped;
        }
        if (!ends[0].revents) continue;
        ssize_t written = write_quietly(c->to, text, n);
        if (written < 0 && errno != EAGAIN && errno != EINTR) return CHILD_ENDED;
        if (written > 0) {
            text += written;
            n -= (size_t)written;
        }
    }
    return CHILD_FINE;
}

/* --- stopping ----------------------------------------------------------------------------------- */

/* The status is the guard's, which passes on the program's. A shell reports a signal as 128 plus its number. */
static void say_how(int status, kb_text *how)
{
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code > 128 && code < 128 + NSIG) {
        kb_putf(how, "it crashed with signal %d (%s)", code - 128, strsignal(code - 128));
    } else {
        const char *meaning = code == 127 ? " (program not found)" : code == 126 ? " (not executable)" : "";
        kb_putf(how, "it ended with exit status %d%s", code, meaning);
    }
}

/* A program that has closed its output is about to end. Waits a moment for its status, without reaping it. */
static void await_end(const child *c)
{
    enum { TRIES = 50, PAUSE_NS = 5000000 };
    const struct timespec pause = {0, PAUSE_NS};
    for (int i = 0; i < TRIES; i++) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid) return;
        nanosleep(&pause, NULL);
    }
}

void child_stop(child *c, kb_text *how)
{
    int status = 0;
    if (!c->pid) return;
    if (how) await_end(c);
    /* Kill before reaping: until then the number cannot be reused. A program that has already ended keeps its
     * status. */
    kill(-c->pid, SIGKILL);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (c->to >= 0) close(c->to);
    close(c->from);
    c->pid = 0;
    if (how) say_how(status, how);
}

void child_dismiss(child *c, int64_t deadline)
{
    if (!c->pid) return;
    close(c->to);
    c->to = -1;
    child_outcome outcome = CHILD_FINE;
    while (outcome == CHILD_FINE && child_clock() < deadline) outcome = child_drop_lines(c, deadline);
    child_stop(c, NULL);
}
