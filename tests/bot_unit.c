/* bot_unit.c: what bots guarantee, one property at a time: bounded memory, bounded time, kept promises, grudges, and
 * guesses about hands from the moves that were played. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
/* cmocka needs the headers above */
#include <cmocka.h>

#include "../bots/bargain.h"
#include "../bots/cast.h"
#include "../bots/intrige/liking.h"
#include "../bots/intrige/tally.h"
#include "../bots/negotiate.h"
#include "../bots/policy.h"
#include "../bots/trust.h"
#include "../core/rng.h"
#include "../engine/games.h"
#include "../engine/record.h"
#include "../games/incorporated/state.h"
#include "../games/intrige/state.h"
#include "../games/intrige/tables.h"
#include "setups.h"

#define GAME(g) extern const bot_policy g##_policy;
#include "../games/games.def"
#undef GAME

enum { RED, YELLOW, GREEN, BLUE };

static bot seated(const char *kind, int seat, uint64_t seed)
{
    char words[KB_WHY_MAX];
    kb_text why = kb_text_in(words, sizeof words);
    bot_spec spec;
    bot b;
    assert_true(bot_read(kind, &spec, &why));
    bot_sit(&b, &spec, seat, seed);
    return b;
}

static kb_move decision(bot *b, const kb_state *state, const bot_room *room)
{
    kb_state view;
    kb_redact(state, b->seat, &view);
    kb_move move = bot_decide(b, &view, room);
    assert_int_equal(kb_check(state, b->seat, move), KB_OK);
    return move;
}

static void tell(bot *at, const kb_state *state, const kb_events *events)
{
    for (int seat = 0; seat < state->setup.seats; seat++) {
        kb_state view;
        kb_redact(state, seat, &view);
        for (int i = 0; i < events->n; i++)
            if (events->at[i].seen_by & 1u << seat) bot_watch(&at[seat], &view, &events->at[i]);
    }
}

/* Draws for chance and asks the bots for all other moves. Returns whether the game goes on. */
static bool step(bot *at, kb_state *state, kb_rng *luck, const bot_room *room, kb_events *events)
{
    kb_move move;
    int seat;
    if (kb_over(state, NULL)) return false;
    kb_pick(state, luck, &seat, &move);
    if (seat != KB_CHANCE) move = decision(&at[seat], state, room);
    assert_int_equal(kb_apply(state, seat, move, events), KB_OK);
    tell(at, state, events);
    return true;
}

/* --- memory --------------------------------------------------------------------------------------- */

enum { GUARD = 256, GUARD_BYTE = 0xA5, ROOM_MAX = 4096, SEARCHES = 12, SIMULATIONS_SMALL = 200 };

/* Searches in a block of this size stay inside it and find a legal move. */
static void search_in(int game, size_t bytes)
{
    static _Alignas(16) unsigned char memory[GUARD + ROOM_MAX + GUARD];
    bot_room room = {bytes ? memory + GUARD : NULL, bytes, NULL, NULL};
    bot at[KB_SEATS_MAX];
    kb_setup setup;
    kb_state state;
    kb_events events;
    kb_rng luck = kb_rng_seeded(bytes);
    kb_setup_default(&setup, game);
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    at[0] = seated("search:200", 0, bytes);
    for (int seat = 1; seat < setup.seats; seat++) at[seat] = seated("greedy", seat, bytes + (uint64_t)seat);
    memset(memory, GUARD_BYTE, sizeof memory);
    while (at[0].simulations < SEARCHES * SIMULATIONS_SMALL && step(at, &state, &luck, &room, &events)) continue;
    for (size_t i = 0; i < sizeof memory; i++)
        if (i < GUARD || i >= GUARD + bytes) assert_int_equal(memory[i], GUARD_BYTE);
}

static void test_search_with_little_memory(void **unused)
{
    (void)unused;
    /* Includes sizes around the minimum, and odd ones. */
    static const size_t sizes[] = {0, 1, 63, 1000, 1024, 1535, 1536, 1537, 1599, 2000, 3001, 4095, 4096};
    for (int game = 0; kb_game_at(game); game++)
        for (int i = 0; i < KB_COUNT(sizes); i++) search_in(game, sizes[i]);
}

/* --- time ------------------------------------------------------------------------------------------- */

/* Reports that time is up after this many calls. */
typedef struct clock_face {
    int asked, late_at;
    uint32_t milliseconds;
} clock_face;

static bool is_late(void *clock, uint32_t milliseconds)
{
    clock_face *face = clock;
    face->milliseconds = milliseconds;
    return ++face->asked >= face->late_at;
}

static void start_game(int game, kb_state *state)
{
    kb_setup setup;
    kb_events events;
    kb_rng luck = kb_rng_seeded(1);
    bot at[KB_SEATS_MAX];
    kb_setup_default(&setup, game);
    assert_int_equal(kb_start(state, &setup), KB_OK);
    for (int seat = 0; seat < setup.seats; seat++) at[seat] = seated("greedy", seat, (uint64_t)seat);
    kb_span list[KB_SPANS_MAX];
    for (int moves = 0; moves < 8 || kb_actors(state) & 1u << KB_CHANCE ||
                        kb_legal(state, kb_lowest_bit(kb_actors(state)), list, KB_SPANS_MAX) < 2;
         moves++)
        assert_true(step(at, state, &luck, NULL, &events));
}

static uint64_t simulations_until(int game, const char *kind, int late_at, uint32_t milliseconds)
{
    static _Alignas(16) unsigned char memory[1 << 20];
    clock_face face = {0, late_at, 0};
    bot_room room = {memory, sizeof memory, is_late, &face};
    kb_state state;
    start_game(game, &state);
    bot b = seated(kind, kb_lowest_bit(kb_actors(&state)), 1);
    decision(&b, &state, &room);
    assert_int_equal(face.milliseconds, milliseconds);
    assert_int_equal(face.asked, milliseconds ? late_at : 0);
    return b.simulations;
}

