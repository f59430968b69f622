/* deeds.h: deeds that promises in Integralis can name. */
#ifndef INTEGRALIS_DEEDS_H
#define INTEGRALIS_DEEDS_H

#include "../../core/deed.h"

extern const kb_deeds integralis_deeds;

#endif
