/* asking.h: shared by the files that answer requests: each request is checked first, and a refusal changes nothing;
 * otherwise its entry is appended and folded like any stored one. */
#ifndef KB_ASKING_H
#define KB_ASKING_H

#include "fold.h"

/* A request, or a bot's, that is being answered. */
typedef struct kb_asking {
    kb_table *t;
    uint64_t now_ms;
    const kb_asker *asker; /* NULL: nobody */
    const kb_news *news;
} kb_asking;

extern const kb_answer kb_done;
kb_answer kb_refuse_by_rule(kb_error);

/* Appends the entry, at this time or that of the last entry, whichever is later, as requested by the asker. An entry that
 * was checked fits. If it does not, this program is wrong, and the log, which has not seen the entry, is right: the table
 * is damaged from then on, and answers nothing more. */
kb_answer kb_append(const kb_asking *, kb_entry);
/* As what follows from it: requested by nobody. */
kb_answer kb_append_more(const kb_asking *, kb_entry);
/* now_ms, but never earlier than the last entry. */
uint64_t kb_later(const kb_table *, uint64_t now_ms);

/* --- negotiate.c --- */
typedef kb_answer kb_request_handler(const kb_asking *, const kb_ask *);
kb_request_handler kb_ask_propose, kb_ask_answer, kb_ask_wait, kb_ask_pace;
/* The bot proposes or says something, if the table allows it. to_mask: the seats that hear it, 0 for everybody; hears:
 * the entry of the line it answers, or 0. */
void kb_bot_proposes(const kb_asking *, int seat, const bot_proposal *, uint64_t hears);
void kb_bot_says(const kb_asking *, int seat, uint32_t to_mask, const char *words, uint64_t hears);
/* These seats have just whispered together. Others are told if the table says so, and they do not know it yet: neither what
 * was said, nor how long, nor how often. */
void kb_note_whisper(const kb_asking *, uint32_t group_mask);

#endif
