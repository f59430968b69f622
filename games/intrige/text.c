/* text.c: Intrige as text: the notation of its moves, and sentences for its events. */
#include "text.h"

#include "tables.h"

const char *const intrige_seat_names[] = {"red", "yellow", "green", "blue", "violet"};
const char *const intrige_editions[] = {"mayfair2005", "amigo2003", "fxschmid1994"};
const char *const intrige_step_names[] = {"start", "bribe", "answer", "place", "hire", "settle", "send", "over"};
const char *const intrige_stage_names[] = {"none", "uncontested", "external", "internal"};

static const char *const verbs[] = {"start",  "bribe", "offer", "counter", "accept",
                                    "refuse", "place", "hire",  "settle",  "send"};

const char *const *intrige_professions(const intrige_state *s)
{
    static const char *const names[][INTRIGE_POSTS_MAX] = {
        {"scientist", "doctor", "priest", "clerk", ""},
        {"alchemist", "healer", "minister", "scribe", ""},
        {"banker", "lawyer", "scholar", "soldier", "priest"},
    };
    return names[s->setup.edition];
}

/* Has a name for every number, because moves and events may contain any bytes. */
static const char *seat_name(int seat)
{
    return kb_name_at(intrige_seat_names, INTRIGE_SEATS_MAX, seat);
}

static const char *profession_name(const intrige_state *s, int profession)
{
    return kb_name_at(intrige_professions(s), INTRIGE_POSTS_MAX, profession);
}

static int32_t salary_of(const intrige_state *s, int post)
{
    return post < intrige_box_of(s)->posts ? intrige_box_of(s)->salary[post] : 0;
}

void intrige_put_scholar(const intrige_state *s, uint8_t scholar, kb_text *out)
{
    kb_putf(out, "%s.%s", seat_name(intrige_seat(scholar)), profession_name(s, intrige_profession(scholar)));
}

void intrige_quote_scholar(const intrige_state *s, uint8_t scholar, kb_text *out)
{
    kb_putj(out, "<");
    intrige_put_scholar(s, scholar, out);
    kb_putj(out, ">");
}

/* --- moves ------------------------------------------------------------------------------------ */

static int scan_seat(const intrige_state *s, kb_scan *scan)
{
    return kb_scan_name(scan, intrige_seat_names, s->setup.seats);
}

static int scan_profession(const intrige_state *s, kb_scan *scan)
{
    return kb_scan_name(scan, intrige_professions(s), intrige_box_of(s)->posts);
}

static uint8_t scan_scholar(const intrige_state *s, kb_scan *scan)
{
    int seat = scan_seat(s, scan);
    kb_scan_text(scan, ".");
    int profession = scan_profession(s, scan);
    return scan->failed ? KB_NONE : intrige_scholar(seat, profession);
}

static uint8_t scan_post(const intrige_state *s, kb_scan *scan)
{
    const intrige_box *box = intrige_box_of(s);
    int32_t salary = kb_scan_amount(scan);
    for (int post = 0; post < box->posts; post++)
        if (box->salary[post] == salary) return (uint8_t)post;
    scan->failed = true;
    return KB_NONE;
}

void intrige_read_move(const intrige_state *s, kb_scan *scan, kb_move *move)
{
    int verb = kb_scan_name(scan, verbs, KB_COUNT(verbs));
    kb_move m = {(uint8_t)verb, 0, 0, 0, 0};
    if (verb != INTRIGE_DO_ACCEPT && verb != INTRIGE_DO_REFUSE) kb_scan_text(scan, " ");
    if (scan->failed) return;
    switch ((intrige_verb)verb) {
    case INTRIGE_DO_START: m.a = (uint8_t)scan_seat(s, scan); break;
    case INTRIGE_DO_BRIBE: m.amount = kb_scan_amount(scan); break;
    case INTRIGE_DO_OFFER:
    case INTRIGE_DO_COUNTER:
        m.b = scan_post(s, scan);
        kb_scan_text(scan, " for ");
        m.amount = kb_scan_amount(scan);
        break;
    case INTRIGE_DO_ACCEPT:
    case INTRIGE_DO_REFUSE: break;
    case INTRIGE_DO_PLACE:
    case INTRIGE_DO_HIRE:
        m.a = scan_scholar(s, scan);
        kb_scan_text(scan, " ");
        m.b = scan_post(s, scan);
        break;
    case INTRIGE_DO_SETTLE: m.a = scan_scholar(s, scan); break;
    case INTRIGE_DO_SEND:
        m.a = (uint8_t)scan_profession(s, scan);
        kb_scan_text(scan, " ");
        m.b = (uint8_t)scan_seat(s, scan);
        break;
    }
    *move = m;
}

