#!/usr/bin/env python3
"""Plays games with many random pacts, and compares verdicts, bonds and refusals of the program with the reference's."""

import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile

import common
import incorporated
import integralis
import intrige
import promises
import promises_incorporated
import promises_integralis
import promises_intrige
from common import CHANCE, differences, parse_json, write_json
from intrige_rules import park_groups, posts_held, profession
from promises import NUMBER, Conflict, Ledger, Refused

GAMES = {
    "intrige": (intrige, promises_intrige),
    "incorporated": (incorporated, promises_incorporated),
    "integralis": (integralis, promises_integralis),
}
TIMEOUT_S = 60
SHOWN_MAX = 12
CONFLICTS_MAX = 6  # that are checked of one record
SEEN = ("kept", "broken", "void", "bad", "limited")
SEEN_IN_MARKETS = ("conflicts", "unsold", "given away")

EXAMPLES = """examples:
  compare_promises.py --program build/kickback
  compare_promises.py --program build/kickback --records 5000 --seed 7 --jobs 8
  compare_promises.py --program build/kickback --game intrige --only 7:312

Every record is told by its seed and its number, which --only takes to look at a single one and keep its file.
"""


# ---- random patterns

def random_place(rng, place):
    """A word of a pattern for this place."""
    if place == NUMBER:
        number = rng.choice((0, 1, 2, 3, 4, 5, 7, 1000, 2000, 3000, 5000, 8000, 20000, 50000))
        return rng.choice((str(number), f">={number}", f"<={number}", "*", f"{number}|{number + 1000}|{number + 1}"))
    if isinstance(place, tuple):
        return ".".join(rng.choice(("*", one, one, "|".join(rng.sample(sorted(side), min(2, len(side))))))
                        for side in place for one in [rng.choice(sorted(side))])
    one = rng.choice(sorted(place))
    if one.isdigit() and rng.random() < 0.4:
        return rng.choice((">=", "<=")) + one
    return rng.choice(("*", one, one, "|".join(rng.sample(sorted(place), min(3, len(place))))))


def random_pattern(rng, forms):
    form = rng.choice(forms)
    verb = next(iter(form[0]))
    words = [verb] + [random_place(rng, place) for place in form[1:]]
    return closed(rng, words, forms)


def closed(rng, words, forms):
    """Sometimes adds an open end, sometimes a second verb."""
    if rng.random() < 0.15:
        words = words[:rng.randint(1, len(words))] + ["**"]
    if rng.random() < 0.1:
        words[0] += "|" + next(iter(rng.choice(forms)[0]))
    return " ".join(words)


def loosened(rng, deed, forms):
    """A pattern that matches the deed."""
    words = deed.split(" ")
    for i in range(1, len(words)):
        word, chance = words[i], rng.random()
        if word in ("for", "at", "on"):
            words[i] = "*" if chance < 0.05 else word
        elif word.isdigit():
            low, high = max(0, int(word) - rng.choice((0, 1, 2000))), int(word) + rng.choice((0, 1, 3000))
            words[i] = rng.choice((word, word, f">={low}", f"<={high}", "*", f">={high}", f"{word}|{high}"))
        elif "." in word and chance < 0.5:
            left, right = word.split(".")
            words[i] = rng.choice((f"{left}.*", f"*.{right}", "*.*", "*"))
        elif chance < 0.25:
            words[i] = "*"
    return closed(rng, words, forms)


def spoiled(rng, pattern, forms):
    """A pattern that may be wrong."""
    words = pattern.split(" ")
    i = rng.randrange(len(words))
    other = random_pattern(rng, forms).split(" ")
    words[i] = rng.choice((
        "help", "", "**", "*", ">=x", ">=01", "<=", words[i] + "|", words[i] + "|*", "*|" + words[i], words[i] + ".x",
        "1" * 10, "999999999", rng.choice(other), words[i] + "|" + rng.choice(other), "a.b.c", "Rot", "violet.*", "arms",
        "A5", "waive", "meeting", "o16", "x" * 130, "green.doctor|blue.clerk", ">=5", "<=0", "-1", "00", "*.*", "*.hugo"))
    return rng.choice((" ".join(words), " ".join(words) + " ", " " + " ".join(words), " ".join(words[::-1]),
                       " ".join(words), " ".join(words), " ".join(words)))


# ---- random lines

