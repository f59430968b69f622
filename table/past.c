/* past.c: reading the past of a table: a copy of it as it was at a mark, into which entries are folded again. */
#include "fold.h"

/* Whether the viewer pays for reading the entry. Nobody pays for what they were not told, nor for pacts, because the
 * price would reveal how much of it there is. */
static bool is_charged(const kb_kept *entry, int viewer)
{
    return entry->kind != KB_ENTRY_PACT && entry->heard_mask & 1u << viewer;
}

/* Entries between the last regular mark and this one. They are charged as if read, because otherwise the price would
 * reveal how many pacts others have. */
static size_t spared_by(const kb_table *t, int viewer, size_t mark)
{
    size_t first = mark, n = 0;
    while (first > 0 && kb_mark_at(t, first)->is_pact_mark) first--;
    uint64_t from = kb_mark_at(t, first)->is_pact_mark ? 0 : kb_mark_at(t, first)->n_entries;
    for (uint64_t i = from; i < kb_mark_at(t, mark)->n_entries; i++) {
        const kb_kept *entry = kb_table_entry(t, i + 1);
        n += entry->kind != KB_ENTRY_TALK && is_charged(entry, viewer);
    }
    return n;
}

/* Makes a copy of the table at the last mark before the viewer's event of that number; or before its first entry, if there
 * is no such mark. */
static void begin_telling(kb_fold *f, const kb_table *t, int viewer, uint64_t n, void *copy, kb_text *why, size_t *work)
{
    size_t low = 0, high = t->marks.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (kb_mark_at(t, middle)->n[viewer] <= n) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    kb_begin_fold(f, kb_copy_mark(t, (int64_t)low - 1, copy), NULL, why);
    f->whole = t;
    if (low) *work += spared_by(t, viewer, low - 1);
}

/* Folds the next entry and returns whether it is charged. Talk changes nothing at the table, so lines that the
 * viewer may not hear, or has already heard, are skipped. */
static bool fold_next(kb_fold *f, int viewer, uint64_t told)
{
    kb_table *again = f->t;
    kb_entry_reading reading;
    const kb_kept *entry = kb_table_entry(f->whole, again->n_entries + 1);
    bool is_heard = entry->heard_mask & 1u << viewer;
    if (entry->kind == KB_ENTRY_TALK && (!is_heard || again->n[viewer] < told)) {
        again->n[viewer] += is_heard;
        again->n_entries++;
        return false;
    }
    const char *text = kb_kept_text(entry);
    if (kb_read_entry(&reading, &again->setup, text, entry->n, f->why))
        kb_fold_entry(f, &reading.entry, text, entry->n);
    return is_charged(entry, viewer);
}

/* Folds the next entry for its events alone, which do not need the ledger: what became of pacts is known from the first
 * time. Returns whether it is charged. */
static bool repeat_next(kb_fold *f, int viewer, uint64_t told)
{
    f->repeated = kb_table_entry(f->whole, f->t->n_entries + 1);
    if (f->repeated->kind != KB_ENTRY_PACT) return fold_next(f, viewer, told);
    kb_repeat_pact(f, f->repeated);
    return false;
}

size_t kb_table_events(const kb_table *t, int viewer, uint64_t after, uint64_t up_to, void *copy, const kb_news *news)
{
    size_t work = 0;
    kb_fold f;
    char nowhere[1];
    kb_text unheard = kb_text_in(nowhere, sizeof nowhere);
    begin_telling(&f, t, viewer, after, copy, &unheard, &work);
    f.news = news;
    while (f.t->n[viewer] < up_to && f.t->n_entries < t->n_entries) work += repeat_next(&f, viewer, after);
    return work;
}

const kb_table *kb_table_then(const kb_table *t, int viewer, uint64_t n, void *copy, size_t *work)
{
    kb_fold f;
    char nowhere[1];
    kb_text unheard = kb_text_in(nowhere, sizeof nowhere);
    begin_telling(&f, t, viewer, n, copy, &unheard, work);
    while (f.t->n[viewer] < n) *work += fold_next(&f, viewer, n);
    return f.t;
}
