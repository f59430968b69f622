/* state.h: Integralis' state, steps, moves and events. */
#ifndef INTEGRALIS_STATE_H
#define INTEGRALIS_STATE_H

#include "../../core/base.h"
#include "../../core/purse.h"

enum {
    INTEGRALIS_SEATS_MAX = 4,
    INTEGRALIS_MACHINES = 4,
    INTEGRALIS_WORKERS = 9, /* names, the same in every team */
    INTEGRALIS_ORDERS = 12,
    INTEGRALIS_JOBS_MAX = 2,     /* orders in front of a seat */
    INTEGRALIS_CLOSINGS_MAX = 4, /* closing cards of a team */
    INTEGRALIS_UNDER_MAX = 32,   /* a team's 25 cards and the coffee breaks of all others: 31 */
    INTEGRALIS_TRADED_MAX = 3,
    INTEGRALIS_OFFERS_MAX = 3 /* for one worker in one turn */
};

/* Indices into kb_setup.option, and the values of each. */
typedef enum integralis_option { INTEGRALIS_MEETINGS, INTEGRALIS_MONEY, INTEGRALIS_MARKERS } integralis_option;
enum { INTEGRALIS_MEETING_ALL, INTEGRALIS_MEETING_MACHINE, INTEGRALIS_MEETING_ABSENT };
enum { INTEGRALIS_MONEY_OPEN, INTEGRALIS_MONEY_HIDDEN };
enum { INTEGRALIS_MARKERS_MAY, INTEGRALIS_MARKERS_MUST };

typedef enum integralis_machine_name {
    INTEGRALIS_COLLATE,
    INTEGRALIS_FOLD,
    INTEGRALIS_GLUE,
    INTEGRALIS_SEW
} integralis_machine_name;

/* Card order. Workers are the cards 1 … 9. */
typedef enum integralis_card {
    INTEGRALIS_NO_CARD,
    INTEGRALIS_FRITZ,
    INTEGRALIS_GRETA,
    INTEGRALIS_HUGO,
    INTEGRALIS_WILMA,
    INTEGRALIS_IDA,
    INTEGRALIS_JUPP,
    INTEGRALIS_KATHI,
    INTEGRALIS_LARS,
    INTEGRALIS_MONI,
    INTEGRALIS_F0,
    INTEGRALIS_F1,
    INTEGRALIS_OVERTIME,
    INTEGRALIS_SABOTAGE5,
    INTEGRALIS_SABOTAGE2,
    INTEGRALIS_COFFEE,
    INTEGRALIS_ILLNESS,
    INTEGRALIS_VITAMINS,
    INTEGRALIS_BYEBYE,
    INTEGRALIS_MEETING,
    INTEGRALIS_MIXUP,
    INTEGRALIS_CARDS /* one past the last */
} integralis_card;

typedef enum integralis_step {
    INTEGRALIS_START,   /* chance draws the first seat */
    INTEGRALIS_DRAW,    /* chance draws a card from an unseen part */
    INTEGRALIS_REVEAL,  /* chance draws an order for the row */
    INTEGRALIS_ACT,     /* the seat whose turn it is acts freely */
    INTEGRALIS_COUNTER, /* a seat that could be hit may counter */
    INTEGRALIS_TEMPT,   /* a chief answers an offer for a worker */
    INTEGRALIS_DEMAND,  /* the bidder answers the chief's demand */
    INTEGRALIS_BRIBE,   /* a chief answers a bribe of a worker */
    INTEGRALIS_BID,     /* both bid for the worker, hidden */
    INTEGRALIS_DECIDE,  /* the higher bidder decides about the worker */
    INTEGRALIS_COVER,   /* a seat places its marker on an order, or gives it up */
    INTEGRALIS_UNDER,   /* seats with too many cards put some away, hidden */
    INTEGRALIS_OVER
} integralis_step;

