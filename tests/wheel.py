#!/usr/bin/env python3
"""Builds the Python package as a wheel, installs it into a new environment outside the tree, with the packages it has bridges
to, and runs its tests there, and the fuzzer of the extension. Checks its types with mypy, and with auditwheel that it runs on any Linux with glibc 2.17. Tests
that need a package which cannot be had on this machine are skipped.

usage: wheel.py BUILD GOLDEN PROGRAM [--long]

With --long it only runs what takes long: the fuzzer for ten minutes, from another seed each time, and OpenSpiel's policy
gradient, which needs JAX.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# OpenSpiel's policy gradient needs these.
GRADIENT = ("jax", "dm-haiku", "rlax", "optax", "chex")

ROOT = Path(__file__).resolve().parent.parent
BUILD, GOLDEN, PROGRAM = (Path(path).resolve() for path in sys.argv[1:4])


def run(*command, **more):
    subprocess.run([str(word) for word in command], check=True, **more)


def say_skipped(package):
    print(f"skipped: {package} cannot be installed on this machine, so its tests do not run", flush=True)


def check_gradient(python, missing, environment):
    for package in GRADIENT:
        if package in missing:
            return say_skipped(package)
    run(python, "-m", "unittest", "test_openspiel.OpenSpiel.test_policy_gradient", cwd=ROOT / "python/tests", env=environment)


def check_package(python, environment):
    run(python, "-m", "unittest", "discover", "-s", ROOT / "python/tests", "-t", ROOT / "python/tests", cwd=python.parent, env=environment)


def fuzz(python, *arguments):
    # Its build needs the meson that built the wheel.
    run(python, ROOT / "tests/fuzz/fuzz_python.py", BUILD / "wheel/sanitized", *arguments,
        env={**os.environ, "PATH": f"{BUILD / 'wheel/tools/bin'}:{os.environ['PATH']}"})


def check_types(scratch):
    """Everything in the package is typed, strictly. Uses what is installed; the settings are in pyproject.toml."""
    run(scratch / "bin/python", "-m", "mypy", "--config-file", ROOT / "python/pyproject.toml", "--cache-dir", scratch / "mypy", cwd=scratch)


def check_platform(scratch, wheel):
    """Of the system's libraries the wheel needs old versions only."""
    found = subprocess.run([scratch / "bin/auditwheel", "show", wheel], check=True, capture_output=True, text=True).stdout
    (low, high) = re.search(r"manylinux_(\d+)_(\d+)", found).groups()
    assert (int(low), int(high)) <= (2, 17), found


def main():
    long = sys.argv[4:] == ["--long"]
    run(ROOT / "tools/wheel.sh", BUILD / "wheel")
    (wheel,) = (BUILD / "wheel").glob("*.whl")
    assert "-cp39-abi3-" in wheel.name, f"{wheel.name} is not for every Python from 3.9 on"
    with tempfile.TemporaryDirectory(prefix="kickback-wheel-") as scratch:
        run(ROOT / "tools/lab.sh", wheel, scratch, *(GRADIENT if long else ()))
        missing = (Path(scratch) / "missing").read_text().split()
        python = Path(scratch) / "bin/python"
        environment = {**os.environ, "KICKBACK_GOLDEN": str(GOLDEN), "KICKBACK_PROGRAM": str(PROGRAM), "PYTHONDONTWRITEBYTECODE": "1"}
        if long:
            fuzz(python, "--seconds", 600, "--seed", int(time.time()))
            return check_gradient(python, missing, environment)
        for package in missing:
            say_skipped(package)
        check_package(python, environment)
        fuzz(python, "--rounds", 160)
        if "mypy" not in missing:
            check_types(Path(scratch))
        if "auditwheel" not in missing:
            check_platform(Path(scratch), wheel)


if __name__ == "__main__":
    main()
