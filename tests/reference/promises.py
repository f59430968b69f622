"""Promises, plain and slow: patterns, deeds, verdicts and bonds, for every game, computed on text.

A game's deeds are in promises_NAME.py, a module with these names. A position is the dict that a trace prints:

    forms(setup)                    the possible deeds: lists of places, the verb first
    deeds(position, seat, move)     [(seat, text)] of the deeds of a move; a hidden choice's as if it were revealed now
    decisions(position, seat, move) [(position, seat, move)] that count as made with this move
    when(position)                  the current (turn, round), both increasing
    ENOUGH                          verbs whose number is no excuse: {verb: index of the word}
    unbound(position)               the position as if nobody had bound themselves by a deal
    dealt(position, seat)           [(scholar, post)] the seat is bound to give by deals
    deal(position, seat, move)      (scholar, post) the move would bind the seat to give, or None
    fills(position, move)           the post a move fills, or None
    moves_with_free(position, posts)   the additional moves if these posts were free
    waiting(position)               scholars who wait for a post of their profession and are not decided about now
    leaves_time(position, move)     None: it ends the decision; "action": it uses an action; "time": it does not

A place is a set of words, a pair of sets (a word with a dot), or NUMBER.
"""

import re

from common import expand, is_int, runs, sorted_lines, split_run

NUMBER = "a number"
TERMS = ("turn", "round", "next", "game")
NUMERAL = re.compile(r"0|[1-9][0-9]{0,8}")
PATTERN_BYTES = 120
PROMISES_MAX, PROPOSALS_MAX, STANDING_MAX = 6, 8, 64


class Refused(Exception):
    """A line about a pact is not allowed."""


class Conflict(Refused):
    """A seat would commit itself to give one post twice, or one scholar two posts."""


# ---- patterns

def word_matches(wanted, word):
    """Whether a word of a pattern matches a word of a deed."""
    if wanted == "*":
        return True
    if wanted[:2] in (">=", "<=") and NUMERAL.fullmatch(wanted[2:]):
        if not NUMERAL.fullmatch(word):
            return False
        return int(word) >= int(wanted[2:]) if wanted[0] == ">" else int(word) <= int(wanted[2:])
    if "." in wanted:
        left, right = wanted.split(".", 1)
        if word.count(".") != 1:
            return False
        first, second = word.split(".")
        return (left == "*" or first in left.split("|")) and (right == "*" or second in right.split("|"))
    return word in wanted.split("|")


def matches(pattern, deed):
    wanted, words = pattern.split(" "), deed.split(" ")
    if len(wanted) > 1 and wanted[-1] == "**":
        wanted.pop()
        words = words[:len(wanted)] if len(words) >= len(wanted) else words
    return len(wanted) == len(words) and all(map(word_matches, wanted, words))


def place_takes(place, wanted):
    """Whether the word matches some word that is possible at the place."""
    if wanted == "*":
        return True
    if place == NUMBER:
        if wanted[:2] in (">=", "<="):
            return NUMERAL.fullmatch(wanted[2:]) is not None
        return "." not in wanted and any(NUMERAL.fullmatch(word) for word in wanted.split("|"))
    if isinstance(place, tuple):
        return any(word_matches(wanted, f"{a}.{b}") for a in place[0] for b in place[1])
    return any(word_matches(wanted, word) for word in place)


def fits_some(forms, words):
    """Whether a pattern of these words matches some deed."""
    open_end = len(words) > 1 and words[-1] == "**"
    if open_end:
        words = words[:-1]
    for form in forms:
        if len(words) == len(form) or (open_end and len(words) <= len(form)):
            if words[0] != "*" and all(place_takes(place, word) for place, word in zip(form, words)):
                return True
    return False


def narrowings(word):
    """The word with each of its alternatives alone."""
    if "." in word:
        left, right = word.split(".", 1)
        return [f"{one}.{right}" for one in left.split("|")] + [f"{left}.{one}" for one in right.split("|")]
    return word.split("|")


