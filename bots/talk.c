/* talk.c: splits lines of talk into words, clauses and promises. */
#include "talk.h"

#include "../core/game.h"
#include "../engine/promises.h"
#include "policy.h"

#include <stdarg.h>

enum { LINE_MAX = 400, WORDS_MAX = 64, CLAUSES_MAX = 6, HEARD_MAX = 2048 };

/* --- words of all games --------------------------------------------------------------------------- */

static const talk_word common[] = {
    {"i", TALK_I, 0},
    {"i'll", TALK_I, 0},
    {"ich", TALK_I, 0},
    {"you", TALK_YOU, 0},
    {"you'll", TALK_YOU, 0},
    {"du", TALK_YOU, 0},
    {"ihr", TALK_YOU, 0},
    {"dir", TALK_YOU, 0},
    {"dich", TALK_YOU, 0},
    {"me", TALK_ME, 0},
    {"mir", TALK_ME, 0},
    {"mich", TALK_ME, 0},
    {"my", TALK_MY, 0},
    {"mine", TALK_MY, 0},
    {"mein", TALK_MY, 0},
    {"meine", TALK_MY, 0},
    {"meinen", TALK_MY, 0},
    {"meinem", TALK_MY, 0},
    {"meiner", TALK_MY, 0},
    {"your", TALK_YOUR, 0},
    {"yours", TALK_YOUR, 0},
    {"dein", TALK_YOUR, 0},
    {"deine", TALK_YOUR, 0},
    {"deinen", TALK_YOUR, 0},
    {"deinem", TALK_YOUR, 0},
    {"deiner", TALK_YOUR, 0},
    {"not", TALK_NOT, 0},
    {"don't", TALK_NOT, 0},
    {"dont", TALK_NOT, 0},
    {"won't", TALK_NOT, 0},
    {"wont", TALK_NOT, 0},
    {"never", TALK_NOT, 0},
    {"no", TALK_NOT, 0},
    {"nicht", TALK_NOT, 0},
    {"nie", TALK_NOT, 0},
    {"kein", TALK_NOT, 0},
    {"keine", TALK_NOT, 0},
    {"keinen", TALK_NOT, 0},
    {"if", TALK_IF, 0},
    {"wenn", TALK_IF, 0},
    {"falls", TALK_IF, 0},
    {"and", TALK_AND, 0},
    {"und", TALK_AND, 0},
    {"then", TALK_AND, 0},
    {"dann", TALK_AND, 0},
    {"so", TALK_AND, 0},
    {"for", TALK_FOR, 0},
    {"fuer", TALK_FOR, 0},
    {"the", TALK_ARTICLE, 0},
    {"der", TALK_ARTICLE, 0},
    {"die", TALK_ARTICLE, 0},
    {"das", TALK_ARTICLE, 0},
    {"den", TALK_ARTICLE, 0},
    {"dem", TALK_ARTICLE, 0},
    {"this turn", TALK_TERM, KB_TERM_TURN},
    {"this time", TALK_TERM, KB_TERM_TURN},
    {"now", TALK_TERM, KB_TERM_TURN},
    {"jetzt", TALK_TERM, KB_TERM_TURN},
    {"diesen zug", TALK_TERM, KB_TERM_TURN},
    {"in diesem zug", TALK_TERM, KB_TERM_TURN},
    {"this round", TALK_TERM, KB_TERM_ROUND},
    {"today", TALK_TERM, KB_TERM_ROUND},
    {"diese runde", TALK_TERM, KB_TERM_ROUND},
    {"in dieser runde", TALK_TERM, KB_TERM_ROUND},
    {"next round", TALK_TERM, KB_TERM_NEXT},
    {"next turn", TALK_TERM, KB_TERM_NEXT},
    {"next time", TALK_TERM, KB_TERM_NEXT},
    {"naechste runde", TALK_TERM, KB_TERM_NEXT},
    {"in der naechsten runde", TALK_TERM, KB_TERM_NEXT},
    {"naechstes mal", TALK_TERM, KB_TERM_NEXT},
    {"all game", TALK_TERM, KB_TERM_GAME},
    {"for the whole game", TALK_TERM, KB_TERM_GAME},
    {"ever", TALK_TERM, KB_TERM_GAME},
    {"das ganze spiel", TALK_TERM, KB_TERM_GAME},
    {"nie mehr", TALK_TERM, KB_TERM_GAME},
};

