/* work.c: shared by turns, bribery and closing times: drawing cards, producing, covering tasks, delivering orders. */
#include "rules.h"

/* --- decks --------------------------------------------------------------------------------------- */

KB_FN void integralis_draw_from_under(integralis_state *s, int seat, int n, kb_events *out)
{
    uint8_t cards[2 * INTEGRALIS_UNDER_MAX] = {0};
    KB_ASSERT(!s->unseen[seat]);
    n = n < s->n_under[seat] ? n : s->n_under[seat];
    if (!n) return;
    __builtin_memcpy(cards, s->under[seat], sizeof s->under[seat]);
    __builtin_memcpy(s->under[seat], cards + n, sizeof s->under[seat]);
    s->n_under[seat] = (uint8_t)(s->n_under[seat] - n);
    for (int i = 0; i < n; i++) {
        s->hand[seat] = integralis_with(s->hand[seat], cards[i]);
        integralis_tell_own(out, INTEGRALIS_DRAWS, seat, cards[i]);
    }
}

KB_FN bool integralis_draw(integralis_state *s, int seat, integralis_draw_why why, int n, kb_events *out)
{
    if (!s->unseen[seat]) {
        integralis_draw_from_under(s, seat, n, out);
        return true;
    }
    if (n > 1 + s->n_under[seat]) { /* G-8 */
        int size = integralis_deck_size(s, seat);
        n = n < size ? n : size;
    }
    s->step = INTEGRALIS_DRAW;
    s->why = (uint8_t)why;
    s->who = (uint8_t)seat;
    s->left = (uint8_t)n;
    return false;
}

/* --- workers ------------------------------------------------------------------------------------- */

KB_FN kb_error integralis_check_foreign(const integralis_state *s, uint8_t worker)
{
    if (integralis_chief(worker) >= s->setup.seats || !integralis_is_worker(integralis_name(worker)))
        return KB_E_UNKNOWN_MOVE;
    if (integralis_chief(worker) == s->turn) return INTEGRALIS_E_OWN_TEAM;
    return integralis_machine_of(s, worker) >= 0 ? KB_OK : INTEGRALIS_E_NOT_AT_WORK;
}

/* --- orders -------------------------------------------------------------------------------------- */

KB_FN int integralis_labour(const integralis_state *s, int machine)
{
    const integralis_machine *m = &s->machine[machine];
    int labour = 0;
    for (uint32_t rest = m->workers; rest; rest &= rest - 1) {
        int name = kb_lowest_bit(rest);
        labour += integralis_facts_of(name + 1)->labour * (1 + s->overtime[m->team][name]);
    }
    return labour;
}

KB_FN int integralis_output(const integralis_state *s, int machine)
{
    return s->machine[machine].sabotage ? 0 : integralis_labour(s, machine) / integralis_need_of(machine);
}

KB_FN void integralis_ask_cover(integralis_state *s, int seat, int machine, int markers, integralis_cover_why why)
{
    s->step = INTEGRALIS_COVER;
    s->why = (uint8_t)why;
    s->who = (uint8_t)seat;
    s->left = (uint8_t)markers;
    s->where = (uint8_t)machine;
}

KB_FN void integralis_mark(integralis_state *s, int seat, int job, int machine, int n, kb_events *out)
{
    if (n == 0) return;
    s->job[seat][job].covered = (uint8_t)(s->job[seat][job].covered + (n << 2 * machine));
    integralis_tell(out, INTEGRALIS_COVERS, seat, machine, s->job[seat][job].order, n);
}

KB_FN void integralis_deliver(integralis_state *s, int seat, kb_events *out)
{
    const integralis_job none = {KB_NONE, 0};
    integralis_job *jobs = s->job[seat];
    for (int i = INTEGRALIS_JOBS_MAX - 1; i >= 0; i--) {
        if (!integralis_is_done(jobs[i])) continue;
        int32_t pay = integralis_order_of(jobs[i].order)->pay;
        kb_pay(&s->purse, KB_BANK, seat, pay);
        s->completed[seat]++;
        integralis_tell(out, INTEGRALIS_DELIVERS, seat, jobs[i].order, 0, pay);
        if (i == 0) jobs[0] = jobs[1];
        jobs[1] = none;
    }
}
