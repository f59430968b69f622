/* arena_report.c: the results of an arena: summed up, as a table, as JSON, as CSV. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { NAME_MAX_COLUMNS = 40 };

/* --- summing up -------------------------------------------------------------------------------------- */

/* The seat's share of the win. */
static double share_of(const arena_game *game, int seat)
{
    if (!(game->winners_mask >> seat & 1)) return 0;
    return 1.0 / kb_count_bits(game->winners_mask);
}

static void ranks_of(const arena_game *game, int seats, double *rank)
{
    int32_t score[KB_SEATS_MAX];
    for (int seat = 0; seat < seats; seat++) score[seat] = game->seat[seat].score;
    arena_ranks(seats, score, game->winners_mask, rank);
}

/* Adds up; finish() turns the sums into means. */
static void add_seat(arena_entry *entry, const arena_seat *seat, double share, double rank)
{
    entry->all.seats++;
    entry->all.share += share;
    entry->score += seat->score;
    entry->rank += rank;
    entry->kept += seat->kept;
    entry->broken += seat->broken;
    entry->decisions += seat->decisions;
    entry->forfeits += seat->forfeits;
    entry->simulations += seat->simulations;
    entry->moves += seat->moves;
    entry->ns += seat->ns;
    entry->proposed += seat->proposed;
    entry->accepted += seat->accepted;
    for (int verdict = 0; verdict < KB_VERDICTS; verdict++) entry->promises[verdict] += seat->promises[verdict];
    bool broke = seat->promises[KB_BROKEN] > 0;
    *(broke ? &entry->n_broke : &entry->n_not) += 1;
    *(broke ? &entry->share_broke : &entry->share_not) += share;
}

/* Counts which seats of a game finished above which others. */
static void add_meetings(const arena_plan *plan, const arena_game *game, const double *rank, arena_report *report)
{
    for (int a = 0; a < plan->setup.seats; a++)
        for (int b = 0; b < plan->setup.seats; b++) {
            arena_entry *entry = &report->bot[game->seat[a].bot];
            int other = game->seat[b].bot;
            if (a == b || game->seat[a].bot == other) continue;
            entry->met[other]++;
            entry->beaten[other] += rank[a] < rank[b] ? 1 : rank[a] > rank[b] ? 0 : 0.5;
        }
}

static void add_game(const arena_plan *plan, const arena_game *game, arena_report *report)
{
    double rank[KB_SEATS_MAX];
    int seats = plan->setup.seats;
    bool here[ARENA_BOTS_MAX] = {false};
    ranks_of(game, seats, rank);
    if (!game->winners_mask) report->unwon++;
    if (game->winners_mask) add_meetings(plan, game, rank, report);
    for (int seat = 0; seat < seats; seat++) {
        const arena_seat *s = &game->seat[seat];
        add_seat(&report->bot[s->bot], s, share_of(game, seat), rank[seat]);
        report->bot[s->bot].decided.seats += game->winners_mask != 0;
        here[s->bot] = true;
        if (s->kept | s->broken) report->deals = true;
    }
    for (int b = 0; b < plan->n_bots; b++) {
        report->bot[b].all.games += here[b];
        report->bot[b].decided.games += here[b] && game->winners_mask;
    }
}

/* --- confidence -------------------------------------------------------------------------------------- */

static int seats_of(const arena_plan *plan, const arena_game *game, int which)
{
    int n = 0;
    for (int seat = 0; seat < plan->setup.seats; seat++) n += game->seat[seat].bot == which;
    return n;
}

/* What the bot won in the games of each line-up. Games of one line-up have the same luck, or the same drawn bots. */
static void group_games(const arena_plan *plan, const arena_game *games, uint64_t n, int which, bool decided,
                        arena_group *group)
{
    int seats = plan->setup.seats;
    for (uint64_t i = 0; i < n; i++) {
        arena_group *g = &group[i / (uint64_t)seats];
        if (!seats_of(plan, &games[i], which) || (decided && !games[i].winners_mask)) continue;
        g->games++;
        for (int seat = 0; seat < seats; seat++)
            if (games[i].seat[seat].bot == which) g->won += share_of(&games[i], seat);
    }
}

