"""Which data of others are values of a type, or lie in a zone: each row has a type with what fits and what does not."""

from __future__ import annotations

import pytest

from gamedsl.graph.model import types
from gamedsl_interpreter.reference.fitting import fits, is_bag, lies
from unit.interpreter.builders import Builder

B = Builder("fitting", ("Ann", "Bob", "Cat"))
CARD = B.component("card", ("Ant", 3), ("Bee", 2))
COIN = B.component("coin", ("Gold", 4))
HERE = B.zone("here", "bag", CARD, ((0, 3), (1, 2)))
PURSE = B.zone("purse", "bag", COIN, ((2, 4),))
PILE = B.zone("pile", "pile", CARD)
SLOT = B.zone("slot", "slot", CARD)
GAME = B.game(B.reserve())
KIND, SMALL = types.Kind((CARD,)), types.Int(2, 4)
TYPES: list[tuple[types.Type, list[object], list[object]]] = [
    (types.FLAG, [True, False], [0, 1, None]),
    (SMALL, [2, 4], [1, 5, True, 2.0, "2", None]),
    (B.player, [0, 2], [-1, 3, None]),
    (types.Direction(), [0, 7], [-1, 8]),
    (KIND, [0, 1], [2, -1, True]),
    (types.Piece((CARD,)), [(0, 0), (3, 1), (types.NO_PLACE, 0)], [(4, 0), (0, 2), (0,), [0, 0], (types.NO_PLACE - 1, 0)]),
    (types.NOTHING, [None], [0, ()]),
    (types.Optional(SMALL), [None, 2], [5]),
    (types.ListOf(SMALL, 2), [(), (4, 2)], [(2, 3, 4), (5,), [2]]),
    (types.SetOf(SMALL), [(), (2, 4)], [(4, 2), (2, 2), (5,)]),
    (types.Bag(KIND, 3), [(), ((0, 2), (1, 1))], [((0, 2), (1, 2)), ((1, 1), (0, 1)), ((0, 0),), ((2, 1),), ((0,),), 0]),
    (types.Pieces((CARD,), 3), [(), ((2, 1, 1), (0, 0, 2))], [((0, 0, 2), (0, 1, 2)), ((0, 0, 0),), ((0, 2, 1),), ((0, 0),)]),
    (types.Ranking(SMALL, 2), [(), ((2, 3),), ((4,), (2,))], [((2, 3, 4),), ((),), ((2,), (2,)), ((5,),), (2,)]),
    (types.Zone((CARD,), "bag"), [0], [1, 2, 3, 4, -1]),
    (types.Zone((COIN, CARD), "bag"), [0, 1], [2, 3]),
    (types.Zone((CARD,), "slot"), [3], [0, 2, 4]),
]  # fmt: skip


@pytest.mark.parametrize(("of", "fitting", "others"), TYPES, ids=lambda one: type(one).__name__)
def test_values_fit_their_types(of: types.Type, fitting: list[object], others: list[object]) -> None:
    assert [one for one in fitting if not fits(GAME, of, one)] == []
    assert [one for one in others if fits(GAME, of, one)] == []


@pytest.mark.parametrize(
    ("zone", "fitting", "others"),
    [
        (0, [(), ((0, 3), (1, 2))], [((0, 4),), ((2, 1),), ((1, 1), (0, 1)), ((True, 1),), 3]),
        (1, [((2, 4),)], [((2, 5),), ((0, 1),)]),
        (2, [(), (((0, 1),), ((1, 2),), ((0, 2),))], [((),), (((0, 2),), ((0, 2),)), (((2, 1),),), ((0, 1),)]),
        (3, [(), ((1, 1),)], [((0, 1), (1, 1)), ((0, 2),)]),
    ],
)
def test_pieces_lie_where_they_can(zone: int, fitting: list[object], others: list[object]) -> None:
    spec = GAME.zones[zone]
    assert [one for one in fitting if not lies(GAME, spec, one)] == []
    assert [one for one in others if lies(GAME, spec, one)] == []


def test_bags_are_of_pieces_that_exist() -> None:
    assert is_bag(GAME, ((0, 3), (2, 4)))
    assert not any(is_bag(GAME, one) for one in (((0, 4),), ((3, 1),), ((2, 1), (0, 1)), 0))
