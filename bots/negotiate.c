/* negotiate.c: how bots bargain.
 *
 * The bot plays the game out with and without the proposal (weigh.c). The other's promises count as far as the bot
 * trusts them. If the bot gains, it accepts. If not, and the proposal has a number, it looks for one at which it
 * would gain. Within a turn the bot does not change its mind about what it refused, and never asks for more than it
 * asked before. */
#include "negotiate.h"

#include "../core/rng.h"
#include "../engine/games.h"
#include "../engine/ledger.h"
#include "policy.h"
#include "reason.h"
#include "weigh.h"

enum {
    TRUST = 60,    /* percent: trust in a stranger's word */
    TRUST_BY = 12, /* added for each promise kept; twice as much is taken off for each one broken */
    TRUST_MIN = 5, /* nobody is entirely sure of anybody */
    TRUST_MAX = 98,
    SCHEMER = 40,   /* percent: how often an opportunist expects to keep a promise of its own */
    DISTRUST = 40,  /* percent: below this, lack of trust is the reason to refuse */
    ENEMY = -40,    /* at this regard or below, a grudge makes no pacts and keeps none */
    NEED = 64,      /* a gain must be at least a clear lead divided by this; less is noise */
    FEEL_KEPT = 10, /* how verdicts change the regard */
    FEEL_BROKEN = -40,
    SNUBS_MAX = 2 /* refusals in a row after which a seat is not asked again */
};

KB_STATIC_ASSERT((int)BOT_REASON_KINDS >= (int)BOT_REASONS, "a bot remembers what it said of every kind");
KB_STATIC_ASSERT((int)BOT_DEED_MAX == (int)KB_PATTERN_MAX, "an idea holds any pattern");

/* --- trust ---------------------------------------------------------------------------------------- */

int bot_trust(const bot *b, int seat)
{
    int percent = TRUST + TRUST_BY * (b->memory.kept[seat] - 2 * b->memory.broken[seat]);
    return percent < TRUST_MIN ? TRUST_MIN : percent > TRUST_MAX ? TRUST_MAX : percent;
}

static bool is_enemy(const bot *b, int seat)
{
    return b->spec.character == BOT_GRUDGE && b->memory.regard[seat] <= ENEMY;
}

void bot_outcome(bot *b, const kb_outcome *outcome, int by, uint32_t parties_mask)
{
    bool own = parties_mask >> b->seat & 1;
    int seat = outcome->seat;
    if (!(parties_mask & ~(1u << by))) return; /* a vow */
    if (outcome->promise == KB_NONE) {
        if (by != b->seat) return;
        for (int other = 0; other < KB_SEATS_MAX; other++) {
            if (other == by || !(parties_mask >> other & 1)) continue;
            if (outcome->what == KB_PACT_STOOD) b->snubs[other] = 0;
            if (outcome->what == KB_PACT_DECLINED && b->snubs[other] < UINT8_MAX) b->snubs[other]++;
        }
        return;
    }
    if (seat == b->seat) return;
    if (outcome->what == KB_KEPT && b->memory.kept[seat] < UINT8_MAX) b->memory.kept[seat]++;
    if (outcome->what == KB_BROKEN && b->memory.broken[seat] < UINT8_MAX) b->memory.broken[seat]++;
    if (own && b->spec.character && outcome->what == KB_KEPT) bot_feel(&b->memory, seat, FEEL_KEPT);
    if (own && b->spec.character && outcome->what == KB_BROKEN) bot_feel(&b->memory, seat, FEEL_BROKEN);
}

/* --- a proposal under consideration --------------------------------------------------------------- */

/* The promises of a proposal, and the one number that can be bargained about. */
typedef struct terms {
    size_t from, to; /* where the digits begin and end in the text of the numbered promise's deed */
    int numbered;    /* the promise with a number; -1: none has one */
    int32_t number;
    int n;
    kb_promise at[KB_PACT_PROMISES_MAX];
} terms;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Finds the digits of a promise's amount: a plain number, or one after >= or <=. */
static bool find_number(const kb_deeds *table, const kb_promise *p, terms *t)
{
    const char *text = p->deed.text;
    int place = table->amount_at[kb_lowest_bit(p->deed.forms)];
    size_t at = 0;
    if (place == KB_NO_PLACE) return false;
    for (int words = place + 1; words > 0 && text[at]; at++) words -= text[at] == ' ';
    if (text[at] == '>' || text[at] == '<') at += 2;
    t->from = t->to = at;
    t->number = 0;
    while (is_digit(text[t->to])) t->number = t->number * 10 + text[t->to++] - '0';
    return t->to > t->from && (!text[t->to] || text[t->to] == ' ');
}

