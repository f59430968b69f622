#!/usr/bin/env python3
"""Counts the tree: lines of code and files of each room, the largest files, and the packages that it depends on.

    sizes.py           the tree as it stands
    sizes.py COMMIT    beside the tree of that commit

A line of code is a line that is neither blank nor only a comment or an assertion. Tests and examples are counted apart.
"""
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import PurePosixPath

CODE = {".c", ".h", ".def", ".in", ".cu", ".cuh", ".ts", ".tsx", ".js", ".mjs", ".css", ".py", ".sh", ".build"}
HASH = {".py", ".sh", ".build"}  # comments begin with #
TESTS = re.compile(r"(^|/)(tests|examples)/")
STRING = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`'
COMMENT = {True: re.compile(rf'({STRING})|""".*?"""|#[^\n]*', re.S), False: re.compile(rf"({STRING})|/\*.*?\*/|//[^\n]*", re.S)}
ASSERTION = re.compile(r"\s*(KB_ASSERT|_Static_assert|static_assert|assert)\b.*;\s*$")
LARGEST = 12


def git(*command):
    return subprocess.run(["git", *command], check=True, stdout=subprocess.PIPE).stdout


def code_lines(name, text):
    """Comments become nothing, but keep their line ends, so that code before and behind them stays on its line."""
    bare = COMMENT[PurePosixPath(name).suffix in HASH].sub(lambda found: found[1] or "\n" * found[0].count("\n"), text)
    return sum(bool(line.strip()) and not ASSERTION.match(line) for line in bare.splitlines())


def room_of(name):
    parts = PurePosixPath(name).parts[:-1]
    deep = 3 if parts[:2] == ("web", "src") else 2
    return "tests, examples" if TESTS.search(name) else "/".join(parts[:deep]) or "."


def count(commit):
    lines, files, sizes = Counter(), Counter(), {}
    for name in git("ls-tree", "-r", "--name-only", commit).decode().splitlines():
        if PurePosixPath(name).suffix in CODE:
            n = code_lines(name, git("show", f"{commit}:{name}").decode())
            lines[room_of(name)] += n
            files[room_of(name)] += 1
            if not TESTS.search(name):
                sizes[name] = n
    script = git("show", f"{commit}:tools/install.sh").decode()
    page = json.loads(git("show", f"{commit}:web/package.json"))
    packages = {"Debian, to build": len(re.findall(r"^build +", script, re.M)),
                "npm, in the page": len(page.get("dependencies", {})), "npm, to build": len(page.get("devDependencies", {}))}
    return lines, files, sizes, packages


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        sys.exit(__doc__)
    commits = [*sys.argv[1:], git("stash", "create").decode().strip() or "HEAD"]
    trees = [count(commit) for commit in commits]
    print(f"{'room':<24}" + "".join(f"{'lines':>9}{'files':>7}" for _ in trees))
    for room in sorted({room for tree in trees for room in tree[0]}):
        print(f"{room:<24}" + "".join(f"{lines[room]:>9,}{files[room]:>7}" for lines, files, *_ in trees))
    apart = "tests, examples"
    print(f"{'without ' + apart:<24}" + "".join(f"{lines.total() - lines[apart]:>9,}{files.total() - files[apart]:>7}" for lines, files, *_ in trees))
    print("\nThe largest files:")
    for name, n in sorted(trees[-1][2].items(), key=lambda item: -item[1])[:LARGEST]:
        print(f"{n:>7,}  {name}" + ("" if len(trees) == 1 else f"  (was {trees[0][2][name]:,})" if name in trees[0][2] else "  (new)"))
    print("\nPackages: " + "; ".join(f"{what}: " + " -> ".join(str(tree[3][what]) for tree in trees) for what in trees[0][3]))


if __name__ == "__main__":
    main()
