/* terms.c: the promises of a proposal, read, written and compared. */
#include "terms.h"

#include "../core/text.h"
#include "../engine/games.h"

KB_STATIC_ASSERT((int)BOT_DEED_MAX == (int)KB_PATTERN_MAX, "an idea holds any pattern");

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool bot_find_number(const kb_deeds *table, const kb_promise *p, bot_terms *t)
{
    const char *text = p->deed.text;
    int place = table->amount_at[kb_lowest_bit(p->deed.forms)];
    size_t at = 0;
    if (place == KB_NO_PLACE) return false;
    for (int words = place + 1; words > 0 && text[at]; at++) words -= text[at] == ' ';
    if (text[at] == '>' || text[at] == '<') at += 2;
    t->from = t->to = at;
    t->number = 0;
    while (is_digit(text[t->to])) t->number = t->number * 10 + text[t->to++] - '0';
    return t->to > t->from && (!text[t->to] || text[t->to] == ' ');
}

void bot_find_numbered(const kb_deeds *table, bot_terms *t)
{
    t->numbered = -1;
    for (int i = 0; i < t->n && t->numbered < 0; i++)
        if (bot_find_number(table, &t->at[i], t)) t->numbered = i;
}

bool bot_renumber(const kb_setup *setup, const bot_terms *given, int32_t number, bot_terms *out)
{
    char deed[KB_PATTERN_MAX + 16], words[KB_WHY_MAX];
    kb_text text = kb_text_in(deed, sizeof deed), why = kb_text_in(words, sizeof words);
    const char *old = given->at[given->numbered].deed.text;
    *out = *given;
    kb_put_n(&text, old, given->from);
    kb_putf(&text, "%d", number);
    kb_put(&text, old + given->to);
    if (!kb_pattern_read(setup, deed, text.n, &out->at[given->numbered].deed, &why)) return false;
    bot_find_numbered(kb_game_at(setup->game)->deeds, out);
    return out->number == number;
}

void bot_put_terms(const kb_setup *setup, const bot_terms *t, kb_text *out)
{
    kb_putj(out, "[");
    for (int i = 0; i < t->n; i++) {
        const kb_promise *p = &t->at[i];
        kb_putj(out, "{seat:%s, %s:%s, term:%s", kb_seat_name(setup, p->seat), p->wont ? "wont" : "will", p->deed.text,
                kb_term_names[p->term]);
        if (p->condition.forms)
            kb_putj(out, "if:{seat:%s, deed:%s}", kb_seat_name(setup, p->if_seat), p->condition.text);
        kb_putj(out, "}");
    }
    kb_putj(out, "]");
}

int32_t bot_number_of(const bot_terms *t)
{
    return t->numbered < 0 ? 1 : t->number;
}

bool bot_read_idea(const kb_setup *setup, const bot_idea *idea, bot_terms *out)
{
    char words[KB_WHY_MAX];
    kb_text why = kb_text_in(words, sizeof words);
    __builtin_memset(out, 0, sizeof *out);
    out->n = idea->n;
    for (int i = 0; i < idea->n; i++) {
        const char *deed = idea->promise[i].deed;
        out->at[i].seat = idea->promise[i].seat;
        out->at[i].wont = idea->promise[i].wont;
        out->at[i].term = idea->promise[i].term;
        if (!kb_pattern_read(setup, deed, kb_length(deed), &out->at[i].deed, &why)) return false;
    }
    bot_find_numbered(kb_game_at(setup->game)->deeds, out);
    return true;
}

bool bot_is_free(const bot_terms *t, int seat)
{
    for (int i = 0; i < t->n; i++)
        if (t->at[i].seat == seat) return false;
    return true;
}

/* Whether some deed fits both patterns, as far as their words tell. */
static bool overlap(const kb_pattern *a, const kb_pattern *b)
{
    const uint64_t none = 1ull << KB_NO_WORD;
    if (!(a->forms & b->forms)) return false;
    for (int place = 0; place < KB_PLACES; place++) {
        uint64_t words = a->words[place] & b->words[place], parts = a->parts[place] & b->parts[place];
        if (words == none || parts == none) return false;
    }
    return true;
}

bool bot_are_contrary(const kb_promise *a, const kb_promise *b)
{
    return a->wont != b->wont && overlap(&a->deed, &b->deed);
}

bool bot_are_of_one_thing(const kb_deeds *table, const kb_promise *one, const kb_promise *other)
{
    const kb_pattern *a = &one->deed, *b = &other->deed;
    int scarce = table->scarce_at;
    if (!kb_is_gift(table, one) || !kb_is_gift(table, other)) return false;
    return a->parts[0] == b->parts[0] || a->words[scarce] == b->words[scarce];
}
