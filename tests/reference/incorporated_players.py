"""Players of Incorporated that look for rare situations, and ways to damage a position or a move."""

from common import copy, pick
from incorporated_rules import (
    MANAGER, OPTIONS, OWN_SUIT, PLAYERS, SEATS, every_tile, full_coins, open_tasks, round_tasks, running_task, seats_of,
    suit, tiles_in_order, total, value, with_coins,
)


# ---- a purposeful player

def purposeful(setup, rng):
    """A policy of more or less willing managers. A willing company completes all its rounds."""
    seats = SEATS[:setup["players"]]
    mood = rng.choice((0.6, 0.9, 0.97, 0.99))
    will = {seat: rng.choice((mood, mood, 1.0)) for seat in seats}
    if rng.random() < 0.2:
        will[rng.choice(seats)] = 0.2
    low_first = rng.random() < 0.7

    def policy(position, seat, lines):
        if rng.random() > will[seat]:
            return pick(rng, lines)
        step = position["step"]
        if step == "play":
            return choose_tile(position, lines, rng, low_first)
        if step == "staff":
            return choose_coin(position, lines)
        if step == "commit":
            return choose_commitment(position, seat, lines)
        return choose_task(position, lines, rng, will[seat])

    return policy


def choose_tile(position, lines, rng, low_first):
    """Small tiles in the first initiatives, so that only the last ones are hard; or the other way round."""
    if rng.random() < 0.1:
        return rng.choice(lines)
    return sorted(lines, key=lambda line: (value(line.split(" ")[1]), line), reverse=not low_first)[0]


def choose_coin(position, lines):
    """The smallest coin that completes the task. If none does, the largest for small tasks and the smallest for
    hopeless ones."""
    wanted = value(running_task(position)["tile"])
    coins = sorted(int(line.split(" ")[1]) for line in lines)
    enough = [coin for coin in coins if coin + OWN_SUIT >= wanted]
    return f"staff {enough[0] if enough else coins[-1] if hopeful(position) else coins[0]}"


def hopeful(position):
    """Whether nothing in the running initiative looks lost yet."""
    return all(task["state"] == "done" or missing(position, task) <= MANAGER
               for task in position["initiatives"][-1][:-1])


def missing(position, task):
    """How much an open task still needs."""
    return value(task["tile"]) + (position["options"]["finish"] == "above") - total(task)


def choose_commitment(position, seat, lines):
    """Just enough together with what the others have already chosen, if the initiative is worth it."""
    task = running_task(position)
    gap = missing(position, task) - sum(
        coin + OWN_SUIT * (other == suit(task["tile"])) for other, coins in position["committed"].items()
        for coin in coins)
    if gap <= 0 or not hopeful(position):
        return "commit none"
    last = all(other in position["committed"] or other == seat for other in with_coins(position))
    best = "commit none"
    best_rank = None
    for line in lines:
        coins = [] if line == "commit none" else [int(coin) for coin in line.split(" ")[1].split("+")]
        given = sum(coins) + OWN_SUIT * len(coins) * (seat == suit(task["tile"]))
        if given < gap and (last or given > 2):
            continue
        rank = (given < gap, given - gap if given >= gap else -given, len(coins))
        if best_rank is None or rank < best_rank:
            best, best_rank = line, rank
    return best


def choose_task(position, lines, rng, will):
    """Helps where the least is missing for an initiative. If unwilling, hinders tasks that are just complete."""
    helps = {}
    for i, t, task in open_tasks(position):
        if missing(position, task) > 0:
            lacking = sum(max(0, missing(position, other)) for other in position["initiatives"][i - 1]
                          if other["state"] == "open")
            helps[f"manage {i}.{t} help"] = lacking
    if rng.random() > will or (rng.random() < 0.1):
        return rng.choice([line for line in lines if line.endswith("hinder")])
    if helps:
        return min(helps, key=lambda line: (helps[line], line))
    return rng.choice([line for line in lines if line.endswith("help")])


# ---- texts that are not legal moves

def bad_moves(position, seat, rng):
    """Texts of many kinds. The caller leaves out those that happen to be legal."""
    tile = rng.choice(every_tile(4))
    coin = rng.choice(full_coins(4))
    return [
        "", " ", "pass", "start", "start purple", f"start {rng.choice(SEATS)}", "start suns moons",
        "deal", f"deal {rng.choice(SEATS)}", f"deal {rng.choice(SEATS)} {tile}", f"deal {tile}", "deal suns S6",
        "deal suns s1", f"deal purple {tile}",
        "play", f"play {tile}", "play S6", "play S01", "play M-1", f"play {tile} ", f" play {tile}", f"Play {tile}",
        f"play  {tile}", "play X1", "play S", "play 5", f"play {tile} {tile}",
        "staff", f"staff {coin}", "staff 5", "staff -1", "staff 00", f"staff {coin} ", f"staff +{coin}", "staff none",
        "staff 4294967296", "staff 18446744073709551616", f"staff {coin}+{coin}",
        "commit", "commit 5", "commit 1+0", "commit 0+0", "commit 0+", "commit +0", "commit 0+1+2+3+4+5", "commit 0 1",
        "commit 0,1", "commit none+0", "commit none ", "commit 00", f"commit {coin}", "commit 0+2+1", "commit 0..3/1",
        "manage", "manage 1.1", "manage 1.1 help", "manage 2.2 hinder", "manage 0.1 help", "manage 1.0 help",
        "manage 5.1 help", "manage 1.5 hinder", "manage 1 help", "manage 1.1 harm", "manage 01.1 help",
        "manage 1.1 help ", "manage 1.1.1 help", f"manage {tile} help", "over", "play\u00a0S1", "staff \u0661",
    ]


