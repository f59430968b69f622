#!/usr/bin/env python3
"""Tests RFC 6455 as bytes on a real socket: the groups of the Autobahn suite that apply to a server that takes text of
up to 4096 bytes and answers requests. Each case has its own connection.

    websocket.py PROGRAM [--only GROUP]
"""

import argparse
import base64
import os
import re
import secrets
import socket
import struct
import tempfile
import time

from server import Closed, Server, Socket

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
NORMAL, AWAY, PROTOCOL, UNSUPPORTED, INVALID, TOO_BIG = 1000, 1001, 1002, 1003, 1007, 1009
LIMIT = 4096


def frame(opcode, payload=b"", fin=True, rsv=0, masked=True, length=None, encoding=None):
    """The bytes of a frame. length and encoding (0, 2 or 8 bytes more) may be wrong on purpose."""
    n = len(payload) if length is None else length
    more = encoding if encoding is not None else 0 if n < 126 else 2 if n < 65536 else 8
    head = bytes([fin << 7 | rsv << 4 | opcode])
    short = n if more == 0 else 126 if more == 2 else 127
    head += bytes([masked << 7 | short]) + (b"" if not more else struct.pack(">H" if more == 2 else ">Q", n))
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def request(name="1", size=0):
    """A request that is answered at once, padded to this size."""
    return f'{{"id":"{name}","do":"ping"}}'.encode().ljust(size)


class Line:
    """A WebSocket whose frames are read one by one."""

    def __init__(self, port):
        self.line = Socket(port, secrets.token_hex(32))
        assert self.line.status == 101
        assert self.read()[0] == TEXT  # hello

    def send(self, *frames, piece=0):
        data = b"".join(frames)
        try:
            for at in range(0, len(data), piece or len(data)):
                self.line.socket.sendall(data[at:at + (piece or len(data))])
        except ConnectionError:
            pass  # closed by the server; what it sent can still be read

    def read(self):
        """Opcode and payload of the next frame, which is complete, unmasked and has no reserved bit."""
        first, second = self.line.take(2)
        assert first & 0xF0 == 0x80 and not second & 0x80, (first, second)
        n = second
        if n > 125:
            n = struct.unpack(">H" if n == 126 else ">Q", self.line.take(2 if n == 126 else 8))[0]
            assert n > (125 if second == 126 else 65535), "a length longer than it has to be"
        return first & 0x0F, self.line.take(n)

    def answered(self, name="1"):
        opcode, payload = self.read()
        assert opcode == TEXT and f'"ok","id":"{name}"'.encode() in payload, (opcode, payload)

    def refused(self):
        """It was text, but not a request."""
        opcode, payload = self.read()
        assert opcode == TEXT and b'"error":"json"' in payload, (opcode, payload)

    def ponged(self, payload):
        assert self.read() == (PONG, payload)

    def closed(self, code):
        """A close frame with this code (None: without), and then the end."""
        opcode, payload = self.read()
        assert opcode == CLOSE, (opcode, payload)
        assert payload == (b"" if code is None else struct.pack(">H", code)), (payload, code)
        try:
            extra = self.line.take(1)
            raise AssertionError(f"{extra} after the close frame")
        except Closed:
            self.line.close()

    def works(self):
        self.send(frame(TEXT, request("works")))
        self.answered("works")
        self.line.close()


def framing(open_line):
    """1: text of all lengths, in one write and byte by byte; binary is refused."""
    for size in (0, 1, 125, 126, 127, 128, 255, 256, LIMIT):
        for piece in (0, 1) if size < 300 else (0, 997):
            line = open_line()
            line.send(frame(TEXT, request(size=size) if size > 21 else b" " * size), piece=piece)
            line.answered() if size > 21 else line.refused()
            line.works()
    for size in (0, 1, 125, 126, 70000):
        line = open_line()
        line.send(frame(BINARY, b"\xfe" * size))
        line.closed(UNSUPPORTED)


