/* simulate.c: a whole server and its clients in one process, driven by one seed: people, spectators, second tabs, bots,
 * delays, cuts, repeated requests, nonsense, and crashes of the server at any time.
 *
 *     simulate [--seed S] [--worlds N] [--nodes N] [--tables N] [--clients N] [--sqlite FILE] [--runs 2]
 *
 * Some clients are hostile: they flood, reuse ids, and ask for what belongs to other people's tables. Server and
 * clients are connected by the real framing and streams (sockets.c), over sockets that accept part of a write, return
 * EAGAIN, and break. Some clients stop reading for a while: what waits for them is limited. Threads are simulated: jobs
 * come back in any order, late, twice or never, and only a few run at a time. The log answers late, and questions about
 * different tables in any order; with --sqlite it answers at once.
 *
 * A client believes only what it is sent. Every message arrives once and in order, or the connection is cut. Checked at
 * every message: its events have no gap, it has nothing that was not meant for the client, and no seed before its time.
 * Checked at the end: every client's picture is what its seat may see, no acknowledged request is missing, nothing was
 * done twice, and every record can be replayed and its luck verified. */
#include "world.h"

enum {
    STEPS_A_TABLE = 24000,
    ROOM_BYTES = 32 << 20,
    CLIENTS_ENOUGH = 16 /* for much to be acknowledged and some pacts to be made; with fewer that is left to chance */
};

uint64_t world_seed;
static uint64_t paused, slow_cut, broken; /* in all worlds */

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

static void check_no_seed(world *w, int node, int table, const char *text, size_t n)
{
    const srv_room *room = srv_lobby_room(w->lobbies[node], w->tables[table]);
    char hex[SRV_SEED_HEX + 1];
    if (!room || room->table->stage == KB_OVER) return;
    srv_seed_write(&room->table->seed, hex);
    CHECK(!memmem(text, n, hex, SRV_SEED_HEX));
    srv_seed_write(&room->key, hex);
    CHECK(room->table->stage == KB_GATHERING || !memmem(text, n, hex, SRV_SEED_HEX));
}

/* --- the server ------------------------------------------------------------------------------------------ */

/* Nothing is acknowledged that a crash could lose. */
static void check_safe(const world *w, int node, const char *text)
{
    char id[KB_ID_MAX + 1];
    if (!w->path && sscanf(text, "{\"type\":\"ok\",\"id\":\"%40[^\"]", id) == 1) CHECK(is_safe(w->logs[node], id));
}

/* The server sends a message. It never contains the seed of an unfinished game, the reader's own or another. */
static void take_message(void *context, void *outside, const char *text, size_t n)
{
    world *w = context;
    client *c = outside;
    check_safe(w, c->node, text);
    check_no_seed(w, c->node, c->table, text, n);
    check_no_seed(w, c->node, (int)(w->messages++ % (uint64_t)w->n_tables), text, n);
    send_down(w, c, text, n);
}

static srv_log *open_log(world *w, kb_text *why)
{
    if (w->path) return srv_log_open_sqlite(w->path, why);
    uint64_t seed = kb_rng_draw(&w->rng);
    return w->logs[0] ? open_beside(w->logs[0], seed) : open_memory(seed);
}

static void start_server(world *w, int node)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_edge edge = {w, take_message, random_bytes, note, 400, 0, NULL, NULL, 0, 0};
    if (!w->logs[node]) w->logs[node] = open_log(w, &why);
    CHECK(w->logs[node]);
    w->lobbies[node] = srv_lobby_open(w->logs[node], &edge, w->now_ms, &why);
    CHECK(w->lobbies[node]);
}

static void cut(world *w, client *c)
{
    if (!c->connection) return;
    srv_disconnect(w->lobbies[c->node], c->connection);
    c->connection = NULL;
    c->is_slow = c->is_broken = false;
    lose(&c->up);
    lose(&c->down);
    break_server_side(c);
    break_client_side(c);
    w->cuts++;
}

static void turn(world *w, int node)
{
    CHECK(srv_turn(w->lobbies[node]));
    flush_all(w);
}

/* Runs turns until everything is in the log, and every server has followed it. */
static void commit_all(world *w)
{
    for (bool more = true; more;) {
        more = false;
        for (int node = 0; node < w->n_nodes; node++) {
            turn(w, node);
            more |= srv_wants_turn(w->lobbies[node]);
            if (w->path) continue;
            more |= answer_memory(w->logs[node]);
            more |= tell_memory(w->logs[node]);
            more |= !srv_is_up_to_date(w->lobbies[node]);
        }
    }
}

