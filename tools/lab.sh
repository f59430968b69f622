#!/usr/bin/env bash
# lab.sh WHEEL FOLDER [PACKAGE…]: makes an environment with the Python package, the packages it has bridges to, and tools that check it.
# Those that cannot be installed on this machine are listed in FOLDER/missing, one in a line. pip keeps what it downloads for
# the next time.
set -euo pipefail
wheel=$1 folder=$2
shift 2
python3 -m venv --clear "$folder"
pip() { "$folder/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
pip install "$wheel"
: >"$folder/missing"
packages="gymnasium pettingzoo open_spiel mypy auditwheel psutil $*"
# shellcheck disable=SC2086
pip install --only-binary :all: $packages >"$folder/log" 2>&1 ||
    for package in $packages; do
        pip install --only-binary :all: "$package" >>"$folder/log" 2>&1 || echo "$package" >>"$folder/missing"
    done
# PufferLib cannot be built without PyTorch and a library from elsewhere, but its rollouts are plain Python. pip keeps the sources
# of a package that it could not build.
mkdir "$folder/sources"
TMPDIR=$folder/sources pip download --no-clean --no-build-isolation --no-deps --no-binary :all: -d "$folder/sources" pufferlib==3.0.0 \
    >>"$folder/log" 2>&1 || true
found=$(find "$folder/sources" -path '*/pufferlib/vector.py')
if [ -n "$found" ] && pip install --no-deps gym gym_notices >>"$folder/log" 2>&1; then
    site=$("$folder/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    mkdir "$site/pufferlib"
    cp -r "${found%/*}"/*.py "${found%/*}/environments" "$site/pufferlib/"
else
    echo pufferlib >>"$folder/missing"
fi
rm -rf "$folder/sources"
