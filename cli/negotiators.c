/* negotiators.c: see negotiators.h. */
#include "negotiators.h"

#include <string.h>

#include "../bots/terms.h"
#include "../games/intrige/state.h"
#include "../games/intrige/tables.h"
#include "person.h"

enum { TRIES = 2 /* proposals to one seat in one phase */ };

struct negotiator_script {
    const char *name;
    bool spares;    /* proposes to spare each other until the end of the game, and attacks those who agreed */
    bool defers;    /* its own part is due at the end of the game, theirs at once */
    bool keeps;     /* keeps its word */
    bool squeezes;  /* offers the least that its ideas have, first */
    bool is_paired; /* serves a seat with the same script, and is served by it */
    bool proposes;
};

static const negotiator_script scripts[] = {
    {.name = "saint", .proposes = true, .keeps = true},
    {.name = "haggler", .proposes = true, .keeps = true, .squeezes = true},
    {.name = "liar", .proposes = true},
    {.name = "debtor", .proposes = true, .defers = true},
    {.name = "spare", .proposes = true, .spares = true},
    {.name = "pair", .is_paired = true, .keeps = true},
    {.name = "mute", .keeps = true},
};

bool negotiator_read(const char *text, negotiator *out, kb_text *why)
{
    const char *at = strchr(text, '@');
    size_t n = at ? (size_t)(at - text) : strlen(text);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < KB_COUNT(scripts); i++)
        if (kb_equal(text, n, scripts[i].name)) out->script = &scripts[i];
    if (out->script) return bot_read(at ? at + 1 : "greedy", &out->bot.spec, why);
    kb_put(why, "expected script:");
    for (int i = 0; i < KB_COUNT(scripts); i++) kb_putf(why, "%s%s", i ? ", " : "", scripts[i].name);
    kb_putf(why, ", but found '%s'", text);
    return false;
}

void negotiator_sit(negotiator *n, int seat, uint64_t seed)
{
    const bot_spec spec = n->bot.spec;
    bot_sit(&n->bot, &spec, seat, seed);
    n->seat = seat;
    n->phase = 0;
}

/* What its seat sees, with the memory that the table keeps for it. */
static void look(negotiator *n, const kb_table *t, kb_state *view)
{
    kb_redact(&t->state, n->seat, view);
    n->bot.memory = t->minds[n->seat].of[n->bot.spec.character];
}

/* --- proposing ------------------------------------------------------------------------------------------ */

static bool propose(negotiator *n, kb_table *t, const bot_terms *terms, int with)
{
    char promises[BOT_PROMISES_BYTES];
    kb_text text = kb_text_in(promises, sizeof promises);
    bot_put_terms(&t->setup, terms, &text);
    n->tried[with]++;
    return !person_proposes(t, n->seat, 0, 1u << with, false, (kb_slice){text.at, text.n}).refusal;
}

/* Whether there is a pact between the two, standing or open, with a promise that nobody does something to the end. */
static bool is_spared(const kb_table *t, int seat, int other)
{
    uint32_t both = 1u << seat | 1u << other;
    for (int i = 0; i < t->ledger.n_items; i++) {
        const kb_promise *p = kb_promised(&t->ledger, &t->ledger.item[i]);
        for (int k = 0; k < t->ledger.n_pacts; k++) {
            const kb_pact *pact = &t->ledger.pact[k];
            if (pact->number == t->ledger.item[i].pact && (1u << pact->by | pact->with_mask) == both && p->wont &&
                p->term == KB_TERM_GAME)
                return true;
        }
    }
    return false;
}

