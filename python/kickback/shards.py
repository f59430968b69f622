"""Decisions that `kickback selfplay` has written: docs/shards.md describes the files."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _core

VERSION = 1

Rows = npt.NDArray[Any]
"""A structured array: game, move, action, amount, scores, seat, won, observation, mask."""


class Shards:
    """A folder of `kickback selfplay`. Iterate over it to get the rows of each file, memory-mapped."""

    def __init__(self, folder: Union[str, Path]) -> None:
        self.folder = Path(folder)
        try:
            self.about: dict[str, Any] = json.loads((self.folder / "selfplay.json").read_text())
        except ValueError as error:
            raise _core.Error(f"{self.folder}/selfplay.json: {error}") from None
        for key, expected in (("version", VERSION), ("encoding", _core.ENCODING_VERSION), ("format", "shards")):
            if self.about.get(key) != expected:
                raise _core.Error(f"{self.folder}: expected {key} {expected} but found {self.about.get(key)}")
        self.setup: dict[str, Any] = self.about["setup"]
        self.n_actions = len(_core.encoding_of(self.setup["game"])[1])
        self.files = sorted(self.folder.glob("*.npy"))

    def __iter__(self) -> Iterator[Rows]:
        for file in self.files:
            rows: Rows = np.load(file, mmap_mode="r")
            yield rows

    def __len__(self) -> int:
        """The number of decisions in all files."""
        return sum(len(rows) for rows in self)

    def masks(self, rows: Rows) -> npt.NDArray[np.uint8]:
        """The masks of rows, unpacked: (rows, actions), 1 where an action was legal."""
        return np.unpackbits(rows["mask"], axis=-1, count=self.n_actions, bitorder="little")

    def minibatches(self, size: int, seed: int = 0) -> Iterator[Rows]:
        """Every decision once, in random order within each file, `size` at a time; the last of a file may be smaller."""
        rng = np.random.default_rng(seed)
        for which in rng.permutation(len(self.files)):
            rows = np.load(self.files[which], mmap_mode="r")
            order = rng.permutation(len(rows))
            for at in range(0, len(rows), size):
                yield rows[np.sort(order[at:at + size])]


def load(folder: Union[str, Path]) -> Shards:
    """Opens a folder of `kickback selfplay`."""
    return Shards(folder)
