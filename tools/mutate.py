#!/usr/bin/env python3
"""Mutation testing of the rules: makes one change in a file of the rules, and checks whether the tests notice. A mutant
that survives is an untested rule, or a change without effect.

    tools/mutate.py BUILD [--only GAME] [--file NAME] [--sample N] [--seed S] [--jobs N]

BUILD is a build with kickback, tests/cases, tests/harness and tests/parity. Each mutant is compiled, linked before the
rules with asserts on, and run against the game's cases, the golden records, and games of the harness. A mutant of the
engine is run against all cases and the examples of docs/promises.md, then against the records of `reference promises`.
There the unchanged program, which that test compares with the second implementation, gives the right answers. Prints each
survivor with its line, and a count for each file. The source tree is not changed.
"""

import argparse
import concurrent.futures
import random
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = {"intrige": ["rules", "view", "ledger"], "integralis": ["rules", "bribery", "closing", "legal", "view"],
         "incorporated": ["rules", "view"], "engine": ["judge", "bond", "ledger", "pattern", "pact"]}

# The harness plays a game of every n-th configuration.
EVERY = {"intrige": 7, "integralis": 3, "incorporated": 1}

# Patterns and their replacements. Blanks around an operator distinguish it from a sign or a pointer.
SWAPS = [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
         (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \+= ", " -= "), (r" -= ", " += "),
         (r" \| ", " & "), (r" & ", " | "), (r"(?<=[(&| ])!(?=\w)", ""), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
         (r"(?<![\w.])0(?![\w.])", "1"), (r"(?<![\w.])1(?![\w.u])", "2"), (r"\+\+", "--"), (r"\breturn KB_E_\w+;", "return KB_OK;"),
         (r"\bcontinue;", ";"), (r"\bbreak;", ";")]
STATEMENT = re.compile(r"^ +(?!return|case|default|static|const|else|break|continue|goto|[\w ]+ \*?\w+ = |int |bool |uint)[\w>.\[\]*-]+(\(.*\)| [|&+-]?= .*|\+\+|--);( +/\*.*)?$")
LEFT_OUT = re.compile(r"^\s*(#|/?\*|KB_ASSERT|assert)|^\S")


def mutants_of(path):
    """All mutants: the number of the line, the line, and its replacement."""
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


SECONDS_MAX = 30  # processor time; stops mutants that loop for ever


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_MAX, SECONDS_MAX))


def run(command, cwd=ROOT):
    return subprocess.run(command, capture_output=True, preexec_fn=limit, cwd=cwd).returncode == 0


class Records:
    """Records with many pacts, and the program's output for them."""

    def __init__(self, folder, program, n):
        sys.path.insert(0, str(ROOT / "tests/reference"))
        import common
        import compare_promises
        self.paths = []
        for game in sorted(compare_promises.GAMES):
            for number in range(n):
                rng = random.Random(f"1 {number} {game}")  # as compare_promises.py makes them
                maker = compare_promises.Maker(rng, game)
                maker.play(rng.choice((40, 150, 10**6 if game != "integralis" else 400)))
                path = Path(folder) / f"{game}-{number}.kbr"
                path.write_text("".join(common.write_json(line) + "\n" for line in maker.lines))
                self.paths.append(path)
        self.right = list(self.answers(program))

    def answers(self, program):
        for path in self.paths:
            for words in (["promises", "--json"], ["trace"]):
                done = subprocess.run([program, *words, path], capture_output=True, preexec_fn=limit)
                yield done.returncode, done.stdout

    def accept(self, program):
        return all(ours == theirs for ours, theirs in zip(self.answers(program), self.right))


class Tests:
    """The tests of one game or of the engine, linked with a mutant of one file."""

    def __init__(self, build, part, folder):
        self.build = build
        self.rules = build / "tests/libkickback-rules-asserting.a"
        cases = sorted((ROOT / "games").glob(f"{'*' if part == 'engine' else part}/cases/*.kbt"))
        if part == "engine":
            self.link_kickback = subprocess.run(["ninja", "-C", build, "-t", "commands", "kickback"], check=True, text=True,
                                                capture_output=True).stdout.splitlines()[-1]
            self.records = Records(folder, build / "kickback", 24)
            self.steps = [("cases", [*cases, ROOT / "docs/promises.md"]), ("kickback", [])]
        else:
            self.steps = [("cases", cases), ("parity", ["check", ROOT / "tests/golden/hashes.txt"]),
                          ("harness", ["--only", part, "--games", "1", "--every", str(EVERY[part])])]

    def link(self, test, mutant, folder):
        program = folder / test
        if test == "kickback":
            command = self.link_kickback.replace(" -o kickback ", f" -o {program} {mutant} ")
            return program if run(["sh", "-c", command], cwd=self.build) else None
        objects = list((self.build / f"tests/{test}.p").glob("*.o"))
        bots = [self.build / "libkickback-bots.a"] if test == "parity" else []
        made = run(["gcc", "-fuse-ld=gold", "-o", program, *objects, mutant, *bots, self.rules, "-lm"])
        return program if made else None

    def killer(self, path, text, folder):
        """The test that notices; "" if none does, None if the mutant does not compile."""
        source, mutant = folder / path.name, folder / "mutant.o"
        source.write_text(text)
        flags = ["-std=gnu11", "-O0", "-UNDEBUG", "-w", f"-I{path.parent}", f"-I{ROOT}"]
        if not run(["gcc", *flags, "-iquote", path.parent, "-c", "-o", mutant, source]):
            return None
        for test, arguments in self.steps:
            program = self.link(test, mutant, folder)
            if not program:
                return None
            passes = self.records.accept(program) if test == "kickback" else run([program, *arguments])
            if not passes:
                return test
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
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    survivors = 0
    scratch = tempfile.TemporaryDirectory()
    for part, names in FILES.items():
        for name in names:
            if (args.only and part != args.only) or (args.file and name != args.file):
                continue
            path = ROOT / ("engine" if part == "engine" else f"games/{part}") / f"{name}.c"
            mutants = mutants_of(path)
            if args.sample and args.sample < len(mutants):
                mutants = sorted(random.Random(args.seed).sample(mutants, args.sample))
            tests = Tests(Path(args.build).resolve(), part, scratch.name)
            assert try_mutant(tests, path, (0, "", path.read_text().splitlines()[0])) == "", f"{path}: fails as it is"
            killed = {}
            with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
                for (number, old, new), killer in zip(mutants, pool.map(lambda m: try_mutant(tests, path, m), mutants)):
                    killed[killer] = killed.get(killer, 0) + 1
                    if killer == "":
                        survivors += 1
                        print(f"{path.relative_to(ROOT)}:{number + 1}\n  - {old.strip()}\n  + {new.strip()}", flush=True)
            print(f"{path.relative_to(ROOT)}: {len(mutants) - killed.get(None, 0)} mutants, "
                  + "".join(f"{killed.get(test, 0)} noticed by {test}, " for test, _ in tests.steps)
                  + f"{killed.get('', 0)} by nothing", flush=True)
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
