/* room_pacts.c: pacts at a table of the server: who is told what under which number, refusals, replay from the log,
 * secrecy of secret pacts, and when bots hold back. */
#include "room.h"

#include "../engine/pact.h"
#include "../server/import.h"

/* --- helpers --------------------------------------------------------------------------------------------- */

static srv_room *begin(const char *keys, uint8_t luck)
{
    srv_room *room = create(keys, luck);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    return room;
}

/* What the viewer has been told after that number. */
static char *told(const srv_room *room, int viewer, uint64_t after)
{
    srv_bytes events = {NULL, 0, 0};
    srv_add(&events, "", 0);
    srv_room_events(room, viewer, after, room->table->n[viewer], &events);
    return events.at;
}

static void assert_told(const srv_room *room, int viewer, uint64_t after, const char *text)
{
    char *events = told(room, viewer, after);
    if (!strstr(events, text)) fail_msg("viewer %d was told %s and not %s", viewer, events, text);
    free(events);
}

static void assert_sees(const srv_room *room, int viewer, const char *text)
{
    if (!strstr(view_of(room, viewer), text)) fail_msg("viewer %d sees %s and not %s", viewer, view_text, text);
}

/* Makes one random move, within bonds. */
static void play_randomly(srv_room *room, kb_rng *rng)
{
    static kb_span list[KB_LISTED_MAX];
    uint32_t actors = kb_actors(&room->table->state);
    int seat = (int)kb_rng_under(rng, room->table->setup.seats);
    while (!(actors >> seat & 1)) seat = (seat + 1) % room->table->setup.seats;
    int n = kb_table_legal(room->table, seat, list);
    make_move(room, seat, kb_rng_move(rng, list, n));
}

static const char *const deeds[][4] = {
    {"give *.* *", "send * *", "banish *.*", "give *.* >=3000"},
    {"play **", "take *", "repair *", "recall *"},
    {"play *", "commit >=1 on *", "staff * on *", "manage *.* help|hinder on *"},
};

/* A random proposal of a seat, usually valid. */
static void write_proposal(const srv_room *room, int by, uint32_t with, bool secret, kb_rng *rng, kb_text *out)
{
    kb_put(out, "{\"with\":[");
    const char *before = "";
    for (int seat = 0; seat < room->table->setup.seats; seat++)
        if (with >> seat & 1) {
            kb_putf(out, "%s\"%s\"", before, kb_seat_name(&room->table->setup, seat));
            before = ",";
        }
    kb_putf(out, "],\"secret\":%s,\"promises\":[", secret ? "true" : "false");
    int n = 1 + (int)kb_rng_under(rng, 3);
    for (int i = 0; i < n; i++) {
        uint32_t parties = with | 1u << by;
        int seat = (int)kb_rng_under(rng, room->table->setup.seats);
        while (!(parties >> seat & 1)) seat = (seat + 1) % room->table->setup.seats;
        kb_putf(out, "%s{\"seat\":\"%s\",\"%s\":\"%s\",\"term\":\"%s\"", i ? "," : "",
                kb_seat_name(&room->table->setup, seat), kb_rng_under(rng, 2) ? "will" : "wont",
                deeds[room->table->setup.game][kb_rng_under(rng, 4)], kb_term_names[kb_rng_under(rng, KB_TERMS)]);
        if (!kb_rng_under(rng, 4))
            kb_putf(out, ",\"if\":{\"seat\":\"%s\",\"deed\":\"%s\"}",
                    kb_seat_name(&room->table->setup, (int)kb_rng_under(rng, room->table->setup.seats)),
                    deeds[room->table->setup.game][kb_rng_under(rng, 4)]);
        kb_put(out, "}");
    }
    kb_put(out, "]}");
}

/* Returns whether it was made. The table has only people. */
static bool propose_randomly(srv_room *room, int by, uint32_t with, bool secret, kb_rng *rng)
{
    char keys[4096];
    kb_text text = kb_text_in(keys, sizeof keys);
    write_proposal(room, by, with, secret, rng, &text);
    return !strcmp(ask(room, room->table->seats[by].person, SRV_PROPOSE, keys), "ok");
}

static void answer_randomly(srv_room *room, int by, kb_rng *rng)
{
    static const srv_request acts[] = {SRV_ACCEPT, SRV_ACCEPT, SRV_ACCEPT, SRV_DECLINE, SRV_WITHDRAW};
    char keys[64];
    uint32_t known = room->table->book.known[by];
    if (!known) return;
    snprintf(keys, sizeof keys, "{\"pact\":%d}", (int)(known - kb_rng_under(rng, known < 4 ? known : 4)));
    ask(room, room->table->seats[by].person, acts[kb_rng_under(rng, KB_COUNT(acts))], keys);
}

/* One seat does something about pacts, or makes a move. */
static void live_on(srv_room *room, kb_rng *rng)
{
    int by = (int)kb_rng_under(rng, room->table->setup.seats);
    uint32_t with = kb_rng_under(rng, 1u << room->table->setup.seats) & ~(1u << by);
    now_ms += kb_rng_under(rng, 2000);
    switch (kb_rng_under(rng, 6)) {
    case 0: propose_randomly(room, by, with, with && kb_rng_under(rng, 2), rng); break;
    case 1:
    case 2: answer_randomly(room, by, rng); break;
    default: play_randomly(room, rng); break;
    }
}

static const char *const games[] = {
    "{\"game\":\"intrige\",\"players\":3,\"clock\":{\"kind\":\"live\",\"bank_s\":3600,\"increment_s\":5}}",
    "{\"game\":\"intrige\",\"players\":3,\"options\":{\"promises\":\"bond\",\"deals\":\"loose\"}}",
    "{\"game\":\"integralis\",\"players\":3,\"options\":{\"promises\":\"bond\"}}",
    "{\"game\":\"incorporated\",\"players\":3,\"options\":{\"promises\":\"bond\"}}",
};

