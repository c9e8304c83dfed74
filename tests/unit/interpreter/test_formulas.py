"""What formulas come to, form by form; each row is a formula and its value."""

from __future__ import annotations

import pytest

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.engine import Checking, Fault
from gamedsl_interpreter.plans.piece_places import PiecePlaces
from gamedsl_interpreter.reference.play.machine import Machine, Stops
from unit.interpreter.builders import SITE, Builder, const, count

B = Builder("formulas", ("Ann", "Bob", "Cat"))
CARD = B.component("card", ("Ant", 3), ("Bee", 2), ("Cat", 2))
HERE = B.zone("here", "bag", CARD, ((0, 2), (1, 1)))
THERE = B.zone("there", "bag", CARD, ((0, 1), (2, 2)))
PILE = B.zone("pile", "pile", CARD, ((1, 1),))
SLOT = B.zone("slot", "slot", CARD)
MINE = B.zone("mine", "bag", CARD, own=True)
POINTS = B.own_field("points", types.Int(0, 9), 4)
FROM_SEVEN = (types.Int(7, 9), 3)
TWO = B.field("two", types.Int(0, 9), 4, (types.Int(2, 3), 2), FROM_SEVEN)
THREE = B.field("three", types.Int(0, 9), 4, (types.Int(2, 3), 2), (types.Int(1, 2), 2), FROM_SEVEN)
RANK = B.table("rank", (2, None, 7))
FROM_TWO = B.table("from_two", (10, 20, 30), low=2)
RAYS = B.table("rays", tuple(((1, 2) if way == 2 else (3,) if way == 6 else ()) for _ in range(4) for way in range(8)))
ENDS = B.table("ends", ((0, 1), (1, 2), (2, 0), (3, 3)))
LINKS = B.table("links", ((1,), (0, 2), (1,), ()))
PIECE, PIECES, KIND = types.Piece((CARD,)), types.Pieces((CARD,), 9), types.Kind((CARD,))
INT, INTS, PLAYERS, SETS = (
    types.Int(0, 99),
    types.ListOf(types.Int(0, 99), 9),
    types.ListOf(B.player, 3),
    types.SetOf(types.Int(0, 99)),
)
FIRST, THIRD = expressions.Const((0,), SETS), expressions.Const((2,), SETS)
IT, OTHER = B.local("it", PIECE), B.local("other", INT)
WHO = B.local("who", B.player)
TWICE_PARAM = B.local("x", INT)
TWICE = B.function("twice", (TWICE_PARAM,), expressions.Arithmetic("+", TWICE_PARAM, TWICE_PARAM, INT, SITE))
DIFFER = (B.local("a", INT), B.local("b", INT))
MINUS = B.function("minus", DIFFER, expressions.Arithmetic("-", *DIFFER, INT, SITE))
END = B.reserve()
MACHINE = Machine(B.game(END), Checking.OFF, Stops.OPEN)

BOTH = expressions.Join(B.contents(HERE), B.contents(THERE), PIECES)
KIND_OF_IT = expressions.KindOf(IT, KIND)
NUMBERS = expressions.Const((3, 1, 3, 2), INTS)
NONE = expressions.Const(None, types.NOTHING)


def sum_of(op: str, left: int, right: int) -> expressions.Arithmetic:
    return expressions.Arithmetic(op, const(left), const(right), INT, SITE)  # type: ignore[arg-type]


def over(fold: str, source: Expr, body: Expr) -> expressions.Fold:
    local = IT.id if isinstance(source.type, types.Pieces) else OTHER.id
    return expressions.Fold(fold, source, local, body, INT, SITE)  # type: ignore[arg-type]


def value_of(expr: Expr) -> types.Value:
    result: types.Value = MACHINE.make.of(expr)(list(MACHINE.start))
    return result


