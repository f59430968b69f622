/* room_work.c: the work that a large table causes. It is counted in texts, entries and calls; nothing is timed. */
#include "room.h"

#include "../server/pact_texts.h"

/* --- counting: the linker sends these calls here --------------------------------------------------------- */

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
static struct {
    int parsed;           /* entries */
    int proposed, judged; /* proposals read; moves held against promises */
    int written;          /* pacts written as JSON */
} work;

bool __real_kb_read_entry(kb_entry_reading *, const kb_setup *, const char *, size_t, kb_text *);
bool __wrap_kb_read_entry(kb_entry_reading *reading, const kb_setup *setup, const char *text, size_t n, kb_text *why)
{
    work.parsed++;
    return __real_kb_read_entry(reading, setup, text, n, why);
}

bool __real_kb_ledger_propose(kb_ledger *, const kb_state *, const kb_proposal *, kb_promise *, kb_outcomes *,
                              kb_text *);
bool __wrap_kb_ledger_propose(kb_ledger *ledger, const kb_state *state, const kb_proposal *given, kb_promise *made,
                              kb_outcomes *out, kb_text *why)
{
    work.proposed++;
    return __real_kb_ledger_propose(ledger, state, given, made, out, why);
}

void __real_kb_ledger_move(kb_ledger *, const kb_state *, int, kb_move, const kb_state *, kb_outcomes *);
void __wrap_kb_ledger_move(kb_ledger *ledger, const kb_state *before, int seat, kb_move move, const kb_state *after,
                           kb_outcomes *out)
{
    work.judged++;
    __real_kb_ledger_move(ledger, before, seat, move, after, out);
}

void __real_kb_put_pact_body(const kb_book *, const kb_noted_pact *, uint32_t, const kb_setup *, kb_text *);
void __wrap_kb_put_pact_body(const kb_book *book, const kb_noted_pact *pact, uint32_t sleeping_mask,
                             const kb_setup *setup, kb_text *out)
{
    work.written++;
    __real_kb_put_pact_body(book, pact, sleeping_mask, setup, out);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* Three people, and pacts of the maximum length. */
static const char pact_keys[] = "{\"with\":[\"%s\"],\"secret\":%s,\"promises\":["
                                "{\"seat\":\"%s\",\"will\":\"give %s.doctor "
                                "6000|10000\",\"term\":\"turn\",\"if\":{\"seat\":\"%s\",\"deed\":\"banish *.*\"}},"
                                "{\"seat\":\"%s\",\"wont\":\"give %s.* "
                                "3000|6000|10000\",\"term\":\"game\",\"if\":{\"seat\":\"%s\",\"deed\":\"send * %s\"}},"
                                "{\"seat\":\"%s\",\"wont\":\"give %s.clerk 3000|6000|10000\",\"term\":\"game\"},"
                                "{\"seat\":\"%s\",\"wont\":\"give %s.doctor 3000|6000|10000\",\"term\":\"round\"},"
                                "{\"seat\":\"%s\",\"wont\":\"banish "
                                "%s.*\",\"term\":\"game\",\"if\":{\"seat\":\"%s\",\"deed\":\"give %s.* 10000\"}},"
                                "{\"seat\":\"%s\",\"wont\":\"send doctor %s\",\"term\":\"game\"}]}";
static const char *const seats[] = {"red", "yellow", "green"};

static const char *propose(srv_room *room, int by, bool secret)
{
    char keys[2048];
    const char *one = seats[by], *other = seats[(by + 1) % 3];
    snprintf(keys, sizeof keys, pact_keys, other, secret ? "true" : "false", one, other, other, other, one, one, one,
             other, one, one, other, one, other, other, one, one, other);
    return ask(room, ANNA + (uint32_t)by, SRV_PROPOSE, keys);
}

/* Answers the last pact. */
static const char *answer(srv_room *room, int by, srv_request what)
{
    char keys[64];
    snprintf(keys, sizeof keys, "{\"pact\":%d}",
             (int)kb_table_book(room->table).at[room->table->pacts.n - 1].number_for[by]);
    return ask(room, ANNA + (uint32_t)by, what, keys);
}

static srv_room *begin(void)
{
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3,\"pace\":\"off\"}", 1);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    return room;
}

