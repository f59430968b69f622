"""The rules of Intrige, written for clarity, not speed: a position is a dict, a move makes a new one."""

from common import CHANCE, IllegalMove, allows, copy, run, sorted_lines

NAME = "intrige"
SEATS = ("red", "yellow", "green", "blue", "violet")
PLAYERS = (3, 4, 5)

# smallest: the smallest bribe, and the step of all money. apart: the two scholars of a turn go to different palaces.
EDITION = {
    "mayfair2005": {
        "posts": (1000, 3000, 6000, 10000),
        "professions": ("scientist", "doctor", "priest", "clerk"),
        "cash": 32000, "smallest": 1000, "apart": False, "rounds": 5,
    },
    "amigo2003": {
        "posts": (1000, 3000, 6000, 10000),
        "professions": ("alchemist", "healer", "minister", "scribe"),
        "cash": 32000, "smallest": 1000, "apart": True, "rounds": 5,
    },
    "fxschmid1994": {
        "posts": (10000, 20000, 30000, 50000, 100000),
        "professions": ("banker", "lawyer", "scholar", "soldier", "priest"),
        "cash": 320000, "smallest": 10000, "apart": True, "rounds": 6,
    },
}
EDITIONS = tuple(EDITION)
OPTIONS = {
    "bribes": ("open", "sealed"),
    "refund": ("no", "yes"),
    "deals": ("none", "loose", "binding"),
    "money": ("hidden", "open"),
    "defence": ("must", "may"),
    "promises": ("word", "bond"),
}
DEFAULTS = {"amigo2003": {"defence": "may"}}
VERSION_1 = {"defence": "must", "promises": "word"}
DRAWN = ("defence", "promises")
OFFERS_MAX = 3
ALIKE = 2  # relatives of one seat and one profession
DECIDING = {"uncontested": "place", "external": "hire", "internal": "settle"}


def options_clash(options):
    if options["bribes"] == "sealed" and options["money"] != "hidden":
        return "sealed bribes need money=hidden"
    if options["deals"] != "none" and options["bribes"] != "open":
        return "deals need bribes=open"
    return None


# ---- helpers

def edition_of(position):
    return EDITION[position["edition"]]


def seats_of(position):
    return list(SEATS[:position["players"]])


def owner(scholar):
    return scholar.split(".")[0]


def profession(scholar):
    return scholar.split(".")[1]


def clockwise_after(position, seat):
    """The other seats, clockwise from this one's left."""
    seats = seats_of(position)
    place = seats.index(seat)
    return seats[place + 1:] + seats[:place]


def in_order(position, scholars):
    """Scholars in the order of lists: by seat, then profession."""
    professions = edition_of(position)["professions"]
    return sorted(scholars, key=lambda s: (SEATS.index(owner(s)), professions.index(profession(s))))


def posts_held(position, seat):
    """{profession: post} of one palace."""
    return {profession(holder): int(post)
            for post, holder in position["palace"][seat].items() if holder is not None}


def free_posts(position, seat):
    return [int(post) for post, holder in position["palace"][seat].items() if holder is None]


def salaries(position, seat):
    """What a seat's relatives earn in the palaces of others."""
    return sum(int(post)
               for palace in position["palace"].values()
               for post, holder in palace.items()
               if holder is not None and owner(holder) == seat)


# ---- the start

def new_position(setup):
    edition = EDITION[setup["edition"]]
    seats = SEATS[:setup["players"]]
    return {
        "game": NAME,
        "edition": setup["edition"],
        "options": dict(setup["options"]),
        "players": setup["players"],
        "start": None,
        "round": 0,
        "turn": None,
        "step": "start",
        "cash": {seat: edition["cash"] for seat in seats},
        "home": {seat: [p for p in edition["professions"] for _ in range(ALIKE)] for seat in seats},
        "palace": {seat: {str(post): None for post in edition["posts"]} for seat in seats},
        "park": {seat: [] for seat in seats},
        "island": [],
        "stage": None,
        "sent": None,
    }


