"""Moves that lead to the same position, of which one is enough in a list."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.table.steps import Path
from gamedsl_interpreter.engine import Engine, Fault, State


def without_same(engine: Engine[State], state: State, seat: int, found: Sequence[Path]) -> Sequence[Path]:
    """Leaves out the moves that lead to the same position as an earlier one. Where something is hidden or chance follows, all stay: that two moves come to the same
    would tell the seat what it cannot know."""
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
