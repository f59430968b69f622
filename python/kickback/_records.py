"""Records: games as lines of JSON, with promises and their verdicts."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Optional, Union

from . import _core


Seat = Union[int, str]


class Outcome(NamedTuple):
    """An effect of a line. With a promise: its verdict, "kept", "broken" or "void", and who made it. Without one: the new
    state of the pact, "stood", "declined", "withdrawn" or "lapsed"."""

    pact: int
    promise: Optional[int]
    what: str
    seat: Optional[int]


class Record(_core.Record):
    """A game as lines of JSON, with promises and their verdicts: Record("intrige", players=4) begins one.

    It contains every line written or read. A refused line raises Error and changes nothing.
    """

    def __init__(self, *game: str, **options: object) -> None:
        super().__init__()
        if game or options:
            self.begin(*game, **options)  # type: ignore[arg-type]

    @classmethod
    def parse(cls, text: Union[str, Iterable[str]]) -> "Record":
        """Reads a whole record, given as text or as lines, for example an open file."""
        record = cls()
        for line in text.splitlines() if isinstance(text, str) else text:
            record.read(line.rstrip("\n"))
        return record

    def outcomes(self) -> list[Outcome]:
        """The effects of the last line, in order."""
        return [Outcome(*one) for one in self._outcomes()]

    def _name(self, seat: Seat) -> str:
        return self.state.seat_name(seat)

    def propose(self, by: Seat, number: int, promises: list[dict[str, Any]], among: Iterable[Seat] = (),
                secret: bool = False) -> list[Outcome]:
        """Proposes pact `number` to the seats `among`; without seats it is a vow. A promise is a dict such as
        {"seat": "red", "will": "pay >=2000", "term": "turn"}."""
        line: dict[str, Any] = {"by": self._name(by), "propose": number}
        if secret:
            line["secret"] = True
        line["with"] = [self._name(seat) for seat in among]
        line["promises"] = [{**one, "seat": self._name(one["seat"])} for one in promises]
        self.read(json.dumps(line))
        return self.outcomes()

    def _answer(self, by: Seat, answer: str, number: int) -> list[Outcome]:
        self.read(json.dumps({"by": self._name(by), answer: number}))
        return self.outcomes()

    def accept(self, by: Seat, number: int) -> list[Outcome]:
        """Accepts a pact."""
        return self._answer(by, "accept", number)

    def decline(self, by: Seat, number: int) -> list[Outcome]:
        """Declines a pact."""
        return self._answer(by, "decline", number)

    def withdraw(self, by: Seat, number: int) -> list[Outcome]:
        """Withdraws a pact that is still open."""
        return self._answer(by, "withdraw", number)

    def __str__(self) -> str:
        return "".join(line + "\n" for line in self.lines)


def trace(record: Union[str, Iterable[str]]) -> Iterator[dict[str, Any]]:
    """Reads a record and yields one row for each position: who owes a move, what they may do, and the whole position."""
    read = Record()
    begun = False
    for line in record.splitlines() if isinstance(record, str) else record:
        moved = "move" in json.loads(line) if begun else True
        read.read(line.rstrip("\n"))
        begun = True
        if moved:
            yield read.trace()
