#!/usr/bin/env python3
"""Runs the commands and programs in README.md, CONTRIBUTING.md and docs/, so that what people copy works.

    pages.py PROGRAM [PAGE…]

A block is what a page shows as code: fenced, or indented by four columns. A comment before it, which readers do not see, says
what is done with it:

    <!-- run -->                 it is a script for sh
    <!-- run: COMMAND -->        COMMAND is run, with the block in the file `block`
    <!-- run by tests/NAME -->   that test runs it, and names the page
    <!-- not run: REASON -->

Without a comment, commands of kickback are run, JSON must be well-formed, and what OWNERS lists belongs to another test. Any
other block is an error. A page's blocks run in one folder, in their order, with what dress() puts there. What would take long
is shortened: see quick().
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What runs all blocks of a kind, or wrote them.
OWNERS = {("docs/python.md", "indented"): "python/tests/test_docs.py", ("docs/lab.md", "indented"): "python/tests/test_docs.py",
          ("docs/promises.md", "kbt"): "tests/meson.build", ("docs/strength.md", "plain"): "bench/strength.py"}
MARK = re.compile(r"<!-- (run|run by (?P<owner>\S+)|run: (?P<command>.+)|not run: \S.*) -->$")
GAMES = 8  # instead of hundreds
PATIENCE = 120


def quick(program, arguments):
    """Runs a command of kickback as a page shows it, but with fewer games and quicker bots. A server runs until it listens. A
    benchmark, and what needs a running server, is only asked for help."""
    arguments = [re.sub(r"\b(hard|medium|search:\d+)\b", "greedy", word) for word in arguments]
    if "--games" in arguments:
        at = arguments.index("--games") + 1
        arguments[at] = str(min(int(arguments[at]), GAMES))
    elif arguments[:1] == ["arena"]:
        arguments += ["--games", str(GAMES)]
    if arguments[0] in ("bench", "admin"):
        arguments.append("--help")
    if arguments[:1] != ["serve"]:
        os.execv(program, [program, *arguments])
    if "--listen" in arguments:
        arguments[arguments.index("--listen") + 1] = "127.0.0.1:0"
    else:
        arguments += ["--listen", "127.0.0.1:0"]
    with subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, text=True) as server:
        listens = server.stdout.readline().startswith("listening on ")
        server.terminate()
    return server.returncode or not listens


# --- reading pages -----------------------------------------------------------------------------------------------------


class Block:
    def __init__(self, page, number, kind, lines, mark):
        self.page, self.number, self.kind, self.mark = page, number, kind, mark
        self.text = textwrap.dedent("\n".join(lines)).strip("\n") + "\n"

    def is_json(self):
        return self.text.lstrip().startswith(("{", '"'))

    def commands(self):
        """Its lines as commands: what a page says beside or below a command, three columns apart, is left out."""
        whole = self.text.replace("\\\n", "")
        return [re.split(r"\s{3,}", line)[0] for line in whole.splitlines() if line.strip() and not line.startswith(" ")]


def end_of_block(lines, start):
    """The line after the block that starts here, and its kind; the same line and None if none does."""
    if lines[start].startswith("```"):
        return lines.index("```", start + 1) + 1, lines[start][3:].strip() or "plain"
    end = start
    if start == 0 or not lines[start - 1].strip():
        while end < len(lines) and (lines[end].startswith("    ") or end > start and not lines[end].strip()):
            end += 1
    return end, "indented" if end > start else None


def blocks(page, text):
    """The blocks of a page, and the numbers of lines with a mark that belongs to none."""
    found, stray, lines, at = [], [], text.split("\n"), 0
    mark = None  # its line, until the block comes
    while at < len(lines):
        end, kind = end_of_block(lines, at)
        if kind:
            body = lines[at:end] if kind == "indented" else lines[at + 1:end - 1]
            found.append(Block(page, at + 1, kind, body, None if mark is None else lines[mark]))
        if mark is not None and (kind or lines[at].strip()):
            stray += [] if kind else [mark + 1]
            mark = None
        if re.match("<!-- (not )?run", lines[at]):
            mark = at
        at = max(end, at + 1)
    return found, stray + ([] if mark is None else [mark + 1])


# --- running them ------------------------------------------------------------------------------------------------------


def dress(folder, program):
    """What blocks may use: a short `kickback`, examples, a bot of one's own, a certificate."""
    (folder / "bin").mkdir()
    short = folder / "bin/kickback"
    short.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(__file__)} --quick {shlex.quote(program)} "$@"\n')
    short.chmod(0o755)
    for name in ("examples", "bench/fields"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "mybot.py").write_text((ROOT / "examples/bot.py").read_text())
    (folder / "mybot.py").chmod(0o755)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
                    "-keyout", folder / "key.pem", "-out", folder / "chain.pem"], check=True, capture_output=True)


