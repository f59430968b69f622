#!/usr/bin/env bash
# coverage.sh: reports which lines and branches of the core, the games and the engine the tests run, without fuzzing.
# Fails below the thresholds, or if tests/uncovered.txt does not list exactly the lines of core/ and games/ that are not
# run. See docs/coverage.md.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build coverage
build=build-coverage
[ -e $build/build.ninja ] ||
    CC=gcc meson setup $build --buildtype=debug -Db_lto=false -Db_coverage=true -Db_ndebug=false -Dwerror=false >/dev/null
ninja --quiet -C $build kickback tests/unit tests/unit_games tests/library tests/cases tests/parity tests/room \
    tests/room_pacts tests/harness tests/encode
find $build -name '*.gcda' -delete
meson test -C $build --no-rebuild --timeout-multiplier 4 unit 'unit games' library 'cases intrige' 'cases integralis' \
    'cases incorporated' golden room 'room pacts' cli 'promises page' 'reference promises'
$build/tests/harness --games 1 # of every configuration
$build/tests/encode --games 1
mkdir -p $build/report
status=0
gcovr --root . --filter core/ --filter games/ --filter engine/ --exclude '.*\.def' --object-directory $build \
    --exclude-lines-by-pattern '.*(KB_ASSERT|KB_UNREACHABLE).*' --exclude-unreachable-branches --exclude-throw-branches \
    --txt --html-details $build/report/index.html --json $build/report/coverage.json --print-summary \
    --fail-under-line 95 --fail-under-branch 90 $build || status=$?
tools/uncovered.py $build/report/coverage.json || status=$?
echo "$build/report/index.html shows every line"
exit $status
