"""Decides whether the rules can produce a given position of Intrige."""

import itertools

from common import is_int, same
from intrige_rules import (
    ALIKE, DECIDING, EDITIONS, NAME, OFFERS_MAX, OPTIONS, PLAYERS, SEATS,
    bribe_bounds, due, edition_of, free_posts, in_order, keeps_deals, may_pay_nothing, new_position, options_clash, owner, park_groups,
    paying_order, posts_held, posts_to_talk_of, profession, seats_of,
)

KEYS = {"game", "edition", "options", "players", "start", "round", "turn", "step", "cash", "home", "palace", "park",
        "island", "stage", "sent"}
STAGE_KEYS = {"kind", "profession", "payer", "for", "paid", "sealed", "offers", "offer", "deals"}
PAYING = ("bribe", "answer")
APPLYING = ("bribe", "answer", "place", "hire", "settle")
STEPS = ("start", *APPLYING, "send", "over")


class Wrong(Exception):
    """The reason why a position is refused."""


def need(true, reason):
    if not true:
        raise Wrong(reason)


def refuse_position(position, history=False):
    """Why the rules cannot produce this position, or None.

    With history, also checks what only the whole past shows: the scholars can have been sent, two a turn, to where they
    are, and no money has vanished.
    """
    try:
        check_shape(position)
        check_scholars(position)
        if position["step"] == "start":
            need(same(position, new_position(position)), "before the start everything is as laid out")
            return None
        check_turn(position)
        check_home(position)
        check_parks(position)
        if position["stage"] is not None:
            check_stage(position)
        if history:
            check_past(position)
    except Wrong as reason:
        return str(reason)
    return None


# ---- shape: keys and kinds of values

def check_shape(position):
    need(isinstance(position, dict) and position.keys() == KEYS, "the keys are not those of a position")
    need(position["game"] == NAME, "another game")
    need(position["edition"] in EDITIONS, "unknown edition")
    need(is_int(position["players"]) and position["players"] in PLAYERS, "players")
    options = position["options"]
    need(isinstance(options, dict) and options.keys() == OPTIONS.keys(), "options")
    need(all(options[name] in values for name, values in OPTIONS.items()), "unknown value of an option")
    need(options_clash(options) is None, "options that do not go together")
    seats = seats_of(position)
    need(position["step"] in STEPS, "unknown step")
    need(is_int(position["round"]), "round")
    for key in ("start", "turn", "sent"):
        need(position[key] is None or position[key] in seats, f"{key} is no seat")
    for key in ("cash", "home", "palace", "park"):
        need(isinstance(position[key], dict) and position[key].keys() == set(seats), f"{key} is not for every seat")
    for cash in position["cash"].values():
        need(is_int(cash) and cash >= 0 and cash % edition_of(position)["smallest"] == 0, "cash")
    check_lists(position)
    if position["stage"] is not None:
        check_stage_shape(position)


def check_lists(position):
    edition = edition_of(position)
    for seat in seats_of(position):
        home, palace, park = (position[key][seat] for key in ("home", "palace", "park"))
        need(isinstance(home, list) and all(p in edition["professions"] for p in home), "home holds no profession")
        need(home == sorted(home, key=edition["professions"].index), "home is out of order")
        need(isinstance(palace, dict) and palace.keys() == {str(post) for post in edition["posts"]}, "posts")
        check_scholar_names(position, [holder for holder in palace.values() if holder is not None])
        check_scholar_names(position, park)
        need(park == in_order(position, park), "park is out of order")
    check_scholar_names(position, position["island"])
    need(position["island"] == in_order(position, position["island"]), "island is out of order")


def check_scholar_names(position, scholars):
    known = [f"{seat}.{p}" for seat in seats_of(position) for p in edition_of(position)["professions"]]
    need(isinstance(scholars, list) and all(s in known for s in scholars), "no such scholar")


