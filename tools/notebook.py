#!/usr/bin/env python3
"""Writes examples/lab.ipynb: the recipes of docs/lab.md that need only kickback and NumPy, with what they print. Run it with a
Python that has kickback, after the page has changed; python/tests/test_docs.py compares both.
"""
import contextlib
import io
import json
import os
import re
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDS_MORE = re.compile(r"from kickback import (pettingzoo|gymnasium|openspiel)|play_server")


def recipes(page):
    """Heading and program of each recipe that the notebook has."""
    for part in re.split(r"^## (?=\d+\. )", page, flags=re.M)[1:]:
        heading = part.splitlines()[0]
        program = re.search(r"(?:^    .*\n|^\n)*^    .*$", part.split("\n## ")[0], re.M)
        if program and not NEEDS_MORE.search(program.group()):
            yield heading, textwrap.dedent(program.group()).strip("\n") + "\n"


def printed(program):
    """What a program prints, run where examples/ is."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {})
    return out.getvalue()


def lines(text):
    return text.splitlines(keepends=True)


def notebook(page):
    cells = [{"cell_type": "markdown", "id": "title", "metadata": {},
              "source": lines("# Recipes for experiments\n\nFrom docs/lab.md. Run it in the root of the repository.")}]
    for number, (heading, program) in enumerate(recipes(page), 1):
        shown = printed(program)
        outputs = [{"name": "stdout", "output_type": "stream", "text": lines(shown)}] if shown else []
        cells.append({"cell_type": "markdown", "id": f"heading{number}", "metadata": {}, "source": [f"## {heading}"]})
        cells.append({"cell_type": "code", "execution_count": number, "id": f"code{number}", "metadata": {}, "outputs": outputs,
                      "source": lines(program.rstrip("\n"))})
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    return json.dumps({"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        os.symlink(ROOT / "examples", "examples")
        (ROOT / "examples/lab.ipynb").write_text(notebook((ROOT / "docs/lab.md").read_text()))
        os.chdir(ROOT)
