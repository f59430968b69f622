/* deeds.c: deeds of moves in Incorporated, for promises: tiles played, coins put on them, managers placed. */
#include "deeds.h"

#include "tables.h"
#include "text.h"

/* play TILE · staff COIN on TILE · commit W on TILE · manage I.T help on TILE */
typedef enum form { PLAY, STAFF, COMMIT, MANAGE, N_FORMS } form;

/* Digits stand for coins, initiatives and places in them. */
enum {
    FIRST_TILE = 0,
    FIRST_DIGIT = FIRST_TILE + INCORPORATED_SEATS_MAX * INCORPORATED_VALUES,
    HINDER = FIRST_DIGIT + INCORPORATED_SEATS_MAX + 1,
    HELP,
    N_WORDS
};

static const char *const verbs[N_FORMS] = {"play", "staff", "commit", "manage"};
static const uint8_t amount_at[N_FORMS] = {KB_NO_PLACE, KB_NO_PLACE, 0, KB_NO_PLACE};
static const uint8_t excused_at[N_FORMS] = {KB_NO_PLACE, 0, 0, KB_NO_PLACE};

/* By incorporated_verb. */
static const uint32_t forms_by_verb[] = {
    [INCORPORATED_DO_START] = 0,
    [INCORPORATED_DO_PLAY] = 1u << PLAY,
    [INCORPORATED_DO_STAFF] = 1u << STAFF,
    [INCORPORATED_DO_COMMIT] = 1u << COMMIT,
    [INCORPORATED_DO_MANAGE] = 1u << MANAGE,
};

/* --- grammar -------------------------------------------------------------------------------------- */

static uint64_t words_from(int first, int n)
{
    return ((1ull << n) - 1) << first;
}

static void describe(const kb_setup *setup, int number, kb_deed_form *out)
{
    const kb_place tile = {KB_PLACE_WORD, "tile", words_from(FIRST_TILE, setup->seats * INCORPORATED_VALUES), 0};
    const kb_place coin = {KB_PLACE_WORD, "coin", words_from(FIRST_DIGIT, setup->seats + 1), 0};
    const uint64_t numbers = words_from(FIRST_DIGIT + 1, setup->seats);
    const kb_place task = {KB_PLACE_PARTS, "task", numbers, numbers};
    const kb_place sign = {KB_PLACE_WORD, "sign", words_from(HINDER, 2), 0};
    const kb_place total = {KB_PLACE_AMOUNT, "amount", 0, 0};
    const kb_place word_on = {KB_PLACE_FIXED, "on", 0, 0};
    const kb_deed_form forms[N_FORMS] = {
        {verbs[PLAY], 1, {tile}},
        {verbs[STAFF], 3, {coin, word_on, tile}},
        {verbs[COMMIT], 3, {total, word_on, tile}},
        {verbs[MANAGE], 4, {task, sign, word_on, tile}},
    };
    *out = forms[number];
}

static void put_word(const kb_setup *setup, int word, kb_text *out)
{
    (void)setup;
    if (word < FIRST_DIGIT) {
        kb_put(out, incorporated_tile_names[word - FIRST_TILE]);
    } else if (word < HINDER) {
        kb_putf(out, "%d", word - FIRST_DIGIT);
    } else {
        kb_put(out, word == HELP ? "help" : "hinder");
    }
}

/* --- deeds ---------------------------------------------------------------------------------------- */

/* A turn is an initiative; the first includes the deal before it. The managers are one more turn. */
static kb_when when(const void *state)
{
    const incorporated_state *s = (const incorporated_state *)state;
    int n = s->setup.seats;
    kb_when now = {(s->round - 1) * (n + 1) + 1, s->round};
    switch ((incorporated_step)s->step) {
    case INCORPORATED_START:
    case INCORPORATED_DEAL: break;
    case INCORPORATED_PLAY:
    case INCORPORATED_STAFF:
    case INCORPORATED_COMMIT: now.turn += incorporated_initiative(s->next_task); break;
    case INCORPORATED_MANAGE: now.turn += n; break;
    case INCORPORATED_OVER:
        now.turn += n + 1;
        now.round++;
        break;
    }
    return now;
}