/* --- what is told ---------------------------------------------------------------------------------------- */

static const char vow[] =
    "{\"with\":[],\"promises\":[{\"seat\":\"red\",\"wont\":\"give green.* *\",\"term\":\"game\"}]}";
static const char deal[] = "{\"with\":[\"yellow\"],\"promises\":[{\"seat\":\"yellow\",\"will\":\"send * red\",\"term\":"
                           "\"turn\"},{\"seat\":\"red\",\"wont\":\"send clerk yellow\",\"term\":\"game\"}]}";
static const char secret_deal[] = "{\"with\":[\"yellow\"],\"secret\":true,\"promises\":[{\"seat\":\"red\",\"wont\":"
                                  "\"send doctor yellow\",\"term\":\"game\"}]}";

static void test_told(void **unused)
{
    (void)unused;
    srv_room *room = begin("{\"game\":\"intrige\",\"players\":3}", 1);
    uint64_t before[KB_VIEWERS];
    memcpy(before, room->table->n, sizeof before);
    assert_sees(room, KB_SPECTATOR, "\"settings\":{\"pacts\":\"private\",\"pace\":\"brisk\",\"help\":\"allowed\"}");
    assert_sees(room, 0, "\"pacts\":[],\"seals\":{\"red\":{\"kept\":0,\"broken\":0,\"void\":0},");

    ASK("ok", room, ANNA, SRV_PROPOSE, secret_deal); /* red and yellow know of it */
    assert_true(room->table->n[0] == before[0] + 1 && room->table->n[1] == before[1] + 1 &&
                room->table->n[2] == before[2]);
    assert_true(room->table->n[KB_SPECTATOR] == before[KB_SPECTATOR]);
    ASK("ok", room, ANNA, SRV_PROPOSE, deal);
    assert_told(room, 0, before[0],
                "\"do\":\"propose\",\"by\":\"red\",\"pact\":1,\"with\":[\"yellow\"],\"secret\":true");
    assert_told(room, 1, before[1], "\"do\":\"propose\",\"by\":\"red\",\"pact\":2,\"with\":[\"yellow\"],\"promises\"");
    assert_told(room, 2, before[2], "\"do\":\"propose\",\"by\":\"red\",\"pact\":1,\"with\":[\"yellow\"],\"promises\"");

    ASK("ok", room, BEN, SRV_ACCEPT, "{\"pact\":2}");
    assert_told(room, 1, before[1],
                "\"do\":\"accept\",\"by\":\"yellow\",\"pact\":2,\"pacts\":[{\"pact\":2,\"state\":\"stood\"}]");
    assert_told(room, 2, before[2],
                "\"do\":\"accept\",\"by\":\"yellow\",\"pact\":1,\"pacts\":[{\"pact\":1,\"state\":\"stood\"}]");
    ASK("ok", room, CARLA, SRV_PROPOSE,
        "{\"with\":[],\"promises\":[{\"seat\":\"green\",\"wont\":\"send * red\",\"term\":\"round\"}]}");
    assert_told(room, 2, before[2], "\"pact\":2,\"with\":[],\"promises\"");
    assert_told(room, 2, before[2], "\"pacts\":[{\"pact\":2,\"state\":\"stood\"}]");
    ASK("ok", room, BEN, SRV_DECLINE, "{\"pact\":1}");
    assert_told(room, 0, before[0],
                "\"do\":\"decline\",\"by\":\"yellow\",\"pact\":1,\"pacts\":[{\"pact\":1,\"state\":\"declined\"}]");
    assert_sees(
        room, 1,
        "{\"pact\":1,\"by\":\"red\",\"with\":[\"yellow\"],\"accepted\":[],\"secret\":true,\"state\":\"declined\"");
    assert_sees(room, 2,
                "{\"pact\":1,\"by\":\"red\",\"with\":[\"yellow\"],\"accepted\":[\"yellow\"],\"state\":\"stood\"");

    kb_rng rng = kb_rng_seeded(3);
    while (room->table->stage == KB_PLAYING) play_randomly(room, &rng);
    assert_told(room, 2, before[2], "\"pact\":3,\"with\":[\"yellow\"],\"secret\":true");
    assert_told(room, KB_SPECTATOR, before[KB_SPECTATOR],
                "\"opened\":true,\"pacts\":[{\"pact\":3,\"state\":\"declined\"}]");
    assert_told(room, 2, before[2], "\"promise\":0,\"seat\":\"yellow\",\"verdict\":\"");
    srv_room_free(room);
}

/* --- what is refused ------------------------------------------------------------------------------------- */

static void test_settings(void **unused)
{
    (void)unused;
    static const struct {
        const char *keys;
        kb_pact_rule pacts;
        kb_pace pace;
    } cases[] = {
        {"{\"game\":\"intrige\",\"players\":3}", KB_PACTS_PRIVATE, KB_PACE_BRISK},
        {"{\"game\":\"intrige\",\"players\":3,\"talk\":\"public\"}", KB_PACTS_PUBLIC, KB_PACE_BRISK},
        {"{\"game\":\"intrige\",\"players\":3,\"talk\":\"public\",\"pacts\":\"private\",\"pace\":\"off\"}",
         KB_PACTS_PRIVATE, KB_PACE_OFF},
        {"{\"game\":\"intrige\",\"players\":3,\"pacts\":\"none\",\"pace\":\"comfortable\"}", KB_PACTS_NONE,
         KB_PACE_COMFORTABLE},
        {"{\"game\":\"intrige\",\"players\":3,\"talk\":\"none\",\"pacts\":\"public\"}", KB_PACTS_NONE, KB_PACE_BRISK}};
    for (int i = 0; i < KB_COUNT(cases); i++) {
        srv_room *room = begin(cases[i].keys, 1), *copy = copy_of(room);
        assert_int_equal(room->table->rules.pacts, cases[i].pacts);
        assert_int_equal(room->table->rules.pace, cases[i].pace);
        assert_int_equal(copy->table->rules.pacts, cases[i].pacts);
        assert_int_equal(copy->table->rules.pace, cases[i].pace);
        ASK(cases[i].pacts == KB_PACTS_NONE ? "no_pacts" : "ok", room, ANNA, SRV_PROPOSE, deal);
        ASK(cases[i].pacts == KB_PACTS_NONE     ? "no_pacts"
            : cases[i].pacts == KB_PACTS_PUBLIC ? "no_secret_pacts"
                                                : "ok",
            room, ANNA, SRV_PROPOSE, secret_deal);
        srv_room_free(room);
        srv_room_free(copy);
    }
}

