/* library.c: tables for users of the library: kickback.h says what each function does. */
#include "ask.h"
#include "bots.h"

enum { ALIGNMENT = 16, MESSAGE_MAX = 2 * KB_PROMISES_BYTES };

/* Whether a call with n bytes of text can change the table. */
static kb_error check_call(const kb_table *t, size_t n)
{
    if (!t || t->format != KB_TABLE_FORMAT || t->is_damaged) return KB_E_ARGUMENT;
    return kb_table_bytes(t, n) > t->bytes ? KB_E_NO_ROOM : KB_OK;
}

static bool has_begun(const kb_table *t)
{
    return t && t->format == KB_TABLE_FORMAT && t->n_entries;
}

static bool has_viewer(const kb_table *t, int viewer)
{
    return has_begun(t) && ((viewer >= 0 && viewer < t->setup.seats) || viewer == KB_SPECTATOR);
}

/* --- requests ------------------------------------------------------------------------------------------ */

/* Everybody has a connection here. The public id of a person is their number. */
static bool read_who(const kb_who *who, kb_asker *asker, char id[KB_PERSON_ID + 1])
{
    kb_text text = kb_text_in(id, KB_PERSON_ID + 1);
    size_t n = who && who->name ? kb_length(who->name) : 0;
    if (!n || n > KB_NAME_MAX || !kb_is_plain(who->name, n) || !who->person) return false;
    kb_putf(&text, "%d", (int)who->person);
    *asker = (kb_asker){.now_ms = who->now_ms, .person = who->person, .name = who->name, .person_id = id};
    asker->here_mask = (1u << KB_SEATS_MAX) - 1;
    asker->id = asker->whom_name = asker->whom_id = "";
    return true;
}

static kb_error error_of(const kb_answer *answer)
{
    if (!answer->refusal) return KB_OK;
    return answer->refusal == KB_REFUSED_RULE ? answer->rule : KB_E_REFUSED;
}

kb_error kb_table_begin(kb_table *t, const kb_who *who, const char *request, size_t n, kb_text *why)
{
    char one[1], id[KB_PERSON_ID + 1];
    kb_text unheard = kb_text_in(one, sizeof one);
    kb_asker asker;
    kb_setup setup;
    kb_table_rules rules;
    kb_bytes32 nothing = {{0}};
    const kb_slice object = {request, n};
    kb_error error = check_call(t, n);
    if (error) return error;
    if (!why || !why->size) why = &unheard;
    if (t->n_entries || !request || !read_who(who, &asker, id)) return KB_E_ARGUMENT;
    if (!kb_read_table_setup(&setup, KB_VERSION, object, why) || !kb_read_table_rules(&rules, object, why))
        return KB_E_FORMAT;
    asker.id = "begin";
    kb_answer answer = kb_table_create(t, &asker, &setup, &rules, &nothing, NULL);
    if (answer.refusal) kb_put(why, kb_answer_sentence(&answer));
    return error_of(&answer);
}

kb_error kb_table_seed(kb_table *t, uint64_t seed)
{
    if (!t || t->format != KB_TABLE_FORMAT) return KB_E_ARGUMENT;
    kb_bots_begin(t, seed);
    return KB_OK;
}

/* What an answer has besides "ok". */
static kb_answer ask(kb_table *t, const kb_asker *asker, const kb_ask *request, kb_text *out)
{
    if (request->what == KB_ASK_CONSIDER) return kb_table_consider(t, asker->person, request->move, out);
    kb_answer answer = kb_table_ask(t, asker, request, NULL);
    if (request->what == KB_ASK_PROPOSE && !answer.refusal)
        kb_putj(out, "pact:%u", kb_table_proposed(t, asker->person, asker->id));
    return answer;
}

kb_error kb_table_request(kb_table *t, const kb_who *who, const char *request, size_t n, kb_text *out)
{
    char texts[MESSAGE_MAX], id[KB_PERSON_ID + 1];
    kb_asker asker;
    kb_ask_alone of;
    kb_error error = check_call(t, n);
    if (!error && n > MESSAGE_MAX) error = KB_E_NO_ROOM;
    if (error) return error;
    if (!t->n_entries || !request || !out || !read_who(who, &asker, id)) return KB_E_ARGUMENT;
    size_t from = out->n;
    kb_answer answer = kb_refuse(kb_ask_read(&of, (kb_slice){request, n}, texts));
    kb_putj(out, "{ok:true");
    if (!answer.refusal) {
        asker.id = of.id;
        answer = ask(t, &asker, &of.ask, out);
    }
    kb_put_answer(&answer, from, out);
    return error_of(&answer);
}

