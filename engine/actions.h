/* actions.h: encodings without the checks that a caller of the library needs: encode.c makes them once a call, batch.c
 * once a batch. */
#ifndef KB_ACTIONS_H
#define KB_ACTIONS_H

#include "../core/encode.h"
#include "games.h"

/* kb_observe of a view, kb_action_mask and kb_action_move. The game has an encoding, the state knows what the seat
 * knows, and out has room. */
void kb_write_observation(const kb_encoding *, const kb_state *view, int seat, int8_t *out);
void kb_write_mask(const kb_game *, const kb_state *, int seat, uint8_t *mask);
/* recall.c: a move was made, and a new game begins. */
void kb_remember(const kb_recall *, const kb_batch *, int game, int seat, kb_move, const kb_events *);
void kb_forget(const kb_recall *, const kb_batch *, int game);
kb_error kb_read_action(const kb_game *, const kb_state *, int seat, int action, int32_t amount, kb_move *);

#endif
