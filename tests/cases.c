/* cases.c: runs case files (.kbt), which set up a position, make moves and check the result. CONTRIBUTING.md describes
 * the lines. In a Markdown file it runs the code blocks marked kbt. Before the first file of a folder it reads the bases
 * in the folder's positions.kbt.
 *
 * usage: cases FILE.kbt|FILE.md… */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/pact.h"

enum { LINE_MAX_ = 4096, PATH_MAX_ = 1024, NAME_MAX_ = 256, PACTS_MAX = 128, BASES_MAX = 64 };

/* What has become of a pact. */
typedef struct outcome {
    kb_pact_state state;
    kb_verdict verdict[KB_PACT_PROMISES_MAX];
} outcome;

/* A named position that others are like. */
typedef struct base {
    char name[NAME_MAX_];
    kb_state state;
} base;

static struct {
    const char *file;
    int line;
    char name[NAME_MAX_]; /* of the case or base */
    bool failed;          /* it has failed already */
    bool running;
    bool is_base;
    int passed, bad;
    kb_state state;
    kb_events events; /* of the last move */
    kb_ledger ledger;
    kb_promise promises[KB_OPEN_PROMISES_MAX]; /* in the ledger */
    kb_outcomes outcomes;                      /* of the last line */
    outcome pact[PACTS_MAX];
} now;

static struct {
    base at[BASES_MAX];
    int n, n_shared;
    char shared[PATH_MAX_]; /* the positions.kbt that the first n_shared are from */
} bases;

static void fail(const char *what, const char *detail)
{
    if (!now.failed) now.bad++;
    now.failed = true;
    fprintf(stderr, "%s:%d: %s\n    %s: %s\n", now.file, now.line, now.name, what, detail);
}

/* NULL: there is none. */
static const base *base_named(const char *name)
{
    for (int i = 0; i < bases.n; i++)
        if (!strcmp(bases.at[i].name, name)) return &bases.at[i];
    return NULL;
}

static void keep_base(void)
{
    if (now.state.setup.seats == 0) {
        fail("expected a base with a position or a game", now.name);
        return;
    }
    base *added = &bases.at[bases.n++];
    memcpy(added->name, now.name, sizeof added->name);
    added->state = now.state;
}

static void end_case(void)
{
    if (now.running && !now.failed) {
        if (now.is_base) {
            keep_base();
        } else {
            now.passed++;
        }
    }
    now.running = now.failed = false;
}

static void begin_case(const char *name)
{
    end_case();
    now.running = true;
    now.is_base = false;
    snprintf(now.name, sizeof now.name, "%s", name);
    memset(&now.state, 0, sizeof now.state);
    memset(&now.ledger, 0, sizeof now.ledger);
    memset(now.pact, 0, sizeof now.pact);
    now.events.n = 0;
}

static void begin_base(const char *name)
{
    begin_case(name);
    now.is_base = true;
    if (base_named(name)) {
        fail("duplicate base", name);
    } else if (bases.n == BASES_MAX) {
        fail("too many bases", name);
    }
}

/* --- words of a line ----------------------------------------------------------------------------- */

/* The text after the prefix and any blanks, or NULL. */
static char *after(char *line, const char *prefix)
{
    size_t n = strlen(prefix);
    if (strncmp(line, prefix, n) != 0 || (line[n] && line[n] != ' ')) return NULL;
    return line + n + strspn(line + n, " ");
}

/* Comments begin with # at the start of a line or after two blanks. */
static void strip(char *line)
{
    line[strcspn(line, "\n")] = '\0';
    if (*line == '#') *line = '\0';
    char *comment = strstr(line, "  #");
    if (comment) *comment = '\0';
    for (size_t n = strlen(line); n > 0 && line[n - 1] == ' '; n--) line[n - 1] = '\0';
}

/* The next line without its comment. Returns false at the end of the file. */
static bool read_line(FILE *file, char line[LINE_MAX_])
{
    if (!fgets(line, LINE_MAX_, file)) return false;
    now.line++;
    strip(line);
    return true;
}

static bool next_line_is_indented(FILE *file)
{
    int c = fgetc(file);
    if (c != EOF) ungetc(c, file);
    return c == ' ';
}

