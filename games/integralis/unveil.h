/* unveil.h: reads views. */
#ifndef INTEGRALIS_UNVEIL_H
#define INTEGRALIS_UNVEIL_H

#include "validate.h"

/* Validates a position in which cards, money and bids may be hidden. */
kb_error integralis_validate_view(integralis_state *, const integralis_reading *, kb_text *why);

#endif
