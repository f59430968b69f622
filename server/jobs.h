/* jobs.h: bots' decisions and passphrase hashing: each is requested, given to a thread, and played when it is due.
 *
 * Threads are shared by fair queueing. The cost of a decision is the time its bot would like to think. Its virtual
 * start is the virtual end of the previous decision of the same host; its virtual end is its start plus its cost. The
 * decision with the earliest virtual end runs first. So short jobs run before long ones, a host with twenty tables gets
 * no more thread time than a host with one, and nobody waits for ever. Hosts are free, so the tables that were created from
 * one address have a virtual end, too, which grows a quarter as fast: together they get what four hosts get. A network
 * gets what four addresses get. A decision at a table that nobody watches costs
 * eight times as much. When many wait, all bots think less, down to a minimum.
 *
 * The time a decision takes reveals nothing about it. A thread is held, and the decision withheld, for a slice of time
 * that depends only on the bot's level and the length of the queue; the search ends within it.
 *
 * Talk means bots' answers to proposals and to lines of talk, and their own offers. It has its own threads and queue,
 * so neither a flood of talk nor a secret proposal delays a move.
 *
 * While bots hold back at a table (room_pause.c), its moves are neither computed nor played, so that agreements made in
 * that time count. Talk is not held back.
 *
 * A decision is requested once the seat owes it. From then on it is in the list: waiting, given to a thread, or made.
 * The time it will be played is drawn when it is requested. Each job given to a thread has a number. If it does not
 * come back in time, the decision is given out again under a new number, and an answer to the old one is dropped; after
 * SRV_JOB_TRIES the server decides at once by the quick policy. So a lost thread never blocks a table. */
#ifndef SRV_JOBS_H
#define SRV_JOBS_H

#include "proofs.h"
#include "tables.h"
#include "tally.h"

/* A decision the server makes: a bot's, or a pass for a person. */
typedef struct srv_decision {
    srv_table *table; /* NULL: no longer wanted, but a thread still has it */
    int seat;
    srv_decision_kind kind;
    uint32_t made;  /* moves of the seat before it; of an answer: the pact; of a reply: the entry of the line */
    uint64_t order; /* order in which decisions were asked for */
    uint64_t asked_ms, due_ms;
    uint64_t wants_us, begins_us; /* the time its bot would take, and its place in the queue */
    uint64_t until_ms;            /* its thread is held until then */
    uint64_t number, deadline_ms; /* of the job a thread has; 0: none */
    int tries;                    /* lost jobs so far */
    bool is_made;
    bot_reply *reply; /* of talk; NULL: none */
    kb_move move;
    char words[SRV_BOT_LINE];
} srv_decision;

typedef struct srv_jobs {
    srv_env *env;
    srv_decision *decisions; /* in any order */
    size_t n_decisions, decisions_size;
    srv_proofs proofs;
    uint64_t n_asked, n_jobs;
    uint64_t served_us[2];  /* for moves and for talk: the minimum that everybody in the queue has had */
    srv_tally served_of[2]; /* what each host, address and network has had */
    bool was_proof;         /* the last job was a proof */
    uint64_t n_lost;        /* jobs given up because no thread brought them back */
    uint64_t n_lowered;     /* jobs given out with fewer simulations because many waited */
    srv_delays waits;       /* waiting times for a thread */
} srv_jobs;

void srv_jobs_open(srv_jobs *, srv_env *);
void srv_jobs_close(srv_jobs *);

/* Asks for every decision at the table that the server has to make and has not asked for yet. */
void srv_jobs_ask(srv_jobs *, srv_table *);
/* Gives up the decisions that the table no longer owes. */
void srv_jobs_check(srv_jobs *, const srv_table *);
/* The table is about to be freed, or another server decides for it. */
void srv_jobs_forget(srv_jobs *, const srv_table *);

/* The next job for a thread. Returns false if there is none or no thread is free. */
bool srv_jobs_next(srv_jobs *, srv_job *);
/* A thread has finished a decision. It is dropped if it was given up before. */
void srv_jobs_done(srv_jobs *, const srv_job *);
/* Gives up jobs that are overdue. */
void srv_jobs_give_up_late(srv_jobs *);
/* Removes a decision that is due, to be played. The caller frees its reply. Returns false if none is due. */
bool srv_jobs_take_due(srv_jobs *, srv_decision *);

/* When the next thing is due; UINT64_MAX: nothing is scheduled. */
uint64_t srv_jobs_next_ms(const srv_jobs *);
/* Decisions that wait for a thread. */
size_t srv_jobs_waiting(const srv_jobs *);

#endif
