"""Describes differences in words: entries with a head, values before and after, tables and lines, the same for every form of output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.differences.model import (
    CellChange,
    Deed,
    Difference,
    Differences,
    LineChange,
    LinesChange,
    MembersChange,
    Subject,
    ValueChange,
    Whole,
)
from gamedsl.differences.setups import setups_text
from gamedsl.differences.things import Cell, Sort
from gamedsl.values import frozen


@frozen
class Word:
    """A piece of a sentence; `is_name` marks names of the rules."""

    text: str
    is_name: bool = False


@frozen
class Change:
    """A value before and after, with its label; None if there is none. For a list, one of the two holds the added or removed names."""

    label: str
    before: str | None
    after: str | None
    is_list: bool = False


@frozen
class Grid:
    """A table: a head, and rows whose first cell is their name."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Entry:
    """One declaration that differs. `notes` are the values of an added or removed one, by name; `grid` its cells. `lines` are its lines before and after."""

    deed: Deed
    sort: Sort
    head: tuple[Word, ...]
    only: str
    """The setups in which it differs; empty if in all."""
    notes: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]
    grid: Grid | None
    lines: tuple[LineChange, ...]


@frozen
class Report:
    """The whole report: the two names, a summary with counts, the entries about rules and those about examples."""

    before: str
    after: str
    summary: str
    rules: tuple[Entry, ...]
    examples: tuple[Entry, ...]


def report(found: Differences) -> Report:
    """Describes the differences."""
    entries = [_entry(difference, found) for difference in found.differences]
    rules = tuple(entry for entry in entries if entry.sort is not Sort.EXAMPLE)
    examples = tuple(entry for entry in entries if entry.sort is Sort.EXAMPLE)
    return Report(found.before, found.after, _summary(rules, examples), rules, examples)


# ---------------------------------------------------------------- counts

_DEEDS = {Deed.CHANGED: "changed", Deed.ADDED: "new", Deed.REMOVED: "removed", Deed.RENAMED: "renamed"}


def _summary(rules: Sequence[Entry], examples: Sequence[Entry]) -> str:
    if not rules and not examples:
        return "There is no difference."
    parts = [f"Rules: {_counts(rules)}." if rules else "The rules are the same."]
    parts += [f"Examples: {_counts(examples)}."] if examples else []
    return " ".join(parts)


def _counts(entries: Sequence[Entry]) -> str:
    counted = {deed: len({e.head for e in entries if e.deed is deed}) for deed in _DEEDS}
    return ", ".join(f"{number} {_DEEDS[deed]}" for deed, number in counted.items() if number)


# ---------------------------------------------------------------- one declaration


def _entry(difference: Difference, found: Differences) -> Entry:
    subject = difference.subject
    only = "" if difference.setups is None else f"only with {setups_text(difference.setups, found.setups)}"
    whole = next((detail for detail in difference.details if isinstance(detail, Whole)), None)
    if whole is not None:
        told = (*_IN_HEAD, *(_IN_GRID if whole.cells else ()))
        notes = tuple(pair for pair in whole.values if pair[0] not in told and pair != _USUAL)
        doc = (("", f'"{whole.doc}"'),) if whole.doc and whole.doc != subject.name else ()
        head = _head(subject, dict(whole.values))
        return Entry(subject.deed, subject.sort, head, only, (*doc, *notes), (), _grid(whole.cells), whole.lines)
    lines = tuple(line for detail in difference.details if isinstance(detail, LinesChange) for line in detail.lines)
    changes = tuple(_changes(difference))
    if _is_one_line(lines):
        changes, lines = (*changes, Change("", lines[0].text, lines[1].text)), ()
    return Entry(subject.deed, subject.sort, _head(subject, {}), only, (), changes, None, lines)


_IN_HEAD = ("in", "once each", "given")
"""Values that the head of an added or removed declaration already shows."""
_USUAL = ("tested", "at once")
"""The value of an end that is mentioned only if it changes."""
_IN_GRID = ("kinds", "values")
"""Values that the rows of the table already show."""


def _head(subject: Subject, values: Mapping[str, str]) -> tuple[Word, ...]:
    """Returns the head of an entry: `new action gossip(card: staff) in take_turn`, `renamed zone hand to cards`, `changed field done of each player`."""
    deed = _DEEDS[subject.deed]
    if subject.sort.value == subject.name:  # there is only one: `changed setup`
        return (Word(f"{deed} {subject.name}"), *_name_owner(subject.owner))
    if subject.deed is Deed.RENAMED:
        old, new = Word(subject.old_name, is_name=True), Word(subject.name, is_name=True)
        return Word(f"{deed} {subject.sort.value} "), old, Word(" to "), new
    given = f"({values['given']})" if "given" in values else ""
    name = Word(f'"{subject.name}"' if subject.sort is Sort.END else subject.name + given, is_name=True)
    menu = (Word(" in "), Word(values["in"], is_name=True)) if "in" in values else ()
    once = (Word(f", once each {values['once each']}"),) if "once each" in values else ()
    return (Word(f"{deed} {subject.sort.value} "), name, *_name_owner(subject.owner), *menu, *once)


def _name_owner(owner: str) -> tuple[Word, ...]:
    if owner == "shared" or not owner:
        return ()
    return (Word(f" of {'the ' if owner.startswith('seat ') else ''}{owner}"),)


def _is_one_line(lines: Sequence[LineChange]) -> bool:
    """Whether the declaration is one line on both sides, such as a formula."""
    return [line.deed for line in lines] == ["removed", "added"] and lines[0].depth == lines[1].depth


# ---------------------------------------------------------------- values and cells


def _changes(difference: Difference) -> Iterator[Change]:
    cells = [detail for detail in difference.details if isinstance(detail, CellChange)]
    members = [detail for detail in difference.details if isinstance(detail, MembersChange)]
    come = {name for detail in members for name in detail.added}
    gone = {name for detail in members for name in detail.removed}
    for detail in difference.details:
        if isinstance(detail, ValueChange) and difference.subject.deed is not Deed.RENAMED:
            yield Change(detail.what, detail.before, detail.after)
    for detail in members:
        yield from _members(detail, cells)
    for cell in cells:
        if cell.row not in come | gone:
            label = f"{cell.row}, {cell.column}" if cell.column else f"for {cell.row}"
            yield Change(label, cell.before, cell.after)


def _members(detail: MembersChange, cells: Sequence[CellChange]) -> Iterator[Change]:
    if detail.added:
        names = "; ".join(_with_cells(name, cells) for name in detail.added)
        yield Change(f"new {detail.what}", None, names, is_list=True)
    if detail.removed:
        yield Change(f"removed {detail.what}", "; ".join(detail.removed), None, is_list=True)
    if detail.is_reordered:
        yield Change(f"{detail.what}", None, "in another order", is_list=True)


def _with_cells(name: str, cells: Sequence[CellChange]) -> str:
    """Describes a new kind or value with the cells of its row: `Knight (symbol Horse, copies 3)`."""
    said = [f"{c.column} {c.after}" for c in cells if c.row == name and c.after not in (None, ".")]
    return f"{name} ({', '.join(said)})" if said else name


def _grid(cells: Sequence[Cell]) -> Grid | None:
    """Returns the cells of an added or removed table as rows."""
    if not cells:
        return None
    columns = tuple(dict.fromkeys(cell.column for cell in cells))
    texts = {(cell.row, cell.column): cell.text for cell in cells}
    rows = dict.fromkeys(cell.row for cell in cells)
    return Grid(("", *columns), tuple((row, *(texts.get((row, c), ".") for c in columns)) for row in rows))
