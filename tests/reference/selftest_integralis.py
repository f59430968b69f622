#!/usr/bin/env python3
"""Tests of the reference rules of Integralis. Run python3 tests/reference/selftest_integralis.py."""

import unittest

import common
import integralis
from common import full_setup, write_json
from integralis_rules import (
    CARDS, HAND, LABOUR, MACHINES, NEED, ORDERS, PRICE, STEP, TASKS, TEMPS, WORKERS,
    at_machines, card_order, deck_size, discard_order, name_of, open_tasks, output, owner, pay_off, seats_of, team_at,
    team_cards,
)
from selftest_common import Table, changed, check_game, game_of, if_asked

GAMES_EACH = 4


# ---- tables set up by hand

def arranged(hands, at=None, players=3, turns=10, options=None, row=None, orders=None, **more):
    """A table in the middle of red's turn. Every card that is not placed is unseen.

    hands: {"red": "greta f0"}. at: {"fold": "red.hugo+1 red.jupp"}, +1 for one overtime on him.
    orders: {"red": "o8 o9"}, o8:collate+sew for one with markers.
    more: closing, sabotage, under, unseen and other values of the position.
    """
    setup = full_setup(integralis, players, None, {"markers": "must", **(options or {})})
    position = integralis.new_position(setup)
    position.update({"start": "red", "turns": 1 + turns // players * players, "turn": "red", "step": "act",
                     "actions": 2})
    for seat in seats_of(position):
        position["unseen"][seat] = team_cards(setup["options"])
        position["hand"][seat] = []
    for seat, cards in more.pop("under", {}).items():
        for card in cards.split():
            if card != "coffee":
                position["unseen"][seat].remove(card)
            position["under"][seat].append(card)
    for seat, cards in hands.items():
        for card in cards.split():
            position["unseen"][seat].remove(card)
        position["hand"][seat] = card_order(cards.split())
    for machine, workers in (at or {}).items():
        for text in workers.split():
            worker, _, overtime = text.partition("+")
            place_worker(position, machine, worker, int(overtime or 0))
    lay_orders(position, row, orders or {})
    for machine, (seat, card) in more.pop("sabotage", {}).items():
        position["unseen"][seat].remove(card)
        position["machines"][machine]["sabotage"] = {"by": seat, "card": card, "fresh": False}
    for seat, entries in more.pop("closing", {}).items():
        for card, later in entries:
            position["unseen"][seat].remove(card)
            position["closing"][seat].append({"card": card, "due": position["turns"] + later})
    for seat, rest in more.pop("unseen", {}).items():
        for card in position["unseen"][seat]:
            if card not in rest.split():
                position["under"][seat].append(card)
        position["unseen"][seat] = rest.split()
    for seat in seats_of(position):
        if position["unseen"][seat].count("f1") == 3:  # one f1 was never in the deck
            position["unseen"][seat].remove("f1")
            position["under"][seat].append("f1")
    position.update(more)
    return Table(integralis, position)


def place_worker(position, machine, worker, overtime):
    cards = position["unseen"][owner(worker)]
    cards.remove(name_of(worker))
    for _ in range(overtime):
        cards.remove("overtime")
    workers = position["machines"][machine]["workers"]
    workers.append({"worker": worker, "overtime": overtime})
    workers.sort(key=lambda entry: WORKERS.index(name_of(entry["worker"])))


def lay_orders(position, row, orders):
    left = list(ORDERS)
    for seat, texts in orders.items():
        for text in texts.split():
            order, _, covered = text.partition(":")
            position["orders"][seat].append({"order": order, "covered": covered.split("+") if covered else []})
            left.remove(order)
    position["row"] = row.split() if row is not None else left[:position["players"]]
    for order in position["row"]:
        left.remove(order)
    position["orders_left"] = left


def plays(table, seat="red"):
    return [line for line in table.legal(seat) if line.startswith("play")]


def with_verb(table, *verbs):
    return [line for lines in integralis.legal(table.position).values() for line in lines
            if line.split(" ")[0] in verbs]


def pass_refill(table):
    """Lets chance draw whatever has to be drawn."""
    while table["step"] in ("draw", "reveal"):
        table.play("chance " + table.legal("chance")[0])
    return table


def covered(table, seat):
    return {entry["order"]: entry["covered"] for entry in table["orders"][seat]}


# ---- whole games

@if_asked
class WholeGames(unittest.TestCase):
    """What must hold in every game, in every configuration."""

    def test_every_configuration(self):
        setups = common.every_setup(integralis)
        self.assertEqual(len(setups), 3 * 3 * 2 * 2)
        reached = set()
        for setup in setups:
            for seed in range(GAMES_EACH):
                with self.subTest(setup=write_json(setup), seed=seed):
                    moves, rows = game_of(integralis, setup, seed)
                    check_game(self, integralis, setup, moves, rows)
                    for (seat, move), before, after in zip(moves, rows, rows[1:]):
                        self.check_cards(after["position"])
                        self.check_bank(before["position"], seat, move, after["position"])
                        reached |= events(before["position"], move, after["position"])
                    reached |= endings(rows[-1]["position"])
        self.assertEqual(EVENTS - reached, set(), "play does not reach these")

    def check_cards(self, position):
        """The cards of all teams together never change."""
        cards = [card for key in ("hand", "unseen", "under") for held in position[key].values() for card in held]
        for _, entry in at_machines(position):
            cards += [name_of(entry["worker"])] + ["overtime"] * entry["overtime"]
        cards += [place["sabotage"]["card"] for place in position["machines"].values() if place["sabotage"]]
        cards += [entry["card"] for entries in position["closing"].values() for entry in entries]
        cards += ["illness"] * len(position["ill"])
        cards += [name_of(card) if "." in card else card for card in position["discard"]]
        pending = position["pending"]
        if pending is not None and "card" in pending:
            cards.append(pending["card"])
        everything = team_cards(position["options"]) * position["players"]
        for card in CARDS:
            missing = everything.count(card) - cards.count(card)
            self.assertTrue(missing == 0 or card.startswith("sabotage") and missing > 0, card)
        gone = {card: everything.count(card) - cards.count(card) for card in ("sabotage5", "sabotage2")}
        self.assertEqual(sum(position["repaired"].values()), 5000 * gone["sabotage5"] + 2000 * gone["sabotage2"])

    def check_bank(self, before, seat, move, after):
        """Money comes only from finished orders, and goes to the bank only by repairs and bribes."""
        held = {entry["order"] for orders in before["orders"].values() for entry in orders}
        still = {entry["order"] for orders in after["orders"].values() for entry in orders} | set(after["row"])
        gain = sum(after["money"].values()) - sum(before["money"].values())
        gain -= sum(pay_off(order) for order in held - still)
        verb = move.split(" ")[0]
        if verb == "repair":
            self.assertIn(gain, (-5000, -2000))
        elif verb == "release":
            self.assertEqual(gain, -PRICE[name_of(before["pending"]["worker"])])
        elif verb == "bid" and after["step"] == "decide":
            self.assertEqual(-gain, max([*before["bids"].values(), int(move.split(" ")[1])]))
        else:
            self.assertEqual(gain, 0)


EVENTS = {
    "three orders", "sixty rounds", "production", "surplus is lost", "cover at a closing time", "two markers to choose",
    "cover at a repair", "repair without a task", "order finished by a repair", "two closings due", "another f1 stays",
    "closing of an ill seat", "two hands over five", "refill", "deck empty", "row empty",
    "row closes up", "known card drawn", "own cards back by trade", "mixup from the hand", "mixup at machines",
    "sabotage countered", "coffee countered", "illness countered", "meeting countered", "third seat counters",
    "accept", "third offer", "release", "equal bids", "chief decides", "locked", "foreign coffee", "vitamins",
    "without order in the middle of a turn", "salaried worker discarded", "overtime twice on one", "swap",
    "closing without production", "a demand", "a demand accepted", "a marker waived",
}