/* The idea of peace that the game's bots have, or in Intrige that nobody banishes the other's. */
static bool find_peace(negotiator *n, const kb_state *view, int with, bot_terms *out)
{
    bot_idea ideas[BOT_IDEAS_MAX];
    const bot_policy *policy = bot_policy_of(view);
    int n_ideas = policy->ideas ? policy->ideas(view, n->seat, &n->bot.memory, ideas) : 0;
    if (!strcmp(kb_game_of(view)->name, "intrige")) {
        const int of[2] = {n->seat, with};
        memset(&ideas[0], 0, sizeof ideas[0]);
        ideas[0].with = (uint8_t)with;
        ideas[0].n = 2;
        for (int i = 0; i < 2; i++) {
            kb_text deed = kb_text_in(ideas[0].promise[i].deed, sizeof ideas[0].promise[i].deed);
            ideas[0].promise[i].seat = (uint8_t)of[i];
            ideas[0].promise[i].wont = true;
            kb_putf(&deed, "banish %s.*", kb_seat_name(&view->setup, of[1 - i]));
        }
        n_ideas = 1;
    }
    for (int i = 0; i < n_ideas; i++) {
        if (ideas[i].with != with || !bot_read_idea(&view->setup, &ideas[i], out)) continue;
        bool is_peace = out->n == 2 && out->at[0].wont && out->at[1].wont;
        for (int k = 0; k < out->n; k++) out->at[k].term = KB_TERM_GAME;
        if (is_peace) return true;
    }
    return false;
}

static bool ask_for_peace(negotiator *n, kb_table *t, const kb_state *view)
{
    bot_terms peace;
    for (int with = 0; with < t->setup.seats; with++)
        if (with != n->seat && !n->tried[with] && !is_spared(t, n->seat, with) && find_peace(n, view, with, &peace) &&
            propose(n, t, &peace, with))
            return true;
    return false;
}

/* An idea of the game's bots: the last for this seat is the most attractive for the other. */
static bool make_a_deal(negotiator *n, kb_table *t, const kb_state *view)
{
    bot_idea ideas[BOT_IDEAS_MAX];
    const bot_policy *policy = bot_policy_of(view);
    int n_ideas = policy->ideas ? policy->ideas(view, n->seat, &n->bot.memory, ideas) : 0;
    for (int i = 0; i < n_ideas; i++) {
        const bot_idea *idea = &ideas[n->script->squeezes ? i : n_ideas - 1 - i];
        bot_terms terms;
        if (n->tried[idea->with] >= TRIES || !bot_read_idea(&view->setup, idea, &terms)) continue;
        for (int k = 0; k < terms.n; k++)
            if (n->script->defers && terms.at[k].seat == n->seat) terms.at[k].term = KB_TERM_GAME;
        if (propose(n, t, &terms, idea->with)) return true;
    }
    return false;
}

/* --- answering ------------------------------------------------------------------------------------------ */

static bool answer(negotiator *n, kb_table *t, const kb_state *view)
{
    kb_book book = kb_table_book(t);
    bot_reply reply;
    for (uint32_t i = 0; i < book.n; i++) {
        const kb_noted_pact *pact = &book.at[i];
        if (!person_is_asked(pact, n->seat)) continue;
        bool accepts = n->script->keeps && !n->script->is_paired && n->script->proposes &&
                       bot_answer(&n->bot, view, &t->ledger, pact->number, &reply) && reply.kind == BOT_ACCEPTS;
        uint32_t number = kb_pact_number(pact, n->seat);
        return (accepts && !person_answers(t, n->seat, 0, KB_PACT_ACCEPT, number).refusal) ||
               !person_answers(t, n->seat, 0, KB_PACT_DECLINE, number).refusal;
    }
    return false;
}

void negotiator_speak(negotiator *n, kb_table *t)
{
    kb_state view;
    look(n, t, &view);
    if (n->phase != t->parley.phase) memset(n->tried, 0, sizeof n->tried);
    n->phase = t->parley.phase;
    if (answer(n, t, &view) || !n->script->proposes || !kb_parley_may_speak(t)) return;
    if (n->script->spares ? ask_for_peace(n, t, &view) : make_a_deal(n, t, &view)) return;
}

/* --- moving --------------------------------------------------------------------------------------------- */

