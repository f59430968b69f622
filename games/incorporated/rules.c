/* rules.c: the rules of Incorporated; the only file that changes its state. RULES.md has the same rules in words;
 * C-1 … C-9 are its rulings. The order is that of a round: the deal, initiatives tile by tile (playing, staffing,
 * committing), managers, the count, the score, the end. */
#include "tables.h"

#include "../../core/game.h"
#include "../../core/moves.h"

#define EVERYBODY 0xFFu

KB_FN static int n_seats(const incorporated_state *s)
{
    return s->setup.seats;
}

/* The tile played last, while it waits for coins. */
KB_FN static incorporated_task *running(incorporated_state *s)
{
    return &s->task[s->next_task];
}

KB_FN static int owner_of_running(const incorporated_state *s)
{
    return incorporated_suit(s->task[s->next_task].tile);
}

KB_FN uint32_t incorporated_played_mask(const incorporated_state *s)
{
    uint32_t before_next = (1u << (s->next_task + incorporated_is_staffing(s))) - 1;
    return before_next & incorporated_all_tasks(n_seats(s));
}

KB_FN static uint32_t open_mask(const incorporated_state *s)
{
    return incorporated_played_mask(s) & ~(uint32_t)s->done_mask;
}

KB_FN uint8_t incorporated_holders(const incorporated_state *s)
{
    uint32_t holders = 0;
    for (int seat = 0; seat < INCORPORATED_SEATS_MAX; seat++) holders |= (uint32_t)(s->coins[seat] != 0) << seat;
    return (uint8_t)holders;
}

KB_FN static void hand_out_coins(incorporated_state *s)
{
    for (int seat = 0; seat < n_seats(s); seat++) s->coins[seat] = incorporated_all_coins(n_seats(s));
}

/* --- telling ---------------------------------------------------------------------------------- */

KB_FN static void tell(kb_events *out, incorporated_event kind, int seat, int a, int b, int32_t amount)
{
    if (!out) return;
    kb_event event = {(uint8_t)kind, (uint8_t)seat, (uint8_t)a, (uint8_t)b, amount, EVERYBODY};
    kb_tell(out, event);
}

/* Only the seat learns which tile it was dealt. */
KB_FN static void tell_dealt(kb_events *out, int seat, uint8_t tile)
{
    if (!out) return;
    kb_event own = {INCORPORATED_DEALT, (uint8_t)seat, tile, 0, 0, 1u << seat};
    kb_event others = {INCORPORATED_DEALT, (uint8_t)seat, KB_NONE, 0, 0, EVERYBODY & ~(1u << seat)};
    kb_tell(out, own);
    kb_tell(out, others);
}

/* --- start ------------------------------------------------------------------------------------ */

kb_error incorporated_start(incorporated_state *s, const kb_setup *setup)
{
    __builtin_memset(s, 0, sizeof *s);
    s->setup = *setup;
    s->start = s->first = s->turn = KB_NONE;
    s->step = INCORPORATED_START;
    s->actors = 1u << KB_CHANCE;
    hand_out_coins(s);
    return KB_OK;
}

KB_FN static void begin_round(incorporated_state *s, int first, kb_events *out)
{
    s->round++;
    s->first = s->turn = (uint8_t)first;
    s->step = INCORPORATED_DEAL;
    tell(out, INCORPORATED_ROUND, first, s->round, 0, 0);
}

KB_FN static void do_start(incorporated_state *s, kb_move m, kb_events *out)
{
    s->start = m.a;
    begin_round(s, m.a, out);
}

/* --- 1: the deal ------------------------------------------------------------------------------ */

KB_FN static uint32_t undealt_mask(const incorporated_state *s)
{
    return incorporated_all_tiles(n_seats(s)) & ~(s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3]);
}

KB_FN static kb_error check_deal(const incorporated_state *s, kb_move m)
{
    if (m.b != s->turn) return INCORPORATED_E_NOT_ITS_DEAL;
    return undealt_mask(s) >> m.a & 1 ? KB_OK : INCORPORATED_E_NOT_UNDEALT;
}

KB_FN static void clear_table(incorporated_state *s)
{
    __builtin_memset(s->task, 0, sizeof s->task);
    s->next_task = 0;
    s->done_mask = 0;
}