# ---- stages

def park_groups(position):
    """The landlord's park by stages: (uncontested scholars, external professions, internal professions by salary)."""
    landlord = position["turn"]
    park = position["park"][landlord]
    held = posts_held(position, landlord)
    applicants = {p: [s for s in park if profession(s) == p] for p in edition_of(position)["professions"]}
    uncontested = [group[0] for p, group in applicants.items() if p not in held and len(group) == 1]
    external = [p for p, group in applicants.items() if p not in held and len(group) >= 2]
    internal = [p for p, group in applicants.items() if p in held and group]
    return uncontested, external, sorted(internal, key=lambda p: held[p])


def paying_order(position, scholars):
    """Applicants in paying order: clockwise from the landlord's left (I-10), then by profession."""
    order = clockwise_after(position, position["turn"])
    professions = edition_of(position)["professions"]
    return sorted(scholars, key=lambda s: (order.index(owner(s)), professions.index(profession(s))))


def due(position):
    """Every scholar to be paid for in the current stage, in paying order."""
    landlord = position["turn"]
    park = position["park"][landlord]
    uncontested, external, _ = park_groups(position)
    stage = position["stage"]
    if stage["kind"] == "uncontested":
        return paying_order(position, uncontested)
    if stage["kind"] == "external":
        return paying_order(position, [s for s in park if profession(s) in external])
    disputed = stage["profession"]
    applicants = [s for s in park if profession(s) == disputed]
    return [holder_of(position, disputed)] + paying_order(position, applicants)


def holder_of(position, wanted):
    """The scholar of this profession in the landlord's palace."""
    post = posts_held(position, position["turn"])[wanted]
    return position["palace"][position["turn"]][str(post)]


def next_stage(position):
    """Open the landlord's next stage, or go on to sending if the park is empty."""
    uncontested, external, internal = park_groups(position)
    kind = disputed = None
    if uncontested:
        kind = "uncontested"
    elif external:
        kind = "external"
    elif internal:  # I-4: all applicants against a holder are one conflict
        kind, disputed = "internal", internal[0]
    if kind is None:
        position["stage"] = None
        if position["round"] < edition_of(position)["rounds"]:
            position["step"] = "send"
        else:
            end_turn(position)
        return
    position["stage"] = {
        "kind": kind, "profession": disputed, "payer": None, "for": None, "paid": [], "sealed": {},
        "offers": 0, "offer": None, "deals": [],
    }
    ask_for_bribe(position)


def ask_for_bribe(position):
    """Give the move to the next payer, or to the landlord when all have paid."""
    stage = position["stage"]
    stage["offers"] = 0
    stage["offer"] = None
    everyone = due(position)
    if position["options"]["bribes"] == "sealed":
        if sum(len(amounts) for amounts in stage["sealed"].values()) == len(everyone):
            reveal(position, everyone)
    waiting = everyone[len(stage["paid"]):]
    if not waiting:
        stage["payer"] = stage["for"] = None
        position["step"] = DECIDING[stage["kind"]]
        return
    position["step"] = "bribe"
    if position["options"]["bribes"] == "open":
        stage["for"] = waiting[0]
        stage["payer"] = owner(waiting[0])


# ---- money

def pay(position, giver, taker, amount):
    """Move money between seats; None is the bank."""
    if giver is not None:
        assert position["cash"][giver] >= amount
        position["cash"][giver] -= amount
    if taker is not None:
        position["cash"][taker] += amount


def pay_bribe(position, scholar, amount):
    """The bribe for the next scholar in paying order goes to the landlord. The bank pays for a seat without cash."""
    payer = owner(scholar)
    bank = amount > 0 and position["cash"][payer] == 0
    pay(position, None if bank else payer, position["turn"], amount)
    position["stage"]["paid"].append({"scholar": scholar, "amount": amount, "bank": bank})


