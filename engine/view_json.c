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
    kb_span list[KB_LISTED_MAX];
    int n = kb_actors(view) & 1u << seat ? kb_list_sorted(view, seat, lister, list) : 0;
    kb_put(out, "\"legal\":[");
    for (int i = 0; i < n; i++) {
        kb_put(out, i ? ",\"" : "\"");
        kb_span_text(view, list[i], out);
        kb_put(out, "\"");
    }
    kb_put(out, "]");
    return n;
}

static void put_own(const kb_state *view, int seat, const kb_lister *lister, kb_text *out)
{
    kb_put(out, ",");
    if (kb_put_moves(view, seat, lister, out)) {
        char question[1024];
        kb_text words = kb_text_in(question, sizeof question);
        kb_game_of(view)->write_question(view, seat, &words);
        kb_put(out, ",\"question\":");
        kb_put_json(out, question, words.n);
    }
}

void kb_put_view(const kb_state *state, int eyes, const kb_lister *lister, kb_text *out)
{
    kb_state view;
    char picture[16384];
    kb_text drawn = kb_text_in(picture, sizeof picture);
    see(state, eyes, &view);
    kb_put(out, "\"actors\":");
    kb_put_seats(kb_game_of(&view)->seat_names, kb_actors(&view), out);
    if (eyes < view.setup.seats) put_own(&view, eyes, lister, out);
    kb_put(out, ",\"position\":");
    kb_position_json(&view, out);
    if (kb_game_of(&view)->write_facts) {
        kb_put(out, ",\"facts\":{");
        kb_game_of(&view)->write_facts(&view, out);
        kb_put(out, "}");
    }
    kb_game_of(&view)->write_picture(&view, eyes < view.setup.seats ? eyes : KB_SPECTATOR, &drawn);
    kb_put(out, ",\"picture\":");
    kb_put_json(out, picture, drawn.n);
    if (kb_over(state, NULL)) {
        kb_put(out, ",\"end\":"); /* the result is public, including sums that were hidden */
        kb_game_of(state)->write_end(state, out);
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
    kb_put(out, "\"tells\":[");
    for (int i = 0, told = 0; i < events->n; i++) {
        char sentence[512];
        kb_text words = kb_text_in(sentence, sizeof sentence);
        if (!is_seen(&events->at[i], eyes)) continue;
        kb_event_text(&view, &events->at[i], &words);
        if (!words.n) continue;
        if (told++) kb_put(out, ",");
        kb_put_json(out, sentence, words.n);
    }
    kb_put(out, "],\"what\":[");
    for (int i = 0, told = 0; i < events->n; i++) {
        if (!is_seen(&events->at[i], eyes)) continue;
        if (told++) kb_put(out, ",");
        kb_event_json(&view, &events->at[i], out);
    }
    kb_put(out, "]");
}
