"""Games in words, for language models: what a seat sees and may do as sentences, and moves, talk and promises as lines.

    from kickback import text

    game = text.Game("intrige", players=4, seed=1)
    while not game.over:
        seat = game.to_move[0]
        print(game.prompt(seat))               # news since the last prompt, the table, the moves
        game.act(seat, game.moves(seat)[0].line)
"""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Optional

from . import _core
from ._records import Outcome, Record
from ._table import rewards

HOW = """Answer with one line:
  a move from the list; a run such as `bribe 1000..5000/1000` means one sum of it: `bribe 3000`
  say TEXT                        to everybody
  whisper SEAT: TEXT              to one seat
  propose SEAT, SEAT: PROMISES    a pact with these seats; `propose secretly SEAT: PROMISES` tells nobody else
  vow PROMISES                    a promise to everybody
  accept N | decline N | withdraw N    answers pact N
PROMISES are separated by `;`, each `SEAT will|wont DEED, TERM[, if SEAT: DEED]`; TERM is turn, round, next or game."""

_PROMISE = re.compile(r"(\S+) (will|wont) (.+?), (turn|round|next|game)(?:, if (\S+): (.+))?$")


class Move(NamedTuple):
    """A legal move: the line that makes it, or a run of them, and what the seat would be told of its own deed."""

    line: str
    sentence: str


class _Pact(NamedTuple):
    by: str
    among: tuple[str, ...]
    secret: bool
    words: str


def _promise(text: str) -> dict[str, Any]:
    found = _PROMISE.match(text.strip())
    if not found:
        raise _core.Error(f"expected `SEAT will|wont DEED, TERM` but found '{text.strip()}'")
    seat, will, deed, term, if_seat, condition = found.groups()
    promise: dict[str, Any] = {"seat": seat, will: deed, "term": term}
    if condition:
        promise["if"] = {"seat": if_seat, "deed": condition}
    return promise


def _allowed(line: str, bound: set[str]) -> list[str]:
    """What is left of a line, a move or a run of them, if only these moves are allowed: runs again."""
    found = re.fullmatch(r"(.*?)(\d+)\.\.(\d+)(?:/(\d+))?(.*)", line)
    if not found:
        return [line] if line in bound else []
    head, least, most, step, tail = found[1], int(found[2]), int(found[3]), int(found[4] or 1), found[5]
    runs: list[list[int]] = []
    for amount in range(least, most + 1, step):
        if f"{head}{amount}{tail}" not in bound:
            continue
        if runs and runs[-1][1] == amount - step:
            runs[-1][1] = amount
        else:
            runs.append([amount, amount])
    by = f"/{step}" if found[4] else ""
    return [f"{head}{first}{tail}" if first == last else f"{head}{first}..{last}{by}{tail}" for first, last in runs]


def request_of(line: str) -> Optional[dict[str, Any]]:
    """What a line of talk asks for, with the keys of docs/protocol.md; None if it is none of these, so perhaps a move."""
    verb, _, rest = line.strip().partition(" ")
    before, colon, words = rest.partition(":")
    if verb == "say":
        return {"do": "say", "say": _words(rest)}
    if verb == "whisper":
        if not colon or not before.strip():
            raise _core.Error(f"expected `whisper SEAT: TEXT` but found '{line}'")
        return {"do": "say", "to": [before.strip()], "say": _words(words)}
    if verb == "vow":
        return {"do": "propose", "with": [], "promises": [_promise(one) for one in rest.split(";")]}
    if verb == "propose":
        secret = {"secret": True} if before.startswith("secretly ") else {}
        among = [name.strip() for name in before[len("secretly ") if secret else 0:].split(",")]
        if not colon or not all(among):
            raise _core.Error(f"expected `propose SEAT: PROMISES` but found '{line}'")
        return {"do": "propose", "with": among, **secret, "promises": [_promise(one) for one in words.split(";")]}
    if verb in ("accept", "decline", "withdraw") and rest.isdecimal():
        return {"do": verb, "pact": int(rest)}
    return None


def _words(text: str) -> str:
    words = " ".join(text.split())
    if not words:
        raise _core.Error("there is nothing to say")
    return words


