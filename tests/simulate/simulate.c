/* simulate.c: a whole server and its clients in one process, from one seed: people, spectators, second tabs, bots,
 * with delays, cuts, requests sent again, nonsense, and crashes of the server at any moment.
 *
 *     simulate [--seed S] [--worlds N] [--tables N] [--clients N] [--sqlite FILE]
 *
 * Some clients mean no good: they flood, use ids again, and ask for what is not theirs at other people's tables.
 * A client believes only what it is sent. At every message: its events have no gap, it is told nothing that was not
 * for it, and no seed before its time. At the end: every client's picture is what its seat may see now, nothing that
 * was acknowledged is missing, nothing was done twice, and every record can be replayed and its luck checked. */
#include "world.h"

enum { STEPS_A_TABLE = 24000, ROOM_BYTES = 32 << 20 };

uint64_t world_seed;

/* --- the world ------------------------------------------------------------------------------------------- */

bool one_in(world *w, uint32_t n)
{
    return kb_rng_under(&w->rng, n) == 0;
}

void push(line *l, const char *text, size_t n)
{
    CHECK(l->n < KB_COUNT(l->text));
    l->text[l->n++] = srv_copy(text, n);
}

char *pop(line *l)
{
    char *text = l->text[0];
    memmove(&l->text[0], &l->text[1], (size_t)--l->n * sizeof l->text[0]);
    return text;
}

void lose(line *l)
{
    while (l->n) free(pop(l));
}

static void random_bytes(void *context, void *bytes, size_t n)
{
    world *w = context;
    for (size_t i = 0; i < n; i++) ((uint8_t *)bytes)[i] = (uint8_t)kb_rng_draw(&w->rng);
}

static void note(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "simulate: %s\n", text);
    exit(1);
}

static void check_no_seed(world *w, int table, const char *text, size_t n)
{
    const srv_room *room = srv_lobby_room(w->lobby, w->tables[table]);
    char hex[SRV_SEED_HEX + 1];
    if (!room || room->stage == SRV_OVER) return;
    srv_seed_write(&room->seed, hex);
    CHECK(!memmem(text, n, hex, SRV_SEED_HEX));
    srv_seed_write(&room->key, hex);
    CHECK(room->stage == SRV_GATHERING || !memmem(text, n, hex, SRV_SEED_HEX));
}

/* The server sends: never a seed of a game that is not over, the reader's own or any other. */
static void take_message(void *context, void *outside, const char *text, size_t n)
{
    world *w = context;
    client *c = outside;
    check_no_seed(w, c->table, text, n);
    check_no_seed(w, (int)(w->messages++ % (uint64_t)w->n_tables), text, n);
    c->is_slow |= c->down.n == KB_COUNT(c->down.text);
    if (!c->is_slow) push(&c->down, text, n);
}

static void start_server(world *w)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_edge edge = {w, take_message, random_bytes, note, 400, 0, NULL, NULL};
    if (!w->log) w->log = w->path ? srv_log_open_sqlite(w->path, &why) : open_memory();
    CHECK(w->log);
    w->lobby = srv_lobby_open(w->log, &edge, w->now_ms, &why);
    CHECK(w->lobby);
}

static void cut(world *w, client *c)
{
    if (!c->connection) return;
    srv_disconnect(w->lobby, c->connection);
    c->connection = NULL;
    c->is_slow = false;
    lose(&c->up);
    lose(&c->down);
    w->cuts++;
}

/* Views of all rooms that have no clock: a restart must not change a byte of them. */
static void write_all(world *w, srv_bytes *out)
{
    static char buffer[SRV_FRAME_MAX];
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobby, w->tables[i]);
        if (!room || room->clock) continue;
        for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) {
            if (viewer >= room->setup.seats && viewer != KB_SPECTATOR) continue;
            kb_text text = kb_text_in(buffer, sizeof buffer);
            srv_room_view(room, viewer, &text);
            srv_add_text(out, &text);
            srv_room_events(room, viewer, 0, room->n[viewer], out);
        }
        srv_add(out, (const char *)&room->state, sizeof room->state);
        for (int seat = 0; seat < room->setup.seats; seat++)
            srv_add(out, (const char *)&room->seats[seat].bot.memory, sizeof room->seats[seat].bot.memory);
    }
}

