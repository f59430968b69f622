#!/usr/bin/env python3
"""Tests what the operator of a server sees: settings and their errors, TLS, IPv6, a reverse proxy, metrics, log lines,
shutdown, backups, export and import of records, and the benchmark.

    operating.py PROGRAM [--only PART]
"""

import argparse
import http.client
import json
import os
import random
import re
import secrets
import signal
import socket
import sqlite3
import ssl
import stat
import subprocess
import tempfile
import time
import warnings
from pathlib import Path

from server import PATIENCE, Client, Closed, Server, Socket, play_on, seat_down


def call(program, *words, status=0, **keys):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=120, **keys)
    assert done.returncode == status, (words, done)
    return done


def certificate(folder, name="server"):
    """A key and a self-signed certificate for 127.0.0.1."""
    cert, key = Path(folder) / f"{name}.pem", Path(folder) / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
    return cert, key


# Logged only because other programs keep the machine busy.
BUSY = ("the loop was held", "slow reader closed")


class Running:
    """A server with these flags, started and read line by line. Its log lines are kept."""

    def __init__(self, program, data, *flags, **environment):
        command = [program, "serve", *(["--data", data] if data else []), "--bot-wait", "0", *map(str, flags)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})
        self.places = {}
        while "listening on" not in self.places:
            line = self.process.stdout.readline()
            match = re.match(r"(listening|metrics) on (https?)://(\S+):(\d+)/$", line)
            assert match, line + self.process.stderr.read()
            self.places[match.group(1) + " on"] = (match.group(2), match.group(3), int(match.group(4)))
        self.scheme, self.host, self.port = self.places["listening on"]

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, (self.process.returncode, errors)
        lines = [line for line in errors.splitlines() if not any(words in line for words in BUSY)]
        return [json.loads(line) for line in lines]


def get(host, port, path, tls=None, headers=None):
    connection = (http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=tls) if tls else
                  http.client.HTTPConnection(host, port, timeout=PATIENCE))
    connection.request("GET", path, headers=headers or {})
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    return response.status, {name.lower(): value for name, value in response.getheaders()}, body


