"""Players of Intrige that look for rare situations, and ways to damage a position or a move."""

from common import copy, expand, pick, split_run
from intrige_rules import EDITION, EDITIONS, OPTIONS, PLAYERS, SEATS, edition_of, in_order, owner, profession, seats_of


# ---- a purposeful player

def purposeful(setup, rng):
    """A policy whose games are full of conflicts, identical rivals, empty purses, bargains and broken promises."""
    seats = SEATS[:setup["players"]]
    favourite = rng.choice(seats)
    crowding = rng.choice((0, 2, 8))
    spending = {seat: rng.choice((0.0, 0.2, 0.9)) for seat in seats}
    honesty = {seat: rng.choice((0.1, 0.5, 0.9)) for seat in seats}

    def policy(position, seat, lines):
        if rng.random() < 0.1:
            return pick(rng, lines)
        step = position["step"]
        if step == "send":
            return choose_send(position, seat, lines, rng, favourite, crowding)
        if step == "bribe":
            return choose_bribe(position, seat, lines, rng, spending[seat], honesty[seat])
        if step == "answer":
            return choose_answer(lines, rng)
        return choose_decision(position, lines, rng, honesty[seat])

    return policy


def choose_send(position, seat, lines, rng, favourite, crowding):
    """Prefers palaces where the profession is present or waiting, most of all with a scholar of the same seat."""
    weights = []
    for line in lines:
        _, relative, palace = line.split(" ")
        there = [*position["park"][palace], *position["palace"][palace].values()]
        rivals = sum(s is not None and profession(s) == relative for s in there)
        weights.append(1 + 2 * rivals + 6 * there.count(f"{seat}.{relative}") + crowding * (palace == favourite))
    return rng.choices(lines, weights=weights)[0]


def choose_bribe(position, seat, lines, rng, spending, honesty):
    talk = [line for line in lines if line.startswith("offer")]
    if talk and rng.random() < 0.6:
        return some_amount(rng.choice(talk), rng)
    bribes = [line for line in lines if line.startswith("bribe")]
    if not bribes:  # a bond can leave nothing but talk
        return some_amount(rng.choice(lines), rng)
    bribe = rng.choice(bribes)
    moves = expand(bribes)
    deals = position["stage"]["deals"]
    promised = f"bribe {deals[-1]['amount']}" if deals and owner(deals[-1]["scholar"]) == seat else None
    if promised in moves and rng.random() < honesty:
        return promised
    if rng.random() < spending:
        return moves[-1]
    return some_amount(bribe, rng)


def some_amount(line, rng):
    """The lowest, the highest or any amount of a run, preferring low ones."""
    split = split_run(line)
    if split is None:
        return line
    prefix, amounts = split
    low = rng.choice(amounts[:5])
    return f"{prefix}{rng.choice((amounts[0], amounts[-1], rng.choice(amounts), low, low))}"


def choose_answer(lines, rng):
    counters = [line for line in lines if line.startswith("counter")]
    if counters and rng.random() < 0.4:
        return some_amount(rng.choice(counters), rng)
    if "accept" in lines and rng.random() < 0.7:
        return "accept"
    return "refuse"


def choose_decision(position, lines, rng, honesty):
    stage = position["stage"]
    if stage is not None and rng.random() < honesty:
        for deal in stage["deals"]:
            for wanted in (f"place {deal['scholar']} {deal['post']}", f"hire {deal['scholar']} {deal['post']}",
                           f"settle {deal['scholar']}"):
                if wanted in lines:
                    return wanted
    return rng.choice(lines)


# ---- texts that are not legal moves

def bad_moves(position, seat, rng):
    """Texts of many kinds. The caller leaves out those that happen to be legal."""
    edition = edition_of(position)
    step = edition["smallest"]
    scholar = f"{rng.choice(SEATS)}.{rng.choice(edition['professions'])}"
    post = rng.choice(edition["posts"])
    cash = position["cash"].get(seat, 0)
    return [
        "", " ", "pass", "start", "start purple", f"start {rng.choice(SEATS)}", "start red yellow",
        "bribe", "bribe 0", f"bribe -{step}", f"bribe {step + 1}", f"bribe {step // 2}", f"bribe {cash + step}",
        f"bribe 0{step}", f"bribe +{step}", f"bribe {step}.0", f"bribe  {step}", f"bribe {step} ", f" bribe {step}",
        f"Bribe {step}", f"bribe {step}..{2 * step}/{step}", f"bribe {step}x", "bribe 99999999999999999999",
        f"bribe {2**32 + step}", f"bribe {2**64 + step}",
        "accept", "refuse", "accept ", f"offer {post} for 0", f"offer {post} for {cash + step}", f"offer {post}",
        f"offer {post + 1} for {step}", f"offer {post} for {step + 1}", f"offer 0{post} for {step}",
        f"counter {post} for {max(edition['posts']) * edition['rounds'] + step}", f"counter {post} for 0",
        f"place {scholar} {post}", f"hire {scholar} {post}", f"settle {scholar}", f"settle {scholar} {post}",
        f"place {scholar} 0", f"hire {scholar}", f"place {scholar} {post + 1}",
        f"send {rng.choice(edition['professions'])} {seat}", f"send juggler {rng.choice(SEATS)}",
        f"send {rng.choice(edition['professions'])} violet x", f"send {rng.choice(edition['professions'])}",
        f"send {rng.choice(edition['professions'])} purple", "send", "over", "start\u00a0red", "bribe \u0661000",
    ]


