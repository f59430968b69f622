"""Decides whether the rules can produce a given position of Integralis."""

import itertools

from common import allows, copy, is_int, same
from integralis_rules import (
    ACTION_CARDS, CARDS, CASH, COUNTER, DAMAGE, DEMAND_MAX, FORCED, HAND, MACHINES, NAME, OFFERS_MAX, OPTIONS, ORDERS,
    ORDERS_MAX, ORDERS_TO_END, PLAYERS, PRICE, ROUNDS, STEP, TASKS, TRADE_MAX, VITAMINS, WORKERS,
    at_machines, card_order, clockwise_after, deck_size, discard_order, due_cards, legal_forced, legal_free, name_of,
    new_position, open_tasks, output, owner, pay_off, place_of, price, seats_of, team_at, team_cards, to_hand, wanting,
)

KEYS = {"game", "options", "players", "start", "turns", "turn", "step", "actions", "money", "hand", "unseen", "under",
        "row", "orders_left", "orders", "completed", "repaired", "machines", "closing", "ill", "discard", "pending",
        "tempted", "locked", "bids"}
SEAT_KEYS = ("money", "hand", "unseen", "under", "orders", "completed", "repaired", "closing")
STEPS = ("start", "draw", "reveal", "act", "counter", "answer", "bid", "decide", "cover", "under", "over")
PENDING_KEYS = {
    "draw": {"kind", "why", "seat", "left"},
    "counter": {"kind", "card", "by", "target", "asked"},
    "tempt": {"kind", "worker", "amount"},
    "demand": {"kind", "worker", "amount"},
    "bribe": {"kind", "worker"},
    "bid": {"kind", "worker"},
    "decide": {"kind", "worker", "by"},
    "cover": {"kind", "machine", "markers", "by", "why"},
}
STEP_OF = {"draw": "draw", "counter": "counter", "tempt": "answer", "demand": "answer", "bribe": "answer", "bid": "bid",
           "decide": "decide", "cover": "cover"}
DISCARDED = (*WORKERS, "illness", "vitamins", "byebye")  # the cards that can be in the discard


class Wrong(Exception):
    """The reason why a position is refused."""


def need(true, reason):
    if not true:
        raise Wrong(reason)


def refuse_position(position, history=False):
    """Why the rules cannot produce this position, or None.

    With history, also checks what only the whole past shows: there is not more money than was paid out.
    """
    try:
        check_shape(position)
        check_cards(position)
        check_orders(position)
        if position["turns"] == 0:
            check_setup(position)
            return None
        check_turn(position)
        check_machines(position)
        check_closing(position)
        check_bribery(position)
        need(phase(position) in CHECKS, "a step that is over")
        CHECKS[phase(position)](position)
        if history:
            check_money(position)
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
    need(isinstance(position["step"], str) and position["step"] in STEPS, "unknown step")
    need(is_int(position["turns"]) and 0 <= position["turns"] <= ROUNDS * len(seats), "turns")
    need(is_int(position["actions"]) and position["actions"] >= 0, "actions")
    for key in ("start", "turn"):
        need(position[key] is None or position[key] in seats, f"{key} is no seat")
    for key in SEAT_KEYS:
        need(isinstance(position[key], dict) and position[key].keys() == set(seats), f"{key} is not for every seat")
    for seat in seats:
        check_seat_shape(position, seat)
    for key in ("row", "orders_left", "ill", "discard", "locked"):
        need(isinstance(position[key], list), f"{key} is no list")
    need(all(order is None or order in ORDERS for order in position["row"]), "the row holds no order")
    need(all(order in ORDERS for order in position["orders_left"]), "no such order")
    need(position["orders_left"] == sorted(position["orders_left"], key=pay_off), "orders_left is out of order")
    check_table_shape(position)
    check_pending_shape(position)


def check_sum(amount):
    need(is_int(amount) and amount >= 0 and amount % STEP == 0, "no sum of money")


