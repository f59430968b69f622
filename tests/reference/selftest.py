#!/usr/bin/env python3
"""Tests of the reference rules themselves. Run python3 tests/reference/selftest.py."""

import random
import unittest

import common
import intrige
from common import RecordError, Replay, copy, full_setup, parse_json, same, write_json
from intrige_rules import EDITION, owner, posts_held, profession, salaries
from selftest_common import if_asked

GAMES = {"intrige": intrige}


def game_of(setup, seed):
    """A whole game, with purposeful players if the seed is odd."""
    rng = random.Random(f"{seed} {write_json(setup)}")
    policy = intrige.purposeful(setup, rng) if seed % 2 else None
    return common.play(intrige, setup, rng, policy)


def positions_of(setup, moves):
    position = intrige.new_position(setup)
    positions = [position]
    for seat, move in moves:
        position = intrige.apply(position, seat, move)
        positions.append(position)
    return positions


class Table:
    """A game played by hand: each line is a seat and its move."""

    def __init__(self, edition="mayfair2005", players=3, **options):
        self.setup = full_setup(intrige, players, edition, options)
        self.position = intrige.new_position(self.setup)
        self.verdicts = []

    def play(self, *lines):
        for line in lines:
            seat, move = line.split(" ", 1)
            self.position = intrige.apply(self.position, seat, move, self.verdicts)
            reason = intrige.refuse_position(self.position, history=True)
            assert reason is None, f"{line}: {reason}"
        return self

    def legal(self, seat):
        return intrige.legal(self.position).get(seat, [])

    def __getitem__(self, key):
        return self.position[key]


def two_alike(**options):
    """Yellow's first turn: both red doctors are in the park."""
    return Table(**options).play("chance start red", "red send doctor yellow", "red send doctor yellow")


@if_asked
class RandomGames(unittest.TestCase):
    """What must hold in every game, in every configuration."""

    def test_every_configuration(self):
        setups = common.every_setup(intrige)
        self.assertEqual(len(setups), 3 * 3 * 14)
        reached = set()
        for number, setup in enumerate(setups):
            with self.subTest(setup=write_json(setup)):
                moves, rows = game_of(setup, number)
                end = rows[-1]["end"]
                positions = positions_of(setup, moves)
                self.assertEqual(positions[-1]["step"], "over")
                self.assertEqual(end["scores"], positions[-1]["cash"])
                self.check_round_trip(setup, moves, end, positions)
                for position in positions:
                    self.assertIsNone(intrige.refuse_position(position, history=True))
                    self.assertTrue(same(position, parse_json(write_json(position))))
                for (_, move), before, after in zip(moves, positions, positions[1:]):
                    self.check_money(before, after)
                    self.check_for_ever(before, after)
                    reached |= events(before, move)
                self.check_sends(setup, moves)
        self.assertEqual(EVENTS - reached, set(), "purposeful play does not reach these")

    def check_round_trip(self, setup, moves, end, positions):
        data = common.write_record(intrige, setup, moves, end, random.Random(1))
        rows = list(Replay(data, GAMES))
        self.assertEqual(len(rows), len(moves) + 1)
        for row, position in zip(rows, positions):
            self.assertTrue(same(row["position"], position))
        self.assertTrue(same(rows[-1]["end"], end))

    def check_money(self, before, after):
        """Money comes only from salaries and the bank's bribes, and only refunds of those bribes go back."""
        bank = 0
        if before["step"] != "start" and (before["turn"], before["round"]) != (after["turn"], after["round"]):
            order = list(intrige.SEATS[:before["players"]])
            seat = before["turn"]
            while True:
                seat = order[(order.index(seat) + 1) % len(order)]
                if after["step"] == "over" and seat == before["start"]:
                    bank += sum(salaries(after, other) for other in order)
                    break
                bank += salaries(after, seat)
                if seat == after["turn"]:
                    break
        total = sum(after["cash"].values()) - sum(before["cash"].values()) - bank
        smallest = EDITION[before["edition"]]["smallest"]
        paid_by_bank = total // smallest
        if before["step"] == "bribe":
            news = []
            if after["stage"] is not None and len(after["stage"]["paid"]) > len(before["stage"]["paid"]):
                news = after["stage"]["paid"][len(before["stage"]["paid"]):]
            self.assertEqual(paid_by_bank, sum(entry["bank"] for entry in news))
        elif before["step"] in ("hire", "settle") and before["options"]["refund"] == "yes":
            self.assertLessEqual(total, 0)
            self.assertLessEqual(-paid_by_bank, sum(entry["bank"] for entry in before["stage"]["paid"]))
        else:
            self.assertEqual(total, 0)

    def check_for_ever(self, before, after):
        for seat in before["palace"]:
            held = posts_held(before, seat)
            later = posts_held(after, seat)
            self.assertEqual({p: later.get(p) for p in held}, held)  # I-1
        for scholar in before["island"]:  # I-9
            self.assertGreaterEqual(after["island"].count(scholar), before["island"].count(scholar))

    def check_sends(self, setup, moves):
        rounds = EDITION[setup["edition"]]["rounds"]
        for seat in intrige.SEATS[:setup["players"]]:  # I-7
            self.assertEqual(sum(by == seat and move.startswith("send ") for by, move in moves), 2 * (rounds - 1))


