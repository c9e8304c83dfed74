"""Finds decisions of a model that a seat cannot tell apart: something hidden may decide which of several copies of a rule is reached."""

from __future__ import annotations

import json

from gamedsl.json import Json, JsonObject

_OWN = frozenset(["number", "site", "exit", "gate_exit", "offered_if", "local"])
"""Keys that differ between copies of a rule."""


def alike(model: JsonObject) -> dict[int, int]:
    """Maps each decision to the first one that asks the same question."""
    first: dict[str, int] = {}
    found: dict[int, int] = {}
    nodes = model["nodes"]
    for node in nodes if isinstance(nodes, list) else ():
        if isinstance(node, dict) and isinstance(number := node["node"], int) and "plan" in node:
            found[number] = first.setdefault(json.dumps(_question(node["plan"])), number)
    return found


def _question(plan: Json) -> Json:
    match plan:
        case dict():
            return {key: _question(value) for key, value in plan.items() if key not in _OWN}
        case list():
            return [_question(one) for one in plan]
        case _:
            return plan