static void play(srv_room *room, kb_rng *rng, int moves)
{
    static kb_span list[KB_LISTED_MAX];
    for (int i = 0; i < moves && room->table->stage == KB_PLAYING; i++) {
        int seat = __builtin_ctz(kb_actors(&room->table->state));
        make_move(room, seat, kb_rng_move(rng, list, kb_table_legal(room->table, seat, list)));
    }
}

/* How many texts of pacts are written for the views of all viewers. */
static uint64_t written_for_all(const srv_room *room)
{
    uint64_t before = room->texts->n_written;
    for (int viewer = 0; viewer < 3; viewer++) view_of(room, viewer);
    view_of(room, KB_SPECTATOR);
    return room->texts->n_written - before;
}

/* Every message contains the view. A pact is written again only if its state has changed. */
static void test_pacts_written_once(void **unused)
{
    (void)unused;
    srv_room *room = begin();
    for (int i = 0; i < 6; i++) assert_string_equal(propose(room, i % 3, i >= 3), "ok");
    assert_int_equal(written_for_all(room), 6);
    ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"well?\"}");
    assert_int_equal(written_for_all(room), 0);
    assert_string_equal(answer(room, 0, SRV_ACCEPT), "ok"); /* green has proposed the last one to red */
    assert_int_equal(written_for_all(room), 1);
    assert_string_equal(propose(room, 1, false), "ok");
    assert_int_equal(written_for_all(room), 1);
    kb_rng rng = kb_rng_seeded(1);
    play(room, &rng, 30); /* pacts become due, are kept and broken */
    assert_in_range(written_for_all(room), 1, 7);
    assert_int_equal(written_for_all(room), 0);
    srv_room *copy = copy_of(room);
    assert_same_views(room, copy);
    srv_room_free(copy);
    srv_room_free(room);
}

/* However many pacts there were, the texts kept in memory are limited, and this does not change what is shown. */
static void test_pact_texts_are_limited(void **unused)
{
    (void)unused;
    srv_room *room = begin();
    const srv_pact_texts *texts = NULL;
    bool were_dropped = false;
    for (int i = 0; i < 3 * KB_PACTS_A_SEAT; i++) {
        size_t before = texts ? texts->n_bytes : 0;
        assert_string_equal(propose(room, i % 3, false), "ok");
        assert_string_equal(answer(room, i % 3, SRV_WITHDRAW), "ok");
        texts = room->texts;
        view_of(room, i % 3);
        assert_true(texts->n_bytes <= SRV_PACT_TEXTS_BYTES);
        were_dropped |= texts->n_bytes < before;
    }
    assert_true(were_dropped);
    srv_room *copy = copy_of(room);
    assert_same_views(room, copy);
    srv_room_free(copy);
    srv_room_free(room);
}

/* At the end all secret pacts are opened. If there are too many to send, no more are written. */
static void test_opened_pacts_are_limited(void **unused)
{
    (void)unused;
    srv_room *room = begin();
    kb_rng rng = kb_rng_seeded(2);
    for (int i = 0; i < 3 * KB_PACTS_A_SEAT; i++) {
        assert_string_equal(propose(room, i % 3, true), "ok");
        assert_string_equal(answer(room, i % 3, SRV_WITHDRAW), "ok");
    }
    while (room->table->stage == KB_PLAYING) {
        for (int viewer = 0; viewer < KB_VIEWERS; viewer++) srv_free(&room->told.events[viewer]);
        room->told.viewers_mask = 1u << KB_SPECTATOR;
        play(room, &rng, 1);
    }
    size_t n = room->told.events[KB_SPECTATOR].n;
    assert_in_range(n, SRV_EVENTS_BYTES, SRV_EVENTS_BYTES + 8192);
    srv_room *copy = copy_of(room); /* it makes no difference whether anybody listens */
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++)
        assert_int_equal(room->table->n[viewer], copy->table->n[viewer]);
    srv_bytes last = {NULL, 0, 0};
    srv_room_events(room, KB_SPECTATOR, room->table->n[KB_SPECTATOR] - 1, room->table->n[KB_SPECTATOR], &last);
    assert_non_null(strstr(last.at, "\"opened\":true")); /* it is there on request */
    srv_free(&last);
    srv_room_free(copy);
    srv_room_free(room);
}

