/* asking.c: see asking.h. */
#include "asking.h"

const kb_answer kb_done = {KB_DONE, KB_OK, ""};

kb_answer kb_refuse_by_rule(kb_error error)
{
    kb_answer answer = {KB_REFUSED_RULE, error, ""};
    return answer;
}

uint64_t kb_later(const kb_table *t, uint64_t now_ms)
{
    return now_ms > t->at_ms ? now_ms : t->at_ms;
}

kb_answer kb_append_more(const kb_asking *a, kb_entry entry)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    entry.at_ms = kb_later(a->t, a->now_ms);
    if (!kb_block_has(a->t, entry.promises.n, &why)) return kb_refuse(KB_REFUSED_TABLE_FULL);
    if (!a->t->is_damaged && kb_table_add(a->t, &entry, a->news, &why)) return kb_done;
    a->t->is_damaged = true;
    return kb_refuse(KB_REFUSED_DAMAGED);
}

kb_answer kb_append(const kb_asking *a, kb_entry entry)
{
    if (a->asker) {
        entry.who = a->asker->person;
        entry.id = a->asker->id;
    }
    return kb_append_more(a, entry);
}

void kb_note_whisper(const kb_asking *a, uint32_t group_mask)
{
    const kb_table *t = a->t;
    if (t->rules.whispers != KB_WHISPERS_SEEN || kb_is_nearly_full(t) || t->moment.whispered >> group_mask & 1) return;
    kb_append_more(a, (kb_entry){.kind = KB_DO_WHISPER, .group_mask = group_mask});
}