static void test_search_ends_when_it_is_late(void **unused)
{
    (void)unused;
    for (int game = 0; kb_game_at(game); game++) {
        /* It checks the clock again after a fixed number of simulations. */
        uint64_t first = simulations_until(game, "search:500ms", 2, 500);
        uint64_t each = simulations_until(game, "search:500ms", 3, 500) - first;
        assert_true(first >= 1 && each >= 1 && each <= 16);
        assert_int_equal(simulations_until(game, "search:20ms:grudge", 20, 20), first + 18 * each);
        assert_int_equal(simulations_until(game, "search:30", 1, 0), 30);
    }
}

/* --- words ------------------------------------------------------------------------------------------ */

/* Counts the deals made in games with loose promises, and the ones each seat broke. */
static void count_deals(const char *kind, const kb_setup *setup, uint64_t seed, int *made, int broken[KB_SEATS_MAX])
{
    static _Alignas(16) unsigned char memory[1 << 20];
    static const char *const others[] = {"greedy", "greedy:opportunist", "greedy:grudge", "easy:opportunist"};
    bot_room room = {memory, sizeof memory, NULL, NULL};
    kb_rng luck = kb_rng_seeded(seed);
    bot at[KB_SEATS_MAX];
    kb_state state;
    kb_events events;
    assert_int_equal(kb_start(&state, setup), KB_OK);
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *other = others[(seed + (uint64_t)seat) % KB_COUNT(others)];
        at[seat] = seated(seat < 2 ? kind : other, seat, seed * KB_SEATS_MAX + (uint64_t)seat);
    }
    while (step(at, &state, &luck, &room, &events))
        for (int i = 0; i < events.n; i++) {
            *made += events.at[i].kind == INTRIGE_DEAL_KEPT && events.at[i].seat < 2;
            if (events.at[i].kind == INTRIGE_DEAL_BROKEN) broken[events.at[i].seat]++;
        }
}

/* Options after the first four do not affect deals. Trying their values would only take longer. */
static bool has_more_options(const kb_setup *setup)
{
    for (int i = INTRIGE_DEFENCE; i < KB_OPTIONS_MAX; i++)
        if (setup->option[i]) return true;
    return false;
}

/* Every edition, number of seats and way to bribe, with loose deals. */
static void keep_word(const char *kind, uint64_t games)
{
    kb_setup setup;
    int made = 0, others = 0;
    kb_setup_default(&setup, kb_game_named("intrige"));
    do {
        kb_state state;
        if (setup.option[INTRIGE_DEALS] != INTRIGE_DEALS_LOOSE || has_more_options(&setup)) continue;
        if (kb_start(&state, &setup)) continue;
        for (uint64_t seed = 0; seed < games; seed++) {
            int broken[KB_SEATS_MAX] = {0};
            count_deals(kind, &setup, seed, &made, broken);
            if (broken[0] + broken[1])
                print_error("%s, edition %d, %d seats, seed %d\n", kind, setup.edition, setup.seats, (int)seed);
            assert_int_equal(broken[0] + broken[1], 0);
            for (int seat = 2; seat < setup.seats; seat++) others += broken[seat];
        }
    } while (next_setup(&setup));
    assert_true(made > 0 && others > 0); /* otherwise nothing was tested */
}

static void test_honest_greedy_keeps_its_word(void **unused)
{
    (void)unused;
    keep_word("greedy:honest", 40);
}

static void test_honest_search_keeps_its_word(void **unused)
{
    (void)unused;
    keep_word("search:40:honest", 2);
}

/* The last offer made for a scholar. Paying the bribe ends the bargaining about him. */
typedef struct last_offer {
    uint8_t scholar, post;
    int32_t amount;
} last_offer;

/* Nobody demands more than the other has, or offers less than before. Counts the counter-offers. */
static void judge_terms(const intrige_state *before, const kb_event *e, last_offer *last, int *counters)
{
    int32_t cash = before->purse.of[intrige_seat(e->a)];
    int32_t least = intrige_box_of(before)->step; /* the bank pays this for a seat without cash */
    if (e->kind == INTRIGE_PAYS) last->amount = 0;
    if (e->kind == INTRIGE_COUNTERS) {
        ++*counters;
        assert_true(e->amount <= (cash > least ? cash : least));
    }
    if (e->kind != INTRIGE_OFFERS) return;
    assert_true(last->scholar != e->a || last->post != e->b || e->amount >= last->amount);
    *last = (last_offer){e->a, e->b, e->amount};
}

static void bargain(const kb_setup *setup, const char *const *kinds, int n_kinds, uint64_t seed, int *counters)
{
    static _Alignas(16) unsigned char memory[1 << 20];
    bot_room room = {memory, sizeof memory, NULL, NULL};
    kb_rng luck = kb_rng_seeded(seed);
    last_offer last = {0};
    bot at[KB_SEATS_MAX];
    kb_state state, before;
    kb_events events;
    assert_int_equal(kb_start(&state, setup), KB_OK);
    for (int seat = 0; seat < setup->seats; seat++)
        at[seat] = seated(kinds[(seed + (uint64_t)seat) % (uint64_t)n_kinds], seat,
                          seed * KB_SEATS_MAX + (uint64_t)seat);
    for (before = state; step(at, &state, &luck, &room, &events); before = state)
        for (int i = 0; i < events.n; i++) judge_terms((const intrige_state *)&before, &events.at[i], &last, counters);
}

/* In every edition, with loose and with binding deals. */
static int bargain_everywhere(const char *const *kinds, int n_kinds, uint64_t games)
{
    kb_setup setup;
    int counters = 0;
    kb_setup_default(&setup, kb_game_named("intrige"));
    do {
        kb_state state;
        if (!setup.option[INTRIGE_DEALS] || has_more_options(&setup) || kb_start(&state, &setup)) continue;
        for (uint64_t seed = 0; seed < games; seed++) bargain(&setup, kinds, n_kinds, seed, &counters);
    } while (next_setup(&setup));
    return counters;
}

