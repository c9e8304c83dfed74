"""Reads steps that are given by a direction on the drawn board: `up`, `north`."""

from __future__ import annotations

from gamedsl.cli.choices.markers import Markers
from gamedsl.cli.printing.option_lists import MANY
from gamedsl.table.names import WAYS, Names, key
from gamedsl.table.steps import paths, step_after
from gamedsl_interpreter.engine import Engine, Move, State
from gamedsl_interpreter.things import Place

_STEPS = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}
"""Directions by how rows and columns change."""


class Directions:
    """Steps by direction in one game, in which each player has a marker on a board."""

    def __init__(self, engine: Engine[State], names: Names, markers: Markers) -> None:
        self._engine = engine
        self._names = names
        self._markers = markers

    def read(self, state: State, seat: int, text: str) -> Move | None:
        """Returns the only move that takes the marker of a seat in the direction that a text names; None if there is no such move, or if the text names no
        direction."""
        step = next((step for way, step in _STEPS.items() if key(text) in WAYS[way]), None)
        markers = self._markers.standing(self._engine.view(state, seat), seat)
        if step is None or not markers:
            return None
        found: list[Move] = []
        for move in self._moves(state, seat):
            places = [thing for choice in move.choices for _, thing in choice.values if isinstance(thing, Place)]
            for board, at in markers:
                spec = self._names.game.boards[board]
                if len(places) == 1 and places[0].board == spec.name:
                    row, column = spec.at[at]
                    gone = places[0].row - row, places[0].column - column
                    if gone != (0, 0) and gone == tuple(one * max(map(abs, gone)) for one in step):
                        found.append(move)
        return found[0] if len(found) == 1 else None

    def _moves(self, state: State, seat: int) -> list[Move]:
        """Returns the complete moves of a seat. At a menu, actions with too many moves are left out."""
        step = step_after(self._engine, state, seat, ())
        if isinstance(step, Move):
            return [step]
        begun = [(option.value,) for option in step.options] if step.kind == "menu" else [()]
        each = (paths(self._engine, state, seat, MANY, values) for values in begun)
        return [path.move for found in each for path in found or ()]
