#!/usr/bin/env python3
"""Runs what takes too long for `make test`, for about 80 minutes on two cores: clang's static analyzer, the tests of the suite
`soak`, random games that no run has played before, and what uses threads under ThreadSanitizer.

    soak.py [--rounds N] [--seed N] [--only TEXT]

A part that fails does not end the others: the failures come at the end. build/soak/ has what each part wrote.
"""

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import time

from test import ENVIRONMENT, ROOT, SLOWEST, introspect

AT_ONCE = os.cpu_count() + 1  # some parts wait
PATIENCE = 4  # limits are those of a quiet machine
LOGS = ROOT / "build/soak"
SHOWN = 10000  # characters of what a failed part wrote
NEWS = 60  # seconds between lines about what is running

# Random games. Each number is about five minutes of one core: games under the sanitizers take four times as long as with asserts
# alone, and those of Integralis ten times as long as others.
HARNESS = {"build": {"intrige": 15120, "integralis": 1440, "incorporated": 40000},
           "build-sanitized": {"intrige": 4032, "integralis": 504, "incorporated": 10000}}
SEEDS = 10000  # of one round
ARENA = {"intrige": 1500, "integralis": 120, "incorporated": 1500}  # games under ThreadSanitizer


class Part:
    """A command that may take `limit` seconds, and what it needs: targets of a build."""

    def __init__(self, name, command, limit=600, build=None, targets=(), folder=ROOT, environment=None):
        self.name, self.command, self.limit = name, [str(word) for word in command], limit
        self.build, self.targets, self.folder = build, set(targets), folder
        self.environment = {**ENVIRONMENT, "TSAN_OPTIONS": "halt_on_error=1", **(environment or {})}
        self.log = LOGS / (re.sub(r"\W+", "-", name) + ".txt")
        self.process = None
        self.seconds = self.computed = 0
        self.fault = ""

    def start(self):
        self.began = time.time()
        with self.log.open("w") as output:
            print(shlex.join(self.command), file=output, flush=True)
            # A session of its own: an interrupt from the terminal reaches only this program, which then ends all of the part.
            self.process = subprocess.Popen(self.command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                                            stderr=subprocess.STDOUT, start_new_session=True)

    def is_over(self):
        self.seconds = time.time() - self.began
        pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        if pid:
            self.process.returncode = os.waitstatus_to_exitcode(status)
            self.computed = usage.ru_utime + usage.ru_stime
            self.fault = f"exit status {self.process.returncode}" if self.process.returncode else ""
            self.signal(signal.SIGKILL)  # what a test that failed has left
        elif self.seconds > self.limit * PATIENCE:
            end([self], "took too long")
        return pid or self.fault

    def signal(self, how):
        try:
            os.killpg(self.process.pid, how)
        except ProcessLookupError:
            pass


def end(parts, why):
    """Ends parts that are running: interrupts them, so that they can end what they have started, then kills what is left."""
    for how in (signal.SIGINT, signal.SIGKILL):
        for part in parts:
            part.fault = why
            part.signal(how)
        until = time.time() + 20
        while any(part.process.poll() is None for part in parts) and time.time() < until:
            time.sleep(0.1)


def suite(build):
    """The tests of the suite `soak`, as meson describes them."""
    files = {target["id"]: os.path.relpath(target["filename"][0], ROOT / build) for target in introspect(build, "--targets")}
    return [Part(f"{build}: {test['name']}", test["cmd"], test["timeout"], build, [files[target] for target in test["depends"]], ROOT / build, test["env"])
            for test in introspect(build, "--tests") if "kickback:soak" in test["suite"]]


def threads():
    server = [Part(f"threads: server {part}", ["tests/server.py", "build-tsan/kickback", "--only", part], 600, "build-tsan", ["kickback"])
              for part in ("games", "simultaneous", "passphrases", "crashes")]
    arena = [Part(f"threads: arena {game}", ["build-tsan/kickback", "arena", game, "--bots", "search:50,greedy", "--games", games, "--threads", 4],
                  600, "build-tsan", ["kickback"]) for game, games in ARENA.items()]
    return [*server, *arena, Part("threads: simulate", ["build-tsan/tests/simulate", "--worlds", 4], 600, "build-tsan", ["tests/simulate"])]


