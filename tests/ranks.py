#!/usr/bin/env python3
"""Tests the arena and selfplay over MPI, and checkpoints: the same results with any number of ranks, one error, kill -9.

usage: ranks.py PROGRAM MPIRUN [unittest arguments]
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv.pop(1))
MPIRUN = sys.argv.pop(1)
# More ranks than cores, perhaps as root in a container that does not allow a process to read another one's memory.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_mpi_yield_when_idle": "1"}
MATCH = ["arena", "intrige", "--bots", "random,greedy:honest,easy:grudge", "--option", "deals=loose", "--games", "60", "--seed", "7"]
SPEEDS = ["decisions_per_s", "simulations_per_s", "moves_per_s", "decision_ms"]


def call(ranks, *args, program=PROGRAM):
    """The command line for a number of ranks; 0: without mpirun."""
    return ([MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(ranks)] if ranks else []) + [program, *args]


def run(ranks, *args, program=PROGRAM):
    """Exit status, standard output, standard error."""
    done = subprocess.run(call(ranks, *args, program=program), capture_output=True, text=True, timeout=240, env=ENVIRONMENT,
                          stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def contents(folder):
    return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def comparable(name):
    """The result without machine-dependent figures."""
    result = json.loads(Path(name).read_text(encoding="utf-8"))
    for bot in result["bots"]:
        for speed in SPEEDS:
            del bot[speed]
    return result


def rank_of(process):
    """Which rank a process is; None: it is none, or has ended."""
    try:
        for entry in Path("/proc", process, "environ").read_bytes().split(b"\0"):
            if entry.startswith(b"OMPI_COMM_WORLD_RANK="):
                return int(entry.split(b"=")[1])
    except OSError:
        pass
    return None


def process_of(mpirun, rank):
    """The process of a rank below this mpirun."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = int(Path("/proc", process, "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == mpirun and rank_of(process) == rank:
            return int(process)
    raise AssertionError(f"rank {rank} is not running")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def wait_for_lines(self, name, lines, child):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            self.assertIsNone(child.poll())
            if os.path.exists(name) and Path(name).read_bytes().count(b"\n") >= lines:
                return
            time.sleep(0.01)
        self.fail("no games in the checkpoint")


