"""Finds which fields and zones players see on the table and in logs."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import list_named_zones, list_read_fields, with_functions
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.types import FieldId, ZoneId

LAST_COUNTERS = frozenset(["last_turns", "last_rounds"])
"""Fields of the language that count the last turns and rounds: at 0 they say nothing, as these have not begun."""


def is_field_shown(game: Game, field: FieldId) -> bool:
    """Whether players see a field: it is not the compiler's own, and not declared `not shown`."""
    return not game.fields[field].hidden and field not in game.about.unshown_fields


def is_zone_shown(game: Game, zone: ZoneId) -> bool:
    """Whether players see a zone: it is not the compiler's own, and not declared `not shown`."""
    return not game.zones[zone].hidden and zone not in game.about.unshown_zones


def list_shown_fields(game: Game) -> frozenset[int]:
    """Returns the numbers of all instances of fields that players see."""
    return frozenset(spec.base + at for spec in fields_for_players(game) for at in range(len(spec.start)))


def list_shown_zones(game: Game) -> frozenset[int]:
    """Returns the numbers of all instances of zones that players see."""
    return frozenset(spec.base + at for spec in zones_for_players(game) for at in range(len(spec.start)))


def fields_for_players(game: Game) -> tuple[FieldSpec, ...]:
    """Returns the families of fields that players see."""
    return tuple(spec for number, spec in enumerate(game.fields) if is_field_shown(game, FieldId(number)))


def zones_for_players(game: Game) -> tuple[ZoneSpec, ...]:
    """Returns the families of zones that players see."""
    return tuple(spec for number, spec in enumerate(game.zones) if is_zone_shown(game, ZoneId(number)))


def list_counted_zones(game: Game) -> frozenset[ZoneId]:
    """Returns the zones from whose pieces points are counted."""
    counted = with_functions(game, tuple(game.functions[line.function].body for line in game.scores))
    return frozenset(one for one in list_named_zones(counted) if not game.zones[one].hidden)


def are_scores_shown(game: Game) -> bool:
    """Whether everybody sees everything from which points are computed."""
    counted = with_functions(game, tuple(game.functions[line.function].body for line in game.scores))
    fields = [game.fields[one] for one in list_read_fields(counted) if not game.fields[one].hidden]
    zones = [game.zones[one] for one in list_counted_zones(game)]
    return {one.visibility.who for one in fields} | {one.visibility.who for one in zones} <= {"everyone"}
