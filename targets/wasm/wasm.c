/* wasm.c: the rules and the bots as a WebAssembly module: the functions that the page or node calls to read and judge a
 * game, and the four functions that a compiler expects. Tables are in table.c. Texts are passed through one buffer in the
 * module's memory: the host writes n bytes there, or reads as many as it is told. 64-bit numbers are BigInts in the host.
 *
 * A game is a record: its first line starts it, and its moves are lines. */
#include "wasm.h"

#include "../../engine/book.h"
#include "../../engine/pact.h"
#include "../../engine/view_json.h"
#include "../parity_bots.h"

/* Each compiles to one instruction, because of -mbulk-memory. */
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

/* The game, and the texts passed in and out. */
static kb_replay replay;
static kb_events events; /* of the last line */
static kb_ledger ledger;
static kb_outcomes outcomes; /* of the last line */
static kb_book book;
static bot bots[KB_SEATS_MAX];
static uint32_t bots_mask;
static kb_setup setup;
static char text[WASM_TEXT_BYTES];
static char why[KB_WHY_MAX];

/* Memory for searches: after everything else, as large as the host wants. */
static bot_room room;

EXPORT("text") char *wasm_text(void)
{
    return text;
}

EXPORT("text_max") int wasm_text_max(void)
{
    return KB_LINE_MAX;
}

/* Why the last line or bot was refused, NUL-terminated. */
EXPORT("why") const char *wasm_why(void)
{
    return why;
}

/* The bytes of the setup that start uses. */
EXPORT("setup") kb_setup *wasm_setup(void)
{
    return &setup;
}

EXPORT("reset") void wasm_reset(void)
{
    memset(&replay, 0, sizeof replay);
    memset(&ledger, 0, sizeof ledger);
    events.n = outcomes.n = 0;
    book.n = 0; /* its memory is kept */
    book.open = false;
    memset(book.known, 0, sizeof book.known);
    bots_mask = 0;
}

/* --- memory ------------------------------------------------------------------------------------ */

enum { PAGE_BYTES = 65536 };

void *wasm_more_memory(size_t bytes)
{
    size_t before = __builtin_wasm_memory_grow(0, (bytes + PAGE_BYTES - 1) / PAGE_BYTES);
    return before == SIZE_MAX ? NULL : (void *)(before * PAGE_BYTES);
}

/* Makes room for one more pact. The promises move with it, those in the ledger too. */
static bool book_has_room(void)
{
    if (book.n < book.max) return true;
    uint32_t max = book.max ? 2 * book.max : 64;
    kb_noted_pact *at = wasm_more_memory(max * sizeof *at);
    kb_promise *of = wasm_more_memory(max * KB_PACT_PROMISES_MAX * sizeof *of);
    if (!at || !of) return false;
    if (book.n) {
        memcpy(at, book.at, book.n * sizeof *at);
        memcpy(of, book.memory, book.n * KB_PACT_PROMISES_MAX * sizeof *of);
    }
    for (int i = 0; i < ledger.n_items; i++) ledger.item[i].promise_at += (const char *)of - book.memory;
    book.memory = (const char *)of;
    book.at = at;
    book.max = max;
    return true;
}

