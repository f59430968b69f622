/* limits.h: how much of anything a server takes. Whoever goes past one is refused or cut, never the others. */
#ifndef SRV_LIMITS_H
#define SRV_LIMITS_H

enum {
    /* one request */
    SRV_MESSAGE_MAX = 4096,   /* bytes; a longer one closes the connection */
    SRV_ID_MAX = 40,          /* bytes of the id a client gives a request  */
    SRV_NAME_CHARACTERS = 30, /* of a person's name, as people count them … */
    SRV_NAME_MAX = 240,       /* bytes of a person's name                  */
    SRV_TALK_MAX = 600,       /* bytes of one line of talk                 */
    SRV_WORDS_MAX = 120,      /* bytes a seat may add to the luck          */
    SRV_BOT_MAX = 40,         /* bytes of a bot's name                     */
    SRV_PASSPHRASE_MIN = 8,   /* bytes of a passphrase                     */
    SRV_PASSPHRASE_MAX = 128,

    /* one connection */
    SRV_BURST = 60,             /* requests at once …                          */
    SRV_REQUESTS_A_S = 20,      /* … and on and on                             */
    SRV_WORK_A_REQUEST = 32,    /* entries read or lines listed cost one more …       */
    SRV_PRICE_MAX = 60,         /* … and nothing costs more than that                 */
    SRV_QR_WORK = 96,           /* what it is to draw a picture of a link             */
    SRV_WAITING_MAX = 8,        /* its requests that wait for a table that is being read */
    SRV_WATCHED_MAX = 8,        /* tables it watches                           */
    SRV_QUEUE_MAX = 1 << 20,    /* bytes that wait for it: the next message cuts it … */
    SRV_QUEUE_FAIR = 64 << 10,  /* … and so many, while more than SRV_QUEUES_MAX wait for all */
    SRV_PAUSE_BYTES = 32 << 10, /* … and so many: its requests wait, too              */
    SRV_UNSENT_MAX = 32 << 10,  /* bytes the kernel keeps of what is not under way    */
    SRV_QUIET_S = 60,           /* without a word; asked halfway whether it is there  */
    SRV_HEAD_MAX = 8192,        /* bytes of the head of a request …                   */
    SRV_HEADERS_MAX = 64,       /* … and header fields in it                          */
    SRV_REQUEST_S = 15,         /* from the connection, or the answer before, until it is complete: TLS and all */
    SRV_CLOSE_S = 5,            /* for the other side to close, too                   */

    /* one person, one address */
    SRV_TABLES_A_PERSON = 20,          /* open tables somebody is host of       */
    SRV_CONNECTIONS_A_PERSON = 16,     /* tabs and devices; of a secret, before a name is said */
    SRV_NAMELESS_AN_ADDRESS = 128,     /* connections whose people have said no name: a class behind one address */
    SRV_DEVICES_A_PERSON = 16,         /* browsers and programs that are somebody */
    SRV_MUTED_A_PERSON = 200,          /* others somebody does not want to hear   */
    SRV_LINK_MS = 10 * 60 * 1000,      /* a link to another device can be used    */
    SRV_GUESS_BURST = 10,              /* tries at somebody's secret at once …    */
    SRV_GUESS_MS = 6000,               /* … and then one each                     */
    SRV_CONNECTIONS_AN_ADDRESS = 1024, /* WebSockets; a proxy that is not trusted has one address for all */
    SRV_HALF_OPEN_AN_ADDRESS = 128,    /* connections that are none yet: then its oldest goes              */

