"""Reads `FILE.look.toml`, which sets the look of a page. Every name in it must come from the rules, or be a keyword of look files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping

from gamedsl.diagnostics.suggest import closest
from gamedsl.errors import GameDslError
from gamedsl.json import Json, JsonObject
from gamedsl.page.grounds import GROUNDS

_TEXT, _TEXTS, _FLAG, _NUMBER = "a text", "a list of texts", "true or false", "a number"
_SIZE = 'a size in millimetres, as "63x88"'
_SIZES = re.compile(r"\d{1,4}(\.\d{1,2})?x\d{1,4}(\.\d{1,2})?")

_OWN: Mapping[str, Mapping[str, str]] = {
    "table": {"color": _TEXT},
    "seats": {"colors": _TEXTS, "notes": _TEXTS},
}
"""Sections of a look file that do not name anything of the rules, with their keys."""

_NAMED: Mapping[str, Mapping[str, str]] = {
    "value": {"color": _TEXT, "glyph": _TEXT, "label": _TEXT, "text": _TEXT},
    "class": {"form": _TEXT, "glyph": _TEXT, "back": _TEXT, "label": _TEXT, "size": _SIZE},
    "zone": {"role": _TEXT, "order": _NUMBER, "label": _TEXT},
    "field": {"hide": _FLAG, "label": _TEXT, "score": _FLAG, "board": _TEXT},
    "board": {
        "label": _TEXT,
        "ground": _TEXT,
        "both_ends": _FLAG,
        "north": _NUMBER,
        "south": _NUMBER,
        "west": _NUMBER,
        "east": _NUMBER,
    },
}
"""Sections of a look file with a table for each name of the rules, with the keys of these tables."""

_ROLES = ("stage", "trick", "mat", "shelf", "bar", "tray", "hide")
_FORMS = ("pawn", "stone", "card", "token")
_WORDS: Mapping[str, tuple[str, ...]] = {"role": _ROLES, "form": _FORMS, "ground": GROUNDS}


class LookError(GameDslError):
    """Mistakes in a look file: all findings, a sentence each."""

    def __init__(self, findings: Iterable[str]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(self.findings))


def read_look(text: str, models: Iterable[JsonObject]) -> JsonObject:
    """Reads the look of a page, for rules with these models, one for each setup. Raises LookError."""
    try:
        data: Mapping[str, Json] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LookError([f"this is no TOML: {error}"]) from None
    known = _known_names(models)
    findings: list[str] = []
    look: JsonObject = {}
    for section, value in data.items():
        look[section] = _section(section, value, known, findings)
    if findings:
        raise LookError(findings)
    return look


def _known_names(models: Iterable[JsonObject]) -> dict[str, set[str]]:
    """Returns the names that each section may use."""
    found: dict[str, set[str]] = {name: set() for name in (*_NAMED, "say")}
    for model in models:
        found["zone"] |= _names(model["zones"])
        found["field"] |= _names(model["fields"])
        found["board"] |= _names(model["boards"])
        found["class"] |= _names(model["components"])
        found["value"] |= _names(model["kinds"]) | _values(model["types"])
        found["say"] |= set(_decisions(model["nodes"]))
    return found


def _names(entries: Json) -> set[str]:
    return {str(one["name"]) for one in entries if isinstance(one, dict)} if isinstance(entries, list) else set()


def _values(types: Json) -> set[str]:
    found: set[str] = set()
    for one in types if isinstance(types, list) else ():
        values = one["values"] if isinstance(one, dict) else None
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


def _section(section: str, value: Json, known: Mapping[str, set[str]], findings: list[str]) -> Json:
    if section == "title":
        return _value("title", value, _TEXT, findings)
    if section not in {*_OWN, *_NAMED, "say"}:
        findings.append(f"there is no section `{section}`{_suggest(section, ('title', *_OWN, *_NAMED, 'say'))}")
        return None
    if not isinstance(value, dict):
        findings.append(f"`{section}` is a section: write `[{section}]`")
        return None
    if section in _OWN:
        return _keys(f"[{section}]", value, _OWN[section], findings)
    found: JsonObject = {}
    for name, inner in value.items():
        if name not in known[section]:
            findings.append(f"[{section}]: the rules have no `{name}`{_suggest(name, known[section])}")
        elif section == "say":
            found[name] = _value(f"[say] {name}", inner, _TEXT, findings)
        elif isinstance(inner, dict):
            found[name] = _keys(f"[{section}.{name}]", inner, _NAMED[section], findings)
        else:
            findings.append(f"[{section}.{name}] is a section of its own")
    return found


def _keys(where: str, data: Mapping[str, Json], known: Mapping[str, str], findings: list[str]) -> JsonObject:
    found: JsonObject = {}
    for key, value in data.items():
        if key not in known:
            findings.append(f"{where}: there is no `{key}`{_suggest(key, known)}")
            continue
        found[key] = _value(f"{where} {key}", value, known[key], findings)
        allowed = _WORDS.get(key)
        if allowed and value not in allowed:
            findings.append(f"{where}: `{key}` is one of {', '.join(allowed)}")
    return found


def _value(where: str, value: Json, wanted: str, findings: list[str]) -> Json:
    match value, wanted:
        case (str(), "a text"):
            return value
        case (str(), size) if size == _SIZE and _SIZES.fullmatch(value):
            return value
        case (bool(), "true or false"):
            return value
        case (int(), "a number") if not isinstance(value, bool):
            return value
        case (list(), "a list of texts") if all(isinstance(one, str) for one in value):
            return [str(one) for one in value]
        case _:
            findings.append(f"{where} is {wanted}")
            return None


def _suggest(word: str, known: Iterable[str]) -> str:
    near = closest(word, known)
    return f": did you mean `{near}`?" if near else ""
