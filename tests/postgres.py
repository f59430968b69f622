#!/usr/bin/env python3
"""Tests a server whose log is in PostgreSQL. Starts a real one, as an ordinary user, in a temporary folder.

    postgres.py PROGRAM LOG_TEST [--only PART] [--times N]

LOG_TEST is the program made of log.c, which tests the log by itself.
"""

import argparse
import json
import os
import random
import re
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import server
from operating import Running, get
from server import Client, Closed, Server, check_nothing_is_lost, come_back, play_until, seat_down, tables_of_all_games
from storage import until

POSTGRES = str(server.ROOT / "tools" / "postgres.sh")


class Database:
    """A PostgreSQL of its own, reached by a Unix socket in its folder."""

    def __init__(self, folder):
        os.chmod(folder, 0o755)  # PostgreSQL may run as another user
        self.folder = os.path.join(folder, "postgres")
        self.data = os.path.join(self.folder, "data")
        self.names = set()
        self.do("create")
        self.start()

    def do(self, what):
        subprocess.run([POSTGRES, what, self.folder], check=True)

    def start(self):
        self.do("start")

    def kill(self):
        """All its processes at once, as a power cut would."""
        self.do("kill")

    def stop(self):
        self.do("stop")

    def url(self, name):
        """The address of a database with this name, created at the first call."""
        if name not in self.names:
            subprocess.run([POSTGRES, "run", "createdb", "-h", self.folder, "-U", "kickback", name], check=True)
            self.names.add(name)
        return f"postgresql://kickback@/{name}?host={self.folder}"

    def ask(self, name, sql):
        return subprocess.run([*self.psql(name), "-c", sql], check=True, capture_output=True, text=True).stdout.strip()

    def psql(self, name):
        return [POSTGRES, "run", "psql", "-h", self.folder, "-U", "kickback", "-d", name, "-Atq"]


class Relay:
    """Passes on what a server and its database say to each other, in a folder of its own."""

    def __init__(self, database):
        self.database = database
        self.folder = tempfile.mkdtemp(dir=database.folder)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        self.listener.listen()
        self.pairs = []
        self.deaf = set()  # far ends whose answers are swallowed
        self.swallowed = 0
        self.last = None  # after this answer, no other is passed on
        self.stalled = set()  # near ends of which nothing is passed on any more
        self.stalls = None  # a connection that sends this is stalled before the end of what it sends
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near = self.listener.accept()[0]
            far = socket.socket(socket.AF_UNIX)
            far.connect(os.path.join(self.database.folder, ".s.PGSQL.5432"))
            self.pairs.append((near, far))
            threading.Thread(target=self.pass_on, args=(near, far), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(far, near), daemon=True).start()

    def pass_on(self, source, target):
        try:
            while data := source.recv(1 << 16):
                if self.stalls and self.stalls in data:
                    target.sendall(data[:-5])  # without the message Sync
                    self.stalled.add(source)
                    self.stalls = None
                if source in self.deaf:
                    self.swallowed += 1
                elif source not in self.stalled:
                    target.sendall(data)
                if self.last and self.last in data:
                    self.deaf.add(source)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def swallow(self):
        """From now on no answer is passed on in the connections there are."""
        self.deaf = {far for _, far in self.pairs}

    def cut(self):
        """Ends all connections."""
        pairs, self.pairs = self.pairs, []
        for near, far in pairs:
            for end in (near, far):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def url(self, name):
        return self.database.url(name).replace(self.database.folder, self.folder)


def log(_program, database, args):
    """The log by itself: the same tests as of SQLite."""
    subprocess.run([args.log_test, "postgres", database.url("log")], check=True)


