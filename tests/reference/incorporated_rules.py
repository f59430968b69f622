"""The rules of Incorporated, written for clarity, not speed: a position is a dict, a move makes a new one."""

import itertools

from common import CHANCE, IllegalMove, allows, copy, sorted_lines

NAME = "incorporated"
SEATS = ("suns", "moons", "crowns", "arms")
PLAYERS = (3, 4)
EDITIONS = ()
OPTIONS = {"finish": ("above", "reach"), "promises": ("word", "bond")}
DEFAULTS = {}
VERSION_1 = {"promises": "word"}
DRAWN = ("promises",)

LETTERS = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}
VALUES = (0, 1, 2, 3, 4, 5)
OWN_SUIT = 1  # added to the value of a coin of the tile's suit
MANAGER = 2  # what a manager adds or takes away
LOSS = 2  # a tile of a failed initiative costs this many times its value
FAILURES_MAX = 3  # the company ends after this many failed initiatives in one round


def options_clash(options):
    return None


# ---- helpers

def seats_of(position):
    return list(SEATS[:position["players"]])


def suit(tile):
    """The seat whose department the tile belongs to."""
    return LETTERS[tile[0]]


def value(tile):
    return int(tile[1:])


def every_tile(players):
    return [f"{letter}{number}" for letter, seat in LETTERS.items() if seat in SEATS[:players] for number in VALUES]


def full_coins(players):
    return list(range(players + 1))


def tiles_in_order(tiles):
    """Tiles in the order of a hand: by suit, then value."""
    return sorted(tiles, key=lambda tile: (SEATS.index(suit(tile)), value(tile)))


def left_of(position, seat):
    seats = seats_of(position)
    return seats[(seats.index(seat) + 1) % len(seats)]


def round_order(position):
    """The seats in the order of this round."""
    seats = seats_of(position)
    place = seats.index(position["first"])
    return seats[place:] + seats[:place]


def round_tasks(position):
    """Every task on the table: (initiative from 1, tile from 1, task)."""
    return [(i, t, task)
            for i, tasks in enumerate(position["initiatives"], 1)
            for t, task in enumerate(tasks, 1)]


def open_tasks(position):
    return [(i, t, task) for i, t, task in round_tasks(position) if task["state"] == "open"]


def running_task(position):
    """The task whose tile was played last."""
    return position["initiatives"][-1][-1]


def with_coins(position):
    return [seat for seat in seats_of(position) if position["coins"][seat]]


# ---- the start

def new_position(setup):
    seats = SEATS[:setup["players"]]
    return {
        "game": NAME,
        "options": dict(setup["options"]),
        "players": setup["players"],
        "start": None,
        "round": 0,
        "first": None,
        "step": "start",
        "scores": {seat: 0 for seat in seats},
        "hand": {seat: [] for seat in seats},
        "coins": {seat: full_coins(setup["players"]) for seat in seats},
        "initiatives": [],
        "committed": {},
        "placed": [],
    }


# ---- who is next

def dealt_to(position):
    """The seat that gets the next tile, or None if all have theirs."""
    for seat in round_order(position):
        if len(position["hand"][seat]) < position["players"] + 1:
            return seat
    return None


def tiles_to_deal(position):
    dealt = [tile for hand in position["hand"].values() for tile in hand]
    return [tile for tile in every_tile(position["players"]) if tile not in dealt]


def to_play(position):
    """The seat that plays the next tile. Every initiative goes round once, from the round's first seat."""
    played = len(round_tasks(position))
    return round_order(position)[played % position["players"]]


def to_manage(position):
    """The seat that places the next manager. The round's last seat begins."""
    for seat in reversed(round_order(position)):
        if seat not in position["placed"]:
            return seat
    return None


# ---- legal moves

def legal(position):
    """{actor: sorted legal lines}, actors in seat order; empty when the game is over."""
    step = position["step"]
    if step == "start":
        lists = {CHANCE: [f"start {seat}" for seat in seats_of(position)]}
    elif step == "deal":
        lists = {CHANCE: [f"deal {dealt_to(position)} {tile}" for tile in tiles_to_deal(position)]}
    elif step == "play":
        seat = to_play(position)
        lists = {seat: [f"play {tile}" for tile in position["hand"][seat]]}
    elif step == "staff":
        seat = suit(running_task(position)["tile"])
        lists = {seat: [f"staff {coin}" for coin in position["coins"][seat]]}
    elif step == "commit":
        lists = {seat: legal_commitments(position["coins"][seat])
                 for seat in with_coins(position) if seat not in position["committed"]}
    elif step == "manage":
        lists = {to_manage(position): [f"manage {i}.{t} {sign}"
                                       for i, t, _ in open_tasks(position) for sign in ("help", "hinder")]}
    else:
        lists = {}
    return {seat: sorted_lines(lists[seat]) for seat in [*SEATS, CHANCE] if seat in lists}


def legal_commitments(coins):
    chosen = [some for size in range(len(coins) + 1) for some in itertools.combinations(coins, size)]
    return ["commit " + ("+".join(str(coin) for coin in some) or "none") for some in chosen]


def weight(position, move):
    return 1


# ---- moves

