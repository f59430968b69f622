"""Batches: many games stepped at once in C."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core

RECALL_ROWS = {"intrige": 512, "integralis": 4096, "incorporated": 512}
RECALL_ROWS_MAX = 1 << 20
RECALL_ROWS_ALL = 1 << 26  # 1.25 GiB, and as much again for each seat


def _array(name: str, given: Any, dtype: Any, shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """The caller's array, checked, or a new one."""
    if given is None:
        return np.zeros(shape, dtype)
    if not isinstance(given, np.ndarray):
        raise TypeError(f"{name}: expected a NumPy array")
    if given.dtype != dtype or given.shape != shape:
        raise _core.Error(f"{name}: expected {np.dtype(dtype)} of shape {shape} but found {given.dtype} of shape {given.shape}")
    if not (given.flags.c_contiguous and given.flags.writeable and given.flags.aligned):
        raise _core.Error(f"{name}: the array must be contiguous and writeable")
    return given


class Vector:
    """n games at once. Row i of every array is about game i, and is overwritten by every step:

    observations  int8 (n, observations): what the deciding seat sees
    masks         uint8 (n, actions): what it may do
    seats         int8 (n): the deciding seat; if several owe a move, the lowest
    rewards       float32 (n, players): the scores of a game that this step ended, else 0
    wins          float32 (n, players): of such a game 1, divided among the winners; a game can have none
    dones         uint8 (n): 1 where a game ended; the rows then show the first decision of the next game

    recall=True also gives perfect recall: what the deciding seat was told since the game began, as Memory.recall does.

    recalled      int32 (n, rows, 5): one row for each event and each move of the seat, the oldest first, then zeros
    n_recalled    int32 (n): how many there have been

    RECALL_ROWS is how many rows there are, enough for nearly all games; recall=300 makes 300. A seat that was told more keeps
    the last ones, and n_recalled is then larger than the number of rows.

    A game's luck depends only on its seed. bots= seats bots: a name for all others, or one for each, from the left neighbour
    on. Then only one seat decides, `seat` in every game, or seat i % players in game i if it is None, and a step goes on to
    its next decision. Bots of a batch decide by what they see and remember nothing: greedy, random and styles can be seated.
    """

    def __init__(self, game: str, n: int, seed: int = 0, seeds: Optional[npt.ArrayLike] = None, threads: int = 1,
                 observations: Any = None, masks: Any = None, seats: Any = None, rewards: Any = None, dones: Any = None,
                 wins: Any = None, recall: Union[bool, int] = False, bots: Union[str, Sequence[str], None] = None, seat: Optional[int] = None, **options: object) -> None:
        if n < 1 or n > 1 << 24 or threads < 1:
            raise _core.Error("a batch needs 1 to 16777216 games and at least one thread")
        state = _core.State(game, **options)
        observation_names, action_names, _ = _core.encoding_of(game, **options)
        self.n, self.threads, self.n_players = n, threads, state.n_seats
        self.n_observations, self.n_actions = len(observation_names), len(action_names)
        self.observations: npt.NDArray[np.int8] = _array("observations", observations, np.int8, (n, self.n_observations))
        self.masks: npt.NDArray[np.uint8] = _array("masks", masks, np.uint8, (n, self.n_actions))
        self.seats: npt.NDArray[np.int8] = _array("seats", seats, np.int8, (n,))
        self.rewards: npt.NDArray[np.float32] = _array("rewards", rewards, np.float32, (n, self.n_players))
        self.dones: npt.NDArray[np.uint8] = _array("dones", dones, np.uint8, (n,))
        self.wins: npt.NDArray[np.float32] = _array("wins", wins, np.float32, (n, self.n_players))
        # The addresses stay valid while these references are held.
        self._held = (self.observations, self.masks, self.seats, self.rewards, self.dones, self.wins)
        self._games = _core.Vector((game,), dict(options), n, *(array.ctypes.data for array in self._held))
        self.recalled: Optional[npt.NDArray[np.int32]] = None
        self.n_recalled: Optional[npt.NDArray[np.int32]] = None
        if recall is not False:
            self._recall(RECALL_ROWS.get(game, 1024) if recall is True else recall)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        if bots is not None:
            self._seat(bots, seat)
        elif seat is not None:
            raise _core.Error("seat is for a batch with bots")
        self.reset(seed, seeds)

    def _recall(self, rows: int) -> None:
        if not isinstance(rows, int):
            raise TypeError("recall: expected True, False or a number of rows")
        if not 1 <= rows <= RECALL_ROWS_MAX or self.n * rows > RECALL_ROWS_ALL:
            raise _core.Error(f"recall: expected 1 to {RECALL_ROWS_MAX} rows, and at most {RECALL_ROWS_ALL} for all games, but found "
                              f"{rows} for each of {self.n}")
        self.recalled = np.zeros((self.n, rows, 5), np.int32)
        self.n_recalled = np.zeros(self.n, np.int32)
        self._games.recall(rows, self.recalled.ctypes.data, self.n_recalled.ctypes.data)
        self._kept = self.recalled, self.n_recalled  # like _held

    def _seat(self, bots: Union[str, Sequence[str]], seat: Optional[int]) -> None:
        names = (bots,) * (self.n_players - 1) if isinstance(bots, str) else tuple(bots)
        for name in names:
            if not isinstance(name, str) or name.split(":")[0] not in ("greedy", "random", "style"):
                raise _core.Error(f"bots: expected greedy, random or style:NAME but found {name!r}")
        if seat is not None and not 0 <= seat < self.n_players:
            raise _core.Error(f"seat: expected 0 to {self.n_players - 1} but found {seat}")
        learners = (np.arange(self.n) % self.n_players if seat is None else np.full(self.n, seat)).astype(np.int8)
        self._games.seat(names, learners.ctypes.data)

    def reset(self, seed: int = 0, seeds: Optional[npt.ArrayLike] = None) -> None:
        """Restarts all games: game i from seeds[i], or from seed + i."""
        if seeds is None:
            chosen = np.uint64(seed % 2**64) + np.arange(self.n, dtype=np.uint64)
        else:
            chosen = np.ascontiguousarray(seeds, dtype=np.uint64)
            if chosen.shape != (self.n,):
                raise _core.Error(f"seeds: expected one for each of {self.n} games but found shape {chosen.shape}")
        self._games.enter()
        try:
            self._games.reset(chosen.ctypes.data)
        finally:
            self._games.leave()

    def step(self, actions: npt.ArrayLike, amounts: Optional[npt.ArrayLike] = None) -> None:
        """Makes one decision in every game. amounts sets the exact sum of an action that has one; without amounts, or with
        -2**31, it is the least sum. An illegal action raises Error, and no game is changed."""
        chosen = self._numbers("actions", actions)
        sums = None if amounts is None else self._numbers("amounts", amounts)
        self._games.enter()
        try:
            at = 0 if sums is None else sums.ctypes.data
            self._each(lambda first, last: self._games.read(chosen.ctypes.data, at, first, last))
            self._each(self._games.make)
        finally:
            self._games.leave()

    def pick(self) -> npt.NDArray[np.int32]:
        """A random action for every game, each that its mask allows equally likely. The choices depend only on the seeds, and
        are independent of the games' luck."""
        actions = np.empty(self.n, np.int32)
        self._games.enter()
        try:
            self._each(lambda first, last: self._games.pick(actions.ctypes.data, first, last))
        finally:
            self._games.leave()
        return actions

    def state(self, game: int) -> _core.State:
        """A copy of one game's state."""
        return self._games.state(game)

    def _numbers(self, name: str, given: npt.ArrayLike) -> npt.NDArray[np.int32]:
        array = np.asarray(given)
        if array.dtype.kind not in "iu" or array.shape != (self.n,):
            raise _core.Error(f"{name}: expected {self.n} integers but found {array.dtype} of shape {array.shape}")
        if array.dtype != np.int32 and array.size and (array.max() > 2**31 - 1 or array.min() < -(2**31)):
            raise _core.Error(f"{name}: a number is out of range")
        return np.ascontiguousarray(array, dtype=np.int32)

    def _each(self, work: Any) -> None:
        """Does the work for all games, distributed over the threads."""
        if self._pool is None:
            work(0, self.n)
            return
        bounds = [self.n * i // self.threads for i in range(self.threads + 1)]
        waiting = [self._pool.submit(work, first, last) for first, last in zip(bounds, bounds[1:])]
        errors = [one.exception() for one in waiting]
        for error in errors:
            if error:
                raise error


def vector(game: str, n: int = 1024, **more: Any) -> Vector:
    """n games of a setup, stepped at once: vector("intrige", n=4096, players=4). See Vector."""
    return Vector(game, n, **more)