static bool find_interval(const arena_plan *plan, const arena_game *games, uint64_t n, int which, bool decided,
                          arena_share *share)
{
    uint64_t seats = plan->setup.seats;
    double worth = (double)share->games;
    if (plan->duplicate || plan->n_bots > plan->n_named) {
        size_t groups = (n + seats - 1) / seats;
        arena_group *group = calloc(groups, sizeof *group);
        if (!group) return false;
        group_games(plan, games, n, which, decided, group);
        worth = arena_worth(group, groups, (double)(share->games * seats));
        free(group);
    }
    share->interval = arena_wilson(share->share, worth);
    return true;
}

/* won is the sum over all games; games that nobody won add nothing to it. */
static void finish_share(const arena_plan *plan, double won, double fair_games, arena_share *share)
{
    if (!share->games) return;
    double games = (double)share->games;
    share->share = won / games;
    share->fair = fair_games / plan->setup.seats / games;
}

static bool finish(const arena_plan *plan, const arena_game *games, int which, arena_report *report)
{
    arena_entry *entry = &report->bot[which];
    double won = entry->all.share, seats = (double)entry->all.seats;
    if (!entry->all.games) return true;
    entry->score /= seats;
    entry->rank /= seats;
    /* In a game that nobody won, the fair share of every seat is 0. */
    finish_share(plan, won, (double)entry->decided.seats, &entry->all);
    finish_share(plan, won, (double)entry->decided.seats, &entry->decided);
    return find_interval(plan, games, report->games, which, false, &entry->all) &&
           find_interval(plan, games, report->games, which, true, &entry->decided);
}

static void rate(const arena_plan *plan, const arena_game *games, arena_report *report)
{
    arena_ratings ratings;
    double rating[ARENA_RATED_MAX];
    arena_ratings_begin(&ratings, plan->n_bots);
    for (uint64_t i = 0; i < report->games; i++) {
        int who[KB_SEATS_MAX];
        double rank[KB_SEATS_MAX];
        for (int seat = 0; seat < plan->setup.seats; seat++) who[seat] = games[i].seat[seat].bot;
        ranks_of(&games[i], plan->setup.seats, rank);
        arena_ratings_add(&ratings, plan->setup.seats, who, rank);
    }
    arena_ratings_fit(&ratings, rating);
    for (int b = 0; b < plan->n_bots; b++) report->bot[b].rating = rating[b];
    report->rated = !ratings.failed;
    arena_ratings_end(&ratings);
}

bool arena_sum_up(const arena_plan *plan, const arena_game *games, arena_report *report)
{
    bool fine = true;
    for (uint64_t i = 0; i < report->games; i++) add_game(plan, &games[i], report);
    for (int b = 0; fine && b < plan->n_bots; b++) fine = finish(plan, games, b, report);
    /* With one line-up the shares say everything. Ratings compare bots that did not all meet. They are not for
     * fields, where the same bot may be drawn twice for one game. */
    bool drawn = plan->n_bots > plan->n_named;
    if (!drawn && arena_lineups(plan) > 1 && report->games > 0) rate(plan, games, report);
    return fine;
}

static double per_second(uint64_t n, uint64_t ns)
{
    return ns ? (double)n * 1e9 / (double)ns : 0;
}

/* --- the table --------------------------------------------------------------------------------------- */

