/* ledger.h: what public information says about hidden money: what the stage has moved so far, what a seat must have had
 * before it, how much can be in play. For samplers and the position reader. */
#ifndef INTRIGE_LEDGER_H
#define INTRIGE_LEDGER_H

#include "state.h"

/* What the current stage has brought the seat so far, in bribes and refunds. Every sum must be known. */
int32_t intrige_gain(const intrige_state *, int seat);
/* What the seat can have had when the stage began, judging by the visible bribes and terms. */
intrige_range intrige_had_before(const intrige_state *, int seat);
/* What all seats together can have now. */
intrige_range intrige_total(const intrige_state *);

#endif
