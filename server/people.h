/* people.h: who somebody is. People are a fold of their stream of the log, as a table is of its own: what changes them is
 * written as an entry and folded by the function that reads the log after a restart. This part knows no connection.
 *
 * A person has a number, from 1, and one or more keys: hashes of the secrets of their browsers and programs. */
#ifndef SRV_PEOPLE_H
#define SRV_PEOPLE_H

#include <locale.h>
#include <wchar.h>

#include "finder.h"
#include "job.h"
#include "log.h"
#include "names.h"
#include "room.h"

typedef struct srv_key {
    srv_secret hash;
    uint32_t person; /* whose it is now; 0: nobody's any more */
    uint32_t home;   /* whom it belonged to first, and belongs to again after a logout; 0: nobody */
    uint64_t at_ms;  /* since when */
    srv_secret link; /* hash of the link that brought it last */
} srv_key;

typedef struct srv_person {
    char id[SRV_PERSON_ID + 1]; /* what others know the person by */
    char name[SRV_NAME_MAX + 1];
    srv_secret name_hash; /* of the name without what makes no difference */
    srv_secret looks[SRV_LOOKS];
    srv_account account;
    uint32_t *muted; /* people whose talk the person does not want to see */
    size_t n_muted, muted_size;
} srv_person;

typedef struct srv_people {
    srv_log *log; /* NULL: they are only read */
    srv_person *list;
    size_t n, size;
    srv_key *keys;
    size_t n_keys, keys_size;
    srv_finder keys_by_hash;
    locale_t letters;   /* which are capitals of which */
    srv_names *names;   /* which look alike */
    uint64_t n_entries; /* in the stream */
    uint64_t n_written; /* … since the start */
    uint64_t last_ms;   /* of the last entry */
} srv_people;

extern const char srv_people_stream[];

/* False: ICU does not start. */
bool srv_people_open(srv_people *, srv_log *);
void srv_people_close(srv_people *);
/* Takes the next entry of the stream. False: it does not fit. */
bool srv_people_fold(srv_people *, const char *text, size_t n);

/* --- finding --- */
const srv_person *srv_person_at(const srv_people *, uint32_t number);
const srv_key *srv_key_with(const srv_people *, const srv_secret *hash); /* NULL: none */
uint32_t srv_person_of_key(const srv_people *, const srv_secret *hash);  /* 0: nobody */
uint32_t srv_person_with_id(const srv_people *, const char *id);         /* 0: nobody */
uint32_t srv_person_with_account(const srv_people *, const char *name); /* 0: nobody has a passphrase under that name */
/* Whether somebody else has a passphrase under that name or one that looks like it. */
bool srv_is_name_taken(const srv_people *, const char *name, uint32_t by_other_than);
bool srv_is_muted(const srv_people *, uint32_t person, uint32_t other);
/* Whether the person can come back without this key. */
bool srv_is_known_elsewhere(const srv_people *, uint32_t person, const srv_secret *key);
/* The letters of a name that make a difference: "Anna" and " ANNA" have the same. */
size_t srv_letters_of(const srv_people *, const char *name, wint_t letters[SRV_NAME_MAX]);

/* --- changing: writes an entry, and folds it --- */
/* A key that is nobody's brings a new person. */
void srv_set_name(srv_people *, uint64_t now_ms, const srv_secret *key, const char *name);
/* The key is one more of the person's. If they have as many as anybody may have, the oldest goes. link may be NULL. */
void srv_add_device(srv_people *, uint64_t now_ms, const srv_secret *key, uint32_t person, const srv_secret *link);
void srv_log_out(srv_people *, uint64_t now_ms, const srv_secret *key);
/* Only this key is the person's from now on. */
void srv_log_out_others(srv_people *, uint64_t now_ms, const srv_secret *key, uint32_t person);
void srv_set_account(srv_people *, uint64_t now_ms, uint32_t person, const srv_account *);
void srv_set_muted(srv_people *, uint64_t now_ms, uint32_t person, uint32_t other, bool is_muted);

#endif
