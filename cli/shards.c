/* shards.c: the decisions of games as rows of numbers. */
#include "shards.h"

#include <stdlib.h>
#include <string.h>

/* The columns that do not depend on the game come first, so that numbers are aligned within a row. */
typedef struct row_head {
    uint32_t game, move;    /* move: how many moves, of chance too, came before */
    int32_t action, amount; /* amount: the exact sum, or 0 */
} row_head;

typedef struct row_shape {
    size_t observations, actions, seats, mask_bytes;
    size_t at_scores, at_seat, at_won, at_observation, at_mask, bytes;
} row_shape;

static row_shape shape_of(const kb_setup *setup)
{
    row_shape shape = {.observations = (size_t)kb_observations(setup->game),
                       .actions = (size_t)kb_actions(setup->game),
                       .seats = setup->seats};
    shape.mask_bytes = (shape.actions + 7) / 8;
    shape.at_scores = sizeof(row_head);
    shape.at_seat = shape.at_scores + shape.seats * sizeof(int32_t);
    shape.at_won = shape.at_seat + 1;
    shape.at_observation = shape.at_won + shape.seats;
    shape.at_mask = shape.at_observation + shape.observations;
    shape.bytes = shape.at_mask + shape.mask_bytes;
    return shape;
}

size_t shard_row_bytes(const kb_setup *setup)
{
    return shape_of(setup).bytes;
}

/* Everything but the result, which is not known yet. */
static bool fill_row(const row_shape *shape, const kb_state *state, const kb_line *line, row_head head, char *row)
{
    uint8_t *mask = calloc(shape->actions, 1);
    head.action = kb_action_of(state, line->seat, line->move);
    head.amount = line->move.amount;
    memcpy(row, &head, sizeof head);
    row[shape->at_seat] = (char)line->seat;
    bool done = mask && head.action >= 0 &&
                !kb_observe(state, line->seat, (int8_t *)row + shape->at_observation, (int)shape->observations) &&
                !kb_action_mask(state, line->seat, mask, (int)shape->actions);
    for (size_t i = 0; done && i < shape->actions; i++)
        row[shape->at_mask + i / 8] = (char)(row[shape->at_mask + i / 8] | mask[i] << i % 8);
    free(mask);
    return done;
}

/* Seats are counted from the one that decided, as in observations. */
static void fill_result(const row_shape *shape, const kb_result *result, char *row)
{
    size_t seat = (uint8_t)row[shape->at_seat];
    for (size_t i = 0; i < shape->seats; i++, seat = (seat + 1) % shape->seats) {
        memcpy(row + shape->at_scores + i * sizeof(int32_t), &result->score[seat], sizeof(int32_t));
        row[shape->at_won + i] = (char)(result->winners_mask >> seat & 1);
    }
}

static size_t count_lines(const char *text, size_t n)
{
    size_t lines = 0;
    for (size_t i = 0; i < n; i++) lines += text[i] == '\n';
    return lines;
}

/* Replays the record. rows has room for a row a line, and is all 0. */
static int64_t fill_rows(const row_shape *shape, uint64_t game, const char *record, size_t n, char *rows)
{
    kb_replay replay = {.begun = false};
    kb_result result;
    int64_t filled = 0;
    for (const char *at = record, *end = record + n; at < end;) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        size_t length = (size_t)((const char *)memchr(at, '\n', (size_t)(end - at)) - at);
        kb_state before = replay.state;
        row_head head = {.game = (uint32_t)game, .move = replay.moves};
        kb_line line;
        if (kb_replay_line(&replay, at, length, true, &line, NULL, &why) != KB_READ) return -1;
        at += length + 1;
        if (line.kind != KB_LINE_MOVE || line.seat == KB_CHANCE) continue;
        if (!fill_row(shape, &before, &line, head, rows + (size_t)filled * shape->bytes)) return -1;
        filled++;
    }
    if (!replay.begun || !kb_over(&replay.state, &result)) return -1;
    for (int64_t i = 0; i < filled; i++) fill_result(shape, &result, rows + (size_t)i * shape->bytes);
    return filled;
}

int64_t shard_put_rows(FILE *to, const kb_setup *setup, uint64_t game, const char *record, size_t n)
{
    row_shape shape = shape_of(setup);
    char *rows = calloc(count_lines(record, n) + 1, shape.bytes);
    int64_t filled = rows && n && record[n - 1] == '\n' ? fill_rows(&shape, game, record, n, rows) : -1;
    if (filled > 0) fwrite(rows, shape.bytes, (size_t)filled, to);
    free(rows);
    return filled;
}

/* Version 1.0 of NumPy's format: a magic number, the length of the header, and the header as a Python dict, filled with
 * blanks so that the rows begin at a multiple of 64. */
void shard_put_header(FILE *to, const kb_setup *setup, uint64_t n_rows)
{
    enum { PREFIX = 10, ALIGN = 64 };
    row_shape shape = shape_of(setup);
    char header[1024];
    kb_text text = kb_text_in(header, sizeof header);
    kb_putf(&text, "{'descr': [('game', '<u4'), ('move', '<u4'), ('action', '<i4'), ('amount', '<i4'), ");
    kb_putf(&text, "('scores', '<i4', (%d,)), ('seat', '|u1'), ('won', '|u1', (%d,)), ", (int)shape.seats,
            (int)shape.seats);
    kb_putf(&text, "('observation', '|i1', (%d,)), ('mask', '|u1', (%d,))], ", (int)shape.observations,
            (int)shape.mask_bytes);
    kb_putf(&text, "'fortran_order': False, 'shape': (%lld,), }", (long long)n_rows);
    while ((PREFIX + text.n + 1) % ALIGN) kb_put(&text, " ");
    kb_put(&text, "\n");
    KB_ASSERT(!text.cut);
    const uint8_t prefix[PREFIX] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (uint8_t)text.n, (uint8_t)(text.n >> 8)};
    fwrite(prefix, 1, sizeof prefix, to);
    fwrite(header, 1, text.n, to);
}
