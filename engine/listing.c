/* listing.c: see listing.h. */
#include "listing.h"

#include "games.h"

static int compare_spans(const kb_state *state, kb_span a, kb_span b)
{
    char x[KB_MOVE_TEXT_MAX], y[KB_MOVE_TEXT_MAX];
    kb_text tx = kb_text_in(x, sizeof x), ty = kb_text_in(y, sizeof y);
    kb_span_text(state, a, &tx);
    kb_span_text(state, b, &ty);
    KB_ASSERT(!tx.cut && !ty.cut);
    int i = 0;
    while (x[i] && x[i] == y[i]) i++;
    return (unsigned char)x[i] - (unsigned char)y[i];
}

/* Shell sort: no memory, no recursion, and lists are short. */
void kb_sort_spans(const kb_state *state, kb_span *list, int n)
{
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            kb_span span = list[i];
            int k = i;
            for (; k >= gap && compare_spans(state, list[k - gap], span) > 0; k -= gap) list[k] = list[k - gap];
            list[k] = span;
        }
}

int kb_legal_sorted(const kb_state *state, int seat, kb_span *list, int max)
{
    int n = kb_legal(state, seat, list, max);
    kb_sort_spans(state, list, n < max ? n : max);
    return n;
}

int kb_list_sorted(const kb_state *state, int seat, const kb_lister *lister, kb_span *list)
{
    if (!lister) return kb_legal_sorted(state, seat, list, KB_LISTED_MAX);
    int n = lister->list(lister->context, state, seat, list, KB_LISTED_MAX);
    kb_sort_spans(state, list, n);
    return n;
}

int kb_put_list(const kb_state *state, int seat, const kb_lister *lister, kb_text *out)
{
    kb_span list[KB_LISTED_MAX];
    int n = kb_list_sorted(state, seat, lister, list);
    kb_putj(out, "[");
    for (int i = 0; i < n; i++) {
        kb_putj(out, "<");
        kb_span_text(state, list[i], out);
        kb_putj(out, ">");
    }
    kb_putj(out, "]");
    return n;
}

void kb_put_legal(const kb_state *state, const kb_lister *lister, kb_text *out)
{
    kb_put_legal_of(state, UINT32_MAX, lister, out);
}

void kb_put_legal_of(const kb_state *state, uint32_t seats_mask, const kb_lister *lister, kb_text *out)
{
    uint32_t actors = kb_actors(state);
    kb_putj(out, "actors:[");
    for (int seat = 0; seat <= KB_CHANCE; seat++)
        if (actors & 1u << seat) kb_putj(out, "%s", kb_seat_name(&state->setup, seat));
    kb_putj(out, "], legal:{");
    for (int seat = 0; seat <= KB_CHANCE; seat++) {
        if (!(actors & seats_mask & 1u << seat)) continue;
        kb_putj(out, "%s:", kb_seat_name(&state->setup, seat));
        kb_put_list(state, seat, lister, out);
    }
    kb_putj(out, "}");
}

void kb_put_choices(const kb_state *state, int seat, const kb_lister *lister, kb_text *out)
{
    kb_span list[KB_LISTED_MAX];
    int n = kb_list_sorted(state, seat, lister, list);
    for (int i = 0; i < n && i < 24; i++) {
        kb_put_comma(out, i > 0);
        kb_span_text(state, list[i], out);
    }
    if (n > 24) kb_putf(out, " and %d more", n - 24);
}