def apply(position, seat, move):
    """The position after a move."""
    lists = legal(position)
    if seat not in lists or not allows(lists[seat], move):
        raise IllegalMove(f"{seat} cannot {move}")
    after = copy(position)
    verb, *words = move.split(" ")
    if verb == "start":
        after["start"] = after["first"] = words[0]
        after["round"] = 1
        after["step"] = "deal"
    elif verb == "deal":
        do_deal(after, *words)
    elif verb == "play":
        do_play(after, seat, words[0])
    elif verb == "staff":
        do_staff(after, seat, int(words[0]))
    elif verb == "commit":
        do_commit(after, seat, [] if words[0] == "none" else [int(coin) for coin in words[0].split("+")])
    else:
        initiative, tile = words[0].split(".")
        do_manage(after, seat, int(initiative), int(tile), words[1] == "help")
    return after


def do_deal(position, seat, tile):
    position["initiatives"] = []
    position["hand"][seat] = tiles_in_order(position["hand"][seat] + [tile])
    if dealt_to(position) is None:
        position["step"] = "play"


def do_play(position, seat, tile):
    position["hand"][seat].remove(tile)
    initiatives = position["initiatives"]
    if not initiatives or len(initiatives[-1]) == position["players"]:
        initiatives.append([])
    initiatives[-1].append({"tile": tile, "by": seat, "state": "open", "coins": [], "managers": []})
    if position["coins"][suit(tile)]:
        position["step"] = "staff"
    else:  # C-1
        begin_commitment(position)


def put_coin(position, seat, coin):
    """A coin moves from its seat to the running task."""
    position["coins"][seat].remove(coin)
    running_task(position)["coins"].append({"seat": seat, "coin": coin})


def do_staff(position, seat, coin):
    task = running_task(position)
    put_coin(position, seat, coin)
    if coin + OWN_SUIT >= value(task["tile"]):  # C-2
        task["state"] = "done"
        next_tile(position)
    else:
        begin_commitment(position)


def begin_commitment(position):
    if with_coins(position):
        position["step"] = "commit"
    else:
        next_tile(position)


def do_commit(position, seat, coins):
    """One seat has chosen. When all seats with coins have, the coins are put down."""
    position["committed"][seat] = coins
    if all(other in position["committed"] for other in with_coins(position)):
        for other in round_order(position):
            for chosen in position["committed"].get(other, []):
                put_coin(position, other, chosen)
        position["committed"] = {}
        next_tile(position)  # C-5: it stays open, whatever is on it


def next_tile(position):
    if len(round_tasks(position)) < position["players"] ** 2:
        position["step"] = "play"
    elif open_tasks(position):
        position["step"] = "manage"
    else:
        finish_round(position)


def do_manage(position, seat, initiative, tile, helps):
    task = position["initiatives"][initiative - 1][tile - 1]
    task["managers"].append({"seat": seat, "help": helps})
    position["placed"].append(seat)
    if to_manage(position) is None:
        finish_round(position)


# ---- the end of a round

def total(task):
    """The total of a task at the count."""
    coins = sum(coin["coin"] + (OWN_SUIT if coin["seat"] == suit(task["tile"]) else 0)  # C-3
                for coin in task["coins"])
    return coins + sum(MANAGER if manager["help"] else -MANAGER for manager in task["managers"])


def reaches(position, task):
    """Whether an open task is complete at the count."""
    if position["options"]["finish"] == "reach":
        return total(task) >= value(task["tile"])
    return total(task) > value(task["tile"])


def failed(tasks):
    return any(task["state"] == "open" for task in tasks)


def round_scores(position):
    """What each seat wins or loses by the counted initiatives on the table."""
    scores = {seat: 0 for seat in seats_of(position)}
    for tasks in position["initiatives"]:
        for task in tasks:
            scores[suit(task["tile"])] += -LOSS * value(task["tile"]) if failed(tasks) else value(task["tile"])
    return scores


def bankrupt(position):
    return sum(failed(tasks) for tasks in position["initiatives"]) >= FAILURES_MAX


def finish_round(position):
    for _, _, task in open_tasks(position):
        if reaches(position, task):
            task["state"] = "done"
    for seat, points in round_scores(position).items():
        position["scores"][seat] += points
    if bankrupt(position) or position["round"] == position["players"]:  # C-7
        position["step"] = "over"
        return
    position["round"] += 1
    position["first"] = left_of(position, position["first"])
    position["step"] = "deal"
    position["hand"] = {seat: [] for seat in seats_of(position)}  # C-8
    position["coins"] = {seat: full_coins(position["players"]) for seat in seats_of(position)}
    position["placed"] = []


def end(position):
    if position["step"] != "over":
        return None
    scores = position["scores"]
    best = max(scores.values())
    winners = [seat for seat in seats_of(position) if scores[seat] == best and best >= 0]  # C-9
    return {
        "scores": dict(scores),
        "winners": [] if bankrupt(position) else winners,
        "fired": [seat for seat in seats_of(position) if scores[seat] < 0],
        "why": "bankrupt" if bankrupt(position) else "five o'clock",
    }


# ---- what a seat may see

def view(position, seat):
    seen = copy(position)
    seen["hand"] = {other: hand if other == seat else len(hand) for other, hand in position["hand"].items()}
    seen["committed"] = {other: coins if other == seat else None for other, coins in position["committed"].items()}
    return seen
