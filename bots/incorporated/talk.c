/* talk.c: table talk of Incorporated: how much is committed where, who helps, who hinders, whose tiles stay in hand. */
#include "../talk.h"
#include "../../core/game.h"
#include "../../engine/promises.h"
#include "../../games/incorporated/state.h"
#include "../../games/incorporated/text.h"

enum { COMMIT, HELP, HINDER, PLAY };

/* Tiles, by suit and value. */
#define TILES(suit, letter)                                                             \
    {letter "0", TALK_THING, (suit)*6}, {letter "1", TALK_THING, (suit)*6 + 1},         \
        {letter "2", TALK_THING, (suit)*6 + 2}, {letter "3", TALK_THING, (suit)*6 + 3}, \
        {letter "4", TALK_THING, (suit)*6 + 4},                                         \
    {                                                                                   \
        letter "5", TALK_THING, (suit)*6 + 5                                            \
    }

/* Tasks, by initiative and place, after the tiles. */
enum { FIRST_TASK = INCORPORATED_SEATS_MAX * INCORPORATED_VALUES };
#define TASKS(initiative, digit)                                                                                      \
    {digit ".1", TALK_THING, FIRST_TASK + (initiative)*4}, {digit ".2", TALK_THING, FIRST_TASK + (initiative)*4 + 1}, \
        {digit ".3", TALK_THING, FIRST_TASK + (initiative)*4 + 2},                                                    \
    {                                                                                                                 \
        digit ".4", TALK_THING, FIRST_TASK + (initiative)*4 + 3                                                       \
    }

static const talk_word words[] = {
    TASKS(0, "1"),
    TASKS(1, "2"),
    TASKS(2, "3"),
    TASKS(3, "4"),
    TILES(0, "s"),
    TILES(1, "m"),
    TILES(2, "c"),
    TILES(3, "a"),
    {"commit", TALK_VERB, COMMIT},
    {"put", TALK_VERB, COMMIT},
    {"spend", TALK_VERB, COMMIT},
    {"give", TALK_VERB, COMMIT},
    {"setz", TALK_VERB, COMMIT},
    {"setze", TALK_VERB, COMMIT},
    {"setzt", TALK_VERB, COMMIT},
    {"leg", TALK_VERB, COMMIT},
    {"lege", TALK_VERB, COMMIT},
    {"legst", TALK_VERB, COMMIT},
    {"gib", TALK_VERB, COMMIT},
    {"gebe", TALK_VERB, COMMIT},
    {"help", TALK_VERB, HELP},
    {"support", TALK_VERB, HELP},
    {"hilf", TALK_VERB, HELP},
    {"hilfst", TALK_VERB, HELP},
    {"helfe", TALK_VERB, HELP},
    {"hinder", TALK_VERB, HINDER},
    {"block", TALK_VERB, HINDER},
    {"behinder", TALK_VERB, HINDER},
    {"behindere", TALK_VERB, HINDER},
    {"behinderst", TALK_VERB, HINDER},
    {"play", TALK_VERB, PLAY},
    {"spiel", TALK_VERB, PLAY},
    {"spiele", TALK_VERB, PLAY},
    {"spielst", TALK_VERB, PLAY},
};

static void promise_tiles(const talk_scene *scene, int subject, bool wont, int term, bool help, talk_promises *promises)
{
    const char *const *tile = &incorporated_tile_names[talk_other(scene, subject) * 6];
    talk_promise(promises, scene, subject, wont, term, "manage *.* %s on %s|%s|%s|%s|%s|%s", help ? "help" : "hinder",
                 tile[0], tile[1], tile[2], tile[3], tile[4], tile[5]);
}

static bool clause(const talk_scene *scene, const talk_clause *c, talk_promises *promises)
{
    int subject = c->subject != KB_NONE ? c->subject : scene->listener;
    int thing = c->n_things ? c->thing[0].value : TALK_NOTHING, task = thing - FIRST_TASK;
    const char *tile = thing < FIRST_TASK ? incorporated_tile_names[thing] : NULL;
    int32_t number = c->n_numbers ? c->number[0].value : -1;
    bool help = c->verb == HELP;
    int round = c->term != TALK_NOTHING ? c->term : KB_TERM_ROUND;
    switch (c->verb) {
    case COMMIT:
        if (!tile || number < 0) return false;
        talk_promise(promises, scene, subject, c->wont, c->term != TALK_NOTHING ? c->term : KB_TERM_TURN,
                     "commit >=%d on %s", number, tile);
        return true;
    case HELP:
    case HINDER:
        if (tile) {
            talk_promise(promises, scene, subject, c->wont, round, "manage *.* %s on %s", help ? "help" : "hinder",
                         tile);
        } else if (c->n_things) {
            talk_promise(promises, scene, subject, c->wont, round, "manage %d.%d %s on *", task / 4 + 1, task % 4 + 1,
                         help ? "help" : "hinder");
        } else if (number < 0) { /* "help me": with any tile of theirs */
            promise_tiles(scene, subject, c->wont, round, help, promises);
        } else {
            return false;
        }
        return true;
    case PLAY: {
        /* "Don't play my five": without a named tile, the suit is that of the other party. */
        int value = number, suit = talk_other(scene, subject == scene->speaker ? scene->speaker : scene->listener);
        if (!tile && (value < 0 || value > 5)) return false;
        talk_promise(promises, scene, subject, c->wont, round, "play %s",
                     tile ? tile : incorporated_tile_names[suit * 6 + value]);
        return true;
    }
    default: return false;
    }
}

static const char *const german_seats[] = {"sonnen", "monde", "kronen", "wappen"};
const bot_talk incorporated_talk = {words, KB_COUNT(words), german_seats, 1u << COMMIT | 1u << HELP, clause};
