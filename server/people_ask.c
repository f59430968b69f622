/* people_ask.c: requests about the person who makes them. */
#include <sodium.h>
#include <string.h>

#include "handlers.h"
#include "qr.h"

/* --- telling a connection who it is ---------------------------------------------------------------------- */

static void put_muted(const srv_people *people, const srv_person *p, kb_text *out)
{
    kb_put(out, ",\"muted\":[");
    for (size_t i = 0; i < p->n_muted; i++) {
        const srv_person *other = srv_person_at(people, p->muted[i]);
        kb_putf(out, "%s{\"person\":\"%s\",\"name\":", i ? "," : "", other->id);
        kb_put_json(out, other->name, strlen(other->name));
        kb_put(out, "}");
    }
    kb_put(out, "]");
}

static void put_limit(const char *what, int characters, int bytes, kb_text *out)
{
    kb_putf(out, "\"%s\":{\"characters\":%d,\"bytes\":%d}", what, characters, bytes);
}

void srv_post_hello(srv_parts *parts, srv_connection *c)
{
    kb_text text = srv_outbox_frame(&parts->outbox);
    kb_put(&text, "{\"type\":\"hello\",\"version\":\"" KICKBACK_VERSION "\",\"limits\":{");
    put_limit("name", SRV_NAME_CHARACTERS, SRV_NAME_MAX, &text);
    kb_put(&text, ",");
    put_limit("talk", SRV_TALK_CHARACTERS, SRV_TALK_MAX, &text);
    kb_put(&text, ",");
    put_limit("words", SRV_WORDS_CHARACTERS, SRV_WORDS_MAX, &text);
    kb_put(&text, "}");
    if (c->person) {
        const srv_person *p = srv_person_at(&parts->people, c->person);
        kb_put(&text, ",\"name\":");
        kb_put_json(&text, p->name, strlen(p->name));
        kb_putf(&text, ",\"person\":\"%s\",\"kept\":%s", p->id, p->account.passes ? "true" : "false");
        put_muted(&parts->people, p, &text);
    }
    kb_put(&text, "}");
    srv_post(&parts->outbox, c, text.at, text.n);
}

/* Tells all of the person's devices about a change. */
static void tell_devices(srv_parts *parts, uint32_t person)
{
    for (size_t i = 0; i < parts->watch.n; i++)
        if (parts->watch.connections[i]->person == person) srv_post_hello(parts, parts->watch.connections[i]);
}

/* After keys changed owners: updates the person of each connection, who then sees every table as that person. */
static void update_connections(srv_parts *parts)
{
    for (size_t i = 0; i < parts->watch.n; i++) {
        srv_connection *c = parts->watch.connections[i];
        uint32_t person = srv_person_of_key(&parts->people, &c->hash);
        if (c->person == person) continue;
        srv_watch_set_person(&parts->watch, c, person);
        srv_post_hello(parts, c);
        srv_watch_show_again(&parts->watch, c);
    }
}

void srv_post_changed_person(srv_parts *parts)
{
    update_connections(parts);
    if (parts->people.changed) tell_devices(parts, parts->people.changed);
}

/* --- names and devices ----------------------------------------------------------------------------------- */

static void reply(srv_parts *parts, const srv_asking *a, srv_refusal refusal)
{
    if (refusal && refusal != SRV_E_TOO_FAST) srv_expect(parts, NULL);
    srv_post_refusal(&parts->outbox, a->from, a->id, refusal);
}

bool srv_may_guess(srv_parts *parts, const srv_asking *a)
{
    srv_guesser who = srv_guard_guesser(&parts->guard, a->from->visitor.address, &a->from->hash);
    if (a->is_paid) return true;
    if (!srv_guard_may_guess(&parts->guard, who)) return false;
    srv_tell_guess(parts, who);
    return true;
}

static void refuse_name(srv_parts *parts, const srv_asking *a)
{
    srv_answer answer = srv_refuse(SRV_E_TOO_LONG);
    kb_text more = kb_text_in(answer.more, sizeof answer.more);
    kb_putf(&more, "a name has 1 to %d characters, all of which can be seen", SRV_NAME_CHARACTERS);
    srv_post_answer(&parts->outbox, a->from, a->id, &answer);
}

