/* outside.c: a bot that is an external program: asks it and reads its answers. */
#include "outside.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/pact.h"
#include "../engine/view_json.h"
#include "child.h"
#include "tell.h"

enum {
    NEWS_MAX = 65536, /* bytes of news kept since its last decision; the oldest are dropped    */
    HEARD_MAX = 2000, /* bytes passed on of what somebody said                                 */
    QUOTED_MAX = 100, /* bytes of an answer that an error message quotes                       */
    CHOICES_MAX = 4,  /* legal moves that an error message lists                               */
    SETTLE_MS = 50,   /* how long to wait whether a program fails to start                     */
    LEAVE_MS = 300,   /* how long to wait for a program to end by itself                       */
    QUESTION_MAX = KB_LISTED_MAX * (KB_MOVE_TEXT_MAX + 3) + KB_POSITION_MAX + NEWS_MAX + KB_PACTS_TEXT_MAX + 4096
};

struct outside {
    child program;
    char *command;
    int seat;
    uint64_t seed;
    int64_t id;    /* of the last question; counts over all games, so that old answers are recognised  */
    bool first;    /* the program knows nothing of this game yet                                       */
    bool answered; /* since it was started                                                             */
    int vain;      /* starts in a row without an answer                                                */
    int failures;  /* how often it hung or crashed in this game                                        */
    int missed;    /* dropped news                                                                     */
    kb_text news;  /* one item per line; our JSON contains no newlines                                 */
    char news_at[NEWS_MAX];
    char question[QUESTION_MAX];
    char safe[CHILD_LINE_MAX + 1];    /* its answer, safe to print */
    bool negotiates;                  /* it has mentioned pacts in an answer */
    bool wants_end;                   /* it has asked for the result of games */
    uint32_t to_mask;                 /* for whom its last words are; 0: for everybody */
    char acts_at[CHILD_LINE_MAX + 1]; /* what it does about pacts: a JSON list */
    size_t n_acts;
    int next_act; /* how many of these are done */
};

/* The length of UTF-8 text cut to at most this many bytes, between two characters. */
static size_t cut_to(const char *text, size_t n, size_t most)
{
    if (n <= most) return n;
    n = most;
    while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80) n--;
    return n;
}

/* --- news --------------------------------------------------------------------------------------- */

static void forget_news(outside *o)
{
    o->news = kb_text_in(o->news_at, sizeof o->news_at);
    o->missed = 0;
}

/* Makes room for n bytes by dropping the oldest news. */
static void make_room(outside *o, size_t n)
{
    kb_text *news = &o->news;
    while (news->n && news->n + n >= news->size) {
        size_t line = (size_t)((char *)memchr(news->at, '\n', news->n) - news->at) + 1;
        memmove(news->at, news->at + line, news->n - line);
        news->n -= line;
        o->missed++;
    }
}

static void add_news(outside *o, const kb_text *line)
{
    make_room(o, line->n);
    kb_put_n(&o->news, line->at, line->n);
}

void outside_hear_event(outside *o, const kb_state *view, const kb_event *event)
{
    char sentence_at[KB_WHY_MAX], line_at[4 * KB_WHY_MAX];
    kb_text sentence = kb_text_in(sentence_at, sizeof sentence_at), line = kb_text_in(line_at, sizeof line_at);
    kb_state own;
    if (!(event->seen_by & 1u << o->seat)) return;
    kb_redact(view, o->seat, &own);
    kb_event_text(&own, event, &sentence);
    kb_putj(&line, "{event:%s, what:", sentence_at);
    kb_event_json(&own, event, &line);
    kb_putj(&line, "}\n");
    add_news(o, &line);
}

void outside_hear_talk(outside *o, const kb_setup *setup, int from, uint32_t to_mask, const char *words)
{
    char safe_at[HEARD_MAX + 1], line_at[2 * HEARD_MAX + 256];
    kb_text safe = kb_text_in(safe_at, sizeof safe_at), line = kb_text_in(line_at, sizeof line_at);
    if (to_mask && from != o->seat && !(to_mask & 1u << o->seat)) return;
    cli_put_safe(&safe, words, cut_to(words, strlen(words), HEARD_MAX));
    kb_put_talk_line(setup, from, to_mask, safe.at, safe.n, &line);
    add_news(o, &line);
}