def check_pattern(text, forms):
    if not isinstance(text, str):
        raise Refused("a pattern is no text")
    if len(text.encode("utf-8")) > PATTERN_BYTES:
        raise Refused("a pattern is too long")
    words = text.split(" ")
    if not fits_some(forms, words):
        raise Refused(f"{text!r} fits no deed")
    for i, word in enumerate(words):
        if i == len(words) - 1 and word == "**":
            continue
        for one in narrowings(word):
            starred = "*" in one.split(".") and "|" in word and not narrow_star(word, one)
            if starred or not fits_some(forms, words[:i] + [one] + words[i + 1:]):
                raise Refused(f"{one!r} of {text!r} fits no deed")


def narrow_star(word, one):
    """Whether the star of a narrowed word is a whole part of the word itself, not an alternative."""
    if "." not in word:
        return one != "*"
    parts = word.split(".", 1)
    return all(a != "*" or b == "*" for a, b in zip(one.split(".", 1), parts))


# ---- gifts: one post, named, for a scholar

def named_gift(pattern):
    """(word for the scholar, post) of a pattern `give SCHOLAR POST` with one post, named; else None."""
    words = pattern.split(" ")
    if words[-1] == "**":
        words.pop()
    if len(words) != 3 or words[0] != "give" or not NUMERAL.fullmatch(words[2]):
        return None
    return words[1], words[2]


def misgives(gift, deed):
    """Whether the deed gives the post of the gift to a scholar whom the gift does not fit."""
    words = deed.split(" ")
    return words[0] == "give" and words[2] == gift[1] and not word_matches(gift[0], words[1])


def scholar_parts(word):
    """The alternatives for the seat and for the profession of a scholar."""
    return [part.split("|") for part in (word.split(".") if "." in word else (word, word))]


def conflict(one, other):
    """Whether a seat cannot give both."""
    (a, post), (b, other_post) = one, other
    parts = list(zip(scholar_parts(a), scholar_parts(b)))
    if post == other_post and not all("*" in left + right or set(left) & set(right) for left, right in parts):
        return True
    if "*" in a + b or "|" in a + b:
        return False
    return post != other_post if a == b else a.split(".")[1] == b.split(".")[1]


# ---- the ledger

class Promise:
    def __init__(self, pact, index, given):
        self.pact, self.index = pact, index
        self.seat = given["seat"]
        self.wont = "wont" in given
        self.pattern = given["wont" if self.wont else "will"]
        self.term = given["term"]
        self.condition = given.get("if")
        self.asleep = self.condition is not None
        self.gift = None if self.wont else named_gift(self.pattern)
        self.verdict = self.line = None
        self.occasion = None    # the move of the last one
        self.given_away = None  # the first move that gave the post of the gift to a scholar it does not fit
        self.filled = set()

    @property
    def open(self):
        return self.pact.state == "stood" and self.verdict is None

    @property
    def awake(self):
        return self.open and not self.asleep

    def of_turn(self):
        return self.term == "turn" and self.condition is None

    def failed_at(self):
        """The move that orders what is broken at the end of a term."""
        return self.occasion if self.given_away is None else min(self.occasion, self.given_away)


class Pact:
    def __init__(self, number, by, companions, secret, when):
        self.number, self.by, self.companions, self.secret = number, by, companions, secret
        self.turn, self.round = when
        self.accepted = set()
        self.state, self.line = "open", None
        self.promises = []

    def parties(self):
        return {self.by, *self.companions}