def events(before, move, after):
    """The rare events of this move."""
    step, pending = before["step"], before["pending"] or {}
    verb, *words = move.split(" ")
    seat = before["turn"]
    closing = before["step"] in ("act", "cover") and len(after["closing"].get(seat, [])) < len(
        before["closing"].get(seat, []))
    happens = {
        "production": closing and any(output(before, machine) for machine in MACHINES),
        "closing without production": closing and not any(output(before, machine) for machine in MACHINES),
        "surplus is lost": closing and any(
            output(before, machine) > sum(open_tasks(entry).count(machine)
                                          for entry in before["orders"][team_at(before, machine)])
            for machine in MACHINES if team_at(before, machine)),
        "cover at a closing time": pending.get("why") == "closing",
        "two markers to choose": pending.get("why") == "closing" and pending["markers"] > 1,
        "cover at a repair": pending.get("why") == "repair",
        "repair without a task": verb == "repair" and before["orders"] == after["orders"] and after["step"] == "act",
        "order finished by a repair": verb == "repair" and before["completed"] != after["completed"],
        "two closings due": closing and len(before["closing"][seat]) - len(after["closing"][seat]) > 1,
        "another f1 stays": closing and bool(after["closing"][seat]),
        "two hands over five": step == "under" and len(integralis.legal(before)) > 1,
        "refill": after["step"] == "draw" and after["pending"]["why"] == "refill",
        "deck empty": any(deck_size(after, other) == 0 for other in after["hand"]),
        "row empty": after["step"] == "act" and after["row"] == [],
        "row closes up": verb == "take" and after["step"] == "act",
        "known card drawn": verb == "draw" and not words and after["step"] == "act",
        "own cards back by trade": verb == "trade" and after["step"] == "act" and before["hand"] == after["hand"],
        "mixup from the hand": move.startswith("play mixup")
        and len(after["hand"][seat]) == len(before["hand"][seat]) - 2,
        "mixup at machines": move.startswith("play mixup")
        and len(after["hand"][seat]) == len(before["hand"][seat]) - 1,
        "third seat counters": verb == "counter" and pending["card"].startswith("sabotage")
        and before["players"] > 2 and pending["asked"] != left_of(before, seat),
        "accept": verb == "accept", "release": verb == "release", "swap": verb == "swap",
        "a demand": verb == "demand", "a demand accepted": verb == "accept" and pending["kind"] == "demand",
        "a marker waived": verb == "waive",
        "third offer": verb == "tempt" and after["tempted"][words[0]]["offers"] == 3,
        "equal bids": verb == "bid" and bool(before["bids"]) and after["step"] == "act",
        "chief decides": step == "decide" and pending["by"] != seat, "locked": bool(after["locked"]),
        "foreign coffee": any(sum(after[key][other].count("coffee") for key in ("hand", "unseen", "under")) > 2
                              for other in after["hand"]),
        "vitamins": after["actions"] > 2,
        "without order in the middle of a turn": after["step"] == "act" and after["actions"] > 0
        and not after["orders"][after["turn"]] and after["completed"] != before["completed"] and verb == "repair",
        "salaried worker discarded": any("." in card and name_of(card) not in TEMPS for card in after["discard"]),
        "overtime twice on one": any(entry["overtime"] > 1 for _, entry in at_machines(after)),
        "closing of an ill seat": after["turns"] > before["turns"] > 0 and after["step"] in ("under", "draw", "cover")
        and after["discard"].count("illness") > before["discard"].count("illness"),
    }
    if verb == "counter":
        happens[f"{pending['card'].rstrip('25')} countered"] = True
    return {name for name, true in happens.items() if true}


def left_of(position, seat):
    seats = seats_of(position)
    return seats[(seats.index(seat) + 1) % len(seats)]


def endings(position):
    return {integralis.end(position)["why"]}


class Setup(unittest.TestCase):
    """The start of a game, by hand."""

    def test_setup(self):
        table = Table(integralis, integralis.new_position(full_setup(integralis, 2)))
        self.assertEqual(table.legal("chance"), ["start red", "start yellow"])
        self.assertEqual((table["start"], table["turn"], table["turns"]), (None, None, 0))
        self.assertEqual(len(table["unseen"]["red"]), 24)
        table.play("chance start yellow")
        self.assertEqual(table["pending"], {"kind": "draw", "why": "setup", "seat": "yellow", "left": 4})
        self.assertEqual(len(table.legal("chance")), 20)  # kinds of cards
        self.assertEqual(integralis.weight(table.position, "draw yellow f1"), 2)
        self.assertEqual(integralis.weight(table.position, "draw yellow overtime"), 3)
        for card in ("wilma", "f1", "f1", "fritz"):
            table.play(f"chance draw yellow {card}")
        self.assertEqual(table["hand"]["yellow"], ["fritz", "wilma", "f1", "f1", "f1"])
        self.assertEqual(table["pending"]["seat"], "red")
        table.play(*(f"chance draw red {card}" for card in ("overtime", "ida", "mixup", "greta")))
        self.assertEqual((table["step"], table["pending"], table["row"]), ("reveal", None, []))
        self.assertEqual(table.legal("chance")[:3], ["reveal o10", "reveal o11", "reveal o12"])
        table.play("chance reveal o9")
        self.assertEqual((table["row"], table["actions"]), (["o9"], 0))
        table.play("chance reveal o4")
        self.assertEqual((table["row"], table["turns"], table["turn"], table["actions"], table["step"]),
                         (["o9", "o4"], 1, "yellow", 2, "act"))
        self.assertEqual(table.legal("yellow"), ["take o4", "take o9"])  # G-10

    def test_absent(self):
        position = integralis.new_position(full_setup(integralis, 2, None, {"meeting": "absent"}))
        self.assertEqual(len(position["unseen"]["red"]), 23)

    def test_figures(self):
        self.assertEqual((len(CARDS), len(team_cards({"meeting": "all"}))), (9 + 11, 25))
        self.assertEqual([len(TASKS[order]) for order in ORDERS], [2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5])
        self.assertEqual(sorted(TASKS["o8"]), ["collate", "collate", "sew"])
        self.assertEqual((max(LABOUR.values()), min(LABOUR.values())), (6, 1))

    def test_views(self):
        table = arranged({"red": "f1 greta", "yellow": "hugo"}, options={"money": "hidden"}, orders={"red": "o8"})
        seen = integralis.view(table.position, "yellow")
        self.assertEqual(seen["hand"], {"red": 2, "yellow": ["hugo"], "green": 0})
        self.assertEqual(seen["unseen"]["red"], 23)
        self.assertEqual(seen["under"], {"red": 0, "yellow": ["f1"], "green": 1})
        self.assertEqual(seen["money"], {"red": None, "yellow": 15000, "green": None})
        self.assertEqual(integralis.view(changed(table.position, options={"meeting": "all", "money": "open"}),
                                         "yellow")["money"], table["money"])


