/* follow.c: see follow.h. */
#include "follow.h"

#include "fold.h"

bool kb_follow(kb_follower *f, const kb_table *t, kb_followed *out)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    const kb_entry *entry = &out->reading.entry;
    if (f->n >= t->n_entries) return false;
    out->kept = kb_table_entry(t, ++f->n);
    out->events.n = 0;
    out->outcomes.n = out->kept->n_outcomes;
    __builtin_memcpy(out->outcomes.at, kb_kept_outcomes(out->kept), out->kept->n_outcomes * sizeof out->outcomes.at[0]);
    bool fits = kb_read_entry(&out->reading, &t->setup, kb_kept_text(out->kept), out->kept->n, &why);
    if (fits && entry->kind == KB_DO_START) fits = !kb_start(&f->state, &t->setup);
    if (fits && entry->kind == KB_DO_MOVE)
        fits = !kb_move_parse(&f->state, entry->move, kb_length(entry->move), &out->move) &&
               !kb_apply(&f->state, entry->mover, out->move, &out->events);
    KB_ASSERT(fits); /* the table has folded it */
    return fits;
}
