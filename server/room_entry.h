/* room_entry.h: appending the entry of a request, for the files that answer requests. */
#ifndef SRV_ROOM_ENTRY_H
#define SRV_ROOM_ENTRY_H

#include "room.h"

/* Appends the entry, at this time or that of the last entry, whichever is later, as requested by the asker; NULL: by
 * nobody. A checked entry must fold; if it does not, this program is wrong, and the log, which has not seen the entry, is
 * right. Returns srv_done. */
kb_answer srv_append(srv_room *, uint64_t now_ms, const srv_asker *, kb_entry);
/* now_ms, but never earlier than the room's last entry. */
uint64_t srv_later(const srv_room *, uint64_t now_ms);

extern const kb_answer srv_done;
kb_answer srv_refuse_by_rule(kb_error);

/* --- room_negotiate.c --- */
typedef kb_answer srv_room_handler(srv_room *, const srv_asker *, const srv_ask *);
srv_room_handler srv_ask_propose, srv_ask_answer, srv_ask_wait, srv_ask_pace;
/* The bot proposes or says something, if the table allows it. to_mask: the seats that hear it, 0 for everybody; hears:
 * the entry of the line it answers, or 0. */
void srv_bot_proposes(srv_room *, uint64_t now_ms, int seat, const bot_proposal *, size_t hears);
void srv_bot_says(srv_room *, uint64_t now_ms, int seat, uint32_t to_mask, const char *words, size_t hears);

/* --- room_whispers.c --- */
/* These seats have just whispered together. Others are told if the table says so, and they do not know it yet. */
void srv_note_whisper(srv_room *, uint64_t now_ms, uint32_t group_mask);

#endif