/* A long game with talk, and with hundreds of pacts of which some stand. */
static srv_room *negotiate(void)
{
    enum { ROUNDS = 240 };
    srv_room *room = begin();
    kb_rng rng = kb_rng_seeded(3);
    for (int i = 0; i < ROUNDS; i++) {
        int by = i % 3;
        bool is_proposed = !strcmp(propose(room, by, i % 2 != 0), "ok");
        if (is_proposed && strcmp(answer(room, (by + 1) % 3, SRV_ACCEPT), "ok") != 0) answer(room, by, SRV_WITHDRAW);
        ASK("ok", room, ANNA + (uint32_t)by, SRV_SAY, "{\"say\":\"a word\"}");
        if (i % 5 == 0) play(room, &rng, 1);
    }
    assert_int_equal(room->table->stage, KB_PLAYING);
    assert_int_equal(room->table->pacts.n, ROUNDS);
    return room;
}

/* Events are told again without reading or judging pacts again, however many there are. */
static void test_events_judge_nothing(void **unused)
{
    (void)unused;
    static const int viewers[] = {0, 1, 2, KB_SPECTATOR};
    srv_room *room = negotiate();
    for (int i = 0; i < KB_COUNT(viewers); i++) {
        int viewer = viewers[i];
        for (uint64_t after = 0; after < room->table->n[viewer]; after += SRV_PIECE) {
            uint64_t n = room->table->n[viewer], up_to = after + SRV_PIECE < n ? after + SRV_PIECE : n;
            srv_bytes events = {NULL, 0, 0};
            memset(&work, 0, sizeof work);
            srv_room_events(room, viewer, after, up_to, &events);
            assert_true(events.n > 0);
            assert_in_range(work.parsed, 1, KB_MARK_EVERY + SRV_PIECE);
            assert_int_equal(work.proposed + work.judged, 0);
            srv_free(&events);
        }
    }
    srv_room_free(room);
}

static void look(const srv_room *room, uint64_t n)
{
    size_t price = 0;
    kb_text text = kb_text_in(view_text, sizeof view_text);
    memset(&work, 0, sizeof work);
    assert_true(srv_room_look(room, 0, n, 0, &text, &price));
}

/* A look at the past folds few entries, and writes only those pacts that have changed since. */
static void test_look_folds_little(void **unused)
{
    (void)unused;
    srv_room *room = negotiate();
    for (uint64_t n = room->table->seats[0].since + 1; n <= room->table->n[0]; n += 17) {
        look(room, n);
        assert_in_range(work.parsed, 0, KB_MARK_EVERY + KB_PACT_MARK_EVERY);
        assert_in_range(work.proposed, 0, KB_PACT_MARK_EVERY / 2); /* each has an answer, too */
    }
    view_of(room, 0);
    look(room, room->table->n[0]);
    assert_int_equal(work.written, 0);
    srv_room_free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pacts_written_once), cmocka_unit_test(test_pact_texts_are_limited),
        cmocka_unit_test(test_opened_pacts_are_limited), cmocka_unit_test(test_events_judge_nothing),
        cmocka_unit_test(test_look_folds_little)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
