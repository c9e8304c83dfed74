"""Markers of players that stand on boards without being pieces, and the places to which a choice moves them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from gamedsl.cards.faces import bare, entry
from gamedsl.cards.table.places import where_of
from gamedsl.cli.choices.told_moves import positions_to_try
from gamedsl.graph.model import types
from gamedsl.table.names import Names
from gamedsl_interpreter.engine import Engine, Fault, Move, State, View
from gamedsl_interpreter.wording.texts import specs_by_instance
from gamedsl_interpreter.worlds.lost import WorldsError


class Markers:
    """The markers of one game: fields that name a place, and numbers that count along a board of the look file."""

    def __init__(self, engine: Engine[State], names: Names) -> None:
        self._engine = engine
        self._names = names

    def standing(self, view: View, seat: int) -> list[tuple[int, int]]:
        """Returns the places of the markers of a seat: for each, its board and the number of its place."""
        return [place for name, value in view.fields for place in self._place(seat, name, value)]

    def goals(self, state: State, seat: int, moves: Sequence[Sequence[Move]]) -> list[str]:
        """Returns for each option the place to which it takes a marker of the seat; `moves` has the moves of each option. Empty for all options if one of
        them has no certain place, or if two lead to the same place."""
        try:
            tried = positions_to_try(self._engine, state, seat) if self.has_any(seat) else [state]
            found = [{self._goal(one, seat, move) for one in tried for move in each} for each in moves]
        except (Fault, WorldsError):
            return [""] * len(moves)
        told = [goal for goals in found if len(goals) == 1 for goal in goals if goal]
        return told if len(set(told)) == len(moves) else [""] * len(moves)

    def has_any(self, seat: int) -> bool:
        """Whether a seat has markers."""
        return bool(self._boards.get(seat))

    def _goal(self, state: State, seat: int, move: Move) -> str:
        """Returns the first place to which a move brings a marker of the seat; empty if there is none."""
        if not self.has_any(seat):
            return ""
        first = len(self._engine.view(state, seat).events)
        events = self._engine.view(self._engine.play(state, seat, move), seat).events[first:]
        changes = (event.data for event in events if event.data[0] == "field")
        places = (place for _, name, value, *_ in changes for place in self._place(seat, str(name), str(value)))
        return next((self._names.short_place(*place) for place in places), "")

    def _place(self, seat: int, name: str, value: str) -> Iterator[tuple[int, int]]:
        """Yields the place that a field of a seat means, if it is one of its markers."""
        board = self._boards.get(seat, {}).get(name)
        if board is None:
            return
        places = self._names.game.boards[board].places
        if value in places:
            yield board, places.index(value)
        elif value.isdigit():
            yield board, int(value) % len(places)

    @cached_property
    def _boards(self) -> dict[int, dict[str, int]]:
        """The fields of each seat that are markers, with their boards."""
        game = self._names.game
        specs, _ = specs_by_instance(game)
        numbers = {board.name: number for number, board in enumerate(game.boards)}
        found: dict[int, dict[str, int]] = {}
        for number, name in enumerate(self._names.texts.fields):
            spec = specs[number]
            of = bare(spec.type)
            where = where_of(game, spec.dimensions, number - spec.base)
            along = numbers.get(str(entry(self._names.look, "field", spec.name).get("board")))
            board = of.board if isinstance(of, types.Position) else along if isinstance(of, types.Int) else None
            if board is not None and where.seat is not None and len(spec.dimensions) == 1:
                found.setdefault(where.seat, {})[name] = board
        return found
