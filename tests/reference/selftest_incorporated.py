#!/usr/bin/env python3
"""Tests of the reference rules of Incorporated. Run python3 tests/reference/selftest_incorporated.py."""

import unittest

import common
import incorporated
from common import full_setup, write_json
from incorporated_rules import (
    FAILURES_MAX, every_tile, failed, full_coins, round_tasks, suit, tiles_in_order, value,
)
from selftest_common import Table, changed, check_game, game_of, if_asked

GAMES_EACH = 12


def dealt(hands, first="suns", **options):
    """A table after the deal of these hands, given by seat as "S0 S1 M2 M3"."""
    setup = full_setup(incorporated, len(hands), None, options)
    table = Table(incorporated, incorporated.new_position(setup)).play(f"chance start {first}")
    seats = list(incorporated.SEATS[:len(hands)])
    place = seats.index(first)
    for seat in seats[place:] + seats[:place]:
        table.play(*(f"chance deal {seat} {tile}" for tile in hands[seat].split(" ")))
    return table


EASY = {"suns": "S0 S1 S2 M0", "moons": "M1 M2 M3 C0", "crowns": "C1 C2 C3 S3"}


@if_asked
class WholeGames(unittest.TestCase):
    """What must hold in every game, in every configuration."""

    def test_every_configuration(self):
        setups = common.every_setup(incorporated)
        self.assertEqual(len(setups), 2 * 2)
        reached = set()
        for setup in setups:
            for seed in range(GAMES_EACH):
                with self.subTest(setup=write_json(setup), seed=seed):
                    moves, rows = game_of(incorporated, setup, seed)
                    check_game(self, incorporated, setup, moves, rows)
                    positions = [row["position"] for row in rows]
                    for (_, move), before, after in zip(moves, positions, positions[1:]):
                        self.check_conserved(after)
                        self.check_scored(before, after)
                        reached |= events(before, move, after)
                    reached |= endings(positions[-1])
        self.assertEqual(EVENTS - reached, set(), "play does not reach these")

    def check_conserved(self, position):
        tiles = [tile for hand in position["hand"].values() for tile in hand]
        tiles += [task["tile"] for _, _, task in round_tasks(position)]
        self.assertEqual(len(tiles), len(set(tiles)))
        if position["step"] == "deal":
            return
        for seat, coins in position["coins"].items():
            placed = [coin["coin"] for _, _, task in round_tasks(position) for coin in task["coins"]
                      if coin["seat"] == seat]
            self.assertEqual(sorted(coins + placed), full_coins(position["players"]))

    def check_scored(self, before, after):
        """Scores change only at the end of a round, by the value of each tile of the seat's suit or by minus twice
        that."""
        gain = {seat: after["scores"][seat] - before["scores"][seat] for seat in after["scores"]}
        if before["step"] == "deal" or after["step"] not in ("deal", "over"):
            self.assertEqual(set(gain.values()), {0})
            return
        for seat in gain:
            own = [(value(task["tile"]), failed(tasks)) for tasks in after["initiatives"] for task in tasks
                   if suit(task["tile"]) == seat]
            self.assertEqual(gain[seat], sum(-2 * worth if lost else worth for worth, lost in own))


EVENTS = {
    "five o'clock", "bankrupt", "bankrupt in the last round", "somebody is fired", "shared win", "no winner",
    "no coin to staff with", "nobody has a coin", "too small a coin on purpose", "own suit commits more",
    "all done without managers", "managers undo it", "managers save it", "two managers on one task",
    "done by exactly its value", "open task of value 0",
}


