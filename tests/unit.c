/* unit.c: parts of the core, one by one: text, JSON, records, luck; and a search for a planted secret. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
/* cmocka needs the headers above */
#include <cmocka.h>

#include "../core/purse.h"
#include "../core/rng.h"
#include "../engine/record.h"

/* --- text ---------------------------------------------------------------------------------------- */

static void test_text_is_bounded(void **unused)
{
    (void)unused;
    char buffer[8];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_put(&text, "abc");
    assert_false(text.cut);
    kb_putf(&text, "%s-%d", "defgh", 12);
    assert_true(text.cut);
    assert_string_equal(buffer, "abcdefg");
}

static void test_putf(void **unused)
{
    (void)unused;
    char buffer[128];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_putf(&text, "%d|%'d|%'d|%s|%.*s|%c|%lld|%%", -7, 1234567, 999, "red", 2, "green", 'x', 9000000000LL);
    assert_string_equal(buffer, "-7|1,234,567|999|red|gr|x|9000000000|%");
}

static void test_json_strings_are_escaped(void **unused)
{
    (void)unused;
    char buffer[64];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_put_json(&text, "a\"b\\c\n\x1b", 7);
    assert_string_equal(buffer, "\"a\\\"b\\\\c\\n\\u001b\"");
}

static void test_json_has_its_commas(void **unused)
{
    (void)unused;
    char buffer[256];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_putj(&text, "{by:%s, none:%s, sum:%d, secret:%d", "r\"d", kb_null, -7, KB_HIDDEN);
    kb_putj(&text, "n:%u, far:%lld, open:%i, shut:%i, list:[", 4000000000u, -9000000000LL, true, false);
    for (int i = 0; i < 2; i++) kb_putj(&text, "[%d, {}]", i);
    kb_putj(&text, "], task:<%d.%s>, empty:[], %s:null", 3, "x", "key");
    kb_putj(&text, "part:<");
    kb_put(&text, "a{");
    kb_putj(&text, ">, <%d>:1}\n{}\n", 50);
    assert_string_equal(buffer, "{\"by\":\"r\\\"d\",\"none\":null,\"sum\":-7,\"secret\":null,\"n\":4000000000,"
                                "\"far\":-9000000000,\"open\":true,\"shut\":false,\"list\":[[0,{}],[1,{}]],"
                                "\"task\":\"3.x\",\"empty\":[],\"key\":null,\"part\":\"a{\",\"50\":1}\n{}\n");
}

static void test_json_is_bounded(void **unused)
{
    (void)unused;
    char buffer[8];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_putj(&text, "{by:%s, n:[1, 2]}", "red");
    assert_true(text.cut);
    assert_string_equal(buffer, "{\"by\":\"");
}

static void test_amounts_have_one_form(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"", "01", "-1", "+1", "1.0", "1000000000", "1e3", " 1"};
    for (int i = 0; i < KB_COUNT(bad); i++) {
        kb_scan scan = kb_scan_over(bad[i], strlen(bad[i]));
        kb_scan_amount(&scan);
        assert_false(kb_scan_done(&scan));
    }
    kb_scan scan = kb_scan_over("32000", 5);
    assert_int_equal(kb_scan_amount(&scan), 32000);
    assert_true(kb_scan_done(&scan));
}

/* --- refusals ------------------------------------------------------------------------------------ */

static void test_every_game_has_refusals_of_its_own(void **unused)
{
    (void)unused;
    const kb_game *game;
    for (int i = 0; (game = kb_game_at(i)); i++) {
        assert_int_equal(game->refusals->first, (i + 1) * KB_REFUSALS_MAX);
        assert_in_range(game->refusals->n, 1, KB_REFUSALS_MAX);
        for (int k = 0; k < game->refusals->n; k++) {
            kb_error error = game->refusals->first + k;
            assert_in_range(error, KB_SHARED_ERRORS, KB_ERRORS - 1);
            assert_ptr_equal(kb_error_name(error), game->refusals->at[k].name);
            assert_ptr_equal(kb_error_sentence(error), game->refusals->at[k].sentence);
        }
        assert_string_equal(kb_error_name(game->refusals->first + game->refusals->n), "unknown");
    }
}