class Maker:
    """Plays one game with pacts, and keeps what both sides must agree on."""

    def __init__(self, rng, name):
        self.rng = rng
        self.rules, self.table = GAMES[name]
        self.market = name == "intrige" and rng.random() < 0.7
        options = self.options()
        while self.rules.options_clash(options) is not None:
            options = self.options()
        edition = rng.choice(self.rules.EDITIONS) if self.rules.EDITIONS else None
        self.setup = common.full_setup(self.rules, rng.choice(self.rules.PLAYERS), edition, options)
        self.seats = common.seats_of(self.rules, self.setup["players"])
        self.ledger = Ledger(self.rules, self.table, self.setup)
        self.position = self.rules.new_position(self.setup)
        self.lines = [self.setup]
        self.rows = []
        self.bad = False
        self.conflicts = []  # (number of lines so far, line that sells something twice, report so far)
        self.busy = rng.choice((0.4, 0.7)) if self.market else rng.choice((0.05, 0.2, 0.6))
        self.eager = rng.choice((0.0, 0.3, 0.8))
        self.secret = rng.choice((0.0, 0.3))
        self.purposeful = self.rules.purposeful(self.setup, rng) if self.market or rng.random() < 0.5 else None

    def options(self):
        """Random options. In a market of Intrige most deals and promises bind."""
        options = {option: self.rng.choice(values) for option, values in self.rules.OPTIONS.items()}
        if self.market:
            options |= {"bribes": "open", "deals": self.rng.choice(("binding", "binding", options["deals"])),
                        "promises": self.rng.choice(("bond", "bond", "bond", "word", "word"))}
        return options

    def possible_deeds(self):
        """Deeds of the moves that can be made now."""
        found = []
        for seat, lines in self.rules.legal(self.position).items():
            if seat != CHANCE:
                moves = [common.pick(self.rng, lines) for _ in range(4)]
                found += [deed for move in moves for deed in self.table.deeds(self.position, seat, move)]
        # What a landlord will decide about, while the bribes are being paid.
        landlord = self.position.get("turn") if self.position.get("park") else None
        for scholar in self.position["park"][landlord] if landlord else ():
            for post, holder in self.position["palace"][landlord].items():
                if holder is None:
                    found.append((landlord, f"give {scholar} {post}"))
        return found

    def pattern(self, seat, deeds):
        own = [text for whose, text in deeds if whose == seat]
        if own and self.rng.random() < 0.7:
            return loosened(self.rng, self.rng.choice(own), self.ledger.forms)
        return random_pattern(self.rng, self.ledger.forms)

    def promise(self, parties, deeds):
        rng = self.rng
        actors = [seat for seat in self.rules.legal(self.position) if seat in parties]
        seat = rng.choice(actors if actors and rng.random() < 0.5 else parties)
        given = {"seat": seat, rng.choice(("will", "will", "wont")): self.pattern(seat, deeds),
                 "term": rng.choice(("turn", "turn", "turn", "round", "next", "game"))}
        if rng.random() < 0.2:
            who = rng.choice(self.seats)
            given["if"] = {"seat": who, "deed": self.pattern(who, deeds)}
        return given

    def proposal(self):
        rng = self.rng
        by = rng.choice(self.seats)
        others = [seat for seat in self.seats if seat != by]
        companions = rng.sample(others, rng.choice((0, 1, 1, 1, 2) if len(others) > 1 else (0, 1)))
        deeds = self.possible_deeds()
        value = {"by": by, "propose": len(self.ledger.pacts) + 1, "with": companions,
                 "promises": [self.promise([by, *companions], deeds) for _ in range(rng.choice((1, 1, 2, 2, 3, 6)))]}
        if companions and rng.random() < self.secret:
            value["secret"] = True
        elif rng.random() < 0.05:
            value["secret"] = False
        return value

    def sale(self):
        """A pact about posts of the landlord, who sells the few best ones to many."""
        rng = self.rng
        landlord = self.position["turn"]
        applicants = self.position["park"][landlord]
        # Those who are decided about late see posts given away before, and sometimes before they fail to pay.
        contested, internal = park_groups(self.position)[1:]
        names = rng.choice((contested, contested, contested, internal, ()))
        late = [scholar for scholar in applicants if profession(scholar) in names]
        scholar = rng.choice(late or applicants)
        if late and rng.random() < 0.4:
            return self.failing_sale(landlord, scholar)
        by, other = rng.sample((landlord, scholar.split(".")[0]), 2)
        if rng.random() < 0.15:
            by = rng.choice([seat for seat in self.seats if seat != landlord])
            other = landlord
        companions = [] if by == landlord and rng.random() < 0.4 else [other]
        given = [self.gift(landlord, scholar)]
        if rng.random() < 0.3:
            given.append(self.gift(landlord, rng.choice(applicants)))
        if rng.random() < 0.15:
            given.append({"seat": landlord, "wont": self.gift(landlord, rng.choice(applicants))["will"], "term": "turn"})
        if companions and rng.random() < 0.8:
            amount = rng.choice(("*", ">=1000", ">=20000", ">=10000", "<=3000", ">=900000", ">=900000", ">=900000"))
            payer = rng.choice([seat for seat in (by, other) if seat != landlord])
            paid = rng.choice((scholar, scholar, rng.choice(applicants), f"{payer}.*"))
            given.append({"seat": payer, "will": f"pay {amount} for {paid} at {landlord}", "term": given[0]["term"]})
        rng.shuffle(given)
        return {"by": by, "propose": len(self.ledger.pacts) + 1, "with": companions, "promises": given}

    def failing_sale(self, landlord, scholar):
        """Both sides are going to fail: he cannot pay so much, and the post is in demand."""
        payer = scholar.split(".")[0]
        by, other = self.rng.sample((landlord, payer), 2)
        palace = self.position["palace"][landlord]
        post = self.rng.choice([post for post, holder in palace.items() if holder is None] or list(palace))
        given = [{"seat": landlord, "will": f"give {scholar} {post}", "term": "turn"},
                 {"seat": payer, "will": f"pay >=900000 for {scholar} at {landlord}", "term": "turn"}]
        self.rng.shuffle(given)
        return {"by": by, "propose": len(self.ledger.pacts) + 1, "with": [other], "promises": given}

    def gift(self, landlord, scholar):
        rng = self.rng
        seat, name = scholar.split(".")
        other = rng.choice(self.seats)
        posts = list(self.position["palace"][landlord])
        post = rng.choice(posts[-2:] if rng.random() < 0.7 else posts)
        who = rng.choice((scholar,) * 10 + (f"{seat}.*", f"*.{name}", "*", "*.*", f"{other}.{name}", f"{other}.*") + (
            (f"{seat}|{other}.{name}",) if other != seat else ()))
        what = rng.choice((post,) * 12 + (f">={post}", f"<={post}", "*", "|".join(posts[-2:]), f"{post} **"))
        given = {"seat": landlord if rng.random() < 0.95 else other, "will": f"give {who} {what}",
                 "term": rng.choice(("turn",) * 8 + ("round", "game"))}
        if given["seat"] not in (landlord, seat):
            given["seat"] = landlord
        if rng.random() < 0.07:
            given["if"] = {"seat": seat, "deed": f"pay * for {scholar} at {landlord}"}
        return given

    def new_pact(self):
        selling = self.market and self.position["turn"] and self.position["park"][self.position["turn"]]
        return self.sale() if selling and self.rng.random() < 0.8 else self.proposal()

    def answer(self):
        rng = self.rng
        waiting = [pact for pact in self.ledger.pacts if pact.state == "open"]
        if not waiting:
            return None
        pact = rng.choice(waiting[-1:] if self.market and rng.random() < 0.7 else waiting[-4:])
        asked = [seat for seat in pact.companions if seat not in pact.accepted]
        kind = rng.choice(("accept",) * 6 + ("decline", "withdraw"))
        who = {"accept": rng.choice(asked), "decline": rng.choice(pact.companions), "withdraw": pact.by}[kind]
        return {"by": who, kind: pact.number}

    def pact_line(self):
        """A line that the reference accepts, or None."""
        value = self.new_pact() if self.rng.random() < 0.45 else self.answer()
        if value is None:
            return None
        try:
            self.ledger.line(len(self.lines) + 1, value, self.position)
        except Conflict:
            self.conflicts.append((len(self.lines), value, self.ledger.report()))
            return None
        except Refused:
            return None
        return value

    def spoiled_line(self):
        """A line about a pact that may be wrong."""
        rng = self.rng
        number = rng.choice((0, 1, len(self.ledger.pacts), len(self.ledger.pacts) + 1, len(self.ledger.pacts) + 2))
        if rng.random() < 0.4:
            kind = rng.choice(("accept", "decline", "withdraw"))
            return {"by": rng.choice(self.seats), kind: number}
        value = self.proposal()
        given = rng.choice(value["promises"])
        key = "will" if "will" in given else "wont"
        harm = rng.randrange(16)
        if harm < 7:
            given[key] = spoiled(rng, given[key], self.ledger.forms)
        elif harm == 7:
            given["if"] = {"seat": rng.choice(self.seats), "deed": spoiled(rng, given[key], self.ledger.forms)}
        elif harm == 8:
            value["propose"] = number
        elif harm == 9:
            value["with"] = rng.choice(([value["by"]], self.seats, value["with"] * 2, ["nobody"], "red"))
        elif harm == 10:
            given["seat"] = rng.choice((*self.seats, "nobody"))
        elif harm == 11:
            given["term"] = rng.choice(("turns", "", "next", 1))
        elif harm == 12:
            value["promises"] = value["promises"] * rng.choice((0, 3, 7))
        elif harm == 13:
            value["secret"] = rng.choice((True, True, 1, None))
        elif harm == 14:
            given["if"] = rng.choice(({"seat": "red"}, {"deed": given[key]}, {}, {"seat": "nobody", "deed": given[key]}))
        else:
            given[rng.choice(("will", "wont", "why"))] = given[key]
        return value

    def end_badly(self):
        """A last line that may be refused: about a pact, or a move that a bond forbids."""
        lists = self.rules.legal(self.position)
        for seat in lists:
            if seat == CHANCE or not self.ledger.bond:
                continue
            free = common.expand(self.ledger.limited(self.position, seat))
            bound = [move for move in common.expand(lists[seat]) if move not in free]
            if bound:
                self.lines.append({"by": seat, "move": self.rng.choice(bound)})
                self.bad = True
                return
        value = self.spoiled_line()
        try:
            self.ledger.line(len(self.lines) + 1, value, self.position)
        except Refused:
            self.bad = True
        self.lines.append(value)

    # ---- play

    def row(self):
        lists = self.rules.legal(self.position)
        limited = {seat: self.ledger.limited(self.position, seat) for seat in lists}
        self.rows.append(common.trace_row(self.rules, len(self.rows), self.position) | {"legal": limited})
        return limited

    def choose(self, seat, lines):
        if seat == CHANCE:
            weights = [self.rules.weight(self.position, move) for move in lines]
            return self.rng.choices(lines, weights=weights)[0]
        if self.rng.random() < self.eager:
            wanted = [promise for promise in self.ledger.promises() if promise.awake and promise.seat == seat]
            if wanted:
                promise = self.rng.choice(wanted)
                keeping = [move for move in common.expand(lines)
                           if self.ledger.made(self.position, seat, move, promise.pattern) != promise.wont]
                if keeping:
                    return self.rng.choice(keeping)
        telling = self.telling(seat, lines) if self.market and self.rng.random() < 0.5 else []
        if telling:
            return self.rng.choice(telling)
        if self.purposeful is not None and (self.market or not self.ledger.bond):
            return self.purposeful(self.position, seat, lines)
        return common.pick(self.rng, lines)

    def telling(self, seat, lines):
        """Moves of a landlord that give a promised post to somebody else, or make somebody's profession contested."""
        if self.position["step"] == "send":
            sends = [move.split(" ") for move in lines]
            return [f"send {relative} {palace}" for _, relative, palace in sends
                    if relative in {profession(scholar) for scholar in self.position["park"][palace]}
                    and relative not in posts_held(self.position, palace)]
        if self.position["step"] not in ("place", "hire", "settle"):
            return []
        gifts = [promise.gift for promise in self.ledger.promises()
                 if promise.awake and promise.seat == seat and promise.gift]
        return [move for move in lines for _, deed in self.table.deeds(self.position, seat, move)
                if any(promises.misgives(gift, deed) for gift in gifts)]

    def play(self, moves_max):
        for n in range(moves_max + 1):
            while self.rng.random() < self.busy and self.position["step"] not in ("start", "over"):
                value = self.pact_line()
                if value is not None:
                    self.lines.append(value)
            if n == moves_max and self.position["step"] != "over":
                self.end_badly()
            lists = self.row()
            if not lists or n == moves_max:
                return
            seat = self.rng.choice(list(lists))
            move = self.choose(seat, lists[seat])
            self.lines.append({"by": seat, "move": move})
            after = self.rules.apply(self.position, seat, move)
            self.ledger.move(len(self.lines), self.position, seat, move, after)
            self.position = after


