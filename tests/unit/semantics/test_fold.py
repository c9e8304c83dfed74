"""Formulas that read no position have their value beforehand."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.expressions import Const, Local, Subsets
from gamedsl.graph.model.types import Int, ListOf, LocalId
from gamedsl.semantics.construction.folding import NotFixed, fold

DIGIT = Int(0, 9)
PARTS = ListOf(ListOf(DIGIT, 9), 99)


@pytest.mark.parametrize(
    ("size", "parts"),
    [(2, ((3, 1), (3, 3), (1, 3))), (0, ((),)), (3, ((3, 1, 3),)), (4, ()), (-1, ())],
)
def test_subsets_come_in_order_of_places(size: int, parts: tuple[tuple[int, ...], ...]) -> None:
    of = Const((3, 1, 3), ListOf(DIGIT, 3))
    assert fold(Subsets(of, Const(size, DIGIT), PARTS), {}, {}) == parts


def test_subsets_of_what_is_not_known_are_not_known() -> None:
    with pytest.raises(NotFixed):
        fold(Subsets(Local(LocalId(0), ListOf(DIGIT, 3)), Const(1, DIGIT), PARTS), {}, {})
