/* client.c: how a simulated client sends requests, and what it believes: only what it is sent, after a check. */
#include "world.h"

void ask(world *w, client *c, const char *what, const char *rest)
{
    if (c->n_pending == PENDING_MAX || w->quiet || c->up.n > 100) return;
    pending *p = &c->pending[c->n_pending++];
    snprintf(p->id, sizeof p->id, "%d-%u", c->index, ++c->n_ids);
    snprintf(p->what, sizeof p->what, "%s", what);
    snprintf(p->text, sizeof p->text, "{\"id\":\"%d-%u\",\"do\":\"%s\"%s}", c->index, c->n_ids, what, rest);
    int times = strcmp(what, "watch") != 0 && one_in(w, 30) ? 2 : 1; /* what was missed is asked for only once */
    for (; c->connection && times > 0; times--) push(&c->up, p->text, strlen(p->text));
}

void ask_table(world *w, client *c, const char *what, const char *keys)
{
    char rest[900];
    snprintf(rest, sizeof rest, ",\"table\":\"%s\"%s%s", w->tables[c->table], *keys ? "," : "", keys);
    ask(w, c, what, rest);
}

void watch(world *w, client *c)
{
    char keys[100] = "";
    if (c->has_picture && !one_in(w, 10))
        snprintf(keys, sizeof keys, "\"after\":%llu,\"as\":\"%s\"", (unsigned long long)c->n, c->as);
    bool quiet = w->quiet;
    w->quiet = false; /* at the end everybody looks, too */
    ask_table(w, c, "watch", keys);
    w->quiet = quiet;
}

void reconnect(world *w, client *c)
{
    lose(&c->down);
    srv_visitor visitor = {c, (uint64_t)c->index, "http://127.0.0.1", 0, false};
    open_wires(w, c);
    c->node = (int)kb_rng_under(&w->rng, (uint32_t)w->n_nodes);
    c->connection = srv_connect(w->lobbies[c->node], &visitor, &c->secret, w->now_ms);
    CHECK(c->connection);
    for (int i = 0; i < c->n_pending; i++) { /* unanswered requests are sent again; watch is sent anew */
        if (!strcmp(c->pending[i].what, "watch")) {
            c->pending[i--] = c->pending[--c->n_pending];
            continue;
        }
        pending *other = &c->pending[kb_rng_under(&w->rng, (uint32_t)i + 1)], one = c->pending[i]; /* in any order */
        c->pending[i] = *other;
        *other = one;
    }
    for (int i = 0; i < c->n_pending; i++, w->again++) push(&c->up, c->pending[i].text, strlen(c->pending[i].text));
    if (w->tables[c->table][0]) watch(w, c);
}

static bool names(const json_t *seats, const char *seat)
{
    size_t i;
    const json_t *name;
    json_array_foreach(seats, i, name)
    {
        if (!strcmp(json_string_value(name), seat)) return true;
    }
    return false;
}

/* Private talk contains its addressees, so a reader can tell whether it was meant for them. */
static void hear(world *w, const client *c, const json_t *event)
{
    const char *say = json_string_value(json_object_get(event, "say"));
    char tag[32];
    CHECK(!names(json_object_get(event, "seats"), c->as)); /* those who whisper have the words instead */
    CHECK(!say || strcmp(say, "never said") != 0);
    if (!say || strncmp(say, "psst", 4) != 0) return;
    snprintf(tag, sizeof tag, " %s ", c->as);
    CHECK(strstr(say, tag));
    w->secrets_heard++;
}

/* Pacts come in order, except opened ones. A secret pact is known only to its parties until the game is over. */
static void check_pacts(world *w, const json_t *view)
{
    const char *as = json_string_value(json_object_get(view, "as"));
    bool is_over = !strcmp(json_string_value(json_object_get(view, "stage")), "over");
    json_int_t last = 0;
    size_t i;
    const json_t *pact;
    json_array_foreach(json_object_get(view, "pacts"), i, pact)
    {
        const char *by = json_string_value(json_object_get(pact, "by"));
        bool is_secret = json_is_true(json_object_get(pact, "secret"));
        CHECK(is_over || json_integer_value(json_object_get(pact, "pact")) > last);
        last = json_integer_value(json_object_get(pact, "pact"));
        CHECK(!is_secret || is_over || !strcmp(by, as) || names(json_object_get(pact, "with"), as));
        w->secret_pacts += is_secret && !is_over;
        w->pacts++;
    }
}

