"""Records, traces, promises and verdicts."""
import os
import unittest
from pathlib import Path

import kickback

GOLDEN = sorted(Path(os.environ["KICKBACK_GOLDEN"]).glob("*.kbr"))


class Records(unittest.TestCase):
    def test_golden_games(self):
        self.assertTrue(GOLDEN)
        for path in GOLDEN:
            with self.subTest(path.name):
                text = path.read_text()
                record = kickback.Record.parse(text)
                self.assertTrue(record.state.over)
                self.assertEqual(str(record), text)

    def test_written_and_read(self):
        record, rng = kickback.Record("incorporated", players=3), kickback.Rng(1)
        while not record.state.over:
            record.move(*record.state.pick(rng))
        record.end()
        self.assertEqual(kickback.Record.parse(str(record)).state, record.state)

    def test_trace(self):
        text = GOLDEN[0].read_text()
        rows = list(kickback.trace(text))
        moves = sum('"move":' in line for line in text.splitlines())
        self.assertEqual(len(rows), moves + 1)
        self.assertEqual(kickback.State.from_position(rows[-1]["position"]), kickback.Record.parse(text).state)

    def test_refused_lines_change_nothing(self):
        record = kickback.Record("intrige", players=3)
        before = record.lines
        for line in ("", "{}", "[]", '{"by":"red","move":"bribe 1000"}', '{"by":"chance","move":"start', "\0"):
            with self.subTest(line), self.assertRaises(kickback.Error):
                record.read(line)
        with self.assertRaisesRegex(kickback.Error, "begun already"):
            record.begin("intrige")
        with self.assertRaisesRegex(kickback.Error, "the game is not over"):
            record.end()
        self.assertEqual(record.lines, before)
        for call in (kickback.Record().end, kickback.Record().trace, lambda: kickback.Record().state):
            with self.assertRaisesRegex(kickback.Error, "has not begun"):
                call()


class Promises(unittest.TestCase):
    def test_kept_and_broken(self):
        verdicts = set()
        for seed in range(40):
            record, rng = kickback.Record("incorporated", players=3), kickback.Rng(seed)
            while record.state.actors == (kickback.CHANCE,):
                record.move(*record.state.pick(rng))
            (seat,) = record.state.actors
            other = (seat + 1) % 3
            record.propose(seat, 1, [{"seat": seat, "will": "play *", "term": "round"}], among=[other])
            self.assertEqual([one.what for one in record.accept(other, 1)], ["stood"])
            name = record.state.legal(seat)[0]
            record.propose(seat, 2, [{"seat": seat, "will": name, "term": "turn"}])
            while not record.state.over:
                record.move(*record.state.pick(rng))
                verdicts |= {(one.pact, one.what) for one in record.outcomes() if one.promise is not None}
        self.assertIn((1, "kept"), verdicts)
        self.assertIn((2, "kept"), verdicts)
        self.assertIn((2, "broken"), verdicts)

    def test_declined(self):
        record = kickback.Record("incorporated", players=3)
        record.move("chance", "start suns")
        record.propose("suns", 1, [{"seat": "suns", "will": "play *", "term": "round"}], among=["moons"])
        self.assertEqual(record.decline("moons", 1)[0].what, "declined")


if __name__ == "__main__":
    unittest.main()
