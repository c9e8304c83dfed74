"""Finds places of boards `each player` that come from another player: a place has no owner, so its fields would be read from another board than it seems."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import children
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import LocalId, Player, Position, Type
from gamedsl.semantics.model.types import element_of, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.names import WhoseBoard
from gamedsl.source import Span


def check_owner(world: World, place: expressions.Expr, acting: expressions.Expr, name: str, span: Span) -> None:
    """Reports a place that comes from another player than the one whose field or zone `name` of this place is read. Of a parameter the calls are checked."""
    _check(world, place, acting, WhoseBoard(span, name))


def check_argument(
    world: World, parameter: LocalId, argument: expressions.Expr, acting: expressions.Expr | None, span: Span
) -> None:
    """Reports an argument that comes from another player, if the fields of the parameter are read as those of the player who acts."""
    if parameter in world.read_as_own and acting is not None:
        _check(world, argument, acting, WhoseBoard(span, world.locals[parameter].name, is_parameter=True))


def _check(world: World, place: expressions.Expr, acting: expressions.Expr, problem: WhoseBoard) -> None:
    if not _holds_own_places(world, place.type):
        return
    for source in _sources(world, place):
        if isinstance(source, expressions.Local) and not isinstance(source.type, Player):
            world.read_as_own.add(source.id)
        elif not _is_acting(world, source, acting):
            world.problem(problem)
            return


def _is_acting(world: World, player: expressions.Expr, acting: expressions.Expr) -> bool:
    """Whether a player is the one who acts. Bare names are never another player's, also if somebody else acts now (`as p:`)."""
    if isinstance(player, expressions.Local) and (player.id in world.owners or world.locals[player.id].name == "me"):
        return True
    return player == acting


def _holds_own_places(world: World, type_: Type) -> bool:
    inner: Type | None = plain(type_)
    while inner is not None and not isinstance(inner, Position):
        of = element_of(inner)
        inner = None if of is None or of == inner else plain(of)
    if inner is None:
        return False
    board = world.boards[inner.board]
    parts = [world.boards[b] for b, _ in board.parts] if board.kind == "union" else [board]
    return any(part.spec.name in world.own_boards for part in parts)


def _sources(world: World, expr: expressions.Expr) -> Iterator[expressions.Expr]:
    """Yields the players from whom places come, and the parameters that hold them."""
    match expr:
        case expressions.FieldAt(field, index):
            of = world.fields[field].dimensions
            if of and isinstance(of[0].type, Player):
                yield index[0]
        case expressions.Call(_, args):
            yield from (arg for arg in args if isinstance(plain(arg.type), Player))
            yield from _inside(world, args)
        case expressions.Local(id_) if id_ in world.origins:
            yield from (source for origin in world.origins[id_] for source in _sources(world, origin))
        case expressions.Local():
            yield expr
        case expressions.MapList(_, _, body) | expressions.FlatMap(_, _, body) | expressions.Distinct(_, _, body):
            yield from _sources(world, body)
        case _:
            yield from _inside(world, tuple(children(expr)))


def _inside(world: World, parts: tuple[expressions.Expr, ...]) -> Iterator[expressions.Expr]:
    for part in parts:
        if _holds_own_places(world, part.type):
            yield from _sources(world, part)
