/* lobby_ask.c: what clients ask of the lobby. */
#include <stdlib.h>
#include <string.h>

#include "lobby_state.h"

/* --- the lobby ------------------------------------------------------------------------------------------- */

static void ask_ping(srv_lobby *lobby, const srv_asking *a)
{
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_putf(&text, ",\"at\":%lld", (long long)lobby->now_ms);
    srv_end_ok(lobby, a->from, &text);
}

static void put_strings(kb_text *out, const char *key, const char *const *strings, int n)
{
    kb_putf(out, ",\"%s\":[", key);
    for (int i = 0; i < n; i++) kb_putf(out, "%s\"%s\"", i ? "," : "", strings[i]);
    kb_put(out, "]");
}

static void put_options(const kb_game *game, kb_text *out)
{
    kb_put(out, ",\"options\":[");
    for (int i = 0; i < game->n_options; i++) {
        const kb_option *option = &game->options[i];
        kb_putf(out, "%s{\"option\":\"%s\"", i ? "," : "", option->name);
        put_strings(out, "values", option->values, kb_option_values(option));
        kb_put(out, ",\"meaning\":");
        kb_put_json(out, option->meaning, strlen(option->meaning));
        kb_put(out, "}");
    }
    kb_put(out, "]");
}

/* What can be played here, by whom and against which bots: a client need not know a game to make a table of it. */
static void ask_games(srv_lobby *lobby, const srv_asking *a)
{
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_put(&text, ",\"games\":[");
    for (int i = 0; kb_game_at(i); i++) {
        const kb_game *game = kb_game_at(i);
        kb_putf(&text, "%s{\"game\":\"%s\",\"title\":\"%s\",\"players\":[%d,%d]", i ? "," : "", game->name, game->title,
                (int)game->seats_min, (int)game->seats_max);
        put_strings(&text, "seats", game->seat_names, game->seats_max);
        if (game->n_editions > 1) put_strings(&text, "editions", game->editions, game->n_editions);
        put_options(game, &text);
        kb_put(&text, "}");
    }
    kb_put(&text, "]");
    put_strings(&text, "bots", bot_names, BOT_NAMES);
    put_strings(&text, "characters", bot_character_names + 1, BOT_CHARACTERS - 1);
    srv_end_ok(lobby, a->from, &text);
}

static int open_tables_of(const srv_lobby *lobby, uint32_t host)
{
    int n = 0;
    for (size_t i = 0; i < lobby->n_tables; i++)
        n += lobby->tables[i]->room->host == host && lobby->tables[i]->room->stage < SRV_OVER;
    return n;
}

static srv_asker asker_of(const srv_lobby *lobby, const srv_asking *a, uint32_t here)
{
    const srv_person *p = &lobby->people[a->from->person - 1];
    uint32_t whom = srv_person_with(lobby, srv_string(a->request, "person", SRV_PERSON_ID));
    const srv_person *other = whom ? &lobby->people[whom - 1] : NULL;
    srv_asker asker = {
        lobby->now_ms,         a->from->person, p->name, a->id, here, p->id, whom, other ? other->name : "",
        other ? other->id : ""};
    return asker;
}

/* What a new table begins with: a name nobody guesses, whose code is no other table's, and a seed. */
static void draw_table(const srv_lobby *lobby, char hex[SRV_TABLE_ID + 1], srv_seed *seed)
{
    uint8_t id[SRV_TABLE_ID / 2];
    char code[SRV_CODE + 1];
    do {
        lobby->edge.random(lobby->edge.context, id, sizeof id);
        sodium_bin2hex(hex, SRV_TABLE_ID + 1, id, sizeof id);
        srv_write_code(hex, code);
    } while (srv_table_with_code(lobby, code));
    lobby->edge.random(lobby->edge.context, seed->at, sizeof seed->at);
}

/* A table that is not in memory has no code any more. */
static void post_table(srv_lobby *lobby, const srv_asking *a, const char *id)
{
    kb_text text = srv_begin_ok(lobby, a->id);
    const srv_table *t = srv_table_in_memory(lobby, id);
    kb_putf(&text, ",\"table\":\"%s\"", id);
    if (t && srv_has_code(t)) kb_putf(&text, ",\"code\":\"%s\"", t->code);
    srv_end_ok(lobby, a->from, &text);
}

