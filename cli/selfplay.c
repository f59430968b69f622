/* selfplay.c: `kickback selfplay`: games between bots as files to learn from. Every file has the same number of games, and
 * is written at once when its games are played; so a run that was stopped goes on with the files that are missing. */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "ranks.h"
#include "save.h"
#include "shards.h"

enum { GAMES_MAX = 1000000, GAMES_A_FILE_MAX = 100000, THREADS_MAX = 256, USUAL_SEATS = 4, INTERRUPTED = 130 };

/* What is kept of one game until its file is complete. */
typedef struct piece {
    char *bytes;
    size_t n;
} piece;

/* The files of a run. The lock guards pieces, missing and the counts. */
typedef struct library {
    arena_plan plan;
    const char *folder;
    bool records;
    uint64_t per_file, n_files;
    pthread_mutex_t lock;
    piece *pieces;     /* one for each game */
    uint64_t *missing; /* for each file: games not played yet; 0: it is there */
    uint64_t written, rows;
} library;

/* --- files ------------------------------------------------------------------------------------------- */

static uint64_t games_of(const library *l, uint64_t file)
{
    uint64_t first = file * l->per_file, left = l->plan.games - first;
    return left < l->per_file ? left : l->per_file;
}

static bool name_of(const library *l, uint64_t file, char *name, size_t n)
{
    int used = snprintf(name, n, "%s/%06llu.%s", l->folder, (unsigned long long)file, l->records ? "kbr" : "npy");
    return used > 0 && (size_t)used < n;
}

static bool has_game(void *shelf, uint64_t game)
{
    library *l = shelf;
    pthread_mutex_lock(&l->lock);
    bool has = !l->missing[game / l->per_file];
    pthread_mutex_unlock(&l->lock);
    return has;
}

/* Writes a file whose games have all been played, and forgets them. */
static bool write_file(library *l, uint64_t file)
{
    char name[4096], *bytes = NULL;
    size_t n = 0;
    piece *pieces = l->pieces + file * l->per_file;
    uint64_t games = games_of(l, file), rows = 0;
    FILE *stream = open_memstream(&bytes, &n);
    if (!stream) return cli_input_error("out of memory") == CLI_FINE;
    for (uint64_t i = 0; i < games && !l->records; i++) rows += pieces[i].n / shard_row_bytes(&l->plan.setup);
    if (!l->records) shard_put_header(stream, &l->plan.setup, rows);
    for (uint64_t i = 0; i < games; i++) {
        fwrite(pieces[i].bytes, 1, pieces[i].n, stream);
        free(pieces[i].bytes);
        pieces[i].bytes = NULL;
    }
    bool whole = !ferror(stream);
    whole = !fclose(stream) && whole;
    bool saved = whole && name_of(l, file, name, sizeof name) && cli_save(name, bytes, n);
    free(bytes);
    pthread_mutex_lock(&l->lock);
    l->written += saved;
    l->rows += rows;
    pthread_mutex_unlock(&l->lock);
    return saved;
}

static bool make_piece(void *shelf, uint64_t game, const char *record, size_t n, FILE *to)
{
    const library *l = shelf;
    if (l->records) return fwrite(record, 1, n, to) == n;
    return shard_put_rows(to, &l->plan.setup, game, record, n) >= 0;
}

static bool keep_piece(void *shelf, uint64_t game, const char *made, size_t n)
{
    library *l = shelf;
    piece kept = {.bytes = malloc(n + 1), .n = n};
    if (!kept.bytes) return cli_input_error("out of memory") == CLI_FINE;
    memcpy(kept.bytes, made, n);
    pthread_mutex_lock(&l->lock);
    l->pieces[game] = kept;
    bool complete = --l->missing[game / l->per_file] == 0;
    pthread_mutex_unlock(&l->lock);
    return !complete || write_file(l, game / l->per_file);
}

/* --- the folder -------------------------------------------------------------------------------------- */

static void put_about(const library *l, kb_text *out)
{
    const arena_plan *plan = &l->plan;
    kb_putj(out, "{version:%d, encoding:%d, kickback:%s, format:%s, setup:{", SHARDS_VERSION, KB_ENCODING_VERSION,
            KICKBACK_VERSION, l->records ? "records" : "shards");
    kb_put_setup(&plan->setup, out);
    kb_putj(out, "}, bots:[");
    for (int i = 0; i < plan->n_bots; i++) kb_putj(out, "%s", plan->bots[i].spec.text);
    kb_putj(out, "]");
    if (plan->pacts) kb_putj(out, "talk:%lld", (long long)plan->lines);
    kb_putj(out, "seed:%lld, games:%lld, games_a_file:%lld}\n", (long long)plan->seed, (long long)plan->games,
            (long long)l->per_file);
}

