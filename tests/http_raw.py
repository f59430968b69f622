#!/usr/bin/env python3
"""Tests HTTP as bytes on a real socket: answers, refusals, and what ends a connection. The server speaks only HTTP/1.1
and WebSocket.

    http_raw.py PROGRAM [--only PART]
"""

import argparse
import os
import socket
import ssl
import struct
import tempfile
import time

from operating import Running, certificate
from server import Closed

HOST = b"Host: 127.0.0.1\r\n"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
H2C = b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"


def http2(kind, flags=0, stream=0, payload=b""):
    """An HTTP/2 frame."""
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def get(path="/healthz", *headers, version="1.1", method="GET"):
    lines = b"".join(header + b"\r\n" for header in headers)
    return f"{method} {path} HTTP/{version}\r\n".encode() + HOST + lines + b"\r\n"


class Line:
    """A connection and the answers on it."""

    def __init__(self, port, wrap=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if wrap:
            self.socket = wrap(self.socket)
        self.buffer = b""

    def send(self, data, piece=0):
        try:
            for at in range(0, len(data), piece or len(data) or 1):
                self.socket.sendall(data[at:at + (piece or len(data))])
        except (ConnectionError, ssl.SSLError):
            pass  # refused before it was complete
        return self

    def more(self):
        try:
            data = self.socket.recv(65536)
        except (ConnectionError, ssl.SSLError):
            data = b""
        if not data:
            raise Closed
        self.buffer += data

    def answer(self, body=True):
        """Status, headers and body of the next answer."""
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        first, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        assert len(headers) == len(lines), "a header twice"
        n = int(headers["content-length"]) if body else 0
        while len(self.buffer) < n:
            self.more()
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        assert first.startswith("HTTP/1.1 ")
        return int(first.split()[1]), headers, data

    def ended(self):
        """Whether nothing more comes and the connection is closed."""
        try:
            while not self.buffer:
                self.more()
        except Closed:
            self.socket.close()
            return
        raise AssertionError(f"more comes: {self.buffer[:200]}")


def ask(port, data, **keys):
    return Line(port, **keys).send(data).answer()


def answers(running):
    """GET and HEAD, one after another and pipelined, and who closes the connection."""
    port = running.port
    for path in ("/", "/healthz", "/nothing", "/ws"):
        line = Line(port)
        status, headers, body = line.send(get(path)).answer()
        assert status == {"/": 200, "/healthz": 200, "/nothing": 404, "/ws": 426}[path] and len(body) == int(headers["content-length"])
        if path == "/ws":
            line.ended()
            line = Line(port)
        again, same, _ = line.send(get(path, method="HEAD")).answer(body=False)
        different = {name for name in headers if headers[name] != same.get(name)} - {"date", "set-cookie"}
        assert again == status and set(same) == set(headers) and not different, (path, different)
        if path != "/ws":
            assert line.send(get()).answer()[0] == 200, "HEAD has a body, or closes"
        line.socket.close()
    status, headers, _ = ask(port, get("/healthz?x=/nothing"))
    assert status == 200 and "connection" not in headers and headers["date"].endswith(" GMT")
    assert ask(port, get("http://127.0.0.1/healthz"))[0] == 200
    for closing in (get("/healthz", b"Connection: close"), get("/healthz", b"Connection: Keep-Alive, Close"), get(version="1.0"),
                    get("/healthz", b"Connection: keep-alive", version="1.0")):
        line = Line(port)
        status, headers, _ = line.send(closing + get()).answer()
        assert status == 200 and headers["connection"] == "close", closing
        line.ended()
    line = Line(port).send(get() * 3 + get("/nothing") + get(method="HEAD") + get() + get("/healthz", b"Connection: close") + get())
    seen = [line.answer(body=i != 4)[0] for i in range(7)]
    assert seen == [200, 200, 200, 404, 200, 200, 200], seen
    line.ended()
    line = Line(port).send(get("/") * 60)  # more than one head buffer holds
    assert {line.answer()[0] for _ in range(60)} == {200}
    line.socket.close()
    line = Line(port).send(get("/") + get(), piece=1)
    assert line.answer()[0] == line.answer()[0] == 200
    line = Line(port).send(get("/"))  # a client that has shut down its side still gets the answer
    line.socket.shutdown(socket.SHUT_WR)
    assert line.answer()[0] == 200
    line.ended()
    assert ask(port, get("/healthz", b"Upgrade: h2c", b"Connection: Upgrade"))[0] == 200, "curl --http2 goes on as HTTP/1.1"


def refusals(running):
    """Each has its status, and then the connection ends: nothing after it is read as a request."""
    long = b"x" * 9000
    cases = [
        (400, [b"GET / HTTP/1.1\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"nonsense\r\n\r\n",
               b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", b"GET / HTTP/1.1\r\nHo st: a\r\n\r\n", b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n b\r\n\r\n",
               b"GET / HTTP/1.1\n" + HOST + b"\r\n", b"GET / HTTP/1.1\r\n" + HOST + b"X: a\n\r\n", b"GET / HTTP/1.1\r\n" + HOST + b"X: a\rY: b\r\n\r\n",
               b"GET / HTTP/1.1\r\n" + HOST + b"X: a\0b\r\n\r\n", b"GET / HTTP/1.1\r\n" + HOST + b": x\r\n\r\n", b"\0\0\0\0",
               b"GET / HTTP/1.1\r\n" + HOST + b"X: \x7f\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", PREFACE,
               b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: +5\r\n\r\n",
               b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 5, 5\r\n\r\n", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
               b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999999\r\n\r\n", b"GET * HTTP/1.1\r\n" + HOST + b"\r\n",
               b"GET http://x HTTP/1.1\r\n" + HOST + b"\r\n", b"GET / HTTP/x.1\r\n" + HOST + b"\r\n", b"GET /\n" + HOST + b"\r\n",
               b"GET / HTTP/1.0x\r\n\r\n", b"GET / HTTP/1.1 \r\n" + HOST + b"\r\n", b"GET / HTTP/1.1\r\n Content-Length: 5\r\n" + HOST + b"\r\n", b"\r\n\r\n\r\n\r\nX",
               b"GET / HTTP/1.1\r\n" + HOST + b"Origin: a\r\nOrigin: b\r\n\r\n"]),
        (405, [get("/", method=method) for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH")] +
              [b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", b"CONNECT a:80 HTTP/1.1\r\n" + HOST + b"\r\n"]),
        (413, [get("/", b"Content-Length: 5") + b"hello", get("/", b"Content-Length: 1", method="POST") + b"x"]),
        (414, [b"GET /" + long]),
        (417, [get("/", b"Expect: 100-continue", b"Content-Length: 5")]),
        (431, [get("/", b"X: " + long), get("/", *(b"X: y" for _ in range(100))), b"GET / HTTP/1.1\r\nX: " + long]),
        (501, [get("/", b"Transfer-Encoding: chunked") + b"0\r\n\r\n", get("/", b"Transfer-Encoding: x", method="POST"),
               get("/", b"Transfer-Encoding: chunked", b"Content-Length: 4") + b"0\r\n\r\n"]),
        (505, [get(version="2.0"), get(version="1.2")]),
    ]
    for status, requests in cases:
        for data in requests:
            for behind in (b"", get("/healthz")):
                line = Line(running.port).send(data + behind)
                got, headers, body = line.answer()
                assert got == status and headers["connection"] == "close" and body, (data[:80], got)
                assert headers.get("allow") == ("GET, HEAD" if status == 405 else None)
                line.ended()
    line = Line(running.port).send(b"GET / HTTP/1.1\r\n" + HOST)  # half a request is not answered
    line.socket.close()


def no_http2(running):
    """The three writes that crashed an older server, and other forms of HTTP/2. The server survives."""
    settings = http2(4, payload=struct.pack(">HI", 4, 0))
    data = http2(0, flags=1, stream=1, payload=b"x" * 100)
    for port in (running.port, running.places["metrics on"][2]):
        for path in ("/", "/healthz", "/ws", "/metrics"):
            for pieces in ((PREFACE + settings + data,), (PREFACE, settings, data), (PREFACE + settings + http2(1, 5, 1, b"\x82"),),
                           (settings, data), (http2(8, 0, 0, struct.pack(">I", 2**31 - 1)) * 50,)):
                line = Line(port).send(b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + H2C + b"\r\n")
                status, headers, _ = line.answer()
                assert status in (200, 404, 426) and "h2c" not in str(headers), "an upgrade to HTTP/2 was taken"
                for piece in pieces:
                    line.send(piece)
                if headers.get("connection") != "close":
                    assert line.answer()[0] == 400
                line.ended()
        for start in (PREFACE + settings, PREFACE, settings + data, PREFACE[:16]):
            line = Line(port).send(start)
            if start != PREFACE[:16]:
                assert line.answer()[0] == 400
                line.ended()
        assert ask(port, get())[0] == 200
    assert running.process.poll() is None


def inside(running):
    """The metrics port has the same refusals, but no page and no WebSocket."""
    port = running.places["metrics on"][2]
    for data, status in ((get("/metrics"), 200), (get("/metrics", method="HEAD"), 200), (get("/"), 404), (get("/ws"), 404),
                         (get("/metrics", method="POST"), 405), (b"\0", 400), (get("/x" * 5000), 414)):
        line = Line(port).send(data)
        assert line.answer(body=not data.startswith(b"HEAD"))[0] == status, data[:60]
    body = ask(port, get("/metrics"))[2]
    assert b"kickback_half_open " in body


def patience(running):
    """Unfinished connections time out: a request head with status 408, a TLS handshake or an idle connection
    silently."""
    lines = [Line(running.port).send(b"GET / HTTP/1.1\r\nHost: a\r\nX: ") for _ in range(3)]
    silent, again = Line(running.port), Line(running.port).send(get())
    assert again.answer()[0] == 200  # then nothing: an idle connection
    dripping = lines[0]
    with tempfile.TemporaryDirectory() as folder:
        cert, key = certificate(folder)
        other = Running(running.program, folder, "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key)
        shaking = [Line(other.port).send(data) for data in (b"", b"\x16\x03\x01", b"\x16\x03\x01\x02\x00\x01\x00")]
        dripping.socket.settimeout(0.5)
        while True:  # sending a byte now and then does not help
            try:
                dripping.send(b"x").more()
            except socket.timeout:
                continue
            except Closed:
                pass
            break
        assert dripping.answer()[0] == 408
        for line in lines[1:]:
            assert line.answer()[0] == 408
        for line in [*lines, silent, again, *shaking]:
            line.ended()
        other.stop()


PARTS = (answers, refusals, no_http2, inside, patience)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    args = parser.parse_args()
    for part in PARTS:
        if part.__name__ != args.only and (args.only or part is patience):  # patience sleeps, so it is a test of its own
            continue
        with tempfile.TemporaryDirectory() as folder:
            began = time.time()
            running = Running(os.path.abspath(args.program), folder, "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0")
            running.program = os.path.abspath(args.program)
            part(running)
            running.stop()
            print(f"{part.__name__}: ok, {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
