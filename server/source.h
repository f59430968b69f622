/* source.h: where a person or a table comes from, as far as the log tells: a short keyed hash of the address, and one of
 * the network around it. The log is kept for ever, so it has no addresses. Each hash stands for hundreds of IPv4
 * addresses: even whoever has the log, and so the key, cannot tell which one it was. */
#ifndef SRV_SOURCE_H
#define SRV_SOURCE_H

#include "env.h"
#include "secret.h"

kb_source srv_source_of(const srv_secret *key, uint64_t address, uint64_t network);

#endif