/* The views of all rooms without a clock. A restart must not change a byte of them. */
static void write_all(world *w, int node, srv_bytes *out)
{
    static char buffer[SRV_FRAME_MAX];
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobbies[node], w->tables[i]);
        if (!room || room->table->rules.clock) continue;
        for (int viewer = 0; viewer < KB_VIEWERS; viewer++) {
            if (viewer >= room->table->setup.seats && viewer != KB_SPECTATOR) continue;
            kb_text text = kb_text_in(buffer, sizeof buffer);
            srv_room_view(room, viewer, &text);
            srv_add_text(out, &text);
            srv_room_events(room, viewer, 0, room->table->n[viewer], out);
        }
        srv_add(out, (const char *)&room->table->state, sizeof room->table->state);
        for (int seat = 0; seat < room->table->setup.seats; seat++)
            srv_add(out, (const char *)&room->table->minds[seat].bot.memory,
                    sizeof room->table->minds[seat].bot.memory);
    }
}

/* At any time: even with requests that are carried out but not committed, which nobody has heard of. */
static void crash(world *w)
{
    srv_bytes before = {NULL, 0, 0}, after = {NULL, 0, 0};
    bool is_committed = one_in(w, 2), is_orderly = one_in(w, 4);
    int node = (int)kb_rng_under(&w->rng, (uint32_t)w->n_nodes);
    if (is_committed) {
        commit_all(w);
        write_all(w, node, &before);
    }
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        if (!c->connection || c->node != node) continue;
        srv_disconnect(w->lobbies[node], c->connection);
        c->connection = NULL;
        c->is_slow = c->is_broken = false;
        lose(&c->up);
        break_server_side(c);
        if (one_in(w, 2)) { /* some messages on the way still arrive */
            if (c->down.n < 100) client_takes(w, c, 1 + kb_rng_under(&w->rng, 4096));
        } else {
            lose(&c->down);
        }
        break_client_side(c);
    }
    w->given_up += srv_lobby_counts(w->lobbies[node]).jobs_lost;
    srv_lobby_close(w->lobbies[node], is_orderly, w->now_ms);
    for (int i = 0; i < w->n_thoughts; i++)
        if (w->thoughts[i].node == node) w->thoughts[i--] = w->thoughts[--w->n_thoughts];
    if (w->path) {
        w->logs[node]->close(w->logs[node]);
        w->logs[node] = NULL;
    } else {
        crash_memory(w->logs[node]);
    }
    for (int other = 0; other < w->n_nodes; other++) /* the time to come would be too long for a commit */
        while (other != node && answer_memory(w->logs[other])) turn(w, other);
    w->now_ms += kb_rng_under(&w->rng, 100000);
    for (int other = 0; other < w->n_nodes; other++)
        if (other != node) srv_play_due(w->lobbies[other], w->now_ms);
    start_server(w, node);
    w->crashes++;
    if (is_committed) {
        write_all(w, node, &after);
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

/* When a thread returns the job: usually soon, sometimes after it was given up, or never. */
static uint64_t draw_back_ms(world *w, const srv_job *job)
{
    uint32_t granted = job->bot.spec.milliseconds + 1;
    if (w->quiet) return w->now_ms;
    if (one_in(w, 100)) return UINT64_MAX;
    if (one_in(w, 50)) return w->now_ms + SRV_JOB_MS + kb_rng_under(&w->rng, 20000);
    return w->now_ms + kb_rng_under(&w->rng, one_in(w, 10) ? 5000 : granted);
}

static void run_bots(world *w, int node)
{
    const bot_room room = {w->memory, ROOM_BYTES, never_late, NULL};
    thought *t = &w->thoughts[w->n_thoughts];
    while (w->n_thoughts < KB_COUNT(w->thoughts) && srv_next_job(w->lobbies[node], &t->job, w->now_ms)) {
        t->node = node;
        t->back_ms = draw_back_ms(w, &t->job);
        if (t->back_ms == UINT64_MAX) {
            srv_job_drop(&t->job);
            w->lost++;
            continue;
        }
        srv_think(&t->job, &room);
        t = &w->thoughts[++w->n_thoughts];
    }
    for (int i = 0; i < w->n_thoughts; i++) {
        if (w->thoughts[i].back_ms > w->now_ms || w->thoughts[i].node != node) continue;
        thought back = w->thoughts[i];
        bool is_twice = one_in(w, 50);
        w->thoughts[i--] = w->thoughts[--w->n_thoughts];
        srv_job_done(w->lobbies[node], &back.job, w->now_ms);
        if (is_twice) srv_job_done(w->lobbies[node], &back.job, w->now_ms);
    }
    srv_play_due(w->lobbies[node], w->now_ms);
}

/* The client acts, or part of what is on the way from it or to it arrives. Returns false if it has to be cut. */
static bool step_client(world *w, client *c)
{
    switch (kb_rng_under(&w->rng, 3)) {
    case 0: act(w, c); return true;
    case 1:
        if (c->up.n) send_up(w, c);
        return server_takes(w, c);
    default:
        if (one_in(w, 3000)) c->dozes_until_ms = w->now_ms + kb_rng_under(&w->rng, 2000000);
        if (w->now_ms < c->dozes_until_ms) return true;
        if (c->down.n < 100) client_takes(w, c, 1 + kb_rng_under(&w->rng, one_in(w, 8) ? 40 : 60000));
        while (c->down.n && (c->down.n > 20 || one_in(w, 2))) take(w, c);
        return true;
    }
}

/* A server and its log go on whoever is connected: time passes for them, too. */
static void step_server(world *w, int node)
{
    if (one_in(w, 4)) turn(w, node);
    if (!w->path) turn_memory(w->logs[node]);
    run_bots(w, node);
    if (one_in(w, 50)) srv_tick(w->lobbies[node], w->now_ms);
}

static void step(world *w)
{
    client *c = &w->clients[kb_rng_under(&w->rng, (uint32_t)w->n_clients)];
    w->now_ms += kb_rng_under(&w->rng, 200 / (uint32_t)w->n_tables + 2);
    w->broken += c->is_broken;
    if (c->is_slow || c->is_broken) cut(w, c);
    if (!c->connection) {
        if (one_in(w, 20)) reconnect(w, c);
    } else if (!step_client(w, c) || one_in(w, 300)) {
        cut(w, c);
    }
    for (int node = 0; node < w->n_nodes; node++) step_server(w, node);
    if (one_in(w, 5000)) crowd(w);
    if (one_in(w, 800 * (uint32_t)w->n_tables)) crash(w);
}

static bool is_over(world *w)
{
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobbies[0], w->tables[i]);
        if (!room || room->table->stage != KB_OVER) return false;
    }
    return true;
}

