/* game.c: Incorporated's entry in the list of games: its facts and its functions. */
#include "../../core/game.h"
#include "deeds.h"
#include "tables.h"
#include "text.h"

extern const struct kb_encoding incorporated_encoding; /* encode.c */
extern const struct kb_telling incorporated_telling;   /* events.c */

static const kb_option options[] = {
    {.name = "finish",
     .values = {"above", "reach"},
     .meaning = "what an open task needs at the end of a round: more than its value, or (reach) at least its value"},
    KB_OPTION_PROMISES,
};

static const char *const editions[] = {"2005"};

static int incorporated_round(const incorporated_state *s)
{
    return s->round;
}

static void incorporated_standing(const incorporated_state *s, int32_t score[KB_SEATS_MAX])
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) score[seat] = seat < s->setup.seats ? s->score[seat] : 0;
}

/* No step is an answer: commitments are the game itself. */
static bool incorporated_is_answer(const incorporated_state *s)
{
    (void)s;
    return false;
}

static uint32_t incorporated_known(const void *state)
{
    const incorporated_state *s = (const incorporated_state *)state;
    uint32_t known = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        known |= (uint32_t)(s->hand[seat] != INCORPORATED_HIDDEN_HAND) << seat;
    return known;
}

/* When the last managers come out, the tiles that are left over are not used any more. */
static bool incorporated_is_clear(const void *state)
{
    const incorporated_state *s = (const incorporated_state *)state;
    return s->step == INCORPORATED_MANAGE && s->round == s->setup.seats;
}

KB_GAME_WRAPPERS(incorporated)

const kb_game kb_game_incorporated = {
    .name = "incorporated",
    .title = "Incorporated",
    .author = "S. Deniz Bucak",
    .seats_min = 3,
    .seats_max = INCORPORATED_SEATS_MAX,
    .n_editions = KB_COUNT(editions),
    .editions = editions,
    .seat_names = incorporated_seat_names,
    .n_options = KB_COUNT(options),
    .options = options,
    .known = incorporated_known,
    .is_clear = incorporated_is_clear,
    .deeds = &incorporated_deeds,
    .encoding = KB_ENCODING(incorporated),
    .telling = KB_TELLING(incorporated),
    .refusals = &incorporated_refusals,
    .write_facts = incorporated_write_facts,
    KB_GAME_FUNCTIONS(incorporated),
};