def refusals(program, database, _args):
    """What is wrong with --log is said in a sentence."""
    url = database.url("refusals")
    for status, flags, words in (
            (2, ["--log", "mysql://x:hush@y"], "--log: expected sqlite:DIR or postgresql://USER@HOST/DATABASE"),
            (1, ["--log", "postgresql://x:hush@127.0.0.1:1/y"], "127.0.0.1"),
            (2, ["--log", url, "--data", "x"], "both say where the log is"),
            (1, ["--log", "postgresql:///none?host=/nowhere"], "/nowhere"),
            (1, ["--log", url.replace("/refusals", "/none")], 'database \'none\' does not exist')):
        answer = subprocess.run([program, "serve", *flags], capture_output=True, text=True, timeout=server.PATIENCE, check=False)
        assert answer.returncode == status and words in answer.stderr, (flags, answer)
        assert "hush" not in answer.stdout + answer.stderr, "a password is printed"
    relay = Relay(database)
    relay.last = b"COMMIT\0"  # of the migration
    answer = subprocess.run([program, "serve", "--log", relay.url("refusals")], capture_output=True, text=True, timeout=server.PATIENCE, check=False)
    assert answer.returncode == 1 and "the database does not answer" in answer.stderr, answer
    running = Server(program, url, env={"KICKBACK_DATA": "/nowhere"})  # --log counts
    answer = subprocess.run([program, "serve", "--log", url, "--rebuild"], capture_output=True, text=True, timeout=server.PATIENCE, check=False)
    assert answer.returncode == 1 and "another server uses this database" in answer.stderr, answer
    running.stop()
    database.ask("refusals", "DROP FUNCTION kickback.renew, kickback.expect; DROP TABLE kickback.leases, kickback.shared; UPDATE kickback.schema SET version = 1")
    Server(program, url).stop()  # a database of an earlier version is migrated
    assert database.ask("refusals", "SELECT version, (SELECT count(*) FROM kickback.leases) FROM kickback.schema") == "4|1"
    database.ask("refusals", "UPDATE kickback.schema SET version = 99")  # by a later version that has only added something
    Server(program, url).stop()
    assert database.ask("refusals", "SELECT version FROM kickback.schema") == "99"
    database.ask("refusals", "UPDATE kickback.schema SET oldest = 99")
    answer = subprocess.run([program, "serve", "--log", url], capture_output=True, text=True, timeout=server.PATIENCE, check=False)
    assert answer.returncode == 1 and "later version of Kickback" in answer.stderr, answer


def guarded(program, database, _args):
    """The password comes from a file or the environment, and is never printed. Rows of processes that are gone are removed."""
    database.ask("postgres", "CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'hush'")
    rules = Path(database.data, "pg_hba.conf")
    rules.write_text("local all guarded scram-sha-256\n" + rules.read_text())
    database.ask("postgres", "SELECT pg_reload_conf()")
    url = database.url("guarded").replace("kickback@", "guarded@")
    file = Path(database.folder, "passwords")
    file.write_text("*:*:*:guarded:hush\n")
    file.chmod(0o600)
    for status, keys in ((1, {}), (1, {"PGPASSWORD": "hushed"}), (0, {"PGPASSWORD": "hush"}), (0, {"PGPASSFILE": str(file)})):
        if status:
            answer = subprocess.run([program, "serve", "--log", url], env={**os.environ, **keys}, capture_output=True, text=True, timeout=server.PATIENCE, check=False)
            assert answer.returncode == 1 and "password" in answer.stderr and "hush" not in answer.stdout + answer.stderr, answer
            continue
        running = Running(program, None, "--log", url, "--listen", "127.0.0.1:0", "--log-level", "debug", **keys)
        Client(running.port, "Anna")
        assert "hush" not in str(running.stop())
        database.ask("guarded", "UPDATE kickback.nodes SET began = began - interval '2 days'")
    assert database.ask("guarded", "SELECT count(*) FROM kickback.nodes") == "1", "rows of processes that are gone are kept"


def part_of_server(name, *more):
    """A part of server.py, with databases in place of folders."""
    def part(program, database, _args):
        server.place = lambda _folder, part_name: database.url(part_name)
        with tempfile.TemporaryDirectory() as folder:
            getattr(server, name)(program, folder, *more)
    return part


def start_again(running, tables):
    """What a server that reads everything from the database knows is what the one before knew."""
    was = check_nothing_is_lost(tables)
    running.kill()
    running.start()
    for client in (client for clients in tables for client in clients):
        come_back(client, running.port)
    assert check_nothing_is_lost(tables) == was
    running.stop()


