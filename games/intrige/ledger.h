/* ledger.h: what public information says about hidden money: what a stage has moved so far, what a seat must have
 * had before it, how much can be in play. For samplers and the position reader. */
#ifndef INTRIGE_LEDGER_H
#define INTRIGE_LEDGER_H

#include "state.h"

/* What the running stage has brought the seat so far, bribes and refunds; every sum must be known. */
int32_t intrige_gain(const intrige_state *, int seat);
/* What the seat can have had when the stage began, going by the bribes and terms to be seen. */
intrige_range intrige_had_before(const intrige_state *, int seat);
/* What all seats together can have by now. */
intrige_range intrige_total(const intrige_state *);

#endif
