/* people.c: who somebody is. People are a fold of their stream of the log, as a table is of its own: a request is
 * checked, written as an entry, and folded by the function that reads the log after a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "lobby_state.h"

const char srv_people_stream[] = "people";

srv_secret srv_hash_of(const void *bytes, size_t n)
{
    srv_secret hash;
    crypto_generichash(hash.at, sizeof hash.at, bytes, n, NULL, 0);
    return hash;
}

static void put_hash(kb_text *out, const char *key, const srv_secret *hash)
{
    char hex[2 * sizeof hash->at + 1];
    sodium_bin2hex(hex, sizeof hex, hash->at, sizeof hash->at);
    kb_putf(out, ",\"%s\":\"%s\"", key, hex);
}

static bool read_hash(const json_t *entry, const char *key, srv_secret *hash)
{
    const char *hex = srv_string(entry, key, SRV_SEED_HEX);
    srv_seed read;
    if (!hex || !srv_seed_read(hex, strlen(hex), &read)) return false;
    memcpy(hash->at, read.at, sizeof hash->at);
    return true;
}

void srv_free_people(srv_lobby *lobby)
{
    for (size_t i = 0; i < lobby->n_people; i++) free(lobby->people[i].muted);
    free(lobby->people);
    free(lobby->keys);
    free(lobby->keys_by_hash.slots);
    if (lobby->letters) freelocale(lobby->letters);
}

/* --- the fold -------------------------------------------------------------------------------------------- */

static srv_key *add_key(srv_lobby *lobby, const srv_secret *hash)
{
    lobby->keys = srv_grow(lobby->keys, lobby->n_keys + 1, &lobby->keys_size, sizeof *lobby->keys);
    srv_key *key = &lobby->keys[lobby->n_keys++];
    memset(key, 0, sizeof *key);
    key->hash = *hash;
    srv_put_number(lobby, &lobby->keys_by_hash, (uint32_t)lobby->n_keys);
    return key;
}

/* The id tells nothing of the key it is made from, and one key can bring several people, one after another. */
static uint32_t add_person(srv_lobby *lobby, const srv_secret *hash)
{
    uint8_t made_from[sizeof hash->at + sizeof(uint64_t)];
    uint64_t number = lobby->n_people + 1;
    lobby->people = srv_grow(lobby->people, lobby->n_people + 1, &lobby->people_size, sizeof *lobby->people);
    srv_person *p = &lobby->people[lobby->n_people++];
    memset(p, 0, sizeof *p);
    memcpy(made_from, hash->at, sizeof hash->at);
    memcpy(made_from + sizeof hash->at, &number, sizeof number);
    srv_secret id = srv_hash_of(made_from, sizeof made_from);
    sodium_bin2hex(p->id, sizeof p->id, id.at, SRV_PERSON_ID / 2);
    return (uint32_t)number;
}

static srv_person *who(const srv_lobby *lobby, const json_t *entry, const char *key, uint32_t *number)
{
    json_int_t k = json_integer_value(json_object_get(entry, key));
    if (k < 1 || k > (json_int_t)lobby->n_people) return NULL;
    *number = (uint32_t)k;
    return &lobby->people[k - 1];
}

/* The same for "Anna" and " ANNA": blanks around it and capitals make no difference. */
size_t srv_letters_of(const srv_lobby *lobby, const char *name, wint_t letters[SRV_NAME_MAX])
{
    size_t n = 0, end = 0;
    for (const unsigned char *at = (const unsigned char *)name; *at && n < SRV_NAME_MAX;) {
        int more = *at >= 0xF0 ? 3 : *at >= 0xE0 ? 2 : *at >= 0xC0 ? 1 : 0;
        wint_t letter = more ? *at & (0x3Fu >> more) : *at;
        for (at++; more; more--) letter = letter << 6 | (*at++ & 0x3Fu);
        if (letter == ' ' && !n) continue;
        letters[n++] = lobby->letters ? towlower_l(letter, lobby->letters) : towlower(letter);
        if (letter != ' ') end = n;
    }
    return end;
}

