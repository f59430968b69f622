/* table.c: a table without a server (table/table.h) as functions that the page calls: requests, views, events and entries
 * as text. The table is around one device: its host is person 1, and whoever plays a seat without a bot is there, too. Who
 * of them is looking or asking, the host says with each call: a seat, or KB_SPECTATOR. Randomness and the time come from
 * the host, too, and it stores the entries, which are all that is needed to restore the table. */
#include "../../engine/pact.h"
#include "../../table/bots.h"
#include "../../table/import.h"
#include "wasm.h"

enum {
    HOST = 1,
    FIRST_OTHER = 2, /* the number of the person who takes the first seat when the host starts; the others follow */
    EVERYBODY = (1 << KB_SEATS_MAX) - 1,
    ROOM_BYTES = 32 << 20 /* as much as the program gives a search, so that bots decide the same */
};

static kb_table *table;
static kb_replay imported; /* the record whose lines are added */
static char scratch[KB_LINE_MAX + 1];

/* --- memory and entries ------------------------------------------------------------------------- */

/* Another block, to which the table moves. Without enough memory requests are refused. */
static void grow(size_t bytes)
{
    kb_table *more = wasm_more_memory(bytes);
    if (!more) return;
    if (table) __builtin_memcpy(more, table, table->used);
    table = more;
    kb_table_grow(table, bytes);
}

/* Makes room for one more call, with a text of this length. */
static void make_room(size_t text)
{
    size_t wants = kb_table_bytes(table, text);
    if (wants > table->bytes) grow(2 * wants);
}

/* Begins an empty table, in the memory of the last one. luck: for its bots. Returns 0 if there is not enough memory. */
EXPORT("table_open") int wasm_table_open(uint64_t luck)
{
    if (!table) grow(2 * sizeof *table);
    __builtin_memset(&imported, 0, sizeof imported);
    if (!table || !kb_table_in(table, table->bytes)) return 0;
    kb_bots_begin(table, luck);
    return 1;
}

/* Adds the next entry as it was stored. Returns 0 if it does not fit; why says why. */
EXPORT("table_fold") int wasm_table_fold(int n)
{
    kb_text why = wasm_blank_why();
    make_room((size_t)n);
    return kb_table_fold(table, wasm_text(), (size_t)n, NULL, &why);
}

EXPORT("table_entries") int wasm_table_entries(void)
{
    return (int)table->n_entries;
}

/* The text of an entry, numbered from 1. */
EXPORT("table_entry") int wasm_table_entry(int number)
{
    kb_text out = wasm_blank();
    const kb_kept *kept = kb_table_entry(table, (uint64_t)number);
    kb_put_n(&out, kb_kept_text(kept), kept->n);
    return (int)out.n;
}

/* Adds a line of a record to a game under way, at this time or later. Returns 0 if it does not fit; why says why. */
EXPORT("table_line") int wasm_table_line(uint64_t now_ms, int n)
{
    static kb_events events;
    kb_line line;
    kb_text why = wasm_blank_why();
    kb_state before = imported.state;
    if (kb_replay_line(&imported, wasm_text(), (size_t)n, true, &line, &events, &why) != KB_READ) return 0;
    make_room(line.body.n);
    return kb_import_line(table, now_ms, &before, &line, scratch, NULL, &why);
}

/* --- requests: each writes its answer, {"ok":true,…} or {"ok":false,"error":…,"sentence":…} ------ */

static int put_answer(const kb_answer *answer, kb_text *out)
{
    kb_put_answer(answer, 0, out);
    return (int)out->n;
}

static kb_text begin_ok(void)
{
    kb_text out = wasm_blank();
    kb_putj(&out, "{ok:true");
    return out;
}

/* Before the game only the host asks for anything. */
static kb_asker asker_of(int viewer, uint64_t now_ms, const char *id)
{
    kb_asker asker = {.now_ms = now_ms, .id = id, .here_mask = EVERYBODY};
    asker.person = viewer < KB_SEATS_MAX ? table->seats[viewer].person : table->stage == KB_GATHERING ? HOST : 0;
    asker.name = asker.person == HOST ? table->host_name : "";
    asker.person_id = asker.whom_name = asker.whom_id = "";
    return asker;
}

