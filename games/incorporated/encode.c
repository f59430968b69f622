/* encode.c: Incorporated as numbered actions and observations. */
#include "../../core/encode.h"
#include "tables.h"

/* clang-format off */
#define FORMS(X) \
    X(PLAY, INCORPORATED_DO_PLAY, KB_ACTION_PLAIN, KB_OF_SEATS(0, INCORPORATED_VALUES, INCORPORATED_SEATS_MAX, 3), KB_NO_FIELD, KB_NO_FIELD) \
    X(STAFF, INCORPORATED_DO_STAFF, KB_ACTION_PLAIN, KB_FROM(0, 5), KB_NO_FIELD, KB_NO_FIELD) \
    X(COMMIT, INCORPORATED_DO_COMMIT, KB_ACTION_PLAIN, KB_FROM(0, 32), KB_NO_FIELD, KB_NO_FIELD) \
    X(MANAGE, INCORPORATED_DO_MANAGE, KB_ACTION_PLAIN, KB_FROM(0, INCORPORATED_TASKS_MAX), KB_FROM(0, 2), KB_NO_FIELD)
/* clang-format on */

enum { FORMS(KB_FORM_NUMBERS) N_ACTIONS };
enum { FORMS(KB_FORM_INDEX) N_FORMS };

static const kb_action_form action_forms[] = {FORMS(KB_FORM_ENTRY)};

/* The form of each verb, in their order. */
static const uint8_t form_of_verb[] = {N_FORMS, N_FORMS, FORM_PLAY, FORM_STAFF, FORM_COMMIT, FORM_MANAGE};

static int form_of(kb_move move)
{
    return form_of_verb[move.verb];
}

static void mark(const kb_span *span, int n, int seat, int n_seats, int32_t unit, uint8_t *mask)
{
    const kb_span *end = span + n;
    while (span != end) switch (form_of(span->move)) {
            FORMS(KB_FORM_MARKS)
        default: span++; /* no move of a seat */
        }
}

static bool run(int action, int seat, int n_seats, int32_t unit, kb_span *out)
{
    FORMS(KB_FORM_READS)
    return false;
}

enum { SEATS = INCORPORATED_SEATS_MAX, TASKS = INCORPORATED_TASKS_MAX, COINS = 5 };

/* Seats are counted from the observing one; suits as the seats they belong to. */
typedef struct observation {
    int8_t seats, finish, round, initiative, place;
    int8_t step[INCORPORATED_OVER + 1];
    int8_t turn[SEATS], first[SEATS];
    int8_t score[SEATS], n_hand[SEATS], chosen[SEATS];
    int8_t coins[SEATS][COINS];
    int8_t hand[SEATS][INCORPORATED_VALUES]; /* own: suit, value */
    int8_t commit[COINS];                    /* own, in the current commitment */
    int8_t played[TASKS], done[TASKS];
    int8_t suit[TASKS][SEATS], value[TASKS], total[TASKS], staffed[TASKS]; /* staffed: the coin + 1 */
    int8_t committed[TASKS][SEATS];                                        /* value of a seat's coins */
    int8_t committed_coins[TASKS][SEATS];                                  /* number of a seat's coins */
    int8_t manager[TASKS][SEATS];                                          /* 1 helps, -1 hinders */
} observation;

static const kb_observation_block blocks[] = {
    KB_BLOCK(observation, seats, 0),
    KB_BLOCK(observation, finish, 0),
    KB_BLOCK(observation, round, 0),
    KB_BLOCK(observation, initiative, 0),
    KB_BLOCK(observation, place, 0),
    KB_BLOCK(observation, step, INCORPORATED_OVER + 1),
    KB_BLOCK(observation, turn, SEATS),
    KB_BLOCK(observation, first, SEATS),
    KB_BLOCK(observation, score, SEATS),
    KB_BLOCK(observation, n_hand, SEATS),
    KB_BLOCK(observation, chosen, SEATS),
    KB_BLOCK(observation, coins, SEATS, COINS),
    KB_BLOCK(observation, hand, SEATS, INCORPORATED_VALUES),
    KB_BLOCK(observation, commit, COINS),
    KB_BLOCK(observation, played, TASKS),
    KB_BLOCK(observation, done, TASKS),
    KB_BLOCK(observation, suit, TASKS, SEATS),
    KB_BLOCK(observation, value, TASKS),
    KB_BLOCK(observation, total, TASKS),
    KB_BLOCK(observation, staffed, TASKS),
    KB_BLOCK(observation, committed, TASKS, SEATS),
    KB_BLOCK(observation, committed_coins, TASKS, SEATS),
    KB_BLOCK(observation, manager, TASKS, SEATS),
};

