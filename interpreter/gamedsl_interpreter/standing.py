"""Describes a position in a few words, for the `repr` of a state."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.bytes.codec import decode_cell
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.types import NodeId
from gamedsl_interpreter.origin import Origin


def standing(origin: Origin, node: NodeId, position: bytes, acting: Sequence[int] | None, *, is_over: bool) -> str:
    """Describes a position: `State(gloriana, round 3, work: Ann to choose)`. `acting` are the seats that have to choose, None if that is unknown. A state
    from another process does not know its game: `State(node 12)`."""
    game = origin.game
    if game is None:
        return f"State(node {node})"
    if is_over:
        return f"State({game.name}: over)"
    at = game.nodes[node]
    period = _round(game, position)
    where = game.name if period is None else f"{game.name}, round {period}"
    match at:
        case DecisionNode() | TogetherNode() if acting is None:
            who = "a seat to choose"
        case DecisionNode() | TogetherNode() if acting:
            who = f"{', '.join(game.seats[seat] for seat in acting)} to choose"
        case ChanceNode() | DecisionNode() | TogetherNode():
            who = "chance to decide"
        case _:
            return f"State({where})"
    return f"State({where}, {at.cluster}: {who})"


def _round(game: Game, position: bytes) -> int | None:
    """Returns the number of the round; None if the game does not count rounds."""
    field = game.builtins.round
    if field is None:
        return None
    instance = game.fields[field].base
    cell = next((cell for cell in game.layout.cells if cell.what == "field" and cell.id == instance), None)
    if cell is None:
        return None
    value = decode_cell(cell, position[cell.offset : cell.offset + cell.size], game)
    return value if isinstance(value, int) else None
