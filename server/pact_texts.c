/* pact_texts.c: see pact_texts.h. */
#include "pact_texts.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "limits.h"

enum { BODY_MAX = KB_PACT_PROMISES_MAX * 384 + 256 };

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

static void keep(srv_pact_texts *texts, srv_pact_text *text, const kb_text *body)
{
    texts->n_bytes -= text->at ? text->n : 0;
    free(text->at);
    text->at = NULL;
    if (texts->n_bytes + body->n > SRV_PACT_TEXTS_BYTES) drop_all(texts);
    text->at = srv_copy(body->at, body->n);
    text->n = (uint32_t)body->n;
    texts->n_bytes += body->n;
    texts->n_written++;
}

typedef struct writing {
    srv_pact_texts *texts; /* NULL: nothing is cached */
    const kb_ledger *ledger;
    const kb_setup *setup;
} writing;

static void put_body(const void *context, const kb_noted_pact *pact, kb_text *out)
{
    const writing *w = context;
    uint32_t sleeping_mask = kb_sleeping_mask(w->ledger, pact->number);
    if (!w->texts) {
        kb_put_pact_body(pact, sleeping_mask, w->setup, out);
        return;
    }
    srv_pact_text *text = text_of(w->texts, pact->number);
    srv_marked_pact now = srv_mark_pact(pact);
    if (!text->at || memcmp(&text->as_of, &now, sizeof now) != 0 || text->sleeping_mask != sleeping_mask) {
        char buffer[BODY_MAX];
        kb_text body = kb_text_in(buffer, sizeof buffer);
        kb_put_pact_body(pact, sleeping_mask, w->setup, &body);
        KB_ASSERT(!body.cut);
        keep(w->texts, text, &body);
        text->as_of = now;
        text->sleeping_mask = (uint8_t)sleeping_mask;
    }
    kb_put_n(out, text->at, text->n);
}

void srv_put_pacts(const srv_pacts *pacts, const kb_ledger *ledger, const kb_setup *setup, int eyes, kb_text *out)
{
    const writing w = {pacts->texts, ledger, setup};
    const kb_pact_writer writer = {&w, put_body};
    kb_put_pacts_by(&pacts->book, &writer, setup, eyes, out);
}
