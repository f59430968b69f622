"""The rules of Integralis, written for clarity, not speed: a position is a dict, a move makes a new one."""

import itertools

from common import CHANCE, IllegalMove, allows, copy, run, sorted_lines

NAME = "integralis"
SEATS = ("red", "yellow", "green", "blue")
PLAYERS = (2, 3, 4)
EDITIONS = ()
OPTIONS = {
    "meeting": ("all", "machine", "absent"),
    "money": ("open", "hidden"),
    "markers": ("may", "must"),
    "promises": ("word", "bond"),
}
DEFAULTS = {}
VERSION_1 = {"markers": "must", "promises": "word"}
DRAWN = ("promises",)

# Labour is stored doubled, for workers and machines.
NEED = {"collate": 6, "fold": 4, "glue": 4, "sew": 2}
MACHINES = tuple(NEED)
LABOUR = {"fritz": 1, "greta": 2, "hugo": 4, "wilma": 6, "ida": 1, "jupp": 2, "kathi": 2, "lars": 4, "moni": 4}
WORKERS = tuple(LABOUR)
TEMPS = ("ida", "jupp", "kathi", "lars", "moni")
PRICE = {"fritz": 1000, "greta": 2000, "hugo": 4000, "jupp": 1000, "lars": 2000, "moni": 3000}  # the others say NO
ACTION_CARDS = {"f0": 1, "f1": 3, "overtime": 3, "sabotage5": 1, "sabotage2": 1, "coffee": 2, "illness": 1,
                "vitamins": 1, "byebye": 1, "meeting": 1, "mixup": 1}
CARDS = (*WORKERS, *ACTION_CARDS)  # card order
DAMAGE = {"sabotage5": 5000, "sabotage2": 2000}
COUNTER = {"coffee": "overtime", "sabotage5": "sabotage5", "sabotage2": "sabotage2", "illness": "vitamins",
           "meeting": "mixup"}
TASKS = {
    "o4": ("fold", "glue"),
    "o5": ("fold", "glue", "sew"),
    "o6": ("collate", "fold", "sew"),
    "o7": ("collate", "fold", "glue"),
    "o8": ("collate", "sew", "collate"),
    "o9": ("fold", "fold", "glue", "sew"),
    "o10": ("collate", "glue", "glue", "sew"),
    "o11": ("fold", "fold", "glue", "glue"),
    "o12": ("collate", "fold", "glue", "sew"),
    "o13": ("collate", "collate", "glue", "sew"),
    "o14": ("collate", "fold", "fold", "glue", "sew"),
    "o15": ("collate", "collate", "fold", "glue", "sew"),
}
ORDERS = tuple(TASKS)  # ordered by payment

CASH = 15000
STEP = 1000
HAND = 5
FORCED = 2  # actions of a turn
VITAMINS = 4  # additional actions
ORDERS_MAX = 2  # in front of one seat
ORDERS_TO_END = 3
OFFERS_MAX = 3
DEMAND_MAX = 60000
TRADE_MAX = 3
ROUNDS = 60


def options_clash(options):
    return None


# ---- helpers

def seats_of(position):
    return list(SEATS[:position["players"]])


def owner(worker):
    return worker.split(".")[0]


def name_of(worker):
    return worker.split(".")[1]


def pay_off(order):
    return int(order[1:]) * STEP


def clockwise_after(position, seat):
    """The other seats, clockwise from this one's left."""
    seats = seats_of(position)
    place = seats.index(seat)
    return seats[place + 1:] + seats[:place]


def card_order(cards):
    return sorted(cards, key=CARDS.index)


def discard_order(cards):
    """Cards in the order of the discard and the locked workers: by card, then team. Other cards have no team."""
    return sorted(cards, key=lambda card: (CARDS.index(name_of(card)), SEATS.index(owner(card))) if "." in card
                  else (CARDS.index(card), 0))


def team_cards(options):
    """Every card of a team at the start."""
    cards = list(WORKERS)
    for card, count in ACTION_CARDS.items():
        if card != "meeting" or options["meeting"] != "absent":
            cards += [card] * count
    return cards