def settings(program, folder):
    """Every wrong setting is reported by name and ends with the right status. The environment counts too."""
    data, cert, key = os.path.join(folder, "data"), *certificate(folder)
    other = certificate(folder, "other")[1]
    file = Path(folder) / "file"
    file.write_text("x")
    busy = socket.create_server(("127.0.0.1", 0))
    taken = f"127.0.0.1:{busy.getsockname()[1]}"
    for status, flags, words in (
            (2, [], "--data is missing"), (2, ["--data", data, "x"], "expected flags only but found 'x'"), (2, ["--data", data, "--fly"], "flag"),
            (2, ["--data", data, "--listen", "8787"], "ADDRESS:PORT"), (2, ["--data", data, "--listen", "::1:80"], "ADDRESS:PORT"),
            (2, ["--data", data, "--listen", "127.0.0.1:65536"], "--listen: the port"),
            (2, ["--data", data, "--metrics", "127.0.0.1:x"], "--metrics: the port"),
            (2, ["--data", data, "--listen", "no.such.host.invalid:1"], "no.such.host.invalid"),
            (2, ["--data", data, "--public-url", "play.example.org"], "--public-url"),
            (2, ["--data", data, "--log-level", "loud"], "--log-level"), (2, ["--data", data, "--trust-proxy", "nginx"], "--trust-proxy"),
            (2, ["--data", data, "--bot-wait", "-1"], "--bot-wait"), (2, ["--data", data, "--node", "a b"], "--node: expected at most 64"), (2, ["--data", data, "--tls-cert", cert], "--tls-key is missing"),
            (2, ["--data", data, "--tls-key", key], "--tls-cert is missing"),
            (1, ["--data", data, "--tls-cert", folder + "/none", "--tls-key", key], "No such file"),
            (1, ["--data", data, "--tls-cert", cert, "--tls-key", file], "--tls-key: "),
            (1, ["--data", data, "--tls-cert", cert, "--tls-key", other], "mismatch"),
            (1, ["--data", data, "--listen", taken], f"{taken} cannot be listened at: Address already in use"),
            (1, ["--data", data, "--listen", "192.0.2.1:8787"], "Cannot assign"),
            (1, ["--data", data, "--listen", "127.0.0.1:0", "--metrics", taken], taken),
            (1, ["--data", file], "file/lock: Not a directory"), (1, ["--data", "/dev/null/x"], "cannot create")):
        done = call(program, "serve", *flags, status=status)
        assert words in done.stderr and "kickback" in done.stderr, (flags, done.stderr)
    flags = re.findall(r"^  --([a-z-]+) ", call(program, "serve", "--help").stdout, re.M)
    bad = {"data": "/dev/null/x", "log": "mysql:", "listen": "x", "public-url": "x", "tls-cert": "none", "tls-key": "none", "trust-proxy": "x", "metrics": "x",
           "node": "a b", "log-level": "loud", "bot-wait": "x", "people-per-address": "x", "tables-per-address": "-1"}
    assert {*flags} == {*bad, "rebuild", "admin"}, "a flag of serve is not tested as a variable"
    lines = Running(program, data, "--listen", "127.0.0.1:0", KICKBACK_ADMIN="/dev/null").stop()  # it runs without
    assert any(line["what"] == "there is no socket for kickback admin" for line in lines), lines
    for flag, value in bad.items():
        name = "KICKBACK_" + flag.upper().replace("-", "_")
        others = {"KICKBACK_TLS_CERT": str(cert), "KICKBACK_TLS_KEY": str(key)} if flag.startswith("tls") else {}
        done = subprocess.run([program, "serve"], capture_output=True, text=True, timeout=60, check=False,
                              env={**os.environ, "KICKBACK_DATA": data, **others, name: value})
        assert done.returncode and f"{name}: " in done.stderr, (name, done)
    done = call(program, "serve", "--listen", "y", status=2, env={**os.environ, "KICKBACK_DATA": data, "KICKBACK_LISTEN": "x"})
    assert "--listen: expected ADDRESS:PORT" in done.stderr and "'y'" in done.stderr, "the environment wins over the flag"
    Path(data, "log.sqlite").write_bytes(b"no database at all, but long enough to be looked at" * 100)
    assert "log.sqlite: file is not a database" in call(program, "serve", "--data", data, status=1).stderr
    server = Running(program, None, KICKBACK_DATA=data + "2", KICKBACK_LISTEN="127.0.0.1:0", KICKBACK_LOG_LEVEL="error")
    assert get("127.0.0.1", server.port, "/healthz")[0] == 200
    assert "another server is running" in call(program, "serve", "--data", data + "2", status=1).stderr
    assert server.stop(signal.SIGINT) == []
    busy.close()


