#!/usr/bin/env python3
"""Tests a server whose disk or files fail: another program's lock, a full disk, damaged pages of one table, a truncated
log; and what `kickback check` and `kickback salvage` make of it.

    storage.py PROGRAM [--only PART]
"""

import argparse
import json
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

from operating import Running, call, get
from server import PATIENCE, Client, Closed, play_on, seat_down

PAGE = 4096


def start(program, data):
    return Running(program, data, "--listen", "127.0.0.1:0", "--log-level", "warning")


def finished(server, name, game="integralis"):
    """A client that watches a table where bots have played to the end."""
    client = Client(server.port, name)
    client.table = client.do("create", game=game, players=3, public=True)["table"]
    client.see()
    for seat in client.view["seats"]:
        client.do("bot", table=client.table, seat=seat["seat"], bot="random")
    client.do("start", table=client.table)
    until_over(client)
    return client


def until_over(client):
    """Bots without pauses can be faster than a client on a busy machine. The server cuts it then, and it comes back."""
    while client.view["stage"] != "over":
        try:
            until(client, lambda: client.view["stage"] == "over", "the game does not end")
        except Closed:
            client.connect()


def playing(server, name):
    client = Client(server.port, name)
    seat_down([client], "intrige", 3, ("random", "random"), clock={"kind": "live", "bank_s": 600, "increment_s": 0})
    return client


LINES = 45


def fill(client):
    """Gives the table several pages of its own, since writing to a page may read its neighbours."""
    for i in range(LINES):
        client.do("say", table=client.table, say=f"{i} " + "long " * 110)
    return client


def until(client, true, what):
    end = time.time() + PATIENCE
    while not true():
        assert time.time() < end, what
        if client.socket.ready(0.1):
            client.step()


def stuck(program, folder, block):
    """While nothing can be written, nothing is acknowledged, everything is refused by name, and the server goes on."""
    data = os.path.join(folder, "data")
    server = start(program, data)
    anna, ben = playing(server, "Anna"), playing(server, "Ben")
    free = block(server, os.path.join(data, "log.sqlite"))
    waits = anna.ask("say", table=anna.table, say="before")
    end = time.time() + PATIENCE
    while get("127.0.0.1", server.port, "/healthz")[0] != 503:
        assert time.time() < end and waits not in anna.answers, "the server never said that it cannot write"
        anna.drain()
    assert ben.wait(ben.ask("say", table=ben.table, say="refused"))["error"] == "busy"
    assert ben.wait(ben.ask("ping"))["type"] == "ok"
    anna.drain()
    assert waits not in anna.answers and not any(event["say"] == "before" for event in anna.talk), "told before it was safe"
    free()
    assert anna.wait(waits, seconds=60)["type"] == "ok"
    until(anna, lambda: get("127.0.0.1", server.port, "/healthz")[0] == 200, "the server does not go on")
    assert [event["say"] for event in anna.talk] == ["before"] and anna.view["clock"]["runs"]
    ben.do("say", table=ben.table, say="after")
    assert "refused" not in ben.said and [event["say"] for event in ben.talk] == ["after"]
    said = [line["what"] for line in server.stop()]
    assert len(said) == 2 and said[0].startswith("the log cannot be written, requests are refused until it can: "), said
    assert said[1] == "the log can be written again", said
    server = start(program, data)
    anna.port = server.port
    anna.socket.close()
    anna.connect()
    anna.do("lobby")
    assert anna.view["clock"]["runs"] and anna.view["stage"] == "playing"
    server.stop()
    return said[0]


def locked(program, folder):
    def block(_server, path):
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        def free():
            other.execute("ROLLBACK")
            other.close()
        return free
    assert "database is locked" in stuck(program, folder, block)


def full(program, folder):
    def block(server, path):
        was = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        size = os.path.getsize(path + "-wal")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, was[1]))
        return lambda: resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, was)
    assert "File too large" in stuck(program, folder, block)


def read_page(path, page):
    with open(path, "rb") as file:
        file.seek(page * PAGE)
        return file.read(PAGE)