def random_games(seed):
    return [Part(f"{build}: harness {game}, seed {seed}", [f"{build}/tests/harness", "--only", game, "--games", games, "--seed", seed],
                 600, build, ["tests/harness"]) for build, sizes in HARNESS.items() for game, games in sizes.items()]


def encodings():
    """In every configuration; `make test` has one in four."""
    return [Part("build-sanitized: encode", ["build-sanitized/tests/encode", "--games", "504"], 1800, "build-sanitized", ["tests/encode"])]


def all_parts(rounds, seed):
    """Those that may take longest come first, so that no core is idle at the end."""
    parts = [Part("analyzer", ["tools/lint.sh", "analyze"], 3600), *suite("build"), *suite("build-sanitized"), *threads(), *encodings()]
    parts.sort(key=lambda part: -part.limit)
    return parts + [part for i in range(rounds) for part in random_games(seed + i * SEEDS)]


class Soak:
    def __init__(self, parts):
        builds = sorted({part.build for part in parts if part.build})
        self.makes = [Part(f"make {build}", ["tools/build.sh", build, *sorted(set().union(*(part.targets for part in parts if part.build == build)))], 1800)
                      for build in builds]
        self.parts, self.running, self.over = parts, [], []
        self.began = self.told = time.time()

    def say(self, text):
        print(f"{time.time() - self.began:5.0f} s  {len(self.over)}/{len(self.makes) + len(self.parts)}  {text}", flush=True)

    def note(self, part):
        self.over.append(part)
        self.say(f"{part.name}: {part.fault.upper() or 'ok'}, {part.seconds:.0f} s, {part.computed:.0f} s of computing")

    def run_some(self, parts, at_once):
        waiting = list(parts)
        while waiting or self.running:
            while waiting and len(self.running) < at_once:
                waiting[0].start()
                self.running.append(waiting.pop(0))
            time.sleep(0.2)
            for part in [part for part in self.running if part.is_over()]:
                self.running.remove(part)
                self.note(part)
            if time.time() - self.told > NEWS:
                self.told = time.time()
                self.say("running: " + ", ".join(f"{part.name} ({part.seconds:.0f} s)" for part in self.running))

    def run(self):
        self.run_some(self.makes, 1)
        broken = {make.command[1] for make in self.makes if make.fault}
        for part in self.parts:
            if part.build in broken:
                part.fault = "not built"
                self.note(part)
        self.run_some([part for part in self.parts if not part.fault], AT_ONCE)

    def interrupt(self):
        print("\nInterrupted", flush=True)
        end(self.running, "interrupted")
        self.over += self.running

    def report(self):
        print("\nThe slowest:")
        for part in sorted(self.over, key=lambda part: -part.seconds)[:SLOWEST]:
            print(f"{part.seconds:7.0f} s  {part.name}, {part.computed:.0f} s of computing")
        failed = [part for part in self.over if part.fault]
        for part in failed:
            print(f"\n== {part.name}: {part.fault}\n{part.log.read_text(errors='replace')[-SHOWN:] if part.process else ''}")
        print(f"\n{len(self.over) - len(failed)} passed, {len(failed)} failed, {len(self.makes) + len(self.parts) - len(self.over)} not run, "
              f"{time.time() - self.began:.0f} s, {sum(part.computed for part in self.over):.0f} s of computing")
        return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1, help="how often random games are played, with other seeds (1)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the random games (the time)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the parts whose names contain this")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    for how in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(how, signal.default_int_handler)
    subprocess.run(["tools/install.sh", "build", "test", "python"], check=True)
    for build in ("build", "build-sanitized"):
        subprocess.run(["tools/build.sh", build, "setup"], check=True)
    LOGS.mkdir(exist_ok=True)
    print(f"Random games have the seed {arguments.seed}", flush=True)
    parts = [part for part in all_parts(arguments.rounds, arguments.seed) if arguments.only in part.name]
    if not parts:
        parser.error(f"no part has '{arguments.only}' in its name")
    soak = Soak(parts)
    try:
        soak.run()
    except KeyboardInterrupt:
        soak.interrupt()
    return soak.report()


if __name__ == "__main__":
    sys.exit(main())
