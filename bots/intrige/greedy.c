/* greedy.c: plays Intrige by rule of thumb.
 *
 * Everything is measured in ducats. A post is worth its salary times the incomes its holder still has to come. A
 * ducat for another seat costs something: more if that seat leads, less if the bot likes it. The model of a landlord
 * is that they feel bound by a bribe, up to a price for each post, and less by what is paid above that price.
 * Everything else follows from this model. As landlord the bot decides like it. As payer it looks for the cheapest
 * bribe that would persuade such a landlord. As sender it looks for the place where that pays most.
 *
 * The bot looks at the money of others only if money is open. */
#include "greedy.h"
#include "../../core/rng.h"
#include "../../games/intrige/tables.h"
#include "allies.h"
#include "liking.h"
#include "limits.h"
#include "regard.h"

/* In percent unless the comment says otherwise. */
enum {
    HARM = 39,          /* what a ducat of another seat costs: about a third with three rivals */
    HARM_LEAD = 30,     /* added if its prospects are above the average by the best salary of a whole game */
    HARM_MIN = 8,       /* a ducat of another seat always costs something */
    PRICE = 37,         /* of a post's worth: a bribe above it buys little */
    GRATITUDE = 50,     /* how much a landlord is assumed to feel bound by a bribe */
    OWN_GRATITUDE = 60, /* how much this bot does as landlord */
    SURPLUS = 2,        /* a divisor: what is paid above the price counts only this part */
    GUESS = 14,         /* of a post's worth: the bribe expected of a rival who has yet to pay */
    TURNED = 25,        /* how likely a bribe still wins, for each rival who sees it and may pay more */
    EXPOSED = 5,        /* how likely a post is lost to one relative at home who could attack it */
    CROWD = 12,         /* how much each other applicant lowers the hope for a good post */
    DUEL = 29,          /* the chance to be hired against a rival, divided by the number of rivals */
    ATTACK = 88,        /* the chance to replace a holder, shared with the others who try */
    ASK_LOOSE = 115,    /* what a landlord asks for a promise, of what keeping it would cost */
    ASK_BINDING = 170,  /* the same if deals are binding */
    FIRST_OFFER = 85,   /* of that: where a payer begins */
    COUNTER = 150,      /* of that: the landlord's counteroffer */
    WHIM = 20,          /* largest random bonus of a move, so that the bot is not predictable */
    TRUST = 45,         /* how much a loose promise is believed */
    TRUST_BY = 12,      /* added for each deal kept; twice as much is taken off for each one broken */
    ALLY = 60,          /* how much less a ducat of an ally costs the other */
    ALLIED = 60,        /* how much more a ducat of one of two allies costs the rest of the table */
    UNITED = 40,        /* how much less a ducat of somebody else costs those who have the same two against them */
    BOND = 20,          /* how much a plain landlord feels bound by a loose deal, on top of the bribe itself */
};

/* By character: how much a regard changes the harm of another's ducat, and how much bribes count. Percent. */
static const uint8_t regard_share[BOT_CHARACTERS] = {0, 8, 8, 30};
static const uint8_t gratitude_of[BOT_CHARACTERS] = {100, 150, 100, 100};

/* The table as one seat sees it. */
typedef struct table {
    const intrige_state *s;
    const intrige_box *box;
    const bot_memory *memory;
    int seat;
    uint64_t luck;     /* random bits for this decision */
    int32_t gratitude; /* percent: of the landlord under consideration, like the next three */
    int32_t rise;      /* 1/1024: what this seat must bribe for each ducat that a better post is worth more */
    int32_t kept;      /* percent of a bribe that the landlord keeps only if the payer wins */
    int32_t mind[INTRIGE_SEATS_MAX];    /* percent: the harm the landlord sees in a ducat for each seat */
    int32_t incomes[INTRIGE_SEATS_MAX]; /* still to come */
    int32_t harm[INTRIGE_SEATS_MAX];    /* percent: what a ducat of that seat costs another */
} table;

/* --- what things are worth -------------------------------------------------------------------- */

/* How often each seat will be paid: in its turns still to begin, and the final income. */
static void count_incomes(const intrige_state *s, int32_t incomes[INTRIGE_SEATS_MAX])
{
    int seats = s->setup.seats;
    int rounds_left = intrige_box_of(s)->rounds - s->round;
    for (int seat = 0; seat < INTRIGE_SEATS_MAX; seat++) incomes[seat] = rounds_left + 1;
    for (int seat = kb_left_of(s->turn, seats); seat != s->start; seat = kb_left_of(seat, seats)) incomes[seat]++;
}

