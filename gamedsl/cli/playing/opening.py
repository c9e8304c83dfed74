"""Reveals at the end of a match the pieces from which points were counted: players lay them on the table, so that all can count."""

from __future__ import annotations

from gamedsl.graph.analysis.shown import list_counted_zones
from gamedsl.graph.model.types import SeatId
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Engine, State, View, ZoneView
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance


def open_counted(engine: Engine[State], state: State, view: View) -> View:
    """Returns a view in which the pieces that count for points are seen, as far as any player sees them."""
    game = engine.game
    _, families = specs_by_instance(game)
    counted = {game.zones[one] for one in list_counted_zones(game)}
    names = {name for name, spec in zip(Texts(game).zones, families, strict=True) if spec in counted}
    seen: dict[str, ZoneView] = {}
    for seat in range(len(game.seats)):
        zones = engine.view(state, SeatId(seat)).zones
        seen |= {zone.name: zone for zone in zones if zone.name in names and zone.contents is not None}
    return evolve(view, zones=tuple(seen.get(zone.name, zone) for zone in view.zones))
