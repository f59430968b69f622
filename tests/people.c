/* people.c: identities, and what the lobby tells people. Tests each guarantee separately, in a lobby without sockets on
 * a log in a file; the simulation mixes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "../core/rng.h"
#include "../server/guard.h"
#include "../server/lobby.h"
#include "../server/people.h"
#include "json.h"

/* A browser, with the last message of each kind it was sent. */
typedef struct browser {
    srv_secret secret;
    bool has_cookie; /* it is a browser indeed, and not a program */
    uint64_t address, network;
    srv_connection *connection;
    kb_slice hello, answer, news, lobby, closed; /* to be freed */
    int n_hellos, n_news, n_lobbies;
} browser;

static char path[] = "/tmp/kickback-people-XXXXXX";
static srv_log *the_log;
static srv_lobby *lobby;
static uint64_t now_ms;
static kb_rng luck;
static uint32_t people_an_address, tables_an_address; /* 0: no limit */

static void keep(kb_slice *kept, kb_slice message)
{
    free((char *)kept->at);
    *kept = (kb_slice){message.n ? srv_copy(message.at, message.n) : NULL, message.n};
}
static const kb_slice nothing = {NULL, 0};

static void take(void *context, void *outside, const char *text, size_t n)
{
    browser *b = outside;
    kb_slice message = json_message(text, n);
    const char *type = json_text(message, "type");
    (void)context;
    if (!strcmp(type, "ok") || !strcmp(type, "no")) keep(&b->answer, message);
    if (!strcmp(type, "hello")) {
        keep(&b->hello, message);
        b->n_hellos++;
    }
    if (!strcmp(type, "news")) {
        keep(&b->news, message);
        b->n_news++;
    }
    if (!strcmp(type, "closed")) keep(&b->closed, message);
    if (!strcmp(type, "lobby")) {
        keep(&b->lobby, message);
        b->n_lobbies++;
    }
}

static void draw(void *context, void *bytes, size_t n)
{
    (void)context;
    for (size_t i = 0; i < n; i++) ((uint8_t *)bytes)[i] = (uint8_t)kb_rng_draw(&luck);
}

static void note(void *context, const char *text)
{
    (void)context;
    fail_msg("%s", text);
}

static void open_lobby(void)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_edge edge = {.send = take,
                     .random = draw,
                     .note = note,
                     .people_an_address = people_an_address,
                     .tables_an_address = tables_an_address};
    the_log = srv_log_open_sqlite(path, &why);
    assert_non_null(the_log);
    lobby = srv_lobby_open(the_log, &edge, now_ms, &why);
    assert_non_null(lobby);
}

static void close_lobby(void)
{
    srv_lobby_close(lobby, false, now_ms);
    the_log->close(the_log);
}

static int begin(void **unused)
{
    (void)unused;
    now_ms = 1000000;
    people_an_address = tables_an_address = 0;
    luck = kb_rng_seeded(3);
    snprintf(path, sizeof path, "/tmp/kickback-people-XXXXXX");
    assert_true(close(mkstemp(path)) == 0);
    open_lobby();
    return 0;
}

static int end(void **unused)
{
    char more[sizeof path + 5];
    (void)unused;
    close_lobby();
    remove(path);
    snprintf(more, sizeof more, "%s-wal", path);
    remove(more);
    snprintf(more, sizeof more, "%s-shm", path);
    remove(more);
    snprintf(more, sizeof more, "%s-mark", path);
    remove(more);
    return 0;
}

static void come(browser *b)
{
    srv_visitor visitor = {b, b->address, "https://play.example.org", b->network, b->has_cookie};
    b->connection = srv_connect(lobby, &visitor, &b->secret, now_ms);
    assert_non_null(b->connection);
    assert_true(srv_turn(lobby));
}

static browser new_browser(void)
{
    browser b;
    memset(&b, 0, sizeof b);
    draw(NULL, b.secret.at, sizeof b.secret.at);
    b.address = kb_rng_draw(&luck);
    return b;
}

static void leave(browser *b)
{
    if (b->connection) srv_disconnect(lobby, b->connection);
    b->connection = NULL;
    kb_slice *kept[] = {&b->hello, &b->answer, &b->news, &b->lobby, &b->closed};
    for (int i = 0; i < KB_COUNT(kept); i++) keep(kept[i], nothing);
}

/* The server crashes and restarts, and these browsers come back. */
static void restart(browser *const *who, int n)
{
    for (int i = 0; i < n; i++) srv_disconnect(lobby, who[i]->connection);
    close_lobby();
    open_lobby();
    for (int i = 0; i < n; i++) come(who[i]);
}

static void put(browser *b, const char *what, const char *keys)
{
    static int n;
    char text[SRV_MESSAGE_MAX];
    snprintf(text, sizeof text, "{\"id\":\"%d\",\"do\":\"%s\"%s%s}", ++n, what, *keys ? "," : "", keys);
    srv_receive(lobby, b->connection, text, strlen(text), now_ms);
}

/* Does the threads' work. */
static void work(void)
{
    static srv_job job;
    const bot_room no_room = {NULL, 0, NULL, NULL};
    while (srv_next_job(lobby, &job, now_ms)) {
        srv_think(&job, &no_room);
        for (size_t i = 0; i < sizeof job.proof.passphrase; i++) assert_int_equal(job.proof.passphrase[i], 0);
        srv_job_done(lobby, &job, now_ms);
    }
}

/* "ok", or the name of the refusal. */
static const char *ask(browser *b, const char *what, const char *keys)
{
    keep(&b->answer, nothing);
    put(b, what, keys);
    work();
    do assert_true(srv_turn(lobby)); /* a table may have to be read, a few entries per turn */
    while (srv_wants_turn(lobby));
    assert_true(b->answer.n);
    return !strcmp(json_text(b->answer, "type"), "ok") ? "ok" : json_text(b->answer, "error");
}
#define ASK(expected, ...) assert_string_equal(ask(__VA_ARGS__), expected)

static void say_name(browser *b, const char *name)
{
    char keys[100];
    snprintf(keys, sizeof keys, "\"name\":\"%s\"", name);
    ASK("ok", b, "name", keys);
    assert_string_equal(json_text(b->hello, "name"), name);
}

/* --- devices --------------------------------------------------------------------------------------------- */

static char device_keys[100];
static const char *link_of(browser *b)
{
    ASK("ok", b, "link", "");
    snprintf(device_keys, sizeof device_keys, "\"token\":\"%s\"", json_text(b->answer, "token"));
    return device_keys;
}

/* Every QR code has these patterns. */
static void check_picture(kb_slice answer)
{
    size_t width = json_count(answer, "qr");
    kb_slice row;
    assert_true(width >= 21 && width % 4 == 1);
    for (kb_json rows = json_list(answer, "qr"); json_next(&rows, &row);) assert_int_equal(row.n, width + 2);
    assert_int_equal(strncmp(json_text(answer, "qr.0"), "11111110", 8), 0);
}

static void test_device(void **unused)
{
    (void)unused;
    browser anna = new_browser(), phone = new_browser(), thief = new_browser();
    char keys[100], own[20];
    come(&anna);
    come(&phone);
    come(&thief);
    ASK("no_name", &anna, "link", "");
    say_name(&anna, "Anna");
    snprintf(own, sizeof own, "%s", json_text(anna.hello, "person"));
    assert_int_equal(strlen(own), KB_PERSON_ID);
    snprintf(keys, sizeof keys, "%s", link_of(&anna));
    const char *link = json_text(anna.answer, "link");
    assert_non_null(strstr(link, json_text(anna.answer, "token")));
    assert_int_equal(strncmp(link, "https://play.example.org/#device=", 33), 0);
    check_picture(anna.answer);
    ASK("no_link", &thief, "device", "\"token\":\"00000000000000000000000000000000\"");
    ASK("no_link", &thief, "device", "\"token\":7");
    ASK("ok", &phone, "device", keys);
    assert_string_equal(json_text(phone.hello, "name"), "Anna");
    assert_string_equal(json_text(phone.hello, "person"), own);
    ASK("no_link", &thief, "device", keys);
    ASK("ok", &phone, "device", keys); /* its answer may have been lost */
    say_name(&phone, "Anna Maria");
    assert_string_equal(json_text(anna.hello, "name"), "Anna Maria");
    restart((browser *[]){&anna, &phone, &thief}, 3);
    assert_string_equal(json_text(phone.hello, "person"), own);
    assert_string_equal(json_text(anna.hello, "name"), "Anna Maria");
    ASK("ok", &phone, "device", keys);
    ASK("no_link", &thief, "device", keys);
    snprintf(keys, sizeof keys, "%s", link_of(&anna));
    restart((browser *[]){&anna, &phone, &thief}, 3);
    now_ms += SRV_LINK_MS;
    ASK("no_link", &thief, "device", keys);
    leave(&anna);
    leave(&phone);
    leave(&thief);
}

