/* limits.h: the limits of one table. */
#ifndef KB_LIMITS_H
#define KB_LIMITS_H

enum {
    /* texts */
    KB_ID_MAX = 40,            /* bytes of a request's id */
    KB_PERSON_ID = 16,         /* hexadecimal digits by which others know a person */
    KB_NAME_CHARACTERS = 30,   /* characters of a person's name */
    KB_NAME_MAX = 240,         /* bytes of a person's name */
    KB_TALK_CHARACTERS = 600,  /* characters of one line of talk */
    KB_TALK_MAX = 2400,        /* bytes of one line of talk */
    KB_WORDS_CHARACTERS = 120, /* characters a seat may add to the luck */
    KB_WORDS_MAX = 480,        /* bytes a seat may add to the luck */
    KB_BOT_MAX = 40,           /* bytes of a bot's name */
    KB_PROMISES_BYTES = 4096,  /* bytes of the promises of a proposal */

    /* one table */
    KB_ENTRIES_BEFORE = 10000,      /* entries of its log before the start */
    KB_ENTRIES_MAX = 60000,         /* entries of its log; a long game of Integralis has a few thousand */
    KB_ENTRIES_LAST = 80000,        /* entries of its log with those that bring a game to its end */
    KB_CHANGES_A_PERSON = 400,      /* entries of one person about seats and settings */
    KB_BOT_MS_MAX = 3000,           /* thinking time of a bot's move */
    KB_BOT_SIMULATIONS_MAX = 20000, /* simulations of a bot's move */
    KB_REMOVED_MAX = 64,            /* people removed by the host */
    KB_PACTS_A_SEAT = 250,          /* proposals and vows of a seat in one game */
    KB_PAUSE_BRISK_MS = 3000,       /* bots wait at the start of a stage */
    KB_PAUSE_COMFORTABLE_MS = 8000,
    KB_HELD_BRISK_MS = 12000, /* bots wait for people's proposals in a stage */
    KB_HELD_COMFORTABLE_MS = 30000,
    KB_WAIT_FOR_ME_MS = 30000, /* bots wait when a person asks for it */
    KB_HEARD_LATE_MS = 60000,  /* age after which a line is no longer answered */
    KB_HEARD_BACK = 64,        /* entries after which a line is no longer answered */
    KB_TALK_LINES_MAX = 5000,  /* lines of talk of the seats, and as many of spectators */
    KB_TALK_A_PERSON = 1250,   /* lines of talk of one person */
    KB_MARK_EVERY = 64,        /* entries, not counting talk, between two marks */
    KB_PACT_MARK_EVERY = 32,   /* entries about pacts, which take longer to fold, between two marks */
    KB_BACK_MS = 60000,        /* minimum time for a player who takes a seat back from a bot */
    KB_TOOK = 8,               /* answers by hand whose times are remembered, for the delay of automatic passes */
    KB_TOOK_MS_MIN = 1000,     /* the shortest time that is remembered */
    KB_TOOK_MS_MAX = 15000     /* the longest time that is remembered */
};

#endif