static void print_heading(const arena_plan *plan, const arena_report *report, FILE *to)
{
    const kb_setup *setup = &plan->setup;
    const kb_game *game = kb_game_at(setup->game);
    fprintf(to, "%s", game->name);
    if (game->n_editions > 1) fprintf(to, ", %s", game->editions[setup->edition]);
    for (int i = 0; i < game->n_options; i++)
        if (setup->option[i]) fprintf(to, ", %s=%s", game->options[i].name, game->options[i].values[setup->option[i]]);
    fprintf(to, ", %d seats: %llu games", setup->seats, (unsigned long long)report->games);
    if (plan->pacts) fprintf(to, " with promises");
    if (report->interrupted) fprintf(to, " of %llu, interrupted", (unsigned long long)plan->games);
    if (arena_lineups(plan) > 1) fprintf(to, ", %llu line-ups", (unsigned long long)arena_lineups(plan));
    if (plan->field) fprintf(to, " drawn from %s", plan->field);
    fprintf(to, ", seed %llu%s\n", (unsigned long long)plan->seed, plan->duplicate ? ", duplicate luck" : "");
    if (report->unwon) fprintf(to, "Nobody won %llu of them.\n", (unsigned long long)report->unwon);
    fputs("\n", to);
}

/* The width in columns. Continuation bytes of UTF-8 take none. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++) width += (*text & 0xC0) != 0x80;
    return width;
}

/* A name too long for the table is printed above it, and the table has a number instead. */
static void name_in_table(const arena_plan *plan, int b, char label[NAME_MAX_COLUMNS * 4 + 1])
{
    const char *name = plan->bots[b].name;
    if (width_of(name) <= NAME_MAX_COLUMNS) {
        snprintf(label, NAME_MAX_COLUMNS * 4 + 1, "%s", name);
    } else {
        snprintf(label, NAME_MAX_COLUMNS * 4 + 1, "[%d]", b + 1);
    }
}

static void print_long_names(const arena_plan *plan, FILE *to)
{
    bool any = false;
    for (int b = 0; b < plan->n_bots; b++) {
        if (width_of(plan->bots[b].name) <= NAME_MAX_COLUMNS) continue;
        fprintf(to, "[%d] %s\n", b + 1, plan->bots[b].name);
        any = true;
    }
    if (any) fputs("\n", to);
}

static int widest_name(const arena_plan *plan)
{
    int width = 3;
    for (int b = 0; b < plan->n_bots; b++) {
        int n = width_of(plan->bots[b].name);
        if (n > width && n <= NAME_MAX_COLUMNS) width = n;
    }
    return width;
}

/* The time within which this percentage of decisions was made, in ms. */
static double time_within(const arena_entry *entry, uint64_t percent)
{
    uint64_t total = 0, seen = 0;
    for (int i = 0; i < PLAYER_TIMES; i++) total += entry->took[i];
    for (int i = 0; i < PLAYER_TIMES; i++) {
        seen += entry->took[i];
        uint64_t ns = player_time_of(i);
        if (seen * 100 >= total * percent) return 1e-6 * (double)(ns < entry->slowest_ns ? ns : entry->slowest_ns);
    }
    return 0;
}

static void print_titles(const arena_report *report, int width, FILE *to)
{
    fprintf(to, "%-*s %8s %6s", width, "bot", "games", "wins");
    if (report->unwon) fprintf(to, " %7s", "of won");
    fprintf(to, "   %-13s %6s %10s %5s", "95 %", "fair", "score", "rank");
    if (report->rated) fprintf(to, " %6s", "rating");
    if (report->deals) fprintf(to, " %7s %7s", "kept", "broken");
    fprintf(to, " %12s %13s %9s %9s %8s\n", "decisions/s", "simulations/s", "99 % ms", "max ms", "forfeits");
}

/* Whether a share is significantly above or below the fair one. */
static char verdict(const arena_share *share)
{
    const double rounding = 1e-9; /* a bot that has all seats wins everything, which is fair */
    if (share->interval.low > share->fair + rounding) return '+';
    return share->interval.high < share->fair - rounding ? '-' : ' ';
}

/* Intervals and marks count only games that somebody won. In a game where all can lose together, everybody's share
 * of all games is low. */
