/* table.c: kickback._core.Table: a table whose requests, answers, views and events are JSON. kickback/_tables.py is what
 * programs use. */
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { FIRST_BYTES = 1 << 16, MOST_BYTES = 1 << 28 };

typedef struct table_object {
    PyObject_HEAD kb_table *table;
    size_t bytes;
    void *memory; /* for bots that search */
    bool busy;    /* a bot thinks without the GIL: other threads must not use the table then */
} table_object;

static PyTypeObject *table_type;

static table_object *of(PyObject *self)
{
    return (table_object *)self;
}

static bool is_busy(PyObject *self)
{
    if (of(self)->busy) refuse_because(KB_E_ARGUMENT, "another thread is using this table");
    return of(self)->busy;
}

/* --- memory ------------------------------------------------------------------------------------------------ */

static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    (void)args;
    (void)names;
    table_object *made = allocate(type);
    if (!made) return NULL;
    made->bytes = kb_table_bytes(NULL, 0);
    made->memory = malloc(kb_bot_bytes_to_search()); /* untouched pages cost nothing */
    void *memory = malloc(made->bytes);
    made->table = memory ? kb_table_in(memory, made->bytes) : NULL;
    if (made->table && made->memory) return (PyObject *)made;
    Py_DECREF(made);
    return PyErr_NoMemory();
}

static void table_release(PyObject *self)
{
    free(of(self)->table);
    free(of(self)->memory);
    release(self);
}

/* Gives the table the memory that a call with n bytes of text may need. Returns false with an exception. */
static bool has_room(PyObject *self, size_t n)
{
    table_object *t = of(self);
    size_t wants = kb_table_bytes(t->table, n);
    if (wants <= t->bytes) return true;
    kb_table *more = realloc(t->table, 2 * wants);
    if (!more) {
        PyErr_NoMemory();
        return false;
    }
    t->table = more;
    t->bytes = 2 * wants;
    kb_table_grow(more, t->bytes);
    return true;
}

/* --- output: written again with more room until it fits ---------------------------------------------------- */

typedef struct wanted {
    int viewer;
    unsigned long long after, number;
    void *copy;
} wanted;
typedef kb_error writer(const kb_table *, const wanted *, kb_text *);

static PyObject *write_with(PyObject *self, writer *write, const wanted *what, bool as_json)
{
    for (size_t bytes = FIRST_BYTES; bytes <= MOST_BYTES; bytes *= 4) {
        char *buffer = malloc(bytes);
        if (!buffer) return PyErr_NoMemory();
        kb_text text = kb_text_in(buffer, bytes);
        kb_error error = write(of(self)->table, what, &text);
        PyObject *made = error == KB_E_NO_ROOM ? NULL : as_json ? json_of(error, &text) : string_of(error, &text);
        free(buffer);
        if (error != KB_E_NO_ROOM) return made;
    }
    return refuse(KB_E_NO_ROOM);
}

static kb_error write_view(const kb_table *t, const wanted *what, kb_text *out)
{
    return kb_table_put_view(t, what->viewer, out);
}

static kb_error write_events(const kb_table *t, const wanted *what, kb_text *out)
{
    uint64_t last = what->after;
    kb_error error = kb_table_put_events(t, what->viewer, &last, UINT64_MAX, what->copy, out);
    return !error && last < kb_table_n_events(t, what->viewer) ? KB_E_NO_ROOM : error;
}

static kb_error write_entry(const kb_table *t, const wanted *what, kb_text *out)
{
    return kb_table_put_entry(t, what->number, out);
}

static kb_error write_record(const kb_table *t, const wanted *what, kb_text *out)
{
    size_t line = 0;
    kb_error error;
    do error = kb_table_put_record(t, what->viewer, &line, out);
    while (!error && line);
    return error;
}

static PyObject *table_view(PyObject *self, PyObject *args)
{
    wanted what = {0};
    if (!PyArg_ParseTuple(args, "i", &what.viewer) || is_busy(self)) return NULL;
    return write_with(self, write_view, &what, true);
}

