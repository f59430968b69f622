"""Perfect recall: rows of a batch are those of single games, and say what the seat was told, no more and no less."""
import itertools
import json
import unittest

import numpy as np

import kickback
from test_vector import Table

SETUPS = ({"game": "intrige", "players": 4}, {"game": "intrige", "players": 3, "bribes": "sealed", "deals": "none", "money": "hidden"},
          {"game": "intrige", "players": 5, "deals": "loose", "refund": "yes"}, {"game": "incorporated", "players": 3},
          {"game": "incorporated", "players": 4}, {"game": "integralis", "players": 2},
          {"game": "integralis", "players": 3, "meeting": "machine", "money": "hidden"})


class Alone:
    """Game i of a batch without bots, played by itself."""

    def __init__(self, setup, seed):
        self.setup, self.luck, self.n_ended = setup, kickback.Rng(seed), 0
        self.begin()

    def begin(self):
        self.memory = kickback.Memory(kickback.State(**self.setup))
        self.go_on()

    def go_on(self):
        while self.memory.state.actors == (kickback.CHANCE,):
            self.memory.apply(*self.memory.state.pick(self.luck))

    def step(self, seat, action):
        self.memory.apply(seat, self.memory.state.move_of(seat, action))
        self.go_on()
        if self.memory.state.over:
            self.n_ended += 1
            self.begin()


class WithBots(Table):
    """Game i of a batch with bots."""

    def begin(self):
        super().begin()
        self.memory = kickback.Memory(self.state)

    def apply(self, seat, move):
        self.memory.apply(seat, move)
        for bot in self.bots.values():
            bot.watch(self.state)
        if self.state.over:
            self.ended = self.state.scores()
            self.begin()


def played(setup, seed, moves):
    memory, rng = kickback.Memory(kickback.State(**setup)), kickback.Rng(seed)
    while not memory.state.over and moves > 0:
        memory.apply(*memory.state.pick(rng))
        moves -= 1
    return memory