def tls(program, folder):
    """TLS without a proxy: 1.2 or later, with a page, a WebSocket, and the right cookies and headers."""
    cert, key = certificate(folder)
    server = Running(program, os.path.join(folder, "data"), "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key)
    assert server.scheme == "https"
    trust = ssl.create_default_context(cafile=cert)
    trust.set_alpn_protocols(["h2", "http/1.1"])
    status, headers, _ = get("127.0.0.1", server.port, "/", trust)
    assert status == 200 and headers["strict-transport-security"] == "max-age=31536000"
    assert re.match(r"__Host-kickback=[0-9a-f]{64}; Path=/; .*; Secure$", headers["set-cookie"]), "no other host can set it"

    def dial(port, context=trust):
        return context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=20), server_hostname="127.0.0.1")

    plain = dial(server.port)
    assert plain.selected_alpn_protocol() == "http/1.1" and plain.version() in ("TLSv1.2", "TLSv1.3")
    plain.close()
    secret, flags = headers["set-cookie"].removeprefix("__Host-kickback=").split(";", 1)
    client = Socket(server.port, secret, origin=f"https://127.0.0.1:{server.port}", dial=dial)
    client.send(json.dumps({"id": "1", "do": "name", "name": "Anna"}))
    assert [json.loads(client.receive())["type"] for _ in range(3)] == ["hello", "hello", "ok"]
    for request in ({"do": "account"}, {"do": "login", "name": "Anna"}):
        client.send(json.dumps({"id": request["do"], "passphrase": "correct horse battery", **request}))
        while (answer := json.loads(client.receive())).get("id") != request["do"]:
            pass
    status, headers, _ = get("127.0.0.1", server.port, "/renew", trust, {"Cookie": f"__Host-kickback={secret}", "Kickback-Token": answer["token"]})
    assert status == 200 and headers["cache-control"] == "no-store"
    assert re.fullmatch(r"__Host-kickback=[0-9a-f]{64};" + re.escape(flags), headers["set-cookie"]) and secret not in headers["set-cookie"]
    old = ssl.create_default_context(cafile=cert)
    old.set_ciphers("DEFAULT:@SECLEVEL=0")
    warnings.simplefilter("ignore", DeprecationWarning)  # their age is the point
    old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    try:
        dial(server.port, old)
        raise AssertionError("TLS 1.1 is spoken")
    except (ssl.SSLError, ConnectionError):
        pass
    try:
        assert get("127.0.0.1", server.port, "/")[0] != 200, "plain HTTP on the port of TLS"
    except (ConnectionError, http.client.HTTPException):
        pass
    server.stop()


def signals(program, folder):
    """SIGHUP reloads the certificate, and keeps the old one if the new one is unusable. SIGUSR1 prints the state."""
    (cert, key), renewed = certificate(folder), certificate(folder, "renewed")
    first, second = (ssl.PEM_cert_to_DER_cert(path.read_text()) for path in (cert, renewed[0]))
    server = Running(program, os.path.join(folder, "data"), "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key)
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE

    def dial(port):
        return trust.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=20))

    def shown():
        with dial(server.port) as line:
            return line.getpeercert(binary_form=True)

    def signalled(how, what):
        server.process.send_signal(how)
        line = json.loads(server.process.stderr.readline())
        while line["what"] == "started":
            line = json.loads(server.process.stderr.readline())
        assert what in line["what"], line
        return line

    client = Socket(server.port, secrets.token_hex(32), dial=dial)
    client.receive()
    assert shown() == first
    cert.write_text("no certificate")
    assert "server.pem cannot be used" in signalled(signal.SIGHUP, "not reloaded")["why"]
    assert shown() == first
    cert.write_text(renewed[0].read_text())
    assert "server.key cannot be used: key values mismatch" in signalled(signal.SIGHUP, "not reloaded")["why"]
    assert shown() == first
    key.write_text(renewed[1].read_text())
    signalled(signal.SIGHUP, "certificate reloaded")
    assert shown() == second
    client.send(json.dumps({"id": "1", "do": "ping"}))
    assert json.loads(client.receive())["type"] == "ok", "a reload ends a connection"
    assert signalled(signal.SIGUSR1, "status")["connections"] == 1
    server.stop()
    server = Running(program, os.path.join(folder, "data"), "--listen", "127.0.0.1:0")
    signalled(signal.SIGHUP, "nothing to reload")
    assert signalled(signal.SIGUSR1, "status")["connections"] == 0
    server.stop()