/* Help to decide is allowed unless the host forbids it; the log remembers that. */
static void test_help(void **unused)
{
    (void)unused;
    srv_room *room = begin("{\"game\":\"intrige\",\"players\":3,\"help\":\"forbidden\"}", 1), *copy = copy_of(room);
    assert_int_equal(room->table->rules.help, KB_HELP_FORBIDDEN);
    assert_int_equal(copy->table->rules.help, KB_HELP_FORBIDDEN);
    assert_sees(copy, KB_SPECTATOR, "\"help\":\"forbidden\"");
    srv_room_free(room);
    srv_room_free(copy);
}

/* A table from a log that is older than pacts has none, and its clocks run as they did. */
static void test_old_log(void **unused)
{
    (void)unused;
    static const char *const entries[] = {
        "{\"at\":1,\"who\":1,\"id\":\"a\",\"do\":\"table\",\"name\":\"Anna\",\"seed\":"
        "\"0101010101010101010101010101010101010101010101010101010101010101\",\"game\":\"intrige\",\"players\":3,"
        "\"public\":false,\"talk\":\"private\",\"open_talk\":false,\"order\":\"chosen\",\"clock\":{\"kind\":\"none\"}}",
        "{\"at\":1,\"who\":1,\"id\":\"b\",\"do\":\"sit\",\"seat\":\"red\",\"name\":\"Anna\",\"person\":\"anna\"}",
        "{\"at\":1,\"who\":1,\"id\":\"c\",\"do\":\"bot\",\"seat\":\"yellow\",\"bot\":\"greedy\"}",
        "{\"at\":1,\"who\":1,\"id\":\"d\",\"do\":\"bot\",\"seat\":\"green\",\"bot\":\"greedy\"}",
        "{\"at\":1,\"who\":1,\"id\":\"e\",\"do\":\"start\"}"};
    srv_room *room = srv_room_new();
    for (int i = 0; i < KB_COUNT(entries); i++) assert_true(srv_room_fold(room, entries[i], strlen(entries[i])));
    assert_int_equal(room->table->version, 1);
    assert_int_equal(room->table->rules.pacts, KB_PACTS_NONE);
    assert_int_equal(room->table->rules.help, KB_HELP_ALLOWED);
    assert_true(kb_table_pause(room->table).until_ms == 0);
    ASK("no_pacts", room, ANNA, SRV_PROPOSE, vow);
    srv_room_free(room);
}

static kb_answer propose_as(srv_room *room, uint32_t person, const char *keys)
{
    char id[16];
    snprintf(id, sizeof id, "%d", ++next_id);
    return ask_as(room, person, id, 0xFF, SRV_PROPOSE, keys);
}

