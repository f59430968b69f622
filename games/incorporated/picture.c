/* picture.c: the table of Incorporated as text. */
#include "../../core/pen.h"
#include "tables.h"
#include "text.h"

enum {
    TILE_AT = 6, /* columns: of a task on the table */
    STATE_AT = 12,
    COINS_AT = 36,
    SCORE_END = 21, /* columns of a department's row */
    COINS_LEFT_AT = 24,
    HAND_AT = 37,
    STATUS_AT = 57
};

static kb_colour colour_of(int seat)
{
    static const kb_colour colours[] = {KB_YELLOW, KB_BLUE, KB_VIOLET, KB_RED};
    return colours[seat];
}

static void draw_seat(kb_pen *p, int seat)
{
    kb_draw_painted(p, colour_of(seat), incorporated_seat_names[seat]);
}

static void draw_tile(kb_pen *p, uint8_t tile)
{
    kb_draw_painted(p, colour_of(incorporated_suit(tile)), incorporated_tile_name(tile));
}

/* --- the title ----------------------------------------------------------------------------------- */

static void draw_title(kb_pen *p, const incorporated_state *s, int seat)
{
    char buffer[96];
    kb_text title = kb_text_in(buffer, sizeof buffer);
    const char *name = s->setup.option[INCORPORATED_FINISH] == INCORPORATED_REACH ? "Incorporated, reach"
                                                                                  : "Incorporated";
    if (s->step == INCORPORATED_OVER) {
        kb_put(&title, " The game is over");
    } else if (s->round == 0) {
        kb_put(&title, " Before the first round");
    } else {
        kb_putf(&title, " Round %d of %d · %s first", s->round, s->setup.seats, incorporated_seat_names[s->first]);
    }
    if (seat < s->setup.seats) kb_putf(&title, " · you are %s", incorporated_seat_names[seat]);
    kb_paint(p->out, KB_BOLD);
    kb_draw_words(p, buffer, 1);
    kb_paint(p->out, KB_PLAIN);
    if (kb_has_room(p, 1 + (int)kb_length(name))) {
        kb_draw_to(p, p->out->width - (int)kb_length(name));
        kb_draw(p, name);
    }
    kb_end_line(p);
    kb_draw_rule(p);
}

/* --- the table ----------------------------------------------------------------------------------- */

/* A counted round stays on the table until the next deal; the last one stays when the game is over. */
static bool is_counted(const incorporated_state *s)
{
    return s->step == INCORPORATED_DEAL || s->step == INCORPORATED_OVER;
}

/* The current total of an open task, and the total it needs. */
static void draw_need(kb_pen *p, const incorporated_state *s, const incorporated_task *task)
{
    int total = incorporated_total(task);
    bool reach = s->setup.option[INCORPORATED_FINISH] == INCORPORATED_REACH;
    int missing = incorporated_value(task->tile) + !reach - total;
    kb_draw(p, "at ");
    kb_draw_sum(p, total);
    if (is_counted(s)) {
        kb_draw_painted(p, KB_RED, ", not enough");
    } else if (missing > 0) {
        kb_draw(p, ", needs ");
        kb_draw_sum(p, missing);
        kb_draw(p, " more");
    } else {
        kb_draw_painted(p, KB_GREEN, ", enough so far");
    }
}

static void draw_state(kb_pen *p, const incorporated_state *s, int at)
{
    const incorporated_task *task = &s->task[at];
    bool at_once = task->staffed != KB_NONE && task->staffed + 1 >= incorporated_value(task->tile);
    if (s->done_mask >> at & 1) {
        kb_draw_painted(p, KB_GREEN, "done");
        if (at_once) return;
        kb_draw(p, " with ");
        kb_draw_sum(p, incorporated_total(task));
    } else if (s->step == INCORPORATED_STAFF && at == s->next_task) {
        kb_draw_painted(p, KB_BOLD, "waits for its coin");
    } else {
        draw_need(p, s, task);
    }
}

/* Starts the next entry, on a new line if it would not fit. */
static void draw_next(kb_pen *p, bool first, int width)
{
    if (first) return;
    if (p->column + 1 + width > p->out->width) {
        kb_end_line(p);
        kb_draw_to(p, COINS_AT);
    } else {
        kb_draw(p, " ");
    }
}

/* "suns 0+3": coins as in the notation. */
static void draw_coins(kb_pen *p, int seat, uint32_t coins, bool first)
{
    char buffer[16];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    incorporated_put_coins(coins, &text);
    draw_next(p, first, (int)(kb_length(incorporated_seat_names[seat]) + 1 + text.n));
    draw_seat(p, seat);
    kb_draw(p, " ");
    kb_draw(p, buffer);
}