static srv_secret hash_of_name(const srv_lobby *lobby, const char *name)
{
    wint_t letters[SRV_NAME_MAX];
    return srv_hash_of(letters, srv_letters_of(lobby, name, letters) * sizeof letters[0]);
}

/* A key that is nobody's yet brings a new person. */
static bool do_name(srv_lobby *lobby, const json_t *entry)
{
    const char *name = srv_string(entry, "name", SRV_NAME_MAX);
    srv_secret hash;
    if (!name || !read_hash(entry, "key", &hash)) return false;
    srv_key *key = srv_key_with(lobby, &hash);
    if (!key) key = add_key(lobby, &hash);
    if (!key->person) key->person = key->home = add_person(lobby, &hash);
    srv_person *p = &lobby->people[key->person - 1];
    memcpy(p->name, name, strlen(name) + 1);
    p->name_hash = hash_of_name(lobby, name);
    srv_looks_of(lobby->names, name, p->looks);
    return true;
}

static bool do_device(srv_lobby *lobby, const json_t *entry)
{
    srv_secret hash;
    uint32_t number;
    if (!who(lobby, entry, "who", &number) || !read_hash(entry, "key", &hash)) return false;
    srv_key *key = srv_key_with(lobby, &hash);
    if (!key) key = add_key(lobby, &hash);
    key->person = number;
    key->at_ms = (uint64_t)json_integer_value(json_object_get(entry, "at"));
    return !json_object_get(entry, "link") || read_hash(entry, "link", &key->link);
}

/* It is who it was before, or nobody. */
static void let_go(srv_key *key)
{
    if (key->person == key->home) key->home = 0;
    key->person = key->home;
    memset(&key->link, 0, sizeof key->link);
}

static bool do_logout(srv_lobby *lobby, const json_t *entry)
{
    srv_secret hash;
    srv_key *key = read_hash(entry, "key", &hash) ? srv_key_with(lobby, &hash) : NULL;
    if (!key) return false;
    let_go(key);
    return true;
}

/* No key but one leads to the person any more, not even by a logout. */
static bool do_forget(srv_lobby *lobby, const json_t *entry)
{
    srv_secret hash;
    uint32_t number;
    if (!who(lobby, entry, "who", &number) || !read_hash(entry, "key", &hash)) return false;
    for (size_t i = 0; i < lobby->n_keys; i++) {
        srv_key *key = &lobby->keys[i];
        if (!sodium_memcmp(key->hash.at, hash.at, sizeof hash.at)) continue;
        if (key->person == number) let_go(key);
        if (key->home == number) key->home = 0;
    }
    return true;
}

static bool read_bytes(const json_t *entry, const char *key, uint8_t *bytes, size_t n)
{
    const char *hex = srv_string(entry, key, 2 * n);
    size_t read;
    return hex && !sodium_hex2bin(bytes, n, hex, strlen(hex), NULL, &read, NULL) && read == n;
}

static bool do_account(srv_lobby *lobby, const json_t *entry)
{
    uint32_t number;
    srv_person *p = who(lobby, entry, "who", &number);
    json_int_t passes = json_integer_value(json_object_get(entry, "passes")),
               kib = json_integer_value(json_object_get(entry, "kib"));
    if (!p || passes < 1 || passes > UINT16_MAX || kib < 1 || kib > UINT32_MAX) return false;
    p->account.passes = (uint32_t)passes;
    p->account.kib = (uint32_t)kib;
    return read_bytes(entry, "salt", p->account.salt, sizeof p->account.salt) &&
           read_bytes(entry, "hash", p->account.hash, sizeof p->account.hash);
}

/* Where the number is among those the person has muted; where it is not, behind them. */
static size_t place_of_muted(const srv_person *p, uint32_t number)
{
    size_t i = 0;
    while (i < p->n_muted && p->muted[i] != number) i++;
    return i;
}

