"""Finds moves that lead to the same position. A list needs only one of them."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.table.steps import Path
from gamedsl_interpreter.engine import Engine, Fault, State


def without_same(engine: Engine[State], state: State, seat: int, found: Sequence[Path]) -> Sequence[Path]:
    """Leaves out the moves that lead to the same position as an earlier one. Keeps all moves if something is hidden or chance follows: that two moves have
    the same result could reveal hidden facts."""
    if len(found) < 2 or hides(engine.game):
        return found
    kept: dict[object, Path] = {}
    for number, path in enumerate(found):
        try:
            after = engine.play(state, seat, path.move)
        except Fault:
            kept[number] = path
            continue
        is_certain = after.stream == state.stream
        kept.setdefault((after.bytes, engine.to_act(after)) if is_certain else number, path)
    return list(kept.values())
