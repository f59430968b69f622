/* pacts.c: every pact of a record, and how they are told. */
#include "pacts.h"

#include <stdlib.h>
#include <string.h>

#include "tell.h"

/* --- the book ------------------------------------------------------------------------------------- */

static int read_with(const kb_setup *setup, kb_slice list, int with[KB_SEATS_MAX])
{
    int n = 0;
    kb_json json = kb_json_over(list.at, list.n, NULL);
    kb_json_open(&json, '[');
    while (n < KB_SEATS_MAX && kb_json_more(&json, ']'))
        with[n++] = kb_json_name(&json, kb_game_at(setup->game)->seat_names, setup->seats, "seat");
    return n;
}

static bool note_proposal(cli_pacts *pacts, const cli_record *record)
{
    const kb_ledger *ledger = &record->ledger;
    if (pacts->n == pacts->max) {
        int max = pacts->max ? 2 * pacts->max : 16;
        cli_pact *more = realloc(pacts->at, (size_t)max * sizeof *more);
        if (!more) return cli_input_error("%s: no memory for its pacts", record->name) == CLI_FINE;
        pacts->at = more;
        pacts->max = max;
    }
    cli_pact *pact = &pacts->at[pacts->n++];
    memset(pact, 0, sizeof *pact);
    pact->by = record->line.seat;
    pact->secret = record->line.secret;
    pact->n_with = read_with(&record->replay.state.setup, record->line.with, pact->with);
    for (int i = 0; i < ledger->n_promises; i++)
        if (ledger->promise[i].pact == record->line.pact) pact->promise[pact->n_promises++].made = ledger->promise[i];
    return true;
}

bool cli_pacts_note(cli_pacts *pacts, const cli_record *record)
{
    if (record->line.kind == KB_LINE_PACT && record->line.act == KB_PACT_PROPOSE && !note_proposal(pacts, record))
        return false;
    for (int i = 0; i < record->outcomes.n; i++) {
        const kb_outcome *outcome = &record->outcomes.at[i];
        cli_pact *pact = &pacts->at[outcome->pact - 1];
        if (outcome->promise == KB_NONE) {
            pact->state = (kb_pact_state)outcome->what;
            pact->line = record->replay.lines;
        } else {
            pact->promise[outcome->promise].verdict = (kb_verdict)outcome->what;
            pact->promise[outcome->promise].line = record->replay.lines;
        }
    }
    return true;
}

void cli_pacts_free(cli_pacts *pacts)
{
    free(pacts->at);
    memset(pacts, 0, sizeof *pacts);
}

/* --- who knows ------------------------------------------------------------------------------------ */

bool cli_knows_pact(const cli_pact *pact, int viewer)
{
    bool party = viewer == pact->by;
    for (int i = 0; i < pact->n_with; i++) party |= viewer == pact->with[i];
    return viewer == CLI_EVERYTHING || !pact->secret || party;
}

