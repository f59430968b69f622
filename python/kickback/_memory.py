"""What a seat could have remembered."""

import json
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from ._records import Seat
from ._relations import RELATIONS, Deed, deed_of


class Memory:
    """A game together with everything each seat was told, in order: perfect recall. Make moves with apply()."""

    def __init__(self, state: _core.State) -> None:
        if state.is_view:
            raise _core.Error("a memory needs a whole state, not a view")
        self.state = state
        self._told: tuple[tuple[str, ...], ...] = ((),) * state.n_seats
        self._deeds: tuple[tuple[Deed, ...], ...] = ((),) * state.n_seats
        self._turn: Optional[int] = None
        self._rows: tuple[tuple[bytes, ...], ...] = ((),) * state.n_seats

    def apply(self, seat: Seat, move: str) -> None:
        """Makes a move. Its seat remembers the move; every seat remembers the events it may know."""
        self.state.apply(seat, move)
        told_of = [self._deeds_told(other) for other in range(self.state.n_seats)]
        self._deeds = tuple(before + deeds for before, (deeds, _) in zip(self._deeds, told_of))
        self._turn = told_of[0][1]  # everybody is told whose turn it is
        mover = seat if isinstance(seat, str) else self.state.seat_name(seat)
        told, rows = [], []
        for other, before in enumerate(self._told):
            own = (move,) if self.state.seat_name(other) == mover else ()
            told.append(before + tuple(f"> {one}" for one in own)
                        + tuple(json.dumps(event, sort_keys=True) for event in self.state.events(other)))
            rows.append(self._rows[other] + tuple(self.state._told(other, one) for one in own) + (self.state._told(other),))
        self._told, self._rows = tuple(told), tuple(rows)

    def told(self, seat: int) -> tuple[str, ...]:
        """The seat's own moves, each after '> ', and the events it was told, each as JSON."""
        if not 0 <= seat < self.state.n_seats:
            raise _core.Error(f"seat: expected 0 to {self.state.n_seats - 1} but found {seat}")
        return self._told[seat]

    def information_state(self, seat: int) -> str:
        """All that and the seat's view, as one string. Games that look the same to the seat have the same."""
        return "\n".join((*self.told(seat), self.state.redact(seat).json()))

    def recall(self, seat: int) -> npt.NDArray[np.int32]:
        """The same as told() in numbers: (rows, 5). docs/encodings.md describes a row."""
        self.told(seat)  # checks the number
        return np.frombuffer(b"".join(self._rows[seat]), np.int32).reshape(-1, 5)

    def relations(self, seat: int) -> npt.NDArray[np.int32]:
        """Who did what to whom as far as the seat was told: (relations, seats, seats, 2). For each relation of the game, each
        doer and each other seat: how often, and the sum of its amounts. Seats are counted from this one."""
        self.told(seat)  # checks the number
        n = self.state.n_seats
        counts = np.zeros((len(RELATIONS[self.state.setup["game"]]), n, n, 2), np.int32)
        for deed in self._deeds[seat]:
            counts[deed.kind, (deed.doer - seat) % n, (deed.other - seat) % n] += (1, deed.amount)
        return counts

    def _deeds_told(self, seat: int) -> tuple[tuple[Deed, ...], Optional[int]]:
        """The deeds among the last events that the seat was told, and whose turn it is after them."""
        names = tuple(self.state.seat_name(other) for other in range(self.state.n_seats))
        found, turn = [], self._turn
        for event in self.state.events(seat):
            if event["kind"] == "turn":
                turn = names.index(event["seat"])
            deed = deed_of(self.state.setup["game"], event, names, turn)
            if deed:
                found.append(deed)
        return tuple(found), turn

    def resample(self, seat: int, rng: _core.Rng) -> "Memory":
        """Another world that looks the same to the seat. What the others remember of it is not drawn anew."""
        other = self.clone()
        other.state = self.state.redact(seat).sample(rng)
        return other

    def clone(self) -> "Memory":
        other = Memory(self.state.clone())
        other._told, other._deeds, other._turn, other._rows = self._told, self._deeds, self._turn, self._rows
        return other

    def __deepcopy__(self, memo: Any) -> "Memory":
        return self.clone()
