"""The games as games of OpenSpiel, with explicit chance.

    from kickback import openspiel

    game = openspiel.load("incorporated", players=3, rewards="rank")

With position= the game begins there, such as near its end, small enough for algorithms that visit every action.
If several seats owe a move, they decide one after the other, the lowest first; none sees what the others chose. Actions are
those of docs/encodings.md. An information state is everything the seat was told, with perfect recall. OpenSpiel is not a
dependency of kickback: pip install open_spiel.
"""

import json
from typing import Any, Optional

import numpy as np

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"kickback.openspiel needs OpenSpiel: pip install open_spiel ({error})") from error

from . import _core
from ._encoding import action_mask, observe
from ._memory import Memory
from ._table import REWARDS, rewards

CHANCE_OUTCOMES_MAX = 64  # entries of chance's list; no game has more than 24
SCORE_MAX = 2.0**24  # a bound that no game reaches
LENGTH_MAX = 2**20


def _options(name: str) -> dict[str, Any]:
    """Every option of a game with its default, as OpenSpiel's parameters."""
    found: dict[str, Any] = {"rewards": "money", "zero_sum": False, "position": ""}
    for number in range(_core.N_GAMES):
        game, _, _, fewest, _, editions, options = _core.game_at(number)
        if game == name:
            found["players"] = fewest
            if len(editions) > 1:
                found["edition"] = editions[0]
            found.update({key: values[0] for key, (values, _) in options.items()})
    return found


class State(pyspiel.State):  # type: ignore[misc]
    """A state of a game of kickback."""

    def __init__(self, game: Any, first: _core.State, kind: str, zero_sum: bool) -> None:
        super().__init__(game)
        self._kind, self._zero_sum = kind, zero_sum
        self._world = Memory(first.clone())

    @property
    def state_of_game(self) -> _core.State:
        """The engine's state."""
        return self._world.state

    def current_player(self) -> Any:
        actors = self._world.state.actors
        if not actors:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if actors == (_core.CHANCE,) else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        return [int(action) for action in np.flatnonzero(action_mask(self._world.state, player))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        spans = self._world.state.spans(_core.CHANCE)
        total = sum(weight for _, _, weight in spans)
        return [(number, weight / total) for number, (_, _, weight) in enumerate(spans)]

    def _move_of(self, player: int, action: int) -> tuple[int, str]:
        if player == pyspiel.PlayerId.CHANCE:
            spans = self._world.state.spans(_core.CHANCE)
            if not 0 <= action < len(spans):
                raise _core.Error(f"chance has no outcome {action}")
            return _core.CHANCE, spans[action][0]
        return player, self._world.state.move_of(player, action)

    def _apply_action(self, action: int) -> None:
        self._world.apply(*self._move_of(self.current_player(), action))

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return self._move_of(player, action)[1]
        except _core.Error:
            return f"action {action}"

    def is_terminal(self) -> bool:
        return self._world.state.over

    def returns(self) -> list[float]:
        state = self._world.state
        return rewards(state, self._kind, self._zero_sum) if state.over else [0.0] * state.n_seats

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "State":
        """A state that looks the same to the player: what it cannot see is drawn anew."""
        rng = _core.Rng(int(probability_sampler() * 2**53))
        other: State = self.clone()
        other._world = self._world.resample(player, rng)
        return other

    def told(self, player: int) -> tuple[str, ...]:
        """The player's moves and everything it was told, in order."""
        return self._world.told(player)

    def recalled(self, player: int) -> str:
        """The information state."""
        return self._world.information_state(player)

    def __str__(self) -> str:
        return self._world.state.json()


class Observer:
    """What a player sees, as numbers and as text; with perfect recall as text: everything it was told."""

    def __init__(self, kind: Any, n: int) -> None:
        self._kind = kind
        self.tensor = np.zeros(n, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = observe(state.state_of_game, player)

    def string_from(self, state: State, player: int) -> Optional[str]:
        return state.recalled(player) if self._kind.perfect_recall else state.state_of_game.redact(player).json()


def _type(name: str, defaults: dict[str, Any], zero_sum: bool) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"kickback_{name}", long_name=f"Kickback: {name}", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5, min_num_players=2, provides_information_state_string=True,
        provides_information_state_tensor=False, provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification=defaults)


def _game_class(name: str) -> Any:
    """OpenSpiel's class of one game."""
    defaults = _options(name)

    class Game(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
            given = {**defaults, **(params or {})}
            self._kind, self._zero_sum = given.pop("rewards"), bool(given.pop("zero_sum"))
            if self._kind not in REWARDS:
                raise _core.Error(f"rewards: expected one of {', '.join(REWARDS)} but found {self._kind!r}")
            position = given.pop("position")
            self._first = _core.State.from_position(position) if position else _core.State(name, **given)
            observations, actions, _ = _core.encoding_of(name, **given)
            self._n_observations = len(observations)
            most = SCORE_MAX if self._kind == "money" else 1.0
            info = pyspiel.GameInfo(
                num_distinct_actions=len(actions), max_chance_outcomes=CHANCE_OUTCOMES_MAX, num_players=self._first.n_seats,
                min_utility=-most, max_utility=most, utility_sum=0.0 if self._zero_sum else None, max_game_length=LENGTH_MAX)
            super().__init__(_type(name, defaults, self._zero_sum), info, params or {})

        def new_initial_state(self) -> State:
            return State(self, self._first, self._kind, self._zero_sum)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self._n_observations)

    return Game


def _register() -> None:
    for number in range(_core.N_GAMES):
        name = _core.game_at(number)[0]
        try:
            _core.encoding_of(name)
        except _core.Error:
            continue  # a game without numbered actions
        pyspiel.register_game(_type(name, _options(name), False), _game_class(name))


_register()


def _setup_of(game: str, position: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a game that begins at a position."""
    for key in options:
        if key not in ("rewards", "zero_sum"):
            raise _core.Error(f"{key}: the position has the setup")
    setup = _core.State.from_position(position).setup
    if setup.pop("game") != game:
        raise _core.Error(f"position: expected one of {game}")
    return {**setup, **options, "position": position if isinstance(position, str) else json.dumps(position)}


def load(game: str, position: Any = None, **options: Any) -> Any:
    """A game of OpenSpiel: load("intrige", players=3, deals="none", rewards="win", zero_sum=True). With a position, a dict or
    JSON, it begins there; the setup is the position's."""
    known = _options(game)
    if "players" not in known:
        _core.State(game)  # raises an error that lists the names
    for key in options:
        if key not in known:
            raise _core.Error(f"{key}: expected one of {', '.join(sorted(known))}")
    if position is not None:
        options = _setup_of(game, position, options)
    _core.State(game, **{key: value for key, value in options.items() if key not in ("rewards", "zero_sum", "position")})
    return pyspiel.load_game(f"kickback_{game}", {key: value for key, value in options.items() if key in known})
