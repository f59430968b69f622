"""Deeds of Integralis, derived from positions and moves."""

from common import copy
from integralis_rules import SEATS
from promises import NUMBER

ENOUGH = {"tempt": 2, "bid": 1}
MACHINES = {"collate", "fold", "glue", "sew"}
WORKERS = {"fritz", "greta", "hugo", "wilma", "ida", "jupp", "kathi", "lars", "moni"}
ORDERS = {f"o{pay}" for pay in range(4, 16)}
ACTIONS = ("draw", "recall", "take", "play", "trade", "swap")


def forms(setup):
    seats = set(SEATS[:setup["players"]])
    meeting = setup["options"]["meeting"]
    worker = (seats, WORKERS)
    found = [
        [{"recall"}, WORKERS],
        [{"take"}, ORDERS],
        [{"swap"}, ORDERS, ORDERS],
        [{"play"}, WORKERS, MACHINES],
        [{"play"}, {"f0", "f1", "vitamins"}],
        [{"play"}, {"overtime"}, WORKERS],
        [{"play"}, {"mixup", "coffee", "byebye"}, worker],
        [{"play"}, {"sabotage5", "sabotage2"}, MACHINES],
        [{"play"}, {"illness"}, seats],
        [{"repair"}, MACHINES],
        [{"tempt"}, worker, NUMBER],
        [{"bribe"}, worker],
        [{"cover"}, MACHINES, ORDERS],
        [{"counter"}, {"coffee", "sabotage5", "sabotage2", "illness"} | {"meeting"}, seats],
        [{"sell"}, worker, NUMBER],
        [{"buy"}, worker, NUMBER],
        [{"release"}, worker],
        [{"resist"}, worker],
        [{"keep"}, worker],
        [{"dismiss"}, worker],
        [{"bid"}, NUMBER, {"for"}, worker],
    ]
    if meeting == "all":
        found.append([{"play"}, {"meeting"}, seats])
    if meeting == "machine":
        found.append([{"play"}, {"meeting"}, seats, MACHINES])
    if meeting == "absent":
        found[13][1].discard("meeting")
    if setup["options"].get("markers") == "may":
        found.append([{"waive"}, MACHINES])
    return found


def when(position):
    if position["step"] == "over":
        return 10**6, 10**6
    turn = max(1, position["turns"])
    return turn, (turn - 1) // position["players"]


def deeds(position, seat, move):
    verb, *words = move.split(" ")
    if verb in ("recall", "take", "swap", "play", "repair", "tempt", "bribe", "cover", "waive"):
        return [(seat, move)]
    pending = position["pending"]
    if verb == "counter":
        return [(seat, f"counter {pending['card']} {pending['by']}")]
    if verb == "accept":
        worker, amount = pending["worker"], pending["amount"]
        return [(worker.split(".")[0], f"sell {worker} {amount}"), (position["turn"], f"buy {worker} {amount}")]
    if verb in ("release", "resist"):
        return [(seat, f"{verb} {pending['worker']}")]
    if verb in ("stay", "leave"):
        return [(seat, f"{'keep' if verb == 'stay' else 'dismiss'} {pending['worker']}")]
    if verb == "bid":
        return [(seat, f"bid {words[0]} for {pending['worker']}")]
    return []


def decisions(position, seat, move):
    if position["step"] != "bid":
        return [(position, seat, move)]
    both = [who for who in SEATS if who in (position["turn"], position["pending"]["worker"].split(".")[0])]
    if any(who != seat and who not in position["bids"] for who in both):
        return []
    found = []
    for who in both:
        then = copy(position)
        bid = then["bids"].pop(who, None)
        found.append((then, who, move if who == seat else f"bid {bid}"))
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
    verb = move.split(" ")[0]
    if position["step"] != "act" or verb == "end":
        return None
    return "action" if verb in ACTIONS else "time"