static void find_numbered(const kb_deeds *table, terms *t)
{
    t->numbered = -1;
    for (int i = 0; i < t->n && t->numbered < 0; i++)
        if (find_number(table, &t->at[i], t)) t->numbered = i;
}

/* Copies the terms with another number. */
static bool renumber(const kb_setup *setup, const terms *given, int32_t number, terms *out)
{
    char deed[KB_PATTERN_MAX + 16], words[KB_WHY_MAX];
    kb_text text = kb_text_in(deed, sizeof deed), why = kb_text_in(words, sizeof words);
    const char *old = given->at[given->numbered].deed.text;
    *out = *given;
    kb_put_n(&text, old, given->from);
    kb_putf(&text, "%d", number);
    kb_put(&text, old + given->to);
    if (!kb_pattern_read(setup, deed, text.n, &out->at[given->numbered].deed, &why)) return false;
    find_numbered(kb_game_at(setup->game)->deeds, out);
    return out->number == number;
}

static void put_promises(const kb_setup *setup, const terms *t, kb_text *out)
{
    kb_put(out, "[");
    for (int i = 0; i < t->n; i++) {
        const kb_promise *p = &t->at[i];
        kb_putf(out, "%s{\"seat\":\"%s\",\"%s\":", i ? "," : "", kb_seat_name(setup, p->seat),
                p->wont ? "wont" : "will");
        kb_put_json(out, p->deed.text, p->deed.n);
        kb_putf(out, ",\"term\":\"%s\"", kb_term_names[p->term]);
        if (p->condition.forms) {
            kb_putf(out, ",\"if\":{\"seat\":\"%s\",\"deed\":", kb_seat_name(setup, p->if_seat));
            kb_put_json(out, p->condition.text, p->condition.n);
            kb_put(out, "}");
        }
        kb_put(out, "}");
    }
    kb_put(out, "]");
}

/* A hash of what the pact is about, without its number. Never 0. */
static uint32_t thing_of(const terms *t, uint32_t parties_mask)
{
    uint32_t hash = 2166136261u ^ parties_mask;
    for (int i = 0; i < t->n; i++) {
        const kb_promise *p = &t->at[i];
        hash = (hash ^ (uint32_t)(p->seat << 4 | p->wont << 2 | p->term)) * 16777619u;
        for (size_t k = 0; k < p->deed.n; k++) {
            bool number = i == t->numbered && k >= t->from && k < t->to;
            if (!number) hash = (hash ^ (uint8_t)p->deed.text[k]) * 16777619u;
        }
    }
    return hash | 1;
}

/* --- what was asked and refused before ------------------------------------------------------------ */

/* What the bot remembers about this thing in this turn, moved to the front. Adds an entry if there is none. */
static bot_bargain *recall_bargain(bot *b, uint32_t thing, int turn)
{
    bot_bargain found = {.thing = thing, .turn = turn};
    int at = 0;
    while (at < BOT_BARGAINS - 1 && b->bargain[at].thing != thing) at++;
    if (b->bargain[at].thing == thing && b->bargain[at].turn == turn) found = b->bargain[at];
    for (; at > 0; at--) b->bargain[at] = b->bargain[at - 1];
    b->bargain[0] = found;
    return &b->bargain[0];
}

/* --- weighing ------------------------------------------------------------------------------------- */

static void hold(bot_variant *v, const kb_promise *p, kb_when since)
{
    if (v->n < BOT_HELD_MAX) v->held[v->n++] = (bot_held){p, since};
}

/* Collects the standing promises that the seat knows of. */
static void hold_standing(const kb_ledger *ledger, int seat, bot_variant *v)
{
    v->n = 0;
    for (int k = 0; k < ledger->n_pacts; k++) {
        const kb_pact *pact = &ledger->pact[k];
        bool knows = !pact->secret || (1u << pact->by | pact->with_mask) >> seat & 1;
        if (!pact->stands || !knows) continue;
        kb_when since = {pact->turn, pact->round};
        for (int i = 0; i < ledger->n_promises; i++)
            if (ledger->promise[i].pact == pact->number) hold(v, &ledger->promise[i], since);
    }
    if (v->n > BOT_HELD_MAX - KB_PACT_PROMISES_MAX) v->n = BOT_HELD_MAX - KB_PACT_PROMISES_MAX;
}

