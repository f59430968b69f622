#!/usr/bin/env python3
"""Overloads a server from loopback addresses: unfinished requests, connections without a name, clients that do not read
or do not close, more connections than file descriptors. Each is limited, and other clients do not notice.

    flood.py PROGRAM [--only PART]
"""

import argparse
import json
import os
import re
import resource
import secrets
import socket
import tempfile
import time
from pathlib import Path

from operating import Running, get
from server import Client, Socket, seat_down

HALF_OPEN_AN_ADDRESS, HALF_OPEN_MAX, CONNECTIONS_A_PERSON, NAMELESS_AN_ADDRESS = 128, 2000, 16, 128
QUEUES_MAX, QUEUE_FAIR = 8 << 20, 64 << 10


def dial_from(address):
    return lambda port: socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))


def number(running, name):
    return float(re.search(rf"^kickback_{name} (\S+)$", get("127.0.0.1", running.places["metrics on"][2], "/metrics")[2], re.M).group(1))


def newcomer(running, address):
    """Connects from this address: a page, a WebSocket, a request."""
    with dial_from(address)(running.port) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200 ")
    client = Socket(running.port, secrets.token_hex(32), dial=dial_from(address))
    assert client.status == 101
    client.receive()
    client.send(json.dumps({"id": "1", "do": "ping"}))
    assert json.loads(client.receive())["type"] == "ok"
    client.close()


def half_requests(running):
    """1,100 unfinished requests from one address keep nobody out, from there or elsewhere. Nor do more than the
    limit."""
    player = Client(running.port, "player")
    half = []
    for i in range(1100):
        half.append(dial_from("127.0.0.1")(running.port))
        half[-1].sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
    newcomer(running, "127.0.0.2")
    newcomer(running, "127.0.0.1")
    assert number(running, "half_open") <= HALF_OPEN_AN_ADDRESS
    for i in range(HALF_OPEN_MAX + 100):
        half.append(dial_from(f"127.0.1.{1 + i % 40}")(running.port))
    newcomer(running, "127.0.0.2")
    newcomer(running, "127.0.1.1")
    assert HALF_OPEN_AN_ADDRESS < number(running, "half_open") <= HALF_OPEN_MAX
    player.do("ping")
    assert number(running, "half_open_dropped_total") > 1000
    for line in half:
        line.close()
    lines = [line for line in running.stop() if line["what"].startswith("half-open connection dropped")]
    assert 1 <= len(lines) < 50, len(lines)


def nameless(running):
    """Connections without a name are limited by secret and by address. People with a name still get in."""
    known = Client(running.port, "known")
    secret = secrets.token_hex(32)
    lines = [Socket(running.port, secret, dial=dial_from("127.0.0.3")) for _ in range(CONNECTIONS_A_PERSON + 4)]
    assert [line.status for line in lines] == [101] * CONNECTIONS_A_PERSON + [503] * 4
    lines += [Socket(running.port, secrets.token_hex(32), dial=dial_from("127.0.0.3")) for _ in range(NAMELESS_AN_ADDRESS)]
    assert sum(line.status == 101 for line in lines) <= NAMELESS_AN_ADDRESS and lines[-1].status == 503
    assert Socket(running.port, known.secret, dial=dial_from("127.0.0.3")).status == 101
    newcomer(running, "127.0.0.4")
    for line in lines:
        line.close()
    running.stop()


def non_readers(running):
    """200 clients send requests and watch, and never read. Memory is bounded, and clients that read go on."""
    pid, sanitized = running.process.pid, b"AddressSanitizer" in Path(running.program).read_bytes()

    def resident():
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()

    good = Client(running.port, "good")
    table = seat_down([good], "integralis", 3, ("random", "random"))
    theirs = seat_down([Client(running.port, "host")], "integralis", 3, ("random", "random"))
    idle = []
    for i in range(200):
        line = Socket(running.port, secrets.token_hex(32), dial=dial_from(f"127.0.2.{1 + i // 50}"))
        assert line.status == 101
        line.receive()
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        idle.append(line)
    before = resident()
    for i, line in enumerate(idle):
        line.send(json.dumps({"id": "n", "do": "name", "name": f"idle {i}"}))
        line.send(json.dumps({"id": "w", "do": "watch", "table": table}))
        for k in range(50):  # many answers of its own
            line.send(json.dumps({"id": f"l{k}", "do": "watch" if k % 2 else "lobby", **({"table": theirs} if k % 2 else {})}))
        good.drain()
    for k in range(60):
        good.do("say", table=table, say="x" * 500)
        if k % 20 == 0:
            good.cut()  # a new connection has its full rate
    waiting = number(running, "send_waiting_bytes")
    assert waiting <= QUEUES_MAX + 200 * 2 * QUEUE_FAIR, waiting
    grown = resident() - before
    print(f"non_readers: {waiting / 1e6:.1f} MB wait, {grown / 1e6:.1f} MB more memory")
    assert sanitized or grown < 50e6, grown
    good.do("ping")
    for line in idle:
        line.close()
    running.stop()


def files_of(running):
    return len(os.listdir(f"/proc/{running.process.pid}/fd"))


def wait_until(what, is_so, seconds=60):
    end = time.time() + seconds
    while not is_so():
        assert time.time() < end, f"this did not come: {what}"
        time.sleep(0.05)


def non_closers(running):
    """A client that sends a close frame but does not close is closed by the server after its deadline."""
    known = Client(running.port, "known")
    before = files_of(running)
    lines = [Socket(running.port, secrets.token_hex(32)) for _ in range(3)]
    assert [line.status for line in lines] == [101] * 3
    wait_until("three connections", lambda: files_of(running) == before + 3)
    for line in lines:
        line.socket.sendall(b"\x88\x82\0\0\0\0\x03\xe8")  # a close frame: 1000
        while line.socket.recv(4096):
            pass  # the server's close frame, then the end of its data
    wait_until("the server closes them", lambda: files_of(running) == before)
    known.do("ping")
    for line in lines:
        line.close()
    running.stop()


def no_files(running):
    """With no file descriptor left, the oldest unfinished request is dropped. If there is none, newcomers wait until
    somebody leaves, and those who are connected play on."""
    known = Client(running.port, "known")
    before, spare = files_of(running), 8
    hard = resource.prlimit(running.process.pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(running.process.pid, resource.RLIMIT_NOFILE, (before + spare, hard))
    half = [dial_from("127.0.0.5")(running.port) for _ in range(5 * spare)]
    for line in half:
        line.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
    newcomer(running, "127.0.0.6")
    for line in half:
        line.close()
    wait_until("they are gone", lambda: files_of(running) == before)
    live = [Socket(running.port, secrets.token_hex(32), dial=dial_from("127.0.0.5")) for _ in range(spare)]
    assert [line.status for line in live] == [101] * spare
    known.do("ping")
    with dial_from("127.0.0.6")(running.port) as late:
        late.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        known.do("ping")
        live.pop().close()
        assert late.recv(100).startswith(b"HTTP/1.1 200 ")
    for line in live:
        line.close()
    known.do("ping")
    running.stop()


PARTS = (half_requests, nameless, non_readers, non_closers, no_files)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    args = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    for part in PARTS:
        if args.only and part.__name__ != args.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            began = time.time()
            running = Running(os.path.abspath(args.program), folder, "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0")
            running.program = os.path.abspath(args.program)
            part(running)
            print(f"{part.__name__}: ok, {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