#ifdef KB_VECTORS
/* Eight bytes from each of two vectors, which hold two tasks each; `at` begins with their places. */
static inline kb_vector of_four(const kb_vector pairs[2], kb_vector at)
{
    kb_words first = (kb_words)kb_vector_at(pairs[0], at), last = (kb_words)kb_vector_at(pairs[1], at);
    return (kb_vector)__builtin_shufflevector(first, last, 0, 2);
}

static inline void put_vector(int8_t *out, kb_vector bytes)
{
    __builtin_memcpy(out, &bytes, sizeof bytes);
}

/* The first of every four bytes. */
static inline void put_firsts(int8_t *out, kb_vector fours)
{
    const kb_vector firsts = {0, 4, 8, 12};
    kb_put_row(out, ((kb_words)kb_vector_at(fours, firsts))[0], 4);
}

/* Every vector has a byte for each seat of four tasks, the seats counted from the observing one. */
static void observe_tasks(const incorporated_state *s, int seat, observation *o)
{
    enum { NONE = 0x80 }; /* a place that reads as 0 */
    const kb_vector every_seat = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
    const kb_vector every_task = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    const kb_vector tile_at = {0, 0, 0, 0, 8, 8, 8, 8}, staffed_at = {1, NONE, NONE, NONE, 9, NONE, NONE, NONE};
    const kb_vector committed_at = {2, 2, 2, 2, 10, 10, 10, 10};
    const kb_vector helping_at = {6, 6, 6, 6, 14, 14, 14, 14}, hindering_at = {7, 7, 7, 7, 15, 15, 15, 15};
    const kb_vector first = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const kb_vector bit_of = {1, 2, 4, 8, 0, 0, 0, 0x80}; /* of nobody: one that no mask has */
    /* What coins 0 to 3 are worth, and how many they are, by their mask. Coin 4 is the bit above. */
    const kb_vector worth_of = {0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6};
    const kb_vector count_of = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    kb_vector tasks[TASKS / 2], played, seats;
    int n = s->setup.seats;
    __builtin_memcpy(tasks, s->task, sizeof tasks);
    kb_put_bits(o->played, incorporated_played_mask(s), TASKS);
    kb_put_bits(o->done, s->done_mask, TASKS);
    __builtin_memcpy(&played, o->played, sizeof played);
    __builtin_memcpy(&seats, kb_places_from(seat ? n - seat : 0, n), sizeof seats); /* at each place; 7: nobody */
    seats = kb_vector_at(seats, every_seat);
    kb_vector coins_at = (seats + committed_at) | (seats == 7), bits = kb_vector_at(bit_of, seats), suits = seats << 3;
    for (int at = 0; at < TASKS; at += 4) {
        const kb_vector *four = &tasks[at / 2];
        kb_vector on = -kb_vector_at(played, every_task + (uint8_t)at);
        kb_vector tile = of_four(four, tile_at), staffed = (of_four(four, staffed_at) + first) & on; /* 0 for KB_NONE */
        kb_vector suit = ((tile & 0x18) == suits) & on;
        kb_vector coins = of_four(four, coins_at), last = coins >> 4;
        kb_vector worth = kb_vector_at(worth_of, coins & 15) + (last << 2);
        kb_vector count = kb_vector_at(count_of, coins & 15) + last;
        kb_vector helps = (of_four(four, helping_at) & bits) == bits;
        kb_vector hinders = (of_four(four, hindering_at) & bits) == bits;
        kb_vector manager = hinders - helps; /* true is -1 */
        kb_vector share = worth + (count & suit) + manager * INCORPORATED_MANAGER;
        put_firsts(&o->value[at], tile & 7);
        put_firsts(&o->staffed[at], staffed);
        put_firsts(&o->total[at], kb_sums_of_four(share) + staffed);
        put_vector(o->suit[at], suit & 1);
        put_vector(o->committed[at], worth);
        put_vector(o->committed_coins[at], count);
        put_vector(o->manager[at], manager);
    }
}
#else
/* The number of bits of each byte. */
KB_FN static uint32_t count_each(uint32_t row)
{
    row -= row >> 1 & 0x55555555u;
    row = (row & 0x33333333u) + (row >> 2 & 0x33333333u);
    return (row + (row >> 4)) & 0x0F0F0F0Fu;
}

/* Four bits as four bytes. */
KB_FN static uint32_t spread(uint32_t bits)
{
    return bits * 0x00204081u & 0x01010101u;
}

/* Four bytes, a byte for each seat at the table, counted from a seat instead. */
KB_FN static uint32_t turned(uint32_t row, int seat, int n)
{
    KB_ASSERT(n > 0);
    return (row >> 8 * seat | row << (8 * (n - seat) & 31)) & 0xFFFFFFFFu >> (32 - 8 * n);
}