/* The client reads everything there is for it, and does not react. */
static void read_all(world *w, client *c)
{
    while (c->down.n || c->to_client.bytes.n || c->stream.first) {
        client_takes(w, c, 4096);
        while (c->down.n) take(w, c);
    }
    CHECK(c->n_got == c->n_expected);
}

/* Delivers everything that is on the way. Whoever did not know of their table before looks at it. */
static void settle(world *w)
{
    w->quiet = true;
    for (int round = 0; round < 60; round++)
        for (int i = 0; i < w->n_clients; i++) {
            client *c = &w->clients[i];
            w->now_ms += 100;
            if (c->is_slow || c->is_broken) cut(w, c);
            if (!c->connection) reconnect(w, c);
            if (!c->has_picture && !c->n_pending && w->tables[c->table][0]) watch(w, c);
            while (c->up.n || c->to_server.bytes.n) {
                if (c->up.n) send_up(w, c);
                w->now_ms += 60;
                if (!srv_stream_has_room(&c->stream)) read_all(w, c);
                if (server_takes(w, c)) continue;
                cut(w, c);
                reconnect(w, c);
            }
            commit_all(w);
            read_all(w, c);
        }
}

/* Whatever was lost, bots that have to move do so once threads work and their time has come, unless the table is paused. */
static void check_bots_go_on(world *w)
{
    size_t entries[TABLES_MAX] = {0};
    w->quiet = true;
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobbies[0], w->tables[i]);
        if (room && kb_table_bots_due(room->table) && !kb_table_is_paused(room->table))
            entries[i] = room->table->n_entries;
    }
    for (uint64_t end_ms = w->now_ms + 3 * (SRV_JOB_MS + KB_BOT_MS_MAX); w->now_ms < end_ms; w->now_ms += 500) {
        for (int node = 0; node < w->n_nodes; node++) run_bots(w, node);
        commit_all(w);
    }
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobbies[0], w->tables[i]);
        CHECK(!entries[i] || room->table->n_entries > entries[i]);
    }
}

