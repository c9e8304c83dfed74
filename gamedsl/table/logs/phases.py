"""Finds the phases in which play continues after a move, so that their effects are not told as those of its player."""

from __future__ import annotations

from typing import Protocol, cast

from gamedsl_interpreter.engine import Engine, Move, State


class _Observing(Protocol):
    """An executor that says in which parts of the rules something was observed."""

    def observe_phases(
        self, state: State, seat: int, move: Move, looker: int | None
    ) -> tuple[tuple[str, int], ...]: ...


def find_phases(
    engine: Engine[State], before: State, after: State, move: Move, seat: int, looker: int
) -> dict[int, str]:
    """Returns the parts of the rules in which play continues after a move of a seat, each by the number of the first observation of `looker` in the part or
    later."""
    game = engine.game
    if len({node.cluster for node in game.nodes}) == 1:
        return {}
    observed = cast("_Observing", engine).observe_phases(before, seat, move, looker)
    end = len(engine.view(after, looker).events)
    return {end - last: part for part, last in observed if last}
