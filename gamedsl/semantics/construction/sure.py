"""Finds formulas and statements that can never work, because of ranges and capacities. They are recorded where checked, and reported if every setup agrees."""

from __future__ import annotations

from typing import Literal, cast

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Bag, Int, Kind, KindId, Pieces, Type, Zone, plain
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.types import most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import ComparedWithItself, DoesNothing, Idle, SureFault, SureFlaw
from gamedsl.semantics.problems.terms import About, about
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas


def note_twice(
    world: World,
    span: Span,
    node: formulas.Expr,
    side: expressions.Expr,
    is_twice: bool,
    of: Literal["difference", "greatest", "least"],
) -> None:
    """Records whether a value is subtracted from itself, or is the greatest or least of itself."""
    found = (
        ComparedWithItself(span, words(node), False, of)
        if is_twice and not isinstance(side, expressions.Const)
        else None
    )
    world.judge("same", span, found)


def note_value(world: World, span: Span, found: Int, wanted: Int) -> None:
    """Records whether a number can lie in the range `wanted`."""
    outside = found.high < wanted.low or found.low > wanted.high
    flaw = about(SureFlaw.VALUE, _number(found), _range(wanted.low, wanted.high)) if outside else None
    world.judge("sure", span, None if flaw is None else SureFault(span, flaw))


def note_assigned(world: World, span: Span, name: str, found: Type, wanted: Type, taken: str | None) -> None:
    """Records whether the new value of a field can lie in its range. `taken`: the text after the minus, if the whole value is a negated formula, as in
    `coins = -3`."""
    found, wanted = plain(found), plain(wanted)
    if isinstance(found, Int) and isinstance(wanted, Int):
        outside = found.high < wanted.low or found.low > wanted.high
        flaw = about(SureFlaw.VALUE_OF_FIELD, name, _number(found), _range(wanted.low, wanted.high))
        if taken is not None:
            flaw = about(SureFlaw.VALUE_TAKEN, *flaw.parts, taken)
        world.judge("sure", span, SureFault(span, flaw) if outside else None)


def note_changes(world: World, span: Span, name: str, found: Int, wanted: Int, total: int | None) -> None:
    """Records whether a field can lie in its range after several lines. `total`: the sum of the changes, if no line sets the field to a new value."""
    flaw = about(SureFlaw.VALUE_OF_FIELD, name, _number(found), _range(wanted.low, wanted.high))
    if total is not None:
        way = SureFlaw.GROWN if total > 0 else SureFlaw.FALLEN
        flaw = about(way, name, abs(total), _range(wanted.low, wanted.high))
    outside = found.high < wanted.low or found.low > wanted.high
    world.judge("changes", span, SureFault(span, flaw) if outside else None)


def note_index(world: World, span: Span, name: str, at: Int, low: int, high: int) -> None:
    """Records whether an index can be one of these numbers."""
    outside = at.high < low or at.low > high
    flaw = about(SureFlaw.INDEX, name, _range(low, high), _number(at))
    world.judge("sure", span, SureFault(span, flaw) if outside else None)


def note_element(world: World, span: Span, name: str, at: Int, number: int) -> None:
    """Records whether a list of at most `number` elements can have one at this index."""
    outside = at.high < 1 or at.low > number
    flaw = about(SureFlaw.ELEMENT, _number(at), "the list" if name == "this" else f"`{name}`", number)
    world.judge("sure", span, SureFault(span, flaw) if outside else None)


def note_divisor(world: World, span: Span, divisor: Int, least: int) -> None:
    """Records whether every possible value of a divisor is invalid; `least` is the smallest valid divisor, or 0 if all but 0 are valid."""
    never = divisor.high < least if least else divisor.low == 0 == divisor.high
    world.judge("sure", span, SureFault(span, about(SureFlaw.DIVISION, _number(divisor))) if never else None)


def note_numbers(world: World, span: Span, low: Int, high: Int) -> None:
    """Records whether `low..high` can contain a number."""
    none = low.low > high.high
    flaw = about(SureFlaw.NO_NUMBERS, _number(low), _number(high))
    world.judge("sure", span, SureFault(span, flaw) if none else None)


