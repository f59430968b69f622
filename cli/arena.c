/* arena.c: `kickback arena`: many games between bots. This file reads the command line and writes the output files. */
#include "arena.h"

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../table/parley.h"
#include "ranks.h"
#include "save.h"

enum {
    DEFAULT_GAMES = 1000,
    DEFAULT_FINAL = 800,
    GAMES_MAX = 1000000,
    THREADS_MAX = 256,
    USUAL_SEATS = 4,
    INTERRUPTED = 130
};

/* --- the call ---------------------------------------------------------------------------------------- */

static bool take_screen(arena_plan *plan, const char *text)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (player_read(text, &plan->screen.spec, &why)) return true;
    cli_call_error("arena", "--screen: %s", reason);
    return false;
}

static const struct option flags[] = {
    {"bots", required_argument, NULL, 'b'},     {"games", required_argument, NULL, 'g'},
    {"players", required_argument, NULL, 'n'},  {"seats", required_argument, NULL, 'n'},
    {"edition", required_argument, NULL, 'e'},  {"option", required_argument, NULL, 'o'},
    {"seed", required_argument, NULL, 's'},     {"threads", required_argument, NULL, 't'},
    {"json", required_argument, NULL, 'j'},     {"csv", required_argument, NULL, 'c'},
    {"records", required_argument, NULL, 'r'},  {"checkpoint", required_argument, NULL, 'k'},
    {"field", required_argument, NULL, 'f'},    {"duplicate", no_argument, NULL, 'd'},
    {"bot-time", required_argument, NULL, 'i'}, {"curve", no_argument, NULL, 'v'},
    {"best-response", no_argument, NULL, 'x'},  {"screen", required_argument, NULL, 'y'},
    {"final", required_argument, NULL, 'z'},    {"pacts", optional_argument, NULL, 'p'},
    {"talk", required_argument, NULL, 'l'},     {NULL, 0, NULL, 0},
};

static bool take_flag(arena_plan *plan, int flag)
{
    switch (flag) {
    case 'b': return arena_add_bots(plan, "arena", optarg);
    case 'g': return cli_take_number("arena", "--games", optarg, 1, GAMES_MAX, &plan->games);
    case 'n': return cli_take_players("arena", optarg, &plan->setup);
    case 'e': return cli_take_edition("arena", optarg, &plan->setup);
    case 'o': return cli_take_option("arena", optarg, &plan->setup);
    case 's': return cli_take_number("arena", "--seed", optarg, 0, INT64_MAX, &plan->seed);
    case 't': return cli_take_number("arena", "--threads", optarg, 1, THREADS_MAX, &plan->threads);
    case 'j': plan->json = optarg; return true;
    case 'c': plan->csv = optarg; return true;
    case 'r': plan->records = optarg; return true;
    case 'k': plan->checkpoint = optarg; return true;
    case 'f': plan->field = optarg; return true; /* read when all bots are named */
    case 'd': plan->duplicate = true; return true;
    case 'i': return cli_take_number("arena", "--bot-time", optarg, 1, OUTSIDE_MILLISECONDS_MAX, &plan->program_ms);
    case 'v': plan->curve = true; return true;
    case 'x': plan->best_response = true; return true;
    case 'y': return take_screen(plan, optarg);
    case 'p': return arena_take_pacts(plan, "arena", optarg);
    case 'l': return cli_take_number("arena", "--talk", optarg, 0, KB_PARLEY_LINES_MAX, &plan->lines);
    case 'z': return cli_take_number("arena", "--final", optarg, 1, GAMES_MAX, &plan->final_games);
    default: return true;
    }
}

/* The number of bots, if the game can be played by that many; otherwise four. */
static int usual_seats(const arena_plan *plan)
{
    const kb_game *game = kb_game_at(plan->setup.game);
    if (!plan->field && plan->n_bots >= 2 && plan->n_bots >= game->seats_min && plan->n_bots <= game->seats_max)
        return plan->n_bots;
    return game->seats_max < USUAL_SEATS ? game->seats_max : USUAL_SEATS;
}