static void draw_manager(kb_pen *p, incorporated_manager manager, bool first)
{
    draw_next(p, first, (int)kb_length(incorporated_seat_names[manager.seat]) + 12);
    draw_seat(p, manager.seat);
    kb_draw(p, "' manager ");
    kb_draw_painted(p, manager.help ? KB_GREEN : KB_RED, manager.help ? "+2" : "-2");
}

/* The coins and managers on the tile. */
static void draw_help(kb_pen *p, const incorporated_state *s, int at)
{
    incorporated_coin coins[INCORPORATED_COINS_MAX];
    incorporated_manager managers[INCORPORATED_SEATS_MAX];
    int n_coins = incorporated_coins_on(s, at, coins);
    int n_managers = incorporated_managers_on(s, at, managers);
    uint32_t of[INCORPORATED_SEATS_MAX] = {0};
    bool first = true;
    if (n_coins + n_managers > 0) kb_draw_to(p, COINS_AT);
    for (int i = 0; i < n_coins; i++) of[coins[i].seat] |= 1u << coins[i].coin;
    for (int i = 0; i < n_coins; i++) {
        if (!of[coins[i].seat]) continue;
        draw_coins(p, coins[i].seat, of[coins[i].seat], first);
        of[coins[i].seat] = 0;
        first = false;
    }
    for (int i = 0; i < n_managers; i++, first = false) draw_manager(p, managers[i], first);
}

static void draw_task(kb_pen *p, const incorporated_state *s, int at)
{
    kb_draw(p, " ");
    kb_draw_sum(p, incorporated_initiative(at) + 1);
    kb_draw(p, ".");
    kb_draw_sum(p, incorporated_place(at) + 1);
    kb_draw_to(p, TILE_AT);
    draw_tile(p, s->task[at].tile);
    kb_draw_to(p, STATE_AT);
    draw_state(p, s, at);
    draw_help(p, s, at);
    kb_end_line(p);
}

/* Whether the initiative has an incomplete task, now or finally. */
static bool fails(const incorporated_state *s, int initiative)
{
    uint32_t open = incorporated_played_mask(s) & ~(uint32_t)s->done_mask;
    for (int place = 0; place < s->setup.seats; place++) {
        int at = incorporated_task_at(initiative, place);
        const incorporated_task *task = &s->task[at];
        if (open >> at & 1 && !incorporated_is_enough(s, task, incorporated_total(task))) return true;
    }
    return false;
}

/* The state of an initiative; nothing until all its tiles are played. */
static const char *standing_of(const incorporated_state *s, int initiative)
{
    uint32_t all = incorporated_all_places(s->setup.seats);
    int first = incorporated_task_at(initiative, 0);
    bool running = incorporated_is_staffing(s) && incorporated_initiative(s->next_task) == initiative;
    if (is_counted(s)) return fails(s, initiative) ? " failed" : " succeeded";
    if ((incorporated_played_mask(s) >> first & all) != all) return "";
    if (running) return ", open";
    if ((s->done_mask >> first & all) == all) return ", done";
    return fails(s, initiative) ? ", failing as things stand" : ", going well as things stand";
}

/* Managers matter to open tasks only, so in that step the finished tasks of an initiative share a line. */
static void draw_finished(kb_pen *p, const incorporated_state *s, int initiative)
{
    int n = 0;
    for (int place = 0; place < s->setup.seats; place++) {
        int at = incorporated_task_at(initiative, place);
        if (!(s->done_mask >> at & 1)) continue;
        if (n == 0) kb_draw_to(p, TILE_AT);
        if (n++ > 0) kb_draw(p, " ");
        draw_tile(p, s->task[at].tile);
    }
    if (n == 0) return;
    kb_draw_painted(p, KB_GREEN, " done");
    kb_end_line(p);
}

static void draw_initiative(kb_pen *p, const incorporated_state *s, int initiative)
{
    bool managing = s->step == INCORPORATED_MANAGE;
    uint32_t shown = incorporated_played_mask(s) & ~(managing ? (uint32_t)s->done_mask : 0);
    kb_draw_painted(p, KB_BOLD, " Initiative ");
    kb_draw_sum(p, initiative + 1);
    kb_draw(p, standing_of(s, initiative));
    kb_end_line(p);
    if (managing) draw_finished(p, s, initiative);
    for (int place = 0; place < s->setup.seats; place++) {
        int at = incorporated_task_at(initiative, place);
        if (shown >> at & 1) draw_task(p, s, at);
    }
}

static void draw_table(kb_pen *p, const incorporated_state *s)
{
    uint32_t played = incorporated_played_mask(s);
    if (s->step == INCORPORATED_DEAL && played) {
        kb_draw(p, " The round just counted:");
        kb_end_line(p);
    } else if (!played) {
        kb_draw_painted(p, KB_DIM, " No task on the table yet");
        kb_end_line(p);
    }
    for (int i = 0; i < s->setup.seats; i++)
        if (played >> incorporated_task_at(i, 0) & 1) draw_initiative(p, s, i);
    kb_end_line(p);
}

