/* promises.h: pacts of any game: proposed, answered, judged by the moves, and, with promises=bond, enforced.
 *
 * A ledger lies beside a state and holds what is open: proposals nobody has settled, and promises of standing pacts. What
 * became of the others has been told as outcomes. Nothing here changes a state, and no rule of a game hears of it.
 *
 *     kb_ledger ledger;                        (zero it to begin)
 *     kb_ledger_propose / _accept / …          between moves
 *     kb_bound_check(&ledger, &state, seat, move)        before a move
 *     kb_ledger_move(&ledger, &before, seat, move, &after, &outcomes)
 */
#ifndef KB_PROMISES_H
#define KB_PROMISES_H

#include "../engine/record.h"
#include "pattern.h"

enum {
    KB_PACT_PROMISES_MAX = 6,
    KB_PROPOSALS_MAX = 8,          /* open ones of a seat */
    KB_STANDING_PROMISES_MAX = 64, /* open ones of a seat */
    KB_OPEN_PROMISES_MAX = KB_SEATS_MAX * (KB_PROPOSALS_MAX * KB_PACT_PROMISES_MAX + KB_STANDING_PROMISES_MAX),
    KB_OPEN_PACTS_MAX = KB_SEATS_MAX * (KB_PROPOSALS_MAX + KB_STANDING_PROMISES_MAX),
    KB_OUTCOMES_MAX = KB_OPEN_PROMISES_MAX + KB_OPEN_PACTS_MAX
};

typedef enum kb_term { KB_TERM_TURN, KB_TERM_ROUND, KB_TERM_NEXT, KB_TERM_GAME, KB_TERMS } kb_term;
extern const char *const kb_term_names[KB_TERMS];

/* A promise as it was made. It never changes. */
typedef struct kb_promise {
    uint32_t pact;
    uint8_t seat;    /* the promiser */
    uint8_t wont;    /* 1: not to do it */
    uint8_t term;    /* kb_term */
    uint8_t if_seat; /* whose deed wakes it, if condition has forms */
    kb_pattern deed, condition;
} kb_promise;

/* A promise in the ledger, and its progress so far. */
typedef struct kb_item {
    int64_t promise_at; /* where the promise is, in bytes from the ledger: kb_promised */
    uint32_t pact;      /* a copy of the promise's, as the next four are: every move looks at them */
    uint8_t seat, wont, term, if_seat;
    uint8_t index; /* in the pact, from 0 */
    uint8_t stands, asleep;
    uint8_t verdict;      /* kb_verdict, within the move that brings it; open else */
    uint8_t waking;       /* its condition came true in this move */
    uint8_t occasion_now; /* it had the occasion in this move */
    uint16_t until;       /* its term ends with this turn or round */
    uint32_t used_up;     /* what its seat has used up */
    uint32_t given_away;  /* the number of the first move that gave what it promises to somebody else; 0: none */
    uint32_t occasion;    /* the number of the move that was its last occasion; 0: none yet */
} kb_item;

typedef struct kb_pact {
    uint32_t number;
    uint8_t by, with_mask, accepted_mask;
    uint8_t secret, stands, n_promises;
    uint16_t turn, round; /* under way when it was proposed */
} kb_pact;

typedef struct kb_ledger {
    uint32_t proposed; /* pacts so far, including ended ones */
    uint32_t moves;
    int n_pacts, n_items;
    /* For each seat, the forms of deeds: those of its own that can touch a promise, and those it may do or leave, so that
     * an occasion has to be noted. What is not among them need not be looked at. */
    uint32_t heeded[KB_SEATS_MAX], awaited[KB_SEATS_MAX];
    kb_pact pact[KB_OPEN_PACTS_MAX];                           /* open ones, by number */
    kb_item item[KB_OPEN_PROMISES_MAX + KB_PACT_PROMISES_MAX]; /* theirs, by pact and place; room for a proposal */
} kb_ledger;

/* What was promised. It is in the memory of whoever keeps the ledger. There is no address of it in the ledger, so a block of
 * memory with both can be moved, copied and stored. To copy only the ledger: kb_ledger_copy. */
static inline const kb_promise *kb_promised(const kb_ledger *ledger, const kb_item *p)
{
    return (const kb_promise *)((const char *)ledger + p->promise_at);
}

