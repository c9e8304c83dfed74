"""Building typed formulas: intervals, conversions, what is proven present, and folding of what the setup decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar, cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import FunctionSpec, TableSpec
from gamedsl.graph.model.types import (
    FLAG,
    NOTHING,
    UNKNOWN,
    Bag,
    ClassId,
    Enum,
    Flag,
    FunctionId,
    Int,
    Kind,
    ListOf,
    Nothing,
    Optional,
    Piece,
    Pieces,
    Position,
    Ranking,
    SetOf,
    TableId,
    Type,
    Unknown,
    Value,
    Zone,
)
from gamedsl.semantics.formulas.folding import NotFixed, Steps, fold
from gamedsl.semantics.model.effort import FEWEST_FOLDED, MOST_FOLDED
from gamedsl.semantics.model.scope import Risk, Scope
from gamedsl.semantics.model.types import LARGEST, describe, most, optional, plain, size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import MayBeNone, MayFail, Mismatch, Problem, TooWide
from gamedsl.source import Span

T = TypeVar("T")

BROKEN = expressions.Const(None, UNKNOWN)
"""Stands for a formula with a problem that is already reported."""
YES = expressions.Const(True, FLAG)
NO = expressions.Const(False, FLAG)
NONE = expressions.Const(None, NOTHING)


def number(value: int) -> expressions.Const:
    return expressions.Const(value, Int(value, value))


def is_broken(e: expressions.Expr) -> bool:
    return isinstance(e.type, Unknown)


class _Tables(Mapping[TableId, TableSpec]):
    def __init__(self, w: World) -> None:
        self._w = w

    def __getitem__(self, key: TableId) -> TableSpec:
        return self._w.tables[key]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(range(len(self._w.tables)))

    def __len__(self) -> int:
        return len(self._w.tables)


class _Functions(Mapping[FunctionId, FunctionSpec]):
    """Those that are finished."""

    def __init__(self, w: World) -> None:
        self._w = w

    def __getitem__(self, key: FunctionId) -> FunctionSpec:
        function = self._w.functions[key]
        if function is None:
            raise KeyError(key)
        return function

    def __iter__(self) -> Iterator[FunctionId]:
        return (FunctionId(i) for i, function in enumerate(self._w.functions) if function is not None)

    def __len__(self) -> int:
        return sum(function is not None for function in self._w.functions)


def fold_value(w: World, e: expressions.Expr) -> Value:
    """The value of a closed formula; raises NotFixed, also if the world has too few steps left for it."""
    allowed = max(FEWEST_FOLDED, min(MOST_FOLDED, w.foldable))
    steps = Steps(allowed)
    try:
        return fold(e, _Tables(w), _Functions(w), None, steps)
    finally:
        used = allowed - steps.left
        w.foldable -= used
        w.effort.spend(used)


def folded(w: World, e: expressions.Expr, *operands: expressions.Expr) -> expressions.Expr:
    """The formula, or its constant if all `operands` are constants and it reads no position."""
    if is_broken(e) or any(not isinstance(o, expressions.Const) for o in operands):
        return e
    try:
        value = fold_value(w, e)
    except NotFixed:
        return e
    w.effort.spend(len(value) // 8 if isinstance(value, tuple) else 0)
    return constant(value, e.type)


def constant(value: Value, type_: Type) -> expressions.Const:
    """A constant; numbers and collections get the narrowest type."""
    if isinstance(plain(type_), Int) and isinstance(value, int):
        return number(int(value))
    if value is None:
        return expressions.Const(None, type_ if isinstance(type_, Optional) else NOTHING)
    if isinstance(type_, Optional):
        return constant(value, type_.of)
    if isinstance(type_, ListOf) and isinstance(value, tuple):
        return expressions.Const(value, ListOf(_narrow(type_.of, value), len(value)))
    if isinstance(type_, SetOf) and isinstance(value, tuple):
        return expressions.Const(value, SetOf(_narrow(type_.of, value)))
    return expressions.Const(value, type_)


def _narrow(element: Type, values: tuple[Value, ...]) -> Type:
    if isinstance(element, Int) and values and all(isinstance(v, int) for v in values):
        ints = [int(cast("int", v)) for v in values]
        return Int(min(ints), max(ints))
    return element


# ---------------------------------------------------------------- risks


def risk(w: World, scope: Scope, problem: Problem) -> None:
    """A formula that can fail: an error where it decides about a choice, noted for callers inside a function, else a check at run time."""
    if scope.total:
        w.problem(problem)
    elif scope.risks is not None:
        scope.risks.append(Risk(problem))


# ---------------------------------------------------------------- numbers


def arithmetic(
    w: World,
    scope: Scope,
    op: Literal["+", "-", "*", "div_up", "div_down", "mod"],
    left: expressions.Expr,
    right: expressions.Expr,
    span: Span,
) -> expressions.Expr:
    """Both operands are Ints."""
    a, b = left.type, right.type
    if not isinstance(a, Int) or not isinstance(b, Int):
        return BROKEN
    if op in ("div_up", "div_down", "mod") and (b.low <= 0 <= b.high or (op == "mod" and b.low < 1)):
        risk(w, scope, MayFail(span, "this divides by a number that may be 0", "say what happens then, with `if`"))
    result = _interval(op, a, b)
    if result.low < -LARGEST - 1 or result.high > LARGEST:
        w.problem(TooWide(span, result.low, result.high))
        return BROKEN
    return folded(w, expressions.Arithmetic(op, left, right, result, w.site(span, scope.where)), left, right)


def _interval(op: str, a: Int, b: Int) -> Int:
    if op == "+":
        return Int(a.low + b.low, a.high + b.high)
    if op == "-":
        return Int(a.low - b.high, a.high - b.low)
    if op == "*":
        corners = [p * q for p in (a.low, a.high) for q in (b.low, b.high)]
        return Int(min(corners), max(corners))
    if op == "mod":
        return Int(0, max(0, b.high - 1))
    divisors = [d for d in (b.low, b.high, 1, -1) if d != 0 and b.low <= d <= b.high] or [1]
    corners = [(-(-p // q) if op == "div_up" else p // q) for p in (a.low, a.high) for q in divisors]
    return Int(min(corners), max(corners))


def negative(w: World, operand: expressions.Expr, span: Span, where: str) -> expressions.Expr:
    if not isinstance(operand.type, Int):
        return BROKEN
    zero = number(0)
    return folded(
        w,
        expressions.Arithmetic("-", zero, operand, Int(-operand.type.high, -operand.type.low), w.site(span, where)),
        operand,
    )


# ---------------------------------------------------------------- flags


def negated(e: expressions.Expr) -> expressions.Expr:
    if isinstance(e, expressions.Const) and isinstance(e.type, Flag):
        return NO if e.value else YES
    if isinstance(e, expressions.Not):
        return e.operand
    return expressions.Not(e, FLAG)


def both(left: expressions.Expr, right: expressions.Expr) -> expressions.Expr:
    if isinstance(left, expressions.Const):
        return right if left.value else NO
    if isinstance(right, expressions.Const) and right.value:
        return left
    return expressions.And(left, right, FLAG)


def either(left: expressions.Expr, right: expressions.Expr) -> expressions.Expr:
    if isinstance(left, expressions.Const):
        return YES if left.value else right
    if isinstance(right, expressions.Const) and not right.value:
        return left
    return expressions.Or(left, right, FLAG)


MOST_IN_A_ROW = 16
"""So many conditions are tried one after the other; more are halved first, or they would be nested too deep."""


def any_of(tests: Sequence[expressions.Expr]) -> expressions.Expr:
    """Whether one of the conditions holds, tried in order."""
    if len(tests) > MOST_IN_A_ROW:
        half = len(tests) // 2
        return either(any_of(tests[:half]), any_of(tests[half:]))
    found: expressions.Expr = NO
    for test in tests:
        found = either(found, test)
    return found


def first_of(
    arms: Sequence[tuple[expressions.Expr, T]], otherwise: T, branch: Callable[[expressions.Expr, T, T], T]
) -> T:
    """What belongs to the first condition that holds, made of `branch(condition, then, otherwise)`."""
    if len(arms) > MOST_IN_A_ROW:
        half = len(arms) // 2
        last = arms[half - 1][1]
        early = first_of(arms[: half - 1], last, branch)
        return branch(any_of([test for test, _ in arms[:half]]), early, first_of(arms[half:], otherwise, branch))
    for test, result in reversed(arms):
        otherwise = branch(test, result, otherwise)
    return otherwise


# ---------------------------------------------------------------- what is proven present


def holds(e: expressions.Expr) -> frozenset[expressions.Expr]:
    """Formulas that are proven present (or, for collections, not empty) when the condition `e` holds."""
    match e:
        case expressions.And():
            return holds(e.left) | holds(e.right)
        case expressions.Not():
            return fails(e.operand)
        case expressions.Compare(op=">") if isinstance(e.left, expressions.Count) and e.right == number(0):
            return frozenset({bare(e.left.source)})
        case expressions.Equal() if isinstance(e.right, expressions.Const) and e.right.value is not None:
            return frozenset({bare(e.left)})
        case expressions.Equal() if isinstance(e.left, expressions.Const) and e.left.value is not None:
            return frozenset({bare(e.right)})
        case _:
            return frozenset()


def fails(e: expressions.Expr) -> frozenset[expressions.Expr]:
    """The same when the condition does not hold."""
    match e:
        case expressions.Or():
            return fails(e.left) | fails(e.right)
        case expressions.Not():
            return holds(e.operand)
        case expressions.Equal() if isinstance(e.left, expressions.Count) and e.right == number(0):
            return frozenset({bare(e.left.source)})
        case expressions.Equal() if isinstance(e.right, expressions.Const) and e.right.value is None:
            return frozenset({bare(e.left)})
        case _:
            return frozenset()


def bare(e: expressions.Expr) -> expressions.Expr:
    """Without wrappings that keep presence: `KindOf`, `Contents`, conversions."""
    while True:
        match e:
            case expressions.KindOf():
                e = e.piece
            case expressions.Contents():
                e = e.zone
            case expressions.Convert():
                e = e.operand
            case expressions.TopPiece():
                e = e.zone
            case expressions.Need():
                e = e.operand
            case _:
                return e


def present(w: World, e: expressions.Expr, facts: frozenset[expressions.Expr]) -> bool:
    """Whether a formula of an optional type is proven not to be none."""
    if not isinstance(e.type, Optional | Nothing):
        return True
    if e in facts or bare(e) in facts:
        return True
    match e:
        case expressions.KindOf():
            return present(w, e.piece, facts)
        case expressions.PieceOf():
            return present(w, e.kind, facts)
        case expressions.Pick():
            return bare(e.source) in facts
        case expressions.Lookup():
            return None not in w.tables[e.table].values and all(present(w, i, facts) for i in e.index)
        case expressions.FieldAt():
            return not isinstance(w.fields[e.field].type, Optional) and all(present(w, i, facts) for i in e.index)
        case expressions.ZoneAt():
            return all(present(w, i, facts) for i in e.index)
        case expressions.IfElse():
            return present(w, e.yes, facts | holds(e.condition)) and present(w, e.no, facts | fails(e.condition))
        case _:
            return False


def nonempty(e: expressions.Expr, facts: frozenset[expressions.Expr]) -> bool:
    """Whether a collection is proven to hold something."""
    if bare(e) in facts:
        return True
    match e:
        case expressions.Const():
            return isinstance(e.value, tuple) and bool(e.value)
        case expressions.MakeList():
            return bool(e.items)
        case expressions.Join():
            return nonempty(e.left, facts) or nonempty(e.right, facts)
        case expressions.MapList() | expressions.Distinct():
            return nonempty(e.source, facts)
        case _:
            return False


def need(w: World, scope: Scope, e: expressions.Expr, span: Span, text: str) -> expressions.Expr:
    """The value without `or none`."""
    if not isinstance(e.type, Optional):
        if isinstance(e.type, Nothing):
            risk(w, scope, MayBeNone(span, text))
        return e
    if not present(w, e, scope.facts):
        risk(w, scope, MayBeNone(span, text))
    return expressions.Need(e, e.type.of, w.site(span, scope.where))


# ---------------------------------------------------------------- conversions


def as_pieces(w: World, e: expressions.Expr) -> expressions.Expr | None:
    """Pieces with their places, or None if it is nothing of the kind."""
    match e.type:
        case Zone():
            return expressions.Contents(e, Pieces(e.type.classes, most(w, e.type)))
        case Pieces():
            return e
        case Optional() if isinstance(e.type.of, Zone):
            return expressions.Contents(e, Pieces(e.type.of.classes, most(w, e.type.of)))
        case Optional() if isinstance(e.type.of, Piece):
            return expressions.Convert(e, Pieces(e.type.of.classes, 1))
        case Piece():
            return expressions.Convert(e, Pieces(e.type.classes, 1))
        case Kind():
            return expressions.Convert(
                expressions.MakeBag(((number(1), e),), Bag(e.type, 1)), Pieces(e.type.classes, 1)
            )
        case Bag() if isinstance(e.type.of, Kind):
            return expressions.Convert(e, Pieces(e.type.of.classes, e.type.most))
        case _:
            return None


def as_bag(w: World, e: expressions.Expr) -> expressions.Expr | None:
    """Counts by kind or number."""
    if isinstance(e.type, Bag):
        return e
    if isinstance(e.type, ListOf | SetOf) and isinstance(e.type.of, Int | Kind):
        return folded(w, expressions.Convert(e, Bag(e.type.of, most(w, e.type))), e)
    pieces = as_pieces(w, e)
    if pieces is None or not isinstance(pieces.type, Pieces):
        return None
    if isinstance(pieces, expressions.Convert) and isinstance(pieces.operand.type, Bag):
        return pieces.operand
    return expressions.Convert(pieces, Bag(Kind(pieces.type.classes), pieces.type.most))


def as_kind(e: expressions.Expr) -> expressions.Expr:
    """Pieces and slots read as their kind."""
    match e.type:
        case Piece():
            return expressions.KindOf(e, Kind(e.type.classes))
        case Optional() if isinstance(e.type.of, Piece):
            return expressions.KindOf(e, Optional(Kind(e.type.of.classes)))
        case Optional() if isinstance(e.type.of, Zone) and e.type.of.form != "bag":
            return as_kind(expressions.TopPiece(e, Optional(Piece(e.type.of.classes))))
        case Zone() if e.type.form != "bag":
            return as_kind(expressions.TopPiece(e, Optional(Piece(e.type.classes))))
        case _:
            return e


def as_list(w: World, e: expressions.Expr) -> expressions.Expr:
    """A collection to go through: zones become their pieces, rankings lists."""
    if isinstance(e.type, Ranking):
        return expressions.Convert(e, ListOf(e.type.of, e.type.most))
    if isinstance(e.type, ListOf | SetOf | Bag | Unknown):
        return e
    return as_pieces(w, e) or e


def as_set(w: World, e: expressions.Expr) -> expressions.Expr:
    if isinstance(e.type, SetOf):
        return e
    if isinstance(e.type, Ranking):
        e = as_list(w, e)
    if isinstance(e.type, ListOf):
        return folded(w, expressions.Convert(e, SetOf(e.type.of)), e)
    pieces = as_pieces(w, e)
    if pieces is not None and isinstance(pieces.type, Pieces):
        return expressions.Convert(pieces, SetOf(Kind(pieces.type.classes)))
    return e


def fits(w: World, found: Type, wanted: Type) -> bool:
    """Whether a value of type `found` can stand where `wanted` is needed, number ranges aside."""
    match found, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Nothing(), Optional():
            return True
        case Int(), Int():
            return True
        case Optional(), Optional():
            return fits(w, found.of, wanted.of)
        case _, Optional():
            return fits(w, found, wanted.of)
        case Kind(), Kind():
            return set(found.classes) <= set(wanted.classes)
        case Piece(), Piece():
            return set(found.classes) <= set(wanted.classes)
        case Pieces(), Pieces():
            return set(found.classes) <= set(wanted.classes)
        case Zone(), Zone():
            return set(found.classes) <= set(wanted.classes)
        case _:
            return _elements_fit(w, found, wanted)


def _elements_fit(w: World, found: Type, wanted: Type) -> bool:
    if isinstance(found, ListOf) and isinstance(wanted, ListOf):
        return fits(w, found.of, wanted.of) or found.most == 0
    if isinstance(found, SetOf) and isinstance(wanted, SetOf):
        return fits(w, found.of, wanted.of)
    if isinstance(found, Bag) and isinstance(wanted, Bag):
        return fits(w, found.of, wanted.of) or found.most == 0
    if isinstance(found, Ranking) and isinstance(wanted, Ranking):
        return fits(w, found.of, wanted.of)
    return found == wanted


def coerce(
    w: World, scope: Scope, e: expressions.Expr, wanted: Type, span: Span, text: str = "this"
) -> expressions.Expr:
    """`e` in the form of `wanted`, or a reported Mismatch. Number ranges are asserted, with a check where they are not proven."""
    if is_broken(e) or isinstance(wanted, Unknown):
        return e
    result = _coerce(w, scope, e, wanted, span, text)
    if result is None:
        w.problem(Mismatch(span, describe(w, wanted), describe(w, e.type)))
        return BROKEN
    return result


def _coerce(
    w: World, scope: Scope, e: expressions.Expr, wanted: Type, span: Span, text: str
) -> expressions.Expr | None:
    found = e.type
    if found == wanted:
        return e
    if isinstance(wanted, SetOf | ListOf | Bag) and isinstance(e, expressions.Const) and e.value == ():
        return empty_like(wanted)
    if isinstance(wanted, Optional):
        if isinstance(found, Nothing):
            return expressions.Const(None, wanted)
        if isinstance(found, Optional) or (isinstance(found, Zone) and isinstance(wanted.of, Kind | Piece)):
            inner = (
                as_kind(e)
                if isinstance(wanted.of, Kind)
                else expressions.TopPiece(e, Optional(Piece(found.classes)))
                if isinstance(found, Zone)
                else e
            )
            return inner if fits(w, inner.type, wanted) else None
        return _coerce(w, scope, e, wanted.of, span, text)
    if isinstance(wanted, Position) and isinstance(plain(found), Position):
        e = on_joined_board(w, e, wanted)
    if isinstance(wanted, Kind) and isinstance(plain(found), Enum):
        return (
            _coerce(w, scope, named_kind(w, e, wanted) or e, wanted, span, text) if named_kind(w, e, wanted) else None
        )
    if isinstance(wanted, Kind):
        e = as_kind(e)
    elif isinstance(wanted, Piece):
        if isinstance(found, Zone) and found.form != "bag":
            e = expressions.TopPiece(e, Optional(Piece(found.classes)))
        elif isinstance(kind := plain(found), Kind):
            piece: Type = Piece(kind.classes)
            e = expressions.PieceOf(e, optional(piece) if isinstance(found, Optional) else piece)
    if isinstance(e.type, Optional) and not isinstance(wanted, Zone | Pieces | Bag):
        if not fits(w, e.type.of, wanted):
            return None
        e = need(w, scope, e, span, text)
    found = e.type
    if isinstance(wanted, Int) and isinstance(found, Int):
        if wanted.low <= found.low and found.high <= wanted.high:
            return e
        if scope.total:
            risk(
                w,
                scope,
                MayFail(
                    span, f"this may lie outside {wanted.low}..{wanted.high}", "limit it with `min(…)` or `max(…)`"
                ),
            )
        return expressions.Within(e, wanted, w.site(span, scope.where))
    if isinstance(wanted, SetOf) and isinstance(found, ListOf | Ranking | SetOf):
        e = as_set(w, e)
    elif isinstance(wanted, ListOf) and isinstance(found, SetOf | Ranking):
        e = expressions.Convert(e, ListOf(found.of, most(w, found)))
    elif isinstance(wanted, Pieces):
        e = as_pieces(w, e) or (empty_like(wanted) if most(w, found) == 0 and isinstance(found, ListOf) else e)
    elif isinstance(wanted, Bag) and not isinstance(found, Bag):
        e = (empty_like(wanted) if isinstance(found, ListOf) and found.most == 0 else None) or as_bag(w, e) or e
    return e if fits(w, e.type, wanted) else None


def on_joined_board(w: World, e: expressions.Expr, wanted: Position) -> expressions.Expr:
    """A place of one board as a place of the union that has it (`ring or lane`)."""
    place = plain(e.type)
    if not isinstance(place, Position) or place == wanted:
        return e
    offset = next((n for b, n in w.boards[wanted.board].parts if b == place.board), None)
    if offset is None:
        return e
    moved = tuple(range(offset, offset + place.size))
    table = w.table(
        f"{w.boards[place.board].spec.name} in {w.boards[wanted.board].spec.name}", (0,), (place.size,), moved
    )
    type_: Type = Optional(wanted) if isinstance(e.type, Optional) else wanted
    return folded(w, expressions.Lookup(table, (e,), type_, w.site(Span("", 0, 0), "")), e)


def empty_like(type_: Type) -> expressions.Const:
    return expressions.Const((), type_)


def named_kind(w: World, e: expressions.Expr, wanted: Kind) -> expressions.Expr | None:
    """The kind that is named by a value of a type (`Horse` the symbol -> `Horse` the staff card)."""
    value = plain(e.type)
    if not isinstance(value, Enum):
        return None
    for c in wanted.classes:
        link = w.kind_of_value.get(c)
        if link is not None and link[0] == value.id:
            table = w.table(f"{w.classes[c].name} of {w.enums[value.id].name}", (0,), (value.size,), link[1])
            type_: Type = Kind((c,))
            if None in link[1] or isinstance(e.type, Optional):
                type_ = Optional(type_)
            found = expressions.Lookup(table, (e,), type_, w.site(Span("", 0, 0), ""))
            result = folded(w, found, e)
            return None if isinstance(result, expressions.Const) and result.value is None else result
    return None


def join_types(w: World, a: Type, b: Type) -> Type | None:
    """The type of a value that is either; None if there is none."""
    match a, b:
        case _, Unknown():
            return a
        case Unknown(), _:
            return b
        case Nothing(), _:
            return optional(b)
        case _, Nothing():
            return optional(a)
        case Int(), Int():
            return Int(min(a.low, b.low), max(a.high, b.high))
        case Optional(), _:
            inner = join_types(w, a.of, plain(b))
            return None if inner is None else optional(inner)
        case _, Optional():
            inner = join_types(w, a, b.of)
            return None if inner is None else optional(inner)
        case Kind(), Kind():
            return Kind(_merge(a.classes, b.classes))
        case Piece(), Piece():
            return Piece(_merge(a.classes, b.classes))
        case _ if isinstance(a, Pieces | Zone) and isinstance(b, Pieces | Zone):
            if isinstance(a, Zone) and isinstance(b, Zone) and a.form == b.form:
                return Zone(_merge(a.classes, b.classes), a.form)
            return Pieces(_merge(a.classes, b.classes), max(most(w, a), most(w, b)))
        case ListOf(), ListOf():
            of = join_types(w, a.of, b.of) if a.most and b.most else (a.of if a.most else b.of)
            return None if of is None else ListOf(of, max(a.most, b.most))
        case _ if isinstance(a, SetOf | ListOf) and isinstance(b, SetOf | ListOf):
            of = join_types(w, a.of, b.of)
            return None if of is None else SetOf(of)
        case Bag(), Bag():
            of = join_types(w, a.of, b.of)
            return None if of is None else Bag(of, max(a.most, b.most))
        case _:
            return a if a == b else None


def hull(types: list[Type]) -> Type:
    """The type of a cell of columns of one sort: the widest range of numbers, or the first column's type."""
    ints = [t for t in types if isinstance(t, Int)]
    if len(ints) == len(types):
        return Int(min(t.low for t in ints), max(t.high for t in ints))
    return types[0]


def _merge(a: Iterable[ClassId], b: Iterable[ClassId]) -> tuple[ClassId, ...]:
    return tuple(dict.fromkeys([*a, *b]))


def all_values(w: World, type_: Type) -> expressions.Const:
    """The set of all values of a type."""
    return expressions.Const(tuple(range(size(w, type_))), SetOf(type_))