static bool do_mute(srv_lobby *lobby, const json_t *entry)
{
    uint32_t number, other;
    srv_person *p = who(lobby, entry, "who", &number);
    if (!p || !who(lobby, entry, "whom", &other)) return false;
    size_t at = place_of_muted(p, other);
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
    bool (*make)(srv_lobby *, const json_t *entry);
} deeds[] = {{"name", do_name},     {"device", do_device},   {"logout", do_logout},
             {"forget", do_forget}, {"account", do_account}, {"mute", do_mute}};

/* The first logs knew nothing but names, and did not say so. */
bool srv_fold_people(srv_lobby *lobby, const char *text, size_t n)
{
    json_t *entry = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *what = json_object_get(entry, "do"), *at = json_object_get(entry, "at");
    uint64_t at_ms = json_is_integer(at) && json_integer_value(at) > 0 ? (uint64_t)json_integer_value(at) : 0;
    bool done = false;
    if (at_ms > lobby->now_ms) lobby->now_ms = at_ms;
    for (int i = 0; entry && i < KB_COUNT(deeds); i++)
        if (!strcmp(deeds[i].name, what ? json_string_value(what) : "name")) done = deeds[i].make(lobby, entry);
    json_decref(entry);
    return done;
}

/* --- entries --------------------------------------------------------------------------------------------- */

typedef struct writing {
    kb_text text;
    char at[1024];
} writing;

static void begin_entry(writing *entry, const srv_lobby *lobby, const char *what)
{
    entry->text = kb_text_in(entry->at, sizeof entry->at);
    kb_putf(&entry->text, "{\"at\":%lld,\"do\":\"%s\"", (long long)lobby->now_ms, what);
}

static void end_entry(srv_lobby *lobby, writing *entry)
{
    kb_put(&entry->text, "}");
    if (entry->text.cut || !srv_fold_people(lobby, entry->text.at, entry->text.n)) {
        fprintf(stderr, "kickback serve: an entry that was checked does not fold\n");
        abort();
    }
    lobby->counts.entries++;
    lobby->log->append(lobby->log, srv_people_stream, ++lobby->n_people_stored, entry->text.at, entry->text.n);
}

/* --- saying who somebody is ------------------------------------------------------------------------------ */

static void put_muted(const srv_lobby *lobby, const srv_person *p, kb_text *out)
{
    kb_put(out, ",\"muted\":[");
    for (size_t i = 0; i < p->n_muted; i++) {
        const srv_person *other = &lobby->people[p->muted[i] - 1];
        kb_putf(out, "%s{\"person\":\"%s\",\"name\":", i ? "," : "", other->id);
        kb_put_json(out, other->name, strlen(other->name));
        kb_put(out, "}");
    }
    kb_put(out, "]");
}

void srv_post_hello(srv_lobby *lobby, srv_connection *c)
{
    kb_text text = srv_frame_of(lobby);
    kb_put(&text, "{\"type\":\"hello\",\"version\":\"" KICKBACK_VERSION "\"");
    if (c->person) {
        const srv_person *p = &lobby->people[c->person - 1];
        kb_put(&text, ",\"name\":");
        kb_put_json(&text, p->name, strlen(p->name));
        kb_putf(&text, ",\"person\":\"%s\",\"kept\":%s", p->id, p->account.passes ? "true" : "false");
        put_muted(lobby, p, &text);
    }
    kb_put(&text, "}");
    srv_post(lobby, c, text.at, text.n);
}

/* Something about the person has changed: all its devices are told. */
static void tell_devices(srv_lobby *lobby, uint32_t number)
{
    for (size_t i = 0; i < lobby->n_connections; i++)
        if (lobby->connections[i]->person == number) srv_post_hello(lobby, lobby->connections[i]);
}

static size_t slot_of(const srv_lobby *lobby, const void *guesser, size_t n)
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, guesser, n, lobby->guess_key);
    return hash % SRV_GUESSERS;
}

static void find_nameless(srv_lobby *lobby, const srv_connection *c, uint16_t *at[2])
{
    at[0] = &lobby->nameless[0][slot_of(lobby, c->hash.at, sizeof c->hash.at)];
    at[1] = &lobby->nameless[1][slot_of(lobby, &c->visitor.address, sizeof c->visitor.address)];
}