/* Before a tile is played, a task is staffed, the fists close, and the managers are placed. */
static int point(const void *state)
{
    return ((const incorporated_state *)state)->step;
}

static uint8_t word_of(uint8_t tile)
{
    return (uint8_t)(FIRST_TILE + incorporated_suit(tile) * INCORPORATED_VALUES + incorporated_value(tile));
}

static int deeds(const void *state, int seat, kb_move m, kb_deed *out)
{
    const incorporated_state *s = (const incorporated_state *)state;
    uint8_t running = s->task[s->next_task & (INCORPORATED_TASKS_MAX - 1)].tile;
    switch ((incorporated_verb)m.verb) {
    case INCORPORATED_DO_PLAY:
        out[0] = kb_deed_of(seat, PLAY);
        out[0].word[0] = word_of(m.a);
        return 1;
    case INCORPORATED_DO_STAFF:
        out[0] = kb_deed_of(seat, STAFF);
        out[0].word[0] = (uint8_t)(FIRST_DIGIT + m.a);
        out[0].word[2] = word_of(running);
        return 1;
    case INCORPORATED_DO_COMMIT:
        out[0] = kb_deed_of(seat, COMMIT);
        out[0].amount = incorporated_worth(m.a);
        if (incorporated_suit(running) == seat) out[0].amount += kb_count_bits(m.a); /* C-3 */
        out[0].word[2] = word_of(running);
        return 1;
    case INCORPORATED_DO_MANAGE:
        out[0] = kb_deed_of(seat, MANAGE);
        out[0].word[0] = (uint8_t)(FIRST_DIGIT + incorporated_initiative(m.a) + 1);
        out[0].part[0] = (uint8_t)(FIRST_DIGIT + incorporated_place(m.a) + 1);
        out[0].word[1] = m.b ? HELP : HINDER;
        out[0].word[3] = word_of(s->task[m.a].tile);
        return 1;
    case INCORPORATED_DO_START:
    case INCORPORATED_DO_DEAL: break;
    }
    return 0;
}

/* --- decisions ------------------------------------------------------------------------------------ */

/* The i-th seat with a coin, counted from the round's first seat. */
static int committer(const incorporated_state *s, int i)
{
    int seat = s->first;
    for (int n = 0; n < s->setup.seats; n++, seat = kb_left_of(seat, s->setup.seats))
        if (incorporated_holders(s) >> seat & 1 && i-- == 0) return seat;
    return -1;
}

static bool decision(const void *state, int seat, kb_move m, int i, kb_decision *out)
{
    const incorporated_state *s = (const incorporated_state *)state;
    bool hidden = s->step == INCORPORATED_COMMIT;
    int who = hidden ? committer(s, i) : i == 0 ? seat : -1;
    if (who < 0 || (hidden && s->actors != 1u << seat)) return false;
    out->state = (const kb_state *)state;
    out->seat = who;
    out->move = m;
    if (!hidden || who == seat) return true;
    out->then = *out->state;
    out->state = &out->then;
    incorporated_state *then = (incorporated_state *)&out->then;
    out->move.a = s->commit[who];
    then->commit[who] = 0;
    then->chosen_mask = (uint8_t)(then->chosen_mask & ~(1u << who));
    then->actors = incorporated_owing(then);
    return true;
}

const kb_deeds incorporated_deeds = {
    .n_forms = N_FORMS,
    .n_words = N_WORDS,
    .amount_at = amount_at,
    .excused_at = excused_at,
    .verbs = verbs,
    .form = describe,
    .put_word = put_word,
    .forms_by_verb = forms_by_verb,
    .when = when,
    .point = point,
    .deeds = deeds,
    .decision = decision,
};