def reveal(position, everyone):
    """All sealed bribes are in: the money moves."""
    sealed = copy(position["stage"]["sealed"])
    for scholar in everyone:
        pay_bribe(position, scholar, sealed[owner(scholar)].pop(0))
    position["stage"]["sealed"] = {}


def may_pay_nothing(position, place):
    """I-3: whether the bribe at this place of the paying order may be 0. Only a holder's may, which comes first."""
    return position["options"]["defence"] == "may" and position["stage"]["kind"] == "internal" and place == 0


def least_bribe(position, seat):
    """The least the seat can pay for its next scholar, apart from deals."""
    places = [place for place, scholar in enumerate(due(position)) if owner(scholar) == seat]
    if position["options"]["bribes"] == "sealed":
        place = places[len(position["stage"]["sealed"].get(seat, []))]
    else:
        place = len(position["stage"]["paid"])
    return 0 if may_pay_nothing(position, place) else edition_of(position)["smallest"]


def bribe_bounds(position, seat):
    """Smallest and largest bribe of a seat now, less what it has already sealed. Offers have the same bounds."""
    smallest = edition_of(position)["smallest"]
    cash = position["cash"][seat]
    for amount in position["stage"]["sealed"].get(seat, []):
        if cash > 0:
            cash -= amount
    return smallest, max(cash, smallest)


# ---- turns

def begin_turn(position, seat):
    position["turn"] = seat
    pay(position, None, seat, salaries(position, seat))
    next_stage(position)


def end_turn(position):
    position["sent"] = None
    following = clockwise_after(position, position["turn"])[0]
    if following != position["start"]:
        begin_turn(position, following)
    elif position["round"] < edition_of(position)["rounds"]:
        position["round"] += 1
        begin_turn(position, following)
    else:
        for seat in seats_of(position):
            pay(position, None, seat, salaries(position, seat))
        position["turn"] = None
        position["step"] = "over"


def end(position):
    if position["step"] != "over":
        return None
    best = max(position["cash"].values())
    return {
        "scores": dict(position["cash"]),
        "winners": [seat for seat in seats_of(position) if position["cash"][seat] == best],
        "why": "final payment",
    }


# ---- legal moves

def legal(position):
    """{actor: sorted legal lines}, actors in seat order; empty when the game is over."""
    step = position["step"]
    if step == "start":
        lists = {CHANCE: [f"start {seat}" for seat in seats_of(position)]}
    elif step == "bribe":
        lists = legal_bribes(position)
    elif step == "answer":
        lists = legal_answers(position)
    elif step == "place":
        lists = {position["turn"]: legal_places(position)}
    elif step == "hire":
        lists = {position["turn"]: legal_hires(position)}
    elif step == "settle":
        lists = {position["turn"]: legal_settles(position)}
    elif step == "send":
        lists = {position["turn"]: legal_sends(position)}
    else:
        lists = {}
    return {seat: sorted_lines(lists[seat]) for seat in [*SEATS, CHANCE] if seat in lists}


def legal_bribes(position):
    stage = position["stage"]
    step = edition_of(position)["smallest"]
    if position["options"]["bribes"] == "sealed":
        names = [owner(scholar) for scholar in due(position)]
        return {seat: [run("bribe ", least_bribe(position, seat), bribe_bounds(position, seat)[1], step)]
                for seat in names if len(stage["sealed"].get(seat, [])) < names.count(seat)}
    payer = stage["payer"]
    low, high = bribe_bounds(position, payer)
    deal = standing_deal(position)
    if deal is not None:
        least = deal["amount"] if position["options"]["deals"] == "binding" else least_bribe(position, payer)
        return {payer: [run("bribe ", least, high, step)]}
    lines = [run("bribe ", least_bribe(position, payer), high, step)]
    if position["options"]["deals"] != "none" and stage["offers"] < OFFERS_MAX:
        lines += [run(f"offer {post} for ", low, high, step) for post in posts_to_talk_of(position)]
    return {payer: lines}


