/* bot.c: reads the name of a bot, seats it, and lets it decide and talk. */
#include "bot.h"

#include "../core/rng.h"
#include "../engine/games.h"
#include "cast.h"
#include "policy.h"
#include "style.h"

/* --- names ------------------------------------------------------------------------------------ */

enum { SIMULATIONS_MAX = 10000000, MILLISECONDS_MAX = 600000 };

const char *const bot_names[BOT_NAMES] = {"random", "greedy", "search", "easy", "medium", "hard"};
static const bot_spec named_specs[BOT_NAMES] = {
    {.kind = BOT_RANDOM},
    {.kind = BOT_GREEDY},
    {.kind = BOT_SEARCH, .simulations = BOT_SIMULATIONS},
    {.kind = BOT_GREEDY, .slips = 35},
    {.kind = BOT_SEARCH, .level = 1, .simulations = 200},
    {.kind = BOT_SEARCH, .level = 1, .simulations = 8000},
};

const char *const bot_character_names[BOT_CHARACTERS] = {"plain", "honest", "opportunist", "grudge"};

/* Reads a number at the start of the word and moves past it. */
static bool take_number(const char **at, const char *end, uint32_t most, uint32_t *out)
{
    uint32_t number = 0;
    const char *from = *at;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        number = number * 10 + (uint32_t)(**at - '0');
        if (number > most) return false;
    }
    *out = number;
    return *at > from && number > 0;
}

static bool take_budget(const char *word, const char *end, bot_spec *spec)
{
    uint32_t number;
    if (spec->kind != BOT_SEARCH || !take_number(&word, end, SIMULATIONS_MAX, &number)) return false;
    bool in_time = kb_equal(word, (size_t)(end - word), "ms");
    if (!in_time && word != end) return false;
    if (in_time && number > MILLISECONDS_MAX) return false;
    spec->level = 0;
    spec->simulations = in_time ? 0 : number;
    spec->milliseconds = in_time ? number : 0;
    return true;
}

static bool take_character(const char *word, const char *end, bot_spec *spec)
{
    for (int i = 0; i < BOT_CHARACTERS; i++)
        if (kb_equal(word, (size_t)(end - word), bot_character_names[i])) {
            spec->character = (uint8_t)i;
            return true;
        }
    return false;
}

static const char *end_of_word(const char *at)
{
    while (*at && *at != ':') at++;
    return at;
}

bool bot_read(const char *text, bot_spec *spec, kb_text *why)
{
    const char *end = end_of_word(text);
    const bot_person *person = bot_person_named(text, (size_t)(end - text));
    if (person && !*end && bot_read(person->level, spec, why)) {
        spec->character = person->character;
        spec->voice = person->voice;
        return true;
    }
    bool known = false, styled = kb_equal(text, (size_t)(end - text), "style");
    for (int i = 0; i < BOT_NAMES; i++)
        if (kb_equal(text, (size_t)(end - text), bot_names[i])) {
            *spec = named_specs[i];
            known = true;
        }
    if (styled) {
        *spec = (bot_spec){.kind = BOT_STYLED};
        const char *word = *end ? end + 1 : end;
        end = end_of_word(word);
        known = bot_read_style(word, (size_t)(end - word), spec);
    }
    bool fine = known;
    while (fine && *end) {
        const char *word = end + 1;
        end = end_of_word(word);
        fine = take_budget(word, end, spec) || take_character(word, end, spec);
    }
    if (fine) return true;
    kb_put(why, "no bot '");
    kb_put(why, text);
    kb_put(why, "': there are random, greedy, search, search:SIMULATIONS, search:TIMEms, easy, medium and hard, each "
                "also with :honest, :opportunist or :grudge; and style:NAME, or style:FIGURE=N/FIGURE=N with");
    bot_put_styles(why);
    kb_put(why, "; and");
    for (int i = 0; i < BOT_CAST; i++) kb_putf(why, "%s %s", i ? "," : "", bot_cast[i].key);
    return false;
}

/* --- play ------------------------------------------------------------------------------------- */