static void test_bargains_make_sense(void **unused)
{
    (void)unused;
    static const char *const quick[] = {"greedy", "greedy:honest", "greedy:opportunist", "greedy:grudge",
                                        "easy:grudge"};
    static const char *const slow[] = {"search:30", "search:30:grudge", "search:30:opportunist"};
    assert_true(bargain_everywhere(quick, KB_COUNT(quick), 10) > 3000);
    assert_true(bargain_everywhere(slow, KB_COUNT(slow), 1) > 300);
}

/* A pact by which yellow gives one of red's relatives a post. */
static bot_bargain bargain_for(const kb_setup *setup, int term, const char *relative, int post)
{
    bot_idea idea = {.with = 0, .n = 1, .promise = {{.seat = 1, .term = (uint8_t)term}}};
    bot_terms terms;
    snprintf(idea.promise[0].deed, sizeof idea.promise[0].deed, "give red.%s %d", relative, post);
    assert_true(bot_read_idea(setup, &idea, &terms));
    return bot_bargain_of(&terms, 1, 3, 1);
}

static void test_only_what_was_refused_is_refused(void **unused)
{
    (void)unused;
    static const char *const relatives[] = {"scientist", "doctor", "priest", "clerk", "*"};
    static const int posts[] = {1000, 3000, 6000, 10000};
    kb_setup setup;
    kb_setup_default(&setup, kb_game_named("intrige"));
    bot b = seated("greedy", 1, 1);
    bot_bargain refused = bargain_for(&setup, 0, relatives[0], posts[0]);
    refused.refused = 1;
    bot_remember_bargain(&b, &refused);
    for (int i = 0; i < KB_TERMS * 20; i++) {
        bot_bargain other = bargain_for(&setup, i / 20, relatives[i % 5], posts[i / 5 % 4]);
        assert_int_equal(bot_was_refused(&b, &other, 1), i == 0);
    }
}

static void test_lines_name_no_sums(void **unused)
{
    (void)unused;
    for (int game = 0; kb_game_at(game); game++)
        for (int phrase = 1; phrase < BOT_PHRASES; phrase++)
            for (uint8_t voice = 0; voice < BOT_VOICES; voice++) {
                kb_setup setup;
                kb_setup_default(&setup, game);
                for (uint8_t seat = 0; seat < setup.seats; seat++) {
                    char words[256];
                    kb_text text = kb_text_in(words, sizeof words);
                    bot b = {.spec.voice = voice, .line = {(uint8_t)phrase, seat}};
                    bot_write_line(&b, &setup, &text);
                    assert_true(text.n > 0 && !text.cut);
                    assert_null(strpbrk(words, "0123456789%"));
                }
            }
}

/* --- the cast ---------------------------------------------------------------------------------------- */

static void test_people_are_bots(void **unused)
{
    (void)unused;
    uint32_t levels = 0, characters = 0, voices = 0;
    for (int i = 0; i < BOT_CAST; i++) {
        char level[40];
        snprintf(level, sizeof level, "%s:%s", bot_cast[i].level, bot_character_names[bot_cast[i].character]);
        bot person = seated(bot_cast[i].key, 0, 1), same = seated(level, 0, 1);
        assert_int_equal(person.spec.voice, bot_cast[i].voice);
        person.spec.voice = BOT_VOICE_PLAIN;
        assert_memory_equal(&person.spec, &same.spec, sizeof same.spec);
        levels |= 1u << (bot_cast[i].level[0] - 'a');
        characters |= 1u << bot_cast[i].character;
        voices |= 1u << bot_cast[i].voice;
        for (int k = 0; k < i; k++) assert_string_not_equal(bot_cast[i].name, bot_cast[k].name);
    }
    assert_true(BOT_CAST >= 12);
    assert_int_equal(__builtin_popcount(levels), 3);
    assert_int_equal(characters, (1u << BOT_CHARACTERS) - 1);
    assert_int_equal(__builtin_popcount(voices), BOT_VOICES - 1);
    char words[KB_WHY_MAX];
    kb_text why = kb_text_in(words, sizeof words);
    bot_spec spec;
    assert_false(bot_read("mara:honest", &spec, &why));
    assert_non_null(strstr(words, "mara"));
}

/* A sentence is not repeated before all others that fit have been used. */
static void test_voices_use_all_their_sentences(void **unused)
{
    (void)unused;
    for (int voice = 0; voice < BOT_VOICES; voice++)
        for (int phrase = 1; phrase < BOT_PHRASES; phrase++) {
            const char *first = bot_sentence(voice, phrase, 0);
            int n = 1;
            while (strcmp(bot_sentence(voice, phrase, n), first) != 0) n++;
            for (int i = 0; i < n; i++)
                for (int k = 0; k < i; k++)
                    assert_string_not_equal(bot_sentence(voice, phrase, i), bot_sentence(voice, phrase, k));
            assert_true(voice == BOT_VOICE_PLAIN ? n == 1 : n >= 2);
        }
    kb_setup setup;
    kb_setup_default(&setup, 0);
    bot b = seated("bruno", 0, 1);
    char said[2][100];
    for (int i = 0; i < 2; i++) {
        kb_text text = kb_text_in(said[i], sizeof said[i]);
        b.line = (bot_line){BOT_SAYS_BROKEN_WORD, 1};
        assert_true(bot_speak(&b, &setup, &text));
    }
    assert_string_not_equal(said[0], said[1]);
}

/* --- cheats ------------------------------------------------------------------------------------------ */

/* What became of the deals of a payer who pays only a share of what was agreed. */
typedef struct dealings {
    int deals;   /* for four steps or more */
    int granted; /* the post that was agreed, or a better one */
} dealings;