static void ask_create(srv_lobby *lobby, const srv_asking *a)
{
    char hex[SRV_TABLE_ID + 1];
    srv_refusal refusal = srv_find_made(lobby, a->from->person, a->id, hex);
    if (refusal) {
        srv_post_refusal(lobby, a->from, a->id, refusal);
        return;
    }
    if (!hex[0]) {
        srv_seed seed;
        srv_answer answer = srv_refuse(SRV_E_TOO_MANY_TABLES);
        srv_asker asker = asker_of(lobby, a, 0);
        srv_room *room = NULL;
        draw_table(lobby, hex, &seed);
        if (open_tables_of(lobby, a->from->person) < SRV_TABLES_A_PERSON)
            room = srv_room_create(&asker, a->request, &seed, &answer);
        if (!room) {
            srv_post_answer(lobby, a->from, a->id, &answer);
            return;
        }
        srv_publish(lobby, srv_add_table(lobby, hex, room));
    }
    lobby->about = srv_table_in_memory(lobby, hex);
    post_table(lobby, a, hex);
    lobby->about = NULL;
}

/* Once for a table: whoever asks later is led to the same one. */
static void ask_rematch(srv_lobby *lobby, const srv_asking *a, srv_table *t)
{
    srv_asker asker = asker_of(lobby, a, 0);
    srv_answer answer = srv_room_check_rematch(t->room, &asker);
    if (!answer.refusal && !t->room->rematch[0] && open_tables_of(lobby, a->from->person) >= SRV_TABLES_A_PERSON)
        answer = srv_refuse(SRV_E_TOO_MANY_TABLES);
    if (answer.refusal) {
        srv_post_answer(lobby, a->from, a->id, &answer);
        return;
    }
    if (!t->room->rematch[0]) {
        char hex[SRV_TABLE_ID + 1];
        srv_seed seed;
        draw_table(lobby, hex, &seed);
        srv_publish(lobby, srv_add_table(lobby, hex, srv_room_create_again(t->room, &asker, &seed)));
        srv_listen_for_watchers(t);
        srv_room_set_rematch(t->room, &asker, hex);
        srv_publish(lobby, t);
    }
    post_table(lobby, a, t->room->rematch);
}

/* --- watching -------------------------------------------------------------------------------------------- */

/* A number of the request that is not below 0; where it was left out, otherwise. False: it is anything else. */
static bool read_count(const json_t *request, const char *key, uint64_t otherwise, uint64_t *out)
{
    const json_t *value = json_object_get(request, key);
    *out = value ? (uint64_t)json_integer_value(value) : otherwise;
    return !value || (json_is_integer(value) && json_integer_value(value) >= 0);
}

static void ask_watch(srv_lobby *lobby, const srv_asking *a, srv_table *t)
{
    srv_connection *c = a->from;
    srv_watching *w = srv_watching_of(c, t);
    const char *as = srv_string(a->request, "as", SRV_NAME_MAX);
    int viewer = srv_room_viewer(t->room, c->person);
    uint32_t here = srv_here_mask(t);
    uint64_t after;
    if (!read_count(a->request, "after", UINT64_MAX, &after)) {
        srv_post_refusal(lobby, c, a->id, SRV_E_VALUE);
        return;
    }
    if (!w && c->n_watched == SRV_WATCHED_MAX) {
        srv_post_refusal(lobby, c, a->id, SRV_E_TOO_MANY_WATCHED);
        return;
    }
    if (!w) {
        w = &c->watched[c->n_watched++];
        w->table = t;
        t->watchers = srv_grow(t->watchers, t->n_watchers + 1, &t->watchers_size, sizeof(srv_connection *));
        t->watchers[t->n_watchers++] = c;
    }
    w->viewer = viewer;
    kb_text text = srv_begin_ok(lobby, a->id);
    bool is_host = c->person && t->room->host == c->person;
    kb_putf(&text, ",\"host\":%s", is_host ? "true" : "false");
    if (is_host && srv_has_code(t)) kb_putf(&text, ",\"code\":\"%s\"", t->code);
    srv_end_ok(lobby, c, &text);
    bool fresh = !as || strcmp(as, srv_viewer_name(t->room, viewer)) != 0;
    srv_post_picture(lobby, c, t, viewer, fresh, after); /* all that is past the largest number is a fresh picture */
    if (srv_here_mask(t) == here) {                      /* for the others nothing has changed */
        srv_post_here_to(lobby, t, c);
    } else {
        srv_post_here(lobby, t);
    }
}

