/* cli.h: shared by the verbs of the program: exit statuses, files, setups from flags. */
#ifndef CLI_H
#define CLI_H

#include <getopt.h>
#include <stdio.h>

#include "../engine/pact.h"

enum { CLI_FINE = 0, CLI_BAD_INPUT = 1, CLI_BAD_CALL = 2 };

typedef struct cli_verb {
    const char *name;
    const char *summary; /* one line, for the list of verbs */
    const char *help;    /* what --help prints below the summary: usage, options, examples */
    int (*run)(int argc, char **argv);
} cli_verb;

extern const cli_verb cli_games, cli_rules, cli_random, cli_trace, cli_position, cli_legal, cli_schema, cli_promises,
    cli_show, cli_play, cli_arena, cli_bench, cli_verify, cli_serve, cli_admin, cli_backup, cli_copy, cli_export,
    cli_import, cli_check, cli_salvage, cli_selfplay, cli_endings;

/* Prints "kickback VERB: …" to standard error and returns CLI_BAD_CALL, or CLI_BAD_INPUT. */
int cli_call_error(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));
int cli_input_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Call this when getopt_long returns '?'. Prints which flag is unknown, lacks its value or takes none. Returns
 * CLI_BAD_CALL. */
int cli_flag_error(const char *verb, const struct option *, char **argv);

/* Whether to use colours on this stream: it is a terminal, and NO_COLOR is not set. */
bool cli_colour(FILE *);

/* The game with this name or another of its names ("Intrigue"), in upper or lower case. -1: none. */
int cli_game_named(const char *name);
/* The seat with this name, in upper or lower case. -1: none at this table. */
int cli_seat_named(const kb_setup *, const char *name, size_t n);
/* These read a game, --edition, --players, --option and --seat for a verb. If the value is wrong, they print an
 * error and return false. Names may be in upper or lower case. "spectator" is a valid viewer. */
bool cli_take_game(const char *verb, const char *name, kb_setup *);
bool cli_take_edition(const char *verb, const char *name, kb_setup *);
bool cli_take_players(const char *verb, const char *number, kb_setup *);
bool cli_take_option(const char *verb, const char *key_value, kb_setup *);
bool cli_take_viewer(const char *verb, const char *seat, const kb_setup *, int *viewer);
bool cli_take_number(const char *verb, const char *flag, const char *text, uint64_t low, uint64_t high, uint64_t *);
/* Sets an option that was not typed on the command line. False: why says what is wrong. */
bool cli_set_option(kb_setup *, const char *key_value, kb_text *why);
bool cli_check_setup(const char *verb, const kb_setup *);

/* A record read from a file line by line. "-" is standard input. */
typedef struct cli_record {
    const char *name;
    FILE *file;
    char *text; /* the last line read; has room for KB_LINE_MAX bytes and a little more */
    kb_replay replay;
    kb_ledger ledger;                          /* open pacts */
    kb_promise promises[KB_OPEN_PROMISES_MAX]; /* theirs */
    kb_line line;                              /* the last line, parsed */
    kb_events events;                          /* what it caused */
    kb_outcomes outcomes;                      /* what it did to pacts */
    int status;                                /* CLI_BAD_INPUT after a line was refused */
    /* Streams: */
    bool is_stream;
    bool is_next_there; /* the text is the first line of the next record */
    size_t n_text;      /* length of the text */
    uint64_t number;    /* of the record, from 1 */
    uint64_t wanted;    /* the only record to read, or 0 */
    long begins_at;     /* where the record begins in the file */
    long line_at, read; /* where the last line begins, and how far the file was read */
    uint32_t lines_before;
} cli_record;
bool cli_record_open(cli_record *, const char *name);
/* Reads the next line. False at the end, at a wrong line, or if the record is cut off. The last two print an error. */
bool cli_record_next(cli_record *);
void cli_record_close(cli_record *);

/* A stream has several records, as `kickback random --games` writes them. When a game is over, a setup line begins the
 * next record. This reads all of them, or only the wanted one (counted from 1; 0 is all):
 *
 *     if (!cli_stream_open(&record, name, wanted)) return CLI_BAD_INPUT;
 *     while (cli_stream_next(&record))
 *         while (cli_record_next(&record)) …
 *     cli_record_close(&record);
 */
bool cli_stream_open(cli_record *, const char *name, uint64_t wanted);
/* Moves to the next record. False after the last one, or if one was wrong. */
bool cli_stream_next(cli_record *);
/* Skips the rest of this record without checking it. */
void cli_stream_skip(cli_record *);
/* Goes back to the first line of this record. Not for standard input. */
bool cli_stream_again(cli_record *);

/* Reads a whole small file and adds a NUL. NULL after printing an error. The caller frees it. */
char *cli_read_file(const char *name, size_t max, size_t *n);

void cli_print(FILE *, const kb_text *);
/* printf for JSON, in the form that kb_putj has, but commas are those of the format, and what it writes as a string must
 * need no escapes. */
void cli_print_json(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The RULES.md of a game. */
const char *cli_rules_of(const char *game);
/* The JSON Schema of its positions. */
const char *cli_schema_of(const char *game);
/* Every rule that mentions a word, under its heading. "" if none does. The caller frees it. */
char *cli_rules_about(const char *game, const char *word);

#endif
