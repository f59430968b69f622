/* pattern.c: reads patterns by the grammar of a game's deeds, and matches them.
 *
 * A pattern is read word by word into tokens, each with its alternatives. It is valid if every alternative of every
 * token occurs in some deed that the other tokens match too. Words at different places of one form are independent,
 * so this is checked place by place. */
#include "pattern.h"

enum {
    TOKENS_MAX = KB_PLACES + 2, /* one more than any deed has, so that a longer pattern fits none */
    WORD_TEXT_MAX = 16,
    NUMBER_DIGITS = 9
};

/* A stretch of the pattern. */
typedef struct piece {
    const char *at;
    size_t n;
} piece;

typedef enum token_kind { ANY_WORD, WORD, AT_LEAST, AT_MOST, PARTS } token_kind;

typedef struct token {
    token_kind kind;
    piece text;
    piece first, second; /* WORD: alternatives in first; PARTS: in both */
    int32_t bound;
    /* What it can mean. */
    uint64_t words, parts;
    bool number; /* some amount */
} token;

typedef struct reading {
    const kb_setup *setup;
    const kb_deeds *deeds;
    token tokens[TOKENS_MAX];
    int n;
    bool open_end;  /* the last word is ** */
    uint32_t forms; /* those described: of the verbs that are named */
    kb_deed_form form[KB_FORMS_MAX];
} reading;

static bool equal(piece a, const char *b)
{
    return kb_equal(a.at, a.n, b);
}

/* The number a piece says, as games write them, or -1. */
static int32_t number_of(piece p)
{
    int32_t number = 0;
    if (p.n < 1 || p.n > NUMBER_DIGITS || (p.n > 1 && *p.at == '0')) return -1;
    for (size_t i = 0; i < p.n; i++) {
        if (p.at[i] < '0' || p.at[i] > '9') return -1;
        number = number * 10 + (p.at[i] - '0');
    }
    return number;
}

/* Takes the part before the next separator; false once all is taken. rest->at NULL: nothing is left. */
static bool split(piece *rest, char separator, piece *front)
{
    if (!rest->at) return false;
    size_t n = 0;
    while (n < rest->n && rest->at[n] != separator) n++;
    front->at = rest->at;
    front->n = n;
    bool last = n == rest->n;
    rest->at = last ? NULL : rest->at + n + 1;
    rest->n = last ? 0 : rest->n - n - 1;
    return true;
}

/* --- tokens -------------------------------------------------------------------------------------- */

static bool is_star(piece p)
{
    return p.n == 1 && *p.at == '*';
}

static token token_of(piece word)
{
    token t = {.kind = WORD, .text = word, .first = word};
    piece rest = word;
    if (is_star(word)) t.kind = ANY_WORD;
    if (word.n > 2 && (*word.at == '>' || *word.at == '<') && word.at[1] == '=') {
        piece digits = {word.at + 2, word.n - 2};
        t.bound = number_of(digits);
        if (t.bound >= 0) t.kind = *word.at == '>' ? AT_LEAST : AT_MOST;
        return t;
    }
    split(&rest, '.', &t.first);
    if (rest.at) {
        t.kind = PARTS;
        t.second = rest;
    }
    return t;
}

static void read_tokens(reading *r, const char *text, size_t n)
{
    piece rest = {text, n}, word;
    while (r->n < TOKENS_MAX && split(&rest, ' ', &word)) {
        if (!rest.at && r->n > 0 && word.n == 2 && word.at[0] == '*' && word.at[1] == '*') {
            r->open_end = true;
            break;
        }
        r->tokens[r->n++] = token_of(word);
    }
}

/* --- words and places ----------------------------------------------------------------------------- */

static piece word_text(const reading *r, int word, char buffer[WORD_TEXT_MAX])
{
    kb_text text = kb_text_in(buffer, WORD_TEXT_MAX);
    r->deeds->put_word(r->setup, word, &text);
    KB_ASSERT(!text.cut);
    piece p = {text.at, text.n};
    return p;
}

static int word_named(const reading *r, piece text)
{
    char buffer[WORD_TEXT_MAX];
    if (r->deeds->word_named) return r->deeds->word_named(r->setup, text.at, text.n);
    for (int word = 0; word < r->deeds->n_words; word++)
        if (equal(text, word_text(r, word, buffer).at)) return word;
    return -1;
}

