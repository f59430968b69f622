/* verify.c: `kickback verify`: checks that the luck of a game was the promised one. */
#include <getopt.h>
#include <jansson.h>
#include <sodium.h>
#include <string.h>

#include "../server/limits.h"
#include "../server/luck.h"
#include "cli.h"

enum { DRAWS_MAX = 100000, WORDS_MAX = SRV_WORDS_MAX + 1 };

/* What a record says about its luck. */
typedef struct proof {
    char promise[SRV_SEED_HEX + 1];
    char words[KB_SEATS_MAX][WORDS_MAX];
    uint8_t came_from[KB_SEATS_MAX]; /* for a random order of seats */
    srv_seed seed;
    bool has_promise, has_order, has_seed, is_late; /* is_late: chance moved before the promise */
} proof;

static int seat_named(const kb_setup *setup, const char *name)
{
    int seat = 0;
    while (seat < setup->seats && strcmp(kb_seat_name(setup, seat), name) != 0) seat++;
    return seat;
}

static bool read_words(const json_t *words, const kb_setup *setup, proof *p)
{
    json_t *object = (json_t *)words;
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        int seat = seat_named(setup, name);
        if (seat == setup->seats || !json_is_string(value) || json_string_length(value) >= WORDS_MAX ||
            strchr(json_string_value(value), '\n'))
            return false;
        memcpy(p->words[seat], json_string_value(value), json_string_length(value) + 1);
    }
    return true;
}

static bool read_order(const json_t *order, const kb_setup *setup, proof *p)
{
    p->has_order = order != NULL;
    for (int seat = 0; order && seat < setup->seats; seat++) {
        const char *name = json_string_value(json_array_get(order, (size_t)seat));
        int from = name ? seat_named(setup, name) : setup->seats;
        if (from == setup->seats) return false;
        p->came_from[seat] = (uint8_t)from;
    }
    return !order || json_array_size(order) == setup->seats;
}

/* A luck line has the promise with the words, or the seed. Other luck lines are ignored. */
static bool read_luck(const cli_record *record, uint64_t draws, proof *p)
{
    json_t *luck = json_loadb(record->line.body.at, record->line.body.n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *promise = json_object_get(luck, "promise"), *seed = json_object_get(luck, "seed");
    bool sound = true;
    if (promise) {
        kb_text text = kb_text_in(p->promise, sizeof p->promise);
        sound = !p->has_promise && json_string_length(promise) == SRV_SEED_HEX &&
                read_words(json_object_get(luck, "words"), &record->replay.state.setup, p) &&
                read_order(json_object_get(luck, "order"), &record->replay.state.setup, p);
        if (sound) kb_put(&text, json_string_value(promise));
        p->has_promise = true;
        p->is_late = draws > 0;
    }
    if (seed) {
        sound = sound && !p->has_seed && json_is_string(seed) &&
                srv_seed_read(json_string_value(seed), json_string_length(seed), &p->seed);
        p->has_seed = true;
    }
    json_decref(luck);
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
