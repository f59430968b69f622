#!/usr/bin/env python3
"""Adds a fourth game to a copy of the tree, exactly by the steps in CONTRIBUTING.md, and plays it: at the prompt, on a
server with people and a bot, and in the page.

    fourth.py [--keep FOLDER]

Its files are in tests/fourth/. The steps may only create the folders that their commands make, and add a line to the
lists.
"""

import argparse
import filecmp
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import server

ROOT = Path(__file__).resolve().parent.parent
FOURTH = ROOT / "tests/fourth"
NAME = "lastcoin"
FOLDERS = [f"games/{NAME}", f"bots/{NAME}", f"web/src/games/{NAME}"]
LISTS = ["games/games.def", "web/src/games/list.ts"]
NO_SOURCES = [".git", "node_modules", "__pycache__"]


def run(*command, **keys):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **keys)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


# --- adding it ---

def copy_tree(tree):
    """Copies what a clone has. The page's tools are shared."""
    def left_out(folder, names):
        return [name for name in names if name in NO_SOURCES or (Path(folder) == ROOT and name.startswith("build"))]
    shutil.copytree(ROOT, tree, ignore=left_out, symlinks=True)
    (tree / "web/node_modules").symlink_to(ROOT / "web/node_modules")


def section():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text[text.index("\n## To add a game\n") + 1:].split("\n## ")[0]


def check_files():
    """The game has exactly the files that the steps require."""
    for folder in FOLDERS:
        step = folder.replace(NAME, "NAME") + "/"
        found = re.search(rf"^\d\. `{step}`.*?It needs (.*?)\.\s", section(), re.M | re.S)
        assert found, f"CONTRIBUTING.md does not say what {step} needs"
        needs = {name for name in re.findall(r"`([\w.]+\.\w+|\w+/)`", found.group(1))}
        has = {path.name + "/" * path.is_dir() for path in (FOURTH / folder).iterdir()}
        assert has == needs, f"{step}: tests/fourth has {has - needs}, CONTRIBUTING.md names {needs - has}"


def changes(found, at=""):
    """What is new or different in the copy."""
    yield from (at + name for name in [*found.diff_files, *found.right_only])
    for name, below in found.subdirs.items():
        yield from changes(below, f"{at}{name}/")


def add_game(tree):
    before = {name: (tree / name).read_text(encoding="utf-8") for name in LISTS}
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", section(), re.M | re.S)
    run("bash", "-euc", commands, cwd=tree, env={**os.environ, "NAME": NAME})
    for folder in FOLDERS:
        assert (tree / folder).is_dir(), f"no command of CONTRIBUTING.md makes {folder}"
        shutil.copytree(FOURTH / folder, tree / folder, dirs_exist_ok=True)
    for name, text in before.items():
        line = (tree / name).read_text(encoding="utf-8").removeprefix(text)
        assert NAME in line and line.count("\n") == 1, f"{name}: a line was to be added, not {line!r}"
    compared = filecmp.dircmp(ROOT, tree, ignore=[*NO_SOURCES, *(path.name for path in ROOT.glob("build*"))])
    assert set(changes(compared)) == {*FOLDERS, *LISTS}, set(changes(compared)) ^ {*FOLDERS, *LISTS}


def build(tree):
    """Builds without optimisation, because with it gcc gives false warnings."""
    env = {**os.environ, "CCACHE_NOHASHDIR": "1", "CCACHE_BASEDIR": str(tree), "PATH": f"/usr/lib/ccache:{os.environ['PATH']}"}
    run("meson", "setup", "build", "--buildtype=plain", "-Db_lto=false", "-Db_ndebug=false", "-Dwerror=false", cwd=tree, env=env)
    run("ninja", "-C", "build", "kickback", "tests/cases", "tests/libfixed.so", cwd=tree, env=env)
    return tree / "build/kickback"


# --- playing it ---

def play_cases(tree):
    run(tree / "build/tests/cases", *(tree / f"games/{NAME}/cases").iterdir())


def play_prompt(program, folder):
    """Two people at one keyboard. One of them breaks a promise."""
    path = folder / "prompt.kbr"
    opening = [{"kickback": 2, "game": NAME, "players": 2}, {"by": "chance", "move": "start red"},
               {"by": "red", "propose": 1, "with": ["yellow"], "promises": [{"seat": "yellow", "will": "take <=1", "term": "next"}]},
               {"by": "yellow", "accept": 1}]
    path.write_text("".join(json.dumps(line) + "\n" for line in opening), encoding="utf-8")
    moves = ["take 3", "take 3", "take 3", "take 2", "take 1"]  # 12 coins; yellow takes the last but one
    out = run(program, "play", path, "--people", "all", input="take 4\n" + "\n".join(moves) + "\n")
    assert "above the maximum" in out, out
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["move"] for line in lines if line.get("by") in ("red", "yellow") and "move" in line] == moves, lines
    assert lines[-1]["end"] == {"scores": {"red": 0, "yellow": 5}, "winners": ["yellow"], "why": "last coin"}, lines[-1]
    assert json.loads(run(program, "trace", path).splitlines()[-1])["end"] == lines[-1]["end"]
    assert "Red has taken the last coin and loses 7 coins." in run(program, "show", path)
    assert "broken" in run(program, "promises", path)


def play_server(program, folder):
    """Two people and a bot, and a promise over the wire."""
    process = server.Server(program, str(folder / "server"))
    clients = [server.Client(process.port, f"player {i}") for i in range(2)]
    table = server.seat_down(clients, NAME, 3, ("medium:honest",), options={"pile": "large"})
    assert clients[0].do("vocabulary", table=table)["deeds"][0]["verb"] == "take"
    promise = {"seat": "red", "will": "take >=1", "term": "next"}
    assert clients[0].do("propose", table=table, **{"with": ["yellow"]}, promises=[promise])["pact"] == 1
    clients[1].do("accept", table=table, pact=1)
    server.play_on(clients, random.Random(4))
    server.settled(clients)
    assert clients[0].view["pacts"][0]["promises"][0]["verdict"] == "kept", clients[0].view["pacts"]
    server.check_record(program, clients[0], folder)
    process.stop()


def play_page(tree):
    print(run("node", "web/tests/run.mjs", "build/kickback", "build/screenshots", "../../tests/fourth/page", cwd=tree), end="")
    print(run("node", "web/tests/setups.mjs", "build/kickback", cwd=tree), end="")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", help="make the copy here and leave it")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        tree = Path(args.keep).resolve() if args.keep else folder / "tree"
        check_files()
        copy_tree(tree)
        add_game(tree)
        program = build(tree)
        play_cases(tree)
        play_prompt(program, folder)
        play_server(program, folder)
        play_page(tree)


if __name__ == "__main__":
    began = time.time()
    main()
    print(f"{NAME}: ok, {time.time() - began:.1f} s", file=sys.stderr)
