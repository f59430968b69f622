#!/usr/bin/env bash
# build.sh DIRECTORY [TARGET…]: configures a build directory when it is new, and builds in it. `build` is the
# release build by gcc; `build-sanitized` finds faults: clang, AddressSanitizer, UBSan, asserts on; `build-tsan`, by
# ThreadSanitizer, what threads do to each other.
set -euo pipefail
cd "$(dirname "$0")/.."
directory=$1
shift
[ $# -gt 0 ] || set -- kickback

if [ "$directory" = build ]; then
    tools/install.sh build
    configure=(env CC=gcc meson setup "$directory")
else
    tools/install.sh build test
    sanitizers=address,undefined
    [ "$directory" != build-tsan ] || sanitizers=thread
    configure=(env CC=clang meson setup "$directory" --buildtype=debug -Doptimization=1 -Db_ndebug=false
        -Db_lto=false -Db_lundef=false "-Db_sanitize=$sanitizers" -Dc_args=-fno-sanitize-recover=all)
fi
# The page's tools, once: npm leaves a lock file of its own when it is done.
if [ ! web/node_modules/.package-lock.json -nt web/package-lock.json ]; then
    echo "Fetching the page's tools"
    npm ci --prefix web --no-audit --no-fund --loglevel=error >/dev/null
fi
if [ ! -e "$directory/build.ninja" ]; then
    echo "Setting up $directory"
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    "${configure[@]}" >"$log" || { cat "$log"; exit 1; }
fi
[ "$1" = setup ] || ninja --quiet -C "$directory" "$@" | sed "/no work to do/d"
