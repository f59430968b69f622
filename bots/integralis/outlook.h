/* outlook.h: what an Integralis table is worth to each seat, in bucks: the eyes of its greedy policy.
 *
 * An order's pay is spread over its tasks. Workers at a machine are worth the tasks they would do there; a rival's
 * workers count against us, as far as we care about that rival. How much of it all is real depends on how soon
 * the next whistle blows. */
#ifndef BOT_INTEGRALIS_OUTLOOK_H
#define BOT_INTEGRALIS_OUTLOOK_H

#include "../../games/integralis/rules.h"
#include "../policy.h"

/* Every figure the policy goes by. Bucks, where nothing else is said; percent where the name ends so. */
enum {
    /* What a task is worth: its part of the pay by all the order's labour, mixed with its part by the labour
     * still open, because the last task brings the whole pay. */
    OPEN_PART_PERCENT = 50,
    /* Hours that do not yet make up a task, and tasks that salaried workers would do a whistle later. */
    PARTIAL_PERCENT = 65,
    AGAIN_PERCENT = 30,
    /* How sure the worth of a table is: the whistle blows at the end of this turn, before our next one,
     * within our next one, or nobody knows when. */
    NOW_PERCENT = 100,
    SOON_PERCENT = 85,
    NEXT_PERCENT = 75,
    SOMETIME_PERCENT = 45,
    /* What a rival's buck counts: all that harms the only one is ours; of three, a part. */
    RIVAL_PERCENT = 75,
    LEADER_PERCENT = 150, /* … of that for the richest */
    /* A game that ends, won or lost. */
    VICTORY = 1000000,
    RESCUE = 8000, /* keeping a rival from ending it, or not helping it to a bad end */
    /* Hidden money: what a rival is thought to earn with an order, and to spend in a round. */
    ORDER_GUESS = 10000,
    ROUND_GUESS = 400,
    /* Spending. */
    DEAL_MARGIN = 500,       /* what a deal has to bring beyond its price            */
    BID_PERCENT = 60,        /* of what the worker is worth to us, at most           */
    OPENING_PERCENT = 60,    /* a machine that becomes free while we can still act   */
    LATER_PERCENT = 20,      /* … and when we cannot                                 */
    HOMECOMING_PERCENT = 50, /* a worker who returns to the hand is not lost        */
    STOLEN_PERCENT = 80,     /* a rival repairs first, if it pays                    */
    SABOTAGED_PERCENT = 40,  /* work at a machine that stands still                  */
    BLOCK_PERCENT = 40,      /* of what a rival could have done at a machine we take */
    LASTING = 200,           /* for each half hour of a worker who is gone for long  */
    ATTACK_PERCENT = 150,    /* of what a card does to a rival: he has to start again, too */
    /* Actions and cards. */
    ACTION = 1200,         /* what an action is worth                              */
    CARD = 823,            /* a card that is drawn                                 */
    REFILLED_PERCENT = 20, /* … of that, when a whistle would soon have brought it */
    SIXTH_PERCENT = 50,    /* … of that, when the hand is full */
    WHISTLE_PERCENT = 40,  /* of what is ripe, for a whistle that we have to look for */
    SPEND_PERCENT = 5,     /* of a card's standing worth, when it is played        */
    TRADE_PERCENT = 60,    /* of what better cards would be worth                  */
    REFILL = 150,          /* a card that a whistle brings                         */
    AHEAD = 1000,          /* a whistle for the day after                          */
    RECALL_PERCENT = 50,   /* of what a worker could do elsewhere                  */
    /* Orders. */
    HALF_HOUR = 600,   /* what half an hour of labour costs us                 */
    TAKE_PERCENT = 80, /* of what a second order would bring                   */
    SWAP_PERCENT = 35, /* of what a better one would                           */
};

enum { NEVER = 1000 };

/* How deeds move the regard for whoever did them, and when somebody counts as a friend or an enemy. */
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
    REGARD_REPAIR = 5,   /* of a machine where we stand */
    REGARD_PAID = 4,     /* for each thousand           */
    REGARD_ACCEPTED = 8, /* took our offer              */
    REGARD_REFUSED = -2, /* … or did not                */
};

/* Open tasks of one seat for one machine: of the order that pays better for them, then of the other. */
typedef struct demand {
    int32_t worth[INTEGRALIS_JOBS_MAX]; /* of a task */
    uint8_t tasks[INTEGRALIS_JOBS_MAX];
} demand;

typedef struct outlook {
    const integralis_state *s;
    int seat;
    int wait; /* turns that end before the next whistle; NEVER: none is set */
    int sure; /* percent: how sure the worth of the table is, by that       */
    demand want[INTEGRALIS_SEATS_MAX][INTEGRALIS_MACHINES];
    int labour[INTEGRALIS_MACHINES];       /* halves, of whoever stands there            */
    int salaried[INTEGRALIS_MACHINES];     /* … of those who will stay, without overtime */
    int32_t standing[INTEGRALIS_MACHINES]; /* what they are worth to their team */
    int32_t ripe[INTEGRALIS_SEATS_MAX];    /* what a whistle would bring the seat now    */
    int spite[INTEGRALIS_SEATS_MAX];       /* percent: what a rival's loss is worth to us */
    uint32_t spared_mask;                  /* seats that an honest character does not hit */
    bool late;                             /* some seat could finish its third order     */
    int32_t verdict;                       /* outlook_verdict of the table as it stands  */
} outlook;

void outlook_see(outlook *, const integralis_state *, int seat, const bot_memory *);

/* Which of two orders pays better for the labour it still needs. */
int outlook_dearer(const integralis_job *jobs);
/* The seat's money, or what everybody can guess of it. */
int32_t outlook_money(const integralis_state *, int viewer, int seat);
/* What so much labour at the machine would be worth to the seat, sabotage or not. */
int32_t outlook_worth(const outlook *, int seat, int machine, int labour, int salaried);
/* What his team loses with a worker at a machine. */
int32_t outlook_loss(const outlook *, uint8_t worker);
/* Whether the seat would have three orders finished with those in front of it. */
bool outlook_can_end(const integralis_state *, int seat);
/* VICTORY if a whistle would end the game in our favour, -VICTORY if against us, 0 if it goes on; were there so
 * much more labour, or less, of this team at the machine. */
int32_t outlook_verdict(const outlook *, int team, int machine, int labour);

/* What an event changes in the memory of a seat, and what there is to say: for bot_policy. */
bot_line integralis_remember(bot_memory *, int seat, const void *view, const kb_event *);
/* What the seat might propose: for bot_policy. */
int integralis_ideas(const void *view, int seat, const bot_memory *, bot_idea *);

#endif