class Recall(unittest.TestCase):
    def check_rows(self, batch, i, expected):
        n = min(len(expected), batch.recalled.shape[1])
        self.assertEqual(batch.n_recalled[i], len(expected))
        np.testing.assert_array_equal(batch.recalled[i, :n], expected[len(expected) - n:])
        self.assertFalse(batch.recalled[i, n:].any())

    def test_the_same_as_one_by_one(self):
        for setup in SETUPS:
            with self.subTest(setup):
                n, steps = (2, 300) if setup["game"] == "integralis" else (4, 300)
                batch = kickback.vector(n=n, seed=20, recall=True, **setup)
                alone = [Alone(setup, 20 + i) for i in range(n)]
                for _ in range(steps):
                    for i, one in enumerate(alone):
                        self.check_rows(batch, i, one.memory.recall(int(batch.seats[i])))
                    actions = batch.pick()
                    batch.step(actions)
                    for i, one in enumerate(alone):
                        one.step(one.memory.state.actors[0], int(actions[i]))
                self.assertTrue(setup["game"] == "integralis" or all(one.n_ended for one in alone))

    def test_bots_in_the_other_seats(self):
        for game in ("intrige", "incorporated", "integralis"):
            batch = kickback.vector(game, n=3, players=3, seed=30, bots="greedy", recall=True)
            tables = [WithBots(game, 3, 30 + i, i) for i in range(3)]
            for _ in range(40):
                for i, table in enumerate(tables):
                    self.check_rows(batch, i, table.memory.recall(table.seat))
                actions = batch.pick()
                batch.step(actions)
                for i, table in enumerate(tables):
                    table.step(int(actions[i]))

    def test_little_room(self):
        """The last rows are kept, and the count tells that there were more. Threads and resets change nothing."""
        setup = {"game": "incorporated", "players": 3}
        batch, alone = kickback.vector(n=5, seed=40, threads=2, recall=7, **setup), [Alone(setup, 40 + i) for i in range(5)]
        held = batch.recalled, batch.n_recalled
        for _ in range(200):
            actions = batch.pick()
            batch.step(actions)
            for i, one in enumerate(alone):
                one.step(one.memory.state.actors[0], int(actions[i]))
                self.check_rows(batch, i, one.memory.recall(int(batch.seats[i])))
        batch.n_recalled[:], batch.recalled[:] = 10**9, 0  # the caller's to spoil
        batch.reset(40)
        for i in range(5):
            self.check_rows(batch, i, Alone(setup, 40 + i).memory.recall(int(batch.seats[i])))
        self.assertIs(batch.recalled, held[0])  # written in place
        self.assertIs(batch.n_recalled, held[1])

    def test_there_is_room_for_whole_games(self):
        for setup in SETUPS:
            batch = kickback.vector(n=16, seed=50, recall=True, **setup)
            ended = 0
            while ended < (4 if setup["game"] == "integralis" else 64):
                batch.step(batch.pick())
                ended += int(batch.dones.sum())
                self.assertLessEqual(batch.n_recalled.max(), batch.recalled.shape[1])

    def test_rows_say_what_was_told(self):
        """Within a game, a seat that is told the same gets the same row, and another row for anything else."""
        for setup, seed in itertools.product(SETUPS, (1, 2)):
            memory, kinds = played(setup, seed, 700), kickback.encoding(setup["game"]).told
            self.assertEqual(kinds[:2], ("", "move"))
            names = [memory.state.seat_name(seat) for seat in range(memory.state.n_seats)]
            for seat in range(memory.state.n_seats):
                told, rows = memory.told(seat), [tuple(row) for row in memory.recall(seat)]
                self.assertEqual(len(told), len(rows))
                row_of, told_of = {}, {}
                for line, row in zip(told, rows):
                    event = {"kind": "move"} if line.startswith("> ") else json.loads(line)
                    self.assertEqual(kinds[row[0]], event["kind"])
                    if "seat" in event:
                        self.assertEqual(names[(row[1] + seat) % len(names)], event["seat"])
                    if event["kind"] in ("offers", "counters"):
                        line = json.dumps({**event, "to": None})  # the landlord or the scholar's family: no column of its own
                    self.assertEqual(row_of.setdefault(line, row), row, setup)
                    self.assertEqual(told_of.setdefault(row, line), line, setup)

    def test_other_worlds_and_copies(self):
        memory = played({"game": "incorporated", "players": 3}, 3, 60)
        np.testing.assert_array_equal(memory.recall(1), memory.resample(1, kickback.Rng(5)).recall(1))
        copy, before = memory.clone(), memory.recall(0)
        for _ in range(5):
            copy.apply(*copy.state.pick(kickback.Rng(1)))
        np.testing.assert_array_equal(memory.recall(0), before)
        self.assertGreater(len(copy.recall(0)), len(before))

    def test_bad_input(self):
        for wrong in (0, -1, 2**20 + 1, 2**70):
            with self.subTest(wrong), self.assertRaises(kickback.Error):
                kickback.vector("intrige", n=2, recall=wrong)
        with self.assertRaisesRegex(kickback.Error, "for all games"):
            kickback.vector("intrige", n=1 << 16, recall=1 << 16)
        for wrong in ("yes", None, 1.5, [3]):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "recall"):
                kickback.vector("intrige", n=2, recall=wrong)
        self.assertIsNone(kickback.vector("intrige", n=2).recalled)
        memory = played({"game": "intrige", "players": 3}, 1, 10)
        for wrong in (-1, 3):
            with self.assertRaises(kickback.Error):
                memory.recall(wrong)
        with self.assertRaises(kickback.Error):
            memory.apply(0, "bribe gold")  # refused: nothing is remembered
        self.assertEqual(len(memory.recall(0)), len(memory.told(0)))


if __name__ == "__main__":
    unittest.main()