/* Sets harm by who is ahead, judged by salaries to come and open money. */
static void weigh_seats(table *t)
{
    const intrige_state *s = t->s;
    int seats = s->setup.seats;
    int32_t all = 0;
    int32_t prospect[INTRIGE_SEATS_MAX];
    bool open = s->setup.option[INTRIGE_MONEY] == INTRIGE_MONEY_OPEN;
    for (int seat = 0; seat < seats; seat++) {
        prospect[seat] = intrige_in_steps(s, s->salaries[seat] * t->incomes[seat] + (open ? s->purse.of[seat] : 0));
        all += prospect[seat];
    }
    int32_t most = intrige_in_steps(s, t->box->salary[t->box->posts - 1]) * t->box->rounds * seats;
    for (int seat = 0; seat < seats; seat++) {
        int32_t harm = HARM + (prospect[seat] * seats - all) * HARM_LEAD / most;
        t->harm[seat] = harm > HARM_MIN ? harm : HARM_MIN;
    }
}

/* How much more a ducat of the other costs this seat because of who is allied. A bot expects of allies that they go on serving each
 * other, and joins those who are left against them. It owes nothing itself to those who served it. */
static int32_t harm_of_allies(const table *t, int seat, int other)
{
    const intrige_tally *tally = intrige_tally_of(t->memory);
    bool own = seat == t->seat && !tally->is_shared;
    int32_t change = own ? 0 : -ALLY * tally->ally[seat][other];
    for (int third = 0; third < t->s->setup.seats; third++) {
        if (third == seat || third == other) continue;
        change += ALLIED * tally->ally[other][third];
        for (int fourth = 0; fourth < third; fourth++)
            if (fourth != seat && fourth != other) change -= UNITED * tally->ally[third][fourth];
    }
    return change / 100;
}

static table look(const intrige_state *s, int seat, const bot_memory *memory, kb_rng *rng)
{
    table t = {.s = s, .box = intrige_box_of(s), .memory = memory, .seat = seat, .luck = kb_rng_draw(rng)};
    count_incomes(s, t.incomes);
    weigh_seats(&t);
    return t;
}

/* What a ducat of the other seat costs this one, given how much it likes them. */
static int32_t harm_felt(const table *t, int other)
{
    KB_ASSERT(other < INTRIGE_SEATS_MAX && t->memory->character < BOT_CHARACTERS);
    int32_t harm = t->harm[other] - t->memory->regard[other] * regard_share[t->memory->character] / 100;
    if (intrige_tally_of(t->memory)->has_allies) harm += harm_of_allies(t, t->seat, other);
    return harm > HARM_MIN ? harm : HARM_MIN;
}

/* Guesses what a landlord thinks of this seat: the same as this seat thinks of them. Good enough for sending. */
static void guess_mind(table *t, int landlord)
{
    int32_t liking = harm_felt(t, landlord) - t->harm[landlord];
    t->gratitude = GRATITUDE;
    t->mind[t->seat] = t->harm[t->seat] + liking;
    if (t->mind[t->seat] < HARM_MIN) t->mind[t->seat] = HARM_MIN;
    t->rise = t->mind[t->seat] * 1024 / (GRATITUDE - GRATITUDE / SURPLUS);
}

/* What the landlord of this turn thinks of everybody. If this seat is the landlord, there is nothing to guess. */
static void read_mind(table *t)
{
    const intrige_state *s = t->s;
    bool own = s->turn == t->seat, has_allies = intrige_tally_of(t->memory)->has_allies;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        t->mind[seat] = own ? harm_felt(t, seat) : t->harm[seat];
        if (has_allies && !own && seat != s->turn) t->mind[seat] += harm_of_allies(t, s->turn, seat);
    }
    if (own)
        t->gratitude = OWN_GRATITUDE * gratitude_of[t->memory->character] / 100;
    else
        guess_mind(t, s->turn);
    /* With refunds the landlord keeps only the winner's bribe. So the bribe counts in full, gratitude or not. */
    t->kept = s->setup.option[INTRIGE_REFUND] && s->stage != INTRIGE_UNCONTESTED ? 100 : 0;
}

static int32_t worth(const table *t, int seat, int post)
{
    return t->box->salary[post] * t->incomes[seat];
}

static int32_t price_of(int32_t value)
{
    return value * PRICE / 100;
}

/* How much the landlord likes to give something of this worth to a seat that paid this much, in hundredths of a
 * ducat. */