static void check_client(world *w, const client *c)
{
    static char buffer[SRV_FRAME_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    const srv_room *room = srv_lobby_room(w->lobbies[c->node], w->tables[c->table]);
    srv_bytes events = {NULL, 0, 0};
    CHECK(room && c->has_picture);
    int viewer = KB_SPECTATOR;
    for (int seat = 0; seat < room->table->setup.seats; seat++)
        if (!strcmp(kb_seat_name(&room->table->setup, seat), c->as)) viewer = seat;
    srv_room_view(room, viewer, &text);
    CHECK(text.n == c->view.n && !memcmp(text.at, c->view.at, text.n));
    srv_room_events(room, viewer, c->from, room->table->n[viewer], &events);
    CHECK(events.n == c->events.n && (!events.n || !memcmp(events.at, c->events.at, events.n)));
    srv_free(&events);
}

/* The log does not contain our client numbers, but request ids begin with them. */
static void check_acknowledged(world *w)
{
    for (size_t i = 0; i < w->n_acknowledged; i++) {
        const acknowledged *a = &w->acknowledged[i];
        const srv_room *room = srv_lobby_room(w->lobbies[0], w->tables[a->table]);
        int times = 0;
        CHECK(room);
        for (size_t k = 0; k < room->table->n_entries; k++)
            times += !strcmp(kb_table_entry(room->table, k + 1)->id, a->id);
        CHECK(times == 1);
    }
}

/* The line that a bot's entry answers; 0: none. */
static long line_answered(const kb_kept *entry)
{
    const char *at = strstr(kb_kept_text(entry), ",\"hears\":");
    return at ? strtol(at + strlen(",\"hears\":"), NULL, 10) : 0;
}

/* A bot answers a line at most once, and only lines that people said. */
static void check_answers(world *w)
{
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobbies[0], w->tables[i]);
        for (size_t k = 0; room && k < room->table->n_entries; k++) {
            const kb_kept *entry = kb_table_entry(room->table, k + 1);
            long answered = line_answered(entry);
            if (!answered) continue;
            w->n_heard++;
            CHECK((size_t)answered <= k && kb_table_entry(room->table, (uint64_t)answered)->kind == KB_ENTRY_TALK);
            CHECK(kb_table_entry(room->table, (uint64_t)answered)->person);
            kb_slice by = json_at((kb_slice){kb_kept_text(entry), entry->n}, "by");
            for (size_t other = 0; other < k; other++) {
                if (line_answered(kb_table_entry(room->table, other + 1)) != answered) continue;
                kb_slice before = srv_room_entry(room, other + 1);
                CHECK(!kb_json_same(json_at(before, "by"), by));
            }
        }
    }
}

/* Everybody who asked for a rematch has one. There nobody has sat down yet, and every seat is kept or a bot's. */
static void check_rematches(world *w)
{
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = w->rematches[i][0] ? srv_lobby_room(w->lobbies[0], w->rematches[i]) : NULL;
        CHECK(room || !w->rematches[i][0]);
        const srv_room *before = w->tables[i][0] ? srv_lobby_room(w->lobbies[0], w->tables[i]) : NULL;
        bool removed = before && before->table->n_removed; /* no seats are kept for them */
        for (int seat = 0; room && seat < room->table->setup.seats; seat++)
            CHECK(!room->table->seats[seat].person &&
                  (room->table->seats[seat].kept || room->table->seats[seat].bot_name[0] || removed));
    }
}

static world *new_world(uint64_t seed, const char *path, int nodes, int tables, int clients)
{
    world *w = srv_alloc(sizeof *w);
    w->n_nodes = nodes;
    w->n_tables = tables;
    w->n_clients = clients;
    w->rng = kb_rng_seeded(seed);
    w->now_ms = 1000000;
    w->path = path;
    w->threads = (int)(seed % 3); /* 0: no limit */
    w->memory = srv_alloc(ROOM_BYTES);
    srv_framer_init(&w->server_framer, false);
    srv_framer_init(&w->client_framer, true);
    if (path) remove(path);
    for (int node = 0; node < nodes; node++) start_server(w, node);
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        c->index = i;
        c->window = (size_t)1024 << kb_rng_under(&w->rng, 9);
        c->table = i % tables;
        c->is_host = i < tables;
        c->is_hostile = !c->is_host && one_in(w, 12);
        c->likes_watching = c->is_hostile || one_in(w, 3);
        random_bytes(w, &c->secret, sizeof c->secret);
        if (i < 4 * tables || c->is_hostile || w->clients[i - tables].is_hostile) continue;
        if (one_in(w, 2) ||
            w->clients[i - tables].owner) { /* a tab of a device would first do things as somebody else */
            c->owner = i - tables + 1;      /* a second device of somebody, … */
        } else {
            c->secret = w->clients[i - tables].secret; /* a second tab */
        }
    }
    return w;
}

