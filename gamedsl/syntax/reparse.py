"""Parses a text that differs little from another one: only the changed declarations and their neighbours are read, the others are taken over.

The result is that of `parse`. A declaration without a mistake is read in the same way whatever surrounds it, so the declarations that an edit does not touch
stay as they are; later ones only move. Declarations with mistakes are read again: what a line means is guessed from the names of the whole text. The neighbours
are read with them, because a mistake can reach into the next declaration. If it does, or if something depends on what lies far away, the whole text is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.source import Source, Span
from gamedsl.syntax.moving import move_by
from gamedsl.syntax.parse import LONGEST_TEXT, Parsed, parse, parse_part
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.tree import declarations
from gamedsl.values import frozen

_FEW = 20
"""With fewer mistakes than this, no limit on their number plays a part."""


@frozen
class TextEdit:
    """An edit: the part `start..end` of an old text is replaced by another text; everything after it moves by `by`."""

    start: int
    end: int
    by: int

    def shift(self, old: int) -> int:
        """Returns how far an old offset outside of the part moves. The start of the text never moves."""
        return self.by if old >= max(self.end, 1) else 0


def edit_between(old: str, new: str) -> TextEdit:
    """Returns the smallest edit that makes the new text of the old one."""
    start = _common(old, new)
    behind = _common(old[start:][::-1], new[start:][::-1])
    return TextEdit(start, len(old) - behind, len(new) - len(old))


def _common(one: str, other: str) -> int:
    """Returns how many characters two texts have in common at their start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def declaration_part(text: str, offset: int) -> tuple[int, int]:
    """Returns the start of the last line without indentation at or before an offset, and the start of the next one after it. The part between them is a
    declaration, even if it has mistakes."""
    begin = text.rfind("\n", 0, offset) + 1
    while begin and not _is_head(text, begin):
        begin = text.rfind("\n", 0, begin - 1) + 1
    end = offset
    while (end := text.find("\n", end) + 1) and not _is_head(text, end):
        pass
    return begin, end or len(text)


def _is_head(text: str, begin: int) -> bool:
    first = text[begin : begin + 1]
    return bool(first.strip()) and first != "#"


def parse_again(source: Source, old: Source, known: Parsed) -> Parsed:
    """Reads a text; `known` is the result of reading an older version."""
    if len(source.text) > LONGEST_TEXT or "\t" in source.text:  # tabs mixed with blanks concern the whole text
        return parse(source)
    edit = edit_between(old.text, source.text)
    decls = known.tree.decls
    windows = [_window(decls, first, last, len(old.text)) for first, last in _runs(known, edit)]
    made: list[declarations.Decl] = []
    marks: list[Span] = []
    problems: list[SyntaxProblem] = []
    last, end = 0, 0
    for window in windows:
        part = _read(source, old.text, decls, window, edit)
        if part is None:
            return parse(source)
        made += [*_move(decls[last : window.first], edit), *part.tree.decls]
        marks += [*_move_marks(known, edit, end, window.begin), *part.tree.marks]
        problems += part.problems
        last, end = window.last, window.end
    if len(problems) >= _FEW:
        return parse(source)
    made += _move(decls[last:], edit)
    marks += _move_marks(known, edit, end, len(old.text) + 1)
    span = Span(source.name, 0, len(source.text))
    return Parsed(declarations.File(tuple(made), span=span, marks=tuple(marks)), tuple(problems))


def _move(decls: tuple[declarations.Decl, ...], edit: TextEdit) -> tuple[declarations.Decl, ...]:
    return move_by(decls, edit.shift(decls[0].span.start)) if decls else ()


def _move_marks(known: Parsed, edit: TextEdit, begin: int, end: int) -> Iterator[Span]:
    return (move_by(mark, edit.shift(mark.start)) for mark in known.tree.marks if begin <= mark.start < end)


# ---------------------------------------------------------------- what is read again


@frozen
class _Window:
    """A part of the old text that is read again: the declarations from `first` to before `last`. Mistakes may be in the part `doubtful`, between the
    neighbours above and below."""

    first: int
    last: int
    begin: int
    end: int
    doubtful: tuple[int, int]
    has_above: bool
    has_below: bool


def _runs(known: Parsed, edit: TextEdit) -> list[tuple[int, int]]:
    """Returns the runs of declarations that cannot be taken over, as (first, last), with two declarations or more between them."""
    decls = known.tree.decls
    found = sorted([(edit.start, edit.end), *((one.span.start, one.span.end) for one in known.problems)])
    runs: list[tuple[int, int]] = []
    for start, end in found:
        first = max((i for i, one in enumerate(decls) if one.span.start < max(start, 1)), default=0)
        last = next((i for i, one in enumerate(decls) if one.span.start > end), len(decls)) - 1
        if runs and first - runs[-1][1] <= 2:
            runs[-1] = (runs[-1][0], max(runs[-1][1], last))
        else:
            runs.append((first, last))
    return runs


def _window(decls: tuple[declarations.Decl, ...], first: int, last: int, size: int) -> _Window:
    """Returns the window of a run, with its neighbours."""
    above, below = decls[max(first - 1, 0) : first], decls[last + 1 : last + 2]
    behind = decls[last + 2 : last + 3]
    return _Window(
        first - len(above),
        last + 1 + len(below),
        above[0].span.start if above else 0,
        behind[0].span.start if behind else size,
        (above[0].span.end if above else 0, below[0].span.start if below else size),
        bool(above),
        bool(below),
    )


def _read(
    source: Source, old: str, decls: tuple[declarations.Decl, ...], window: _Window, edit: TextEdit
) -> Parsed | None:
    """Reads a window in the new text; None if a mistake in it may affect the text outside."""
    begin, end = window.begin + edit.shift(window.begin), window.end + edit.shift(window.end)
    if (
        not (_begins_line(old, window.begin) and _begins_line(old, window.end))
        or source.text.find("/*", begin, end) >= 0
    ):
        return None
    part = parse_part(source, begin, end)
    found = part.tree.decls
    neighbours = [
        *([(0, window.first)] if window.has_above else ()),
        *([(-1, window.last - 1)] if window.has_below else ()),
    ]
    if len(found) < len(neighbours) or not all(_is_same(found[here], decls[there], edit) for here, there in neighbours):
        return None
    low, high = (place + edit.shift(place) for place in window.doubtful)
    return part if all(low <= one.span.start and one.span.end <= high for one in part.problems) else None


def _is_same(found: declarations.Decl, known: declarations.Decl, edit: TextEdit) -> bool:
    """Whether a neighbour was read as before."""
    by = edit.shift(known.span.start)
    return found == known and (found.span.start, found.span.end) == (known.span.start + by, known.span.end + by)


def _begins_line(text: str, offset: int) -> bool:
    return offset in (0, len(text)) or text[offset - 1] == "\n"