static const intrige_claim *claim_of(const intrige_state *s, uint8_t scholar)
{
    int i = 0;
    while (s->claim[i].scholar != scholar) i++;
    return &s->claim[i];
}

/* Offers a good price for the best post, agrees to any other price, and pays this share of it. */
static kb_move pay_share(const kb_state *state, bot *b, int percent)
{
    const intrige_state *s = (const intrige_state *)state;
    int32_t step = intrige_box_of(s)->step;
    kb_move move = kb_move_of(INTRIGE_DO_ACCEPT, 0, 0, 0, 0);
    if (s->step == INTRIGE_ANSWER && !kb_check(state, b->seat, move)) return move;
    if (s->step != INTRIGE_BRIBE) return decision(b, state, NULL);
    int claim = intrige_due_claim(s, b->seat);
    const intrige_claim *c = &s->claim[claim];
    int32_t most = intrige_bribes(s, claim).high;
    int post = intrige_posts_at_stake(s) ? intrige_best_post(s) : 0;
    move = kb_move_of(INTRIGE_DO_OFFER, 0, post, 0, intrige_worth(s, b->seat, post) * 2 / 5 / step * step);
    if (!c->deal && !kb_check(state, b->seat, move)) return move;
    int32_t amount = c->deal * percent / 100 / step * step;
    amount = amount < step ? step : amount > most ? most : amount;
    return kb_move_of(INTRIGE_DO_BRIBE, 0, 0, 0, amount);
}

static void deal_with(const char *kind, uint64_t seed, int percent, dealings *out)
{
    static _Alignas(16) unsigned char memory[1 << 18];
    bot_room room = {memory, sizeof memory, NULL, NULL};
    kb_rng luck = kb_rng_seeded(seed);
    bot at[KB_SEATS_MAX];
    kb_setup setup;
    kb_state state, before;
    kb_events events;
    kb_setup_default(&setup, kb_game_named("intrige"));
    setup.option[INTRIGE_DEALS] = INTRIGE_DEALS_LOOSE;
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    for (int seat = 0; seat < setup.seats; seat++) {
        at[seat] = seated(seat ? kind : "greedy", seat, seed * KB_SEATS_MAX + (uint64_t)seat);
        if (at[seat].spec.simulations) at[seat].spec.simulations = 30; /* enough for a character */
    }
    while (!kb_over(&state, NULL)) {
        int seat;
        kb_move move;
        kb_pick(&state, &luck, &seat, &move);
        if (seat == 0)
            move = pay_share(&state, &at[0], percent);
        else if (seat != KB_CHANCE)
            move = decision(&at[seat], &state, &room);
        before = state;
        assert_int_equal(kb_apply(&state, seat, move, &events), KB_OK);
        for (int i = 0; i < events.n; i++) {
            const kb_event *e = &events.at[i];
            bool given = e->kind == INTRIGE_GETS_POST || e->kind == INTRIGE_KEEPS_POST;
            if ((!given && e->kind != INTRIGE_BANISHED) || intrige_seat(e->a)) continue;
            const intrige_claim *c = claim_of((const intrige_state *)&before, e->a);
            if (c->deal < 4 * intrige_box_of((const intrige_state *)&before)->step) continue;
            out->deals++;
            out->granted += given && e->b >= c->post;
        }
        tell(at, &state, &events);
    }
}

/* Who pays a fifth of what was agreed seldom gets the post, and finds fewer who agree to anything again. */
static void test_cheating_does_not_pay(void **unused)
{
    (void)unused;
    /* The others of the cast differ from these only in how much they search. */
    static const char *const kinds[] = {"greedy", "hard", "otto", "nika", "pavel", "lucia", "bruno", "tomas"};
    for (int k = 0; k < KB_COUNT(kinds); k++) {
        dealings paid = {0}, cheated = {0};
        for (uint64_t seed = 0; seed < 8; seed++) {
            deal_with(kinds[k], seed, 100, &paid);
            deal_with(kinds[k], seed, 20, &cheated);
        }
        print_message("%s granted %d of %d deals that were paid for, and %d of %d that were not\n", kinds[k],
                      paid.granted, paid.deals, cheated.granted, cheated.deals);
        assert_true(paid.deals > 20 && cheated.deals > 5);
        assert_true(cheated.granted * 10 <= cheated.deals);
        assert_true(cheated.granted * paid.deals * 4 < paid.granted * cheated.deals);
        assert_true(cheated.deals * 2 < paid.deals);
    }
}

/* --- grudges ---------------------------------------------------------------------------------------- */

static void make(kb_state *state, bot *watcher, int seat, const char *words)
{
    kb_events events;
    kb_move move;
    kb_state view;
    assert_int_equal(kb_move_parse(state, words, strlen(words), &move), KB_OK);
    assert_int_equal(kb_apply(state, seat, move, &events), KB_OK);
    kb_redact(state, watcher->seat, &view);
    for (int i = 0; i < events.n; i++)
        if (events.at[i].seen_by & 1u << watcher->seat) bot_watch(watcher, &view, &events.at[i]);
}

/* Yellow gets red's doctor and 9000 for a promise. A round later yellow wants something from red. */
static kb_move answer_to_yellow(const char *kind, const char *yellow_places)
{
    kb_setup setup;
    kb_state state;
    bot red = seated(kind, RED, 5);
    kb_setup_default(&setup, kb_game_named("intrige"));
    setup.seats = 3;
    setup.option[INTRIGE_DEALS] = INTRIGE_DEALS_LOOSE;
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    make(&state, &red, KB_CHANCE, "start red");
    make(&state, &red, RED, "send doctor yellow");
    make(&state, &red, RED, "send clerk green");
    make(&state, &red, RED, "offer 10000 for 9000");
    make(&state, &red, YELLOW, "accept");
    make(&state, &red, RED, "bribe 9000");
    make(&state, &red, YELLOW, yellow_places);
    make(&state, &red, YELLOW, "send priest red");
    make(&state, &red, YELLOW, "send scientist green");
    make(&state, &red, RED, "bribe 1000");
    make(&state, &red, YELLOW, "bribe 1000");
    make(&state, &red, GREEN, "place red.clerk 1000");
    make(&state, &red, GREEN, "place yellow.scientist 3000");
    make(&state, &red, GREEN, "send doctor red");
    make(&state, &red, GREEN, "send doctor yellow");
    make(&state, &red, YELLOW, "offer 3000 for 20000");
    return decision(&red, &state, NULL);
}