/* Somebody at a table is there on all their devices. A device that watched as a stranger gets the new view. */
static void test_device_at_a_table(void **unused)
{
    (void)unused;
    browser anna = new_browser(), phone = new_browser();
    char keys[100], sit[200];
    come(&anna);
    come(&phone);
    say_name(&anna, "Anna");
    ASK("ok", &anna, "create", "\"game\":\"intrige\",\"players\":3");
    snprintf(keys, sizeof keys, "\"table\":\"%s\"", json_text(anna.answer, "table"));
    snprintf(sit, sizeof sit, "%s,\"seat\":\"yellow\"", keys);
    ASK("ok", &anna, "sit", sit);
    ASK("ok", &phone, "watch", keys);
    assert_string_equal(json_text(phone.news, "view.as"), "spectator");
    ASK("ok", &phone, "device", link_of(&anna));
    assert_string_equal(json_text(phone.news, "view.as"), "yellow");
    assert_true(json_is(phone.news, "fresh", "true"));
    ASK("ok", &phone, "logout", "");
    assert_string_equal(json_text(phone.news, "view.as"), "spectator");
    assert_false(json_has(phone.hello, "name"));
    leave(&anna);
    leave(&phone);
}

static void test_logout(void **unused)
{
    (void)unused;
    browser anna = new_browser(), phone = new_browser(), tablet = new_browser();
    come(&anna);
    come(&phone);
    come(&tablet);
    say_name(&anna, "Anna");
    say_name(&phone, "Somebody");
    ASK("last_device", &anna, "logout", "");
    ASK("ok", &phone, "device", link_of(&anna));
    assert_string_equal(json_text(phone.hello, "name"), "Anna");
    ASK("ok", &phone, "logout", ""); /* its earlier identity is not lost */
    assert_string_equal(json_text(phone.hello, "name"), "Somebody");
    ASK("ok", &phone, "device", link_of(&anna));
    ASK("ok", &tablet, "device", link_of(&anna));
    restart((browser *[]){&anna, &phone, &tablet}, 3);
    ASK("ok", &anna, "logout", "");
    assert_false(json_has(anna.hello, "name"));
    say_name(&anna, "Another");
    assert_string_not_equal(json_text(anna.hello, "person"), json_text(tablet.hello, "person"));
    ASK("value", &tablet, "logout", "\"others\":1");
    ASK("ok", &tablet, "logout", "\"others\":true");
    assert_string_equal(json_text(tablet.hello, "name"), "Anna");
    assert_string_equal(json_text(phone.hello, "name"), "Somebody");
    ASK("last_device", &tablet, "logout", "");
    restart((browser *[]){&anna, &phone, &tablet}, 3);
    assert_string_equal(json_text(phone.hello, "name"), "Somebody");
    assert_string_equal(json_text(anna.hello, "name"), "Another");
    leave(&anna);
    leave(&phone);
    leave(&tablet);
}

/* Whoever only looks is not stored: there is nobody to forget. */
static void test_visitors(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        browser b = new_browser();
        come(&b);
        ASK("ok", &b, "lobby", "\"follow\":true");
        ASK("ok", &b, "games", "");
        ASK("no_name", &b, "history", "");
        ASK("no_code", &b, "find", "\"code\":\"AAAAAA\"");
        leave(&b);
    }
    assert_int_equal(srv_lobby_counts(lobby).people, 0);
    assert_int_equal(srv_lobby_counts(lobby).entries, 0);
}

static void test_guesses(void **unused)
{
    (void)unused;
    browser thief = new_browser(), twin = new_browser(), other = new_browser();
    static const char keys[] = "\"token\":\"00000000000000000000000000000000\"";
    twin.address = thief.address;
    come(&thief);
    come(&twin);
    come(&other);
    for (int i = 0; i < SRV_GUESS_BURST; i++) ASK("no_link", &thief, "device", keys);
    ASK("too_fast", &thief, "device", keys);
    ASK("too_fast", &twin, "device", keys); /* a new secret does not help */
    thief.address++;
    srv_disconnect(lobby, thief.connection);
    come(&thief);
    ASK("too_fast", &thief, "device", keys); /* nor does a new address */
    ASK("no_link", &other, "device", keys);
    now_ms += SRV_GUESS_MS;
    ASK("no_link", &thief, "device", keys);
    ASK("too_fast", &thief, "device", keys);
    leave(&thief);
    leave(&twin);
    leave(&other);
}

/* However many others guess, from however many addresses and with however many secrets: nobody pays for them. */
static void test_guesses_of_others(void **unused)
{
    (void)unused;
    enum { OTHERS = 3000 };
    const srv_env env = {.edge = {.random = draw}, .now_ms = now_ms};
    srv_guard guard = {.n_guesses = 0};
    srv_guard_open(&guard, &env, NULL);
    for (uint64_t address = 1; address <= 2 * OTHERS; address++) {
        browser b = new_browser();
        srv_guesser who = srv_guard_guesser(&guard, address, &b.secret);
        assert_true(srv_guard_has_room(&guard, address, &b.secret));
        assert_true(srv_guard_may_guess(&guard, who));
        if (address > OTHERS) continue; /* the innocent */
        while (srv_guard_may_guess(&guard, who)) continue;
        for (int i = 0; i < SRV_NAMELESS_AN_ADDRESS; i++) srv_guard_count(&guard, address, &b.secret, 1);
        assert_false(srv_guard_has_room(&guard, address, &b.secret));
    }
    srv_guard_close(&guard);
}

static void test_devices_are_few(void **unused)
{
    (void)unused;
    browser anna = new_browser(), devices[SRV_DEVICES_A_PERSON];
    come(&anna);
    say_name(&anna, "Anna");
    for (int i = 0; i < SRV_DEVICES_A_PERSON; i++) {
        devices[i] = new_browser();
        come(&devices[i]);
        now_ms += SRV_GUESS_MS;
        ASK("ok", &devices[i], "device", link_of(i ? &devices[i - 1] : &anna));
    }
    assert_false(json_has(anna.hello, "name")); /* with too many, the first is dropped */
    for (int i = 0; i < SRV_DEVICES_A_PERSON; i++) assert_string_equal(json_text(devices[i].hello, "name"), "Anna");
    for (int i = 0; i < SRV_DEVICES_A_PERSON; i++) leave(&devices[i]);
    leave(&anna);
}

static bool may_come(browser *b)
{
    srv_visitor visitor = {b, b->address, "https://play.example.org", b->network, b->has_cookie};
    b->connection = srv_connect(lobby, &visitor, &b->secret, now_ms);
    assert_true(srv_turn(lobby));
    return b->connection;
}

/* The number of connections of one secret is limited, with or without a name. */
static void test_connections_of_a_secret_are_few(void **unused)
{
    browser tabs[SRV_CONNECTIONS_A_PERSON + 1];
    int n = SRV_CONNECTIONS_A_PERSON;
    (void)unused;
    tabs[0] = new_browser();
    for (int i = 1; i <= n; i++) tabs[i] = tabs[0];
    for (int i = 0; i < n; i++) come(&tabs[i]);
    assert_false(may_come(&tabs[n]));
    say_name(&tabs[0], "Anna");
    assert_false(may_come(&tabs[n]));
    leave(&tabs[1]);
    assert_true(may_come(&tabs[n]));
    for (int i = 0; i <= n; i++) leave(&tabs[i]);
}

/* Fresh secrets are free, so connections without a name are also counted by address. People with a name are not. */
static void test_connections_without_a_name_are_few(void **unused)
{
    static browser crowd[SRV_NAMELESS_AN_ADDRESS];
    browser one_more = new_browser(), elsewhere = new_browser(), known = new_browser();
    (void)unused;
    come(&known);
    say_name(&known, "Anna");
    leave(&known);
    for (int i = 0; i < SRV_NAMELESS_AN_ADDRESS; i++) {
        crowd[i] = new_browser();
        crowd[i].address = one_more.address;
        come(&crowd[i]);
    }
    known.address = one_more.address;
    assert_false(may_come(&one_more));
    assert_true(may_come(&elsewhere));
    assert_true(may_come(&known));
    say_name(&crowd[0], "Ben");
    assert_true(may_come(&one_more));
    for (int i = 0; i < SRV_NAMELESS_AN_ADDRESS; i++) leave(&crowd[i]);
    leave(&one_more);
    leave(&elsewhere);
    leave(&known);
}

/* --- passphrases ----------------------------------------------------------------------------------------- */

