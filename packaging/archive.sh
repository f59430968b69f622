#!/bin/sh
# archive.sh COMPILER… PARTS.a OUT.a: one object of all parts, only what is marked public visible, as an archive.
set -eu
for out; do :; done
object=${out%.a}.o
# Everything but the last two words is the compiler.
compiler='' parts=''
while [ $# -gt 1 ]; do
    compiler="$compiler $parts" parts=$1
    shift
done
$compiler -r -nostdlib -Wl,--whole-archive "$parts" -o "$object"
objcopy --localize-hidden --strip-debug "$object"
rm -f "$out"
ar rcsD "$out" "$object"
