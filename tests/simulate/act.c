/* act.c: what a simulated client does: it gathers, plays, talks, looks back, sends nonsense, and attacks.
 *
 * At most one argument of a call draws a number: compilers evaluate arguments in different orders, and a seed has to
 * mean the same world in every build. */
#include "world.h"

static kb_slice in_view(const client *c, const char *path)
{
    return json_at((kb_slice){c->view.at, c->view.n}, path);
}

static const char *view_text(const client *c, const char *key)
{
    return json_text(in_view(c, key), "");
}

static kb_slice seat_at(const client *c, size_t i)
{
    char path[32];
    snprintf(path, sizeof path, "seats.%zu", i);
    return in_view(c, path);
}

static void create(world *w, client *c)
{
    char rest[400];
    const kb_game *game = kb_game_at((int)kb_rng_under(&w->rng, 3));
    int players = game->seats_min + (int)kb_rng_under(&w->rng, game->seats_max - game->seats_min + 1u);
    static const char *const clocks[] = {
        "", ",\"clock\":{\"kind\":\"live\",\"bank_s\":20,\"increment_s\":1}",
        ",\"clock\":{\"kind\":\"live\",\"bank_s\":90,\"increment_s\":2,\"answer_s\":9}",
        ",\"clock\":{\"kind\":\"correspondence\",\"hours\":1}"};
    static const char *const talks[] = {"", ",\"talk\":\"public\"", ",\"talk\":\"none\""};
    static const char *const paces[] = {"", ",\"pace\":\"off\"", ",\"pace\":\"off\""};
    const char *sealed = !strcmp(game->name, "intrige") && one_in(w, 2)
                             ? ",\"options\":{\"bribes\":\"sealed\",\"money\":\"hidden\"}"
                         : one_in(w, 2) ? ",\"options\":{\"promises\":\"bond\"}"
                                        : "";
    const char *is_public = one_in(w, 2) ? "true" : "false", *is_open = one_in(w, 2) ? "true" : "false";
    const char *order = one_in(w, 2) ? "random" : "chosen", *clock = clocks[kb_rng_under(&w->rng, KB_COUNT(clocks))];
    const char *talk = talks[kb_rng_under(&w->rng, 3)], *pace = paces[kb_rng_under(&w->rng, 3)];
    snprintf(
        rest, sizeof rest,
        ",\"game\":\"%s\",\"players\":%d,\"public\":%s,\"open_talk\":%s,\"whispers\":\"%s\",\"order\":\"%s\"%s%s%s%s",
        game->name, players, is_public, is_open, *sealed ? "seen" : "hidden", order, clock, talk, pace, sealed);
    ask(w, c, "create", rest);
}

static void gather(world *w, client *c)
{
    size_t n = json_count(in_view(c, "seats"), ""), free_seats = 0, which = 0;
    char keys[200];
    bool is_seated = strcmp(c->as, "spectator") != 0;
    for (size_t i = 0; i < n; i++)
        if (!strcmp(json_text(seat_at(c, i), "plays"), "nobody")) {
            free_seats++;
            if (one_in(w, (uint32_t)free_seats)) which = i;
        }
    const char *seat = json_text(seat_at(c, which), "seat");
    snprintf(keys, sizeof keys, "\"seat\":\"%s\"", seat);
    if (is_seated && one_in(w, 3)) {
        char words[64];
        snprintf(words, sizeof words, "\"words\":\"words of %d\"", c->index);
        ask_table(w, c, "words", words);
    } else if (is_seated && one_in(w, 12)) {
        ask_table(w, c, one_in(w, 2) ? "leave" : "invite", "");
    } else if (c->is_host && (!free_seats || one_in(w, 12))) {
        ask_table(w, c, "start", "");
    } else if (c->is_host && one_in(w, 3)) {
        static const char *const bots[] = {"greedy", "random", "greedy:grudge", "greedy:honest"};
        snprintf(keys, sizeof keys, "\"seat\":\"%s\",\"bot\":\"%s\"", seat, bots[kb_rng_under(&w->rng, 4)]);
        ask_table(w, c, one_in(w, 10) ? "empty" : "bot", keys);
    } else if (!is_seated && !c->likes_watching && free_seats) {
        ask_table(w, c, "sit", keys);
    }
}

