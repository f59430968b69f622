/* arena_checkpoint.c: the results of finished games in a file, so that an arena that was stopped goes on where it was. The
 * first line describes the call. Each other line is a game, as numbers: the game, the mask of winners, and for each seat
 * score, deals kept and broken, decisions, forfeits, simulations, simulated moves, time, longest time, and a histogram of
 * times as pairs after their number; with promises, also pacts proposed and accepted, and how its promises ended. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "arena.h"

enum { LINE_MAX_BYTES = 32768, ABOUT_MAX = 65536 };

/* --- the first line ----------------------------------------------------------------------------------- */

/* Everything that games depend on. The number of games is not among it: more can be played later. */
static void put_about(const arena_plan *plan, kb_text *out)
{
    kb_putj(out, "{checkpoint:1, kickback:%s, setup:{", KICKBACK_VERSION);
    kb_put_setup(&plan->setup, out);
    kb_putj(out, "}, seed:%lld, duplicate:%i, bot_time:%lld", (long long)plan->seed, plan->duplicate,
            (long long)plan->program_ms);
    if (plan->pacts) kb_putj(out, "talk:%lld", (long long)plan->lines);
    kb_putj(out, "bots:[");
    for (int i = 0; i < plan->n_bots; i++)
        kb_putj(out, "[%lld, %s]", (long long)plan->bots[i].weight, plan->bots[i].spec.text);
    kb_putj(out, "]}\n");
}

/* Begins a new file, or compares the first line of an old one. */
static bool check_about(const arena_checkpoint *c, const arena_plan *plan)
{
    char *about = malloc(ABOUT_MAX), *found = malloc(ABOUT_MAX);
    bool fine = about && found;
    if (fine) {
        kb_text text = kb_text_in(about, ABOUT_MAX);
        put_about(plan, &text);
        KB_ASSERT(!text.cut);
        bool begun = fgets(found, ABOUT_MAX, c->file) && strchr(found, '\n');
        if (!begun && (fseek(c->file, 0, SEEK_SET) || ftruncate(fileno(c->file), 0) || fputs(about, c->file) < 0 ||
                       fflush(c->file)))
            fine = cli_input_error("--checkpoint %s: %s", c->name, strerror(errno)) == CLI_FINE;
        else if (begun && strcmp(found, about) != 0)
            fine = cli_input_error("--checkpoint %s: not from the same call", c->name) == CLI_FINE;
    }
    free(about);
    free(found);
    return fine;
}

/* --- games -------------------------------------------------------------------------------------------- */

/* Reads a number and the blank before it. False: it is not one, or too large. */
static bool take_number(const char **at, int64_t low, uint64_t high, void *out, size_t size)
{
    char *end = NULL;
    bool negative = (*at)[0] == ' ' && (*at)[1] == '-';
    errno = 0;
    if (**at != ' ' || (*at)[1] == ' ' || (negative && low >= 0)) return false;
    uint64_t value = negative ? (uint64_t)strtoll(*at, &end, 10) : strtoull(*at, &end, 10);
    if (errno || end == *at) return false;
    if (negative ? (int64_t)value < low : value > high) return false;
    memcpy(out, &value, size); /* little-endian */
    *at = end;
    return true;
}

#define TAKE(field) take_number(at, 0, UINT64_MAX >> (64 - 8 * sizeof(field)), &(field), sizeof(field))

static bool take_promises(const char **at, arena_seat *s)
{
    bool fine = TAKE(s->proposed) && TAKE(s->accepted);
    for (int verdict = 0; fine && verdict < KB_VERDICTS; verdict++) fine = TAKE(s->promises[verdict]);
    return fine;
}

static bool take_seat(const arena_plan *plan, const char **at, arena_done *out, int seat)
{
    arena_seat *s = &out->result.seat[seat];
    uint8_t pairs = 0, i = 0;
    if (!take_number(at, INT32_MIN, INT32_MAX, &s->score, sizeof s->score)) return false;
    if (!TAKE(s->kept) || !TAKE(s->broken) || !TAKE(s->decisions) || !TAKE(s->forfeits)) return false;
    if (!TAKE(s->simulations) || !TAKE(s->moves) || !TAKE(s->ns) || !TAKE(out->slowest_ns[seat])) return false;
    if (!TAKE(pairs)) return false;
    for (; pairs > 0; pairs--)
        if (!take_number(at, 0, PLAYER_TIMES - 1, &i, sizeof i) || !TAKE(out->took[seat][i])) return false;
    return !plan->pacts || take_promises(at, s);
}