void bot_sit(bot *b, const bot_spec *spec, int seat, uint64_t seed)
{
    __builtin_memset(b, 0, sizeof *b);
    b->spec = *spec;
    b->seat = (uint8_t)seat;
    b->rng = kb_rng_seeded(seed);
    b->memory.character = spec->character;
    b->line.about = b->said.about = KB_NONE;
}

void bot_watch(bot *b, const kb_state *view, const kb_event *event)
{
    const bot_policy *policy = bot_policy_of(view);
    if (b->spec.kind == BOT_SEARCH) bot_learn(b, view, event); /* needs the ledger from before the event */
    if (policy->count) policy->count(&b->memory, view, event);
    if (policy->notice && (b->spec.character || b->spec.kind == BOT_SEARCH)) policy->notice(&b->memory, view, event);
    if (!b->spec.character || !policy->remember) return;
    bot_mean_to_say(b, policy->remember(&b->memory, b->seat, view, event));
}

void bot_mean_to_say(bot *b, bot_line line)
{
    bool again = line.phrase == b->said.phrase && line.about == b->said.about;
    bool is_upset = b->line.phrase == BOT_SAYS_BROKEN_WORD;
    if (line.phrase && !again && !is_upset) b->line = line;
}

kb_move bot_random(const kb_state *view, int seat, kb_rng *rng)
{
    kb_span list[KB_SPANS_MAX];
    return kb_rng_move(rng, list, kb_legal(view, seat, list, KB_SPANS_MAX));
}

/* A random move, if this decision is a slip and the move is not absurd. Even a slip keeps the bot's word. */
static bool slips(bot *b, const kb_state *view, const bot_choices *choices, kb_move *move)
{
    const bot_policy *policy = bot_policy_of(view);
    if (!b->spec.slips || kb_rng_under(&b->rng, 100) >= b->spec.slips) return false;
    *move = bot_random(view, b->seat, &b->rng);
    if (policy->is_absurd && policy->is_absurd(view, b->seat, &b->memory, *move)) return false;
    if (policy->breaks_word && policy->breaks_word(view, b->seat, &b->memory, *move)) return false;
    return bot_may_choose(choices, *move);
}

kb_move bot_decide_among(bot *b, const kb_state *view, const bot_choices *choices, const bot_room *room)
{
    kb_move move;
    if (slips(b, view, choices, &move)) return move;
    if (b->spec.kind == BOT_SEARCH) return bot_search(b, view, choices, room);
    if (b->spec.kind == BOT_RANDOM) {
        move = bot_random(view, b->seat, &b->rng);
    } else if (b->spec.kind == BOT_STYLED && b->spec.game == view->setup.game) {
        const bot_memory plain = {0}; /* a style is all that such a bot has */
        move = bot_styled(view, b->seat, &b->spec.figures, &plain, &b->rng);
    } else {
        move = bot_policy_of(view)->greedy(view, b->seat, &b->memory, &b->rng);
    }
    return bot_nearest(choices, move, &b->rng);
}

kb_move bot_decide(bot *b, const kb_state *view, const bot_room *room)
{
    return bot_decide_among(b, view, NULL, room);
}

/* --- talk ------------------------------------------------------------------------------------- */

void bot_spoke(bot *b)
{
    if (b->line.phrase) {
        b->said = b->line;
        b->times_said[b->line.phrase]++;
    }
    b->line.phrase = BOT_SILENT;
    b->line.about = KB_NONE;
}

bool bot_speak(bot *b, const kb_setup *setup, kb_text *out)
{
    if (!b->line.phrase) return false;
    bot_write_line(b, setup, out);
    bot_spoke(b);
    return true;
}

void bot_write_line(const bot *b, const kb_setup *setup, kb_text *out)
{
    for (const char *at = bot_sentence(b->spec.voice, b->line.phrase, b->times_said[b->line.phrase]); *at; at++) {
        if (at[0] == '%' && at[1] == 's') {
            kb_put(out, kb_seat_name(setup, b->line.about));
            at++;
        } else {
            kb_put_n(out, at, 1);
        }
    }
}
