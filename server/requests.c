/* requests.c: checks a client's messages and passes them to their handlers. */
#include "requests.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 1, TABLE = 2, READS = 4, REMOVED_TOO = 8, ASKS = 16 };

static const struct {
    int needs;
    uint64_t cost;
    srv_handler *handle;
} requests[] = {
#define KB_REQUEST(code, name, answered, ...) {NAMED | TABLE, 0, srv_handle_##answered},
#include "../table/requests.def"
#define SRV_REQUEST(code, name, needs, cost, handler, ...) {needs, cost, srv_handle_##handler},
#include "requests.def"
};

/* --- what is kept ---------------------------------------------------------------------------------------- */

static void hold(srv_held_list *list, const srv_held *held)
{
    list->at = srv_grow(list->at, list->n + 1, &list->size, sizeof *list->at);
    list->at[list->n++] = *held;
}

static void hold_request(srv_held_list *list, const srv_asking *a)
{
    srv_held held = {.asking = *a};
    srv_ask_keep(a->ask);
    hold(list, &held);
}

static void free_held(srv_held *held)
{
    srv_ask_drop(held->asking.ask);
    if (held->proof) sodium_memzero(held->proof, sizeof *held->proof);
    free(held->proof);
}

/* Drops what this connection has asked, or everything if it is NULL. */
static void drop_held(srv_held_list *list, const srv_connection *from)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) {
        if (from && list->at[i].asking.from != from) {
            list->at[n++] = list->at[i];
        } else {
            free_held(&list->at[i]);
        }
    }
    list->n = n;
}

void srv_requests_confirm(srv_requests *all)
{
    drop_held(&all->answered, NULL);
}

void srv_requests_queue_again(srv_requests *all)
{
    srv_held_list later = all->queue;
    all->queue = all->answered;
    for (size_t i = 0; i < all->queue.n; i++) all->queue.at[i].asking.n_tries++;
    for (size_t i = 0; i < later.n; i++) hold(&all->queue, &later.at[i]);
    free(later.at);
    memset(&all->answered, 0, sizeof all->answered);
}

/* --- waiting requests ------------------------------------------------------------------------ */

static void put_last(srv_requests *all, srv_waiting *w, srv_waits waits_for)
{
    w->waits_for = waits_for;
    TAILQ_INSERT_TAIL(&all->waiting[waits_for], w, others);
    all->n_waiting[waits_for]++;
}

static void take_out(srv_requests *all, srv_waiting *w)
{
    TAILQ_REMOVE(&all->waiting[w->waits_for], w, others);
    all->n_waiting[w->waits_for]--;
}

/* Reading leaves half of the places to requests that change something. */
static bool are_too_many(const srv_requests *all, srv_request what, srv_waits waits_for)
{
    return all->n_waiting[waits_for] >= (requests[what].needs & READS ? SRV_ASKED_MAX / 2 : SRV_ASKED_MAX);
}

/* Keeps a new request until the log answers, other servers have told what it depends on, the table is loaded, or those before
 * it are answered. Returns false if it is refused instead. */
static bool keep(srv_requests *all, const srv_asking *a, const char *table, srv_waits waits_for)
{
    bool is_full = a->from->n_waiting == SRV_WAITING_MAX;
    if (is_full || (waits_for == SRV_WAITS_FOR_OTHERS && are_too_many(all, a->ask->what, waits_for))) {
        srv_post_refusal(&all->parts->outbox, a->from, a->ask->id, is_full ? KB_REFUSED_TOO_FAST : KB_REFUSED_BUSY);
        return false;
    }
    srv_waiting *w = srv_alloc(sizeof *w);
    memcpy(w->table, table, strlen(table) + 1);
    w->asking = *a;
    srv_ask_keep(a->ask);
    put_last(all, w, waits_for);
    LIST_INSERT_HEAD(&a->from->waiting, w, of_connection);
    a->from->n_waiting++;
    return true;
}

/* Whether an earlier request of the same connection waits for that table. */
static bool has_earlier(const srv_connection *from, const char *table)
{
    const srv_waiting *w;
    LIST_FOREACH(w, &from->waiting, of_connection)
    {
        if (!strcmp(w->table, table)) return true;
    }
    return false;
}