static void test_account(void **unused)
{
    (void)unused;
    browser anna = new_browser(), phone = new_browser(), thief = new_browser();
    come(&anna);
    come(&phone);
    come(&thief);
    say_name(&anna, "\u00C4nna Berg");
    assert_true(json_is(anna.hello, "kept", "false"));
    ASK("passphrase", &anna, "account", "\"passphrase\":\"short\"");
    ASK("passphrase", &anna, "account", "\"passphrase\":12345678");
    ASK("ok", &anna, "account", "\"passphrase\":\"correct horse\"");
    assert_true(json_is(anna.hello, "kept", "true"));
    ASK("name_kept", &thief, "name", "\"name\":\"\u00C4nna Berg\"");
    ASK("name_kept", &thief, "name", "\"name\":\"  \u00E4nNA bERG \"");
    ASK("ok", &thief, "name", "\"name\":\"\u00C4nna Bergs\"");
    ASK("login", &thief, "login", "\"name\":\"\u00C4nna Berg\",\"passphrase\":\"wrong horse\"");
    char wrong[200];
    snprintf(wrong, sizeof wrong, "%s", strchr(thief.answer.at, ',') + 1);
    ASK("login", &thief, "login", "\"name\":\"Nobody\",\"passphrase\":\"correct horse\"");
    assert_string_equal(strstr(thief.answer.at, "\"error\""), strstr(wrong, "\"error\"")); /* all but the id */
    restart((browser *[]){&anna, &phone, &thief}, 3);
    ASK("ok", &phone, "login", "\"name\":\"A\u0308NNA berg\",\"passphrase\":\"correct horse\"");
    assert_string_equal(json_text(phone.hello, "person"), json_text(anna.hello, "person"));
    ASK("ok", &phone, "account", "\"passphrase\":\"another horse\"");
    ASK("ok", &phone, "name", "\"name\":\"Berta\"");
    ASK("ok", &phone, "logout", "");
    ASK("ok", &anna, "logout", ""); /* the passphrase leads back */
    ASK("login", &anna, "login", "\"name\":\"Berta\",\"passphrase\":\"correct horse\"");
    ASK("ok", &anna, "login", "\"name\":\"Berta\",\"passphrase\":\"another horse\"");
    assert_string_equal(json_text(anna.hello, "name"), "Berta");
    ASK("ok", &thief, "name", "\"name\":\"\u00C4nna Berg\""); /* free again */
    leave(&anna);
    leave(&phone);
    leave(&thief);
}

/* The name by which a browser with this cookie is greeted; "": none. */
static const char *name_of(const srv_secret *secret)
{
    static char name[KB_NAME_MAX + 1];
    browser b = new_browser();
    b.has_cookie = true;
    b.secret = *secret;
    come(&b);
    snprintf(name, sizeof name, "%s", json_text(b.hello, "name"));
    leave(&b);
    return name;
}

/* A browser that logs in and does not come with its new cookie stays who it was. The cookie can be fetched only for a while,
 * but then it waits for the browser, unless all other devices are logged out. A link is not a secret. */
static void test_login_is_not_taken(void **unused)
{
    static const char keys[] = "\"name\":\"Anna\",\"passphrase\":\"correct horse\"";
    (void)unused;
    browser anna = new_browser(), guest = new_browser();
    guest.has_cookie = true;
    come(&anna);
    come(&guest);
    say_name(&anna, "Anna");
    say_name(&guest, "Guest");
    ASK("ok", &anna, "account", "\"passphrase\":\"correct horse\"");
    for (int i = 0; i < 2; i++) {
        srv_secret secret = guest.secret, again = guest.secret;
        ASK("ok", &guest, "login", keys);
        assert_string_equal(json_text(guest.hello, "name"), "Guest");
        const char *token = json_text(guest.answer, "token");
        assert_true(srv_renew_secret(lobby, &secret, token, strlen(token), now_ms));
        if (!i) ASK("ok", &anna, "logout", "\"others\":true");
        if (i) now_ms += SRV_LINK_MS;
        assert_false(srv_renew_secret(lobby, &again, token, strlen(token), now_ms));
        assert_memory_equal(&again, &guest.secret, sizeof again);
        assert_string_equal(name_of(&guest.secret), "Guest");
        assert_string_equal(name_of(&secret), i ? "Anna" : "");
        assert_string_equal(name_of(&guest.secret), i ? "" : "Guest");
    }
    srv_secret link;
    ASK("ok", &anna, "link", "");
    memcpy(link.at, json_text(anna.answer, "token"), sizeof link.at);
    assert_string_equal(name_of(&link), "");
    leave(&anna);
    leave(&guest);
}

/* Somebody who logs in to the person they are gets a new cookie, too, and the old one leads nowhere. */
static void test_login_to_oneself(void **unused)
{
    (void)unused;
    browser anna = new_browser();
    char person[KB_PERSON_ID + 1];
    anna.has_cookie = true;
    come(&anna);
    say_name(&anna, "Anna");
    ASK("ok", &anna, "account", "\"passphrase\":\"correct horse\"");
    snprintf(person, sizeof person, "%s", json_text(anna.hello, "person"));
    srv_secret old = anna.secret;
    ASK("ok", &anna, "login", "\"name\":\"Anna\",\"passphrase\":\"correct horse\"");
    const char *token = json_text(anna.answer, "token");
    assert_true(srv_renew_secret(lobby, &anna.secret, token, strlen(token), now_ms));
    restart((browser *[]){&anna}, 1);
    assert_string_equal(json_text(anna.hello, "person"), person);
    assert_string_equal(name_of(&old), "");
    restart((browser *[]){&anna}, 1);
    assert_string_equal(json_text(anna.hello, "person"), person);
    assert_string_equal(name_of(&old), "");
    leave(&anna);
}

/* Two people have the same name, and one of them reserves it. The other keeps using it, but cannot reserve it too. */
static void test_name_of_two(void **unused)
{
    (void)unused;
    browser one = new_browser(), other = new_browser();
    come(&one);
    come(&other);
    say_name(&one, "Anna");
    say_name(&other, "anna");
    put(&one, "account", "\"passphrase\":\"correct horse\"");
    put(&other, "account", "\"passphrase\":\"correct horse\"");
    work();
    assert_true(srv_turn(lobby));
    assert_string_equal(json_text(one.answer, "type"), "ok");
    assert_string_equal(json_text(other.answer, "error"), "name_kept");
    leave(&one);
    leave(&other);
}

static void test_passphrases_are_few(void **unused)
{
    (void)unused;
    static const char keys[] = "\"name\":\"Anna\",\"passphrase\":\"correct horse\"";
    browser many[SRV_PROOFS + 1];
    for (int i = 0; i <= SRV_PROOFS; i++) {
        many[i] = new_browser();
        come(&many[i]);
        put(&many[i], "login", keys);
    }
    assert_true(srv_turn(lobby));
    assert_string_equal(json_text(many[SRV_PROOFS].answer, "error"), "busy");
    put(&many[0], "login", keys);
    assert_true(srv_turn(lobby));
    assert_string_equal(json_text(many[0].answer, "error"), "busy"); /* only one at a time */
    srv_disconnect(lobby, many[1].connection);
    many[1].connection = NULL;
    work();
    assert_true(srv_turn(lobby));
    for (int i = 2; i < SRV_PROOFS; i++) assert_string_equal(json_text(many[i].answer, "error"), "login");
    assert_false(many[1].answer.n);
    for (int i = 0; i < SRV_GUESS_BURST - 1; i++) ASK("login", &many[2], "login", keys);
    ASK("too_fast", &many[2], "login", keys);
    for (int i = 0; i <= SRV_PROOFS; i++) leave(&many[i]);
}

/* --- muting ---------------------------------------------------------------------------------------------- */

static void test_mute(void **unused)
{
    (void)unused;
    browser anna = new_browser(), phone = new_browser(), ben = new_browser();
    char keys[100], table[100], text[160];
    come(&anna);
    come(&phone);
    come(&ben);
    say_name(&anna, "Anna");
    say_name(&ben, "Ben");
    ASK("ok", &phone, "device", link_of(&anna));
    ASK("ok", &anna, "create", "\"game\":\"intrige\",\"players\":3");
    snprintf(table, sizeof table, "\"table\":\"%s\"", json_text(anna.answer, "table"));
    ASK("ok", &anna, "watch", table);
    snprintf(text, sizeof text, "%s,\"seat\":\"yellow\"", table);
    ASK("ok", &ben, "sit", text);
    const char *id = json_text(anna.news, "view.seats.1.person");
    assert_string_equal(id, json_text(ben.hello, "person"));
    snprintf(keys, sizeof keys, "\"person\":\"%s\",\"muted\":true", id);
    int hellos = phone.n_hellos, bens = ben.n_hellos;
    ASK("ok", &anna, "mute", keys);
    assert_int_equal(phone.n_hellos, hellos + 1);
    assert_int_equal(ben.n_hellos, bens); /* he is not told */
    ASK("ok", &phone, "mute", keys);
    assert_int_equal(phone.n_hellos, hellos + 1); /* nothing new */
    ASK("value", &ben, "mute", keys);             /* himself */
    ASK("no_person", &ben, "mute", "\"person\":\"0000000000000000\",\"muted\":true");
    restart((browser *[]){&anna, &phone, &ben}, 3);
    assert_int_equal(json_count(phone.hello, "muted"), 1);
    assert_string_equal(json_text(phone.hello, "muted.0.name"), "Ben");
    ASK("ok", &anna, "watch", table);
    int news = anna.n_news;
    snprintf(text, sizeof text, "%s,\"say\":\"hello\"", table);
    ASK("ok", &ben, "say", text);
    assert_int_equal(anna.n_news, news + 1); /* the numbers continue */
    assert_string_equal(json_text(anna.news, "events.0.person"), json_text(ben.hello, "person"));
    snprintf(strstr(keys, "true"), 6, "false");
    ASK("ok", &phone, "mute", keys);
    assert_int_equal(json_count(anna.hello, "muted"), 0);
    leave(&anna);
    leave(&phone);
    leave(&ben);
}

