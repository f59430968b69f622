/* validate.c: completes a position read from text, and refuses an impossible one.
 *
 * Everything done in a round is still on the table. So the rules replay the round from its deal, with the moves that
 * the table shows, and the result is compared with what was read. Only the scores are left of earlier rounds. */
#include "validate.h"

#include "../../core/position.h"
#include "tables.h"
#include "text.h"

#define REFUSE(...) KB_REFUSE(why, __VA_ARGS__)

/* --- replaying the round ------------------------------------------------------------------------- */

static kb_error make(incorporated_state *s, int seat, incorporated_verb verb, int a, int b, kb_text *why)
{
    kb_move move = kb_move_of(verb, a, b, 0, 0);
    kb_error error = incorporated_check(s, seat, move);
    if (!error) {
        incorporated_make(s, seat, move, NULL);
        return KB_OK;
    }
    kb_putf(why, "%s cannot have made the move '", seat == KB_CHANCE ? "chance" : incorporated_seat_names[seat]);
    kb_span span = {move, 1, 1, 1};
    incorporated_write_span(s, span, why);
    REFUSE("': %s", kb_refusal_of(&incorporated_refusals, error)->sentence);
}

/* The start of a round: nothing dealt, nothing played, no score. */
static void set_up_round(const incorporated_state *written, int round, int first, incorporated_state *s)
{
    incorporated_start(s, &written->setup);
    s->start = written->start;
    s->round = (uint8_t)round;
    s->first = s->turn = (uint8_t)first;
    s->step = INCORPORATED_DEAL;
    s->actors = incorporated_owing(s);
}

/* A seat was dealt the tiles it has and those it has played. After a round the tile left in each hand is unknown.
 * Nothing depends on it, so any tile is used. */
static kb_error find_deal(const incorporated_state *written, const incorporated_reading *r, bool over,
                          uint32_t dealt[INCORPORATED_SEATS_MAX], kb_text *why)
{
    int n = written->setup.seats;
    uint32_t seen = 0;
    for (int seat = 0; seat < n; seat++) {
        if (seen & written->hand[seat]) REFUSE("a tile is in two hands");
        seen |= dealt[seat] = written->hand[seat];
    }
    for (int i = 0; i < r->n_tasks; i++) {
        uint32_t tile = 1u << r->tasks[i].tile;
        if (seen & tile) REFUSE("the tile %s is there twice", incorporated_tile_name(r->tasks[i].tile));
        seen |= tile;
        dealt[r->tasks[i].by] |= tile;
    }
    for (int seat = 0; over && seat < n; seat++) {
        uint32_t left = incorporated_all_tiles(n) & ~seen;
        seen |= left & (0u - left);
        dealt[seat] |= left & (0u - left);
    }
    for (int seat = 0; seat < n; seat++) {
        int n_tiles = kb_count_bits(dealt[seat]);
        if (n_tiles > n + 1 || (n_tiles < n + 1 && (over || written->step != INCORPORATED_DEAL)))
            REFUSE("%s has %d tiles in hand and on the table, but %d are dealt", incorporated_seat_names[seat],
                   n_tiles - over, n + 1);
    }
    return KB_OK;
}

static kb_error play_deal(incorporated_state *s, const uint32_t dealt[INCORPORATED_SEATS_MAX], kb_text *why)
{
    kb_error error = KB_OK;
    for (int i = 0, seat = s->first; i < s->setup.seats; i++, seat = kb_left_of(seat, s->setup.seats))
        for (uint32_t rest = dealt[seat]; !error && rest; rest &= rest - 1)
            error = make(s, KB_CHANCE, INCORPORATED_DO_DEAL, kb_lowest_bit(rest), seat, why);
    return error;
}

/* The seat's coins on the tile, from this entry of the list on. */
static uint32_t coins_of(const incorporated_written_task *task, int from, int seat)
{
    uint32_t coins = 0;
    for (int i = from; i < task->n_coins; i++)
        if (task->coins[i].seat == seat) coins |= 1u << task->coins[i].coin;
    return coins;
}

