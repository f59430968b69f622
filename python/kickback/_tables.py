"""Tables: games with talk, promises, and bots that negotiate."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union

from . import _core

Seat = Union[int, str]

#: Which tables the bytes of one can be: those of this version, with memory laid out alike.
_LAYOUT = f"{_core.VERSION}, {len(_core.Table()._bytes())} bytes"
_SETUP = ("edition", "players", "game")
_RULES = ("public", "talk", "open_talk", "whispers", "pacts", "pace", "help", "order", "clock")


class Table(_core.Table):
    """A game with its seats, talk, promises, and bots that negotiate, as on a server.

        table = kickback.Table("intrige", ["person", "hard:grudge", "mara"], seed=1)
        while not table.over:
            table.run()  # luck and bots, until a person is asked for something
            for seat in table.actors:
                table.move(seat, table.legal(seat)[0])

    seats has a bot's name or "person" for each seat. Options of the game, `edition` and the rules of the table, such as
    pacts="none", are keywords: docs/protocol.md describes them at `create`. The same calls give the same game.

    What is refused raises Error. Views and events are those of the protocol. A table can be copied and pickled.
    """

    def __init__(self, game: str, seats: Sequence[str], *, seed: int = 0, now_ms: int = 0, **options: Any) -> None:
        super().__init__()
        self.now_ms = now_ms  #: the time, in milliseconds, for those who let bots wait
        self._asked = 0
        setup = {key: options.pop(key) for key in (*_SETUP, *_RULES) if key in options}
        request = {"pace": "off", **setup, "game": game, "players": len(seats), "options": {key: str(value) for key, value in options.items()}}
        self._begin(json.dumps(request), 1, "host", now_ms)
        self._seed(seed)
        self.seats: tuple[str, ...] = tuple(seat["seat"] for seat in self._view(_core.SPECTATOR)["seats"])
        for seat, plays in zip(self.seats, seats):
            if plays == "person":
                self.ask(seat, "sit", seat=seat)
            else:
                self._request(1, "host", "bot", {"seat": seat, "bot": plays})
        self._request(1, "host", "start", {})

    # --- requests ---

    def _request(self, person: int, name: str, do: str, keys: Mapping[str, Any]) -> dict[str, Any]:
        self._asked += 1
        answer = self._ask(json.dumps({"id": str(self._asked), "do": do, **keys}), person, name, self.now_ms)
        if not answer["ok"]:
            error = _core.Error(answer["sentence"])
            error.name = answer["error"]
            raise error
        return answer

    def ask(self, seat: Seat, do: str, /, **keys: Any) -> dict[str, Any]:
        """Makes a request of docs/protocol.md for the person in that seat, and returns its answer."""
        number = self._number(seat)
        return self._request(number + 1, self.seats[number], do, keys)

    def move(self, seat: Seat, move: str) -> None:
        """Makes a move."""
        self.ask(seat, "move", move=move, decision=self._view(self._number(seat)).get("decision", 0))

    def say(self, seat: Seat, text: str, to: Iterable[str] = ()) -> None:
        """Says something to everybody, or in private to these seats."""
        self.ask(seat, "say", say=text, **({"to": list(to)} if to else {}))

    def propose(self, seat: Seat, with_: Iterable[str], promises: Iterable[Mapping[str, Any]], secret: bool = False) -> int:
        """Proposes a pact, or with nobody makes a vow. Returns the number by which the seat knows it."""
        return int(self.ask(seat, "propose", **{"with": list(with_)}, promises=list(promises), **({"secret": True} if secret else {}))["pact"])

    def accept(self, seat: Seat, pact: int) -> None:
        """Accepts a proposal."""
        self.ask(seat, "accept", pact=pact)

    def decline(self, seat: Seat, pact: int) -> None:
        """Declines a proposal."""
        self.ask(seat, "decline", pact=pact)

    def withdraw(self, seat: Seat, pact: int) -> None:
        """Withdraws a proposal of one's own."""
        self.ask(seat, "withdraw", pact=pact)

    def consider(self, seat: Seat, move: str) -> dict[str, Any]:
        """The promises of the seat that a move would break, and those that it would not keep."""
        return self.ask(seat, "consider", move=move)

    # --- luck and bots ---

    def step(self) -> str:
        """Lets chance or a bot do one thing: "luck", "talk", "move"; "held": bots wait for people; "nothing"."""
        return self._step(self.now_ms)

    def run(self) -> list[str]:
        """Steps until nothing is left to do before a person does something. Returns what was done."""
        done = []
        while (step := self.step()) not in ("nothing", "held"):
            done.append(step)
        return done

    # --- what there is ---

    def _number(self, seat: Seat) -> int:
        if isinstance(seat, str) and seat in self.seats:
            return self.seats.index(seat)
        if isinstance(seat, int) and 0 <= seat < len(self.seats):
            return seat
        raise _core.Error(f"expected one of {', '.join(self.seats)} or a number but found {seat!r}")

    def _viewer(self, seat: Optional[Seat]) -> int:
        return _core.SPECTATOR if seat is None or seat in (_core.SPECTATOR, "spectator") else self._number(seat)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that owe a move."""
        return self.state.actors

    def legal(self, seat: Seat) -> list[str]:
        """What the seat may do, less what it bound itself not to do."""
        return self._legal(self._number(seat))

    def view(self, seat: Optional[Seat] = None) -> dict[str, Any]:
        """All that the seat is shown; without one, what everybody is."""
        return self._view(self._viewer(seat))

    def events(self, seat: Optional[Seat] = None, after: int = 0) -> list[dict[str, Any]]:
        """What the seat was told after its event of that number; without a seat, what everybody was."""
        return self._events(self._viewer(seat), after)

    def record(self, seat: Optional[Seat] = None) -> str:
        """The record of the game so far, without talk that the seat did not hear. It has everybody's moves."""
        return self._record(self._viewer(seat))

    # --- copies ---

    @property
    def entries(self) -> tuple[str, ...]:
        """All that has happened at the table, as lines of text."""
        return tuple(self._entry(number + 1) for number in range(self._n_entries))

    @classmethod
    def restore(cls, entries: Iterable[str], seed: int = 0) -> "Table":
        """A table from its entries. Chance and bots draw from this seed from there on."""
        table = cls.__new__(cls)
        table._seed(seed)
        for entry in entries:
            table._add(entry)
        table.seats = tuple(seat["seat"] for seat in table._view(_core.SPECTATOR)["seats"])
        table.now_ms, table._asked = 0, 10**9 + table._n_entries  # ids that were not used before
        return table

    def __copy__(self) -> "Table":
        return _restored(*self._parts())

    def __deepcopy__(self, memo: object) -> "Table":
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _restored, self._parts()

    def _parts(self) -> tuple[str, bytes, tuple[str, ...], int, int]:
        return _LAYOUT, self._bytes(), self.seats, self.now_ms, self._asked


def _restored(layout: str, data: bytes, seats: tuple[str, ...], now_ms: int, asked: int) -> Table:
    if layout != _LAYOUT:
        raise _core.Error(f"expected a table of version {_LAYOUT} but found one of {layout}; its entries can be restored")
    table = Table.__new__(Table)
    table._take(data)
    table.seats, table.now_ms, table._asked = seats, now_ms, asked
    return table
