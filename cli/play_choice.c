/* play_choice.c: what a typed line means: which of the legal moves, or why none of them. */
#include <ctype.h>
#include <string.h>

#include "play.h"

enum { TYPED_MAX = 200, SCREEN = 79 };

static bool is_run(const kb_span *span)
{
    return span->n > 1;
}

/* "an amount from 1000 to 32000 in steps of 1000" */
static void put_range(kb_text *out, const kb_span *span)
{
    kb_putf(out, "an amount from %d to %d in steps of %d", span->move.amount,
            span->move.amount + (int)(span->n - 1) * span->step, span->step);
}

typedef struct choices {
    const kb_state *view;
    int seat, n;
    kb_span list[KB_SPANS_MAX];
} choices;

static choices choices_of(const kb_state *view, int seat)
{
    choices c = {.view = view, .seat = seat};
    c.n = kb_legal(view, seat, c.list, KB_SPANS_MAX);
    return c;
}

/* Small letters, single blanks. */
static bool tidy(const char *typed, char out[TYPED_MAX])
{
    size_t n = 0;
    for (; *typed; typed++) {
        bool blank = isspace((unsigned char)*typed);
        if (blank && (n == 0 || out[n - 1] == ' ')) continue;
        if (n + 1 >= TYPED_MAX) return false;
        out[n++] = blank ? ' ' : (char)tolower((unsigned char)*typed);
    }
    while (n > 0 && out[n - 1] == ' ') n--;
    out[n] = '\0';
    return true;
}

/* A sum as people type it: 5000, 5,000 or 5k. -1 where it is none. */
static int32_t sum_of(const char *word, size_t n)
{
    int64_t value = 0;
    bool thousands = n > 1 && word[n - 1] == 'k';
    if (n == 0 || !isdigit((unsigned char)word[0])) return -1;
    for (size_t i = 0; i < n - thousands; i++) {
        if (word[i] == ',') continue;
        if (!isdigit((unsigned char)word[i])) return -1;
        value = value * 10 + (word[i] - '0');
        if (value > 999999999) return -1;
    }
    if (thousands) value *= 1000;
    return value > 999999999 ? -1 : (int32_t)value;
}

/* The span with this amount: legal, or why tells what is. */
static bool take_amount(const choices *c, const kb_span *span, int32_t amount, kb_move *move, kb_text *why)
{
    *move = span->move;
    move->amount = amount;
    kb_error error = kb_check(c->view, c->seat, *move);
    if (!error) return true;
    kb_putf(why, "%s; possible is ", kb_error_sentence(error));
    put_range(why, span);
    return false;
}

/* --- by number -------------------------------------------------------------------------------------- */