/* The last round stays visible until the first tile of the next is dealt. */
KB_FN static void do_deal(incorporated_state *s, kb_move m, kb_events *out)
{
    if (s->next_task > 0) clear_table(s);
    s->hand[s->turn] |= 1u << m.a;
    tell_dealt(out, s->turn, m.a);
    if (++s->n_hand[s->turn] <= n_seats(s)) return;
    s->turn = (uint8_t)kb_left_of(s->turn, n_seats(s));
    if (s->turn == s->first) s->step = INCORPORATED_PLAY;
}

/* --- 2: initiatives --------------------------------------------------------------------------- */

KB_FN static void begin_managers(incorporated_state *s, kb_events *out);

/* The next seat plays; a new initiative begins with the round's first seat. */
KB_FN static void end_task(incorporated_state *s, kb_events *out)
{
    s->step = INCORPORATED_PLAY;
    s->turn = (uint8_t)kb_left_of(s->turn, n_seats(s));
    s->next_task++;
    if (s->turn != s->first) return;
    s->next_task = (uint8_t)((s->next_task + 3) & ~3);
    if (incorporated_initiative(s->next_task) == n_seats(s)) begin_managers(s, out);
}

/* One commitment per tile, by everybody with a coin, including the tile's own seat (C-4, C-5). */
KB_FN static void begin_commitment(incorporated_state *s, kb_events *out)
{
    if (incorporated_holders(s)) {
        s->step = INCORPORATED_COMMIT;
    } else {
        tell(out, INCORPORATED_NOBODY_LEFT, 0, running(s)->tile, 0, 0);
        end_task(s, out);
    }
}

KB_FN static void do_play(incorporated_state *s, kb_move m, kb_events *out)
{
    const incorporated_task played = {m.a, KB_NONE, {0, 0, 0, 0}, 0, 0};
    int owner = incorporated_suit(m.a);
    s->hand[s->turn] &= ~(1u << m.a);
    s->n_hand[s->turn]--;
    *running(s) = played;
    tell(out, INCORPORATED_PLAYS, s->turn, m.a, s->next_task, 0);
    if (s->coins[owner]) {
        s->step = INCORPORATED_STAFF;
    } else { /* C-1: without a coin it is not completed at once */
        tell(out, INCORPORATED_NO_STAFF, owner, m.a, 0, 0);
        begin_commitment(s, out);
    }
}

/* C-2: at once with "equal or greater". Too small a coin is allowed (C-4). */
KB_FN static void do_staff(incorporated_state *s, int seat, kb_move m, kb_events *out)
{
    incorporated_task *task = running(s);
    task->staffed = m.a;
    s->coins[seat] = (uint8_t)(s->coins[seat] & ~(1u << m.a));
    tell(out, INCORPORATED_STAFFS, seat, task->tile, m.a, 0);
    if (m.a + 1 >= incorporated_value(task->tile)) {
        s->done_mask = (uint16_t)(s->done_mask | 1u << s->next_task);
        tell(out, INCORPORATED_DONE, 0, task->tile, 0, 0);
        end_task(s, out);
    } else {
        begin_commitment(s, out);
    }
}

/* All have committed: the coins go onto the tile, which stays open whatever their value (C-5). */
KB_FN static void reveal(incorporated_state *s, kb_events *out)
{
    incorporated_task *task = running(s);
    for (int seat = 0; seat < INCORPORATED_SEATS_MAX; seat++) {
        task->committed[seat] = s->commit[seat];
        s->coins[seat] = (uint8_t)(s->coins[seat] & ~s->commit[seat]);
        s->commit[seat] = 0;
    }
    for (int i = 0, seat = s->first; out && i < n_seats(s); i++, seat = kb_left_of(seat, n_seats(s)))
        if (s->chosen_mask >> seat & 1) tell(out, INCORPORATED_COMMITS, seat, task->tile, task->committed[seat], 0);
    s->chosen_mask = 0;
    end_task(s, out);
}

/* Coins stay with their seat until all have chosen, so the set of seats with coins does not change in between. */
KB_FN static void do_commit(incorporated_state *s, int seat, kb_move m, kb_events *out)
{
    s->commit[seat] = m.a;
    s->chosen_mask = (uint8_t)(s->chosen_mask | 1u << seat);
    tell(out, INCORPORATED_CHOOSES, seat, running(s)->tile, 0, 0);
    if (s->chosen_mask == incorporated_holders(s)) reveal(s, out);
}

/* --- 3: managers ------------------------------------------------------------------------------ */

