"""What a seat could have remembered."""

import json
from typing import Any

from . import _core
from ._records import Seat


class Memory:
    """A game together with everything each seat was told, in order: perfect recall. Make moves with apply()."""

    def __init__(self, state: _core.State) -> None:
        if state.is_view:
            raise _core.Error("a memory needs a whole state, not a view")
        self.state = state
        self._told: tuple[tuple[str, ...], ...] = ((),) * state.n_seats

    def apply(self, seat: Seat, move: str) -> None:
        """Makes a move. Its seat remembers the move; every seat remembers the events it may know."""
        self.state.apply(seat, move)
        mover = seat if isinstance(seat, str) else self.state.seat_name(seat)
        told = []
        for other, before in enumerate(self._told):
            own = (f"> {move}",) if self.state.seat_name(other) == mover else ()
            told.append(before + own + tuple(json.dumps(event, sort_keys=True) for event in self.state.events(other)))
        self._told = tuple(told)

    def told(self, seat: int) -> tuple[str, ...]:
        """The seat's own moves, each after '> ', and the events it was told, each as JSON."""
        if not 0 <= seat < self.state.n_seats:
            raise _core.Error(f"seat: expected 0 to {self.state.n_seats - 1} but found {seat}")
        return self._told[seat]

    def information_state(self, seat: int) -> str:
        """All that and the seat's view, as one string. Games that look the same to the seat have the same."""
        return "\n".join((*self.told(seat), self.state.redact(seat).json()))

    def resample(self, seat: int, rng: _core.Rng) -> "Memory":
        """Another world that looks the same to the seat. What the others remember of it is not drawn anew."""
        other = self.clone()
        other.state = self.state.redact(seat).sample(rng)
        return other

    def clone(self) -> "Memory":
        other = Memory(self.state.clone())
        other._told = self._told
        return other

    def __deepcopy__(self, memo: Any) -> "Memory":
        return self.clone()