def pings(open_line):
    """2: each ping gets its pong, in order, with the same payload; unsolicited pongs are ignored."""
    for payload in (b"", b"hello", b"\x00\xff\xfe\xfd", b"\xfe" * 125):
        for piece in (0, 1):
            line = open_line()
            line.send(frame(PING, payload), piece=piece)
            line.ponged(payload)
            line.works()
    line = open_line()
    line.send(frame(PING, b"\xfe" * 126))
    line.closed(PROTOCOL)
    line = open_line()
    line.send(frame(PONG), frame(PONG, b"unsolicited"), frame(PING, b"asked"))
    line.ponged(b"asked")
    line.works()
    line = open_line()
    line.send(*(frame(PING, b"payload %d" % i) for i in range(10)), piece=7)
    for i in range(10):
        line.ponged(b"payload %d" % i)
    line.works()


def reserved(open_line):
    """3: a reserved bit ends the connection, whatever the frame; what came before is answered."""
    for rsv in range(1, 8):
        for opcode, payload in ((TEXT, request()), (TEXT, b""), (BINARY, b"x"), (PING, b"x"), (PONG, b""), (CLOSE, b"\x03\xe8")):
            line = open_line()
            line.send(frame(PING, b"before"), frame(opcode, payload, rsv=rsv), frame(PING, b"after"))
            line.ponged(b"before")
            line.closed(PROTOCOL)


def opcodes(open_line):
    """4: reserved opcodes."""
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        for payload in (b"", b"unknown"):
            line = open_line()
            line.send(frame(PING, b"before"), frame(opcode, payload), frame(PING, b"after"))
            line.ponged(b"before")
            line.closed(PROTOCOL)


def fragments(open_line):
    """5: fragmented messages, with pings between them, and every error in fragmentation."""
    text = request("f", 60)
    for cuts in ((0,), (60,), (30,), (1, 2, 3, 59), tuple(range(1, 60))):
        parts = [text[a:b] for a, b in zip((0, *cuts), (*cuts, 60))]
        for piece in (0, 1):
            for between in (False, True):
                line = open_line()
                last = len(parts) - 1
                for i, part in enumerate(parts):
                    line.send(frame(0 if i else TEXT, part, fin=i == last), piece=piece)
                    if between and i < last:
                        line.send(frame(PING, b"%d" % i))
                        line.ponged(b"%d" % i)
                line.answered("f")
                line.works()
    for opcode in (CLOSE, PING, PONG):  # control frames are never fragmented
        line = open_line()
        line.send(frame(opcode, b"\x03\xe8", fin=False), frame(0, b"", fin=True))
        line.closed(PROTOCOL)
    for fin in (True, False):  # nothing to continue
        for before in (b"", frame(PONG, b"")):
            line = open_line()
            line.send(before, frame(0, b"non-continuation payload", fin=fin), frame(TEXT, request()))
            line.closed(PROTOCOL)
    for opcode in (TEXT, BINARY):  # a second message inside the first
        line = open_line()
        line.send(frame(TEXT, b"{", fin=False), frame(opcode, request()), frame(0, b"}"))
        line.closed(PROTOCOL)
    line = open_line()  # after a complete message there is nothing to continue
    line.send(frame(TEXT, text[:9], fin=False), frame(0, text[9:]), frame(0, b""))
    line.answered("f")
    line.closed(PROTOCOL)


VALID = ["κόσμε", "\u007f\u0080\u07ff\u0800\uffff\U00010000\U0010ffff", "\ud7ff\ue000\ufffd\ufffe\uffff", "\0", "ſ\u200b𝄞"]
INVALID_TEXTS = [
    "80", "bf", "80bf80bf", "c0", "c3", "e0", "e0a0", "f0", "f09080", "f8", "fc", "fe", "ff", "feff", "c0af", "e080af", "f08080af",
    "f8808080af", "fc80808080af", "c1bf", "e09fbf", "f08fbfbf", "c080", "e08080", "f0808080", "eda080", "edafbf", "edb080",
    "edbfbf", "eda080edb080", "f4908080", "f5808080", "cebae1bdb9cf83cebcceb5eda080656469746564", "c328", "e228a1", "e28228", "f0288cbc"]