def at_machines(position):
    """Every worker at a machine: (machine, entry)."""
    return [(machine, entry) for machine in MACHINES for entry in position["machines"][machine]["workers"]]


def place_of(position, worker):
    """The machine where this worker is, or None."""
    for machine, entry in at_machines(position):
        if entry["worker"] == worker:
            return machine
    return None


def team_at(position, machine):
    """The seat whose workers are at a machine, or None."""
    workers = position["machines"][machine]["workers"]
    return owner(workers[0]["worker"]) if workers else None


def deck_size(position, seat):
    return len(position["unseen"][seat]) + len(position["under"][seat])


def open_tasks(entry):
    """The tasks of an order that have no marker yet."""
    tasks = list(TASKS[entry["order"]])
    for task in entry["covered"]:
        tasks.remove(task)
    return tasks


def wanting(position, seat, machine):
    """The orders of a seat with an open task of this kind."""
    return [entry for entry in position["orders"][seat] if machine in open_tasks(entry)]


def output(position, machine):
    """How many tasks a machine does at a closing time."""
    place = position["machines"][machine]
    if place["sabotage"] is not None:  # G-13
        return 0
    labour = sum(LABOUR[name_of(entry["worker"])] * (1 + entry["overtime"]) for entry in place["workers"])
    return labour // NEED[machine]  # G-3


# ---- the start

def new_position(setup):
    seats = SEATS[:setup["players"]]
    deck = team_cards(setup["options"])
    deck.remove("f1")
    return {
        "game": NAME,
        "options": dict(setup["options"]),
        "players": setup["players"],
        "start": None,
        "turns": 0,
        "turn": None,
        "step": "start",
        "actions": 0,
        "money": {seat: CASH for seat in seats},
        "hand": {seat: ["f1"] for seat in seats},
        "unseen": {seat: list(deck) for seat in seats},
        "under": {seat: [] for seat in seats},
        "row": [],
        "orders_left": list(ORDERS),
        "orders": {seat: [] for seat in seats},
        "completed": {seat: 0 for seat in seats},
        "repaired": {seat: 0 for seat in seats},
        "machines": {machine: {"workers": [], "sabotage": None} for machine in MACHINES},
        "closing": {seat: [] for seat in seats},
        "ill": [],
        "discard": [],
        "pending": None,
        "tempted": {},
        "locked": [],
        "bids": {},
    }


# ---- moving cards

def to_hand(position, seat, card):
    position["hand"][seat] = card_order(position["hand"][seat] + [card])


def put_under(position, seat, cards):
    position["under"][seat] += cards


def to_discard(position, card):
    position["discard"] = discard_order(position["discard"] + [card])


def leave_machine(position, worker):
    """Removes a worker from his machine. Returns the overtime cards that were on him."""
    place = position["machines"][place_of(position, worker)]
    entry = next(entry for entry in place["workers"] if entry["worker"] == worker)
    place["workers"].remove(entry)
    return ["overtime"] * entry["overtime"]


def stand_at(position, worker, machine):
    workers = position["machines"][machine]["workers"]
    workers.append({"worker": worker, "overtime": 0})
    workers.sort(key=lambda entry: WORKERS.index(name_of(entry["worker"])))


def back_to_hand(position, worker):
    """A worker returns from his machine to his team's hand. Overtime goes under its deck."""
    put_under(position, owner(worker), leave_machine(position, worker))
    to_hand(position, owner(worker), name_of(worker))


def back_under_deck(position, worker):
    """A worker goes from his machine under his team's deck, followed by his overtime (G-16)."""
    overtime = leave_machine(position, worker)
    put_under(position, owner(worker), [name_of(worker)] + overtime)


# ---- drawing

def draw_cards(position, seat, left, why):
    """Draws this many cards, as far as the deck goes. Stops when chance has to decide the card."""
    left = min(left, deck_size(position, seat))  # G-8
    while left > 0:
        if position["unseen"][seat]:
            position["pending"] = {"kind": "draw", "why": why, "seat": seat, "left": left}
            position["step"] = "draw"
            return
        to_hand(position, seat, position["under"][seat].pop(0))
        left -= 1
    position["pending"] = None
    if why == "setup":
        set_up(position)
    elif why == "refill":
        refill(position)
    else:
        position["step"] = "act"


