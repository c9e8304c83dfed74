"""Matches moves as examples name them with the complete moves of a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model import types
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl.graph.model.types import Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move


@frozen
class Wanted:
    """A part of a move, in the rule, action or phase `name`: values for some of its selections, or that its `may choose` is declined.

    Values have the form of the selection's local; a piece without a place matches at any place."""

    name: str
    decline: bool
    args: tuple[tuple[str, Value], ...]


@frozen
class Chosen:
    """The value of a selection in a complete move."""

    name: str
    value: Value
    type: types.Type


@frozen
class Taken:
    """The choices of a complete move in the rule, action or phase `name`; `declined`: its `may choose` was declined."""

    name: str
    declined: bool
    chosen: tuple[Chosen, ...]


@frozen
class Walk:
    """A complete move of a decision with its parts, outermost rule first."""

    parts: tuple[Taken, ...]
    move: Move


def matching(walks: Iterable[Walk], wanted: Sequence[Wanted]) -> tuple[Walk, ...]:
    """Returns the walks that agree with all wanted parts; parts that are not named are free. If some walks agree with the order of lists, only these count;
    otherwise lists match in any order."""
    found = tuple(walk for walk in walks if _does_all(walk.parts, wanted))
    in_order = tuple(walk for walk in found if _does_all(walk.parts, wanted, in_order=True))
    return in_order or found


def agrees(wanted: Value, actual: Value, of: types.Type, *, in_order: bool = False) -> bool:
    """Whether a chosen value matches the wanted one. Places count only if the wanted value names them. The order of elements that were selected together
    counts only with `in_order`."""
    match of:
        case types.Optional(inner):
            return (
                wanted is actual
                if wanted is None or actual is None
                else agrees(wanted, actual, inner, in_order=in_order)
            )
        case types.Piece():
            return _pieces_agree((_piece(wanted),), (_piece(actual),))
        case types.Pieces():
            return _pieces_agree(_pieces(wanted), _pieces(actual))
        case types.SetOf() | types.ListOf() if not in_order:
            return isinstance(wanted, tuple) and isinstance(actual, tuple) and Counter(wanted) == Counter(actual)
        case _:
            return wanted == actual


def convert_to_outcome(value: Value, of: types.Type) -> tuple[int, ...]:
    """Converts the value of a roll to the form of a chance outcome: kinds of pieces, ordinals, numbers."""
    match of, value:
        case types.Optional(inner), _:
            return convert_to_outcome(value, inner)
        case types.Piece(), (_, int(kind)):
            return (kind,)
        case types.Pieces(), tuple():
            return tuple(kind for _, kind, count in _pieces(value) for _ in range(count))
        case types.Bag(), tuple():
            return tuple(kind for kind, count in _counts(value) for _ in range(count))
        case ((types.ListOf(inner) | types.SetOf(inner)), tuple()):
            return tuple(number for item in value for number in convert_to_outcome(item, inner))
        case _, int():
            return (int(value),)
        case _:
            return ()


def part_names(plan: Plan) -> frozenset[str]:
    """Collects all names of rules, actions and phases that own a part of the decision, offered or not."""
    return frozenset(inner.name for inner in plans(plan))


def gate_names(plan: Plan) -> frozenset[str]:
    """Collects the names of all rules, actions and phases whose part of the decision can be declined, whether or not it is offered at present."""
    return frozenset(inner.name for inner in plans(plan) if inner.gate is not None)


def has_path(plan: Plan, names: Sequence[str]) -> bool:
    """Whether parts with these names can belong to one move of the decision, whether or not they are offered at present."""
    rest = names[1:] if names and names[0] == plan.name else names
    return not rest or any(has_path(line, rest) for line in plan.menu or ())


def selection_names(plan: Plan) -> frozenset[str]:
    """Collects all names of selections in the decision, offered or not."""
    return frozenset(part.name for inner in plans(plan) for part in inner.parts if isinstance(part, Select | YesNo))


# ---------------------------------------------------------------- comparing parts and values


def _does_all(parts: Sequence[Taken], wanted: Sequence[Wanted], *, in_order: bool = False) -> bool:
    """Whether the wanted parts are found among the parts in this order."""
    rest = iter(parts)
    return all(any(_does(part, want, in_order=in_order) for part in rest) for want in wanted)


def _does(part: Taken, want: Wanted, *, in_order: bool) -> bool:
    if part.name != want.name or part.declined != want.decline:
        return False
    chosen = {c.name: c for c in part.chosen}
    return all(
        name in chosen and agrees(value, chosen[name].value, chosen[name].type, in_order=in_order)
        for name, value in want.args
    )


_Piece = tuple[int, int, int]
"""Place, kind, count."""


def _piece(value: Value) -> _Piece:
    match value:
        case (int(place), int(kind)):
            return place, kind, 1
        case _:
            raise AssertionError(f"{value!r} is no piece")


def _pieces(value: Value) -> tuple[_Piece, ...]:
    def entries() -> Iterator[_Piece]:
        match value:
            case tuple():
                for entry in value:
                    match entry:
                        case (int(place), int(kind), int(count)):
                            yield place, kind, count
                        case _:
                            raise AssertionError(f"{entry!r} is no entry of pieces")
            case _:
                raise AssertionError(f"{value!r} is not pieces")

    return tuple(entries())


def _counts(value: tuple[Value, ...]) -> Iterator[tuple[int, int]]:
    for entry in value:
        match entry:
            case (int(kind), int(count)):
                yield kind, count
            case _:
                raise AssertionError(f"{entry!r} is no entry of a bag")


def _pieces_agree(wanted: Sequence[_Piece], actual: Sequence[_Piece]) -> bool:
    if _by_kind(wanted) != _by_kind(actual):
        return False
    there: Counter[tuple[int, int]] = Counter()
    for place, kind, count in actual:
        there[place, kind] += count
    for place, kind, count in wanted:
        if place != types.NO_PLACE:
            there[place, kind] -= count
    return min(there.values(), default=0) >= 0


def _by_kind(pieces: Sequence[_Piece]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for _, kind, count in pieces:
        counts[kind] += count
    return counts
