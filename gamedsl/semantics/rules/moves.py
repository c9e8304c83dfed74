"""Moves of pieces: `move`, `swap`, `rotate`."""

from __future__ import annotations

from gamedsl.graph.model import expressions, statements
from gamedsl.graph.model.types import (
    FLAG,
    Bag,
    Enum,
    Int,
    Kind,
    ListOf,
    Optional,
    Piece,
    Pieces,
    SetOf,
    Zone,
)
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.formulas.comparisons import alike
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol, ZoneSymbol
from gamedsl.semantics.model.types import describe, most, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    CannotMove,
    Mismatch,
    Misplaced,
    NeedsOrder,
    NotAZone,
    UnknownName,
)
from gamedsl.syntax import tree


def zone_of(w: World, e: tree.Expr, scope: Scope) -> expressions.Expr | None:
    """A zone (instance) formula; where its owner may be none that is checked at run time."""
    found = w.check.formula(e, scope)
    if is_broken(found):
        return None
    if isinstance(found.type, Optional) and isinstance(found.type.of, Zone):
        found = facts.need(w, scope, found, e.span, words(e))
    if isinstance(found.type, Zone):
        return found
    w.problem(NotAZone(e.span, describe(w, found.type)))
    return None


def move(w: World, node: tree.Move, scope: Scope) -> list[statements.Stmt]:
    source = w.check.formula(node.source, scope) if node.source is not None else None
    to = zone_of(w, node.target, scope)
    what = moved(w, node.what, source, node.source, scope)
    if what is not None and node.quantity is not None:
        what = _so_many(w, node, node.quantity, what, scope)
    if what is None or to is None or (source is not None and is_broken(source)):
        return []
    site = w.site(node.span, scope.where)
    from_bottom = (
        isinstance(node.what, tree.Apply) and isinstance(node.what.of, tree.Name) and node.what.of.id == "first"
    )
    _check_order(w, what, to, node)
    check_classes(w, what, to, node.what)
    return [statements.Move(what, to, node.side == "under", from_bottom, site)]


def check_classes(w: World, what: expressions.Expr, to: expressions.Expr, node: tree.Expr) -> None:
    """A zone takes the pieces that it is declared for."""
    if not isinstance(what.type, Pieces | Piece | Zone) or not isinstance(to.type, Zone):
        return
    if what.type.classes and not set(what.type.classes) & set(to.type.classes):
        w.problem(Mismatch(node.span, describe(w, Pieces(to.type.classes, 1)), describe(w, what.type)))


def _so_many(
    w: World, node: tree.Move, quantity: tree.Quantity, what: expressions.Expr, scope: Scope
) -> expressions.Expr | None:
    """`move [up to] e of S`: so many pieces, where the position leaves no doubt which."""
    if not isinstance(what.type, Pieces):
        w.problem(CannotMove(node.what.span, describe(w, what.type)))
        return None
    if quantity.kind not in ("one", "up_to", "exactly"):
        w.problem(
            Misplaced(
                quantity.span,
                "this quantity",
                "`move` takes `one of`, `n of` or `up to n of`: choosing is done by `choose`",
            )
        )
        return None
    wanted = constants.number(1) if quantity.number is None else w.check.integer(quantity.number, scope)
    if not isinstance(wanted.type, Int):
        return None
    bound = max(0, min(wanted.type.high, what.type.most))
    site = w.site(node.span, scope.where)
    return expressions.TakeSome(wanted, what, quantity.kind == "up_to", Pieces(what.type.classes, bound), site)


def _check_order(w: World, what: expressions.Expr, to: expressions.Expr, node: tree.Move) -> None:
    """Several pieces from a heap onto a pile that everybody sees have no order."""
    if not isinstance(to.type, Zone) or to.type.form != "pile" or not isinstance(to, expressions.ZoneAt):
        return
    if w.zones[to.zone].visibility.who != "everyone" or not isinstance(what.type, Pieces) or what.type.most <= 1:
        return
    origin = facts.bare(what)
    ordered = (isinstance(origin, expressions.ZoneAt) and w.zones[origin.zone].form == "pile") or isinstance(
        origin, expressions.Some
    )
    if not ordered and len(w.kinds_of(what.type.classes)) > 1:
        w.problem(NeedsOrder(node.span, w.zones[to.zone].name))