static void test_refusals(void **unused)
{
    (void)unused;
    static const struct {
        const char *keys, *name, *sentence;
    } bad[] = {
        {"{\"with\":[],\"promises\":[{\"seat\":\"red\",\"will\":\"dance\",\"term\":\"turn\"}]}", "pact", "dance"},
        {"{\"with\":[],\"promises\":[{\"seat\":\"red\",\"will\":\"give *.wizard *\",\"term\":\"turn\"}]}", "pact",
         "wizard"},
        {"{\"with\":[\"yellow\"],\"promises\":[{\"seat\":\"green\",\"will\":\"send * *\",\"term\":\"turn\"}]}", "pact",
         "not a party"},
        {"{\"with\":[],\"promises\":[]}", "pact", "at least one"},
        {"{\"with\":[],\"promises\":7}", "value", ""},
        {"{\"with\":[],\"promises\":[{\"seat\":\"red\",\"term\":\"turn\"}]}", "pact", "will"},
        {"{\"with\":[],\"promises\":[{\"seat\":\"red\",\"will\":\"send * *\",\"term\":\"soon\"}]}", "pact", "term"},
        {"{\"with\":[],\"secret\":true,\"promises\":[{\"seat\":\"red\",\"will\":\"send * *\",\"term\":\"turn\"}]}",
         "pact", "vow"},
        {"{\"with\":[\"red\"],\"promises\":[{\"seat\":\"red\",\"will\":\"send * *\",\"term\":\"turn\"}]}", "pact",
         "proposer"},
        {"{\"with\":[\"violet\"],\"promises\":[]}", "no_such_seat", ""},
        {"{\"with\":[\"yellow\",\"yellow\"],\"promises\":[]}", "no_such_seat", ""},
        {"{\"with\":7,\"promises\":[]}", "value", ""},
        {"{\"with\":[],\"secret\":1,\"promises\":[]}", "value", ""},
    };
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    sit_down(room);
    ASK("not_started", room, ANNA, SRV_PROPOSE, vow);
    ASK("ok", room, ANNA, SRV_START, "{}");
    size_t entries = room->table->n_entries;
    for (int i = 0; i < KB_COUNT(bad); i++) {
        kb_answer answer = propose_as(room, ANNA, bad[i].keys);
        assert_string_equal(kb_answer_name(&answer), bad[i].name);
        if (!strstr(kb_answer_sentence(&answer), bad[i].sentence)) fail_msg("%s", kb_answer_sentence(&answer));
    }
    char longest[4096]; /* a promise of 3 KB */
    snprintf(longest, sizeof longest,
             "{\"with\":[],\"promises\":[{\"seat\":\"red\",\"will\":\"send %03000d\",\"term\":\"turn\"}]}", 1);
    kb_answer answer = propose_as(room, ANNA, longest);
    assert_string_equal(kb_answer_name(&answer), "pact");
    assert_non_null(strstr(kb_answer_sentence(&answer), "120"));
    ASK("not_seated", room, DORA, SRV_PROPOSE, vow);
    ASK("not_seated", room, DORA, SRV_WAIT, "{}");
    ASK("no_pact", room, ANNA, SRV_ACCEPT, "{\"pact\":1}");
    ASK("no_pact", room, ANNA, SRV_DECLINE, "{\"pact\":-1}");
    ASK("value", room, ANNA, SRV_WITHDRAW, "{\"pact\":\"1\"}");
    assert_true(room->table->n_entries == entries && !room->table->pacts.n);

    for (int i = 0; i < KB_PROPOSALS_MAX; i++) ASK("ok", room, ANNA, SRV_PROPOSE, i % 2 ? deal : secret_deal);
    entries = room->table->n_entries;
    answer = propose_as(room, ANNA, deal); /* the ninth */
    assert_string_equal(kb_answer_name(&answer), "pact");
    assert_non_null(strstr(kb_answer_sentence(&answer), "8 open proposals"));
    ASK("ok", room, ANNA, SRV_PROPOSE, vow); /* a vow is not a proposal */
    ASK("not_party", room, CARLA, SRV_ACCEPT, "{\"pact\":1}");
    ASK("not_party", room, CARLA, SRV_WITHDRAW, "{\"pact\":1}");
    ASK("not_party", room, ANNA, SRV_ACCEPT, "{\"pact\":1}");
    ASK("no_pact", room, CARLA, SRV_ACCEPT, "{\"pact\":6}"); /* there are more, but green does not know of them */
    ASK("ok", room, ANNA, SRV_WITHDRAW, "{\"pact\":1}");
    ASK("ok", room, BEN, SRV_ACCEPT, "{\"pact\":2}");
    ASK("pact", room, BEN, SRV_DECLINE, "{\"pact\":2}");
    answer = ask_as(room, BEN, "again", 0xFF, SRV_ACCEPT, "{\"pact\":1}");
    assert_string_equal(kb_answer_sentence(&answer), "pact 1 is no longer open");
    assert_true(room->table->n_entries == entries + 3);
    srv_room_free(room);
}

/* A proposal sent again with the same id is made once and has the same number. */
static void test_again(void **unused)
{
    (void)unused;
    srv_room *room = begin("{\"game\":\"intrige\",\"players\":3}", 1);
    ASK("ok", room, BEN, SRV_PROPOSE,
        "{\"with\":[\"green\"],\"secret\":true,\"promises\":[{\"seat\":\"green\",\"will\":\"send * "
        "*\",\"term\":\"round\"}]}");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask_as(room, ANNA, "same", 0xFF, SRV_PROPOSE, deal).refusal, KB_DONE);
        assert_int_equal(room->table->pacts.n, 2);
        assert_int_equal(kb_table_proposed(room->table, ANNA, "same"), 1); /* red knows of no other */
    }
    srv_room_free(room);
}

/* The number of pacts in one game is limited, whatever became of them. */
static void test_too_many(void **unused)
{
    (void)unused;
    srv_room *room = begin("{\"game\":\"intrige\",\"players\":3}", 1);
    for (int i = 1; i <= KB_PACTS_A_SEAT; i++) {
        char keys[32];
        ASK("ok", room, ANNA, SRV_PROPOSE, secret_deal);
        snprintf(keys, sizeof keys, "{\"pact\":%d}", i);
        ASK("ok", room, ANNA, SRV_WITHDRAW, keys);
    }
    ASK("too_many_pacts", room, ANNA, SRV_PROPOSE, secret_deal);
    ASK("ok", room, BEN, SRV_PROPOSE,
        "{\"with\":[],\"promises\":[{\"seat\":\"yellow\",\"will\":\"send * *\",\"term\":\"round\"}]}");
    /* they do not affect what reading the past costs, or delay it */
    size_t work = 0;
    kb_text text = kb_text_in(view_text, sizeof view_text);
    assert_true(srv_room_look(room, 2, room->table->n[2], 2, &text, &work));
    assert_true(work <= KB_MARK_EVERY);
    assert_true(room->table->marks.n >= 2 * KB_PACTS_A_SEAT / KB_MARK_EVERY);
    srv_room_free(room);
}

/* --- the log, the past and the record -------------------------------------------------------------------- */

