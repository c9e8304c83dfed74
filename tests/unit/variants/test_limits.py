"""Another limit in a variant, where the base says that a match may be cut off."""

from __future__ import annotations

import pytest

from gamedsl import pipeline
from gamedsl.source import Source
from gamedsl.syntax.tree.declarations import Rounds
from gamedsl.variants.merge import merge

_BASE = """game walk:
    players 2

each player:
    steps = 0

rounds {limit}: turns

phase turns, each player:
    choose step: one of 0..3
    steps += step

game ends when some(players where steps > 20) "Somebody has arrived."

ranking by highest steps, ties shared
"""


@pytest.mark.parametrize(
    ("base", "change", "is_cut_off"),
    [
        ("at most 9, else cut off", "at most 30", True),
        ("at most 9, else cut off", "at most 30, else cut off", True),
        ("at most 9, else cut off", "up to 30", False),
        ("at most 9", "at most 30", False),
        ("up to 9", "at most 30", False),
        ("at most 9", "at most 30, else cut off", True),
    ],
)
def test_another_bound_keeps_that_a_match_may_be_cut_off(base: str, change: str, is_cut_off: bool) -> None:
    game = Source("walk", _BASE.format(limit=base))
    variant = Source("long", f'variant long of walk:\n    "Longer."\n    set rounds {change}\n')
    parsed = pipeline.parse_files(variant, lambda name: game if name == "walk" else None)
    merged, problems = merge(parsed.chain, pipeline.setups(parsed)[0])
    assert merged is not None
    assert problems == ()
    (rounds,) = (decl for decl in merged.decls if isinstance(decl, Rounds))
    assert rounds.limit is not None
    assert rounds.limit.cut_off is is_cut_off
