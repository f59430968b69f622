#!/usr/bin/env python3
"""Tests `kickback endings`: positions, values, the files and the table made by it, wrong calls. python/tests/test_endings.py
computes the values again in another way.

usage: endings.py PROGRAM [unittest arguments]
"""
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = Path(__file__).resolve().parents[1]
OPEN = ["intrige", "--option", "money=open"]
EXAMPLES = {"intrige": 3, "incorporated": 6, "integralis": 30}  # how many games they are from


def run(*args):
    """Exit status, standard output, standard error."""
    done = subprocess.run([PROGRAM, "endings", *args], capture_output=True, text=True, timeout=240)
    return done.returncode, done.stdout, done.stderr


class Endings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_positions_are_small_and_the_same_every_time(self):
        status, out, err = run(*OPEN, "--games", "3", "--states", "300")
        self.assertEqual((status, err), (0, ""))
        lines = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([line["game"] for line in lines], [0, 1, 2])
        self.assertTrue(all(1 < line["states"] <= 300 and "cash" in line["position"] for line in lines))
        self.assertEqual(run(*OPEN, "--games", "3", "--states", "300")[1], out)
        more = [json.loads(line) for line in run(*OPEN, "--games", "3", "--states", "3000")[1].splitlines()]
        self.assertTrue(all(a["move"] >= b["move"] for a, b in zip(lines, more)))
        self.assertNotEqual(run(*OPEN, "--games", "3", "--states", "300", "--seed", "1")[1], out)

    def test_values(self):
        for rewards, game in itertools.product(("money", "win"), EXAMPLES):
            name = os.path.join(self.folder, game)
            games = str(2 * EXAMPLES[game])
            self.assertEqual(run(game, "--games", games, "--solve", "random,greedy,easy,perfect", "--rewards", rewards, "--json", name)[0], 0)
            lines = Path(name).read_text().splitlines()
            if rewards == "money":
                self.assertGreater(sum(json.loads(line)["random"]["nashconv"] > 0 for line in lines), 1)
            for line in map(json.loads, lines):
                for bot in "random", "greedy", "easy", "perfect":
                    found = line[bot]
                    self.assertTrue(all(best >= value for best, value in zip(found["best"], found["policy"])), line)
                    if rewards == "win" and game != "incorporated":  # where perhaps nobody wins
                        self.assertAlmostEqual(sum(found["policy"]), 1, 3)
                self.assertEqual(line["perfect"]["best"], line["perfect"]["policy"])
                self.assertEqual(line["perfect"]["nashconv"], 0)

    def test_the_examples_were_made_by_this_program(self):
        for game, n in EXAMPLES.items():
            name = os.path.join(self.folder, game)
            self.assertEqual(run(game, "--games", str(n), "--states", "400", "--solve", "random,greedy,perfect", "--json", name)[0], 0)
            self.assertEqual(Path(name).read_text(), (ROOT / f"examples/endings/{game}.jsonl").read_text())

    def test_no_endings_where_somebody_must_guess(self):
        for call in ["intrige", "--option", "bribes=sealed"], ["integralis", "--option", "money=hidden"]:
            status, out, err = run(*call, "--games", "2")
            self.assertEqual((status, out), (1, ""))
            self.assertIn("no small ending in 2 games", err)

    def test_wrong_calls(self):
        for call, sentence in [
            ([], "expected a game"),
            (["intrige", "--solve", "genius"], "genius"),
            (["intrige", "--solve", "cmd:./bot"], "programs cannot play here"),
            (["intrige", "--solve", "search:50ms"], "no fixed policy"),
            (["intrige", "--solve", ","], "--solve: expected bots"),
            (["intrige", "--draws", "65"], "--draws"),
            (["intrige", "--states", "1"], "--states"),
            (["intrige", "--rewards", "fame"], "expected money or win but found 'fame'"),
            (["intrige", "--json", os.path.join(self.folder, "no/such")], "No such file or directory"),
            (["intrige", "integralis"], "expected one game but found 'integralis' too"),
        ]:
            status, out, err = run(*call)
            self.assertEqual((status, out), (2, ""), call)
            self.assertIn(sentence, err)


class Page(unittest.TestCase):
    def test_the_tables_were_printed_by_this_program(self):
        page = (ROOT / "docs/lab.md").read_text()
        calls = re.findall(r"^kickback endings (.*)$", page, re.M)
        self.assertEqual(len(calls), 4)
        for call in calls:
            status, out, _ = run(*call.split())
            self.assertEqual(status, 0)
            self.assertIn(out, page)


if __name__ == "__main__":
    unittest.main()
