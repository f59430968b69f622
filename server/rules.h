/* rules.h: the settings of a table: what a request for a new table may say, what its first entry says, and what views
 * show. */
#ifndef SRV_RULES_H
#define SRV_RULES_H

#include "../engine/record.h"

typedef enum srv_order { SRV_CHOSEN, SRV_RANDOM } srv_order;
typedef enum srv_talk { SRV_TALK_PRIVATE, SRV_TALK_PUBLIC, SRV_TALK_NONE } srv_talk;
/* Whether others learn who whispers with whom. They never learn what. */
typedef enum srv_whispers { SRV_WHISPERS_HIDDEN, SRV_WHISPERS_SEEN } srv_whispers;
/* Which pacts the table allows; private: secret ones, too. */
typedef enum srv_pact_rule { SRV_PACTS_PRIVATE, SRV_PACTS_PUBLIC, SRV_PACTS_NONE } srv_pact_rule;
/* How fast bots play, and how long they hold back, so that people can negotiate; off: they play at once. */
typedef enum srv_pace { SRV_PACE_BRISK, SRV_PACE_COMFORTABLE, SRV_PACE_OFF, SRV_PACES } srv_pace;
/* Whether the page may show what a choice is worth to those who want that. */
typedef enum srv_help { SRV_HELP_ALLOWED, SRV_HELP_FORBIDDEN } srv_help;
typedef enum srv_clock { SRV_CLOCK_NONE, SRV_CLOCK_LIVE, SRV_CLOCK_CORRESPONDENCE } srv_clock;

/* In the order in which they are stored. */
typedef enum srv_rule {
    SRV_RULE_PUBLIC,
    SRV_RULE_TALK,
    SRV_RULE_OPEN_TALK,
    SRV_RULE_WHISPERS,
    SRV_RULE_ORDER,
    SRV_RULE_PACTS,
    SRV_RULE_PACE,
    SRV_RULE_HELP,
    SRV_RULE_CLOCK,
    SRV_RULES
} srv_rule;
enum { SRV_ALL_RULES = (1 << SRV_RULES) - 1 };

typedef struct srv_rules {
    uint8_t talk, clock, order; /* srv_talk, srv_clock, srv_order */
    uint8_t pacts, pace;        /* srv_pact_rule, srv_pace */
    uint8_t whispers, help;     /* srv_whispers, srv_help */
    bool is_public, open_talk;
    int64_t bank_ms, increment_ms, answer_ms; /* answer_ms 0: answers use up the bank */
    uint32_t given;                           /* those that were named: 1 << srv_rule; the others are defaults */
} srv_rules;

/* Each reads its members of a JSON object, and ignores the others. */
bool srv_read_setup(kb_setup *, int version, kb_slice object, kb_text *why);
bool srv_read_rules(srv_rules *, kb_slice object, kb_text *why);
/* The rules from the first to the last, separated by commas. */
void srv_put_rules(const srv_rules *, srv_rule first, srv_rule last, kb_text *);
/* "clock":{… : the object is left open. */
void srv_open_clock(const srv_rules *, kb_text *);

const char *srv_rule_key(srv_rule);
extern const char *const srv_pace_names[SRV_PACES];

#endif
