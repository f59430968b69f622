/* greedy.c: plays Incorporated by rule of thumb.
 *
 * Everything is measured in points, and points have prices. A seat's own points are worth more to it if it is behind. A
 * point of another seat costs more the closer that seat is to winning. An initiative has a stake, the sum of its tiles
 * at these prices, and a chance to succeed. A move is worth what it does to both, less the coins it costs. A stake can
 * be negative. Then the seat is better off if the initiative fails, and it plays, staffs and withholds coins to that
 * end. But ruin is bad for everybody: the likelier it is that one initiative decides about ruin, the more that one is
 * worth to everybody who can still win.
 *
 * Managers are placed openly, one after another. There the policy looks ahead to the end of the round.
 *
 * The only hidden information it uses is its own hand. */
#include "greedy.h"
#include "../../core/rng.h"
#include "../../games/incorporated/tables.h"

enum { SEATS = INCORPORATED_SEATS_MAX, SURE = 256 /* chances, prices and favours are in 256ths */ };

/* --- figures ---------------------------------------------------------------------------------- */

/* How many points behind a seat is half as likely to win, by the number of rounds after this one. */
static const uint8_t half_life[SEATS] = {6, 9, 11, 13};

/* How often an open task is complete in the end, by its standing: three helping managers short, two, one; 0, which
 * no task has; one manager to spare, two, three. The first row is for three seats, where fives are never done on the
 * spot and everybody has to take risks; the second for four. */
enum { STANDING_MAX = 3 };
static const uint8_t holds[2][2 * STANDING_MAX + 1] = {{2, 10, 60, 0, 200, 240, 254}, {0, 3, 30, 0, 230, 250, 255}};

enum {
    TILE_TO_COME = 243,     /* how often a tile not yet played does not harm its initiative */
    LATER_INITIATIVE = 190, /* how often an initiative that has not begun succeeds */
    RUIN_HALVES = 5,        /* ruin is as bad as falling behind by this many halves of a half life */
    COIN_STEP = 64,         /* what a point more on a coin is worth for a later task, in 256ths of a point */
    COIN_SHORT = 300,       /* what it costs to have no coin for it at all */
};

/* Characters. */
enum {
    FAVOUR_MAX = 100,     /* what a point of the best friend or worst enemy is worth to a seat with feelings */
    DUTY = 3 * SURE,      /* bonus of an honest seat for an initiative it takes part in, in 256ths of a point */
    FREE_RIDE = 3,        /* factor on the cost of an opportunist's coins for tasks of others */
    HELP_IS_WORTH = 4,    /* regard for each point of this seat that a manager helps */
    HARM_IS_WORTH = 6,    /* loss of regard for each point that a manager hinders */
    NEGLECT_IS_WORTH = 3, /* the same for each point that a department lets down without need */
    COIN_IS_WORTH = 8,    /* regard for each point of a coin on a task of this seat */
    BURDEN_IS_WORTH = 2,  /* loss of regard for each point of a task this seat is given although it cannot do it */
    WORTH_A_WORD = 5,     /* a seat with this many points at stake says something */
    ENEMY = -25           /* at this regard or below, harm is revenge */
};

/* --- standings -------------------------------------------------------------------------------- */

/* How this seat sees the game. Computed for every decision. */
typedef struct outlook {
    const incorporated_state *s;
    int n, seat;
    int favour[SEATS];  /* what the character adds to the price of a seat's points */
    int duty, thrift;   /* what it adds to success, and its factor on the cost of coins for tasks of others */
    int running, place; /* the current initiative, and the tile in it */
    int chance[SEATS];  /* to succeed: of the initiatives played, and of the tiles of the current one so far */
    int price[SEATS];   /* of a point of each seat */
    int stake;          /* of the tiles before this one in the current initiative */
    int bonus;          /* what success of the current initiative is worth apart from its stake */
} outlook;

/* By how much a total exceeds what the task needs. Below 0 the task is not complete. */
static int margin_of(const incorporated_state *s, uint8_t tile, int total)
{
    return total - incorporated_value(tile) - (s->setup.option[INCORPORATED_FINISH] == INCORPORATED_ABOVE);
}

