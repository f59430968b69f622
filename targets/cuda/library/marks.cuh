/* marks.cuh: a legal list as a mask of actions, without the list. Included by the game's .cu inside the namespace of its
 * encoding, whose FORMS it uses. The functions that write a game's list are compiled with a KB_LIST that sets the bits of
 * the actions instead. */

/* The mask starts at the bit `first`. n is not 0 if there is an entry. */
struct kb_marks {
    uint32_t *bits;
    uint32_t first;
    int seat, n_seats;
    int32_t unit;
    uint32_t n;
};

KB_FN static inline bool operator==(kb_marks a, kb_marks b)
{
    return a.n == b.n;
}

/* Sets bits of a word that other threads may be setting bits of. */
KB_FN static inline void kb_set_bits(uint32_t *word, uint32_t bits)
{
#ifdef __CUDA_ARCH__
    if (bits) atomicOr(word, bits);
#else
    *word |= bits;
#endif
}

/* Sets the actions from `action` on that have a bit in the pattern. */
KB_FN static inline void kb_mark_pattern(kb_marks at, int action, uint32_t pattern)
{
    uint32_t place = at.first + (uint32_t)action, shift = place % 32;
    kb_set_bits(&at.bits[place / 32], pattern << shift);
    if (shift) kb_set_bits(&at.bits[place / 32 + 1], pattern >> (32 - shift));
}

/* Sets the action of a move, or the actions of a run of n sums. */
KB_FN static inline kb_marks kb_mark_run(kb_marks at, kb_move move, int32_t n)
{
    at.n++;
#define MARK(name, of_verb, of_kind, of_a, of_b, of_c)                                           \
    if (move.verb == (of_verb)) {                                                                \
        const kb_action_form form[] = {KB_FORM_ENTRY(name, of_verb, of_kind, of_a, of_b, of_c)}; \
        const kb_action_field *a = &form->a;                                                     \
        bool has_a = a->by_seat || (move.a >= a->first && move.a < a->first + a->n_low);         \
        if ((of_kind) == KB_ACTION_BAG || has_a) {                                               \
            int action = kb_action_in(form, move, at.seat, at.n_seats), from = 0, past = 1;      \
            if ((of_kind) == KB_ACTION_SUM) {                                                    \
                from = kb_rung_of(move.amount / at.unit);                                        \
                past = kb_rung_of(move.amount / at.unit + n - 1) + 1;                            \
            }                                                                                    \
            kb_mark_pattern(at, action + from, (1u << (past - from)) - 1);                       \
            return at;                                                                           \
        }                                                                                        \
    }
    FORMS(MARK)
#undef MARK
    return at;
}

/* The moves of an action, legal or not, as one run; false if the setup cannot have it. */
KB_FN static inline bool kb_run_of(int action, int seat, int n_seats, int32_t unit, kb_span *out)
{
#define READ(name, of_verb, of_kind, of_a, of_b, of_c)                                           \
    if (action <= LAST_##name) {                                                                 \
        const kb_action_form form[] = {KB_FORM_ENTRY(name, of_verb, of_kind, of_a, of_b, of_c)}; \
        return kb_run_in(form, action, seat, n_seats, unit, out);                                \
    }
    FORMS(READ)
#undef READ
    return false;
}

KB_FN static inline kb_marks kb_list_bits(kb_marks at, uint64_t bits)
{
    kb_move move;
    __builtin_memcpy(&move, &bits, sizeof move);
    return kb_mark_run(at, move, 1);
}

KB_FN static inline kb_marks kb_list(kb_marks at, int verb, int a, int b, int c)
{
    return kb_list_bits(at, kb_move_bits(verb, a, b, c));
}

KB_FN static inline kb_marks kb_list_if(kb_marks at, bool legal, int verb, int a, int b, int c)
{
    return legal ? kb_list(at, verb, a, b, c) : at;
}

/* Chance's moves are not actions. */
KB_FN static inline kb_marks kb_list_weighed(kb_marks at, int, int, int, int)
{
    return at;
}

KB_FN static inline kb_marks kb_list_each(kb_marks at, uint32_t mask, int verb, int b)
{
    for (; mask; mask &= mask - 1) at = kb_list(at, verb, kb_lowest_bit(mask), b, 0);
    return at;
}

KB_FN static inline kb_marks kb_list_each_twice(kb_marks at, uint32_t mask, int verb)
{
    for (; mask; mask &= mask - 1) {
        at = kb_list(at, verb, kb_lowest_bit(mask), 0, 0);
        at = kb_list(at, verb, kb_lowest_bit(mask), 1, 0);
    }
    return at;
}

KB_FN static inline kb_marks kb_list_parts(kb_marks at, uint32_t mask, int verb)
{
    uint32_t part = 0;
    do {
        at = kb_list(at, verb, (int)part, 0, 0);
        part = (part - mask) & mask;
    } while (part);
    return at;
}

KB_FN static inline kb_marks kb_list_some(kb_marks at, const uint32_t *moves, int, int n, uint32_t with)
{
    for (int i = 0; i < n; i++) at = kb_list_bits(at, moves[i] | with);
    return at;
}

KB_FN static inline kb_marks kb_list_row(kb_marks at, uint32_t move, const uint8_t *row, int, int n)
{
    for (int i = 0; i < n; i++) at = kb_list_bits(at, move | (uint32_t)row[i] << 16);
    return at;
}

KB_FN static inline kb_marks kb_list_run(kb_marks at, int verb, int a, int b, int32_t low, int32_t n, int32_t)
{
    return kb_mark_run(at, kb_move_of(verb, a, b, 0, low), n);
}
