"""Reads rows from CSV files and puts their cells into the tree, in place of the file's name."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.data import BadData, DataFlaw
from gamedsl.semantics.problems.terms import about
from gamedsl.source import Source, Span
from gamedsl.syntax.tree import data, declarations
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_EACH_NUMBER = re.compile(r"each\s+(-?[0-9]{1,9})\s*\.\.\s*(-?[0-9]{1,9})")
Find = Callable[[str], Source | None]


def with_csv(file: declarations.File, find: Find) -> tuple[declarations.File, tuple[Problem, ...]]:
    """Returns the file with all CSV tables and components read; `find` gives the text of a file by its name (`cards.csv`)."""
    problems: list[Problem] = []
    decls = tuple(_read_rows(d, find, problems) for d in file.decls)
    is_same = all(a is b for a, b in zip(decls, file.decls, strict=True))
    return file if is_same else evolve(file, decls=decls), tuple(problems)


def _read_rows(decl: declarations.Decl, find: Find, problems: list[Problem]) -> declarations.Decl:
    match decl:
        case data.Component() if decl.csv is not None:
            return evolve(decl, rows=_rows(decl.csv, decl.name.span, find, problems), csv=None)
        case data.CsvTable():
            return data.RowTable(decl.name, _rows(decl.path, decl.name.span, find, problems), span=decl.span)
        case declarations.When() | declarations.Variant():
            changes = tuple(_change(c, find, problems) for c in decl.changes)
            is_same = all(a is b for a, b in zip(changes, decl.changes, strict=True))
            return decl if is_same else evolve(decl, changes=changes)
        case _:
            return decl


def _change(change: declarations.Change, find: Find, problems: list[Problem]) -> declarations.Change:
    match change:
        case declarations.Add() | declarations.Replace():
            made = _read_rows(change.decl, find, problems)
            return change if made is change.decl else evolve(change, decl=made)
        case _:
            return change


def _rows(path: str, at: Span, find: Find, problems: list[Problem]) -> data.Rows:
    """Returns the rows of a file. Every cell has the place of the declaration's name, for messages; a text that is no name gets underscores."""
    source = find(path)
    if source is None:
        problems.append(BadData(at, about(DataFlaw.NO_FILE, path)))
        return data.Rows(None, (), span=at)
    import csv  # imported here because few rules have tables in files

    made: list[data.Row] = []
    try:
        for line in csv.reader(source.text.splitlines(), strict=True):
            if any(cell.strip() for cell in line):
                made.append(data.Row(tuple(_cell(cell.strip(), at) for cell in line), span=at))
    except csv.Error as error:
        problems.append(BadData(at, about(DataFlaw.BAD_FILE, path, str(error))))
    if not made:
        problems.append(BadData(at, about(DataFlaw.EMPTY_FILE, path)))
    return data.Rows(None, tuple(made), span=at)


def _cell(text: str, at: Span) -> data.Cell:
    if text in ("", "."):
        return data.CellBlank(span=at)
    if text in ("yes", "no"):
        return data.CellFlag(text == "yes", span=at)
    if _NUMBER.fullmatch(text):
        return data.CellNumber(int(text), span=at)
    if text.startswith("@"):
        return data.CellZone(Ident(text[1:].strip(), span=at), span=at)
    if (numbers := _EACH_NUMBER.fullmatch(text)) is not None:
        return data.CellEachNumber(int(numbers[1]), int(numbers[2]), span=at)
    if text.startswith("each "):
        return data.CellEach(Ident(text[5:].strip(), span=at), span=at)
    return data.CellName("".join(c if c.isalnum() or c == "_" else "_" for c in text), span=at)
