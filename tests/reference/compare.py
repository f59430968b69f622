#!/usr/bin/env python3
"""Plays many games with the program and with the slow reference rules, and reports every difference."""

import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

import common
import incorporated
import integralis
import intrige
from common import CHANCE, RecordError, Replay, differences, parse_json, same, write_json

GAMES = {game.NAME: game for game in (intrige, incorporated, integralis)}
TIMEOUT_S = 60
BROKEN_PER_GAME = 8
SHOWN_MAX = 5  # differences printed for one configuration

EXAMPLES = """examples:
  compare.py --program build/kickback
  compare.py --program build/kickback --games 20 --seed 7 --jobs 8
  compare.py --program build/kickback --only "fxschmid1994 5" --games 50
  compare.py --program build/kickback --only sealed --history
  compare.py --program build/kickback --game integralis --only meeting=machine

A configuration is named by game, edition, players and options, as a progress line shows it; --only takes those whose
name holds the text. The same seed gives the same checks. Exit status: 0 no difference, 1 differences, 2 a wrong call.
"""


class Checker:
    """The checks of one configuration, their results, and the folder with their files."""

    def __init__(self, arguments, game, setup, folder):
        self.arguments = arguments
        self.game = game
        self.setup = setup
        self.name = configuration_name(setup)
        self.folder = folder
        self.passed = 0
        self.failures = []
        self.soft = []
        self.rng = random.Random(f"{arguments.seed} {self.name}")
        self.files = 0

    # ---- running the program

    def file(self, content, suffix):
        self.files += 1
        path = os.path.join(self.folder, f"{self.name.replace(' ', '_')}-{self.files}{suffix}")
        with open(path, "wb") as out:
            out.write(content)
        return path

    def position_file(self, position):
        return self.file(write_json(position).encode("utf-8") + b"\n", ".json")

    def call(self, *words):
        """(status, stdout, stderr). After a signal or a timeout the status is negative."""
        try:
            done = subprocess.run([self.arguments.program, *words], capture_output=True, timeout=TIMEOUT_S, check=False)
        except (subprocess.TimeoutExpired, OSError) as error:
            return -1, b"", str(error).encode("utf-8")
        return done.returncode, done.stdout, done.stderr

    # ---- bookkeeping

    def good(self, path=None):
        self.passed += 1
        if path is not None:
            os.unlink(path)

    def bad(self, what, path=None, details=(), soft=False):
        text = f"{'soft: ' if soft else ''}{self.name}: {what}"
        if path is not None:
            text += f"\n    file {path}"
        for detail in details:
            text += f"\n    {detail}"
        (self.soft if soft else self.failures).append(text)

    def verdict(self, found, what, path=None):
        """Counts one check; found lists the differences."""
        if found:
            self.bad(what, path, found)
        else:
            self.good(path)

    # ---- whole records

    def rows(self, data, known=((), ())):
        """The reference's rows of a record, and the RecordError that ended them, or None."""
        rows = []
        try:
            for row in Replay(data, GAMES, known):
                rows.append(row)
        except RecordError as error:
            return rows, error
        return rows, None

    def check_trace(self, data, what, known=((), ())):
        """Compares the program's trace of a valid record with the reference's.

        Returns the reference's rows, and the program's lines if they are the same.
        """
        path = self.file(data, ".kbr")
        ours, error = self.rows(data, known)
        if error is not None:
            self.bad(f"{what}: the reference refuses the record", path, [str(error)])
            return ours, []
        status, out, err = self.call("trace", path)
        found = [] if status == 0 else [f"exit status {status}: {tail(err)}"]
        found += row_differences(ours, out, len(ours), len(ours))
        self.verdict(found, f"{what}: trace", path)
        return ours, [] if found else out.splitlines()

    def check_program_games(self):
        """Records that the program plays at random. The same call must give the same bytes."""
        words = ["random", self.game.NAME, "--players", str(self.setup["players"]),
                 "--seed", str(self.rng.randrange(2**63)), "--games", str(self.arguments.games)]
        if "edition" in self.setup:
            words += ["--edition", self.setup["edition"]]
        for option, value in common.told_options(self.game, self.setup).items():
            words += ["--option", f"{option}={value}"]
        status, out, err = self.call(*words)
        again = self.call(*words)[1]
        call = " ".join(words)
        self.verdict([] if status == 0 else [f"exit status {status}: {tail(err)}"], call)
        self.verdict([] if again == out else ["two runs gave different bytes"], call)
        records = split_records(out)
        self.verdict([] if len(records) == self.arguments.games else [f"{len(records)} records"], call)
        for record in records:
            self.check_written(record, call)
            rows, _ = self.check_trace(record, call)
            self.check_details(record, rows)

    def check_written(self, record, call):
        """A record written by the program has its full setup and its end."""
        lines = record.splitlines()
        try:
            first, last = parse_json(lines[0]), parse_json(lines[-1])
        except ValueError as error:
            self.bad(f"{call}: a record is not JSON: {error}")
            return
        found = differences(self.setup, first)
        if "end" not in last:
            found.append("the record does not end with an end line")
        self.verdict(found, f"{call}: setup and end as written")

    def check_own_games(self):
        """Records that the reference plays: some at random, most with its purposeful players."""
        for number in range(self.arguments.games):
            policy = self.game.purposeful(self.setup, self.rng) if number > 0 or self.arguments.games == 1 else None
            moves, rows = common.play(self.game, self.setup, self.rng, policy)
            end = rows[-1]["end"]
            data = common.write_record(self.game, self.written_setup(number), moves, end if number != 1 else None, self.rng)
            rows, checked = self.check_trace(data, f"own game {number}", (moves, rows))
            self.check_details(data, rows)
            self.check_broken(moves, end, rows, checked)
            self.check_mutations(rows)

    def written_setup(self, number):
        """The setup as the first record writes it: in version 1, else without what is the default; then in full."""
        if number > 0:
            return self.setup
        options = common.told_options(self.game, self.setup)
        return common.of_version_1(self.game, self.setup) or {**self.setup, "options": options}

    # ---- single positions

    def check_details(self, data, rows):
        """Checks some views, the whole position and its legal lists, for a few positions of a record."""
        if not rows:
            return
        path = self.file(data, ".kbr")
        found = []
        row = self.rng.choice(rows)
        n, position = str(row["n"]), row["position"]
        found += self.json_differences(position, "position", path, "--at", n)
        found += self.json_differences(rows[-1]["position"], "position", path)
        found += self.json_differences(lists_of(rows[-1]), "legal", path)
        for seat in self.rng.sample(common.seats_of(self.game, self.setup["players"]), 2):
            found += self.json_differences(self.game.view(position, seat), "position", path, "--at", n, "--seat", seat)
        self.verdict(found, "views and positions", path)
        for row in self.rng.sample(rows, min(3, len(rows))):
            whole = self.position_file(row["position"])
            found = self.json_differences(lists_of(row), "legal", "--position", whole)
            self.verdict(found, f"legal of the position after move {row['n']}", whole)

    def check_all_views(self, rows, data):
        """Checks every seat's view of the positions that hide the most."""
        telling = [row for row in rows if hides_much(row["position"])]
        path = self.file(data, ".kbr")
        found = []
        for row in self.rng.sample(telling, min(2, len(telling))):
            for seat in common.seats_of(self.game, self.setup["players"]):
                found += self.json_differences(self.game.view(row["position"], seat),
                                               "position", path, "--seat", seat, "--at", str(row["n"]))
        self.verdict(found, "views of every seat", path)

    def json_differences(self, ours, *words):
        """The differences between a value and the JSON object that a call prints."""
        status, out, err = self.call(*words)
        shown = " ".join(words)
        if status != 0:
            return [f"{shown}: exit status {status}: {tail(err)}"]
        try:
            theirs = parse_json(out)
        except ValueError as error:
            return [f"{shown}: not JSON: {error}"]
        return [f"{shown}: {line}" for line in differences(ours, theirs)]

    def check_mutations(self, rows):
        """Damaged positions: the program must refuse what the reference refuses, and must not crash."""
        for _ in range(self.arguments.mutations):
            position = self.rng.choice(rows)["position"]
            label, damaged = self.game.mutate(position, self.rng)
            if same(damaged, position):
                continue
            reason = self.game.refuse_position(damaged, history=self.arguments.history)
            path = self.position_file(damaged)
            status, out, err = self.call("legal", "--position", path)
            if status not in (0, 1):
                self.bad(f"damaged position ({label}): exit status {status}", path, [tail(err)])
            elif reason is not None and status == 0:
                self.bad(f"damaged position ({label}) is accepted", path, [f"to be refused: {reason}"])
            elif status == 1:
                found = [] if err.strip() else ["no reason on standard error"]
                self.verdict(found, f"damaged position ({label})", path)
            else:
                row = common.trace_row(self.game, 0, damaged)
                found = differences(lists_of(row), json_or_none(out))
                if found:
                    self.bad(f"damaged position ({label}), which the reference accepts", path, found, soft=True)
                else:
                    self.good(path)

    # ---- broken records

    def check_broken(self, moves, end, rows, checked):
        """Records with one error: status 1, the line is named, and the rows before it are printed.

        checked has the program's trace of the valid record, if that was right.
        """
        for label, data in broken_records(self.game, self.setup, moves, end, rows, self.rng):
            ours, error = self.rows(data, (moves, rows))
            assert error is not None, label
            path = self.file(data, ".kbr")
            status, out, err = self.call("trace", path)
            found = [] if status == 1 else [f"exit status {status} instead of 1; the reference says: {error}"]
            if not re.search(rf"\b{error.line}\b", err.decode("utf-8", "replace")):
                found.append(f"line {error.line} is not named on standard error: {tail(err)}")
            found += row_differences(ours, out, max(0, len(ours) - 1), len(ours), checked)
            self.verdict(found, f"broken record ({label})", path)

    def check_torn(self, moves, rows):
        """A record that is cut off in its last line is read up to there."""
        cut = self.rng.randrange(1, len(moves))
        data = common.write_record(self.game, self.setup, moves[:cut])
        last = len(data.splitlines()[-1])
        torn = data[:-1 - self.rng.randrange(1, last)]
        path = self.file(torn, ".kbr")
        ours, error = self.rows(torn, (moves, rows))
        assert error is None
        status, out, err = self.call("trace", path)
        found = [] if status in (0, 1) else [f"exit status {status}: {tail(err)}"]
        found += row_differences(ours, out, len(ours), len(ours))
        self.verdict(found, "record cut off in its last line", path)

    def check_everything(self):
        self.check_program_games()
        self.check_own_games()
        moves, rows = common.play(self.game, self.setup, self.rng, self.game.purposeful(self.setup, self.rng))
        self.check_torn(moves, rows)
        self.check_all_views(rows, common.write_record(self.game, self.setup, moves))