def legal_answers(position):
    stage = position["stage"]
    edition = edition_of(position)
    offer = stage["offer"]
    if offer["by"] == stage["payer"]:
        lines = ["accept", "refuse"]
        if stage["offers"] < OFFERS_MAX:
            top = max(edition["posts"]) * edition["rounds"]
            lines += [run(f"counter {post} for ", edition["smallest"], top, edition["smallest"])
                      for post in posts_to_talk_of(position)]
        return {position["turn"]: lines}
    lines = ["refuse"]
    if offer["amount"] <= bribe_bounds(position, stage["payer"])[1]:
        lines.append("accept")
    return {stage["payer"]: lines}


def standing_deal(position):
    """The deal for the scholar now being paid for, not for an identical one who is paid already."""
    stage = position["stage"]
    if stage["for"] in [entry["scholar"] for entry in stage["paid"]]:
        return None
    for deal in stage["deals"]:
        if deal["scholar"] == stage["for"]:
            return deal
    return None


def posts_to_talk_of(position):
    """The posts that an offer or counter may name for the scholar now being paid for."""
    stage = position["stage"]
    scholar = stage["for"]
    if scholar in [entry["scholar"] for entry in stage["paid"]]:
        return []  # I-5: the identical one, paid for before, would win instead
    if stage["kind"] == "internal":
        posts = [posts_held(position, position["turn"])[stage["profession"]]]
    else:
        posts = free_posts(position, position["turn"])
    return [post for post in posts if keeps_deals(position, scholar, post)]


def keeps_deals(position, scholar, post):
    """Whether all binding deals of the stage can still be kept with this scholar on this post."""
    if position["options"]["deals"] != "binding":
        return True
    for deal in position["stage"]["deals"]:
        if profession(deal["scholar"]) == profession(scholar):
            if (deal["scholar"], deal["post"]) != (scholar, post):
                return False
        elif deal["post"] == post:
            return False
    return True


def legal_places(position):
    uncontested, _, _ = park_groups(position)
    scholar = paying_order(position, uncontested)[0]
    return [f"place {scholar} {post}" for post in free_posts(position, position["turn"])
            if keeps_deals(position, scholar, post)]


def legal_hires(position):
    _, external, _ = park_groups(position)
    applicants = [s for s in position["park"][position["turn"]] if profession(s) == external[0]]
    return [f"hire {scholar} {post}" for scholar in applicants for post in free_posts(position, position["turn"])
            if keeps_deals(position, scholar, post)]


def legal_settles(position):
    disputed = position["stage"]["profession"]
    post = posts_held(position, position["turn"])[disputed]
    return [f"settle {scholar}" for scholar in due(position) if keeps_deals(position, scholar, post)]


def legal_sends(position):
    landlord = position["turn"]
    palaces = clockwise_after(position, landlord)
    if edition_of(position)["apart"] and position["sent"] is not None:
        palaces.remove(position["sent"])
    return [f"send {relative} {palace}" for relative in position["home"][landlord] for palace in palaces]


def weight(position, move):
    return 1


# ---- moves

def apply(position, seat, move, verdicts=None):
    """The position after a move. Appends the deals judged at the end of a stage to verdicts, if that is a list."""
    lists = legal(position)
    if seat not in lists or not allows(lists[seat], move):
        raise IllegalMove(f"{seat} cannot {move}")
    after = copy(position)
    verb, *words = move.split(" ")
    if verb == "start":
        after["start"] = words[0]
        after["round"] = 1
        begin_turn(after, words[0])
    elif verb == "send":
        do_send(after, *words)
    elif verb == "bribe":
        do_bribe(after, seat, int(words[0]))
    elif verb in ("offer", "counter"):
        do_offer(after, seat, int(words[0]), int(words[2]))
    elif verb in ("accept", "refuse"):
        do_answer(after, verb)
    else:
        if verb == "place":
            do_place(after, words[0], words[1])
        elif verb == "hire":
            do_hire(after, words[0], words[1])
        else:
            do_settle(after, words[0])
        if not decisions_left(after):
            judge(after, verdicts)
            next_stage(after)
    return after


