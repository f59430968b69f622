#!/usr/bin/env python3
"""Checks for memory leaks in what terminates: each verb of the program, a server that is stopped, and C tests. Needs the
sanitized build. The check takes seconds at every exit, so it runs once for each here and is off in other tests, but for
those of parts of the server.

usage: leaks.py BUILD [NAME …]
"""
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import server

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(sys.argv[1]).resolve()
PROGRAM = str(BUILD / "kickback")
LOOK = {"ASAN_OPTIONS": "detect_leaks=1"}
GOLDEN = sorted(map(str, (ROOT / "tests/golden").glob("*.kbr")))


def run(*command, stdin="", status=0):
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=240, env={**os.environ, **LOOK})
    words = " ".join(map(str, command))
    assert "LeakSanitizer" not in done.stderr, f"{words}\n{done.stderr}"
    assert done.returncode == status, f"{words}: exit status {done.returncode}, not {status}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def verbs(folder):
    """Reads and writes records, valid and invalid."""
    stream = run(PROGRAM, "random", "Intrigue", "--games", "2", "--option", "deals=loose")
    path = os.path.join(folder, "two.kbr")
    Path(path).write_text(stream, encoding="utf-8")
    run(PROGRAM, "trace", path)
    run(PROGRAM, "trace", GOLDEN[0], "--seat", "nobody", status=2)
    run(PROGRAM, "show", path, "--game", "2")
    run(PROGRAM, "position", "-", "--at", "3", stdin=stream)
    run(PROGRAM, "legal", "-", stdin=stream + "nonsense\n", status=1)
    run(PROGRAM, "legal", "--position", "-", stdin="{", status=1)


def words(_folder):
    run(PROGRAM, "rules", "integralis", "mixup")
    run(PROGRAM, "schema", "incorporated")
    run(PROGRAM, "games")
    run(PROGRAM, "promises", GOLDEN[-1], "--json")
    run(PROGRAM, "bench", "incorporated", "--quick")


def arena(folder):
    run(PROGRAM, "arena", "intrige", "--bots", "greedy:grudge,search:20,cmd:while read x; do echo nonsense; done", "--games",
        "6", "--threads", "2", "--option", "deals=loose", "--json", "-", "--csv", os.path.join(folder, "a.csv"), "--records",
        os.path.join(folder, "records"))
    run(PROGRAM, "arena", "intrige", "--bots", "genius", status=2)


def play(folder):
    path = os.path.join(folder, "game.kbr")
    begun = "help\nmoves all\nrules bribe\nlog all\nsay to green: psst\n1\nundo\n1\nnonsense\nsave\nquit\n"
    run(PROGRAM, "play", "intrige", "--option", "deals=loose", "--seed", "1", "--save", path, stdin=begun)
    run(PROGRAM, "play", path, "--bot", "all=greedy:grudge", stdin="1\n1 1000\n" * 200)


def serve(folder):
    """A game with people and bots, a stop, and all operations on a server's folder."""
    data, records = os.path.join(folder, "data"), os.path.join(folder, "records")
    served = server.Server(PROGRAM, data, env=LOOK)
    for game, most in ("intrige", None), ("incorporated", 4):  # one is finished and one is not
        clients = [server.Client(served.port, name + game) for name in ("Anna", "Ben")]
        server.seat_down(clients, game, 3, ["easy:grudge"])
        server.play_on(clients, random.Random(1), most=most)
    served.get("/")
    served.stop()
    run(PROGRAM, "backup", "--data", data, os.path.join(folder, "copy.sqlite"))
    run(PROGRAM, "export", "--data", data, "--all", "--to", records)
    record = next(map(str, Path(records).glob("*.kbr")))
    run(PROGRAM, "verify", record)
    run(PROGRAM, "import", "--data", os.path.join(folder, "elsewhere"), record)
    run(PROGRAM, "check", "--data", data)
    run(PROGRAM, "serve", "--data", data, "--listen", "nowhere", status=2)


def test_program(name, *arguments):
    return lambda _folder: run(str(BUILD / "tests" / name), *arguments)


RUNS = {
    "serve": serve, "verbs": verbs, "play": play, "words": words, "arena": arena,
    "cases": test_program("cases", *map(str, (ROOT / "games").glob("*/cases/*.kbt")), str(ROOT / "docs/promises.md")),
    "parity": test_program("parity", "check", str(ROOT / "tests/golden/hashes.txt")),
    "harness": test_program("harness", "--games", "1", "--every", "20"),
    **{name: test_program(name) for name in ("unit", "unit_games", "stats")},
    "simulate": test_program("simulate", "--worlds", "1", "--tables", "2", "--clients", "6", "--seed", "11"),
}


def look(name):
    with tempfile.TemporaryDirectory() as folder:
        try:
            RUNS[name](folder)
        except Exception as error:
            return f"{name}: {error!r}" if not isinstance(error, AssertionError) else f"{name}: {error}"
    return None


names = sys.argv[2:] or list(RUNS)
with ThreadPoolExecutor(2) as pool:
    failures = [failure for failure in pool.map(look, names) if failure]
print("\n".join(failures) or f"no leaks in {len(names)} runs: {', '.join(names)}")
sys.exit(bool(failures))