/* The engine reads the same pacts from the record. Imported, it gives a table with the same record. */
static void check_record(const srv_room *room)
{
    static kb_ledger ledger;
    static kb_book book;
    srv_bytes record = {NULL, 0, 0}, again = {NULL, 0, 0};
    kb_replay replay;
    srv_room *imported = NULL;
    memset(&replay, 0, sizeof replay);
    memset(&ledger, 0, sizeof ledger);
    memset(&book, 0, sizeof book);
    book.max = room->table->pacts.n;
    book.at = srv_alloc((book.max + 1) * sizeof *book.at);
    kb_promise(*promises)[KB_PACT_PROMISES_MAX] = srv_alloc((book.max + 1) * sizeof *promises);
    book.memory = (const char *)promises;
    srv_room_record(room, KB_SPECTATOR, 0, SIZE_MAX, &record);
    for (const char *line = record.at, *end; *line; line = end + 1) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        kb_state before = replay.state;
        kb_line said;
        static kb_events events;
        static kb_outcomes outcomes;
        end = strchr(line, '\n');
        kb_reading read = kb_read_into(&replay, &ledger, promises[book.n], line, (size_t)(end - line), true, &said,
                                       &events, &outcomes, &why);
        if (read != KB_READ) fail_msg("%s", reason);
        if (said.kind == KB_LINE_PACT && said.act == KB_PACT_PROPOSE) kb_book_propose(&book, &ledger, promises[book.n]);
        if (said.kind == KB_LINE_PACT && said.act == KB_PACT_ACCEPT) kb_book_accept(&book, said.pact, said.seat);
        kb_book_note(&book, &outcomes);
        if (said.kind == KB_LINE_SETUP) imported = srv_room_import(&replay.state.setup, replay.version, 1);
        assert_true(srv_room_import_line(imported, &before, &said));
    }
    const kb_book all = kb_table_book(room->table);
    assert_int_equal(book.n, all.n);
    for (uint32_t i = 0; i < book.n; i++) {
        const kb_noted_pact *a = &book.at[i], *b = &all.at[i];
        assert_true(a->state == b->state && a->accepted_mask == b->accepted_mask);
        assert_int_equal(a->n_promises, b->n_promises);
        assert_memory_equal(kb_promises_of(&book, a), kb_promises_of(&all, b), a->n_promises * sizeof(kb_promise));
        assert_memory_equal(a->verdict, b->verdict, sizeof a->verdict);
    }
    srv_room_record(imported, KB_SPECTATOR, 0, SIZE_MAX, &again);
    assert_string_equal(record.at, again.at);
    srv_room_free(imported);
    srv_free(&record);
    srv_free(&again);
    free(book.at);
    free(promises);
}

/* Events are read back as they were told, and views of the past are as they were. */
static void check_past(const srv_room *room, char **views)
{
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++) {
        if (viewer >= room->table->setup.seats && viewer != KB_SPECTATOR) continue;
        const srv_bytes *events = &room->told.events[viewer];
        srv_bytes pieces = {NULL, 0, 0};
        uint64_t n = room->table->n[viewer];
        for (uint64_t after = 1; after < n; after += 17) {
            size_t work = srv_room_events(room, viewer, after, after + 17 < n ? after + 17 : n, &pieces);
            assert_true(work <= KB_MARK_EVERY + 2 * 17);
            if (after + 17 < n) srv_add(&pieces, ",", 1);
        }
        assert_true(pieces.n == events->n && !memcmp(pieces.at, events->at, pieces.n));
        srv_free(&pieces);
    }
    for (uint64_t n = 1; n <= room->table->n[0]; n++) {
        size_t work = 0;
        kb_text text = kb_text_in(view_text, sizeof view_text);
        if (!views[n]) continue;
        assert_true(srv_room_look(room, 0, n, 0, &text, &work));
        assert_string_equal(view_text, views[n]);
        free(views[n]);
    }
}

static void test_whole_games(void **unused)
{
    (void)unused;
    int verdicts[KB_VERDICTS] = {0};
    for (int i = 0; i < KB_COUNT(games); i++) {
        enum { EVENTS_MAX = 4096 };
        kb_rng rng = kb_rng_seeded(20 + i);
        srv_room *room = create(games[i], (uint8_t)(i + 1));
        char **views = srv_alloc(EVENTS_MAX * sizeof *views);
        for (int viewer = 0; viewer < 3; viewer++) room->told.viewers_mask |= 1u << viewer;
        room->told.viewers_mask |= 1u << KB_SPECTATOR;
        sit_down(room);
        ASK("ok", room, ANNA, SRV_START, "{}");
        int steps = 0, stood = 0;
        for (; room->table->stage == KB_PLAYING; steps++) {
            live_on(room, &rng);
            if (room->table->n[0] < EVENTS_MAX && !views[room->table->n[0]] && steps % 16 == 0 &&
                room->table->stage == KB_PLAYING) {
                view_of(room, 0);
                views[room->table->n[0]] = srv_copy(view_text, strlen(view_text));
            }
            if (steps % 64 == 0) {
                srv_room *copy = copy_of(room);
                assert_same_views(room, copy);
                srv_room_free(copy);
            }
        }
        assert_true(room->table->n[0] < EVENTS_MAX);
        for (uint32_t k = 0; k < room->table->pacts.n; k++) {
            const kb_noted_pact *pact = &kb_table_book(room->table).at[k];
            stood += pact->state == KB_PACT_STOOD;
            for (int p = 0; pact->state == KB_PACT_STOOD && p < pact->n_promises; p++) verdicts[pact->verdict[p]]++;
            for (int viewer = 0; viewer < 3; viewer++) assert_true(pact->number_for[viewer]);
        }
        printf("%s: %d pacts, %d stood\n", games[i], (int)room->table->pacts.n, stood);
        assert_true(stood > 0);
        check_past(room, views);
        check_record(room);
        free(views);
        srv_room_free(room);
    }
    assert_true(verdicts[KB_KEPT] > 10 && verdicts[KB_BROKEN] > 10 && verdicts[KB_VOID] > 10 && !verdicts[KB_OPEN]);
}

/* --- bonds ----------------------------------------------------------------------------------------------- */

static void test_bonds(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_seeded(5);
    srv_room *room = begin("{\"game\":\"intrige\",\"players\":3,\"options\":{\"promises\":\"bond\"}}", 1);
    while (!strstr(view_of(room, 0), "send clerk yellow")) play_randomly(room, &rng);
    ASK("ok", room, ANNA, SRV_PROPOSE,
        "{\"with\":[],\"promises\":[{\"seat\":\"red\",\"wont\":\"send clerk yellow\",\"term\":\"turn\"}]}");
    assert_sees(room, 0, "\"legal\":[\"send clerk green\",\"send doctor green\",\"send doctor yellow\",");
    char keys[100], entry[200];
    snprintf(keys, sizeof keys, "{\"move\":\"send clerk yellow\",\"decision\":%d}",
             (int)room->table->seats[0].decisions);
    ASK("bound", room, ANNA, SRV_MOVE, keys);
    snprintf(entry, sizeof entry, "{\"at\":%lld,\"do\":\"move\",\"by\":\"red\",\"move\":\"send clerk yellow\"}",
             (long long)room->table->at_ms);
    srv_room *copy = copy_of(room);
    assert_false(srv_room_fold(copy, entry, strlen(entry))); /* a log that says so is refused too */
    srv_room_free(copy);
    srv_room_free(room);
}

