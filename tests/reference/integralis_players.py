"""Players of Integralis that look for rare situations, and ways to damage a position or a move."""

from common import copy, pick, split_run
from integralis_rules import (
    CARDS, HAND, MACHINES, OPTIONS, ORDERS, PLAYERS, SEATS, STEP, WORKERS,
    at_machines, card_order, discard_order, due_cards, name_of, open_tasks, output, owner, seats_of, team_at,
)


# ---- a purposeful player

def purposeful(setup, rng):
    """A policy whose games have production, closing times, sabotage, bribery and every card. A few games never
    close."""
    seats = SEATS[:setup["players"]]
    lazy = rng.random() < 0.04
    squander = rng.random() < 0.12  # cards are played as fast as possible
    temper = {seat: {
        "spite": rng.choice((0.3, 1, 3)),
        "bribery": rng.choice((0, 0.3, 2)),
        "hoarding": rng.choice((0.2, 1, 6)),
        "patience": rng.choice((0.1, 1, 1)),
        "trading": rng.choice((0.05, 0.3, 2)),
        "lazy": lazy,
        "squander": squander and rng.random() < 0.8,
    } for seat in seats}

    def policy(position, seat, lines):
        if rng.random() < 0.02:
            return pick(rng, lines)
        step = position["step"]
        if step == "act":
            return choose_action(position, seat, lines, rng, temper[seat])
        if step == "bid":
            return some_amount(lines[0], rng)
        if step == "counter":
            return "counter" if "counter" in lines and rng.random() < 0.6 else "pass"
        if step == "under":
            return choose_under(lines, rng)
        if step == "cover" and rng.random() < 0.8:
            lines = [line for line in lines if not line.startswith("waive")]
        return some_amount(rng.choice(lines), rng)

    return policy


def some_amount(line, rng):
    """The lowest, the highest or any amount of a run, preferring low ones."""
    split = split_run(line)
    if split is None:
        return line
    prefix, amounts = split
    return f"{prefix}{rng.choice((amounts[0], amounts[0], rng.choice(amounts[:3]), rng.choice(amounts), amounts[-1]))}"


def choose_under(lines, rng):
    weights = [4 if line.split(" ")[1] in ("f1", "overtime", "coffee", "illness") else 1 for line in lines]
    return rng.choices(lines, weights=weights)[0]


def choose_action(position, seat, lines, rng, temper):
    """Chooses a line by weight, and some amount of a run."""
    alike = {}
    for line in lines:
        alike[kind_of(line)] = alike.get(kind_of(line), 0) + 1
    weights = []
    for line in lines:
        worth = wish(position, seat, line, temper)
        weights.append(worth / alike[kind_of(line)] if line.startswith(("trade", "swap", "take")) else worth)
    if not any(weights):
        return pick(rng, lines)
    return some_amount(rng.choices(lines, weights=weights)[0], rng)


def kind_of(line):
    return line.split(" ")[0]


def wish(position, seat, line, temper):
    """The weight of a line."""
    verb, *words = line.split(" ")
    if verb == "end":
        return 8
    if verb == "take":
        return 4 * temper["hoarding"]
    if verb in ("tempt", "bribe"):
        return temper["bribery"] * (2 if wanted(position, seat, place_named(position, words[0])) else 0.5)
    if verb == "repair":
        return 6 if wanted(position, seat, words[0]) else 0.7
    if verb == "play":
        return wish_to_play(position, seat, words[0], words[1:], temper)
    if verb == "draw":
        return 3 if len(position["hand"][seat]) <= HAND + 2 * temper["hoarding"] else 0.3
    return {"trade": temper["trading"], "swap": temper["trading"] / 2, "recall": 0.1}[verb]