static bool take_game(const arena_plan *plan, const char *line, arena_done *out)
{
    const char **at = &line;
    int place[KB_SEATS_MAX];
    memset(out, 0, sizeof *out);
    if (!TAKE(out->game) || !take_number(at, 0, (1u << plan->setup.seats) - 1, &out->result.winners_mask, 1))
        return false;
    for (int seat = 0; seat < plan->setup.seats; seat++)
        if (!take_seat(plan, at, out, seat)) return false;
    arena_lineup(plan, out->game, place);
    for (int seat = 0; seat < plan->setup.seats; seat++)
        out->result.seat[seat].bot = (uint8_t)arena_bot_at(plan, place[seat]);
    out->result.done = true;
    return !strcmp(line, "\n");
}

static void put_number(FILE *to, uint64_t number)
{
    fprintf(to, " %llu", (unsigned long long)number);
}

static void put_seat(const arena_plan *plan, FILE *to, const arena_done *done, int seat)
{
    const arena_seat *s = &done->result.seat[seat];
    uint64_t pairs = 0;
    for (int i = 0; i < PLAYER_TIMES; i++) pairs += done->took[seat][i] != 0;
    fprintf(to, " %d", (int)s->score);
    const uint64_t numbers[] = {s->kept,  s->broken, s->decisions,           s->forfeits, s->simulations,
                                s->moves, s->ns,     done->slowest_ns[seat], pairs};
    for (int i = 0; i < KB_COUNT(numbers); i++) put_number(to, numbers[i]);
    for (int i = 0; i < PLAYER_TIMES; i++) {
        if (!done->took[seat][i]) continue;
        put_number(to, (uint64_t)i);
        put_number(to, done->took[seat][i]);
    }
    if (!plan->pacts) return;
    put_number(to, s->proposed);
    put_number(to, s->accepted);
    for (int verdict = 0; verdict < KB_VERDICTS; verdict++) put_number(to, s->promises[verdict]);
}

bool arena_checkpoint_add(const arena_checkpoint *c, const arena_plan *plan, const arena_done *done)
{
    if (!c->file) return true;
    put_number(c->file, done->game);
    put_number(c->file, done->result.winners_mask);
    for (int seat = 0; seat < plan->setup.seats; seat++) put_seat(plan, c->file, done, seat);
    fputc('\n', c->file);
    return !fflush(c->file) || cli_input_error("--checkpoint %s: %s", c->name, strerror(errno)) == CLI_FINE;
}

/* --- the file ----------------------------------------------------------------------------------------- */

/* Reads all games. What comes after the last whole line was being written when the arena was stopped, and is removed. */
static bool read_games(const arena_checkpoint *c, const arena_plan *plan, void (*take)(void *, const arena_done *),
                       void *taker)
{
    char *line = malloc(LINE_MAX_BYTES);
    arena_done *done = malloc(sizeof *done);
    bool fine = line && done;
    long end = ftell(c->file);
    if (!fine) cli_input_error("out of memory");
    for (int number = 2; fine && fgets(line, LINE_MAX_BYTES, c->file); number++) {
        size_t n = strlen(line);
        if (n && line[n - 1] != '\n' && n < LINE_MAX_BYTES - 1) break;
        end = ftell(c->file);
        fine = take_game(plan, line, done);
        if (!fine)
            cli_input_error("--checkpoint %s: line %d is damaged; delete it to play its game again", c->name, number);
        if (fine && done->game < plan->games) take(taker, done);
    }
    free(line);
    free(done);
    if (!fine) return false;
    return (!fseek(c->file, end, SEEK_SET) && !ftruncate(fileno(c->file), end)) ||
           cli_input_error("--checkpoint %s: %s", c->name, strerror(errno)) == CLI_FINE;
}

bool arena_checkpoint_exists(const arena_plan *plan)
{
    return plan->checkpoint && !access(plan->checkpoint, F_OK);
}

bool arena_checkpoint_open(arena_checkpoint *c, const arena_plan *plan, void (*take)(void *, const arena_done *),
                           void *taker)
{
    c->name = plan->checkpoint;
    if (!c->name) return true;
    c->file = fopen(c->name, "a+e");
    if (!c->file) return cli_input_error("--checkpoint %s: %s", c->name, strerror(errno)) == CLI_FINE;
    if (flock(fileno(c->file), LOCK_EX | LOCK_NB))
        return cli_input_error("--checkpoint %s: another arena is using it", c->name) == CLI_FINE;
    rewind(c->file);
    return check_about(c, plan) && read_games(c, plan, take, taker);
}

void arena_checkpoint_close(arena_checkpoint *c)
{
    if (!c->file) return;
    fsync(fileno(c->file));
    fclose(c->file);
    c->file = NULL;
}