/* A margin in managers: how many have to hinder to break the task or, if negative, to help to complete it. Never 0. */
static int standing_of(int margin)
{
    return margin >= 0 ? margin / INCORPORATED_MANAGER + 1 : -((1 - margin) / INCORPORATED_MANAGER);
}

static int standing_of_task(const incorporated_state *s, int at)
{
    return standing_of(margin_of(s, s->task[at].tile, incorporated_total(&s->task[at])));
}

static int chance_of_standing(const outlook *o, int standing)
{
    if (standing > STANDING_MAX) standing = STANDING_MAX;
    if (standing < -STANDING_MAX) standing = -STANDING_MAX;
    return holds[o->n == SEATS][standing + STANDING_MAX];
}

static bool is_done(const incorporated_state *s, int at)
{
    return s->done_mask >> at & 1;
}

static int chance_of_tiles(const outlook *o, int initiative, int n_tiles)
{
    int chance = SURE;
    for (int place = 0; place < n_tiles; place++) {
        int at = incorporated_task_at(initiative, place);
        if (!is_done(o->s, at)) chance = chance * chance_of_standing(o, standing_of_task(o->s, at)) / SURE;
    }
    return chance;
}

/* Adds the tiles of an initiative to the scores of their seats, each point multiplied by times. */
static void add_initiative(const outlook *o, int initiative, int times, int score[SEATS])
{
    const incorporated_task *task = &o->s->task[incorporated_task_at(initiative, 0)];
    for (int place = 0; place < o->n; place++)
        score[incorporated_suit(task[place].tile)] += times * incorporated_value(task[place].tile);
}

/* What an initiative with this chance yields for each point, in 256ths. */
static int yield_of(int chance)
{
    return chance - INCORPORATED_BLAME * (SURE - chance);
}

/* 1024 halved once for every half life. */
static uint32_t halved(int points, int half)
{
    static const uint16_t roots[] = {1024, 939, 861, 790, 724, 664, 609, 558}; /* 1024 / 2^(i/8) */
    uint32_t eighths = (uint32_t)points * 8 / (uint32_t)half;
    return eighths < 80 ? (uint32_t)roots[eighths & 7] >> (eighths >> 3) : 0;
}

/* How likely each seat is to win with these scores, relative to the sum, which is returned. In the last round a
 * score of 0 counts as an opponent too: nobody wins with less. */
static uint32_t likelihoods(const int score[SEATS], int n, int rounds_to_come, uint32_t out[SEATS])
{
    int half = half_life[rounds_to_come], best = rounds_to_come ? score[0] : 0;
    for (int i = 0; i < n; i++) best = score[i] > best ? score[i] : best;
    uint32_t sum = rounds_to_come ? 0 : halved(best, half);
    for (int i = 0; i < n; i++) sum += out[i] = 1 + halved(best - score[i], half);
    return sum;
}

/* How likely it is that the current initiative decides about ruin: exactly two of the others fail. */
static int chance_it_decides(const outlook *o)
{
    int fails[SEATS] = {0, 0, 0, 0}, n = 0;
    for (int i = 0; i < o->n; i++)
        if (i != o->running) fails[n++] = SURE - (i < o->running ? o->chance[i] : LATER_INITIATIVE);
    int a = fails[0], b = fails[1], c = fails[2]; /* with three seats c is 0 */
    return (a * b / SURE * (SURE - c) + b * c / SURE * (SURE - a) + a * c / SURE * (SURE - b)) / SURE;
}

/* --- the outlook ------------------------------------------------------------------------------ */

static void take_character(outlook *o, const bot_memory *memory)
{
    o->duty = memory->character == BOT_HONEST ? DUTY : 0;
    o->thrift = memory->character == BOT_OPPORTUNIST ? FREE_RIDE : 1;
    for (int i = 0; i < SEATS; i++) {
        int8_t regard = memory->regard[i];
        bool felt = memory->character == BOT_GRUDGE || (memory->character == BOT_HONEST && regard > 0);
        o->favour[i] = felt && i != o->seat ? regard * FAVOUR_MAX / 100 : 0;
    }
}

