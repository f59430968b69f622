/* setup.h: setups as text: the first line of a record, the first members of a position. */
#ifndef KB_SETUP_H
#define KB_SETUP_H

#include "../core/game.h"

/* The version of records that new games get. Older ones are read, and a game keeps the version it began with. */
enum { KB_VERSION = 2 };

/* "game":…,"edition":…,"options":{…},"players":… without braces, everything written out. */
void kb_put_setup(const kb_setup *, kb_text *);
/* Writes a setup with the options that records of this version have. */
void kb_put_setup_of(const kb_setup *, int version, kb_text *);
/* The defaults of a record of this version: options that it does not know have the value they had before. */
void kb_setup_of_version(kb_setup *, int game, int version);
/* Sets the edition, and the options that have another default in it than in the edition before, if records of this version
 * know them. */
void kb_setup_edition(kb_setup *, int version, int edition);
/* "defaults":{"amigo2003":"may"}: the editions in which the option has another default than the usual one, if any. */
void kb_put_option_defaults(const kb_game *, const kb_option *, kb_text *);
/* Sets one option by its name and value; why says what is wrong. Records of a version have only the options it
 * knows. */
kb_error kb_setup_option(kb_setup *, int version, const char *name, size_t name_n, const char *value, size_t value_n,
                         kb_text *why);

/* Whether promises can bind with these options. */
bool kb_is_bond(const kb_setup *);

/* The members of a setup as found in a record's first line or in a position; n is 0 if one is missing. */
typedef struct kb_setup_parts {
    kb_slice game, edition, options, players;
} kb_setup_parts;
kb_error kb_read_setup(kb_setup *, int version, const kb_setup_parts *, kb_text *why);

#endif
