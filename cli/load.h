/* load.h: many clients of a server at once, for measuring it: real WebSockets on loopback, playing at random.
 *
 * Three clients sit at each table of Intrige. A move goes out when its time has come; how long it took is counted from
 * that time, so that a server that falls behind cannot hide it. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOAD_SEATS = 3 };

typedef struct cli_load cli_load;

/* How long things took, in seconds. */
typedef struct cli_times {
    double *at;
    size_t n, size;
} cli_times;
/* The time that this part of all (0.5: half of them) kept within; sorts them. 0 where there are none. */
double cli_time_within(cli_times *, double part);

typedef struct cli_load_result {
    uint64_t moves;   /* acknowledged */
    uint64_t refused; /* requests, for whatever reason */
    double seconds;
    cli_times echo;         /* from a move's time to the news of it at another seat */
    cli_times acknowledged; /* … and to its answer */
    cli_times bots;         /* from when a person began to wait for a bot to its move */
} cli_load_result;

/* NULL after saying why not. */
cli_load *cli_load_new(int port);
void cli_load_free(cli_load *);
/* Connects so many clients that say a name and wait. False after saying what went wrong. */
bool cli_load_idle(cli_load *, size_t n);
/* Connects clients for so many tables and begins a game at each. */
bool cli_load_seat(cli_load *, size_t tables);
/* … with one person at each, who moves at once when it is their turn, and bots. */
bool cli_load_bots(cli_load *, size_t tables, const char *bots);
/* … with bots alone, all made by one person, who watches none of them. */
bool cli_load_absent(cli_load *, size_t tables, const char *bots);
/* For so long, one client asks for this table as often as a server allows, from the beginning each time, and another
 * one pings: its times are what everybody else notices of that. */
bool cli_load_disturb(cli_load *, const char *table, double seconds, cli_times *pings);
/* Plays for a while: so many moves a second, or, where that is 0, as many as the server takes. */
bool cli_load_play(cli_load *, double seconds, double moves_per_s, cli_load_result *);
void cli_load_result_free(cli_load_result *);

#endif
