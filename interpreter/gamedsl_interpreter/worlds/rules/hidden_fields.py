"""Hidden fields: which of them hold unseen rolls, which cannot be sampled, and what else prevents sampling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.graph.analysis import walk
from gamedsl.graph.model.expressions import Convert, Expr, FieldAt, Local, ZoneAt
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.graph.model.nodes import ChanceNode, EffectNode
from gamedsl.graph.model.statements import Award, ResetFields, Roll, SetField
from gamedsl.graph.model.types import FieldId, NodeId


def find_kept_rolls(game: Game) -> dict[NodeId, tuple[SetField, ...]]:
    """Finds the unseen rolls, each with the assignments directly after it that store its result in fields of its seat."""
    found: dict[NodeId, tuple[SetField, ...]] = {}
    for number, node in enumerate(game.nodes):
        if isinstance(node, ChanceNode) and isinstance(node.event, Roll) and node.event.seat is not None:
            found[NodeId(number)] = tuple(_keeping(game, node, node.event))
    return found


def _keeping(game: Game, node: ChanceNode, roll: Roll) -> Iterator[SetField]:
    after = game.nodes[node.next]
    if not isinstance(after, EffectNode) or not _is_constant(game, roll):
        return
    for effect in after.body:
        if isinstance(effect, SetField) and effect.index == (roll.seat,) and _is_local(effect.value, roll):
            yield effect


def _is_local(value: Expr, roll: Roll) -> bool:
    while isinstance(value, Convert):
        value = value.operand
    return isinstance(value, Local) and value.id == roll.local


def _is_constant(game: Game, roll: Roll) -> bool:
    """Whether the sides of the roll and their number are equal in all positions, and a local says who rolls."""
    if not isinstance(roll.seat, Local):
        return False
    asked = (roll.source, roll.number)
    read = walk.with_functions(game, asked)
    return not any(isinstance(expr, FieldAt | ZoneAt) for expr in walk.expressions(read)) and not any(
        walk.free_locals(part) for part in asked if part is not None
    )


def unknown_fields(game: Game) -> tuple[FieldSpec, ...]:
    """Lists the hidden fields whose values do not come from unseen rolls alone: they cannot be sampled."""
    kept = find_kept_rolls(game)
    rolls = {id(stmt) for assignments in kept.values() for stmt in assignments}
    bodies = (*game.nodes, *(routine.body for routine in game.routines))
    written: set[FieldId] = set()
    for body in bodies:
        for stmt in walk.statements(body):
            match stmt:
                case SetField(field) if id(stmt) not in rolls:
                    written.add(field)
                case ResetFields(fields):
                    written.update(fields)
                case Award(field):
                    written.add(field)
                case _:
                    pass
    return tuple(
        spec
        for number, spec in enumerate(game.fields)
        if FieldId(number) in written and not spec.hidden and spec.visibility.who != "everyone"
    )


def hides_choices(game: Game) -> bool:
    """Whether hidden fields hold choices of players, or values computed from choices. Worlds are then drawn from whole courses of play."""
    return bool(unknown_fields(game))


def hides_pieces(game: Game) -> bool:
    """Whether somebody does not see the pieces of some zone."""
    return any(not spec.hidden and spec.visibility.who != "everyone" for spec in game.zones)


def unmade(game: Game) -> str:
    """Says why worlds can be sampled for no position; empty if they can."""
    uncounted = [spec.name for spec in game.zones if spec.visibility.count_hidden]
    if uncounted:
        return f"how many pieces lie in {_list_names(uncounted)} is hidden"
    return ""


def unmade_in_hosts(game: Game) -> str:
    """Says why hosts without Python cannot sample worlds, which cannot repeat unseen rolls either; empty if they can."""
    refused = unmade(game)
    if refused:
        return refused
    chosen = [spec.name for spec in unknown_fields(game)]
    if chosen:
        return f"what was chosen unseen for {_list_names(chosen)} is not made up here"
    rolled = {game.fields[one.field].name for kept in find_kept_rolls(game).values() for one in kept}
    return f"what was rolled unseen for {_list_names(sorted(rolled))} is not rolled again" if rolled else ""


def _list_names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