def utf8(open_line):
    """6: text is UTF-8, wherever it is split."""
    for text in VALID:
        data = text.encode()
        for cut in range(len(data) + 1):
            line = open_line()
            line.send(frame(TEXT, data[:cut], fin=False), frame(0, data[cut:]))
            line.refused()
            line.line.close()
    for text in INVALID_TEXTS:
        data = bytes.fromhex(text)
        for parts in ((data,), (b"good ", data), (data[:1], data[1:]), (data, b" good")):
            line = open_line()
            for i, part in enumerate(parts):
                line.send(frame(0 if i else TEXT, part, fin=i == len(parts) - 1))
            line.closed(INVALID)


def closing(open_line):
    """7: closing."""
    for data, code in ((b"", None), (b"\x03", PROTOCOL), (b"\x03\xe8", NORMAL), (b"\x03\xe8bye", NORMAL),
                       (b"\x03\xe8" + b"*" * 123, NORMAL), (b"\x03\xe8" + b"*" * 124, PROTOCOL),
                       (b"\x03\xe8\xce\xba\xe1\xbd\xb9", NORMAL), (b"\x03\xe8\xce\xba\xed\xa0\x80", INVALID)):
        for piece in (0, 1):
            line = open_line()
            line.send(frame(CLOSE, data), piece=piece)
            line.closed(code)
    for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999):
        line = open_line()
        line.send(frame(CLOSE, struct.pack(">H", code)))
        line.closed(code)
    for code in (0, 999, 1004, 1005, 1006, 1012, 1015, 1016, 1100, 2000, 2999, 5000, 65535):
        line = open_line()
        line.send(frame(CLOSE, struct.pack(">H", code)))
        line.closed(PROTOCOL)
    for after in (frame(CLOSE, b"\x03\xe8"), frame(TEXT, request()), frame(PING, b"x"), frame(0, b"x"), frame(TEXT, b"x" * 9000)):
        line = open_line()
        line.send(frame(TEXT, request()), frame(CLOSE, b"\x03\xe8"), after)
        line.answered()
        line.closed(NORMAL)
    line = open_line()  # in the middle of a message
    line.send(frame(TEXT, b"{", fin=False), frame(CLOSE, b"\x03\xe8"), frame(0, b"}"))
    line.closed(NORMAL)


def limits(open_line):
    """9: a message that is too long is refused at its head; lengths use the shortest form; clients mask."""
    for frames in ((frame(TEXT, b" " * (LIMIT + 1)),), (frame(TEXT, b" ", length=1 << 40),), (frame(TEXT, b" ", length=(1 << 63) - 1),),
                   (frame(TEXT, b" " * LIMIT, fin=False), frame(0, b" ")),
                   tuple(frame(TEXT if i == 0 else 0, b" " * 100, fin=False) for i in range(50))):
        line = open_line()
        line.send(frame(PING, b"before"), *frames)
        line.ponged(b"before")
        line.closed(TOO_BIG)
    for bad in (frame(TEXT, request(), encoding=2), frame(TEXT, request(), encoding=8), frame(TEXT, request(size=200), encoding=8),
                frame(TEXT, b" ", length=1 << 63), frame(PING, b"x", encoding=2),
                frame(TEXT, request(), masked=False), frame(PING, b"x", masked=False), frame(CLOSE, b"\x03\xe8", masked=False)):
        line = open_line()
        line.send(bad)
        line.closed(PROTOCOL)
    line = open_line()  # endless empty fragments are a message that never ends, and cost nothing
    line.send(frame(TEXT, b"", fin=False), *(frame(0, b"", fin=False) for _ in range(2000)), frame(PING, b"still"))
    line.ponged(b"still")
    line.line.close()
    line = open_line()  # many requests in one write: within the burst each is answered
    line.send(*(frame(TEXT, request(str(i))) for i in range(50)))
    for i in range(50):
        line.answered(str(i))
    line.works()


