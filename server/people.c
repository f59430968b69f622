/* people.c: people and their keys: a fold of their stream. */
#include "people.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../table/fields.h"
#include "bytes.h"

const char srv_people_stream[] = "people";

/* --- entries --------------------------------------------------------------------------------------------- */

typedef enum kind {
#define KB_ENTRY(code, ...) IS_##code,
#include "people.def"
    KINDS
} kind;

/* One entry of any kind. It uses the fields that people.def lists for its kind. */
typedef struct entry {
    kind kind;
#define KB_FIELD(code, key, type, member, max) kb_value_##type member;
#include "people.def"
} entry;

enum {
    NOTHING,
    DO,
#define KB_FIELD(code, ...) code,
#include "people.def"
};

static const kb_field fields[] = {
    [DO] = {.key = "do"},
#define KB_FIELD(code, key, type, member, max) \
    [code] = {key, KB_FIELD_##type, offsetof(entry, member), sizeof((entry *)NULL)->member, max},
#include "people.def"
};

static const struct {
    const char *name;
    uint8_t fields[KB_FIELDS_MAX]; /* closed by 0 */
} shapes[] = {
#define KB_ENTRY(code, name, fold, ...) {name, {AT, MAY(DO), __VA_ARGS__, NOTHING}},
#include "people.def"
};

static kb_object as_object(entry *e)
{
    return (kb_object){.at = e, .all = fields, .fields = shapes[e->kind].fields, .name = shapes[e->kind].name};
}

/* The texts of the entry are in that space. */
static bool read_entry(entry *e, kb_slice text, char *texts, size_t n_texts)
{
    kb_word name;
    kb_slice found;
    memset(e, 0, sizeof *e);
    if (kb_json_find(text, "do", &found)) {
        if (!kb_read_do(text, &name, NULL)) return false;
        while (e->kind < KINDS && !kb_equal(name.at, name.n, shapes[e->kind].name)) e->kind++;
        if (e->kind == KINDS) return false;
    }
    kb_object o = as_object(e);
    o.texts = texts;
    o.n_texts = n_texts;
    return kb_read_fields(&o, text, NULL);
}

bool srv_people_open(srv_people *people, srv_log *log)
{
    memset(people, 0, sizeof *people);
    people->log = log;
    people->names = srv_names_open();
    return people->names;
}

static void free_person(const srv_person *p)
{
    free(p->name);
    free(p->muted);
}

void srv_people_close(srv_people *people)
{
    srv_people_confirm(people);
    free(people->undo.keys);
    free(people->undo.list);
    for (size_t i = 0; i < people->n; i++) free_person(&people->list[i]);
    free(people->list);
    free(people->keys);
    srv_finder_clear(&people->keys_by_hash);
    srv_finder_clear(&people->by_id);
    srv_finder_clear(&people->kept_names);
    srv_tally_clear(&people->newcomers);
    if (people->names) srv_names_close(people->names);
}

/* --- finding --------------------------------------------------------------------------------------------- */

const srv_person *srv_person_at(const srv_people *people, uint32_t number)
{
    return &people->list[number - 1];
}

static srv_key *key_with(const srv_people *people, const srv_secret *hash)
{
    uint32_t number;
    for (size_t step = 0; (number = srv_finder_next(&people->keys_by_hash, hash->at, &step));) {
        srv_key *key = &people->keys[number - 1];
        if (!sodium_memcmp(key->hash.at, hash->at, sizeof hash->at)) return key;
    }
    return NULL;
}

const srv_key *srv_key_with(const srv_people *people, const srv_secret *hash)
{
    return key_with(people, hash);
}

uint32_t srv_person_of_key(const srv_people *people, const srv_secret *hash)
{
    const srv_key *key = key_with(people, hash);
    return key ? key->person : 0;
}

uint32_t srv_person_of_link(const srv_people *people, const srv_secret *link, uint64_t now_ms)
{
    const srv_link *found = srv_links_find(&people->links, link);
    return found && found->until_ms > now_ms ? found->person : 0;
}

/* Has no time limit: a browser that has fetched its new cookie has no other any more. */
uint32_t srv_person_of_login(const srv_people *people, const srv_secret *hash)
{
    const srv_link *found = srv_links_find(&people->links, hash);
    return found && !sodium_is_zero(found->before.at, sizeof found->before.at) ? found->person : 0;
}

uint32_t srv_person_with_id(const srv_people *people, const char *id)
{
    uint32_t number;
    if (!id || strlen(id) != KB_PERSON_ID) return 0;
    for (size_t step = 0; (number = srv_finder_next(&people->by_id, id, &step));)
        if (!strcmp(srv_person_at(people, number)->id, id)) return number;
    return 0;
}

/* What names are compared by: the first is equal for equal letters, the others for names that look alike. */
enum { NAME_HASHES = 1 + SRV_LOOKS };

static void hash_name(const srv_people *people, const char *name, srv_secret hashes[NAME_HASHES])
{
    srv_letters letters;
    srv_letters_of(people->names, name, &letters);
    hashes[0] = srv_hash_of(letters.at, letters.n * sizeof letters.at[0]);
    srv_looks_of(people->names, name, &hashes[1]);
}

/* Somebody else with a passphrase whose name has one of the first n hashes; 0: nobody. */
static uint32_t kept_by(const srv_people *people, const srv_secret *hashes, int n, uint32_t other_than)
{
    for (int i = 0; i < n; i++) {
        uint32_t number;
        for (size_t step = 0; (number = srv_finder_next(&people->kept_names, hashes[i].at, &step));) {
            srv_secret theirs[NAME_HASHES];
            if (number == other_than) continue;
            hash_name(people, srv_person_at(people, number)->name, theirs);
            if (!memcmp(&theirs[i], &hashes[i], sizeof theirs[i])) return number;
        }
    }
    return 0;
}

/* Call with is_kept false before the name or the passphrase of a person changes, and with true afterwards. */
static void index_name(srv_people *people, uint32_t number, bool is_kept)
{
    const srv_person *p = srv_person_at(people, number);
    srv_secret hashes[NAME_HASHES];
    if (!p->account.passes) return;
    hash_name(people, p->name, hashes);
    for (int i = 0; i < NAME_HASHES; i++) {
        if (is_kept) {
            srv_finder_put(&people->kept_names, hashes[i].at, number);
        } else {
            srv_finder_remove(&people->kept_names, hashes[i].at, number);
        }
    }
}

uint32_t srv_person_with_account(const srv_people *people, const char *name)
{
    srv_secret hashes[NAME_HASHES];
    hash_name(people, name, hashes);
    return kept_by(people, hashes, 1, 0);
}

bool srv_is_name_taken(const srv_people *people, const char *name, uint32_t by_other_than)
{
    srv_secret hashes[NAME_HASHES];
    hash_name(people, name, hashes);
    return kept_by(people, hashes, NAME_HASHES, by_other_than) != 0;
}

/* The index of the number in the person's list of muted people, or the length of the list. */
static size_t place_of_muted(const srv_person *p, uint32_t number)
{
    size_t i = 0;
    while (i < p->n_muted && p->muted[i] != number) i++;
    return i;
}

bool srv_is_muted(const srv_people *people, uint32_t person, uint32_t other)
{
    const srv_person *p = srv_person_at(people, person);
    return place_of_muted(p, other) < p->n_muted;
}

bool srv_is_known_elsewhere(const srv_people *people, uint32_t person, const srv_secret *hash)
{
    if (srv_person_at(people, person)->account.passes) return true;
    for (size_t i = 0; i < people->n_keys; i++) {
        const srv_key *key = &people->keys[i];
        if ((key->person == person || key->home == person) && sodium_memcmp(key->hash.at, hash->at, sizeof hash->at))
            return true;
    }
    return false;
}

/* --- new people ------------------------------------------------------------------------------------------ */

/* Nobody but whoever has the log knows the hash of the first key, and it never changes. */
kb_source srv_people_source(const srv_people *people, const srv_secret *key, const srv_visitor *visitor)
{
    return srv_source_of(people->n_keys ? &people->keys[0].hash : key, visitor->address, visitor->network);
}

static const uint64_t day_ms = 24 * 60 * 60 * 1000;

/* The keys of a source in the tally, and its limits per day. */
typedef struct quota {
    uint64_t key;
    uint64_t ms; /* after which one more new person is allowed */
} quota;

static void quotas_of(const srv_people *people, kb_source from, quota out[2])
{
    out[0] = (quota){from.address, day_ms / people->new_a_day};
    out[1] = (quota){(uint64_t)from.network << 32, day_ms / people->new_a_day / SRV_ADDRESSES_A_NETWORK};
}

bool srv_has_room_for_new(const srv_people *people, kb_source from, uint64_t now_ms)
{
    quota quotas[2];
    if (!people->new_a_day) return true;
    quotas_of(people, from, quotas);
    for (int i = 0; i < KB_COUNT(quotas); i++) {
        uint64_t full_ms = now_ms + day_ms;
        if (quotas[i].key && srv_tally_of(&people->newcomers, quotas[i].key) + quotas[i].ms > full_ms) return false;
    }
    return true;
}

/* by: 1, or -1 to take it back. */
static void count_new(srv_people *people, kb_source from, int by)
{
    quota quotas[2];
    if (!people->new_a_day) return;
    quotas_of(people, from, quotas);
    for (int i = 0; i < KB_COUNT(quotas); i++) {
        uint64_t until_ms = srv_tally_of(&people->newcomers, quotas[i].key);
        if (!quotas[i].key) continue;
        if (until_ms < people->last_ms) until_ms = people->last_ms;
        until_ms += (uint64_t)by * quotas[i].ms;
        srv_tally_set(&people->newcomers, quotas[i].key, until_ms, people->last_ms);
    }
}

/* --- taking back ----------------------------------------------------------------------------------------- */

/* Another writer of the log may be faster, and then entries that were folded already have to be taken back. So the fold
 * saves every key and person before it changes them, from the first entry that is not durable. */
static void begin_undo(srv_people *people)
{
    srv_people_undo *undo = &people->undo;
    if (undo->is_needed) return;
    undo->is_needed = true;
    undo->n = people->n;
    undo->n_keys = people->n_keys;
    undo->n_entries = people->n_entries;
    undo->last_ms = people->last_ms;
    undo->links = people->links;
}

static srv_key *changed_key(srv_people *people, srv_key *key)
{
    srv_people_undo *undo = &people->undo;
    size_t place = (size_t)(key - people->keys);
    if (!undo->is_needed || place >= undo->n_keys) return key;
    undo->keys = srv_grow(undo->keys, undo->n_saved_keys + 1, &undo->keys_size, sizeof *undo->keys);
    undo->keys[undo->n_saved_keys++] = (srv_saved_key){place, *key};
    return key;
}

static srv_person *changed_person(srv_people *people, srv_person *p)
{
    srv_people_undo *undo = &people->undo;
    size_t place = (size_t)(p - people->list);
    if (!undo->is_needed || place >= undo->n) return p;
    undo->list = srv_grow(undo->list, undo->n_saved + 1, &undo->list_size, sizeof *undo->list);
    srv_saved_person *saved = &undo->list[undo->n_saved++];
    *saved = (srv_saved_person){place, *p};
    saved->was.name = srv_copy(p->name, strlen(p->name));
    if (p->muted) {
        saved->was.muted = srv_alloc(p->muted_size * sizeof *p->muted);
        memcpy(saved->was.muted, p->muted, p->n_muted * sizeof *p->muted);
    }
    return p;
}

void srv_people_confirm(srv_people *people)
{
    srv_people_undo *undo = &people->undo;
    while (undo->n_saved) free_person(&undo->list[--undo->n_saved].was);
    undo->n_saved_keys = 0;
    undo->is_needed = false;
}

void srv_people_roll_back(srv_people *people)
{
    srv_people_undo *undo = &people->undo;
    if (!undo->is_needed) return;
    while (people->n > undo->n) {
        const srv_person *p = srv_person_at(people, (uint32_t)people->n);
        count_new(people, p->from, -1);
        index_name(people, (uint32_t)people->n, false);
        srv_finder_remove(&people->by_id, p->id, (uint32_t)people->n--);
        free_person(p);
    }
    while (undo->n_saved) {
        const srv_saved_person *saved = &undo->list[--undo->n_saved];
        index_name(people, (uint32_t)saved->place + 1, false);
        free_person(&people->list[saved->place]);
        people->list[saved->place] = saved->was;
        index_name(people, (uint32_t)saved->place + 1, true);
    }
    while (undo->n_saved_keys) {
        const srv_saved_key *saved = &undo->keys[--undo->n_saved_keys];
        people->keys[saved->place] = saved->was;
    }
    bool has_new_keys = people->n_keys > undo->n_keys;
    people->n_keys = undo->n_keys;
    people->n_entries = undo->n_entries;
    people->last_ms = undo->last_ms;
    people->links = undo->links;
    undo->is_needed = false;
    if (!has_new_keys) return;
    srv_finder_clear(&people->keys_by_hash);
    for (size_t i = 0; i < people->n_keys; i++)
        srv_finder_put(&people->keys_by_hash, people->keys[i].hash.at, (uint32_t)i + 1);
}

/* --- the fold -------------------------------------------------------------------------------------------- */

static srv_key *add_key(srv_people *people, const srv_secret *hash)
{
    people->keys = srv_grow(people->keys, people->n_keys + 1, &people->keys_size, sizeof *people->keys);
    srv_key *key = &people->keys[people->n_keys++];
    memset(key, 0, sizeof *key);
    key->hash = *hash;
    srv_finder_put(&people->keys_by_hash, hash->at, (uint32_t)people->n_keys);
    return key;
}

/* The id reveals nothing about the key it is derived from. One key can create several people, one after another. */
static uint32_t add_person(srv_people *people, const srv_secret *hash)
{
    uint8_t made_from[sizeof hash->at + sizeof(uint64_t)];
    uint64_t number = people->n + 1;
    people->list = srv_grow(people->list, people->n + 1, &people->size, sizeof *people->list);
    srv_person *p = &people->list[people->n++];
    memset(p, 0, sizeof *p);
    memcpy(made_from, hash->at, sizeof hash->at);
    memcpy(made_from + sizeof hash->at, &number, sizeof number);
    srv_secret id = srv_hash_of(made_from, sizeof made_from);
    sodium_bin2hex(p->id, sizeof p->id, id.at, KB_PERSON_ID / 2);
    srv_finder_put(&people->by_id, p->id, (uint32_t)number);
    p->name = srv_copy("", 0);
    return (uint32_t)number;
}

static bool fold_name(srv_people *people, const entry *e)
{
    srv_key *key = key_with(people, &e->key);
    key = key ? changed_key(people, key) : add_key(people, &e->key);
    if (!key->person) {
        key->person = key->home = add_person(people, &e->key);
        people->list[key->person - 1].from = e->from;
        people->list[key->person - 1].made_ms = e->at_ms;
        count_new(people, e->from, 1);
    }
    srv_person *p = changed_person(people, &people->list[key->person - 1]);
    people->changed = key->person;
    index_name(people, key->person, false);
    free(p->name);
    p->name = srv_copy(e->name, strlen(e->name));
    index_name(people, key->person, true);
    return true;
}

static bool fold_link(srv_people *people, const entry *e)
{
    srv_link link = {e->link, e->who, e->until_ms, e->before};
    srv_links_remove(&people->links, &e->used);
    srv_links_add(&people->links, &link);
    return true;
}

static bool is_none(const srv_secret *hash)
{
    return sodium_is_zero(hash->at, sizeof hash->at);
}

/* The new key inherits to whom a logout leads. */
static void replace_key(srv_people *people, const srv_secret *before, srv_key *by)
{
    srv_key *key = key_with(people, before);
    if (!key || key == by) return;
    by->home = key->home;
    *changed_key(people, key) = (srv_key){.hash = *before};
}

static bool fold_device(srv_people *people, const entry *e)
{
    srv_key *key = key_with(people, &e->key);
    key = key ? changed_key(people, key) : add_key(people, &e->key);
    key->person = e->who;
    key->at_ms = e->at_ms;
    if (is_none(&e->link)) return true;
    key->link = e->link;
    srv_link link = srv_links_remove(&people->links, &e->link);
    replace_key(people, &link.before, key);
    return true;
}

/* Returns the key to its first owner, if any. */
static void release(srv_key *key)
{
    if (key->person == key->home) key->home = 0;
    key->person = key->home;
    memset(&key->link, 0, sizeof key->link);
}

static bool fold_logout(srv_people *people, const entry *e)
{
    srv_key *key = key_with(people, &e->key);
    if (key) release(changed_key(people, key));
    return key;
}

/* Nothing is left of the person but their id, by which tables may know them. */
static void erase(srv_people *people, uint32_t number)
{
    srv_person *p = changed_person(people, &people->list[number - 1]);
    index_name(people, number, false);
    memset(&p->account, 0, sizeof p->account);
    p->name[0] = '\0';
    p->n_muted = 0;
    people->changed = number;
}

/* Leaves the person a single key: no other leads to them, not even after a logout. */
static bool fold_forget(srv_people *people, const entry *e)
{
    for (size_t i = 0; i < people->n_keys; i++) {
        srv_key *key = &people->keys[i];
        if (!sodium_memcmp(key->hash.at, e->key.at, sizeof e->key.at)) continue;
        if (key->person != e->who && key->home != e->who) continue;
        changed_key(people, key);
        if (key->person == e->who) release(key);
        if (key->home == e->who) key->home = 0;
    }
    srv_links_forget(&people->links, e->who);
    if (e->gone) erase(people, e->who);
    return true;
}

static bool fold_account(srv_people *people, const entry *e)
{
    srv_person *p = changed_person(people, &people->list[e->who - 1]);
    people->changed = e->who;
    index_name(people, e->who, false);
    p->account = (srv_account){e->salt, e->hash, e->passes, e->kib};
    index_name(people, e->who, true);
    return true;
}

static bool fold_mute(srv_people *people, const entry *e)
{
    srv_person *p = changed_person(people, &people->list[e->who - 1]);
    size_t at = place_of_muted(p, e->whom);
    people->changed = e->who;
    bool is_muted = at < p->n_muted;
    if (e->muted && !is_muted) {
        p->muted = srv_grow(p->muted, p->n_muted + 1, &p->muted_size, sizeof *p->muted);
        p->muted[p->n_muted++] = e->whom;
    } else if (!e->muted && is_muted) {
        memmove(&p->muted[at], &p->muted[at + 1], (--p->n_muted - at) * sizeof *p->muted);
    }
    return true;
}

static bool fold(srv_people *people, const entry *e)
{
    static bool (*const folds[])(srv_people *, const entry *) = {
#define KB_ENTRY(code, name, fold, ...) fold_##fold,
#include "people.def"
    };
    people->changed = 0;
    people->n_entries++;
    if (e->at_ms) people->last_ms = e->at_ms;
    return e->who <= people->n && e->whom <= people->n && folds[e->kind](people, e);
}

bool srv_people_fold(srv_people *people, const char *text, size_t n)
{
    char texts[KB_NAME_MAX + 1];
    entry e;
    return read_entry(&e, (kb_slice){text, n}, texts, sizeof texts) && fold(people, &e);
}

/* --- changing -------------------------------------------------------------------------------------------- */

static void append(srv_people *people, uint64_t now_ms, entry e)
{
    char text[1024];
    kb_text out = kb_text_in(text, sizeof text);
    e.at_ms = now_ms;
    kb_object o = as_object(&e);
    begin_undo(people);
    if (!kb_write_fields(&o, &out) || !fold(people, &e)) {
        fprintf(stderr, "kickback serve: an entry about people was checked and does not fit\n");
        abort();
    }
    people->n_written++;
    people->log->append(people->log, srv_people_stream, people->n_entries, out.at, out.n);
}

void srv_set_name(srv_people *people, uint64_t now_ms, const srv_secret *key, const char *name, kb_source from)
{
    if (srv_person_of_key(people, key)) from = (kb_source){0, 0};
    append(people, now_ms, (entry){.kind = IS_NAME, .key = *key, .name = name, .from = from});
}

void srv_add_link(srv_people *people, uint64_t now_ms, const srv_link *link, const srv_secret *used)
{
    entry e = {.kind = IS_LINK, .who = link->person, .until_ms = link->until_ms, .link = link->hash};
    e.before = link->before;
    if (used) e.used = *used;
    append(people, now_ms, e);
}

void srv_log_out(srv_people *people, uint64_t now_ms, const srv_secret *key)
{
    append(people, now_ms, (entry){.kind = IS_LOGOUT, .key = *key});
}

static void make_room(srv_people *people, uint64_t now_ms, uint32_t person)
{
    const srv_key *oldest = NULL;
    int n = 0;
    for (size_t i = 0; i < people->n_keys; i++) {
        const srv_key *key = &people->keys[i];
        if (key->person != person) continue;
        if (!oldest || key->at_ms < oldest->at_ms) oldest = key;
        n++;
    }
    if (n >= SRV_DEVICES_A_PERSON) srv_log_out(people, now_ms, &oldest->hash);
}

void srv_add_device(srv_people *people, uint64_t now_ms, const srv_secret *key, uint32_t person, const srv_secret *link)
{
    entry e = {.kind = IS_DEVICE, .key = *key, .who = person};
    make_room(people, now_ms, person);
    if (link) e.link = *link;
    append(people, now_ms, e);
}

void srv_log_out_others(srv_people *people, uint64_t now_ms, const srv_secret *key, uint32_t person)
{
    append(people, now_ms, (entry){.kind = IS_FORGET, .key = *key, .who = person});
}

/* No key has the hash of nothing, so none is left. An earlier version of the program, which does not know of gone, removes
 * the keys. */
void srv_delete_person(srv_people *people, uint64_t now_ms, uint32_t person)
{
    append(people, now_ms, (entry){.kind = IS_FORGET, .who = person, .gone = true});
}

void srv_note_played(srv_people *people, uint32_t person)
{
    people->list[person - 1].has_played = true;
}

void srv_set_account(srv_people *people, uint64_t now_ms, uint32_t person, const srv_account *account)
{
    entry e = {.kind = IS_ACCOUNT, .who = person, .salt = account->salt, .hash = account->hash};
    e.passes = account->passes;
    e.kib = account->kib;
    append(people, now_ms, e);
}

void srv_set_muted(srv_people *people, uint64_t now_ms, uint32_t person, uint32_t other, bool is_muted)
{
    append(people, now_ms, (entry){.kind = IS_MUTE, .who = person, .whom = other, .muted = is_muted});
}