def set_up(position):
    """Deals the next hand, then the row of open orders, then begins the first turn."""
    for seat in [position["start"], *clockwise_after(position, position["start"])]:
        if len(position["hand"][seat]) < HAND:
            draw_cards(position, seat, HAND - 1, "setup")
            return
    position["step"] = "reveal"


# ---- turns

def begin_turn(position, seat):
    position["turns"] += 1
    position["turn"] = seat
    position["tempted"] = {}
    position["locked"] = []
    for machine in MACHINES:
        if position["machines"][machine]["sabotage"] is not None:
            position["machines"][machine]["sabotage"]["fresh"] = False
    if seat in position["ill"]:
        position["ill"].remove(seat)
        to_discard(position, "illness")
        end_turn(position)
    else:
        position["actions"] = FORCED
        position["step"] = "act"


def due_cards(position):
    """The closing cards of the seat whose turn it is that are due now."""
    return [entry for entry in position["closing"][position["turn"]] if entry["due"] == position["turns"]]


def end_turn(position):
    position["actions"] = 0
    if due_cards(position):  # G-5, G-6
        produce(position, MACHINES)
    else:
        next_turn(position)


def next_turn(position):
    if position["turns"] == ROUNDS * position["players"]:
        game_over(position)
    else:
        begin_turn(position, clockwise_after(position, position["turn"])[0])


def game_over(position):
    position["step"] = "over"
    position["turn"] = None


# ---- closing time

def place_markers(position, seat, machine, markers, why):
    """Covers tasks on the orders of a seat. Stops when the seat has to choose."""
    position["pending"] = None
    while markers > 0:
        orders = wanting(position, seat, machine)
        wanted = sum(open_tasks(entry).count(machine) for entry in orders)
        if not orders:
            return
        if position["options"]["markers"] == "may" or (len(orders) > 1 and markers < wanted):
            position["pending"] = {"kind": "cover", "machine": machine, "markers": markers, "by": seat, "why": why}
            position["step"] = "cover"
            return
        cover(orders[0], machine)
        markers -= 1


def cover(entry, machine):
    entry["covered"] = sorted(entry["covered"] + [machine], key=MACHINES.index)


def produce(position, machines):
    """The production of these machines, and everything that follows it."""
    for machine in machines:
        if output(position, machine) > 0:
            place_markers(position, team_at(position, machine), machine, output(position, machine), "closing")
            if position["pending"] is not None:
                return
    for machine in MACHINES:
        if output(position, machine) > 0:
            clear_machine(position, machine)
    for seat in seats_of(position):
        pay_orders(position, seat)
    due = due_cards(position)
    put_under(position, position["turn"], [entry["card"] for entry in due])
    position["closing"][position["turn"]] = [entry for entry in position["closing"][position["turn"]]
                                             if entry not in due]
    if max(position["completed"].values()) >= ORDERS_TO_END:  # G-14
        game_over(position)
    else:
        adjust_hands(position)


def clear_machine(position, machine):
    """After production the temps leave, and all overtime goes back under the deck (G-1, G-4)."""
    place = position["machines"][machine]
    for entry in list(place["workers"]):
        put_under(position, owner(entry["worker"]), ["overtime"] * entry["overtime"])
        entry["overtime"] = 0
        if name_of(entry["worker"]) in TEMPS:
            place["workers"].remove(entry)
            to_discard(position, entry["worker"])


def pay_orders(position, seat):
    for entry in list(position["orders"][seat]):
        if not open_tasks(entry):
            position["orders"][seat].remove(entry)
            position["money"][seat] += pay_off(entry["order"])
            position["completed"][seat] += 1


def adjust_hands(position):
    if any(len(hand) > HAND for hand in position["hand"].values()):
        position["step"] = "under"
    else:
        refill(position)


def refill(position):
    """Draws up to five cards for the next seat that can. If nobody is left, the next turn begins."""
    for seat in [*clockwise_after(position, position["turn"]), position["turn"]]:
        missing = HAND - len(position["hand"][seat])
        if missing > 0 and deck_size(position, seat) > 0:
            draw_cards(position, seat, missing, "refill")
            return
    next_turn(position)


