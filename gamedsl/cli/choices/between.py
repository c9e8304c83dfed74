"""Describes obstacles between two places of a board on which pieces move along lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property

from gamedsl.cli.choices.piece_letters import CASTLES, KING
from gamedsl.table.names import Names
from gamedsl.table.text import join_items
from gamedsl_interpreter.things import Place

_FROM_TO = re.compile(r"[A-Za-z]?([a-z]\d{1,2})[ x:–>-]*([a-z]\d{1,2}).*")
_SQUARE = re.compile(r"[a-z]\d{1,2}")
_LETTER_TO = re.compile(r"([A-Z])[a-h]?x?([a-z]\d{1,2})[+#!?]*")


class Between:
    """The places between two others in one game. `letters` gives the letters of the pieces on a place; `lying` describes them in words, without the owner
    for the player's own pieces."""

    def __init__(self, names: Names, letters: Callable[[Place], frozenset[str]], lying: Callable[[Place], str]) -> None:
        self._names = names
        self._letters = letters
        self._lying = lying

    def source(self, text: str) -> Place | None:
        """Returns the place from which a text like `e2e5`, `Bc4` or `O-O` moves one of the player's pieces; None for other texts."""
        return next((source for source, _ in self._ends(text)), None)

    def describe_square(self, text: str) -> str:
        """Describes in a sentence what lies on the square that a text names; empty for other texts and for empty squares."""
        place = self._all.get(text.lower())
        lying = "" if place is None else self._lying(place)
        return f"{text.lower()} is taken: {lying}." if lying else ""

    def lying(self, place: Place) -> str:
        """Describes what stands on a place."""
        return self._lying(place)

    def obstacle(self, text: str) -> str:
        """Describes in a sentence the obstacle to a move that such a text names: no piece to move, an own piece on the target, or pieces in between; empty
        if there is no obstacle."""
        for source, target in self._ends(text):
            if not self._is_own(source):
                return f"Nothing of yours stands on {self._name(source)}."
            if self._is_own(target) and text.upper() not in CASTLES:
                return f"Your own {self._lying(target)} stands on {self._name(target)}."
            standing = [(place, told) for place in self._places(source, target) if (told := self._lying(place))]
            if standing:
                things = [f"the {told} on {self._name(place)}" for place, told in standing]
                verb = "stands" if len(things) == 1 else "stand"
                return f"Between {self._name(source)} and {self._name(target)} {verb} {join_items(things)}."
        return ""

    def _ends(self, text: str) -> Iterator[tuple[Place, Place]]:
        """Yields the places between which a text may move something."""
        if text.upper() in CASTLES:
            for king in self._own(KING):
                row = [one for one in self._all.values() if (one.board, one.row) == (king.board, king.row)]
                is_right = CASTLES[text.upper()] > 0
                yield king, max(row, key=lambda one: one.column if is_right else -one.column)
            return
        pair, single = _FROM_TO.fullmatch(text), _LETTER_TO.fullmatch(text)
        if pair is not None and {pair[1], pair[2]} <= set(self._all):
            yield self._all[pair[1]], self._all[pair[2]]
        elif single is not None and single[2] in self._all:
            target = self._all[single[2]]
            own = [one for one in self._own(single[1]) if _is_way_of(single[1], one, target)]
            yield from ((one, target) for one in own)

    def _own(self, letter: str) -> Iterator[Place]:
        for place in self._all.values():
            if letter in self._letters(place) and self._is_own(place):
                yield place

    def _is_own(self, place: Place) -> bool:
        lying = self._lying(place)
        return bool(lying) and " of " not in lying

    def _places(self, source: Place, target: Place) -> Iterator[Place]:
        """Yields the places on the line between two places, without the two."""
        if not _is_line(source, target):
            return
        far = max(abs(target.row - source.row), abs(target.column - source.column))
        places = {(one.row, one.column): one for one in self._all.values()}
        for at in range(1, far):
            row = source.row + at * (target.row - source.row) // far
            column = source.column + at * (target.column - source.column) // far
            if (row, column) in places:
                yield places[row, column]

    def _name(self, place: Place) -> str:
        return self._names.short_place(self._names.board_number(place), place.number)

    @cached_property
    def _all(self) -> dict[str, Place]:
        """The places of the first board with squares, by their short names."""
        boards = self._names.game.boards
        named = ([self._names.short_place(at, i) for i in range(len(of.places))] for at, of in enumerate(boards))
        first = next((at for at, found in enumerate(named) if all(map(_SQUARE.fullmatch, found))), None)
        if first is None:
            return {}
        spec = boards[first]
        return {
            self._names.short_place(first, number): Place(spec.name, name, number, *spec.at[number])
            for number, name in enumerate(spec.places)
        }


def _is_line(source: Place, target: Place) -> bool:
    down, along = abs(target.row - source.row), abs(target.column - source.column)
    return source != target and (0 in (down, along) or down == along)


def _is_way_of(letter: str, source: Place, target: Place) -> bool:
    """Whether a piece with this letter goes along the line between two places, or steps from one to the other."""
    down, along = abs(target.row - source.row), abs(target.column - source.column)
    match letter:
        case "R":
            return 0 in (down, along)
        case "B":
            return down == along
        case "K":
            return max(down, along) == 1
        case _:
            return _is_line(source, target)
