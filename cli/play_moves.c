/* play_moves.c: the legal moves as a person sees them. */
#include "play_moves.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "play.h"

enum {
    FEW = 12,       /* up to this many moves of a verb are listed one by one  */
    STEMS_MAX = 12, /* most lines of alternatives for a verb                  */
    SMALL_DIGITS = 2
};

/* The notation of each span. There is only one list at a time. */
static char texts[KB_LISTED_MAX][KB_MOVE_TEXT_MAX];

static size_t stem_length(const char *text)
{
    const char *blank = strrchr(text, ' ');
    return blank ? (size_t)(blank - text) : 0;
}

static bool have_one_stem(int i, int k)
{
    size_t n = stem_length(texts[i]);
    return n == stem_length(texts[k]) && !memcmp(texts[i], texts[k], n);
}

/* --- which lines ------------------------------------------------------------------------------------ */

/* Whether another move continues this one, as "trade coffee f1" continues "trade coffee". */
static bool goes_on(const kb_span *spans, int n, int i)
{
    size_t length = strlen(texts[i]);
    for (int k = 0; k < n; k++)
        if (spans[k].move.verb == spans[i].move.verb && stem_length(texts[k]) == length &&
            !memcmp(texts[i], texts[k], length))
            return true;
    return false;
}

/* Whether the moves of this verb are too many to list even as alternatives. */
static bool is_family(const kb_span *spans, int n, int verb)
{
    int n_moves = 0, n_stems = 0;
    for (int i = 0; i < n; i++) n_moves += spans[i].move.verb == verb;
    if (n_moves <= FEW) return false;
    for (int i = 0; i < n; i++) {
        if (spans[i].move.verb != verb) continue;
        if (goes_on(spans, n, i)) return true;
        int n_alike = 0, n_before = 0;
        for (int k = 0; k < n; k++) {
            if (spans[k].move.verb != verb || !have_one_stem(i, k)) continue;
            n_alike++;
            n_before += k < i;
        }
        if (n_alike > FEW) return true;
        if (n_before == 0 && ++n_stems > STEMS_MAX) return true;
    }
    return false;
}

static void add_entry(play_moves *m, play_entry_kind kind, int from)
{
    int n = m->n - from;
    m->entry[m->n_entries++] = (play_entry){n > 1 ? kind : PLAY_ONE, from, n};
}

/* How the moves of a verb are listed. */
typedef enum treatment { UNSEEN, ONE_BY_ONE, BY_STEM, AS_FAMILY } treatment;

static treatment treatment_of(const kb_span *spans, int n, int verb)
{
    int n_moves = 0;
    for (int i = 0; i < n; i++) n_moves += spans[i].move.verb == verb;
    return n_moves <= FEW ? ONE_BY_ONE : is_family(spans, n, verb) ? AS_FAMILY : BY_STEM;
}

/* Adds the spans to the list in the order of its lines. Families come last. */
static void arrange(play_moves *m, const kb_span *spans, int n)
{
    static bool taken[KB_LISTED_MAX];
    treatment treat[256] = {UNSEEN};
    memset(taken, 0, sizeof taken);
    for (int i = 0; i < n; i++)
        if (treat[spans[i].move.verb] == UNSEEN) treat[spans[i].move.verb] = treatment_of(spans, n, spans[i].move.verb);
    for (int families = 0; families < 2; families++)
        for (int i = 0; i < n; i++) {
            treatment how = treat[spans[i].move.verb];
            int from = m->n;
            if (taken[i] || (how == AS_FAMILY) != families) continue;
            for (int k = i; k < n; k++) {
                bool together = how == AS_FAMILY || (how == BY_STEM && have_one_stem(i, k));
                if (k > i && (taken[k] || spans[k].move.verb != spans[i].move.verb || !together)) continue;
                m->list[m->n++] = spans[k];
                taken[k] = true;
            }
            add_entry(m, how == AS_FAMILY ? PLAY_FAMILY : PLAY_ALTERNATIVES, from);
        }
}

/* Whether a small number is part of the move, such as a coin. Then line numbers in the list would be ambiguous. */
static bool has_small_number(const char *text)
{
    while (*text) {
        size_t digits = strspn(text, "0123456789");
        size_t n = strcspn(text, " +");
        if (digits > 0 && digits == n && n <= SMALL_DIGITS) return true;
        text += n;
        text += *text != '\0';
    }
    return false;
}

const play_moves *play_moves_of(const kb_state *view, const kb_ledger *ledger, int seat)
{
    static play_moves m;
    static kb_span spans[KB_LISTED_MAX];
    bool figures = false;
    m = (play_moves){.view = view, .ledger = ledger, .seat = seat};
    int n = kb_bound_legal(ledger, view, seat, spans, KB_LISTED_MAX);
    for (int i = 0; i < n; i++) {
        kb_text text = kb_text_in(texts[i], sizeof texts[i]);
        kb_span_text(view, spans[i], &text);
        figures |= has_small_number(texts[i]);
    }
    arrange(&m, spans, n);
    for (int i = 0; i < m.n; i++) {
        kb_text text = kb_text_in(texts[i], sizeof texts[i]);
        kb_span_text(view, m.list[i], &text);
    }
    for (int i = 0; i < m.n_entries && !figures; i++) m.n_numbered += m.entry[i].kind != PLAY_FAMILY;
    return &m;
}

bool play_has_one_verb(const play_moves *m)
{
    for (int i = 1; i < m->n; i++)
        if (m->list[i].move.verb != m->list[0].move.verb) return false;
    return true;
}