static void test_consider(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_seeded(5);
    char reply[2048];
    srv_room *room = begin("{\"game\":\"intrige\",\"players\":3}", 1);
    while (!strstr(view_of(room, 0), "send clerk yellow")) play_randomly(room, &rng);
    ASK("ok", room, ANNA, SRV_PROPOSE,
        "{\"with\":[],\"promises\":[{\"seat\":\"red\",\"wont\":\"send clerk "
        "yellow\",\"term\":\"turn\"},{\"seat\":\"red\","
        "\"will\":\"send * green\",\"term\":\"turn\"}]}");
    static const struct {
        uint32_t who;
        const char *move, *name, *reply;
    } cases[] = {
        {ANNA, "send clerk yellow", "ok",
         "\"breaks\":[{\"pact\":1,\"promise\":0}],\"misses\":[{\"pact\":1,\"promise\":1}]"},
        {ANNA, "send clerk green", "ok", "\"breaks\":[],\"misses\":[]"},
        {ANNA, "send elephant green", "unknown_move", ""},
        {BEN, "send clerk green", "not_actor", ""},
        {DORA, "send clerk green", "not_seated", ""},
    };
    for (int i = 0; i < KB_COUNT(cases); i++) {
        kb_text text = kb_text_in(reply, sizeof reply);
        kb_answer answer = kb_table_consider(room->table, cases[i].who, cases[i].move, &text);
        assert_string_equal(kb_answer_name(&answer), cases[i].name);
        assert_string_equal(reply, cases[i].reply);
    }
    srv_room_free(room);
}

/* --- secrecy --------------------------------------------------------------------------------------------- */

/* All that a viewer can get from the table except timing: messages, the view, the past, and what that costs. */
static void add_all(const srv_room *room, int viewer, srv_bytes *out)
{
    char line[64];
    size_t work = 0;
    if (room->told.events[viewer].n) srv_add(out, room->told.events[viewer].at, room->told.events[viewer].n);
    view_of(room, viewer);
    srv_add(out, view_text, strlen(view_text));
    for (uint64_t after = 0; after < room->table->n[viewer]; after += 50) {
        kb_text text = kb_text_in(view_text, sizeof view_text);
        work += srv_room_events(room, viewer, after, room->table->n[viewer], out);
        srv_room_look(room, viewer, after + 1, viewer, &text, &work);
        srv_add_text(out, &text);
    }
    kb_pause pause = kb_table_pause(room->table);
    snprintf(line, sizeof line, "%d work, pause until %lld", (int)work, (long long)pause.until_ms);
    srv_add(out, line, strlen(line));
}

/* Red and yellow negotiate in secret: they propose, accept, decline and withdraw. */
static void whisper(srv_room *room, kb_rng *rng)
{
    for (int n = (int)kb_rng_under(rng, 4); n > 0; n--) {
        int by = (int)kb_rng_under(rng, 2);
        if (kb_rng_under(rng, 2)) propose_randomly(room, by, 1u << (1 - by), true, rng);
        /* only the latest secret ones; answers to public ones would be seen */
        for (uint32_t i = room->table->pacts.n; i-- > 0 && i + 6 > room->table->pacts.n;) {
            const kb_noted_pact *pact = &kb_table_book(room->table).at[i]; /* until the table changes */
            char keys[32];
            if (!pact->secret || pact->with_mask >> 2 & 1 || pact->by == 2 || kb_rng_under(rng, 2)) continue;
            int who = pact->by == 0;
            snprintf(keys, sizeof keys, "{\"pact\":%d}", (int)pact->number_for[kb_rng_under(rng, 3) ? who : 1 - who]);
            ask(room, ANNA + (uint32_t)who, kb_rng_under(rng, 4) ? SRV_ACCEPT : SRV_DECLINE, keys);
        }
    }
}

/* What live_on does, but without secrets: both worlds are equal. */
static void live_openly(srv_room *room, kb_rng *rng)
{
    int by = (int)kb_rng_under(rng, room->table->setup.seats);
    uint32_t with = kb_rng_under(rng, 1u << room->table->setup.seats) & ~(1u << by);
    int what = (int)kb_rng_under(rng, 6);
    if (what == 0) propose_randomly(room, by, with, false, rng);
    if (what != 1) play_randomly(room, rng);
    if (what != 1) return;
    const kb_book book = kb_table_book(room->table); /* the last open one is the same in both, by anybody's numbers */
    for (uint32_t i = book.n; i-- > 0;) {
        char keys[32];
        if (book.at[i].secret || book.at[i].state != KB_PACT_OPEN) continue;
        snprintf(keys, sizeof keys, "{\"pact\":%d}", (int)book.at[i].number_for[by]);
        ask(room, room->table->seats[by].person, SRV_ACCEPT, keys);
        return;
    }
}

/* Two worlds with the same moves and the same public pacts. In one of them red and yellow have secret ones as well.
 * Green and the spectators cannot tell until the game is over, neither from what they are sent nor from what reading
 * costs. */
