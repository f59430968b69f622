"""Encodings and batches."""
import re
import threading
import unittest
from pathlib import Path

import numpy as np

import kickback

ENCODED = ("intrige", "integralis", "incorporated")
PAGE = Path(__file__).resolve().parents[2] / "docs/encodings.md"


def choose(rng, masks):
    """A random action that each mask allows."""
    return np.argmax(rng.random(masks.shape, dtype=np.float32) * masks, axis=1).astype(np.int32)


class Table:
    """One game of a batch with bots, played state by state: game i of the batch, whose learner has seat i % players."""

    def __init__(self, game, players, seed, i):
        self.game, self.players, self.seat = game, players, i % players
        self.luck, self.seeds, self.ended = kickback.Rng(seed), kickback.Rng(seed ^ 0x9E3779B97F4A7C15), None
        self.begin()
        self.go_on()

    def begin(self):
        self.state, self.bots = kickback.State(self.game, players=self.players), {}
        for left in range(1, self.players):
            seat = (self.seat + left) % self.players
            self.bots[seat] = kickback.bot("greedy", seat, self.seeds.next())

    def apply(self, seat, move):
        self.state.apply(seat, move)
        for bot in self.bots.values():
            bot.watch(self.state)
        if self.state.over:
            self.ended = self.state.scores(), self.state.winners()
            self.begin()

    def go_on(self):
        while self.state.actors[0] != self.seat:
            seat = self.state.actors[0]
            self.apply(*(self.state.pick(self.luck) if seat == kickback.CHANCE else (seat, self.bots[seat].decide(self.state))))

    def step(self, action):
        self.ended = None
        self.apply(self.seat, self.state.move_of(self.seat, action))
        self.go_on()


class Encodings(unittest.TestCase):
    def test_the_page_has_the_numbers(self):
        chapters = re.split(r"^## ", PAGE.read_text(), flags=re.M)
        for game in ENCODED:
            (chapter,) = [text for text in chapters if text.lower().startswith(game + ":")]
            found = kickback.encoding(game, players=kickback.game(game).players[-1])
            self.assertTrue(chapter.startswith(f"{game.capitalize()}: {len(found.actions)} actions, {len(found.observations)} observations"))
            at = 0
            for first, last, verb in re.findall(r"^\| (\d+)–(\d+) \| (\w+) \|", chapter, re.M):
                self.assertEqual(int(first), at)
                at = int(last) + 1
                for name in found.actions[int(first):at]:
                    self.assertIn(name.split(" ")[0], (verb, ""))
            self.assertEqual(at, len(found.actions))
            blocks = {name.split("[")[0] for name in found.observations}
            said = re.findall(r"^\| ([a-z_0-9\[\] ]+) \|", chapter.split("| observations |")[1], re.M)
            self.assertEqual(blocks, {word.split("[")[0] for row in said for word in row.split()})

    def test_a_state(self):
        state = kickback.State("intrige", players=4)
        state.apply("chance", "start red")
        mask = kickback.action_mask(state, "red")
        self.assertEqual({state.move_of("red", int(action)) for action in np.flatnonzero(mask)}, set(state.legal("red")))
        for move in state.legal("red"):
            self.assertEqual(state.move_of("red", state.action_of("red", move)), move)
        np.testing.assert_array_equal(kickback.observe(state, 1), kickback.observe(state.redact(1), 1))
        for call in (lambda: state.move_of("red", 577), lambda: state.move_of("red", -1), lambda: state.move_of("red", 0),
                     lambda: state.action_of("red", "start red"), lambda: kickback.observe(state, kickback.CHANCE)):
            with self.assertRaises(kickback.Error):
                call()