/* Sits down in a seat as a person around the device. The id must be one that the person has not used. */
static void sit_down(int seat, uint32_t person, uint64_t now_ms)
{
    char id[KB_ID_MAX + 1];
    kb_text text = kb_text_in(id, sizeof id);
    kb_putf(&text, "seat %d", seat);
    kb_ask ask = {.what = KB_ASK_SIT, .seat = kb_seat_name(&table->setup, seat), .given = 1u << KB_ASKED_SEAT};
    kb_asker asker = asker_of(KB_SPECTATOR, now_ms, id);
    asker.person = person;
    if (person != HOST) asker.name = "";
    make_room(0);
    kb_table_ask(table, &asker, &ask, NULL);
}

/* People sit down where nobody is. */
static void fill_seats(uint64_t now_ms)
{
    for (int seat = 0; table->stage == KB_GATHERING && seat < table->setup.seats; seat++)
        if (!table->seats[seat].person && !table->seats[seat].bot_name[0])
            sit_down(seat, (uint32_t)(FIRST_OTHER + seat), now_ms);
}

/* Creates the table as n bytes of JSON say: the host's name, the game, its setup, and the rules of the table. */
EXPORT("table_create") int wasm_table_create(uint64_t now_ms, int n)
{
    static const kb_bytes32 nothing;
    char name[KB_NAME_MAX + 1];
    kb_slice request = {wasm_text(), (size_t)n}, host;
    kb_setup setup;
    kb_table_rules rules;
    kb_answer answer = kb_refuse(KB_REFUSED_VALUE);
    kb_text why = kb_text_in(answer.more, sizeof answer.more), text = kb_text_in(name, sizeof name);
    __builtin_memcpy(scratch, request.at, request.n); /* the answer is written over it */
    request.at = scratch;
    kb_text out = begin_ok();
    bool fits = kb_json_find(request, "host", &host) && kb_read_table_setup(&setup, KB_VERSION, request, &why) &&
                kb_read_table_rules(&rules, request, &why);
    kb_json json = kb_json_over(host.at, host.n, NULL);
    if (!fits || !kb_json_text(&json, &text) || !kb_is_plain(text.at, text.n)) return put_answer(&answer, &out);
    const kb_asker asker = {.now_ms = now_ms, .person = HOST, .name = name, .id = "new"};
    make_room(0);
    answer = kb_table_create(table, &asker, &setup, &rules, &nothing, NULL);
    return put_answer(&answer, &out);
}

/* Goes on with a new table like this one: the same people and bots sit there. */
EXPORT("table_again") void wasm_table_again(uint64_t now_ms)
{
    static const kb_bytes32 nothing;
    const kb_table *last = table;
    const kb_asker asker = {.now_ms = now_ms, .person = HOST, .name = last->host_name, .id = "new"};
    table = NULL;
    wasm_table_open(0);
    make_room(0);
    kb_table_create_again(table, last, &asker, &nothing, NULL);
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (table->seats[seat].kept) sit_down(seat, table->seats[seat].kept, now_ms);
}

/* Whether the asker may have a rematch: with its table, if there is one already. With n bytes that name it, there is one
 * from now on. */
EXPORT("table_rematch") int wasm_table_rematch(int viewer, uint64_t now_ms, int n)
{
    const kb_asker asker = asker_of(viewer, now_ms, "rematch");
    kb_answer answer = kb_table_check_rematch(table, &asker);
    wasm_text()[n] = '\0';
    make_room((size_t)n);
    if (!answer.refusal && n && !table->rematch[0]) kb_table_set_rematch(table, &asker, wasm_text(), NULL);
    kb_text out = begin_ok();
    if (table->rematch[0]) kb_putj(&out, "table:%s", table->rematch);
    return put_answer(&answer, &out);
}

