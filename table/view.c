/* view.c: output about a whole table: views, and lines of lists. Viewers are shown only the state of the game redacted for
 * them. */
#include "../core/position.h"
#include "../engine/pact.h"
#include "../engine/view_json.h"
#include "fold.h"
#include "luck.h"

static const char *const stage_names[] = {"gathering", "playing", "over", "expired"};

static bool has_begun(const kb_table *t)
{
    return t->stage == KB_PLAYING || t->stage == KB_OVER;
}

/* An imported game has names of people nobody here knows. */
static bool is_somebody(const kb_table *t, const kb_seat *seat)
{
    return seat->person || (t->is_imported && seat->name[0]);
}

static void put_people(const kb_table *t, kb_text *out)
{
    kb_putj(out, "seats:[");
    for (int at = 0; at < t->setup.seats; at++) {
        const kb_seat *seat = &t->seats[at];
        const char *plays = seat->bot_name[0] ? "bot" : is_somebody(t, seat) && !seat->away ? "person" : "nobody";
        kb_putj(out, "{seat:%s, plays:%s", kb_seat_name(&t->setup, at), plays);
        if (is_somebody(t, seat) && seat->name[0]) kb_putj(out, "name:%s", seat->name);
        if (seat->kept) kb_putj(out, "kept:%s", seat->name);
        if (seat->person && seat->person == t->host) kb_putj(out, "host:true");
        if (seat->person_id[0]) kb_putj(out, "person:%s", seat->person_id);
        if (seat->bot_name[0]) kb_putj(out, "bot:%s", seat->bot_name);
        if (seat->votes_mask) {
            kb_putj(out, "votes:");
            kb_put_seats(kb_game_at(t->setup.game)->seat_names, seat->votes_mask, out);
        }
        kb_putj(out, "}");
    }
    kb_putj(out, "]");
}

static void put_left(const kb_table *t, int seat, int64_t left_ms, kb_text *out)
{
    kb_putj(out, "%s:%lld", kb_seat_name(&t->setup, seat), (long long)left_ms);
}

/* Only for seats that owe an answer; for all others it is full. */
static void put_answer_clock(const kb_table *t, kb_text *out)
{
    uint32_t actors = kb_actors(&t->state);
    kb_putj(out, "answer_ms:{");
    for (int seat = 0; seat < t->setup.seats; seat++)
        if (actors >> seat & 1) put_left(t, seat, t->seats[seat].answer_left_ms, out);
    kb_putj(out, "}");
}

static void put_clock(const kb_table *t, kb_text *out)
{
    kb_open_clock(&t->rules, out);
    if (t->rules.clock && has_begun(t)) {
        bool runs = !t->clock_stopped && t->stage == KB_PLAYING;
        kb_putj(out, "runs:%i, at:%lld, left_ms:{", runs, (long long)t->charged_ms);
        for (int seat = 0; seat < t->setup.seats; seat++) put_left(t, seat, t->seats[seat].left_ms, out);
        kb_putj(out, "}");
        if (kb_is_answer_timed(t)) put_answer_clock(t, out);
    }
    kb_putj(out, "}");
}

static void put_luck(const kb_table *t, kb_text *out)
{
    if (t->is_imported) return; /* nobody here can vouch for the luck of an imported record */
    kb_open_luck(t, out);
    if (t->stage == KB_OVER && t->promise[0]) kb_put_seed(t, out);
    kb_putj(out, "}");
}

typedef struct writing {
    const kb_table *t;
    const kb_table *whole;
    const kb_pact_cache *cache;
} writing;

/* Of the past nothing is kept: the next view of the present needs other bodies. */
static void put_body(const void *context, const kb_noted_pact *pact, kb_text *out)
{
    const writing *w = (const writing *)context;
    const kb_pact_cache *cache = w->cache;
    uint32_t sleeping_mask = kb_sleeping_mask(&w->t->ledger, pact->number);
    kb_book book = kb_book_in(w->t, w->whole);
    if (cache && cache->put(cache->context, pact, sleeping_mask, out)) return;
    size_t from = out->n;
    kb_put_pact_body(&book, pact, sleeping_mask, &w->t->setup, out);
    if (cache && out->cut) return;
    if (cache && !w->t->is_copy) cache->keep(cache->context, pact, sleeping_mask, out->at + from, out->n - from);
}

