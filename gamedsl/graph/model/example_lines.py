"""A worked example, ready to be run: entry points into its Game, fixed chance, moves, and facts."""

from __future__ import annotations

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import FieldId, KindId, NodeId, SeatId, SiteId, Value
from gamedsl.values import frozen


@frozen
class GivenZone:
    """Zone instance `zone` holds exactly these pieces (kind, count); a pile in order, bottom first."""

    zone: int
    content: tuple[tuple[KindId, int], ...]
    site: SiteId


@frozen
class GivenField:
    """Field instance `base + flat index` is `value`."""

    field: FieldId
    instance: int
    value: Value
    site: SiteId


@frozen
class Run:
    """Starts at a node (the entry of a fragment that ends in a StopNode), after applying the settings that the fragment's own effect nodes make."""

    entry: NodeId
    text: str
    site: SiteId


@frozen
class FixRoll:
    """The result of the open roll called `name`, or of the draw into the zone of that name, is `value`."""

    name: str
    value: Expr
    site: SiteId


@frozen
class FixDraw:
    """The open draw from this zone instance yields these kinds (in this order)."""

    kinds: tuple[KindId, ...]
    zone: int
    site: SiteId


@frozen
class MovePart:
    """`take_event(card = …)`: a name of a rule, action or phase with some of its selections. Values in the form of the selection's local."""

    name: str
    decline: bool
    args: tuple[tuple[str, Expr], ...]
    site: SiteId


@frozen
class Plays:
    seat: SeatId
    parts: tuple[MovePart, ...]
    text: str
    site: SiteId


@frozen
class Cannot:
    seat: SeatId
    parts: tuple[MovePart, ...]
    because: str | None
    text: str
    site: SiteId


@frozen
class MayChoose:
    """The complete moves of the open decision offer exactly these values for the selection called `selection`; for an action, tuples of the values of its own
    selections."""

    seat: SeatId
    selection: str
    is_action: bool
    values: tuple[tuple[Expr, ...], ...]
    text: str
    site: SiteId


@frozen
class Sight:
    """`Ann sees Bob.hand`, or its negation: the seat, and the zone or field in the words of the rules."""

    seat: SeatId
    place: str
    is_seen: bool


@frozen
class Then:
    """A fact. With `over` the line states whether the match is over; the fact is then that a condition of `game ends` holds. With `sight` the line states
    who sees a zone or field; the fact is then what the rules declare about it. `as_before`: it must have held all the time since the first run began.
    """

    fact: Expr
    text: str
    site: SiteId
    over: bool | None = None
    sight: Sight | None = None
    as_before: bool = False
    result: Expr | None = None
    """With `over`: the fact that the rules decide who has won, and as the line says."""


Line = Run | FixRoll | FixDraw | Plays | Cannot | MayChoose | Then


@frozen
class ExampleSpec:
    """A worked example. `setup`: the set-up is run before the givens (entry node), with the first FixRoll/FixDraw/Plays lines applying to it."""

    name: str
    doc: str | None
    given: tuple[GivenZone | GivenField, ...]
    given_after: int
    """How many of `lines` come before the givens are applied: the `setup` line and its lines."""
    lines: tuple[Line, ...]
    site: SiteId
