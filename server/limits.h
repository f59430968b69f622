/* limits.h: every limit of the server. A client that exceeds one is refused or disconnected; others are not affected. */
#ifndef SRV_LIMITS_H
#define SRV_LIMITS_H

#include "../table/limits.h"

enum {
    /* one request */
    SRV_MESSAGE_MAX = 4096, /* bytes; a longer message closes the connection */
    SRV_PASSPHRASE_MIN = 8, /* bytes of a passphrase                         */
    SRV_PASSPHRASE_MAX = 128,

    /* one connection */
    SRV_BURST = 60,             /* budget of requests */
    SRV_REQUESTS_A_S = 20,      /* refill of the budget per second */
    SRV_WORK_A_REQUEST = 32,    /* units of work (entries read, lines sent) that cost 1 */
    SRV_KEYS_A_WORK = 256,      /* secrets of people looked at that are a unit of work  */
    SRV_PRICE_MAX = 60,         /* highest price of the work of one request             */
    SRV_QR_WORK = 96,           /* units of work of a QR code */
    SRV_LOAD_WORK = 320,        /* units of work of reading a table, whatever is hidden in it */
    SRV_ASK_WORK = 32,          /* units of work of a question to the log */
    SRV_WAITING_MAX = 8,        /* requests waiting for the log, or for a table that is being read */
    SRV_WATCHED_MAX = 8,        /* tables watched                                       */
    SRV_QUEUE_MAX = 1 << 20,    /* bytes queued; the next message closes the connection */
    SRV_QUEUE_FAIR = 64 << 10,  /* the same while more than SRV_QUEUES_MAX are queued for all */
    SRV_PAUSE_BYTES = 32 << 10, /* bytes queued; requests are not read above this       */
    SRV_UNSENT_MAX = 32 << 10,  /* unsent bytes in the kernel's buffer                  */
    SRV_QUIET_S = 60,           /* idle time before closing; a ping is sent at half     */
    SRV_HEAD_MAX = 8192,        /* bytes of a request's head */
    SRV_HEADERS_MAX = 64,       /* header fields of a request */
    SRV_REQUEST_S = 15,         /* from the connection or the previous answer to a complete request, TLS included */
    SRV_CLOSE_S = 5,            /* for the peer to close                                */

    /* one person, one address */
    SRV_TABLES_A_PERSON = 20,          /* open tables hosted                       */
    SRV_CONNECTIONS_A_PERSON = 16,     /* also of a secret without a name          */
    SRV_NAMELESS_AN_ADDRESS = 128,     /* connections without a name               */
    SRV_DEVICES_A_PERSON = 16,         /* secrets of one person                    */
    SRV_MUTED_A_PERSON = 200,          /* people muted                             */
    SRV_LINK_MS = 10 * 60 * 1000,      /* lifetime of a link to another device     */
    SRV_GUESS_BURST = 10,              /* guesses at a secret at once */
    SRV_GUESS_MS = 6000,               /* time in which one more guess is allowed */
    SRV_CONNECTIONS_AN_ADDRESS = 1024, /* WebSockets; an untrusted proxy counts as one address   */
    SRV_HALF_OPEN_AN_ADDRESS = 128,    /* unfinished handshakes; a new one replaces the oldest   */
    SRV_PEOPLE_AN_ADDRESS = 200,       /* new people at once, and then as many per day: --people-per-address */
    SRV_TABLES_AN_ADDRESS = 200,       /* open tables: --tables-per-address */
    SRV_ADDRESSES_A_NETWORK =
        4, /* how many addresses' people and tables a network may have: the first 48 bits of IPv6 */
    SRV_OPEN_MS = 7 * 24 * 60 * 60 * 1000, /* tables where nothing has happened for this time do not count */

    /* one table */
    SRV_PACT_TEXTS_BYTES = 384 << 10, /* JSON kept of its pacts */
    SRV_HEARD_BURST = 8,              /* lines of a person that bots think about at once */
    SRV_HEARD_MS = 5000,              /* time in which bots think about one more line */
    SRV_PIECE = 100,                  /* events sent at once                                     */
    SRV_RECORD_LINES = 100,           /* lines of a record in one answer                         */
    SRV_WORK_A_TURN = 256,            /* units of work for requests that waited, in one turn of the loop */
    SRV_LOAD_ENTRIES = 25,            /* entries of a table's log read in one turn of the loop   */
    SRV_FRAME_MAX = 1 << 20,          /* bytes of the longest message sent */
    SRV_EVENTS_BYTES = 1 << 18,       /* bytes of the events in it, beside a view with hundreds of pacts */

