/* fuzz_record.c: reads any text as a record. The reader does not crash, and a refused line changes nothing. */
#include "fuzz.h"

#include "../../engine/pact.h"

static kb_ledger ledger;
static kb_promise promises[KB_OPEN_PROMISES_MAX];

static void read_one(kb_replay *replay, const char *text, size_t n, bool whole, kb_reading *reading)
{
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    kb_replay before = *replay;
    static kb_ledger ledger_before;
    static kb_promise promises_before[KB_OPEN_PROMISES_MAX];
    static kb_outcomes outcomes;
    /* Only the open promises. The memory after them holds the last proposal read, or promises that were removed. */
    size_t used = kb_ledger_used(&ledger);
    memcpy(&ledger_before, &ledger, used);
    for (int i = 0; i < ledger.n_items; i++) promises_before[i] = *kb_promised(&ledger, &ledger.item[i]);
    kb_line line;
    kb_events events;
    *reading = kb_read(replay, &ledger, promises, text, n, whole, &line, &events, &outcomes, &why);
    if (*reading != KB_READ) {
        MUST(!memcmp(&before, replay, sizeof before));
        MUST(!memcmp(&ledger_before, &ledger, used));
        for (int i = 0; i < ledger.n_items; i++)
            MUST(!memcmp(&promises_before[i], kb_promised(&ledger, &ledger.item[i]), sizeof promises_before[i]));
        MUST(why.n > 0);
        return;
    }
    MUST(why.n == 0);
    MUST(replay->lines == before.lines + 1);
    must_go_on(&replay->state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    kb_replay replay;
    memset(&replay, 0, sizeof replay);
    memset(&ledger, 0, sizeof ledger);
    kb_reading reading = KB_READ;
    const char *at = (const char *)data;
    const char *end = at + n;
    while (at < end && reading == KB_READ) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline : end) - at);
        /* A separate allocation, so that the sanitizer sees reads past its end. */
        char *line = malloc(length + !length);
        MUST(line);
        memcpy(line, at, length);
        read_one(&replay, line, length, newline != NULL, &reading);
        free(line);
        at += length + 1;
    }
    return 0;
}
