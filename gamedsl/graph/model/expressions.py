"""Formulas of a compiled game: typed, every name resolved, no side effect, total except where a `site` says otherwise.

A node with a `site` can fail while it is computed; the site leads to the line of the rule (see `faults.py` for the codes).
Binders (`local`) are unique in the whole Game: as rules and functions never recurse, one flat frame of locals is enough.
Evaluation is left to right; `And`, `Or`, `IfElse` are lazy.

All nodes are of the class `Expr`, to which nearly each of them refers, so they stand in one file, as the grammar of a language does.
"""

from __future__ import annotations

from typing import Literal

from gamedsl import values
from gamedsl.graph.model.traits import Binding, traits
from gamedsl.graph.model.types import (
    FieldId,
    Flag,
    FunctionId,
    Int,
    LocalId,
    Optional,
    Position,
    RuleId,
    SetOf,
    SiteId,
    TableId,
    Type,
    Value,
    ZoneId,
)
from gamedsl.values import frozen


class Expr:
    """A formula. Each is of one of the classes below, which `Form` names.

    Fields and parameters have this class and not the union: mypy compares all classes of a union with each other for each part that a pattern captures.
    """

    __slots__ = ()

    type: Type
    """The type of its value."""


# ---------------------------------------------------------------- values and places


@traits(elements="all", size="atom")
@frozen
class Const(Expr):
    value: Value
    type: Type


@traits("{id:local}", size="atom")
@frozen
class Local(Expr):
    id: LocalId
    type: Type


@traits(is_static=False)
@frozen
class FieldAt(Expr):
    """The value of a field; one index (an ordinal from 0) for each of its dimensions. An index of none gives none. Fault E_INDEX."""

    field: FieldId
    index: tuple[Expr, ...]
    type: Type
    site: SiteId = values.field(eq=False)


@traits(is_static=False)
@frozen
class ZoneAt(Expr):
    """The instance number of a zone (its family's `base` + flat index, row-major). An index of none gives none, which holds nothing
    (Contents: empty, TopPiece: none, Count: 0); moving something there is fault E_NONE. Fault E_INDEX."""

    zone: ZoneId
    index: tuple[Expr, ...]
    type: Type
    site: SiteId = values.field(eq=False)


@traits("contents({zone})", is_silent=True, is_static=False)
@frozen
class Contents(Expr):
    """Zone -> Pieces: all that lies there. A pile: bottom to top, unresolved stretches in kind order."""

    zone: Expr
    type: Type


@traits("top({zone})", is_silent=True, is_static=False)
@frozen
class TopPiece(Expr):
    """Zone -> Piece or none: the piece of a slot (or the top one of a pile whose order is known)."""

    zone: Expr
    type: Type


@traits("kind({piece})", is_silent=True, is_static=False)
@frozen
class KindOf(Expr):
    """Piece -> Kind (none stays none)."""

    piece: Expr
    type: Type


@traits("place({piece})", is_static=False)
@frozen
class PlaceOf(Expr):
    """Piece -> Zone where it lies (or was when it was selected)."""

    piece: Expr
    type: Type


@traits("piece({kind})", is_silent=True, is_static=False)
@frozen
class PieceOf(Expr):
    """Kind -> Piece without a known place (none stays none)."""

    kind: Expr
    type: Type


@traits(elements="near")
@frozen
class Lookup(Expr):
    """A constant table at an index (one int for each dimension, counted from the dimension's `low`); an index of none gives none. Fault E_INDEX."""

    table: TableId
    index: tuple[Expr, ...]
    type: Type
    site: SiteId = values.field(eq=False)


@frozen
class Call(Expr):
    """A pure function of the Game."""

    function: FunctionId
    args: tuple[Expr, ...]
    type: Type


# ---------------------------------------------------------------- numbers, flags, choice


@traits(is_static=False)
@frozen
class Can(Expr):
    """Whether the action could be chosen now if `me` acted: whether its question (one of the Game's `questions`) has a complete move."""

    rule: RuleId
    me: Expr
    args: tuple[Expr, ...]
    type: Type
    site: SiteId


