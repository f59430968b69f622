/* arena_report.c: what the games of an arena came to: summed up, as a table, as JSON, as CSV. */
#include <string.h>

#include "arena.h"

enum { NAME_MAX_COLUMNS = 40 };

/* --- summing up -------------------------------------------------------------------------------------- */

/* What the seat got of the win. */
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

/* Sums for now; finish() makes means of them. */
static void add_seat(arena_entry *entry, const arena_seat *seat, double share, double rank)
{
    entry->seats++;
    entry->share += share;
    entry->score += seat->score;
    entry->rank += rank;
    entry->kept += seat->kept;
    entry->broken += seat->broken;
    entry->decisions += seat->decisions;
    entry->forfeits += seat->forfeits;
    entry->simulations += seat->simulations;
    entry->moves += seat->moves;
    entry->ns += seat->ns;
}

static void add_game(const arena_plan *plan, const arena_game *game, arena_report *report)
{
    double rank[KB_SEATS_MAX];
    int seats = plan->setup.seats;
    uint32_t here_mask = 0;
    ranks_of(game, seats, rank);
    if (!game->winners_mask) report->unwon++;
    for (int seat = 0; seat < seats; seat++) {
        const arena_seat *s = &game->seat[seat];
        add_seat(&report->bot[s->bot], s, share_of(game, seat), rank[seat]);
        here_mask |= 1u << s->bot;
        if (s->kept | s->broken) report->deals = true;
    }
    for (int b = 0; b < plan->n_bots; b++) {
        report->bot[b].games += here_mask >> b & 1;
        report->bot[b].decided += here_mask >> b & (game->winners_mask != 0);
    }
}

static void finish(const arena_plan *plan, arena_entry *entry)
{
    if (entry->games == 0) return;
    double games = (double)entry->games, seats = (double)entry->seats;
    entry->share /= games;
    /* Nobody's share of a game that nobody won is fair. */
    entry->fair = seats / games / plan->setup.seats * (double)entry->decided / games;
    entry->interval = arena_wilson(entry->share, entry->games);
    entry->score /= seats;
    entry->rank /= seats;
}

static void rate(const arena_plan *plan, const arena_game *games, arena_report *report)
{
    arena_ratings ratings;
    double rating[ARENA_BOTS_MAX];
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

void arena_sum_up(const arena_plan *plan, const arena_game *games, arena_report *report)
{
    for (uint64_t i = 0; i < report->games; i++) add_game(plan, &games[i], report);
    for (int b = 0; b < plan->n_bots; b++) finish(plan, &report->bot[b]);
    /* One line-up is what the shares tell; ratings are for comparing bots that did not all meet. */
    if (arena_lineups(plan) > 1 && report->games > 0) rate(plan, games, report);
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
    if (report->interrupted) fprintf(to, " of %llu, interrupted", (unsigned long long)plan->games);
    if (arena_lineups(plan) > 1) fprintf(to, ", %llu line-ups", (unsigned long long)arena_lineups(plan));
    fprintf(to, ", seed %llu\n", (unsigned long long)plan->seed);
    if (report->unwon) fprintf(to, "Nobody won %llu of them.\n", (unsigned long long)report->unwon);
    fputs("\n", to);
}

/* Columns: bytes that go on a character take none. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++) width += (*text & 0xC0) != 0x80;
    return width;
}

/* A name too long for the table stands above it, with a label. */
static void name_in_table(const arena_plan *plan, int b, char label[NAME_MAX_COLUMNS * 4 + 1])
{
    const char *name = plan->bots[b].text;
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
        if (width_of(plan->bots[b].text) <= NAME_MAX_COLUMNS) continue;
        fprintf(to, "[%d] %s\n", b + 1, plan->bots[b].text);
        any = true;
    }
    if (any) fputs("\n", to);
}

static int widest_name(const arena_plan *plan)
{
    int width = 3;
    for (int b = 0; b < plan->n_bots; b++) {
        int n = width_of(plan->bots[b].text);
        if (n > width && n <= NAME_MAX_COLUMNS) width = n;
    }
    return width;
}

static void print_titles(const arena_report *report, int width, FILE *to)
{
    fprintf(to, "%-*s %8s %6s   %-13s %6s %10s %5s", width, "bot", "games", "wins", "95 %", "fair", "score", "rank");
    if (report->rated) fprintf(to, " %6s", "rating");
    if (report->deals) fprintf(to, " %7s %7s", "kept", "broken");
    fprintf(to, " %12s %13s %11s %8s\n", "decisions/s", "simulations/s", "moves/s", "forfeits");
}

/* How a share stands to what would be fair, as far as the games can tell. */
static char verdict(const arena_entry *entry)
{
    const double rounding = 1e-9; /* a bot alone at the table wins everything, which is fair */
    if (entry->interval.low > entry->fair + rounding) return '+';
    return entry->interval.high < entry->fair - rounding ? '-' : ' ';
}

