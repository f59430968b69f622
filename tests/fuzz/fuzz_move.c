/* fuzz_move.c: parses any text as a move, somewhere in a random game. The first bytes choose the game: its setup in
 * numbers, the number of moves played, and a seed. An accepted move is written back as the same text, and a refused one
 * changes nothing. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    kb_state state;
    kb_rng rng;
    kb_move move;
    if (n < HEAD || n > HEAD + KB_MOVE_TEXT_MAX || !start(&state, &rng, data)) return 0;

    const char *text = (const char *)data + HEAD;
    if (kb_move_parse(&state, text, n - HEAD, &move) != KB_OK) return 0;
    char buffer[KB_MOVE_TEXT_MAX];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    kb_move_text(&state, move, &out);
    MUST(out.n == n - HEAD && !memcmp(buffer, text, out.n));

    for (int seat = 0; seat <= KB_CHANCE; seat++) {
        kb_state after = state;
        kb_events events;
        kb_error error = kb_apply(&after, seat, move, &events);
        MUST(error == kb_check(&state, seat, move));
        MUST(!error || !memcmp(&after, &state, sizeof state));
        must_go_on(&after);
    }
    return 0;
}
