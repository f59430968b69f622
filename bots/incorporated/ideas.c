/* ideas.c: what bots propose in Incorporated: help with the current task, and managers that leave each other alone. */
#include "../../core/text.h"
#include "../../engine/promises.h"
#include "../../games/incorporated/tables.h"
#include "../../games/incorporated/text.h"
#include "greedy.h"

/* Neither hinders a task of the other in this round. */
static void make_peace(int seat, int with, bot_idea *out)
{
    const int of[2] = {seat, with};
    out->with = (uint8_t)with;
    out->n = 2;
    for (int i = 0; i < 2; i++) {
        kb_text text = kb_text_in(out->promise[i].deed, sizeof out->promise[i].deed);
        out->promise[i].seat = (uint8_t)of[i];
        out->promise[i].wont = 1;
        out->promise[i].term = KB_TERM_ROUND;
        kb_put(&text, "manage * hinder on ");
        for (int value = 0; value < INCORPORATED_VALUES; value++)
            kb_putf(&text, "%s%s", value ? "|" : "", incorporated_tile_names[of[1 - i] * INCORPORATED_VALUES + value]);
    }
}

/* The other adds what the current task needs, and is not hindered in return. */
static void ask_for_coins(const incorporated_state *s, int seat, int with, int missing, bot_idea *out)
{
    uint8_t tile = s->task[s->next_task].tile;
    make_peace(seat, with, out);
    kb_text text = kb_text_in(out->promise[1].deed, sizeof out->promise[1].deed);
    out->promise[1].wont = 0;
    out->promise[1].term = KB_TERM_TURN;
    kb_putf(&text, "commit >=%d on %s", missing,
            incorporated_tile_names[incorporated_suit(tile) * INCORPORATED_VALUES + incorporated_value(tile)]);
}

int incorporated_ideas(const void *view, int seat, const bot_memory *memory, bot_idea *out)
{
    const incorporated_state *s = (const incorporated_state *)view;
    int n = 0;
    (void)memory;
    if (!incorporated_is_staffing(s) && s->step != INCORPORATED_PLAY) return 0;
    const incorporated_task *task = &s->task[s->next_task];
    bool runs = s->step == INCORPORATED_COMMIT && incorporated_suit(task->tile) == seat;
    int missing = 0;
    while (runs && missing < INCORPORATED_VALUES &&
           !incorporated_is_enough(s, task, incorporated_total(task) + missing))
        missing++;
    for (int with = 0; with < s->setup.seats && n < BOT_IDEAS_MAX - 1; with++) {
        if (with == seat) continue;
        if (missing && incorporated_worth(s->coins[with]) >= missing) ask_for_coins(s, seat, with, missing, &out[n++]);
        if (s->step == INCORPORATED_PLAY && s->next_task == 0) make_peace(seat, with, &out[n++]);
    }
    return n;
}