IS_ANT = expressions.Equal(KIND_OF_IT, expressions.Const(0, KIND), types.FLAG)
DOUBLE_OTHER = expressions.MakeList((expressions.Arithmetic("*", OTHER, const(2), INT, SITE),), SETS)
RANK_OF_IT = expressions.Lookup(RANK, (KIND_OF_IT,), types.Optional(INT), SITE)
BIG = expressions.Compare(">", OTHER, const(1), types.FLAG)

VALUES: list[tuple[Expr, types.Value]] = [
    (sum_of("div_up", 7, 2), 4),
    (sum_of("div_up", -7, 2), -3),
    (sum_of("div_down", -7, 2), -4),
    (sum_of("mod", -7, 5), 3),
    (expressions.IfElse(expressions.Const(False, types.FLAG), sum_of("mod", 1, 0), const(5), INT), 5),
    (expressions.Call(TWICE, (expressions.Call(TWICE, (const(3),), INT),), INT), 12),
    (expressions.Call(MINUS, (expressions.Call(MINUS, (const(9), const(2)), INT), expressions.Call(MINUS, (const(3), const(1)), INT)), INT), 5),
    # pieces and places
    (B.contents(HERE), ((0, 0, 2), (0, 1, 1))),
    (BOTH, ((0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 2, 2))),
    (expressions.TopPiece(B.there(SLOT), types.Optional(PIECE)), None),
    (expressions.TopPiece(B.there(PILE), types.Optional(PIECE)), (2, 1)),
    (expressions.Contents(B.there(MINE, NONE), PIECES), ()),
    (count(B.there(MINE, NONE)), 0),
    (B.at(POINTS, NONE), None),
    (B.at(POINTS, const(2)), 4),
    (expressions.Lookup(RANK, (NONE,), INT, SITE), None),
    (expressions.Lookup(FROM_TWO, (const(4),), INT, SITE), 30),
    (expressions.Filter(BOTH, IT.id, IS_ANT, PIECES), ((0, 0, 2), (1, 0, 1))),
    (expressions.Distinct(BOTH, IT.id, RANK_OF_IT, SETS), (2, 7)),
    (expressions.LyingIn(BOTH, B.contents(THERE), PIECES), ((1, 0, 1), (1, 2, 2))),
    (expressions.Without(BOTH, B.contents(HERE), PIECES), ((1, 0, 1), (1, 2, 2))),
    (expressions.Without(BOTH, expressions.Const(((0, 3), (2, 1)), types.Bag(KIND, 9)), PIECES), ((0, 1, 1), (1, 2, 1))),
    (expressions.TakeFrom(expressions.Const(((0, 3),), types.Bag(KIND, 9)), BOTH, PIECES, SITE), ((0, 0, 2), (1, 0, 1))),
    (expressions.TakeSome(const(9), B.contents(HERE), True, PIECES, SITE), ((0, 0, 2), (0, 1, 1))),
    (expressions.TakeSome(const(2), expressions.Filter(BOTH, IT.id, IS_ANT, PIECES), False, PIECES, SITE), ((0, 0, 2),)),
    (expressions.Some("last", BOTH, const(3), PIECES), ((1, 0, 1), (1, 2, 2))),
    (expressions.Rest(BOTH, PIECES), ((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 2, 2))),
    (expressions.Pick("last", BOTH, PIECE, SITE), (1, 2)),
    (count(BOTH), 6),
    (expressions.Has(BOTH, expressions.Const((0, 2), PIECE), types.FLAG), False),
    (expressions.Has(BOTH, expressions.Const((types.NO_PLACE, 2), PIECE), types.FLAG), True),
    (expressions.Has(BOTH, expressions.Const(2, KIND), types.FLAG), True),
    (expressions.Has(B.contents(HERE), expressions.Const(2, KIND), types.FLAG), False),
    # other forms
    (expressions.Convert(BOTH, types.Bag(KIND, 9)), ((0, 3), (1, 1), (2, 2))),
    (expressions.Convert(BOTH, types.SetOf(KIND)), (0, 1, 2)),
    (expressions.Convert(BOTH, types.ListOf(KIND, 9)), (0, 0, 1, 0, 2, 2)),
    (expressions.Convert(NUMBERS, types.Bag(INT, 9)), ((1, 1), (2, 1), (3, 2))),
    (expressions.Convert(expressions.Const(None, types.Optional(PIECE)), PIECES), ()),
    (expressions.Convert(expressions.Const(((0, 2),), types.Bag(KIND, 9)), PIECES), ((types.NO_PLACE, 0, 2),)),
    (
        expressions.MakeBag(
            (
                (const(2), expressions.Const(1, KIND)),
                (const(0), expressions.Const(0, KIND)),
                (const(1), expressions.Const(1, KIND)),
            ),
            types.Bag(KIND, 9),
        ),
        ((1, 3),),
    ),
    (expressions.MakeList((const(3), const(1), const(3)), SETS), (1, 3)),
    (expressions.Range(const(3), const(1), INTS), ()),
    (expressions.KindSets(expressions.Const(((0, 3), (1, 1), (2, 2)), types.Bag(KIND, 9)), types.ListOf(types.SetOf(KIND), 9)), ((0, 1, 2), (0, 2), (0,))),
    # going through
    (over("sum", BOTH, expressions.IfElse(IS_ANT, const(5), const(1), INT)), 18),
    (over("count", BOTH, IS_ANT), 3),
    (over("max", NUMBERS, OTHER), 3),
    (over("any", expressions.Const((), INTS), BIG), False),
    (over("all", expressions.Const((), INTS), BIG), True),
    (expressions.While(NUMBERS, OTHER.id, BIG, INTS), (3,)),
    (expressions.MapList(expressions.Const(((0, 2),), types.Bag(INT, 9)), OTHER.id, OTHER, INTS), (0, 0)),
    (expressions.FlatMap(NUMBERS, OTHER.id, expressions.MakeList((OTHER, const(9)), INTS), SETS), (1, 2, 3, 9)),
    (expressions.Sorted(NUMBERS, OTHER.id, (expressions.SortKey(True, OTHER),), types.Ranking(INT, 9)), ((3, 3), (2,), (1,))),
    (expressions.Leaders(expressions.Const((), types.Ranking(INT, 9)), INTS), ()),
    (expressions.Subsets(expressions.Const((7, 8, 9), INTS), const(2), types.ListOf(INTS, 9)), ((7, 8), (7, 9), (8, 9))),
    (expressions.OutsideIn(expressions.Const((1, 2, 3, 4, 5), INTS), types.ListOf(INTS, 9)), ((1, 5), (2, 4))),
    (expressions.Item(NUMBERS, const(3), INT, SITE), 2),
    # players and boards
    (expressions.Seats(B.seat(1), False, PLAYERS), (1, 2, 0)),
    (expressions.Neighbour("left", B.seat(2), B.player), 0),
    (expressions.Neighbour("right", B.seat(0), B.player), 2),
    (expressions.Along(RAYS, const(0), expressions.Const(2, types.DIRECTION), const(2), types.Optional(INT)), 2),
    (expressions.Along(RAYS, const(0), expressions.Const(2, types.DIRECTION), const(-1), types.Optional(INT)), 3),
    (expressions.Along(RAYS, const(0), expressions.Const(2, types.DIRECTION), const(3), types.Optional(INT)), None),
    (expressions.Along(RAYS, const(0), expressions.Const(5, types.DIRECTION), const(0), types.Optional(INT)), 0),
    (expressions.Reach(LINKS, expressions.Const((0, 1, 3), SETS), expressions.Const((0, 2), SETS), SETS), (0, 1)),
    (expressions.Reach(LINKS, expressions.Const((0, 1, 2, 3), SETS), expressions.Const((0,), SETS), SETS, steps=const(1)), (0, 1)),
    (expressions.Reach(LINKS, expressions.Const((0, 1, 2, 3), SETS), expressions.Const((0,), SETS), SETS, steps=const(-1)), ()),
    (expressions.ReachOver(expressions.Const((1, 2, 4, 8), SETS), OTHER.id, DOUBLE_OTHER, expressions.Const((1, 3), SETS), SETS), (1, 2, 4, 8)),
    (expressions.ReachOver(expressions.Const((1, 2, 8), SETS), OTHER.id, DOUBLE_OTHER, expressions.Const((1,), SETS), SETS), (1, 2)),
    (expressions.ReachOver(expressions.Const((1, 2, 4, 8), SETS), OTHER.id, DOUBLE_OTHER, expressions.Const((1,), SETS), SETS, const(2)), (1, 2, 4)),
    (expressions.ReachOver(expressions.Const((1, 2, 4, 8), SETS), OTHER.id, DOUBLE_OTHER, expressions.Const((1,), SETS), SETS, const(-1)), ()),
    (expressions.Groups(LINKS, expressions.Const((0, 1, 2, 3), SETS), types.ListOf(SETS, 4), alike=expressions.Const((7, 7, 8, 7), INTS)), ((0, 1), (2,), (3,))),
    (expressions.Longest(ENDS, expressions.Const((0, 1, 2), SETS), expressions.Const((2, 3, 4), INTS), INT), 9),
    (expressions.Longest(ENDS, expressions.Const((0, 3), SETS), expressions.Const((2, 5), INTS), INT), 5),
    (expressions.Longest(ENDS, expressions.Const((), SETS), expressions.Const((), INTS), INT), 0),
    (expressions.Cheapest(ENDS, expressions.Const((0, 1, 2), SETS), expressions.Const((2, 3, 9), INTS), FIRST, THIRD, types.Optional(INT)), 5),
    (expressions.Cheapest(ENDS, expressions.Const((0,), SETS), expressions.Const((2,), INTS), FIRST, THIRD, types.Optional(INT)), None),
    (expressions.Groups(LINKS, expressions.Const((0, 1, 3), SETS), types.ListOf(SETS, 4)), ((0, 1), (3,))),
    (expressions.Distance(LINKS, expressions.Const((0, 1, 2, 3), SETS), expressions.Const((0,), SETS), expressions.Const((2, 3), SETS), types.Optional(INT)), 2),
    (expressions.Distance(LINKS, expressions.Const((0, 2), SETS), expressions.Const((0,), SETS), expressions.Const((2,), SETS), types.Optional(INT)), None),
]  # fmt: skip

