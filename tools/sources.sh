#!/bin/sh
# sources.sh [C]: lists our C files, including headers; with C only the translation units of the rules and the program.
cd "$(dirname "$0")/.." || exit 1
case ${1:-} in
C) find core games engine bots server cli -name '*.c' ;;
*) find include core games engine bots server cli bench examples python tests targets -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' ;;
esac | sort
