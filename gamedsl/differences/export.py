"""Exports the differences as JSON data."""

from __future__ import annotations

from typing import Literal, TypedDict, assert_never

from gamedsl.differences import model
from gamedsl.graph.compiled import Setup


class SetupData(TypedDict):
    """A number of players, and a value for each option."""

    players: int
    options: dict[str, str]


class ValueData(TypedDict):
    """A value before and after; null if there is none."""

    what: str
    before: str | None
    after: str | None


class CellData(TypedDict):
    """A cell before and after; the column is empty in a table with only one."""

    row: str
    column: str
    before: str | None
    after: str | None


class MembersData(TypedDict):
    """Added and removed names, such as kinds of a component."""

    what: str
    added: list[str]
    removed: list[str]
    reordered: bool


class LineData(TypedDict):
    """A line of rules with its depth, from 0."""

    deed: Literal["same", "removed", "added"]
    depth: int
    text: str


class DifferenceData(TypedDict):
    """The differences in one declaration. `setups` is null if they exist in all setups."""

    deed: str
    sort: str
    name: str
    owner: str
    old_name: str | None
    setups: list[SetupData] | None
    values: list[ValueData]
    cells: list[CellData]
    members: list[MembersData]
    lines: list[LineData]


class DifferencesData(TypedDict):
    """All differences between two sides."""

    before: str
    after: str
    equal: bool
    setups: list[SetupData]
    differences: list[DifferenceData]


def data(found: model.Differences) -> DifferencesData:
    """Returns the differences, in the order of the report."""
    return {
        "before": found.before,
        "after": found.after,
        "equal": found.are_equal,
        "setups": [_setup(setup) for setup in found.setups],
        "differences": [_difference(difference) for difference in found.differences],
    }


def _setup(setup: Setup) -> SetupData:
    return {"players": setup.players, "options": dict(setup.options)}


def _difference(difference: model.Difference) -> DifferenceData:
    subject = difference.subject
    made: DifferenceData = {
        "deed": subject.deed.value,
        "sort": subject.sort.value,
        "name": subject.name,
        "owner": subject.owner,
        "old_name": subject.old_name or None,
        "setups": None if difference.setups is None else [_setup(setup) for setup in difference.setups],
        "values": [],
        "cells": [],
        "members": [],
        "lines": [],
    }
    for detail in difference.details:
        _add(made, detail)
    return made


def _add(made: DifferenceData, detail: model.Detail) -> None:
    match detail:
        case model.ValueChange(what, before, after):
            made["values"].append({"what": what, "before": before, "after": after})
        case model.CellChange(row, column, before, after):
            made["cells"].append({"row": row, "column": column, "before": before, "after": after})
        case model.MembersChange(what, added, removed, is_reordered):
            members: MembersData = {
                "what": what,
                "added": list(added),
                "removed": list(removed),
                "reordered": is_reordered,
            }
            made["members"].append(members)
        case model.LinesChange(lines):
            made["lines"] += [_line(line) for line in lines]
        case model.Whole():
            _add_whole(made, detail)
        case _:
            assert_never(detail)


def _add_whole(made: DifferenceData, whole: model.Whole) -> None:
    """Adds the content of a whole declaration. An added one fills the `after` values, a removed one the `before` values."""
    is_new = made["deed"] == "added"
    said = (*((("sentence", f'"{whole.doc}"'),) if whole.doc else ()), *whole.values)
    for what, text in said:
        made["values"].append({"what": what, "before": None if is_new else text, "after": text if is_new else None})
    for cell in whole.cells:
        before, after = (None, cell.text) if is_new else (cell.text, None)
        made["cells"].append({"row": cell.row, "column": cell.column, "before": before, "after": after})
    made["lines"] += [_line(line) for line in whole.lines]


def _line(line: model.LineChange) -> LineData:
    return {"deed": line.deed, "depth": line.depth, "text": line.text}
