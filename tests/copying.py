#!/usr/bin/env python3
"""Tests `kickback copy`, between folders and a real PostgreSQL.

    copying.py PROGRAM [--only PART]
"""

import argparse
import os
import pty
import random
import re
import signal
import sqlite3
import subprocess
import tempfile
import time

from postgres import Database
from server import Client, Server, check_nothing_is_lost, come_back, play_on, play_until, seat_down, tables_of_all_games


def copy(program, source, target, status=0, words="", **keys):
    """Runs the copy, and returns how many entries it wrote."""
    done = subprocess.run([program, "copy", "--from", source, "--to", target], capture_output=True, text=True, timeout=120, check=False, **keys)
    assert done.returncode == status and words in done.stderr, (source, target, done)
    assert "hush" not in done.stdout + done.stderr, "a password is printed"
    return int(re.search(r"(\d+) entries were copied$", done.stdout).group(1)) if not status else 0


def entries(place, database):
    """All entries, in order."""
    if place.startswith("sqlite:"):
        log = sqlite3.connect(os.path.join(place[7:], "log.sqlite"))
        rows = log.execute("SELECT stream, n, body FROM entries ORDER BY stream, n").fetchall()
        log.close()
        return rows
    rows = database.ask(name_of(place), "SELECT stream, n, body FROM kickback.entries ORDER BY stream, n").splitlines()
    return [(stream, int(n), body) for stream, n, body in (row.split("|", 2) for row in rows)]


def name_of(url):
    return re.search(r"/(\w+)\?", url).group(1)


