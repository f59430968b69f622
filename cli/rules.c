/* rules.c: `kickback rules`: prints the rules of a game, or what they say about a word. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"

/* --- parts of the page ------------------------------------------------------------------------------- */

/* Whether it is the first line of a list item, a row of a table, or a heading. Other rules have blank lines between
 * them. */
static bool begins_item(const char *line)
{
    line += strspn(line, " ");
    return !strncmp(line, "- ", 2) || !strncmp(line, "* ", 2) || *line == '|' || *line == '#';
}

static size_t line_length(const char *line)
{
    size_t n = strcspn(line, "\n");
    return n + (line[n] == '\n');
}

static bool is_row(const char *item)
{
    return item[strspn(item, " ")] == '|';
}

/* The length of an item with its continuation lines, or of a paragraph. */
static size_t item_length(const char *item)
{
    size_t n = line_length(item);
    if (*item == '#' || is_row(item)) return n;
    while (item[n] && item[n] != '\n' && !begins_item(item + n)) n += line_length(item + n);
    return n;
}

static size_t level_of(const char *item)
{
    return strspn(item, "#");
}

/* The length of a heading with everything below it. */
static size_t section_length(const char *heading)
{
    size_t n = line_length(heading);
    while (heading[n] && !(heading[n] == '#' && level_of(heading + n) <= level_of(heading)))
        n += line_length(heading + n);
    return n;
}

/* Whether a word of the text begins with this one. */
static bool mentions(const char *text, size_t n, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= n; i++) {
        bool inside = i > 0 && isalnum((unsigned char)text[i - 1]) && isalnum((unsigned char)word[0]);
        if (!inside && !strncasecmp(text + i, word, length)) return true;
    }
    return false;
}

/* --- rules about a word -------------------------------------------------------------------------------- */

typedef struct finding {
    kb_text out;
    const char *heading, *header; /* of the current section and table, if not written yet; or NULL */
    bool in_table;                /* the last thing written was a row */
} finding;

static void put_found(finding *f, const char *item, size_t n)
{
    bool row = is_row(item);
    if (f->in_table && (!row || f->heading || f->header)) kb_put(&f->out, "\n");
    if (f->heading) {
        kb_put_n(&f->out, f->heading, line_length(f->heading));
        kb_put(&f->out, "\n");
    }
    if (f->header && f->header != item) kb_put_n(&f->out, f->header, line_length(f->header));
    kb_put_n(&f->out, item, n);
    if (!row) kb_put(&f->out, "\n");
    f->heading = f->header = NULL;
    f->in_table = row;
}

static void find(finding *f, const char *rules, const char *word)
{
    for (bool was_row = false; *rules;) {
        bool is_section = *rules == '#' && level_of(rules) > 1 && mentions(rules, line_length(rules), word);
        size_t n = is_section ? section_length(rules) : item_length(rules);
        bool row = is_row(rules);
        if (*rules == '#') f->heading = is_section ? NULL : rules;
        if (!row || !was_row) f->header = row ? rules : NULL;
        if (is_section || (*rules != '#' && mentions(rules, n, word))) put_found(f, rules, n);
        was_row = row;
        rules += n;
        while (*rules == '\n') rules++;
    }
}

char *cli_rules_about(const char *game, const char *word)
{
    const char *rules = cli_rules_of(game);
    size_t size = 4 * strlen(rules) + 1;
    char *text = malloc(size);
    if (!text) return NULL;
    finding f = {.out = kb_text_in(text, size)};
    text[0] = '\0';
    find(&f, rules, word);
    return text;
}

/* One page: the chapter that comes before the numbered ones. */
static int print_short(const kb_game *game)
{
    static const char heading[] = "## The short rules\n";
    const char *at = strstr(cli_rules_of(game->name), heading);
    if (!at) return cli_input_error("the rules of %s have no short form", game->name);
    printf("# %s\n\n%.*s", game->title, (int)section_length(at) - 1, at);
    return CLI_FINE;
}

static int run(int argc, char **argv)
{
    kb_setup setup;
    if (argc > 3) return cli_call_error("rules", "expected a game and at most one word but found '%s'", argv[3]);
    if (!cli_take_game("rules", argv[1], &setup)) return CLI_BAD_CALL;
    const char *game = kb_game_at(setup.game)->name;
    if (argc == 3 && !strcmp(argv[2], "--short")) return print_short(kb_game_at(setup.game));
    if (argc == 3 && argv[2][0] == '-') return cli_call_error("rules", "unknown flag '%s'", argv[2]);
    if (argc < 3) {
        fputs(cli_rules_of(game), stdout);
        return CLI_FINE;
    }
    char *text = cli_rules_about(game, argv[2]);
    int status = text && *text ? CLI_FINE : cli_input_error("the rules of %s do not mention '%s'", game, argv[2]);
    if (status == CLI_FINE) fputs(text, stdout);
    free(text);
    return status;
}

const cli_verb cli_rules = {
    "rules",
    "print the rules of a game",
    "usage: kickback rules GAME [WORD | --short]\n\n"
    "Prints the rules, complete enough to play from. With WORD, prints only the rules that mention it, with their\n"
    "headings, and whole sections whose heading mentions it.\n\n"
    "  --short  prints one page, enough to begin with\n\n"
    "examples:\n"
    "  kickback rules intrige | less\n"
    "  kickback rules intrige --short\n"
    "  kickback rules intrige refund\n",
    run,
};
