/* holds.c: measures how long one piece of work blocks the loop. */
#include "holds.h"

#include "../core/text.h"
#include "limits.h"

srv_time_spent srv_hold_begin(const srv_env *env)
{
    return env->edge.now ? env->edge.now() : (srv_time_spent){0, 0};
}

void srv_hold_end(srv_holds *holds, const srv_env *env, srv_time_spent began, const char *what)
{
    char line[160];
    kb_text text = kb_text_in(line, sizeof line);
    if (!env->edge.now) return;
    srv_time_spent now = env->edge.now();
    uint64_t us = now.wall_us - began.wall_us, cpu_us = now.cpu_us - began.cpu_us;
    srv_note_delay(&holds->delays, us);
    if (us > holds->longest_us) holds->longest_us = us;
    if (cpu_us > holds->longest_cpu_us) holds->longest_cpu_us = cpu_us;
    if (cpu_us <= SRV_HOLD_US) return;
    holds->n_long++;
    if (env->now_ms < holds->warned_ms + SRV_LOBBY_MS) return; /* one line a second is enough */
    holds->warned_ms = env->now_ms;
    kb_putf(&text, "the loop was held for %lld us, %lld us of them at work, by: %s", (long long)us, (long long)cpu_us,
            what);
    srv_env_note(env, line, NULL);
}
