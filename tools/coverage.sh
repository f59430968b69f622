#!/usr/bin/env bash
# coverage.sh: which lines and branches of the core, the games and the engine the tests run, fuzzing apart. Fails below the marks;
# docs/coverage.md tells what is left out and why.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build coverage
build=build-coverage
[ -e $build/build.ninja ] ||
    CC=gcc meson setup $build --buildtype=debug -Db_lto=false -Db_coverage=true -Db_ndebug=false -Dwerror=false >/dev/null
ninja --quiet -C $build kickback tests/unit tests/cases tests/parity tests/room tests/harness
find $build -name '*.gcda' -delete
meson test -C $build --no-rebuild unit 'cases intrige' 'cases integralis' 'cases incorporated' golden room cli \
    'promises page' 'reference promises'
$build/tests/harness --games 1 # of every configuration
mkdir -p $build/report
gcovr --root . --filter core/ --filter games/ --filter engine/ --object-directory $build \
    --exclude-lines-by-pattern '.*(KB_ASSERT|KB_UNREACHABLE).*' --exclude-unreachable-branches --exclude-throw-branches \
    --txt --html-details $build/report/index.html --print-summary --fail-under-line 95 --fail-under-branch 90 $build
echo "$build/report/index.html shows every line"