def note_quantity(world: World, span: Span, least: expressions.Expr | None, number: expressions.Expr | None) -> None:
    """Records whether a number of things to choose, `least..number` or up to `number`, is impossible or 0."""
    low, high = _type(least), _type(number)
    if low is not None and high is not None:
        flaw = about(SureFlaw.NO_NUMBER_BETWEEN, _number(low), _number(high))
        world.judge("sure", span, SureFault(span, flaw) if low.low > high.high else None)
    if high is not None:
        note_nothing(world, span, high, Idle.CHOICE)


def note_choosable(world: World, span: Span, number: expressions.Expr | None, source: Type) -> None:
    """Records whether the source can never have enough elements."""
    wanted, there = _type(number), most(world, source)
    if wanted is not None:
        flaw = about(SureFlaw.NOT_SO_MANY, _number(wanted), there)
        world.judge("choosable", span, SureFault(span, flaw) if wanted.low > max(0, there) else None)


def note_nothing(world: World, span: Span, number: Int, what: Idle) -> None:
    """Records whether a number is always 0."""
    world.judge("nothing", span, DoesNothing(span, what) if number.high <= 0 else None)


def note_limit(world: World, span: Span, number: Int, *, must_end: bool) -> None:
    """Records whether a loop has no pass."""
    if not must_end:
        note_nothing(world, span, number, Idle.REPEAT)
        return
    flaw = about(SureFlaw.NO_PASS, _number(number))
    world.judge("sure", span, SureFault(span, flaw) if number.high < 1 else None)


def note_taken(world: World, span: Span, number: Type, source: expressions.Expr, to: expressions.Expr) -> None:
    """Records whether a zone can ever hold that many pieces, and another one can take them."""
    if not isinstance(number, Int):
        return
    there = most(world, source.type)
    missing = about(SureFlaw.PIECES_THERE, number.low, there) if number.low > max(0, there) else None
    flaw = missing or _too_many(world, number.low, to)
    world.judge("sure", span, None if flaw is None else SureFault(span, flaw))


def note_moved(world: World, span: Span, what: expressions.Expr, to: expressions.Expr) -> None:
    """Records whether a `move` with a number of pieces can ever work."""
    match what:
        case expressions.TakeSome(number=number, source=source, up_to=False):
            note_taken(world, span, number.type, source, to)
        case expressions.TakeFrom(wanted=wanted) if entries := _kinds_in(wanted):
            missing, total = None, 0
            for kind, count in entries:
                total += count
                if count > (there := _copies(world, kind)):
                    missing = about(SureFlaw.PIECES_THERE, count, there)
            flaw = missing or _too_many(world, total, to)
            world.judge("sure", span, None if flaw is None else SureFault(span, flaw))
        case _:
            pass


def _kinds_in(wanted: expressions.Expr) -> tuple[tuple[KindId, int], ...]:
    """Returns the kinds of a fixed bag with their numbers; nothing for any other."""
    match wanted:
        case expressions.Const(tuple(entries), Bag(of=Kind())):
            return cast("tuple[tuple[KindId, int], ...]", tuple(entries))
        case expressions.MakeBag(items=items):
            fixed = [
                (KindId(int(kind.value)), int(number.value))
                for number, kind in items
                if isinstance(number, expressions.Const)
                and isinstance(kind, expressions.Const)
                and isinstance(number.value, int)
                and isinstance(kind.value, int)
            ]
            return tuple(fixed) if len(fixed) == len(items) else ()
        case _:
            return ()


def _copies(world: World, kind: KindId) -> int:
    """Returns the most pieces of a kind: in a component with two sides, any piece may show it."""
    cls = world.kinds[kind].cls
    return world.copies_of((cls,)) if cls in world.sides else world.kinds[kind].copies


def _too_many(world: World, number: int, to: expressions.Expr) -> About[SureFlaw] | None:
    zone = bare(to)
    if not isinstance(zone, expressions.ZoneAt) or not isinstance(to.type, Zone | Pieces):
        return None
    spec = world.zones[zone.zone]
    if spec.capacity is None or number <= spec.capacity:
        return None
    return about(SureFlaw.ROOM, spec.name, number, spec.capacity)


def _type(number: expressions.Expr | None) -> Int | None:
    return number.type if number is not None and isinstance(number.type, Int) else None


def _number(found: Int) -> str:
    return str(found.low) if found.low == found.high else f"{found.low} to {found.high}"


def _range(low: int, high: int) -> str:
    return f"{low}..{high}"
