#!/usr/bin/env python3
"""Seeds faults into copies of the tree, one at a time, and reports which test of `make test` finds each.

    mutants.py make --seed 1                writes the list: tests/mutants.txt
    mutants.py run --out before.txt         tests the mutants of the list, or goes on with an interrupted run
    mutants.py report before.txt            how many died in each area, and which survived
    mutants.py report before.txt after.txt  ... and which only the first run found

A mutant is a line of the list: one operator of one line is changed. The line is found again by its text, so the list
outlives changes elsewhere in the file. A mutant whose line has changed is `gone`.

A mutant is tested in a clone of the tree, with both of the builds that `make test` uses, but without link-time
optimisation. The tests that concern its area run from quick to slow until one fails or hangs. A test counts only if it
also passes without the mutant. Tests in the suite `soak` do not count: `make test` does not run them.

mull cannot mutate TypeScript, Stryker cannot mutate C, and universalmutator does not know what to build and which to run.
"""
import argparse
import contextlib
import fnmatch
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque, namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutate import LEFT_OUT, Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests/mutants.txt"
BUILDS = {"S": "build-sanitized", "R": "build"}
# How many mutants, and of which files. Not the headers of the core: changing one rebuilds everything.
AREAS = {"core": (25, "core/*.c"), "games": (50, "games/*/*.[ch]"), "engine": (30, "engine/*.c"), "bots": (25, "bots/**/*.c"),
         "server": (40, "server/*.c"), "page": (30, "web/src/**/*.ts*")}

# The tests of an area, from quick to slow: in the sanitized build (S), and as released (R). Most are named for both builds,
# although one build may leave them to the other: tests move.
RULES = """S: unit, unit games, library, cases *, promises page, golden*, room
           R: unit, unit games, library, cases *, promises page, golden*, talk, encode i*, cli, schema, outside, choices, harness i*
           S: encode i*, harness i*, fuzz_[rpml]*, room*, negotiating
           R: batches *, bot unit, deals, bots *, page *, wasm*, reference promises, reference, endings, selfplay
           S: batches *, bots *, endings"""
TESTS = {"core": RULES, "games": RULES, "engine": RULES,
         "bots": """R: talk, golden, bot unit, library, deals, bargains *, bots *
                    S: talk, golden, bot unit, library, deals, negotiating, bargains *, bots *, room*, asked, jobs
                    R: outside, cli, wasm*, choices, selfplay, endings, arena, page room, same bytes
                    S: fuzz_library, simulate*, endings""",
         "server": """S: people, asked, late log, room*, negotiating, jobs, nodes, log, simulate*
                      R: people, asked, late log, room*, negotiating, jobs, nodes, log, simulate*
                      R: http, websocket, same bytes, server, storage, operating, clock steps, copying, flood, cli
                      S: http, websocket, server, fuzz_request, fuzz_wire, fuzz_socket, postgres, leaks
                      R: http patience, fuzz_socket, silent lines, postgres*, cluster, compose, pages""",
         "page": "R: page wording, page i*, page replay, page pacts, page story, page room, HINTS, page setups, browser *"}
# Browser tests that go first for a file of the page, besides those that are called like it or its folder.
HINTS = {"home": ["making", "invited"], "offline": ["resume", "alone"], "promises": ["bargains"], "table": ["strip", "lines"],
         "intrige": ["bargains", "legal"], "integralis": ["markers", "legal"], "incorporated": ["legal"], "keys": ["keyboard"]}

Test = namedtuple("Test", "build name command targets limit")
STOPPED = threading.Event()


def output(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"mutants.py: {' '.join(map(str, command))}:\n{done.stdout}{done.stderr}")
    return done.stdout


def broken(tree, paths):
    """Those of the files that a compiler refuses, with warnings as errors. The page is checked as a whole."""
    if paths[0].startswith("web/"):
        done = subprocess.run(["node_modules/.bin/tsc", "--noEmit"], cwd=tree.folder / "web", stdout=subprocess.PIPE, text=True, check=False)
        named = {f"web/{name}" for name in re.findall(r"^(src/[^(]+)\(", done.stdout, re.M)}
        return named if named <= set(paths) else set(paths)
    found = set()
    for build in BUILDS.values():
        commands = json.loads((tree.folder / build / "compile_commands.json").read_text())
        for path in paths:
            file = path if path.endswith(".c") else Path(path).with_name("rules.c")  # which includes the header
            command = next(each["command"] for each in commands if each["file"] == f"../{file}")
            command = re.sub(r" -M\w+( [^- ]\S*)?| -o \S+", "", command) + " -fsyntax-only"
            if subprocess.run(command, cwd=tree.folder / build, shell=True, stderr=subprocess.DEVNULL, check=False).returncode:
                found.add(path)
    return found


