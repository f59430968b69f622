/* picture.c: the table of Intrige as text. */
#include "../../core/pen.h"
#include "tables.h"
#include "text.h"

enum {
    LISTS_AT = 10, /* columns of applicants and of banished scholars */
    CASH_END = 21, /* columns of a family's row */
    SALARIES_END = 31,
    HOME_AT = 33,
    STATUS_AT = 21, /* columns of a claim in the current stage */
    DEAL_AT = 46,
    NARROW_SALARY_END = 14, /* columns of a palace on a narrow screen, two posts in a line */
    NARROW_CELL = 24
};

static kb_colour colour_of(int seat)
{
    static const kb_colour colours[] = {KB_RED, KB_YELLOW, KB_GREEN, KB_BLUE, KB_VIOLET};
    return colours[seat];
}

static void draw_seat(kb_pen *p, int seat)
{
    kb_draw_painted(p, colour_of(seat), intrige_seat_names[seat]);
}

static void draw_scholar(kb_pen *p, const intrige_state *s, uint8_t scholar)
{
    kb_paint(p->out, colour_of(intrige_seat(scholar)));
    kb_draw(p, intrige_seat_names[intrige_seat(scholar)]);
    kb_draw(p, ".");
    kb_draw(p, intrige_professions(s)[intrige_profession(scholar)]);
    kb_paint(p->out, KB_PLAIN);
}

/* The next scholar of a list, wrapped if the line is full. */
static void list_scholar(kb_pen *p, const intrige_state *s, uint8_t scholar, int n_before, int indent)
{
    int width = (int)kb_length(intrige_seat_names[intrige_seat(scholar)]) + 1 +
                (int)kb_length(intrige_professions(s)[intrige_profession(scholar)]);
    if (n_before > 0) kb_draw(p, ",");
    bool full = !kb_has_room(p, 1 + width + 1);
    if (full) kb_make_room(p, 1 + width + 1, indent);
    if (n_before > 0 && !full) kb_draw(p, " ");
    draw_scholar(p, s, scholar);
}

/* --- the parts of the picture -------------------------------------------------------------------- */

static void draw_title(kb_pen *p, const intrige_state *s, int seat)
{
    char buffer[96];
    kb_text title = kb_text_in(buffer, sizeof buffer);
    const char *edition = intrige_editions[s->setup.edition];
    if (s->step == INTRIGE_OVER) {
        kb_put(&title, " The game is over");
    } else if (s->round == 0) {
        kb_put(&title, " Before the first round");
    } else {
        kb_putf(&title, " Round %d of %d · %s's turn", s->round, intrige_box_of(s)->rounds,
                intrige_seat_names[s->turn]);
    }
    if (seat < s->setup.seats) kb_putf(&title, " · you are %s", intrige_seat_names[seat]);
    kb_paint(p->out, KB_BOLD);
    kb_draw_words(p, buffer, 1);
    kb_paint(p->out, KB_PLAIN);
    if (kb_has_room(p, 10 + (int)kb_length(edition))) {
        kb_draw_to(p, p->out->width - 9 - (int)kb_length(edition));
        kb_draw(p, "Intrige, ");
        kb_draw(p, edition);
    }
    kb_end_line(p);
    kb_draw_rule(p);
}

static void draw_park(kb_pen *p, const intrige_state *s, int landlord)
{
    int n = s->n_park[landlord];
    if (n == 0) return;
    kb_draw_to(p, LISTS_AT);
    kb_draw(p, "in the park: ");
    for (int i = 0; i < n; i++) list_scholar(p, s, s->park[landlord][i], i, LISTS_AT + 13);
    kb_end_line(p);
}

static void draw_holder(kb_pen *p, const intrige_state *s, uint8_t holder)
{
    if (holder == KB_NONE) {
        kb_draw_painted(p, KB_DIM, "free");
    } else {
        draw_scholar(p, s, holder);
    }
}

/* The columns of a palace: the first post's, and the distance to the next. */
typedef struct grid {
    int first, cell;
} grid;