# ---- comparing

def call(program, *words):
    try:
        done = subprocess.run([program, *words], capture_output=True, timeout=TIMEOUT_S, check=False)
    except (subprocess.TimeoutExpired, OSError) as error:
        return -1, b"", str(error).encode("utf-8")
    return done.returncode, done.stdout, done.stderr


def compare_lines(ours, out, what):
    theirs = [parse_json(line) for line in out.splitlines()]
    found = [] if len(ours) == len(theirs) else [f"{what}: reference {len(ours)} lines, program {len(theirs)}"]
    for number, (one, other) in enumerate(zip(ours, theirs)):
        found += [f"{what} {number}: {line}" for line in differences(one, other)]
    return found


def compare_record(program, path, lines, bad, expected):
    """The differences about one record, whose last line is wrong if it is bad. expected is [(words, lines)]."""
    with open(path, "wb") as file:
        file.write("".join(write_json(line) + "\n" for line in lines).encode("utf-8"))
    found = []
    wanted = 1 if bad else 0
    for words, ours in expected:
        status, out, err = call(program, *words, path)
        if status != wanted:
            found.append(f"{words[0]}: exit status {status} instead of {wanted}: {err.decode('utf-8', 'replace')[:300]}")
        if bad and f"line {len(lines)}:".encode() not in err:
            found.append(f"{words[0]}: line {len(lines)} is not named: {err.decode('utf-8', 'replace')[:300]}")
        found += compare_lines(ours, out, words[0])
    if not found:
        os.unlink(path)
    return [f"{line}\n    file {path}" for line in found[:4]]