def make(options):
    tree = Tree(options, 0)
    text = f"# Made by `mutants.py make --seed {options.seed}`: id, file:line, which of the lines with this text, the line, the mutated line\n"
    for area, (quota, pattern) in AREAS.items():
        luck = random.Random(f"{options.seed} {area}")
        paths = sorted(str(path.relative_to(tree.folder)) for path in tree.folder.glob(pattern))
        lines = [mutant for path in paths if not LEFT_OUT.search(path)
                 for mutant in mutants_of(path, (tree.folder / path).read_text(encoding="utf-8"))]
        luck.shuffle(lines)
        chosen = []
        while len(chosen) < quota:
            batch = {}  # by path, so that the compiler's complaints are about one mutant each
            while lines and lines[-1].path not in batch and len(chosen) + len(batch) < quota:
                mutant = lines.pop()
                batch[mutant.path] = mutant._replace(new=luck.choice(mutant.new[luck.choice(sorted(mutant.new))]))
                tree.apply(batch[mutant.path])
            if not batch:
                sys.exit(f"mutants.py: {area} has not enough lines for {quota} mutants")
            refused = broken(tree, [*batch])
            chosen += [mutant for path, mutant in batch.items() if path not in refused]
            tree.restore()
            print(f"{area}: {len(chosen)} of {quota}", flush=True)
        text += "".join(f"{area}-{i:02}\t{m.path}:{m.line}\t{m.nth}\t{m.old}\t{m.new}\n" for i, m in enumerate(chosen, 1))
    LIST.write_text(text, encoding="utf-8")


def listed(options):
    """The mutants of the list that were asked for."""
    mutants = []
    for line in LIST.read_text(encoding="utf-8").splitlines()[1:]:
        name, place, nth, old, new = line.split("\t")
        path, number = place.rsplit(":", 1)
        mutants.append(Mutant(name, path, int(number), int(nth), old, new))
    if unknown := set(options.ids or ()) - {mutant.id for mutant in mutants}:
        sys.exit(f"mutants.py: {LIST} has no {', '.join(sorted(unknown))}")
    return [m for m in mutants if (not options.ids or m.id in options.ids) and (not options.area or m.id.split("-")[0] in options.area)]


class Tree:
    """A clone of the tree at one commit, in which one mutant at a time is tested."""

    def __init__(self, options, number):
        self.folder = Path(options.scratch).resolve() / str(number)
        self.temporary = self.folder.parent / f"tmp{number}"
        self.cores = max(1, (os.cpu_count() or 1) // options.jobs)
        self.seconds = 0.0  # that the last command took
        if not self.folder.exists():
            output("git", "clone", "-q", "--shared", "--no-checkout", ROOT, self.folder, folder=ROOT)
        output("git", "checkout", "-qf", "--detach", options.commit, folder=self.folder)
        for build in BUILDS.values():
            output("tools/build.sh", build, "setup", folder=self.folder)
            output("meson", "configure", build, "-Db_lto=false", folder=self.folder)
            output("ninja", "-C", build, "build.ninja", folder=self.folder)

    def tests(self):
        """What `make test` runs, by build and name."""
        found = {}
        for key, build in BUILDS.items():
            targets, tests = (json.loads(output("meson", "introspect", what, build, folder=self.folder)) for what in ("--targets", "--tests"))
            files = {target["id"]: [os.path.relpath(name, self.folder / build) for name in target["filename"]] for target in targets}
            for test in tests:
                needs = [name for target in test["depends"] for name in files.get(target, [])]
                if not any(suite.endswith(":soak") for suite in test["suite"]):
                    found[key, test["name"]] = Test(build, test["name"], test["cmd"], needs, max(60, test["timeout"]))
        return found

    def apply(self, mutant):
        """Returns whether the mutant's line is still there."""
        path = self.folder / mutant.path
        lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
        places = [number for number, line in enumerate(lines) if line.strip() == mutant.old]
        if len(places) < mutant.nth:
            return False
        at = places[mutant.nth - 1]
        lines[at] = lines[at].replace(mutant.old, mutant.new)  # keeps its indentation, about which compilers warn
        path.write_text("\n".join(lines), encoding="utf-8")
        return True

    def restore(self):
        output("git", "checkout", "-q", ".", folder=self.folder)

    def run(self, test, limit):
        """Builds and runs a test. Returns what went wrong, or None."""
        if test.targets and self.limited(["ninja", "-j", str(self.cores), *test.targets], test, 1800):
            return "build"
        return self.limited(test.command, test, limit)

    def limited(self, command, test, limit):
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir()
        self.temporary.chmod(0o1777)  # PostgreSQL runs as another user
        # As in tools/test.py; and a mutant may not fill the memory or the disk.
        env = {**os.environ, "TMPDIR": str(self.temporary), "ASAN_OPTIONS": "detect_leaks=0:hard_rss_limit_mb=4096"}
        began = time.monotonic()
        with subprocess.Popen(command, cwd=self.folder / test.build, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 30, 2 << 30))) as child:
            try:
                while child.poll() is None:
                    if STOPPED.is_set():
                        sys.exit("mutants.py: stopped; the same command goes on")
                    if time.monotonic() - began > limit:
                        return "hangs"
                    time.sleep(0.02)
                return "fails" if child.returncode else None
            finally:
                self.seconds = time.monotonic() - began
                for number in (signal.SIGINT, signal.SIGKILL):  # with all that it has started; it may clean up first
                    with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                        os.killpg(child.pid, number)
                        child.wait(5)


