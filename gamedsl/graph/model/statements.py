"""The contents of the nodes of a Game: effects, the parts of a decision, chance events.

An effect neither asks nor draws. The further statements of the checked tree are in `source_statements`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import FieldId, LocalId, RuleId, SiteId, ZoneId
from gamedsl.values import frozen

# ---------------------------------------------------------------- effects


@frozen
class SetLocal:
    local: LocalId
    value: Expr


@frozen
class SetField:
    """Assigns; faults E_INDEX, E_BOUND (the field's own range)."""

    field: FieldId
    index: tuple[Expr, ...]
    value: Expr
    site: SiteId


@frozen
class ResetFields:
    """Back to start values: all instances, or those whose first (owner) index is `owner`."""

    fields: tuple[FieldId, ...]
    owner: Expr | None


@frozen
class Move:
    """Pieces leave their places, then arrive at `to` (an instance): on top, or `under` what lies there.

    From a pile pieces leave top-most first, or bottom-most if `from_bottom`. Several kinds from an unordered place arrive on a pile as one
    unordered stretch; pieces of a pile keep their order. Faults E_MISSING, E_FULL.
    """

    what: Expr
    to: Expr
    under: bool
    from_bottom: bool
    site: SiteId


@frozen
class SwapZones:
    """Exchanges the whole contents of two zone instances. Fault E_FULL."""

    first: Expr
    second: Expr
    site: SiteId


@frozen
class SwapPieces:
    """Two groups of Pieces change places: each goes where the first piece of the other lay. Faults E_MISSING, E_FULL."""

    first: Expr
    second: Expr
    site: SiteId


@frozen
class Rotate:
    """Every player's zone passes to the neighbour (who is not eliminated) at once."""

    zone: ZoneId
    side: Literal["left", "right"]


@frozen
class Shuffle:
    """Shuffles a pile. `into` None: the pile's order becomes unknown. Otherwise all of `what` (Pieces) goes to `into` and the order of the whole
    becomes unknown, or (`under`) it goes beneath as one stretch of unknown order. Fault E_FULL."""

    zone: Expr | None
    what: Expr | None
    into: Expr | None
    under: bool
    site: SiteId


@frozen
class Peek:
    """The seat sees all of these Pieces where they lie. The others do not notice an `unseen` look."""

    what: Expr
    seat: Expr
    unseen: bool = False


@frozen
class Say:
    """A sentence for everyone: its texts, with the value of a formula between any two of them. It is not part of the position."""

    texts: tuple[str, ...]
    values: tuple[Expr, ...]
    site: SiteId


@frozen
class Eliminate:
    """The player's zones and own pieces (kinds with that owner, wherever they lie) go to the box; no more turns, last rank."""

    player: Expr


@frozen
class Award:
    """Adds prizes to `field` (its index is the bound `local`, a Player) of the ranked players.

    A group of k equal players at places i..i+k-1 adds up those prizes (missing ones are 0) and divides by k with the rounding.
    """

    field: FieldId
    prizes: Expr
    ranking: Expr
    rounding: Literal["up", "down"]
    site: SiteId
    share: Literal["all", "one"] = "all"
    """`one`: the k equal players divide only the prize of the first place they fill."""


@frozen
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen
class For:
    """A loop over a collection. `locals` has one name, or two over a list of pairs. The source is computed once, before the first pass."""

    locals: tuple[LocalId, ...]
    source: Expr
    body: tuple[Stmt, ...]


@frozen
class Repeat:
    """A repetition. `until` is tested before each pass. `up_to` n passes end normally; `at_most` n: fault E_LIMIT when one more pass would begin."""

    limit: Literal["up_to", "at_most"]
    number: Expr
    until: Expr | None
    body: tuple[Stmt, ...]
    site: SiteId
    cut_off: bool = False
    """At the limit the match ends undecided, instead of fault E_LIMIT."""
    reason: int = 0
    """The reason of this end (an index of `reasons`)."""


@frozen
class Check:
    """Fault `code` unless the condition holds (`name` is the requirement's)."""

    condition: Expr
    code: str
    name: str
    site: SiteId


@frozen
class Ensure:
    """A condition on moves: a move is legal only if the condition holds after its effects have run up to this point. When a legal move is played, this
    statement does nothing."""

    name: str
    condition: Expr
    why: str | None
    site: SiteId


@frozen
class CallRule:
    """A call of a rule. `me` is the seat that acts, or None where no seat acts. Effect nodes only call rules that neither ask nor draw: the Game's `routines`."""

    rule: RuleId
    me: Expr | None
    args: tuple[Expr, ...]
    site: SiteId


@frozen
class StartCount:
    """Sets a proof counter (kept outside the position) back to 0. Made by compiling `at most` limits."""

    counter: int


@frozen
class CountPass:
    """Adds one to a proof counter; fault E_LIMIT when it would exceed the limit."""

    counter: int
    limit: int
    site: SiteId


Moving = Move | SwapZones | SwapPieces | Rotate | Shuffle | Eliminate
"""Effects that move pieces or change their order."""
Still = SetLocal | SetField | ResetFields | Peek | Say | Award | Check | Ensure | StartCount | CountPass
"""Effects that move no pieces."""
Simple = Moving | Still
"""Effects that neither hold others nor call a rule."""
Effect = Simple | If | For | Repeat | CallRule

if TYPE_CHECKING:
    from gamedsl.graph.model.source_statements import Stmt
else:
    Stmt = Effect
    """The content of a branch or a loop: any statement before compilation, effects in a Game and hence in its JSON."""

# ---------------------------------------------------------------- the parts of a decision


@frozen
class Bind:
    """A `let` of a decision."""

    local: LocalId
    value: Expr


@frozen
class Select:
    """A selection. `sources` are the alternatives of `P else Q` (each a collection; the first that offers anything counts).

    quantity `one`: the local holds one element (of Pieces: a Piece). Otherwise the local holds Pieces (source Pieces), a Bag (source Bag, or
    a ListOf with repeats turned into one) or a SetOf/ListOf of elements; `number` is the bound (`up_to`) or the exact number (`exactly`).
    `distinct`: no two chosen elements with an equal value of this formula over `element`.
    """

    name: str
    local: LocalId
    quantity: Literal["one", "any", "up_to", "exactly"]
    number: Expr | None
    sources: tuple[Expr, ...]
    element: LocalId
    distinct: Expr | None
    site: SiteId
    least: Expr | None = None
    """The least number of elements (`any`, `up_to`); `exactly` has none."""
    secret: bool = False
    """Nobody else sees the chosen value (`, seen by owner`)."""
    why: str | None = None
    """The reason why values that the filters of the sources exclude are refused."""
    ask: str | None = None
    """The question that the player is asked."""


@frozen
class YesNo:
    """`may [if c]`: no, yes; when the condition fails it is no. `why` and `ask` as in Select."""

    name: str
    local: LocalId
    condition: Expr | None
    site: SiteId
    why: str | None = None
    ask: str | None = None


@frozen
class Requirement:
    name: str
    condition: Expr
    why: str | None
    site: SiteId


Part = Bind | Select | YesNo | Requirement


@frozen
class MenuLine:
    """An action with its arguments; `rule` is an action. Offered only while `condition` holds, if there is one."""

    rule: RuleId
    args: tuple[Expr, ...]
    site: SiteId
    condition: Expr | None = None


# ---------------------------------------------------------------- chance events


@frozen
class Roll:
    """One roll of a chance node.

    quantity `one` of a ListOf/SetOf: uniform over its positions (equal values merge); of Pieces/Bag: weight = count, nothing moves.
    `exactly` n of values: n independent rolls, the local is a sorted ListOf; n of Pieces/Bag: without replacement.
    """

    name: str
    local: LocalId
    quantity: Literal["one", "exactly"]
    number: Expr | None
    source: Expr
    site: SiteId
    seat: Expr | None = None
    """The only seat that sees the result (`, seen by owner`); None: all seats see it."""


@frozen
class Draw:
    """`number` pieces at random from the zone instance `source` (a pile: from the top, or the bottom if `from_bottom`) to `to`; only pieces for which
    `condition` over `element` holds, if given. `up_to`: all there are, if fewer; otherwise fault E_MISSING. A zone with a `refill` is refilled once when it
    runs out."""

    number: Expr
    up_to: bool
    source: Expr
    element: LocalId | None
    condition: Expr | None
    to: Expr
    under: bool
    site: SiteId
    from_bottom: bool = False


@frozen
class Resolve:
    """Makes the order of the top `number` pieces of a pile (all if None) known to the state: a chance node where the order is open."""

    zone: Expr
    number: Expr | None
    site: SiteId