def counts_of(maker):
    """How often happened what a comparison is about."""
    counts = {}
    for promise in maker.ledger.promises():
        key = promise.verdict or ("open" if promise.pact.state == "stood" else promise.pact.state)
        counts[key] = counts.get(key, 0) + 1
    limited = [row for row in maker.rows for seat in row["legal"]
               if maker.ledger.bond and row["legal"][seat] != maker.rules.legal(row["position"])[seat]]
    counts["bad"] = int(maker.bad)
    counts["limited"] = len(limited)
    counts["unsold"] = sum(maker.market and row["position"]["step"] == "answer" for row in limited)
    counts["given away"] = sum(promise.given_away is not None for promise in maker.ledger.promises())
    counts["conflicts"] = len(maker.conflicts)
    return counts


def check(program, folder, seed, number, name):
    """(differences, counts) of one record, and of its beginnings with a line that sells something twice."""
    rng = random.Random(f"{seed} {number} {name}")
    maker = Maker(rng, name)
    maker.play(rng.choice((40, 150, 10**6 if name != "integralis" else 400)))
    path = os.path.join(folder, f"{name}-{seed}-{number}.kbr")
    found = compare_record(program, path, maker.lines, maker.bad,
                           ((("promises", "--json"), maker.ledger.report()), (("trace",), maker.rows)))
    for i, (n, line, report) in enumerate(rng.sample(maker.conflicts, min(len(maker.conflicts), CONFLICTS_MAX))):
        found += compare_record(program, path.replace(".kbr", f"-conflict{i}.kbr"), maker.lines[:n] + [line], True,
                                ((("promises", "--json"), report),))
    return [f"{name} {seed}:{number}: {line}" for line in found], counts_of(maker)