/* What a point of each seat is worth: how much it changes this seat's chance to win. */
static void set_prices(outlook *o)
{
    int score[SEATS], rounds_to_come = o->n - o->s->round;
    uint32_t likely[SEATS];
    for (int i = 0; i < SEATS; i++) score[i] = SURE * o->s->score[i];
    for (int i = 0; i < o->running; i++) add_initiative(o, i, yield_of(o->chance[i]), score);
    for (int i = 0; i < o->n; i++) score[i] /= SURE;
    uint32_t sum = likelihoods(score, o->n, rounds_to_come, likely);
    for (int i = 0; i < o->n; i++) o->price[i] = o->favour[i] - (int)(likely[i] * SURE / sum);
    o->price[o->seat] += SURE;
}

/* Whether the seat has a tile or a coin in an initiative. */
static bool takes_part(const outlook *o, int initiative)
{
    const incorporated_task *task = &o->s->task[incorporated_task_at(initiative, 0)];
    for (int place = 0; place < o->n; place++)
        if (task[place].committed[o->seat] || (task[place].tile && incorporated_suit(task[place].tile) == o->seat))
            return true;
    return false;
}

static void look(outlook *o)
{
    const incorporated_state *s = o->s;
    o->running = incorporated_initiative(s->next_task);
    o->place = incorporated_place(s->next_task);
    for (int i = 0; i < o->running; i++) o->chance[i] = chance_of_tiles(o, i, o->n);
    o->chance[o->running] = chance_of_tiles(o, o->running, o->place);
    set_prices(o);
    o->stake = 0;
    for (int place = 0; place < o->place; place++) {
        uint8_t tile = s->task[incorporated_task_at(o->running, place)].tile;
        o->stake += o->price[incorporated_suit(tile)] * incorporated_value(tile);
    }
    o->bonus = half_life[o->n - s->round] * RUIN_HALVES / 2 * chance_it_decides(o);
    if (o->duty && takes_part(o, o->running)) o->bonus += o->duty;
}

/* What the current initiative is worth if this tile is completed with this chance. */
static int worth_with(const outlook *o, uint8_t tile, int chance_of_tile)
{
    int chance = o->chance[o->running] * chance_of_tile / SURE;
    for (int place = o->place + 1; place < o->n; place++) chance = chance * TILE_TO_COME / SURE;
    int stake = o->stake + o->price[incorporated_suit(tile)] * incorporated_value(tile);
    return (stake * yield_of(chance) + o->bonus * chance) / SURE;
}

/* --- coins ------------------------------------------------------------------------------------ */

/* How many more tasks this seat can expect in this round, in 256ths. */
static int tasks_to_expect(const outlook *o)
{
    const incorporated_state *s = o->s;
    uint32_t hand = s->hand[o->seat], played = incorporated_played_mask(s), seen = hand;
    uint32_t suit = 0x3Fu << incorporated_tile(o->seat, 0);
    int by_this = s->n_hand[o->seat] - 1, by_others = o->n * o->n - kb_count_bits(played) - by_this;
    for (; played; played &= played - 1) seen |= 1u << s->task[kb_lowest_bit(played)].tile;
    uint32_t unseen = incorporated_all_tiles(o->n) & ~seen; /* never 0: the bag is not empty */
    return SURE * by_others * kb_count_bits(unseen & suit) / kb_count_bits(unseen) +
           SURE * by_this * kb_count_bits(hand & suit) / (by_this + 1);
}

/* What it costs to spend these coins with this many tasks expected, in 256ths of a point. A spare coin costs only its
 * size. */
static int cost_of(uint32_t coins, uint32_t spent, int expected)
{
    int n = kb_count_bits(coins), before = expected - SURE * n, after = before + SURE * kb_count_bits(spent);
    if (before < -SURE) before = -SURE;
    if (after < -SURE) after = -SURE;
    int busy = expected < SURE * n ? expected / n : SURE; /* how often each coin is wanted */
    return ((after - before) * COIN_SHORT + incorporated_worth(spent) * COIN_STEP * busy) / SURE;
}

/* The smallest coin that completes a tile of its suit on the spot, as a mask. 0: there is none. */
static uint32_t coin_for(uint32_t coins, int value)
{
    uint32_t enough = value > 1 ? coins >> (value - 1) << (value - 1) : coins;
    return enough & (0u - enough);
}