def addresses(program, folder):
    """IPv6, both at once, and the client address behind a proxy."""
    for listen, hosts in (("[::1]:0", ["::1"]), ("[::]:0", ["::1", "127.0.0.1"])):
        server = Running(program, os.path.join(folder, "six"), "--listen", listen)
        assert server.host == listen[:-2]
        for host in hosts:
            assert get(host, server.port, "/healthz")[0] == 200, (listen, host)
        dial = lambda port: socket.create_connection(("::1", port), timeout=20)
        assert Socket(server.port, secrets.token_hex(32), dial=dial).status == 101
        server.stop()
    seen = {}
    for trusted in ("127.0.0.1", "127.0.0.9", None):
        flags = ["--trust-proxy", trusted] if trusted else []
        server = Running(program, os.path.join(folder, "proxy"), "--listen", "127.0.0.1:0", "--log-level", "debug", *flags)
        for value in ("203.0.113.7", "198.51.100.1, 2001:db8:1:2:3:4:5:6", "nonsense", "203.0.113.7, ", "::ffff:203.0.113.9",
                      "198.51.100.1, " * 400 + "203.0.113.8"):  # a client can make the list as long as a head may be
            client = Socket(server.port, secrets.token_hex(32), headers=[f"X-Forwarded-For: {value}"])
            assert client.status == 101
            client.receive()
        seen[trusted] = [line["address"] for line in server.stop() if line["what"] == "connected"]
    assert seen["127.0.0.1"] == ["203.0.113.7", "2001:db8:1:2::", "127.0.0.1", "127.0.0.1", "203.0.113.9", "203.0.113.8"], seen
    assert seen["127.0.0.9"] == seen[None] == ["127.0.0.1"] * 6, "whoever likes can say whose address is his"


def ask_as(server, address, secret, *requests):
    """What somebody at this address, behind a trusted proxy, is answered last: "ok" or the name of a refusal."""
    client = Socket(server.port, secret, headers=[f"X-Forwarded-For: {address}"])
    assert client.status == 101
    for i, request in enumerate(requests):
        client.send(json.dumps({"id": secrets.token_hex(4), **request}))
        while (answer := json.loads(client.receive()))["type"] not in ("ok", "no"):
            pass
    client.close()
    return "ok" if answer["type"] == "ok" else answer["error"]


def budgets(program, folder):
    """An address can have few new people and few open tables, also after a restart; the first 48 bits of IPv6 have a larger
    budget for all of them."""
    flags = ("--listen", "127.0.0.1:0", "--trust-proxy", "127.0.0.1", "--people-per-address", 2, "--tables-per-address", 1)
    name, table = {"do": "name", "name": "Anna"}, {"do": "create", "game": "intrige", "players": 3}
    anna, ben, fresh = secrets.token_hex(32), secrets.token_hex(32), lambda: secrets.token_hex(32)
    server = Running(program, os.path.join(folder, "few"), *flags)
    assert ask_as(server, "203.0.113.7", anna, name, table) == "ok"
    assert ask_as(server, "203.0.113.7", ben, name) == "ok"
    server.stop()
    server = Running(program, os.path.join(folder, "few"), *flags)
    assert ask_as(server, "203.0.113.7", fresh(), name) == "too_many_people"
    assert ask_as(server, "203.0.113.7", ben, table) == "too_many_tables_here"
    assert ask_as(server, "203.0.113.8", fresh(), name, table) == "ok"
    answers = [ask_as(server, f"2001:db8:1:{i % 7}::{i}", fresh(), name) for i in range(9)]
    assert answers == ["ok"] * 8 + ["too_many_people"], answers
    assert ask_as(server, "2001:db8:2::1", fresh(), name) == "ok"
    server.stop()