# ---- damaged positions

def mutate(position, rng):
    """(label, copy with one change). The position may still be possible."""
    damaged = copy(position)
    changes = [cash_change, scholar_move, scholar_move, scholar_swap, scholar_change, frame_change, frame_change,
               option_change]
    if position["stage"] is not None:
        changes += [stage_change] * 5
    change = rng.choice(changes)
    label = change(damaged, rng)
    return label, damaged


def cash_change(position, rng):
    step = edition_of(position)["smallest"]
    seat = rng.choice(seats_of(position))
    before = position["cash"][seat]
    position["cash"][seat] = rng.choice((-step, before - 100 * step, before + step // 2, before + 1, 0, before + step,
                                         before - step))
    return f"cash of {seat} {before} -> {position['cash'][seat]}"


def spots(position):
    """Every place where a scholar can be: ("island",), ("home", seat), ("park", seat), ("palace", seat, post)."""
    seats = seats_of(position)
    posts = [str(post) for post in edition_of(position)["posts"]]
    return ([("island",)] + [("home", seat) for seat in seats] + [("park", seat) for seat in seats]
            + [("palace", seat, post) for seat in seats for post in posts])


def at_spot(position, spot):
    if spot[0] == "island":
        return list(position["island"])
    if spot[0] == "home":
        return [f"{spot[1]}.{p}" for p in position["home"][spot[1]]]
    if spot[0] == "park":
        return list(position["park"][spot[1]])
    holder = position["palace"][spot[1]][spot[2]]
    return [] if holder is None else [holder]


def put(position, spot, scholars):
    """Sets who is at a spot. A post takes the last one, a home only the professions."""
    if spot[0] == "palace":
        position["palace"][spot[1]][spot[2]] = scholars[-1] if scholars else None
        return
    scholars = in_order(position, scholars)
    if spot[0] == "island":
        position["island"] = scholars
    elif spot[0] == "park":
        position["park"][spot[1]] = scholars
    else:
        order = edition_of(position)["professions"]
        position["home"][spot[1]] = sorted((profession(s) for s in scholars), key=order.index)


def take_one(position, rng):
    full = [spot for spot in spots(position) if at_spot(position, spot)]
    spot = rng.choice(full)
    scholar = rng.choice(at_spot(position, spot))
    rest = at_spot(position, spot)
    rest.remove(scholar)
    return spot, scholar, rest


def scholar_move(position, rng):
    """Moves, doubles or removes one scholar."""
    kind = rng.choice(("move", "move", "move", "double", "remove"))
    spot, scholar, rest = take_one(position, rng)
    if kind != "double":
        put(position, spot, rest)
    target = rng.choice([other for other in spots(position) if other != spot])
    if kind == "remove":
        return f"remove {scholar} from {spot}"
    put(position, target, at_spot(position, target) + [scholar])
    return f"{kind} {scholar} from {spot} to {target}"


def scholar_swap(position, rng):
    """Swaps two scholars."""
    spot, scholar, rest = take_one(position, rng)
    put(position, spot, rest)
    other_spot, other, other_rest = take_one(position, rng)
    put(position, other_spot, other_rest + [scholar])
    put(position, spot, at_spot(position, spot) + [other])
    return f"swap {scholar} at {spot} with {other} at {other_spot}"


def scholar_change(position, rng):
    """Turns one scholar into another one."""
    spot, scholar, rest = take_one(position, rng)
    new = rng.choice((f"{owner(scholar)}.{rng.choice(edition_of(position)['professions'])}",
                      f"{rng.choice(seats_of(position))}.{profession(scholar)}"))
    put(position, spot, rest + [new])
    return f"{scholar} at {spot} becomes {new}"