class Actions(unittest.TestCase):
    """Forced and free actions, by hand."""

    def test_draw(self):
        table = arranged({"red": "f1"}, orders={"red": "o8"}).play("red draw")
        self.assertEqual(table["pending"], {"kind": "draw", "why": "draw", "seat": "red", "left": 1})
        self.assertEqual((table["actions"], table.legal("red")), (1, []))
        table.play("chance draw red hugo")
        self.assertEqual((table["hand"]["red"], table["step"], table["actions"]), (["hugo", "f1"], "act", 1))

    def test_draw_a_known_card(self):
        table = arranged({"red": "f1"}, orders={"red": "o8"}, unseen={"red": ""})
        first = table["under"]["red"][0]
        table.play("red draw")
        self.assertEqual((table["step"], table["hand"]["red"]), ("act", card_order(["f1", first])))

    def test_trade(self):
        table = arranged({"red": "f1 f1 greta coffee"}, orders={"red": "o8"}, unseen={"red": "fritz"})
        self.assertEqual([line for line in table.legal("red") if line.startswith("trade")], [
            "trade coffee", "trade f1", "trade f1 coffee", "trade f1 f1", "trade f1 f1 coffee", "trade greta",
            "trade greta coffee", "trade greta f1", "trade greta f1 coffee", "trade greta f1 f1"])
        known = list(table["under"]["red"])
        table.play("red trade greta f1 coffee")
        self.assertEqual(table["pending"], {"kind": "draw", "why": "trade", "seat": "red", "left": 3})
        self.assertEqual((table["under"]["red"], table["hand"]["red"]), (known + ["greta", "f1", "coffee"], ["f1"]))
        table.play("chance draw red fritz")
        self.assertEqual(table["hand"]["red"], card_order(["f1", "fritz", *known[:2]]))
        self.assertEqual(table["under"]["red"], known[2:] + ["greta", "f1", "coffee"])

    def test_trade_with_an_empty_deck(self):
        position = arranged({"red": " ".join(team_cards({"meeting": "all"}))}, orders={"red": "o8"}).position
        self.assertEqual(deck_size(position, "red"), 0)
        table = Table(integralis, position)
        self.assertNotIn("draw", table.legal("red"))  # G-8
        table.play("red trade wilma f1 f1")
        self.assertEqual((table["hand"], table["actions"], table["step"]), (position["hand"], 1, "act"))

    def test_recall(self):
        table = arranged({"red": "f1"}, {"fold": "red.hugo+2 red.ida", "sew": "yellow.ida"}, orders={"red": "o8"})
        self.assertEqual([line for line in table.legal("red") if line.startswith("recall")],
                         ["recall hugo", "recall ida"])
        table.play("red recall hugo")
        self.assertEqual((table["hand"]["red"], table["under"]["red"]), (["hugo", "f1"], ["overtime", "overtime"]))

    def test_take(self):
        table = arranged({"red": "f1"}, row="o4 o5 o6", orders={"red": "o8"}).play("red take o5")
        self.assertEqual((table["row"], table["step"], table["pending"]), (["o4", None, "o6"], "reveal", None))
        self.assertEqual(table["orders"]["red"][1], {"order": "o5", "covered": []})
        table.play("chance reveal o15")
        self.assertEqual(table["row"], ["o4", "o15", "o6"])
        self.assertEqual([line for line in table.legal("red") if line.startswith("take")], [])  # two are the maximum

    def test_take_closes_the_row(self):
        others = {"red": "o8", "yellow": "o9 o10", "green": "o11 o12"}
        table = arranged({"red": "f1"}, row="o4 o5 o6", orders=others, orders_left=[],
                         completed={"red": 0, "yellow": 2, "green": 2}).play("red take o5")
        self.assertEqual((table["row"], table["step"]), (["o4", "o6"], "act"))

    def test_swap(self):
        table = arranged({"red": "f1"}, row="o4 o5 o6", orders={"red": "o8:sew o9"})
        self.assertEqual([line for line in table.legal("red") if line.startswith("swap")],
                         ["swap o9 o4", "swap o9 o5", "swap o9 o6"])
        table.play("red swap o9 o5")
        self.assertEqual((table["row"], covered(table, "red")), (["o4", "o9", "o6"], {"o8": ["sew"], "o5": []}))

    def test_end(self):
        table = arranged({"red": "f1 f0"}, orders={"red": "o8"})
        self.assertNotIn("end", table.legal("red"))
        table.play("red play f1", "red play f0")
        self.assertEqual(table.legal("red"), ["end"])
        table.play("red end")
        self.assertEqual(table["closing"]["red"], [{"card": "f1", "due": table["turns"] + 3}])
        self.assertEqual((table["step"], table["turn"]), ("draw", "red"))  # the hands are refilled

    def test_end_without_a_legal_action(self):
        """No card, no deck, no worker at a machine, two started orders."""
        left = " ".join(card for card in team_cards({"meeting": "all"}) if card not in WORKERS
                        and card not in ("byebye", "vitamins", "illness", "coffee"))
        table = arranged({"red": left}, orders={"red": "o8:sew o9:sew"})
        position = common.copy(table.position)
        position["hand"]["red"] = []
        position["unseen"]["red"] = []
        self.assertEqual(integralis.legal(position), {"red": ["end"]})
        after = integralis.apply(position, "red", "end")
        self.assertEqual((after["turn"], after["actions"]), ("yellow", 2))

    def test_vitamins(self):
        table = arranged({"red": "f1 vitamins"}, orders={"red": "o8"}).play("red play vitamins")
        self.assertEqual((table["actions"], table["discard"]), (5, ["vitamins"]))
        table = arranged({"red": "f1 vitamins"}, orders={"red": "o8"}).play("red play f1", "red play vitamins")
        self.assertEqual(table["actions"], 4)

    def test_workers(self):
        table = arranged({"red": "greta"}, {"fold": "red.ida", "sew": "yellow.ida"}, orders={"red": "o8"},
                         sabotage={"glue": ("green", "sabotage2")})
        self.assertEqual(plays(table), ["play greta collate", "play greta fold", "play greta glue"])  # G-13
        table.play("red play greta fold")
        self.assertEqual([entry["worker"] for entry in table["machines"]["fold"]["workers"]], ["red.greta", "red.ida"])

    def test_coffee(self):
        table = arranged({"red": "coffee", "yellow": "overtime"}, {"fold": "yellow.hugo+1", "sew": "red.ida"},
                         orders={"red": "o8"})
        self.assertEqual(plays(table), ["play coffee yellow.hugo"])
        table.play("red play coffee yellow.hugo")
        self.assertEqual(table["pending"], {"kind": "counter", "card": "coffee", "by": "red", "target": "yellow.hugo",
                                            "asked": "yellow"})
        self.assertEqual((table["actions"], table["hand"]["red"]), (1, []))
        self.assertEqual(table.legal("yellow"), ["counter", "pass"])
        countered = Table(integralis, table.position).play("yellow counter")
        self.assertEqual((countered["under"]["red"][-1], countered["under"]["yellow"]), ("coffee", ["f1", "overtime"]))
        self.assertEqual(len(countered["machines"]["fold"]["workers"]), 1)
        table.play("yellow pass")  # G-15, G-16
        self.assertEqual(table["under"]["yellow"], ["f1", "hugo", "overtime", "coffee"])
        self.assertEqual((table["step"], table["turn"], table["actions"]), ("act", "red", 1))

    def test_foreign_coffee(self):
        """A coffee break that has changed teams is played like any other."""
        table = arranged({"red": "coffee coffee"}, {"fold": "yellow.hugo"}, orders={"red": "o8"})
        position = common.copy(table.position)
        position["unseen"]["green"].remove("coffee")
        position["hand"]["red"].append("coffee")
        table = Table(integralis, position).play("red play coffee yellow.hugo", "yellow pass")
        self.assertEqual((table["under"]["yellow"], table["hand"]["red"]), (["f1", "hugo", "coffee"], ["coffee"] * 2))

    def test_byebye(self):
        table = arranged({"red": "byebye"}, {"fold": "yellow.wilma+1"}, orders={"red": "o8"})
        table.play("red play byebye yellow.wilma")
        self.assertEqual((table["discard"], table["under"]["yellow"]), (["yellow.wilma", "byebye"], ["f1", "overtime"]))
        self.assertEqual((table["step"], table["actions"]), ("act", 1))

    def test_meeting(self):
        table = arranged({"red": "meeting", "yellow": "mixup"}, {"fold": "yellow.hugo+1 yellow.ida",
                                                                "sew": "yellow.kathi", "glue": "green.ida"},
                         orders={"red": "o8"})
        self.assertEqual(plays(table), ["play meeting green", "play meeting yellow"])
        table.play("red play meeting yellow")
        countered = Table(integralis, table.position).play("yellow counter")  # G-2
        self.assertEqual((countered["under"]["red"][-1], countered["under"]["yellow"][-1]), ("meeting", "mixup"))
        table.play("yellow pass")
        self.assertEqual(table["hand"]["yellow"], ["hugo", "ida", "kathi", "mixup"])
        self.assertEqual((table["under"]["yellow"], table["under"]["red"]), (["f1", "overtime"], ["f1", "meeting"]))
        self.assertEqual(team_at(table.position, "glue"), "green")

    def test_meeting_at_a_machine(self):
        table = arranged({"red": "meeting"}, {"fold": "yellow.hugo yellow.ida", "sew": "yellow.kathi"},
                         orders={"red": "o8"}, options={"meeting": "machine"})
        self.assertEqual(plays(table), ["play meeting yellow fold", "play meeting yellow sew"])
        table.play("red play meeting yellow fold")
        self.assertEqual((table["pending"]["target"], table["pending"]["asked"]), ("yellow fold", "yellow"))
        self.assertEqual(table.legal("yellow"), ["pass"])
        table.play("yellow pass")
        self.assertEqual((table["hand"]["yellow"], team_at(table.position, "sew")), (["hugo", "ida"], "yellow"))

    def test_sabotage(self):
        table = arranged({"red": "sabotage5 sabotage2", "green": "sabotage5"}, orders={"red": "o8"}, players=4,
                         sabotage={"glue": ("blue", "sabotage2")})
        self.assertEqual(plays(table), [f"play {card} {machine}" for card in ("sabotage2", "sabotage5")
                                        for machine in ("collate", "fold", "sew")])
        table.play("red play sabotage5 fold")
        self.assertEqual((table["pending"]["asked"], table["pending"]["target"]), ("yellow", "fold"))
        self.assertEqual(table.legal("yellow"), ["pass"])
        table.play("yellow pass")
        countered = Table(integralis, table.position).play("green counter")
        self.assertEqual((countered["under"]["red"][-1], countered["under"]["green"][-1]), ("sabotage5", "sabotage5"))
        self.assertIsNone(countered["machines"]["fold"]["sabotage"])
        table.play("green pass", "blue pass")
        self.assertEqual(table["machines"]["fold"]["sabotage"], {"by": "red", "card": "sabotage5", "fresh": True})
        self.assertEqual([line for line in table.legal("red") if line.startswith("repair")], ["repair glue"])
        table.play("red play sabotage2 sew", "yellow pass", "green pass", "blue pass", "red end")
        self.assertEqual(table["machines"]["fold"]["sabotage"]["fresh"], False)
        self.assertEqual(with_verb(table, "repair"), ["repair fold", "repair glue", "repair sew"])

    def test_repair(self):
        table = arranged({"red": "f1"}, orders={"red": "o4:fold"}, sabotage={"glue": ("green", "sabotage5")})
        table.play("red repair glue")  # completes the order at once
        self.assertEqual((table["money"]["red"], table["completed"]["red"], table["repaired"]["red"]), (14000, 1, 5000))
        self.assertEqual((table["orders"]["red"], table["actions"]), ([], 2))
        self.assertEqual(table.legal("red"), [f"take {order}" for order in sorted(table["row"])])  # G-10
        self.assertNotIn("sabotage5", table["discard"])

    def test_repair_with_a_choice(self):
        table = arranged({"red": "f1"}, orders={"red": "o4:fold o5"}, sabotage={"glue": ("green", "sabotage2")})
        table.play("red repair glue")
        self.assertEqual(table["pending"], {"kind": "cover", "machine": "glue", "markers": 1, "by": "red",
                                            "why": "repair"})
        self.assertEqual(table.legal("red"), ["cover glue o4", "cover glue o5"])
        self.assertEqual(Table(integralis, table.position).play("red cover glue o5")["orders"]["red"][1]["covered"],
                         ["glue"])
        table.play("red cover glue o4")
        self.assertEqual((table["money"]["red"], covered(table, "red"), table["step"]), (17000, {"o5": []}, "act"))

    def test_repair_without_money_or_task(self):
        table = arranged({"red": "f1"}, orders={"red": "o4"}, sabotage={"sew": ("green", "sabotage2")},
                         money={"red": 1000, "yellow": 15000, "green": 15000})
        self.assertEqual(with_verb(table, "repair"), [])
        table = arranged({"red": "f1"}, orders={"red": "o4"}, sabotage={"sew": ("green", "sabotage2")})
        table.play("red repair sew")
        self.assertEqual((covered(table, "red"), table["repaired"]["red"]), ({"o4": []}, 2000))

    def test_tempt(self):
        table = arranged({"red": "f1"}, {"fold": "yellow.hugo+1 yellow.ida", "sew": "yellow.wilma", "glue": "red.jupp"},
                         orders={"red": "o4"})
        self.assertEqual(with_verb(table, "tempt", "bribe"),
                         ["bribe yellow.hugo", "tempt yellow.hugo 4000..15000/1000"])
        table.play("red tempt yellow.hugo 13000")
        self.assertEqual(table["pending"], {"kind": "tempt", "worker": "yellow.hugo", "amount": 13000})
        self.assertEqual(table["tempted"], {"yellow.hugo": {"offers": 1, "best": 13000}})
        self.assertEqual(table.legal("yellow"), ["accept", "demand 14000..60000/1000", "refuse"])
        table.play("yellow refuse")
        self.assertEqual(with_verb(table, "tempt"), ["tempt yellow.hugo 14000..15000/1000"])
        table.play("red tempt yellow.hugo 14000", "yellow refuse")
        self.assertEqual(with_verb(table, "tempt"), ["tempt yellow.hugo 15000"])
        table.play("red tempt yellow.hugo 15000", "yellow accept")
        self.assertEqual(table["money"], {"red": 0, "yellow": 30000, "green": 15000})
        self.assertEqual((table["hand"]["yellow"], table["under"]["yellow"]), (["hugo"], ["f1", "overtime"]))
        self.assertEqual((table["tempted"]["yellow.hugo"]["offers"], table["actions"]), (3, 2))

    def test_demand(self):
        table = arranged({"red": "f1"}, {"fold": "yellow.hugo"}, orders={"red": "o4"})
        table.play("red tempt yellow.hugo 4000", "yellow demand 16000")
        self.assertEqual(table["pending"], {"kind": "demand", "worker": "yellow.hugo", "amount": 16000})
        self.assertEqual((table["step"], table.legal("red")), ("answer", ["refuse"]))  # more than red has
        table.play("red refuse")
        self.assertEqual(with_verb(table, "tempt"), ["tempt yellow.hugo 5000..15000/1000"])
        table.play("red tempt yellow.hugo 5000", "yellow demand 6000")
        self.assertEqual(table.legal("red"), ["accept", "refuse"])
        table.play("red accept")
        self.assertEqual(table["money"], {"red": 9000, "yellow": 21000, "green": 15000})
        self.assertEqual((table["hand"]["yellow"], table["tempted"]), (["hugo"], {"yellow.hugo": {"offers": 2, "best": 5000}}))

    def test_waive(self):
        table = arranged({"red": "f0"}, {"sew": "red.hugo", "fold": "red.wilma"}, orders={"red": "o5 o8:collate"},
                         options={"markers": "may"})
        table.play("red play f0", "red draw", "chance draw red coffee", "red end")
        self.assertEqual(table["pending"], {"kind": "cover", "machine": "fold", "markers": 1, "by": "red", "why": "closing"})
        self.assertEqual(table.legal("red"), ["cover fold o5", "waive fold"])
        table.play("red waive fold")
        self.assertEqual(table.legal("red"), ["cover sew o5", "cover sew o8", "waive sew"])
        table.play("red cover sew o5")
        self.assertEqual(table["pending"]["markers"], 1)
        self.assertEqual(table.legal("red"), ["cover sew o8", "waive sew"])
        table.play("red waive sew")
        self.assertEqual(covered(table, "red"), {"o5": ["sew"], "o8": ["collate"]})

    def test_waive_after_a_repair(self):
        table = arranged({"red": "f1"}, orders={"red": "o4:fold"}, sabotage={"glue": ("green", "sabotage2")},
                         options={"markers": "may"})
        table.play("red repair glue")
        self.assertEqual(table.legal("red"), ["cover glue o4", "waive glue"])
        table.play("red waive glue")
        self.assertEqual((table["step"], covered(table, "red"), table["money"]["red"]), ("act", {"o4": ["fold"]}, 13000))

    def test_three_offers(self):
        table = arranged({"red": "f1"}, {"fold": "yellow.jupp"}, orders={"red": "o4"})
        for amount in (1000, 2000, 3000):
            table.play(f"red tempt yellow.jupp {amount}", "yellow refuse")
        self.assertEqual(with_verb(table, "tempt", "bribe"), ["bribe yellow.jupp"])
        table.play("red play f1", "red bribe yellow.jupp", "yellow release")
        self.assertEqual((table["money"]["red"], table["under"]["yellow"]), (14000, ["f1", "jupp"]))

    def test_bribe(self):
        table = arranged({"red": "f1"}, {"fold": "yellow.hugo+1"}, orders={"red": "o4"},
                         money={"red": 9000, "yellow": 6000, "green": 15000}).play("red bribe yellow.hugo")
        self.assertEqual(table.legal("yellow"), ["release", "resist"])
        released = Table(integralis, table.position).play("yellow release")
        self.assertEqual((released["money"]["red"], released["under"]["yellow"]), (5000, ["f1", "hugo", "overtime"]))
        table.play("yellow resist")
        self.assertEqual(integralis.legal(table.position), {"red": ["bid 4000..9000/1000"],
                                                            "yellow": ["bid 4000..6000/1000"]})
        equal = Table(integralis, table.position).play("yellow bid 5000", "red bid 5000")
        self.assertEqual((equal["money"]["red"], equal["locked"], equal["bids"]), (9000, ["yellow.hugo"], {}))
        self.assertEqual(with_verb(equal, "tempt", "bribe"), [])
        table.play("yellow bid 6000")
        self.assertEqual((table["bids"], table["money"]["yellow"]), ({"yellow": 6000}, 6000))
        self.assertEqual(integralis.view(table.position, "red")["bids"], {"yellow": None})
        self.assertEqual(integralis.view(table.position, "yellow")["bids"], {"yellow": 6000})
        table.play("red bid 4000")
        self.assertEqual((table["money"]["yellow"], table["money"]["red"], table["bids"]), (0, 9000, {}))
        self.assertEqual(table["pending"], {"kind": "decide", "worker": "yellow.hugo", "by": "yellow"})
        self.assertEqual(table.legal("yellow"), ["leave", "stay"])
        gone = Table(integralis, table.position).play("yellow leave")
        self.assertEqual((gone["under"]["yellow"], gone["locked"]), (["f1", "hugo", "overtime"], []))
        table.play("yellow stay")
        self.assertEqual((table["locked"], with_verb(table, "tempt", "bribe")), (["yellow.hugo"], []))
        table.play("red draw", "chance draw red fritz", "red play f1", "red end")
        self.assertEqual(table["locked"], [])

    def test_bribe_of_the_poor(self):
        table = arranged({"red": "f1"}, {"fold": "yellow.hugo", "sew": "green.moni"}, orders={"red": "o4"},
                         money={"red": 3000, "yellow": 15000, "green": 2000})
        self.assertEqual(with_verb(table, "tempt", "bribe"), ["bribe green.moni", "tempt green.moni 3000"])
        table.play("red bribe green.moni")
        self.assertEqual(table.legal("green"), ["release"])