def admin(program, folder):
    """The operator lists by address, closes tables and deletes people while the server runs."""
    data = os.path.join(folder, "admin")
    server = Running(program, data, "--listen", "127.0.0.1:0", "--trust-proxy", "127.0.0.1", "--log-level", "warning")
    assert stat.S_IMODE(os.stat(os.path.join(data, "admin.sock")).st_mode) == 0o600

    def do(*words, status=0):
        return call(program, "admin", "--data", data, *words, status=status)

    name, table = {"do": "name", "name": "Anna"}, {"do": "create", "game": "intrige", "players": 3}
    anna, ben = secrets.token_hex(32), secrets.token_hex(32)
    assert ask_as(server, "203.0.113.7", anna, name, table, table) == "ok"
    assert ask_as(server, "2001:db8:1:2::9", ben, {**name, "name": "Ben"}, table) == "ok"
    people, tables = ([line.split() for line in do(what).stdout.splitlines()[1:]] for what in ("people", "tables"))
    assert [[line[2], line[3]] for line in people] == [["1", "Ben"], ["2", "Anna"]], people
    assert [line[2:] for line in tables] == [["gathering", "1", who] for who in ("Ben", "Anna", "Anna")], tables
    assert people[0][1] == tables[0][1] != people[1][1] == tables[1][1]
    assert "Anna" not in do("people", "2001:db8:1:77::1").stdout and "Ben" in do("tables", "2001:db8:1:77::1").stdout
    assert "Ben" not in do("people", "203.0.113.7").stdout and "Anna" not in do("people", "203.0.113.8").stdout
    start = [{"do": "bot", "table": tables[0][0], "seat": seat, "bot": "random"} for seat in ("red", "yellow", "green")]
    assert ask_as(server, "203.0.113.7", ben, *start[1:], {"do": "sit", "table": tables[0][0], "seat": "red"},
                  {"do": "start", "table": tables[0][0]}) == "ok"
    assert do("close", tables[0][0]).stdout == "closed\n"
    assert "no open table" in do("close", tables[0][0], status=1).stderr
    assert do("delete", people[1][0]).stdout == "deleted, with 2 open tables\n"
    for words in (["delete", people[1][0]], ["people", "x"], ["fly"], ["close"]):
        assert do(*words, status=1).stderr.startswith("kickback: admin: "), words
    do(status=2)
    server.stop()
    assert "is a server running there?" in do("people", status=1).stderr
    server = Running(program, data, "--listen", "127.0.0.1:0", "--trust-proxy", "127.0.0.1", "--log-level", "warning")
    assert ask_as(server, "203.0.113.7", ben, {"do": "watch", "table": tables[0][0]}) == "expired"
    assert ask_as(server, "203.0.113.7", anna, table) == "no_name"
    assert len(do("people").stdout.splitlines()) == 2 and len(do("tables").stdout.splitlines()) == 1
    server.stop()


def numbers(program, folder):
    """Metrics are on their own port and nowhere else, and count what has happened."""
    server = Running(program, os.path.join(folder, "data"), "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--node", "one.example:1")
    metrics = server.places["metrics on"][2]

    def read():
        status, headers, body = get("127.0.0.1", metrics, "/metrics")
        assert status == 200 and headers["content-type"] == "text/plain; version=0.0.4"
        found = dict(re.findall(r"^(\w+(?:\{[^}]*\})?) ([0-9.e+-]+)$", body, re.M))
        assert len(found) + body.count("# ") == len(body.splitlines()), "a line is not as Prometheus reads it"
        for name in {re.sub(r"\{.*", "", key) for key in found}:
            assert f"# TYPE {re.sub('_(bucket|sum|count)$', '', name)} " in body, name
        return {key: float(value) for key, value in found.items()}

    assert get("127.0.0.1", server.port, "/metrics")[0] == 404
    assert get("127.0.0.1", metrics, "/")[0] == 404 and get("127.0.0.1", metrics, "/healthz")[0] == 200
    try:
        assert Socket(metrics, secrets.token_hex(32)).status != 101
    except Closed:
        pass
    before = read()
    assert not any(value for key, value in before.items() if key not in ("kickback_info{version=\"0.1.0\",node=\"one.example:1\"}", "kickback_half_open"))
    client = Client(server.port, "Anna")
    seat_down([client], "intrige", 3, ("random", "random"))
    client.do("create", game="intrige", players=3)
    client.refused("no_table", "sit", table="0" * 32, seat="red")
    play_on([client], random.Random(1))
    client.refused("over", "move", table=client.table, move="x", decision=0)
    after = read()
    for key, value in {"connections": 1, "people": 1, 'tables{stage="gathering"}': 1, 'tables{stage="playing"}': 0,
                       'tables{stage="over"}': 1, 'refusals_total{name="no_table"}': 1, 'refusals_total{name="over"}': 1,
                       "bots_waiting": 0}.items():
        assert after["kickback_" + key] == value, (key, after)
    record = client.record()
    assert after["kickback_moves_total"] == record.count('"move":'), after
    assert after["kickback_entries_total"] > after["kickback_moves_total"] < after["kickback_requests_total"] * 9
    steps = [after[key] for key in after if "commit_seconds_bucket" in key]
    assert steps == sorted(steps) and steps[-1] == after["kickback_commit_seconds_count"] > 0
    assert client.table not in json.dumps(server.stop()) and client.secret not in json.dumps(after)


