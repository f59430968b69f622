#!/usr/bin/env python3
"""The program end to end, as its users call it.

usage: cli.py PROGRAM [unittest arguments]
"""
import fcntl
import json
import os
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
VERBS = ["play", "games", "rules", "show", "random", "trace", "position", "legal", "arena", "bench"]


def run(*args, stdin="", env=None):
    """Exit status, standard output, standard error."""
    done = subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout, done.stderr


def all_games():
    return [line.split(":")[0] for line in run("games")[1].splitlines() if not line.startswith(" ")]


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
        for verb in VERBS:
            status, out, err = run(verb, "--help")
            self.assertEqual((status, err), (0, ""), verb)
            self.assertIn(f"kickback {verb}", out)
            self.assertIn("usage:", out)
            self.assertEqual(verb == "play", "  --resume FILE.kbr" in out)
            self.assertIn("example", out)
            self.assertNotIn("\033", out)

    def test_calls_that_are_wrong_exit_2_and_say_so(self):
        for call in [[], ["dance"], ["random"], ["random", "chess"], ["random", "intrige", "--players", "9"],
                     ["random", "intrige", "--option", "deals"], ["random", "intrige", "--option", "deals=maybe"],
                     ["random", "intrige", "--option", "bribes=sealed", "--option", "money=open"],
                     ["random", "intrige", "--seed", "-1"], ["random", "intrige", "--edition", "1812"],
                     ["random", "intrige", "--colour"], ["trace"], ["position"], ["legal"], ["rules"], ["rules", "chess"],
                     ["show"], ["play", "chess"], ["arena"], ["bench", "--slow"], ["games", "chess"]]:
            status, out, err = run(*call)
            self.assertEqual(status, 2, call)
            self.assertTrue(err, call)
            self.assertEqual(out, "", call)

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
            self.assertEqual(two.count('"kickback":1'), 2)

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
        self.assertIn("due:", err)

    def test_a_record_cut_off_is_read_up_to_there(self):
        record = self.record()
        whole = record[:record.index("\n", 1000) + 1]
        status, out, err = run("trace", "-", stdin=whole + '{"by":"red","mo')
        self.assertEqual(status, 0)
        self.assertIn("cut off", err)
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


