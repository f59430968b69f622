/* people.h: people and their keys. They are a fold of a stream of the log, as a table is: every change is written as an
 * entry and folded by the same function that reads the log after a restart. Connections are not known here.
 *
 * A person has a number, from 1, and one or more keys: hashes of the secrets of their browsers and programs. */
#ifndef SRV_PEOPLE_H
#define SRV_PEOPLE_H

#include <wchar.h>

#include "finder.h"
#include "job.h"
#include "links.h"
#include "log.h"
#include "names.h"
#include "room.h"
#include "source.h"
#include "tally.h"

typedef struct srv_key {
    srv_secret hash;
    uint32_t person; /* current owner; 0: none any more */
    uint32_t home;   /* the first owner, who gets it back after a logout; 0: none */
    uint64_t at_ms;  /* of the last change of owner */
    srv_secret link; /* hash of the link that last moved the key */
} srv_key;

typedef struct srv_person {
    char id[KB_PERSON_ID + 1]; /* by which others know the person */
    char *name;                /* owned by the person; "": deleted */
    srv_account account;
    kb_source from;   /* of their first device */
    uint64_t made_ms; /* when they gave their first name */
    bool has_played;  /* is known to have finished a game; never taken back */
    uint32_t *muted;  /* people whose talk this person hides */
    size_t n_muted, muted_size;
} srv_person;

/* What keys and people were before the entries that are not durable yet. */
typedef struct srv_saved_key {
    size_t place;
    srv_key was;
} srv_saved_key;
typedef struct srv_saved_person {
    size_t place;
    srv_person was; /* with its own copies of name and muted */
} srv_saved_person;
typedef struct srv_people_undo {
    bool is_needed; /* there are such entries */
    size_t n, n_keys;
    uint64_t n_entries, last_ms;
    srv_saved_key *keys;
    size_t n_saved_keys, keys_size;
    srv_saved_person *list;
    size_t n_saved, list_size;
    srv_links links;
} srv_people_undo;

typedef struct srv_people {
    srv_log *log; /* NULL: read only */
    srv_person *list;
    size_t n, size;
    srv_key *keys;
    size_t n_keys, keys_size;
    srv_finder keys_by_hash;
    srv_finder by_id;
    srv_finder kept_names; /* people with a passphrase, by each hash that their name may be compared by */
    srv_links links;
    srv_names *names;    /* for comparing names */
    uint32_t new_a_day;  /* new people per address; 0: no limit */
    srv_tally newcomers; /* by source: when an address may have as many new people as ever again */
    uint64_t n_entries;  /* in the stream */
    uint64_t n_written;  /* entries written since the start */
    uint64_t last_ms;    /* of the last entry */
    size_t looked_at;    /* the place of the person that srv_forget_strangers looks at next */
    uint32_t changed; /* the person whose name, passphrase or list of muted people the last entry changed; 0: nobody */
    srv_people_undo undo;
} srv_people;

extern const char srv_people_stream[];

/* Returns false if ICU cannot be initialised. */
bool srv_people_open(srv_people *, srv_log *);
void srv_people_close(srv_people *);
/* Folds the next entry of the stream. Returns false if it does not fit. */
bool srv_people_fold(srv_people *, const char *text, size_t n);

/* All entries so far are durable; or those that are not are taken back. */
void srv_people_confirm(srv_people *);
void srv_people_roll_back(srv_people *);

/* --- finding --- */
const srv_person *srv_person_at(const srv_people *, uint32_t number);
const srv_key *srv_key_with(const srv_people *, const srv_secret *hash);                  /* NULL: none */
uint32_t srv_person_of_key(const srv_people *, const srv_secret *hash);                   /* 0: nobody */
uint32_t srv_person_with_id(const srv_people *, const char *id);                          /* 0: nobody */
uint32_t srv_person_of_link(const srv_people *, const srv_secret *link, uint64_t now_ms); /* 0: no such link */
/* Who logged in and was given a secret with this hash, which has not been used yet; 0: nobody. */
uint32_t srv_person_of_login(const srv_people *, const srv_secret *hash);
uint32_t srv_person_with_account(const srv_people *, const char *name); /* 0: no account under that name */
/* Whether somebody else has an account under this name or one that looks like it. */
bool srv_is_name_taken(const srv_people *, const char *name, uint32_t by_other_than);
bool srv_is_muted(const srv_people *, uint32_t person, uint32_t other);
/* Whether the person can come back without this key. */
bool srv_is_known_elsewhere(const srv_people *, uint32_t person, const srv_secret *key);
/* What entries tell of an address. key: the hash of whoever comes from there. */
kb_source srv_people_source(const srv_people *, const srv_secret *key, const srv_visitor *);
/* Whether there may be another new person from there. */
bool srv_has_room_for_new(const srv_people *, kb_source, uint64_t now_ms);

/* --- changing: writes an entry and folds it --- */
/* A key without an owner creates a new person, who comes from there. */
void srv_set_name(srv_people *, uint64_t now_ms, const srv_secret *key, const char *name, kb_source from);
/* Adds a link. It may use up another one; used may be NULL. */
void srv_add_link(srv_people *, uint64_t now_ms, const srv_link *, const srv_secret *used);
/* Gives the person one more key, and uses up the link. If the link replaces a key, that one leads to nobody any more. If the
 * person has the maximum already, the oldest key is removed. link may be NULL. */
void srv_add_device(srv_people *, uint64_t now_ms, const srv_secret *key, uint32_t person, const srv_secret *link);
void srv_log_out(srv_people *, uint64_t now_ms, const srv_secret *key);
/* Removes all other keys and all links of the person. */
void srv_log_out_others(srv_people *, uint64_t now_ms, const srv_secret *key, uint32_t person);
/* Removes the person's name, passphrase, keys and links. Their number stays. */
void srv_delete_person(srv_people *, uint64_t now_ms, uint32_t person);
/* Remembers that the person has finished a game. This is not an entry: the results tell it. */
void srv_note_played(srv_people *, uint32_t person);
void srv_set_account(srv_people *, uint64_t now_ms, uint32_t person, const srv_account *);
void srv_set_muted(srv_people *, uint64_t now_ms, uint32_t person, uint32_t other, bool is_muted);

#endif
