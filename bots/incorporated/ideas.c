/* ideas.c: what bots propose in Incorporated: coins for a task in return for a manager's help, managers that help each
 * other or at least do not hinder, and tiles that are not played on each other's desks. And what they ask for in return
 * for what is proposed to them. */
#include "../../core/text.h"
#include "../../engine/promises.h"
#include "../../games/incorporated/tables.h"
#include "../../games/incorporated/text.h"
#include "greedy.h"

enum { HIGH = 4 }; /* tiles from here on are hard to complete */

/* Sets the ith promise of the idea but for its deed, which is written into the text. */
static kb_text promise(bot_idea *out, int i, int seat, bool wont, int term)
{
    out->promise[i].seat = (uint8_t)seat;
    out->promise[i].wont = wont;
    out->promise[i].term = (uint8_t)term;
    return kb_text_in(out->promise[i].deed, sizeof out->promise[i].deed);
}

static void put_tile(kb_text *text, uint8_t tile)
{
    kb_put(text, incorporated_tile_names[incorporated_suit(tile) * INCORPORATED_VALUES + incorporated_value(tile)]);
}

/* The tiles of a suit from this value up, as alternatives. */
static void put_tiles(kb_text *text, int suit, int from)
{
    for (int value = from; value < INCORPORATED_VALUES; value++)
        kb_putf(text, "%s%s", value > from ? "|" : "", incorporated_tile_names[suit * INCORPORATED_VALUES + value]);
}

static void put_help(kb_text *text, int whose)
{
    kb_put(text, "manage * help on ");
    put_tiles(text, whose, 0);
}

static void put_hinder(kb_text *text, int whose)
{
    kb_put(text, "manage * hinder on ");
    put_tiles(text, whose, 0);
}

static void put_high_tiles(kb_text *text, int whose)
{
    kb_put(text, "play ");
    put_tiles(text, whose, HIGH);
}

static bool is_open(const incorporated_state *s, int task)
{
    return incorporated_place(task) < s->setup.seats && task < s->next_task && !(s->done_mask >> task & 1);
}

/* An open task of the seat that one manager's help would complete, the most valuable; KB_NONE: there is none. */
static int task_in_need(const incorporated_state *s, int seat)
{
    int best = KB_NONE;
    for (int t = 0; t < s->next_task; t++) {
        const incorporated_task *task = &s->task[t];
        int total = incorporated_total(task);
        if (!is_open(s, t) || incorporated_suit(task->tile) != seat) continue;
        if (incorporated_is_enough(s, task, total) || !incorporated_is_enough(s, task, total + 2)) continue;
        if (best == KB_NONE || incorporated_value(task->tile) > incorporated_value(s->task[best].tile)) best = t;
    }
    return best;
}

static bool has_open_task(const incorporated_state *s, int seat)
{
    for (int t = 0; t < s->next_task; t++)
        if (is_open(s, t) && incorporated_suit(s->task[t].tile) == seat) return true;
    return false;
}

/* Neither hinders a task of the other in this round. */
static void make_peace(int seat, int with, bot_idea *out)
{
    const int of[2] = {seat, with};
    out->with = (uint8_t)with;
    out->n = 2;
    for (int i = 0; i < 2; i++) {
        kb_text text = promise(out, i, of[i], true, KB_TERM_ROUND);
        put_hinder(&text, of[1 - i]);
    }
}

/* Neither plays a high tile of the other's suit in this round. */
static void spare_desks(int seat, int with, bot_idea *out)
{
    const int of[2] = {seat, with};
    out->with = (uint8_t)with;
    out->n = 2;
    for (int i = 0; i < 2; i++) {
        kb_text text = promise(out, i, of[i], true, KB_TERM_ROUND);
        put_high_tiles(&text, of[1 - i]);
    }
}

/* Each manager helps with the task of the other. */
static void swap_help(const incorporated_state *s, int seat, int own, int with, int theirs, bot_idea *out)
{
    const int of[2] = {seat, with}, task[2] = {theirs, own};
    out->with = (uint8_t)with;
    out->n = 2;
    for (int i = 0; i < 2; i++) {
        kb_text text = promise(out, i, of[i], false, KB_TERM_ROUND);
        kb_put(&text, "manage * help on ");
        put_tile(&text, s->task[task[i]].tile);
    }
}

