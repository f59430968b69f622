/* bot.c: a bot for all three games in C, to start from. It needs nothing but the C library:
 *
 *     cc -O2 -o bot examples/bot.c
 *     kickback arena intrige --bots cmd:./bot,random
 *
 * Kickback writes one line of JSON for each decision and waits for one line back, {"id":7,"move":"…"}. This bot
 * looks only at the list of legal moves: it ranks them by their first word and takes one of the best. A better bot
 * would also read the position; for that, use a JSON library. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_MAX = 64 }; /* bytes, the longest move Kickback sends */

/* Prefixes of moves, best first. */
static const char *const likes[] = {
    "take ",  "cover ",  "accept", "counter",     "release", "stay", /* moves that complete something or pay */
    "hire ",  "settle ", "place ", "send ",       "bribe 1", "bid ", /* compulsory moves, as cheap as possible */
    "play f", "play ",   "staff ", "commit none", "manage ",         /* work before intrigue */
    "draw",   "end",     "pass",   "under ",      "trade ",  "refuse",
};
enum { N_LIKES = sizeof likes / sizeof *likes };

/* Returns the text after the key's colon. Quotes inside strings are escaped, so a key in bare quotes is a real key. */
static const char *value_of(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : "";
}

/* 0 is the best; N_LIKES is a move that is not in the list. */
static int rank(const char *move)
{
    int i = 0;
    while (i < N_LIKES && strncmp(move, likes[i], strlen(likes[i])) != 0) i++;
    return i;
}

/* Copies the string that starts here, and returns a pointer behind it. Moves contain no escapes. */
static const char *take_move(const char *at, char move[MOVE_MAX + 1])
{
    size_t n = strcspn(at, "\"");
    size_t kept = n < MOVE_MAX ? n : MOVE_MAX;
    memcpy(move, at, kept);
    move[kept] = '\0';
    /* "bribe 1000..32000/1000" stands for every amount in the range: take the lowest. */
    char *run = strstr(move, "..");
    if (run) *run = '\0';
    return at + n + (at[n] == '"');
}

/* A random number generator, started from the seed we are given, so that games can be repeated. */
static unsigned long long luck;
static unsigned roll(unsigned n)
{
    luck = luck * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(luck >> 33) % n;
}

/* Picks a random move of the best rank: the k-th equal move replaces the choice so far with probability 1/k. */
static void choose(const char *at, char best[MOVE_MAX + 1])
{
    char move[MOVE_MAX + 1];
    int best_rank = N_LIKES + 1;
    unsigned equals = 0;
    best[0] = '\0';
    while (*at == '"' || (*at == ',' && at[1] == '"')) {
        at = take_move(at + (*at == ',') + 1, move);
        int this_rank = rank(move);
        if (this_rank > best_rank) continue;
        equals = this_rank < best_rank ? 1 : equals + 1;
        best_rank = this_rank;
        if (roll(equals) == 0) strcpy(best, move);
    }
}

int main(void)
{
    char *line = NULL; /* getline grows it: lines can have 200,000 bytes */
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        char move[MOVE_MAX + 1];
        int is_first = !strncmp(value_of(line, "\"first\":"), "true", 4);
        if (is_first) luck = strtoull(value_of(line, "\"seed\":"), NULL, 10);
        choose(value_of(line, "\"legal\":["), move);
        printf("{\"id\":%lld,\"move\":\"%s\"", strtoll(value_of(line, "\"id\":"), NULL, 10), move);
        if (is_first) printf(",\"say\":\"Good day. I look at verbs only.\"");
        printf("}\n");
        fflush(stdout); /* otherwise the line stays in the buffer and Kickback waits for it */
    }
    free(line);
    return 0; /* our input was closed: the games are over */
}