def refused_to_serve(program, place, words):
    done = subprocess.run([program, "serve", "--log", place], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and words in done.stderr, done


def there_and_back(program, folder, database):
    """Games of each kind are copied to PostgreSQL and back, entry for entry, and go on on the copy."""
    first, second, third = (f"sqlite:{folder}/{name}" for name in ("first", "second", "third"))
    there, other = database.url("there"), database.url("other")
    running = Server(program, first[7:])
    tables = tables_of_all_games(running.port)
    play_until(time.time() + 0.5, tables, random.Random(3))
    over = Client(running.port, "Anna")
    over.do("account", passphrase="correct horse battery")
    seat_down([over], "intrige", 3, ("random", "random"))
    play_on([over], random.Random(4))
    record = over.record()
    was = check_nothing_is_lost(tables)
    copy(program, first, there, status=1, words="another server")
    copy(program, "sqlite:" + folder, first, status=1, words="there is no log in")
    running.stop()
    written = copy(program, first, there)
    log = entries(first, database)
    assert written == len(log) > 100 and log == entries(there, database)
    for source, target in ((there, second), (there, other), (second, third)):
        assert copy(program, source, target) == written and entries(target, database) == log
        assert copy(program, source, target) == 0, "copied again"
    checked = subprocess.run([program, "check", "--data", third[7:]], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked
    for place in (there, third):
        running = Server(program, place if "://" in place else place[7:])
        copy(program, first, place, status=1, words="another server")
        clients = [client for clients in tables for client in clients]
        for client in (*clients, over):
            come_back(client, running.port)
        if place == there:
            assert check_nothing_is_lost(tables) == was and over.record() == record
            assert [game["table"] for game in over.do("history", of="me")["games"]] == [over.table]
            Client(running.port, "Phone").log_in("login", name="Anna", passphrase="correct horse battery")
            play_until(time.time() + 0.3, tables, random.Random(5))
            assert check_nothing_is_lost(tables) > was
        running.stop()
        for client in clients:
            client.view = None
    copy(program, first, there, status=1, words="other contents")


def large(folder, name, seed, tables=60):
    """A folder with many entries, not of games."""
    place = os.path.join(folder, name)
    os.makedirs(place)
    rng = random.Random(seed)
    log = sqlite3.connect(os.path.join(place, "log.sqlite"))
    log.executescript("CREATE TABLE entries (stream TEXT NOT NULL, n INTEGER NOT NULL, body TEXT NOT NULL,"
                      " PRIMARY KEY (stream, n)) WITHOUT ROWID; PRAGMA user_version=1")
    rows = [(stream, n + 1, f'{{"é":{rng.random()}}}') for stream in ("people", *(f"table:{i:032x}" for i in range(tables)))
            for n in range(rng.choice((1, 499, 500, 501, 1000)))]
    log.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    log.commit()
    log.close()
    return "sqlite:" + place


class Held:
    """Keeps others from writing to a log, once something has been written to it."""

    def __init__(self, place, database):
        if place.startswith("sqlite:"):
            self.log = sqlite3.connect(os.path.join(place[7:], "log.sqlite"), isolation_level=None, timeout=60)
            self.release = self.log.close
            self.log.execute("BEGIN IMMEDIATE")
            self.n = self.log.execute("SELECT count(*) FROM entries").fetchone()[0]
        else:
            self.process = subprocess.Popen(database.psql(name_of(place)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.release = self.process.communicate
            self.process.stdin.write("BEGIN; LOCK TABLE kickback.entries IN SHARE ROW EXCLUSIVE MODE; SELECT count(*) FROM kickback.entries;\n")
            self.process.stdin.flush()
            self.n = int(self.process.stdout.readline())


def count(place, database):
    try:
        return len(entries(place, database))
    except (sqlite3.Error, subprocess.CalledProcessError):
        return 0  # nothing is there yet


def interrupt(program, source, target, n_all, database):
    """Kills a copy after it has written a part. False: it was too fast."""
    process = subprocess.Popen([program, "copy", "--from", source, "--to", target], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while process.poll() is None and not count(target, database):
        pass
    held = Held(target, database)
    is_part = 0 < held.n < n_all and process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.communicate()
    held.release()
    return is_part


def interrupted(program, folder, database):
    """A copy that is killed goes on where it was; meanwhile no server starts on it, and it is not copied itself."""
    source, other = large(folder, "large", 1), large(folder, "alike", 2)
    log = entries(source, database)
    for kind in (lambda name: f"sqlite:{folder}/{name}", database.url):
        names = (f"cut{i}" for i in range(40))
        target = next(place for place in map(kind, names) if interrupt(program, source, place, len(log), database))
        part = entries(target, database)
        refused_to_serve(program, target, "is an unfinished copy: run kickback copy again")
        copy(program, target, f"sqlite:{folder}/none", status=1, words="is an unfinished copy")
        copy(program, other, target, status=1, words="--to: it has other contents: ")
        assert entries(target, database) == part, "a target that was refused is changed"
        assert copy(program, source, target) == len(log) - len(part), "not only the rest is copied"
        assert entries(target, database) == log
        print(f"killed after {len(part)} of {len(log)} entries")


def refusals(program, folder, database):
    """What is wrong is said in a sentence, and nothing is changed."""
    first, second = large(folder, "one", 1, 4), large(folder, "two", 2, 4)
    for kind in (f"sqlite:{folder}/target", database.url("target")):
        copy(program, first, kind)
        before = entries(kind, database)
        copy(program, second, kind, status=1, words="--to: it has other contents: ")
        assert entries(kind, database) == before
    assert copy(program, first, kind) == 0
    empty = database.url("empty")
    copy(program, empty, second, status=1, words="--from: there is no log in the database")
    assert database.ask("empty", "SELECT count(*) FROM pg_namespace WHERE nspname = 'kickback'") == "0", "the source is changed"
    for flags, words in (([], "--from is missing"), (["--from", first], "--to is missing"), (["--from", "x:hush", "--to", first], "--from: expected sqlite:DIR"),
                         (["--from", first, "--to", first], "are the same"), (["--from", first, "--to", second, "x"], "unexpected argument 'x'")):
        done = subprocess.run([program, "copy", *flags], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and words in done.stderr and "hush" not in done.stderr, done
    copy(program, first, "postgresql://x:hush@127.0.0.1:1/y", status=1, words="--to: ")
    later = sqlite3.connect(os.path.join(folder, "two", "log.sqlite"))
    later.execute("PRAGMA user_version=99")
    later.close()
    refused_to_serve(program, second, "was written by a later version of Kickback")
    copy(program, second, f"sqlite:{folder}/x", status=1, words="was written by a later version of Kickback")
    copy(program, first, second, status=1, words="was written by a later version of Kickback")
    database.ask("target", "UPDATE kickback.schema SET version = 99, oldest = 99")
    for source, target in ((kind, f"sqlite:{folder}/x"), (first, kind)):
        copy(program, source, target, status=1, words="was written by a later version of Kickback")


def progress(program, folder, _database):
    """On a terminal there is a progress bar, for copying and for comparing."""
    near, far = pty.openpty()
    subprocess.run([program, "copy", "--from", large(folder, "a", 1, 9), "--to", f"sqlite:{folder}/b"], stderr=far, stdout=subprocess.DEVNULL, check=True)
    os.close(far)
    shown = b""
    try:
        while data := os.read(near, 4096):
            shown += data
    except OSError:
        pass  # the other end is closed
    assert shown.count(b"] 10 of 10") == 2 and b"[####" in shown, shown


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    with tempfile.TemporaryDirectory() as folder:
        database = Database(folder)
        try:
            for part in (there_and_back, interrupted, refusals, progress):
                if args.only in (None, part.__name__):
                    began = time.time()
                    with tempfile.TemporaryDirectory() as own:
                        part(program, own, database)
                    print(f"{part.__name__}: ok, {time.time() - began:.1f} s", flush=True)
        finally:
            database.stop()


if __name__ == "__main__":
    main()