def check_seat_shape(position, seat):
    for key in ("hand", "unseen", "under"):
        cards = position[key][seat]
        need(isinstance(cards, list) and all(isinstance(card, str) and card in CARDS for card in cards),
             f"{key} holds no card")
        need(key == "under" or cards == card_order(cards), f"{key} is out of order")
    check_sum(position["money"][seat])
    check_sum(position["repaired"][seat])
    need(is_int(position["completed"][seat]) and position["completed"][seat] >= 0, "completed")
    need(isinstance(position["orders"][seat], list) and len(position["orders"][seat]) <= ORDERS_MAX, "orders")
    for entry in position["orders"][seat]:
        need(isinstance(entry, dict) and entry.keys() == {"order", "covered"}, "an order has other keys")
        need(entry["order"] in ORDERS, "no such order")
        covered = entry["covered"]
        need(isinstance(covered, list) and all(task in MACHINES for task in covered), "covered")
        need(covered == sorted(covered, key=MACHINES.index), "covered is out of order")
        need(all(covered.count(task) <= TASKS[entry["order"]].count(task) for task in covered), "too many markers")
    need(isinstance(position["closing"][seat], list), "closing is no list")
    for entry in position["closing"][seat]:
        need(isinstance(entry, dict) and entry.keys() == {"card", "due"}, "a closing card has other keys")
        need(entry["card"] in ("f0", "f1") and is_int(entry["due"]), "no closing card")


def check_table_shape(position):
    seats = seats_of(position)
    machines = position["machines"]
    need(isinstance(machines, dict) and machines.keys() == set(MACHINES), "machines")
    for place in machines.values():
        need(isinstance(place, dict) and place.keys() == {"workers", "sabotage"}, "a machine has other keys")
        need(isinstance(place["workers"], list), "workers is no list")
        for entry in place["workers"]:
            need(isinstance(entry, dict) and entry.keys() == {"worker", "overtime"}, "a worker has other keys")
            check_worker(position, entry["worker"])
            need(is_int(entry["overtime"]) and 0 <= entry["overtime"] <= ACTION_CARDS["overtime"], "overtime")
        names = [name_of(entry["worker"]) for entry in place["workers"]]
        need(names == sorted(names, key=WORKERS.index), "workers are out of order")
        sabotage = place["sabotage"]
        if sabotage is not None:
            need(isinstance(sabotage, dict) and sabotage.keys() == {"by", "card", "fresh"}, "sabotage has other keys")
            need(sabotage["by"] in seats and sabotage["card"] in tuple(DAMAGE), "no sabotage")
            need(isinstance(sabotage["fresh"], bool), "fresh is true or false")
    ill = position["ill"]
    need(all(seat in seats for seat in ill) and ill == [seat for seat in seats if seat in ill], "ill")
    for card in position["discard"]:
        need(isinstance(card, str) and card not in WORKERS, "a worker in the discard stands with his team")
        if card not in DISCARDED:
            check_worker(position, card)
    need(position["discard"] == discard_order(position["discard"]), "discard is out of order")
    for worker in position["locked"]:
        check_worker(position, worker)
    need(position["locked"] == discard_order(position["locked"]), "locked is out of order")
    need(len(set(position["locked"])) == len(position["locked"]), "locked twice")
    need(isinstance(position["tempted"], dict), "tempted")
    for worker, made in position["tempted"].items():
        check_worker(position, worker)
        need(isinstance(made, dict) and made.keys() == {"offers", "best"} and is_int(made["offers"]), "tempted")
        check_sum(made["best"])
    need(isinstance(position["bids"], dict) and position["bids"].keys() <= set(seats), "bids")
    for bid in position["bids"].values():
        check_sum(bid)


def check_worker(position, worker):
    need(isinstance(worker, str) and worker in [f"{seat}.{name}" for seat in seats_of(position) for name in WORKERS],
         "no such worker")


def check_pending_shape(position):
    pending = position["pending"]
    waiting = position["step"] in STEP_OF.values()
    need((pending is not None) == waiting, "pending and step do not go together")
    if pending is None:
        return
    seats = seats_of(position)
    need(isinstance(pending, dict) and isinstance(pending.get("kind"), str) and pending["kind"] in PENDING_KEYS,
         "unknown kind of pending")
    kind = pending["kind"]
    need(pending.keys() == PENDING_KEYS[kind], "pending has other keys")
    need(STEP_OF[kind] == position["step"], "pending and step do not go together")
    if "worker" in pending:
        check_worker(position, pending["worker"])
    for key in ("seat", "by", "asked"):
        need(key not in pending or pending[key] in seats, f"{key} is no seat")
    for key in ("left", "markers"):
        need(key not in pending or is_int(pending[key]) and pending[key] >= 1, key)
    if kind == "draw":
        need(pending["why"] in ("setup", "draw", "trade", "refill"), "unknown reason to draw")
    elif kind == "cover":
        need(pending["machine"] in MACHINES and pending["why"] in ("repair", "closing"), "cover")
    elif kind == "counter":
        need(pending["card"] in tuple(COUNTER) and isinstance(pending["target"], str), "counter")
    elif kind in ("tempt", "demand"):
        check_sum(pending["amount"])


