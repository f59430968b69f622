#!/bin/sh
# abi.sh LIBRARY: its interface, functions and types, as abidiff reads it; without what differs between machines.
exec abidw --no-corpus-path --no-comp-dir-path --no-show-locs --drop-private-types --headers-dir "$(dirname "$0")/../include" "$1"
