/* vector.c: kickback._core.Vector: steps many games at once and writes to the caller's arrays. */
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* kickback/_vector.py checks the arrays it passes and keeps them alive; the others are the object's own. */
typedef struct vector_object {
    PyObject_HEAD kb_batch batch;
    kb_rng *dice;  /* for random actions */
    float *reward; /* batch.scores as the caller wants them */
    float *win;    /* 1, divided among the winners */
    opponents *bots;
    kb_recall recall;    /* of all seats; max is 0 if it is not wanted */
    int32_t *recalled;   /* [n][recall.max][KB_TOLD_NUMBERS]: of the deciding seat */
    int32_t *n_recalled; /* [n] */
    int32_t *n_written;  /* n_recalled as it was written, whatever the caller has put there since */
    int busy;
} vector_object;

static PyTypeObject *vector_type;

static bool is_slice(const vector_object *v, int from, int to)
{
    if (from >= 0 && from <= to && to <= v->batch.n) return true;
    refuse(KB_E_ARGUMENT);
    return false;
}

static void write_rewards(const vector_object *v, int from, int to)
{
    int seats = v->batch.setup.seats;
    for (int i = from * seats; i < to * seats; i++) v->reward[i] = (float)v->batch.scores[i];
    for (int i = from; i < to; i++) {
        uint32_t winners = v->batch.winners[i];
        float share = winners ? 1.0f / (float)__builtin_popcount(winners) : 0.0f;
        for (int seat = 0; seat < seats; seat++) v->win[i * seats + seat] = winners >> seat & 1 ? share : 0.0f;
    }
}

static const kb_recall *recall_of(const vector_object *v)
{
    return v->recall.max ? &v->recall : NULL;
}

static size_t numbers_kept(const vector_object *v, int32_t n)
{
    return (size_t)(n < v->recall.max ? n : v->recall.max) * KB_TOLD_NUMBERS;
}

/* Copies what the deciding seats were told. */
static void write_recalled(const vector_object *v, int from, int to)
{
    size_t seats = v->batch.setup.seats, all = numbers_kept(v, INT32_MAX);
    for (int i = from; all && i < to; i++) {
        size_t of_seat = (size_t)i * seats + (size_t)__builtin_ctz(kb_actors(&v->batch.states[i]));
        int32_t *out = v->recalled + (size_t)i * all;
        size_t before = numbers_kept(v, v->n_written[i]), now = numbers_kept(v, v->recall.n[of_seat]);
        v->n_recalled[i] = v->n_written[i] = v->recall.n[of_seat];
        memcpy(out, v->recall.rows + of_seat * all, now * sizeof *out);
        if (before > now) memset(out + now, 0, (before - now) * sizeof *out);
    }
}

/* Makes the bots' moves, and writes what is not written yet. */
static kb_error finish(const vector_object *v, int from, int to)
{
    kb_error error = KB_OK;
    for (int i = from; v->bots && !error && i < to; i++) error = play_opponents(v->bots, &v->batch, recall_of(v), i);
    write_rewards(v, from, to);
    write_recalled(v, from, to);
    return error;
}

static PyObject *vector_reset(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    unsigned long long seeds;
    if (!PyArg_ParseTuple(args, "K", &seeds)) return NULL;
    const uint64_t *seed = (const uint64_t *)(uintptr_t)seeds;
    kb_error error;
    Py_BEGIN_ALLOW_THREADS error = v->recall.max ? kb_recall_start(&v->recall, &v->batch, 0, v->batch.n, seed)
                                                 : kb_batch_start(&v->batch, 0, v->batch.n, seed);
    if (v->bots) seat_opponents(v->bots, seed);
    if (!error) error = finish(v, 0, v->batch.n);
    /* A game's luck must not be its player's too. */
    for (int i = 0; i < v->batch.n; i++) v->dice[i] = kb_rng_from(~seed[i]);
    Py_END_ALLOW_THREADS if (error) return refuse(error);
    Py_RETURN_NONE;
}

