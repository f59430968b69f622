/* lobby_list.c: which tables there are for somebody, once and from then on, and how to find one by its code. */
#include <stdlib.h>
#include <string.h>

#include "lobby_state.h"

/* --- what the lobby shows -------------------------------------------------------------------------------- */

/* Games that are over are history. */
static bool is_shown(const srv_table *t, uint32_t person)
{
    return t->room->stage < SRV_OVER && (t->is_listed || srv_room_is_for(t->room, person));
}

/* --- sharing out the lines ------------------------------------------------------------------------------- */

static bool wants_line(const srv_table *t)
{
    return t->room->is_public && t->room->stage < SRV_OVER;
}

/* A table that wants a line. rank: how many others of the same host, and then of the same address, come before it. */
typedef struct candidate {
    srv_table *table;
    uint64_t address;
    uint32_t host;
    size_t newest, rank;
} candidate;

static int order_of(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_hosts(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    int order = order_of(x->address, y->address);
    if (!order) order = order_of(x->host, y->host);
    return order ? order : order_of(x->newest, y->newest);
}

static int compare_addresses(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    int order = order_of(x->address, y->address);
    if (!order) order = order_of(x->rank, y->rank);
    return order ? order : order_of(x->newest, y->newest);
}

static int compare_ranks(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    int order = order_of(x->rank, y->rank);
    return order ? order : order_of(x->newest, y->newest);
}

/* Whoever has not been here since the start has an address of their own, which is no real one. */
static candidate candidate_of(const srv_lobby *lobby, size_t i)
{
    srv_table *t = lobby->tables[i];
    uint32_t host = t->room->host;
    uint64_t address = host && host <= lobby->n_people ? lobby->people[host - 1].address : 0;
    return (candidate){t, address ? address : host, host, lobby->n_tables - i, 0};
}

static void rank(candidate *c, size_t n)
{
    qsort(c, n, sizeof *c, compare_hosts);
    for (size_t i = 1; i < n; i++)
        c[i].rank = c[i].address == c[i - 1].address && c[i].host == c[i - 1].host ? c[i - 1].rank + 1 : 0;
    qsort(c, n, sizeof *c, compare_addresses);
    for (size_t i = 0, first = 0; i < n; i++) {
        if (c[i].address != c[first].address) first = i;
        c[i].rank = i - first;
    }
    qsort(c, n, sizeof *c, compare_ranks);
}

/* In rounds: a line for each address, among those of one address for each host in turn, and of a host for the newest table.
 * So nobody gets lines that others are waiting for by making more tables, or more people. */
void srv_share_out(srv_lobby *lobby)
{
    size_t n = 0;
    candidate *all = srv_alloc((lobby->n_tables + 1) * sizeof *all);
    for (size_t i = 0; i < lobby->n_tables; i++)
        if (wants_line(lobby->tables[i])) all[n++] = candidate_of(lobby, i);
    if (n > SRV_LOBBY_MAX) rank(all, n);
    lobby->n_listed = n < SRV_LOBBY_MAX ? (int)n : SRV_LOBBY_MAX;
    for (size_t i = 0; i < n; i++) {
        srv_table *t = all[i].table;
        bool is_listed = i < SRV_LOBBY_MAX;
        if (t->is_listed != is_listed) t->is_news = lobby->has_news = true;
        t->is_listed = is_listed;
        t->was_listed |= is_listed;
    }
    free(all);
}

/* --- what somebody is shown ------------------------------------------------------------------------------- */

static void put_line(const srv_table *t, uint32_t person, kb_text *out)
{
    int seat = srv_room_viewer(t->room, person);
    kb_putf(out, "{\"table\":\"%s\",\"mine\":%s,", t->id, srv_room_is_for(t->room, person) ? "true" : "false");
    srv_room_summary(t->room, out);
    if (seat != KB_SPECTATOR && srv_room_owes_since(t->room, seat))
        kb_putf(out, ",\"turn\":true,\"since\":%lld", (long long)srv_room_owes_since(t->room, seat));
    kb_put(out, "}");
}

void srv_ask_lobby(srv_lobby *lobby, const srv_asking *a)
{
    const json_t *follow = json_object_get(a->request, "follow");
    int n = 0, mine = 0;
    if (follow && !json_is_boolean(follow)) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_VALUE);
        return;
    }
    if (follow) a->from->follows = json_is_true(follow);
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_put(&text, ",\"tables\":[");
    for (size_t i = lobby->n_tables; i-- > 0;) { /* the newest first */
        const srv_table *t = lobby->tables[i];
        if (!is_shown(t, a->from->person) || (!t->is_listed && mine++ == SRV_MINE_MAX)) continue;
        kb_put(&text, n++ ? "," : "");
        put_line(t, a->from->person, &text);
    }
    kb_put(&text, "]");
    lobby->work += (uint64_t)n;
    srv_end_ok(lobby, a->from, &text);
}