static int seat_named(const char *name, size_t n)
{
    for (int seat = 0; seat < now.state.setup.seats; seat++)
        if (kb_equal(name, n, kb_seat_name(&now.state.setup, seat))) return seat;
    return kb_equal(name, n, "chance") ? KB_CHANCE : -1;
}

/* "green: rest": returns the seat and sets rest; -1 and a failure if there is none. */
static int take_seat(char *text, char **rest)
{
    size_t n = strcspn(text, ": ");
    int seat = seat_named(text, n);
    if (seat < 0) fail("no such seat", text);
    *rest = text + n + strspn(text + n, ": ");
    return seat;
}

/* --- pacts --------------------------------------------------------------------------------------- */

static void note_outcomes(void)
{
    for (int i = 0; i < now.outcomes.n; i++) {
        const kb_outcome *o = &now.outcomes.at[i];
        outcome *pact = &now.pact[(o->pact - 1) % PACTS_MAX];
        if (o->promise == KB_NONE) {
            pact->state = (kb_pact_state)o->what;
        } else {
            pact->verdict[o->promise] = (kb_verdict)o->what;
        }
    }
}

/* "blue will give red.* 10000, turn, if red: send doctor blue" as JSON. */
static bool put_promise(char *text, kb_text *out)
{
    char *part[3] = {text, NULL, NULL};
    for (int i = 1; i < 3 && part[i - 1]; i++) {
        part[i] = strstr(part[i - 1], ", ");
        if (part[i]) *part[i] = '\0', part[i] += 2;
    }
    char *verb = strchr(part[0], ' ');
    char *pattern = verb ? strchr(verb + 1, ' ') : NULL;
    if (!pattern || !part[1]) return false;
    *verb++ = *pattern++ = '\0';
    kb_putf(out, "{\"seat\":\"%s\",\"%s\":\"%s\",\"term\":\"%s\"", part[0], verb, pattern, part[1]);
    if (part[2]) {
        char *colon = strstr(part[2], ": ");
        if (strncmp(part[2], "if ", 3) != 0 || !colon) return false;
        *colon = '\0';
        kb_putf(out, ",\"if\":{\"seat\":\"%s\",\"deed\":\"%s\"}", part[2] + 3, colon + 2);
    }
    kb_put(out, "}");
    return true;
}

/* "blue with yellow green: PROMISE; PROMISE": proposes the next pact. */
static bool propose(char *text, bool secret, kb_text *why)
{
    static char json[LINE_MAX_];
    kb_text list = kb_text_in(json, sizeof json);
    kb_proposal given = {.number = now.ledger.proposed + 1, .by = -1, .secret = secret};
    char *promise = strstr(text, ": ");
    if (!promise) return false;
    *promise = '\0';
    promise += 2;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        if (!strcmp(word, "with")) continue;
        int seat = seat_named(word, strlen(word));
        if (seat < 0) fail("no such seat", word);
        if (given.by < 0) {
            given.by = seat;
        } else {
            given.with_mask |= 1u << seat;
        }
    }
    kb_put(&list, "[");
    for (char *next; promise; promise = next) {
        next = strstr(promise, "; ");
        if (next) *next = '\0', next += 2;
        if (list.n > 1) kb_put(&list, ",");
        if (!put_promise(promise, &list)) fail("expected SEAT will|wont PATTERN, TERM[, if SEAT: PATTERN]", promise);
    }
    kb_put(&list, "]");
    given.promises = (kb_slice){json, list.n};
    kb_promise made[KB_PACT_PROMISES_MAX];
    if (!kb_ledger_propose(&now.ledger, &now.state, &given, made, &now.outcomes, why)) return false;
    kb_ledger_keep(&now.ledger, now.promises);
    return true;
}

/* "yellow 3" */
static bool answer(const char *verb, char *text, kb_text *why)
{
    char *rest;
    int seat = take_seat(text, &rest);
    uint32_t pact = (uint32_t)atoi(rest);
    if (!strcmp(verb, "accept")) return kb_ledger_accept(&now.ledger, &now.state, seat, pact, &now.outcomes, why);
    if (!strcmp(verb, "decline")) return kb_ledger_decline(&now.ledger, &now.state, seat, pact, &now.outcomes, why);
    return kb_ledger_withdraw(&now.ledger, &now.state, seat, pact, &now.outcomes, why);
}

