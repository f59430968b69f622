#!/usr/bin/env python3
"""Tests the program end to end, as its users call it.

usage: cli.py PROGRAM [unittest arguments]
"""
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))


def run(*args, stdin="", env=None):
    """Exit status, standard output, standard error."""
    done = subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout, done.stderr


def all_verbs():
    return re.findall(r"^  (\w+) ", run("--help")[1], re.MULTILINE)


def all_games():
    return [line.split(":")[0] for line in run("games")[1].splitlines() if not line.startswith(" ")]


def record(game, *turns, **setup):
    """A record with these turns, written as "red: take o5, draw"."""
    lines = [{"kickback": 1, "game": game, "players": 4, **setup}]
    for turn in turns:
        by, moves = turn.split(": ")
        lines += [{"by": by, "move": move} for move in moves.split(", ")]
    return "".join(json.dumps(line) + "\n" for line in lines)


# Games in progress, so that no test depends on luck or on a bot's choice. The first seat is to move.

# Green's priest waits in red's park and has been paid for.
PLACING = record(
    "intrige", "chance: start green", "green: send priest red, send clerk yellow",
    "blue: send doctor yellow, send priest yellow", "green: bribe 2000")

# Red has to bribe green, and may offer a deal first.
TO_GREEN = ("chance: start red", "red: send scientist green, send doctor green",
            "yellow: send priest green, send clerk blue")
PAYING = record("intrige", *TO_GREEN, options={"deals": "loose"})

# Red and yellow made three deals with green. Green kept red's second one, and yellow paid less than promised.
DEALT = record(
    "intrige", *TO_GREEN, "red: offer 10000 for 4000", "green: accept", "red: bribe 4000, offer 6000 for 2000",
    "green: accept", "red: bribe 2000", "yellow: offer 3000 for 5000", "green: accept", "yellow: bribe 1000",
    "green: place red.scientist 1000, place red.doctor 6000, place yellow.priest 3000, send priest red, send clerk red",
    "yellow: bribe 1000", "blue: place yellow.clerk 1000, send doctor yellow, send priest yellow",
    "green: bribe 1000, bribe 1000", options={"deals": "loose"})

# Red has no order yet. It holds f1 and the cards drawn here.
BINDING = record(
    "integralis", "chance: start green", *(f"chance: draw {seat} {card}" for seat, hand in [
        ("green", ["moni", "coffee", "f1", "vitamins"]), ("blue", ["moni", "coffee", "f1", "vitamins"]),
        ("red", ["ida", "meeting", "sabotage5", "overtime"]), ("yellow", ["moni", "coffee", "f1", "vitamins"])]
        for card in hand),
    "chance: reveal o4, reveal o5, reveal o6, reveal o7",
    "green: take o4", "chance: reveal o8", "green: draw", "chance: draw green lars", "green: end",
    "blue: take o6", "chance: reveal o9", "blue: draw", "chance: draw blue lars", "blue: end")

# Red makes yellow, who plays last in a round, miss a turn.
MISSED = record(
    "integralis", "chance: start green", *(f"chance: draw {seat} {card}" for seat, hand in [
        ("green", ["moni", "coffee", "f1", "vitamins"]), ("blue", ["moni", "coffee", "f1", "vitamins"]),
        ("red", ["ida", "meeting", "sabotage5", "illness"]), ("yellow", ["moni", "coffee", "f1", "vitamins"])]
        for card in hand),
    "chance: reveal o4, reveal o5, reveal o6, reveal o7",
    "green: take o4", "chance: reveal o8", "green: draw", "chance: draw green lars", "green: end",
    "blue: take o6", "chance: reveal o9", "blue: draw", "chance: draw blue lars", "blue: end",
    "red: take o5", "chance: reveal o10", "red: play illness yellow", "yellow: pass", "red: end")

# The arms have played the suns' four.
STAFFING = record(
    "incorporated", "chance: start arms", *(f"chance: deal {seat} {tile}" for seat, hand in [
        ("arms", "S4 A1 A2 A3 A5"), ("suns", "S0 S1 M1 C1 A0"), ("moons", "S2 M0 M2 C2 A4"), ("crowns", "S3 S5 M3 C0 C3")]
        for tile in hand.split()), "arms: play S4")

# The first round of the example in games/incorporated/RULES.md, up to the last manager. Tasks 1.3, 2.3, 3.1 and 3.2 are
# open.
MANAGING = record(
    "incorporated", "chance: start suns", *(f"chance: deal {seat} {tile}" for seat, hand in [
        ("suns", "S1 S4 M2 C3"), ("moons", "S2 M0 M5 C1"), ("crowns", "S0 M3 C2 C5")] for tile in hand.split()),
    "suns: play S4, staff 3", "moons: play C1", "crowns: staff 0, play M3", "moons: staff 1",
    "suns: commit none", "moons: commit 2", "crowns: commit none",
    "suns: play C3", "crowns: staff 2", "moons: play S2", "suns: staff 1", "crowns: play C5, staff 3",
    "suns: commit 2", "moons: commit none", "crowns: commit 1",
    "suns: play M2", "moons: staff 0", "suns: commit none", "moons: commit none, play M5, staff 3", "suns: commit none",
    "crowns: play S0", "suns: staff 0", "crowns: manage 3.1 help", "moons: manage 3.2 help", players=3)