def moved(
    w: World, e: tree.Expr, source: expressions.Expr | None, source_node: tree.Expr | None, scope: Scope
) -> expressions.Expr | None:
    """What a `move`, `swap` or `shuffle` takes, as Pieces with places."""
    lying = conversions.as_pieces(w, source) if source is not None else None
    if source is not None and lying is None:
        if not is_broken(source) and source_node is not None:
            w.problem(NotAZone(source_node.span, describe(w, source.type)))
        return None
    if isinstance(e, tree.SomeOf) and isinstance(symbol := w.symbols.get(e.name.text), ClassSymbol):
        return _some_of_class(w, e, symbol, lying, scope)
    if isinstance(e, tree.SomeOf) and (kinds := alike(w, tree.Name(e.name.text, span=e.name.span), scope)) is not None:
        return _some_of_kinds(w, e, kinds, lying, scope)
    expected = Kind(lying.type.classes) if lying is not None and isinstance(lying.type, Pieces) else None
    found = w.check.formula(
        e,
        scope,
        Bag(expected, 0) if expected is not None and isinstance(e, tree.ListLiteral | tree.SomeOf) else expected,
    )
    if is_broken(found):
        return None
    site = w.site(e.span, scope.where)
    if isinstance(plain(found.type), Zone | Pieces | Piece):
        pieces = conversions.as_pieces(w, found)
        if pieces is None or lying is None:
            return pieces
        return expressions.LyingIn(pieces, lying, pieces.type)
    bag = _as_kinds(w, found, expected)
    if bag is None or not isinstance(bag.type, Bag):
        w.problem(CannotMove(e.span, describe(w, found.type)))
        return None
    if lying is None:
        w.problem(CannotMove(e.span, describe(w, found.type) + " without a place: say `from` where"))
        return None
    return expressions.TakeFrom(
        bag, lying, Pieces(bag.type.of.classes if isinstance(bag.type.of, Kind) else (), bag.type.most), site
    )


def _some_of_class(
    w: World, e: tree.SomeOf, symbol: ClassSymbol, lying: expressions.Expr | None, scope: Scope
) -> expressions.Expr | None:
    site = w.site(e.span, scope.where)
    if lying is None or not isinstance(lying.type, Pieces):
        w.problem(CannotMove(e.span, f"{e.number} `{e.name.text}` without a place: say `from` where"))
        return None
    w.used.add(e.name.text)
    if set(lying.type.classes) == {symbol.id}:
        return expressions.TakeSome(constants.number(e.number), lying, False, Pieces((symbol.id,), e.number), site)
    kinds = expressions.Const(tuple(w.kinds_of((symbol.id,))), SetOf(Kind((symbol.id,))))
    return _some_of_kinds(w, e, kinds, lying, scope)


def _some_of_kinds(
    w: World, e: tree.SomeOf, kinds: expressions.Const, lying: expressions.Expr | None, scope: Scope
) -> expressions.Expr | None:
    """So many of the pieces there that are of one of the kinds."""
    if lying is None or not isinstance(lying.type, Pieces):
        w.problem(CannotMove(e.span, f"{e.number} `{e.name.text}` without a place: say `from` where"))
        return None
    classes = kinds.type.of.classes if isinstance(kinds.type, SetOf) and isinstance(kinds.type.of, Kind) else ()
    local = w.local("it", Piece(lying.type.classes))
    is_of = expressions.Has(kinds, expressions.KindOf(local, Kind(lying.type.classes)), FLAG)
    those = expressions.Filter(lying, local.id, is_of, Pieces(classes, lying.type.most))
    return expressions.TakeSome(
        constants.number(e.number), those, False, Pieces(classes, e.number), w.site(e.span, scope.where)
    )


def _as_kinds(w: World, found: expressions.Expr, expected: Kind | None) -> expressions.Expr | None:
    """Kinds, lists of kinds, and lists of values that name kinds, as a bag."""
    if expected is not None:
        if isinstance(plain(found.type), Enum):
            found = conversions.named_kind(w, found, expected) or found
        elif isinstance(found.type, ListOf | SetOf) and isinstance(found.type.of, Enum):
            local = w.local("it", found.type.of)
            named = conversions.named_kind(w, local, expected)
            if named is not None:
                mapped = expressions.MapList(found, local.id, named, ListOf(plain(named.type), most(w, found.type)))
                found = constants.folded(w, mapped, found)
    if isinstance(found.type, Kind):
        return expressions.MakeBag(((constants.number(1), found),), Bag(found.type, 1))
    return conversions.as_bag(w, found)


def swap(w: World, node: tree.Swap, scope: Scope) -> list[statements.Stmt]:
    first, second = w.check.formula(node.first, scope), w.check.formula(node.second, scope)
    if is_broken(first) or is_broken(second):
        return []
    site = w.site(node.span, scope.where)
    if isinstance(first.type, Zone) and isinstance(second.type, Zone):
        return [statements.SwapZones(first, second, site)]
    a, b = conversions.as_pieces(w, first), conversions.as_pieces(w, second)
    if a is None or b is None:
        wrong = node.first if a is None else node.second
        w.problem(CannotMove(wrong.span, describe(w, (first if a is None else second).type)))
        return []
    return [statements.SwapPieces(a, b, site)]


def rotate(w: World, node: tree.Rotate) -> list[statements.Stmt]:
    symbol = w.members.get("player", {}).get(node.zone.id) if isinstance(node.zone, tree.Name) else None
    if not isinstance(symbol, ZoneSymbol):
        zones = tuple(n for n, v in w.members.get("player", {}).items() if isinstance(v, ZoneSymbol))
        w.problem(UnknownName(node.zone.span, words(node.zone), "zone that every player has", zones))
        return []
    return [statements.Rotate(symbol.id, node.side)]
