"""Reads moves as players of boards write them: the letter of a piece and the place where it goes, as in `Nf3`, `exd5`, `e8=Q` and `O-O`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from gamedsl.table.names import Names
from gamedsl.table.steps import Path
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.things import Piece, Place, Thing, Word

_FORM = re.compile(
    r"(?P<piece>[A-Z])?(?P<column>(?!x[a-z]\d)[a-z])?(?P<row>\d{1,2})?[x:-]?(?P<target>[a-z]\d{1,2})(?:=?(?P<into>[A-Z]))?[+#!?]*"
)
CASTLES = {"O-O": 2, "0-0": 2, "O-O-O": -2, "0-0-0": -2}
"""By how many columns a king castles."""
KING = "K"
_PAWN = "P"
"""The piece that is written without a letter."""


@frozen
class _Way:
    """A move by its first and last place, with the letters on the first place, the other chosen words, and whether a piece stands on the last place."""

    move: Move
    source: str
    target: str
    letters: frozenset[str]
    words: tuple[str, ...]
    is_taking: bool


class PieceLetters:
    """Moves of one game by the letters of its boards. `letters` gives the letters on a place."""

    def __init__(self, names: Names, letters: Callable[[Place], frozenset[str]]) -> None:
        self._names = names
        self._letters = letters
        self._known: tuple[Sequence[Path], list[_Way]] = ((), [])

    def is_form(self, text: str) -> bool:
        """Whether a text has the form of such a move."""
        return text in CASTLES or _FORM.fullmatch(text) is not None

    def moves(self, text: str, found: Sequence[Path]) -> list[Move]:
        """Returns the complete moves that a text may mean."""
        ways = self._ways(found)
        if text in CASTLES:
            return [one.move for one in ways if KING in one.letters and _columns(one) == CASTLES[text]]
        form = _FORM.fullmatch(text)
        if form is None:
            return []
        has_pawns = any(_PAWN in one.letters for one in ways)
        piece = form["piece"] or (_PAWN if has_pawns else "")
        return [
            one.move
            for one in ways
            if one.target == form["target"]
            and (not piece or piece in one.letters)
            and one.source.startswith(form["column"] or "")
            and one.source.endswith(form["row"] or "")
            and (not form["into"] or form["into"] in map(self._initial, one.words))
        ]

    def short(self, move: Move, found: Sequence[Path]) -> str:
        """Returns the shortest text that identifies one of the complete moves; empty in games whose boards have no king and no pawns."""
        ways = self._ways(found)
        way = next((one for one in ways if one.move == move), None)
        if way is None or not self._has_letters:
            return ""
        castles = [text for text in CASTLES if self.moves(text, found) == [move]]
        if castles:
            return castles[0]
        letter = next(iter(sorted(way.letters)), "")
        piece, column, row = ("" if letter == _PAWN else letter), way.source[:1], way.source[1:]
        takes = "x" if way.is_taking else ""
        into = "".join(f"={self._initial(word)}" for word in way.words)
        froms = (column,) if takes and not piece else ("", column, row, way.source)
        texts = [f"{piece}{source}{takes}{way.target}{end}" for end in ("", into) for source in froms]
        return next((text for text in texts if self.moves(text, found) == [move]), "")

    @cached_property
    def _has_letters(self) -> bool:
        """Whether the game has a king and pawns, so that its players write moves like that."""
        game = self._names.game
        names = {value for spec in game.enums for value in spec.values} | {kind.name for kind in game.kinds}
        return {"King", "Pawn"} <= {name.partition(".")[0] for name in names}

    def targets(self, letter: str, found: Sequence[Path]) -> dict[str, list[str]]:
        """Returns where the pieces with a letter can go, by their present places."""
        targets: dict[str, list[str]] = {}
        for way in self._ways(found):
            if letter in way.letters:
                targets.setdefault(way.source, []).append(way.target)
        return targets

    def order(self, move: Move, found: Sequence[Path]) -> tuple[str, str]:
        """Returns the sort key of a move in lists: the letter of the piece, pawns first, and the place that it leaves."""
        way = next((one for one in self._ways(found) if one.move == move), None)
        if way is None:
            return "", ""
        letters = "".join(sorted(way.letters))
        return ("" if letters == _PAWN else letters), way.source

    def _ways(self, found: Sequence[Path]) -> list[_Way]:
        """Returns the ways of complete moves, which many questions about the same moves share."""
        if self._known[0] is not found:
            self._known = found, [way for path in found for way in self._way(path.move)]
        return self._known[1]

    def _way(self, move: Move) -> Iterator[_Way]:
        things = [thing for choice in move.choices for _, thing in choice.values]
        places = [place for thing in things for place in _place(thing)]
        if len(places) > 1:
            source, target = (
                self._names.short_place(self._names.board_number(one), one.number) for one in places[:: len(places) - 1]
            )
            words = tuple(thing.name for thing in things if isinstance(thing, Word))
            yield _Way(move, source, target, self._letters(places[0]), words, bool(self._letters(places[-1])))

    @staticmethod
    def _initial(word: str) -> str:
        # The usual letter of a knight is not its first one.
        return "N" if word == "Knight" else word[:1].upper()


def _columns(way: _Way) -> int:
    return ord(way.target[0]) - ord(way.source[0])


def _place(thing: Thing) -> Iterator[Place]:
    match thing:
        case Place():
            yield thing
        case Piece() if thing.zone is not None:
            yield from (one for one in thing.zone.index if isinstance(one, Place))
        case _:
            pass
