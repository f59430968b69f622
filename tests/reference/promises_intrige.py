"""Deeds of Intrige, derived from positions and moves."""

from common import copy
from intrige_rules import (
    clockwise_after, due, edition_of, owner, park_groups, paying_order, posts_held, profession, seats_of,
)
from promises import NUMBER

ENOUGH = {"pay": 1}


def forms(setup):
    position = {"edition": setup["edition"], "players": setup["players"]}
    edition = edition_of(position)
    seats = set(seats_of(position))
    names = set(edition["professions"])
    scholar = (seats, names)
    return [
        [{"pay"}, NUMBER, {"for"}, scholar, {"at"}, seats],
        [{"give"}, scholar, {str(post) for post in edition["posts"]}],
        [{"banish"}, scholar],
        [{"send"}, names, seats],
    ]


def when(position):
    if position["turn"] is None:
        return 10**6, 10**6
    order = [position["start"]] + clockwise_after(position, position["start"])
    return (position["round"] - 1) * len(order) + order.index(position["turn"]), position["round"]


def next_sealed(position, seat):
    """The scholar whose bribe the seat seals next."""
    mine = [scholar for scholar in due(position) if owner(scholar) == seat]
    return mine[len(position["stage"]["sealed"].get(seat, []))]


def deeds(position, seat, move):
    verb, *words = move.split(" ")
    if verb == "bribe":
        sealed = position["options"]["bribes"] == "sealed"
        scholar = next_sealed(position, seat) if sealed else position["stage"]["for"]
        return [(seat, f"pay {words[0]} for {scholar} at {position['turn']}")]
    if verb == "send":
        return [(seat, move)]
    if verb == "place":
        return [(seat, f"give {words[0]} {words[1]}")]
    if verb in ("hire", "settle"):
        winner = words[0]
        if verb == "hire":
            post = words[1]
            rivals = [s for s in position["park"][seat] if profession(s) == profession(winner)]
        else:
            post = posts_held(position, seat)[position["stage"]["profession"]]
            rivals = list(due(position))
        rivals.remove(winner)
        rivals.sort(key=lambda scholar: seats_of(position).index(owner(scholar)))
        return [(seat, f"give {winner} {post}")] + [(seat, f"banish {scholar}") for scholar in rivals]
    return []


def decisions(position, seat, move):
    if position["step"] != "bribe" or position["options"]["bribes"] != "sealed":
        return [(position, seat, move)]
    sealed = copy(position["stage"]["sealed"])
    sealed.setdefault(seat, []).append(int(move.split(" ")[1]))
    everyone = due(position)
    if sum(map(len, sealed.values())) < len(everyone):
        return []
    found, counts = [], {}
    for scholar in everyone:
        payer = owner(scholar)
        i = counts.get(payer, 0)
        counts[payer] = i + 1
        then = copy(position)
        then["stage"]["sealed"][payer] = sealed[payer][:i]
        found.append((then, payer, f"bribe {sealed[payer][i]}"))
    return found


def unbound(position):
    """A loose deal limits nothing."""
    if position["options"]["deals"] != "binding":
        return position
    return {**position, "options": {**position["options"], "deals": "loose"}}


def dealt(position, seat):
    """The landlord's deals of the stage, and the counter the payer has not answered yet."""
    stage = position["stage"]
    if stage is None or seat != position["turn"] or position["options"]["deals"] != "binding":
        return []
    found = [(entry["scholar"], str(entry["post"])) for entry in stage["deals"]]
    if stage["offer"] is not None and stage["offer"]["by"] == seat:
        found.append((stage["for"], str(stage["offer"]["post"])))
    return found


def deal(position, seat, move):
    if position["step"] != "answer" or seat != position["turn"] or position["options"]["deals"] != "binding":
        return None
    verb, *words = move.split(" ")
    if verb == "refuse":
        return None
    post = str(position["stage"]["offer"]["post"]) if verb == "accept" else words[0]
    return position["stage"]["for"], post


def fills(position, move):
    verb, *words = move.split(" ")
    return words[1] if verb in ("place", "hire") else None


def moves_with_free(position, posts):
    """The additional moves of place and hire if these posts were free."""
    uncontested, external, _ = park_groups(position)
    if position["step"] == "place":
        scholars = paying_order(position, uncontested)[:1]
    elif position["step"] == "hire":
        scholars = [s for s in position["park"][position["turn"]] if profession(s) == external[0]]
    else:
        return []
    return [f"{position['step']} {scholar} {post}" for scholar in scholars for post in posts]


def waiting(position):
    uncontested, external, _ = park_groups(position)
    park = position["park"][position["turn"]]
    if position["step"] == "place":
        now = profession(paying_order(position, uncontested)[0])
    else:
        now = external[0]
    held = posts_held(position, position["turn"])
    return [scholar for scholar in park if profession(scholar) not in held and profession(scholar) != now]


def leaves_time(position, move):
    return None
