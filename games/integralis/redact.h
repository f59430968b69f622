/* redact.h: Integralis without what a seat may not know, a part of view.c. A file of its own because targets/cuda compiles it
 * too. */

KB_FN static uint32_t unknown_set(uint32_t set)
{
    return INTEGRALIS_UNKNOWN | (uint32_t)integralis_size(set);
}

KB_FN void integralis_redact(const integralis_state *s, int seat, integralis_state *out)
{
    *out = *s;
    for (int i = 0; i < s->setup.seats; i++) {
        if (i == seat) continue;
        out->hand[i] = unknown_set(s->hand[i]);
        out->unseen[i] = unknown_set(s->unseen[i]);
        __builtin_memset(out->under[i], 0, sizeof out->under[i]);
    }
    /* Only its owner knows a bid until both are made; then it is erased. */
    if (s->bid[0] && seat != s->turn) out->bid[0] = KB_HIDDEN;
    if (s->bid[1] && seat != integralis_chief(s->target)) out->bid[1] = KB_HIDDEN;
    if (s->setup.option[INTEGRALIS_MONEY] == INTEGRALIS_MONEY_OPEN) return;
    /* The bank's account is hidden too, because it is minus the sum of the others. */
    for (int i = 0; i <= KB_BANK; i++)
        if (i != seat && (i < s->setup.seats || i == KB_BANK)) out->purse.of[i] = KB_HIDDEN;
}