/* Where the promises of the next pact are kept. */
static kb_promise *next_promises(void)
{
    return (kb_promise *)book.memory + (size_t)book.n * KB_PACT_PROMISES_MAX;
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

static void note_outcomes(void)
{
    kb_book_note(&book, &outcomes);
    for (int i = 0; i < outcomes.n; i++) {
        const kb_noted_pact *pact = &book.at[outcomes.at[i].pact - 1];
        for (int seat = 0; seat < replay.state.setup.seats; seat++)
            if (bots_mask & 1u << seat && kb_pact_number(pact, seat))
                bot_outcome(&bots[seat], &outcomes.at[i], pact->by, 1u << pact->by | pact->with_mask, pact->secret);
    }
    if (kb_over(&replay.state, NULL) && !book.open) kb_book_open(&book);
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
    if (!book_has_room()) {
        kb_put(&out, "no memory for more pacts");
        return KB_READ_BAD;
    }
    kb_reading reading = kb_read_into(&replay, &ledger, next_promises(), text, (size_t)n, whole, &line, &events,
                                      &outcomes, &out);
    if (reading != KB_READ) return (int)reading;
    if (line.kind == KB_LINE_PACT && line.act == KB_PACT_PROPOSE) kb_book_propose(&book, &ledger, next_promises());
    if (line.kind == KB_LINE_PACT && line.act == KB_PACT_ACCEPT) kb_book_accept(&book, line.pact, line.seat);
    note_outcomes();
    tell_bots();
    return KB_READ;
}

/* Makes a move of the seat, given as n bytes of notation. Returns a kb_error. */
EXPORT("move") int wasm_move(int seat, int n)
{
    kb_move move;
    kb_state before = replay.state;
    kb_error error = kb_move_parse(&before, text, (size_t)n, &move);
    if (!error) error = kb_bound_check(&ledger, &before, seat, move);
    if (!error) error = kb_apply(&replay.state, seat, move, &events);
    if (error) return (int)error;
    kb_ledger_move(&ledger, &before, seat, move, &replay.state, &outcomes);
    note_outcomes();
    tell_bots();
    return KB_OK;
}

/* A mask like that of kb_actors. */
EXPORT("actors") uint32_t wasm_actors(void)
{
    return kb_actors(&replay.state);
}

/* The state and the events that led to it. The host may keep their bytes and put them back to look at that moment
 * again. */
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

kb_text wasm_blank(void)
{
    return kb_text_in(text, sizeof text);
}

kb_text wasm_blank_why(void)
{
    return kb_text_in(why, sizeof why);
}

static void put_names(const char *key, const char *const *names, int n, kb_text *out)
{
    kb_putj(out, "%s:[", key);
    for (int i = 0; i < n && names[i]; i++) kb_putj(out, "%s", names[i]);
    kb_putj(out, "]");
}

/* The games: [{"name":…,"title":…,"author":…,"players":[least,most],"seats":[…],"editions":[…],"options":[…]},…]. */
EXPORT("games") int wasm_games(void)
{
    const kb_game *game;
    kb_text out = wasm_blank();
    kb_putj(&out, "[");
    for (int i = 0; (game = kb_game_at(i)); i++) {
        kb_putj(&out, "{name:%s, title:%s, author:%s, players:[%d, %d]", game->name, game->title, game->author,
                game->seats_min, game->seats_max);
        put_names("seats", game->seat_names, game->seats_max, &out);
        put_names("editions", game->editions, game->n_editions > 1 ? game->n_editions : 0, &out);
        kb_putj(&out, "options:[");
        for (int k = 0; k < game->n_options; k++) {
            const kb_option *option = &game->options[k];
            kb_putj(&out, "{name:%s", option->name);
            put_names("values", option->values, KB_COUNT(option->values), &out);
            kb_put_option_defaults(game, option, &out);
            kb_putj(&out, "meaning:%s}", option->meaning);
        }
        kb_putj(&out, "]}");
    }
    kb_putj(&out, "]");
    return (int)out.n;
}

/* The name and the sentence of a kb_error. */
EXPORT("error") int wasm_error(int error)
{
    kb_text out = wasm_blank();
    kb_putj(&out, "{error:%s, sentence:%s}", kb_error_name((kb_error)error), kb_error_sentence((kb_error)error));
    return (int)out.n;
}

/* The complete setup, and the table as these eyes see it. */
EXPORT("view_json") int wasm_view_json(int eyes)
{
    kb_text out = wasm_blank();
    kb_putj(&out, "{");
    kb_lister lister = kb_bound_lister(&ledger);
    kb_put_setup(&replay.state.setup, &out);
    kb_put_view(&replay.state, eyes, &lister, &out);
    kb_putj(&out, "}");
    return (int)out.n;
}

EXPORT("happened") int wasm_happened(int eyes)
{
    kb_text out = wasm_blank();
    kb_putj(&out, "{");
    kb_put_happened(&replay.state, eyes, &events, &out);
    kb_putj(&out, "}");
    return (int)out.n;
}

EXPORT("trace_row") int wasm_trace_row(void)
{
    kb_text out = wasm_blank();
    kb_put_bound_row(&replay, &ledger, &out);
    return (int)out.n;
}

/* The first line of the record, without its newline. */
EXPORT("first_line") int wasm_first_line(void)
{
    kb_text out = wasm_blank();
    kb_put_setup_line(&replay.state.setup, replay.version, &out);
    return (int)out.n - 1;
}

/* The last line of the record of a finished game, without its newline. */
EXPORT("end_line") int wasm_end_line(void)
{
    kb_text out = wasm_blank();
    kb_put_end_line(&replay.state, &out);
    return (int)out.n - 1;
}

/* The legal chance moves with their weights, for a host that draws: [["start red",1],…]. */
EXPORT("luck") int wasm_luck(void)
{
    kb_span list[KB_SPANS_MAX];
    kb_text out = wasm_blank();
    int n = kb_legal_sorted(&replay.state, KB_CHANCE, list, KB_SPANS_MAX);
    kb_putj(&out, "[");
    for (int i = 0; i < n; i++) {
        kb_putj(&out, "[<");
        kb_span_text(&replay.state, list[i], &out);
        kb_putj(&out, ">, %d]", list[i].weight);
    }
    kb_putj(&out, "]");
    return (int)out.n;
}

/* --- promises ----------------------------------------------------------------------------------- */

/* {"pacts":[…],"seals":{…}} as these eyes know them. */
EXPORT("pacts") int wasm_pacts(int eyes)
{
    kb_text out = wasm_blank();
    kb_putj(&out, "{");
    kb_put_pacts(&book, &ledger, &replay.state.setup, eyes, &out);
    kb_putj(&out, "}");
    return (int)out.n;
}

/* {"by":…,"pact":…,"with":[…],"promises":[…]}: the pact with this number in the record, with the numbers these eyes
 * know; {} if they do not know of it. */
EXPORT("proposal") int wasm_proposal(int eyes, int number)
{
    kb_text out = wasm_blank();
    const kb_noted_pact *pact = kb_book_find(&book, KB_ALL_EYES, (uint32_t)number);
    kb_putj(&out, "{");
    if (pact && kb_pact_number(pact, eyes)) {
        kb_putj(&out, "by:%s", kb_seat_name(&replay.state.setup, pact->by));
        kb_put_proposal(&book, pact, &replay.state.setup, eyes, &out);
    }
    kb_putj(&out, "}");
    return (int)out.n;
}

/* The effect of the last line on pacts that these eyes know of. */
EXPORT("outcomes") int wasm_outcomes(int eyes)
{
    kb_text out = wasm_blank();
    kb_put_outcomes(&book, &outcomes, &replay.state.setup, eyes, &out);
    return (int)out.n;
}

/* {"deeds":[…],"terms":[…]}: the vocabulary of promises in this game. */
EXPORT("vocabulary") int wasm_vocabulary(void)
{
    kb_text out = wasm_blank();
    kb_putj(&out, "{");
    kb_put_vocabulary(&replay.state.setup, &out);
    kb_putj(&out, "}");
    return (int)out.n;
}

/* --- bots --------------------------------------------------------------------------------------- */

const bot_room *wasm_room(size_t bytes)
{
    if (bytes <= room.bytes) return &room;
    void *memory = wasm_more_memory(bytes);
    if (!memory) return NULL;
    room.memory = memory;
    room.bytes = bytes;
    return &room;
}

/* Reserves memory for searches. Returns 0 if there is not enough. */
EXPORT("make_room") int wasm_make_room(int bytes)
{
    return wasm_room((size_t)bytes) != NULL;
}

/* Seats a bot, named by n bytes of text. From now on it sees what its seat sees. Returns 0 on failure; why says what
 * was expected. */
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

/* The move the bot chooses, as notation. It is not made yet. */
EXPORT("bot_decide") int wasm_bot_decide(int seat)
{
    kb_state view;
    kb_text out = wasm_blank();
    kb_redact(&replay.state, seat, &view);
    kb_move_text(&view, bot_decide_with(&bots[seat], &view, &ledger, &room), &out);
    return (int)out.n;
}

static void put_worth(const char *key, bot_worth of, kb_text *out)
{
    kb_putj(out, "%s:{worth:%d, error:%d, score:%d}", key, (int)of.worth, (int)of.error, (int)of.score);
}

/* Compares a move of the seat, given as n bytes of notation, with what the bot there would do now: {"best":MOVE,
 * "made":{"worth":…,"error":…,"score":…},"would":{…},"tells":[…],"what":[…]}. Worths are out of 10,000; tells and what
 * are what the seat would be told of the best move. If the moves are the same, there is only best. {}: not legal. The
 * bot sees what its seat sees, and neither it nor the table changes. */
EXPORT("bot_compare") int wasm_bot_compare(int seat, int n)
{
    static kb_events would;
    kb_state view, after = replay.state;
    kb_move made;
    bot bot = bots[seat];
    kb_redact(&replay.state, seat, &view);
    kb_error error = kb_move_parse(&view, text, (size_t)n, &made);
    kb_text out = wasm_blank();
    if (error || kb_bound_check(&ledger, &view, seat, made)) {
        kb_putj(&out, "{}");
        return (int)out.n;
    }
    kb_move best = bot_decide_with(&bot, &view, &ledger, &room);
    kb_putj(&out, "{best:<");
    kb_move_text(&view, best, &out);
    kb_putj(&out, ">");
    if (memcmp(&best, &made, sizeof best) != 0 && !kb_apply(&after, seat, best, &would)) {
        put_worth("made", bot_appraise(&bots[seat], &view, made, &room), &out);
        put_worth("would", bot_appraise(&bots[seat], &view, best, &room), &out);
        kb_put_happened(&after, seat, &would, &out);
    }
    kb_putj(&out, "}");
    return (int)out.n;
}

/* What the bot wants to say, once; 0 bytes: nothing. */
EXPORT("bot_says") int wasm_bot_says(int seat)
{
    kb_text out = wasm_blank();
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

/* Plays a started game to its end with random legal moves and returns a hash of its states. */
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

/* Plays a game of bots from the setup and returns its hash. */
EXPORT("play_bots") uint64_t wasm_play_bots(uint64_t seed)
{
    return wasm_make_room(PARITY_ROOM_BYTES) ? parity_bots(&setup, seed, room.memory) : 0;
}

/* Lets the level, named by n bytes of text, decide in a game of the first edition, and returns the hash. */
EXPORT("play_level") uint64_t wasm_play_level(int game, int n)
{
    uint64_t simulations;
    text[n] = '\0';
    kb_setup_default(&setup, game);
    return wasm_make_room(PARITY_LEVEL_ROOM_BYTES) ? parity_level(&setup, text, room.memory, &simulations) : 0;
}