def wish_to_play(position, seat, card, target, temper):
    if temper["squander"] and card not in ("mixup", "meeting"):
        return 3 if card in ("f0", "f1") else 10
    if card in WORKERS:
        if not wanted(position, seat, target[0]):
            return 0.1
        return 8 if output(position, target[0]) < tasks_wanted(position, seat, target[0]) else 0.3
    if card in ("f0", "f1"):
        if temper["lazy"]:
            return 0
        useful = any(output(position, machine) > 0 and team_at(position, machine) == seat
                     and wanted(position, seat, machine) for machine in MACHINES)
        return (10 if useful else 0.3) * temper["patience"] + (2 if due_cards(position) else 0)
    if card == "overtime":
        machine = place_named(position, f"{seat}.{target[0]}")
        return 4 if output(position, machine) < tasks_wanted(position, seat, machine) else 0.2
    if card == "vitamins":
        return 2
    if card in ("coffee", "byebye", "mixup"):
        return temper["spite"] * (2 if wanted(position, seat, place_named(position, target[0])) else 1)
    return temper["spite"]


def place_named(position, worker):
    return next((machine for machine, entry in at_machines(position) if entry["worker"] == worker), None)


def tasks_wanted(position, seat, machine):
    return sum(open_tasks(entry).count(machine) for entry in position["orders"][seat])


def wanted(position, seat, machine):
    return machine is not None and tasks_wanted(position, seat, machine) > 0


# ---- texts that are not legal moves

def bad_moves(position, seat, rng):
    """Texts of many kinds. The caller leaves out those that happen to be legal."""
    name, other = rng.choice(WORKERS), rng.choice(SEATS)
    worker = f"{other}.{name}"
    machine = rng.choice(MACHINES)
    order, order2 = rng.choice(ORDERS), rng.choice(ORDERS)
    card, card2 = rng.choice(CARDS), rng.choice(CARDS)
    money = position["money"].get(seat, 0)
    return [
        "", " ", "start", "start purple", f"start {other}", "draw", f"draw {seat}", f"draw {other} {card}", "draw 1",
        f"draw {card}", "reveal", f"reveal {order}", "reveal o16", "reveal 4", "end", "end ", "END", "pass", "counter",
        "pass pass", "counter overtime", "accept", "refuse", "release", "resist", "stay", "leave", f"leave {worker}",
        "recall", f"recall {name}", f"recall {worker}", "recall hans", "take", f"take {order}", "take o3", "take null",
        f"take {order} {order2}", "trade", f"trade {card}", f"trade {card} {card2}", f"trade {card2} {card}",
        f"trade {card} {card} {card} {card}", f"trade  {card}", f"trade {card} ", f"swap {order}",
        f"swap {order} {order2}", f"swap {order2} {order}", f"swap {order} {order}",
        "play", f"play {name}", f"play {name} {machine}", f"play {name} cut", f"play {machine} {name}", "play f0",
        "play f1", "play f2", "play f1 1", f"play overtime {name}", f"play overtime {worker}", "play overtime",
        f"play mixup {worker}", f"play mixup {name}", f"play coffee {worker}", f"play coffee {name}",
        f"play sabotage5 {machine}", f"play sabotage2 {machine}", f"play sabotage {machine}", f"play sabotage5 {other}",
        f"play illness {other}", f"play illness {seat}", "play illness", "play vitamins", f"play vitamins {seat}",
        f"play byebye {worker}", f"play byebye {other}", f"play meeting {other}", f"play meeting {other} {machine}",
        f"play meeting {seat}", "play meeting", f"repair {machine}", "repair", f"repair {machine} {order}",
        f"tempt {worker}", f"tempt {worker} 0", f"tempt {worker} {STEP}", f"tempt {worker} {money + STEP}",
        f"tempt {worker} 4500", f"tempt {worker} 04000", f"tempt {worker} {2**32 + 4000}", f"tempt {name} 4000",
        f"tempt {worker} {2**64 + 4000}", f"tempt {worker} 4000..15000/1000", f"tempt {worker} -4000",
        f"bribe {worker}", f"bribe {name}", f"bribe {worker} 4000", "bid", "bid 0", f"bid {money + STEP}", "bid 1500",
        "demand", "demand 0", f"demand {money + STEP}", "demand 61000", "demand 1500", f"demand {worker} 9000", "waive",
        f"waive {machine}", f"waive {order}", f"waive {machine} {order}", "bid -1000", "bid 01000", f"bid {2**32 + 1000}", "bid 1000 ", f"cover {machine}", f"cover {machine} {order}",
        f"cover {order}", f"cover {order} {machine}", "under", f"under {card}", f"under {card} {card2}", "over",
        "under\u00a0f1", "bid \u0661000",
    ]