def do_send(position, relative, palace):
    landlord = position["turn"]
    position["home"][landlord].remove(relative)
    position["park"][palace] = in_order(position, position["park"][palace] + [f"{landlord}.{relative}"])
    if position["sent"] is None:
        position["sent"] = palace
    else:  # I-7: two in every turn
        end_turn(position)


def do_bribe(position, seat, amount):
    stage = position["stage"]
    if position["options"]["bribes"] == "sealed":
        stage["sealed"].setdefault(seat, []).append(amount)
    else:
        pay_bribe(position, stage["for"], amount)
    ask_for_bribe(position)


def do_offer(position, seat, post, amount):
    position["stage"]["offers"] += 1
    position["stage"]["offer"] = {"post": post, "amount": amount, "by": seat}
    position["step"] = "answer"


def do_answer(position, answer):
    stage = position["stage"]
    if answer == "accept":
        stage["deals"].append({"scholar": stage["for"], "post": stage["offer"]["post"],
                               "amount": stage["offer"]["amount"]})
    stage["offer"] = None
    position["step"] = "bribe"


def do_place(position, scholar, post):
    landlord = position["turn"]
    position["park"][landlord].remove(scholar)
    position["palace"][landlord][post] = scholar


def do_hire(position, scholar, post):
    landlord = position["turn"]
    position["palace"][landlord][post] = scholar
    position["park"][landlord] = [s for s in position["park"][landlord] if profession(s) != profession(scholar)]
    banish_losers(position, scholar)


def do_settle(position, scholar):
    landlord = position["turn"]
    disputed = position["stage"]["profession"]
    post = str(posts_held(position, landlord)[disputed])
    position["palace"][landlord][post] = scholar
    position["park"][landlord] = [s for s in position["park"][landlord] if profession(s) != disputed]
    banish_losers(position, scholar)


def banish_losers(position, winner):
    """All who competed with the winner go to the island, and are paid back if the game refunds.

    I-5: of two identical ones the winner is the one paid for first. A holder is always paid for first.
    """
    competing = [entry for entry in position["stage"]["paid"] if profession(entry["scholar"]) == profession(winner)]
    won = [entry["scholar"] for entry in competing].index(winner)
    for entry in competing[:won] + competing[won + 1:]:
        position["island"] = in_order(position, position["island"] + [entry["scholar"]])
        if position["options"]["refund"] == "yes":  # I-8
            taker = None if entry["bank"] else owner(entry["scholar"])
            pay(position, position["turn"], taker, entry["amount"])


def decisions_left(position):
    uncontested, external, _ = park_groups(position)
    return {"uncontested": bool(uncontested), "external": bool(external), "internal": False}[position["stage"]["kind"]]


def judge(position, verdicts):
    """The outcome of each deal when its stage ends: (payer, landlord, who broke it or None)."""
    if verdicts is None:
        return
    stage = position["stage"]
    for deal in stage["deals"]:
        paid = [entry["amount"] for entry in stage["paid"] if entry["scholar"] == deal["scholar"]][0]
        payer, landlord = owner(deal["scholar"]), position["turn"]
        if paid < deal["amount"]:
            verdicts.append((payer, landlord, payer))
        elif position["palace"][landlord][str(deal["post"])] != deal["scholar"]:
            verdicts.append((payer, landlord, landlord))
        else:
            verdicts.append((payer, landlord, None))


# ---- what a seat may see

def view(position, seat):
    seen = copy(position)
    if position["options"]["money"] == "hidden":
        seen["cash"] = {other: cash if other == seat else None for other, cash in position["cash"].items()}
    if position["options"]["bribes"] == "sealed" and position["stage"] is not None:
        stage = seen["stage"]
        stage["sealed"] = {other: amounts if other == seat else len(amounts)
                           for other, amounts in stage["sealed"].items()}
        for entry in stage["paid"]:
            if seat not in (position["turn"], owner(entry["scholar"])):
                entry["amount"] = entry["bank"] = None
    return seen
