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

static kb_slice view_of(const client *c)
{
    return (kb_slice){c->view.at, c->view.n};
}

static bool names(kb_slice from, const char *key, const char *seat)
{
    kb_slice name;
    for (kb_json seats = json_list(from, key); json_next(&seats, &name);)
        if (!strcmp(json_text(name, ""), seat)) return true;
    return false;
}

/* Private talk contains its addressees, so a reader can tell whether it was meant for them. */
static void hear(world *w, const client *c, kb_slice event)
{
    const char *say = json_text(event, "say");
    char tag[32];
    CHECK(!names(event, "seats", c->as)); /* those who whisper have the words instead */
    CHECK(strcmp(say, "never said") != 0);
    if (strncmp(say, "psst", 4) != 0) return;
    snprintf(tag, sizeof tag, " %s ", c->as);
    CHECK(strstr(say, tag));
    w->secrets_heard++;
}

/* Pacts come in order, except opened ones. A secret pact is known only to its parties until the game is over. */
static void check_pacts(world *w, const client *c, kb_slice view)
{
    bool is_over = json_is(view, "stage", "\"over\"");
    long long last = 0;
    kb_slice pact;
    for (kb_json pacts = json_list(view, "pacts"); json_next(&pacts, &pact);) {
        bool is_secret = json_is(pact, "secret", "true");
        CHECK(is_over || json_number(pact, "pact") > last);
        last = json_number(pact, "pact");
        CHECK(!is_secret || is_over || !strcmp(json_text(pact, "by"), c->as) || names(pact, "with", c->as));
        w->secret_pacts += is_secret && !is_over;
        w->pacts++;
    }
}

/* Adds a list of events, of which the first has this number. */
static void add_events(world *w, const client *c, kb_slice from, uint64_t n, srv_bytes *all)
{
    kb_slice event;
    for (kb_json events = json_list(from, "events"); json_next(&events, &event); n++) {
        CHECK((uint64_t)json_number(event, "n") == n);
        if (all->n) srv_add(all, ",", 1);
        srv_add(all, event.at, event.n);
        hear(w, c, event);
    }
}

static void take_news(world *w, client *c, kb_slice news)
{
    kb_slice view = json_at(news, "view");
    const char *as = json_text(view, "as");
    bool fresh = json_is(news, "fresh", "true");
    uint64_t n = (uint64_t)json_number(view, "n"), n_events = json_count(news, "events");
    CHECK(*as && *json_at(news, "events").at == '[');
    CHECK(fresh || (c->has_picture && !strcmp(c->as, as)));
    snprintf(c->as, sizeof c->as, "%s", as);
    if (fresh) {
        c->n = c->from = n - n_events;
        srv_free(&c->events);
    }
    c->has_picture = true;
    add_events(w, c, news, c->n + 1, &c->events);
    c->n += n_events;
    CHECK(c->n == n);
    check_pacts(w, c, view);
    srv_free(&c->view);
    srv_add(&c->view, view.at, view.n);
}

