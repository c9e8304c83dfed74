"""Building typed formulas: intervals, conversions, what is proven present, and folding of what the setup decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar, cast

from gamedsl.graph.model import expressions as x
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
from gamedsl.semantics.model.types import LARGEST, describe, most, optional, plain, size
from gamedsl.semantics.model.world import Risk, Scope, World
from gamedsl.semantics.problems.problems import MayBeNone, MayFail, Mismatch, Problem, TooWide
from gamedsl.source import Span

T = TypeVar("T")

BROKEN = x.Const(None, UNKNOWN)
"""Stands for a formula with a problem that is already reported."""
YES = x.Const(True, FLAG)
NO = x.Const(False, FLAG)
NONE = x.Const(None, NOTHING)


def number(value: int) -> x.Const:
    return x.Const(value, Int(value, value))


def is_broken(e: x.Expr) -> bool:
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


def fold_value(w: World, e: x.Expr) -> Value:
    """The value of a closed formula; raises NotFixed, also if the world has too few steps left for it."""
    allowed = max(FEWEST_FOLDED, min(MOST_FOLDED, w.foldable))
    steps = Steps(allowed)
    try:
        return fold(e, _Tables(w), _Functions(w), None, steps)
    finally:
        used = allowed - steps.left
        w.foldable -= used
        w.effort.spend(used)


def folded(w: World, e: x.Expr, *operands: x.Expr) -> x.Expr:
    """The formula, or its constant if all `operands` are constants and it reads no position."""
    if is_broken(e) or any(not isinstance(o, x.Const) for o in operands):
        return e
    try:
        value = fold_value(w, e)
    except NotFixed:
        return e
    w.effort.spend(len(value) // 8 if isinstance(value, tuple) else 0)
    return constant(value, e.type)


def constant(value: Value, type_: Type) -> x.Const:
    """A constant; numbers and collections get the narrowest type."""
    if isinstance(plain(type_), Int) and isinstance(value, int):
        return number(int(value))
    if value is None:
        return x.Const(None, type_ if isinstance(type_, Optional) else NOTHING)
    if isinstance(type_, Optional):
        return constant(value, type_.of)
    if isinstance(type_, ListOf) and isinstance(value, tuple):
        return x.Const(value, ListOf(_narrow(type_.of, value), len(value)))
    if isinstance(type_, SetOf) and isinstance(value, tuple):
        return x.Const(value, SetOf(_narrow(type_.of, value)))
    return x.Const(value, type_)


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
    left: x.Expr,
    right: x.Expr,
    span: Span,
) -> x.Expr:
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
    return folded(w, x.Arithmetic(op, left, right, result, w.site(span, scope.where)), left, right)


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


def negative(w: World, operand: x.Expr, span: Span, where: str) -> x.Expr:
    if not isinstance(operand.type, Int):
        return BROKEN
    zero = number(0)
    return folded(
        w, x.Arithmetic("-", zero, operand, Int(-operand.type.high, -operand.type.low), w.site(span, where)), operand
    )


# ---------------------------------------------------------------- flags


def negated(e: x.Expr) -> x.Expr:
    if isinstance(e, x.Const) and isinstance(e.type, Flag):
        return NO if e.value else YES
    if isinstance(e, x.Not):
        return e.operand
    return x.Not(e, FLAG)


def both(left: x.Expr, right: x.Expr) -> x.Expr:
    if isinstance(left, x.Const):
        return right if left.value else NO
    if isinstance(right, x.Const) and right.value:
        return left
    return x.And(left, right, FLAG)


def either(left: x.Expr, right: x.Expr) -> x.Expr:
    if isinstance(left, x.Const):
        return YES if left.value else right
    if isinstance(right, x.Const) and not right.value:
        return left
    return x.Or(left, right, FLAG)


MOST_IN_A_ROW = 16
"""So many conditions are tried one after the other; more are halved first, or they would be nested too deep."""


def any_of(tests: Sequence[x.Expr]) -> x.Expr:
    """Whether one of the conditions holds, tried in order."""
    if len(tests) > MOST_IN_A_ROW:
        half = len(tests) // 2
        return either(any_of(tests[:half]), any_of(tests[half:]))
    found: x.Expr = NO
    for test in tests:
        found = either(found, test)
    return found


def first_of(arms: Sequence[tuple[x.Expr, T]], otherwise: T, branch: Callable[[x.Expr, T, T], T]) -> T:
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


def holds(e: x.Expr) -> frozenset[x.Expr]:
    """Formulas that are proven present (or, for collections, not empty) when the condition `e` holds."""
    match e:
        case x.And():
            return holds(e.left) | holds(e.right)
        case x.Not():
            return fails(e.operand)
        case x.Compare(op=">") if isinstance(e.left, x.Count) and e.right == number(0):
            return frozenset({bare(e.left.source)})
        case x.Equal() if isinstance(e.right, x.Const) and e.right.value is not None:
            return frozenset({bare(e.left)})
        case x.Equal() if isinstance(e.left, x.Const) and e.left.value is not None:
            return frozenset({bare(e.right)})
        case _:
            return frozenset()


def fails(e: x.Expr) -> frozenset[x.Expr]:
    """The same when the condition does not hold."""
    match e:
        case x.Or():
            return fails(e.left) | fails(e.right)
        case x.Not():
            return holds(e.operand)
        case x.Equal() if isinstance(e.left, x.Count) and e.right == number(0):
            return frozenset({bare(e.left.source)})
        case x.Equal() if isinstance(e.right, x.Const) and e.right.value is None:
            return frozenset({bare(e.left)})
        case _:
            return frozenset()


def bare(e: x.Expr) -> x.Expr:
    """Without wrappings that keep presence: `KindOf`, `Contents`, conversions."""
    while True:
        match e:
            case x.KindOf():
                e = e.piece
            case x.Contents():
                e = e.zone
            case x.Convert():
                e = e.operand
            case x.TopPiece():
                e = e.zone
            case x.Need():
                e = e.operand
            case _:
                return e


def present(w: World, e: x.Expr, facts: frozenset[x.Expr]) -> bool:
    """Whether a formula of an optional type is proven not to be none."""
    if not isinstance(e.type, Optional | Nothing):
        return True
    if e in facts or bare(e) in facts:
        return True
    match e:
        case x.KindOf():
            return present(w, e.piece, facts)
        case x.PieceOf():
            return present(w, e.kind, facts)
        case x.Pick():
            return bare(e.source) in facts
        case x.Lookup():
            return None not in w.tables[e.table].values and all(present(w, i, facts) for i in e.index)
        case x.FieldAt():
            return not isinstance(w.fields[e.field].type, Optional) and all(present(w, i, facts) for i in e.index)
        case x.ZoneAt():
            return all(present(w, i, facts) for i in e.index)
        case x.IfElse():
            return present(w, e.yes, facts | holds(e.condition)) and present(w, e.no, facts | fails(e.condition))
        case _:
            return False


def nonempty(e: x.Expr, facts: frozenset[x.Expr]) -> bool:
    """Whether a collection is proven to hold something."""
    if bare(e) in facts:
        return True
    match e:
        case x.Const():
            return isinstance(e.value, tuple) and bool(e.value)
        case x.MakeList():
            return bool(e.items)
        case x.Join():
            return nonempty(e.left, facts) or nonempty(e.right, facts)
        case x.MapList() | x.Distinct():
            return nonempty(e.source, facts)
        case _:
            return False


def need(w: World, scope: Scope, e: x.Expr, span: Span, text: str) -> x.Expr:
    """The value without `or none`."""
    if not isinstance(e.type, Optional):
        if isinstance(e.type, Nothing):
            risk(w, scope, MayBeNone(span, text))
        return e
    if not present(w, e, scope.facts):
        risk(w, scope, MayBeNone(span, text))
    return x.Need(e, e.type.of, w.site(span, scope.where))


# ---------------------------------------------------------------- conversions


def as_pieces(w: World, e: x.Expr) -> x.Expr | None:
    """Pieces with their places, or None if it is nothing of the kind."""
    match e.type:
        case Zone():
            return x.Contents(e, Pieces(e.type.classes, most(w, e.type)))
        case Pieces():
            return e
        case Optional() if isinstance(e.type.of, Zone):
            return x.Contents(e, Pieces(e.type.of.classes, most(w, e.type.of)))
        case Optional() if isinstance(e.type.of, Piece):
            return x.Convert(e, Pieces(e.type.of.classes, 1))
        case Piece():
            return x.Convert(e, Pieces(e.type.classes, 1))
        case Kind():
            return x.Convert(x.MakeBag(((number(1), e),), Bag(e.type, 1)), Pieces(e.type.classes, 1))
        case Bag() if isinstance(e.type.of, Kind):
            return x.Convert(e, Pieces(e.type.of.classes, e.type.most))
        case _:
            return None


def as_bag(w: World, e: x.Expr) -> x.Expr | None:
    """Counts by kind or number."""
    if isinstance(e.type, Bag):
        return e
    if isinstance(e.type, ListOf | SetOf) and isinstance(e.type.of, Int | Kind):
        return folded(w, x.Convert(e, Bag(e.type.of, most(w, e.type))), e)
    pieces = as_pieces(w, e)
    if pieces is None or not isinstance(pieces.type, Pieces):
        return None
    if isinstance(pieces, x.Convert) and isinstance(pieces.operand.type, Bag):
        return pieces.operand
    return x.Convert(pieces, Bag(Kind(pieces.type.classes), pieces.type.most))


def as_kind(e: x.Expr) -> x.Expr:
    """Pieces and slots read as their kind."""
    match e.type:
        case Piece():
            return x.KindOf(e, Kind(e.type.classes))
        case Optional() if isinstance(e.type.of, Piece):
            return x.KindOf(e, Optional(Kind(e.type.of.classes)))
        case Optional() if isinstance(e.type.of, Zone) and e.type.of.form != "bag":
            return as_kind(x.TopPiece(e, Optional(Piece(e.type.of.classes))))
        case Zone() if e.type.form != "bag":
            return as_kind(x.TopPiece(e, Optional(Piece(e.type.classes))))
        case _:
            return e


def as_list(w: World, e: x.Expr) -> x.Expr:
    """A collection to go through: zones become their pieces, rankings lists."""
    if isinstance(e.type, Ranking):
        return x.Convert(e, ListOf(e.type.of, e.type.most))
    if isinstance(e.type, ListOf | SetOf | Bag | Unknown):
        return e
    return as_pieces(w, e) or e


def as_set(w: World, e: x.Expr) -> x.Expr:
    if isinstance(e.type, SetOf):
        return e
    if isinstance(e.type, Ranking):
        e = as_list(w, e)
    if isinstance(e.type, ListOf):
        return folded(w, x.Convert(e, SetOf(e.type.of)), e)
    pieces = as_pieces(w, e)
    if pieces is not None and isinstance(pieces.type, Pieces):
        return x.Convert(pieces, SetOf(Kind(pieces.type.classes)))
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


def coerce(w: World, scope: Scope, e: x.Expr, wanted: Type, span: Span, text: str = "this") -> x.Expr:
    """`e` in the form of `wanted`, or a reported Mismatch. Number ranges are asserted, with a check where they are not proven."""
    if is_broken(e) or isinstance(wanted, Unknown):
        return e
    result = _coerce(w, scope, e, wanted, span, text)
    if result is None:
        w.problem(Mismatch(span, describe(w, wanted), describe(w, e.type)))
        return BROKEN
    return result


def _coerce(w: World, scope: Scope, e: x.Expr, wanted: Type, span: Span, text: str) -> x.Expr | None:
    found = e.type
    if found == wanted:
        return e
    if isinstance(wanted, SetOf | ListOf | Bag) and isinstance(e, x.Const) and e.value == ():
        return empty_like(wanted)
    if isinstance(wanted, Optional):
        if isinstance(found, Nothing):
            return x.Const(None, wanted)
        if isinstance(found, Optional) or (isinstance(found, Zone) and isinstance(wanted.of, Kind | Piece)):
            inner = (
                as_kind(e)
                if isinstance(wanted.of, Kind)
                else x.TopPiece(e, Optional(Piece(found.classes)))
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
            e = x.TopPiece(e, Optional(Piece(found.classes)))
        elif isinstance(kind := plain(found), Kind):
            piece: Type = Piece(kind.classes)
            e = x.PieceOf(e, optional(piece) if isinstance(found, Optional) else piece)
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
        return x.Within(e, wanted, w.site(span, scope.where))
    if isinstance(wanted, SetOf) and isinstance(found, ListOf | Ranking | SetOf):
        e = as_set(w, e)
    elif isinstance(wanted, ListOf) and isinstance(found, SetOf | Ranking):
        e = x.Convert(e, ListOf(found.of, most(w, found)))
    elif isinstance(wanted, Pieces):
        e = as_pieces(w, e) or (empty_like(wanted) if most(w, found) == 0 and isinstance(found, ListOf) else e)
    elif isinstance(wanted, Bag) and not isinstance(found, Bag):
        e = (empty_like(wanted) if isinstance(found, ListOf) and found.most == 0 else None) or as_bag(w, e) or e
    return e if fits(w, e.type, wanted) else None


def on_joined_board(w: World, e: x.Expr, wanted: Position) -> x.Expr:
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
    return folded(w, x.Lookup(table, (e,), type_, w.site(Span("", 0, 0), "")), e)


def empty_like(type_: Type) -> x.Const:
    return x.Const((), type_)


def named_kind(w: World, e: x.Expr, wanted: Kind) -> x.Expr | None:
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
            found = x.Lookup(table, (e,), type_, w.site(Span("", 0, 0), ""))
            result = folded(w, found, e)
            return None if isinstance(result, x.Const) and result.value is None else result
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


def all_values(w: World, type_: Type) -> x.Const:
    """The set of all values of a type."""
    return x.Const(tuple(range(size(w, type_))), SetOf(type_))