static void test_a_number_that_is_no_refusal(void **unused)
{
    (void)unused;
    static const kb_error bad[] = {-1, INT32_MIN, KB_SHARED_ERRORS, KB_ERRORS, INT32_MAX};
    for (int i = 0; i < KB_COUNT(bad); i++) {
        assert_string_equal(kb_error_name(bad[i]), "unknown");
        assert_string_equal(kb_error_sentence(bad[i]), "unknown error");
    }
    assert_string_equal(kb_error_name(KB_OK), "ok");
    assert_string_equal(kb_error_name(KB_E_OVER), "over");
}

/* --- JSON ---------------------------------------------------------------------------------------- */

static bool is_json(const char *text)
{
    kb_json json = kb_json_over(text, strlen(text), NULL);
    return kb_json_skip(&json, NULL) && kb_json_done(&json);
}

static void test_json_is_strict(void **unused)
{
    (void)unused;
    static const char *const good[] = {"{}",
                                       "[]",
                                       " [1, -2.5e+3 ,\"x\"] ",
                                       "{\"a\":{\"b\":[null,true,false]}}",
                                       "0",
                                       "\"\\ud83d\\ude00\"",
                                       "\"\xc3\xa9\"",
                                       "[[],{}]"};
    static const char *const bad[] = {"",
                                      "{",
                                      "[1,]",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "01",
                                      "1.",
                                      "-",
                                      "nul",
                                      "tru",
                                      "[1 2]",
                                      "{1:2}",
                                      "\"\x01\"",
                                      "\"\\x\"",
                                      "\"\\ud83d\"",
                                      "\"\\ude00\"",
                                      "\"\xc0\xaf\"",
                                      "\"\xed\xa0\x80\"",
                                      "\"\xff\"",
                                      "\"abc",
                                      "[1]]",
                                      "{}{}",
                                      "'a'",
                                      "+1",
                                      "NaN"};
    for (int i = 0; i < KB_COUNT(good); i++) assert_true(is_json(good[i]));
    for (int i = 0; i < KB_COUNT(bad); i++) assert_false(is_json(bad[i]));
}

static bool reads_as(const char *text, const char *expected)
{
    kb_word word = {"", 0};
    kb_json json = kb_json_over(text, strlen(text), NULL);
    return kb_json_word(&json, &word) && kb_json_done(&json) && word.n == strlen(expected) &&
           !memcmp(word.at, expected, word.n);
}

