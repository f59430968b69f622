/* endings_tree.c: all states that can follow a position, the value of a policy, and the best response of each seat. Nobody
 * must guess in these states and one seat moves at a time, so a best response is a best move in every state. */
#include <stdlib.h>
#include <string.h>

#include "../engine/games.h"
#include "endings.h"

typedef struct endings_node {
    kb_state state;
    bool solved;
    endings_value value;
} endings_node;

enum { NO_NODE = 0 }; /* slots count nodes from 1 */

bool endings_open(endings_tree *t, size_t most)
{
    t->most = most;
    for (t->n_slots = 1; t->n_slots < 2 * most;) t->n_slots *= 2;
    t->nodes = malloc(most * sizeof *t->nodes);
    t->slots = calloc(t->n_slots, sizeof *t->slots);
    return t->nodes && t->slots && player_room_open(&t->room);
}

void endings_close(endings_tree *t)
{
    free(t->nodes);
    free(t->slots);
    player_room_close(&t->room);
}

void endings_clear(endings_tree *t)
{
    memset(t->slots, NO_NODE, t->n_slots * sizeof *t->slots);
    t->n = 0;
}

/* The node of a state. NULL: there is no room for a new one. */
static endings_node *node_of(endings_tree *t, const kb_state *state, bool *is_new)
{
    size_t at = kb_hash(state) & (t->n_slots - 1);
    *is_new = false;
    for (; t->slots[at] != NO_NODE; at = (at + 1) & (t->n_slots - 1)) {
        endings_node *node = &t->nodes[t->slots[at] - 1];
        if (!__builtin_memcmp(&node->state, state, sizeof *state)) return node; /* states have no padding */
    }
    if (t->n == t->most) return NULL;
    endings_node *node = &t->nodes[t->n++];
    t->slots[at] = (uint32_t)t->n;
    node->state = *state;
    node->solved = false;
    *is_new = true;
    return node;
}

/* The k-th move of an entry. */
static kb_move move_at(const kb_span *span, uint32_t k)
{
    kb_move move = span->move;
    move.amount += (int32_t)(k * span->step);
    return move;
}

/* --- exploring ---------------------------------------------------------------------------------------- */

static bool is_clear(const kb_state *state)
{
    const kb_game *game = kb_game_of(state);
    return !game->known || (game->is_clear && game->is_clear(state));
}

bool endings_explore(endings_tree *t, const kb_state *state)
{
    kb_span list[KB_SPANS_MAX];
    bool is_new, fine = true;
    uint32_t actors = kb_actors(state);
    if (!node_of(t, state, &is_new)) return false;
    if (!is_new || kb_over(state, NULL)) return true;
    if (kb_count_bits(actors) != 1 || !is_clear(state)) return false;
    int seat = kb_lowest_bit(actors), n = kb_legal(state, seat, list, KB_SPANS_MAX);
    for (int i = 0; fine && i < n; i++)
        for (uint32_t k = 0; fine && k < list[i].n; k++) {
            kb_state next = *state;
            kb_apply(&next, seat, move_at(&list[i], k), NULL);
            fine = endings_explore(t, &next);
        }
    return fine;
}

/* --- solving ------------------------------------------------------------------------------------------ */

static void value_of_end(const endings_tree *t, const kb_state *state, const kb_result *result, endings_value *out)
{
    for (int seat = 0; seat < state->setup.seats; seat++) {
        bool won = result->winners_mask >> seat & 1;
        double value = !t->wins ? result->score[seat] : won ? 1.0 / kb_count_bits(result->winners_mask) : 0;
        out->policy[seat] = out->best[seat] = value;
    }
}

static void add(endings_value *sum, const endings_value *one, double part, int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        sum->policy[seat] += part * one->policy[seat];
        sum->best[seat] += part * one->best[seat];
    }
}

static double total_of(const kb_span *list, int n, bool weighted)
{
    double total = 0;
    for (int i = 0; i < n; i++) total += weighted ? list[i].weight : list[i].n;
    return total;
}

/* What the bot chooses with each seed. */
static void ask_bot(endings_tree *t, const kb_state *state, int seat, kb_move *chosen)
{
    for (uint32_t draw = 0; draw < t->draws; draw++) {
        player_sit(&t->bot, seat, draw);
        chosen[draw] = player_decide(&t->bot, state, &t->room);
    }
}

static double part_of(const endings_tree *t, kb_move move, const kb_move *chosen, double total)
{
    uint32_t times = 0;
    if (t->policy == ENDINGS_UNIFORM) return 1 / total;
    for (uint32_t draw = 0; draw < t->draws; draw++) times += !memcmp(&chosen[draw], &move, sizeof move);
    return (double)times / t->draws;
}

/* A decision: the policy's moves by their weight; for the seat's own best response, the best move. */
static void solve_decision(endings_tree *t, const kb_state *state, int seat, endings_value *out)
{
    kb_span list[KB_SPANS_MAX];
    kb_move chosen[ENDINGS_DRAWS_MAX];
    int n = kb_legal(state, seat, list, KB_SPANS_MAX), seats = state->setup.seats;
    double total = total_of(list, n, seat == KB_CHANCE), best = 0;
    bool first = true, luck = seat == KB_CHANCE;
    endings_value perfect = {.policy = {0}};
    if (!luck && t->policy == ENDINGS_BOT) ask_bot(t, state, seat, chosen);
    for (int i = 0; i < n; i++)
        for (uint32_t k = 0; k < list[i].n; k++) {
            kb_move move = move_at(&list[i], k);
            kb_state next = *state;
            kb_apply(&next, seat, move, NULL);
            endings_value value = endings_solve(t, &next);
            if (luck) {
                add(out, &value, list[i].weight / total, seats);
                continue;
            }
            if (t->policy != ENDINGS_PERFECT)
                add(out, &value, part_of(t, move, chosen, total), seats);
            else if (first || value.policy[seat] > perfect.policy[seat])
                perfect = value;
            if (first || value.best[seat] > best) best = value.best[seat];
            first = false;
        }
    if (luck) return;
    if (t->policy == ENDINGS_PERFECT) *out = perfect;
    out->best[seat] = best;
}

endings_value endings_solve(endings_tree *t, const kb_state *state)
{
    kb_result result;
    bool is_new;
    endings_node *node = node_of(t, state, &is_new);
    endings_value value = {.policy = {0}};
    KB_ASSERT(node);
    if (node->solved) return node->value;
    if (kb_over(state, &result))
        value_of_end(t, state, &result, &value);
    else
        solve_decision(t, state, kb_lowest_bit(kb_actors(state)), &value);
    node->value = value; /* nodes do not move */
    node->solved = true;
    return value;
}