/* The client becomes a second device: through a link its owner asks for, or by the owner's name and passphrase. */
static void become_device(world *w, client *c)
{
    client *owner = &w->clients[c->owner - 1];
    char rest[100];
    if (!owner->is_named || owner->n_pending || c->n_pending) return;
    bool by_name = owner->index < 4 * w->n_tables && c->index % 10 == 0; /* hashing takes long */
    if (!by_name) {
        snprintf(rest, sizeof rest, ",\"token\":\"%s\"", owner->token);
        ask(w, owner->token[0] ? c : owner, owner->token[0] ? "device" : "link", owner->token[0] ? rest : "");
        return;
    }
    snprintf(rest, sizeof rest, ",\"passphrase\":\"passphrase of %d\"", owner->index);
    if (!owner->has_account) {
        ask(w, owner, "account", rest);
        return;
    }
    snprintf(rest, sizeof rest, ",\"name\":\" CLIENT %d\",\"passphrase\":\"passphrase of %d\"", owner->index,
             owner->index);
    ask(w, c, "login", rest);
}

/* "bribe 1000..32000/1000" stands for any of its amounts. */
static void choose(world *w, const char *span, char *move, size_t size)
{
    long low, high, steps;
    const char *run = strstr(span, "..");
    snprintf(move, size, "%s", span);
    if (!run) return;
    const char *start = run;
    while (start > span && start[-1] >= '0' && start[-1] <= '9') start--;
    CHECK(sscanf(start, "%ld..%ld/%ld", &low, &high, &steps) == 3);
    const char *rest = strchr(run, '/') + 1;
    rest += strspn(rest, "0123456789");
    long sum = low + steps * (long)kb_rng_under(&w->rng, (uint32_t)((high - low) / steps + 1));
    snprintf(move, size, "%.*s%ld%s", (int)(start - span), span, sum, rest);
}

static void talk(world *w, client *c)
{
    char keys[300];
    size_t n = json_count(in_view(c, "seats"), "");
    kb_slice seat = seat_at(c, kb_rng_under(&w->rng, (uint32_t)n));
    const char *to = json_text(seat, "seat");
    if (one_in(w, 2)) { /* what bots read as a proposal, or nearly so; a whisper goes to one of them or to nobody */
        static const char *const lines[] = {"9k for the 3000 post?", "do not send anybody to me",
                                            "give me the 4711 post", "leave hugo alone",
                                            "help with S5 and I help with M5"};
        bool is_bots = !strcmp(json_text(seat, "plays"), "bot");
        snprintf(keys, sizeof keys, "\"say\":\"%s\"%s%s%s", lines[kb_rng_under(&w->rng, KB_COUNT(lines))],
                 is_bots ? ",\"to\":[\"" : "", is_bots ? to : "", is_bots ? "\"]" : "");
    } else if (one_in(w, 2)) {
        snprintf(keys, sizeof keys, "\"say\":\"psst %s %s \",\"to\":[\"%s\"]", c->as, to, to);
    } else {
        snprintf(keys, sizeof keys, "\"say\":\"I am \\\"%d\\\" – ü <b>\"", c->index);
    }
    ask_table(w, c, "say", keys);
}

/* Looks at the past now and then: its own events, through its own eyes. */
static void look_back(world *w, client *c)
{
    char keys[64];
    if (c->from && one_in(w, 3)) {
        snprintf(keys, sizeof keys, "\"before\":%llu", (unsigned long long)c->from + 1);
        ask_table(w, c, "events", keys);
    }
    if (c->n == c->from) return;
    uint64_t n = one_in(w, 2) ? c->n : c->n - kb_rng_under(&w->rng, (uint32_t)(c->n - c->from));
    snprintf(keys, sizeof keys, "\"n\":%llu", (unsigned long long)n);
    ask_table(w, c, "look", keys);
}

/* Something to promise in each game. */
static const char *deed(world *w, const client *c)
{
    static const char *const deeds[][4] = {{"give *.* *", "send * *", "banish *.*", "give *.* >=3000"},
                                           {"play **", "take *", "repair *", "recall *"},
                                           {"play *", "commit >=1 on *", "staff * on *", "dance *"}};
    int game = kb_game_named(view_text(c, "game"));
    return deeds[game][kb_rng_under(&w->rng, 4)];
}

static void propose(world *w, client *c)
{
    static const char *const terms[] = {"turn", "round", "next", "game"};
    char keys[700];
    size_t n = json_count(in_view(c, "seats"), "");
    const char *with = json_text(seat_at(c, kb_rng_under(&w->rng, (uint32_t)n)), "seat");
    bool is_vow = one_in(w, 5), is_secret = one_in(w, 2), is_will = one_in(w, 2);
    const char *own = deed(w, c), *other = deed(w, c), *condition = deed(w, c);
    const char *own_term = terms[kb_rng_under(&w->rng, 4)], *other_term = terms[kb_rng_under(&w->rng, 4)];
    snprintf(keys, sizeof keys,
             "\"with\":[%s%s%s],\"secret\":%s,\"promises\":[{\"seat\":\"%s\",\"%s\":\"%s\",\"term\":\"%s\"},"
             "{\"seat\":\"%s\",\"will\":\"%s\",\"term\":\"%s\",\"if\":{\"seat\":\"%s\",\"deed\":\"%s\"}}]",
             is_vow ? "" : "\"", is_vow ? "" : with, is_vow ? "" : "\"", is_secret ? "true" : "false", c->as,
             is_will ? "will" : "wont", own, own_term, is_vow ? c->as : with, other, other_term, with, condition);
    ask_table(w, c, "propose", keys);
}

