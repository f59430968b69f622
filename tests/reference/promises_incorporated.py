"""Deeds of Incorporated, derived from positions and moves."""

from common import copy
from incorporated_rules import SEATS, running_task, seats_of
from promises import NUMBER

ENOUGH = {"staff": 1, "commit": 1}


def forms(setup):
    n = setup["players"]
    tiles = {f"{name[0].upper()}{value}" for name in SEATS[:n] for value in range(6)}
    digits = {str(i) for i in range(1, n + 1)}
    return [
        [{"play"}, tiles],
        [{"staff"}, {str(i) for i in range(n + 1)}, {"on"}, tiles],
        [{"commit"}, NUMBER, {"on"}, tiles],
        [{"manage"}, (digits, digits), {"help", "hinder"}, {"on"}, tiles],
    ]


def when(position):
    n, step = position["players"], position["step"]
    if step == "over":
        return 10**6, 10**6
    if step == "deal":
        place = 0
    elif step == "manage":
        place = n
    elif step == "play":  # an initiative begins with its first tile
        begun = position["initiatives"]
        place = len(begun) - (1 if begun and len(begun[-1]) < n else 0)
    else:
        place = len(position["initiatives"]) - 1
    return position["round"] * (n + 1) + place, position["round"]


def adds(seat, tile, coins):
    own = SEATS[:4].index(seat) == "SMCA".index(tile[0])
    return sum(coins) + (len(coins) if own else 0)


def deeds(position, seat, move):
    verb, *words = move.split(" ")
    if verb == "play":
        return [(seat, move)]
    if verb == "staff":
        return [(seat, f"staff {words[0]} on {running_task(position)['tile']}")]
    if verb == "commit":
        coins = [] if words[0] == "none" else [int(coin) for coin in words[0].split("+")]
        tile = running_task(position)["tile"]
        return [(seat, f"commit {adds(seat, tile, coins)} on {tile}")]
    if verb == "manage":
        initiative, place = (int(number) for number in words[0].split("."))
        tile = position["initiatives"][initiative - 1][place - 1]["tile"]
        return [(seat, f"{move} on {tile}")]
    return []


def decisions(position, seat, move):
    if position["step"] != "commit":
        return [(position, seat, move)]
    seats = seats_of(position)
    first = seats.index(position["first"])
    able = [who for who in seats[first:] + seats[:first] if position["coins"][who]]
    if any(who != seat and who not in position["committed"] for who in able):
        return []
    found = []
    for who in able:
        then = copy(position)
        chosen = then["committed"].pop(who, None)
        text = move if who == seat else "commit " + ("+".join(map(str, chosen)) or "none")
        found.append((then, who, text))
    return found


def unbound(position):
    return position


def dealt(position, seat):
    return []


def deal(position, seat, move):
    return None


def fills(position, move):
    return None


def moves_with_free(position, posts):
    return []


def leaves_time(position, move):
    return None
