/* picture.c: the table of Intrige as text, no line wider than a terminal of 80 columns. */
#include "tables.h"
#include "text.h"

enum {
    WIDTH = 79,
    LISTS_AT = 10, /* columns: of who waits and who is gone  */
    CASH_END = 21, /* … of a family's row                    */
    SALARIES_END = 31,
    HOME_AT = 33,
    STATUS_AT = 21, /* … of a claim in the running stage      */
    DEAL_AT = 46
};

/* Counts columns, which bytes do not tell: colours take none, and a dash of three bytes takes one. */
typedef struct pen {
    kb_text *out;
    int column;
} pen;

static void draw(pen *p, const char *text)
{
    kb_put(p->out, text);
    for (; *text; text++) p->column += (*text & 0xC0) != 0x80;
}

/* At least one blank, except at the start of a line. */
static void move_to(pen *p, int column)
{
    if (p->column > 0 && p->column >= column) draw(p, " ");
    while (p->column < column) draw(p, " ");
}

static void end_line(pen *p)
{
    kb_put(p->out, "\n");
    p->column = 0;
}

static void draw_rule(pen *p)
{
    kb_paint(p->out, KB_DIM);
    while (p->column < WIDTH) draw(p, "─");
    kb_paint(p->out, KB_PLAIN);
    end_line(p);
}

static void draw_painted(pen *p, kb_colour colour, const char *text)
{
    kb_paint(p->out, colour);
    draw(p, text);
    kb_paint(p->out, KB_PLAIN);
}

/* Ends at this column; 0: wherever it comes to. */
static void draw_sum_to(pen *p, int32_t amount, int end)
{
    char buffer[16];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    if (amount == KB_HIDDEN) {
        kb_put(&text, "?");
    } else {
        kb_putf(&text, "%'d", amount);
    }
    if (end) move_to(p, end - (int)text.n);
    draw(p, buffer);
}

static void draw_sum(pen *p, int32_t amount)
{
    draw_sum_to(p, amount, 0);
}

static kb_colour colour_of(int seat)
{
    static const kb_colour colours[] = {KB_RED, KB_YELLOW, KB_GREEN, KB_BLUE, KB_VIOLET};
    return colours[seat];
}

static void draw_seat(pen *p, int seat)
{
    draw_painted(p, colour_of(seat), intrige_seat_names[seat]);
}

static void draw_scholar(pen *p, const intrige_state *s, uint8_t scholar)
{
    kb_paint(p->out, colour_of(intrige_seat(scholar)));
    draw(p, intrige_seat_names[intrige_seat(scholar)]);
    draw(p, ".");
    draw(p, intrige_professions(s)[intrige_profession(scholar)]);
    kb_paint(p->out, KB_PLAIN);
}

/* One more scholar of a list that goes on in the next line where this one is full. */
static void list_scholar(pen *p, const intrige_state *s, uint8_t scholar, int n_before, int indent)
{
    int width = (int)kb_length(intrige_seat_names[intrige_seat(scholar)]) + 1 +
                (int)kb_length(intrige_professions(s)[intrige_profession(scholar)]);
    if (n_before > 0) draw(p, ",");
    if (p->column + 1 + width + 1 > WIDTH) {
        end_line(p);
        move_to(p, indent);
    } else if (n_before > 0) {
        draw(p, " ");
    }
    draw_scholar(p, s, scholar);
}

/* --- the parts of the picture -------------------------------------------------------------------- */

static void draw_title(pen *p, const intrige_state *s, int seat)
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
    draw_painted(p, KB_BOLD, buffer);
    move_to(p, WIDTH - 9 - (int)kb_length(edition));
    draw(p, "Intrige, ");
    draw(p, edition);
    end_line(p);
    draw_rule(p);
}

static void draw_park(pen *p, const intrige_state *s, int landlord)
{
    int n = s->n_park[landlord];
    if (n == 0) return;
    move_to(p, LISTS_AT);
    draw(p, "in the park: ");
    for (int i = 0; i < n; i++) list_scholar(p, s, s->park[landlord][i], i, LISTS_AT + 13);
    end_line(p);
}

static void draw_palaces(pen *p, const intrige_state *s)
{
    const intrige_box *box = intrige_box_of(s);
    bool narrow = box->posts == INTRIGE_POSTS_MAX; /* five just fit, the longest names run a column over */
    int first = narrow ? 8 : LISTS_AT;
    int cell = narrow ? 14 : 17;
    draw_painted(p, KB_BOLD, " Posts");
    for (int post = 0; post < box->posts; post++) {
        move_to(p, first + cell * post);
        draw_sum(p, box->salary[post]);
    }
    end_line(p);
    for (int landlord = 0; landlord < s->setup.seats; landlord++) {
        draw(p, landlord == s->turn ? ">" : " ");
        draw_seat(p, landlord);
        for (int post = 0; post < box->posts; post++) {
            uint8_t holder = s->palace[landlord][post];
            move_to(p, first + cell * post);
            if (holder == KB_NONE) {
                draw_painted(p, KB_DIM, "free");
            } else {
                draw_scholar(p, s, holder);
            }
        }
        end_line(p);
        draw_park(p, s, landlord);
    }
    end_line(p);
}

