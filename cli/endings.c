/* endings.c: `kickback endings`: positions near the end of games between bots, and how well bots play them. */
#include "endings.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../core/rng.h"
#include "cli.h"
#include "save.h"

enum { BOTS_MAX = 16, GAMES_MAX = 100000, MOVES_MAX = 4096 };

/* A policy to measure, and its sums over all endings. */
typedef struct candidate {
    player_spec spec;
    endings_policy policy;
    double sum, largest;
    uint64_t settled; /* endings in which no seat can gain anything */
} candidate;

typedef struct call {
    kb_setup setup;
    uint64_t games, seed, states, draws;
    player_spec play;
    candidate bots[BOTS_MAX];
    int n_bots;
    const char *json;
    endings_tree tree;
    uint64_t found, n_states;
} call;

/* --- finding ------------------------------------------------------------------------------------------ */

/* Plays a game and keeps every state. Returns how many there are, or 0 if there are too many. */
static int play(call *c, uint64_t game, player *players, kb_state *states)
{
    kb_rng of_seed = kb_rng_seeded(c->seed), rng = kb_rng_seeded(kb_rng_draw(&of_seed) + game);
    int n = 0, seats = c->setup.seats;
    for (int seat = 0; seat < seats; seat++) player_sit(&players[seat], seat, kb_rng_draw(&rng));
    kb_start(&states[0], &c->setup);
    while (!kb_over(&states[n], NULL)) {
        kb_events events;
        kb_move move;
        int seat;
        if (n + 1 == MOVES_MAX) return 0;
        kb_pick(&states[n], &rng, &seat, &move); /* its move is used for chance only */
        if (seat != KB_CHANCE) move = player_decide(&players[seat], &states[n], &c->tree.room);
        states[n + 1] = states[n];
        kb_apply(&states[++n], seat, move, &events);
        for (int other = 0; other < seats; other++) player_hear(&players[other], &states[n], &events);
    }
    return n + 1;
}

static bool is_choice(const kb_state *state)
{
    kb_span list[2];
    int seat = kb_lowest_bit(kb_actors(state));
    return seat != KB_CHANCE && (kb_legal(state, seat, list, 2) > 1 || list[0].n > 1);
}

/* The earliest decision of a game from which everything that can follow was explored. -1: none. */
static int find(endings_tree *t, const kb_state *states, int n)
{
    int found = -1;
    endings_clear(t);
    for (int i = n - 2; i >= 0 && endings_explore(t, &states[i]); i--)
        if (is_choice(&states[i])) found = i;
    return found;
}

/* --- solving and writing ------------------------------------------------------------------------------ */

static void put_values(FILE *to, const char *name, const double *values, int n)
{
    cli_print_json(to, "%s:[", name);
    for (int i = 0; i < n; i++) fprintf(to, "%s%.4f", i ? "," : "", values[i]);
    fputs("]", to);
}

static void solve(call *c, candidate *b, const kb_state *state, FILE *json)
{
    endings_tree *t = &c->tree;
    double gain = 0;
    t->policy = b->policy;
    endings_clear(t);
    endings_value value = endings_solve(t, state);
    for (int seat = 0; seat < c->setup.seats; seat++) gain += value.best[seat] - value.policy[seat];
    b->sum += gain;
    if (gain > b->largest) b->largest = gain;
    if (gain < 1e-6) b->settled++;
    cli_print_json(json, ", %s:{", b->policy == ENDINGS_PERFECT ? "perfect" : b->spec.text);
    put_values(json, "policy", value.policy, c->setup.seats);
    fputs(",", json);
    put_values(json, "best", value.best, c->setup.seats);
    cli_print_json(json, ", nashconv:%.4f}", gain);
}

static bool solve_all(call *c, const kb_state *state, uint64_t game, int at, FILE *json)
{
    char buffer[KB_POSITION_MAX];
    kb_text position = kb_text_in(buffer, sizeof buffer);
    endings_tree *t = &c->tree;
    endings_clear(t);
    endings_explore(t, state);
    c->found++;
    c->n_states += t->n;
    kb_position_json(state, &position);
    cli_print_json(json, "{game:%llu, move:%d, states:%llu, position:", (unsigned long long)game, at,
                   (unsigned long long)t->n);
    cli_print(json, &position);
    for (int i = 0; i < c->n_bots; i++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        if (c->bots[i].policy == ENDINGS_BOT && !player_open(&t->bot, &c->bots[i].spec, &why))
            return cli_input_error("%s: %s", c->bots[i].spec.text, reason) == CLI_FINE;
        solve(c, &c->bots[i], state, json);
        if (c->bots[i].policy == ENDINGS_BOT) player_close(&t->bot);
    }
    fputs("}\n", json);
    return true;
}