static void count(srv_lobby *lobby, const srv_connection *c, int by)
{
    uint16_t *at[2];
    if (c->person) {
        lobby->people[c->person - 1].n_connections += by;
        lobby->people[c->person - 1].address = c->visitor.address;
        return;
    }
    find_nameless(lobby, c, at);
    for (int i = 0; i < KB_COUNT(at); i++) *at[i] = (uint16_t)(*at[i] + by);
}

bool srv_count_connection(srv_lobby *lobby, const srv_connection *c)
{
    uint16_t *at[2];
    find_nameless(lobby, c, at);
    bool is_full = c->person ? lobby->people[c->person - 1].n_connections >= SRV_CONNECTIONS_A_PERSON
                             : *at[0] >= SRV_CONNECTIONS_A_PERSON || *at[1] >= SRV_NAMELESS_AN_ADDRESS;
    if (!is_full) count(lobby, c, 1);
    return !is_full;
}

void srv_uncount_connection(srv_lobby *lobby, const srv_connection *c)
{
    count(lobby, c, -1);
}

/* A connection whose key is somebody else's now sees every table with other eyes. */
static void become(srv_lobby *lobby, srv_connection *c, uint32_t number)
{
    if (c->person == number) return;
    count(lobby, c, -1);
    c->person = number;
    count(lobby, c, 1); /* nobody is cut for who they are now */
    srv_post_hello(lobby, c);
    for (int i = 0; i < c->n_watched; i++) {
        srv_watching *w = &c->watched[i];
        int viewer = srv_room_viewer(w->table->room, number);
        if (viewer == w->viewer) continue;
        w->viewer = viewer;
        srv_post_picture(lobby, c, w->table, viewer, true, 0);
        srv_post_here(lobby, w->table);
    }
}

/* Keys have changed hands: every connection is whose its key is. */
static void recognise(srv_lobby *lobby)
{
    for (size_t i = 0; i < lobby->n_connections; i++) {
        const srv_key *key = srv_key_with(lobby, &lobby->connections[i]->hash);
        become(lobby, lobby->connections[i], key ? key->person : 0);
    }
}

/* --- guessing -------------------------------------------------------------------------------------------- */

static uint64_t *guesses_of(srv_lobby *lobby, const void *guesser, size_t n)
{
    return &lobby->guesses_ms[slot_of(lobby, guesser, n)];
}

bool srv_may_guess(srv_lobby *lobby, const srv_connection *c)
{
    uint64_t *at[] = {guesses_of(lobby, &c->visitor.address, sizeof c->visitor.address),
                      guesses_of(lobby, c->hash.at, sizeof c->hash.at)};
    for (int i = 0; i < KB_COUNT(at); i++) {
        if (*at[i] < lobby->now_ms) *at[i] = lobby->now_ms;
        if (*at[i] - lobby->now_ms > (SRV_GUESS_BURST - 1) * SRV_GUESS_MS) return false;
    }
    for (int i = 0; i < KB_COUNT(at); i++) *at[i] += SRV_GUESS_MS;
    return true;
}

/* --- requests -------------------------------------------------------------------------------------------- */

/* Who keeps a name with that hash; 0: nobody. */
static uint32_t keeper_of(const srv_lobby *lobby, const srv_secret *name_hash)
{
    for (size_t i = 0; i < lobby->n_people; i++)
        if (lobby->people[i].account.passes && !memcmp(&lobby->people[i].name_hash, name_hash, sizeof *name_hash))
            return (uint32_t)i + 1;
    return 0;
}

/* … or one that looks like it. To log in is another matter: there a name is exactly its own. */
static bool is_kept_by_other(const srv_lobby *lobby, const char *name, uint32_t number)
{
    srv_secret hash = hash_of_name(lobby, name), looks[SRV_LOOKS];
    srv_looks_of(lobby->names, name, looks);
    for (size_t i = 0; i < lobby->n_people; i++) {
        const srv_person *p = &lobby->people[i];
        bool is_alike = !memcmp(&p->name_hash, &hash, sizeof hash);
        for (int k = 0; k < SRV_LOOKS; k++) is_alike |= !memcmp(&p->looks[k], &looks[k], sizeof looks[k]);
        if (p->account.passes && i + 1 != number && is_alike) return true;
    }
    return false;
}