class Game:
    """One game in words. Chance moves are made by the game, from the seed. A line that is refused raises Error with the reason,
    and changes nothing."""

    def __init__(self, game: str, seed: int = 0, **options: object) -> None:
        self.record = Record(game, **options)
        self._luck, self._guesses = _core.Rng(seed), _core.Rng(seed + 1)
        self._n = self.record.state.n_seats
        self.seats = tuple(self.record.state.seat_name(seat) for seat in range(self._n))
        self._news: list[list[str]] = [[] for _ in self.seats]
        self._pacts: dict[int, _Pact] = {}
        self._draw()

    @property
    def over(self) -> bool:
        return self.record.state.over

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a move. Any seat may talk at any time."""
        return self.record.state.actors

    def rewards(self, kind: str = "win", zero_sum: bool = False) -> list[float]:
        """What each seat gets for the finished game; see kickback.rewards."""
        return rewards(self.record.state, kind, zero_sum)

    # --- what a seat reads ---

    def news(self, seat: int) -> list[str]:
        """What the seat was told since this was last asked."""
        told, self._news[seat] = self._news[seat], []
        return told

    def moves(self, seat: int) -> list[Move]:
        """The seat's legal moves, less those that its bonds forbid; a run of sums is one entry."""
        state, found = self.record.state, []
        if seat not in state.actors:
            return []
        bound = set(self.record.legal(seat)) if state.setup.get("promises") == "bond" else None
        for line, _, _ in state.spans(seat):
            for allowed in [line] if bound is None else _allowed(line, bound):
                found.append(Move(allowed, self._sentence(seat, allowed)))
        return found

    def prompt(self, seat: int) -> str:
        """Everything the seat needs for its next line."""
        parts = [f"You are {self.seats[seat]} in a game of {self.record.state.setup['game']}.", *self.news(seat),
                 "", self.record.state.picture(seat).rstrip(), ""]
        open_pacts = [f"Pact {number}: {pact.words}" for number, pact in self._pacts.items() if self._may_know(seat, pact)]
        parts += ["Pacts:", *open_pacts, ""] if open_pacts else []
        moves = self.moves(seat)
        if moves:
            parts += ["Your moves:", *(f"  {move.line}   {move.sentence}".rstrip() for move in moves), ""]
        return "\n".join([*parts, HOW])

    # --- what a seat writes ---

    def act(self, seat: int, line: str) -> None:
        """Makes a move, talks, or makes and answers promises."""
        if not 0 <= seat < self._n:
            raise _core.Error(f"seat: expected 0 to {self._n - 1} but found {seat}")
        request = request_of(line)
        if request is None:
            self.record.move(seat, line.strip())
            self._tell_events()
            self._tell_outcomes(self.record.outcomes())
            self._draw()
        elif request["do"] == "say":
            self._talk(seat, **request)
        elif request["do"] == "propose":
            self._propose(seat, line.strip(), **request)
        else:
            self._answer(seat, request["do"], request["pact"])

    def _talk(self, seat: int, do: str, say: str, to: Sequence[str] = ()) -> None:
        by = self.seats[seat]
        for name in to:
            self.record.state.seat_name(name)  # raises if there is no such seat
        self.record.read(json.dumps({"by": by, **({"to": to} if to else {}), do: say}))
        for other, name in enumerate(self.seats):
            if other != seat and (not to or name in to):
                self._news[other].append(f"{by} whispers to you: {say}" if to else f"{by} says: {say}")

    def _propose(self, seat: int, line: str, promises: list[dict[str, Any]], secret: bool = False, **request: Any) -> None:
        among, by = tuple(request["with"]), self.seats[seat]
        words = line.partition(":" if among else " ")[2].strip()
        number = max(self._pacts, default=0) + 1
        outcomes = self.record.propose(seat, number, promises, among, secret)
        with_whom = f" to {', '.join(among)}" if among else " to everybody"
        self._pacts[number] = _Pact(by, among, secret, f"{by} promises{with_whom}: {words}")
        self._tell(self._pacts[number], f"{by} proposes pact {number}{with_whom}: {words}", but=seat)
        self._tell_outcomes(outcomes)

    def _answer(self, seat: int, verb: str, number: int) -> None:
        if number not in self._pacts or not self._may_know(seat, self._pacts[number]):
            raise _core.Error(f"there is no pact {number}")
        outcomes = getattr(self.record, verb)(seat, number)
        self._tell(self._pacts[number], f"{self.seats[seat]} {verb}s pact {number}.", but=seat)
        self._tell_outcomes(outcomes)

    # --- telling ---

    def _may_know(self, seat: int, pact: _Pact) -> bool:
        return not pact.secret or self.seats[seat] in (pact.by, *pact.among)

    def _tell(self, pact: _Pact, words: str, but: Optional[int] = None) -> None:
        for seat in range(self._n):
            if seat != but and self._may_know(seat, pact):
                self._news[seat].append(words)

    def _tell_events(self) -> None:
        for seat in range(self._n):
            self._news[seat] += [event["text"] for event in self.record.state.events(seat)]

    def _tell_outcomes(self, outcomes: list[Outcome]) -> None:
        for one in outcomes:
            pact = self._pacts[one.pact]
            if one.promise is None:
                self._tell(pact, f"Pact {one.pact}: {one.what}.")
            else:
                by = f" by {self.seats[one.seat]}" if one.seat is not None else ""
                self._tell(pact, f"Pact {one.pact}, promise {one.promise}: {one.what}{by}.")

    def _draw(self) -> None:
        while self.record.state.actors == (_core.CHANCE,):
            self.record.move(*self.record.state.pick(self._luck))
            self._tell_events()
            self._tell_outcomes(self.record.outcomes())

    def _sentence(self, seat: int, line: str) -> str:
        """What the seat would be told of its own deed. It is tried in a world that only looks the same, so the sentence cannot
        tell what the seat may not know."""
        world = self.record.state.redact(seat).sample(self._guesses)
        move = re.sub(r"\.\.\S+", "", line)
        try:
            world.apply(seat, move)
        except _core.Error:
            return ""
        own = [event["text"] for event in world.events(seat) if event.get("seat") == self.seats[seat]]
        return str(own[0]) if own else ""