void srv_handle_name(srv_parts *parts, const srv_asking *a)
{
    const char *name = srv_string(a->request, "name", SRV_NAME_MAX);
    uint32_t person = a->from->person;
    srv_source from = srv_people_source(&parts->people, &a->from->hash, &a->from->visitor);
    bool is_same = name && person && !strcmp(srv_person_at(&parts->people, person)->name, name);
    if (is_same) {
        reply(parts, a, SRV_DONE);
    } else if (!name || !srv_is_name(name)) {
        refuse_name(parts, a);
    } else if (srv_is_name_taken(&parts->people, name, person)) {
        reply(parts, a, SRV_E_NAME_KEPT);
    } else if (!person && !srv_has_room_for_new(&parts->people, from, parts->env.now_ms)) {
        reply(parts, a, SRV_E_TOO_MANY_PEOPLE);
    } else {
        srv_set_name(&parts->people, parts->env.now_ms, &a->from->hash, name, from);
        if (person) {
            tell_devices(parts, person);
        } else {
            update_connections(parts);
        }
        reply(parts, a, SRV_DONE);
    }
}

void srv_handle_link(srv_parts *parts, const srv_asking *a)
{
    uint8_t bytes[SRV_TOKEN / 2];
    char token[SRV_TOKEN + 1], place[sizeof "#device=" + SRV_TOKEN];
    kb_text text = kb_text_in(place, sizeof place);
    if (!srv_may_guess(parts, a)) {
        reply(parts, a, SRV_E_TOO_FAST);
        return;
    }
    srv_env_random(&parts->env, bytes, sizeof bytes);
    sodium_bin2hex(token, sizeof token, bytes, sizeof bytes);
    kb_putf(&text, "#device=%s", token);
    srv_secret hash = srv_hash_of(token, SRV_TOKEN);
    uint64_t until_ms = parts->env.now_ms + SRV_LINK_MS;
    srv_add_link(&parts->people, parts->env.now_ms, a->from->person, &hash, until_ms);
    text = srv_begin_ok(&parts->outbox, a->id);
    kb_putf(&text, ",\"token\":\"%s\",\"until\":%lld", token, (long long)until_ms);
    srv_put_link(&text, a->from->visitor.origin, place);
    srv_end_ok(&parts->outbox, a->from, &text);
    sodium_memzero(token, sizeof token);
    sodium_memzero(place, sizeof place);
}

static void add_device(srv_parts *parts, const srv_connection *c, uint32_t person, const srv_secret *link)
{
    if (c->person == person) return;
    srv_add_device(&parts->people, parts->env.now_ms, &c->hash, person, link);
    update_connections(parts);
}

void srv_handle_device(srv_parts *parts, const srv_asking *a)
{
    const char *token = srv_string(a->request, "token", SRV_TOKEN);
    const srv_key *own = srv_key_with(&parts->people, &a->from->hash);
    if (!token) {
        reply(parts, a, SRV_E_NO_LINK);
        return;
    }
    srv_secret hash = srv_hash_of(token, strlen(token));
    bool is_repeated = own && !sodium_memcmp(own->link.at, hash.at, sizeof hash.at);
    if (!is_repeated && !srv_may_guess(parts, a)) {
        reply(parts, a, SRV_E_TOO_FAST);
        return;
    }
    uint32_t person = is_repeated ? 0 : srv_person_of_link(&parts->people, &hash, parts->env.now_ms);
    if (person) add_device(parts, a->from, person, &hash);
    reply(parts, a, person || is_repeated ? SRV_DONE : SRV_E_NO_LINK);
}

void srv_handle_logout(srv_parts *parts, const srv_asking *a)
{
    const json_t *others = json_object_get(a->request, "others");
    uint32_t person = a->from->person;
    uint64_t now_ms = parts->env.now_ms;
    if (others && !json_is_boolean(others)) {
        reply(parts, a, SRV_E_VALUE);
        return;
    }
    parts->env.work += parts->people.n_keys / SRV_KEYS_A_WORK; /* all of them are looked at */
    if (json_is_true(others)) {
        srv_log_out_others(&parts->people, now_ms, &a->from->hash, person);
    } else if (srv_is_known_elsewhere(&parts->people, person, &a->from->hash)) {
        srv_log_out(&parts->people, now_ms, &a->from->hash);
    } else {
        reply(parts, a, SRV_E_LAST_DEVICE);
        return;
    }
    update_connections(parts);
    reply(parts, a, SRV_DONE);
}