static int64_t joy(const table *t, int seat, int32_t value, int32_t paid)
{
    int32_t price = price_of(value);
    int32_t counted = paid <= price ? paid : price + (paid - price) / SURPLUS;
    return (int64_t)t->gratitude * counted + (int64_t)t->kept * paid - (int64_t)t->mind[seat] * value;
}

/* The inverse of joy: the smallest bribe of this seat that gives the landlord this much joy. */
static int64_t bribe_for_joy(const table *t, int seat, int32_t value, int64_t wanted)
{
    int64_t missing = wanted + (int64_t)t->mind[seat] * value;
    int32_t price = price_of(value);
    if (missing <= 0) return 0;
    int64_t at_price = (int64_t)(t->gratitude + t->kept) * price;
    if (missing <= at_price) return missing / (t->gratitude + t->kept) + 1;
    return price + (missing - at_price) / (t->gratitude / SURPLUS + t->kept) + 1;
}

/* The smallest bribe of this seat for which the landlord gives it the better of two free posts. */
static int32_t bribe_to_rise(const table *t, int32_t value, int32_t lower)
{
    return price_of(lower) + (int32_t)((int64_t)t->rise * (value - lower) / 1024) + 1;
}

/* --- the current stage ------------------------------------------------------------------------ */

static bool binding(const intrige_state *s)
{
    return s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_BINDING;
}

/* The posts at stake that the claim can get, because no binding deal promises them to another. */
static uint32_t posts_open_to(const table *t, int claim)
{
    const intrige_state *s = t->s;
    uint32_t posts = intrige_posts_at_stake(s);
    for (int post = 0; binding(s) && post < t->box->posts; post++)
        if (intrige_is_promised(s, claim, post)) posts &= ~(1u << post);
    return posts;
}

/* Those of them that it can get for less than was agreed: none as good as the one of its deal. */
static uint32_t posts_without_deal(const table *t, int claim)
{
    const intrige_claim *c = &t->s->claim[claim];
    return posts_open_to(t, claim) & (c->deal && !binding(t->s) ? (1u << c->post) - 1 : UINT32_MAX);
}

/* Whether this seat may know what was paid for the claim. While bribes are sealed, it knows only its own. */
static bool knows_sum(const table *t, int claim)
{
    const intrige_state *s = t->s;
    return s->claim[claim].chosen && !(intrige_is_sealing(s) && intrige_seat(s->claim[claim].scholar) != t->seat);
}

typedef struct pick {
    int post;
    int64_t joy;
} pick;

/* Which of these posts the landlord would most like to give to the claim, if it had paid this much. */
static pick best_post(const table *t, int claim, int32_t paid, uint32_t posts)
{
    int seat = intrige_seat(t->s->claim[claim].scholar);
    pick best = {KB_NONE, INT64_MIN};
    for (; posts; posts &= posts - 1) {
        int post = kb_lowest_bit(posts);
        int64_t gladness = joy(t, seat, worth(t, seat, post), paid);
        if (gladness > best.joy) best = (pick){post, gladness};
    }
    return best;
}

/* --- paying ----------------------------------------------------------------------------------- */

/* The competition of a payer. */
typedef struct rivalry {
    int64_t joy;                    /* of the landlord about the best rival; INT64_MIN: there is none */
    int32_t hope;                   /* percent: chance that a bribe good enough now is not outbid */
    int32_t lost;                   /* the harm if that rival wins, in ducats */
    int32_t bid[INTRIGE_POSTS_MAX]; /* the highest bribe for each post so far */
} rivalry;

static void meet_rival(const table *t, int claim, uint32_t posts, rivalry *against)
{
    const intrige_claim *c = &t->s->claim[claim];
    int seat = intrige_seat(c->scholar);
    bool known = knows_sum(t, claim);
    int32_t best_worth = worth(t, seat, 31 - __builtin_clz(posts));
    int32_t guess = best_worth * GUESS * (int)(t->luck & 15) / 750;
    pick choice = best_post(t, claim, known ? c->paid : guess > t->box->step ? guess : t->box->step, posts);
    if (choice.joy > against->joy) {
        against->joy = choice.joy;
        against->lost = (int32_t)((int64_t)harm_felt(t, seat) * worth(t, seat, choice.post) / 100);
    }
    if (!known) against->hope = against->hope * TURNED / 100;
}