@frozen
class Arithmetic(Expr):
    """A calculation with two integers. `mod` is the remainder 0 <= r < b, `div_up`/`div_down` round to plus/minus infinity: fault E_DIV when the right
    side is 0 (mod: below 1)."""

    op: Literal["+", "-", "*", "div_up", "div_down", "mod"]
    left: Expr
    right: Expr
    type: Type
    site: SiteId = values.field(eq=False)


@frozen
class Compare(Expr):
    """Ints, or ordinals of one ordered type."""

    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr
    type: Type


@frozen
class Equal(Expr):
    """Equality of two values of the same run-time form (the checker puts both sides into one form)."""

    left: Expr
    right: Expr
    type: Type


@frozen
class Not(Expr):
    operand: Expr
    type: Type


@traits("{left:AND} and {right:NOT}", binds=Binding.AND)
@frozen
class And(Expr):
    left: Expr
    right: Expr
    type: Type


@traits("{left:OR} or {right:AND}", binds=Binding.OR)
@frozen
class Or(Expr):
    left: Expr
    right: Expr
    type: Type


@traits("{yes:OR} if {condition:OR} else {no:IF}", binds=Binding.IF)
@frozen
class IfElse(Expr):
    condition: Expr
    yes: Expr
    no: Expr
    type: Type


@traits("{operand:POSTFIX}!", is_silent=True)
@frozen
class Need(Expr):
    """The operand, which must not be none. Fault E_NONE."""

    operand: Expr
    type: Type
    site: SiteId = values.field(eq=False)


@traits("within[{type:type}]({operand})", is_silent=True)
@frozen
class Within(Expr):
    """The operand, which must lie in its Int type's range. Fault E_BOUND."""

    operand: Expr
    type: Type
    site: SiteId = values.field(eq=False)


# ---------------------------------------------------------------- making collections


@frozen
class MakeList(Expr):
    """ListOf from items; SetOf (sorted, repeats dropped) if the type says so."""

    items: tuple[Expr, ...]
    type: Type


@traits(is_static=False)
@frozen
class MakeBag(Expr):
    """Bag from (number, kind or value) pairs; equal kinds are added up, numbers below 1 add nothing."""

    items: tuple[tuple[Expr, Expr], ...]
    type: Type


@traits("{low:SUM}..{high:SUM}", binds=Binding.RANGE, elements="all")
@frozen
class Range(Expr):
    """ListOf Int from low to high, both included; empty when high < low."""

    low: Expr
    high: Expr
    type: Type


@traits(elements="all")
@frozen
class Seats(Expr):
    """ListOf Player: all seats in seat order starting with `first` (seat 0 if None); `playing` leaves out eliminated ones."""

    first: Expr | None
    playing: bool
    type: Type


@traits("{left:SUM} + {right:PRODUCT}", binds=Binding.SUM)
@frozen
class Join(Expr):
    """a + b of one form: lists append, sets unite, bags add up, pieces follow each other."""

    left: Expr
    right: Expr
    type: Type


@traits("{left:SUM} - {right:PRODUCT}", binds=Binding.SUM)
@frozen
class Without(Expr):
    """a - b: elements of the list or set that are not in b; for bags and pieces, counts are subtracted (never below 0)."""

    left: Expr
    right: Expr
    type: Type


@traits("as[{type:type}]({operand})", is_silent=True, elements="same")
@frozen
class Convert(Expr):
    """A collection converted to the form of `type`.

    Pieces -> Bag (places forgotten) or SetOf/ListOf Kind or ListOf Piece; Bag -> SetOf/ListOf; ListOf -> SetOf or Bag; SetOf -> ListOf; Ranking -> ListOf;
    Piece -> Pieces (one piece); Optional Piece -> Pieces (none gives nothing); Bag of kinds -> Pieces with NO_PLACE.
    """

    operand: Expr
    type: Type