/* --- the lobby ------------------------------------------------------------------------------------------- */

/* Makes a table. Its name goes to table_keys, the id of the request to made_by. */
static char table_keys[100], made_by[20];
static void make_table(browser *host, const char *keys)
{
    ASK("ok", host, "create", keys);
    snprintf(table_keys, sizeof table_keys, "\"table\":\"%s\"", json_text(host->answer, "table"));
    snprintf(made_by, sizeof made_by, "%s", json_text(host->answer, "id"));
}

static const char *ask_table(browser *b, const char *what, const char *keys)
{
    char all[600];
    snprintf(all, sizeof all, "%s%s%s", table_keys, *keys ? "," : "", keys);
    return ask(b, what, all);
}

static void tick(void)
{
    now_ms += SRV_LOBBY_MS;
    srv_tick(lobby, now_ms);
    assert_true(srv_turn(lobby));
}

static void test_following(void **unused)
{
    (void)unused;
    browser anna = new_browser(), ben = new_browser(), carla = new_browser(), watcher = new_browser();
    browser *all[] = {&anna, &ben, &carla, &watcher};
    for (int i = 0; i < KB_COUNT(all); i++) come(all[i]);
    say_name(&anna, "Anna");
    say_name(&ben, "Ben");
    say_name(&carla, "Carla");
    ASK("value", &watcher, "lobby", "\"follow\":1");
    for (int i = 0; i < KB_COUNT(all); i++) ASK("ok", all[i], "lobby", "\"follow\":true");
    make_table(&anna, "\"game\":\"intrige\",\"players\":3,\"public\":true");
    tick();
    assert_int_equal(watcher.n_lobbies, 1);
    assert_true(json_is(watcher.lobby, "tables.0.mine", "false"));
    assert_true(json_is(anna.lobby, "tables.0.mine", "true"));
    assert_string_equal(ask_table(&anna, "sit", "\"seat\":\"red\""), "ok");
    assert_string_equal(ask_table(&ben, "sit", "\"seat\":\"yellow\""), "ok");
    now_ms += SRV_LOBBY_MS - 1;
    srv_tick(lobby, now_ms);
    assert_true(srv_turn(lobby));
    assert_int_equal(watcher.n_lobbies, 1); /* rate limited */
    tick();
    assert_int_equal(watcher.n_lobbies, 2); /* both in one message */
    assert_string_equal(ask_table(&anna, "say", "\"say\":\"psst\",\"to\":[\"yellow\"]"), "ok");
    assert_string_equal(ask_table(&anna, "say", "\"say\":\"hello\""), "ok");
    tick();
    assert_int_equal(watcher.n_lobbies, 2); /* the lobby is not told about talk */
    assert_string_equal(ask_table(&carla, "sit", "\"seat\":\"green\""), "ok");
    assert_string_equal(ask_table(&anna, "start", ""), "ok");
    tick();
    const srv_room *room = srv_lobby_room(lobby, json_text(anna.lobby, "tables.0.table"));
    int turns = 0;
    for (int i = 0; i < 3; i++) {
        kb_slice line = json_at(all[i]->lobby, "tables.0");
        bool owes = kb_actors(&room->table->state) & 1u << i;
        assert_int_equal(json_is(line, "turn", "true"), owes);
        assert_int_equal(json_number(line, "since"), owes ? now_ms - SRV_LOBBY_MS : 0);
        turns += owes;
    }
    assert_true(turns > 0);
    assert_false(json_has(watcher.lobby, "tables.0.turn"));
    restart((browser *[]){&anna, &ben, &carla, &watcher}, 4);
    for (int i = 0; i < KB_COUNT(all); i++) ASK("ok", all[i], "lobby", "\"follow\":true");
    assert_string_equal(ask_table(&anna, "say", "\"say\":\"psst\",\"to\":[\"yellow\"]"), "ok");
    int before = watcher.n_lobbies;
    tick();
    assert_int_equal(watcher.n_lobbies, before); /* nor after a restart */
    for (int i = 0; i < KB_COUNT(all); i++) leave(all[i]);
}

/* A private table is in nobody's lobby but that of its people. When it is gone, only they are told its name. */
static void test_private_table(void **unused)
{
    (void)unused;
    browser anna = new_browser(), ben = new_browser(), watcher = new_browser();
    browser *all[] = {&anna, &ben, &watcher};
    for (int i = 0; i < KB_COUNT(all); i++) come(all[i]);
    say_name(&anna, "Anna");
    say_name(&ben, "Ben");
    for (int i = 0; i < KB_COUNT(all); i++) ASK("ok", all[i], "lobby", "\"follow\":true");
    make_table(&anna, "\"game\":\"intrige\",\"players\":3");
    assert_string_equal(ask_table(&ben, "sit", "\"seat\":\"red\""), "ok");
    tick();
    assert_int_equal(json_count(ben.lobby, "tables"), 1);
    assert_string_equal(ask_table(&anna, "empty", "\"seat\":\"red\""), "ok");
    tick();
    assert_int_equal(json_count(ben.lobby, "tables"), 0);
    assert_int_equal(json_count(ben.lobby, "gone"), 1);
    assert_int_equal(json_count(anna.lobby, "tables"), 1);
    assert_string_equal(ask_table(&anna, "sit", "\"seat\":\"red\""), "ok");
    ben.n_lobbies = 0;
    tick();
    assert_int_equal(ben.n_lobbies, 0);
    assert_int_equal(watcher.n_lobbies, 0);
    ASK("ok", &ben, "lobby", "\"follow\":false");
    assert_int_equal(json_count(ben.answer, "tables"), 0);
    for (int i = 0; i < KB_COUNT(all); i++) leave(all[i]);
}

static void test_invite(void **unused)
{
    (void)unused;
    browser anna = new_browser(), ben = new_browser();
    char link[100];
    come(&anna);
    come(&ben);
    say_name(&anna, "Anna");
    make_table(&anna, "\"game\":\"intrige\",\"players\":3");
    snprintf(link, sizeof link, "https://play.example.org/t/%s", json_text(anna.answer, "table"));
    assert_string_equal(ask_table(&anna, "invite", ""), "ok");
    assert_string_equal(json_text(anna.answer, "link"), link);
    check_picture(anna.answer);
    assert_string_equal(ask_table(&ben, "invite", ""), "no_name");
    ASK("no_table", &anna, "invite", "\"table\":\"00000000000000000000000000000000\"");
    leave(&anna);
    leave(&ben);
}

static void test_code(void **unused)
{
    (void)unused;
    browser anna = new_browser(), ben = new_browser();
    char code[20], keys[60];
    come(&anna);
    come(&ben);
    say_name(&anna, "Anna");
    make_table(&anna, "\"game\":\"intrige\",\"players\":3,\"public\":true");
    assert_false(json_has(anna.answer, "code"));
    make_table(&anna, "\"game\":\"intrige\",\"players\":3");
    snprintf(code, sizeof code, "%s", json_text(anna.answer, "code"));
    assert_int_equal(strlen(code), SRV_CODE);
    assert_int_equal(strspn(code, "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"), SRV_CODE);
    snprintf(keys, sizeof keys, "\"code\":\" %.4s-%.4s\"", code, code + 4);
    for (char *at = keys + 9; *at; at++) *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
    ASK("ok", &ben, "find", keys);
    assert_non_null(strstr(table_keys, json_text(ben.answer, "table")));
    assert_string_equal(ask_table(&ben, "watch", ""), "ok");
    assert_false(json_has(ben.answer, "code"));
    assert_false(json_has(ben.news, "code")); /* spectators are not told */
    assert_string_equal(ask_table(&anna, "watch", ""), "ok");
    assert_string_equal(json_text(anna.answer, "code"), code);
    say_name(&ben, "Ben");
    assert_string_equal(ask_table(&ben, "sit", "\"seat\":\"red\""), "ok");
    assert_string_equal(json_text(ben.news, "code"), code);
    ASK("no_code", &ben, "find", "\"code\":\"22222222\"");
    ASK("no_code", &ben, "find", "\"code\":\"2222222222222\"");
    ASK("no_code", &ben, "find", "\"code\":7");
    restart((browser *[]){&anna, &ben}, 2);
    ASK("ok", &ben, "find", keys);
    assert_string_equal(ask_table(&anna, "bot", "\"seat\":\"green\",\"bot\":\"easy\""), "ok");
    assert_string_equal(ask_table(&anna, "bot", "\"seat\":\"yellow\",\"bot\":\"easy\""), "ok");
    put(&anna, "start", table_keys);
    assert_true(srv_turn(lobby));
    assert_string_equal(json_text(anna.answer, "type"), "ok");
    put(&ben, "find", keys);
    assert_true(srv_turn(lobby));
    assert_string_equal(json_text(ben.answer, "error"), "no_code");
    for (int i = 0; i < SRV_GUESS_BURST; i++) put(&ben, "find", "\"code\":\"22222222\"");
    assert_true(srv_turn(lobby));
    assert_string_equal(json_text(ben.answer, "error"), "too_fast");
    leave(&anna);
    leave(&ben);
}

