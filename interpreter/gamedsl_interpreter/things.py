"""The things that moves choose, as objects of the game: places with their coordinates, kinds, zones, pieces, seats, words and numbers.

They hold everything that a host needs to draw a move, so it never has to read a text. Both executors give equal things.

| type in the rules | thing |
|---|---|
| flag | `bool` |
| number | `int` |
| place of a board | `Place` |
| player | `Seat` |
| value of a type or an option, row of a table, direction | `Word` |
| kind | `Kind` |
| zone | `Zone` |
| piece | `Piece` |
| pieces, bag | `Counted` |
| list, set | a tuple of things |
| ranking | a tuple of tuples of things |
| none | `None` |
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

from gamedsl.graph.model import shapes, types
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.types import NO_PLACE, SeatId, Value
from gamedsl.graph.text.names import instance_text, type_text, value_text
from gamedsl.json import Json
from gamedsl.values import frozen


@frozen
class Place:
    """A place of a board. `name` is its text in the rules, `number` its number from 0 in the board's order; `row` and `column` are where it is drawn,
    from 0."""

    board: str
    name: str
    number: int
    row: int
    column: int


@frozen
class Seat:
    """A seat, by its number from 0 and its name."""

    number: SeatId
    name: str


@frozen
class Word:
    """A value of a type, a row of a table, or a direction. `of` is the type's or table's name in the rules, `number` counts from 0."""

    of: str
    name: str
    number: int


@frozen
class Kind:
    """A kind of component; `number` counts the kinds of the whole game from 0."""

    component: str
    name: str
    number: int


@frozen
class Zone:
    """A zone. `family` is its name in the rules, and `index` selects one of the family (`Ann.hand`: the seat; `on[cell[1, 2]]`: the place)."""

    family: str
    index: tuple[Thing, ...]
    name: str
    number: int


@frozen
class Piece:
    """One piece, by its kind and its zone; `zone` is None if no place is known."""

    kind: Kind
    zone: Zone | None


@frozen
class Counted:
    """Things, each with its number."""

    entries: tuple[tuple[Thing, int], ...]


Thing: TypeAlias = "bool | int | Place | Seat | Word | Kind | Zone | Piece | Counted | tuple[Thing, ...] | None"


@frozen
class Choice:
    """The choices of a move in one rule or action: whether it was declined, and the selections by name, in written order."""

    name: str
    is_declined: bool
    values: tuple[tuple[str, Thing], ...]


class Things:
    """The things of one Game. Tables are made when they are first needed."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def thing(self, value: Value, of: types.Type) -> Thing:
        """Converts a value of a type to a thing."""
        match of, value:
            case _, None:
                return None
            case types.Optional(inner), _:
                return self.thing(value, inner)
            case types.Flag(), _:
                return bool(value)
            case types.Position(board), int():
                return self._places[board][value]
            case types.Player(), int():
                return Seat(SeatId(value), self._game.seats[value])
            case ((types.Enum() | types.Row() | types.Direction()), int()):
                return Word(self._name_of(of), value_text(self._game, value, of), value)
            case types.Kind(), int():
                return self._kinds[value]
            case types.Zone(), int():
                return self._zones[value]
            case types.Piece(), (int(zone), int(kind)):
                return self._piece(zone, kind)
            case _, int():
                return value
            case _, _:
                return self._collection(value, of)

    def _collection(self, value: Value, of: types.Type) -> Thing:
        match of:
            case types.Pieces():
                return Counted(tuple((self._piece(zone, kind), n) for zone, kind, n in shapes.piece_counts(value)))
            case types.Bag(inner):
                return Counted(tuple((self.thing(one, inner), n) for one, n in shapes.counts(value)))
            case types.Ranking(inner):
                groups = (shapes.parts(group) for group in shapes.parts(value))
                return tuple(tuple(self.thing(one, inner) for one in group) for group in groups)
            case types.ListOf(inner) | types.SetOf(inner):
                return tuple(self.thing(one, inner) for one in shapes.parts(value))
            case _:
                raise TypeError(f"{value!r} is no {type_text(self._game, of)}")

    def kind(self, number: int) -> Kind:
        """Returns the kind with a number."""
        return self._kinds[number]

    def _piece(self, zone: int, kind: int) -> Piece:
        return Piece(self._kinds[kind], None if zone == NO_PLACE else self._zones[zone])

    def _name_of(self, of: types.Enum | types.Row | types.Direction) -> str:
        match of:
            case types.Enum(id):
                return self._game.enums[id].name
            case types.Row(table):
                return self._game.tables[table].name
            case types.Direction():
                return "direction"

    @cached_property
    def _places(self) -> tuple[tuple[Place, ...], ...]:
        return tuple(
            tuple(
                Place(board.name, name, i, row, column)
                for i, (name, (row, column)) in enumerate(zip(board.places, board.at, strict=True))
            )
            for board in self._game.boards
        )

    @cached_property
    def _kinds(self) -> tuple[Kind, ...]:
        classes = self._game.classes
        return tuple(Kind(classes[kind.cls].name, kind.name, i) for i, kind in enumerate(self._game.kinds))

    @cached_property
    def _zones(self) -> tuple[Zone, ...]:
        specs = sorted(self._game.zones, key=lambda spec: spec.base)
        return tuple(zone for spec in specs for zone in self._family(spec))

    def _family(self, spec: ZoneSpec) -> Iterator[Zone]:
        for flat in range(len(spec.start)):
            name = instance_text(self._game, spec.name, spec.dimensions, spec.owned, flat)
            yield Zone(spec.name, self._index(spec, flat), name, spec.base + flat)

    def _index(self, spec: ZoneSpec, flat: int) -> tuple[Thing, ...]:
        index: list[Thing] = []
        for dimension in reversed(spec.dimensions):
            flat, at = divmod(flat, max(dimension.size, 1))
            value = at + dimension.low
            index.append(self.thing(value, dimension.type))
        return tuple(reversed(index))


def thing_json(thing: Thing) -> Json:
    """Writes a thing as JSON data: an object with `is` and the attributes of the class, counted things as pairs, tuples as lists."""
    match thing:
        case None | bool() | int():
            return thing
        case tuple():
            return [thing_json(one) for one in thing]
        case Place():
            at: list[Json] = [thing.row, thing.column]
            return {"is": "place", "board": thing.board, "name": thing.name, "number": thing.number, "at": at}
        case Seat():
            return {"is": "seat", "name": thing.name, "number": thing.number}
        case Word():
            return {"is": "word", "of": thing.of, "name": thing.name, "number": thing.number}
        case Kind():
            return {"is": "kind", "component": thing.component, "name": thing.name, "number": thing.number}
        case Zone():
            index: Json = [thing_json(one) for one in thing.index]
            return {"is": "zone", "family": thing.family, "index": index, "name": thing.name, "number": thing.number}
        case Piece():
            return {"is": "piece", "kind": thing_json(thing.kind), "zone": thing_json(thing.zone)}
        case Counted():
            entries: Json = [[thing_json(one), count] for one, count in thing.entries]
            return {"is": "counted", "entries": entries}