EVENTS = {
    "bank pays", "bank gets back", "alike against a stranger", "alike against his own holder", "alike external",
    "external of three", "internal of three", "two externals", "two internals", "all sealed and one more",
    "counter", "deal in loose", "deal in binding", "bribe below the deal", "counter too dear", "two deals in a stage",
}


def events(position, move):
    """The rare events of this move."""
    stage = position["stage"]
    if stage is None:
        return set()
    names = [entry["scholar"] for entry in stage["paid"]]
    professions = [profession(name) for name in names]
    happens = {
        "bank pays": any(entry["bank"] for entry in stage["paid"]),
        "bank gets back": position["options"]["refund"] == "yes" and move.startswith("settle ")
        and any(entry["bank"] and entry["scholar"] != move[7:] for entry in stage["paid"]),
        "alike against a stranger": stage["kind"] == "internal" and len(set(names[1:])) < len(names[1:])
        and names[0] not in names[1:],
        "alike against his own holder": stage["kind"] == "internal" and names[:1] == names[1:2],
        "alike external": stage["kind"] == "external" and len(set(names)) < len(names),
        "external of three": stage["kind"] == "external" and any(professions.count(p) > 2 for p in professions),
        "internal of three": stage["kind"] == "internal" and len(names) > 2,
        "two externals": stage["kind"] == "external" and len(set(professions)) > 1,
        "two internals": stage["kind"] == "internal"
        and any(profession(s) != stage["profession"] for s in position["park"][position["turn"]]),
        "all sealed and one more": any(sum(amounts) == position["cash"][seat] and seat in intrige.legal(position)
                                       for seat, amounts in stage["sealed"].items()),
        "counter": move.startswith("counter "),
        "deal in loose": position["options"]["deals"] == "loose" and bool(stage["deals"]),
        "deal in binding": position["options"]["deals"] == "binding" and bool(stage["deals"]),
        "bribe below the deal": any(entry["scholar"] == deal["scholar"] and entry["amount"] < deal["amount"]
                                    for entry in stage["paid"] for deal in stage["deals"]),
        "counter too dear": position["step"] == "answer" and intrige.legal(position).get(stage["payer"]) == ["refuse"],
        "two deals in a stage": len(stage["deals"]) > 1,
    }
    return {name for name, true in happens.items() if true}