class Batches(unittest.TestCase):
    def test_the_same_as_one_by_one(self):
        """Each game of a batch depends only on its seed and its actions."""
        for game in ENCODED:
            batch, rng, n = kickback.vector(game, n=5, seed=10), np.random.default_rng(1), 5
            alone = [kickback.State(game) for _ in range(n)]
            luck = [kickback.Rng(10 + i) for i in range(n)]

            def go_on(i):
                while alone[i].actors == (kickback.CHANCE,):
                    alone[i].apply(*alone[i].pick(luck[i]))
            for i in range(n):
                go_on(i)
            for _ in range(150):
                actions = choose(rng, batch.masks)
                for i in range(n):
                    self.assertEqual(batch.state(i), alone[i])
                    self.assertEqual(batch.seats[i], alone[i].actors[0])
                    seat = int(batch.seats[i])
                    np.testing.assert_array_equal(batch.masks[i], kickback.action_mask(alone[i], seat))
                    np.testing.assert_array_equal(batch.observations[i], kickback.observe(alone[i], seat))
                    alone[i].apply(seat, alone[i].move_of(seat, int(actions[i])))
                    go_on(i)
                batch.step(actions)
                for i in range(n):
                    self.assertEqual(bool(batch.dones[i]), alone[i].over)
                    scores = alone[i].scores() if alone[i].over else (0,) * batch.n_players
                    np.testing.assert_array_equal(batch.rewards[i], scores)
                    if alone[i].over:
                        alone[i] = kickback.State(game)
                        go_on(i)

    def test_bots_in_the_other_seats(self):
        """A batch with bots plays the games that a loop over single states plays, with bots that watch every move."""
        ended = 0
        for game, players in (("intrige", 4), ("integralis", 3), ("incorporated", 4)):
            batch, tables = kickback.vector(game, n=5, seed=9, players=players, bots="greedy"), [Table(game, players, 9 + i, i) for i in range(5)]
            for _ in range(60):
                actions = batch.pick()
                for i, table in enumerate(tables):
                    self.assertEqual(batch.state(i), table.state)
                    self.assertEqual(batch.seats[i], table.seat)
                    table.step(int(actions[i]))
                batch.step(actions)
                for i, table in enumerate(tables):
                    self.assertEqual(bool(batch.dones[i]), table.ended is not None)
                    scores, winners = table.ended or ((0,) * players, ())
                    self.assertEqual(tuple(batch.rewards[i]), scores)
                    self.assertEqual([seat for seat in range(players) if batch.wins[i, seat] > 0], list(winners))
                    self.assertAlmostEqual(batch.wins[i].sum(), bool(winners), places=6)
                    ended += table.ended is not None
        self.assertGreater(ended, 5)

    def test_bots_by_name(self):
        batch = kickback.vector("incorporated", n=6, players=3, seat=2, bots=["random", "style:loner"], threads=2)
        self.assertEqual(set(batch.seats), {2})
        for wrong in ({"bots": ["greedy"]}, {"bots": "hard"}, {"bots": "search:5"}, {"bots": [3, 4]}, {"bots": "style:nobody"},
                      {"bots": "greedy", "seat": 3}, {"bots": "greedy", "seat": -1}, {"seat": 1}):
            with self.subTest(wrong), self.assertRaises(kickback.Error):
                kickback.vector("incorporated", n=2, players=3, **wrong)

    def test_threads_and_runs_are_alike(self):
        ends = []
        for threads in (1, 3, 1):
            batch, rng = kickback.vector("incorporated", n=64, seed=3, threads=threads), np.random.default_rng(2)
            for _ in range(100):
                batch.step(choose(rng, batch.masks))
            ends.append((batch.observations.copy(), batch.masks.copy(), batch.seats.copy()))
        for other in ends[1:]:
            for a, b in zip(ends[0], other):
                np.testing.assert_array_equal(a, b)

    def test_exact_sums(self):
        batch, rng = kickback.vector("intrige", n=64, seed=1), np.random.default_rng(1)
        actions = choose(rng, batch.masks)
        while not (actions < 25).any():
            batch.step(actions)
            actions = choose(rng, batch.masks)
        i = int(np.flatnonzero(actions < 25)[0])
        state, seat = batch.state(i), int(batch.seats[i])
        actions[i], amounts = state.action_of(seat, "bribe 9000"), np.full(64, -2**31, np.int32)
        amounts[i] = 9000
        batch.step(actions, amounts)
        state.apply(seat, "bribe 9000")
        self.assertEqual(batch.state(i), state)

    def test_random_actions(self):
        batch, other = kickback.vector("intrige", n=32, seed=5), kickback.vector("intrige", n=32, seed=5, threads=2)
        chosen = set()
        for _ in range(60):
            actions = batch.pick()
            self.assertTrue(batch.masks[np.arange(32), actions].all())
            np.testing.assert_array_equal(actions, other.pick())
            chosen |= set(actions.tolist())
            batch.step(actions)
            other.step(actions)
        self.assertGreater(len(chosen), 60)
        batch.masks[3] = 0
        with self.assertRaisesRegex(kickback.Error, "game 3, whose mask is empty"):
            batch.pick()

    def test_what_the_caller_writes_into_the_arrays_is_not_read(self):
        batch, other = kickback.vector("integralis", n=8, seed=2), kickback.vector("integralis", n=8, seed=2)
        for _ in range(50):
            actions = other.pick()
            for array in (batch.observations, batch.masks, batch.seats, batch.rewards, batch.dones):
                array.fill(77)
            batch.step(actions)
            other.step(actions)
            for mine, its in ((batch.observations, other.observations), (batch.masks, other.masks), (batch.seats, other.seats),
                              (batch.rewards, other.rewards), (batch.dones, other.dones)):
                np.testing.assert_array_equal(mine, its)
        wrong = np.array([int(np.argmin(mask)) for mask in other.masks], np.int32)
        batch.masks.fill(1)
        with self.assertRaisesRegex(kickback.Error, "game 0, action"):
            batch.step(wrong)

    def test_arrays_of_the_caller(self):
        masks = np.full((8, 93), 7, np.uint8)
        batch = kickback.vector("incorporated", n=8, masks=masks)
        self.assertIs(batch.masks, masks)
        self.assertEqual(set(np.unique(masks)), {0, 1})
        for wrong, error in ((np.zeros((8, 92), np.uint8), kickback.Error), (np.zeros((8, 93), np.int32), kickback.Error),
                             (np.zeros((8, 186), np.uint8)[:, ::2], kickback.Error), ([[0] * 93] * 8, TypeError)):
            with self.assertRaises(error):
                kickback.vector("incorporated", n=8, masks=wrong)

    def test_bad_input(self):
        batch = kickback.vector("incorporated", n=4, seed=1)
        before = [batch.state(i) for i in range(4)]
        good = np.argmax(batch.masks, axis=1)
        bad = good.copy()
        bad[3] = np.argmin(batch.masks[3])
        for actions, sentence in ((bad, "game 3, action"), (good + 1000, "game 0, action"), (good - 1000, "game 0, action"),
                                  (good[:3], "expected 4 integers"), (good * 1.5, "expected 4 integers"),
                                  (good + 2**40, "out of range"), ([None] * 4, "expected 4 integers")):
            with self.subTest(sentence), self.assertRaisesRegex(kickback.Error, sentence):
                batch.step(actions)
        self.assertEqual([batch.state(i) for i in range(4)], before)
        for call in (lambda: kickback.vector("incorporated", n=0), lambda: kickback.vector("incorporated", n=2, seeds=[1]),
                     lambda: batch.state(4), lambda: batch.state(-1), lambda: kickback.vector("chess", n=2)):
            with self.assertRaises(kickback.Error):
                call()

    def test_two_threads_do_not_step_one_batch(self):
        batch, said = kickback.vector("integralis", n=2000), []
        actions = np.argmax(batch.masks, axis=1)

        def step():
            try:
                batch.step(actions)
                said.append("stepped")
            except kickback.Error as error:
                said.append(str(error))
        threads = [threading.Thread(target=step) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertIn("stepped", said)
        # Later threads found the batch in use, or their actions no longer legal.
        for sentence in said:
            self.assertRegex(sentence, "^(stepped|another thread is stepping this batch|game )")


if __name__ == "__main__":
    unittest.main()
