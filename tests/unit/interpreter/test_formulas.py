"""What formulas come to, form by form; each row is a formula and its value."""

from __future__ import annotations

import pytest

from gamedsl.graph.model import expressions as e
from gamedsl.graph.model import types as t
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.engine import Checking, Fault
from gamedsl_interpreter.reference.play.machine import Machine, Stops
from unit.interpreter.builders import SITE, Builder, const, count

B = Builder("formulas", ("Ann", "Bob", "Cat"))
CARD = B.component("card", ("Ant", 3), ("Bee", 2), ("Cat", 2))
HERE = B.zone("here", "bag", CARD, ((0, 2), (1, 1)))
THERE = B.zone("there", "bag", CARD, ((0, 1), (2, 2)))
PILE = B.zone("pile", "pile", CARD, ((1, 1),))
SLOT = B.zone("slot", "slot", CARD)
MINE = B.zone("mine", "bag", CARD, own=True)
POINTS = B.own_field("points", t.Int(0, 9), 4)
RANK = B.table("rank", (2, None, 7))
FROM_TWO = B.table("from_two", (10, 20, 30), low=2)
RAYS = B.table("rays", tuple(((1, 2) if way == 2 else (3,) if way == 6 else ()) for _ in range(4) for way in range(8)))
LINKS = B.table("links", ((1,), (0, 2), (1,), ()))
PIECE, PIECES, KIND = t.Piece((CARD,)), t.Pieces((CARD,), 9), t.Kind((CARD,))
INT, INTS, PLAYERS, SETS = t.Int(0, 99), t.ListOf(t.Int(0, 99), 9), t.ListOf(B.player, 3), t.SetOf(t.Int(0, 99))
IT, OTHER = B.local("it", PIECE), B.local("other", INT)
WHO = B.local("who", B.player)
TWICE_PARAM = B.local("x", INT)
TWICE = B.function("twice", (TWICE_PARAM,), e.Arithmetic("+", TWICE_PARAM, TWICE_PARAM, INT, SITE))
DIFFER = (B.local("a", INT), B.local("b", INT))
MINUS = B.function("minus", DIFFER, e.Arithmetic("-", *DIFFER, INT, SITE))
END = B.reserve()
MACHINE = Machine(B.game(END), Checking.OFF, Stops.OPEN)

BOTH = e.Join(B.contents(HERE), B.contents(THERE), PIECES)
KIND_OF_IT = e.KindOf(IT, KIND)
NUMBERS = e.Const((3, 1, 3, 2), INTS)
NONE = e.Const(None, t.NOTHING)


def sum_of(op: str, left: int, right: int) -> e.Arithmetic:
    return e.Arithmetic(op, const(left), const(right), INT, SITE)  # type: ignore[arg-type]


def over(fold: str, source: Expr, body: Expr) -> e.Fold:
    local = IT.id if isinstance(source.type, t.Pieces) else OTHER.id
    return e.Fold(fold, source, local, body, INT, SITE)  # type: ignore[arg-type]


def value_of(expr: Expr) -> t.Value:
    result: t.Value = MACHINE.make.of(expr)(list(MACHINE.start))
    return result


IS_ANT = e.Equal(KIND_OF_IT, e.Const(0, KIND), t.FLAG)
RANK_OF_IT = e.Lookup(RANK, (KIND_OF_IT,), t.Optional(INT), SITE)
BIG = e.Compare(">", OTHER, const(1), t.FLAG)

