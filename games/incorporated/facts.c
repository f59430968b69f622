/* facts.c: facts that follow from a position of Incorporated by the rules, for front ends that do not know the
 * rules. */
#include "../../core/position.h"
#include "tables.h"
#include "text.h"

/* A counted round stays on the table until the next deal; the last one stays when the game is over. */
static bool is_counted(const incorporated_state *s)
{
    return s->step == INCORPORATED_DEAL || s->step == INCORPORATED_OVER;
}

static bool is_done(const incorporated_state *s, int at)
{
    return s->done_mask >> at & 1;
}

/* The total an open task needs when the round is counted. */
static int goal_of(const incorporated_state *s, const incorporated_task *task)
{
    int goal = 0;
    while (!incorporated_is_enough(s, task, goal)) goal++;
    return goal;
}

/* Whether a task of the initiative is incomplete, now or finally. */
static bool fails(const incorporated_state *s, int initiative, int n_tasks)
{
    for (int place = 0; place < n_tasks; place++) {
        int at = incorporated_task_at(initiative, place);
        const incorporated_task *task = &s->task[at];
        if (!is_done(s, at) && (is_counted(s) || !incorporated_is_enough(s, task, incorporated_total(task))))
            return true;
    }
    return false;
}

static const char *standing_of(const incorporated_state *s, int initiative, int n_tasks)
{
    uint32_t all = incorporated_all_places(s->setup.seats);
    if (is_counted(s)) return fails(s, initiative, n_tasks) ? "failed" : "succeeded";
    if (fails(s, initiative, n_tasks)) return "failing";
    if (n_tasks < s->setup.seats) return "begun";
    return (s->done_mask >> incorporated_task_at(initiative, 0) & all) == all ? "done" : "well";
}

static int n_tasks_of(const incorporated_state *s, int initiative)
{
    uint32_t places = incorporated_played_mask(s) >> incorporated_task_at(initiative, 0);
    return kb_count_bits(places & incorporated_all_places(s->setup.seats));
}

/* What the initiative brings the seat if it succeeds, and costs it if it fails, by the tiles played so far (4.5). */
static void put_stakes(const incorporated_state *s, int initiative, int n_tasks, kb_text *out)
{
    kb_putj(out, "], stakes:{");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int points = 0;
        for (int place = 0; place < n_tasks; place++) {
            uint8_t tile = s->task[incorporated_task_at(initiative, place)].tile;
            if (incorporated_suit(tile) == seat) points += incorporated_value(tile);
        }
        kb_putj(out, "%s:{wins:%d, loses:%d}", incorporated_seat_names[seat], points, INCORPORATED_BLAME * points);
    }
    kb_putj(out, "}}");
}

static void put_initiatives(const incorporated_state *s, kb_text *out)
{
    int failing = 0;
    kb_putj(out, "initiatives:[");
    for (int initiative = 0, n; initiative < s->setup.seats && (n = n_tasks_of(s, initiative)) > 0; initiative++) {
        failing += fails(s, initiative, n);
        kb_putj(out, "{standing:%s, tasks:[", standing_of(s, initiative, n));
        for (int place = 0; place < n; place++) {
            const incorporated_task *task = &s->task[incorporated_task_at(initiative, place)];
            kb_putj(out, "{total:%d, goal:%d}", incorporated_total(task), goal_of(s, task));
        }
        put_stakes(s, initiative, n, out);
    }
    kb_putj(out, "], failing:%d", failing);
}

/* "key":"2.1": a task by its place, or null. */
static void put_task(const char *key, bool is_there, int at, kb_text *out)
{
    kb_putj(out, "%s:", key);
    if (is_there) {
        kb_putj(out, "<%d.%d>", incorporated_initiative(at) + 1, incorporated_place(at) + 1);
    } else {
        kb_putj(out, "null");
    }
}

/* "key":[…]: all seats clockwise from this one; empty for KB_NONE. */
static void put_clockwise(const incorporated_state *s, const char *key, int first, kb_text *out)
{
    kb_putj(out, "%s:[", key);
    for (int i = 0, seat = first; first != KB_NONE && i < s->setup.seats; i++, seat = kb_left_of(seat, s->setup.seats))
        kb_putj(out, "%s", incorporated_seat_names[seat]);
    kb_putj(out, "]");
}

/* What a coin counts above its value on the task that waits for coins (C-3). */
static void put_bonus(const void *state, int seat, kb_text *out)
{
    const incorporated_state *s = (const incorporated_state *)state;
    kb_putj(out, "%d", incorporated_is_staffing(s) && incorporated_suit(s->task[s->next_task].tile) == seat);
}

/* The lowest coin of its own seat that completes the task at once. */
static void put_at_once(const incorporated_state *s, kb_text *out)
{
    int value = s->step == INCORPORATED_STAFF ? incorporated_value(s->task[s->next_task].tile) : 0;
    kb_putj(out, "at_once:%d", s->step != INCORPORATED_STAFF ? KB_HIDDEN : value > 1 ? value - 1 : 0);
}

void incorporated_write_facts(const void *state, kb_text *out)
{
    const incorporated_state *s = (const incorporated_state *)state;
    kb_putj(out, "ruin:%d, manager:%d, counted:%i", INCORPORATED_RUIN, INCORPORATED_MANAGER, is_counted(s));
    put_clockwise(s, "firsts", s->start, out);
    put_clockwise(s, "order", s->first, out);
    put_initiatives(s, out);
    put_task("running", incorporated_is_staffing(s), s->next_task, out);
    put_task("next", s->step == INCORPORATED_PLAY, s->next_task, out);
    kb_put_by_seat(incorporated_seat_names, s, "bonus", put_bonus, out);
    put_at_once(s, out);
}
