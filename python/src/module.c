/* module.c: kickback._core: errors, games, and helpers that its types share. */
#include "core.h"

static PyObject *error_type, *json_loads, *json_dumps;

/* --- errors and texts ----------------------------------------------------------------------------------- */

PyObject *refuse_because(kb_error code, const char *why)
{
    PyObject *error = PyObject_CallFunction(error_type, "s", why);
    if (!error) return NULL;
    PyObject *number = PyLong_FromLong(code), *name = PyUnicode_FromString(kb_error_name(code));
    if (number && name && !PyObject_SetAttrString(error, "code", number) &&
        !PyObject_SetAttrString(error, "name", name))
        PyErr_SetObject(error_type, error);
    Py_XDECREF(number);
    Py_XDECREF(name);
    Py_DECREF(error);
    return NULL;
}

PyObject *refuse(kb_error code)
{
    return refuse_because(code, kb_error_sentence(code));
}

kb_text scratch_text(void)
{
    static char scratch[1 << 18];
    return kb_text_in(scratch, sizeof scratch);
}

PyObject *string_of(kb_error error, const kb_text *text)
{
    return error ? refuse(error) : PyUnicode_DecodeUTF8(text->at, (Py_ssize_t)text->n, "replace");
}

PyObject *json_of(kb_error error, const kb_text *text)
{
    return error ? refuse(error) : PyObject_CallFunction(json_loads, "s#", text->at, (Py_ssize_t)text->n);
}

PyObject *json_string(PyObject *value)
{
    if (!PyUnicode_Check(value)) return PyObject_CallFunctionObjArgs(json_dumps, value, NULL);
    Py_INCREF(value);
    return value;
}

PyObject *utf8_of(PyObject *string, const char **text, Py_ssize_t *n)
{
    char *at;
    if (!PyUnicode_Check(string)) {
        PyErr_SetString(PyExc_TypeError, "expected a str");
        return NULL;
    }
    PyObject *bytes = PyUnicode_AsUTF8String(string);
    if (bytes && PyBytes_AsStringAndSize(bytes, &at, n)) Py_CLEAR(bytes);
    if (bytes) *text = at;
    return bytes;
}

/* --- arguments ------------------------------------------------------------------------------------------- */

static int set_option(kb_setup *setup, PyObject *key, PyObject *value)
{
    char buffer[1024];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    PyObject *text = PyObject_Str(value);
    const char *name = NULL, *said = NULL;
    Py_ssize_t n;
    PyObject *name_bytes = utf8_of(key, &name, &n), *said_bytes = text ? utf8_of(text, &said, &n) : NULL;
    int status = -1;
    if (name_bytes && said_bytes) {
        kb_error error = kb_setup_set(setup, name, said, &why);
        if (error) refuse_because(error, why.n ? buffer : kb_error_sentence(error));
        status = error ? -1 : 0;
    }
    Py_XDECREF(text);
    Py_XDECREF(name_bytes);
    Py_XDECREF(said_bytes);
    return status;
}

static int game_of(PyObject *game)
{
    const char *name;
    Py_ssize_t n;
    PyObject *bytes = utf8_of(game, &name, &n);
    if (!bytes) return -1;
    int number = kb_game_named(name);
    Py_DECREF(bytes);
    if (number < 0) {
        kb_text why = scratch_text();
        int used = 0;
        for (int i = 0; i < kb_games(); i++)
            used += PyOS_snprintf(why.at + used, 256, "%s%s", i ? ", " : "there is no such game; the games are ",
                                  kb_game_name(i));
        refuse_because(KB_E_SETUP, why.at);
    }
    return number;
}

/* A new reference to the game's name. If it is one of the options, it is removed from them. */
static PyObject *game_named(PyObject *args, PyObject *options)
{
    PyObject *game = NULL;
    if (!PyArg_ParseTuple(args, "|O", &game)) return NULL;
    if (!game) game = PyDict_GetItemString(options, "game");
    if (!game) {
        PyErr_SetString(PyExc_TypeError, "the name of a game is missing");
        return NULL;
    }
    Py_INCREF(game);
    if (PyTuple_Size(args) == 0 && PyDict_DelItemString(options, "game")) Py_CLEAR(game);
    return game;
}

