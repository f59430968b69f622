"""Moves as numbered actions and views as numbers: docs/encodings.md lists every index."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import _core
from ._records import Seat


@dataclass(frozen=True)
class Encoding:
    """The names of all indexes of a setup. Actions that are impossible in this setup are named ''. told names what the first
    number of a row of Memory.recall stands for."""

    version: int
    actions: tuple[str, ...]
    observations: tuple[str, ...]
    told: tuple[str, ...]


def encoding(game: str, **options: object) -> Encoding:
    """The encoding of a game. Actions are named as the first seat would write them."""
    observations, actions, told = _core.encoding_of(game, **options)
    return Encoding(_core.ENCODING_VERSION, actions, observations, told)


def action_mask(state: _core.State, seat: Seat) -> npt.NDArray[np.uint8]:
    """1 for every action that stands for a legal move of the seat, else 0."""
    return np.frombuffer(state._mask(seat), np.uint8)


def observe(state: _core.State, seat: Seat) -> npt.NDArray[np.int8]:
    """What the seat sees. The state may be a full one: only what the seat may know is read."""
    return np.frombuffer(state._observation(seat), np.int8)
