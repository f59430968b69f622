/* play_choice.c: finds the legal move that a typed line means, or says why there is none. */
#include <ctype.h>
#include <string.h>

#include "play.h"
#include "play_moves.h"

enum { TYPED_MAX = 200, WORDS_MAX = 10, NAMED_MAX = 6 };

/* --- words ------------------------------------------------------------------------------------------ */

typedef struct word {
    const char *at;
    size_t n;
    bool joined; /* to the previous word with a plus */
} word;

typedef struct words {
    word at[WORDS_MAX];
    int n;
} words;

/* Splits at spaces, and at the plus between things whose order does not matter. */
static bool split(const char *text, words *out)
{
    bool joined = false;
    out->n = 0;
    while (*text) {
        size_t n = strcspn(text, " +");
        if (n > 0 && out->n == WORDS_MAX) return false;
        if (n > 0) out->at[out->n++] = (word){text, n, joined};
        text += n;
        joined = *text == '+';
        if (*text) text++;
    }
    return true;
}

/* Converts to lower case with single spaces. */
static bool tidy(const char *typed, char out[TYPED_MAX])
{
    size_t n = 0;
    for (; *typed; typed++) {
        bool blank = isspace((unsigned char)*typed);
        if (blank && (n == 0 || out[n - 1] == ' ')) continue;
        if (n + 1 >= TYPED_MAX) return false;
        bool control = iscntrl((unsigned char)*typed);
        out[n++] = blank ? ' ' : control ? '?' : (char)tolower((unsigned char)*typed);
    }
    while (n > 0 && out[n - 1] == ' ') n--;
    out[n] = '\0';
    return true;
}

/* A sum as people type it: 5000, 5,000 or 5k. -1 if it is not a sum. */
static int32_t sum_of(word w)
{
    int64_t value = 0;
    bool thousands = w.n > 1 && w.at[w.n - 1] == 'k';
    if (w.n == 0 || !isdigit((unsigned char)w.at[0])) return -1;
    for (size_t i = 0; i < w.n - thousands; i++) {
        if (w.at[i] == ',') continue;
        if (!isdigit((unsigned char)w.at[i])) return -1;
        value = value * 10 + (w.at[i] - '0');
        if (value > 999999999) return -1;
    }
    if (thousands) value *= 1000;
    return value > 999999999 ? -1 : (int32_t)value;
}

/* How strictly a typed line is compared with a move. */
typedef enum manner {
    IN_ORDER,  /* beginnings of words, whole numbers              */
    BEGUN,     /* beginnings of numbers too: 3 for 3000           */
    ANY_ORDER, /* whole numbers; see may_change_places            */
    MANNERS
} manner;

/* Compares the beginning of each part between dots: "b.d" matches "blue.doctor". */
static bool begins(word typed, word full)
{
    size_t k = 0;
    for (size_t i = 0; i < typed.n; i++, k++) {
        if (typed.at[i] == '.')
            while (k < full.n && full.at[k] != '.') k++;
        if (k >= full.n || tolower((unsigned char)full.at[k]) != typed.at[i]) return false;
    }
    return typed.n > 0;
}

static bool word_matches(word typed, word full, manner how)
{
    if (!isdigit((unsigned char)full.at[0])) return begins(typed, full);
    if (how == BEGUN) return begins(typed, full);
    int32_t sum = sum_of(full); /* -1 for a task such as 1.2 */
    return sum < 0 ? typed.n == full.n && !memcmp(typed.at, full.at, full.n) : sum_of(typed) == sum;
}

/* --- a line against a move -------------------------------------------------------------------------- */

typedef enum fit { NO_FIT, BEGINNING, WHOLE } fit;

/* Sums must stay in place: an offer of 6000 for 1000 is not one of 1000 for 6000. Names, and words joined by a plus,
 * may change places. */
static bool may_change_places(const words *full, int i)
{
    bool in_sum = full->at[i].joined || (i + 1 < full->n && full->at[i + 1].joined);
    return in_sum || !isdigit((unsigned char)full->at[i].at[0]);
}

static fit fit_in_any_order(const words *typed, const words *full)
{
    uint32_t used_mask = 0;
    if (typed->n != full->n || !word_matches(typed->at[0], full->at[0], IN_ORDER)) return NO_FIT;
    for (int i = 1; i < typed->n; i++) {
        int k = 1;
        while (k < full->n && (used_mask >> k & 1 || !word_matches(typed->at[i], full->at[k], IN_ORDER))) k++;
        if (k == full->n || !may_change_places(full, k)) return NO_FIT;
        used_mask |= 1u << k;
    }
    return WHOLE;
}

/* The "for" in "1000 for 5000" is optional. */
static bool may_be_left_out(word full)
{
    return full.n == 3 && !memcmp(full.at, "for", 3);
}

