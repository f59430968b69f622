/* play_promise.c: makes a promise at the prompt, from one line or step by step. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../engine/pattern.h"
#include "play.h"

/* A pact that is being written. */
typedef struct draft {
    play_session *session;
    const kb_setup *setup;
    int seat;
    uint32_t with_mask;
    bool secret;
    int n;
    char buffer[KB_PROMISES_BYTES];
    kb_text promises; /* JSON, without the closing bracket */
} draft;

/* One promise of a pact, as text. */
typedef struct clause {
    int seat, if_seat; /* if_seat -1: no condition */
    bool wont;
    const char *term;
    char deed[PLAY_TEXT_MAX], condition[PLAY_TEXT_MAX];
} clause;

static void begin_draft(draft *d, play_session *s, int seat)
{
    memset(d, 0, sizeof *d);
    d->session = s;
    d->setup = &s->table.at->setup;
    d->seat = seat;
    d->promises = kb_text_in(d->buffer, sizeof d->buffer);
    kb_putj(&d->promises, "[");
}

static void put_clause(draft *d, const clause *c)
{
    d->n++;
    kb_putj(&d->promises, "{seat:%s, %s:%s, term:%s", kb_seat_name(d->setup, c->seat), c->wont ? "wont" : "will",
            c->deed, c->term);
    if (c->if_seat >= 0)
        kb_putj(&d->promises, "if:{seat:%s, deed:%s}", kb_seat_name(d->setup, c->if_seat), c->condition);
    kb_putj(&d->promises, "}");
}

static bool propose(draft *d, kb_text *why)
{
    kb_putj(&d->promises, "]");
    if (d->promises.cut) {
        kb_put(why, "the proposal is too long");
        return false;
    }
    kb_answer answer = person_proposes(play_make_room(&d->session->table), d->seat, 0, d->with_mask, d->secret,
                                       (kb_slice){d->promises.at, d->promises.n});
    d->session->decided |= !answer.refusal;
    return play_done(&d->session->table, answer, why);
}

/* --- words ------------------------------------------------------------------------------------------ */

/* Reads the next word and moves past it. */
static size_t take_word(const char **text, const char **word)
{
    *word = *text + strspn(*text, " ");
    size_t n = strcspn(*word, " ");
    *text = *word + n + strspn(*word + n, " ");
    return n;
}

static bool is(const char *word, size_t n, const char *text)
{
    return n == strlen(text) && !strncasecmp(word, text, n);
}

/* The seat a word means: its name, "I", or "you" if there is only one other. -1: none. */
static int seat_meant(const draft *d, const char *word, size_t n)
{
    if (is(word, n, "I") || is(word, n, "me")) return d->seat;
    bool one = d->with_mask && !(d->with_mask & (d->with_mask - 1));
    if (is(word, n, "you")) return one ? __builtin_ctz(d->with_mask) : -1;
    return cli_seat_named(d->setup, word, n);
}

/* Whether there is a tile at this place: M3, or one of M3|C0. Everything else in a pattern is in lower case. */
static bool is_tile(const char *word, size_t n, size_t at)
{
    bool alone = at == 0 || !isalnum((unsigned char)word[at - 1]);
    bool ends = at + 2 == n || (at + 2 < n && !isalnum((unsigned char)word[at + 2]));
    return alone && ends && isupper((unsigned char)word[at]) && isdigit((unsigned char)word[at + 1]);
}

/* Writes a typed word as it is in a pattern: in lower case except for tiles, and 5k as 5000. */
static void put_pattern_word(kb_text *out, const char *word, size_t n)
{
    size_t digits = n;
    while (digits > 0 && isdigit((unsigned char)word[n - digits])) digits--;
    bool thousands = n > 1 && digits == 1 && (word[n - 1] == 'k' || word[n - 1] == 'K');
    for (size_t i = 0; i < n - thousands; i++) {
        char small = (char)tolower((unsigned char)word[i]);
        kb_put_n(out, is_tile(word, n, i) ? &word[i] : &small, 1);
    }
    if (thousands) kb_put(out, "000");
}