static srv_answer refuse_name(void)
{
    srv_answer answer = srv_refuse(SRV_E_TOO_LONG);
    kb_text more = kb_text_in(answer.more, sizeof answer.more);
    kb_putf(&more, "a name has 1 to %d characters, all of which can be seen", SRV_NAME_CHARACTERS);
    return answer;
}

static srv_answer ask_name(srv_lobby *lobby, const srv_asking *a)
{
    const char *name = srv_string(a->request, "name", SRV_NAME_MAX);
    uint32_t number = a->from->person;
    writing entry;
    if (!name) return refuse_name();
    if (number && !strcmp(lobby->people[number - 1].name, name)) return srv_refuse(SRV_DONE);
    if (!srv_is_name(name)) return refuse_name();
    if (is_kept_by_other(lobby, name, number)) return srv_refuse(SRV_E_NAME_KEPT);
    begin_entry(&entry, lobby, "name");
    put_hash(&entry.text, "key", &a->from->hash);
    kb_put(&entry.text, ",\"name\":");
    kb_put_json(&entry.text, name, strlen(name));
    end_entry(lobby, &entry);
    if (number) {
        tell_devices(lobby, number);
    } else {
        recognise(lobby);
    }
    return srv_refuse(SRV_DONE);
}

/* The place of the link that ends first; those that are used or over are the first to go. */
static srv_link *oldest_link(srv_lobby *lobby)
{
    srv_link *oldest = &lobby->links[0];
    for (int i = 1; i < SRV_LINKS; i++)
        if (lobby->links[i].until_ms < oldest->until_ms) oldest = &lobby->links[i];
    return oldest;
}

/* Answers by itself: there is more to say than that it is done. */
static void ask_link(srv_lobby *lobby, const srv_asking *a)
{
    uint8_t bytes[SRV_TOKEN / 2];
    char token[SRV_TOKEN + 1], place[sizeof "device=" + SRV_TOKEN];
    kb_text text = kb_text_in(place, sizeof place);
    if (!srv_may_guess(lobby, a->from)) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_TOO_FAST);
        return;
    }
    lobby->edge.random(lobby->edge.context, bytes, sizeof bytes);
    sodium_bin2hex(token, sizeof token, bytes, sizeof bytes);
    kb_putf(&text, "device=%s", token);
    srv_link *made = oldest_link(lobby);
    lobby->work += SRV_QR_WORK;
    *made = (srv_link){srv_hash_of(token, SRV_TOKEN), a->from->person, lobby->now_ms + SRV_LINK_MS};
    text = srv_begin_ok(lobby, a->id);
    kb_putf(&text, ",\"token\":\"%s\",\"until\":%lld", token, (long long)made->until_ms);
    srv_put_link(&text, a->from, place);
    srv_end_ok(lobby, a->from, &text);
    sodium_memzero(token, sizeof token);
    sodium_memzero(place, sizeof place);
}

/* Where somebody has as many devices as anybody may have, the first of them goes. */
static void make_room(srv_lobby *lobby, uint32_t number)
{
    const srv_key *first = NULL;
    int n = 0;
    writing entry;
    for (size_t i = 0; i < lobby->n_keys; i++) {
        const srv_key *key = &lobby->keys[i];
        if (key->person != number) continue;
        if (!first || key->at_ms < first->at_ms) first = key;
        n++;
    }
    if (n < SRV_DEVICES_A_PERSON) return;
    begin_entry(&entry, lobby, "logout");
    put_hash(&entry.text, "key", &first->hash);
    end_entry(lobby, &entry);
}

/* The browser becomes one more device of the person. */
static void add_device(srv_lobby *lobby, const srv_connection *c, uint32_t number, const srv_secret *link)
{
    writing entry;
    if (c->person == number) return;
    make_room(lobby, number);
    begin_entry(&entry, lobby, "device");
    put_hash(&entry.text, "key", &c->hash);
    kb_putf(&entry.text, ",\"who\":%lld", (long long)number);
    if (link) put_hash(&entry.text, "link", link);
    end_entry(lobby, &entry);
    recognise(lobby);
}