/* Runs a line about a pact. Returns false if it is not one. */
static bool run_pact(char *line, bool refused)
{
    static const char *const verbs[] = {"propose secretly", "propose", "accept", "decline", "withdraw"};
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    for (int i = 0; i < KB_COUNT(verbs); i++) {
        char *text = after(line, verbs[i]);
        if (!text) continue;
        now.outcomes.n = 0;
        bool done = i < 2 ? propose(text, i == 0, &why) : answer(verbs[i], text, &why);
        if (done == refused) fail(refused ? "should be refused" : "refused", refused ? line : reason);
        note_outcomes();
        return true;
    }
    return false;
}

/* "1 = stood" is about a pact, "1.2 = kept" about its second promise. */
static void expect_pact(char *text)
{
    int number = 0, promise = 0;
    char wanted[16] = "";
    bool whole = sscanf(text, "%d = %15s", &number, wanted) == 2;
    if ((!whole && sscanf(text, "%d.%d = %15s", &number, &promise, wanted) != 3) || number < 1 ||
        number > (int)now.ledger.proposed || promise < 0 || promise > KB_PACT_PROMISES_MAX) {
        fail("expected PACT = STATE or PACT.PROMISE = VERDICT", text);
        return;
    }
    const outcome *pact = &now.pact[(number - 1) % PACTS_MAX];
    const char *is = whole ? kb_pact_state_names[pact->state] : kb_verdict_names[pact->verdict[promise - 1]];
    if (strcmp(is, wanted) != 0) fail(text, is);
}

/* --- what a line does ---------------------------------------------------------------------------- */

static void begin_game(char *text)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_setup setup;
    char *word = strtok(text, " ");
    int game = word ? kb_game_named(word) : -1;
    if (game < 0) {
        fail("no such game", text);
        return;
    }
    kb_setup_default(&setup, game);
    while ((word = strtok(NULL, " "))) {
        char *value = strchr(word, '=');
        if (!value) {
            fail("expected key=value", word);
            return;
        }
        *value++ = '\0';
        if (kb_setup_set(&setup, word, value, &why)) fail("setup", reason);
    }
    if (kb_start(&now.state, &setup)) fail("setup", "does not start");
}

static void begin_position(const char *json)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (kb_position_parse(json, strlen(json), &now.state, &why)) fail("position refused", reason);
}

static void refuse_position(const char *json)
{
    kb_state state;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!kb_position_parse(json, strlen(json), &state, &why)) fail("should be refused", "an impossible position");
}

static bool is_json(const char *text)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_json json = kb_json_over(text, strlen(text), &why);
    return kb_json_skip(&json, NULL) && kb_json_done(&json);
}

/* "PATH = JSON": gives the place in the position this value. Returns false after a failure. */
static bool change(char json[KB_POSITION_MAX], char *text)
{
    char *equals = strstr(text, " = ");
    if (!equals || !is_json(equals + 3)) {
        fail("expected PATH = JSON", text);
        return false;
    }
    *equals = '\0';
    kb_slice value = {equals + 3, strlen(equals + 3)}, whole = {json, strlen(json)}, old;
    if (!kb_json_find(whole, text, &old)) {
        fail("the position has no", text);
        return false;
    }
    size_t start = (size_t)(old.at - json), end = start + old.n;
    if (whole.n - old.n + value.n >= KB_POSITION_MAX) {
        fail("the position becomes too long", text);
        return false;
    }
    memmove(json + start + value.n, json + end, whole.n - end + 1);
    memcpy(json + start, value.at, value.n);
    return true;
}

/* "like NAME", and in the indented lines below it "PATH = JSON": that base with these changes. */
static void begin_like(FILE *file, const char *name)
{
    static char buffer[KB_POSITION_MAX];
    char line[LINE_MAX_];
    const base *like = base_named(name);
    if (!like) {
        fail("unknown base", name);
        return;
    }
    kb_text json = kb_text_in(buffer, sizeof buffer);
    kb_position_json(&like->state, &json);
    while (next_line_is_indented(file) && read_line(file, line)) {
        char *text = line + strspn(line, " ");
        if (*text && !change(buffer, text)) return;
    }
    begin_position(buffer);
}