KB_FN static void end_round(incorporated_state *s, kb_events *out);

/* C-6: while a task is open everybody must place a manager, in reverse order of the round. */
KB_FN static void begin_managers(incorporated_state *s, kb_events *out)
{
    if (open_mask(s)) {
        s->step = INCORPORATED_MANAGE;
        s->turn = (uint8_t)kb_right_of(s->first, n_seats(s));
    } else {
        end_round(s, out);
    }
}

KB_FN static void do_manage(incorporated_state *s, kb_move m, kb_events *out)
{
    incorporated_task *task = &s->task[m.a];
    uint8_t *side = m.b ? &task->helping : &task->hindering;
    *side = (uint8_t)(*side | 1u << s->turn);
    tell(out, INCORPORATED_MANAGES, s->turn, task->tile, m.b, m.a);
    if (s->turn == s->first) {
        end_round(s, out);
    } else {
        s->turn = (uint8_t)kb_right_of(s->turn, n_seats(s));
    }
}

/* --- 4: the count ----------------------------------------------------------------------------- */

KB_FN int incorporated_total(const incorporated_task *task)
{
    uint32_t committed;
    __builtin_memcpy(&committed, task->committed, sizeof committed);
    int total = (uint8_t)(task->staffed + 1);                               /* 0 for KB_NONE */
    total += (int)(incorporated_worths(committed) * 0x01010101u >> 24);     /* the sum of its bytes */
    total += kb_count_bits(task->committed[incorporated_suit(task->tile)]); /* C-3: for each coin of its suit */
    return total + INCORPORATED_MANAGER * (kb_count_bits(task->helping) - kb_count_bits(task->hindering));
}

KB_FN bool incorporated_is_enough(const incorporated_state *s, const incorporated_task *task, int total)
{
    int value = incorporated_value(task->tile);
    return s->setup.option[INCORPORATED_FINISH] == INCORPORATED_REACH ? total >= value : total > value;
}

KB_FN static void count(incorporated_state *s, kb_events *out)
{
    for (uint32_t open = open_mask(s); open; open &= open - 1) {
        int at = kb_lowest_bit(open);
        const incorporated_task *task = &s->task[at];
        int total = incorporated_total(task);
        bool done = incorporated_is_enough(s, task, total);
        s->done_mask = (uint16_t)(s->done_mask | (uint32_t)done << at);
        tell(out, INCORPORATED_COUNTED, 0, task->tile, done, total);
    }
}

/* --- 5: the score ----------------------------------------------------------------------------- */

KB_FN static bool succeeds(const incorporated_state *s, int initiative)
{
    uint32_t all = incorporated_all_places(n_seats(s));
    return (s->done_mask >> incorporated_task_at(initiative, 0) & all) == all;
}

KB_FN int incorporated_n_failed(const incorporated_state *s)
{
    int n = 0;
    for (int i = 0; i < n_seats(s); i++) n += !succeeds(s, i);
    return n;
}

/* The points a round brings each seat. A failure also counts against complete tasks. */
KB_FN static void count_points(const incorporated_state *s, uint8_t won[INCORPORATED_SEATS_MAX],
                               uint8_t lost[INCORPORATED_SEATS_MAX])
{
    for (int seat = 0; seat < INCORPORATED_SEATS_MAX; seat++) won[seat] = lost[seat] = 0;
    for (int i = 0; i < n_seats(s); i++) {
        bool success = succeeds(s, i);
        uint8_t *points = success ? won : lost;
        int weight = success ? 1 : INCORPORATED_BLAME;
        for (int place = 0; place < n_seats(s); place++) {
            uint8_t tile = s->task[incorporated_task_at(i, place)].tile;
            uint8_t *of = &points[incorporated_suit(tile)];
            *of = (uint8_t)(*of + weight * incorporated_value(tile));
        }
    }
}

KB_FN static void tell_initiatives(const incorporated_state *s, kb_events *out)
{
    for (int i = 0; out && i < n_seats(s); i++)
        tell(out, succeeds(s, i) ? INCORPORATED_SUCCEEDS : INCORPORATED_FAILS, 0, i, 0, 0);
}

KB_FN static void score_round(incorporated_state *s, kb_events *out)
{
    uint8_t won[INCORPORATED_SEATS_MAX], lost[INCORPORATED_SEATS_MAX];
    tell_initiatives(s, out);
    count_points(s, won, lost);
    for (int seat = 0; seat < n_seats(s); seat++) {
        int score = won[seat] - lost[seat];
        s->score[seat] = (int16_t)(s->score[seat] + score);
        tell(out, INCORPORATED_SCORES, seat, won[seat], lost[seat], score);
    }
}

