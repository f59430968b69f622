/* greedy_intrige.c: plays Intrige by rule of thumb.
 *
 * Everything is weighed in ducats. A post is worth its salary for every income its holder still has to come. A
 * ducat for another seat hurts: a little, more if that seat leads, less if it is liked. A landlord is believed to
 * feel bound by a bribe, up to a price for each post, and the less the fewer guests he still expects. From that
 * one picture of a landlord everything follows: as landlord this bot decides like it; as payer it looks for the
 * cheapest bribe that would turn such a landlord; as sender it looks where that would bring most.
 *
 * Money of others is looked at only where it lies open. */
#include "../core/rng.h"
#include "../games/intrige/tables.h"
#include "policy.h"

/* All figures; in percent where nothing else is said. */
enum {
    HARM = 30,         /* what a ducat of another seat costs: with three rivals about a third … */
    HARM_LEAD = 40,    /* … and more if its prospects are the best salary of a whole game above the average */
    HARM_MIN = 8,      /* nobody's wealth is welcome */
    PRICE = 40,        /* of a post's worth: a bribe above it buys little */
    GRATITUDE = 60,    /* how far a landlord feels bound by a bribe in his last turn … */
    GRATITUDE_BY = 15, /* … and for each turn in which he still hopes for others */
    SURPLUS = 4,       /* what is paid above the price counts only one part in so many */
    GUESS = 12,        /* of a post's worth: the bribe expected of a rival who has yet to pay */
    TURNED = 70,       /* how likely a bribe still wins, for each rival who hears it and may pay more */
    EXPOSED = 4,       /* how likely a post is lost to one relative at home who could attack it */
    CROWD = 12,        /* what each other applicant takes from the hope for a good post */
    CONTEST = 12,      /* how likely a seat that sends before the landlord's turn sends a rival */
    DUEL = 45,         /* the chance to be hired against one rival */
    ATTACK = 40,       /* the chance to turn out a holder */
    ASK_MARGIN = 115,  /* what a landlord wants for a post above what it costs him */
    FIRST_OFFER = 85,  /* of that: where a payer begins */
    COUNTER = 120,     /* of that: what a landlord answers */
    ENEMY = -30,       /* a regard from which on a grudge makes no deals and keeps none */
};

/* How much of a regard goes into the harm a seat does, and how bribes are felt, by character. */
static const uint8_t regard_share[BOT_CHARACTERS] = {0, 8, 8, 40};
static const uint8_t gratitude_of[BOT_CHARACTERS] = {100, 150, 100, 100};

/* The table as one seat sees it. */
typedef struct table {
    const intrige_state *s;
    const intrige_box *box;
    const bot_memory *memory;
    int seat;
    int32_t gratitude;                  /* percent, of the landlord whose mind is read */
    int32_t kept;                       /* percent: what more of a bribe he has if the payer wins */
    int32_t mind[INTRIGE_SEATS_MAX];    /* percent: the harm he sees in a ducat for each seat */
    int32_t incomes[INTRIGE_SEATS_MAX]; /* still to come */
    int32_t harm[INTRIGE_SEATS_MAX];    /* percent: what a ducat of that seat costs another */
} table;

/* --- what things are worth -------------------------------------------------------------------- */

/* How often each seat is paid from now on: its turns still to begin, and the final income. */
static void count_incomes(table *t)
{
    const intrige_state *s = t->s;
    int seats = s->setup.seats;
    int rounds_left = t->box->rounds - s->round;
    for (int seat = 0; seat < seats; seat++) t->incomes[seat] = rounds_left + 1;
    for (int seat = kb_left_of(s->turn, seats); seat != s->start; seat = kb_left_of(seat, seats)) t->incomes[seat]++;
}

/* Who is ahead, by salaries to come and open money. */
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

static table look(const intrige_state *s, int seat, const bot_memory *memory)
{
    table t;
    t.s = s;
    t.box = intrige_box_of(s);
    t.memory = memory;
    t.seat = seat;
    count_incomes(&t);
    weigh_seats(&t);
    return t;
}