/* Writes the words of a pattern with single spaces. "at least 5k" becomes ">=5000", "any" becomes "*". */
static void put_pattern(kb_text *out, const char *text)
{
    const char *word;
    size_t n;
    for (bool first = true; (n = take_word(&text, &word)) > 0; first = false) {
        const char *bound = "";
        if (!first) kb_put(out, " ");
        if (is(word, n, "at") && (!strncasecmp(text, "least ", 6) || !strncasecmp(text, "most ", 5))) {
            bound = tolower((unsigned char)*text) == 'l' ? ">=" : "<=";
            take_word(&text, &word);
            n = take_word(&text, &word);
        }
        kb_put(out, bound);
        if (is(word, n, "any")) {
            kb_put(out, "*");
        } else {
            put_pattern_word(out, word, n);
        }
    }
}

/* The term in "turn", "this round" or "by the end of the next round". NULL: none. */
static const char *term_meant(const char *text)
{
    const char *word, *found = NULL;
    size_t n;
    while ((n = take_word(&text, &word)) > 0) {
        bool known = is(word, n, "this") || is(word, n, "the") || is(word, n, "by") || is(word, n, "end") ||
                     is(word, n, "of") || is(word, n, "to") || is(word, n, "until");
        for (int i = 0; i < KB_TERMS; i++)
            if (is(word, n, kb_term_names[i])) {
                bool next_round = found == kb_term_names[KB_TERM_NEXT] && i == KB_TERM_ROUND;
                known = next_round || !found;
                if (!next_round) found = kb_term_names[i];
            }
        if (!known) return NULL;
    }
    return found;
}

/* --- one line --------------------------------------------------------------------------------------- */

/* "if green: send doctor red" */
static bool read_condition(const draft *d, const char *text, clause *c, kb_text *why)
{
    const char *word;
    size_t n = take_word(&text, &word);
    if (n > 0 && word[n - 1] == ':') n--;
    c->if_seat = seat_meant(d, word, n);
    if (c->if_seat < 0) {
        kb_putf(why, "expected a seat after if, as in `if green: send doctor red`, but found `if %.*s`", (int)n, word);
        return false;
    }
    kb_text out = kb_text_in(c->condition, sizeof c->condition);
    put_pattern(&out, text);
    return true;
}

/* "[SEAT] will|wont PATTERN[, TERM][, if SEAT: PATTERN]". Modifies the text. */
static bool read_clause(const draft *d, char *text, clause *c, kb_text *why)
{
    const char *rest, *word;
    char *part = strtok_r(text, ",", &text);
    memset(c, 0, sizeof *c);
    c->seat = d->seat;
    c->if_seat = -1;
    c->term = kb_term_names[KB_TERM_TURN];
    rest = part ? part : "";
    size_t n = take_word(&rest, &word);
    int seat = seat_meant(d, word, n);
    if (seat >= 0) {
        c->seat = seat;
        n = take_word(&rest, &word);
    }
    bool will = is(word, n, "will"), wont = is(word, n, "wont") || is(word, n, "won't");
    if (will && !strncasecmp(rest, "not ", 4)) {
        take_word(&rest, &word);
        wont = true;
    }
    if (!will && !wont) {
        kb_putf(why, "expected who will or wont do what, as in `I will … ` or `green wont …`, but found `%.*s`", (int)n,
                word);
        return false;
    }
    c->wont = wont;
    kb_text deed = kb_text_in(c->deed, sizeof c->deed);
    put_pattern(&deed, rest);
    while ((part = strtok_r(NULL, ",", &text))) {
        part += strspn(part, " ");
        if (!strncasecmp(part, "if ", 3)) {
            if (!read_condition(d, part + 3, c, why)) return false;
        } else if (!(c->term = term_meant(part))) {
            kb_putf(why, "expected turn, round, next or game, or if …, but found `%.*s`", (int)strnlen(part, 80), part);
            return false;
        }
    }
    return true;
}

static bool read_clauses(draft *d, char *text, kb_text *why)
{
    char *rest = NULL;
    for (char *one = strtok_r(text, ";", &rest); one; one = strtok_r(NULL, ";", &rest)) {
        static clause c;
        if (!read_clause(d, one, &c, why)) return false;
        put_clause(d, &c);
    }
    if (!d->n) kb_put(why, "a pact has at least one promise");
    return d->n > 0;
}