static void end_world(world *w)
{
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        if (c->connection) srv_disconnect(w->lobbies[c->node], c->connection);
        lose(&c->up);
        lose(&c->down);
        break_server_side(c);
        break_client_side(c);
        free(c->expected);
        srv_free(&c->view);
        srv_free(&c->events);
        srv_free(&c->record);
    }
    for (int node = 0; node < w->n_nodes; node++) {
        srv_lobby_close(w->lobbies[node], false, w->now_ms);
        w->logs[node]->close(w->logs[node]);
    }
    srv_unshare(w->frame);
    srv_framer_free(&w->server_framer);
    srv_framer_free(&w->client_framer);
    free(w->acknowledged);
    free(w->memory);
    free(w);
}

/* Returns a digest of all bytes that the server sent. */
static uint64_t simulate(uint64_t seed, const char *path, int nodes, int tables, int clients)
{
    world_seed = seed;
    world *w = new_world(seed, path, nodes, tables, clients);
    bool is_short = seed % 4 == 3; /* some stop in the middle of a game */
    int steps = 0, stop = (is_short ? 4000 : STEPS_A_TABLE) * tables;
    while (steps < stop && !(is_over(w) && one_in(w, 5000))) {
        step(w);
        steps++;
    }
    bool over = is_over(w);
    check_bots_go_on(w);
    settle(w);
    for (int i = 0; i < w->n_clients; i++)
        if (w->tables[w->clients[i].table][0] && !w->clients[i].is_removed) check_client(w, &w->clients[i]);
    check_acknowledged(w);
    check_answers(w);
    check_rematches(w);
    int records = 0, devices = 0;
    for (int node = 0; node < w->n_nodes; node++) w->given_up += srv_lobby_counts(w->lobbies[node]).jobs_lost;
    for (int i = 0; i < w->n_clients; i++) records += w->clients[i].record_checked;
    for (int i = 0; i < w->n_clients; i++) devices += w->clients[i].owner && w->clients[i].is_named;
    printf("seed %llu: %d steps, %s; %llu messages, %zu acknowledged, %llu asked again, %llu cuts, %llu crashes, "
           "%llu whispers, %llu pacts seen, %llu of them secret, %llu lines answered by bots, %llu looks, %llu "
           "refusals, %d records, %d second "
           "devices, %llu pieces, %llu jobs lost, %llu "
           "given up\n",
           (unsigned long long)seed, steps, over ? "all games over" : "stopped", (unsigned long long)w->messages,
           w->n_acknowledged, (unsigned long long)w->again, (unsigned long long)w->cuts, (unsigned long long)w->crashes,
           (unsigned long long)w->secrets_heard, (unsigned long long)w->pacts, (unsigned long long)w->secret_pacts,
           (unsigned long long)w->n_heard, (unsigned long long)w->looks, (unsigned long long)w->refusals, records,
           devices, (unsigned long long)w->pieces, (unsigned long long)w->lost, (unsigned long long)w->given_up);
    printf("    %llu writes in part, %llu reads put off, %llu slow readers cut, %llu sockets broken, at most %zu bytes "
           "waited, digest %016llx\n",
           (unsigned long long)w->partial, (unsigned long long)w->paused, (unsigned long long)w->slow_cut,
           (unsigned long long)w->broken, w->most_waiting, (unsigned long long)w->digest);
    CHECK(w->n_acknowledged > 0);
    if (clients >= CLIENTS_ENOUGH) CHECK(w->n_acknowledged > 50 && (is_short || w->pacts > 0));
    paused += w->paused;
    slow_cut += w->slow_cut;
    broken += w->broken;
    uint64_t digest = w->digest;
    end_world(w);
    return digest;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, worlds = 1;
    int nodes = 1, tables = 5, clients = 26;
    bool is_twice = false;
    const char *path = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--worlds")) worlds = strtoull(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--nodes")) nodes = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--tables")) tables = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--clients")) clients = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--runs")) is_twice = atoi(argv[i + 1]) > 1;
        if (!strcmp(argv[i], "--sqlite")) path = argv[i + 1];
    }
    if (nodes < 1 || nodes > WRITERS_MAX || (path && nodes > 1)) return 2;
    if (tables < 1 || tables > TABLES_MAX || clients < tables || clients > CLIENTS_MAX) return 2;
    for (uint64_t i = 0; i < worlds; i++) {
        uint64_t digest = simulate(seed + i, path, nodes, tables, clients);
        if (is_twice) CHECK(simulate(seed + i, path, nodes, tables, clients) == digest);
    }
    CHECK(worlds < 4 || (paused && slow_cut && broken));
    return 0;
}