static PyObject *refuse_game(kb_error error, int game, const char *what)
{
    char why[256];
    PyOS_snprintf(why, sizeof why, "game %d%s: %s", game, what, kb_error_sentence(error));
    return refuse_because(error, why);
}

/* Checks the actions of a slice of games without changing the games; raises at the first illegal one. */
static PyObject *vector_read(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    unsigned long long actions, amounts;
    int from, to, wrong = -1;
    kb_error error;
    char which[32];
    if (!PyArg_ParseTuple(args, "KKii", &actions, &amounts, &from, &to) || !is_slice(v, from, to)) return NULL;
    const int32_t *action = (const int32_t *)(uintptr_t)actions, *amount = (const int32_t *)(uintptr_t)amounts;
    Py_BEGIN_ALLOW_THREADS error = kb_batch_read(&v->batch, from, to, action, amount, &wrong);
    Py_END_ALLOW_THREADS if (!error) Py_RETURN_NONE;
    PyOS_snprintf(which, sizeof which, ", action %d", (int)action[wrong]);
    return refuse_game(error, wrong, which);
}

/* Makes the moves that were read. */
static PyObject *vector_make(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    int from, to;
    kb_error error;
    if (!PyArg_ParseTuple(args, "ii", &from, &to) || !is_slice(v, from, to)) return NULL;
    Py_BEGIN_ALLOW_THREADS error = make_moves(&v->batch, recall_of(v), from, to);
    if (!error) error = finish(v, from, to);
    Py_END_ALLOW_THREADS if (error) return refuse(error);
    Py_RETURN_NONE;
}

/* Writes a random legal action for each game of a slice. */
static PyObject *vector_pick(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    unsigned long long actions;
    int from, to, wrong = -1;
    kb_error error;
    if (!PyArg_ParseTuple(args, "Kii", &actions, &from, &to) || !is_slice(v, from, to)) return NULL;
    int32_t *action = (int32_t *)(uintptr_t)actions;
    Py_BEGIN_ALLOW_THREADS error = kb_batch_pick(&v->batch, from, to, v->dice, action, &wrong);
    Py_END_ALLOW_THREADS if (!error) Py_RETURN_NONE;
    return refuse_game(error, wrong, ", whose mask is empty");
}

/* Bots take all seats but one of each game, from the next reset on. */
static PyObject *vector_seat(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    PyObject *names;
    unsigned long long learners;
    if (!PyArg_ParseTuple(args, "O!K", &PyTuple_Type, &names, &learners)) return NULL;
    opponents *bots = new_opponents(&v->batch, names, (const int8_t *)(uintptr_t)learners);
    if (!bots) return NULL;
    free_opponents(v->bots);
    v->bots = bots;
    Py_RETURN_NONE;
}

/* From the next reset on, keeps what every seat was told, and writes what the deciding ones were to these arrays. */
static PyObject *vector_recall(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    int max;
    unsigned long long rows, n;
    if (!PyArg_ParseTuple(args, "iKK", &max, &rows, &n)) return NULL;
    if (max < 1 || v->recall.max || !kb_told_kinds(v->batch.setup.game)) return refuse(KB_E_ARGUMENT);
    size_t seats = (size_t)v->batch.n * v->batch.setup.seats;
    v->recall.rows = calloc(seats * (size_t)max, KB_TOLD_NUMBERS * sizeof *v->recall.rows);
    v->recall.n = calloc(seats, sizeof *v->recall.n);
    v->n_written = calloc((size_t)v->batch.n, sizeof *v->n_written);
    if (!v->recall.rows || !v->recall.n || !v->n_written) return PyErr_NoMemory();
    v->recall.max = max;
    v->recalled = (int32_t *)(uintptr_t)rows;
    v->n_recalled = (int32_t *)(uintptr_t)n;
    Py_RETURN_NONE;
}

static PyObject *vector_enter(PyObject *self, PyObject *none)
{
    (void)none;
    vector_object *v = (vector_object *)self;
    if (v->busy) return refuse_because(KB_E_ARGUMENT, "another thread is stepping this batch");
    v->busy = 1;
    Py_RETURN_NONE;
}

