/* outlook.c: what an Integralis table is worth to each seat. */
#include "outlook.h"

/* --- orders --------------------------------------------------------------------------------------- */

/* The labour that tasks need, in half hours. tasks has two bits for each machine. */
static int halves_of(int tasks)
{
    int halves = 0;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) halves += (tasks >> 2 * m & 3) * integralis_need_of(m);
    return halves;
}

/* What half an hour of labour for this order is worth, times 16. 0 if there is no order. */
static int32_t rate_of(integralis_job job)
{
    if (job.order == KB_NONE) return 0;
    const integralis_order_facts *facts = integralis_order_of(job.order);
    int all = halves_of(facts->tasks);
    int open = halves_of(facts->tasks - job.covered);
    if (!open) return 0;
    return facts->pay * 16 / 100 * ((100 - OPEN_PART_PERCENT) * open + OPEN_PART_PERCENT * all) / (all * open);
}

int outlook_dearer(const integralis_job *jobs)
{
    return rate_of(jobs[1]) > rate_of(jobs[0]);
}

static void see_orders(outlook *o, int seat)
{
    const integralis_job *jobs = o->s->job[seat];
    int32_t rate[INTEGRALIS_JOBS_MAX];
    for (int i = 0; i < INTEGRALIS_JOBS_MAX; i++) rate[i] = rate_of(jobs[i]);
    int dear = rate[1] > rate[0];
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        demand *want = &o->want[seat][m];
        for (int i = 0; i < INTEGRALIS_JOBS_MAX; i++) {
            want->tasks[i] = (uint8_t)integralis_open_tasks(jobs[i ^ dear], m);
            want->worth[i] = rate[i ^ dear] * integralis_need_of(m) / 16;
        }
    }
}

/* What the first n tasks at a machine are worth to the seat that wants them. */
static int32_t worth_of_tasks(const demand *want, int n)
{
    int first = n < want->tasks[0] ? n : want->tasks[0];
    int second = n - first < want->tasks[1] ? n - first : want->tasks[1];
    return first * want->worth[0] + second * want->worth[1];
}

/* --- machines ------------------------------------------------------------------------------------- */

static void see_machine(outlook *o, int machine)
{
    const integralis_machine *m = &o->s->machine[machine];
    o->labour[machine] = o->salaried[machine] = 0;
    for (uint32_t rest = m->workers; rest; rest &= rest - 1) {
        int name = kb_lowest_bit(rest);
        const integralis_worker_facts *facts = integralis_facts_of(name + 1);
        o->labour[machine] += facts->labour * (1 + o->s->overtime[m->team][name]);
        if (!facts->temp) o->salaried[machine] += facts->labour;
    }
}

int32_t outlook_worth(const outlook *o, int seat, int machine, int labour, int salaried)
{
    const demand *want = &o->want[seat][machine];
    if (!want->tasks[0] && !want->tasks[1]) return 0;
    int need = integralis_need_of(machine);
    int n = labour / need;
    int32_t done = worth_of_tasks(want, n);
    int32_t worth = done;
    int32_t next = worth_of_tasks(want, n + 1) - done;
    worth += next * (labour - n * need) * PARTIAL_PERCENT / (need * 100);
    if (next && salaried >= need) worth += (worth_of_tasks(want, n + salaried / need) - done) * AGAIN_PERCENT / 100;
    return worth;
}

int32_t outlook_loss(const outlook *o, uint8_t worker)
{
    int team = integralis_chief(worker);
    int name = integralis_name(worker);
    int machine = integralis_machine_of(o->s, worker);
    const integralis_worker_facts *facts = integralis_facts_of(name);
    int labour = o->labour[machine] - facts->labour * (1 + o->s->overtime[team][name - 1]);
    int salaried = o->salaried[machine] - (facts->temp ? 0 : facts->labour);
    return o->standing[machine] - outlook_worth(o, team, machine, labour, salaried);
}

/* --- time ----------------------------------------------------------------------------------------- */

static void see_whistles(outlook *o)
{
    const integralis_state *s = o->s;
    o->wait = NEVER;
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int i = 0; i < INTEGRALIS_CLOSINGS_MAX && s->closing[seat][i].card; i++) {
            int wait = s->closing[seat][i].due - s->turns;
            if (wait < o->wait) o->wait = wait;
        }
    int ours = o->seat - s->turn; /* turns until our next one */
    if (ours <= 0) ours += s->setup.seats;
    o->sure = o->wait == 0      ? NOW_PERCENT
              : o->wait < ours  ? SOON_PERCENT
              : o->wait < NEVER ? NEXT_PERCENT
                                : SOMETIME_PERCENT;
}

/* --- rivals --------------------------------------------------------------------------------------- */

