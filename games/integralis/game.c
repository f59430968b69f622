/* game.c: Integralis' entry in the list of games: its facts and its functions. */
#include "../../core/game.h"
#include "cards.h"
#include "deeds.h"
#include "tables.h"
#include "text.h"

extern const struct kb_encoding integralis_encoding; /* encode.c */
extern const struct kb_telling integralis_telling;   /* events.c */

static const char *const editions[] = {"sphinx2001"};

static const kb_option options[] = {
    {.name = "meeting",
     .values = {"all", "machine", "absent"},
     .meaning =
         "all: a team meeting calls every worker of a team home; machine: those at one machine; absent: no such card"},
    {.name = "money", .values = {"open", "hidden"}, .meaning = "whether everybody sees everybody's money"},
    {.name = "markers",
     .values = {"may", "must"},
     .meaning =
         "may: covering a task is its owner's choice; must: it happens by itself wherever there is no choice of order",
     .since = 2,
     .before = 1},
    KB_OPTION_PROMISES,
};

static int integralis_round(const integralis_state *s)
{
    return (s->turns + s->setup.seats - 1) / s->setup.seats;
}

static void integralis_standing(const integralis_state *s, int32_t score[KB_SEATS_MAX])
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) score[seat] = s->purse.of[seat];
}

/* Answers are replies to a card, an offer or a bribe. The decision of the higher bidder is not one. */
static bool integralis_is_answer(const integralis_state *s)
{
    return s->step >= INTEGRALIS_COUNTER && s->step <= INTEGRALIS_BID;
}

static uint32_t integralis_known(const void *state)
{
    const integralis_state *s = (const integralis_state *)state;
    uint32_t known = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        known |= (uint32_t)(!(s->hand[seat] & INTEGRALIS_UNKNOWN)) << seat;
    return known;
}

/* Cards make no difference during a closing time. If the game ends with it, nobody takes another. */
static bool integralis_is_clear(const void *state)
{
    const integralis_state *s = (const integralis_state *)state;
    bool closing = s->step == INTEGRALIS_COVER && s->why == INTEGRALIS_BY_CLOSING;
    return closing && s->setup.option[INTEGRALIS_MONEY] == INTEGRALIS_MONEY_OPEN;
}

KB_GAME_WRAPPERS(integralis)

const kb_game kb_game_integralis = {
    .name = "integralis",
    .title = "Integralis",
    .author = "Henning Poehl",
    .seats_min = 2,
    .seats_max = INTEGRALIS_SEATS_MAX,
    .n_editions = KB_COUNT(editions),
    .editions = editions,
    .seat_names = integralis_seat_names,
    .n_options = KB_COUNT(options),
    .options = options,
    .known = integralis_known,
    .is_clear = integralis_is_clear,
    .deeds = &integralis_deeds,
    .encoding = KB_ENCODING(integralis),
    .telling = KB_TELLING(integralis),
    .refusals = &integralis_refusals,
    .write_facts = integralis_write_facts,
    KB_GAME_FUNCTIONS(integralis),
};