static void print_entry(const arena_report *report, const char *name, const arena_entry *entry, int width, FILE *to)
{
    const arena_share *decided = &entry->decided;
    fprintf(to, "%s%*s %8llu %5.1f%%", name, width - width_of(name), "", (unsigned long long)entry->all.games,
            100 * entry->all.share);
    if (report->unwon) fprintf(to, "  %5.1f%%", 100 * decided->share);
    fprintf(to, " %c %4.1f .. %5.1f %5.1f%%", verdict(decided), 100 * decided->interval.low,
            100 * decided->interval.high, 100 * decided->fair);
    fprintf(to, " %10.1f %5.2f", entry->score, entry->rank);
    if (report->rated) fprintf(to, " %6.0f", entry->rating);
    if (report->deals) fprintf(to, " %7llu %7llu", (unsigned long long)entry->kept, (unsigned long long)entry->broken);
    fprintf(to, " %12.0f %13.0f %9.2f %9.2f %8llu\n", per_second(entry->decisions, entry->ns),
            per_second(entry->simulations, entry->ns), time_within(entry, 99), 1e-6 * (double)entry->slowest_ns,
            (unsigned long long)entry->forfeits);
}

/* How often each bot finished above each other one, for three or more bots. */
static void print_matrix(const arena_plan *plan, const arena_report *report, int width, FILE *to)
{
    if (plan->n_bots < 3 || report->games == report->unwon) return;
    fprintf(to, "\nHow often the bot of the row was placed above that of the column, in %%:\n\n%*s", width + 5, "");
    for (int b = 0; b < plan->n_bots; b++) fprintf(to, "%*s[%d]", 4, "", b + 1);
    fputs("\n", to);
    for (int a = 0; a < plan->n_bots; a++) {
        char name[NAME_MAX_COLUMNS * 4 + 1];
        name_in_table(plan, a, name);
        fprintf(to, "[%2d] %s%*s", a + 1, name, width - width_of(name), "");
        for (int b = 0; b < plan->n_bots; b++) {
            const arena_entry *entry = &report->bot[a];
            int column = b < 9 ? 7 : 8;
            if (entry->met[b] > 0) fprintf(to, "%*.1f", column, 100 * entry->beaten[b] / entry->met[b]);
            if (entry->met[b] <= 0) fprintf(to, "%*s", column, "-");
        }
        fputs("\n", to);
    }
}

/* What breaking a promise brought: the share its seats won in games where they broke one, less what they won in those where
 * they broke none. Returns false if there were none of one kind. */
static bool gain_of(const arena_entry *entry, double *gain)
{
    if (!entry->n_broke || !entry->n_not) return false;
    *gain = entry->share_broke / (double)entry->n_broke - entry->share_not / (double)entry->n_not;
    return true;
}

static void print_promises(const arena_plan *plan, const arena_report *report, int width, FILE *to)
{
    if (!plan->pacts) return;
    fprintf(to, "\n%-*s %9s %9s %9s %9s %9s   %9s %7s\n", width, "promises", "proposed", "accepted", "kept", "broken",
            "void", "broke in", "gain");
    for (int b = 0; b < plan->n_bots; b++) {
        const arena_entry *entry = &report->bot[b];
        char name[NAME_MAX_COLUMNS * 4 + 1];
        double gain = 0;
        bool known = gain_of(entry, &gain);
        name_in_table(plan, b, name);
        fprintf(to, "%s%*s %9llu %9llu %9llu %9llu %9llu   %8.1f%%", name, width - width_of(name), "",
                (unsigned long long)entry->proposed, (unsigned long long)entry->accepted,
                (unsigned long long)entry->promises[KB_KEPT], (unsigned long long)entry->promises[KB_BROKEN],
                (unsigned long long)entry->promises[KB_VOID],
                entry->all.seats ? 100 * (double)entry->n_broke / (double)entry->all.seats : 0);
        if (known) fprintf(to, " %+6.1f%%\n", 100 * gain);
        if (!known) fprintf(to, " %7s\n", "-");
    }
}

