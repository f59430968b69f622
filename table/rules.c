/* rules.c: see rules.h. */
#include "rules.h"

static const char *const talk_names[] = {"private", "public", "none"};
static const char *const clock_names[] = {"none", "live", "correspondence"};
static const char *const order_names[] = {"chosen", "random"};
const char *const kb_pace_names[KB_PACES] = {"brisk", "comfortable", "off"};
static const char *const whispers_names[] = {"hidden", "seen"};
static const char *const help_names[] = {"allowed", "forbidden"};

/* One of some names, the first by default; or a flag, which has none, and is false by default. */
static const struct {
    const char *key;
    size_t offset;
    const char *const *names;
    int n_names;
} settings[] = {{"public", offsetof(kb_table_rules, is_public), NULL, 0},
                {"talk", offsetof(kb_table_rules, talk), talk_names, KB_COUNT(talk_names)},
                {"open_talk", offsetof(kb_table_rules, open_talk), NULL, 0},
                {"whispers", offsetof(kb_table_rules, whispers), whispers_names, KB_COUNT(whispers_names)},
                {"order", offsetof(kb_table_rules, order), order_names, KB_COUNT(order_names)},
                {"pacts", offsetof(kb_table_rules, pacts), talk_names, KB_COUNT(talk_names)},
                {"pace", offsetof(kb_table_rules, pace), kb_pace_names, KB_PACES},
                {"help", offsetof(kb_table_rules, help), help_names, KB_COUNT(help_names)},
                {"clock", offsetof(kb_table_rules, clock), clock_names, KB_COUNT(clock_names)}};

const char *kb_table_rule_key(kb_table_rule rule)
{
    return settings[rule].key;
}

/* --- reading --------------------------------------------------------------------------------------------- */

/* The member of that key; empty: there is none. */
static kb_slice member(kb_slice object, const char *key)
{
    kb_slice value;
    return kb_json_find(object, key, &value) ? value : (kb_slice){NULL, 0};
}

bool kb_read_table_setup(kb_setup *setup, int version, kb_slice object, kb_text *why)
{
    kb_setup_parts parts = {member(object, "game"), member(object, "edition"), member(object, "options"),
                            member(object, "players")};
    return !kb_read_setup(setup, version, &parts, why);
}

static bool read_clock(kb_table_rules *rules, kb_slice text)
{
    enum { KIND, BANK, INCREMENT, ANSWER, HOURS, KEYS };
    static const char *const keys[KEYS] = {"kind", "bank_s", "increment_s", "answer_s", "hours"};
    static const int64_t low[KEYS] = {0, 10, 0, 5, 1}, high[KEYS] = {0, 24 * 3600, 3600, 3600, 24 * 30};
    static const uint32_t wanted[] = {1 << KIND, 1 << KIND | 1 << BANK | 1 << INCREMENT, 1 << KIND | 1 << HOURS};
    int64_t n[KEYS] = {0};
    uint32_t seen = 0;
    int kind = -1, key;
    kb_json json = kb_json_over(text.at, text.n, NULL);
    kb_json_open(&json, '{');
    while ((key = kb_json_member(&json, keys, KEYS, &seen)) >= 0) {
        if (key == KIND) {
            kind = kb_json_name(&json, clock_names, KB_COUNT(clock_names), "clock");
        } else {
            kb_json_int(&json, low[key], high[key], &n[key]);
        }
    }
    if (json.failed || kind < 0 || (seen & ~(kind == KB_CLOCK_LIVE ? 1u << ANSWER : 0)) != wanted[kind]) return false;
    rules->clock = (uint8_t)kind;
    rules->bank_ms = n[BANK] * 1000 + n[HOURS] * 3600 * 1000;
    rules->increment_ms = n[INCREMENT] * 1000;
    rules->answer_ms = n[ANSWER] * 1000;
    return true;
}

static bool read_rule(kb_table_rules *rules, kb_table_rule rule, kb_slice text)
{
    void *at = (char *)rules + settings[rule].offset;
    kb_json json = kb_json_over(text.at, text.n, NULL);
    if (rule == KB_RULE_CLOCK) return read_clock(rules, text);
    if (!settings[rule].names) return kb_json_bool(&json, at);
    int choice = kb_json_name(&json, settings[rule].names, settings[rule].n_names, "");
    *(uint8_t *)at = (uint8_t)choice;
    return choice >= 0;
}

/* "talk is private, public or none" */
static void put_expected(kb_table_rule rule, kb_text *why)
{
    int n = settings[rule].n_names;
    if (rule == KB_RULE_CLOCK) {
        kb_put(why,
               "a clock is {\"kind\":\"none\"}, live with bank_s (10 to 86400), increment_s (0 to 3600) and perhaps "
               "answer_s (5 to 3600), or correspondence with hours (1 to 720)");
        return;
    }
    kb_putf(why, "%s is ", settings[rule].key);
    if (!n) kb_put(why, "true or false");
    for (int i = 0; i < n; i++) kb_putf(why, "%s%s", !i ? "" : i + 1 < n ? ", " : " or ", settings[rule].names[i]);
}

/* By default pacts are as private as talk, and there are none without talk. */
bool kb_read_table_rules(kb_table_rules *rules, kb_slice object, kb_text *why)
{
    __builtin_memset(rules, 0, sizeof *rules);
    for (int i = 0; i < KB_TABLE_RULES; i++) {
        kb_slice text = member(object, settings[i].key);
        if (!text.n) continue;
        rules->given |= 1u << i;
        if (read_rule(rules, (kb_table_rule)i, text)) continue;
        put_expected((kb_table_rule)i, why);
        return false;
    }
    if (!(rules->given & 1u << KB_RULE_PACTS)) rules->pacts = rules->talk;
    if (rules->talk == KB_TALK_NONE) rules->pacts = KB_PACTS_NONE;
    return true;
}

/* --- writing --------------------------------------------------------------------------------------------- */

void kb_open_clock(const kb_table_rules *rules, kb_text *out)
{
    kb_putj(out, "clock:{kind:%s", clock_names[rules->clock]);
    if (rules->clock == KB_CLOCK_LIVE)
        kb_putj(out, "bank_s:%lld, increment_s:%lld", (long long)rules->bank_ms / 1000,
                (long long)rules->increment_ms / 1000);
    if (rules->answer_ms) kb_putj(out, "answer_s:%lld", (long long)rules->answer_ms / 1000);
    if (rules->clock == KB_CLOCK_CORRESPONDENCE) kb_putj(out, "hours:%lld", (long long)rules->bank_ms / 3600000);
}

static void put_rule(const kb_table_rules *rules, kb_table_rule rule, kb_text *out)
{
    const uint8_t *at = (const uint8_t *)rules + settings[rule].offset;
    if (rule == KB_RULE_CLOCK) {
        kb_open_clock(rules, out);
        kb_putj(out, "}");
    } else if (settings[rule].names) {
        kb_putj(out, "%s:%s", settings[rule].key, settings[rule].names[*at]);
    } else {
        kb_putj(out, "%s:%i", settings[rule].key, *(const bool *)at);
    }
}

void kb_put_table_rules(const kb_table_rules *rules, kb_table_rule first, kb_table_rule last, kb_text *out)
{
    for (int i = (int)first; i <= (int)last; i++) put_rule(rules, (kb_table_rule)i, out);
}
