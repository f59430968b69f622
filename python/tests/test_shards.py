"""Shards: the published example, row by row against its records."""
import json
import shutil
import tempfile
import unittest
from pathlib import Path

import numpy as np

import kickback
from kickback import shards

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def games_of(folder):
    """The lines of each game of a folder with records."""
    for file in sorted(folder.glob("*.kbr")):
        game = []
        for line in file.read_text().splitlines():
            if "kickback" in json.loads(line) and game:
                yield game
                game = []
            game.append(line)
        yield game


class Shards(unittest.TestCase):
    def test_rows_are_the_decisions_of_the_records(self):
        data = shards.load(EXAMPLES / "incorporated")
        rows = iter(np.concatenate(list(data)))
        decisions = 0
        for number, lines in enumerate(games_of(EXAMPLES / "incorporated-records")):
            whole = kickback.Record.parse("\n".join(lines) + "\n")
            record, moves = kickback.Record.parse(lines[0] + "\n"), 0
            for line in map(json.loads, lines):
                if "move" not in line:
                    continue
                if line["by"] != "chance":
                    self.check(data, next(rows), record.state, line, whole.state, (number, moves))
                    decisions += 1
                record.move(line["by"], line["move"])
                moves += 1
        self.assertIsNone(next(rows, None))
        self.assertEqual(decisions, len(data))

    def check(self, data, row, state, line, end, where):
        seat = [state.seat_name(i) for i in range(state.n_seats)].index(line["by"])
        self.assertEqual((row["game"], row["move"]), where)
        self.assertEqual(row["seat"], seat)
        self.assertEqual(row["action"], state.action_of(seat, line["move"]))
        self.assertTrue((row["observation"] == kickback.observe(state, seat)).all())
        self.assertTrue((data.masks(row) == kickback.action_mask(state, seat)).all())
        turned = [(seat + i) % state.n_seats for i in range(state.n_seats)]
        self.assertEqual(list(row["scores"]), [end.scores()[i] for i in turned])
        self.assertEqual(list(row["won"]), [int(i in end.winners()) for i in turned])

    def test_minibatches_are_every_row_once(self):
        data = shards.load(EXAMPLES / "incorporated")
        found = sorted((row["game"], row["move"]) for rows in data.minibatches(50, seed=2) for row in rows)
        self.assertEqual(found, sorted((row["game"], row["move"]) for rows in data for row in rows))
        self.assertEqual(len(set(found)), len(data))

    def test_other_versions_are_refused(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch, "copy")
            shutil.copytree(EXAMPLES / "incorporated", folder)
            about = json.loads((folder / "selfplay.json").read_text())
            for key in ("version", "encoding"):
                (folder / "selfplay.json").write_text(json.dumps({**about, key: about[key] + 1}))
                with self.assertRaisesRegex(kickback.Error, f"expected {key} {about[key]} but found {about[key] + 1}"):
                    shards.load(folder)
            (folder / "selfplay.json").write_text("{")
            with self.assertRaises(kickback.Error):
                shards.load(folder)


if __name__ == "__main__":
    unittest.main()