/* Whether the flags can be combined. */
static bool check_plan(const arena_plan *plan)
{
    const char *fault = NULL;
    bool files = plan->csv || plan->records;
    if (plan->curve && strcmp(kb_game_at(plan->setup.game)->name, "intrige") != 0)
        fault = "--curve works for intrige only";
    else if (plan->curve &&
             (plan->field || plan->best_response || plan->duplicate || plan->json || plan->checkpoint || files))
        fault = "--curve goes with --bots, --games, --seed and --threads only";
    else if (plan->curve && ranks_count() > 1)
        fault = "--curve is played by one process only";
    else if (plan->best_response && (plan->n_named != 1 || !plan->field || plan->duplicate || files))
        fault = "--best-response needs one bot in --bots and a --field, and goes with --json and --checkpoint only";
    else if (plan->pacts && (plan->curve || plan->best_response || ranks_count() > 1 || plan->duplicate))
        fault = "--pacts goes with matches in one process, and not with --duplicate";
    else if (plan->field && !plan->best_response && plan->n_named >= plan->setup.seats)
        fault = "--bots fills every seat and leaves none for --field";
    if (fault) cli_call_error("arena", "%s", fault);
    return !fault;
}

static bool read_call(arena_plan *plan, int argc, char **argv)
{
    int flag;
    /* The game may be anywhere among the flags, but the flags depend on it. So find it first. */
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (flag == '?') {
            cli_flag_error("arena", flags, argv);
            return false;
        }
    const char *name = optind < argc ? argv[optind++] : NULL;
    if (optind < argc) {
        cli_call_error("arena", "expected one game but found '%s' too", argv[optind]);
        return false;
    }
    if (!cli_take_game("arena", name, &plan->setup)) return false;
    plan->setup.seats = 0;
    optind = 1;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (!take_flag(plan, flag)) return false;
    if (plan->field && !arena_read_field(plan, plan->field)) return false;
    if (!plan->n_bots) {
        cli_call_error("arena", "--bots is missing: --bots A,B,… or --field FILE");
        return false;
    }
    bool report = plan->curve || plan->best_response;
    if (report && !plan->setup.seats) plan->setup.seats = USUAL_SEATS;
    if (!plan->setup.seats) plan->setup.seats = (uint8_t)usual_seats(plan);
    return cli_check_setup("arena", &plan->setup) && check_plan(plan) && arena_check_pacts(plan, "arena");
}

/* --- output ------------------------------------------------------------------------------------------- */

static bool is_standard_output(const char *name)
{
    return name && !strcmp(name, "-");
}

/* Checks whether a file can be written before hours are spent on games. */
static bool check_file(const char *flag, const char *name)
{
    if (!name || is_standard_output(name) || cli_can_replace(name)) return true;
    cli_call_error("arena", "%s %s: %s", flag, name, strerror(errno));
    return false;
}

/* The folder must be empty: records of two arenas in one folder could not be told apart. A checkpoint tells to which one
 * they belong. */
static bool make_folder(const char *name, bool continued)
{
    if (mkdir(name, 0777) && errno != EEXIST) {
        cli_call_error("arena", "--records %s: %s", name, strerror(errno));
        return false;
    }
    if (continued) return true;
    DIR *folder = opendir(name);
    if (!folder) {
        cli_call_error("arena", "--records %s: %s", name, strerror(errno));
        return false;
    }
    bool empty = true;
    for (const struct dirent *entry; empty && (entry = readdir(folder));) /* NOLINT: one thread so far */
        empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
    closedir(folder);
    if (!empty) cli_call_error("arena", "--records %s: the folder must be new or empty", name);
    return empty;
}

static bool check_files(const arena_plan *plan)
{
    if (is_standard_output(plan->json) && is_standard_output(plan->csv)) {
        cli_call_error("arena", "--json and --csv cannot both go to standard output");
        return false;
    }
    return check_file("--json", plan->json) && check_file("--csv", plan->csv) &&
           check_file("--checkpoint", plan->checkpoint) &&
           (!plan->records || make_folder(plan->records, arena_checkpoint_exists(plan)));
}

