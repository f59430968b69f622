/* verify.c: `kickback verify`: checks that the luck of a game was the promised one. */
#include <getopt.h>
#include <sodium.h>
#include <string.h>

#include "../server/limits.h"
#include "../server/luck.h"
#include "cli.h"

enum { DRAWS_MAX = 100000, WORDS_MAX = KB_WORDS_MAX + 1 };

/* What a record says about its luck. */
typedef struct proof {
    char promise[SRV_SEED_HEX + 1];
    char words[KB_SEATS_MAX][WORDS_MAX];
    uint8_t came_from[KB_SEATS_MAX]; /* for a random order of seats */
    srv_seed seed;
    bool has_promise, has_order, has_seed, is_late; /* is_late: chance moved before the promise */
} proof;

static bool read_words(kb_slice words, const kb_setup *setup, proof *p)
{
    const char *const *names = kb_game_at(setup->game)->seat_names;
    uint32_t seen = 0;
    int seat;
    kb_json json = kb_json_over(words.at, words.n, NULL);
    if (!words.n) return true;
    kb_json_open(&json, '{');
    while ((seat = kb_json_member(&json, names, setup->seats, &seen)) >= 0) {
        kb_text text = kb_text_in(p->words[seat], WORDS_MAX);
        if (!kb_json_text(&json, &text) || strcspn(text.at, "\n") != text.n) return false;
    }
    return !json.failed;
}

static bool read_order(kb_slice order, const kb_setup *setup, proof *p)
{
    const char *const *names = kb_game_at(setup->game)->seat_names;
    kb_json json = kb_json_over(order.at, order.n, NULL);
    p->has_order = order.n;
    if (!p->has_order) return true;
    kb_json_open(&json, '[');
    for (int seat = 0; seat < setup->seats && kb_json_more(&json, ']'); seat++)
        p->came_from[seat] = (uint8_t)kb_json_name(&json, names, setup->seats, "seat");
    return !kb_json_more(&json, ']') && !json.failed;
}

/* The member of that key; empty: there is none. */
static kb_slice member(kb_slice object, const char *key)
{
    kb_slice value;
    return kb_json_find(object, key, &value) ? value : (kb_slice){NULL, 0};
}

static bool read_promise(kb_slice promise, proof *p)
{
    kb_text text = kb_text_in(p->promise, sizeof p->promise);
    kb_json json = kb_json_over(promise.at, promise.n, NULL);
    return kb_json_text(&json, &text) && text.n == SRV_SEED_HEX;
}

static bool read_seed(kb_slice seed, proof *p)
{
    kb_word hex;
    kb_json json = kb_json_over(seed.at, seed.n, NULL);
    return kb_json_word(&json, &hex) && srv_seed_read(hex.at, hex.n, &p->seed);
}

/* A luck line has the promise with the words, or the seed. Other luck lines are ignored. */
static bool read_luck(const cli_record *record, uint64_t draws, proof *p)
{
    const kb_setup *setup = &record->replay.state.setup;
    kb_slice luck = record->line.body, promise = member(luck, "promise"), seed = member(luck, "seed");
    bool sound = true;
    if (promise.n) {
        sound = !p->has_promise && read_promise(promise, p) && read_words(member(luck, "words"), setup, p) &&
                read_order(member(luck, "order"), setup, p);
        p->has_promise = true;
        p->is_late = draws > 0;
    }
    if (seed.n) {
        sound = sound && !p->has_seed && read_seed(seed, p);
        p->has_seed = true;
    }
    return sound;
}

/* The first of two passes: the seed is at the end of the record. */
static bool read_proof(cli_record *record, proof *p)
{
    bool sound = true;
    uint64_t draws = 0;
    while (sound && cli_record_next(record)) {
        if (record->line.kind == KB_LINE_LUCK) sound = read_luck(record, draws, p);
        if (record->line.kind == KB_LINE_MOVE && record->line.seat == KB_CHANCE) draws++;
    }
    if (!sound)
        record->status = cli_input_error("%s: line %u: expected a server's luck line", record->name,
                                         record->replay.lines);
    return record->status == CLI_FINE;
}

