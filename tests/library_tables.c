/* library_tables.c: tests the tables of the library as a program outside the tree would use them, and misuses them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the headers above */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../include/kickback.h"

enum { ROOM = 1 << 20 };

static kb_who anna = {1, "Anna", 1767225600000};

static size_t table_bytes; /* of the table that was grown last */

static kb_table *with_room(kb_table *t, size_t n)
{
    size_t wants = kb_table_bytes(t, n);
    if (wants <= table_bytes) return t;
    t = realloc(t, table_bytes = 2 * wants);
    assert_non_null(t);
    kb_table_grow(t, table_bytes);
    return t;
}

static kb_table *new_table(const char *request, uint64_t seed)
{
    table_bytes = kb_table_bytes(NULL, strlen(request));
    kb_table *t = kb_table_in(malloc(table_bytes), table_bytes);
    assert_non_null(t);
    assert_int_equal(kb_table_begin(t, &anna, request, strlen(request), NULL), KB_OK);
    assert_int_equal(kb_table_seed(t, seed), KB_OK);
    return t;
}

static kb_error asks(kb_table **t, const char *request)
{
    static char answer[ROOM];
    kb_text text = kb_text_in(answer, sizeof answer);
    *t = with_room(*t, strlen(request));
    kb_error error = kb_table_request(*t, &anna, request, strlen(request), &text);
    assert_int_equal(error == KB_OK, !strncmp(answer, "{\"ok\":true", 10));
    return error;
}

/* A table of three with Anna, if she is wanted, and these bots, whose game has begun. more: more keys of `create`. */
static kb_table *begun_table(const char *game, const char *more, bool with_anna, const char *bot, uint64_t seed)
{
    char request[256];
    kb_setup setup;
    kb_setup_default(&setup, kb_game_named(game));
    snprintf(request, sizeof request, "{\"game\":\"%s\",\"players\":3%s}", game, more);
    kb_table *t = new_table(request, seed);
    for (int seat = 0; seat < 3; seat++) {
        bool is_anna = with_anna && seat == 0;
        int n = snprintf(request, sizeof request, "{\"id\":\"%d\",\"do\":\"%s\",\"seat\":\"%s\"", seat,
                         is_anna ? "sit" : "bot", kb_seat_name(&setup, seat));
        snprintf(request + n, sizeof request - (size_t)n, is_anna ? "}" : ",\"bot\":\"%s\"}", bot);
        assert_int_equal(asks(&t, request), KB_OK);
    }
    assert_int_equal(asks(&t, "{\"id\":\"start\",\"do\":\"start\"}"), KB_OK);
    return t;
}

/* Plays the game to its end; Anna makes the first move of the list. Returns how many things bots said or did about pacts. */
static int play_table(kb_table **t, uint64_t now_ms)
{
    static kb_span list[KB_MOVES_MAX];
    kb_who who = anna;
    kb_step step;
    for (int talked = 0;; who.now_ms = now_ms += 60000) {
        *t = with_room(*t, 8192);
        uint64_t entries = kb_table_n_entries(*t);
        assert_int_equal(kb_table_step(*t, now_ms, NULL, 0, &step), KB_OK);
        assert_true(step == KB_STEP_NOTHING || step == KB_STEP_TALK || kb_table_n_entries(*t) > entries);
        talked += step == KB_STEP_TALK;
        if (step != KB_STEP_NOTHING) continue;
        if (kb_over(kb_table_state(*t), NULL)) return talked;
        assert_true(kb_table_moves(*t, 0, list) > 0);
        assert_int_equal(kb_table_make(*t, &who, list[0].move), KB_OK);
    }
}

/* What a viewer is shown, and all events, as one text. */
static char *told(const kb_table *t, int viewer)
{
    char *at = malloc(16 * ROOM);
    void *copy = malloc(kb_table_copy_bytes(t));
    kb_text text = kb_text_in(at, 16 * ROOM);
    assert_int_equal(kb_table_put_view(t, viewer, &text), KB_OK);
    for (uint64_t after = 0, before = 1; before != after;) {
        before = after;
        assert_int_equal(kb_table_put_events(t, viewer, &after, UINT64_MAX, copy, &text), KB_OK);
    }
    free(copy);
    return at;
}