void arena_print_table(const arena_plan *plan, const arena_report *report, FILE *to)
{
    int width = widest_name(plan);
    print_heading(plan, report, to);
    print_long_names(plan, to);
    print_titles(report, width, to);
    for (int b = 0; b < plan->n_bots; b++) {
        char name[NAME_MAX_COLUMNS * 4 + 1];
        name_in_table(plan, b, name);
        print_entry(report, name, &report->bot[b], width, to);
    }
    print_promises(plan, report, width, to);
    print_matrix(plan, report, width, to);
    for (int b = 0; b < plan->n_bots; b++) {
        const arena_entry *entry = &report->bot[b];
        if (entry->forfeits)
            fprintf(to, "\n%s forfeited %llu of %llu decisions; random moves were made instead. For example: %s\n",
                    plan->bots[b].name, (unsigned long long)entry->forfeits, (unsigned long long)entry->decisions,
                    entry->trouble);
        else if (entry->trouble[0])
            fprintf(to, "\n%s: %s\n", plan->bots[b].name, entry->trouble);
    }
}

/* --- JSON -------------------------------------------------------------------------------------------- */

static void put_string(FILE *to, const char *text)
{
    char buffer[6 * PLAYER_SPEC_MAX + 8];
    kb_text json = kb_text_in(buffer, sizeof buffer);
    kb_put_json(&json, text, strlen(text));
    cli_print(to, &json);
}

static void put_setup(const arena_plan *plan, FILE *to)
{
    const kb_setup *setup = &plan->setup;
    const kb_game *game = kb_game_at(setup->game);
    cli_print_json(to, "game:%s", game->name);
    if (game->n_editions > 1) cli_print_json(to, ", edition:%s", game->editions[setup->edition]);
    cli_print_json(to, ", options:{");
    for (int i = 0; i < game->n_options; i++)
        cli_print_json(to, i ? ", %s:%s" : "%s:%s", game->options[i].name, game->options[i].values[setup->option[i]]);
    cli_print_json(to, "}, seats:%d", setup->seats);
}

static void put_share(const arena_share *share, FILE *to)
{
    cli_print_json(to, "games:%llu, seats:%llu, share:%.6f, low:%.6f, high:%.6f, fair:%.6f",
                   (unsigned long long)share->games, (unsigned long long)share->seats, share->share,
                   share->interval.low, share->interval.high, share->fair);
}

/* For each bot, how often this one finished above it. null if they did not meet. */
static void put_meetings(const arena_plan *plan, const arena_entry *entry, FILE *to)
{
    cli_print_json(to, ", above:[");
    for (int b = 0; b < plan->n_bots; b++) {
        if (b) fputs(",", to);
        if (entry->met[b] > 0) fprintf(to, "%.6f", entry->beaten[b] / entry->met[b]);
        if (entry->met[b] <= 0) fputs("null", to);
    }
    fputs("]", to);
}

static void put_promises(const arena_entry *entry, FILE *to)
{
    double gain = 0;
    cli_print_json(to, ", pacts:{proposed:%llu, accepted:%llu}, promises:{kept:%llu, broken:%llu, void:%llu, open:%llu",
                   (unsigned long long)entry->proposed, (unsigned long long)entry->accepted,
                   (unsigned long long)entry->promises[KB_KEPT], (unsigned long long)entry->promises[KB_BROKEN],
                   (unsigned long long)entry->promises[KB_VOID], (unsigned long long)entry->promises[KB_OPEN]);
    cli_print_json(to, ", broke_in:%llu", (unsigned long long)entry->n_broke);
    if (gain_of(entry, &gain)) cli_print_json(to, ", gain:%.6f", gain);
    fputs("}", to);
}

