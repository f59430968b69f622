/* lobby_send.c: what the lobby sends, and to whom. It waits in the outbox until the log has what it tells of. */
#include <string.h>

#include "lobby_state.h"

/* --- sending, once it is safe ---------------------------------------------------------------------------- */

kb_text srv_frame_of(srv_lobby *lobby)
{
    return kb_text_in(lobby->frame, SRV_FRAME_MAX);
}

static void post_again(srv_lobby *lobby, srv_connection *to, srv_waiting message)
{
    lobby->outbox = srv_grow(lobby->outbox, lobby->n_outbox + 1, &lobby->outbox_size, sizeof *lobby->outbox);
    message.to = to;
    lobby->outbox[lobby->n_outbox++] = message;
}

srv_waiting srv_post(srv_lobby *lobby, srv_connection *to, const char *text, size_t n)
{
    srv_waiting message = {to, lobby->outbox_text.n, n, lobby->about};
    srv_add(&lobby->outbox_text, text, n);
    post_again(lobby, to, message);
    return message;
}

/* {"type":"ok","id":…: what else there is to say and the closing bracket are the caller's. */
kb_text srv_begin_ok(srv_lobby *lobby, const char *id)
{
    kb_text text = srv_frame_of(lobby);
    kb_put(&text, "{\"type\":\"ok\",\"id\":");
    kb_put_json(&text, id, strlen(id));
    return text;
}

void srv_end_ok(srv_lobby *lobby, srv_connection *to, kb_text *text)
{
    kb_put(text, "}");
    KB_ASSERT(!text->cut);
    srv_post(lobby, to, text->at, text->n);
}

void srv_post_answer(srv_lobby *lobby, srv_connection *to, const char *id, const srv_answer *answer)
{
    kb_text text;
    if (!answer->refusal) {
        text = srv_begin_ok(lobby, id);
        srv_end_ok(lobby, to, &text);
        return;
    }
    const char *sentence = srv_answer_sentence(answer);
    lobby->counts.refused[srv_answer_number(answer)]++;
    text = srv_frame_of(lobby);
    kb_put(&text, "{\"type\":\"no\",\"id\":");
    kb_put_json(&text, id, strlen(id));
    kb_putf(&text, ",\"error\":\"%s\",\"sentence\":", srv_answer_name(answer));
    kb_put_json(&text, sentence, strlen(sentence));
    kb_put(&text, "}");
    srv_post(lobby, to, text.at, text.n);
}

void srv_post_refusal(srv_lobby *lobby, srv_connection *to, const char *id, srv_refusal refusal)
{
    srv_answer answer = srv_refuse(refusal);
    srv_post_answer(lobby, to, id, &answer);
}

/* What a viewer is sent: events, and the view they lead to. */
static void write_news(const srv_table *t, int viewer, bool fresh, const srv_bytes *events, kb_text *out)
{
    kb_putf(out, "{\"type\":\"news\",\"table\":\"%s\",", t->id);
    if (viewer != KB_SPECTATOR && srv_has_code(t)) kb_putf(out, "\"code\":\"%s\",", t->code);
    kb_putf(out, "\"fresh\":%s,\"events\":[", fresh ? "true" : "false");
    if (events->n) kb_put_n(out, events->at, events->n);
    kb_put(out, "],\"view\":");
    srv_room_view(t->room, viewer, out);
    kb_put(out, "}");
}

/* Everything past the number, or, where that is too much or not this viewer's to have, a fresh picture. */
srv_waiting srv_post_picture(srv_lobby *lobby, srv_connection *to, const srv_table *t, int viewer, bool fresh,
                             uint64_t after)
{
    const srv_room *room = t->room;
    uint64_t n = room->n[viewer], since = viewer == KB_SPECTATOR ? 0 : room->seats[viewer].since;
    srv_bytes events = {NULL, 0, 0};
    kb_text text = srv_frame_of(lobby);
    if (fresh || after > n || after < since || n - after > SRV_PIECE) {
        fresh = true;
        after = n > since + SRV_PIECE ? n - SRV_PIECE : since;
    }
    lobby->work += srv_room_events(room, viewer, after, n, &events);
    if (events.n > SRV_EVENTS_BYTES) { /* very long sentences: the picture alone */
        fresh = true;
        events.n = 0;
    }
    write_news(t, viewer, fresh, &events, &text);
    srv_free(&events);
    return srv_post(lobby, to, text.at, text.n);
}

