"""Which decisions of a model are alike for a seat: something hidden may have led to one of several copies of the same rule."""

from __future__ import annotations

import json

from gamedsl.json import Json, JsonObject

_OWN = frozenset(["number", "site", "exit", "gate_exit", "offered_if", "local"])
"""What tells copies apart."""


def alike(model: JsonObject) -> dict[int, int]:
    """For each decision the first one that asks the same."""
    first: dict[str, int] = {}
    found: dict[int, int] = {}
    nodes = model["nodes"]
    for node in nodes if isinstance(nodes, list) else ():
        if isinstance(node, dict) and isinstance(number := node["node"], int) and "plan" in node:
            found[number] = first.setdefault(json.dumps(_asked(node["plan"])), number)
    return found


def _asked(plan: Json) -> Json:
    match plan:
        case dict():
            return {key: _asked(value) for key, value in plan.items() if key not in _OWN}
        case list():
            return [_asked(one) for one in plan]
        case _:
            return plan