FAULTS: list[tuple[Expr, str]] = [
    (sum_of("div_up", 1, 0), "E_DIV"),
    (sum_of("mod", 1, 0), "E_DIV"),
    (B.at(POINTS, const(3)), "E_INDEX"),
    (expressions.Lookup(FROM_TWO, (const(1),), INT, SITE), "E_INDEX"),
    (expressions.Item(NUMBERS, const(4), INT, SITE), "E_INDEX"),
    (expressions.Need(NONE, INT, SITE), "E_NONE"),
    (expressions.Within(const(10), types.Int(0, 9), SITE), "E_BOUND"),
    (over("max", expressions.Const((), INTS), OTHER), "E_EMPTY"),
    (expressions.Extreme("min", expressions.Const((), INTS), INT, SITE), "E_EMPTY"),
    (expressions.Pick("only", NUMBERS, INT, SITE), "E_ONLY"),
    (expressions.TakeFrom(expressions.Const(((0, 4),), types.Bag(KIND, 9)), BOTH, PIECES, SITE), "E_MISSING"),
    (expressions.TakeSome(const(7), BOTH, False, PIECES, SITE), "E_MISSING"),
    (expressions.TakeSome(const(2), BOTH, False, PIECES, SITE), "E_WHICH"),
]


@pytest.mark.parametrize(("expr", "value"), VALUES)
def test_a_formula_comes_to_its_value(expr: Expr, value: types.Value) -> None:
    assert value_of(expr) == value