uint32_t srv_here_mask(const srv_table *t)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < t->n_watchers; i++) {
        int viewer = srv_room_viewer(t->room, t->watchers[i]->person);
        if (viewer != KB_SPECTATOR) mask |= 1u << viewer;
    }
    return mask;
}

/* Who is connected. It is nothing that happened at the table, so it has no number. */
static srv_waiting post_here(srv_lobby *lobby, const srv_table *t, srv_connection *to)
{
    uint32_t mask = srv_here_mask(t);
    kb_text text = srv_frame_of(lobby);
    const char *before = "";
    kb_putf(&text, "{\"type\":\"here\",\"table\":\"%s\",\"seats\":[", t->id);
    for (int seat = 0; seat < t->room->setup.seats; seat++)
        if (mask & 1u << seat) {
            kb_putf(&text, "%s\"%s\"", before, kb_seat_name(&t->room->setup, seat));
            before = ",";
        }
    kb_put(&text, "]}");
    return srv_post(lobby, to, text.at, text.n);
}

void srv_post_here_to(srv_lobby *lobby, const srv_table *t, srv_connection *to)
{
    post_here(lobby, t, to);
}

void srv_post_here(srv_lobby *lobby, const srv_table *t)
{
    if (!t->n_watchers) return;
    srv_waiting here = post_here(lobby, t, t->watchers[0]);
    for (size_t i = 1; i < t->n_watchers; i++) post_again(lobby, t->watchers[i], here);
}

/* --- after something happened at a table ----------------------------------------------------------------- */

srv_watching *srv_watching_of(srv_connection *c, const srv_table *t)
{
    for (int i = 0; i < c->n_watched; i++)
        if (c->watched[i].table == t) return &c->watched[i];
    return NULL;
}

/* Gives the log what is new. */
static void store(srv_lobby *lobby, srv_table *t)
{
    char stream[SRV_STREAM_MAX + 1];
    srv_write_stream(t->id, stream);
    for (; t->n_stored < t->room->n_entries; t->n_stored++) {
        const srv_entry *entry = &t->room->entries[t->n_stored];
        lobby->log->append(lobby->log, stream, t->n_stored + 1, entry->text, entry->n);
        lobby->counts.entries++;
        lobby->counts.moves += entry->kind == SRV_ENTRY_MOVE;
    }
}

/* Whoever watches hears what is new for him; whose seat has changed gets the picture of the new one. */
void srv_publish(srv_lobby *lobby, srv_table *t)
{
    srv_told *told = &t->room->told;
    srv_waiting news[SRV_VIEWERS] = {{NULL, 0, 0, NULL}}, pictures[SRV_VIEWERS] = {{NULL, 0, 0, NULL}};
    const srv_table *about = lobby->about;
    bool moved = false;
    srv_ask_seats(lobby, t);
    if (t->n_stored == t->room->n_entries) return;
    lobby->about = t;
    store(lobby, t);
    srv_see(lobby, t);
    srv_note_line(lobby, t);
    for (size_t i = 0; i < t->n_watchers; i++) {
        srv_connection *c = t->watchers[i];
        srv_watching *w = srv_watching_of(c, t);
        int viewer = srv_room_viewer(t->room, c->person);
        if (viewer != w->viewer) {
            w->viewer = viewer;
            moved = true;
            if (pictures[viewer].n) {
                post_again(lobby, c, pictures[viewer]);
            } else {
                pictures[viewer] = srv_post_picture(lobby, c, t, viewer, true, 0);
            }
        } else if (news[viewer].n) { /* as somebody else with these eyes */
            post_again(lobby, c, news[viewer]);
        } else if (told->events[viewer].n > SRV_EVENTS_BYTES) { /* the game is over, and very many pacts are opened */
            news[viewer] = srv_post_picture(lobby, c, t, viewer, true, 0);
        } else if (told->events[viewer].n) {
            kb_text text = srv_frame_of(lobby);
            write_news(t, viewer, false, &told->events[viewer], &text);
            news[viewer] = srv_post(lobby, c, text.at, text.n);
        }
    }
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) srv_free(&told->events[viewer]);
    if (moved) srv_post_here(lobby, t);
    lobby->about = about;
}

/* Only what somebody waits for is put into words. */
void srv_listen_for_watchers(srv_table *t)
{
    t->room->told.viewers_mask = 0;
    for (size_t i = 0; i < t->n_watchers; i++)
        t->room->told.viewers_mask |= 1u << srv_room_viewer(t->room, t->watchers[i]->person);
}