def cuts(program, database, args):
    """The database is killed under load and started again, repeatedly: nothing acknowledged is lost, nothing is done
    twice, and the server goes on by itself."""
    running = Server(program, database.url("cuts"))
    rng = random.Random(9)
    tables = tables_of_all_games(running.port)
    for _ in range(args.times):
        play_until(time.time() + rng.uniform(0.05, 0.2), tables, rng)
        database.kill()
        play_until(time.time() + rng.uniform(0.0, 0.1), tables, rng)  # nothing is acknowledged, and nothing is refused
        database.start()
    play_until(time.time() + 1, tables, rng)
    moves, lines = check_nothing_is_lost(tables)
    assert moves > args.times and lines > args.times, (moves, lines)
    print(f"cuts: {args.times} times, {moves} moves and {lines} lines acknowledged")
    start_again(running, tables)


def lost_answers(program, database, args):
    """The database commits, but its answer is lost with the connection. The server finds out what took place."""
    relay = Relay(database)
    running = Server(program, relay.url("lost"))
    rng = random.Random(11)
    tables = tables_of_all_games(running.port)
    host = tables[0][0]
    for i in range(2 * args.times):
        play_until(time.time() + rng.uniform(0.02, 0.1), tables, rng)
        host.do("say", table=host.table, say=f"{host.name} is connected again: {i}")
        was = relay.swallowed
        relay.swallow()
        while relay.swallowed == was:  # until an answer is lost
            play_until(time.time() + 0.01, tables, rng)
        relay.cut()
    play_until(time.time() + 1, tables, rng)
    moves, lines = check_nothing_is_lost(tables)
    print(f"lost answers: {2 * args.times} times, {moves} moves and {lines} lines acknowledged")
    start_again(running, tables)


def outage(program, database, _args):
    """While there is no database nothing is acknowledged, requests are refused after a while, and then all goes on."""
    running = Running(program, None, "--log", database.url("outage"), "--listen", "127.0.0.1:0", "--log-level", "warning")
    anna, ben = Client(running.port, "Anna"), Client(running.port, "Ben")
    for client in (anna, ben):
        seat_down([client], "intrige", 3, ("random", "random"))
    def told(client):
        return [message["state"] for message in map(json.loads, client.frames) if message["type"] == "state"]

    database.stop()
    reads = [ben.ask("history")]
    waits = anna.ask("say", table=anna.table, say="before")
    get("127.0.0.1", running.port, "/healthz")
    reads.append(ben.ask("history"))  # behind a commit that has begun
    until(anna, lambda: get("127.0.0.1", running.port, "/healthz")[0] == 503, "the server never said that it cannot write")
    for client in (anna, ben):
        until(client, lambda: told(client)[-1:] == ["waiting"], "nobody is told that the server waits")
    assert all(ben.wait(request)["error"] == "busy" for request in reads), "a request waits for ever"
    assert anna.answers.get(waits, {}).get("type") != "ok" and not anna.talk, "told before it was safe"
    for _ in range(5):  # refusals of equal length, sent in one turn of the server's loop
        refused = [ben.ask("say", table=ben.table, say="refused") for _ in range(4)]
        assert all(ben.wait(request)["error"] == "busy" for request in refused)
    assert ben.wait(ben.ask("ping"))["type"] == "ok"
    database.start()
    answer = anna.wait(waits, seconds=60)
    assert answer["type"] == "ok" or answer["error"] == "busy", answer  # busy: the database had already been away for two seconds
    lines = ["before"] if answer["type"] == "ok" else []
    until(anna, lambda: get("127.0.0.1", running.port, "/healthz")[0] == 200, "the server does not go on")
    until(anna, lambda: [event["say"] for event in anna.talk] == lines, "the line is not told")
    for client in (anna, ben):
        until(client, lambda: told(client)[-2:] == ["waiting", "ready"], "nobody is told that the server goes on")
    ben.do("say", table=ben.table, say="after")
    until(ben, lambda: [event["say"] for event in ben.talk] == ["after"], "the line is not told")
    said = [line["what"] for line in running.stop()]
    assert said and all(line.startswith("the log cannot be written, requests are refused until it can") for line in said[::2]), said
    assert len(said[::2]) == len(said[1::2]) and set(said[1::2]) == {"the log can be written again"}, said  # more than once on a busy machine