# ---- cards and orders: all there, no duplicates

def held(position, seat):
    """The cards a seat holds: hand and deck."""
    return position["hand"][seat] + position["unseen"][seat] + position["under"][seat]


def own_cards(position, seat):
    """The cards that must be a seat's own wherever they are, except coffee breaks, illness and cards that left the
    game."""
    cards = held(position, seat)
    cards += [entry["card"] for entry in position["closing"][seat]]
    for _, entry in at_machines(position):
        if owner(entry["worker"]) == seat:
            cards += [name_of(entry["worker"])] + ["overtime"] * entry["overtime"]
    cards += [place["sabotage"]["card"] for place in position["machines"].values()
              if place["sabotage"] is not None and place["sabotage"]["by"] == seat]
    cards += [name_of(card) for card in position["discard"] if "." in card and owner(card) == seat]
    pending = position["pending"]
    if pending is not None and pending["kind"] == "counter" and pending["by"] == seat:
        cards.append(pending["card"])
    return cards


def check_cards(position):
    seats = seats_of(position)
    full = team_cards(position["options"])
    lost = {card: [] for card in ("illness", "vitamins", "byebye", *DAMAGE)}  # by team
    coffee = 0
    for seat in seats:
        cards = own_cards(position, seat)
        coffee += cards.count("coffee")
        for card in CARDS:
            if card in lost:
                need(cards.count(card) <= full.count(card), f"{card} of {seat} twice")
                lost[card] += [seat] * (full.count(card) - cards.count(card))
            elif card != "coffee":
                need(cards.count(card) == full.count(card), f"{card} of {seat} is there {cards.count(card)} times")
        unseen = position["unseen"][seat]
        need(unseen.count("coffee") <= full.count("coffee"), "a foreign coffee break among the unseen cards")
        need(unseen.count("f1") < full.count("f1"), "all f1 are unseen")
    need(coffee == len(seats) * full.count("coffee"), "coffee breaks are missing or too many")
    for card in ("vitamins", "byebye"):
        need(position["discard"].count(card) == len(lost[card]), f"the discard does not hold every {card} played")
    check_illness(position, lost["illness"])
    check_repaired(position, lost)


def check_illness(position, lost):
    """Every illness played is in front of a seat of another team or discarded."""
    ill = position["ill"]
    need(position["discard"].count("illness") + len(ill) == len(lost), "illness cards are missing or too many")
    need(any(all(team != seat for team, seat in zip(teams, ill)) for teams in itertools.permutations(lost, len(ill))),
         "somebody made himself ill")


def check_repaired(position, lost):
    """The missing sabotage cards are with the seats that repaired."""
    sums = {tuple(0 for _ in seats_of(position))}
    for card, teams in lost.items():
        for _ in teams if card in DAMAGE else []:
            sums = {repaired[:i] + (repaired[i] + DAMAGE[card],) + repaired[i + 1:]
                    for repaired in sums for i in range(len(repaired))}
    need(tuple(position["repaired"][seat] for seat in seats_of(position)) in sums,
         "repaired does not fit the sabotage that is gone")


def check_orders(position):
    players = position["players"]
    row = position["row"]
    seen = [order for order in row if order is not None] + position["orders_left"]
    seen += [entry["order"] for orders in position["orders"].values() for entry in orders]
    need(len(seen) == len(set(seen)), "an order twice")
    need(len(ORDERS) - len(seen) == sum(position["completed"].values()), "completed does not fit the orders gone")
    if position["step"] == "reveal" and position["turns"] > 0:
        need(row.count(None) == 1 and position["orders_left"], "nothing to reveal")
    else:
        need(None not in row, "a gap in the row")
    if position["turns"] > 0:
        need(len(row) == players if position["orders_left"] else len(row) <= players, "the length of the row")


# ---- setup

