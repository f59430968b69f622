/* record.c: the record of a table's game. */
#include "../engine/pact.h"
#include "fold.h"
#include "luck.h"

KB_STATIC_ASSERT((int)KB_RECORD_BYTES >= (int)KB_LINE_MAX + 32768,
                 "room for the longest line, and what is before and after the lines");

void kb_open_luck(const kb_table *t, kb_text *out)
{
    kb_putj(out, "luck:{promise:%s, words:{", t->promise);
    for (int seat = 0; seat < t->setup.seats; seat++)
        if (t->seats[seat].words[0]) kb_putj(out, "%s:%s", kb_seat_name(&t->setup, seat), t->seats[seat].words);
    kb_putj(out, "}");
}

void kb_put_seed(const kb_table *t, kb_text *out)
{
    kb_putj(out, "seed:");
    kb_put_hex(t->seed.at, sizeof t->seed, out);
}

static void put_meta(const kb_table *t, kb_text *out)
{
    kb_putj(out, "{meta:{seats:{");
    for (int at = 0; at < t->setup.seats; at++) {
        const kb_seat *seat = &t->seats[at];
        const char *name = kb_seat_name(&t->setup, at);
        if (seat->bot_name[0]) kb_putj(out, "%s:<bot %s>", name, seat->bot_name);
        if (!seat->bot_name[0]) kb_putj(out, "%s:<person>", name);
    }
    kb_putj(out, "}, names:{");
    for (int at = 0; at < t->setup.seats; at++)
        if (t->seats[at].person && t->seats[at].name[0])
            kb_putj(out, "%s:%s", kb_seat_name(&t->setup, at), t->seats[at].name);
    kb_putj(out, "}}}\n");
}

static void put_promise(const kb_table *t, kb_text *out)
{
    kb_putj(out, "{");
    kb_open_luck(t, out);
    if (t->rules.order == KB_ORDER_RANDOM) {
        kb_putj(out, "order:");
        kb_put_order(&t->setup, &t->order, out);
    }
    kb_putj(out, "}}\n");
}

/* Whether the entry is a line of the viewer's record. Of talk: what the viewer heard, or all of it if the table
 * opens it. Spectators' talk is excluded, and so is talk before the start, when somebody else may have had the seat. */
static bool is_line(const kb_table *t, int viewer, uint64_t number)
{
    const kb_kept *entry = kb_table_entry(t, number);
    bool is_of_seats = entry->heard_mask != 1u << KB_SPECTATOR;
    if (entry->kind != KB_ENTRY_TALK) return entry->kind >= KB_ENTRY_MOVE;
    return number > t->start_entry && t->start_entry && is_of_seats &&
           (t->rules.open_talk || entry->heard_mask & 1u << viewer);
}

/* A line that only the record needs is unchanged. */
static void put_kept(const kb_entry *entry, kb_text *out)
{
    kb_slice value = entry->kind == KB_DO_META ? entry->meta : entry->luck;
    kb_putj(out, "{%s:", kb_shapes[entry->kind].name);
    kb_put_n(out, value.at, value.n);
    kb_put(out, "}\n");
}

static void put_line(const kb_table *t, const kb_kept *kept, kb_text *out)
{
    kb_entry_reading reading;
    const kb_entry *entry = &reading.entry;
    kb_book book = kb_table_book(t);
    if (!kb_read_entry(&reading, &t->setup, kb_kept_text(kept), kept->n, out)) return; /* it could be read before */
    switch ((kb_entry_kind)kept->kind) {
    case KB_ENTRY_TALK:
        kb_put_talk_line(&t->setup, entry->by, entry->to_mask, entry->say, kb_length(entry->say), out);
        break;
    case KB_ENTRY_MOVE: kb_putj(out, "{by:%s, move:%s}\n", kb_seat_name(&t->setup, entry->mover), entry->move); break;
    case KB_ENTRY_PACT:
        if (entry->kind == KB_DO_PROPOSE) {
            kb_put_proposal_line(&book, &book.at[entry->pact - 1], &t->setup, out);
        } else {
            kb_put_answer_line(&t->setup, entry->by, (kb_pact_act)(entry->kind - KB_DO_PROPOSE), entry->pact, out);
        }
        break;
    case KB_ENTRY_KEPT: put_kept(entry, out); break;
    case KB_ENTRY_CHANGE:
    case KB_ENTRY_OTHER: break;
    }
}

/* The lines before the first entry, and after the last. */
static void put_head(const kb_table *t, kb_text *out)
{
    kb_put_setup_line(&t->setup, t->version, out);
    if (t->is_imported) return;
    put_meta(t, out);
    if (t->promise[0]) put_promise(t, out);
}

static void put_end(const kb_table *t, kb_text *out)
{
    if (t->stage != KB_OVER) return;
    if (t->promise[0]) {
        kb_putj(out, "{luck:{");
        kb_put_seed(t, out);
        kb_putj(out, "}}\n");
    }
    kb_put_end_line(&t->state, out);
}

/* Lines are counted as the viewer sees them, without the header: entry numbers would reveal talk that the viewer did
 * not hear. */
size_t kb_table_record(const kb_table *t, int viewer, size_t after, size_t max, kb_text *out)
{
    enum { END_BYTES = 8192 };
    size_t n = 0;
    if (!after) put_head(t, out);
    for (uint64_t number = 1; number <= t->n_entries; number++) {
        const kb_kept *kept = kb_table_entry(t, number);
        if (!is_line(t, viewer, number) || ++n <= after) continue;
        if (n > after + max || out->size - out->n < kept->n + END_BYTES + 64) return n - 1;
        put_line(t, kept, out);
    }
    put_end(t, out);
    return 0;
}