void outside_hear_outcomes(outside *o, const kb_book *book, const kb_outcomes *outcomes, const kb_setup *setup)
{
    static const size_t outcome_bytes = 128;
    size_t size = (size_t)outcomes->n * outcome_bytes + 64;
    if (!outcomes->n || size > NEWS_MAX) return;
    char *buffer = malloc(size);
    if (!buffer) return;
    kb_text line = kb_text_in(buffer, size);
    kb_putj(&line, "{pacts:");
    int n = kb_put_outcomes(book, outcomes, setup, o->seat, &line);
    kb_putj(&line, "}\n");
    if (n) add_news(o, &line);
    free(buffer);
}

void outside_hear_refusal(outside *o, const char *why)
{
    char buffer[2 * KB_WHY_MAX + 64];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_putj(&line, "{refused:%s}\n", why);
    add_news(o, &line);
}

/* --- the question ------------------------------------------------------------------------------- */

static void put_news(const outside *o, kb_text *out)
{
    kb_putj(out, "news:[");
    size_t from = out->n;
    kb_put_n(out, o->news.at, o->news.n ? o->news.n - 1 : 0);
    for (size_t i = from; i < out->n; i++)
        if (out->at[i] == '\n') out->at[i] = ',';
    kb_putj(out, "], missed:%d", o->missed);
}

/* What every line to the program begins with. */
static kb_text begin_line(outside *o, const kb_setup *setup, uint32_t milliseconds)
{
    const uint64_t exact_in_a_double = (1ULL << 53) - 1; /* many JSON parsers read numbers as doubles */
    kb_text out = kb_text_in(o->question, sizeof o->question);
    kb_putj(&out, "{kickback:1, id:%lld, first:%i, milliseconds:%u, seat:%s, seed:%lld, setup:{", (long long)++o->id,
            o->first, milliseconds, kb_seat_name(setup, o->seat), (long long)(o->seed & exact_in_a_double));
    kb_put_setup(setup, &out);
    kb_putj(&out, "}");
    return out;
}

/* asks_move: asks for a move, not only for what it does about promises. */
static kb_text write_question(outside *o, const kb_state *view, const outside_pacts *pacts, uint32_t milliseconds,
                              bool asks_move)
{
    kb_text out = begin_line(o, &view->setup, milliseconds);
    kb_lister bound = kb_bound_lister(pacts ? pacts->ledger : NULL);
    if (asks_move) {
        kb_put_moves(view, o->seat, pacts ? &bound : NULL, &out);
    } else {
        kb_putj(&out, "negotiate:true, legal:[]");
    }
    if (pacts) kb_put_pacts(pacts->book, pacts->ledger, &view->setup, o->seat, &out);
    put_news(o, &out);
    kb_putj(&out, "position:");
    kb_position_json(view, &out);
    kb_putj(&out, "}\n");
    KB_ASSERT(!out.cut);
    return out;
}

/* --- the answer --------------------------------------------------------------------------------- */

typedef struct answer {
    kb_word move;
    kb_slice say;  /* a JSON string; n is 0 if there is none */
    kb_slice acts; /* a JSON list; the same */
    kb_slice to;   /* a JSON list; the same */
    bool end;      /* it wants the result of games */
    int64_t id;    /* of the question; -1 if not given */
    bool plain;    /* nothing in the line had to be replaced */
    bool readable;
} answer;

/* Replaces what could harm a terminal or is not UTF-8. Everything that reads or quotes the line uses this copy. */
static kb_slice make_safe(outside *o, kb_slice line, bool *plain)
{
    kb_text safe = kb_text_in(o->safe, sizeof o->safe);
    if (line.n && line.at[line.n - 1] == '\r') line.n--;
    *plain = cli_put_safe(&safe, line.at, line.n);
    return (kb_slice){safe.at, safe.n};
}

static bool read_say(kb_json *json, kb_slice *say)
{
    if (kb_json_null(json)) return true;
    if (kb_json_peek(json) != '"') return kb_json_fail(json, "'say' must be a string");
    return kb_json_skip(json, say);
}