static rivalry meet_rivals(const table *t, int claim, uint32_t posts)
{
    const intrige_state *s = t->s;
    int profession = intrige_profession(s->claim[claim].scholar);
    rivalry against = {.joy = INT64_MIN, .hope = 100};
    for (int i = 0; i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        if (intrige_seat(c->scholar) == t->seat) continue;
        if (intrige_profession(c->scholar) == profession) {
            meet_rival(t, i, posts, &against);
        } else if (knows_sum(t, i)) {
            int post = best_post(t, i, c->paid, posts).post;
            if (c->paid > against.bid[post]) against.bid[post] = c->paid;
        }
    }
    return against;
}

/* The percentage of a post's worth that its holder can expect, with this many who may attack it. */
static int32_t safety(int attackers)
{
    return 100 - EXPOSED * attackers;
}

/* The safety of a post that the scholar of this claim would hold. */
static int32_t safety_of(const table *t, int claim)
{
    const intrige_state *s = t->s;
    int profession = intrige_profession(s->claim[claim].scholar);
    int attackers = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (seat != t->seat && seat != s->turn) attackers += s->home[seat][profession];
    return safety(attackers);
}

/* A bribe, the post it should win, and the gain in hundredths of a ducat. */
typedef struct plan {
    int32_t bribe;
    int post; /* or KB_NONE */
    int64_t gain;
} plan;

static int32_t round_up(const table *t, int64_t amount)
{
    return (int32_t)((amount + t->box->step - 1) / t->box->step) * t->box->step;
}

/* What a ducat paid to the landlord costs, in percent: it is gone, and the landlord has it. */
static int32_t cost_of_paying(const table *t, int landlord)
{
    return 100 + harm_felt(t, landlord);
}

/* The smallest bribe expected to win the post: more than the next lower free post takes, more than the landlord's joy
 * about a rival, and more than others have paid for it. */
static int64_t bribe_to_get(const table *t, const rivalry *against, int post, int32_t lower)
{
    int32_t value = worth(t, t->seat, post);
    int64_t to_rise = lower ? bribe_to_rise(t, value, lower) : 0;
    int64_t to_win = against->joy > INT64_MIN ? bribe_for_joy(t, t->seat, value, against->joy) : 0;
    int64_t bribe = to_rise > to_win ? to_rise : to_win;
    return bribe > against->bid[post] ? bribe : against->bid[post] + 1;
}

/* The best bribe for the claim, without any deal. The minimum wins the lowest post, or nothing against rivals. For each
 * better post this checks whether it is worth its bribe. */
static plan plan_bribe(const table *t, int claim, intrige_range range)
{
    int32_t cost = cost_of_paying(t, t->s->turn);
    plan best = {range.low, KB_NONE, -(int64_t)range.low * cost};
    uint32_t posts = posts_without_deal(t, claim);
    if (!posts || !intrige_can_win(t->s, claim)) return best;
    rivalry against = meet_rivals(t, claim, posts);
    int32_t likely = against.hope * safety_of(t, claim) / 100;
    if (against.joy == INT64_MIN) {
        best.post = kb_lowest_bit(posts);
        best.gain += (int64_t)worth(t, t->seat, best.post) * likely;
    }
    int32_t lower = 0;
    for (; posts; posts &= posts - 1) {
        int post = kb_lowest_bit(posts);
        int32_t value = worth(t, t->seat, post);
        int64_t bribe = bribe_to_get(t, &against, post, lower);
        lower = value;
        if (bribe > range.high) continue;
        int32_t amount = bribe > range.low ? round_up(t, bribe) : range.low; /* range.high is in whole steps, too */
        int32_t paid = t->kept ? amount * against.hope / 100 : amount;
        int64_t gain = (int64_t)(value + against.lost) * likely - (int64_t)paid * cost;
        if (gain > best.gain) best = (plan){amount, post, gain};
    }
    return best;
}

/* --- terms ------------------------------------------------------------------------------------ */

/* How much the landlord's word can be trusted, in percent. */
static int32_t trust(const table *t, int landlord)
{
    if (binding(t->s)) return 100;
    int32_t percent = TRUST + TRUST_BY * (t->memory->kept[landlord] - 2 * t->memory->broken[landlord]);
    return percent < 0 ? 0 : percent > 100 ? 100 : percent;
}

/* What the payer gains, in hundredths of a ducat, by paying this for the promise of the post. */
static int64_t gain_by_deal(const table *t, int claim, int post, int32_t amount)
{
    int landlord = t->s->turn;
    int32_t likely = trust(t, landlord) * safety_of(t, claim) / 100;
    return (int64_t)worth(t, t->seat, post) * likely - (int64_t)amount * cost_of_paying(t, landlord);
}

