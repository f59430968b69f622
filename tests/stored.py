#!/usr/bin/env python3
"""Logs that earlier programs have stored are read, and every viewer is told the same bytes about their tables.

    stored.py check PROGRAM FIXED.so              the test: repeats stored requests, and compares the answers
    stored.py tell PROGRAM FIXED.so               writes what viewers are told now about the stored logs
    stored.py make PROGRAM FIXED.so               plays the tables of stored_tables.py, and stores their log and what is told

`--to FOLDER` stores them elsewhere.
tests/old/log-version-N.sql is a log, and log-version-N.told.xz what was told: a line `@ NAME` for each connection, with whose
secret it is made (nobody: one that is in no log), `> REQUEST`, and the frames that came up to its answer, `< FRAME`.
Time stands still, a second after the last entry, so nobody moves and no clock runs. fixed.c fixes time and luck.
"""

import argparse
import hashlib
import json
import lzma
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import stored_kinds
import stored_tables
from server import PATIENCE, Socket

OLD = Path(__file__).resolve().parent / "old"
VERSION = 2  # of the log that `make` writes
HEAD = """-- A server's log with every kind of entry and tables of every game. tests/stored.py has made it and reads it.
"""
NOBODY = "nobody"
LOOKS = 12  # moments of a game that each viewer looks back at


# --- logs ---------------------------------------------------------------------------------------------------

class Log:
    """A stored log, as text."""

    def __init__(self, path):
        self.name, self.text = path.name.removesuffix(".sql"), path.read_text()
        with sqlite3.connect(":memory:") as database:
            database.executescript(self.text)
            rows = database.execute("SELECT stream, body FROM entries ORDER BY stream, n").fetchall()
            self.finished = {json.loads(line).get("game") for line, in database.execute("SELECT line FROM seen_games")} if "seen_games" in self.text else set()
        database.close()
        self.entries = [(stream, json.loads(body)) for stream, body in rows]
        self.tables = sorted({stream.removeprefix("table:") for stream, _ in self.entries if stream.startswith("table:")})
        self.last_ms = max(entry["at"] for _, entry in self.entries)

    def told(self):
        return OLD / f"{self.name}.told.xz"

    def restore(self, folder):
        data = Path(folder) / "data"
        data.mkdir()
        database = sqlite3.connect(data / "log.sqlite")
        database.executescript(self.text)
        database.close()
        return str(data)

    def secrets(self):
        """The secrets of people, by name: their hash is in the log. Some are written into a comment, and others follow from the
        name that the person had first (server.py)."""
        known = {name: secret for secret, name in re.findall(r"^-- secret (\w{64}) (.*)$", self.text, re.M)}
        keys = {entry["key"] for stream, entry in self.entries if stream == "people" and "key" in entry}
        for stream, entry in self.entries:
            if stream == "people" and entry.get("do", "name") == "name":
                known.setdefault(entry["name"], hashlib.sha256(entry["name"].encode()).hexdigest())
        found = {name: secret for name, secret in known.items() if hash_of(secret) in keys}
        assert len(found) >= 10, found
        return found


def hash_of(secret):
    return hashlib.blake2b(bytes.fromhex(secret), digest_size=32).hexdigest()


def logs(folder=OLD):
    return [Log(path) for path in sorted(folder.glob("log-version-*.sql"))]


# --- asking -------------------------------------------------------------------------------------------------

class Line:
    """A connection of somebody. The clock stands still and with it the budget of requests, so a new connection goes on when it is
    used up."""

    def __init__(self, port, secret):
        self.port, self.secret, self.socket, self.watched = port, secret, None, None
        self.hello = self.connect()

    def connect(self):
        if self.socket:
            self.socket.close()
        self.socket = Socket(self.port, token=self.secret)
        assert self.socket.status == 101, self.socket.status
        return re.sub(r'"version":"[^"]*"', '"version":""', self.socket.receive())

    def ask(self, request):
        """All frames up to the answer."""
        while True:
            self.socket.send(request)
            frames = [self.socket.receive()]
            while '"id":' not in frames[-1][:24]:  # only answers have one: {"type":"ok","id":…
                frames.append(self.socket.receive())
            if '"error":"too_fast"' not in frames[-1][:80]:
                return frames
            self.connect()