/* What a landlord says to red, who pays 1000 instead of 8000 this many times. */
static int said_to_a_cheat(const char *kind, int times)
{
    kb_setup setup;
    kb_state state;
    bot yellow = seated(kind, YELLOW, 5);
    kb_setup_default(&setup, kb_game_named("intrige"));
    setup.seats = 3;
    setup.option[INTRIGE_DEALS] = INTRIGE_DEALS_LOOSE;
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    make(&state, &yellow, KB_CHANCE, "start red");
    make(&state, &yellow, RED, "send doctor yellow");
    make(&state, &yellow, RED, "send clerk yellow");
    for (int i = 0; i < 2; i++) {
        make(&state, &yellow, RED, "offer 10000 for 8000");
        make(&state, &yellow, YELLOW, "accept");
        make(&state, &yellow, RED, i < times ? "bribe 1000" : "bribe 8000");
    }
    make(&state, &yellow, YELLOW, "place red.doctor 1000");
    make(&state, &yellow, YELLOW, "place red.clerk 10000");
    return yellow.line.phrase;
}

static void test_an_honest_bot_forgives_once(void **unused)
{
    (void)unused;
    assert_int_equal(said_to_a_cheat("otto", 1), BOT_SAYS_FORGIVES);
    assert_int_equal(said_to_a_cheat("otto", 2), BOT_SAYS_BROKEN_WORD);
    assert_int_equal(said_to_a_cheat("mara", 1), BOT_SAYS_BROKEN_WORD);
}

static void test_a_grudge_remembers(void **unused)
{
    (void)unused;
    const char *kept = "place red.doctor 10000", *broken = "place red.doctor 1000";
    assert_int_equal(answer_to_yellow("greedy:grudge", kept).verb, INTRIGE_DO_ACCEPT);
    assert_int_equal(answer_to_yellow("greedy:grudge", broken).verb, INTRIGE_DO_REFUSE);
    assert_int_equal(answer_to_yellow("greedy", broken).verb, INTRIGE_DO_ACCEPT);
}

/* Red's and green's doctors apply to yellow. By a pact red pays 8000, and yellow gives red's the 3000 post. */
static void promise_post(kb_state *state, bot *yellow, kb_ledger *ledger)
{
    static const char promises[] =
        "[{\"seat\":\"red\",\"will\":\"pay 8000 for red.doctor at yellow\",\"term\":\"turn\"},"
        "{\"seat\":\"yellow\",\"will\":\"give red.doctor 3000\",\"term\":\"turn\"}]";
    static kb_promise made[KB_PACT_PROMISES_MAX];
    const kb_proposal pact = {1, RED, 1u << YELLOW, false, {promises, strlen(promises)}};
    char words[KB_WHY_MAX];
    kb_text why = kb_text_in(words, sizeof words);
    kb_setup setup;
    kb_setup_default(&setup, kb_game_named("intrige"));
    setup.seats = 3;
    assert_int_equal(kb_start(state, &setup), KB_OK);
    make(state, yellow, KB_CHANCE, "start green");
    make(state, yellow, GREEN, "send doctor yellow");
    make(state, yellow, GREEN, "send clerk red");
    make(state, yellow, GREEN, "bribe 1000");
    make(state, yellow, RED, "place green.clerk 1000");
    make(state, yellow, RED, "send doctor yellow");
    make(state, yellow, RED, "send clerk green");
    memset(ledger, 0, sizeof *ledger);
    assert_true(kb_ledger_propose(ledger, state, &pact, made, NULL, &why));
    assert_true(kb_ledger_accept(ledger, state, YELLOW, 1, NULL, &why));
}

/* Whether yellow gives red's doctor the promised post or a better one, after red has paid this and green 1000. */
static bool is_served(const char *kind, const char *red_pays)
{
    static _Alignas(16) unsigned char memory[1 << 18];
    static kb_ledger ledger;
    static kb_outcomes outcomes;
    const bot_room room = {memory, sizeof memory, NULL, NULL};
    kb_state state, before, view;
    kb_move move;
    bot yellow = seated(kind, YELLOW, 5);
    if (yellow.spec.simulations) yellow.spec.simulations = 30;
    promise_post(&state, &yellow, &ledger);
    while (!(kb_actors(&state) >> YELLOW & 1)) {
        int seat = kb_lowest_bit(kb_actors(&state));
        const char *bribe = seat == RED ? red_pays : "bribe 1000";
        before = state;
        assert_int_equal(kb_move_parse(&state, bribe, strlen(bribe), &move), KB_OK);
        make(&state, &yellow, seat, bribe);
        kb_ledger_move(&ledger, &before, seat, move, &state, &outcomes);
    }
    kb_redact(&state, YELLOW, &view);
    move = bot_decide_with(&yellow, &view, &ledger, &room);
    assert_int_equal(kb_check(&state, YELLOW, move), KB_OK);
    return intrige_seat(move.a) == RED && intrige_box_of((const intrige_state *)&state)->salary[move.b] >= 3000;
}

