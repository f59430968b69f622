/* cast.c: named opponents, and how they talk. */
#include "cast.h"

#include "../core/text.h"

const bot_person bot_cast[BOT_CAST] = {
#define PERSON(key, name, level, character, voice, line) {#key, name, level, BOT_##character, BOT_VOICE_##voice, line},
#include "cast.def"
#undef PERSON
};

const bot_person *bot_person_named(const char *key, size_t n)
{
    for (int i = 0; i < BOT_CAST; i++)
        if (kb_equal(key, n, bot_cast[i].key)) return &bot_cast[i];
    return NULL;
}

const char *bot_sentence(int voice, int phrase, int nth)
{
    static const char *const plain[] = {
        "",
#define PHRASE(name, text) text,
#include "phrases.def"
#undef PHRASE
    };
    static const struct {
        uint8_t phrase, voice;
        const char *text;
    } voiced[] = {
#define SAYS(name, voice, text) {BOT_SAYS_##name, BOT_VOICE_##voice, text},
#include "voices.def"
#undef SAYS
    };
    int n = 0;
    for (int i = 0; i < KB_COUNT(voiced); i++) n += voiced[i].phrase == phrase && voiced[i].voice == voice;
    nth %= n + 1;
    for (int i = 0; i < KB_COUNT(voiced); i++)
        if (voiced[i].phrase == phrase && voiced[i].voice == voice && !nth--) return voiced[i].text;
    return plain[phrase];
}
