/* redact.h: Intrige without what a seat may not know, a part of view.c. A file of its own because targets/cuda compiles it
 * too. */

/* Only payer and landlord know a sealed sum, and the landlord only when all have been sealed. */
KB_FN static bool may_know_sum(const intrige_state *s, const intrige_claim *c, int seat)
{
    return intrige_seat(c->scholar) == seat || (s->turn == seat && !intrige_is_sealing(s));
}

KB_FN void intrige_redact(const intrige_state *s, int seat, intrige_state *out)
{
    *out = *s;
    if (s->setup.option[INTRIGE_MONEY] == INTRIGE_MONEY_OPEN) return;
    /* The bank's account is hidden too, because it is minus the sum of the others. */
    for (int i = 0; i < s->setup.seats; i++) out->purse.of[i] = KB_HIDDEN;
    out->purse.of[KB_BANK] = KB_HIDDEN;
    if (seat < s->setup.seats) out->purse.of[seat] = s->purse.of[seat];
    if (s->setup.option[INTRIGE_BRIBES] == INTRIGE_OPEN) return;
    for (int i = 0; i < s->n_claims; i++) {
        intrige_claim *c = &out->claim[i];
        if (!c->chosen || may_know_sum(s, c, seat)) continue;
        c->paid = KB_HIDDEN;
        c->bank = KB_NONE;
    }
}
