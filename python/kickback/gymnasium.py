"""A game as an environment of Gymnasium: one seat learns, bots play the others.

    from kickback import gymnasium

    env = gymnasium.env("incorporated", players=4, seat=0, bots="greedy", rewards="win")

The observation is a dict: "observation" (int8) and "action_mask" (int8); docs/encodings.md has the numbers. Gymnasium is not a
dependency of kickback: pip install gymnasium.
"""

from typing import Any, Optional, Sequence, Union

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(f"kickback.gymnasium needs Gymnasium: pip install gymnasium ({error})") from error

from . import _core
from ._table import Table


class SeatEnv(gymnasium.Env):  # type: ignore[misc, type-arg]
    """One seat of a game. bots= is the name of a bot for all other seats, or a name for each of them in the order of the seats.
    illegal= says what happens to an action that the mask does not allow: 'raise', or 'random' to make a random legal one
    instead, which info then has as "action"."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(self, game: str, seat: int = 0, bots: Union[str, Sequence[str]] = "greedy", rewards: str = "money",
                 zero_sum: bool = False, render_mode: Optional[str] = None, illegal: str = "raise", **options: object) -> None:
        self._table = Table(game, rewards, zero_sum, options)
        n = self._table.n_seats
        if not 0 <= seat < n:
            raise _core.Error(f"seat: expected 0 to {n - 1} but found {seat}")
        if illegal not in ("raise", "random"):
            raise _core.Error(f"illegal: expected 'raise' or 'random' but found {illegal!r}")
        if render_mode not in (None, "human", "ansi"):
            raise _core.Error(f"render_mode: expected 'human', 'ansi' or None but found {render_mode!r}")
        names = [bots] * (n - 1) if isinstance(bots, str) else list(bots)
        if len(names) != n - 1:
            raise _core.Error(f"bots: expected {n - 1} names but found {len(names)}")
        self._names = dict(zip((other for other in range(n) if other != seat), names))
        for name in names:
            _core.Bot(name)  # refuses a name that is none
        self.seat, self.render_mode, self.illegal = seat, render_mode, illegal
        self.observation_space = spaces.Dict({"observation": spaces.Box(-128, 127, (self._table.n_observations,), np.int8),
                                              "action_mask": spaces.Box(0, 1, (self._table.n_actions,), np.int8)})
        self.action_space = spaces.Discrete(self._table.n_actions)

    @property
    def state_of_game(self) -> _core.State:
        """The whole game: for referees, not for the agent."""
        return self._table.state

    def _apply(self, seat: int, move: str) -> None:
        state = self._table.state
        state.apply(seat, move)
        for bot in self._bots.values():
            bot.watch(state)

    def _go_on(self) -> None:
        """Makes chance moves and the moves of the bots until the seat owes a move or the game is over."""
        state = self._table.state
        while not state.over and self.seat not in state.actors:
            seat = state.actors[0]
            self._apply(*(state.pick(self._table.luck) if seat == _core.CHANCE else (seat, self._bots[seat].decide(state))))

    def _seen(self) -> dict[str, Any]:
        return {"observation": self._table.observe(self.seat), "action_mask": self._table.mask(self.seat)}

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._table.reset(seed)
        self._bots = {seat: _core.Bot(name, seat, self._table.luck.next()) for seat, name in self._names.items()}
        for bot in self._bots.values():
            bot.watch(self._table.state)
        self._go_on()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._table.state.over:
            raise _core.Error("the game is over: call reset()")
        info: dict[str, Any] = {}
        try:
            move = self._table.move_of(self.seat, action)
        except _core.Error:
            if self.illegal == "raise":
                raise
            legal = np.flatnonzero(self._table.mask(self.seat))
            info["action"] = int(legal[self._table.luck.below(len(legal))])
            move = self._table.move_of(self.seat, info["action"])
        self._apply(self.seat, move)
        self._go_on()
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._table.rewards()[self.seat], self._table.state.over, False, info

    def render(self) -> Optional[str]:  # type: ignore[override]
        """The table as the seat sees it."""
        picture = self._table.state.picture(self.seat)
        if self.render_mode == "ansi":
            return picture
        if self.render_mode == "human":
            print(picture)
        return None


def env(game: str, **more: Any) -> SeatEnv:
    """One seat of a game against bots. See SeatEnv."""
    return SeatEnv(game, **more)
