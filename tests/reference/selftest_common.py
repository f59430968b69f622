"""Shared by the tests of several games' reference rules."""

import os
import random
import unittest

import common
from common import Replay, parse_json, same, write_json


#: For whole games in every configuration, which take minutes: `make soak` asks for them.
if_asked = unittest.skipUnless(os.environ.get("KICKBACK_SOAK"), "takes long; set KICKBACK_SOAK=1 to run it")


def game_of(game, setup, seed):
    """A whole game, one in four at random and the others with purposeful players: (its moves, its rows)."""
    rng = random.Random(f"{seed} {write_json(setup)}")
    policy = game.purposeful(setup, rng) if seed % 4 else None
    return common.play(game, setup, rng, policy)


def check_game(test, game, setup, moves, rows):
    """What must hold for every game: it can be written and read again, and none of its positions is refused."""
    data = common.write_record(game, setup, moves, rows[-1]["end"], random.Random(1))
    again = list(Replay(data, {game.NAME: game}))
    test.assertEqual(len(again), len(moves) + 1)
    for row, other in zip(rows, again):
        test.assertTrue(same(row, other))
        position = row["position"]
        test.assertIsNone(game.refuse_position(position, history=True), write_json(position))
        test.assertTrue(same(position, parse_json(write_json(position))))
        for lines in row["legal"].values():
            test.assertTrue(lines)
            test.assertEqual(lines, common.sorted_lines(lines))
        for seat in game.SEATS[:setup["players"]]:
            test.assertEqual(game.view(position, seat).keys(), position.keys())


class Table:
    """A game played by hand: each line is a seat and its move."""

    def __init__(self, game, position):
        self.game = game
        self.position = position
        reason = game.refuse_position(position)
        assert reason is None, reason

    def play(self, *lines):
        for line in lines:
            seat, move = line.split(" ", 1)
            self.position = self.game.apply(self.position, seat, move)
            reason = self.game.refuse_position(self.position)
            assert reason is None, f"{line}: {reason}"
        return self

    def legal(self, seat):
        return self.game.legal(self.position).get(seat, [])

    def actors(self):
        return list(self.game.legal(self.position))

    def __getitem__(self, key):
        return self.position[key]


def changed(position, **changes):
    """A copy with some values replaced. a__b is key b inside key a."""
    damaged = common.copy(position)
    for path, value in changes.items():
        *way, last = path.split("__")
        inner = damaged
        for key in way:
            inner = inner[key]
        inner[last] = value
    return damaged