/* Takes "PATH = JSON" from the front of the text, up to the next " and ". */
static char *take_change(char **text)
{
    char *first = *text, *next = strstr(first, " and ");
    *text = next ? next + strlen(" and ") : first + strlen(first);
    if (next) *next = '\0';
    return first;
}

/* Cuts " because SENTENCE" off the text and returns the sentence, or NULL if there is none. */
static char *cut_reason(char *text)
{
    char *reason = strstr(text, " because ");
    if (!reason) return NULL;
    *reason = '\0';
    return reason + strlen(" because ");
}

/* "PATH = JSON and PATH = JSON because SENTENCE": the position with these changes is refused with this sentence. */
static void refuse_changes(char *text)
{
    static char buffer[KB_POSITION_MAX];
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason), json = kb_text_in(buffer, sizeof buffer);
    kb_state state;
    char *sentence = cut_reason(text);
    if (!sentence) {
        fail("expected PATH = JSON because SENTENCE", text);
        return;
    }
    kb_position_json(&now.state, &json);
    while (*text)
        if (!change(buffer, take_change(&text))) return;
    if (!kb_position_parse(buffer, strlen(buffer), &state, &why)) {
        fail("should be refused", sentence);
    } else if (strcmp(reason, sentence) != 0) {
        fail("refused because", reason);
    }
}

static void make_move(int seat, const char *text)
{
    kb_move move;
    kb_state before = now.state;
    kb_error error = kb_move_parse(&now.state, text, strlen(text), &move);
    if (!error) error = kb_bound_check(&now.ledger, &now.state, seat, move);
    if (!error) error = kb_apply(&now.state, seat, move, &now.events);
    if (error) {
        fail(text, kb_error_sentence(error));
        return;
    }
    kb_ledger_move(&now.ledger, &before, seat, move, &now.state, &now.outcomes);
    note_outcomes();
}

/* "MOVE" or "MOVE because SENTENCE". */
static void refuse_move(int seat, char *text)
{
    kb_move move;
    kb_state before = now.state;
    char *sentence = cut_reason(text);
    kb_error error = kb_move_parse(&now.state, text, strlen(text), &move);
    if (!error) error = kb_bound_check(&now.ledger, &now.state, seat, move);
    if (!error) error = kb_apply(&now.state, seat, move, NULL);
    if (!error) fail("should be refused", text);
    if (error && sentence && strcmp(kb_error_sentence(error), sentence) != 0)
        fail("refused because", kb_error_sentence(error));
    if (memcmp(&before, &now.state, sizeof before) != 0) fail("a refused move changed something", text);
}

static void expect_legal(int seat, const char *expected)
{
    static char buffer[KB_LISTED_MAX * (KB_MOVE_TEXT_MAX + 3)];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_span list[KB_LISTED_MAX];
    int n = kb_bound_legal(&now.ledger, &now.state, seat, list, KB_LISTED_MAX);
    kb_sort_spans(&now.state, list, n);
    for (int i = 0; i < n; i++) {
        kb_put(&text, i ? " | " : "");
        kb_span_text(&now.state, list[i], &text);
    }
    if (strcmp(buffer, expected) != 0) fail("legal is", buffer);
}

/* "MOVE = N": the weight of a move of chance. */
static void expect_weight(char *text)
{
    kb_span list[KB_LISTED_MAX];
    int n = kb_legal(&now.state, KB_CHANCE, list, KB_LISTED_MAX);
    char *equals = strstr(text, " = ");
    kb_move move;
    if (!equals || kb_move_parse(&now.state, text, (size_t)(equals - text), &move)) {
        fail("expected MOVE = WEIGHT", text);
        return;
    }
    int weight = 0; /* of a move that is not on the list */
    for (int i = 0; i < n; i++)
        if (!memcmp(&list[i].move, &move, sizeof move)) weight = list[i].weight;
    char is[32];
    snprintf(is, sizeof is, "%d", weight);
    if (strcmp(is, equals + 3) != 0) fail("the weight is", is);
}

