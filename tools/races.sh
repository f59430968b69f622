#!/usr/bin/env bash
# races.sh: runs what uses threads under ThreadSanitizer: the server, with bots and logins, and the arena.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/build.sh build-tsan kickback tests/jobs
export TSAN_OPTIONS=halt_on_error=1
build-tsan/tests/jobs
tests/server.py build-tsan/kickback --only passphrases
build-tsan/kickback arena intrige --bots search:20,greedy --games 24 --threads 3
