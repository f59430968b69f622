/* cli.c: shared by the verbs of the program. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "tell.h"

int cli_call_error(const char *verb, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "kickback %s: ", verb);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\nSee `kickback %s --help`.\n", verb);
    va_end(args);
    return CLI_BAD_CALL;
}

int cli_input_error(const char *format, ...)
{
    /* Messages often quote wrong input, which may contain escape sequences for the terminal. */
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

void cli_print_json(FILE *to, const char *format, ...)
{
    char quoted[1024];
    kb_text out = kb_text_in(quoted, sizeof quoted);
    va_list args;
    for (const char *f = format; *f;) {
        size_t word = strspn(f, "abcdefghijklmnopqrstuvwxyz0123456789_");
        size_t n = word ? word : *f == '%' ? strcspn(f, "sduf") + 1 : 1;
        const char *quote = f[n] == ':' || (!word && f[n - 1] == 's') ? "\"" : "";
        kb_putf(&out, "%s%.*s%s", quote, (int)n, f, quote);
        f += n + strspn(f + n, " ");
    }
    KB_ASSERT(!out.cut);
    va_start(args, format);
    vfprintf(to, quoted, args);
    va_end(args);
}

/* --- flags -------------------------------------------------------------------------------------- */

int cli_flag_error(const char *verb, const struct option *flags, char **argv)
{
    const char *flag = argv[optind - 1];
    size_t n = strcspn(flag, "=");
    bool is_long = !strncmp(flag, "--", 2);
    for (; is_long && flags->name; flags++) {
        if (strlen(flags->name) != n - 2 || strncmp(flag + 2, flags->name, n - 2) != 0) continue;
        return cli_call_error(verb, "'%.*s' %s", (int)n, flag, flag[n] ? "takes no value" : "needs a value");
    }
    if (is_long) return cli_call_error(verb, "unknown flag '%.*s'", (int)n, flag);
    return cli_call_error(verb, "unknown flag '-%c'", optopt);
}

/* Whether this is one of the names separated by slashes, as in "Intrige / Intrigue". */
static bool has_name(const char *title, const char *name)
{
    size_t n = strlen(name);
    for (; *title; title += strspn(title, " /")) {
        size_t length = strcspn(title, "/");
        while (length && title[length - 1] == ' ') length--;
        if (length == n && !strncasecmp(title, name, n)) return true;
        title += strcspn(title, "/");
    }
    return false;
}

int cli_game_named(const char *name)
{
    for (int i = 0; kb_game_at(i); i++)
        if (!strcasecmp(name, kb_game_at(i)->name) || has_name(kb_game_at(i)->title, name)) return i;
    return -1;
}

bool cli_take_game(const char *verb, const char *name, kb_setup *setup)
{
    char list[256];
    kb_text names = kb_text_in(list, sizeof list);
    int game = name ? cli_game_named(name) : -1;
    if (game >= 0) {
        kb_setup_default(setup, game);
        return true;
    }
    for (int i = 0; kb_game_at(i); i++) kb_putf(&names, "%s%s", i ? ", " : "", kb_game_at(i)->name);
    if (name) {
        cli_call_error(verb, "unknown game '%s'; choose one of %s", name, list);
    } else {
        cli_call_error(verb, "expected a game: one of %s", list);
    }
    return false;
}

int cli_seat_named(const kb_setup *setup, const char *name, size_t n)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *own = kb_seat_name(setup, seat);
        if (strlen(own) == n && !strncasecmp(own, name, n)) return seat;
    }
    return -1;
}

bool cli_take_viewer(const char *verb, const char *name, const kb_setup *setup, int *viewer)
{
    char list[256];
    kb_text names = kb_text_in(list, sizeof list);
    *viewer = strcasecmp(name, "spectator") ? cli_seat_named(setup, name, strlen(name)) : KB_SPECTATOR;
    if (*viewer >= 0) return true;
    for (int seat = 0; seat < setup->seats; seat++) kb_putf(&names, "%s, ", kb_seat_name(setup, seat));
    cli_call_error(verb, "unknown seat '%s'; choose one of %sspectator", name, list);
    return false;
}

/* The options that the command line names, a bit for each: an edition named after them does not change them. */
static uint32_t named_options;

static void set_edition(kb_setup *setup, int edition)
{
    kb_setup before = *setup;
    kb_setup_edition(setup, KB_VERSION, edition);
    for (int i = 0; i < KB_OPTIONS_MAX; i++)
        if (named_options >> i & 1) setup->option[i] = before.option[i];
}

bool cli_take_edition(const char *verb, const char *name, kb_setup *setup)
{
    char list[256];
    kb_text names = kb_text_in(list, sizeof list);
    const kb_game *game = kb_game_at(setup->game);
    if (game->n_editions == 1) {
        cli_call_error(verb, "%s has only one edition, so --edition is not needed", game->name);
        return false;
    }
    for (int i = 0; i < game->n_editions; i++) {
        if (!strcasecmp(name, game->editions[i])) {
            set_edition(setup, i);
            return true;
        }
        kb_putf(&names, "%s%s", i ? ", " : "", game->editions[i]);
    }
    cli_call_error(verb, "%s has no edition '%s'; choose one of %s", game->name, name, list);
    return false;
}

