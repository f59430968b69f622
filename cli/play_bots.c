/* play_bots.c: the seats without a person: bots of ours, who belong to the table, and programs, who are its guests. */
#include <string.h>

#include "../core/rng.h"
#include "../table/parley.h"
#include "play.h"

bool play_bots_open(play_session *s)
{
    bool fine = player_room_open(&s->bots.room);
    if (!fine) cli_input_error("out of memory");
    for (int seat = 0; fine && seat < s->table.at->setup.seats; seat++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        const play_role *role = &s->table.role[seat];
        const char *command = role->person ? NULL : player_command(role->bot);
        if (!command) continue;
        s->bots.program[seat] = outside_open(command, &why);
        s->bots.guest[seat].milliseconds = s->bots.program_ms;
        fine = s->bots.program[seat] != NULL;
        if (!fine) cli_input_error("%s: %s", role->bot, reason);
    }
    if (fine) play_bots_sit(s);
    return fine;
}

void play_bots_close(play_session *s)
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) outside_close(s->bots.program[seat]);
    player_room_close(&s->bots.room);
}

/* The table's bots have read the game already. They do not answer what was said before. */
void play_bots_sit(play_session *s)
{
    kb_table *t = s->table.at;
    kb_bots_begin(t, kb_rng_draw(&s->rng));
    for (int seat = 0; seat < t->setup.seats; seat++) {
        t->bots.heard[seat] = t->n_entries;
        if (s->bots.program[seat]) guest_sit(&s->bots.guest[seat], s->bots.program[seat], seat, kb_rng_draw(&s->rng));
    }
}

void play_bots_end(play_session *s)
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++)
        if (s->bots.program[seat]) guest_end(&s->bots.guest[seat], s->table.at);
}

/* Bots among themselves take turns, as in the arena. */
static bool let_bots_talk(kb_table *t)
{
    bool people = false;
    for (int seat = 0; seat < t->setup.seats; seat++) people |= t->seats[seat].person != 0;
    if (people) return kb_bots_talk(t, 0, NULL);
    bool talks = kb_parley_seat(t, KB_PARLEY_LINES) >= 0;
    if (talks) kb_parley_bot(t, 0, NULL);
    return talks;
}

bool play_bots_talk(play_session *s)
{
    bool talks = let_bots_talk(play_make_room(&s->table));
    for (int seat = 0; !talks && seat < KB_SEATS_MAX; seat++)
        talks = s->bots.program[seat] && guest_talk(&s->bots.guest[seat], play_make_room(&s->table), 0);
    play_follow(&s->table);
    return talks;
}

static void tell_trouble(const play_session *s, int seat, bool forfeited)
{
    const guest *g = &s->bots.guest[seat];
    if (!g->trouble[0]) return;
    printf("(%s, %s: %s.%s)\n", kb_seat_name(&s->table.at->setup, seat), s->table.role[seat].bot, g->trouble,
           forfeited ? " A random move was made instead." : "");
}

void play_bots_move(play_session *s, int seat)
{
    guest *g = &s->bots.guest[seat];
    uint64_t forfeits = g->forfeits;
    kb_table *t = play_make_room(&s->table);
    play_thinking_begin(kb_seat_name(&t->setup, seat));
    g->trouble[0] = '\0';
    if (s->bots.program[seat]) {
        guest_move(g, t, 0);
    } else {
        const bot_room room = player_search_room(&s->bots.room);
        kb_bots_move(t, 0, &room, NULL);
    }
    play_thinking_end();
    tell_trouble(s, seat, g->forfeits > forfeits);
    play_follow(&s->table);
}