/* The events of a viewer, read in pieces of this size, are those read at once. */
static void check_pieces(const kb_table *t, int viewer, size_t bytes)
{
    char *all = malloc(16 * ROOM), *pieces = malloc(16 * ROOM);
    void *copy = malloc(kb_table_copy_bytes(t));
    kb_text whole = kb_text_in(all, 16 * ROOM);
    uint64_t last = 0, after = 0;
    size_t n = 0;
    assert_int_equal(kb_table_put_events(t, viewer, &last, UINT64_MAX, copy, &whole), KB_OK);
    assert_int_equal(last, kb_table_n_events(t, viewer));
    while (after < last) {
        kb_text piece = kb_text_in(pieces + n, bytes);
        uint64_t before = after;
        assert_int_equal(kb_table_put_events(t, viewer, &after, last, copy, &piece), KB_OK);
        assert_true(after > before && piece.n > 2 && piece.n < bytes);
        if (n) pieces[n] = ','; /* for its bracket */
        n += piece.n - 1;       /* without its other bracket */
    }
    pieces[n] = ']';
    pieces[n + 1] = '\0';
    assert_string_equal(pieces, all);
    kb_text tiny = kb_text_in(pieces, 20);
    after = 0;
    assert_int_equal(kb_table_put_events(t, viewer, &after, last, copy, &tiny), KB_E_NO_ROOM);
    assert_int_equal(after, 0);
    free(copy);
    free(pieces);
    free(all);
}

static void assert_same_told(const kb_table *a, const kb_table *b)
{
    for (int viewer = 0; viewer <= KB_SPECTATOR; viewer += viewer == 2 ? KB_SPECTATOR - 2 : 1) {
        char *of_a = told(a, viewer), *of_b = told(b, viewer);
        assert_string_equal(of_a, of_b);
        free(of_a);
        free(of_b);
    }
}

static kb_table *restored(const kb_table *t)
{
    static char entry[ROOM];
    table_bytes = kb_table_bytes(NULL, 0);
    kb_table *again = kb_table_in(malloc(table_bytes), table_bytes);
    for (uint64_t number = 1; number <= kb_table_n_entries(t); number++) {
        kb_text text = kb_text_in(entry, sizeof entry);
        assert_int_equal(kb_table_put_entry(t, number, &text), KB_OK);
        again = with_room(again, text.n);
        assert_int_equal(kb_table_add_entry(again, entry, text.n, NULL), KB_OK);
    }
    return again;
}

/* The record of a game at a table is read like any other, and ends in the same state. */
static void check_record(const kb_table *t)
{
    char *lines = malloc(ROOM);
    kb_record *record = kb_record_in(malloc(kb_record_bytes()), kb_record_bytes());
    size_t line = 0;
    do {
        kb_text text = kb_text_in(lines, ROOM);
        assert_int_equal(kb_table_put_record(t, KB_SPECTATOR, &line, &text), KB_OK);
        for (char *at = lines, *end; (end = strchr(at, '\n')); at = end + 1)
            assert_int_equal(kb_record_read(record, at, (size_t)(end - at), NULL, NULL), KB_OK);
    } while (line);
    assert_int_equal(kb_hash(kb_record_state(record)), kb_hash(kb_table_state(t)));
    free(record);
    free(lines);
}

static void test_tables_play_and_are_restored(void **unused)
{
    static const char *const games[] = {"intrige", "integralis", "incorporated"};
    int talked = 0;
    (void)unused;
    for (int i = 0; i < 3; i++) {
        const char *bot = i ? "random" : "greedy:honest", *more = i < 2 ? ",\"pace\":\"off\"" : "";
        kb_table *t = begun_table(games[i], more, true, bot, 5);
        kb_table *twin = begun_table(games[i], more, true, bot, 5);
        talked += play_table(&t, anna.now_ms);
        play_table(&twin, anna.now_ms);
        assert_same_told(t, twin);
        check_record(t);
        check_pieces(t, 0, 6000);
        check_pieces(t, KB_SPECTATOR, 3001);
        kb_table *again = restored(t);
        assert_same_told(t, again);
        free(again);
        free(twin);
        free(t);
    }
    assert_true(talked > 0); /* bots have negotiated */
}