/* What these coins add to a task of their suit. */
static int total_of(uint32_t coins)
{
    return incorporated_worth(coins) + kb_count_bits(coins);
}

/* --- playing a tile --------------------------------------------------------------------------- */

/* Everybody sees which coins the tile's seat has left. If one of them is enough, the task counts as done. Otherwise the
 * seat needs all it has, or gives the task up with its smallest coin. */
static int worth_of_playing(const outlook *o, uint8_t tile, int expected)
{
    int owner = incorporated_suit(tile), chance = SURE;
    uint32_t coins = o->s->coins[owner], spent = coin_for(coins, incorporated_value(tile));
    if (!spent) {
        int standing = standing_of(margin_of(o->s, tile, total_of(coins)));
        chance = chance_of_standing(o, standing > 0 ? 1 : standing);
        spent = standing > 0 ? coins : coins & (0u - coins);
    }
    int worth = worth_with(o, tile, chance);
    return owner == o->seat ? worth - o->price[owner] * cost_of(coins, spent, expected) / SURE : worth;
}

static kb_move play(const outlook *o)
{
    int best = INT32_MIN, chosen = 0, expected = tasks_to_expect(o);
    for (uint32_t hand = o->s->hand[o->seat]; hand; hand &= hand - 1) {
        int tile = kb_lowest_bit(hand), worth = worth_of_playing(o, (uint8_t)tile, expected);
        if (worth > best) {
            best = worth;
            chosen = tile;
        }
    }
    return kb_move_of(INCORPORATED_DO_PLAY, chosen, 0, 0, 0);
}

/* --- staffing and committing ------------------------------------------------------------------ */

/* The coins worth spending on the current task, if `there` is the total without them. A seat that staffs has to
 * spend one coin. If that one is enough, the task is done at once. Otherwise the seat plans its commitment here
 * already. */
static uint32_t best_coins(const outlook *o, int there, bool staffing)
{
    const incorporated_state *s = o->s;
    uint8_t tile = s->task[s->next_task].tile;
    bool own = incorporated_suit(tile) == o->seat;
    uint32_t coins = s->coins[o->seat], part = staffing ? coins & (0u - coins) : 0, chosen = part;
    int best = INT32_MIN, expected = tasks_to_expect(o), price = o->price[o->seat] * (own ? 1 : o->thrift);
    do {
        int total = there + (own ? total_of(part) : incorporated_worth(part)), chance = SURE;
        bool at_once = staffing && kb_count_bits(part) == 1 && total >= incorporated_value(tile);
        if (!at_once) chance = chance_of_standing(o, standing_of(margin_of(s, tile, total)));
        int worth = worth_with(o, tile, chance) - price * cost_of(coins, part, expected) / SURE;
        if (worth > best) {
            best = worth;
            chosen = part;
        }
        part = (part - coins) & coins; /* next subset: counts up in the bits of coins only */
    } while (part);
    return chosen;
}

static kb_move staff(const outlook *o)
{
    return kb_move_of(INCORPORATED_DO_STAFF, kb_lowest_bit(best_coins(o, 0, true)), 0, 0, 0);
}

/* Assumes that a department that can complete the task alone commits just enough, and that nobody else commits
 * anything. */
static kb_move commit(const outlook *o)
{
    const incorporated_state *s = o->s;
    const incorporated_task *task = &s->task[s->next_task];
    int owner = incorporated_suit(task->tile), there = incorporated_total(task);
    if (owner != o->seat) {
        int more = total_of(s->coins[owner]), margin = margin_of(s, task->tile, there + more);
        if (margin >= 0) there += more - margin;
    }
    return kb_move_of(INCORPORATED_DO_COMMIT, (int)best_coins(o, there, false), 0, 0, 0);
}

/* --- managers --------------------------------------------------------------------------------- */

enum { NOTHING_OPEN = 99, WIN = 1 << 22, POINT = 200 /* worth of a point of another seat, per 256th of favour */ };

