"""Small games built by hand, so that the executor is tested without the front end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import evolve

from gamedsl.compile.compiled import layout_of
from gamedsl.graph.model import expressions, nodes, statements, types
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

SITE = types.SiteId(7)
SEEN = Visibility("everyone")
OWN = Visibility("owner")
CLOSED = Visibility("nobody")


class Builder:
    """Collects the parts of a Game; each method gives what formulas need to speak of the part."""

    def __init__(self, name: str, seats: Sequence[str]) -> None:
        self.name = name
        self.seats = tuple(seats)
        self.player = types.Player(len(self.seats))
        self.classes: list[ClassSpec] = []
        self.kinds: list[KindSpec] = []
        self.enums: list[EnumSpec] = []
        self.tables: list[TableSpec] = []
        self.fields: list[FieldSpec] = []
        self.zones: list[ZoneSpec] = []
        self.functions: list[FunctionSpec] = []
        self.locals: list[LocalSpec] = []
        self.nodes: list[nodes.Node] = []
        self.scores: list[ScoreLine] = []
        self.invariants: list[InvariantSpec] = []
        self.scripts: list[nodes.Script] = []
        self.order: Expr = expressions.Const((), types.Ranking(self.player, len(self.seats)))
        self.builtins = Builtins(None, None, None, None, None, None)
        self.counters = 0

    # ------------------------------------------------------------ data

    def enum(self, name: str, *values: str) -> types.Enum:
        self.enums.append(EnumSpec(name, values))
        return types.Enum(types.EnumId(len(self.enums) - 1), len(values))

    def component(self, name: str, *kinds: tuple[str, int], backs: Sequence[int] = ()) -> types.ClassId:
        cls = types.ClassId(len(self.classes))
        self.classes.append(ClassSpec(name, types.KindId(len(self.kinds)), len(kinds), bool(backs)))
        for i, (kind, copies) in enumerate(kinds):
            back = backs[i] if backs else 0
            self.kinds.append(KindSpec(kind, cls, copies, back, f"back{back}", None))
        return cls

    def table(self, name: str, values: Sequence[types.Value], low: int = 0) -> types.TableId:
        self.tables.append(TableSpec(name, (low,), (len(values),), tuple(values), ()))
        return types.TableId(len(self.tables) - 1)

    def field(
        self,
        name: str,
        of: types.Type,
        start: types.Value,
        *dims: tuple[types.Type, int],
        seen: Visibility = SEEN,
        hidden: bool = False,
    ) -> types.FieldId:
        size = 1
        for _, count in dims:
            size *= count
        base = sum(len(spec.start) for spec in self.fields)
        dimensions = tuple(
            Dimension(kind, count, kind.low if isinstance(kind, types.Int) else 0) for kind, count in dims
        )
        owned = bool(dims) and isinstance(dims[0][0], types.Player)
        values = (start,) * size
        self.fields.append(FieldSpec(name, of, dimensions, owned, None, base, values, None, seen, hidden, None))
        return types.FieldId(len(self.fields) - 1)

    def own_field(
        self, name: str, of: types.Type, start: types.Value, seen: Visibility = SEEN, *, hidden: bool = False
    ) -> types.FieldId:
        return self.field(name, of, start, (self.player, len(self.seats)), seen=seen, hidden=hidden)

    def zone(
        self,
        name: str,
        form: Literal["bag", "pile", "slot"],
        cls: types.ClassId,
        start: Sequence[tuple[int, int]] = (),
        *,
        seen: Visibility = SEEN,
        own: bool = False,
        capacity: int | None = None,
        refill: types.ZoneId | None = None,
    ) -> types.ZoneId:
        dims = (Dimension(self.player, len(self.seats), 0),) if own else ()
        count = len(self.seats) if own else 1
        base = sum(len(spec.start) for spec in self.zones)
        content = tuple((types.KindId(kind), number) for kind, number in start)
        spec = ZoneSpec(
            name, form, (cls,), dims, own, None, base, (content,) * count, capacity, refill, seen, False, None
        )
        self.zones.append(spec)
        return types.ZoneId(len(self.zones) - 1)

    def local(self, name: str, of: types.Type) -> expressions.Local:
        self.locals.append(LocalSpec(name, of))
        return expressions.Local(types.LocalId(len(self.locals) - 1), of)

    def function(self, name: str, params: Sequence[expressions.Local], body: Expr) -> types.FunctionId:
        self.functions.append(FunctionSpec(name, tuple(param.id for param in params), body))
        return types.FunctionId(len(self.functions) - 1)

    def score(self, name: str, params: Sequence[expressions.Local], body: Expr) -> None:
        self.scores.append(ScoreLine(name, self.function(name, params, body), None))

    # ------------------------------------------------------------ formulas

    def at(self, field: types.FieldId, *index: Expr) -> expressions.FieldAt:
        return expressions.FieldAt(field, index, self.fields[field].type, SITE)

    def there(self, zone: types.ZoneId, *index: Expr) -> expressions.ZoneAt:
        spec = self.zones[zone]
        return expressions.ZoneAt(zone, index, types.Zone(spec.classes, spec.form), SITE)

    def contents(self, zone: types.ZoneId, *index: Expr) -> expressions.Contents:
        return expressions.Contents(self.there(zone, *index), types.Pieces(self.zones[zone].classes, 99))

    def seat(self, number: int) -> expressions.Const:
        return expressions.Const(number, self.player)

    # ------------------------------------------------------------ nodes

    def node(self, node: nodes.Node) -> types.NodeId:
        self.nodes.append(node)
        return types.NodeId(len(self.nodes) - 1)

    def reserve(self) -> types.NodeId:
        return self.node(nodes.EndNode("", ()))

    def define(self, number: types.NodeId, node: nodes.Node) -> None:
        self.nodes[number] = node

    def effect(self, after: types.NodeId, *body: statements.Effect) -> types.NodeId:
        return self.node(nodes.EffectNode(body, after, "play", ()))

    def branch(self, condition: Expr, yes: types.NodeId, no: types.NodeId) -> types.NodeId:
        return self.node(nodes.BranchNode(condition, yes, no, "", "play", ()))

    def game(self, start: types.NodeId) -> Game:
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


def const(value: int) -> expressions.Const:
    """A number."""
    return expressions.Const(value, types.Int(value, value))


def plus(left: Expr, right: Expr) -> expressions.Arithmetic:
    """left + right."""
    return expressions.Arithmetic("+", left, right, types.Int(-999, 999), SITE)


def is_(left: Expr, right: Expr) -> expressions.Equal:
    """left is right."""
    return expressions.Equal(left, right, types.FLAG)


def count(source: Expr) -> expressions.Count:
    """The number of elements."""
    return expressions.Count(source, types.Int(0, 99))


def one_of(name: str, local: expressions.Local, element: expressions.Local, *sources: Expr) -> statements.Select:
    """`name: one of …`."""
    return statements.Select(name, local.id, "one", None, sources, element.id, None, SITE)


def some_of(
    name: str,
    local: expressions.Local,
    element: expressions.Local,
    source: Expr,
    number: Expr | None = None,
    *,
    exactly: bool = False,
    distinct: Expr | None = None,
    least: Expr | None = None,
) -> statements.Select:
    """`name: any of …`, `up to …`, or `exactly …`."""
    quantity = "any" if number is None else "exactly" if exactly else "up_to"
    return statements.Select(name, local.id, quantity, number, (source,), element.id, distinct, SITE, least)  # type: ignore[arg-type]


def plan(name: str, *parts: statements.Part, exit: int = 0) -> nodes.Plan:
    """A plan without gate and menu."""
    return nodes.Plan(name, None, None, parts, None, exit, SITE)


# ---------------------------------------------------------------- games


def tic_tac_toe() -> Game:
    """Fields and a seat that changes; the board is a field of nine."""
    b = Builder("tic_tac_toe", ("Ann", "Bob"))
    cell = types.Int(0, 8)
    mark = b.field("mark", types.Optional(b.player), None, (cell, 9))
    turn = b.field("turn", b.player, 0)
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    line, place, who = b.local("line", types.ListOf(cell, 3)), b.local("place", cell), b.local("who", b.player)
    all_lines = expressions.Const(lines, types.ListOf(types.ListOf(cell, 3), 8))
    mine = expressions.Fold("all", line, place.id, is_(b.at(mark, place), who), types.FLAG, SITE)
    has_line = b.function("has_line", (who,), expressions.Fold("any", all_lines, line.id, mine, types.FLAG, SITE))
    free, c, it = b.local("free", cell), b.local("c", cell), b.local("it", cell)
    cells = expressions.Range(const(0), const(8), types.ListOf(cell, 9))
    empty = expressions.Filter(
        cells, free.id, is_(b.at(mark, free), expressions.Const(None, types.NOTHING)), types.ListOf(cell, 9)
    )
    ranked = b.local("ranked", b.player)
    b.order = expressions.Sorted(
        expressions.Seats(None, False, types.ListOf(b.player, 2)),
        ranked.id,
        (expressions.SortKey(True, expressions.Call(has_line, (ranked,), types.FLAG)),),
        types.Ranking(b.player, 2),
    )
    end = b.reserve()
    choose = b.reserve()
    pass_on = b.effect(
        choose,
        statements.SetField(turn, (), expressions.Arithmetic("-", const(1), b.at(turn), types.Int(0, 1), SITE), SITE),
    )
    full = b.branch(is_(count(empty), const(0)), end, pass_on)
    won = b.branch(expressions.Call(has_line, (b.at(turn),), types.FLAG), end, full)
    mark_it = b.effect(won, statements.SetField(mark, (c,), b.at(turn), SITE))
    b.define(
        choose,
        nodes.DecisionNode(b.at(turn), plan("place", one_of("c", c, it, empty)), (mark_it,), (), "play", ("place",)),
    )
    b.define(end, nodes.EndNode("end", ()))
    return b.game(choose)


def draw_and_discard(*, hand: Visibility = OWN) -> Game:
    """A closed pile of three kinds, refilled from an open bag: draw one to the hand, then throw one away; six turns."""
    b = Builder("draw_and_discard", ("Ann", "Bob"))
    card = b.component("card", ("Ant", 3), ("Bee", 2), ("Cat", 1))
    discards = b.zone("discards", "bag", card)
    deck = b.zone("deck", "pile", card, ((0, 3), (1, 2), (2, 1)), seen=CLOSED, refill=discards)
    own = b.zone("hand", "bag", card, seen=hand, own=True)
    turn, turns = b.field("turn", b.player, 0), b.field("turns", types.Int(0, 6), 0)
    it, chosen = b.local("it", types.Piece((card,))), b.local("card", types.Piece((card,)))
    who = b.local("who", b.player)
    b.score("kept", (who,), count(b.contents(own, who)))
    end, draw, throw = b.reserve(), b.reserve(), b.reserve()
    over = b.branch(is_(b.at(turns), const(6)), end, draw)
    as_pieces = expressions.Convert(chosen, types.Pieces((card,), 1))
    pass_on = b.effect(
        over,
        statements.Move(as_pieces, b.there(discards), False, False, SITE),
        statements.SetField(turn, (), expressions.Arithmetic("-", const(1), b.at(turn), types.Int(0, 1), SITE), SITE),
        statements.SetField(turns, (), plus(b.at(turns), const(1)), SITE),
    )
    both = statements.Draw(const(2), True, b.there(deck), None, None, b.there(own, b.at(turn)), False, SITE)
    b.define(draw, nodes.ChanceNode(both, b.at(turn), throw, (), "play", ()))
    parts = one_of("card", chosen, it, b.contents(own, b.at(turn)))
    b.define(throw, nodes.DecisionNode(b.at(turn), plan("throw", parts), (pass_on,), (), "play", ("throw",)))
    b.define(end, nodes.EndNode("end", ()))
    return b.game(draw)


def bidding(*, script: nodes.Answer | None = None) -> Game:
    """Two rounds in which each seat secretly plays a card of its hand; then the cards lie open."""
    b = Builder("bidding", ("Ann", "Bob", "Robot") if script else ("Ann", "Bob", "Cat"))
    card = b.component("card", ("One", 3), ("Two", 3), ("Three", 3))
    hand = b.zone("hand", "bag", card, ((0, 1), (1, 1), (2, 1)), seen=OWN, own=True)
    bid = b.zone("bid", "bag", card, own=True)
    me, it = b.local("me", b.player), b.local("it", types.Piece((card,)))
    chosen = b.local("card", types.Piece((card,)))
    stored = b.own_field("stored", types.Optional(types.Piece((card,))), None, hidden=True)
    left = b.own_field("exit", types.Optional(types.Int(0, 255)), None, hidden=True)
    todo = b.own_field("todo", types.FLAG, False, hidden=True)
    rounds = b.field("rounds", types.Int(0, 2), 0)
    if script is not None:
        b.scripts.append(nodes.Script(types.SeatId(2), (script,)))
    end, ask = b.reserve(), b.reserve()
    over = b.branch(is_(b.at(rounds), const(2)), end, ask)
    lay = statements.For(
        (me.id,),
        expressions.Seats(None, False, types.ListOf(b.player, 3)),
        (
            statements.Move(
                expressions.Convert(b.at(stored, me), types.Pieces((card,), 1)), b.there(bid, me), False, False, SITE
            ),
            statements.ResetFields((stored, left), me),
        ),
    )
    after = b.effect(over, lay, statements.SetField(rounds, (), plus(b.at(rounds), const(1)), SITE))
    parts = one_of("card", chosen, it, b.contents(hand, me))
    b.define(
        ask,
        nodes.TogetherNode(
            me.id,
            expressions.Const(True, types.FLAG),
            plan("bid", parts),
            ((chosen.id, stored),),
            left,
            todo,
            after,
            (),
            "play",
            (),
        ),
    )
    b.define(end, nodes.EndNode("end", ()))
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
    piece, pieces = types.Piece((stone,)), types.Pieces((stone,), 11)
    it, chosen, c, last, el = (
        b.local("it", piece), b.local("chosen", pieces), b.local("c", piece), b.local("last", piece), b.local("el", piece)
    )  # fmt: skip
    kinds = types.Optional(types.Int(0, 1))
    source = expressions.Join(b.contents(here), b.contents(there), pieces)
    apart = (
        expressions.Lookup(colour, (expressions.KindOf(it, types.Kind((stone,))),), kinds, SITE) if distinct else None
    )
    parts: list[statements.Part] = [
        some_of("chosen", chosen, it, source, number, exactly=exactly, distinct=apart, least=least)
    ]
    if most is not None:
        points = expressions.Fold(
            "sum",
            chosen,
            c.id,
            expressions.Lookup(worth, (expressions.KindOf(c, types.Kind((stone,))),), types.Int(0, 5), SITE),
            types.Int(0, 99),
            SITE,
        )
        enough = expressions.Compare("<=", points, const(most), types.FLAG)
        parts.append(statements.Requirement("cheap", enough, "That is too much.", SITE))
    if then_one:
        parts.insert(1, one_of("last", last, el, source))
    end = b.reserve()
    done = b.effect(end, statements.Move(chosen, b.there(taken), False, False, SITE))
    start = b.node(nodes.DecisionNode(b.seat(0), plan("collect", *parts), (done,), (), "play", ()))
    b.define(end, nodes.EndNode("end", ()))
    return b.game(start)
