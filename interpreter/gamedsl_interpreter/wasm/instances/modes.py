"""The numbers with which hosts and the functions of a module select the mode of a search, of a chance node, or of a decision."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum


class SearchMode(IntEnum):
    """The action of a search at a complete move."""

    COUNT = 0
    """Count them, up to LIMIT."""
    PICK = 1
    """Stop at the one with the number TARGET."""
    LIST = 2
    """Write all of them to LIST."""
    OPEN = 3
    """Keep the first one, and find the first step that is not forced."""
    OPTIONS = 4
    """Collect the values of the step PROBE that can be completed."""
    WALK = 5
    """Go down once: at each step draw one of the values that can be completed."""
    LIST_FROM = 6
    """Write all of them to LIST, except the first TARGET."""


class ChanceMode(IntEnum):
    """The source of the outcomes of chance."""

    STOPS = 0
    """None: play stops where two outcomes are possible."""
    DRAWS = 1
    """The stream of the state."""
    GIVEN = 2
    """The numbers at GIVEN."""


class PolicyNumber(IntEnum):
    """The source of decisions."""

    ASKS = 0
    """The host: the module makes only forced decisions."""
    MOVES = 1
    """Chance, uniformly over complete moves."""
    STEPS = 2
    """Chance, uniformly over the values of each step."""


class ValuePhase(IntEnum):
    """The stages of drawing a value of a step at a decision with candidates."""

    OFFERED = 0
    """The values that lead to candidates are collected."""
    ABLE = 1
    """Two values that lead to legal moves are searched."""
    DRAWN = 2
    """A drawn value is tested."""
    LISTED = 3
    """Many were refused: all values that lead to legal moves are collected."""
    FOUND = 4
    """The value is found, or there is none."""


MODE_NAMES: Mapping[str, int] = {
    f"{prefix}_{one.name}": one.value
    for prefix, modes in (
        ("SEARCH", SearchMode),
        ("CHANCE", ChanceMode),
        ("POLICY", PolicyNumber),
        ("VALUE", ValuePhase),
    )
    for one in modes
}
"""The names that the run-time library has for them."""
