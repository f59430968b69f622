/* clues.c: what played tiles reveal about hidden ones.
 *
 * Everything done in a round is on the table, so it can be undone tile by tile. For each tile another seat played,
 * we ask the policy about every hidden tile: would it have played that one instead? If so, the seat probably did not
 * have it. */
#include "clues.h"

#include "../../core/rng.h"
#include "../../games/incorporated/tables.h"
#include "greedy.h"

static void open_fists(incorporated_state *s)
{
    __builtin_memset(s->commit, 0, sizeof s->commit);
    s->chosen_mask = 0;
}

/* Restores the round to before this tile was played, except for hands, which the view does not know. */
static void take_back(incorporated_state *s, int task)
{
    incorporated_task *back = &s->task[task];
    int player = incorporated_player_of(s, task), owner = incorporated_suit(back->tile);
    for (int seat = 0; seat < INCORPORATED_SEATS_MAX; seat++)
        s->coins[seat] = (uint8_t)(s->coins[seat] | back->committed[seat]);
    if (back->staffed != KB_NONE) s->coins[owner] = (uint8_t)(s->coins[owner] | 1u << back->staffed);
    __builtin_memset(back, 0, sizeof *back);
    s->done_mask = (uint16_t)(s->done_mask & ~(1u << task));
    s->n_hand[player]++;
    s->next_task = (uint8_t)task;
    s->turn = (uint8_t)player;
    s->step = INCORPORATED_PLAY;
}

static int tile_out_of(incorporated_state *s, uint32_t hand)
{
    bot_memory plain = {0};
    kb_rng luck = kb_rng_seeded(0); /* the policy needs none */
    s->hand[s->turn] = hand;
    return incorporated_greedy(s, s->turn, &plain, &luck).a;
}

/* The hidden tiles that the policy would have played instead of this one, from a hand that has the `known` tiles. */
static uint32_t preferred(incorporated_state *s, int played, uint32_t known, uint32_t hidden)
{
    uint32_t tiles = 0;
    if (tile_out_of(s, known) != played) return 0; /* the seat does not follow the policy, so nothing can be inferred */
    for (; hidden; hidden &= hidden - 1) {
        int tile = kb_lowest_bit(hidden);
        if (tile_out_of(s, known | 1u << tile) == tile) tiles |= 1u << tile;
    }
    return tiles;
}

void incorporated_infer(const void *view, int seat, bot_clues *clues)
{
    incorporated_state then = *(const incorporated_state *)view;
    uint32_t played = incorporated_played_mask(&then), known[INCORPORATED_SEATS_MAX] = {0};
    uint32_t hidden = incorporated_all_tiles(then.setup.seats) & ~then.hand[seat];
    __builtin_memset(clues, 0, sizeof *clues);
    if (then.step == INCORPORATED_MANAGE) return; /* the tiles left in hands do not matter any more */
    for (uint32_t rest = played; rest; rest &= rest - 1) hidden &= ~(1u << then.task[kb_lowest_bit(rest)].tile);
    open_fists(&then);
    for (int task = INCORPORATED_TASKS_MAX - 1; task >= 0; task--) {
        if (!(played >> task & 1)) continue;
        int tile = then.task[task].tile;
        take_back(&then, task);
        known[then.turn] |= 1u << tile;
        if (then.turn == seat) continue;
        clues->of[then.turn][incorporated_initiative(task)] = preferred(&then, tile, known[then.turn], hidden);
    }
}

int incorporated_misfits(const void *world, const bot_clues *clues)
{
    const incorporated_state *s = (const incorporated_state *)world;
    int n = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int i = 0; i < s->setup.seats; i++) n += (s->hand[seat] & clues->of[seat][i]) != 0;
    return n;
}

void incorporated_reopen(void *world)
{
    incorporated_state *s = (incorporated_state *)world;
    open_fists(s);
    s->actors = incorporated_owing(s);
}