/* Every seat that owes a commitment makes it: the one on the tile or, for the current tile, the one in the position, if
 * any. */
static kb_error play_commitments(incorporated_state *s, const incorporated_state *written,
                                 const incorporated_written_task *task, int from, bool chosen_only, kb_text *why)
{
    kb_error error = KB_OK;
    for (int seat = 0; !error && s->step == INCORPORATED_COMMIT && seat < s->setup.seats; seat++) {
        if (chosen_only && !(written->chosen_mask >> seat & 1)) continue;
        uint32_t coins = chosen_only ? written->commit[seat] : coins_of(task, from, seat);
        if (!coins && !(s->actors >> seat & 1)) continue; /* seats without coins are not asked */
        error = make(s, seat, INCORPORATED_DO_COMMIT, (int)coins, 0, why);
    }
    return error;
}

static kb_error play_task(incorporated_state *s, const incorporated_state *written,
                          const incorporated_written_task *task, bool last, kb_text *why)
{
    int owner = incorporated_suit(task->tile);
    int from = 0;
    kb_error error = make(s, task->by, INCORPORATED_DO_PLAY, task->tile, 0, why);
    if (!error && s->step == INCORPORATED_STAFF) {
        if (last && written->step == INCORPORATED_STAFF) return KB_OK;
        if (task->n_coins == 0 || task->coins[0].seat != owner)
            REFUSE("the first coin on %s is not one of its own suit", incorporated_tile_name(task->tile));
        error = make(s, owner, INCORPORATED_DO_STAFF, task->coins[0].coin, 0, why);
        from = 1;
    }
    if (error || s->step != INCORPORATED_COMMIT) return error;
    return play_commitments(s, written, task, from, last && written->step == INCORPORATED_COMMIT, why);
}

/* Each seat in turn places its manager as in the position, if it is placed there. */
static kb_error play_managers(incorporated_state *s, const incorporated_reading *r, kb_text *why)
{
    kb_error error = KB_OK;
    for (bool placed = true; !error && placed && s->step == INCORPORATED_MANAGE;) {
        placed = false;
        for (int i = 0; !placed && i < r->n_tasks; i++)
            for (int k = 0; !placed && k < r->tasks[i].n_managers; k++) {
                if (r->tasks[i].managers[k].seat != s->turn) continue;
                int at = incorporated_task_at(i / s->setup.seats, i % s->setup.seats);
                error = make(s, s->turn, INCORPORATED_DO_MANAGE, at, r->tasks[i].managers[k].help, why);
                placed = true;
            }
    }
    return error;
}

/* --- comparing ----------------------------------------------------------------------------------- */

static kb_error compare_task(const incorporated_state *s, int at, const incorporated_written_task *task, kb_text *why)
{
    const char *tile = incorporated_tile_name(task->tile);
    incorporated_coin coins[INCORPORATED_COINS_MAX];
    incorporated_manager managers[INCORPORATED_SEATS_MAX];
    int n_coins = incorporated_coins_on(s, at, coins);
    int n_managers = incorporated_managers_on(s, at, managers);
    bool same = n_coins == task->n_coins;
    for (int i = 0; same && i < n_coins; i++)
        same = coins[i].seat == task->coins[i].seat && coins[i].coin == task->coins[i].coin;
    if (!same) REFUSE("the coins on %s cannot have come there, or not in this order", tile);
    same = n_managers == task->n_managers;
    for (int i = 0; same && i < n_managers; i++)
        same = managers[i].seat == task->managers[i].seat && managers[i].help == task->managers[i].help;
    if (!same) REFUSE("the managers on %s cannot have come there, or not in this order", tile);
    bool done = s->done_mask >> at & 1;
    if (done != task->done) REFUSE("%s is %s by now", tile, done ? "done" : "not done");
    return KB_OK;
}