def lines(program, folder):
    """The log lines at the highest level are JSON and contain no secret. At shutdown clients are told."""
    server = Running(program, os.path.join(folder, "data"), "--listen", "127.0.0.1:0", "--log-level", "debug")
    clients = [Client(server.port, f"Xanthippe {i}") for i in range(3)]
    table = seat_down(clients, "intrige", 3, options={"bribes": "sealed", "money": "hidden"})
    clients[0].do("say", table=table, say="frankincense")
    clients[0].refused("stale", "move", table=table, move="bribe 1000", decision=77)
    for _ in range(5):
        for client in clients:
            client.drain()
            if client.view["legal"]:
                client.do("move", table=table, move=client.choose(random.Random(2)), decision=client.view["decision"])
    for client in clients:
        client.do("lobby")
    for client in clients:
        client.ask("say", table=table, say="myrrh")
    said = server.stop()
    closed = 0
    for client in clients:
        try:
            while True:
                client.step()
        except Closed:
            closed += 1
        assert not client.view["clock"].get("runs")
    assert closed == 3
    assert {"started", "connected", "disconnected", "stopped"} <= {line["what"] for line in said}
    assert all(line["level"] in ("info", "debug") and line["at"] > 10**12 for line in said), said
    text = json.dumps(said)
    secret = ["Xanthippe", table, "frankincense", "myrrh", "bribe", "send", *(client.secret for client in clients)]
    assert not [word for word in secret if word in text], text


def drain(program, folder):
    """SIGTERM answers what was asked, takes no new connections, tells a proxy, and tells clients to connect again."""
    data = os.path.join(folder, "data")

    def running():
        """A server that cannot commit yet, and a client who has asked it something."""
        server = Running(program, data, "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0")
        anna = Client(server.port, "Anna")
        anna.table = anna.do("create", game="intrige", players=3)["table"]
        anna.see()
        anna.do("sit", table=anna.table, seat="red")
        held = sqlite3.connect(os.path.join(data, "log.sqlite"), isolation_level=None)
        held.execute("BEGIN IMMEDIATE")
        before = requests(server)
        asked = anna.ask("say", table=anna.table, say="before")
        while requests(server) == before:
            time.sleep(0.01)
        server.process.send_signal(signal.SIGTERM)
        while json.loads(get("127.0.0.1", server.port, "/healthz")[2])["state"] != "draining":
            time.sleep(0.01)
        return server, anna, held, asked

    def requests(server):
        return re.search(r"^kickback_requests_total (\d+)$", get("127.0.0.1", server.places["metrics on"][2], "/metrics")[2], re.M).group(1)

    def ended(server):
        _, errors = server.process.communicate(timeout=60)
        assert server.process.returncode == 0, errors
        return [json.loads(line)["what"] for line in errors.splitlines()]

    server, anna, held, asked = running()
    status, _, body = get("127.0.0.1", server.port, "/healthz")
    assert status == 503 and json.loads(body) == {"ok": False, "state": "draining", "version": "0.1.0"}, body
    assert "\nkickback_draining 1\n" in get("127.0.0.1", server.places["metrics on"][2], "/metrics")[2]
    assert Socket(server.port, secrets.token_hex(32)).status == 503
    late = anna.ask("say", table=anna.table, say="after")
    held.execute("ROLLBACK")
    assert anna.wait(asked)["type"] == "ok"
    try:
        while True:
            anna.step()
    except Closed as closed:
        assert closed.args == (1001,), closed
    assert late not in anna.answers
    said = ended(server)
    assert said.index("draining") < said.index("stopped"), said
    server = Running(program, data, "--listen", "127.0.0.1:0")
    anna.port = server.port
    anna.connect()  # asks again
    assert anna.wait(late)["type"] == "ok"
    anna.do("lobby")  # answered after the table is watched again
    assert [event["say"] for event in anna.talk] == ["before", "after"], anna.talk
    server.stop()
    held.close()

    server, anna, held, asked = running()
    server.process.send_signal(signal.SIGTERM)
    assert "stopped" not in ended(server), "the second signal is not heeded"
    held.close()
    server, anna, held, asked = running()
    assert "stopped" in ended(server), "it waits for ever"
    assert asked not in anna.answers
    held.close()