def check_setup(position):
    """Everything but the hands and the row is as at the start."""
    again = new_position(position)
    again["start"] = again["turn"] = position["start"]
    again["step"] = position["step"]
    again["pending"] = position["pending"]
    again["row"] = position["row"]
    again["orders_left"] = [order for order in ORDERS if order not in position["row"]]
    drawn = []
    if position["start"] is None:
        need(position["step"] == "start", "no start seat")
    else:
        need(position["step"] in ("draw", "reveal"), "no turn has begun")
        for seat in [position["start"], *clockwise_after(position, position["start"])]:
            hand = position["hand"][seat]
            drawn.append(len(hand) - 1)
            need("f1" in hand, "the first f1 is in the hand")
            again["hand"][seat] = hand
            cards = list(hand)
            cards.remove("f1")
            for card in cards:
                need(card in again["unseen"][seat], "no such card can be drawn")
                again["unseen"][seat].remove(card)
    need(same(position, again), "nothing but hands and row changes in the setup")
    pending = position["pending"]
    if position["step"] == "draw":
        place = [position["start"], *clockwise_after(position, position["start"])].index(pending["seat"])
        wanted = [HAND - 1] * place + [HAND - 1 - pending["left"]] + [0] * (len(drawn) - place - 1)
        need(pending["why"] == "setup" and drawn == wanted and not position["row"], "drawn out of order")
    elif position["step"] == "reveal":
        need(set(drawn) == {HAND - 1} and len(position["row"]) < position["players"], "the setup is over")


# ---- turns

def seat_of_turn(position, number):
    seats = seats_of(position)
    return seats[(seats.index(position["start"]) + number - 1) % len(seats)]


def current(position):
    """The seat whose turn it is, or was when the game ended."""
    return seat_of_turn(position, position["turns"])


def check_turn(position):
    need(position["start"] is not None, "no start seat")
    over = position["step"] == "over"
    need(position["turn"] == (None if over else current(position)), "it is the turn of another seat")
    need(position["step"] != "start", "the start is over")
    need(current(position) not in position["ill"], "an ill seat discards its illness when its turn begins")
    for number in range(position["turns"] + 1, position["players"] + 1):
        check_untouched(position, seat_of_turn(position, number))


def check_untouched(position, seat):
    """A seat that has not had a turn yet."""
    need(position["orders"][seat] == [] and position["completed"][seat] == 0, f"{seat} has had no turn to take orders")
    need(position["closing"][seat] == [] and position["repaired"][seat] == 0, f"{seat} has had no turn")
    need(all(owner(entry["worker"]) != seat for _, entry in at_machines(position)), f"{seat} has placed nobody yet")
    need(all(place["sabotage"] is None or place["sabotage"]["by"] != seat for place in position["machines"].values()),
         f"{seat} has sabotaged nothing yet")


def check_actions(position, spent):
    """How many forced actions can be left. spent says whether one was just used."""
    vitamins = "vitamins" not in held(position, current(position))
    most = FORCED - 1 + VITAMINS if vitamins else FORCED - (1 if spent else 0)
    if vitamins and spent:
        most -= 1
    need(position["actions"] <= most, "too many actions left")


def check_machines(position):
    for machine in MACHINES:
        place = position["machines"][machine]
        need(len({owner(entry["worker"]) for entry in place["workers"]}) <= 1, "two teams at one machine")
        sabotage = place["sabotage"]
        if sabotage is not None and sabotage["fresh"]:
            need(sabotage["by"] == current(position), "fresh sabotage by another seat")


def check_closing(position):
    turns, players = position["turns"], position["players"]
    for seat in seats_of(position):
        entries = position["closing"][seat]
        for entry in entries:
            need(turns <= entry["due"] <= turns + players, "a closing card that is not due in the next round")
            need(seat_of_turn(position, entry["due"]) == seat, "a closing card due in another's turn")
            need(entry["card"] == "f0" or entry["due"] > players, "a closing card played before the first turn")
            need(entry["card"] == "f1" or entry["due"] == turns, "f0 is due at once")
        old = [entry["card"] == "f1" and entry["due"] == turns for entry in entries]
        need(old == sorted(old, reverse=True), "closing cards out of order")


def check_bribery(position):
    for worker in (*position["tempted"], *position["locked"]):
        need(owner(worker) != current(position), "bribery of one's own worker")
        need(price(worker) is not None, "bribery of one who says NO")
    for worker, made in position["tempted"].items():
        need(1 <= made["offers"] <= OFFERS_MAX, "offers")
        need(made["best"] >= price(worker) + (made["offers"] - 1) * STEP, "offers below the bribe value")
    need(position["bids"] == {} or position["step"] == "bid", "bids outside bidding")


