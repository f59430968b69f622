/* admin.c: the operator's socket. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): accept4 */
#include "admin.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "report.h"

static void drop(srv_admin_client *c)
{
    if (c->io.fd < 0) return;
    ev_io_stop(c->admin->loop, &c->io);
    close(c->io.fd);
    c->io.fd = -1;
    srv_free(&c->answer);
    c->n = c->n_sent = 0;
    c->has_line = false;
}

static void send_some(srv_admin_client *c)
{
    ssize_t n = send(c->io.fd, c->answer.at + c->n_sent, c->answer.n - c->n_sent, MSG_NOSIGNAL);
    if (n > 0) c->n_sent += (size_t)n;
    if ((n < 0 && errno != EAGAIN && errno != EWOULDBLOCK) || c->n_sent == c->answer.n) drop(c);
}

static void on_client(struct ev_loop *loop, ev_io *io, int events)
{
    srv_admin_client *c = io->data;
    (void)loop;
    if (events & EV_WRITE) {
        send_some(c);
        return;
    }
    ssize_t n = recv(io->fd, c->line + c->n, sizeof c->line - c->n, 0);
    char *end = n > 0 ? memchr(c->line + c->n, '\n', (size_t)n) : NULL;
    if (n > 0) c->n += (size_t)n;
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK) || (!end && c->n == sizeof c->line)) {
        drop(c);
    } else if (end) {
        *end = '\0';
        ev_io_stop(c->admin->loop, io); /* until the answer is sent */
        c->has_line = true;
    }
}

static void on_accept(struct ev_loop *loop, ev_io *io, int events)
{
    srv_admin *admin = io->data;
    int fd = accept4(io->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    (void)events;
    if (fd < 0) return;
    srv_admin_client *c = &admin->clients[admin->n_ever++ % SRV_ADMIN_CLIENTS];
    drop(c);
    ev_io_init(&c->io, on_client, fd, EV_READ);
    c->io.data = c;
    ev_io_start(loop, &c->io);
}

/* The socket has its mode from the start: nobody else can connect in between. */
static int bind_to(const char *path)
{
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof place.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(place.sun_path, path, strlen(path) + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (!connect(fd, (const struct sockaddr *)&place, sizeof place)) { /* another server uses it */
        close(fd);
        errno = EADDRINUSE;
        return -1;
    }
    unlink(path);
    mode_t mask = umask(0177);
    bool is_open = !bind(fd, (const struct sockaddr *)&place, sizeof place) && !listen(fd, SRV_ADMIN_CLIENTS);
    umask(mask);
    if (is_open) return fd;
    close(fd);
    return -1;
}

void srv_admin_open(srv_admin *admin, struct ev_loop *loop, const char *path)
{
    for (int i = 0; i < SRV_ADMIN_CLIENTS; i++) {
        admin->clients[i].admin = admin;
        admin->clients[i].io.fd = -1;
    }
    int fd = bind_to(path);
    if (fd < 0) {
        srv_report(SRV_WARNING, "there is no socket for kickback admin", "\"why\":\"%s\"", strerror(errno));
        return;
    }
    admin->loop = loop;
    admin->path = path;
    ev_io_init(&admin->io, on_accept, fd, EV_READ);
    admin->io.data = admin;
    ev_io_start(loop, &admin->io);
}

void srv_admin_handle(srv_admin *admin)
{
    for (int i = 0; admin->path && i < SRV_ADMIN_CLIENTS; i++) {
        srv_admin_client *c = &admin->clients[i];
        if (c->has_line && !c->answer.n) admin->handle(admin->context, c->line, &c->answer);
    }
}

void srv_admin_forget(srv_admin *admin)
{
    for (int i = 0; admin->path && i < SRV_ADMIN_CLIENTS; i++)
        if (admin->clients[i].has_line) srv_free(&admin->clients[i].answer);
}

void srv_admin_flush(srv_admin *admin)
{
    for (int i = 0; admin->path && i < SRV_ADMIN_CLIENTS; i++) {
        srv_admin_client *c = &admin->clients[i];
        if (!c->has_line || !c->answer.n) continue;
        c->has_line = false;
        ev_io_set(&c->io, c->io.fd, EV_WRITE);
        ev_io_start(admin->loop, &c->io);
    }
}

void srv_admin_close(srv_admin *admin)
{
    if (!admin->path) return;
    for (int i = 0; i < SRV_ADMIN_CLIENTS; i++) drop(&admin->clients[i]);
    ev_io_stop(admin->loop, &admin->io);
    close(admin->io.fd);
    unlink(admin->path);
    admin->path = NULL;
}