/* By a pact as by a deal: who pays too little does not get the post. */
static void test_a_pact_that_was_not_paid_is_not_kept(void **unused)
{
    static const char *const kinds[] = {"greedy",        "greedy:honest", "greedy:opportunist",
                                        "greedy:grudge", "hard",          "hard:honest"};
    (void)unused;
    for (int k = 0; k < KB_COUNT(kinds); k++) {
        assert_true(is_served(kinds[k], "bribe 8000"));
        assert_false(is_served(kinds[k], "bribe 7000"));
        assert_false(is_served(kinds[k], "bribe 2000"));
    }
}

/* What the bot wants to say after red has kept or broken a promise to it. */
static int said_of_promise(bot *yellow, kb_verdict what, bool is_secret)
{
    const kb_outcome outcome = {.pact = 1, .promise = 0, .seat = RED, .what = (uint8_t)what};
    bot_outcome(yellow, &outcome, RED, 1u << RED | 1u << YELLOW, is_secret);
    return yellow->line.phrase;
}

/* A bot with a character complains of a broken promise, if everybody knows of it, before it says anything else. */
static void test_a_broken_promise_is_complained_of(void **unused)
{
    (void)unused;
    bot yellow = seated("mara", YELLOW, 1);
    assert_int_equal(said_of_promise(&yellow, KB_KEPT, false), BOT_SILENT);
    assert_int_equal(said_of_promise(&yellow, KB_BROKEN, true), BOT_SILENT);
    assert_int_equal(said_of_promise(&yellow, KB_BROKEN, false), BOT_SAYS_BROKEN_WORD);
    assert_int_equal(yellow.line.about, RED);
    bot_mean_to_say(&yellow, (bot_line){BOT_SAYS_THANKS, GREEN});
    assert_int_equal(yellow.line.phrase, BOT_SAYS_BROKEN_WORD);
    bot_spoke(&yellow);
    assert_int_equal(said_of_promise(&yellow, KB_BROKEN, false), BOT_SILENT); /* it has just said that */
    yellow = seated("hard", YELLOW, 1);
    assert_int_equal(said_of_promise(&yellow, KB_BROKEN, false), BOT_SILENT);
}

/* --- allies ----------------------------------------------------------------------------------------- */

enum { ALLIED_GAMES = 60, SEEN = 50 /* percent */ };

/* Serves the partner: the best posts, the smallest bribes, and all relatives. Otherwise the bot's move. */
static kb_move serve(const kb_state *state, bot *b, int partner, const bot_room *room)
{
    const intrige_state *s = (const intrige_state *)state;
    kb_span list[KB_SPANS_MAX];
    int n = kb_legal(state, b->seat, list, KB_SPANS_MAX), best = -1;
    kb_move move = decision(b, state, room);
    for (int i = 0; i < n; i++) {
        kb_move m = list[i].move;
        bool gives = m.verb == INTRIGE_DO_PLACE || m.verb == INTRIGE_DO_HIRE || m.verb == INTRIGE_DO_SETTLE;
        bool serves = gives                       ? intrige_seat(m.a) == partner
                      : m.verb == INTRIGE_DO_SEND ? m.b == partner
                                                  : m.verb == INTRIGE_DO_BRIBE && s->turn == partner;
        if (!serves || m.b <= best) continue;
        best = m.b;
        move = m;
    }
    return move;
}

/* What yellow has seen at the end, in percent. Adds what yellow and blue earn in a round by then. */
static int ally_two(uint64_t seed, bool allied, int bribes, int32_t *earned)
{
    static _Alignas(16) unsigned char memory[1 << 18];
    const bot_room room = {memory, sizeof memory, NULL, NULL};
    kb_rng luck = kb_rng_seeded(seed);
    bot at[KB_SEATS_MAX];
    kb_setup setup;
    kb_state state;
    kb_events events;
    kb_setup_default(&setup, kb_game_named("intrige"));
    setup.option[INTRIGE_BRIBES] = (uint8_t)bribes;
    setup.seats = 4;
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    for (int seat = 0; seat < setup.seats; seat++)
        at[seat] = seated("greedy:opportunist", seat, seed * KB_SEATS_MAX + (uint64_t)seat);
    while (!kb_over(&state, NULL)) {
        int seat;
        kb_move move;
        kb_pick(&state, &luck, &seat, &move);
        if (allied && (seat == RED || seat == GREEN))
            move = serve(&state, &at[seat], RED + GREEN - seat, &room);
        else if (seat != KB_CHANCE)
            move = decision(&at[seat], &state, &room);
        assert_int_equal(kb_apply(&state, seat, move, &events), KB_OK);
        tell(at, &state, &events);
    }
    const intrige_state *s = (const intrige_state *)&state;
    *earned += s->salaries[YELLOW] + s->salaries[BLUE];
    return intrige_tally_of(&at[YELLOW].memory)->ally[RED][GREEN];
}

/* Two who serve each other are seen through, and the others join against them. Nobody else is suspected. */
static void test_allies_are_seen(void **unused)
{
    int seen = 0, suspected = 0, guessed = 0;
    int32_t joined = 0, usual = 0;
    (void)unused;
    for (uint64_t seed = 0; seed < ALLIED_GAMES; seed++) {
        seen += ally_two(seed, true, INTRIGE_OPEN, &joined) >= SEEN;
        suspected += ally_two(seed, false, INTRIGE_OPEN, &usual) >= SEEN;
        guessed += ally_two(seed, true, INTRIGE_SEALED, &(int32_t){0});
    }
    print_message("%d of %d allies seen, %d others suspected; against allies the others earn %d, else %d\n", seen,
                  ALLIED_GAMES, suspected, joined / ALLIED_GAMES, usual / ALLIED_GAMES);
    assert_true(seen * 4 >= ALLIED_GAMES * 3);
    assert_true(suspected * 10 <= ALLIED_GAMES);
    assert_int_equal(guessed, 0);           /* with sealed bribes nobody knows what was paid for */
    assert_true(joined / 88 > usual / 100); /* 91 %; 84 % if nobody joins */
}

/* --- clues ------------------------------------------------------------------------------------------ */