class Teller:
    """Asks everything that can be asked about a log without changing it, and writes it down."""

    def __init__(self, port, log):
        self.port, self.log, self.secrets, self.lines, self.n = port, log, log.secrets(), [], 0
        self.secrets[NOBODY] = hashlib.sha256(NOBODY.encode()).hexdigest()

    def line(self, name):
        self.connection = Line(self.port, self.secrets[name])
        self.lines += [f"@ {name}", f"< {self.connection.hello}"]

    def ask(self, do, **keys):
        """The answer, and the frames before it."""
        self.n += 1
        request = json.dumps({"id": str(self.n), "do": do, **keys}, separators=(",", ":"))
        frames = self.connection.ask(request)
        self.lines += [f"> {request}", *(f"< {frame}" for frame in frames)]
        return json.loads(frames[-1]), [json.loads(frame) for frame in frames[:-1]]

    def watch(self, table, **keys):
        """What is told after the answer comes before that of a ping."""
        answer, _ = self.ask("watch", table=table, **keys)
        _, frames = self.ask("ping")
        self.ask("unwatch", table=table)
        return answer, next((frame["view"] for frame in frames if frame["type"] == "news"), None)

    def pages(self, do, more, **keys):
        """Asks until there is no more."""
        while keys is not None:
            answer, _ = self.ask(do, **keys)
            keys = more(answer, keys) if answer["type"] == "ok" else None

    def everybody(self):
        """What each person is told about themselves and the lobby."""
        for name in self.secrets:
            self.line(name)
            self.ask("lobby")
            for word in ("intrige", "ANNA"):
                self.ask("search", text=word)
            for of in ("me", "everybody"):
                self.pages("history", lambda answer, keys: {**keys, "before": answer["games"][-1]["table"]} if answer["games"] else None, of=of)

    def viewers(self, table):
        """The people with a seat there, or whom the log names in another way, and two without."""
        people = [entry["key"] for stream, entry in self.log.entries if stream == "people" and entry.get("do", "name") == "name"]
        numbers = {key: number + 1 for number, key in enumerate(dict.fromkeys(people))}
        mine = [entry for stream, entry in self.log.entries if stream == "table:" + table]
        named = {entry.get(key) for entry in mine for key in ("who", "whom", "for")}
        near = [name for name, secret in self.secrets.items() if numbers.get(hash_of(secret)) in named]
        far = [name for name in self.secrets if name not in near and name != NOBODY]
        return [*near, *far[:1], NOBODY]

    def table(self, table):
        for place, name in enumerate(self.viewers(table)):
            self.line(name)
            answer, view = self.watch(table)
            if place == 0:
                self.ask("vocabulary", table=table)
                self.ask("invite", table=table)
            if view:
                self.past(table, view, "host" in answer and answer["host"], answer.get("code"))

    def past(self, table, view, is_host, code):
        n, as_ = view["n"], view["as"]
        if is_host and code:
            self.ask("find", code=code)
        for after in {0, n // 2, n - 1, n} - {-1}:
            self.watch(table, after=after, **{"as": as_})
        self.pages("events", lambda answer, keys: {**keys, "before": answer["events"][0]["n"]} if answer["events"] else None, table=table, before=n + 1)
        for moment in sorted({1 + i * (n - 1) // LOOKS for i in range(LOOKS)} | {n}):
            self.ask("look", table=table, n=moment)
        is_over = view["stage"] == "over"
        for eyes in ("everybody", "spectator", view["seats"][0]["seat"]) if is_over else ("everybody",):
            for moment in (max(n // 3, 1), n) if is_over else (n,):
                self.ask("look", table=table, n=moment, **{"as": eyes})
        self.pages("record", lambda answer, keys: {**keys, "after": answer["next"]} if "next" in answer else None, table=table)
        for move in view.get("legal", [])[:3]:
            self.ask("consider", table=table, move=move.split("..")[0])


# --- comparing ----------------------------------------------------------------------------------------------

def difference(stored, told, path=""):
    """The first place where two values differ: the path, and both."""
    if isinstance(stored, dict) and isinstance(told, dict):
        for key in [*stored, *(key for key in told if key not in stored)]:
            if key not in stored or key not in told or stored[key] != told[key]:
                return difference(stored.get(key, "(no such key)"), told.get(key, "(no such key)"), f"{path}.{key}")
        return (path or ".") + " (order of keys)", list(stored), list(told)
    if isinstance(stored, list) and isinstance(told, list):
        for i, (one, other) in enumerate(zip(stored, told)):
            if one != other:
                return difference(one, other, f"{path}[{i}]")
        if len(stored) != len(told):
            return f"{path} (length)", len(stored), len(told)
    return path or ".", stored, told


def explain(log, name, request, stored, told):
    try:
        path, one, other = difference(json.loads(stored), json.loads(told))
    except ValueError:
        path, one, other = "(the frame)", stored, told
    if one == other:  # the same values, written in another way
        i = next((i for i, (a, b) in enumerate(zip(stored, told)) if a != b), min(len(stored), len(told)))
        path, one, other = f"byte {i}", stored[max(i - 40, 0):i + 40], told[max(i - 40, 0):i + 40]
    table = (request or {}).get("table") or next(iter(re.findall(r'"table":"(\w+)"', stored[:80])), "none")
    return f"{log.name}, table {table}, viewer {name}, request {json.dumps(request)}\n  at     {path}\n  stored {str(one)[:1500]}\n  told   {str(other)[:1500]}"


def repeat(log, port, text):
    """Repeats the requests. Returns how many there were, and the first difference."""
    secrets = {**log.secrets(), NOBODY: hashlib.sha256(NOBODY.encode()).hexdigest()}
    name = line = request = None
    n, lines = 0, text.splitlines()
    told = iter(())
    for i, (kind, rest) in enumerate((line[0], line[2:]) for line in lines):
        if kind == "<":
            frame = next(told, "(nothing)")
            if frame != rest:
                return n, explain(log, name, request, rest, frame)
            if i + 1 == len(lines) or lines[i + 1][0] != "<":
                extra = next(told, None)
                if extra:
                    return n, explain(log, name, request, "(nothing)", extra)
        elif kind == "@":
            name, request = rest, None
            if line:
                line.socket.close()
            line = Line(port, secrets[name])
            told = iter([line.hello])
        else:
            n, request = n + 1, json.loads(rest)
            told = iter(line.ask(rest))
    return n, None


# --- modes --------------------------------------------------------------------------------------------------

class Reading:
    """A server that reads a stored log. Nothing moves: bots take time, and there is none."""

    def __init__(self, args, log, folder):
        self.world = stored_tables.World(args.program, args.fixed, folder, data=log.restore(folder), now_ms=log.last_ms + 1000,
                                         flags=("--public-url", "https://play.example.org"))
        self.port, self.stop = self.world.server.port, self.world.server.stop


def sound(program, data):
    done = subprocess.run([program, "check", "--data", data], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "no errors found\n" and done.returncode == 0, done


def tell(args):
    for log in logs(args.to):
        with tempfile.TemporaryDirectory() as folder:
            reading = Reading(args, log, folder)
            teller = Teller(reading.port, log)
            teller.everybody()
            for table in log.tables:
                teller.table(table)
            reading.stop()
            packed = lzma.compress(("\n".join(teller.lines) + "\n").encode(), preset=9 | lzma.PRESET_EXTREME)
            (args.to / log.told().name).write_bytes(packed)
            print(f"{log.name}: {teller.n} requests, {len(packed)} bytes", flush=True)


def make(args):
    with tempfile.TemporaryDirectory() as folder:
        world = stored_tables.World(args.program, args.fixed, folder)
        secrets = stored_tables.play_all(world)
        database = sqlite3.connect(os.path.join(world.data, "log.sqlite"))
        version, = database.execute("PRAGMA user_version").fetchone()
        lines = [f"PRAGMA user_version={version};", *database.iterdump()]
        database.close()
    known = [f"-- secret {secret} {name}\n" for name, secret in sorted(secrets.items())]
    (args.to / f"log-version-{VERSION}.sql").write_text(HEAD + "".join(known) + "\n".join(lines) + "\n")


def check(args):
    every = logs()
    missing = stored_kinds.problems([log.entries for log in every])
    finished = set().union(*(log.finished for log in every))
    missing += [f"no finished game of {game}" for game in stored_kinds.games() if game not in finished]
    if missing:
        sys.exit("the stored logs have " + "; ".join(missing) + ": tests/README.md says how to store another")
    for log in every:
        began = time.time()
        with tempfile.TemporaryDirectory() as folder:
            reading = Reading(args, log, folder)
            n, differs = repeat(log, reading.port, lzma.decompress(log.told().read_bytes()).decode())
            if differs:
                sys.exit(differs)
            reading.stop()
            sound(args.program, os.path.join(folder, "data"))
        print(f"{log.name}: {len(log.tables)} tables, {n} requests, told as they were, {time.time() - began:.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=("check", "tell", "make"))
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("fixed", type=os.path.abspath)
    parser.add_argument("--to", type=Path, default=OLD)
    args = parser.parse_args()
    if args.mode == "make":
        make(args)
    if args.mode == "check":
        check(args)
    else:
        tell(args)


if __name__ == "__main__":
    main()