@traits("{wanted:POSTFIX} from {source:POSTFIX}", binds=Binding.WHERE, is_static=False)
@frozen
class TakeFrom(Expr):
    """Pieces lying in `source` that make up the bag `wanted`, taken from the first places on. Fault E_MISSING if there are fewer."""

    wanted: Expr
    source: Expr
    type: Type
    site: SiteId = values.field(eq=False)


@traits(is_static=False)
@frozen
class TakeSome(Expr):
    """`number` pieces of `source` (Pieces), where the state leaves no choice: one kind only, or all. Faults E_MISSING, E_WHICH.

    With `up_to`, fewer are taken if there are fewer.
    """

    number: Expr
    source: Expr
    up_to: bool
    type: Type
    site: SiteId = values.field(eq=False)


@traits("{pieces:POSTFIX} lying in {zone:POSTFIX}", binds=Binding.WHERE, is_static=False)
@frozen
class LyingIn(Expr):
    """The part of `pieces` that was selected from one of the places of the Pieces `zone`."""

    pieces: Expr
    zone: Expr
    type: Type


# ---------------------------------------------------------------- going through collections
# `local` is bound to each element in turn: the element itself; of a Bag the kind or number; of Pieces the Piece.
# Filters and While see each entry of Bag/Pieces once; folds and MapList see it once per copy.


@traits("{source:IF} where {local:bound}{condition:IF}", binds=Binding.WHERE, elements="some")
@frozen
class Filter(Expr):
    """The elements for which the condition holds; the form of the source is kept (a Ranking keeps its groups)."""

    source: Expr
    local: LocalId
    condition: Expr
    type: Type


@traits("{source:IF} while {local:bound}{condition:IF}", binds=Binding.WHERE, elements="some")
@frozen
class While(Expr):
    """The leading elements, before the condition first fails."""

    source: Expr
    local: LocalId
    condition: Expr
    type: Type


@traits("[{body} for {local:local} in {source:IF}]", elements="same")
@frozen
class MapList(Expr):
    """ListOf: the body for each element."""

    source: Expr
    local: LocalId
    body: Expr
    type: Type


@traits("distinct({body} for {local:local} in {source:IF})")
@frozen
class Distinct(Expr):
    """SetOf: the different values of the body; `none` is left out."""

    source: Expr
    local: LocalId
    body: Expr
    type: Type


@traits("join({body} for {local:local} in {source:IF})")
@frozen
class FlatMap(Expr):
    """Pieces or ListOf: the bodies (Pieces or ListOf) one after the other; with a SetOf type their union."""

    source: Expr
    local: LocalId
    body: Expr
    type: Type


@traits(
    "reach({body} for {local:local} in {source:IF}, {start:one}{steps:more})",
    is_static=False,
    searches="source",
    size="search",
)
@frozen
class ReachOver(Expr):
    """SetOf: everything reachable from `start` (a SetOf) inside the SetOf `source`: one step leads from an element to those of the body (a SetOf). Starts outside
    are dropped. `steps`: only what is at most this many steps away; nothing if it is below 0."""

    source: Expr
    local: LocalId
    body: Expr
    start: Expr
    type: Type
    steps: Expr | None = None


@traits("{op:word}({body} for {local:local} in {source:IF})")
@frozen
class Fold(Expr):
    """`sum`, `max`, `min` of an int body (max/min of nothing: fault E_EMPTY); `all`, `any`, `count` of a flag body (`all`, `any` stop early)."""

    op: Literal["sum", "max", "min", "all", "any", "count"]
    source: Expr
    local: LocalId
    body: Expr
    type: Type
    site: SiteId = values.field(eq=False)


@frozen
class SortKey:
    highest: bool
    value: Expr


@traits(is_static=False)
@frozen
class Sorted(Expr):
    """Ranking of the elements by keys in turn; equal elements form a group and keep their order. `none` keys come last."""

    source: Expr
    local: LocalId
    keys: tuple[SortKey, ...]
    type: Type


# ---------------------------------------------------------------- asking collections


@traits("count({source})")
@frozen
class Count(Expr):
    """Number of elements; for Bag and Pieces the number of pieces; for a Zone (instance) the number of pieces in it."""

    source: Expr
    type: Type


