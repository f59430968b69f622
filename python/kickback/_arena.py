"""The arena: many games between bots, and statistics about them."""

import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Union

from . import _core

Policy = Callable[[_core.State, int], str]
"""A player: it gets the view of its seat and the seat's number, and returns a legal move."""


class ArenaRow(NamedTuple):
    """One player's figures. share is the share of its games that its seats won; low and high are its 95 % Wilson interval;
    fair is what the share would be if all seats were equal."""

    name: str
    games: int
    seats: int
    share: float
    low: float
    high: float
    fair: float
    score: float


class ArenaTable(list[ArenaRow]):
    """The rows of an arena; str() is a table."""

    def __str__(self) -> str:
        width = max([len(row.name) for row in self] + [4])
        lines = [f"{'name':<{width}}  games  share    95 %           fair   score"]
        lines += [f"{row.name:<{width}} {row.games:>6} {row.share:>6.3f}  {row.low:.3f} - {row.high:.3f}  {row.fair:.3f} {row.score:>9.1f}"
                  for row in self]
        return "\n".join(lines)


def _wilson(share: float, n: int) -> tuple[float, float]:
    if not n:
        return 0.0, 1.0
    z = 1.959964
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _line_up(players: int, seats: int, game: int) -> list[int]:
    """Who sits where in a game, as indexes of the list of players: the line-ups of docs/arena.md."""
    places = max(players, seats)
    line_ups = list(itertools.combinations(range(places), seats))
    turn = game // seats
    chosen = line_ups[turn % len(line_ups)]
    orders = math.factorial(seats - 1)
    order = next(itertools.islice(itertools.permutations(chosen[1:]), turn // len(line_ups) % orders, None))
    sitting = [chosen[0], *order]
    return [min(sitting[(seat - game) % seats], players - 1) for seat in range(seats)]


def _play(setup: dict[str, object], players: Sequence[Union[str, Policy]], sitting: list[int], seed: int, game: int) -> _core.State:
    state = _core.State(**setup)  # type: ignore[arg-type]
    of_game = _core.Rng((_core.Rng(seed).next() + game) % 2**64)
    luck = _core.Rng(of_game.next())
    bots: dict[int, _core.Bot] = {}
    for seat, place in enumerate(sitting):
        own, player = of_game.next(), players[place]
        if isinstance(player, str):
            bots[seat] = _core.Bot(player, seat, own)
    while not state.over:
        actors = state.actors
        seat = actors[luck.below(len(actors))]
        if seat == _core.CHANCE:
            _, move = state.pick(luck)
        elif seat in bots:
            move = bots[seat].decide(state)
        else:
            policy = players[sitting[seat]]
            assert not isinstance(policy, str)
            move = policy(state.redact(seat), seat)
        state.apply(seat, move)
        for watcher in bots.values():
            watcher.watch(state)
    return state


def arena(game: str, bots: Sequence[Union[str, Policy]], games: int = 100, seed: int = 0, threads: int = 1,
          **options: object) -> ArenaTable:
    """Plays games between bots, given by name or as policies, and returns how often each wins, with an interval.

    players= is the number of seats: by default the number of bots, or four. With fewer bots than seats the last bot takes
    all remaining seats; with more, every selection of them plays. The games are the same for any number of threads, as long
    as the policies are deterministic.
    """
    if not bots:
        raise _core.Error("an arena needs a bot")
    if games < 1 or threads < 1:
        raise _core.Error("an arena needs at least one game and one thread")
    if "players" not in options:
        fewest, most = next(_core.game_at(i)[3:5] for i in range(_core.N_GAMES)
                            if _core.game_at(i)[0] == _core.State(game).setup["game"])
        options["players"] = len(bots) if fewest <= len(bots) <= most else min(4, most)
    setup = _core.State(game, **options).setup
    seats = setup["players"]
    for one in bots:
        if isinstance(one, str):
            _core.Bot(one)  # raises before any game is played
    line_ups = [_line_up(len(bots), seats, i) for i in range(games)]
    with ThreadPoolExecutor(threads) as pool:
        played = list(pool.map(lambda i: _play(setup, bots, line_ups[i], seed, i), range(games)))

    won = [0.0] * len(bots)
    sat, sat_in, score = [0] * len(bots), [0] * len(bots), [0.0] * len(bots)
    for state, sitting in zip(played, line_ups):
        winners, scores = state.winners(), state.scores()
        for place in set(sitting):
            sat_in[place] += 1
        for seat, place in enumerate(sitting):
            sat[place] += 1
            score[place] += scores[seat]
            won[place] += (seat in winners) / max(len(winners), 1)
    unwon = sum(not state.winners() for state in played)
    table = ArenaTable()
    for i, one in enumerate(bots):
        n = max(sat_in[i], 1)
        share = won[i] / n
        fair = sat[i] / n / seats * (1 - unwon / games)
        name = one if isinstance(one, str) else getattr(one, "__name__", repr(one))
        table.append(ArenaRow(name, sat_in[i], sat[i], share, *_wilson(share, sat_in[i]), fair, score[i] / max(sat[i], 1)))
    return table
