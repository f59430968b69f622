/* game.c: Intrige's entry in the list of games: its facts and its functions. */
#include "../../core/game.h"
#include "deeds.h"
#include "tables.h"
#include "text.h"

extern const struct kb_encoding intrige_encoding; /* encode.c */
extern const struct kb_telling intrige_telling;   /* events.c */

static const kb_option options[] = {
    {.name = "bribes",
     .values = {"open", "sealed"},
     .meaning =
         "sealed: all payers of a stage choose at once; only payer and landlord learn a sum (needs money=hidden)"},
    {.name = "refund",
     .values = {"no", "yes"},
     .meaning = "yes: the owner of a banished scholar gets back his bribe of that conflict"},
    {.name = "deals",
     .values = {"none", "loose", "binding"},
     .meaning = "offers before a bribe, judged afterwards (loose) or enforced (binding); needs bribes=open"},
    {.name = "money", .values = {"hidden", "open"}, .meaning = "whether everybody sees everybody's cash"},
    {.name = "defence",
     .values = {"must", "may"},
     .meaning = "may: the owner of the scholar who holds a disputed post may also pay nothing",
     .since = 2,
     .in_edition = {[INTRIGE_AMIGO2003] = INTRIGE_DEFENCE_MAY}},
    KB_OPTION_PROMISES,
};

static int intrige_round(const intrige_state *s)
{
    return s->round;
}

static void intrige_standing(const intrige_state *s, int32_t score[KB_SEATS_MAX])
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) score[seat] = s->purse.of[seat];
}

/* A kept deal counts for payer and landlord, a broken one against its breaker. */
static void intrige_agreement(const kb_event *e, uint32_t *kept_mask, uint32_t *broken_mask)
{
    if (e->kind == INTRIGE_DEAL_KEPT) *kept_mask = 1u << e->seat | 1u << intrige_seat(e->a);
    if (e->kind == INTRIGE_DEAL_BROKEN) *broken_mask = 1u << e->seat;
}

static bool intrige_is_answer(const intrige_state *s)
{
    return s->step == INTRIGE_ANSWER;
}

static uint32_t intrige_known(const void *state)
{
    const intrige_state *s = (const intrige_state *)state;
    uint32_t known = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) known |= (uint32_t)(s->purse.of[seat] != KB_HIDDEN) << seat;
    return known;
}

/* Everybody is told every sum that changes hands unless it is sealed, and all begin with the same. */
static bool intrige_is_clear(const void *state)
{
    const intrige_state *s = (const intrige_state *)state;
    return s->setup.option[INTRIGE_BRIBES] == INTRIGE_OPEN;
}

KB_GAME_WRAPPERS(intrige)

const kb_game kb_game_intrige = {
    .name = "intrige",
    .title = "Intrige / Intrigue",
    .author = "Stefan Dorra",
    .seats_min = 3,
    .seats_max = INTRIGE_SEATS_MAX,
    .n_editions = KB_COUNT(intrige_editions),
    .editions = intrige_editions,
    .seat_names = intrige_seat_names,
    .n_options = KB_COUNT(options),
    .options = options,
    .known = intrige_known,
    .is_clear = intrige_is_clear,
    .deeds = &intrige_deeds,
    .encoding = KB_ENCODING(intrige),
    .telling = KB_TELLING(intrige),
    .refusals = &intrige_refusals,
    .agreement = intrige_agreement,
    KB_GAME_FUNCTIONS(intrige),
    .write_facts = intrige_write_facts,
};
