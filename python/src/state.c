/* state.c: kickback.State and kickback.Rng. */
#include <string.h>

#include "core.h"

PyTypeObject *state_type, *rng_type;

/* --- luck -------------------------------------------------------------------------------------------------- */

static PyObject *rng_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    static char *known[] = {"seed", NULL};
    unsigned long long seed = 0;
    if (!PyArg_ParseTupleAndKeywords(args, names, "|K", known, &seed)) return NULL;
    rng_object *rng = allocate(type);
    if (rng) rng->rng = kb_rng_from(seed);
    return (PyObject *)rng;
}

static PyObject *rng_next(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(kb_rng_next(&((rng_object *)self)->rng));
}

static PyObject *rng_below(PyObject *self, PyObject *args)
{
    unsigned int n;
    if (!PyArg_ParseTuple(args, "I", &n)) return NULL;
    if (!n) return refuse(KB_E_ARGUMENT);
    return PyLong_FromUnsignedLong(kb_rng_below(&((rng_object *)self)->rng, n));
}

static PyMethodDef rng_methods[] = {
    {"next", rng_next, METH_NOARGS, "next() -> int\n\nThe next 64 bits."},
    {"below", rng_below, METH_VARARGS, "below(n) -> int\n\n0 to n - 1, each equally likely."},
    {NULL, NULL, 0, NULL},
};

/* --- states made ------------------------------------------------------------------------------------------- */

state_object *new_state(const kb_state *state, bool view)
{
    state_object *made = allocate(state_type);
    if (!made) return NULL;
    made->state = *state;
    made->events.n = 0;
    made->view = view;
    return made;
}

static PyObject *state_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    kb_setup setup;
    kb_state state;
    (void)type;
    if (read_setup(args, names, &setup)) return NULL;
    kb_error error = kb_start(&state, &setup);
    return error ? refuse(error) : (PyObject *)new_state(&state, false);
}

static const kb_state *of(PyObject *self)
{
    return &((state_object *)self)->state;
}

static PyObject *state_clone(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    state_object *whole = (state_object *)self, *made = new_state(&whole->state, whole->view);
    if (made) made->events = whole->events;
    return (PyObject *)made;
}

static PyObject *state_redact(PyObject *self, PyObject *seat)
{
    kb_state view;
    int number;
    if (read_seat(&of(self)->setup, seat, &number)) return NULL;
    kb_error error = kb_redact(of(self), number, &view);
    return error ? refuse(error) : (PyObject *)new_state(&view, true);
}

static PyObject *state_sample(PyObject *self, PyObject *args)
{
    kb_state whole;
    PyObject *rng;
    if (!PyArg_ParseTuple(args, "O!", rng_type, &rng)) return NULL;
    if (!((state_object *)self)->view) return state_clone(self, NULL);
    kb_error error = kb_sample(of(self), &((rng_object *)rng)->rng, &whole);
    return error ? refuse(error) : (PyObject *)new_state(&whole, false);
}

/* Reads JSON, or any object that json.dumps can write. */
static PyObject *state_from_position(PyObject *class, PyObject *args, PyObject *names)
{
    static char *known[] = {"position", "view", NULL};
    PyObject *position;
    int view = 0;
    char buffer[1024];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    kb_state state;
    (void)class;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O|p", known, &position, &view)) return NULL;
    const char *text;
    Py_ssize_t n;
    PyObject *string = json_string(position), *bytes = string ? utf8_of(string, &text, &n) : NULL;
    Py_XDECREF(string);
    if (!bytes) return NULL;
    kb_error error = (view ? kb_view_parse : kb_position_parse)(text, (size_t)n, &state, &why);
    Py_DECREF(bytes);
    if (error) return refuse_because(error, why.n ? buffer : kb_error_sentence(error));
    return (PyObject *)new_state(&state, view);
}

/* A pickle of a full state holds its position as JSON: it is checked when read, and later versions can read it. The
 * JSON of a view does not restore every byte, so the pickle of a view holds the bytes, which only this version reads. */