/* "[secretly] [to] SEATS: PROMISE; PROMISE" */
static bool read_promise(draft *d, char *text, kb_text *why)
{
    char *colon = strchr(text, ':');
    const char *rest = text, *word;
    size_t n = take_word(&rest, &word);
    if (is(word, n, "secretly")) {
        d->secret = true;
        text = (char *)rest;
        n = take_word(&rest, &word);
    }
    if (is(word, n, "to") || is(word, n, "with")) text = (char *)rest;
    if (!colon || colon < text) {
        kb_put(why,
               "expected a seat and a colon first, as in `promise green: I will …`; `promise` alone asks step by step");
        return false;
    }
    d->with_mask = play_read_seats(d->setup, text, (size_t)(colon - text), why);
    if (!d->with_mask) return false;
    d->with_mask &= ~(1u << d->seat);
    if (!d->with_mask) kb_put(why, "you cannot promise to yourself; `vow` makes a promise to everybody");
    return d->with_mask && read_clauses(d, colon + 1, why);
}

/* --- step by step ----------------------------------------------------------------------------------- */

/* Reads an answer and removes spaces around it. NULL: the person cancels. The caller frees it. */
static char *ask(const char *question)
{
    char *line = play_read(question);
    if (line && !play_was_interrupted()) {
        size_t blanks = strspn(line, " "), n = strlen(line) - blanks;
        memmove(line, line + blanks, n + 1);
        while (n > 0 && line[n - 1] == ' ') line[--n] = '\0';
        if (strcasecmp(line, "stop") != 0 && strcasecmp(line, "quit") != 0) return line;
    }
    free(line);
    return NULL;
}

static void offer_seats(const draft *d, uint32_t mask)
{
    play_forget_words();
    for (int seat = 0; seat < d->setup->seats; seat++)
        if (mask >> seat & 1) play_offer_word(kb_seat_name(d->setup, seat));
}

static uint32_t everybody(const draft *d)
{
    return (1u << d->setup->seats) - 1;
}

static void put_seats(const draft *d, uint32_t mask, kb_text *out)
{
    const char *before = "";
    for (int seat = 0; seat < d->setup->seats; seat++) {
        if (!(mask >> seat & 1)) continue;
        kb_putf(out, "%s%s", before, kb_seat_name(d->setup, seat));
        before = ", ";
    }
}

static bool ask_with(draft *d)
{
    for (;;) {
        char question[256], reason[KB_WHY_MAX];
        kb_text out = kb_text_in(question, sizeof question), why = kb_text_in(reason, sizeof reason);
        kb_put(&out, "To whom (");
        put_seats(d, everybody(d) & ~(1u << d->seat), &out);
        kb_put(&out, "; Enter: a vow to all)? ");
        offer_seats(d, everybody(d) & ~(1u << d->seat));
        char *line = ask(question);
        if (!line) return false;
        bool vow = !*line;
        d->with_mask = vow ? 0 : play_read_seats(d->setup, line, strlen(line), &why) & ~(1u << d->seat);
        free(line);
        if (vow || d->with_mask) return true;
        printf("%s.\n", why.n ? reason : "You cannot promise to yourself");
    }
}

/* Asks for one of these seats. Enter means otherwise; -1 is none. False: the person cancels. */
static bool ask_seat(const draft *d, const char *about, uint32_t among, int otherwise, int *seat)
{
    for (;;) {
        char question[256];
        kb_text out = kb_text_in(question, sizeof question);
        kb_putf(&out, "%s (", about);
        put_seats(d, among, &out);
        kb_putf(&out, "; Enter: %s)? ", otherwise < 0 ? "none" : kb_seat_name(d->setup, otherwise));
        offer_seats(d, among);
        char *line = ask(question);
        if (!line) return false;
        *seat = *line ? seat_meant(d, line, strlen(line)) : otherwise;
        bool fine = !*line || (*seat >= 0 && among >> *seat & 1);
        free(line);
        if (fine) return true;
        puts("Choose one of these; `stop` cancels.");
    }
}

/* Asks for one of the words or its beginning. Enter means the first. */
static bool ask_word(const char *question, const char *const *words, int n, int *chosen)
{
    for (;;) {
        play_forget_words();
        for (int i = 0; i < n; i++) play_offer_word(words[i]);
        char *line = ask(question);
        if (!line) return false;
        *chosen = *line ? -1 : 0;
        for (int i = n - 1; i >= 0; i--)
            if (*line && !strncasecmp(words[i], line, strlen(line))) *chosen = i;
        free(line);
        if (*chosen >= 0) return true;
        puts("Choose one of these; `stop` cancels.");
    }
}

