/* deeds.h: deeds that promises in Intrige can name. */
#ifndef INTRIGE_DEEDS_H
#define INTRIGE_DEEDS_H

#include "../../core/deed.h"

extern const kb_deeds intrige_deeds;

#endif