def number_at(page, name):
    """The number of an entry, which follows its stream. The record's header comes before: its size, then the types."""
    size = 4 if page[name.start() - 4] == 4 and page[name.start() - 3] == 2 * len(name.group()) + 13 else 5
    kind = page[name.start() - size + 2]
    return kind - 8 if kind in (8, 9) else int.from_bytes(page[name.end():name.end() + kind], "big")


def numbers_in(page, table):
    """The numbers of this table's entries on a leaf page of the log. None: the page has other things too."""
    name = b"table:" + table.encode()
    if page[0] != 0x0A or page.count(name) < 2 or page.count(name) != page.count(b"table:") or b"people" in page:
        return None
    return [number_at(page, match) for match in re.finditer(name, page)]


def pages_of(path, table):
    """The leaf pages that have entries of only this table, in the order of its entries."""
    pages = {page: numbers_in(read_page(path, page), table) for page in range(os.path.getsize(path) // PAGE)}
    return sorted((page for page in pages if pages[page]), key=lambda page: min(pages[page]))


def spoil(path, page):
    with open(path, "r+b") as file:
        file.seek(page * PAGE)
        file.write(b"\xa5" * PAGE)


def damaged(program, folder):
    """A damaged page affects one table. That table reports it, finished or not, and the rest goes on."""
    data = os.path.join(folder, "data")
    path = os.path.join(data, "log.sqlite")
    server = start(program, data)
    over, fine, going = finished(server, "Anna"), finished(server, "Ben", "intrige"), fill(playing(server, "Carl"))
    assert server.stop() == []
    for table in (over.table, going.table):
        pages = pages_of(path, table)
        spoil(path, pages[len(pages) // 2])

    server = start(program, data)
    client = Client(server.port, "Dora")
    for table in (over.table, going.table):
        for request in ("watch", "record", "invite"):
            client.refused("damaged", request, table=table)
    assert {game["table"] for game in client.do("history", of="everybody")["games"]} == {over.table, fine.table}
    client.do("record", table=fine.table)
    client.refused("no_table", "watch", table="0" * 32)
    finished(server, "Emil", "intrige")
    said = [line["what"] for line in server.stop()]
    assert len(said) == 2 and said[0] != said[1], said
    for line in said:
        assert line.startswith("a table is left out because its log is damaged after entry "), line
        assert "database disk image is malformed (SQLite " in line and "table:" not in line, line

    done = call(program, "export", "--data", data, "--all", "--to", os.path.join(folder, "games"), status=1)
    assert done.stdout.startswith("2 games written") and done.stderr.count("cannot be read: database disk image") == 2, done
    assert over.table in done.stderr and going.table in done.stderr
    copy = os.path.join(folder, "copy.sqlite")
    assert "damaged" in call(program, "backup", "--data", data, copy, status=1).stderr and not os.path.exists(copy)


def closed(program, folder):
    """The log of a table turns out to be damaged during its game. What was not written is rolled back."""
    data = os.path.join(folder, "data")
    path = os.path.join(data, "log.sqlite")
    server = start(program, data)
    other, going = sorted((fill(playing(server, name)) for name in ("Anna", "Ben")), key=lambda client: client.table)
    going.do("lobby", follow=True)
    # The server drops its cached pages when another program writes to the file.
    with sqlite3.connect(path, isolation_level=None) as outside:
        assert outside.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        last = [page for page in pages_of(path, going.table) if f'"say":"{LINES - 1} '.encode() in read_page(path, page)]
        spoil(path, *last)
        outside.execute("CREATE TABLE other (x)")
    outside.close()
    going.frames = []
    going.refused("damaged", "say", table=going.table, say="lost")
    going.refused("damaged", "watch", table=going.table)
    messages = [json.loads(frame) for frame in going.frames]
    assert not any(message["type"] == "news" for message in messages), messages
    assert [message["table"] for message in messages if message["type"] == "closed"] == [going.table], messages
    assert [message["gone"] for message in messages if message.get("gone")] == [[going.table]], messages
    other.do("say", table=other.table, say="still here")
    play_on([other], random.Random(5))
    said = [line["what"] for line in server.stop()]
    assert len(said) == 1 and said[0].startswith("a table is closed because its log is damaged: database disk image"), said
    server = start(program, data)
    client = Client(server.port, "Carl")
    client.refused("damaged", "watch", table=going.table)
    client.do("record", table=other.table)
    server.stop()


def failed(program, folder):
    """A log that fails for good ends the server with an error. A signal during the farewell only makes that shorter."""
    data = os.path.join(folder, "data")
    server = Running(program, data, "--listen", "127.0.0.1:0")

    def said(what):
        """Reads the server's lines up to this one."""
        while True:
            line = json.loads(server.process.stderr.readline())
            if line["what"].startswith(what):
                return line

    client, slow = playing(server, "Anna"), playing(server, "Ben")
    waiting = 0
    while not waiting:  # the farewell lasts while somebody does not read
        slow.ask("vocabulary", table=slow.table)
        server.process.send_signal(signal.SIGUSR1)
        waiting = said("status")["waiting_bytes"]
    with sqlite3.connect(os.path.join(data, "log.sqlite"), isolation_level=None) as outside:
        outside.execute("DROP TABLE entries")
    outside.close()
    client.ask("say", table=client.table, say="lost")
    said("the log cannot be written: the server stops")
    server.process.send_signal(signal.SIGTERM)
    server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == 1, server.process.returncode


def files_in(folder):
    """Without the operator's socket, which a server that is killed leaves."""
    return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.is_file()}


def salvage(program, folder):
    """Intact tables are salvaged completely, the others up to the damage. The source is not changed."""
    data = os.path.join(folder, "data")
    path = os.path.join(data, "log.sqlite")
    server = start(program, data)
    over, fine, going = finished(server, "Anna"), finished(server, "Ben", "intrige"), fill(playing(server, "Carl"))
    record = fine.do("record", table=fine.table)["record"]
    assert "a server is running" in call(program, "salvage", "--data", data, "--to", folder + "/x", status=1).stderr
    assert call(program, "check", "--data", data).stdout == "no errors found\n"
    server.process.kill()  # so that some of it is only in the write-ahead log
    server.process.communicate()
    assert call(program, "check", "--data", data).stdout == "no errors found\n"
    before = files_in(data)
    done = call(program, "salvage", "--data", data, "--to", folder + "/whole")
    assert done.stdout.startswith("3 tables complete"), done
    after = files_in(data)
    assert {name: after[name] for name in before} == before and set(after) - set(before) <= set(), "the source was touched"
    call(program, "check", "--data", folder + "/whole")
    assert "already exists" in call(program, "salvage", "--data", data, "--to", folder + "/whole", status=1).stderr

    start(program, data).stop()
    pages = pages_of(path, over.table)
    page = pages[len(pages) // 2]
    first = min(numbers_in(read_page(path, page), over.table))
    spoil(path, page)
    done = call(program, "check", "--data", data, status=1)
    assert "database: " in done.stdout and f"table:{over.table}: cannot be read after entry" in done.stdout, done.stdout
    before = files_in(data)
    done = call(program, "salvage", "--data", data, "--to", folder + "/some", status=1)
    assert files_in(data) == before, "the source was touched"
    assert re.match(rf"table:{over.table}: {first - 1} of at least \d+ entries\n2 tables complete", done.stdout), done.stdout
    assert sorted(os.listdir(folder + "/some")) == ["log.sqlite", "log.sqlite-mark"], os.listdir(folder + "/some")
    assert call(program, "check", "--data", folder + "/some").stdout == "no errors found\n"
    server = start(program, folder + "/some")
    client = Client(server.port, "Dora")
    assert client.do("record", table=fine.table)["record"] == record
    for table in (over.table, going.table):
        client.do("watch", table=table)
    assert server.stop() == []

    lost = {over} if first == 1 else set()
    for page in range(1, os.path.getsize(path) // PAGE):  # nothing points to the entries any more
        if read_page(path, page)[0] == 0x02:  # and the few in interior pages are gone
            lost |= {client for client in (over, fine, going) if client.table.encode() in read_page(path, page)}
            spoil(path, page)
    call(program, "salvage", "--data", data, "--to", folder + "/leaves", status=1)
    assert call(program, "check", "--data", folder + "/leaves").stdout == "no errors found\n"
    with sqlite3.connect(folder + "/leaves/log.sqlite") as log:
        kept = {stream for (stream,) in log.execute("SELECT DISTINCT stream FROM entries")}
    log.close()
    assert kept - {"people"} <= {"table:" + client.table for client in (over, fine, going)}, kept
    assert kept >= {"table:" + client.table for client in (over, fine, going) if client not in lost}, kept
    assert not [name for name in os.listdir(folder) if "." in name], os.listdir(folder)


def strangers(program, folder):
    """If people are lost, nobody new gets their numbers, and with them their seats."""
    data = os.path.join(folder, "data")
    path = os.path.join(data, "log.sqlite")
    server = start(program, data)
    anna, ben = playing(server, "Anna"), playing(server, "Ben")
    server.stop()
    with sqlite3.connect(path) as log:
        log.execute("UPDATE entries SET body = 'x' WHERE stream = 'people' AND n = 2")
    log.close()
    assert "an entry about people does not fit" in call(program, "serve", "--data", data, status=1).stderr
    assert "people: entry 2 does not fit" in call(program, "check", "--data", data, status=1).stdout
    done = call(program, "salvage", "--data", data, "--to", folder + "/new", status=1)
    assert "people: 1 of at least 2 entries" in done.stdout and "people: 1 with seats" in done.stdout, done.stdout
    call(program, "check", "--data", folder + "/new")
    server = start(program, folder + "/new")
    for client, seat in ((anna, "red"), (ben, "spectator")):
        client.port, client.view = server.port, None
        client.connect()
        until(client, lambda: client.view, "no picture")
        assert client.view["as"] == seat, (client.name, client.view["as"])
    ben.do("name", name="Ben")
    ben.do("lobby")
    assert ben.view["as"] == "spectator", "somebody else's seat"
    server.stop()


def refused(program, folder):
    """A table with an entry that the rules refuse is left out, with entry and reason; the others go on."""
    data = os.path.join(folder, "data")
    server = start(program, data)
    anna, ben = Client(server.port, "Anna"), playing(server, "Ben")
    seat_down([anna], "intrige", 3, ("random", "random"), options={"promises": "bond"})
    post = {"seat": "red", "will": "give yellow.clerk 10000", "term": "turn"}
    anna.do("propose", table=anna.table, **{"with": [], "promises": [post]})
    server.stop()
    with sqlite3.connect(os.path.join(data, "log.sqlite")) as log:
        stream = "table:" + anna.table
        n, body = log.execute("SELECT n, body FROM entries WHERE stream = ? AND body LIKE '%\"propose\"%'", [stream]).fetchone()
        again = json.loads(body) | {"pact": 2, "id": "again", "promises": [post | {"will": "give green.clerk 10000"}]}
        log.execute("DELETE FROM entries WHERE stream = ? AND n > ?", [stream, n])
        log.execute("INSERT INTO entries (stream, n, body) VALUES (?, ?, ?)", [stream, n + 1, json.dumps(again)])
    log.close()
    why = "'give green.clerk 10000' conflicts with 'give yellow.clerk 10000', which red promises too"
    done = call(program, "check", "--data", data, status=1)
    assert f"{stream}: entry {n + 1} does not fit: {why}\n" in done.stdout, done.stdout
    server = start(program, data)
    dora = Client(server.port, "Dora")
    dora.refused("damaged", "watch", table=anna.table)
    dora.do("watch", table=ben.table)
    noted = [line["what"] for line in server.stop()]
    assert len(noted) == 1 and f"after entry {n}: the next one does not fit" in noted[0], noted


def lost_end(program, folder):
    """A truncated write-ahead log is detected and reported once; a complete one is not."""
    data = os.path.join(folder, "data")
    wal = os.path.join(data, "log.sqlite-wal")
    server = start(program, data)
    client = playing(server, "Anna")
    for i in range(3):
        client.do("say", table=client.table, say=f"line {i}")
    server.process.kill()
    server.process.communicate()
    whole = files_in(data)
    server = start(program, data)
    assert server.stop() == []
    for name in os.listdir(data):
        os.remove(os.path.join(data, name))
    for name, content in whole.items():
        Path(data, name).write_bytes(content)
    os.remove(os.path.join(data, "log.sqlite-shm"))
    frame = 24 + PAGE
    os.truncate(wal, 32 + (len(whole["log.sqlite-wal"]) - 32) // frame * frame - frame - 100)
    said = call(program, "check", "--data", data, status=1).stdout
    assert said.startswith("the end of the log is missing: at least "), said
    server = start(program, data)
    lines = server.stop()
    assert [(line["what"], line["at_least"] >= 1) for line in lines] == [
        ("the end of the log is missing: entries that were written are not there any more", True)], lines
    client.port, client.view, client.n = server.port, None, 0
    server = start(program, data)
    Client(server.port, "Ben").do("lobby")
    assert server.stop() == []


def projection(program, folder):
    """The index of finished games is checked against their entries, and rewritten by --rebuild."""
    data = os.path.join(folder, "data")
    path = os.path.join(data, "log.sqlite")
    server = start(program, data)
    over = finished(server, "Anna", "intrige")
    table = over.table
    server.stop()
    for change, words in (("UPDATE seen_games SET ended = ended + 1", "is not what its entries say"),
                          ("UPDATE seen_games SET line = replace(line, 'winners', 'losers')", "is not what its entries say"),
                          ("DELETE FROM entries", "noted as finished, but has no entries")):
        copy = os.path.join(folder, "copy")
        os.makedirs(copy, exist_ok=True)
        Path(copy, "log.sqlite").write_bytes(Path(path).read_bytes())
        with sqlite3.connect(os.path.join(copy, "log.sqlite")) as log:
            log.execute(change)
        log.close()
        said = call(program, "check", "--data", copy, status=1).stdout
        assert said.startswith(f"table:{table}: ") and words in said and said.count("\n") == 1, said
        if "entries say" in words:
            Running(program, copy, "--listen", "127.0.0.1:0", "--rebuild").stop()
            call(program, "check", "--data", copy)


def closed_tables(program, folder):
    """Tables that the operator has closed, before or during the game, are no error, and their index is checked."""
    data = os.path.join(folder, "data")
    server = start(program, data)
    playing_one, waiting = playing(server, "Anna"), Client(server.port, "Ben").do("create", game="intrige", players=3)["table"]
    for table in (playing_one.table, waiting):
        call(program, "admin", "--data", data, "close", table)
    server.stop()
    assert call(program, "check", "--data", data).stdout == "no errors found\n"
    for change in ("UPDATE seen_games SET ended = ended + 1", "UPDATE seen_games SET line = replace(line, '}', ',\"end\":{}}')"):
        with sqlite3.connect(os.path.join(data, "log.sqlite")) as log:
            log.execute(change + " WHERE stream = ?", ["table:" + waiting])
        log.close()
        said = call(program, "check", "--data", data, status=1).stdout
        assert said.startswith(f"table:{waiting}: what is noted of it is not") and said.count("\n") == 1, said
        Running(program, data, "--listen", "127.0.0.1:0", "--rebuild").stop()
        call(program, "check", "--data", data)


def long_record(program, folder):
    """A record of several megabytes can be read, a piece at a time."""
    data, file = os.path.join(folder, "data"), Path(folder, "long.kbr")
    lines = call(program, "random", "intrige", "--seed", "1").stdout.splitlines(keepends=True)
    moves = [i for i, line in enumerate(lines) if '"move":' in line and '"by":"chance"' not in line]
    seat = json.loads(lines[moves[0]])["by"]
    talk = [json.dumps({"by": seat, "say": f"{i} " + "x" * 580}, separators=(",", ":")) + "\n" for i in range(4500)]
    file.write_text("".join([*lines[:moves[0]], *talk, *lines[moves[0]:]]))
    assert file.stat().st_size > 2 << 20
    table = call(program, "import", "--data", data, file).stdout.split()[-1]
    server = start(program, data)
    client = Client(server.port, "Anna")
    client.table = table
    assert client.record() == file.read_text()
    server.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    for part in (locked, full, damaged, closed, failed, salvage, strangers, refused, lost_end, projection, closed_tables, long_record):
        if args.only and part.__name__ != args.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            began = time.time()
            part(program, folder)
            print(f"{part.__name__}: ok, {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