typedef struct weighing {
    bot *self;
    const kb_state *view;
    const kb_ledger *ledger;
    kb_when since; /* when the proposal was made */
    int trust[KB_SEATS_MAX];
    int n;
    bot_variant variant[BOT_VARIANTS_MAX]; /* the first has only the standing promises */
    int32_t gain[BOT_VARIANTS_MAX][KB_SEATS_MAX];
} weighing;

static void begin_weighing(weighing *w, bot *b, const kb_state *view, const kb_ledger *ledger, kb_when since)
{
    bool bond = kb_is_bond(&view->setup);
    w->self = b;
    w->view = view;
    w->ledger = ledger;
    w->since = since;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) {
        int own = b->spec.character == BOT_OPPORTUNIST ? SCHEMER : 100;
        w->trust[seat] = bond ? 100 : seat == b->seat ? own : bot_trust(b, seat);
    }
    w->n = 1;
    __builtin_memset(w->gain, 0, sizeof w->gain);
    hold_standing(ledger, b->seat, &w->variant[0]);
}

static void add_terms(weighing *w, const terms *t)
{
    bot_variant *v = &w->variant[w->n++];
    *v = w->variant[0];
    for (int i = 0; i < t->n; i++) hold(v, &t->at[i], w->since);
}

static void weigh(weighing *w)
{
    bot_weigh(w->self, w->view, w->variant, w->n, w->trust, w->gain);
}

static int32_t need(const bot *b, const kb_state *view)
{
    int32_t least = BOT_GAIN_UNIT * bot_policy_of(view)->clear_lead(view) / NEED;
    return b->spec.character == BOT_HONEST || !least ? least / 2 + 1 : least;
}

/* --- answering ------------------------------------------------------------------------------------ */

/* Whether the promise has a number that its promiser cannot possibly reach. */
static bool is_beyond_means(const bot *b, const kb_state *view, const terms *t)
{
    const bot_policy *policy = bot_policy_of(view);
    if (t->numbered < 0 || t->at[t->numbered].wont || !policy->means) return false;
    return t->number > policy->means(view, &b->memory, t->at[t->numbered].seat).most;
}

/* Whether some deed fits both patterns, as far as their words tell. */
static bool overlap(const kb_pattern *a, const kb_pattern *b)
{
    const uint64_t none = 1ull << KB_NO_WORD;
    if (!(a->forms & b->forms)) return false;
    for (int place = 0; place < KB_PLACES; place++) {
        uint64_t words = a->words[place] & b->words[place], parts = a->parts[place] & b->parts[place];
        if (words == none || parts == none) return false;
    }
    return true;
}

/* Whether one promise is to do what the other is not to do. */
static bool are_contrary(const kb_promise *a, const kb_promise *b)
{
    return a->wont != b->wont && overlap(&a->deed, &b->deed);
}

/* Whether both promise a thing that can be given only once, or things to two rivals of whom only one can get any: others of
 * the same kind, the part of the first word. */
static bool are_of_one_thing(const kb_deeds *table, const kb_promise *one, const kb_promise *other)
{
    const kb_pattern *a = &one->deed, *b = &other->deed;
    int scarce = table->scarce_at;
    if (!table->later || one->wont || other->wont || a->forms != b->forms) return false;
    if (!(a->named & b->named & 1u << scarce)) return false;
    bool rivals = a->parts[0] == b->parts[0] && a->words[0] != b->words[0];
    return rivals || a->words[scarce] == b->words[scarce];
}

static bool read_idea(const kb_setup *setup, const bot_idea *idea, terms *out)
{
    char words[KB_WHY_MAX];
    kb_text why = kb_text_in(words, sizeof words);
    __builtin_memset(out, 0, sizeof *out);
    out->n = idea->n;
    for (int i = 0; i < idea->n; i++) {
        const char *deed = idea->promise[i].deed;
        out->at[i].seat = idea->promise[i].seat;
        out->at[i].wont = idea->promise[i].wont;
        out->at[i].term = idea->promise[i].term;
        if (!kb_pattern_read(setup, deed, kb_length(deed), &out->at[i].deed, &why)) return false;
    }
    find_numbered(kb_game_at(setup->game)->deeds, out);
    return true;
}