class Closing(unittest.TestCase):
    """Closing times, by hand."""

    def closing(self, at, orders, hands=None, **more):
        """Red closes with an f0 as the last action."""
        hands = {"red": "f0", **(hands or {})}
        return arranged(hands, at, orders={"red": "o4", **orders}, actions=1, **more).play("red play f0", "red end")

    def test_outputs(self):
        for workers, machine, made in (
                ("red.hugo", "sew", 2), ("red.lars", "sew", 2), ("red.wilma", "glue", 1), ("red.wilma", "collate", 1),
                ("red.wilma", "sew", 3), ("red.hugo red.greta", "collate", 1), ("red.fritz+1", "sew", 1),
                ("red.fritz", "sew", 0), ("red.jupp red.hugo+1", "fold", 2), ("red.fritz red.ida", "sew", 1),
                ("red.fritz+3", "collate", 0), ("red.greta+2", "collate", 1), ("red.wilma+3", "sew", 12),
                ("red.hugo+1 red.lars", "collate", 2), ("red.greta", "glue", 0), ("red.greta red.fritz", "fold", 0)):
            table = arranged({"red": "f1"}, {machine: workers}, orders={"red": "o4"})
            self.assertEqual(output(table.position, machine), made, f"{workers} at {machine}")  # G-3

    def test_short_rules_example(self):
        table = self.closing({"fold": "yellow.jupp yellow.hugo+1"}, {"yellow": "o7"})
        self.assertEqual(covered(table, "yellow"), {"o7": ["fold"]})  # the second marker is lost
        self.assertEqual(table["discard"], ["yellow.jupp"])
        self.assertEqual(table["machines"]["fold"]["workers"], [{"worker": "yellow.hugo", "overtime": 0}])
        self.assertEqual(table["under"]["yellow"], ["f1", "overtime"])

    def test_example_of_play(self):
        """Adam is red, Berta yellow, Carl green; the machines A1, A2, A3 are sew, fold, collate."""
        table = arranged(
            {"red": "f1 illness coffee f1 f1", "yellow": "fritz greta", "green": "overtime vitamins"},
            {"sew": "red.wilma", "fold": "yellow.jupp+1", "collate": "green.hugo+1 green.lars", "glue": "green.fritz"},
            row="o10 o11 o12", orders={"red": "o5 o9", "yellow": "o7", "green": "o8 o15"},
            sabotage={"glue": ("red", "sabotage2")})
        table.play("red play f1", "red play illness green", "green pass", "red end",
                   "yellow take o10", "chance reveal o6", "yellow draw", "chance draw yellow hugo", "yellow end")
        self.assertEqual((table["turn"], table["ill"], table["discard"]), ("red", [], ["illness"]))
        table.play("red swap o9 o6", "red play coffee green.hugo", "green counter")
        self.assertEqual((table["under"]["red"], table["under"]["green"]), (["coffee"], ["f1", "overtime"]))
        self.assertEqual(table["row"], ["o9", "o11", "o12"])
        table.play("red end")
        # both of Carl's orders need collating, more often than his two markers
        self.assertEqual(table["pending"], {"kind": "cover", "machine": "collate", "markers": 2, "by": "green",
                                            "why": "closing"})
        table.play("green cover collate o8", "green cover collate o15")
        self.assertEqual(covered(table, "red"), {"o5": ["sew"], "o6": ["sew"]})  # the third marker is lost
        self.assertEqual(covered(table, "yellow"), {"o7": ["fold"], "o10": []})
        self.assertEqual(covered(table, "green"), {"o8": ["collate"], "o15": ["collate"]})
        self.assertEqual(table["discard"], ["yellow.jupp", "green.lars", "illness"])
        self.assertEqual(table["under"]["yellow"], ["f1", "overtime"])
        self.assertEqual(table["under"]["green"], ["f1", "overtime", "overtime"])
        self.assertEqual(table["under"]["red"], ["coffee", "f1"])
        self.assertEqual(table["machines"]["collate"]["workers"], [{"worker": "green.hugo", "overtime": 0}])
        self.assertEqual(table["machines"]["sew"]["workers"], [{"worker": "red.wilma", "overtime": 0}])
        self.assertEqual(len(table["machines"]["glue"]["workers"]), 1)
        self.assertEqual(table["pending"]["seat"], "yellow")  # from Adam's left
        pass_refill(table)
        self.assertEqual([len(table["hand"][seat]) for seat in ("red", "yellow", "green")], [5, 5, 5])
        self.assertEqual(table["turn"], "yellow")

    def test_cover_marker_by_marker(self):
        table = self.closing({"sew": "red.hugo", "fold": "yellow.hugo+1 yellow.moni"},
                             {"red": "o5 o6", "yellow": "o9 o11"})
        self.assertEqual(covered(table, "red"), {"o5": [], "o6": []})  # fold comes before sew
        self.assertEqual((table["pending"]["machine"], table["pending"]["markers"]), ("fold", 3))
        table.play("yellow cover fold o9", "yellow cover fold o9")  # then only one order is left
        self.assertEqual(covered(table, "yellow"), {"o9": ["fold", "fold"], "o11": ["fold"]})
        self.assertEqual(covered(table, "red"), {"o5": ["sew"], "o6": ["sew"]})  # enough for both: no choice

    def test_pay_after_all_machines(self):
        table = self.closing({"fold": "red.hugo", "glue": "red.lars"}, {"red": "o4 o12"})
        self.assertEqual(table.legal("red"), ["cover fold o12", "cover fold o4"])
        table.play("red cover fold o4")
        self.assertEqual((covered(table, "red"), table["money"]["red"]), ({"o4": ["fold"], "o12": []}, 15000))
        table.play("red cover glue o4")
        self.assertEqual((covered(table, "red"), table["money"]["red"]), ({"o12": []}, 19000))
        self.assertEqual(table["completed"]["red"], 1)

    def test_finished_order_while_others_choose(self):
        table = self.closing({"fold": "red.hugo", "sew": "yellow.greta"}, {"red": "o4:glue", "yellow": "o5 o6"})
        self.assertEqual((table["pending"]["by"], covered(table, "red")), ("yellow", {"o4": ["fold", "glue"]}))
        self.assertEqual(table["money"]["red"], 15000)
        table.play("yellow cover sew o6")
        self.assertEqual((covered(table, "red"), table["money"]["red"]), ({}, 19000))

    def test_hands(self):
        table = self.closing({}, {}, {"yellow": "fritz greta hugo f0 f1 f1 f1", "red": "f0 f1 f1 f1 mixup ida byebye",
                                      "green": "ida"})
        self.assertEqual((table["step"], table["pending"], table.actors()), ("under", None, ["red", "yellow"]))
        table.play("yellow under fritz", "red under f1")
        self.assertEqual(table["under"]["yellow"], ["fritz"])
        self.assertEqual(table["under"]["red"], ["f0", "f1"])
        self.assertEqual(table.actors(), ["yellow"])
        self.assertEqual(table.legal("yellow"), ["under f0", "under f1", "under greta", "under hugo"])
        table.play("yellow under f1")
        self.assertEqual(table["pending"], {"kind": "draw", "why": "refill", "seat": "green", "left": 4})
        pass_refill(table)
        self.assertEqual([len(hand) for hand in table["hand"].values()], [5, 5, 5])
        self.assertEqual((table["turn"], table["step"], table["actions"]), ("yellow", "act", 2))

    def test_refill_stops(self):
        """Green has three cards and only one in the deck. Where green's others are does not matter here."""
        position = arranged({"red": "f0", "yellow": "f0 f1 ida jupp greta", "green": "ida f1 f1"}, orders={"red": "o4"},
                            actions=1).position
        position["unseen"]["green"], position["under"]["green"] = ["hugo"], []
        position = integralis.apply(integralis.apply(position, "red", "play f0"), "red", "end")
        self.assertEqual(position["pending"], {"kind": "draw", "why": "refill", "seat": "green", "left": 1})
        position = integralis.apply(position, "chance", "draw green hugo")
        self.assertEqual((len(position["hand"]["green"]), position["pending"]["seat"]), (4, "red"))  # G-8