bool cli_take_number(const char *verb, const char *flag, const char *text, uint64_t low, uint64_t high, uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno || *text < '0' || *text > '9' || *end || value < low || value > high) {
        cli_call_error(verb, "%s: expected a whole number from %llu to %llu but found '%s'", flag,
                       (unsigned long long)low, (unsigned long long)high, text);
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

bool cli_set_option(kb_setup *setup, const char *key_value, kb_text *why)
{
    char small[128];
    size_t n = 0;
    for (; key_value[n] && n + 1 < sizeof small; n++) small[n] = (char)tolower((unsigned char)key_value[n]);
    small[n] = '\0';
    const char *equals = strchr(small, '=');
    if (equals &&
        !kb_setup_option(setup, KB_VERSION, small, (size_t)(equals - small), equals + 1, strlen(equals + 1), why))
        return true;
    if (!equals) kb_putf(why, "expected name=value but found '%s'", key_value);
    return false;
}

static bool has_key(const char *key_value, const char *key)
{
    return !strncasecmp(key_value, key, strlen(key)) && key_value[strlen(key)] == '=';
}

bool cli_take_option(const char *verb, const char *key_value, kb_setup *setup)
{
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    if (cli_set_option(setup, key_value, &why)) {
        const kb_game *game = kb_game_at(setup->game);
        for (int i = 0; i < game->n_options; i++)
            if (has_key(key_value, game->options[i].name)) named_options |= 1u << i;
        return true;
    }
    cli_call_error(verb, "--option: %s", buffer);
    return false;
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
    if (text && *n > max) cli_input_error("%s: longer than the maximum of %zu bytes", name, max);
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

/* Reads a line without its newline; *whole says whether it had one. Never more than KB_LINE_MAX + 1 bytes. */
static size_t read_line(FILE *file, char *text, bool *whole)
{
    size_t n = 0;
    int c = EOF;
    while (n <= KB_LINE_MAX && (c = getc_unlocked(file)) != EOF && c != '\n') text[n++] = (char)c;
    *whole = c == '\n';
    text[n] = '\0';
    return n;
}

/* Whether the last line read begins the next record of a stream. */
static bool begins_next(const cli_record *record)
{
    kb_slice line = {record->text, record->n_text}, value;
    return record->is_stream && record->replay.begun && kb_over(&record->replay.state, NULL) &&
           kb_json_find(line, "kickback", &value);
}

/* Reads the next line into the text. False if there is none. */
static bool read_text(cli_record *record, bool *whole)
{
    *whole = true;
    if (record->is_next_there) {
        record->is_next_there = false;
        return true;
    }
    size_t n = read_line(record->file, record->text, whole);
    record->n_text = n;
    record->line_at = record->read;
    record->read += (long)n + *whole;
    if (ferror(record->file)) {
        record->status = cli_input_error("%s: %s", record->name, strerror(errno));
    } else if (n == 0 && !*whole && !record->replay.begun) {
        record->status = cli_input_error("%s: expected a record but the file is empty", record->name);
    } else if (n > KB_LINE_MAX) {
        record->status = cli_input_error("%s: line %u: longer than %d bytes", record->name, record->replay.lines + 1,
                                         KB_LINE_MAX);
    }
    return record->status == CLI_FINE && (n > 0 || *whole);
}

bool cli_record_next(cli_record *record)
{
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    bool whole;
    if (record->status != CLI_FINE || (record->is_next_there && record->replay.begun) || !read_text(record, &whole))
        return false;
    if (begins_next(record)) {
        record->is_next_there = true;
        return false;
    }
    switch (kb_read(&record->replay, &record->ledger, record->promises, record->text, record->n_text, whole,
                    &record->line, &record->events, &record->outcomes, &why)) {
    case KB_READ: return true;
    case KB_READ_CUT: cli_input_error("%s: %s; everything before it was read", record->name, buffer); return false;
    case KB_READ_BAD: record->status = cli_input_error("%s: %s", record->name, buffer); return false;
    }
    return false;
}

/* --- streams of records --------------------------------------------------------------------------- */

bool cli_stream_open(cli_record *record, const char *name, uint64_t wanted)
{
    bool open = cli_record_open(record, name);
    record->is_stream = true;
    record->wanted = wanted;
    return open;
}

/* Prepares for the record whose first line is in the text, or next in the file. */
static void begin_record(cli_record *record, uint32_t lines_before)
{
    memset(&record->replay, 0, sizeof record->replay);
    memset(&record->ledger, 0, sizeof record->ledger);
    record->replay.lines = record->lines_before = lines_before;
}

static bool go_on(cli_record *record)
{
    if (record->status == CLI_FINE && record->number && !record->is_next_there && record->number < record->wanted)
        record->status = cli_input_error("%s: no game %llu; the file has %llu", record->name,
                                         (unsigned long long)record->wanted, (unsigned long long)record->number);
    if (record->status != CLI_FINE || (record->number && !record->is_next_there)) return false;
    if (record->number) record->begins_at = record->line_at;
    if (record->number) begin_record(record, record->replay.lines);
    record->number++;
    return true;
}

bool cli_stream_next(cli_record *record)
{
    if (record->wanted && record->number == record->wanted) return false;
    if (!go_on(record)) return false;
    while (record->number < record->wanted) {
        while (cli_record_next(record)) continue;
        if (!go_on(record)) return false;
    }
    return true;
}

void cli_stream_skip(cli_record *record)
{
    kb_slice value;
    bool whole;
    while (record->status == CLI_FINE && !record->is_next_there && read_text(record, &whole)) {
        record->is_next_there = kb_json_find((kb_slice){record->text, record->n_text}, "kickback", &value);
        record->replay.lines += !record->is_next_there;
    }
}

bool cli_stream_again(cli_record *record)
{
    if (fseek(record->file, record->begins_at, SEEK_SET)) {
        record->status = cli_input_error("%s: %s", record->name, strerror(errno));
        return false;
    }
    record->read = record->begins_at;
    record->is_next_there = false;
    begin_record(record, record->lines_before);
    return true;
}
