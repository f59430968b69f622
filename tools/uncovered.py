#!/usr/bin/env python3
"""Compares the lines of core/ and games/ that no test runs with tests/uncovered.txt, where each is listed with a reason.

    tools/uncovered.py COVERAGE.json

COVERAGE.json is the output of `gcovr --json`. Prints unexplained lines and explanations that are no longer needed; fails
if there are any.
"""

import collections
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests/uncovered.txt"


def uncovered(path):
    """(file, text) of each line that was never run; equal lines of a file are counted."""
    found = collections.Counter()
    for file in json.loads(Path(path).read_text())["files"]:
        if not file["file"].startswith(("core/", "games/")):
            continue
        source = (ROOT / file["file"]).read_text().splitlines()
        for line in file["lines"]:
            if line["count"] == 0 and not line.get("gcovr/noncode"):
                found[file["file"], source[line["line_number"] - 1].strip()] += 1
    return found


def explained():
    found = collections.Counter()
    for line in LIST.read_text().splitlines():
        if line.startswith("  "):
            file, text = line.strip().split(": ", 1)
            found[file, text] += 1
    return found


def main():
    ours, listed = uncovered(sys.argv[1]), explained()
    for file, text in (ours - listed).elements():
        print(f"no test runs, and tests/uncovered.txt does not explain:\n  {file}: {text}")
    for file, text in (listed - ours).elements():
        print(f"tests/uncovered.txt explains what a test runs, or what is not there:\n  {file}: {text}")
    print(f"{ours.total()} lines are not run, {listed.total()} are explained")
    return ours != listed


if __name__ == "__main__":
    sys.exit(main())