class Rulings(unittest.TestCase):
    """One test for each ruling, by hand."""

    def test_first_turn(self):
        table = Table(players=4)
        self.assertEqual(table.legal("chance"), ["start blue", "start green", "start red", "start yellow"])
        table.play("chance start green")
        self.assertEqual((table["step"], table["turn"], table["round"]), ("send", "green", 1))
        self.assertEqual(table.legal("green"), sorted(
            f"send {p} {seat}" for p in EDITION["mayfair2005"]["professions"] for seat in ("blue", "red", "yellow")))

    def test_two_palaces(self):
        table = Table("amigo2003").play("chance start red", "red send scribe yellow")
        self.assertTrue(all(line.endswith(" green") for line in table.legal("red")))
        self.assertEqual(table["sent"], "yellow")
        table = Table().play("chance start red", "red send clerk yellow")
        self.assertIn("send clerk yellow", table.legal("red"))

    def test_i1_free_posts(self):
        table = Table().play("chance start red", "red send clerk yellow", "red send doctor yellow",
                             "red bribe 1000", "red bribe 1000")
        self.assertEqual(table["stage"]["paid"][0]["scholar"], "red.doctor")  # doctor comes before clerk
        self.assertEqual(table.legal("yellow"),
                         [f"place red.doctor {post}" for post in (1000, 10000, 3000, 6000)])
        table.play("yellow place red.doctor 3000")
        self.assertEqual(table.legal("yellow"), [f"place red.clerk {post}" for post in (1000, 10000, 6000)])

    def test_i2_one_bribe_each(self):
        table = two_alike()
        self.assertEqual(table.legal("red"), ["bribe 1000..32000/1000"])
        table.play("red bribe 32000")
        self.assertEqual(table.legal("red"), ["bribe 1000"])
        table.play("red bribe 1000")
        self.assertEqual(table["stage"]["paid"], [{"scholar": "red.doctor", "amount": 32000, "bank": False},
                                                  {"scholar": "red.doctor", "amount": 1000, "bank": True}])
        self.assertEqual(table["cash"], {"red": 0, "yellow": 65000, "green": 32000})

    def conflict(self, **options):
        """Red's turn of round 3: yellow's priest holds 6000, yellow's other one and both of green's apply."""
        return Table(**options).play(
            "chance start red", "red send clerk yellow", "red send clerk yellow",
            "red bribe 1000", "red bribe 1000", "yellow hire red.clerk 1000",
            "yellow send priest red", "yellow send doctor red",
            "green send scientist red", "green send scientist yellow",
            "yellow bribe 1000", "yellow bribe 2000", "green bribe 3000",
            "red place yellow.doctor 1000", "red place yellow.priest 6000", "red place green.scientist 10000",
            "red send doctor green", "red send doctor green",
            "green bribe 1000", "yellow place green.scientist 3000",
            "yellow send priest red", "yellow send clerk red",
            "red bribe 1000", "red bribe 1000", "green hire red.doctor 1000",
            "green send priest red", "green send priest red",
            "yellow bribe 1000", "red place yellow.clerk 3000")

    def test_i3_i4_i10_internal(self):
        table = self.conflict()
        stage = table["stage"]
        self.assertEqual((stage["kind"], stage["profession"]), ("internal", "priest"))
        self.assertEqual((stage["payer"], stage["for"]), ("yellow", "yellow.priest"))
        self.assertNotIn("bribe 0", table.legal("yellow"))
        table.play("yellow bribe 5000", "yellow bribe 1000", "green bribe 2000", "green bribe 3000")
        self.assertEqual([entry["scholar"] for entry in table["stage"]["paid"]],
                         ["yellow.priest", "yellow.priest", "green.priest", "green.priest"])
        self.assertEqual(table.legal("red"), ["settle green.priest", "settle yellow.priest"])
        table.play("red settle green.priest")
        self.assertEqual(table["palace"]["red"]["6000"], "green.priest")
        self.assertEqual([s for s in table["island"] if profession(s) == "priest"],
                         ["yellow.priest", "yellow.priest", "green.priest"])

    def test_i10_holder_between(self):
        """The holder's owner sits between the others. The applicants still pay from the landlord's left."""
        table = Table(players=4).play(
            "chance start blue", "blue send clerk red", "blue send doctor green",
            "blue bribe 1000", "red place blue.clerk 6000", "red send clerk green", "red send doctor blue",
            "yellow send scientist red", "yellow send clerk red",
            "blue bribe 1000", "red bribe 1000", "green place blue.doctor 1000", "green place red.clerk 3000",
            "green send scientist red", "green send clerk red",
            "red bribe 1000", "blue place red.doctor 1000", "blue send clerk red", "blue send priest green")
        self.assertEqual(table["stage"]["kind"], "external")
        table.play("yellow bribe 1000", "green bribe 1000", "red hire green.scientist 10000")
        order = []
        while table["step"] == "bribe":
            order.append(table["stage"]["for"])
            table.play(f"{table['stage']['payer']} bribe 1000")
        self.assertEqual(order, ["blue.clerk", "yellow.clerk", "green.clerk", "blue.clerk"])
        self.assertEqual(table.legal("red"), ["settle blue.clerk", "settle green.clerk", "settle yellow.clerk"])

    def test_i5_external_refund(self):
        table = two_alike(refund="yes").play("red bribe 5000", "red bribe 2000", "yellow hire red.doctor 10000")
        self.assertEqual(table["cash"], {"red": 29000 - 2000, "yellow": 37000, "green": 32000})
        self.assertEqual(table["island"], ["red.doctor"])

    def test_i5_holder_first(self):
        before = self.conflict(refund="yes").play(
            "yellow bribe 5000", "yellow bribe 1000", "green bribe 2000", "green bribe 3000")
        table = copy(before.position)
        after = intrige.apply(table, "red", "settle yellow.priest")
        self.assertEqual(after["cash"]["yellow"] - table["cash"]["yellow"], 1000)
        self.assertEqual(after["cash"]["green"] - table["cash"]["green"], 5000)
        after = intrige.apply(table, "red", "settle green.priest")  # the one who paid 2000 has won
        self.assertEqual(after["cash"]["yellow"] - table["cash"]["yellow"], 6000)
        self.assertEqual(after["cash"]["green"] - table["cash"]["green"], 3000)
        self.assertEqual(after["cash"]["red"] - table["cash"]["red"], -9000)

    def test_i5_no_offer_for_the_second(self):
        for deals in ("loose", "binding"):
            table = two_alike(deals=deals)
            self.assertIn("offer 10000 for 1000..32000/1000", table.legal("red"))
            table.play("red bribe 1000")
            self.assertEqual(table.legal("red"), ["bribe 1000..31000/1000"])

    def test_i6_loose_deals_limit_nothing(self):
        table = Table(deals="loose").play(
            "chance start red", "red send clerk yellow", "red send doctor yellow",
            "red offer 10000 for 5000", "yellow accept")
        self.assertEqual(table.legal("red"), ["bribe 1000..32000/1000"])
        table.play("red bribe 5000", "red offer 10000 for 4000", "yellow counter 10000 for 50000")
        self.assertEqual(table.legal("red"), ["refuse"])
        table.play("red refuse", "red offer 10000 for 4000")
        self.assertEqual(table.legal("yellow"), ["accept", "refuse"])
        table.play("yellow accept", "red bribe 3000", "yellow place red.doctor 1000", "yellow place red.clerk 10000")
        self.assertEqual(table.verdicts, [("red", "yellow", "yellow"), ("red", "yellow", "red")])

    def test_binding_deals(self):
        table = Table(deals="binding").play(
            "chance start red", "red send clerk yellow", "red send doctor yellow",
            "red offer 10000 for 5000", "yellow counter 6000 for 6000", "red accept")
        self.assertEqual(table.legal("red"), ["bribe 6000..32000/1000"])
        table.play("red bribe 7000")
        self.assertEqual(table.legal("red"), ["bribe 1000..25000/1000", "offer 1000 for 1000..25000/1000",
                                              "offer 10000 for 1000..25000/1000", "offer 3000 for 1000..25000/1000"])
        table.play("red bribe 1000")
        self.assertEqual(table.legal("yellow"), ["place red.doctor 6000"])
        table.play("yellow place red.doctor 6000")
        self.assertEqual(table.legal("yellow"), [f"place red.clerk {post}" for post in (1000, 10000, 3000)])

    def test_binding_external(self):
        table = Table(deals="binding").play(
            "chance start red", "red send clerk green", "red send doctor green",
            "yellow send clerk green", "yellow send doctor green",
            "red offer 3000 for 1000", "green accept", "red bribe 1000", "red bribe 2000")
        self.assertEqual(table["stage"]["for"], "yellow.doctor")
        self.assertEqual(table.legal("yellow"), ["bribe 1000..32000/1000"])
        table.play("yellow bribe 9000")
        self.assertEqual(len(table.legal("yellow")), 4)
        table.play("yellow bribe 9000")
        self.assertEqual(table.legal("green"), ["hire red.doctor 3000"])
        table.play("green hire red.doctor 3000")
        self.assertEqual(len(table.legal("green")), 2 * 3)

    def test_i8_bank_refund(self):
        table = two_alike(refund="yes").play("red bribe 32000", "red bribe 1000", "yellow hire red.doctor 1000")
        self.assertEqual(table["cash"], {"red": 0, "yellow": 64000, "green": 32000})

    def test_sealed(self):
        table = Table(bribes="sealed").play(
            "chance start red", "red send clerk green", "red send doctor green",
            "yellow send clerk green", "yellow send clerk green")
        self.assertEqual(list(intrige.legal(table.position)), ["red"])  # the doctor is uncontested
        table.play("red bribe 30000", "green place red.doctor 10000")
        self.assertEqual(list(intrige.legal(table.position)), ["red", "yellow"])
        table.play("yellow bribe 32000")
        self.assertEqual(table["cash"]["yellow"], 32000)
        self.assertEqual(table.legal("yellow"), ["bribe 1000"])
        self.assertEqual(table["stage"]["sealed"], {"yellow": [32000]})
        self.assertEqual(intrige.view(table.position, "green")["stage"]["sealed"], {"yellow": 1})
        self.assertEqual(intrige.view(table.position, "yellow")["stage"]["sealed"], {"yellow": [32000]})
        table.play("yellow bribe 1000", "red bribe 2000")
        self.assertEqual(table["stage"]["sealed"], {})
        self.assertEqual(table["cash"], {"red": 0, "yellow": 0, "green": 32000 + 30000 + 2000 + 32000 + 1000})
        paid = intrige.view(table.position, "red")["stage"]["paid"]
        self.assertEqual(paid, [{"scholar": "red.clerk", "amount": 2000, "bank": False},
                                {"scholar": "yellow.clerk", "amount": None, "bank": None},
                                {"scholar": "yellow.clerk", "amount": None, "bank": None}])
        self.assertEqual(intrige.view(table.position, "green")["stage"]["paid"], table["stage"]["paid"])
        self.assertEqual(intrige.view(table.position, "green")["cash"],
                         {"red": None, "yellow": None, "green": table["cash"]["green"]})


