"""kickback.gpu: the same batches as kickback.vector. The library is compiled for the processor, so that no GPU is needed."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import kickback
import numpy as np
from kickback import gpu

GPU = Path(__file__).resolve().parents[2] / "tools/gpu.sh"
NAMES = "observations", "masks", "seats", "rewards", "dones"


class WithoutLibrary(unittest.TestCase):
    def test_says_what_is_missing(self):
        code = "from kickback import gpu; gpu.vector('intrige', n=4)"
        ran = subprocess.run([sys.executable, "-c", code], env={**os.environ, "KICKBACK_GPU": "/nowhere/lib.so"},
                             capture_output=True, text=True)
        self.assertIn("Error: cannot load libkickback-gpu.so: /nowhere/lib.so", ran.stderr)
        self.assertIn("make gpu", ran.stderr)


@unittest.skipUnless(GPU.exists() and shutil.which("g++"), "needs the source tree and g++")
class OnProcessor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([GPU, "processor", cls.folder.name], check=True)
        os.environ["KICKBACK_GPU"] = str(Path(cls.folder.name) / gpu._NAME)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def compare(self, ours, theirs, what):
        for name in NAMES:
            np.testing.assert_array_equal(np.from_dlpack(getattr(ours, name)), getattr(theirs, name), f"{what}: {name}")

    def test_same_as_vector(self):
        setups = [("intrige", dict(players=3)), ("intrige", dict(players=5, edition="fxschmid1994", bribes="sealed")),
                  ("integralis", dict(players=4, money="hidden")), ("integralis", dict(players=2)), ("incorporated", dict(players=4))]
        ended = 0
        for game, options in setups:
            ours, theirs = gpu.vector(game, n=33, seed=7, **options), kickback.vector(game, n=33, seed=7, **options)
            self.assertEqual((ours.n_observations, ours.n_actions, ours.n_players),
                             (theirs.n_observations, theirs.n_actions, theirs.n_players))
            for step in range(150):
                self.compare(ours, theirs, f"{game} {options}, step {step}")
                actions = theirs.pick()
                np.testing.assert_array_equal(np.from_dlpack(ours.pick()), actions)
                ours.step(actions if step % 2 else actions.astype(np.int64))
                theirs.step(actions)
                ended += int(theirs.dones.sum())
        self.assertGreater(ended, 0)

    def test_own_actions_and_seeds(self):
        seeds = [3, 1, 4, 1, 5]
        ours, theirs = gpu.vector("intrige", n=5, seeds=seeds), kickback.vector("intrige", n=5, seeds=seeds)
        for _ in range(40):
            highest = theirs.n_actions - 1 - np.argmax(theirs.masks[:, ::-1], axis=1)  # the highest sums
            ours.step(highest)
            theirs.step(highest)
            self.compare(ours, theirs, "highest")
        ours.step(ours.pick())
        ours.reset(seeds=seeds)
        theirs.reset(seeds=seeds)
        self.compare(ours, theirs, "reset")

    def test_illegal_action_changes_nothing(self):
        batch = gpu.vector("incorporated", n=40)
        before = np.from_dlpack(batch.observations).copy()
        good = np.from_dlpack(batch.pick()).copy()
        for wrong in (-1, batch.n_actions, int(np.argmin(np.from_dlpack(batch.masks)[35]))):
            actions = good.copy()
            actions[35] = wrong
            with self.assertRaisesRegex(kickback.Error, "^game 35: its mask does not allow the action$"):
                batch.step(actions)
            np.testing.assert_array_equal(np.from_dlpack(batch.observations), before)
        batch.step(good)

    def test_bad_arguments(self):
        batch = gpu.vector("intrige", n=4)
        for actions, error in ((np.zeros(5, np.int32), kickback.Error), (np.zeros(4, np.float32), kickback.Error),
                               (np.zeros(8, np.int32)[::2], kickback.Error), ([0, 0, 0, 0], TypeError),
                               (batch.observations, kickback.Error)):
            with self.assertRaises(error):
                batch.step(actions)
        for arguments in (dict(n=0), dict(n=2**24 + 1), dict(n=4, players=9), dict(n=4, seeds=[1, 2]), dict(n=4, bribes="none")):
            with self.assertRaises(kickback.Error):
                gpu.vector("intrige", **arguments)

    def test_one_thread_at_a_time(self):
        batch = gpu.vector("intrige", n=4)
        errors = []
        with batch._alone():
            def step():
                try:
                    batch.pick()
                except kickback.Error as error:
                    errors.append(str(error))
            thread = threading.Thread(target=step)
            thread.start()
            thread.join()
        self.assertEqual(errors, ["another thread is stepping this batch"])
        batch.pick()

    def test_arrays_outlive_the_batch(self):
        seen = np.from_dlpack(gpu.vector("intrige", n=64).observations)
        expected = kickback.vector("intrige", n=64).observations
        gpu.vector("intrige", n=64, seed=99)
        np.testing.assert_array_equal(seen, expected)


if __name__ == "__main__":
    unittest.main()