/* Whether the bot cannot keep both promises. */
static bool are_exclusive(const bot *b, const kb_deeds *table, const kb_promise *one, const kb_promise *other)
{
    if (one->seat != b->seat || other->seat != b->seat) return false;
    return are_of_one_thing(table, one, other) || are_contrary(one, other);
}

static bool excludes(const bot *b, const kb_deeds *table, const terms *t, const kb_promise *old)
{
    for (int i = 0; i < t->n; i++)
        if (are_exclusive(b, table, &t->at[i], old)) return true;
    return false;
}

/* Whether the terms exclude a promise that the bot has made in a pact. */
static bool excludes_pact(const bot *b, const kb_ledger *ledger, const kb_deeds *table, const terms *t)
{
    for (int k = 0; k < ledger->n_promises; k++)
        if (ledger->promise[k].stands && excludes(b, table, t, &ledger->promise[k])) return true;
    return false;
}

/* Whether the terms exclude one that the bot has made in a deal. */
static bool excludes_deal(const bot *b, const kb_state *view, const kb_deeds *table, const terms *t)
{
    const bot_policy *policy = bot_policy_of(view);
    bot_idea deals[BOT_IDEAS_MAX];
    terms deal;
    int n = policy->deals ? policy->deals(view, deals) : 0;
    for (int i = 0; i < n; i++) {
        if (!read_idea(&view->setup, &deals[i], &deal)) continue;
        for (int k = 0; k < deal.n; k++)
            if (excludes(b, table, t, &deal.at[k])) return true;
    }
    return false;
}

/* Whether the bot would promise what it cannot keep together with what it has promised. */
static bool is_promised(const bot *b, const kb_state *view, const kb_ledger *ledger, const terms *t)
{
    const kb_deeds *table = kb_game_of(view)->deeds;
    return excludes_pact(b, ledger, table, t) || excludes_deal(b, view, table, t);
}

static bool is_leader(const kb_state *view, int seat)
{
    int32_t score[KB_SEATS_MAX];
    kb_game_of(view)->standing(view, score);
    for (int i = 0; i < view->setup.seats; i++)
        if (i != seat && score[i] >= score[seat]) return false;
    return true;
}

static bot_reason reason_to_refuse(const bot *b, const kb_state *view, int by)
{
    if (bot_trust(b, by) < DISTRUST) return BOT_DISTRUSTS;
    return is_leader(view, by) ? BOT_FEARS_LEADER : BOT_WANTS_MORE;
}

static void refuse(bot *b, const kb_setup *setup, int by, bot_reason reason, bot_reply *reply)
{
    kb_text text = kb_text_in(reply->reason, sizeof reply->reason);
    reply->kind = BOT_DECLINES;
    bot_put_reason(b, reason, setup, by, &text);
}

/* Numbers that would be better for the bot, in percent of the proposed one, nearest first. */
static const int16_t raised[] = {115, 130, 150, 180, 220}, lowered[] = {85, 70, 55, 40, 25};

/* What the bot could ask for instead: the same terms with other numbers, no worse for the other than its last ask. */
static int find_counters(bot *b, const kb_state *view, const terms *t, const bot_bargain *before, terms *out)
{
    const bot_policy *policy = bot_policy_of(view);
    int n = 0;
    if (t->numbered < 0 || !policy->means || t->at[t->numbered].wont) return 0;
    bool own = t->at[t->numbered].seat == b->seat;
    bot_means means = policy->means(view, &b->memory, t->at[t->numbered].seat);
    for (int i = 0; i < KB_COUNT(raised); i++) {
        int32_t percent = own ? lowered[i] : raised[i];
        int32_t number = (int32_t)((int64_t)t->number * percent / 100 + means.step / 2) / means.step * means.step;
        if (number > means.most) number = means.most / means.step * means.step;
        if (!own && before->asked && number > before->asked) number = before->asked;
        if (own && before->asked && number < before->asked) number = before->asked;
        if (number <= 0 || number == t->number || (n && number == out[n - 1].number)) continue;
        if (own != (number < t->number)) continue;
        if (renumber(&view->setup, t, number, &out[n])) n++;
    }
    return n;
}