static bool is_edition(PyObject *key)
{
    return PyUnicode_Check(key) && PyUnicode_CompareWithASCIIString(key, "edition") == 0;
}

/* Sets all options before checking, because some options allow others. */
static int set_options(int game, PyObject *options, kb_setup *setup)
{
    char buffer[1024];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    PyObject *key, *value;
    kb_setup_default(setup, game);
    for (int edition = 1; edition >= 0; edition--) /* the edition first: it has defaults of its own */
        for (Py_ssize_t at = 0; PyDict_Next(options, &at, &key, &value);)
            if (is_edition(key) == edition && set_option(setup, key, value)) return -1;
    kb_error error = kb_setup_check(setup, &why);
    if (error) refuse_because(error, why.n ? buffer : kb_error_sentence(error));
    return error ? -1 : 0;
}

int read_setup(PyObject *args, PyObject *options, kb_setup *setup)
{
    PyObject *rest = options ? PyDict_Copy(options) : PyDict_New();
    PyObject *game = rest ? game_named(args, rest) : NULL;
    int number = game ? game_of(game) : -1;
    int status = number < 0 ? -1 : set_options(number, rest, setup);
    Py_XDECREF(game);
    Py_XDECREF(rest);
    return status;
}

int read_seat(const kb_setup *setup, PyObject *seat, int *out)
{
    if (PyLong_Check(seat)) {
        int overflow;
        long number = PyLong_AsLongAndOverflow(seat, &overflow);
        if (overflow || number < 0 || (number >= setup->seats && number != KB_CHANCE && number != KB_SPECTATOR)) {
            refuse(KB_E_NO_SUCH_SEAT);
            return -1;
        }
        *out = (int)number;
        return 0;
    }
    const char *name;
    Py_ssize_t n;
    PyObject *bytes = utf8_of(seat, &name, &n);
    if (!bytes) return -1;
    *out = kb_seat_named(setup, name);
    Py_DECREF(bytes);
    if (*out < 0) refuse(KB_E_NO_SUCH_SEAT);
    return *out < 0 ? -1 : 0;
}

int read_move(const kb_state *state, PyObject *move, kb_move *out)
{
    const char *text;
    Py_ssize_t n;
    PyObject *bytes = utf8_of(move, &text, &n);
    if (!bytes) return -1;
    kb_move read = {0, 0, 0, 0, 0};
    kb_error error = kb_move_parse(state, text, (size_t)n, &read);
    Py_DECREF(bytes);
    if (error) refuse(error);
    *out = read;
    return error ? -1 : 0;
}

/* --- games ------------------------------------------------------------------------------------------------ */

