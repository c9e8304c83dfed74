"""Makes what a person is told at a question fit on the screen: what has happened, the table, and the question."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.table.log import Line, log_text
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


def fitted(log: Sequence[Line], table: Forms, question: Forms, width: int, rows: int | None) -> str:
    """Returns what is told at a question, in this order. If the whole is higher than `rows` lines, the table is laid closer first; then what followed from choices
    is left out, the oldest first, then details of the question, and then what happened first."""
    told = [log_text(line, width) for line in log]
    if rows is None:
        return _joined("\n".join(told), table.texts[0], question.texts[0])
    rows -= bool(told) + bool(table.texts[0])
    asked = question.texts[0]
    shown = table.fitting(rows - _height(asked) - _height("\n".join(told)))
    kept = _without_effects(log, told, rows - _height(asked) - _height(shown))
    asked = question.fitting(rows - _height(shown) - _height("\n".join(kept)))
    kept = _latest(kept, rows - _height(shown) - _height(asked))
    return _joined("\n".join(kept), shown, asked)


def _without_effects(log: Sequence[Line], told: Sequence[str], room: int) -> list[str]:
    """Leaves out effects, the oldest first, until the others have room."""
    kept = list(zip(log, told, strict=True))
    while sum(_height(text) for _, text in kept) > room:
        at = next((at for at, (line, _) in enumerate(kept) if line.sort == "effect"), None)
        if at is None:
            break
        del kept[at]
    return [text for _, text in kept]


def _latest(told: Sequence[str], room: int) -> list[str]:
    """Returns the last lines for which there is room, at least two of them, and says if there were more."""
    if sum(map(_height, told)) <= room:
        return list(told)
    kept: list[str] = []
    for text in reversed(told):
        if len(kept) > 1 and sum(map(_height, kept)) + _height(text) >= room:
            break
        kept.insert(0, text)
    return [faint(_MORE), *kept] if len(kept) < len(told) else kept


def _joined(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def _height(text: str) -> int:
    return text.count("\n") + 1 if text else 0