class Verbs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def record(self, game="intrige", *flags):
        return run("random", game, *flags)[1]

    def test_every_verb_has_help_with_an_example(self):
        self.assertGreater(len(all_verbs()), 10)
        for verb in all_verbs():
            status, out, err = run(verb, "--help")
            self.assertEqual((status, err), (0, ""), verb)
            self.assertIn(f"kickback {verb}", out)
            usage, options = re.match(r".*?usage:(.*?)\n\n(.*)", out, re.DOTALL).groups()
            for flag in re.findall(r"--[a-z-]+", usage):
                self.assertRegex(options, rf"(?m)^  {flag}\b", f"{verb} {flag}")
            self.assertEqual(verb == "play", "  --resume FILE.kbr" in out)
            self.assertIn("example", out)
            self.assertNotIn("\033", out)

    def test_calls_that_are_wrong_exit_2_and_say_so(self):
        for call in [[], ["dance"], ["random"], ["random", "chess"], ["random", "intrige", "--players", "9"],
                     ["random", "intrige", "--option", "deals"], ["random", "intrige", "--option", "deals=maybe"],
                     ["random", "intrige", "--option", "bribes=sealed", "--option", "money=open"],
                     ["random", "intrige", "--seed", "-1"], ["random", "intrige", "--edition", "1812"],
                     ["random", "intrige", "--colour"], ["trace"], ["position"], ["legal"], ["rules"], ["rules", "chess"],
                     ["rules", "intrige", "a", "b"], ["legal", "--position", "x", "--at", "3"], ["verify", "-"], ["show"], ["play", "chess"], ["arena"], ["bench", "--slow"], ["games", "chess"]]:
            status, out, err = run(*call)
            self.assertEqual(status, 2, call)
            self.assertTrue(err, call)
            self.assertEqual(out, "", call)

    def test_wrong_flags_are_named(self):
        for call, found in [(["trace", "--loud", "x"], "unknown flag '--loud'"), (["trace", "x", "-q"], "unknown flag '-q'"),
                            (["position", "x", "--at"], "'--at' needs a value"), (["bench", "--quick=1"], "'--quick' takes no value"),
                            (["serve", "--data"], "'--data' needs a value"), (["export", "--all=1"], "'--all' takes no value"),
                            (["random", "intrige", "--seed", "x"], "expected a whole number from 0 to 9223372036854775807 but found 'x'")]:
            status, out, err = run(*call)
            self.assertEqual((status, out), (2, ""), call)
            self.assertIn(f"kickback {call[0]}: ", err)
            self.assertIn(found, err)

    def test_names_may_be_written_in_any_case(self):
        expected = self.record("intrige", "--edition", "amigo2003", "--option", "deals=loose", "--players", "4")
        for name in "Intrige", "INTRIGUE", "intrigue":
            self.assertEqual(run("games", name), run("games", "intrige"))
        self.assertEqual(self.record("Intrigue", "--edition", "Amigo2003", "--option", "Deals=Loose", "--seats", "4"), expected)
        path = self.file("game.kbr", expected)
        for verb in "position", "show", "trace":
            self.assertEqual(run(verb, path, "--seat", "Green"), run(verb, path, "--seat", "green"))
            self.assertEqual(run(verb, path, "--seat", "Spectator")[0], 0)
            status, out, err = run(verb, path, "--seat", "pink")
            self.assertEqual((status, out), (2, ""))
            self.assertIn("unknown seat 'pink'; choose one of red, yellow, green, blue, spectator", err)

    def test_records_stay_strict(self):
        lines = self.record().splitlines(keepends=True)
        for wrong in [lines[0].replace("intrige", "Intrige"), lines[0].replace("intrige", "intrigue")]:
            self.assertEqual(run("trace", "-", stdin=wrong)[0], 1)
        self.assertEqual(run("trace", "-", stdin=lines[0] + lines[1].replace("start", "Start"))[0], 1)

    def test_streams_of_records(self):
        for game in all_games():
            records = [self.record(game, "--games", str(n)) for n in (1, 2, 3)]
            stream = self.file(game + ".kbr", records[2])
            each = [records[0], records[1][len(records[0]):], records[2][len(records[1]):]]
            for verb in "trace", "position", "legal", "show":
                alone = [run(verb, "-", stdin=record) for record in each]
                self.assertEqual({(status, err) for status, _, err in alone}, {(0, "")})
                whole = run(verb, stream)
                self.assertEqual((whole[0], whole[2]), (0, ""))
                if verb == "show":
                    self.assertEqual(whole[1], alone[0][1] + "".join(f"\n\nGame {n}\n\n{alone[n - 1][1]}" for n in (2, 3)))
                else:
                    self.assertEqual(whole[1], "".join(out for _, out, _ in alone))
                for n in 1, 2, 3:
                    self.assertEqual(run(verb, stream, "--game", str(n)), alone[n - 1])
                status, out, err = run(verb, stream, "--game", "4")
                self.assertEqual((status, out), (1, ""))
                self.assertIn("no game 4; the file has 3", err)

    def test_a_stream_that_goes_wrong_names_the_line_of_the_file(self):
        one, two = self.record().splitlines(), self.record("integralis").splitlines()
        status, out, err = run("trace", "-", stdin="\n".join([*one, *two[:5], "nonsense"]) + "\n")
        self.assertEqual((status, len(out.splitlines())), (1, len(one) - 1 + 5))
        self.assertIn(f"line {len(one) + 6}:", err)
        without_end = run("trace", "-", stdin="\n".join([*one[:-1], *two]) + "\n")
        self.assertEqual((without_end[0], without_end[1]), (0, run("trace", "-", stdin="\n".join([*one, *two]) + "\n")[1]))
        # A game may begin only after the previous one is over.
        for before in [one[:10], [*one, one[1]]]:
            self.assertEqual(run("trace", "-", stdin="\n".join([*before, *two]) + "\n")[0], 1)
        path = self.file("two.kbr", "\n".join([*one, *two]) + "\n")
        self.assertEqual(run("play", path)[0], 1)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "\n".join([*one, *two]) + "\n")

    def test_a_moment_that_never_came_prints_nothing(self):
        path = self.file("game.kbr", self.record())
        moves = self.record().count('"move"')
        for verb in "position", "legal":
            status, out, err = run(verb, path, "--at", "9999")
            self.assertEqual((status, out), (1, ""))
            self.assertIn(f"no move 9999; the record has {moves}", err)
            self.assertEqual(run(verb, path, "--at", str(moves)), run(verb, path))
        broken = self.file("broken.kbr", "\n".join([*self.record().splitlines()[:10], "nonsense"]) + "\n")
        self.assertEqual(run("position", broken, "--at", "20")[:2], (1, ""))
        self.assertEqual(run("position", broken, "--at", "9")[0], 0)
        status, out, _ = run("position", broken)
        self.assertEqual((status, out), (1, run("position", path, "--at", "9")[1]))

    def test_a_trace_of_one_seat_is_what_it_may_know(self):
        for game in all_games():
            path = self.file("game.kbr", self.record(game))
            whole = [json.loads(line) for line in run("trace", path)[1].splitlines()]
            seat = list(whole[-1]["end"]["scores"])[1]
            status, out, err = run("trace", path, "--seat", seat)
            self.assertEqual((status, err), (0, ""))
            rows = [json.loads(line) for line in out.splitlines()]
            self.assertEqual(len(rows), len(whole))
            for row, full in zip(rows, whole):
                self.assertEqual((row["n"], row["actors"], row.get("end")), (full["n"], full["actors"], full.get("end")))
                self.assertEqual(row["legal"], {name: moves for name, moves in full["legal"].items() if name == seat})
            for n in range(0, len(rows), 17):
                self.assertEqual(rows[n]["position"], json.loads(run("position", path, "--seat", seat, "--at", str(n))[1]))
            watched = [json.loads(line) for line in run("trace", path, "--seat", "spectator")[1].splitlines()]
            self.assertEqual({str(row["legal"]) for row in watched}, {"{}"})

    def test_rules_about_a_word(self):
        for game in all_games():
            page = run("rules", game)[1]
            status, found, err = run("rules", game, "Turn")
            self.assertEqual((status, err), (0, ""))
            self.assertLess(len(found), len(page))
            for line in found.splitlines():
                self.assertIn(line, page)
        # A rule is printed in full, under its heading. A table row comes with the head of its table.
        found = run("rules", "intrige", "refund")[1]
        self.assertIn("nothing but his illusions.", found)
        self.assertIn("## 7 Options", found)
        self.assertRegex(found, r"\| option .*\n +\| refund ")
        # Every rule of the page is printed in full, even the last, which has no blank line after it.
        for game in all_games():
            for rule in re.split(r"\n\n+", run("rules", game)[1].rstrip()):
                words = re.findall(r"\w{5,}", rule.splitlines()[-1])
                is_one = not re.search(r"(?m)^ *([|#]|- )", rule)  # not a list or table
                if words and is_one:
                    self.assertIn(rule, run("rules", game, words[-1])[1])
        status, out, err = run("rules", "intrige", "xylophone")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("do not mention 'xylophone'", err)

    def test_short_rules(self):
        for game in all_games():
            status, page, err = run("rules", game, "--short")
            self.assertEqual((status, err), (0, ""))
            self.assertIn(page.split("\n\n", 1)[1], run("rules", game)[1])
            self.assertLess(page.count("\n"), 60)  # a printed page
            for heading in ("*Aim.*", "*Talk.*"):
                self.assertIn(heading, page)
        self.assertEqual(run("rules", "intrige", "--long")[0], 2)

    def test_version(self):
        self.assertRegex(run("--version")[1], r"^kickback \d+\.\d+\.\d+\n$")

    def test_games_and_rules(self):
        for game in all_games():
            self.assertIn("seats", run("games", game)[1])
            status, rules, _ = run("rules", game)
            self.assertEqual(status, 0)
            self.assertGreater(len(rules), 5000)
            with open(os.path.join(os.path.dirname(__file__), "..", "games", game, "RULES.md"), encoding="utf-8") as page:
                self.assertEqual(rules, page.read())

    def test_random_is_the_same_for_the_same_seed(self):
        for game in all_games():
            first, again = self.record(game, "--seed", "5"), self.record(game, "--seed", "5")
            self.assertEqual(first, again)
            self.assertNotEqual(first, self.record(game, "--seed", "6"))
            two = self.record(game, "--seed", "5", "--games", "2")
            self.assertTrue(two.startswith(first))
            self.assertEqual(two.count('"kickback":2'), 2)

    def test_trace_has_a_row_for_each_decision(self):
        for game in all_games():
            record = self.record(game)
            moves = record.count('"move"')
            status, out, err = run("trace", "-", stdin=record)
            rows = [json.loads(line) for line in out.splitlines()]
            self.assertEqual((status, err, len(rows)), (0, "", moves + 1))
            self.assertEqual([row["n"] for row in rows], list(range(moves + 1)))
            self.assertIn("end", rows[-1])
            self.assertEqual(rows[-1]["end"], json.loads(record.splitlines()[-1])["end"])
            self.assertEqual(rows[-1]["actors"], [])

    def test_position_and_legal_agree_with_the_trace(self):
        for game in all_games():
            path = self.file("game.kbr", self.record(game, "--seed", "3"))
            rows = [json.loads(line) for line in run("trace", path)[1].splitlines()]
            for n in range(0, len(rows), 17):
                status, out, _ = run("position", path, "--at", str(n))
                self.assertEqual(status, 0)
                self.assertEqual(json.loads(out), rows[n]["position"])
                status, legal, err = run("legal", "--position", "-", stdin=out)
                self.assertEqual((status, err), (0, ""))
                self.assertEqual(json.loads(legal), {"actors": rows[n]["actors"], "legal": rows[n]["legal"]})
            self.assertEqual(json.loads(run("legal", path)[1]), {"actors": [], "legal": {}})

    def test_a_view_hides_and_cannot_be_read_back(self):
        path = self.file("game.kbr", self.record())
        view = run("position", path, "--seat", "green", "--at", "20")[1]
        cash = json.loads(view)["cash"]
        self.assertIsNone(cash["red"])
        self.assertIsInstance(cash["green"], int)
        status, out, err = run("legal", "--position", "-", stdin=view)
        self.assertEqual((status, out), (1, ""))
        self.assertIn("view", err)
        self.assertEqual(run("position", path, "--seat", "violet")[0], 2)
        self.assertEqual(run("position", path, "--at", "100000")[0], 1)

    def test_a_wrong_line_is_named_and_nothing_before_it_is_lost(self):
        lines = self.record().splitlines()
        for bad in ['{"by":"red","move":"dance"}', "{", "nonsense", '{"by":"red"}', ""]:
            text = "\n".join([*lines[:10], bad, *lines[10:]]) + "\n"
            status, out, err = run("trace", "-", stdin=text)
            self.assertEqual(status, 1, bad)
            self.assertIn("line 11", err)
            self.assertEqual(len(out.splitlines()), 10)
            self.assertEqual(run("show", "-", stdin=text)[0], 1)
        status, _, err = run("trace", "-", stdin="\n".join([*lines[:10], '{"by":"chance","move":"start red"}']) + "\n")
        self.assertEqual(status, 1)
        self.assertIn("legal:", err)

    def test_a_record_cut_off_is_read_up_to_there(self):
        record = self.record()
        whole = record[:record.index("\n", 1000) + 1]
        status, out, err = run("trace", "-", stdin=whole + '{"by":"red","mo')
        self.assertEqual(status, 0)
        self.assertIn("truncated", err)
        self.assertEqual(out, run("trace", "-", stdin=whole)[1])

    def test_files_that_are_not_there_or_too_long(self):
        status, out, err = run("trace", "/no/such/file")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("/no/such/file", err)
        head = self.record().splitlines()[0]
        status, _, err = run("trace", "-", stdin=head + "\n" + '{"meta":{"a":"' + "x" * 70000 + '"}}\n')
        self.assertEqual(status, 1)
        self.assertIn("line 2", err)
        self.assertEqual(run("legal", "--position", "-", stdin="[" * 100000)[0], 1)
        self.assertEqual(run("trace", "-", stdin="")[0], 1)

    def test_show_tells_the_whole_story(self):
        path = self.file("game.kbr", self.record("intrige", "--option", "deals=loose", "--seed", "4"))
        status, out, err = run("show", path)
        self.assertEqual((status, err), (0, ""))
        for word in ["Round 1", "Round 5", "wins", "kept"]:
            self.assertIn(word.lower(), out.lower())
        self.assertNotIn("\033", out)

    def test_show_tells_every_turn_under_its_round(self):
        told = [MISSED] + [self.record(game, "--seed", "3") for game in all_games()]
        self.assertIn("Round 1: yellow is ill and misses the turn.", run("show", "-", stdin=MISSED)[1])
        for text in told:
            headings = re.findall(r"^Round (\d+)(:?)", run("show", "-", stdin=text)[1], re.MULTILINE)
            rounds = [number for number, colon in headings if not colon]
            self.assertEqual(rounds, [str(i + 1) for i in range(len(rounds))])
            for (before, _), (number, colon) in zip(headings, headings[1:]):
                if colon:
                    self.assertEqual(number, before)

    def test_show_tells_the_transcripts_of_the_docs(self):
        folder = pathlib.Path(__file__).resolve().parent.parent / "docs/transcripts"
        records = sorted(folder.glob("*.kbr"))
        self.assertEqual([record.stem for record in records], sorted(all_games()))
        for record in records:
            status, out, err = run("show", str(record))
            self.assertEqual((status, err), (0, ""))
            self.assertEqual(out, record.with_suffix(".txt").read_text())

    def test_talk_cannot_command_the_terminal(self):
        lines = self.record().splitlines()
        lines.insert(2, '{"by":"red","say":"evil \\u001b[2J \\u009b31m \\u0007"}')
        status, out, _ = run("show", "-", stdin="\n".join(lines) + "\n")
        self.assertEqual(status, 0)
        self.assertIn("evil", out)
        for control in "\033\x9b\x07":
            self.assertNotIn(control, out)

    def test_a_full_disk_is_noticed(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "random", "intrige", "--games", "100"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)

    def test_bench_quick_json(self):
        status, out, _ = run("bench", "intrige", "--quick", "--json")
        rows = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(status, 0)
        play = [row for row in rows if row["what"] == "random play"]
        self.assertEqual(len(play), 9)
        for row in play:
            self.assertEqual(set(row), {"what", "game", "edition", "seats", "moves_per_s", "games_per_s", "state_bytes"})
            self.assertLessEqual(row["state_bytes"], 320)
        bots = {row["what"]: row for row in rows if row["what"] in ("greedy decisions", "search")}
        self.assertEqual({row["seats"] for row in bots.values()}, {4})
        for what, figure in [("greedy decisions", "per_s"), ("search", "simulations_per_s"), ("search", "moves_per_s")]:
            self.assertGreater(bots[what][figure], 0)


