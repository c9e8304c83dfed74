"""The messages to the page of a seat about a match. They are made only of the seat's view, its observations, and its choices."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.api.matches import Match
from gamedsl.json import Json, JsonObject
from gamedsl.server.tables.lines import Line, count_lines
from gamedsl.server.tables.playing import Playing
from gamedsl_interpreter.engine import State, Step
from gamedsl_interpreter.hosting.seat_data import SeatData

_MOST_LINES = 80
"""The most lines of the event log that are sent; older ones are left out."""

_MOST_STEPS = 120
"""The most steps that are sent at once; a page asks for more when it needs them."""


def position_text(
    data: SeatData, state: State, seat: int | None, nodes: Mapping[int, int], lines: Sequence[Line]
) -> str:
    """Returns the view, the observations and the current choices of a seat (None: of a spectator, who has no choices) as JSON text.
    `nodes` maps each decision to the first one that asks the same question. Raises Fault."""
    asked = seat if seat in data.engine.to_act(state) else None
    outcome = data.engine.outcome(state)
    shown = ", ".join(line.text for line in lines[-_MOST_LINES:])
    rest: JsonObject = {
        "before": max(0, len(lines) - _MOST_LINES),
        "isOver": state.is_over,
        "outcome": None if outcome is None else data.outcome(state, outcome),
        "node": None if asked is None else nodes.get(data.node(state)),
        "steps": {} if asked is None else steps_after(data, state, asked, ()),
    }
    return f'{{"view": {data.view_text(state, seat)}, "lines": [{shown}], {json.dumps(rest)[1:]}'


def past(data: SeatData, match: Match, seat: int | None, line: int) -> JsonObject | None:
    """Returns the view of a seat after one of its lines, or at the beginning for 0; None if there is no such line."""
    at = bisect_left(range(match.length), line, key=lambda number: count_lines(data, match.at(number).state, seat))
    return data.view(match.at(at).state, seat) if at < match.length else None


# ---------------------------------------------------------------- choices


def steps_after(data: SeatData, state: State, seat: int, values: Sequence[int]) -> JsonObject:
    """Returns the open step of a seat after some answers, and the steps nearby that a page may need next. Keys are answers separated by commas; null: no
    further question follows these answers. Raises IllegalMove, Fault."""
    found: JsonObject = {}
    for path in _paths_ahead(data, state, seat, tuple(values), found):
        if len(found) >= _MOST_STEPS:
            break
        if _key(path) not in found:
            found[_key(path)] = _node(data, state, seat, path)
    return found


_Path = tuple[int, ...]


def _paths_ahead(data: SeatData, state: State, seat: int, values: _Path, found: JsonObject) -> Iterator[_Path]:
    """Yields the answers whose steps are sent, most urgent first: those after the lines of menus. The caller stores each step in `found` before it asks for
    the next answers."""
    wide = [values]
    for path in wide:
        yield path
        wide += [(*path, value) for value in _lines(found.get(_key(path)))]


def find_picked(data: SeatData, state: State, seat: int, values: Sequence[int], amounts: Sequence[int]) -> JsonObject:
    """Finds the answers that make a page's choice in a selection of several pieces: the answers (`picked`) and the steps in between, so that the page can
    send all answers at once. `picked` is None if no move makes this choice. Raises IllegalMove, Fault."""
    answers = data.pick_amounts(state, seat, values, amounts)
    if answers is None:
        return {"picked": None}
    paths = [(*values, *answers[:end]) for end in range(1, len(answers) + 1)]
    told: list[Json] = [*answers]
    return {"picked": told, "steps": {_key(path): _node(data, state, seat, path) for path in paths}}


def _lines(node: Json) -> list[int]:
    """Returns the answers of a menu."""
    step = node["step"] if isinstance(node, dict) else None
    if not isinstance(step, dict) or step["kind"] != "menu" or not isinstance(step["options"], list):
        return []
    values = (option["value"] for option in step["options"] if isinstance(option, dict))
    return [value for value in values if isinstance(value, int)]


def _key(path: _Path) -> str:
    return ",".join(str(value) for value in path)


def _node(data: SeatData, state: State, seat: int, path: _Path) -> Json:
    step = data.after(state, seat, path)
    if not isinstance(step, Step):
        return None
    refused = data.refusals(state, seat, path) if step.kind == "menu" else None
    return {"step": data.step(step), "refused": refused}


# ---------------------------------------------------------------- what moves have shown

_REVEALING = frozenset(["roll", "see", "peek", "shuffle", "shuffle_under"])
"""The kinds of events by which somebody learns something new, or by which chance decides."""


def has_revealed(playing: Playing, before: Match, after: Match, seat: int) -> bool:
    """Whether a seat has learned something between two states of a match, or has seen that others did or that chance decided. It depends on nothing else, so
    the answer tells the seat nothing new."""
    zones = playing.model["zones"]
    hidden = {_find_hidden_name(zone) for zone in zones} if isinstance(zones, list) else set[str | None]()
    for event in after.events(seat)[len(before.events(seat)) :]:
        told = playing.data.event(event)
        from_hidden = told["is"] == "move" and str(told.get("from")).partition("[")[0] in hidden
        if from_hidden or told["is"] in _REVEALING:
            return True
    return False


def _find_hidden_name(zone: Json) -> str | None:
    """Returns the name of a zone of a model whose content some seat does not see; None for other zones."""
    match zone:
        case {"name": str(name), "visibility": {"who": str(who)}} if who != "everyone":
            return name
        case _:
            return None


def is_seen_by_all(before: Match, after: Match) -> bool:
    """Whether every seat has seen some event between two states of a match."""
    seats = range(len(after.game.seats))
    return all(len(after.events(seat)) > len(before.events(seat)) for seat in seats)
