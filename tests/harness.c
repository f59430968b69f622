/* harness.c: random games in every configuration of every game, with all invariants checked at every move. Knows no
 * game.
 *
 * usage: harness [--games N] [--seed S] [--only GAME] [--every N]
 * N games in all, spread over the configurations. A failure prints the configuration and the seed of its game; `harness
 * --only GAME` plays it again in the same order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"
#include "../engine/record.h"
#include "setups.h"

enum { MOVES_MAX = 20000, RECORD_MAX = 4 << 20, PROBES = 12, TRIPLES = 20000 };
enum { ALL_MOVES_ONCE_IN = 4096, NO_SEATS_ONCE_IN = 512 }; /* states */

/* The current game, for error messages. */
static struct {
    const char *config;
    uint64_t seed;
    int moves;
} now;

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "harness: %s: %s\n  in %s, game %llu, move %d\n", what, detail, now.config,
            (unsigned long long)now.seed, now.moves);
    exit(1);
}

#define MUST(condition, detail)                     \
    do {                                            \
        if (!(condition)) fail(#condition, detail); \
    } while (0)

static bool same_state(const kb_state *a, const kb_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static bool same_move(kb_move a, kb_move b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool in_span(kb_span span, kb_move move)
{
    kb_move first = span.move;
    int64_t over = (int64_t)move.amount - first.amount;
    move.amount = first.amount;
    return same_move(first, move) && over >= 0 && over % span.step == 0 && over / span.step < span.n;
}

static bool is_listed(const kb_span *list, int n, kb_move move)
{
    for (int i = 0; i < n; i++)
        if (in_span(list[i], move)) return true;
    return false;
}

/* --- moves -------------------------------------------------------------------------------------- */

static void check_text_of(const kb_state *state, kb_move move)
{
    char buffer[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_move again;
    kb_move_text(state, move, &text);
    MUST(!text.cut && text.n > 0, buffer);
    MUST(!kb_move_parse(state, buffer, text.n, &again), buffer);
    MUST(same_move(move, again), buffer);
}

/* The list has exactly the moves that check accepts, and a refused move changes nothing. Another check covers that
 * listed moves are accepted, so refused ones need not be looked up. */
static void check_probe(const kb_state *state, int seat, const kb_span *list, int n, kb_move move)
{
    kb_error error = kb_check(state, seat, move);
    if (error) return;
    MUST(is_listed(list, n, move), "check accepts what is not listed");
}

/* Check and the legal list agree about the move, and if it is refused, apply refuses it, too, and changes nothing. */
static void check_refusal(const kb_state *state, int seat, const kb_span *list, int n, kb_move move)
{
    kb_state copy = *state;
    kb_error error = kb_check(state, seat, move);
    MUST((error == KB_OK) == is_listed(list, n, move), "legal list and check disagree");
    if (!error) return;
    MUST(kb_apply(&copy, seat, move, NULL) == error, "apply and check refuse differently");
    MUST(same_state(&copy, state), "a refused move changed the state");
    MUST(kb_error_sentence(error)[0], "a refusal without a sentence");
}

/* Amounts just outside a run, off its step, and extreme ones. */
static int32_t odd_amount(kb_rng *rng, kb_span span)
{
    int32_t first = span.move.amount, last = kb_span_last(span);
    int32_t odd[] = {first - span.step,
                     first - 1,
                     first + 1,
                     last - 1,
                     last + 1,
                     last + span.step,
                     0,
                     1,
                     -1,
                     -first,
                     INT32_MIN,
                     INT32_MAX,
                     (int32_t)kb_rng_draw(rng),
                     (int32_t)kb_rng_under(rng, 200) * 500};
    return odd[kb_rng_under(rng, KB_COUNT(odd))];
}

static uint8_t any_byte(kb_rng *rng)
{
    return (uint8_t)kb_rng_under(rng, 256);
}

/* Any value, or one next to a listed value: limits are there. */
static uint8_t odd_byte(kb_rng *rng, uint8_t listed)
{
    uint32_t kind = kb_rng_under(rng, 4);
    return kind < 2 ? any_byte(rng) : (uint8_t)(listed + (kind == 2 ? 1 : -1));
}

/* A move that may or may not be legal: a listed one with one field changed, or random fields. */
static kb_move odd_move(kb_rng *rng, const kb_span *list, int n)
{
    kb_move move = kb_move_of((int)kb_rng_under(rng, 32), any_byte(rng), any_byte(rng), any_byte(rng),
                              (int32_t)kb_rng_under(rng, 60) * 500);
    if (n == 0 || kb_rng_under(rng, 8) == 0) return move;
    kb_span span = list[kb_rng_under(rng, (uint32_t)n)];
    kb_span other = list[kb_rng_under(rng, (uint32_t)n)];
    kb_move listed = span.move;
    switch (kb_rng_under(rng, 7)) {
    case 0: listed.verb = any_byte(rng); break;
    case 1: listed.a = odd_byte(rng, other.move.a); break;
    case 2: listed.b = odd_byte(rng, other.move.b); break;
    case 3: listed.c = odd_byte(rng, other.move.c); break;
    case 4: listed.b = other.move.b; break;
    case 5: listed.c = other.move.c; break;
    default: listed.amount = odd_amount(rng, span); break;
    }
    return listed;
}

/* Tries every value of each field of a listed move, one field at a time. */
static void check_fields(const kb_state *state, int seat, const kb_span *list, int n, kb_span span, kb_rng *rng)
{
    for (int value = 0; value < 256; value++) {
        kb_move move[] = {span.move, span.move, span.move, span.move};
        move[0].verb = move[1].a = move[2].b = move[3].c = (uint8_t)value;
        for (int i = 0; i < KB_COUNT(move); i++) check_probe(state, seat, list, n, move[i]);
    }
    for (int i = 0; i < 40; i++) {
        kb_move move = span.move;
        move.amount = odd_amount(rng, span);
        check_refusal(state, seat, list, n, move);
    }
}

/* Tries every pair of values of the first two fields, with the rest as listed. */
static void check_pairs(const kb_state *state, int seat, const kb_span *list, int n, kb_move listed)
{
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            kb_move move = listed;
            move.a = (uint8_t)a;
            move.b = (uint8_t)b;
            check_probe(state, seat, list, n, move);
        }
}

/* Changes three fields at once, to listed values and a few others. */
static void check_triples(const kb_state *state, int seat, const kb_span *list, int n, kb_rng *rng)
{
    for (int i = 0; i < TRIPLES; i++) {
        kb_move move = list[kb_rng_under(rng, (uint32_t)n)].move;
        move.a = (uint8_t)(list[kb_rng_under(rng, (uint32_t)n)].move.a + kb_rng_under(rng, 3) - 1);
        move.b = (uint8_t)(list[kb_rng_under(rng, (uint32_t)n)].move.b + kb_rng_under(rng, 3) - 1);
        move.c = (uint8_t)(list[kb_rng_under(rng, (uint32_t)n)].move.c + kb_rng_under(rng, 3) - 1);
        check_probe(state, seat, list, n, move);
    }
}

/* Tries every verb with small fields and every listed amount, to find legal moves that are not listed. */
static void check_verbs(const kb_state *state, int seat, const kb_span *list, int n)
{
    for (int verb = 0; verb < 64; verb++)
        for (int a = 0; a < 64; a++)
            for (int b = 0; b < 8; b++) {
                check_probe(state, seat, list, n, kb_move_of(verb, a, b, 0, 0));
                for (int i = n - 1; i >= 0 && list[i].n > 1; i--)
                    check_probe(state, seat, list, n, kb_move_of(verb, a, b, 0, list[i].move.amount));
            }
}

/* Run rarely, because it is slow. */
static void check_all_moves(const kb_state *state, int seat, const kb_span *list, int n, kb_rng *rng)
{
    uint64_t seen[4] = {0};
    for (int i = 0; i < n; i++) {
        kb_move move = list[i].move;
        if (i < 64) check_fields(state, seat, list, n, list[i], rng);
        if (!(seen[move.verb / 64] >> move.verb % 64 & 1)) check_pairs(state, seat, list, n, move);
        seen[move.verb / 64] |= (uint64_t)1 << move.verb % 64;
    }
    check_triples(state, seat, list, n, rng);
    check_verbs(state, seat, list, n);
}

/* Numbers that are not seats, although some of their bits match a seat's. */
static void check_no_seats(const kb_state *state, const kb_span *list, int n)
{
    static const int none[] = {-1,  -2,  7,   8,   30,  31,      32,          33,      34,        37,       38,
                               39,  63,  64,  65,  128, 255,     256,         257,     -32,       -31,      -256,
                               262, 294, 512, 513, 518, 1 << 16, 1 << 16 | 1, 1 << 30, INT32_MAX, INT32_MIN};
    for (int k = 0; k < KB_COUNT(none); k++) {
        kb_span unused[KB_SPANS_MAX];
        kb_state copy = *state;
        MUST(kb_legal(state, none[k], unused, KB_SPANS_MAX) == 0, "moves for a seat that is none");
        for (int i = 0; i < n; i++) {
            MUST(kb_check(state, none[k], list[i].move), "a seat that is none may move");
            MUST(kb_apply(&copy, none[k], list[i].move, NULL) && same_state(&copy, state), "a seat that is none moved");
        }
    }
}

static void check_list(const kb_state *state, int seat, kb_rng *rng)
{
    kb_span list[KB_SPANS_MAX];
    int n = kb_legal(state, seat, list, KB_SPANS_MAX);
    bool acts = kb_actors(state) >> seat & 1;
    int probes = acts ? PROBES : 1;
    MUST(acts == (n > 0), "an actor has moves, and only an actor");
    for (int i = 0; i < n; i++) {
        kb_move last = list[i].move;
        last.amount = kb_span_last(list[i]);
        MUST(i == 0 || list[i].n > 1 || list[i - 1].n == 1, "runs stand behind single moves");
        MUST(list[i].weight > 0 && list[i].step > 0, "a weight and a step");
        MUST(!is_listed(list, i, list[i].move), "a move is listed twice");
        MUST(!kb_check(state, seat, list[i].move) && !kb_check(state, seat, last), "a listed move is legal");
        check_text_of(state, list[i].move);
        check_text_of(state, last);
    }
    for (int i = 0; i < probes; i++) check_refusal(state, seat, list, n, odd_move(rng, list, n));
    if (!acts) return;
    if (kb_rng_under(rng, ALL_MOVES_ONCE_IN) == 0) check_all_moves(state, seat, list, n, rng);
    if (kb_rng_under(rng, NO_SEATS_ONCE_IN) == 0) check_no_seats(state, list, n);
}

/* --- positions and views ------------------------------------------------------------------------ */

/* A position reads back to the same bytes. So the text is complete, and the reader's checks (money and pieces are
 * conserved, and more) accept every position that occurs. */
static void check_position(const kb_state *state)
{
    static char buffer[KB_POSITION_MAX];
    char reason[KB_WHY_MAX];
    kb_text json = kb_text_in(buffer, sizeof buffer), why = kb_text_in(reason, sizeof reason);
    kb_state again;
    kb_position_json(state, &json);
    MUST(!json.cut, "a position does not fit");
    MUST(!kb_position_parse(buffer, json.n, &again, &why), reason);
    MUST(same_state(state, &again), buffer);
}

static void check_same_choices(const kb_state *state, const kb_state *view, int seat)
{
    kb_span whole[KB_SPANS_MAX], seen[KB_SPANS_MAX];
    int n = kb_legal(state, seat, whole, KB_SPANS_MAX);
    MUST(kb_legal(view, seat, seen, KB_SPANS_MAX) == n, "a seat's view shows other moves than the state");
    MUST(memcmp(whole, seen, (size_t)n * sizeof whole[0]) == 0, "a seat's view shows other moves than the state");
}

/* A view that is read back shows the same, leaves the seat the same moves, and gives worlds that match it. */
static void check_view_again(const kb_state *view, int seat, const char *json, size_t n, kb_rng *rng)
{
    static char buffer[KB_POSITION_MAX], reason[KB_WHY_MAX];
    kb_text written = kb_text_in(buffer, sizeof buffer), why = kb_text_in(reason, sizeof reason);
    kb_state read, world, again;
    MUST(!kb_view_parse(json, n, &read, &why), reason);
    kb_position_json(&read, &written);
    MUST(written.n == n && !memcmp(buffer, json, n), "a view read back shows something else");
    if (seat < view->setup.seats) check_same_choices(&read, view, seat);
    kb_sample(&read, rng, &world);
    kb_redact(&world, seat, &again);
    MUST(same_state(&read, &again), "a world of a view that was read looks different");
}

/* Front ends get a game's facts about a view, not about a state. */
static void check_facts(const kb_state *view)
{
    static char buffer[1 << 16];
    kb_text json = kb_text_in(buffer, sizeof buffer);
    const kb_game *game = kb_game_of(view);
    if (!game->write_facts) return;
    kb_put(&json, "{");
    game->write_facts(view, &json);
    kb_put(&json, "}");
    kb_json reader = kb_json_over(buffer, json.n, NULL);
    MUST(!json.cut && kb_json_skip(&reader, NULL) && kb_json_done(&reader), "facts are not sound JSON");
}

/* Two states that differ only in what a seat may not know have the same redacted bytes. */
static void check_view(const kb_state *state, int seat, kb_rng *rng)
{
    static char buffer[KB_POSITION_MAX];
    kb_state view, again, world;
    kb_redact(state, seat, &view);
    kb_redact(&view, seat, &again);
    MUST(same_state(&view, &again), "a redacted state redacts to itself");
    kb_sample(&view, rng, &world);
    kb_redact(&world, seat, &again);
    MUST(same_state(&view, &again), "a sampled world looks different to its seat");
    check_position(&world);
    if (seat < state->setup.seats) check_same_choices(state, &view, seat);

    kb_text json = kb_text_in(buffer, sizeof buffer);
    kb_position_json(&view, &json);
    kb_json reader = kb_json_over(buffer, json.n, NULL);
    MUST(!json.cut && kb_json_skip(&reader, NULL) && kb_json_done(&reader), "a view is not sound JSON");
    if (now.moves % 4 == 0) {
        check_view_again(&view, seat, buffer, json.n, rng);
        check_facts(&view);
    }
}

/* The picture fits this width. UTF-8 continuation bytes take no column. */
static void check_width(const kb_state *view, int seat, int width)
{
    static char buffer[1 << 15];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    int column = 0;
    text.width = width;
    kb_game_of(view)->write_picture(view, seat, &text);
    for (size_t i = 0; i < text.n; i++) {
        if (buffer[i] == '\n') column = -1;
        column += (buffer[i] & 0xC0) != 0x80;
        MUST(column <= width, "a picture is wider than it may be");
    }
}

static void check_words(const kb_state *state, const kb_events *events, int seat)
{
    static char buffer[1 << 15];
    const kb_game *game = kb_game_of(state);
    for (int i = 0; i < events->n; i++) {
        kb_text text = kb_text_in(buffer, sizeof buffer);
        kb_event_text(state, &events->at[i], &text);
        MUST(text.n > 0 && events->at[i].seen_by, "an event says nothing, or to nobody");
        char reason[KB_WHY_MAX];
        kb_text data = kb_text_in(buffer, sizeof buffer), why = kb_text_in(reason, sizeof reason);
        kb_event_json(state, &events->at[i], &data);
        kb_json json = kb_json_over(buffer, data.n, &why);
        MUST(kb_json_skip(&json, NULL) && kb_json_done(&json), "an event is no JSON");
    }
    kb_state view;
    kb_redact(state, seat, &view);
    kb_text text = kb_text_in(buffer, sizeof buffer);
    text.colour = true;
    game->write_picture(&view, seat, &text);
    size_t drawn = text.n;
    bool acts = seat < state->setup.seats && kb_actors(state) >> seat & 1;
    if (acts) game->write_question(&view, seat, &text);
    MUST(!text.cut && drawn > 0, "the picture does not fit");
    check_width(&view, seat, 60);
    MUST(!acts || text.n > drawn, "a seat is asked nothing");
}

/* --- games -------------------------------------------------------------------------------------- */

/* Picks by single moves as `kickback random` does, or by list entries, which makes rare single moves (accept!)
 * common. */
static void pick(const kb_state *state, kb_rng *rng, bool by_entry, int *seat, kb_move *move)
{
    kb_pick(state, rng, seat, move);
    if (!by_entry || *seat == KB_CHANCE) return;
    kb_span list[KB_SPANS_MAX];
    int n = kb_legal(state, *seat, list, KB_SPANS_MAX);
    kb_span span = list[kb_rng_under(rng, (uint32_t)n)];
    *move = span.move;
    move->amount += (int32_t)(kb_rng_under(rng, span.n) * span.step);
}

static void check_everything(const kb_state *state, const kb_events *events, kb_rng *rng)
{
    MUST((kb_actors(state) == 0) == kb_over(state, NULL), "the game goes on exactly while somebody owes a move");
    for (int seat = 0; seat <= KB_CHANCE; seat++) check_list(state, seat, rng);
    check_position(state);
    /* Checks each move from the view of one seat, in turn. */
    int eyes = now.moves % (state->setup.seats + 1);
    if (eyes == state->setup.seats) eyes = KB_SPECTATOR;
    check_view(state, eyes, rng);
    check_words(state, events, eyes);
}

/* Reading the game's record gives the same state. */
static void check_record(const char *record, const kb_state *end)
{
    static kb_replay replay;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    memset(&replay, 0, sizeof replay);
    while (*record) {
        size_t n = strcspn(record, "\n");
        kb_line line;
        MUST(kb_replay_line(&replay, record, n, true, &line, NULL, &why) == KB_READ, reason);
        record += n + 1;
    }
    MUST(replay.ended && same_state(&replay.state, end), "the record comes to another end");
}

static void check_result(const kb_state *state)
{
    kb_result result;
    memset(&result, 0xFF, sizeof result);
    MUST(kb_over(state, &result), "no result");
    MUST(result.winners_mask < 1u << state->setup.seats, "a winner who is not at the table");
    for (int seat = state->setup.seats; seat < KB_SEATS_MAX; seat++)
        MUST(result.score[seat] == 0, "a score of a seat that is not at the table");
}

static void play(const kb_setup *setup, kb_rng *rng)
{
    static char record[RECORD_MAX];
    kb_text out = kb_text_in(record, sizeof record);
    kb_state state, twin;
    kb_events events = {0};
    bool by_entry = kb_rng_under(rng, 2);
    MUST(!kb_start(&state, setup), "a setup does not start");
    kb_put_setup_line(setup, KB_VERSION, &out);
    check_everything(&state, &events, rng);
    for (now.moves = 0; !kb_over(&state, NULL); now.moves++) {
        int seat;
        kb_move move;
        MUST(now.moves < MOVES_MAX, "the game does not end");
        pick(&state, rng, by_entry, &seat, &move);
        kb_put_move_line(&state, seat, move, &out);
        twin = state;
        MUST(!kb_apply(&state, seat, move, &events), "a listed move was refused");
        MUST(!kb_apply(&twin, seat, move, NULL) && same_state(&state, &twin), "listening to events changes the game");
        check_everything(&state, &events, rng);
    }
    check_result(&state);
    kb_put_end_line(&state, &out);
    MUST(!out.cut, "the record is too long for this test");
    check_record(record, &state);
}

/* --- configurations ----------------------------------------------------------------------------- */

static void play_setup(const setups_game *game)
{
    kb_rng rng = kb_rng_seeded(game->luck);
    now.config = game->config;
    now.seed = game->seed;
    play(game->setup, &rng);
}

int main(int argc, char **argv)
{
    play_all_setups(argc, argv, play_setup, "every move checked");
    return 0;
}