static void test_json_words(void **unused)
{
    (void)unused;
    assert_true(reads_as("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"));
    assert_true(reads_as("\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\"", "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
    assert_true(reads_as("\"A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"", "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
    char longest[KB_WORD_MAX + 4] = "\"";
    memset(longest + 1, 'x', KB_WORD_MAX + 1);
    longest[KB_WORD_MAX + 2] = '"';
    assert_false(reads_as(longest, "")); /* one byte too long */
    /* Not a valid string: incomplete escapes, half surrogate pairs, bad hexadecimal digits, overlong and invalid
     * UTF-8. */
    static const char *const bad[] = {"\"\\",
                                      "\"\\u",
                                      "\"\\u00g0\"",
                                      "\"\\u00G0\"",
                                      "\"\\u00:0\"",
                                      "\"\\u00@0\"",
                                      "\"\\u00`0\"",
                                      "\"\\ud83dx\"",
                                      "\"\\ud83d\\",
                                      "\"\\ud83d",
                                      "\"\\ud83d\\n\"",
                                      "\"\\ud83d\\u0041\"",
                                      "\"\\ud83d\\ue000\"",
                                      "\"\\ud83d\\u00\"",
                                      "\"\xc1\xbf\"",
                                      "\"\xe0\x9f\xbf\"",
                                      "\"\xf0\x8f\xbf\xbf\"",
                                      "\"\xf4\x90\x80\x80\"",
                                      "\"\xf5\x80\x80\x80\"",
                                      "\"\x80\"",
                                      "\"\xc3x\"",
                                      "\"\xe2\x82",
                                      "\"\x1f\""};
    for (int i = 0; i < KB_COUNT(bad); i++) assert_false(is_json(bad[i]));
}

static void test_json_texts(void **unused)
{
    (void)unused;
    static const struct {
        const char *json, *text;
    } cases[] = {{"\"\"", ""},
                 {" \"a\\\"b\\\\\\/\\n\\u00e9\xc3\xa9\" ", "a\"b\\/\n\xc3\xa9\xc3\xa9"},
                 {"\"12345678901\"", "12345678901"}};
    char buffer[12], reason[100];
    for (int i = 0; i < KB_COUNT(cases); i++) {
        kb_json json = kb_json_over(cases[i].json, strlen(cases[i].json), NULL);
        kb_text out = kb_text_in(buffer, sizeof buffer);
        assert_true(kb_json_text(&json, &out) && kb_json_done(&json));
        assert_string_equal(buffer, cases[i].text);
    }
    static const struct {
        const char *json, *why;
    } bad[] = {{"\"123456789012\"", "string longer than 11 bytes"},
               {"12", "column 1: expected a string but found '1'"},
               {"\"12", "expected the end of a string but the text ends"}};
    for (int i = 0; i < KB_COUNT(bad); i++) {
        kb_text why = kb_text_in(reason, sizeof reason), out = kb_text_in(buffer, sizeof buffer);
        kb_json json = kb_json_over(bad[i].json, strlen(bad[i].json), &why);
        assert_false(kb_json_text(&json, &out));
        assert_string_equal(reason, bad[i].why);
    }
}

static void test_json_is_written_compactly(void **unused)
{
    (void)unused;
    static const struct {
        const char *json, *compact;
    } cases[] = {{" { \"a\" : [ 1 , -2.50 , [ ] , { } ] , \"b\\/\" : null } ", "{\"a\":[1,-2.50,[],{}],\"b/\":null}"},
                 {"[[[]],[true ,false],\"x\"]", "[[[]],[true,false],\"x\"]"},
                 {"\"\\u0041\\u00e9\\ud83d\\ude00\"", "\"A\xc3\xa9\xf0\x9f\x98\x80\""},
                 {"\"\\u0022\\u005c\\u0008\\u000c\\u000a\\u000d\\u0009\\u001f\\u0000\x7f\"",
                  "\"\\\"\\\\\\b\\f\\n\\r\\t\\u001F\\u0000\x7f\""}};
    for (int i = 0; i < KB_COUNT(cases); i++) {
        char buffer[100], again[100];
        kb_text out = kb_text_in(buffer, sizeof buffer), twice = kb_text_in(again, sizeof again);
        kb_json json = kb_json_over(cases[i].json, strlen(cases[i].json), NULL);
        assert_true(kb_json_put_compact(&json, &out) && kb_json_done(&json) && !out.cut);
        assert_string_equal(buffer, cases[i].compact);
        json = kb_json_over(buffer, out.n, NULL);
        assert_true(kb_json_put_compact(&json, &twice));
        assert_string_equal(again, buffer);
    }
    char small[4];
    kb_text out = kb_text_in(small, sizeof small);
    kb_json json = kb_json_over("[1,2]", 5, NULL);
    assert_true(kb_json_put_compact(&json, &out) && out.cut);
    json = kb_json_over("[1,]", 4, NULL);
    assert_false(kb_json_put_compact(&json, &out));
}

static bool reads_int(const char *text, int64_t low, int64_t high, int64_t expected)
{
    int64_t value = 0;
    kb_json json = kb_json_over(text, strlen(text), NULL);
    return kb_json_int(&json, low, high, &value) && kb_json_done(&json) && value == expected;
}

static void test_json_numbers(void **unused)
{
    (void)unused;
    assert_true(reads_int(" \t\r\n-7 ", -7, 9, -7) && reads_int("9", -7, 9, 9) && reads_int("0", 0, 0, 0));
    assert_false(reads_int("-8", -7, 9, -8) || reads_int("10", -7, 9, 10));
    assert_false(reads_int("1.0", 0, 9, 1) || reads_int("1e0", 0, 9, 1) || reads_int("x", 0, 9, 0));
    assert_false(reads_int("123456789012345678", 0, INT64_MAX, 123456789012345678)); /* more than a double can hold */
    static const char *const good[] = {"1E5", "1e-5", "-0.5", "10.25e+12"}, *const bad[] = {"1e", "1e+", "1.e5", "-x",
                                                                                            "1.x"};
    for (int i = 0; i < KB_COUNT(good); i++) assert_true(is_json(good[i]));
    for (int i = 0; i < KB_COUNT(bad); i++) assert_false(is_json(bad[i]));
    bool value;
    kb_json json = kb_json_over("1", 1, NULL);
    assert_false(kb_json_bool(&json, &value));
    json = kb_json_over("nul", 3, NULL);
    assert_false(kb_json_null(&json));
}

static void test_json_depth_is_bounded(void **unused)
{
    (void)unused;
    static char deep[100000];
    memset(deep, '[', sizeof deep - 1);
    assert_false(is_json(deep));
}

static bool same(const char *a, const char *b)
{
    kb_slice x = {a, strlen(a)}, y = {b, strlen(b)};
    return kb_json_same(x, y);
}

static void test_json_same(void **unused)
{
    (void)unused;
    assert_true(same("{\"a\":1,\"b\":[1,2]}", "{ \"b\" : [ 1, 2 ], \"a\" : 1 }"));
    assert_true(same("\"a\"", "\"\\u0061\""));
    assert_false(same("{\"a\":1}", "{\"a\":1,\"b\":2}"));
    assert_false(same("{\"a\":1,\"b\":2}", "{\"a\":1}"));
    assert_false(same("[1,2]", "[2,1]"));
    assert_false(same("1", "\"1\""));
    assert_false(same("{}", "[]"));
}

static void test_json_find(void **unused)
{
    (void)unused;
    const char *text = "{\"a\":[{\"10\":5}],\"b\":null}";
    kb_slice whole = {text, strlen(text)}, found;
    assert_true(kb_json_find(whole, "a.0.10", &found));
    assert_memory_equal(found.at, "5", 1);
    assert_false(kb_json_find(whole, "a.1", &found));
    assert_false(kb_json_find(whole, "c", &found));
}

/* --- records ------------------------------------------------------------------------------------- */

static const char setup_line[] = "{\"kickback\":1,\"game\":\"intrige\",\"players\":3}";

/* Reads the lines and returns the result of the last; why gets its reason. */
static kb_reading read_lines(const char *const *lines, int n, bool whole, char *why_buffer, kb_replay *replay)
{
    kb_reading reading = KB_READ_BAD;
    kb_line line;
    memset(replay, 0, sizeof *replay);
    for (int i = 0; i < n; i++) {
        kb_text why = kb_text_in(why_buffer, KB_WHY_MAX);
        reading = kb_replay_line(replay, lines[i], strlen(lines[i]), i < n - 1 || whole, &line, NULL, &why);
        if (i < n - 1) assert_int_equal(reading, KB_READ);
    }
    return reading;
}

static void expect_bad(const char *const *lines, int n, const char *reason)
{
    kb_replay replay;
    char why[KB_WHY_MAX];
    assert_int_equal(read_lines(lines, n, true, why, &replay), KB_READ_BAD);
    if (!strstr(why, reason)) fail_msg("'%s' does not say '%s'", why, reason);
}

static void test_bad_setups_say_which(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"{\"kickback\":3,\"game\":\"intrige\",\"players\":3}", "expected a whole number from 1 to 2"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"options\":{\"defence\":\"must\"}}",
         "records of version 1 have no option 'defence'"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"options\":{\"promises\":\"word\"}}",
         "records of version 1 have no option 'promises'"},
        {"{\"kickback\":1,\"game\":\"integralis\",\"players\":3,\"options\":{\"markers\":\"must\"}}",
         "records of version 1 have no option 'markers'"},
        {"{\"kickback\":2,\"game\":\"integralis\",\"players\":3,\"options\":{\"markers\":\"maybe\"}}",
         "unknown value 'maybe', expected may or must"},
        {"{\"kickback\":1,\"game\":\"chess\",\"players\":3}",
         "unknown game 'chess'; choose intrige, integralis or incorporated"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":6}", "from 3 to 5 but found 6 players"},
        {"{\"kickback\":1,\"game\":\"intrige\"}", "kickback, game and players"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"edition\":\"2020\"}", "unknown edition '2020'"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"options\":{\"tea\":\"yes\"}}", "no option 'tea'"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"options\":{\"deals\":\"maybe\"}}",
         "unknown value 'maybe'"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"options\":{\"bribes\":\"sealed\",\"money\":\"open\"}}",
         "money=hidden"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"options\":{\"bribes\":\"sealed\",\"deals\":\"loose\"}}",
         "bribes=open"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"colour\":1}", "unknown key 'colour'"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3,\"game\":\"intrige\"}", "duplicate key 'game'"},
        {"not json", "column 1: expected an object but found 'n'"},
    };
    for (int i = 0; i < KB_COUNT(cases); i++) expect_bad(&cases[i][0], 1, cases[i][1]);
}

/* A setup filled in by a caller, not read from a record. */
static void test_a_setup_is_checked(void **unused)
{
    (void)unused;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_setup setup;
    kb_setup_default(&setup, kb_game_named("intrige"));
    assert_int_equal(kb_setup_check(&setup, &why), KB_OK);
    for (int seats = 2; seats <= 6; seats += 4) {
        setup.seats = (uint8_t)seats;
        why = kb_text_in(reason, sizeof reason);
        assert_int_equal(kb_setup_check(&setup, &why), KB_E_SETUP);
        assert_non_null(strstr(reason, "intrige is for 3 to 5 seats, not "));
    }
}

static void test_a_position_names_its_setup(void **unused)
{
    (void)unused;
    static const char text[] = "{\"game\":\"intrige\",\"players\":3}";
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_state state;
    assert_int_equal(kb_position_parse(text, sizeof text - 1, &state, &why), KB_E_FORMAT);
    assert_string_equal(reason, "a position needs the keys game, options and players");
}

/* Reads a first line and writes it again. */
static void expect_setup(const char *line, int version, const char *written, const char *options)
{
    kb_replay replay;
    char why[KB_WHY_MAX], text[KB_POSITION_MAX];
    kb_text out = kb_text_in(text, sizeof text);
    assert_int_equal(read_lines(&line, 1, true, why, &replay), KB_READ);
    assert_int_equal(replay.version, version);
    kb_put_setup_line(&replay.state.setup, replay.version, &out);
    assert_string_equal(text, written);
    out = kb_text_in(text, sizeof text);
    kb_position_json(&replay.state, &out);
    const char *found = strstr(text, "\"options\":{");
    if (!found || strncmp(found + 10, options, strlen(options)) != 0) fail_msg("'%s' has not %s", text, options);
}

/* A record keeps its version. A position still names every option, with the value that version meant. */
static void test_versions_of_records(void **unused)
{
    (void)unused;
    expect_setup("{\"kickback\":1,\"game\":\"integralis\",\"players\":2}", 1,
                 "{\"kickback\":1,\"game\":\"integralis\",\"options\":{\"meeting\":\"all\",\"money\":\"open\"},"
                 "\"players\":2}\n",
                 "{\"meeting\":\"all\",\"money\":\"open\",\"markers\":\"must\",\"promises\":\"word\"}");
    expect_setup("{\"kickback\":2,\"game\":\"integralis\",\"players\":2}", 2,
                 "{\"kickback\":2,\"game\":\"integralis\",\"options\":{\"meeting\":\"all\",\"money\":\"open\","
                 "\"markers\":\"may\",\"promises\":\"word\"},\"players\":2}\n",
                 "{\"meeting\":\"all\",\"money\":\"open\",\"markers\":\"may\",\"promises\":\"word\"}");
    expect_setup("{\"kickback\":1,\"game\":\"incorporated\",\"players\":3,\"options\":{\"finish\":\"reach\"}}", 1,
                 "{\"kickback\":1,\"game\":\"incorporated\",\"options\":{\"finish\":\"reach\"},\"players\":3}\n",
                 "{\"finish\":\"reach\",\"promises\":\"word\"}");
    expect_setup("{\"kickback\":2,\"game\":\"incorporated\",\"players\":3,\"options\":{\"promises\":\"bond\"}}", 2,
                 "{\"kickback\":2,\"game\":\"incorporated\",\"options\":{\"finish\":\"above\",\"promises\":\"bond\"},"
                 "\"players\":3}\n",
                 "{\"finish\":\"above\",\"promises\":\"bond\"}");
    expect_setup("{\"kickback\":1,\"game\":\"intrige\",\"players\":3}", 1,
                 "{\"kickback\":1,\"game\":\"intrige\",\"edition\":\"mayfair2005\",\"options\":{\"bribes\":\"open\","
                 "\"refund\":\"no\",\"deals\":\"none\",\"money\":\"hidden\"},\"players\":3}\n",
                 "{\"bribes\":\"open\",\"refund\":\"no\",\"deals\":\"none\",\"money\":\"hidden\","
                 "\"defence\":\"must\",\"promises\":\"word\"}");
}

/* An array with the maximum number of values is read to its end and no further. */
static void test_option_of_many_values(void **unused)
{
    (void)unused;
    const kb_option four = {.values = {"a", "b", "c", "d"}};
    kb_option full = {.values = {"a", "b", "c", "d"}};
    full.values[KB_VALUES_MAX] = "e";
    assert_int_equal(kb_option_values(&four), 4);
    assert_int_equal(kb_option_values(&full), KB_VALUES_MAX + 1);
    for (int game = 0; kb_game_at(game); game++) {
        assert_true(kb_game_at(game)->n_options <= KB_OPTIONS_MAX);
        for (int i = 0; i < kb_game_at(game)->n_options; i++)
            assert_in_range(kb_option_values(&kb_game_at(game)->options[i]), 2, KB_VALUES_MAX);
    }
}

static void test_bad_lines_say_what_was_legal(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"{\"by\":\"red\",\"move\":\"start red\"}", "legal: chance (start green, start red, start yellow)"},
        {"{\"by\":\"chance\",\"move\":\"start blue\"}", "'start blue': that is not a move"},
        {"{\"by\":\"nobody\",\"move\":\"start red\"}", "unknown seat 'nobody'"},
        {"{\"by\":\"chance\",\"move\":\"start red\",\"say\":\"x\"}", "expected a move"},
        {"{\"by\":\"chance\",\"say\":\"x\"}", "unknown seat 'chance'"},
        {"{\"by\":\"red\",\"say\":5}", "must be a string"},
        {"{\"by\":\"red\",\"say\":\"x\",\"to\":[\"red\",\"red\"]}", "twice"},
        {"{\"meta\":5}", "expected a move"},
        {"{\"end\":{}}", "the game is not over"},
        {"{\"kickback\":1,\"game\":\"intrige\",\"players\":3}", "a second game starts here"},
        {"", "the text ends"},
    };
    for (int i = 0; i < KB_COUNT(cases); i++) {
        const char *const lines[] = {setup_line, cases[i][0]};
        expect_bad(lines, 2, cases[i][1]);
        expect_bad(lines, 2, "line 2:");
    }
}

