"""What a seat could have counted: relations agree with the events it was told, and with the money."""
import unittest

import numpy as np

import kickback


def played(setup, seed, moves=10**6):
    """A memory of a random game, and the events each seat was told."""
    memory, rng = kickback.Memory(kickback.State(**setup)), kickback.Rng(seed)
    told = [[] for _ in range(memory.state.n_seats)]
    while not memory.state.over and moves > 0:
        memory.apply(*memory.state.pick(rng))
        for seat, events in enumerate(told):
            events += memory.state.events(seat)
        moves -= 1
    return memory, told


class Relations(unittest.TestCase):
    def test_bribes_are_the_money_that_moved(self):
        """In Intrige a seat has what it began with, its salaries, the bribes it got, less those it paid."""
        for seed in range(4):
            memory, told = played({"game": "intrige", "players": 4}, seed)
            pays = kickback.RELATIONS["intrige"].index("pays")
            for seat, events in enumerate(told):
                name, counts = memory.state.seat_name(seat), memory.relations(seat)
                own = [event for event in events if event.get("seat") == name]
                salaries = sum(event["amount"] for event in own if event["kind"] in ("income", "final_income"))
                paid = sum(event["amount"] for event in own if event["kind"] == "pays" and not event["bank"])
                self.assertEqual(memory.state.scores()[seat], 32000 + salaries + counts[pays, :, 0, 1].sum() - paid)
                self.assertEqual(counts[pays, 0, :, 0].sum(), sum(event["kind"] == "pays" for event in own))
                self.assertEqual(counts[pays, 0, 0, 0], 0)  # nobody bribes itself

    def test_every_kind_is_counted_once_for_each_event(self):
        for setup in ({"game": "intrige", "players": 4, "deals": "loose", "refund": "yes"}, {"game": "intrige", "players": 3, "bribes": "sealed"},
                      {"game": "integralis", "players": 3}, {"game": "incorporated", "players": 4}):
            memory, told = played(setup, 7, 400)
            for seat, events in enumerate(told):
                counts = memory.relations(seat)
                for number, kind in enumerate(kickback.RELATIONS[setup["game"]]):
                    expected = sum(event["kind"] == kind or (event["kind"] == "manages" and kind == ("helps" if event["helps"] else "hinders"))
                                   for event in events)
                    self.assertEqual(counts[number, :, :, 0].sum(), expected, (setup, kind))

    def test_seats_that_were_told_the_same_count_the_same(self):
        for setup in ({"game": "intrige", "players": 4, "deals": "loose"}, {"game": "integralis", "players": 3}):
            memory, _ = played(setup, 11, 500)
            n = memory.state.n_seats
            for seat in range(1, n):
                np.testing.assert_array_equal(np.roll(memory.relations(seat), (seat, seat), (1, 2)), memory.relations(0))

    def test_worlds_that_look_the_same_have_the_same(self):
        memory, _ = played({"game": "incorporated", "players": 3}, 3, 60)
        again = memory.resample(1, kickback.Rng(5))
        np.testing.assert_array_equal(memory.relations(1), again.relations(1))
        with self.assertRaises(kickback.Error):
            memory.relations(9)
        before, copy = memory.relations(0), memory.clone()
        for _ in range(20):
            copy.apply(*copy.state.pick(kickback.Rng(1)))
        np.testing.assert_array_equal(memory.relations(0), before)
        self.assertTrue((copy.relations(0) != before).any())


if __name__ == "__main__":
    unittest.main()
