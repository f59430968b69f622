/* opponents.c: bots that play all seats of a batch's games but one. Each has its own luck and memory, so a game depends
 * on its seed and its learner's actions alone, whatever thread plays it. */
#include <stdlib.h>
#include <string.h>

#include "core.h"

struct opponents {
    int n, seats;
    PyObject *names; /* tuple of bytes, to which name points */
    const char *name[KB_SEATS_MAX];
    int8_t *learners;
    kb_rng *luck;
    char *memory; /* [n][seats - 1][kb_bot_bytes] */
};

/* The memory of the bot that sits `left` places to the left of the learner; from 1 on. */
static void *memory_of(const opponents *o, int game, int left)
{
    return o->memory + ((size_t)game * (size_t)(o->seats - 1) + (size_t)(left - 1)) * kb_bot_bytes();
}

static void seat_bots(opponents *o, int game)
{
    for (int left = 1; left < o->seats; left++)
        kb_bot_in(memory_of(o, game, left), kb_bot_bytes(), o->name[left - 1], (o->learners[game] + left) % o->seats,
                  kb_rng_next(&o->luck[game]), NULL);
}

/* The names as bytes, with name[i] pointing to each, if a bot of each can be made; else NULL with an exception. */
static PyObject *checked_names(PyObject *names, char *memory, const char **name)
{
    PyObject *checked = PyTuple_New(PyTuple_Size(names));
    for (Py_ssize_t i = 0; checked && i < PyTuple_Size(names); i++) {
        char buffer[1024];
        kb_text why = kb_text_in(buffer, sizeof buffer);
        Py_ssize_t n;
        PyObject *bytes = utf8_of(PyTuple_GetItem(names, i), &name[i], &n);
        if (bytes && !kb_bot_in(memory, kb_bot_bytes(), name[i], 0, 0, &why)) {
            Py_CLEAR(bytes);
            refuse_because(KB_E_ARGUMENT, buffer);
        }
        if (!bytes || PyTuple_SetItem(checked, i, bytes)) Py_CLEAR(checked);
    }
    return checked;
}

opponents *new_opponents(const kb_batch *batch, PyObject *names, const int8_t *learners)
{
    size_t n = (size_t)batch->n, seats = batch->setup.seats;
    if (PyTuple_Size(names) != (Py_ssize_t)seats - 1) {
        refuse_because(KB_E_ARGUMENT, "bots: expected a name for each seat but one");
        return NULL;
    }
    opponents *o = calloc(1, sizeof *o);
    if (o) {
        o->n = batch->n;
        o->seats = (int)seats;
        o->learners = malloc(n);
        o->luck = calloc(n, sizeof *o->luck);
        o->memory = calloc(n * (seats - 1), kb_bot_bytes());
    }
    if (!o || !o->learners || !o->luck || !o->memory) {
        free_opponents(o);
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(o->learners, learners, n);
    o->names = checked_names(names, o->memory, o->name);
    if (o->names) return o;
    free_opponents(o);
    return NULL;
}

void free_opponents(opponents *o)
{
    if (!o) return;
    Py_XDECREF(o->names);
    free(o->learners);
    free(o->luck);
    free(o->memory);
    free(o);
}

void seat_opponents(opponents *o, const uint64_t *seeds)
{
    for (int game = 0; game < o->n; game++) {
        o->luck[game] = kb_rng_from(seeds[game] ^ 0x9E3779B97F4A7C15u); /* not the luck of the game */
        seat_bots(o, game);
    }
}

/* Makes the move of the bot that decides now. */
static kb_error play_one(opponents *o, const kb_batch *batch, const kb_recall *recall, int game)
{
    int left = (batch->seats[game] - o->learners[game] + o->seats) % o->seats;
    kb_error error = kb_bot_decide(memory_of(o, game, left), &batch->states[game], &batch->moves[game]);
    return error ? error : make_moves(batch, recall, game, game + 1);
}

kb_error play_opponents(opponents *o, const kb_batch *batch, const kb_recall *recall, int game)
{
    int32_t scores[KB_SEATS_MAX], *row = batch->scores + (size_t)game * (size_t)o->seats;
    size_t bytes = (size_t)o->seats * sizeof *scores;
    uint8_t done = 0, winners = 0;
    kb_error error = KB_OK;
    for (;;) {
        if (batch->dones[game]) {
            done = 1;
            winners = batch->winners[game];
            memcpy(scores, row, bytes);
            seat_bots(o, game);
        }
        if (error || batch->seats[game] == o->learners[game]) break;
        error = play_one(o, batch, recall, game);
    }
    if (done) {
        batch->dones[game] = 1;
        batch->winners[game] = winners;
        memcpy(row, scores, bytes);
    }
    return error;
}