# ---- damaged positions

def mutate(position, rng):
    """(label, copy with one change). The position may still be possible."""
    damaged = copy(position)
    changes = [money_change, card_move, card_move, card_move, card_change, order_change, order_change, marker_change,
               frame_change, frame_change, option_change, count_change, sabotage_change, closing_change, ill_change,
               bribery_change, out_of_order]
    if position["pending"] is not None:
        changes += [pending_change] * 8
    label = rng.choice(changes)(damaged, rng)
    return label, damaged


def money_change(position, rng):
    seat = rng.choice(seats_of(position))
    before = position["money"][seat]
    position["money"][seat] = rng.choice((-STEP, 500, before + 1, 0, STEP, before + STEP, None, 2**40))
    return f"money of {seat} {before} -> {position['money'][seat]}"


def card_spots(position):
    """Every list of cards: (key, seat), the machines and the discard."""
    return [(key, seat) for key in ("hand", "unseen", "under") for seat in seats_of(position)] + [
        ("machine", machine) for machine in MACHINES] + [("discard", None)]


def cards_at(position, spot):
    """The cards of a spot. Workers at machines and in the discard have their team."""
    key, where = spot
    if key == "machine":
        return [entry["worker"] for entry in position["machines"][where]["workers"]]
    return list(position["discard"]) if key == "discard" else list(position[key][where])


def put_card(position, spot, card, rng):
    key, where = spot
    bare = name_of(card) if "." in card else card
    if key == "machine":
        workers = position["machines"][where]["workers"]
        name = bare if bare in WORKERS else rng.choice(WORKERS)
        team = owner(card) if "." in card else rng.choice(seats_of(position))
        workers.append({"worker": f"{team}.{name}", "overtime": 0})
        workers.sort(key=lambda entry: WORKERS.index(name_of(entry["worker"])))
    elif key == "discard":
        if bare in WORKERS and "." not in card:
            card = f"{rng.choice(seats_of(position))}.{card}"
        position["discard"] = discard_order(position["discard"] + [card])
    elif key == "under":
        position["under"][where].insert(rng.randint(0, len(position["under"][where])), bare)
    else:
        position[key][where] = card_order(position[key][where] + [bare])


def drop_card(position, spot, card):
    key, where = spot
    if key == "machine":
        workers = position["machines"][where]["workers"]
        workers.remove(next(entry for entry in workers if entry["worker"] == card))
    elif key == "discard":
        position["discard"].remove(card)
    else:
        position[key][where].remove(card)


def card_move(position, rng):
    """Moves, doubles or removes one card."""
    kind = rng.choice(("move", "move", "own", "double", "remove"))
    spot = rng.choice([spot for spot in card_spots(position) if cards_at(position, spot)])
    card = rng.choice(cards_at(position, spot))
    if kind != "double":
        drop_card(position, spot, card)
    if kind == "remove":
        return f"remove {card} from {spot}"
    targets = [other for other in card_spots(position) if other != spot]
    if kind == "own" and spot[0] in ("hand", "unseen", "under"):
        targets = [other for other in targets if other[1] == spot[1]]
    target = rng.choice(targets)
    put_card(position, target, card, rng)
    return f"{kind} {card} from {spot} to {target}"


