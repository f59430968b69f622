/* hear.c: lines of talk that bots hear, and their answers. Which lines are unanswered follows from the log: an
 * answer names the entry it answers, so no line is answered twice, even after a restart. */
#include "../bots/talk.h"
#include "asking.h"

bool kb_table_bots_listen(const kb_table *t)
{
    return t->rules.talk != KB_TALK_NONE && kb_table_wants_offers(t) && kb_bots_of(t);
}

bool kb_table_line(const kb_table *t, uint64_t number, kb_heard *out)
{
    const kb_kept *kept = kb_table_entry(t, number);
    kb_entry_reading line;
    kb_text text = kb_text_in(out->text, sizeof out->text);
    if (kept->kind != KB_ENTRY_TALK || !kept->person) return false;
    if (!kb_read_entry(&line, &t->setup, kb_kept_text(kept), kept->n, &text)) return false;
    out->at_ms = line.entry.at_ms;
    out->speaker = line.entry.by;
    out->to_mask = line.entry.to_mask;
    kb_put(&text, line.entry.say);
    return out->speaker >= 0 && kb_is_played_by_person(t, out->speaker);
}

/* Filters out small talk before a bot has to think about it. */
static bool is_for(const kb_table *t, const kb_heard *line, int seat)
{
    char heard[BOT_PROMISES_BYTES];
    kb_text promises = kb_text_in(heard, sizeof heard);
    size_t n = kb_length(line->text);
    kb_state view;
    kb_redact(&t->state, KB_SPECTATOR, &view);
    if (!(bot_addressed(&view, line->speaker, line->to_mask, kb_bots_of(t), line->text, n) >> seat & 1)) return false;
    kb_redact(&t->state, seat, &view);
    return bot_hear(&view, line->speaker, seat, line->text, n, &promises) != BOT_HEARS_CHAT;
}

uint64_t kb_table_next_line(const kb_table *t, uint64_t now_ms, int seat, uint64_t after, int *speaker)
{
    kb_heard line;
    if (!t->seats[seat].bot_name[0]) return 0;
    if (after + KB_HEARD_BACK < t->n_entries) after = t->n_entries - KB_HEARD_BACK;
    if (after < t->seats[seat].heard) after = t->seats[seat].heard;
    for (uint64_t entry = after + 1; entry <= t->n_entries; entry++) {
        if (!kb_table_line(t, entry, &line) || line.at_ms + KB_HEARD_LATE_MS < now_ms) continue;
        if (!is_for(t, &line, seat)) continue;
        *speaker = line.speaker;
        return entry;
    }
    return 0;
}

bool kb_table_is_unanswered(const kb_table *t, int seat, uint64_t entry)
{
    return kb_table_bots_listen(t) && t->seats[seat].bot_name[0] && t->seats[seat].heard < entry;
}

void kb_table_bot_replies(kb_table *t, uint64_t now_ms, int seat, uint64_t entry, const bot_reply *reply,
                          const kb_news *news)
{
    const kb_asking a = {t, now_ms, NULL, news};
    kb_heard line;
    if (!kb_table_is_unanswered(t, seat, entry) || !kb_table_line(t, entry, &line)) return;
    if (reply->kind == BOT_COUNTERS) {
        kb_bot_proposes(&a, seat, &reply->counter, entry);
    } else {
        kb_bot_says(&a, seat, line.to_mask ? 1u << line.speaker : 0, reply->reason, entry);
    }
}