def check_money(position):
    """The bank paid out the start money and finished orders, and received the payments for repairs."""
    seen = position["row"] + position["orders_left"]
    seen += [entry["order"] for orders in position["orders"].values() for entry in orders]
    most = position["players"] * CASH + sum(pay_off(order) for order in ORDERS if order not in seen)
    need(sum(position["money"].values()) + sum(position["repaired"].values()) <= most, "money out of nothing")


# ---- steps of a turn

def phase(position):
    """The step; for drawing and covering, with the reason."""
    pending = position["pending"]
    return f"{position['step']} {pending['why']}" if pending is not None and "why" in pending else position["step"]


def no_finished_orders(position):
    need(all(open_tasks(entry) for orders in position["orders"].values() for entry in orders), "a finished order")


def nobody_has_won(position):
    need(max(position["completed"].values()) < ORDERS_TO_END, "the game is over")


def in_closing(position):
    need(position["actions"] == 0, "actions left at a closing time")


def after_closing(position):
    """The seat's turn is over except for its surplus: its due cards have gone under its deck."""
    in_closing(position)
    no_finished_orders(position)
    need(due_cards({**position, "turn": current(position)}) == [], "a closing card is still due")


def hands_adjusted(position):
    after_closing(position)
    nobody_has_won(position)
    under = position["under"][current(position)]
    need("f0" in under or "f1" in under, "no closing card went under the deck")


def check_act(position):
    check_actions(position, spent=False)
    no_finished_orders(position)


def check_reveal(position):
    """An order was just taken: the seat's last one, without markers."""
    check_actions(position, spent=True)
    no_finished_orders(position)
    orders = position["orders"][current(position)]
    need(orders and orders[-1]["covered"] == [], "no order was taken")


def check_draw(position):
    check_actions(position, spent=True)
    no_finished_orders(position)
    pending = position["pending"]
    need(pending["seat"] == current(position) and pending["left"] == 1, "another draw")
    need(position["unseen"][pending["seat"]], "no unseen card")


def check_trade(position):
    """Some of the last cards under the deck were traded, as many as were and are still to be drawn."""
    check_actions(position, spent=True)
    no_finished_orders(position)
    pending = position["pending"]
    seat = current(position)
    need(pending["seat"] == seat and position["unseen"][seat], "another draw")
    under = position["under"][seat]
    need(any(len(under) >= traded and under[-traded:] == card_order(under[-traded:])
             and len(position["hand"][seat]) >= traded - pending["left"]
             for traded in range(pending["left"], TRADE_MAX + 1)), "no cards were traded")


def check_refill(position):
    hands_adjusted(position)
    pending = position["pending"]
    order = [*clockwise_after(position, current(position)), current(position)]
    need(all(len(position["hand"][seat]) <= HAND for seat in order), "a hand of more than five")
    for seat in order[:order.index(pending["seat"])]:
        need(len(position["hand"][seat]) == HAND or deck_size(position, seat) == 0, "a hand before is not filled")
    seat = pending["seat"]
    need(position["unseen"][seat], "no unseen card")
    need(pending["left"] == min(HAND - len(position["hand"][seat]), deck_size(position, seat)), "left")


def check_counter(position):
    """The play that is being answered was legal: it is, with the card back in the hand."""
    pending = position["pending"]
    check_actions(position, spent=True)
    no_finished_orders(position)
    need(pending["by"] == current(position), "a play by another seat")
    before = copy(position)
    before.update({"step": "act", "pending": None})
    to_hand(before, pending["by"], pending["card"])
    need(allows(legal_forced(before), f"play {pending['card']} {pending['target']}"), "a play that was not legal")
    if pending["card"] in DAMAGE:
        need(pending["asked"] != pending["by"], "the player himself is asked")
    else:
        need(pending["asked"] == owner(pending["target"].split(" ")[0]), "another seat is asked")


def check_approached(position):
    """A worker being bribed in either way is at a machine and is not locked."""
    check_act(position)
    worker = position["pending"]["worker"]
    need(place_of(position, worker) is not None, "a bribe for one who is at no machine")
    need(owner(worker) != current(position) and name_of(worker) in PRICE, "a bribe for one who cannot be bribed")
    need(worker not in position["locked"], "a bribe for one who is locked")


