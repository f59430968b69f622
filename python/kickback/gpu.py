"""Batches on a GPU: many games stepped at once, with everything in the memory of the device.

    import torch
    from kickback import gpu

    batch = gpu.vector("intrige", n=65536, players=4)
    seen = torch.from_dlpack(batch.observations)      # no copy: every step overwrites it
    masks = torch.from_dlpack(batch.masks)
    batch.step(batch.pick())                          # or any tensor of n legal actions on the device

Needs libkickback-gpu.so, which `make gpu` builds. It is looked for at $KICKBACK_GPU, next to this file, and where the system
keeps its libraries.
"""

import ctypes
import os
import threading
from pathlib import Path
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _core

_VERSION = 1  # KB_GPU_VERSION
_NAME = "libkickback-gpu.so"
_CUDA = 2
_OPTIONS_MAX = 9

# The arrays, in the order of kb_gpu_array.
_ARRAYS = {"observations": "|i1", "masks": "|u1", "seats": "|i1", "rewards": "<f4", "dones": "|u1", "actions": "<i4"}

_library: Optional[ctypes.CDLL] = None


class _Shape(ctypes.Structure):
    _fields_ = [("rows", ctypes.c_int64), ("columns", ctypes.c_int64), ("at", ctypes.c_void_p)]


def _load() -> ctypes.CDLL:
    """The library, loaded once."""
    global _library
    if _library is not None:
        return _library
    given = os.environ.get("KICKBACK_GPU")
    beside = Path(__file__).with_name(_NAME)
    path = given or (str(beside) if beside.exists() else _NAME)
    try:
        found = ctypes.CDLL(path)
    except OSError as error:
        raise _core.Error(f"cannot load {_NAME}: {error}; `make gpu` builds it, and KICKBACK_GPU can say where it is") from None
    address = ctypes.c_void_p
    found.kb_gpu_error.restype = ctypes.c_char_p
    found.kb_gpu_open.restype = address
    found.kb_gpu_open.argtypes = [ctypes.c_char_p, ctypes.c_int]
    found.kb_gpu_close.argtypes = [address]
    found.kb_gpu_shape_of.restype = _Shape
    found.kb_gpu_shape_of.argtypes = [address, ctypes.c_int]
    found.kb_gpu_dlpack.restype = address
    found.kb_gpu_dlpack.argtypes = [address, ctypes.c_int]
    found.kb_gpu_reset.argtypes = [address, address]
    found.kb_gpu_pick.argtypes = [address]
    found.kb_gpu_step.argtypes = [address, address, ctypes.c_int]
    found.kb_gpu_wait.argtypes = [address, ctypes.POINTER(ctypes.c_int)]
    if found.kb_gpu_version() != _VERSION:
        raise _core.Error(f"{path} is of another version: build it again with `make gpu`")
    _library = found
    return found


def _setup(game: str, options: dict[str, object]) -> bytes:
    """kb_setup: the numbers of the game, its edition, the seats and the values of its options."""
    chosen = _core.State(game, **options).setup
    for number in range(_core.N_GAMES):
        name, _, _, _, _, editions, named = _core.game_at(number)
        if name == game:
            values = [list(values).index(str(chosen[option])) for option, (values, _) in named.items()]
            edition = editions.index(chosen["edition"]) if "edition" in chosen else 0
            return bytes([number, edition, int(chosen["players"]), *values]).ljust(3 + _OPTIONS_MAX, b"\0")
    raise AssertionError(game)


class Array:
    """An array of a batch on the device. Has DLPack and the CUDA array interface, so that PyTorch, CuPy, JAX and others use it
    without a copy: torch.from_dlpack(array). It lives as long as something uses it, and every step overwrites it."""

    def __init__(self, batch: "Vector", name: str) -> None:
        self._batch = batch
        self._number = list(_ARRAYS).index(name)
        shape = batch._library.kb_gpu_shape_of(batch._games, self._number)
        self.shape: tuple[int, ...] = (shape.rows, shape.columns) if shape.columns else (shape.rows,)
        self.dtype = np.dtype(_ARRAYS[name])
        self._at = int(shape.at)
        if batch.device_type == _CUDA:
            self.__cuda_array_interface__ = {"shape": self.shape, "typestr": _ARRAYS[name], "data": (self._at, False), "version": 2}

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._batch.device_type, 0

    def __dlpack__(self, **_: object) -> Any:
        # A batch has no work under way between two calls, so every stream may read at once.
        tensor = self._batch._library.kb_gpu_dlpack(self._batch._games, self._number)
        capsule = ctypes.pythonapi.PyCapsule_New
        capsule.restype = ctypes.py_object
        capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return capsule(tensor, b"dltensor", None)

    def __repr__(self) -> str:
        return f"<kickback.gpu.Array {self.dtype} {self.shape}>"