# Red and yellow have agreed on a bribe and a post. Red pays, and yellow has to place red's doctor.
PACT = [
    {"kickback": 2, "game": "intrige", "players": 3},
    {"by": "chance", "move": "start red"}, {"by": "red", "move": "send doctor yellow"},
    {"by": "red", "move": "send clerk yellow"},
    {"by": "red", "propose": 1, "with": ["yellow"], "promises": [
        {"seat": "red", "will": "pay >=5000 for red.clerk at yellow", "term": "turn"},
        {"seat": "yellow", "will": "give red.clerk 10000", "term": "turn"}]},
    {"by": "yellow", "accept": 1}, {"by": "red", "move": "bribe 1000"}, {"by": "red", "move": "bribe 5000"}]


def lines_of(*lines):
    return "".join(json.dumps(line) + "\n" for line in lines)


class Promises(unittest.TestCase):
    def test_promises_are_told_as_json(self):
        green = {"by": "green", "propose": 2, "with": ["red", "yellow"], "secret": True,
                 "promises": [{"seat": "green", "wont": "send * red", "term": "game"}]}
        status, out, _ = run("promises", "-", "--json", stdin=lines_of(*PACT, green))
        self.assertEqual(status, 0)
        self.assertEqual([json.loads(line) for line in out.splitlines()], [
            {"pact": 1, "by": "red", "with": ["yellow"], "secret": False, "state": "stood", "line": 6, "promises": [
                {"seat": "red", "verdict": "kept", "line": 8}, {"seat": "yellow", "verdict": "open", "line": None}]},
            {"pact": 2, "by": "green", "with": ["red", "yellow"], "secret": True, "state": "open", "line": None,
             "promises": [{"seat": "green", "verdict": None, "line": None}]}])

    def test_promises_are_told_in_words(self):
        out = run("promises", "-", stdin=lines_of(*PACT))[1]
        self.assertIn("Pact 1 by red with yellow: stands (line 6)", out)
        self.assertIn("red will pay at least 5,000 for red clerk at yellow, this turn: kept (line 8)", out)
        self.assertIn("yellow will give red clerk 10,000, this turn: open", out)
        self.assertIn("No pact was proposed.", run("promises", "-", stdin=lines_of(*PACT[:4]))[1])

    def test_patterns_are_told_in_words(self):
        out = run("promises", "-", stdin=lines_of(
            {"kickback": 2, "game": "integralis", "players": 3}, {"by": "chance", "move": "start red"},
            {"by": "red", "propose": 1, "with": ["green"], "promises": [
                {"seat": "red", "wont": "play coffee|byebye|mixup green.*", "term": "next"},
                {"seat": "green", "wont": "bribe|tempt red.hugo **", "term": "round"},
                {"seat": "green", "will": "recall ida", "term": "next"}]}))[1]
        self.assertIn("red will not play coffee, byebye or mixup on any of green's, until the end of the next round", out)
        self.assertIn("green will not bribe or tempt red hugo, this round", out)
        self.assertIn("green will recall ida, by the end of the next round", out)

    def test_show_tells_pacts_where_they_happen(self):
        out = run("show", "-", stdin=lines_of(*PACT))[1]
        self.assertIn("red proposes pact 1 to yellow: red will pay at least 5,000 for red clerk at yellow, this turn; ", out)
        self.assertIn("Pact 1 stands.", out)
        self.assertLess(out.index("Red pays 5,000"), out.index("Kept (pact 1): red will pay"))

    def test_show_tells_what_became_of_a_promise_in_its_round(self):
        vow = {"by": "green", "propose": 1, "with": [], "promises": [
            {"seat": "green", "wont": "play coffee|byebye|mixup *.*", "term": "round"}]}
        lines = MISSED.replace('"kickback": 1', '"kickback": 2').splitlines(keepends=True)
        out = run("show", "-", stdin="".join(lines[:-1]) + json.dumps(vow) + "\n" + lines[-1])[1]
        self.assertLess(out.index("Void (pact 1)"), out.index("\nRound 2 "))

    def test_show_keeps_secret_pacts_to_their_parties(self):
        secret = [*PACT[:4], {**PACT[4], "secret": True}, *PACT[5:]]
        vow = {"by": "green", "propose": 2, "with": [], "promises": [{"seat": "green", "wont": "give red.* *", "term": "game"}]}
        for seat, told in (("red", "pact 1 to yellow, in secret: "), ("green", r"vows \(pact 1\): ")):
            out = run("show", "-", "--seat", seat, stdin=lines_of(*secret, vow))[1]
            self.assertRegex(out, told)
        self.assertNotIn("at least 5,000", out)

    def test_a_wrong_pact_is_named_and_nothing_before_it_is_lost(self):
        promise = {"seat": "red", "will": "give green.* *", "term": "turn"}
        for line, why in (
                ({"by": "red", "propose": 3, "with": [], "promises": [promise]}, "the next pact is number 2, not 3"),
                ({"by": "red", "propose": 2, "with": ["red"], "promises": [promise]}, "names the proposer"),
                ({"by": "red", "propose": 2, "with": [], "promises": []}, "at least one promise"),
                ({"by": "red", "propose": 2, "with": [], "promises": [promise] * 7}, "at most 6 promises"),
                ({"by": "red", "propose": 2, "with": [], "secret": True, "promises": [promise]}, "a vow cannot be secret"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "seat": "green"}]}, "green is not a party"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "will": "help green"}]},
                 "'help' does not fit: expected pay give banish send"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "will": "give green.* 2000"}]},
                 "'2000' does not fit after 'give green.*': expected 1000|3000|6000|10000"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "will": "give green.*"}]},
                 "the pattern is incomplete"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "will": "give green.* * a b c d e"}]},
                 "'a' does not fit after 'give green.* *': expected nothing more\n"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "will": "give|send * * a"}]},
                 "'a' does not fit after 'give|send * *': expected nothing more\n"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "will": "give|banish green.clerk"}]},
                 "'give' does not fit: expected banish\n"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "will": "give " + "x" * 3000}]},
                 "at most 120 bytes, not 3005"),
                ({"by": "red", "propose": 2, "with": [], "promises": [{**promise, "wont": "give green.* *"}]}, "not both"),
                ({"by": "yellow", "accept": 1}, "pact 1 is no longer open"),
                ({"by": "yellow", "accept": 7}, "there is no pact 7"),
                ({"by": "yellow", "accept": 1, "why": "so"}, "unknown key 'why'")):
            status, out, err = run("promises", "-", "--json", stdin=lines_of(*PACT, line))
            self.assertEqual(status, 1, line)
            self.assertIn(f"line {len(PACT) + 1}: ", err)
            self.assertIn(why, err)
            self.assertEqual(json.loads(out)["promises"][0]["verdict"], "kept")

    def test_version_1_has_no_pacts(self):
        first = {**PACT[0], "kickback": 1}
        status, _, err = run("trace", "-", stdin=lines_of(first, *PACT[1:]))
        self.assertEqual(status, 1)
        self.assertIn("line 5: records of version 1 have no pacts", err)

    def test_bonds_are_known_to_trace_and_legal(self):
        bond = [{**PACT[0], "options": {"promises": "bond"}}, *PACT[1:]]
        rows = [json.loads(row) for row in run("trace", "-", stdin=lines_of(*bond))[1].splitlines()]
        # The pact that follows the move limits the row before the bribes.
        self.assertEqual(rows[3]["legal"], {"red": ["bribe 1000..32000/1000"]})
        self.assertEqual(rows[4]["legal"], {"red": ["bribe 5000..31000/1000"]})
        free = {"yellow": [f"place red.doctor {post}" for post in (1000, 3000, 6000)]}
        self.assertEqual(rows[5]["legal"], free)
        self.assertEqual(json.loads(run("legal", "-", stdin=lines_of(*bond))[1])["legal"], free)
        status, _, err = run("trace", "-", stdin=lines_of(*bond, {"by": "yellow", "move": "place red.doctor 10000"}))
        self.assertEqual(status, 1)
        self.assertIn("a promise for this turn forbids that", err)
        self.assertIn("legal: place red.doctor 1000, ", err)


