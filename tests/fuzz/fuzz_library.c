/* fuzz_library.c: calls the public functions in any order with any arguments, chosen by the input. States, events,
 * records and bots come from the library, as kickback.h requires. Everything else can be anything, including null
 * pointers. In all cases nothing is written past the end of a buffer, a refused call changes nothing, and what the
 * library writes it can read. */
#include <stdlib.h>
#include <string.h>

#include "../../include/kickback.h"

#define MUST(what)            \
    do {                      \
        if (!(what)) abort(); \
    } while (0)

enum { STATES = 4, CALLS_MAX = 400, TEXT_MAX = 40000, BOT_BYTES = 1 << 18, GAMES = 2, NUMBERS_MAX = 4096, ROWS = 3 };

/* The arrays of a batch. */
typedef struct arrays {
    kb_state states[GAMES];
    kb_rng luck[GAMES], rngs[GAMES];
    kb_move moves[GAMES];
    int8_t observations[GAMES * NUMBERS_MAX], seats[GAMES];
    uint8_t masks[GAMES * NUMBERS_MAX], dones[GAMES], winners[GAMES];
    int32_t scores[GAMES * KB_SEATS_MAX], actions[GAMES], amounts[GAMES];
    int32_t rows[GAMES * KB_SEATS_MAX * ROWS * KB_TOLD_NUMBERS], n_rows[GAMES * KB_SEATS_MAX];
} arrays;

typedef struct world {
    const uint8_t *at, *end;
    kb_state state[STATES];
    kb_setup setup;
    kb_events events;
    kb_setup events_of; /* the game of these events */
    kb_rng rng;
    kb_move move;
    kb_record *record;
    kb_bot *bot;
    kb_span list[KB_SPANS_MAX];
    arrays arrays;
} world;

static uint8_t byte_of(world *w)
{
    return w->at < w->end ? *w->at++ : 0;
}

/* The pointer, or NULL once in a while. */
#define OR_NULL(pointer) (byte_of(w) > 0xF8 ? NULL : (pointer))

/* Mostly small and valid, sometimes anything. */
static int number(world *w)
{
    static const int odd[] = {-1, 38, 255, 256, INT32_MAX, INT32_MIN, 1 << 20, 31, 32, -31};
    uint8_t b = byte_of(w);
    return b < 0xE0 ? b % 10 : odd[b % 10];
}

static kb_state *state_of(world *w)
{
    uint8_t b = byte_of(w);
    return b > 0xF8 ? NULL : &w->state[b % STATES];
}

static const char *word_of(world *w, char *word, size_t max)
{
    static const char *const known[] = {"intrige",   "integralis",  "incorporated", "players",    "edition", "4",
                                        "3",         "5",           "bribes",       "sealed",     "deals",   "binding",
                                        "money",     "promises",    "bond",         "amigo2003",  "random",  "greedy",
                                        "search:20", "hard:grudge", "easy:honest",  "search:5ms", "red",     "chance"};
    uint8_t b = byte_of(w);
    if (b > 0xF8) return NULL;
    if (b < 0xC0) return known[b % (sizeof known / sizeof *known)];
    size_t n = byte_of(w) % max;
    for (size_t i = 0; i < n; i++) word[i] = (char)byte_of(w);
    word[n] = '\0';
    return word;
}

static kb_move any_move(world *w)
{
    kb_move move = {byte_of(w), byte_of(w), byte_of(w), byte_of(w), number(w)};
    uint8_t b = byte_of(w);
    return b < 0xC0 ? w->move : move;
}

/* A text buffer of any size, including 0. The bytes after it must not change. */
static char buffer[TEXT_MAX + 8];
static kb_text text_of(world *w)
{
    uint8_t b = byte_of(w);
    size_t size = b < 0x80 ? TEXT_MAX : b < 0xF0 ? b & 63u : 0;
    memset(buffer, 0x5A, sizeof buffer);
    return kb_text_in(b == 0xFF ? NULL : buffer, size);
}

static void must_be_closed(const kb_text *text)
{
    if (!text->size) return;
    MUST(text->n < text->size && strlen(text->at) == text->n);
    for (int i = 0; i < 8; i++) MUST((unsigned char)buffer[text->size + (size_t)i] == 0x5A);
}

static void set_up(world *w)
{
    char a[32], b[32];
    kb_setup setup = w->setup;
    kb_text why = text_of(w);
    if (byte_of(w) & 1) {
        kb_setup_default(OR_NULL(&w->setup), number(w));
    } else if (kb_setup_set(OR_NULL(&w->setup), word_of(w, a, sizeof a), word_of(w, b, sizeof b), OR_NULL(&why))) {
        MUST(!memcmp(&setup, &w->setup, sizeof setup));
    }
    must_be_closed(&why);
    if (byte_of(w) > 0xF0) w->setup.option[byte_of(w) % KB_OPTIONS_MAX] = byte_of(w);
    if (byte_of(w) > 0xF0) w->setup.seats = byte_of(w);
    kb_setup_check(OR_NULL(&w->setup), NULL);
}