static void drop(srv_requests *all, srv_waiting *w)
{
    take_out(all, w);
    LIST_REMOVE(w, of_connection);
    w->asking.from->n_waiting--;
    srv_ask_drop(w->asking.ask);
    free(w);
}

void srv_requests_forget(srv_requests *all, const srv_connection *from)
{
    for (srv_waiting *w; (w = LIST_FIRST(&from->waiting));) drop(all, w);
    drop_held(&all->queue, from);
    drop_held(&all->answered, from);
}

static void refuse(srv_requests *all, const srv_asking *a, srv_refused *refused, void *context)
{
    all->parts->outbox.is_sure = true;
    srv_post_refusal(&all->parts->outbox, a->from, a->ask->id, KB_REFUSED_BUSY);
    all->parts->outbox.is_sure = false;
    refused(context);
}

void srv_requests_refuse_undecided(srv_requests *all, srv_refused *refused, void *context)
{
    size_t n = 0;
    for (int i = 0; i < SRV_WAITS; i++)
        for (srv_waiting *w; (w = TAILQ_FIRST(&all->waiting[i]));) {
            refuse(all, &w->asking, refused, context);
            drop(all, w);
        }
    for (size_t i = 0; i < all->queue.n; i++) {
        srv_held *held = &all->queue.at[i];
        if (held->kind == SRV_HELD_REQUEST) {
            refuse(all, &held->asking, refused, context);
            free_held(held);
        } else {
            all->queue.at[n++] = *held;
        }
    }
    all->queue.n = n;
}

void srv_requests_open(srv_requests *all, srv_parts *parts)
{
    memset(all, 0, sizeof *all);
    all->parts = parts;
    for (int i = 0; i < SRV_WAITS; i++) TAILQ_INIT(&all->waiting[i]);
}

void srv_requests_close(srv_requests *all)
{
    for (int i = 0; i < SRV_WAITS; i++)
        for (srv_waiting *w; (w = TAILQ_FIRST(&all->waiting[i]));) drop(all, w);
    drop_held(&all->queue, NULL);
    drop_held(&all->answered, NULL);
    free(all->queue.at);
    free(all->answered.at);
}

/* --- handling -------------------------------------------------------------------------------------------- */

/* Removed players may look at the game once it is over. */
static bool is_kept_out(const srv_asking *a)
{
    int needs = requests[a->ask->what].needs;
    const srv_room *room = a->table->room;
    return !(needs & REMOVED_TOO) && !(needs & READS && room->table->stage == KB_OVER) &&
           kb_table_is_removed(room->table, a->from->person);
}

/* A new request is kept; one that has waited already stays where it is, or waits for something else now. */
static bool wait(srv_requests *all, const srv_asking *a, srv_waiting *again, const char *table, srv_waits waits_for)
{
    if (!again) return keep(all, a, table, waits_for);
    if (again->waits_for != waits_for) {
        take_out(all, again);
        put_last(all, again, waits_for);
    }
    return true;
}

/* Requests of one connection for one table are handled in their order. Returns whether it has to wait. */
static bool handle_at_table(srv_requests *all, srv_asking *a, srv_waiting *again)
{
    srv_outbox *outbox = &all->parts->outbox;
    const char *id = a->ask->table;
    srv_found found = srv_tables_find(&all->parts->tables, id);
    if (found.is_loading) return wait(all, a, again, id, SRV_WAITS_FOR_TABLE);
    if (!again && id && has_earlier(a->from, id)) return wait(all, a, again, id, SRV_WAITS_FOR_TURN);
    outbox->about = a->table = found.table;
    if (!found.table) {
        srv_post_refusal(outbox, a->from, a->ask->id, found.missing);
    } else if (a->table->room->table->stage == KB_EXPIRED) {
        srv_post_refusal(outbox, a->from, a->ask->id, KB_REFUSED_EXPIRED);
    } else if (is_kept_out(a)) {
        srv_post_refusal(outbox, a->from, a->ask->id, KB_REFUSED_REMOVED);
    } else {
        requests[a->ask->what].handle(all->parts, a);
    }
    outbox->about = NULL;
    return false;
}

/* An answer to a ping depends on nothing, and is sent even while the log cannot be written. */
static void hold_answered(srv_requests *all, const srv_asking *a)
{
    if (a->ask->what == SRV_PING) return;
    hold_request(&all->answered, a);
}