# ---- damaged positions

def mutate(position, rng):
    """(label, copy with one change). The position may still be possible."""
    damaged = copy(position)
    changes = [score_change, hand_change, coin_change, frame_change, frame_change, option_change, committed_change,
               placed_change]
    if position["initiatives"]:
        changes += [task_change] * 6 + [initiative_change]
    label = rng.choice(changes)(damaged, rng)
    return label, damaged


def score_change(position, rng):
    seat = rng.choice(seats_of(position))
    before = position["scores"][seat]
    position["scores"][seat] = rng.choice((0, before + 1, before - 1, 61, -121, 2**31, None, before + 0.5))
    return f"score of {seat} {before} -> {position['scores'][seat]}"


def hand_change(position, rng):
    """Moves, doubles, removes or swaps a tile of a hand, or puts the hand out of order."""
    seat = rng.choice(seats_of(position))
    hand = position["hand"][seat]
    kind = rng.choice(("add", "remove", "other", "order"))
    if kind == "add" or not hand:
        position["hand"][seat] = tiles_in_order(hand + [rng.choice(every_tile(position["players"]))])
    elif kind == "remove":
        hand.remove(rng.choice(hand))
    elif kind == "order":
        hand.reverse()
    else:
        place = rng.randrange(len(hand))
        hand[place] = rng.choice((*every_tile(4), "S6", "s1", None))
    return f"hand of {seat} ({kind}) -> {position['hand'][seat]}"


def coin_change(position, rng):
    seat = rng.choice(seats_of(position))
    coins = position["coins"][seat]
    kind = rng.choice(("add", "remove", "order"))
    if kind == "add" or not coins:
        coins.append(rng.choice((0, 1, 2, 3, 4, 5, -1)))
        coins.sort()
    elif kind == "remove":
        coins.remove(rng.choice(coins))
    else:
        coins.reverse()
    return f"coins of {seat} ({kind}) -> {coins}"


def frame_change(position, rng):
    """Changes one of the keys that say how far the game is."""
    key = rng.choice(("start", "round", "first", "step", "initiatives"))
    before = position[key]
    if key == "round":
        position["round"] += rng.choice((-2, -1, 1, 2, 256))
    elif key == "step":
        position["step"] = rng.choice(("start", "deal", "play", "staff", "commit", "manage", "over", "think"))
    elif key == "initiatives":
        position["initiatives"] = []
    else:
        position[key] = rng.choice([*seats_of(position), None])
    return f"{key} {before} -> {position[key]}"


def option_change(position, rng):
    if rng.random() < 0.5:
        position["players"] = rng.choice([n for n in (2, 5, *PLAYERS) if n != position["players"]])
        return f"players {position['players']}"
    position["options"]["finish"] = rng.choice([*OPTIONS["finish"], "maybe"])
    return f"option finish={position['options']['finish']}"


def committed_change(position, rng):
    seat = rng.choice(seats_of(position))
    if seat in position["committed"] and rng.random() < 0.5:
        del position["committed"][seat]
    else:
        position["committed"][seat] = rng.choice(([], [0], [1, 0], [0, 0], [5], None, position["coins"][seat][:2]))
    return f"committed {position['committed']}"


def placed_change(position, rng):
    if position["placed"] and rng.random() < 0.5:
        position["placed"].pop(rng.randrange(len(position["placed"])))
    else:
        position["placed"].append(rng.choice(seats_of(position)))
    return f"placed {position['placed']}"


def initiative_change(position, rng):
    """Drops, doubles or swaps whole initiatives or tiles in them."""
    tasks = rng.choice(position["initiatives"])
    kind = rng.choice(("drop", "double", "swap", "split", "empty"))
    if kind == "drop":
        tasks.pop(rng.randrange(len(tasks)))
    elif kind == "double":
        tasks.append(copy(rng.choice(tasks)))
    elif kind == "swap":
        tasks[0], tasks[-1] = tasks[-1], tasks[0]
    elif kind == "split":
        position["initiatives"].append([tasks.pop()])
    else:
        position["initiatives"].append([])
    return f"initiatives ({kind})"


def task_change(position, rng):
    """Changes one property of one tile on the table."""
    i, t, task = rng.choice(round_tasks(position))
    key = rng.choice(("tile", "by", "state", "coins", "coins", "coins", "managers", "managers"))
    before = copy(task[key])
    seats = seats_of(position)
    if key == "tile":
        task[key] = rng.choice(every_tile(4))
    elif key == "by":
        task[key] = rng.choice((*seats, None))
    elif key == "state":
        task[key] = "open" if before == "done" else rng.choice(("done", "done", "lost"))
    elif task[key] and rng.random() < 0.6:
        entry = rng.choice(task[key])
        kind = rng.choice(("seat", "what", "drop", "swap"))
        if kind == "seat":
            entry["seat"] = rng.choice(seats)
        elif kind == "what" and key == "coins":
            entry["coin"] = rng.choice((0, 1, 2, 3, 4, 5, -1))
        elif kind == "what":
            entry["help"] = not entry["help"]
        elif kind == "drop":
            task[key].remove(entry)
        else:
            task[key].reverse()
    else:
        what = {"coin": rng.choice((0, 1, 2, 3, 4))} if key == "coins" else {"help": rng.random() < 0.5}
        task[key].append({"seat": rng.choice(seats), **what})
    return f"tile {i}.{t} {key} {before} -> {task[key]}"