static void expect_actors(const char *expected)
{
    char buffer[128];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    for (int seat = 0; seat <= KB_CHANCE; seat++)
        if (kb_actors(&now.state) >> seat & 1)
            kb_putf(&text, "%s%s", text.n ? " " : "", kb_seat_name(&now.state.setup, seat));
    if (strcmp(buffer, expected) != 0) fail("actors are", buffer);
}

/* Checks "path = JSON" in an object. */
static void expect_value(kb_slice whole, char *text)
{
    char *equals = strstr(text, " = ");
    kb_slice found;
    if (!equals) {
        fail("expected PATH = VALUE", text);
        return;
    }
    *equals = '\0';
    kb_slice wanted = {equals + 3, strlen(equals + 3)};
    if (!kb_json_find(whole, text, &found)) {
        fail("there is no", text);
        return;
    }
    if (kb_json_same(found, wanted)) return;
    char is[256], value[1024];
    snprintf(is, sizeof is, "%s, not %s", text, equals + 3);
    snprintf(value, sizeof value, "%.*s", (int)found.n, found.at);
    fail(is, value);
}

static void expect_position(const kb_state *state, char *text)
{
    static char buffer[KB_POSITION_MAX];
    kb_text json = kb_text_in(buffer, sizeof buffer);
    kb_position_json(state, &json);
    kb_slice whole = {buffer, json.n};
    expect_value(whole, text);
}

static void expect_facts(const kb_state *view, char *text)
{
    static char buffer[KB_POSITION_MAX];
    kb_text json = kb_text_in(buffer, sizeof buffer);
    kb_put(&json, "{");
    kb_game_of(view)->write_facts(view, &json);
    kb_put(&json, "}");
    kb_slice whole = {buffer, json.n};
    expect_value(whole, text);
}

/* Checks something in what the seat may see. */
static void expect_view(char *text, void (*expect)(const kb_state *, char *))
{
    char *rest;
    kb_state view;
    int seat = take_seat(text, &rest);
    if (seat < 0) return;
    kb_redact(&now.state, seat, &view);
    expect(&view, rest);
}

static void expect_end(const char *expected)
{
    char buffer[1024];
    kb_text json = kb_text_in(buffer, sizeof buffer);
    if (!kb_over(&now.state, NULL)) {
        fail("should be over", expected);
        return;
    }
    kb_result_json(&now.state, &json);
    kb_slice ours = {buffer, json.n}, wanted = {expected, strlen(expected)};
    if (!kb_json_same(ours, wanted)) fail("the end is", buffer);
}

/* Checks that the last move caused an event described in these words. */
static void expect_words(const char *expected)
{
    char buffer[512];
    for (int i = 0; i < now.events.n; i++) {
        kb_text text = kb_text_in(buffer, sizeof buffer);
        kb_event_text(&now.state, &now.events.at[i], &text);
        if (!strcmp(buffer, expected)) return;
    }
    fail("nothing that happened is told as", expected);
}

/* Checks that the last move caused an event that is this as data. */
static void expect_event(const char *expected)
{
    char buffer[512];
    kb_slice wanted = {expected, strlen(expected)};
    for (int i = 0; i < now.events.n; i++) {
        kb_text json = kb_text_in(buffer, sizeof buffer);
        kb_event_json(&now.state, &now.events.at[i], &json);
        kb_slice found = {buffer, json.n};
        if (kb_json_same(found, wanted)) return;
    }
    fail("nothing that happened is as data", expected);
}

/* Checks everything the seat is told about the last move, in order. */
static void expect_told(int seat, const char *expected)
{
    char buffer[LINE_MAX_];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    for (int i = 0; i < now.events.n; i++) {
        if (!(now.events.at[i].seen_by >> seat & 1)) continue;
        kb_put(&text, text.n ? " | " : "");
        kb_event_text(&now.state, &now.events.at[i], &text);
    }
    if (strcmp(buffer, expected) != 0) fail("the seat is told", buffer);
}

/* --- files --------------------------------------------------------------------------------------- */

/* A position continues until its braces are closed. */
static void read_braces(FILE *file, char *text, size_t size)
{
    char line[LINE_MAX_];
    for (;;) {
        int depth = 0;
        for (const char *p = text; *p; p++) depth += *p == '{' ? 1 : *p == '}' ? -1 : 0;
        if (depth <= 0 || !fgets(line, sizeof line, file)) return;
        now.line++;
        strncat(text, line, size - strlen(text) - 1);
    }
}

