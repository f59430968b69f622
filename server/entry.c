/* entry.c: see entry.h. */
#include "entry.h"

enum {
    NOTHING,
    DO,
#define SRV_FIELD(code, ...) code,
#include "entries.def"
};

static const srv_field fields[] = {
    [DO] = {.key = "do"},
#define SRV_FIELD(code, key, type, member, max) \
    [code] = {key, SRV_TYPE_##type, offsetof(srv_entry, member), sizeof((srv_entry *)NULL)->member, max},
#include "entries.def"
};

enum { MOVES = true, STANDS = false };
const srv_shape srv_shapes[SRV_DOS] = {
#define SRV_ENTRY(code, name, counts, audience, clock, ...) \
    {name, SRV_ENTRY_##counts, SRV_TO_##audience, clock, {AT, MAY(WHO), MAY(ID), DO, __VA_ARGS__, NOTHING}},
#include "entries.def"
};

static srv_object as_object(srv_entry *entry, const kb_setup *setup)
{
    const srv_shape *shape = &srv_shapes[entry->kind];
    return (srv_object){.at = entry, .all = fields, .fields = shape->fields, .name = shape->name, .setup = setup};
}

/* Returns false for an entry of an unknown kind, or none. */
static bool read_kind(kb_slice object, kb_text *why, srv_do *kind)
{
    kb_slice found;
    kb_word word;
    int i = 0;
    if (!srv_read_do(object, &word, why)) return false;
    while (i < SRV_DOS && !kb_equal(word.at, word.n, srv_shapes[i].name)) i++;
    if (i == SRV_DOS) {
        kb_putf(why, "unknown entry '%.*s'", (int)word.n, word.at);
        return false;
    }
    *kind = i == SRV_DO_TABLE && kb_json_find(object, "imported", &found) ? SRV_DO_IMPORT : (srv_do)i;
    return true;
}

/* Tables from before version 2 name no version. */
static bool read_table(srv_entry *entry, kb_slice object, kb_text *why)
{
    if (!entry->version) entry->version = 1;
    return srv_read_setup(&entry->setup, (int)entry->version, object, why) &&
           srv_read_rules(&entry->rules, object, why);
}

bool srv_read_entry(srv_reading *r, const kb_setup *setup, const char *text, size_t n, kb_text *why)
{
    char reason[KB_WHY_MAX];
    kb_text more = kb_text_in(reason, sizeof reason);
    kb_slice object = {text, n};
    r->entry = (srv_entry){.by = -1};
    if (!read_kind(object, why, &r->entry.kind)) return false;
    srv_object o = as_object(&r->entry, setup);
    o.texts = r->texts;
    o.n_texts = sizeof r->texts;
    if (srv_read_fields(&o, object, &more) && (!srv_makes_table(&r->entry) || read_table(&r->entry, object, &more)))
        return true;
    kb_putf(why, "%s: %s", o.name, reason);
    return false;
}

#ifndef NDEBUG
static bool is_readable(const kb_setup *setup, const char *text, size_t n)
{
    srv_reading reading;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    return srv_read_entry(&reading, setup, text, n, &why);
}
#endif

bool srv_write_entry(const srv_entry *entry, const kb_setup *setup, kb_text *out)
{
    srv_object o = as_object((srv_entry *)entry, setup);
    o.version = (int)entry->version;
    bool sound = srv_write_fields(&o, out);
    KB_ASSERT(!sound || is_readable(setup, out->at, out->n));
    return sound;
}

bool srv_put_event(const srv_entry *entry, const kb_setup *setup, kb_text *out)
{
    srv_object o = as_object((srv_entry *)entry, setup);
    return srv_put_told(&o, out);
}