static kb_answer refuse_keys(srv_request what)
{
    kb_answer answer = kb_refuse(KB_REFUSED_KEYS);
    char names[256];
    kb_text keys = kb_text_in(names, sizeof names), more = kb_text_in(answer.more, sizeof answer.more);
    srv_put_request_keys(what, &keys);
    kb_putf(&more, "the keys of %s are id, do%s%s", srv_request_name(what), keys.n ? ", " : "", names);
    return answer;
}

static kb_answer check(const srv_requests *all, const srv_asking *a, const srv_waiting *again)
{
    srv_request what = a->ask->what;
    int needs = requests[what].needs;
    if (a->ask->refusal) return refuse_keys(what);
    if (needs & NAMED && !a->from->person) return kb_refuse(KB_REFUSED_NO_NAME);
    bool is_full = needs & ASKS && !again && are_too_many(all, what, SRV_WAITS_FOR_LOG);
    return kb_refuse(is_full ? KB_REFUSED_BUSY : KB_DONE); /* before the log is asked in vain */
}

/* Returns whether it has to wait: for the first time, or again. Its cost is due when it is answered. */
static bool handle(srv_requests *all, srv_asking *a, srv_waiting *again)
{
    srv_parts *parts = all->parts;
    int needs = requests[a->ask->what].needs;
    kb_answer answer = check(all, a, again);
    if (answer.refusal) {
        srv_post_answer(&parts->outbox, a->from, a->ask->id, &answer);
        hold_answered(all, a);
        return false;
    }
    bool is_pending = false, waits = false;
    size_t n_messages = parts->outbox.n;
    uint64_t n_guesses = parts->guard.n_guesses;
    a->is_pending = &is_pending;
    if (needs & TABLE) {
        waits = handle_at_table(all, a, again);
    } else {
        requests[a->ask->what].handle(parts, a);
    }
    a->is_pending = NULL;
    a->is_paid |= parts->guard.n_guesses > n_guesses;
    if (is_pending) waits = wait(all, a, again, "", needs & ASKS ? SRV_WAITS_FOR_LOG : SRV_WAITS_FOR_OTHERS);
    if (!waits) parts->env.work += requests[a->ask->what].cost;
    if (parts->outbox.n > n_messages) hold_answered(all, a);
    return waits;
}

/* --- prices ---------------------------------------------------------------------------------------------- */

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

/* The work of a request is known only afterwards. The connection owes its price, and has to wait until it is paid. */
static void charge(srv_requests *all, srv_connection *c)
{
    uint64_t *work = &all->parts->env.work, price = *work / SRV_WORK_A_REQUEST;
    c->tokens_ms -= (int64_t)(price < SRV_PRICE_MAX ? price : SRV_PRICE_MAX) * COST;
    all->work += *work;
    *work = 0;
}

/* Adds the work this takes. Returns false if it has to wait again. */
static bool handle_again(srv_requests *all, srv_waiting *w, uint64_t *total)
{
    srv_asking *a = &w->asking;
    uint64_t *work = &all->parts->env.work;
    *work = 0;
    bool waits = false;
    if (w->missing) {
        srv_post_refusal(&all->parts->outbox, a->from, a->ask->id, w->missing);
        hold_answered(all, a);
    } else {
        waits = handle(all, a, w);
    }
    if (!waits) *total += SRV_WORK_A_REQUEST + *work;
    *work += w->work;
    w->work = 0;
    charge(all, a->from);
    if (!waits) drop(all, w);
    return !waits;
}

/* The request that has waited longest pays for the loading. */
void srv_requests_go_on(srv_requests *all, const srv_loaded *loaded)
{
    uint64_t work = loaded->work;
    for (srv_waiting *w = TAILQ_FIRST(&all->waiting[SRV_WAITS_FOR_TABLE]), *next; w; w = next) {
        next = TAILQ_NEXT(w, others);
        if (sodium_memcmp(w->table, loaded->id, SRV_TABLE_ID) != 0) continue;
        take_out(all, w);
        put_last(all, w, SRV_WAITS_FOR_TURN);
        w->missing = loaded->missing;
        w->work = work;
        work = 0;
    }
}

/* The log answers about in the order in which it is asked: behind one without an answer, none is looked at. Each of those
 * that wait for other servers may be ready; they are few. */
