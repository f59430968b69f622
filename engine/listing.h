/* listing.h: legal lists as text, sorted. */
#ifndef KB_LISTING_H
#define KB_LISTING_H

#include "../core/text.h"

/* A function that lists the moves of a seat, for callers where bonds restrict kb_legal. */
typedef struct kb_lister {
    int (*list)(const void *context, const kb_state *, int seat, kb_span *, int max);
    const void *context;
} kb_lister;

/* The longest list: bonds can split a run of amounts (Integralis, 18 workers of up to 87 runs each). */
enum { KB_LISTED_MAX = 4096 };

/* "actors":[…],"legal":{…} without braces, each list sorted by the bytes of its lines. Here and below the lister may be
 * NULL: kb_legal. */
void kb_put_legal(const kb_state *, const kb_lister *, kb_text *);
/* Writes what kb_put_legal does, with the lists of these seats only. */
void kb_put_legal_of(const kb_state *, uint32_t seats_mask, const kb_lister *, kb_text *);
/* One seat's list: ["accept","bribe 1000..9000/1000"]. Returns its length. */
int kb_put_list(const kb_state *, int seat, const kb_lister *, kb_text *);
/* A legal list in that order; of one longer than max only the first max of kb_legal. */
int kb_legal_sorted(const kb_state *, int seat, kb_span *, int max);
/* The lister's list in that order, of at most KB_LISTED_MAX entries. */
int kb_list_sorted(const kb_state *, int seat, const kb_lister *, kb_span *);
void kb_sort_spans(const kb_state *, kb_span *, int n);
/* A list of legal moves for a message, shortened if it is long. */
void kb_put_choices(const kb_state *, int seat, const kb_lister *, kb_text *);

#endif
