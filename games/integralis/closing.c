/* closing.c: between two turns of Integralis: closing time, refilling hands, the next turn, the end. */
#include "rules.h"

/* --- 1, 2: production --------------------------------------------------------------------------- */

/* Places the team's markers of one machine. Returns false if the team has to choose. */
KB_FN static bool place_markers(integralis_state *s, int machine, int markers, kb_events *out)
{
    int team = s->machine[machine].team;
    int first = integralis_open_tasks(s->job[team][0], machine);
    int second = integralis_open_tasks(s->job[team][1], machine);
    if (!markers || !(first + second)) return true;
    if (integralis_may_waive(s) || (first && second && markers < first + second)) {
        integralis_ask_cover(s, team, machine, markers, INTEGRALIS_BY_CLOSING);
        return false;
    }
    if (markers >= first + second) {
        integralis_mark(s, team, 0, machine, first, out);
        integralis_mark(s, team, 1, machine, second, out);
    } else {
        integralis_mark(s, team, first ? 0 : 1, machine, markers, out);
    }
    return true;
}

/* Produces machine by machine. Returns false if a team has to choose. */
KB_FN static bool produce(integralis_state *s, int first, kb_events *out)
{
    for (int m = first; m < INTEGRALIS_MACHINES; m++) {
        int output = integralis_output(s, m);
        if (!output) continue;
        integralis_tell(out, INTEGRALIS_PRODUCES, s->machine[m].team, m, 0, output);
        if (!place_markers(s, m, output, out)) return false;
    }
    return true;
}

/* --- 3, 4, 5: cards that leave the table -------------------------------------------------------- */

/* G-1, G-4: after production, needed or not, every temp leaves and all overtime returns. */
KB_FN static void clear_machine(integralis_state *s, int machine, kb_events *out)
{
    integralis_machine *m = &s->machine[machine];
    int team = m->team;
    for (uint32_t rest = m->workers; rest; rest &= rest - 1) {
        int name = kb_lowest_bit(rest) + 1;
        if (integralis_facts_of(name)->temp) {
            integralis_leave(s, integralis_worker(team, name), INTEGRALIS_GOES_AWAY, out);
            continue;
        }
        for (; s->overtime[team][name - 1] > 0; s->overtime[team][name - 1]--) {
            integralis_put_under(s, team, INTEGRALIS_OVERTIME);
            integralis_tell(out, INTEGRALIS_CARD_RETURNS, team, INTEGRALIS_OVERTIME, 0, 0);
        }
    }
}

KB_FN static bool is_due(const integralis_state *s)
{
    bool due = false;
    for (int i = 0; i < INTEGRALIS_CLOSINGS_MAX; i++)
        due |= s->closing[s->turn][i].card && s->closing[s->turn][i].due == s->turns;
    return due;
}

/* G-6: returns all closing cards that are due; later ones stay. */
KB_FN static void put_away_closings(integralis_state *s, kb_events *out)
{
    const integralis_closing none = {0, 0};
    integralis_closing *closing = s->closing[s->turn];
    int stay = 0;
    for (int i = 0; i < INTEGRALIS_CLOSINGS_MAX && closing[i].card; i++) {
        integralis_closing c = closing[i];
        closing[i] = none;
        if (c.due != s->turns) {
            closing[stay++] = c;
            continue;
        }
        integralis_put_under(s, s->turn, c.card);
        integralis_tell(out, INTEGRALIS_CARD_RETURNS, s->turn, c.card, 0, 0);
    }
}

/* --- 6: hands ----------------------------------------------------------------------------------- */

/* Seats draw up to five cards, as far as their decks go (G-8), from this one to the one whose turn it is. Returns false
 * if chance must draw first. */
KB_FN static bool refill(integralis_state *s, int seat, kb_events *out)
{
    for (;; seat = kb_left_of(seat, s->setup.seats)) {
        int missing = INTEGRALIS_HAND - integralis_size(s->hand[seat]);
        if (missing > 0 && !integralis_draw(s, seat, INTEGRALIS_FOR_REFILL, missing, out)) return false;
        if (seat == s->turn) return true;
    }
}

KB_FN static bool all_hands_fit(const integralis_state *s)
{
    bool fit = true;
    for (int seat = 0; seat < s->setup.seats; seat++) fit &= integralis_size(s->hand[seat]) <= INTEGRALIS_HAND;
    return fit;
}

KB_FN static void finish(integralis_state *s, kb_events *out)
{
    s->turn = KB_NONE;
    s->step = INTEGRALIS_OVER;
    integralis_tell(out, INTEGRALIS_ENDS, 0, 0, 0, 0);
}

KB_FN static bool is_won(const integralis_state *s)
{
    bool won = false;
    for (int seat = 0; seat < s->setup.seats; seat++) won |= s->completed[seat] >= INTEGRALIS_TO_WIN;
    return won;
}