/* Every link is compared, so that the time it takes tells nothing. */
static srv_link *link_with(srv_lobby *lobby, const srv_secret *hash)
{
    srv_link *found = NULL;
    for (int i = 0; i < SRV_LINKS; i++) {
        srv_link *link = &lobby->links[i];
        bool is_it = !sodium_memcmp(link->hash.at, hash->at, sizeof hash->at);
        if (is_it && link->person && link->until_ms > lobby->now_ms) found = link;
    }
    return found;
}

static srv_answer ask_device(srv_lobby *lobby, const srv_asking *a)
{
    const char *token = srv_string(a->request, "token", SRV_TOKEN);
    const srv_key *own = srv_key_with(lobby, &a->from->hash);
    if (!token) return srv_refuse(SRV_E_NO_LINK);
    srv_secret hash = srv_hash_of(token, strlen(token));
    if (own && !sodium_memcmp(own->link.at, hash.at, sizeof hash.at)) return srv_refuse(SRV_DONE); /* asked again */
    if (!srv_may_guess(lobby, a->from)) return srv_refuse(SRV_E_TOO_FAST);
    srv_link *link = link_with(lobby, &hash);
    if (!link) return srv_refuse(SRV_E_NO_LINK);
    uint32_t number = link->person;
    memset(link, 0, sizeof *link);
    add_device(lobby, a->from, number, &hash);
    return srv_refuse(SRV_DONE);
}

/* Whether the person can come back without this key. */
static bool is_known_elsewhere(const srv_lobby *lobby, uint32_t number, const srv_secret *hash)
{
    if (lobby->people[number - 1].account.passes) return true;
    for (size_t i = 0; i < lobby->n_keys; i++) {
        const srv_key *key = &lobby->keys[i];
        if ((key->person == number || key->home == number) && sodium_memcmp(key->hash.at, hash->at, sizeof hash->at))
            return true;
    }
    return false;
}

static srv_answer ask_logout(srv_lobby *lobby, const srv_asking *a)
{
    const json_t *others = json_object_get(a->request, "others");
    uint32_t number = a->from->person;
    writing entry;
    if (others && !json_is_boolean(others)) return srv_refuse(SRV_E_VALUE);
    if (!json_is_true(others) && !is_known_elsewhere(lobby, number, &a->from->hash))
        return srv_refuse(SRV_E_LAST_DEVICE);
    begin_entry(&entry, lobby, json_is_true(others) ? "forget" : "logout");
    put_hash(&entry.text, "key", &a->from->hash);
    if (json_is_true(others)) kb_putf(&entry.text, ",\"who\":%lld", (long long)number);
    end_entry(lobby, &entry);
    for (int i = 0; json_is_true(others) && i < SRV_LINKS; i++)
        if (lobby->links[i].person == number) memset(&lobby->links[i], 0, sizeof lobby->links[i]);
    recognise(lobby);
    return srv_refuse(SRV_DONE);
}

uint32_t srv_person_with(const srv_lobby *lobby, const char *id)
{
    for (size_t i = 0; id && i < lobby->n_people; i++)
        if (!strcmp(lobby->people[i].id, id)) return (uint32_t)i + 1;
    return 0;
}

/* What muted people say goes on being told and numbered: it is the page that does not show it. */
static srv_answer ask_mute(srv_lobby *lobby, const srv_asking *a)
{
    uint32_t number = a->from->person, other = srv_person_with(lobby, srv_string(a->request, "person", SRV_PERSON_ID));
    const json_t *muted = json_object_get(a->request, "muted");
    writing entry;
    if (!json_is_boolean(muted) || other == number) return srv_refuse(SRV_E_VALUE);
    if (!other) return srv_refuse(SRV_E_NO_PERSON);
    const srv_person *p = &lobby->people[number - 1];
    bool is_muted = place_of_muted(p, other) < p->n_muted;
    if (is_muted == json_is_true(muted)) return srv_refuse(SRV_DONE);
    if (!is_muted && p->n_muted == SRV_MUTED_A_PERSON) return srv_refuse(SRV_E_TOO_MANY_MUTED);
    begin_entry(&entry, lobby, "mute");
    kb_putf(&entry.text, ",\"who\":%lld,\"whom\":%lld,\"muted\":%s", (long long)number, (long long)other,
            is_muted ? "false" : "true");
    end_entry(lobby, &entry);
    tell_devices(lobby, number);
    return srv_refuse(SRV_DONE);
}