/* For a run the last word may be any sum, which is stored in *amount. */
static fit fit_in_order(const words *typed, const words *full, bool run, manner how, int32_t *amount)
{
    int k = 0;
    for (int i = 0; i < typed->n; i++, k++) {
        if (k < full->n && may_be_left_out(full->at[k]) && !word_matches(typed->at[i], full->at[k], how)) k++;
        if (k >= full->n) return NO_FIT;
        if (run && k == full->n - 1) {
            *amount = sum_of(typed->at[i]);
            if (*amount < 0) return NO_FIT;
        } else if (!word_matches(typed->at[i], full->at[k], how)) {
            return NO_FIT;
        }
    }
    return k == full->n ? WHOLE : BEGINNING;
}

/* What was typed, and how to compare it. */
typedef struct reading {
    const play_moves *moves;
    words typed;
    bool verbless; /* the verb is left out */
    manner how;
} reading;

static fit fit_of(const reading *r, const kb_span *span, int32_t *amount)
{
    char buffer[KB_MOVE_TEXT_MAX];
    words full;
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_span_text(r->moves->view, *span, &text);
    split(buffer, &full);
    if (r->verbless) {
        full.n--;
        memmove(&full.at[0], &full.at[1], (size_t)full.n * sizeof full.at[0]);
    }
    if (full.n == 0) return NO_FIT;
    if (r->how == ANY_ORDER) return span->n > 1 || r->verbless ? NO_FIT : fit_in_any_order(&r->typed, &full);
    return fit_in_order(&r->typed, &full, span->n > 1, r->how, amount);
}

/* --- the moves a line fits -------------------------------------------------------------------------- */

/* Lists a few of the moves it fits. Returns how many there are in all. */
static int put_fitting(const reading *r, fit wanted, const char *before, kb_text *out)
{
    int n = 0;
    int32_t amount;
    for (int i = 0; i < r->moves->n; i++) {
        if (fit_of(r, &r->moves->list[i], &amount) < wanted) continue;
        if (n < NAMED_MAX) {
            kb_put(out, n ? ", `" : before);
            if (!n) kb_put(out, " `");
            kb_span_text(r->moves->view, r->moves->list[i], out);
            kb_put(out, "`");
        }
        n++;
    }
    if (n > NAMED_MAX) kb_putf(out, " and %d more", n - NAMED_MAX);
    return n;
}

/* The move of the span with this amount. If it is not legal, why says which amounts are. */
static bool take_amount(const play_moves *moves, const kb_span *span, int32_t amount, kb_move *move, kb_text *why)
{
    *move = span->move;
    move->amount = amount;
    kb_error error = kb_bound_check(moves->ledger, moves->view, moves->seat, *move);
    if (!error) return true;
    kb_putf(why, "%s; you can choose ", kb_error_sentence(error));
    play_put_range(why, span);
    return false;
}

/* Finds the only move that the line fits. False with nothing in why: it fits none. */
static bool take_fitting(const reading *r, kb_move *move, kb_text *why)
{
    const kb_span *found = NULL;
    int n = 0;
    int32_t amount = 0, found_amount = 0;
    for (int i = 0; i < r->moves->n; i++) {
        if (fit_of(r, &r->moves->list[i], &amount) != WHOLE) continue;
        if (n++ == 0) {
            found = &r->moves->list[i];
            found_amount = amount;
        }
    }
    if (n > 1) put_fitting(r, WHOLE, "that could mean", why);
    if (n != 1) return false;
    if (found->n > 1) return take_amount(r->moves, found, found_amount, move, why);
    *move = found->move;
    return true;
}

/* The verb may be left out before a number, or if there is only one verb. */
static bool by_words(const play_moves *moves, const char *line, kb_move *move, kb_text *why)
{
    reading r = {.moves = moves};
    if (!split(line, &r.typed) || r.typed.n == 0) return false;
    bool may_omit = isdigit((unsigned char)line[0]) || play_has_one_verb(moves);
    for (int verbless = 0; verbless < (may_omit ? 2 : 1); verbless++)
        for (int how = IN_ORDER; how < MANNERS; how++) {
            r.verbless = verbless;
            r.how = (manner)how;
            if (take_fitting(&r, move, why)) return true;
            if (why->n > 0) return false;
        }
    return false;
}

/* --- by number -------------------------------------------------------------------------------------- */

