/* env.c: what every part of the server is given. */
#include "env.h"

#include "../core/text.h"

void srv_env_set_time(srv_env *env, uint64_t now_ms)
{
    if (now_ms > env->now_ms) env->now_ms = now_ms;
}

void srv_env_random(const srv_env *env, void *bytes, size_t n)
{
    env->edge.random(env->edge.context, bytes, n);
}

uint64_t srv_env_random_number(const srv_env *env)
{
    uint64_t number;
    srv_env_random(env, &number, sizeof number);
    return number;
}

void srv_env_note(const srv_env *env, const char *what, const char *reason)
{
    char line[512];
    kb_text text = kb_text_in(line, sizeof line);
    kb_put(&text, what);
    if (reason) kb_putf(&text, ": %s", reason);
    env->edge.note(env->edge.context, line);
}