static void test_secrecy(void **unused)
{
    (void)unused;
    static const char *const tables[] = {
        "{\"game\":\"intrige\",\"players\":4,\"clock\":{\"kind\":\"live\",\"bank_s\":3600,\"increment_s\":5}}",
        "{\"game\":\"intrige\",\"players\":3,\"options\":{\"bribes\":\"sealed\"}}",
        "{\"game\":\"integralis\",\"players\":3,\"clock\":{\"kind\":\"live\",\"bank_s\":3600,\"increment_s\":5}}",
        "{\"game\":\"incorporated\",\"players\":4}"};
    for (int i = 0; i < KB_COUNT(tables); i++) {
        kb_rng rng = kb_rng_seeded(40 + i), whispers = kb_rng_seeded(7);
        int compared = 0, told_more = 0;
        srv_room *world[2];
        for (int w = 0; w < 2; w++) world[w] = begin(tables[i], (uint8_t)(i + 1));
        for (int step = 0; world[0]->table->stage == KB_PLAYING && step < 200; step++) {
            static const int viewers[] = {2, KB_SPECTATOR};
            srv_bytes all[2][2] = {{{NULL, 0, 0}, {NULL, 0, 0}}, {{NULL, 0, 0}, {NULL, 0, 0}}};
            kb_rng same = rng;
            now_ms += 1000;
            whisper(world[1], &whispers);
            for (int w = 0; w < 2; w++) {
                same = rng;
                for (int v = 0; v < 2; v++) {
                    srv_free(&world[w]->told.events[viewers[v]]);
                    world[w]->told.viewers_mask |= 1u << viewers[v];
                    world[w]->told.after[viewers[v]] = world[w]->table->n[viewers[v]];
                }
                live_openly(world[w], &same);
                for (int v = 0; v < 2 && step % 8 == 0; v++) add_all(world[w], viewers[v], &all[w][v]);
            }
            rng = same;
            assert_memory_equal(&world[0]->table->state, &world[1]->table->state, sizeof(kb_state));
            for (int v = 0; v < 2; v++) {
                if (all[0][v].n && world[0]->table->stage == KB_PLAYING) {
                    assert_string_equal(all[0][v].at, all[1][v].at);
                    compared++;
                }
                srv_free(&all[0][v]);
                srv_free(&all[1][v]);
            }
        }
        uint32_t secret = world[1]->table->pacts.n - world[0]->table->pacts.n;
        while (world[1]->table->stage == KB_PLAYING) play_randomly(world[1], &rng);
        told_more = (int)(world[1]->table->book.known[2] - world[0]->table->book.known[2]);
        printf("%s: %d compared, %d secret pacts\n", tables[i], compared, (int)secret);
        assert_true(compared > 10 && secret > 10 && told_more == (int)secret);
        for (int w = 0; w < 2; w++) srv_room_free(world[w]);
    }
}

/* --- the moment to negotiate ----------------------------------------------------------------------------- */

static uint64_t pause_left(const srv_room *room)
{
    uint64_t until = kb_table_pause(room->table).until_ms;
    return until > now_ms ? until - now_ms : 0;
}

static void test_pause(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_seeded(2);
    srv_room *room = create("{\"game\":\"intrige\",\"players\":5,\"clock\":{\"kind\":\"live\",\"bank_s\":600,"
                            "\"increment_s\":0}}",
                            1);
    sit_down(room);
    ASK("not_started", room, ANNA, SRV_WAIT, "{}");
    ASK("ok", room, ANNA, SRV_START, "{}");
    assert_int_equal(pause_left(room), KB_PAUSE_BRISK_MS);
    assert_sees(room, KB_SPECTATOR, "\"why\":\"start\"}");
    now_ms += KB_PAUSE_BRISK_MS;
    assert_int_equal(pause_left(room), 0);

    ASK("ok", room, ANNA, SRV_PROPOSE, secret_deal); /* it does not hold up anybody */
    assert_int_equal(pause_left(room), 0);
    ASK("ok", room, ANNA, SRV_PROPOSE, deal);
    assert_int_equal(pause_left(room), KB_HELD_BRISK_MS);
    assert_int_equal(kb_table_pause(room->table).why, KB_PAUSE_PROPOSAL);
    now_ms += 2000;
    ASK("ok", room, BEN, SRV_DECLINE, "{\"pact\":2}");
    assert_int_equal(pause_left(room), 0);
    ASK("ok", room, ANNA, SRV_PROPOSE, deal); /* only this long in one stage */
    assert_int_equal(pause_left(room), KB_HELD_BRISK_MS - 2000);
    now_ms += KB_HELD_BRISK_MS;
    assert_int_equal(pause_left(room), 0);

    ASK("ok", room, BEN, SRV_WAIT, "{}");
    ASK("waited", room, BEN, SRV_WAIT, "{}");
    assert_sees(room, 1, "\"waited\":true");
    assert_null(strstr(view_of(room, 0), "\"waited\""));
    assert_int_equal(pause_left(room), KB_WAIT_FOR_ME_MS);
    assert_sees(room, 2, "\"why\":\"wait\",\"by\":\"yellow\"}");
    assert_told(room, KB_SPECTATOR, room->table->n[KB_SPECTATOR] - 1, "\"do\":\"wait\",\"by\":\"yellow\"");
    int turn = room->table->moment.turn;
    while (room->table->moment.turn == turn) play_randomly(room, &rng);
    assert_true(kb_table_pause(room->table).why == KB_PAUSE_START && pause_left(room) == KB_PAUSE_BRISK_MS);
    assert_null(strstr(view_of(room, 1), "\"waited\""));
    ASK("ok", room, BEN, SRV_WAIT, "{}");
    srv_room *copy = copy_of(room);
    assert_true(kb_table_pause(copy->table).until_ms == kb_table_pause(room->table).until_ms);
    srv_room_free(copy);
    srv_room_free(room);
}

