/* memory.c: the block of a table: what is added to it, and copies of the table as it was.
 *
 * The table is at the beginning of the block. Behind it are, in the order in which they were added: entries, promises, marks,
 * and lists. Nothing but lists ever moves, and nothing is removed. */
#include "fold.h"

enum {
    ALIGNMENT = 16,
    ENTRIES_A_CALL = 8 /* a bot's answer, its words, its own proposal, … */
};

/* The part of a pact that changes during the game. */
typedef struct marked_pact {
    uint8_t state, accepted_mask;
    uint8_t verdict[KB_PACT_PROMISES_MAX];
} marked_pact;

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

kb_table *kb_table_in(void *memory, size_t bytes)
{
    kb_table *t = (kb_table *)memory;
    if (!memory || bytes < aligned(sizeof *t) || (uintptr_t)memory % ALIGNMENT) return NULL;
    __builtin_memset(t, 0, sizeof *t);
    t->format = KB_TABLE_FORMAT;
    t->bytes = bytes;
    t->used = aligned(sizeof *t);
    t->bots.rng = kb_rng_from(0);
    return t;
}

void kb_table_grow(kb_table *t, size_t bytes)
{
    if (t && bytes > t->bytes) t->bytes = bytes;
}

/* What lists take that are full, or may be in a moment. */
static size_t list_bytes(const kb_table_list *list, size_t more, size_t bytes)
{
    return list->n + more <= list->max ? 0 : aligned(2 * (list->max + more + 8) * bytes);
}

/* What its lists may take when so many elements are added to each. */
static size_t lists_bytes(const kb_table *t, size_t n)
{
    const kb_table_list none = {0, 0, 0};
    return list_bytes(t ? &t->pacts : &none, n, sizeof(kb_noted_pact)) +
           list_bytes(t ? &t->proposed : &none, n, sizeof(uint64_t)) +
           list_bytes(t ? &t->entries : &none, n, sizeof(uint64_t)) +
           list_bytes(t ? &t->marks : &none, n, sizeof(uint64_t));
}

/* What so many entries may take, with texts of this length besides their fixed part. */
static size_t entries_bytes(const kb_table *t, size_t n, size_t text)
{
    size_t entry = sizeof(kb_kept) + KB_ENTRY_BYTES + text + KB_OUTCOMES_MAX * sizeof(kb_outcome) + ALIGNMENT;
    size_t pact = KB_PACT_PROMISES_MAX * sizeof(kb_promise) + ALIGNMENT;
    size_t mark = aligned(offsetof(kb_table, minds)) + (t ? t->pacts.n : 0) * sizeof(marked_pact) + ALIGNMENT;
    size_t minds = !t || t->stage == KB_GATHERING ? aligned(sizeof t->minds) : 0;
    return n * (entry + pact) + 2 * mark + lists_bytes(t, n) + minds + KB_ENTRY_BYTES + text;
}

size_t kb_table_bytes(const kb_table *t, size_t n)
{
    return (t ? t->used : aligned(sizeof *t)) + entries_bytes(t, ENTRIES_A_CALL, n);
}

bool kb_block_has(const kb_table *t, size_t text, kb_text *why)
{
    bool has_room = t->is_copy || t->used + entries_bytes(t, 1, text) <= t->bytes;
    if (!has_room) kb_put(why, "the table needs more memory");
    return has_room;
}

void *kb_block_add(kb_table *t, size_t bytes)
{
    char *at = (char *)t + t->used;
    KB_ASSERT(aligned(bytes) <= t->bytes - t->used);
    t->used += aligned(bytes);
    __builtin_memset(at, 0, bytes);
    return at;
}

void *kb_list_at(const kb_table *t, const kb_table_list *list, size_t i, size_t bytes)
{
    return (char *)t + list->at + i * bytes;
}

void *kb_list_add(kb_table *t, kb_table_list *list, size_t bytes)
{
    if (list->n == list->max) {
        uint32_t max = 2 * (list->max + 8);
        char *at = (char *)kb_block_add(t, max * bytes);
        if (list->n) __builtin_memcpy(at, (char *)t + list->at, list->n * bytes);
        list->at = (uint64_t)(at - (char *)t);
        list->max = max;
    }
    return kb_list_at(t, list, list->n++, bytes);
}

/* The thing in the block whose place is in the list. */
static void *thing_at(const kb_table *t, const kb_table_list *places, size_t i)
{
    return (char *)t + *(const uint64_t *)kb_list_at(t, places, i, sizeof(uint64_t));
}

static void note_place(kb_table *t, kb_table_list *places, const void *thing)
{
    uint64_t place = (uint64_t)((const char *)thing - (const char *)t);
    *(uint64_t *)kb_list_add(t, places, sizeof place) = place;
}

/* --- pacts ----------------------------------------------------------------------------------------------- */

/* Readers get a book that could be written to; they pass it on as one that is not. */
kb_book kb_book_in(const kb_table *t, const kb_table *whole)
{
    kb_book book = t->book;
    book.n = t->pacts.n;
    book.max = t->pacts.max;
    book.at = t->pacts.n || t->pacts.max ? (kb_noted_pact *)kb_list_at(t, &t->pacts, 0, sizeof *book.at) : NULL;
    book.memory = (const char *)whole;
    return book;
}

kb_book kb_table_book(const kb_table *t)
{
    return kb_book_in(t, t);
}

/* --- entries --------------------------------------------------------------------------------------------- */

const kb_kept *kb_table_entry(const kb_table *t, uint64_t number)
{
    return (const kb_kept *)thing_at(t, &t->entries, (size_t)number - 1);
}