static PyObject *table_events(PyObject *self, PyObject *args)
{
    wanted what = {0};
    if (!PyArg_ParseTuple(args, "iK", &what.viewer, &what.after) || is_busy(self)) return NULL;
    what.copy = malloc(kb_table_copy_bytes(of(self)->table));
    if (!what.copy) return PyErr_NoMemory();
    PyObject *events = write_with(self, write_events, &what, true);
    free(what.copy);
    return events;
}

static PyObject *table_record(PyObject *self, PyObject *args)
{
    wanted what = {0};
    if (!PyArg_ParseTuple(args, "i", &what.viewer) || is_busy(self)) return NULL;
    return write_with(self, write_record, &what, false);
}

static PyObject *table_entry(PyObject *self, PyObject *args)
{
    wanted what = {0};
    if (!PyArg_ParseTuple(args, "K", &what.number) || is_busy(self)) return NULL;
    return write_with(self, write_entry, &what, false);
}

/* --- what happens at it ------------------------------------------------------------------------------------ */

static PyObject *table_begin(PyObject *self, PyObject *args)
{
    char buffer[4096];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    kb_who host = {0, NULL, 0};
    const char *request;
    Py_ssize_t n;
    unsigned long long now_ms;
    if (!PyArg_ParseTuple(args, "s#IsK", &request, &n, &host.person, &host.name, &now_ms)) return NULL;
    if (is_busy(self) || !has_room(self, (size_t)n)) return NULL;
    host.now_ms = now_ms;
    kb_error error = kb_table_begin(of(self)->table, &host, request, (size_t)n, &why);
    if (error) return refuse_because(error, why.n ? buffer : kb_error_sentence(error));
    Py_RETURN_NONE;
}

static PyObject *table_seed(PyObject *self, PyObject *args)
{
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "K", &seed) || is_busy(self)) return NULL;
    kb_table_seed(of(self)->table, seed);
    Py_RETURN_NONE;
}

static PyObject *table_ask(PyObject *self, PyObject *args)
{
    kb_who who = {0, NULL, 0};
    const char *request;
    Py_ssize_t n;
    unsigned long long now_ms;
    if (!PyArg_ParseTuple(args, "s#IsK", &request, &n, &who.person, &who.name, &now_ms)) return NULL;
    if (is_busy(self) || !has_room(self, (size_t)n)) return NULL;
    who.now_ms = now_ms;
    kb_text answer = scratch_text();
    kb_error error = kb_table_request(of(self)->table, &who, request, (size_t)n, &answer);
    return json_of(answer.n ? KB_OK : error, &answer); /* a refusal has an answer, too */
}

static PyObject *table_step(PyObject *self, PyObject *args)
{
    static const char *const names[] = {"nothing", "held", "luck", "talk", "move"};
    table_object *t = of(self);
    unsigned long long now_ms;
    kb_step step = KB_STEP_NOTHING;
    kb_error error;
    if (!PyArg_ParseTuple(args, "K", &now_ms) || is_busy(self) || !has_room(self, FIRST_BYTES)) return NULL;
    t->busy = true;
    Py_BEGIN_ALLOW_THREADS error = kb_table_step(t->table, now_ms, t->memory, kb_bot_bytes_to_search(), &step);
    Py_END_ALLOW_THREADS t->busy = false;
    return error ? refuse(error) : PyUnicode_FromString(names[step]);
}

static PyObject *table_add(PyObject *self, PyObject *args)
{
    char buffer[4096];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    const char *entry;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "s#", &entry, &n) || is_busy(self) || !has_room(self, (size_t)n)) return NULL;
    kb_error error = kb_table_add_entry(of(self)->table, entry, (size_t)n, &why);
    if (error) return refuse_because(error, why.n ? buffer : kb_error_sentence(error));
    Py_RETURN_NONE;
}

