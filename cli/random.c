/* random.c: `kickback random`: writes records of uniformly random play. */
#include <getopt.h>
#include <string.h>

#include "../core/rng.h"
#include "cli.h"

/* Each game has its own generator, so game k of a seed is the same no matter how many games are played. */
static kb_rng rng_for(uint64_t seed, uint64_t game)
{
    kb_rng of_seed = kb_rng_seeded(seed);
    return kb_rng_seeded(kb_rng_draw(&of_seed) + game);
}

static void play(const kb_setup *setup, kb_rng rng)
{
    char buffer[2048];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    kb_state state;
    kb_start(&state, setup);
    kb_put_setup_line(setup, KB_VERSION, &out);
    cli_print(stdout, &out);
    while (!kb_over(&state, NULL)) {
        int seat;
        kb_move move;
        kb_pick(&state, &rng, &seat, &move);
        out = kb_text_in(buffer, sizeof buffer);
        kb_put_move_line(&state, seat, move, &out);
        cli_print(stdout, &out);
        kb_apply(&state, seat, move, NULL);
    }
    out = kb_text_in(buffer, sizeof buffer);
    kb_put_end_line(&state, &out);
    cli_print(stdout, &out);
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {
        {"edition", required_argument, NULL, 'e'},
        {"players", required_argument, NULL, 'p'},
        {"seats", required_argument, NULL, 'p'},
        {"option", required_argument, NULL, 'o'},
        {"seed", required_argument, NULL, 's'},
        {"games", required_argument, NULL, 'g'},
        {NULL, 0, NULL, 0},
    };
    kb_setup setup;
    uint64_t seed = 0;
    uint64_t games = 1;
    int flag;
    /* The game may be anywhere among the flags, but the flags depend on it. So find it first. */
    const char *name = NULL;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (flag == '?') return cli_flag_error("random", flags, argv);
    if (optind < argc) name = argv[optind++];
    if (optind < argc) return cli_call_error("random", "expected one game but found '%s' too", argv[optind]);
    if (!cli_take_game("random", name, &setup)) return CLI_BAD_CALL;
    optind = 1;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        bool taken = flag == 'e'   ? cli_take_edition("random", optarg, &setup)
                     : flag == 'p' ? cli_take_players("random", optarg, &setup)
                     : flag == 'o' ? cli_take_option("random", optarg, &setup)
                     : flag == 's' ? cli_take_number("random", "--seed", optarg, 0, INT64_MAX, &seed)
                                   : cli_take_number("random", "--games", optarg, 1, INT64_MAX, &games);
        if (!taken) return CLI_BAD_CALL;
    }
    if (!cli_check_setup("random", &setup)) return CLI_BAD_CALL;
    for (uint64_t game = 0; game < games && !ferror(stdout); game++) play(&setup, rng_for(seed, game));
    return CLI_FINE;
}

const cli_verb cli_random = {
    "random",
    "write records of random games",
    "usage: kickback random GAME [--edition E] [--players N] [--option K=V]… [--seed S] [--games K]\n\n"
    "Every seat picks uniformly from its legal moves, each amount of a run counting as one. Chance\n"
    "picks by weight. If several seats owe a move, a random one of them moves next. The same seed\n"
    "gives the same bytes on every machine. Several records are written one after another.\n\n"
    "  --edition E    the edition (default: the first of `kickback games GAME`)\n"
    "  --players N    seats (default: the minimum)\n"
    "  --option K=V   sets an option; may be repeated\n"
    "  --seed S       0 … 2^63-1 (default 0)\n"
    "  --games K      how many records (default 1)\n\n"
    "examples:\n"
    "  kickback random intrige --seed 7 > game.kbr\n"
    "  kickback random intrige --edition fxschmid1994 --players 5 --option deals=binding --games 100\n",
    run,
};
