"""A setup as tables play it: its engine, and the model for its pages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import PurePath
from typing import cast

from gamedsl.json import Json, JsonObject
from gamedsl.page import seat_html
from gamedsl.server.tables.setting import Setting
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.hosting.seat_data import SeatData
from gamedsl_interpreter.matches.fastest import fastest


class Playing:
    """A setup with its engine, and the model for its pages. `digest` changes with everything that a page is made from. Any number of tables may share it."""

    def __init__(self, setting: Setting) -> None:
        """Raises NotCompilable."""
        game = setting.compiled.game
        self.setting = setting
        self.engine = cast("Engine[State]", fastest(game, keeper=setting.known.store).engine)
        self.data = SeatData(self.engine)
        self.model: JsonObject = model_of(game)
        self.nodes: Mapping[int, int] = alike(self.model)
        text = json.dumps([self.model, setting.style], sort_keys=True)
        self.digest = sha256(text.encode()).hexdigest()[:20]

    @property
    def seats(self) -> int:
        """The number of seats for people and agents."""
        return self.engine.game.humans

    @cached_property
    def page(self) -> str:
        """The page of a seat. It holds nothing of a match."""
        setting = self.setting
        name = PurePath(setting.name).name  # the folder of the rules stays private
        return seat_html(self.model, setting.setup, name, setting.style, setting.book, self.digest)


def seat_title(seat: str) -> str:
    """Returns the name of a seat whose player has not chosen one."""
    found = re.fullmatch(r"P(\d+)", seat)
    return f"Player {found[1]}" if found else seat.replace("_", " ")


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
