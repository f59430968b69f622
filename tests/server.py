#!/usr/bin/env python3
"""Tests the server as a real process with real WebSocket clients: whole games of every kind with cuts and second tabs,
kill -9 in the middle, plain HTTP, hostile clients, and docs/protocol.md against what is sent.

    server.py PROGRAM [--only PART] [--crashes N]
"""

import argparse
import base64
import gzip
import hashlib
import http.client
import json
import os
import random
import re
import secrets
import select
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEEN = {}  # every message and event type received, with all its keys: compared with the protocol page
PATIENCE = 120  # seconds; ends a test that hangs, and must not end one on a busy machine


class Closed(Exception):
    pass


class Socket:
    """A WebSocket, using only the standard library."""

    def __init__(self, port, secret=None, path="/ws", origin=None, token=None, headers=(), dial=None):
        self.socket = dial(port) if dial else socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"Cookie: kickback={secret}"] if secret else []
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"Origin: {origin}"] if origin else []
        lines += headers
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        if self.status == 101:
            accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
            assert accept in head, "the handshake is not answered"

    def more(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            raise Closed
        self.buffer += data

    def take(self, n):
        while len(self.buffer) < n:
            self.more()
        taken, self.buffer = self.buffer[:n], self.buffer[n:]
        return taken

    def frame(self, opcode, data):
        mask = os.urandom(4)
        n = len(data)
        head = bytes([0x80 | opcode])
        head += bytes([0x80 | n]) if n < 126 else bytes([0x80 | 126]) + struct.pack(">H", n) if n < 65536 else (
            bytes([0x80 | 127]) + struct.pack(">Q", n))
        try:
            self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))
        except ConnectionError as error:
            raise Closed from error

    def send(self, text):
        self.frame(1, text.encode() if isinstance(text, str) else text)

    def receive(self):
        """The next message. Answers pings on the way."""
        message = b""
        while True:
            first, second = self.take(2)
            n = second & 0x7F
            if n == 126:
                n = struct.unpack(">H", self.take(2))[0]
            elif n == 127:
                n = struct.unpack(">Q", self.take(8))[0]
            data = self.take(n)
            opcode = first & 0x0F
            if opcode == 8:
                raise Closed(*struct.unpack(">H", data[:2]))
            if opcode == 9:
                self.frame(10, data)
            elif opcode in (0, 1, 2):
                message += data
                if first & 0x80:
                    return message.decode()

    def ready(self, seconds=0.0):
        return bool(self.buffer) or bool(select.select([self.socket], [], [], seconds)[0])

    def close(self):
        self.socket.close()


def note_keys(kind, message):
    SEEN.setdefault(kind, set()).update(message)


