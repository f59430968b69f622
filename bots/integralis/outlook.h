/* outlook.h: what an Integralis table is worth to each seat, in bucks, as the greedy policy sees it.
 *
 * An order's pay is spread over its tasks. Workers at a machine are worth the tasks they would do there. A rival's
 * workers count against us, as far as we care about that rival. All of this is worth more the sooner the next whistle
 * blows. */
#ifndef BOT_INTEGRALIS_OUTLOOK_H
#define BOT_INTEGRALIS_OUTLOOK_H

#include "../../games/integralis/rules.h"
#include "../policy.h"

/* All figures of the policy: in percent if the name says so, otherwise in bucks. */
enum {
    /* A task is worth a mix of two things: its share of the pay by all the labour of the order, and its share by the
     * labour still open. The second counts because the last task earns the whole pay. */
    OPEN_PART_PERCENT = 50,
    /* What labour that does not yet make up a task counts, and tasks that salaried workers would do a whistle later. */
    PARTIAL_PERCENT = 65,
    AGAIN_PERCENT = 30,
    /* How certain the worth of a table is: the whistle blows at the end of this turn, before our next turn,
     * in our next turn or later, or at an unknown time. */
    NOW_PERCENT = 100,
    SOON_PERCENT = 85,
    NEXT_PERCENT = 75,
    SOMETIME_PERCENT = 45,
    /* What a rival's loss of a buck is worth to us, divided by the number of rivals. */
    RIVAL_PERCENT = 75,
    LEADER_PERCENT = 150, /* of that, for the richest */
    /* The end of the game. */
    VICTORY = 1000000, /* won, or lost if negative                                              */
    RESCUE = 8000,     /* preventing a rival from ending it, or not ending it in a bad position */
    /* Hidden money: a guess at what a rival earns with an order and spends in a round. */
    ORDER_GUESS = 10000,
    ROUND_GUESS = 400,
    /* Spending. */
    DEAL_MARGIN = 500,       /* the least profit of a deal                           */
    BID_PERCENT = 60,        /* highest bid, of what the worker is worth to us       */
    OPENING_PERCENT = 60,    /* of the worth of a machine that becomes free while we can still act */
    LATER_PERCENT = 20,      /* the same if we cannot act any more                   */
    HOMECOMING_PERCENT = 50, /* a worker who returns to the hand is not lost        */
    STOLEN_PERCENT = 80,     /* chance that a rival repairs first, if that pays      */
    SABOTAGED_PERCENT = 40,  /* of the worth of labour at a broken machine           */
    BLOCK_PERCENT = 40,      /* of what a rival could have done at a machine we take */
    LASTING = 200,           /* for each half hour of a worker who is gone for long  */
    ATTACK_PERCENT = 150,    /* of the harm a card does to a rival: they also have to start again */
    /* Actions and cards. */
    ACTION = 1200,         /* an action                                            */
    CARD = 823,            /* a card that is drawn                                 */
    REFILLED_PERCENT = 20, /* of that, if we would soon get it by a whistle anyway */
    SIXTH_PERCENT = 50,    /* of that, if the hand is full                         */
    WHISTLE_PERCENT = 40,  /* of what a whistle would earn, if we have to draw it first */
    SPEND_PERCENT = 5,     /* of a card's standing worth, when it is played        */
    TRADE_PERCENT = 60,    /* of what better cards would be worth                  */
    REFILL = 150,          /* a card drawn at a whistle                            */
    AHEAD = 1000,          /* a whistle after the one that is already set          */
    RECALL_PERCENT = 50,   /* of what a worker could do elsewhere                  */
    /* Orders. */
    HALF_HOUR = 600,   /* cost of half an hour of labour                       */
    TAKE_PERCENT = 80, /* of the worth of a second order                       */
    SWAP_PERCENT = 35, /* of the gain by a better order                        */
};

enum { NEVER = 1000 };

/* How deeds change the regard for their doer, and when a seat counts as a friend or an enemy. */
enum {
    FRIEND = 15,
    ENEMY = -30,
    REGARD_COFFEE = -15,
    REGARD_SABOTAGE = -15,
    REGARD_ILLNESS = -25,
    REGARD_BYEBYE = -30,
    REGARD_MEETING = -20,
    REGARD_MIXUP = -15,
    REGARD_BRIBE = -15,
    REGARD_OUTBID = -10,
    REGARD_COUNTER = -3,
    REGARD_REPAIR = 5,   /* of a machine where we work  */
    REGARD_PAID = 4,     /* for each thousand           */
    REGARD_ACCEPTED = 8, /* accepted our offer          */
    REGARD_REFUSED = -2, /* refused it                  */
};

/* Open tasks of one seat at one machine: first for the order that pays better, then for the other. */
typedef struct demand {
    int32_t worth[INTEGRALIS_JOBS_MAX]; /* of a task */
    uint8_t tasks[INTEGRALIS_JOBS_MAX];
} demand;

typedef struct outlook {
    const integralis_state *s;
    int seat;
    int wait; /* turns that end before the next whistle; NEVER: none is set */
    int sure; /* percent: how certain the worth of the table is, given wait */
    demand want[INTEGRALIS_SEATS_MAX][INTEGRALIS_MACHINES];
    int labour[INTEGRALIS_MACHINES];       /* half hours, of all workers there           */
    int salaried[INTEGRALIS_MACHINES];     /* of those who will stay, without overtime   */
    int32_t standing[INTEGRALIS_MACHINES]; /* what the workers are worth to their team   */
    int32_t ripe[INTEGRALIS_SEATS_MAX];    /* what a whistle would earn the seat now     */
    int spite[INTEGRALIS_SEATS_MAX];       /* percent: what a rival's loss is worth to us */
    uint32_t spared_mask;                  /* seats that an honest character does not hit */
    bool late;                             /* some seat could finish its third order     */
    int32_t verdict;                       /* outlook_verdict of the table as it is      */
} outlook;

void outlook_see(outlook *, const integralis_state *, int seat, const bot_memory *);

/* Which of two orders pays better for the labour it still needs. */
int outlook_dearer(const integralis_job *jobs);
/* The seat's money as the viewer knows it, or a guess if it is hidden. */
int32_t outlook_money(const integralis_state *, int viewer, int seat);
/* What this much labour at the machine would be worth to the seat. Ignores sabotage. */
int32_t outlook_worth(const outlook *, int seat, int machine, int labour, int salaried);
/* What the team would lose if this worker left their machine. */
int32_t outlook_loss(const outlook *, uint8_t worker);
/* Whether the seat would have three finished orders with those in front of it. */
bool outlook_can_end(const integralis_state *, int seat);
/* VICTORY if a whistle would end the game in our favour, -VICTORY if against us, 0 if the game goes on. Assumes this
 * much more labour of the team at the machine, or less if negative. */
int32_t outlook_verdict(const outlook *, int team, int machine, int labour);

/* Members of bot_policy. */
bot_line integralis_remember(bot_memory *, int seat, const void *view, const kb_event *);
int integralis_ideas(const void *view, int seat, const bot_memory *, bot_idea *);
int integralis_wishes(const void *view, int seat, int with, bot_idea *);

#endif