/* Talk of muted people is still sent and numbered; the page hides it. */
void srv_handle_mute(srv_parts *parts, const srv_asking *a)
{
    srv_people *people = &parts->people;
    uint32_t person = a->from->person;
    uint32_t other = srv_person_with_id(people, srv_string(a->request, "person", SRV_PERSON_ID));
    const json_t *muted = json_object_get(a->request, "muted");
    srv_refusal refusal = SRV_DONE;
    if (!json_is_boolean(muted) || other == person) {
        refusal = SRV_E_VALUE;
    } else if (!other) {
        refusal = SRV_E_NO_PERSON;
    } else if (srv_is_muted(people, person, other) == json_is_true(muted)) {
        refusal = SRV_DONE;
    } else if (json_is_true(muted) && srv_person_at(people, person)->n_muted == SRV_MUTED_A_PERSON) {
        refusal = SRV_E_TOO_MANY_MUTED;
    } else {
        srv_set_muted(people, parts->env.now_ms, person, other, json_is_true(muted));
        tell_devices(parts, person);
    }
    reply(parts, a, refusal);
}

/* --- passphrases ----------------------------------------------------------------------------------------- */

/* The answer is posted when a thread has hashed the passphrase. */
static void begin_proof(srv_parts *parts, const srv_asking *a, srv_proof *proof)
{
    const char *passphrase = srv_string(a->request, "passphrase", SRV_PASSPHRASE_MAX);
    srv_refusal refusal = SRV_DONE;
    if (!passphrase || strlen(passphrase) < SRV_PASSPHRASE_MIN) {
        refusal = SRV_E_PASSPHRASE;
    } else if (a->from->is_proving || !srv_proofs_has_room(&parts->jobs.proofs)) {
        refusal = SRV_E_BUSY;
    } else if (!srv_may_guess(parts, a)) {
        refusal = SRV_E_TOO_FAST;
    }
    if (refusal) {
        reply(parts, a, refusal);
        return;
    }
    proof->connection = a->from->number;
    memcpy(proof->id, a->id, strlen(a->id) + 1);
    memcpy(proof->passphrase, passphrase, strlen(passphrase) + 1);
    srv_proofs_add(&parts->jobs.proofs, proof);
    sodium_memzero(proof->passphrase, sizeof proof->passphrase);
    a->from->is_proving = true;
}

static srv_account new_account(const srv_env *env)
{
    srv_account account = {.passes = crypto_pwhash_OPSLIMIT_INTERACTIVE,
                           .kib = crypto_pwhash_MEMLIMIT_INTERACTIVE >> 10};
    srv_env_random(env, account.salt, sizeof account.salt);
    return account;
}

static bool is_own_name_taken(const srv_people *people, uint32_t person)
{
    return srv_is_name_taken(people, srv_person_at(people, person)->name, person);
}

void srv_handle_account(srv_parts *parts, const srv_asking *a)
{
    srv_proof proof = {.account = new_account(&parts->env)};
    if (is_own_name_taken(&parts->people, a->from->person)) {
        reply(parts, a, SRV_E_NAME_KEPT);
    } else {
        begin_proof(parts, a, &proof);
    }
}

void srv_handle_login(srv_parts *parts, const srv_asking *a)
{
    const char *name = srv_string(a->request, "name", SRV_NAME_MAX);
    srv_proof proof = {.is_login = true, .account = new_account(&parts->env)};
    if (!name) {
        reply(parts, a, SRV_E_TOO_LONG);
        return;
    }
    proof.person = srv_person_with_account(&parts->people, name);
    if (proof.person) proof.account = srv_person_at(&parts->people, proof.person)->account;
    memset(proof.account.hash, 0, sizeof proof.account.hash);
    begin_proof(parts, a, &proof);
}

static srv_refusal keep_name(srv_parts *parts, const srv_connection *c, const srv_account *account)
{
    if (!c->person) return SRV_E_NO_NAME; /* may have changed since the request */
    if (is_own_name_taken(&parts->people, c->person)) return SRV_E_NAME_KEPT;
    srv_set_account(&parts->people, parts->env.now_ms, c->person, account);
    tell_devices(parts, c->person);
    return SRV_DONE;
}

static srv_refusal log_in(srv_parts *parts, const srv_connection *c, const srv_proof *proof)
{
    static const srv_account nobody;
    const srv_account *account = proof->person ? &srv_person_at(&parts->people, proof->person)->account : &nobody;
    bool is_right = !sodium_memcmp(account->hash, proof->account.hash, sizeof account->hash);
    if (!proof->person || !is_right) return SRV_E_LOGIN;
    add_device(parts, c, proof->person, NULL);
    return SRV_DONE;
}

void srv_end_proof(srv_parts *parts, srv_connection *c, const srv_proving *proving, const srv_proof *proof)
{
    c->is_proving = false;
    srv_refusal refusal = !proof || !proof->account.passes ? SRV_E_BUSY
                          : proof->is_login                ? log_in(parts, c, proof)
                                                           : keep_name(parts, c, &proof->account);
    srv_post_refusal(&parts->outbox, c, proving->id, refusal);
}