int32_t outlook_money(const integralis_state *s, int viewer, int seat)
{
    if (seat == viewer || s->setup.option[INTEGRALIS_MONEY] == INTEGRALIS_MONEY_OPEN) return s->purse.of[seat];
    int32_t spent = s->turns / s->setup.seats * ROUND_GUESS;
    int32_t guess = INTEGRALIS_START_MONEY + s->completed[seat] * ORDER_GUESS - spent;
    return guess > 0 ? guess : 0;
}

/* How the bot's character and its regard for the seat change its spite. */
static int by_regard(const bot_memory *memory, int seat, int spite)
{
    if (memory->character == BOT_GRUDGE) return spite * (100 - memory->regard[seat]) / 100;
    return memory->character == BOT_HONEST && memory->regard[seat] >= FRIEND ? spite / 2 : spite;
}

static void see_rivals(outlook *o, const bot_memory *memory)
{
    const integralis_state *s = o->s;
    int n = s->setup.seats;
    int32_t most = -1;
    int leader = 0;
    o->spared_mask = 0;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        int team = s->machine[m].team;
        if (team == KB_NONE || s->machine[m].sabotage) continue;
        o->ripe[team] += worth_of_tasks(&o->want[team][m], o->labour[m] / integralis_need_of(m));
    }
    for (int seat = 0; seat < n; seat++) {
        int32_t wealth = seat == o->seat ? -1 : outlook_money(s, o->seat, seat) + o->ripe[seat];
        if (wealth > most) leader = seat;
        if (wealth > most) most = wealth;
    }
    for (int seat = 0; seat < n; seat++) {
        int spite = RIVAL_PERCENT / (n - 1);
        if (n > 2 && seat == leader) spite = spite * LEADER_PERCENT / 100;
        o->spite[seat] = by_regard(memory, seat, spite);
        if (memory->character == BOT_HONEST && memory->regard[seat] >= FRIEND) o->spared_mask |= 1u << seat;
    }
    o->spite[o->seat] = 0;
}

void outlook_see(outlook *o, const integralis_state *s, int seat, const bot_memory *memory)
{
    o->s = s;
    o->seat = seat;
    for (int i = 0; i < s->setup.seats; i++) {
        see_orders(o, i);
        o->ripe[i] = 0;
    }
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) see_machine(o, m);
    see_whistles(o);
    see_rivals(o, memory);
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        int team = s->machine[m].team;
        o->standing[m] = team == KB_NONE ? 0 : outlook_worth(o, team, m, o->labour[m], o->salaried[m]);
    }
    o->late = false;
    for (int i = 0; i < s->setup.seats; i++) o->late |= outlook_can_end(s, i);
    o->verdict = outlook_verdict(o, seat, 0, 0);
}

/* --- the end -------------------------------------------------------------------------------------- */

bool outlook_can_end(const integralis_state *s, int seat)
{
    const integralis_job *jobs = s->job[seat];
    int orders = (jobs[0].order != KB_NONE) + (jobs[1].order != KB_NONE);
    return s->completed[seat] + orders >= INTEGRALIS_TO_WIN;
}

/* What the seat would be paid if these tasks were done. Adds the orders this completes. */
static int32_t delivered(const integralis_job *jobs, const int *tasks, int *orders)
{
    int32_t pay = 0;
    int left[INTEGRALIS_MACHINES];
    __builtin_memcpy(left, tasks, sizeof left);
    for (int i = 0; i < INTEGRALIS_JOBS_MAX && jobs[i].order != KB_NONE; i++) {
        bool done = true;
        for (int m = 0; m < INTEGRALIS_MACHINES; m++) done &= left[m] >= integralis_open_tasks(jobs[i], m);
        if (!done) continue;
        for (int m = 0; m < INTEGRALIS_MACHINES; m++) left[m] -= integralis_open_tasks(jobs[i], m);
        pay += integralis_order_of(jobs[i].order)->pay;
        ++*orders;
    }
    return pay;
}

/* The tasks that each machine would do for the seat at a whistle, with this much more labour at one machine. */
static void tasks_of(const outlook *o, int seat, int machine, int labour, int *tasks)
{
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        int halves = o->s->machine[m].team == seat ? o->labour[m] : 0;
        if (m == machine) halves += labour;
        tasks[m] = o->s->machine[m].sabotage ? 0 : halves / integralis_need_of(m);
    }
}

int32_t outlook_verdict(const outlook *o, int team, int machine, int labour)
{
    const integralis_state *s = o->s;
    bool ends = false;
    int64_t ours = 0;
    int64_t best = 0;
    if (!o->late) return 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int tasks[INTEGRALIS_MACHINES];
        int orders = s->completed[seat];
        tasks_of(o, seat, machine, seat == team ? labour : 0, tasks);
        int64_t money = outlook_money(s, o->seat, seat) + delivered(s->job[seat], tasks, &orders);
        money = money << 16 | s->repaired[seat];
        ends |= orders >= INTEGRALIS_TO_WIN;
        if (seat == o->seat) ours = money;
        if (seat != o->seat && money > best) best = money;
    }
    if (!ends) return 0;
    return ours >= best ? VICTORY : -VICTORY;
}