static void print_entry(const arena_report *report, const char *name, const arena_entry *entry, int width, FILE *to)
{
    fprintf(to, "%s%*s %8llu %5.1f%% %c %4.1f .. %5.1f %5.1f%%", name, width - width_of(name), "",
            (unsigned long long)entry->games, 100 * entry->share, verdict(entry), 100 * entry->interval.low,
            100 * entry->interval.high, 100 * entry->fair);
    fprintf(to, " %10.1f %5.2f", entry->score, entry->rank);
    if (report->rated) fprintf(to, " %6.0f", entry->rating);
    if (report->deals) fprintf(to, " %7llu %7llu", (unsigned long long)entry->kept, (unsigned long long)entry->broken);
    fprintf(to, " %12.0f %13.0f %11.0f %8llu\n", per_second(entry->decisions, entry->ns),
            per_second(entry->simulations, entry->ns), per_second(entry->moves, entry->ns),
            (unsigned long long)entry->forfeits);
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
    for (int b = 0; b < plan->n_bots; b++) {
        const arena_entry *entry = &report->bot[b];
        if (entry->forfeits)
            fprintf(to, "\n%s forfeited %llu of %llu decisions; random moves were made instead. For example: %s\n",
                    plan->bots[b].text, (unsigned long long)entry->forfeits, (unsigned long long)entry->decisions,
                    entry->trouble);
        else if (entry->trouble[0])
            fprintf(to, "\n%s: %s\n", plan->bots[b].text, entry->trouble);
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
    fprintf(to, "\"game\":\"%s\"", game->name);
    if (game->n_editions > 1) fprintf(to, ",\"edition\":\"%s\"", game->editions[setup->edition]);
    fputs(",\"options\":{", to);
    for (int i = 0; i < game->n_options; i++)
        fprintf(to, "%s\"%s\":\"%s\"", i ? "," : "", game->options[i].name, game->options[i].values[setup->option[i]]);
    fprintf(to, "},\"seats\":%d", setup->seats);
}

static void put_entry(const arena_report *report, const char *name, const arena_entry *entry, FILE *to)
{
    fputs("{\"bot\":", to);
    put_string(to, name);
    fprintf(to, ",\"games\":%llu,\"seats\":%llu,\"share\":%.6f,\"low\":%.6f,\"high\":%.6f,\"fair\":%.6f",
            (unsigned long long)entry->games, (unsigned long long)entry->seats, entry->share, entry->interval.low,
            entry->interval.high, entry->fair);
    fprintf(to, ",\"score\":%.3f,\"rank\":%.4f", entry->score, entry->rank);
    if (report->rated) fprintf(to, ",\"rating\":%.1f", entry->rating);
    uint64_t made = entry->kept + entry->broken;
    fprintf(to, ",\"deals\":{\"made\":%llu,\"kept\":%llu,\"broken\":%llu}", (unsigned long long)made,
            (unsigned long long)entry->kept, (unsigned long long)entry->broken);
    fprintf(to, ",\"decisions\":%llu,\"forfeits\":%llu,\"simulations\":%llu,\"moves\":%llu",
            (unsigned long long)entry->decisions, (unsigned long long)entry->forfeits,
            (unsigned long long)entry->simulations, (unsigned long long)entry->moves);
    fprintf(to, ",\"decisions_per_s\":%.1f,\"simulations_per_s\":%.1f,\"moves_per_s\":%.1f}",
            per_second(entry->decisions, entry->ns), per_second(entry->simulations, entry->ns),
            per_second(entry->moves, entry->ns));
}

void arena_put_json(const arena_plan *plan, const arena_report *report, FILE *to)
{
    fputs("{", to);
    put_setup(plan, to);
    fprintf(to, ",\"games\":%llu,\"unwon\":%llu,\"lineups\":%llu,\"seed\":%llu,\"interrupted\":%s,\"bots\":[",
            (unsigned long long)report->games, (unsigned long long)report->unwon,
            (unsigned long long)arena_lineups(plan), (unsigned long long)plan->seed,
            report->interrupted ? "true" : "false");
    for (int b = 0; b < plan->n_bots; b++) {
        fputs(b ? ",\n " : "\n ", to);
        put_entry(report, plan->bots[b].text, &report->bot[b], to);
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
    fputs("game,lineup,seat,bot,score,rank,share,deals_kept,deals_broken,decisions,forfeits,simulations,moves\n", to);
    for (uint64_t i = 0; i < n; i++) {
        double rank[KB_SEATS_MAX];
        ranks_of(&games[i], seats, rank);
        for (int seat = 0; seat < seats; seat++) {
            const arena_seat *s = &games[i].seat[seat];
            fprintf(to, "%llu,%llu,%s,", (unsigned long long)i,
                    (unsigned long long)(i / (uint64_t)seats % arena_lineups(plan)), kb_seat_name(&plan->setup, seat));
            put_quoted(to, plan->bots[s->bot].text);
            fprintf(to, ",%d,%.1f,%.6f,%u,%u,%u,%u,%llu,%llu\n", s->score, rank[seat], share_of(&games[i], seat),
                    s->kept, s->broken, s->decisions, s->forfeits, (unsigned long long)s->simulations,
                    (unsigned long long)s->moves);
        }
    }
}
