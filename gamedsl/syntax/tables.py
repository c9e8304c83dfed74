"""The parse tables loaded from tables.json, which tools/make_tables.py writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Generic, TypeAlias, TypedDict, TypeVar

from gamedsl.package_files import package_bytes
from gamedsl.values import frozen

END = "$END"

R = TypeVar("R")

OPERATOR_WORDS = frozenset(
    ["and", "by", "from", "if", "in", "is", "of", "or", "to", "under", "until", "where", "while"]
)
"""Soft words that stand between the parts of a formula or statement."""

UNNAMEABLE = OPERATOR_WORDS - {"from", "of", "to"}
"""Soft words that are refused as names, for readability. `from` and `to` are allowed: moves use them as words for their ends."""


RuleRow: TypeAlias = tuple[int, str, int, list[int]]
"""One form of a grammar rule in tables.json: the number of its nonterminal, the name of its node, its size, its picks."""


class TablesData(TypedDict):
    """The content of tables.json; rows of `actions` and `gotos` are texts: `NAME 12 COLON -3`."""

    end: int
    words: dict[str, str]
    signs: dict[str, str]
    reserved: list[str]
    soft: list[str]
    nonterminals: list[str]
    rules: list[RuleRow]
    actions: list[str]
    gotos: list[str]


@frozen
class Production:
    """One form of a grammar rule: `size` parts become one `goal`.

    Without a `node` the value is the only picked part (`single`) or, where `single` is -1, the list of the picked parts. A pick is the number of a part, -1
    for an optional part that this form leaves out, or -2 - n for the items of the list in part n.
    """

    goal: str
    node: str
    size: int
    picks: tuple[int, ...]
    single: int


class Rows(dict[int, R], Generic[R]):
    """The rows of a table by their number. A row is made when it is first read: a text needs few of the thousands of rows."""

    def __init__(self, count: int, make: Callable[[int], R]) -> None:
        super().__init__()
        self._count, self._make = count, make

    def __missing__(self, number: int) -> R:
        if not 0 <= number < self._count:
            raise KeyError(number)
        self[number] = made = self._make(number)
        return made

    def every(self) -> Iterator[R]:
        """Yields all rows in order, also those that were not read yet."""
        return (self[number] for number in range(self._count))


@frozen
class Tables:
    """`actions[state][terminal]` is n >= 0: go to state n, or n < 0: apply production ~n; `gotos` by nonterminal."""

    end: int
    words: dict[str, str]
    signs: dict[str, str]
    reserved: frozenset[str]
    soft: frozenset[str]
    productions: Rows[Production]
    actions: Rows[dict[str, int]]
    gotos: Rows[dict[str, int]]


@cache
def load() -> Tables:
    """Loads the tables beside this module."""
    data: TablesData = json.loads(package_bytes("gamedsl.syntax", "tables.json"))
    nonterminals = data["nonterminals"]
    return Tables(
        data["end"],
        data["words"],
        data["signs"],
        frozenset(data["reserved"]),
        frozenset(data["soft"]),
        Rows(len(data["rules"]), partial(_production, data["rules"], nonterminals)),
        Rows(len(data["actions"]), partial(_row, data["actions"])),
        Rows(len(data["gotos"]), partial(_row, data["gotos"])),
    )


def _production(rows: list[RuleRow], nonterminals: list[str], at: int) -> Production:
    number, node, size, picks = rows[at]
    goal = nonterminals[number]
    handed_on = not node and not goal.startswith("__")
    return Production(goal, node, size, tuple(picks), picks[0] if handed_on else -1)


def _row(rows: list[str], at: int) -> dict[str, int]:
    parts = rows[at].split()
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