/* Everybody plays by the policy. Counts the moves that the true hands do not explain, and those that a random guess
 * does not. */
static void count_misfits(int n_seats, uint64_t seed, int *of_truth, int *of_guess)
{
    const bot_policy *policy = &incorporated_policy;
    bot at[KB_SEATS_MAX];
    kb_setup setup;
    kb_state state, view, guess;
    kb_events events;
    kb_rng luck = kb_rng_seeded(seed);
    kb_setup_default(&setup, kb_game_named("incorporated"));
    setup.seats = (uint8_t)n_seats;
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    for (int seat = 0; seat < n_seats; seat++) at[seat] = seated("greedy", seat, seed);
    do {
        uint32_t seats = kb_actors(&state) & ((1u << n_seats) - 1);
        if (!seats) continue;
        bot_clues clues;
        int seat = kb_lowest_bit(seats);
        kb_redact(&state, seat, &view);
        policy->infer(&view, seat, &clues);
        kb_sample(&view, &luck, &guess);
        *of_truth += policy->misfits(&state, &clues);
        *of_guess += policy->misfits(&guess, &clues);
    } while (step(at, &state, &luck, NULL, &events));
}

/* The policy sees only part of a hand here, which is not quite what it saw when it moved. It is sometimes wrong. */
static void test_clues_lead_to_the_truth(void **unused)
{
    (void)unused;
    for (int n_seats = 3; n_seats <= 4; n_seats++) {
        int of_truth = 0, of_guess = 0;
        for (uint64_t seed = 0; seed < 40; seed++) count_misfits(n_seats, seed, &of_truth, &of_guess);
        assert_true(of_guess > 1000);
        assert_true(of_truth * 10 < of_guess);
    }
}

/* A search reopens commitments: seats that have chosen are asked again, with the coins they had. */
static void test_fists_are_opened_for_a_search(void **unused)
{
    (void)unused;
    bot nobody = seated("greedy", 0, 0);
    kb_setup setup;
    kb_state state;
    kb_setup_default(&setup, kb_game_named("incorporated"));
    setup.seats = 3;
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    static const char *const luck[] = {"start suns",    "deal suns M5",   "deal suns M4",   "deal suns M3",
                                       "deal suns M2",  "deal moons S0",  "deal moons S1",  "deal moons S2",
                                       "deal moons S3", "deal crowns C0", "deal crowns C1", "deal crowns C2",
                                       "deal crowns C3"};
    for (size_t i = 0; i < sizeof luck / sizeof *luck; i++) make(&state, &nobody, KB_CHANCE, luck[i]);
    make(&state, &nobody, 0, "play M5");
    make(&state, &nobody, 1, "staff 0");
    uint32_t asked = kb_actors(&state);
    kb_state before = state;
    make(&state, &nobody, 0, "commit 3");
    make(&state, &nobody, 1, "commit 1+2");
    assert_int_not_equal(kb_actors(&state), asked);
    incorporated_policy.reopen(&state);
    assert_int_equal(kb_actors(&state), asked);
    assert_memory_equal(&state, &before, sizeof(incorporated_state));
}

/* --- styles --------------------------------------------------------------------------------------- */

enum { STYLE_GAMES = 30 };

/* How a style was recognised. */
typedef struct recognition {
    int at_the_end;        /* games that ended with this style as the likeliest */
    int took[STYLE_GAMES]; /* decisions of the seat until then, for good; of those games */
} recognition;

static int likeliest_style(const bot *b, int seat)
{
    int likeliest = 0;
    for (int i = 1; i <= intrige_policy.n_styles; i++)
        if (b->style[seat][i] > b->style[seat][likeliest]) likeliest = i;
    return likeliest;
}

static int decisions_of(int seat, const kb_state *before, const kb_events *events)
{
    int n = 0;
    kb_move made;
    for (int i = 0; i < events->n; i++)
        n += events->at[i].seat == seat && intrige_policy.decision(before, &events->at[i], &made);
    return n;
}

/* Plays games in which seat 1 plays this style and seat 0 watches. Style 0 is the policy. */
static recognition recognise(int style)
{
    recognition r = {0};
    for (int game = 0; game < STYLE_GAMES; game++) {
        char name[64] = "greedy";
        kb_setup setup;
        kb_state state, before;
        kb_events events;
        bot at[KB_SEATS_MAX];
        const bot_room none = {NULL, 0, NULL, NULL};
        kb_rng luck = kb_rng_seeded((uint64_t)game);
        if (style) snprintf(name, sizeof name, "style:%s", intrige_policy.styles[style - 1].name);
        kb_setup_default(&setup, kb_game_named("intrige"));
        setup.seats = 4;
        assert_int_equal(kb_start(&state, &setup), KB_OK);
        at[0] = seated("search", 0, 1);
        for (int seat = 1; seat < setup.seats; seat++)
            at[seat] = seated(seat == 1 ? name : "greedy", seat, (uint64_t)game);
        int decisions = 0, since = -1;
        for (before = state; step(at, &state, &luck, &none, &events); before = state) {
            decisions += decisions_of(1, &before, &events);
            if (likeliest_style(&at[0], 1) != style)
                since = -1;
            else if (since < 0)
                since = decisions;
        }
        if (since >= 0) r.took[r.at_the_end++] = since;
    }
    return r;
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void test_styles_are_recognised(void **unused)
{
    (void)unused;
    for (int style = 0; style <= intrige_policy.n_styles; style++) {
        recognition r = recognise(style);
        assert_true(r.at_the_end >= STYLE_GAMES / 2); /* a fickle style is hard to recognise */
        qsort(r.took, (size_t)r.at_the_end, sizeof *r.took, ascending);
        int half = r.took[r.at_the_end / 2];
        print_message("%-9s recognised in %d of %d games, half of them after %d decisions\n",
                      style ? intrige_policy.styles[style - 1].name : "greedy", r.at_the_end, STYLE_GAMES, half);
        assert_true(half <= 20);
    }
}

/* What seat 0 pays if it is sure that everybody else plays this style. */
static int32_t pays_among(const char *style, const kb_state *state)
{
    static _Alignas(16) unsigned char memory[1 << 20];
    bot_room room = {memory, sizeof memory, NULL, NULL};
    bot b = seated("search:600", 0, 1);
    int known = 1;
    while (strcmp(intrige_policy.styles[known - 1].name, style) != 0) known++;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) b.style[seat][known] = UINT16_MAX;
    b.style[0][0] = 1; /* mark it as having learned something */
    return decision(&b, state, &room).amount;
}