/* Copies what is used of the ledger. Both refer to the same promises. */
void kb_ledger_copy(kb_ledger *to, const kb_ledger *from);
/* Adds one promise of another ledger, whose pact is the last one here. */
void kb_ledger_take(kb_ledger *to, const kb_ledger *from, const kb_item *);
/* The bytes that are used of it. */
size_t kb_ledger_used(const kb_ledger *);

extern const kb_ledger kb_no_pacts; /* of a game in which nothing was proposed */
KB_STATIC_ASSERT(sizeof(kb_ledger) <= 32 << 10, "small enough for a stack, and to be copied");

extern const char *const kb_verdict_names[KB_VERDICTS];
extern const char *const kb_pact_state_names[KB_PACT_STATES];

typedef struct kb_outcomes {
    int n;
    kb_outcome at[KB_OUTCOMES_MAX];
} kb_outcomes;

/* --- proposing and answering --------------------------------------------------------------------- */

/* A proposal, before its promises are read. */
typedef struct kb_proposal {
    uint32_t number;
    int by;
    uint32_t with_mask;
    bool secret;
    kb_slice promises; /* JSON: a list of promises */
} kb_proposal;

/* If refused, each writes a sentence into why and leaves the ledger unchanged. outcomes may be NULL. The promises are read
 * into `made`. The ledger refers to them as long as they are open. */
bool kb_ledger_propose(kb_ledger *, const kb_state *, const kb_proposal *, kb_promise made[KB_PACT_PROMISES_MAX],
                       kb_outcomes *, kb_text *why);
bool kb_ledger_accept(kb_ledger *, const kb_state *, int seat, uint32_t pact, kb_outcomes *, kb_text *why);
bool kb_ledger_decline(kb_ledger *, const kb_state *, int seat, uint32_t pact, kb_outcomes *, kb_text *why);
bool kb_ledger_withdraw(kb_ledger *, const kb_state *, int seat, uint32_t pact, kb_outcomes *, kb_text *why);

/* The promises of the last pact are there now, one after another. */
void kb_ledger_refer(kb_ledger *, const kb_promise *);
/* Copies all its promises to this memory, which has room for them, and refers to them there. */
void kb_ledger_gather(kb_ledger *, kb_promise *memory);
/* Moves the promises of the last pact to memory in which only this ledger's promises are, to places that are free. */
void kb_ledger_keep(kb_ledger *, kb_promise memory[KB_OPEN_PROMISES_MAX]);

/* --- judging -------------------------------------------------------------------------------------- */

/* Folds a move that was made: verdicts in the order in which they fall, then lapses. */
void kb_ledger_move(kb_ledger *, const kb_state *before, int seat, kb_move, const kb_state *after, kb_outcomes *);

/* Whether it promises to give one thing, named, of which there is only one: a gift, whatever its term. */
bool kb_is_gift(const kb_deeds *, const kb_promise *);

/* --- bonds ----------------------------------------------------------------------------------------- */

/* kb_legal without the moves that the seat's bonds forbid. max must be at least KB_LISTED_MAX. */
int kb_bound_legal(const kb_ledger *, const kb_state *, int seat, kb_span *, int max);
/* Whether a legal move of the promiser goes against the promise, that is, whether a bond would forbid it. */
bool kb_goes_against(const kb_ledger *, const kb_item *, const kb_state *, kb_move);
/* kb_bound_legal without moves that would break, or miss an occasion to keep, any open and awake promise of the
 * seat. */
int kb_faithful_legal(const kb_ledger *, const kb_state *, int seat, kb_span *, int max);
/* Whether another party of the pact has let pass an occasion to keep what it promised to do in this turn, or has given it
 * away. Then nobody has to keep the promise. */
bool kb_is_let_down(const kb_ledger *, const kb_item *);
/* With promises=bond one thing is not promised twice. Whether the seat may commit itself to its promises of this pact, which
 * lie in the ledger; if not, why says what they conflict with. */
bool kb_check_gifts(const kb_ledger *, const kb_state *, int seat, uint32_t pact, kb_text *why);
/* kb_check, or KB_E_BOUND if a promise forbids the move. */
kb_error kb_bound_check(const kb_ledger *, const kb_state *, int seat, kb_move);

#endif
