/* picture.c: the table of Integralis as text. */
#include "../../core/pen.h"
#include "rules.h"
#include "text.h"

enum {
    LISTS_AT = 11, /* columns: of everything that is a list         */
    NEED_AT = 11,  /* columns of a machine's row */
    WORKERS_AT = 17,
    MONEY_END = 20, /* columns of a team's row */
    DONE_END = 26,
    REPAIRED_END = 36,
    HAND_END = 42,
    UNSEEN_END = 50,
    UNDER_END = 57,
    STATUS_AT = 59
};

static kb_colour colour_of(int seat)
{
    static const kb_colour colours[] = {KB_RED, KB_YELLOW, KB_GREEN, KB_BLUE};
    return colours[seat];
}

static void draw_seat(kb_pen *p, int seat)
{
    kb_draw_painted(p, colour_of(seat), integralis_seat_names[seat]);
}

static void draw_order(kb_pen *p, int order)
{
    char buffer[8];
    kb_text name = kb_text_in(buffer, sizeof buffer);
    integralis_put_order(order, &name);
    kb_draw(p, buffer);
}

/* Starts the next entry of a list, width columns wide, on a new line if this one is full. */
static void begin_entry(kb_pen *p, int width, int n_before, int indent)
{
    if (n_before > 0) kb_draw(p, ",");
    bool full = !kb_has_room(p, 1 + width + 1);
    if (full) kb_make_room(p, 1 + width + 1, indent);
    if (n_before > 0 && !full) kb_draw(p, " ");
}

/* "red.hugo" in the team's colour, as an entry of a list; overtime as +1 … */
static void list_worker(kb_pen *p, uint8_t worker, int overtime, int n_before, int indent)
{
    char buffer[24];
    kb_text name = kb_text_in(buffer, sizeof buffer);
    integralis_put_worker(worker, &name);
    if (overtime) kb_putf(&name, "+%d", overtime);
    begin_entry(p, (int)name.n, n_before, indent);
    kb_draw_painted(p, colour_of(integralis_chief(worker)), buffer);
}

/* --- the parts of the picture -------------------------------------------------------------------- */

static void draw_title(kb_pen *p, const integralis_state *s, int seat)
{
    char buffer[96];
    kb_text title = kb_text_in(buffer, sizeof buffer);
    if (s->step == INTEGRALIS_OVER) {
        kb_put(&title, " The game is over");
    } else if (s->turns == 0) {
        kb_put(&title, " Before the first turn");
    } else {
        kb_putf(&title, " Round %d, turn %d · %s", integralis_round_of(s, s->turns), s->turns,
                integralis_seat_names[s->turn]);
        if (s->actions) kb_putf(&title, ", %d action%s left", s->actions, s->actions > 1 ? "s" : "");
    }
    if (seat < s->setup.seats) kb_putf(&title, " · you are %s", integralis_seat_names[seat]);
    kb_paint(p->out, KB_BOLD);
    kb_draw_words(p, buffer, 1);
    kb_paint(p->out, KB_PLAIN);
    if (kb_has_room(p, 11)) {
        kb_draw_to(p, p->out->width - 10);
        kb_draw(p, "Integralis");
    }
    kb_end_line(p);
    kb_draw_rule(p);
}

/* Labour of a machine in words: "2½" */
static void draw_halves(kb_pen *p, int halves)
{
    if (halves >= 2 || halves == 0) kb_draw_sum(p, halves / 2);
    if (halves % 2) kb_draw(p, "½");
}

/* Whether closing time is in progress or there will be no more. */
static bool is_closing(const integralis_state *s)
{
    return s->step == INTEGRALIS_OVER || s->step == INTEGRALIS_UNDER ||
           (s->step == INTEGRALIS_COVER && s->why == INTEGRALIS_BY_CLOSING) ||
           (s->step == INTEGRALIS_DRAW && s->why == INTEGRALIS_FOR_REFILL);
}

