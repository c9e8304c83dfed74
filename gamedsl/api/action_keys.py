"""Identifies the answers to open steps, independent of position and match. The numbers of actions are made from these keys.

An answer is identified by the decision, the kind and name of the step, and a *key*: its meaning, in numbers. Zones that belong to players are counted from
the choosing seat, so that a card of one's own hand has the same key for all seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import TypeAlias

from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.bytes.scales import kinds_of, scale_of
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl.graph.model.types import Value
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Step, StepOption
from gamedsl_interpreter.plans.elements import element_type, is_counted
from gamedsl_interpreter.plans.piece_places import PiecePlaces
from gamedsl_interpreter.things import Kind, Piece, Place, Seat, Thing, Things, Word, Zone
from gamedsl_interpreter.wording.texts import Texts

Key: TypeAlias = "int | str | tuple[Key, ...] | None"
"""The meaning of an answer."""
Asked: TypeAlias = tuple[str, str, str]
"""The decision, kind and name of a step."""

MOST = 1 << 17
"""Answers of selections with more values than this are not numbered."""
_MOST_LISTS = 4096
"""If a type has at most this many lists, they are identified by their content, else by their index among the options."""
ONLY: Asked = ("", "only", "")


class Keys:
    """The keys of the answers in one Game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._turn_zones = _turn_zones(game)

    def of(self, thing: Thing, seat: int) -> Key:
        """Returns the key of a thing, for the seat that chooses it."""
        match thing:
            case Place(board, _, number) | Word(board, _, number):
                return board, number
            case Piece(Kind(_, _, kind), zone):
                return "piece", kind, -1 if zone is None else self._turn_zones[seat][zone.number]
            case None:
                return None
            case int():
                return int(thing)
            case Seat(number):
                return "seat", number
            case Kind(_, _, number):
                return "kind", number
            case Zone():
                return "zone", self._turn_zones[seat][thing.number]
            case tuple():
                return tuple(self.of(one, seat) for one in thing)
            case _:
                raise ArgumentError(f"{thing!r} is no answer to a step")

    def answer(self, step: Step, option: StepOption, seat: int) -> Key:
        """Returns the key of an option of a step."""
        match step.kind:
            case "one":
                return self.of(option.thing, seat)
            case "group":
                return self.of(step.topic, seat), self.of(option.thing, seat)
            case "count" | "member":
                return self.of(step.topic, seat), option.value
            case "menu":
                return option.value, option.text
            case _:
                return option.value


def question_key(step: Step) -> Asked:
    """Returns a key shared by all steps whose options mean the same."""
    return ONLY if step.kind == "only" else (step.decision, step.kind, step.name)


def ordinal(value: int) -> Key:
    """Returns the key of an answer that is identified only by its index among the options."""
    return "option", value


def _turn_zones(game: Game) -> tuple[tuple[int, ...], ...]:
    """Maps each seat and zone to the zone that has the same relation to seat 0 as this one has to the seat."""
    specs = sorted(game.zones, key=lambda spec: spec.base)
    return tuple(tuple(zone for spec in specs for zone in _turn_family(spec, seat)) for seat in range(len(game.seats)))


def _turn_family(spec: ZoneSpec, seat: int) -> Iterator[int]:
    number = len(spec.start)
    if not (spec.owned and spec.dimensions and isinstance(spec.dimensions[0].type, types.Player)):
        return iter(range(spec.base, spec.base + number))
    each = number // spec.dimensions[0].size
    return (spec.base + (i - seat * each) % number for i in range(number))


# ---------------------------------------------------------------- all answers of a Game


@frozen
class Answer:
    """An answer that can be given somewhere in the game, and its text."""

    asked: Asked
    key: Key
    text: str


def answers(game: Game) -> Iterator[Answer]:
    """Yields all answers in the order of the rules, some repeatedly. Raises ArgumentError if a selection has too many."""
    listing = _Listing(game)
    for node in game.nodes:
        if isinstance(node, DecisionNode | TogetherNode):
            for plan in plans(node.plan):
                yield from listing.of_plan(node.plan.name, plan)


def most_moves(game: Game) -> int | None:
    """Returns the most complete moves of any decision, as far as the rules tell without playing; None if a selection takes several things, or above
    131,072. Raises ArgumentError as `answers` does."""
    listing, most = _Listing(game), 1
    for node in game.nodes:
        if isinstance(node, DecisionNode | TogetherNode):
            found = listing.moves_of(node.plan)
            if found is None or found > MOST:
                return None
            most = max(most, found)
    return most