/* What seats have put on the tasks. Tasks that are not played are all 0, so the loop is the same for every position, and
 * compilers turn it into vector instructions. */
KB_FN static void observe_shares(const incorporated_state *s, int seat, observation *o)
{
    int n = s->setup.seats;
    uint64_t tasks[TASKS];
    uint32_t worths[TASKS], counts[TASKS], managers[TASKS];
    __builtin_memcpy(tasks, s->task, sizeof tasks);
    for (int at = 0; at < TASKS; at++) {
        uint32_t coins = (uint32_t)(tasks[at] >> 16), on = (uint32_t)(tasks[at] >> 48);
        worths[at] = turned(incorporated_worths(coins), seat, n);
        counts[at] = turned(count_each(coins), seat, n);
        managers[at] = turned(spread(on & 0xFF) | spread(on >> 8) * 0xFF, seat, n); /* helping 1, hindering 0xFF: -1 */
    }
    __builtin_memcpy(o->committed, worths, sizeof worths);
    __builtin_memcpy(o->committed_coins, counts, sizeof counts);
    __builtin_memcpy(o->manager, managers, sizeof managers);
}

KB_FN static void observe_task(const incorporated_state *s, const kb_places *places, int at, observation *o)
{
    const incorporated_task *task = &s->task[at];
    o->played[at] = 1;
    o->done[at] = s->done_mask >> at & 1;
    o->value[at] = (int8_t)incorporated_value(task->tile);
    o->total[at] = (int8_t)incorporated_total(task);
    o->staffed[at] = (int8_t)(task->staffed + 1); /* 0 for KB_NONE */
    kb_put_row(o->suit[at], kb_row_of_seat(places, incorporated_suit(task->tile)), SEATS);
}

KB_FN static void observe_tasks(const incorporated_state *s, int seat, observation *o)
{
    const kb_places *places = kb_places_from(seat, s->setup.seats);
    observe_shares(s, seat, o);
    for (uint32_t rest = incorporated_played_mask(s); rest; rest &= rest - 1)
        observe_task(s, places, kb_lowest_bit(rest), o);
}
#endif

KB_FN static void observe_seat(const incorporated_state *s, int other, int i, observation *o)
{
    o->score[i] = (int8_t)s->score[other];
    o->n_hand[i] = (int8_t)s->n_hand[other];
    o->chosen[i] = s->chosen_mask >> other & 1;
    kb_put_row(o->coins[i], kb_row_of_bits(s->coins[other]), COINS);
}

KB_FN static void observe_own(const incorporated_state *s, int seat, observation *o)
{
    int n = s->setup.seats;
    for (int i = 0, suit = seat; i < n; i++, suit = kb_left_of(suit, n))
        kb_put_row(o->hand[i], kb_row_of_bits(s->hand[seat] >> 8 * suit), INCORPORATED_VALUES);
    kb_put_row(o->commit, kb_row_of_bits(s->commit[seat]), COINS);
}

KB_FN static void observe(const void *view, int seat, void *out)
{
    const incorporated_state *s = (const incorporated_state *)view;
    observation *o = (observation *)out;
    int n = s->setup.seats;
    const kb_places *places = kb_places_from(seat, n);
    o->seats = (int8_t)n;
    o->finish = (int8_t)s->setup.option[INCORPORATED_FINISH];
    o->round = (int8_t)s->round;
    o->initiative = (int8_t)incorporated_initiative(s->next_task);
    o->place = (int8_t)incorporated_place(s->next_task);
    o->step[s->step] = 1;
    kb_put_row(o->turn, kb_row_of_seat(places, s->turn), SEATS);
    kb_put_row(o->first, kb_row_of_seat(places, s->first), SEATS);
    for (int i = 0, other = seat; i < n; i++, other = kb_left_of(other, n)) observe_seat(s, other, i, o);
    observe_own(s, seat, o);
    observe_tasks(s, seat, o);
}

KB_FN static int32_t unit_of(const void *state)
{
    (void)state;
    return 1;
}

const kb_encoding incorporated_encoding = {
    .forms = action_forms,
    .n_forms = N_FORMS,
    .n_actions = N_ACTIONS,
    .form_of_verb = form_of_verb,
    .n_verbs = KB_COUNT(form_of_verb),
    .form_of_a = NULL,
    .n_a = 0,
    .blocks = blocks,
    .n_blocks = KB_COUNT(blocks),
    .observation_bytes = sizeof(observation),
    .unit = unit_of,
    .mark = mark,
    .run = run,
    .observe = observe,
};