/* At any moment: also with requests carried out and not committed, of which nobody has heard. */
static void crash(world *w)
{
    srv_bytes before = {NULL, 0, 0}, after = {NULL, 0, 0};
    bool is_committed = one_in(w, 2), is_orderly = one_in(w, 4);
    if (is_committed) {
        CHECK(srv_turn(w->lobby));
        write_all(w, &before);
    }
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        if (c->connection) srv_disconnect(w->lobby, c->connection);
        c->connection = NULL;
        c->is_slow = false;
        lose(&c->up);
        if (one_in(w, 2)) lose(&c->down); /* what was on its way may still arrive */
    }
    srv_lobby_close(w->lobby, is_orderly, w->now_ms);
    w->n_jobs = 0;
    if (w->path) {
        w->log->close(w->log);
        w->log = NULL;
    } else {
        crash_memory(w->log);
    }
    w->now_ms += kb_rng_under(&w->rng, 100000);
    start_server(w);
    w->crashes++;
    if (is_committed) {
        write_all(w, &after);
        CHECK(before.n == after.n && (!before.n || !memcmp(before.at, after.at, before.n)));
    }
    srv_free(&before);
    srv_free(&after);
}

/* --- running --------------------------------------------------------------------------------------------- */
static bool never_late(void *clock, uint32_t milliseconds)
{
    (void)clock, (void)milliseconds;
    return false;
}

/* Threads: jobs are given, thought about, and come back in any order, late, or never. */
static void run_bots(world *w)
{
    const bot_room room = {w->memory, ROOM_BYTES, never_late, NULL};
    while (w->n_jobs < KB_COUNT(w->jobs) && srv_next_job(w->lobby, &w->jobs[w->n_jobs], w->now_ms))
        srv_think(&w->jobs[w->n_jobs++], &room);
    for (int i = 0; i < w->n_jobs; i++) {
        if (!one_in(w, 4)) continue;
        srv_job job = w->jobs[i];
        w->jobs[i--] = w->jobs[--w->n_jobs];
        if (!one_in(w, 100)) srv_job_done(w->lobby, &job, w->now_ms);
    }
    srv_play_due(w->lobby, w->now_ms);
}

static void step(world *w)
{
    client *c = &w->clients[kb_rng_under(&w->rng, (uint32_t)w->n_clients)];
    w->now_ms += kb_rng_under(&w->rng, 200 / (uint32_t)w->n_tables + 2);
    if (c->is_slow) cut(w, c);
    if (!c->connection) {
        if (w->quiet || one_in(w, 20)) reconnect(w, c);
        return;
    }
    switch (kb_rng_under(&w->rng, 4)) {
    case 0:
        if (!w->quiet) act(w, c);
        break;
    case 1:
        if (c->up.n) {
            char *text = pop(&c->up);
            srv_receive(w->lobby, c->connection, text, strlen(text), w->now_ms);
            free(text);
        }
        break;
    case 2:
        while (c->down.n && (c->down.n > 20 || one_in(w, 2))) take(w, c);
        break;
    case 3: CHECK(srv_turn(w->lobby)); break;
    }
    run_bots(w);
    if (one_in(w, 50)) srv_tick(w->lobby, w->now_ms);
    if (!w->quiet && one_in(w, 300)) cut(w, c);
    if (!w->quiet && one_in(w, 800 * (uint32_t)w->n_tables)) crash(w);
}

static bool is_over(world *w)
{
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobby, w->tables[i]);
        if (!room || room->stage != SRV_OVER) return false;
    }
    return true;
}

/* Everything on its way arrives. */
static void settle(world *w)
{
    w->quiet = true;
    for (int round = 0; round < 60; round++)
        for (int i = 0; i < w->n_clients; i++) {
            client *c = &w->clients[i];
            w->now_ms += 100;
            if (c->is_slow) cut(w, c);
            if (!c->connection) reconnect(w, c);
            while (c->up.n) {
                char *text = pop(&c->up);
                srv_receive(w->lobby, c->connection, text, strlen(text), w->now_ms += 60);
                free(text);
            }
            CHECK(srv_turn(w->lobby));
            while (c->down.n) take(w, c);
        }
}

