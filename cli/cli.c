/* cli.c: what the verbs of the program share. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tell.h"

int cli_call_error(const char *verb, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "kickback %s: ", verb);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n`kickback %s --help` tells more.\n", verb);
    va_end(args);
    return CLI_BAD_CALL;
}

int cli_input_error(const char *format, ...)
{
    /* What is wrong is often quoted, and may be meant for the terminal rather than its reader. */
    char sentence[2 * KB_WHY_MAX], buffer[2 * KB_WHY_MAX];
    kb_text safe = kb_text_in(buffer, sizeof buffer);
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    cli_put_safe(&safe, sentence, strlen(sentence));
    fprintf(stderr, "kickback: %s\n", buffer);
    return CLI_BAD_INPUT;
}

bool cli_colour(FILE *stream)
{
    const char *no = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(fileno(stream)) && !(no && *no) && !(terminal && !strcmp(terminal, "dumb"));
}

void cli_print(FILE *to, const kb_text *text)
{
    fwrite(text->at, 1, text->n, to);
}

/* --- flags -------------------------------------------------------------------------------------- */

bool cli_take_game(const char *verb, const char *name, kb_setup *setup)
{
    char list[256];
    kb_text names = kb_text_in(list, sizeof list);
    int game = name ? kb_game_named(name) : -1;
    if (game >= 0) {
        kb_setup_default(setup, game);
        return true;
    }
    for (int i = 0; kb_game_at(i); i++) kb_putf(&names, "%s%s", i ? ", " : "", kb_game_at(i)->name);
    if (name) {
        cli_call_error(verb, "no game '%s'; there is %s", name, list);
    } else {
        cli_call_error(verb, "which game? There is %s", list);
    }
    return false;
}

bool cli_take_edition(const char *verb, const char *name, kb_setup *setup)
{
    char list[256];
    kb_text names = kb_text_in(list, sizeof list);
    const kb_game *game = kb_game_at(setup->game);
    if (game->n_editions == 1) {
        cli_call_error(verb, "%s has one edition only", game->name);
        return false;
    }
    for (int i = 0; i < game->n_editions; i++) {
        if (!strcmp(name, game->editions[i])) {
            setup->edition = (uint8_t)i;
            return true;
        }
        kb_putf(&names, "%s%s", i ? ", " : "", game->editions[i]);
    }
    cli_call_error(verb, "%s has no edition '%s', only %s", game->name, name, list);
    return false;
}

bool cli_take_number(const char *verb, const char *flag, const char *text, uint64_t low, uint64_t high, uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno || *text < '0' || *text > '9' || *end || value < low || value > high) {
        cli_call_error(verb, "%s should be a whole number from %llu to %llu, not '%s'", flag, (unsigned long long)low,
                       (unsigned long long)high, text);
        return false;
    }
    *out = value;
    return true;
}

bool cli_take_players(const char *verb, const char *number, kb_setup *setup)
{
    uint64_t n;
    const kb_game *game = kb_game_at(setup->game);
    if (!cli_take_number(verb, "--players", number, game->seats_min, game->seats_max, &n)) return false;
    setup->seats = (uint8_t)n;
    return true;
}

bool cli_take_option(const char *verb, const char *key_value, kb_setup *setup)
{
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    const char *equals = strchr(key_value, '=');
    if (!equals) {
        cli_call_error(verb, "--option should look like name=value, not '%s'", key_value);
        return false;
    }
    if (kb_setup_option(setup, KB_VERSION, key_value, (size_t)(equals - key_value), equals + 1, strlen(equals + 1),
                        &why)) {
        cli_call_error(verb, "%s", buffer);
        return false;
    }
    return true;
}

bool cli_check_setup(const char *verb, const kb_setup *setup)
{
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    if (!kb_setup_check(setup, &why)) return true;
    cli_call_error(verb, "%s", buffer);
    return false;
}

/* --- files -------------------------------------------------------------------------------------- */

static FILE *open_for_reading(const char *name)
{
    FILE *file = !strcmp(name, "-") ? stdin : fopen(name, "rb");
    if (!file) cli_input_error("%s: %s", name, strerror(errno));
    return file;
}

char *cli_read_file(const char *name, size_t max, size_t *n)
{
    FILE *file = open_for_reading(name);
    if (!file) return NULL;
    char *text = malloc(max + 2);
    *n = text ? fread(text, 1, max + 1, file) : 0;
    bool failed = !text || ferror(file) || *n > max;
    if (text && *n > max) cli_input_error("%s: longer than %zu bytes, which nothing of this kind is", name, max);
    if (text && ferror(file)) cli_input_error("%s: %s", name, strerror(errno));
    if (file != stdin) fclose(file);
    if (failed) {
        free(text);
        return NULL;
    }
    text[*n] = '\0';
    return text;
}

bool cli_record_open(cli_record *record, const char *name)
{
    memset(record, 0, sizeof *record);
    record->name = name;
    record->status = CLI_BAD_INPUT;
    record->file = open_for_reading(name);
    if (!record->file) return false;
    record->text = malloc(KB_LINE_MAX + 2);
    if (!record->text) {
        cli_record_close(record);
        return false;
    }
    record->status = CLI_FINE;
    return true;
}

void cli_record_close(cli_record *record)
{
    if (record->file && record->file != stdin) fclose(record->file);
    free(record->text);
    record->file = NULL;
    record->text = NULL;
}

/* One line without its newline; *whole tells whether it had one. Never more than KB_LINE_MAX + 1 bytes. */
static size_t read_line(FILE *file, char *text, bool *whole)
{
    size_t n = 0;
    int c = EOF;
    while (n <= KB_LINE_MAX && (c = getc_unlocked(file)) != EOF && c != '\n') text[n++] = (char)c;
    *whole = c == '\n';
    text[n] = '\0';
    return n;
}

bool cli_record_next(cli_record *record)
{
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    bool whole;
    if (record->status != CLI_FINE) return false;
    size_t n = read_line(record->file, record->text, &whole);
    if (ferror(record->file)) {
        record->status = cli_input_error("%s: %s", record->name, strerror(errno));
        return false;
    }
    if (n == 0 && !whole) {
        if (!record->replay.begun)
            record->status = cli_input_error("%s: the file is empty, a record was expected", record->name);
        return false;
    }
    if (n > KB_LINE_MAX) {
        record->status = cli_input_error("%s: line %u: longer than %d bytes", record->name, record->replay.lines + 1,
                                         KB_LINE_MAX);
        return false;
    }
    switch (kb_replay_line(&record->replay, record->text, n, whole, &record->line, &record->events, &why)) {
    case KB_READ: return true;
    case KB_READ_CUT: cli_input_error("%s: %s; everything before it was read", record->name, buffer); return false;
    case KB_READ_BAD: record->status = cli_input_error("%s: %s", record->name, buffer); return false;
    }
    return false;
}