def card_change(position, rng):
    """Turns one card into another one, or changes the overtime on a worker."""
    workers = at_machines(position)
    if workers and rng.random() < 0.4:
        _, entry = rng.choice(workers)
        entry["overtime"] += rng.choice((-1, 1, 3))
        return f"overtime on {entry['worker']} {entry['overtime']}"
    spot = rng.choice([spot for spot in card_spots(position) if cards_at(position, spot)])
    card = rng.choice(cards_at(position, spot))
    drop_card(position, spot, card)
    put_card(position, spot, rng.choice(CARDS), rng)
    return f"{card} at {spot} becomes another"


def order_change(position, rng):
    """Moves, doubles or removes an order."""
    seat = rng.choice(seats_of(position))
    kind = rng.choice(("take", "give", "row", "drop", "left", "gap"))
    if kind == "take":
        position["orders"][seat].append({"order": rng.choice(ORDERS), "covered": []})
    elif kind == "give" and position["orders"][seat]:
        position["row"].append(position["orders"][seat].pop()["order"])
    elif kind == "row" and position["row"]:
        position["row"][rng.randrange(len(position["row"]))] = rng.choice(ORDERS)
    elif kind == "drop" and position["row"]:
        position["row"].pop()
    elif kind == "gap":
        position["row"].insert(rng.randint(0, len(position["row"])), None)
    elif position["orders_left"]:
        position["orders_left"].pop(rng.randrange(len(position["orders_left"])))
    return f"orders ({kind} {seat})"


def marker_change(position, rng):
    """Adds or removes a marker."""
    entries = [entry for orders in position["orders"].values() for entry in orders]
    if not entries:
        return frame_change(position, rng)
    entry = rng.choice(entries)
    before = list(entry["covered"])
    if before and rng.random() < 0.5:
        entry["covered"].pop()
    else:
        entry["covered"] = sorted(before + [rng.choice(open_tasks(entry) or MACHINES)], key=MACHINES.index)
        if rng.random() < 0.3:
            entry["covered"] = sorted(before + open_tasks({"order": entry["order"], "covered": before}),
                                      key=MACHINES.index)
    return f"markers on {entry['order']} {before} -> {entry['covered']}"


def frame_change(position, rng):
    """Changes one of the keys that say how far the game is."""
    key = rng.choice(("start", "turns", "turn", "step", "actions", "pending"))
    before = position[key]
    if key in ("turns", "actions"):
        position[key] += rng.choice((-1, 1, 1, 2, 4, 241, 256))
    elif key == "step":
        position["step"] = rng.choice(("start", "draw", "reveal", "act", "counter", "answer", "bid", "decide", "cover",
                                       "under", "over", "think"))
    elif key == "pending":
        position["pending"] = None if before is not None else rng.choice((
            {"kind": "bribe", "worker": "red.hugo"}, {"kind": "draw", "why": "draw", "seat": "red", "left": 1}, {}))
    else:
        position[key] = rng.choice([*seats_of(position), None])
    return f"{key} {before} -> {position[key]}"


def option_change(position, rng):
    key = rng.choice(("players", *OPTIONS))
    if key == "players":
        position[key] = rng.choice([n for n in (1, 5, *PLAYERS) if n != position[key]])
        return f"players {position[key]}"
    position["options"][key] = rng.choice([*OPTIONS[key], "maybe"])
    return f"option {key}={position['options'][key]}"


def count_change(position, rng):
    key = rng.choice(("completed", "repaired"))
    seat = rng.choice(seats_of(position))
    before = position[key][seat]
    position[key][seat] += rng.choice((-1, 1, 3)) if key == "completed" else rng.choice((-2000, 2000, 5000, 3000, 500))
    return f"{key} of {seat} {before} -> {position[key][seat]}"