/* What the machine would produce at closing time now. */
static void draw_output(kb_pen *p, const integralis_state *s, int machine)
{
    const integralis_machine *m = &s->machine[machine];
    int labour = 0;
    int wanted = 0;
    int output = integralis_output(s, machine);
    char buffer[64];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    for (uint32_t rest = m->workers; rest; rest &= rest - 1) {
        int name = kb_lowest_bit(rest);
        labour += integralis_facts_of(name + 1)->labour * (1 + s->overtime[m->team][name]);
    }
    for (int i = 0; i < INTEGRALIS_JOBS_MAX; i++) wanted += integralis_open_tasks(s->job[m->team][i], machine);
    kb_end_line(p);
    kb_draw_to(p, WORKERS_AT);
    kb_draw(p, "labour ");
    draw_halves(p, labour);
    if (is_closing(s)) return;
    kb_putf(&text, ": a closing time would bring %d, wanted %d", output, wanted);
    kb_draw_words(p, buffer, WORKERS_AT + 2);
}

static void draw_machine(kb_pen *p, const integralis_state *s, int machine)
{
    const integralis_machine *m = &s->machine[machine];
    int n = 0;
    kb_draw(p, " ");
    kb_draw(p, integralis_machine_names[machine]);
    kb_draw_to(p, NEED_AT);
    draw_halves(p, integralis_need_of(machine));
    kb_draw_to(p, WORKERS_AT);
    if (m->sabotage) {
        kb_draw_painted(p, KB_BOLD, "SABOTAGED ");
        kb_draw_sum(p, integralis_damage(m->sabotage));
        kb_draw(p, m->fresh ? " (this turn) by " : " by ");
        draw_seat(p, m->by);
        kb_end_line(p);
        kb_draw_to(p, WORKERS_AT);
    }
    for (uint32_t rest = m->workers; rest; rest &= rest - 1) {
        int name = kb_lowest_bit(rest);
        list_worker(p, integralis_worker(m->team, name + 1), s->overtime[m->team][name], n++, WORKERS_AT);
    }
    if (n == 0) kb_draw_painted(p, KB_DIM, "nobody");
    if (n > 0) draw_output(p, s, machine);
    kb_end_line(p);
}

static void draw_machines(kb_pen *p, const integralis_state *s)
{
    kb_draw_painted(p, KB_BOLD, " Machines");
    kb_draw_to(p, NEED_AT);
    kb_draw(p, "need");
    kb_draw_to(p, WORKERS_AT);
    kb_draw(p, "workers, with their overtime");
    kb_end_line(p);
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) draw_machine(p, s, m);
    kb_end_line(p);
}

/* The order and its tasks; those with a marker are in brackets. */
static void draw_job(kb_pen *p, integralis_job job)
{
    draw_order(p, job.order);
    kb_draw(p, ":");
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        int open = integralis_open_tasks(job, m);
        for (int covered = job.covered >> 2 * m & 3; covered + open > 0; covered > 0 ? covered-- : open--) {
            kb_draw(p, " ");
            kb_make_room(p, (int)kb_length(integralis_machine_names[m]) + 2, LISTS_AT + 2);
            if (covered > 0) kb_draw(p, "[");
            kb_draw(p, integralis_machine_names[m]);
            if (covered > 0) kb_draw(p, "]");
        }
    }
}

static void draw_row(kb_pen *p, const integralis_state *s)
{
    kb_draw_painted(p, KB_BOLD, " Row");
    for (int i = 0; i < s->n_row; i++) {
        integralis_job job = {s->row[i], 0};
        kb_draw_to(p, LISTS_AT);
        if (s->row[i] == KB_NONE) {
            kb_draw_painted(p, KB_DIM, "to be turned over");
        } else {
            draw_job(p, job);
        }
        kb_end_line(p);
    }
    kb_draw_to(p, LISTS_AT);
    kb_draw_sum(p, kb_count_bits(s->orders_left));
    kb_draw(p, " more face down");
    kb_end_line(p);
    kb_end_line(p);
}

static void draw_closings(kb_pen *p, const integralis_state *s, int seat)
{
    int n = 0;
    for (int i = 0; i < INTEGRALIS_CLOSINGS_MAX && s->closing[seat][i].card; i++) {
        char buffer[32];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        int due = s->closing[seat][i].due;
        kb_putf(&text, "%s after turn %d%s", integralis_card_names[s->closing[seat][i].card], due,
                due == s->turns ? " (now)" : "");
        if (n == 0) kb_draw_to(p, LISTS_AT);
        begin_entry(p, (int)text.n, n++, LISTS_AT);
        kb_draw(p, buffer);
    }
    if (n > 0) kb_end_line(p);
}

