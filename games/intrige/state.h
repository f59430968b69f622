/* state.h: Intrige's state, steps, moves and events. */
#ifndef INTRIGE_STATE_H
#define INTRIGE_STATE_H

#include "../../core/base.h"
#include "../../core/purse.h"

enum {
    INTRIGE_SEATS_MAX = 5,
    INTRIGE_POSTS_MAX = 5,  /* posts of a palace, and as many professions */
    INTRIGE_ALIKE = 2,      /* relatives of one profession each seat has */
    INTRIGE_PARK_MAX = 8,   /* two applicants of each of four seats */
    INTRIGE_CLAIMS_MAX = 9, /* all of them, and the holder of the post they want */
    INTRIGE_SPANS_MAX = 32, /* five professions to four palaces, and some spare */
    INTRIGE_OFFERS_MAX = 3  /* offers and counters for one scholar in one stage */
};

typedef enum intrige_edition { INTRIGE_MAYFAIR2005, INTRIGE_AMIGO2003, INTRIGE_FXSCHMID1994 } intrige_edition;

/* Indices into kb_setup.option, and the values of each. */
typedef enum intrige_option {
    INTRIGE_BRIBES,
    INTRIGE_REFUND,
    INTRIGE_DEALS,
    INTRIGE_MONEY,
    INTRIGE_DEFENCE
} intrige_option;
enum { INTRIGE_OPEN, INTRIGE_SEALED };
enum { INTRIGE_DEALS_NONE, INTRIGE_DEALS_LOOSE, INTRIGE_DEALS_BINDING };
enum { INTRIGE_MONEY_HIDDEN, INTRIGE_MONEY_OPEN };
enum { INTRIGE_DEFENCE_MUST, INTRIGE_DEFENCE_MAY };

typedef enum intrige_step {
    INTRIGE_START,  /* chance draws the first seat */
    INTRIGE_BRIBE,  /* the payer owes a bribe, or may negotiate terms */
    INTRIGE_ANSWER, /* an offer or a counter is open */
    INTRIGE_PLACE,  /* the landlord gives a post to an uncontested applicant */
    INTRIGE_HIRE,   /* the landlord gives a post to one of the rivals of an external conflict */
    INTRIGE_SETTLE, /* the landlord decides an internal conflict */
    INTRIGE_SEND,   /* the seat whose turn it is sends out a relative */
    INTRIGE_OVER
} intrige_step;

typedef enum intrige_stage { INTRIGE_NO_STAGE, INTRIGE_UNCONTESTED, INTRIGE_EXTERNAL, INTRIGE_INTERNAL } intrige_stage;

/* kb_move: the meaning of a and b. A post is its index in the palace, from the lowest salary. */
typedef enum intrige_verb {
    INTRIGE_DO_START,   /* a seat */
    INTRIGE_DO_BRIBE,   /* amount */
    INTRIGE_DO_OFFER,   /* b post, amount */
    INTRIGE_DO_COUNTER, /* b post, amount */
    INTRIGE_DO_ACCEPT,
    INTRIGE_DO_REFUSE,
    INTRIGE_DO_PLACE,  /* a scholar, b post */
    INTRIGE_DO_HIRE,   /* a scholar, b post */
    INTRIGE_DO_SETTLE, /* a scholar */
    INTRIGE_DO_SEND    /* a profession, b palace */
} intrige_verb;

/* kb_event: seat, a, b, amount. */
typedef enum intrige_event {
    INTRIGE_STARTS,       /* seat */
    INTRIGE_TURN,         /* seat, a round */
    INTRIGE_INCOME,       /* seat, amount */
    INTRIGE_SEALS,        /* seat: a sealed choice was made */
    INTRIGE_PAYS,         /* seat, a scholar, b 1 if the bank paid, amount */
    INTRIGE_OFFERS,       /* seat, a scholar, b post, amount; as data also to whom */
    INTRIGE_COUNTERS,     /* the same */
    INTRIGE_ACCEPTS,      /* seat, a scholar, b post, amount */
    INTRIGE_REFUSES,      /* seat, a scholar, b post, amount */
    INTRIGE_GETS_POST,    /* seat landlord, a scholar, b post */
    INTRIGE_KEEPS_POST,   /* seat landlord, a scholar, b post */
    INTRIGE_BANISHED,     /* seat landlord, a scholar */
    INTRIGE_REFUNDED,     /* seat, a: scholar, b: 1 if paid to the bank, amount */
    INTRIGE_DEAL_KEPT,    /* seat landlord, a scholar, b post, amount */
    INTRIGE_DEAL_BROKEN,  /* seat the breaker, a scholar, b post, amount */
    INTRIGE_SENDS,        /* seat, a scholar, b palace */
    INTRIGE_FINAL_INCOME, /* seat, amount */
    INTRIGE_ENDS
} intrige_event;

/* A scholar is a byte: family and profession. KB_NONE is nobody. */
KB_FN static inline uint8_t intrige_scholar(int seat, int profession)
{
    return (uint8_t)(seat << 3 | profession);
}

KB_FN static inline int intrige_seat(uint8_t scholar)
{
    return scholar >> 3;
}

KB_FN static inline int intrige_profession(uint8_t scholar)
{
    return scholar & 7;
}

/* One bribe of the current stage. The list of claims is in paying order. */
typedef struct intrige_claim {
    int32_t paid; /* 0 until chosen; sealed: known to payer and landlord, KB_HIDDEN to others */
    int32_t deal; /* the bribe of the scholar's deal; 0: none */
    uint8_t scholar;
    uint8_t post;   /* the deal's post */
    uint8_t chosen; /* 1: the payer has paid, or sealed a sum */
    uint8_t bank;   /* 1: the bank pays; KB_NONE if hidden in a view */
} intrige_claim;

