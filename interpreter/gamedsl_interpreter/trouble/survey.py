"""Finds things that never happen in many matches: actions that cannot be taken, decisions with one answer, fields that never change, pieces that never move."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.types import Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, State, Step
from gamedsl_interpreter.trouble.attempts import Attempt, Pick


@frozen
class Idle:
    """The things that never happened: names, in the order of the rules. `single` are decisions that occurred, but with only one answer each time."""

    actions: tuple[str, ...]
    single: tuple[str, ...]
    fields: tuple[str, ...]
    kinds: tuple[str, ...]


class Survey:
    """Watches matches of one game, on an engine that also asks for forced moves (`Forced.ASKED`)."""

    def __init__(self, engine: Engine[State]) -> None:
        game = engine.game
        self._game = game
        self._coder = Coder(game)
        self._offered: set[str] = set()
        self._met: dict[str, bool] = {}
        self._first: tuple[list[Value], list[Value]] | None = None
        self._changed_fields: set[int] = set()
        self._zones: list[Value] = []
        self._stirred: set[int] = set()
        self._is_broken = False
        self.matches = 0

    def look(self, state: State) -> None:
        """Notes a position at which play stops."""
        _, fields, zones, _ = self._coder.decode(state.bytes)
        if self._first is None:
            self._first = ([value for spec in self._game.fields for value in spec.start], _start_zones(self._game))
        before_fields, before_zones = self._first
        for number, value in enumerate(fields):
            if number not in self._changed_fields and value != before_fields[number]:
                self._changed_fields.add(number)
        if len(self._stirred) == len(self._game.kinds):
            return
        for was, now in zip(before_zones, zones, strict=True):
            if was != now:
                self._stirred |= _kinds_that_differ(was, now)

    def watch(self, pick: Pick) -> Pick:
        """Wraps `pick`, and notes its choices."""

        def pick_noted(step: Step) -> int:
            if step.kind == "menu":
                self._offered.update(option.text for option in step.options)
            self._met[step.decision] = self._met.get(step.decision, False) or step.kind != "only"
            return pick(step)

        return pick_noted

    def note(self, one: Attempt) -> None:
        """Notes a match that was watched. No question is asked about a menu with one line left, so the moves are read too."""
        self._is_broken = self._is_broken or one.fault is not None
        for move in one.moves:
            self._offered.update(part.split("(")[0].strip() for part in move.text.split(", "))
        self.matches += 1

    def idle(self) -> Idle | None:
        """Returns the things that have not happened so far; None if a fault has ended a match, perhaps too early."""
        if self._is_broken:
            return None
        actions = dict.fromkeys(name for name in actions_of(self._game) if name not in self._offered)
        single = tuple(name for name, is_open in self._met.items() if not is_open)
        fields = tuple(spec.name for spec in self._game.fields if self._stays(spec))
        kinds = tuple(
            kind.name
            for number, kind in enumerate(self._game.kinds)
            if number not in self._stirred
            and any(_counts(zone).get(number, 0) > 0 for zone in _start_zones(self._game))
        )
        return Idle(tuple(actions), single, fields, kinds)

    def _stays(self, spec: FieldSpec) -> bool:
        return not spec.hidden and not any(spec.base + at in self._changed_fields for at in range(len(spec.start)))


def _start_zones(game: Game) -> list[Value]:
    return [tuple(content) for spec in game.zones for content in spec.start]


def actions_of(game: Game) -> Iterator[str]:
    """Yields the names of all lines of all menus."""
    for node in game.nodes:
        if isinstance(node, DecisionNode | TogetherNode):
            yield from _lines(node.plan)


def _lines(plan: Plan) -> Iterator[str]:
    for line in plan.menu or ():
        yield line.name
        yield from _lines(line)


def pairs_of(zone: Value) -> Iterator[tuple[int, int]]:
    """Yields the kinds in a bag or slot with their numbers; for a pile, segment by segment, from bottom to top."""
    for part in zone if isinstance(zone, tuple) else ():
        match part:
            case (int(kind), int(number)):
                yield kind, number
            case _:
                yield from pairs_of(part)


def _counts(zone: Value) -> dict[int, int]:
    """Counts the pieces of each kind in a zone."""
    found: dict[int, int] = {}
    for kind, number in pairs_of(zone):
        found[kind] = found.get(kind, 0) + number
    return found


def _kinds_that_differ(was: Value, now: Value) -> set[int]:
    before, after = _counts(was), _counts(now)
    return {kind for kind in {*before, *after} if before.get(kind, 0) != after.get(kind, 0)}