def check_stage_shape(position):
    stage = position["stage"]
    seats, edition = seats_of(position), edition_of(position)
    need(isinstance(stage, dict) and stage.keys() == STAGE_KEYS, "the keys are not those of a stage")
    need(stage["kind"] in tuple(DECIDING), "unknown kind of stage")
    need(stage["profession"] is None or stage["profession"] in edition["professions"], "disputed profession")
    need(stage["payer"] is None or stage["payer"] in seats, "payer is no seat")
    check_scholar_names(position, [] if stage["for"] is None else [stage["for"]])
    need(is_int(stage["offers"]) and 0 <= stage["offers"] <= OFFERS_MAX, "offers")
    for key, keys in (("paid", {"scholar", "amount", "bank"}), ("deals", {"scholar", "post", "amount"})):
        need(isinstance(stage[key], list), f"{key} is no list")
        for place, entry in enumerate(stage[key]):
            need(isinstance(entry, dict) and entry.keys() == keys, f"{key} has other keys")
            check_scholar_names(position, [entry["scholar"]])
            nothing = key == "paid" and may_pay_nothing(position, place)
            check_amount(position, entry["amount"], nothing)
            need("bank" not in keys or isinstance(entry["bank"], bool), "bank is true or false")
            need("post" not in keys or is_int(entry["post"]) and entry["post"] in edition["posts"], "no such post")
    need(isinstance(stage["sealed"], dict) and all(seat in seats for seat in stage["sealed"]), "sealed")
    for seat, amounts in stage["sealed"].items():
        need(isinstance(amounts, list) and amounts, "sealed holds no list of amounts")
        for place, amount in enumerate(amounts):
            nothing = may_pay_nothing(position, place) and is_holders(position, seat)
            check_amount(position, amount, nothing)
    offer = stage["offer"]
    if offer is not None:
        need(isinstance(offer, dict) and offer.keys() == {"post", "amount", "by"}, "offer has other keys")
        need(is_int(offer["post"]) and offer["post"] in edition["posts"], "no such post")
        need(offer["by"] in seats, "offer is by no seat")
        check_amount(position, offer["amount"])


def is_holders(position, seat):
    """Whether the scholar who holds the disputed post belongs to the seat."""
    held = [holder for holder in position["palace"].get(position["turn"], {}).values() if holder is not None]
    return any(profession(holder) == position["stage"]["profession"] and owner(holder) == seat for holder in held)


def check_amount(position, amount, nothing=False):
    smallest = edition_of(position)["smallest"]
    need(is_int(amount) and amount >= (0 if nothing else smallest) and amount % smallest == 0, "no sum that can be paid")


# ---- scholars, and what round and turn imply about them

def check_scholars(position):
    everywhere = list(position["island"])
    for seat in seats_of(position):
        holders = [holder for holder in position["palace"][seat].values() if holder is not None]
        held = [profession(holder) for holder in holders]
        need(len(held) == len(set(held)), "two of one profession in one palace")
        need(all(owner(s) != seat for s in holders + position["park"][seat]), "a scholar in his own palace or park")
        everywhere += [f"{seat}.{p}" for p in position["home"][seat]] + holders + position["park"][seat]
    for seat in seats_of(position):
        for p in edition_of(position)["professions"]:
            need(everywhere.count(f"{seat}.{p}") == ALIKE, f"not two of {seat}.{p}")


def check_turn(position):
    rounds = edition_of(position)["rounds"]
    step = position["step"]
    need(position["start"] is not None, "no start seat")
    need((position["stage"] is not None) == (step in APPLYING), "stage and step do not go together")
    need(position["sent"] is None or step == "send", "sent outside sending")
    if step == "over":
        need(position["turn"] is None and position["round"] == rounds, "over before the end")
        return
    need(position["turn"] is not None, "nobody's turn")
    need(1 <= position["round"] <= rounds, "no such round")
    if step == "send":
        need(position["round"] < rounds, "nobody sends in the last round")
        need(position["sent"] != position["turn"], "sent to his own palace")


