"""Gives a report the names that people know: labels of a look file, and words in place of identifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import cast

from gamedsl.json import Json
from gamedsl.values import evolve
from gamedsl.workbench.reporting.model import Grid, Picture, Section
from gamedsl.workbench.reporting.page import Report

_QUOTED = re.compile(r"`([^`]*)`")
_IDENTIFIER = re.compile(r"[A-Za-z]\w*")
_SEAT = re.compile(r"P(\d+)")
_CODE = re.compile(r".*(?:[()=<>]|[-+*]=)")
"""A line or formula of the rules: names, and what values are called, have none of these signs."""
_SORTED = re.compile(r"(.*) (\((?:action|kind|place)\))")


def with_names(report: Report, names: Mapping[str, str], reasons: Mapping[str, str]) -> Report:
    """Returns the report with its names replaced. `names` maps those of the rules; other identifiers are written as words, seats without names as players.
    `reasons` has the words for ends of matches that are formulas."""
    names = {**names, **reasons}
    told = report.story
    if told is not None:
        told = evolve(told, lines=tuple(evolve(line, text=_sentence(line.text, names)) for line in told.lines))
    sections = tuple(_section(one, names) for one in report.sections)
    return evolve(report, sections=sections, story=told, notes=tuple(_sentence(note, names) for note in report.notes))


def _section(section: Section, names: Mapping[str, str]) -> Section:
    grid = section.grid
    return evolve(
        section,
        findings=tuple(evolve(one, text=_sentence(one.text, names)) for one in section.findings),
        picture=None if section.picture is None else cast("Picture", _in_picture(dict(section.picture), names)),
        figures=tuple(
            evolve(one, title=_sentence(one.title, names), meaning=_sentence(one.meaning, names))
            for one in section.figures
        ),
        grid=Grid(
            grid.head,
            tuple(
                (_name(row[0], names), *(_sentence(cell, {} if grid.is_of_words else names) for cell in row[1:]))
                for row in grid.rows
            ),
            grid.is_of_words,
        ),
    )


def _name(name: str, names: Mapping[str, str]) -> str:
    """Returns the name for people if a text is only a name; other texts stay."""
    if (plain := name.strip("“”")) in names:
        return f"“{names[plain]}”" if plain != name else names[name]
    if found := _SORTED.fullmatch(name):
        return f"{_name(found[1], names)} {found[2]}"
    if found := _SEAT.fullmatch(name):
        return f"Player {found[1]}"
    words = name.replace("_", " ") if _IDENTIFIER.fullmatch(name) else name
    return f"{words[:1].upper()}{words[1:]}"


def _sentence(text: str, names: Mapping[str, str]) -> str:
    """Replaces the names between backquotes, and seats without names. Lines of the rules stay as they are."""
    for code in filter(_CODE.match, names):
        text = re.sub(rf"(?<!`){re.escape(code)}", partial(_said_for, words=names[code]), text, flags=re.IGNORECASE)
    said = _QUOTED.sub(lambda found: found[0] if _CODE.match(found[1]) else f"“{_name(found[1], names)}”", text)
    return re.sub(r"\bP(\d+)\b", r"Player \1", said)


def _said_for(found: re.Match[str], words: str) -> str:
    """Returns the words for a formula, which begin as it does: with a capital or not."""
    return f"{words[:1].upper()}{words[1:]}" if found[0][:1].isupper() else words


def _in_picture(part: Json, names: Mapping[str, str]) -> Json:
    match part:
        case str():
            return _name(part, names) if part in names or "_" in part or _SEAT.fullmatch(part) else part
        case list():
            return [_in_picture(one, names) for one in part]
        case dict():
            # Titles of axes are the report's own words, even if one of them is also a name in the rules.
            return {key: one if key == "title" else _in_picture(one, names) for key, one in part.items()}
        case _:
            return part