static void names(world *w)
{
    char word[32];
    int game = number(w), option = number(w), value = number(w);
    MUST(kb_version() && kb_games() == 3);
    MUST(!kb_game_name(game) == (game < 0 || game >= 3));
    kb_game_title(game), kb_game_author(game), kb_game_seats_min(game), kb_game_seats_max(game);
    kb_game_edition(game, option), kb_game_option(game, option), kb_game_option_meaning(game, option);
    kb_game_option_value(game, option, value);
    kb_game_named(word_of(w, word, sizeof word));
    MUST(kb_error_name(value) && kb_error_sentence(game) && kb_seat_name(&w->setup, option) &&
         kb_seat_name(NULL, value));
    kb_seat_named(OR_NULL(&w->setup), word_of(w, word, sizeof word));
}

static void apply(world *w)
{
    kb_state *state = state_of(w), before;
    int seat = number(w);
    kb_move move = any_move(w);
    w->events.n = 0;
    if (state) before = *state;
    if (!kb_check(state, seat, move)) MUST(seat >= 0 && seat <= KB_CHANCE);
    if (kb_apply(state, seat, move, OR_NULL(&w->events)) && state) MUST(!memcmp(state, &before, sizeof before));
    MUST(w->events.n >= 0 && w->events.n <= KB_EVENTS_MAX);
    if (state) w->events_of = state->setup;
}

static void play(world *w)
{
    kb_state *state = state_of(w);
    int seat;
    w->events.n = 0;
    for (int n = byte_of(w) % 32; n >= 0; n--)
        if (!kb_pick(state, OR_NULL(&w->rng), OR_NULL(&seat), OR_NULL(&w->move)))
            kb_apply(state, seat, w->move, &w->events);
    if (state) w->events_of = state->setup;
    kb_result result;
    kb_over(state, OR_NULL(&result));
    kb_actors(state);
    kb_hash(state);
}

static void list(world *w)
{
    kb_state *state = state_of(w);
    int max = number(w);
    if (max > KB_SPANS_MAX) max = KB_SPANS_MAX;
    memset(w->list, 0x5A, sizeof w->list);
    int n = kb_legal(state, number(w), OR_NULL(w->list), max);
    MUST(n >= 0 && n <= KB_SPANS_MAX);
    for (int i = max > 0 ? max : 0; i < KB_SPANS_MAX; i++) MUST(w->list[i].step == 0x5A5A);
    if (n > 0 && max > 0 && w->list[0].step != 0x5A5A) w->move = w->list[0].move;
}

static void view(world *w)
{
    kb_state *from = state_of(w), *to = state_of(w);
    if (byte_of(w) & 1) {
        kb_redact(from, number(w), to);
    } else {
        kb_sample(from, OR_NULL(&w->rng), to);
    }
}

static void tell(world *w)
{
    kb_state *state = state_of(w), whole;
    kb_text out = text_of(w);
    kb_span span = {any_move(w), (uint32_t)number(w), byte_of(w), byte_of(w)};
    kb_event event = {byte_of(w), byte_of(w), byte_of(w), byte_of(w), number(w), 0};
    uint32_t kept, broken;
    switch (byte_of(w) % 8) {
    case 0: kb_span_text(state, span, OR_NULL(&out)); break;
    case 1: kb_event_text(state, OR_NULL(&event), OR_NULL(&out)); break;
    case 2: kb_event_json(state, OR_NULL(&event), OR_NULL(&out)); break;
    case 3:
        if (kb_position_json(state, &out)) break;
        kb_position_parse(out.at, out.n, byte_of(w) & 1 ? state : &whole, NULL);
        if (!kb_view_parse(out.at, out.n, &whole, NULL)) kb_sample(&whole, &w->rng, byte_of(w) & 1 ? state : &whole);
        break;
    case 4: kb_result_json(state, OR_NULL(&out)); break;
    case 5: kb_picture(state, number(w), OR_NULL(&out)); break;
    case 6: kb_move_text(state, any_move(w), OR_NULL(&out)); break;
    default:
        for (int i = 0; state && !memcmp(&state->setup, &w->events_of, sizeof w->events_of) && i < w->events.n; i++)
            kb_event_deal(state, &w->events.at[i], OR_NULL(&kept), OR_NULL(&broken));
        break;
    }
    must_be_closed(&out);
}