/* The purpose of a draw. */
typedef enum integralis_draw_why {
    INTEGRALIS_FOR_SETUP,
    INTEGRALIS_FOR_DRAW,
    INTEGRALIS_FOR_TRADE,
    INTEGRALIS_FOR_REFILL
} integralis_draw_why;

/* The reason for placing a marker. */
typedef enum integralis_cover_why { INTEGRALIS_BY_REPAIR, INTEGRALIS_BY_CLOSING } integralis_cover_why;

/* kb_move: the meaning of a, b and c. A worker is a byte (see below); a card is an integralis_card. */
typedef enum integralis_verb {
    INTEGRALIS_DO_START,  /* a seat */
    INTEGRALIS_DO_DEAL,   /* a seat, b card: chance's `draw SEAT CARD` */
    INTEGRALIS_DO_REVEAL, /* a order */
    INTEGRALIS_DO_DRAW,
    INTEGRALIS_DO_RECALL, /* a card */
    INTEGRALIS_DO_TAKE,   /* a order */
    INTEGRALIS_DO_PLAY,   /* a card, b and c: its target, see integralis_aim_of */
    INTEGRALIS_DO_TRADE,  /* a, b, c cards; 0: no more */
    INTEGRALIS_DO_SWAP,   /* a own order, b order of the row */
    INTEGRALIS_DO_END,
    INTEGRALIS_DO_REPAIR, /* a machine */
    INTEGRALIS_DO_TEMPT,  /* a worker, amount */
    INTEGRALIS_DO_BRIBE,  /* a worker */
    INTEGRALIS_DO_COUNTER,
    INTEGRALIS_DO_PASS,
    INTEGRALIS_DO_ACCEPT,
    INTEGRALIS_DO_REFUSE,
    INTEGRALIS_DO_RELEASE,
    INTEGRALIS_DO_RESIST,
    INTEGRALIS_DO_BID,    /* amount */
    INTEGRALIS_DO_DEMAND, /* amount */
    INTEGRALIS_DO_STAY,
    INTEGRALIS_DO_LEAVE,
    INTEGRALIS_DO_COVER, /* a machine, b order */
    INTEGRALIS_DO_WAIVE, /* a machine */
    INTEGRALIS_DO_UNDER  /* a card */
} integralis_verb;

/* kb_event: seat, a, b, amount. Card 0 is a card the reader may not know. */
typedef enum integralis_event {
    INTEGRALIS_STARTS,       /* seat */
    INTEGRALIS_TURN,         /* seat, amount the turn's number */
    INTEGRALIS_MISSES,       /* seat: ill */
    INTEGRALIS_DRAWS,        /* seat, a card */
    INTEGRALIS_REVEALED,     /* a order */
    INTEGRALIS_RECALLS,      /* seat, a card */
    INTEGRALIS_TAKES,        /* seat, a order */
    INTEGRALIS_SWAPS,        /* seat, a own order, b order of the row */
    INTEGRALIS_TRADES,       /* seat, amount how many */
    INTEGRALIS_PUTS_UNDER,   /* seat, a card: of a trade or a full hand */
    INTEGRALIS_SETS_TO_WORK, /* seat, a card, b machine */
    INTEGRALIS_SETS_CLOSING, /* seat, a card */
    INTEGRALIS_PLAYS,        /* seat, a card, b and amount: its target, as in the move */
    INTEGRALIS_PASSES,       /* seat, a card that is not countered */
    INTEGRALIS_COUNTERS,     /* seat, a its card, b the countered card */
    INTEGRALIS_GOES_UNDER,   /* a: worker, put under the team's deck */
    INTEGRALIS_GOES_BACK,    /* a: worker, returned to the chief's hand */
    INTEGRALIS_GOES_AWAY,    /* a worker: discarded */
    INTEGRALIS_MOVES,        /* a: worker, b: machine where a mix-up puts the worker */
    INTEGRALIS_FALLS_ILL,    /* seat */
    INTEGRALIS_REPAIRS,      /* seat, a card, b machine */
    INTEGRALIS_TEMPTS,       /* seat, a worker, amount */
    INTEGRALIS_DEMANDS,      /* seat, a worker, b who offered, amount */
    INTEGRALIS_ACCEPTS,      /* seat, a worker, b who pays, amount */
    INTEGRALIS_REFUSES,      /* seat, a worker, b who would pay, amount */
    INTEGRALIS_BRIBES,       /* seat, a worker */
    INTEGRALIS_RELEASES,     /* seat, a worker, b the briber, amount: the price */
    INTEGRALIS_RESISTS,      /* seat, a worker */
    INTEGRALIS_SEALS,        /* seat: a bid is made, hidden */
    INTEGRALIS_BIDS,         /* seat, a worker, amount: both bids are made */
    INTEGRALIS_OUTBIDS,      /* seat, a worker, amount: the higher bid, which is paid */
    INTEGRALIS_STAYS,        /* a worker: locked for the turn */
    INTEGRALIS_CLOSES,       /* seat whose turn ends: a closing time */
    INTEGRALIS_PRODUCES,     /* seat, a machine, amount */
    INTEGRALIS_COVERS,       /* seat, a machine, b order, amount how many */
    INTEGRALIS_WAIVES,       /* seat, a machine, amount how many markers */
    INTEGRALIS_DELIVERS,     /* seat, a order, amount */
    INTEGRALIS_CARD_RETURNS, /* seat, a card: a closing card, or overtime, goes under its deck */
    INTEGRALIS_ENDS
} integralis_event;