static kb_error compare_table(const incorporated_state *s, const incorporated_reading *r, kb_text *why)
{
    uint8_t placed[INCORPORATED_SEATS_MAX];
    int n_placed = incorporated_placed(s, placed);
    uint32_t played = incorporated_played_mask(s);
    KB_ASSERT(kb_count_bits(played) == r->n_tasks);
    for (int i = 0; played; i++, played &= played - 1) {
        kb_error error = compare_task(s, kb_lowest_bit(played), &r->tasks[i], why);
        if (error) return error;
    }
    if (n_placed != r->n_placed || __builtin_memcmp(placed, r->placed, (size_t)n_placed) != 0)
        REFUSE("the managers placed are not those on the table, in placing order");
    return KB_OK;
}

static kb_error compare_seats(const incorporated_state *s, const incorporated_state *written, kb_text *why)
{
    if (s->chosen_mask != written->chosen_mask) REFUSE("coins are committed but nobody owes any");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (s->hand[seat] != written->hand[seat]) REFUSE("tiles are dealt, but the last round still lies on the table");
        if (s->coins[seat] != written->coins[seat])
            REFUSE("%s's coins do not match the table", incorporated_seat_names[seat]);
    }
    return KB_OK;
}

/* --- scores -------------------------------------------------------------------------------------- */

/* What one round can bring a seat, as a mask with a bit for each score from the worst on: each of its tiles was in a
 * successful initiative, in a failed one, or not played. */
enum { WORST_ROUND = -INCORPORATED_BLAME * (1 + 2 + 3 + 4 + 5), BEST_ROUND = 1 + 2 + 3 + 4 + 5 };

static uint64_t round_scores(void)
{
    uint64_t scores = (uint64_t)1 << -WORST_ROUND;
    for (int value = 1; value < INCORPORATED_VALUES; value++)
        scores |= scores << value | scores >> INCORPORATED_BLAME * value;
    return scores;
}

static bool can_score(uint64_t in_a_round, int score, int rounds)
{
    if (rounds == 0) return score == 0;
    for (int last = WORST_ROUND; last <= BEST_ROUND; last++)
        if (in_a_round >> (last - WORST_ROUND) & 1 && can_score(in_a_round, score - last, rounds - 1)) return true;
    return false;
}

/* The range of scores after this many rounds. A round that did not end the game had at most two failed initiatives.
 * The worst total has the highest tiles in these; the best total has the highest tiles in successful ones. */
static kb_error check_scores(const incorporated_state *written, const int16_t gained[INCORPORATED_SEATS_MAX],
                             int rounds, kb_text *why)
{
    int n = written->setup.seats;
    int total = 0;
    int best = 0;
    int worst = 0;
    for (int i = 0; i < n * n; i++) {
        int value = INCORPORATED_VALUES - 1 - i / n;
        best += value;
        if (i < (INCORPORATED_RUIN - 1) * n) worst -= INCORPORATED_BLAME * value;
    }
    for (int seat = 0; seat < n; seat++) {
        int before = written->score[seat] - gained[seat];
        if (!can_score(round_scores(), before, rounds))
            REFUSE("%s cannot have a score of %d by now", incorporated_seat_names[seat], written->score[seat]);
        total += before;
    }
    if (total < worst * rounds || total > best * rounds) REFUSE("the sum of all scores is impossible at this point");
    return KB_OK;
}

/* --- views --------------------------------------------------------------------------------------- */