/* The words of the game among these alternatives; a star is all of them. */
static uint64_t words_among(const reading *r, piece alternatives)
{
    uint64_t words = 0;
    piece one;
    if (is_star(alternatives)) return ~0ull;
    while (split(&alternatives, '|', &one)) {
        int word = word_named(r, one);
        if (word >= 0) words |= 1ull << word;
    }
    return words;
}

/* The words possible at a token's place, if there is only one form. */
static uint64_t words_at(const reading *r, int place)
{
    uint64_t words = 0;
    for (uint32_t left = r->forms; left; left &= left - 1) {
        const kb_deed_form *form = &r->form[kb_lowest_bit(left)];
        if (place >= 0 && place < form->n && form->at[place].kind == KB_PLACE_WORD) words |= form->at[place].words;
    }
    return words;
}

static uint64_t words_in_bound(const reading *r, const token *t)
{
    uint64_t words = 0;
    for (uint64_t left = words_at(r, (int)(t - r->tokens) - 1); left; left &= left - 1) {
        char buffer[WORD_TEXT_MAX];
        int word = __builtin_ctzll(left);
        int32_t number = number_of(word_text(r, word, buffer));
        if (number >= 0 && (t->kind == AT_LEAST ? number >= t->bound : number <= t->bound)) words |= 1ull << word;
    }
    return words;
}

static bool has_alternatives(piece p)
{
    for (size_t i = 0; i < p.n; i++)
        if (p.at[i] == '|') return true;
    return false;
}

static bool has_number(piece alternatives)
{
    piece one;
    while (split(&alternatives, '|', &one))
        if (number_of(one) >= 0) return true;
    return false;
}

static bool has_text(piece alternatives, const char *text)
{
    piece one;
    while (split(&alternatives, '|', &one))
        if (equal(one, text)) return true;
    return false;
}

/* Computes what the token can mean. */
static void understand(const reading *r, token *t)
{
    bool bound = t->kind == AT_LEAST || t->kind == AT_MOST;
    t->words = bound ? words_in_bound(r, t) : words_among(r, t->first);
    t->parts = t->kind == PARTS ? words_among(r, t->second) : 0;
    t->number = bound || (t->kind == WORD && has_number(t->first));
}

/* Finds the words of all tokens but the first, which names verbs. */
static void understand_words(reading *r)
{
    for (int i = 1; i < r->n; i++) understand(r, &r->tokens[i]);
}

/* Whether the token matches some word possible at the place. */
static bool fits_place(const token *t, const kb_place *place)
{
    if (t->kind == ANY_WORD) return true;
    switch (place->kind) {
    case KB_PLACE_FIXED: return t->kind == WORD && has_text(t->first, place->name);
    case KB_PLACE_WORD: return t->kind != PARTS && (t->words & place->words);
    case KB_PLACE_PARTS: return t->kind == PARTS && (t->words & place->words) && (t->parts & place->parts);
    case KB_PLACE_AMOUNT: return t->number;
    }
    return false;
}

/* Whether the first n tokens fit the form; all of them must also be as many as it has. */
static bool fits_form(const reading *r, int n, const kb_deed_form *form)
{
    if (form->n < 0 || n > form->n + 1) return false;
    if (n == r->n && !r->open_end && n != form->n + 1) return false;
    if (n > 0 && (r->tokens[0].kind != WORD || !has_text(r->tokens[0].first, form->verb))) return false;
    for (int i = 1; i < n; i++)
        if (!fits_place(&r->tokens[i], &form->at[i - 1])) return false;
    return true;
}

static uint32_t forms_fitting(const reading *r, int n)
{
    uint32_t forms = 0;
    for (uint32_t left = r->forms; left; left &= left - 1) {
        int i = kb_lowest_bit(left);
        forms |= (uint32_t)fits_form(r, n, &r->form[i]) << i;
    }
    return forms;
}

/* Describes the forms of the verbs among these, or all of them. */
static void describe(reading *r, const piece *verbs)
{
    bool several = verbs && has_alternatives(*verbs);
    r->forms = 0;
    for (int i = 0; i < r->deeds->n_forms; i++) {
        const char *verb = r->deeds->verbs[i];
        if (verbs && !(several ? has_text(*verbs, verb) : equal(*verbs, verb))) continue;
        r->deeds->form(r->setup, i, &r->form[i]);
        r->forms |= 1u << i;
    }
}

/* --- refusing ------------------------------------------------------------------------------------- */

static void put_words(const reading *r, uint64_t words, kb_text *out)
{
    for (const char *before = ""; words; words &= words - 1) {
        kb_put(out, before);
        r->deeds->put_word(r->setup, __builtin_ctzll(words), out);
        before = "|";
    }
}