static void draw_team(kb_pen *p, const integralis_state *s, int seat, int viewer)
{
    kb_draw(p, seat == s->turn ? ">" : " ");
    draw_seat(p, seat);
    if (seat == viewer) kb_draw_painted(p, KB_BOLD, " (you)");
    kb_draw_sum_to(p, s->purse.of[seat], MONEY_END);
    kb_draw_sum_to(p, s->completed[seat], DONE_END);
    kb_draw_sum_to(p, s->repaired[seat], REPAIRED_END);
    kb_draw_sum_to(p, integralis_size(s->hand[seat]), HAND_END);
    kb_draw_sum_to(p, integralis_size(s->unseen[seat]), UNSEEN_END);
    kb_draw_sum_to(p, s->n_under[seat], UNDER_END);
    if (s->ill >> seat & 1) {
        if (p->out->width < KB_TEXT_WIDTH) kb_end_line(p);
        kb_draw_to(p, p->out->width < KB_TEXT_WIDTH ? LISTS_AT : STATUS_AT);
        kb_draw(p, "ill");
    }
    kb_end_line(p);
    for (int i = 0; i < INTEGRALIS_JOBS_MAX && s->job[seat][i].order != KB_NONE; i++) {
        kb_draw_to(p, LISTS_AT);
        draw_job(p, s->job[seat][i]);
        kb_end_line(p);
    }
    draw_closings(p, s, seat);
}

static void draw_heading(kb_pen *p, const char *text, int end)
{
    kb_draw_to(p, end - (int)kb_length(text));
    kb_draw(p, text);
}

static void draw_teams(kb_pen *p, const integralis_state *s, int viewer)
{
    kb_draw_painted(p, KB_BOLD, " Teams");
    draw_heading(p, "money", MONEY_END);
    draw_heading(p, "done", DONE_END);
    draw_heading(p, "repaired", REPAIRED_END);
    draw_heading(p, "hand", HAND_END);
    draw_heading(p, "unseen", UNSEEN_END);
    draw_heading(p, "under", UNDER_END);
    kb_end_line(p);
    for (int seat = 0; seat < s->setup.seats; seat++) draw_team(p, s, seat, viewer);
    kb_end_line(p);
}

/* "hugo (2, 4k)": the worker's labour and bribe, if any. */
static void put_facts(int card, kb_text *out)
{
    kb_put(out, integralis_card_names[card]);
    if (card > INTEGRALIS_WORKERS) return;
    const integralis_worker_facts *facts = integralis_facts_of(card);
    kb_put(out, " (");
    if (facts->labour >= 2) kb_putf(out, "%d", facts->labour / 2);
    kb_put(out, facts->labour % 2 ? "½" : "");
    if (facts->bribe) kb_putf(out, ", %dk", facts->bribe / INTEGRALIS_BUCK_STEP);
    kb_put(out, ")");
}

static void draw_hand(kb_pen *p, const integralis_state *s, int viewer)
{
    int n = 0;
    bool workers = s->hand[viewer] & INTEGRALIS_ALL_WORKERS;
    kb_draw_painted(p, KB_BOLD, " Hand");
    kb_draw_to(p, LISTS_AT);
    for (uint32_t rest = s->hand[viewer]; rest; rest &= rest - 1) {
        char buffer[32];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        put_facts(integralis_kind(kb_lowest_bit(rest)), &text);
        begin_entry(p, (int)text.n, n++, LISTS_AT);
        kb_draw(p, buffer);
    }
    if (n == 0) kb_draw_painted(p, KB_DIM, "no cards");
    kb_end_line(p);
    if (!workers) return;
    kb_draw_to(p, LISTS_AT);
    kb_draw_painted(p, KB_DIM, "(in brackets: labour, price of a bribe)");
    kb_end_line(p);
}