/* Makes proposals, answers one of the last pacts it knows of, and asks for time to think. */
static void negotiate(world *w, client *c)
{
    kb_slice pacts = in_view(c, "pacts");
    size_t n = json_count(pacts, "");
    char keys[32];
    if (one_in(w, 40)) propose(w, c);
    if (one_in(w, 2000)) ask_table(w, c, "wait", "");
    bool is_paused = json_is(in_view(c, "paused"), "", "true");
    if (one_in(w, is_paused ? 10 : 2000))
        ask_table(w, c, "pace", is_paused ? "\"pace\":\"off\"" : "\"pace\":\"comfortable\",\"paused\":true");
    if (!n || !one_in(w, 8)) return;
    char path[32];
    snprintf(path, sizeof path, "%zu.pact", n - 1 - kb_rng_under(&w->rng, (uint32_t)(n < 3 ? n : 3)));
    snprintf(keys, sizeof keys, "\"pact\":%d", (int)json_number(pacts, path));
    ask_table(w, c, one_in(w, 6) ? "withdraw" : one_in(w, 3) ? "decline" : "accept", keys);
}

static void play(world *w, client *c)
{
    kb_slice legal = in_view(c, "legal");
    size_t n = json_count(legal, "");
    char keys[300];
    bool is_asked = false;
    for (int i = 0; i < c->n_pending; i++) is_asked |= !strcmp(c->pending[i].what, "move");
    if (one_in(w, 15)) talk(w, c);
    negotiate(w, c);
    if (one_in(w, 400)) ask_table(w, c, "leave", "");
    if (one_in(w, 100)) ask_table(w, c, "passing", one_in(w, 3) ? "\"on\":false" : "\"on\":true");
    if (one_in(w, 100)) look_back(w, c);
    for (size_t i = 0; i < json_count(in_view(c, "seats"), ""); i++) {
        kb_slice seat = seat_at(c, i);
        const char *name = json_text(seat, "seat");
        const char *plays = json_text(seat, "plays");
        snprintf(keys, sizeof keys, "\"seat\":\"%s\"", name);
        if (!strcmp(name, c->as) && strcmp(plays, "person") != 0 && one_in(w, 4)) ask_table(w, c, "sit", keys);
        if (strcmp(plays, "nobody") == 0 && one_in(w, 10)) ask_table(w, c, "vote", keys);
        if (c->is_host && one_in(w, 100)) {
            snprintf(keys, sizeof keys, "\"seat\":\"%s\",\"bot\":\"greedy\"", name);
            ask_table(w, c, "bot", keys);
        }
        if (one_in(w, 200)) ask_table(w, c, "vote", keys);
        if (c->is_host && one_in(w, 4000)) ask_table(w, c, "remove", keys);
    }
    if (!n || is_asked) return;
    char move[KB_MOVE_TEXT_MAX + 64];
    char path[16];
    snprintf(path, sizeof path, "%u", kb_rng_under(&w->rng, (uint32_t)n));
    choose(w, json_text(legal, path), move, sizeof move);
    snprintf(keys, sizeof keys, "\"move\":\"%s\",\"decision\":%lld", move,
             json_number(in_view(c, "decision"), "") - one_in(w, 20));
    ask_table(w, c, "move", keys);
}

static void talk_nonsense(world *w, client *c)
{
    static const char *const nonsense[] = {
        "",
        "{",
        "[]",
        "null",
        "{\"id\":1}",
        "{\"id\":\"\",\"do\":\"lobby\"}",
        "{\"id\":\"x\",\"do\":\"fly\"}",
        "{\"id\":\"x\",\"do\":\"move\",\"table\":\"0\",\"move\":\"x\",\"decision\":0}",
        "{\"id\":\"x\",\"id\":\"x\"}",
        "{\"id\":\"x\",\"do\":\"create\",\"game\":\"chess\",\"players\":99}",
        "{\"id\":\"x\",\"do\":\"say\",\"say\":7}",
        "{\"id\":\"x\",\"do\":\"name\",\"name\":\"\\u202eevil\"}",
        "\xff\xfe",
        "{\"id\":\"x\",\"do\":\"lobby\",\"x\":1}",
        "{\"id\":\"x\",\"do\":\"watch\",\"table\":\"00000000000000000000000000000000\",\"after\":-1}"};
    const char *text = nonsense[kb_rng_under(&w->rng, KB_COUNT(nonsense))];
    if (c->up.n < 200) push(&c->up, text, strlen(text));
}