/* --- the departments ----------------------------------------------------------------------------- */

static void draw_hand(kb_pen *p, const incorporated_state *s, int seat)
{
    uint32_t hand = s->hand[seat];
    kb_draw_to(p, HAND_AT);
    if (hand == INCORPORATED_HIDDEN_HAND) {
        kb_draw_sum(p, s->n_hand[seat]);
        kb_draw(p, s->n_hand[seat] == 1 ? " tile" : " tiles");
    } else if (!hand) {
        kb_draw_painted(p, KB_DIM, "none");
    } else {
        for (uint32_t rest = hand; rest; rest &= rest - 1) {
            if (rest != hand) kb_draw(p, " ");
            draw_tile(p, (uint8_t)kb_lowest_bit(rest));
        }
    }
}

/* What the seat has to do, or has done in this step; NULL: nothing. */
static const char *status_of(const incorporated_state *s, int seat, bool placed)
{
    static const char *const owed[] = {
        NULL, NULL, "plays a tile", "sends a coin", "chooses coins", "places its manager", NULL};
    if (s->chosen_mask >> seat & 1) return s->commit[seat] == KB_NONE ? "has chosen" : "has chosen ";
    if (s->actors >> seat & 1) return owed[s->step];
    if (s->step == INCORPORATED_OVER) return s->score[seat] < 0 ? "fired" : NULL;
    return placed ? "manager placed" : NULL;
}

static void draw_status(kb_pen *p, const incorporated_state *s, int seat, bool placed)
{
    char buffer[16];
    kb_text coins = kb_text_in(buffer, sizeof buffer);
    const char *status = status_of(s, seat, placed);
    if (!status) return;
    if (p->out->width < KB_TEXT_WIDTH) kb_end_line(p);
    kb_draw_to(p, p->out->width < KB_TEXT_WIDTH ? COINS_LEFT_AT : STATUS_AT);
    kb_draw(p, status);
    if (!(s->chosen_mask >> seat & 1) || s->commit[seat] == KB_NONE) return;
    incorporated_put_coins(s->commit[seat], &coins);
    kb_draw(p, buffer);
}

static void draw_departments(kb_pen *p, const incorporated_state *s, int viewer)
{
    uint8_t placed[INCORPORATED_SEATS_MAX];
    int n_placed = s->step == INCORPORATED_MANAGE ? incorporated_placed(s, placed) : 0;
    kb_draw_painted(p, KB_BOLD, " Departments");
    kb_draw_to(p, SCORE_END - 5);
    kb_draw(p, "score");
    kb_draw_to(p, COINS_LEFT_AT);
    kb_draw(p, "coins left");
    kb_draw_to(p, HAND_AT);
    kb_draw(p, "hand");
    kb_end_line(p);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        char buffer[16];
        kb_text coins = kb_text_in(buffer, sizeof buffer);
        bool has_placed = false;
        for (int i = 0; i < n_placed; i++) has_placed |= placed[i] == seat;
        kb_draw(p, s->actors >> seat & 1 ? ">" : " ");
        draw_seat(p, seat);
        if (seat == viewer) kb_draw_painted(p, KB_BOLD, " (you)");
        kb_draw_sum_to(p, s->score[seat], SCORE_END);
        incorporated_put_coins(s->coins[seat], &coins);
        kb_draw_to(p, COINS_LEFT_AT);
        kb_draw(p, buffer);
        draw_hand(p, s, seat);
        draw_status(p, s, seat, has_placed);
        kb_end_line(p);
    }
}

/* --- distance to bankruptcy ---------------------------------------------------------------------- */

static void draw_ruin(kb_pen *p, const incorporated_state *s)
{
    bool counted = is_counted(s);
    int n = 0;
    if (!incorporated_played_mask(s)) return;
    for (int i = 0; i < s->setup.seats; i++) n += fails(s, i);
    kb_end_line(p);
    kb_draw(p, " ");
    kb_draw_painted(p, n >= INCORPORATED_RUIN ? KB_RED : KB_PLAIN, "Initiatives ");
    kb_draw(p, counted ? "failed: " : "that fail as things stand: ");
    kb_draw_sum(p, n);
    kb_draw_words(p, counted && n >= INCORPORATED_RUIN ? ". The company is bankrupt." : "; three bankrupt the company.",
                  1);
    kb_end_line(p);
}

void incorporated_write_picture(const incorporated_state *s, int seat, kb_text *out)
{
    kb_pen p = {out, 0};
    draw_title(&p, s, seat);
    draw_table(&p, s);
    draw_departments(&p, s, seat);
    draw_ruin(&p, s);
    kb_draw_rule(&p);
}
