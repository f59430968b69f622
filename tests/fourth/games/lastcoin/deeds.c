/* deeds.c: what promises can be about in The Last Coin: how many coins a seat takes. */
#include "../../core/deed.h"
#include "state.h"

enum { TAKE, N_FORMS };

static const char *const verbs[N_FORMS] = {"take"};
static const uint8_t amount_at[N_FORMS] = {0};
static const uint8_t excused_at[N_FORMS] = {KB_NO_PLACE};
static const uint32_t forms_by_verb[] = {[LASTCOIN_DO_START] = 0, [LASTCOIN_DO_TAKE] = 1u << TAKE};

static void describe(const kb_setup *setup, int form, kb_deed_form *out)
{
    const kb_deed_form forms[N_FORMS] = {{verbs[TAKE], 1, {{KB_PLACE_AMOUNT, "coins", 0, 0}}}};
    (void)setup;
    *out = forms[form];
}

/* There are no words, only numbers. */
static void put_word(const kb_setup *setup, int word, kb_text *out)
{
    (void)setup, (void)word, (void)out;
}

static kb_when when(const void *state)
{
    const lastcoin_state *s = (const lastcoin_state *)state;
    kb_when now = {s->turns + 1, s->turns / s->setup.seats + 1};
    return now;
}

static int deeds(const void *state, int seat, kb_move m, kb_deed *out)
{
    (void)state;
    if (m.verb != LASTCOIN_DO_TAKE) return 0;
    out[0] = kb_deed_of(seat, TAKE);
    out[0].amount = m.a;
    return 1;
}

static bool decision(const void *state, int seat, kb_move m, int i, kb_decision *out)
{
    out->state = (const kb_state *)state;
    out->seat = seat;
    out->move = m;
    return i == 0;
}

extern const kb_deeds lastcoin_deeds;
const kb_deeds lastcoin_deeds = {
    .n_forms = N_FORMS,
    .amount_at = amount_at,
    .excused_at = excused_at,
    .verbs = verbs,
    .form = describe,
    .put_word = put_word,
    .first_seat = KB_NO_WORD,
    .forms_by_verb = forms_by_verb,
    .when = when,
    .deeds = deeds,
    .decision = decision,
};
