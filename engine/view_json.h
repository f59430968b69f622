/* view_json.h: a game as a viewer may see it, as JSON for front ends: the table, and the events of a move. */
#ifndef KB_VIEW_JSON_H
#define KB_VIEW_JSON_H

#include "listing.h"

/* Besides the seats and KB_SPECTATOR: eyes that see everything, for a game that is over. */
enum { KB_ALL_EYES = 8 };

/* "actors":[…],"legal":[…],"question":…,"position":{…},"picture":…,"end":{…} without braces: `legal` is a seat's own,
 * `question` there while it owes a move, and `end` when the game is over. Here and below the lister may be NULL: kb_legal. */
void kb_put_view(const kb_state *, int eyes, const kb_lister *, kb_text *);
/* "legal":[…]: the legal moves of the seat, sorted; empty if it owes no move. Returns their number. */
int kb_put_moves(const kb_state *view, int seat, const kb_lister *, kb_text *);
/* "tells":[…],"what":[…] without braces: the events of the move that led to this state, as sentences and as data. */
void kb_put_happened(const kb_state *, int eyes, const kb_events *, kb_text *);

#endif