VALUES: list[tuple[Expr, t.Value]] = [
    (sum_of("div_up", 7, 2), 4),
    (sum_of("div_up", -7, 2), -3),
    (sum_of("div_down", -7, 2), -4),
    (sum_of("mod", -7, 5), 3),
    (e.IfElse(e.Const(False, t.FLAG), sum_of("mod", 1, 0), const(5), INT), 5),
    (e.Call(TWICE, (e.Call(TWICE, (const(3),), INT),), INT), 12),
    (e.Call(MINUS, (e.Call(MINUS, (const(9), const(2)), INT), e.Call(MINUS, (const(3), const(1)), INT)), INT), 5),
    # pieces and places
    (B.contents(HERE), ((0, 0, 2), (0, 1, 1))),
    (BOTH, ((0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 2, 2))),
    (e.TopPiece(B.there(SLOT), t.Optional(PIECE)), None),
    (e.TopPiece(B.there(PILE), t.Optional(PIECE)), (2, 1)),
    (e.Contents(B.there(MINE, NONE), PIECES), ()),
    (count(B.there(MINE, NONE)), 0),
    (B.at(POINTS, NONE), None),
    (B.at(POINTS, const(2)), 4),
    (e.Lookup(RANK, (NONE,), INT, SITE), None),
    (e.Lookup(FROM_TWO, (const(4),), INT, SITE), 30),
    (e.Filter(BOTH, IT.id, IS_ANT, PIECES), ((0, 0, 2), (1, 0, 1))),
    (e.Distinct(BOTH, IT.id, RANK_OF_IT, SETS), (2, 7)),
    (e.LyingIn(BOTH, B.there(THERE), PIECES), ((1, 0, 1), (1, 2, 2))),
    (e.Without(BOTH, B.contents(HERE), PIECES), ((1, 0, 1), (1, 2, 2))),
    (e.Without(BOTH, e.Const(((0, 3), (2, 1)), t.Bag(KIND, 9)), PIECES), ((0, 1, 1), (1, 2, 1))),
    (e.TakeFrom(e.Const(((0, 3),), t.Bag(KIND, 9)), BOTH, PIECES, SITE), ((0, 0, 2), (1, 0, 1))),
    (e.TakeSome(const(9), B.contents(HERE), True, PIECES, SITE), ((0, 0, 2), (0, 1, 1))),
    (e.TakeSome(const(2), e.Filter(BOTH, IT.id, IS_ANT, PIECES), False, PIECES, SITE), ((0, 0, 2),)),
    (e.Some("last", BOTH, const(3), PIECES), ((1, 0, 1), (1, 2, 2))),
    (e.Rest(BOTH, PIECES), ((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 2, 2))),
    (e.Pick("last", BOTH, PIECE, SITE), (1, 2)),
    (count(BOTH), 6),
    (e.Has(BOTH, e.Const((0, 2), PIECE), t.FLAG), False),
    (e.Has(BOTH, e.Const((t.NO_PLACE, 2), PIECE), t.FLAG), True),
    # other forms
    (e.Convert(BOTH, t.Bag(KIND, 9)), ((0, 3), (1, 1), (2, 2))),
    (e.Convert(BOTH, t.SetOf(KIND)), (0, 1, 2)),
    (e.Convert(BOTH, t.ListOf(KIND, 9)), (0, 0, 1, 0, 2, 2)),
    (e.Convert(NUMBERS, t.Bag(INT, 9)), ((1, 1), (2, 1), (3, 2))),
    (e.Convert(e.Const(None, t.Optional(PIECE)), PIECES), ()),
    (e.Convert(e.Const(((0, 2),), t.Bag(KIND, 9)), PIECES), ((t.NO_PLACE, 0, 2),)),
    (e.MakeBag(((const(2), e.Const(1, KIND)), (const(0), e.Const(0, KIND)), (const(1), e.Const(1, KIND))), t.Bag(KIND, 9)), ((1, 3),)),
    (e.MakeList((const(3), const(1), const(3)), SETS), (1, 3)),
    (e.Range(const(3), const(1), INTS), ()),
    (e.KindSets(e.Const(((0, 3), (1, 1), (2, 2)), t.Bag(KIND, 9)), t.ListOf(t.SetOf(KIND), 9)), ((0, 1, 2), (0, 2), (0,))),
    # going through
    (over("sum", BOTH, e.IfElse(IS_ANT, const(5), const(1), INT)), 18),
    (over("count", BOTH, IS_ANT), 3),
    (over("max", NUMBERS, OTHER), 3),
    (over("any", e.Const((), INTS), BIG), False),
    (over("all", e.Const((), INTS), BIG), True),
    (e.While(NUMBERS, OTHER.id, BIG, INTS), (3,)),
    (e.MapList(e.Const(((0, 2),), t.Bag(INT, 9)), OTHER.id, OTHER, INTS), (0, 0)),
    (e.FlatMap(NUMBERS, OTHER.id, e.MakeList((OTHER, const(9)), INTS), SETS), (1, 2, 3, 9)),
    (e.Sorted(NUMBERS, OTHER.id, (e.SortKey(True, OTHER),), t.Ranking(INT, 9)), ((3, 3), (2,), (1,))),
    (e.Leaders(e.Const((), t.Ranking(INT, 9)), INTS), ()),
    (e.Subsets(e.Const((7, 8, 9), INTS), const(2), t.ListOf(INTS, 9)), ((7, 8), (7, 9), (8, 9))),
    (e.OutsideIn(e.Const((1, 2, 3, 4, 5), INTS), t.ListOf(INTS, 9)), ((1, 5), (2, 4))),
    (e.Item(NUMBERS, const(3), INT, SITE), 2),
    # players and boards
    (e.Seats(B.seat(1), False, PLAYERS), (1, 2, 0)),
    (e.Neighbour("left", B.seat(2), B.player), 0),
    (e.Neighbour("right", B.seat(0), B.player), 2),
    (e.Along(RAYS, const(0), e.Const(2, t.DIRECTION), const(2), t.Optional(INT)), 2),
    (e.Along(RAYS, const(0), e.Const(2, t.DIRECTION), const(-1), t.Optional(INT)), 3),
    (e.Along(RAYS, const(0), e.Const(2, t.DIRECTION), const(3), t.Optional(INT)), None),
    (e.Along(RAYS, const(0), e.Const(5, t.DIRECTION), const(0), t.Optional(INT)), 0),
    (e.Reach(LINKS, e.Const((0, 1, 3), SETS), e.Const((0, 2), SETS), SETS), (0, 1)),
    (e.Groups(LINKS, e.Const((0, 1, 3), SETS), t.ListOf(SETS, 4)), ((0, 1), (3,))),
    (e.Distance(LINKS, e.Const((0, 1, 2, 3), SETS), e.Const((0,), SETS), e.Const((2, 3), SETS), t.Optional(INT)), 2),
    (e.Distance(LINKS, e.Const((0, 2), SETS), e.Const((0,), SETS), e.Const((2,), SETS), t.Optional(INT)), None),
]  # fmt: skip