static void test_a_cut_line_is_not_an_error(void **unused)
{
    (void)unused;
    static const char line[] = "{\"by\":\"chance\",\"move\":\"start r\xc3\xa9";
    for (size_t n = 1; n <= sizeof line - 1; n++) {
        char cut[sizeof line], why[KB_WHY_MAX];
        kb_replay replay;
        snprintf(cut, n + 1, "%s", line);
        const char *const lines[] = {setup_line, cut};
        assert_int_equal(read_lines(lines, 2, false, why, &replay), KB_READ_CUT);
        assert_int_equal(replay.moves, 0);
        assert_int_equal(read_lines(lines, 2, true, why, &replay), KB_READ_BAD);
    }
}

static void test_talk_meta_and_luck_change_nothing(void **unused)
{
    (void)unused;
    char why[KB_WHY_MAX];
    kb_replay with, without;
    const char *const talking[] = {
        setup_line, "{\"meta\":{\"red\":\"Ann\"},\"at\":5}", "{\"by\":\"chance\",\"move\":\"start red\",\"at\":9}",
        "{\"by\":\"green\",\"say\":\"h\\u00e9\",\"to\":[\"red\"]}", "{\"luck\":{\"seed\":[1,{\"a\":null}]}}"};
    const char *const silent[] = {setup_line, "{\"by\":\"chance\",\"move\":\"start red\"}"};
    assert_int_equal(read_lines(talking, 5, true, why, &with), KB_READ);
    assert_int_equal(read_lines(silent, 2, true, why, &without), KB_READ);
    assert_memory_equal(&with.state, &without.state, sizeof with.state);
    assert_int_equal(with.moves, 1);
}

