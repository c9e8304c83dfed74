"""Suggestions: the nearest known word, or none."""

from __future__ import annotations

import pytest

from gamedsl.diagnostics.suggest import closest

KNOWN = ["tavern", "hand", "hands", "by", "may", "phase", "game", "from", "to", "m"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("tavrn", "tavern"),
        ("Tavern", "tavern"),
        ("hnad", "hand"),
        ("hadns", "hands"),
        ("gmae", "game"),
        ("form", "from"),
        ("ot", "to"),
        ("ti", "to"),
        ("n", None),
        ("b", None),
        ("map", None),
        ("banana", None),
        ("", None),
        ("tavern", None),
        ("a" * 100_000, None),
    ],
)
def test_closest(word: str, meant: str | None) -> None:
    assert closest(word, KNOWN) == meant
    assert closest(word, reversed(KNOWN)) == meant


def test_nothing_known() -> None:
    assert closest("a", []) is None
