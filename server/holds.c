/* holds.c: how long the loop was held by one piece of work. */
#include "holds.h"

#include "../core/text.h"
#include "limits.h"

uint64_t srv_hold_begin(const srv_env *env)
{
    return env->edge.now_us ? env->edge.now_us() : 0;
}

void srv_hold_end(srv_holds *holds, const srv_env *env, uint64_t began_us, const char *what)
{
    char line[160];
    kb_text text = kb_text_in(line, sizeof line);
    if (!env->edge.now_us) return;
    uint64_t us = env->edge.now_us() - began_us;
    srv_note_delay(&holds->delays, us);
    if (us > holds->longest_us) holds->longest_us = us;
    if (us <= SRV_HOLD_US) return;
    holds->n_long++;
    if (env->now_ms < holds->warned_ms + SRV_LOBBY_MS) return; /* one line a second is enough */
    holds->warned_ms = env->now_ms;
    kb_putf(&text, "the loop was held for %lld us by: %s", (long long)us, what);
    srv_env_note(env, line, NULL);
}