const kb_outcome *kb_kept_outcomes(const kb_kept *kept)
{
    return (const kb_outcome *)(const void *)(kept + 1);
}

const char *kb_kept_text(const kb_kept *kept)
{
    return (const char *)(kb_kept_outcomes(kept) + kept->n_outcomes);
}

static void mark(kb_table *t, bool is_pact_mark)
{
    size_t head = offsetof(kb_table, ledger), used = aligned(kb_ledger_used(&t->ledger));
    kb_table *copy = (kb_table *)kb_block_add(t, head + used + t->pacts.n * sizeof(marked_pact));
    __builtin_memcpy(copy, t, head);
    kb_ledger_copy(&copy->ledger, &t->ledger);
    copy->is_pact_mark = is_pact_mark;
    marked_pact *pacts = (marked_pact *)((char *)copy + head + used);
    for (uint32_t i = 0; i < t->pacts.n; i++) {
        const kb_noted_pact *pact = (const kb_noted_pact *)kb_list_at(t, &t->pacts, i, sizeof *pact);
        pacts[i] = (marked_pact){.state = pact->state, .accepted_mask = pact->accepted_mask};
        __builtin_memcpy(pacts[i].verdict, pact->verdict, sizeof pacts[i].verdict);
    }
    note_place(t, &t->marks, copy);
}

void kb_keep(kb_fold *f, const kb_entry *entry, const char *text, size_t n)
{
    kb_table *t = f->t;
    t->n_entries++;
    if (t->is_copy) return;
    size_t outcomes = (size_t)f->outcomes.n * sizeof f->outcomes.at[0];
    kb_kept *kept = (kb_kept *)kb_block_add(t, sizeof *kept + outcomes + n + 1);
    kept->at_ms = t->at_ms;
    kept->person = entry->id ? entry->who : 0;
    kept->pact = f->pact;
    kept->act = f->act;
    kept->by = f->by;
    kept->n_outcomes = (uint16_t)f->outcomes.n;
    kept->kind = kb_shapes[entry->kind].counts;
    kept->heard_mask = (uint8_t)f->heard_mask;
    if (entry->id) __builtin_memcpy(kept->id, entry->id, kb_length(entry->id) + 1);
    kept->n = (uint32_t)n;
    __builtin_memcpy(kept + 1, f->outcomes.at, outcomes);
    __builtin_memcpy((char *)(kept + 1) + outcomes, text, n);
    note_place(t, &t->entries, kept);
    bool is_pact = kept->kind == KB_ENTRY_PACT;
    if (kept->kind == KB_ENTRY_TALK || (!is_pact && f->heard_mask != kb_everybody(t)))
        return; /* places of marks show */
    uint32_t *since = is_pact ? &t->since_pact_mark : &t->since_mark;
    if (++*since < (is_pact ? (uint32_t)KB_PACT_MARK_EVERY : (uint32_t)KB_MARK_EVERY)) return;
    *since = 0;
    mark(t, is_pact);
}

/* --- copies ---------------------------------------------------------------------------------------------- */

/* A copy is the table without minds, and all pacts behind it: there are never more of them than in the table. */
size_t kb_table_copy_bytes(const kb_table *t)
{
    if (!t) return 0;
    return aligned(offsetof(kb_table, minds)) + t->pacts.n * (sizeof(kb_noted_pact) + sizeof(uint64_t)) + ALIGNMENT;
}

const kb_table *kb_mark_at(const kb_table *t, size_t i)
{
    return (const kb_table *)thing_at(t, &t->marks, i);
}

/* The pacts as they were at the mark. */
static void copy_pacts(const kb_table *t, const kb_table *mark, kb_table *copy)
{
    const marked_pact *marked = (const marked_pact *)((const char *)&mark->ledger +
                                                      aligned(kb_ledger_used(&mark->ledger)));
    for (uint32_t i = 0; i < mark->pacts.n; i++) {
        kb_noted_pact *pact = (kb_noted_pact *)kb_list_at(copy, &copy->pacts, i, sizeof *pact);
        *pact = *(const kb_noted_pact *)kb_list_at(t, &t->pacts, i, sizeof *pact);
        pact->state = marked[i].state;
        pact->accepted_mask = marked[i].accepted_mask;
        __builtin_memcpy(pact->verdict, marked[i].verdict, sizeof pact->verdict);
        for (int viewer = 0; viewer <= KB_SPECTATOR; viewer++) /* higher numbers were assigned later */
            if (pact->number_for[viewer] > mark->book.known[viewer]) pact->number_for[viewer] = 0;
    }
    kb_ledger_copy(&copy->ledger, &mark->ledger);
}

kb_table *kb_copy_mark(const kb_table *t, int64_t mark, void *memory)
{
    kb_table *copy = (kb_table *)memory;
    size_t head = offsetof(kb_table, ledger);
    __builtin_memset(copy, 0, offsetof(kb_table, minds));
    const kb_table *from = mark < 0 ? NULL : kb_mark_at(t, (size_t)mark);
    if (from) __builtin_memcpy(copy, from, head);
    copy->is_copy = true;
    __builtin_memcpy(copy->promise, t->promise, sizeof copy->promise); /* no entry says it */
    copy->pacts = (kb_table_list){aligned(offsetof(kb_table, minds)), from ? from->pacts.n : 0, t->pacts.n};
    copy->proposed = (kb_table_list){copy->pacts.at + t->pacts.n * sizeof(kb_noted_pact), copy->pacts.n, t->pacts.n};
    if (from) copy_pacts(t, from, copy);
    return copy;
}
