#!/usr/bin/env bash
# lab.sh WHEEL FOLDER: makes an environment with the Python package, the packages it has bridges to, and tools that check it.
# Those that cannot be installed on this machine are listed in FOLDER/missing, one in a line. pip keeps what it downloads for
# the next time.
set -euo pipefail
wheel=$1 folder=$2
python3 -m venv --clear "$folder"
pip() { "$folder/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
pip install "$wheel"
: >"$folder/missing"
packages="gymnasium pettingzoo open_spiel mypy auditwheel"
# shellcheck disable=SC2086
pip install --only-binary :all: $packages >"$folder/log" 2>&1 ||
    for package in $packages; do
        pip install --only-binary :all: "$package" >>"$folder/log" 2>&1 || echo "$package" >>"$folder/missing"
    done
