"""The examples of docs/python.md and docs/lab.md run."""
import os
import re
import tempfile
import textwrap
import unittest
from pathlib import Path

import kickback

ROOT = Path(__file__).resolve().parents[2]
DOCS, EXAMPLES = ROOT / "docs", ROOT / "examples"


def a_bribe():
    """A position in which the first seat may pay 9,000."""
    state, rng = kickback.State("intrige", players=4), kickback.Rng(1)
    while "bribe 9000" not in state.legal(0):
        state.apply(*state.pick(rng))
    return state


class Examples(unittest.TestCase):
    def test_python(self):
        self.run_page("python.md", 5, "game.kbr")

    def test_lab(self):
        self.run_page("lab.md", 10, "games.npz")

    def run_page(self, page, fewest, written):
        blocks = re.findall(r"(?:^    .*\n|^\n)+", (DOCS / page).read_text(), re.M)
        programs = [textwrap.dedent(block) for block in blocks if block.strip()]
        self.assertGreaterEqual(len(programs), fewest)
        with tempfile.TemporaryDirectory() as scratch:
            self.addCleanup(os.chdir, os.getcwd())
            os.chdir(scratch)
            os.symlink(EXAMPLES, "examples")
            for program in programs:
                state = a_bribe()
                with self.subTest(program):
                    try:
                        exec(program, {"kickback": kickback, "state": state, "seat": 0, "action": state.action_of(0, "bribe 9000")})
                    except ImportError as error:  # a package that kickback does not depend on
                        self.assertIn(" needs ", str(error))
                        self.skipTest(str(error))
            self.assertTrue(Path(written).exists())
            os.chdir("/")


if __name__ == "__main__":
    unittest.main()