/* Older lines of the chronicle: the last of those before the number. */
static void ask_events(srv_lobby *lobby, const srv_asking *a, const srv_table *t)
{
    int viewer = srv_room_viewer(t->room, a->from->person);
    uint64_t since = viewer == KB_SPECTATOR ? 0 : t->room->seats[viewer].since, before;
    srv_bytes events = {NULL, 0, 0};
    if (!read_count(a->request, "before", 0, &before)) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_VALUE);
        return;
    }
    uint64_t up_to = before > t->room->n[viewer] ? t->room->n[viewer] : before ? before - 1 : 0;
    uint64_t after = up_to > since + SRV_PIECE ? up_to - SRV_PIECE : since;
    if (after < up_to) lobby->work += srv_room_events(t->room, viewer, after, up_to, &events);
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_putf(&text, ",\"as\":\"%s\",\"events\":[", srv_viewer_name(t->room, viewer));
    if (events.n) kb_put_n(&text, events.at, events.n);
    kb_put(&text, "]");
    srv_free(&events);
    srv_end_ok(lobby, a->from, &text);
}

static void ask_record(srv_lobby *lobby, const srv_asking *a, const srv_table *t)
{
    srv_bytes record = {NULL, 0, 0};
    uint64_t after;
    if (t->room->stage != SRV_OVER) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_NOT_OVER);
        return;
    }
    if (!read_count(a->request, "after", 0, &after)) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_VALUE);
        return;
    }
    size_t next = srv_room_record(t->room, srv_room_viewer(t->room, a->from->person), after, SRV_RECORD_LINES, &record);
    for (size_t i = 0; i < record.n; i++) lobby->work += record.at[i] == '\n';
    size_t size = 2 * record.n + 1024; /* quotes and newlines take a byte more, and there is nothing else to escape */
    char *buffer = srv_alloc(size);
    kb_text text = kb_text_in(buffer, size);
    kb_put(&text, "{\"type\":\"ok\",\"id\":");
    kb_put_json(&text, a->id, strlen(a->id));
    kb_put(&text, ",\"record\":");
    kb_put_json(&text, record.at, record.n);
    if (next) kb_putf(&text, ",\"next\":%lld", (long long)next);
    kb_put(&text, "}");
    KB_ASSERT(!text.cut);
    srv_post(lobby, a->from, text.at, text.n);
    free(buffer);
    srv_free(&record);
}

/* The past by one's own eyes; by others' only when there is nothing left to hide. */
static void ask_look(srv_lobby *lobby, const srv_asking *a, const srv_table *t)
{
    const srv_room *room = t->room;
    const json_t *n = json_object_get(a->request, "n");
    const char *as = srv_string(a->request, "as", SRV_NAME_MAX);
    int viewer = srv_room_viewer(room, a->from->person);
    int eyes = json_object_get(a->request, "as") ? srv_room_eyes(room, as ? as : "") : viewer;
    srv_refusal refusal = SRV_DONE;
    size_t work = 0;
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_put(&text, ",\"view\":");
    if (!json_is_integer(n) || eyes < 0) {
        refusal = SRV_E_VALUE;
    } else if (eyes != viewer && room->stage != SRV_OVER) {
        refusal = SRV_E_NOT_OVER;
    } else if (json_integer_value(n) < 1 ||
               !srv_room_look(room, viewer, (uint64_t)json_integer_value(n), eyes, &text, &work)) {
        refusal = SRV_E_NO_EVENT;
    }
    lobby->work += work;
    if (refusal) {
        srv_post_refusal(lobby, a->from, a->id, refusal);
    } else {
        srv_end_ok(lobby, a->from, &text);
    }
}

/* --- negotiating ----------------------------------------------------------------------------------------- */

/* What a move would do to one's own promises. */
static void ask_consider(srv_lobby *lobby, const srv_asking *a, const srv_table *t)
{
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_put(&text, ",");
    srv_answer answer = srv_room_consider(t->room, a->from->person, a->request, &text);
    if (answer.refusal) {
        srv_post_answer(lobby, a->from, a->id, &answer);
    } else {
        srv_end_ok(lobby, a->from, &text);
    }
}

/* What promises can be about: a page that builds one knows no game. */
static void ask_vocabulary(srv_lobby *lobby, const srv_asking *a, const srv_table *t)
{
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_put(&text, ",");
    srv_room_vocabulary(t->room, &text);
    srv_end_ok(lobby, a->from, &text);
}

/* The number the proposer knows the pact by; asked again, it is the same. */
static void post_proposed(srv_lobby *lobby, const srv_asking *a, const srv_table *t)
{
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_putf(&text, ",\"pact\":%d", (int)srv_room_proposed(t->room, a->from->person, a->id));
    srv_end_ok(lobby, a->from, &text);
}

