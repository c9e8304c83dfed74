"""What zones hold at least, as a condition on worlds."""

from __future__ import annotations

import pytest

from gamedsl_interpreter.facts import Put
from gamedsl_interpreter.worlds.needs import Need, drop_settled, unmet
from gamedsl_interpreter.worlds.sight import SeenExchange, SeenLeaving, SeenMove, SeenPassing, SeenPieces, Sight

_SEVENS = Need(1, 0b1100)
"""Zone 1 holds kind 2 or kind 3."""


def _leaves(zone: int, pieces: tuple[tuple[int, int], ...] | None, among: int = 0) -> SeenMove:
    part = SeenLeaving(zone, 5, 1, pieces, (), among)
    return SeenMove(9, (part,), Put.ON_TOP, from_bottom=False, drawn=False, committed=False, swapped=False)


@pytest.mark.parametrize(
    ("sight", "stays"),
    [
        (_leaves(1, ((2, 1),)), False),
        (_leaves(1, ((0, 1),)), True),
        (_leaves(1, None), False),
        (_leaves(1, None, among=0b0011), True),
        (_leaves(1, None, among=0b0110), False),
        (_leaves(2, None), True),
        (SeenPieces(1, ((3, 1),)), False),
        (SeenPieces(1, ((0, 2),)), True),
        (SeenPieces(2, ((3, 1),)), True),
        (SeenExchange((SeenPassing(2, 1, None),)), False),
        (SeenExchange((SeenPassing(2, 3, None),)), True),
    ],
)
def test_a_need_goes_when_it_is_settled_or_may_be(sight: Sight, stays: bool) -> None:
    assert (drop_settled((_SEVENS,), sight) == (_SEVENS,)) is stays


def test_a_deal_meets_a_need_in_any_stretch_of_its_zone() -> None:
    needs = [(0, 0b1100), (1, 0b0001)]
    assert unmet(needs, [[[0], [3]], [[0, 0]]]) == 0
    assert unmet(needs, [[[0], [1]], [[0]]]) == 1
    assert unmet(needs, [[[]], [[1]]]) == 2
