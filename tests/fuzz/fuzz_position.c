/* fuzz_position.c: parses any text as a position or a view. An accepted position is written back to the same state, can
 * be viewed from every seat, and can be played on. A view gives possible worlds. */
#include "fuzz.h"

static void must_round_trip(const kb_state *state)
{
    static char text[KB_POSITION_MAX];
    char buffer[KB_WHY_MAX];
    kb_text out = kb_text_in(text, sizeof text);
    kb_text why = kb_text_in(buffer, sizeof buffer);
    kb_state again;
    kb_position_json(state, &out);
    MUST(!out.cut);
    if (kb_position_parse(text, out.n, &again, &why)) fprintf(stderr, "%s\n%s\n", text, buffer);
    MUST(why.n == 0);
    MUST(!memcmp(state, &again, sizeof again));
}

static void must_give_worlds(const char *text, size_t n)
{
    kb_state view, world;
    kb_rng rng = kb_rng_from(n);
    if (kb_view_parse(text, n, &view, NULL)) return;
    MUST(!kb_sample(&view, &rng, &world));
    must_go_on(&world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    must_give_worlds((const char *)data, n);
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    kb_state state;
    if (kb_position_parse((const char *)data, n, &state, &why) != KB_OK) {
        MUST(why.n > 0);
        return 0;
    }
    must_round_trip(&state);
    must_go_on(&state);
    kb_rng rng = kb_rng_from(n);
    for (int seat = 0; seat < state.setup.seats; seat++) {
        kb_state view;
        kb_state world;
        kb_redact(&state, seat, &view);
        kb_sample(&view, &rng, &world);
        must_go_on(&world);
        must_round_trip(&world);
    }
    play(&state, &rng, 200);
    must_round_trip(&state);
    return 0;
}