class Records(unittest.TestCase):
    """Records are read strictly."""

    SETUP = b'{"kickback":1,"game":"intrige","players":3}\n'

    def rows(self, data):
        return list(Replay(data, GAMES))

    def test_defaults_and_talk(self):
        rows = self.rows(self.SETUP + b'{"by":"red","say":"hm","to":["green"],"at":5}\n{"meta":{}}\n{"luck":{}}\n'
                         b'{"by":"chance","move":"start red"}\n')
        self.assertEqual([row["n"] for row in rows], [0, 1])
        self.assertEqual(rows[0]["position"]["edition"], "mayfair2005")

    def test_defence_of_an_edition(self):
        """Amigo's sheet says that the holder may pay; version 1 always has must."""
        for edition, version, wanted in (("mayfair2005", 2, "must"), ("amigo2003", 2, "may"), ("fxschmid1994", 2, "must"),
                                         ("amigo2003", 1, "must")):
            setup = {"kickback": version, "game": "intrige", "edition": edition, "players": 3}
            rows = self.rows(write_json(setup).encode("utf-8") + b"\n")
            self.assertEqual(rows[0]["position"]["options"]["defence"], wanted, (edition, version))
        rows = self.rows(b'{"kickback":2,"game":"intrige","edition":"amigo2003","players":3,"options":{"defence":"must"}}\n')
        self.assertEqual(rows[0]["position"]["options"]["defence"], "must")

    def test_cut_off(self):
        self.assertEqual(len(self.rows(self.SETUP + b'{"by":"chance","mo')), 1)
        self.assertEqual(len(self.rows(self.SETUP + b'{"by":"chance","move":"start red"}')), 2)

    def test_refused(self):
        move = b'{"by":"chance","move":"start red"}\n'
        for line, data in (
                (1, b'{"kickback":1,"game":"intrige","players":3,"options":{"bribes":"sealed","deals":"loose"}}\n'),
                (1, b'{"kickback":1,"game":"intrige","players":6}\n'),
                (1, b'{"kickback":1,"game":"intrige","players":3,"x":1}\n'),
                (1, b''),
                (2, self.SETUP + b'{"by":"red","move":"start red"}\n'),
                (2, self.SETUP + b'{"by":"chance","move":"start violet"}\n'),
                (2, self.SETUP + b'{"by":"chance","move":"start red","x":1}\n'),
                (3, self.SETUP + move + b'{"end":{}}\n'),
                (3, self.SETUP + move + b'nonsense\n')):
            with self.subTest(data=data), self.assertRaises(RecordError) as caught:
                self.rows(data)
            self.assertEqual(caught.exception.line, line)

    def test_runs(self):
        self.assertEqual(common.run("bribe ", 1000, 1000, 1000), "bribe 1000")
        self.assertEqual(common.runs("bid ", [5, 1, 2, 3], 1), ["bid 1..3/1", "bid 5"])
        self.assertEqual(common.expand(["bribe 1000..3000/1000", "accept"]),
                         ["bribe 1000", "bribe 2000", "bribe 3000", "accept"])
        self.assertTrue(common.allows(["bribe 1000..3000/1000"], "bribe 3000"))
        for text in ("bribe 3001", "bribe 03000", "bribe 4000", "bribe 1000..3000/1000", "bribe ", "bribe 3000 "):
            self.assertFalse(common.allows(["bribe 1000..3000/1000"], text))