class Run:
    """What the copies of the tree share: the mutants to test, the table, and what is known about the tests."""

    def __init__(self, options, mutants):
        self.options, self.lock = options, threading.Lock()
        self.queue = deque((mutant, 0.0) for mutant in mutants)  # with the seconds spent on it
        self.sound, self.passed = {}, {}  # whether a test passes without a mutant; the tests that did not find one
        self.times_file = Path(options.scratch) / "times.json"
        self.times = json.loads(self.times_file.read_text()) if self.times_file.exists() else {}

    def order(self, tests, mutant):
        """The tests that concern a mutant, from quick to slow."""
        chosen, parts = {}, Path(mutant.path).with_suffix("").parts[2:]
        hints = [name for part in parts for name in [*HINTS.get(part, []), f"{part}*"]]
        for line in TESTS[mutant.id.split("-")[0]].splitlines():
            key, patterns = line.strip().split(": ")
            for pattern in patterns.replace("HINTS", ", ".join(f"browser *{name}*" for name in hints)).split(", "):
                names = [name for build, name in tests if build == key and fnmatch.fnmatchcase(name, pattern)]
                # Those not known yet in reverse, because the longest are listed first.
                for name in sorted(reversed(names), key=lambda name: self.times.get(f"{key} {name}", 0)):
                    chosen[key, name] = tests[key, name]
        return chosen

    def passes(self, tree, key, test):
        """Whether a test that found something passes without it. Asked once for each test."""
        if key not in self.sound:
            fault = tree.run(test, 4 * test.limit)
            if fault == "build":
                sys.exit(f"mutants.py: cannot build without a mutant: ninja -C {tree.folder / test.build} {' '.join(test.targets)}")
            if fault:
                print(f"'{test.name}' in {test.build} {fault} without a mutant: it does not count", flush=True)
            self.sound[key] = not fault
        return self.sound[key]

    def killer(self, tree, tests, mutant, patience):
        """The test that finds a mutant. None if that takes longer than `patience` seconds: ask again."""
        if not tree.apply(mutant):
            return "gone"
        passed = self.passed.setdefault(mutant.id, set())
        began = time.monotonic()
        for key, test in self.order(tests, mutant).items():
            if key in passed or not self.sound.get(key, True):
                continue
            known = self.times.get(" ".join(key))
            if time.monotonic() - began + (known or 0) > patience:
                return None
            fault = tree.run(test, test.limit if known is None else min(test.limit, 60 + 10 * known))
            if fault:
                tree.restore()
                if self.passes(tree, key, test):
                    return f"{test.build}: {test.name}{'' if fault == 'fails' else f' ({fault})'}"
                tree.apply(mutant)
                continue
            passed.add(key)
            with self.lock:
                self.times[" ".join(key)] = round(min(tree.seconds, known or 1e9), 1)
                self.times_file.write_text(json.dumps(self.times))
        return "SURVIVED"

    def work(self, number):
        """Tests mutants. One that is not found soon waits until the others have had their turn."""
        tree = Tree(self.options, number)
        tests = tree.tests()
        while True:
            with self.lock:
                mutant, spent = self.queue.popleft() if self.queue else (None, 0)
            if not mutant:
                return
            began = time.monotonic()
            killer = self.killer(tree, tests, mutant, 1e9 if spent else 30)
            tree.restore()
            spent += time.monotonic() - began
            if killer is None:
                self.queue.append((mutant, spent))
                continue
            row = f"{mutant.id}\t{mutant.path}:{mutant.line}\t{killer}\t{spent:.0f}"
            with self.lock, open(self.options.out, "a", encoding="utf-8") as table:
                table.write(row + "\n")
            print(f"{row}\t({len(self.queue)} to go)", flush=True)


