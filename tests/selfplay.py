#!/usr/bin/env python3
"""Tests `kickback selfplay` end to end: files, resuming, wrong calls, Ctrl-C.

usage: selfplay.py PROGRAM [unittest arguments]
"""
import ast
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv.pop(1))
CALL = ["incorporated", "--players", "3", "--bots", "greedy,random", "--games", "5", "--games-a-file", "3", "--seed", "5"]


def run(*args):
    """Exit status, standard output, standard error."""
    done = subprocess.run([PROGRAM, "selfplay", *args], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def contents(folder):
    return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def size(descr):
    """The bytes of a row, from the column types of a NumPy header."""
    total = 0
    for _, kind, *shape in descr:
        total += int(kind[2:]) * (shape[0][0] if shape else 1)
    return total


def rows_of(name, bytes_):
    """The number of rows of a whole file; fails if it is cut."""
    assert bytes_[:8] == b"\x93NUMPY\x01\x00", name
    length = int.from_bytes(bytes_[8:10], "little")
    header = ast.literal_eval(bytes_[10:10 + length].decode())
    assert (10 + length) % 64 == 0, name
    (rows,) = header["shape"]
    assert len(bytes_) == 10 + length + rows * size(header["descr"]), name
    return rows


class Selfplay(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_the_same_files_with_any_number_of_threads(self):
        self.assertEqual(run(*CALL, "--threads", "1", "--out", self.path("one"))[0], 0)
        self.assertEqual(run(*CALL, "--threads", "3", "--out", self.path("three"))[0], 0)
        one = contents(self.path("one"))
        self.assertEqual(one, contents(self.path("three")))
        self.assertEqual(sorted(one), ["000000.npy", "000001.npy", "selfplay.json"])
        about = json.loads(one.pop("selfplay.json"))
        self.assertEqual((about["version"], about["games"], about["bots"]), (1, 5, ["greedy", "random"]))
        self.assertTrue(all(rows_of(*file) > 0 for file in one.items()))

    def test_a_row_for_every_decision(self):
        pacts = ["intrige", "--pacts", "--talk", "2", "--players", "3", "--bots", "greedy:honest,greedy", "--games", "5", "--games-a-file", "3"]
        for call in CALL, pacts:
            folder, records = self.path(call[0]), self.path(f"{call[0]}-records")
            self.assertEqual(run(*call, "--out", folder)[0], 0)
            self.assertEqual(run(*call, "--records", "--out", records)[0], 0)
            proposals = 0
            for i in range(2):
                lines = [json.loads(line) for line in Path(records, f"{i:06}.kbr").read_text().splitlines()]
                moves = [line for line in lines if "move" in line and line["by"] != "chance"]
                self.assertEqual(rows_of(i, Path(folder, f"{i:06}.npy").read_bytes()), len(moves))
                self.assertEqual(sum("kickback" in line for line in lines), 3 if i < 1 else 2)
                proposals += sum("propose" in line for line in lines)
            self.assertEqual(proposals > 0, call is pacts)

    def test_it_goes_on_where_it_stopped(self):
        folder = self.path("games")
        run(*CALL, "--out", folder)
        before = contents(folder)
        os.remove(Path(folder, "000001.npy"))
        status, out, _ = run(*CALL, "--out", folder)
        self.assertEqual(status, 0)
        self.assertIn("2 of 2 files, 1 of them new", out)
        self.assertEqual(contents(folder), before)
        self.assertIn("0 of them new", run(*CALL, "--out", folder)[1])

    def test_another_call_does_not_mix_with_it(self):
        folder = self.path("games")
        run(*CALL, "--out", folder)
        before = contents(folder)
        for other in (["--seed", "6"], ["--bots", "random"], ["--games", "8"], ["--records"]):
            status, _, err = run(*CALL, *other, "--out", folder)
            self.assertEqual(status, 2, other)
            self.assertIn("not from the same call", err)
        self.assertEqual(contents(folder), before)

    def test_ctrl_c_leaves_whole_files(self):
        folder = self.path("long")
        child = subprocess.Popen([PROGRAM, "selfplay", "integralis", "--bots", "random", "--games", "1000000", "--games-a-file", "2",
                                  "--threads", "2", "--out", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not Path(folder, "000001.npy").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=60)
        self.assertEqual(child.returncode, 130)
        found = contents(folder)
        self.assertIn("selfplay.json", found)
        for name, bytes_ in found.items():
            self.assertTrue(name == "selfplay.json" or rows_of(name, bytes_) > 0)

    def test_wrong_calls(self):
        for call, sentence in [
            (["intrige"], "--out is missing"),
            ([], "expected a game"),
            (["chess", "--out", self.path("x")], "chess"),
            (["intrige", "incorporated", "--out", self.path("x")], "expected one game but found 'incorporated' too"),
            (["intrige", "--bots", "genius", "--out", self.path("x")], "genius"),
            (["intrige", "--games", "0", "--out", self.path("x")], "--games"),
            (["intrige", "--players", "9", "--out", self.path("x")], "9"),
            (["intrige", "--out", self.path("no/such/folder")], "No such file or directory"),
            (["intrige", "--quick"], "--quick"),
        ]:
            status, _, err = run(*call)
            self.assertEqual(status, 2, call)
            self.assertIn(sentence, err)
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