class Client:
    """A client that believes only what it is sent, repeats unanswered requests, and notices every gap."""

    def __init__(self, port, name, fixed=False, tag=None):
        """fixed: the secret and ids are derived from the name, or the ids from the tag."""
        self.port, self.name, self.secret = port, name, secrets.token_hex(32)
        self.tag, self.n_ids, self.frames = secrets.token_hex(8), 0, []
        if fixed:
            self.secret, self.tag = hashlib.sha256(name.encode()).hexdigest(), tag or name
        self.socket, self.table, self.view, self.pending, self.answers = None, None, None, {}, {}
        self.n, self.as_, self.talk, self.said, self.moved, self.hello, self.lobbies = 0, None, [], [], 0, None, []
        self.gap = None  # events that were not sent: after the first number, up to the second
        self.asked = {}  # lines they said, and when; those acknowledged have the time of that, too
        self.shown = []  # when they asked for the table, when they were shown it, and the last line they knew then
        self.looks = None  # when they last asked for it, until it is shown
        self.connect()
        self.do("name", name=name)

    def connect(self):
        self.again_at = None  # when to ask again for the picture of the table
        self.socket = Socket(self.port, self.secret)
        assert self.socket.status == 101, self.socket.status
        for id_, request in list(self.pending.items()):
            if request["do"] == "watch":
                del self.pending[id_]
            else:
                self.socket.send(json.dumps(request))
        if self.table:
            self.watch()

    def second(self):
        """Another tab of the same person, which has seen nothing yet."""
        tab = Client.__new__(Client)
        tab.__dict__.update(self.__dict__, tag=secrets.token_hex(8), pending={}, answers={}, talk=[], frames=[], view=None, n=0, gap=None)
        tab.connect()
        while tab.view is None:
            if tab.socket.ready(1.0):
                tab.step()
            tab.watch_again()
        return tab

    def seen_anew(self):
        """What another tab sees that has just come, at a moment when both have seen the same entries: bots may go on meanwhile."""
        tab = self.second()
        while True:
            self.do("lobby")
            tab.do("lobby")
            if tab.view["n"] == self.view["n"]:
                return tab.view

    def cut(self):
        self.socket.close()
        self.connect()

    def ask(self, do, **keys):
        self.n_ids += 1
        id_ = f"{self.tag}-{self.n_ids}"
        self.pending[id_] = {"id": id_, "do": do, **keys}
        if do == "say":
            self.asked[keys["say"]] = [time.monotonic(), None]
        self.socket.send(json.dumps(self.pending[id_]))
        return id_

    def wait(self, id_, seconds=PATIENCE):
        end = time.time() + seconds
        while id_ not in self.answers:
            assert time.time() < end, f"{self.name}: no answer to {self.pending.get(id_)}"
            if self.socket.ready(1.0):
                self.step()
            self.watch_again()
        return self.answers.pop(id_)

    def answer(self, do, **keys):
        """The answer to a request. Waits a moment when told to."""
        while True:
            answer = self.wait(self.ask(do, **keys))
            if answer.get("error") not in ("too_fast", "busy"):
                return answer
            time.sleep(0.2)

    def do(self, do, **keys):
        answer = self.answer(do, **keys)
        assert answer["type"] == "ok", (do, keys, answer)
        return answer

    def log_in(self, do, port=None, **keys):
        """Logs in as the page does, with a new cookie. port: of another server that is asked for it, and may not know of the login yet."""
        token, deadline = self.do(do, **keys)["token"], time.time() + PATIENCE
        status, cookie = renew(port or self.port, self.secret, token)
        while port and status == 410 and time.time() < deadline:
            status, cookie = renew(port, self.secret, token)
        assert status == 200, status
        self.secret = re.match(r"kickback=([0-9a-f]{64});", cookie).group(1)
        self.cut()
        self.do("ping")

    def record(self):
        """The whole record of the table, which comes in pieces."""
        record, keys = "", {}
        while True:
            answer = self.do("record", table=self.table, **keys)
            record += answer["record"]
            if "next" not in answer:
                return record
            keys = {"after": answer["next"]}

    def refused(self, error, do, **keys):
        answer = self.answer(do, **keys)
        assert answer["type"] == "no" and answer["error"] == error and answer["sentence"], (error, answer)

    def watch(self):
        where = {"after": self.n, "as": self.as_} if self.view else {}
        self.looks = time.monotonic()
        return self.ask("watch", table=self.table, **where)

    def watch_again(self):
        """Does so a moment after the server could not."""
        if self.again_at and time.time() > self.again_at:
            self.again_at = None
            self.watch()

    def see(self):
        """Watches the table and waits for its picture. Waits a moment when told to."""
        while True:
            answer = self.wait(self.watch())
            if answer["type"] == "ok":
                break
            assert answer["error"] in ("too_fast", "busy"), answer
            time.sleep(0.2)
        while self.view is None:
            self.step()

    def step(self):
        """Handles one message."""
        text = self.socket.receive()
        self.frames.append(text)
        message = json.loads(text)
        note_keys(message["type"], message)
        if message["type"] in ("ok", "no"):
            request = self.pending.pop(message["id"], None)
            if request:
                self.answers[message["id"]] = message
            if request and request["do"] == "events" and self.gap:
                self.fill_gap(message)
            if request and request["do"] == "watch":
                self.again_at = time.time() + 0.3 if message.get("error") in ("too_fast", "busy") else None
            if request and request["do"] == "say" and message["type"] == "ok":
                self.said.append(request["say"])
                self.asked[request["say"]][1] = time.monotonic()
            if request and request["do"] == "move" and message["type"] == "ok":
                self.moved += 1
        elif message["type"] == "hello":
            self.hello = message
        elif message["type"] == "lobby":
            self.lobbies.append(message)
        elif message["type"] == "news" and message["table"] == self.table:
            self.take_news(message)

    def take_news(self, news):
        view, events = news["view"], news["events"]
        note_keys("view", view)
        if news["fresh"]:
            first = view["n"] - len(events)
            if self.view and self.as_ == view["as"] and first > self.n:
                self.gap = (self.gap[0] if self.gap else self.n, first)
                self.ask("events", table=self.table, before=first + 1)
            self.n, self.as_ = first, view["as"]
        assert self.as_ == view["as"], "another viewer's news"
        for event in events:
            note_keys("event " + event["do"], event)
            assert event["n"] == self.n + 1, f"{self.name}: event {event['n']} after {self.n}"
            self.n += 1
            if event["do"] == "say":
                self.talk.append(event)
        assert self.n == view["n"]
        self.view = view
        lines = [event["say"] for event in self.talk if event["say"].startswith(self.name.split()[0])]
        if self.looks and lines and not self.gap:
            self.shown.append((self.looks, time.monotonic(), lines[-1]))
        self.looks = None

    def fill_gap(self, answer):
        """A picture comes with the last hundred events. Those before it are asked for, and so are those before them."""
        known, last = self.gap
        older = [event for event in answer.get("events", []) if known < event["n"] <= last]
        self.talk = sorted(self.talk + [event for event in older if event["do"] == "say" and event not in self.talk], key=lambda event: event["n"])
        last = older[0]["n"] - 1 if older else last
        self.gap = (known, last) if last > known else None
        if self.gap:
            self.ask("events", table=self.table, before=last + 1)

    def drain(self):
        while self.socket.ready():
            self.step()
        self.watch_again()

    def choose(self, rng):
        """A random move of the list, with a random amount of a run."""
        def pick(match):
            low, high, step = map(int, match.groups())
            return str(low + step * rng.randrange((high - low) // step + 1))
        return re.sub(r"(\d+)\.\.(\d+)/(\d+)", pick, rng.choice(self.view["legal"]))


def place(folder, name):
    """Where a server has its log. postgres.py puts a database in its place."""
    return os.path.join(folder, name)


class Server:
    def __init__(self, program, data, *flags, env=None):
        self.program, self.data, self.flags = program, data, flags
        self.env = {**os.environ, **(env or {})}
        self.start()

    def start(self):
        where = "--log" if "://" in self.data else "--data"
        command = [self.program, "serve", where, self.data, "--listen", "127.0.0.1:0", "--bot-wait", "0",
                   "--log-level", "warning", *self.flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env)
        line = self.process.stdout.readline()
        match = re.match(r"listening on http://127.0.0.1:(\d+)/$", line)
        assert match, line + self.process.stderr.read()
        self.port = int(match.group(1))

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def stop(self, warning=None):
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, (self.process.returncode, errors)
        slow = ("the loop was held", "the log can") if "://" in self.data else ("the loop was held",)  # on a busy machine
        lines = [line for line in errors.splitlines() if not any(words in line for words in slow)]
        assert all(warning and warning in line for line in lines) and bool(warning) == bool(lines), errors

    def get(self, path, method="GET", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, headers={"Accept-Encoding": "gzip", **(headers or {})})
        response = connection.getresponse()
        body = response.read()
        if response.getheader("content-encoding") == "gzip":
            body = gzip.decompress(body)
        body = body.decode()
        connection.close()
        return response.status, dict((k.lower(), v) for k, v in response.getheaders()), body


def renew(port, secret, token, **headers):
    """The answer to a browser that asks for the cookie of its login: the status and the cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    cookie = {"Cookie": f"kickback={secret}"} if secret else {}
    connection.request("GET", "/renew", headers={"Kickback-Token": token, **cookie, **headers})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status, response.getheader("set-cookie")


def seat_down(clients, game, players, bots=(), **options):
    """The first client makes the table. The others and the bots sit down at it."""
    host = clients[0]
    table = host.do("create", game=game, players=players, **options)["table"]
    for client in clients:
        client.table = table
        client.see()
    names = [seat["seat"] for seat in host.view["seats"]]
    for client, seat in zip(clients, names):
        client.do("sit", table=table, seat=seat)
    for bot, seat in zip(bots, names[len(clients):]):
        host.do("bot", table=table, seat=seat, bot=bot)
    clients[-1].do("words", table=table, words="seven")
    host.do("start", table=table)
    for client in clients:
        client.do("lobby")  # its answer comes after all news so far, so with random order each client knows its seat
    return table


def play_on(clients, rng, cuts=0.0, most=None):
    """Everybody plays until the game is over, or until this many moves are made."""
    deadline, moves = time.time() + 120, 0
    while most is None or moves < most:
        assert time.time() < deadline, "the game does not end"
        moved = False
        for client in clients:
            client.drain()
            if client.view["stage"] == "over":
                continue
            asked = any(request["do"] == "move" for request in client.pending.values())
            if client.view.get("legal") and not asked:
                client.ask("move", table=client.table, move=client.choose(rng), decision=client.view["decision"])
                moved = True
                moves += 1
                if rng.random() < cuts:
                    client.cut()
        if all(client.view["stage"] == "over" for client in clients):
            break
        if not moved:
            select.select([client.socket.socket for client in clients], [], [], 0.2)


def settled(clients):
    """Lets all clients catch up, until each has seen the end of the game."""
    for _ in range(3):
        for client in clients:
            client.do("lobby")
    assert all(client.view["stage"] == "over" for client in clients)


def chacha20(key, nonce):
    """The first 64 bytes of the key stream, written from the definition."""
    def rotate(x, k):
        return (x << k | x >> (32 - k)) & 0xFFFFFFFF

    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), 0, 0, *struct.unpack("<2I", nonce)]
    x = list(start)
    rounds = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
    for _ in range(10):
        for a, b, c, d in rounds:
            for to, of, mix, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[to] = (x[to] + x[of]) & 0xFFFFFFFF
                x[mix] = rotate(x[mix] ^ x[to], turn)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, start)))


def check_luck(lines, rows, seats):
    """Checks docs/luck.md independently of our code, for games in which all draws have the same weight."""
    luck = {}
    for line in lines:
        luck.update(line.get("luck", {}))
    seed = bytes.fromhex(luck["seed"])
    promise = hashlib.blake2b(b"kickback luck 1\n" + seed, digest_size=32).hexdigest()
    assert promise == luck["promise"]
    text = json.dumps(lines[0], separators=(",", ":")) + "\n" + "".join(f"{s}:{luck['words'].get(s, '')}\n" for s in seats)
    key = hashlib.blake2b(text.encode(), key=seed, digest_size=32).digest()
    if "order" in luck:
        came_from = list(seats)
        for i in range(len(seats) - 1, 0, -1):
            number = struct.unpack("<Q", chacha20(key, struct.pack("<Q", 2**64 - i))[:8])[0]
            assert number >= 2**64 % (i + 1), "once in a very long while"
            j = number % (i + 1)
            came_from[i], came_from[j] = came_from[j], came_from[i]
        assert luck["order"] == came_from, (luck["order"], came_from)
    moves = [line for line in lines if "move" in line]
    draws = 0
    for move, row in zip(moves, rows):
        if move["by"] != "chance":
            continue
        legal = row["legal"]["chance"]
        number = struct.unpack("<Q", chacha20(key, struct.pack("<Q", draws))[:8])[0]
        assert number >= 2**64 % len(legal), "once in a very long while"
        assert legal[number % len(legal)] == move["move"], (draws, move)
        draws += 1
    assert draws > 0


def check_record(program, client, folder):
    path = Path(folder) / "game.kbr"
    path.write_text(client.record())
    done = subprocess.run([program, "verify", path], capture_output=True, text=True)
    assert done.returncode == 0 and "from the promised seed" in done.stdout, done
    done = subprocess.run([program, "trace", path], capture_output=True, text=True)
    end = json.loads(done.stdout.splitlines()[-1])["end"]
    assert end == client.view["end"], (end, client.view["end"])
    if client.view["game"] != "integralis":
        lines, rows = ([json.loads(line) for line in text.splitlines()] for text in (path.read_text(), done.stdout))
        check_luck(lines, rows, [seat["seat"] for seat in client.view["seats"]])
    text = path.read_text()
    if client.view["order"] == "random":
        order = re.search(r'"order":\[("\w+"),("\w+")', text)
        path.write_text(text.replace(order.group(0), f'"order":[{order.group(2)},{order.group(1)}', 1))
        done = subprocess.run([program, "verify", path], capture_output=True, text=True)
        assert done.returncode == 1 and "do not follow from the promised seed" in done.stderr, done
    draw = re.search(r'("by":"chance","move":"start )(\w+)', text)
    other = "red" if draw.group(2) != "red" else "yellow"
    path.write_text(text.replace(draw.group(0), draw.group(1) + other, 1))
    done = subprocess.run([program, "verify", path], capture_output=True, text=True)
    assert done.returncode == 1, "a draw that was changed is not noticed"


def read_all(client, table):
    """The chronicle from its beginning, in pieces."""
    events = []
    while True:
        piece = client.do("events", table=table, before=events[0]["n"] if events else client.n + 1)["events"]
        if not piece:
            break
        assert len(piece) <= 100
        events = piece + events
    assert [event["n"] for event in events] == list(range(1, client.n + 1))
    assert events[0]["do"] == "table" and client.talk[-1] in events


def look_back(client, watcher, table):
    """Views of the past: always through one's own eyes, through others' only after the game."""
    for each in (client, watcher):
        each.cut()  # a new connection has its full rate
        each.do("lobby")
    middle = client.n - 1
    own = client.do("look", table=table, n=middle)["view"]
    assert own["n"] == middle and own["as"] == client.as_
    client.refused("no_event", "look", table=table, n=0)
    client.refused("value", "look", table=table, n=middle, **{"as": "nobody"})
    if client.view["stage"] != "over":
        client.refused("not_over", "look", table=table, n=middle, **{"as": "everybody"})
        watcher.refused("not_over", "look", table=table, n=1, **{"as": client.as_})
        return
    client.refused("no_event", "look", table=table, n=client.n + 1)  # before the end a bot may have moved meanwhile
    assert client.do("look", table=table, n=client.n)["view"]["position"] == client.view["position"]
    whole = watcher.do("look", table=table, n=watcher.n // 2, **{"as": "everybody"})["view"]
    assert whole["as"] == "everybody" and whole["position"] and "legal" not in whole


def rematch(clients, watcher, table, public):
    """A rematch: one table however often it is requested, and no link for people who were not invited."""
    watcher.refused("not_seated", "rematch", table=table)
    again = {client.do("rematch", table=table)["table"] for client in [*clients, clients[0]]}
    assert len(again) == 1 and table not in again
    for client in [*clients, watcher]:
        client.do("lobby")
    assert all(client.view["rematch"] in again for client in clients)
    assert ("rematch" in watcher.view) == public
    setup = ("game", "players", "options", "talk", "open_talk", "whispers", "order", "public")
    old = clients[0].view
    for client in clients:
        assert any(row["mine"] and row["table"] in again for row in client.do("lobby")["tables"])
        client.table, client.view = again.copy().pop(), None
        client.see()
        assert all(client.view.get(key) == old.get(key) for key in setup)
    kept = {seat.get("kept"): seat["seat"] for seat in clients[0].view["seats"]}
    for client in clients:
        client.do("sit", table=client.table, seat=kept[client.name])
    clients[0].do("start", table=client.table)
    assert clients[0].view["stage"] == "playing" and clients[0].view["host"] == clients[0].name


def games(program, folder):
    """Whole games of each kind, with bots, cuts, a second tab, a spectator and a program with a token."""
    server = Server(program, place(folder, "games"))
    rng = random.Random(5)
    live = {"kind": "live", "bank_s": 3600, "increment_s": 1, "answer_s": 60}
    for game, players, bots, rules in (("intrige", 4, ("greedy",), {"order": "random"}),
                                       ("incorporated", 3, (), {"order": "random", "open_talk": True, "whispers": "seen"}),
                                       ("integralis", 2, ("greedy:grudge",), {"clock": live})):
        clients = [Client(server.port, f"{game} {i}") for i in range(players - len(bots))]
        table = seat_down(clients, game, players, bots, public=game == "intrige", **rules)
        second = clients[0].second()
        watcher = Client(server.port, "watcher")
        watcher.table = table
        watcher.watch()
        while watcher.view is None:
            watcher.step()
        assert second.as_ == clients[0].as_ and watcher.as_ == "spectator" and "legal" not in watcher.view
        clients[-1].do("passing", table=table, on=True)
        clients[0].do("say", table=table, say="hello <b>")
        watcher.do("say", table=table, say="spectators only")
        if len(clients) > 2:
            clients[1].do("say", table=table, say="psst", to=[clients[2].as_])
        look_back(clients[0], watcher, table)
        play_on(clients, rng, cuts=0.03)
        for client in (second, watcher):
            while client.view["stage"] != "over":
                client.step()
        settled([*clients, second, watcher])
        assert second.view == clients[0].view, "two tabs of one seat differ"
        said = {client.name: [line["say"] for line in client.talk] for client in [*clients, watcher]}
        assert all("hello <b>" in lines for lines in said.values())
        assert [name for name, lines in said.items() if "spectators only" in lines] == ["watcher"]
        assert all(("psst" in said[client.name]) == (client in clients[1:3]) for client in clients if len(clients) > 2)
        check_record(program, clients[0], folder)
        if len(clients) > 2:
            record = clients[0].record()
            assert ('"psst"' in record) == clients[0].view["open_talk"], "private talk is told where it was not said so"
        look_back(clients[0], watcher, table)
        read_all(watcher, table)
        mine = clients[0].do("history")["games"]
        assert [line["table"] for line in mine] == [table] and mine[0]["end"] == clients[0].view["end"]
        assert (mine[0] in watcher.do("history", of="everybody")["games"]) == (game == "intrige")
        assert watcher.do("history")["games"] == []
        clients[0].refused("over", "move", table=table, move="x", decision=0)
        rematch(clients, watcher, table, public=game == "intrige")
    server.stop()


def hears(red, green, table):
    """A bot answers a whisper with a whisper, with or without a secret pact. Nobody else is told."""
    red.do("say", table=table, say="I will not send anybody to you", to=["blue"])
    while not any(line["by"] == "blue" and line.get("to") == ["red"] for line in red.talk):
        red.step()
    green.do("ping")
    assert not any(line.get("to") for line in green.talk) and not any(pact.get("secret") for pact in green.view["pacts"])


def pacts(program, folder):
    """Promises over the wire: proposed, answered, judged. Secret ones go only to their parties, and are opened at the
    end."""
    server = Server(program, place(folder, "pacts"))
    clients = [Client(server.port, f"party {i}") for i in range(3)]
    table = seat_down(clients, "intrige", 4, ("random",), public=True, pace="comfortable")  # which makes no proposals
    red, yellow, green = clients
    promise = {"seat": "yellow", "wont": "send * green", "term": "game"}
    vow = {"seat": "green", "will": "send * *", "term": "round", "if": {"seat": "red", "deed": "send * *"}}
    assert red.do("propose", table=table, **{"with": ["yellow"]}, secret=True, promises=[promise])["pact"] == 1
    assert green.do("propose", table=table, **{"with": []}, promises=[vow])["pact"] == 1
    yellow.do("accept", table=table, pact=1)
    red.do("propose", table=table, **{"with": ["yellow"]}, promises=[promise])
    yellow.do("decline", table=table, pact=3)
    red.do("propose", table=table, **{"with": ["yellow"]}, promises=[promise])
    red.do("withdraw", table=table, pact=4)
    green.do("wait", table=table)
    green.refused("waited", "wait", table=table)
    for client in clients:
        client.do("lobby")
    assert [pact["pact"] for pact in red.view["pacts"]] == [1, 2, 3, 4]
    assert [pact["pact"] for pact in green.view["pacts"]] == [1, 2, 3] and not any("secret" in pact for pact in green.view["pacts"])
    assert green.view["pause"]["why"] == "wait" and green.view["pause"]["by"] == "green"
    red.refused("value", "pace", table=table, pace="slow")
    red.do("pace", table=table, pace="comfortable", paused=True)
    green.do("lobby")
    assert green.view["paused"]
    red.do("bot", table=table, seat="blue", bot="greedy")
    yellow.do("pace", table=table, pace="comfortable")
    deeds = red.do("vocabulary", table=table)
    assert {"verb": "send"}.items() <= [deed for deed in deeds["deeds"] if deed["verb"] == "send"][0].items()
    assert deeds["terms"] == ["turn", "round", "next", "game"]
    mover = next((client for client in clients if client.view["legal"]), None)
    if mover:
        move = mover.view["legal"][0].split("..")[0]
        assert {"breaks", "misses"} <= set(mover.do("consider", table=table, move=move))
    last = {"do": "propose", "table": table, "with": ["yellow"], "secret": True, "promises": [promise]}
    for _ in range(2):  # a repeated request makes only one pact
        red.pending["once"] = {"id": "once", **last}
        red.socket.send(json.dumps(red.pending["once"]))
        once = red.wait("once")["pact"]
    red.do("lobby")
    assert once >= 5 and sum(pact["with"] == ["yellow"] and pact.get("secret", False) for pact in red.view["pacts"]) == 2
    hears(red, green, table)
    play_on(clients, random.Random(8), cuts=0.03)
    settled(clients)
    for client in clients:
        assert len(client.view["pacts"]) >= 5 and all(pact["state"] != "open" for pact in client.view["pacts"])
    assert any(pact.get("secret") for pact in green.view["pacts"])
    check_record(program, red, folder)
    server.stop()


def play_while(is_on, tables, rng, gone=None):
    """As long as is_on, everybody at these tables moves if they can, and talks if they cannot. gone is called with a client whose
    connection has ended; without it, that is an error."""
    while is_on():
        for client in (client for clients in tables for client in clients):
            try:
                client.drain()
                if client.pending:
                    continue
                if client.view["stage"] == "playing" and client.view["legal"]:
                    client.ask("move", table=client.table, move=client.choose(rng), decision=client.view["decision"])
                else:
                    client.ask("say", table=client.table, say=f"{client.name} {secrets.token_hex(8)}")
            except Closed:
                if not gone:
                    raise
                gone(client)
        time.sleep(0.002)


def play_until(end, tables, rng, gone=None):
    """The same, until that time."""
    play_while(lambda: time.time() < end, tables, rng, gone)


def come_back(client, port):
    """Reads what still arrives, then reconnects and repeats unanswered requests."""
    try:
        while client.socket.ready():
            client.step()
    except Closed:
        pass
    client.port = port
    client.socket.close()
    client.connect()


def tables_of_all_games(port):
    """A table of each game, with people and bots: the people of each."""
    tables = []
    for game, people, bots, options in (("intrige", 3, ("greedy",), {"bribes": "sealed", "money": "hidden"}),
                                        ("incorporated", 3, (), {}), ("integralis", 2, ("greedy",), {})):
        clients = [Client(port, f"{game} {i}") for i in range(people)]
        seat_down(clients, game, people + len(bots), bots, options=options)
        tables.append(clients)
    return tables


def check_nothing_is_lost(tables):
    """Everything acknowledged is there once, and nothing else. The numbers of moves and of lines."""
    everybody = [client for clients in tables for client in clients]
    for client in everybody:
        for id_ in list(client.pending):
            client.wait(id_)
        client.do("lobby")
    for clients in tables:
        assert clients[0].seen_anew() == clients[0].view
        for client in clients:
            assert client.view["decision"] == client.moved, "an acknowledged move is missing, or was made twice"
            lines = [line["say"] for line in clients[0].talk if line["say"].startswith(client.name)]
            assert sorted(lines) == sorted(client.said), "acknowledged talk is missing, or was said twice"
    return tuple(sum(counts) for counts in zip(*((client.moved, len(client.said)) for client in everybody)))


def crashes(program, folder, times):
    """kill -9 under load, repeatedly: nothing acknowledged is lost, nothing is done twice."""
    server = Server(program, place(folder, "crashes"))
    rng = random.Random(7)
    tables = tables_of_all_games(server.port)
    everybody = [client for clients in tables for client in clients]
    for _ in range(times):
        try:
            play_until(time.time() + rng.uniform(0.02, 0.15), tables, rng)
        except Closed as error:
            raise AssertionError("the server went by itself") from error
        server.kill()
        server.start()
        for client in everybody:
            come_back(client, server.port)
        for client in everybody:
            for id_ in list(client.pending):
                client.wait(id_)
    moves, lines = check_nothing_is_lost(tables)
    assert moves > times and lines > times, (moves, lines)
    print(f"crashes: {times} times, {moves} moves and {lines} lines acknowledged")
    server.stop()


def simultaneous(program, folder):
    """The server is killed when some seats have chosen. Those need not choose again, and nobody sees the choices."""
    server = Server(program, place(folder, "simultaneous"))
    rng = random.Random(3)
    clients = [Client(server.port, f"s{i}") for i in range(3)]
    table = seat_down(clients, "incorporated", 3)
    for client in clients:
        client.do("lobby")  # its answer comes after all news so far
    while not all(len(client.view["actors"]) == 3 for client in clients):
        actor = next((client for client in clients if client.view["legal"]), None)
        if actor:
            actor.do("move", table=table, move=actor.choose(rng), decision=actor.view["decision"])
        for client in clients:
            client.do("lobby")
    first, *others = clients
    waiting = [client.view for client in others]
    first.do("move", table=table, move=first.choose(rng), decision=first.view["decision"])
    chosen = first.view
    server.kill()
    server.start()
    for client in clients:
        client.port, client.view, client.table = server.port, None, table
        client.connect()
        while client.view is None:
            client.step()
    assert first.view == chosen and first.as_ not in chosen["actors"] and len(chosen["actors"]) == 2
    for client, before in zip(others, waiting):
        assert client.view["actors"] == chosen["actors"] and client.view["legal"] == before["legal"]
        assert client.view["position"]["hand"] == before["position"]["hand"]
    play_on(clients, rng)
    server.stop()


def plain(program, folder):
    """What is served without a WebSocket, and which requests are refused."""
    data = os.path.join(folder, "plain")
    server = Server(program, data)
    status, headers, body = server.get("/")
    assert status == 200 and "Kickback" in body and re.search(r'<script [^>]*type="module"[^>]* src="/kept/', body)
    policy = headers["content-security-policy"]
    inline = [base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in re.findall(r"<script>(.*?)</script>", body, re.DOTALL)]
    assert len(inline) == 1 and re.findall(r"'sha256-([^']*)'", policy) == inline, f"the policy does not name the inline script {inline}: {policy}"
    assert not re.search(r"\sstyle=|\son\w+=", re.sub(r"<script>.*?</script>", "", body, flags=re.DOTALL)), "inline code on the page"
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
    cookie = re.match(r"kickback=([0-9a-f]{64}); (.*)", headers["set-cookie"])
    assert cookie and "HttpOnly" in cookie.group(2) and "SameSite=Lax" in cookie.group(2)
    secret = cookie.group(1)
    for cookies, kept in ((f"kickback={secret}", secret), (f"a=b; __Host-kickback={secret}; kickback={'0' * 64}", secret)):
        again = server.get("/", headers={"Cookie": cookies})[1]["set-cookie"]
        assert again == f"kickback={kept}; " + cookie.group(2), "a cookie that is used is renewed"
    for path, kind in re.findall(r'(?:src|href)="(/kept/[^"]+\.(js|css))"', body):
        status, headers, _ = server.get(path)
        assert status == 200 and headers["content-encoding"] == "gzip" and "immutable" in headers["cache-control"], headers
        assert headers["content-type"].startswith({"js": "text/javascript", "css": "text/css"}[kind])
        assert server.get(path, headers={"Accept-Encoding": "identity"})[0] == 406
    assert json.loads(server.get("/healthz")[2])["ok"] is True
    for path in ("/nothing", "/../log.sqlite", "/%2e%2e/log.sqlite", "//log.sqlite", "/log.sqlite"):
        assert server.get(path)[0] in (400, 403, 404), path
    assert server.get("/", method="POST")[0] in (403, 404, 405)
    origin = f"http://127.0.0.1:{server.port}"
    assert Socket(server.port, secret, origin=origin).status == 101
    assert Socket(server.port, token=secrets.token_hex(32)).status == 101
    for wrong in (dict(secret=secret, origin="http://evil.example"), dict(secret=secret, origin="null"), dict(),
                  dict(secret="short"), dict(secret="z" * 64), dict(secret=secret, path="/elsewhere")):
        try:
            status = Socket(server.port, **wrong).status
        except Closed:
            status = 0
        assert status != 101, wrong
    second = subprocess.run([program, "serve", "--data", data, "--listen", "127.0.0.1:0"], capture_output=True, text=True)
    assert second.returncode == 1 and "another server" in second.stderr, second
    taken = subprocess.run([program, "serve", "--data", data + "2", "--listen", f"127.0.0.1:{server.port}"],
                           capture_output=True, text=True)
    assert taken.returncode == 1 and "cannot be listened at" in taken.stderr, taken
    for flags in ([], ["--data", data, "--listen", "nowhere"], ["--data", data, "--listen", "127.0.0.1:99999"],
                  ["--data", data, "--public-url", "ftp://x"], ["--data", data, "x"]):
        call = subprocess.run([program, "serve", *flags], capture_output=True, text=True)
        assert call.returncode == 2 and call.stderr.startswith("kickback serve: "), (flags, call)
    server.stop()


def hostile(program, folder):
    """Hostile clients: each is refused or cut, and the others do not notice."""
    server = Server(program, place(folder, "hostile"))
    good = Client(server.port, "good")
    table = seat_down([good], "intrige", 3, ("random", "random"), public=False)
    other = Client(server.port, "other")
    # The server reads the time at its start and is steady afterwards. The machine's clock may have been corrected
    # since.
    assert abs(other.do("ping")["at"] - time.time() * 1000) < 60000, "the server's clock is not the time"
    assert other.do("lobby")["tables"] == [], "a private table is in the lobby"
    other.refused("no_table", "sit", table="0" * 32, seat="red")
    other.refused("not_host", "bot", table=table, seat="red", bot="easy")
    other.refused("started", "sit", table=table, seat="red")
    other.refused("not_seated", "move", table=table, move="x", decision=0)
    other.refused("not_over", "record", table=table)
    while not good.view.get("legal"):
        good.step()
    good.refused("stale", "move", table=table, move=re.sub(r"\.\..*", "", good.view["legal"][0]), decision=99)
    other.refused("keys", "lobby", extra=1)
    other.refused("request", "fly")
    other.refused("value", "create", game="chess", players=3)
    other.refused("too_long", "name", name="x" * 41)
    nameless = Socket(server.port, secrets.token_hex(32))
    nameless.receive()
    nameless.send(json.dumps({"id": "1", "do": "create", "game": "intrige", "players": 3}))
    assert json.loads(nameless.receive())["error"] == "no_name"
    for text in ("", "{", "[]", "[" * 4000, '{"id":"1"}', '{"id":"","do":"lobby"}', '{"id":"1","id":"2","do":"lobby"}',
                 '{"id":"1\\u0000","do":"lobby"}'):
        nameless.send(text)
        assert json.loads(nameless.receive())["error"] == "json", text
    for data in ("x" * 5000, "x" * 70000):
        big = Socket(server.port, secrets.token_hex(32))
        try:
            big.send(data)
            while True:
                big.receive()
        except Closed:
            pass
    binary = Socket(server.port, secrets.token_hex(32))
    binary.frame(2, b"\0\1")
    try:
        while True:
            binary.receive()
    except Closed:
        pass
    flood = Socket(server.port, secrets.token_hex(32))
    for i in range(300):
        flood.send(json.dumps({"id": str(i), "do": "lobby"}))
    answers = [json.loads(flood.receive()) for _ in range(301)]
    assert sum(answer.get("error") == "too_fast" for answer in answers) > 150
    half = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    half[0].sendall(b"GET / HTTP/1.1\r\nHost:")
    slow = Client(server.port, "slow")
    slow.table = table
    slow.wait(slow.watch())
    many = [Socket(server.port, slow.secret).status for _ in range(3)]
    assert many == [101] * 3
    good.do("say", table=table, say="still here")
    for half_open in half:
        half_open.close()
    server.stop()


def slow(program, folder):
    """A client that sends requests but does not read is cut. The others do not wait for it, and it may come back."""
    server = Server(program, place(folder, "slow"))
    good, lazy = Client(server.port, "good"), Client(server.port, "lazy")
    table = good.do("create", game="integralis", players=2)["table"]
    for seat in ("red", "yellow"):
        good.do("bot", table=table, seat=seat, bot="greedy")
    good.do("start", table=table)
    good.table = lazy.table = table
    good.wait(good.watch())
    while not good.view or good.view["stage"] != "over":
        good.step()
    lazy.wait(lazy.watch())
    try:
        for _ in range(200):
            good.cut()  # a new connection has its full rate
            said = [good.ask("say", table=table, say="x" * 500) for _ in range(50)]
            good.wait(said[-1])
            lazy.socket.send("{}")
        raise AssertionError("who never reads is never cut")
    except Closed:
        good.do("ping")
    good.do("say", table=table, say="nobody waited")
    lazy.connect()
    while lazy.view is None or lazy.view["n"] < good.view["n"]:
        lazy.step()
    assert lazy.view == good.view
    server.stop(warning="slow reader closed")


def silent(program, folder):
    """A connection that is dead at the other end, as after a pulled cable, is pinged and then given up. This takes a
    minute."""
    server = Server(program, place(folder, "silent"))
    alive, dead = Client(server.port, "alive"), Socket(server.port, secrets.token_hex(32))
    data = b""
    while True:
        ready = select.select([alive.socket.socket, dead.socket], [], [], 180)[0]
        assert ready, "a dead line is kept for ever"
        if alive.socket.socket in ready:
            while alive.socket.ready():
                first = alive.socket.take(1)[0]
                alive.socket.buffer = bytes([first]) + alive.socket.buffer
                if first & 0x0F != 9:
                    alive.step()
                    continue
                _, n = alive.socket.take(2)
                alive.socket.frame(10, alive.socket.take(n))
        if dead.socket in ready:
            more = dead.socket.recv(4096)
            data += more
            if not more:
                break
    assert b"\x89" in data, "it was not asked whether it is there"
    alive.do("ping")
    server.stop()


def invitation(program, folder):
    """The page of a table says who invites to what, in tags, and nothing else about the table."""
    server = Server(program, place(folder, "invitation"))
    host, guest = Client(server.port, 'Éva "<b>&\'</b>'), Client(server.port, "Ben")
    table = host.do("create", game="intrige", players=3)["table"]
    for client, seat in ((host, "red"), (guest, "green")):
        client.table = table
        client.do("sit", table=table, seat=seat)
    host.do("bot", table=table, seat="yellow", bot="easy")
    plain_page = server.get("/")[2]

    def tags(path, language=None):
        status, headers, body = server.get(path, headers={"Accept-Language": language} if language else None)
        assert status == 200 and "set-cookie" in headers and headers["cache-control"] == "no-store", headers
        found = re.findall(r'<meta property="og:([a-z:_]+)" content="([^"<>]*)" />', body)
        added = re.sub(r"<meta (?:property|name=\"(?:robots|twitter:card)\")[^<>]*/>\s*", "", body)
        assert added.split() == plain_page.split(), "more than tags was added to the page"
        assert 'name="robots" content="noindex"' in body
        return dict(found)

    told = tags(f"/t/{table}")
    assert told["title"] == "Éva &quot;&lt;b&gt;&amp;'&lt;/b&gt; invites you to Intrige / Intrigue", told
    assert told["image"] == f"http://127.0.0.1:{server.port}/card-intrige.png", told
    assert told["locale"] == "en_GB", told
    for language in ("de", "de-AT,de;q=0.9,en;q=0.8", "DE;q=1"):
        german = tags(f"/t/{table}", language)
        assert german["title"].endswith("lädt dich zu Intrige / Intrigue ein") and german["locale"] == "de_DE", german
        assert german["description"].startswith("Ein Spiel von ") and german["image"] == told["image"], german
    for language in ("en,de;q=0.9", "den", "fr", "d", "*"):
        assert tags(f"/t/{table}", language) == told, language
    host.do("start", table=table)
    guest.do("say", table=table, say="a whisper", to=["red"])
    begun = tags(f"/t/{table}")
    assert begun["title"].startswith("Intrige / Intrigue at the table of"), begun
    assert "whisper" not in str(begun) and "Ben" not in str(begun), begun
    unknown = tags("/t/" + "0" * 32)
    assert tags("/t/" + "0" * 32, "de")["title"] == "Ein Tisch bei Kickback"
    assert tags(f"/t/{table}", "de")["title"].startswith("Intrige / Intrigue am Tisch von")
    assert unknown["title"] == "A table at Kickback" and unknown["image"].endswith("/card.png"), unknown
    status, headers, body = server.get(f"/t/{table}", method="HEAD")
    assert status == 200 and not body and int(headers["content-length"]) > len(plain_page)
    odd = server.get(f"/t/{table}", headers={"Host": 'x"><script>'})[2]
    assert '"><script>' not in odd, "the Host header is on the page"
    for path in ("/t/", "/t", f"/t/{table}0", f"/t/{table[:-1]}", f"/t/{table[:-1]}G", f"/t/{table}/"):
        assert server.get(path)[0] == 404, path
    server.stop()


def people(program, folder):
    """One person on several devices."""
    server = Server(program, place(folder, "people"))
    anna, phone = Client(server.port, "Anna"), Client(server.port, "nobody yet")
    link = anna.do("link")
    assert link["link"] == f"http://127.0.0.1:{server.port}/#device={link['token']}"
    phone.log_in("device", token=link["token"])
    assert phone.hello["name"] == "Anna" and phone.hello["person"] == anna.hello["person"]
    own = re.search(r"LIMITS: Limits = (\{.*?\});", (ROOT / "web/src/limits.ts").read_text(), re.S).group(1)  # of the page without a server
    own = json.loads(re.sub(r",(\s*\})", r"\1", re.sub(r"(\w+):", r'"\1":', own)))
    assert phone.hello["limits"] == own, phone.hello
    server.kill()
    server.start()
    for client in (anna, phone):
        client.port = server.port
        client.connect()
    phone.do("logout")
    assert phone.hello["name"] == "nobody yet"
    phone.refused("no_link", "device", token=link["token"])
    anna.do("account", passphrase="correct horse battery")
    phone.refused("login", "login", name="Anna", passphrase="wrong horse battery")
    phone.refused("passphrase", "login", name="Anna", passphrase="x" * 2000)
    phone.log_in("login", name=" ANNA", passphrase="correct horse battery")
    assert phone.hello["person"] == anna.hello["person"] and phone.hello["kept"]
    log = Path(server.data, "log.sqlite").read_bytes() + Path(server.data, "log.sqlite-wal").read_bytes()
    for secret in (link["token"], anna.secret, phone.secret, "horse"):
        assert secret.encode() not in log, "a secret is in the log"
    server.stop()


def cookies(program, folder):
    """A login gives a browser a new cookie. The old one, which somebody else may know, leads to nobody."""
    server = Server(program, place(folder, "cookies"))
    anna, stranger = Client(server.port, "Anna"), Client(server.port, "stranger")
    anna.do("account", passphrase="correct horse battery")
    page = server.get("/")[1]["set-cookie"]

    def name_of(secret):
        line = Socket(server.port, secret)
        hello = json.loads(line.receive())
        line.close()
        return hello.get("name")

    for do in ("login", "device"):
        browser = Client(server.port, "guest")
        old, spy = browser.secret, Socket(server.port, browser.secret)
        keys = {"login": {"name": "Anna", "passphrase": "correct horse battery"}, "device": {"token": anna.do("link")["token"]}}[do]
        answers = [browser.do(do, **keys) for _ in range(2)]  # the first answer may have been lost
        assert name_of(old) == "guest", "the old cookie is logged in"
        token = answers[-1]["token"]
        for secret, sent in ((stranger.secret, token), (None, token), (old, "0" * 32), (old, token + "0"), (old, "")):
            assert renew(server.port, secret, sent) == (410, None), (secret, sent)
        assert renew(server.port, old, token, Origin="http://evil.example") == (403, None)
        status, cookie = renew(server.port, old, token)
        assert (status, cookie) == renew(server.port, old, token), "a lost answer cannot be had again"
        new = re.match(r"kickback=([0-9a-f]{64});", cookie).group(1)
        assert status == 200 and new != old and cookie[len("kickback=") + 64:] == page[len("kickback=") + 64:], cookie
        assert name_of(old) == "guest", "a browser that does not take its new cookie has lost the old one"
        browser.secret = new
        browser.cut()
        browser.do("ping")
        assert browser.hello["person"] == anna.hello["person"], browser.hello
        assert name_of(old) is None and [json.loads(spy.receive()).get("name") for _ in range(2)] == ["guest", None]
        for secret in (old, new):
            assert renew(server.port, secret, token) == (410, None), "the token works twice"
        server.kill()
        server.start()
        anna.port = browser.port = stranger.port = server.port
        assert (name_of(old), name_of(new)) == (None, "Anna")
        for client in (anna, browser):
            client.connect()
        browser.do("logout")
        assert browser.hello["name"] == "guest", "who it was before the login is lost"
        log = Path(server.data, "log.sqlite").read_bytes() + Path(server.data, "log.sqlite-wal").read_bytes()
        assert not any(secret.encode() in log or bytes.fromhex(secret) in log for secret in (old, new, token)), "a secret is in the log"
    server.stop()


def passphrases(program, folder):
    """Nine people send a passphrase at once, among tables of bots that think. All are answered, and every bot goes
    on."""
    server = Server(program, place(folder, "passphrases"))
    hosts = [Client(server.port, f"host {i}") for i in range(6)]
    tables = [seat_down([host], "intrige", 3, ["search:50", "search:50"]) for host in hosts]
    people = [Client(server.port, f"person {i}") for i in range(9)]
    rng, answers = random.Random(5), []
    asked = [client.ask("login", name="nobody", passphrase="correct horse battery") for client in people]
    for client, id_ in zip(people, asked):
        answers.append(client.wait(id_)["error"])
    assert answers.count("login") >= 8 and set(answers) <= {"login", "busy"}, answers
    play_on(hosts, rng)
    assert all(host.view["stage"] == "over" for host in hosts) and len(set(tables)) == 6
    server.stop()


def lobby(program, folder):
    """A client that follows the lobby need not ask again. A private table is found by its code."""
    server = Server(program, place(folder, "lobby"))
    host, follower = Client(server.port, "host"), Client(server.port, "follower")
    assert follower.do("lobby", follow=True)["tables"] == []
    made = host.do("create", game="intrige", players=3)
    assert follower.do("find", code=made["code"].lower())["table"] == made["table"]
    shown = host.do("create", game="intrige", players=3, public=True)["table"]
    while not follower.lobbies:
        follower.step()
    assert [line["table"] for line in follower.lobbies[0]["tables"]] == [shown] and follower.lobbies[0]["gone"] == []
    assert [line["table"] for line in follower.do("search", text="HOST")["tables"]] == [shown]
    offered = host.do("games")
    games = {game["game"]: game for game in offered["games"]}
    for name, game in games.items():
        assert {"game", "title", "players", "seats", "options"} <= set(game) and len(game["seats"]) == game["players"][1]
        options = {option["option"]: option["values"][0] for option in game["options"]}
        edition = {"edition": game["editions"][0]} if "editions" in game else {}
        made_of = host.do("create", game=name, players=game["players"][0], options=options, **edition)["table"]
        host.do("bot", table=made_of, seat=game["seats"][0], bot="easy")
    assert len(offered["people"]) >= 12 and all({"bot", "name", "level"} == set(person) for person in offered["people"])
    for person in offered["people"]:
        host.do("bot", table=made_of, seat=game["seats"][1], bot=person["bot"])
        host.do("empty", table=made_of, seat=game["seats"][1])
    follower.table = made["table"]
    follower.see()
    host.do("remove", table=made["table"], person=follower.hello["person"])
    while "closed" not in follower.frames[-1]:
        follower.step()
    follower.refused("removed", "watch", table=made["table"])
    host.table = made["table"]
    host.watch()
    host.do("sit", table=made["table"], seat="red")
    server.stop()


def see(client, table):
    """Watches the table until its view has arrived."""
    client.table, client.view = table, None
    client.do("watch", table=table)
    while client.view is None:
        client.step()


def old(program, folder):
    """A log older than version 2 of records: its tables go on as version 1, with the luck they promised."""
    data = os.path.join(folder, "old")
    os.mkdir(data)
    log = sqlite3.connect(os.path.join(data, "log.sqlite"))
    log.executescript((ROOT / "tests/old/log-version-1.sql").read_text())
    log.close()
    server = Server(program, data)
    rng = random.Random(9)
    for names, game, options in ((("Anna", "Ben", "Cleo"), "intrige", {"defence": "must", "promises": "word"}),
                                 (("Dora", "Emil"), "integralis", {"markers": "must", "promises": "word"}),
                                 (("Fritz", "Gina", "Hans"), "incorporated", {"promises": "word"})):
        clients = [Client(server.port, name, fixed=True, tag=f"{name} again") for name in names]
        table = next(row["table"] for row in clients[0].do("lobby")["tables"] if row["mine"])
        for client in clients:
            see(client, table)
        assert clients[0].view["game"] == game and options.items() <= clients[0].view["options"].items()
        if game == "incorporated":
            assert clients[0].view["stage"] == "gathering"
            clients[0].do("start", table=table)
        for client in clients:
            client.do("lobby")
        play_on(clients, rng)
        settled(clients)
        setup = json.loads(clients[0].do("record", table=table)["record"].splitlines()[0])
        assert setup["kickback"] == 1 and not options.keys() & setup["options"].keys(), setup
        check_record(program, clients[0], folder)
        see(clients[0], clients[0].do("rematch", table=table)["table"])  # a new game with the old one's options
        assert options.items() <= clients[0].view["options"].items()
        kept = {seat.get("kept"): seat["seat"] for seat in clients[0].view["seats"]}
        for client in clients:
            client.do("sit", table=clients[0].table, seat=kept[client.name])
        clients[0].do("start", table=clients[0].table)
    over = Client(server.port, "Ida", fixed=True, tag="Ida again")
    assert [line["end"]["why"] for line in over.do("history")["games"]] == ["bankrupt"]
    server.stop()
    out = os.path.join(folder, "out")
    subprocess.run([program, "export", "--data", data, "--all", "--unfinished", "--to", out], check=True)
    unfinished = [path for path in Path(out).glob("*.kbr") if '{"end":' not in path.read_text()]
    assert len(unfinished) == 3 and all(path.read_text().startswith('{"kickback":2,') for path in unfinished)
    for path in unfinished:
        path.unlink()
    records = [path.read_text() for path in Path(out).glob("*.kbr")]
    assert len(records) == 4 and all(record.startswith('{"kickback":1,') for record in records)
    subprocess.run([program, "import", "--data", os.path.join(folder, "copy"), *Path(out).glob("*.kbr")], check=True, stdout=subprocess.DEVNULL)
    again = os.path.join(folder, "again")
    subprocess.run([program, "export", "--data", os.path.join(folder, "copy"), "--all", "--to", again], check=True)
    assert sorted(path.read_text() for path in Path(again).glob("*.kbr")) == sorted(records), "an imported game is another one"


# Of each type in table/fields.h that a request can have: which values of JSON it stands for.
TYPES = {"TEXT": str, "FLAG": bool, "COUNT": int, "WHOLE": int, "LIST": list, "PACE": str}


def listed_requests():
    """Of each request in table/requests.def and server/requests.def: its keys, with their type and whether they are optional."""
    text = (ROOT / "table/requests.def").read_text() + (ROOT / "server/requests.def").read_text()
    fields = {code: (key, TYPES.get(kind)) for code, key, kind in re.findall(r'^KB_FIELD\((\w+), "(\w*)", (\w+),', text, re.M)}
    rules = re.findall(r'"(\w+)", offsetof', (ROOT / "table/rules.c").read_text())  # the settings
    groups = {"SETUP": {"game": (str, False), "players": (int, False), "edition": (str, True), "options": (dict, True)},
              "RULES": {key: (object, True) for key in rules}, "NOTHING": {}}
    requests = {}
    at_table = [(name, "TABLE, " + own) for name, own in re.findall(r'^KB_REQUEST\(\w+, "(\w+)", \w+, (.*)\)$', text, re.M)]
    for name, own in at_table + re.findall(r'^SRV_REQUEST\(\w+, "(\w+)", [^,]*, \w+, \w+, (.*)\)$', text, re.M):
        keys = requests[name] = {"id": (str, False), "do": (str, False)}
        for may, plain in re.findall(r"MAY\((\w+)\)|(\w+)", own):
            if plain in groups:
                keys.update(groups[plain])
            else:
                key, kind = fields[may or plain]
                keys[key] = (kind, bool(may))
    return requests


def page(_program, _folder):
    """docs/protocol.md names everything that the code knows and that was sent, and its examples are right."""
    text = (ROOT / "docs/protocol.md").read_text()
    requests = listed_requests()
    assert len(requests) > 35 and requests["bot"].keys() == {"id", "do", "table", "seat", "bot"} and len(requests["create"]) == 15, requests
    refusals = re.findall(r'^KB_REFUSED\(\w+, "(\w+)"', (ROOT / "table/refusals.def").read_text(), re.M)
    examples = [json.loads(line) for line in re.findall(r"^    (\{.*\})$", text, re.M)]
    asked = {}
    for example in examples:
        if "do" in example and "id" in example:
            asked.setdefault(example["do"], []).append(example)
    assert set(asked) == set(requests), set(asked) ^ set(requests)
    for name, keys in requests.items():
        needed = {key for key, (_, is_optional) in keys.items() if not is_optional}
        shown = set().union(*asked[name])
        assert all(needed <= set(example) <= set(keys) for example in asked[name]), name
        assert shown == set(keys), f"{name}: no example shows {set(keys) - shown}"
        wrong = [key for example in asked[name] for key, value in example.items() if not isinstance(value, keys[key][0])]
        assert not wrong, f"{name}: an example has another type of {wrong}"
    guide = (ROOT / "CONTRIBUTING.md").read_text().split("## To add a request to the server")[1].split("## To change the page")[0]
    named = re.findall(r"`((?:docs|server|table|tests|web)/[\w./]+)", guide)
    assert len(named) > 10 and all((ROOT / path).exists() for path in named), named
    for path, function in (("table/ask.c", "is_change"), ("table/ask.c", "handlers"), ("table/fold.c", "handlers"),
                           ("table/asking.c", "kb_append"), ("tests/room.c", "test_entries")):
        assert f"`{function}`" in guide and function in (ROOT / path).read_text(), function
    version = re.search(r"KB_VERSION = (\d+)", (ROOT / "engine/setup.h").read_text()).group(1)
    records = [example["record"] for example in examples if "record" in example]
    assert records and all(record.startswith(f'{{"kickback":{version},"game":') for record in records), records
    for refusal in refusals:
        assert f"| `{refusal}` |" in text, f"the refusal {refusal} is not on the page"
    listed = re.findall(r"^\| `(\w+)` \|", text.split("## Refusals")[1], re.M)
    assert set(listed) == set(refusals), set(listed) ^ set(refusals)
    shown = {}
    for example in examples:
        if "type" in example:
            shown.setdefault(example["type"], set()).update(example)
            if example["type"] == "news":
                shown.setdefault("view", set()).update(example["view"])
        for event in example.get("events", [example] if "at" in example and "do" in example else []):
            shown.setdefault("event " + event["do"], set()).update(event)
    for kind, keys in SEEN.items():
        assert keys <= shown.get(kind, set()), f"{kind}: {keys - shown.get(kind, set())} is sent and not on the page"
    if SEEN:
        never = {kind for kind in shown if kind not in SEEN} - {"event vote", "event clock", "event leave", "event empty", "closed", "state"}
        assert not never, f"{never} is on the page and was never sent"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    parser.add_argument("--crashes", type=int, default=50)
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    parts = {"plain": plain, "invitation": invitation, "hostile": hostile, "slow": slow, "silent": silent, "games": games,
             "pacts": pacts, "simultaneous": simultaneous, "people": people, "cookies": cookies, "passphrases": passphrases, "lobby": lobby, "old": old,
             "crashes": lambda p, f: crashes(p, f, args.crashes), "page": page}
    for name, part in parts.items():
        if name != args.only and (args.only or name == "silent"):  # silent sleeps for a minute, so it is a test of its own
            continue
        with tempfile.TemporaryDirectory() as folder:
            began = time.time()
            part(program, folder)
            print(f"{name}: ok, {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
