#!/usr/bin/env python3
"""Tests `kickback endings`: positions, values, the files and the table made by it, wrong calls. python/tests/test_endings.py
computes the values again in another way.

usage: endings.py PROGRAM [unittest arguments]
"""
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
        for rewards in "money", "win":
            name = os.path.join(self.folder, rewards)
            self.assertEqual(run(*OPEN, "--games", "6", "--solve", "random,greedy,easy,perfect", "--rewards", rewards, "--json", name)[0], 0)
            for line in map(json.loads, Path(name).read_text().splitlines()):
                for bot in "random", "greedy", "easy", "perfect":
                    found = line[bot]
                    self.assertTrue(all(best >= value for best, value in zip(found["best"], found["policy"])), line)
                    if rewards == "win":
                        self.assertAlmostEqual(sum(found["policy"]), 1, 3)
                self.assertEqual(line["perfect"]["best"], line["perfect"]["policy"])
                self.assertEqual(line["perfect"]["nashconv"], 0)

    def test_the_example_was_made_by_this_program(self):
        name = os.path.join(self.folder, "endings.jsonl")
        self.assertEqual(run(*OPEN, "--games", "3", "--states", "400", "--solve", "random,greedy,perfect", "--json", name)[0], 0)
        self.assertEqual(Path(name).read_text(), (ROOT / "examples/endings.jsonl").read_text())

    def test_hidden_money_has_no_open_endings(self):
        for call in ["intrige", "--games", "2"], ["incorporated", "--games", "2"]:
            status, out, err = run(*call)
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
        self.assertEqual(len(calls), 2)
        for call in calls:
            status, out, _ = run(*call.split())
            self.assertEqual(status, 0)
            self.assertIn(out, page)


if __name__ == "__main__":
    unittest.main()
