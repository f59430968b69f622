/* deeds.h: what promises can be about in Incorporated. */
#ifndef INCORPORATED_DEEDS_H
#define INCORPORATED_DEEDS_H

#include "../../core/deed.h"

extern const kb_deeds incorporated_deeds;

#endif