/* Pacts have the numbers by which these eyes know them. */
static void put_game(const writing *w, int eyes, kb_text *out)
{
    const kb_table *t = w->t;
    kb_lister bound = kb_bound_lister(&t->ledger);
    kb_book book = kb_book_in(t, w->whole);
    const kb_pact_writer writer = {w, put_body};
    if (eyes < KB_SEATS_MAX) kb_putj(out, "decision:%u", t->seats[eyes].decisions);
    kb_put_view(&t->state, eyes, t->ledger.n_pacts ? &bound : NULL, out);
    kb_put_pacts_by(&book, &writer, &t->setup, eyes, out);
}

static void put_pause(const kb_table *t, kb_text *out)
{
    static const char *const whys[] = {"start", "proposal", "wait"};
    kb_pause pause = kb_table_pause(t);
    if (pause.until_ms <= t->charged_ms) return; /* the latest time that everybody knows of */
    kb_putj(out, "pause:{until:%lld, why:%s", (long long)pause.until_ms, whys[pause.why]);
    if (pause.why == KB_PAUSE_WAIT) kb_putj(out, "by:%s", kb_seat_name(&t->setup, pause.by));
    kb_putj(out, "}");
}

static void put_settings(const kb_table *t, kb_text *out)
{
    kb_put_setup(&t->setup, out);
    kb_putj(out, "host:%s", t->host_name);
    kb_put_table_rules(&t->rules, KB_RULE_PUBLIC, KB_RULE_ORDER, out);
    kb_putj(out, "settings:{");
    kb_put_table_rules(&t->rules, KB_RULE_PACTS, KB_RULE_HELP, out);
    kb_putj(out, "}");
}

/* The game as seen by these eyes; the table as the viewer may know it. */
static void put_view(const writing *w, int viewer, int eyes, kb_text *out)
{
    const kb_table *t = w->t;
    kb_putj(out, "{n:%lld, as:%s, stage:%s", (long long)t->n[viewer], kb_viewer_name(t, eyes), stage_names[t->stage]);
    kb_put(out, ",");
    put_settings(t, out);
    put_clock(t, out);
    put_pause(t, out);
    if (kb_table_is_paused(t)) kb_putj(out, "paused:true");
    put_people(t, out);
    put_luck(t, out);
    if (has_begun(t)) put_game(w, eyes, out);
    if (eyes == viewer && viewer != KB_SPECTATOR) {
        kb_putj(out, "passing:%i", t->seats[viewer].passing);
        if (t->moment.waited_mask >> viewer & 1) kb_putj(out, "waited:true");
    }
    if (t->rematch[0] && kb_rematch_mask(t) & 1u << viewer) kb_putj(out, "rematch:%s", t->rematch);
    kb_putj(out, "}");
}

void kb_table_view(const kb_table *t, int viewer, const kb_pact_cache *cache, kb_text *out)
{
    const writing w = {t, t, cache};
    put_view(&w, viewer, viewer, out);
}

bool kb_table_look(const kb_table *t, int viewer, uint64_t n, int eyes, void *copy, const kb_pact_cache *cache,
                   kb_text *out, size_t *work)
{
    uint64_t since = viewer == KB_SPECTATOR ? 0 : t->seats[viewer].since;
    if (n <= since || n > t->n[viewer]) return false;
    const writing w = {kb_table_then(t, viewer, n, copy, work), t, cache};
    put_view(&w, viewer, eyes, out);
    return true;
}

const char *kb_viewer_name(const kb_table *t, int viewer)
{
    return viewer == KB_ALL_EYES ? "everybody" : viewer == KB_SPECTATOR ? "spectator" : kb_seat_name(&t->setup, viewer);
}

int kb_table_eyes(const kb_table *t, const char *name)
{
    for (int eyes = 0; eyes <= KB_ALL_EYES; eyes++) {
        bool is_viewer = eyes < t->setup.seats || eyes >= KB_SPECTATOR;
        const char *its = kb_viewer_name(t, eyes);
        if (is_viewer && kb_equal(its, kb_length(its), name)) return eyes;
    }
    return -1;
}

void kb_table_summary(const kb_table *t, kb_text *out)
{
    kb_putj(out, "stage:%s", stage_names[t->stage]);
    kb_put(out, ",");
    put_settings(t, out);
    kb_open_clock(&t->rules, out);
    kb_putj(out, "}");
    put_people(t, out);
}

void kb_table_result(const kb_table *t, kb_text *out)
{
    kb_book book = kb_table_book(t);
    kb_table_summary(t, out);
    kb_putj(out, "ended:%lld, end:", (long long)t->ended_ms);
    kb_result_json(&t->state, out);
    kb_put_seals(&book, &t->setup, KB_SPECTATOR, out); /* all pacts are open by now */
}
