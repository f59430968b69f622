"""Who did what to whom, as numbers: what a seat could have counted from the events it was told."""

import re
from typing import Any, NamedTuple, Optional

VERSION = 1

RELATIONS: dict[str, tuple[str, ...]] = {
    "intrige": ("pays", "sends", "gets_post", "keeps_post", "banished", "refunded", "deal_kept", "deal_broken", "offers", "counters",
                "accepts", "refuses"),
    "integralis": ("tempts", "demands", "accepts", "refuses", "bribes", "releases", "resists", "bids", "outbids", "plays", "counters"),
    "incorporated": ("plays", "staffs", "commits", "helps", "hinders"),
}
"""The relations of each game, in the order of the array; docs/encodings.md explains them."""


class Deed(NamedTuple):
    kind: int
    doer: int
    other: int
    amount: int


def _seat_of(word: object, seats: tuple[str, ...]) -> Optional[int]:
    """The seat a word belongs to: a seat, its scholar or worker, or a tile of its suit."""
    if not isinstance(word, str):
        return None
    name = word.split(".")[0]
    if name in seats:
        return seats.index(name)
    suits = [seat[0].upper() for seat in seats]
    return suits.index(word[0]) if len(word) == 2 and word[1].isdigit() and word[0] in suits else None


def deed_of(game: str, event: dict[str, Any], seats: tuple[str, ...], turn: Optional[int]) -> Optional[Deed]:
    """What the event says about two seats, if anything. Where it names only the doer, the other is the seat in turn."""
    kind = event["kind"]
    if kind == "manages":
        kind = "helps" if event["helps"] else "hinders"
    doer = _seat_of(event.get("seat"), seats)
    if kind not in RELATIONS.get(game, ()) or doer is None:
        return None
    named = [_seat_of(event.get(key), seats) for key in ("to", "payer", "palace", "on", "scholar", "worker", "tile")]
    others = [seat for seat in named if seat is not None]
    other = next((seat for seat in others if seat != doer), turn if game != "incorporated" else doer)
    if other is None:
        return None
    coins = re.findall(r"\d+", event["coins"]) if "coins" in event else []
    amount = sum(map(int, coins)) if coins else event.get("amount", event.get("coin", 0))
    return Deed(RELATIONS[game].index(kind), doer, other, int(amount or 0))  # a sum that is hidden is None