    /* one table */
    SRV_ENTRIES_MAX = 60000,         /* of its log: a long game of Integralis has some thousand */
    SRV_BOT_MS_MAX = 3000,           /* a bot thinks about a move …                             */
    SRV_BOT_SIMULATIONS_MAX = 20000, /* … or tries out in its head                        */
    SRV_REMOVED_MAX = 64,            /* people its host has removed                             */
    SRV_PACTS_A_SEAT = 250,          /* proposals and vows of a seat in one game                */
    SRV_PAUSE_BRISK_MS = 3000,       /* bots hold back at the start of a stage …                */
    SRV_PAUSE_COMFORTABLE_MS = 8000,
    SRV_HELD_BRISK_MS = 12000, /* … and for a person's proposals in it …                  */
    SRV_HELD_COMFORTABLE_MS = 30000,
    SRV_WAIT_FOR_ME_MS = 30000, /* … and when a person asks for it                         */
    SRV_HEARD_BURST = 8,        /* lines of a person that bots think about at once …       */
    SRV_HEARD_MS = 5000,        /* … and then one each                                     */
    SRV_HEARD_LATE_MS = 60000,  /* a line that is older is not answered any more …         */
    SRV_HEARD_BACK = 64,        /* … nor one that is so many entries back                  */
    SRV_TALK_LINES_MAX = 5000,  /* of the seats, and as many of spectators */
    SRV_MARK_EVERY = 64,        /* entries but for talk: then the room is kept as it is    */
    SRV_PIECE = 100,            /* events at once: with a picture, after a cut, and of the past */
    SRV_RECORD_LINES = 400,     /* of a record in one answer                               */
    SRV_LOAD_ENTRIES = 80,      /* of a table's log that are read in one turn of the loop  */
    SRV_FRAME_MAX = 1 << 20,    /* bytes of the longest thing sent                         */
    SRV_EVENTS_BYTES = 1 << 18, /* of them for events: a view with hundreds of pacts comes besides */
    SRV_BACK_MS = 60000,        /* who takes his seat back from a bot has so long at least */
    SRV_TOOK = 8,               /* answers by hand whose times are remembered …            */
    SRV_TOOK_MS_MIN = 1000,     /* … from so long …                                        */
    SRV_TOOK_MS_MAX = 15000,    /* … to so long: a pass the server makes takes as long     */

    /* all together */
    SRV_LOADING_MAX = 64,               /* tables that are being read from the log                     */
    SRV_HOLD_US = 5000,                 /* of the processor's time: one piece of work that takes more is reported */
    SRV_LOBBY_MAX = 200,                /* tables shown in the lobby                                  */
    SRV_MINE_MAX = 100,                 /* … and one's own besides                                    */
    SRV_FOUND_MAX = 50,                 /* tables that a search finds                                 */
    SRV_EXPIRE_MS = 2 * 60 * 60 * 1000, /* a table that gathers is given up when nobody was at it for so long … */
    SRV_EXPIRE_LONG_MS = 7 * 24 * 60 * 60 * 1000, /* … or so long, if it is private or by correspondence */
    SRV_GAMES_A_PAGE = 20,                        /* of history                                                 */
    SRV_FORGET_MS = 60000,     /* after that, a finished table nobody asks for is not kept in memory */
    SRV_LOBBY_MS = 1000,       /* between two messages about it                              */
    SRV_PROOFS = 8,            /* passphrases that are being hashed or wait for it           */
    SRV_LINE_MS = 1000,        /* bots in line think so long in all, or as short as …        */
    SRV_SIMULATIONS_MIN = 100, /* … this allows                                              */
    SRV_NEGOTIATE_US = 100000, /* a bot thinks about a proposal …                            */
    SRV_TALK_THREADS = 1,      /* … in threads that no move has to wait for                  */
    SRV_SIMULATION_US = 100,   /* one takes, unless somebody has measured it                 */
    SRV_UNWATCHED_COSTS = 8,   /* a thought where nobody watches weighs so much more …       */
    SRV_UNWATCHED_MS = 500,    /* … and takes no longer                                      */
    SRV_ANSWER_STEP_MS = 100,  /* between thinking and answering; a late answer waits for the next step */
    SRV_JOB_MS = 30000,        /* later than it should be, a job is lost: then it is asked for again …       */
    SRV_JOB_TRIES = 3,         /* … so often in all                                          */
    SRV_LINKS = 1024,          /* links to other devices; a new one takes the oldest's place */
    SRV_GUESSERS = 4096,       /* addresses and secrets, thrown together by their hash       */
    SRV_WAIT_MS = 2000,        /* the log cannot be written: so long, requests wait; then they are refused */
    SRV_WAIT_BYTES = 32 << 20, /* … or until so much waits to be sent                        */
    SRV_NOTE_MS = 60000,       /* between two lines that say that the log cannot be read     */
    SRV_QUEUES_MAX = 8 << 20,  /* bytes that wait for all connections                          */
    SRV_HALF_OPEN_MAX = 2000,  /* connections that are no WebSockets: then the oldest goes      */
    SRV_FILES_MAX = 100000,    /* open at once, connections among them, where the system allows it */
};

#endif
