/* allies.c: see allies.h. */
#include "allies.h"

#include "../../games/intrige/tables.h"
#include "liking.h"

/* In thousandths of what the best post brings in a whole game, unless the comment says otherwise. */
enum {
    EARNED = 4,     /* times the bribe: the worth of a post that it earns */
    NOTICED = 100,  /* given beyond what the others get: no sign of anything yet */
    SERVED = 500,   /* ... and certainly one */
    STEPS_MAX = 255 /* of a bribe */
};

/* The worth of the post beyond the worst that the landlord could have given instead, or what the bribe earned. */
static int32_t gift(const intrige_state *after, int landlord, int seat, int post, int32_t paid)
{
    int least = post;
    for (int i = post - 1; i >= 0; i--)
        if (after->palace[landlord][i] == KB_NONE) least = i;
    int32_t earned = EARNED * paid, otherwise = intrige_worth(after, seat, least);
    return intrige_worth(after, seat, post) - (earned > otherwise ? earned : otherwise);
}

/* The highest bribe of another seat for the same post. Nobody bribes himself, so the landlord has paid nothing. */
static int32_t highest_rival(const intrige_tally *tally, int seat, int profession)
{
    int32_t most = 0;
    for (int other = 0; other < INTRIGE_SEATS_MAX; other++)
        if (other != seat && tally->bribe[other][profession] > most) most = tally->bribe[other][profession];
    return most;
}

static void add_favour(intrige_tally *tally, const intrige_state *after, const kb_event *e)
{
    const intrige_box *box = intrige_box_of(after);
    int seat = intrige_seat(e->a), profession = intrige_profession(e->a);
    int32_t paid = tally->bribe[seat][profession] * box->step, whole = box->salary[box->posts - 1] * box->rounds;
    int32_t outbid = highest_rival(tally, seat, profession) * box->step - paid;
    int32_t worth = intrige_worth(after, seat, e->b), given = 0;
    if (e->kind == INTRIGE_GETS_POST) given = gift(after, e->seat, seat, e->b, paid);
    if (given < 0) given = 0;
    if (outbid > 0) given += EARNED * outbid;
    if (given > worth) given = worth;
    tally->favour[e->seat][seat] += given / (whole / 1000);
}

/* How far the landlord serves the seat, in percent: by what it gave them beyond what the others got on average. */
static int32_t service(const intrige_tally *tally, int landlord, int seat, int seats)
{
    int32_t others = 0;
    for (int i = 0; i < seats; i++)
        if (i != landlord && i != seat) others += tally->favour[landlord][i];
    int32_t over = tally->favour[landlord][seat] - others / (seats - 2) - NOTICED;
    return over < 0 ? 0 : over < SERVED - NOTICED ? over * 100 / (SERVED - NOTICED) : 100;
}

/* Whether the two have sent all relatives so far to each other. */
static bool are_inseparable(const intrige_tally *tally, int one, int other)
{
    for (int i = 0; i < INTRIGE_SEATS_MAX; i++)
        if ((i != other && tally->sent[one][i]) || (i != one && tally->sent[other][i])) return false;
    return tally->sent[one][other] && tally->sent[other][one];
}

/* How far the first serves the second. Of two who send nobody elsewhere a favour is expected to be returned before it is. */
static int32_t returned(const intrige_tally *tally, const int between[2], int seats)
{
    int from = between[0], to = between[1];
    if (tally->decided_mask[from] >> to & 1) return service(tally, from, to, seats);
    return are_inseparable(tally, from, to) ? service(tally, to, from, seats) : 0;
}

static void find_allies(intrige_tally *tally, int seats)
{
    tally->has_allies = false;
    for (int one = 0; one < seats; one++)
        for (int other = 0; other < one; other++) {
            const int there[2] = {one, other}, back[2] = {other, one};
            int32_t gives = returned(tally, there, seats), gets = returned(tally, back, seats);
            int32_t least = gives < gets ? gives : gets;
            tally->ally[one][other] = tally->ally[other][one] = (uint8_t)least;
            tally->has_allies |= least > 0;
        }
}

static uint8_t steps_of(const intrige_state *s, int32_t amount)
{
    int32_t steps = intrige_in_steps(s, amount);
    return (uint8_t)(steps < STEPS_MAX ? steps : STEPS_MAX);
}

void intrige_notice(bot_memory *memory, const void *view, const kb_event *e)
{
    intrige_tally *tally = (intrige_tally *)&memory->tally;
    const intrige_state *after = (const intrige_state *)view;
    bool got = e->kind == INTRIGE_GETS_POST || e->kind == INTRIGE_KEEPS_POST;
    if (after->setup.option[INTRIGE_BRIBES] != INTRIGE_OPEN) return; /* who knows what was paid for? */
    if (e->kind == INTRIGE_TURN) __builtin_memset(tally->bribe, 0, sizeof tally->bribe);
    if (e->kind == INTRIGE_PAYS)
        tally->bribe[intrige_seat(e->a)][intrige_profession(e->a)] = steps_of(after, e->amount);
    if (e->kind == INTRIGE_SENDS) tally->sent[e->seat][e->b]++;
    if (got || e->kind == INTRIGE_BANISHED) tally->decided_mask[e->seat] |= (uint8_t)(1u << intrige_seat(e->a));
    if (!got) return;
    add_favour(tally, after, e);
    find_allies(tally, after->setup.seats);
}

void intrige_share(const bot_memory *memory, int seat, bot_memory *other)
{
    const intrige_tally *from = intrige_tally_of(memory);
    intrige_tally *to = (intrige_tally *)&other->tally;
    to->is_shared = true;
    to->has_allies = from->has_allies;
    __builtin_memcpy(to->ally, from->ally, sizeof to->ally);
    for (int i = 0; i < INTRIGE_SEATS_MAX; i++) to->ally[i][seat] = to->ally[seat][i] = 0;
}
