/* player.c: a seat played by a bot: one of ours, or an external program. */
#include "player.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../core/rng.h"
#include "tell.h"

enum { ROOM_BYTES = 32 << 20 };

/* --- specs ------------------------------------------------------------------------------------------ */

const char *player_command(const char *text)
{
    return !strncmp(text, "cmd:", 4) ? text + 4 : NULL;
}

const char *player_script(const char *text)
{
    return !strncmp(text, "script:", 7) ? text + 7 : NULL;
}

bool player_read(const char *text, player_spec *spec, kb_text *why)
{
    const char *command = player_command(text);
    memset(spec, 0, sizeof *spec);
    if (strlen(text) >= sizeof spec->text) {
        kb_putf(why, "a bot's name has at most %d bytes", PLAYER_SPEC_MAX - 1);
        return false;
    }
    kb_text plain = kb_text_in(spec->text, sizeof spec->text);
    cli_put_safe(&plain, text, strlen(text));
    if (strcmp(spec->text, text) != 0) { /* records contain it and accept only plain text */
        kb_putf(why, "'%s' is not plain text", spec->text);
        return false;
    }
    if (!command) return bot_read(text, &spec->bot, why);
    if (command[strspn(command, " ")]) return true;
    kb_put(why, "cmd: needs a program, as in cmd:./mybot.py");
    return false;
}

/* --- room -------------------------------------------------------------------------------------------- */

uint64_t player_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t processor_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The index in the histogram: four steps for each doubling, starting at 1.024 µs. */
static int time_step(uint64_t ns)
{
    uint64_t units = ns >> 8; /* quarters of the first step */
    int doubled = units < 4 ? 0 : 61 - __builtin_clzll(units);
    int step = units < 4 ? 0 : 4 * doubled + (int)(units >> doubled & 3);
    return step < PLAYER_TIMES ? step : PLAYER_TIMES - 1;
}

uint64_t player_time_of(int i)
{
    return ((uint64_t)(4 + i % 4 + 1) << (i / 4)) * 256;
}

static void note_time(player *p, uint64_t ns)
{
    p->took[time_step(ns)]++;
    if (ns > p->slowest_ns) p->slowest_ns = ns;
}

bool player_room_open(player_room *room)
{
    *room = (player_room){.memory = NULL};
    room->memory = malloc(ROOM_BYTES); /* takes no physical memory until a bot searches in it */
    return room->memory != NULL;
}

void player_room_close(player_room *room)
{
    free(room->memory);
    free(room->table);
    *room = (player_room){.memory = NULL};
}

static bool is_late(void *clock, uint32_t milliseconds)
{
    const player_room *room = clock;
    return player_now_ns() - room->began_ns >= (uint64_t)milliseconds * 1000000u;
}

bot_room player_search_room(player_room *room)
{
    room->began_ns = player_now_ns();
    return (bot_room){room->memory, ROOM_BYTES, is_late, room};
}

/* --- at the table ------------------------------------------------------------------------------------ */

bool player_open(player *p, const player_spec *spec, kb_text *why)
{
    const char *command = player_command(spec->text);
    memset(p, 0, sizeof *p);
    p->spec = *spec;
    p->program_ms = OUTSIDE_MILLISECONDS;
    if (player_script(spec->text)) return negotiator_read(player_script(spec->text), &p->script, why);
    if (command) p->program = outside_open(command, why);
    return !command || p->program;
}

void player_close(player *p)
{
    if (p->program) outside_close(p->program);
    p->program = NULL;
}

void player_sit(player *p, int seat, uint64_t seed)
{
    p->seat = seat;
    p->say[0] = p->trouble[0] = '\0';
    p->decisions = p->forfeits = p->unheard = p->decided_ns = p->slowest_ns = 0;
    memset(p->took, 0, sizeof p->took);
    p->instead = kb_rng_seeded(seed);
    if (p->program) {
        guest_sit(&p->guest, p->program, seat, seed);
    } else if (p->script.script) {
        negotiator_sit(&p->script, seat, seed);
    } else {
        bot_sit(&p->bot, &p->spec.bot, seat, seed);
    }
}

void player_hear(player *p, const kb_state *state, const kb_events *events)
{
    kb_state view;
    kb_redact(state, p->seat, &view);
    for (int i = 0; i < events->n; i++) {
        const kb_event *event = &events->at[i];
        if (!(event->seen_by & 1u << p->seat)) continue;
        if (p->program) {
            outside_hear_event(p->program, &view, event);
        } else {
            bot_watch(&p->bot, &view, event);
        }
    }
}