class Ranks(Case):
    def hold(self, ranks, *args):
        """The table's games and names, the figures, the rows and the records of an arena."""
        name = self.path(f"r{ranks}")
        status, out, err = run(ranks, *args, "--json", name + ".json", "--csv", name + ".csv", "--records", name)
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(out.count("seed 7"), 1)
        return comparable(name + ".json"), Path(name + ".csv").read_bytes(), contents(name)

    def test_a_match_is_the_same_with_any_number_of_ranks(self):
        alone = self.hold(0, *MATCH)
        self.assertEqual(len(alone[2]), 60)
        for ranks in 1, 2, 3:
            self.assertEqual(self.hold(ranks, *MATCH), alone)
        self.assertEqual(self.hold(4, *MATCH, "--threads", "2"), alone)

    def test_a_field_and_duplicate_luck(self):
        field = Path(self.path("field"))
        field.write_text("2 random\ngreedy:grudge\n")
        match = ["arena", "incorporated", "--bots", "greedy", "--field", str(field), "--duplicate", "--games", "30", "--seed", "7"]
        self.assertEqual(self.hold(2, *match), self.hold(0, *match))

    def test_the_best_response_is_the_same(self):
        field = Path(self.path("field"))
        field.write_text("random\ngreedy\neasy\neasy:grudge\n")
        match = ["arena", "intrige", "--best-response", "--bots", "greedy", "--field", str(field), "--screen", "random", "--games", "20",
                 "--final", "30"]
        alone, together = run(0, *match, "--json", self.path("0.json")), run(3, *match, "--json", self.path("3.json"))
        self.assertEqual(together, alone)
        self.assertEqual(Path(self.path("3.json")).read_bytes(), Path(self.path("0.json")).read_bytes())

    def test_selfplay_writes_the_same_files(self):
        call_ = ["selfplay", "incorporated", "--players", "3", "--bots", "greedy,random", "--games", "50", "--games-a-file", "7"]
        for kind in [], ["--records"]:
            folders = []
            for ranks in 0, 2, 3:
                folder = self.path(f"{ranks}{kind}")
                self.assertEqual(run(ranks, *call_, *kind, "--out", folder)[0], 0)
                folders.append(contents(folder))
            self.assertEqual(len(folders[0]), 9)
            self.assertEqual(folders[1], folders[0])
            self.assertEqual(folders[2], folders[0])
        os.remove(self.path("3[]/000003.npy"))
        status, out, _ = run(2, *call_, "--out", self.path("3[]"))
        self.assertEqual(status, 0)
        self.assertIn("8 of 8 files, 1 of them new", out)
        self.assertEqual(contents(self.path("3[]")), contents(self.path("0[]")))

    def test_wrong_input_is_reported_once(self):
        Path(self.path("full")).mkdir()
        Path(self.path("full/file")).touch()
        for wrong, sentence in [
            (["arena", "chess", "--bots", "greedy"], "'chess'"),
            (["arena", "intrige", "--bots", "greedy", "--records", self.path("full")], "must be new or empty"),
            (["arena", "intrige", "--bots", "greedy", "--curve"], "one process only"),
            (["arena", "intrige", "--bots", "cmd:/no/such/program,greedy"], "program not found"),
            (["selfplay", "intrige", "--out", self.path("full")], "not from the same call"),
        ]:
            status, out, err = run(3, *wrong)
            self.assertEqual((status, out), (1 if "cmd" in wrong[3] else 2, ""), wrong)
            said = [line for line in err.splitlines() if line.startswith("kickback")]
            self.assertEqual(len(said), 1, err)
            self.assertIn(sentence, said[0])

    def test_help_is_printed_once(self):
        status, out, _ = run(2, "arena", "--help")
        self.assertEqual((status, out.count("usage: kickback arena")), (0, 1))

    def test_a_program_without_mpi_says_so_once(self):
        lonely = shutil.copy(PROGRAM, self.path("kickback"))
        status, _, err = run(2, *MATCH, program=lonely)
        self.assertEqual((status, err.count("need kickback-mpi")), (1, 1))
        self.assertEqual(run(1, *MATCH, program=lonely)[0], 0)

    def test_a_killed_rank_loses_nothing_that_was_finished(self):
        checkpoint = self.path("checkpoint")
        match = ["arena", "incorporated", "--bots", "greedy,easy,random", "--seed", "3"]
        kept_match = [*match, "--checkpoint", checkpoint]
        for rank in 1, 0:
            child = subprocess.Popen(call(3, *kept_match, "--games", "1000000"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                     stdin=subprocess.DEVNULL, env=ENVIRONMENT)
            before = Path(checkpoint).read_bytes().count(b"\n") if os.path.exists(checkpoint) else 0
            self.wait_for_lines(checkpoint, before + 5, child)
            os.kill(process_of(child.pid, rank), signal.SIGKILL)
            self.assertNotEqual(child.wait(timeout=120), 0)
        kept = Path(checkpoint).read_bytes()
        whole = kept[:kept.rindex(b"\n") + 1]
        played = {int(line.split()[0]) for line in whole.splitlines()[1:]}
        games = max(played) + 3
        status, _, err = run(2, *kept_match, "--games", str(games), "--csv", self.path("resumed.csv"), "--json", self.path("resumed.json"))
        self.assertEqual((status, err), (0, ""))
        after = Path(checkpoint).read_bytes()
        self.assertTrue(after.startswith(whole))
        new = [int(line.split()[0]) for line in after[len(whole):].splitlines()]
        self.assertEqual(sorted(new), sorted(set(range(games)) - played))
        self.assertEqual(run(0, *match, "--games", str(games), "--csv", self.path("alone.csv"), "--json", self.path("alone.json"))[0], 0)
        self.assertEqual(Path(self.path("resumed.csv")).read_bytes(), Path(self.path("alone.csv")).read_bytes())
        self.assertEqual(comparable(self.path("resumed.json")), comparable(self.path("alone.json")))


class Checkpoints(Case):
    """Without MPI."""

    def test_a_checkpoint_is_continued(self):
        checkpoint = self.path("checkpoint")
        few, many = [*MATCH, "--games", "20"], [*MATCH, "--checkpoint", checkpoint, "--csv", self.path("b.csv")]
        self.assertEqual(run(0, *few, "--checkpoint", checkpoint)[0], 0)
        begun = Path(checkpoint).read_bytes()
        with open(checkpoint, "ab") as file:
            file.write(begun.splitlines()[-1][:-3])  # the arena was killed while it wrote
        self.assertEqual(run(0, *many)[0], 0)
        whole = Path(checkpoint).read_bytes()
        self.assertTrue(whole.startswith(begun))
        self.assertEqual(whole.count(b"\n"), 61)
        self.assertEqual(run(0, *MATCH, "--csv", self.path("a.csv"))[0], 0)
        self.assertEqual(Path(self.path("a.csv")).read_bytes(), Path(self.path("b.csv")).read_bytes())
        self.assertEqual(run(0, *many)[0], 0)
        self.assertEqual(Path(checkpoint).read_bytes(), whole)

    def test_records_go_on_with_a_checkpoint(self):
        match = [*MATCH, "--checkpoint", self.path("checkpoint"), "--records", self.path("records")]
        self.assertEqual(run(0, *match, "--games", "5")[0], 0)
        self.assertEqual(run(0, *match, "--games", "8")[0], 0)
        self.assertEqual(run(0, *MATCH, "--games", "8", "--records", self.path("whole"))[0], 0)
        self.assertEqual(contents(self.path("records")), contents(self.path("whole")))

    def test_another_call_or_a_damaged_file_is_refused(self):
        checkpoint = self.path("checkpoint")
        match = [*MATCH, "--games", "9", "--checkpoint", checkpoint]
        self.assertEqual(run(0, *match)[0], 0)
        whole = Path(checkpoint).read_bytes()
        for other in ["--seed", "8"], ["--bots", "random"], ["--duplicate"], ["--option", "deals=none"]:
            status, out, err = run(0, *match, *other)
            self.assertEqual((status, out), (1, ""))
            self.assertIn("not from the same call", err)
        lines = whole.splitlines(keepends=True)
        for damage in b"\n", b" 1 2 3\n", lines[3].replace(b" ", b" x", 1), lines[3][:-1] + b" 4\n", b" -1" + lines[3][2:], b"\0\0\n", \
                b" 1" * 20000 + b"\n":
            damaged = b"".join(lines[:3] + [damage] + lines[4:])
            Path(checkpoint).write_bytes(damaged)
            status, out, err = run(0, *match)
            self.assertEqual((status, out), (1, ""), damage[:40])
            self.assertIn("line 4 is damaged", err)
            self.assertEqual(Path(checkpoint).read_bytes(), damaged)

    def test_an_arena_has_its_checkpoint_for_itself(self):
        checkpoint = self.path("checkpoint")
        match = [*MATCH, "--checkpoint", checkpoint]
        child = subprocess.Popen(call(0, *match, "--games", "1000000", "--threads", "1"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.wait_for_lines(checkpoint, 2, child)
            status, _, err = run(0, *match)
            self.assertEqual(status, 1)
            self.assertIn("another arena is using it", err)
        finally:
            child.kill()
            child.wait()


if __name__ == "__main__":
    unittest.main()