kb_error kb_table_make(kb_table *t, const kb_who *who, kb_move move)
{
    char text[KB_MOVE_TEXT_MAX], id[KB_PERSON_ID + 1], request[KB_ID_MAX + 1];
    kb_text words = kb_text_in(text, sizeof text);
    kb_asker asker;
    kb_error error = check_call(t, 0);
    if (error) return error;
    if (t->stage < KB_PLAYING || !read_who(who, &asker, id)) return KB_E_ARGUMENT;
    int seat = kb_table_viewer(t, who->person);
    if (seat == KB_SPECTATOR) return KB_E_NO_SUCH_SEAT;
    error = kb_table_check(t, seat, move);
    if (error) return error;
    kb_move_text(&t->state, move, &words);
    /* An id that the person has used for a request of their own would be taken for that request again. */
    for (int n = (int)t->n_entries; n == (int)t->n_entries || kb_table_has_done(t, who->person, request); n++) {
        kb_text id_text = kb_text_in(request, sizeof request);
        kb_putf(&id_text, "move %d", n);
    }
    asker.id = request;
    const kb_ask of = {.what = KB_ASK_MOVE,
                       .move = text,
                       .decision = t->seats[seat].decisions,
                       .given = 1u << KB_ASKED_MOVE | 1u << KB_ASKED_DECISION};
    kb_answer answer = kb_table_ask(t, &asker, &of, NULL);
    return error_of(&answer);
}

/* --- luck and bots -------------------------------------------------------------------------------------- */

static kb_error draw_luck(kb_table *t)
{
    int seat;
    kb_move move;
    kb_error error = kb_pick(&t->state, &t->bots.rng, &seat, &move);
    if (error) return error;
    kb_answer answer = kb_table_draw(t, move, NULL);
    return error_of(&answer);
}

uint64_t kb_table_held_ms(const kb_table *t)
{
    if (!has_begun(t)) return 0;
    return kb_table_is_paused(t) ? UINT64_MAX : kb_table_pause(t).until_ms;
}

kb_error kb_table_step(kb_table *t, uint64_t now_ms, void *memory, size_t bytes, kb_step *step)
{
    const bot_room room = {memory, memory ? bytes : 0, NULL, NULL};
    kb_error error = check_call(t, sizeof(bot_reply));
    if (error) return error;
    if (!step || !t->n_entries || (uintptr_t)memory % ALIGNMENT) return KB_E_ARGUMENT;
    *step = KB_STEP_NOTHING;
    if (kb_table_owes_luck(t)) {
        *step = KB_STEP_LUCK;
        return draw_luck(t);
    }
    if (kb_bots_talk(t, now_ms, NULL)) {
        *step = KB_STEP_TALK;
    } else if (kb_table_bots_due(t)) {
        *step = kb_table_held_ms(t) > now_ms ? KB_STEP_HELD : KB_STEP_MOVE;
        if (*step == KB_STEP_MOVE) kb_bots_move(t, now_ms, &room, NULL);
    }
    return t->is_damaged ? KB_E_ARGUMENT : KB_OK;
}

/* --- output --------------------------------------------------------------------------------------------- */

const kb_state *kb_table_state(const kb_table *t)
{
    return has_begun(t) && t->stage >= KB_PLAYING && t->stage != KB_EXPIRED ? &t->state : NULL;
}

int kb_table_moves(const kb_table *t, int seat, kb_span list[KB_MOVES_MAX])
{
    KB_STATIC_ASSERT((int)KB_MOVES_MAX == (int)KB_LISTED_MAX, "kickback.h says how long a list may be");
    if (!kb_table_state(t) || !has_viewer(t, seat) || seat == KB_SPECTATOR || !list) return 0;
    return kb_table_legal(t, seat, list);
}

