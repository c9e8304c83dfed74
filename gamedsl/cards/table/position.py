"""The things on the table at a position, as far as a picture may show them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from gamedsl.cards.table.places import part_of, where_of
from gamedsl.graph.analysis.shown import list_shown_fields, list_shown_zones
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Dimension, Game
from gamedsl.graph.model.types import KindId, Value
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import View, ZoneView
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance


@frozen
class Lying:
    """The contents of a zone: kinds with their numbers (a pile from below), or None if they lie face down; `count` is None if nobody may count them."""

    contents: tuple[tuple[KindId, int], ...] | None
    count: int | None


@frozen
class Position:
    """The contents of a picture: zones and the values of fields, by their instances."""

    zones: Mapping[int, Lying]
    fields: Mapping[int, Value]


def position_of(
    engine: ReferenceEngine,
    state: ReferenceState,
    open_zones: Container[int] = (),
    open_fields: Container[int] = (),
) -> Position:
    """Returns the position as a spectator sees it. Zones in `open_zones` and fields in `open_fields` are also open if some player sees them, because a text
    mentions them anyway."""
    texts = Texts(engine.game)
    kinds = {name: KindId(i) for i, name in enumerate(texts.kinds)}
    zone_numbers = {name: i for i, name in enumerate(texts.zones)}
    field_numbers = {name: i for i, name in enumerate(texts.fields)}
    view = view_of(engine, state, open_zones, open_fields)
    zones = {zone_numbers[zone.name]: _lying(zone, kinds) for zone in view.zones}
    numbers = [field_numbers[name] for name, _ in view.fields]
    return Position(zones, {number: state.frame[number] for number in numbers})


def view_of(
    engine: ReferenceEngine,
    state: ReferenceState,
    open_zones: Container[int] = (),
    open_fields: Container[int] = (),
) -> View:
    """Returns the view of a spectator, limited to the things that pictures show. `open_zones` and `open_fields` are shown although only some seats see them."""
    texts = Texts(engine.game)
    zone_numbers = {name: i for i, name in enumerate(texts.zones)}
    field_numbers = {name: i for i, name in enumerate(texts.fields)}
    zones_seen, fields_seen = list_shown_zones(engine.game), list_shown_fields(engine.game)
    watched = engine.view(state, None)
    zones: dict[int, ZoneView] = {}
    fields: dict[int, tuple[str, str]] = {}
    for view in (watched, *(engine.view(state, seat) for seat in range(len(engine.game.seats)))):
        is_watching = view.seat is None
        for zone in view.zones:
            number = zone_numbers[zone.name]
            is_told = zone.contents is not None and number in open_zones
            if number in zones_seen and (is_watching or is_told):
                zones[number] = zone
        for name, value in view.fields:
            number = field_numbers[name]
            if number in fields_seen and (is_watching or number in open_fields):
                fields[number] = name, value
    return evolve(watched, zones=tuple(zones.values()), fields=tuple(fields.values()))


def _lying(zone: ZoneView, kinds: Mapping[str, KindId]) -> Lying:
    if zone.contents is None:
        return Lying(None, zone.count)
    return Lying(tuple((kinds[name], count) for name, count in zone.contents), zone.count)


class Places:
    """Finds the boards on whose places zones and fields are, by their instances."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._fields, self._zones = specs_by_instance(game)

    def of_zone(self, number: int) -> int | None:
        """Returns the board of a zone; None if it lies beside the boards."""
        return self._board(self._zones[number].dimensions, number - self._zones[number].base)

    def of_field(self, number: int) -> int | None:
        """Returns the board of a field; None if it belongs to no place."""
        return self._board(self._fields[number].dimensions, number - self._fields[number].base)

    def in_field(self, number: int, value: Value) -> int | None:
        """Returns the board on which a field's value stands, or to which the field's route belongs; None for other values."""
        spec = self._fields[number]
        of = types.plain(spec.type)
        if isinstance(of, types.Position):
            return part_of(self._game, of.board, value)[0] if isinstance(value, int) and value >= 0 else None
        kinds = [one.type.id for one in spec.dimensions if isinstance(one.type, types.Enum)]
        return next((i for i, one in enumerate(self._game.about.shapes) if one.ends and one.edges in kinds), None)

    def _board(self, dimensions: Sequence[Dimension], flat: int) -> int | None:
        where = where_of(self._game, dimensions, flat)
        return None if where.place is None else where.place[0]
