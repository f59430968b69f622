#!/usr/bin/env python3
"""Tests tools/cluster.sh: three servers behind HAProxy, on PostgreSQL with a replica. People play through HAProxy while the
servers are updated one after the other, and while the primary database is killed and its replica promoted.

    cluster.py PROGRAM
"""

import argparse
import os
import random
import re
import subprocess
import tempfile
import time
from pathlib import Path

from nodes import catch_up, check_pictures
from operating import get
from server import (ROOT, Client, Closed, Server, check_nothing_is_lost, come_back, play_on, play_until, play_while, seat_down,
                    tables_of_all_games)

SCRIPT = str(ROOT / "tools" / "cluster.sh")


class Cluster:
    def __init__(self, program, folder):
        self.program, self.folder = program, os.path.join(folder, "cluster")
        self.env = {**os.environ, "KICKBACK_CLUSTER": self.folder}
        address = self.do("start", program, "--bot-wait", "0", "--log-level", "warning")
        self.port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", address)[1])

    def begin(self, *words):
        return subprocess.Popen([SCRIPT, *words], env=self.env)

    def do(self, *words):
        return subprocess.run([SCRIPT, *words], env=self.env, stdout=subprocess.PIPE, text=True, check=True).stdout

    def url(self):
        return f"postgresql://kickback@/kickback?host={self.folder}/primary,{self.folder}/replica&target_session_attrs=read-write"

    def connections(self):
        """The number of connections to each node, as HAProxy counts them."""
        lines = get("127.0.0.1", self.port + 1, "/;csv")[2].splitlines()
        names = lines[0].removeprefix("# ").split(",")
        rows = [dict(zip(names, line.split(","))) for line in lines[1:]]
        return {row["svname"]: int(row["scur"]) for row in rows if row["svname"].startswith("node")}


def back(client):
    """The client connects again, also when its next node goes, too, before it has asked everything again."""
    while True:
        try:
            come_back(client, client.port)
            return
        except Closed:
            pass


def play_during(process, tables, rng, seconds):
    """Everybody plays until the process has ended, and for a while after. Whoever is disconnected comes back at once. Returns
    how often that was."""
    gone = []

    def go_back(client):
        gone.append(client)
        back(client)

    play_while(lambda: process.poll() is None, tables, rng, go_back)
    play_until(time.time() + seconds, tables, rng, go_back)
    assert process.returncode == 0
    return len(gone)


def check(cluster, tables, what):
    """Nothing is lost, and everybody sees what a server shows that has just read the log."""
    catch_up(tables)
    moves, lines = check_nothing_is_lost(tables)
    fresh = Server(cluster.program, cluster.url())
    check_pictures(tables, fresh.port)
    fresh.stop()
    print(f"{what}: {moves} moves and {lines} lines acknowledged so far", flush=True)
    return moves


def refusals(folder):
    """What is wrong is said in a sentence, and nothing is left behind."""
    env = {**os.environ, "KICKBACK_CLUSTER": os.path.join(folder, "none")}
    for words, status, sentence in ((["stop"], 1, "there is no cluster in"), (["begin"], 2, "usage: cluster.sh"),
                                    (["start", "/nowhere/kickback"], 1, "/nowhere/kickback: no such program"),
                                    (["start", "/bin/false"], 1, "node1 does not start")):
        done = subprocess.run([SCRIPT, *words], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == status and sentence in done.stderr, (words, done)
        assert not os.path.exists(env["KICKBACK_CLUSTER"]), "a folder is left behind"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    program = os.path.abspath(parser.parse_args().program)
    rng = random.Random(17)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # PostgreSQL may run as another user
        refusals(folder)
        cluster = Cluster(program, folder)
        try:
            players = [Client(cluster.port, f"player {i}") for i in range(3)]
            seat_down(players, "intrige", 3)
            for player in players * 20:  # a new connection goes to a node that has none, unless it was too slow for HAProxy
                if sorted(cluster.connections().values()) == [1, 1, 1]:
                    break
                player.cut()
            else:
                raise AssertionError("the people are not on three nodes")
            play_on(players, rng)
            tables = tables_of_all_games(cluster.port)
            gone = play_during(cluster.begin("update"), tables, rng, 0.5)
            assert gone >= sum(map(len, tables)), "somebody was not on a node that was stopped"
            moves = check(cluster, tables, f"update: {gone} connections ended")
            gone = play_during(cluster.begin("failover"), tables, rng, 1.0)
            assert gone == 0, "the database took connections with it"
            assert re.search("^primary *stopped\nreplica *accepts writes$", cluster.do("status"), re.M)
            assert check(cluster, tables, "failover") > moves, "nothing goes on after the failover"
        finally:
            cluster.do("stop")
        assert not Path(cluster.folder).exists()


if __name__ == "__main__":
    main()