static kb_answer answer_to(const kb_ask_alone *request, const kb_asker *asker, kb_text *out)
{
    if (!asker->person) return kb_refuse(KB_REFUSED_NOT_SEATED); /* nobody has the device */
    if (request->ask.what == KB_ASK_CONSIDER) return kb_table_consider(table, asker->person, request->ask.move, out);
    if (request->ask.what == KB_ASK_START) fill_seats(asker->now_ms);
    kb_answer answer = kb_table_ask(table, asker, &request->ask, NULL);
    if (request->ask.what == KB_ASK_PROPOSE && !answer.refusal)
        kb_putj(out, "pact:%u", kb_table_proposed(table, asker->person, asker->id));
    return answer;
}

/* Answers a request of docs/protocol.md, n bytes of JSON. */
EXPORT("table_ask") int wasm_table_ask(int viewer, uint64_t now_ms, int n)
{
    static char texts[KB_LINE_MAX + 1];
    kb_ask_alone request;
    __builtin_memcpy(scratch, wasm_text(), (size_t)n); /* the answer is written over it */
    kb_answer answer = kb_refuse(kb_ask_read(&request, (kb_slice){scratch, (size_t)n}, texts));
    kb_text out = begin_ok();
    if (!answer.refusal) {
        const kb_asker asker = asker_of(viewer, now_ms, request.id);
        make_room((size_t)n);
        answer = answer_to(&request, &asker, &out);
    }
    return put_answer(&answer, &out);
}

/* --- luck and bots ------------------------------------------------------------------------------ */

/* Makes a chance move. Returns 0 if none is owed. */
EXPORT("table_draw") int wasm_table_draw(uint64_t luck)
{
    int seat;
    kb_move move;
    kb_rng rng = kb_rng_from(luck);
    if (!kb_table_owes_luck(table) || kb_pick(&table->state, &rng, &seat, &move)) return 0;
    make_room(0);
    return !kb_table_draw(table, move, NULL).refusal;
}

/* Lets a bot say, answer or propose something. Returns 0 if none has anything left to say. */
EXPORT("table_talk") int wasm_table_talk(uint64_t now_ms)
{
    make_room(sizeof(bot_reply));
    return kb_bots_talk(table, now_ms, NULL);
}

/* Lets a bot move. May take seconds. Returns 0 if none owes a move, or there is not enough memory to think. */
EXPORT("table_move") int wasm_table_move(uint64_t now_ms)
{
    const bot_room *room = wasm_room(ROOM_BYTES);
    make_room(KB_WHY_MAX);
    return room && kb_bots_move(table, now_ms, room, NULL) >= 0;
}

/* --- output: each writes text and returns how many bytes ---------------------------------------- */

static void put_seats(const char *key, uint32_t mask, kb_text *out)
{
    kb_putj(out, "%s:", key);
    kb_put_seats(kb_game_at(table->setup.game)->seat_names, mask, out);
}

/* People whose answer a pact waits for. */
static uint32_t asked_mask(void)
{
    kb_book book = kb_table_book(table);
    uint32_t mask = 0;
    for (uint32_t i = 0; table->stage == KB_PLAYING && i < book.n; i++)
        if (book.at[i].state == KB_PACT_OPEN) mask |= (uint32_t)(book.at[i].with_mask & ~book.at[i].accepted_mask);
    return mask;
}

/* Who is there, and what the table waits for: {"seats":[…],"people":[…],"host":[…],"owe":[…],"asked":[…],"begun":…,
 * "over":…,"luck":…,"bots":…,"pace":…,"paused":…,"until":…}. host: the host's seat, if they have one; owe: people who must
 * move; asked: who must answer a pact; bots: whether some owe a move, but not before until, and not while they are paused. */
