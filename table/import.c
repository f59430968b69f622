/* import.c: see import.h. */
#include "import.h"

typedef struct importing {
    kb_table *t;
    uint64_t at_ms;
    char *scratch;
    const kb_news *news;
    kb_text *why;
} importing;

static bool add(const importing *in, kb_entry entry)
{
    entry.at_ms = in->at_ms;
    return kb_table_add(in->t, &entry, in->news, in->why);
}

bool kb_import_begin(kb_table *t, const kb_setup *setup, int version, uint64_t now_ms, const kb_news *news,
                     kb_text *why)
{
    const importing in = {t, now_ms, NULL, news, why};
    kb_entry table = {.kind = KB_DO_IMPORT, .name = "", .imported = true, .version = (uint32_t)version};
    table.setup = *setup;
    table.rules = (kb_table_rules){.is_public = true, .pacts = KB_PACTS_PRIVATE, .pace = KB_PACE_OFF};
    table.rules.given = 1u << KB_RULE_PUBLIC | 1u << KB_RULE_PACTS | 1u << KB_RULE_PACE;
    return add(&in, table) && add(&in, (kb_entry){.kind = KB_DO_START});
}

static bool add_move(const importing *in, const kb_state *before, const kb_line *line)
{
    char move[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(move, sizeof move);
    kb_move_text(before, line->move, &text);
    return add(in, (kb_entry){.kind = KB_DO_MOVE, .mover = line->seat, .move = move, .chosen = &line->move});
}

static bool add_talk(const importing *in, const kb_line *line)
{
    char say[KB_TALK_MAX + 1];
    kb_text text = kb_text_in(say, sizeof say);
    kb_json json = kb_json_over(line->body.at, line->body.n, NULL);
    return kb_json_text(&json, &text) &&
           add(in, (kb_entry){.kind = KB_DO_SAY, .by = line->seat, .say = say, .to_mask = line->to_mask});
}

/* The value of a line as entries store it, which is never longer. */
static kb_slice compact(const importing *in, const kb_line *line)
{
    kb_text text = kb_text_in(in->scratch, line->body.n + 1);
    kb_json json = kb_json_over(line->body.at, line->body.n, NULL);
    kb_json_put_compact(&json, &text);
    return (kb_slice){text.at, text.n};
}

static bool add_pact(const importing *in, const kb_line *line)
{
    kb_entry entry = {.kind = (kb_do)(KB_DO_PROPOSE + (int)line->act), .by = line->seat, .pact = line->pact};
    if (line->act != KB_PACT_PROPOSE) return add(in, entry);
    entry.promises = compact(in, line);
    entry.with_mask = line->to_mask;
    entry.secret = line->secret;
    return add(in, entry);
}

/* Reads the name that meta has for the seat in one of its objects. Returns false if there is none. */
static bool read_name(kb_slice meta, const char *object, const char *seat, char name[KB_NAME_MAX + 1])
{
    char path[64];
    kb_slice value;
    kb_text text = kb_text_in(path, sizeof path), out = kb_text_in(name, KB_NAME_MAX + 1);
    kb_putf(&text, "%s.%s", object, seat);
    if (!kb_json_find(meta, path, &value)) return false;
    kb_json json = kb_json_over(value.at, value.n, NULL);
    return kb_json_text(&json, &out) && kb_is_plain(out.at, out.n);
}

/* Seats the players that the record names. An unknown bot becomes a person of that name. */
static bool seat_down(const importing *in, kb_slice meta)
{
    enum { PREFIX = 4 };
    for (int at = 0; at < in->t->setup.seats; at++) {
        char reason[KB_WHY_MAX], plays[KB_NAME_MAX + 1], name[KB_NAME_MAX + 1];
        const char *seat = kb_seat_name(&in->t->setup, at), *bot_name = plays + PREFIX;
        kb_text why = kb_text_in(reason, sizeof reason);
        bot_spec spec;
        if (!read_name(meta, "seats", seat, plays)) continue;
        bool is_named = read_name(meta, "names", seat, name);
        bool is_bot = kb_length(plays) >= PREFIX && kb_equal(plays, PREFIX, "bot ");
        kb_entry entry = {.kind = KB_DO_SIT, .seat = at, .name = is_named ? name : is_bot ? plays : "somebody"};
        if (is_bot && bot_read(bot_name, &spec, &why)) {
            entry.kind = KB_DO_BOT;
            entry.bot = bot_name;
        }
        if (!add(in, entry)) return false;
    }
    return true;
}

static bool add_kept(const importing *in, kb_do kind, const kb_line *line)
{
    kb_entry entry = {.kind = kind};
    kb_slice value = compact(in, line);
    entry.meta = entry.luck = value;
    return add(in, entry) && (kind != KB_DO_META || seat_down(in, value));
}

bool kb_import_line(kb_table *t, uint64_t now_ms, const kb_state *before, const kb_line *line, char *scratch,
                    const kb_news *news, kb_text *why)
{
    const importing in = {t, now_ms > t->at_ms ? now_ms : t->at_ms, scratch, news, why};
    switch (line->kind) {
    case KB_LINE_MOVE: return add_move(&in, before, line);
    case KB_LINE_TALK: return add_talk(&in, line);
    case KB_LINE_META: return !t->is_imported || add_kept(&in, KB_DO_META, line);
    case KB_LINE_LUCK: return !t->is_imported || add_kept(&in, KB_DO_LUCK, line);
    case KB_LINE_PACT: return add_pact(&in, line);
    case KB_LINE_SETUP:
    case KB_LINE_END: return true;
    }
    return false;
}