/* --- passphrases ----------------------------------------------------------------------------------------- */

/* The answer comes when a thread has hashed it; until then there is none. */
static srv_answer begin_proof(srv_lobby *lobby, const srv_asking *a, const srv_proof *asked)
{
    const char *passphrase = srv_string(a->request, "passphrase", SRV_PASSPHRASE_MAX);
    if (!passphrase || strlen(passphrase) < SRV_PASSPHRASE_MIN) return srv_refuse(SRV_E_PASSPHRASE);
    if (a->from->is_proving || lobby->n_proofs + lobby->n_proving == SRV_PROOFS) return srv_refuse(SRV_E_BUSY);
    if (!srv_may_guess(lobby, a->from)) return srv_refuse(SRV_E_TOO_FAST);
    srv_proof *proof = &lobby->proofs[lobby->n_proofs++];
    *proof = *asked;
    proof->connection = a->from->number;
    memcpy(proof->id, a->id, strlen(a->id) + 1);
    memcpy(proof->passphrase, passphrase, strlen(passphrase) + 1);
    a->from->is_proving = true;
    return srv_refuse(SRV_DONE);
}

static srv_account new_account(const srv_lobby *lobby)
{
    srv_account account = {.passes = crypto_pwhash_OPSLIMIT_INTERACTIVE,
                           .kib = crypto_pwhash_MEMLIMIT_INTERACTIVE >> 10};
    lobby->edge.random(lobby->edge.context, account.salt, sizeof account.salt);
    return account;
}

static srv_answer ask_account(srv_lobby *lobby, const srv_asking *a)
{
    srv_proof proof = {.account = new_account(lobby)};
    if (is_kept_by_other(lobby, lobby->people[a->from->person - 1].name, a->from->person))
        return srv_refuse(SRV_E_NAME_KEPT);
    return begin_proof(lobby, a, &proof);
}

static srv_answer ask_login(srv_lobby *lobby, const srv_asking *a)
{
    const char *name = srv_string(a->request, "name", SRV_NAME_MAX);
    srv_proof proof = {.is_login = true, .account = new_account(lobby)};
    if (!name) return srv_refuse(SRV_E_TOO_LONG);
    srv_secret name_hash = hash_of_name(lobby, name);
    proof.person = keeper_of(lobby, &name_hash);
    if (proof.person) proof.account = lobby->people[proof.person - 1].account;
    memset(proof.account.hash, 0, sizeof proof.account.hash);
    return begin_proof(lobby, a, &proof);
}

bool srv_next_proof(srv_lobby *lobby, srv_job *job)
{
    if (!lobby->n_proofs) return false;
    srv_proving *proving = &lobby->proving[lobby->n_proving++];
    memset(job, 0, sizeof *job);
    job->number = ++lobby->n_jobs;
    job->proof = lobby->proofs[0];
    memmove(&lobby->proofs[0], &lobby->proofs[1], (size_t)--lobby->n_proofs * sizeof job->proof);
    sodium_memzero(&lobby->proofs[lobby->n_proofs], sizeof job->proof);
    *proving = (srv_proving){job->number, lobby->now_ms + SRV_JOB_MS, job->proof.connection, ""};
    memcpy(proving->id, job->proof.id, sizeof proving->id);
    return true;
}

void srv_prove(srv_proof *proof)
{
    srv_account *account = &proof->account;
    if (crypto_pwhash(account->hash, sizeof account->hash, proof->passphrase, strlen(proof->passphrase), account->salt,
                      account->passes, (size_t)account->kib << 10, crypto_pwhash_ALG_ARGON2ID13) != 0)
        account->passes = 0; /* no memory for it */
    sodium_memzero(proof->passphrase, sizeof proof->passphrase);
}

