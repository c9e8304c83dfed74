"""The parse tables as they are loaded from tables.json, which make_tables.py wrote."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypeAlias, TypedDict

from gamedsl.values import frozen

END = "$END"

OPERATOR_WORDS = frozenset(
    ["and", "by", "from", "if", "in", "is", "of", "or", "to", "under", "until", "where", "while"]
)
"""Soft words that stand between the parts of a formula or statement."""

UNNAMEABLE = OPERATOR_WORDS - {"from", "of", "to"}
"""Those that are refused as names, for readability. `from` and `to` are what moves lead from and to."""


RuleRow: TypeAlias = tuple[int, str, int, list[int]]
"""A form of a grammar rule as it is written: the number of its nonterminal, the name of its node, its size, its picks."""


class TablesData(TypedDict):
    """The tables as they are written; rows of `actions` and `gotos` are number, target, number, target..."""

    end: int
    words: dict[str, str]
    signs: dict[str, str]
    reserved: list[str]
    soft: list[str]
    terminals: list[str]
    nonterminals: list[str]
    rules: list[RuleRow]
    actions: list[list[int]]
    gotos: list[list[int]]


@frozen
class Production:
    """One form of a grammar rule: `size` parts become one `goal`.

    Without a `node` the value is the only picked part (`single`) or, where `single` is -1, the list of the picked
    parts. A pick is the number of a part, -1 for an optional part that this form leaves out, or -2 - n for the items
    of the list in part n.
    """

    goal: str
    node: str
    size: int
    picks: tuple[int, ...]
    single: int


@frozen
class Tables:
    """`actions[state][terminal]` is n >= 0: go to state n, or n < 0: apply production ~n; `gotos` by nonterminal."""

    end: int
    words: dict[str, str]
    signs: dict[str, str]
    reserved: frozenset[str]
    soft: frozenset[str]
    productions: tuple[Production, ...]
    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]


@cache
def load() -> Tables:
    """The tables in the folder of this module."""
    data: TablesData = json.loads(Path(__file__).with_name("tables.json").read_bytes())
    terminals, nonterminals = data["terminals"], data["nonterminals"]
    return Tables(
        data["end"],
        data["words"],
        data["signs"],
        frozenset(data["reserved"]),
        frozenset(data["soft"]),
        tuple(_production(nonterminals, row) for row in data["rules"]),
        tuple(_row(row, terminals) for row in data["actions"]),
        tuple(_row(row, nonterminals) for row in data["gotos"]),
    )


def _production(nonterminals: list[str], row: RuleRow) -> Production:
    number, node, size, picks = row
    goal = nonterminals[number]
    handed_on = not node and not goal.startswith("__")
    return Production(goal, node, size, tuple(picks), picks[0] if handed_on else -1)


def _row(row: list[int], names: list[str]) -> dict[str, int]:
    return {names[i]: target for i, target in zip(row[::2], row[1::2], strict=True)}