static void put_place(const reading *r, const kb_place *place, kb_text *out)
{
    switch (place->kind) {
    case KB_PLACE_FIXED: kb_put(out, place->name); break;
    case KB_PLACE_WORD: put_words(r, place->words, out); break;
    case KB_PLACE_PARTS:
        put_words(r, place->words, out);
        kb_put(out, ".");
        put_words(r, place->parts, out);
        break;
    case KB_PLACE_AMOUNT: kb_put(out, "AMOUNT"); break;
    }
}

/* The words after the first n words in these forms, each once. */
static void put_what_fits(const reading *r, uint32_t forms, int n, kb_text *out)
{
    const char *before = "expected ";
    bool ended = false;
    for (int i = 0; i < r->deeds->n_forms; i++) {
        const kb_deed_form *form = &r->form[i];
        if (!(forms >> i & 1)) continue;
        bool told = false; /* forms of one verb are adjacent */
        if (n == 0 && i > 0 && forms >> (i - 1) & 1)
            told = kb_equal(form[-1].verb, kb_length(form[-1].verb), form->verb);
        if (told || (ended && n > form->n)) continue;
        kb_put(out, before);
        before = n ? " or " : " ";
        if (n == 0) {
            kb_put(out, form->verb);
        } else if (n > form->n) {
            kb_put(out, "nothing more");
            ended = true;
        } else {
            put_place(r, &form->at[n - 1], out);
        }
    }
}

static bool refuse(const reading *r, piece culprit, uint32_t forms, int n, kb_text *why)
{
    kb_putf(why, "'%.*s' does not fit", (int)culprit.n, culprit.at);
    if (n > 0) {
        const char *start = r->tokens[0].text.at;
        const token *last = &r->tokens[n - 1];
        kb_putf(why, " after '%.*s'", (int)(last->text.at + last->text.n - start), start);
    }
    kb_put(why, ": ");
    put_what_fits(r, forms, n, why);
    return false;
}

/* Finds the first word that fits no form, and says what is expected there, or that the pattern ends too early. */
static bool refuse_whole(reading *r, kb_text *why)
{
    reading prefix = *r;
    prefix.open_end = true;
    describe(&prefix, NULL);
    understand_words(&prefix);
    for (int n = 1; n <= r->n; n++)
        if (!forms_fitting(&prefix, n))
            return refuse(&prefix, r->tokens[n - 1].text, forms_fitting(&prefix, n - 1), n - 1, why);
    kb_put(why, "the pattern is incomplete: ");
    put_what_fits(&prefix, forms_fitting(&prefix, r->n), r->n, why);
    return false;
}

/* --- reading -------------------------------------------------------------------------------------- */

/* Whether every alternative of this part of the token is possible together with the rest of the pattern. */
static bool alternatives_fit(reading *r, token *t, piece *alternatives, kb_text *why)
{
    piece all = *alternatives, rest = all, one;
    bool fit = true;
    if (!has_alternatives(all)) return true; /* the pattern as a whole fits */
    while (fit && split(&rest, '|', &one)) {
        *alternatives = one;
        understand(r, t);
        fit = !is_star(one) && forms_fitting(r, r->n); /* * is not an alternative */
    }
    *alternatives = all;
    understand(r, t);
    return fit || refuse(r, one, forms_fitting(r, r->n), (int)(t - r->tokens), why);
}

static bool every_alternative_fits(reading *r, kb_text *why)
{
    for (int i = 0; i < r->n; i++) {
        token *t = &r->tokens[i];
        if (t->kind == WORD || t->kind == PARTS)
            if (!alternatives_fit(r, t, &t->first, why)) return false;
        if (t->kind == PARTS && !alternatives_fit(r, t, &t->second, why)) return false;
    }
    return true;
}

static bool is_literal(piece p)
{
    return !is_star(p) && !has_alternatives(p);
}

/* One word, or both parts of one, written out. */
static bool is_named(const token *t)
{
    return (t->kind == WORD || t->kind == PARTS) && is_literal(t->first) && (t->kind == WORD || is_literal(t->second));
}

