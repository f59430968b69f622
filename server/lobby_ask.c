/* lobby_ask.c: requests about the lobby: current tables, games on offer, and finished games. */
#include <string.h>

#include "../bots/cast.h"
#include "handlers.h"

void srv_handle_ping(srv_parts *parts, const srv_asking *a)
{
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_putf(&text, ",\"at\":%lld", (long long)parts->env.now_ms);
    srv_end_ok(&parts->outbox, a->from, &text);
}

/* --- games ----------------------------------------------------------------------------------------------- */

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
        kb_put_option_defaults(game, option, out);
        kb_put(out, ",\"meaning\":");
        kb_put_json(out, option->meaning, strlen(option->meaning));
        kb_put(out, "}");
    }
    kb_put(out, "]");
}

static void put_people(kb_text *out)
{
    kb_put(out, ",\"people\":[");
    for (int i = 0; i < BOT_CAST; i++)
        kb_putf(out, "%s{\"bot\":\"%s\",\"name\":\"%s\",\"level\":\"%s\"}", i ? "," : "", bot_cast[i].key,
                bot_cast[i].name, bot_cast[i].level);
    kb_put(out, "]");
}

/* Lists the games, their numbers of players and their bots, so that a client can create a table without knowing a
 * game. */
void srv_handle_games(srv_parts *parts, const srv_asking *a)
{
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
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
    put_people(&text);
    srv_end_ok(&parts->outbox, a->from, &text);
}

/* --- tables ---------------------------------------------------------------------------------------------- */

void srv_handle_lobby(srv_parts *parts, const srv_asking *a)
{
    if (srv_is_wrong(a->ask, SRV_ASKED_FOLLOW)) {
        srv_post_refusal(&parts->outbox, a->from, a->ask->id, KB_REFUSED_VALUE);
        return;
    }
    if (srv_is_given(a->ask, SRV_ASKED_FOLLOW)) a->from->follows = a->ask->follow;
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_put(&text, ",\"tables\":[");
    parts->env.work += (uint64_t)srv_list_write(&parts->list, a->from->person, &text);
    kb_put(&text, "]");
    srv_end_ok(&parts->outbox, a->from, &text);
}

void srv_handle_search(srv_parts *parts, const srv_asking *a)
{
    srv_letters letters = {.n = 0};
    if (a->ask->wanted) srv_letters_of(parts->people.names, a->ask->wanted, &letters);
    if (!letters.n) {
        srv_post_refusal(&parts->outbox, a->from, a->ask->id, KB_REFUSED_TOO_LONG);
        return;
    }
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_put(&text, ",\"tables\":[");
    int found = srv_list_search(&parts->list, parts->people.names, a->from->person, &letters, &text);
    kb_put(&text, "]");
    parts->env.work += (uint64_t)found + parts->tables.n / SRV_WORK_A_REQUEST;
    srv_end_ok(&parts->outbox, a->from, &text);
}

/* Accepts a code as people read it out or write it down: lower case, with blanks or dashes. */
static bool read_code(const char *text, char code[SRV_CODE + 1])
{
    int n = 0;
    for (; text && *text; text++) {
        if (*text == ' ' || *text == '-') continue;
        if (n == SRV_CODE) return false;
        code[n++] = (char)(*text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text);
    }
    code[n] = '\0';
    return n == SRV_CODE;
}

void srv_handle_find(srv_parts *parts, const srv_asking *a)
{
    char code[SRV_CODE + 1];
    kb_refused refusal = srv_check_guess(parts, a);
    if (*a->is_pending) return;
    bool is_code = !refusal && read_code(a->ask->code, code);
    const srv_table *t = is_code ? srv_tables_with_code(&parts->tables, code) : NULL;
    if (!t) {
        srv_post_refusal(&parts->outbox, a->from, a->ask->id, refusal ? refusal : KB_REFUSED_NO_CODE);
        return;
    }
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_putf(&text, ",\"table\":\"%s\"", t->id);
    srv_end_ok(&parts->outbox, a->from, &text);
}

/* --- finished games -------------------------------------------------------------------------------------- */

typedef struct lines {
    kb_text *out;
    int n;
} lines;

static void put_line(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    lines *l = context;
    (void)stream, (void)n;
    kb_put(l->out, l->n++ ? "," : "");
    kb_put_n(l->out, text, bytes);
}

void srv_handle_history(srv_parts *parts, const srv_asking *a)
{
    const char *whose = srv_is_given(a->ask, SRV_ASKED_OF) ? a->ask->of : "me", *table = a->ask->before_game;
    bool is_mine = whose && !strcmp(whose, "me"), has_before = srv_is_given(a->ask, SRV_ASKED_BEFORE_GAME);
    char stream[SRV_STREAM_MAX + 1];
    kb_refused refusal = KB_DONE;
    if (!is_mine && (!whose || strcmp(whose, "everybody") != 0)) refusal = KB_REFUSED_VALUE;
    if (has_before && (!table || strlen(table) != SRV_TABLE_ID)) refusal = KB_REFUSED_NO_TABLE;
    if (is_mine && !a->from->person) refusal = KB_REFUSED_NO_NAME;
    if (refusal) {
        srv_post_refusal(&parts->outbox, a->from, a->ask->id, refusal);
        return;
    }
    if (has_before) srv_write_stream(table, stream);
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    lines found = {&text, 0};
    kb_put(&text, ",\"games\":[");
    srv_logged done = parts->log->results(parts->log, is_mine ? a->from->person : 0, has_before ? stream : NULL,
                                          SRV_GAMES_A_PAGE, put_line, &found);
    *a->is_pending = done == SRV_LOG_PENDING;
    if (*a->is_pending) return;
    if (done != SRV_LOGGED) {
        srv_post_refusal(&parts->outbox, a->from, a->ask->id, srv_tables_log_refusal(&parts->tables, done));
        return;
    }
    kb_put(&text, "]");
    parts->env.work += (uint64_t)found.n;
    srv_end_ok(&parts->outbox, a->from, &text);
}