class Vector:
    """n games at once, as kickback.Vector, with the same games for the same seeds and actions. Everything is on the device:

    observations  int8 (n, observations): what the deciding seat sees
    masks         uint8 (n, actions): what it may do
    seats         int8 (n): the deciding seat; if several owe a move, the lowest
    rewards       float32 (n, players): the scores of a game that this step ended, else 0
    dones         uint8 (n): 1 where a game ended; the rows then show the first decision of the next game
    """

    def __init__(self, game: str, n: int, seed: int = 0, seeds: Optional[npt.ArrayLike] = None, **options: object) -> None:
        setup = _setup(game, options)
        self._library = _load()
        self._games = self._library.kb_gpu_open(setup, n)
        if not self._games:
            raise self._error()
        self._lock = threading.Lock()
        self.n = n
        self.device_type: int = self._library.kb_gpu_device_type()
        self.observations = Array(self, "observations")
        self.masks = Array(self, "masks")
        self.seats = Array(self, "seats")
        self.rewards = Array(self, "rewards")
        self.dones = Array(self, "dones")
        self._actions = Array(self, "actions")
        self.n_observations, self.n_actions = self.observations.shape[1], self.masks.shape[1]
        self.n_players = self.rewards.shape[1]
        self.reset(seed, seeds)

    def reset(self, seed: int = 0, seeds: Optional[npt.ArrayLike] = None) -> None:
        """Restarts all games: game i from seeds[i], or from seed + i."""
        if seeds is None:
            chosen = np.uint64(seed % 2**64) + np.arange(self.n, dtype=np.uint64)
        else:
            chosen = np.ascontiguousarray(seeds, dtype=np.uint64)
            if chosen.shape != (self.n,):
                raise _core.Error(f"seeds: expected one for each of {self.n} games but found shape {chosen.shape}")
        with self._alone():
            self._must(self._library.kb_gpu_reset(self._games, chosen.ctypes.data))
            self._wait()

    def pick(self) -> Array:
        """A random action for every game, each that its mask allows equally likely. The array is the same at every call."""
        with self._alone():
            self._must(self._library.kb_gpu_pick(self._games))
            self._wait()
        return self._actions

    def step(self, actions: Any) -> None:
        """Makes one decision in every game. actions: n integers of 4 or 8 bytes on the device, such as a tensor of PyTorch. An
        action with a sum means its least legal sum. An illegal action raises Error, and no game is changed. Waits for the
        work that the device was given before, and until the step is done."""
        at, size = self._given(actions)
        with self._alone():
            self._wait()
            self._must(self._library.kb_gpu_step(self._games, at, size))
            wrong = self._wait()
        if wrong >= 0:
            raise _core.Error(f"game {wrong}: its mask does not allow the action")

    def _given(self, actions: Any) -> tuple[int, int]:
        """The address of the caller's actions, and the bytes of one."""
        if isinstance(actions, Array):
            if actions.dtype != np.int32 or actions.shape != (self.n,):
                raise _core.Error(f"actions: expected {self.n} integers but found {actions}")
            return actions._at, 4
        name = "__cuda_array_interface__" if self.device_type == _CUDA else "__array_interface__"
        given = getattr(actions, name, None)
        if given is None:
            raise TypeError("actions: expected an array on the device")
        kind, shape, strides = given["typestr"], tuple(given["shape"]), given.get("strides")
        if kind not in ("<i4", "<i8") or shape != (self.n,):
            raise _core.Error(f"actions: expected {self.n} integers of 4 or 8 bytes but found {kind} of shape {shape}")
        size = int(kind[2])
        if strides is not None and self.n > 1 and tuple(strides) != (size,):
            raise _core.Error("actions: the array must be contiguous")
        return int(given["data"][0]), size

    def _alone(self) -> "_Turn":
        return _Turn(self._lock)

    def _wait(self) -> int:
        wrong = ctypes.c_int(-1)
        self._must(self._library.kb_gpu_wait(self._games, ctypes.byref(wrong)))
        return wrong.value

    def _must(self, failed: int) -> None:
        if failed:
            raise self._error()

    def _error(self) -> Exception:
        return _core.Error(f"GPU: {self._library.kb_gpu_error().decode()}")

    def __del__(self) -> None:
        if getattr(self, "_games", None):
            self._library.kb_gpu_close(self._games)


class _Turn:
    """Only one thread at a time steps a batch."""

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise _core.Error("another thread is stepping this batch")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def vector(game: str, n: int = 65536, **more: Any) -> Vector:
    """n games of a setup on the GPU: gpu.vector("intrige", n=65536, players=4, seed=1). See Vector."""
    return Vector(game, n, **more)
