/* tell.h: writes what happened for a terminal: sentences, talk, results. */
#ifndef CLI_TELL_H
#define CLI_TELL_H

#include "../engine/record.h"

/* A viewer who is told everything. */
enum { CLI_EVERYTHING = -1 };

/* Whether the viewer, a seat or KB_SPECTATOR, is told an event that these seats see. Secret events come in two
 * versions; CLI_EVERYTHING is told only the insiders' version. */
bool cli_is_told(const kb_setup *, uint32_t seen_by, int viewer);
/* Whether there is a seat that does not see it. */
bool cli_is_secret(const kb_setup *, uint32_t seen_by);

/* Makes untrusted text safe for a terminal: anything but plain text becomes a '?'. False: something was replaced. */
bool cli_put_safe(kb_text *, const char *, size_t n);
/* Makes a JSON string from a line that was read safe for a terminal. False: something was replaced. */
bool cli_put_string(kb_text *, kb_slice json);
/* green to red: “…”; the words are safe. to_mask 0: to everybody */
void cli_put_talk(kb_text *, const kb_setup *, int seat, uint32_t to_mask, const char *words);
/* Writes text with the names of the seats in their colours. */
void cli_put_painted(kb_text *, const kb_setup *, const char *text);
/* "red, yellow and green" */
void cli_put_seats(kb_text *, const kb_setup *, uint32_t mask);
/* The round of a sentence that opens a turn: "Round 2: green's turn." 0: it is another sentence. */
int cli_heading_round(const char *sentence);
/* Writes a heading in bold, and anything else with names in colour. */
void cli_put_sentence(kb_text *, const kb_setup *, const char *sentence);

/* Deals kept and broken, by seat. */
typedef struct cli_tally {
    int kept[KB_SEATS_MAX], broken[KB_SEATS_MAX];
    bool any;
} cli_tally;
void cli_count_deals(cli_tally *, const kb_state *, const kb_events *);
/* The final ranks of a game. */
void cli_put_result(kb_text *, const kb_state *, const cli_tally *);

#endif
