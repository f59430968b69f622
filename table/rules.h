/* rules.h: the settings of a table: what a request for a new table may say, what its first entry says, and what views
 * show. */
#ifndef KB_TABLE_RULES_H
#define KB_TABLE_RULES_H

#include "../engine/record.h"

typedef enum kb_order_rule { KB_ORDER_CHOSEN, KB_ORDER_RANDOM } kb_order_rule;
typedef enum kb_talk_rule { KB_TALK_PRIVATE, KB_TALK_PUBLIC, KB_TALK_NONE } kb_talk_rule;
/* Whether others learn who whispers with whom. They never learn what. */
typedef enum kb_whispers_rule { KB_WHISPERS_HIDDEN, KB_WHISPERS_SEEN } kb_whispers_rule;
/* Which pacts the table allows; private: secret ones, too. */
typedef enum kb_pact_rule { KB_PACTS_PRIVATE, KB_PACTS_PUBLIC, KB_PACTS_NONE } kb_pact_rule;
/* How fast bots play, and how long they hold back, so that people can negotiate; off: they play at once. */
typedef enum kb_pace { KB_PACE_BRISK, KB_PACE_COMFORTABLE, KB_PACE_OFF, KB_PACES } kb_pace;
/* Whether the page may show what a choice is worth to those who want that. */
typedef enum kb_help_rule { KB_HELP_ALLOWED, KB_HELP_FORBIDDEN } kb_help_rule;
typedef enum kb_clock_rule { KB_CLOCK_NONE, KB_CLOCK_LIVE, KB_CLOCK_CORRESPONDENCE } kb_clock_rule;

/* In the order in which they are stored. */
typedef enum kb_table_rule {
    KB_RULE_PUBLIC,
    KB_RULE_TALK,
    KB_RULE_OPEN_TALK,
    KB_RULE_WHISPERS,
    KB_RULE_ORDER,
    KB_RULE_PACTS,
    KB_RULE_PACE,
    KB_RULE_HELP,
    KB_RULE_CLOCK,
    KB_TABLE_RULES
} kb_table_rule;
enum { KB_TABLE_RULES_ALL = (1 << KB_TABLE_RULES) - 1 };

typedef struct kb_table_rules {
    uint8_t talk, clock, order; /* kb_talk_rule, kb_clock_rule, kb_order_rule */
    uint8_t pacts, pace;        /* kb_pact_rule, kb_pace */
    uint8_t whispers, help;     /* kb_whispers_rule, kb_help_rule */
    bool is_public, open_talk;
    int64_t bank_ms, increment_ms, answer_ms; /* answer_ms 0: answers use up the bank */
    uint32_t given;                           /* those that were named: 1 << kb_table_rule; the others are defaults */
} kb_table_rules;

/* Each reads its members of a JSON object, and ignores the others. */
bool kb_read_table_setup(kb_setup *, int version, kb_slice object, kb_text *why);
bool kb_read_table_rules(kb_table_rules *, kb_slice object, kb_text *why);
/* The rules from the first to the last, as members of an object. */
void kb_put_table_rules(const kb_table_rules *, kb_table_rule first, kb_table_rule last, kb_text *);
/* "clock":{… : the object is left open. */
void kb_open_clock(const kb_table_rules *, kb_text *);

const char *kb_table_rule_key(kb_table_rule);
extern const char *const kb_pace_names[KB_PACES];

#endif