def end(position):
    if position["step"] != "over":
        return None
    rank = {seat: (position["money"][seat], position["repaired"][seat]) for seat in seats_of(position)}
    finished = max(position["completed"].values()) >= ORDERS_TO_END
    return {
        "scores": dict(position["money"]),
        "winners": [seat for seat in seats_of(position) if rank[seat] == max(rank.values())],
        "repaired": dict(position["repaired"]),
        "why": "three orders" if finished else "sixty rounds",
    }


# ---- legal moves

def legal(position):
    """{actor: sorted legal lines}, actors in seat order; empty when the game is over."""
    step = position["step"]
    pending = position["pending"]
    if step == "start":
        lists = {CHANCE: [f"start {seat}" for seat in seats_of(position)]}
    elif step == "draw":
        lists = {CHANCE: [f"draw {pending['seat']} {card}" for card in position["unseen"][pending["seat"]]]}
    elif step == "reveal":
        lists = {CHANCE: [f"reveal {order}" for order in position["orders_left"]]}
    elif step == "act":
        lists = {position["turn"]: legal_actions(position)}
    elif step == "counter":
        able = COUNTER[pending["card"]] in position["hand"][pending["asked"]]
        lists = {pending["asked"]: ["counter", "pass"] if able else ["pass"]}
    elif step == "answer":
        lists = {position["turn"] if pending["kind"] == "demand" else owner(pending["worker"]): legal_answers(position)}
    elif step == "bid":
        lists = {seat: [run("bid ", price(pending["worker"]), position["money"][seat], STEP)]
                 for seat in bidders(position) if seat not in position["bids"]}
    elif step == "decide":
        lists = {pending["by"]: ["leave", "stay"]}
    elif step == "cover":
        machine = pending["machine"]
        lists = {pending["by"]: [f"cover {machine} {entry['order']}"
                                 for entry in wanting(position, pending["by"], machine)]}
        if position["options"]["markers"] == "may":
            lists[pending["by"]].append(f"waive {machine}")
    elif step == "under":
        lists = {seat: [f"under {card}" for card in position["hand"][seat]]
                 for seat in seats_of(position) if len(position["hand"][seat]) > HAND}
    else:
        lists = {}
    return {seat: sorted_lines(lists[seat]) for seat in [*SEATS, CHANCE] if seat in lists}


def price(worker):
    """What bribing him costs, or None if he says NO."""
    return PRICE.get(name_of(worker))


def bidders(position):
    return [position["turn"], owner(position["pending"]["worker"])]


def legal_answers(position):
    worker = position["pending"]["worker"]
    amount = position["pending"].get("amount")
    if position["pending"]["kind"] == "tempt":
        demands = [run("demand ", amount + STEP, DEMAND_MAX, STEP)] if amount < DEMAND_MAX else []
        return ["accept", "refuse", *demands]
    if position["pending"]["kind"] == "demand":
        return ["accept", "refuse"] if position["money"][position["turn"]] >= amount else ["refuse"]
    able = position["money"][owner(worker)] >= price(worker)
    return ["release", "resist"] if able else ["release"]


def legal_actions(position):
    forced = legal_forced(position) if position["actions"] > 0 else []
    return forced + legal_free(position) + ([] if forced else ["end"])


def legal_forced(position):
    seat = position["turn"]
    taking = [f"take {order}" for order in position["row"]] if len(position["orders"][seat]) < ORDERS_MAX else []
    if not position["orders"][seat] and position["row"]:  # G-10
        return taking
    lines = taking + legal_trades(position["hand"][seat])
    if deck_size(position, seat) > 0:
        lines.append("draw")
    lines += [f"recall {name_of(entry['worker'])}" for _, entry in at_machines(position)
              if owner(entry["worker"]) == seat]
    lines += [f"swap {entry['order']} {order}" for entry in position["orders"][seat] if not entry["covered"]
              for order in position["row"]]
    for card in position["hand"][seat]:
        lines += legal_plays(position, card)
    return lines


def legal_trades(hand):
    chosen = [some for size in range(1, TRADE_MAX + 1) for some in itertools.combinations(card_order(hand), size)]
    return ["trade " + " ".join(some) for some in chosen]


