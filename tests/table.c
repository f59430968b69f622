/* table.c: one game between programs, for tests/outside.py. The record goes to standard output. Forfeits, notes and
 * programs that could not be started go to standard error, one line each.
 *
 * usage: table GAME SEED MILLISECONDS OPTION=VALUE… SEAT…
 * The number of named seats is the number of players. A seat is "random", "cmd:COMMAND", or "crier", which moves at
 * random and never stops talking. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cli/outside.h"
#include "../core/rng.h"

typedef struct table {
    kb_state state;
    kb_rng rng;
    uint32_t milliseconds;
    outside *program[KB_SEATS_MAX]; /* NULL: random moves */
    uint32_t criers_mask;
    int n_cries;
} table;

static void print_line(const kb_text *line)
{
    fwrite(line->at, 1, line->n, stdout);
}

static void report(const table *t, int seat, const char *what, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", kb_seat_name(&t->state.setup, seat), what, why);
}

static void say(table *t, int seat, uint32_t to_mask, const kb_text *words)
{
    char buffer[2048];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_put_talk_line(&t->state.setup, seat, to_mask, words->at, words->n, &line);
    print_line(&line);
    for (int other = 0; other < t->state.setup.seats; other++)
        if (t->program[other]) outside_hear_talk(t->program[other], &t->state.setup, seat, to_mask, words->at);
}

/* Says more than fits into one question. */
static void cry(table *t, int seat)
{
    for (int i = 0; i < 200; i++) {
        char buffer[500];
        kb_text words = kb_text_in(buffer, sizeof buffer);
        kb_putf(&words, "%d is what I say ", t->n_cries++);
        while (!words.cut) kb_put(&words, "and say ");
        say(t, seat, 0, &words);
    }
}

/* Here and in make_move the whole state is passed on purpose: the program must not see more because of it. */
static kb_move decide(table *t, int seat)
{
    char say_at[1024], why_at[KB_WHY_MAX];
    kb_text words = kb_text_in(say_at, sizeof say_at), why = kb_text_in(why_at, sizeof why_at);
    kb_move move;
    bool decided = outside_decide(t->program[seat], &t->state, NULL, t->milliseconds, &move, &words, &why);
    if (!decided) {
        kb_span list[KB_SPANS_MAX];
        move = kb_rng_move(&t->rng, list, kb_legal(&t->state, seat, list, KB_SPANS_MAX));
    }
    if (why.n) report(t, seat, decided ? "note" : "forfeit", why.at);
    if (words.n) say(t, seat, outside_speaks_to(t->program[seat]), &words);
    return move;
}

static void make_move(table *t, int seat, kb_move move)
{
    char buffer[256];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_events events = {0};
    kb_put_move_line(&t->state, seat, move, &line);
    print_line(&line);
    if (kb_apply(&t->state, seat, move, &events)) {
        report(t, seat, "FAULT", "the rules refuse what outside_decide let pass");
        exit(1);
    }
    for (int i = 0; i < events.n; i++)
        for (int other = 0; other < t->state.setup.seats; other++)
            if (t->program[other]) outside_hear_event(t->program[other], &t->state, &events.at[i]);
}

static void play(table *t)
{
    char buffer[KB_WHY_MAX];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_put_setup_line(&t->state.setup, KB_VERSION, &line);
    print_line(&line);
    while (!kb_over(&t->state, NULL)) {
        int seat;
        kb_move move;
        kb_pick(&t->state, &t->rng, &seat, &move);
        if (t->criers_mask & 1u << seat) cry(t, seat);
        if (seat < KB_SEATS_MAX && t->program[seat]) move = decide(t, seat);
        make_move(t, seat, move);
    }
    line = kb_text_in(buffer, sizeof buffer);
    kb_put_end_line(&t->state, &line);
    print_line(&line);
    for (int seat = 0; seat < t->state.setup.seats; seat++)
        if (t->program[seat]) outside_end(t->program[seat], &t->state, t->milliseconds);
}

static void open_seats(table *t, char **names, uint64_t seed)
{
    for (int seat = 0; seat < t->state.setup.seats; seat++) {
        char buffer[KB_WHY_MAX];
        kb_text why = kb_text_in(buffer, sizeof buffer);
        if (!strcmp(names[seat], "crier")) t->criers_mask |= 1u << seat;
        if (strncmp(names[seat], "cmd:", 4) != 0) continue;
        t->program[seat] = outside_open(names[seat] + 4, &why);
        if (!t->program[seat]) report(t, seat, "not started", why.at);
        if (t->program[seat]) outside_begin(t->program[seat], seat, seed + (uint64_t)seat);
    }
}

int main(int argc, char **argv)
{
    table t = {0};
    kb_setup setup;
    int arg = 4;
    if (argc < 6 || !cli_take_game("table", argv[1], &setup)) return CLI_BAD_CALL;
    uint64_t seed = strtoull(argv[2], NULL, 10);
    t.milliseconds = (uint32_t)strtoul(argv[3], NULL, 10);
    t.rng = kb_rng_seeded(seed);
    for (; arg < argc && strchr(argv[arg], '=') && strncmp(argv[arg], "cmd:", 4) != 0; arg++)
        if (!cli_take_option("table", argv[arg], &setup)) return CLI_BAD_CALL;
    setup.seats = (uint8_t)(argc - arg);
    if (!cli_check_setup("table", &setup) || kb_start(&t.state, &setup)) return CLI_BAD_CALL;
    open_seats(&t, argv + arg, seed);
    play(&t);
    for (int seat = 0; seat < setup.seats; seat++) outside_close(t.program[seat]);
    return CLI_FINE;
}
