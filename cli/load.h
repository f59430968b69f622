/* load.h: a load generator for a server: many clients on loopback, with real WebSockets, making random moves.
 *
 * Three clients sit at each table of Intrige. Each move is due at a given time, and its latency is measured from
 * that time, so that a server that falls behind cannot hide it. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOAD_SEATS = 3 };

typedef struct cli_load cli_load;

/* Durations in seconds. */
typedef struct cli_times {
    double *at;
    size_t n, size;
} cli_times;
/* The quantile of the times at this part (0.5 is the median). Sorts them. 0 if there are none. */
double cli_time_within(cli_times *, double part);

typedef struct cli_load_result {
    uint64_t moves;   /* acknowledged ones */
    uint64_t refused; /* requests refused for any reason */
    double seconds;
    cli_times echo;         /* from when a move is due until another seat hears of it */
    cli_times acknowledged; /* from when a move is due until it is acknowledged */
    cli_times bots;         /* from when a person begins to wait for a bot until it moves */
    cli_times back;         /* from when a server was killed until a table whose people it had acknowledges a move */
} cli_load_result;

enum { LOAD_NODES_MAX = 8 };

/* Clients for the servers at these ports, which share one log. The people of a table are spread over the servers, or, if
 * together is set, they are all on one server, and the tables are spread. NULL after printing an error. */
cli_load *cli_load_new(const int *ports, int n_ports, bool together);
void cli_load_free(cli_load *);
/* Connects this many clients that give a name and then idle. Prints an error and returns false on failure. */
bool cli_load_idle(cli_load *, size_t n);
/* Connects clients for this many tables and starts a game at each. */
bool cli_load_seat(cli_load *, size_t tables);
/* Starts games of bots with one person at each table, who moves at once when it is their turn. */
bool cli_load_bots(cli_load *, size_t tables, const char *bots);
/* Starts games of bots only. One person creates all tables and watches none of them. */
bool cli_load_absent(cli_load *, size_t tables, const char *bots);
/* For this long, one client reads the whole table again and again, as often as the server allows, while another one
 * pings. The times of the pings show how much this slows down everybody else. */
bool cli_load_disturb(cli_load *, const char *table, double seconds, cli_times *pings);
/* Plays for this long: moves_per_s moves a second or, if that is 0, as many as the server takes. */
bool cli_load_play(cli_load *, double seconds, double moves_per_s, cli_load_result *);
/* The server at this index was killed at the given time (of cli_now_s). Its clients connect to the others and ask again
 * while cli_load_play runs the next time. */
void cli_load_lose(cli_load *, int node, double killed);
/* Seconds on a monotonic clock. */
double cli_now_s(void);
void cli_load_result_free(cli_load_result *);

#endif