/* The initiatives before the managers are placed, and what every outcome is worth to every seat. */
typedef struct finale {
    int n;
    int standing[SEATS];          /* of each initiative, in managers; NOTHING_OPEN: nobody can change it */
    uint32_t open_mask;           /* initiatives with an open task */
    int worth[1 << SEATS][SEATS]; /* [mask of initiatives that succeed][seat] */
} finale;

/* The standing of the weakest task. If tasks are incomplete, the sum of their standings: all of them need help. */
static int standing_of_initiative(const incorporated_state *s, int initiative)
{
    int weakest = NOTHING_OPEN, missing = 0;
    for (int place = 0; place < s->setup.seats; place++) {
        int at = incorporated_task_at(initiative, place);
        if (is_done(s, at)) continue;
        int standing = standing_of_task(s, at);
        if (standing < 0) missing += standing;
        if (standing < weakest) weakest = standing;
    }
    return missing ? missing : weakest;
}

/* Who wins if this was the last round. Otherwise how likely each seat is to win. */
static void weigh_scores(const int score[SEATS], int n, int rounds_to_come, int worth[SEATS])
{
    if (rounds_to_come) {
        uint32_t likely[SEATS], sum = likelihoods(score, n, rounds_to_come - 1, likely);
        for (int i = 0; i < n; i++) worth[i] = (int)((uint64_t)likely[i] * WIN / sum);
    } else {
        int best = 0, n_best = 0;
        for (int i = 0; i < n; i++) best = score[i] > best ? score[i] : best;
        for (int i = 0; i < n; i++) n_best += score[i] == best;
        for (int i = 0; i < n; i++) worth[i] = score[i] == best ? WIN / n_best : 0;
    }
}

static void weigh_outcome(finale *f, const outlook *o, uint32_t succeed)
{
    int score[SEATS], *worth = f->worth[succeed];
    for (int i = 0; i < SEATS; i++) score[i] = o->s->score[i];
    for (int i = 0; i < f->n; i++) add_initiative(o, i, succeed >> i & 1 ? 1 : -INCORPORATED_BLAME, score);
    for (int i = 0; i < f->n; i++) worth[i] = 0;
    if (f->n - kb_count_bits(succeed) < INCORPORATED_RUIN) weigh_scores(score, f->n, f->n - o->s->round, worth);
    for (int i = 0; i < f->n; i++) worth[i] += score[i]; /* points break ties */
    for (int i = 0; i < f->n; i++) worth[o->seat] += o->favour[i] * score[i] * POINT;
    for (int i = 0; o->duty && i < f->n; i++)
        if (succeed >> i & 1 && takes_part(o, i)) worth[o->seat] += o->duty * POINT;
}

/* The initiatives whose outcome this many managers can still change. */
static uint32_t live_mask(const finale *f, int n_left)
{
    uint32_t live = 0;
    for (int i = 0; i < f->n; i++) live |= (uint32_t)(f->standing[i] <= n_left && f->standing[i] >= -n_left) << i;
    return live;
}

static uint32_t succeeding_mask(const finale *f)
{
    uint32_t succeed = 0;
    for (int i = 0; i < f->n; i++) succeed |= (uint32_t)(f->standing[i] > 0) << i;
    return succeed;
}

/* What a manager can do, help (step 1) or hinder (-1) an initiative, and the outcome. */
typedef struct errand {
    int initiative, step;
    uint32_t outcome; /* mask of the initiatives that succeed */
} errand;

static errand best_errand(finale *f, int seat, int n_left);

static uint32_t outcome_of(finale *f, int seat, int n_left, errand e)
{
    int before = f->standing[e.initiative], after = before + e.step;
    f->standing[e.initiative] = after ? after : e.step;
    uint32_t outcome = n_left == 1 || !live_mask(f, n_left - 1)
                           ? succeeding_mask(f)
                           : best_errand(f, kb_right_of(seat, f->n), n_left - 1).outcome;
    f->standing[e.initiative] = before;
    return outcome;
}

/* The best for this seat if every later manager does what is best for their own. A manager has no effect on an
 * initiative that cannot be changed any more, so it is enough to try one of these. */