/* After production. Returns false if the game is over or somebody owes a move before the next turn. */
KB_FN static bool close_up(integralis_state *s, kb_events *out)
{
    for (int m = 0; m < INTEGRALIS_MACHINES; m++)
        if (integralis_output(s, m)) clear_machine(s, m, out);
    for (int seat = 0; seat < s->setup.seats; seat++) integralis_deliver(s, seat, out);
    put_away_closings(s, out);
    if (is_won(s)) { /* G-14 */
        finish(s, out);
        return false;
    }
    if (!all_hands_fit(s)) {
        s->step = INTEGRALIS_UNDER;
        return false;
    }
    return refill(s, kb_left_of(s->turn, s->setup.seats), out);
}

KB_FN static bool closing_time(integralis_state *s, kb_events *out)
{
    integralis_tell(out, INTEGRALIS_CLOSES, s->turn, 0, 0, 0);
    return produce(s, 0, out) && close_up(s, out);
}

/* --- turns -------------------------------------------------------------------------------------- */

/* Clears what lasts only for one turn. */
KB_FN static void forget_turn(integralis_state *s)
{
    __builtin_memset(s->locked, 0, sizeof s->locked);
    __builtin_memset(s->offers, 0, sizeof s->offers);
    __builtin_memset(s->best, 0, sizeof s->best);
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) s->machine[m].fresh = 0;
}

/* Returns false if the seat is ill and misses the turn. */
KB_FN static bool begin_turn(integralis_state *s, kb_events *out)
{
    if (s->turns > 0) s->turn = (uint8_t)kb_left_of(s->turn, s->setup.seats);
    s->turns++;
    forget_turn(s);
    if (s->ill >> s->turn & 1) {
        s->ill = (uint8_t)(s->ill & ~(1u << s->turn));
        integralis_tell(out, INTEGRALIS_MISSES, s->turn, 0, 0, s->turns);
        return false;
    }
    integralis_tell(out, INTEGRALIS_TURN, s->turn, 0, 0, s->turns);
    s->actions = INTEGRALIS_FORCED;
    integralis_go_on(s);
    return true;
}

KB_FN void integralis_next_turn(integralis_state *s, kb_events *out)
{
    do {
        if (s->turns == INTEGRALIS_ROUNDS * s->setup.seats) {
            finish(s, out);
            return;
        }
        if (begin_turn(s, out)) return;
    } while (!is_due(s) || closing_time(s, out)); /* G-5: a missed turn ends like any other */
}

KB_FN void integralis_end_turn(integralis_state *s, kb_events *out)
{
    s->actions = 0;
    if (!is_due(s) || closing_time(s, out)) integralis_next_turn(s, out);
}

/* --- choices in a closing time ------------------------------------------------------------------- */

KB_FN kb_error integralis_check_cover(const integralis_state *s, int machine, int order)
{
    if (machine != s->where) return INTEGRALIS_E_NOT_THAT_MACHINE;
    for (int i = 0; i < INTEGRALIS_JOBS_MAX; i++)
        if (s->job[s->who][i].order == order)
            return integralis_open_tasks(s->job[s->who][i], machine) ? KB_OK : INTEGRALIS_E_NO_OPEN_TASK;
    return INTEGRALIS_E_NOT_OWN_ORDER;
}

/* Continues a turn with a repair, or a closing time, with this many markers of the machine. */
KB_FN static void go_on_after_marker(integralis_state *s, int markers, kb_events *out)
{
    int seat = s->who;
    int machine = s->where;
    bool repair = s->why == INTEGRALIS_BY_REPAIR;
    s->why = s->who = s->left = s->where = 0;
    if (repair) {
        integralis_deliver(s, seat, out);
        integralis_go_on(s);
        return;
    }
    if (place_markers(s, machine, markers, out) && produce(s, machine + 1, out) && close_up(s, out))
        integralis_next_turn(s, out);
}

KB_FN void integralis_do_cover(integralis_state *s, int order, kb_events *out)
{
    integralis_mark(s, s->who, s->job[s->who][0].order == order ? 0 : 1, s->where, 1, out);
    go_on_after_marker(s, s->left - 1, out);
}

KB_FN kb_error integralis_check_waive(const integralis_state *s, int machine)
{
    if (!integralis_may_waive(s)) return INTEGRALIS_E_MUST_COVER;
    return machine == s->where ? KB_OK : INTEGRALIS_E_NOT_THAT_MACHINE;
}

/* G-18: the machine's remaining markers are lost. */
KB_FN void integralis_do_waive(integralis_state *s, kb_events *out)
{
    integralis_tell(out, INTEGRALIS_WAIVES, s->who, s->where, 0, s->left);
    go_on_after_marker(s, 0, out);
}

KB_FN void integralis_do_under(integralis_state *s, int seat, int card, kb_events *out)
{
    s->hand[seat] = integralis_without(s->hand[seat], card);
    integralis_put_under(s, seat, card);
    integralis_tell_own(out, INTEGRALIS_PUTS_UNDER, seat, card);
    if (all_hands_fit(s) && refill(s, kb_left_of(s->turn, s->setup.seats), out)) integralis_next_turn(s, out);
}

KB_FN void integralis_refilled(integralis_state *s, int seat, kb_events *out)
{
    if (seat == s->turn || refill(s, kb_left_of(seat, s->setup.seats), out)) integralis_next_turn(s, out);
}
