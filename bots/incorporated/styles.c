/* styles.c: how people play Incorporated: which tasks they play, whose tasks they work for, and where their managers
 * go. */
#include "styles.h"
#include "../../core/rng.h"
#include "../../games/incorporated/tables.h"

/* --- the styles -------------------------------------------------------------------------------- */

enum {
    OWN,     /* playing: weight of its own tasks, by value                          */
    SAFE,    /* playing: weight of tasks that can be done on the spot               */
    BURDEN,  /* playing: weight of tasks that the leader cannot do                  */
    STAFF,   /* percent: how often it sends a coin that is big enough, if it has one */
    FINISH,  /* percent: how often it adds the coins its own task still needs       */
    LEND,    /* percent: how often it does so for a task of somebody else           */
    HELP,    /* managers: weight of every initiative that can be saved              */
    SELFISH, /* managers: weight of its own points in it                            */
    HINDER,  /* managers: weight of the leader's points in one that can be broken   */
    MOOD     /* how much of all this is random                                      */
};

const char *const incorporated_figures[] = {"own",  "safe",    "burden", "staff", "finish", "lend",
                                            "help", "selfish", "hinder", "mood",  NULL};

const bot_style incorporated_styles[incorporated_N_STYLES] = {
    /*               own safe burden staff finish lend help selfish hinder mood */
    {"teamplayer", {{20, 100, 0, 100, 100, 80, 100, 30, 0, 10}}},
    {"loner", {{100, 60, 0, 100, 90, 0, 10, 100, 20, 10}}},
    {"freerider", {{60, 60, 0, 50, 20, 0, 10, 100, 30, 10}}},
    {"saboteur", {{30, 0, 100, 60, 40, 0, 0, 40, 100, 10}}},
    {"clerk", {{0, 50, 0, 100, 60, 20, 40, 60, 0, 50}}},
    {"partisan", {{50, 40, 60, 90, 80, 20, 20, 80, 80, 10}}},
    {"whimsical", {{20, 20, 20, 60, 40, 30, 30, 30, 30, 100}}},
};

/* --- the table -------------------------------------------------------------------------------- */

static int leader_but(const incorporated_state *s, int seat)
{
    int leader = KB_NONE;
    for (int i = 0; i < s->setup.seats; i++)
        if (i != seat && (leader == KB_NONE || s->score[i] > s->score[leader])) leader = i;
    return leader;
}

static bool chance_of(int16_t percent, kb_rng *rng)
{
    return (int)kb_rng_under(rng, 100) < percent;
}

static int mood(const int16_t *figure, kb_rng *rng)
{
    return (int)kb_rng_under(rng, 4u * (uint32_t)figure[MOOD] + 1);
}

/* The smallest coin that does a task of its suit on the spot, as a mask. 0: there is none. */
static uint32_t coin_for(uint32_t coins, int value)
{
    uint32_t enough = value > 1 ? coins >> (value - 1) << (value - 1) : coins;
    return enough & (0u - enough);
}

/* --- playing, staffing, committing ------------------------------------------------------------ */

static kb_move play(const incorporated_state *s, int seat, const int16_t *figure, kb_rng *rng)
{
    int best = INT32_MIN, chosen = 0, leader = leader_but(s, seat);
    for (uint32_t hand = s->hand[seat]; hand; hand &= hand - 1) {
        int tile = kb_lowest_bit(hand), owner = incorporated_suit((uint8_t)tile),
            value = incorporated_value((uint8_t)tile);
        bool doable = coin_for(s->coins[owner], value) != 0;
        int likes = mood(figure, rng);
        if (owner == seat) likes += figure[OWN] * value * (doable ? 1 : -1);
        if (doable) likes += 2 * figure[SAFE];
        if (owner == leader && !doable) likes += figure[BURDEN] * value;
        if (likes <= best) continue;
        best = likes;
        chosen = tile;
    }
    return kb_move_of(INCORPORATED_DO_PLAY, chosen, 0, 0, 0);
}

static kb_move staff(const incorporated_state *s, int seat, const int16_t *figure, kb_rng *rng)
{
    uint32_t coins = s->coins[seat], enough = coin_for(coins, incorporated_value(s->task[s->next_task].tile));
    uint32_t chosen = enough && chance_of(figure[STAFF], rng) ? enough : coins;
    return kb_move_of(INCORPORATED_DO_STAFF, kb_lowest_bit(chosen), 0, 0, 0);
}

/* The cheapest coins that add up to what is missing, or none if all together are not enough. */
static kb_move commit(const incorporated_state *s, int seat, const int16_t *figure, kb_rng *rng)
{
    const incorporated_task *task = &s->task[s->next_task];
    bool own = incorporated_suit(task->tile) == seat;
    uint32_t coins = s->coins[seat], chosen = 0;
    int least = INT32_MAX, there = incorporated_total(task);
    if (!chance_of(own ? figure[FINISH] : figure[LEND], rng) || incorporated_is_enough(s, task, there))
        return kb_move_of(INCORPORATED_DO_COMMIT, 0, 0, 0, 0);
    for (uint32_t part = coins; part; part = (part - 1) & coins) {
        int adds = incorporated_worth(part) + (own ? kb_count_bits(part) : 0);
        if (!incorporated_is_enough(s, task, there + adds) || adds >= least) continue;
        least = adds;
        chosen = part;
    }
    return kb_move_of(INCORPORATED_DO_COMMIT, (int)chosen, 0, 0, 0);
}

