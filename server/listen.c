/* listen.c: a listening port. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): accept4 */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ACCEPTS_AT_ONCE = 32 }; /* then other events get their turn */

/* The address that limits count. */
static void write_address(const struct sockaddr_storage *from, char out[SRV_ADDRESS_MAX])
{
    char text[INET6_ADDRSTRLEN] = "";
    const void *at = from->ss_family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)from)->sin6_addr
                                                 : (const void *)&((const struct sockaddr_in *)from)->sin_addr;
    inet_ntop(from->ss_family, at, text, sizeof text);
    if (!srv_address_of(text, strlen(text), out)) out[0] = '\0';
}

/* accept4 also fails for lack of a descriptor if nobody is waiting. */
static bool is_waited_at(int fd)
{
    struct pollfd door = {fd, POLLIN, 0};
    return poll(&door, 1, 0) > 0;
}

static void on_accept(struct ev_loop *loop, ev_io *io, int events)
{
    srv_listener *listener = io->data;
    (void)events;
    for (int i = 0; i < ACCEPTS_AT_ONCE; i++) {
        struct sockaddr_storage from = {.ss_family = AF_UNSPEC};
        socklen_t size = sizeof from;
        char address[SRV_ADDRESS_MAX];
        int fd = accept4(io->fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
            if (!is_waited_at(io->fd)) return;                        /* the last one took the last descriptor */
            if (!listener->make_room(listener)) ev_io_stop(loop, io); /* until there is room again */
            return;
        }
        if (fd < 0) continue; /* disconnected before it was accepted */
        write_address(&from, address);
        listener->accepted(listener, fd, address);
    }
}

static int open_socket(const struct addrinfo *at, const char *host)
{
    int one = 1, only_six = strcmp(host, "::") != 0;
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (at->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only_six, sizeof only_six);
    if (!bind(fd, at->ai_addr, at->ai_addrlen) && !listen(fd, SOMAXCONN)) return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static int port_of(int fd)
{
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    memset(&at, 0, sizeof at);
    if (getsockname(fd, (struct sockaddr *)&at, &size)) return 0;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

bool srv_listen(srv_listener *listener, struct ev_loop *loop, const srv_place *place, const char *what, bool is_tls)
{
    char port[16];
    bool is_six = strchr(place->host, ':') != NULL;
    const char *left = is_six ? "[" : "", *right = is_six ? "]" : "", *why = "that is no address";
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM}, *found;
    int fd = -1;
    snprintf(port, sizeof port, "%d", place->port);
    if (!getaddrinfo(place->host, port, &hints, &found)) {
        fd = open_socket(found, place->host);
        why = strerror(errno);
        freeaddrinfo(found);
    }
    if (fd < 0) {
        fprintf(stderr, "kickback serve: %s%s%s:%d cannot be listened at: %s\n", left, place->host, right, place->port,
                why);
        return false;
    }
    ev_io_init(&listener->io, on_accept, fd, EV_READ);
    listener->io.data = listener;
    ev_io_start(loop, &listener->io);
    listener->port = port_of(fd);
    printf("%s http%s://%s%s%s:%d/\n", what, is_tls ? "s" : "", left, place->host, right, listener->port);
    return true;
}