class Play(unittest.TestCase):
    """`kickback play`, through a pipe and at a terminal."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "game.kbr")

    def play(self, *args, stdin):
        """Plays against bots that are fast and silent, unless the arguments name others."""
        return run("play", "--bot", "all=random", "--seed", "3", *args, stdin=stdin)

    def go_on(self, opening, *args, stdin):
        """Continues from this record."""
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(opening)
        return self.play(self.path, *args, stdin=stdin)

    def test_bots_answer_what_is_said_to_them(self):
        begun = lines_of({"kickback": 2, "game": "intrige", "players": 3}, {"by": "chance", "move": "start red"},
                         {"by": "red", "move": "send doctor yellow"}, {"by": "red", "move": "send clerk green"})
        said = ("say to yellow: 9k for the 3000 post?\nsay to yellow: give me something\nsay to yellow: give me more\n"
                "say green, what a day\n")
        out = self.go_on(begun, "--people", "red", "--bot", "all=greedy", stdin=said)[1]
        self.assertIn("yellow proposes pact 1 to red, in secret: red will pay at least 9,000", " ".join(out.split()))
        self.assertEqual(out.count("I do not follow, red."), 1)
        self.assertNotIn("green:", out)
        named = self.go_on(begun, "--people", "red", "--bot", "all=greedy", stdin="say 9k for the 3000 post, yellow?\n")[1]
        self.assertIn("yellow proposes pact 1 to red", named)
        landlord = self.go_on(begun, "--people", "red", "--bot", "all=greedy", stdin="say 9k for the 3000 post?\n")[1]
        self.assertIn("yellow proposes pact 1 to red", landlord)
        self.assertNotIn("green proposes", landlord)
        nobody = self.go_on(begun, "--people", "red", "--bot", "all=greedy", stdin="say what a day\n")[1]
        self.assertNotIn("proposes pact", nobody)

    def fresh(self, game):
        """The record of a new game, up to the first decision of the first seat."""
        self.play(game, "--save", self.path, stdin="")
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def lines(self):
        with open(self.path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_a_game_of_each_one_sitting_for_each_decision(self):
        """To the end; of Integralis, whose games are long, the beginning."""
        for game in all_games():
            path = os.path.join(self.folder.name, game + ".kbr")
            self.play(game, "--save", path, stdin="")
            for sitting in range(80):
                due = json.loads(run("legal", path)[1])
                if not due["actors"]:
                    break
                entry = due["legal"][due["actors"][0]][sitting % len(due["legal"][due["actors"][0]])]
                status, out, err = run("play", path, "--seed", str(sitting), stdin=entry.split("..")[0] + "\n")
                self.assertEqual((status, err), (0, ""), out[-500:])
            status, trace, err = run("trace", path)
            self.assertEqual((status, err), (0, ""))
            if game != "integralis":
                self.assertIn("end", json.loads(trace.splitlines()[-1]))
            self.assertIn(path, out)

    def test_a_whole_game_by_numbers(self):
        status, out, err = self.play("intrige", "--save", self.path, stdin="1\n1 1000\n" * 300)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("end", self.lines()[-1])
        self.assertIn("kickback show", out)

    def test_quit_and_go_on(self):
        self.assertEqual(self.play("intrige", "--save", self.path, stdin="1\n2\nsay hello\nquit\n")[0], 0)
        before = self.lines()
        self.assertEqual(before[-1], {"by": "red", "say": "hello"})
        self.assertEqual(run("play", self.path, "--seed", "9", stdin="1\n1 1000\n" * 300)[0], 0)
        after = self.lines()
        self.assertEqual(after[:len(before)], before)
        self.assertIn("end", after[-1])

    def test_the_end_of_input_saves(self):
        self.go_on(PLACING, stdin="place green.priest 3000\n")
        self.assertEqual([line["move"] for line in self.lines() if line.get("by") == "red"], ["place green.priest 3000"])

    def test_wrong_input_loses_nothing(self):
        status, out, _ = self.play("intrige", "--save", self.path, "--people", "all",
                                   stdin="dance\nbribe 5000\n99\nsay to nobody: psst\nundo\nquit\n")
        self.assertEqual(status, 0)
        self.assertEqual([line for line in self.lines() if line.get("by") not in (None, "chance")], [])

    def test_undo_takes_back_only_what_nobody_has_moved_after(self):
        self.assertEqual(self.moves(PLACING, "1", "undo", "2"), ["place green.priest 3000"])
        self.assertIn("Taken back.", self.answers(PLACING, "1", "undo"))
        self.assertEqual(self.moves(BINDING, "take o5", "draw", "undo"), ["take o5", "draw"])
        self.assertNotIn("Taken back.", self.answers(BINDING, "take o5", "draw", "undo"))

    def test_talk_since_an_undone_move_stays(self):
        self.go_on(PLACING, stdin="1\nsay wait\nundo\nsay to blue: psst\n2\nquit\n")
        self.assertEqual([(line.get("say"), line.get("move")) for line in self.lines()[PLACING.count("\n"):] if line.get("by") == "red"],
                         [("wait", None), ("psst", None), (None, "place green.priest 3000")])

    def test_a_record_that_is_read_is_written_as_it_was(self):
        """Also what a server adds: names, what it promised of its luck, and the seed."""
        copy = os.path.join(self.folder.name, "copy.kbr")
        self.go_on(lines_of(*PACT), "--people", "all", stdin="say to green: psst\nvow I wont send * yellow, game\nquit\n")
        setup, *lines = self.lines()
        lines = [setup, {"meta": {"seats": {"red": "bot random"}, "names": {"red": "A \"B\""}}}, {"luck": {"promise": "00", "words": {}}},
                 *lines, {"luck": {"seed": "00"}}]
        written = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(written)
        self.assertEqual(run("play", self.path, "--save", copy, stdin="quit\n")[0], 0)
        with open(copy, encoding="utf-8") as file:
            self.assertEqual(file.read(), written)

    def test_talk_of_a_record_has_to_fit_a_table(self):
        self.go_on(PLACING + lines_of({"by": "red", "say": "one\ntwo"}), stdin="quit\n")
        self.assertIn({"by": "red", "say": "one two"}, self.lines())
        status, _, err = self.go_on(PLACING + lines_of({"by": "red", "say": "x" * 3000}), stdin="quit\n")
        self.assertEqual(status, 1)
        self.assertIn(f"line {PLACING.count(chr(10)) + 1}: at a table a line of talk has at most 2400 bytes", err)

    def promise(self, *typed, opening=None, people="red,yellow", options=()):
        """Types these lines in a game of Intrige for three. Returns what the prompt prints, and the record's lines
        about pacts."""
        first = {**PACT[0], "options": dict(option.split("=") for option in options)}
        out = self.go_on(opening or lines_of(first, *PACT[1:4]), "--people", people, stdin="\n".join((*typed, "")))[1]
        return out, [line for line in self.lines() if {"propose", "accept", "decline", "withdraw"} & set(line)]

    def test_a_promise_in_one_line_is_asked_of_the_other_and_kept(self):
        out, pacts = self.promise(
            "promise yellow: I will pay at least 5k for red.clerk at yellow; you will give red.clerk 10000, this turn",
            "accept", "bribe 1000", "bribe 5000", "place red.doctor 1000", "place red.clerk 10000", "promises")
        self.assertEqual(pacts, PACT[4:6])
        self.assertIn("Pact 1 by red with yellow: `accept 1` or `decline 1`?", out)
        self.assertIn("Kept (pact 1): yellow will give red clerk 10,000, this turn.", out)
        self.assertIn("Promises so far: red kept 1, broke 0; yellow kept 1, broke 0", out)

    def test_a_promise_step_by_step(self):
        out, pacts = self.promise(
            "promise", "nobody", "yellow", "me", "will", "pay", ">=5000", "red.clerk", "purple", "yellow", "", "", "yes",
            "yellow", "wi", "give red.clerk 10000", "turn", "", "no", "no", "accept 1")
        self.assertEqual(pacts, PACT[4:6], out)
        self.assertEqual(out.count("'purple' does not fit after 'pay >=5000 for red.clerk at': expected red|yellow|green"), 1)
        out, pacts = self.promise("vow", "wont", "send", "*", "green", "game", "green", "send", "doctor", "red", "no")
        self.assertEqual(pacts, [{"by": "red", "propose": 1, "with": [], "promises": [
            {"seat": "red", "wont": "send * green", "term": "game", "if": {"seat": "green", "deed": "send doctor red"}}]}])
        out, pacts = self.promise("promise", "yellow", "red", "will", "stop", "bribe 1000")
        self.assertEqual(pacts, [])
        self.assertIn("Nothing was promised.", out)

    def test_a_promise_names_one_tile_or_several(self):
        for typed in (["vow", "wont", "manage", "any", "hinder", "C0|M3", "round", "", "no"],
                      ["vow I wont manage any hinder on C0|M3, round"]):
            self.play("incorporated", "--save", self.path, "--seed", "1", stdin="\n".join((*typed, "quit", "")))
            self.assertEqual([line["promises"] for line in self.lines() if "propose" in line],
                             [[{"seat": "suns", "wont": "manage * hinder on C0|M3", "term": "round"}]])

    def test_wrong_promises_are_told_in_a_sentence_and_lose_nothing(self):
        for typed, told in (
                ("promise yellow: I will dance", "'dance' does not fit: expected pay give banish send."),
                ("promise yellow: I will give red.clerk 2000", "expected 1000|3000|6000|10000."),
                ("promise yellow: I will " + "give " * 600, "A pattern has at most 120 bytes, not 2999."),
                ("promise yellow: " + "I will send clerk green; " * 7, "A pact has at most 6 promises."),
                ("promise yellow: " + "I will send clerk green; " * 4000, "The proposal is too long."),
                ("promise yellow: I will send clerk green, tomorrow", "expected turn, round, next or game"),
                ("promise yellow: clerk green", "who will or wont do what"),
                ("promise yellow: green will send clerk red", "Green is not a party to the pact."),
                ("promise yellow I will send clerk red", "a seat and a colon first"),
                ("promise red: I will send clerk yellow", "You cannot promise to yourself"),
                ("promise purple: I will send clerk yellow", "Unknown seat 'purple'."),
                ("vow I will send clerk yellow, turn, if purple: send doctor red", "expected a seat after if"),
                ("accept 3", "There is no pact 3; `promises` lists them."),
                ("accept", "There is nothing to accept."),
                ("withdraw x", "Expected the number of a pact"),
                ("decline 99999999999999999999", "Expected the number of a pact")):
            out, pacts = self.promise(typed, "promises", people="red")
            self.assertIn(told.lower(), " ".join(out.lower().split()))
            self.assertIn("No promise has been made yet.", out)
            self.assertEqual(pacts, [])
        nine = ["promise yellow,green: I will send clerk green", "", ""] * 9  # both are asked, and skip the answer
        out, pacts = self.promise(*nine, people="all")
        self.assertIn("Red already has 8 open proposals.", out)
        self.assertEqual(len(pacts), 8)

    def test_a_move_against_a_promise_is_asked_twice(self):
        vow = "vow I wont pay >=3000 for * at yellow, round"
        out, pacts = self.promise(vow, "bribe 4000", "bribe 1000", "bribe 5000", "bribe 5000")
        self.assertEqual(len(pacts), 1)
        self.assertEqual([line["move"] for line in self.lines() if line.get("by") == "red" and "move" in line][2:],
                         ["bribe 1000", "bribe 5000"])
        self.assertIn("This breaks your word, pact 1: red will not pay at least 3,000", out)
        self.assertIn("Broken (pact 1): red will not pay", out)

    def test_a_bond_limits_what_the_prompt_takes(self):
        bond = [{**PACT[0], "options": {"promises": "bond"}}, *PACT[1:]]
        out, _ = self.promise("place red.doctor 10000", "moves", "place red.doctor 1000", opening=lines_of(*bond), people="yellow")
        self.assertIn("A promise for this turn forbids that; you can: `place red.doctor 1000`, "
                      "`place red.doctor 3000`, `place red.doctor 6000`.", " ".join(out.split()))
        self.assertEqual(self.lines()[-1]["move"], "place red.doctor 1000")

    def test_secret_pacts_stay_with_their_parties_at_one_keyboard(self):
        out, pacts = self.promise("promise secretly yellow: I wont send * green, game", "accept",
                                  "vow I wont send * yellow, game", "bribe 1000", "bribe 1000",
                                  "place red.doctor 1000", "place red.clerk 3000", "send doctor green", "send priest red",
                                  "bribe 1000", "promises", people="all")
        green = out[out.rindex("Hand the keyboard to green"):]
        self.assertTrue(pacts[0]["secret"])
        self.assertIn("Vow 1 by red", green)
        self.assertNotIn("send any green", green)

    def test_pacts_are_saved_and_gone_on_with(self):
        self.promise("promise yellow: I will pay >=5000 for red.clerk at yellow", "accept", "quit")
        out = run("play", self.path, "--seed", "1", stdin="promises\nbribe 1000\nundo\nvow I will pay * for red.doctor at yellow\n"
                  "bribe 1000\nundo\n")[1]
        self.assertIn("Pact 1 by red with yellow: stands", out)
        self.assertIn("Taken back.", out)
        self.assertIn("Your move has settled a promise, so it stands.", out)

    def test_bots_answer_proposals_and_give_a_moment(self):
        out, pacts = self.promise("promise yellow: I will pay >=5000 for red.clerk at yellow", "promise green: I wont send * green, game; "
                                  "you will give red.* 10000, game", people="red")
        answered = [number for line in pacts for act, number in line.items() if act in ("accept", "decline")]
        self.assertEqual(answered, [1, 2], out)
        out, _ = self.promise("pause", "bribe 1000", "bribe 1000", "promises", "", people="red")
        self.assertIn("Time to negotiate", out)

    def test_bots_go_on_after_an_undo(self):
        out = self.go_on(DEALT, "--bot", "all=easy:grudge", stdin="1\nundo\n2\n" + "1\n1 1000\n" * 300)[1]
        self.assertIn("Taken back.", out)
        self.assertEqual(run("trace", self.path)[0], 0)
        self.assertIn("end", self.lines()[-1])

    def test_an_existing_file_is_not_overwritten(self):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("precious")
        self.assertEqual(self.play("intrige", "--save", self.path, stdin="")[0], 2)
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")

    def answers(self, opening, *lines, flags=()):
        """What the program prints after the last of the lines, up to the next prompt."""
        _, out, err = self.go_on(opening, *flags, stdin="\n".join([*lines, "quit"]) + "\n")
        self.assertEqual(err, "")
        return " ".join(re.split(r"\n\w+> ", out)[len(lines)].split())

    def moves(self, opening, *lines):
        """The moves made by these lines, typed by the first seat."""
        _, _, err = self.go_on(opening, stdin="\n".join([*lines, "quit"]) + "\n")
        self.assertEqual(err, "")
        new = self.lines()[opening.count("\n"):]
        first = next(list(line["meta"]["seats"])[0] for line in new if "meta" in line)
        return [line["move"] for line in new if line.get("by") == first and "move" in line]

    def test_large_families_of_moves_are_one_line(self):
        screen = self.answers(BINDING, "take o5", "moves")
        self.assertRegex(screen, r"trade …: 25 ways, from `trade ida` to `trade overtime sabotage5 meeting`")
        self.assertLess(screen.index("swap o5"), screen.index("trade …"))
        self.assertIn("trade ida f1 overtime", self.answers(BINDING, "take o5", "moves all"))
        self.assertNotIn("play", self.answers(BINDING, "take o5", "moves trade"))
        number = re.search(r"(\d+) draw", screen)[1]
        self.assertEqual(self.moves(BINDING, "take o5", number), ["take o5", "draw"])
        self.assertIn("commit …: 16 ways", self.answers(STAFFING, "1", "moves"))

    def test_moves_that_differ_in_their_last_word_share_a_line(self):
        opening = record("intrige", "chance: start red", edition="fxschmid1994", players=5)
        number = re.search(r"(\d+) send lawyer yellow\|green\|blue\|violet", self.answers(opening, "moves"))[1]
        self.assertIn("say which", self.answers(opening, number))
        self.assertEqual(self.moves(opening, f"{number} green"), ["send lawyer green"])

    def test_a_number_means_what_the_move_says_where_moves_have_numbers(self):
        self.assertNotIn("1 staff 0", self.answers(STAFFING, "moves"))
        self.assertEqual(self.moves(STAFFING, "1", "4"), ["staff 1", "commit 4"])
        self.assertEqual(self.moves(STAFFING, "staff 1", "none"), ["staff 1", "commit none"])
        self.assertIn("1 to 4", self.answers(BINDING, "7"))

    def test_nearly_right_moves_are_taken_where_they_are_clear(self):
        self.assertEqual(self.moves(STAFFING, "staff 1", "commit 3+2"), ["staff 1", "commit 2+3"])
        self.assertEqual(self.moves(BINDING, "take o5", "trade meeting f1"), ["take o5", "trade f1 meeting"])
        self.assertEqual(self.moves(PLACING, "pl g 3"), ["place green.priest 3000"])
        self.assertEqual(self.moves(PLACING, "3", "u", "pl g 1k"), ["place green.priest 1000"])

    def test_incomplete_moves_are_answered_with_what_is_missing(self):
        self.assertIn("only the beginning of `place green.priest 1000`", self.answers(PLACING, "place green"))
        self.assertIn("`trade ida f1`", self.answers(BINDING, "take o5", "trade"))
        self.assertIn("`play ida fold`", self.answers(BINDING, "take o5", "play"))
        self.assertIn("does not go with `commit`", self.answers(STAFFING, "staff 1", "commit 5"))
        self.assertIn("you can: `place`", self.answers(PLACING, "bribe 5000"))
        self.assertIn("could mean", self.answers(PLACING, "pl g 1"))
        self.assertIn("`3.1` could be `manage 3.1 hinder`, `manage 3.1 help`", self.answers(MANAGING, "3.1"))

    def test_enter_takes_the_only_move(self):
        lines = ["take o5", "play i s"]
        self.assertIn("Enter does it", self.answers(BINDING, *lines, "moves"))
        self.assertEqual(self.moves(BINDING, *lines, ""), ["take o5", "play ida sew", "end"])
        self.assertEqual(self.moves(PLACING, ""), [])

    def test_log_shows_the_last_lines_and_all_of_them(self):
        whole_game = run("random", "intrige", "--players", "4")[1]
        rows = [json.loads(line) for line in run("trace", "-", stdin=whole_game)[1].splitlines()]
        late = max(row["n"] for row in rows if row["actors"] == ["red"])
        opening = "".join(whole_game.splitlines(keepends=True)[:late + 1])
        short, whole = self.answers(opening, "log"), self.answers(opening, "log all")
        self.assertIn("The last 20 lines", short)
        self.assertNotIn("goes first", short)
        self.assertIn("goes first", whole)

    def test_news_leave_out_what_the_reader_did_and_fold_what_repeats(self):
        self.assertIn("Red gives the 3,000 post", self.answers(PLACING, "2", "log"))
        self.assertNotIn("Red gives the 3,000 post", self.answers(PLACING, "2"))
        screen = self.go_on(BINDING, stdin="quit\n")[1]
        self.assertIn("Yellow draws a card, 4 times.", screen)
        self.assertIn("Red draws ida, meeting, sabotage5, overtime.", screen)

    def test_deals_are_remembered(self):
        self.assertIn("Deals: red kept 1, broke 0; yellow kept 0, broke 1; green kept 1, broke 1",
                      self.answers(DEALT, "table"))
        self.assertNotIn("Deals:", self.answers(PAYING, "table"))

    def test_questions_say_what_is_true(self):
        self.assertIn("with an offer: 3 proposals are left", self.answers(PAYING, "moves"))
        screen = self.go_on(PAYING, "--people", "all", stdin="offer 6000 for 2000\nrefuse\nquit\n")[1]
        self.assertIn("with an offer: 2 proposals are left", " ".join(screen.split()))
        self.assertIn("Red offers you 2,000 for the 6,000 post", screen)

    def test_a_bare_amount_is_the_bribe(self):
        self.assertEqual(self.moves(PAYING, "7k"), ["bribe 7000"])
        self.assertIn("(bribe 7000)", self.answers(PAYING, "7k"))
        self.assertEqual(self.moves(PAYING, "o 3k 7k")[:1], ["offer 3000 for 7000"])
        self.assertIn("only the beginning", self.answers(PAYING, "bribe"))

    def test_rules_about_a_word(self):
        text = self.answers(BINDING, "rules sabotage5")
        self.assertIn("sabotage5", text)
        self.assertLess(len(text), 6000)
        self.assertIn("do not mention 'xylophone'", self.answers(BINDING, "Rules xylophone"))
        self.assertEqual(self.answers(BINDING, "rules mixup").lower(), self.answers(BINDING, "RULES Mixup").lower())

    def test_a_hand_tells_what_its_cards_are_worth(self):
        screen = self.answers(BINDING, "table")
        self.assertIn("ida (½)", screen)
        self.assertIn("Deck 20 unseen", screen)
        self.assertIn("Round 1, turn 3", screen)

    def test_save_takes_a_name_without_ending_and_leaves_one_file(self):
        done = subprocess.run([PROGRAM, "play", "intrige", "--bot", "all=random"], input="save mine\nquit\n", text=True,
                              capture_output=True, cwd=self.folder.name)
        self.assertEqual((done.returncode, os.listdir(self.folder.name)), (0, ["mine.kbr"]))
        self.assertIn("You are red; played by the computer: yellow, green and blue.", done.stdout)

    def test_help_speaks_of_this_game(self):
        for game in all_games():
            opening = self.fresh(game)
            text = self.answers(opening, "help")
            example = re.search(r"as listed \(`([^`]+)`\)", text)[1]
            short = re.search(r"is unambiguous \(`([^`]+)`\)", text)[1]
            self.assertEqual(self.moves(opening, short), [example])
            self.assertRegex(text, r"say to \w+: TEXT")
            os.remove(self.path)

    def test_private_talk_is_private(self):
        self.play("intrige", "--save", self.path, stdin="say to green: psst\nquit\n")
        self.assertEqual(self.lines()[-1], {"by": "red", "say": "psst", "to": ["green"]})

    def roles(self):
        return [line["meta"]["seats"] for line in self.lines() if "seats" in line.get("meta", {})]

    def test_bots_are_who_was_asked_for_also_the_next_time(self):
        run("play", "intrige", "--save", self.path, "--seed", "3", stdin="quit\n")
        self.assertEqual(self.roles(), [{"red": "person", "yellow": "bot medium:honest",
                                         "green": "bot medium:opportunist", "blue": "bot medium:grudge"}])
        os.remove(self.path)
        run("play", "intrige", "--save", self.path, "--bot", "all=easy", "--bot", "green,blue=greedy:grudge",
            "--people", "red,blue", stdin="quit\n")
        asked = {"red": "person", "yellow": "bot easy", "green": "bot greedy:grudge", "blue": "bot greedy:grudge"}
        self.assertEqual(self.roles(), [asked])
        run("play", self.path, "--seed", "1", stdin="1\n1\nquit\n")
        self.assertEqual(self.roles(), [asked])
        run("play", self.path, "--bot", "yellow=random", stdin="quit\n")
        self.assertEqual(self.roles()[1:], [{**asked, "yellow": "bot random"}])

    def test_bots_that_are_none(self):
        for bot in ["green", "green=", "green=genius", "violet=easy", "green=search:0", "green=cmd:", "=easy"]:
            status, _, err = run("play", "intrige", "--save", self.path, "--bot", bot, stdin="")
            self.assertEqual(status, 2, bot)
            self.assertIn("--bot", err)

    def test_a_program_that_only_the_record_names_is_not_run(self):
        self.play("intrige", "--save", self.path, stdin="1\nquit\n")
        trap = os.path.join(self.folder.name, "trap")
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"meta": {"seats": {"green": "bot cmd:touch " + trap}}}) + "\n")
        status, _, err = run("play", self.path, stdin="1\n" * 20)
        self.assertEqual(status, 2)
        self.assertIn("--bot 'green=cmd:touch", err)
        self.assertEqual(run("play", self.path, "--bot", "green=random", stdin="1\n1 1000\n" * 300)[0], 0)
        self.assertFalse(os.path.exists(trap))

    def test_the_end_stands_behind_the_last_move_and_the_talk(self):
        run("play", "intrige", "--people", "none", "--bot", "all=easy:grudge", "--save", self.path, stdin="")
        kinds = [[key for key in ("move", "say", "end") if key in line] for line in self.lines()]
        self.assertEqual(kinds.count(["end"]), 1)
        self.assertEqual(kinds[-1], ["end"])


class Terminal(unittest.TestCase):
    """Tests at a terminal: keys, the screen, and several people at one keyboard."""

    def start(self, *args, opening=None, columns=100, rows=60, colour=False):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        if opening:
            args = ("game.kbr", *args)
            with open(os.path.join(self.folder.name, "game.kbr"), "w", encoding="utf-8") as file:
                file.write(opening)
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="xterm", COLUMNS=str(columns), LINES=str(rows), PAGER="cat",
                              **({} if colour else {"NO_COLOR": "1"}))
            os.chdir(self.folder.name)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execv(PROGRAM, [PROGRAM, "play", *args])
        self.screen = ""
        self.addCleanup(self.end, self.child, self.terminal)
        self.wait()

    def end(self, child, terminal):
        os.close(terminal)
        os.waitpid(child, 0)

    def status(self):
        """The exit status of a finished program."""
        return os.waitid(os.P_PID, self.child, os.WEXITED | os.WNOWAIT).si_status

    def read(self):
        """Appends new output to the screen, and drops what was wiped from it. False at the end."""
        if not select.select([self.terminal], [], [], 30)[0]:
            self.fail("the program is silent: " + self.screen[-400:])
        try:
            self.screen += os.read(self.terminal, 65536).decode("utf-8", "replace")
        except OSError:
            return False
        wiped = self.screen.rfind("\033[3J")
        self.screen = self.screen[max(wiped, 0):]
        return True

    def wait(self):
        """Waits until the program wants a line. False if it has finished."""
        while not self.screen.rstrip().endswith((">", "]")) and "is looking" not in self.screen[-200:]:
            if not self.read():
                return False
        while termios.tcgetattr(self.terminal)[3] & termios.ECHO:
            time.sleep(0.01)  # the prompt appears before the editor is ready
        return True

    def answer(self, text):
        return self.press(text + "\n")

    def press(self, keys):
        self.send(keys)
        return self.wait()

    def send(self, keys):
        self.screen += "\n(typed)" + "." * 200  # earlier text is no longer a prompt
        os.write(self.terminal, keys.encode())

    def expect(self, text):
        while text not in self.screen.split("(typed)")[-1]:
            self.assertTrue(self.read(), text)

    def test_secrets_are_wiped_between_people(self):
        self.start("intrige", "--players", "3", "--people", "all", "--seed", "1", "--option", "bribes=sealed",
                   colour=True)
        secrets = 0
        for _ in range(400):
            handing_over = "is looking" in self.screen[-200:]
            if handing_over:
                self.assertNotRegex(self.screen, r"7000|7,000")
            asked_to_bribe = not handing_over and "bribe 1000.." in self.screen
            secrets += asked_to_bribe
            if not self.answer("" if handing_over else "bribe 7000" if asked_to_bribe else "1"):
                break
        self.assertGreater(secrets, 5)

    def test_only_enter_takes_the_keyboard_over(self):
        self.start("integralis", "--players", "2", "--people", "all", "--seed", "1")
        for keys in ["\x03", "table\n", "1\n"]:
            self.send(keys)
            self.expect("Enter continues")
            self.assertNotIn("Hand ", self.screen.split("(typed)")[-1])
        self.answer("")
        self.assertIn("Hand ", self.screen)

    def test_undo_while_the_keyboard_changes_hands_takes_back_only_what_revealed_nothing(self):
        self.start("--people", "all", opening=record("intrige", "chance: start red", "red: send scientist green"))
        self.answer("")
        self.answer("send doctor green")
        self.expect("red can still take the last move back")
        self.answer("undo")
        self.expect("Hand the keyboard to red.")
        self.answer("")
        self.expect("Send your second relative")
        sealed = record("intrige", "chance: start red", "red: send scientist yellow, send doctor yellow, bribe 3000",
                        options={"bribes": "sealed"})
        self.start("--people", "all", opening=sealed)
        self.answer("")
        self.answer("bribe 2000")
        self.expect("Hand the keyboard to yellow.")
        self.assertNotIn("take the last move back", self.screen)
        self.send("undo\n")
        self.expect("Enter continues")

    def test_nothing_is_wider_than_a_narrow_terminal(self):
        for game in all_games():
            self.start(game, "--bot", "all=greedy:grudge", "--seed", "4", columns=60, rows=30)
            for line in ["help", "1", "none", "play", "1", "2", "3", "4", "1 fold", "", "draw", "end", "table", "log"]:
                self.answer(line)
            for row in self.screen.replace("\r", "").split("\n"):
                self.assertLessEqual(len(row) if not row.startswith("(typed)") else 0, 60, row)

    def test_tab_keeps_the_order(self):
        self.start("--bot", "all=random", opening=PLACING)
        self.send("place green.priest \t")
        self.expect("10000")
        listed = self.screen.split("(typed)")[-1]
        self.assertLess(listed.index("3000"), listed.index("10000"))

    QUESTIONS = ["Which game", "Which edition", "How many seats", "How many people", "How strong are the bots",
                 "Change one"]

    def test_what_is_needed_is_asked_for(self):
        self.start()
        for question, nonsense, answer in zip(self.QUESTIONS, ["99", "0", "1", "-1", "genius"], ["", "2", "3", "", "e"]):
            self.expect(question)
            self.answer(nonsense)
            self.expect("Enter a number" if nonsense != "genius" else "Enter easy")
            self.answer(answer)
        for line, answer in [("deals=perhaps", "Not possible"), ("deals", "expected name=value"),
                             ("bribes=sealed", "bribes=sealed (or open)"), ("deals=loose", "Not possible"),
                             ("bribes=open", "bribes=open (or sealed)"), ("Deals=Loose", "deals=loose (or none binding)")]:
            self.expect("Change one")
            self.answer(line)
            self.expect(answer)
        self.answer("")
        self.assertIn("Intrige", self.screen)
        self.assertIn("You are red; played by the computer: yellow and green.", self.screen)
        self.assertFalse(self.answer("quit"))
        with open(os.path.join(self.folder.name, os.listdir(self.folder.name)[0]), encoding="utf-8") as file:
            setup, roles = [json.loads(line) for line in file.read().splitlines()[:2]]
        self.assertEqual((setup["edition"], setup["players"], setup["options"]["deals"]), ("amigo2003", 3, "loose"))
        seats = roles["meta"]["seats"]
        self.assertEqual(seats, {"red": "person", "yellow": "bot easy:honest", "green": "bot easy:opportunist"})

    def test_without_bots_nobody_asks_how_strong_they_are(self):
        self.start("Intrigue")
        for answer in ["", "3", "3"]:
            self.answer(answer)
        self.expect("Change one")
        self.answer("")
        self.expect("Hand the keyboard to")

    def test_leaving_before_the_game_begins_leaves_nothing(self):
        for keys in ["\x03", "q\n", "quit\n", "\x04"]:
            for answered, question in enumerate(self.QUESTIONS):
                self.start()
                for _ in range(answered):
                    self.answer("")
                self.expect(question)
                self.assertFalse(self.press(keys), (keys, question))
                self.assertEqual((self.status(), os.listdir(self.folder.name)), (0, []))


if __name__ == "__main__":
    unittest.main()
