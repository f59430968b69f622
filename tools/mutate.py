#!/usr/bin/env python3
"""Mutation testing of the rules: makes one change in a file of the rules, and checks whether the tests notice. A mutant
that survives is an untested rule, or a change without effect.

    tools/mutate.py BUILD [--only GAME] [--file NAME] [--sample N] [--seed S] [--jobs N]

BUILD is a build with kickback, tests/cases, tests/harness and tests/parity. All mutants of a file are compiled together:
each function gets a copy for every mutant in it, and the environment variable MUTANT selects one. The result is linked
before the rules with asserts on, and run against the game's cases, the golden records, and games of the harness. A mutant
of the engine is run against all cases and the examples of docs/promises.md, then against the records of `reference
promises`. There the unchanged program, which that test compares with the second implementation, gives the right answers.
Prints each survivor with its line, and a count for each file. The source tree is not changed.
"""

import argparse
import concurrent.futures
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = {"intrige": ["rules", "view", "ledger"], "integralis": ["rules", "bribery", "closing", "legal", "work", "view"],
         "incorporated": ["rules", "view"], "engine": ["judge", "bond", "ledger", "pattern", "pact"]}

# The harness plays a game of every n-th configuration.
EVERY = {"intrige": 23, "integralis": 3, "incorporated": 1}

