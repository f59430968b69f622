#!/usr/bin/env python3
"""choices.py PARITY: the moves that targets/cuda chooses without a list are those of the list.

Compiles targets/cuda as C++, for the processor, and compares random games of every setup with those of `parity random`."""

import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = "3"
CUDA = Path(__file__).resolve().parent.parent / "targets/cuda"


def compile_for_processor(folder):
    program = Path(folder) / "kickback-gpu"
    sources = sorted(CUDA.glob("*.cu"))
    jobs = [
        subprocess.Popen(["g++", "-x", "c++", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Wno-enum-compare", "-Werror", "-c",
                          "-o", program.with_name(source.stem + ".o"), source])
        for source in sources
    ]
    assert not any([job.wait() for job in jobs]), "targets/cuda does not compile as C++"
    subprocess.run(["g++", "-o", program, *(program.with_name(source.stem + ".o") for source in sources)], check=True)
    return program


def check(program, lines):
    return subprocess.run([program, "check", GAMES], input=lines, capture_output=True, text=True)


def main():
    lines = subprocess.run([sys.argv[1], "random", GAMES], capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        program = compile_for_processor(folder)
        same = check(program, lines)
        print(same.stdout, end="")
        assert same.returncode == 0 and f"{len(lines.splitlines())} setups" in same.stdout, same
        first, rest = lines.split("\n", 1)
        other = check(program, first[:-1] + ("0" if first[-1] != "0" else "1") + "\n" + rest)
        assert other.returncode == 1 and "1 differ" in other.stdout, other
        cut = check(program, lines + "0 0\n")
        assert cut.returncode == 2 and "expected a line of" in cut.stderr, cut
        assert subprocess.run([program, "bench", "chess"], capture_output=True).returncode == 2


main()