/* Of the counters that are good enough for the bot, the one that is best for the side that gains less. */
static int best_counter(const weighing *w, int other, int32_t least)
{
    int best = -1;
    int32_t most = INT32_MIN;
    for (int v = 2; v < w->n; v++) {
        int32_t own = w->gain[v][w->self->seat], theirs = w->gain[v][other];
        int32_t smaller = own < theirs ? own : theirs;
        if (own < least || smaller <= most) continue;
        most = smaller;
        best = v;
    }
    return best;
}

static bool was_refused(const bot_bargain *before, const terms *t, int seat)
{
    if (!before->refused) return false;
    if (t->numbered < 0) return true;
    return t->at[t->numbered].seat == seat ? t->number >= before->refused : t->number <= before->refused;
}

static void note_refusal(bot_bargain *line, const terms *t, int seat)
{
    bool own = t->numbered >= 0 && t->at[t->numbered].seat == seat;
    int32_t number = t->numbered < 0 ? 1 : t->number;
    bool better = !line->refused || (own ? number < line->refused : number > line->refused);
    if (better) line->refused = number;
}

/* The terms of a proposal, and the counters under consideration. */
typedef struct table_talk {
    weighing w;
    terms given, counter[KB_COUNT(raised)];
} table_talk;

/* Whether the bot gives nothing. Then it agrees even without a gain, as long as it does not lose. */
static bool is_free(const terms *t, int seat)
{
    for (int i = 0; i < t->n; i++)
        if (t->at[i].seat == seat) return false;
    return true;
}

static void weigh_answer(bot *b, const kb_state *view, const kb_ledger *ledger, const kb_pact *pact, table_talk *talk,
                         bot_reply *reply)
{
    const kb_setup *setup = &view->setup;
    weighing *w = &talk->w;
    uint32_t parties = 1u << pact->by | pact->with_mask;
    kb_when now = kb_game_of(view)->deeds->when(view);
    bot_bargain *line = recall_bargain(b, thing_of(&talk->given, parties), now.turn);
    kb_text text = kb_text_in(reply->reason, sizeof reply->reason);
    int32_t least = need(b, view);
    if (was_refused(line, &talk->given, b->seat)) return refuse(b, setup, pact->by, BOT_HAS_REFUSED, reply);
    begin_weighing(w, b, view, ledger, (kb_when){pact->turn, pact->round});
    add_terms(w, &talk->given);
    int n = find_counters(b, view, &talk->given, line, talk->counter);
    for (int i = 0; i < n; i++) add_terms(w, &talk->counter[i]);
    weigh(w);
    if (w->gain[1][b->seat] >= (is_free(&talk->given, b->seat) ? 0 : least)) {
        reply->kind = BOT_ACCEPTS;
        return bot_put_reason(b, BOT_AGREES, setup, pact->by, &text);
    }
    note_refusal(line, &talk->given, b->seat);
    int best = bot_trust(b, pact->by) < DISTRUST ? -1 : best_counter(w, pact->by, least);
    if (best < 2) return refuse(b, setup, pact->by, reason_to_refuse(b, view, pact->by), reply);
    const terms *counter = &talk->counter[best - 2];
    kb_text promises = kb_text_in(reply->counter.promises, sizeof reply->counter.promises);
    reply->kind = BOT_COUNTERS;
    reply->counter.with_mask = parties & ~(1u << b->seat);
    reply->counter.secret = pact->secret;
    reply->counter.reason[0] = '\0';
    put_promises(setup, counter, &promises);
    line->asked = counter->number;
    bot_put_reason(b, BOT_MEETS_HALFWAY, setup, pact->by, &text);
}

static const kb_pact *find_pact(const kb_ledger *ledger, uint32_t number)
{
    for (int i = 0; i < ledger->n_pacts; i++)
        if (ledger->pact[i].number == number) return &ledger->pact[i];
    return NULL;
}

