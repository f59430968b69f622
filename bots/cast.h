/* cast.h: named opponents, and how they talk. "mara" is a bot like "hard:grudge", with a voice of her own. */
#ifndef BOT_CAST_H
#define BOT_CAST_H

#include "bot.h"

enum {
#define PERSON(key, name, level, character, voice, line) BOT_IS_##key,
#include "cast.def"
#undef PERSON
    BOT_CAST
};

typedef struct bot_person {
    const char *key, *name;
    const char *level; /* as bot_read reads it */
    uint8_t character; /* bot_character */
    uint8_t voice;     /* bot_voice */
    const char *line;  /* about them, one sentence */
} bot_person;

extern const bot_person bot_cast[BOT_CAST];

/* The person with this key, or NULL. */
const bot_person *bot_person_named(const char *key, size_t n);
/* How this voice says the phrase for the nth time, counting from 0: its sentences in turn, the plain one last. %s is
 * the seat it is about. */
const char *bot_sentence(int voice, int phrase, int nth);

#endif