/* The forms that a pattern beginning with these words can have. 0, with the reason in why, if there are none. */
static uint32_t forms_after(const draft *d, const char *words, const char *more, kb_text *why)
{
    char text[PLAY_TEXT_MAX];
    kb_pattern pattern;
    int n = snprintf(text, sizeof text, "%s%s", words, more);
    return kb_pattern_read(d->setup, text, (size_t)n, &pattern, why) ? pattern.forms : 0;
}

static void put_word(const draft *d, int word, kb_text *out)
{
    kb_game_at(d->setup->game)->deeds->put_word(d->setup, word, out);
}

static void put_words(const draft *d, uint64_t words, kb_text *out)
{
    for (const char *before = ""; words; words &= words - 1, before = "|") {
        kb_put(out, before);
        put_word(d, __builtin_ctzll(words), out);
    }
}

/* Adds the words that can be at this place to the completions and to the question. */
static void offer_place(const draft *d, const kb_place *place, kb_text *question)
{
    if (place->kind == KB_PLACE_AMOUNT) {
        kb_put(question, "a number, as 5000, >=5000 or <=5000");
        return;
    }
    kb_putf(question, "%s: ", place->name);
    put_words(d, place->words, question);
    if (place->kind == KB_PLACE_PARTS) {
        kb_put(question, ".");
        put_words(d, place->parts, question);
    }
    for (uint64_t words = place->words; words; words &= words - 1) {
        char text[64];
        kb_text word = kb_text_in(text, sizeof text);
        put_word(d, __builtin_ctzll(words), &word);
        size_t n = word.n;
        if (place->kind != KB_PLACE_PARTS) play_offer_word(text);
        for (uint64_t parts = place->parts; parts; parts &= parts - 1) {
            word.n = n;
            kb_put(&word, ".");
            put_word(d, __builtin_ctzll(parts), &word);
            play_offer_word(text);
        }
    }
}

static bool is_same_place(const kb_place *a, const kb_place *b)
{
    return a->kind == b->kind && a->words == b->words && a->parts == b->parts && !strcmp(a->name, b->name);
}

/* Writes a question about the word at this place of these forms. Returns the word if only a fixed one is possible. */
static const char *offer_next(const draft *d, uint32_t forms, int place, kb_text *question)
{
    kb_deed_form form, before;
    const char *fixed = NULL;
    bool any = false;
    play_forget_words();
    for (; forms; forms &= forms - 1) {
        kb_game_at(d->setup->game)->deeds->form(d->setup, __builtin_ctz(forms), &form);
        if (place >= form.n || (any && is_same_place(&form.at[place], &before.at[place]))) continue;
        if (form.at[place].kind == KB_PLACE_FIXED && !any) fixed = form.at[place].name;
        if (any) kb_put(question, "; or ");
        if (form.at[place].kind != KB_PLACE_FIXED) offer_place(d, &form.at[place], question);
        before = form;
        any = true;
    }
    kb_put(question, "; * any, a|b either\n");
    play_offer_word("*");
    return fixed;
}

static bool ask_verb(const draft *d, char *pattern, size_t size)
{
    const kb_deeds *deeds = kb_game_at(d->setup->game)->deeds;
    const char *verbs[KB_FORMS_MAX];
    char question[512];
    kb_text out = kb_text_in(question, sizeof question);
    int n = 0, chosen;
    for (int i = 0; i < deeds->n_forms; i++) {
        kb_deed_form form;
        deeds->form(d->setup, i, &form);
        if (form.n >= 0 && (!n || strcmp(verbs[n - 1], deeds->verbs[i]) != 0)) verbs[n++] = deeds->verbs[i];
    }
    kb_put(&out, "  ");
    for (int i = 0; i < n; i++) kb_putf(&out, "%s%s", i ? ", " : "", verbs[i]);
    kb_put(&out, "\n");
    play_print(question);
    for (;;) {
        play_forget_words();
        for (int i = 0; i < n; i++) play_offer_word(verbs[i]);
        char *line = ask("Do what? ");
        if (!line) return false;
        chosen = -1;
        for (int i = n - 1; i >= 0; i--)
            if (*line && !strncasecmp(verbs[i], line, strcspn(line, " |"))) chosen = i;
        if (chosen >= 0) {
            kb_text text = kb_text_in(pattern, size);
            const char *rest = line + strcspn(line, " ");
            kb_put(&text, strchr(line, '|') ? "" : verbs[chosen]);
            put_pattern(&text, strchr(line, '|') ? line : rest); /* more words may follow the verb */
            if (!strchr(line, '|') && *rest) {
                text = kb_text_in(pattern, size);
                kb_putf(&text, "%s ", verbs[chosen]);
                put_pattern(&text, rest);
            }
        }
        free(line);
        if (chosen >= 0) return true;
        puts("Choose one of these; `stop` cancels.");
    }
}

