/* library.c: bots for users of the library. A kb_bot lives in the user's memory and searches in the rest of it. */
#include "../engine/games.h"
#include "bot.h"

struct kb_bot {
    bot self;
    size_t bytes;   /* all of its memory; what follows this struct is for searching */
    kb_setup setup; /* of the game it plays; 0 seats: it has not seen one yet */
};

enum { ALIGNMENT = 16, SEARCH_BYTES = 32 << 20 };

/* Rounded up, so that the memory after it is aligned too. */
static size_t own_bytes(void)
{
    return (sizeof(kb_bot) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t kb_bot_bytes(void)
{
    return own_bytes();
}

size_t kb_bot_bytes_to_search(void)
{
    return own_bytes() + SEARCH_BYTES;
}

kb_bot *kb_bot_in(void *memory, size_t bytes, const char *name, int seat, uint64_t seed, kb_text *why)
{
    bot_spec spec;
    char nowhere[1];
    kb_text unheard = kb_text_in(nowhere, sizeof nowhere);
    if (!why || !why->size) why = &unheard;
    if (!memory || bytes < own_bytes() || (uintptr_t)memory % ALIGNMENT || !name) {
        kb_put(why, "a bot needs a name, and more or better aligned memory");
        return NULL;
    }
    if (seat < 0 || seat >= KB_SEATS_MAX) {
        kb_put(why, "there is no such seat");
        return NULL;
    }
    if (!bot_read(name, &spec, why)) return NULL;
    if (spec.milliseconds) {
        kb_put(why, "the library has no clock: limit a search by its simulations, as in search:1000");
        return NULL;
    }
    kb_bot *made = (kb_bot *)memory;
    bot_sit(&made->self, &spec, seat, seed);
    made->bytes = bytes;
    __builtin_memset(&made->setup, 0, sizeof made->setup);
    return made;
}

/* Redacts the state for the bot's seat. */
static kb_error look(kb_bot *b, const kb_state *state, kb_state *view)
{
    const kb_game *game = kb_game_playing(state);
    if (!b || !game) return KB_E_ARGUMENT;
    if (b->self.seat >= state->setup.seats) return KB_E_NO_SUCH_SEAT;
    if (!b->setup.seats) b->setup = state->setup;
    if (__builtin_memcmp(&b->setup, &state->setup, sizeof b->setup) != 0) return KB_E_SETUP;
    kb_redact(state, b->self.seat, view);
    return !game->known || game->known(view) >> b->self.seat & 1 ? KB_OK : KB_E_HIDDEN;
}

kb_error kb_bot_watch(kb_bot *b, const kb_state *state, const kb_events *events)
{
    kb_state view;
    if (!events) return KB_E_ARGUMENT;
    kb_error error = look(b, state, &view);
    for (int i = 0; !error && i < events->n && i < KB_EVENTS_MAX; i++)
        if (events->at[i].seen_by >> b->self.seat & 1) bot_watch(&b->self, &view, &events->at[i]);
    return error;
}

kb_error kb_bot_decide(kb_bot *b, const kb_state *state, kb_move *move)
{
    kb_state view;
    if (!move) return KB_E_ARGUMENT;
    kb_error error = look(b, state, &view);
    if (!error && !(kb_actors(state) >> b->self.seat & 1)) error = KB_E_NOT_ACTOR;
    if (error) return error;
    const bot_room room = {(char *)b + own_bytes(), b->bytes - own_bytes(), NULL, NULL};
    *move = bot_decide(&b->self, &view, &room);
    return KB_OK;
}

kb_error kb_bot_say(kb_bot *b, const kb_setup *setup, kb_text *out)
{
    if (!b || !setup || !kb_game_at(setup->game) || !out) return KB_E_ARGUMENT;
    bot_speak(&b->self, setup, out);
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}
