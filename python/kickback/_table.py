"""One game as environments play it: luck from a seed, actions by number, rewards at the end."""

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from ._encoding import action_mask, observe

REWARDS = ("money", "rank", "win")


def rewards(state: _core.State, kind: str = "money", zero_sum: bool = False) -> list[float]:
    """What each seat gets for a finished game.

    money  its score
    rank   the share of the other seats that it beats; a tie counts half
    win    1, divided among the winners; a game can have none

    zero_sum subtracts the mean, so that they add up to 0.
    """
    scores, n = state.scores(), state.n_seats
    if kind == "money":
        values = [float(score) for score in scores]
    elif kind == "rank":
        values = [sum((mine > other) + (mine == other) / 2 for other in scores) - 0.5 for mine in scores]
        values = [value / (n - 1) for value in values]
    elif kind == "win":
        winners = state.winners()
        values = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(n)]
    else:
        raise _core.Error(f"rewards: expected one of {', '.join(REWARDS)} but found {kind!r}")
    mean = sum(values) / n if zero_sum else 0.0
    return [value - mean for value in values]


class Table:
    """A game in progress. Chance moves are made as soon as they are due."""

    def __init__(self, game: str, kind: str, zero_sum: bool, options: dict[str, Any]) -> None:
        if kind not in REWARDS:
            raise _core.Error(f"rewards: expected one of {', '.join(REWARDS)} but found {kind!r}")
        self._first = _core.State(game, **options)
        self._kind, self._zero_sum = kind, zero_sum
        observations, self.actions, _ = _core.encoding_of(game, **options)
        self.n_observations, self.n_actions, self.n_seats = len(observations), len(self.actions), self._first.n_seats
        self._fresh_seeds = np.random.SeedSequence()
        self.reset(0)

    def reset(self, seed: Optional[int]) -> None:
        """Starts a game. Without a seed, the next one that follows from the last seed."""
        if seed is not None:
            self._fresh_seeds = np.random.SeedSequence(seed)
        self.luck = _core.Rng(int(self._fresh_seeds.spawn(1)[0].generate_state(1, np.uint64)[0]))
        self.state = self._first.clone()
        self.draw()

    def draw(self) -> None:
        while self.state.actors == (_core.CHANCE,):
            self.state.apply(*self.state.pick(self.luck))

    def observe(self, seat: int) -> npt.NDArray[np.int8]:
        return np.array(observe(self.state, seat))

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """The legal actions of a seat; of a seat that owes no move, none."""
        return action_mask(self.state, seat).astype(np.int8)

    def move_of(self, seat: int, action: Any) -> str:
        """The move of an action, or an Error that names the action."""
        if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
            raise TypeError(f"expected the number of an action but found {action!r}")
        if not 0 <= action < self.n_actions:
            raise _core.Error(f"action {action}: expected 0 to {self.n_actions - 1}")
        try:
            return self.state.move_of(seat, int(action))
        except _core.Error as error:
            raise _core.Error(f"action {action} ({self.actions[action] or 'not in this setup'}): {error}") from None

    def act(self, seat: int, action: Any) -> None:
        self.state.apply(seat, self.move_of(seat, action))
        self.draw()

    def rewards(self) -> list[float]:
        """Of the last move: 0 until the game is over."""
        return rewards(self.state, self._kind, self._zero_sum) if self.state.over else [0.0] * self.n_seats
