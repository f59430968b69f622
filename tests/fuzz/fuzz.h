/* fuzz.h: what the fuzzers share. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* A promise of the code under test; broken, it is a crash that libFuzzer keeps the input of. */
#define MUST(what)                                                     \
    do {                                                               \
        if (!(what)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            abort();                                                   \
        }                                                              \
    } while (0)

/* Everybody who owes a move has one, and somebody does unless the game is over. */
static inline void must_go_on(const kb_state *state)
{
    kb_span list[KB_SPANS_MAX];
    uint32_t actors = kb_actors(state);
    MUST(!actors == kb_over(state, NULL));
    for (int seat = 0; seat <= KB_CHANCE; seat++)
        if (actors & 1u << seat) MUST(kb_legal(state, seat, list, KB_SPANS_MAX) > 0);
}

/* Random play, at most so many moves. */
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

#endif