/* --- a request arrives ----------------------------------------------------------------------------------- */

static const struct {
    const char *name, *keys;
} requests[] = {
#define SRV_REQUEST(code, name, keys) {name, keys},
#include "requests.def"
#undef SRV_REQUEST
};

/* The next of the keys: its name, and whether it can be left out. False after the last. */
static bool next_key(const char **keys, kb_text *name, bool *can_miss)
{
    size_t n = strcspn(*keys, " ");
    if (!n) return false;
    *can_miss = (*keys)[n - 1] == '?';
    *name = kb_text_in(name->at, name->size);
    kb_put_n(name, *keys, *can_miss ? n - 1 : n);
    *keys += n;
    *keys += strspn(*keys, " ");
    return true;
}

static bool are_keys_right(const char *keys, const json_t *request)
{
    char word[32];
    kb_text name = kb_text_in(word, sizeof word);
    bool can_miss;
    size_t n = 2; /* id and do */
    while (next_key(&keys, &name, &can_miss)) {
        bool is_there = json_object_get(request, word) != NULL;
        if (!is_there && !can_miss) return false;
        n += is_there;
    }
    return json_object_size(request) == n;
}

/* Whoever was removed comes back to see what became of the game, when it is over. */
static bool is_kept_out(const srv_asking *a, const srv_room *room)
{
    bool reads = a->what == SRV_WATCH || a->what == SRV_EVENTS || a->what == SRV_RECORD || a->what == SRV_LOOK;
    return a->what != SRV_UNWATCH && !(reads && room->stage == SRV_OVER) && srv_room_is_removed(room, a->from->person);
}

/* Those who watch and are not to any more are told. */
static void send_away(srv_lobby *lobby, srv_table *t)
{
    srv_answer why = srv_refuse(SRV_E_REMOVED);
    for (size_t i = t->n_watchers; i-- > 0;) {
        srv_connection *c = t->watchers[i];
        if (!srv_room_is_removed(t->room, c->person)) continue;
        srv_unwatch(lobby, c, t);
        kb_text text = srv_frame_of(lobby);
        kb_putf(&text, "{\"type\":\"closed\",\"table\":\"%s\",\"error\":\"%s\",\"sentence\":\"%s\"}", t->id,
                srv_answer_name(&why), srv_answer_sentence(&why));
        srv_post(lobby, c, text.at, text.n);
    }
}

static void ask_table(srv_lobby *lobby, const srv_asking *a)
{
    const char *id = srv_string(a->request, "table", SRV_TABLE_ID);
    srv_table *t = srv_table_with(lobby, id);
    if (!t && srv_put_aside(lobby, a, id)) return;
    if (!t) {
        srv_post_refusal(lobby, a->from, a->id, lobby->missing);
        return;
    }
    lobby->about = t;
    if (t->room->stage == SRV_EXPIRED) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_EXPIRED);
    } else if (is_kept_out(a, t->room)) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_REMOVED);
    } else if (a->what == SRV_WATCH) {
        ask_watch(lobby, a, t);
    } else if (a->what == SRV_EVENTS) {
        ask_events(lobby, a, t);
    } else if (a->what == SRV_RECORD) {
        ask_record(lobby, a, t);
    } else if (a->what == SRV_LOOK) {
        ask_look(lobby, a, t);
    } else if (a->what == SRV_INVITE) {
        srv_ask_invite(lobby, a, t);
    } else if (a->what == SRV_REMATCH) {
        ask_rematch(lobby, a, t);
    } else if (a->what == SRV_CONSIDER) {
        ask_consider(lobby, a, t);
    } else if (a->what == SRV_VOCABULARY) {
        ask_vocabulary(lobby, a, t);
    } else if (a->what == SRV_UNWATCH) {
        srv_answer answer = srv_refuse(SRV_DONE);
        srv_unwatch(lobby, a->from, t);
        srv_post_answer(lobby, a->from, a->id, &answer);
    } else {
        srv_asker asker = asker_of(lobby, a, srv_here_mask(t));
        srv_listen_for_watchers(t);
        srv_answer answer = srv_room_ask(t->room, &asker, a->what, a->request);
        if (a->what == SRV_REMOVE) send_away(lobby, t);
        srv_publish(lobby, t);
        if (a->what == SRV_PROPOSE && !answer.refusal) {
            post_proposed(lobby, a, t);
        } else {
            srv_post_answer(lobby, a->from, a->id, &answer);
        }
    }
    lobby->about = NULL;
}