bool bot_answer(bot *b, const kb_state *view, const kb_ledger *ledger, uint32_t number, bot_reply *reply)
{
    const kb_pact *pact = find_pact(ledger, number);
    const kb_deeds *table = kb_game_of(view)->deeds;
    table_talk talk;
    if (!pact || pact->stands || !((uint32_t)(pact->with_mask & ~pact->accepted_mask) >> b->seat & 1)) return false;
    talk.given.n = 0;
    for (int i = 0; i < ledger->n_promises; i++)
        if (ledger->promise[i].pact == number) talk.given.at[talk.given.n++] = ledger->promise[i];
    find_numbered(table, &talk.given);
    reply->reason[0] = '\0';
    if (is_enemy(b, pact->by)) {
        refuse(b, &view->setup, pact->by, BOT_HATES, reply);
    } else if (is_promised(b, view, ledger, &talk.given)) {
        refuse(b, &view->setup, pact->by, BOT_HAS_PROMISED, reply);
    } else if (is_beyond_means(b, view, &talk.given)) {
        bool own = talk.given.at[talk.given.numbered].seat == b->seat;
        refuse(b, &view->setup, pact->by, own ? BOT_LACKS_MEANS : BOT_DOUBTS_MEANS, reply);
    } else {
        weigh_answer(b, view, ledger, pact, &talk, reply);
    }
    return true;
}

/* --- offering ------------------------------------------------------------------------------------- */

static bool has_proposed(const kb_ledger *ledger, int seat)
{
    for (int i = 0; i < ledger->n_pacts; i++)
        if (ledger->pact[i].by == seat && !ledger->pact[i].stands) return true;
    return false;
}

static bool is_equal(const kb_promise *a, const kb_promise *b)
{
    return a->seat == b->seat && a->wont == b->wont && a->deed.n == b->deed.n &&
           !__builtin_memcmp(a->deed.text, b->deed.text, a->deed.n);
}

/* Whether one of these promises has been made already, in a pact of the seat. It may not know of others. */
static bool is_made(const kb_ledger *ledger, int seat, const terms *t)
{
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < ledger->n_promises; k++) {
            const kb_promise *p = &ledger->promise[k];
            const kb_pact *pact = p->stands && is_equal(&t->at[i], p) ? find_pact(ledger, p->pact) : NULL;
            if (pact && (1u << pact->by | pact->with_mask) >> seat & 1) return true;
        }
    return false;
}

/* Whether the bot should not propose this: it came up before in this turn or stands, the other keeps declining, is an
 * enemy or is not trusted, or the terms cannot be kept. */
static bool is_idle(bot *b, const kb_state *view, const kb_ledger *ledger, const terms *t, int with, int turn)
{
    const bot_bargain *line = recall_bargain(b, thing_of(t, 1u << with | 1u << b->seat), turn);
    return line->asked || line->refused || is_made(ledger, b->seat, t) || b->snubs[with] >= SNUBS_MAX ||
           is_enemy(b, with) || bot_trust(b, with) < DISTRUST || is_beyond_means(b, view, t) ||
           is_promised(b, view, ledger, t);
}

bool bot_offer(bot *b, const kb_state *view, const kb_ledger *ledger, bot_proposal *out)
{
    const bot_policy *policy = bot_policy_of(view);
    bot_idea ideas[BOT_IDEAS_MAX];
    terms at[BOT_IDEAS_MAX];
    uint8_t with[BOT_IDEAS_MAX] = {0};
    weighing w;
    if (!policy->ideas || b->spec.kind == BOT_RANDOM || has_proposed(ledger, b->seat)) return false;
    kb_when now = kb_game_of(view)->deeds->when(view);
    __builtin_memset(at, 0, sizeof at);
    begin_weighing(&w, b, view, ledger, now);
    int n = policy->ideas(view, b->seat, &b->memory, ideas), best = -1;
    uint32_t pondered = (uint32_t)now.turn;
    for (int i = 0; i < n; i++) {
        terms *t = &at[w.n - 1];
        if (!read_idea(&view->setup, &ideas[i], t)) continue;
        if (is_idle(b, view, ledger, t, ideas[i].with, now.turn)) continue;
        with[w.n - 1] = ideas[i].with;
        pondered = (pondered ^ thing_of(t, 1u << ideas[i].with)) * 16777619u;
        add_terms(&w, t);
    }
    /* Weighing takes long. What was not worth proposing earlier in the turn is not weighed again. */
    if (w.n == 1 || pondered == b->pondered) return false;
    b->pondered = pondered;
    weigh(&w);
    int32_t least = need(b, view), most = 0;
    for (int v = 1; v < w.n; v++) {
        int32_t own = w.gain[v][b->seat], theirs = w.gain[v][with[v - 1]];
        if (own < least || theirs < least / 2 || own <= most) continue;
        most = own;
        best = v - 1;
    }
    if (best < 0) return false;
    kb_text promises = kb_text_in(out->promises, sizeof out->promises),
            text = kb_text_in(out->reason, sizeof out->reason);
    out->with_mask = 1u << with[best];
    out->secret = false;
    put_promises(&view->setup, &at[best], &promises);
    bot_put_reason(b, BOT_OFFERS, &view->setup, with[best], &text);
    recall_bargain(b, thing_of(&at[best], out->with_mask | 1u << b->seat), now.turn)->asked = at[best].numbered < 0
                                                                                                  ? 1
                                                                                                  : at[best].number;
    return true;
}

