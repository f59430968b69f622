/* wasm.c: the rules and the bots as a WebAssembly module: what the host page or node calls, and the four functions a
 * compiler expects to find. Texts go in and out through one buffer in the module's memory: the host writes n bytes there,
 * or reads as many as it is told. 64-bit numbers are BigInts in the host.
 *
 * A game is a record: its first line begins it, its moves are lines, and whoever has the lines has the game. */
#include "../../engine/record.h"
#include "../../engine/view_json.h"
#include "../parity_bots.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Each is one instruction: the module is compiled with -mbulk-memory. */
void *memset(void *to, int byte, size_t n)
{
    return __builtin_memset(to, byte, n);
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
    return __builtin_memmove(to, from, n);
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

/* One table, and the texts that go in and out. */
static kb_replay replay;
static kb_events events; /* of the last line */
static bot bots[KB_SEATS_MAX];
static uint32_t bots_mask;
static kb_setup setup;
static char text[KB_POSITION_MAX + KB_SPANS_MAX * KB_MOVE_TEXT_MAX * 2 + KB_LINE_MAX];
static char why[KB_WHY_MAX];

/* Where bots search: behind everything else, as large as the host wants it. */
static bot_room room;

EXPORT("text") char *wasm_text(void)
{
    return text;
}

EXPORT("text_max") int wasm_text_max(void)
{
    return KB_LINE_MAX;
}

/* Why the last line or bot was refused, closed by a NUL. */
EXPORT("why") const char *wasm_why(void)
{
    return why;
}

/* The bytes of the setup that start plays. */
EXPORT("setup") kb_setup *wasm_setup(void)
{
    return &setup;
}

EXPORT("reset") void wasm_reset(void)
{
    memset(&replay, 0, sizeof replay);
    bots_mask = 0;
}

/* --- the game ---------------------------------------------------------------------------------- */

static void tell_bots(void)
{
    for (int seat = 0; seat < replay.state.setup.seats; seat++) {
        kb_state view;
        if (!(bots_mask & 1u << seat)) continue;
        kb_redact(&replay.state, seat, &view);
        for (int i = 0; i < events.n; i++)
            if (events.at[i].seen_by & 1u << seat) bot_watch(&bots[seat], &view, &events.at[i]);
    }
}

/* Reads the next line of a record: n bytes of text without the newline. Returns a kb_reading. */
EXPORT("line") int wasm_line(int n, int whole)
{
    kb_line line;
    kb_text out = kb_text_in(why, sizeof why);
    if (n > KB_LINE_MAX) {
        kb_putf(&out, "line %d: longer than %d bytes", (int)replay.lines + 1, KB_LINE_MAX);
        return KB_READ_BAD;
    }
    kb_reading reading = kb_replay_line(&replay, text, (size_t)n, whole, &line, &events, &out);
    if (reading == KB_READ) tell_bots();
    return (int)reading;
}

/* Makes a move of the seat, given as n bytes of notation. Returns a kb_error. */
EXPORT("move") int wasm_move(int seat, int n)
{
    kb_move move;
    kb_error error = kb_move_parse(&replay.state, text, (size_t)n, &move);
    if (!error) error = kb_apply(&replay.state, seat, move, &events);
    if (!error) tell_bots();
    return (int)error;
}

/* A mask, as kb_actors gives it. */
EXPORT("actors") uint32_t wasm_actors(void)
{
    return kb_actors(&replay.state);
}

/* The state and the events that led to it: the host may keep their bytes and put them back to look at that moment again. */
EXPORT("state") kb_state *wasm_state(void)
{
    return &replay.state;
}

EXPORT("state_bytes") int wasm_state_bytes(void)
{
    return (int)sizeof replay.state;
}

EXPORT("events") kb_events *wasm_events(void)
{
    return &events;
}

EXPORT("events_bytes") int wasm_events_bytes(void)
{
    return (int)(offsetof(kb_events, at) + (size_t)events.n * sizeof events.at[0]);
}

/* --- what there is, and what it looks like: each writes text and returns how many bytes ---------------------------- */

static kb_text blank(void)
{
    return kb_text_in(text, sizeof text);
}

static void put_names(const char *key, const char *const *names, int n, kb_text *out)
{
    kb_putf(out, ",\"%s\":[", key);
    for (int i = 0; i < n && names[i]; i++) kb_putf(out, "%s\"%s\"", i ? "," : "", names[i]);
    kb_put(out, "]");
}

/* What can be played: [{"name":…,"title":…,"players":[least,most],"seats":[…],"editions":[…],"options":[…]},…]. */
EXPORT("games") int wasm_games(void)
{
    const kb_game *game;
    kb_text out = blank();
    for (int i = 0; (game = kb_game_at(i)); i++) {
        kb_putf(&out, "%s{\"name\":\"%s\",\"title\":\"%s\",\"players\":[%d,%d]", i ? "," : "[", game->name, game->title,
                game->seats_min, game->seats_max);
        put_names("seats", game->seat_names, game->seats_max, &out);
        put_names("editions", game->editions, game->n_editions > 1 ? game->n_editions : 0, &out);
        kb_put(&out, ",\"options\":[");
        for (int k = 0; k < game->n_options; k++) {
            const kb_option *option = &game->options[k];
            kb_putf(&out, "%s{\"name\":\"%s\"", k ? "," : "", option->name);
            put_names("values", option->values, KB_COUNT(option->values), &out);
            kb_put(&out, ",\"meaning\":");
            kb_put_json(&out, option->meaning, kb_length(option->meaning));
            kb_put(&out, "}");
        }
        kb_put(&out, "]}");
    }
    kb_put(&out, "]");
    return (int)out.n;
}

/* The name and the sentence of a kb_error. */
EXPORT("error") int wasm_error(int error)
{
    kb_text out = blank();
    kb_putf(&out, "{\"error\":\"%s\",\"sentence\":", kb_error_name((kb_error)error));
    const char *sentence = kb_error_sentence((kb_error)error);
    kb_put_json(&out, sentence, kb_length(sentence));
    kb_put(&out, "}");
    return (int)out.n;
}

/* The setup with everything written out, and the table as these eyes see it. */
EXPORT("sight") int wasm_sight(int eyes)
{
    kb_text out = blank();
    kb_put(&out, "{");
    kb_put_setup(&replay.state.setup, &out);
    kb_put(&out, ",");
    kb_put_view(&replay.state, eyes, &out);
    kb_put(&out, "}");
    return (int)out.n;
}

EXPORT("happened") int wasm_happened(int eyes)
{
    kb_text out = blank();
    kb_put(&out, "{");
    kb_put_happened(&replay.state, eyes, &events, &out);
    kb_put(&out, "}");
    return (int)out.n;
}

EXPORT("trace_row") int wasm_trace_row(void)
{
    kb_text out = blank();
    kb_put_trace_row(&replay.state, replay.moves, NULL, &out);
    return (int)out.n;
}

/* The first line of the record, without its newline; fresh: of a new game with this setup. */
EXPORT("first_line") int wasm_first_line(int fresh)
{
    kb_text out = blank();
    kb_put_setup_line(&replay.state.setup, fresh ? KB_VERSION : replay.version, &out);
    return (int)out.n - 1;
}

/* The last line of the record of a game that is over, without its newline. */
EXPORT("end_line") int wasm_end_line(void)
{
    kb_text out = blank();
    kb_put_end_line(&replay.state, &out);
    return (int)out.n - 1;
}

/* Chance's list with its weights, for a host that draws: [["start red",1],…]. */
EXPORT("luck") int wasm_luck(void)
{
    kb_span list[KB_SPANS_MAX];
    kb_text out = blank();
    int n = kb_legal_sorted(&replay.state, KB_CHANCE, list, KB_SPANS_MAX);
    kb_put(&out, "[");
    for (int i = 0; i < n; i++) {
        kb_put(&out, i ? ",[\"" : "[\"");
        kb_span_text(&replay.state, list[i], &out);
        kb_putf(&out, "\",%d]", list[i].weight);
    }
    kb_put(&out, "]");
    return (int)out.n;
}

/* --- bots --------------------------------------------------------------------------------------- */

/* Makes room for searches. 0: there is not so much memory. */
EXPORT("make_room") int wasm_make_room(int bytes)
{
    size_t page = 65536, more = (size_t)bytes > room.bytes ? (size_t)bytes - room.bytes : 0;
    size_t before = __builtin_wasm_memory_grow(0, (more + page - 1) / page);
    if (before == SIZE_MAX) return 0;
    if (!room.memory) room.memory = (void *)(before * page); /* nobody else grows the memory, so it stays one piece */
    if (more) room.bytes = (size_t)bytes;
    return 1;
}

/* Seats a bot, named by n bytes of text. From now on it sees what its seat sees. 0: why says what was expected. */
EXPORT("bot_sit") int wasm_bot_sit(int seat, int n, uint64_t seed)
{
    bot_spec spec;
    kb_text out = kb_text_in(why, sizeof why);
    text[n] = '\0';
    if (!bot_read(text, &spec, &out)) return 0;
    bot_sit(&bots[seat], &spec, seat, seed);
    bots_mask |= 1u << seat;
    return 1;
}

/* The move the bot chooses, as notation; it is not made yet. */
EXPORT("bot_decide") int wasm_bot_decide(int seat)
{
    kb_state view;
    kb_text out = blank();
    kb_redact(&replay.state, seat, &view);
    kb_move_text(&view, bot_decide(&bots[seat], &view, &room), &out);
    return (int)out.n;
}

/* What the bot wants to say, once; 0 bytes for nothing. */
EXPORT("bot_says") int wasm_bot_says(int seat)
{
    kb_text out = blank();
    bot_speak(&bots[seat], &replay.state.setup, &out);
    return (int)out.n;
}

/* --- parity with native code -------------------------------------------------------------------- */

EXPORT("start") int wasm_start(void)
{
    return (int)kb_start(&replay.state, &setup);
}

EXPORT("hash") uint64_t wasm_hash(void)
{
    return kb_hash(&replay.state);
}

/* Plays a started game to its end, anything legal, and returns the fold of its states. */
EXPORT("play") uint64_t wasm_play(uint64_t seed)
{
    kb_rng rng = kb_rng_from(seed);
    uint64_t sum = 0;
    while (!kb_over(&replay.state, NULL)) {
        int seat;
        kb_move move;
        kb_pick(&replay.state, &rng, &seat, &move);
        if (kb_apply(&replay.state, seat, move, NULL)) return 0;
        sum = parity_fold(sum, kb_hash(&replay.state));
    }
    return sum;
}

/* Plays a game of bots from the setup and returns its fold. */
EXPORT("play_bots") uint64_t wasm_play_bots(uint64_t seed)
{
    return wasm_make_room(PARITY_ROOM_BYTES) ? parity_bots(&setup, seed, room.memory) : 0;
}

/* Lets the level, named by n bytes of text, decide in a game of the first edition, and returns the fold. */
EXPORT("play_level") uint64_t wasm_play_level(int game, int n)
{
    uint64_t simulations;
    text[n] = '\0';
    kb_setup_default(&setup, game);
    return wasm_make_room(PARITY_LEVEL_ROOM_BYTES) ? parity_level(&setup, text, room.memory, &simulations) : 0;
}
