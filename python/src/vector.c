/* vector.c: kickback._core.Vector: steps many games at once and writes to the caller's arrays. */
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* Row i of every array belongs to game i. kickback/_vector.py checks the arrays and keeps them alive. */
typedef struct arrays {
    int8_t *observation; /* [n][n_observations] */
    uint8_t *mask;       /* [n][n_actions] */
    int8_t *seat;        /* [n]: who decides */
    float *reward;       /* [n][seats]: scores of a game that this step ended, else 0 */
    uint8_t *done;       /* [n] */
} arrays;

typedef struct vector_object {
    PyObject_HEAD kb_setup setup;
    int n, n_actions, n_observations;
    kb_state *state;
    kb_rng *luck;
    kb_move *move; /* the move of each game's action, until all actions have been checked */
    arrays out;
    int busy;
} vector_object;

static PyTypeObject *vector_type;

/* --- one game ---------------------------------------------------------------------------------------------- */

/* Goes on to the next decision of a seat: makes chance moves; notes the result of a finished game and restarts it. */
static void go_on(vector_object *v, int i)
{
    kb_state *state = &v->state[i];
    for (;;) {
        uint32_t actors = kb_actors(state);
        kb_result result;
        int seat;
        kb_move move;
        if (actors && !(actors >> KB_CHANCE & 1)) {
            v->out.seat[i] = (int8_t)__builtin_ctz(actors);
            return;
        }
        if (actors) {
            kb_pick(state, &v->luck[i], &seat, &move);
            kb_apply(state, seat, move, NULL);
        } else {
            kb_over(state, &result);
            v->out.done[i] = 1;
            for (seat = 0; seat < v->setup.seats; seat++)
                v->out.reward[i * v->setup.seats + seat] = (float)result.score[seat];
            kb_start(state, &v->setup);
        }
    }
}

static void write_down(const vector_object *v, int i)
{
    int seat = v->out.seat[i];
    kb_observe(&v->state[i], seat, v->out.observation + (size_t)i * v->n_observations, v->n_observations);
    kb_action_mask(&v->state[i], seat, v->out.mask + (size_t)i * v->n_actions, v->n_actions);
}

/* --- all of them ------------------------------------------------------------------------------------------- */

static bool is_slice(const vector_object *v, int from, int to)
{
    if (from >= 0 && from <= to && to <= v->n) return true;
    refuse(KB_E_ARGUMENT);
    return false;
}

static PyObject *vector_reset(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    unsigned long long seeds;
    if (!PyArg_ParseTuple(args, "K", &seeds)) return NULL;
    const uint64_t *seed = (const uint64_t *)(uintptr_t)seeds;
    Py_BEGIN_ALLOW_THREADS memset(v->out.done, 0, (size_t)v->n);
    memset(v->out.reward, 0, (size_t)v->n * v->setup.seats * sizeof *v->out.reward);
    for (int i = 0; i < v->n; i++) {
        v->luck[i] = kb_rng_from(seed[i]);
        kb_start(&v->state[i], &v->setup);
        go_on(v, i);
        write_down(v, i);
    }
    Py_END_ALLOW_THREADS Py_RETURN_NONE;
}

/* Checks the actions of a slice of games without changing the games; raises at the first illegal one. */
static PyObject *vector_read(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    unsigned long long actions, amounts;
    int from, to, wrong = -1;
    kb_error error = KB_OK;
    if (!PyArg_ParseTuple(args, "KKii", &actions, &amounts, &from, &to) || !is_slice(v, from, to)) return NULL;
    const int32_t *action = (const int32_t *)(uintptr_t)actions, *amount = (const int32_t *)(uintptr_t)amounts;
    Py_BEGIN_ALLOW_THREADS for (int i = from; i < to && wrong < 0; i++)
    {
        error = kb_action_move(&v->state[i], v->out.seat[i], action[i], amount ? amount[i] : KB_HIDDEN, &v->move[i]);
        if (error) wrong = i;
    }
    Py_END_ALLOW_THREADS if (!error) Py_RETURN_NONE;
    char why[256];
    PyOS_snprintf(why, sizeof why, "game %d, action %d: %s", wrong, (int)action[wrong], kb_error_sentence(error));
    return refuse_because(error, why);
}

/* Makes the moves that were read. */
static PyObject *vector_make(PyObject *self, PyObject *args)
{
    vector_object *v = (vector_object *)self;
    int from, to;
    if (!PyArg_ParseTuple(args, "ii", &from, &to) || !is_slice(v, from, to)) return NULL;
    Py_BEGIN_ALLOW_THREADS for (int i = from; i < to; i++)
    {
        v->out.done[i] = 0;
        memset(v->out.reward + (size_t)i * v->setup.seats, 0, v->setup.seats * sizeof *v->out.reward);
        kb_apply(&v->state[i], v->out.seat[i], v->move[i], NULL);
        go_on(v, i);
        write_down(v, i);
    }
    Py_END_ALLOW_THREADS Py_RETURN_NONE;
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
    if (i < 0 || i >= v->n) return refuse_because(KB_E_ARGUMENT, "the batch has no such game");
    return (PyObject *)new_state(&v->state[i], false);
}

/* --- the object ---------------------------------------------------------------------------------------------- */

static PyObject *vector_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    int n;
    unsigned long long at[5];
    PyObject *setup_args, *options;
    kb_setup setup;
    (void)names;
    if (!PyArg_ParseTuple(args, "O!O!iKKKKK", &PyTuple_Type, &setup_args, &PyDict_Type, &options, &n, &at[0], &at[1],
                          &at[2], &at[3], &at[4]) ||
        read_setup(setup_args, options, &setup))
        return NULL;
    vector_object *v = allocate(type);
    if (!v) return NULL;
    v->setup = setup;
    v->n = n;
    v->n_actions = kb_actions(setup.game);
    v->n_observations = kb_observations(setup.game);
    v->out = (arrays){(int8_t *)(uintptr_t)at[0], (uint8_t *)(uintptr_t)at[1], (int8_t *)(uintptr_t)at[2],
                      (float *)(uintptr_t)at[3], (uint8_t *)(uintptr_t)at[4]};
    v->state = calloc((size_t)n, sizeof *v->state);
    v->luck = calloc((size_t)n, sizeof *v->luck);
    v->move = calloc((size_t)n, sizeof *v->move);
    if (v->state && v->luck && v->move) return (PyObject *)v;
    Py_DECREF(v);
    return PyErr_NoMemory();
}

static void vector_release(PyObject *self)
{
    vector_object *v = (vector_object *)self;
    free(v->state);
    free(v->luck);
    free(v->move);
    release(self);
}

static PyMethodDef methods[] = {
    {"reset", vector_reset, METH_VARARGS, "Begins all games, each from its seed."},
    {"read", vector_read, METH_VARARGS, "Reads the actions of a slice of games."},
    {"make", vector_make, METH_VARARGS, "Makes the moves that were read."},
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
