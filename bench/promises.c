/* promises.c: how fast records are read, with and without pacts. */
#include "bench.h"

#include "../engine/pact.h"

typedef struct bench_promise {
    const char *verb, *deed, *term;
} bench_promise;

/* Half of them are about deeds that nobody can do now, as is usual for promises; most have long terms. */
static const bench_promise promises[] = {
    {"wont", "play coffee|byebye|mixup %s.*", "game"},
    {"will", "sell %s.hugo|greta >=3000", "next"},
    {"wont", "counter * %s", "round"},
    {"will", "repair *", "next"},
    {"wont", "bribe %s.*", "game"},
    {"will", "play illness %s", "turn"},
    {"will", "tempt %s.* >=4000", "next"},
    {"wont", "play sabotage5|sabotage2 *", "game"},
};

static void put_promise(const char *seat, int number, const char *other, kb_text *out)
{
    const bench_promise *of = &promises[number % KB_COUNT(promises)];
    kb_putj(out, "{seat:%s, %s:<", seat, of->verb);
    for (const char *p = of->deed; *p; p += *p == '%' ? 2 : 1) *p == '%' ? kb_put(out, other) : kb_put_n(out, p, 1);
    kb_putj(out, ">, term:%s}", of->term);
}

/* Each party promises the other something, and the pact is accepted at once. */
static void put_pact(const kb_setup *setup, int number, kb_text *out)
{
    const char *by = kb_seat_name(setup, number % setup->seats);
    const char *with = kb_seat_name(setup, (number + 1) % setup->seats);
    kb_putj(out, "{by:%s, propose:%d, with:[%s], promises:[", by, number, with);
    put_promise(by, number, with, out);
    put_promise(with, number + 3, by, out);
    kb_putj(out, "]}\n{by:%s, accept:%d}\n", with, number);
}

/* Plays a game twice, the first time to find out its length. */
static uint64_t write_record(const kb_setup *setup, int pacts, uint64_t moves, kb_text *out)
{
    kb_state state;
    kb_rng rng = kb_rng_from(7);
    uint64_t n = 0;
    int made = 0;
    kb_start(&state, setup);
    *out = kb_text_in(out->at, out->size);
    kb_put_setup_line(setup, KB_VERSION, out);
    for (; !kb_over(&state, NULL); n++) {
        int seat;
        kb_move move;
        while (n > 0 && made < pacts && (uint64_t)made * moves / (uint64_t)pacts < n) put_pact(setup, ++made, out);
        kb_pick(&state, &rng, &seat, &move);
        kb_put_move_line(&state, seat, move, out);
        kb_apply(&state, seat, move, NULL);
    }
    return n;
}

void bench_write_record(bench_record *record, const kb_setup *setup, int pacts)
{
    kb_text out = kb_text_in(record->text, sizeof record->text);
    uint64_t moves = write_record(setup, 0, 0, &out);
    record->moves = write_record(setup, pacts, moves, &out);
    record->n = out.n;
    KB_ASSERT(!out.cut);
}

uint64_t bench_read(const bench_record *record, uint64_t n)
{
    static kb_ledger ledger;
    static kb_promise open[KB_OPEN_PROMISES_MAX];
    static kb_outcomes outcomes;
    kb_line line;
    char why[KB_WHY_MAX];
    uint64_t done = 0;
    for (; done < n; done += record->moves) {
        kb_replay replay;
        __builtin_memset(&replay, 0, sizeof replay);
        __builtin_memset(&ledger, 0, sizeof ledger);
        for (size_t at = 0, end; at < record->n; at = end + 1) {
            kb_text out = kb_text_in(why, sizeof why);
            for (end = at; record->text[end] != '\n';) end++;
            kb_reading reading = kb_read(&replay, &ledger, open, record->text + at, end - at, true, &line, NULL,
                                         &outcomes, &out);
            KB_ASSERT(reading == KB_READ);
            (void)reading;
        }
        bench_keep(&replay);
        bench_keep(&ledger);
    }
    return done;
}
