/* deeds.h: deeds that promises in Incorporated can name. */
#ifndef INCORPORATED_DEEDS_H
#define INCORPORATED_DEEDS_H

#include "../../core/deed.h"

extern const kb_deeds incorporated_deeds;

#endif
