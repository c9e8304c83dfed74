"""Small games built by hand, so that the executor is tested without the front end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import evolve

from gamedsl.compile.analysis.layout import layout_of
from gamedsl.graph.model import expressions as e
from gamedsl.graph.model import nodes as n
from gamedsl.graph.model import statements as s
from gamedsl.graph.model import types as t
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import (
    Builtins,
    ClassSpec,
    Dimension,
    EnumSpec,
    FieldSpec,
    FunctionSpec,
    Game,
    InvariantSpec,
    KindSpec,
    LocalSpec,
    RankingSpec,
    ScoreLine,
    TableSpec,
    Visibility,
    ZoneSpec,
)
from gamedsl.graph.model.layout import Layout

SITE = t.SiteId(7)
SEEN = Visibility("everyone")
OWN = Visibility("owner")
CLOSED = Visibility("nobody")


class Builder:
    """Collects the parts of a Game; each method gives what formulas need to speak of the part."""

    def __init__(self, name: str, seats: Sequence[str]) -> None:
        self.name = name
        self.seats = tuple(seats)
        self.player = t.Player(len(self.seats))
        self.classes: list[ClassSpec] = []
        self.kinds: list[KindSpec] = []
        self.enums: list[EnumSpec] = []
        self.tables: list[TableSpec] = []
        self.fields: list[FieldSpec] = []
        self.zones: list[ZoneSpec] = []
        self.functions: list[FunctionSpec] = []
        self.locals: list[LocalSpec] = []
        self.nodes: list[n.Node] = []
        self.scores: list[ScoreLine] = []
        self.invariants: list[InvariantSpec] = []
        self.scripts: list[n.Script] = []
        self.order: Expr = e.Const((), t.Ranking(self.player, len(self.seats)))
        self.builtins = Builtins(None, None, None, None, None, None)
        self.counters = 0

    # ------------------------------------------------------------ data

    def enum(self, name: str, *values: str) -> t.Enum:
        self.enums.append(EnumSpec(name, values))
        return t.Enum(t.EnumId(len(self.enums) - 1), len(values))

    def component(self, name: str, *kinds: tuple[str, int], backs: Sequence[int] = ()) -> t.ClassId:
        cls = t.ClassId(len(self.classes))
        self.classes.append(ClassSpec(name, t.KindId(len(self.kinds)), len(kinds), bool(backs)))
        for i, (kind, copies) in enumerate(kinds):
            back = backs[i] if backs else 0
            self.kinds.append(KindSpec(kind, cls, copies, back, f"back{back}", None))
        return cls

    def table(self, name: str, values: Sequence[t.Value], low: int = 0) -> t.TableId:
        self.tables.append(TableSpec(name, (low,), (len(values),), tuple(values), ()))
        return t.TableId(len(self.tables) - 1)

    def field(
        self,
        name: str,
        of: t.Type,
        start: t.Value,
        *dims: tuple[t.Type, int],
        seen: Visibility = SEEN,
        hidden: bool = False,
    ) -> t.FieldId:
        size = 1
        for _, count in dims:
            size *= count
        base = sum(len(spec.start) for spec in self.fields)
        dimensions = tuple(Dimension(kind, count, kind.low if isinstance(kind, t.Int) else 0) for kind, count in dims)
        owned = bool(dims) and isinstance(dims[0][0], t.Player)
        values = (start,) * size
        self.fields.append(FieldSpec(name, of, dimensions, owned, None, base, values, None, seen, hidden, None))
        return t.FieldId(len(self.fields) - 1)

    def own_field(
        self, name: str, of: t.Type, start: t.Value, seen: Visibility = SEEN, *, hidden: bool = False
    ) -> t.FieldId:
        return self.field(name, of, start, (self.player, len(self.seats)), seen=seen, hidden=hidden)

    def zone(
        self,
        name: str,
        form: Literal["bag", "pile", "slot"],
        cls: t.ClassId,
        start: Sequence[tuple[int, int]] = (),
        *,
        seen: Visibility = SEEN,
        own: bool = False,
        capacity: int | None = None,
        refill: t.ZoneId | None = None,
    ) -> t.ZoneId:
        dims = (Dimension(self.player, len(self.seats), 0),) if own else ()
        count = len(self.seats) if own else 1
        base = sum(len(spec.start) for spec in self.zones)
        content = tuple((t.KindId(kind), number) for kind, number in start)
        spec = ZoneSpec(
            name, form, (cls,), dims, own, None, base, (content,) * count, capacity, refill, seen, False, None
        )
        self.zones.append(spec)
        return t.ZoneId(len(self.zones) - 1)

    def local(self, name: str, of: t.Type) -> e.Local:
        self.locals.append(LocalSpec(name, of))
        return e.Local(t.LocalId(len(self.locals) - 1), of)

    def function(self, name: str, params: Sequence[e.Local], body: Expr) -> t.FunctionId:
        self.functions.append(FunctionSpec(name, tuple(param.id for param in params), body))
        return t.FunctionId(len(self.functions) - 1)

    def score(self, name: str, params: Sequence[e.Local], body: Expr) -> None:
        self.scores.append(ScoreLine(name, self.function(name, params, body), None))

    # ------------------------------------------------------------ formulas

    def at(self, field: t.FieldId, *index: Expr) -> e.FieldAt:
        return e.FieldAt(field, index, self.fields[field].type, SITE)

    def there(self, zone: t.ZoneId, *index: Expr) -> e.ZoneAt:
        spec = self.zones[zone]
        return e.ZoneAt(zone, index, t.Zone(spec.classes, spec.form), SITE)

    def contents(self, zone: t.ZoneId, *index: Expr) -> e.Contents:
        return e.Contents(self.there(zone, *index), t.Pieces(self.zones[zone].classes, 99))

    def seat(self, number: int) -> e.Const:
        return e.Const(number, self.player)

    # ------------------------------------------------------------ nodes

    def node(self, node: n.Node) -> t.NodeId:
        self.nodes.append(node)
        return t.NodeId(len(self.nodes) - 1)

    def reserve(self) -> t.NodeId:
        return self.node(n.EndNode("", ()))

    def define(self, number: t.NodeId, node: n.Node) -> None:
        self.nodes[number] = node

    def effect(self, after: t.NodeId, *body: s.Effect) -> t.NodeId:
        return self.node(n.EffectNode(body, after, "play", ()))

    def branch(self, condition: Expr, yes: t.NodeId, no: t.NodeId) -> t.NodeId:
        return self.node(n.BranchNode(condition, yes, no, "", "play", ()))

    def game(self, start: t.NodeId) -> Game:
        game = Game(
            name=self.name,
            doc=None,
            seats=self.seats,
            humans=len(self.seats) - len(self.scripts),
            options=(),
            variants=(),
            classes=tuple(self.classes),
            kinds=tuple(self.kinds),
            enums=tuple(self.enums),
            boards=(),
            tables=tuple(self.tables),
            fields=tuple(self.fields),
            zones=tuple(self.zones),
            functions=tuple(self.functions),
            locals=tuple(self.locals),
            routines=(),
            nodes=tuple(self.nodes),
            start=start,
            counters=self.counters,
            scripts=tuple(self.scripts),
            scores=tuple(self.scores),
            ranking=RankingSpec(self.order, "shared", None, None, SITE),
            invariants=tuple(self.invariants),
            reasons=("all rounds are played",),
            builtins=self.builtins,
            layout=Layout((), 0),
        )
        return evolve(game, layout=layout_of(game))


def const(value: int) -> e.Const:
    """A number."""
    return e.Const(value, t.Int(value, value))


def plus(left: Expr, right: Expr) -> e.Arithmetic:
    """left + right."""
    return e.Arithmetic("+", left, right, t.Int(-999, 999), SITE)


def is_(left: Expr, right: Expr) -> e.Equal:
    """left is right."""
    return e.Equal(left, right, t.FLAG)


def count(source: Expr) -> e.Count:
    """The number of elements."""
    return e.Count(source, t.Int(0, 99))


def one_of(name: str, local: e.Local, element: e.Local, *sources: Expr) -> s.Select:
    """`name: one of …`."""
    return s.Select(name, local.id, "one", None, sources, element.id, None, SITE)


def some_of(
    name: str,
    local: e.Local,
    element: e.Local,
    source: Expr,
    number: Expr | None = None,
    *,
    exactly: bool = False,
    distinct: Expr | None = None,
    least: Expr | None = None,
) -> s.Select:
    """`name: any of …`, `up to …`, or `exactly …`."""
    quantity = "any" if number is None else "exactly" if exactly else "up_to"
    return s.Select(name, local.id, quantity, number, (source,), element.id, distinct, SITE, least)  # type: ignore[arg-type]


def plan(name: str, *parts: s.Part, exit: int = 0) -> n.Plan:
    """A plan without gate and menu."""
    return n.Plan(name, None, None, parts, None, exit, SITE)


# ---------------------------------------------------------------- games


def tic_tac_toe() -> Game:
    """Fields and a seat that changes; the board is a field of nine."""
    b = Builder("tic_tac_toe", ("Ann", "Bob"))
    cell = t.Int(0, 8)
    mark = b.field("mark", t.Optional(b.player), None, (cell, 9))
    turn = b.field("turn", b.player, 0)
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    line, place, who = b.local("line", t.ListOf(cell, 3)), b.local("place", cell), b.local("who", b.player)
    all_lines = e.Const(lines, t.ListOf(t.ListOf(cell, 3), 8))
    mine = e.Fold("all", line, place.id, is_(b.at(mark, place), who), t.FLAG, SITE)
    has_line = b.function("has_line", (who,), e.Fold("any", all_lines, line.id, mine, t.FLAG, SITE))
    free, c, it = b.local("free", cell), b.local("c", cell), b.local("it", cell)
    cells = e.Range(const(0), const(8), t.ListOf(cell, 9))
    empty = e.Filter(cells, free.id, is_(b.at(mark, free), e.Const(None, t.NOTHING)), t.ListOf(cell, 9))
    ranked = b.local("ranked", b.player)
    b.order = e.Sorted(
        e.Seats(None, False, t.ListOf(b.player, 2)),
        ranked.id,
        (e.SortKey(True, e.Call(has_line, (ranked,), t.FLAG)),),
        t.Ranking(b.player, 2),
    )
    end = b.reserve()
    choose = b.reserve()
    pass_on = b.effect(choose, s.SetField(turn, (), e.Arithmetic("-", const(1), b.at(turn), t.Int(0, 1), SITE), SITE))
    full = b.branch(is_(count(empty), const(0)), end, pass_on)
    won = b.branch(e.Call(has_line, (b.at(turn),), t.FLAG), end, full)
    mark_it = b.effect(won, s.SetField(mark, (c,), b.at(turn), SITE))
    b.define(
        choose, n.DecisionNode(b.at(turn), plan("place", one_of("c", c, it, empty)), (mark_it,), (), "play", ("place",))
    )
    b.define(end, n.EndNode("end", ()))
    return b.game(choose)


def draw_and_discard(*, hand: Visibility = OWN) -> Game:
    """A closed pile of three kinds, refilled from an open bag: draw one to the hand, then throw one away; six turns."""
    b = Builder("draw_and_discard", ("Ann", "Bob"))
    card = b.component("card", ("Ant", 3), ("Bee", 2), ("Cat", 1))
    discards = b.zone("discards", "bag", card)
    deck = b.zone("deck", "pile", card, ((0, 3), (1, 2), (2, 1)), seen=CLOSED, refill=discards)
    own = b.zone("hand", "bag", card, seen=hand, own=True)
    turn, turns = b.field("turn", b.player, 0), b.field("turns", t.Int(0, 6), 0)
    it, chosen = b.local("it", t.Piece((card,))), b.local("card", t.Piece((card,)))
    who = b.local("who", b.player)
    b.score("kept", (who,), count(b.contents(own, who)))
    end, draw, throw = b.reserve(), b.reserve(), b.reserve()
    over = b.branch(is_(b.at(turns), const(6)), end, draw)
    as_pieces = e.Convert(chosen, t.Pieces((card,), 1))
    pass_on = b.effect(
        over,
        s.Move(as_pieces, b.there(discards), False, False, SITE),
        s.SetField(turn, (), e.Arithmetic("-", const(1), b.at(turn), t.Int(0, 1), SITE), SITE),
        s.SetField(turns, (), plus(b.at(turns), const(1)), SITE),
    )
    both = s.Draw(const(2), True, b.there(deck), None, None, b.there(own, b.at(turn)), False, SITE)
    b.define(draw, n.ChanceNode(both, b.at(turn), throw, (), "play", ()))
    parts = one_of("card", chosen, it, b.contents(own, b.at(turn)))
    b.define(throw, n.DecisionNode(b.at(turn), plan("throw", parts), (pass_on,), (), "play", ("throw",)))
    b.define(end, n.EndNode("end", ()))
    return b.game(draw)


def bidding(*, script: n.Answer | None = None) -> Game:
    """Two rounds in which each seat secretly plays a card of its hand; then the cards lie open."""
    b = Builder("bidding", ("Ann", "Bob", "Robot") if script else ("Ann", "Bob", "Cat"))
    card = b.component("card", ("One", 3), ("Two", 3), ("Three", 3))
    hand = b.zone("hand", "bag", card, ((0, 1), (1, 1), (2, 1)), seen=OWN, own=True)
    bid = b.zone("bid", "bag", card, own=True)
    me, it = b.local("me", b.player), b.local("it", t.Piece((card,)))
    chosen = b.local("card", t.Piece((card,)))
    stored = b.own_field("stored", t.Optional(t.Piece((card,))), None, hidden=True)
    left = b.own_field("exit", t.Optional(t.Int(0, 255)), None, hidden=True)
    todo = b.own_field("todo", t.FLAG, False, hidden=True)
    rounds = b.field("rounds", t.Int(0, 2), 0)
    if script is not None:
        b.scripts.append(n.Script(t.SeatId(2), (script,)))
    end, ask = b.reserve(), b.reserve()
    over = b.branch(is_(b.at(rounds), const(2)), end, ask)
    lay = s.For(
        (me.id,),
        e.Seats(None, False, t.ListOf(b.player, 3)),
        (
            s.Move(e.Convert(b.at(stored, me), t.Pieces((card,), 1)), b.there(bid, me), False, False, SITE),
            s.ResetFields((stored, left), me),
        ),
    )
    after = b.effect(over, lay, s.SetField(rounds, (), plus(b.at(rounds), const(1)), SITE))
    parts = one_of("card", chosen, it, b.contents(hand, me))
    b.define(
        ask,
        n.TogetherNode(
            me.id, e.Const(True, t.FLAG), plan("bid", parts), ((chosen.id, stored),), left, todo, after, (), "play", ()
        ),
    )
    b.define(end, n.EndNode("end", ()))
    return b.game(ask)


def collecting(
    *,
    number: Expr | None = None,
    exactly: bool = False,
    distinct: bool = False,
    most: int | None = None,
    then_one: bool = False,
    least: Expr | None = None,
) -> Game:
    """One decision: any of five kinds at two places (colour by kind), maybe `distinct colour`, at most `most` points, then one of what is left."""
    b = Builder("collecting", ("Ann",))
    stone = b.component("stone", ("Ruby", 4), ("Rose", 2), ("Jade", 2), ("Lime", 1), ("Coal", 2))
    colour = b.table("colour", (0, 0, 1, 1, None))
    worth = b.table("worth", (5, 3, 2, 1, 0))
    here = b.zone("here", "bag", stone, ((0, 2), (2, 2), (4, 2)))
    there = b.zone("there", "bag", stone, ((0, 2), (1, 2), (3, 1)))
    taken = b.zone("taken", "bag", stone)
    piece, pieces = t.Piece((stone,)), t.Pieces((stone,), 11)
    it, chosen, c, last, el = (
        b.local("it", piece), b.local("chosen", pieces), b.local("c", piece), b.local("last", piece), b.local("el", piece)
    )  # fmt: skip
    kinds = t.Optional(t.Int(0, 1))
    source = e.Join(b.contents(here), b.contents(there), pieces)
    apart = e.Lookup(colour, (e.KindOf(it, t.Kind((stone,))),), kinds, SITE) if distinct else None
    parts: list[s.Part] = [some_of("chosen", chosen, it, source, number, exactly=exactly, distinct=apart, least=least)]
    if most is not None:
        points = e.Fold(
            "sum",
            chosen,
            c.id,
            e.Lookup(worth, (e.KindOf(c, t.Kind((stone,))),), t.Int(0, 5), SITE),
            t.Int(0, 99),
            SITE,
        )
        enough = e.Compare("<=", points, const(most), t.FLAG)
        parts.append(s.Requirement("cheap", enough, "That is too much.", SITE))
    if then_one:
        parts.insert(1, one_of("last", last, el, source))
    end = b.reserve()
    done = b.effect(end, s.Move(chosen, b.there(taken), False, False, SITE))
    start = b.node(n.DecisionNode(b.seat(0), plan("collect", *parts), (done,), (), "play", ()))
    b.define(end, n.EndNode("end", ()))
    return b.game(start)