/* A viewer's numbers have no gaps. */
static int number_for(const cli_pacts *pacts, uint32_t number, int viewer)
{
    int n = 0;
    for (uint32_t i = 0; i < number; i++) n += cli_knows_pact(&pacts->at[i], viewer);
    return n;
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

/* "green or blue" */
static void put_alternatives(kb_text *out, const char *word, size_t n)
{
    for (size_t from = 0; from <= n;) {
        size_t to = from;
        while (to < n && word[to] != '|') to++;
        if (from) kb_put(out, " or ");
        put_number(out, word + from, to - from);
        from = to + 1;
    }
}

static bool is_star(const char *word, size_t n)
{
    return n == 1 && *word == '*';
}

/* A word with a dot: "green clerk", "any clerk", "anybody of green", and a task as it is written. */
static void put_parts(kb_text *out, const char *word, size_t dot, size_t n)
{
    const char *second = word + dot + 1;
    size_t second_n = n - dot - 1;
    if (*word >= '0' && *word <= '9') {
        kb_put_n(out, word, n);
    } else if (is_star(word, dot) && is_star(second, second_n)) {
        kb_put(out, "anybody");
    } else if (is_star(second, second_n)) {
        kb_put(out, "anybody of ");
        put_alternatives(out, word, dot);
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

static void put_pattern(kb_text *out, const kb_pattern *pattern)
{
    for (size_t from = 0; from < pattern->n;) {
        size_t to = from;
        while (to < pattern->n && pattern->text[to] != ' ') to++;
        if (from) kb_put(out, " ");
        put_word(out, pattern->text + from, to - from);
        from = to + 1;
    }
}

void cli_put_promise(kb_text *out, const kb_setup *setup, const kb_promise *promise)
{
    static const char *const terms[KB_TERMS] = {"this turn", "this round", "by the end of the next round",
                                                "to the end of the game"};
    char buffer[1024];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_putf(&text, "%s %s ", kb_seat_name(setup, promise->seat), promise->wont ? "will not" : "will");
    put_pattern(&text, &promise->deed);
    kb_putf(&text, ", %s", terms[promise->term]);
    if (promise->condition.forms) {
        kb_putf(&text, ", if %s does this: ", kb_seat_name(setup, promise->if_seat));
        put_pattern(&text, &promise->condition);
    }
    cli_put_painted(out, setup, buffer);
}

/* --- lines ---------------------------------------------------------------------------------------- */

static void tell_proposal(const cli_pact *pact, int number, const kb_setup *setup, kb_text *out)
{
    uint32_t with_mask = 0;
    for (int i = 0; i < pact->n_with; i++) with_mask |= 1u << pact->with[i];
    kb_put(out, "  ");
    cli_put_painted(out, setup, kb_seat_name(setup, pact->by));
    kb_putf(out, " %s pact %d", with_mask ? "proposes" : "vows:", number);
    if (with_mask) kb_put(out, pact->secret ? ", in secret, to " : " to ");
    if (with_mask) cli_put_seats(out, setup, with_mask);
    kb_put(out, ".\n");
    for (int i = 0; i < pact->n_promises; i++) {
        kb_put(out, "    ");
        cli_put_promise(out, setup, &pact->promise[i].made);
        kb_put(out, ".\n");
    }
}

void cli_tell_pact(const cli_pacts *pacts, const cli_record *record, int viewer, kb_text *out)
{
    static const char *const answers[] = {"", "accepts", "declines", "withdraws"};
    const kb_setup *setup = &record->replay.state.setup;
    const cli_pact *pact = &pacts->at[record->line.pact - 1];
    int number = number_for(pacts, record->line.pact, viewer);
    if (!cli_knows_pact(pact, viewer)) return;
    if (record->line.act == KB_PACT_PROPOSE) {
        tell_proposal(pact, number, setup, out);
        return;
    }
    kb_put(out, "  ");
    cli_put_painted(out, setup, kb_seat_name(setup, record->line.seat));
    kb_putf(out, " %s pact %d.\n", answers[record->line.act], number);
}

void cli_tell_outcomes(const cli_pacts *pacts, const cli_record *record, int viewer, kb_text *out)
{
    static const char *const verdicts[] = {"", "Kept", "Broken", "Void"};
    const kb_setup *setup = &record->replay.state.setup;
    for (int i = 0; i < record->outcomes.n; i++) {
        const kb_outcome *outcome = &record->outcomes.at[i];
        const cli_pact *pact = &pacts->at[outcome->pact - 1];
        int number = number_for(pacts, outcome->pact, viewer);
        if (!cli_knows_pact(pact, viewer)) continue;
        if (outcome->promise != KB_NONE) {
            kb_putf(out, "  %s (pact %d): ", verdicts[outcome->what], number);
            cli_put_promise(out, setup, &pact->promise[outcome->promise].made);
            kb_put(out, ".\n");
        } else if (outcome->what == KB_PACT_LAPSED || (outcome->what == KB_PACT_STOOD && pact->n_with)) {
            kb_putf(out, "  Pact %d %s.\n", number, outcome->what == KB_PACT_STOOD ? "stands" : "lapses");
        }
    }
}