void srv_requests_retry(srv_requests *all)
{
    uint64_t work = 0;
    srv_waiting *w;
    while ((w = TAILQ_FIRST(&all->waiting[SRV_WAITS_FOR_LOG])) && handle_again(all, w, &work)) {
    }
    for (srv_waiting *next = TAILQ_FIRST(&all->waiting[SRV_WAITS_FOR_OTHERS]); (w = next);) {
        next = TAILQ_NEXT(w, others);
        handle_again(all, w, &work);
    }
    while ((w = TAILQ_FIRST(&all->waiting[SRV_WAITS_FOR_TURN])) && work < SRV_WORK_A_TURN) handle_again(all, w, &work);
}

bool srv_requests_wait(const srv_requests *all)
{
    size_t n = 0;
    for (int i = 0; i < SRV_WAITS; i++) n += all->n_waiting[i];
    return n > 0;
}

bool srv_requests_want_turn(const srv_requests *all)
{
    return all->n_waiting[SRV_WAITS_FOR_TURN] && !all->is_queueing;
}

/* --- the queue ------------------------------------------------------------------------------------------- */

static void handle_held(srv_requests *all, srv_held *held)
{
    all->parts->env.work = 0;
    switch (held->kind) {
    case SRV_HELD_REQUEST:
        handle(all, &held->asking, NULL);
        charge(all, held->asking.from);
        break;
    case SRV_HELD_PROOF: srv_requests_end_proof(all, &held->proving, held->proof); break;
    case SRV_HELD_GREETING: srv_requests_greet(all, held->asking.from); break;
    }
}

void srv_requests_handle_queue(srv_requests *all)
{
    srv_held_list queue = all->queue;
    memset(&all->queue, 0, sizeof all->queue);
    for (size_t i = 0; i < queue.n; i++) {
        handle_held(all, &queue.at[i]);
        free_held(&queue.at[i]);
    }
    free(queue.at);
}

void srv_requests_greet(srv_requests *all, srv_connection *c)
{
    srv_held held = {.kind = SRV_HELD_GREETING, .asking = {.from = c}};
    if (!all->is_queueing) srv_greet(all->parts, c);
    hold(all->is_queueing ? &all->queue : &all->answered, &held);
}

void srv_requests_end_proof(srv_requests *all, const srv_proving *proving, const srv_proof *proof)
{
    srv_connection *from = srv_connection_numbered(&all->parts->watch, proving->connection);
    if (!from) return; /* a client that has disconnected since then has to ask again */
    srv_held held = {.kind = SRV_HELD_PROOF, .asking = {.from = from}, .proving = *proving};
    if (proof) {
        held.proof = srv_alloc(sizeof *proof);
        *held.proof = *proof;
    }
    if (!all->is_queueing) srv_end_proof(all->parts, from, proving, proof);
    hold(all->is_queueing ? &all->queue : &all->answered, &held);
}

/* --- a message arrives ----------------------------------------------------------------------------------- */

const char *srv_requests_receive(srv_requests *all, srv_connection *c, const char *text, size_t n, bool is_stuck)
{
    srv_parts *parts = all->parts;
    all->n_received++;
    parts->env.work = 0;
    srv_ask *ask = srv_ask_read(text, n);
    bool is_ping = ask->what == SRV_PING;
    kb_refused refusal = ask->refusal == KB_REFUSED_KEYS ? KB_DONE : ask->refusal;
    if (is_too_fast(c, parts->env.now_ms)) {
        refusal = KB_REFUSED_TOO_FAST;
    } else if (is_stuck && !is_ping && refusal != KB_REFUSED_JSON) {
        refusal = KB_REFUSED_BUSY;
    }
    const char *name = srv_request_name(ask->what);
    parts->outbox.is_sure = refusal || is_ping;
    if (refusal) {
        srv_post_refusal(&parts->outbox, c, ask->id ? ask->id : "", refusal);
    } else {
        srv_asking a = {.from = c, .ask = ask};
        if (all->is_queueing && !is_ping) {
            hold_request(&all->queue, &a);
        } else {
            handle(all, &a, NULL);
            charge(all, c);
        }
    }
    parts->outbox.is_sure = false;
    srv_ask_drop(ask);
    return name;
}