static const char *const number_words[][2] = {
    {"zero", "null"}, {"one", "eins"},     {"two", "zwei"},   {"three", "drei"}, {"four", "vier"}, {"five", "fuenf"},
    {"six", "sechs"}, {"seven", "sieben"}, {"eight", "acht"}, {"nine", "neun"},  {"ten", "zehn"},
};

/* What a number is multiplied by. */
static const struct {
    const char *text;
    int32_t times;
} scales[] = {
    {"k", 1000},      {"thousand", 1000}, {"tausend", 1000},    {"tsd", 1000},          {"grand", 1000},
    {"hundred", 100}, {"hundert", 100},   {"million", 1000000}, {"millionen", 1000000}, {"mio", 1000000},
};

/* Parts of larger numbers in words, which are not read. */
static const char *const number_parts[] = {"twenty", "thirty",  "forty",  "fifty",
                                           "sixty",  "seventy", "eighty", "ninety"};

/* --- words ------------------------------------------------------------------------------------------ */

typedef struct token {
    uint8_t kind;
    int32_t value;
} token;

typedef struct sentence {
    char text[LINE_MAX * 2 + 2]; /* normalised: lower case, no accents, single spaces; a comma is a word */
    size_t n;
    token word[WORDS_MAX];
    int n_words;
    bool puzzling; /* it has a number that cannot be read */
} sentence;