/* Closes the stream, and saves or prints its text. */
static bool put_away(const char *name, FILE *stream, char **text, const size_t *n)
{
    bool whole = !ferror(stream);
    whole = !fclose(stream) && whole;
    if (!whole) {
        cli_input_error("out of memory");
    } else if (is_standard_output(name)) {
        fwrite(*text, 1, *n, stdout);
    } else {
        whole = cli_save(name, *text, *n);
    }
    free(*text);
    return whole;
}

static bool save_json(const arena_plan *plan, const arena_report *report)
{
    char *text = NULL;
    size_t n = 0;
    if (!plan->json) return true;
    FILE *stream = open_memstream(&text, &n);
    if (!stream) return false;
    arena_put_json(plan, report, stream);
    return put_away(plan->json, stream, &text, &n);
}

static bool save_csv(const arena_plan *plan, const arena_game *games, const arena_report *report)
{
    char *text = NULL;
    size_t n = 0;
    if (!plan->csv) return true;
    FILE *stream = open_memstream(&text, &n);
    if (!stream) return false;
    arena_put_csv(plan, games, report->games, stream);
    return put_away(plan->csv, stream, &text, &n);
}

/* --- the verb ---------------------------------------------------------------------------------------- */

static int hold(const arena_plan *plan, arena_game *games)
{
    static arena_report report; /* static: it must be zero, and is large */
    bool fine = arena_run(plan, games, &report);
    if (!ranks_first()) return CLI_FINE;
    if (!fine && !report.games) return CLI_BAD_INPUT;
    if (!arena_sum_up(plan, games, &report)) return cli_input_error("out of memory");
    bool to_stdout = is_standard_output(plan->json) || is_standard_output(plan->csv);
    arena_print_table(plan, &report, to_stdout ? stderr : stdout);
    fine = save_json(plan, &report) && fine;
    fine = save_csv(plan, games, &report) && fine;
    if (!fine) return CLI_BAD_INPUT;
    return report.interrupted ? INTERRUPTED : CLI_FINE;
}

static int find_best_response(const arena_plan *plan)
{
    char *text = NULL;
    size_t n = 0;
    FILE *json = open_memstream(&text, &n);
    if (!json) return cli_input_error("out of memory");
    bool fine = arena_best_response(plan, is_standard_output(plan->json) ? stderr : stdout, json);
    if (fine && plan->json && ranks_first()) return put_away(plan->json, json, &text, &n) ? CLI_FINE : CLI_BAD_INPUT;
    fclose(json);
    free(text);
    return fine ? CLI_FINE : CLI_BAD_INPUT;
}

static int run(int argc, char **argv)
{
    static arena_plan plan; /* static: it must be zero, and is large */
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    plan.games = DEFAULT_GAMES;
    plan.final_games = DEFAULT_FINAL;
    plan.program_ms = OUTSIDE_MILLISECONDS;
    plan.lines = KB_PARLEY_LINES;
    take_screen(&plan, "search:250");
    plan.threads = processors < 1 || ranks_count() > 1 ? 1
                   : processors > THREADS_MAX          ? THREADS_MAX
                                                       : (uint64_t)processors;
    bool fine = ranks_after_first() && read_call(&plan, argc, argv) && (!ranks_first() || check_files(&plan));
    if (!ranks_agree(fine)) return CLI_BAD_CALL;
    if (plan.curve) return arena_print_curves(&plan, stdout) ? CLI_FINE : CLI_BAD_INPUT;
    if (plan.best_response) return find_best_response(&plan);
    arena_game *games = calloc(plan.games, sizeof *games);
    if (!games) return cli_input_error("not enough memory for %llu games", (unsigned long long)plan.games);
    int status = hold(&plan, games);
    free(games);
    return status;
}