/* --- search ---------------------------------------------------------------------------------------------- */

/* Whether the letters are somewhere in the name. */
static bool has_letters(const srv_lobby *lobby, const char *name, const wint_t *letters, size_t n)
{
    wint_t all[SRV_NAME_MAX];
    size_t n_all = srv_letters_of(lobby, name, all);
    for (size_t i = 0; i + n <= n_all; i++)
        if (!memcmp(&all[i], letters, n * sizeof *letters)) return true;
    return false;
}

/* Among the public tables, those without a line too, and one's own: by the host's name or the game's. */
void srv_ask_search(srv_lobby *lobby, const srv_asking *a)
{
    const char *wanted = srv_string(a->request, "text", SRV_NAME_MAX);
    wint_t letters[SRV_NAME_MAX];
    size_t n_letters = wanted ? srv_letters_of(lobby, wanted, letters) : 0;
    int n = 0;
    if (!n_letters) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_TOO_LONG);
        return;
    }
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_put(&text, ",\"tables\":[");
    for (size_t i = lobby->n_tables; i-- > 0 && n < SRV_FOUND_MAX;) {
        const srv_table *t = lobby->tables[i];
        if (!wants_line(t) && !is_shown(t, a->from->person)) continue;
        if (srv_room_is_removed(t->room, a->from->person)) continue;
        if (!has_letters(lobby, t->room->host_name, letters, n_letters) &&
            !has_letters(lobby, kb_game_at(t->room->setup.game)->name, letters, n_letters))
            continue;
        kb_put(&text, n++ ? "," : "");
        put_line(t, a->from->person, &text);
    }
    kb_put(&text, "]");
    lobby->work += (uint64_t)n + lobby->n_tables / SRV_WORK_A_REQUEST;
    srv_end_ok(lobby, a->from, &text);
}

/* --- telling who follows --------------------------------------------------------------------------------- */

/* Adds whose table it is now to those who may have seen it as theirs. */
static void note_people(srv_table *t)
{
    for (int i = 0; i <= t->room->setup.seats; i++) {
        const srv_seat *seat = i < t->room->setup.seats ? &t->room->seats[i] : NULL;
        uint32_t person = !seat ? t->room->host : seat->person ? seat->person : seat->kept;
        int k = 0;
        while (k < t->n_shown_to && t->shown_to[k] != person) k++;
        if (person && k == t->n_shown_to && k < KB_COUNT(t->shown_to)) t->shown_to[t->n_shown_to++] = person;
    }
}

/* Only what the line shows is news: talk and most moves are not, and must not be noticed here either. */
void srv_note_line(srv_lobby *lobby, srv_table *t)
{
    const srv_room *room = t->room;
    kb_text text = srv_frame_of(lobby);
    srv_room_summary(room, &text);
    for (int seat = 0; seat < room->setup.seats; seat++)
        kb_putf(&text, ",%lld,%lld", (long long)room->seats[seat].person, (long long)srv_room_owes_since(room, seat));
    srv_secret hash = srv_hash_of(text.at, text.n);
    if (!memcmp(&hash, &t->line_hash, sizeof hash)) return;
    t->line_hash = hash;
    t->is_news = lobby->has_news = true;
    if (!wants_line(t)) {
        t->is_listed = false;
    } else if (!t->is_listed && lobby->n_listed < SRV_LOBBY_MAX) { /* otherwise the next tick shares out */
        t->is_listed = t->was_listed = true;
        lobby->n_listed++;
    }
    note_people(t);
}

/* A table that is not to be seen any more is named only to those who have seen it. */
static bool is_gone_for(const srv_table *t, uint32_t person)
{
    if (is_shown(t, person)) return false;
    bool was_mine = false;
    for (int i = 0; person && i < t->n_shown_to; i++) was_mine |= t->shown_to[i] == person;
    return t->was_listed || was_mine;
}

static void post_lines(srv_lobby *lobby, srv_connection *c, srv_table *const *news, int n)
{
    kb_text text = srv_frame_of(lobby);
    int shown = 0, gone = 0;
    kb_put(&text, "{\"type\":\"lobby\",\"tables\":[");
    for (int i = 0; i < n; i++) {
        if (!is_shown(news[i], c->person)) continue;
        kb_put(&text, shown++ ? "," : "");
        put_line(news[i], c->person, &text);
    }
    kb_put(&text, "],\"gone\":[");
    for (int i = 0; i < n; i++)
        if (is_gone_for(news[i], c->person)) kb_putf(&text, "%s\"%s\"", gone++ ? "," : "", news[i]->id);
    kb_put(&text, "]}");
    KB_ASSERT(!text.cut);
    if (shown || gone) srv_post(lobby, c, text.at, text.n);
}