/* The record is valid, its luck is as promised, and it has the talk that the viewer heard. */
static void check_record(client *c, const char *record)
{
    kb_slice luck = json_at(view_of(c), "luck");
    char reason[KB_WHY_MAX];
    kb_replay replay = {0};
    static kb_line read;
    static kb_events events;
    static kb_outcomes outcomes;
    static kb_ledger ledger;
    const char *seed_hex = json_text(luck, "seed");
    static kb_promise promises[KB_OPEN_PROMISES_MAX];
    const char *words[KB_SEATS_MAX] = {"", "", "", "", ""};
    char promise[SRV_SEED_HEX + 1];
    srv_seed seed, key = {{0}};
    uint64_t draws = 0;
    memset(&ledger, 0, sizeof ledger);
    CHECK(srv_seed_read(seed_hex, strlen(seed_hex), &seed));
    srv_luck_promise(&seed, promise);
    CHECK(!strcmp(promise, json_text(luck, "promise")));
    for (const char *at = record; *at;) {
        size_t n = strcspn(at, "\n");
        kb_text why = kb_text_in(reason, sizeof reason);
        kb_state before = replay.state;
        CHECK(kb_read(&replay, &ledger, promises, at, n, true, &read, &events, &outcomes, &why) == KB_READ);
        if (read.kind == KB_LINE_SETUP) {
            for (int seat = 0; seat < replay.state.setup.seats; seat++) {
                char path[32];
                snprintf(path, sizeof path, "words.%s", kb_seat_name(&replay.state.setup, seat));
                words[seat] = json_text(luck, path);
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
static void take_record(world *w, client *c, const char *record, long long next)
{
    char keys[64];
    srv_add(&c->record, record, strlen(record));
    if (next) {
        snprintf(keys, sizeof keys, "\"after\":%lld", next);
        ask_table(w, c, "record", keys);
        return;
    }
    check_record(c, c->record.at);
    srv_free(&c->record);
}

/* What a device and its owner are told about themselves. */
static void take_identity(world *w, client *c, const pending *p, kb_slice answer)
{
    const char *token = json_text(answer, "token");
    if (*token) snprintf(c->token, sizeof c->token, "%s", token);
    if (!strcmp(p->what, "account")) c->has_account = true;
    if (!strcmp(p->what, "device") || !strcmp(p->what, "login")) {
        CHECK(!strcmp(c->person, w->clients[c->owner - 1].person)); /* the hello comes first */
        w->clients[c->owner - 1].token[0] = '\0';
        c->is_named = true;
    }
    if (json_has(answer, "games")) { /* only owners with a seat ask for it, and nobody has a seat elsewhere */
        CHECK(json_count(answer, "games") == 1 && !strcmp(json_text(answer, "games.0.table"), w->tables[c->table]));
        c->is_in_history = true;
    }
}

/* A moment has one view, whenever it is asked for. */
static void check_look(world *w, const client *c, kb_slice then)
{
    kb_slice view = view_of(c);
    bool is_now = kb_json_same(json_at(then, "n"), json_at(view, "n")) &&
                  kb_json_same(json_at(then, "as"), json_at(view, "as"));
    CHECK(!is_now || (then.n == view.n && !memcmp(then.at, view.at, view.n)));
    w->looks++;
}

/* Puts older events before the ones it has. */
static void take_older(world *w, client *c, kb_slice answer)
{
    srv_bytes all = {NULL, 0, 0};
    uint64_t n = json_count(answer, "events");
    bool fits = n && !strcmp(c->as, json_text(answer, "as")) &&
                (uint64_t)json_number(answer, "events.0.n") == c->from - n + 1;
    if (!fits) return; /* the client is somebody else by now */
    add_events(w, c, answer, c->from - n + 1, &all);
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

static void take_answer(world *w, client *c, kb_slice answer)
{
    bool ok = json_is(answer, "type", "\"ok\""), has_table = json_has(answer, "table");
    char id[KB_ID_MAX + 1], table[SRV_TABLE_ID + 1];
    snprintf(id, sizeof id, "%s", json_text(answer, "id"));
    snprintf(table, sizeof table, "%s", json_text(answer, "table"));
    int i = 0;
    while (i < c->n_pending && strcmp(c->pending[i].id, id) != 0) i++;
    if (i == c->n_pending) return; /* answered before, then sent again */
    pending p = c->pending[i];
    c->pending[i] = c->pending[--c->n_pending];
    if (!ok) {
        const char *error = json_text(answer, "error");
        CHECK(*error && *json_text(answer, "sentence"));
        if (!strcmp(p.what, "name") || !strcmp(p.what, "create"))
            CHECK(!strcmp(error, "too_fast") || !strcmp(error, "no_name"));
        c->is_removed |= !strcmp(error, "removed");
        if (!strcmp(error, "no_link")) w->clients[c->owner - 1].token[0] = '\0'; /* a crash has lost it */
        w->refusals++;
        return;
    }
    CHECK(!c->is_hostile || is_one_of(p.what, harmless, KB_COUNT(harmless)));
    if (!strcmp(p.what, "events")) take_older(w, c, answer);
    if (!strcmp(p.what, "look")) check_look(w, c, json_at(answer, "view"));
    if (!strcmp(p.what, "rematch")) { /* one per table, whoever asks and however often */
        char *rematch = w->rematches[c->table];
        CHECK(!*rematch || !strcmp(rematch, table));
        snprintf(rematch, SRV_TABLE_ID + 1, "%s", table);
        return;
    }
    if (!strcmp(p.what, "name")) c->is_named = true;
    take_identity(w, c, &p, answer);
    if (has_table && !w->tables[c->table][0]) {
        snprintf(w->tables[c->table], sizeof w->tables[0], "%s", table);
        watch(w, c);
    }
    if (has_table) CHECK(!strcmp(w->tables[c->table], table)); /* sent again, it makes no second table */
    if (json_has(answer, "record")) take_record(w, c, json_text(answer, "record"), json_number(answer, "next"));
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
    kb_slice message = json_message(text, strlen(text));
    char type[16];
    snprintf(type, sizeof type, "%s", json_text(message, "type"));
    CHECK(*type);
    if (!strcmp(type, "news")) take_news(w, c, message);
    if (!strcmp(type, "hello")) snprintf(c->person, sizeof c->person, "%s", json_text(message, "person"));
    if (!strcmp(type, "closed")) c->is_removed = true;
    if (!strcmp(type, "ok") || !strcmp(type, "no")) take_answer(w, c, message);
    free(text);
}
