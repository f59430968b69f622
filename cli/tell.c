/* tell.c: writes what happened for a terminal. */
#include "tell.h"

#include <stdlib.h>
#include <string.h>

bool cli_is_secret(const kb_setup *setup, uint32_t seen_by)
{
    uint32_t all = ((1u << setup->seats) - 1) | 1u << KB_SPECTATOR;
    return (seen_by & all) != all;
}

bool cli_is_told(const kb_setup *setup, uint32_t seen_by, int viewer)
{
    if (viewer != CLI_EVERYTHING) return seen_by & 1u << viewer;
    bool outsiders_version = cli_is_secret(setup, seen_by) && (seen_by & 1u << KB_SPECTATOR);
    return !outsiders_version;
}

/* --- untrusted text ------------------------------------------------------------------------------- */

/* The next UTF-8 character. 0 for invalid bytes. */
static uint32_t take_character(const char **at, const char *end)
{
    const unsigned char *p = (const unsigned char *)*at;
    int n = *p < 0x80 ? 1 : *p < 0xC2 ? 0 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : *p < 0xF5 ? 4 : 0;
    if (n == 0 || n > end - *at) {
        *at += 1;
        return 0;
    }
    uint32_t c = n == 1 ? *p : *p & (0xFFu >> (n + 1));
    for (int i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            *at += i;
            return 0;
        }
        c = c << 6 | (p[i] & 0x3Fu);
    }
    *at += n;
    return c;
}

static void put_character(kb_text *out, uint32_t c)
{
    char bytes[4];
    int n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, c >>= 6) bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)(n == 1 ? c : (0xF00u >> n & 0xFFu) | c);
    kb_put_n(out, bytes, (size_t)n);
}

/* Control characters could move the cursor or worse, and direction marks could reverse a line. Writes a '?' for
 * these and returns false. */
static bool put_plain(kb_text *out, uint32_t c)
{
    bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    bool turns = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
                 (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000);
    if (c == '\n' || c == '\t') {
        kb_put(out, " ");
        return true;
    }
    if (control || turns) {
        kb_put(out, "?");
        return false;
    }
    put_character(out, c);
    return true;
}

bool cli_put_safe(kb_text *out, const char *text, size_t n)
{
    bool plain = true;
    for (const char *at = text; at < text + n;) plain &= put_plain(out, take_character(&at, text + n));
    return plain;
}

