"""Data about a shared match for the host's studio. Of the match itself, the host sees what their own seat sees."""

from __future__ import annotations

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.json import Json, JsonObject
from gamedsl.studio.sharing.pictures import picture
from gamedsl.studio.sharing.table import Place, SharedTable


def host_data(table: SharedTable) -> JsonObject:
    """Returns the players and their links, and data and actions that only the host has."""
    with table.lock:
        is_open = not hides(table.playing.engine.game)
        seats: list[Json] = [_seat(table.base, one) for one in table.chairs]
        return {
            "match": table.identifier,
            "base": table.base,
            "seats": seats,
            "isOver": table.match.is_over,
            "canUndo": bool(table.match.played),
            "note": table.note,
            "why": table.why_not if is_open else "",
            "trouble": table.trouble,
            "node": _node(table, is_open=is_open),
        }


def _seat(base: str, place: Place) -> JsonObject:
    return {
        "name": place.name,
        "agent": place.agent,
        "path": place.path,
        "qr": picture(f"{base}{place.path}") if place.path else None,
        "isHere": place.is_here,
        "isOwn": place.is_own,
    }


def _node(table: SharedTable, *, is_open: bool) -> int | None:
    """Returns the current decision, if the host has to choose or nothing is hidden; else None."""
    data, state = table.playing.data, table.match.state
    if is_open:
        return data.node(state)
    return table.playing.nodes.get(data.node(state)) if table.host in data.engine.to_act(state) else None