static int only_run(const choices *c)
{
    int found = -1;
    for (int i = 0; i < c->n; i++) {
        if (!is_run(&c->list[i])) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

/* "3" or "1 5000"; where there is one run, a sum alone will do. */
static bool by_number(const choices *c, const char *typed, kb_move *move, kb_text *why)
{
    const char *blank = strchr(typed, ' ');
    int32_t number = sum_of(typed, blank ? (size_t)(blank - typed) : strlen(typed));
    int32_t amount = blank ? sum_of(blank + 1, strlen(blank + 1)) : -1;
    if (!blank && number > c->n && only_run(c) >= 0) return take_amount(c, &c->list[only_run(c)], number, move, why);
    if (number < 1 || number > c->n) {
        kb_putf(why, "the list of moves goes from 1 to %d", c->n);
        return false;
    }
    const kb_span *span = &c->list[number - 1];
    if (!blank && !is_run(span)) {
        *move = span->move;
        return true;
    }
    if (blank && is_run(span) && amount >= 0) return take_amount(c, span, amount, move, why);
    if (is_run(span)) {
        kb_putf(why, "move %d needs ", number);
        put_range(why, span);
        kb_putf(why, ", as in `%d %d`", number, span->move.amount);
    } else {
        kb_putf(why, "move %d takes no amount, type just `%d`", number, number);
    }
    return false;
}

/* --- by words --------------------------------------------------------------------------------------- */

/* Whether a typed word stands for this word of the notation: the beginning of each part between dots,
 * figures in full; for a run, any sum. */
static bool word_matches(const char *typed, size_t n, const char *word, size_t word_n, bool run, int32_t *amount)
{
    if (run) {
        *amount = sum_of(typed, n);
        return *amount >= 0;
    }
    if (isdigit((unsigned char)word[0])) {
        int32_t sum = sum_of(word, word_n); /* no sum: coins as 0+3, a task as 1.2 */
        return sum < 0 ? n == word_n && memcmp(typed, word, n) == 0 : sum_of(typed, n) == sum;
    }
    size_t k = 0;
    for (size_t i = 0; i < n; i++, k++) {
        if (typed[i] == '.')
            while (k < word_n && word[k] != '.') k++;
        if (k >= word_n || tolower((unsigned char)word[k]) != typed[i]) return false;
    }
    return n > 0;
}

static bool span_matches(const choices *c, const kb_span *span, const char *typed, int32_t *amount)
{
    char buffer[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_span_text(c->view, *span, &text);
    const char *word = buffer;
    for (;;) {
        size_t n = strcspn(typed, " ");
        size_t word_n = strcspn(word, " ");
        bool run = !word[word_n] && is_run(span);
        if (!word_matches(typed, n, word, word_n, run, amount)) return false;
        if (!typed[n] || !word[word_n]) return !typed[n] && !word[word_n];
        typed += n + 1;
        word += word_n + 1;
    }
}

static bool by_words(const choices *c, const char *typed, kb_move *move, kb_text *why)
{
    int first = -1, n_found = 0;
    int32_t amount = 0, first_amount = 0;
    for (int i = 0; i < c->n; i++) {
        if (!span_matches(c, &c->list[i], typed, &amount)) continue;
        if (n_found++ == 0) {
            first = i;
            first_amount = amount;
            continue;
        }
        kb_put(why, n_found == 2 ? "that could mean `" : ", `");
        if (n_found == 2) kb_span_text(c->view, c->list[first], why);
        if (n_found == 2) kb_put(why, "`, `");
        kb_span_text(c->view, c->list[i], why);
        kb_put(why, "`");
    }
    if (n_found != 1) return false;
    if (is_run(&c->list[first])) return take_amount(c, &c->list[first], first_amount, move, why);
    *move = c->list[first].move;
    return true;
}

/* --- the line --------------------------------------------------------------------------------------- */

/* What is due, for somebody whose move was refused; a long list is on the screen anyway. */
static void put_legal(const choices *c, kb_text *why)
{
    if (c->n > 3) {
        kb_put(why, "; `moves` lists what is possible");
        return;
    }
    kb_put(why, "; possible:");
    for (int i = 0; i < c->n; i++) {
        kb_put(why, i ? ", " : " ");
        kb_span_text(c->view, c->list[i], why);
    }
}

bool play_choose(const kb_state *view, int seat, const char *typed, kb_move *move, kb_text *why)
{
    char line[TYPED_MAX] = "";
    choices c = choices_of(view, seat);
    if (!tidy(typed, line)) {
        kb_put(why, "no move is that long");
        return false;
    }
    if (isdigit((unsigned char)line[0])) return by_number(&c, line, move, why);
    kb_error error = kb_move_parse(view, line, strlen(line), move);
    if (!error && !(error = kb_check(view, seat, *move))) return true;
    if (by_words(&c, line, move, why)) return true;
    if (why->n > 0) return false;
    if (error == KB_E_UNKNOWN_MOVE) {
        kb_put(why, "that is neither a move nor a command");
    } else {
        kb_put(why, kb_error_sentence(error));
    }
    put_legal(&c, why);
    return false;
}

/* --- the list --------------------------------------------------------------------------------------- */

static size_t widest(const choices *c)
{
    size_t width = 0;
    for (int i = 0; i < c->n; i++) {
        char buffer[KB_MOVE_TEXT_MAX];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        kb_span_text(c->view, c->list[i], &text);
        if (text.n > width) width = text.n;
    }
    return width + 5;
}

static void put_entry(const choices *c, int i, size_t width, kb_text *out)
{
    char buffer[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_span_text(c->view, c->list[i], &text);
    kb_paint(out, KB_DIM);
    kb_putf(out, "%s%d ", i < 9 ? "  " : " ", i + 1);
    kb_paint(out, KB_PLAIN);
    cli_put_painted(out, &c->view->setup, buffer);
    for (size_t n = text.n + 4; n < width; n++) kb_put(out, " ");
}

void play_put_moves(const kb_state *view, int seat, kb_text *out)
{
    choices c = choices_of(view, seat);
    size_t width = widest(&c);
    int columns = c.n > 6 && width < SCREEN ? (int)((SCREEN + 1) / width) : 1;
    int rows = (c.n + columns - 1) / columns;
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < c.n; i += rows) put_entry(&c, i, i + rows < c.n ? width : 0, out);
        kb_put(out, "\n");
    }
}

void play_offer_moves(const kb_state *view, int seat)
{
    choices c = choices_of(view, seat);
    for (int i = 0; i < c.n; i++) {
        char buffer[KB_MOVE_TEXT_MAX];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        kb_span_text(view, c.list[i], &text);
        if (is_run(&c.list[i])) strrchr(buffer, ' ')[1] = '\0';
        play_offer_word(buffer);
    }
}

/* --- seats ------------------------------------------------------------------------------------------ */

uint32_t play_read_seats(const kb_setup *setup, const char *list, size_t n, kb_text *why)
{
    uint32_t mask = 0;
    const char *end = list + n;
    while (list < end) {
        while (list < end && *list == ' ') list++;
        size_t word = 0;
        while (list + word < end && list[word] != ',' && list[word] != ' ') word++;
        int seat = 0;
        while (seat < setup->seats && !kb_equal(list, word, kb_seat_name(setup, seat))) seat++;
        if (seat == setup->seats) {
            kb_putf(why, "no seat '%.*s' is at this table", (int)word, list);
            return 0;
        }
        mask |= 1u << seat;
        list += word;
        while (list < end && (*list == ',' || *list == ' ')) list++;
    }
    if (!mask) kb_put(why, "a seat should be named");
    return mask;
}