static uint32_t take_hex(const char **at)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++, ++*at) {
        char c = **at;
        value = value * 16 + (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

/* The character after a backslash. The JSON reader has already checked it. */
static uint32_t take_escaped(const char **at)
{
    char c = *(*at)++;
    if (c == 'n' || c == 't') return ' ';
    if (c == 'b' || c == 'f' || c == 'r') return 0;
    if (c != 'u') return (uint32_t)c;
    uint32_t high = take_hex(at);
    if (high < 0xD800 || high > 0xDBFF) return high;
    *at += 2;
    return 0x10000 + ((high - 0xD800) << 10) + (take_hex(at) - 0xDC00);
}

bool cli_put_string(kb_text *out, kb_slice json)
{
    const char *at = json.at + 1;
    const char *end = json.at + json.n - 1;
    bool plain = true;
    while (at < end) {
        if (*at == '\\') {
            at++;
            plain &= put_plain(out, take_escaped(&at));
        } else {
            plain &= put_plain(out, take_character(&at, end));
        }
    }
    return plain;
}

/* --- seats ----------------------------------------------------------------------------------------- */

void cli_put_seats(kb_text *out, const kb_setup *setup, uint32_t mask)
{
    for (int seat = 0; seat <= KB_CHANCE; seat++) {
        if (!(mask & 1u << seat)) continue;
        mask &= ~(1u << seat);
        kb_putf(out, "%s%s", kb_seat_name(setup, seat), !mask ? "" : mask & (mask - 1) ? ", " : " and ");
    }
}

void cli_put_talk(kb_text *out, const kb_setup *setup, int seat, uint32_t to_mask, const char *words)
{
    kb_put(out, kb_seat_name(setup, seat));
    if (to_mask) {
        kb_put(out, " to ");
        cli_put_seats(out, setup, to_mask);
    }
    kb_putf(out, ": “%s”", words);
}

static kb_colour colour_of(int seat)
{
    static const kb_colour colours[KB_SEATS_MAX] = {KB_RED, KB_YELLOW, KB_GREEN, KB_BLUE, KB_VIOLET};
    return colours[seat];
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The seat with this name, which may begin with a capital, or -1. */
static int seat_named(const kb_setup *setup, const char *word, size_t n)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *name = kb_seat_name(setup, seat);
        if (strlen(name) == n && (word[0] | 0x20) == name[0] && !memcmp(word + 1, name + 1, n - 1)) return seat;
    }
    return -1;
}

void cli_put_painted(kb_text *out, const kb_setup *setup, const char *text)
{
    while (*text) {
        size_t n = 0;
        while (is_letter(text[n])) n++;
        int seat = n ? seat_named(setup, text, n) : -1;
        if (seat >= 0) kb_paint(out, colour_of(seat));
        kb_put_n(out, text, n ? n : 1);
        if (seat >= 0) kb_paint(out, KB_PLAIN);
        text += n ? n : 1;
    }
}

int cli_heading_round(const char *sentence)
{
    return strncmp(sentence, "Round ", 6) == 0 ? atoi(sentence + 6) : 0;
}

void cli_put_sentence(kb_text *out, const kb_setup *setup, const char *sentence)
{
    if (!cli_heading_round(sentence)) {
        cli_put_painted(out, setup, sentence);
        return;
    }
    kb_paint(out, KB_BOLD);
    kb_put(out, sentence);
    kb_paint(out, KB_PLAIN);
}

/* --- results --------------------------------------------------------------------------------------- */

void cli_count_deals(cli_tally *tally, const kb_state *state, const kb_events *events)
{
    for (int i = 0; i < events->n; i++) {
        uint32_t kept_mask, broken_mask;
        if (kb_event_deal(state, &events->at[i], &kept_mask, &broken_mask)) continue;
        if (kept_mask | broken_mask) tally->any = true;
        for (int seat = 0; seat < state->setup.seats; seat++) {
            if (kept_mask & 1u << seat) tally->kept[seat]++;
            if (broken_mask & 1u << seat) tally->broken[seat]++;
        }
    }
}

static int rank_of(const kb_state *state, const kb_result *result, int seat)
{
    int rank = 1;
    for (int other = 0; other < state->setup.seats; other++) rank += result->score[other] > result->score[seat];
    return rank;
}

static void put_rank(kb_text *out, const kb_state *state, const kb_result *result, const cli_tally *tally, int seat)
{
    char number[16], row[160];
    kb_text score = kb_text_in(number, sizeof number);
    kb_text text = kb_text_in(row, sizeof row);
    kb_putf(&score, "%'d", result->score[seat]);
    kb_putf(&text, "  %d.  %s", rank_of(state, result, seat), kb_seat_name(&state->setup, seat));
    while (text.n + score.n < 28) kb_put(&text, " ");
    kb_putf(&text, "%s  %s", number, result->winners_mask & 1u << seat ? "wins" : "    ");
    if (tally->any) kb_putf(&text, "   deals: %d kept, %d broken", tally->kept[seat], tally->broken[seat]);
    while (text.n > 0 && row[text.n - 1] == ' ') row[--text.n] = '\0';
    cli_put_painted(out, &state->setup, row);
    kb_put(out, "\n");
}

void cli_put_result(kb_text *out, const kb_state *state, const cli_tally *tally)
{
    kb_result result;
    kb_over(state, &result);
    kb_paint(out, KB_BOLD);
    kb_put(out, "Result\n");
    kb_paint(out, KB_PLAIN);
    for (int rank = 1; rank <= state->setup.seats; rank++)
        for (int seat = 0; seat < state->setup.seats; seat++)
            if (rank_of(state, &result, seat) == rank) put_rank(out, state, &result, tally, seat);
    if (!result.winners_mask) kb_put(out, "Nobody wins.\n");
}