static void draw_home(pen *p, const intrige_state *s, int seat)
{
    const char *const *professions = intrige_professions(s);
    int column = HOME_AT;
    int n = 0;
    for (int i = 0; i < intrige_box_of(s)->posts; i++) {
        if (s->home[seat][i]) {
            move_to(p, column);
            draw_sum(p, s->home[seat][i]);
            draw(p, " ");
            draw(p, professions[i]);
            n++;
        }
        column += (int)kb_length(professions[i]) + 3;
    }
    if (n == 0) {
        move_to(p, HOME_AT);
        draw_painted(p, KB_DIM, "nobody");
    }
}

static void draw_families(pen *p, const intrige_state *s, int viewer)
{
    draw_painted(p, KB_BOLD, " Families");
    move_to(p, CASH_END - 4);
    draw(p, "cash");
    move_to(p, SALARIES_END - 8);
    draw(p, "salaries");
    move_to(p, HOME_AT);
    draw(p, "at home");
    end_line(p);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        draw(p, " ");
        draw_seat(p, seat);
        if (seat == viewer) draw_painted(p, KB_BOLD, " (you)");
        draw_sum_to(p, s->purse.of[seat], CASH_END);
        draw_sum_to(p, intrige_salaries(s, seat), SALARIES_END);
        draw_home(p, s, seat);
        end_line(p);
    }
}

static void draw_island(pen *p, const intrige_state *s)
{
    int n = 0;
    draw_painted(p, KB_BOLD, " Island");
    move_to(p, LISTS_AT);
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int i = 0; i < intrige_box_of(s)->posts; i++)
            for (int k = intrige_on_island(s, seat, i); k > 0; k--)
                list_scholar(p, s, intrige_scholar(seat, i), n++, LISTS_AT);
    if (n == 0) draw_painted(p, KB_DIM, "nobody");
    end_line(p);
}

/* --- the running stage --------------------------------------------------------------------------- */

/* Of claims the landlord has already decided: whether this one won (I-5: of alike ones the first). */
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

static void draw_claim(pen *p, const intrige_state *s, int claim)
{
    const intrige_claim *c = &s->claim[claim];
    bool sealing = intrige_is_sealing(s);
    move_to(p, 3);
    draw_scholar(p, s, c->scholar);
    move_to(p, STATUS_AT);
    if (s->stage == INTRIGE_INTERNAL && claim == 0) draw(p, "holder, ");
    if (c->chosen) {
        draw(p, sealing ? "sealed " : "paid ");
        draw_sum(p, c->paid);
        if (c->bank == 1) draw(p, " (bank)");
        if (is_decided(s, claim)) draw(p, has_won(s, claim) ? ", placed" : ", banished");
    } else {
        draw(p, sealing ? "not sealed yet" : claim == s->cursor ? "pays now" : "pays later");
    }
    if (c->deal) {
        move_to(p, DEAL_AT);
        draw(p, "deal: ");
        draw_sum(p, c->deal);
        draw(p, " for the ");
        draw_sum(p, intrige_box_of(s)->salary[c->post]);
    }
    end_line(p);
}

static void draw_offer(pen *p, const intrige_state *s)
{
    move_to(p, 3);
    draw_seat(p, s->offer_by);
    draw(p, s->offer_by == s->turn ? " wants " : " offers ");
    draw_sum(p, s->offer_amount);
    draw(p, " for the ");
    draw_sum(p, intrige_box_of(s)->salary[s->offer_post]);
    draw(p, " post, proposal ");
    draw_sum(p, s->offers);
    draw(p, " of at most ");
    draw_sum(p, INTRIGE_OFFERS_MAX);
    end_line(p);
}

static void draw_stage(pen *p, const intrige_state *s)
{
    end_line(p);
    draw_painted(p, KB_BOLD, " At ");
    draw_seat(p, s->turn);
    draw_painted(p, KB_BOLD, "'s gate");
    switch ((intrige_stage)s->stage) {
    case INTRIGE_NO_STAGE: break;
    case INTRIGE_UNCONTESTED: draw(p, ": no rivals, each gets one of the free posts"); break;
    case INTRIGE_EXTERNAL: draw(p, ": rivals, one of each profession gets a free post"); break;
    case INTRIGE_INTERNAL:
        draw(p, ": a fight for the ");
        draw_sum(p, intrige_box_of(s)->salary[s->post]);
        draw(p, " post");
        break;
    }
    end_line(p);
    for (int claim = 0; claim < s->n_claims; claim++) draw_claim(p, s, claim);
    if (s->step == INTRIGE_ANSWER) draw_offer(p, s);
}

void intrige_write_picture(const intrige_state *s, int seat, kb_text *out)
{
    pen p = {out, 0};
    draw_title(&p, s, seat);
    draw_palaces(&p, s);
    draw_families(&p, s, seat);
    draw_island(&p, s);
    if (s->stage != INTRIGE_NO_STAGE && s->step != INTRIGE_OVER) draw_stage(&p, s);
    draw_rule(&p);
}