/* --- 6: the end of a round, and of the game --------------------------------------------------- */

KB_FN static void finish(incorporated_state *s, int n_failed, kb_events *out)
{
    bool bankrupt = n_failed >= INCORPORATED_RUIN;
    s->step = INCORPORATED_OVER;
    s->turn = KB_NONE;
    tell(out, bankrupt ? INCORPORATED_BANKRUPT : INCORPORATED_FIVE_O_CLOCK, 0, n_failed, 0, 0);
    for (int seat = 0; seat < n_seats(s); seat++)
        if (s->score[seat] < 0) tell(out, INCORPORATED_FIRED, seat, 0, 0, s->score[seat]);
}

/* C-8: tiles left in hands are returned. */
KB_FN static void take_back(incorporated_state *s)
{
    for (int seat = 0; seat < n_seats(s); seat++) s->hand[seat] = s->n_hand[seat] = 0;
    hand_out_coins(s);
}

/* C-7: failures are counted within the round, and bankrupt the company in the last round, too. */
KB_FN static void end_round(incorporated_state *s, kb_events *out)
{
    count(s, out);
    score_round(s, out);
    int n_failed = incorporated_n_failed(s);
    if (n_failed >= INCORPORATED_RUIN || s->round == n_seats(s)) {
        finish(s, n_failed, out);
    } else {
        take_back(s);
        begin_round(s, kb_left_of(s->first, n_seats(s)), out);
    }
}

/* C-9: zero is not negative. */
KB_FN bool incorporated_over(const incorporated_state *s, kb_result *result)
{
    if (s->step != INCORPORATED_OVER) return false;
    if (!result) return true;
    int32_t best = 0;
    __builtin_memset(result, 0, sizeof *result);
    for (int seat = 0; seat < n_seats(s); seat++) {
        int32_t score = result->score[seat] = s->score[seat];
        if (score > best) result->winners_mask = 0;
        if (score > best) best = score;
        if (score == best) result->winners_mask |= 1u << seat;
    }
    if (incorporated_n_failed(s) >= INCORPORATED_RUIN) result->winners_mask = 0;
    return true;
}

/* --- actors, legal moves, check, make ---------------------------------------------------------- */

KB_FN uint8_t incorporated_owing(const incorporated_state *s)
{
    switch ((incorporated_step)s->step) {
    case INCORPORATED_START:
    case INCORPORATED_DEAL: return 1u << KB_CHANCE;
    case INCORPORATED_PLAY:
    case INCORPORATED_MANAGE: return (uint8_t)(1u << s->turn);
    case INCORPORATED_STAFF: return (uint8_t)(1u << owner_of_running(s));
    case INCORPORATED_COMMIT: return (uint8_t)(incorporated_holders(s) & ~s->chosen_mask);
    case INCORPORATED_OVER: return 0;
    }
    return 0;
}

KB_FN uint32_t incorporated_actors(const incorporated_state *s)
{
    return s->actors;
}

KB_FN static bool is_actor(const incorporated_state *s, int seat)
{
    return (unsigned)seat <= KB_CHANCE && s->actors >> seat & 1;
}

/* The fields a and b of a move, masked to the valid bits, so that the result can be used for shifting. */
#define A_TILE  0x1F00u
#define A_COIN  0x0700u
#define A_COINS 0x1F00u
#define A_TASK  0x0F00u
#define B_SIGN  0x10000u

KB_FN static const kb_form *form_of(int verb)
{
    static const kb_form forms[] = {
        {KB_A, INCORPORATED_START},             /* start SEAT       */
        {A_TILE | KB_B, INCORPORATED_DEAL},     /* deal SEAT TILE   */
        {A_TILE, INCORPORATED_PLAY},            /* play TILE        */
        {A_COIN, INCORPORATED_STAFF},           /* staff COIN       */
        {A_COINS, INCORPORATED_COMMIT},         /* commit COINS     */
        {A_TASK | B_SIGN, INCORPORATED_MANAGE}, /* manage TASK SIGN */
    };
    return &forms[verb];
}