void intrige_write_span(const intrige_state *s, kb_span span, kb_text *out)
{
    kb_move m = span.move;
    kb_put(out, kb_name_at(verbs, KB_COUNT(verbs), m.verb));
    switch ((intrige_verb)m.verb) {
    case INTRIGE_DO_START: kb_putf(out, " %s", seat_name(m.a)); break;
    case INTRIGE_DO_BRIBE:
        kb_put(out, " ");
        kb_put_run(out, span);
        break;
    case INTRIGE_DO_OFFER:
    case INTRIGE_DO_COUNTER:
        kb_putf(out, " %d for ", salary_of(s, m.b));
        kb_put_run(out, span);
        break;
    case INTRIGE_DO_ACCEPT:
    case INTRIGE_DO_REFUSE: break;
    case INTRIGE_DO_PLACE:
    case INTRIGE_DO_HIRE:
        kb_put(out, " ");
        intrige_put_scholar(s, m.a, out);
        kb_putf(out, " %d", salary_of(s, m.b));
        break;
    case INTRIGE_DO_SETTLE:
        kb_put(out, " ");
        intrige_put_scholar(s, m.a, out);
        break;
    case INTRIGE_DO_SEND: kb_putf(out, " %s %s", profession_name(s, m.a), seat_name(m.b)); break;
    }
}

/* --- sentences -------------------------------------------------------------------------------- */

static void put_sum(kb_text *out, int32_t amount)
{
    if (amount == KB_HIDDEN) {
        kb_put(out, "a secret sum");
    } else if (!amount) {
        kb_put(out, "nothing");
    } else {
        kb_putf(out, "%'d", amount);
    }
}

static void put_terms(const intrige_state *s, const kb_event *e, kb_text *out)
{
    kb_putf(out, "%'d to put the %s %s into the %'d post", e->amount, seat_name(intrige_seat(e->a)),
            profession_name(s, intrige_profession(e->a)), salary_of(s, e->b));
}

void intrige_write_event(const intrige_state *s, const kb_event *e, kb_text *out)
{
    bool of_scholar = e->kind == INTRIGE_PAYS || (e->kind >= INTRIGE_GETS_POST && e->kind <= INTRIGE_SENDS);
    const char *seat = seat_name(e->seat);
    const char *owner = of_scholar ? seat_name(intrige_seat(e->a)) : "";
    const char *does = of_scholar ? profession_name(s, intrige_profession(e->a)) : "";
    switch ((intrige_event)e->kind) {
    case INTRIGE_STARTS: kb_putf(out, "%s goes first.", seat); break;
    case INTRIGE_TURN: kb_putf(out, "Round %d: %s's turn.", e->a, seat); break;
    case INTRIGE_INCOME: kb_putf(out, "%s collects %'d in salaries.", seat, e->amount); break;
    case INTRIGE_SEALS: kb_putf(out, "%s seals a bribe.", seat); break;
    case INTRIGE_PAYS:
        kb_putf(out, "%s pays ", seat);
        put_sum(out, e->amount);
        kb_putf(out, " for the %s %s%s.", owner, does, e->b ? ", out of the bank's pocket" : "");
        break;
    case INTRIGE_OFFERS:
        kb_putf(out, "%s offers ", seat);
        put_terms(s, e, out);
        kb_put(out, ".");
        break;
    case INTRIGE_COUNTERS:
        kb_putf(out, "%s wants ", seat);
        put_terms(s, e, out);
        kb_put(out, ".");
        break;
    case INTRIGE_ACCEPTS:
        kb_putf(out, "%s accepts: a deal, ", seat);
        put_terms(s, e, out);
        kb_put(out, ".");
        break;
    case INTRIGE_REFUSES:
        kb_putf(out, "%s refuses ", seat);
        put_terms(s, e, out);
        kb_put(out, ".");
        break;
    case INTRIGE_GETS_POST:
        kb_putf(out, "%s gives the %'d post to the %s %s.", seat, salary_of(s, e->b), owner, does);
        break;
    case INTRIGE_KEEPS_POST:
        kb_putf(out, "%s keeps the %s %s in the %'d post.", seat, owner, does, salary_of(s, e->b));
        break;
    case INTRIGE_BANISHED: kb_putf(out, "%s banishes the %s %s to the island.", seat, owner, does); break;
    case INTRIGE_REFUNDED:
        kb_putf(out, "%s gets back ", e->b ? "The bank" : seat);
        put_sum(out, e->amount);
        kb_putf(out, " for the %s %s.", owner, does);
        break;
    case INTRIGE_DEAL_KEPT:
        kb_putf(out, "Deal kept: %s gave the %s %s the %'d post for %'d.", seat, owner, does, salary_of(s, e->b),
                e->amount);
        break;
    case INTRIGE_DEAL_BROKEN:
        kb_putf(out, "Deal broken by %s: ", seat);
        put_terms(s, e, out);
        kb_put(out, ".");
        break;
    case INTRIGE_SENDS: kb_putf(out, "%s sends a %s to %s.", seat, does, seat_name(e->b)); break;
    case INTRIGE_FINAL_INCOME: kb_putf(out, "%s collects %'d in the final payment.", seat, e->amount); break;
    case INTRIGE_ENDS: kb_put(out, "The game is over."); break;
    }
}