def unsettled(program, database, _args):
    """A connection is lost during the first commit of a process, which nobody else can see yet. The next one waits for its end."""
    url = database.url("unsettled")
    running = Server(program, url)
    with subprocess.Popen([*database.psql("unsettled")], stdin=subprocess.PIPE, text=True) as old:  # in the place of the lost one
        old.stdin.write("BEGIN; INSERT INTO kickback.nodes SELECT writer, 1 FROM kickback.leases;\n")
        old.stdin.flush()
        while database.ask("unsettled", "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'") != "1":
            pass
        database.ask("unsettled", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kickback'")
        end = time.time() + 5
        while get("127.0.0.1", running.port, "/healthz")[0] == 200:
            assert time.time() < end, "nobody waits for the end of a commit that is under way"
            time.sleep(0.05)
        old.stdin.write("COMMIT;\n")
    end = time.time() + server.PATIENCE
    while get("127.0.0.1", running.port, "/healthz")[0] != 200:
        assert time.time() < end, "the server does not go on"
        time.sleep(0.05)
    running.kill()  # it has said that the log did not answer for a while


def contracted(program, database, _args):
    """A later version has removed what this one needs while a server had no connection. The server does not try to write: it
    exits with the reason."""
    relay = Relay(database)
    running = Running(program, None, "--log", relay.url("contracted"), "--listen", "127.0.0.1:0", "--log-level", "warning")
    anna = Client(running.port, "Anna")
    anna.table = anna.do("create", game="intrige", players=3)["table"]
    anna.see()
    entries = "SELECT count(*) FROM kickback.entries"
    before = database.ask("contracted", entries)
    database.ask("contracted", "UPDATE kickback.schema SET version = 99, oldest = 99; ALTER TABLE kickback.entries RENAME TO lines")
    relay.cut()
    try:
        anna.ask("say", table=anna.table, say="too late")
        while True:
            anna.step()
    except Closed as closed:
        assert closed.args in ((), (1001,)), closed.args  # (): it was closed before the line was sent
    said = running.process.communicate(timeout=server.PATIENCE)[1]
    assert running.process.returncode == 1 and "later version of Kickback" in said, said
    assert database.ask("contracted", entries.replace("entries", "lines")) == before


def backups(program, database, _args):
    """A dump of a database in use is restored with the commands of docs/hosting.md, and everything is there."""
    page = (server.ROOT / "docs/hosting.md").read_text()
    dump = re.search(r"^    (pg_dump .*) kickback > ", page, re.M)[1].replace("10.0.0.22", database.folder).split()
    restore = re.search(r"^    sudo -u postgres (pg_restore .*) kickback-", page, re.M)[1].split()
    running = Server(program, database.url("backups"))
    rng = random.Random(15)
    tables = tables_of_all_games(running.port)
    play_until(time.time() + 0.5, tables, rng)
    was = check_nothing_is_lost(tables)
    copied = subprocess.run([POSTGRES, "run", *dump, "backups"], check=True, capture_output=True).stdout
    running.kill()
    database.ask("postgres", "DROP DATABASE backups WITH (FORCE)")
    subprocess.run([POSTGRES, "run", *restore, "-h", database.folder, "-U", "kickback"], input=copied, check=True)
    running.start()
    for client in (client for clients in tables for client in clients):
        come_back(client, running.port)
    assert check_nothing_is_lost(tables) == was
    play_until(time.time() + 0.2, tables, rng)
    start_again(running, tables)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("log_test")
    parser.add_argument("--only")
    parser.add_argument("--times", type=int, default=10)
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    parts = {"log": log, "refusals": refusals, "guarded": guarded, "games": part_of_server("games"), "pacts": part_of_server("pacts"),
             "simultaneous": part_of_server("simultaneous"), "lobby": part_of_server("lobby"), "crashes": part_of_server("crashes", args.times), "cuts": cuts,
             "lost answers": lost_answers, "outage": outage, "unsettled": unsettled, "contracted": contracted, "backups": backups}
    with tempfile.TemporaryDirectory() as folder:
        database = Database(folder)
        try:
            for name, part in parts.items():
                if args.only in (None, name):
                    began = time.time()
                    part(program, database, args)
                    print(f"{name}: ok, {time.time() - began:.1f} s", flush=True)
        finally:
            database.stop()


if __name__ == "__main__":
    main()
