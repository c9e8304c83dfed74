"""Writes the report as one self-contained HTML page, with both rules side by side. It runs no script, and all texts of rules are escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.differences.model import Deed, LineChange, Unchanged
from gamedsl.differences.report import Change, Entry, Grid, Report, Word
from gamedsl.html import document, element, elements, escape, row_with_name
from gamedsl.package_files import package_bytes

_SIGNS = {Deed.CHANGED: "±", Deed.ADDED: "+", Deed.REMOVED: "−", Deed.RENAMED: "→"}


def html(told: Report, same: Sequence[Unchanged]) -> str:
    """Returns the page; `same` are the declarations that are equal on both sides."""
    title = f"{told.before} → {told.after}"
    body = (
        f"<header>{element('h1', escape(title))}{element('p', escape(told.summary))}</header>",
        "<main>",
        *_part("Rules", told.rules, told),
        *_part("Examples", told.examples, told),
        *_write_same(same),
        "</main>",
    )
    style = package_bytes("gamedsl.differences", "differences.css").decode("utf-8")
    return document(title, f"\n{style}", body, doctype="<!DOCTYPE html>")


def _part(title: str, entries: Sequence[Entry], told: Report) -> Iterator[str]:
    if entries:
        yield f"<h2>{title}</h2>"
        for entry in entries:
            yield from _entry(entry, told)


def _entry(entry: Entry, told: Report) -> Iterator[str]:
    """Writes one entry."""
    yield f'<section class="{entry.deed.value}">'
    only = f' <span class="only">{escape(entry.only)}</span>' if entry.only else ""
    head = "".join(map(_word, entry.head))
    yield f'<h3><span class="sign" aria-hidden="true">{_SIGNS[entry.deed]}</span>{head}{only}</h3>'
    if entry.notes:
        yield "<ul>"
        yield from (f"<li>{f'{escape(name)}: ' if name else ''}{escape(said)}</li>" for name, said in entry.notes)
        yield "</ul>"
    if entry.changes:
        yield from _values(entry.changes)
    if entry.grid is not None:
        yield from _grid(entry.grid)
    if entry.lines:
        yield from _lines(entry.lines, told)
    yield "</section>"


def _word(word: Word) -> str:
    return f"<code>{escape(word.text)}</code>" if word.is_name else escape(word.text)


def _values(changes: Sequence[Change]) -> Iterator[str]:
    yield '<div class="wide"><table class="values"><thead><tr><th></th><th>before</th><th>after</th></tr></thead><tbody>'
    for change in changes:
        yield f'<tr><th scope="row">{escape(change.label)}</th>{_value("old", change.before)}{_value("new", change.after)}</tr>'
    yield "</tbody></table></div>"


def _value(kind: str, text: str | None) -> str:
    if text is None:
        return '<td class="none">–</td>'
    return element("td", element("del" if kind == "old" else "ins", escape(text)), class_=kind)


def _grid(grid: Grid) -> Iterator[str]:
    yield '<div class="wide"><table class="cells">'
    if any(grid.head):
        yield f"<thead><tr>{elements('th', map(escape, grid.head))}</tr></thead>"
    yield "<tbody>"
    for name, *cells in grid.rows:
        yield row_with_name(escape(name), map(escape, cells))
    yield "</tbody></table></div>"


# ---------------------------------------------------------------- both rules, side by side


def _lines(lines: Sequence[LineChange], told: Report) -> Iterator[str]:
    """Writes a row for each line; removed lines are beside the added ones that replace them."""
    yield '<table class="sides"><thead><tr>'
    yield f"<th>{escape(told.before)}</th><th>{escape(told.after)}</th></tr></thead><tbody>"
    for old, new in _rows(lines):
        kind = "same" if old == new else "both" if old and new else "gone" if old else "come"
        yield f'<tr class="{kind}">{_side("old", old, kind)}{_side("new", new, kind)}</tr>'
    yield "</tbody></table>"


def _rows(lines: Sequence[LineChange]) -> Iterator[tuple[LineChange | None, LineChange | None]]:
    gone: list[LineChange] = []
    for line in lines:
        if line.deed == "removed":
            gone.append(line)
        elif line.deed == "added":
            yield (gone.pop(0) if gone else None), line
        else:
            yield from ((old, None) for old in gone)
            gone.clear()
            yield line, line
    yield from ((old, None) for old in gone)


def _side(side: str, line: LineChange | None, kind: str) -> str:
    if line is None:
        return f'<td class="{side} none"></td>'
    text = escape(line.text)
    if kind != "same":
        text = element("del" if side == "old" else "ins", text)
    return element("td", text, class_=side, style=f"--depth:{line.depth}")


def _write_same(same: Sequence[Unchanged]) -> Iterator[str]:
    """Writes all other declarations, folded."""
    if not same:
        return
    many = "1 declaration is" if len(same) == 1 else f"{len(same)} declarations are"
    yield f'<details class="same"><summary>{many} the same on both sides</summary>'
    for one in same:
        owner = "" if one.owner in ("", "shared") else f" of {one.owner}"
        noun = "" if one.sort.value == one.name else f"{one.sort.value} "
        name = f"{escape(noun)}<code>{escape(one.name)}</code>{escape(owner)}"
        yield f"<details><summary>{name}</summary><pre>{escape(one.source)}</pre></details>"
    yield "</details>"