/* What a landlord asks for promising the post: the harm it does, compared with the least they could give to this
 * applicant or a rival, plus a margin. In a conflict it is at least what the rivals' bribes would have been. */
static int32_t asked_for(const table *t, int claim, int post)
{
    const intrige_state *s = t->s;
    int lowest = kb_lowest_bit(intrige_posts_at_stake(s));
    int seat = intrige_seat(s->claim[claim].scholar);
    int32_t value = worth(t, seat, post);
    int32_t least = t->mind[seat] * worth(t, seat, lowest);
    int32_t forgone = 0;
    for (int i = 0; i < s->n_claims; i++) {
        int rival = intrige_seat(s->claim[i].scholar);
        if (rival == seat || intrige_profession(s->claim[i].scholar) != intrige_profession(s->claim[claim].scholar))
            continue;
        int32_t harm = t->mind[rival] * worth(t, rival, lowest);
        if (harm < least) least = harm;
        if (!s->claim[i].chosen) forgone += GUESS * worth(t, rival, post);
    }
    int32_t harm = t->mind[seat] * value - least;
    return round_up(t, (int64_t)(harm > forgone ? harm : forgone) * (binding(s) ? ASK_BINDING : ASK_LOOSE) / 10000 +
                           t->box->step);
}

/* The payer's offer for this claim, if one is better than just paying. After a refusal without a counter it is not
 * worth trying again. After a counter the offer is the last one, so it is the full price the landlord is expected to
 * ask. */
static bool make_offer(const table *t, int claim, const plan *without, intrige_range range, kb_move *out)
{
    const intrige_state *s = t->s;
    if (s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_NONE || intrige_is_enemy(t->memory, s->turn)) return false;
    if (s->claim[claim].deal || s->offers == 1 || s->offers == INTRIGE_OFFERS_MAX || range.high == range.low)
        return false;
    int64_t best_gain = without->gain;
    for (uint32_t posts = posts_open_to(t, claim); posts; posts &= posts - 1) {
        int post = kb_lowest_bit(posts);
        int32_t asked = asked_for(t, claim, post);
        int64_t gain = gain_by_deal(t, claim, post, asked);
        if (asked > range.high || gain <= best_gain || intrige_check_terms(s, claim, post)) continue;
        int32_t amount = s->offers ? asked : round_up(t, asked * FIRST_OFFER / 100);
        kb_move offer = kb_move_of(INTRIGE_DO_OFFER, 0, post, 0, amount);
        if (intrige_is_absurd(s, intrige_seat(s->claim[claim].scholar), t->memory, offer)) continue;
        *out = offer;
        best_gain = gain;
    }
    return best_gain > without->gain;
}

/* Whether the payer of a loose deal pays what they promised. */
static bool pays_deal(const table *t, int claim, const plan *without)
{
    const intrige_claim *c = &t->s->claim[claim];
    if (t->memory->character == BOT_HONEST) return true;
    if (t->memory->character == BOT_GRUDGE) return !intrige_is_enemy(t->memory, t->s->turn);
    return gain_by_deal(t, claim, c->post, c->deal) > without->gain;
}

static kb_move pay(const table *t, int claim)
{
    kb_move offer;
    intrige_range range = intrige_bribes(t->s, claim);
    plan best = plan_bribe(t, claim, range);
    const intrige_claim *c = &t->s->claim[claim];
    if (make_offer(t, claim, &best, intrige_offers(t->s, claim), &offer)) return offer;
    if (intrige_exceeds_deal(c, best.bribe) || (c->deal && (binding(t->s) || pays_deal(t, claim, &best))))
        best.bribe = c->deal;
    return kb_move_of(INTRIGE_DO_BRIBE, 0, 0, 0, best.bribe);
}

/* What a landlord names instead of an offer that is too low: more than they ask, to have something to concede. But
 * the margin does not go beyond half of what the payer can have; a price above that is named without one. */
static int32_t counter_to(const table *t, int payer, int32_t asked, int32_t limit)
{
    int32_t counter = round_up(t, (int64_t)asked * COUNTER / 100);
    int32_t half = intrige_can_have(t->s, t->memory, payer) / 2;
    if (counter > half) counter = asked > half ? asked : round_up(t, half);
    return counter < limit ? counter : limit;
}