/* What the move is worth to a script: it prefers the highest. 0: it leaves the choice to its bot. */
typedef int32_t negotiator_wish(const negotiator *, const kb_table *, kb_move);

/* Intrige: to attack the best post of somebody who has promised not to defend it. */
static int32_t attack(const negotiator *n, const kb_table *t, kb_move move)
{
    const intrige_state *s = (const intrige_state *)(const void *)&t->state;
    if (move.verb != INTRIGE_DO_SEND || !is_spared(t, n->seat, move.b)) return 0;
    for (int post = intrige_box_of(s)->posts - 1; post >= 0; post--) {
        uint8_t holder = s->palace[move.b][post];
        bool rival = holder != KB_NONE && intrige_seat(holder) != n->seat && intrige_profession(holder) == move.a;
        if (rival) return intrige_box_of(s)->salary[post];
    }
    return 0;
}

static bool is_partner(const kb_table *t, const negotiator *n, int seat)
{
    return seat != n->seat && !strcmp(t->seats[seat].name, t->seats[n->seat].name);
}

/* Intrige: to give a partner the best posts, and to send relatives to a partner with free ones. */
static int32_t serve(const negotiator *n, const kb_table *t, kb_move move)
{
    const intrige_state *s = (const intrige_state *)(const void *)&t->state;
    bool gives = move.verb == INTRIGE_DO_PLACE || move.verb == INTRIGE_DO_HIRE || move.verb == INTRIGE_DO_SETTLE;
    if (gives && is_partner(t, n, intrige_seat(move.a)))
        return 1 + (move.verb == INTRIGE_DO_SETTLE ? 0 : intrige_box_of(s)->salary[move.b]);
    if (move.verb != INTRIGE_DO_SEND || !is_partner(t, n, move.b)) return 0;
    int32_t n_free = 0;
    for (int post = 0; post < intrige_box_of(s)->posts; post++) n_free += s->palace[move.b][post] == KB_NONE;
    return 1 + n_free;
}

/* Whether a pact of the two stands. */
static bool has_pact(const kb_table *t, int seat, int other)
{
    uint32_t both = 1u << seat | 1u << other;
    for (int i = 0; i < t->ledger.n_pacts; i++) {
        const kb_pact *pact = &t->ledger.pact[i];
        if (pact->stands && ((1u << pact->by | pact->with_mask) & both) == both) return true;
    }
    return false;
}

/* Whether it pays the least there is: for a promise that it does not mean to keep, or to a partner. */
static bool pays_least(const negotiator *n, const kb_table *t, const kb_span *list, int count)
{
    const intrige_state *s = (const intrige_state *)(const void *)&t->state;
    if (!count || list[0].move.verb != INTRIGE_DO_BRIBE) return false;
    return n->script->is_paired ? is_partner(t, n, s->turn) : !n->script->keeps && has_pact(t, n->seat, s->turn);
}

void negotiator_move(negotiator *n, kb_table *t, const bot_room *room)
{
    kb_span list[KB_LISTED_MAX];
    kb_state view;
    look(n, t, &view);
    bool is_intrige = !strcmp(kb_game_of(&view)->name, "intrige");
    int count = kb_table_legal(t, n->seat, list);
    kb_move move = n->script->keeps ? bot_decide_with(&n->bot, &view, &t->ledger, room)
                                    : bot_decide(&n->bot, &view, room);
    int32_t best = 0;
    if (is_intrige && pays_least(n, t, list, count)) move = list[0].move;
    for (int i = 0; is_intrige && i < count; i++) {
        int32_t worth = n->script->spares      ? attack(n, t, list[i].move)
                        : n->script->is_paired ? serve(n, t, list[i].move)
                                               : 0;
        if (worth > best) move = list[i].move;
        if (worth > best) best = worth;
    }
    if (kb_table_check(t, n->seat, move)) move = list[0].move; /* a bond forbids it */
    person_moves(t, n->seat, 0, move);
}