def frame_change(position, rng):
    """Changes one of the keys that say how far the game is."""
    seats = [*seats_of(position), None]
    key = rng.choice(("start", "round", "turn", "step", "sent", "stage"))
    before = position[key]
    if key == "round":
        position["round"] += rng.choice((-2, -1, 1, 2, 255, 256))
    elif key == "step":
        position["step"] = rng.choice(("start", "bribe", "answer", "place", "hire", "settle", "send", "over", "think"))
    elif key == "stage":
        position["stage"] = None if before is not None else {
            "kind": "uncontested", "profession": None, "payer": None, "for": None, "paid": [], "sealed": {},
            "offers": 0, "offer": None, "deals": []}
    else:
        position[key] = rng.choice(seats)
    return f"{key} {before} -> {position[key]}"


def option_change(position, rng):
    key = rng.choice(("edition", "players", *OPTIONS))
    if key == "edition":
        position[key] = rng.choice([edition for edition in EDITIONS if edition != position[key]])
        return f"edition {position[key]}"
    if key == "players":
        position[key] = rng.choice([n for n in (2, 6, *PLAYERS) if n != position[key]])
        return f"players {position[key]}"
    position["options"][key] = rng.choice([*OPTIONS[key], "maybe"])
    return f"option {key}={position['options'][key]}"


def stage_change(position, rng):
    """Changes one property of the stage."""
    stage = position["stage"]
    key = rng.choice(("kind", "profession", "payer", "for", "paid", "paid", "sealed", "offers", "offer", "deals"))
    before = copy(stage[key])
    professions = edition_of(position)["professions"]
    someone = f"{rng.choice(seats_of(position))}.{rng.choice(professions)}"
    if key == "kind":
        stage[key] = rng.choice(("uncontested", "external", "internal", "eternal"))
    elif key == "profession":
        stage[key] = rng.choice((None, *professions))
    elif key == "payer":
        stage[key] = rng.choice((None, *seats_of(position)))
    elif key == "for":
        stage[key] = rng.choice((None, someone))
    elif key == "offers":
        stage[key] = rng.choice((-1, 0, 1, 2, 3, 4))
    elif key == "offer":
        stage[key] = None if before is not None and rng.random() < 0.3 else some_offer(position, before, rng)
    elif key == "sealed":
        seal_change(position, rng)
    else:
        list_change(position, stage[key], key, someone, rng)
    return f"stage {key} {before} -> {stage[key]}"


def some_sum(position, rng):
    edition = edition_of(position)
    step = edition["smallest"]
    return rng.choice((0, -step, step, 2 * step, step + 1, edition["cash"], 7 * step, 1000 * step))


def some_offer(position, before, rng):
    offer = dict(before or {"post": rng.choice(edition_of(position)["posts"]),
                            "amount": edition_of(position)["smallest"], "by": position["turn"]})
    key = rng.choice(("post", "amount", "by"))
    offer[key] = {"post": rng.choice((1, *EDITION["mayfair2005"]["posts"], *edition_of(position)["posts"])),
                  "amount": some_sum(position, rng), "by": rng.choice(seats_of(position))}[key]
    return offer


def seal_change(position, rng):
    sealed = position["stage"]["sealed"]
    seat = rng.choice(seats_of(position))
    if seat in sealed and rng.random() < 0.5:
        sealed[seat][-1] = some_sum(position, rng)
    elif seat in sealed and rng.random() < 0.5:
        sealed[seat].append(edition_of(position)["smallest"])
    elif seat in sealed:
        del sealed[seat]
    else:
        sealed[seat] = [] if rng.random() < 0.3 else [edition_of(position)["smallest"]]


def list_change(position, entries, key, someone, rng):
    """Changes paid or deals: drops, doubles, swaps or alters an entry, or adds one."""
    kind = rng.choice(("drop", "double", "swap", "alter", "alter", "alter", "add"))
    if not entries or kind == "add":
        new = {"scholar": someone, "amount": edition_of(position)["smallest"]}
        new.update({"bank": False} if key == "paid" else {"post": rng.choice(edition_of(position)["posts"])})
        entries.insert(rng.randint(0, len(entries)), new)
        return
    place = rng.randrange(len(entries))
    if kind == "drop":
        del entries[place]
    elif kind == "double":
        entries.insert(place, dict(entries[place]))
    elif kind == "swap":
        entries[place], entries[-1] = entries[-1], entries[place]
    else:
        field = rng.choice(sorted(entries[place]))
        entries[place][field] = {"scholar": someone, "amount": some_sum(position, rng),
                                 "bank": not entries[place].get("bank"),
                                 "post": rng.choice(edition_of(position)["posts"])}[field]