static kb_move answer_offer(const table *t)
{
    const intrige_state *s = t->s;
    int payer = intrige_seat(s->claim[s->cursor].scholar);
    bool careless = t->memory->character == BOT_OPPORTUNIST && !binding(s); /* promises cost it nothing */
    if (intrige_is_enemy(t->memory, payer) || intrige_is_cheat(s, t->memory, payer) ||
        (!careless && intrige_is_promised(s, s->cursor, s->offer_post)) ||
        intrige_is_refused_offer(s, intrige_tally_of(t->memory)))
        return kb_move_of(INTRIGE_DO_REFUSE, 0, 0, 0, 0);
    int32_t asked = asked_for(t, s->cursor, s->offer_post);
    if (s->offer_amount >= (careless ? asked / 2 : asked)) return kb_move_of(INTRIGE_DO_ACCEPT, 0, 0, 0, 0);
    int32_t limit = intrige_most_for(s, t->memory, payer, s->offer_post);
    if (s->offers == INTRIGE_OFFERS_MAX || asked > limit) return kb_move_of(INTRIGE_DO_REFUSE, 0, 0, 0, 0);
    return kb_move_of(INTRIGE_DO_COUNTER, 0, s->offer_post, 0, counter_to(t, payer, asked, limit));
}

static kb_move answer_counter(const table *t)
{
    const intrige_state *s = t->s;
    intrige_range range = intrige_bribes(s, s->cursor);
    bool good = s->offer_amount <= range.high && !intrige_is_enemy(t->memory, s->turn) &&
                gain_by_deal(t, s->cursor, s->offer_post, s->offer_amount) > plan_bribe(t, s->cursor, range).gain;
    return kb_move_of(good ? INTRIGE_DO_ACCEPT : INTRIGE_DO_REFUSE, 0, 0, 0, 0);
}

/* --- deciding as landlord --------------------------------------------------------------------- */

static const int64_t LAST_RESORT = INT64_C(1) << 60; /* more than any joy */

/* Of the claims of one profession, the one the landlord most likes to hire. */
static int favourite(const table *t, int profession, uint32_t posts, pick *choice)
{
    const intrige_state *s = t->s;
    int best = KB_NONE;
    *choice = (pick){KB_NONE, INT64_MIN};
    for (int i = 0; i < s->n_claims; i++) {
        if (intrige_profession(s->claim[i].scholar) != profession || !intrige_can_win(s, i)) continue;
        uint32_t fine = intrige_posts_in_dignity(intrige_tally_of(t->memory), &s->claim[i], posts);
        pick here = best_post(t, i, s->claim[i].paid, fine ? fine : posts);
        if (!fine || intrige_is_underpaid(&s->claim[i])) here.joy -= LAST_RESORT;
        if (here.joy <= choice->joy) continue;
        *choice = here;
        best = i;
    }
    return best;
}

/* Removes the posts that the claims of the stage that paid less will get. Lower payers get lower posts. */
static uint32_t posts_after_worse_payers(const table *t, int claim, uint32_t posts)
{
    const intrige_state *s = t->s;
    int profession = intrige_profession(s->claim[claim].scholar);
    int32_t above = 0;
    for (;;) {
        int next = KB_NONE;
        int32_t least = s->claim[claim].paid;
        for (int i = 0; i < s->n_claims; i++) {
            if (intrige_is_decided(s, i) || intrige_profession(s->claim[i].scholar) == profession) continue;
            if (s->claim[i].paid >= least || s->claim[i].paid <= above) continue;
            least = s->claim[i].paid;
            next = i;
        }
        if (next == KB_NONE || !(posts & (posts - 1))) return posts;
        above = least;
        int post = best_post(t, next, least, posts).post;
        KB_ASSERT(post < INTRIGE_POSTS_MAX);
        posts &= ~(1u << post);
    }
}

/* Whether the landlord keeps a deal that was paid for and whose post can still be given. */
static bool honours(const table *t, int claim, uint32_t posts)
{
    const intrige_claim *c = &t->s->claim[claim];
    int seat = intrige_seat(c->scholar);
    if (!c->deal || c->paid < c->deal || !(posts >> c->post & 1)) return false;
    if (binding(t->s) || t->memory->character == BOT_HONEST) return true;
    if (t->memory->character == BOT_GRUDGE) return !intrige_is_enemy(t->memory, seat);
    pick choice;
    favourite(t, intrige_profession(c->scholar), posts, &choice);
    int64_t bond = t->memory->character == BOT_OPPORTUNIST ? 0 : (int64_t)BOND * c->deal;
    return joy(t, seat, worth(t, seat, c->post), c->paid) + bond >= choice.joy;
}

