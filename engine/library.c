/* library.c: records and promises for users of the library: a kb_record in the caller's memory, fed with lines. */
#include "pact.h"

#include <stddef.h>

struct kb_record {
    kb_replay replay;
    kb_ledger ledger;
    kb_promise promises[KB_OPEN_PROMISES_MAX]; /* those in the ledger */
    kb_outcomes outcomes;
    kb_line line;
    kb_events events;
    char text[KB_LINE_MAX + 1]; /* a line that is written */
};

enum { ALIGNMENT = 16 };

size_t kb_record_bytes(void)
{
    return sizeof(kb_record);
}

kb_record *kb_record_in(void *memory, size_t bytes)
{
    if (!memory || bytes < sizeof(kb_record) || (uintptr_t)memory % ALIGNMENT) return NULL;
    kb_record *record = (kb_record *)memory;
    __builtin_memset(record, 0, sizeof *record);
    return record;
}

static kb_error read_line(kb_record *record, const char *line, size_t n, kb_events *events, kb_text *why)
{
    record->outcomes.n = 0;
    kb_reading reading = kb_read(&record->replay, &record->ledger, record->promises, line, n, true, &record->line,
                                 &record->events, &record->outcomes, why);
    if (events) *events = record->events;
    return reading == KB_READ ? KB_OK : KB_E_FORMAT;
}

kb_error kb_record_read(kb_record *record, const char *line, size_t n, kb_events *events, kb_text *why)
{
    char nowhere[1];
    kb_text unheard = kb_text_in(nowhere, sizeof nowhere);
    if (events) events->n = 0;
    if (!record || !line) return KB_E_ARGUMENT;
    if (n > KB_LINE_MAX) return KB_E_NO_ROOM;
    record->events.n = 0;
    return read_line(record, line, n, events, why && why->size ? why : &unheard);
}

/* Reads the line in the record's text, and copies it to the caller if wanted. */
static kb_error take(kb_record *record, kb_text *written, kb_events *events, kb_text *line)
{
    written->n--; /* its newline */
    char nowhere[1];
    kb_text unheard = kb_text_in(nowhere, sizeof nowhere);
    if (line && (!line->at || line->n >= line->size || line->size - line->n <= written->n)) return KB_E_NO_ROOM;
    kb_error error = read_line(record, written->at, written->n, events, &unheard);
    if (!error && line) kb_put_n(line, written->at, written->n);
    return error;
}

kb_error kb_record_begin(kb_record *record, const kb_setup *setup, kb_text *line)
{
    if (!record || !setup || record->replay.begun) return KB_E_ARGUMENT;
    kb_error error = kb_setup_check(setup, NULL);
    if (error) return error;
    kb_text written = kb_text_in(record->text, sizeof record->text);
    kb_put_setup_line(setup, KB_VERSION, &written);
    return take(record, &written, NULL, line);
}

kb_error kb_record_move(kb_record *record, int seat, kb_move move, kb_events *events, kb_text *line)
{
    if (events) events->n = 0;
    kb_error error = kb_record_check(record, seat, move);
    if (error) return error;
    kb_text written = kb_text_in(record->text, sizeof record->text);
    kb_put_move_line(&record->replay.state, seat, move, &written);
    return take(record, &written, events, line);
}

kb_error kb_record_end(kb_record *record, kb_text *line)
{
    if (!record || !record->replay.begun || record->replay.ended) return KB_E_ARGUMENT;
    if (!kb_over(&record->replay.state, NULL)) return KB_E_NOT_OVER;
    kb_text written = kb_text_in(record->text, sizeof record->text);
    kb_put_end_line(&record->replay.state, &written);
    return take(record, &written, NULL, line);
}

const kb_state *kb_record_state(const kb_record *record)
{
    return record && record->replay.begun ? &record->replay.state : NULL;
}

int kb_record_legal(const kb_record *record, int seat, kb_span *list, int max)
{
    kb_span whole[KB_LISTED_MAX];
    if (!kb_record_state(record) ||
        kb_check(&record->replay.state, seat, kb_move_of(KB_NONE, 0, 0, 0, 0)) == KB_E_NO_SUCH_SEAT)
        return 0;
    int n = kb_bound_legal(&record->ledger, &record->replay.state, seat, whole, KB_LISTED_MAX);
    int fits = n < max ? n : max;
    if (list && fits > 0) __builtin_memcpy(list, whole, (size_t)fits * sizeof *list);
    return n;
}

kb_error kb_record_check(const kb_record *record, int seat, kb_move move)
{
    if (!kb_record_state(record)) return KB_E_ARGUMENT;
    kb_error error = kb_check(&record->replay.state, seat, move);
    return error ? error : kb_bound_check(&record->ledger, &record->replay.state, seat, move);
}

kb_error kb_record_trace(const kb_record *record, kb_text *out)
{
    if (!kb_record_state(record) || !out) return KB_E_ARGUMENT;
    kb_put_bound_row(&record->replay, &record->ledger, out);
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

int kb_record_outcomes(const kb_record *record, kb_outcome *list, int max)
{
    if (!record) return 0;
    int fits = record->outcomes.n < max ? record->outcomes.n : max;
    if (list && fits > 0) __builtin_memcpy(list, record->outcomes.at, (size_t)fits * sizeof *list);
    return record->outcomes.n;
}