def legal_plays(position, card):
    """The plays of one card in the hand of the seat whose turn it is (G-11)."""
    seat = position["turn"]
    others = clockwise_after(position, seat)
    own = [entry["worker"] for _, entry in at_machines(position) if owner(entry["worker"]) == seat]
    foreign = [entry["worker"] for _, entry in at_machines(position) if owner(entry["worker"]) != seat]
    if card in WORKERS:
        targets = [machine for machine in MACHINES if team_at(position, machine) in (None, seat)]
    elif card in ("f0", "f1", "vitamins"):
        return [f"play {card}"]
    elif card == "overtime":
        targets = [name_of(worker) for worker in own]
    elif card == "mixup":
        targets = [worker for worker in foreign if can_mix_up(position, worker)]
    elif card in ("coffee", "byebye"):
        targets = foreign
    elif card in DAMAGE:
        targets = [machine for machine in MACHINES if position["machines"][machine]["sabotage"] is None]
    elif card == "illness":
        targets = [other for other in others if other not in position["ill"]]
    elif position["options"]["meeting"] == "machine":
        targets = [f"{team_at(position, machine)} {machine}" for machine in MACHINES
                   if team_at(position, machine) not in (None, seat)]
    else:
        targets = [owner(worker) for worker in foreign]
    return [f"play {card} {target}" for target in targets]


def can_mix_up(position, worker):
    """Whether P's worker of this name can swap places with him, leaving one team at each machine (G-9)."""
    seat = position["turn"]
    there = place_of(position, worker)
    here = place_of(position, f"{seat}.{name_of(worker)}")
    if len(position["machines"][there]["workers"]) > 1:
        return False
    if here is None:
        return name_of(worker) in position["hand"][seat]
    return len(position["machines"][here]["workers"]) == 1


def legal_free(position):
    seat = position["turn"]
    money = position["money"][seat]
    lines = []
    for machine in MACHINES:
        sabotage = position["machines"][machine]["sabotage"]
        if sabotage is not None and not sabotage["fresh"] and money >= DAMAGE[sabotage["card"]]:
            lines.append(f"repair {machine}")
    for _, entry in at_machines(position):
        worker = entry["worker"]
        if owner(worker) == seat or price(worker) is None or worker in position["locked"]:
            continue
        if money >= price(worker):
            lines.append(f"bribe {worker}")
        made = position["tempted"].get(worker, {"offers": 0, "best": 0})
        lowest = max(price(worker), made["best"] + STEP)
        if made["offers"] < OFFERS_MAX and lowest <= money:
            lines.append(run(f"tempt {worker} ", lowest, money, STEP))
    return lines


def weight(position, move):
    """How many of the unseen cards a draw stands for. Every other outcome counts one."""
    verb, *words = move.split(" ")
    return position["unseen"][words[0]].count(words[1]) if verb == "draw" else 1


# ---- moves

def apply(position, seat, move):
    """The position after a move."""
    lists = legal(position)
    if seat not in lists or not allows(lists[seat], move):
        raise IllegalMove(f"{seat} cannot {move}")
    after = copy(position)
    verb, *words = move.split(" ")
    if seat == CHANCE:
        do_chance(after, verb, words)
    elif verb in ("draw", "recall", "take", "trade", "swap", "play"):
        after["actions"] -= 1
        do_forced(after, seat, verb, words)
    elif verb in ("repair", "tempt", "bribe"):
        do_free(after, seat, verb, words)
    elif verb == "end":
        end_turn(after)
    elif verb in ("pass", "counter"):
        do_counter(after, seat, verb)
    elif verb in ("accept", "refuse"):
        do_tempted(after, verb)
    elif verb == "demand":
        after["pending"] = {**after["pending"], "kind": "demand", "amount": int(words[0])}
    elif verb in ("release", "resist"):
        do_bribed(after, verb)
    elif verb == "bid":
        do_bid(after, seat, int(words[0]))
    elif verb in ("stay", "leave"):
        do_decide(after, verb)
    elif verb == "cover":
        do_cover(after, words[1])
    elif verb == "waive":
        go_on_after_marker(after, 0)
    else:
        after["hand"][seat].remove(words[0])
        put_under(after, seat, [words[0]])
        adjust_hands(after)
    return after