/* --- limits of the library ------------------------------------------------------------------------- */

/* Every game's first list, into buffers that are too small for it: nothing is written past the end. */
static void test_a_list_stays_in_its_room(void **unused)
{
    (void)unused;
    for (int game = 0; kb_game_at(game); game++) {
        kb_setup setup;
        kb_state state;
        kb_span whole[KB_SPANS_MAX], list[8], untouched;
        memset(&untouched, 0xA5, sizeof untouched);
        kb_setup_default(&setup, game);
        assert_int_equal(kb_start(&state, &setup), KB_OK);
        int n = kb_legal(&state, KB_CHANCE, whole, KB_SPANS_MAX);
        assert_in_range(n, 2, KB_COUNT(list));
        for (int max = -1; max <= KB_COUNT(list); max++) {
            memset(list, 0xA5, sizeof list);
            assert_int_equal(kb_legal(&state, KB_CHANCE, list, max), n);
            for (int i = 0; i < KB_COUNT(list); i++)
                assert_memory_equal(&list[i], i < n && i < max ? &whole[i] : &untouched, sizeof untouched);
        }
    }
}

/* Numbers that are not seats have no moves, whatever their lowest bits are. */
static void test_no_such_seat(void **unused)
{
    (void)unused;
    static const int seats[] = {-1, KB_SEATS_MAX, KB_SPECTATOR, 32, 32 + KB_CHANCE, 64 + KB_CHANCE, 256 + KB_CHANCE};
    for (int game = 0; kb_game_at(game); game++) {
        kb_setup setup;
        kb_state state, before;
        kb_span list[KB_SPANS_MAX];
        kb_setup_default(&setup, game);
        assert_int_equal(kb_start(&state, &setup), KB_OK);
        assert_true(kb_legal(&state, KB_CHANCE, list, KB_SPANS_MAX) > 0);
        kb_move move = list[0].move;
        before = state;
        for (int i = 0; i < KB_COUNT(seats); i++) {
            assert_int_equal(kb_legal(&state, seats[i], list, KB_SPANS_MAX), 0);
            assert_int_equal(kb_check(&state, seats[i], move), KB_E_NO_SUCH_SEAT);
            assert_int_equal(kb_apply(&state, seats[i], move, NULL), KB_E_NO_SUCH_SEAT);
            assert_memory_equal(&state, &before, sizeof state);
        }
        assert_string_equal(kb_seat_name(&setup, -1), "nobody");
        assert_string_equal(kb_seat_name(&setup, 38), "nobody");
        assert_string_equal(kb_seat_name(&setup, KB_CHANCE), "chance");
    }
}