def events(before, move, after):
    """The rare events of this move."""
    step = before["step"]
    task = before["initiatives"][-1][-1] if before["initiatives"] else None
    happens = set()
    if step == "play" and after["step"] == "commit":
        happens.add("no coin to staff with")
    if step == "play" and after["step"] in ("play", "manage"):
        happens.add("nobody has a coin")
    if step == "staff":
        coin = int(move.split(" ")[1])
        best = before["coins"][suit(task["tile"])][-1]
        if coin + 1 < value(task["tile"]) <= best + 1:
            happens.add("too small a coin on purpose")
        if coin + 1 == value(task["tile"]):
            happens.add("done by exactly its value")
    if step in ("staff", "commit") and after["step"] in ("deal", "over") and not after["placed"]:
        if all(other["managers"] == [] for _, _, other in round_tasks(after)):
            happens.add("all done without managers")
    for _, _, other in round_tasks(after):
        own = [coin for coin in other["coins"] if coin["seat"] == suit(other["tile"])]
        if len(own) > 1:
            happens.add("own suit commits more")
        if len(other["managers"]) > 1:
            happens.add("two managers on one task")
        if other["state"] == "open" and value(other["tile"]) == 0:
            happens.add("open task of value 0")
    if step == "manage" and after["step"] != "manage":
        happens |= managed(after)
    return happens


def managed(position):
    """What the managers did in a finished round."""
    happens = set()
    for _, _, task in round_tasks(position):
        bare = sum(coin["coin"] + (coin["seat"] == suit(task["tile"])) for coin in task["coins"])
        enough = bare > value(task["tile"])
        if task["managers"] and enough and task["state"] == "open":
            happens.add("managers undo it")
        if task["managers"] and not enough and task["state"] == "done":
            happens.add("managers save it")
    return happens


def endings(position):
    end = incorporated.end(position)
    happens = {end["why"]}
    if end["why"] == "bankrupt" and position["round"] == position["players"]:
        happens.add("bankrupt in the last round")
    if end["fired"]:
        happens.add("somebody is fired")
    if len(end["winners"]) > 1:
        happens.add("shared win")
    if not end["winners"]:
        happens.add("no winner")
    return happens