/* --- managers --------------------------------------------------------------------------------- */

static int points_in(const incorporated_state *s, int initiative, int seat)
{
    int points = 0;
    for (int place = 0; place < s->setup.seats; place++) {
        uint8_t tile = s->task[incorporated_task_at(initiative, place)].tile;
        points += incorporated_suit(tile) == seat ? incorporated_value(tile) : 0;
    }
    return points;
}

/* The number of open tasks of the initiative that would fail now. */
static int n_failing(const incorporated_state *s, int initiative)
{
    int n = 0;
    for (int place = 0; place < s->setup.seats; place++) {
        int at = incorporated_task_at(initiative, place);
        const incorporated_task *task = &s->task[at];
        n += !(s->done_mask >> at & 1) && !incorporated_is_enough(s, task, incorporated_total(task));
    }
    return n;
}

/* The effect of a manager here. 2: decides the initiative at once. 1: maybe together with others. 0: none. */
static int effect(const incorporated_state *s, int at, bool help)
{
    const incorporated_task *task = &s->task[at];
    int total = incorporated_total(task), failing = n_failing(s, incorporated_initiative(at));
    bool before = incorporated_is_enough(s, task, total);
    bool after = incorporated_is_enough(s, task, total + (help ? INCORPORATED_MANAGER : -INCORPORATED_MANAGER));
    if (help) return before ? failing == 0 : failing == 1 && after ? 2 : failing == 1;
    return failing ? 0 : after ? 1 : 2;
}

static kb_move manage(const incorporated_state *s, int seat, const int16_t *figure, kb_rng *rng)
{
    int best = INT32_MIN, leader = leader_but(s, seat);
    kb_move chosen = {0};
    for (uint32_t open = incorporated_played_mask(s) & ~(uint32_t)s->done_mask; open; open &= open - 1) {
        int at = kb_lowest_bit(open), initiative = incorporated_initiative(at);
        int own = points_in(s, initiative, seat), theirs = points_in(s, initiative, leader);
        for (int help = 0; help < 2; help++) {
            int gain = help ? 2 * figure[HELP] + figure[SELFISH] * own - figure[HINDER] * theirs / 2
                            : figure[HINDER] * theirs - figure[SELFISH] * own - figure[HELP];
            int likes = gain * effect(s, at, help) + mood(figure, rng);
            if (likes <= best) continue;
            best = likes;
            chosen = kb_move_of(INCORPORATED_DO_MANAGE, at, help, 0, 0);
        }
    }
    return chosen;
}

kb_move incorporated_styled(const void *state, int seat, const bot_figures *figures, const bot_memory *memory,
                            kb_rng *rng)
{
    const incorporated_state *s = (const incorporated_state *)state;
    (void)memory;
    if (s->step == INCORPORATED_PLAY) return play(s, seat, figures->at, rng);
    if (s->step == INCORPORATED_STAFF) return staff(s, seat, figures->at, rng);
    if (s->step == INCORPORATED_COMMIT) return commit(s, seat, figures->at, rng);
    return manage(s, seat, figures->at, rng);
}

/* --- what a move reveals ---------------------------------------------------------------------- */

/* Not for played tiles: they depend on hidden hands. clues.c draws conclusions from them. */
bool incorporated_decision(const void *before, const kb_event *e, kb_move *out)
{
    (void)before;
    switch (e->kind) {
    case INCORPORATED_STAFFS: *out = kb_move_of(INCORPORATED_DO_STAFF, e->b, 0, 0, 0); return true;
    case INCORPORATED_COMMITS: *out = kb_move_of(INCORPORATED_DO_COMMIT, e->b, 0, 0, 0); return true;
    case INCORPORATED_MANAGES: *out = kb_move_of(INCORPORATED_DO_MANAGE, e->amount, e->b, 0, 0); return true;
    default: return false;
    }
}

int incorporated_fit(const void *before, kb_move expected, kb_move made)
{
    (void)before;
    if (expected.verb != made.verb) return 0;
    if (expected.a == made.a && expected.b == made.b) return BOT_FITS;
    if (made.verb == INCORPORATED_DO_COMMIT) return expected.a && made.a ? BOT_FITS / 2 : 0;
    if (made.verb == INCORPORATED_DO_STAFF) return BOT_FITS / 8;
    bool same_place = incorporated_initiative(expected.a) == incorporated_initiative(made.a);
    return expected.b == made.b ? same_place ? BOT_FITS / 2 : BOT_FITS / 4 : 0;
}