@pytest.mark.parametrize(("expr", "code"), FAULTS)
def test_a_formula_that_fails_says_how_and_where(expr: Expr, code: str) -> None:
    with pytest.raises(Fault) as caught:
        value_of(expr)
    assert (caught.value.code, caught.value.site) == (code, SITE)


@pytest.mark.parametrize(
    ("expr", "detail"),
    [
        (B.at(POINTS, const(3)), "`points` has 3 places, and no place 4"),
        (expressions.Lookup(FROM_TWO, (const(1),), INT, SITE), "`from_two` has the numbers 2 to 4, and no 1"),
        (B.at(TWO, const(1), const(3)), "`two` has no [2, 4]"),
        (B.at(THREE, const(0), const(2), const(0)), "`three` has no [1, 3, 1]"),
        (expressions.Item(NUMBERS, const(4), INT, SITE), "element 5 is wanted, and only 4 are there"),
        (expressions.Within(const(10), types.Int(0, 9), SITE), "10 is outside 0..9"),
        (expressions.Pick("only", NUMBERS, INT, SITE), "there are 4"),
        (expressions.TakeFrom(expressions.Const(((0, 4),), types.Bag(KIND, 9)), BOTH, PIECES, SITE), "1 Ant"),
        (expressions.TakeSome(const(7), BOTH, False, PIECES, SITE), "7 pieces wanted, and only 6 are there"),
        (expressions.TakeSome(const(2), BOTH, False, PIECES, SITE), "2 of 6 pieces of several kinds"),
    ],
)
def test_a_fault_counts_as_the_rules_do(expr: Expr, detail: str) -> None:
    with pytest.raises(Fault) as caught:
        value_of(expr)
    assert caught.value.detail == detail


