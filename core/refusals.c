/* refusals.c: see refusals.h. */
#include "refusals.h"

KB_STATIC_ASSERT((int)KB_SHARED_ERRORS <= (int)KB_REFUSALS_MAX, "the shared codes end where the games' begin");

const kb_refusal *kb_refusal_of(const kb_refusals *own, kb_error error)
{
    static const kb_refusal shared[] = {
        [KB_OK] = {"ok", "no error"},
#define KB_ERROR(code, name, sentence) [KB_E_##code] = {name, sentence},
#include "errors.def"
#undef KB_ERROR
    };
    KB_STATIC_ASSERT(KB_COUNT(shared) == (int)KB_SHARED_ERRORS, "kickback.h lists the shared codes");
    if (error >= 0 && error < KB_COUNT(shared)) return &shared[error];
    int i = own ? error - own->first : -1;
    return i >= 0 && i < own->n ? &own->at[i] : NULL;
}
