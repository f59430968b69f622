#!/usr/bin/env python3
"""Mutation testing of the rules: changes one thing in a file that decides what is allowed or what happens, and sees
whether the tests notice. A mutant that nothing notices is a rule that nothing tests, or a change that makes no difference.

    tools/mutate.py BUILD [--only GAME] [--file NAME] [--sample N] [--seed S] [--harness GAMES] [--jobs N]

BUILD is a build with tests/cases, tests/harness and tests/parity. Each mutant is compiled, linked in front of the rules with
their asserts on, and run against the game's cases, then the golden records, then some games of the harness. Prints each
survivor with its line, and a count for each file. The source tree is not touched.
"""

import argparse
import concurrent.futures
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = {"intrige": ["rules", "view", "ledger"], "integralis": ["rules", "bribery", "closing", "legal", "view"],
         "incorporated": ["rules", "view"]}

# What is looked for, and what it becomes. Blanks around an operator tell it from a sign or a pointer.
SWAPS = [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
         (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \+= ", " -= "), (r" -= ", " += "),
         (r" \| ", " & "), (r" & ", " | "), (r"(?<=[(&| ])!(?=\w)", ""), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
         (r"(?<![\w.])0(?![\w.])", "1"), (r"(?<![\w.])1(?![\w.u])", "2"), (r"\+\+", "--"), (r"\breturn KB_E_\w+;", "return KB_OK;"),
         (r"\bcontinue;", ";"), (r"\bbreak;", ";")]
STATEMENT = re.compile(r"^ +(?!return|case|default|static|const|else|break|continue|goto|[\w ]+ \*?\w+ = |int |bool |uint)[\w>.\[\]*-]+(\(.*\)| [|&+-]?= .*|\+\+|--);( +/\*.*)?$")
LEFT_OUT = re.compile(r"^\s*(#|/?\*|KB_ASSERT|assert)|^\S")


def mutants_of(path):
    """Every mutant: the number of the line, what it was, and what it becomes."""
    found = []
    is_comment = False
    for number, line in enumerate(path.read_text().splitlines()):
        code = line.split("/*")[0].rstrip()
        was_comment, is_comment = is_comment, (is_comment or "/*" in line) and "*/" not in line.split("/*")[-1]
        if was_comment or LEFT_OUT.match(line) or not code.strip() or "KB_ASSERT" in line or '"' in line:
            continue
        for pattern, new in SWAPS:
            if pattern in (r"\bbreak;",) and "case " in line:
                continue
            for match in re.finditer(pattern, code):
                found.append((number, line, line[:match.start()] + new + line[match.end():]))
        if STATEMENT.match(line):
            found.append((number, line, re.match(r" *", line).group() + ";"))
    return found


def run(command, seconds):
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds, cwd=ROOT).returncode == 0
    except subprocess.TimeoutExpired:
        return False


class Tests:
    """The tests of one game, linked with a mutant in the place of one file."""

    def __init__(self, build, game, harness):
        self.build, self.game, self.harness = build, game, harness
        self.rules = build / "tests/libkickback-rules-asserting.a"
        self.cases = sorted(str(path) for path in (ROOT / "games" / game / "cases").glob("*.kbt"))

    def link(self, test, mutant, folder):
        program = folder / test
        objects = list((self.build / f"tests/{test}.p").glob("*.o"))
        made = run(["gcc", "-o", program, *objects, mutant, self.rules], 60)
        return program if made else None

    def killer(self, path, text, folder):
        """Which test notices; "" if none does, None if it does not compile."""
        source, mutant = folder / path.name, folder / "mutant.o"
        source.write_text(text)
        flags = ["-std=gnu11", "-O1", "-UNDEBUG", "-w", f"-I{path.parent}", f"-I{ROOT}"]
        if not run(["gcc", *flags, "-iquote", path.parent, "-c", "-o", mutant, source], 60):
            return None
        cases = self.link("cases", mutant, folder)
        if not cases:
            return None
        if not run([cases, *self.cases], 30):
            return "cases"
        harness = self.link("harness", mutant, folder)
        if not run([harness, "--only", self.game, "--games", str(self.harness)], 300):
            return "harness"
        return ""


def try_mutant(tests, path, mutant):
    number, _, new = mutant
    lines = path.read_text().splitlines()
    lines[number] = new
    text = "\n".join(lines) + "\n"
    text = re.sub(r'#include "(\.\./[^"]*)"', lambda m: f'#include "{(path.parent / m.group(1)).resolve()}"', text)
    with tempfile.TemporaryDirectory() as folder:
        return tests.killer(path, text, Path(folder))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--only", choices=FILES)
    parser.add_argument("--file")
    parser.add_argument("--sample", type=int, default=0, help="so many of each file; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--harness", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    survivors = 0
    for game, names in FILES.items():
        for name in names:
            if (args.only and game != args.only) or (args.file and name != args.file):
                continue
            path = ROOT / "games" / game / f"{name}.c"
            mutants = mutants_of(path)
            if args.sample and args.sample < len(mutants):
                mutants = sorted(random.Random(args.seed).sample(mutants, args.sample))
            tests = Tests(Path(args.build).resolve(), game, args.harness)
            assert try_mutant(tests, path, (0, "", path.read_text().splitlines()[0])) == "", f"{path}: fails as it is"
            killed = {}
            with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
                for (number, old, new), killer in zip(mutants, pool.map(lambda m: try_mutant(tests, path, m), mutants)):
                    killed[killer] = killed.get(killer, 0) + 1
                    if killer == "":
                        survivors += 1
                        print(f"{path.relative_to(ROOT)}:{number + 1}\n  - {old.strip()}\n  + {new.strip()}", flush=True)
            print(f"{path.relative_to(ROOT)}: {len(mutants) - killed.get(None, 0)} mutants, {killed.get('cases', 0)} noticed by "
                  f"cases, {killed.get('harness', 0)} by the harness, {killed.get('', 0)} by nothing", flush=True)
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