static void read_text(world *w)
{
    char word[64];
    kb_text why = text_of(w);
    const char *text = word_of(w, word, sizeof word);
    size_t n = text ? strlen(text) : byte_of(w);
    if (byte_of(w) & 1) {
        kb_move_parse(state_of(w), text, n, OR_NULL(&w->move));
    } else {
        kb_position_parse(text, n, state_of(w), OR_NULL(&why));
    }
    must_be_closed(&why);
}

static void record(world *w)
{
    static const char *const pacts[] = {("{\"by\":\"red\",\"propose\":1,\"with\":[\"yellow\"],\"promises\":[{\"seat\":"
                                         "\"red\",\"wont\":\"**\",\"term\":\"turn\"}]}"),
                                        "{\"by\":\"yellow\",\"accept\":1}", "{\"by\":\"red\",\"withdraw\":1}",
                                        "{\"meta\":{}}"};
    char word[64];
    kb_text out = text_of(w);
    kb_outcome outcomes[4];
    kb_record *r = byte_of(w) > 0xF8 ? NULL : w->record;
    const kb_state *state = kb_record_state(r);
    w->events.n = 0;
    switch (byte_of(w) % 6) {
    case 0: kb_record_begin(r, OR_NULL(&w->setup), OR_NULL(&out)); break;
    case 1: kb_record_move(r, number(w), any_move(w), OR_NULL(&w->events), OR_NULL(&out)); break;
    case 2: kb_record_end(r, OR_NULL(&out)); break;
    case 3: {
        const char *text = byte_of(w) & 1 ? pacts[byte_of(w) % 4] : word_of(w, word, sizeof word);
        kb_record_read(r, text, text ? strlen(text) : 0, OR_NULL(&w->events), OR_NULL(&out));
        break;
    }
    case 4: kb_record_trace(r, OR_NULL(&out)); break;
    default: {
        int n = kb_record_legal(r, number(w), w->list, number(w) & 63);
        if (n > 0) w->move = w->list[0].move;
        for (int i = byte_of(w) % 16, seat; state && i >= 0; i--)
            if (!kb_pick(state, &w->rng, &seat, &w->move)) kb_record_move(r, seat, w->move, &w->events, NULL);
        break;
    }
    }
    must_be_closed(&out);
    kb_record_outcomes(r, OR_NULL(outcomes), 4);
    if (state) w->events_of = state->setup;
    if (state) w->state[byte_of(w) % STATES] = *state;
}

static void bots(world *w)
{
    static uint64_t memory[BOT_BYTES / 8];
    char word[32];
    kb_text why = text_of(w);
    kb_state *state = state_of(w);
    switch (byte_of(w) % 4) {
    case 0: {
        size_t bytes = byte_of(w) < 0xC0 ? BOT_BYTES : byte_of(w);
        kb_bot *made = kb_bot_in(byte_of(w) > 0xF8 ? NULL : memory, bytes, word_of(w, word, sizeof word), number(w),
                                 byte_of(w), &why);
        if (made) w->bot = made;
        break;
    }
    case 1:
        if (state && !memcmp(&state->setup, &w->events_of, sizeof w->events_of))
            kb_bot_watch(OR_NULL(w->bot), state, OR_NULL(&w->events));
        break;
    case 2:
        if (!kb_bot_decide(OR_NULL(w->bot), state, OR_NULL(&w->move))) {
            bool legal = false;
            for (int seat = 0; seat < KB_SEATS_MAX; seat++) legal |= !kb_check(state, seat, w->move);
            MUST(legal);
        }
        break;
    default: kb_bot_say(OR_NULL(w->bot), OR_NULL(&w->setup), OR_NULL(&why)); break;
    }
    must_be_closed(&why);
}

static void encode(world *w)
{
    static uint8_t mask[NUMBERS_MAX];
    static int8_t seen[NUMBERS_MAX];
    int32_t row[KB_TOLD_NUMBERS];
    const kb_state *state = state_of(w);
    int seat = number(w), action = number(w), game = state ? state->setup.game : number(w);
    for (int i = byte_of(w) & 1; i < 2 && action >= 0 && action < 256; i++) action = action * 16 + byte_of(w) % 16;
    int n = byte_of(w) > 0xF0 ? number(w) : kb_actions(game);
    kb_text out = text_of(w);
    MUST(kb_actions(game) <= (int)sizeof mask && kb_observations(game) <= (int)sizeof seen);
    kb_action_name(OR_NULL(&w->setup), action, OR_NULL(&out));
    kb_observation_name(number(w), action, OR_NULL(&out));
    must_be_closed(&out);
    int known = kb_action_of(state, seat, any_move(w));
    MUST(known >= -1 && known < kb_actions(game));
    bool masked = !kb_action_mask(state, seat, mask, n) && action >= 0 && action < n && mask[action];
    kb_error error = kb_action_move(state, seat, action, byte_of(w) < 0xF0 ? KB_HIDDEN : number(w), OR_NULL(&w->move));
    MUST(error || masked || n != kb_actions(game));
    MUST(error || !kb_check(state, seat, w->move));
    kb_observe(state, seat, OR_NULL(seen), kb_observations(game));
    kb_told_name(number(w), action, OR_NULL(&out));
    must_be_closed(&out);
    kb_told_move(state, seat, any_move(w), OR_NULL(row));
    const kb_event event = {byte_of(w), byte_of(w), byte_of(w), byte_of(w), number(w), ~0u};
    kb_told_event(state, seat, OR_NULL(&event), OR_NULL(row));
}

