#!/usr/bin/env python3
"""Bots that are external programs: good, slow, broken and cheating ones, in whole games.

usage: outside.py KICKBACK TABLE EXAMPLE-BOT [unittest arguments]
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, TABLE, EXAMPLE_C = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PYTHON = sys.executable
EXAMPLE_PY = f"{PYTHON} {os.path.join(ROOT, 'examples', 'bot.py')}"
GAMES = {"intrige": 3, "integralis": 2, "incorporated": 3}
SEATS = {"red", "yellow", "green", "suns", "moons", "crowns"}

# The beginning of every bot below. `answer` takes the first legal move unless told otherwise.
PREAMBLE = """
import json, os, sys, time
def first(asked): return asked["legal"][0].split("..")[0]
def write(text): sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode()); sys.stdout.flush()
def answer(asked, move=None, **more): write(json.dumps({"move": move or first(asked), **more}) + "\\n")
for n, line in enumerate(sys.stdin, 1):
    asked = json.loads(line)
"""


class Outside(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.n_bots = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def bot(self, body):
        """A command that runs a bot whose loop does this for each line."""
        self.n_bots += 1
        path = self.path(f"bot{self.n_bots}.py")
        with open(path, "w", encoding="utf-8") as out:
            out.write(PREAMBLE + "".join(f"    {line}\n" for line in body.splitlines()))
        return f"cmd:{PYTHON} {path}"

    def play(self, game, *seats, milliseconds=20000, seed=1, options=()):
        """Plays a whole game. Returns its record as objects, and the lines of the report."""
        seats = list(seats) + ["random"] * (GAMES[game] - len(seats))
        done = subprocess.run([TABLE, game, str(seed), str(milliseconds), *options, *seats], capture_output=True,
                              timeout=120, check=False)
        self.errors = done.stderr.decode().splitlines()  # includes those of the programs and shells
        report = [line for line in self.errors if line.split(":")[0] in SEATS]
        self.assertEqual(done.returncode, 0, self.errors[:5])
        self.record = done.stdout
        lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
        self.assertIn("end", lines[-1], "every game finishes")
        return lines, report

    def assert_report(self, report, *words):
        """Something is reported, and every line contains one of these words."""
        self.assertTrue(report)
        for line in report:
            self.assertTrue(any(word in line for word in words), line)

    # --- promises ----------------------------------------------------------------------------------

    def negotiate(self, command, *typed, option="promises=word"):
        """What the prompt prints in a game with red at the keyboard and this program as yellow, and the record."""
        path = self.path("pacts.kbr")
        with open(path, "w", encoding="utf-8") as out:
            for line in ({"kickback": 2, "game": "intrige", "players": 3, "options": dict([option.split("=")])},
                         {"by": "chance", "move": "start red"}, {"by": "red", "move": "send doctor yellow"},
                         {"by": "red", "move": "send clerk yellow"}):
                out.write(json.dumps(line) + "\n")
        done = subprocess.run([PROGRAM, "play", path, "--people", "red", "--seed", "1", "--bot", f"yellow={command}",
                               "--bot", "green=random"], input="\n".join([*typed, ""]).encode(), capture_output=True,
                              timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        with open(path, encoding="utf-8") as record:
            lines = [json.loads(line) for line in record]
        return done.stdout.decode(), [line for line in lines if {"propose", "accept", "decline", "withdraw"} & set(line)]

    def test_the_bot_of_the_page_negotiates(self):
        with open(os.path.join(ROOT, "docs", "bots.md"), encoding="utf-8") as page:
            source = page.read().split("```python\n")[1].split("```")[0]
        with open(self.path("page.py"), "w", encoding="utf-8") as out:
            out.write(source)
        out, pacts = self.negotiate(f"cmd:{PYTHON} {self.path('page.py')}", "promise yellow: I will send clerk green, game",
                                    "bribe 1000", "bribe 1000", "promise yellow: you will send clerk red, game", "promises")
        self.assertEqual([(line["by"], line.get("accept"), line.get("decline")) for line in pacts if line["by"] == "yellow"],
                         [("yellow", 1, None), ("yellow", None, 2)], out)

    def test_a_program_proposes_is_told_verdicts_and_bound(self):
        log = self.path("log")
        command = self.bot(f"""open({log!r}, "a").write(line)
