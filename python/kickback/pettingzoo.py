"""The games as environments of PettingZoo: env() for turns (AEC), parallel_env() for steps of all agents at once.

    from kickback import pettingzoo

    env = pettingzoo.env("intrige", players=4)

An agent is a seat, such as "red_0". Its observation is a dict: "observation" (int8) and "action_mask" (int8); docs/encodings.md
has the numbers. Chance moves are made by the environment, from the seed of reset(). PettingZoo is not a dependency of kickback:
pip install pettingzoo.
"""

from typing import Any, Optional

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"kickback.pettingzoo needs PettingZoo: pip install pettingzoo ({error})") from error

from . import _core
from ._table import Table


def _spaces(agents: list[str], n_observations: int, n_actions: int) -> tuple[dict[str, Any], dict[str, Any]]:
    seen = {agent: spaces.Dict({"observation": spaces.Box(-128, 127, (n_observations,), np.int8),
                                "action_mask": spaces.Box(0, 1, (n_actions,), np.int8)}) for agent in agents}
    return seen, {agent: spaces.Discrete(n_actions) for agent in agents}


def _check(render_mode: Optional[str], max_cycles: Optional[int]) -> None:
    if render_mode not in (None, "human", "ansi"):
        raise _core.Error(f"render_mode: expected 'human', 'ansi' or None but found {render_mode!r}")
    if max_cycles is not None and max_cycles < 1:
        raise _core.Error(f"max_cycles: expected at least 1 but found {max_cycles}")


def _render(table: Table, mode: Optional[str]) -> Optional[str]:
    """The table as a spectator sees it."""
    if mode is None:
        return None
    picture = table.state.picture(_core.SPECTATOR)
    if mode == "ansi":
        return picture
    print(picture)
    return None


class TurnEnv(AECEnv):  # type: ignore[misc]
    """One agent decides at a time: the lowest seat that owes a move. rewards= is 'money', 'rank' or 'win'; max_cycles= ends a
    game after that many decisions."""

    def __init__(self, game: str, rewards: str = "money", zero_sum: bool = False, max_cycles: Optional[int] = None,
                 render_mode: Optional[str] = None, **options: object) -> None:
        super().__init__()
        _check(render_mode, max_cycles)
        self._table = Table(game, rewards, zero_sum, options)
        self.metadata = {"render_modes": ["human", "ansi"], "name": f"kickback_{game}_v{_core.ENCODING_VERSION}", "is_parallelizable": False}
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = [f"{self._table.state.seat_name(seat)}_{seat}" for seat in range(self._table.n_seats)]
        self.observation_spaces, self.action_spaces = _spaces(self.possible_agents, self._table.n_observations, self._table.n_actions)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def state_of_game(self) -> _core.State:
        """The whole game: for referees, not for agents."""
        return self._table.state

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self._table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self.agent_selection = self.possible_agents[self._table.state.actors[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self._table.observe(seat), "action_mask": self._table.mask(seat)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.act(self.possible_agents.index(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._decisions += 1
        over = self._table.state.over
        self.rewards = dict(zip(self.agents, self._table.rewards()))
        if over or self._decisions == self.max_cycles:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, not over)
        else:
            self.agent_selection = self.possible_agents[self._table.state.actors[0]]
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        return _render(self._table, self.render_mode)

    def close(self) -> None:
        pass


class SimultaneousEnv(ParallelEnv):  # type: ignore[misc]
    """All agents act in every step. Those that owe no move have one action, the last: to wait. illegal= says what happens to
    an action that the mask does not allow: 'raise', or 'random' to make a random legal one instead, which infos then has as
    "action"."""

    def __init__(self, game: str, rewards: str = "money", zero_sum: bool = False, max_cycles: Optional[int] = None,
                 render_mode: Optional[str] = None, illegal: str = "raise", **options: object) -> None:
        _check(render_mode, max_cycles)
        if illegal not in ("raise", "random"):
            raise _core.Error(f"illegal: expected 'raise' or 'random' but found {illegal!r}")
        self._table = Table(game, rewards, zero_sum, options)
        self.metadata = {"render_modes": ["human", "ansi"], "name": f"kickback_{game}_parallel_v{_core.ENCODING_VERSION}"}
        self.render_mode, self.max_cycles, self.illegal = render_mode, max_cycles, illegal
        self.wait = self._table.n_actions
        self.possible_agents = [f"{self._table.state.seat_name(seat)}_{seat}" for seat in range(self._table.n_seats)]
        self.observation_spaces, self.action_spaces = _spaces(self.possible_agents, self._table.n_observations, self.wait + 1)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _observations(self) -> dict[str, Any]:
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.append(self._table.mask(seat), np.int8(seat not in self._table.state.actors))
            found[agent] = {"observation": self._table.observe(seat), "action_mask": mask}
        return found

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self._table.reset(seed)
        self.agents, self._steps = self.possible_agents[:], 0
        return self._observations(), {agent: {} for agent in self.agents}

    def _chosen(self, seat: int, action: Any, info: dict[str, Any]) -> str:
        """The move of a seat that owes one."""
        try:
            return self._table.move_of(seat, action)
        except _core.Error:
            if self.illegal == "raise":
                raise
            legal = np.flatnonzero(self._table.mask(seat))
            info["action"] = int(legal[self._table.luck.below(len(legal))])
            return self._table.move_of(seat, info["action"])

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            raise _core.Error("the game is over: call reset()")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise _core.Error(f"no action for {', '.join(missing)}")
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        moves = []
        for seat, agent in enumerate(self.agents):
            if seat in self._table.state.actors:
                moves.append((seat, self._chosen(seat, actions[agent], infos[agent])))
            elif actions[agent] != self.wait and self.illegal == "raise":
                raise _core.Error(f"{agent} owes no move: its only action is {self.wait}")
        for seat, move in moves:
            self._table.state.apply(seat, move)
        self._table.draw()
        self._steps += 1
        over = self._table.state.over
        cut = not over and self._steps == self.max_cycles
        found = self._observations()
        rewards = dict(zip(self.agents, self._table.rewards()))
        ended, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return found, rewards, ended, truncated, infos

    def render(self) -> Optional[str]:
        return _render(self._table, self.render_mode)

    def close(self) -> None:
        pass


def raw_env(game: str, **more: Any) -> TurnEnv:
    """The environment for turns without wrappers."""
    return TurnEnv(game, **more)


def env(game: str, **more: Any) -> Any:
    """An environment for turns: env("intrige", players=4, rewards="rank"). See TurnEnv."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, **more))


def parallel_env(game: str, **more: Any) -> SimultaneousEnv:
    """An environment in which all agents act in every step. See SimultaneousEnv."""
    return SimultaneousEnv(game, **more)
