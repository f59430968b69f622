/* legal.h: the legal list of Incorporated, a part of rules.c. A file of its own because targets/cuda compiles it twice. */

KB_FN static KB_LIST list_legal(KB_LIST at, const incorporated_state *s, int seat)
{
    if (!is_actor(s, seat)) return at;
    switch ((incorporated_step)s->step) {
    case INCORPORATED_START: return kb_list_each(at, incorporated_all_places(n_seats(s)), INCORPORATED_DO_START, 0);
    case INCORPORATED_DEAL: return kb_list_each(at, undealt_mask(s), INCORPORATED_DO_DEAL, s->turn);
    case INCORPORATED_PLAY: return kb_list_each(at, s->hand[seat], INCORPORATED_DO_PLAY, 0);
    case INCORPORATED_STAFF: return kb_list_each(at, s->coins[seat], INCORPORATED_DO_STAFF, 0);
    case INCORPORATED_COMMIT: return kb_list_parts(at, s->coins[seat], INCORPORATED_DO_COMMIT);
    case INCORPORATED_MANAGE: return kb_list_each_twice(at, open_mask(s), INCORPORATED_DO_MANAGE);
    case INCORPORATED_OVER: break;
    }
    return at;
}