@pytest.mark.parametrize(
    ("source", "there"),
    [(BOTH, True), (expressions.Filter(BOTH, IT.id, expressions.Const(False, types.FLAG), PIECES), False)],
)
def test_something_or_nothing_is_the_same_as_counting(source: Expr, *, there: bool) -> None:
    assert value_of(expressions.Compare(">", count(source), const(0), types.FLAG)) is there
    assert value_of(expressions.Equal(count(source), const(0), types.FLAG)) is not there


def test_what_may_fail_is_computed_to_its_end() -> None:
    fails_late = expressions.MapList(
        NUMBERS,
        OTHER.id,
        expressions.Item(NUMBERS, expressions.Arithmetic("+", OTHER, const(1), INT, SITE), INT, SITE),
        INTS,
    )
    with pytest.raises(Fault, match="E_INDEX"):
        value_of(
            expressions.Compare(">", count(expressions.Filter(fails_late, OTHER.id, BIG, INTS)), const(0), types.FLAG)
        )


_UNKNOWN = expressions.Local(LocalId(99), PIECES)
_OF_HERE, _OF_THERE = B.contents(HERE), B.contents(THERE)
_EITHER = expressions.IfElse(expressions.Const(True, types.FLAG), _OF_HERE, _OF_THERE, PIECES)


@pytest.mark.parametrize(
    ("pieces", "families"),
    [
        (BOTH, "here there"),
        (_EITHER, "here there"),
        (expressions.Filter(_EITHER, IT.id, IT, PIECES), "here there"),
        (expressions.LyingIn(BOTH, _OF_THERE, PIECES), "there"),
        (expressions.LyingIn(_OF_HERE, _OF_THERE, PIECES), ""),
        (expressions.LyingIn(_UNKNOWN, _OF_THERE, PIECES), "there"),
        (expressions.LyingIn(BOTH, _UNKNOWN, PIECES), "here there"),
        (expressions.LyingIn(_UNKNOWN, _UNKNOWN, PIECES), None),
        (expressions.Join(_OF_HERE, _UNKNOWN, PIECES), None),
        (NONE, ""),
    ],
)
def test_where_the_pieces_of_a_formula_can_be(pieces: Expr, families: str | None) -> None:
    game = MACHINE.game
    found = PiecePlaces(game).of(pieces)
    assert (None if found is None else " ".join(game.zones[zone].name for zone in sorted(found))) == families