def handshake(open_line):
    """The upgrade itself: no extension or subprotocol is negotiated, and frames may follow the request at once."""
    port = open_line.port
    for extra in ("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits", "Sec-WebSocket-Protocol: chat, kickback",
                  "Connection: keep-alive, Upgrade", "X-Nothing: \tmuch\t"):
        head = shake(port, [extra])
        assert head.startswith(b"HTTP/1.1 101 ") and not re.search(rb"(?i)sec-websocket-(extensions|protocol)", head), head
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(upgrade(port) + frame(PING, b"early"))
        got = b""
        while b"\x8a\x05early" not in got:
            more = line.recv(4096)
            assert more, got
            got += more
    for wrong, status in (({"Sec-WebSocket-Version": "8"}, 426), ({"Sec-WebSocket-Version": None}, 426),
                          ({"Sec-WebSocket-Version": "13, 8"}, 426), ({"Sec-WebSocket-Key": None}, 400),
                          ({"Sec-WebSocket-Key": "c2hvcnQ="}, 400), ({"Sec-WebSocket-Key": "!" * 24}, 400),
                          ({"Upgrade": "h2c"}, 426), ({"Upgrade": None}, 426), ({"Connection": "close"}, 426),
                          ({"Authorization": None}, 401), ({"Authorization": "Bearer 12"}, 401), ({"Origin": "http://evil.example"}, 403),
                          ({"Host": None}, 400)):
        head = shake(port, changes=wrong)
        assert head.split()[1] == b"%d" % status, (wrong, head)
        assert (b"sec-websocket-version: 13" in head) == (status == 426), head
    for query, is_asked in (("watch=" + 32 * "0", True), ("watch=" + 31 * "0", False), ("watch=" + 32 * "G", False), ("watch", False), ("", False)):
        with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
            line.sendall(upgrade(port, path=f"/ws?{query}") + frame(TEXT, b'{"id":"later","do":"ping"}'))
            got = b""
            while b'"id":"later"' not in got:
                more = line.recv(4096)
                assert more, got
                got += more
            assert (b'"no","id":"watch","error":"no_table"' in got) == is_asked, (query, got)
    assert shake(port, path="/elsewhere").split()[1] == b"404"
    assert shake(port, first="GET /ws HTTP/1.0").split()[1] == b"426"
    assert shake(port, first="POST /ws HTTP/1.1").split()[1] == b"405"


def upgrade(port, extra=(), changes=None, path="/ws", first=None):
    """The bytes of a handshake. changes replace a header's value, or remove it if None."""
    headers = {"Host": f"127.0.0.1:{port}", "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
               "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Authorization": "Bearer " + secrets.token_hex(32)}
    headers.update(changes or {})
    lines = [first or f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items() if value is not None), *extra]
    return "\r\n".join([*lines, "", ""]).encode()


def shake(port, *args, **keys):
    """The head of the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(upgrade(port, *args, **keys))
        got = b""
        while b"\r\n\r\n" not in got:
            more = line.recv(4096)
            assert more, got
            got += more
        return got.split(b"\r\n\r\n")[0] + b"\r\n"


def abrupt(open_line):
    """Connections that are dropped with an answer pending: the others go on."""
    for i in range(100):
        line = socket.create_connection(("127.0.0.1", open_line.port), timeout=20)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(upgrade(open_line.port) + frame(TEXT, request()) + frame(PING, b"x") + (frame(CLOSE) if i % 2 else b""))
        line.close()
    open_line().works()


GROUPS = (handshake, framing, pings, reserved, opcodes, fragments, utf8, closing, limits, abrupt)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    args = parser.parse_args()
    for group in GROUPS:
        if args.only and group.__name__ != args.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            began, cases = time.time(), [0]
            server = Server(os.path.abspath(args.program), folder)

            def open_line():
                cases[0] += 1
                return Line(server.port)

            open_line.port = server.port
            group(open_line)
            server.stop()
            print(f"{group.__name__}: ok, {cases[0]} connections, {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
