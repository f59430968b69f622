"""A client of RFC 6455 for text messages, on the standard library alone."""

import base64
import hashlib
import os
import socket
import ssl
import struct
from typing import Optional

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0, 1, 8, 9, 10
_HEAD_MAX = 1 << 16
_MESSAGE_MAX = 1 << 24


class Closed(ConnectionError):
    """The connection ended: code is the server's reason, None if it gave none."""

    def __init__(self, code: Optional[int] = None) -> None:
        super().__init__(f"the server closed the connection{'' if code is None else f' with code {code}'}")
        self.code = code


class Refused(ConnectionError):
    """The server answered the handshake with an HTTP status other than 101."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the server refused the connection with status {status}")
        self.status = status


class WebSocket:
    """One connection. Every error, of the network or of the server's frames, is an OSError; so is a silence of `timeout` seconds."""

    def __init__(self, host: str, port: int, path: str, secret: str, tls: Optional[ssl.SSLContext], timeout: float) -> None:
        self._buffer = b""
        line = socket.create_connection((host, port), timeout)
        try:
            self._line: socket.socket = tls.wrap_socket(line, server_hostname=host) if tls else line
            self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._shake(f"[{host}]:{port}" if ":" in host else f"{host}:{port}", path, secret)
        except BaseException:
            line.close()
            raise

    def _shake(self, host: str, path: str, secret: str) -> None:
        key = base64.b64encode(os.urandom(16))
        self._line.sendall((f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key.decode()}\r\nSec-WebSocket-Version: 13\r\n"
                            f"Authorization: Bearer {secret}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self._buffer:
            if len(self._buffer) > _HEAD_MAX:
                raise ConnectionError("the server's answer is not HTTP")
            self._more()
        head, self._buffer = self._buffer.split(b"\r\n\r\n", 1)
        first, *fields = head.split(b"\r\n")
        words = first.split()
        if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
            raise ConnectionError("the server's answer is not HTTP")
        if words[1] != b"101":
            raise Refused(int(words[1]))
        named = {name.strip().lower(): value.strip() for name, _, value in (field.partition(b":") for field in fields)}
        if named.get(b"sec-websocket-accept") != base64.b64encode(hashlib.sha1(key + _GUID).digest()):
            raise ConnectionError("the server does not speak WebSocket")

    def _more(self) -> None:
        data = self._line.recv(1 << 16)
        if not data:
            raise Closed
        self._buffer += data

    def _take(self, n: int) -> bytes:
        while len(self._buffer) < n:
            self._more()
        taken, self._buffer = self._buffer[:n], self._buffer[n:]
        return taken

    def _send(self, opcode: int, data: bytes) -> None:
        n, mask = len(data), os.urandom(4)
        head = struct.pack(">BB", 0x80 | opcode, 0x80 | n) if n < 126 else struct.pack(">BBH", 0x80 | opcode, 0xFE, n)
        self._line.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def send(self, text: str) -> None:
        """Sends one message of at most 4096 bytes, the most that the server takes."""
        self._send(_TEXT, text.encode())

    def receive(self) -> str:
        """The next message. Answers pings."""
        message = b""
        while True:
            first, second = self._take(2)
            n: int = second & 0x7F
            if n > 125:
                (n,) = struct.unpack(">H" if n == 126 else ">Q", self._take(2 if n == 126 else 8))
            opcode = first & 0x0F
            if first & 0x70 or second & 0x80 or opcode not in (_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG):
                raise ConnectionError("the server sent an invalid frame")
            if n + len(message) > _MESSAGE_MAX:
                raise ConnectionError("the server sent a message of more than 16 MiB")
            data = self._take(n)
            if opcode == _CLOSE:
                raise Closed(struct.unpack(">H", data[:2])[0] if n > 1 else None)
            if opcode == _PING:
                self._send(_PONG, data)
            elif opcode != _PONG:
                message += data
                if first & 0x80:
                    return message.decode("utf-8", "replace")

    def close(self) -> None:
        self._line.close()
