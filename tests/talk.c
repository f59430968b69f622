/* talk.c: tests docs/talk.md line by line: what bots understand of what people say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the headers above */
#include <cmocka.h>

#include "../bots/reply.h"
#include "../bots/talk.h"
#include "../core/game.h"
#include "../core/rng.h"
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

/* A table cell without its bars and blanks; "\|" is a bar. */
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

/* Random bytes cause no crash, and never an incomplete proposal. */
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

/* A game after the deal: a player is to move. */
static scene begin_dealt(const char *game)
{
    scene s = begin(game);
    kb_rng rng = kb_rng_seeded(3);
    while (kb_actors(&s.state) >> KB_CHANCE & 1) {
        int seat;
        kb_move move;
        kb_pick(&s.state, &rng, &seat, &move);
        assert_int_equal(kb_apply(&s.state, seat, move, NULL), KB_OK);
    }
    return s;
}

/* A seat that is neither of the two. */
static int third_of(const scene *s)
{
    int seat = 0;
    while (seat == s->speaker || seat == s->listener) seat++;
    return seat;
}

/* Adds as many secret proposals of the speaker as possible, with somebody else, who accepts the first. */
static void add_secrets(const scene *s, kb_ledger *ledger)
{
    static const char *const deeds[] = {"send * *", "play illness *", "play M5"};
    static kb_promise made[KB_PROPOSALS_MAX + 1][KB_PACT_PROMISES_MAX];
    char promises[200], reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    for (int i = 0; i <= KB_PROPOSALS_MAX; i++) {
        snprintf(promises, sizeof promises, "[{\"seat\":\"%s\",\"wont\":\"%s\",\"term\":\"game\"}]",
                 kb_seat_name(&s->state.setup, s->speaker), deeds[s->state.setup.game]);
        kb_proposal given = {ledger->proposed + 1, s->speaker, 1u << third_of(s), true, {promises, strlen(promises)}};
        if (!kb_ledger_propose(ledger, &s->state, &given, made[i], NULL, &why)) fail_msg("%s", reason);
        if (!i) assert_true(kb_ledger_accept(ledger, &s->state, third_of(s), 1, NULL, &why));
    }
}

/* Pacts that a bot does not know of do not change its answer. */
static void secrets_of_others_change_no_answer(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *line;
    } lines[] = {{"intrige", "12k for the 1000 post?"},
                 {"intrige", "9k for the 3000 post?"},
                 {"intrige", "I will not send my doctor to you"},
                 {"integralis", "leave hugo alone"},
                 {"incorporated", "do not play M5"}};
    static kb_ledger with, without;
    int replies = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int secret = 0; secret < 2; secret++) {
            scene s = begin_dealt(lines[i].game);
            bot_spec spec;
            bot first, second;
            bot_reply one = {0}, other = {0};
            kb_state view;
            memset(&with, 0, sizeof with);
            memset(&without, 0, sizeof without);
            add_secrets(&s, &with);
            kb_redact(&s.state, s.listener, &view);
            assert_true(bot_read("greedy", &spec, NULL));
            bot_sit(&first, &spec, s.listener, 5);
            second = first;
            bot_spoken spoken = {s.speaker, secret, false, lines[i].line, strlen(lines[i].line)};
            bool says = bot_reply_to(&first, &view, &with, &spoken, &one);
            assert_int_equal(says, bot_reply_to(&second, &view, &without, &spoken, &other));
            assert_memory_equal(&one, &other, sizeof one);
            assert_memory_equal(&first, &second, sizeof first);
            if (says && one.kind == BOT_COUNTERS) assert_int_equal(one.counter.secret, secret);
            replies += says;
        }
    assert_true(replies >= 8);
}

/* A promise that asks for nothing in return is accepted. */
static void gifts_are_accepted(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *deed;
    } gifts[] = {{"intrige", "\"wont\":\"send * yellow\",\"term\":\"round\""},
                 {"integralis", "\"wont\":\"play coffee|byebye|mixup yellow.*\",\"term\":\"round\""},
                 {"incorporated", "\"will\":\"commit >=1 on M5\",\"term\":\"round\""},
                 {"incorporated", "\"wont\":\"manage * hinder on M5\",\"term\":\"round\""}};
    static kb_ledger ledger;
    kb_promise made[KB_PACT_PROMISES_MAX];
    for (size_t i = 0; i < sizeof gifts / sizeof *gifts; i++) {
        scene s = begin_dealt(gifts[i].game);
        char promises[200], reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        kb_state view;
        bot_spec spec;
        bot b;
        bot_reply reply;
        memset(&ledger, 0, sizeof ledger);
        snprintf(promises, sizeof promises, "[{\"seat\":\"%s\",%s}]", kb_seat_name(&s.state.setup, s.speaker),
                 gifts[i].deed);
        kb_proposal given = {1, s.speaker, 1u << 1, false, {promises, strlen(promises)}};
        if (!kb_ledger_propose(&ledger, &s.state, &given, made, NULL, &why)) fail_msg("%s", reason);
        kb_redact(&s.state, 1, &view);
        assert_true(bot_read("greedy", &spec, NULL));
        bot_sit(&b, &spec, 1, 5);
        assert_true(bot_answer(&b, &view, &ledger, 1, &reply));
        if (reply.kind != BOT_ACCEPTS) print_error("%s: %s: %s\n", gifts[i].game, gifts[i].deed, reply.reason);
        assert_int_equal(reply.kind, BOT_ACCEPTS);
    }
}

/* Finds the addressee of a line, at a table of three bots and red. It is yellow's turn, and red's scholars wait for
 * yellow. */
static void lines_find_whom_they_are_for(void **unused)
{
    (void)unused;
    scene s = begin("intrige");
    uint32_t yellow = 1u << s.listener, green = 1u << third_of(&s), both = yellow | green;
    const struct {
        const char *line;
        uint32_t to, listeners, for_mask;
    } lines[] = {{"9k for the 3000 post?", 0, both, yellow},
                 {"Green, 9k for the 3000 post?", 0, both, green},
                 {"9k for the 3000 post?", green, both, green},
                 {"9k for the 3000 post?", 0, green, green},
                 {"what a day", 0, both, 0},
                 {"do not send your doctor to me", 0, both, both}};
    kb_state view;
    kb_redact(&s.state, KB_SPECTATOR, &view);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(
            bot_addressed(&view, s.speaker, lines[i].to, lines[i].listeners, lines[i].line, strlen(lines[i].line)),
            lines[i].for_mask);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_the_page_are_understood),
        cmocka_unit_test(noise_is_no_proposal),
        cmocka_unit_test(secrets_of_others_change_no_answer),
        cmocka_unit_test(lines_find_whom_they_are_for),
        cmocka_unit_test(gifts_are_accepted),
    };
    page = argc > 1 ? argv[1] : "docs/talk.md";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
