#!/bin/sh
# abi.sh LIBRARY: its interface, functions and types, as abidiff reads it; without what differs between machines.
exec abidw --exported-interfaces-only --no-corpus-path --no-comp-dir-path --no-show-locs "$1"