/* Where promises bind, bots never choose a move that theirs forbid. */
static void test_bots_at_tables_keep_their_bonds(void **unused)
{
    int talked = 0;
    (void)unused;
    for (uint64_t seed = 0; seed < 2; seed++) {
        kb_table *t = begun_table("intrige", ",\"pace\":\"off\",\"options\":{\"promises\":\"bond\"}", true,
                                  "greedy:opportunist", seed);
        talked += play_table(&t, anna.now_ms);
        check_record(t);
        free(t);
    }
    assert_true(talked > 0);
}

static void test_a_table_can_be_moved(void **unused)
{
    kb_step step;
    (void)unused;
    kb_table *t = begun_table("intrige", ",\"pace\":\"off\"", false, "greedy", 7);
    for (uint64_t now_ms = anna.now_ms; !kb_over(kb_table_state(t), NULL); now_ms += 1000) {
        kb_table *moved = malloc(table_bytes);
        memcpy(moved, t, table_bytes);
        memset(t, 0xA5, table_bytes);
        free(t);
        t = with_room(moved, 8192);
        assert_int_equal(kb_table_step(t, now_ms, NULL, 0, &step), KB_OK);
    }
    check_record(t);
    free(t);
}

static void test_a_table_without_room_refuses(void **unused)
{
    static const char start[] = "{\"id\":\"1\",\"do\":\"bot\",\"seat\":\"red\",\"bot\":\"easy\"}";
    char answer[256];
    kb_text text = kb_text_in(answer, sizeof answer);
    kb_step step;
    (void)unused;
    assert_null(kb_table_in(NULL, ROOM));
    assert_null(kb_table_in(answer, sizeof answer));
    kb_table *t = new_table("{\"game\":\"intrige\",\"players\":3}", 0);
    kb_table_grow(t, 0); /* less than before is no growth */
    while (kb_table_bytes(t, sizeof start) <= table_bytes) {
        char say[64];
        snprintf(say, sizeof say, "{\"id\":\"%d\",\"do\":\"say\",\"say\":\"hello\"}", (int)kb_table_n_entries(t));
        text.n = 0;
        assert_int_equal(kb_table_request(t, &anna, say, strlen(say), &text), KB_OK);
    }
    uint64_t entries = kb_table_n_entries(t);
    text.n = 0;
    assert_int_equal(kb_table_request(t, &anna, start, strlen(start), &text), KB_E_NO_ROOM);
    assert_int_equal(kb_table_step(t, anna.now_ms, NULL, 0, &step), KB_E_NO_ROOM);
    assert_int_equal(kb_table_add_entry(t, "{}", 2, NULL), KB_E_NO_ROOM);
    assert_int_equal(kb_table_n_entries(t), entries);
    t = with_room(t, sizeof start);
    assert_int_equal(asks(&t, start), KB_OK);
    assert_int_equal(kb_table_n_entries(t), entries + 1);
    free(t);
}

