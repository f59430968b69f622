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

static void post_hello(srv_parts *parts, srv_connection *c)
{
    kb_text text = srv_outbox_frame(&parts->outbox);
    kb_put(&text, "{\"type\":\"hello\",\"version\":\"" KICKBACK_VERSION "\",\"limits\":{");
    put_limit("name", KB_NAME_CHARACTERS, KB_NAME_MAX, &text);
    kb_put(&text, ",");
    put_limit("talk", KB_TALK_CHARACTERS, KB_TALK_MAX, &text);
    kb_put(&text, ",");
    put_limit("words", KB_WORDS_CHARACTERS, KB_WORDS_MAX, &text);
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
        if (parts->watch.connections[i]->person == person) post_hello(parts, parts->watch.connections[i]);
}

/* After keys changed owners: updates the person of each connection, who then sees every table as that person. */
static void update_connections(srv_parts *parts)
{
    for (size_t i = 0; i < parts->watch.n; i++) {
        srv_connection *c = parts->watch.connections[i];
        uint32_t person = srv_person_of_key(&parts->people, &c->hash);
        if (c->person == person) continue;
        srv_watch_set_person(&parts->watch, c, person);
        post_hello(parts, c);
        srv_watch_show_again(&parts->watch, c);
    }
}

void srv_post_changed_person(srv_parts *parts)
{
    update_connections(parts);
    if (parts->people.changed) tell_devices(parts, parts->people.changed);
}

/* A new secret that a browser got when it logged in makes it the person only now, when the browser is known to have it. */
void srv_greet(srv_parts *parts, srv_connection *c)
{
    uint32_t person = c->person ? 0 : srv_person_of_login(&parts->people, &c->hash);
    if (!person) {
        post_hello(parts, c);
        return;
    }
    srv_add_device(&parts->people, parts->env.now_ms, &c->hash, person, &c->hash);
    update_connections(parts);
}

/* --- names and devices ----------------------------------------------------------------------------------- */

static void reply(srv_parts *parts, const srv_asking *a, kb_refused refusal)
{
    if (*a->is_pending) return; /* the refusal is not final */
    if (refusal && refusal != KB_REFUSED_TOO_FAST) srv_expect(parts, NULL);
    srv_post_refusal(&parts->outbox, a->from, a->ask->id, refusal);
}

kb_refused srv_check_guess(srv_parts *parts, const srv_asking *a)
{
    srv_connection *c = a->from;
    srv_guesser who = srv_guard_guesser(&parts->guard, c->visitor.address, &c->hash);
    srv_guess was = c->guess;
    if (a->is_paid) return KB_DONE;
    if (!parts->log->tell_surely) return srv_guard_may_guess(&parts->guard, who) ? KB_DONE : KB_REFUSED_TOO_FAST;
    *a->is_pending = was == SRV_GUESS_TOLD || (was == SRV_GUESS_NONE && srv_guard_has_guess(&parts->guard, who));
    if (was == SRV_GUESS_NONE && *a->is_pending) srv_tell_guess(parts, c);
    if (*a->is_pending) return KB_REFUSED_BUSY;
    c->guess = SRV_GUESS_NONE;
    parts->guard.n_guesses += was == SRV_GUESS_ALLOWED;
    return was == SRV_GUESS_ALLOWED ? KB_DONE : KB_REFUSED_TOO_FAST;
}

static void refuse_name(srv_parts *parts, const srv_asking *a)
{
    kb_answer answer = kb_refuse(KB_REFUSED_TOO_LONG);
    kb_text more = kb_text_in(answer.more, sizeof answer.more);
    kb_putf(&more, "a name has 1 to %d characters, all of which can be seen", KB_NAME_CHARACTERS);
    srv_post_answer(&parts->outbox, a->from, a->ask->id, &answer);
}

void srv_handle_name(srv_parts *parts, const srv_asking *a)
{
    const char *name = a->ask->name;
    uint32_t person = a->from->person;
    kb_source from = srv_people_source(&parts->people, &a->from->hash, &a->from->visitor);
    bool is_same = name && person && !strcmp(srv_person_at(&parts->people, person)->name, name);
    if (is_same) {
        reply(parts, a, KB_DONE);
    } else if (!name || !srv_is_name(name)) {
        refuse_name(parts, a);
    } else if (srv_is_name_taken(&parts->people, name, person)) {
        reply(parts, a, KB_REFUSED_NAME_KEPT);
    } else if (!person && !srv_has_room_for_new(&parts->people, from, parts->env.now_ms)) {
        reply(parts, a, KB_REFUSED_TOO_MANY_PEOPLE);
    } else {
        srv_set_name(&parts->people, parts->env.now_ms, &a->from->hash, name, from);
        if (person) {
            tell_devices(parts, person);
        } else {
            update_connections(parts);
        }
        reply(parts, a, KB_DONE);
    }
}

