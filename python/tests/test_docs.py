"""The examples of docs/python.md and docs/lab.md run."""
import contextlib
import importlib.util
import io
import os
import re
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path
from unittest import mock

import kickback
from serving import Server

ROOT = Path(__file__).resolve().parents[2]
DOCS, EXAMPLES = ROOT / "docs", ROOT / "examples"


def a_bribe():
    """A position in which the first seat may pay 9,000."""
    state, rng = kickback.State("intrige", players=4), kickback.Rng(1)
    while "bribe 9000" not in state.legal(0):
        state.apply(*state.pick(rng))
    return state


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def test_python(self):
        self.run_page("python.md", 5, "game.kbr")

    def test_lab(self):
        self.run_page("lab.md", 10, "games.npz")

    def test_notebook(self):
        """The notebook has the recipes of the page, and what they print."""
        specification = importlib.util.spec_from_file_location("notebook", ROOT / "tools/notebook.py")
        maker = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(maker)
        with self.in_scratch():
            found = maker.notebook((DOCS / "lab.md").read_text())
        self.assertGreaterEqual(found.count('"cell_type": "code"'), 8)
        self.assertEqual(found, (EXAMPLES / "lab.ipynb").read_text(), "tools/notebook.py writes it anew")

    @unittest.skipUnless(importlib.util.find_spec("torch"), "examples/train_ppo.py needs PyTorch")
    def test_training(self):
        """A short training writes its files, can be repeated and resumed, and ends when its time is over."""
        specification = importlib.util.spec_from_file_location("train_ppo", EXAMPLES / "train_ppo.py")
        trainer = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(trainer)
        small = ["--envs", "8", "--steps", "64", "--width", "16", "--evaluate", "8", "--threads", "1", "--device", "cpu", "--out"]
        said, curves = [], []
        with self.in_scratch():
            for out, *more in (["one", "--minutes", "9", "--decisions", "1024"], ["two", "--minutes", "9", "--decisions", "1024"],
                               ["two", "--minutes", "0", "--resume"], ["two", "--minutes", "0.0001", "--resume"]):
                with mock.patch("sys.argv", ["train_ppo.py", *small, out, *more]), contextlib.redirect_stderr(io.StringIO()), \
                        contextlib.redirect_stdout(io.StringIO()) as printed:
                    trainer.main()
                said.append(printed.getvalue())
                self.assertRegex(said[-1], r"^incorporated, 4 seats, against greedy: won \d+\.\d % of 8 games, 95 %: ")
                self.assertTrue(all(Path(f"{out}.{kind}").exists() for kind in ("pt", "csv", "svg")))
                curves.append([line.split(",")[1:] for line in Path(out + ".csv").read_text().splitlines()])
        self.assertEqual(curves[0], curves[1])
        self.assertEqual([decisions for decisions, _ in curves[3]], ["decisions", "512", "1024", "1536"])
        self.assertEqual(len(set(said[:3])), 1, said)

    @contextlib.contextmanager
    def in_scratch(self):
        """A folder to run examples in, with examples/ as in the root of the repository."""
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as scratch:
            os.chdir(scratch)
            os.symlink(EXAMPLES, "examples")
            try:
                yield
            finally:
                os.chdir(before)

    def run_page(self, page, fewest, written):
        blocks = re.findall(r"(?:^    .*\n|^\n)+", (DOCS / page).read_text(), re.M)
        programs = [textwrap.dedent(block).replace("http://127.0.0.1:8787/", self.server.url) for block in blocks if block.strip()]
        self.assertGreaterEqual(len(programs), fewest)
        with self.in_scratch():
            for program in programs:
                state = a_bribe()
                with self.subTest(program):
                    try:
                        exec(program, {"kickback": kickback, "state": state, "seat": 0, "action": state.action_of(0, "bribe 9000")})
                    except ImportError as error:  # a package that kickback does not depend on
                        self.assertIn(" needs ", str(error))
                        self.skipTest(str(error))
            self.assertTrue(Path(written).exists())


if __name__ == "__main__":
    unittest.main()
