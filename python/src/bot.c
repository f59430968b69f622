/* bot.c: kickback.Bot: a bot at a seat, and the memory it uses. */
#include <stdlib.h>

#include "core.h"

typedef struct bot_object {
    PyObject_HEAD kb_bot *bot;
    PyObject *name;
    int seat;
    bool busy; /* it thinks without the GIL: other threads must not use it then */
} bot_object;

static PyTypeObject *bot_type;

static PyObject *bot_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    static char *known[] = {"name", "seat", "seed", NULL};
    PyObject *name;
    int seat = 0;
    unsigned long long seed = 0;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O|iK", known, &name, &seat, &seed)) return NULL;
    char buffer[1024];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    const char *text;
    Py_ssize_t n;
    PyObject *bytes = utf8_of(name, &text, &n);
    if (!bytes) return NULL;
    void *memory = malloc(kb_bot_bytes_to_search()); /* untouched pages cost nothing */
    kb_bot *bot = memory ? kb_bot_in(memory, kb_bot_bytes_to_search(), text, seat, seed, &why) : NULL;
    Py_DECREF(bytes);
    bot_object *made = bot ? allocate(type) : NULL;
    if (!made) {
        free(memory);
        if (!memory) return PyErr_NoMemory();
        return bot ? NULL : refuse_because(KB_E_ARGUMENT, buffer);
    }
    made->bot = bot;
    made->seat = seat;
    made->name = name;
    Py_INCREF(name);
    return (PyObject *)made;
}

static void bot_release(PyObject *self)
{
    free(((bot_object *)self)->bot);
    Py_XDECREF(((bot_object *)self)->name);
    release(self);
}

static bool is_busy(const bot_object *bot)
{
    if (bot->busy) refuse_because(KB_E_ARGUMENT, "another thread is asking this bot");
    return bot->busy;
}

static PyObject *bot_decide(PyObject *self, PyObject *args)
{
    bot_object *bot = (bot_object *)self;
    PyObject *object;
    kb_move move = {0, 0, 0, 0, 0};
    if (!PyArg_ParseTuple(args, "O!", state_type, &object) || is_busy(bot)) return NULL;
    const kb_state state = ((state_object *)object)->state; /* a copy: other threads may change the original */
    kb_error error;
    bot->busy = true;
    Py_BEGIN_ALLOW_THREADS error = kb_bot_decide(bot->bot, &state, &move);
    Py_END_ALLOW_THREADS bot->busy = false;
    return error ? refuse(error) : move_string(&state, move);
}

static PyObject *bot_watch(PyObject *self, PyObject *args)
{
    bot_object *bot = (bot_object *)self;
    PyObject *object;
    if (!PyArg_ParseTuple(args, "O!", state_type, &object) || is_busy(bot)) return NULL;
    const state_object *state = (state_object *)object;
    kb_error error = kb_bot_watch(bot->bot, &state->state, &state->events);
    if (error) return refuse(error);
    Py_RETURN_NONE;
}

static PyObject *bot_say(PyObject *self, PyObject *args)
{
    bot_object *bot = (bot_object *)self;
    PyObject *object;
    if (!PyArg_ParseTuple(args, "O!", state_type, &object) || is_busy(bot)) return NULL;
    kb_text text = scratch_text();
    return string_of(kb_bot_say(bot->bot, &((state_object *)object)->state.setup, &text), &text);
}

static PyObject *bot_seat(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLong(((bot_object *)self)->seat);
}

static PyObject *bot_name(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *name = ((bot_object *)self)->name;
    Py_INCREF(name);
    return name;
}

static PyMethodDef methods[] = {
    {"decide", bot_decide, METH_VARARGS, "decide(state) -> str\n\nThe move the bot makes; its seat must owe one."},
    {"watch", bot_watch, METH_VARARGS,
     "watch(state)\n\nTells the bot what the last move made happen; call it after every move."},
    {"say", bot_say, METH_VARARGS, "say(state) -> str\n\nWhat the bot wants to say, once; '' where it is silent."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"seat", bot_seat, NULL, "The seat it plays.", NULL},
    {"name", bot_name, NULL, "Its name, as in 'hard:honest'.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

int add_bots(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_doc, "Bot(name, seat=0, seed=0)\n\nA bot at a seat. It sees what that seat may see, and remembers it."},
        {Py_tp_new, bot_new},
        {Py_tp_dealloc, bot_release},
        {Py_tp_methods, methods},
        {Py_tp_getset, members},
        {0, NULL},
    };
    static PyType_Spec spec = {"kickback._core.Bot", sizeof(bot_object), 0, Py_TPFLAGS_DEFAULT, slots};
    return add_type(module, "Bot", &spec, &bot_type);
}
