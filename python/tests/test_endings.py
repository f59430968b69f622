"""The values of `kickback endings`, computed again in another way: examples/endings."""
import functools
import json
import unittest
from collections import Counter
from pathlib import Path

import kickback

ENDINGS = Path(__file__).resolve().parents[2] / "examples" / "endings"
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


def examples(pattern="*"):
    return [json.loads(line) for file in sorted(ENDINGS.glob(f"{pattern}.jsonl")) for line in file.read_text().splitlines()]


class Endings(unittest.TestCase):
    def test_values_and_best_responses(self):
        lines = examples()
        self.assertEqual({line["position"]["game"] for line in lines}, {game.name for game in kickback.games()})
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

    def test_hidden_tiles_and_cards_do_not_matter(self):
        luck, others = kickback.Rng(1), 0
        for line in examples("incorporated") + examples("integralis"):
            state = kickback.State.from_position(json.dumps(line["position"]))
            seats = range(line["position"]["players"])
            for seat in seats:
                other = state.redact(seat).sample(luck)
                others += other.position() != state.position()
                for best in None, *seats:
                    self.assertEqual(expected(other, uniform, best), expected(state, uniform, best))
        self.assertGreater(others, 5)

    def test_who_remembers_knows_all_money_of_intrige(self):
        for game in range(20):
            state, luck = kickback.State("intrige", players=4, refund=("no", "yes")[game % 2]), kickback.Rng(game)
            cash, turn = dict(state.position()["cash"]), None
            while not state.over:
                state.apply(*state.pick(luck))
                for event in state.events(game % 4):
                    kind, seat = event["kind"], event.get("seat")
                    if kind == "turn":
                        turn = seat
                    elif kind in ("income", "final_income"):
                        cash[seat] += event["amount"]
                    elif kind in ("pays", "refunded"):
                        amount = event["amount"] if kind == "pays" else -event["amount"]
                        cash[turn] += amount
                        cash[seat] -= 0 if event["bank"] else amount
            self.assertEqual(list(cash.values()), list(state.scores()))


if __name__ == "__main__":
    unittest.main()
