#!/usr/bin/env python3
"""choices.py PARITY: targets/cuda plays the same games as the processor, and writes the same batches.

Compiles targets/cuda as C++, for the processor. Compares random games of every setup, whose moves it chooses without a list,
with those of `parity random`, and batches, whose masks it writes without a list, with those of `parity batches`."""

import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = "3"
ROOT = Path(__file__).resolve().parent.parent


def check(program, what, lines):
    return subprocess.run([program, what, GAMES], input=lines, capture_output=True, text=True)


def compare(program, what, parity):
    """The program's games are those of parity, and a line that is not is found."""
    lines = subprocess.run([sys.argv[1], parity, GAMES], capture_output=True, text=True, check=True).stdout
    same = check(program, what, lines)
    print(same.stdout, end="")
    assert same.returncode == 0 and f"{len(lines.splitlines())} setups" in same.stdout, same
    first, rest = lines.split("\n")[:2]
    other = check(program, what, first[:-1] + ("0" if first[-1] != "0" else "1") + "\n" + rest)
    assert other.returncode == 1 and "2 setups" in other.stdout and "1 differ" in other.stdout, other
    cut = check(program, what, first + "\n0 0\n")
    assert cut.returncode == 2 and "expected a line of" in cut.stderr, cut


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ROOT / "tools/gpu.sh", "processor", folder], check=True)
        program = Path(folder) / "kickback-gpu"
        compare(program, "check", "random")
        compare(program, "batches", "batches")
        assert subprocess.run([program, "bench", "chess"], capture_output=True).returncode == 2


main()
