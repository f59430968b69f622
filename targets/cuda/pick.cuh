/* pick.cuh: a random legal move. Included by the game's .cuh, which defines OF_GAME(name) and, with choice.cuh,
 * list_legal. */

typedef OF_GAME(state) game_state;

/* Counts the moves, draws a number, and keeps the move with that number. */
KB_FN static kb_move pick_move(const game_state *s, int seat, kb_rng *rng)
{
    kb_choice count = {0, ~0u, 0};
    kb_choice choice = {0, kb_rng_under(rng, list_legal(count, s, seat).n), 0};
    uint64_t bits = list_legal(choice, s, seat).bits;
    kb_move move;
    __builtin_memcpy(&move, &bits, sizeof move);
    return move;
}