const kb_span *play_only_move(const play_moves *m)
{
    return m->n == 1 && m->list[0].n == 1 ? &m->list[0] : NULL;
}

/* --- parts of a line -------------------------------------------------------------------------------- */

void play_put_range(kb_text *out, const kb_span *span)
{
    kb_putf(out, "an amount from %d to %d in steps of %d", span->move.amount, kb_span_last(*span), span->step);
}

static const char *text_of(const play_moves *m, const kb_span *span)
{
    return texts[span - m->list];
}

void play_put_verb(const play_moves *m, const kb_span *span, kb_text *out)
{
    const char *text = text_of(m, span);
    kb_put_n(out, text, strcspn(text, " "));
}

void play_put_stem(const play_moves *m, const kb_span *span, kb_text *out)
{
    const char *text = text_of(m, span);
    kb_put_n(out, text, stem_length(text));
}

void play_put_last_word(const play_moves *m, const kb_span *span, kb_text *out)
{
    const char *text = text_of(m, span);
    if (span->n > 1) {
        kb_putf(out, "%d", span->move.amount);
    } else {
        kb_put(out, text + stem_length(text) + (stem_length(text) > 0));
    }
}

/* "trade …: 99 moves, from `trade ida` to `trade ida f1 meeting`; `moves trade` lists them" */
static void put_family(const play_moves *m, const play_entry *e, kb_text *out)
{
    const kb_span *first = &m->list[e->from];
    const kb_span *longest = first;
    for (int i = 1; i < e->n; i++)
        if (strlen(text_of(m, first + i)) > strlen(text_of(m, longest))) longest = first + i;
    if (longest == first) longest = first + e->n - 1;
    play_put_verb(m, first, out);
    kb_putf(out, " …: %d ways, from `%s` to `%s`; `moves ", e->n, text_of(m, first), text_of(m, longest));
    play_put_verb(m, first, out);
    kb_put(out, "` lists them");
}

void play_put_entry(const play_moves *m, const play_entry *e, kb_text *out)
{
    if (e->kind == PLAY_FAMILY) {
        put_family(m, e, out);
        return;
    }
    kb_put(out, texts[e->from]);
    for (int i = 1; i < e->n; i++) {
        kb_put(out, "|");
        play_put_last_word(m, &m->list[e->from + i], out);
    }
}

/* --- the list --------------------------------------------------------------------------------------- */

enum { LINE_MAX_BYTES = 1024, NUMBER = 4 /* columns */ };

typedef struct column_item {
    const play_moves *moves;
    const play_entry *entry;
    int number; /* 0: none */
} column_item;

static size_t put_item(const column_item *item, kb_text *out)
{
    char buffer[LINE_MAX_BYTES];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    play_put_entry(item->moves, item->entry, &text);
    if (out) {
        if (item->number) {
            kb_paint(out, KB_DIM);
            kb_putf(out, "%s%d ", item->number < 10 ? "  " : " ", item->number);
            kb_paint(out, KB_PLAIN);
        } else {
            kb_put(out, "    ");
        }
        cli_put_painted(out, &item->moves->view->setup, buffer);
    }
    return text.n + NUMBER;
}

/* Prints items in columns, top to bottom. A few items get one column. */
static void put_columns(const column_item *items, int n, kb_text *out)
{
    size_t width = 0;
    for (int i = 0; i < n; i++) {
        size_t length = put_item(&items[i], NULL);
        if (length > width) width = length;
    }
    width += 1;
    int columns = n > 6 && width < (size_t)out->width ? (int)(((size_t)out->width + 1) / width) : 1;
    int rows = (n + columns - 1) / columns;
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < n; i += rows) {
            size_t length = put_item(&items[i], out);
            for (; i + rows < n && length < width; length++) kb_put(out, " ");
        }
        kb_put(out, "\n");
    }
}

void play_put_moves(const play_moves *m, kb_text *out)
{
    static column_item items[KB_LISTED_MAX];
    int n = 0;
    for (int i = 0; i < m->n_entries; i++)
        if (m->entry[i].kind != PLAY_FAMILY) items[n++] = (column_item){m, &m->entry[i], i < m->n_numbered ? i + 1 : 0};
    if (n > 0) put_columns(items, n, out);
    for (int i = n; i < m->n_entries; i++) {
        column_item family = {m, &m->entry[i], 0};
        put_item(&family, out);
        kb_put(out, "\n");
    }
}

int play_put_every_move(const play_moves *m, const char *verb, kb_text *out)
{
    static column_item items[KB_LISTED_MAX];
    static play_entry entries[KB_LISTED_MAX];
    int n = 0;
    for (int i = 0; i < m->n; i++) {
        if (strcasecmp(verb, "all") != 0 && strncasecmp(texts[i], verb, strlen(verb)) != 0) continue;
        entries[n] = (play_entry){PLAY_ONE, i, 1};
        items[n] = (column_item){m, &entries[n], 0};
        n++;
    }
    if (n > 0) put_columns(items, n, out);
    return n;
}

void play_offer_moves(const play_moves *m)
{
    for (int i = 0; i < m->n; i++) {
        char buffer[KB_MOVE_TEXT_MAX];
        snprintf(buffer, sizeof buffer, "%s", texts[i]);
        if (m->list[i].n > 1) buffer[stem_length(buffer) + 1] = '\0';
        play_offer_word(buffer);
    }
}
