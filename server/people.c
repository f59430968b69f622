/* people.c: people and their keys: a fold of their stream. */
#include "people.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "luck.h"

const char srv_people_stream[] = "people";

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
    if (!id || strlen(id) != SRV_PERSON_ID) return 0;
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
srv_source srv_people_source(const srv_people *people, const srv_secret *key, const srv_visitor *visitor)
{
    return srv_source_of(people->n_keys ? &people->keys[0].hash : key, visitor->address, visitor->network);
}

static const uint64_t day_ms = 24 * 60 * 60 * 1000;

/* The keys of a source in the tally, and its limits per day. */
typedef struct quota {
    uint64_t key;
    uint64_t ms; /* after which one more new person is allowed */
} quota;

static void quotas_of(const srv_people *people, srv_source from, quota out[2])
{
    out[0] = (quota){from.address, day_ms / people->new_a_day};
    out[1] = (quota){(uint64_t)from.network << 32, day_ms / people->new_a_day / SRV_ADDRESSES_A_NETWORK};
}

bool srv_has_room_for_new(const srv_people *people, srv_source from, uint64_t now_ms)
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
static void count_new(srv_people *people, srv_source from, int by)
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
    sodium_bin2hex(p->id, sizeof p->id, id.at, SRV_PERSON_ID / 2);
    srv_finder_put(&people->by_id, p->id, (uint32_t)number);
    p->name = srv_copy("", 0);
    return (uint32_t)number;
}

static bool read_hash(const json_t *entry, const char *key, srv_secret *hash)
{
    const char *hex = srv_string(entry, key, SRV_SEED_HEX);
    srv_seed read;
    if (!hex || !srv_seed_read(hex, strlen(hex), &read)) return false;
    memcpy(hash->at, read.at, sizeof hash->at);
    return true;
}

static srv_person *read_person(const srv_people *people, const json_t *entry, const char *key, uint32_t *number)
{
    json_int_t k = json_integer_value(json_object_get(entry, key));
    if (k < 1 || k > (json_int_t)people->n) return NULL;
    *number = (uint32_t)k;
    return &people->list[k - 1];
}

static bool fold_name(srv_people *people, const json_t *entry)
{
    const char *name = srv_string(entry, "name", SRV_NAME_MAX);
    srv_secret hash;
    if (!name || !read_hash(entry, "key", &hash)) return false;
    srv_key *key = key_with(people, &hash);
    key = key ? changed_key(people, key) : add_key(people, &hash);
    if (!key->person) {
        key->person = key->home = add_person(people, &hash);
        people->list[key->person - 1].from = srv_source_read(entry);
        people->list[key->person - 1].made_ms = (uint64_t)json_integer_value(json_object_get(entry, "at"));
        count_new(people, people->list[key->person - 1].from, 1);
    }
    srv_person *p = changed_person(people, &people->list[key->person - 1]);
    people->changed = key->person;
    index_name(people, key->person, false);
    free(p->name);
    p->name = srv_copy(name, strlen(name));
    index_name(people, key->person, true);
    return true;
}

static bool fold_link(srv_people *people, const json_t *entry)
{
    json_int_t until_ms = json_integer_value(json_object_get(entry, "until"));
    srv_link link = {.until_ms = (uint64_t)until_ms};
    if (until_ms < 1 || !read_person(people, entry, "who", &link.person) || !read_hash(entry, "link", &link.hash))
        return false;
    if (json_object_get(entry, "before") && !read_hash(entry, "before", &link.before)) return false;
    if (json_object_get(entry, "used")) {
        srv_secret used;
        if (!read_hash(entry, "used", &used)) return false;
        srv_links_remove(&people->links, &used);
    }
    srv_links_add(&people->links, &link);
    return true;
}

/* The new key inherits to whom a logout leads. */
static void replace_key(srv_people *people, const srv_secret *before, srv_key *by)
{
    srv_key *key = key_with(people, before);
    if (!key || key == by) return;
    by->home = key->home;
    *changed_key(people, key) = (srv_key){.hash = *before};
}

