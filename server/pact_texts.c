/* pact_texts.c: see pact_texts.h. */
#include "pact_texts.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "limits.h"

void srv_pact_texts_free(srv_pact_texts *texts)
{
    if (!texts) return;
    for (size_t i = 0; i < texts->size; i++) free(texts->list[i].at);
    free(texts->list);
    free(texts);
}

/* Drops all texts. Pacts settled long ago are never sent again; the others are soon rewritten. */
static void drop_all(srv_pact_texts *texts)
{
    for (size_t i = 0; i < texts->size; i++) {
        free(texts->list[i].at);
        texts->list[i].at = NULL;
    }
    texts->n_bytes = 0;
}

static srv_pact_text *text_of(srv_pact_texts *texts, uint32_t number)
{
    size_t before = texts->size;
    texts->list = srv_grow(texts->list, number, &texts->size, sizeof *texts->list);
    if (texts->size > before) memset(&texts->list[before], 0, (texts->size - before) * sizeof *texts->list);
    return &texts->list[number - 1];
}

static void keep(srv_pact_texts *texts, srv_pact_text *text, const char *body, size_t n)
{
    texts->n_bytes -= text->at ? text->n : 0;
    free(text->at);
    text->at = NULL;
    if (texts->n_bytes + n > SRV_PACT_TEXTS_BYTES) drop_all(texts);
    text->at = srv_copy(body, n);
    text->n = (uint32_t)n;
    texts->n_bytes += n;
    texts->n_written++;
}

typedef struct writing {
    const srv_pacts *pacts;
    const kb_setup *setup;
} writing;

/* Returns the text of the pact if it was made from the same; otherwise NULL. */
static const srv_pact_text *find(const srv_pact_texts *texts, uint32_t number, const srv_marked_pact *now,
                                 uint32_t sleeping_mask)
{
    if (!texts || number > texts->size) return NULL;
    const srv_pact_text *text = &texts->list[number - 1];
    bool is_same = text->at && !memcmp(&text->as_of, now, sizeof *now) && text->sleeping_mask == sleeping_mask;
    return is_same ? text : NULL;
}

/* A copy of a table, which shows the past, keeps no texts: the next view of the present needs others. */
static void put_body(const void *context, const kb_noted_pact *pact, kb_text *out)
{
    const writing *w = context;
    const srv_pacts *pacts = w->pacts;
    uint32_t sleeping_mask = kb_sleeping_mask(srv_pacts_ledger(pacts), pact->number);
    srv_marked_pact now = srv_mark_pact(pact);
    const srv_pact_text *found = find(pacts->tables ? pacts->tables->texts : pacts->texts, pact->number, &now,
                                      sleeping_mask);
    if (found) {
        kb_put_n(out, found->at, found->n);
        return;
    }
    size_t from = out->n;
    kb_put_pact_body(&pacts->book, pact, sleeping_mask, w->setup, out);
    KB_ASSERT(!out->cut);
    if (!pacts->texts) return;
    srv_pact_text *text = text_of(pacts->texts, pact->number);
    keep(pacts->texts, text, out->at + from, out->n - from);
    text->as_of = now;
    text->sleeping_mask = (uint8_t)sleeping_mask;
}

void srv_put_pacts(const srv_pacts *pacts, const kb_setup *setup, int eyes, kb_text *out)
{
    const writing w = {pacts, setup};
    const kb_pact_writer writer = {&w, put_body};
    kb_put_pacts_by(&pacts->book, &writer, setup, eyes, out);
}
