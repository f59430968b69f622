"""Decides whether the rules can produce a given position of Incorporated.

Everything that happened in a round stays on the table, so the round is simply replayed from its deal.
"""

import functools
import itertools

from common import IllegalMove, copy, is_int, same
from incorporated_rules import (
    LOSS, NAME, OPTIONS, PLAYERS, VALUES,
    apply, dealt_to, every_tile, full_coins, legal, new_position, round_order, round_tasks, seats_of, suit,
    tiles_in_order,
)

KEYS = {"game", "options", "players", "start", "round", "first", "step", "scores", "hand", "coins", "initiatives",
        "committed", "placed"}
TASK_KEYS = {"tile", "by", "state", "coins", "managers"}
STEPS = ("start", "deal", "play", "staff", "commit", "manage", "over")
BEST = sum(VALUES)  # the most a seat can win in one round
WORST = -LOSS * sum(VALUES)


class Wrong(Exception):
    """The reason why a position is refused."""


def need(true, reason):
    if not true:
        raise Wrong(reason)


def refuse_position(position, history=False):
    """Why the rules cannot produce this position, or None.

    With history, also whether some tiles in the earlier rounds give the scores, not only whether these are too large.
    """
    try:
        check_shape(position)
        if position["step"] == "start":
            need(same(position, new_position(position)), "before the start everything is as laid out")
            return None
        check_round(position)
        if position["step"] == "deal" and not position["initiatives"]:
            check_deal(position)
            check_scores(position, position["round"] - 1, position["scores"], history)
        else:
            check_played(position, history)
    except Wrong as reason:
        return str(reason)
    return None


# ---- shape: keys and kinds of values

def check_shape(position):
    need(isinstance(position, dict) and position.keys() == KEYS, "the keys are not those of a position")
    need(position["game"] == NAME, "another game")
    need(is_int(position["players"]) and position["players"] in PLAYERS, "players")
    options = position["options"]
    need(isinstance(options, dict) and options.keys() == OPTIONS.keys(), "options")
    need(all(options[name] in values for name, values in OPTIONS.items()), "unknown value of an option")
    seats = seats_of(position)
    need(position["step"] in STEPS, "unknown step")
    need(is_int(position["round"]), "round")
    for key in ("start", "first"):
        need(position[key] is None or position[key] in seats, f"{key} is no seat")
    for key in ("scores", "hand", "coins"):
        need(isinstance(position[key], dict) and position[key].keys() == set(seats), f"{key} is not for every seat")
    need(all(is_int(score) for score in position["scores"].values()), "a score is no number")
    for seat in seats:
        check_tiles(position, position["hand"][seat])
        check_coins(position, position["coins"][seat])
    need(isinstance(position["committed"], dict) and position["committed"].keys() <= set(seats), "committed")
    for coins in position["committed"].values():
        check_coins(position, coins)
    need(isinstance(position["placed"], list) and all(seat in seats for seat in position["placed"]), "placed")
    need(isinstance(position["initiatives"], list), "initiatives is no list")
    for tasks in position["initiatives"]:
        need(isinstance(tasks, list) and tasks, "an initiative without tiles")
        for task in tasks:
            check_task(position, task)
    tiles = [tile for hand in position["hand"].values() for tile in hand]
    tiles += [task["tile"] for _, _, task in round_tasks(position)]
    need(len(tiles) == len(set(tiles)), "a tile twice")


def check_tiles(position, tiles):
    known = every_tile(position["players"])
    need(isinstance(tiles, list) and all(isinstance(tile, str) and tile in known for tile in tiles), "no such tile")
    need(tiles == tiles_in_order(tiles), "a hand is out of order")


def check_coins(position, coins):
    known = full_coins(position["players"])
    need(isinstance(coins, list) and all(is_int(coin) and coin in known for coin in coins), "no such coin")
    need(coins == sorted(set(coins)), "coins do not rise")


def check_task(position, task):
    seats = seats_of(position)
    need(isinstance(task, dict) and task.keys() == TASK_KEYS, "the keys are not those of a tile on the table")
    check_tiles(position, [task["tile"]])
    need(task["by"] in seats, "a tile by no seat")
    need(task["state"] in ("open", "done"), "unknown state of a tile")
    need(isinstance(task["coins"], list) and isinstance(task["managers"], list), "coins and managers are lists")
    for coin in task["coins"]:
        need(isinstance(coin, dict) and coin.keys() == {"seat", "coin"} and coin["seat"] in seats, "a coin of nobody")
        check_coins(position, [coin["coin"]])
    for manager in task["managers"]:
        need(isinstance(manager, dict) and manager.keys() == {"seat", "help"} and manager["seat"] in seats,
             "a manager of nobody")
        need(isinstance(manager["help"], bool), "help is true or false")


# ---- rounds, deals and scores

