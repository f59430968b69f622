"""The values of `kickback endings`, computed again in another way: examples/endings.jsonl."""
import functools
import json
import unittest
from collections import Counter
from pathlib import Path

import kickback

ENDINGS = Path(__file__).resolve().parents[2] / "examples" / "endings.jsonl"
DRAWS = 4


def chance_of(state, seat):
    """The moves of chance, each with its probability."""
    weights = {move: weight for move, _, weight in state.spans(seat)}
    return {move: weight / sum(weights.values()) for move, weight in weights.items()}


def uniform(state, seat):
    moves = state.legal(seat)
    return {move: 1 / len(moves) for move in moves}


def bot(name, state, seat):
    moves = Counter(kickback.bot(name, seat=seat, seed=seed).decide(state) for seed in range(DRAWS))
    return {move: n / DRAWS for move, n in moves.items()}


def after(state, seat, move):
    state = state.clone()
    state.apply(seat, move)
    return state


def expected(state, policy, best=None):
    """What every seat gets by the policy; the seat `best` makes its best moves instead. Visits every path."""
    if state.over:
        return list(state.scores())
    (seat,) = state.actors
    if seat == best:
        return max((expected(after(state, seat, move), policy, best) for move in state.legal(seat)), key=lambda values: values[best])
    choices = chance_of(state, seat) if seat == kickback.CHANCE else policy(state, seat)
    parts = [(part, expected(after(state, seat, move), policy, best)) for move, part in choices.items()]
    return [sum(part * values[i] for part, values in parts) for i in range(len(parts[0][1]))]


class Endings(unittest.TestCase):
    def test_values_and_best_responses(self):
        lines = [json.loads(line) for line in ENDINGS.read_text().splitlines()]
        self.assertGreater(len(lines), 2)
        for line in lines:
            state = kickback.State.from_position(json.dumps(line["position"]))
            for name, policy in ("random", uniform), ("greedy", functools.partial(bot, "greedy")):
                found, seats = line[name], range(len(line[name]["policy"]))
                for seat, value in zip(seats, expected(state, policy)):
                    self.assertAlmostEqual(found["policy"][seat], value, 3)
                    self.assertAlmostEqual(found["best"][seat], expected(state, policy, seat)[seat], 3)
                    self.assertGreaterEqual(found["best"][seat], found["policy"][seat])
                self.assertAlmostEqual(found["nashconv"], sum(found["best"]) - sum(found["policy"]), 3)
            self.assertEqual(line["perfect"]["nashconv"], 0)
            # Nobody gains by leaving perfect play, so it is an equilibrium; and a seat cannot be held below what it gets alone.
            self.assertEqual(line["perfect"]["best"], line["perfect"]["policy"])


if __name__ == "__main__":
    unittest.main()
