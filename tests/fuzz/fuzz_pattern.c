/* fuzz_pattern.c: parses any text as a pattern, somewhere in a random game. The first bytes choose the game. A refusal
 * gives a reason, an accepted pattern matches what it says, and every possible deed, written out, is a pattern that
 * matches it. */
#include "fuzz.h"

#include "../../engine/pattern.h"

static void must_match_itself(const kb_state *state, const kb_deed *deed)
{
    char buffer[KB_PATTERN_MAX + 1], reason[KB_WHY_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_pattern pattern;
    kb_put_deed(&state->setup, deed, &text);
    MUST(!text.cut);
    MUST(kb_pattern_read(&state->setup, text.at, text.n, &pattern, &why));
    MUST(kb_pattern_fits(&pattern, kb_game_of(state)->deeds, deed));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    kb_state state;
    kb_rng rng;
    kb_pattern pattern;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (n < HEAD || n > HEAD + 2 * KB_PATTERN_MAX || !start(&state, &rng, data)) return 0;
    const kb_deeds *deeds = kb_game_of(&state)->deeds;
    bool taken = kb_pattern_read(&state.setup, (const char *)data + HEAD, n - HEAD, &pattern, &why);
    MUST(taken == (why.n == 0));
    MUST(!taken || (pattern.forms && pattern.n == n - HEAD && !memcmp(pattern.text, data + HEAD, n - HEAD)));
    for (int seat = 0; seat < state.setup.seats; seat++) {
        kb_span list[KB_SPANS_MAX];
        int n_list = kb_legal(&state, seat, list, KB_SPANS_MAX);
        for (int i = 0; i < n_list; i++) {
            kb_deed made[KB_DEEDS_MAX];
            int n_made = deeds->deeds(&state, seat, list[i].move, made);
            for (int d = 0; d < n_made; d++) {
                MUST(deeds->forms_by_verb[list[i].move.verb] >> made[d].form & 1);
                MUST(!deeds->forms_here || deeds->forms_here(&state) >> made[d].form & 1);
                if (i % 16 == 0) must_match_itself(&state, &made[d]);
                if (taken)
                    MUST(kb_pattern_matches(&pattern, deeds, &made[d], list[i].n, list[i].step, false) <= list[i].n);
            }
        }
    }
    return 0;
}