static void check_client(world *w, const client *c)
{
    static char buffer[SRV_FRAME_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    const srv_room *room = srv_lobby_room(w->lobby, w->tables[c->table]);
    srv_bytes events = {NULL, 0, 0};
    CHECK(room && c->has_picture);
    int viewer = KB_SPECTATOR;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (!strcmp(kb_seat_name(&room->setup, seat), c->as)) viewer = seat;
    srv_room_view(room, viewer, &text);
    json_t *view = json_loads(buffer, 0, NULL);
    CHECK(view && json_equal(view, c->view));
    json_decref(view);
    srv_room_events(room, viewer, c->from, room->n[viewer], &events);
    CHECK(events.n == c->events.n && (!events.n || !memcmp(events.at, c->events.at, events.n)));
    srv_free(&events);
}

/* Whose entry it is the log does not say in our numbers: ids begin with the client's. */
static void check_acknowledged(world *w)
{
    for (size_t i = 0; i < w->n_acknowledged; i++) {
        const acknowledged *a = &w->acknowledged[i];
        const srv_room *room = srv_lobby_room(w->lobby, w->tables[a->table]);
        int times = 0;
        CHECK(room);
        for (size_t k = 0; k < room->n_entries; k++) times += !strcmp(room->entries[k].id, a->id);
        CHECK(times == 1);
    }
}

/* Who asked for a rematch has one, where nobody has sat down yet and every seat is kept or a bot's. */
static void check_rematches(world *w)
{
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = w->rematches[i][0] ? srv_lobby_room(w->lobby, w->rematches[i]) : NULL;
        CHECK(room || !w->rematches[i][0]);
        const srv_room *before = w->tables[i][0] ? srv_lobby_room(w->lobby, w->tables[i]) : NULL;
        bool removed = before && before->n_removed; /* for them no seat is kept */
        for (int seat = 0; room && seat < room->setup.seats; seat++)
            CHECK(!room->seats[seat].person && (room->seats[seat].kept || room->seats[seat].bot_name[0] || removed));
    }
}

static world *new_world(uint64_t seed, const char *path, int tables, int clients)
{
    world *w = srv_alloc(sizeof *w);
    w->n_tables = tables;
    w->n_clients = clients;
    w->rng = kb_rng_seeded(seed);
    w->now_ms = 1000000;
    w->path = path;
    w->memory = srv_alloc(ROOM_BYTES);
    if (path) remove(path);
    start_server(w);
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        c->index = i;
        c->table = i % tables;
        c->is_host = i < tables;
        c->is_hostile = !c->is_host && one_in(w, 12);
        c->likes_watching = c->is_hostile || one_in(w, 3);
        random_bytes(w, &c->secret, sizeof c->secret);
        if (i < 4 * tables || c->is_hostile || w->clients[i - tables].is_hostile) continue;
        if (one_in(w, 2) ||
            w->clients[i - tables].owner) { /* a tab of a device would do things as somebody else first */
            c->owner = i - tables + 1;      /* a second device of somebody … */
        } else {
            c->secret = w->clients[i - tables].secret; /* … or a second tab */
        }
    }
    return w;
}

static void end_world(world *w)
{
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        if (c->connection) srv_disconnect(w->lobby, c->connection);
        lose(&c->up);
        lose(&c->down);
        json_decref(c->view);
        srv_free(&c->events);
        srv_free(&c->record);
    }
    srv_lobby_close(w->lobby, false, w->now_ms);
    w->log->close(w->log);
    free(w->acknowledged);
    free(w->memory);
    free(w);
}

static void simulate(uint64_t seed, const char *path, int tables, int clients)
{
    world_seed = seed;
    world *w = new_world(seed, path, tables, clients);
    int steps = 0, stop = (seed % 4 == 3 ? 4000 : STEPS_A_TABLE) * tables; /* some end in the middle of their games */
    while (steps < stop && !(is_over(w) && one_in(w, 5000))) {
        step(w);
        steps++;
    }
    bool over = is_over(w);
    settle(w);
    for (int i = 0; i < w->n_clients; i++)
        if (w->tables[w->clients[i].table][0] && !w->clients[i].is_removed) check_client(w, &w->clients[i]);
    check_acknowledged(w);
    check_rematches(w);
    int records = 0, devices = 0;
    for (int i = 0; i < w->n_clients; i++) records += w->clients[i].record_checked;
    for (int i = 0; i < w->n_clients; i++) devices += w->clients[i].owner && w->clients[i].is_named;
    printf("seed %llu: %d steps, %s; %llu messages, %zu acknowledged, %llu asked again, %llu cuts, %llu crashes, "
           "%llu whispers, %llu looks, %llu refusals, %d records, %d second devices\n",
           (unsigned long long)seed, steps, over ? "all games over" : "stopped", (unsigned long long)w->messages,
           w->n_acknowledged, (unsigned long long)w->again, (unsigned long long)w->cuts, (unsigned long long)w->crashes,
           (unsigned long long)w->secrets_heard, (unsigned long long)w->looks, (unsigned long long)w->refusals, records,
           devices);
    CHECK(w->n_acknowledged > 50);
    end_world(w);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, worlds = 1;
    int tables = 5, clients = 26;
    const char *path = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--worlds")) worlds = strtoull(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--tables")) tables = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--clients")) clients = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--sqlite")) path = argv[i + 1];
    }
    if (tables < 1 || tables > TABLES_MAX || clients < tables || clients > CLIENTS_MAX) return 2;
    for (uint64_t i = 0; i < worlds; i++) simulate(seed + i, path, tables, clients);
    return 0;
}