static grid grid_of(const intrige_state *s)
{
    bool five = intrige_box_of(s)->posts == INTRIGE_POSTS_MAX; /* they just fit; the longest names are too wide */
    grid g = {five ? 8 : LISTS_AT, five ? 14 : 17};
    return g;
}

/* On a screen too narrow for a table each salary is written before its holder. */
static bool is_narrow(const kb_pen *p)
{
    return p->out->width < KB_TEXT_WIDTH;
}

static void draw_salaries(kb_pen *p, const intrige_state *s, grid g)
{
    const intrige_box *box = intrige_box_of(s);
    kb_draw_painted(p, KB_BOLD, " Posts");
    for (int post = 0; post < box->posts && !is_narrow(p); post++) {
        kb_draw_to(p, g.first + g.cell * post);
        kb_draw_sum(p, box->salary[post]);
    }
    kb_end_line(p);
}

static void draw_palace(kb_pen *p, const intrige_state *s, int landlord, grid g)
{
    const intrige_box *box = intrige_box_of(s);
    kb_draw(p, landlord == s->turn ? ">" : " ");
    draw_seat(p, landlord);
    for (int post = 0; post < box->posts; post++) {
        if (is_narrow(p)) {
            if (post > 0 && post % 2 == 0) kb_end_line(p);
            kb_draw_sum_to(p, box->salary[post], NARROW_SALARY_END + NARROW_CELL * (post % 2));
            kb_draw(p, " ");
        } else {
            kb_draw_to(p, g.first + g.cell * post);
        }
        draw_holder(p, s, s->palace[landlord][post]);
    }
    kb_end_line(p);
}

static void draw_palaces(kb_pen *p, const intrige_state *s)
{
    grid g = grid_of(s);
    draw_salaries(p, s, g);
    for (int landlord = 0; landlord < s->setup.seats; landlord++) {
        draw_palace(p, s, landlord, g);
        draw_park(p, s, landlord);
    }
    kb_end_line(p);
}

static void draw_home(kb_pen *p, const intrige_state *s, int seat)
{
    const char *const *professions = intrige_professions(s);
    int column = HOME_AT;
    int n = 0;
    for (int i = 0; i < intrige_box_of(s)->posts; i++) {
        if (s->home[seat][i]) {
            bool full = !kb_has_room(p, 3 + (int)kb_length(professions[i]));
            if (is_narrow(p) && n > 0 && full) kb_end_line(p);
            if (is_narrow(p) && n > 0 && !full) {
                kb_draw(p, " ");
            } else {
                kb_draw_to(p, is_narrow(p) ? HOME_AT : column);
            }
            kb_draw_sum(p, s->home[seat][i]);
            kb_draw(p, " ");
            kb_draw(p, professions[i]);
            n++;
        }
        column += (int)kb_length(professions[i]) + 3;
    }
    if (n == 0) {
        kb_draw_to(p, HOME_AT);
        kb_draw_painted(p, KB_DIM, "nobody");
    }
}

static void draw_families(kb_pen *p, const intrige_state *s, int viewer)
{
    kb_draw_painted(p, KB_BOLD, " Families");
    kb_draw_to(p, CASH_END - 4);
    kb_draw(p, "cash");
    kb_draw_to(p, SALARIES_END - 8);
    kb_draw(p, "salaries");
    kb_draw_to(p, HOME_AT);
    kb_draw(p, "at home");
    kb_end_line(p);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        kb_draw(p, " ");
        draw_seat(p, seat);
        if (seat == viewer) kb_draw_painted(p, KB_BOLD, " (you)");
        kb_draw_sum_to(p, s->purse.of[seat], CASH_END);
        kb_draw_sum_to(p, intrige_salaries(s, seat), SALARIES_END);
        draw_home(p, s, seat);
        kb_end_line(p);
    }
}

static void draw_island(kb_pen *p, const intrige_state *s)
{
    int n = 0;
    kb_draw_painted(p, KB_BOLD, " Island");
    kb_draw_to(p, LISTS_AT);
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int i = 0; i < intrige_box_of(s)->posts; i++)
            for (int k = intrige_on_island(s, seat, i); k > 0; k--)
                list_scholar(p, s, intrige_scholar(seat, i), n++, LISTS_AT);
    if (n == 0) kb_draw_painted(p, KB_DIM, "nobody");
    kb_end_line(p);
}

