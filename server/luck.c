/* luck.c: verifiable luck. */
#include "luck.h"

#include <sodium.h>
#include <string.h>

static const char promise_of[] = "kickback luck 1\n";

void srv_luck_promise(const srv_seed *seed, char hex[SRV_SEED_HEX + 1])
{
    srv_seed hash;
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof hash.at);
    crypto_generichash_update(&state, (const uint8_t *)promise_of, sizeof promise_of - 1);
    crypto_generichash_update(&state, seed->at, sizeof seed->at);
    crypto_generichash_final(&state, hash.at, sizeof hash.at);
    srv_seed_write(&hash, hex);
}

srv_seed srv_luck_key(const srv_seed *seed, const kb_setup *setup, int version, const char *const *words)
{
    srv_seed key;
    char line[2048];
    kb_text text = kb_text_in(line, sizeof line);
    crypto_generichash_state state;
    crypto_generichash_init(&state, seed->at, sizeof seed->at, sizeof key.at);
    kb_put_setup_line(setup, version, &text);
    crypto_generichash_update(&state, (const uint8_t *)text.at, text.n);
    for (int seat = 0; seat < setup->seats; seat++) {
        text = kb_text_in(line, sizeof line);
        kb_putf(&text, "%s:%s\n", kb_seat_name(setup, seat), words[seat]);
        KB_ASSERT(!text.cut);
        crypto_generichash_update(&state, (const uint8_t *)text.at, text.n);
    }
    crypto_generichash_final(&state, key.at, sizeof key.at);
    return key;
}

/* A uniform number below total. Values that would favour low numbers are rejected. */
static uint64_t number_below(const srv_seed *key, uint64_t n, uint64_t total)
{
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];
    uint8_t stream[8 * 32];
    KB_ASSERT(total > 0);
    for (int i = 0; i < 8; i++) nonce[i] = (uint8_t)(n >> 8 * i);
    crypto_stream_chacha20(stream, sizeof stream, nonce, key->at);
    uint64_t sliver = (0 - total) % total, number = 0;
    for (int at = 0; at < KB_COUNT(stream); at += 8) {
        number = 0;
        for (int i = 7; i >= 0; i--) number = number << 8 | stream[at + i];
        if (number >= sliver) break;
    }
    return number % total; /* after 32 rejections in a row: once in 2^1000 games */
}

kb_move srv_luck_draw(const srv_seed *key, uint64_t n, const kb_state *state)
{
    kb_span list[KB_SPANS_MAX];
    int n_spans = kb_legal_sorted(state, KB_CHANCE, list, KB_SPANS_MAX);
    KB_ASSERT(n_spans > 0);
    uint64_t total = list[0].weight; /* a chance node has at least one move */
    for (int i = 1; i < n_spans; i++) total += list[i].weight;
    uint64_t left = number_below(key, n, total);
    const kb_span *span = list;
    for (; left >= span->weight; span++) left -= span->weight;
    return span->move;
}

void srv_luck_deal(const srv_seed *key, int seats, uint8_t came_from[KB_SEATS_MAX])
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) came_from[seat] = (uint8_t)seat;
    for (int i = seats - 1; i > 0; i--) {
        uint64_t other = number_below(key, 0 - (uint64_t)i, (uint64_t)i + 1);
        uint8_t seat = came_from[i];
        came_from[i] = came_from[other];
        came_from[other] = seat;
    }
}

void srv_seed_write(const srv_seed *seed, char hex[SRV_SEED_HEX + 1])
{
    sodium_bin2hex(hex, SRV_SEED_HEX + 1, seed->at, sizeof seed->at);
}

bool srv_seed_read(const char *hex, size_t n, srv_seed *seed)
{
    size_t bytes = 0;
    return n == SRV_SEED_HEX && !sodium_hex2bin(seed->at, sizeof seed->at, hex, n, NULL, &bytes, NULL) &&
           bytes == sizeof seed->at;
}
