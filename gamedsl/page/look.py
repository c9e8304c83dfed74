"""Reads `FILE.look.toml`, which sets the look of pages and cards. Every name in it must come from the rules, or be a keyword of look files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gamedsl.json import Json, JsonObject
from gamedsl.page.grounds import GROUNDS
from gamedsl.page.layout_checks import check_layouts, tables
from gamedsl.page.layouts import format_of
from gamedsl.page.mistakes import LookError, Mistakes, suggest
from gamedsl.page.models import entries
from gamedsl.page.sign_checks import check_signs
from gamedsl.reports.toml_lines import read_toml

_TEXT, _TEXTS, _FLAG, _NUMBER = "a text", "a list of texts", "true or false", "a number"
_NUMBERS = "a list of whole numbers from 1"
_SIZE = 'a size in millimetres, as "63x88", or one of the trade, as "poker"'
_FORMAT = 'a size in millimetres, as "63x88", one of the trade, as "poker", or "hex 50"'
_LENGTH, _PLACE, _PARTS = "a number from 0", "four numbers in millimetres: [left, top, width, height]", "a section"

_AMOUNTS = 'a section of numbers with names: how much of which numbers of the rules is added up, as `"Half the pot" = { pot = 0.5 }`'

_SIDES = ("north", "south", "west", "east")

_OWN: Mapping[str, Mapping[str, str]] = {
    "table": {"color": _TEXT, "round": _TEXT},
    "seats": {"colors": _TEXTS, "notes": _TEXTS, "signs": _TEXTS},
}
"""Sections of a look file that do not name anything of the rules, with their keys."""

_NAMED: Mapping[str, Mapping[str, str]] = {
    "value": {
        "color": _TEXT,
        "glyph": _TEXT,
        "label": _TEXT,
        "text": _TEXT,
        "picture": _TEXT,
        "layout": _TEXT,
        "worth": _NUMBER,
        "like": _TEXT,
    },
    "class": {"form": _TEXT, "glyph": _TEXT, "back": _TEXT, "label": _TEXT, "size": _SIZE, "layout": _TEXT},
    "zone": {
        "role": _TEXT,
        "order": _NUMBER,
        "label": _TEXT,
        "spread": _NUMBERS,
        "cascade": _FLAG,
        "back": _TEXT,
        "mark": _TEXT,
        "words": _TEXTS,
        "score": _TEXT,
    },
    "field": {
        "glyph": _TEXT,
        "color": _TEXT,
        "hide": _FLAG,
        "token": _FLAG,
        "quiet": _FLAG,
        "seats": _FLAG,
        "label": _TEXT,
        "score": _FLAG,
        "counted": _FLAG,
        "goal": _NUMBER,
        "board": _TEXT,
        "drawings": _TEXTS,
        "colors": _TEXTS,
        "words": _TEXTS,
        "without": _NUMBERS,
    },
    "list": {"label": _TEXT, "head": _TEXT, "values": _TEXT, "columns": _TEXTS},
    "start": {"hide": _FLAG, "label": _TEXT},
    "board": {
        "label": _TEXT,
        "ground": _TEXT,
        "color": _TEXT,
        "both_ends": _FLAG,
        "homes": _TEXTS,
        "side": _TEXT,
        **dict.fromkeys(_SIDES, _NUMBER),
    },
}
"""Sections of a look file with a table for each name of the rules, with the keys of these tables."""

_FREE: Mapping[str, Mapping[str, str]] = {
    "layout": {"size": _FORMAT, "bleed": _LENGTH, "paper": _TEXT, "font": _TEXT, "parts": _PARTS},
    "icon": {"picture": _TEXT, "glyph": _TEXT, "color": _TEXT, "words": _TEXTS},
    "rule": {"label": _TEXT, "costs": _TEXT, "buttons": _FLAG, "amounts": _AMOUNTS},
}
"""Sections of a look file with tables whose names are its own, or those of rules, which the rulebook checks."""

_PART: Mapping[str, str] = {
    "at": _PLACE,
    "show": _TEXT,
    "picture": _TEXT,
    "shape": _TEXT,
    "fill": _TEXT,
    "border": _TEXT,
    "ink": _TEXT,
    "size": _LENGTH,
    "bold": _FLAG,
    "align": _TEXT,
    "font": _TEXT,
    "whole": _FLAG,
    "twice": _FLAG,
}
"""The keys of a part of a layout."""

_ALIGNS = ("left", "middle", "right", "top", "bottom", "top left", "top right", "bottom left", "bottom right")
_ALLOWED: Mapping[str, tuple[str, ...]] = {
    "role": ("stage", "trick", "mat", "shelf", "bar", "tray", "hide"),
    "form": ("pawn", "stone", "card", "token"),
    "ground": GROUNDS,
    "shape": ("box", "round", "circle", "hex"),
    "align": _ALIGNS,
}
_SECTIONS = ("title", *_OWN, *_NAMED, *_FREE, "say")


def read_look(text: str, models: Iterable[JsonObject], folder: Path | None = None) -> JsonObject:
    """Reads a look file, for rules with these models, one for each setup. `folder` contains its pictures and fonts; without it they are not checked. Raises
    LookError."""
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"\(at line (\d+)", str(error))
        raise LookError([f"this is no TOML: {error}"], [int(line[1]) if line else text.count("\n") + 1]) from None
    models = list(models)
    known = _names_by_section(models)
    findings = Mistakes(text)
    look: JsonObject = {}
    for section, value in data.items():
        look[section] = _section(section, value, known, findings)
    if not findings.are_there:
        _check_boards(look, models, known["board"], findings)
        _check_drawings(look, models, findings)
        _check_words(look, models, findings)
        _check_scores(look, models, findings)
        _check_costs(look, known["field"], findings)
        _check_amounts(look, models, findings)
        check_layouts(look, models, folder, findings)
        check_signs(look, findings)
    findings.report()
    return look


def _check_boards(look: JsonObject, models: Sequence[JsonObject], known: set[str], findings: Mistakes) -> None:
    """Reports grounds of boards that are no grids, sides of players that no setup has, and fields that count along missing boards."""
    grids = {str(board["name"]) for model in models for board in entries(model["boards"]) if _is_grid(board["shape"])}
    most = max((len(seats) for model in models if isinstance(seats := model["seats"], list)), default=0)
    for name, own in tables(look, "field").items():
        along = str(own.get("board", ""))
        if "board" in own and along not in known:
            findings.add(
                f"[field.{name}] board: the rules have no `{along}`{suggest(along, known)}", "field", name, "board"
            )
    for name, own in tables(look, "board").items():
        homes, places = own.get("homes"), _places(models, name)
        for place in map(str, homes if isinstance(homes, list) else ()):
            if place not in places:
                findings.add(
                    f"[board.{name}] homes: there is no place `{place}`{suggest(place, places)}", "board", name, "homes"
                )
        if "ground" in own and name not in grids:
            findings.add(f"[board.{name}] ground is for grids, and `{name}` is none", "board", name, "ground")
        for side in _SIDES:
            seat = own.get(side, 1)
            if not (isinstance(seat, int) and 1 <= seat <= most):
                findings.add(f"[board.{name}] {side} is the number of a player, from 1 to {most}", "board", name, side)


def _check_costs(look: JsonObject, known: set[str], findings: Mistakes) -> None:
    """Reports costs of rules that are paid with something that the rules do not have."""
    for name, own in tables(look, "rule").items():
        paid = str(own.get("costs", ""))
        if "costs" in own and paid not in known:
            findings.add(
                f"[rule.{name}] costs: the rules have no `{paid}`{suggest(paid, known)}", "rule", name, "costs"
            )


def _check_amounts(look: JsonObject, models: Sequence[JsonObject], findings: Mistakes) -> None:
    """Reports amounts that are not computed from numbers of the rules."""
    known = {str(one["name"]) for model in models for one in entries(model["fields"]) if _is_number_field(one)}
    for name, own in tables(look, "rule").items():
        amounts = own.get("amounts")
        for word, parts in amounts.items() if isinstance(amounts, dict) else ():
            for part in parts if isinstance(parts, dict) else ():
                if part not in known:
                    text = f"[rule.{name}.amounts] {word}: the rules have no number `{part}`{suggest(part, known)}"
                    findings.add(text, "rule", name, "amounts", word)


def _is_number_field(field: JsonObject) -> bool:
    type_ = field["type"]
    return isinstance(type_, dict) and type_["is"] == "number"


def _check_drawings(look: JsonObject, models: Sequence[JsonObject], findings: Mistakes) -> None:
    """Reports fields that have no drawing, or no colour, for some of their values, and fields whose values have no order."""
    numbers = {
        str(one["name"]): _values_of(one["type"]) for model in reversed(models) for one in entries(model["fields"])
    }
    for name, own in tables(look, "field").items():
        for key in ("drawings", "colors", "words"):
            listed, most = own.get(key), numbers[name]
            if not isinstance(listed, list):
                continue
            if most is None:
                findings.add(f"[field.{name}] {key} are for numbers and for yes or no", "field", name, key)
            elif len(listed) != most:
                text = f"[field.{name}] {key}: `{name}` has {most} values, and this lists {len(listed)}"
                findings.add(text, "field", name, key)


def _check_words(look: JsonObject, models: Sequence[JsonObject], findings: Mistakes) -> None:
    """Reports zones that have words for places without numbers, or not exactly one word for each number."""
    for name, own in tables(look, "zone").items():
        words = own.get("words")
        if not isinstance(words, list):
            continue
        zone = next(zone for model in models for zone in entries(model["zones"]) if zone["name"] == name)
        last = entries(zone["dimensions"])[-1:]
        if not last or _values_of(last[0]["type"]) is None:
            findings.add(f"[zone.{name}] words are for places with numbers", "zone", name, "words")
        elif len(words) != last[0]["size"]:
            text = f"[zone.{name}] words: `{name}` has {last[0]['size']} places, and this lists {len(words)}"
            findings.add(text, "zone", name, "words")


def _check_scores(look: JsonObject, models: Sequence[JsonObject], findings: Mistakes) -> None:
    """Reports zones with a score that is no number of any piece."""
    for name, own in tables(look, "zone").items():
        if "score" not in own:
            continue
        column = str(own["score"])
        columns = [one for model in models for one in entries(model["columns"]) if one["of"] == "component"]
        known = {str(one["name"]) for one in columns if _is_number_field(one)}
        if column not in known:
            text = f"[zone.{name}] score: the pieces have no number `{column}`{suggest(column, known)}"
            findings.add(text, "zone", name, "score")


def _values_of(type_: Json) -> int | None:
    """Counts the values of a type of numbers, or of yes and no; None for others."""
    match type_:
        case {"is": "number", "low": int(low), "high": int(high)}:
            return high - low + 1
        case {"is": "flag"}:
            return 2
        case _:
            return None


def _places(models: Iterable[JsonObject], board: str) -> set[str]:
    """Returns the places of a board, as moves write them."""
    found: set[str] = set()
    for model in models:
        for one in entries(model["boards"]):
            if one["name"] == board and isinstance(places := one["places"], list):
                found |= {str(place) for place in places}
    return found


def _is_grid(shape: Json) -> bool:
    return isinstance(shape, dict) and shape["is"] == "grid"


def _names_by_section(models: Iterable[JsonObject]) -> dict[str, set[str]]:
    """Returns the names that each section may use."""
    found: dict[str, set[str]] = {name: set() for name in (*_NAMED, "say")}
    for model in models:
        found["zone"] |= _names(model["zones"])
        found["field"] |= _names(model["fields"])
        found["board"] |= _names(model["boards"])
        found["start"] |= _names(model["starts"])
        found["list"] |= _names(model["tables"])
        found["class"] |= _names(model["components"])
        found["value"] |= _names(model["kinds"]) | _kinds_by_number(model) | _values(model["types"])
        found["say"] |= set(_decisions(model["nodes"]))
    return found


def _kinds_by_number(model: JsonObject) -> set[str]:
    """Returns the names of players' kinds with numbers in place of the players' names: `Flat.P1` for `Flat.Ann`."""
    seats = model["seats"] if isinstance(model["seats"], list) else []
    ends = [(f".{name}", f".P{number}") for number, name in enumerate(seats, start=1)]
    names = _names(model["kinds"])
    return {name.removesuffix(end) + numbered for name in names for end, numbered in ends if name.endswith(end)}


def _names(listed: Json) -> set[str]:
    return {str(one["name"]) for one in entries(listed)}


def _values(types: Json) -> set[str]:
    found: set[str] = set()
    for one in entries(types):
        values = one["values"]
        found |= {str(value) for value in values} if isinstance(values, list) else set()
    return found


def _decisions(data: Json) -> Iterable[str]:
    """Yields the names of plans and selections anywhere in the nodes."""
    if isinstance(data, list):
        for one in data:
            yield from _decisions(one)
    elif isinstance(data, dict):
        if "parts" in data or data.get("is") in ("selection", "yes_no"):
            yield str(data["name"])
        for one in data.values():
            if isinstance(one, list | dict):
                yield from _decisions(one)


def _section(section: str, value: Json, known: Mapping[str, set[str]], findings: Mistakes) -> Json:
    if section == "title":
        return _value(("title",), value, _TEXT, findings)
    if section not in _SECTIONS:
        findings.add(f"there is no section `{section}`{suggest(section, _SECTIONS)}", section)
        return None
    if not isinstance(value, dict):
        findings.add(f"`{section}` is a section: write `[{section}]`", section)
        return None
    if section in _OWN:
        return _keys((section,), value, _OWN[section], findings)
    found: JsonObject = {}
    for name, inner in value.items():
        if section in known and name not in known[section]:
            findings.add(f"[{section}]: the rules have no `{name}`{suggest(name, known[section])}", section, name)
        elif section == "say":
            found[name] = _value(("say", name), inner, _TEXT, findings)
        elif isinstance(inner, dict):
            found[name] = _keys((section, name), inner, {**_NAMED, **_FREE}[section], findings)
        else:
            findings.add(f"[{section}.{name}] is a section of its own", section, name)
    return found


def _keys(where: tuple[str, ...], data: Mapping[str, Json], known: Mapping[str, str], findings: Mistakes) -> JsonObject:
    found: JsonObject = {}
    title = f"[{'.'.join(where)}]"
    for key, value in data.items():
        if key not in known:
            instead = ': write `role = "hide"`' if where[0] == "zone" and key == "hide" else suggest(key, known)
            findings.add(f"{title}: there is no `{key}`{instead}", *where, key)
            continue
        if known[key] == _PARTS:
            found[key] = _parts((*where, key), value, findings)
            continue
        found[key] = _value((*where, key), value, known[key], findings)
        allowed = _ALLOWED.get(key)
        if allowed and value not in allowed:
            findings.add(f"{title}: `{key}` is one of {', '.join(allowed)}", *where, key)
    return found


def _parts(where: tuple[str, ...], value: Json, findings: Mistakes) -> Json:
    title = f"[{'.'.join(where)}]"
    if not isinstance(value, dict):
        findings.add(f"{title} is a section with a line for each part", *where)
        return None
    found: JsonObject = {}
    for name, part in value.items():
        if isinstance(part, dict):
            found[name] = _keys((*where, name), part, _PART, findings)
        else:
            findings.add(f'{title}: write `{name} = {{ at = [4, 4, 20, 8], show = "…" }}`', *where, name)
    return found


def _value(where: tuple[str, ...], value: Json, wanted: str, findings: Mistakes) -> Json:
    match value, wanted:
        case (str(), "a text"):
            return value
        case (str(), size) if size in (_SIZE, _FORMAT):
            found = format_of(value)
            if found is not None and (size == _FORMAT or not found.is_hex):
                return value
        case (bool(), "true or false"):
            return value
        case (int(), "a number") if not isinstance(value, bool):
            return value
        case (int() | float(), length) if length == _LENGTH and not isinstance(value, bool) and 0 <= value < 1000:
            return value
        case (dict(), amounts) if amounts == _AMOUNTS and all(map(_is_sum, value.values())):
            return value
        case (list(), "a list of texts") if all(isinstance(one, str) for one in value):
            return [str(one) for one in value]
        case (list(), "a list of whole numbers from 1") if all(_is_count(one) for one in value):
            return value
        case (list(), place) if place == _PLACE and len(value) == 4 and all(map(_is_number, value)):
            return value
        case _:
            pass
    *section, key = where
    title = f"[{'.'.join(section)}] " if section else ""
    findings.add(f"{title}{key} is {wanted}", *where)
    return None


def _is_sum(value: Json) -> bool:
    return isinstance(value, dict) and bool(value) and all(map(_is_number, value.values()))


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1000 < value < 1000
