/* core.h: what the files of the extension share. Callers must hold the GIL. */
#ifndef KICKBACK_PYTHON_CORE_H
#define KICKBACK_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../../include/kickback.h"

/* A position, full or a view, and the events of the last move. */
typedef struct state_object {
    PyObject_HEAD kb_state state;
    kb_events events;
    bool view;
} state_object;

typedef struct rng_object {
    PyObject_HEAD kb_rng rng;
} rng_object;

extern PyTypeObject *state_type, *rng_type;

/* Bots that play all seats of a batch's games but one (opponents.c). */
typedef struct opponents opponents;
/* names: a tuple with a bot for each other seat, from the left neighbour on; learners: the seat of each game that has none.
 * NULL with an exception if it cannot be. */
opponents *new_opponents(const kb_batch *, PyObject *names, const int8_t *learners);
void free_opponents(opponents *);
/* Seats new bots in all games, whose luck is from the seeds. */
void seat_opponents(opponents *, const uint64_t *seeds);
/* Makes the bots' moves of one game until the learner decides. Keeps what the batch has noted about a game that ended. */
kb_error play_opponents(opponents *, const kb_batch *, const kb_recall *, int game);
/* Makes the moves that were read; recall may be NULL. */
static inline kb_error make_moves(const kb_batch *batch, const kb_recall *recall, int from, int to)
{
    return recall ? kb_recall_make(recall, batch, from, to) : kb_batch_make(batch, from, to);
}

/* Each adds its types to the module. Returns 0, or -1 with an exception. */
int add_states(PyObject *module);
int add_records(PyObject *module);
int add_bots(PyObject *module);
int add_tables(PyObject *module);
int add_vectors(PyObject *module);
void *allocate(PyTypeObject *);
void release(PyObject *);
int add_type(PyObject *module, const char *name, PyType_Spec *, PyTypeObject **);

/* Raise kickback.Error and return NULL: with the engine's sentence, or with a more specific one. */
PyObject *refuse(kb_error);
PyObject *refuse_because(kb_error, const char *why);

/* A shared buffer for texts before they become Python strings. */
kb_text scratch_text(void);
/* The text as a string; raises if there is an error. */
PyObject *string_of(kb_error, const kb_text *);
/* The text, which is JSON, as Python objects. */
PyObject *json_of(kb_error, const kb_text *);

/* Returns a string unchanged, and anything else as JSON. */
PyObject *json_string(PyObject *);

/* Reads a setup: the game's name, positional or as a keyword, and its options. Returns 0, or -1 with an exception. */
int read_setup(PyObject *args, PyObject *options, kb_setup *);
/* A seat, by number or by name. Returns 0, or -1 with an exception. */
int read_seat(const kb_setup *, PyObject *, int *seat);
int read_move(const kb_state *, PyObject *, kb_move *);
/* The UTF-8 of a string, as bytes, or NULL with an exception. */
PyObject *utf8_of(PyObject *, const char **text, Py_ssize_t *n);

PyObject *move_string(const kb_state *, kb_move);
/* A legal list as strings, with runs expanded. */
PyObject *moves_of(const kb_state *, const kb_span *, int n);
PyObject *events_of(const kb_state *, const kb_events *, PyObject *seat);
state_object *new_state(const kb_state *, bool view);

#endif