# ---- broken records, one error in each

def record_text(lines):
    """The bytes of a record. A line is its text or a value to be written."""
    return "".join((line if isinstance(line, str) else write_json(line)) + "\n" for line in lines).encode("utf-8")


def broken_records(game, setup, moves, end, rows, rng):
    """(label, bytes) of records with one error each, a few of each kind."""
    lines = [write_json(setup)] + [write_json({"by": seat, "move": move}) for seat, move in moves]
    broken = broken_moves(game, lines, rows, rng) + broken_ends(lines, end)
    for label, line in (
            ("unknown key", {"by": moves[0][0], "move": moves[0][1], "why": "so"}),
            ("move without by", {"move": moves[0][1]}),
            ("move that is no text", {"by": moves[0][0], "move": 7}),
            ("an array", [1, 2]),
            ("an empty object", {}),
            ("talk by nobody", {"by": "nobody", "say": "hm"}),
            ("talk to nobody", {"by": game.SEATS[0], "say": "hm", "to": ["nobody"]}),
            ("talk with an unknown key", {"by": game.SEATS[0], "say": "hm", "loud": True}),
            ("meta that is no object", {"meta": 1})):
        place = rng.randint(1, len(lines))
        broken.append((label, record_text(lines[:place] + [line] + lines[place:])))
    place = rng.randint(1, len(lines))
    broken.append(("no JSON", record_text(lines[:place]) + b"{\"by\":\"red\",\n" + record_text(lines[place:])))
    broken.append(("bad UTF-8", record_text(lines[:place]) + b"{\"by\":\"red\",\"say\":\"\xff\"}\n"))
    broken += [(label, record_text([setup_line] + lines[1:])) for label, setup_line in broken_setups(game, setup)]
    return rng.sample(broken, min(BROKEN_PER_GAME, len(broken)))


