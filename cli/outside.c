/* outside.c: a bot that is somebody's program. Not yet: every command is refused. */
#include "outside.h"

outside *outside_open(const char *command, kb_text *why)
{
    (void)command;
    kb_put(why, "programs cannot be run as bots yet");
    return NULL;
}

void outside_begin(outside *o, int seat, uint64_t seed)
{
    (void)o, (void)seat, (void)seed;
}

void outside_hear_event(outside *o, const kb_state *view, const kb_event *event)
{
    (void)o, (void)view, (void)event;
}

void outside_hear_talk(outside *o, const kb_setup *setup, int from, uint32_t to_mask, const char *words)
{
    (void)o, (void)setup, (void)from, (void)to_mask, (void)words;
}

bool outside_decide(outside *o, const kb_state *view, uint32_t milliseconds, kb_move *move, kb_text *say, kb_text *why)
{
    (void)o, (void)view, (void)milliseconds, (void)move, (void)say;
    kb_put(why, "no program is running");
    return false;
}

void outside_close(outside *o)
{
    (void)o;
}