/* "3", or the number and the part that the line leaves open: "1 5000", "3 sew". */
static bool by_number(const play_moves *moves, const char *line, kb_move *move, kb_text *why)
{
    size_t n = strcspn(line, " ");
    int number = (int)sum_of((word){line, n, false});
    const play_entry *entry = &moves->entry[number - 1];
    const kb_span *first = &moves->list[entry->from];
    char whole[TYPED_MAX + KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(whole, sizeof whole);
    if (entry->kind == PLAY_ONE && first->n == 1 && !line[n]) {
        *move = first->move;
        return true;
    }
    if (entry->kind == PLAY_ONE && first->n == 1) {
        kb_putf(why, "move %d is complete; type only `%d`", number, number);
        return false;
    }
    if (!line[n]) {
        kb_putf(why, "%d is ", number);
        play_put_entry(moves, entry, why);
        kb_putf(why, ": say which, as in `%d ", number);
        play_put_last_word(moves, first, why);
        kb_put(why, "`");
        return false;
    }
    play_put_stem(moves, first, &text);
    kb_putf(&text, "%s", line + n);
    if (by_words(moves, whole, move, why)) return true;
    if (why->n == 0) kb_putf(why, "`%s` does not go with %d", line + n + 1, number);
    return false;
}

static bool is_number_of_entry(const play_moves *moves, const char *line)
{
    word first = {line, strcspn(line, " "), false};
    int32_t number = sum_of(first);
    return moves->n_numbered > 0 && number >= 1 && number <= moves->n_numbered;
}

/* --- what is wrong with a line ---------------------------------------------------------------------- */

/* Lists what the player can do instead. */
static void put_due(const play_moves *moves, kb_text *why)
{
    const char *before = "; you can: `";
    for (int i = 0; i < moves->n; i++) {
        bool repeated = false;
        for (int k = 0; k < i && !repeated && moves->n > 3; k++)
            repeated = moves->list[k].move.verb == moves->list[i].move.verb;
        if (repeated) continue;
        kb_put(why, before);
        if (moves->n <= 3) {
            kb_span_text(moves->view, moves->list[i], why);
        } else {
            play_put_verb(moves, &moves->list[i], why);
        }
        kb_put(why, "`");
        before = ", `";
    }
}

/* Finds how many of the words fit a move, and lists how it could continue. */
static bool put_beginnings(const play_moves *moves, const char *line, kb_text *why)
{
    reading r = {.moves = moves};
    if (!split(line, &r.typed)) return false;
    const word *last = &r.typed.at[r.typed.n - 1];
    const char *end = last->at + last->n;
    for (int all = r.typed.n; r.typed.n > 0; r.typed.n--) {
        char before[TYPED_MAX + 64];
        kb_text text = kb_text_in(before, sizeof before);
        const word *kept = &r.typed.at[r.typed.n - 1];
        int n = (int)(kept->at + kept->n - line);
        if (r.typed.n < all)
            kb_putf(&text, "`%.*s` does not go with `%.*s`; it could be", (int)(end - r.typed.at[r.typed.n].at),
                    r.typed.at[r.typed.n].at, n, line);
        else
            kb_putf(&text, "`%.*s` is only the beginning of", n, line);
        if (put_fitting(&r, BEGINNING, before, why)) return true;
    }
    return false;
}

/* Says how a line without the verb, such as "1.2", could go on. */
static bool put_beginning_of_rest(const play_moves *moves, const char *line, kb_text *why)
{
    char before[TYPED_MAX + 64];
    reading r = {.moves = moves, .verbless = true};
    kb_text text = kb_text_in(before, sizeof before);
    if (!isdigit((unsigned char)line[0]) || !split(line, &r.typed)) return false;
    kb_putf(&text, "`%s` could be", line);
    return put_fitting(&r, BEGINNING, before, why) > 0;
}

bool play_choose(const play_moves *moves, const char *typed, kb_move *move, kb_text *why)
{
    char line[TYPED_MAX] = "";
    if (!tidy(typed, line)) {
        kb_put(why, "no move is that long");
        return false;
    }
    if (is_number_of_entry(moves, line)) return by_number(moves, line, move, why);
    kb_error error = kb_move_parse(moves->view, line, strlen(line), move);
    if (!error && !(error = kb_bound_check(moves->ledger, moves->view, moves->seat, *move))) return true;
    if (by_words(moves, line, move, why)) return true;
    if (why->n > 0) return false;
    if (error != KB_E_UNKNOWN_MOVE) {
        kb_put(why, kb_error_sentence(error));
        put_due(moves, why);
    } else if (put_beginning_of_rest(moves, line, why)) {
        return false;
    } else if (moves->n_numbered > 0 && isdigit((unsigned char)line[0])) {
        kb_putf(why, "`%s` is not a move; the numbers in the list go from 1 to %d", line, moves->n_numbered);
    } else if (!put_beginnings(moves, line, why)) {
        kb_putf(why, "`%.*s` is neither a command nor a legal move", (int)strcspn(line, " "), line);
        put_due(moves, why);
    }
    return false;
}

/* --- seats ------------------------------------------------------------------------------------------ */

uint32_t play_read_seats(const kb_setup *setup, const char *list, size_t n, kb_text *why)
{
    uint32_t mask = 0;
    const char *end = list + n;
    while (list < end) {
        while (list < end && *list == ' ') list++;
        size_t length = 0;
        while (list + length < end && list[length] != ',' && list[length] != ' ') length++;
        int seat = cli_seat_named(setup, list, length);
        if (seat < 0) {
            kb_putf(why, "unknown seat '%.*s'", (int)length, list);
            return 0;
        }
        mask |= 1u << seat;
        list += length;
        while (list < end && (*list == ',' || *list == ' ')) list++;
    }
    if (!mask) kb_put(why, "expected a seat");
    return mask;
}