EXPORT("table_due") int wasm_table_due(void)
{
    int host = kb_table_viewer(table, HOST);
    uint32_t people = 0, owe = 0;
    for (int seat = 0; seat < table->setup.seats; seat++) {
        if (table->seats[seat].person && !table->seats[seat].bot_name[0]) people |= 1u << seat;
        if (kb_table_owes_since(table, seat)) owe |= 1u << seat;
    }
    kb_text out = wasm_blank();
    kb_putj(&out, "{begun:%i, over:%i, luck:%i, bots:%i, pace:%s, paused:%i, until:%lld", table->stage > KB_GATHERING,
            table->stage == KB_OVER, kb_table_owes_luck(table), kb_table_bots_due(table) != 0,
            kb_pace_names[table->rules.pace], kb_table_is_paused(table), (long long)kb_table_pause(table).until_ms);
    put_seats("seats", (1u << table->setup.seats) - 1, &out);
    put_seats("people", people, &out);
    put_seats("host", host == KB_SPECTATOR ? 0 : 1u << host, &out);
    put_seats("owe", owe, &out);
    put_seats("asked", people & asked_mask(), &out);
    kb_putj(&out, "}");
    return (int)out.n;
}

EXPORT("table_view") int wasm_table_view(int viewer)
{
    kb_text out = wasm_blank();
    kb_table_view(table, viewer, NULL, &out);
    return (int)out.n;
}

/* Memory for a copy of the table. */
static void *copy_memory(void)
{
    static void *copy;
    static size_t bytes;
    size_t wants = kb_table_copy_bytes(table);
    if (wants <= bytes) return copy;
    bytes = 2 * wants;
    return copy = wasm_more_memory(bytes);
}

/* The viewer's events after one number up to another, as a list: as many as fit. */
EXPORT("table_events") int wasm_table_events(int viewer, uint64_t after, uint64_t up_to)
{
    kb_text out = wasm_blank();
    if (kb_table_put_events(table, viewer, &after, up_to, copy_memory(), &out)) {
        out = wasm_blank();
        kb_put(&out, "[]");
    }
    return (int)out.n;
}

/* {"ok":true,"view":…}: the view after the viewer's event of this number, with the eyes named by n bytes; 0 bytes: their
 * own. Others' eyes only when nothing is hidden any more. */
EXPORT("table_look") int wasm_table_look(int viewer, uint64_t number, int n)
{
    size_t work = 0;
    wasm_text()[n] = '\0';
    int eyes = n ? kb_table_eyes(table, wasm_text()) : viewer;
    void *copy = copy_memory();
    kb_answer answer = kb_refuse(eyes < 0 || !copy                           ? KB_REFUSED_VALUE
                                 : eyes != viewer && table->stage != KB_OVER ? KB_REFUSED_NOT_OVER
                                                                             : KB_DONE);
    kb_text out = begin_ok();
    kb_putj(&out, "view:");
    if (!answer.refusal && !kb_table_look(table, viewer, number, eyes, copy, NULL, &out, &work))
        answer = kb_refuse(KB_REFUSED_NO_EVENT);
    return put_answer(&answer, &out);
}

/* The table as a line of a list. */
EXPORT("table_summary") int wasm_table_summary(void)
{
    kb_text out = wasm_blank();
    kb_putj(&out, "{");
    kb_table_summary(table, &out);
    kb_putj(&out, "}");
    return (int)out.n;
}

/* {"ok":true,"next":…,"record":…}: the record of a finished game for this viewer, after so many of its lines. */
EXPORT("table_record") int wasm_table_record(int viewer, int after)
{
    static char lines[KB_RECORD_BYTES];
    kb_text record = kb_text_in(lines, sizeof lines), out = begin_ok();
    kb_answer answer = kb_refuse(table->stage == KB_OVER ? KB_DONE : KB_REFUSED_NOT_OVER);
    size_t next = answer.refusal ? 0 : kb_table_record(table, viewer, (size_t)after, SIZE_MAX - (size_t)after, &record);
    if (next) kb_putj(&out, "next:%lld", (long long)next);
    kb_putj(&out, "record:");
    kb_put_json(&out, record.at, record.n);
    return put_answer(&answer, &out);
}

/* {"ok":true,"deeds":[…],"terms":[…]}: the vocabulary of promises in this game. */
EXPORT("table_vocabulary") int wasm_table_vocabulary(void)
{
    kb_text out = begin_ok();
    kb_put_vocabulary(&table->setup, &out);
    kb_putj(&out, "}");
    return (int)out.n;
}