/* Fills in what a view hides in any consistent way: hidden tiles, and commitments without coins. */
static kb_error deal_hidden(incorporated_state *s, const incorporated_reading *r, kb_text *why)
{
    uint32_t left = incorporated_all_tiles(s->setup.seats);
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (s->hand[seat] != INCORPORATED_HIDDEN_HAND) left &= ~s->hand[seat];
    for (int i = 0; s->step != INCORPORATED_DEAL && i < r->n_tasks; i++) left &= ~(1u << r->tasks[i].tile);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (s->commit[seat] == KB_NONE) s->commit[seat] = 0;
        if (s->hand[seat] != INCORPORATED_HIDDEN_HAND) continue;
        if (kb_count_bits(left) < s->n_hand[seat]) REFUSE("there are fewer tiles than the hands have");
        s->hand[seat] = 0;
        for (int i = 0; i < s->n_hand[seat]; i++, left &= left - 1) s->hand[seat] |= left & (0u - left);
    }
    return KB_OK;
}

/* Hides what the view hid. */
static void hide(incorporated_state *s, const incorporated_state *view)
{
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (view->hand[seat] == INCORPORATED_HIDDEN_HAND) s->hand[seat] = INCORPORATED_HIDDEN_HAND;
        if (view->commit[seat] == KB_NONE) s->commit[seat] = KB_NONE;
    }
}

/* --- the whole position -------------------------------------------------------------------------- */

static kb_error check_times(const incorporated_state *s, kb_text *why)
{
    bool begun = s->step != INCORPORATED_START;
    if ((s->start != KB_NONE) != begun || (s->first != KB_NONE) != begun || (s->round > 0) != begun)
        REFUSE("round, start and first are known exactly from the draw of the first seat on");
    if (begun && s->first != (s->start + s->round - 1) % s->setup.seats)
        REFUSE("the first seat moves one place left each round, so here it is another");
    return KB_OK;
}

static kb_error check_start(const incorporated_state *s, const incorporated_reading *r, kb_text *why)
{
    incorporated_state fresh;
    incorporated_start(&fresh, &s->setup);
    hide(&fresh, s);
    if (__builtin_memcmp(s, &fresh, sizeof fresh) != 0 || r->n_tasks || r->n_placed)
        REFUSE("before the start everything must be as in the box");
    return KB_OK;
}

static kb_error play_round(incorporated_state *s, const incorporated_state *written, const incorporated_reading *r,
                           bool over, kb_text *why)
{
    uint32_t dealt[INCORPORATED_SEATS_MAX] = {0};
    kb_error error = find_deal(written, r, over, dealt, why);
    if (!error) error = play_deal(s, dealt, why);
    for (int i = 0; !error && i < r->n_tasks; i++)
        error = play_task(s, written, &r->tasks[i], i + 1 == r->n_tasks, why);
    return error ? error : play_managers(s, r, why);
}

kb_error incorporated_validate(incorporated_state *written, const incorporated_reading *r, kb_text *why)
{
    int n = written->setup.seats;
    kb_error error = check_times(written, why);
    if (error) return error;
    if (written->step == INCORPORATED_START) return check_start(written, r, why);

    incorporated_state s;
    const incorporated_state view = *written;
    error = deal_hidden(written, r, why);
    if (error) return error;
    bool after_score = written->step == INCORPORATED_DEAL && r->n_tasks > 0;
    if (after_score && written->round == 1) REFUSE("nothing has been played before the first deal");
    set_up_round(written, written->round - after_score, after_score ? kb_right_of(written->first, n) : written->first,
                 &s);
    error = play_round(&s, written, r, after_score, why);
    if (error) return error;
    if (s.step != written->step || s.round != written->round)
        REFUSE("the table has come to the step '%s'", incorporated_step_names[s.step]);
    if (s.step == INCORPORATED_DEAL && s.round > 1 && !after_score && s.hand[s.first] == 0)
        REFUSE("the last round lies on the table until the first tile of the next is dealt");
    error = compare_table(&s, r, why);
    if (!error) error = compare_seats(&s, written, why);
    if (!error) error = check_scores(written, s.score, written->round - 1 - after_score, why);
    if (error) return error;
    __builtin_memcpy(s.score, written->score, sizeof s.score);
    hide(&s, &view);
    *written = s;
    return KB_OK;
}