static void test_no_such_game(void **unused)
{
    (void)unused;
    static const int games[] = {-1, 3, 99, 255};
    for (int i = 0; i < KB_COUNT(games); i++) {
        kb_setup setup;
        kb_state state;
        kb_setup_default(&setup, games[i]);
        assert_int_equal(kb_start(&state, &setup), KB_E_SETUP);
        assert_string_equal(kb_seat_name(&setup, 0), "nobody");
    }
    assert_int_equal(kb_game_named("chess"), -1);
}

/* --- luck and money ------------------------------------------------------------------------------ */

static void test_luck_is_even(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_from(7);
    int counts[6] = {0};
    for (int i = 0; i < 60000; i++) counts[kb_rng_below(&rng, 6)]++;
    for (int i = 0; i < 6; i++) assert_in_range(counts[i], 9500, 10500);
    assert_int_equal(kb_rng_below(&rng, 1), 0);
}

/* A range that does not divide 2^32: without rejection, every third number would come twice. */
static void test_luck_is_even_over_a_wide_range(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_seeded(7);
    int counts[3] = {0};
    for (int i = 0; i < 30000; i++) counts[kb_rng_under(&rng, 3u << 30) % 3]++;
    for (int i = 0; i < 3; i++) assert_in_range(counts[i], 9500, 10500);
}