/* --- keeping one's word --------------------------------------------------------------------------- */

/* Whether the bot intends to keep its promises. Honest and plain bots do. A grudge does unless it owes an enemy
 * something. An opportunist keeps a promise only if the move it prefers happens to do so. */
static bool means_to_keep(const bot *b, const kb_ledger *ledger)
{
    if (b->spec.kind == BOT_RANDOM || b->spec.character == BOT_OPPORTUNIST) return false;
    for (int i = 0; b->spec.character == BOT_GRUDGE && i < ledger->n_promises; i++) {
        const kb_promise *p = &ledger->promise[i];
        if (p->seat != b->seat || !p->stands) continue;
        uint32_t parties = 1u << find_pact(ledger, p->pact)->by | find_pact(ledger, p->pact)->with_mask;
        for (int seat = 0; seat < KB_SEATS_MAX; seat++)
            if (parties >> seat & 1 && is_enemy(b, seat)) return false;
    }
    return true;
}

static bool has_promises(const kb_ledger *ledger, int seat)
{
    for (int i = 0; i < ledger->n_promises; i++)
        if (ledger->promise[i].seat == seat && ledger->promise[i].stands) return true;
    return false;
}

/* Removes the moves that make a deal which the bot could not keep together with a pact. Returns how many are left: more
 * than none, since nobody has to make deals. */
static int without_broken_deals(const bot *b, const kb_state *view, const kb_ledger *ledger, kb_span *list, int n)
{
    const bot_policy *policy = bot_policy_of(view);
    bot_idea deal;
    terms t;
    int left = 0;
    if (!policy->deal_by) return n;
    for (int i = 0; i < n; i++) {
        bool makes = policy->deal_by(view, b->seat, list[i].move, &deal) && read_idea(&view->setup, &deal, &t);
        if (!makes || !excludes_pact(b, ledger, kb_game_of(view)->deeds, &t)) list[left++] = list[i];
    }
    return left;
}

/* A promised sum is paid, but no more than that. */
static void pay_exactly(const bot *b, const kb_state *view, const kb_ledger *ledger, kb_span *list, int n)
{
    for (int k = 0; k < ledger->n_promises; k++) {
        const kb_promise *p = &ledger->promise[k];
        terms sum;
        if (p->seat != b->seat || !p->stands || p->wont || !find_number(kb_game_of(view)->deeds, p, &sum)) continue;
        for (int i = 0; i < n; i++)
            if (kb_moves_matching(p, view, b->seat, list[i], false) == list[i].n) list[i].n = 1;
    }
}

kb_move bot_decide_with(bot *b, const kb_state *view, const kb_ledger *ledger, const bot_room *room)
{
    kb_span list[KB_LISTED_MAX];
    bot_choices choices = {list, 0};
    if (!has_promises(ledger, b->seat)) return bot_decide(b, view, room);
    if (means_to_keep(b, ledger)) {
        choices.n = kb_faithful_legal(ledger, view, b->seat, list, KB_LISTED_MAX);
        choices.n = without_broken_deals(b, view, ledger, list, choices.n);
    } else {
        choices.n = kb_bound_legal(ledger, view, b->seat, list, KB_LISTED_MAX);
    }
    if (bot_policy_of(view)->pays_exactly) pay_exactly(b, view, ledger, list, choices.n);
    return bot_decide_among(b, view, &choices, room);
}
