"""Finds the pieces that somebody has chosen where all see them go. The event of a choice never names pieces: `page/src/told/moved.ts` follows the same rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import cast

from gamedsl.graph.analysis.filters import remove_filters
from gamedsl.graph.analysis.walk import list_named_zones, plans_at
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Select
from gamedsl.table.logs.folding import Folding, read_move
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Event


@frozen
class _Selection:
    """A selection of an action: the families of the zones from which it takes one piece, and the components of the piece. Both are empty for others."""

    name: str
    families: frozenset[str] = frozenset()
    components: frozenset[str] = frozenset()


class MovedChoices:
    """The choices of pieces in one game."""

    def __init__(self, game: Game, folding: Folding) -> None:
        self._game = game
        self._folding = folding

    def segments(self, events: Sequence[Event], first: int) -> Iterator[tuple[int, Sequence[Event], Sequence[Event]]]:
        """Yields consecutive choices and their effects, with the number of the first event, which `first` is for the first of all."""
        begin, at = 0, 0
        while at < len(events):
            while at < len(events) and events[at].data[0] == "choose":
                at += 1
            middle = at
            while at < len(events) and events[at].data[0] != "choose":
                at += 1
            choices, followed = events[begin:middle], events[middle:at]
            # What follows from choices that were made together belongs to none of them.
            yield (
                first + begin,
                [self.complete(one, followed) for one in choices] if len(choices) == 1 else choices,
                followed,
            )
            begin = at

    def complete(self, event: Event, followed: Sequence[Event]) -> Event:
        """Returns the event of a choice with the pieces that it chose, as far as one move alone among the events that `followed` shows each of them."""
        data = event.data
        if len(data) < 3 or not isinstance(data[2], tuple):
            return event
        parts = cast("tuple[tuple[str, bool, tuple[tuple[str, str], ...]], ...]", data[2])
        told = tuple(
            (name, declined, values if declined else (*self._with_pieces(name, values, followed),))
            for name, declined, values in parts
        )
        return event if told == parts else evolve(event, data=(*data[:2], told, *data[3:]))

    def _with_pieces(
        self, plan: str, values: Sequence[tuple[str, str]], followed: Sequence[Event]
    ) -> Iterator[tuple[str, str]]:
        known = dict(values)
        selections = self._selections.get(plan, ())
        for one in selections:
            if one.name in known:
                yield one.name, known[one.name]
            elif one.families and (kind := self._find_moved(one, followed)) is not None:
                yield one.name, kind
        yield from ((name, value) for name, value in values if name not in {one.name for one in selections})

    def _find_moved(self, selection: _Selection, followed: Sequence[Event]) -> str | None:
        """Returns the kind of the only piece that has left the zones of a selection; None if there are several, or if it is not seen."""
        moves = [read_move(event) for event in followed if event.data[0] == "move"]
        left = [one for one in moves if self._folding.zones[one.sources[0]].spec.name in selection.families]
        if len(left) != 1 or len(left[0].pieces) != 1:
            return None
        kind, count = left[0].pieces[0]
        return kind if count == 1 and self._components.get(kind) in selection.components else None

    @cached_property
    def _components(self) -> dict[str, str]:
        """The name of the component of each kind, by the kind's name."""
        return {kind.name: self._game.classes[kind.cls].name for kind in self._game.kinds}

    @cached_property
    def _selections(self) -> dict[str, tuple[_Selection, ...]]:
        """The selections of each action or phase, by its name; those that differ from one choice to the next are left out."""
        found: dict[str, set[tuple[_Selection, ...]]] = {}
        for plan in (one for node in self._game.nodes for one in plans_at(node)):
            found.setdefault(plan.name, set()).add(tuple(self._list_selections(plan)))
        return {name: next(iter(several)) for name, several in found.items() if len(several) == 1}

    def _list_selections(self, plan: Plan) -> Iterator[_Selection]:
        game = self._game
        for part in plan.parts:
            if not isinstance(part, Select):
                continue
            of = game.locals[part.local].type
            if part.quantity != "one" or part.secret or not isinstance(of, types.Piece):
                yield _Selection(part.name)
                continue
            zones = (zone for source in part.sources for zone in list_named_zones(remove_filters(source)))
            components = (game.classes[one].name for one in of.classes)
            yield _Selection(part.name, frozenset(game.zones[zone].name for zone in zones), frozenset(components))