acts = [{{"with": ["red"], "promises": [{{"seat": "yellow", "will": "give red.clerk 10000", "term": "turn"}}]}},
        {{"accept": 9}}, {{"with": ["purple"], "promises": []}}]
if asked.get("negotiate"): write(json.dumps({{"pacts": []}}) + "\\n")
else: answer(asked, asked["legal"][-1].split("..")[0], pacts=acts if n == 1 else [])""")
        out, pacts = self.negotiate(command, "bribe 1000", "bribe 1000", "accept", "promises", option="promises=bond")
        self.assertEqual([sorted(line) for line in pacts], [["by", "promises", "propose", "with"], ["accept", "by"]], out)
        with open(log, encoding="utf-8") as lines:
            asked = [json.loads(line) for line in lines]
        placing = next(one for one in asked if one["legal"] and "red.clerk" in one["legal"][0])
        self.assertEqual(placing["legal"], ["place red.clerk 10000"])
        self.assertEqual(placing["pacts"][0]["state"], "stood")
        news = [item for one in asked for item in one["news"]]
        self.assertIn({"pacts": [{"pact": 1, "promise": 0, "seat": "yellow", "verdict": "kept"}]}, news)
        self.assertEqual(len([item for item in news if "refused" in item]), 2)

    # --- good ones ---------------------------------------------------------------------------------

    def test_the_examples_play_every_game(self):
        for game in GAMES:
            lines, report = self.play(game, f"cmd:{EXAMPLE_PY}", f"cmd:{EXAMPLE_C}")
            self.assertEqual(report, [], game)
            self.assertEqual(len([line for line in lines if "say" in line]), 2, "each greets once")

    def test_the_examples_know_every_option(self):
        for option in ["bribes=sealed", "deals=loose", "deals=binding"]:
            _, report = self.play("intrige", f"cmd:{EXAMPLE_PY}", f"cmd:{EXAMPLE_C}", options=[option])
            self.assertEqual(report, [], option)

    def test_the_same_seed_gives_the_same_game(self):
        games = []
        for seed in [5, 5, 6]:
            self.play("intrige", f"cmd:{EXAMPLE_PY}", f"cmd:{EXAMPLE_C}", seed=seed)
            games.append(self.record)
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])

    # --- what a program is told --------------------------------------------------------------------

    def listener(self, log, extra=""):
        """Plays like the example, and logs every line it is sent."""
        return f"cmd:tee {self.path(log)} {extra}| {EXAMPLE_PY}"

    def log(self, name):
        with open(self.path(name), encoding="utf-8") as lines:
            return lines.read().splitlines()

    def test_a_question_is_what_position_and_legal_print(self):
        for game in GAMES:
            lines, _ = self.play(game, self.listener("log"), options=["bribes=sealed"] if game == "intrige" else [])
            with open(self.path("game.kbr"), "wb") as out:
                out.write(self.record)
            moves = [line for line in lines if "move" in line]
            me = next(iter(json.loads(self.log("log")[0])["position"]["hand" if game != "intrige" else "cash"]))
            mine = [n for n, move in enumerate(moves) if move["by"] == me]
            asked = [json.loads(line) for line in self.log("log")]
            self.assertEqual([line["id"] for line in asked], list(range(1, len(mine) + 1)))
            for n, question in list(zip(mine, asked))[::15]:
                seen = subprocess.run([PROGRAM, "position", self.path("game.kbr"), "--seat", me, "--at", str(n)],
                                      capture_output=True, check=True).stdout
                self.assertEqual(question["position"], json.loads(seen))
                self.assertEqual(question["seat"], me)
                self.assertEqual(question["first"], question is asked[0])
                self.assertEqual({**question["setup"]}, {key: lines[0][key] for key in lines[0] if key != "kickback"})
                whole = subprocess.run([PROGRAM, "position", self.path("game.kbr"), "--at", str(n)],
                                       capture_output=True, check=True).stdout
                legal = subprocess.run([PROGRAM, "legal", "--position", "-"], input=whole, capture_output=True,
                                       check=True).stdout
                self.assertEqual(question["legal"], json.loads(legal)["legal"][me])

    def test_a_planted_sum_reaches_payer_and_landlord_only(self):
        planter = self.bot('pay = [m for m in asked["legal"] if m.startswith("bribe")]\n'
                           'send = [m for m in asked["legal"] if m.startswith("send") and m.endswith("yellow")]\n'
                           'plants = pay and not globals().get("planted")\n'
                           'planted = globals().get("planted") or plants\n'
                           'answer(asked, "bribe 29000" if plants else send[0] if send else None)')
        self.play("intrige", planter, self.listener("landlord"), self.listener("other"), options=["bribes=sealed"])
        self.assertIn('{"by":"red","move":"bribe 29000"}', self.record.decode())
        told = "\n".join(self.log("landlord"))
        self.assertIn("29,000", told)
        self.assertIn("29000", told)
        other = "\n".join(self.log("other"))
        self.assertNotIn("29,000", other)
        self.assertNotIn("29000", other)

    def test_hidden_hands_are_not_told(self):
        lines, _ = self.play("integralis", self.listener("log"))
        drawn = [line["move"].split()[2] for line in lines if line.get("move", "").startswith("draw yellow ")]
        self.assertGreater(len(drawn), 5)
        for line in self.log("log"):
            question = json.loads(line)
            self.assertIsInstance(question["position"]["hand"]["yellow"], int)
            for item in question["news"]:
                if "yellow draws" in item.get("event", "").lower():
                    self.assertFalse([card for card in drawn if f" {card}" in item["event"]], item)
                    self.assertFalse([card for card in drawn if f'"{card}"' in json.dumps(item["what"])], item)
        lines, _ = self.play("incorporated", self.listener("log"))
        for line in self.log("log"):
            question = json.loads(line)
            self.assertIsInstance(question["position"]["hand"]["moons"], int)
            for item in question["news"]:
                self.assertNotRegex(item.get("event", ""), r"(moons|crowns) (are|is|get|gets) (dealt )?[SMC]\d")

    def test_news_are_events_and_talk_since_the_last_decision(self):
        talker = self.bot('answer(asked, say=f"line {n} “ünïcode” \\\\ \\"quoted\\"")')
        lines, _ = self.play("intrige", self.listener("log"), talker)
        news = [item for line in self.log("log") for item in json.loads(line)["news"]]
        talk = [item for item in news if "say" in item]
        said = [line for line in lines if line.get("by") == "yellow" and "say" in line]
        heard = [item for item in talk if item["by"] == "yellow"]
        self.assertEqual(heard, said[:len(heard)])
        self.assertGreater(len(heard), 10)
        self.assertIn("“ünïcode” \\ \"quoted\"", heard[-1]["say"])
        events = [item["event"] for item in news if "event" in item]
        self.assertGreater(len(events), 30)
        self.assertEqual(set(json.loads(line)["missed"] for line in self.log("log")), {0})
        paid = [item for item in news if item.get("what", {}).get("kind") == "pays"]
        self.assertGreater(len(paid), 5)
        for item in paid:
            self.assertIn(f"{item['what']['amount']:,}", item["event"])
        self.assertEqual([item for item in news if ("event" in item) != ("what" in item)], [])

    def test_a_program_that_asks_for_it_is_told_the_end(self):
        log = f"open({self.path('log')!r}, 'a').write(line)"
        body = f'{log}\nif "end" in asked: continue\nanswer(asked, end=True)'
        for game in GAMES:
            lines, report = self.play(game, self.bot(body))
            self.assertEqual(report, [])
            last = json.loads(self.log("log")[-1])
            self.assertEqual((last["end"], last["legal"]), (lines[-1]["end"], []))
            self.assertTrue(last["news"])
        self.play("intrige", self.listener("plain"))
        self.assertEqual([line for line in map(json.loads, self.log("plain")) if "end" in line], [])

    def test_every_game_of_an_arena_has_an_end(self):
        ends = f"open({self.path('ends')!r}, 'a').write(line)"
        bot = self.bot(f'if "end" in asked: {ends}\nelse: answer(asked, end=True)')
        status, _, err = self.kickback("arena", "incorporated", "--bots", bot, "--bots", "greedy", "--games", "3",
                                       "--players", "3", "--threads", "1")
        self.assertEqual((status, err, len(self.log("ends"))), (0, "", 3))

    def test_a_whisper_reaches_those_it_is_for(self):
        whisperer = self.bot('answer(asked, say=f"psst {n}", to=["yellow"])')
        lines, _ = self.play("intrige", whisperer, self.listener("yellow"), self.listener("green"))
        said = [line for line in lines if "psst" in line.get("say", "")]
        self.assertTrue(said and all(line["to"] == ["yellow"] for line in said))
        self.assertIn("psst 1", "".join(self.log("yellow")))
        self.assertNotIn("psst", "".join(self.log("green")))

    def test_a_whisper_to_nobody_is_not_heard_by_all(self):
        for to, words in [(["red"], "'to' names nobody else"), ([], "'to' names nobody else"),
                          (["blue"], "blue"), ("yellow", "expected a list")]:
            lines, report = self.play("intrige", self.bot(f'answer(asked, say="psst", to={to!r})'))
            self.assert_report(report, "red: note: its talk was dropped")
            self.assertIn(words, report[0])
            self.assertEqual([line for line in lines if "say" in line], [])

    def test_of_too_much_news_the_latest_are_told(self):
        self.play("incorporated", self.listener("log"), "crier")
        for question in map(json.loads, self.log("log")):
            said = [item["say"].split()[0] for item in question["news"] if "say" in item and item["by"] == "moons"]
            self.assertEqual(said, [str(n) for n in range(int(said[0]), int(said[-1]) + 1)] if said else [])
            self.assertTrue(question["missed"] == 0 or len(json.dumps(question["news"])) > 60000)
        self.assertTrue(any(json.loads(line)["missed"] for line in self.log("log")))

    # --- bad ones ----------------------------------------------------------------------------------

    def test_slow_ones_are_stopped_and_asked_again(self):
        sleepy = self.bot('if n == 3: time.sleep(60)\nanswer(asked)')
        began = time.monotonic()
        _, report = self.play("incorporated", sleepy, milliseconds=1500)
        self.assertLess(time.monotonic() - began, 60)
        self.assert_report(report, "suns: forfeit: no answer within 1500 ms")
        self.assertGreater(len(report), 1, "started again after the first time")

    def test_one_that_never_answers_is_given_up(self):
        for body in ["time.sleep(60)", "pass"]:
            _, report = self.play("intrige", self.bot(body), milliseconds=300)
            self.assert_report(report, "no answer within 300 ms", "no longer asked: it was started 3 times")
            self.assertEqual(len([line for line in report if "300 ms" in line]), 3)

    def test_crashing_ones_are_started_again(self):
        crashes = {"sys.exit(7)": "ended with exit status 7", "os.abort()": "crashed with signal 6",
                   "os.kill(os.getpid(), 11)": "crashed with signal 11", "os.kill(os.getpid(), 9)": "crashed with signal 9"}
        for crash, words in crashes.items():
            lines, report = self.play("intrige", self.bot(f"if n == 3: {crash}\nanswer(asked)"))
            self.assert_report(report, f"red: forfeit: it {words}")
            mine = len([line for line in lines if line.get("by") == "red" and "move" in line])
            self.assertEqual(len(report), mine // 3, "two answers, then one forfeit")

    def test_one_that_ends_after_each_answer_is_no_worse_for_it(self):
        _, report = self.play("incorporated", self.bot("answer(asked)\nos.close(1)\nsys.exit(0)"))
        for line in report:  # whether it has ended before it is asked again is a race
            self.assertIn("it ended with exit status 0", line)

    def test_starting_has_a_limit(self):
        starts = self.path("starts")
        _, report = self.play("intrige", f"cmd:echo x >> {starts}; sleep 0.3; exit 3")
        self.assert_report(report, "exit status 3", "no longer asked: it was started 3 times")
        self.assertEqual(len(self.log("starts")), 3)

    def test_programs_that_cannot_start(self):
        for command, words in [("/no/such/program", "program not found"), ("", "no command"),
                               (self.folder, "not executable"), ("exit 5", "exit status 5")]:
            _, report = self.play("incorporated", f"cmd:{command}")
            self.assert_report(report, "not started", "forfeit")  # on a busy machine it is noticed only when asked
            self.assertIn(words, report[0])

    def test_cheats_are_refused_with_a_reason(self):
        cheats = {
            'answer(asked, "win 100")': "its move 'win 100' is not legal: that is not a move of this game; legal: ",
            'answer(asked, "bribe 999000")': "is not legal: ",
            'answer(asked, "send clerk red")': "is not legal: ",
            'answer(asked, "bribe 1000..32000/1000")': "is not legal: ",
            'answer(asked, " " + first(asked))': "is not legal: ",
            'answer(asked, "x" * 5000)': "cannot be read: string longer than 128 bytes",
            'write("I bribe a thousand.\\n")': "its answer 'I bribe a thousand.' cannot be read: ",
            'write("\\n")': "its answer '' cannot be read: ",
            'write("[]\\n")': "cannot be read: ",
            'write("{}\\n")': "missing key 'move'",
            'write(\'{"move":1}\\n\')': "expected a string but found '1'",
            'write(\'{"move":"a","move":"b"}\\n\')': "duplicate key 'move'",
            'answer(asked, bluff=1)': "unknown key 'bluff'",
            'answer(asked, say=5)': "'say' must be a string",
            'write(b"\\x1b[2J\\xff\\x00\\n")': "its answer '?[2J??' cannot be read",
            'write("[" * 9000 + "\\n")': "cannot be read",
            'answer(asked, say="x" * 70000)': "output was too long",
            'write("x" * 3000000)': "output was too long",
            'write("x\\n" * 3000000)': "cannot be read",
        }
        for cheat, words in cheats.items():
            with self.subTest(cheat):
                _, report = self.play("intrige", self.bot(f"if n == 2: {cheat}\nelse: answer(asked)"))
                self.assertTrue(any(words in line for line in report), report[:3])
                self.assertLess(max(map(len, report)), 400)

    def test_another_seats_move_is_refused(self):
        thief = self.bot('mine = asked["position"]["hand"][asked["seat"]]\n'
                         'tiles = [s + str(v) for s in "SMC" for v in range(6) if s + str(v) not in mine]\n'
                         'answer(asked, "play " + tiles[0]) if asked["legal"][0].startswith("play") else answer(asked)')
        _, report = self.play("incorporated", thief)
        self.assert_report(report, "you do not hold that tile; legal: play ")

    def test_no_newline_is_no_answer(self):
        _, report = self.play("incorporated", self.bot("write(json.dumps({'move': first(asked)}))"), milliseconds=300)
        self.assert_report(report, "no answer within 300 ms", "no longer asked")

    def test_more_lines_than_asked_for_never_count(self):
        # The extra lines would be illegal, or a move the program does not want. Ids distinguish them from answers.
        chatty = self.bot('answer(asked, id=asked["id"])\n'
                          'for i in range(50): answer(asked, "win", id=asked["id"])')
        _, report = self.play("incorporated", chatty)
        self.assertEqual(report, [])
        early = self.bot('answer(asked, "win", id=asked["id"] - 1)\nanswer(asked, id=asked["id"])')
        _, report = self.play("incorporated", early)
        self.assertEqual(report, [])
        anonymous = self.bot('write(json.dumps({"move": first(asked)}) + "\\n" + "x\\n" * 50)')
        _, report = self.play("incorporated", anonymous)
        self.assertEqual(report, [])

    def test_talk_that_cannot_be_passed_on_is_left_out(self):
        bad = {'answer(asked, say="x" * 501)': "501 bytes", 'answer(asked, say="\\x07")': "without control characters",
               'write(b\'{"move":"\' + first(asked).encode() + b\'","say":"\\xff\\xfe"}\\n\')': "without control characters",
               'answer(asked, say="\\u202e")': "without control characters"}
        for body, words in bad.items():
            lines, report = self.play("incorporated", self.bot(body))
            self.assert_report(report, "suns: note: its talk was dropped: ")
            self.assertIn(words, report[0])
            self.assertFalse([line for line in lines if "say" in line])
        lines, report = self.play("incorporated", self.bot('answer(asked, say="é" * 250)\n'))
        self.assertEqual(report, [])
        self.assertIn("é" * 250, lines[-2].get("say", "") + "".join(line.get("say", "") for line in lines))
        lines, report = self.play("incorporated", self.bot('answer(asked, say=None if n % 2 else "")\n'))
        self.assertEqual((report, [line for line in lines if "say" in line]), ([], []))

    def test_one_that_does_not_read_is_late(self):
        command = "cmd:sleep 30"  # long lines fill the pipe, and nobody reads it
        _, report = self.play("integralis", command, milliseconds=200)
        self.assert_report(report, "no answer within 200 ms", "no longer asked")

    # --- in the program --------------------------------------------------------------------------------

    def kickback(self, *args):
        done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=120, cwd=self.folder,
                              check=False)
        return done.returncode, done.stdout, done.stderr

    def test_the_arena_plays_programs(self):
        for game in GAMES:
            status, out, err = self.kickback("arena", game, "--bots", f"cmd:{EXAMPLE_C},cmd:{EXAMPLE_PY},greedy",
                                             "--games", "3", "--threads", "2", "--seats", str(GAMES[game]))
            self.assertEqual((status, err), (0, ""))
            self.assertNotIn("forfeited", out)

    def test_the_arena_tells_what_went_wrong(self):
        for body, words in [('answer(asked, "win") if n == 2 else answer(asked)', "its move 'win' is not legal"),
                            ("if n == 2: sys.exit(3)\nanswer(asked)", "it ended with exit status 3"),
                            ('answer(asked, say="x" * 501)', "its talk was dropped")]:
            status, out, _ = self.kickback("arena", "incorporated", "--bots", self.bot(body), "--bots", "greedy",
                                           "--games", "2", "--seats", "3")
            self.assertEqual(status, 0)
            self.assertIn(words, out)
        status, out, err = self.kickback("arena", "intrige", "--bots", "cmd:/no/such/program,greedy", "--games", "1")
        self.assertIn("program not found", out + err)

    def test_a_program_plays_in_play(self):
        bot = self.bot('answer(asked, "win" if n == 2 else None, say="x" * 501 if n == 3 else f"line {n}")')
        status, out, _ = self.kickback("play", "incorporated", "--people", "none", "--players", "3",
                                       "--save", "game.kbr", "--bot", f"suns={bot}",
                                       "--bot", f"moons=cmd:{EXAMPLE_C}", "--bot", "crowns=greedy")
        self.assertEqual(status, 0)
        self.assertIn("'win' is not legal", out)
        self.assertIn("its talk was dropped", out)
        with open(self.path("game.kbr"), encoding="utf-8") as record:
            said = [json.loads(line) for line in record if '"say"' in line]
        self.assertIn({"by": "suns", "say": "line 1"}, said)
        self.assertIn({"by": "moons", "say": "Good day. I look at verbs only."}, said)

    def test_programs_in_play_have_as_long_as_they_are_given(self):
        bot = self.bot('if n == 1: answer(asked, say=str(asked["milliseconds"]), end=True)\n'
                       'elif "end" in asked: open("end", "w").write(line)\nelse: answer(asked)')
        call = ["play", "incorporated", "--people", "none", "--players", "3", "--save", "time.kbr", "--bot", f"suns={bot}"]
        self.assertEqual(self.kickback(*call, "--bot-time", "23456")[0], 0)
        record = self.log("time.kbr")
        self.assertIn({"by": "suns", "say": "23456"}, map(json.loads, record))
        self.assertEqual(json.loads(self.log("end")[0])["end"], json.loads(record[-1])["end"])
        self.assertEqual(self.kickback(*call, "--bot-time", "0")[0], 2)

    def test_the_questions_in_the_manual_are_sound(self):
        with open(os.path.join(ROOT, "docs", "bots.md"), encoding="utf-8") as page:
            blocks = [block for block in page.read().split("\n\n") if block.startswith('    {"kickback":1')]
        questions = ["".join(line.strip() for line in block.splitlines()) + "\n" for block in blocks]
        self.assertEqual({json.loads(question)["setup"]["game"] for question in questions}, set(GAMES))
        for bot in [EXAMPLE_PY, EXAMPLE_C]:
            done = subprocess.run(bot, shell=True, input="".join(questions), capture_output=True, text=True, check=True)
            for question, answer in zip(map(json.loads, questions), map(json.loads, done.stdout.splitlines())):
                self.assertEqual(answer["id"], question["id"])
                self.assertIn(answer["move"], [move.split("..")[0] for move in question["legal"]])

    # --- leftover processes ------------------------------------------------------------------------

    def test_nothing_is_left_running(self):
        pids = self.path("pids")
        stubborn = f"cmd:trap '' TERM INT HUP; echo $$ >> {pids}; sleep 77 & echo $! >> {pids}; sleep 88"
        self.play("intrige", stubborn, milliseconds=1000)
        left = [int(pid) for pid in self.log("pids")]
        self.assertTrue(left)  # two each time it was started, unless a busy machine starts it too late
        for pid in left:
            self.assertTrue(ends(pid), pid)

    def test_a_program_may_finish_its_work_at_the_end(self):
        lines, report = self.play("incorporated", f"cmd:{EXAMPLE_PY}; sleep 0.05; echo done > {self.path('end')}")
        self.assertEqual((report, self.log("end")), ([], ["done"]))

    def test_it_dies_with_us(self):
        pid_file = self.path("pid")
        hung = self.bot(f"open({pid_file!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)")
        table = subprocess.Popen([TABLE, "intrige", "1", "60000", hung, "random", "random"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while table.poll() is None and not (os.path.exists(pid_file) and self.log("pid")):
            time.sleep(0.01)
        table.kill()
        table.wait()
        self.assertTrue(ends(int(self.log("pid")[0])))

    def test_its_standard_error_is_ours(self):
        _, report = self.play("incorporated", self.bot("print('thinking', file=sys.stderr)\nanswer(asked)"))
        self.assertEqual((report, set(self.errors)), ([], {"thinking"}))


def running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ends(pid):
    """Whether the process ends soon, well before it would by itself."""
    until = time.monotonic() + 20
    while running(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not running(pid)


if __name__ == "__main__":
    unittest.main()