class Rulings(unittest.TestCase):
    """One test for each ruling, by hand."""

    def test_g1_g4_overtime_and_temps(self):
        table = arranged({"red": "f0"}, {"sew": "red.fritz+1 red.ida red.jupp", "fold": "red.lars+1",
                                         "glue": "yellow.kathi+1", "collate": "yellow.moni+1"},
                         orders={"red": "o4"}, actions=1).play("red play f0", "red end")
        # nobody needs sewing, and one at sew was not needed: both temps still leave
        self.assertEqual(table["discard"], ["red.ida", "red.jupp", "yellow.kathi", "red.lars", "yellow.moni"])
        self.assertEqual(table["under"]["red"], ["f1", "overtime", "overtime", "f0"])
        self.assertEqual(table["under"]["yellow"], ["f1", "overtime", "overtime"])

    def test_g4_no_output(self):
        table = arranged({"red": "f0"}, {"fold": "red.jupp", "collate": "red.moni"}, orders={"red": "o4"},
                         actions=1).play("red play f0", "red end")
        self.assertEqual((table["discard"], len(table["machines"]["fold"]["workers"])), ([], 1))

    def test_g5_ill_owner(self):
        table = arranged({"red": "f1 f1", "green": "illness fritz greta", "yellow": "fritz greta"},
                         orders={"red": "o4"}, closing={"red": [("f1", 0)]}, turns=9)
        position = changed(table.position, turns=table["turns"] - 1, turn="green", closing={
            "red": [{"card": "f1", "due": table["turns"]}], "yellow": [], "green": []},
            orders={**table["orders"], "green": [{"order": "o15", "covered": []}]},
            orders_left=[order for order in table["orders_left"] if order != "o15"])
        table = Table(integralis, position).play("green play illness red", "red pass", "green draw",
                                                 "chance draw green jupp", "green end")
        self.assertEqual((table["turn"], table["ill"], table["discard"]), ("red", [], ["illness"]))
        self.assertEqual((table["pending"]["why"], table["pending"]["seat"]), ("refill", "yellow"))
        self.assertEqual((table["closing"]["red"], table["under"]["red"], table["actions"]), ([], ["f1"], 0))
        pass_refill(table)
        self.assertEqual(table["turn"], "yellow")

    def test_g6_closings_at_once(self):
        table = arranged({"red": "f0 f1"}, orders={"red": "o4"}, closing={
            "red": [("f1", 0)], "yellow": [("f1", 1)], "green": [("f1", 2)]})
        table.play("red play f1", "red play f0", "red end")
        self.assertEqual(table["under"]["red"], ["f1", "f0"])
        self.assertEqual(table["closing"], {"red": [{"card": "f1", "due": table["turns"] + 3}],
                                            "yellow": [{"card": "f1", "due": table["turns"] + 1}],
                                            "green": [{"card": "f1", "due": table["turns"] + 2}]})

    def test_g7_counters(self):
        table = arranged({"red": "illness", "yellow": "vitamins"}, orders={"red": "o4"})
        self.assertEqual(plays(table), ["play illness green", "play illness yellow"])
        table.play("red play illness yellow", "yellow counter")
        self.assertEqual((table["under"]["red"], table["under"]["yellow"]), (["f1", "illness"], ["f1", "vitamins"]))
        self.assertEqual((table["actions"], table["ill"], table["discard"]), (1, [], []))

    def test_g8_hand_limit(self):
        table = arranged({"red": "fritz greta hugo wilma ida jupp kathi"}, orders={"red": "o4"}).play(
            "red draw", "chance draw red moni", "red draw", "chance draw red lars", "red end")
        self.assertEqual((table["turn"], len(table["hand"]["red"])), ("yellow", 9))

    def test_g9_mixup_from_the_hand(self):
        table = arranged({"red": "mixup hugo"}, {"fold": "yellow.hugo+2", "sew": "yellow.ida", "glue": "green.hugo "
                                                 "green.ida"}, orders={"red": "o4"})
        self.assertEqual([line for line in plays(table) if "mixup" in line], ["play mixup yellow.hugo"])
        table.play("red play mixup yellow.hugo")
        self.assertEqual(table["machines"]["fold"]["workers"], [{"worker": "red.hugo", "overtime": 0}])
        self.assertEqual((table["hand"]["red"], table["hand"]["yellow"]), ([], ["hugo"]))
        self.assertEqual((table["under"]["yellow"], table["under"]["red"]),
                         (["f1", "overtime", "overtime"], ["f1", "mixup"]))
        self.assertEqual(table["step"], "act")  # G-2: nobody is asked

    def test_g9_mixup_at_machines(self):
        table = arranged({"red": "mixup", "yellow": "meeting mixup"}, {"fold": "yellow.hugo+2", "sew": "red.hugo+1"},
                         orders={"red": "o4"}).play("red play mixup yellow.hugo")
        self.assertEqual(table["machines"]["sew"]["workers"], [{"worker": "yellow.hugo", "overtime": 0}])
        self.assertEqual(table["machines"]["fold"]["workers"], [{"worker": "red.hugo", "overtime": 0}])
        self.assertEqual(table["under"]["red"], ["f1", "overtime", "mixup"])  # G-16
        for at in ({"fold": "yellow.hugo yellow.ida", "sew": "red.hugo"},
                   {"fold": "yellow.hugo", "sew": "red.hugo red.ida"}, {"fold": "yellow.hugo", "sew": "red.ida"}):
            self.assertEqual(plays(arranged({"red": "mixup"}, at, orders={"red": "o4"})), [])

    def test_g10_no_order(self):
        table = arranged({"red": "f1 greta"}, {"fold": "yellow.jupp"}, row="o4 o5 o6")
        self.assertEqual(table.legal("red"), ["bribe yellow.jupp", "take o4", "take o5", "take o6",
                                              "tempt yellow.jupp 1000..15000/1000"])
        others = {"yellow": "o9 o10", "green": "o11 o12"}
        table = arranged({"red": "f1"}, row="", orders=others, orders_left=[],
                         completed={"red": 4, "yellow": 2, "green": 2})
        self.assertEqual(table.legal("red"), ["draw", "play f1", "trade f1"])  # it waits

    def test_g11_plays_without_effect(self):
        table = arranged({"red": "overtime mixup illness sabotage5 hugo coffee byebye meeting"}, orders={"red": "o4"})
        self.assertEqual(plays(table), sorted(
            [f"play hugo {machine}" for machine in MACHINES] + [f"play sabotage5 {machine}" for machine in MACHINES]
            + ["play illness green", "play illness yellow"]))

    def test_g11_illness_on_the_ill(self):
        table = arranged({"red": "f1", "yellow": "illness"}, orders={"red": "o4"})
        position = common.copy(table.position)
        position["unseen"]["red"].remove("illness")
        position["ill"] = ["green"]
        position["hand"]["yellow"].remove("illness")
        position["hand"]["red"].append("illness")
        position["hand"]["yellow"] = []
        self.assertEqual([line for line in integralis.legal(position)["red"] if "illness" in line and "play" in line],
                         ["play illness yellow"])

    def test_g12_the_ill_take_part(self):
        table = arranged({"red": "illness coffee f0", "yellow": "overtime"}, {"fold": "yellow.hugo"},
                         orders={"red": "o4", "yellow": "o5"})
        table.play("red play illness yellow", "yellow pass", "red play coffee yellow.hugo", "yellow counter",
                   "red bribe yellow.hugo", "yellow resist", "yellow bid 4000", "red bid 5000", "red stay")
        self.assertEqual((table["ill"], table["locked"]), (["yellow"], ["yellow.hugo"]))
        position = changed(table.position, actions=1)
        table = Table(integralis, position).play("red play f0", "red end")
        self.assertEqual(covered(table, "yellow"), {"o5": ["fold"]})
        pass_refill(table)
        self.assertEqual((table["turn"], table["turns"]), ("green", position["turns"] + 2))

    def test_g13_sabotaged(self):
        table = arranged({"red": "f0 coffee"}, {"fold": "yellow.hugo+1"}, orders={"red": "o4", "yellow": "o5"},
                         sabotage={"fold": ("red", "sabotage2")})
        self.assertIn("play coffee yellow.hugo", table.legal("red"))
        self.assertIn("bribe yellow.hugo", table.legal("red"))
        table.play("red play f0", "red play coffee yellow.hugo", "yellow pass", "red end")
        self.assertEqual(covered(table, "yellow"), {"o5": []})

    def test_g14_three_orders(self):
        completed = {"red": 2, "yellow": 0, "green": 0}
        table = arranged({"red": "f0 f1"}, orders={"red": "o4:fold", "yellow": "o12"}, completed=completed,
                         sabotage={"glue": ("green", "sabotage2")}, row="o5 o6 o7",
                         orders_left=["o8", "o9", "o10", "o11", "o13"])
        table.play("red repair glue")
        self.assertEqual((table["completed"]["red"], table["step"]), (3, "act"))
        table.play("red take o5", "chance reveal o13")
        table.play("red play f0", "red end")
        self.assertEqual((table["step"], table["turn"], table["actions"]), ("over", None, 0))
        self.assertEqual(integralis.end(table.position), {
            "scores": {"red": 17000, "yellow": 15000, "green": 15000}, "winners": ["red"],
            "repaired": {"red": 2000, "yellow": 0, "green": 0}, "why": "three orders"})
        self.assertEqual(len(table["hand"]["red"]), 1)  # no more refilling

    def test_g15_g16_under_the_deck(self):
        table = arranged({"red": "coffee coffee"}, {"fold": "yellow.hugo+2", "sew": "yellow.ida"}, orders={"red": "o4"})
        table.play("red play coffee yellow.hugo", "yellow pass", "red play coffee yellow.ida", "yellow pass")
        self.assertEqual(table["under"]["yellow"],
                         ["f1", "hugo", "overtime", "overtime", "coffee", "ida", "coffee"])

    def test_sixty_rounds(self):
        table = arranged({"red": "f1"}, orders={"red": "o4"})
        last = changed(table.position, turns=180, start="yellow")
        table = Table(integralis, last).play("red draw", "chance draw red f0", "red play f1")
        end = Table(integralis, table.position).play("red end")
        self.assertEqual((end["step"], end["turns"], end["turn"]), ("over", 180, None))
        self.assertEqual(end["closing"]["red"], [{"card": "f1", "due": 183}])
        self.assertEqual(integralis.end(end.position)["why"], "sixty rounds")
        self.assertEqual(integralis.end(end.position)["winners"], ["red", "yellow", "green"])
        closing = changed(last, hand__red=["f0"], unseen__red=[
            card for card in last["unseen"]["red"] if card != "f0"], under__red=["f1"])
        closing = Table(integralis, closing).play("red draw", "chance draw red greta", "red play f0", "red end")
        self.assertEqual((closing["step"], closing["pending"]["why"]), ("draw", "refill"))  # the refill comes first
        pass_refill(closing)
        self.assertEqual((closing["step"], len(closing["hand"]["green"])), ("over", 5))

    def test_sixty_rounds_with_three_orders(self):
        """Three orders completed by a repair, with no closing time left."""
        table = arranged({"red": "f1"}, orders={"red": "o4"})
        position = changed(table.position, step="over", turn=None, actions=0, turns=180, start="yellow",
                           completed={"red": 3, "yellow": 0, "green": 0})
        self.assertEqual(integralis.end(position)["why"], "three orders")

    def test_tie(self):
        table = arranged({"red": "f1"}, orders={"red": "o4"})
        position = changed(table.position, step="over", turn=None,
                           repaired={"red": 2000, "yellow": 5000, "green": 5000})
        self.assertEqual(integralis.end(position)["winners"], ["yellow", "green"])
        self.assertEqual(integralis.end(changed(position, money__red=16000))["winners"], ["red"])