/* --- the current stage --------------------------------------------------------------------------- */

/* Whether a decided claim won (I-5: of identical scholars the first). */
static bool has_won(const intrige_state *s, int claim)
{
    for (int post = 0; post < intrige_box_of(s)->posts; post++)
        if (s->palace[s->turn][post] == s->claim[claim].scholar) return intrige_can_win(s, claim);
    return false;
}

static bool is_decided(const intrige_state *s, int claim)
{
    if (s->step == INTRIGE_PLACE) return claim < s->cursor;
    return s->step == INTRIGE_HIRE && intrige_profession(s->claim[claim].scholar) < s->cursor;
}

static void draw_claim(kb_pen *p, const intrige_state *s, int claim)
{
    const intrige_claim *c = &s->claim[claim];
    bool sealing = intrige_is_sealing(s);
    kb_draw_to(p, 3);
    draw_scholar(p, s, c->scholar);
    kb_draw_to(p, STATUS_AT);
    if (s->stage == INTRIGE_INTERNAL && claim == 0) kb_draw(p, "holder, ");
    if (c->chosen) {
        kb_draw(p, sealing ? "sealed " : "paid ");
        kb_draw_sum(p, c->paid);
        if (c->bank == 1) kb_draw(p, " (bank)");
        if (is_decided(s, claim)) kb_draw(p, has_won(s, claim) ? ", placed" : ", banished");
    } else {
        kb_draw(p, sealing ? "not sealed yet" : claim == s->cursor ? "pays now" : "pays later");
    }
    if (c->deal) {
        if (is_narrow(p)) kb_end_line(p);
        kb_draw_to(p, is_narrow(p) ? STATUS_AT : DEAL_AT);
        kb_draw(p, "deal: ");
        kb_draw_sum(p, c->deal);
        kb_draw(p, " for the ");
        kb_draw_sum(p, intrige_box_of(s)->salary[c->post]);
    }
    kb_end_line(p);
}

static void draw_offer(kb_pen *p, const intrige_state *s)
{
    char buffer[96];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_draw_to(p, 3);
    draw_seat(p, s->offer_by);
    kb_putf(&text, " %s %'d for the %'d post, proposal %d of at most %d", s->offer_by == s->turn ? "wants" : "offers",
            s->offer_amount, intrige_box_of(s)->salary[s->offer_post], s->offers, INTRIGE_OFFERS_MAX);
    kb_draw_words(p, buffer, 5);
    kb_end_line(p);
}

static void draw_stage(kb_pen *p, const intrige_state *s)
{
    kb_end_line(p);
    kb_draw_painted(p, KB_BOLD, " At ");
    draw_seat(p, s->turn);
    kb_draw_painted(p, KB_BOLD, "'s gate");
    switch ((intrige_stage)s->stage) {
    case INTRIGE_NO_STAGE: break;
    case INTRIGE_UNCONTESTED: kb_draw_words(p, ": no rivals, each gets one of the free posts", 3); break;
    case INTRIGE_EXTERNAL: kb_draw_words(p, ": rivals, one of each profession gets a free post", 3); break;
    case INTRIGE_INTERNAL:
        kb_draw(p, ": a fight for the ");
        kb_draw_sum(p, intrige_box_of(s)->salary[s->post]);
        kb_draw(p, " post");
        break;
    }
    kb_end_line(p);
    for (int claim = 0; claim < s->n_claims; claim++) draw_claim(p, s, claim);
    if (s->step == INTRIGE_ANSWER) draw_offer(p, s);
}

void intrige_write_picture(const intrige_state *s, int seat, kb_text *out)
{
    kb_pen p = {out, 0};
    draw_title(&p, s, seat);
    draw_palaces(&p, s);
    draw_families(&p, s, seat);
    draw_island(&p, s);
    if (s->stage != INTRIGE_NO_STAGE && s->step != INTRIGE_OVER) draw_stage(&p, s);
    kb_draw_rule(&p);
}
