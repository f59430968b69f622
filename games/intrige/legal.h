/* legal.h: the legal list of Intrige, made with the checks of rules.c, which includes it. A file of its own because
 * targets/cuda compiles it twice. */

KB_FN static KB_LIST list_run(KB_LIST at, const intrige_state *s, intrige_verb verb, int post, intrige_range range)
{
    int32_t n = intrige_in_steps(s, range.high - range.low) + 1;
    return kb_list_run(at, verb, 0, post, range.low, n, intrige_box_of(s)->step);
}

KB_FN static KB_LIST list_terms(KB_LIST at, const intrige_state *s, intrige_verb verb, intrige_range range)
{
    for (int post = 0; post < intrige_box_of(s)->posts; post++)
        if (!intrige_check_terms(s, s->cursor, post)) at = list_run(at, s, verb, post, range);
    return at;
}

KB_FN static KB_LIST list_bribes(KB_LIST at, const intrige_state *s, int seat)
{
    int claim = intrige_due_claim(s, seat);
    if (claim < 0) return at; /* never: a seat that owes a bribe has a claim, which the compiler cannot know */
    intrige_range offers = intrige_offers(s, claim);
    bool single = offers.low == offers.high; /* listed before the bribes, which may be a run */
    bool may_offer = !check_may_offer(s);
    if (may_offer && single) at = list_terms(at, s, INTRIGE_DO_OFFER, offers);
    at = list_run(at, s, INTRIGE_DO_BRIBE, 0, intrige_bribes(s, claim));
    return may_offer && !single ? list_terms(at, s, INTRIGE_DO_OFFER, offers) : at;
}

KB_FN static KB_LIST list_answers(KB_LIST at, const intrige_state *s)
{
    intrige_range range = {intrige_box_of(s)->step, counter_limit(s)};
    at = kb_list_if(at, !check_accept(s), INTRIGE_DO_ACCEPT, 0, 0, 0);
    at = kb_list(at, INTRIGE_DO_REFUSE, 0, 0, 0);
    return check_may_counter(s) ? at : list_terms(at, s, INTRIGE_DO_COUNTER, range);
}

KB_FN static KB_LIST list_posts(KB_LIST at, const intrige_state *s, intrige_verb verb, int claim)
{
    uint32_t allowed = posts_not_promised(s, claim);
    for (int post = 0; post < intrige_box_of(s)->posts; post++)
        at = kb_list_if(at, is_free(s, post) & (allowed >> post), verb, s->claim[claim].scholar, post, 0);
    return at;
}

KB_FN static KB_LIST list_hires(KB_LIST at, const intrige_state *s)
{
    for (int i = 0; i < s->n_claims; i++)
        if (is_rival(s, i) && intrige_can_win(s, i)) at = list_posts(at, s, INTRIGE_DO_HIRE, i);
    return at;
}

KB_FN static KB_LIST list_settlements(KB_LIST at, const intrige_state *s)
{
    for (int i = 0; i < s->n_claims; i++)
        at = kb_list_if(at, intrige_can_win(s, i) && (posts_not_promised(s, i) >> s->post & 1), INTRIGE_DO_SETTLE,
                        s->claim[i].scholar, 0, 0);
    return at;
}

KB_FN static KB_LIST list_sends(KB_LIST at, const intrige_state *s)
{
    const uint8_t *home = s->home[s->turn]; /* in an edition with four professions the fifth is 0 */
    for (uint32_t left = destinations(s); left; left &= left - 1)
        for (int p = 0; p < INTRIGE_POSTS_MAX; p++)
            at = kb_list_if(at, home[p] > 0, INTRIGE_DO_SEND, p, kb_lowest_bit(left), 0);
    return at;
}

KB_FN static KB_LIST list_starts(KB_LIST at, const intrige_state *s)
{
    for (int first = 0; first < n_seats(s); first++) at = kb_list(at, INTRIGE_DO_START, first, 0, 0);
    return at;
}

KB_FN static KB_LIST list_legal(KB_LIST at, const intrige_state *s, int seat)
{
    if (!is_actor(s, seat)) return at;
    switch ((intrige_step)s->step) {
    case INTRIGE_START: return list_starts(at, s);
    case INTRIGE_BRIBE: return list_bribes(at, s, seat);
    case INTRIGE_ANSWER: return list_answers(at, s);
    case INTRIGE_PLACE: return list_posts(at, s, INTRIGE_DO_PLACE, s->cursor);
    case INTRIGE_HIRE: return list_hires(at, s);
    case INTRIGE_SETTLE: return list_settlements(at, s);
    case INTRIGE_SEND: return list_sends(at, s);
    case INTRIGE_OVER: break;
    }
    return at;
}