def check_some(job):
    program, folder, seed, numbers, name = job
    found, total = [], {}
    for number in numbers:
        more, counts = check(program, folder, seed, number, name)
        found += more
        for key, n in counts.items():
            total[key] = total.get(key, 0) + n
    return found, total


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--records", type=int, default=60, help="of each game (default 60)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--only", metavar="SEED:NUMBER")
    arguments = parser.parse_args()
    names = [arguments.game] if arguments.game else sorted(GAMES)
    folder = tempfile.mkdtemp(prefix="promises-")
    numbers, seed = range(arguments.records), arguments.seed
    if arguments.only:
        seed, number = arguments.only.rsplit(":", 1)
        numbers = [int(number)]
    jobs = [(arguments.program, folder, seed, numbers[i::8], name) for name in names for i in range(8)]
    failures, totals = [], {}
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for job, (found, counts) in zip(jobs, pool.map(check_some, jobs)):
            failures += found
            for key, n in counts.items():
                totals.setdefault(job[4], {}).setdefault(key, 0)
                totals[job[4]][key] += n
    for name, counts in totals.items():
        print(f"{name}: {len(numbers)} records, " + ", ".join(f"{n} {key}" for key, n in sorted(counts.items())))
    for failure in failures[:SHOWN_MAX]:
        print(failure)
    # A comparison in which nothing happens proves nothing.
    idle = [f"{name}: none seen: {key}" for name, counts in totals.items()
            for key in SEEN + (SEEN_IN_MARKETS if name == "intrige" else ()) if not counts.get(key) and not arguments.only]
    for line in idle:
        print(line)
    if failures or idle:
        print(f"{len(failures)} differences")
        return 1
    os.rmdir(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