static bool is_empty(const char *folder)
{
    DIR *open = opendir(folder);
    bool empty = true;
    if (!open) return false;
    for (const struct dirent *entry; empty && (entry = readdir(open));) /* NOLINT: one thread so far */
        empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
    closedir(open);
    return empty;
}

/* Whether the file has exactly these bytes. */
static bool is_same(const char *name, const char *bytes, size_t n)
{
    char *found = malloc(n + 1);
    FILE *file = found ? fopen(name, "rb") : NULL;
    bool same = file && fread(found, 1, n + 1, file) == n && !memcmp(found, bytes, n);
    if (file) fclose(file);
    free(found);
    return same;
}

/* A new folder gets a description; one that has the same description is continued. */
static bool open_folder(const library *l)
{
    char name[4096], buffer[8192];
    kb_text about = kb_text_in(buffer, sizeof buffer);
    put_about(l, &about);
    if (about.cut || snprintf(name, sizeof name, "%s/selfplay.json", l->folder) >= (int)sizeof name)
        return cli_call_error("selfplay", "the names are too long") == CLI_FINE;
    if (mkdir(l->folder, 0777) && errno != EEXIST)
        return cli_call_error("selfplay", "--out %s: %s", l->folder, strerror(errno)) == CLI_FINE;
    if (is_same(name, buffer, about.n)) return true;
    if (is_empty(l->folder)) return cli_save(name, buffer, about.n);
    return cli_call_error("selfplay", "--out %s: the folder is not empty and not from the same call", l->folder) ==
           CLI_FINE;
}

static bool open_library(library *l)
{
    uint64_t games = l->plan.games;
    l->n_files = (games + l->per_file - 1) / l->per_file;
    l->pieces = calloc(games, sizeof *l->pieces);
    l->missing = calloc(l->n_files, sizeof *l->missing);
    if (!l->pieces || !l->missing) return cli_input_error("out of memory") == CLI_FINE;
    pthread_mutex_init(&l->lock, NULL);
    for (uint64_t file = 0; file < l->n_files; file++) {
        char name[4096];
        if (!name_of(l, file, name, sizeof name)) return cli_call_error("selfplay", "--out: too long") == CLI_FINE;
        l->missing[file] = access(name, F_OK) ? games_of(l, file) : 0;
    }
    return true;
}

static void close_library(library *l)
{
    for (uint64_t i = 0; l->pieces && i < l->plan.games; i++) free(l->pieces[i].bytes);
    free(l->pieces);
    free(l->missing);
}

/* --- the verb ----------------------------------------------------------------------------------------- */

static const struct option flags[] = {
    {"bots", required_argument, NULL, 'b'},
    {"games", required_argument, NULL, 'g'},
    {"players", required_argument, NULL, 'n'},
    {"edition", required_argument, NULL, 'e'},
    {"option", required_argument, NULL, 'o'},
    {"seed", required_argument, NULL, 's'},
    {"threads", required_argument, NULL, 't'},
    {"out", required_argument, NULL, 'd'},
    {"records", no_argument, NULL, 'r'},
    {"games-a-file", required_argument, NULL, 'f'},
    {"pacts", optional_argument, NULL, 'p'},
    {"talk", required_argument, NULL, 'l'},
    {NULL, 0, NULL, 0},
};

static bool take_flag(library *l, int flag)
{
    arena_plan *plan = &l->plan;
    switch (flag) {
    case 'b': return arena_add_bots(plan, "selfplay", optarg);
    case 'g': return cli_take_number("selfplay", "--games", optarg, 1, GAMES_MAX, &plan->games);
    case 'n': return cli_take_players("selfplay", optarg, &plan->setup);
    case 'e': return cli_take_edition("selfplay", optarg, &plan->setup);
    case 'o': return cli_take_option("selfplay", optarg, &plan->setup);
    case 's': return cli_take_number("selfplay", "--seed", optarg, 0, INT64_MAX, &plan->seed);
    case 't': return cli_take_number("selfplay", "--threads", optarg, 1, THREADS_MAX, &plan->threads);
    case 'd': l->folder = optarg; return true;
    case 'r': l->records = true; return true;
    case 'p': return arena_take_pacts(plan, "selfplay", optarg);
    case 'l': return cli_take_number("selfplay", "--talk", optarg, 0, KB_PARLEY_LINES_MAX, &plan->lines);
    case 'f': return cli_take_number("selfplay", "--games-a-file", optarg, 1, GAMES_A_FILE_MAX, &l->per_file);
    default: return true;
    }
}

