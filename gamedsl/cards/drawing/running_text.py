"""Fits texts with emblems among their words into areas: they wrap, become smaller, and are cut off when nobody could read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from gamedsl.cards.drawing.emblems import emblem
from gamedsl.cards.drawing.fitting import LEADING, SMALLEST, Area, Ink, pieces
from gamedsl.cards.drawing.marks import POINT, Mark, Ruler, Words
from gamedsl.cards.layouts import Run
from gamedsl.cards.style import Style
from gamedsl.page.colours import Colour, contrast
from gamedsl.values import evolve, frozen

LEAST_READABLE = 6.0
"""The size of letters in points below which a text is hard to read."""
_STEP = 0.96
_LEAST_CONTRAST = 1.8
"""The contrast to its ground below which an emblem takes the colour of the letters."""
_ICON = 1.1
"""The side of an emblem, relative to the size of letters."""
_HALVINGS = 6
"""How often the width of lines is halved in the search for lines of the same width."""
_GAP, _NARROW_GAP = 0.12, 0.03
"""The space between two emblems, and between an emblem and the letters directly beside it, relative to the size of letters."""
_ASCENT, _DESCENT, _CAPITAL = 0.72, 0.24, 0.66
"""The heights of letters above and below their line, and of capitals, relative to their size."""


@frozen
class Fitted:
    """A text in its area: its marks, the size of its letters in points, and whether a part of it is missing."""

    marks: tuple[Mark, ...]
    size: float
    is_cut: bool


@frozen
class _Atom:
    """A word or an emblem, which is never divided between lines. `has_space`: a space is before it. `may_break`: a line may end before it; `must_break`: a
    line must end before it."""

    content: str | Style
    has_space: bool = False
    may_break: bool = False
    must_break: bool = False


@frozen
class _Spot:
    """Words or an emblem in a line, with their distance from its beginning and their width."""

    content: str | Style
    x: float
    width: float


def running_text(
    ruler: Ruler, runs: Sequence[Run], area: Area, ink: Ink, align: Set[str], ground: Colour, font: str = ""
) -> Fitted:
    """Fits a text into an area, as large as possible but not larger than `ink`. `align` has words for the sides; the middle is usual."""
    atoms = _atoms(runs)
    size = min(ink.size, area.height / POINT)
    measure = _Measure(ruler, ink.is_bold, font)
    while True:
        lines = [measure.spots(line, size) for line in measure.wrap(atoms, area.width, size)]
        is_inside = (
            all(_end(line) <= area.width + 0.01 for line in lines) and _height(lines, size) <= area.height + 0.01
        )
        if is_inside or size * _STEP < SMALLEST:
            break
        size *= _STEP
    last = measure.balance(atoms, area.width, size) if is_inside else measure.cut(atoms, area, size)
    lines = [measure.spots(line, size) for line in last]
    return Fitted(tuple(_marks(ruler, lines, area, evolve(ink, size=size), align, ground, font)), size, not is_inside)


# ---------------------------------------------------------------- lines


def _atoms(runs: Sequence[Run]) -> list[_Atom]:
    found: list[_Atom] = []
    has_space = must_break = False
    for run in runs:
        if isinstance(run, Style):
            after_icon = bool(found) and isinstance(found[-1].content, Style)
            found.append(_Atom(run, has_space, has_space or after_icon, must_break))
            has_space = must_break = False
            continue
        for part in re.split(r"(\s+)", run):
            if not part.strip():
                has_space = has_space or bool(part)
                must_break = must_break or "\n" in part
                continue
            for number, piece in enumerate(pieces(part)):
                word = piece.strip()
                found.append(_Atom(word, has_space, has_space or number > 0, must_break))
                has_space = must_break = False
    return found


class _Measure:
    """Measures and breaks the lines of a text in one font."""

    def __init__(self, ruler: Ruler, is_bold: bool, font: str) -> None:
        self._ruler = ruler
        self._is_bold = is_bold
        self._font = font

    def width(self, text: str, size: float) -> float:
        """Returns the width of some words."""
        return self._ruler.width(text, size, self._is_bold, self._font)

    def spots(self, line: Sequence[_Atom], size: float) -> list[_Spot]:
        """Places the words and emblems of a line; words that follow each other are one spot."""
        found: list[_Spot] = []
        for number, atom in enumerate(line):
            has_space = atom.has_space and number > 0
            last = found[-1] if found else None
            if last is not None and isinstance(atom.content, str) and isinstance(last.content, str):
                text = last.content + (" " if has_space else "") + atom.content
                found[-1] = _Spot(text, last.x, self.width(text, size))
                continue
            x = 0.0 if last is None else last.x + last.width + self._gap(last, atom, size)
            width = self.width(atom.content, size) if isinstance(atom.content, str) else _ICON * size * POINT
            found.append(_Spot(atom.content, x, width))
        return found

    def _gap(self, last: _Spot, atom: _Atom, size: float) -> float:
        """Returns the space between a spot and the next atom, if one of the two is an emblem."""
        if atom.has_space:
            return self.width(" ", size)
        are_both = isinstance(last.content, Style) and isinstance(atom.content, Style)
        return (_GAP if are_both else _NARROW_GAP) * size * POINT

    def wrap(self, atoms: Sequence[_Atom], width: float, size: float) -> list[list[_Atom]]:
        """Breaks a text into lines."""
        lines: list[list[_Atom]] = []
        for unit in _units(atoms):
            is_longer = bool(lines) and _end(self.spots([*lines[-1], *unit], size)) > width
            if not lines or unit[0].must_break or is_longer:
                lines.append([*unit])
            else:
                lines[-1] += unit
        return lines

    def balance(self, atoms: Sequence[_Atom], width: float, size: float) -> list[list[_Atom]]:
        """Breaks a text into as few lines as fit, of about the same width."""
        best = self.wrap(atoms, width, size)
        low = 0.0
        for _ in range(_HALVINGS if len(best) > 1 else 0):
            middle = (low + width) / 2
            lines = self.wrap(atoms, middle, size)
            if len(lines) > len(best) or any(_end(self.spots(line, size)) > middle for line in lines):
                low = middle
            else:
                best, width = lines, middle
        return best

    def cut(self, atoms: Sequence[_Atom], area: Area, size: float) -> list[list[_Atom]]:
        """Breaks a text into lines anywhere, and ends it with an ellipsis where there is no more room."""
        most = max(1, int((area.height / (size * POINT) - _ICON) / LEADING + 1))
        lines: list[list[_Atom]] = [[]]
        for atom in _letters(atoms):
            if not atom.must_break and _end(self.spots([*lines[-1], atom], size)) <= area.width:
                lines[-1].append(atom)
            elif len(lines) < most:
                lines.append([atom])
            else:
                rest = lines[-1]
                while rest and _end(self.spots([*rest, _Atom("…")], size)) > area.width:
                    rest.pop()
                rest.append(_Atom("…"))
                break
        return [line for line in lines if line and _end(self.spots(line, size)) <= area.width + 0.01]


def _units(atoms: Sequence[_Atom]) -> Iterator[list[_Atom]]:
    """Yields the atoms between which no line ends."""
    unit: list[_Atom] = []
    for atom in atoms:
        if unit and (atom.may_break or atom.must_break):
            yield unit
            unit = []
        unit.append(atom)
    if unit:
        yield unit


def _letters(atoms: Sequence[_Atom]) -> Iterator[_Atom]:
    for atom in atoms:
        if isinstance(atom.content, Style):
            yield atom
            continue
        for number, letter in enumerate(atom.content):
            yield evolve(atom, content=letter) if number == 0 else _Atom(letter)


def _end(line: Sequence[_Spot]) -> float:
    return line[-1].x + line[-1].width if line else 0.0


def _height(lines: Sequence[Sequence[_Spot]], size: float) -> float:
    """Returns the height of a block of lines: emblems are a little higher than letters."""
    has_icons = any(isinstance(spot.content, Style) for line in lines for spot in line)
    return ((len(lines) - 1) * LEADING + (_ICON if has_icons else 1.0)) * size * POINT if lines else 0.0


# ---------------------------------------------------------------- marks


def _marks(
    ruler: Ruler, lines: Sequence[Sequence[_Spot]], area: Area, ink: Ink, align: Set[str], ground: Colour, font: str
) -> Iterator[Mark]:
    letter = ink.size * POINT
    step = letter * LEADING
    has_icons = any(isinstance(spot.content, Style) for line in lines for spot in line)
    extra = (_ICON - 1) / 2 * letter if has_icons else 0.0
    if "top" in align:
        first = area.y + _ASCENT * letter + extra
    elif "bottom" in align:
        first = area.y + area.height - (len(lines) - 1) * step - _DESCENT * letter - extra
    else:
        first = area.y + area.height / 2 - (len(lines) - 1) * step / 2 + _CAPITAL * letter / 2
    share = 0.0 if "left" in align else 1.0 if "right" in align else 0.5
    for number, line in enumerate(lines):
        x, y = area.x + share * (area.width - _end(line)), first + number * step
        for spot in line:
            if isinstance(spot.content, str):
                yield Words(x + spot.x, y, spot.content, ink.size, spot.width, ink.colour, ink.is_bold, "left", font)
                continue
            top = y - _CAPITAL * letter / 2 - spot.width / 2
            box = Area(x + spot.x, top, spot.width, spot.width)
            is_seen = contrast(spot.content.colour, ground) >= _LEAST_CONTRAST
            yield from emblem(ruler, spot.content, box, spot.content.colour if is_seen else ink.colour, ground)