/* A worker is a byte: the team and the name. */
KB_FN static inline uint8_t integralis_worker(int seat, int card)
{
    return (uint8_t)(seat << 4 | card);
}

KB_FN static inline int integralis_chief(uint8_t worker)
{
    return worker >> 4;
}

KB_FN static inline int integralis_name(uint8_t worker)
{
    return worker & 15;
}

/* A worker's bit in a mask; the same as in a set of cards. 0 for no card. */
KB_FN static inline uint32_t integralis_bit(int card)
{
    return 1u << card >> 1;
}

typedef struct integralis_machine {
    uint16_t workers; /* integralis_bit of each worker there, all of one team */
    uint8_t team;     /* seat, or KB_NONE if there are no workers */
    uint8_t sabotage; /* the sabotage card there, or 0 */
    uint8_t by;       /* whose card that is, else 0 */
    uint8_t fresh;    /* 1: played in this turn */
} integralis_machine;

typedef struct integralis_job {
    uint8_t order;   /* or KB_NONE */
    uint8_t covered; /* tasks with a marker: two bits for each machine */
} integralis_job;

typedef struct integralis_closing {
    uint8_t card; /* f0 or f1, 0: none */
    uint8_t due;  /* the turn at whose end it happens */
} integralis_closing;

/* Refusals: INTEGRALIS_E_…, in addition to the KB_E_… that all games share. */
enum {
    INTEGRALIS_E_FIRST = 2 * KB_REFUSALS_MAX - 1,
#define KB_ERROR(code, name, sentence) INTEGRALIS_E_##code,
#include "refusals.def"
#undef KB_ERROR
};

/* Every card of a team is in its hand, in its deck (unseen, then under), on the table, or gone. Coffee breaks can
 * change teams (G-15). hand, unseen and gone are sets of cards; see cards.h. */