/* Uses an id again for another request: it is answered but not carried out. */
static void use_id_again(world *w, client *c)
{
    char text[300];
    snprintf(text, sizeof text, "{\"id\":\"%d-%u\",\"do\":\"say\",\"table\":\"%s\",\"say\":\"never said\"}", c->index,
             c->n_done, w->tables[c->table]);
    if (c->n_done && c->up.n < 100) push(&c->up, text, strlen(text));
}

/* Tries everything that belongs to others, at any table. */
static void be_hostile(world *w, client *c)
{
    static const char *const wishes[][2] = {{"start", ""},
                                            {"leave", ""},
                                            {"words", "\"words\":\"mine\""},
                                            {"bot", "\"seat\":\"red\",\"bot\":\"random\""},
                                            {"empty", "\"seat\":\"red\""},
                                            {"remove", "\"seat\":\"red\""},
                                            {"vote", "\"seat\":\"yellow\""},
                                            {"move", "\"move\":\"pass\",\"decision\":3"},
                                            {"passing", "\"on\":true"},
                                            {"propose", "\"with\":[],\"promises\":[]"},
                                            {"accept", "\"pact\":1"},
                                            {"withdraw", "\"pact\":1"},
                                            {"wait", ""},
                                            {"pace", "\"pace\":\"off\",\"paused\":true"},
                                            {"rematch", ""},
                                            {"sit", "\"seat\":\"nowhere\""},
                                            {"look", "\"n\":5,\"as\":\"red\""},
                                            {"say", "\"say\":\"psst\",\"to\":[\"red\"]"}};
    int own = c->table, wish = (int)kb_rng_under(&w->rng, KB_COUNT(wishes)), times = one_in(w, 20) ? 90 : 1;
    c->table = (int)kb_rng_under(&w->rng, (uint32_t)w->n_tables);
    if (!w->tables[c->table][0]) {
        /* not there yet */
    } else if (!strcmp(wishes[wish][0], "look") || !strcmp(wishes[wish][0], "say")) {
        const srv_room *room = srv_lobby_room(w->lobbies[c->node], w->tables[c->table]);
        if (room->table->stage != KB_OVER || wish == KB_COUNT(wishes) - 1)
            ask_table(w, c, wishes[wish][0], wishes[wish][1]);
    } else {
        ask_table(w, c, wishes[wish][0], wishes[wish][1]);
    }
    c->table = own;
    for (; times > 1 && c->up.n < 200; times--) talk_nonsense(w, c);
}

void act(world *w, client *c)
{
    if (c->n_pending > 2 || c->is_removed) return;
    if (c->is_hostile && c->is_named && one_in(w, 2)) be_hostile(w, c);
    if (one_in(w, 100)) talk_nonsense(w, c);
    if (one_in(w, 200)) use_id_again(w, c);
    if (one_in(w, 100)) ask(w, c, "ping", "");
    if (!c->is_named && c->owner) {
        become_device(w, c);
    } else if (!c->is_named) {
        char rest[64];
        snprintf(rest, sizeof rest, ",\"name\":\"client %d\"", c->index);
        if (!c->n_pending) ask(w, c, "name", rest);
    } else if (!w->tables[c->table][0]) {
        if (c->is_host && !c->n_pending) create(w, c);
    } else if (!c->has_picture) {
        if (!c->n_pending) watch(w, c);
    } else if (!strcmp(view_text(c, "stage"), "gathering")) {
        gather(w, c);
    } else if (!strcmp(view_text(c, "stage"), "playing")) {
        if (strcmp(c->as, "spectator") != 0) play(w, c);
        if (!strcmp(c->as, "spectator") && one_in(w, 100)) talk(w, c);
    } else if (!c->record_checked && !c->n_pending) {
        srv_free(&c->record);
        ask_table(w, c, "record", "");
    } else if (!c->is_in_history && !c->n_pending && strcmp(c->as, "spectator") != 0) {
        ask(w, c, "history", "");
    } else if (!c->n_pending && one_in(w, 40)) {
        if (strcmp(c->as, "spectator") != 0) ask_table(w, c, "rematch", "");
        look_back(w, c);
    }
}
