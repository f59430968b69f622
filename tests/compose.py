#!/usr/bin/env python3
"""Tests packaging/cluster/compose.yaml without a container runtime: what its parts say about each other, and its programs and
settings as processes of this machine. Images, networks between containers and volumes are not tested.

    compose.py PROGRAM
"""

import argparse
import contextlib
import ipaddress
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import yaml
from operating import Running, get
from postgres import POSTGRES
from server import PATIENCE, ROOT, Client

FOLDER = ROOT / "packaging/cluster"
TEXT = (FOLDER / "compose.yaml").read_text()
DATABASES = ("primary", "replica")
NODES = ("node1", "node2", "node3")


def address_of(service):
    return service["networks"]["kickback"]["ipv4_address"]


def parts(compose):
    """What is named is there."""
    services = compose["services"]
    subnet = ipaddress.ip_network(compose["networks"]["kickback"]["ipam"]["config"][0]["subnet"])
    built = {service["image"] for service in services.values() if "build" in service}
    for name, service in services.items():
        assert service["image"] in built or service["image"] == "${KICKBACK_IMAGE:-localhost/kickback}", name
        assert ipaddress.ip_address(address_of(service)) in subnet, name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (FOLDER / source).is_file() if source.startswith(".") else source in compose["volumes"], volume
        for secret in service.get("secrets", []):
            assert secret in compose["secrets"], secret
        if "build" in service:
            assert (FOLDER / service["build"]["context"] / service["build"]["dockerfile"]).is_file(), name
    assert len({address_of(service) for service in services.values()}) == len(services), "two services have one address"
    assert set(re.findall(r"\$\{(\w+)\}", TEXT)) == {"PASSWORD"}, "a variable without a value"
    commands = re.findall(r"^#     (.+)", TEXT, re.M)
    page = (ROOT / "docs/hosting.md").read_text()
    assert len(commands) == 4 and all(f"    {command}" in page for command in commands), "docs/hosting.md says something else"


def proxy(services):
    """HAProxy has the addresses of the servers, who trust it, and the port that browsers use."""
    haproxy, config = services["haproxy"], (FOLDER / "haproxy.cfg").read_text()
    env, port = haproxy["environment"], image_env()["KICKBACK_LISTEN"].rpartition(":")[2]
    assert set(env) <= set(re.findall(r"\$\{(\w+)-", config)), "a variable that HAProxy does not use"
    for name in NODES:
        assert env[f"KICKBACK_{name.upper()}"] == f"{address_of(services[name])}:{port}", name
        assert services[name]["environment"]["KICKBACK_TRUST_PROXY"] == address_of(haproxy), name
        host, outside, inside = haproxy["ports"][0].split(":")
        assert env["KICKBACK_BIND"] == f":{inside}" and services[name]["environment"]["KICKBACK_PUBLIC_URL"] == f"http://{host}:{outside}"
    assert haproxy["volumes"][0].split(":")[:2] == ["./haproxy.cfg", haproxy["entrypoint"][-1]]
    command = [*haproxy["entrypoint"][:-1], str(FOLDER / "haproxy.cfg"), "-c"]
    path = f"{os.environ['PATH']}:/usr/sbin"
    subprocess.run(command, env={**os.environ, **env, "PATH": path}, check=True, stdout=subprocess.DEVNULL)
    return re.search(r"httpchk GET (\S+)", config)[1]


def image_env():
    """What the image of the server sets."""
    settings = re.search(r"^ENV (.+)", (ROOT / "packaging/Containerfile").read_text(), re.M)[1]
    return dict(word.split("=") for word in settings.split())


def free_ports(count):
    """Ports below those that the system gives to other programs: the databases use theirs seconds later."""
    ports = []
    while len(ports) < count:
        port = random.randrange(20000, 32768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            ports += [port] if port not in ports else []
    return ports


class Database:
    """A database service as a process. All are on one address here, so each has a port of its own."""

    def __init__(self, folder, name, service, ports):
        self.data, self.service, self.port = os.path.join(folder, name), service, ports[address_of(service)]
        words = [f"127.0.0.1 port={ports[word]}" if word in ports else word for word in service["command"].split()]
        self.process = subprocess.Popen([POSTGRES, "run", "bash", os.path.join(folder, "database.sh"), *words], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "PGPASSWORD": "hush", "PGDATA": self.data, "PGPORT": str(self.port)})

    def await_ready(self):
        """A server that starts before the replica waits for it without a word, so both are awaited first."""
        knock = [POSTGRES, "run", "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(knock, check=False).returncode:
            assert self.process.poll() is None, f"{self.data}: the database does not start"
            time.sleep(0.2)

    def stop(self):
        self.process.send_signal(getattr(signal, self.service["stop_signal"]))
        self.process.wait(PATIENCE)


def run(program, services, health):
    """The databases and a server start with these settings, and people play on after a failover."""
    node, flags = services["node1"], subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    for name in {*node["environment"], *image_env()} - {"PGPASSWORD"}:
        assert f"--{name.removeprefix('KICKBACK_').lower().replace('_', '-')} " in flags, f"{name}: there is no such setting"
    ports = dict(zip((address_of(services[name]) for name in DATABASES), free_ports(len(DATABASES)), strict=True))
    databases = []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)  # PostgreSQL may run as another user
        shutil.copy(FOLDER / "database.sh", folder)
        try:
            for name in DATABASES:
                databases.append(Database(folder, name, services[name], ports))
            log = re.sub(r"10\.87\.0\.2\d", lambda match: f"127.0.0.1:{ports[match[0]]}", node["environment"]["KICKBACK_LOG"])
            env = {**image_env(), **node["environment"], "KICKBACK_LOG": log, "KICKBACK_LISTEN": "127.0.0.1:0", "PGPASSWORD": "hush"}
            for database in databases:
                database.await_ready()
            running = Running(program, None, **env)
            assert get("127.0.0.1", running.port, health)[0] == 200
            anna = Client(running.port, "Anna")
            anna.table = anna.do("create", game="intrige", players=3)["table"]
            anna.see()
            databases[0].stop()
            promote = re.search(r"exec replica sh -c '(.+)'", (ROOT / "docs/hosting.md").read_text())[1]
            promote = promote.replace("/var/lib/postgresql/kickback", databases[1].data)
            subprocess.run([POSTGRES, "run", "sh", "-c", promote], check=True, stdout=subprocess.DEVNULL)
            anna.do("say", table=anna.table, say="after the failover")
            running.process.kill()
            running.process.communicate()
        finally:
            for database in databases:
                if database.process.poll() is None:
                    database.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    program = os.path.abspath(parser.parse_args().program)
    compose = yaml.safe_load(TEXT)
    parts(compose)
    run(program, compose["services"], proxy(compose["services"]))


if __name__ == "__main__":
    main()
