"""Makes the text at a question fit on the screen: the past events, the table, and the question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from gamedsl.table.log import Line
from gamedsl.table.printed_log import texts_below_each_other
from gamedsl.table.text import faint
from gamedsl.values import frozen

_MORE = "  … (`log` tells all)"


@frozen
class Forms:
    """Several forms of a text, the whole one first, each shorter than the one before it."""

    texts: Sequence[str]

    def fitting(self, room: int) -> str:
        """Returns the first form that has at most this many lines; else the shortest."""
        return next((text for text in self.texts if _height(text) <= room), self.texts[-1])


@frozen
class _Told:
    """A line of the log as it is printed. `is_own`: it reports the last choice of the person who is asked, or its effects before others acted."""

    text: str
    is_effect: bool
    is_own: bool


def fit_screen(
    log: Sequence[Line], table: Forms, question: Forms, width: int, rows: int | None, own: int | None = None
) -> str:
    """Returns the text at a question: events, table, question. If the whole is higher than `rows` lines, it is shortened in this order: a closer table, then
    effects of choices (the oldest first), then details of the question, then the oldest events. The last choice of the seat `own` and its effects are
    kept longest."""
    last = sum(1 for _ in takewhile(lambda line: line.seat is not None and line.seat == own, log))
    texts = texts_below_each_other(log, width)
    told = [_Told(text, log[at].sort == "effect", at < last) for at, text in enumerate(texts)]
    if rows is None:
        return _join(_text(told), table.texts[0], question.texts[0])
    rows -= bool(told) + bool(table.texts[0])
    asked = question.texts[0]
    shown = table.fitting(rows - _height(asked) - _height(_text(told)))
    kept = _without_effects(told, rows - _height(asked) - _height(shown))
    asked = question.fitting(rows - _height(shown) - _height(_text(kept)))
    return _join(_latest(kept, rows - _height(shown) - _height(asked)), shown, asked)


def _without_effects(told: Sequence[_Told], room: int) -> list[_Told]:
    """Leaves out effects until the others have room."""
    kept = list(told)
    for one in _in_order([one for one in told if one.is_effect]):
        if _height(_text(kept)) <= room:
            break
        kept = [other for other in kept if other is not one]
    return kept


def _latest(told: Sequence[_Told], room: int) -> str:
    """Returns the last lines that fit, at least two of them, and marks where others are left out."""
    if _height(_text(told)) <= room:
        return _text(told)
    kept = list(told)
    for one in _in_order(told):
        if len(kept) <= 2 or _height(_text(kept)) < room:
            break
        kept = [other for other in kept if other is not one]
    gap = next((at for at, (one, other) in enumerate(zip(told, kept, strict=False)) if one is not other), len(kept))
    lines = [one.text for one in kept]
    return "\n".join([*lines[:gap], faint(_MORE), *lines[gap:]] if len(kept) < len(told) else lines)


def _in_order(told: Sequence[_Told]) -> list[_Told]:
    """Returns the lines in the order in which they may be left out: first those about other players, the oldest first."""
    return sorted(told, key=lambda one: one.is_own)


def _text(told: Sequence[_Told]) -> str:
    return "\n".join(one.text for one in told).lstrip("\n")


def _join(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def _height(text: str) -> int:
    return text.count("\n") + 1 if text else 0
