#!/bin/sh
# archive.sh COMPILER… PARTS.a OUT.a: links all parts into one object with only public symbols visible, as an archive.
set -eu
for out; do :; done
object=${out%.a}.o
# All arguments but the last two are the compiler command.
compiler='' parts=''
while [ $# -gt 1 ]; do
    compiler="$compiler $parts" parts=$1
    shift
done
$compiler -r -nostdlib -Wl,--whole-archive "$parts" -o "$object"
objcopy --localize-hidden --strip-debug "$object"
rm -f "$out"
ar rcsD "$out" "$object"
