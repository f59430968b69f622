/* record.c: kickback._core.Record: a game as lines, with promises and their verdicts. */
#include <stdlib.h>

#include "core.h"

typedef struct record_object {
    PyObject_HEAD kb_record *record;
    PyObject *lines; /* list of str */
    kb_events events;
} record_object;

static PyTypeObject *record_type;

static PyObject *record_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    (void)args;
    (void)names;
    record_object *made = allocate(type);
    if (!made) return NULL;
    made->lines = PyList_New(0);
    void *memory = malloc(kb_record_bytes());
    made->record = memory ? kb_record_in(memory, kb_record_bytes()) : NULL;
    if (made->lines && made->record) return (PyObject *)made;
    if (!made->record) free(memory);
    Py_DECREF(made);
    return PyErr_NoMemory();
}

static void record_release(PyObject *self)
{
    record_object *record = (record_object *)self;
    free(record->record);
    Py_XDECREF(record->lines);
    release(self);
}

static record_object *of(PyObject *self)
{
    return (record_object *)self;
}

static const kb_state *state_in(PyObject *self)
{
    const kb_state *state = kb_record_state(of(self)->record);
    if (!state) refuse_because(KB_E_ARGUMENT, "the record has not begun");
    return state;
}

/* Stores a line that the record has accepted. */
static PyObject *keep(PyObject *self, kb_error error, const kb_text *line)
{
    PyObject *string = string_of(error, line);
    if (string && PyList_Append(of(self)->lines, string)) Py_CLEAR(string);
    return string;
}

static PyObject *record_begin(PyObject *self, PyObject *args, PyObject *names)
{
    kb_setup setup;
    kb_text line = scratch_text();
    if (read_setup(args, names, &setup)) return NULL;
    if (kb_record_state(of(self)->record)) return refuse_because(KB_E_ARGUMENT, "the record has begun already");
    return keep(self, kb_record_begin(of(self)->record, &setup, &line), &line);
}

static PyObject *record_read(PyObject *self, PyObject *string)
{
    char buffer[4096];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    const char *text;
    Py_ssize_t n;
    PyObject *bytes = utf8_of(string, &text, &n);
    if (!bytes) return NULL;
    kb_error error = kb_record_read(of(self)->record, text, (size_t)n, &of(self)->events, &why);
    Py_DECREF(bytes);
    if (error) return refuse_because(error, why.n ? buffer : kb_error_sentence(error));
    if (PyList_Append(of(self)->lines, string)) return NULL;
    Py_RETURN_NONE;
}

static PyObject *record_move(PyObject *self, PyObject *args)
{
    PyObject *who, *what;
    int seat;
    kb_move move;
    const kb_state *state = state_in(self);
    if (!state || !PyArg_ParseTuple(args, "OO", &who, &what)) return NULL;
    if (read_seat(&state->setup, who, &seat) || read_move(state, what, &move)) return NULL;
    kb_text line = scratch_text();
    kb_events events;
    kb_error error = kb_record_move(of(self)->record, seat, move, &events, &line);
    if (!error) of(self)->events = events;
    return keep(self, error, &line);
}

static PyObject *record_end(PyObject *self, PyObject *none)
{
    (void)none;
    if (!state_in(self)) return NULL;
    kb_text line = scratch_text();
    return keep(self, kb_record_end(of(self)->record, &line), &line);
}

static PyObject *record_legal(PyObject *self, PyObject *who)
{
    kb_span list[KB_SPANS_MAX];
    int seat;
    const kb_state *state = state_in(self);
    if (!state || read_seat(&state->setup, who, &seat)) return NULL;
    /* A bond splits runs, so the list can be longer than the array. */
    int n = kb_record_legal(of(self)->record, seat, list, KB_SPANS_MAX);
    return n > KB_SPANS_MAX ? refuse(KB_E_NO_ROOM) : moves_of(state, list, n);
}

static PyObject *record_trace(PyObject *self, PyObject *none)
{
    (void)none;
    if (!state_in(self)) return NULL;
    kb_text text = scratch_text();
    return json_of(kb_record_trace(of(self)->record, &text), &text);
}

static PyObject *record_state(PyObject *self, void *closure)
{
    (void)closure;
    const kb_state *state = state_in(self);
    if (!state) return NULL;
    state_object *made = new_state(state, false);
    if (made) made->events = of(self)->events;
    return (PyObject *)made;
}

static PyObject *record_lines(PyObject *self, void *closure)
{
    (void)closure;
    return PyList_AsTuple(of(self)->lines);
}

/* (pact, promise or None, what, seat) */
static PyObject *outcome_of(const kb_outcome *outcome)
{
    static const char *const verdicts[KB_VERDICTS] = {"open", "kept", "broken", "void"};
    static const char *const states[KB_PACT_STATES] = {"open", "stood", "declined", "withdrawn", "lapsed"};
    if (outcome->promise == KB_NONE)
        return Py_BuildValue("(IOsO)", outcome->pact, Py_None,
                             outcome->what < KB_PACT_STATES ? states[outcome->what] : "?", Py_None);
    return Py_BuildValue("(Iisi)", outcome->pact, (int)outcome->promise,
                         outcome->what < KB_VERDICTS ? verdicts[outcome->what] : "?", (int)outcome->seat);
}

static PyObject *record_outcomes(PyObject *self, PyObject *none)
{
    (void)none;
    int n = kb_record_outcomes(of(self)->record, NULL, 0);
    kb_outcome *list = malloc((size_t)(n ? n : 1) * sizeof *list);
    PyObject *outcomes = list ? PyList_New(0) : PyErr_NoMemory();
    kb_record_outcomes(of(self)->record, list, list ? n : 0);
    for (int i = 0; outcomes && i < n; i++) {
        PyObject *one = outcome_of(&list[i]);
        if (!one || PyList_Append(outcomes, one)) Py_CLEAR(outcomes);
        Py_XDECREF(one);
    }
    free(list);
    return outcomes;
}

static PyMethodDef methods[] = {
    {"begin", (PyCFunction)(void (*)(void))record_begin, METH_VARARGS | METH_KEYWORDS,
     "begin(game, **options) -> str\n\nBegins a game and returns the first line."},
    {"read", record_read, METH_O,
     "read(line)\n\nReads the next line: a setup, a move, talk, a note, a pact that is proposed or answered."},
    {"move", record_move, METH_VARARGS,
     "move(seat, move) -> str\n\nMakes a move, which must keep to promises that bind, and returns its line."},
    {"end", record_end, METH_NOARGS, "end() -> str\n\nThe last line, once the game is over."},
    {"legal", record_legal, METH_O,
     "legal(seat) -> list[str]\n\nWhat the seat may do, less what it bound itself not to do."},
    {"trace", record_trace, METH_NOARGS,
     "trace() -> dict\n\nOne row of a trace: who owes a move, what they may do, and the whole position."},
    {"_outcomes", record_outcomes, METH_NOARGS, "What the last line brought about."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"state", record_state, NULL, "The state after the last line: a copy.", NULL},
    {"lines", record_lines, NULL, "The lines so far, without newlines.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

int add_records(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_doc, "A game as lines of JSON, with promises and their verdicts."},
        {Py_tp_new, record_new},
        {Py_tp_dealloc, record_release},
        {Py_tp_methods, methods},
        {Py_tp_getset, members},
        {0, NULL},
    };
    static PyType_Spec spec = {"kickback._core.Record", sizeof(record_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    return add_type(module, "Record", &spec, &record_type);
}