static PyObject *table_legal(PyObject *self, PyObject *args)
{
    int seat;
    if (!PyArg_ParseTuple(args, "i", &seat) || is_busy(self)) return NULL;
    const kb_state *state = kb_table_state(of(self)->table);
    if (!state) return refuse_because(KB_E_ARGUMENT, "the game has not begun");
    kb_span *list = malloc(KB_MOVES_MAX * sizeof *list);
    if (!list) return PyErr_NoMemory();
    PyObject *moves = moves_of(state, list, kb_table_moves(of(self)->table, seat, list));
    free(list);
    return moves;
}

/* --- bytes and members --------------------------------------------------------------------------------------- */

static PyObject *table_bytes(PyObject *self, PyObject *none)
{
    (void)none;
    if (is_busy(self)) return NULL;
    return PyBytes_FromStringAndSize((const char *)of(self)->table, (Py_ssize_t)of(self)->bytes);
}

/* The bytes are those of another table: of this version of the library, as the caller has checked. */
static PyObject *table_take(PyObject *self, PyObject *args)
{
    const char *bytes;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "y#", &bytes, &n) || is_busy(self)) return NULL;
    kb_table *table = malloc((size_t)n);
    if (!table) return PyErr_NoMemory();
    memcpy(table, bytes, (size_t)n);
    free(of(self)->table);
    of(self)->table = table;
    of(self)->bytes = (size_t)n;
    Py_RETURN_NONE;
}

static PyObject *table_state(PyObject *self, void *closure)
{
    (void)closure;
    if (is_busy(self)) return NULL;
    const kb_state *state = kb_table_state(of(self)->table);
    return state ? (PyObject *)new_state(state, false) : refuse_because(KB_E_ARGUMENT, "the game has not begun");
}

static PyObject *table_n_entries(PyObject *self, void *closure)
{
    (void)closure;
    return is_busy(self) ? NULL : PyLong_FromUnsignedLongLong(kb_table_n_entries(of(self)->table));
}

static PyObject *table_held_ms(PyObject *self, void *closure)
{
    (void)closure;
    return is_busy(self) ? NULL : PyLong_FromUnsignedLongLong(kb_table_held_ms(of(self)->table));
}

static PyMethodDef methods[] = {
    {"_begin", table_begin, METH_VARARGS, "_begin(request, person, name, now_ms)"},
    {"_seed", table_seed, METH_VARARGS, "_seed(seed)"},
    {"_ask", table_ask, METH_VARARGS, "_ask(request, person, name, now_ms) -> dict"},
    {"_step", table_step, METH_VARARGS, "_step(now_ms) -> str"},
    {"_add", table_add, METH_VARARGS, "_add(entry)"},
    {"_legal", table_legal, METH_VARARGS, "_legal(seat) -> list[str]"},
    {"_view", table_view, METH_VARARGS, "_view(viewer) -> dict"},
    {"_events", table_events, METH_VARARGS, "_events(viewer, after) -> list[dict]"},
    {"_record", table_record, METH_VARARGS, "_record(viewer) -> str"},
    {"_entry", table_entry, METH_VARARGS, "_entry(number) -> str"},
    {"_bytes", table_bytes, METH_NOARGS, "_bytes() -> bytes"},
    {"_take", table_take, METH_VARARGS, "_take(bytes)"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"state", table_state, NULL, "The state of the game: a copy.", NULL},
    {"_n_entries", table_n_entries, NULL, "How many entries there are.", NULL},
    {"_held_ms", table_held_ms, NULL, "Until when bots hold back.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

int add_tables(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_doc, "A game with its seats, talk, promises, and bots that negotiate."},
        {Py_tp_new, table_new},
        {Py_tp_dealloc, table_release},
        {Py_tp_methods, methods},
        {Py_tp_getset, members},
        {0, NULL},
    };
    static PyType_Spec spec = {"kickback._core.Table", sizeof(table_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    return add_type(module, "Table", &spec, &table_type);
}
