"""Everything that a search may change: numbers within bounds, options of the game, variants and their lines on or off."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from gamedsl.values import frozen

Setting: TypeAlias = "int | str | bool"
"""The value of a knob: a number, a value of an option, or whether something is on."""

LIMIT = re.compile(r".*\b(?:up to|at most)")
"""A key that names a limit: `rounds up to`."""


@frozen
class Total:
    """The total of a component: the number of pieces that it declares, and by how many this grows for each additional copy, or with a line."""

    component: str
    pieces: int
    each: int


@frozen
class Number:
    """A number that may lie between `low` and `high`, in steps. `key` is what follows `set` in a variant: `points[7]`, `rounds up to`. `now` is its present
    value in the rules, `now_text` the text of this value (`now` is None if it is no number). `total` is the total that changes with it."""

    key: str
    low: int
    high: int
    step: int = 1
    now: int | None = None
    now_text: str = ""
    total: Total | None = None

    @property
    def settings(self) -> Sequence[int]:
        """All values, ascending."""
        return range(self.low, self.high + 1, self.step)

    def line(self, setting: Setting) -> str:
        """Returns the line of a variant."""
        return f"set {self.key} {setting}" if LIMIT.fullmatch(self.key) else f"set {self.key} = {setting}"


@frozen
class Option:
    """An option of the game, and its possible values. `now` is its value in the rules as they are played."""

    key: str
    settings: tuple[str, ...]
    now: str

    def line(self, setting: Setting) -> str:
        """Returns the line of a variant."""
        return f"set {self.key} = {setting}"


@frozen
class Switch:
    """A variant, or a line of one, that may be on or off. `lines` are the lines to write for it; it has none if it is a whole variant, which becomes a base."""

    key: str
    variant: str
    lines: tuple[str, ...] = ()
    now: bool = False
    total: Total | None = None

    @property
    def settings(self) -> tuple[bool, ...]:
        """Off and on."""
        return (False, True)


Knob: TypeAlias = "Number | Option | Switch"


def settings_now(knobs: Sequence[Knob]) -> dict[str, Setting] | None:
    """Returns the settings of the unchanged rules; None if these are not among the possible settings."""
    found: dict[str, Setting] = {}
    for knob in knobs:
        if knob.now is None or knob.now not in knob.settings:
            return None
        found[knob.key] = knob.now
    return found


def list_changed_knobs(knobs: Sequence[Knob], settings: Mapping[str, Setting]) -> list[Knob]:
    """Returns the knobs whose settings differ from those of the unchanged rules."""
    return [knob for knob in knobs if settings[knob.key] != knob.now]


def amount_of_change(knobs: Sequence[Knob], settings: Mapping[str, Setting]) -> float:
    """Returns how much is changed: 1 for each changed thing, and for a number up to 1 more: the share of its allowed distance that it moves."""
    total = 0.0
    for knob in list_changed_knobs(knobs, settings):
        total += 1
        setting = settings[knob.key]
        if isinstance(knob, Number) and knob.now is not None and isinstance(setting, int):
            reach = max(knob.high, knob.now) - min(knob.low, knob.now)
            total += abs(setting - knob.now) / reach if reach else 0.0
    return total


def count_settings(knobs: Sequence[Knob]) -> int:
    """Returns the number of all combinations."""
    number = 1
    for knob in knobs:
        number *= len(knob.settings)
    return number