def check_answer(position):
    check_approached(position)
    pending = position["pending"]
    if pending["kind"] == "tempt":
        made = position["tempted"].get(pending["worker"], {"best": None})
        need(made["best"] == pending["amount"], "the offer is not counted")
        need(pending["amount"] <= position["money"][current(position)], "an offer of more than there is")
    elif pending["kind"] == "demand":
        need(pending["worker"] in position["tempted"], "a demand without an offer")
        best = position["tempted"][pending["worker"]]["best"]
        need(best <= position["money"][current(position)], "an offer of more than there is")
        need(best < pending["amount"] <= DEMAND_MAX, "no possible demand")
    else:
        need(allows(legal_free(position), f"bribe {pending['worker']}"), "a bribe that was not legal")


def check_bid(position):
    check_approached(position)
    worker = position["pending"]["worker"]
    two = (current(position), owner(worker))
    need(all(position["money"][seat] >= price(worker) for seat in two), "no money to bid with")
    need(position["bids"].keys() < set(two), "bids by others, or all of them")
    for seat, bid in position["bids"].items():
        need(price(worker) <= bid <= position["money"][seat], "no possible bid")


def check_decide(position):
    check_approached(position)
    worker = position["pending"]["worker"]
    two = (current(position), owner(worker))
    need(position["pending"]["by"] in two, "a stranger decides")
    loser = two[1] if position["pending"]["by"] == two[0] else two[0]
    need(position["money"][loser] >= price(worker), "the lower bid was more than there is")


def check_cover(position):
    pending = position["pending"]
    seat, machine = pending["by"], pending["machine"]
    orders = wanting(position, seat, machine)
    if position["options"]["markers"] == "may":
        need(orders, "no task for the marker")
        return
    need(len(orders) == ORDERS_MAX, "no choice of orders")
    need(pending["markers"] < sum(open_tasks(entry).count(machine) for entry in orders), "enough markers for all")


def check_cover_repair(position):
    check_act(position)
    check_cover(position)
    pending = position["pending"]
    need(pending["by"] == current(position) and pending["markers"] == 1, "a repair covers one task of the repairer's")
    need(position["machines"][pending["machine"]]["sabotage"] is None, "not repaired")
    need(position["repaired"][pending["by"]] > 0, "nothing was repaired")


def check_cover_closing(position):
    in_closing(position)
    check_cover(position)
    need(due_cards(position), "no closing card is due")
    pending = position["pending"]
    seat, machine = pending["by"], pending["machine"]
    need(team_at(position, machine) == seat, "markers for a team that is not there")
    placed = output(position, machine) - pending["markers"]
    need(0 <= placed <= covered(position, seat, machine), "markers do not fit the output")
    before = MACHINES[:MACHINES.index(machine)]
    for earlier in before:
        made = output(position, earlier)
        team = team_at(position, earlier)
        if made > 0 and wanting(position, team, earlier) and position["options"]["markers"] == "must":
            need(covered(position, team, earlier) >= made, "an earlier machine's markers are missing")
    for other in seats_of(position):
        gained = {m for m in before if team_at(position, m) == other and output(position, m) > 0}
        gained |= {machine} if other == seat and placed > 0 else set()
        for entry in position["orders"][other]:
            need(open_tasks(entry) or gained & set(entry["covered"]), "a finished order")


def covered(position, seat, machine):
    return sum(entry["covered"].count(machine) for entry in position["orders"][seat])


def check_under(position):
    hands_adjusted(position)
    need(any(len(hand) > HAND for hand in position["hand"].values()), "no hand of more than five")


def check_over(position):
    after_closing(position)
    if position["turns"] < ROUNDS * position["players"]:
        need(max(position["completed"].values()) >= ORDERS_TO_END, "nobody has completed three orders")
        under = position["under"][current(position)]
        need(under and under[-1] in ("f0", "f1"), "the game ends with a closing time")


CHECKS = {
    "reveal": check_reveal, "act": check_act, "counter": check_counter, "answer": check_answer, "bid": check_bid,
    "decide": check_decide, "under": check_under, "over": check_over,
    "draw draw": check_draw, "draw trade": check_trade, "draw refill": check_refill,
    "cover repair": check_cover_repair, "cover closing": check_cover_closing,
}
