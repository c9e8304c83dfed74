"""The knowledge of the seats at one point of the rules."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.analysis.walk import expressions, free_locals
from gamedsl.graph.model.expressions import (
    Contents,
    Convert,
    Expr,
    Filter,
    IfElse,
    Join,
    LyingIn,
    Need,
    Pick,
    Rest,
    Some,
    Sorted,
    TakeSome,
    TopPiece,
    While,
    Within,
    ZoneAt,
)
from gamedsl.graph.model.expressions import Local as LocalRead
from gamedsl.graph.model.types import LocalId, ZoneId
from gamedsl.semantics.secrets.model import OPEN, Label
from gamedsl.source import Span
from gamedsl.values import define, evolve, field, frozen


@frozen
class Held:
    """The labels of a local: the secrets that its value, and the choice of its pieces, depend on. `same` is an equal formula that existed before it."""

    value: Label = OPEN
    which: Label = OPEN
    same: Expr | None = None
    span: Span | None = field(default=None, eq=False)


Looks = frozenset[tuple[Expr, Expr | None]]
"""Zones with the seats that have looked into them; None stands for all seats."""


@define
class State:
    """The knowledge of all seats at one point of the rules."""

    locals: dict[LocalId, Held] = field(factory=dict[LocalId, Held])
    looks: Looks = frozenset()
    shown: frozenset[LocalId] = frozenset()
    """Locals whose pieces all seats have seen, or are certain to see before play stops again."""

    def copy(self) -> State:
        return State(dict(self.locals), self.looks, self.shown)

    def join(self, other: State, because: Label) -> State:
        """Merges the states after two alternatives. Locals that differ also depend on the test between them (`because`)."""
        held = dict(self.locals)
        for local, one in other.locals.items():
            mine = held.get(local)
            if mine is None or mine != one:
                before = mine or one
                same = before.same if before.same == one.same else None
                held[local] = Held(
                    before.value | one.value | because, before.which | one.which | because, same, one.span
                )
        return State(held, self.looks & other.looks, self.shown & other.shown)

    def root(self, local: LocalId) -> LocalId:
        """Returns the local of which this one is a copy; itself if it is no copy."""
        held = self.locals.get(local)
        return held.same.id if held is not None and isinstance(held.same, LocalRead) else local

    def bind(self, local: LocalId, held: Held) -> None:
        """Binds a local to a new value, and drops all facts about its old value."""
        if any(_mentions(one, local) for one in self.locals.values()):
            self.locals = {key: _forget_local(one, local) for key, one in self.locals.items()}
        self.looks = frozenset(
            (zone, seat)
            for zone, seat in self.looks
            if local not in free_locals(zone) and (seat is None or local not in free_locals(seat))
        )
        self.shown -= {local}
        self.locals[local] = held

    def learn(self, zone: Expr, seat: Expr | None) -> None:
        """Records that a seat (None: all) sees the content of a zone, and so every value computed from it since its last change."""

        def with_knowledge(label: Label) -> Label:
            if seat is None:
                return frozenset(one for one in label if one.place != zone)
            return frozenset(evolve(one, seen_by=one.seen_by | {seat}) if one.place == zone else one for one in label)

        self._relabel(with_knowledge)

    def change(self, zones: set[ZoneId]) -> None:
        """Records that the content of these zones has changed."""
        self.looks = frozenset((zone, seat) for zone, seat in self.looks if not zones & zones_in(zone))
        self.shown = frozenset(local for local in self.shown if not self._is_in(local, zones))
        self._relabel(
            lambda label: frozenset(
                evolve(one, place=None) if one.place is not None and zones & zones_in(one.place) else one
                for one in label
            )
        )

    def _is_in(self, local: LocalId, zones: set[ZoneId]) -> bool:
        """Whether a local is another name for one of these zones."""
        held = self.locals.get(local)
        return held is not None and isinstance(held.same, ZoneAt) and held.same.zone in zones

    def _relabel(self, by: Callable[[Label], Label]) -> None:
        self.locals = {
            local: held
            if not held.value and not held.which
            else Held(by(held.value), by(held.which), held.same, held.span)
            for local, held in self.locals.items()
        }


def zones_in(expr: Expr) -> set[ZoneId]:
    """Returns the zone families that a formula names."""
    return {one.zone for one in expressions(expr) if isinstance(one, ZoneAt)}


def whole_family(zone: ZoneAt) -> ZoneAt:
    """Returns the formula that stands for all instances of a zone in `looks`."""
    return evolve(zone, index=())


def origins(expr: Expr) -> set[ZoneId]:
    """Returns the zone families that hold the pieces of a formula; an empty set if the formula does not show them."""
    match bare(expr):
        case Contents(zone) | TopPiece(zone):
            return origins(zone)
        case ZoneAt(zone):
            return {zone}
        case LyingIn(_, zone):
            return origins(zone)
        case Join(left, right):
            return origins(left) | origins(right)
        case IfElse(_, yes, no):
            return origins(yes) | origins(no)
        case Filter() | While() | Sorted() | TakeSome() | Some() | Rest() | Pick() as one:
            return origins(one.source)
        case _:
            return set()


def _mentions(held: Held, local: LocalId) -> bool:
    if held.same is not None and local in free_locals(held.same):
        return True
    return any(
        any(part is not None and local in free_locals(part) for part in (one.owner, one.place, *one.seen_by))
        for one in held.value | held.which
    )


def _forget_local(held: Held, local: LocalId) -> Held:
    same = None if held.same is not None and local in free_locals(held.same) else held.same
    return Held(_disown(held.value, local), _disown(held.which, local), same, held.span)


def _disown(label: Label, local: LocalId) -> Label:
    """Removes a rebound local from the secrets: secrets known only to this owner are then known to no seat."""
    return frozenset(
        evolve(
            one,
            knows="nobody" if one.owner is not None and local in free_locals(one.owner) else one.knows,
            owner=None if one.owner is not None and local in free_locals(one.owner) else one.owner,
            seen_by=frozenset(seat for seat in one.seen_by if local not in free_locals(seat)),
            place=None if one.place is not None and local in free_locals(one.place) else one.place,
        )
        for one in label
    )


def bare(expr: Expr) -> Expr:
    """Removes the wrappers that only narrow the type of a formula."""
    while isinstance(expr, Need | Within | Convert):
        expr = expr.operand
    return expr
