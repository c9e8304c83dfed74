"""The parse tables as they are loaded from tables.json, which make_tables.py wrote."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

END = "$END"

OPERATOR_WORDS = frozenset(
    ["and", "by", "from", "if", "in", "is", "of", "or", "to", "under", "until", "where", "while"]
)
"""Soft words that are refused as names all the same, for readability."""


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
    data: Any = json.loads(Path(__file__).with_name("tables.json").read_bytes())
    terminals: list[str] = data["terminals"]
    nonterminals: list[str] = data["nonterminals"]
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


def _production(nonterminals: list[str], row: list[Any]) -> Production:
    number: int = row[0]
    goal = nonterminals[number]
    node: str = row[1]
    handed_on = not node and not goal.startswith("__")
    return Production(goal, node, row[2], tuple(row[3]), row[3][0] if handed_on else -1)


def _row(row: list[int], names: list[str]) -> dict[str, int]:
    return {names[i]: target for i, target in zip(row[::2], row[1::2], strict=True)}