void player_hear_talk(player *p, const kb_setup *setup, int from, uint32_t to_mask, const char *words)
{
    bool is_meant = !to_mask || to_mask & 1u << p->seat;
    if (p->program && is_meant && from != p->seat) outside_hear_talk(p->program, setup, from, to_mask, words);
}

static void note_trouble(player *p, const kb_text *why)
{
    if (!why->n) return;
    kb_text trouble = kb_text_in(p->trouble, sizeof p->trouble);
    cli_put_safe(&trouble, why->at, why->n);
}

/* A program may not know that nobody negotiates here. It is told once, and the report says how often. */
static void refuse_pacts(player *p, const kb_setup *setup)
{
    static const char no_pacts[] = "there are no pacts here";
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    outside_act act;
    if (!outside_next_act(p->program, setup, &act, &why)) return;
    if (!p->unheard++) outside_hear_refusal(p->program, no_pacts);
    if (p->forfeits) return; /* there is a better reason to complain */
    kb_text trouble = kb_text_in(p->trouble, sizeof p->trouble);
    kb_putf(&trouble, "it sent pacts with %d answers, but %s without --pacts", (int)p->unheard, no_pacts);
}

static kb_move ask_program(player *p, const kb_state *view)
{
    kb_text say = kb_text_in(p->say, sizeof p->say);
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_move move;
    bool decided = outside_decide(p->program, view, NULL, p->program_ms, &move, &say, &why);
    if (!decided) {
        move = bot_random(view, p->seat, &p->instead);
        p->forfeits++;
    }
    refuse_pacts(p, &view->setup);
    note_trouble(p, &why);
    return move;
}

/* --- deciding ---------------------------------------------------------------------------------------- */

kb_move player_decide(player *p, const kb_state *state, player_room *room)
{
    kb_state view;
    kb_redact(state, p->seat, &view);
    uint64_t processor = processor_ns();
    const bot_room search_room = player_search_room(room);
    kb_move move = p->program ? ask_program(p, &view) : bot_decide(&p->bot, &view, &search_room);
    uint64_t passed = player_now_ns() - room->began_ns;
    p->decisions++;
    p->decided_ns += passed;
    note_time(p, p->program ? passed : processor_ns() - processor);
    KB_ASSERT(!kb_check(state, p->seat, move));
    return move;
}

void player_parley(player *p, kb_table *t)
{
    if (p->program) {
        p->guest.milliseconds = p->program_ms;
        p->guest.is_silent = !kb_parley_may_speak(t);
        guest_talk(&p->guest, t, 0);
    } else if (p->script.script) {
        negotiator_speak(&p->script, t);
    } else {
        kb_parley_bot(t, 0, NULL);
    }
}

static void move_guest(player *p, kb_table *t)
{
    p->guest.milliseconds = p->program_ms;
    guest_move(&p->guest, t, 0);
    p->forfeits = p->guest.forfeits;
    memcpy(p->trouble, p->guest.trouble, sizeof p->guest.trouble);
}

void player_move(player *p, kb_table *t, player_room *room)
{
    const bot_room search_room = player_search_room(room);
    uint64_t processor = processor_ns();
    if (p->program) {
        move_guest(p, t);
    } else if (p->script.script) {
        negotiator_move(&p->script, t, &search_room);
    } else {
        int seat = kb_bots_move(t, 0, &search_room, NULL);
        KB_ASSERT(seat == p->seat);
        p->bot = t->minds[seat].bot;
    }
    uint64_t passed = player_now_ns() - room->began_ns;
    p->decisions++;
    p->decided_ns += passed;
    note_time(p, p->program ? passed : processor_ns() - processor);
}

void player_leave(player *p, const kb_table *t)
{
    if (p->program) guest_end(&p->guest, t);
}

bool player_speak(player *p, const kb_setup *setup, kb_text *words, uint32_t *to_mask)
{
    *to_mask = p->program ? outside_speaks_to(p->program) : 0;
    if (p->program) {
        cli_put_safe(words, p->say, strlen(p->say));
        p->say[0] = '\0';
        return words->n > 0;
    }
    return bot_speak(&p->bot, setup, words);
}

void player_end(player *p, const kb_state *state)
{
    if (p->program) outside_end(p->program, state, p->program_ms);
}
