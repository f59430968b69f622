/* pacts.c: all pacts of a record, and how to print them. */
#include "pacts.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/view_json.h"
#include "tell.h"

/* --- the book ------------------------------------------------------------------------------------- */

static int eyes_of(int viewer)
{
    return viewer == CLI_EVERYTHING ? KB_ALL_EYES : viewer;
}

uint32_t cli_pact_number(const kb_noted_pact *pact, int viewer)
{
    return kb_pact_number(pact, eyes_of(viewer));
}

static int read_with(const kb_setup *setup, kb_slice list, int with[KB_SEATS_MAX])
{
    int n = 0;
    kb_json json = kb_json_over(list.at, list.n, NULL);
    kb_json_open(&json, '[');
    while (n < KB_SEATS_MAX && kb_json_more(&json, ']'))
        with[n++] = kb_json_name(&json, kb_game_at(setup->game)->seat_names, setup->seats, "seat");
    return n;
}

static bool make_room(cli_pacts *pacts)
{
    kb_book *book = &pacts->book;
    if (book->n < book->max) return true;
    uint32_t max = book->max ? 2 * book->max : 16;
    kb_noted_pact *at = realloc(book->at, max * sizeof *at);
    if (at) book->at = at;
    cli_pact_lines *lines = realloc(pacts->lines, max * sizeof *lines);
    if (lines) pacts->lines = lines;
    kb_promise *promises = realloc(pacts->promises, max * KB_PACT_PROMISES_MAX * sizeof *promises);
    if (promises) pacts->promises = promises;
    book->memory = (const char *)pacts->promises;
    if (at && lines && promises) book->max = max;
    return at && lines && promises;
}

static bool note_proposal(cli_pacts *pacts, const kb_setup *setup, const kb_line *line, const kb_ledger *ledger)
{
    if (!make_room(pacts)) return false;
    const kb_promise *first = &pacts->promises[pacts->n_promises];
    for (int i = ledger->n_items - ledger->pact[ledger->n_pacts - 1].n_promises; i < ledger->n_items; i++)
        pacts->promises[pacts->n_promises++] = *kb_promised(ledger, &ledger->item[i]);
    kb_book_propose(&pacts->book, ledger, first);
    cli_pact_lines *lines = &pacts->lines[pacts->book.n - 1];
    memset(lines, 0, sizeof *lines);
    lines->n_with = read_with(setup, line->with, lines->with);
    return true;
}

bool cli_pacts_note(cli_pacts *pacts, const kb_replay *replay, const kb_line *line, const kb_ledger *ledger,
                    const kb_outcomes *outcomes)
{
    bool about_pact = line->kind == KB_LINE_PACT;
    if (about_pact && line->act == KB_PACT_PROPOSE && !note_proposal(pacts, &replay->state.setup, line, ledger))
        return false;
    if (about_pact && line->act == KB_PACT_ACCEPT) kb_book_accept(&pacts->book, line->pact, line->seat);
    kb_book_note(&pacts->book, outcomes);
    for (int i = 0; i < outcomes->n; i++) {
        const kb_outcome *outcome = &outcomes->at[i];
        cli_pact_lines *lines = &pacts->lines[outcome->pact - 1];
        *(outcome->promise == KB_NONE ? &lines->settled : &lines->judged[outcome->promise]) = replay->lines;
    }
    if (line->kind == KB_LINE_MOVE && kb_over(&replay->state, NULL)) kb_book_open(&pacts->book);
    return true;
}

void cli_pacts_free(cli_pacts *pacts)
{
    free(pacts->book.at);
    free(pacts->promises);
    free(pacts->lines);
    memset(pacts, 0, sizeof *pacts);
}

/* --- patterns in words ---------------------------------------------------------------------------- */

static void put_number(kb_text *out, const char *word, size_t n)
{
    if (n < 1 || n > 9) {
        kb_put_n(out, word, n);
        return;
    }
    int32_t number = 0;
    for (size_t i = 0; i < n; i++) {
        if (word[i] < '0' || word[i] > '9') {
            kb_put_n(out, word, n);
            return;
        }
        number = number * 10 + (word[i] - '0');
    }
    kb_putf(out, "%'d", number);
}

/* "red, green or blue" */
static void put_alternatives(kb_text *out, const char *word, size_t n)
{
    for (size_t from = 0; from <= n;) {
        size_t to = from;
        while (to < n && word[to] != '|') to++;
        if (from) kb_put(out, to < n ? ", " : " or ");
        put_number(out, word + from, to - from);
        from = to + 1;
    }
}

static bool is_star(const char *word, size_t n)
{
    return n == 1 && *word == '*';
}

/* Writes a word with a dot: "green clerk", "any clerk", "any of green's". A task such as 1.2 stays as it is. */
static void put_parts(kb_text *out, const char *word, size_t dot, size_t n)
{
    const char *second = word + dot + 1;
    size_t second_n = n - dot - 1;
    if (*word >= '0' && *word <= '9') {
        kb_put_n(out, word, n);
    } else if (is_star(word, dot) && is_star(second, second_n)) {
        kb_put(out, "anybody");
    } else if (is_star(second, second_n)) {
        kb_put(out, "any of ");
        put_alternatives(out, word, dot);
        kb_put(out, "'s");
    } else {
        if (is_star(word, dot)) kb_put(out, "any");
        if (!is_star(word, dot)) put_alternatives(out, word, dot);
        kb_put(out, " ");
        put_alternatives(out, second, second_n);
    }
}

