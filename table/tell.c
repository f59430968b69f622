/* tell.c: events of viewers, numbered for each. */
#include "fold.h"

uint32_t kb_everybody(const kb_table *t)
{
    return ((1u << t->setup.seats) - 1) | 1u << KB_SPECTATOR;
}

kb_text *kb_open_event(kb_fold *f, int viewer)
{
    uint64_t n = ++f->t->n[viewer];
    f->heard_mask |= 1u << viewer;
    kb_text *text = f->news ? f->news->open(f->news->context, viewer, n) : NULL;
    if (text) kb_putj(text, "{n:%lld, at:%lld", (long long)n, (long long)f->t->at_ms);
    return text;
}

void kb_close_event(kb_fold *f, int viewer, kb_text *text)
{
    if (!text) return;
    kb_put(text, "}");
    f->news->close(f->news->context, viewer, text);
}

uint32_t kb_rematch_mask(const kb_table *t)
{
    return t->rules.is_public ? kb_everybody(t) : kb_everybody(t) & ~(1u << KB_SPECTATOR);
}

uint32_t kb_hearers(const kb_table *t, const kb_entry *entry)
{
    uint32_t spectators = 1u << KB_SPECTATOR;
    switch ((kb_audience)kb_shapes[entry->kind].audience) {
    case KB_TO_ALL: return kb_everybody(t);
    case KB_TO_HEARERS: /* spectators talk among themselves */
        return entry->by < 0 ? spectators : entry->to_mask ? entry->to_mask | 1u << entry->by : kb_everybody(t);
    case KB_TO_OTHERS: return kb_everybody(t) & ~entry->group_mask;
    case KB_TO_OWN: return 1u << entry->seat;
    case KB_TO_MEMBERS: return kb_rematch_mask(t);
    case KB_TO_KNOWING: /* each of them has a number for the pact: pacts.c */
    case KB_TO_NOBODY: break;
    }
    return 0;
}

void kb_tell_entry(kb_fold *f, const kb_entry *entry)
{
    uint32_t viewers_mask = kb_hearers(f->t, entry);
    for (int viewer = 0; kb_is_told(entry) && viewer < KB_VIEWERS; viewer++) {
        if (!(viewers_mask >> viewer & 1)) continue;
        kb_text *text = kb_open_event(f, viewer);
        if (text) kb_put_entry_event(entry, &f->t->setup, text);
        kb_close_event(f, viewer, text);
    }
}