static bool is_order_promised(const srv_seed *key, int seats, const proof *p)
{
    uint8_t promised[KB_SEATS_MAX];
    srv_luck_deal(key, seats, promised);
    return !p->has_order || !memcmp(promised, p->came_from, (size_t)seats);
}

static int check_draws(cli_record *record, const proof *p)
{
    const char *words[KB_SEATS_MAX];
    uint64_t draws = 0;
    srv_seed key = {{0}};
    kb_state before = {{0}};
    int status = CLI_FINE;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) words[seat] = p->words[seat];
    while (status == CLI_FINE && cli_record_next(record)) {
        if (record->line.kind == KB_LINE_SETUP) {
            key = srv_luck_key(&p->seed, &record->replay.state.setup, record->replay.version, words);
            if (!is_order_promised(&key, record->replay.state.setup.seats, p))
                status = cli_input_error("%s: the seats do not follow from the promised seed", record->name);
        }
        if (record->line.kind == KB_LINE_MOVE && record->line.seat == KB_CHANCE) {
            kb_move promised = srv_luck_draw(&key, draws++, &before);
            if (memcmp(&promised, &record->line.move, sizeof promised) != 0) {
                char text[KB_MOVE_TEXT_MAX];
                kb_text move = kb_text_in(text, sizeof text);
                kb_move_text(&before, promised, &move);
                status = cli_input_error(
                    "%s: line %u: draw %llu does not follow from the promised seed, which gives '%s'", record->name,
                    record->replay.lines, (unsigned long long)draws, text);
            }
        }
        before = record->replay.state;
    }
    if (status == CLI_FINE && draws == 1) printf("%s: the one draw follows from the promised seed\n", record->name);
    if (status == CLI_FINE && draws != 1)
        printf("%s: all %llu draws follow from the promised seed\n", record->name, (unsigned long long)draws);
    return status;
}

static int verify(cli_record *record)
{
    char promise[SRV_SEED_HEX + 1];
    static proof p;
    memset(&p, 0, sizeof p);
    if (!read_proof(record, &p)) return record->status;
    if (!p.has_promise) return cli_input_error("%s: the record has no promise about its luck", record->name);
    if (p.is_late) return cli_input_error("%s: the promise comes after the first draw", record->name);
    if (!p.has_seed) return cli_input_error("%s: the record has no seed, so nothing can be checked", record->name);
    srv_luck_promise(&p.seed, promise);
    if (strcmp(promise, p.promise) != 0)
        return cli_input_error("%s: the seed does not match the promised hash", record->name);
    return cli_stream_again(record) ? check_draws(record, &p) : record->status;
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {{"game", required_argument, NULL, 'g'}, {NULL, 0, NULL, 0}};
    cli_record record;
    uint64_t game = 0;
    int status = CLI_FINE;
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') return cli_flag_error("verify", flags, argv);
        if (flag == 'g' && !cli_take_number("verify", "--game", optarg, 1, INT64_MAX, &game)) return CLI_BAD_CALL;
    }
    if (argc - optind != 1) return cli_call_error("verify", "expected one file but found %d", argc - optind);
    if (!strcmp(argv[optind], "-"))
        return cli_call_error("verify", "expected a file, because it is read twice, but found '-'");
    if (sodium_init() < 0) return cli_input_error("libsodium cannot be initialised");
    if (!cli_stream_open(&record, argv[optind], game)) return CLI_BAD_INPUT;
    while (status == CLI_FINE && cli_stream_next(&record)) status = verify(&record);
    if (status == CLI_FINE) status = record.status;
    cli_record_close(&record);
    return status;
}

const cli_verb cli_verify = {
    "verify",
    "verify the luck of a game",
    "usage: kickback verify FILE.kbr [--game N]\n\n"
    "A server publishes the hash of a secret seed before a table's first draw, and the seed at the end; the record\n"
    "has both. Repeats every draw from the seed and the seats' words (docs/luck.md), and says whether each agrees\n"
    "with the record.\n\n"
    "  --game N   only the Nth record of the file (default: all)\n\n"
    "example:\n"
    "  kickback verify game.kbr\n",
    run,
};