static PyObject *state_reduce(PyObject *self, PyObject *none)
{
    (void)none;
    bool view = ((state_object *)self)->view;
    kb_text text = scratch_text();
    PyObject *held = view ? PyBytes_FromStringAndSize((const char *)of(self), sizeof(kb_state))
                          : string_of(kb_position_json(of(self), &text), &text);
    PyObject *read = held ? PyObject_GetAttrString((PyObject *)state_type, "_restore") : NULL;
    if (!read) {
        Py_XDECREF(held);
        return NULL;
    }
    return Py_BuildValue("(N(sNK))", read, kb_version(), held, (unsigned long long)kb_hash(of(self)));
}

static PyObject *restored_view(const char *version, PyObject *bytes, uint64_t hash)
{
    kb_state state;
    char *at;
    Py_ssize_t n;
    if (strcmp(version, kb_version()) != 0) return refuse_because(KB_E_FORMAT, "another version pickled this view");
    if (PyBytes_AsStringAndSize(bytes, &at, &n)) return NULL;
    if (n != sizeof state) return refuse_because(KB_E_FORMAT, "this is no pickled view");
    memcpy(&state, at, sizeof state);
    if (!hash || kb_setup_check(&state.setup, NULL) || kb_hash(&state) != hash)
        return refuse_because(KB_E_FORMAT, "the pickled view is damaged");
    return (PyObject *)new_state(&state, true);
}

static PyObject *state_restore(PyObject *class, PyObject *args)
{
    const char *version;
    PyObject *held;
    unsigned long long hash;
    if (!PyArg_ParseTuple(args, "sOK", &version, &held, &hash)) return NULL;
    if (PyBytes_Check(held)) return restored_view(version, held, hash);
    PyObject *made = PyObject_CallMethod(class, "from_position", "O", held);
    if (made && kb_hash(of(made)) != hash) {
        Py_CLEAR(made);
        refuse_because(KB_E_FORMAT, "the pickled state is damaged");
    }
    return made;
}

/* --- states asked -------------------------------------------------------------------------------------------- */

static PyObject *state_actors(PyObject *self, void *closure)
{
    (void)closure;
    uint32_t mask = kb_actors(of(self));
    PyObject *list = PyTuple_New(__builtin_popcount(mask));
    for (Py_ssize_t i = 0; list && mask; i++, mask &= mask - 1) {
        PyObject *seat = PyLong_FromLong(__builtin_ctz(mask));
        if (!seat || PyTuple_SetItem(list, i, seat)) Py_CLEAR(list);
    }
    return list;
}