static void test_luck_is_the_same_everywhere(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_from(0);
    uint64_t mixed = 0;
    for (int i = 0; i < 1000; i++) mixed = mixed * 31 + kb_rng_next(&rng);
    assert_true(mixed == 0x761A3CDDD28A504u);
}

static void test_runs_are_picked_by_value(void **unused)
{
    (void)unused;
    kb_span list[2] = {{{1, 0, 0, 0, 0}, 1, 1, 1}, {{2, 0, 0, 0, 1000}, 9, 1000, 1}};
    kb_rng rng = kb_rng_from(3);
    int single = 0;
    bool seen[10] = {false};
    for (int i = 0; i < 10000; i++) {
        kb_move move = kb_rng_move(&rng, list, 2);
        single += move.verb == 1;
        seen[move.amount / 1000] = true;
    }
    assert_in_range(single, 850, 1150);
    for (int i = 0; i < 10; i++) assert_true(seen[i]);
}

static void test_money_only_moves(void **unused)
{
    (void)unused;
    kb_purse purse = {{0}};
    kb_pay(&purse, KB_BANK, 0, 5000);
    kb_pay(&purse, 0, 1, 2000);
    assert_int_equal(purse.of[0], 3000);
    assert_int_equal(purse.of[1], 2000);
    assert_int_equal(kb_purse_total(&purse), 0);
}

/* --- secrets ------------------------------------------------------------------------------------- */

static void apply(kb_state *state, int seat, const char *text, kb_events *events)
{
    kb_move move;
    assert_int_equal(kb_move_parse(state, text, strlen(text), &move), KB_OK);
    assert_int_equal(kb_apply(state, seat, move, events), KB_OK);
}

