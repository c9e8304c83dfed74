"""Makes the text at a question fit on the screen: the past events, the table, and the question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from gamedsl.table.logs.entries import Line
from gamedsl.table.logs.printed_log import texts_below_each_other
from gamedsl.table.text import colour_suits, faint
from gamedsl.values import evolve, frozen

_MORE = "  … (`log` tells all)"


@frozen
class Forms:
    """Several forms of a text, the whole one first, each shorter than the one before it."""

    texts: Sequence[str]
    is_known: bool = False
    """Whether a person has read before what only the longer forms have, so that other things have room first."""

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
    effects in the lines of their choices, then no effects (the oldest first), then details of the question, then the oldest events. A line marks where events are
    left out. The last choice of the seat `own` and its effects are kept longest."""
    last = sum(1 for _ in takewhile(lambda line: line.seat is not None and line.seat == own, log))
    texts = texts_below_each_other(log, width)
    told = [_Told(text, log[at].sort in ("effect", "phase"), at < last) for at, text in enumerate(texts)]
    if rows is None:
        return _join(_text(told), table.texts[0], question.texts[0])
    rows -= bool(told) + bool(table.texts[0])
    asked = question.texts[-1 if question.is_known else 0]
    shown = table.fitting(rows - _height(asked) - _height(_text(told)))
    told = _with_effects_beside(log, told, width, rows - _height(asked) - _height(shown))
    kept = _without_effects(told, rows - _height(asked) - _height(shown))
    asked = question.fitting(rows - _height(shown) - _height(_marked(told, kept)))
    return _join(_latest(told, kept, rows - _height(shown) - _height(asked)), shown, asked)


def _with_effects_beside(log: Sequence[Line], told: Sequence[_Told], width: int, room: int) -> list[_Told]:
    """Puts effects beside their choices, where one line has room for both, until the whole has room."""
    kept: list[_Told | None] = list(told)
    for at in sorted(range(1, len(told)), key=lambda one: told[one].is_own):
        if _height(_text(_present(kept))) <= room:
            break
        choice = kept[at - 1]
        is_alone = at + 1 == len(log) or log[at + 1].sort != "effect"
        is_pair = log[at - 1].sort == "choice" and log[at].sort == "effect" and is_alone
        if choice is not None and is_pair and len(f"  {log[at - 1].text}  {log[at].text}") <= width:
            kept[at - 1] = evolve(choice, text=f"{choice.text}  {colour_suits(faint(log[at].text))}")
            kept[at] = None
    return _present(kept)


def _present(told: Sequence[_Told | None]) -> list[_Told]:
    return [one for one in told if one is not None]


def _without_effects(told: Sequence[_Told], room: int) -> list[_Told]:
    """Leaves out effects until the others have room, where that makes the text shorter."""
    kept = list(told)
    for one in _in_order([one for one in told if one.is_effect]):
        if _height(_marked(told, kept)) <= room:
            break
        kept = [other for other in kept if other is not one]
    return kept if _height(_marked(told, kept)) < _height(_text(told)) else list(told)


def _latest(told: Sequence[_Told], kept: Sequence[_Told], room: int) -> str:
    """Returns the last kept lines that fit, at least two of them, and marks where others are left out."""
    left = list(kept)
    for one in _in_order(kept):
        if len(left) <= 2 or _height(_marked(told, left)) <= room:
            break
        left = [other for other in left if other is not one]
    return _marked(told, left)


def _marked(told: Sequence[_Told], kept: Sequence[_Told]) -> str:
    """Returns the kept lines, with a mark before the first one that stands behind a gap."""
    if len(kept) == len(told):
        return _text(kept)
    gap = next((at for at, (one, other) in enumerate(zip(told, kept, strict=False)) if one is not other), len(kept))
    lines = [one.text for one in kept]
    return "\n".join([*lines[:gap], faint(_MORE), *lines[gap:]]).lstrip("\n")


def _in_order(told: Sequence[_Told]) -> list[_Told]:
    """Returns the lines in the order in which they may be left out: first those about other players, the oldest first."""
    return sorted(told, key=lambda one: one.is_own)


def _text(told: Sequence[_Told]) -> str:
    return "\n".join(one.text for one in told).lstrip("\n")


def _join(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def _height(text: str) -> int:
    return text.count("\n") + 1 if text else 0