class Ledger:
    """All pacts of a game, and their judge. rules is the game's module, deeds its promises_NAME module."""

    def __init__(self, rules, deeds, setup):
        self.rules, self.table, self.setup = rules, deeds, setup
        self.seats = list(rules.SEATS[:setup["players"]])
        self.forms = deeds.forms(setup)
        self.pacts = []
        self.moves = 0
        self.bond = setup["options"].get("promises") == "bond"

    def promises(self):
        return [promise for pact in self.pacts for promise in pact.promises]

    # ---- lines between moves

    def line(self, number, value, position):
        """Handles a line about a pact. Refused says what is wrong."""
        if position["step"] in ("start", "over"):
            raise Refused("no time for pacts")
        for kind in ("propose", "accept", "decline", "withdraw"):
            if kind in value:
                break
        if not is_int(value[kind]) or value["by"] not in self.seats:
            raise Refused("no number or no seat")
        if kind == "propose":
            self.propose(number, value, position)
            return
        if not 1 <= value[kind] <= len(self.pacts):
            raise Refused("no such pact")
        pact, by = self.pacts[value[kind] - 1], value["by"]
        if pact.state != "open":
            raise Refused("the pact is not open")
        if kind == "withdraw":
            if by != pact.by:
                raise Refused("not the proposer")
            pact.state, pact.line = "withdrawn", number
            return
        if by not in pact.companions:
            raise Refused("not asked")
        if kind == "decline":
            pact.state, pact.line = "declined", number
        else:
            if by in pact.accepted:
                raise Refused("accepted already")
            self.check_gifts(by, pact, position)
            if pact.accepted | {by} == set(pact.companions):
                self.stand(number, pact)
            pact.accepted.add(by)

    def propose(self, number, value, position):
        by, companions, secret = value["by"], value["with"], value.get("secret", False)
        if value["propose"] != len(self.pacts) + 1:
            raise Refused("a number out of turn")
        if not isinstance(companions, list) or any(seat not in self.seats or seat == by for seat in companions):
            raise Refused("with is no list of other seats")
        if len(set(companions)) < len(companions):
            raise Refused("a seat twice")
        if not isinstance(secret, bool) or (secret and not companions):
            raise Refused("secret is no truth value, or of a vow")
        if companions and sum(pact.by == by and pact.state == "open" for pact in self.pacts) >= PROPOSALS_MAX:
            raise Refused("too many proposals")
        pact = Pact(len(self.pacts) + 1, by, companions, secret, self.table.when(position))
        if not isinstance(value["promises"], list) or not 1 <= len(value["promises"]) <= PROMISES_MAX:
            raise Refused("one to six promises")
        for index, given in enumerate(value["promises"]):
            self.check_promise(pact, given)
            pact.promises.append(Promise(pact, index, given))
        self.check_gifts(by, pact, position)
        if not companions:
            self.stand(number, pact)
        self.pacts.append(pact)

    def check_promise(self, pact, given):
        if not isinstance(given, dict) or set(given) - {"seat", "will", "wont", "term", "if"}:
            raise Refused("a promise with other keys")
        if ("will" in given) == ("wont" in given) or "seat" not in given or given.get("term") not in TERMS:
            raise Refused("a promise without its keys")
        if given["seat"] not in pact.parties():
            raise Refused("no party")
        self.check_deed(pact, given["seat"], given["wont" if "wont" in given else "will"])
        if "if" in given:
            condition = given["if"]
            if not isinstance(condition, dict) or set(condition) != {"seat", "deed"}:
                raise Refused("a condition without its keys")
            if condition["seat"] not in self.seats:
                raise Refused("a condition of nobody")
            self.check_deed(pact, condition["seat"], condition["deed"])

    def check_deed(self, pact, seat, pattern):
        check_pattern(pattern, self.forms)
        sealed = self.setup["options"].get("bribes") == "sealed"
        if sealed and "pay" in pattern.split(" ")[0].split("|"):
            last = pattern.split(" ")[-1]
            if not pact.secret or last == seat or pact.parties() != {seat, last}:
                raise Refused("pay with sealed bribes")

    def stand(self, number, pact):
        for seat in self.seats:
            open_now = sum(promise.open and promise.seat == seat for promise in self.promises())
            if open_now + sum(promise.seat == seat for promise in pact.promises) > STANDING_MAX:
                raise Refused("too many promises")
        pact.state, pact.line = "stood", number

    # ---- one post is not sold twice

    def committed(self, seat, position):
        """The gifts that the seat is committed to by pacts and by deals."""
        gifts = [promise.gift for promise in self.promises()
                 if promise.seat == seat and promise.gift and promise.of_turn()
                 and (promise.open or (promise.pact.state == "open" and seat in {promise.pact.by, *promise.pact.accepted}))]
        return gifts + self.table.dealt(position, seat)

    def check_gifts(self, seat, pact, position):
        """Refuses a pact by which the seat would commit itself to gifts in conflict."""
        if not self.bond:
            return
        taken = self.committed(seat, position)
        for promise in pact.promises:
            if promise.seat == seat and promise.gift and promise.of_turn():
                if any(conflict(promise.gift, gift) for gift in taken):
                    raise Conflict(f"{seat} cannot give {' '.join(promise.gift)} as well")
                taken.append(promise.gift)

    def sells_twice(self, position, seat, move, taken):
        deal = self.table.deal(position, seat, move)
        return deal is not None and any(conflict(deal, gift) for gift in taken)

    # ---- a move

    def made(self, position, seat, move, pattern, enough=False):
        """Whether the move would make a matching deed of that seat. enough: any number will do."""
        for whose, deed in self.table.deeds(position, seat, move):
            if whose != seat:
                continue
            if enough:
                verb = deed.split(" ")[0]
                if verb in self.table.ENOUGH and matches(without_number(pattern, self.table.ENOUGH[verb]), deed):
                    return True
            if matches(pattern, deed):
                return True
        return False

    def free_list(self, position, seat):
        """The moves of a seat as if it had bound itself to nothing."""
        return expand(self.rules.legal(self.table.unbound(position))[seat])

    def occasion_of(self, promise, position, seat, free):
        """Whether some move of the free list, or with a post he filled himself, would have made a matching deed."""
        moves = free + self.table.moves_with_free(position, promise.filled)
        return any(self.made(position, seat, move, promise.pattern, not promise.wont) for move in moves)

    def forced(self, promise, position, seat, free):
        return all(self.made(position, seat, move, promise.pattern) for move in free)

    def move(self, number, before, seat, move, after):
        """Folds a move that was made. Verdicts are at its line number."""
        self.moves += 1
        occasions, filling = set(), []
        waking, broken, misgiven = [], [], []
        decisions = self.table.decisions(before, seat, move) if seat in self.seats else []
        awake = [promise for promise in self.promises() if promise.awake]
        for where, who, what in decisions:
            free = self.free_list(where, who)
            for promise in awake:
                if promise.seat == who and self.occasion_of(promise, where, who, free):
                    if not promise.wont or not self.forced(promise, where, who, free):
                        occasions.add(promise)
            for whose, deed in self.table.deeds(where, who, what):
                misgiven += [promise for promise in awake
                             if promise.seat == whose and promise.gift and misgives(promise.gift, deed)]
                for promise in self.promises():
                    if not promise.open:
                        continue
                    if promise.asleep:
                        if promise.condition["seat"] == whose and matches(promise.condition["deed"], deed):
                            waking.append(promise)
                    elif promise.seat == whose and matches(promise.pattern, deed):
                        if not promise.wont:
                            self.judge(promise, "kept", number)
                        elif whose != who or not self.forced(promise, where, who, free):
                            self.judge(promise, "broken", number)
                            broken.append(promise)
            post = self.table.fills(where, what)
            if post is not None:
                filling += [(promise, post) for promise in awake if promise.seat == who]
        self.release(broken, number)
        for promise in occasions:
            promise.occasion = self.moves
        for promise in misgiven:
            promise.given_away = promise.given_away or self.moves
        for promise, post in filling:
            promise.filled.add(post)
        for promise in waking:
            promise.asleep = False
        self.end_terms(number, before, after)

    def judge(self, promise, verdict, number):
        promise.verdict, promise.line = verdict, number

    def release(self, broken, number):
        for breaker in broken:
            for promise in breaker.pact.promises:
                if promise.seat != breaker.seat and promise.open:
                    self.judge(promise, "void", number)

    def end_terms(self, number, before, after):
        over = after["step"] == "over"
        turn, round_ = self.table.when(after)

        def ended(pact, term):
            return over or (term == "turn" and turn > pact.turn) or (term == "round" and round_ > pact.round) or (
                term == "next" and round_ > pact.round + 1)

        due = [promise for promise in self.promises() if promise.open and ended(promise.pact, promise.term)]
        for promise in due:
            if promise.occasion is None:
                self.judge(promise, "void", number)
            elif promise.wont:
                self.judge(promise, "kept", number)
        failing = [promise for promise in due if promise.open]
        for move in sorted({promise.failed_at() for promise in failing}):
            broken = [promise for promise in failing if promise.open and promise.failed_at() == move]
            for promise in broken:
                self.judge(promise, "broken", number)
            self.release(broken, number)
        for pact in self.pacts:
            term = "turn" if any(promise.term == "turn" for promise in pact.promises) else "round"
            if pact.state == "open" and ended(pact, term):
                pact.state, pact.line = "lapsed", number

    # ---- bonds

    def limited(self, position, seat):
        """The legal lines of a seat, limited by bonds."""
        lines = self.rules.legal(position)[seat]
        if not self.bond or seat not in self.seats:
            return lines
        taken = self.committed(seat, position)
        moves = [move for move in expand(lines) if not self.sells_twice(position, seat, move, taken)]
        for promise in self.promises():
            if promise.seat != seat or not promise.open or not promise.of_turn():
                continue
            if any(other.seat != seat and other.open and not other.wont and other.of_turn()
                   and (other.occasion or other.given_away) for other in promise.pact.promises):
                continue
            left = self.left_by(promise, position, seat, moves)
            if left:
                moves = left
        return self.written(lines, moves)

    def left_by(self, promise, position, seat, moves):
        keeping = [move for move in moves if self.made(position, seat, move, promise.pattern)]
        if promise.wont:
            return [move for move in moves if move not in keeping]
        if not keeping:
            return self.left_for_later(promise.gift, position, moves)
        kinds = {move: self.table.leaves_time(position, move) for move in moves}
        last = position.get("actions") == 1 and any(kinds[move] == "action" for move in keeping)
        return [move for move in moves
                if move in keeping or kinds[move] == "time" or (kinds[move] == "action" and not last)]

    def left_for_later(self, gift, position, moves):
        if gift is None or position["step"] not in ("place", "hire"):
            return moves
        if not any(word_matches(gift[0], scholar) for scholar in self.table.waiting(position)):
            return moves
        return [move for move in moves if move.split(" ")[2] != gift[1]]

    def written(self, lines, moves):
        """Single moves as lines again. What is left of a run becomes the longest possible runs."""
        kept, out = set(moves), []
        for line in lines:
            split = split_run(line)
            if split is None:
                out += [line] if line in kept else []
                continue
            prefix, amounts = split
            out += runs(prefix, [amount for amount in amounts if f"{prefix}{amount}" in kept], amounts.step)
        return sorted_lines(out)

    # ---- report

    def report(self):
        """What `kickback promises --json` prints, as objects."""
        return [{"pact": pact.number, "by": pact.by, "with": pact.companions, "secret": pact.secret,
                 "state": pact.state, "line": pact.line,
                 "promises": [{"seat": promise.seat, "verdict": None if pact.state != "stood" else promise.verdict or "open",
                               "line": promise.line}
                              for promise in pact.promises]}
                for pact in self.pacts]


def without_number(pattern, index):
    """The pattern with any number at this word."""
    words = pattern.split(" ")
    if index < len(words) and words[index] != "**":
        words[index] = "*"
    return " ".join(words)