def broken_moves(game, lines, rows, rng):
    broken = []
    for _ in range(8):
        row = rng.choice([row for row in rows if row["actors"]])
        seat = rng.choice(row["actors"])
        texts = [text for text in game.bad_moves(row["position"], seat, rng)
                 if not common.allows(row["legal"][seat], text)]
        bad = rng.choice(texts)
        place = row["n"] + 1
        rest = lines[place:] if rng.random() < 0.5 else []
        broken.append((f"illegal move {bad!r}", record_text(lines[:place] + [{"by": seat, "move": bad}] + rest)))
    for _ in range(3):
        row = rng.choice([row for row in rows if row["actors"]])
        others = [seat for seat in [*game.SEATS, CHANCE] if seat not in row["actors"]]
        move = common.pick(rng, row["legal"][row["actors"][0]])
        wrong = {"by": rng.choice(others), "move": move}
        place = row["n"] + 1
        broken.append(("move by the wrong seat", record_text(lines[:place] + [wrong] + lines[place:])))
    return broken


def broken_ends(lines, end):
    first = next(iter(end["scores"]))
    scores = {**end, "scores": {**end["scores"], first: end["scores"][first] + 1}}
    winners = {**end, "winners": [] if end["winners"] else [first]}
    return [
        ("move after the end of the game", record_text(lines + [lines[-1]])),
        ("end too early", record_text(lines[:-1] + [{"end": end}])),
        ("end with other scores", record_text(lines + [{"end": scores}])),
        ("end with other winners", record_text(lines + [{"end": winners}])),
        ("end with another reason", record_text(lines + [{"end": {**end, "why": "rain"}}])),
        ("end without a reason", record_text(lines + [{"end": {"scores": end["scores"], "winners": end["winners"]}}])),
        ("talk after the end line", record_text(lines + [{"end": end}, {"by": first, "say": "again?"}])),
        ("end twice", record_text(lines + [{"end": end}, {"end": end}])),
    ]