/* Whether the seat is shown the secret anywhere in the state or in the last events. */
static bool is_shown(const kb_state *state, const kb_events *events, int seat, const char *secret)
{
    static char buffer[1 << 16];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_state view;
    kb_redact(state, seat, &view);
    kb_position_json(&view, &text);
    kb_game_of(state)->write_picture(&view, seat, &text);
    for (int i = 0; i < events->n; i++)
        if (events->at[i].seen_by >> seat & 1) kb_event_text(state, &events->at[i], &text);
    assert_false(text.cut);
    return strstr(buffer, secret) != NULL;
}

static void expect_secret(const kb_state *state, const kb_events *events, uint32_t insiders)
{
    static const char *const secret[] = {"7000", "7,000"};
    for (int seat = 0; seat <= KB_SPECTATOR; seat++) {
        if (seat >= state->setup.seats && seat != KB_SPECTATOR) continue;
        bool shown = is_shown(state, events, seat, secret[0]) || is_shown(state, events, seat, secret[1]);
        assert_int_equal(shown, insiders >> seat & 1);
    }
}

/* Red seals 7,000 for a priest: an amount that nobody else has or pays and no post brings. */
static void test_a_sealed_bribe_stays_between_two(void **unused)
{
    (void)unused;
    enum { RED, YELLOW, GREEN };
    kb_setup setup;
    kb_state state;
    kb_events events;
    kb_setup_default(&setup, kb_game_named("intrige"));
    setup.option[0] = 1; /* bribes=sealed */
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    apply(&state, KB_CHANCE, "start red", &events);
    apply(&state, RED, "send clerk yellow", &events);
    apply(&state, RED, "send priest green", &events);
    apply(&state, RED, "bribe 2000", &events);
    apply(&state, YELLOW, "place red.clerk 1000", &events);
    apply(&state, YELLOW, "send priest green", &events);
    apply(&state, YELLOW, "send doctor red", &events);
    assert_int_equal(kb_actors(&state), 1u << RED | 1u << YELLOW);
    apply(&state, RED, "bribe 7000", &events);
    expect_secret(&state, &events, 1u << RED);
    apply(&state, YELLOW, "bribe 3000", &events);
    expect_secret(&state, &events, 1u << RED | 1u << GREEN);
    apply(&state, GREEN, "hire red.priest 3000", &events);
    expect_secret(&state, &events, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_bounded),
        cmocka_unit_test(test_putf),
        cmocka_unit_test(test_json_strings_are_escaped),
        cmocka_unit_test(test_json_has_its_commas),
        cmocka_unit_test(test_json_is_bounded),
        cmocka_unit_test(test_amounts_have_one_form),
        cmocka_unit_test(test_every_game_has_refusals_of_its_own),
        cmocka_unit_test(test_a_number_that_is_no_refusal),
        cmocka_unit_test(test_json_is_strict),
        cmocka_unit_test(test_json_words),
        cmocka_unit_test(test_json_texts),
        cmocka_unit_test(test_json_is_written_compactly),
        cmocka_unit_test(test_json_numbers),
        cmocka_unit_test(test_json_depth_is_bounded),
        cmocka_unit_test(test_json_same),
        cmocka_unit_test(test_json_find),
        cmocka_unit_test(test_bad_setups_say_which),
        cmocka_unit_test(test_a_setup_is_checked),
        cmocka_unit_test(test_a_position_names_its_setup),
        cmocka_unit_test(test_versions_of_records),
        cmocka_unit_test(test_option_of_many_values),
        cmocka_unit_test(test_a_list_stays_in_its_room),
        cmocka_unit_test(test_no_such_seat),
        cmocka_unit_test(test_no_such_game),
        cmocka_unit_test(test_bad_lines_say_what_was_legal),
        cmocka_unit_test(test_a_cut_line_is_not_an_error),
        cmocka_unit_test(test_talk_meta_and_luck_change_nothing),
        cmocka_unit_test(test_luck_is_even),
        cmocka_unit_test(test_luck_is_even_over_a_wide_range),
        cmocka_unit_test(test_luck_is_the_same_everywhere),
        cmocka_unit_test(test_runs_are_picked_by_value),
        cmocka_unit_test(test_money_only_moves),
        cmocka_unit_test(test_a_sealed_bribe_stays_between_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
