/* validate.h: checks that a position can occur in a game. */
#ifndef INCORPORATED_VALIDATE_H
#define INCORPORATED_VALIDATE_H

#include "../../core/text.h"
#include "state.h"

/* A tile on the table as it was read; its lists are not checked yet. */
typedef struct incorporated_written_task {
    uint8_t tile, by;
    bool done;
    int n_coins, n_managers;
    incorporated_coin coins[INCORPORATED_COINS_MAX];
    incorporated_manager managers[INCORPORATED_SEATS_MAX];
} incorporated_written_task;

/* What a written position contains in addition to the fields of a state. */
typedef struct incorporated_reading {
    int n_tasks, n_placed;
    uint8_t placed[INCORPORATED_SEATS_MAX];
    incorporated_written_task tasks[INCORPORATED_TASKS_MAX]; /* in playing order, without gaps */
} incorporated_reading;

/* Completes the state from what was read, or says why it is impossible. */
kb_error incorporated_validate(incorporated_state *, const incorporated_reading *, kb_text *why);

#endif
