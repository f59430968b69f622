/* outbox.h: messages that wait until the log has what they tell of. Nothing is sent in any other way.
 *
 *     kb_text text = srv_begin_ok(outbox, id);  …  srv_end_ok(outbox, to, &text);
 *     srv_outbox_seal(outbox);                           (a commit begins: it covers what was posted so far)
 *     srv_outbox_send(outbox, send, context);            (it is done) */
#ifndef SRV_OUTBOX_H
#define SRV_OUTBOX_H

#include "answer.h"
#include "bytes.h"

/* Whom a message is for, and what it is about; the outbox looks into neither. */
typedef struct srv_connection srv_connection;
typedef struct srv_table srv_table;

typedef struct srv_message {
    srv_connection *to; /* NULL: taken back */
    size_t from, n;     /* in the outbox's text; several messages can share it */
    const srv_table *about;
} srv_message;

typedef struct srv_outbox {
    srv_message *messages;
    size_t n, size;
    srv_bytes text;
    size_t n_sealed, text_sealed; /* messages, and bytes of text, that wait for the commit under way */
    char *frame;                  /* SRV_FRAME_MAX bytes to write one message in */
    const srv_table *about;       /* what is posted now is about this table; NULL: about none */
    uint64_t refused[SRV_ANSWERS];
} srv_outbox;

void srv_outbox_open(srv_outbox *);
void srv_outbox_close(srv_outbox *);

/* Space to write the next message in. */
kb_text srv_outbox_frame(srv_outbox *);
srv_message srv_post(srv_outbox *, srv_connection *to, const char *text, size_t n);
/* The same text to somebody else. */
void srv_post_again(srv_outbox *, srv_connection *to, srv_message);

/* {"type":"ok","id":… and, after what the caller adds, the end of it. */
kb_text srv_begin_ok(srv_outbox *, const char *id);
void srv_end_ok(srv_outbox *, srv_connection *to, kb_text *);
void srv_post_answer(srv_outbox *, srv_connection *to, const char *id, const srv_answer *);
void srv_post_refusal(srv_outbox *, srv_connection *to, const char *id, srv_refusal);

/* The connection is gone. */
void srv_outbox_drop(srv_outbox *, const srv_connection *);
/* What is about the table is not sent: it tells of what is not in the log. Requests that were answered are refused. */
void srv_outbox_take_back(srv_outbox *, const srv_table *, srv_refusal);

typedef void srv_sender(void *context, srv_connection *to, const char *text, size_t n);
/* What was posted so far waits for the commit that begins now; what is posted later, for the next one. */
void srv_outbox_seal(srv_outbox *);
/* Sends what is sealed. The sender may post. */
void srv_outbox_send(srv_outbox *, srv_sender *, void *context);
/* Sends the message that was posted last, before all others. */
void srv_outbox_send_last(srv_outbox *, srv_sender *, void *context);

#endif
