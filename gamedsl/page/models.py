"""Reads parts of the model of a Game, which is data."""

from __future__ import annotations

from gamedsl.json import Json, JsonObject


def entries(value: Json) -> list[JsonObject]:
    """Returns the objects of a list; none for anything else."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def bare(of: Json) -> JsonObject:
    """Returns a type without `or none`."""
    while isinstance(of, dict) and of.get("is") == "optional":
        of = of.get("of")
    return of if isinstance(of, dict) else {}