def over(client):
    """Plays this client's game to its end, and returns its record."""
    play_on([client], random.Random(4))
    return client.record()


def backup(program, folder):
    """A backup taken under load is a complete log: its games can be played on."""
    data, copy, restored = (os.path.join(folder, name) for name in ("data", "copy.sqlite", "restored"))
    server = Server(program, data)
    clients = [Client(server.port, f"b{i}") for i in range(3)]
    table = seat_down(clients, "integralis", 3)
    rng = random.Random(9)
    running, moves = None, 0
    while running is None or running.poll() is None or moves < 200:
        for client in clients:
            client.drain()
            if client.view["legal"] and not client.pending and moves < 220:  # a backup may take longer than a game
                client.ask("move", table=table, move=client.choose(rng), decision=client.view["decision"])
                moves += 1
        assert clients[0].view["stage"] == "playing", "the game was too short for this"
        if moves > 150:
            time.sleep(0.01)
        if moves >= 100 and running is None:  # up to three have moved since the last check
            acknowledged = {client.name: client.n for client in clients}
            running = subprocess.Popen([program, "backup", "--data", data, copy], stderr=subprocess.PIPE, text=True)
    assert running.wait() == 0, running.stderr.read()
    running.stderr.close()
    assert os.stat(copy).st_mode & 0o777 == 0o600 and os.listdir(folder).count("copy.sqlite") == 1
    assert "is there already" in call(program, "backup", "--data", data, copy, status=1).stderr
    assert sorted(name for name in os.listdir(folder) if name.startswith("copy")) == ["copy.sqlite"]
    call(program, "backup", "--data", folder + "/none", copy + "2", status=1)
    call(program, "backup", "--data", data, status=2)
    server.stop()
    os.mkdir(restored)
    os.rename(copy, os.path.join(restored, "log.sqlite"))
    server = Server(program, restored)
    for client in clients:
        client.port, client.view, client.pending = server.port, None, {}
        client.connect()
        while client.view is None:
            client.step()
        assert client.n >= acknowledged[client.name], "something acknowledged before the copy is not in it"
    play_on(clients, rng)
    server.stop()