static srv_answer keep_name(srv_lobby *lobby, const srv_connection *c, const srv_account *account)
{
    char salt[2 * sizeof account->salt + 1], hash[2 * sizeof account->hash + 1];
    writing entry;
    if (!c->person) return srv_refuse(SRV_E_NO_NAME); /* by now */
    if (is_kept_by_other(lobby, lobby->people[c->person - 1].name, c->person)) return srv_refuse(SRV_E_NAME_KEPT);
    sodium_bin2hex(salt, sizeof salt, account->salt, sizeof account->salt);
    sodium_bin2hex(hash, sizeof hash, account->hash, sizeof account->hash);
    begin_entry(&entry, lobby, "account");
    kb_putf(&entry.text, ",\"who\":%lld,\"salt\":\"%s\",\"hash\":\"%s\",\"passes\":%lld,\"kib\":%lld",
            (long long)c->person, salt, hash, (long long)account->passes, (long long)account->kib);
    end_entry(lobby, &entry);
    tell_devices(lobby, c->person);
    return srv_refuse(SRV_DONE);
}

static srv_answer log_in(srv_lobby *lobby, const srv_connection *c, const srv_proof *proof)
{
    static const srv_account nobody;
    const srv_account *account = proof->person ? &lobby->people[proof->person - 1].account : &nobody;
    bool is_right = !sodium_memcmp(account->hash, proof->account.hash, sizeof account->hash);
    if (!proof->person || !is_right) return srv_refuse(SRV_E_LOGIN);
    add_device(lobby, c, proof->person, NULL);
    return srv_refuse(SRV_DONE);
}

static srv_connection *connection_numbered(const srv_lobby *lobby, uint64_t number)
{
    for (size_t i = 0; i < lobby->n_connections; i++)
        if (lobby->connections[i]->number == number) return lobby->connections[i];
    return NULL;
}

/* Who has gone meanwhile asks again, as always. */
static void end_proof(srv_lobby *lobby, int i, const srv_proof *proof)
{
    srv_proving proving = lobby->proving[i];
    lobby->proving[i] = lobby->proving[--lobby->n_proving];
    srv_connection *c = connection_numbered(lobby, proving.connection);
    if (!c) return;
    c->is_proving = false;
    srv_answer answer = !proof || !proof->account.passes ? srv_refuse(SRV_E_BUSY)
                        : proof->is_login                ? log_in(lobby, c, proof)
                                                         : keep_name(lobby, c, &proof->account);
    srv_post_answer(lobby, c, proving.id, &answer);
}

void srv_proof_done(srv_lobby *lobby, const srv_job *job)
{
    for (int i = lobby->n_proving; i-- > 0;)
        if (lobby->proving[i].number == job->number) end_proof(lobby, i, &job->proof);
}

void srv_drop_late_proofs(srv_lobby *lobby)
{
    for (int i = lobby->n_proving; i-- > 0;)
        if (lobby->proving[i].deadline_ms <= lobby->now_ms) {
            lobby->counts.jobs_lost++;
            end_proof(lobby, i, NULL);
        }
}

void srv_ask_people(srv_lobby *lobby, const srv_asking *a)
{
    srv_answer answer;
    switch ((int)a->what) {
    case SRV_LINK: ask_link(lobby, a); return;
    case SRV_DEVICE: answer = ask_device(lobby, a); break;
    case SRV_LOGOUT: answer = ask_logout(lobby, a); break;
    case SRV_ACCOUNT: answer = ask_account(lobby, a); break;
    case SRV_LOGIN: answer = ask_login(lobby, a); break;
    case SRV_MUTE: answer = ask_mute(lobby, a); break;
    default: answer = ask_name(lobby, a); break;
    }
    bool is_answered_later = !answer.refusal && (a->what == SRV_ACCOUNT || a->what == SRV_LOGIN);
    if (!is_answered_later) srv_post_answer(lobby, a->from, a->id, &answer);
}