static bool read_call(library *l, int argc, char **argv)
{
    int flag;
    /* The game may be anywhere among the flags, but the flags depend on it. So find it first. */
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (flag == '?') return cli_flag_error("selfplay", flags, argv) == CLI_FINE;
    if (argc - optind > 1)
        return cli_call_error("selfplay", "expected one game but found '%s' too", argv[optind + 1]) == CLI_FINE;
    if (!cli_take_game("selfplay", optind < argc ? argv[optind] : NULL, &l->plan.setup)) return false;
    int most = kb_game_seats_max(l->plan.setup.game);
    l->plan.setup.seats = (uint8_t)(most < USUAL_SEATS ? most : USUAL_SEATS);
    optind = 1;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (!take_flag(l, flag)) return false;
    if (!l->folder) return cli_call_error("selfplay", "--out is missing: the folder to write to") == CLI_FINE;
    if (!l->plan.n_bots && !arena_add_bots(&l->plan, "selfplay", "greedy")) return false;
    if (!kb_actions(l->plan.setup.game) && !l->records)
        return cli_call_error("selfplay", "this game has no numbered actions: use --records") == CLI_FINE;
    if (l->plan.pacts && ranks_count() > 1) return cli_call_error("selfplay", "--pacts: one process only") == CLI_FINE;
    return cli_check_setup("selfplay", &l->plan.setup) && arena_check_pacts(&l->plan, "selfplay");
}

static int play(library *l)
{
    static arena_report report; /* static: it must be zero, and is large */
    const arena_keeper keeper = {l, has_game, make_piece, keep_piece};
    arena_plan plan = l->plan;
    arena_game *games = calloc(l->plan.games, sizeof *games);
    if (!games) return cli_input_error("out of memory");
    plan.keeper = &keeper;
    bool fine = arena_run(&plan, games, &report);
    free(games);
    if (!ranks_first()) return CLI_FINE;
    uint64_t there = 0;
    for (uint64_t file = 0; file < l->n_files; file++) there += !l->missing[file];
    printf("%s: %llu of %llu files, %llu of them new", l->folder, (unsigned long long)there,
           (unsigned long long)l->n_files, (unsigned long long)l->written);
    printf(l->records ? "\n" : " with %llu decisions\n", (unsigned long long)l->rows);
    if (!fine) return CLI_BAD_INPUT;
    return there < l->n_files ? INTERRUPTED : CLI_FINE;
}

static int run(int argc, char **argv)
{
    static library l; /* static: it must be zero, and is large */
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    l.plan.games = 1000;
    l.plan.program_ms = OUTSIDE_MILLISECONDS;
    l.plan.lines = KB_PARLEY_LINES;
    l.plan.threads = processors < 1 || ranks_count() > 1 ? 1
                     : processors > THREADS_MAX          ? THREADS_MAX
                                                         : (uint64_t)processors;
    l.per_file = 100;
    bool fine = ranks_after_first() && read_call(&l, argc, argv) && (!ranks_first() || open_folder(&l));
    if (!ranks_agree(fine)) return CLI_BAD_CALL;
    int status = ranks_agree(ranks_after_first() && open_library(&l)) ? play(&l) : CLI_BAD_INPUT;
    close_library(&l);
    return status;
}

const cli_verb cli_selfplay = {
    "selfplay",
    "write games between bots as data to learn from",
    "usage: kickback selfplay GAME --out DIR [--bots A,B,…] [--games N] [--games-a-file N] [--records] [--pacts]\n"
    "                         [--players N] [--edition E] [--option K=V]… [--seed S] [--threads T]\n\n"
    "Plays games between bots and writes every decision as a row: observation, legal actions, action, and the\n"
    "result of the game. docs/shards.md describes the files, which NumPy reads. A file appears when all its games are\n"
    "played, and is never half-written. After Ctrl-C the same call goes on where it stopped. The same seed gives\n"
    "the same files with any number of threads. Started by mpirun or srun, the processes play together; the first one\n"
    "writes the files. docs/lab.md explains how.\n\n"
    "  --out DIR         the folder: new, empty, or begun by the same call\n"
    "  --bots A,B,…      as in `kickback arena` (default greedy)\n"
    "  --games N         default 1000\n"
    "  --games-a-file N  default 100\n"
    "  --pacts[=word|bond], --talk N   as in `kickback arena`; promises and talk are in records, not in rows\n"
    "  --records         writes records instead of rows; `kickback trace FILE --game N` reads them\n"
    "  --players N       seats (default 4)\n"
    "  --edition E       the edition (default: the first of `kickback games GAME`)\n"
    "  --option K=V      sets an option; may be repeated\n"
    "  --seed S          0 … 2^63-1 (default 0)\n"
    "  --threads T       default: one for each processor; one for each process under mpirun\n\n"
    "Exit status: 0 success, 1 something could not be read, run or written, 2 bad usage, 130 interrupted.\n\n"
    "examples:\n"
    "  kickback selfplay incorporated --players 4 --bots greedy,random --games 10000 --out data\n"
    "  kickback selfplay intrige --bots search:200 --games 500 --records --out games\n",
    run,
};