static bool read_answer(kb_slice line, bool needs_move, answer *a, kb_text *why)
{
    enum { MOVE, SAY, TO, ID, PACTS, END, N_KEYS };
    static const char *const keys[N_KEYS] = {"move", "say", "to", "id", "pacts", "end"};
    const int64_t id_max = 1000000000000000;
    kb_json json = kb_json_over(line.at, line.n, why);
    uint32_t seen = 0;
    int key;
    a->move.n = a->say.n = a->to.n = a->acts.n = 0;
    a->end = false;
    a->id = -1;
    kb_json_open(&json, '{');
    while (!json.failed && (key = kb_json_member(&json, keys, N_KEYS, &seen)) >= 0) {
        if (key == MOVE) kb_json_word(&json, &a->move);
        if (key == SAY) read_say(&json, &a->say);
        if (key == TO) kb_json_skip(&json, &a->to);
        if (key == END) kb_json_bool(&json, &a->end);
        if (key == ID) kb_json_int(&json, 0, id_max, &a->id);
        if (key == PACTS && kb_json_peek(&json) != '[') kb_json_fail(&json, "'pacts' must be a list");
        if (key == PACTS) kb_json_skip(&json, &a->acts);
    }
    kb_json_complete(&json, keys, N_KEYS, seen, needs_move ? 1u << MOVE : 0);
    return kb_json_done(&json);
}

static void put_quoted(kb_text *out, const char *text, size_t n)
{
    size_t shown = cut_to(text, n, QUOTED_MAX);
    kb_putf(out, "'%.*s%s'", (int)shown, text, shown < n ? "…" : "");
}

/* Lists the first few legal moves. */
static void put_choices(const kb_state *view, const outside_pacts *pacts, int seat, kb_text *out)
{
    kb_span list[KB_LISTED_MAX];
    kb_lister bound = kb_bound_lister(pacts ? pacts->ledger : NULL);
    int n = kb_list_sorted(view, seat, pacts ? &bound : NULL, list);
    kb_put(out, "; legal: ");
    for (int i = 0; i < n && i < CHOICES_MAX; i++) {
        kb_put_comma(out, i > 0);
        kb_span_text(view, list[i], out);
    }
    if (n > CHOICES_MAX) kb_putf(out, " and %d more", n - CHOICES_MAX);
}

/* Reads the move from the answer and checks that it is legal. */
static bool take_move(const outside *o, const kb_state *view, const outside_pacts *pacts, const answer *a,
                      kb_move *move, kb_text *why)
{
    kb_error error = kb_move_parse(view, a->move.at, a->move.n, move);
    if (!error) error = pacts ? kb_bound_check(pacts->ledger, view, o->seat, *move) : kb_check(view, o->seat, *move);
    if (!error) return true;
    kb_put(why, "its move ");
    put_quoted(why, a->move.at, a->move.n);
    kb_putf(why, " is not legal: %s", kb_error_sentence(error));
    put_choices(view, pacts, o->seat, why);
    return false;
}

static void take_acts(outside *o, const answer *a)
{
    if (!a->acts.n) return;
    o->negotiates = true;
    o->next_act = 0;
    o->n_acts = a->acts.n;
    memcpy(o->acts_at, a->acts.at, a->acts.n);
}

/* What it says, and to whom. */
static void take_talk(outside *o, const kb_setup *setup, const answer *a, kb_text *say, kb_text *why)
{
    char words_at[CHILD_LINE_MAX], fault_at[KB_WHY_MAX];
    kb_text words = kb_text_in(words_at, sizeof words_at), fault = kb_text_in(fault_at, sizeof fault_at);
    o->to_mask = 0;
    if (!a->say.n) return;
    bool named = !a->to.n || kb_read_seats(setup, "to", a->to, &o->to_mask, &fault);
    o->to_mask &= ~(1u << o->seat);
    if (!named || (a->to.n && !o->to_mask)) {
        kb_putf(why, "its talk was dropped: %s", named ? "'to' names nobody else" : fault.at);
        return;
    }
    bool plain = cli_put_string(&words, a->say) && a->plain;
    if (!plain) {
        kb_put(why, "its talk was dropped: expected UTF-8 without control characters");
    } else if (words.n > OUTSIDE_TALK_MAX || words.n >= say->size - say->n) {
        kb_putf(why, "its talk was dropped: %d bytes; the maximum is %d", (int)words.n, OUTSIDE_TALK_MAX);
    } else {
        kb_put_n(say, words.at, words.n);
    }
}

/* --- the program -------------------------------------------------------------------------------- */

