/* facts.c: facts that follow from a position of Integralis by the rules, for front ends that do not know the rules. */
#include "../../core/position.h"
#include "rules.h"
#include "text.h"

/* Open tasks for the machine on all orders of the seat. */
static int wanted_by(const integralis_state *s, int seat, int machine)
{
    int wanted = 0;
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++) wanted += integralis_open_tasks(s->job[seat][job], machine);
    return wanted;
}

/* The markers that the seat would get from this machine if it were closing time now. */
static int markers_of(const integralis_state *s, int seat, int machine)
{
    if (s->machine[machine].team != seat) return 0;
    int made = integralis_output(s, machine), wanted = wanted_by(s, seat, machine);
    return made < wanted ? made : wanted;
}

/* Whether the seat would have to choose which of its orders gets no marker. */
static bool is_contested(const integralis_state *s, int seat, int machine)
{
    int markers = markers_of(s, seat, machine);
    if (!markers || markers == wanted_by(s, seat, machine)) return false;
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++)
        if (!integralis_open_tasks(s->job[seat][job], machine)) return false;
    return true;
}

/* Whether the order would be finished whatever the seat chooses. */
static bool is_sure(const integralis_state *s, int seat, integralis_job job)
{
    if (job.order == KB_NONE) return false;
    for (int machine = 0; machine < INTEGRALIS_MACHINES; machine++) {
        int sure = is_contested(s, seat, machine) ? 0 : markers_of(s, seat, machine);
        if (integralis_open_tasks(job, machine) > sure) return false;
    }
    return true;
}

static void put_machines(const integralis_state *s, kb_text *out)
{
    kb_putj(out, "machines:{");
    for (int machine = 0; machine < INTEGRALIS_MACHINES; machine++) {
        uint8_t team = s->machine[machine].team;
        int labour = integralis_labour(s, machine);
        kb_putj(out, "%s:{team:%s, labour:", integralis_machine_names[machine],
                kb_seat_or_null(integralis_seat_names, team));
        kb_putf(out, "%d%s", labour / 2, labour % 2 ? ".5" : "");
        kb_putj(out, "tasks:%d, wanted:%d}", integralis_output(s, machine),
                team == KB_NONE ? 0 : wanted_by(s, team, machine));
    }
    kb_putj(out, "}");
}

/* What the seat would get if it were closing time now: markers, and a minimum of pay. */
static void put_forecast(const void *state, int seat, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    bool chooses = false;
    int32_t pay = 0;
    kb_putj(out, "{markers:[");
    for (int machine = 0; machine < INTEGRALIS_MACHINES; machine++) {
        int markers = markers_of(s, seat, machine);
        chooses |= is_contested(s, seat, machine);
        if (markers) kb_putj(out, "{machine:%s, n:%d}", integralis_machine_names[machine], markers);
    }
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++)
        if (is_sure(s, seat, s->job[seat][job])) pay += integralis_order_of(s->job[seat][job].order)->pay;
    kb_putj(out, "], pay:%d, chooses:%i}", pay, chooses);
}

static int open_tasks_of(integralis_job job)
{
    int open = 0;
    for (int machine = 0; machine < INTEGRALIS_MACHINES; machine++) open += integralis_open_tasks(job, machine);
    return open;
}

/* The open tasks of each order of the seat. */
static void put_open(const void *state, int seat, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    kb_putj(out, "[");
    for (int job = 0; job < INTEGRALIS_JOBS_MAX && s->job[seat][job].order != KB_NONE; job++)
        kb_putj(out, "%d", open_tasks_of(s->job[seat][job]));
    kb_putj(out, "]");
}

/* How many cards the seat must put under its deck now. */
static void put_surplus(const void *state, int seat, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    int surplus = integralis_size(s->hand[seat]) - INTEGRALIS_HAND;
    kb_putj(out, "%d", s->step == INTEGRALIS_UNDER && surplus > 0 ? surplus : 0);
}

/* Adds what a move of the seat in turn adds to a machine. Returns the machine, or -1 if the move adds no labour. The
 * rules would make the whole move, but not on a view. */
static int add_labour(integralis_state *s, kb_move m)
{
    if (m.verb != INTEGRALIS_DO_PLAY) return -1;
    if (integralis_is_worker(m.a)) {
        integralis_machine *machine = &s->machine[m.b];
        machine->team = s->turn;
        machine->workers = (uint16_t)(machine->workers | integralis_bit(m.a));
        return m.b;
    }
    if (m.a != INTEGRALIS_OVERTIME) return -1;
    s->overtime[s->turn][m.b - 1]++;
    return integralis_machine_of(s, integralis_worker(s->turn, m.b));
}

/* The moves of the seat in turn that add labour to a machine: how many tasks the machine would make then. */
static void put_makes(const integralis_state *s, kb_text *out)
{
    kb_span list[KB_SPANS_MAX];
    bool is_known = s->step == INTEGRALIS_ACT && !(s->hand[s->turn] & INTEGRALIS_UNKNOWN);
    int n = is_known ? integralis_legal(s, s->turn, list, KB_SPANS_MAX) : 0;
    kb_putj(out, "makes:{");
    for (int i = 0; i < n; i++) {
        integralis_state after = *s;
        int machine = add_labour(&after, list[i].move);
        if (machine < 0) continue;
        kb_putj(out, "<");
        integralis_write_span(s, list[i], out);
        kb_putj(out, ">:%d", integralis_output(&after, machine));
    }
    kb_putj(out, "}");
}

void integralis_write_facts(const void *state, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    bool must_take = s->step == INTEGRALIS_ACT && integralis_must_take(s);
    put_machines(s, out);
    kb_put_by_seat(integralis_seat_names, s, "forecast", put_forecast, out);
    kb_put_by_seat(integralis_seat_names, s, "open", put_open, out);
    kb_put_by_seat(integralis_seat_names, s, "surplus", put_surplus, out);
    put_makes(s, out);
    kb_putj(out, "must_take:%i", must_take);
}
