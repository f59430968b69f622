#!/usr/bin/env bash
# lab.sh WHEEL FOLDER [PACKAGE…]: makes an environment with the Python package, the packages it has bridges to, and tools that check it.
# Those that cannot be installed on this machine are listed in FOLDER/missing, one in a line. Downloads are kept for the next time.
# WHEEL is what wheel.sh built: its tools lie beside it.
set -euo pipefail
wheel=$1 folder=$2
shift 2
tools=$(dirname "$wheel")/tools
"$tools/bin/uv" venv --quiet --clear --python python3 "$folder"
log=$folder/log
# uv takes a tenth of pip's time, but does not read pip's settings: where packages come from a place named there, pip fetches them.
fetch() {
    "$tools/bin/uv" pip install --quiet --python "$folder/bin/python" "$@" >>"$log" 2>&1 ||
        "$tools/bin/pip" --disable-pip-version-check --quiet --python "$folder/bin/python" install "$@" >>"$log" 2>&1
}
fetch "$wheel" || { cat "$log"; exit 1; }
: >"$folder/missing"
packages=(gymnasium pettingzoo open_spiel mypy auditwheel psutil "$@")
fetch --only-binary :all: "${packages[@]}" ||
    for package in "${packages[@]}"; do
        fetch --only-binary :all: "$package" || echo "$package" >>"$folder/missing"
    done
# PufferLib cannot be built without PyTorch and a library from elsewhere, but its rollouts are plain Python. pip keeps the sources
# of a package that it could not build.
mkdir "$folder/sources"
TMPDIR=$folder/sources "$tools/bin/pip" download --quiet --no-clean --no-build-isolation --no-deps --no-binary :all: -d "$folder/sources" pufferlib==3.0.0 \
    >>"$log" 2>&1 || true
found=$(find "$folder/sources" -path '*/pufferlib/vector.py')
if [ -n "$found" ] && fetch --no-deps gym gym_notices; then
    site=$("$folder/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    mkdir "$site/pufferlib"
    cp -r "${found%/*}"/*.py "${found%/*}/environments" "$site/pufferlib/"
else
    echo pufferlib >>"$folder/missing"
fi
rm -rf "$folder/sources"
