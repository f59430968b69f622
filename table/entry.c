/* entry.c: see entry.h. */
#include "entry.h"

enum {
    NOTHING,
    DO,
#define KB_FIELD(code, ...) code,
#include "entries.def"
};

static const kb_field fields[] = {
    [DO] = {.key = "do"},
#define KB_FIELD(code, key, type, member, max) \
    [code] = {key, KB_FIELD_##type, offsetof(kb_entry, member), sizeof((kb_entry *)NULL)->member, max},
#include "entries.def"
};

enum { MOVES = true, STANDS = false };
const kb_shape kb_shapes[KB_DOS] = {
#define KB_ENTRY(code, name, counts, audience, clock, ...) \
    {name, KB_ENTRY_##counts, KB_TO_##audience, clock, {AT, MAY(WHO), MAY(ID), DO, __VA_ARGS__, NOTHING}},
#include "entries.def"
};

static kb_object as_object(kb_entry *entry, const kb_setup *setup)
{
    const kb_shape *shape = &kb_shapes[entry->kind];
    return (kb_object){.at = entry, .all = fields, .fields = shape->fields, .name = shape->name, .setup = setup};
}

/* Returns false for an entry of an unknown kind, or none. */
static bool read_kind(kb_slice object, kb_text *why, kb_do *kind)
{
    kb_slice found;
    kb_word word;
    int i = 0;
    if (!kb_read_do(object, &word, why)) return false;
    while (i < KB_DOS && !kb_equal(word.at, word.n, kb_shapes[i].name)) i++;
    if (i == KB_DOS) {
        kb_putf(why, "unknown entry '%.*s'", (int)word.n, word.at);
        return false;
    }
    *kind = i == KB_DO_TABLE && kb_json_find(object, "imported", &found) ? KB_DO_IMPORT : (kb_do)i;
    return true;
}

/* Tables from before version 2 name no version. */
static bool read_table(kb_entry *entry, kb_slice object, kb_text *why)
{
    if (!entry->version) entry->version = 1;
    return kb_read_table_setup(&entry->setup, (int)entry->version, object, why) &&
           kb_read_table_rules(&entry->rules, object, why);
}

bool kb_read_entry(kb_entry_reading *r, const kb_setup *setup, const char *text, size_t n, kb_text *why)
{
    char reason[KB_WHY_MAX];
    kb_text more = kb_text_in(reason, sizeof reason);
    kb_slice object = {text, n};
    r->entry = (kb_entry){.by = -1};
    if (!read_kind(object, why, &r->entry.kind)) return false;
    kb_object o = as_object(&r->entry, setup);
    o.texts = r->texts;
    o.n_texts = sizeof r->texts;
    if (kb_read_fields(&o, object, &more) && (!kb_makes_table(&r->entry) || read_table(&r->entry, object, &more)))
        return true;
    kb_putf(why, "%s: %s", o.name, reason);
    return false;
}

#ifndef NDEBUG
static bool is_readable(const kb_setup *setup, const char *text, size_t n)
{
    kb_entry_reading reading;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    return kb_read_entry(&reading, setup, text, n, &why);
}
#endif

bool kb_write_entry(const kb_entry *entry, const kb_setup *setup, kb_text *out)
{
    kb_object o = as_object((kb_entry *)entry, setup);
    o.version = (int)entry->version;
    bool sound = kb_write_fields(&o, out);
    KB_ASSERT(!sound || is_readable(setup, out->at, out->n));
    return sound;
}

bool kb_is_told(const kb_entry *entry)
{
    const uint8_t *code = kb_shapes[entry->kind].fields;
    while (*code && !(*code & KB_FIELD_TOLD)) code++;
    return *code;
}

void kb_put_entry_event(const kb_entry *entry, const kb_setup *setup, kb_text *out)
{
    kb_object o = as_object((kb_entry *)entry, setup);
    kb_put(out, ",");
    kb_put_told(&o, out);
}