/* --- questions to a seat ----------------------------------------------------------------------- */

static bool may_offer(const intrige_state *s, int claim)
{
    if (s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_NONE || s->offers == INTRIGE_OFFERS_MAX) return false;
    for (int post = 0; post < intrige_box_of(s)->posts; post++)
        if (!intrige_check_terms(s, claim, post)) return true;
    return false;
}

static void ask_bribe(const intrige_state *s, int seat, kb_text *out)
{
    int claim = intrige_due_claim(s, seat);
    const intrige_claim *c = &s->claim[claim];
    bool holder = s->stage == INTRIGE_INTERNAL && claim == 0;
    const char *landlord = intrige_seat_names[s->turn];
    kb_putf(out, "Bribe %s for your %s, ", landlord, intrige_professions(s)[intrige_profession(c->scholar)]);
    if (s->stage == INTRIGE_INTERNAL)
        kb_putf(out, "who %s the %'d post.", holder ? "defends" : "wants", intrige_box_of(s)->salary[s->post]);
    else
        kb_putf(out, "%s.", s->stage == INTRIGE_EXTERNAL ? "who has rivals" : "who will get some post");
    if (!intrige_bribes(s, claim).low) kb_put(out, " You may pay nothing.");
    if (c->deal) {
        kb_putf(out, " The deal: %'d for the %'d post%s.", c->deal, intrige_box_of(s)->salary[c->post],
                s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_LOOSE ? ", but nothing binds you" : "");
    } else if (may_offer(s, claim)) {
        int left = INTRIGE_OFFERS_MAX - s->offers;
        kb_putf(out, " Or talk terms first, with an offer: %d proposal%s left.", left, left > 1 ? "s are" : " is");
    }
}

static void ask_answer(const intrige_state *s, int seat, kb_text *out)
{
    bool counter = s->offer_by == s->turn;
    kb_putf(out, "%s %s %'d for the %'d post, for %s %s. Accept%s or refuse?", intrige_seat_names[s->offer_by],
            counter ? "wants" : "offers you", s->offer_amount, intrige_box_of(s)->salary[s->offer_post],
            counter ? "your" : "its", intrige_professions(s)[intrige_profession(s->claim[s->cursor].scholar)],
            seat == s->turn && s->offers < INTRIGE_OFFERS_MAX ? ", counter" : "");
}

void intrige_write_question(const intrige_state *s, int seat, kb_text *out)
{
    switch ((intrige_step)s->step) {
    case INTRIGE_START: kb_put(out, "Draw who goes first."); break;
    case INTRIGE_BRIBE: ask_bribe(s, seat, out); break;
    case INTRIGE_ANSWER: ask_answer(s, seat, out); break;
    case INTRIGE_PLACE:
        kb_put(out, "Choose a post for ");
        intrige_put_scholar(s, s->claim[s->cursor].scholar, out);
        kb_put(out, ".");
        break;
    case INTRIGE_HIRE:
        kb_putf(out, "Choose which %s to hire, and for which post. The others go to the island.",
                intrige_professions(s)[s->cursor]);
        break;
    case INTRIGE_SETTLE:
        kb_putf(out, "Choose who has the %'d post from now on. The others go to the island.",
                intrige_box_of(s)->salary[s->post]);
        break;
    case INTRIGE_SEND:
        kb_putf(out, "Send your %s relative to a foreign palace.", s->sent == KB_NONE ? "first" : "second");
        break;
    case INTRIGE_OVER: kb_put(out, "Nothing: the game is over."); break;
    }
}

/* --- refusals ------------------------------------------------------------------------------------ */

static const kb_refusal refusals[] = {
#define KB_ERROR(code, name, sentence) {name, sentence},
#include "refusals.def"
#undef KB_ERROR
};

const kb_refusals intrige_refusals = {INTRIGE_E_FIRST + 1, KB_COUNT(refusals), refusals};