@traits("{item:RANGE} in {source:RANGE}", binds=Binding.COMPARE)
@frozen
class Has(Expr):
    """Whether the item (of the element's form; a Kind for Bag) is an element."""

    source: Expr
    item: Expr
    type: Type


@traits("{op:word}({source:listed})")
@frozen
class Extreme(Expr):
    """Greatest or least element of a collection of ints or ordinals. Fault E_EMPTY."""

    op: Literal["max", "min"]
    source: Expr
    type: Type
    site: SiteId = values.field(eq=False)


@traits("{op:word}({source})")
@frozen
class Pick(Expr):
    """One element of a collection. `first`/`last`: element or none. `only`: the single element, fault E_ONLY. Of Pieces: a Piece; of Bag: a kind."""

    op: Literal["first", "last", "only"]
    source: Expr
    type: Type
    site: SiteId = values.field(eq=False)


@traits("{op:word}({source}, {number})")
@frozen
class Some(Expr):
    """The first or last `number` elements (fewer if there are fewer), in their order; form kept."""

    op: Literal["first", "last"]
    source: Expr
    number: Expr
    type: Type


@traits("rest({source})")
@frozen
class Rest(Expr):
    """A list or set without its first element; Pieces without one piece of its first entry."""

    source: Expr
    type: Type


@traits("{source:POSTFIX}[{index}]")
@frozen
class Item(Expr):
    """The element of a list at a place counted from 0. Fault E_INDEX."""

    source: Expr
    index: Expr
    type: Type
    site: SiteId = values.field(eq=False)


@traits("leaders({ranking})", is_static=False)
@frozen
class Leaders(Expr):
    """ListOf: the first group of a Ranking; empty for an empty one."""

    ranking: Expr
    type: Type


@traits("sets({bag})", is_static=False)
@frozen
class KindSets(Expr):
    """Bag -> ListOf SetOf Kind: fewest sets of all-different kinds, largest first: set j holds the kinds with count >= j."""

    bag: Expr
    type: Type


@traits("subsets({source}, {number})", is_static=False, elements="all")
@frozen
class Subsets(Expr):
    """List -> ListOf ListOf: its sublists of exactly `number` elements, in lexicographic order of places (none if it is shorter)."""

    source: Expr
    number: Expr
    type: Type


@traits(is_static=False)
@frozen
class LimitReached(Expr):
    """Whether a proof counter (kept outside the position) has reached its limit; only in the branch that cuts a match off."""

    counter: int
    limit: int
    type: Type


@traits("outside_in({source})", is_static=False)
@frozen
class OutsideIn(Expr):
    """List -> ListOf pairs (a ListOf with two elements): first with last, second with second last, and so on; a middle one stays alone and is left out."""

    source: Expr
    type: Type


# ---------------------------------------------------------------- players and boards


@traits("{side:word}({player})")
@frozen
class Neighbour(Expr):
    """Player -> Player: the next one clockwise (`left`) or counter-clockwise (`right`) who is not eliminated (oneself if alone)."""

    side: Literal["left", "right"]
    player: Expr
    type: Type


@traits("step{rays:table}({start}, {direction}, {number})", size="search")
@frozen
class Along(Expr):
    """Position, Direction, number -> Position or none: `rays` is a table Position x Direction -> ListOf Position; step 0 is the place itself, a
    negative number walks the opposite way (direction + 4)."""

    rays: TableId
    start: Expr
    direction: Expr
    number: Expr
    type: Type


@traits(
    "reach{links:table}({inside}, {start:one}{steps:more}{through:named})",
    is_static=False,
    searches="inside",
    size="search",
)
@frozen
class Reach(Expr):
    """SetOf: everything reachable from `start` (a SetOf) inside the SetOf `inside` over `links` (table element -> SetOf neighbours); starts outside
    are dropped.

    With `through` (a SetOf edges) `links` is a table edge -> its two ends, and only these edges link. Groups and Distance use it in the same way.
    `steps`: only what is at most this many links away; nothing if it is below 0.
    """

    links: TableId
    inside: Expr
    start: Expr
    type: Type
    through: Expr | None = None
    steps: Expr | None = None


