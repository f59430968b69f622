/* trust.c: what bots think of the others because of their promises. */
#include "trust.h"

#include "policy.h"

enum {
    TRUST = 60,    /* percent: trust in a stranger's word */
    TRUST_BY = 12, /* added for each promise kept; twice as much is taken off for each one broken */
    TRUST_MIN = 5, /* nobody is entirely sure of anybody */
    TRUST_MAX = 98,
    ENEMY = -40,    /* at this regard or below, a grudge makes no pacts and keeps none */
    FEEL_KEPT = 10, /* how verdicts change the regard */
    FEEL_BROKEN = -40
};

int bot_trust(const bot *b, int seat)
{
    int percent = TRUST + TRUST_BY * (b->memory.kept[seat] - 2 * b->memory.broken[seat]);
    return percent < TRUST_MIN ? TRUST_MIN : percent > TRUST_MAX ? TRUST_MAX : percent;
}

bool bot_is_enemy(const bot *b, int seat)
{
    return b->spec.character == BOT_GRUDGE && b->memory.regard[seat] <= ENEMY;
}

void bot_outcome(bot *b, const kb_outcome *outcome, int by, uint32_t parties_mask, bool is_secret)
{
    bool own = parties_mask >> b->seat & 1;
    int seat = outcome->seat;
    if (!(parties_mask & ~(1u << by))) return; /* a vow */
    if (outcome->promise == KB_NONE) {
        if (by != b->seat) return;
        for (int other = 0; other < KB_SEATS_MAX; other++) {
            if (other == by || !(parties_mask >> other & 1)) continue;
            if (outcome->what == KB_PACT_STOOD) b->snubs[other] = 0;
            if (outcome->what == KB_PACT_DECLINED && b->snubs[other] < UINT8_MAX) b->snubs[other]++;
        }
        return;
    }
    if (seat == b->seat) return;
    if (outcome->what == KB_KEPT && b->memory.kept[seat] < UINT8_MAX) b->memory.kept[seat]++;
    if (outcome->what == KB_BROKEN && b->memory.broken[seat] < UINT8_MAX) b->memory.broken[seat]++;
    if (!own || !b->spec.character) return;
    if (outcome->what == KB_KEPT) bot_feel(&b->memory, seat, FEEL_KEPT);
    if (outcome->what != KB_BROKEN) return;
    bot_feel(&b->memory, seat, FEEL_BROKEN);
    if (!is_secret) bot_mean_to_say(b, (bot_line){BOT_SAYS_BROKEN_WORD, (uint8_t)seat});
}