KB_FN kb_error incorporated_check(const incorporated_state *s, int seat, kb_move m)
{
    if (!is_actor(s, seat)) return s->step == INCORPORATED_OVER ? KB_E_OVER : KB_E_NOT_ACTOR;
    if (m.verb > INCORPORATED_DO_MANAGE || !kb_has_form(m, form_of(m.verb))) return KB_E_UNKNOWN_MOVE;
    if (form_of(m.verb)->step != s->step) return KB_E_WRONG_STEP;
    switch ((incorporated_verb)m.verb) {
    case INCORPORATED_DO_START: return m.a < n_seats(s) ? KB_OK : KB_E_NO_SUCH_SEAT;
    case INCORPORATED_DO_DEAL: return check_deal(s, m);
    case INCORPORATED_DO_PLAY: return s->hand[seat] >> m.a & 1 ? KB_OK : INCORPORATED_E_NO_SUCH_TILE;
    case INCORPORATED_DO_STAFF: return s->coins[seat] >> m.a & 1 ? KB_OK : INCORPORATED_E_NO_SUCH_COIN;
    case INCORPORATED_DO_COMMIT: return m.a & ~s->coins[seat] ? INCORPORATED_E_NO_SUCH_COIN : KB_OK;
    case INCORPORATED_DO_MANAGE: return open_mask(s) >> m.a & 1 ? KB_OK : INCORPORATED_E_NOT_OPEN;
    }
    return KB_E_UNKNOWN_MOVE;
}

#include "legal.h"

KB_FN int incorporated_legal(const incorporated_state *s, int seat, kb_span *spans, int max)
{
    KB_ASSERT(max >= KB_SPANS_MAX);
    (void)max;
    return (int)(list_legal(spans, s, seat) - spans);
}

/* --- conservation, and making a move ---------------------------------------------------------- */

KB_FN static bool coins_are_conserved(const incorporated_state *s)
{
    for (int seat = 0; seat < n_seats(s); seat++) {
        uint32_t seen = 0;
        int n = 0;
        for (int at = 0; at < INCORPORATED_TASKS_MAX; at++) {
            const incorporated_task *task = &s->task[at];
            if (!(incorporated_played_mask(s) >> at & 1)) continue;
            bool staffs = incorporated_suit(task->tile) == seat && task->staffed != KB_NONE;
            uint32_t there = task->committed[seat] | (staffs ? 1u << task->staffed : 0);
            n += kb_count_bits(there);
            seen |= there;
        }
        if (s->step == INCORPORATED_DEAL) n = (int)(seen = 0); /* back from the table */
        if ((seen | s->coins[seat]) != incorporated_all_coins(n_seats(s))) return false;
        if (n + kb_count_bits(s->coins[seat]) != n_seats(s) + 1) return false;
    }
    return true;
}

KB_FN static bool tiles_are_conserved(const incorporated_state *s)
{
    uint32_t seen = 0;
    int n = 0;
    for (int at = 0; at < INCORPORATED_TASKS_MAX; at++)
        if (s->step != INCORPORATED_DEAL && incorporated_played_mask(s) >> at & 1) {
            seen |= 1u << s->task[at].tile;
            n++;
        }
    for (int seat = 0; seat < n_seats(s); seat++) {
        if (kb_count_bits(s->hand[seat]) != s->n_hand[seat]) return false;
        seen |= s->hand[seat];
        n += s->n_hand[seat];
    }
    return kb_count_bits(seen) == n && !(seen & ~incorporated_all_tiles(n_seats(s)));
}

KB_FN bool incorporated_is_conserved(const incorporated_state *s)
{
    return coins_are_conserved(s) && tiles_are_conserved(s);
}

KB_FN void incorporated_make(incorporated_state *s, int seat, kb_move m, kb_events *out)
{
    KB_ASSERT(!incorporated_check(s, seat, m));
    switch ((incorporated_verb)m.verb) {
    case INCORPORATED_DO_START: do_start(s, m, out); break;
    case INCORPORATED_DO_DEAL: do_deal(s, m, out); break;
    case INCORPORATED_DO_PLAY: do_play(s, m, out); break;
    case INCORPORATED_DO_STAFF: do_staff(s, seat, m, out); break;
    case INCORPORATED_DO_COMMIT: do_commit(s, seat, m, out); break;
    case INCORPORATED_DO_MANAGE: do_manage(s, m, out); break;
    }
    s->actors = incorporated_owing(s);
    KB_ASSERT(incorporated_is_conserved(s));
}