def first_of_round(position, number):
    seats = seats_of(position)
    return seats[(seats.index(position["start"]) + number - 1) % len(seats)]


def check_round(position):
    need(position["start"] is not None and position["first"] is not None, "no start seat")
    need(1 <= position["round"] <= position["players"], "no such round")
    need(position["first"] == first_of_round(position, position["round"]), "another seat is first in this round")


def check_deal(position):
    """Tiles are being dealt, and nothing of this round is on the table yet."""
    players = position["players"]
    need(all(coins == full_coins(players) for coins in position["coins"].values()), "coins are out during the deal")
    need(position["committed"] == {} and position["placed"] == [], "something was played during the deal")
    sizes = [len(position["hand"][seat]) for seat in round_order(position)]
    need(all(size <= players + 1 for size in sizes), "too many tiles in a hand")
    need(dealt_to(position) is not None, "all is dealt")
    short = [place for place, size in enumerate(sizes) if size < players + 1]
    need(all(size == 0 for size in sizes[short[0] + 1:]), "dealt out of order")
    need(position["round"] == 1 or any(sizes), "the last round's initiatives are missing")


def check_scores(position, rounds, scores, history):
    """Whether this many complete rounds can give these scores."""
    for seat in seats_of(position):
        need(rounds * WORST <= scores[seat] <= rounds * BEST, f"the score of {seat} does not fit the round")
    if history:
        need(all(score in possible_sums(rounds) for score in scores.values()), "no tiles give such a score")


# ---- the round on the table, replayed

def check_played(position, history):
    """Replays the round from its deal. The result must be the same position."""
    again = at_the_deal(position)
    for _, _, task in round_tasks(position):
        need(again["step"] == "play", "tiles on the table before the last one was done with")
        last = task is position["initiatives"][-1][-1]
        move(again, task["by"], f"play {task['tile']}")
        replay_task(position, again, task, last)
    managers = {manager["seat"]: (f"{i}.{t}", "help" if manager["help"] else "hinder")
                for i, t, task in round_tasks(position) for manager in task["managers"]}
    for seat in reversed(round_order(again)):
        if seat in managers:
            move(again, seat, "manage " + " ".join(managers[seat]))
    before = {seat: position["scores"][seat] - points for seat, points in again["scores"].items()}
    again["scores"] = dict(position["scores"])
    need(same(position, again), "the round on the table did not come about like this")
    played = position["round"] - (2 if position["step"] == "deal" else 1)
    check_scores(position, played, before, history)


def move(again, seat, text):
    try:
        again.update(apply(again, seat, text))
    except IllegalMove as error:
        raise Wrong(str(error)) from None


def at_the_deal(position):
    """The position at the start of the round on the table, with all scores 0."""
    again = new_position(position)
    number = position["round"]
    hand = copy(position["hand"])
    if position["step"] == "deal":  # what was left in the hands is gone: any other tiles will do
        number -= 1
        played = [task["tile"] for _, _, task in round_tasks(position)]
        spare = [tile for tile in every_tile(position["players"]) if tile not in played]
        need(all(tiles == [] for tiles in hand.values()), "tiles were dealt before the table was cleared")
        need(number >= 1 and len(spare) >= len(hand), "no round has been played")
        hand = {seat: [spare.pop()] for seat in hand}
    for _, _, task in round_tasks(position):
        hand[task["by"]].append(task["tile"])
    need(all(len(tiles) == position["players"] + 1 for tiles in hand.values()), "a hand does not fit the round")
    again.update({"start": position["start"], "round": number, "first": first_of_round(position, number),
                  "step": "play", "hand": {seat: tiles_in_order(tiles) for seat, tiles in hand.items()}})
    return again


def replay_task(position, again, task, last):
    """The coins on one tile: first the one it was staffed with, then the commitments."""
    coins = list(task["coins"])
    if again["step"] == "staff" and coins:
        coin = coins.pop(0)
        need(coin["seat"] == suit(task["tile"]), "a tile is staffed by its own suit first")
        move(again, coin["seat"], f"staff {coin['coin']}")
    if last and position["step"] == "commit":
        need(coins == [], "commitments were put down too early")
        for seat, chosen in position["committed"].items():
            move(again, seat, commitment(chosen))
        return
    if again["step"] == "commit":
        for seat in list(legal(again)):
            move(again, seat, commitment([coin["coin"] for coin in coins if coin["seat"] == seat]))


def commitment(coins):
    return "commit " + ("+".join(str(coin) for coin in coins) or "none")


# ---- the earlier rounds

@functools.lru_cache(maxsize=None)
def possible_sums(rounds):
    """Every possible score of a seat after this many rounds: each of its tiles unplayed, in a success or in a
    failure."""
    if rounds == 0:
        return {0}
    one = {sum(fates) for fates in itertools.product(*((0, number, -LOSS * number) for number in VALUES))}
    return {before + points for before in possible_sums(rounds - 1) for points in one}
