"""Goals in words: `under 2 points of percent`, `45 to 60 decisions`, `as high as can be`."""

from __future__ import annotations

import re
from enum import Enum
from math import inf, isfinite

from gamedsl.errors import GameDslError
from gamedsl.values import frozen


class Unit(Enum):
    """The unit of a figure; the value is its word for people."""

    PERCENT = "percent"
    """A share, from 0 to 1 in all numbers, and in percent for people."""
    POINTS_OF_PERCENT = "points of percent"
    """A difference between shares."""
    DECISIONS = "decisions"
    POINTS = "points"
    TIMES = "times"

    @property
    def is_share(self) -> bool:
        """Whether numbers are shares or differences between shares."""
        return self in (Unit.PERCENT, Unit.POINTS_OF_PERCENT)


class GoalError(GameDslError):
    """A text is no goal for a figure; `advice` says what to write instead."""

    def __init__(self, text: str, advice: str) -> None:
        super().__init__(text)
        self.advice = advice


@frozen
class Goal:
    """The wish for a figure: between `low` and `high` (infinite where one side is open), or as high or low as possible. `text` is what the designer wrote."""

    text: str
    low: float = -inf
    high: float = inf
    is_highest: bool = False
    is_lowest: bool = False

    @property
    def is_bounded(self) -> bool:
        """Whether a figure can meet the goal; figures that shall be as high or low as can be are only compared."""
        return not (self.is_highest or self.is_lowest)

    def loss(self, value: float) -> float:
        """Returns how far a figure is from its goal, the less the better: 0 if it is met."""
        if not self.is_bounded:
            return -value if self.is_highest else value
        return max(0.0, self.low - value, value - self.high)

    def strain(self, value: float) -> float:
        """Returns how near a figure is to the end of its bounds: 0 in their middle (or far inside an open side), 1 at their end, more beyond it."""
        if not self.is_bounded:
            return 0.0
        if isfinite(self.low) and isfinite(self.high):
            half = (self.high - self.low) / 2
            return abs(value - (self.low + self.high) / 2) / half if half else abs(value - self.low)
        end = self.high if isfinite(self.high) else self.low
        beyond = value - end if isfinite(self.high) else end - value
        return max(0.0, 1 + beyond / (abs(end) or 1.0))

    def is_met_by(self, low: float, high: float) -> bool | None:
        """Says whether a figure with this interval meets the goal; None if the interval leaves it open."""
        if self.low <= low and high <= self.high:
            return True
        return False if high < self.low or low > self.high else None


_NUMBER = r"([-−]?\d+(?:[.,]\d+)?)"
_UNIT = r"\s*([^\d]*)"
_UNDER = re.compile(rf"(?:under|below|less than|fewer than|at most|no more than|up to)\s+{_NUMBER}{_UNIT}")
_OVER = re.compile(rf"(?:over|above|more than|at least|no less than)\s+{_NUMBER}{_UNIT}")
_BETWEEN = re.compile(rf"(?:between\s+|from\s+)?{_NUMBER}{_UNIT}?\s*(?:to|and|-|–)\s*{_NUMBER}{_UNIT}")
_HIGHEST = re.compile(r"(?:as (?:high|much|long|many|large) as (?:can be|possible)|highest|maximal)")
_LOWEST = re.compile(r"(?:as (?:low|little|short|few|small) as (?:can be|possible)|lowest|minimal)")

_PERCENT = ("%", "percent", "per cent", "points of percent", "percentage points", "percent points")
_UNITS = {
    Unit.PERCENT: _PERCENT,
    Unit.POINTS_OF_PERCENT: _PERCENT,
    Unit.DECISIONS: ("", "decision", "decisions"),
    Unit.POINTS: ("", "point", "points"),
    Unit.TIMES: ("", "time", "times", "times in a match", "times a match", "in a match"),
}
_FORMS = "`under {0}`, `over {0}`, `{1} to {0}`, `as high as can be` or `as low as can be`"


def goal_of(text: str, unit: Unit) -> Goal:
    """Reads a goal for figures of this unit. Raises GoalError."""
    said = " ".join(text.lower().split())
    if _HIGHEST.fullmatch(said):
        return Goal(text, is_highest=True)
    if _LOWEST.fullmatch(said):
        return Goal(text, is_lowest=True)
    if found := _UNDER.fullmatch(said):
        return _goal_between(text, unit, -inf, _number(found[1], found[2], text, unit))
    if found := _OVER.fullmatch(said):
        return _goal_between(text, unit, _number(found[1], found[2], text, unit), inf)
    if found := _BETWEEN.fullmatch(said):
        words = found[4].strip() or found[2].strip()
        first = _number(found[1], found[2].strip() or words, text, unit)
        return _goal_between(text, unit, first, _number(found[3], words, text, unit))
    raise GoalError(f"`{text}` is no goal", f"write {forms(unit)}")


def forms(unit: Unit) -> str:
    """Returns the forms of goals for figures of this unit, as examples."""
    few, many = {
        Unit.PERCENT: ("10 %", "30 %"),
        Unit.POINTS_OF_PERCENT: ("1 %", "2 %"),
        Unit.DECISIONS: ("45", "60 decisions"),
        Unit.POINTS: ("20", "30 points"),
        Unit.TIMES: ("2", "3 times"),
    }[unit]
    return _FORMS.format(many, few)


def _number(number: str, unit_words: str, text: str, unit: Unit) -> float:
    words = unit_words.strip().rstrip(".")
    if words not in _UNITS[unit]:
        if not words:
            raise GoalError(f"`{text}` does not say of what", f"this is counted in percent: write {forms(unit)}")
        raise GoalError(f"`{text}` is counted in {unit.value}, not in “{words}”", f"write {forms(unit)}")
    value = float(number.replace("−", "-").replace(",", "."))
    return value / 100 if unit.is_share else value


def _goal_between(text: str, unit: Unit, low: float, high: float) -> Goal:
    if low > high:
        raise GoalError(f"`{text}` ends before it begins", "write the smaller number first")
    most = 1.0 if unit.is_share else inf
    least = -inf if unit is Unit.POINTS else 0.0
    if high <= least or low >= most:
        reach = "between 0 % and 100 %" if unit.is_share else "0 or more"
        raise GoalError(f"`{text}` can never be: this is {reach}", f"write {forms(unit)}")
    return Goal(text, low, high)