/* The other adds what the current task needs. In return the seat's manager helps with a task of theirs if one is open,
 * and does not hinder them else. */
static void ask_for_coins(const incorporated_state *s, int seat, int with, int missing, bot_idea *out)
{
    make_peace(seat, with, out);
    if (has_open_task(s, with)) {
        kb_text text = promise(out, 0, seat, false, KB_TERM_ROUND);
        put_help(&text, with);
    }
    kb_text text = promise(out, 1, with, false, KB_TERM_TURN);
    kb_putf(&text, "commit >=%d on ", missing);
    put_tile(&text, s->task[s->next_task].tile);
}

/* What the current task of the seat needs; 0: nothing, or it is not being staffed. */
static int missing_coins(const incorporated_state *s, int seat)
{
    const incorporated_task *task = &s->task[s->next_task];
    int missing = 0;
    if (s->step != INCORPORATED_COMMIT || incorporated_suit(task->tile) != seat) return 0;
    while (missing < INCORPORATED_VALUES && !incorporated_is_enough(s, task, incorporated_total(task) + missing))
        missing++;
    return missing;
}

static bool holds_high(const incorporated_state *s, int seat, int suit)
{
    uint32_t high = 0;
    for (int value = HIGH; value < INCORPORATED_VALUES; value++) high |= 1u << (suit * INCORPORATED_VALUES + value);
    return s->hand[seat] & high;
}

static bool has_managed(const incorporated_state *s, int seat)
{
    for (int t = 0; t < s->next_task; t++)
        if ((s->task[t].helping | s->task[t].hindering) >> seat & 1) return true;
    return false;
}

int incorporated_ideas(const void *view, int seat, const bot_memory *memory, bot_idea *out)
{
    const incorporated_state *s = (const incorporated_state *)view;
    int n = 0, missing = missing_coins(s, seat), own = s->step == INCORPORATED_MANAGE ? task_in_need(s, seat) : KB_NONE;
    (void)memory;
    for (int with = 0; with < s->setup.seats && n < BOT_IDEAS_MAX - 1; with++) {
        if (with == seat) continue;
        if (missing && !(s->chosen_mask >> with & 1) && incorporated_worth(s->coins[with]) >= missing)
            ask_for_coins(s, seat, with, missing, &out[n++]);
        if (s->step == INCORPORATED_PLAY && incorporated_place(s->next_task) == 0) {
            if (s->next_task == 0) make_peace(seat, with, &out[n++]);
            if (holds_high(s, seat, with)) spare_desks(seat, with, &out[n++]);
        }
        if (s->step == INCORPORATED_MANAGE && !has_managed(s, seat) && !has_managed(s, with)) {
            int theirs = task_in_need(s, with);
            if (own != KB_NONE && theirs != KB_NONE)
                swap_help(s, seat, own, with, theirs, &out[n++]);
            else if (has_open_task(s, seat) && has_open_task(s, with))
                make_peace(seat, with, &out[n++]);
        }
    }
    return n;
}

/* A wish: something that the other alone promises. */
static kb_text wish(bot_idea *out, int with, bool wont)
{
    out->with = (uint8_t)with;
    out->n = 1;
    return promise(out, 0, with, wont, KB_TERM_ROUND);
}

int incorporated_wishes(const void *view, int seat, int with, bot_idea *out)
{
    const incorporated_state *s = (const incorporated_state *)view;
    int n = 0;
    if (!has_managed(s, with)) {
        kb_text help = wish(&out[n++], with, false), peace = wish(&out[n++], with, true);
        put_help(&help, seat);
        put_hinder(&peace, seat);
    }
    if (s->next_task < INCORPORATED_SEATS_MAX * s->setup.seats) {
        kb_text spare = wish(&out[n++], with, true);
        put_high_tiles(&spare, seat);
    }
    return n;
}