/* --- history --------------------------------------------------------------------------------------------- */

/* Starts a game of one person with bots that move at random. The name of the table goes to table_keys. */
static const srv_room *start_game(browser *b, bool is_public)
{
    char keys[300];
    snprintf(keys, sizeof keys, "\"game\":\"incorporated\",\"players\":3,\"public\":%s", is_public ? "true" : "false");
    make_table(b, keys);
    const srv_room *room = srv_lobby_room(lobby, json_text(b->answer, "table"));
    for (int seat = 0; seat < 3; seat++) {
        snprintf(keys, sizeof keys, "\"seat\":\"%s\"%s", kb_seat_name(&room->table->setup, seat),
                 seat ? ",\"bot\":\"random\"" : "");
        assert_string_equal(ask_table(b, seat ? "bot" : "sit", keys), "ok");
    }
    assert_string_equal(ask_table(b, "start", ""), "ok");
    return room;
}

static void play_game(browser *b, bool is_public)
{
    const srv_room *room = start_game(b, is_public);
    kb_rng rng = kb_rng_seeded(5);
    while (room->table->stage == KB_PLAYING) {
        char keys[300], move[KB_MOVE_TEXT_MAX];
        kb_text text = kb_text_in(move, sizeof move);
        kb_span list[KB_SPANS_MAX];
        int n = kb_legal(&room->table->state, 0, list, KB_SPANS_MAX);
        assert_true(n > 0); /* the bots have moved */
        kb_move_text(&room->table->state, kb_rng_move(&rng, list, n), &text);
        snprintf(keys, sizeof keys, "\"move\":\"%s\",\"decision\":%d", move, (int)room->table->seats[0].decisions);
        assert_string_equal(ask_table(b, "move", keys), "ok");
        now_ms += 60;
    }
}

static void test_history(void **unused)
{
    (void)unused;
    browser anna = new_browser(), ben = new_browser(), *both[] = {&anna, &ben};
    char first[SRV_TABLE_ID + 1], keys[100];
    come(&anna);
    come(&ben);
    ASK("no_name", &anna, "history", "");
    ASK("ok", &anna, "history", "\"of\":\"everybody\"");
    say_name(&anna, "Anna");
    say_name(&ben, "Ben");
    play_game(&anna, true);
    snprintf(first, sizeof first, "%.*s", SRV_TABLE_ID, table_keys + 9);
    now_ms += 1000;
    play_game(&anna, false);
    for (int round = 0; round < 3; round++) {
        ASK("ok", &anna, "history", "");
        assert_int_equal(json_count(anna.answer, "games"), 2);
        assert_non_null(strstr(table_keys, json_text(anna.answer, "games.0.table"))); /* newest first */
        assert_string_equal(json_text(anna.answer, "games.1.table"), first);
        assert_int_equal(json_count(anna.answer, "games.1.end.scores"), 3);
        assert_string_equal(json_text(anna.answer, "games.1.seats.0.name"), "Anna");
        snprintf(keys, sizeof keys, "\"before\":\"%.*s\"", SRV_TABLE_ID, table_keys + 9);
        ASK("ok", &anna, "history", keys);
        assert_int_equal(json_count(anna.answer, "games"), 1);
        ASK("ok", &ben, "history", "\"of\":\"me\"");
        assert_int_equal(json_count(ben.answer, "games"), 0);
        ASK("ok", &ben, "history", "\"of\":\"everybody\"");
        assert_int_equal(json_count(ben.answer, "games"), 1); /* not the private one */
        ASK("ok", &ben, "lobby", "");
        assert_int_equal(json_count(ben.answer, "tables"), 0);
        if (round == 1) assert_int_equal(the_log->drop_index(the_log), SRV_LOGGED); /* like --rebuild */
        restart(both, 2);
        assert_int_equal(srv_lobby_counts(lobby).tables, 0); /* nothing is replayed that nobody wants to see */
    }
    ASK("value", &ben, "history", "\"of\":\"Anna\"");
    ASK("no_table", &ben, "history", "\"before\":\"x\"");
    leave(&anna);
    leave(&ben);
}

/* A finished table can still be read, and leaves memory when nobody watches it. */
static void test_forgotten(void **unused)
{
    (void)unused;
    char again[100];
    browser anna = new_browser();
    come(&anna);
    say_name(&anna, "Anna");
    play_game(&anna, true);
    assert_string_equal(ask_table(&anna, "watch", ""), "ok");
    now_ms += 2 * SRV_FORGET_MS;
    tick();
    tick();
    assert_int_equal(srv_lobby_counts(lobby).tables, 1); /* somebody is watching */
    assert_string_equal(ask_table(&anna, "unwatch", ""), "ok");
    now_ms += SRV_FORGET_MS;
    tick();
    assert_int_equal(srv_lobby_counts(lobby).tables, 0);
    assert_string_equal(ask_table(&anna, "record", ""), "ok");
    assert_int_equal(srv_lobby_counts(lobby).tables, 1);
    assert_string_equal(ask_table(&anna, "say", "\"say\":\"that was close\""), "ok"); /* this is in the log too */
    ASK("ok", &anna, "lobby", "\"follow\":true");
    tick();
    assert_int_equal(anna.n_lobbies, 0);
    snprintf(again, sizeof again, "{\"id\":\"%s\",\"do\":\"create\",\"game\":\"intrige\",\"players\":3}", made_by);
    now_ms += SRV_FORGET_MS;
    tick();
    srv_receive(lobby, anna.connection, again, strlen(again), now_ms); /* a finished request is not repeated */
    assert_true(srv_turn(lobby));
    assert_non_null(strstr(table_keys, json_text(anna.answer, "table")));
    restart((browser *[]){&anna}, 1);
    assert_string_equal(ask_table(&anna, "watch", ""), "ok");
    char path_of_last[40];
    snprintf(path_of_last, sizeof path_of_last, "events.%zu.say", json_count(anna.news, "events") - 1);
    assert_string_equal(json_text(anna.news, path_of_last), "that was close");
    leave(&anna);
}

/* The price of the first request about a finished table does not depend on what was whispered there. */
static void test_price_of_whispers(void **unused)
{
    (void)unused;
    enum { WHISPERS = 100 };
    browser anna = new_browser(), ben = new_browser();
    uint64_t prices[2];
    come(&anna);
    come(&ben);
    say_name(&anna, "Anna");
    play_game(&anna, true);
    for (int world = 0; world < 2; world++) {
        for (int i = 0; world && i < WHISPERS; i++) {
            now_ms += 100;
            assert_string_equal(ask_table(&anna, "say", "\"say\":\"psst\",\"to\":[\"crowns\"]"), "ok");
        }
        now_ms += 2 * SRV_FORGET_MS;
        tick();
        tick();
        assert_int_equal(srv_lobby_counts(lobby).tables, 0);
        uint64_t before = srv_lobby_counts(lobby).work;
        assert_string_equal(ask_table(&ben, "vocabulary", ""), "ok");
        prices[world] = srv_lobby_counts(lobby).work - before;
    }
    assert_true(prices[0] > 0);
    assert_int_equal(prices[0], prices[1]);
    leave(&anna);
    leave(&ben);
}

/* A finished table with five thousand long lines of talk, as if another server had written it. It is only in the
 * log. */