static void draw_token(const srv_env *env, char token[SRV_TOKEN + 1])
{
    uint8_t bytes[SRV_TOKEN / 2];
    srv_env_random(env, bytes, sizeof bytes);
    sodium_bin2hex(token, SRV_TOKEN + 1, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

void srv_handle_link(srv_parts *parts, const srv_asking *a)
{
    char token[SRV_TOKEN + 1], place[sizeof "#device=" + SRV_TOKEN];
    kb_text text = kb_text_in(place, sizeof place);
    kb_refused refusal = srv_check_guess(parts, a);
    if (refusal) {
        reply(parts, a, refusal);
        return;
    }
    draw_token(&parts->env, token);
    kb_putf(&text, "#device=%s", token);
    srv_link link = {srv_hash_of(token, SRV_TOKEN), a->from->person, parts->env.now_ms + SRV_LINK_MS, {{0}}};
    srv_add_link(&parts->people, parts->env.now_ms, &link, NULL);
    text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_putf(&text, ",\"token\":\"%s\",\"until\":%lld", token, (long long)link.until_ms);
    srv_put_link(&text, a->from->visitor.origin, place);
    srv_end_ok(&parts->outbox, a->from, &text);
    sodium_memzero(token, sizeof token);
    sodium_memzero(place, sizeof place);
}

static void post_token(srv_parts *parts, srv_connection *c, const char *id, const char *token)
{
    kb_text text = srv_begin_ok(&parts->outbox, id);
    kb_putf(&text, ",\"token\":\"%s\"", token);
    srv_end_ok(&parts->outbox, c, &text);
}

/* Makes a connection the person, and answers its request. Somebody else may know a browser's cookie, or have put it there.
 * So it does not become the person's; a new secret will be, for which the browser exchanges it (srv_next_secret). link: the
 * link that led here; NULL: a passphrase did. */
static void log_in(srv_parts *parts, srv_connection *c, const char *id, uint32_t person, const char *token,
                   const srv_secret *link)
{
    uint64_t now_ms = parts->env.now_ms;
    if (c->visitor.has_cookie) {
        srv_secret secret = srv_next_secret(&c->hash, token, SRV_TOKEN);
        srv_link next = {srv_hash_of(secret.at, sizeof secret.at), person, now_ms + SRV_LINK_MS, c->hash};
        srv_add_link(&parts->people, now_ms, &next, link);
        sodium_memzero(&secret, sizeof secret);
        post_token(parts, c, id, token);
        return;
    }
    if (c->person != person) {
        srv_add_device(&parts->people, now_ms, &c->hash, person, link);
        update_connections(parts);
    }
    srv_post_refusal(&parts->outbox, c, id, KB_DONE);
}

/* Whether the request was carried out, and its answer was lost. */
static bool was_device_added(const srv_parts *parts, const srv_connection *c, const char *token, const srv_secret *link)
{
    const srv_key *own = srv_key_with(&parts->people, &c->hash);
    if (!c->visitor.has_cookie) return own && !sodium_memcmp(own->link.at, link->at, sizeof link->at);
    srv_secret secret = srv_next_secret(&c->hash, token, strlen(token));
    srv_secret next = srv_hash_of(secret.at, sizeof secret.at);
    sodium_memzero(&secret, sizeof secret);
    return srv_person_of_link(&parts->people, &next, parts->env.now_ms);
}

void srv_handle_device(srv_parts *parts, const srv_asking *a)
{
    const char *token = a->ask->token;
    srv_connection *c = a->from;
    if (!token) {
        reply(parts, a, KB_REFUSED_NO_LINK);
        return;
    }
    srv_secret hash = srv_hash_of(token, strlen(token));
    bool is_repeated = was_device_added(parts, c, token, &hash);
    kb_refused refusal = is_repeated ? KB_DONE : srv_check_guess(parts, a);
    if (refusal) {
        reply(parts, a, refusal);
        return;
    }
    uint32_t person = is_repeated ? 0 : srv_person_of_link(&parts->people, &hash, parts->env.now_ms);
    if (person && person != c->person) {
        log_in(parts, c, a->ask->id, person, token, &hash);
    } else if (is_repeated && c->visitor.has_cookie) {
        post_token(parts, c, a->ask->id, token);
    } else {
        reply(parts, a, person || is_repeated ? KB_DONE : KB_REFUSED_NO_LINK);
    }
}

void srv_handle_logout(srv_parts *parts, const srv_asking *a)
{
    uint32_t person = a->from->person;
    uint64_t now_ms = parts->env.now_ms;
    if (srv_is_wrong(a->ask, SRV_ASKED_OTHERS)) {
        reply(parts, a, KB_REFUSED_VALUE);
        return;
    }
    parts->env.work += parts->people.n_keys / SRV_KEYS_A_WORK; /* all of them are looked at */
    if (a->ask->others) {
        srv_log_out_others(&parts->people, now_ms, &a->from->hash, person);
    } else if (srv_is_known_elsewhere(&parts->people, person, &a->from->hash)) {
        srv_log_out(&parts->people, now_ms, &a->from->hash);
    } else {
        reply(parts, a, KB_REFUSED_LAST_DEVICE);
        return;
    }
    update_connections(parts);
    reply(parts, a, KB_DONE);
}

/* Talk of muted people is still sent and numbered; the page hides it. */
void srv_handle_mute(srv_parts *parts, const srv_asking *a)
{
    srv_people *people = &parts->people;
    uint32_t person = a->from->person;
    uint32_t other = srv_person_with_id(people, a->ask->at_table.person);
    bool muted = a->ask->muted;
    kb_refused refusal = KB_DONE;
    if (srv_is_wrong(a->ask, SRV_ASKED_MUTED) || other == person) {
        refusal = KB_REFUSED_VALUE;
    } else if (!other) {
        refusal = KB_REFUSED_NO_PERSON;
    } else if (srv_is_muted(people, person, other) == muted) {
        refusal = KB_DONE;
    } else if (muted && srv_person_at(people, person)->n_muted == SRV_MUTED_A_PERSON) {
        refusal = KB_REFUSED_TOO_MANY_MUTED;
    } else {
        srv_set_muted(people, parts->env.now_ms, person, other, muted);
        tell_devices(parts, person);
    }
    reply(parts, a, refusal);
}

/* --- passphrases ----------------------------------------------------------------------------------------- */

/* The answer is posted when a thread has hashed the passphrase. */
static void begin_proof(srv_parts *parts, const srv_asking *a, srv_proof *proof)
{
    const char *passphrase = a->ask->passphrase;
    kb_refused refusal = KB_DONE;
    if (!passphrase || strlen(passphrase) < SRV_PASSPHRASE_MIN) {
        refusal = KB_REFUSED_PASSPHRASE;
    } else if (a->from->is_proving || !srv_proofs_has_room(&parts->jobs.proofs)) {
        refusal = KB_REFUSED_BUSY;
    } else {
        refusal = srv_check_guess(parts, a);
    }
    if (refusal) {
        reply(parts, a, refusal);
        return;
    }
    proof->connection = a->from->number;
    memcpy(proof->id, a->ask->id, strlen(a->ask->id) + 1);
    memcpy(proof->passphrase, passphrase, strlen(passphrase) + 1);
    srv_proofs_add(&parts->jobs.proofs, proof);
    sodium_memzero(proof->passphrase, sizeof proof->passphrase);
    a->from->is_proving = true;
}

static srv_account new_account(const srv_env *env)
{
    srv_account account = {.passes = crypto_pwhash_OPSLIMIT_INTERACTIVE,
                           .kib = crypto_pwhash_MEMLIMIT_INTERACTIVE >> 10};
    srv_env_random(env, account.salt.at, sizeof account.salt);
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
        reply(parts, a, KB_REFUSED_NAME_KEPT);
    } else {
        begin_proof(parts, a, &proof);
    }
}

void srv_handle_login(srv_parts *parts, const srv_asking *a)
{
    srv_proof proof = {.is_login = true, .account = new_account(&parts->env)};
    if (!a->ask->name) {
        reply(parts, a, KB_REFUSED_TOO_LONG);
        return;
    }
    proof.person = srv_person_with_account(&parts->people, a->ask->name);
    if (proof.person) proof.account = srv_person_at(&parts->people, proof.person)->account;
    memset(&proof.account.hash, 0, sizeof proof.account.hash);
    begin_proof(parts, a, &proof);
}

static kb_refused keep_name(srv_parts *parts, const srv_connection *c, const srv_account *account)
{
    if (!c->person) return KB_REFUSED_NO_NAME; /* may have changed since the request */
    if (is_own_name_taken(&parts->people, c->person)) return KB_REFUSED_NAME_KEPT;
    srv_set_account(&parts->people, parts->env.now_ms, c->person, account);
    tell_devices(parts, c->person);
    return KB_DONE;
}

static bool is_proven(const srv_people *people, const srv_proof *proof)
{
    static const srv_account nobody;
    const srv_account *account = proof->person ? &srv_person_at(people, proof->person)->account : &nobody;
    bool is_right = !sodium_memcmp(account->hash.at, proof->account.hash.at, sizeof account->hash);
    return proof->person && is_right;
}

void srv_end_proof(srv_parts *parts, srv_connection *c, const srv_proving *proving, const srv_proof *proof)
{
    kb_refused refusal = KB_DONE;
    c->is_proving = false;
    if (!proof || !proof->account.passes) {
        refusal = KB_REFUSED_BUSY;
    } else if (!proof->is_login) {
        refusal = keep_name(parts, c, &proof->account);
    } else if (!is_proven(&parts->people, proof)) {
        refusal = KB_REFUSED_LOGIN;
    } else {
        char token[SRV_TOKEN + 1];
        draw_token(&parts->env, token);
        log_in(parts, c, proving->id, proof->person, token, NULL);
        sodium_memzero(token, sizeof token);
        return;
    }
    srv_post_refusal(&parts->outbox, c, proving->id, refusal);
}