static void add_char(sentence *s, char c)
{
    if (c == ' ' && (!s->n || s->text[s->n - 1] == ' ')) return;
    if (s->n + 1 < sizeof s->text) s->text[s->n++] = c;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ASCII and German letters in lower case: the words that are known are English and German, and bots use no library. */
static void normalise(sentence *s, const char *line, size_t n)
{
    static const struct {
        const char *from, *to;
    } folded[] = {
        {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"Ä", "ae"}, {"Ö", "oe"}, {"Ü", "ue"}, {"ß", "ss"}, {"’", "'"},
    };
    if (n > LINE_MAX) n = LINE_MAX;
    for (size_t i = 0; i < n;) {
        int fold = -1;
        for (int f = 0; f < KB_COUNT(folded); f++)
            if (kb_length(folded[f].from) <= n - i && kb_equal(line + i, kb_length(folded[f].from), folded[f].from))
                fold = f;
        if (fold >= 0) {
            for (const char *to = folded[fold].to; *to; to++) add_char(s, *to);
            i += kb_length(folded[fold].from);
            continue;
        }
        char c = line[i++];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        bool inside = s->n && i < n && is_digit(s->text[s->n - 1]) && is_digit(line[i]);
        if ((c >= 'a' && c <= 'z') || is_digit(c) || c == '\'' || ((c == '.' || c == ',') && inside)) {
            add_char(s, c);
        } else {
            add_char(s, ' ');
            if (c == ',' || c == ';' || c == ':') {
                add_char(s, ',');
                add_char(s, ' ');
            }
        }
    }
    while (s->n && s->text[s->n - 1] == ' ') s->n--;
    s->text[s->n] = 0;
}

static size_t word_length(const char *at)
{
    size_t n = 0;
    while (at[n] && at[n] != ' ') n++;
    return n;
}

/* The length of these words in bytes if the text begins with them, else 0. */
static size_t begins(const char *at, const char *words)
{
    size_t n = kb_length(words);
    for (size_t i = 0; i < n; i++)
        if (at[i] != words[i]) return 0;
    return at[n] == 0 || at[n] == ' ' ? n : 0;
}

static bool add_token(sentence *s, int kind, int32_t value)
{
    if (s->n_words == WORDS_MAX) return false;
    s->word[s->n_words].kind = (uint8_t)kind;
    s->word[s->n_words++].value = value;
    return true;
}

static size_t longest(const talk_word *words, int n, const char *at, const talk_word **found, size_t least)
{
    for (int i = 0; i < n; i++) {
        size_t length = begins(at, words[i].text);
        if (length > least) {
            least = length;
            *found = &words[i];
        }
    }
    return least;
}

/* "Green", "Green's", "Grün", "Grüns" */
static int seat_named(const kb_setup *setup, const bot_talk *talk, const char *word, size_t n)
{
    if (n > 2 && word[n - 2] == '\'') n -= 2;
    for (int cut = 0; cut < 2; cut++) {
        size_t most = n - (size_t)(cut && n > 3 && word[n - 1] == 's');
        for (int seat = 0; seat < setup->seats; seat++) {
            if (kb_equal(word, most, kb_seat_name(setup, seat))) return seat;
            if (talk && kb_equal(word, most, talk->german_seats[seat])) return seat;
        }
    }
    return -1;
}

/* --- numbers ---------------------------------------------------------------------------------------- */

enum { NUMBER_MAX = 9999999 };

static bool is_separator(char c)
{
    return c == '.' || c == ',' || c == '\'';
}

/* Digits, all in one or in groups of three: 12000, 12.000, 12'000. A number that is too large stays so. */
static int64_t take_digits(const char **at)
{
    const char *from = *at;
    int64_t number = 0;
    for (; is_digit(**at) || is_separator(**at); ++*at) {
        const char *p = *at;
        bool group = is_separator(*p) && is_digit(p[1]) && is_digit(p[2]) && is_digit(p[3]) && !is_digit(p[4]);
        bool grouped = p - from <= 3 || is_separator(p[-4]);
        if (!is_digit(*p) && !(group && grouped)) break;
        if (is_digit(*p) && number <= NUMBER_MAX) number = number * 10 + (*p - '0');
    }
    return number;
}

/* The word that multiplies a number, at once or after a blank: 12k, 12 k, 12 thousand. 1: there is none. */
static int32_t take_scale(const char **at)
{
    const char *word = *at + (**at == ' ');
    for (int i = 0; i < KB_COUNT(scales); i++) {
        size_t n = begins(word, scales[i].text);
        if (!n) continue;
        *at = word + n;
        return scales[i].times;
    }
    return 1;
}

/* A number in digits, with its scale: "12000", "12.000", "12k", "1.5k", "12 thousand". Moves behind it. False: it is too
 * large, or it cannot be told what is meant. */
static bool take_figure(const char **at, int64_t *number)
{
    const char *from = *at;
    int32_t part = 0, parts = 1;
    *number = take_digits(at);
    bool grouped = false;
    for (const char *p = from; p < *at; p++) grouped = grouped || is_separator(*p);
    if (is_separator(**at))
        for (++*at; is_digit(**at) && parts < 100; ++*at, parts *= 10) part = part * 10 + (**at - '0');
    int32_t scale = take_scale(at);
    if (scale < parts || (grouped && scale > 1)) return false;
    *number = *number * scale + part * scale / parts;
    return *number <= NUMBER_MAX;
}

/* Returns where the words of the number end. In "10000er" the ending marks a post, as an article does. */
static const char *add_number(sentence *s, const char *word, size_t n)
{
    const char *at = word;
    int64_t number = -1;
    for (int i = 0; i < KB_COUNT(number_words) * 2; i++) {
        const char *name = number_words[i / 2][i % 2];
        size_t length = kb_length(name);
        bool fits = n >= length && kb_equal(word, length, name);
        if (!fits ||
            !(n == length || kb_equal(word + length, n - length, "s") || kb_equal(word + length, n - length, "en")))
            continue;
        at = word + n;
        number = (int64_t)(i / 2) * take_scale(&at);
    }
    for (int i = 0; i < KB_COUNT(number_parts); i++)
        if (begins(word, number_parts[i])) s->puzzling = true;
    if (is_digit(*word)) {
        bool clear = take_figure(&at, &number);
        size_t left = word_length(at);
        bool post = kb_equal(at, left, "er") || kb_equal(at, left, "s");
        if (post) add_token(s, TALK_ARTICLE, 0);
        if (!clear || (left && !post)) s->puzzling = true;
        at += left;
    }
    if (number < 0) return word + n;
    if (s->n_words && s->word[s->n_words - 1].kind == TALK_NUMBER) s->puzzling = true;
    add_token(s, TALK_NUMBER, s->puzzling ? 0 : (int32_t)number);
    return at;
}

/* --- all words ------------------------------------------------------------------------------------ */

static void read_words(sentence *s, const kb_setup *setup, const bot_talk *talk)
{
    for (const char *at = s->text; *at;) {
        size_t n = word_length(at);
        const talk_word *found = NULL;
        size_t taken = longest(talk->words, talk->n_words, at, &found, 0);
        taken = longest(common, KB_COUNT(common), at, &found, taken);
        int seat = found ? -1 : seat_named(setup, talk, at, n);
        const char *next = at + (found ? taken : n);
        if (found) {
            add_token(s, found->kind, found->value);
        } else if (seat >= 0) {
            add_token(s, TALK_SEAT, seat);
        } else if (*at == ',') {
            add_token(s, TALK_AND, 0);
        } else {
            next = add_number(s, at, n);
        }
        for (at = next; *at == ' ';) at++;
    }
}

/* --- clauses ---------------------------------------------------------------------------------------- */

/* Whether a clause begins here: there is a verb before the next word that may begin a clause. */
static bool begins_clause(const sentence *s, int from)
{
    for (int i = from; i < s->n_words; i++) {
        if (s->word[i].kind == TALK_VERB) return true;
        if (s->word[i].kind == TALK_AND || s->word[i].kind == TALK_IF) return false;
    }
    return false;
}

static void name_seat(talk_clause *c, int seat)
{
    if (c->subject == KB_NONE && c->verb == TALK_NOTHING) {
        c->subject = (uint8_t)seat;
    } else if (c->whom == KB_NONE) {
        c->whom = (uint8_t)seat;
    }
}

static void add_thing(talk_clause *c, int value, int *owner)
{
    if (c->n_things < TALK_THINGS_MAX) {
        c->thing[c->n_things].value = (uint8_t)value;
        c->thing[c->n_things++].owner = (uint8_t)*owner;
    }
    *owner = KB_NONE;
}

static void add_amount(talk_clause *c, const sentence *s, int i)
{
    if (c->n_numbers == TALK_NUMBERS_MAX) return;
    talk_number *number = &c->number[c->n_numbers++];
    bool followed = i + 1 < s->n_words && s->word[i + 1].kind == TALK_THING;
    number->value = s->word[i].value;
    number->article = i > 0 && s->word[i - 1].kind == TALK_ARTICLE;
    number->thing = followed ? s->word[i + 1].value : TALK_NOTHING;
}

static talk_clause empty_clause(void)
{
    talk_clause c;
    __builtin_memset(&c, 0, sizeof c);
    c.subject = c.whom = KB_NONE;
    c.verb = c.term = TALK_NOTHING;
    return c;
}

/* Whether a subject with its own verb begins here, as in "give me this I give you that", which needs no "and". */
static bool is_subject(const sentence *s, int i)
{
    if (s->word[i].kind != TALK_I && s->word[i].kind != TALK_YOU) return false;
    i++;
    if (i < s->n_words && s->word[i].kind == TALK_NOT) i++;
    return i < s->n_words && s->word[i].kind == TALK_VERB;
}

/* Reads words into the clause until the next one begins. Returns where that is. */
static int read_clause(const sentence *s, int i, const talk_scene *scene, talk_clause *c)
{
    int owner = KB_NONE;
    for (; i < s->n_words; i++) {
        const token *word = &s->word[i];
        bool content = c->verb != TALK_NOTHING || c->n_numbers || c->n_things;
        bool separates = word->kind == TALK_AND || word->kind == TALK_IF;
        if (separates && content && begins_clause(s, i + 1)) return i;
        if (c->verb != TALK_NOTHING && is_subject(s, i)) return i;
        switch ((talk_kind)word->kind) {
        case TALK_NUMBER: add_amount(c, s, i); break;
        case TALK_I: c->subject = (uint8_t)scene->speaker; break;
        case TALK_YOU: name_seat(c, scene->listener); break;
        case TALK_ME: c->whom = (uint8_t)scene->speaker; break;
        case TALK_MY: owner = scene->speaker; break;
        case TALK_YOUR: owner = scene->listener; break;
        case TALK_SEAT:
            if (i + 1 < s->n_words && s->word[i + 1].kind == TALK_THING) {
                owner = word->value;
            } else {
                name_seat(c, word->value);
            }
            break;
        case TALK_NOT: c->wont = true; break;
        case TALK_IF: c->is_condition = true; break;
        case TALK_FOR: c->is_exchange = true; break;
        case TALK_AND:
        case TALK_ARTICLE: break;
        case TALK_TERM: c->term = (uint8_t)word->value; break;
        case TALK_VERB:
            if (c->verb == TALK_NOTHING) c->verb = (uint8_t)word->value;
            break;
        case TALK_THING: add_thing(c, word->value, &owner); break;
        }
    }
    return i;
}

/* --- promises --------------------------------------------------------------------------------------- */

/* "If you send a doctor to me, your clerk gets nothing": harm on a condition is a threat, not a proposal. */
static bool is_threat(const bot_talk *talk, const talk_scene *scene)
{
    bool conditional = false, harm = false;
    for (int i = 0; i < scene->n_clauses; i++) {
        const talk_clause *c = &scene->clauses[i];
        conditional = conditional || c->is_condition;
        harm = harm || (c->verb != TALK_NOTHING && (talk->favours >> c->verb & 1) == c->wont);
    }
    return conditional && harm;
}

/* Whether the clause asks for a deed, or exchanges one thing for another. */
static bool is_proposal(const talk_clause *c)
{
    return c->verb != TALK_NOTHING || (c->is_exchange && c->n_numbers && (c->n_numbers > 1 || c->n_things));
}

static bot_hearing hear(const kb_state *view, int speaker, int listener, const char *line, size_t n,
                        talk_promises *promises)
{
    const bot_talk *talk = bot_policy_of(view)->talk;
    if (!talk) return BOT_HEARS_CHAT;
    talk_clause clauses[CLAUSES_MAX];
    talk_scene scene = {view, speaker, listener, clauses, 0};
    sentence s;
    __builtin_memset(&s, 0, sizeof s);
    normalise(&s, line, n);
    read_words(&s, &view->setup, talk);
    for (int i = 0; i < s.n_words && scene.n_clauses < CLAUSES_MAX; scene.n_clauses++) {
        clauses[scene.n_clauses] = empty_clause();
        i = read_clause(&s, i, &scene, &clauses[scene.n_clauses]);
    }

    bool proposes = false, clear = !s.puzzling;
    for (int i = 0; i < scene.n_clauses; i++) proposes = proposes || is_proposal(&clauses[i]);
    if (!proposes || is_threat(talk, &scene)) return BOT_HEARS_CHAT;
    kb_put(promises->out, "[");
    for (int i = 0; i < scene.n_clauses && clear; i++) {
        bool empty = clauses[i].verb == TALK_NOTHING && !clauses[i].n_numbers && !clauses[i].n_things;
        clear = empty || talk->clause(&scene, &clauses[i], promises);
    }
    kb_put(promises->out, "]");
    return clear && promises->n && !promises->failed ? BOT_HEARS_PROPOSAL : BOT_HEARS_RIDDLE;
}

bot_hearing bot_hear(const kb_state *view, int speaker, int listener, const char *line, size_t n, kb_text *out)
{
    talk_promises promises = {out, 0, 0, false};
    return hear(view, speaker, listener, line, n, &promises);
}

/* --- who a line is for -------------------------------------------------------------------------------- */

static uint32_t seats_named(const kb_state *view, const char *line, size_t n)
{
    sentence s;
    uint32_t named = 0;
    __builtin_memset(&s, 0, sizeof s);
    normalise(&s, line, n);
    for (const char *at = s.text; *at;) {
        int seat = seat_named(&view->setup, bot_policy_of(view)->talk, at, word_length(at));
        if (seat >= 0) named |= 1u << seat;
        at += word_length(at);
        while (*at == ' ') at++;
    }
    return named;
}

uint32_t bot_addressed(const kb_state *view, int speaker, uint32_t to_mask, uint32_t listeners_mask, const char *line,
                       size_t n)
{
    uint32_t meant = 0;
    int soonest = KB_TERMS;
    if (to_mask) return to_mask & listeners_mask;
    if (!(listeners_mask & (listeners_mask - 1))) return listeners_mask;
    uint32_t named = seats_named(view, line, n) & listeners_mask;
    if (named) return named;
    for (int seat = 0; seat < view->setup.seats; seat++) {
        char heard[HEARD_MAX];
        kb_text text = kb_text_in(heard, sizeof heard);
        talk_promises promises = {&text, 0, 0, false};
        if (!(listeners_mask >> seat & 1)) continue;
        if (hear(view, speaker, seat, line, n, &promises) != BOT_HEARS_PROPOSAL) continue;
        if (promises.term < soonest) meant = 0;
        if (promises.term > soonest) continue;
        meant |= 1u << seat;
        soonest = promises.term;
    }
    return meant;
}