def do_chance(position, verb, words):
    if verb == "start":
        position["start"] = position["turn"] = words[0]
        set_up(position)
    elif verb == "draw":
        seat, card = words
        pending = position["pending"]
        position["unseen"][seat].remove(card)
        to_hand(position, seat, card)
        draw_cards(position, seat, pending["left"] - 1, pending["why"])
    else:
        position["orders_left"].remove(words[0])
        if position["turns"] > 0:
            position["row"][position["row"].index(None)] = words[0]
            position["step"] = "act"
            return
        position["row"].append(words[0])
        if len(position["row"]) == position["players"]:
            begin_turn(position, position["start"])


def do_forced(position, seat, verb, words):
    if verb == "draw":
        draw_cards(position, seat, 1, "draw")
    elif verb == "recall":
        back_to_hand(position, f"{seat}.{words[0]}")
    elif verb == "take":
        do_take(position, seat, words[0])
    elif verb == "trade":
        for card in words:
            position["hand"][seat].remove(card)
        put_under(position, seat, words)
        draw_cards(position, seat, len(words), "trade")
    elif verb == "swap":
        own = next(entry for entry in position["orders"][seat] if entry["order"] == words[0])
        position["row"][position["row"].index(words[1])] = words[0]
        own["order"] = words[1]
    else:
        position["hand"][seat].remove(words[0])
        do_play(position, seat, words[0], " ".join(words[1:]))


def do_take(position, seat, order):
    position["orders"][seat].append({"order": order, "covered": []})
    place = position["row"].index(order)
    if position["orders_left"]:
        position["row"][place] = None
        position["step"] = "reveal"
    else:
        del position["row"][place]


def do_play(position, seat, card, target):
    if card in COUNTER:
        asked = clockwise_after(position, seat)[0] if card in DAMAGE else owner(target.split(" ")[0])
        position["pending"] = {"kind": "counter", "card": card, "by": seat, "target": target, "asked": asked}
        position["step"] = "counter"
    elif card in WORKERS:
        stand_at(position, f"{seat}.{card}", target)
    elif card in ("f0", "f1"):
        due = position["turns"] + (position["players"] if card == "f1" else 0)
        position["closing"][seat].append({"card": card, "due": due})
    elif card == "overtime":
        entry = next(entry for _, entry in at_machines(position) if entry["worker"] == f"{seat}.{target}")
        entry["overtime"] += 1
    elif card == "vitamins":
        position["actions"] += VITAMINS
        to_discard(position, card)
    elif card == "byebye":
        put_under(position, owner(target), leave_machine(position, target))
        to_discard(position, target)
        to_discard(position, card)
    else:
        mix_up(position, seat, target)
        put_under(position, seat, [card])


def mix_up(position, seat, worker):
    own = f"{seat}.{name_of(worker)}"
    there, here = place_of(position, worker), place_of(position, own)
    if here is None:
        back_to_hand(position, worker)
        position["hand"][seat].remove(name_of(worker))
    else:
        put_under(position, owner(worker), leave_machine(position, worker))
        put_under(position, seat, leave_machine(position, own))
        stand_at(position, worker, here)
    stand_at(position, own, there)


def do_counter(position, seat, answer):
    pending = position["pending"]
    card, attacker = pending["card"], pending["by"]
    if answer == "counter":  # G-7
        position["hand"][seat].remove(COUNTER[card])
        put_under(position, attacker, [card])
        put_under(position, seat, [COUNTER[card]])
    elif card in DAMAGE and clockwise_after(position, seat)[0] != attacker:
        pending["asked"] = clockwise_after(position, seat)[0]
        return
    else:
        strike(position, attacker, card, pending["target"])
    position["pending"] = None
    position["step"] = "act"