static errand best_errand(finale *f, int seat, int n_left)
{
    uint32_t live = live_mask(f, n_left), idle = f->open_mask & ~live;
    errand best = {0, 0, 0};
    for (uint32_t rest = live | (idle & (0u - idle)); rest; rest &= rest - 1)
        for (int step = 1; step >= -1; step -= 2) {
            errand e = {kb_lowest_bit(rest), step, 0};
            e.outcome = outcome_of(f, seat, n_left, e);
            if (!best.step || f->worth[e.outcome][seat] > f->worth[best.outcome][seat]) best = e;
        }
    return best;
}

/* The task to help or hinder: the weakest open one. */
static int weakest_task(const incorporated_state *s, int initiative)
{
    int weakest = INT32_MAX, chosen = 0;
    for (int place = 0; place < s->setup.seats; place++) {
        int at = incorporated_task_at(initiative, place);
        if (is_done(s, at) || standing_of_task(s, at) >= weakest) continue;
        weakest = standing_of_task(s, at);
        chosen = at;
    }
    return chosen;
}

static kb_move manage(const outlook *o)
{
    finale f;
    int n_left = 1;
    f.n = o->n;
    f.open_mask = 0;
    for (int at = o->seat; at != o->s->first; at = kb_right_of(at, o->n)) n_left++;
    for (int i = 0; i < o->n; i++) {
        f.standing[i] = standing_of_initiative(o->s, i);
        f.open_mask |= (uint32_t)(f.standing[i] != NOTHING_OPEN) << i;
    }
    uint32_t live = live_mask(&f, n_left), sure = succeeding_mask(&f) & ~live, part = 0;
    do {
        weigh_outcome(&f, o, sure | part);
        part = (part - live) & live;
    } while (part);
    errand best = best_errand(&f, o->seat, n_left);
    return kb_move_of(INCORPORATED_DO_MANAGE, weakest_task(o->s, best.initiative), best.step > 0, 0, 0);
}

/* --- deciding --------------------------------------------------------------------------------- */

kb_move incorporated_greedy(const void *state, int seat, const bot_memory *memory, kb_rng *rng)
{
    const incorporated_state *s = (const incorporated_state *)state;
    outlook o;
    (void)rng;
    o.s = s;
    o.n = s->setup.seats;
    o.seat = seat;
    take_character(&o, memory);
    if (s->step == INCORPORATED_MANAGE) return manage(&o);
    look(&o);
    if (s->step == INCORPORATED_PLAY) return play(&o);
    if (s->step == INCORPORATED_STAFF) return staff(&o);
    return commit(&o);
}

/* --- remembering ------------------------------------------------------------------------------ */

/* The points of a seat in an initiative. */
static int points_in(const incorporated_state *s, int initiative, int seat)
{
    int points = 0;
    for (int place = 0; place < s->setup.seats; place++) {
        uint8_t tile = s->task[incorporated_task_at(initiative, place)].tile;
        if (incorporated_suit(tile) == seat) points += incorporated_value(tile);
    }
    return points;
}

/* The place of a tile on the table. */
static int task_of(const incorporated_state *s, uint8_t tile)
{
    int at = 0;
    while (at < INCORPORATED_TASKS_MAX - 1 && s->task[at].tile != tile) at++;
    return at;
}

static bot_line say(bot_phrase phrase, int about)
{
    bot_line line = {(uint8_t)phrase, (uint8_t)about};
    return line;
}

/* This seat's own manager hinders. It may say something to the seat that loses most by it. */
static bot_line own_foot(bot_memory *memory, int seat, const incorporated_state *s, int initiative)
{
    int victim = seat, most = 0;
    for (int i = 0; i < s->setup.seats; i++)
        if (i != seat && points_in(s, initiative, i) > most) {
            most = points_in(s, initiative, i);
            victim = i;
        }
    if (most < WORTH_A_WORD) return say(BOT_SILENT, KB_NONE);
    if (memory->character == BOT_OPPORTUNIST) return say(BOT_SAYS_SORRY, victim);
    if (memory->character != BOT_GRUDGE || memory->regard[victim] > ENEMY) return say(BOT_SILENT, KB_NONE);
    memory->regard[victim] /= 2;
    return say(BOT_SAYS_REVENGE, victim);
}

