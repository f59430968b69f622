#!/usr/bin/env python3
"""Builds the Python package as a wheel, installs it into a new environment outside the tree, with the packages it has bridges
to, and runs its tests there. Tests that need a package which cannot be had on this machine are skipped.

usage: wheel.py BUILD GOLDEN
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD, GOLDEN = (Path(path).resolve() for path in sys.argv[1:3])


def run(*command, **more):
    subprocess.run([str(word) for word in command], check=True, **more)


def main():
    run(ROOT / "tools/wheel.sh", BUILD / "wheel")
    (wheel,) = (BUILD / "wheel").glob("*.whl")
    assert "-cp39-abi3-" in wheel.name, f"{wheel.name} is not for every Python from 3.9 on"
    with tempfile.TemporaryDirectory(prefix="kickback-wheel-") as scratch:
        run(ROOT / "tools/lab.sh", wheel, scratch)
        for package in (Path(scratch) / "missing").read_text().split():
            print(f"skipped: {package} cannot be installed on this machine, so its tests do not run", flush=True)
        run(Path(scratch) / "bin/python", "-m", "unittest", "discover", "-s", ROOT / "python/tests", "-t", ROOT / "python/tests",
            cwd=scratch, env={**os.environ, "KICKBACK_GOLDEN": str(GOLDEN), "PYTHONDONTWRITEBYTECODE": "1"})


if __name__ == "__main__":
    main()