static bool needs_name(srv_request what)
{
    return what != SRV_PING && what != SRV_NAME && what != SRV_DEVICE && what != SRV_LOGIN && what != SRV_LOBBY &&
           what != SRV_FIND && what != SRV_SEARCH && what != SRV_HISTORY && what != SRV_GAMES && what != SRV_WATCH &&
           what != SRV_UNWATCH && what != SRV_EVENTS && what != SRV_RECORD && what != SRV_LOOK;
}

void srv_ask(srv_lobby *lobby, const srv_asking *a)
{
    if (!are_keys_right(requests[a->what].keys, a->request)) {
        srv_answer answer = srv_refuse(SRV_E_KEYS);
        kb_text more = kb_text_in(answer.more, sizeof answer.more);
        kb_putf(&more, "the keys of %s are id, do%s%s", requests[a->what].name, requests[a->what].keys[0] ? ", " : "",
                requests[a->what].keys);
        srv_post_answer(lobby, a->from, a->id, &answer);
    } else if (!a->from->person && needs_name(a->what)) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_NO_NAME);
    } else if (a->what == SRV_PING) {
        ask_ping(lobby, a);
    } else if (a->what < SRV_LOBBY) {
        srv_ask_people(lobby, a);
    } else if (a->what == SRV_LOBBY) {
        srv_ask_lobby(lobby, a);
    } else if (a->what == SRV_FIND) {
        srv_ask_find(lobby, a);
    } else if (a->what == SRV_SEARCH) {
        srv_ask_search(lobby, a);
    } else if (a->what == SRV_GAMES) {
        ask_games(lobby, a);
    } else if (a->what == SRV_HISTORY) {
        srv_ask_history(lobby, a);
    } else if (a->what == SRV_CREATE) {
        ask_create(lobby, a);
    } else {
        ask_table(lobby, a);
    }
}

enum { COST = 1000 / SRV_REQUESTS_A_S };

static bool is_too_fast(srv_connection *c, uint64_t now_ms)
{
    c->tokens_ms += (int64_t)(now_ms - c->tokens_at_ms);
    c->tokens_at_ms = now_ms;
    if (c->tokens_ms > (int64_t)SRV_BURST * COST) c->tokens_ms = (int64_t)SRV_BURST * COST;
    if (c->tokens_ms < COST) return true;
    c->tokens_ms -= COST;
    return false;
}

/* What it was is known only afterwards: whoever asked for much owes it, and waits until it is paid. */
void srv_charge(srv_lobby *lobby, srv_connection *c)
{
    uint64_t price = lobby->work / SRV_WORK_A_REQUEST;
    c->tokens_ms -= (int64_t)(price < SRV_PRICE_MAX ? price : SRV_PRICE_MAX) * COST;
    lobby->counts.work += lobby->work;
    lobby->work = 0;
}

void srv_receive(srv_lobby *lobby, srv_connection *c, const char *text, size_t n, uint64_t now_ms)
{
    uint64_t began_us = srv_begin_hold(lobby);
    if (now_ms > lobby->now_ms) lobby->now_ms = now_ms;
    lobby->counts.requests++;
    lobby->work = 0;
    json_t *request = n <= SRV_MESSAGE_MAX ? json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *id = srv_string(request, "id", SRV_ID_MAX), *name = srv_string(request, "do", SRV_NAME_MAX);
    int what = 0;
    while (name && what < SRV_REQUESTS && strcmp(requests[what].name, name) != 0) what++;
    if (is_too_fast(c, lobby->now_ms)) {
        srv_post_refusal(lobby, c, id ? id : "", SRV_E_TOO_FAST);
    } else if (lobby->is_stuck && what != SRV_PING) {
        srv_post_refusal(lobby, c, id ? id : "", SRV_E_BUSY);
    } else if (!id || !*id || !name) {
        srv_post_refusal(lobby, c, id ? id : "", SRV_E_JSON);
    } else if (what == SRV_REQUESTS) {
        srv_post_refusal(lobby, c, id, SRV_E_REQUEST);
    } else {
        srv_asking a = {c, id, (srv_request)what, request};
        srv_ask(lobby, &a);
    }
    if (lobby->is_stuck) srv_send_last(lobby); /* the answer, of which nothing has to be written down */
    json_t *passphrase = json_object_get(request, "passphrase");
    if (json_is_string(passphrase))
        sodium_memzero((char *)json_string_value(passphrase), json_string_length(passphrase));
    srv_charge(lobby, c);
    srv_end_hold(lobby, began_us, name && what < SRV_REQUESTS ? requests[what].name : "no request");
    json_decref(request);
}