static void run_line(FILE *file, char *line)
{
    static char json[KB_POSITION_MAX];
    char *rest, *text;
    if ((text = after(line, "case"))) {
        begin_case(text);
        return;
    }
    if ((text = after(line, "base"))) {
        begin_base(text);
        return;
    }
    if (now.failed) return; /* after a failure the rest of the case means nothing */
    if ((text = after(line, "position like"))) {
        begin_like(file, text);
    } else if ((text = after(line, "position")) || (text = after(line, "refuse position"))) {
        snprintf(json, sizeof json, "%s", text);
        read_braces(file, json, sizeof json);
        if (*text != '{') {
            fail("expected a position, or 'position like NAME'", line);
        } else if (after(line, "position")) {
            begin_position(json);
        } else {
            refuse_position(json);
        }
    } else if ((text = after(line, "game"))) {
        begin_game(text);
    } else if ((text = after(line, "refuse")) && run_pact(text, true)) {
        return;
    } else if ((text = after(line, "refuse"))) {
        int seat = take_seat(text, &rest);
        if (seat >= 0) refuse_move(seat, rest);
    } else if ((text = after(line, "impossible"))) {
        refuse_changes(text);
    } else if ((text = after(line, "legal"))) {
        int seat = take_seat(text, &rest);
        if (seat >= 0) expect_legal(seat, rest);
    } else if ((text = after(line, "weight"))) {
        expect_weight(text);
    } else if ((text = after(line, "actors"))) {
        expect_actors(text);
    } else if ((text = after(line, "expect"))) {
        expect_position(&now.state, text);
    } else if ((text = after(line, "view"))) {
        expect_view(text, expect_position);
    } else if ((text = after(line, "fact"))) {
        expect_view(text, expect_facts);
    } else if ((text = after(line, "event"))) {
        expect_event(text);
    } else if ((text = after(line, "says"))) {
        expect_words(text);
    } else if ((text = after(line, "told"))) {
        int seat = take_seat(text, &rest);
        if (seat >= 0) expect_told(seat, rest);
    } else if ((text = after(line, "end"))) {
        expect_end(text);
    } else if ((text = after(line, "pact"))) {
        expect_pact(text);
    } else if (run_pact(line, false)) {
        return;
    } else if (*line == ' ') {
        fail("expected only below 'position like NAME'", line);
    } else {
        int seat = take_seat(line, &rest);
        if (seat >= 0) make_move(seat, rest);
    }
}

static FILE *open_file(const char *name)
{
    now.file = name;
    now.line = 0;
    return fopen(name, "r");
}

static void run_lines(FILE *file)
{
    char line[LINE_MAX_];
    size_t n = strlen(now.file);
    bool page = n > 3 && !strcmp(now.file + n - 3, ".md"), fenced = false;
    while (read_line(file, line)) {
        bool fence = page && !strncmp(line, "```", 3);
        if (fence) fenced = !strcmp(line, "```kbt");
        if (*line && !fence && (fenced || !page)) run_line(file, line);
    }
    fclose(file);
    end_case();
}

/* Forgets the bases of the last file, and those of another folder for those of this one. */
static void share_bases(const char *name)
{
    char path[PATH_MAX_];
    const char *slash = strrchr(name, '/');
    snprintf(path, sizeof path, "%.*spositions.kbt", slash ? (int)(slash + 1 - name) : 0, name);
    if (strcmp(path, bases.shared) != 0) {
        memcpy(bases.shared, path, sizeof path);
        bases.n = 0;
        FILE *file = open_file(bases.shared);
        if (file) run_lines(file);
        bases.n_shared = bases.n;
    }
    bases.n = bases.n_shared;
}

static void run_file(const char *name)
{
    share_bases(name);
    if (!strcmp(name, bases.shared)) return;
    FILE *file = open_file(name);
    if (file) {
        run_lines(file);
    } else {
        fail("cannot be opened", name);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) run_file(argv[i]);
    printf("%d passed, %d failed\n", now.passed, now.bad);
    return now.bad || !now.passed;
}
