#!/usr/bin/env python3
"""Tests `kickback arena` end to end: line-ups, figures, files, wrong calls, Ctrl-C.

usage: arena.py PROGRAM [unittest arguments]
"""
import csv
import itertools
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections import Counter, defaultdict

PROGRAM = os.path.abspath(sys.argv.pop(1))
SPEEDS = ["decisions_per_s", "simulations_per_s", "moves_per_s", "decision_ms"]


def run(*args):
    """Exit status, standard output, standard error."""
    done = subprocess.run([PROGRAM, "arena", *args], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def comparable(text):
    """The result without machine-dependent figures."""
    result = json.loads(text)
    for bot in result["bots"]:
        for speed in SPEEDS:
            del bot[speed]
    return result


class Arena(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def hold(self, *args):
        """Runs an arena; returns its result and rows."""
        status, out, err = run(*args, "--json", self.path("a.json"), "--csv", self.path("a.csv"))
        self.assertEqual((status, err), (0, ""))
        self.assertIn("95 %", out)
        with open(self.path("a.csv"), encoding="utf-8", newline="") as file:
            return json.loads(self.read("a.json")), list(csv.DictReader(file))

    def games(self, rows):
        """The rows of each game, in seat order."""
        games = defaultdict(list)
        for row in rows:
            games[int(row["game"])].append(row)
        return games

    def test_threads_change_nothing_but_the_speed(self):
        for call in (["intrige", "--bots", "random,greedy:honest,easy:grudge", "--option", "deals=loose"],
                     ["incorporated", "--bots", "random,greedy,easy,easy:grudge,search:20"],
                     ["integralis", "--bots", "random,greedy", "--games", "30"]):
            results, rows = [], []
            for threads in "1", "2", "5":
                status, out, _ = run("--games", "60", *call, "--seed", "7", "--threads", threads, "--json", "-",
                                     "--csv", self.path("a.csv"))
                self.assertEqual(status, 0)
                results.append(comparable(out))
                rows.append(self.read("a.csv"))
            self.assertEqual(results[0], results[1])
            self.assertEqual(results[0], results[2])
            self.assertEqual(rows[0], rows[1])
            self.assertEqual(rows[0], rows[2])
            other = comparable(run("--games", "60", *call, "--seed", "8", "--json", "-")[1])
            self.assertNotEqual(results[0]["bots"], other["bots"])

    def test_as_many_bots_as_seats_rotate_and_change_neighbours(self):
        bots = ["random", "greedy", "easy", "easy:grudge"]
        result, rows = self.hold("intrige", "--bots", ",".join(bots), "--games", "24")
        self.assertEqual((result["seats"], result["games"], result["lineups"]), (4, 24, 1))
        self.assertEqual([bot["bot"] for bot in result["bots"]], bots)
        orders = [tuple(row["bot"] for row in seats) for _, seats in sorted(self.games(rows).items())]
        for game, order in enumerate(orders[:4]):
            self.assertEqual(order, tuple(bots[(i - game) % 4] for i in range(4)))
        self.assertEqual(set(orders), set(itertools.permutations(bots)))
        for bot in result["bots"]:
            self.assertEqual((bot["games"], bot["seats"], bot["fair"]), (24, 24, 0.25))
            self.assertNotIn("rating", bot)

    def test_the_last_of_fewer_bots_fills_the_table(self):
        result, rows = self.hold("intrige", "--bots", "easy,random", "--players", "4", "--games", "12")
        for game, seats in self.games(rows).items():
            self.assertEqual([row["bot"] for row in seats].index("easy"), game % 4)
            self.assertEqual(Counter(row["bot"] for row in seats), {"easy": 1, "random": 3})
        one, rest = result["bots"]
        self.assertEqual((one["games"], one["seats"], one["fair"]), (12, 12, 0.25))
        self.assertEqual((rest["games"], rest["seats"], rest["fair"]), (12, 36, 0.75))
        self.assertAlmostEqual(one["share"] + rest["share"], 1, 5)

    def test_every_lineup_of_more_bots_is_played_and_rated(self):
        bots = ["random", "greedy", "easy", "greedy:honest", "greedy:grudge"]
        result, rows = self.hold("intrige", "--bots", ",".join(bots), "--players", "3", "--games", "60")
        lineups = Counter(frozenset(row["bot"] for row in seats) for seats in self.games(rows).values())
        self.assertEqual((result["lineups"], len(lineups), set(lineups.values())), (10, 10, {6}))
        places = Counter((row["bot"], row["seat"]) for row in rows)
        self.assertEqual((len(places), set(places.values())), (15, {12}))
        for bot in result["bots"]:
            self.assertEqual((bot["games"], round(bot["fair"], 4)), (36, 0.3333))
        self.assertAlmostEqual(sum(bot["rating"] for bot in result["bots"]) / 5, 1500, 0)

    def test_with_promises_the_figures_are_those_of_the_records(self):
        bots = ["greedy:honest", "greedy:opportunist", "greedy:grudge", "greedy"]
        for game, games in ("intrige", "4"), ("incorporated", "8"):
            call = [game, "--bots", ",".join(bots), "--pacts", "--talk", "2", "--games", games]
            records = self.path(game)
            result, rows = self.hold(*call, "--records", records, "--checkpoint", self.path(game + ".kept"))
            found = Counter()
            for number, seats in self.games(rows).items():
                bot_in = {row["seat"]: row["bot"] for row in seats}
                done = subprocess.run([PROGRAM, "promises", "--json", f"{records}/{number:07}.kbr"], capture_output=True, text=True, check=True)
                for pact in map(json.loads, done.stdout.splitlines()):
                    if not pact["with"]:
                        continue
                    found[bot_in[pact["by"]], "proposed"] += 1
                    found[bot_in[pact["by"]], "accepted"] += pact["state"] == "stood"
                    for promise in pact["promises"] if pact["state"] == "stood" else []:
                        found[bot_in[promise["seat"]], promise["verdict"]] += 1
            for bot in result["bots"]:
                told = {**bot["pacts"], **{name: bot["promises"][name] for name in ("kept", "broken", "void")}}
                self.assertEqual(told, {name: found[bot["bot"], name] for name in told}, game)
            self.assertGreater(sum(found.values()), 0, game)
            # The same with more threads; and from the checkpoint, without playing.
            for more in ["--threads", "3"], ["--checkpoint", self.path(game + ".kept")]:
                again = comparable(run(*call, *more, "--json", "-")[1])
                self.assertEqual(again, comparable(self.read("a.json")), game)

    def test_programs_negotiate_only_where_there_are_pacts(self):
        with open(self.path("bot.py"), "w", encoding="utf-8") as file:
            file.write("""import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    vow = {"with": [], "promises": [{"seat": asked["seat"], "wont": "send * *", "term": "turn"}]}
    print(json.dumps({"pacts": [vow], "say": "hm", **({"move": asked["legal"][0].split("..")[0]} if asked["legal"] else {})}), flush=True)
""")
        bots = f"mine=cmd:{sys.executable} {self.path('bot.py')},greedy"
        status, out, _ = run("intrige", "--bots", bots, "--games", "1", "--threads", "1")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"mine: it sent pacts with \d+ answers, but there are no pacts here without --pacts")
        records = self.path("records")
        result, _ = self.hold("intrige", "--bots", bots, "--players", "3", "--games", "1", "--pacts", "--records", records)
        self.assertEqual(result["bots"][0]["forfeits"], 0)
        shown = subprocess.run([PROGRAM, "show", f"{records}/0000000.kbr"], capture_output=True, text=True, check=True).stdout
        self.assertIn(" vows (pact 1)", shown)
        self.assertIn("hm", shown)
        for name in "liar", "spare", "pair":
            self.hold("intrige", "--bots", f"script:{name},greedy", "--players", "3", "--games", "3", "--pacts", "--option", "promises=bond")
        self.assertEqual(run("intrige", "--bots", "script:liar,greedy")[0], 2)
        self.assertEqual(run("intrige", "--bots", "script:thief,greedy", "--pacts")[0], 2)

    def test_promises_are_enforced_as_bonds(self):
        call = ["intrige", "--bots", "greedy:opportunist", "--pacts=bond", "--games", "4"]
        result, _ = self.hold(*call)
        self.assertEqual(result["options"]["promises"], "bond")
        self.assertGreater(result["bots"][0]["pacts"]["accepted"], 0)
        silent, _ = self.hold(*call, "--talk", "0")
        self.assertEqual(silent["bots"][0]["pacts"], {"proposed": 0, "accepted": 0})
        for wrong in ["--pacts=oath"], ["--pacts", "--talk", "x"], ["--pacts", "--duplicate"]:
            self.assertEqual(run("intrige", "--bots", "greedy", *wrong)[0], 2)

    def test_default_seats(self):
        for game, bots, seats in [("intrige", "random", 4), ("intrige", "random,greedy", 4),
                                  ("intrige", "random,greedy,easy", 3), ("integralis", "random,greedy", 2),
                                  ("intrige", ",".join(["random"] * 5), 5), ("intrige", ",".join(["random"] * 6), 4)]:
            result = json.loads(run(game, "--bots", bots, "--games", "2", "--json", "-")[1])
            self.assertEqual(result["seats"], seats, (game, bots))

    def test_figures_add_up_and_ties_are_shared(self):
        # Unskilled bots tie about once in a dozen games. The character only gives the second bot another name.
        result, rows = self.hold("integralis", "--bots", "random,random:honest", "--games", "200")
        shares = Counter(row["share"] for row in rows)
        self.assertGreater(shares["0.500000"], 0)
        for seats in self.games(rows).values():
            self.assertIn(round(sum(float(row["share"]) for row in seats), 4), (0, 1))
            self.assertEqual(sum(float(row["rank"]) for row in seats), 3)
        for bot in result["bots"]:
            own = [row for row in rows if row["bot"] == bot["bot"]]
            self.assertAlmostEqual(bot["share"], sum(float(row["share"]) for row in own) / 200, 5)
            self.assertAlmostEqual(bot["score"], sum(int(row["score"]) for row in own) / 200, 2)
            self.assertEqual(bot["decisions"], sum(int(row["decisions"]) for row in own))
            self.assertTrue(bot["low"] <= bot["share"] <= bot["high"])

    def test_records_are_the_games(self):
        _, rows = self.hold("intrige", "--bots", "easy:grudge,greedy:honest,random", "--option", "deals=loose",
                            "--games", "9", "--records", self.path("records"))
        names = sorted(os.listdir(self.path("records")))
        self.assertEqual(names, [f"{game:07}.kbr" for game in range(9)])
        for name, seats in zip(names, self.games(rows).values()):
            record = [json.loads(line) for line in self.read(os.path.join("records", name)).splitlines()]
            self.assertEqual(record[1]["meta"]["seats"], {row["seat"]: "bot " + row["bot"] for row in seats})
            self.assertEqual(record[-1]["end"]["scores"], {row["seat"]: int(row["score"]) for row in seats})
            traced = subprocess.run([PROGRAM, "trace", os.path.join(self.path("records"), name)], capture_output=True,
                                    text=True)
            self.assertEqual((traced.returncode, traced.stderr), (0, ""))
            self.assertEqual(json.loads(traced.stdout.splitlines()[-1])["end"], record[-1]["end"])

    def test_deals_are_counted(self):
        result, rows = self.hold("intrige", "--bots", "random", "--option", "deals=loose", "--games", "50")
        deals = result["bots"][0]["deals"]
        self.assertGreater(deals["kept"] + deals["broken"], 0)
        self.assertEqual(deals["made"], deals["kept"] + deals["broken"])
        self.assertEqual(deals["broken"], sum(int(row["deals_broken"]) for row in rows))

    def test_bots_may_be_named_in_several_flags(self):
        result, _ = self.hold("intrige", "--bots", "random,easy", "--bots", "greedy", "--games", "3")
        self.assertEqual([bot["bot"] for bot in result["bots"]], ["random", "easy", "greedy"])

    def test_unwon_games_are_in_nobodys_fair_share(self):
        result, rows = self.hold("incorporated", "--bots", "greedy,random,random:honest", "--games", "300")
        won = sum(any(float(row["share"]) for row in seats) for seats in self.games(rows).values())
        self.assertTrue(0 < won < 300 and result["unwon"] == 300 - won)
        for bot in result["bots"]:
            self.assertAlmostEqual(bot["fair"], won / 300 / 3, 5)
        self.assertAlmostEqual(sum(bot["fair"] for bot in result["bots"]), sum(bot["share"] for bot in result["bots"]), 5)
        # Identical bots are not reported as worse than their fair share.
        status, out, _ = run("incorporated", "--bots", "random", "--games", "300")
        self.assertEqual(status, 0)
        self.assertNotRegex(out, r"% [-+] ")

    def test_long_names_are_told_apart(self):
        names = ["cmd:while read x; do echo a; done # " + "é" * 30 + n for n in "12"]
        status, out, _ = run("intrige", "--bots", names[0], "--bots", names[1], "--bots", "greedy", "--games", "3")
        self.assertEqual(status, 0)
        for n, name in enumerate(names, 1):
            self.assertIn(f"\n[{n}] {name}\n", out)
            self.assertRegex(out, rf"\n\[{n}\] +3 ")
        self.assertRegex(out, r"\ngreedy +3 ")

    def test_players_and_seats_mean_the_same(self):
        results = [comparable(run("intrige", "--bots", "random,greedy", flag, "5", "--games", "4", "--json", "-")[1])
                   for flag in ("--players", "--seats")]
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0]["seats"], 5)

    def test_a_program_that_makes_no_sense_forfeits(self):
        status, out, err = run("intrige", "--bots", r"cmd:while read x; do echo a\,b; done,random", "--games", "4",
                               "--json", "-")
        self.assertEqual(status, 0)
        program, bot = json.loads(out)["bots"]
        self.assertEqual((program["bot"], bot["bot"]), ("cmd:while read x; do echo a,b; done", "random"))
        self.assertEqual((program["forfeits"], bot["forfeits"]), (program["decisions"], 0))
        self.assertIn("forfeited", err)

    def test_calls_that_are_wrong(self):
        for call in [[], ["intrige"], ["chess", "--bots", "random"], ["intrige", "--bots", "genius"],
                     ["intrige", "--bots", "random,,greedy"], ["intrige", "--bots", ""],
                     ["intrige", "--bots", "search:0"], ["intrige", "--bots", "cmd:"],
                     ["intrige", "--bots", ",".join(["random"] * 17)], ["intrige", "--bots", "x" * 600],
                     ["intrige", "--bots", "random", "--players", "6"], ["intrige", "--bots", "random", "--games", "0"],
                     ["intrige", "--bots", "random", "--threads", "0"], ["intrige", "--bots", "random", "--loud"],
                     ["intrige", "integralis", "--bots", "random"],
                     ["intrige", "--bots", "random", "--option", "deals=maybe"],
                     ["intrige", "--bots", "random", "--json", "/no/such/folder/a.json"],
                     ["intrige", "--bots", "random", "--json", self.folder.name],
                     ["intrige", "--bots", "random", "--json", "-", "--csv", "-"],
                     ["intrige", "--bots", "random", "--records", "/no/such/folder/records"]]:
            status, out, err = run(*call)
            self.assertEqual((status, out), (2, ""), call)
            self.assertIn("kickback arena: ", err, call)

    def field(self, text):
        with open(self.path("a.field"), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path("a.field")

    def test_seats_are_drawn_from_a_field(self):
        field = self.field("# strangers\n3 greedy\n\nrich=style:pays=14/fights=30\n  1\tnika \n")
        call = ["intrige", "--bots", "me=easy", "--field", field, "--games", "200", "--seed", "3"]
        result, rows = self.hold(*call)
        self.assertEqual([bot.get("label", bot["bot"]) for bot in result["bots"]], ["me", "greedy", "rich", "nika"])
        self.assertEqual(result["bots"][2]["bot"], "style:pays=14/fights=30")
        games = self.games(rows)
        lineups = set()
        for game, seats in games.items():
            names = [row["bot"] for row in seats]
            self.assertEqual(names.count("me"), 1)
            lineups.add(tuple(sorted(names)))
            if game % 4:  # each draw is rotated through all seats
                before = [row["bot"] for row in games[game - 1]]
                self.assertEqual(names, before[-1:] + before[:-1])
        self.assertGreater(len(lineups), 4)
        drawn = Counter(row["bot"] for row in rows)
        self.assertEqual((drawn["me"], drawn["greedy"] + drawn["rich"] + drawn["nika"]), (200, 600))
        self.assertTrue(300 < drawn["greedy"] < 420 and drawn["rich"] > 60 and drawn["nika"] > 60)
        self.assertNotIn("rating", result["bots"][0])
        again, same = self.hold(*call, "--threads", "3")
        self.assertEqual(rows, same)
        other = self.hold(*call[:-1], "4")[1]
        self.assertNotEqual([row["bot"] for row in rows], [row["bot"] for row in other])

    def test_a_field_alone_fills_all_seats(self):
        result, rows = self.hold("intrige", "--field", self.field("greedy\nrandom\n"), "--games", "40")
        self.assertEqual((result["seats"], {row["bot"] for row in rows}), (4, {"greedy", "random"}))
        self.assertTrue(any([row["bot"] for row in seats].count("greedy") > 1 for seats in self.games(rows).values()))
        self.assertAlmostEqual(sum(bot["share"] * bot["games"] for bot in result["bots"]), 40, 3)

    def test_wrong_lines_of_a_field_are_named(self):
        for text, message in [("greedy\n0 random\n", "line 2: expected a weight from 1 to 1000 but found '0'"),
                              ("\n\n1001 random", "line 3: expected a weight from 1 to 1000 but found '1001'"),
                              ("a=greedy\na=random", "line 2: duplicate label 'a'"),
                              ("greedy\n# x\nnobody\n", "line 3: no bot 'nobody'"),
                              ("# nothing\n", "expected a bot but found none"),
                              ("greedy\n" * 65, "line 65: expected at most 64 bots"),
                              ("gre\0edy", "expected text but found a zero byte"),
                              ("x" * 41 + "=greedy", "line 1: a label has at most 40 characters")]:
            status, out, err = run("intrige", "--bots", "random", "--field", self.field(text))
            self.assertEqual((status, out), (2, ""), text)
            self.assertIn(message, err)
        self.assertEqual(run("intrige", "--field", self.path("none"))[0], 2)
        status, _, err = run("intrige", "--bots", "random", "--bots", "a=easy,greedy,b=easy", "--field", self.field("easy"))
        self.assertEqual(status, 2)
        self.assertIn("leaves none for --field", err)

    def test_labels_stand_for_the_bots(self):
        status, out, _ = run("intrige", "--bots", "slow=random,quick=cmd:while read x; do echo a; done", "--games", "4")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"\nslow +4 ")
        self.assertRegex(out, r"\nquick forfeited \d+ of \d+ decisions")
        status, _, err = run("intrige", "--bots", "a=random,a=greedy")
        self.assertEqual(status, 2)
        self.assertIn("duplicate label 'a'", err)

    def test_duplicate_luck_is_the_same_in_every_rotation(self):
        for duplicate in True, False:
            folder = self.path(f"records{duplicate}")
            call = ["incorporated", "--bots", "greedy", "--players", "4", "--games", "8", "--records", folder]
            self.hold(*call, *(["--duplicate"] if duplicate else []))
            draws = []
            for name in sorted(os.listdir(folder)):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    lines = [json.loads(line) for line in file]
                draws.append([line["move"] for line in lines if line.get("by") == "chance"][:6])
            self.assertEqual(all(draw == draws[0] for draw in draws[:4]), duplicate)
            self.assertNotEqual(draws[0], draws[4])

    def test_shares_of_decided_games(self):
        result, rows = self.hold("incorporated", "--bots", "greedy,random,random:honest", "--games", "300")
        won = sum(any(float(row["share"]) for row in seats) for seats in self.games(rows).values())
        for bot in result["bots"]:
            decided = bot["decided"]
            self.assertEqual(decided["games"], won)
            self.assertAlmostEqual(decided["share"] * won, bot["share"] * 300, 2)
            self.assertAlmostEqual(decided["fair"], 1 / 3, 5)
            self.assertTrue(decided["low"] <= decided["share"] <= decided["high"])
        status, out, _ = run("incorporated", "--bots", "greedy,random,random:honest", "--games", "300")
        self.assertIn("of won", out)
        self.assertRegex(out, r"\ngreedy +300 +[\d.]+% +[\d.]+% \+")

    def test_who_was_placed_above_whom(self):
        result, rows = self.hold("intrige", "--bots", "greedy,easy,random", "--players", "3", "--games", "60")
        bots = [bot["bot"] for bot in result["bots"]]
        for a, b in itertools.permutations(range(3), 2):
            above = sum((ranks[bots[a]] < ranks[bots[b]]) + (ranks[bots[a]] == ranks[bots[b]]) / 2
                        for ranks in ({row["bot"]: float(row["rank"]) for row in seats}
                                      for seats in self.games(rows).values()))
            self.assertAlmostEqual(result["bots"][a]["above"][b], above / 60, 5)
        self.assertIsNone(result["bots"][0]["above"][0])
        self.assertIn("placed above", run("intrige", "--bots", "greedy,easy,random", "--games", "6")[1])

    def test_the_curve_of_bribes(self):
        bots = ["greedy", "greedy:honest", "greedy:opportunist", "greedy:grudge"]
        call = ["intrige", "--curve", "--bots", ",".join(bots), "--games", "400"]
        status, out, err = run(*call)
        self.assertEqual((status, err), (0, ""))
        rows = {line.split()[0]: [float(word) for word in line.split()[1:6]] for line in out.splitlines()[4:]}
        self.assertEqual(list(rows), bots)
        for bot, (*ranks, rise) in rows.items():
            self.assertEqual(ranks, sorted(ranks), bot)
            self.assertGreaterEqual(rise, 0.4, bot)
            self.assertLessEqual(rise, rows["greedy:honest"][4], bot)
        self.assertEqual(run(*call, "--threads", "3")[1], out)
        for wrong in (["incorporated", "--curve", "--bots", "greedy"], [*call, "--json", "-"], [*call, "--duplicate"]):
            self.assertEqual(run(*wrong)[0], 2, wrong)

    def test_the_best_response(self):
        field = self.field("random\nbest=greedy\neasy\nrandom:honest\n")
        call = ["intrige", "--best-response", "--bots", "easy", "--screen", "random", "--field", field, "--games", "24",
                "--final", "40"]
        status, out, err = run(*call, "--json", self.path("a.json"))
        self.assertEqual((status, err), (0, ""))
        found = json.loads(self.read("a.json"))
        self.assertEqual([entry["bot"] for entry in found["screened"]], ["random", "greedy", "easy", "random:honest"])
        self.assertEqual((len(found["final"]), found["final"][0]["bot"], found["final"][0]["games"]), (3, "greedy", 40))
        self.assertGreater(found["final"][0]["share"], 0.5)
        self.assertIn("One against 3 × easy, 40 games, seed 1", out)
        kept = ["--checkpoint", self.path("kept"), "--json", self.path("b.json")]
        self.assertEqual(run(*call, *kept)[0], 0)
        self.assertEqual(self.read("b.json"), self.read("a.json"))
        files = sorted(name for name in os.listdir(self.folder.name) if name.startswith("kept"))
        self.assertEqual(len(files), 4 + 3)
        os.remove(self.path("kept.1.2"))
        others = [(name, self.read(name)) for name in files if name != "kept.1.2"]
        self.assertEqual(run(*call, *kept)[0], 0)
        self.assertEqual(self.read("b.json"), self.read("a.json"))
        self.assertEqual([(name, self.read(name)) for name, _ in others], others)
        for wrong in (call[:2] + call[4:], call[:6] + call[8:], [*call, "--duplicate"], [*call, "--screen", "x"]):
            self.assertEqual(run(*wrong)[0], 2, wrong)

    def test_programs_have_as_long_as_they_are_given(self):
        echo = r"""cmd:while read x; do echo "$x" | sed 's/.*"milliseconds":\([0-9]*\).*/time \1/'; done"""
        call = ["intrige", "--bots", f"{echo},random", "--games", "1"]
        self.assertIn("'time 5000'", run(*call)[1])
        self.assertIn("'time 2345'", run(*call, "--bot-time", "2345")[1])
        self.assertEqual(run(*call, "--bot-time", "0")[0], 2)

    def test_a_folder_with_something_in_it_is_left_alone(self):
        with open(self.path("old"), "w", encoding="utf-8") as file:
            file.write("old")
        self.assertEqual(run("intrige", "--bots", "random", "--records", self.folder.name)[0], 2)
        self.assertEqual(os.listdir(self.folder.name), ["old"])

    def test_files_are_replaced_whole(self):
        for _ in range(2):
            self.hold("intrige", "--bots", "random", "--games", "2")
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["a.csv", "a.json"])

    def test_interrupted_it_tells_what_is_known(self):
        call = ["intrige", "--bots", "random,greedy", "--json", self.path("a.json")]
        records = self.path("records")
        child = subprocess.Popen([PROGRAM, "arena", *call, "--games", "1000000", "--threads", "2", "--records", records],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while child.poll() is None and not (os.path.isdir(records) and os.listdir(records)):
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        self.assertEqual((child.returncode, err), (130, ""))
        self.assertIn("interrupted", out)
        known = comparable(self.read("a.json"))
        self.assertTrue(known["interrupted"])
        self.assertTrue(0 < known["games"] < 1000000)
        self.assertEqual(run(*call, "--games", str(known["games"]))[0], 0)
        self.assertEqual(comparable(self.read("a.json")), {**known, "interrupted": False})

    def test_a_terminal_is_shown_how_far_it_is(self):
        ours, theirs = pty.openpty()
        child = subprocess.Popen([PROGRAM, "arena", "integralis", "--bots", "random", "--games", "300"], stderr=theirs,
                                 stdout=subprocess.DEVNULL)
        os.close(theirs)
        shown = ""
        try:
            while True:  # on a slow machine the output is longer than a terminal holds
                shown += os.read(ours, 65536).decode()
        except OSError:
            os.close(ours)
        self.assertEqual(child.wait(), 0)
        self.assertIn("of 300 games", shown)
        self.assertTrue(shown.endswith("\r\033[K"))


if __name__ == "__main__":
    unittest.main()