def strike(position, seat, card, target):
    """The effect of a card that was not countered."""
    if card in DAMAGE:
        position["machines"][target]["sabotage"] = {"by": seat, "card": card, "fresh": True}
    elif card == "coffee":  # G-15: from now on it is a card of the worker's team
        back_under_deck(position, target)
        put_under(position, owner(target), [card])
    elif card == "illness":
        position["ill"] = sorted(position["ill"] + [target], key=SEATS.index)
    else:
        team, *machines = target.split(" ")
        for machine, entry in at_machines(position):
            if owner(entry["worker"]) == team and machine in (machines or MACHINES):
                back_to_hand(position, entry["worker"])
        put_under(position, seat, [card])


# ---- free actions

def do_free(position, seat, verb, words):
    if verb == "repair":
        do_repair(position, seat, words[0])
        return
    position["step"] = "answer"
    worker = words[0]
    if verb == "tempt":
        amount = int(words[1])
        made = position["tempted"].setdefault(worker, {"offers": 0, "best": 0})
        made["offers"] += 1
        made["best"] = amount
        position["pending"] = {"kind": "tempt", "worker": worker, "amount": amount}
    else:
        position["pending"] = {"kind": "bribe", "worker": worker}


def do_repair(position, seat, machine):
    damage = DAMAGE[position["machines"][machine]["sabotage"]["card"]]
    position["machines"][machine]["sabotage"] = None
    position["money"][seat] -= damage
    position["repaired"][seat] += damage
    place_markers(position, seat, machine, 1, "repair")
    if position["pending"] is None:
        pay_orders(position, seat)


def do_cover(position, order):
    pending = position["pending"]
    seat, machine = pending["by"], pending["machine"]
    cover(next(entry for entry in position["orders"][seat] if entry["order"] == order), machine)
    go_on_after_marker(position, pending["markers"] - 1)


def go_on_after_marker(position, markers):
    """Continues after a marker was placed or given up, with this many left from its machine."""
    pending = position["pending"]
    seat, machine = pending["by"], pending["machine"]
    place_markers(position, seat, machine, markers, pending["why"])
    if position["pending"] is not None:
        return
    if pending["why"] == "repair":
        pay_orders(position, seat)
        position["step"] = "act"
    else:
        produce(position, MACHINES[MACHINES.index(machine) + 1:])


def do_tempted(position, answer):
    """The chief answers an offer, or the bidder answers the chief's demand."""
    pending = position["pending"]
    if answer == "accept":
        position["money"][position["turn"]] -= pending["amount"]
        position["money"][owner(pending["worker"])] += pending["amount"]
        back_to_hand(position, pending["worker"])
    position["pending"] = None
    position["step"] = "act"


def do_bribed(position, answer):
    worker = position["pending"]["worker"]
    if answer == "resist":
        position["pending"] = {"kind": "bid", "worker": worker}
        position["step"] = "bid"
        return
    position["money"][position["turn"]] -= price(worker)
    back_under_deck(position, worker)
    position["pending"] = None
    position["step"] = "act"


def do_bid(position, seat, amount):
    position["bids"][seat] = amount
    if len(position["bids"]) < len(bidders(position)):
        return
    bids = position["bids"]
    worker = position["pending"]["worker"]
    briber, chief = bidders(position)
    position["bids"] = {}
    if bids[briber] == bids[chief]:
        lock(position, worker)
        return
    higher = briber if bids[briber] > bids[chief] else chief
    position["money"][higher] -= bids[higher]
    position["pending"] = {"kind": "decide", "worker": worker, "by": higher}
    position["step"] = "decide"


def do_decide(position, answer):
    worker = position["pending"]["worker"]
    if answer == "stay":
        lock(position, worker)
        return
    back_under_deck(position, worker)
    position["pending"] = None
    position["step"] = "act"


def lock(position, worker):
    """He stays after a bidding fight: no more bribes for him in this turn."""
    position["locked"] = discard_order(position["locked"] + [worker])
    position["pending"] = None
    position["step"] = "act"


# ---- what a seat may see

def view(position, seat):
    seen = copy(position)
    for key in ("hand", "unseen", "under"):
        seen[key] = {other: cards if other == seat else len(cards) for other, cards in position[key].items()}
    if position["options"]["money"] == "hidden":
        seen["money"] = {other: money if other == seat else None for other, money in position["money"].items()}
    seen["bids"] = {other: bid if other == seat else None for other, bid in position["bids"].items()}
    return seen
