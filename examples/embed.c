/* embed.c: plays ten thousand random games and prints the mean score of each seat.
 *
 *     cc embed.c $(pkg-config --cflags --libs kickback) -o embed && ./embed
 */
#include <kickback.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 10000 };

/* Plays one game to its end with random moves. */
static kb_error play(const kb_setup *setup, kb_rng *rng, kb_result *result)
{
    kb_state state;
    kb_error error = kb_start(&state, setup);
    while (!error && !kb_over(&state, result)) {
        int seat;
        kb_move move;
        kb_pick(&state, rng, &seat, &move);
        error = kb_apply(&state, seat, move, NULL);
    }
    return error;
}

int main(int argc, char **argv)
{
    kb_setup setup;
    long long sum[KB_SEATS_MAX] = {0};
    kb_rng rng = kb_rng_from(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    const char *name = argc > 1 ? argv[1] : "intrige";
    if (kb_setup_default(&setup, kb_game_named(name))) {
        fprintf(stderr, "unknown game '%s'; choose", name);
        for (int i = 0; i < kb_games(); i++) fprintf(stderr, " %s", kb_game_name(i));
        fputs("\n", stderr);
        return 2;
    }

    for (int i = 0; i < GAMES; i++) {
        kb_result result;
        kb_error error = play(&setup, &rng, &result);
        if (error) {
            fprintf(stderr, "%s: %s\n", name, kb_error_sentence(error));
            return 1;
        }
        for (int seat = 0; seat < setup.seats; seat++) sum[seat] += result.score[seat];
    }
    for (int seat = 0; seat < setup.seats; seat++)
        printf("%-8s %10.1f\n", kb_seat_name(&setup, seat), (double)sum[seat] / GAMES);
    return 0;
}