def broken_setups(game, setup):
    options = setup["options"]
    some = next(iter(options))
    without = {key: value for key, value in setup.items() if key != "players"}
    broken = [
        ("setup with an unknown key", {**setup, "colour": "red"}),
        ("setup of another version", {**setup, "kickback": 3}),
        ("setup of version 1 with an option of version 2", {**setup, "kickback": 1}),
        ("setup of an unknown game", {**setup, "game": "halma"}),
        ("setup with an unknown edition", {**setup, "edition": "pirate1999"}),
        ("setup with an unknown option", {**setup, "options": {**options, "weather": "fine"}}),
        ("setup with an unknown value", {**setup, "options": {**options, some: "perhaps"}}),
        ("setup with a value that is no text", {**setup, "options": {**options, some: 1}}),
        ("setup with too many players", {**setup, "players": max(game.PLAYERS) + 1}),
        ("setup with too few players", {**setup, "players": min(game.PLAYERS) - 1}),
        ("setup with players as text", {**setup, "players": str(setup["players"])}),
        ("setup without players", without),
        ("no setup", {"by": CHANCE, "move": "start red"}),
    ]
    for clash in common.every_options(game):
        if game.options_clash(clash) is not None:
            broken.append((f"setup with {clash}", {**setup, "options": clash}))
    return broken


# ---- helpers

def hides_much(position):
    """Whether the position contains a secret choice or its result."""
    stage = position.get("stage") or {}
    return any((stage.get("sealed"), stage.get("paid"), position.get("committed"), position.get("bids")))


def configuration_name(setup):
    options = " ".join(f"{name}={value}" for name, value in setup["options"].items())
    return f"{setup['game']} {setup.get('edition', '-')} {setup['players']} {options}"


