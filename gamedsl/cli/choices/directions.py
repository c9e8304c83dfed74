"""Reads steps by the direction in which they go on the drawn board: `up`, `north`."""

from __future__ import annotations

from functools import cached_property

from gamedsl.cards.faces import bare
from gamedsl.cards.table.places import where_of
from gamedsl.cli.choices.questions import MANY
from gamedsl.graph.model import types
from gamedsl.table.names import WAYS, Names, key
from gamedsl.table.steps import paths, step_after
from gamedsl_interpreter.engine import Engine, Move, State
from gamedsl_interpreter.things import Place
from gamedsl_interpreter.wording.texts import specs_by_instance

_STEPS = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}
"""Directions by how rows and columns change."""


class Directions:
    """Such steps in one game, in which each player has a marker on a board."""

    def __init__(self, engine: Engine[State], names: Names) -> None:
        self._engine = engine
        self._names = names

    def read(self, state: State, seat: int, text: str) -> Move | None:
        """Returns the only move that takes the marker of a seat in the direction that a text names; None if there is none, or if it is another text."""
        step = next((step for way, step in _STEPS.items() if key(text) in WAYS[way]), None)
        values = dict(self._engine.view(state, seat).fields)
        markers = [(board, values.get(name, "")) for name, board in self._markers.get(seat, {}).items()]
        if step is None or not markers:
            return None
        found: list[Move] = []
        for move in self._moves(state, seat):
            places = [thing for choice in move.choices for _, thing in choice.values if isinstance(thing, Place)]
            for board, name in markers:
                spec = self._names.game.boards[board]
                if len(places) == 1 and places[0].board == spec.name and name in spec.places:
                    row, column = spec.at[spec.places.index(name)]
                    gone = places[0].row - row, places[0].column - column
                    if gone != (0, 0) and gone == tuple(one * max(map(abs, gone)) for one in step):
                        found.append(move)
        return found[0] if len(found) == 1 else None

    def _moves(self, state: State, seat: int) -> list[Move]:
        """Returns the complete moves of a seat; of the actions of a menu those of each that has not too many."""
        step = step_after(self._engine, state, seat, ())
        if isinstance(step, Move):
            return [step]
        begun = [(option.value,) for option in step.options] if step.kind == "menu" else [()]
        each = (paths(self._engine, state, seat, MANY, values) for values in begun)
        return [path.move for found in each for path in found or ()]

    @cached_property
    def _markers(self) -> dict[int, dict[str, int]]:
        """The fields of each seat that say on which place it stands, with their boards."""
        specs, _ = specs_by_instance(self._names.game)
        found: dict[int, dict[str, int]] = {}
        for number, name in enumerate(self._names.texts.fields):
            spec = specs[number]
            of = bare(spec.type)
            where = where_of(self._names.game, spec.dimensions, number - spec.base)
            if isinstance(of, types.Position) and where.seat is not None and len(spec.dimensions) == 1:
                found.setdefault(where.seat, {})[name] = of.board
        return found