def run(options):
    signal.signal(signal.SIGINT, lambda *_: STOPPED.set())
    signal.signal(signal.SIGTERM, lambda *_: STOPPED.set())
    out, head = Path(options.out), f"# tree {options.commit}: id, place, the test that found it, seconds\n"
    if not out.exists():
        out.write_text(head, encoding="utf-8")
    if not out.read_text(encoding="utf-8").startswith(head):
        sys.exit(f"mutants.py: {out} is not a table of {options.commit}; name another file")
    shared = Run(options, [mutant for mutant in listed(options) if mutant.id not in results(out)])
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(shared.work, range(options.jobs)))
    report([out])


def results(table):
    rows = [line.split("\t") for line in Path(table).read_text(encoding="utf-8").splitlines()[1:]]
    return {name: (place, killer, int(seconds)) for name, place, killer, seconds in rows}


def report(tables):
    """Sums up each table. Returns whether the last has all that the first found."""
    found = []
    for table in tables:
        print(f"{table}\n{'area':<8}{'tested':>8}{'killed':>8}{'gone':>8}{'minutes':>9}")
        known = results(table)
        found.append({name: row for name, row in known.items() if row[1] not in ("gone", "SURVIVED")})
        for area in [*AREAS, ""]:
            rows = [row for name, row in known.items() if name.startswith(area)]
            gone, killed = sum(row[1] == "gone" for row in rows), sum(name.startswith(area) for name in found[-1])
            print(f"{area or 'all':<8}{len(rows):>8}{killed:>8}{gone:>8}{sum(row[2] for row in rows) / 60:>9.1f}")
        print("".join(f"survived: {name}\t{row[0]}\n" for name, row in known.items() if row[1] == "SURVIVED"), end="")
    lost = [name for name in found[0] if name in known and name not in found[-1]]
    print("".join(f"lost: {name}\twas found by {found[0][name][1]}, now {known[name][1]}\n" for name in lost), end="")
    return not lost


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["make", "run", "report"])
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="to report")
    parser.add_argument("--commit", default="HEAD", help="the tree to mutate (%(default)s)")
    parser.add_argument("--scratch", default="/tmp/kickback-mutants", help="folder for the copies of the tree (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="make: for another list (%(default)s)")
    parser.add_argument("--ids", nargs="+", metavar="ID", help="run: only these mutants")
    parser.add_argument("--area", nargs="+", choices=AREAS, help="run: only these areas")
    parser.add_argument("--jobs", type=int, default=1, help="run: copies of the tree in use at the same time (%(default)s)")
    parser.add_argument("--out", default="mutants-table.txt", help="run: the table to write or continue (%(default)s)")
    options = parser.parse_args()
    if (options.command == "report") != bool(options.tables) or not all(map(os.path.exists, options.tables)):
        parser.error("report needs tables that exist, and nothing else takes them")
    if options.command == "report":
        sys.exit(not report(options.tables))
    options.commit = output("git", "rev-parse", "--verify", f"{options.commit}^{{commit}}", folder=ROOT)[:10]
    if Path("/usr/lib/ccache").exists():
        os.environ.update(PATH=f"/usr/lib/ccache:{os.environ['PATH']}", CCACHE_NOHASHDIR="1")
    make(options) if options.command == "make" else run(options)


if __name__ == "__main__":
    main()