static PyObject *vector_leave(PyObject *self, PyObject *none)
{
    (void)none;
    ((vector_object *)self)->busy = 0;
    Py_RETURN_NONE;
}

static PyObject *vector_state(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    int i;
    if (!PyArg_ParseTuple(args, "i", &i)) return NULL;
    if (i < 0 || i >= v->batch.n) return refuse_because(KB_E_ARGUMENT, "the batch has no such game");
    return (PyObject *)new_state(&v->batch.states[i], false);
}

/* --- the object ---------------------------------------------------------------------------------------------- */

static PyObject *vector_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    int n;
    unsigned long long at[6];
    PyObject *setup_args, *options;
    kb_setup setup;
    (void)names;
    if (!PyArg_ParseTuple(args, "O!O!iKKKKKK", &PyTuple_Type, &setup_args, &PyDict_Type, &options, &n, &at[0], &at[1],
                          &at[2], &at[3], &at[4], &at[5]) ||
        read_setup(setup_args, options, &setup))
        return NULL;
    vector_object *v = allocate(type);
    if (!v) return NULL;
    size_t games = (size_t)n;
    v->batch = (kb_batch){.setup = setup,
                          .n = n,
                          .observations = (int8_t *)(uintptr_t)at[0],
                          .masks = (uint8_t *)(uintptr_t)at[1],
                          .seats = (int8_t *)(uintptr_t)at[2],
                          .dones = (uint8_t *)(uintptr_t)at[4]};
    v->reward = (float *)(uintptr_t)at[3];
    v->win = (float *)(uintptr_t)at[5];
    v->batch.states = calloc(games, sizeof *v->batch.states);
    v->batch.luck = calloc(games, sizeof *v->batch.luck);
    v->batch.moves = calloc(games, sizeof *v->batch.moves);
    v->batch.scores = calloc(games * setup.seats, sizeof *v->batch.scores);
    v->batch.winners = calloc(games, sizeof *v->batch.winners);
    v->dice = calloc(games, sizeof *v->dice);
    if (v->batch.states && v->batch.luck && v->batch.moves && v->batch.scores && v->batch.winners && v->dice)
        return (PyObject *)v;
    Py_DECREF(v);
    return PyErr_NoMemory();
}

static void vector_release(PyObject *self)
{
    vector_object *v = (vector_object *)self;
    free(v->batch.states);
    free(v->batch.luck);
    free(v->batch.moves);
    free(v->batch.scores);
    free(v->batch.winners);
    free_opponents(v->bots);
    free(v->recall.rows);
    free(v->recall.n);
    free(v->n_written);
    free(v->dice);
    release(self);
}

static PyMethodDef methods[] = {
    {"reset", vector_reset, METH_VARARGS, "Begins all games, each from its seed."},
    {"read", vector_read, METH_VARARGS, "Reads the actions of a slice of games."},
    {"make", vector_make, METH_VARARGS, "Makes the moves that were read."},
    {"pick", vector_pick, METH_VARARGS, "Random legal actions for a slice of games."},
    {"seat", vector_seat, METH_VARARGS, "Gives the bots all seats but one of each game."},
    {"recall", vector_recall, METH_VARARGS, "Keeps what the seats were told."},
    {"enter", vector_enter, METH_NOARGS, "Takes the batch for one step."},
    {"leave", vector_leave, METH_NOARGS, "Gives it back."},
    {"state", vector_state, METH_VARARGS, "A copy of one game's state."},
    {NULL, NULL, 0, NULL},
};

int add_vectors(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_doc, "What kickback.Vector is made of. It trusts its caller about the arrays."},
        {Py_tp_new, vector_new},
        {Py_tp_dealloc, vector_release},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    static PyType_Spec spec = {"kickback._core.Vector", sizeof(vector_object), 0, Py_TPFLAGS_DEFAULT, slots};
    return add_type(module, "Vector", &spec, &vector_type);
}