static bool find_and_solve(call *c, FILE *json)
{
    kb_state *states = malloc(MOVES_MAX * sizeof *states);
    player *players = calloc(KB_SEATS_MAX, sizeof *players);
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    bool fine = states && players && endings_open(&c->tree, c->states);
    if (!fine) cli_input_error("out of memory");
    for (int seat = 0; fine && seat < c->setup.seats; seat++) fine = player_open(&players[seat], &c->play, &why);
    for (uint64_t game = 0; fine && game < c->games; game++) {
        int n = play(c, game, players, states), at = find(&c->tree, states, n);
        if (at >= 0) fine = solve_all(c, &states[at], game, at, json);
    }
    endings_close(&c->tree);
    free(states);
    free(players);
    return fine;
}

/* Markdown, for docs/lab.md. */
static void print_table(const call *c)
{
    double n = c->found ? (double)c->found : 1, largest = 0;
    for (int i = 0; i < c->n_bots; i++)
        if (c->bots[i].largest > largest) largest = c->bots[i].largest;
    int digits = c->tree.wins ? 4 : largest < 1000 ? 2 : 0; /* points, or money */
    printf("%llu endings from %llu games of %s, seed %llu; %.0f states each on average, %llu at most; %llu draws; "
           "value: %s\n\n",
           (unsigned long long)c->found, (unsigned long long)c->games, c->play.text, (unsigned long long)c->seed,
           (double)c->n_states / n, (unsigned long long)c->states, (unsigned long long)c->draws,
           c->tree.wins ? "share of the win" : "score");
    printf("| bot | mean NashConv | largest | nothing to gain |\n|---|---|---|---|\n");
    for (int i = 0; i < c->n_bots; i++) {
        const candidate *b = &c->bots[i];
        printf("| %s | %.*f | %.*f | %.0f %% |\n", b->policy == ENDINGS_PERFECT ? "perfect" : b->spec.text, digits,
               b->sum / n, digits, b->largest, 100 * (double)b->settled / n);
    }
}

/* --- the verb ----------------------------------------------------------------------------------------- */

static const struct option flags[] = {
    {"players", required_argument, NULL, 'n'}, {"edition", required_argument, NULL, 'e'},
    {"option", required_argument, NULL, 'o'},  {"games", required_argument, NULL, 'g'},
    {"seed", required_argument, NULL, 's'},    {"states", required_argument, NULL, 'm'},
    {"play", required_argument, NULL, 'p'},    {"solve", required_argument, NULL, 'b'},
    {"draws", required_argument, NULL, 'd'},   {"rewards", required_argument, NULL, 'r'},
    {"json", required_argument, NULL, 'j'},    {NULL, 0, NULL, 0},
};

/* Reads a bot of ours. A program cannot be asked what it would do elsewhere. */
static bool take_bot(const char *flag, const char *text, player_spec *out)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (player_command(text)) return cli_call_error("endings", "%s: programs cannot play here", flag) == CLI_FINE;
    if (!player_read(text, out, &why)) return cli_call_error("endings", "%s: %s", flag, reason) == CLI_FINE;
    if (out->bot.milliseconds)
        return cli_call_error("endings", "%s: a bot limited by time has no fixed policy", flag) == CLI_FINE;
    return true;
}

static bool take_solve(call *c, char *list)
{
    char *rest = NULL;
    for (const char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        candidate *b = &c->bots[c->n_bots];
        if (c->n_bots == BOTS_MAX) return cli_call_error("endings", "--solve: at most %d bots", BOTS_MAX) == CLI_FINE;
        b->policy = !strcmp(name, "perfect")  ? ENDINGS_PERFECT
                    : !strcmp(name, "random") ? ENDINGS_UNIFORM
                                              : ENDINGS_BOT;
        if (b->policy != ENDINGS_PERFECT && !take_bot("--solve", name, &b->spec)) return false;
        c->n_bots++;
    }
    return c->n_bots || cli_call_error("endings", "--solve: expected bots") == CLI_FINE;
}

