"""Finds places of boards `each player` that come from another player. A place has no owner, so its fields would be read from another board than the rules
suggest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamedsl.graph.analysis.walk import children
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FunctionId, LocalId, Player, Position, Type, plain
from gamedsl.semantics.model.types import element_of
from gamedsl.semantics.model.world import PassedPlace, World
from gamedsl.semantics.problems.names import WhoseBoard
from gamedsl.source import Span


def check_owner(world: World, place: expressions.Expr, acting: expressions.Expr, name: str, span: Span) -> None:
    """Reports a place that comes from one player where the field or zone `name` is read from another player's board. For a parameter, its calls are checked."""
    _check(world, place, acting, WhoseBoard(span, name))


def note_arguments(
    world: World,
    called: FunctionId | str,
    arguments: Iterable[expressions.Expr],
    spans: Sequence[Span],
    acting: expressions.Expr | None,
) -> None:
    """Records the places of own boards that are passed to a function or to a rule of this name, with the player who acts there."""
    for number, (argument, span) in enumerate(zip(arguments, spans, strict=True)):
        if acting is not None and holds_own_places(world, argument.type):
            world.passed_places.append(PassedPlace(called, number - len(spans), argument, acting, span))


def check_arguments(world: World) -> None:
    """Reports arguments that come from another player, if fields of the parameter are read as those of the acting player. A parameter that is passed on to
    such a parameter counts as one, too, so the calls are searched until no parameter is added."""
    waiting = world.passed_places
    while True:
        found = [(passed, parameter) for passed in waiting if (parameter := _read_parameter(world, passed)) is not None]
        if not found:
            return
        for passed, parameter in found:
            waiting.remove(passed)
            problem = WhoseBoard(passed.span, world.locals[parameter].name, is_parameter=True)
            _check(world, passed.argument, passed.acting, problem)


def _read_parameter(world: World, passed: PassedPlace) -> LocalId | None:
    """Returns the parameter that takes the place, if its fields are read as those of the acting player."""
    if isinstance(passed.called, str):
        versions = world.parameters.get(passed.called, [])
    else:
        spec = world.functions[passed.called]
        versions = [] if spec is None else [spec.params]
    return next((v[passed.number] for v in versions if v[passed.number] in world.read_as_own), None)


def _check(world: World, place: expressions.Expr, acting: expressions.Expr, problem: WhoseBoard) -> None:
    if not holds_own_places(world, place.type):
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


def holds_own_places(world: World, type_: Type) -> bool:
    """Whether values of a type are places of a board `each player`, or hold such places."""
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
            yield from _walk_sources(world, args)
        case expressions.Local(id_) if id_ in world.origins:
            yield from (source for origin in world.origins[id_] for source in _sources(world, origin))
        case expressions.Local():
            yield expr
        case expressions.MapList(_, _, body) | expressions.FlatMap(_, _, body) | expressions.Distinct(_, _, body):
            yield from _sources(world, body)
        case _:
            yield from _walk_sources(world, tuple(children(expr)))


def _walk_sources(world: World, parts: tuple[expressions.Expr, ...]) -> Iterator[expressions.Expr]:
    for part in parts:
        if holds_own_places(world, part.type):
            yield from _sources(world, part)
