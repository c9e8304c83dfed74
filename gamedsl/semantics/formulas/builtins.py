"""The built-in functions: one row each in FUNCTIONS (section 10 of the language reference)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from attrs import frozen

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    DIRECTION,
    FLAG,
    Bag,
    Direction,
    Enum,
    Int,
    Kind,
    ListOf,
    Optional,
    Piece,
    Pieces,
    Position,
    Ranking,
    SetOf,
    TableId,
    Type,
    Value,
    Zone,
    ZoneId,
)
from gamedsl.semantics.formulas import construct
from gamedsl.semantics.formulas.construct import BROKEN, is_broken, number
from gamedsl.semantics.formulas.formulas import collection, gone_through
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import BoardSymbol
from gamedsl.semantics.model.types import describe, most, optional, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.lookup import with_variable
from gamedsl.semantics.problems.problems import (
    MayFail,
    Mismatch,
    NotACollection,
    RepeatsLost,
    WrongArguments,
    WrongSort,
)
from gamedsl.source import Span
from gamedsl.syntax import tree


@frozen
class Given:
    """A call as written."""

    name: str
    e: tree.Apply
    scope: Scope
    expected: Type | None

    @property
    def args(self) -> tuple[tree.Expr, ...]:
        return cast("tuple[tree.Expr, ...]", self.e.args)


def call(w: World, name: str, e: tree.Apply, scope: Scope, expected: Type | None) -> expressions.Expr:
    """The formula of a call of a built-in function."""
    signature = SIGNATURES[name]
    comprehension = len(e.args) == 1 and isinstance(e.args[0], tree.Comprehension)
    if comprehension and name in FOLDS:
        return _fold(w, name, cast("tree.Comprehension", e.args[0]), e, scope)
    if (
        comprehension
        or any(isinstance(a, tree.Named | tree.Comprehension) for a in e.args)
        or not signature.fewest <= len(e.args) <= signature.most
    ):
        w.problem(WrongArguments(e.span, name, signature.arguments, len(e.args)))
        return BROKEN
    return MAKERS[name](w, Given(name, e, scope, expected))


# ---------------------------------------------------------------- counting and folding

TESTS: dict[str, Literal["all", "any", "count"]] = {"all": "all", "any": "any", "count": "count"}
FOLDS = ("sum", "max", "min", "all", "any", "count", "join")


def _fold(w: World, name: str, c: tree.Comprehension, e: tree.Apply, scope: Scope) -> expressions.Expr:
    found = gone_through(w, c, scope)
    if found is None:
        return BROKEN
    source, local = found
    inner = with_variable(w, scope, c.var, local)
    size = most(w, source.type)
    site = w.site(e.span, scope.where)
    test = TESTS.get(name)
    if test is not None:
        body = w.check.flag(c.body, inner)
        return construct.folded(
            w, expressions.Fold(test, source, local.id, body, Int(0, size) if name == "count" else FLAG, site), source
        )
    if name == "join":
        return _join(w, source, local, c, inner)
    body = w.check.integer(c.body, inner)
    if is_broken(body):
        return BROKEN
    low, high = (body.type.low, body.type.high) if isinstance(body.type, Int) else (0, 0)
    if name == "sum":
        type_ = Int(min(0, low * size), max(0, high * size))
        return construct.folded(w, expressions.Fold("sum", source, local.id, body, type_, site), source)
    if not construct.nonempty(source, scope.facts):
        construct.risk(
            w,
            scope,
            MayFail(e.span, f"`{name}` of what may be nothing", f"write `{name}([0] + …)` or test `some(…)` first"),
        )
    return construct.folded(
        w, expressions.Fold(cast("Literal['max', 'min']", name), source, local.id, body, body.type, site), source
    )


def _join(
    w: World, source: expressions.Expr, local: expressions.Local, c: tree.Comprehension, inner: Scope
) -> expressions.Expr:
    body = construct.as_list(w, w.check.formula(c.body, inner))
    if is_broken(body):
        return BROKEN
    size = max(1, most(w, source.type))
    match body.type:
        case ListOf():
            type_: Type = ListOf(body.type.of, body.type.most * size)
        case Pieces():
            type_ = Pieces(body.type.classes, min(w.copies_of(body.type.classes), body.type.most * size))
        case SetOf():
            type_ = body.type
        case _:
            w.problem(NotACollection(c.body.span, describe(w, body.type)))
            return BROKEN
    return construct.folded(w, expressions.FlatMap(source, local.id, body, type_), source)


def _collection(w: World, g: Given, i: int = 0) -> expressions.Expr:
    from gamedsl.semantics.names.lookup import row_as_list

    found = w.check.formula(g.args[i], g.scope)
    listed = row_as_list(w, found)
    if listed is not None:
        return listed
    source = construct.as_list(w, found)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces) and not is_broken(source):
        w.problem(NotACollection(g.args[i].span, describe(w, found.type)))
        return BROKEN
    return source


def _lost(w: World, g: Given, source: expressions.Expr) -> None:
    """`sum(S.field)`: equal numbers would count once."""
    arg = g.args[0]
    if (
        isinstance(source, expressions.Distinct)
        and isinstance(arg, tree.Attribute)
        and isinstance(plain(source.body.type), Int)
    ):
        w.problem(RepeatsLost(g.e.span, g.name, arg.name.text))


def _counted(w: World, g: Given) -> expressions.Expr:
    """The argument of count, some, no: a zone stays a zone."""
    found = w.check.formula(g.args[0], g.scope)
    if is_broken(found) or isinstance(plain(found.type), Zone):
        return found
    if isinstance(found.type, Optional) and isinstance(found.type.of, Piece):
        return construct.as_pieces(w, found) or found
    source = construct.as_list(w, found)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces):
        w.problem(NotACollection(g.args[0].span, describe(w, found.type)))
        return BROKEN
    return source


def _count(w: World, g: Given) -> expressions.Expr:
    source = _counted(w, g)
    _lost(w, g, source)
    return BROKEN if is_broken(source) else counted(w, source)


def counted(w: World, source: expressions.Expr) -> expressions.Expr:
    return construct.folded(w, expressions.Count(source, Int(0, most(w, source.type))), source)


def _some(w: World, g: Given) -> expressions.Expr:
    source = _counted(w, g)
    if is_broken(source):
        return BROKEN
    n = counted(w, source)
    return construct.folded(w, expressions.Compare(">", n, number(0), FLAG), n)


def _no(w: World, g: Given) -> expressions.Expr:
    source = _counted(w, g)
    if is_broken(source):
        return BROKEN
    n = counted(w, source)
    return construct.folded(w, expressions.Equal(n, number(0), FLAG), n)


def _sum(w: World, g: Given) -> expressions.Expr:
    source = _collection(w, g)
    if is_broken(source):
        return BROKEN
    _lost(w, g, source)
    return _number_fold(w, g, source)


def _number_fold(w: World, g: Given, source: expressions.Expr) -> expressions.Expr:
    element = source.type.of if isinstance(source.type, ListOf | SetOf | Bag) else None
    if not isinstance(element, Int):
        w.problem(Mismatch(g.args[0].span, "a collection of numbers", describe(w, source.type)))
        return BROKEN
    local = w.local("it", element)
    size = most(w, source.type)
    type_ = Int(min(0, element.low * size), max(0, element.high * size))
    return construct.folded(
        w, expressions.Fold("sum", source, local.id, local, type_, w.site(g.e.span, g.scope.where)), source
    )


def _extreme(w: World, g: Given) -> expressions.Expr:
    op = cast("Literal['max', 'min']", g.name)
    site = w.site(g.e.span, g.scope.where)
    first = g.args[0]
    if len(g.args) > 1:
        items = [w.check.integer(a, g.scope) for a in g.args]
        if any(is_broken(i) for i in items):
            return BROKEN
        types = [cast("Int", i.type) for i in items]
        best = max if op == "max" else min
        type_ = Int(best(i.low for i in types), best(i.high for i in types))
        whole = ListOf(Int(min(i.low for i in types), max(i.high for i in types)), len(items))
        return construct.folded(
            w, expressions.Extreme(op, expressions.MakeList(tuple(items), whole), type_, site), *items
        )
    source = _collection(w, g)
    if is_broken(source):
        return BROKEN
    element = source.type.of if isinstance(source.type, ListOf | SetOf | Bag) else None
    if not isinstance(element, Int | Enum):
        w.problem(Mismatch(first.span, "a collection of numbers", describe(w, source.type)))
        return BROKEN
    if not construct.nonempty(source, g.scope.facts):
        construct.risk(
            w,
            g.scope,
            MayFail(
                g.e.span, f"`{g.name}` of what may be nothing", f"add a value that is always there: `{g.name}([0] + …)`"
            ),
        )
    if isinstance(source.type, Bag):
        source = expressions.Convert(source, SetOf(element))
    return construct.folded(w, expressions.Extreme(op, source, element, site), source)


def _condition(w: World, g: Given) -> expressions.Expr:
    w.problem(WrongArguments(g.e.span, g.name, "`condition for x in collection`", len(g.args)))
    return BROKEN


# ---------------------------------------------------------------- elements


def _pick(w: World, g: Given) -> expressions.Expr:
    source = construct.as_list(w, w.check.formula(g.args[0], g.scope))
    if isinstance(source.type, Ranking):
        source = construct.as_list(w, source)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces):
        if not is_broken(source):
            w.problem(NotACollection(g.args[0].span, describe(w, source.type)))
        return BROKEN
    note_order(w, source, g.e.span, g.scope.where)
    if len(g.args) == 2:
        n = w.check.integer(g.args[1], g.scope)
        if is_broken(n) or not isinstance(n.type, Int):
            return BROKEN
        return construct.folded(
            w,
            expressions.Some(
                cast("Literal['first', 'last']", g.name), source, n, _shorter(source.type, max(0, n.type.high))
            ),
            source,
            n,
        )
    element: Type = Piece(source.type.classes) if isinstance(source.type, Pieces) else source.type.of
    site = w.site(g.e.span, g.scope.where)
    if g.name == "only":
        construct.risk(w, g.scope, MayFail(g.e.span, "`only` of what may not be exactly one", "use `first(…)`"))
        return construct.folded(w, expressions.Pick("only", source, element, site), source)
    certain = isinstance(source, expressions.Const) and bool(source.value)
    op = cast("Literal['first', 'last']", g.name)
    return construct.folded(w, expressions.Pick(op, source, element if certain else optional(element), site), source)


def note_order(w: World, source: expressions.Expr, span: Span, where: str) -> None:
    """Remembers that a formula reads the order of a pile."""
    if (
        isinstance(source, expressions.Contents)
        and isinstance(source.zone, expressions.ZoneAt)
        and w.zones[source.zone.zone].form == "pile"
    ):
        w.pile_reads.append((source.zone.zone, span, where))


def _shorter(type_: ListOf | SetOf | Bag | Pieces, n: int) -> Type:
    match type_:
        case ListOf():
            return ListOf(type_.of, min(type_.most, n))
        case Bag():
            return Bag(type_.of, min(type_.most, n))
        case Pieces():
            return Pieces(type_.classes, min(type_.most, n))
        case SetOf():
            return type_


def _leaders(w: World, g: Given) -> expressions.Expr:
    source = w.check.formula(g.args[0], g.scope)
    if not isinstance(source.type, Ranking):
        if not is_broken(source):
            w.problem(Mismatch(g.args[0].span, "something sorted with `by highest …`", describe(w, source.type)))
        return BROKEN
    return expressions.Leaders(source, ListOf(source.type.of, source.type.most))


def _join_list(w: World, g: Given) -> expressions.Expr:
    source = _collection(w, g)
    if is_broken(source):
        return BROKEN
    element = source.type.of if isinstance(source.type, ListOf) else None
    if not isinstance(element, ListOf | SetOf | Pieces):
        w.problem(Mismatch(g.args[0].span, "a list of lists", describe(w, source.type)))
        return BROKEN
    local = w.local("it", element)
    type_: Type = (
        ListOf(element.of, element.most * max(1, most(w, source.type))) if isinstance(element, ListOf) else element
    )
    return construct.folded(w, expressions.FlatMap(source, local.id, local, type_), source)


def _sets(w: World, g: Given) -> expressions.Expr:
    source = w.check.formula(g.args[0], g.scope)
    bag = construct.as_bag(w, source)
    if bag is None or not isinstance(bag.type, Bag):
        if not is_broken(source):
            w.problem(Mismatch(g.args[0].span, "a bag", describe(w, source.type)))
        return BROKEN
    return expressions.KindSets(bag, ListOf(SetOf(bag.type.of), bag.type.most))


def _outside_in(w: World, g: Given) -> expressions.Expr:
    source = _collection(w, g)
    if not isinstance(source.type, ListOf):
        if not is_broken(source):
            w.problem(Mismatch(g.args[0].span, "a list", describe(w, source.type)))
        return BROKEN
    return construct.folded(
        w, expressions.OutsideIn(source, ListOf(ListOf(source.type.of, 2), source.type.most // 2)), source
    )


def _mod(w: World, g: Given) -> expressions.Expr:
    left, right = w.check.integer(g.args[0], g.scope), w.check.integer(g.args[1], g.scope)
    return construct.arithmetic(w, g.scope, "mod", left, right, g.e.span)


# ---------------------------------------------------------------- players


def _neighbour(w: World, g: Given) -> expressions.Expr:
    player = w.check.typed(g.args[0], g.scope, w.player)
    if is_broken(player):
        return BROKEN
    side = cast("Literal['left', 'right']", g.name)
    if w.out_field is None:
        n = len(w.seats)
        step = 1 if side == "left" else n - 1
        table = w.table(f"{side} neighbour", (0,), (n,), tuple((i + step) % n for i in range(n)))
        return construct.folded(
            w, expressions.Lookup(table, (player,), w.player, w.site(g.e.span, g.scope.where)), player
        )
    return expressions.Neighbour(side, player, w.player)


# ---------------------------------------------------------------- boards


def _position(w: World, g: Given, i: int) -> tuple[expressions.Expr, Board] | None:
    place = w.check.formula(g.args[i], g.scope)
    if isinstance(place.type, Optional) and isinstance(place.type.of, Position):
        place = construct.need(w, g.scope, place, g.args[i].span, words(g.args[i]))
    if not isinstance(place.type, Position):
        if not is_broken(place):
            w.problem(Mismatch(g.args[i].span, "a place of a board", describe(w, place.type)))
        return None
    return place, w.boards[place.type.board]


def _links(w: World, element: Type) -> TableId | None:
    """Neighbours of each place; for routes, the routes that share an end."""
    if isinstance(element, Position):
        board = w.boards[element.board]
        return w.table(
            f"neighbours of {board.spec.name}",
            (0,),
            (len(board.neighbours),),
            cast("tuple[Value, ...]", board.neighbours),
        )
    if isinstance(element, Enum):
        for board in w.boards:
            if board.edges == element.id:
                touching = tuple(
                    tuple(j for j, q in enumerate(board.ends) if j != i and set(p) & set(q))
                    for i, p in enumerate(board.ends)
                )
                return w.table(
                    f"routes of {board.spec.name}", (0,), (len(touching),), cast("tuple[Value, ...]", touching)
                )
    return None


def _whole_board(w: World, g: Given) -> tuple[Board, Position] | None:
    """The grid that an argument names."""
    from gamedsl.semantics.names.lookup import refer

    ref = refer(w, g.args[0], g.scope, None) if isinstance(g.args[0], tree.Name) else None
    if not isinstance(ref, BoardSymbol) or w.boards[ref.id].kind not in ("grid", "hex"):
        w.problem(WrongSort(g.args[0].span, words(g.args[0]), "no grid", "a grid"))
        return None
    return w.boards[ref.id], Position(ref.id, len(w.boards[ref.id].spec.places))


def _grid_lines(w: World, g: Given) -> expressions.Expr:
    """`rows(B)`, `columns(B)`, `diagonals(B)`: whole lines, diagonals of two places and more."""
    found = _whole_board(w, g)
    if found is None:
        return BROKEN
    board, place = found
    rows, columns = range(board.rows), range(board.columns)
    at = {(r, c): r * board.columns + c for r in rows for c in columns}
    if g.name == "rows":
        lines = tuple(tuple(at[r, c] for c in columns) for r in rows)
    elif g.name == "columns":
        lines = tuple(tuple(at[r, c] for r in rows) for c in columns)
    else:
        falling = [tuple(at[r, r + d] for r in rows if r + d in columns) for d in range(1 - board.rows, board.columns)]
        rising = [tuple(at[r, d - r] for r in rows if d - r in columns) for d in range(board.rows + board.columns - 1)]
        lines = tuple(line for line in (*falling, *rising) if len(line) > 1)
    return expressions.Const(lines, ListOf(ListOf(place, max(map(len, lines), default=0)), len(lines)))


def _where_is(w: World, g: Given) -> expressions.Expr:
    """`where_is(piece)`: the element (place, player, …) in whose zone a piece lies of which there is one only; none if it lies elsewhere."""
    piece = construct.as_kind(w.check.formula(g.args[0], g.scope))
    if isinstance(piece.type, Optional):
        piece = construct.need(w, g.scope, piece, g.args[0].span, words(g.args[0]))
    if not isinstance(piece.type, Kind):
        if not is_broken(piece):
            w.problem(Mismatch(g.args[0].span, "a kind of piece", describe(w, piece.type)))
        return BROKEN
    classes = set(piece.type.classes)
    families = [
        ZoneId(i)
        for i, z in enumerate(w.zones)
        if z.owned and len(z.dimensions) == 1 and classes <= set(z.classes) and not z.hidden
    ]
    if len(families) != 1:
        w.problem(
            Mismatch(
                g.args[0].span,
                "a piece that can lie in the zones of one `each` block",
                f"one with {len(families)} such blocks",
            )
        )
        return BROKEN
    family = w.zones[families[0]]
    element = family.dimensions[0].type
    local = w.local("it", element)
    site = w.site(g.e.span, g.scope.where)
    here = expressions.ZoneAt(families[0], (local,), Zone(family.classes, family.form), site)
    bag = construct.as_bag(w, here)
    assert bag is not None
    holding = expressions.Filter(
        construct.all_values(w, element), local.id, expressions.Has(bag, piece, FLAG), SetOf(element)
    )
    return expressions.Pick("first", holding, optional(element), site)


def _above(w: World, g: Given) -> expressions.Expr:
    """`above(piece)`: the pieces that lie on it in its pile, lowest first."""
    piece = w.check.formula(g.args[0], g.scope)
    if isinstance(piece.type, Optional):
        piece = construct.need(w, g.scope, piece, g.args[0].span, words(g.args[0]))
    if not isinstance(piece.type, Piece):
        if not is_broken(piece):
            w.problem(
                Mismatch(
                    g.args[0].span, "a piece that lies somewhere (of a selection or a loop)", describe(w, piece.type)
                )
            )
        return BROKEN
    pile = expressions.Contents(
        expressions.PlaceOf(piece, Zone(piece.type.classes, "pile")),
        Pieces(piece.type.classes, most(w, piece.type) or 1),
    )
    copies = max(1, w.copies_of(piece.type.classes))
    pile = expressions.Contents(pile.zone, Pieces(piece.type.classes, copies))
    local = w.local("it", piece.type)
    kind = Kind(piece.type.classes)
    below = expressions.While(
        pile,
        local.id,
        construct.negated(expressions.Equal(expressions.KindOf(local, kind), expressions.KindOf(piece, kind), FLAG)),
        pile.type,
    )
    count = Int(0, copies)
    site = w.site(g.e.span, g.scope.where)
    rest = expressions.Arithmetic(
        "-", expressions.Count(pile, count), expressions.Count(below, count), Int(-copies, copies), site
    )
    number_on = expressions.Extreme(
        "max",
        expressions.MakeList(
            (number(0), expressions.Arithmetic("-", rest, number(1), Int(-copies - 1, copies), site)),
            ListOf(Int(-copies - 1, copies), 2),
        ),
        count,
        site,
    )
    return expressions.Some("last", pile, number_on, pile.type)


def _neighbours(w: World, g: Given) -> expressions.Expr:
    found = _position(w, g, 0)
    if found is None:
        return BROKEN
    place, board = found
    table = _links(w, place.type)
    assert table is not None
    site = w.site(g.e.span, g.scope.where)
    if len(g.args) == 1:
        return construct.folded(w, expressions.Lookup(table, (place,), SetOf(place.type), site), place)
    direction = w.check.formula(g.args[1], g.scope, DIRECTION)
    many = isinstance(direction.type, ListOf | SetOf) and direction.type.of == DIRECTION
    if not many:
        direction = construct.coerce(w, g.scope, direction, DIRECTION, g.args[1].span)
    if is_broken(direction):
        return BROKEN
    near = tuple((r[0],) if r else () for r in board.rays)
    rays = w.table(f"next to {board.spec.name}", (0, 0), (len(board.neighbours), 8), cast("tuple[Value, ...]", near))
    if many:
        local = w.local("it", DIRECTION)
        return expressions.FlatMap(
            direction, local.id, expressions.Lookup(rays, (place, local), SetOf(place.type), site), SetOf(place.type)
        )
    return construct.folded(w, expressions.Lookup(rays, (place, direction), SetOf(place.type), site), place, direction)


def rays_of(w: World, board: Board) -> TableId:
    return w.table(
        f"rays of {board.spec.name}", (0, 0), (len(board.neighbours), 8), cast("tuple[Value, ...]", board.rays)
    )


def _ray(w: World, g: Given) -> expressions.Expr:
    found = _position(w, g, 0)
    direction = w.check.typed(g.args[1], g.scope, DIRECTION)
    if found is None or is_broken(direction):
        return BROKEN
    place, board = found
    longest = max((len(r) for r in board.rays), default=0)
    return construct.folded(
        w,
        expressions.Lookup(
            rays_of(w, board), (place, direction), ListOf(place.type, longest), w.site(g.e.span, g.scope.where)
        ),
        place,
        direction,
    )


def _step(w: World, g: Given) -> expressions.Expr:
    found = _position(w, g, 0)
    direction = w.check.typed(g.args[1], g.scope, DIRECTION)
    steps = w.check.integer(g.args[2], g.scope) if len(g.args) == 3 else number(1)
    if found is None or is_broken(direction) or is_broken(steps):
        return BROKEN
    place, board = found
    return expressions.Along(rays_of(w, board), place, direction, steps, optional(place.type))


def _turn(w: World, g: Given) -> expressions.Expr:
    direction = w.check.typed(g.args[0], g.scope, DIRECTION)
    eighths = w.check.integer(g.args[1], g.scope)
    if is_broken(direction) or not isinstance(eighths.type, Int):
        return BROKEN
    site = w.site(g.e.span, g.scope.where)
    reach = Int(min(0, eighths.type.low), 7 + max(0, eighths.type.high))
    turned = expressions.Arithmetic("+", direction, eighths, reach, site)
    return construct.folded(w, expressions.Arithmetic("mod", turned, number(8), Direction(), site), direction, eighths)


def _lines(w: World, g: Given) -> expressions.Expr:
    from gamedsl.semantics.names.lookup import refer

    ref = refer(w, g.args[0], g.scope, None) if isinstance(g.args[0], tree.Name) else None
    if not isinstance(ref, BoardSymbol):
        w.problem(WrongSort(g.args[0].span, words(g.args[0]), "no board", "a board"))
        return BROKEN
    board = w.boards[ref.id]
    place = Position(ref.id, len(board.spec.places))
    if board.kind == "graph":
        rows = board.paths
    elif len(g.args) == 1:
        w.problem(WrongArguments(g.e.span, "lines", "a board and the length of the lines", 1))
        return BROKEN
    else:
        n = w.check.integer(g.args[1], g.scope)
        if not isinstance(n, expressions.Const) or not isinstance(n.value, int) or n.value < 1:
            if not is_broken(n):
                w.problem(Mismatch(g.args[1].span, "a fixed number", describe(w, n.type)))
            return BROKEN
        rows = straight_lines(board, int(n.value))
    longest = max((len(r) for r in rows), default=0)
    return expressions.Const(rows, ListOf(ListOf(place, longest), len(rows)))


def straight_lines(board: Board, n: int) -> tuple[tuple[int, ...], ...]:
    """Runs of n places in a straight line, each once: by first place, then direction E, SE, S, SW (hex: those of its three axes)."""
    found: list[tuple[int, ...]] = []
    for place in range(len(board.neighbours)):
        for direction in (2, 3, 4, 5):
            ray = board.rays[place * 8 + direction]
            if len(ray) >= n - 1:
                found.append((place, *ray[: n - 1]))
    return tuple(dict.fromkeys(found))


def _line(w: World, g: Given) -> expressions.Expr:
    found = _position(w, g, 0)
    if found is None:
        return BROKEN
    place, board = found
    if board.around is None:
        w.problem(Mismatch(g.args[0].span, "a place of a ring around a grid", describe(w, place.type)))
        return BROKEN
    inner = Position(board.around, len(w.boards[board.around].spec.places))
    longest = max(len(v) for v in board.views)
    table = w.table(f"lines of {board.spec.name}", (0,), (len(board.views),), cast("tuple[Value, ...]", board.views))
    return construct.folded(
        w, expressions.Lookup(table, (place,), ListOf(inner, longest), w.site(g.e.span, g.scope.where)), place
    )


def _across(w: World, g: Given) -> expressions.Expr:
    """The place opposite on a ring, mirrored at the axis through the second place."""
    place, axis = _position(w, g, 0), _position(w, g, 1)
    if place is None or axis is None:
        return BROKEN
    n = len(place[1].spec.places)
    if place[1].kind != "ring" or axis[1] is not place[1]:
        w.problem(Mismatch(g.e.span, "two places of one ring", describe(w, axis[0].type)))
        return BROKEN
    table = w.table(
        f"across {place[1].spec.name}", (0, 0), (n, n), tuple((2 * a - p) % n for p in range(n) for a in range(n))
    )
    return construct.folded(
        w,
        expressions.Lookup(table, (place[0], axis[0]), place[0].type, w.site(g.e.span, g.scope.where)),
        place[0],
        axis[0],
    )


def _ends(w: World, g: Given) -> expressions.Expr:
    route = w.check.formula(g.args[0], g.scope)
    for i, board in enumerate(w.boards):
        if isinstance(route.type, Enum) and board.edges == route.type.id:
            from gamedsl.graph.model.types import BoardId

            place = Position(BoardId(i), len(board.spec.places))
            table = w.table(
                f"ends of {board.spec.name}", (0,), (len(board.ends),), tuple(tuple(sorted(p)) for p in board.ends)
            )
            return construct.folded(
                w, expressions.Lookup(table, (route,), SetOf(place), w.site(g.e.span, g.scope.where)), route
            )
    if not is_broken(route):
        w.problem(Mismatch(g.args[0].span, "a route of a graph", describe(w, route.type)))
    return BROKEN


def _area(w: World, g: Given) -> tuple[expressions.Expr, TableId, Type] | None:
    inside = construct.as_set(w, collection(w, g.args[0], g.scope))
    if is_broken(inside) or not isinstance(inside.type, SetOf):
        return None
    table = _links(w, inside.type.of)
    if table is None:
        w.problem(Mismatch(g.args[0].span, "a set of places or routes", describe(w, inside.type)))
        return None
    return inside, table, inside.type.of


def _points(w: World, g: Given, i: int, element: Type) -> expressions.Expr:
    """A place or a set of places; for routes also the routes that touch a place."""
    found = w.check.formula(g.args[i], g.scope, element)
    if is_broken(found):
        return BROKEN
    if isinstance(element, Enum) and isinstance(plain(found.type), Position | SetOf | ListOf):
        found = _touching(w, g, found, element) or found
    if plain(found.type) == element:
        if isinstance(found.type, Optional):
            found = construct.need(w, g.scope, found, g.args[i].span, words(g.args[i]))
        return construct.folded(w, expressions.MakeList((found,), SetOf(element)), found)
    return construct.coerce(w, g.scope, found, SetOf(element), g.args[i].span)


def _touching(w: World, g: Given, place: expressions.Expr, route: Enum) -> expressions.Expr | None:
    for board in w.boards:
        if board.edges == route.id and isinstance(plain(place.type), Position):
            routes = tuple(tuple(i for i, e in enumerate(board.ends) if p in e) for p in range(len(board.spec.places)))
            table = w.table(f"routes at {board.spec.name}", (0,), (len(routes),), cast("tuple[Value, ...]", routes))
            return expressions.Lookup(table, (place,), SetOf(route), w.site(g.e.span, g.scope.where))
    return None


def _connected(w: World, g: Given) -> expressions.Expr:
    area = _area(w, g)
    if area is None:
        return BROKEN
    inside, table, element = area
    start, goal = _points(w, g, 1, element), _points(w, g, 2, element)
    if is_broken(start) or is_broken(goal):
        return BROKEN
    local = w.local("it", element)
    reached = expressions.Reach(table, inside, start, SetOf(element))
    return expressions.Fold(
        "any", reached, local.id, expressions.Has(goal, local, FLAG), FLAG, w.site(g.e.span, g.scope.where)
    )


def _groups(w: World, g: Given) -> expressions.Expr:
    area = _area(w, g)
    if area is None:
        return BROKEN
    inside, table, element = area
    return expressions.Groups(table, inside, ListOf(SetOf(element), most(w, inside.type)))


def _reach(w: World, g: Given) -> expressions.Expr:
    area = _area(w, g)
    if area is None:
        return BROKEN
    inside, table, element = area
    start = _points(w, g, 1, element)
    return BROKEN if is_broken(start) else expressions.Reach(table, inside, start, SetOf(element))


def _distance(w: World, g: Given) -> expressions.Expr:
    area = _area(w, g)
    if area is None:
        return BROKEN
    inside, table, element = area
    start, goal = _points(w, g, 1, element), _points(w, g, 2, element)
    if is_broken(start) or is_broken(goal):
        return BROKEN
    between = expressions.Distance(table, inside, start, goal, Optional(Int(0, most(w, inside.type))))
    places = w.check.formula(g.args[1], g.scope, element), w.check.formula(g.args[2], g.scope, element)
    if all(isinstance(plain(p.type), Position) for p in places) and isinstance(element, Enum):
        return _routes_between(w, g, between, places)
    return between


def _routes_between(
    w: World, g: Given, between: expressions.Distance, places: tuple[expressions.Expr, expressions.Expr]
) -> expressions.Expr:
    """From place to place over routes every route counts: none of them to the place itself, one to the next."""
    reach = between.type.of if isinstance(between.type, Optional) else between.type
    assert isinstance(reach, Int)
    number_of = Optional(Int(0, reach.high + 1))
    site = w.site(g.e.span, g.scope.where)
    one_more = expressions.Arithmetic(
        "+", expressions.Need(between, reach, site), number(1), Int(1, reach.high + 1), site
    )
    missing = expressions.Equal(between, construct.NONE, FLAG)
    walked = expressions.IfElse(missing, expressions.Const(None, number_of), one_more, number_of)
    return expressions.IfElse(expressions.Equal(places[0], places[1], FLAG), number(0), walked, number_of)


Make = Callable[[World, Given], expressions.Expr]
COLLECTION_FUNCTIONS: dict[str, Make] = {
    "count": _count,
    "sum": _sum,
    "max": _extreme,
    "min": _extreme,
    "some": _some,
    "no": _no,
    "all": _condition,
    "any": _condition,
    "first": _pick,
    "last": _pick,
    "only": _pick,
    "leaders": _leaders,
    "join": _join_list,
    "sets": _sets,
    "outside_in": _outside_in,
}

PIECE_FUNCTIONS: dict[str, Make] = {
    "above": _above,
    "where_is": _where_is,
}

PLACE_FUNCTIONS: dict[str, Make] = {
    "neighbours": _neighbours,
    "rows": _grid_lines,
    "columns": _grid_lines,
    "diagonals": _grid_lines,
    "ray": _ray,
    "step": _step,
    "turn": _turn,
    "lines": _lines,
    "line": _line,
    "across": _across,
    "ends": _ends,
}

AREA_FUNCTIONS: dict[str, Make] = {
    "connected": _connected,
    "groups": _groups,
    "reach": _reach,
    "distance": _distance,
}

MAKERS: dict[str, Make] = {
    **COLLECTION_FUNCTIONS,
    **PIECE_FUNCTIONS,
    **PLACE_FUNCTIONS,
    **AREA_FUNCTIONS,
    "mod": _mod,
    "left": _neighbour,
    "right": _neighbour,
}
"""How the formula of each call is made; its arguments are counted before."""
