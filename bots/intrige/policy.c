/* policy.c: what bots know about Intrige. */
#include "../../games/intrige/tables.h"
#include "allies.h"
#include "greedy.h"
#include "liking.h"
#include "limits.h"
#include "regard.h"
#include "styles.h"

static int32_t clear_lead(const void *state)
{
    return intrige_box_of((const intrige_state *)state)->start_money;
}

extern const bot_talk intrige_talk;

const bot_policy intrige_policy = {
    .greedy = intrige_greedy,
    .remember = intrige_remember,
    .count = intrige_count,
    .notice = intrige_notice,
    .share = intrige_share,
    .is_absurd = intrige_is_absurd,
    .breaks_word = intrige_breaks_word,
    .means = intrige_means,
    .favour = intrige_favour,
    .ideas = intrige_ideas,
    .wishes = intrige_wishes,
    .press = intrige_press,
    .deals = intrige_deals,
    .deal_by = intrige_deal_by,
    .withhold = intrige_withhold,
    .pays_exactly = true,
    .talk = &intrige_talk,
    .clear_lead = clear_lead,
    BOT_STYLES_OF(intrige),
    .recall = intrige_recall,
    .mixture = {.prior = 1, .unexpected = 6},
    .search = {.rounds_ahead = BOT_TO_THE_END, .widening = 4, .level_max = 3200, .surprises = 10},
};