/* A batch in which some arrays can be missing. It may not have been started, or with another setup. */
static kb_batch batch_of(world *w)
{
    arrays *a = &w->arrays;
    kb_batch b = {.setup = w->setup, .n = GAMES};
    b.states = OR_NULL(a->states);
    b.luck = OR_NULL(a->luck);
    b.moves = OR_NULL(a->moves);
    b.observations = OR_NULL(a->observations);
    b.masks = OR_NULL(a->masks);
    b.seats = OR_NULL(a->seats);
    b.scores = OR_NULL(a->scores);
    b.dones = OR_NULL(a->dones);
    b.winners = OR_NULL(a->winners);
    return b;
}

static void start_batch(world *w, const kb_batch *b, const kb_recall *recall, int from, int to)
{
    const uint64_t seeds[GAMES] = {byte_of(w), byte_of(w)};
    kb_error error = byte_of(w) & 1 ? kb_recall_start(OR_NULL(recall), OR_NULL(b), from, to, OR_NULL(seeds))
                                    : kb_batch_start(OR_NULL(b), from, to, OR_NULL(seeds));
    for (int i = from; !error && i < to; i++) w->arrays.rngs[i] = kb_rng_from(byte_of(w));
}

static void batch(world *w)
{
    arrays *a = &w->arrays;
    static kb_state before[GAMES];
    const kb_batch b = batch_of(w);
    const kb_recall recall = {byte_of(w) % (ROWS + 1), OR_NULL(a->rows), OR_NULL(a->n_rows)};
    int from = byte_of(w) & 1 ? 0 : number(w), to = byte_of(w) & 1 ? GAMES : number(w), wrong;
    if (byte_of(w) & 1) start_batch(w, &b, &recall, from, to);
    for (int i = 0; i < GAMES; i++) a->amounts[i] = byte_of(w) & 1 ? number(w) : KB_HIDDEN;
    for (int step = byte_of(w) % 16; step >= 0; step--) {
        kb_error error = kb_batch_pick(OR_NULL(&b), from, to, OR_NULL(a->rngs), OR_NULL(a->actions), OR_NULL(&wrong));
        if (byte_of(w) > 0xF0) error = a->actions[byte_of(w) % GAMES] = number(w);
        const int32_t *amounts = byte_of(w) > 0xF0 ? a->amounts : NULL;
        memcpy(before, a->states, sizeof before);
        if (kb_batch_read(OR_NULL(&b), from, to, OR_NULL(a->actions), amounts, OR_NULL(&wrong))) error = KB_E_ARGUMENT;
        MUST(!memcmp(before, a->states, sizeof before));
        bool made = !(byte_of(w) & 1 ? kb_recall_make(OR_NULL(&recall), OR_NULL(&b), from, to)
                                     : kb_batch_make(OR_NULL(&b), from, to));
        MUST(made || !memcmp(before, a->states, sizeof before));
        if (error) break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static uint64_t memory[1 << 16];
    static world w;
    static void (*const calls[])(world *) = {set_up, names,     apply,  play, list,   view,
                                             tell,   read_text, record, bots, encode, batch};
    MUST(kb_record_bytes() <= sizeof memory);
    memset(&w, 0, sizeof w);
    w.at = data;
    w.end = data + n;
    w.rng = kb_rng_from(byte_of(&w));
    w.record = kb_record_in(memory, byte_of(&w) > 0xF8 ? 8 : sizeof memory);
    kb_setup_default(&w.setup, byte_of(&w) % 3);
    for (int i = 0; i < CALLS_MAX && w.at < w.end; i++) {
        uint8_t call = byte_of(&w);
        if (call >= 0xE0) {
            kb_start(state_of(&w), call > 0xF8 ? NULL : &w.setup);
        } else {
            calls[call % (sizeof calls / sizeof *calls)](&w);
        }
    }
    return 0;
}