void srv_post_gone(srv_lobby *lobby, const srv_table *t)
{
    for (size_t i = 0; i < lobby->n_connections; i++) {
        srv_connection *c = lobby->connections[i];
        kb_text text = srv_frame_of(lobby);
        if (!c->follows || (!is_shown(t, c->person) && !is_gone_for(t, c->person))) continue;
        kb_putf(&text, "{\"type\":\"lobby\",\"tables\":[],\"gone\":[\"%s\"]}", t->id);
        srv_post(lobby, c, text.at, text.n);
    }
}

/* Tables that gather and that nobody is at. Games that have begun do not expire. */
static void expire_tables(srv_lobby *lobby)
{
    for (size_t i = 0; i < lobby->n_tables; i++) {
        srv_table *t = lobby->tables[i];
        const srv_room *room = t->room;
        bool is_quick = room->is_public && room->clock != SRV_CLOCK_CORRESPONDENCE;
        uint64_t last = t->used_ms > room->at_ms ? t->used_ms : room->at_ms;
        if (room->stage != SRV_GATHERING || t->n_watchers) continue;
        if (lobby->now_ms < last + (uint64_t)(is_quick ? SRV_EXPIRE_MS : SRV_EXPIRE_LONG_MS)) continue;
        srv_room_expire(t->room, lobby->now_ms);
        srv_publish(lobby, t);
    }
}

void srv_tick(srv_lobby *lobby, uint64_t now_ms)
{
    srv_table *news[SRV_LOBBY_MAX];
    int n = 0;
    if (now_ms > lobby->now_ms) lobby->now_ms = now_ms;
    expire_tables(lobby);
    srv_forget_tables(lobby);
    if (!lobby->has_news || lobby->now_ms < lobby->told_ms + SRV_LOBBY_MS) return;
    lobby->has_news = false;
    lobby->told_ms = lobby->now_ms;
    srv_share_out(lobby);
    lobby->has_news = false;
    for (size_t i = 0; i < lobby->n_tables; i++) {
        srv_table *t = lobby->tables[i];
        if (!t->is_news) continue;
        if (n == SRV_LOBBY_MAX) {
            lobby->has_news = true; /* the rest next time */
            break;
        }
        news[n++] = t;
    }
    for (size_t i = 0; i < lobby->n_connections; i++)
        if (lobby->connections[i]->follows) post_lines(lobby, lobby->connections[i], news, n);
    for (int i = 0; i < n; i++) {
        news[i]->is_news = false;
        news[i]->was_listed = news[i]->is_listed;
        news[i]->n_shown_to = 0;
        note_people(news[i]);
    }
}

/* --- codes ----------------------------------------------------------------------------------------------- */

/* Forty bits of the hash of a table's name, in letters and digits nobody takes for others. */
void srv_write_code(const char *id, char code[SRV_CODE + 1])
{
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    srv_secret hash = srv_hash_of(id, SRV_TABLE_ID);
    uint64_t bits;
    memcpy(&bits, hash.at, sizeof bits);
    for (int i = 0; i < SRV_CODE; i++) code[i] = letters[bits >> 5 * i & 31];
    code[SRV_CODE] = '\0';
}

bool srv_has_code(const srv_table *t)
{
    return !t->room->is_public && t->room->stage == SRV_GATHERING;
}

const srv_table *srv_table_with_code(const srv_lobby *lobby, const char *code)
{
    const srv_table *found = NULL;
    for (size_t i = 0; i < lobby->n_tables; i++) {
        const srv_table *t = lobby->tables[i];
        bool is_it = !sodium_memcmp(t->code, code, SRV_CODE);
        if (is_it && srv_has_code(t)) found = t;
    }
    return found;
}

/* As it was read out or written down: in small letters, with blanks or dashes. */
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

void srv_ask_find(srv_lobby *lobby, const srv_asking *a)
{
    char code[SRV_CODE + 1];
    bool may = srv_may_guess(lobby, a->from);
    const srv_table *t = may && read_code(srv_string(a->request, "code", SRV_NAME_MAX), code)
                             ? srv_table_with_code(lobby, code)
                             : NULL;
    if (!t) {
        srv_post_refusal(lobby, a->from, a->id, may ? SRV_E_NO_CODE : SRV_E_TOO_FAST);
        return;
    }
    kb_text text = srv_begin_ok(lobby, a->id);
    kb_putf(&text, ",\"table\":\"%s\"", t->id);
    srv_end_ok(lobby, a->from, &text);
}