def tail(err):
    return err.decode("utf-8", "replace").strip()[-300:]


def json_or_none(text):
    try:
        return parse_json(text)
    except ValueError:
        return None


def lists_of(row):
    return {"actors": row["actors"], "legal": row["legal"]}


def row_differences(ours, out, least, most, checked=()):
    """The differences between rows and the lines of a trace, which must have least to most rows.

    checked has lines that are known to be right and need not be compared again.
    """
    lines = out.splitlines()
    found = []
    for ours_row, line in zip(ours, lines):
        if ours_row["n"] < len(checked) and line == checked[ours_row["n"]]:
            continue
        try:
            theirs = parse_json(line)
        except ValueError as error:
            return [f"row {ours_row['n']}: not JSON: {error}"]
        if not same(ours_row, theirs):
            found += [f"row {ours_row['n']}: {text}" for text in differences(ours_row, theirs)]
            return found
    if not least <= len(lines) <= most:
        found.append(f"{len(lines)} rows instead of {most}")
    return found


def split_records(stream):
    """The records of a stream. Each begins with a setup line."""
    records = []
    for line in stream.splitlines(keepends=True):
        value = json_or_none(line)
        if isinstance(value, dict) and "kickback" in value:
            records.append(b"")
        elif not records:
            records.append(b"")
        records[-1] += line
    return records


def check_configuration(task):
    """Runs in a worker: (name, passed, failures, soft differences)."""
    arguments, game_name, setup, folder = task
    checker = Checker(arguments, GAMES[game_name], setup, folder)
    checker.check_everything()
    return checker.name, checker.passed, checker.failures, checker.soft


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the program to check, as build/kickback")
    parser.add_argument("--games", type=int, default=3, metavar="N",
                        help="games of the program, and of the reference, for each configuration (3)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of everything random (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="J",
                        help="configurations at once (all cores)")
    parser.add_argument("--game", choices=sorted(GAMES), action="append",
                        help="only this game (all that the program knows)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only configurations whose name holds this")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="only every Kth configuration; the seed says which (1)")
    parser.add_argument("--mutations", type=int, default=8, metavar="M", help="damaged positions for each own game (8)")
    parser.add_argument("--history", action="store_true",
                        help="also demand the refusal of positions that only the whole past shows to be impossible")
    arguments = parser.parse_args()
    if arguments.games < 1 or arguments.jobs < 1 or arguments.every < 1 or arguments.mutations < 0:
        parser.error("--games, --jobs and --every are at least 1, --mutations at least 0")
    arguments.program = os.path.abspath(arguments.program)
    if not os.access(arguments.program, os.X_OK):
        parser.error(f"{arguments.program} cannot be run")
    return arguments


def known_games(program):
    """The games of the reference that the program lists, each on a line that begins with its name and a colon."""
    done = subprocess.run([program, "games"], capture_output=True, timeout=TIMEOUT_S, check=True)
    listed = done.stdout.decode("utf-8")
    return [name for name in GAMES if re.search(rf"^{name}:", listed, re.MULTILINE)]


def main():
    arguments = read_arguments()
    names = arguments.game or known_games(arguments.program)
    folder = tempfile.mkdtemp(prefix="kickback-compare-")
    tasks = [(arguments, name, setup, folder)
             for name in names for setup in common.every_setup(GAMES[name])
             if arguments.only in configuration_name(setup)][arguments.seed % arguments.every::arguments.every]
    passed = failed = 0
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as workers:
        for number, result in enumerate(workers.map(check_configuration, tasks), 1):
            name, good, failures, soft = result
            passed += good
            failed += len(failures)
            print(f"{number}/{len(tasks)} {name}: {good} passed, {len(failures)} failed", file=sys.stderr, flush=True)
            for text in failures[:SHOWN_MAX] + soft[:SHOWN_MAX]:
                print(text, flush=True)
            if len(failures) > SHOWN_MAX:
                print(f"{name}: {len(failures) - SHOWN_MAX} more", flush=True)
    if not os.listdir(folder):
        os.rmdir(folder)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