/* Counts a failure of the program and stops it. */
static void fail(outside *o, child_outcome outcome, uint32_t milliseconds, kb_text *why)
{
    o->failures++;
    if (!o->answered) o->vain++;
    switch (outcome) {
    case CHILD_LATE: kb_putf(why, "no answer within %lld ms; it was stopped", (long long)milliseconds); break;
    case CHILD_FLOODED: kb_putf(why, "its output was too long; it was stopped"); break;
    case CHILD_ENDED:
    case CHILD_FINE: child_stop(&o->program, why); break;
    }
    child_stop(&o->program, NULL);
}

static bool start(outside *o, kb_text *why)
{
    o->answered = false;
    o->first = true;
    if (child_start(&o->program, o->command, why)) return true;
    o->vain++;
    return false;
}

/* Makes sure that the program runs and has no old output left. */
static bool make_ready(outside *o, kb_text *why)
{
    if (o->program.pid) {
        child_outcome left_over = child_drop_lines(&o->program, 0);
        if (left_over == CHILD_FINE) return true;
        if (left_over != CHILD_ENDED || !o->answered) {
            fail(o, left_over, 0, why);
            return false;
        }
        child_stop(&o->program, NULL); /* it ended between two decisions, which is allowed */
    }
    if (o->vain >= OUTSIDE_VAIN_MAX) {
        kb_putf(why, "no longer asked: it was started %d times and never answered", o->vain);
        return false;
    }
    if (o->failures >= OUTSIDE_FAILURES_MAX) {
        kb_putf(why, "no longer asked in this game: it hung or crashed %d times", o->failures);
        return false;
    }
    return start(o, why);
}

static void refuse_line(kb_slice line, const kb_text *fault, kb_text *why)
{
    kb_put(why, "its answer ");
    put_quoted(why, line.at, line.n);
    kb_putf(why, " cannot be read: %s", fault->at);
}

/* Asks, and waits for the answer. Skips lines with the id of another question. If the answer is not readable, why
 * says so. */
static child_outcome ask(outside *o, const kb_text *question, bool asks_move, int64_t deadline, answer *a, kb_text *why)
{
    char fault_at[KB_WHY_MAX];
    child_outcome outcome = child_write(&o->program, question->at, question->n, deadline);
    for (bool stale = true; stale && outcome == CHILD_FINE;) {
        kb_slice line;
        outcome = child_read_line(&o->program, deadline, &line);
        if (outcome != CHILD_FINE) break;
        kb_text fault = kb_text_in(fault_at, sizeof fault_at);
        line = make_safe(o, line, &a->plain);
        a->readable = read_answer(line, asks_move, a, &fault);
        stale = a->readable && a->id >= 0 && a->id != o->id;
        if (!a->readable) refuse_line(line, &fault, why);
    }
    return outcome;
}

/* Asks a question, for a move or only about promises. The callers redact the view again, whatever they were given,
 * so that nothing hidden from this seat can get out. */
static bool consult(outside *o, const kb_state *own, const outside_pacts *pacts, bool asks_move, uint32_t milliseconds,
                    answer *a, kb_text *why)
{
    int64_t deadline = child_clock() + milliseconds;
    if (!make_ready(o, why)) return false;
    kb_text question = write_question(o, own, pacts, milliseconds, asks_move);
    child_outcome outcome = ask(o, &question, asks_move, deadline, a, why);
    if (outcome != CHILD_FINE) {
        fail(o, outcome, milliseconds, why);
        return false;
    }
    o->answered = true;
    o->first = false;
    o->wants_end |= a->readable && a->end;
    o->vain = 0;
    forget_news(o);
    return true;
}

bool outside_decide(outside *o, const kb_state *view, const outside_pacts *pacts, uint32_t milliseconds, kb_move *move,
                    kb_text *say, kb_text *why)
{
    kb_state own;
    answer a;
    kb_redact(view, o->seat, &own);
    if (!consult(o, &own, pacts, true, milliseconds, &a, why)) return false;
    if (!a.readable) put_choices(&own, pacts, o->seat, why);
    if (!a.readable) return false;
    take_acts(o, &a);
    if (!take_move(o, &own, pacts, &a, move, why)) return false;
    take_talk(o, &own.setup, &a, say, why);
    return true;
}

uint32_t outside_speaks_to(const outside *o)
{
    return o->to_mask;
}