/* A landlord known for rewarding payment is paid more. So bots go half by payment, and honest ones by nothing else. */
static int post_by_character(const table *t, int winner, int chosen, uint32_t posts)
{
    int character = t->memory->character, fair = intrige_fair_post(t->s, winner);
    if (character != BOT_HONEST) fair = (chosen + fair + 1) / 2;
    KB_ASSERT(fair >= 0 && fair < INTRIGE_POSTS_MAX);
    for (int off = 0; off < t->box->posts; off++) {
        if (fair - off >= 0 && posts >> (fair - off) & 1) return fair - off;
        if (posts >> (fair + off) & 1) return fair + off;
    }
    return chosen;
}

static kb_move decide(const table *t)
{
    const intrige_state *s = t->s;
    uint32_t posts = intrige_posts_at_stake(s);
    int profession = s->step == INTRIGE_HIRE ? s->cursor : intrige_profession(s->claim[s->cursor].scholar);
    int verb = s->step == INTRIGE_PLACE ? INTRIGE_DO_PLACE : INTRIGE_DO_HIRE;
    int winner = KB_NONE;
    pick choice = {KB_NONE, 0};
    for (int i = 0; i < s->n_claims; i++) {
        if (!s->claim[i].deal || intrige_is_decided(s, i) || !honours(t, i, posts)) continue;
        uint32_t post_mask = 1u << s->claim[i].post;
        bool now = intrige_profession(s->claim[i].scholar) == profession;
        if (now && winner == KB_NONE) {
            winner = i;
            choice.post = s->claim[i].post;
        }
        if (!now && posts != post_mask) posts &= ~post_mask;
    }
    if (winner == KB_NONE) {
        uint32_t open = posts;
        winner = favourite(t, profession, posts, &choice);
        uint32_t fine = intrige_posts_in_dignity(intrige_tally_of(t->memory), &s->claim[winner], open);
        if (fine) open = posts = fine;
        if (s->step != INTRIGE_SETTLE) posts = posts_after_worse_payers(t, winner, posts);
        choice = best_post(t, winner, s->claim[winner].paid, posts);
        if (s->step != INTRIGE_SETTLE) choice.post = post_by_character(t, winner, choice.post, open);
    }
    if (s->step == INTRIGE_SETTLE) return kb_move_of(INTRIGE_DO_SETTLE, s->claim[winner].scholar, 0, 0, 0);
    return kb_move_of(verb, s->claim[winner].scholar, choice.post, 0, 0);
}

/* --- sending ---------------------------------------------------------------------------------- */

enum { BYTE_PROFESSIONS = 8 }; /* how many professions the encoding of a scholar has room for */

/* What a newcomer finds at a palace, by profession. The arrays are larger than needed so that even the profession
 * bits of KB_NONE are a valid index. */
typedef struct house {
    uint8_t post_of[BYTE_PROFESSIONS]; /* the post it has there, or KB_NONE           */
    uint8_t rivals[BYTE_PROFESSIONS];  /* applicants of others in the park            */
    uint32_t own_mask;                 /* professions this seat already has there     */
    int crowd;                         /* applicants for free posts                   */
    int64_t prize;                     /* the gain from the best free post            */
    int32_t cost;                      /* of paying the landlord, percent             */
} house;

static void visit_posts(const table *t, int landlord, house *h)
{
    int32_t lower = 0;
    for (int post = 0; post < t->box->posts; post++) {
        uint8_t scholar = t->s->palace[landlord][post];
        if (scholar != KB_NONE) {
            h->post_of[intrige_profession(scholar)] = (uint8_t)post;
            h->own_mask |= (uint32_t)(intrige_seat(scholar) == t->seat) << intrige_profession(scholar);
            continue;
        }
        int32_t value = worth(t, t->seat, post);
        int32_t bribe = lower ? bribe_to_rise(t, value, lower) : t->box->step;
        int64_t gain = (int64_t)value * 100 - (int64_t)bribe * h->cost;
        if (gain > h->prize) h->prize = gain;
        lower = value;
    }
}

static void visit_park(const table *t, int landlord, house *h)
{
    for (int i = 0; i < t->s->n_park[landlord]; i++) {
        uint8_t scholar = t->s->park[landlord][i];
        int profession = intrige_profession(scholar);
        bool own = intrige_seat(scholar) == t->seat;
        h->own_mask |= (uint32_t)own << profession;
        h->rivals[profession] = (uint8_t)(h->rivals[profession] + !own);
        h->crowd += h->post_of[profession] == KB_NONE;
    }
}