@traits(
    "groups{links:table}({inside:for_alike}{alike:each}{through:named})",
    is_static=False,
    searches="inside",
    size="search",
)
@frozen
class Groups(Expr):
    """ListOf SetOf: the connected parts of `inside`, ordered by least element. `alike`: a ListOf values, one for each element of `inside` in their order; only
    elements with equal values are connected then."""

    links: TableId
    inside: Expr
    type: Type
    through: Expr | None = None
    alike: Expr | None = None


@traits(
    "distance{links:table}({inside}, {start:one}, {goal:one}{through:named})",
    is_static=False,
    searches="inside",
    size="search",
)
@frozen
class Distance(Expr):
    """Least number of links from a set to a set inside `inside` (0 if they share an element), or none."""

    links: TableId
    inside: Expr
    start: Expr
    goal: Expr
    type: Type
    through: Expr | None = None


@traits("longest{links:table}({edges:for_costs}{costs:each})", is_static=False, searches="edges", size="search")
@frozen
class Longest(Expr):
    """The largest sum of costs over a way from place to place that uses each of the edges (a SetOf) at most once; `links` is a table edge -> its two ends.
    `costs`: a ListOf numbers from 0, one for each of the edges in their order. Cheapest uses it in the same way."""

    links: TableId
    edges: Expr
    costs: Expr
    type: Type


@traits(
    "distance{links:table}({edges:for_costs}{costs:each}, {start:one}, {goal:one})",
    is_static=False,
    searches="edges",
    size="search",
)
@frozen
class Cheapest(Expr):
    """The least sum of costs over a way from a set of places to another one over the edges (0 if they share a place), or none."""

    links: TableId
    edges: Expr
    costs: Expr
    start: Expr
    goal: Expr
    type: Type


ADDED: tuple[tuple[type[object], str], ...] = ((Reach, "steps"), (Groups, "alike"))
"""Attributes that came later. JSON leaves them out where they are absent, so that older digests stay."""


# ---------------------------------------------------------------- groups
# Both executors have a module for each group; adding a class to a group is all that they need to send its formulas there.

Place = FieldAt | ZoneAt | Contents | TopPiece | KindOf | PlaceOf | PieceOf | Lookup
Scalar = Arithmetic | Compare | Equal | Not | And | Or | IfElse | Need | Within
Construction = MakeList | MakeBag | Range | Seats | Join | Without | Convert | TakeFrom | TakeSome | LyingIn
Iteration = Filter | While | MapList | Distinct | FlatMap | ReachOver | Fold | Sorted
"""Formulas that bind a local to the elements of their source."""
Query = Count | Has | Extreme | Pick | Some | Rest | Item | Leaders | KindSets | Subsets | OutsideIn
Board = Neighbour | Along | Reach | Groups | Distance | Longest | Cheapest

Form = Const | Local | Call | Can | LimitReached | Place | Scalar | Construction | Iteration | Query | Board
"""Every class of formulas, for a `match` that must answer for each."""


def shortest_ways(search: Expr, local: LocalId, goal: Expr) -> Expr | None:
    """Returns the places on the shortest ways by which a search over places reaches a goal, with a local for the places; if its ways have more conditions,
    returns all places that it reaches. None for other formulas."""
    match search:
        case Reach(links, inside, start, SetOf(Position() as of) as places, through=None, steps=None):
            here, number = Local(local, of), Int(0, of.size)
            place = MakeList((here,), places)
            there = Filter(search, local, Has(goal, here, Flag()), places)

            def count_steps(one: Expr, other: Expr) -> Expr:
                return Need(Distance(links, inside, one, other, Optional(number)), number, SiteId(-1))

            through = Arithmetic(
                "+", count_steps(start, place), count_steps(place, there), Int(0, 2 * of.size), SiteId(-1)
            )
            is_on_way = Equal(through, count_steps(start, there), Flag())
            return Filter(Reach(links, inside, there, places), local, is_on_way, places)
        case Reach(type=SetOf(Position())):
            return search
        case _:
            return None
