"""Checks statements about hidden pieces: `draw`, `shuffle`, `peek`, `reveal`."""

from __future__ import annotations

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import Int, ListOf, Piece, Pieces, Type, Zone, plain
from gamedsl.semantics.construction import conversions, sure
from gamedsl.semantics.construction.constants import is_broken, refuse
from gamedsl.semantics.formulas.collections import scope_of_element
from gamedsl.semantics.formulas.pile_ends import must_leave_from_top
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import Idle
from gamedsl.semantics.problems.kinds_and_zones import NamedDraw, NoBottom, NotAZone
from gamedsl.semantics.problems.names import NobodyActs
from gamedsl.semantics.state.zones import zone_for_drawing
from gamedsl.semantics.statements.moves import check_classes, pieces_to_move, zone_of
from gamedsl.semantics.statements.statement_context import StatementContext
from gamedsl.source import Span
from gamedsl.syntax.guessing.foreign_words import PIECE_WORDS
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree import statements as written
from gamedsl.syntax.tree.walk import split_count


def _number_of(world: World, node: written.Draw, scope: Scope) -> expressions.Expr:
    """Checks how many pieces are drawn. A draw must not name the pieces."""
    counted = split_count(node.number)
    if counted is None:
        return world.check.integer(node.number, scope)
    number, piece = counted
    is_component = isinstance(piece, formulas.Name) and _names_pieces(world, piece.id)
    first = Span(node.span.source, node.span.start, node.span.start + len("draw"))
    source = node.source.source if isinstance(node.source, formulas.Filter) else node.source
    return refuse(world, NamedDraw(node.number.span, number, words(piece), words(source), is_component, first))


def _names_pieces(world: World, name: str) -> bool:
    """Whether a name is that of a component in the singular or the plural, or a word for pieces that the rules give no other meaning."""
    forms = (name, f"{name}s", name.removesuffix("s"))
    is_known = name in world.symbols or name in world.values
    return any(isinstance(world.symbols.get(one), ClassSymbol) for one in forms) or (
        name in PIECE_WORDS and not is_known
    )


def draw(
    world: World, node: written.Draw, scope: Scope, context: StatementContext
) -> tuple[list[source_statements.Stmt], Scope]:
    number = _number_of(world, node, scope)
    element: expressions.Local | None = None
    condition: expressions.Expr | None = None
    source_node = node.source
    if isinstance(source_node, formulas.Filter):
        source = zone_of(world, source_node.source, scope)
        if source is not None and isinstance(source.type, Zone):
            element = world.local("it", Piece(source.type.classes))
            inner = scope_of_element(world, scope, element, "it", source_node.name)
            condition = world.check.flag(source_node.condition, inner)
    else:
        source = zone_of(world, source_node, scope)
    to = zone_of(world, node.target, scope)
    if source is None or to is None or is_broken(number):
        return [], scope
    check_classes(world, source, to, node.source)
    if node.is_below and isinstance(source.type, Zone) and source.type.form != "pile":
        world.problem(NoBottom(node.source.span, words(node.source)))
    if isinstance(number.type, Int):
        sure.note_nothing(world, node.number.span, number.type, Idle.DRAW)
    if not node.up_to and node.keep is None:
        sure.note_taken(world, node.span, number.type, source, to)
    site = world.site(node.span, scope.where)
    under = node.side == "under"
    local = element.id if element is not None else None
    if node.keep is None:
        return [statements.Draw(number, node.up_to, source, local, condition, to, under, site, node.is_below)], scope
    if scope.me is None:
        world.problem(NobodyActs(node.span, "keep"))
        return [], scope
    if not isinstance(source.type, Zone):
        world.problem(NotAZone(node.source.span, describe(world, source.type)))
        return [], scope
    scope.uses.me = True
    zone = zone_for_drawing(world, source.type.classes)
    drawn = expressions.ZoneAt(zone, (scope.me,), Zone(source.type.classes, "bag"), site)
    fewest, most = _least_and_most(node.keep)
    keep = world.check.integer(most, scope)
    least = None if fewest is None else world.check.integer(fewest, scope)
    rest = None if node.rest is None else zone_of(world, node.rest, scope)
    if rest is not None:
        check_classes(world, source, rest, node.source)
    high = keep.type.high if isinstance(keep.type, Int) else 1
    one = isinstance(keep, expressions.Const) and keep.value == 1 and least is None
    kept_type: Type = Piece(source.type.classes) if one else Pieces(source.type.classes, high)
    kept = world.local("kept", kept_type)
    choice_element = world.local("it", Piece(source.type.classes))
    context.note_selection(context.owner, "kept", kept_type, Piece(source.type.classes))
    draw = statements.Draw(number, node.up_to, source, local, condition, drawn, False, site, node.is_below)
    where, rest_under = (draw, scope.me, keep, kept.id, choice_element.id, to, under), node.rest_side == "under"
    return [source_statements.DrawKeep(*where, context.owner, site, least, rest, rest_under)], scope


def _least_and_most(keep: formulas.Expr) -> tuple[formulas.Expr | None, formulas.Expr]:
    """Returns the least number of pieces that are kept, if it is a range, and the greatest."""
    if isinstance(keep, formulas.Binary) and keep.op == "..":
        return keep.left, keep.right
    return None, keep


def shuffle(world: World, node: written.Shuffle, scope: Scope) -> list[source_statements.Stmt]:
    site = world.site(node.span, scope.where)
    if node.target is None:
        zone = zone_of(world, node.what, scope)
        return [] if zone is None else [statements.Shuffle(zone, None, None, False, site)]
    what = pieces_to_move(world, node.what, None, None, scope)
    into = zone_of(world, node.target, scope)
    if what is None or into is None:
        return []
    must_leave_from_top(world, what, node.what.span)
    return [statements.Shuffle(None, what, into, node.side == "under", site)]


def peek(world: World, node: written.Peek, scope: Scope, context: StatementContext) -> list[source_statements.Stmt]:
    found = world.check.formula(node.zone, scope)
    pieces = conversions.as_pieces(world, found)
    if pieces is None or scope.me is None:
        if scope.me is None:
            world.problem(NobodyActs(node.span, "peek"))
        elif not is_broken(found):
            world.problem(NotAZone(node.zone.span, describe(world, found.type)))
        return []
    scope.uses.me = True
    context.zones_peeked.append(bare(pieces))
    made = _settle_order(world, found, node.span, scope)
    return [*made, statements.Peek(pieces, scope.me, node.unseen)]


def _settle_order(world: World, zone: expressions.Expr, span: Span, scope: Scope) -> list[source_statements.Stmt]:
    """Decides the order of a pile at which somebody looks; nothing for other zones, and where there is none."""
    of = plain(zone.type)
    is_pile = isinstance(of, Zone) and of.form == "pile"
    return [statements.Resolve(zone, None, world.site(span, scope.where))] if is_pile else []


def reveal(world: World, node: written.Reveal, scope: Scope) -> list[source_statements.Stmt]:
    """Builds a `reveal`: every player sees the pieces where they lie."""
    found = world.check.formula(node.zone, scope)
    pieces = conversions.as_pieces(world, found)
    if pieces is None:
        if not is_broken(found):
            world.problem(NotAZone(node.zone.span, describe(world, found.type)))
        return []
    made = _settle_order(world, found, node.span, scope)
    seat = world.local("seat", world.player)
    everybody = expressions.Const(tuple(range(len(world.seats))), ListOf(world.player, len(world.seats)))
    return [*made, statements.For((seat.id,), everybody, (statements.Peek(pieces, seat),))]