enum { LONG_LINES = 5000 };
static const char long_table[] = "\"table\":\"1234567890abcdef1234567890abcdef\"";
static void store_long_table(void)
{
    static const char stream[] = "table:1234567890abcdef1234567890abcdef",
                      create[] = "{\"id\":\"1\",\"do\":\"create\",\"game\":\"intrige\",\"players\":3,\"public\":true}";
    kb_answer answer;
    srv_seed seed = {{7}};
    kb_asker asker = {now_ms, 1, "Anna", "1", 0, "0123456789abcdef", 0, "", "", {0, 0}, {false, {0}}};
    kb_rng rng = kb_rng_seeded(8);
    char text[KB_TALK_CHARACTERS + 100], line[KB_TALK_CHARACTERS + 1], id[20];
    srv_ask *request = srv_ask_read(create, sizeof create - 1);
    srv_room *room = srv_room_create(&asker, request, &seed, &answer);
    srv_ask_drop(request);
    assert_non_null(room);
    memset(line, 'x', KB_TALK_CHARACTERS);
    line[KB_TALK_CHARACTERS] = '\0';
    asker.id = id;
    for (int i = 0; i < 4 + LONG_LINES; i++) {
        static const char *const seats[] = {"red", "yellow", "green"};
        snprintf(id, sizeof id, "s%d", i);
        asker.person = i < 4 ? 1 : 1 + (uint32_t)i % 8; /* nobody says all of it */
        snprintf(text, sizeof text, "{\"id\":\"1\",\"do\":\"%s\",\"%s\":\"%s\",\"bot\":\"random\"}",
                 i < 3    ? "bot"
                 : i == 3 ? "start"
                          : "say",
                 i < 3 ? "seat" : "say", i < 3 ? seats[i] : line);
        request = srv_ask_read(text, strlen(text));
        answer = srv_room_ask(room, &asker, request);
        assert_int_equal(answer.refusal, KB_DONE);
        srv_ask_drop(request);
    }
    while (room->table->stage == KB_PLAYING) {
        int seat;
        kb_move move;
        kb_pick(&room->table->state, &rng, &seat, &move);
        answer = srv_room_bot_moves(room, now_ms, seat, room->table->seats[seat].decisions, move, "");
        assert_int_equal(answer.refusal, KB_DONE);
    }
    for (size_t i = 0; i < room->table->n_entries; i++)
        the_log->append(the_log, stream, i + 1, srv_room_entry(room, i + 1).at, srv_room_entry(room, i + 1).n);
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    srv_room_free(room);
}

/* The work of a request, in entries read. */
static uint64_t work_of(browser *b, const char *what, const char *keys)
{
    char all[200];
    uint64_t before = srv_lobby_counts(lobby).work;
    snprintf(all, sizeof all, "%s%s%s", long_table, *keys ? "," : "", keys);
    now_ms += 10000; /* refills the rate limit */
    ASK("ok", b, what, all);
    return srv_lobby_counts(lobby).work - before;
}

/* A long log is read in pieces, one per turn. Others are answered meanwhile. */
static void test_long_table(void **unused)
{
    (void)unused;
    browser anna = new_browser(), ben = new_browser();
    uint64_t before, turns = 0;
    store_long_table();
    come(&anna);
    come(&ben);
    now_ms += 10000;
    keep(&ben.answer, nothing);
    before = srv_lobby_counts(lobby).work;
    put(&anna, "watch", long_table);
    put(&ben, "watch", long_table);
    assert_int_equal(anna.n_news, 0);
    while (!anna.n_news && ++turns < LONG_LINES) {
        assert_int_equal(srv_wants_turn(lobby), !anna.n_news);
        keep(&ben.answer, nothing);
        put(&ben, "ping", "");
        assert_true(srv_turn(lobby));
        assert_true(ben.answer.n);
    }
    assert_false(srv_wants_turn(lobby));
    assert_in_range(turns, LONG_LINES / SRV_LOAD_ENTRIES, LONG_LINES / SRV_LOAD_ENTRIES + 5);
    assert_true(anna.n_news == 1 && ben.n_news == 1);
    assert_in_range(srv_lobby_counts(lobby).work - before, SRV_LOAD_WORK, SRV_LOAD_WORK + 500);
    assert_int_equal(json_count(anna.news, "events"), SRV_PIECE);

    /* It is not read twice, and reading its past costs only what is read. */
    long long first = json_number(anna.news, "events.0.n");
    assert_true(work_of(&anna, "watch", "") <= SRV_PIECE + KB_MARK_EVERY);
    assert_true(work_of(&ben, "look", "\"n\":2500") <= KB_MARK_EVERY);
    while (first > 1) {
        char keys[40];
        snprintf(keys, sizeof keys, "\"before\":%lld", first);
        assert_true(work_of(&anna, "events", keys) <= SRV_PIECE + KB_MARK_EVERY);
        long long n = json_number(anna.answer, "events.0.n");
        assert_int_equal(n + (long long)json_count(anna.answer, "events"), first);
        first = n;
    }
    assert_true(work_of(&anna, "events", "\"before\":1") == 0);
    assert_int_equal(json_count(anna.answer, "events"), 0);
    for (long long after = 0, next = -1; next; after = next) {
        char keys[40];
        snprintf(keys, sizeof keys, "\"after\":%lld", after);
        assert_true(work_of(&ben, "record", keys) <= SRV_RECORD_LINES + 5);
        next = json_number(ben.answer, "next");
    }

    /* Work counts against the rate limit: expensive requests are refused sooner than cheap ones. */
    now_ms += 10000;
    int watched = 0, pinged = 0;
    for (; watched < SRV_BURST; watched++)
        if (strcmp(ask(&anna, "watch", long_table), "ok") != 0) break;
    assert_string_equal(json_text(anna.answer, "error"), "too_fast");
    for (; pinged < SRV_BURST; pinged++)
        if (strcmp(ask(&ben, "ping", ""), "ok") != 0) break;
    assert_int_equal(pinged, SRV_BURST);
    assert_in_range(watched, 2, SRV_BURST / 3);

    /* A person who leaves meanwhile leaves nothing behind. A missing table is reported at once. */
    restart((browser *[]){&anna, &ben}, 2);
    now_ms += 10000;
    put(&anna, "watch", long_table);
    put(&ben, "watch", long_table);
    leave(&anna);
    ben.n_news = 0;
    while (srv_wants_turn(lobby)) assert_true(srv_turn(lobby));
    assert_int_equal(ben.n_news, 1);
    now_ms += 10000;
    ASK("no_table", &ben, "watch", "\"table\":\"00000000000000000000000000000000\"");
    leave(&ben);
}

/* A removed person is told on every device, no longer sees the table, and cannot come back. */
static void test_removed(void **unused)
{
    (void)unused;
    browser anna = new_browser(), ben = new_browser(), carla = new_browser();
    char keys[100];
    come(&anna);
    come(&ben);
    come(&carla);
    say_name(&anna, "Anna");
    say_name(&ben, "Ben");
    say_name(&carla, "Carla");
    make_table(&anna, "\"game\":\"intrige\",\"players\":3");
    browser *all[] = {&anna, &ben, &carla};
    for (int i = 0; i < KB_COUNT(all); i++) assert_string_equal(ask_table(all[i], "watch", ""), "ok");
    assert_string_equal(ask_table(&ben, "sit", "\"seat\":\"yellow\""), "ok");
    snprintf(keys, sizeof keys, "\"person\":\"%s\"", json_text(carla.hello, "person"));
    assert_string_equal(ask_table(&ben, "remove", keys), "not_host");
    assert_string_equal(ask_table(&anna, "remove", "\"person\":\"0000000000000000\""), "no_person");
    assert_string_equal(ask_table(&anna, "remove", keys), "ok");
    assert_string_equal(ask_table(&anna, "remove", "\"seat\":\"yellow\""), "ok");
    int news = ben.n_news;
    assert_string_equal(ask_table(&anna, "say", "\"say\":\"they are gone\""), "ok");
    assert_int_equal(ben.n_news, news);
    assert_string_equal(json_text(ben.closed, "error"), "removed");
    assert_string_equal(json_text(carla.closed, "error"), "removed");
    restart(all, KB_COUNT(all));
    assert_string_equal(ask_table(&ben, "watch", ""), "removed");
    assert_string_equal(ask_table(&carla, "sit", "\"seat\":\"red\""), "removed");
    assert_string_equal(ask_table(&carla, "invite", ""), "removed");
    ASK("ok", &ben, "lobby", "");
    assert_int_equal(json_count(ben.answer, "tables"), 0);
    assert_string_equal(ask_table(&anna, "watch", ""), "ok");
    for (int i = 0; i < KB_COUNT(all); i++) leave(all[i]);
}

static bool has_table(kb_slice message, const char *id)
{
    kb_slice line;
    for (kb_json tables = json_list(message, "tables"); json_next(&tables, &line);)
        if (!strcmp(json_text(line, "table"), id)) return true;
    return false;
}

static void make_public(browser *host, char id[SRV_TABLE_ID + 1])
{
    now_ms += 1000;
    ASK("ok", host, "create", "\"game\":\"intrige\",\"players\":3,\"public\":true");
    if (id) snprintf(id, SRV_TABLE_ID + 1, "%s", json_text(host->answer, "table"));
}

