/* cli.h: what the verbs of the program share: exit statuses, files, setups from flags. */
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
    cli_show, cli_play, cli_arena, cli_bench, cli_verify, cli_serve, cli_backup, cli_export, cli_import, cli_check,
    cli_salvage;

/* Prints "kickback VERB: …" to standard error and returns CLI_BAD_CALL, or CLI_BAD_INPUT. */
int cli_call_error(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));
int cli_input_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* After getopt_long has returned '?': says which flag is unknown, lacks its value or takes none. CLI_BAD_CALL. */
int cli_flag_error(const char *verb, const struct option *, char **argv);

/* Whether to colour what goes to this stream: a terminal, and NO_COLOR unset. */
bool cli_colour(FILE *);

/* The game of this name, in any case, or by another of the names it has: "Intrigue". -1: none. */
int cli_game_named(const char *name);
/* The seat of this name, in any case; -1: none at this table. */
int cli_seat_named(const kb_setup *, const char *name, size_t n);
/* Takes a game, --edition, --players, --option and --seat while a verb reads its flags. Each returns false after
 * saying on standard error what is wrong. Names may be in any case. "spectator" is a seat to look from. */
bool cli_take_game(const char *verb, const char *name, kb_setup *);
bool cli_take_edition(const char *verb, const char *name, kb_setup *);
bool cli_take_players(const char *verb, const char *number, kb_setup *);
bool cli_take_option(const char *verb, const char *key_value, kb_setup *);
bool cli_take_viewer(const char *verb, const char *seat, const kb_setup *, int *viewer);
bool cli_take_number(const char *verb, const char *flag, const char *text, uint64_t low, uint64_t high, uint64_t *);
/* The same for an option that was typed elsewhere: false, and why says what is wrong. */
bool cli_set_option(kb_setup *, const char *key_value, kb_text *why);
bool cli_check_setup(const char *verb, const kb_setup *);

/* A record that is being read from a file ("-" is standard input), a line at a time. */
typedef struct cli_record {
    const char *name;
    FILE *file;
    char *text; /* the line last read, KB_LINE_MAX bytes and a little more */
    kb_replay replay;
    kb_ledger ledger;     /* pacts that are open */
    kb_line line;         /* what it said */
    kb_events events;     /* what it made happen */
    kb_outcomes outcomes; /* … and what became of pacts */
    int status;           /* CLI_BAD_INPUT once a line was refused */
    /* of a stream: */
    bool is_stream;
    bool is_next_there; /* the text is the first line of the next record */
    size_t n_text;      /* … of so many bytes */
    uint64_t number;    /* of the record, from 1 */
    uint64_t wanted;    /* the only one to be read, or 0 */
    long begins_at;     /* where it begins in the file, …  */
    long line_at, read; /* where the last line does, and how far the file was read */
    uint32_t lines_before;
} cli_record;
bool cli_record_open(cli_record *, const char *name);
/* The next line; false at the end, at a line that is wrong, or where the record is cut off. The last
 * two have been said on standard error. */
bool cli_record_next(cli_record *);
void cli_record_close(cli_record *);

/* Records one after another, as `kickback random --games` writes them: when a game is over, a setup line begins the
 * next record. Read all of them, or just the wanted one (from 1; 0 is all):
 *
 *     if (!cli_stream_open(&record, name, wanted)) return CLI_BAD_INPUT;
 *     while (cli_stream_next(&record))
 *         while (cli_record_next(&record)) …
 *     cli_record_close(&record);
 */
bool cli_stream_open(cli_record *, const char *name, uint64_t wanted);
/* The next record; false after the last, and where one was wrong. */
bool cli_stream_next(cli_record *);
/* The rest of this record is not wanted, right or wrong. */
void cli_stream_skip(cli_record *);
/* The same record once more, from its first line. Not for standard input. */
bool cli_stream_again(cli_record *);

/* A whole small file, NUL at its end; NULL after saying why not. Free it. */
char *cli_read_file(const char *name, size_t max, size_t *n);

/* Prints what the text holds. */
void cli_print(FILE *, const kb_text *);

/* The rules of a game, from its RULES.md. */
const char *cli_rules_of(const char *game);
/* The JSON Schema of its positions. */
const char *cli_schema_of(const char *game);
/* What the rules say about a word: every rule that mentions it, under its heading; "" where none does. Free it. */
char *cli_rules_about(const char *game, const char *word);

#endif
