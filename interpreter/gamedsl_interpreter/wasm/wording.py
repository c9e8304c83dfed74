"""Makes the words of moves and steps from tables and from the results of a search in the memory of the module.

A search that stops at a complete move leaves three things there: the exit of the move, the values of its selections, and the offer of each of them (see
`emit.planning.word_places`). An exit belongs to one way through a plan, so these suffice for the words. Only the move itself has to be searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl.graph.model.types import LocalId, SiteId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Step
from gamedsl_interpreter.plans.elements import element_type, is_counted, takes_pieces
from gamedsl_interpreter.things import Thing, Things
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_scalar
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace, WordPlaces
from gamedsl_interpreter.wasm.instances.memory_values import Reader, lanes_reader, reader, word
from gamedsl_interpreter.wording import steps as wording
from gamedsl_interpreter.wording.moves import MoveWords, Part, PlanSite, Vocabulary, plan_site
from gamedsl_interpreter.wording.steps import Open
from gamedsl_interpreter.wording.texts import Texts

_NO_KEY = 0x7FFFFFFF
_MOST_STEPS = 4096
"""The number that stands for none among the keys of groups (see `emit.multi_select`)."""

_Doubtful = dict[LocalId, frozenset[int]]


@frozen
class _Chosen:
    """A selection of a move: its part, the address of its value, the place of its offer, and the readers of both. `place` is None for a yes or no."""

    part: Select | YesNo
    at: int
    read: Reader
    place: OfferPlace | None
    element: types.Type
    read_element: Reader
    takes_pieces: bool
    kept: dict[Value, tuple[str, Thing]] | None
    """A cache of the words and things of elements, if they are numbers, places or other single values: these are never named with their place."""

    def entry(self, memory: memoryview, place: OfferPlace, i: int) -> Value:
        """Reads element i of the offer."""
        return self.read_element(memory, place.elements + place.step * i)


@frozen
class _Stage:
    """A plan on the way of a move: whether it was declined, and its selections otherwise."""

    plan: Plan
    site: PlanSite
    is_declined: bool
    chosen: tuple[_Chosen, ...]


@frozen
class _Decision:
    """A decision: for each exit the way through its plan."""

    name: str
    site: SiteId
    questions: tuple[tuple[str, str], ...]
    ways: dict[int, tuple[_Stage, ...]]


class Words:
    """The words of one module, for all threads. Tables are made when they are first needed."""

    def __init__(self, game: Game, places: WordPlaces) -> None:
        self._game = game
        self._places = places
        self._decisions: dict[int, _Decision] = {}
        self._readers: dict[types.Type, Reader] = {}
        self._fixed: dict[tuple[int, str], Open] = {}
        self._steps: dict[tuple[int, int, tuple[int, ...]], Step] = {}
        """The open steps of gates and menus, by node, kind of step, and values."""
        self._menus: dict[int, tuple[bool, ...]] = {}

    @cached_property
    def texts(self) -> Texts:
        """The names of the Game."""
        return Texts(self._game)

    @cached_property
    def things(self) -> Things:
        """The things of the Game."""
        return Things(self._game)

    @cached_property
    def _sites(self) -> dict[int, PlanSite]:
        """The plans of decisions by node, numbered consecutively."""
        sites: dict[int, PlanSite] = {}
        number = 0
        for i, node in enumerate(self._game.nodes):
            if isinstance(node, DecisionNode | TogetherNode):
                sites[i] = plan_site(self._game, node.plan, number)
                number += len(sites[i].all())
        return sites

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The tables for the words of all moves."""
        sites = [site for top in self._sites.values() for site in top.all()]
        return Vocabulary(sites, self.texts, self.things)

    # ------------------------------------------------------------ decisions

    def decision(self, node: int) -> _Decision:
        """Returns the decision at a node."""
        if node not in self._decisions:
            plan, top = self._plan(node), self._sites[node]
            ways = dict(self._walk_plan(self._places.offers[node], plan, top, ()))
            self._decisions[node] = _Decision(plan.name, plan.site, top.questions(), ways)
        return self._decisions[node]

    def _plan(self, node: int) -> Plan:
        decision = self._game.nodes[node]
        if not isinstance(decision, DecisionNode | TogetherNode):
            raise AssertionError("somebody acts only at decisions")
        return decision.plan

    def _walk_plan(
        self, offers: dict[LocalId, OfferPlace], plan: Plan, site: PlanSite, before: tuple[_Stage, ...]
    ) -> Iterator[tuple[int, tuple[_Stage, ...]]]:
        """Yields the exits of a plan, each with the stages that lead there."""
        if plan.gate_exit is not None:
            yield plan.gate_exit, (*before, _Stage(plan, site, True, ()))
        parts = [part for part in plan.parts if isinstance(part, Select | YesNo)]
        here = (*before, _Stage(plan, site, False, tuple(self._make_chosen(offers, part) for part in parts)))
        if plan.exit is not None:
            yield plan.exit, here
        for line, inner in zip(plan.menu or (), site.lines, strict=True):
            yield from self._walk_plan(offers, line, inner, here)

    def _make_chosen(self, offers: dict[LocalId, OfferPlace], part: Select | YesNo) -> _Chosen:
        of = self._game.locals[part.local].type
        element = of if isinstance(part, YesNo) else element_type(part.sources[0].type)
        return _Chosen(
            part=part,
            at=self._places.locals[part.local],
            read=self.local_reader(part.local),
            place=None if isinstance(part, YesNo) else offers[part.local],
            element=element,
            read_element=self.reader(element),
            takes_pieces=takes_pieces(element),
            kept={} if is_scalar(element) else None,
        )

    def local_reader(self, local: LocalId) -> Reader:
        """Returns a reader of a local at its place."""
        slots = self._places.lanes.get(local)
        return self.reader(self._game.locals[local].type) if slots is None else lanes_reader(slots)

    def reader(self, of: types.Type) -> Reader:
        """Returns a reader of values of a type."""
        if of not in self._readers:
            below = self._places.has_numbers_below
            self._readers[of] = reader(self._game, of, has_numbers_below=below)
        return self._readers[of]

    # ------------------------------------------------------------ moves

    def move(self, memory: memoryview, exit_number: int, node: int) -> MoveWords:
        """Returns the words of the move at which a search has just stopped."""
        way = self.decision(node).ways[exit_number]
        walk = tuple(
            [
                Part(stage.site.id, stage.is_declined, tuple([one.read(memory, one.at) for one in stage.chosen]))
                for stage in way
            ]
        )
        doubtful: _Doubtful = {
            one.part.local: self._find_doubtful(memory, one)
            for stage in way
            for one in stage.chosen
            if one.takes_pieces
        }
        return MoveWords(self.vocabulary, walk, doubtful)

    def simple(self, node: int, number: int) -> MoveWords:
        """Returns the words of a move of a decision that is one selection of a number or place."""
        ((stage,),) = (way for way in self.decision(node).ways.values() if not way[0].is_declined)
        (one,) = stage.chosen
        value: Value = bool(number) if isinstance(one.element, types.Flag) else number
        return MoveWords(self.vocabulary, (Part(stage.site.id, False, (value,)),), {})

    def _find_doubtful(self, memory: memoryview, one: _Chosen) -> frozenset[int]:
        """Returns the kinds that a selection offers from two zones."""
        place = one.place
        if place is None:
            return frozenset()
        seen: set[int] = set()
        twice: set[int] = set()
        for i in range(word(memory, place.count)):
            kind = word(memory, place.elements + place.step * i + 4)
            (twice if kind in seen else seen).add(kind)
        return frozenset(twice)

    # ------------------------------------------------------------ steps

    def menu(self, node: int) -> tuple[bool, ...]:
        """Returns the lines of the menu with which a decision opens: for each line, whether it is a whole move. The result is empty if the decision does not
        open with a menu."""
        if node not in self._menus:
            top = self._plan(node)
            opens = not _asks(top.parts) and top.gate != "may"
            self._menus[node] = tuple(map(_is_whole, top.menu or ())) if opens else ()
        return self._menus[node]

    def opening_menu(self, node: int, values: Sequence[int]) -> Step:
        """Makes the first step of a decision that opens with a menu."""
        decision = self.decision(node)
        return self._show_fixed(node, decision, self._menu(self._plan(node)), values)

    def only(self, node: int, move: MoveWords) -> Step:
        """Makes the step of a private decision with one move."""
        decision = self.decision(node)
        opened = wording.only_move(decision.name, move.text())
        return wording.show_step(self.things, decision.name, decision.questions, opened, (0,))

    def step(self, memory: memoryview, node: int, exit_number: int, depth: int, values: Sequence[int]) -> Step | None:
        """Makes step number `depth` of the move at which a search has just stopped, with its completable values. None if the module does not know the
        words of the step."""
        decision = self.decision(node)
        opened = self._open_at(memory, decision.ways[exit_number], depth)
        if opened is None:
            return None
        if opened.kind not in ("gate", "menu"):
            return wording.show_step(self.things, decision.name, decision.questions, opened, values)
        return self._show_fixed(node, decision, opened, values)

    def _show_fixed(self, node: int, decision: _Decision, opened: Open, values: Sequence[int]) -> Step:
        """Makes the step of a gate or menu."""
        key = node, id(opened), tuple(values)
        if key not in self._steps:
            if len(self._steps) >= _MOST_STEPS:
                self._steps.clear()
            self._steps[key] = wording.show_step(self.things, decision.name, decision.questions, opened, values)
        return self._steps[key]

    def _open_at(self, memory: memoryview, way: tuple[_Stage, ...], depth: int) -> Open | None:
        for stage in way:
            plan = stage.plan
            if plan.gate == "may" and plan.gate_exit is not None:
                if not depth:
                    return self._make_once(plan, "gate", lambda plan: wording.gate(plan.name))
                depth -= 1
            for one in stage.chosen:
                length = _length(memory, one)
                if depth < length:
                    return self._selection_step(memory, one, depth)
                depth -= length
            if plan.menu is not None and not stage.is_declined:
                if not depth:
                    return self._menu(plan)
                depth -= 1
        raise AssertionError("a move has the steps that lead to it")

    def _menu(self, plan: Plan) -> Open:
        return self._make_once(
            plan, "menu", lambda plan: wording.menu(plan.name, [line.name for line in plan.menu or ()])
        )

    def _make_once(self, plan: Plan, kind: str, make: Callable[[Plan], Open]) -> Open:
        """Returns the gate or menu of a plan: always the same object, because nothing in it depends on a position."""
        key = id(plan), kind
        if key not in self._fixed:
            self._fixed[key] = make(plan)
        return self._fixed[key]

    def _selection_step(self, memory: memoryview, one: _Chosen, i: int) -> Open | None:
        """Makes step i of a selection."""
        part, place = one.part, one.place
        if isinstance(part, YesNo) or place is None:
            return wording.yes_no(part.name, part.ask)
        doubtful = self._find_doubtful(memory, one) if one.takes_pieces else frozenset[int]()
        if part.quantity == "one":
            elements = _Elements(one, memory, place)
            return Open(
                kind="one",
                name=part.name,
                about="",
                text=lambda value: self._element_name(one, elements.at(value), doubtful),
                element=elements.at,
                of=one.element,
                ask=part.ask,
                kept=one.kept,
            )
        if part.distinct is not None:
            return self._group(memory, one, part, place, doubtful, i)
        element = one.entry(memory, place, i)
        counted = is_counted(self._game.locals[part.local].type)
        return Open(
            kind="count" if counted else "member",
            name=part.name,
            about=self._element_name(one, element, doubtful),
            text=str if counted else ("out", "in").__getitem__,
            topic=(element, one.element),
            ask=part.ask,
        )

    def _group(
        self, memory: memoryview, one: _Chosen, part: Select, place: OfferPlace, doubtful: frozenset[int], i: int
    ) -> Open | None:
        """Makes the step of group i: none of it, or one member."""
        if part.distinct is None or not place.keys:
            return None
        start, end = (word(memory, place.starts + 4 * k) for k in (i, i + 1))
        key = word(memory, place.keys + 4 * start)
        of = part.distinct.type
        inner = types.plain(of)
        value = None if key == _NO_KEY else bool(key) if isinstance(inner, types.Flag) else key
        ranks = [word(memory, place.order + 4 * k) for k in range(start, end)]
        elements = (None, *(one.entry(memory, place, rank) for rank in ranks))
        names = ["none", *(self._element_name(one, element, doubtful) for element in elements[1:])]
        return Open(
            kind="group",
            name=part.name,
            about=self.texts.value(value, of),
            text=names.__getitem__,
            element=elements.__getitem__,
            of=one.element,
            topic=(value, of),
            ask=part.ask,
        )

    def _element_name(self, one: _Chosen, element: Value, doubtful: frozenset[int]) -> str:
        match element:
            case (int(zone), int(kind)) if one.takes_pieces:
                return self.texts.piece(kind, zone, doubtful)
            case _:
                return self.texts.value(element, one.element)


def _asks(parts: Sequence[object]) -> bool:
    return any(isinstance(part, Select | YesNo) for part in parts)


def _is_whole(line: Plan) -> bool:
    """Whether a line of a menu asks no further questions."""
    return line.menu is None and line.gate != "may" and not _asks(line.parts)


@frozen
class _Elements:
    """The offer of a selection of one, read while the words of a step are made."""

    one: _Chosen
    memory: memoryview
    place: OfferPlace

    def at(self, value: int) -> Value:
        """Returns the element that a value stands for."""
        return self.one.entry(self.memory, self.place, value)


def _length(memory: memoryview, one: _Chosen) -> int:
    """Counts the steps of a selection."""
    if one.place is None or isinstance(one.part, YesNo) or one.part.quantity == "one":
        return 1
    return word(memory, one.place.groups if one.part.distinct is not None else one.place.count)