/* People with as many tables as they are allowed do not crowd out those with one. */
static void test_flood(void **unused)
{
    (void)unused;
    enum { FLOODERS = 11, HOSTS = 5 };
    browser flooders[FLOODERS], hosts[HOSTS], guest = new_browser();
    char ids[HOSTS][SRV_TABLE_ID + 1], own[SRV_TABLE_ID + 1];
    come(&guest);
    for (int i = 0; i < HOSTS; i++) {
        char name[20];
        hosts[i] = new_browser();
        come(&hosts[i]);
        snprintf(name, sizeof name, "host %d", i);
        say_name(&hosts[i], name);
        make_public(&hosts[i], ids[i]);
    }
    ASK("ok", &guest, "lobby", "\"follow\":true");
    assert_int_equal(json_count(guest.answer, "tables"), HOSTS);
    for (int i = 0; i < FLOODERS; i++) {
        flooders[i] = new_browser();
        flooders[i].address = 7; /* the same for all of them */
        come(&flooders[i]);
        say_name(&flooders[i], "flooder");
        for (int k = 0; k < SRV_TABLES_A_PERSON; k++) make_public(&flooders[i], i ? NULL : own);
    }
    for (int i = 0; i < 3; i++) tick();
    ASK("ok", &guest, "lobby", "");
    assert_int_equal(json_count(guest.answer, "tables"), SRV_LOBBY_MAX);
    for (int i = 0; i < HOSTS; i++) assert_true(has_table(guest.answer, ids[i]));
    ASK("ok", &flooders[0], "lobby", ""); /* one's own tables are listed, however many others there are */
    kb_slice line;
    size_t mine = 0;
    for (kb_json tables = json_list(flooders[0].answer, "tables"); json_next(&tables, &line);)
        mine += json_is(line, "mine", "true");
    assert_int_equal(mine, SRV_TABLES_A_PERSON);
    assert_true(has_table(flooders[0].answer, own));

    /* A table that is not listed can be found by search. */
    now_ms += 10000;
    ASK("ok", &guest, "search", "\"text\":\" HOST 3\"");
    assert_true(json_count(guest.answer, "tables") == 1 && has_table(guest.answer, ids[3]));
    ASK("ok", &guest, "search", "\"text\":\"\uFF28o\u017Ft  3\""); /* a wide H and a long s */
    assert_true(json_count(guest.answer, "tables") == 1 && has_table(guest.answer, ids[3]));
    ASK("ok", &guest, "search", "\"text\":\"flood\"");
    assert_int_equal(json_count(guest.answer, "tables"), SRV_FOUND_MAX);
    ASK("ok", &guest, "search", "\"text\":\"Intr\"");
    assert_int_equal(json_count(guest.answer, "tables"), SRV_FOUND_MAX);
    ASK("ok", &guest, "search", "\"text\":\"nobody\"");
    assert_int_equal(json_count(guest.answer, "tables"), 0);
    ASK("too_long", &guest, "search", "\"text\":\" \"");
    for (int i = 0; i < FLOODERS; i++) leave(&flooders[i]);
    for (int i = 0; i < HOSTS; i++) leave(&hosts[i]);
    leave(&guest);
}

static void count_stream(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    (void)n, (void)text, (void)bytes;
    *(int *)context += !strncmp(stream, "table:", 6);
}

/* Counts the tables that are read at each start. */
static int count_unindexed(void)
{
    int n = 0;
    assert_int_equal(the_log->unindexed(the_log, count_stream, &n), SRV_LOGGED);
    return n;
}

/* Whoever only gave a name is forgotten after a month, but not whoever has played, plays, has a passphrase or is here. */
static void test_strangers(void **unused)
{
    (void)unused;
    enum { PLAYER, HOST, KEEPER, WATCHER, STRANGER, PEOPLE };
    static const char *const names[PEOPLE] = {"Paul", "Hanna", "Kai", "Wanda", "Stella"};
    static const char *const after[PEOPLE] = {"ok", "ok", "ok", "ok", "no_name"};
    browser all[PEOPLE];
    for (int i = 0; i < PEOPLE; i++) {
        all[i] = new_browser();
        come(&all[i]);
        say_name(&all[i], names[i]);
    }
    play_game(&all[PLAYER], true);
    start_game(&all[HOST], false);
    ASK("ok", &all[KEEPER], "account", "\"passphrase\":\"eight letters\"");
    for (int i = 0; i < PEOPLE; i++)
        if (i != WATCHER) srv_disconnect(lobby, all[i].connection);
    now_ms += SRV_STRANGER_DAYS * 24ull * 60 * 60 * 1000 - 60000;
    for (int i = 0; i < 2 * PEOPLE; i++) tick();
    come(&all[STRANGER]);
    ASK("ok", &all[STRANGER], "link", "");
    srv_disconnect(lobby, all[STRANGER].connection);
    now_ms += 60000;
    for (int i = 0; i < 2 * PEOPLE; i++) tick();
    for (int i = 0; i < PEOPLE; i++) {
        if (i != WATCHER) come(&all[i]);
        ASK(after[i], &all[i], "link", "");
        leave(&all[i]);
    }
}

/* A table that has not started expires when nobody has been at it for long, and the log says so. Other tables do
 * not. */
static void test_expire(void **unused)
{
    (void)unused;
    browser anna = new_browser(), guest = new_browser();
    char keys[100];
    come(&anna);
    come(&guest);
    say_name(&anna, "Anna");
    make_table(&anna, "\"game\":\"intrige\",\"players\":3,\"public\":true");
    snprintf(keys, sizeof keys, "%s", table_keys);
    ASK("ok", &anna, "create",
        "\"game\":\"intrige\",\"players\":3,\"public\":true,\"clock\":{\"kind\":\"correspondence\",\"hours\":24}");
    make_table(&anna, "\"game\":\"intrige\",\"players\":3,\"public\":true"); /* she stays at this one */
    assert_string_equal(ask_table(&anna, "watch", ""), "ok");
    ASK("ok", &guest, "lobby", "\"follow\":true");
    assert_int_equal(json_count(guest.answer, "tables"), 3);
    now_ms += SRV_EXPIRE_MS - 2 * SRV_LOBBY_MS;
    tick();
    ASK("ok", &guest, "lobby", "");
    assert_int_equal(json_count(guest.answer, "tables"), 3);
    now_ms += 2 * SRV_LOBBY_MS;
    tick();
    tick();
    assert_int_equal(json_count(guest.lobby, "gone"), 1);
    ASK("ok", &guest, "lobby", "");
    assert_int_equal(json_count(guest.answer, "tables"), 2);
    ASK("expired", &guest, "watch", keys);
    assert_int_equal(count_unindexed(), 2);
    ASK("ok", &guest, "history", "\"of\":\"everybody\"");
    assert_int_equal(json_count(guest.answer, "games"), 0);
    restart((browser *[]){&anna, &guest}, 2);
    ASK("expired", &anna, "watch", keys);
    ASK("ok", &guest, "lobby", "");
    assert_int_equal(json_count(guest.answer, "tables"), 2);
    now_ms += SRV_EXPIRE_LONG_MS;
    tick();
    ASK("ok", &guest, "lobby", "");
    assert_int_equal(json_count(guest.answer, "tables"), 0); /* nobody has been at any of them since the restart */
    leave(&anna);
    leave(&guest);
}

/* --- many people ----------------------------------------------------------------------------------------- */

/* People with these numbers; some have a passphrase. The first logs do not say what an entry does. */
static void add_people(srv_people *people, int n)
{
    char text[400];
    for (int i = 1; i <= n; i++) {
        snprintf(text, sizeof text, "{\"at\":1,%s\"key\":\"%08x%056d\",\"name\":\"Person %d\"}",
                 i % 2 ? "\"do\":\"name\"," : "", (unsigned)i * 2654435761u, 0, i);
        assert_true(srv_people_fold(people, text, strlen(text)));
        if (i % 100) continue;
        snprintf(
            text, sizeof text,
            "{\"at\":1,\"do\":\"account\",\"who\":%d,\"salt\":\"%032d\",\"hash\":\"%064d\",\"passes\":1,\"kib\":1}", i,
            i, i);
        assert_true(srv_people_fold(people, text, strlen(text)));
    }
}

/* Processor time of the questions that requests about people ask. */
static clock_t time_of_questions(const srv_people *people)
{
    char name[40];
    clock_t began = clock();
    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "Person %d", i);
        assert_int_equal(srv_is_name_taken(people, name, 0), i && i % 100 == 0);
        assert_int_equal(srv_person_with_account(people, name), i % 100 ? 0 : i);
        assert_int_equal(srv_person_with_id(people, srv_person_at(people, 1 + (uint32_t)i)->id), 1 + i);
        assert_int_equal(srv_person_with_id(people, "0000000000000000"), 0);
    }
    return clock() - began;
}

