#!/usr/bin/env bash
# test.sh: runs all checks, on two builds. Prints each step, then the output of failed ones and a count.
set -uo pipefail
cd "$(dirname "$0")/.."
passed=0 failed=0
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 # leak detection is slow and has its own test
log=$(mktemp) failures=$(mktemp)
trap 'rm -f "$log" "$failures"' EXIT

# step NAME COMMAND…: runs one check; its output is shown at the end if it fails.
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

# suite DIRECTORY: builds and runs all meson tests but those for `make soak`, and counts them.
suite() {
    local directory=$1 results=$1/meson-logs/testlog.json from=$SECONDS ok bad
    echo "Tests in $directory"
    : >"$results"
    # A test that hangs is to be ended; one that is slow on a busy machine is not. So every limit is generous.
    # Some tests wait most of their time: one more than there are cores keeps these busy.
    PYTHONUNBUFFERED=1 meson test -C "$directory" --no-suite soak --timeout-multiplier 4 --num-processes $(($(nproc) + 1)) 2>&1 | tee "$log" |
        sed -un '/^Summary of Failures/,$d; s|^ *[0-9][0-9]*/[0-9]|  &|p'
    ok=$(grep -cE '"result": "(OK|EXPECTEDFAIL)"' "$results")
    bad=$(($(wc -l <"$results") - ok)) # a skipped test counts as failed
    [ $((ok + bad)) -gt 0 ] || { bad=1; cat "$log" >>"$failures"; }
    passed=$((passed + ok)) failed=$((failed + bad))
    python3 - "$results" <<'END' >>"$failures"
import json, sys
for test in map(json.loads, open(sys.argv[1])):
    if test["result"] not in ("OK", "EXPECTEDFAIL"):
        print(f"== {test['name']}: {test['result']}", test.get("stdout", ""), test.get("stderr", ""), sep="\n")
END
    echo "  $ok of $((ok + bad)) ok, $((SECONDS - from)) s"
}

# Builds the program; `suite` builds the tests that it runs. Reconfigures an existing build, too: a tool that was missing may
# be installed now.
prepare() {
    tools/build.sh "$1" setup && meson setup --reconfigure "$1" && ninja -C "$1" kickback
}

# Runs what uses threads under ThreadSanitizer: the server, with bots and logins, and the arena.
races() {
    tools/build.sh build-tsan kickback tests/jobs && export TSAN_OPTIONS=halt_on_error=1 || return 1
    build-tsan/tests/jobs && tests/server.py build-tsan/kickback --only passphrases &&
        build-tsan/kickback arena intrige --bots search:20,greedy --games 24 --threads 3
}

# Failures are printed last, where they are seen first.
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
