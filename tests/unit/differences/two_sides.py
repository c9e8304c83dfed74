"""Texts of rules compared, for the tests."""

from __future__ import annotations

from pathlib import Path

from gamedsl import pipeline
from gamedsl.differences.model import Differences
from gamedsl.differences.plain_text import text
from gamedsl.differences.report import report
from gamedsl.differences.sides import Side, differences
from gamedsl.source import Source

EVERYTHING = (Path(__file__).parents[1] / "variants" / "everything.gdl").read_text(encoding="utf-8")
"""A game with every sort of declaration."""


def side(rules: str, name: str, base: str = EVERYTHING) -> Side:
    """Rules in all their setups; a variant builds on `everything`."""
    parsed = pipeline.parse_files(
        Source(name, rules), lambda wanted: Source("base", base) if wanted == "everything" else None
    )
    assert parsed.diagnostics == ()
    return Side(name, parsed, pipeline.setups(parsed))


def compared(before: str, after: str) -> Differences:
    """What differs between two texts."""
    return differences(side(before, "a"), side(after, "b"))


def with_change(change: str) -> Differences:
    """What a change of a variant makes of the game with everything."""
    lines = "\n".join(f"    {line}" for line in change.split("\n"))
    return compared(EVERYTHING, f"variant other of everything:\n{lines}\n")


def told(found: Differences) -> str:
    """The entries of the text, without its first two lines."""
    return text(report(found)).split("\n", 3)[-1].strip("\n")
