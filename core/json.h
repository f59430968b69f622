/* json.h: a strict, bounded JSON reader over text in memory. The caller asks for values in order. The first error is
 * final and writes a sentence into why. */
#ifndef KB_JSON_H
#define KB_JSON_H

#include "base.h"
#include "text.h"

enum { KB_JSON_DEPTH_MAX = 32, KB_WORD_MAX = 128 };

typedef struct kb_json {
    const char *start, *at, *end;
    kb_text *why;
    int depth;
    bool fresh; /* just behind an opening bracket */
    bool failed;
    bool views;   /* hidden values are allowed: for readers of views */
    bool ran_out; /* failed because the text ended too early: a line cut off in the middle */
} kb_json;

typedef struct kb_slice {
    const char *at;
    size_t n;
} kb_slice;

/* A short string with its escapes undone. */
typedef struct kb_word {
    char at[KB_WORD_MAX];
    size_t n;
} kb_word;

kb_json kb_json_over(const char *text, size_t n, kb_text *why);
/* Fails the reader with a sentence; only the first one is kept. Always false. */
bool kb_json_fail(kb_json *, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool kb_json_open(kb_json *, char bracket); /* '{' or '[' */
bool kb_json_more(kb_json *, char closing); /* true: there is another element; false: closed or failed */
/* The next member of an object whose keys are fixed: its index in keys, or -1 at the end or after a
 * failure. Unknown and repeated keys fail; seen collects a bit for each. */
int kb_json_member(kb_json *, const char *const *keys, int n_keys, uint32_t *seen);
/* Fails unless all keys of the mask were seen. */
bool kb_json_complete(kb_json *, const char *const *keys, int n_keys, uint32_t seen, uint32_t wanted);

bool kb_json_word(kb_json *, kb_word *);
/* A string of any length. A longer one is truncated; n has its full length. */
bool kb_json_string(kb_json *, kb_word *);
/* Adds a string to out, with its escapes undone. One that does not fit fails. */
bool kb_json_text(kb_json *, kb_text *out);
bool kb_json_colon(kb_json *); /* between a key read as a word and its value */
bool kb_json_int(kb_json *, int64_t low, int64_t high, int64_t *);
bool kb_json_bool(kb_json *, bool *);
bool kb_json_null(kb_json *); /* takes a null if it is next; otherwise takes nothing and returns false */
/* The index of the next string among names, or -1. what: "seat", "edition", … */
int kb_json_name(kb_json *, const char *const *names, int n, const char *what);
/* Any value; raw (may be NULL) is its text. */
bool kb_json_skip(kb_json *, kb_slice *raw);
/* Takes any value and writes it without blanks and needless escapes, never longer than it was. Numbers stay as they are. */
bool kb_json_put_compact(kb_json *, kb_text *out);
/* The first character of the next token, or NUL. */
char kb_json_peek(kb_json *);
bool kb_json_done(kb_json *); /* only blanks are left */
/* The length of the well-formed UTF-8 sequence at p, or 0: no overlong forms, no surrogates. */
int kb_utf8_length(const unsigned char *p, size_t room);

/* Whether both are the same value: key order is free, list order counts. Both texts must be sound JSON. */
bool kb_json_same(kb_slice a, kb_slice b);
/* The member of a value along a path of keys and list numbers, "stage.paid.0.amount". */
bool kb_json_find(kb_slice value, const char *path, kb_slice *out);

#endif
