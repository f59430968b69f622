#!/usr/bin/env bash
# test.sh: everything that is checked, on two builds. Says what it does, shows what fails, and closes with a count.
set -uo pipefail
cd "$(dirname "$0")/.."
passed=0 failed=0
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 # leaks have a test of their own: looking is slow
log=$(mktemp) failures=$(mktemp)
trap 'rm -f "$log" "$failures"' EXIT

# step NAME COMMAND…: one check; its output is shown, at the end, only if it fails.
step() {
    local name=$1 from=$SECONDS
    shift
    printf '%-48s' "$name"
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "ok $((SECONDS - from)) s"
    else
        failed=$((failed + 1))
        echo FAILED
        { echo "== $name"; cat "$log"; } >>"$failures"
    fi
}

# suite DIRECTORY: all tests that meson knows, each counted.
suite() {
    local directory=$1 results=$1/meson-logs/testlog.json from=$SECONDS ok bad
    echo "Tests in $directory"
    : >"$results"
    PYTHONUNBUFFERED=1 meson test -C "$directory" --no-rebuild 2>&1 | tee "$log" |
        sed -un '/^Summary of Failures/,$d; s|^ *[0-9][0-9]*/[0-9]|  &|p'
    ok=$(grep -c '"result": "OK"' "$results")
    bad=$(($(wc -l <"$results") - ok)) # a test that was skipped did not pass
    [ $((ok + bad)) -gt 0 ] || { bad=1; cat "$log" >>"$failures"; }
    passed=$((passed + ok)) failed=$((failed + bad))
    python3 - "$results" <<'END' >>"$failures"
import json, sys
for test in map(json.loads, open(sys.argv[1])):
    if test["result"] != "OK":
        print(f"== {test['name']}: {test['result']}", test.get("stdout", ""), test.get("stderr", ""), sep="\n")
END
    echo "  $ok of $((ok + bad)) ok, $((SECONDS - from)) s"
}

# Set up again even where it is: a tool that was missing then may be there now.
prepare() {
    tools/build.sh "$1" setup && meson setup --reconfigure "$1" && ninja -C "$1" all meson-test-prereq
}

# ThreadSanitizer, where there are threads: the server's, with bots and logins, and the arena's.
races() {
    tools/build.sh build-tsan kickback tests/jobs && export TSAN_OPTIONS=halt_on_error=1 || return 1
    build-tsan/tests/jobs && tests/server.py build-tsan/kickback --only passphrases &&
        build-tsan/kickback arena intrige --bots search:20,greedy --games 24 --threads 3
}

# What went wrong stands last, where whoever looks sees it first.
report() {
    cat "$failures"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

tools/install.sh build test python || exit 1
step 'build (gcc, release)' prepare build
step 'build-sanitized (clang, asan, ubsan, asserts)' prepare build-sanitized
if [ "$failed" -gt 0 ]; then
    report
fi
step 'layout (clang-format)' tools/lint.sh format
step 'clang-tidy' tools/lint.sh tidy
step 'cppcheck' tools/lint.sh cppcheck
step 'the rules as C++ and CUDA' tools/lint.sh cplusplus
step 'layers and purity' tests/layers.py
step 'layers and purity: finds every fault' tests/layers.py --self-test
step 'races (clang, tsan)' races
suite build-sanitized
suite build
report