class Play(unittest.TestCase):
    """`kickback play`, from a pipe and at a terminal."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "game.kbr")

    def play(self, *args, stdin):
        """Against bots that cost no time."""
        return run("play", *args, "--bot", "all=random", "--seed", "3", stdin=stdin)

    def lines(self):
        with open(self.path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_a_whole_game_of_each_one_sitting_for_each_decision(self):
        for game in all_games():
            path = os.path.join(self.folder.name, game + ".kbr")
            self.play(game, "--save", path, stdin="")
            for sitting in range(2000):
                due = json.loads(run("legal", path)[1])
                if not due["actors"]:
                    break
                entry = due["legal"][due["actors"][0]][sitting % len(due["legal"][due["actors"][0]])]
                status, out, err = run("play", path, "--seed", str(sitting), stdin=entry.split("..")[0] + "\n")
                self.assertEqual((status, err), (0, ""), out[-500:])
            status, trace, err = run("trace", path)
            self.assertEqual((status, err), (0, ""))
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
        self.play("intrige", "--save", self.path, stdin="1\n")
        self.assertEqual(sum("move" in line and line["by"] == "red" for line in self.lines()), 1)

    def test_wrong_input_loses_nothing(self):
        status, out, _ = self.play("intrige", "--save", self.path, "--people", "all",
                                   stdin="dance\nbribe 5000\n99\nsay to nobody: psst\nundo\nquit\n")
        self.assertEqual(status, 0)
        self.assertEqual([line for line in self.lines() if line.get("by") not in (None, "chance")], [])

    def test_undo_takes_back_only_what_revealed_nothing(self):
        self.play("intrige", "--save", self.path, "--people", "all", stdin="1\nundo\n2\nquit\n")
        self.assertEqual(sum("move" in line and line["by"] != "chance" for line in self.lines()), 1)

    def test_bots_go_on_after_an_undo(self):
        out = run("play", "intrige", "--players", "3", "--bot", "all=easy:grudge", "--seed", "2", "--save", self.path,
                  "--option", "deals=loose", stdin="1\nundo\n2\n" + "1\n1 1000\n" * 300)[1]
        self.assertIn("Taken back.", out)
        self.assertEqual(run("trace", self.path)[0], 0)
        self.assertIn("end", self.lines()[-1])

    def test_an_existing_file_is_not_overwritten(self):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("precious")
        self.assertEqual(self.play("intrige", "--save", self.path, stdin="")[0], 2)
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")

    def answers(self, game, *lines, flags=()):
        """What the program says to the last of the lines, until the next prompt."""
        _, out, err = self.play(game, *flags, "--save", self.path, stdin="\n".join([*lines, "quit"]) + "\n")
        self.assertEqual(err, "")
        os.remove(self.path)
        return " ".join(re.split(r"\n\w+> ", out)[len(lines)].split())

    def moves(self, game, *lines, flags=()):
        """The moves that came of these lines, typed by the first seat."""
        _, _, err = self.play(game, *flags, "--save", self.path, stdin="\n".join([*lines, "quit"]) + "\n")
        self.assertEqual(err, "")
        seats = [name for name in next(line["meta"]["seats"] for line in self.lines() if "meta" in line)]
        moves = [line["move"] for line in self.lines() if line.get("by") == seats[0] and "move" in line]
        os.remove(self.path)
        return moves

    def test_large_families_of_moves_are_one_line(self):
        screen = self.answers("integralis", "take o5", "moves")
        self.assertRegex(screen, r"trade …: 25 ways, from `trade ida` to `trade overtime sabotage5 meeting`")
        self.assertLess(screen.index("swap o5"), screen.index("trade …"))
        self.assertIn("trade ida f1 overtime", self.answers("integralis", "take o5", "moves all"))
        self.assertNotIn("play", self.answers("integralis", "take o5", "moves trade"))
        self.assertEqual(self.moves("integralis", "take o5", "5"), ["take o5", "draw"])
        self.assertIn("commit …: 16 ways", self.answers("incorporated", "1", "moves"))

    def test_moves_that_differ_in_their_last_word_share_a_line(self):
        flags = ("--edition", "fxschmid1994", "--players", "5", "--people", "all")
        screen = self.answers("intrige", "moves", flags=flags)
        line = re.search(r"(\d+) send lawyer ([a-z|]+)", screen)
        number, targets = line[1], line[2].split("|")
        self.assertEqual(len(targets), 4)
        self.assertIn("say which", self.answers("intrige", number, flags=flags))
        self.assertIn(f"send lawyer {targets[1]}", self.answers("intrige", f"{number} {targets[1]}", flags=flags))

    def test_a_number_means_what_the_move_says_where_moves_have_numbers(self):
        self.assertNotIn("1 staff 0", self.answers("incorporated", "moves"))
        self.assertEqual(self.moves("incorporated", "1", "4"), ["staff 1", "commit 4"])
        self.assertEqual(self.moves("incorporated", "staff 1", "none"), ["staff 1", "commit none"])
        self.assertIn("1 to 4", self.answers("integralis", "7"))

    def test_nearly_right_moves_are_taken_where_they_are_clear(self):
        self.assertEqual(self.moves("incorporated", "staff 1", "commit 3+2"), ["staff 1", "commit 2+3"])
        self.assertEqual(self.moves("integralis", "take o5", "trade meeting f1"), ["take o5", "trade f1 meeting"])
        self.assertEqual(self.moves("intrige", "pl g 3"), ["place green.priest 3000"])
        self.assertEqual(self.moves("intrige", "3", "u", "pl g 1k"), ["place green.priest 1000"])

    def test_incomplete_moves_are_answered_with_what_is_missing(self):
        self.assertIn("only the beginning of `place green.priest 1000`", self.answers("intrige", "place green"))
        self.assertIn("`trade ida f1`", self.answers("integralis", "take o5", "trade"))
        self.assertIn("`play ida fold`", self.answers("integralis", "take o5", "play"))
        self.assertIn("does not go with `commit`", self.answers("incorporated", "staff 1", "commit 5"))
        self.assertIn("due now: `place`", self.answers("intrige", "bribe 5000"))
        self.assertIn("could mean", self.answers("intrige", "pl g 1"))
        self.assertRegex(self.answers("incorporated", *["1", "none", "2", "0", "3", "4"] * 14, "1.2"),
                         r"`1\.2` could be `manage 1\.2 hinder`, `manage 1\.2 help`")

    def test_enter_takes_the_only_move(self):
        lines = ["take o5", "play i s"]
        self.assertIn("Enter does it", self.answers("integralis", *lines, "moves"))
        self.assertEqual(self.moves("integralis", *lines, "")[-1], "end")
        self.assertEqual(self.moves("intrige", ""), [])

    def test_log_shows_the_last_lines_and_all_of_them(self):
        lines = ["1 1000", "1"] * 12
        short, whole = self.answers("intrige", *lines, "log"), self.answers("intrige", *lines, "log all")
        self.assertIn("The last 20 lines", short)
        self.assertNotIn("goes first", short)
        self.assertIn("goes first", whole)

    def test_news_leave_out_what_the_reader_did_and_fold_what_repeats(self):
        self.assertNotIn("Red gives the 3,000 post", self.answers("intrige", "2"))
        screen = self.play("integralis", "--save", self.path, stdin="quit\n")[1]
        self.assertIn("Yellow draws a card, 4 times.", screen)
        self.assertIn("Red draws ida, meeting, sabotage5, overtime.", screen)

    def test_deals_are_remembered(self):
        screen = self.answers("intrige", "1", "2", "table", flags=("--option", "deals=loose"))
        self.assertRegex(screen, r"Deals: green kept 0, broke 1")

    def test_questions_say_what_is_true(self):
        screen = self.play("intrige", "--option", "deals=loose", "--people", "all", "--save", self.path,
                           stdin="1\n2\n" * 6 + "quit\n")[1]
        self.assertRegex(" ".join(screen.split()), r"with an offer: 3 proposals are left")
        self.assertNotRegex(screen, r"(?m)^(red|yellow|green|blue) (offers you|wants|plays|bribes)")

    def test_a_bare_amount_is_the_bribe(self):
        flags = ("--option", "deals=loose", "--people", "all")
        lines = ["1", "2"]
        for _ in range(8):
            if "bribe 1000.." in self.answers("intrige", *lines, "moves", flags=flags):
                break
            lines.append("1")
        self.assertIn("(bribe 7000)", self.answers("intrige", *lines, "7k", flags=flags))
        self.assertIn("(offer 3000 for 7000)", self.answers("intrige", *lines, "o 3k 7k", flags=flags))
        self.assertIn("only the beginning", self.answers("intrige", *lines, "bribe", flags=flags))

    def test_rules_about_a_word(self):
        text = self.answers("integralis", "rules sabotage5")
        self.assertIn("sabotage5", text)
        self.assertLess(len(text), 6000)
        self.assertIn("do not speak", self.answers("integralis", "rules xylophone"))

    def test_a_hand_tells_what_its_cards_are_worth(self):
        screen = self.answers("integralis", "table")
        self.assertIn("ida (½)", screen)
        self.assertIn("Deck 20 unseen", screen)
        self.assertIn("Round 1, turn 3", screen)

    def test_save_takes_a_name_without_ending_and_leaves_one_file(self):
        done = subprocess.run([PROGRAM, "play", "intrige", "--seed", "3"], input="1\nsave mine\nquit\n", text=True,
                              capture_output=True, cwd=self.folder.name)
        self.assertEqual((done.returncode, os.listdir(self.folder.name)), (0, ["mine.kbr"]))
        self.assertIn("You are red; played by the computer: yellow, green and blue.", done.stdout)

    def test_help_speaks_of_this_game(self):
        for game, flags in [(game, ()) for game in all_games()]:
            text = self.answers(game, "help", flags=flags)
            example = re.search(r"writes it \(`([^`]+)`\)", text)[1]
            short = re.search(r"is clear \(`([^`]+)`\)", text)[1]
            self.assertEqual(self.moves(game, short), [example])
            self.assertRegex(text, r"say to \w+: TEXT")

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
    """At a terminal: keys, the screen, and several people at one keyboard."""

    def start(self, *args, columns=100, rows=60, colour=False):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
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

    def read(self):
        """Adds what comes to the screen, and forgets what was wiped from it. False at the end."""
        if not select.select([self.terminal], [], [], 60)[0]:
            self.fail("the program is silent: " + self.screen[-400:])
        try:
            self.screen += os.read(self.terminal, 65536).decode("utf-8", "replace")
        except OSError:
            return False
        wiped = self.screen.rfind("\033[3J")
        self.screen = self.screen[max(wiped, 0):]
        return True

    def wait(self):
        """Until the program wants a line; False when it is done."""
        while not self.screen.rstrip().endswith((">", "]")) and "is looking" not in self.screen[-200:]:
            if not self.read():
                return False
        while termios.tcgetattr(self.terminal)[3] & termios.ECHO:
            time.sleep(0.01)  # the prompt is there before the editor is
        return True

    def answer(self, text):
        return self.press(text + "\n")

    def press(self, keys):
        self.screen += "\n(typed)" + "." * 200
        os.write(self.terminal, keys.encode())
        return self.wait()

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
            self.screen += "\n(typed)"
            os.write(self.terminal, keys.encode())
            self.expect("Enter goes on")
            self.assertNotIn("Hand ", self.screen.split("(typed)")[-1])
        self.answer("")
        self.assertIn("Hand ", self.screen)

    def test_nothing_is_wider_than_a_narrow_terminal(self):
        for game in all_games():
            self.start(game, "--seed", "4", columns=60, rows=30)
            for line in ["help", "1", "none", "play", "1", "2", "3", "4", "1 fold", "", "draw", "end", "table", "log"]:
                self.answer(line)
            for row in self.screen.replace("\r", "").split("\n"):
                self.assertLessEqual(len(row) if not row.startswith("(typed)") else 0, 60, row)

    def test_the_game_is_asked_for_and_tab_keeps_the_order(self):
        self.start()
        self.assertIn("Which game", self.screen)
        self.answer("")
        self.assertIn("Intrige", self.screen)
        self.start("intrige", "--seed", "3")
        self.screen += "(typed)"
        os.write(self.terminal, b"place green.priest \t")
        self.expect("10000")
        listed = self.screen.split("(typed)")[-1]
        self.assertLess(listed.index("3000"), listed.index("10000"))

    def test_leaving_before_the_game_begins_leaves_nothing(self):
        for keys in ["\x03", "q\n", "quit\n", "\x04"]:
            self.start("intrige")
            self.assertFalse(self.press(keys))
            self.assertEqual(os.listdir(self.folder.name), [])


if __name__ == "__main__":
    unittest.main()
