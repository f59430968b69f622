#!/usr/bin/env bash
# wheel.sh [FOLDER]: builds the Python package as one wheel for CPython 3.9 and later, into FOLDER (build/wheel).
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build python
folder=$(realpath -m "${1:-build/wheel}")
mkdir -p "$folder"
# The build tools have their own environment, which is kept for the next time, like the objects.
tools=$folder/tools
[ -x "$tools/bin/uv" ] || {
    python3 -m venv --clear "$tools"
    "$tools/bin/pip" install --quiet --no-compile 'meson-python>=0.16' 'meson>=1.3' uv wheel
}
rm -f "$folder"/*.whl
# Uses the tools just installed, and the system's ninja.
PATH=$tools/bin:$PATH "$tools/bin/pip" wheel --quiet --no-build-isolation --no-deps --wheel-dir "$folder" \
    --config-settings=build-dir="$folder/objects" ./python
# meson-python tags the wheel with the Python that builds it, but it uses the stable ABI of 3.9.
"$tools/bin/wheel" tags --remove --python-tag cp39 "$folder"/kickback-*.whl >/dev/null
ls "$folder"/kickback-*.whl