static void compile(const reading *r, kb_pattern *out)
{
    const uint64_t none = 1ull << KB_NO_WORD;
    for (int place = 0; place < KB_PLACES; place++) {
        const token *t = place + 1 < r->n ? &r->tokens[place + 1] : NULL;
        out->words[place] = out->parts[place] = ~0ull;
        if (!t || t->kind == ANY_WORD) {
            out->any = (uint8_t)(out->any | 1u << place);
            continue;
        }
        out->words[place] = none | t->words;
        if (t->kind == PARTS) out->parts[place] = none | t->parts;
        if (is_named(t)) out->named = (uint8_t)(out->named | 1u << place);
    }
}

bool kb_pattern_read(const kb_setup *setup, const char *text, size_t n, kb_pattern *out, kb_text *why)
{
    reading r;
    r.setup = setup;
    r.deeds = kb_game_at(setup->game)->deeds;
    r.n = 0;
    r.forms = 0;
    r.open_end = false;
    r.tokens[0].first = (piece){text, 0}; /* there may be no token */
    if (n > KB_PATTERN_MAX) {
        kb_putf(why, "a pattern has at most %d bytes, not %d", KB_PATTERN_MAX, (int)n);
        return false;
    }
    __builtin_memset(out, 0, sizeof *out);
    out->n = (uint8_t)n;
    __builtin_memcpy(out->text, text, n);
    read_tokens(&r, out->text, n);
    describe(&r, &r.tokens[0].first);
    understand_words(&r);
    out->forms = forms_fitting(&r, r.n);
    if (!out->forms) return refuse_whole(&r, why);
    if (!every_alternative_fits(&r, why)) return false;
    compile(&r, out);
    return true;
}

/* --- matching ------------------------------------------------------------------------------------- */

/* The word of the pattern at a place. */
static piece word_at(const kb_pattern *pattern, int place)
{
    piece rest = {pattern->text, pattern->n}, word = rest;
    for (int i = 0; i <= place + 1; i++) split(&rest, ' ', &word);
    return word;
}

/* How many of a run of amounts, from this one up in steps, the word at the place of the amount fits. */
static uint32_t amounts_fitting(piece word, int32_t amount, uint32_t n, uint32_t step)
{
    token t = token_of(word);
    uint32_t below = 0, fitting = 0; /* below: how many are less than the bound, or no more than it */
    piece one, rest;
    if (t.kind == AT_LEAST || t.kind == AT_MOST) {
        int64_t short_of = (int64_t)t.bound + (t.kind == AT_MOST) - amount;
        if (short_of > 0) below = (uint32_t)((short_of + step - 1) / step);
        if (below > n) below = n;
        return t.kind == AT_LEAST ? n - below : below;
    }
    for (uint32_t i = 0; i < n; i++) {
        bool fits = false;
        for (rest = word; !fits && split(&rest, '|', &one);) fits = number_of(one) == amount + (int32_t)(i * step);
        fitting += fits;
    }
    return fitting;
}

uint32_t kb_pattern_matches(const kb_pattern *pattern, const kb_deeds *deeds, const kb_deed *deed, uint32_t n,
                            uint32_t step, bool any_number)
{
    if (!(pattern->forms >> deed->form & 1)) return 0;
    int excused = any_number ? deeds->excused_at[deed->form] : KB_NO_PLACE;
    int amount_at = deeds->amount_at[deed->form];
    for (int place = 0; place < KB_PLACES; place++) {
        uint64_t fits = pattern->words[place] >> deed->word[place] & pattern->parts[place] >> deed->part[place];
        if (!(fits & 1) && place != excused) return 0;
    }
    if (amount_at == KB_NO_PLACE) return n;
    if (amount_at == excused || pattern->any >> amount_at & 1) return n;
    return amounts_fitting(word_at(pattern, amount_at), deed->amount, n, step);
}

void kb_put_deed(const kb_setup *setup, const kb_deed *deed, kb_text *out)
{
    const kb_deeds *deeds = kb_game_at(setup->game)->deeds;
    kb_deed_form form;
    deeds->form(setup, deed->form, &form);
    kb_put(out, form.verb);
    for (int i = 0; i < form.n; i++) {
        kb_put(out, " ");
        switch (form.at[i].kind) {
        case KB_PLACE_FIXED: kb_put(out, form.at[i].name); break;
        case KB_PLACE_AMOUNT: kb_putf(out, "%d", deed->amount); break;
        case KB_PLACE_WORD: deeds->put_word(setup, deed->word[i], out); break;
        case KB_PLACE_PARTS:
            deeds->put_word(setup, deed->word[i], out);
            kb_put(out, ".");
            deeds->put_word(setup, deed->part[i], out);
            break;
        }
    }
}
