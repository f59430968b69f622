#!/usr/bin/env python3
"""Hidden information must not change a byte of what a seat is sent. Two runs of the real server over real sockets, with
fixed luck and a fixed clock (tests/fixed.c), differ in one hidden choice and one whisper. Everybody who may know of
neither is sent the same frames.

    same_bytes.py PROGRAM FIXED.so
"""

import argparse
import os
import random
import re
import tempfile
from pathlib import Path

from server import Client, Server, seat_down

START_MS = 1767225600000


class World:
    """A server with fixed luck and time, and people with fixed secrets and ids."""

    def __init__(self, program, fixed, folder):
        self.clock = Path(folder) / "clock"
        self.now_ms = START_MS
        self.tick()
        self.server = Server(program, os.path.join(folder, "data"), env={"LD_PRELOAD": fixed, "FIXED_CLOCK": str(self.clock), "FIXED_STEADY": "1"})

    def tick(self):
        """Advances the clock for the next move. The file is replaced atomically."""
        self.now_ms += 1000
        aside = self.clock.with_suffix(".new")
        aside.write_text(str(self.now_ms))
        aside.rename(self.clock)

    def person(self, name):
        return Client(self.server.port, name, fixed=True)


def sealed_bribe(view):
    """One of several who pay at the same time: either of two amounts. Only the landlord learns it."""
    run = next((re.match(r"bribe (\d+)\.\.(\d+)/(\d+)$", span) for span in view["legal"]), None)
    if not run or len(view["actors"]) < 2:
        return None, ()
    low, _, step = map(int, run.groups())
    return (f"bribe {low}", f"bribe {low + step}"), (view["position"]["turn"],)


def hidden_commitment(view):
    """Coins that all seats choose at the same time."""
    commits = [move for move in view["legal"] if move.startswith("commit")]
    return ((commits[0], commits[-1]), ()) if len(commits) > 1 and len(view["actors"]) > 1 else (None, ())


def hidden_trade(view):
    """One card of the hand is exchanged. Nobody else may know which."""
    trades = [move for move in view["legal"] if re.match(r"trade \w+$", move)]
    return ((trades[0], trades[-1]), ()) if len(trades) > 1 else (None, ())


GAMES = {
    "intrige": (4, {"options": {"bribes": "sealed", "money": "hidden"}}, sealed_bribe),
    "incorporated": (3, {}, hidden_commitment),
    "integralis": (3, {"options": {"money": "hidden"}}, hidden_trade),
}


def heard(program, fixed, game, variant):
    """Everything sent to those who may not know the choice; and what the chooser was sent."""
    players, rules, secret_of = GAMES[game]
    rng = random.Random(4)
    with tempfile.TemporaryDirectory() as folder:
        world = World(program, fixed, folder)
        people = [world.person(f"{game} {i}") for i in range(players)]
        table = seat_down(people, game, players, **rules)
        watcher = world.person("watcher")
        watcher.table = table
        watcher.wait(watcher.watch())
        two, knowing = None, ()
        while not two:
            world.tick()
            actor = next(client for client in people if client.view["legal"])
            two, knowing = secret_of(actor.view)
            move = two[variant] if two else actor.choose(rng)
            if two and variant:
                friend = next(client for client in people if client is not actor)
                actor.do("say", table=table, say="a secret", to=[friend.as_])
                knowing = (*knowing, friend.as_)
            actor.do("move", table=table, move=move, decision=actor.view["decision"])
            for client in [*people, watcher]:
                client.do("ping")
        chooser = actor
        while game == "intrige" and any(client.view["legal"] for client in people if client is not chooser):
            world.tick()  # the others choose too, and all bribes are paid
            actor = next(client for client in people if client is not chooser and client.view["legal"])
            step = actor.view["position"]["step"]
            if step != "bribe":
                break
            actor.do("move", table=table, move=actor.choose(rng), decision=actor.view["decision"])
            for client in [*people, watcher]:
                client.do("ping")
        world.server.stop()
        ignorant = [client for client in [*people, watcher] if client is not chooser and client.as_ not in knowing]
        return {client.name: client.frames for client in ignorant}, chooser.frames


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("fixed")
    args = parser.parse_args()
    program, fixed = os.path.abspath(args.program), os.path.abspath(args.fixed)
    for game in GAMES:
        (one, own), (again, _), (other, others_own) = (heard(program, fixed, game, variant) for variant in (0, 0, 1))
        assert one == again, "the same run twice is not the same: what is fixed here is not enough"
        assert own != others_own, "the two worlds do not differ"
        assert other and set(other) <= set(one)
        for name in other:
            assert one[name] == other[name], f"{game}: {name} can tell the two worlds apart"
        frames = sum(map(len, other.values()))
        assert "watcher" in other and frames > 20
        print(f"{game}: {len(other)} viewers, {frames} frames, the same in both worlds")


if __name__ == "__main__":
    main()