static PyObject *names_of(const char *(*name)(int, int), int game)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && name(game, i); i++) {
        PyObject *one = PyUnicode_FromString(name(game, i));
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *values_of(int game, int option)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && kb_game_option_value(game, option, i); i++) {
        PyObject *one = PyUnicode_FromString(kb_game_option_value(game, option, i));
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *options_of(int game)
{
    PyObject *options = PyDict_New();
    for (int i = 0; options && kb_game_option(game, i); i++) {
        PyObject *one = Py_BuildValue("(Ns)", values_of(game, i), kb_game_option_meaning(game, i));
        if (!one || PyDict_SetItemString(options, kb_game_option(game, i), one)) Py_CLEAR(options);
        Py_XDECREF(one);
    }
    return options;
}

static PyObject *game_at(PyObject *self, PyObject *args)
{
    int game;
    (void)self;
    if (!PyArg_ParseTuple(args, "i", &game)) return NULL;
    if (!kb_game_name(game)) return refuse(KB_E_SETUP);
    return Py_BuildValue("(sssiiNN)", kb_game_name(game), kb_game_title(game), kb_game_author(game),
                         kb_game_seats_min(game), kb_game_seats_max(game), names_of(kb_game_edition, game),
                         options_of(game));
}

/* (observations, actions): the names of all indexes. */
/* Puts a name into a tuple, which becomes NULL if that fails. */
static void set_name(PyObject **tuple, int i, kb_error error, const kb_text *text)
{
    PyObject *name = string_of(error, text);
    if (!name || PyTuple_SetItem(*tuple, i, name)) Py_CLEAR(*tuple);
}

static PyObject *encoding_of(PyObject *self, PyObject *args, PyObject *options)
{
    kb_setup setup;
    (void)self;
    if (read_setup(args, options, &setup)) return NULL;
    int n_actions = kb_actions(setup.game), n_observations = kb_observations(setup.game);
    int n_told = kb_told_kinds(setup.game);
    if (!n_actions) return refuse_because(KB_E_SETUP, "this game has no encoding");
    PyObject *actions = PyTuple_New(n_actions), *observations = PyTuple_New(n_observations);
    PyObject *told = PyTuple_New(n_told);
    for (int i = 0; actions && i < n_actions; i++) {
        kb_text text = scratch_text();
        set_name(&actions, i, kb_action_name(&setup, i, &text), &text);
    }
    for (int i = 0; observations && i < n_observations; i++) {
        kb_text text = scratch_text();
        set_name(&observations, i, kb_observation_name(setup.game, i, &text), &text);
    }
    for (int i = 0; told && i < n_told; i++) {
        kb_text text = scratch_text();
        set_name(&told, i, kb_told_name(setup.game, i, &text), &text);
    }
    if (actions && observations && told) return Py_BuildValue("(NNN)", observations, actions, told);
    Py_XDECREF(actions);
    Py_XDECREF(observations);
    Py_XDECREF(told);
    return NULL;
}

static PyMethodDef functions[] = {
    {"encoding_of", (PyCFunction)(void (*)(void))encoding_of, METH_VARARGS | METH_KEYWORDS,
     "The names of every index."},
    {"game_at", game_at, METH_VARARGS, "The facts of a game, by its number."},
    {NULL, NULL, 0, NULL},
};

void *allocate(PyTypeObject *type)
{
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return make(type, 0);
}

/* Instances of heap types own a reference to their type. */
void release(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc give_back = (freefunc)PyType_GetSlot(type, Py_tp_free);
    give_back(self);
    Py_DECREF(type);
}

int add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **out)
{
    PyObject *type = PyType_FromSpec(spec);
    if (!type) return -1;
    *out = (PyTypeObject *)type;
    Py_INCREF(type);
    if (!PyModule_AddObject(module, name, type)) return 0;
    Py_DECREF(type);
    return -1;
}

static int add_error(PyObject *module)
{
    PyObject *json = PyImport_ImportModule("json");
    json_loads = json ? PyObject_GetAttrString(json, "loads") : NULL;
    json_dumps = json ? PyObject_GetAttrString(json, "dumps") : NULL;
    Py_XDECREF(json);
    error_type = PyErr_NewExceptionWithDoc(
        "kickback.Error",
        "The engine refused: str(error) is its sentence, error.name its name for programs, error.code its number.",
        PyExc_ValueError, NULL);
    if (!json_loads || !json_dumps || !error_type) return -1;
    Py_INCREF(error_type);
    if (!PyModule_AddObject(module, "Error", error_type)) return 0;
    Py_DECREF(error_type);
    return -1;
}

PyMODINIT_FUNC PyInit__core(void)
{
    static PyModuleDef definition = {
        PyModuleDef_HEAD_INIT, "_core", "The C half of kickback.", -1, functions, NULL, NULL, NULL, NULL};
#ifdef __x86_64__ /* meson.build compiles for these processors */
    if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("sse4.2")) {
        PyErr_SetString(PyExc_ImportError, "kickback needs a processor of the level x86-64-v2");
        return NULL;
    }
#endif
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    if (add_error(module) || add_states(module) || add_records(module) || add_bots(module) || add_tables(module) ||
        add_vectors(module) || PyModule_AddIntConstant(module, "CHANCE", KB_CHANCE) ||
        PyModule_AddIntConstant(module, "SPECTATOR", KB_SPECTATOR) ||
        PyModule_AddIntConstant(module, "N_GAMES", kb_games()) ||
        PyModule_AddIntConstant(module, "ENCODING_VERSION", KB_ENCODING_VERSION) ||
        PyModule_AddStringConstant(module, "VERSION", kb_version()))
        Py_CLEAR(module);
    return module;
}
