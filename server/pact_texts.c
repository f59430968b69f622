/* pact_texts.c: see pact_texts.h. */
#include "pact_texts.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "limits.h"

void srv_pact_texts_free(srv_pact_texts *texts)
{
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

/* What the body was made from. */
static srv_pact_made made_from(const kb_noted_pact *pact, uint32_t sleeping_mask)
{
    srv_pact_made made = {.state = pact->state, .accepted_mask = pact->accepted_mask};
    made.sleeping_mask = (uint8_t)sleeping_mask;
    memcpy(made.verdict, pact->verdict, sizeof made.verdict);
    return made;
}

static bool put_kept(void *context, const kb_noted_pact *pact, uint32_t sleeping_mask, kb_text *out)
{
    const srv_pact_texts *texts = context;
    srv_pact_made now = made_from(pact, sleeping_mask);
    if (pact->number > texts->size) return false;
    const srv_pact_text *text = &texts->list[pact->number - 1];
    if (!text->at || memcmp(&text->as_of, &now, sizeof now) != 0) return false;
    kb_put_n(out, text->at, text->n);
    return true;
}

static void keep_body(void *context, const kb_noted_pact *pact, uint32_t sleeping_mask, const char *body, size_t n)
{
    srv_pact_texts *texts = context;
    srv_pact_text *text = text_of(texts, pact->number);
    keep(texts, text, body, n);
    text->as_of = made_from(pact, sleeping_mask);
}

kb_pact_cache srv_pact_cache(srv_pact_texts *texts)
{
    return (kb_pact_cache){texts, put_kept, keep_body};
}