static void take_news(world *w, client *c, const json_t *news)
{
    const json_t *events = json_object_get(news, "events"), *view = json_object_get(news, "view"), *event;
    const char *as = json_string_value(json_object_get(view, "as"));
    bool fresh = json_is_true(json_object_get(news, "fresh"));
    uint64_t n = (uint64_t)json_integer_value(json_object_get(view, "n"));
    size_t i;
    CHECK(as && json_is_array(events));
    CHECK(fresh || (c->has_picture && !strcmp(c->as, as)));
    snprintf(c->as, sizeof c->as, "%s", as);
    if (fresh) {
        c->n = c->from = n - json_array_size(events);
        srv_free(&c->events);
    }
    c->has_picture = true;
    json_array_foreach(events, i, event)
    {
        char *text = json_dumps(event, JSON_COMPACT);
        CHECK((uint64_t)json_integer_value(json_object_get(event, "n")) == c->n + 1);
        c->n++;
        if (c->events.n) srv_add(&c->events, ",", 1);
        srv_add(&c->events, text, strlen(text));
        hear(w, c, event);
        free(text);
    }
    CHECK(c->n == n);
    check_pacts(w, view);
    json_decref(c->view);
    c->view = json_deep_copy(view);
}

/* The record is valid, its luck is as promised, and it has the talk that the viewer heard. */
static void check_record(client *c, const char *record)
{
    char reason[KB_WHY_MAX];
    kb_replay replay = {0};
    static kb_line read;
    static kb_events events;
    static kb_outcomes outcomes;
    static kb_ledger ledger;
    const json_t *luck = json_object_get(c->view, "luck");
    const char *seed_hex = json_string_value(json_object_get(luck, "seed"));
    const char *words[KB_SEATS_MAX] = {"", "", "", "", ""};
    char promise[SRV_SEED_HEX + 1];
    srv_seed seed, key = {{0}};
    uint64_t draws = 0;
    memset(&ledger, 0, sizeof ledger);
    CHECK(seed_hex && srv_seed_read(seed_hex, strlen(seed_hex), &seed));
    srv_luck_promise(&seed, promise);
    CHECK(!strcmp(promise, json_string_value(json_object_get(luck, "promise"))));
    for (const char *at = record; *at;) {
        size_t n = strcspn(at, "\n");
        kb_text why = kb_text_in(reason, sizeof reason);
        kb_state before = replay.state;
        CHECK(kb_read(&replay, &ledger, at, n, true, &read, &events, &outcomes, &why) == KB_READ);
        if (read.kind == KB_LINE_SETUP) {
            for (int seat = 0; seat < replay.state.setup.seats; seat++) {
                const json_t *word = json_object_get(json_object_get(luck, "words"),
                                                     kb_seat_name(&replay.state.setup, seat));
                if (word) words[seat] = json_string_value(word);
            }
            key = srv_luck_key(&seed, &replay.state.setup, replay.version, words);
        }
        if (read.kind == KB_LINE_MOVE && read.seat == KB_CHANCE) {
            kb_move move = srv_luck_draw(&key, draws++, &before);
            CHECK(!memcmp(&move, &read.move, sizeof move));
        }
        at += n + 1;
    }
    CHECK(replay.ended);
    c->record_checked = true;
}

/* Records come in pieces, one after another. */
static void take_record(world *w, client *c, const char *record, const json_t *next)
{
    char keys[64];
    srv_add(&c->record, record, strlen(record));
    if (next) {
        snprintf(keys, sizeof keys, "\"after\":%lld", (long long)json_integer_value(next));
        ask_table(w, c, "record", keys);
        return;
    }
    check_record(c, c->record.at);
    srv_free(&c->record);
}

/* What a device and its owner are told about themselves. */
static void take_identity(world *w, client *c, const pending *p, const json_t *answer)
{
    const char *token = json_string_value(json_object_get(answer, "token"));
    const json_t *games = json_object_get(answer, "games");
    if (token) snprintf(c->token, sizeof c->token, "%s", token);
    if (!strcmp(p->what, "account")) c->has_account = true;
    if (!strcmp(p->what, "device") || !strcmp(p->what, "login")) {
        CHECK(!strcmp(c->person, w->clients[c->owner - 1].person)); /* the hello comes first */
        w->clients[c->owner - 1].token[0] = '\0';
        c->is_named = true;
    }
    if (games) { /* only owners with a seat ask for it, and nobody has a seat elsewhere */
        CHECK(json_array_size(games) == 1);
        const char *table = json_string_value(json_object_get(json_array_get(games, 0), "table"));
        CHECK(!strcmp(table, w->tables[c->table]));
        c->is_in_history = true;
    }
}

/* A moment has one view, whenever it is asked for. */
static void check_look(world *w, const client *c, const json_t *then)
{
    bool is_now = json_equal(json_object_get(then, "n"), json_object_get(c->view, "n")) &&
                  json_equal(json_object_get(then, "as"), json_object_get(c->view, "as"));
    CHECK(!is_now || json_equal(then, c->view));
    w->looks++;
}