def run(script, folder):
    """Runs a script of sh, and returns what is wrong with it. Nothing outside of the folder is used."""
    env = {**os.environ, "HOME": str(folder), "PATH": f"{folder}/bin:{os.environ['PATH']}"}
    try:
        done = subprocess.run(["sh", "-eu", "-c", script.replace("/var/lib/", f"{folder}/")], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return f"takes longer than {PATIENCE} seconds"
    return f"exit status {done.returncode}: {done.stderr.strip()[-600:]}" if done.returncode else None


def check_json(block):
    """What is abbreviated with … cannot be parsed. An object may span several lines."""
    if "…" in block.text:
        return None
    text = block.text.strip()
    text, decoder = text if text.startswith("{") else "{" + text + "}", json.JSONDecoder()
    try:
        while text:
            text = text[decoder.raw_decode(text)[1]:].strip()
    except ValueError as error:
        return f"malformed JSON: {error}"
    return None


def check_block(block, folder):
    """What is wrong with a block, or None."""
    mark = MARK.match(block.mark) if block.mark else None
    owner = mark["owner"] if mark else None if block.mark else OWNERS.get((block.page, block.kind))
    if block.mark and not mark:
        return f"unknown mark {block.mark}"
    if owner:
        named = (ROOT / owner).is_file() and os.path.basename(block.page) in (ROOT / owner).read_text()
        return None if named else f"{owner} does not name this page"
    if mark and mark[1].startswith("not run"):
        return None
    if mark and mark["command"]:
        (folder / "block").write_text(block.text)
        return run(mark["command"], folder)
    if mark:
        return run(block.text, folder)
    if block.is_json():
        return check_json(block)
    commands = block.commands()
    if all(command.startswith("kickback ") for command in commands):
        return run("\n".join(commands), folder)
    return "is neither run nor marked as `not run`"


def check_page(page, text, program):
    found, stray = blocks(page, text)
    wrong = [f"{page}:{number}: a mark without a block" for number in stray]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dress(folder, program)
        for block in found:
            said = check_block(block, folder)
            if said:
                wrong.append(f"{page}:{block.number}: {said}\n" + textwrap.indent(block.text[:400], "    "))
    return wrong


def check_itself(program):
    """Wrong blocks are found, and right ones are not."""
    right = ["    kickback games intrige     a word about it\n", "    kickback random intrige > g.kbr\n    kickback show g.kbr\n", '    {"a":1}\n',
             "<!-- not run: a picture -->\n\n    /\\\n", "<!-- run -->\n```sh\ntest 1 = 1\n```\n", "<!-- run: grep -q 2 block -->\n\n    1\n    2\n"]
    wrong = ["    kickback gmaes\n", "    kickback show missing.kbr\n", "    kickback games intrige --no-such-flag\n", '    {"a":}\n', "    make play\n",
             "```sh\nfalse\n```\n", "<!-- run -->\n\n    false\n", "<!-- run: grep -q 3 block -->\n\n    1\n", "<!-- not run: -->\n\n    make\n",
             "<!-- run by tests/cli.py -->\n\n    make\n", "<!-- not run: it stands before text -->\ntext\n"]
    for text in right:
        assert not check_page("docs/right.md", text, program), text
    for text in wrong:
        assert check_page("docs/wrong.md", text, program), text


def main():
    if sys.argv[1] == "--quick":
        return quick(sys.argv[2], sys.argv[3:])
    program = os.path.abspath(sys.argv[1])
    check_itself(program)
    pages = sys.argv[2:] or ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
    wrong = [line for page in pages for line in check_page(page, (ROOT / page).read_text(), program)]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