/* Refusals: INTRIGE_E_…, in addition to the KB_E_… that all games share. */
enum {
    INTRIGE_E_FIRST = 1 * KB_REFUSALS_MAX - 1,
#define KB_ERROR(code, name, sentence) INTRIGE_E_##code,
#include "refusals.def"
#undef KB_ERROR
};

/* A scholar is at home, in a park, in a palace, or otherwise on the island. */
typedef struct intrige_state {
    kb_setup setup;
    kb_purse purse;                      /* of[seat]: hidden from the others unless money=open */
    int32_t salaries[INTRIGE_SEATS_MAX]; /* sum of the salaries of each seat's relatives in office */
    int32_t offer_amount;                /* of the open offer or counter */
    intrige_claim claim[INTRIGE_CLAIMS_MAX];
    uint8_t palace[INTRIGE_SEATS_MAX][INTRIGE_POSTS_MAX]; /* [landlord][post]: scholar */
    uint8_t home[INTRIGE_SEATS_MAX][INTRIGE_POSTS_MAX];   /* [seat][profession]: how many */
    /* [landlord]: applicants in paying order, then KB_NONE: seats clockwise from the landlord's left,
     * within a seat by profession. */
    uint8_t park[INTRIGE_SEATS_MAX][INTRIGE_PARK_MAX];
    uint8_t n_park[INTRIGE_SEATS_MAX];
    uint8_t start, turn; /* seats */
    uint8_t round;       /* 0 before the start, then 1..rounds */
    uint8_t step;        /* intrige_step */
    uint8_t stage;       /* intrige_stage */
    uint8_t n_claims;
    uint8_t cursor; /* paying, placing: the claim; hiring: the profession; settling: 0 */
    uint8_t post;   /* the disputed post of an internal stage, else 0 */
    uint8_t offers; /* offers and counters made for the claim being paid for */
    uint8_t offer_post;
    uint8_t offer_by; /* seat */
    uint8_t sent;     /* palace of the first relative sent this turn, or KB_NONE */
    uint8_t actors;   /* a bit for each seat that owes a move, and chance */
} intrige_state;

KB_STATIC_ASSERT(sizeof(intrige_claim) == 12, "no padding");
KB_STATIC_ASSERT(sizeof(intrige_state) == 12 + 24 + 20 + 4 + 9 * 12 + 25 + 25 + 40 + 5 + 13, "no padding");
KB_STATIC_ASSERT(sizeof(intrige_state) <= 320, "small enough to copy without a thought");

kb_error intrige_start(intrige_state *, const kb_setup *);
/* The seats that owe a move, computed from the rest of the state; equals s->actors. */
KB_FN uint8_t intrige_owing(const intrige_state *);
KB_FN uint32_t intrige_actors(const intrige_state *);
KB_FN int intrige_legal(const intrige_state *, int seat, kb_span *, int max);
KB_FN kb_error intrige_check(const intrige_state *, int seat, kb_move);
/* Makes a move that check allows. Every move of the legal list is allowed. */
KB_FN void intrige_make(intrige_state *, int seat, kb_move, kb_events *);
KB_FN bool intrige_over(const intrige_state *, kb_result *);

/* Shared by the rules, the views and the position reader. */
typedef struct intrige_range {
    int32_t low, high;
} intrige_range;
/* The sum of the salaries of the seat's relatives in office; equals s->salaries. */
KB_FN int32_t intrige_salaries(const intrige_state *, int seat);
/* Sets stage, claims and cursor from the park of the seat whose turn it is: INTRIGE_NO_STAGE if the park is empty. */
KB_FN void intrige_open_stage(intrige_state *);
/* The bribes the payer of this claim may choose, and the sums that may be offered for a post: at least the minimum. */
KB_FN intrige_range intrige_bribes(const intrige_state *, int claim);
KB_FN intrige_range intrige_offers(const intrige_state *, int claim);
/* The claim for which this seat owes a bribe, or -1. */
KB_FN int intrige_due_claim(const intrige_state *, int seat);
/* I-5: whether no identical scholar comes before this one. */
KB_FN bool intrige_can_win(const intrige_state *, int claim);
/* Whether a deal of this stage gives the post, or the place of the claim's profession, to another claim. */
KB_FN bool intrige_is_promised(const intrige_state *, int claim, int post);
/* Whether terms about this post are possible for this claim. */
KB_FN kb_error intrige_check_terms(const intrige_state *, int claim, int post);

/* I-3: with defence=may the owner of the scholar who holds a disputed post may pay nothing. */
KB_FN static inline bool intrige_may_pay_nothing(const intrige_state *s, int claim)
{
    return s->setup.option[INTRIGE_DEFENCE] == INTRIGE_DEFENCE_MAY && s->stage == INTRIGE_INTERNAL && claim == 0;
}

/* Whether somebody is paying openly or negotiating terms. */
KB_FN static inline bool intrige_is_paying(const intrige_state *s)
{
    return s->setup.option[INTRIGE_BRIBES] == INTRIGE_OPEN && (s->step == INTRIGE_BRIBE || s->step == INTRIGE_ANSWER);
}
/* Whether sealed sums are being chosen and no money has moved yet. */
KB_FN static inline bool intrige_is_sealing(const intrige_state *s)
{
    return s->setup.option[INTRIGE_BRIBES] == INTRIGE_SEALED && s->step == INTRIGE_BRIBE;
}
/* How many of the seat's relatives of this profession are on the island, that is, nowhere else. */
int intrige_on_island(const intrige_state *, int seat, int profession);

KB_FN void intrige_redact(const intrige_state *, int seat, intrige_state *out);
void intrige_sample(const intrige_state *redacted, kb_rng *, intrige_state *out);

#endif