void outside_end(outside *o, const kb_state *state, uint32_t milliseconds)
{
    kb_state own;
    if (!o->wants_end || !o->program.pid) return;
    kb_redact(state, o->seat, &own);
    kb_text line = begin_line(o, &own.setup, milliseconds);
    kb_putj(&line, "legal:[], end:");
    kb_result_json(state, &line); /* which everybody may know */
    put_news(o, &line);
    kb_putj(&line, "position:");
    kb_position_json(&own, &line);
    kb_putj(&line, "}\n");
    KB_ASSERT(!line.cut);
    if (child_write(&o->program, line.at, line.n, child_clock() + milliseconds) != CHILD_FINE)
        child_stop(&o->program, NULL);
}

/* --- promises ----------------------------------------------------------------------------------- */

bool outside_negotiates(const outside *o)
{
    return o->negotiates;
}

bool outside_negotiate(outside *o, const kb_state *view, const outside_pacts *pacts, uint32_t milliseconds,
                       kb_text *say, kb_text *why)
{
    kb_state own;
    answer a;
    kb_redact(view, o->seat, &own);
    if (!consult(o, &own, pacts, false, milliseconds, &a, why) || !a.readable) return false;
    take_acts(o, &a);
    take_talk(o, &own.setup, &a, say, why);
    return true;
}

/* {"accept":3}, {"decline":3}, {"withdraw":3} or {"with":[…],"secret":true,"promises":[…]}. */
static bool read_act(kb_json *json, const kb_setup *setup, outside_act *act)
{
    enum { WITH, ACCEPT, DECLINE, WITHDRAW, SECRET, PROMISES, N_KEYS };
    static const char *const keys[N_KEYS] = {"with", "accept", "decline", "withdraw", "secret", "promises"};
    kb_slice with = {NULL, 0};
    uint32_t seen = 0;
    int64_t number = 0;
    int key;
    memset(act, 0, sizeof *act);
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, N_KEYS, &seen)) >= 0) {
        if (key == WITH) kb_json_skip(json, &with);
        if (key == SECRET) kb_json_bool(json, &act->secret);
        if (key == PROMISES) kb_json_skip(json, &act->promises);
        if (key < ACCEPT || key > WITHDRAW) continue;
        act->act = (kb_pact_act)key;
        kb_json_int(json, 1, INT32_MAX, &number);
    }
    act->pact = (uint32_t)number;
    if (json->failed) return false;
    if (number) return kb_count_bits(seen) == 1 || kb_json_fail(json, "an answer to a pact has one key");
    return kb_json_complete(json, keys, N_KEYS, seen, 1u << WITH | 1u << PROMISES) &&
           kb_read_seats(setup, "with", with, &act->with_mask, json->why);
}

bool outside_next_act(outside *o, const kb_setup *setup, outside_act *act, kb_text *why)
{
    kb_json json = kb_json_over(o->acts_at, o->n_acts, why);
    int wanted = o->next_act++;
    if (!o->n_acts) return false;
    kb_json_open(&json, '[');
    for (int i = 0; kb_json_more(&json, ']'); i++)
        if (!read_act(&json, setup, act)) {
            o->n_acts = 0;
            return false;
        } else if (i == wanted) {
            return true;
        }
    o->n_acts = 0;
    return false;
}

/* --- opening and closing -------------------------------------------------------------------------- */

outside *outside_open(const char *command, kb_text *why)
{
    if (!*command) {
        kb_put(why, "no command to run");
        return NULL;
    }
    outside *o = calloc(1, sizeof *o);
    if (!o || !(o->command = strdup(command))) {
        kb_put(why, "out of memory");
        outside_close(o);
        return NULL;
    }
    outside_begin(o, 0, 0);
    if (!start(o, why)) {
        outside_close(o);
        return NULL;
    }
    if (child_drop_lines(&o->program, child_clock() + SETTLE_MS) == CHILD_ENDED) {
        kb_putf(why, "'%s': ", command);
        child_stop(&o->program, why);
        outside_close(o);
        return NULL;
    }
    return o;
}

void outside_begin(outside *o, int seat, uint64_t seed)
{
    o->seat = seat;
    o->seed = seed;
    o->first = true;
    o->failures = 0;
    o->n_acts = 0;
    forget_news(o);
}

void outside_close(outside *o)
{
    if (!o) return;
    child_dismiss(&o->program, child_clock() + LEAVE_MS);
    free(o->command);
    free(o);
}