static void put_word(kb_text *out, const char *word, size_t n)
{
    const char *dot = memchr(word, '.', n);
    if (is_star(word, n)) {
        kb_put(out, "any");
    } else if (n == 2 && !memcmp(word, "**", 2)) {
        kb_put(out, "anything");
    } else if (n > 2 && (*word == '>' || *word == '<') && word[1] == '=') {
        kb_put(out, *word == '>' ? "at least " : "at most ");
        put_number(out, word + 2, n - 2);
    } else if (dot) {
        put_parts(out, word, (size_t)(dot - word), n);
    } else {
        put_alternatives(out, word, n);
    }
}

static void put_pattern(kb_text *out, const char *pattern)
{
    bool plays = !strncmp(pattern, "play ", 5);
    int at = 0;
    for (const char *word = pattern; *word; at++) {
        size_t n = strcspn(word, " ");
        if (at > 1 && n == 2 && !memcmp(word, "**", 2)) return;
        if (at) kb_put(out, plays && at == 2 ? " on " : " ");
        put_word(out, word, n);
        word += n + (word[n] == ' ');
    }
}

void cli_put_promise(kb_text *out, const kb_setup *setup, const kb_promise *promise)
{
    static const char *const terms[KB_TERMS] = {"this turn", "this round", "the end of the next round",
                                                "the end of the game"};
    char buffer[1024];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_putf(&text, "%s %s ", kb_seat_name(setup, promise->seat), promise->wont ? "will not" : "will");
    put_pattern(&text, promise->deed.text);
    const char *by = promise->term < KB_TERM_NEXT ? "" : promise->wont ? "until " : "by ";
    kb_putf(&text, ", %s%s", by, terms[promise->term]);
    if (promise->condition.forms) {
        kb_putf(&text, ", if %s does this: ", kb_seat_name(setup, promise->if_seat));
        put_pattern(&text, promise->condition.text);
    }
    cli_put_painted(out, setup, buffer);
}

/* --- sentences ------------------------------------------------------------------------------------ */

static void put_proposal(kb_text *out, const kb_book *book, const kb_noted_pact *pact, int number,
                         const kb_setup *setup)
{
    cli_put_painted(out, setup, kb_seat_name(setup, pact->by));
    kb_putf(out, pact->with_mask ? " proposes pact %d to " : " vows (pact %d)", number);
    cli_put_seats(out, setup, pact->with_mask);
    kb_put(out, pact->secret ? ", in secret: " : ": ");
    for (int i = 0; i < pact->n_promises; i++) {
        if (i) kb_put(out, "; ");
        cli_put_promise(out, setup, &kb_promises_of(book, pact)[i]);
    }
    kb_put(out, ".");
}

void cli_put_pact_sentence(kb_text *out, const kb_book *book, const kb_noted_pact *pact, const kb_setup *setup,
                           int seat, kb_pact_act act, int viewer)
{
    static const char *const answers[] = {"", "accepts", "declines", "withdraws"};
    int number = (int)cli_pact_number(pact, viewer);
    if (!number || kb_is_opened(book, pact, eyes_of(viewer))) return;
    if (act == KB_PACT_PROPOSE) {
        put_proposal(out, book, pact, number, setup);
        return;
    }
    cli_put_painted(out, setup, kb_seat_name(setup, seat));
    kb_putf(out, " %s pact %d.", answers[act], number);
}

/* The line itself already said that a vow was made, or how a pact was answered. */
static bool is_worth_a_word(const kb_noted_pact *pact, const kb_outcome *outcome)
{
    if (outcome->promise != KB_NONE || outcome->what == KB_PACT_LAPSED) return true;
    return outcome->what == KB_PACT_STOOD && pact->with_mask;
}

void cli_put_outcome_sentence(kb_text *out, const kb_book *book, const kb_setup *setup, const kb_outcome *outcome,
                              int viewer)
{
    static const char *const verdicts[] = {"", "Kept", "Broken", "Void"};
    const kb_noted_pact *pact = &book->at[outcome->pact - 1];
    int number = (int)cli_pact_number(pact, viewer);
    if (!number || kb_is_opened(book, pact, eyes_of(viewer)) || !is_worth_a_word(pact, outcome)) return;
    if (outcome->promise == KB_NONE) {
        kb_putf(out, "Pact %d %s.", number, outcome->what == KB_PACT_STOOD ? "stands" : "lapses");
        return;
    }
    kb_putf(out, "%s (pact %d): ", verdicts[outcome->what], number);
    cli_put_promise(out, setup, &kb_promises_of(book, pact)[outcome->promise]);
    kb_put(out, ".");
}

/* --- a pact as a whole ---------------------------------------------------------------------------- */

static void put_line_number(kb_text *out, uint32_t line)
{
    if (line) kb_putf(out, " (line %d)", (int)line);
}

void cli_put_pact(kb_text *out, const kb_book *book, const kb_noted_pact *pact, const kb_setup *setup, int viewer,
                  const cli_pact_lines *lines)
{
    static const char *const states[] = {"proposed", "stands", "declined", "withdrawn", "lapsed"};
    kb_putf(out, "%s %d by ", pact->with_mask ? pact->secret ? "Secret pact" : "Pact" : "Vow",
            (int)cli_pact_number(pact, viewer));
    cli_put_painted(out, setup, kb_seat_name(setup, pact->by));
    if (pact->with_mask) {
        kb_put(out, " with ");
        cli_put_seats(out, setup, pact->with_mask);
        kb_putf(out, ": %s", states[pact->state]);
        if (lines) put_line_number(out, lines->settled);
    }
    kb_put(out, "\n");
    for (int i = 0; i < pact->n_promises; i++) {
        kb_put(out, "  ");
        cli_put_promise(out, setup, &kb_promises_of(book, pact)[i]);
        if (pact->state == KB_PACT_STOOD) kb_putf(out, ": %s", kb_verdict_names[pact->verdict[i]]);
        if (lines) put_line_number(out, lines->judged[i]);
        kb_put(out, "\n");
    }
}
