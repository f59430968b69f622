/* told.c: a native table that is asked what the script on standard input says, for tests/wasm_table.mjs. Its lines:
 *
 *     fold ENTRY                 an entry, as it was stored
 *     ask SEAT TIME REQUEST      a request of the person in that seat; the answer is printed
 *     show                       the view and the events of each viewer are printed
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/position.h"
#include "../table/table.h"

enum { OUT_BYTES = 1 << 25, EVERYBODY = (1 << KB_SEATS_MAX) - 1 };
static char out_bytes[OUT_BYTES], event_bytes[KB_EVENT_BYTES];
static kb_text out, event;
static kb_table *table;
/* Whose events are wanted, and after which one. */
static int wanted;
static uint64_t since;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void make_room(size_t text)
{
    size_t wants = kb_table_bytes(table, text);
    if (wants <= table->bytes) return;
    table = realloc(table, wants);
    if (!table) fail("table", "no memory");
    kb_table_grow(table, wants);
}

static void print(void)
{
    if (out.cut) fail("output", "too long");
    puts(out.at);
}

static kb_text *open_event(void *context, int viewer, uint64_t n)
{
    (void)context;
    event = kb_text_in(event_bytes, sizeof event_bytes);
    return viewer == wanted && n > since ? &event : NULL;
}

static void close_event(void *context, int viewer, const kb_text *text)
{
    (void)context, (void)viewer;
    if (out.n > 1) kb_put(&out, ",");
    kb_put_n(&out, text->at, text->n);
}

static void show(void)
{
    const kb_news news = {NULL, open_event, close_event};
    void *copy = malloc(kb_table_copy_bytes(table));
    for (wanted = 0; wanted < KB_VIEWERS; wanted++) {
        if (wanted >= table->setup.seats && wanted != KB_SPECTATOR) continue;
        out = kb_text_in(out_bytes, sizeof out_bytes);
        kb_table_view(table, wanted, NULL, &out);
        print();
        since = wanted == KB_SPECTATOR ? 0 : table->seats[wanted].since;
        out = kb_text_in(out_bytes, sizeof out_bytes);
        kb_put(&out, "[");
        kb_table_events(table, wanted, since, UINT64_MAX, copy, &news);
        kb_put(&out, "]");
        print();
    }
    free(copy);
}

static kb_answer answer_to(const kb_asker *asker, const kb_ask_alone *request)
{
    kb_answer answer = kb_table_ask(table, asker, &request->ask, NULL);
    if (request->ask.what == KB_ASK_PROPOSE && !answer.refusal)
        kb_putj(&out, "pact:%u", kb_table_proposed(table, asker->person, asker->id));
    return answer;
}

static void ask(char *line)
{
    static char texts[1 << 16];
    kb_ask_alone request;
    int seat = (int)strtol(line, &line, 10);
    kb_asker asker = {.now_ms = strtoull(line, &line, 10), .here_mask = EVERYBODY};
    asker.person = table->seats[seat].person;
    asker.name = asker.person == table->host ? table->host_name : "";
    asker.person_id = asker.whom_name = asker.whom_id = "";
    out = kb_text_in(out_bytes, sizeof out_bytes);
    kb_putj(&out, "{ok:true");
    kb_answer answer = kb_refuse(kb_ask_read(&request, (kb_slice){line + 1, strlen(line + 1)}, texts));
    asker.id = request.id;
    make_room(strlen(line));
    if (!answer.refusal) answer = answer_to(&asker, &request);
    if (answer.refusal) {
        out = kb_text_in(out_bytes, sizeof out_bytes);
        kb_putj(&out, "{ok:false, error:%s, sentence:%s", kb_answer_name(&answer), kb_answer_sentence(&answer));
    }
    kb_putj(&out, "}");
    print();
}

static void fold(const char *entry)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    make_room(strlen(entry));
    if (!kb_table_fold(table, entry, strlen(entry), NULL, &why)) fail(entry, reason);
}

int main(void)
{
    static char line[1 << 17];
    size_t bytes = 2 * sizeof *table;
    table = kb_table_in(malloc(bytes), bytes);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (!strncmp(line, "fold ", 5)) fold(line + 5);
        if (!strncmp(line, "ask ", 4)) ask(line + 4);
        if (!strcmp(line, "show")) show();
    }
    return 0;
}
