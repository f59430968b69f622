#!/usr/bin/env python3
"""Sends random bytes to a real socket: requests, upgrades, WebSocket and HTTP/2 frames, with and without TLS, whole and
damaged, in pieces and cut off. The server must survive and report no internal error.

    fuzz_socket.py PROGRAM --seconds 4 [--seed 1]
"""

import argparse
import json
import os
import random
import signal
import socket
import ssl
import struct
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from http_raw import H2C, HOST, PREFACE, get, http2  # noqa: E402
from operating import Running, certificate  # noqa: E402
from websocket import frame, upgrade  # noqa: E402

NUMBERS = (0, 1, 125, 126, 127, 128, 255, 256, 4095, 4096, 4097, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63)
JSON = (b'{"id":"1","do":"ping"}', b'{"id":"2","do":"name","name":"fuzz"}', b'{"id":"3","do":"lobby","follow":true}',
        b'{"id":"4","do":"create","game":"intrige","players":3}', b"{}", b"[", b"\xff", b"")


def any_frame(rng):
    payload = rng.choice((rng.choice(JSON), rng.randbytes(rng.choice((0, 1, 2, 125, 126, 300, 5000)))))
    return frame(rng.choice((0, 1, 1, 1, 2, 8, 9, 10, rng.randrange(16))), payload, fin=rng.random() < 0.7,
                 rsv=rng.choice((0, 0, 0, 0, rng.randrange(8))), masked=rng.random() < 0.95,
                 length=rng.choice(NUMBERS) if rng.random() < 0.05 else None) if rng.random() < 0.95 else rng.randbytes(rng.randrange(40))


def any_http2(rng):
    data = rng.choice((PREFACE, b""))
    for _ in range(rng.randrange(6)):
        settings = struct.pack(">HI", rng.randrange(1, 7), rng.choice(NUMBERS) & 0xFFFFFFFF)
        data += rng.choice((http2(4, 0, 0, settings), http2(rng.randrange(2), rng.randrange(2), 1, b"x" * rng.randrange(200)),
                            http2(rng.randrange(12), rng.randrange(256), rng.choice((0, 1, 3, 2**31 - 1)),
                                  rng.randbytes(rng.choice((0, 4, 6, 12, 100))))))
    return data


def any_request(rng):
    headers = [rng.choice((b"Connection: close", b"Connection: Upgrade", b"Upgrade: websocket", b"Upgrade: h2c", b"Content-Length: 5",
                           b"Transfer-Encoding: chunked", b"Accept-Encoding: gzip", b"Accept-Encoding: x", b"Expect: 100-continue",
                           b"Cookie: kickback=" + rng.randbytes(32).hex().encode(), b"X: " + rng.randbytes(9), b" folded: line",
                           b"Sec-WebSocket-Version: 13", b"Origin: null", H2C.rstrip(), b"X: " + b"y" * rng.choice((10, 4000, 9000))))
               for _ in range(rng.randrange(5))]
    return get(rng.choice(("/", "/ws", "/healthz", "/metrics", "/x?y=z", "//", "*", "http://a/b", "/" * rng.choice((1, 9000)))), *headers,
               version=rng.choice(("1.1", "1.1", "1.1", "1.0", "2.0", "0.9")), method=rng.choice(("GET", "GET", "HEAD", "POST", "PRI", "g")))


def any_conversation(rng, port):
    """Bytes that usually begin correctly."""
    kind = rng.randrange(5)
    if kind == 0:
        return b"".join(any_request(rng) for _ in range(rng.choice((1, 1, 2, 20))))
    if kind == 1:
        return upgrade(port) + b"".join(any_frame(rng) for _ in range(rng.choice((1, 3, 10, 60))))
    if kind == 2:
        return rng.choice((b"", get("/", H2C.rstrip()))) + any_http2(rng)
    if kind == 3:
        return b"GET / HTTP/1.1\r\n" + HOST + H2C + b"\r\n" + PREFACE + any_http2(rng)
    return rng.randbytes(rng.choice((1, 10, 300, 10000)))


def damage(rng, data):
    """Changes, drops or doubles a few bytes, or cuts the end off."""
    data = bytearray(data)
    for _ in range(rng.choice((0, 0, 1, 1, 3, 10))):
        if not data:
            break
        at = rng.randrange(len(data))
        how = rng.randrange(5)
        if how == 0:
            data[at] = rng.randrange(256)
        elif how == 1:
            data[at] ^= 1 << rng.randrange(8)
        elif how == 2:
            del data[at:at + rng.randrange(1, 20)]
        elif how == 3:
            data[at:at] = data[at:at + rng.randrange(1, 200)]
        else:
            data[at:at] = rng.choice((b"\r\n", b"\n", b"\0", b"\r\n\r\n", b" ", rng.randbytes(4)))
    return bytes(data[:rng.randrange(len(data) + 1)]) if rng.random() < 0.2 else bytes(data)


def converse(rng, port, trust):
    """One connection, from one of many addresses, since each address has limits."""
    plain = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(f"127.0.3.{rng.randrange(1, 200)}", 0))
    line = plain
    try:
        if trust and rng.random() < 0.8:
            line = trust.wrap_socket(plain)
        data, at = damage(rng, any_conversation(rng, port)), 0
        line.settimeout(0.002)
        while at < len(data):
            n = rng.choice((1, 7, 1000, len(data)))
            line.sendall(data[at:at + n])
            at += n
            if rng.random() < 0.3:
                try:
                    line.recv(65536)
                except (socket.timeout, ssl.SSLWantReadError):
                    pass
        if rng.random() < 0.3:
            plain.shutdown(socket.SHUT_WR)
    except (OSError, ssl.SSLError):
        pass  # refused, as it should be
    finally:
        line.close()


def is_well(port, trust):
    line = socket.create_connection(("127.0.0.1", port), timeout=20)
    line = trust.wrap_socket(line) if trust else line
    with line:
        line.sendall(get("/healthz", b"Connection: close"))
        return line.recv(100).startswith(b"HTTP/1.1 200 ")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    for secure in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            cert, key = certificate(folder)
            flags = ["--tls-cert", cert, "--tls-key", key] if secure else []
            running = Running(os.path.abspath(args.program), os.path.join(folder, "data"), "--listen", "127.0.0.1:0",
                              "--metrics", "127.0.0.1:0", "--log-level", "error", *flags)
            ports = [running.port, running.port, running.port, running.places["metrics on"][2]]
            end, seed = time.time() + args.seconds / 2, args.seed
            while time.time() < end:
                rng = random.Random(seed)
                port = rng.choice(ports)
                try:
                    converse(rng, port, trust if secure and port == running.port else None)
                    alive = seed % 50 or is_well(running.port, trust if secure else None)
                except OSError as error:
                    alive = error
                if alive is False or isinstance(alive, OSError) or running.process.poll() is not None:
                    running.process.send_signal(signal.SIGKILL)
                    print(running.process.communicate()[1][-8000:])
                    sys.exit(f"the server did not survive --seed {seed}, {'with' if secure else 'without'} TLS, or some before it")
                seed += 1
            assert is_well(running.port, trust if secure else None)
            said = running.stop()
            assert said == [], json.dumps(said)
            print(f"{seed - args.seed} conversations {'with' if secure else 'without'} TLS")


if __name__ == "__main__":
    main()