kb_error kb_table_put_view(const kb_table *t, int viewer, kb_text *out)
{
    if (!has_viewer(t, viewer) || !out) return KB_E_ARGUMENT;
    kb_table_view(t, viewer, NULL, out);
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

uint64_t kb_table_n_events(const kb_table *t, int viewer)
{
    return has_viewer(t, viewer) ? t->n[viewer] : 0;
}

/* The events that are wanted, and the one being written behind them. */
typedef struct telling {
    kb_text *out, event;
    int viewer;
    uint64_t last, up_to, number; /* the last one that was written, and that of the event */
    size_t before;                /* where the text ended then */
    bool is_full;
} telling;

enum { LIST_END = 2 }; /* "]" and NUL */

static kb_text *open_event(void *context, int viewer, uint64_t n)
{
    telling *w = (telling *)context;
    kb_text *out = w->out;
    if (viewer != w->viewer || n <= w->last || n > w->up_to || w->is_full) return NULL;
    w->number = n;
    w->before = out->n;
    if (out->at[out->n - 1] != '[') kb_put(out, ",");
    w->is_full = out->cut || out->size - out->n <= LIST_END;
    if (w->is_full) {
        out->n = w->before;
        return NULL;
    }
    w->event = kb_text_in(out->at + out->n, out->size - out->n - LIST_END + 1);
    return &w->event;
}

static void close_event(void *context, int viewer, const kb_text *event)
{
    telling *w = (telling *)context;
    (void)viewer;
    w->is_full = event->cut;
    w->out->n = event->cut ? w->before : w->out->n + event->n;
    if (!event->cut) w->last = w->number;
}

kb_error kb_table_put_events(const kb_table *t, int viewer, uint64_t *after, uint64_t up_to, void *copy, kb_text *out)
{
    if (!has_viewer(t, viewer) || !after || !out || !copy || (uintptr_t)copy % ALIGNMENT) return KB_E_ARGUMENT;
    telling w = {.out = out, .viewer = viewer, .last = *after, .up_to = up_to};
    const kb_news news = {&w, open_event, close_event};
    uint64_t since = viewer == KB_SPECTATOR ? 0 : t->seats[viewer].since;
    if (w.last < since) w.last = since; /* told to whoever sat there before */
    if (w.up_to > t->n[viewer]) w.up_to = t->n[viewer];
    uint64_t first = w.last;
    kb_put(out, "[");
    if (!out->cut && first < w.up_to) kb_table_events(t, viewer, first, w.up_to, copy, &news);
    if (w.is_full) out->cut = false;
    kb_put(out, "]");
    if (out->cut || (w.is_full && w.last == first)) return KB_E_NO_ROOM;
    *after = w.last;
    return KB_OK;
}

kb_error kb_table_put_record(const kb_table *t, int viewer, size_t *line, kb_text *out)
{
    if (!has_viewer(t, viewer) || !line || !out || !kb_table_state(t)) return KB_E_ARGUMENT;
    if (out->size - out->n < KB_RECORD_BYTES) return KB_E_NO_ROOM;
    *line = kb_table_record(t, viewer, *line, SIZE_MAX - *line, out);
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

/* --- entries -------------------------------------------------------------------------------------------- */

uint64_t kb_table_n_entries(const kb_table *t)
{
    return has_begun(t) ? t->n_entries : 0;
}

kb_error kb_table_put_entry(const kb_table *t, uint64_t number, kb_text *out)
{
    if (!number || number > kb_table_n_entries(t) || !out) return KB_E_ARGUMENT;
    const kb_kept *kept = kb_table_entry(t, number);
    kb_put_n(out, kb_kept_text(kept), kept->n);
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

kb_error kb_table_add_entry(kb_table *t, const char *entry, size_t n, kb_text *why)
{
    char one[1];
    kb_text unheard = kb_text_in(one, sizeof one);
    kb_error error = check_call(t, n);
    if (error) return error;
    if (!entry) return KB_E_ARGUMENT;
    if (kb_table_fold(t, entry, n, NULL, why && why->size ? why : &unheard)) return KB_OK;
    t->is_damaged = true;
    return KB_E_FORMAT;
}