/* How closely the landlord is allied with somebody else, in percent. */
static int alliance_of(const table *t, int landlord)
{
    const intrige_tally *tally = intrige_tally_of(t->memory);
    int most = 0;
    for (int seat = 0; seat < t->s->setup.seats; seat++)
        if (seat != t->seat && tally->ally[landlord][seat] > most) most = tally->ally[landlord][seat];
    return most;
}

static house visit(const table *t, int landlord)
{
    house h = {.cost = cost_of_paying(t, landlord)};
    __builtin_memset(h.post_of, KB_NONE, sizeof h.post_of);
    visit_posts(t, landlord, &h);
    visit_park(t, landlord, &h);
    h.prize = h.prize * (100 - alliance_of(t, landlord)) / 100;
    return h;
}

/* The expected gain from an attack on a holder: their post, and an end to the harm they do. An ally of the landlord keeps it. */
static int64_t gain_by_attack(const table *t, const house *h, int landlord, int holder, int post, int rivals)
{
    int32_t chance = ATTACK / (1 + rivals) * (100 - intrige_tally_of(t->memory)->ally[landlord][holder]) / 100;
    int32_t value = worth(t, t->seat, post);
    int64_t harm = (int64_t)harm_felt(t, holder) * worth(t, holder, post);
    return ((int64_t)value * 100 + harm) * chance / 100 - (int64_t)(value * GUESS / 100) * h->cost;
}

/* The expected gain from sending this profession to the house, in hundredths of a ducat. Relatives of others who are
 * still at home may attack the post later. */
static int64_t promise(const table *t, const house *h, int landlord, int profession, int attackers)
{
    int post = h->post_of[profession];
    int rivals = h->rivals[profession];
    int64_t gain = 0;
    if (h->own_mask >> profession & 1) return -(int64_t)2 * t->box->step * h->cost; /* a present (I-5) */
    if (post != KB_NONE)
        gain = gain_by_attack(t, h, landlord, intrige_seat(t->s->palace[landlord][post]), post, rivals);
    else if (rivals)
        gain = h->prize * (DUEL / rivals) / 100;
    else
        gain = h->prize * (100 - CROWD * h->crowd) / 100;
    return gain * safety(attackers) / 100;
}

static kb_move send(table *t)
{
    const intrige_state *s = t->s;
    int attackers[INTRIGE_POSTS_MAX] = {0}; /* of each profession, relatives of others at home */
    kb_move best = {0};
    int64_t best_gain = INT64_MIN;
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int profession = 0; profession < INTRIGE_POSTS_MAX; profession++)
            attackers[profession] += seat != t->seat ? s->home[seat][profession] : 0;
    for (int landlord = 0; landlord < s->setup.seats; landlord++) {
        if (landlord == t->seat || (landlord == s->sent && !t->box->one_palace)) continue;
        guess_mind(t, landlord);
        house h = visit(t, landlord);
        for (int profession = 0; profession < t->box->posts; profession++) {
            if (!s->home[t->seat][profession]) continue;
            int later = attackers[profession] - s->home[landlord][profession];
            int64_t gain = promise(t, &h, landlord, profession, later);
            gain += gain * (int)(t->luck & 7) * WHIM / 700;
            t->luck >>= 3;
            if (gain <= best_gain) continue;
            best_gain = gain;
            best = kb_move_of(INTRIGE_DO_SEND, profession, landlord, 0, 0);
        }
    }
    return best;
}

/* --- the policy ------------------------------------------------------------------------------- */

kb_move intrige_greedy(const void *state, int seat, const bot_memory *memory, kb_rng *rng)
{
    const intrige_state *s = (const intrige_state *)state;
    table t = look(s, seat, memory, rng);
    if (s->step == INTRIGE_SEND) return send(&t);
    read_mind(&t);
    switch ((intrige_step)s->step) {
    case INTRIGE_BRIBE: return pay(&t, intrige_due_claim(s, seat));
    case INTRIGE_ANSWER: return s->turn == seat ? answer_offer(&t) : answer_counter(&t);
    case INTRIGE_PLACE:
    case INTRIGE_HIRE:
    case INTRIGE_SETTLE: return decide(&t);
    case INTRIGE_SEND:
    case INTRIGE_START:
    case INTRIGE_OVER: break;
    }
    KB_ASSERT(false);
    return kb_move_of(INTRIGE_DO_REFUSE, 0, 0, 0, 0);
}
