/* arena_field.c: which bots play in an arena: bots with labels, and fields to draw from. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { FIELD_BYTES_MAX = 1 << 16, WEIGHT_MAX = 1000 };

/* The length of "fast" in "fast=cmd:./mybot". 0: no label. An equals sign that is not for a label comes after a
 * colon. */
static size_t label_length(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
    return text[n] == '=' ? n : 0;
}

static bool take_name(const arena_plan *plan, const char *text, size_t label, arena_bot *out, kb_text *why)
{
    if (label > ARENA_LABEL_MAX) {
        kb_putf(why, "a label has at most %d characters", ARENA_LABEL_MAX);
        return false;
    }
    kb_text name = kb_text_in(out->name, sizeof out->name);
    kb_put_n(&name, label ? text : out->spec.text, label ? label : strlen(out->spec.text));
    for (int i = 0; label && i < plan->n_bots; i++)
        if (!strcmp(plan->bots[i].name, out->name)) {
            kb_putf(why, "duplicate label '%s'", out->name);
            return false;
        }
    return true;
}

/* A script is read here, since no other verb has tables for it. */
static bool read_spec(const char *text, player_spec *out, kb_text *why)
{
    negotiator ignored;
    if (!player_script(text)) return player_read(text, out, why);
    memset(out, 0, sizeof *out);
    kb_text name = kb_text_in(out->text, sizeof out->text);
    kb_put(&name, text);
    return negotiator_read(player_script(text), &ignored, why);
}

bool arena_add_bot(arena_plan *plan, const char *text, uint32_t weight, kb_text *why)
{
    int used = weight ? plan->n_bots - plan->n_named : plan->n_named;
    int most = weight ? ARENA_FIELD_MAX : ARENA_NAMED_MAX;
    if (used == most) {
        kb_putf(why, "expected at most %d bots", most);
        return false;
    }
    arena_bot *out = &plan->bots[plan->n_bots];
    size_t label = label_length(text);
    if (!read_spec(label ? text + label + 1 : text, &out->spec, why) || !take_name(plan, text, label, out, why))
        return false;
    out->weight = weight;
    plan->n_bots++;
    if (!weight) plan->n_named = plan->n_bots;
    return true;
}

bool arena_add_bots(arena_plan *plan, const char *verb, const char *list)
{
    char name[PLAYER_SPEC_MAX + ARENA_LABEL_MAX + 2], reason[KB_WHY_MAX];
    kb_text text = kb_text_in(name, sizeof name), why = kb_text_in(reason, sizeof reason);
    for (;; list++) {
        if (*list && *list != ',') {
            if (list[0] == '\\' && list[1] == ',') list++;
            kb_put_n(&text, list, 1);
            continue;
        }
        if (!arena_add_bot(plan, name, 0, &why)) {
            cli_call_error(verb, "--bots: %s", reason);
            return false;
        }
        if (!*list) return true;
        text = kb_text_in(name, sizeof name);
    }
}

/* Reads the weight before a bot, 1 if there is none, and moves past it. */
static bool take_weight(char **at, uint32_t *weight, kb_text *why)
{
    size_t digits = strspn(*at, "0123456789");
    *weight = 1;
    if (!digits || ((*at)[digits] != ' ' && (*at)[digits] != '\t')) return true;
    unsigned long number = digits > 4 ? 0 : strtoul(*at, NULL, 10);
    if (number < 1 || number > WEIGHT_MAX) {
        kb_putf(why, "expected a weight from 1 to %d but found '%.*s'", WEIGHT_MAX, (int)(digits < 20 ? digits : 20),
                *at);
        return false;
    }
    *weight = (uint32_t)number;
    *at += digits + strspn(*at + digits, " \t");
    return true;
}

/* Removes white space around a line. A comment becomes empty. */
static char *trim(char *line)
{
    line += strspn(line, " \t");
    size_t n = strlen(line);
    while (n && strchr(" \t\r", line[n - 1])) line[--n] = '\0';
    if (*line == '#') *line = '\0';
    return line;
}

static bool read_lines(arena_plan *plan, const char *name, char *text)
{
    int number = 1;
    for (char *next; text; text = next, number++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        uint32_t weight;
        next = strchr(text, '\n');
        if (next) *next++ = '\0';
        char *line = trim(text);
        if (!*line) continue;
        if (take_weight(&line, &weight, &why) && arena_add_bot(plan, line, weight, &why)) continue;
        cli_call_error("arena", "--field %s: line %d: %s", name, number, reason);
        return false;
    }
    if (plan->n_bots > plan->n_named) return true;
    cli_call_error("arena", "--field %s: expected a bot but found none", name);
    return false;
}

bool arena_read_field(arena_plan *plan, const char *name)
{
    size_t n;
    char *text = cli_read_file(name, FIELD_BYTES_MAX, &n);
    if (!text) return false;
    bool fine = strlen(text) == n;
    if (!fine) cli_call_error("arena", "--field %s: expected text but found a zero byte", name);
    fine = fine && read_lines(plan, name, text);
    free(text);
    return fine;
}

/* --- promises ------------------------------------------------------------------------------------------ */

bool arena_take_pacts(arena_plan *plan, const char *verb, const char *text)
{
    char option[KB_WHY_MAX];
    plan->pacts = true;
    if (!text) return true;
    snprintf(option, sizeof option, "promises=%s", text);
    return cli_take_option(verb, option, &plan->setup);
}

bool arena_check_pacts(const arena_plan *plan, const char *verb)
{
    const char *fault = NULL;
    for (int i = 0; i < plan->n_bots; i++) {
        const char *name = plan->bots[i].spec.text;
        if (!plan->pacts && player_script(name)) fault = "script: plays with --pacts only";
        if (plan->pacts && !player_command(name) && strlen(name) > KB_BOT_MAX)
            fault = "--pacts: the name of a bot has at most 40 bytes at a table";
    }
    if (fault) cli_call_error(verb, "%s", fault);
    return !fault;
}