class _Listing:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._keys = Keys(game)
        self._places = PiecePlaces(game)
        self._things = Things(game)
        # Zones are named by their owner's position relative to the choosing seat.
        others = (f"+{i}" for i in range(1, len(game.seats)))
        self._zones = Texts(evolve(game, seats=("own", *others))).zones
        self._texts = Texts(game)

    def of_plan(self, decision: str, plan: Plan) -> Iterator[Answer]:
        if plan.gate == "may":
            for value, text in enumerate((f"take {plan.name}", f"no {plan.name}")):
                yield Answer((decision, "gate", plan.name), value, text)
        for part in plan.parts:
            if isinstance(part, YesNo):
                for value, text in enumerate(("no", "yes")):
                    yield Answer((decision, "yes_no", part.name), value, f"{decision}({part.name} = {text})")
            elif isinstance(part, Select):
                yield from self._list_selection(decision, part)
        for value, line in enumerate(plan.menu or ()):
            yield Answer((decision, "menu", plan.name), (value, line.name), f"{plan.name}: {line.name}")

    def moves_of(self, plan: Plan) -> int | None:
        """Returns an upper bound on the moves of a plan; None if it depends on how many things are chosen."""
        ways = 1
        for part in plan.parts:
            if isinstance(part, Select) and part.quantity != "one":
                return None
            if isinstance(part, Select | YesNo):
                ways *= 2 if isinstance(part, YesNo) else len(self._elements(part))
        lines = [self.moves_of(line) for line in plan.menu or ()]
        known = [most for most in lines if most is not None]
        if len(known) < len(lines):
            return None
        return (plan.gate_exit is not None) + ways * ((plan.exit is not None) + sum(known))

    def _list_selection(self, decision: str, part: Select) -> Iterator[Answer]:
        of = self._game.locals[part.local].type
        if part.quantity == "one":
            for key, text in self._elements(part):
                yield Answer((decision, "one", part.name), key, f"{decision}({part.name} = {text})")
        elif part.distinct is not None:
            for topic, apart in self._values(part.distinct.type, part):
                for key, text in [(None, "none"), *self._elements(part)]:
                    said = f"{decision}({part.name}[{apart}] = {text})"
                    yield Answer((decision, "group", part.name), (topic, key), said)
        elif is_counted(of):
            for key, text in self._elements(part):
                for n in range(self._count_copies(key, of) + 1):
                    yield Answer((decision, "count", part.name), (key, n), f"{decision}({part.name}: {n} {text})")
        else:
            for key, text in self._elements(part):
                for value, said in enumerate(("out", "in")):
                    answer = f"{decision}({part.name}: {text} {said})"
                    yield Answer((decision, "member", part.name), (key, value), answer)

    def _count_copies(self, key: Key, of: types.Type) -> int:
        """Returns how many copies of an element can be chosen at most."""
        most = of.most if isinstance(of, types.Pieces | types.Bag) else 1
        match key:
            case (("piece" | "kind"), int(kind), *_):
                other = self._game.kinds[kind].other
                copies = self._game.kinds[kind].copies + (0 if other is None else self._game.kinds[other].copies)
                return min(copies, most) if copies else most
            case _:
                return most

    # ------------------------------------------------------------ elements

    def _elements(self, part: Select) -> list[tuple[Key, str]]:
        """Returns the elements that a selection can offer, with their texts."""
        found: dict[Key, str] = {}
        for source in part.sources:
            of = element_type(source.type)
            if isinstance(types.plain(of), types.Piece):
                families = self._places.of(source)
                found |= dict(self._pieces(types.plain(of), families))
                if isinstance(of, types.Optional):
                    found[None] = "none"
            elif _has_scale(self._game, of) or not isinstance(source.type, types.ListOf):
                found |= dict(self._values(of, part))
            else:
                found |= {ordinal(i): f"option {i}" for i in range(min(source.type.most, MOST))}
        return list(found.items())

    def _pieces(self, of: types.Type, families: frozenset[types.ZoneId] | None) -> Iterator[tuple[Key, str]]:
        """Yields pieces at all places where they can lie. `families` are the zones that they can come from; None means all zones that accept them."""
        classes = of.classes if isinstance(of, types.Piece) else ()
        kinds = kinds_of(self._game, classes)
        if not families:
            for kind in kinds:
                yield ("piece", kind, -1), self._game.kinds[kind].name
        for number, spec in enumerate(self._game.zones):
            if number in families if families else families is None and set(classes) & set(spec.classes):
                held = set(kinds_of(self._game, spec.classes))
                for zone, kind in product(range(spec.base, spec.base + len(spec.start)), kinds):
                    if kind in held:
                        text = f"{self._game.kinds[kind].name} of {self._zones[zone]}"
                        yield ("piece", kind, zone), text

    def _values(self, of: types.Type, part: Select) -> Iterator[tuple[Key, str]]:
        found = islice(self._list_values(of), MOST + 1)
        for i, value in enumerate(found):
            if i == MOST:
                raise ArgumentError(f"the selection `{part.name}` has more than {MOST} values, too many to be numbered")
            yield self._keys.of(self._things.thing(value, of), 0), self._texts.value(value, of)

    def _list_values(self, of: types.Type) -> Iterable[Value]:
        """Yields all values of a type."""
        match of:
            case types.Optional(inner):
                yield from self._list_values(inner)
                yield None
            case types.ListOf(inner, most):
                for length in range(most + 1):
                    yield from product(tuple(self._list_values(inner)), repeat=length)
            case types.Zone():
                yield from range(sum(len(spec.start) for spec in self._game.zones))
            case types.Nothing():
                yield None
            case _:
                scale = scale_of(self._game, of)
                yield from map(scale.value, range(scale.count))


def _has_scale(game: Game, of: types.Type) -> bool:
    """Whether the values of a type can be listed."""
    match of:
        case types.Optional(inner):
            return _has_scale(game, inner)
        case types.ListOf(inner, most):
            return not isinstance(inner, types.ListOf) and scale_of(game, inner).count ** most <= _MOST_LISTS
        case types.SetOf() | types.Bag() | types.Pieces() | types.Ranking() | types.Unknown():
            return False
        case types.Zone() | types.Nothing():
            return True
        case _:
            return scale_of(game, of).count <= MOST
