"""The layout of observations: the place, in a buffer of fixed length, of each part of what a seat sees. It depends on the Game alone.

| part | numbers |
|---|---|
| `seat` | one for each seat: 1 for the one that looks |
| `to_act` | one for each seat: 1 if it is to choose, as far as the seat may know |
| `phase` | one for each phase: 1 where the match stands |
| `steps` | 16: the steps already taken of the seat's open decision, the latest first, each one higher than its value; 0: none |
| a field | see `Values`; if not every seat sees the field, it is preceded by 1 if this seat does, else 0 |
| a zone | how many pieces lie there (-1: not seen), then how many of each kind of its classes (0: none, or not seen); of a pile then its top piece, by kinds |

What is not seen is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gamedsl.graph.bytes.scales import Scale, kinds_scale, scale_of
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, EndNode, TogetherNode
from gamedsl.values import frozen
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance

STEPS = 16
"""Steps of an open decision that are shown."""
_ONE_HOT = 32
"""The most values of a field that get a number each; a field with more values is one number."""
_MOST_ELEMENTS = 1024
"""Sets and bags over more elements than this are left out."""
_MOST_ITEMS = 64
"""Elements of lists that are shown."""


@frozen
class Values:
    """The encoding of the values of a type.

    `one_hot`: a number for each value (none last, if there may be none), 1 for the actual value: flags, and types of at most 32 values
    that are no integers. `number`: 1 if there is a value, then the value (its ordinal for types that are no integers). `counts` (sets and bags): how many of each
    element. `list`: the length, then each of up to 64 elements.
    """

    form: Literal["one_hot", "number", "counts", "list"]
    size: int
    scale: Scale
    items: Values | None = None


@frozen
class Part:
    """A part of observations: `size` numbers from `first` on. It shows a thing of kind `what` that the rules call `name`."""

    name: str
    what: Literal["seat", "to_act", "phase", "steps", "field", "zone"]
    first: int
    size: int


@frozen
class FieldPart:
    """The place of a field instance. `values_at` comes after the number that tells whether the seat sees the field, if there is one."""

    instance: int
    first: int
    values_at: int
    values: Values


@frozen
class ZonePart:
    """The place of a zone instance: the number of pieces, then counts by `kinds` from `kinds_at` on, then the top piece from `top_at` on (-1: no pile)."""

    instance: int
    first: int
    kinds_at: int
    top_at: int
    kinds: Scale


class ObservationSpace:
    """The meaning of the numbers of an observation: `size` of them, in consecutive `parts`. It is equal for all seats and positions of a game.

    `lossy` names the fields that are left out or shortened because of their type or size; `View` shows them.
    """

    def __init__(self, game: Game) -> None:
        """`observation_space(game)` makes one and keeps it."""
        self.game = game
        self._parts: list[Part] = []
        self._lossy: list[str] = []
        self.size = 0
        self.phases = {name: i for i, name in enumerate(dict.fromkeys(_phases(game)))}
        seats = len(game.seats)
        self.seat_at = self._add("seat", "seat", seats)
        self.to_act_at = self._add("to_act", "to_act", seats)
        self.phase_at = self._add("phase", "phase", len(self.phases))
        self.steps_at = self._add("steps", "steps", STEPS)
        texts = Texts(game)
        self.field_parts = tuple(self._fields(texts))
        self.zone_parts = tuple(self._zones(texts))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts, in order."""
        return tuple(self._parts)

    @property
    def lossy(self) -> tuple[str, ...]:
        """The fields that are not shown in full."""
        return tuple(self._lossy)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"ObservationSpace({self.game.name}, {self.size} numbers in {len(self._parts)} parts)"

    def _add(self, name: str, what: Literal["seat", "to_act", "phase", "steps", "field", "zone"], size: int) -> int:
        first = self.size
        self._parts.append(Part(name, what, first, size))
        self.size += size
        return first

    def _fields(self, texts: Texts) -> Iterator[FieldPart]:
        for instance, spec in enumerate(specs_by_instance(self.game)[0]):
            if spec.hidden:
                continue
            values = _values(self.game, spec.type)
            name = texts.fields[instance]
            if values is None or (isinstance(spec.type, types.ListOf) and spec.type.most > _MOST_ITEMS):
                self._lossy.append(name)
            if values is not None:
                flag = int(spec.visibility.who != "everyone")
                first = self._add(name, "field", flag + values.size)
                yield FieldPart(instance, first, first + flag, values)

    def _zones(self, texts: Texts) -> Iterator[ZonePart]:
        for instance, spec in enumerate(specs_by_instance(self.game)[1]):
            if spec.hidden:
                continue
            kinds = kinds_scale(self.game, spec.classes)
            is_pile = spec.form == "pile"
            first = self._add(texts.zones[instance], "zone", 1 + kinds.count * (1 + is_pile))
            yield ZonePart(instance, first, first + 1, first + 1 + kinds.count if is_pile else -1, kinds)


def _phases(game: Game) -> Iterator[str]:
    for node in game.nodes:
        if isinstance(node, DecisionNode | TogetherNode | ChanceNode | EndNode):
            yield node.cluster


def _values(game: Game, of: types.Type) -> Values | None:
    """Returns the encoding of a type; None for types that are not shown."""
    match of:
        case types.SetOf(inner) | types.Bag(inner):
            scale = _scale(game, inner)
            return None if scale is None or scale.count > _MOST_ELEMENTS else Values("counts", scale.count, scale)
        case types.ListOf(inner, most):
            items = _values(game, inner)
            if items is None or items.form in ("counts", "list"):
                return None
            return Values("list", 1 + min(most, _MOST_ITEMS) * items.size, items.scale, items)
        case _:
            inner = types.plain(of)
            scale = _scale(game, inner)
            if scale is None:
                return None
            number = scale.count + isinstance(of, types.Optional)
            is_number = isinstance(inner, types.Int) or number > _ONE_HOT
            return Values("number", 2, scale) if is_number else Values("one_hot", number, scale)


def _scale(game: Game, of: types.Type) -> Scale | None:
    """The scale of a scalar type."""
    match of:
        case types.Flag() | types.Int() | types.Enum() | types.Position() | types.Player() | types.Row():
            return scale_of(game, of)
        case types.Direction() | types.Kind():
            return scale_of(game, of)
        case _:
            return None