def records(program, folder):
    """Export from one server and import into another: the same records, whose luck still verifies. Unfinished games are
    not exported."""
    data, games, other = (os.path.join(folder, name) for name in ("data", "games", "other"))
    server = Server(program, data)
    players = [Client(server.port, f"Anna {i}") for i in range(3)]
    expected = {}
    for client, game in zip(players, ("intrige", "integralis", "incorporated")):
        seat_down([client], game, 3, ("greedy", "random"))
        client.do("say", table=client.table, say="for \u201ceverybody\u201d")
        expected[client.table] = over(client)
    playing = seat_down([players[0]], "intrige", 3, ("random", "random"))
    gathering = players[0].do("create", game="intrige", players=3)["table"]
    done = call(program, "export", "--data", data, "--all", "--to", games)
    assert done.stdout.startswith("3 games written") and "2 unfinished games" in done.stdout
    assert {path.stem: path.read_text() for path in Path(games).iterdir()} == expected
    table = players[1].table
    assert call(program, "export", "--data", data, table).stdout == expected[table]
    for refused in (playing, gathering):
        assert "not over" in call(program, "export", "--data", data, refused, status=1).stderr
    part = call(program, "export", "--data", data, playing, "--unfinished").stdout
    assert '"seed"' not in part and '"end"' not in part and '"promise"' in part
    call(program, "trace", "-", input=part)
    call(program, "export", "--data", data, gathering, "--unfinished", status=1)
    call(program, "export", "--data", data, "0" * 32, status=1)
    for flags in ([], ["x"], [table, "--all"], ["--all"]):
        call(program, "export", "--data", data, *flags, status=2)
    files = sorted(str(path) for path in Path(games).iterdir())
    assert "another server is running" in call(program, "import", "--data", data, *files, status=1).stderr
    server.stop()

    bad = Path(folder) / "bad.kbr"
    lines = expected[table].splitlines()
    for wrong, words in ((lines[:-1], "not over"), ([*lines[:9], *lines[10:]], "line "), ([], "empty"),
                         ([*lines[:3], json.dumps({"by": "red", "say": "x" * 2401}), *lines[3:]], "line 4")):
        bad.write_text("".join(line + "\n" for line in wrong))
        assert words in call(program, "import", "--data", other, bad, status=1).stderr, words
    local = Path(folder) / "local.kbr"
    local.write_text(call(program, "random", "intrige", "--seed", "1").stdout)
    done = call(program, "import", "--data", other, *files, bad, local, status=1)
    named = dict(re.findall(r"^(\S+): table ([0-9a-f]{32})$", done.stdout, re.M))
    assert set(named) == {*files, str(local)}
    assert done.stderr.count("\n") == 1 and "bad.kbr" in done.stderr
    assert "was imported before" in call(program, "import", "--data", other, files[0], status=1).stderr
    for path, table in named.items():
        again = Path(folder) / "again.kbr"
        call(program, "export", "--data", other, table, "--to", again)
        assert again.read_text() == Path(path).read_text(), path
        if path != str(local):
            assert "from the promised seed" in call(program, "verify", again).stdout
    server = Server(program, other)
    watcher = Client(server.port, "watcher")
    for path, table in named.items():
        watcher.table, watcher.view = table, None
        watcher.see()
        assert watcher.view["stage"] == "over" and watcher.view["end"] and "luck" not in watcher.view
        if path != str(local):
            names = [seat.get("name", seat.get("bot")) for seat in watcher.view["seats"]]
            assert names[0].startswith("Anna") and names[1:] == ["greedy", "random"], names
        assert watcher.record() == Path(path).read_text()
        watcher.refused("over", "sit", table=table, seat=watcher.view["seats"][0]["seat"])
    history = watcher.do("history", of="everybody")["games"]
    assert {game["table"] for game in history} == set(named.values()) and all(game["end"]["scores"] for game in history)
    server.stop()
    server = Server(program, other, "--rebuild")
    assert Client(server.port, "reader").do("history", of="everybody")["games"] == history
    server.stop()


def bench(program, folder):
    """The benchmark runs, prints every figure, and removes its folders."""
    done = call(program, "bench", "serve", "--quick", "--json", env={**os.environ, "TMPDIR": folder})
    rows = {row.pop("what"): row for row in map(json.loads, done.stdout.splitlines())}
    assert set(rows) == {"echo", "acknowledgement", "server moves", "restart", "idle connection", "bot wait", "bot wait, attacked", "ping beside a reader"}
    assert all(value > 0 for row in rows.values() for key, value in row.items() if key not in ("refused", "us_of_processor", "bots")), rows
    assert 0 < rows["echo"]["p50_ms"] <= rows["echo"]["p99_ms"] <= rows["echo"]["most_ms"]
    assert os.listdir(folder) == []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    for part in (settings, tls, signals, addresses, budgets, admin, numbers, lines, drain, backup, records, bench):
        if args.only and part.__name__ != args.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            began = time.time()
            part(program, folder)
            print(f"{part.__name__}: ok, {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
