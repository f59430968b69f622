/* ranks_alone.c: a process that plays alone. */
#include "../core/base.h"
#include "ranks.h"

int ranks_count(void)
{
    return 1;
}

bool ranks_first(void)
{
    return true;
}

bool ranks_after_first(void)
{
    return true;
}

bool ranks_agree(bool fine)
{
    return fine;
}

void ranks_share(void *bytes, size_t n)
{
    (void)bytes;
    (void)n;
}

void ranks_send(int to, int kind, const void *bytes, size_t n)
{
    (void)to;
    (void)kind;
    (void)bytes;
    (void)n;
    KB_ASSERT(false);
}

bool ranks_fetch(ranks_message *out)
{
    (void)out;
    return false;
}