/* What a ducat of the other seat costs this one: it may like him, or not. */
static int32_t harm_felt(const table *t, int other)
{
    int32_t harm = t->harm[other] - t->memory->regard[other] * regard_share[t->memory->character] / 100;
    return harm > HARM_MIN ? harm : HARM_MIN;
}

/* Reads a landlord's mind: this seat's own, or that of one who is believed to like this seat as it likes him. */
static void read_mind(table *t, int landlord)
{
    const intrige_state *s = t->s;
    bool own = landlord == t->seat;
    for (int seat = 0; seat < s->setup.seats; seat++) t->mind[seat] = own ? harm_felt(t, seat) : t->harm[seat];
    if (!own) t->mind[t->seat] += harm_felt(t, landlord) - t->harm[landlord];
    t->gratitude = GRATITUDE + GRATITUDE_BY * (t->box->rounds - s->round);
    if (own) t->gratitude = t->gratitude * gratitude_of[t->memory->character] / 100;
    /* With refunds only the winner's bribe stays in the house: a reason that needs no gratitude. */
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

/* How glad the landlord is to give something of this worth to a seat that paid so much: hundredths of a ducat. */
static int64_t joy(const table *t, int seat, int32_t value, int32_t paid)
{
    int32_t price = price_of(value);
    int32_t counted = paid <= price ? paid : price + (paid - price) / SURPLUS;
    return (int64_t)t->gratitude * counted + (int64_t)t->kept * paid - (int64_t)t->mind[seat] * value;
}

/* The other way round: the smallest bribe of this seat that makes the landlord that glad. */
static int64_t bribe_for_joy(const table *t, int seat, int32_t value, int64_t wanted)
{
    int64_t missing = wanted + (int64_t)t->mind[seat] * value;
    int32_t price = price_of(value);
    if (missing <= 0) return 0;
    int64_t at_price = (int64_t)(t->gratitude + t->kept) * price;
    if (missing <= at_price) return missing / (t->gratitude + t->kept) + 1;
    return price + (missing - at_price) / (t->gratitude / SURPLUS + t->kept) + 1;
}

/* The smallest bribe for which the landlord gives the better of two free posts. */
static int64_t bribe_to_rise(const table *t, int seat, int32_t value, int32_t lower)
{
    int32_t felt = t->gratitude - t->gratitude / SURPLUS;
    return price_of(lower) + (int64_t)t->mind[seat] * (value - lower) / felt + 1;
}

/* --- the stage under way ---------------------------------------------------------------------- */

static bool decided(const intrige_state *s, int claim)
{
    if (s->step == INTRIGE_PLACE) return claim < s->cursor;
    return s->step == INTRIGE_HIRE && intrige_profession(s->claim[claim].scholar) < s->cursor;
}

/* The posts that can be given in this stage, a bit for each. */
static uint32_t posts_at_stake(const table *t)
{
    const intrige_state *s = t->s;
    if (s->stage == INTRIGE_INTERNAL) return 1u << s->post;
    uint32_t free_mask = 0;
    for (int post = 0; post < t->box->posts; post++)
        free_mask |= (uint32_t)(s->palace[s->turn][post] == KB_NONE) << post;
    return free_mask;
}

/* Whether this seat may know what was paid for the claim: sealed sums only its own, and as landlord all. */
static bool knows_sum(const table *t, int claim)
{
    const intrige_state *s = t->s;
    return s->claim[claim].chosen && !(intrige_is_sealing(s) && intrige_seat(s->claim[claim].scholar) != t->seat);
}

typedef struct pick {
    int post;
    int64_t joy;
} pick;

/* The post of these that the landlord likes best for the claim, had it paid so much. */
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

/* What stands against the payer. */
typedef struct rivalry {
    int64_t joy;                    /* of the landlord about the best rival; INT64_MIN: nobody's */
    int32_t hope;                   /* percent: that a bribe above this is not outbid */
    int32_t lost;                   /* what a rival's victory costs in harm, in ducats */
    int32_t bid[INTRIGE_POSTS_MAX]; /* the highest bribe for each post so far */
    bool hopeless;                  /* the post is promised to somebody else */
} rivalry;

static void meet_rival(const table *t, int claim, uint32_t posts, rivalry *against)
{
    const intrige_claim *c = &t->s->claim[claim];
    int seat = intrige_seat(c->scholar);
    bool known = knows_sum(t, claim);
    int32_t best_worth = worth(t, seat, 31 - __builtin_clz(posts));
    int32_t guess = best_worth * GUESS / 100;
    pick choice = best_post(t, claim, known ? c->paid : guess > t->box->step ? guess : t->box->step, posts);
    if (choice.joy > against->joy) {
        against->joy = choice.joy;
        against->lost = (int32_t)((int64_t)harm_felt(t, seat) * worth(t, seat, choice.post) / 100);
    }
    if (!known) against->hope = against->hope * TURNED / 100;
    if (c->deal && t->s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_BINDING) against->hopeless = true;
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

/* The percentage of a post's worth that is likely to be enjoyed: relatives at home may come for it. */
static int32_t safety(const table *t, int landlord, int profession)
{
    const intrige_state *s = t->s;
    int attackers = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (seat != t->seat && seat != landlord) attackers += s->home[seat][profession];
    return 100 - EXPOSED * attackers;
}

/* A bribe, the post it is meant to bring, and what is gained by it, in hundredths of a ducat. */
typedef struct plan {
    int32_t bribe;
    int post; /* or KB_NONE */
    int64_t gain;
} plan;

static int32_t round_up(const table *t, int64_t amount)
{
    return (int32_t)((amount + t->box->step - 1) / t->box->step) * t->box->step;
}

/* What a ducat handed to the landlord costs, percent: it is gone, and he has it. */
static int32_t cost_of_paying(const table *t, int landlord)
{
    return 100 + harm_felt(t, landlord);
}

/* The best bribe for the claim, without any deal. */
static plan plan_bribe(const table *t, int claim, intrige_range range)
{
    const intrige_state *s = t->s;
    int32_t cost = cost_of_paying(t, s->turn);
    plan best = {range.low, KB_NONE, -(int64_t)range.low * cost};
    if (!intrige_can_win(s, claim)) return best;
    uint32_t posts = posts_at_stake(t);
    rivalry against = meet_rivals(t, claim, posts);
    if (against.hopeless) return best;
    int32_t likely = against.hope * safety(t, s->turn, intrige_profession(s->claim[claim].scholar)) / 100;
    int32_t lower = 0;
    for (uint32_t left = posts; left; left &= left - 1) {
        int post = kb_lowest_bit(left);
        int32_t value = worth(t, t->seat, post);
        int64_t bribe = range.low;
        int64_t other = lower ? bribe_to_rise(t, t->seat, value, lower) : 0;
        if (other > bribe) bribe = other;
        other = against.joy > INT64_MIN ? bribe_for_joy(t, t->seat, value, against.joy) : 0;
        if (other > bribe) bribe = other;
        if (against.bid[post] >= bribe) bribe = against.bid[post] + 1;
        lower = value;
        if (bribe > range.high) continue;
        int32_t amount = round_up(t, bribe);
        if (amount > range.high) continue;
        int32_t paid = t->kept ? amount * against.hope / 100 : amount;
        int64_t gain = (int64_t)(value + against.lost) * likely - (int64_t)paid * cost;
        if (gain > best.gain || best.post == KB_NONE) best = (plan){amount, post, gain};
    }
    if (best.gain < -(int64_t)range.low * cost && against.joy > INT64_MIN)
        best = (plan){range.low, KB_NONE, -(int64_t)range.low * cost};
    return best;
}

static kb_move pay(const table *t, int claim)
{
    plan best = plan_bribe(t, claim, intrige_bribes(t->s, claim));
    return kb_move_of(INTRIGE_DO_BRIBE, 0, 0, 0, best.bribe);
}

/* --- deciding as landlord --------------------------------------------------------------------- */

/* Of the claims of one profession, the one whose hiring the landlord likes best. */
static int favourite(const table *t, int profession, uint32_t posts, pick *choice)
{
    const intrige_state *s = t->s;
    int best = KB_NONE;
    *choice = (pick){KB_NONE, INT64_MIN};
    for (int i = 0; i < s->n_claims; i++) {
        if (intrige_profession(s->claim[i].scholar) != profession || !intrige_can_win(s, i)) continue;
        pick here = best_post(t, i, s->claim[i].paid, posts);
        if (here.joy <= choice->joy) continue;
        *choice = here;
        best = i;
    }
    return best;
}

/* Who paid more chooses first: takes the posts from the mask that later claims of the stage will get. */
static uint32_t posts_after_better_payers(const table *t, int claim, uint32_t posts)
{
    const intrige_state *s = t->s;
    int32_t below = INT32_MAX;
    for (;;) {
        int next = KB_NONE;
        int32_t most = s->claim[claim].paid;
        for (int i = 0; i < s->n_claims; i++) {
            if (decided(s, i) || intrige_profession(s->claim[i].scholar) == intrige_profession(s->claim[claim].scholar))
                continue;
            if (s->claim[i].paid <= most || s->claim[i].paid >= below) continue;
            most = s->claim[i].paid;
            next = i;
        }
        if (next == KB_NONE || !(posts & (posts - 1))) return posts;
        below = most;
        posts &= ~(1u << best_post(t, next, most, posts).post);
    }
}

static kb_move decide(const table *t)
{
    const intrige_state *s = t->s;
    uint32_t posts = posts_at_stake(t);
    pick choice;
    int profession = s->step == INTRIGE_HIRE ? s->cursor : intrige_profession(s->claim[s->cursor].scholar);
    int winner = favourite(t, profession, posts, &choice);
    if (s->step == INTRIGE_SETTLE) return kb_move_of(INTRIGE_DO_SETTLE, s->claim[winner].scholar, 0, 0, 0);
    posts = posts_after_better_payers(t, winner, posts);
    choice = best_post(t, winner, s->claim[winner].paid, posts);
    return kb_move_of(s->step == INTRIGE_PLACE ? INTRIGE_DO_PLACE : INTRIGE_DO_HIRE, s->claim[winner].scholar,
                      choice.post, 0, 0);
}

/* --- sending ---------------------------------------------------------------------------------- */

/* What a newcomer finds at a palace. */
typedef struct house {
    uint8_t post_of[INTRIGE_POSTS_MAX + 3]; /* [profession]: its post, or KB_NONE */
    uint8_t rivals[INTRIGE_POSTS_MAX + 3];  /* [profession]: applicants of others in the park */
    uint32_t own_mask;                      /* professions this seat already has there */
    int crowd;                              /* applicants for free posts */
    int64_t prize;                          /* the gain from the best post, uncontested */
    int late;                               /* seats that send before the landlord's turn */
} house;

static house visit(const table *t, int landlord)
{
    const intrige_state *s = t->s;
    house h;
    __builtin_memset(&h, 0, sizeof h);
    __builtin_memset(h.post_of, KB_NONE, sizeof h.post_of);
    int32_t cost = cost_of_paying(t, landlord);
    int32_t lower = 0;
    for (int post = 0; post < t->box->posts; post++) {
        uint8_t scholar = s->palace[landlord][post];
        if (scholar != KB_NONE) {
            h.post_of[intrige_profession(scholar)] = (uint8_t)post;
            if (intrige_seat(scholar) == t->seat) h.own_mask |= 1u << intrige_profession(scholar);
            continue;
        }
        int32_t value = worth(t, t->seat, post);
        int64_t bribe = lower ? bribe_to_rise(t, t->seat, value, lower) : t->box->step;
        int64_t gain = (int64_t)value * 100 - bribe * cost;
        if (gain > h.prize) h.prize = gain;
        lower = value;
    }
    for (int i = 0; i < s->n_park[landlord]; i++) {
        int profession = intrige_profession(s->park[landlord][i]);
        if (intrige_seat(s->park[landlord][i]) == t->seat)
            h.own_mask |= 1u << profession;
        else
            h.rivals[profession]++;
        h.crowd += h.post_of[profession] == KB_NONE;
    }
    int seats = s->setup.seats;
    for (int seat = kb_left_of(t->seat, seats); seat != landlord; seat = kb_left_of(seat, seats)) h.late++;
    return h;
}

/* What sending this profession to the house promises, in hundredths of a ducat. */
static int64_t promise(const table *t, const house *h, int landlord, int profession)
{
    const intrige_state *s = t->s;
    int32_t cost = cost_of_paying(t, landlord);
    if (h->own_mask >> profession & 1) return -(int64_t)2 * t->box->step * cost;
    int64_t gain;
    int post = h->post_of[profession];
    if (post != KB_NONE) {
        int holder = intrige_seat(s->palace[landlord][post]);
        int32_t value = worth(t, t->seat, post);
        int32_t bribe = value * GUESS / 100;
        int64_t harm = (int64_t)harm_felt(t, holder) * worth(t, holder, post);
        gain = ((int64_t)value * 100 + harm) * ATTACK / 100 / (1 + h->rivals[profession]) - (int64_t)bribe * cost;
    } else if (h->rivals[profession]) {
        gain = h->prize * DUEL / 100 / h->rivals[profession];
    } else {
        gain = h->prize * (100 - CROWD * h->crowd) / 100;
        int contest = 0;
        int seats = s->setup.seats;
        for (int seat = kb_left_of(t->seat, seats); seat != landlord; seat = kb_left_of(seat, seats))
            contest += s->home[seat][profession] > 0;
        gain = gain * (100 - CONTEST * contest) / 100;
    }
    return gain * safety(t, landlord, profession) / 100;
}

static kb_move send(table *t, kb_rng *rng)
{
    const intrige_state *s = t->s;
    kb_move best = {0};
    int64_t best_gain = INT64_MIN;
    (void)rng;
    for (int landlord = 0; landlord < s->setup.seats; landlord++) {
        if (landlord == t->seat || (landlord == s->sent && !t->box->one_palace)) continue;
        read_mind(t, landlord);
        house h = visit(t, landlord);
        for (int profession = 0; profession < t->box->posts; profession++) {
            if (!s->home[t->seat][profession]) continue;
            int64_t gain = promise(t, &h, landlord, profession);
            if (gain <= best_gain) continue;
            best_gain = gain;
            best = kb_move_of(INTRIGE_DO_SEND, profession, landlord, 0, 0);
        }
    }
    return best;
}

/* --- the policy ------------------------------------------------------------------------------- */

static kb_move greedy(const void *state, int seat, const bot_memory *memory, kb_rng *rng)
{
    const intrige_state *s = (const intrige_state *)state;
    table t = look(s, seat, memory);
    if (s->step == INTRIGE_SEND) return send(&t, rng);
    read_mind(&t, s->turn);
    switch ((intrige_step)s->step) {
    case INTRIGE_BRIBE: return pay(&t, intrige_due_claim(s, seat));
    case INTRIGE_ANSWER: return kb_move_of(INTRIGE_DO_REFUSE, 0, 0, 0, 0);
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

static bot_line remember(bot_memory *memory, int seat, const void *view, const kb_event *event)
{
    bot_line line = {BOT_SILENT, KB_NONE};
    (void)memory, (void)seat, (void)view, (void)event;
    return line;
}

static bool breaks_word(const void *view, int seat, kb_move move)
{
    (void)view, (void)seat, (void)move;
    return false;
}

const bot_policy intrige_policy = {greedy, remember, breaks_word};