class Refused(unittest.TestCase):
    """Positions that the rules do not allow."""

    def refused(self, position, **changes):
        return integralis.refuse_position(changed(position, **changes))

    def test_refused(self):
        table = arranged({"red": "f1 greta", "yellow": "hugo"}, {"fold": "yellow.jupp+1", "sew": "red.ida"},
                         orders={"red": "o8:sew"}, sabotage={"glue": ("green", "sabotage2")},
                         closing={"yellow": [("f1", 1)]})
        position = table.position
        self.assertIsNone(integralis.refuse_position(position, history=True))
        unseen = position["unseen"]["red"]
        worker = {"worker": "yellow.jupp", "overtime": 1}
        for changes in (
                {"money__red": -1000}, {"money__red": 500}, {"turn": "yellow"}, {"turns": 11}, {"turns": 0},
                {"turns": 181}, {"start": "yellow"}, {"start": None}, {"step": "over"}, {"step": "draw"},
                {"step": "reveal"}, {"step": "under"}, {"actions": 3}, {"actions": -1},
                {"hand__red": ["greta", "f1", "f1"]}, {"hand__red": ["f1", "greta"]}, {"hand__red": ["greta"]},
                {"hand__red": ["greta", "f1", "hans"]}, {"hand__red": 2}, {"unseen__red": unseen[::-1]},
                {"under__red": ["greta"]}, {"row": ["o4", "o5"]}, {"row": ["o4", "o5", "o8"]},
                {"row": ["o4", "o5", None]}, {"orders_left": []}, {"completed__red": 1}, {"repaired__red": 2000},
                {"orders__red": [{"order": "o8", "covered": ["sew", "sew"]}]},
                {"orders__red": [{"order": "o8", "covered": ["collate", "collate", "sew"]}]},
                {"orders__red": [{"order": "o8", "covered": ["sew", "collate"]}]},
                {"machines__fold__workers": []},
                {"machines__fold__workers": [worker, {"worker": "red.ida", "overtime": 0}]},
                {"machines__sew__workers": [worker]}, {"machines__glue__sabotage": None},
                {"machines__glue__sabotage__fresh": True}, {"machines__glue__sabotage__by": "red"},
                {"machines__collate__sabotage": {"by": "green", "card": "sabotage2", "fresh": False}},
                {"closing__yellow": []}, {"closing__yellow": [{"card": "f1", "due": 12}]},
                {"closing__yellow": [{"card": "f0", "due": 11}]}, {"ill": ["red"]}, {"ill": ["yellow"]},
                {"discard": ["red.moni"]}, {"discard": ["illness"]}, {"discard": ["overtime"]},
                {"tempted": {"yellow.ida": {"offers": 1, "best": 1000}}},
                {"tempted": {"yellow.hugo": {"offers": 1, "best": 3000}}},
                {"tempted": {"yellow.hugo": {"offers": 4, "best": 9000}}},
                {"tempted": {"red.hugo": {"offers": 1, "best": 4000}}}, {"locked": ["red.hugo"]},
                {"locked": ["yellow.wilma"]}, {"bids": {"red": 4000}}, {"pending": {}}, {"players": 2},
                {"pending": {"kind": "bribe", "worker": "yellow.jupp"}}, {"options__money": "secret"}):
            with self.subTest(changes=changes):
                self.assertIsNotNone(self.refused(position, **changes))
        self.assertIsNone(self.refused(position, money__red=20000))
        self.assertIsNotNone(integralis.refuse_position(changed(position, money__red=20000), history=True))

    def test_refused_while_something_is_pending(self):
        table = arranged({"red": "coffee f1"}, {"fold": "yellow.jupp", "sew": "red.ida"}, orders={"red": "o8"})
        asked = Table(integralis, table.position).play("red play coffee yellow.jupp").position
        for changes in ({"pending__asked": "green"}, {"pending__target": "yellow.hugo"}, {"pending__card": "meeting"},
                        {"pending__by": "green"}, {"actions": 2}, {"hand__red": ["f1", "coffee"]}, {"pending": None}):
            with self.subTest(changes=changes):
                self.assertIsNotNone(self.refused(asked, **changes))
        offered = Table(integralis, table.position).play("red tempt yellow.jupp 3000").position
        for changes in ({"pending__amount": 4000}, {"tempted": {}}, {"money__red": 2000},
                        {"pending__worker": "yellow.hugo"}, {"locked": ["yellow.jupp"]}, {"pending__kind": "bribe"}):
            with self.subTest(changes=changes):
                self.assertIsNotNone(self.refused(offered, **changes))
        bidding = Table(integralis, table.position).play(
            "red bribe yellow.jupp", "yellow resist", "red bid 2000").position
        for changes in ({"bids": {"red": 2000, "yellow": 2000}}, {"bids": {"green": 2000}}, {"bids__red": 16000},
                        {"bids__red": 0}, {"money__yellow": 0}):
            with self.subTest(changes=changes):
                self.assertIsNotNone(self.refused(bidding, **changes))

    def test_views_are_no_positions(self):
        position = arranged({"red": "f1"}).position
        self.assertIsNotNone(integralis.refuse_position(integralis.view(position, "red")))

    def test_words(self):
        self.assertEqual(discard_order(["byebye", "green.lars", "red.lars", "red.moni", "illness", "blue.ida"]),
                         ["blue.ida", "red.lars", "green.lars", "red.moni", "illness", "byebye"])
        self.assertEqual((NEED["collate"] // 2, STEP), (3, 1000))


if __name__ == "__main__":
    unittest.main()