static bool fold_device(srv_people *people, const json_t *entry)
{
    srv_secret hash;
    uint32_t number;
    if (!read_person(people, entry, "who", &number) || !read_hash(entry, "key", &hash)) return false;
    srv_key *key = key_with(people, &hash);
    key = key ? changed_key(people, key) : add_key(people, &hash);
    key->person = number;
    key->at_ms = (uint64_t)json_integer_value(json_object_get(entry, "at"));
    if (!json_object_get(entry, "link")) return true;
    if (!read_hash(entry, "link", &key->link)) return false;
    srv_link link = srv_links_remove(&people->links, &key->link);
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

static bool fold_logout(srv_people *people, const json_t *entry)
{
    srv_secret hash;
    srv_key *key = read_hash(entry, "key", &hash) ? key_with(people, &hash) : NULL;
    if (!key) return false;
    release(changed_key(people, key));
    return true;
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
static bool fold_forget(srv_people *people, const json_t *entry)
{
    srv_secret hash;
    uint32_t number;
    if (!read_person(people, entry, "who", &number) || !read_hash(entry, "key", &hash)) return false;
    for (size_t i = 0; i < people->n_keys; i++) {
        srv_key *key = &people->keys[i];
        if (!sodium_memcmp(key->hash.at, hash.at, sizeof hash.at)) continue;
        if (key->person != number && key->home != number) continue;
        changed_key(people, key);
        if (key->person == number) release(key);
        if (key->home == number) key->home = 0;
    }
    srv_links_forget(&people->links, number);
    if (json_is_true(json_object_get(entry, "gone"))) erase(people, number);
    return true;
}

static bool read_bytes(const json_t *entry, const char *key, uint8_t *bytes, size_t n)
{
    const char *hex = srv_string(entry, key, 2 * n);
    size_t read;
    return hex && !sodium_hex2bin(bytes, n, hex, strlen(hex), NULL, &read, NULL) && read == n;
}

static bool fold_account(srv_people *people, const json_t *entry)
{
    uint32_t number;
    srv_person *p = read_person(people, entry, "who", &number);
    json_int_t passes = json_integer_value(json_object_get(entry, "passes")),
               kib = json_integer_value(json_object_get(entry, "kib"));
    if (!p || passes < 1 || passes > UINT16_MAX || kib < 1 || kib > UINT32_MAX) return false;
    changed_person(people, p);
    people->changed = number;
    index_name(people, number, false);
    p->account.passes = (uint32_t)passes;
    p->account.kib = (uint32_t)kib;
    index_name(people, number, true);
    return read_bytes(entry, "salt", p->account.salt, sizeof p->account.salt) &&
           read_bytes(entry, "hash", p->account.hash, sizeof p->account.hash);
}

static bool fold_mute(srv_people *people, const json_t *entry)
{
    uint32_t number, other;
    srv_person *p = read_person(people, entry, "who", &number);
    if (!p || !read_person(people, entry, "whom", &other)) return false;
    size_t at = place_of_muted(changed_person(people, p), other);
    people->changed = number;
    bool is_muted = at < p->n_muted, wanted = json_is_true(json_object_get(entry, "muted"));
    if (wanted && !is_muted) {
        p->muted = srv_grow(p->muted, p->n_muted + 1, &p->muted_size, sizeof *p->muted);
        p->muted[p->n_muted++] = other;
    } else if (!wanted && is_muted) {
        memmove(&p->muted[at], &p->muted[at + 1], (--p->n_muted - at) * sizeof *p->muted);
    }
    return true;
}

static const struct {
    const char *name;
    bool (*fold)(srv_people *, const json_t *entry);
} handlers[] = {{"name", fold_name},     {"link", fold_link},       {"device", fold_device}, {"logout", fold_logout},
                {"forget", fold_forget}, {"account", fold_account}, {"mute", fold_mute}};

/* The first logs had only names, and no "do". */
bool srv_people_fold(srv_people *people, const char *text, size_t n)
{
    json_t *entry = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *what = json_object_get(entry, "do"), *at = json_object_get(entry, "at");
    bool done = false;
    people->changed = 0;
    if (json_is_integer(at) && json_integer_value(at) > 0) people->last_ms = (uint64_t)json_integer_value(at);
    for (int i = 0; entry && i < KB_COUNT(handlers); i++)
        if (!strcmp(handlers[i].name, what ? json_string_value(what) : "name")) done = handlers[i].fold(people, entry);
    json_decref(entry);
    people->n_entries++;
    return done;
}

/* --- entries --------------------------------------------------------------------------------------------- */

typedef struct writing {
    kb_text text;
    char at[1024];
} writing;

static void begin_entry(writing *entry, uint64_t now_ms, const char *what)
{
    entry->text = kb_text_in(entry->at, sizeof entry->at);
    kb_putf(&entry->text, "{\"at\":%lld,\"do\":\"%s\"", (long long)now_ms, what);
}

static void put_hash(kb_text *out, const char *key, const srv_secret *hash)
{
    char hex[2 * sizeof hash->at + 1];
    sodium_bin2hex(hex, sizeof hex, hash->at, sizeof hash->at);
    kb_putf(out, ",\"%s\":\"%s\"", key, hex);
}

static void end_entry(srv_people *people, writing *entry)
{
    kb_put(&entry->text, "}");
    begin_undo(people);
    if (entry->text.cut || !srv_people_fold(people, entry->text.at, entry->text.n)) {
        fprintf(stderr, "kickback serve: an entry about people was checked and does not fit\n");
        abort();
    }
    people->n_written++;
    people->log->append(people->log, srv_people_stream, people->n_entries, entry->text.at, entry->text.n);
}

void srv_set_name(srv_people *people, uint64_t now_ms, const srv_secret *key, const char *name, srv_source from)
{
    writing entry;
    begin_entry(&entry, now_ms, "name");
    put_hash(&entry.text, "key", key);
    kb_put(&entry.text, ",\"name\":");
    kb_put_json(&entry.text, name, strlen(name));
    if (!srv_person_of_key(people, key)) srv_source_put(&entry.text, from);
    end_entry(people, &entry);
}

void srv_add_link(srv_people *people, uint64_t now_ms, const srv_link *link, const srv_secret *used)
{
    writing entry;
    begin_entry(&entry, now_ms, "link");
    kb_putf(&entry.text, ",\"who\":%lld,\"until\":%lld", (long long)link->person, (long long)link->until_ms);
    put_hash(&entry.text, "link", &link->hash);
    if (!sodium_is_zero(link->before.at, sizeof link->before.at)) put_hash(&entry.text, "before", &link->before);
    if (used) put_hash(&entry.text, "used", used);
    end_entry(people, &entry);
}

void srv_log_out(srv_people *people, uint64_t now_ms, const srv_secret *key)
{
    writing entry;
    begin_entry(&entry, now_ms, "logout");
    put_hash(&entry.text, "key", key);
    end_entry(people, &entry);
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
    writing entry;
    make_room(people, now_ms, person);
    begin_entry(&entry, now_ms, "device");
    put_hash(&entry.text, "key", key);
    kb_putf(&entry.text, ",\"who\":%lld", (long long)person);
    if (link) put_hash(&entry.text, "link", link);
    end_entry(people, &entry);
}

void srv_log_out_others(srv_people *people, uint64_t now_ms, const srv_secret *key, uint32_t person)
{
    writing entry;
    begin_entry(&entry, now_ms, "forget");
    put_hash(&entry.text, "key", key);
    kb_putf(&entry.text, ",\"who\":%lld", (long long)person);
    end_entry(people, &entry);
}

/* No key has the hash of nothing, so none is left. An earlier version of the program, which does not know of gone, removes
 * the keys. */
void srv_delete_person(srv_people *people, uint64_t now_ms, uint32_t person)
{
    static const srv_secret none;
    writing entry;
    begin_entry(&entry, now_ms, "forget");
    put_hash(&entry.text, "key", &none);
    kb_putf(&entry.text, ",\"who\":%lld,\"gone\":true", (long long)person);
    end_entry(people, &entry);
}

void srv_note_played(srv_people *people, uint32_t person)
{
    people->list[person - 1].has_played = true;
}

void srv_set_account(srv_people *people, uint64_t now_ms, uint32_t person, const srv_account *account)
{
    char salt[2 * sizeof account->salt + 1], hash[2 * sizeof account->hash + 1];
    writing entry;
    sodium_bin2hex(salt, sizeof salt, account->salt, sizeof account->salt);
    sodium_bin2hex(hash, sizeof hash, account->hash, sizeof account->hash);
    begin_entry(&entry, now_ms, "account");
    kb_putf(&entry.text, ",\"who\":%lld,\"salt\":\"%s\",\"hash\":\"%s\",\"passes\":%lld,\"kib\":%lld",
            (long long)person, salt, hash, (long long)account->passes, (long long)account->kib);
    end_entry(people, &entry);
}

void srv_set_muted(srv_people *people, uint64_t now_ms, uint32_t person, uint32_t other, bool is_muted)
{
    writing entry;
    begin_entry(&entry, now_ms, "mute");
    kb_putf(&entry.text, ",\"who\":%lld,\"whom\":%lld,\"muted\":%s", (long long)person, (long long)other,
            is_muted ? "true" : "false");
    end_entry(people, &entry);
}
