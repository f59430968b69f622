/* position.h: the parts of a position that every game writes and reads alike. */
#ifndef KB_POSITION_H
#define KB_POSITION_H

#include "json.h"

/* "red", or null for KB_NONE. */
void kb_put_seat(const kb_setup *, int seat, kb_text *);
/* The number, or null for KB_HIDDEN. */
void kb_put_sum(int32_t amount, kb_text *);
/* ,"key":{"red":…,"yellow":…}: one writer for each seat's part. */
void kb_put_by_seat(const void *state, const char *key, void (*put)(const void *state, int seat, kb_text *), kb_text *);
/* ["red","green"]: the seats of a mask, in seat order. */
void kb_put_seats(const kb_setup *, uint32_t mask, kb_text *);
/* "scores":{…},"winners":[…]: how every `end` begins, without braces. */
void kb_put_result(const kb_setup *, const kb_result *, kb_text *);

uint8_t kb_read_seat(const kb_setup *, kb_json *);
uint8_t kb_read_seat_or_null(const kb_setup *, kb_json *);
int32_t kb_read_money(kb_json *);
/* An object with one member for each seat, none missing. into is what the reader fills. */
void kb_read_by_seat(const kb_setup *, kb_json *, void *into, void (*read)(void *into, int seat, kb_json *));

/* Says why a position cannot have come about, and returns from the function that found out. */
#define KB_REFUSE(why, ...) return kb_putf(why, __VA_ARGS__), KB_E_IMPOSSIBLE

#endif
