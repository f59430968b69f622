/* outbox.h: messages that wait until the events they report are in the log. All messages are sent through it.
 *
 *     kb_text text = srv_begin_ok(outbox, id);  …  srv_end_ok(outbox, to, &text);
 *     srv_outbox_seal(outbox);                           (a commit begins; it covers the messages so far)
 *     srv_outbox_send(outbox, send, context);            (the commit is done) */
#ifndef SRV_OUTBOX_H
#define SRV_OUTBOX_H

#include "../table/answer.h"
#include "bytes.h"

/* The recipient and the subject of a message. The outbox looks into neither. */
typedef struct srv_connection srv_connection;
typedef struct srv_table srv_table;

typedef struct srv_message {
    srv_connection *to; /* NULL: taken back */
    size_t from, n;     /* in the outbox's text; several messages can share it */
    const srv_table *about;
    bool is_sure; /* it reports nothing that waits for the log */
} srv_message;

typedef struct srv_outbox {
    srv_message *messages;
    size_t n, size;
    srv_bytes text;
    size_t n_sealed, text_sealed; /* messages and bytes of text waiting for the running commit */
    char *frame;                  /* buffer of SRV_FRAME_MAX bytes to write one message in */
    const srv_table *about;       /* messages posted now are about this table; NULL: none */
    bool is_sure;                 /* messages posted now report nothing that waits for the log */
    uint64_t refused[KB_ANSWERS];
} srv_outbox;

void srv_outbox_open(srv_outbox *);
void srv_outbox_close(srv_outbox *);

/* Space to write the next message in. */
kb_text srv_outbox_frame(srv_outbox *);
srv_message srv_post(srv_outbox *, srv_connection *to, const char *text, size_t n);
/* Posts the same text to another connection. */
void srv_post_again(srv_outbox *, srv_connection *to, srv_message);

/* Writes {"type":"ok","id":… ; srv_end_ok closes it after the caller has added the rest. */
kb_text srv_begin_ok(srv_outbox *, const char *id);
void srv_end_ok(srv_outbox *, srv_connection *to, kb_text *);
void srv_post_answer(srv_outbox *, srv_connection *to, const char *id, const kb_answer *);
void srv_post_refusal(srv_outbox *, srv_connection *to, const char *id, kb_refused);

/* The connection is gone. */
void srv_outbox_drop(srv_outbox *, const srv_connection *);
/* Withdraws the messages about the table: they report events that are not in the log. The requests they answered are
 * refused. */
void srv_outbox_take_back(srv_outbox *, const srv_table *, kb_refused);

/* What waits for the log did not happen, and is decided again: drops all messages about it. */
void srv_outbox_drop_unsure(srv_outbox *);

typedef void srv_sender(void *context, srv_connection *to, const char *text, size_t n);
/* The messages posted so far wait for the commit that begins now; later ones, for the next. */
void srv_outbox_seal(srv_outbox *);
/* Sends the sealed messages. The sender may post. */
void srv_outbox_send(srv_outbox *, srv_sender *, void *context);
/* Sends the last posted message, ahead of all others. */
void srv_outbox_send_last(srv_outbox *, srv_sender *, void *context);

#endif