static void test_tables_are_misused(void **unused)
{
    static char space[ROOM];
    char why[256];
    kb_text text = kb_text_in(space, sizeof space), reason = kb_text_in(why, sizeof why), tiny = kb_text_in(why, 8);
    kb_who nobody = {0, "Anna", 0}, nameless = {1, "", 0}, ben = {2, "Ben", 0};
    static kb_span list[KB_MOVES_MAX];
    kb_step step;
    size_t line = 0;
    uint64_t after = 0;
    (void)unused;
    kb_table *t = kb_table_in(malloc(ROOM), ROOM);
    table_bytes = ROOM;
    assert_int_equal(kb_table_request(t, &anna, "{}", 2, &text), KB_E_ARGUMENT); /* it has not begun */
    assert_int_equal(kb_table_step(t, 0, NULL, 0, &step), KB_E_ARGUMENT);
    assert_int_equal(kb_table_put_view(t, 0, &text), KB_E_ARGUMENT);
    assert_null(kb_table_state(t));
    assert_int_equal(kb_table_begin(t, &anna, "{\"game\":\"chess\"}", 16, &reason), KB_E_FORMAT);
    assert_non_null(strstr(why, "chess"));
    assert_int_equal(kb_table_begin(t, &nobody, "{}", 2, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_table_begin(t, &nameless, "{}", 2, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_table_begin(t, NULL, "{}", 2, NULL), KB_E_ARGUMENT);
    static const char intrige[] = "{\"game\":\"intrige\",\"players\":3}";
    assert_int_equal(kb_table_begin(t, &anna, intrige, strlen(intrige), NULL), KB_OK);
    assert_int_equal(kb_table_begin(t, &anna, intrige, strlen(intrige), NULL), KB_E_ARGUMENT); /* once */
    for (const char *const *bad = (const char *const[]){"", "{", "{\"id\":\"1\"}", "{\"id\":\"1\",\"do\":\"fly\"}",
                                                        "{\"id\":\"1\",\"do\":\"sit\"}", NULL};
         *bad; bad++)
        assert_int_equal(asks(&t, *bad), KB_E_REFUSED);
    assert_int_equal(asks(&t, "{\"id\":\"1\",\"do\":\"sit\",\"seat\":\"pink\"}"), KB_E_NO_SUCH_SEAT);
    assert_int_equal(kb_table_request(t, &anna, NULL, 0, &text), KB_E_ARGUMENT);
    assert_int_equal(kb_table_request(t, &anna, "{}", 2, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_table_request(NULL, &anna, "{}", 2, &text), KB_E_ARGUMENT);
    assert_int_equal(kb_table_make(t, &anna, (kb_move){0}), KB_E_ARGUMENT); /* before the start */
    free(t);

    t = begun_table("intrige", "", true, "random", 1);
    assert_int_equal(kb_table_make(t, &ben, (kb_move){0}), KB_E_NO_SUCH_SEAT);
    assert_int_not_equal(kb_table_make(t, &anna, (kb_move){.verb = 250}), KB_OK);
    while (!kb_table_step(t, anna.now_ms += 60000, NULL, 0, &step) && step) t = with_room(t, ROOM / 8);
    for (int i = 0; i < 3; i++) { /* the ids that moves get are no secret */
        char request[80];
        snprintf(request, sizeof request, "{\"id\":\"move %d\",\"do\":\"say\",\"say\":\"x\"}",
                 (int)kb_table_n_entries(t) + 3 - i);
        assert_int_equal(asks(&t, request), KB_OK);
    }
    uint64_t entries = kb_table_n_entries(t);
    assert_true(kb_table_moves(t, 0, list) > 0);
    assert_int_equal(kb_table_make(t, &anna, list[0].move), KB_OK);
    assert_true(kb_table_n_entries(t) > entries);
    for (int viewer = -1; viewer <= 8; viewer++) {
        bool is_there = (viewer >= 0 && viewer < 3) || viewer == KB_SPECTATOR;
        text.n = 0;
        assert_int_equal(kb_table_put_view(t, viewer, &text), is_there ? KB_OK : KB_E_ARGUMENT);
        assert_true(is_there || !kb_table_n_events(t, viewer));
        assert_int_equal(kb_table_put_events(t, viewer, &after, 5, NULL, &text), KB_E_ARGUMENT);
    }
    assert_int_equal(kb_table_put_view(t, 0, &tiny), KB_E_NO_ROOM);
    assert_int_equal(kb_table_put_record(t, 0, &line, &tiny), KB_E_NO_ROOM);
    assert_int_equal(kb_table_put_entry(t, 0, &text), KB_E_ARGUMENT);
    assert_int_equal(kb_table_put_entry(t, kb_table_n_entries(t) + 1, &text), KB_E_ARGUMENT);
    assert_int_equal(
        kb_table_moves(t, KB_SPECTATOR, list) + kb_table_moves(t, -1, list) + kb_table_moves(NULL, 0, list), 0);
    assert_int_equal(kb_table_step(t, 0, NULL, 0, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_table_add_entry(t, "{\"do\":\"start\"}", 14, &reason), KB_E_FORMAT);
    assert_int_equal(kb_table_step(t, 0, NULL, 0, &step), KB_E_ARGUMENT); /* its entries are not a table's any more */
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_play_and_are_restored), cmocka_unit_test(test_bots_at_tables_keep_their_bonds),
        cmocka_unit_test(test_a_table_can_be_moved),         cmocka_unit_test(test_a_table_without_room_refuses),
        cmocka_unit_test(test_tables_are_misused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
