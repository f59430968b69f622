/* view_json.c: see view_json.h. Everything is made from the state redacted for the viewer, except the result. */
#include "view_json.h"

#include "../core/position.h"
#include "games.h"

static void see(const kb_state *state, int eyes, kb_state *view)
{
    if (eyes == KB_ALL_EYES) {
        *view = *state;
    } else if (kb_redact(state, eyes, view)) {
        kb_redact(state, KB_SPECTATOR, view); /* other viewers */
    }
}

int kb_put_moves(const kb_state *view, int seat, const kb_lister *lister, kb_text *out)
{
    kb_putj(out, "legal:");
    if (kb_actors(view) & 1u << seat) return kb_put_list(view, seat, lister, out);
    kb_putj(out, "[]");
    return 0;
}

void kb_put_view(const kb_state *state, int eyes, const kb_lister *lister, kb_text *out)
{
    kb_state view;
    char words[16384];
    kb_text question = kb_text_in(words, sizeof words);
    see(state, eyes, &view);
    const kb_game *game = kb_game_of(&view);
    kb_putj(out, "actors:");
    kb_put_seats(game->seat_names, kb_actors(&view), out);
    if (eyes < view.setup.seats && kb_put_moves(&view, eyes, lister, out)) {
        game->write_question(&view, eyes, &question);
        kb_putj(out, "question:%s", words);
    }
    kb_putj(out, "position:");
    kb_position_json(&view, out);
    if (game->write_facts) {
        kb_putj(out, "facts:{");
        game->write_facts(&view, out);
        kb_putj(out, "}");
    }
    kb_text picture = kb_text_in(words, sizeof words);
    game->write_picture(&view, eyes < view.setup.seats ? eyes : KB_SPECTATOR, &picture);
    kb_putj(out, "picture:%s", words);
    if (kb_over(state, NULL)) {
        kb_putj(out, "end:"); /* the result is public, including sums that were hidden */
        kb_result_json(state, out);
    }
}

static bool is_seen(const kb_event *event, int eyes)
{
    return eyes == KB_ALL_EYES || event->seen_by & 1u << eyes;
}

void kb_put_happened(const kb_state *state, int eyes, const kb_events *events, kb_text *out)
{
    kb_state view;
    see(state, eyes, &view);
    kb_putj(out, "tells:[");
    for (int i = 0; i < events->n; i++) {
        char sentence[512];
        kb_text words = kb_text_in(sentence, sizeof sentence);
        if (!is_seen(&events->at[i], eyes)) continue;
        kb_event_text(&view, &events->at[i], &words);
        if (words.n) kb_putj(out, "%s", sentence);
    }
    kb_putj(out, "], what:[");
    for (int i = 0, told = 0; i < events->n; i++) {
        if (!is_seen(&events->at[i], eyes)) continue;
        if (told++) kb_put(out, ",");
        kb_event_json(&view, &events->at[i], out);
    }
    kb_putj(out, "]");
}
