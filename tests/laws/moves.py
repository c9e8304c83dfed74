"""Moves as their parts with the values of selections, read from their text; and the questions that were asked for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from attrs import frozen

_PART = re.compile(r"(?:no )?(\w+)(?:\(((?:[^()\[\]]|\[[^\]]*\])*)\))?(?:, |$)")
_VALUE = re.compile(r"(\w+) = ((?:[^,\[\]]|\[[^\]]*\])+)")


@frozen
class Asked:
    """One question: its step, what it was about, what could be answered, and what was."""

    kind: str
    name: str
    about: str
    options: frozenset[str]
    chosen: str


@frozen
class Choice:
    """A part of a move: what was chosen, and the values of its selections as text. `declined`: `no special`."""

    name: str
    values: Mapping[str, str]
    declined: bool

    def pieces(self, name: str) -> Counter[str]:
        """A selection of pieces, `[2 Boat, Horse from P1.hand]`, by kind."""
        return pieces(self.values.get(name, "[]"))


def choices(text: str) -> list[Choice]:
    """The parts of a move."""
    found: list[Choice] = []
    for part in _PART.finditer(text):
        values = {name: value.strip() for name, value in _VALUE.findall(part[2] or "")}
        found.append(Choice(part[1], values, part[0].startswith("no ")))
    return found


def pieces(text: str) -> Counter[str]:
    """`[2 Boat, Horse]`, or one piece."""
    counted: Counter[str] = Counter()
    for word in filter(None, (one.strip() for one in text.strip("[]").split(","))):
        number, _, kind = word.rpartition(" ") if word[0].isdigit() else ("1", "", word)
        counted[kind] += int(number)
    return counted


def asked_for(asked: list[Asked], name: str, kind: str) -> list[Asked]:
    """The questions of one sort."""
    return [one for one in asked if one.name == name and one.kind == kind]


def offered(asked: list[Asked], kind: str, name: str, expected: set[str], chosen: str) -> None:
    """What was offered is what the law says: all of it, and nothing else. Where one answer is possible, nobody is asked."""
    questions = asked_for(asked, name, kind)
    assert chosen in expected, f"{name}: {chosen} is not among {sorted(expected)}"
    if len(expected) == 1:
        assert not questions, (
            f"{name}: asked for {[sorted(one.options) for one in questions]}, where only {chosen} is possible"
        )
        return
    assert [set(one.options) for one in questions] == [expected], f"{name}: offered {questions}, not {sorted(expected)}"
