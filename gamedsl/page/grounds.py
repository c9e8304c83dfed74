"""Decides how the ground of a grid is drawn: plain squares, squares of two colours, or lines with pieces on their crossings. The look file can set it;
otherwise it follows from the rules of the board. Pages and printed boards use it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from gamedsl.json import Json, JsonObject
from gamedsl.page.models import bare, entries

Ground: TypeAlias = Literal["squares", "chequer", "crossings"]

GROUNDS: tuple[Ground, ...] = ("squares", "chequer", "crossings")

_FEWEST_LINES = 9
"""A smaller board for stones has squares."""

_FEWEST_SQUARES = 5
"""A smaller board needs no second colour for slanting lines to be seen."""


def grounds_of(model: JsonObject, look: JsonObject) -> dict[str, Ground]:
    """Returns the grounds of the grids of a game, by name: from the look file, or else as the rules suggest."""
    said = look.get("board")
    own = said if isinstance(said, dict) else {}
    found: dict[str, Ground] = {}
    for number, board in enumerate(entries(model["boards"])):
        name = str(board["name"])
        asked = own.get(name)
        wanted = asked.get("ground") if isinstance(asked, dict) else None
        said_so: Ground | None = next((one for one in GROUNDS if one == wanted), None)
        found[name] = said_so or _ground(model, board, number)
    return found


def with_grounds(look: JsonObject, model: JsonObject) -> JsonObject:
    """Returns a look that says the ground of each grid that is not plain."""
    said = look.get("board")
    boards: JsonObject = {**said} if isinstance(said, dict) else {}
    for name, ground in grounds_of(model, look).items():
        if ground != "squares":
            own = boards.get(name)
            boards[name] = {**(own if isinstance(own, dict) else {}), "ground": ground}
    return {**look, "board": boards} if boards else look


def _ground(model: JsonObject, board: JsonObject, number: int) -> Ground:
    """Chooses the ground of a grid. Stones that never leave their place, on an odd number of lines, lie on crossings. Pieces that move from place to place
    get squares of two colours."""
    shape = board["shape"]
    if not isinstance(shape, dict) or shape["is"] != "grid" or shape["torus"] or shape["ends"] or shape["is_owned"]:
        return "squares"
    rows, columns = int(str(shape["rows"])), int(str(shape["columns"]))
    fields = [one for one in entries(model["fields"]) if one["is_shown"] and _is_on(one, number)]
    zones = [one for one in entries(model["zones"]) if one["is_shown"] and _is_on(one, number)]
    if any(one["form"] != "slot" for one in zones) or _is_printed(model, number, fields):
        return "squares"
    holders = [one for one in fields if bare(one["type"])["is"] == "seat"]
    plans = [plan for node in entries(model["nodes"]) for plan in _plans(node.get("plan"))]
    moves = [_places_and_ways(plan, number) for plan in plans]
    if any(few and few[0] == "place" and len(few) > 1 for few in moves):
        is_owned = bool(holders) or any(_is_owned(model, one) for one in zones)
        return "chequer" if is_owned and min(rows, columns) >= _FEWEST_SQUARES else "squares"
    is_stones = len(holders) == len(fields) == 1 and not zones and any(few for few in moves)
    is_lined = rows % 2 == columns % 2 == 1 and min(rows, columns) >= _FEWEST_LINES
    return "crossings" if is_stones and is_lined and shape["column_names"] else "squares"


def _is_on(family: JsonObject, board: int) -> bool:
    return any(_is_place(one["type"], board) for one in entries(family["dimensions"]))


def _is_place(of: Json, board: int) -> bool:
    return isinstance(of, dict) and of["is"] == "place" and of["board"] == board


def _is_printed(model: JsonObject, board: int, fields: Iterable[JsonObject]) -> bool:
    """Whether words are printed on the places, except for words that only set the things standing there at the beginning."""
    standing = [bare(one["type"]).get("type") for one in fields if bare(one["type"])["is"] == "word"]
    return any(
        one["of"] == "board"
        and one["number"] == board
        and bare(one["type"])["is"] == "word"
        and bare(one["type"]).get("type") not in standing
        for one in entries(model["columns"])
    )


def _is_owned(model: JsonObject, zone: JsonObject) -> bool:
    lying = zone["components"]
    return any(
        one["owner"] is not None and isinstance(lying, list) and one["component"] in lying
        for one in entries(model["kinds"])
    )


def _plans(plan: Json) -> Iterable[JsonObject]:
    """Yields a plan and the plans of its menus."""
    if isinstance(plan, dict):
        yield plan
        for line in entries(plan["menu"]):
            yield from _plans(line)


def _places_and_ways(plan: JsonObject, board: int) -> list[str]:
    """Returns the selections of a plan that are about a board, in order: places of the board and directions on it."""
    found: list[str] = []
    for part in entries(plan["parts"]):
        if part["is"] == "selection":
            of = bare(part["element"])
            if _is_place(of, board):
                found.append("place")
            elif of["is"] == "direction":
                found.append("way")
    return found
