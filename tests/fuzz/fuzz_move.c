/* fuzz_move.c: any text as a move, somewhere in a random game. The first bytes choose the game: its setup
 * in numbers, how many moves in, and a seed. What is understood is written back the same, and what is
 * refused changes nothing. */
#include "fuzz.h"

enum { HEAD = 2 + KB_OPTIONS_MAX + 2 };

static int n_games(void)
{
    int n = 0;
    while (kb_game_at(n)) n++;
    return n;
}

static bool start(kb_state *state, kb_rng *rng, const uint8_t *head)
{
    kb_setup setup;
    kb_setup_default(&setup, (head[0] >> 4) % n_games());
    const kb_game *game = kb_game_at(setup.game);
    setup.edition = (uint8_t)((head[0] & 15) % game->n_editions);
    setup.seats = (uint8_t)(game->seats_min + head[1] % (game->seats_max - game->seats_min + 1));
    for (int i = 0; i < game->n_options; i++)
        setup.option[i] = (uint8_t)(head[2 + i] % kb_option_values(&game->options[i]));
    *rng = kb_rng_from(head[HEAD - 1]);
    if (kb_start(state, &setup)) return false;
    play(state, rng, head[HEAD - 2]);
    return true;
}

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
