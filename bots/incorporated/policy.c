/* policy.c: what bots know about Incorporated. */
#include "clues.h"
#include "greedy.h"
#include "styles.h"

/* About what a seat scores in a round. */
static int32_t clear_lead(const void *state)
{
    (void)state;
    return 12;
}

extern const bot_talk incorporated_talk;

/* Rounds are independent: each has new hands, coins and initiatives. So playouts stop at the end of the round. */
const bot_policy incorporated_policy = {
    .greedy = incorporated_greedy,
    .remember = incorporated_remember,
    .means = incorporated_means,
    .ideas = incorporated_ideas,
    .wishes = incorporated_wishes,
    .talk = &incorporated_talk,
    .clear_lead = clear_lead,
    BOT_STYLES_OF(incorporated),
    .mixture = {.prior = 16, .unexpected = 2, .in_tree = true},
    .search = {.rounds_ahead = 0, .widening = 16, .others_widening = 60, .level_max = 3600},
    .infer = incorporated_infer,
    .misfits = incorporated_misfits,
    .reopen = incorporated_reopen,
};
