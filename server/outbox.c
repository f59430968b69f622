/* outbox.c: messages that wait until the events they report are in the log. */
#include "outbox.h"

#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "limits.h"

void srv_outbox_open(srv_outbox *box)
{
    memset(box, 0, sizeof *box);
    box->frame = srv_alloc(SRV_FRAME_MAX);
}

void srv_outbox_close(srv_outbox *box)
{
    free(box->messages);
    srv_free(&box->text);
    free(box->frame);
}

/* --- writing --------------------------------------------------------------------------------------------- */

kb_text srv_outbox_frame(srv_outbox *box)
{
    return kb_text_in(box->frame, SRV_FRAME_MAX);
}

void srv_post_again(srv_outbox *box, srv_connection *to, srv_message message)
{
    box->messages = srv_grow(box->messages, box->n + 1, &box->size, sizeof *box->messages);
    message.to = to;
    box->messages[box->n++] = message;
}

srv_message srv_post(srv_outbox *box, srv_connection *to, const char *text, size_t n)
{
    srv_message message = {to, box->text.n, n, box->about, box->is_sure};
    srv_add(&box->text, text, n);
    srv_post_again(box, to, message);
    return message;
}

kb_text srv_begin_ok(srv_outbox *box, const char *id)
{
    kb_text text = srv_outbox_frame(box);
    kb_put(&text, "{\"type\":\"ok\",\"id\":");
    kb_put_json(&text, id, strlen(id));
    return text;
}

void srv_end_ok(srv_outbox *box, srv_connection *to, kb_text *text)
{
    kb_put(text, "}");
    KB_ASSERT(!text->cut);
    srv_post(box, to, text->at, text->n);
}

void srv_post_answer(srv_outbox *box, srv_connection *to, const char *id, const kb_answer *answer)
{
    kb_text text;
    if (!answer->refusal) {
        text = srv_begin_ok(box, id);
        srv_end_ok(box, to, &text);
        return;
    }
    const char *sentence = kb_answer_sentence(answer);
    box->refused[kb_answer_number(answer)]++;
    text = srv_outbox_frame(box);
    kb_put(&text, "{\"type\":\"no\",\"id\":");
    kb_put_json(&text, id, strlen(id));
    kb_putf(&text, ",\"error\":\"%s\",\"sentence\":", kb_answer_name(answer));
    kb_put_json(&text, sentence, strlen(sentence));
    kb_put(&text, "}");
    srv_post(box, to, text.at, text.n);
}

void srv_post_refusal(srv_outbox *box, srv_connection *to, const char *id, kb_refused refusal)
{
    kb_answer answer = kb_refuse(refusal);
    srv_post_answer(box, to, id, &answer);
}

/* --- taking back ----------------------------------------------------------------------------------------- */

void srv_outbox_drop(srv_outbox *box, const srv_connection *to)
{
    for (size_t i = 0; i < box->n; i++)
        if (box->messages[i].to == to) box->messages[i].to = NULL;
}

void srv_outbox_drop_unsure(srv_outbox *box)
{
    for (size_t i = 0; i < box->n; i++)
        if (!box->messages[i].is_sure) box->messages[i].to = NULL;
}

static kb_json member(kb_slice message, const char *key)
{
    kb_slice value;
    bool is_there = kb_json_find(message, key, &value);
    return kb_json_over(value.at, is_there ? value.n : 0, NULL);
}

/* The id of the request that a message answers; "": it is not an answer. */
static void answered_id(const char *text, size_t n, char id[KB_ID_MAX + 1])
{
    static const char *const types[] = {"ok", "no"};
    kb_slice message = {text, n};
    kb_text out = kb_text_in(id, KB_ID_MAX + 1);
    kb_json type = member(message, "type"), answered = member(message, "id");
    if (kb_json_name(&type, types, KB_COUNT(types), "type") >= 0) kb_json_text(&answered, &out);
}

void srv_outbox_take_back(srv_outbox *box, const srv_table *about, kb_refused refusal)
{
    for (size_t i = 0, n = box->n; i < n; i++) {
        srv_message *message = &box->messages[i];
        char id[KB_ID_MAX + 1];
        srv_connection *to = message->to;
        if (!to || message->about != about) continue;
        message->to = NULL;
        answered_id(box->text.at + message->from, message->n, id);
        if (*id) srv_post_refusal(box, to, id, refusal);
    }
}

/* --- sending --------------------------------------------------------------------------------------------- */

void srv_outbox_seal(srv_outbox *box)
{
    box->n_sealed = box->n;
    box->text_sealed = box->text.n;
}

/* Removes the sealed messages; the others stay. */
static size_t take_sealed(srv_outbox *box, srv_message **messages, srv_bytes *text)
{
    size_t n = box->n_sealed, rest = box->n - n, bytes = box->text_sealed;
    *messages = box->messages;
    *text = box->text;
    box->messages = NULL;
    box->n = box->size = box->n_sealed = box->text_sealed = 0;
    memset(&box->text, 0, sizeof box->text);
    if (text->n > bytes) srv_add(&box->text, text->at + bytes, text->n - bytes);
    for (size_t i = 0; i < rest; i++) {
        srv_message later = (*messages)[n + i];
        later.from -= bytes;
        srv_post_again(box, later.to, later);
    }
    return n;
}

void srv_outbox_send(srv_outbox *box, srv_sender *send, void *context)
{
    srv_message *messages;
    srv_bytes text;
    size_t n = take_sealed(box, &messages, &text);
    for (size_t i = 0; i < n; i++)
        if (messages[i].to) send(context, messages[i].to, text.at + messages[i].from, messages[i].n);
    free(messages);
    srv_free(&text);
}

void srv_outbox_send_last(srv_outbox *box, srv_sender *send, void *context)
{
    const srv_message *last = &box->messages[box->n - 1];
    send(context, last->to, box->text.at + last->from, last->n);
    box->text.n = last->from;
    box->n--;
}