    /* all together */
    SRV_LOADING_MAX = 64,               /* tables being read from the log                             */
    SRV_ASKED_MAX = 128,                /* other requests waiting for the log; half of them may be for reading */
    SRV_CLOCKS_A_TURN = 8,              /* tables whose clocks are stopped, or go on, in one turn of the loop */
    SRV_TOLD_A_TURN = 512,              /* connections that are told about a log that cannot be written       */
    SRV_HOLD_US = 5000,                 /* processor time; longer work in the loop is reported        */
    SRV_LOBBY_MAX = 200,                /* public tables in the lobby */
    SRV_MINE_MAX = 100,                 /* own tables in the lobby, in addition */
    SRV_FOUND_MAX = 50,                 /* tables found by a search                                   */
    SRV_EXPIRE_MS = 2 * 60 * 60 * 1000, /* a table expires before the start if nobody was there for this time */
    SRV_EXPIRE_LONG_MS = 7 * 24 * 60 * 60 *
                         1000, /* a table that is private or by correspondence expires after this time */
    SRV_GAMES_A_PAGE = 20,     /* games in one answer to `history`           */
    SRV_STRANGER_DAYS = 30,    /* people who have only given a name are forgotten after this time */
    SRV_FORGET_MS = 60000,     /* a finished table that nobody asks for leaves memory after this time */
    SRV_LOBBY_MS = 1000,       /* between two messages about the lobby                       */
    SRV_PROOFS = 8,            /* passphrases being hashed or waiting for it                 */
    SRV_LINE_MS = 1000,        /* total thinking time of all queued bots, unless SRV_SIMULATIONS_MIN needs more */
    SRV_SIMULATIONS_MIN = 100, /* simulations that each queued bot gets */
    SRV_NEGOTIATE_US = 100000, /* a bot's thinking time for a proposal                       */
    SRV_TALK_THREADS = 1,      /* threads for proposals and talk, in addition to those for moves */
    SRV_SIMULATION_US = 100,   /* assumed time of a simulation until it has been measured    */
    SRV_HOSTS_AN_ADDRESS = 4,  /* bots at all tables of an address get the time of this many hosts'  */
    SRV_UNWATCHED_COSTS = 8,   /* weight of a bot's job at a table that nobody watches */
    SRV_UNWATCHED_MS = 500,    /* maximum time of a bot's job at a table that nobody watches */
    SRV_ANSWER_STEP_MS = 100,  /* answers of bots are sent at multiples of this delay        */
    SRV_JOB_MS = 30000,        /* a job this late is lost and given out again */
    SRV_JOB_TRIES = 3,         /* how often a job is given out */
    SRV_LINKS = 1024,          /* links to other devices; a new one replaces the oldest      */
    SRV_WAIT_MS = 2000,        /* requests wait this long for a log that cannot be written, then are refused */
    SRV_WAIT_BYTES = 32 << 20, /* bytes of messages that wait for the log before requests are refused */
    SRV_LEASE_MS = 1500,       /* a server not heard of for this time loses its tables' bots and clocks to others */
    SRV_HERE_MS = 5000,        /* people of a server not heard of for this time are not shown as connected any more */
    SRV_HERE_KNOWN_MS = 2500,  /* time in which each server has told twice who is connected to it */
    SRV_RENEW_MS = 400,        /* how often a server renews its lease */
    SRV_NOTE_MS = 60000,       /* between two log lines about an unreadable log              */
    SRV_QUEUES_MAX = 8 << 20,  /* bytes queued for all connections                           */
    SRV_HALF_OPEN_MAX = 2000,  /* connections that are not WebSockets; a new one replaces the oldest */
    SRV_FILES_MAX = 100000,    /* open files, including connections, if the system allows it */
};

#endif