PyObject *move_string(const kb_state *state, kb_move move)
{
    char buffer[2 * KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    return string_of(kb_move_text(state, move, &text), &text);
}

PyObject *moves_of(const kb_state *state, const kb_span *span, int n)
{
    PyObject *list = PyList_New(0);
    for (; list && n > 0; n--, span++) {
        kb_move move = span->move;
        for (uint32_t left = span->n; list && left; left--, move.amount += span->step) {
            PyObject *one = move_string(state, move);
            if (!one || PyList_Append(list, one)) Py_CLEAR(list);
            Py_XDECREF(one);
        }
    }
    return list;
}

static PyObject *state_legal(PyObject *self, PyObject *seat)
{
    kb_span list[KB_SPANS_MAX];
    int number;
    if (read_seat(&of(self)->setup, seat, &number)) return NULL;
    return moves_of(of(self), list, kb_legal(of(self), number, list, KB_SPANS_MAX));
}

/* (text, n, weight) for each entry of a legal list. */
static PyObject *state_spans(PyObject *self, PyObject *seat)
{
    kb_span list[KB_SPANS_MAX];
    int number;
    if (read_seat(&of(self)->setup, seat, &number)) return NULL;
    int n = kb_legal(of(self), number, list, KB_SPANS_MAX);
    PyObject *spans = PyList_New(0);
    for (int i = 0; spans && i < n; i++) {
        char buffer[2 * KB_MOVE_TEXT_MAX];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        kb_error error = kb_span_text(of(self), list[i], &text);
        PyObject *one = error ? refuse(error) : Py_BuildValue("(sII)", buffer, list[i].n, (unsigned int)list[i].weight);
        if (!one || PyList_Append(spans, one)) Py_CLEAR(spans);
        Py_XDECREF(one);
    }
    return spans;
}

static int read_seat_and_move(PyObject *self, PyObject *args, int *seat, kb_move *move)
{
    PyObject *who, *what;
    if (!PyArg_ParseTuple(args, "OO", &who, &what)) return -1;
    return read_seat(&of(self)->setup, who, seat) || read_move(of(self), what, move) ? -1 : 0;
}

static PyObject *state_check(PyObject *self, PyObject *args)
{
    int seat;
    kb_move move;
    if (read_seat_and_move(self, args, &seat, &move)) return NULL;
    kb_error error = kb_check(of(self), seat, move);
    if (error) return refuse(error);
    Py_RETURN_NONE;
}

static PyObject *state_apply(PyObject *self, PyObject *args)
{
    int seat;
    kb_move move;
    kb_events events;
    if (read_seat_and_move(self, args, &seat, &move)) return NULL;
    kb_error error = kb_apply(&((state_object *)self)->state, seat, move, &events);
    if (error) return refuse(error);
    kb_events *kept = &((state_object *)self)->events;
    kept->n = events.n;
    memcpy(kept->at, events.at, (size_t)events.n * sizeof *events.at);
    Py_RETURN_NONE;
}

static PyObject *state_pick(PyObject *self, PyObject *args)
{
    PyObject *rng;
    int seat;
    kb_move move;
    if (!PyArg_ParseTuple(args, "O!", rng_type, &rng)) return NULL;
    kb_error error = kb_pick(of(self), &((rng_object *)rng)->rng, &seat, &move);
    return error ? refuse(error) : Py_BuildValue("(iN)", seat, move_string(of(self), move));
}

static PyObject *state_over(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(kb_over(of(self), NULL));
}

static PyObject *state_result(PyObject *self, PyObject *none)
{
    (void)none;
    kb_text text = scratch_text();
    return json_of(kb_result_json(of(self), &text), &text);
}

static PyObject *state_scores(PyObject *self, PyObject *none)
{
    (void)none;
    kb_result result;
    if (!kb_over(of(self), &result)) return refuse(KB_E_NOT_OVER);
    PyObject *list = PyTuple_New(of(self)->setup.seats);
    for (int i = 0; list && i < of(self)->setup.seats; i++) {
        PyObject *score = PyLong_FromLong(result.score[i]);
        if (!score || PyTuple_SetItem(list, i, score)) Py_CLEAR(list);
    }
    return list;
}

static PyObject *state_winners(PyObject *self, PyObject *none)
{
    (void)none;
    kb_result result;
    if (!kb_over(of(self), &result)) return refuse(KB_E_NOT_OVER);
    PyObject *list = PyTuple_New(__builtin_popcount(result.winners_mask));
    uint32_t mask = result.winners_mask;
    for (Py_ssize_t i = 0; list && mask; i++, mask &= mask - 1) {
        PyObject *seat = PyLong_FromLong(__builtin_ctz(mask));
        if (!seat || PyTuple_SetItem(list, i, seat)) Py_CLEAR(list);
    }
    return list;
}

/* An event as a dict: its JSON, with its sentence as "text". */
static PyObject *event_of(const kb_state *state, const kb_event *event)
{
    kb_text text = scratch_text();
    PyObject *made = json_of(kb_event_json(state, event, &text), &text);
    if (!made) return NULL;
    text = scratch_text();
    PyObject *sentence = string_of(kb_event_text(state, event, &text), &text);
    if (!sentence || PyDict_SetItemString(made, "text", sentence)) Py_CLEAR(made);
    Py_XDECREF(sentence);
    return made;
}

PyObject *events_of(const kb_state *state, const kb_events *events, PyObject *seat)
{
    int number = -1;
    if (seat != Py_None && read_seat(&state->setup, seat, &number)) return NULL;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < events->n; i++) {
        if (number >= 0 && !(events->at[i].seen_by >> number & 1)) continue;
        PyObject *one = event_of(state, &events->at[i]);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *state_events(PyObject *self, PyObject *args)
{
    PyObject *seat = Py_None;
    if (!PyArg_ParseTuple(args, "|O", &seat)) return NULL;
    return events_of(of(self), &((state_object *)self)->events, seat);
}

static PyObject *state_position(PyObject *self, PyObject *none)
{
    (void)none;
    kb_text text = scratch_text();
    return json_of(kb_position_json(of(self), &text), &text);
}

static PyObject *state_json(PyObject *self, PyObject *none)
{
    (void)none;
    kb_text text = scratch_text();
    return string_of(kb_position_json(of(self), &text), &text);
}

static PyObject *state_picture(PyObject *self, PyObject *args)
{
    PyObject *seat;
    int number, width = 79;
    if (!PyArg_ParseTuple(args, "O|i", &seat, &width) || read_seat(&of(self)->setup, seat, &number)) return NULL;
    kb_text text = scratch_text();
    text.width = width;
    return string_of(kb_picture(of(self), number, &text), &text);
}

static PyObject *state_seat_name(PyObject *self, PyObject *seat)
{
    int number;
    if (read_seat(&of(self)->setup, seat, &number)) return NULL;
    return PyUnicode_FromString(kb_seat_name(&of(self)->setup, number));
}

static PyObject *state_n_seats(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLong(of(self)->setup.seats);
}

static PyObject *state_is_view(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(((state_object *)self)->view);
}

static int put_string(PyObject *dict, const char *key, const char *value)
{
    PyObject *string = PyUnicode_FromString(value);
    int status = string ? PyDict_SetItemString(dict, key, string) : -1;
    Py_XDECREF(string);
    return status;
}

static PyObject *state_setup(PyObject *self, void *closure)
{
    (void)closure;
    const kb_setup *setup = &of(self)->setup;
    PyObject *dict = Py_BuildValue("{s:s,s:i}", "game", kb_game_name(setup->game), "players", (int)setup->seats);
    if (dict && kb_game_edition(setup->game, 1) &&
        put_string(dict, "edition", kb_game_edition(setup->game, setup->edition)))
        Py_CLEAR(dict);
    for (int i = 0; dict && i < KB_OPTIONS_MAX && kb_game_option(setup->game, i); i++)
        if (put_string(dict, kb_game_option(setup->game, i), kb_game_option_value(setup->game, i, setup->option[i])))
            Py_CLEAR(dict);
    return dict;
}

/* --- states as objects ----------------------------------------------------------------------------------------- */

static PyObject *state_number(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(kb_hash(of(self)));
}

static PyObject *state_compare(PyObject *self, PyObject *other, int how)
{
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(other, state_type)) Py_RETURN_NOTIMPLEMENTED;
    bool equal = !memcmp(of(self), of(other), sizeof(kb_state));
    return PyBool_FromLong(equal == (how == Py_EQ));
}

static PyObject *state_repr(PyObject *self)
{
    char number[17];
    const kb_setup *setup = &of(self)->setup;
    PyOS_snprintf(number, sizeof number, "%llx", (unsigned long long)kb_hash(of(self)));
    return PyUnicode_FromFormat("<kickback.%s: %s, %d players, hash %s>",
                                ((state_object *)self)->view ? "view" : "State", kb_game_name(setup->game),
                                (int)setup->seats, number);
}

/* --- encodings --------------------------------------------------------------------------------------------------- */

/* A function of the library that fills n bytes. */
typedef kb_error (*filler)(const kb_state *, int seat, void *out, int n);

static kb_error fill_mask(const kb_state *state, int seat, void *out, int n)
{
    return kb_action_mask(state, seat, out, n);
}

static kb_error fill_observation(const kb_state *state, int seat, void *out, int n)
{
    return kb_observe(state, seat, out, n);
}

static PyObject *filled(PyObject *self, PyObject *seat, int n, filler fill)
{
    int number;
    kb_text scratch = scratch_text();
    if (read_seat(&of(self)->setup, seat, &number)) return NULL;
    kb_error error = fill(of(self), number, scratch.at, n);
    return error ? refuse(error) : PyBytes_FromStringAndSize(scratch.at, n);
}

static PyObject *state_mask(PyObject *self, PyObject *seat)
{
    return filled(self, seat, kb_actions(of(self)->setup.game), fill_mask);
}

static PyObject *state_observation(PyObject *self, PyObject *seat)
{
    return filled(self, seat, kb_observations(of(self)->setup.game), fill_observation);
}

static PyObject *state_action_of(PyObject *self, PyObject *args)
{
    int seat;
    kb_move move;
    if (read_seat_and_move(self, args, &seat, &move)) return NULL;
    int action = kb_action_of(of(self), seat, move);
    return action < 0 ? refuse_because(KB_E_UNKNOWN_MOVE, "no action stands for this move") : PyLong_FromLong(action);
}

static PyObject *state_move_of(PyObject *self, PyObject *args)
{
    PyObject *who;
    int seat, action, amount = KB_HIDDEN;
    kb_move move;
    if (!PyArg_ParseTuple(args, "Oi|i", &who, &action, &amount) || read_seat(&of(self)->setup, who, &seat)) return NULL;
    kb_error error = kb_action_move(of(self), seat, action, amount, &move);
    return error ? refuse(error) : move_string(of(self), move);
}

/* The rows of a move of the seat, or of the last events it was told, as bytes. */
static PyObject *state_told(PyObject *self, PyObject *args)
{
    PyObject *who, *text = Py_None;
    int seat;
    kb_move move;
    int32_t rows[KB_EVENTS_MAX][KB_TOLD_NUMBERS];
    Py_ssize_t n = 0;
    kb_error error = KB_OK;
    const kb_events *events = &((state_object *)self)->events;
    if (!PyArg_ParseTuple(args, "O|O", &who, &text) || read_seat(&of(self)->setup, who, &seat)) return NULL;
    if (!kb_told_kinds(of(self)->setup.game)) return PyBytes_FromStringAndSize(NULL, 0);
    if (text != Py_None) {
        if (read_move(of(self), text, &move)) return NULL;
        error = kb_told_move(of(self), seat, move, rows[n++]);
    }
    for (int i = 0; text == Py_None && !error && i < events->n; i++) {
        error = kb_told_event(of(self), seat, &events->at[i], rows[n]);
        if (error == KB_E_HIDDEN)
            error = KB_OK;
        else
            n++;
    }
    return error ? refuse(error) : PyBytes_FromStringAndSize((const char *)rows, n * (Py_ssize_t)sizeof rows[0]);
}

static PyMethodDef state_methods[] = {
    {"_told", state_told, METH_VARARGS, "The rows of a move, or of the last events, as bytes."},
    {"_mask", state_mask, METH_O, "The mask as bytes."},
    {"_observation", state_observation, METH_O, "The observation as bytes."},
    {"action_of", state_action_of, METH_VARARGS, "action_of(seat, move) -> int\n\nThe action that stands for a move."},
    {"move_of", state_move_of, METH_VARARGS,
     "move_of(seat, action, amount) -> str\n\nThe legal move an action stands for; without an amount, the least sum."},
    {"clone", state_clone, METH_NOARGS, "clone() -> State\n\nA copy that can be played on by itself."},
    {"__copy__", state_clone, METH_NOARGS, "A copy."},
    {"__deepcopy__", state_clone, METH_O, "A copy."},
    {"redact", state_redact, METH_O, "redact(seat) -> State\n\nThe position as the seat may know it: a view."},
    {"sample", state_sample, METH_VARARGS,
     "sample(rng) -> State\n\nA random whole state that looks like this view to the seat whose view it is."},
    {"from_position", (PyCFunction)(void (*)(void))state_from_position, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "from_position(position, view=False) -> State\n\nReads a position, a dict or JSON; with view, what a seat was "
     "shown."},
    {"_restore", state_restore, METH_VARARGS | METH_CLASS, "What pickle calls."},
    {"__reduce__", state_reduce, METH_NOARGS, "For pickle."},
    {"legal", state_legal, METH_O,
     "legal(seat) -> list[str]\n\nEverything the seat may do; empty where it owes no move."},
    {"spans", state_spans, METH_O,
     "spans(seat) -> list[tuple[str, int, int]]\n\nThe legal list with each run of amounts as one entry: its text, how "
     "many moves it\n"
     "stands for, and for chance how likely it is against the others."},
    {"check", state_check, METH_VARARGS, "check(seat, move)\n\nRaises Error with the rule that forbids the move."},
    {"apply", state_apply, METH_VARARGS, "apply(seat, move)\n\nMakes the move, or raises Error and changes nothing."},
    {"pick", state_pick, METH_VARARGS,
     "pick(rng) -> (seat, move)\n\nA random seat that owes a move and a random legal move; chance by its weights."},
    {"result", state_result, METH_NOARGS, "result() -> dict\n\nScores, winners and why the game ended, by seat names."},
    {"scores", state_scores, METH_NOARGS, "scores() -> tuple[int, ...]\n\nThe final score of every seat."},
    {"winners", state_winners, METH_NOARGS,
     "winners() -> tuple[int, ...]\n\nThe seats that won; more than one shares."},
    {"events", state_events, METH_VARARGS,
     "events(seat=None) -> list[dict]\n\nWhat the last move made happen; with a seat, only what it was told."},
    {"position", state_position, METH_NOARGS,
     "position() -> dict\n\nThe position; of a view with None for what is hidden."},
    {"json", state_json, METH_NOARGS, "json() -> str\n\nThe position as JSON."},
    {"picture", state_picture, METH_VARARGS,
     "picture(seat, width=79) -> str\n\nThe table as text, as the seat sees it."},
    {"seat_name", state_seat_name, METH_O, "seat_name(seat) -> str"},
    {"hash", state_number, METH_NOARGS, "hash() -> int\n\n64 bits: equal states have equal ones, on every machine."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef state_members[] = {
    {"actors", state_actors, NULL, "The seats that owe a move; (CHANCE,) where luck does; empty when it is over.",
     NULL},
    {"over", state_over, NULL, "Whether the game is over.", NULL},
    {"n_seats", state_n_seats, NULL, "How many seats there are.", NULL},
    {"is_view", state_is_view, NULL, "Whether this is what one seat sees. In a view no moves are made.", NULL},
    {"setup", state_setup, NULL, "The setup as a dict: State(**state.setup) begins another such game.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

int add_states(PyObject *module)
{
    static PyType_Slot rng_slots[] = {
        {Py_tp_doc, "Rng(seed=0)\n\nA generator: the same seed gives the same numbers on every machine."},
        {Py_tp_new, rng_new},
        {Py_tp_dealloc, release},
        {Py_tp_methods, rng_methods},
        {0, NULL},
    };
    static PyType_Spec rng_spec = {"kickback._core.Rng", sizeof(rng_object), 0, Py_TPFLAGS_DEFAULT, rng_slots};
    static PyType_Slot state_slots[] = {
        {Py_tp_doc, "State(game, **options)\n\nA position of a game, at its start."},
        {Py_tp_new, state_new},
        {Py_tp_dealloc, release},
        {Py_tp_methods, state_methods},
        {Py_tp_getset, state_members},
        {Py_tp_hash, PyObject_HashNotImplemented}, /* mutable: use hash() as a key */
        {Py_tp_richcompare, state_compare},
        {Py_tp_repr, state_repr},
        {0, NULL},
    };
    static PyType_Spec state_spec = {"kickback._core.State", sizeof(state_object), 0, Py_TPFLAGS_DEFAULT, state_slots};
    return add_type(module, "Rng", &rng_spec, &rng_type) || add_type(module, "State", &state_spec, &state_type) ? -1
                                                                                                                : 0;
}
