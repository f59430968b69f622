/* game.c: The Last Coin's entry in the list of games: its facts and its functions. */
#include "../../core/game.h"
#include "text.h"

extern const kb_deeds lastcoin_deeds;

static const kb_option options[] = {
    {.name = "pile", .values = {"small", "large"}, .meaning = "how many coins there are: 12, or (large) 21"},
    KB_OPTION_PROMISES,
};

static const char *const editions[] = {"1"};

/* Nothing is hidden. */
void lastcoin_redact(const lastcoin_state *s, int seat, lastcoin_state *out)
{
    (void)seat;
    *out = *s;
}

void lastcoin_sample(const lastcoin_state *redacted, kb_rng *rng, lastcoin_state *out)
{
    (void)rng;
    *out = *redacted;
}

static int lastcoin_round(const lastcoin_state *s)
{
    return s->start == KB_NONE ? 0 : (s->turns - !s->left) / s->setup.seats + 1;
}

static bool lastcoin_is_answer(const lastcoin_state *s)
{
    (void)s;
    return false;
}

KB_GAME_WRAPPERS(lastcoin)

const kb_game kb_game_lastcoin = {
    .name = "lastcoin",
    .title = "The Last Coin",
    .author = "nobody",
    .seats_min = 2,
    .seats_max = LASTCOIN_SEATS_MAX,
    .n_editions = KB_COUNT(editions),
    .editions = editions,
    .seat_names = lastcoin_seat_names,
    .n_options = KB_COUNT(options),
    .options = options,
    .deeds = &lastcoin_deeds,
    .refusals = &lastcoin_refusals,
    KB_GAME_FUNCTIONS(lastcoin),
};