static bool take_flag(call *c, int flag)
{
    switch (flag) {
    case 'n': return cli_take_players("endings", optarg, &c->setup);
    case 'e': return cli_take_edition("endings", optarg, &c->setup);
    case 'o': return cli_take_option("endings", optarg, &c->setup);
    case 'g': return cli_take_number("endings", "--games", optarg, 1, GAMES_MAX, &c->games);
    case 's': return cli_take_number("endings", "--seed", optarg, 0, INT64_MAX, &c->seed);
    case 'm': return cli_take_number("endings", "--states", optarg, 2, ENDINGS_STATES_MAX, &c->states);
    case 'p': return take_bot("--play", optarg, &c->play);
    case 'b': return take_solve(c, optarg);
    case 'd': return cli_take_number("endings", "--draws", optarg, 1, ENDINGS_DRAWS_MAX, &c->draws);
    case 'j': c->json = optarg; return true;
    case 'r':
        c->tree.wins = !strcmp(optarg, "win");
        if (c->tree.wins || !strcmp(optarg, "money")) return true;
        return cli_call_error("endings", "--rewards: expected money or win but found '%s'", optarg) == CLI_FINE;
    default: return true;
    }
}

static bool read_call(call *c, int argc, char **argv)
{
    int flag;
    /* The game may be anywhere among the flags, but the flags depend on it. So find it first. */
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (flag == '?') return cli_flag_error("endings", flags, argv) == CLI_FINE;
    if (argc - optind > 1)
        return cli_call_error("endings", "expected one game but found '%s' too", argv[optind + 1]) == CLI_FINE;
    if (!cli_take_game("endings", optind < argc ? argv[optind] : NULL, &c->setup)) return false;
    c->setup.seats = (uint8_t)kb_game_seats_min(c->setup.game);
    optind = 1;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (!take_flag(c, flag)) return false;
    if (c->json && !cli_can_replace(c->json))
        return cli_call_error("endings", "--json %s: %s", c->json, strerror(errno)) == CLI_FINE;
    return cli_check_setup("endings", &c->setup);
}

static int run(int argc, char **argv)
{
    static call c; /* static: it must be zero, and is large */
    char *text = NULL;
    size_t n = 0;
    c.games = 20;
    c.states = 2000;
    c.draws = 4;
    take_bot("--play", "greedy", &c.play);
    if (!read_call(&c, argc, argv)) return CLI_BAD_CALL;
    FILE *json = open_memstream(&text, &n);
    if (!json) return cli_input_error("out of memory");
    c.tree.draws = (uint32_t)c.draws;
    bool fine = find_and_solve(&c, json);
    fine = !fclose(json) && fine;
    if (fine && !c.found)
        fine = cli_input_error(
                   "no small ending in %llu games: something hidden still matters, or more states can follow",
                   (unsigned long long)c.games) == CLI_FINE;
    if (fine && c.n_bots)
        print_table(&c);
    else if (fine && !c.json)
        fwrite(text, 1, n, stdout);
    if (fine && c.json) fine = cli_save(c.json, text, n);
    free(text);
    return fine ? CLI_FINE : CLI_BAD_INPUT;
}

const cli_verb cli_endings = {
    "endings",
    "find small endings of games, and solve them exactly",
    "usage: kickback endings GAME [--games N] [--states N] [--play BOT] [--solve A,B,…] [--draws N] [--rewards R]\n"
    "                        [--players N] [--edition E] [--option K=V]… [--seed S] [--json FILE]\n\n"
    "Plays games between bots. For each game it finds the earliest decision after which at most --states different\n"
    "states can follow, nobody who remembers the game must guess, and one seat moves at a time. Prints these\n"
    "positions as lines of JSON. With --solve, computes for each bot what every seat gets if all seats play like\n"
    "it, what a seat would get that plays as well as possible against it, and NashConv, the sum of the differences;\n"
    "prints a table. docs/lab.md says what is exact.\n\n"
    "  --games N      games to play (default 20)\n"
    "  --states N     default 2000\n"
    "  --play BOT     who plays the games (default greedy)\n"
    "  --solve A,B,…  bots, or `perfect`: the best move against perfect play\n"
    "  --draws N      how often a bot is asked in each state, with another seed each time (default 4)\n"
    "  --rewards R    money: the score (default); win: the share of the win\n"
    "  --players N    seats (default: as few as possible)\n"
    "  --edition E    the edition (default: the first of `kickback games GAME`)\n"
    "  --option K=V   sets an option; may be repeated\n"
    "  --seed S       0 … 2^63-1 (default 0)\n"
    "  --json FILE    writes the lines of JSON to a file, with the values of each bot\n\n"
    "Exit status: 0 success, 1 no ending was found, or a file could not be written, 2 bad usage.\n\n"
    "examples:\n"
    "  kickback endings intrige --games 5\n"
    "  kickback endings incorporated --solve random,greedy,perfect --json endings.jsonl\n",
    run,
};