/* Puts older events before the ones it has. */
static void take_older(world *w, client *c, const json_t *answer)
{
    const json_t *events = json_object_get(answer, "events"), *event;
    srv_bytes all = {NULL, 0, 0};
    size_t i, n = json_array_size(events);
    bool fits = n && !strcmp(c->as, json_string_value(json_object_get(answer, "as"))) &&
                (uint64_t)json_integer_value(json_object_get(json_array_get(events, n - 1), "n")) == c->from;
    if (!fits) return; /* the client is somebody else by now */
    json_array_foreach(events, i, event)
    {
        char *text = json_dumps(event, JSON_COMPACT);
        CHECK((uint64_t)json_integer_value(json_object_get(event, "n")) == c->from - n + 1 + i);
        if (all.n) srv_add(&all, ",", 1);
        srv_add(&all, text, strlen(text));
        hear(w, c, event);
        free(text);
    }
    if (c->events.n) srv_add(&all, ",", 1);
    if (c->events.n) srv_add(&all, c->events.at, c->events.n);
    srv_free(&c->events);
    c->events = all;
    c->from -= n;
}

/* Requests that always write to a table's log when they succeed, and requests that may succeed without a table or a
 * seat. */
static const char *const written[] = {"sit",  "leave",   "empty",  "start",   "move",     "say",
                                      "vote", "propose", "accept", "decline", "withdraw", "wait"};
static const char *const harmless[] = {"ping", "name", "lobby", "watch", "say", "record", "look", "invite", "events"};

static bool is_one_of(const char *what, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(what, names[i])) return true;
    return false;
}

static void take_answer(world *w, client *c, const json_t *answer)
{
    const char *id = json_string_value(json_object_get(answer, "id"));
    const char *table = json_string_value(json_object_get(answer, "table"));
    const char *record = json_string_value(json_object_get(answer, "record"));
    bool ok = !strcmp(json_string_value(json_object_get(answer, "type")), "ok");
    int i = 0;
    CHECK(id);
    while (i < c->n_pending && strcmp(c->pending[i].id, id) != 0) i++;
    if (i == c->n_pending) return; /* answered before, then sent again */
    pending p = c->pending[i];
    c->pending[i] = c->pending[--c->n_pending];
    if (!ok) {
        const char *error = json_string_value(json_object_get(answer, "error"));
        CHECK(error && *json_string_value(json_object_get(answer, "sentence")));
        if (!strcmp(p.what, "name") || !strcmp(p.what, "create"))
            CHECK(!strcmp(error, "too_fast") || !strcmp(error, "no_name"));
        c->is_removed |= !strcmp(error, "removed");
        if (!strcmp(error, "no_link")) w->clients[c->owner - 1].token[0] = '\0'; /* a crash has lost it */
        w->refusals++;
        return;
    }
    CHECK(!c->is_hostile || is_one_of(p.what, harmless, KB_COUNT(harmless)));
    if (!strcmp(p.what, "events")) take_older(w, c, answer);
    if (!strcmp(p.what, "look")) check_look(w, c, json_object_get(answer, "view"));
    if (!strcmp(p.what, "rematch")) { /* one per table, whoever asks and however often */
        char *rematch = w->rematches[c->table];
        CHECK(!*rematch || !strcmp(rematch, table));
        snprintf(rematch, SRV_TABLE_ID + 1, "%s", table);
        return;
    }
    if (!strcmp(p.what, "name")) c->is_named = true;
    take_identity(w, c, &p, answer);
    if (table && !w->tables[c->table][0]) {
        snprintf(w->tables[c->table], sizeof w->tables[0], "%s", table);
        watch(w, c);
    }
    if (table) CHECK(!strcmp(w->tables[c->table], table)); /* sent again, it makes no second table */
    if (record) take_record(w, c, record, json_object_get(answer, "next"));
    if (is_one_of(p.what, written, KB_COUNT(written))) {
        w->acknowledged = srv_grow(w->acknowledged, w->n_acknowledged + 1, &w->acknowledged_size,
                                   sizeof *w->acknowledged);
        acknowledged *a = &w->acknowledged[w->n_acknowledged++];
        a->table = c->table;
        a->client = (uint32_t)c->index;
        c->n_done = (uint32_t)atoi(strchr(id, '-') + 1);
        snprintf(a->id, sizeof a->id, "%s", id);
    }
}

void take(world *w, client *c)
{
    char *text = pop(&c->down);
    json_t *message = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    CHECK(type);
    if (!strcmp(type, "news")) take_news(w, c, message);
    if (!strcmp(type, "hello"))
        snprintf(c->person, sizeof c->person, "%s",
                 json_object_get(message, "person") ? json_string_value(json_object_get(message, "person")) : "");
    if (!strcmp(type, "closed")) c->is_removed = true;
    if (!strcmp(type, "ok") || !strcmp(type, "no")) take_answer(w, c, message);
    json_decref(message);
    free(text);
}