/* Finding somebody takes as long among many people as among few. */
static void test_finding_among_many(void **unused)
{
    (void)unused;
    srv_people few, many;
    assert_true(srv_people_open(&few, NULL) && srv_people_open(&many, NULL));
    add_people(&few, 400);
    add_people(&many, 40000);
    time_of_questions(&few); /* fills the caches */
    clock_t one = time_of_questions(&few), other = time_of_questions(&many);
    assert_true(other < 10 * one + CLOCKS_PER_SEC / 100);
    srv_people_close(&few);
    srv_people_close(&many);
}

/* A finder from which much is removed has what is left. */
static void test_finder(void **unused)
{
    (void)unused;
    enum { KEYS = 50, NUMBERS = 20 };
    srv_finder finder = {NULL, 0, 0};
    uint64_t keys[KEYS];
    bool is_there[KEYS][NUMBERS + 1] = {{false}};
    for (uint64_t i = 0; i < KEYS; i++) keys[i] = i;
    for (int step = 0; step < 20000; step++) {
        size_t k = kb_rng_draw(&luck) % KEYS;
        uint32_t number = 1 + (uint32_t)(kb_rng_draw(&luck) % NUMBERS);
        if (is_there[k][number]) {
            srv_finder_remove(&finder, &keys[k], number);
        } else {
            srv_finder_put(&finder, &keys[k], number);
        }
        is_there[k][number] = !is_there[k][number];
        int n = 0, expected = 0;
        for (size_t at = 0; (number = srv_finder_next(&finder, &keys[k], &at)); n++) assert_true(is_there[k][number]);
        for (int i = 1; i <= NUMBERS; i++) expected += is_there[k][i];
        assert_int_equal(n, expected);
    }
    srv_finder_clear(&finder);
}

/* --- budgets of an address ------------------------------------------------------------------------------- */

/* A new browser at that address, named if it may be. Returns the answer to that. */
static const char *arrive(browser *b, uint64_t address, uint64_t network)
{
    *b = new_browser();
    b->address = address;
    b->network = network;
    come(b);
    return ask(b, "name", "\"name\":\"Anna\"");
}

/* An address can have few new people at once, and a network not much more; a restart gives them no new budget, a day
 * does. Whoever has a name already can change it. */
static void test_few_people_at_an_address(void **unused)
{
    (void)unused;
    enum { FEW = 3, MANY = FEW * SRV_ADDRESSES_A_NETWORK };
    browser anna, other;
    people_an_address = FEW;
    restart(NULL, 0);
    for (int i = 0; i < FEW; i++) {
        assert_string_equal(arrive(&anna, 1, 0), "ok");
        if (i < FEW - 1) leave(&anna);
    }
    restart((browser *[]){&anna}, 1);
    assert_string_equal(arrive(&other, 1, 0), "too_many_people");
    leave(&other);
    ASK("ok", &anna, "name", "\"name\":\"Bernd\"");
    assert_string_equal(arrive(&other, 2, 0), "ok");
    leave(&other);
    for (uint64_t i = 0; i < MANY; i++) {
        assert_string_equal(arrive(&other, 100 + i, 9), "ok");
        leave(&other);
    }
    assert_string_equal(arrive(&other, 99, 9), "too_many_people");
    leave(&other);
    now_ms += 24 * 60 * 60 * 1000 / FEW;
    assert_string_equal(arrive(&other, 1, 0), "ok");
    leave(&other);
    assert_string_equal(arrive(&other, 1, 0), "too_many_people");
    leave(&other);
    leave(&anna);
}

/* Nor can an address have many open tables, however many people make them. */
static void test_few_tables_at_an_address(void **unused)
{
    (void)unused;
    static const char keys[] = "\"game\":\"intrige\",\"players\":3";
    browser anna, ben, carla;
    tables_an_address = 3;
    restart(NULL, 0);
    assert_string_equal(arrive(&anna, 1, 5), "ok");
    assert_string_equal(arrive(&ben, 1, 5), "ok");
    assert_string_equal(arrive(&carla, 2, 5), "ok");
    for (int i = 0; i < 2; i++) ASK("ok", &anna, "create", keys);
    ASK("ok", &ben, "create", keys);
    restart((browser *[]){&anna, &ben, &carla}, 3);
    ASK("too_many_tables_here", &ben, "create", keys);
    ASK("ok", &carla, "create", keys);
    now_ms += SRV_EXPIRE_LONG_MS + 1;
    tick();
    ASK("ok", &ben, "create", keys);
    leave(&anna);
    leave(&ben);
    leave(&carla);
}

/* The log has no address. */
static void find_address(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    (void)stream, (void)n;
    kb_slice entry = {text, bytes};
    long long address = json_number(entry, "from.0");
    bool has_from = json_has(entry, "from");
    *(int *)context += has_from;
    assert_true(!has_from || (address > 0 && address < 1 << 24 && address != 12345 && json_count(entry, "from") == 2));
}

static void test_source_is_a_hash(void **unused)
{
    (void)unused;
    int n = 0;
    browser anna;
    assert_string_equal(arrive(&anna, 12345, 0), "ok");
    ASK("ok", &anna, "name", "\"name\":\"Bernd\"");
    assert_int_equal(the_log->read(the_log, "people", 1, SRV_TO_END, find_address, &n), SRV_LOGGED);
    assert_int_equal(n, 1);
    leave(&anna);
}

/* Names are compared by their looks: one that looks like a reserved name is reserved, and invisible characters are not
 * part of a name. */
static void test_looks(void **unused)
{
    (void)unused;
    static const char *const alike[] = {"anna",
                                        "ANNA",
                                        "\xd0\x90nna" /* a Cyrillic A */,
                                        "\xef\xbc\xa1nna" /* full width */,
                                        "  Anna  ",
                                        "An\xe2\x80\x8dna" /* a joiner */};
    static const char *const unseen[] = {"",
                                         "   ",
                                         "\xc2\xa0",         /* a no-break space */
                                         "An\xe2\x80\x8bna", /* zero width */
                                         "An\xc2\xadna",     /* a soft hyphen */
                                         "\xe3\x85\xa4",     /* a Hangul filler */
                                         "\xe2\xa0\x80",     /* a Braille blank */
                                         "\xcc\x81",         /* only an accent */
                                         "a\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81",
                                         "An\xe2\x80\x8d\xe2\x80\x8dna",
                                         "An\xee\x80\x80na" /* private use */};
    browser anna = new_browser(), other = new_browser();
    char keys[200], name[100] = "";
    come(&anna);
    come(&other);
    say_name(&anna, "Anna");
    ASK("ok", &anna, "account", "\"passphrase\":\"correct horse\"");
    for (int i = 0; i < KB_COUNT(alike); i++) {
        snprintf(keys, sizeof keys, "\"name\":\"%s\"", alike[i]);
        ASK("name_kept", &other, "name", keys);
        ASK("ok", &anna, "name", keys); /* still hers */
    }
    ASK("ok", &anna, "name", "\"name\":\"Paul\"");
    ASK("name_kept", &other, "name", "\"name\":\"PauI\"");
    for (int i = 0; i < KB_COUNT(unseen); i++) {
        snprintf(keys, sizeof keys, "\"name\":\"%s\"", unseen[i]);
        ASK("too_long", &other, "name", keys);
        assert_non_null(strstr(json_text(other.answer, "sentence"), "1 to 30 characters"));
    }
    for (int i = 0; i < 30; i++) strcat(name, "\xc3\x96");
    say_name(&other, name); /* counted in characters as people see them, not in bytes */
    snprintf(keys, sizeof keys, "\"name\":\"%sx\"", name);
    ASK("too_long", &other, "name", keys);
    say_name(&other, "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7"); /* a family */
    restart((browser *[]){&anna, &other}, 2);
    ASK("name_kept", &other, "name", "\"name\":\"PAUL\"");
    leave(&anna);
    leave(&other);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_device),
        TEST(test_device_at_a_table),
        TEST(test_logout),
        TEST(test_login_is_not_taken),
        TEST(test_login_to_oneself),
        TEST(test_visitors),
        TEST(test_guesses),
        TEST(test_guesses_of_others),
        TEST(test_devices_are_few),
        TEST(test_connections_of_a_secret_are_few),
        TEST(test_connections_without_a_name_are_few),
        TEST(test_account),
        TEST(test_name_of_two),
        TEST(test_passphrases_are_few),
        TEST(test_mute),
        TEST(test_following),
        TEST(test_private_table),
        TEST(test_invite),
        TEST(test_code),
        TEST(test_history),
        TEST(test_forgotten),
        TEST(test_price_of_whispers),
        TEST(test_long_table),
        TEST(test_removed),
        TEST(test_looks),
        TEST(test_flood),
        TEST(test_strangers),
        TEST(test_expire),
        TEST(test_finding_among_many),
        TEST(test_finder),
        TEST(test_few_people_at_an_address),
        TEST(test_few_tables_at_an_address),
        TEST(test_source_is_a_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