/* What is known of the viewer's own deck, and the meaning of the other columns. */
static void draw_deck(kb_pen *p, const integralis_state *s, int viewer)
{
    kb_draw_painted(p, KB_BOLD, " Deck");
    kb_draw_to(p, LISTS_AT);
    kb_draw_sum(p, integralis_size(s->unseen[viewer]));
    kb_draw(p, " unseen");
    if (s->n_under[viewer]) kb_draw(p, ", then under them");
    for (int i = 0; i < s->n_under[viewer]; i++) {
        const char *name = integralis_card_names[s->under[viewer][i]];
        if (i == 0) kb_draw(p, " ");
        begin_entry(p, (int)kb_length(name), i, LISTS_AT);
        kb_draw(p, name);
    }
    kb_end_line(p);
}

/* Everything that has left the game, except finished orders. An illness in front of a chief has not left yet. */
static int list_gone_cards(kb_pen *p, const integralis_state *s, int n)
{
    for (int card = INTEGRALIS_WORKERS + 1; card < INTEGRALIS_CARDS; card++) {
        int gone = card == INTEGRALIS_ILLNESS ? -kb_count_bits(s->ill) : 0;
        for (int seat = 0; seat < s->setup.seats; seat++) gone += integralis_count(s->gone[seat], card);
        for (; gone > 0; gone--) {
            begin_entry(p, (int)kb_length(integralis_card_names[card]), n++, LISTS_AT);
            kb_draw(p, integralis_card_names[card]);
        }
    }
    return n;
}

static void draw_discards(kb_pen *p, const integralis_state *s)
{
    int n = 0;
    kb_draw_painted(p, KB_BOLD, " Discards");
    kb_draw_to(p, LISTS_AT);
    for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++)
        for (int seat = 0; seat < s->setup.seats; seat++)
            if (integralis_has(s->gone[seat], name)) list_worker(p, integralis_worker(seat, name), 0, n++, LISTS_AT);
    if (list_gone_cards(p, s, n) == 0) kb_draw_painted(p, KB_DIM, "nothing");
    kb_end_line(p);
}

/* What is being answered. */
static void draw_question(kb_pen *p, const integralis_state *s)
{
    char buffer[96];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    if (s->step == INTEGRALIS_COUNTER) {
        kb_putf(&text, "%s plays %s on ", integralis_seat_names[s->turn], integralis_card_names[s->card]);
        integralis_put_target(s, s->card, s->target, s->where, &text);
        kb_putf(&text, "; %s is asked", integralis_seat_names[s->who]);
    } else if (s->step == INTEGRALIS_TEMPT || s->step == INTEGRALIS_DEMAND) {
        kb_putf(&text, "%s offers %'d for ", integralis_seat_names[s->turn], integralis_offer(s));
        integralis_put_worker(s->target, &text);
        if (s->step == INTEGRALIS_DEMAND)
            kb_putf(&text, "; %s demands %'d", integralis_seat_names[integralis_chief(s->target)], s->amount);
    } else if (s->step == INTEGRALIS_BRIBE || s->step == INTEGRALIS_BID || s->step == INTEGRALIS_DECIDE) {
        kb_putf(&text, "%s bribes ", integralis_seat_names[s->turn]);
        integralis_put_worker(s->target, &text);
        if (s->step == INTEGRALIS_BID) kb_put(&text, "; sealed bids");
        if (s->step == INTEGRALIS_DECIDE) kb_putf(&text, "; %s decides", integralis_seat_names[s->who]);
    } else {
        return;
    }
    kb_draw_painted(p, KB_BOLD, " Now");
    kb_draw_to(p, LISTS_AT);
    kb_draw_words(p, buffer, LISTS_AT);
    kb_end_line(p);
}

void integralis_write_picture(const integralis_state *s, int seat, kb_text *out)
{
    kb_pen p = {out, 0};
    draw_title(&p, s, seat);
    draw_machines(&p, s);
    draw_row(&p, s);
    draw_teams(&p, s, seat);
    if (seat < s->setup.seats && !(s->hand[seat] & INTEGRALIS_UNKNOWN)) {
        draw_hand(&p, s, seat);
        draw_deck(&p, s, seat);
    }
    draw_discards(&p, s);
    draw_question(&p, s);
    kb_draw_rule(&p);
}
