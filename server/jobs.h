/* jobs.h: what the server has to decide or to hash: asked for, given to a thread, and played when its time has come.
 *
 * Threads are shared fairly. Each decision has a cost, which is the time its bot would like to think, and a place in the
 * queue: it begins when everything that the table's host asked for before has had its share, and ends a cost later. The one
 * that ends first is given first. So a short job comes before a long one, a host with twenty tables gets no more of the
 * threads than one with a single table, and nobody waits for ever. Where nobody watches, a decision costs eight times as
 * much. When many wait, all bots think less, down to a floor.
 *
 * The time a decision takes reveals nothing of what it is about. A thread is held, and the decision kept back, for a slice
 * of time that depends on the bot's level and the length of the queue alone; the search ends within it.
 *
 * Talk is what bots answer to proposals and to lines of talk, and what they offer. It has threads and a queue of its own, so
 * neither a flood of talk nor a secret proposal delays a move.
 *
 * While bots hold back at a table (room_pause.c), none of its moves is thought about or played: what is agreed on in that time
 * counts. Talk is not held back.
 *
 * A decision is asked for once the seat owes it, and from then on it is in the list: waiting, given to a thread, or made.
 * The moment it will be played at is drawn when it is asked for. A job that a thread has is known by a number. If it does not
 * come back in time, the decision is given again under another number, and an answer to the old one is dropped; after
 * SRV_JOB_TRIES the server decides at once by the quick policy. So a table goes on whatever becomes of a thread. */
#ifndef SRV_JOBS_H
#define SRV_JOBS_H

#include "proofs.h"
#include "tables.h"

/* A decision of the server: a bot's, or to pass for somebody. */
typedef struct srv_decision {
    srv_table *table; /* NULL: nobody wants it any more, but a thread has it */
    int seat;
    srv_decision_kind kind;
    uint32_t made;  /* moves of the seat before it; of an answer: the pact; of a reply: the entry of the line */
    uint64_t order; /* in which they were asked for */
    uint64_t asked_ms, due_ms;
    uint64_t wants_us, begins_us; /* the time its bot would take, and its place in the queue */
    uint64_t until_ms;            /* its thread is held */
    uint64_t number, deadline_ms; /* of the job that a thread has; 0: none has it */
    int tries;                    /* jobs that were lost */
    bool is_made;
    bot_reply *reply; /* of talk; NULL: nothing comes of it */
    kb_move move;
    char words[SRV_BOT_LINE];
} srv_decision;

/* Time of threads, for moves and for talk. */
typedef struct srv_served {
    uint64_t us[2];
} srv_served;

typedef struct srv_jobs {
    srv_env *env;
    srv_decision *decisions; /* in any order */
    size_t n_decisions, decisions_size;
    srv_proofs proofs;
    uint64_t n_asked, n_jobs;
    srv_served served;     /* what everybody in the queue has had at least */
    srv_served *served_of; /* what each person's tables have had, of person number k at k - 1 */
    size_t n_served, served_size;
    bool was_proof;     /* the last job was one */
    uint64_t n_lost;    /* jobs given up, because no thread brought them back */
    uint64_t n_lowered; /* given with fewer simulations, because many waited */
    srv_delays waits;   /* for a thread */
} srv_jobs;

void srv_jobs_open(srv_jobs *, srv_env *);
void srv_jobs_close(srv_jobs *);

/* Asks for each decision at the table that the server has to make and that is not asked for yet. */
void srv_jobs_ask(srv_jobs *, srv_table *);
/* The table is about to go. */
void srv_jobs_forget(srv_jobs *, const srv_table *);

/* The next job for a thread; false: there is none, or no thread is free. */
bool srv_jobs_next(srv_jobs *, srv_job *);
/* A decision has come back from a thread. One that has been given up is dropped. */
void srv_jobs_done(srv_jobs *, const srv_job *);
/* Gives up jobs that are overdue. */
void srv_jobs_give_up_late(srv_jobs *);
/* Takes out a decision whose time has come, to be played; its reply is the caller's to free. False: there is none. */
bool srv_jobs_take_due(srv_jobs *, srv_decision *);

/* When something will be due; UINT64_MAX: not by the time alone. */
uint64_t srv_jobs_next_ms(const srv_jobs *);
/* Decisions that wait for a thread. */
size_t srv_jobs_waiting(const srv_jobs *);

#endif
