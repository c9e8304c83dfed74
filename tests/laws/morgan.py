"""The laws of Morgan's turns (R57 to R64), which pass between two questions: they are read from what everybody is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, field

from gamedsl_interpreter.engine import Event
from independent import glory_islands as isles
from independent.glory_islands import Board, Cell

_VALUES = {"One": 1, "Two": 2, "Three": 3, "Trey": 3, "Four": 4, "Five": 5}
_SACK = 35


def cell_of(text: str) -> Cell | None:
    """The space in `space[1, 2].pirate`."""
    if not text.startswith("space["):
        return None
    row, column = text.removeprefix("space[").partition("]")[0].split(", ")
    return int(row), int(column)


@define
class Log:
    """What has happened so far, as everybody has seen it. `due`: where Morgan still has to stop; `is_landing`: he has stopped, and nobody has landed yet;
    `reward`: what the space gives on which a pirate has just landed."""

    board: Board
    pirates: dict[Cell, str] = field(factory=dict[Cell, str])
    sack: int = _SACK
    marker: int = 0
    sailed: int = 0
    glory: int = 0
    due: list[int] = field(factory=list[int])
    is_landing: bool = False
    reward: tuple[int, int] | None = None

    def read(self, events: Iterable[Event]) -> None:
        """The whole match. Raises AssertionError where Morgan does something else than the rulebook says."""
        for event in events:
            data: Any = event.data
            match data:
                case ("move", pieces, str(source), str(to)):
                    self._moves(pieces, source, to)
                case ("move", int(number), _, str(source), str(to)):
                    self._counts(number, source, to)
                case ("field", "Morgan.glory", str(text)):
                    self._wins(int(text) - self.glory)
                    self.glory = int(text)
                case ("field", "Morgan.marker", str(text)):
                    self.marker = int(text)
                case ("field", "Morgan.sailed", str(text)):
                    self.sailed = int(text)
                    assert self.due, "Morgan sails once in a turn, with a five twice (R58, R59)"
                    assert self.sailed % isles.SEA == self.due.pop(0), "Morgan sails as far as his card says (R58, R59)"
                    self.is_landing = True
                case ("choose", "Morgan", parts):
                    self._chooses(parts)
                case ("choose", _, _):
                    self._has_landed()
                case _:
                    pass
        self._has_landed()

    def _moves(self, pieces: tuple[Any, ...], source: str, to: str) -> None:
        number = sum(count for _, count in pieces)
        self._counts(number, source, to)
        left, reached = cell_of(source), cell_of(to)
        if left is not None:
            del self.pirates[left]
        if reached is not None:
            self.pirates[reached] = str(pieces[0][0]).removeprefix("pirate.")
        if (source, to) == ("Morgan.deck", "Morgan.played"):
            value = _VALUES[str(pieces[0][0]).partition(".")[0]]
            self.due = isles.morgan_stops(self.sailed, value)

    def _counts(self, number: int, source: str, to: str) -> None:
        if to == "Morgan.treasure":
            assert self.reward is not None
            assert number <= self.reward[1], "one treasure from a chest, and from nothing else (R62)"
            self.reward = (self.reward[0], self.reward[1] - number)
        self.sack += number * ((to == "sack") - (source == "sack"))

    def _wins(self, points: int) -> None:
        if self.reward is not None:
            assert points == self.reward[0], f"Morgan wins {points} where he lands, not {self.reward[0]} (R29, R63)"
            self.reward = (0, self.reward[1])

    def _chooses(self, parts: tuple[Any, ...]) -> None:
        """R60, R61, R64."""
        name, is_declined, values = parts[0]
        if name == "special":
            assert is_declined, "Morgan never uses a special action (R64)"
        if name != "place" or is_declined:
            if name != "salvage":
                self._has_landed()
            return
        spot = cell_of(str(dict(values)["spot"]))
        nearest = self._nearest()
        assert self.is_landing, "one pirate lands at each stop (R59)"
        assert spot == nearest, f"Morgan lands on {spot}, and {nearest} is nearest (R60)"
        assert spot is not None
        self.is_landing = False
        points, treasures = isles.MORGAN_REWARD[self.board.reward[spot]]
        self.reward = (points, min(treasures, self.sack))

    def _has_landed(self) -> None:
        """Before anything else is chosen a pirate has landed, if one could, and the space has given what it gives."""
        if self.is_landing and self.reward is None:
            assert self._nearest() is None, "a pirate has to land (R60)"
            self.is_landing = False
        assert self.reward in (None, (0, 0)), f"Morgan did not get what the space gives: {self.reward} (R62, R63)"
        self.reward = None

    def _nearest(self) -> Cell | None:
        supply = isles.MORGAN_PIRATES - list(self.pirates.values()).count("Morgan")
        return isles.morgan_spot(self.pirates, self.sailed, supply, self.board.storm)