class Refused(unittest.TestCase):
    """Positions that the rules do not allow."""

    def refused(self, position, **changes):
        damaged = copy(position)
        for path, value in changes.items():
            *way, last = path.split("__")
            inner = damaged
            for key in way:
                inner = inner[key]
            inner[last] = value
        return intrige.refuse_position(damaged)

    def test_refused(self):
        position = two_alike(deals="loose").play("red bribe 2000").position
        self.assertIsNone(self.refused(position))
        for changes in (
                {"cash__red": -1000}, {"cash__red": 500}, {"cash__yellow": 1000}, {"round": 2}, {"turn": "green"},
                {"start": "yellow"}, {"step": "send"}, {"step": "hire"}, {"step": "answer"}, {"sent": "green"},
                {"stage": None}, {"stage__kind": "uncontested"}, {"stage__payer": "green"},
                {"stage__paid": [{"scholar": "green.doctor", "amount": 1000, "bank": False}]},
                {"stage__for": None}, {"stage__offers": 1}, {"stage__sealed": {"red": [1000]}},
                {"park__yellow": ["red.doctor"]}, {"park__yellow": ["red.doctor", "red.clerk"]},
                {"island": ["red.doctor"]}, {"options__bribes": "sealed"}, {"options__deals": "none", "players": 4},
                {"stage__deals": [{"scholar": "red.doctor", "post": 3000, "amount": 33000}]},
                {"stage__deals": [{"scholar": "green.doctor", "post": 3000, "amount": 1000}]},
                {"stage__paid": [{"scholar": "red.doctor", "amount": 1000, "bank": True}]}):
            with self.subTest(changes=changes):
                self.assertIsNotNone(self.refused(position, **changes))

    def test_accepted(self):
        """A conflict in the middle of bargaining, set up by hand."""
        setup = full_setup(intrige, 4, "mayfair2005", {"deals": "loose"})
        position = intrige.new_position(setup)
        position.update({"start": "red", "round": 2, "turn": "red", "step": "answer"})
        for scholar in ("red.scientist", "red.doctor", "yellow.doctor", "yellow.priest", "green.priest", "green.clerk",
                        "blue.clerk", "blue.clerk"):
            position["home"][owner(scholar)].remove(profession(scholar))
        position["palace"]["red"]["3000"] = "yellow.doctor"
        position["palace"]["yellow"]["1000"] = "red.scientist"
        position["palace"]["green"]["1000"] = "red.doctor"
        position["palace"]["blue"]["10000"] = "green.clerk"
        position["park"].update({"red": ["yellow.priest", "green.priest"], "yellow": ["blue.clerk"],
                                 "green": ["blue.clerk"]})
        position["stage"] = {
            "kind": "external", "profession": None, "payer": "green", "for": "green.priest",
            "paid": [{"scholar": "yellow.priest", "amount": 4000, "bank": False}], "sealed": {}, "offers": 1,
            "offer": {"post": 10000, "amount": 5000, "by": "green"},
            "deals": [{"scholar": "yellow.priest", "post": 6000, "amount": 4000}]}
        self.assertIsNone(intrige.refuse_position(position, history=True))
        self.assertIsNotNone(self.refused(position, round=3))
        self.assertEqual(intrige.legal(position), {"red": [
            "accept", "counter 1000 for 1000..50000/1000", "counter 10000 for 1000..50000/1000",
            "counter 6000 for 1000..50000/1000", "refuse"]})
        position["park"]["green"], position["island"] = [], ["blue.clerk"]  # no other palace has a clerk's post
        self.assertIsNotNone(intrige.refuse_position(position, history=True))

    def test_the_past(self):
        position = two_alike().position
        damaged = copy(position)
        damaged["cash"]["green"] = 0
        self.assertIsNone(intrige.refuse_position(damaged))
        self.assertEqual(intrige.refuse_position(damaged, history=True), "money has vanished")

    def test_views_are_no_positions(self):
        position = two_alike().position
        self.assertIsNotNone(intrige.refuse_position(intrige.view(position, "red")))

    def test_owner_words(self):
        self.assertEqual((owner("green.scientist"), profession("green.scientist")), ("green", "scientist"))


if __name__ == "__main__":
    unittest.main()