typedef struct integralis_state {
    kb_setup setup;
    kb_purse purse;                        /* of[seat]: hidden from the others with money=hidden */
    int32_t amount;                        /* the offer or demand being answered, else 0 */
    int32_t bid[2];                        /* of the briber and of the chief; 0: not yet; hidden from the other */
    uint32_t hand[INTEGRALIS_SEATS_MAX];   /* hidden from the others, except its size */
    uint32_t unseen[INTEGRALIS_SEATS_MAX]; /* the same */
    uint32_t gone[INTEGRALIS_SEATS_MAX];   /* discarded, repaired, or an illness in front of a chief */
    integralis_machine machine[INTEGRALIS_MACHINES];
    uint16_t locked[INTEGRALIS_SEATS_MAX];                     /* workers that cannot be bribed again in this turn */
    uint16_t repaired[INTEGRALIS_SEATS_MAX];                   /* bucks */
    uint16_t orders_left;                                      /* a bit for each order not revealed yet */
    uint8_t under[INTEGRALIS_SEATS_MAX][INTEGRALIS_UNDER_MAX]; /* next card first, then 0; hidden like the hand */
    uint8_t n_under[INTEGRALIS_SEATS_MAX];
    uint8_t overtime[INTEGRALIS_SEATS_MAX][INTEGRALIS_WORKERS];                /* on workers at machines, by card - 1 */
    uint8_t offers[INTEGRALIS_SEATS_MAX][INTEGRALIS_WORKERS];                  /* made for the worker in this turn */
    uint8_t best[INTEGRALIS_SEATS_MAX][INTEGRALIS_WORKERS];                    /* the highest of them, in thousands */
    integralis_closing closing[INTEGRALIS_SEATS_MAX][INTEGRALIS_CLOSINGS_MAX]; /* in the order played */
    integralis_job job[INTEGRALIS_SEATS_MAX][INTEGRALIS_JOBS_MAX];             /* in the order taken */
    uint8_t completed[INTEGRALIS_SEATS_MAX];
    uint8_t row[INTEGRALIS_SEATS_MAX]; /* orders; KB_NONE: taken and not yet replaced, or past the end */
    uint8_t n_row;
    uint8_t start, turn; /* seats; KB_NONE before they are known, and turn at the end */
    uint8_t turns;       /* begun */
    uint8_t actions;     /* forced ones left */
    uint8_t ill;         /* a bit for each seat */
    uint8_t step;        /* integralis_step */
    uint8_t actors;      /* a bit for each seat that owes a move, and chance */
    /* What is being answered; 0 if the step does not use it. */
    uint8_t why;    /* draw, cover: integralis_draw_why, integralis_cover_why */
    uint8_t who;    /* draw: whose deck; counter: asked; decide, cover: by whom */
    uint8_t left;   /* draw: cards still to draw; cover: markers still to place */
    uint8_t card;   /* counter: the attacking card */
    uint8_t target; /* counter: b of the move; tempt, demand, bribe, bid, decide: the worker */
    uint8_t where;  /* counter: c of the move; cover: the machine */
} integralis_state;

KB_STATIC_ASSERT(sizeof(integralis_machine) == 6, "no padding");
KB_STATIC_ASSERT(sizeof(integralis_state) ==
                     12 + 24 + 4 + 8 + 3 * 16 + 24 + 8 + 8 + 2 + 128 + 4 + 3 * 36 + 32 + 16 + 4 + 4 + 8 + 6,
                 "no padding");
KB_STATIC_ASSERT(sizeof(integralis_state) <= KB_STATE_BYTES, "fits");

kb_error integralis_start(integralis_state *, const kb_setup *);
/* The seats that owe a move, computed from the rest of the state; equals s->actors. */
KB_FN uint8_t integralis_owing(const integralis_state *);
KB_FN uint32_t integralis_actors(const integralis_state *);
KB_FN int integralis_legal(const integralis_state *, int seat, kb_span *, int max);
KB_FN kb_error integralis_check(const integralis_state *, int seat, kb_move);
/* Makes a move that check allows. Every move of the legal list is allowed. */
KB_FN void integralis_make(integralis_state *, int seat, kb_move, kb_events *);
KB_FN bool integralis_over(const integralis_state *, kb_result *);

KB_FN void integralis_redact(const integralis_state *, int seat, integralis_state *out);
void integralis_sample(const integralis_state *redacted, kb_rng *, integralis_state *out);

#endif
