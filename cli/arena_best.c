/* arena_best.c: `kickback arena GAME --best-response`: how much a player who knows how to exploit a bot can win.
 * Each bot of the field plays alone against a table of the screening bot. The best ones then play against the bot
 * itself, on another seed. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "ranks.h"

enum { FINALISTS = 3 };

typedef struct candidate {
    int bot;
    arena_share screened;
} candidate;

/* Plays one bot of the field against a table of another bot. Each match has a checkpoint of its own, named by its seed and
 * the bot's place in the field. */
static bool play_match(const arena_plan *plan, int which, const arena_bot *against, uint64_t games, uint64_t seed,
                       arena_entry *out, uint64_t *unwon)
{
    char checkpoint[PATH_MAX];
    int length = snprintf(checkpoint, sizeof checkpoint, "%s.%llu.%d", plan->checkpoint ? plan->checkpoint : "",
                          (unsigned long long)seed, which - plan->n_named + 1);
    if (length >= (int)sizeof checkpoint) {
        cli_input_error("--checkpoint %s: %s", plan->checkpoint, strerror(ENAMETOOLONG));
        return false;
    }
    arena_plan *match = malloc(sizeof *match);
    arena_report *report = calloc(1, sizeof *report);
    arena_game *played = calloc(games, sizeof *played);
    bool fine = match && report && played;
    if (fine) {
        *match = *plan;
        match->field = NULL;
        match->bots[0] = plan->bots[which];
        match->bots[1] = *against;
        match->bots[0].weight = match->bots[1].weight = 0;
        match->n_bots = match->n_named = 2;
        match->games = games;
        match->seed = seed;
        match->checkpoint = plan->checkpoint ? checkpoint : NULL;
        fine = arena_run(match, played, report);
        if (ranks_first()) fine = fine && !report->interrupted && arena_sum_up(match, played, report);
        ranks_share(&fine, sizeof fine); /* all ranks choose the same finalists */
        ranks_share(&report->bot[0], sizeof report->bot[0]);
        ranks_share(&report->unwon, sizeof report->unwon);
    } else {
        cli_input_error("out of memory");
    }
    if (fine) {
        *out = report->bot[0];
        *unwon = report->unwon;
    }
    free(match);
    free(report);
    free(played);
    return fine;
}

static int compare(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->screened.share != y->screened.share) return x->screened.share < y->screened.share ? 1 : -1;
    return x->bot - y->bot;
}

static void print_result(FILE *to, const arena_plan *plan, int which, const arena_share *share, uint64_t unwon)
{
    fprintf(to, "%5.1f %%  %4.1f .. %5.1f  %6llu  %6llu  %s\n", 100 * share->share, 100 * share->interval.low,
            100 * share->interval.high, (unsigned long long)share->games, (unsigned long long)unwon,
            plan->bots[which].name);
    fflush(to);
}

static void put_result(FILE *json, const arena_plan *plan, int which, const arena_share *share, bool first)
{
    char buffer[6 * PLAYER_SPEC_MAX + 8];
    kb_text name = kb_text_in(buffer, sizeof buffer);
    kb_put_json(&name, plan->bots[which].spec.text, strlen(plan->bots[which].spec.text));
    fputs(first ? "\n " : ",\n ", json);
    cli_print_json(json, "{bot:");
    cli_print(json, &name);
    cli_print_json(json, ", games:%llu, share:%.6f, low:%.6f, high:%.6f}", (unsigned long long)share->games,
                   share->share, share->interval.low, share->interval.high);
}

static void print_titles(FILE *to, int others, const char *against, uint64_t games, uint64_t seed)
{
    fprintf(to, "One against %d × %s, %llu games, seed %llu; shares are of decided games\n\n", others, against,
            (unsigned long long)games, (unsigned long long)seed);
    fprintf(to, "%7s  %-13s  %6s  %6s  %s\n", "share", "95 %", "games", "unwon", "bot");
}

bool arena_best_response(const arena_plan *plan, FILE *to, FILE *json)
{
    candidate found[ARENA_FIELD_MAX];
    int n = plan->n_bots - plan->n_named;
    arena_entry *entry = malloc(sizeof *entry);
    uint64_t unwon = 0;
    bool fine = entry != NULL;
    cli_print_json(json, "{screened:[");
    print_titles(to, plan->setup.seats - 1, plan->screen.spec.text, plan->games, plan->seed);
    for (int i = 0; fine && i < n; i++) {
        found[i].bot = plan->n_named + i;
        fine = play_match(plan, found[i].bot, &plan->screen, plan->games, plan->seed, entry, &unwon);
        if (!fine) break;
        found[i].screened = entry->decided;
        print_result(to, plan, found[i].bot, &entry->decided, unwon);
        put_result(json, plan, found[i].bot, &entry->decided, !i);
    }
    if (fine) qsort(found, (size_t)n, sizeof *found, compare);
    fputs("\n", to);
    cli_print_json(json, "], final:[");
    if (fine) print_titles(to, plan->setup.seats - 1, plan->bots[0].name, plan->final_games, plan->seed + 1);
    for (int i = 0; fine && i < FINALISTS && i < n; i++) {
        fine = play_match(plan, found[i].bot, &plan->bots[0], plan->final_games, plan->seed + 1, entry, &unwon);
        if (fine) print_result(to, plan, found[i].bot, &entry->decided, unwon);
        if (fine) put_result(json, plan, found[i].bot, &entry->decided, !i);
    }
    fputs("]}\n", json);
    free(entry);
    return fine;
}