FAULTS: list[tuple[Expr, str]] = [
    (sum_of("div_up", 1, 0), "E_DIV"),
    (sum_of("mod", 1, 0), "E_DIV"),
    (B.at(POINTS, const(3)), "E_INDEX"),
    (e.Lookup(FROM_TWO, (const(1),), INT, SITE), "E_INDEX"),
    (e.Item(NUMBERS, const(4), INT, SITE), "E_INDEX"),
    (e.Need(NONE, INT, SITE), "E_NONE"),
    (e.Within(const(10), t.Int(0, 9), SITE), "E_BOUND"),
    (over("max", e.Const((), INTS), OTHER), "E_EMPTY"),
    (e.Extreme("min", e.Const((), INTS), INT, SITE), "E_EMPTY"),
    (e.Pick("only", NUMBERS, INT, SITE), "E_ONLY"),
    (e.TakeFrom(e.Const(((0, 4),), t.Bag(KIND, 9)), BOTH, PIECES, SITE), "E_MISSING"),
    (e.TakeSome(const(7), BOTH, False, PIECES, SITE), "E_MISSING"),
    (e.TakeSome(const(2), BOTH, False, PIECES, SITE), "E_WHICH"),
]


@pytest.mark.parametrize(("expr", "value"), VALUES)
def test_a_formula_comes_to_its_value(expr: Expr, value: t.Value) -> None:
    assert value_of(expr) == value


@pytest.mark.parametrize(("expr", "code"), FAULTS)
def test_a_formula_that_fails_says_how_and_where(expr: Expr, code: str) -> None:
    with pytest.raises(Fault) as caught:
        value_of(expr)
    assert (caught.value.code, caught.value.site) == (code, SITE)


@pytest.mark.parametrize(
    ("source", "there"), [(BOTH, True), (e.Filter(BOTH, IT.id, e.Const(False, t.FLAG), PIECES), False)]
)
def test_something_or_nothing_is_the_same_as_counting(source: Expr, *, there: bool) -> None:
    assert value_of(e.Compare(">", count(source), const(0), t.FLAG)) is there
    assert value_of(e.Equal(count(source), const(0), t.FLAG)) is not there


def test_what_may_fail_is_computed_to_its_end() -> None:
    fails_late = e.MapList(
        NUMBERS, OTHER.id, e.Item(NUMBERS, e.Arithmetic("+", OTHER, const(1), INT, SITE), INT, SITE), INTS
    )
    with pytest.raises(Fault, match="E_INDEX"):
        value_of(e.Compare(">", count(e.Filter(fails_late, OTHER.id, BIG, INTS)), const(0), t.FLAG))
