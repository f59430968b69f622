/* fuzz.h: shared by the fuzzers. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../engine/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* A guarantee of the code under test. If it fails, the fuzzer crashes and libFuzzer keeps the input. */
#define MUST(what)                                                     \
    do {                                                               \
        if (!(what)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            abort();                                                   \
        }                                                              \
    } while (0)

/* Every seat that has to move has a legal move. Unless the game is over, there is such a seat. */
static inline void must_go_on(const kb_state *state)
{
    kb_span list[KB_SPANS_MAX];
    uint32_t actors = kb_actors(state);
    MUST(!actors == kb_over(state, NULL));
    for (int seat = 0; seat <= KB_CHANCE; seat++)
        if (actors & 1u << seat) MUST(kb_legal(state, seat, list, KB_SPANS_MAX) > 0);
}

/* Plays at most this many random moves. */
static inline void play(kb_state *state, kb_rng *rng, int moves)
{
    for (; moves > 0 && !kb_over(state, NULL); moves--) {
        int seat;
        kb_move move;
        kb_pick(state, rng, &seat, &move);
        MUST(kb_apply(state, seat, move, NULL) == KB_OK);
        must_go_on(state);
    }
}

/* The first bytes of an input choose a game: the setup in numbers, the number of moves played, and a seed. */
enum { HEAD = 2 + KB_OPTIONS_MAX + 2 };

static inline int n_games(void)
{
    int n = 0;
    while (kb_game_at(n)) n++;
    return n;
}

static inline bool start(kb_state *state, kb_rng *rng, const uint8_t *head)
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

#endif
