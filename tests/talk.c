/* talk.c: docs/talk.md, line by line: what bots understand of what people say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka wants the headers above first */
#include <cmocka.h>

#include "../bots/talk.h"
#include "../core/game.h"
#include "../engine/games.h"

static const char *page;

typedef struct scene {
    kb_state state;
    int speaker, listener;
} scene;

static void make(kb_state *state, const char *seat, const char *move)
{
    kb_move m;
    int who = -1;
    for (int s = 0; s < state->setup.seats; s++)
        if (!strcmp(kb_seat_name(&state->setup, s), seat)) who = s;
    if (who < 0) who = KB_CHANCE;
    assert_int_equal(kb_move_parse(state, move, strlen(move), &m), KB_OK);
    assert_int_equal(kb_apply(state, who, m, NULL), KB_OK);
}

static scene begin(const char *game)
{
    scene s = {.speaker = 0, .listener = 1};
    kb_setup setup;
    kb_setup_default(&setup, kb_game_named(game));
    setup.seats = 4;
    assert_int_equal(kb_start(&s.state, &setup), KB_OK);
    if (!strcmp(game, "intrige")) {
        make(&s.state, "chance", "start red");
        make(&s.state, "red", "send doctor yellow");
        make(&s.state, "red", "send clerk yellow");
    } else if (!strcmp(game, "integralis")) {
        s.listener = 3;
    }
    return s;
}

/* The promises as the page writes them: "red will pay >=5000 for red.clerk at yellow, turn; …". */
static void put_plain(const char *json, char *out, size_t size)
{
    size_t n = 0;
    const char *at = json;
    char seat[16], how[8], pattern[128], term[8];
    out[0] = 0;
    while ((at = strstr(at, "{\"seat\":"))) {
        int fields = sscanf(at, "{\"seat\":\"%15[^\"]\",\"%7[^\"]\":\"%127[^\"]\",\"term\":\"%7[^\"]\"}", seat, how,
                            pattern, term);
        assert_int_equal(fields, 4);
        n += (size_t)snprintf(out + n, size - n, "%s%s %s %s, %s", n ? "; " : "", seat, how, pattern, term);
        at++;
    }
}

/* A table's cell, without its bars and blanks; "\|" is a bar. */
static char *cell(char **at)
{
    char *from = *at, *to = from, *start;
    while (*from == ' ') from++;
    for (start = to; *from && *from != '|'; from++) {
        if (from[0] == '\\' && from[1] == '|') from++;
        *to++ = *from;
    }
    *at = *from ? from + 1 : from;
    while (to > start && to[-1] == ' ') to--;
    *to = 0;
    return start;
}

static void lines_of_the_page_are_understood(void **unused)
{
    (void)unused;
    char line[2000], heard[2000], plain[2000];
    int said = 0, wrong = 0;
    scene s = {0};
    FILE *file = fopen(page, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        char game[20];
        if (sscanf(line, "## %19[A-Za-z]", game) == 1) {
            game[0] = (char)(game[0] - 'A' + 'a');
            s = begin(game);
        }
        if (line[0] != '|' || !strncmp(line, "|---", 4) || strstr(line, "understood as")) continue;
        char *at = line + 1, *sentence = cell(&at), *wanted = cell(&at);
        kb_state view;
        kb_redact(&s.state, s.listener, &view);
        kb_text out = kb_text_in(heard, sizeof heard);
        bot_hearing hearing = bot_hear(&view, s.speaker, s.listener, sentence, strlen(sentence), &out);
        put_plain(heard, plain, sizeof plain);
        const char *found = hearing == BOT_HEARS_CHAT ? "–" : hearing == BOT_HEARS_RIDDLE ? "?" : plain;
        said++;
        if (!strcmp(found, wanted)) continue;
        wrong++;
        print_error("said:     %s\nexpected: %s\nfound:    %s (%s)\n\n", sentence, wanted, found, heard);
    }
    fclose(file);
    assert_true(said >= 35);
    assert_int_equal(wrong, 0);
}

/* Any bytes: no crash, and never a proposal that is not whole. */
static void noise_is_no_proposal(void **unused)
{
    (void)unused;
    static const char *const bits[] = {"12k",    " ",    "pay", "give",    ",",          "M3",    "if",
                                       "not",    "\xff", "ü",   ".",       "9999999999", "hugo",  "help",
                                       "commit", "the",  "my",  "green's", "2.3",        "leave", "|"};
    uint64_t x = 1;
    for (int game = 0; kb_game_at(game); game++) {
        scene s = begin(kb_game_at(game)->name);
        for (int i = 0; i < 20000; i++) {
            char line[600], heard[2000];
            size_t n = 0;
            for (int k = (int)(x >> 40) % 60; k >= 0; k--) {
                x = x * 6364136223846793005u + 1442695040888963407u;
                const char *bit = bits[(x >> 33) % (sizeof bits / sizeof *bits)];
                if (n < 500) n += (size_t)snprintf(line + n, sizeof line - n, "%s ", bit);
            }
            kb_text out = kb_text_in(heard, sizeof heard);
            if (bot_hear(&s.state, s.speaker, s.listener, line, n, &out) != BOT_HEARS_PROPOSAL) continue;
            assert_false(out.cut);
            assert_int_equal(heard[out.n - 1], ']');
            assert_non_null(strstr(heard, "\"term\""));
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_the_page_are_understood),
        cmocka_unit_test(noise_is_no_proposal),
    };
    page = argc > 1 ? argv[1] : "docs/talk.md";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