/* A search uses what it has learned: it pays more to a landlord who gives posts by payment than to one who ignores
 * it. */
static void test_search_goes_by_styles(void **unused)
{
    (void)unused;
    enum { POSITIONS = 12 };
    int n = 0, more = 0, less = 0;
    for (uint64_t seed = 0; n < POSITIONS; seed++) {
        kb_setup setup;
        kb_state state;
        kb_events events;
        kb_rng luck = kb_rng_seeded(seed);
        bot at[KB_SEATS_MAX];
        const intrige_state *s = (const intrige_state *)&state;
        kb_setup_default(&setup, 0);
        assert_int_equal(kb_start(&state, &setup), KB_OK);
        for (int seat = 0; seat < setup.seats; seat++) at[seat] = seated("greedy", seat, seed + (uint64_t)seat);
        while (!(s->step == INTRIGE_BRIBE && s->stage == INTRIGE_UNCONTESTED && kb_actors(&state) & 1) &&
               step(at, &state, &luck, NULL, &events))
            continue;
        if (kb_over(&state, NULL)) continue;
        int32_t to_fair = pays_among("fair", &state), to_leveller = pays_among("leveller", &state);
        more += to_fair > to_leveller;
        less += to_fair < to_leveller;
        n++;
    }
    assert_true(more >= POSITIONS / 2 && less <= 1);
}

/* Appraising changes no bot, gives the same twice, and tells a gift of everything from a small bribe. */
static void test_appraisal(void **unused)
{
    (void)unused;
    static _Alignas(16) unsigned char memory[1 << 20];
    const bot_room room = {memory, sizeof memory, NULL, NULL}, none = {NULL, 0, NULL, NULL};
    const kb_move start = {INTRIGE_DO_START, 0, 0, 0, 0};
    kb_setup setup;
    kb_state state, view;
    bot at[KB_SEATS_MAX], b = seated("search:200", 0, 1);
    bot before = b;
    kb_rng luck = kb_rng_seeded(1);
    kb_events events;
    kb_setup_default(&setup, 0);
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    assert_int_equal(kb_apply(&state, KB_CHANCE, start, NULL), KB_OK);
    for (int seat = 0; seat < setup.seats; seat++) at[seat] = seated("greedy", seat, (uint64_t)seat);
    const intrige_state *s = (const intrige_state *)&state;
    while (!(s->step == INTRIGE_BRIBE && kb_actors(&state) & 1)) assert_true(step(at, &state, &luck, NULL, &events));
    kb_redact(&state, 0, &view);
    const kb_move little = {INTRIGE_DO_BRIBE, 0, 0, 0, 1000}, all = {INTRIGE_DO_BRIBE, 0, 0, 0, 32000};
    bot_worth small = bot_appraise(&b, &view, little, &room), again = bot_appraise(&b, &view, little, &room);
    bot_worth large = bot_appraise(&b, &view, all, &room);
    assert_memory_equal(&b, &before, sizeof b);
    assert_memory_equal(&small, &again, sizeof small);
    assert_true(small.worth > large.worth && small.score > large.score);
    assert_int_equal(bot_appraise(&b, &view, little, &none).worth, 0);
}

static void test_styles_by_name(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {
        "style",           "style:",         "style:nobody",  "style:fair:20", "style:pays=",
        "style:pays=1000", "style:pays=20/", "style:fame=20", "style:pays=x",  "style:pays=20/safe=10"};
    char words[KB_WHY_MAX];
    bot_spec spec;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        kb_text why = kb_text_in(words, sizeof words);
        assert_false(bot_read(wrong[i], &spec, &why));
        assert_non_null(strstr(words, "fair, thrifty"));
    }
    bot b = seated("style:pays=20/envy=-5", 0, 1);
    assert_int_equal(b.spec.figures.at[0], 20);
    assert_int_equal(b.spec.figures.at[5], -5);
    assert_int_equal(b.spec.figures.at[1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_with_little_memory),
        cmocka_unit_test(test_search_ends_when_it_is_late),
        cmocka_unit_test(test_honest_greedy_keeps_its_word),
        cmocka_unit_test(test_honest_search_keeps_its_word),
        cmocka_unit_test(test_lines_name_no_sums),
        cmocka_unit_test(test_people_are_bots),
        cmocka_unit_test(test_voices_use_all_their_sentences),
        cmocka_unit_test(test_bargains_make_sense),
        cmocka_unit_test(test_only_what_was_refused_is_refused),
        cmocka_unit_test(test_cheating_does_not_pay),
        cmocka_unit_test(test_an_honest_bot_forgives_once),
        cmocka_unit_test(test_a_grudge_remembers),
        cmocka_unit_test(test_a_pact_that_was_not_paid_is_not_kept),
        cmocka_unit_test(test_a_broken_promise_is_complained_of),
        cmocka_unit_test(test_allies_are_seen),
        cmocka_unit_test(test_clues_lead_to_the_truth),
        cmocka_unit_test(test_fists_are_opened_for_a_search),
        cmocka_unit_test(test_styles_are_recognised),
        cmocka_unit_test(test_appraisal),
        cmocka_unit_test(test_styles_by_name),
        cmocka_unit_test(test_search_goes_by_styles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