def sabotage_change(position, rng):
    machine = rng.choice(MACHINES)
    place = position["machines"][machine]
    if place["sabotage"] is None:
        place["sabotage"] = {"by": rng.choice(seats_of(position)), "card": rng.choice(("sabotage2", "sabotage5")),
                             "fresh": rng.random() < 0.5}
    elif rng.random() < 0.3:
        place["sabotage"] = None
    else:
        key = rng.choice(("by", "card", "fresh"))
        place["sabotage"][key] = {"by": rng.choice(seats_of(position)), "card": rng.choice(("sabotage2", "sabotage5")),
                                  "fresh": not place["sabotage"]["fresh"]}[key]
    return f"sabotage at {machine} {place['sabotage']}"


def closing_change(position, rng):
    seat = rng.choice(seats_of(position))
    entries = position["closing"][seat]
    kind = rng.choice(("add", "drop", "due", "card", "order"))
    if kind == "add" or not entries:
        entries.append({"card": rng.choice(("f0", "f1")),
                        "due": position["turns"] + rng.randint(-1, position["players"] + 1)})
    elif kind == "drop":
        entries.pop()
    elif kind == "due":
        rng.choice(entries)["due"] += rng.choice((-1, 1, position["players"], -position["players"]))
    elif kind == "card":
        rng.choice(entries)["card"] = rng.choice(("f0", "f1", "f2"))
    else:
        entries.reverse()
    return f"closing ({kind}) of {seat} {entries}"


def ill_change(position, rng):
    seat = rng.choice(seats_of(position))
    if seat in position["ill"]:
        position["ill"].remove(seat)
    else:
        position["ill"] = [other for other in seats_of(position) if other in position["ill"] or other == seat]
        if rng.random() < 0.5 and "illness" in position["discard"]:
            position["discard"].remove("illness")
    return f"ill {position['ill']}"


def bribery_change(position, rng):
    key = rng.choice(("tempted", "locked", "bids"))
    worker = f"{rng.choice(seats_of(position))}.{rng.choice(WORKERS)}"
    if key == "tempted":
        position[key][worker] = {"offers": rng.choice((0, 1, 2, 3, 4)), "best": rng.choice((0, 1000, 4000, 4500))}
    elif key == "locked":
        position[key] = discard_order(position[key] + [worker])
    else:
        position[key][rng.choice(seats_of(position))] = rng.choice((0, 1000, 5000, 1500, 10**6))
    return f"{key} {position[key]}"


def out_of_order(position, rng):
    """Reverses a list."""
    seat = rng.choice(seats_of(position))
    lists = [position["hand"][seat], position["unseen"][seat], position["orders_left"], position["discard"],
             position["locked"], position["ill"]]
    lists += [place["workers"] for place in position["machines"].values()]
    lists += [entry["covered"] for entry in position["orders"][seat]]
    long = [cards for cards in lists if len(cards) > 1]
    if long:
        rng.choice(long).reverse()
    return "a list turned round"


def pending_change(position, rng):
    """Changes one property of the pending question."""
    pending = position["pending"]
    key = rng.choice(sorted(pending))
    before = pending[key]
    seats = seats_of(position)
    pending[key] = {
        "kind": rng.choice(("draw", "counter", "tempt", "demand", "bribe", "bid", "decide", "cover", "hope")),
        "why": rng.choice(("setup", "draw", "trade", "refill", "repair", "closing", "fun")),
        "seat": rng.choice(seats), "by": rng.choice(seats), "asked": rng.choice(seats),
        "left": rng.choice((0, 1, 2, 3, 4, 5, -1)), "markers": rng.choice((0, 1, 2, 3, 9)),
        "card": rng.choice(("coffee", "sabotage5", "sabotage2", "illness", "meeting", "mixup", "f1")),
        "target": rng.choice((*seats, *MACHINES, f"{rng.choice(seats)}.{rng.choice(WORKERS)}", "")),
        "worker": f"{rng.choice(seats)}.{rng.choice(WORKERS)}", "machine": rng.choice((*MACHINES, "cut")),
        "amount": rng.choice((0, 1000, 2000, 4000, 100000, 1500)),
    }[key]
    return f"pending {key} {before} -> {pending[key]}"
