/* redact.h: Incorporated without what a seat may not know, a part of view.c. A file of its own because targets/cuda compiles it
 * too. */

/* Hides the hands of others and their commitments. Undealt tiles are those found nowhere else, so hiding the hands
 * hides them too. */
KB_FN void incorporated_redact(const incorporated_state *s, int seat, incorporated_state *out)
{
    *out = *s;
    for (int other = 0; other < INCORPORATED_SEATS_MAX; other++) {
        if (other == seat || other >= s->setup.seats) continue;
        out->hand[other] = INCORPORATED_HIDDEN_HAND;
        if (s->chosen_mask >> other & 1) out->commit[other] = KB_NONE;
    }
}
