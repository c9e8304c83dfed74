"""What searches, chance and decisions are asked to do: the numbers that the functions of a module and its hosts hand to each other."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum


class SearchMode(IntEnum):
    """What a search of complete moves does at its leaves."""

    COUNT = 0
    """Counts them, up to LIMIT."""
    PICK = 1
    """Stops at the one with the number TARGET."""
    LIST = 2
    """Writes all of them to LIST."""
    OPEN = 3
    """Keeps the first one, and finds the first step that is not forced."""
    OPTIONS = 4
    """Collects the values of the step PROBE that can be completed."""
    WALK = 5
    """Goes down once: at each step it draws one of the values that can be completed."""
    LIST_FROM = 6
    """Writes all of them to LIST, but the first TARGET."""


class ChanceMode(IntEnum):
    """Where the outcomes of chance come from."""

    STOPS = 0
    """Play stops where two outcomes are possible."""
    DRAWS = 1
    """From the stream of the state."""
    GIVEN = 2
    """What lies at GIVEN."""


class PolicyNumber(IntEnum):
    """Who decides."""

    ASKS = 0
    """Somebody outside: only what is forced is decided."""
    MOVES = 1
    """Chance, uniformly over complete moves."""
    STEPS = 2
    """Chance, uniformly over the values of each step."""


MODE_NAMES: Mapping[str, int] = {
    f"{prefix}_{one.name}": one.value
    for prefix, modes in (("SEARCH", SearchMode), ("CHANCE", ChanceMode), ("POLICY", PolicyNumber))
    for one in modes
}
"""The names that the run-time library has for them."""
