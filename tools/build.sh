#!/usr/bin/env bash
# build.sh DIRECTORY [TARGET…]: configures a new build directory, and builds in it. `build` is the release build with
# gcc; `build-sanitized` uses clang with AddressSanitizer, UBSan and asserts; `build-fuzz` is the same with fuzzers that see
# which code they reach; `build-tsan` uses ThreadSanitizer to find data races.
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
    flags=-fno-sanitize-recover=all
    case $directory in
    build-tsan) sanitizers=thread ;;
    build-fuzz) flags+=" -fsanitize=fuzzer-no-link" ;;
    esac
    # Lines are all that a report needs of debug information, which takes a quarter of the time to compile.
    configure=(env CC=clang meson setup "$directory" --buildtype=custom -Doptimization=1 -Ddebug=false -Db_ndebug=false
        -Db_lto=false -Db_lundef=false "-Db_sanitize=$sanitizers" "-Dc_args=-gline-tables-only $flags" "-Dpage=$PWD/build/page.c")
    # The page is built by the release build, for all: anew before a setup, otherwise only if there is none.
    [ "$1" != setup ] && [ -e build/page.c ] || tools/build.sh build page.c
fi
# Installs the page's tools once: npm writes its own lock file when it is done.
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