/* Asks for a pattern word by word, and offers what fits. */
static bool ask_pattern(const draft *d, char *pattern, size_t size)
{
    char reason[KB_WHY_MAX];
    for (;;) {
        if (!ask_verb(d, pattern, size)) return false;
        kb_text why = kb_text_in(reason, sizeof reason);
        if (forms_after(d, pattern, " **", &why)) break;
        printf("%s.\n", reason);
    }
    for (;;) {
        char question[2048], tried[PLAY_TEXT_MAX], ignored[KB_WHY_MAX];
        kb_text out = kb_text_in(question, sizeof question), why = kb_text_in(ignored, sizeof ignored);
        uint32_t forms = forms_after(d, pattern, " * **", &why);
        why = kb_text_in(ignored, sizeof ignored);
        bool whole = forms_after(d, pattern, "", &why);
        if (!forms) return whole;
        int place = 0;
        for (const char *at = pattern; *at; at++) place += *at == ' ';
        kb_put(&out, "  ");
        const char *fixed = offer_next(d, forms, place, &out);
        if (fixed) {
            snprintf(pattern + strlen(pattern), size - strlen(pattern), " %s", fixed);
            continue;
        }
        play_print(question);
        snprintf(question, sizeof question, "%s … ", pattern);
        char *line = ask(question);
        if (!line) return false;
        kb_text text = kb_text_in(tried, sizeof tried);
        kb_putf(&text, "%s ", pattern);
        put_pattern(&text, line);
        bool empty = !*line;
        free(line);
        if (empty && whole) return true;
        why = kb_text_in(ignored, sizeof ignored);
        bool fits = !empty && forms_after(d, tried, " **", &why);
        why = kb_text_in(reason, sizeof reason);
        if (fits || (!empty && forms_after(d, tried, "", &why))) {
            snprintf(pattern, size, "%s", tried);
        } else {
            printf("%s.\n", empty ? "Expected a word; * means anything" : reason);
        }
    }
}

static bool ask_clause(draft *d)
{
    static const char *const ways[] = {"will", "wont"};
    static clause c;
    uint32_t parties = 1u << d->seat | d->with_mask;
    int way, term;
    memset(&c, 0, sizeof c);
    c.seat = d->seat;
    if (d->with_mask && !ask_seat(d, "Who promises", parties, d->seat, &c.seat)) return false;
    if (!ask_word("Will or wont [will]? ", ways, KB_COUNT(ways), &way)) return false;
    c.wont = way == 1;
    if (!ask_pattern(d, c.deed, sizeof c.deed)) return false;
    if (!ask_word("Until the end of the turn, round, next (round) or game [turn]? ", kb_term_names, KB_TERMS, &term))
        return false;
    c.term = kb_term_names[term];
    if (!ask_seat(d, "Only if somebody does something first", everybody(d), -1, &c.if_seat)) return false;
    if (c.if_seat >= 0 && !ask_pattern(d, c.condition, sizeof c.condition)) return false;
    put_clause(d, &c);
    return true;
}

/* False: the person cancels. */
static bool ask_draft(draft *d, bool vow)
{
    static const char *const yes_no[] = {"no", "yes"};
    int more = 1, secret = 0;
    if (!vow && !ask_with(d)) return false;
    while (more) {
        if (!ask_clause(d)) return false;
        more = 0;
        if (d->n < KB_PACT_PROMISES_MAX && !ask_word("One more promise in this pact [no]? ", yes_no, 2, &more))
            return false;
    }
    if (d->with_mask && !ask_word("Secret, between you alone [no]? ", yes_no, 2, &secret)) return false;
    d->secret = secret;
    return true;
}

bool play_make_promise(play_session *s, int seat, bool vow, const char *typed, kb_text *why)
{
    static draft d; /* static because it is large */
    begin_draft(&d, s, seat);
    if (!*typed) {
        puts("Step by step; `stop` cancels.");
        if (ask_draft(&d, vow)) return propose(&d, why);
        kb_put(why, "nothing was promised");
        return false;
    }
    char *text = strdup(typed);
    bool read = text && (vow ? read_clauses(&d, text, why) : read_promise(&d, text, why));
    free(text);
    return read && propose(&d, why);
}