/* Nobody is charged while bots hold back, however often the clock is checked, and nobody is late. */
static void test_clock_stands_still(void **unused)
{
    (void)unused;
    static const char keys_of_it[] = "{\"game\":\"intrige\",\"players\":4,\"clock\":{\"kind\":\"live\",\"bank_s\":10,"
                                     "\"increment_s\":0}}";
    uint8_t luck = 1;
    srv_room *room = begin(keys_of_it, luck);
    while (kb_actors(&room->table->state) >> 3 & 1) { /* a person is to begin */
        srv_room_free(room);
        room = begin(keys_of_it, ++luck);
    }
    int seat = 0;
    while (!(kb_actors(&room->table->state) >> seat & 1)) seat++;
    uint32_t other = seat == 0 ? BEN : ANNA;
    char keys[64];
    snprintf(keys, sizeof keys, "{\"seat\":\"%s\"}", kb_seat_name(&room->table->setup, seat));
    now_ms += KB_PAUSE_BRISK_MS - 1000;
    ASK("ok", room, other, SRV_WAIT, "{}");
    assert_int_equal(room->table->seats[seat].left_ms, 10000);
    now_ms += KB_WAIT_FOR_ME_MS - 1000;
    ASK("not_late", room, other, SRV_VOTE, keys);
    now_ms += 1000 + 4000; /* now it runs */
    ASK("ok", room, other, SRV_PROPOSE,
        other == ANNA ? "{\"with\":[],\"promises\":[{\"seat\":\"red\",\"will\":\"send * *\",\"term\":\"round\"}]}"
                      : "{\"with\":[],\"promises\":[{\"seat\":\"yellow\",\"will\":\"send * *\",\"term\":\"round\"}]}");
    assert_int_equal(room->table->seats[seat].left_ms, 6000);
    now_ms += 6001;
    ASK("ok", room, other, SRV_VOTE, keys);
    srv_room_free(room);
}

/* Bots hold nothing back if only people or only bots play, or if the host has switched it off. */
static void test_no_pause(void **unused)
{
    (void)unused;
    srv_room *room = begin("{\"game\":\"intrige\",\"players\":3}", 1);
    assert_int_equal(pause_left(room), 0);
    ASK("ok", room, ANNA, SRV_WAIT, "{}");
    assert_int_equal(pause_left(room), 0);
    srv_room_free(room);
    room = begin("{\"game\":\"intrige\",\"players\":4,\"pace\":\"off\"}", 1);
    ASK("ok", room, ANNA, SRV_PROPOSE, deal);
    assert_int_equal(pause_left(room), 0);
    srv_room_free(room);
    room = begin("{\"game\":\"intrige\",\"players\":4,\"talk\":\"none\"}", 1);
    assert_int_equal(pause_left(room), 0);
    srv_room_free(room);
    room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    for (int seat = 0; seat < 3; seat++) {
        char keys[64];
        snprintf(keys, sizeof keys, "{\"seat\":\"%s\",\"bot\":\"greedy\"}", kb_seat_name(&room->table->setup, seat));
        ASK("ok", room, ANNA, SRV_BOT, keys);
    }
    ASK("ok", room, ANNA, SRV_START, "{}");
    assert_int_equal(pause_left(room), 0);
    srv_room_free(room);
}

/* A person changes the pace during the game, stops the bots and lets them go on; clocks run on. */
static void test_pace(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":4,\"clock\":{\"kind\":\"live\",\"bank_s\":600,"
                            "\"increment_s\":0}}",
                            1);
    ASK("not_seated", room, DORA, SRV_PACE, "{\"pace\":\"off\"}");
    sit_down(room);
    ASK("not_started", room, ANNA, SRV_PACE, "{\"pace\":\"off\"}");
    ASK("ok", room, ANNA, SRV_START, "{}");
    ASK("value", room, ANNA, SRV_PACE, "{\"pace\":\"slow\"}");
    ASK("value", room, ANNA, SRV_PACE, "{\"pace\":\"off\",\"paused\":1}");
    ASK("ok", room, BEN, SRV_PACE, "{\"pace\":\"comfortable\"}");
    assert_int_equal(pause_left(room), KB_PAUSE_COMFORTABLE_MS);
    assert_sees(room, KB_SPECTATOR, "\"pace\":\"comfortable\"");
    ASK("ok", room, BEN, SRV_PACE, "{\"pace\":\"off\",\"paused\":true}");
    assert_int_equal(pause_left(room), 0);
    assert_true(kb_table_is_paused(room->table));
    assert_sees(room, 2, "\"paused\":true");
    assert_told(room, KB_SPECTATOR, room->table->n[KB_SPECTATOR] - 1,
                "\"do\":\"pace\",\"by\":\"yellow\",\"pace\":\"off\",\"paused\":true");
    int seat = 0;
    while (!(kb_actors(&room->table->state) >> seat & 1)) seat++;
    now_ms += 5000;
    srv_room *copy = copy_of(room);
    assert_true(kb_table_is_paused(copy->table) && copy->table->rules.pace == KB_PACE_OFF);
    srv_room_free(copy);
    ASK("ok", room, ANNA, SRV_PACE, "{\"pace\":\"off\"}");
    assert_false(kb_table_is_paused(room->table));
    assert_null(strstr(view_of(room, 0), "\"paused\""));
    assert_int_equal(room->table->seats[seat].left_ms, 600000 - 5000);

    /* Nobody is left who could let them go on. */
    ASK("ok", room, ANNA, SRV_PACE, "{\"pace\":\"off\",\"paused\":true}");
    ASK("ok", room, ANNA, SRV_LEAVE, "{}");
    ASK("ok", room, BEN, SRV_LEAVE, "{}");
    ASK("ok", room, CARLA, SRV_LEAVE, "{}");
    assert_false(kb_table_is_paused(room->table));
    srv_room_free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told),     cmocka_unit_test(test_settings),
        cmocka_unit_test(test_help),     cmocka_unit_test(test_old_log),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_again),
        cmocka_unit_test(test_too_many), cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_bonds),    cmocka_unit_test(test_consider),
        cmocka_unit_test(test_secrecy),  cmocka_unit_test(test_pause),
        cmocka_unit_test(test_pace),     cmocka_unit_test(test_clock_stands_still),
        cmocka_unit_test(test_no_pause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
