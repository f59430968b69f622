#!/bin/sh
# abi.sh LIBRARY: prints its interface (functions and types) for abidiff, without anything that differs between machines.
exec abidw --exported-interfaces-only --no-corpus-path --no-comp-dir-path --no-show-locs "$1"
