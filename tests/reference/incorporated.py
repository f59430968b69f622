"""Incorporated as one game module: its rules, the check for impossible positions, and purposeful players."""

from incorporated_players import bad_moves, mutate, purposeful  # noqa: F401
from incorporated_positions import refuse_position  # noqa: F401
from incorporated_rules import (  # noqa: F401
    DEFAULTS, DRAWN, EDITIONS, NAME, OPTIONS, PLAYERS, SEATS, VERSION_1, apply, end, legal, new_position, options_clash, view,
    weight,
)