class Course(unittest.TestCase):
    """One round by hand, and the rulings one by one."""

    def test_start_and_deal(self):
        table = Table(incorporated, incorporated.new_position(full_setup(incorporated, 4)))
        self.assertEqual(table.legal("chance"), ["start arms", "start crowns", "start moons", "start suns"])
        self.assertEqual((table["round"], table["first"], table["coins"]["arms"]), (0, None, [0, 1, 2, 3, 4]))
        table.play("chance start arms")
        self.assertEqual((table["round"], table["first"], table["start"], table["step"]), (1, "arms", "arms", "deal"))
        self.assertEqual(len(table.legal("chance")), 24)
        self.assertEqual(table.legal("chance")[0], "deal arms A0")
        table.play(*(f"chance deal arms S{n}" for n in (5, 3, 1, 0)), "chance deal arms A2")
        self.assertEqual(table["hand"]["arms"], ["S0", "S1", "S3", "S5", "A2"])
        self.assertEqual(table.legal("chance")[0], "deal suns A0")
        self.assertNotIn("deal suns A2", table.legal("chance"))

    def test_commitment(self):
        table = dealt({"suns": "S5 S1 S2 M0", "moons": "M1 M2 M3 C0", "crowns": "C1 C2 C3 S3"})
        table.play("suns play S5")
        self.assertEqual(table.actors(), ["suns"])
        self.assertEqual(table.legal("suns"), ["staff 0", "staff 1", "staff 2", "staff 3"])
        table.play("suns staff 3")
        self.assertEqual(table.actors(), ["suns", "moons", "crowns"])
        self.assertEqual(table.legal("suns"), [
            "commit 0", "commit 0+1", "commit 0+1+2", "commit 0+2", "commit 1", "commit 1+2", "commit 2",
            "commit none"])
        table.play("crowns commit 0+3", "suns commit none")
        self.assertEqual(table["committed"], {"crowns": [0, 3], "suns": []})
        self.assertEqual(table["coins"]["crowns"], [0, 1, 2, 3])
        self.assertEqual(incorporated.view(table.position, "crowns")["committed"], {"crowns": [0, 3], "suns": None})
        self.assertEqual(incorporated.view(table.position, "moons")["committed"], {"crowns": None, "suns": None})
        self.assertEqual(incorporated.view(table.position, "moons")["hand"],
                         {"suns": 3, "moons": ["M1", "M2", "M3", "C0"], "crowns": 4})
        table.play("moons commit 1")
        self.assertEqual(table["initiatives"], [[{
            "tile": "S5", "by": "suns", "state": "open", "managers": [],
            "coins": [{"seat": "suns", "coin": 3}, {"seat": "moons", "coin": 1}, {"seat": "crowns", "coin": 0},
                      {"seat": "crowns", "coin": 3}]}]])  # C-5: 4 + 1 + 0 + 3 would be enough
        self.assertEqual((table["committed"], table["coins"]["crowns"]), ({}, [1, 2]))
        self.assertEqual(table.actors(), ["moons"])

    def whole_round(self, coin=3, commitment="1", **options):
        """A round in which only S5 stays open, with a coin of the suns and a commitment of the moons on it."""
        table = dealt({"suns": "S5 S1 M4 M0", "moons": "M1 M2 M3 C0", "crowns": "C1 C2 C3 S2"}, **options)
        return table.play(
            "suns play S1", "suns staff 0", "moons play M1", "moons staff 0", "crowns play C1", "crowns staff 0",
            "suns play S5", f"suns staff {coin}",
            "suns commit none", f"moons commit {commitment}", "crowns commit none",
            "moons play M3", "moons staff 2", "crowns play C2", "crowns staff 1",
            "suns play M0", "moons staff 3", "moons play C0", "crowns staff 3", "crowns play S2", "suns staff 1")

    def test_managers_and_score(self):
        table = self.whole_round()
        self.assertEqual((table["step"], table.actors()), ("manage", ["crowns"]))
        self.assertEqual(table.legal("crowns"), ["manage 2.1 help", "manage 2.1 hinder"])
        table.play("crowns manage 2.1 help", "moons manage 2.1 hinder")
        self.assertEqual(table["placed"], ["crowns", "moons"])
        self.assertEqual(table.actors(), ["suns"])
        after = Table(incorporated, table.position).play("suns manage 2.1 help")  # 4 + 1 + 2 - 2 + 2 = 7
        self.assertEqual(after["scores"], {"suns": 1 + 5 + 2, "moons": 1 + 3, "crowns": 1 + 2})
        self.assertEqual((after["step"], after["round"], after["first"]), ("deal", 2, "moons"))
        self.assertEqual(after["coins"]["suns"], [0, 1, 2, 3])
        self.assertEqual((after["hand"]["suns"], after["placed"]), ([], []))
        self.assertEqual(after["initiatives"][1][0]["state"], "done")
        self.assertEqual(after["initiatives"][1][0]["managers"][0], {"seat": "crowns", "help": True})
        self.assertEqual(len(after.legal("chance")), 18)  # C-8: all tiles are back
        self.assertEqual(after.legal("chance")[0], "deal moons C0")
        self.assertEqual(Table(incorporated, after.position).play("chance deal moons C0")["initiatives"], [])
        table.play("suns manage 2.1 hinder")  # 4 + 1 - 2 = 3
        self.assertEqual(table["scores"], {"suns": 1 - 10 + 2, "moons": 1 - 6, "crowns": 1 - 4})
        self.assertEqual(table["initiatives"][1][0]["state"], "open")

    def test_c1_no_coin(self):
        table = dealt({"suns": "S0 S1 S2 M0", "moons": "S4 M1 M2 M3", "crowns": "S5 C1 C2 C3"})
        table.play("suns play S0", "suns staff 0", "moons play S4", "suns staff 1",
                   "suns commit 2+3", "moons commit none", "crowns commit none", "crowns play C1", "crowns staff 0",
                   "suns play S1")
        self.assertEqual((table["step"], table.actors()), ("commit", ["moons", "crowns"]))
        table.play("moons commit 0+1+2+3", "crowns commit 1+2+3")
        self.assertEqual(table["initiatives"][1][0]["state"], "open")
        table.play("moons play M1")  # nobody has a coin left
        self.assertEqual((table["step"], table.actors()), ("play", ["crowns"]))
        self.assertEqual(table["initiatives"][1][1]["coins"], [])

    def test_c2_equal_and_above(self):
        table = dealt(EASY).play("suns play S1", "suns staff 0")  # 0 + 1 reaches 1
        self.assertEqual(table["initiatives"][0][0]["state"], "done")
        for finish, state in (("above", "open"), ("reach", "done")):
            table = self.whole_round(2, "none", finish=finish).play(  # 3 + 2 + 2 - 2 for S5
                "crowns manage 2.1 help", "moons manage 2.1 help", "suns manage 2.1 hinder")
            self.assertEqual(table["initiatives"][1][0]["state"], state)

    def test_c3_c4_own_suit(self):
        table = dealt({"suns": "S3 S5 S2 M0", "moons": "M1 M2 M3 C0", "crowns": "C1 C2 C3 S1"})
        table.play("suns play S3", "suns staff 0")  # 3 would have been enough
        self.assertEqual(table["step"], "commit")
        table.play("suns commit 1+2", "moons commit none", "crowns commit none")
        task = table["initiatives"][0][0]
        self.assertEqual(incorporated_total(task), 0 + 1 + 2 + 3)

    def test_c5_c6_managers_undo(self):
        table = dealt({"suns": "S3 S1 M0 C4", "moons": "M1 M2 M3 C0", "crowns": "C1 C2 C3 S0"}).play(
            "suns play S3", "suns staff 1", "suns commit none", "moons commit 3", "crowns commit none",
            "moons play M1", "moons staff 0", "crowns play C1", "crowns staff 0",
            "suns play S1", "suns staff 0", "moons play M2", "moons staff 1", "crowns play C2", "crowns staff 1",
            "suns play M0", "moons staff 2", "moons play C0", "crowns staff 2", "crowns play S0", "suns staff 2")
        self.assertEqual(table.legal("crowns"), ["manage 1.1 help", "manage 1.1 hinder"])  # nobody may abstain
        table.play("crowns manage 1.1 hinder", "moons manage 1.1 hinder", "suns manage 1.1 help")
        self.assertEqual(table["initiatives"][0][0]["state"], "open")  # 2 + 3 - 2
        self.assertEqual(table["scores"], {"suns": -6 + 1, "moons": -2 + 2, "crowns": -2 + 2})

    def test_c7_bankrupt(self):
        table = dealt({"suns": "S5 S4 S3 M0", "moons": "M1 M2 M3 C0", "crowns": "C1 C2 C3 S0"})
        for tile, others in (("S5", ("M1", "C1")), ("S4", ("M2", "C2")), ("S3", ("M3", "C3"))):
            table.play(f"suns play {tile}", "suns staff " + str(table["coins"]["suns"][0]))
            while table["step"] == "commit":
                table.play(f"{table.actors()[0]} commit none")
            for seat, other in zip(("moons", "crowns"), others):
                coin = next(coin for coin in table["coins"][seat] if coin + 1 >= value(other))
                table.play(f"{seat} play {other}", f"{seat} staff {coin}")
        self.assertEqual(table.legal("crowns")[::2], ["manage 1.1 help", "manage 2.1 help"])  # S3 is done: 2 + 1
        table.play("crowns manage 1.1 hinder", "moons manage 1.1 hinder", "suns manage 2.1 hinder")
        self.assertEqual((table["step"], table["round"]), ("deal", 2))  # two of three failed
        failing = changed(table.position, step="over", round=3)
        failing["initiatives"][2][0]["state"] = "open"
        self.assertEqual(FAILURES_MAX, 3)
        self.assertEqual(incorporated.end(failing)["why"], "bankrupt")
        self.assertEqual(incorporated.end(failing)["winners"], [])
        self.assertEqual(incorporated.end(failing)["fired"], ["suns", "moons", "crowns"])

    def test_c8_over_stays(self):
        """A whole last round: everything stays as it ended."""
        table = self.whole_round()
        last = changed(table.position, round=3, start="moons")
        self.assertIsNone(incorporated.refuse_position(last))
        table = Table(incorporated, last)
        table.play(*(f"{seat} manage 2.1 help" for seat in ("crowns", "moons", "suns")))
        self.assertEqual((table["step"], table["round"], table["first"]), ("over", 3, "suns"))
        self.assertEqual(table["placed"], ["crowns", "moons", "suns"])
        self.assertEqual(table["hand"], {"suns": ["M4"], "moons": ["M2"], "crowns": ["C3"]})
        self.assertEqual(table["coins"], {"suns": [2], "moons": [], "crowns": [2]})
        self.assertEqual(incorporated.view(table.position, "suns")["hand"], {"suns": ["M4"], "moons": 1, "crowns": 1})
        self.assertEqual(incorporated.end(table.position), {
            "scores": {"suns": 8, "moons": 4, "crowns": 3}, "winners": ["suns"], "fired": [], "why": "five o'clock"})

    def test_c9_zero_is_not_negative(self):
        table = self.whole_round()
        last = changed(table.position, round=3, start="moons")
        for scores, winners, fired in (
                ((0, -1, 0), ["suns", "crowns"], ["moons"]), ((-1, -1, -2), [], ["suns", "moons", "crowns"]),
                ((0, -3, -2), ["suns"], ["moons", "crowns"])):
            over = changed(last, step="over", scores=dict(zip(incorporated.SEATS, scores)), initiatives=[])
            self.assertEqual((incorporated.end(over)["winners"], incorporated.end(over)["fired"]), (winners, fired))


