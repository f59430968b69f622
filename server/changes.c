/* changes.c: entries and results that wait for the next commit of a log. */
#include "changes.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"

static srv_change *add(srv_changes *changes, const char *stream, const char *text, size_t bytes)
{
    KB_ASSERT(strlen(stream) <= SRV_STREAM_MAX);
    changes->at = srv_grow(changes->at, changes->n + 1, &changes->size, sizeof *changes->at);
    srv_change *c = &changes->at[changes->n++];
    memset(c, 0, sizeof *c);
    kb_text name = kb_text_in(c->stream, sizeof c->stream);
    kb_put(&name, stream);
    c->text = srv_copy(text, bytes);
    c->bytes = bytes;
    return c;
}

void srv_changes_add_entry(srv_changes *changes, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    add(changes, stream, text, bytes)->n = n;
}

void srv_changes_add_result(srv_changes *changes, const srv_result *result)
{
    srv_change *c = add(changes, result->stream, result->line, result->n);
    size_t bytes = (size_t)result->n_people * sizeof *result->people;
    uint32_t *people = srv_alloc(bytes + 1);
    c->result = *result;
    c->result.made_by = srv_copy(result->made_by, strlen(result->made_by));
    if (bytes) memcpy(people, result->people, bytes);
    c->result.people = people;
}

void srv_changes_add_condition(srv_changes *changes, const char *stream, uint64_t n_expected)
{
    for (size_t i = 0; i < changes->n; i++)
        if (changes->at[i].is_condition && !strcmp(changes->at[i].stream, stream)) return;
    srv_change *c = add(changes, stream, "", 0);
    c->is_condition = true;
    c->n_expected = n_expected;
}

void srv_changes_add_told(srv_changes *changes, const char *text)
{
    add(changes, "", text, strlen(text))->is_told = true;
}

bool srv_changes_is_open(const srv_changes *changes, const srv_change *condition)
{
    for (size_t i = 0; i < changes->n; i++)
        if (changes->at[i].n && !strcmp(changes->at[i].stream, condition->stream)) return false;
    return true;
}

static void free_change(srv_change *c)
{
    free(c->text);
    free((void *)c->result.made_by);
    free((void *)c->result.people);
}

static void keep(srv_changes *changes, bool (*is_kept)(const srv_change *, const char *), const char *stream)
{
    size_t n = 0;
    for (size_t i = 0; i < changes->n; i++) {
        if (is_kept(&changes->at[i], stream)) {
            changes->at[n++] = changes->at[i];
        } else {
            free_change(&changes->at[i]);
        }
    }
    changes->n = n;
}

static bool is_of_another(const srv_change *c, const char *stream)
{
    return stream && strcmp(c->stream, stream) != 0;
}

static bool is_entry(const srv_change *c, const char *stream)
{
    (void)stream;
    return c->n;
}

static bool is_told(const srv_change *c, const char *stream)
{
    (void)stream;
    return c->is_told;
}

void srv_changes_drop(srv_changes *changes, const char *stream)
{
    keep(changes, is_of_another, stream);
}

void srv_changes_drop_results(srv_changes *changes)
{
    keep(changes, is_entry, NULL);
}

void srv_changes_drop_undone(srv_changes *changes)
{
    keep(changes, is_told, NULL);
}

void srv_changes_prepend(srv_changes *rest, srv_changes *first)
{
    for (size_t i = 0; i < rest->n; i++) {
        first->at = srv_grow(first->at, first->n + 1, &first->size, sizeof *first->at);
        first->at[first->n++] = rest->at[i];
    }
    free(rest->at);
    *rest = *first;
    *first = (srv_changes){NULL, 0, 0};
}

void srv_changes_free(srv_changes *changes)
{
    srv_changes_drop(changes, NULL);
    free(changes->at);
    *changes = (srv_changes){NULL, 0, 0};
}

void srv_changes_read(const srv_changes *changes, const char *stream, uint64_t from, uint64_t to,
                      srv_log_reader *reader, void *context)
{
    for (size_t i = 0; i < changes->n; i++) {
        const srv_change *c = &changes->at[i];
        if (c->n >= from && c->n <= to && c->n && !strcmp(c->stream, stream))
            reader(context, c->stream, c->n, c->text, c->bytes);
    }
}

static int compare(const void *a, const void *b)
{
    const srv_change *x = a, *y = b;
    if (!x->n != !y->n) return !x->n - !y->n;
    int order = strcmp(x->stream, y->stream);
    return order ? order : (x->n > y->n) - (x->n < y->n);
}

void srv_changes_sort(srv_changes *changes)
{
    if (changes->n) qsort(changes->at, changes->n, sizeof *changes->at, compare);
}

bool srv_changes_is_last(const srv_changes *changes, size_t i)
{
    const srv_change *c = &changes->at[i];
    return c->n && (i + 1 == changes->n || !c[1].n || strcmp(c[1].stream, c->stream) != 0);
}