class Calendar:
    """Turns counted from 0 through the whole game: when each seat sent last, and which palaces have considered
    since."""

    def __init__(self, position):
        self.position = position
        self.seats = seats_of(position)
        n = len(self.seats)
        rounds = edition_of(position)["rounds"]
        first = self.seats.index(position["start"])
        self.place = {seat: (self.seats.index(seat) - first) % n for seat in self.seats}
        self.over = position["step"] == "over"
        self.now = rounds * n if self.over else (position["round"] - 1) * n + self.place[position["turn"]]
        self.n = n
        self.last_send_turn = (rounds - 1) * n - 1

    def latest(self, seat, limit):
        """The seat's latest turn up to this one; negative if it has had none."""
        return limit - (limit - self.place[seat]) % self.n

    def last_sent(self, seat):
        """The turn in which the seat last sent scholars, or None."""
        if seat == self.position["turn"] and self.position["sent"] is not None:
            return self.now
        turn = self.latest(seat, min(self.now - 1, self.last_send_turn))
        return turn if turn >= 0 else None

    def fresh(self, seat):
        """How many scholars the seat sent in that turn."""
        if self.last_sent(seat) is None:
            return 0
        return 1 if self.last_sent(seat) == self.now else 2

    def sent_in_all(self, seat):
        if self.last_sent(seat) is None:
            return 0
        return 2 * (self.last_sent(seat) // self.n) + self.fresh(seat)

    def waits(self, seat, palace):
        """Whether all scholars that the seat sent last to this palace are still in its park."""
        considered = self.latest(palace, self.now)
        if self.nothing_decided() and palace == self.position["turn"]:
            considered -= self.n
        return self.last_sent(seat) is not None and considered < self.last_sent(seat)

    def may_be_in_park(self, seat, palace):
        if palace == self.position["turn"] and self.position["step"] in APPLYING:
            return self.last_sent(seat) is not None and self.last_sent(seat) > self.now - self.n
        return self.waits(seat, palace)

    def nothing_decided(self):
        """Whether the landlord is still being paid for the first possible stage."""
        stage = self.position["stage"]
        return stage is not None and stage["kind"] == "uncontested" and self.position["step"] in PAYING


def check_home(position):
    calendar = Calendar(position)
    relatives = ALIKE * len(edition_of(position)["professions"])
    for seat in seats_of(position):
        need(len(position["home"][seat]) == relatives - calendar.sent_in_all(seat),
             f"the number of {seat} at home does not fit round and turn")


def applicants_of(position, seat):
    """{palace: how many of the seat's last two are known to have gone there}: in a park, or paid for and decided."""
    counts = {palace: sum(owner(s) == seat for s in park) for palace, park in position["park"].items()}
    if position["step"] in ("place", "hire"):
        paid = [entry["scholar"] for entry in position["stage"]["paid"]]
        for scholar in position["park"][position["turn"]]:
            if scholar in paid:
                paid.remove(scholar)
        counts[position["turn"]] += sum(owner(s) == seat for s in paid)
    return counts


def check_parks(position):
    calendar = Calendar(position)
    apart = edition_of(position)["apart"]
    for seat in seats_of(position):
        counts = applicants_of(position, seat)
        for palace, count in counts.items():
            need(count == 0 or calendar.may_be_in_park(seat, palace),
                 f"{seat} cannot have anybody in the park of {palace} now")
            need(not apart or count <= 1, f"{seat} sent both to {palace}")
        known = sum(counts.values())
        need(known <= calendar.fresh(seat), f"{seat} has too many in the parks")
        if calendar.last_sent(seat) == calendar.now:
            need(counts[position["sent"]] == 1, f"nobody of {seat} is where the first was sent")
        considered = [palace for palace in seats_of(position)
                      if palace != seat and not calendar.waits(seat, palace) and not (apart and counts[palace])]
        gone = calendar.fresh(seat) - known
        need(gone <= (len(considered) if apart else gone * len(considered)), f"{seat} has too few in the parks")


# ---- the stage

def check_stage(position):
    stage = position["stage"]
    step = position["step"]
    uncontested, external, internal = park_groups(position)
    kind = "uncontested" if uncontested else "external" if external else "internal"
    need(uncontested or external or internal, "a stage without applicants")
    need(stage["kind"] == kind, "the park gives another stage")
    need(stage["profession"] == (internal[0] if kind == "internal" else None), "the park gives another profession")
    need(step in PAYING or step == DECIDING[kind], "stage and step do not go together")
    if step in PAYING:
        check_paying(position)
    else:
        need(stage["payer"] is None and stage["for"] is None, "a payer while the landlord decides")
        need(stage["sealed"] == {}, "sealed bribes while the landlord decides")
        need(stage["offers"] == 0 and stage["offer"] is None, "an offer while the landlord decides")
        check_deciding(position)
    check_purses(position)
    check_deals(position)


def check_paying(position):
    stage = position["stage"]
    everyone = due(position)
    paid = [entry["scholar"] for entry in stage["paid"]]
    if position["options"]["bribes"] == "sealed":
        need(position["step"] == "bribe", "offers with sealed bribes")
        need(stage["payer"] is None and stage["for"] is None, "a payer is named with sealed bribes")
        need(paid == [] and stage["offers"] == 0 and stage["offer"] is None, "sealed bribes shown too early")
        names = [owner(scholar) for scholar in everyone]
        for seat, amounts in stage["sealed"].items():
            need(len(amounts) <= names.count(seat), f"{seat} sealed too many bribes")
            check_sealed(position, seat, amounts)
        need(sum(len(amounts) for amounts in stage["sealed"].values()) < len(names), "all is sealed and not revealed")
        return
    need(stage["sealed"] == {}, "sealed bribes where they are open")
    need(len(paid) < len(everyone) and paid == everyone[:len(paid)], "paid does not fit the park")
    need(stage["for"] == everyone[len(paid)], "somebody else is to be paid for")
    need(stage["payer"] == owner(stage["for"]), "somebody else pays")
    check_offer(position)


def check_sealed(position, seat, amounts):
    cash = position["cash"][seat]
    for amount in amounts:
        need(amount <= max(cash, edition_of(position)["smallest"]), f"{seat} sealed more than it has")
        cash = max(0, cash - amount)


def check_offer(position):
    stage = position["stage"]
    edition = edition_of(position)
    offer = stage["offer"]
    need((offer is not None) == (position["step"] == "answer"), "offer and step do not go together")
    if stage["offers"] == 0:
        need(offer is None, "an offer that is not counted")
        return
    need(position["options"]["deals"] != "none", "offers without deals")
    need(stage["for"] not in [entry["scholar"] for entry in stage["paid"]], "an offer for one who cannot win")
    if offer is None:
        need(posts_to_talk_of(position), "offers where no post could be offered")
        return
    need(offer["post"] in posts_to_talk_of(position), "an offer of a post that cannot be had")
    if offer["by"] == stage["payer"]:
        need(offer["amount"] <= bribe_bounds(position, stage["payer"])[1], "an offer of more than the payer has")
    else:
        need(offer["by"] == position["turn"], "an offer by a stranger")
        need(stage["offers"] >= 2, "a counter to no offer")
        need(offer["amount"] <= max(edition["posts"]) * edition["rounds"], "a counter that is too high")


def decided(position):
    """The paid entries that the landlord has already decided, and those still open."""
    waiting = {profession(s) for s in position["park"][position["turn"]]}
    entries = position["stage"]["paid"]
    return ([entry for entry in entries if profession(entry["scholar"]) not in waiting],
            [entry for entry in entries if profession(entry["scholar"]) in waiting])


def check_deciding(position):
    """Whether paid is what the stage began with, and the decisions since followed the order of the rules."""
    stage = position["stage"]
    paid = [entry["scholar"] for entry in stage["paid"]]
    if stage["kind"] == "internal":
        need(paid == due(position), "paid does not fit the conflict")
        return
    need(paid == paying_order(position, paid), "paid is not in paying order")
    gone, left = ([entry["scholar"] for entry in part] for part in decided(position))
    need(left == due(position), "paid does not fit the park")
    palace = position["palace"][position["turn"]]
    if stage["kind"] == "uncontested":
        need(paid == gone + left, "placed out of order")
        need(len({profession(s) for s in paid}) == len(paid), "two of one profession are uncontested")
        need(all(s in palace.values() for s in gone), "placed, and not in the palace")
        return
    professions = edition_of(position)["professions"]
    names = [profession(s) for s in paid]
    need(all(names.count(p) >= 2 for p in names), "a conflict of one")
    first_open = min(professions.index(profession(s)) for s in left)
    need(all(professions.index(profession(s)) < first_open for s in gone), "hired out of order")
    for p in {profession(s) for s in gone}:
        rivals = [s for s in gone if profession(s) == p]
        winner = next((holder for holder in palace.values() if holder in rivals), None)
        need(winner is not None, "a conflict without a winner")
        rivals.remove(winner)
        need(all(position["island"].count(s) >= rivals.count(s) for s in rivals), "a loser is not on the island")


def refunds(position):
    """What the landlord has already refunded in this stage: {seat or None for the bank: sum}."""
    back = {}
    if position["options"]["refund"] == "no" or position["step"] != "hire":
        return back
    gone, _ = decided(position)
    palace = position["palace"][position["turn"]]
    for p in {profession(entry["scholar"]) for entry in gone}:
        rivals = [entry for entry in gone if profession(entry["scholar"]) == p]
        winner = next(i for i, entry in enumerate(rivals) if entry["scholar"] in palace.values())
        for entry in rivals[:winner] + rivals[winner + 1:]:
            taker = None if entry["bank"] else owner(entry["scholar"])
            back[taker] = back.get(taker, 0) + entry["amount"]
    return back


def cash_before(position, place):
    """The payer's cash just before this paid entry."""
    entries = position["stage"]["paid"]
    seat = owner(entries[place]["scholar"])
    spent = sum(entry["amount"] for entry in entries[place:]
                if owner(entry["scholar"]) == seat and not entry["bank"])
    return position["cash"][seat] - refunds(position).get(seat, 0) + spent


def check_purses(position):
    """Whether the payments of this stage fit the cash that payers and landlord have now."""
    entries = position["stage"]["paid"]
    received = sum(entry["amount"] for entry in entries) - sum(refunds(position).values())
    need(position["cash"][position["turn"]] >= received, "the landlord has less than he was paid")
    for place, entry in enumerate(entries):
        before = cash_before(position, place)
        if entry["bank"]:
            need(entry["amount"] == edition_of(position)["smallest"], "the bank paid more than the smallest bribe")
            need(before == 0, "the bank paid for a seat with cash")
        need(entry["bank"] or before >= entry["amount"], "a seat got less back than it was due")


# ---- deals

def check_deals(position):
    stage = position["stage"]
    deals = stage["deals"]
    names = [deal["scholar"] for deal in deals]
    need(not deals or position["options"]["deals"] != "none", "deals where there are none")
    need(len(set(names)) == len(names), "two deals for one scholar")
    order = [entry["scholar"] for entry in stage["paid"]]
    if stage["for"] is not None and stage["offers"] > 0 and stage["for"] not in order and position["step"] == "bribe":
        order.append(stage["for"])
    need(all(name in order for name in names), "a deal for nobody who has been talked about")
    need(names == sorted(names, key=order.index), "deals out of order")
    posts = posts_at_the_beginning(position)
    for deal in deals:
        need(deal["post"] in posts, "a deal on a post that was not to be had")
        place = order.index(deal["scholar"])
        if place < len(stage["paid"]):
            affordable = max(cash_before(position, place), edition_of(position)["smallest"])
        else:
            affordable = bribe_bounds(position, stage["payer"])[1]
        need(deal["amount"] <= affordable, "a deal the payer could not afford")
    if position["options"]["deals"] == "binding":
        check_binding(position)


def posts_at_the_beginning(position):
    """The posts that could be offered when the stage began."""
    stage = position["stage"]
    landlord = position["turn"]
    if stage["kind"] == "internal":
        return [posts_held(position, landlord)[stage["profession"]]]
    posts = free_posts(position, landlord)
    if position["step"] in ("place", "hire"):
        filled = posts_held(position, landlord)
        posts += [filled[profession(entry["scholar"])] for entry in decided(position)[0]]
    return posts


def check_binding(position):
    stage = position["stage"]
    deals = stage["deals"]
    for one, other in itertools.combinations(deals, 2):
        need(one["post"] != other["post"], "two binding deals on one post")
        need(profession(one["scholar"]) != profession(other["scholar"]), "two binding deals on one profession")
    order = [entry["scholar"] for entry in stage["paid"]]
    for deal in deals:
        if deal["scholar"] in order:
            need(stage["paid"][order.index(deal["scholar"])]["amount"] >= deal["amount"], "paid less than bound to")
    if position["step"] in ("place", "hire"):
        held = posts_held(position, position["turn"])
        for entry in decided(position)[0]:
            p = profession(entry["scholar"])
            winner = position["palace"][position["turn"]][str(held[p])]
            need(keeps_deals(position, winner, held[p]), "a binding deal was broken")


# ---- the past

def check_past(position):
    edition = edition_of(position)
    seats = seats_of(position)
    need(sum(position["cash"].values()) >= len(seats) * edition["cash"], "money has vanished")
    calendar = Calendar(position)
    if calendar.now == 0:
        need(all(cash == edition["cash"] for cash in position["cash"].values()), "money before any was paid")
    for seat in seats:
        need(could_be_sent(position, calendar, seat), f"no way of sending brings those of {seat} to where they are")


def could_be_sent(position, calendar, seat):
    """Whether some sequence of turns explains where this seat's scholars are.

    Every seat can be checked alone: a scholar who applied where the profession has a post may have won or lost there.
    """
    apart = edition_of(position)["apart"]
    targets = possible_targets(position, seat)
    parked = [palace for palace, park in position["park"].items() for s in park if owner(s) == seat]
    open_slots = calendar.fresh(seat) - len(parked)
    earlier_turns = (calendar.sent_in_all(seat) - calendar.fresh(seat)) // 2
    for chosen in itertools.combinations(range(len(targets)), open_slots):
        for palaces in itertools.product(*(targets[i] for i in chosen)):
            if any(calendar.waits(seat, palace) for palace in palaces):
                continue
            if apart and len(set(parked) | set(palaces)) < len(parked) + len(palaces):
                continue
            rest = [palaces for i, palaces in enumerate(targets) if i not in chosen]
            if all(rest) and (not apart or fits_apart(rest, earlier_turns)):
                return True
    return False


def possible_targets(position, seat):
    """For each decided scholar of a seat, the palaces where that can have happened."""
    targets = []
    for palace, posts in position["palace"].items():
        targets += [[palace] for holder in posts.values() if holder is not None and owner(holder) == seat]
    for scholar in position["island"]:
        if owner(scholar) == seat:
            targets.append([palace for palace in position["palace"]
                            if palace != seat and profession(scholar) in posts_held(position, palace)])
    return targets


def fits_apart(targets, turns):
    """Whether a palace can be chosen for each so that they form pairs with different palaces, one pair a turn."""
    reachable = {()}
    for palaces in targets:
        reachable = {tuple(sorted(counts + (palace,))) for counts in reachable for palace in palaces
                     if counts.count(palace) < turns}
    return bool(reachable)