def incorporated_total(task):
    """An open task's coins, counted in another way than in the rules."""
    coins = [coin["coin"] for coin in task["coins"]]
    own = [coin for coin in task["coins"] if coin["seat"] == suit(task["tile"])]
    return sum(coins) + len(own)


class Refused(unittest.TestCase):
    """Positions that the rules do not allow."""

    def test_refused(self):
        position = dealt({"suns": "S5 S1 S2 M0", "moons": "M1 M2 M3 C0", "crowns": "C1 C2 C3 S3"}).play(
            "suns play S5", "suns staff 3", "crowns commit 0+3").position
        self.assertIsNone(incorporated.refuse_position(position, history=True))
        task = position["initiatives"][0][0]
        for changes in (
                {"round": 2}, {"round": 0}, {"first": "moons"}, {"start": "moons"}, {"start": None}, {"step": "play"},
                {"step": "staff"}, {"step": "manage"}, {"step": "over"}, {"step": "deal"}, {"scores__suns": 1},
                {"hand__suns": ["S1", "S2"]}, {"hand__suns": ["S1", "S2", "S5"]}, {"hand__suns": ["S2", "S1", "M0"]},
                {"hand__suns": ["S1", "S2", "A0"]}, {"coins__suns": [0, 1, 2, 3]}, {"coins__suns": [0, 1]},
                {"coins__crowns": [1, 2]}, {"committed__crowns": [0, 0]}, {"committed__crowns": [3, 0]},
                {"committed": {"suns": [], "moons": [], "crowns": []}}, {"placed": ["crowns"]}, {"initiatives": []},
                {"initiatives": [[{**task, "state": "done"}]]}, {"initiatives": [[{**task, "by": "moons"}]]},
                {"initiatives": [[{**task, "tile": "S3"}]]}, {"initiatives": [[{**task, "coins": []}]]},
                {"initiatives": [[task], []]}, {"players": 4}, {"options__finish": "sometimes"}, {"game": "intrige"}):
            with self.subTest(changes=changes):
                self.assertIsNotNone(incorporated.refuse_position(changed(position, **changes)))

    def test_views_are_no_positions(self):
        position = dealt(EASY).position
        self.assertIsNotNone(incorporated.refuse_position(incorporated.view(position, "suns")))

    def test_tiles(self):
        self.assertEqual(len(every_tile(3)), 18)
        self.assertEqual(tiles_in_order(["A0", "C5", "S2", "M0", "S1"]), ["S1", "S2", "M0", "C5", "A0"])


if __name__ == "__main__":
    unittest.main()
