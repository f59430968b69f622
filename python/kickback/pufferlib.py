"""Batches as a native environment of PufferLib 3: every seat of every game is an agent.

    import pufferlib.vector
    from kickback.pufferlib import env

    batch = pufferlib.vector.make(env, env_kwargs={"game": "incorporated", "n": 256, "players": 4})

An agent's observation is what its seat saw when it last had to decide, followed by its action mask. masks tells which agents
have to decide now; the actions of the others are ignored. Rewards come to all seats of a game when it ends. Of the
environments that PufferLib makes, each has the next seed; no two of them have the same games.
"""

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    import pufferlib
except ImportError as error:
    raise ImportError(f"kickback.pufferlib needs PufferLib: pip install pufferlib ({error})") from error

from . import _core
from ._vector import Vector

Step = tuple[npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], list[dict[str, Any]]]


class Env(pufferlib.PufferEnv):
    """n games. PufferLib knows no masks, so with illegal="random" an action that the mask does not allow becomes a random legal
    one; with "raise" it is an Error. Agent number game * players + seat plays that seat."""

    def __init__(self, game: str, n: int = 256, seed: int = 0, illegal: str = "random", buf: Any = None, **options: Any) -> None:
        if illegal not in ("random", "raise"):
            raise _core.Error(f"illegal: expected 'random' or 'raise' but found {illegal!r}")
        self.games = Vector(game, n, seed=seed * n, **options)
        self._seed = seed
        self._illegal, self._rows = illegal, np.arange(n)
        self.num_agents = n * self.games.n_players
        size = self.games.n_observations + self.games.n_actions
        self.single_observation_space = gymnasium.spaces.Box(-128, 127, (size,), np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(self.games.n_actions)
        super().__init__(buf)

    def reset(self, seed: Optional[int] = None) -> tuple[npt.NDArray[np.int8], list[dict[str, Any]]]:
        """Restarts all games: game i from the seed seed * n + i. Without a seed, from that of the environment."""
        self.games.reset((self._seed if seed is None else seed) * self.games.n)
        self.observations[:] = 0
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        self._show()
        return self.observations, []

    def step(self, actions: npt.ArrayLike) -> Step:
        """Makes one decision in every game."""
        games = self.games
        chosen = np.asarray(actions).reshape(-1)[self._deciding()]
        if self._illegal == "random":
            possible = (chosen >= 0) & (chosen < games.n_actions)
            legal = possible & (games.masks[self._rows, np.where(possible, chosen, 0)] == 1)
            chosen = np.where(legal, chosen, games.pick())
        games.step(chosen)
        self.rewards[:] = games.rewards.reshape(-1)
        self.terminals[:] = np.repeat(games.dones == 1, games.n_players)
        self._show()
        ended = games.rewards[games.dones == 1]
        infos = [{"games": len(ended), "score": float(ended.mean())}] if len(ended) else []
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        """Nothing to close: the arrays belong to their owner."""

    def _deciding(self) -> npt.NDArray[np.intp]:
        """The agents that decide, one of each game."""
        return self._rows * self.games.n_players + self.games.seats

    def _show(self) -> None:
        deciding = self._deciding()
        self.masks[:] = False
        self.masks[deciding] = True
        self.observations[deciding, :self.games.n_observations] = self.games.observations
        self.observations[deciding, self.games.n_observations:] = self.games.masks


def env(game: str, n: int = 256, **more: Any) -> Env:
    """n games of a setup as an environment of PufferLib. See Env."""
    return Env(game, n, **more)