# Patterns and their replacements. Blanks around an operator distinguish it from a sign or a pointer. -1 stays: it means
# "none", and callers test its sign.
SWAPS = [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
         (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \+= ", " -= "), (r" -= ", " += "),
         (r" \| ", " & "), (r" & ", " | "), (r"(?<=[(&| ])!(?=\w)", ""), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
         (r"(?<![\w.])0(?![\w.])", "1"), (r"(?<![\w.-])1(?![\w.u])", "2"), (r"\+\+", "--"), (r"\breturn KB_E_\w+;", "return KB_OK;"),
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
            if new == "1" and "tell(" in code:  # a 0 there is a member that this kind of event does not use
                continue
            for match in re.finditer(pattern, code):
                found.append((number, line, line[:match.start()] + new + line[match.end():]))
        if STATEMENT.match(line):
            found.append((number, line, re.match(r" *", line).group() + ";"))
    return found


# Processor time, many times what a test needs: stops mutants that loop for ever.
SECONDS_MAX = {"cases": 2, "parity": 2, "kickback": 10, "harness": 30}


def run(command, mutant, seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    environment = {**os.environ, "MUTANT": str(mutant)}
    return subprocess.run(command, capture_output=True, preexec_fn=limit, cwd=ROOT, env=environment)


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
        self.right = list(self.answers(program, NO_MUTANT))

    def answers(self, program, mutant):
        for path in self.paths:
            for words in (["promises", "--json"], ["trace"]):
                done = run([program, *words, path], mutant, SECONDS_MAX["kickback"])
                yield done.returncode, done.stdout

    def accept(self, program, mutant):
        return all(ours == theirs for ours, theirs in zip(self.answers(program, mutant), self.right))


NO_MUTANT = -1
FUNCTION = re.compile(r"^(?P<head>[A-Za-z_][^;{}#]*?\b(?P<name>\w+)\((?P<parameters>[^;{}]*)\)\n)(?P<body>\{\n.*?^\}\n)", re.M | re.S)
CHOICE = """#include <stdlib.h>
static int mutant;
__attribute__((constructor)) static void choose_mutant(void)
{
    mutant = atoi(getenv("MUTANT"));
}
"""


def with_copies(text, mutants):
    """The source with a copy of a function for each mutant in it: a dictionary of numbers to mutants. Also returns which
    mutant each line of the result belongs to."""
    parts, end, owner = [CHOICE], 0, {}
    for match in FUNCTION.finditer(text):
        first = text.count("\n", 0, match.start("body"))
        lines = match["body"].splitlines()
        copies = [i for i, mutant in mutants.items() if first <= mutant[0] < first + len(lines)]
        if not copies:
            continue
        before, after = match["head"].split(match["name"] + "(", 1)
        before = before if "static" in before else "static " + before
        arguments = ", ".join(re.findall(r"(\w+)(?:\[\w*\])?(?:,|$)", match["parameters"].replace("void", "")))
        parts.append(text[end:match.start()])
        for i in copies:
            number, _, new = mutants[i]
            line = sum(part.count("\n") for part in parts) + 1
            body = lines[:number - first] + [new] + lines[number - first + 1:]
            parts.append(f"{before}{match['name']}_{i}({after}" + "\n".join(body) + "\n")
            owner.update((n, i) for n in range(line, line + parts[-1].count("\n")))
        parts.append(f"{before}{match['name']}_unchanged({after}{match['body']}")
        parts.append(match["head"] + "{\n    switch (mutant) {\n")
        parts += [f"    case {i}: return {match['name']}_{i}({arguments});\n" for i in copies]
        parts.append(f"    default: return {match['name']}_unchanged({arguments});\n    }}\n}}\n")
        end = match.end()
    assert set(owner.values()) == set(mutants), "a mutant is outside a function"
    return "".join(parts) + text[end:], owner


def compile_mutants(path, mutants, folder):
    """Returns the object file and the mutants in it, without those that the compiler refuses."""
    source, result = folder / path.name, folder / "mutants.o"
    text = re.sub(r'#include "(\.\./[^"]*)"', lambda m: f'#include "{(path.parent / m.group(1)).resolve()}"', path.read_text())
    flags = ["-std=gnu11", "-O1", "-UNDEBUG", "-w", f"-I{path.parent}", f"-I{ROOT}", "-iquote", path.parent,
             "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]  # `make test` runs these tests so too
    mutants = dict(enumerate(mutants))
    while True:
        copies, owner = with_copies(text, mutants)
        source.write_text(copies)
        done = subprocess.run(["gcc", *flags, "-c", "-o", result, source], capture_output=True, text=True)
        if done.returncode == 0:
            return result, mutants
        refused = {owner[int(line)] for line in re.findall(r":(\d+):\d+: error", done.stderr)}
        mutants = {i: mutant for i, mutant in mutants.items() if i not in refused}


class Tests:
    """The tests of one game or of the engine, linked with the mutants of one file."""

    def __init__(self, build, part, mutants, folder):
        self.steps = []
        cases = sorted((ROOT / "games").glob(f"{'*' if part == 'engine' else part}/cases/*.kbt"))
        if part == "engine":
            self.records = Records(folder, build / "kickback", 24)
            steps = [("cases", [*cases, ROOT / "docs/promises.md"]), ("kickback", [])]
        else:
            steps = [("cases", cases), ("parity", ["check", ROOT / "tests/golden/hashes.txt"]),
                     ("harness", ["--only", part, "--games", "1", "--every", str(EVERY[part])])]
        for test, arguments in steps:
            program = folder / test
            self.link(build, test, mutants, program)
            self.steps.append((test, [program, *arguments]))

    @staticmethod
    def link(build, test, mutants, program):
        if test == "kickback":
            commands = subprocess.run(["ninja", "-C", build, "-t", "commands", test], check=True, text=True, capture_output=True)
            command = commands.stdout.splitlines()[-1].replace(" -o kickback ", f" -o {program} {mutants} ")
            subprocess.run(["sh", "-c", command], cwd=build, check=True)
            return
        objects = list((build / f"tests/{test}.p").glob("*.o"))
        bots = [build / "libkickback-bots.a"] if test == "parity" else []
        rules = build / "tests/libkickback-rules-asserting.a"
        subprocess.run(["gcc", "-fuse-ld=gold", "-o", program, *objects, mutants, *bots, rules, "-lm"], check=True)

    def killer(self, mutant):
        """The test that notices; "" if none does."""
        for test, command in self.steps:
            if test == "kickback":
                passes = self.records.accept(command[0], mutant)
            else:
                passes = run(command, mutant, SECONDS_MAX[test]).returncode == 0
            if not passes:
                return test
        return ""


def try_file(build, part, path, mutants, jobs):
    """Prints the survivors of the file, and returns how many there are."""
    with tempfile.TemporaryDirectory() as folder:
        compiled, mutants = compile_mutants(path, mutants, Path(folder))
        tests = Tests(build, part, compiled, Path(folder))
        assert tests.killer(NO_MUTANT) == "", f"{path}: fails as it is"
        killed = {}
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for (number, old, new), killer in zip(mutants.values(), pool.map(tests.killer, mutants)):
                killed[killer] = killed.get(killer, 0) + 1
                if killer == "":
                    print(f"{path.relative_to(ROOT)}:{number + 1}\n  - {old.strip()}\n  + {new.strip()}", flush=True)
        print(f"{path.relative_to(ROOT)}: {len(mutants)} mutants, "
              + "".join(f"{killed.get(test, 0)} noticed by {test}, " for test, _ in tests.steps)
              + f"{killed.get('', 0)} by nothing", flush=True)
        return killed.get("", 0)


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
    for part, names in FILES.items():
        for name in names:
            if (args.only and part != args.only) or (args.file and name != args.file):
                continue
            path = ROOT / ("engine" if part == "engine" else f"games/{part}") / f"{name}.c"
            mutants = mutants_of(path)
            if args.sample and args.sample < len(mutants):
                mutants = sorted(random.Random(args.seed).sample(mutants, args.sample))
            survivors += try_file(Path(args.build).resolve(), part, path, mutants, args.jobs)
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