static void put_entry(const arena_plan *plan, const arena_report *report, int which, FILE *to)
{
    const arena_entry *entry = &report->bot[which];
    uint64_t made = entry->kept + entry->broken;
    cli_print_json(to, "{bot:");
    put_string(to, plan->bots[which].spec.text);
    if (strcmp(plan->bots[which].name, plan->bots[which].spec.text) != 0) {
        cli_print_json(to, ", label:");
        put_string(to, plan->bots[which].name);
    }
    fputs(",", to);
    put_share(&entry->all, to);
    cli_print_json(to, ", decided:{");
    put_share(&entry->decided, to);
    cli_print_json(to, "}, score:%.3f, rank:%.4f", entry->score, entry->rank);
    if (report->rated) cli_print_json(to, ", rating:%.1f", entry->rating);
    cli_print_json(to, ", deals:{made:%llu, kept:%llu, broken:%llu}", (unsigned long long)made,
                   (unsigned long long)entry->kept, (unsigned long long)entry->broken);
    if (plan->pacts) put_promises(entry, to);
    cli_print_json(to, ", decisions:%llu, forfeits:%llu, simulations:%llu, moves:%llu",
                   (unsigned long long)entry->decisions, (unsigned long long)entry->forfeits,
                   (unsigned long long)entry->simulations, (unsigned long long)entry->moves);
    put_meetings(plan, entry, to);
    cli_print_json(to, ", decisions_per_s:%.1f, simulations_per_s:%.1f, moves_per_s:%.1f",
                   per_second(entry->decisions, entry->ns), per_second(entry->simulations, entry->ns),
                   per_second(entry->moves, entry->ns));
    cli_print_json(to, ", decision_ms:{half:%.3f, most:%.3f, max:%.3f}}", time_within(entry, 50),
                   time_within(entry, 99), 1e-6 * (double)entry->slowest_ns);
}

void arena_put_json(const arena_plan *plan, const arena_report *report, FILE *to)
{
    fputs("{", to);
    put_setup(plan, to);
    cli_print_json(to, ", games:%llu, unwon:%llu, lineups:%llu, seed:%llu", (unsigned long long)report->games,
                   (unsigned long long)report->unwon, (unsigned long long)arena_lineups(plan),
                   (unsigned long long)plan->seed);
    cli_print_json(to, report->interrupted ? ", interrupted:true" : ", interrupted:false");
    if (plan->pacts) cli_print_json(to, ", talk:%llu", (unsigned long long)plan->lines);
    cli_print_json(to, plan->duplicate ? ", duplicate:true, bots:[" : ", duplicate:false, bots:[");
    for (int b = 0; b < plan->n_bots; b++) {
        fputs(b ? ",\n " : "\n ", to);
        put_entry(plan, report, b, to);
    }
    fputs("\n]}\n", to);
}

/* --- CSV --------------------------------------------------------------------------------------------- */

static void put_quoted(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"') fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

void arena_put_csv(const arena_plan *plan, const arena_game *games, uint64_t n, FILE *to)
{
    int seats = plan->setup.seats;
    fputs("game,lineup,seat,bot,score,rank,share,deals_kept,deals_broken,decisions,forfeits,simulations,moves", to);
    fputs(plan->pacts ? ",proposed,accepted,kept,broken,void\n" : "\n", to);
    for (uint64_t i = 0; i < n; i++) {
        double rank[KB_SEATS_MAX];
        ranks_of(&games[i], seats, rank);
        for (int seat = 0; seat < seats; seat++) {
            const arena_seat *s = &games[i].seat[seat];
            fprintf(to, "%llu,%llu,%s,", (unsigned long long)i,
                    (unsigned long long)(i / (uint64_t)seats % arena_lineups(plan)), kb_seat_name(&plan->setup, seat));
            put_quoted(to, plan->bots[s->bot].name);
            fprintf(to, ",%d,%.1f,%.6f,%u,%u,%u,%u,%llu,%llu", s->score, rank[seat], share_of(&games[i], seat), s->kept,
                    s->broken, s->decisions, s->forfeits, (unsigned long long)s->simulations,
                    (unsigned long long)s->moves);
            if (plan->pacts)
                fprintf(to, ",%u,%u,%u,%u,%u", s->proposed, s->accepted, s->promises[KB_KEPT], s->promises[KB_BROKEN],
                        s->promises[KB_VOID]);
            fputs("\n", to);
        }
    }
}
