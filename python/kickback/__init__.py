"""Kickback: negotiation games for 2 to 5 players, with hidden information, deals and promises.

    import kickback

    state, rng = kickback.State("intrige", players=4), kickback.Rng(42)
    while not state.over:
        seat, move = state.pick(rng)  # any seat that owes a move, any legal move
        state.apply(seat, move)
    print(state.scores())

Seats are numbers, counted from 0, or names such as "red". CHANCE is the seat that makes random moves. A move is a
string such as "bribe 5000". A move that the rules forbid raises Error with the engine's sentence.
"""

from dataclasses import dataclass
from typing import Mapping

from ._arena import ArenaRow, ArenaTable, Policy, arena
from ._core import CHANCE, SPECTATOR, VERSION, Bot, Error, Rng, State
from ._core import N_GAMES as _N_GAMES
from ._core import game_at as _game_at
from ._encoding import Encoding, action_mask, encoding, observe
from ._memory import Memory
from ._records import Outcome, Record, trace
from ._relations import RELATIONS
from ._server import ServerPolicy, ServerResult, ServerTable, play_server
from ._table import rewards
from ._tables import Table
from ._vector import Vector, vector

__version__ = VERSION
__all__ = [
    "CHANCE", "RELATIONS", "SPECTATOR", "ArenaRow", "ArenaTable", "Bot", "Encoding", "Error", "Game", "Memory", "Option", "Outcome", "Policy", "Record", "Rng",
    "ServerPolicy", "ServerResult", "ServerTable", "State", "Table", "Vector", "action_mask", "arena", "bot", "encoding", "game", "games", "observe",
    "play_server", "rewards", "trace", "vector",
]


@dataclass(frozen=True)
class Option:
    """An option of a game. The first value is the default."""

    name: str
    values: tuple[str, ...]
    meaning: str


@dataclass(frozen=True)
class Game:
    """A game and its options. The first edition is the default; with a single edition there is nothing to choose."""

    name: str
    title: str
    author: str
    players: range
    editions: tuple[str, ...]
    options: Mapping[str, Option]


def games() -> list[Game]:
    """All games."""
    found = []
    for number in range(_N_GAMES):
        name, title, author, fewest, most, editions, options = _game_at(number)
        choices = {key: Option(key, tuple(values), meaning) for key, (values, meaning) in options.items()}
        found.append(Game(name, title, author, range(fewest, most + 1), tuple(editions), choices))
    return found


def game(name: str) -> Game:
    """The game with this name."""
    for one in games():
        if one.name == name:
            return one
    State(name)  # raises an error that lists the names
    raise AssertionError(name)


def bot(name: str, seat: int = 0, seed: int = 0) -> Bot:
    """A bot at a seat: "random", "greedy", "search:1000", "easy", "medium", "hard", optionally with a character: "hard:honest"."""
    return Bot(name, seat, seed)