static bot_line manager_came(bot_memory *memory, int seat, const incorporated_state *s, const kb_event *e)
{
    int initiative = incorporated_initiative(e->amount), points = points_in(s, initiative, seat);
    if (e->seat == seat) return e->b ? say(BOT_SILENT, KB_NONE) : own_foot(memory, seat, s, initiative);
    bot_feel(memory, e->seat, points * (e->b ? HELP_IS_WORTH : -HARM_IS_WORTH));
    if (points < WORTH_A_WORD) return say(BOT_SILENT, KB_NONE);
    if (e->b) return say(memory->character == BOT_HONEST ? BOT_SAYS_THANKS : BOT_SILENT, e->seat);
    return say(memory->character == BOT_GRUDGE ? BOT_SAYS_LOST_POST : BOT_SILENT, e->seat);
}

/* A department that sends a coin that is too small although it has a better one lets the others down. */
static bot_line somebody_staffed(bot_memory *memory, int seat, const incorporated_state *s, const kb_event *e)
{
    int value = incorporated_value(e->a), points = points_in(s, incorporated_initiative(task_of(s, e->a)), seat);
    bool neglect = e->b + 1 < value && coin_for(s->coins[e->seat], value);
    if (!neglect || e->seat == seat) return say(BOT_SILENT, KB_NONE);
    bot_feel(memory, e->seat, -points * NEGLECT_IS_WORTH);
    bool speaks = points >= WORTH_A_WORD && memory->character != BOT_OPPORTUNIST;
    return say(speaks ? BOT_SAYS_BETTER_PEOPLE : BOT_SILENT, e->seat);
}

static bot_line somebody_committed(bot_memory *memory, int seat, const kb_event *e)
{
    int worth = incorporated_worth(e->b);
    if (e->seat == seat || incorporated_suit(e->a) != seat || !worth) return say(BOT_SILENT, KB_NONE);
    bot_feel(memory, e->seat, worth * COIN_IS_WORTH);
    return say(worth > 1 ? BOT_SAYS_THANKS : BOT_SILENT, e->seat);
}

/* It is unfriendly to give a department a task it has no coin for. */
static void somebody_played(bot_memory *memory, int seat, const incorporated_state *s, const kb_event *e)
{
    int value = incorporated_value(e->a);
    if (e->seat == seat || incorporated_suit(e->a) != seat || coin_for(s->coins[seat], value)) return;
    bot_feel(memory, e->seat, -value * BURDEN_IS_WORTH);
}

static bool is_ahead(const incorporated_state *s, int seat)
{
    for (int i = 0; i < s->setup.seats; i++)
        if (s->score[i] > s->score[seat]) return false;
    return true;
}

static bool concedes(const bot_memory *memory, int seat, const incorporated_state *s)
{
    return memory->character == BOT_HONEST && !is_ahead(s, seat);
}

bot_line incorporated_remember(bot_memory *memory, int seat, const void *view, const kb_event *e)
{
    const incorporated_state *s = (const incorporated_state *)view;
    switch (e->kind) {
    case INCORPORATED_PLAYS: somebody_played(memory, seat, s, e); break;
    case INCORPORATED_STAFFS: return somebody_staffed(memory, seat, s, e);
    case INCORPORATED_COMMITS: return somebody_committed(memory, seat, e);
    case INCORPORATED_MANAGES: return manager_came(memory, seat, s, e);
    case INCORPORATED_BANKRUPT: return say(is_ahead(s, seat) ? BOT_SAYS_THERE_IT_GOES : BOT_SILENT, KB_NONE);
    case INCORPORATED_FIVE_O_CLOCK: return say(concedes(memory, seat, s) ? BOT_SAYS_WELL_PLAYED : BOT_SILENT, KB_NONE);
    default: break;
    }
    return say(BOT_SILENT, KB_NONE);
}

bot_means incorporated_means(const void *view, const bot_memory *memory, int seat)
{
    const incorporated_state *s = (const incorporated_state *)view;
    bot_means means = {incorporated_worth(s->coins[seat]) + kb_count_bits(s->coins[seat]), 1};
    (void)memory;
    return means;
}