const cli_verb cli_arena = {
    "arena",
    "play many games between bots",
    "usage: kickback arena GAME --bots A,B,… [--field FILE] [--games N] [--players N] [--edition E] [--option K=V]…\n"
    "                      [--seed S] [--duplicate] [--threads T] [--bot-time MS]\n"
    "                      [--json FILE] [--csv FILE] [--records DIR] [--checkpoint FILE]\n"
    "       kickback arena intrige --curve --bots A,B,… [--games N]\n"
    "       kickback arena GAME --best-response --bots A --field FILE [--screen B] [--games N] [--final N]\n\n"
    "Plays many games between bots and prints how often each won, with a 95 % interval, next to the share that\n"
    "would be fair. Seats rotate and neighbours change. Ctrl-C stops and prints the result so far. The same seed\n"
    "gives the same games with any number of threads, except for bots that are limited by time instead of\n"
    "simulations.\n\n"
    "  --bots A,B,…   the bots; may be repeated to add more:\n"
    "                   random, greedy      any legal move; a simple policy\n"
    "                   search:1000         tree search with 1000 simulations per decision\n"
    "                   search:500ms        tree search for 500 ms per decision\n"
    "                   easy, medium, hard  as in `kickback play`\n"
    "                   cmd:PROGRAM ARGS    your own program (a comma in it is written \\,)\n"
    "                   script:NAME         with --pacts: somebody who tries something on the others; saint, haggler,\n"
    "                                       liar, debtor, spare, pair or mute\n"
    "                 all but cmd: can have a character: greedy:honest, hard:opportunist, easy:grudge;\n"
    "                 LABEL=BOT gives a bot a name in the reports: fast=cmd:./mybot\n"
    "  --field FILE   the seats that --bots leaves are drawn from this file: a bot a line, before it a weight\n"
    "                 from 1 to 1000 (default 1); lines with # are comments\n"
    "  --players N    seats (default: the number of bots if the game allows it, else 4)\n"
    "  --games N      default 1000; best a multiple of seats and line-ups\n"
    "  --edition E    the edition (default: the first of `kickback games GAME`)\n"
    "  --option K=V   sets an option; may be repeated\n"
    "  --seed S       0 … 2^63-1 (default 0)\n"
    "  --duplicate    every rotation of a line-up has the same luck\n"
    "  --bot-time MS  how long a program may take for a decision (default 5000)\n"
    "  --pacts[=word|bond]  the bots negotiate: promises, and talk, before they move; with bond, what is promised\n"
    "                 for the turn is enforced\n"
    "  --talk N       lines that each may say in one negotiation (default 4)\n"
    "  --threads T    default: one for each processor; one for each process under mpirun\n"
    "  --json FILE    writes the result as JSON; - is standard output, and the table then goes to standard error\n"
    "  --csv FILE     writes a row for each game and seat; - as for --json\n"
    "  --records DIR  writes a record of each game into a new or empty folder\n"
    "  --checkpoint FILE  adds the result of each finished game; the same call then plays the missing ones only\n"
    "                 (best response: a file for each match, FILE.SEED.N)\n"
    "  --curve        intrige: what bribes buy from each bot as landlord, instead of a match\n"
    "  --best-response  each bot of the field plays alone against a table of --screen, --games each; then the\n"
    "                 best three against a table of A, on the next seed\n"
    "  --screen B     best response: default search:250\n"
    "  --final N      best response: games of each of the best three (default 800)\n\n"
    "Line-ups: with as many bots as seats there is one line-up. With fewer, the last bot fills the other seats;\n"
    "its entry counts all its seats, and its fair share is larger. With more, every selection of bots is played\n"
    "in turn, each rotated through all seats, and the bots are also rated.\n\n"
    "Started by mpirun or srun, the processes play one arena together; docs/lab.md explains how.\n\n"
    "A program that takes longer than --bot-time, crashes or makes an illegal move forfeits the decision: a\n"
    "random move is made instead, and counted. docs/arena.md explains the figures, docs/bots.md the bots.\n\n"
    "Exit status: 0 success, 1 something could not be read, run or written, 2 bad usage, 130 interrupted.\n\n"
    "examples:\n"
    "  kickback arena intrige --bots search:1000,greedy --players 4 --games 400\n"
    "  kickback arena intrige --bots greedy:honest,greedy:opportunist,greedy:grudge --option deals=loose\n"
    "  kickback arena incorporated --bots random,greedy,easy,medium,hard --games 1200 --json ratings.json\n"
    "  kickback arena integralis --bots 'cmd:./mybot.py --brave' --bots greedy --records games\n",
    run,
};
