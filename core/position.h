/* position.h: the parts of a position that every game writes and reads the same way.
 *
 * `names` are the game's seat names, in seat order. */
#ifndef KB_POSITION_H
#define KB_POSITION_H

#include "json.h"

/* The name of the seat, or kb_null for KB_NONE. */
const char *kb_seat_or_null(const char *const *names, int seat);
/* "key":{"red":…,"yellow":…}: calls `put` for each seat. The state begins with its setup. */
void kb_put_by_seat(const char *const *names, const void *state, const char *key,
                    void (*put)(const void *state, int seat, kb_text *), kb_text *);
/* ["red","green"]: the seats of a mask, in seat order. Bits of chance and spectators are ignored. */
void kb_put_seats(const char *const *names, uint32_t mask, kb_text *);
/* "scores":{…},"winners":[…] without braces: how every `end` begins. */
void kb_put_result(const char *const *names, const kb_setup *, const kb_result *, kb_text *);

uint8_t kb_read_seat(const char *const *names, int n_seats, kb_json *);
uint8_t kb_read_seat_or_null(const char *const *names, int n_seats, kb_json *);
int32_t kb_read_money(kb_json *);
/* Reads an object with exactly one member for each seat; calls `read` for each. */
void kb_read_by_seat(const char *const *names, int n_seats, kb_json *, void *into,
                     void (*read)(void *into, int seat, kb_json *));

/* Writes why a position is impossible, and returns from the function that found out. */
#define KB_REFUSE(why, ...) return kb_putf(why, __VA_ARGS__), KB_E_IMPOSSIBLE

#endif
