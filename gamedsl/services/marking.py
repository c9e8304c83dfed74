"""The marks that an editor draws into the text: colours, small notes after names, and lines above declarations."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from gamedsl.semantics.rules.decision_text import decisions_of_phase
from gamedsl.services.declarations import sort_of, walk_declarations
from gamedsl.services.names import names_of
from gamedsl.services.workspace import View
from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, example_lines, fields, statements
from gamedsl.syntax.tree.walk import walk_in_order
from gamedsl.values import frozen

COLOURS = (
    "keyword", "comment", "string", "number", "operator", "function", "property", "enumMember", "variable", "parameter", "type", "class", "namespace",
)  # fmt: skip
"""The colours of words, by the names that editors know."""

_OF_TOKENS = (
    ("Comment", "comment"),
    ("Literal.String", "string"),
    ("Literal.Number", "number"),
    ("Keyword", "keyword"),
    ("Operator.Word", "keyword"),
    ("Operator", "operator"),
    ("Name.Builtin", "keyword"),
    ("Name.Function", "function"),
    ("Name.Attribute", "property"),
    ("Name.Constant", "enumMember"),
)


def colours(view: View) -> list[tuple[int, int, str]]:
    """Returns the coloured parts of the text in order, as (start, end, colour); none goes over the end of a line."""
    from gamedsl.highlight import GdlLexer

    known = {use.place.start: _colour_of(view, use.key) for use in names_of(view).uses if use.place.source == view.path}
    found: list[tuple[int, int, str]] = []
    for start, of, text in GdlLexer(ensurenl=False).get_tokens_unprocessed(view.source.text):
        name = str(of).removeprefix("Token.")
        colour = known.get(start) if name.startswith("Name") and not name.startswith("Name.Builtin") else None
        colour = colour or next((colour for begin, colour in _OF_TOKENS if name.startswith(begin)), None)
        if colour is not None:
            found.append((start, start + len(text), colour))
    return found


def _colour_of(view: View, key: str) -> str:
    declared = view.declared.get(key)
    return "parameter" if declared is None else sort_of(declared.sort).colour


@frozen
class Note:
    """A small text after a place."""

    offset: int
    text: str
    explains: str


_LONGEST = 40
"""The longest decision that is written into a note."""


def notes(view: View, start: int, end: int) -> list[Note]:
    """Returns the notes for a part of the text: types of `let`s, the number of pieces of a component, the decisions of a phase, and the ways of a selection."""
    return [note for note in _notes(view, view.file) if start <= note.offset <= end]


def _notes(view: View, file: declarations.File) -> Iterator[Note]:
    for node in walk_in_order(file):
        match node:
            case statements.LetStmt() | fields.Define():
                found = view.meanings.types.get(node.value.span)
                if found is not None:
                    name_end = node.name.span.end
                    yield Note(name_end, f": {found()}", "what this can be, as the checker knows it")
            case data.Component() if node.rows is not None and node.total is None:
                copies = _copies(node)
                if copies is not None:
                    yield Note(node.name.span.end, f" ({copies} in all)", "the pieces of all rows together")
            case declarations.Phase() if view.first_checked is not None:
                asked = list(decisions_of_phase(view.first_checked, node.name.text))
                if asked:
                    is_short = len(asked) == 1 and len(asked[0]) <= _LONGEST
                    what = asked[0] if is_short else "1 decision" if len(asked) == 1 else f"{len(asked)} decisions"
                    yield Note(node.name.span.end, f" (asks: {what})", "\n".join(asked))
            case statements.Selection():
                ways = view.meanings.ways.get(node.name.span)
                number = None if ways is None else ways()
                if number is not None:
                    text = "1 way" if number == 1 else f"at most {number} ways"
                    yield Note(node.name.span.end, f" ({text})", "the most that can be chosen from, in the first setup")
            case _:
                continue


def _copies(component: data.Component) -> int | None:
    """Returns the number of copies where the rows say it alone: not once for each player or value."""
    rows = component.rows
    if rows is None or not rows.rows or component.per is not None or component.pivot is not None:
        return None
    if any(isinstance(cell, data.CellEach | data.CellEachNumber) for row in rows.rows for cell in row.cells):
        return None
    headings = [cell.text if isinstance(cell, data.CellName) else "" for cell in rows.rows[0].cells]
    if "count" not in headings:
        return None
    at = headings.index("count")
    cells = [row.cells[at] for row in rows.rows[1:] if len(row.cells) > at]
    return sum(cell.value for cell in cells if isinstance(cell, data.CellNumber))


@frozen
class Lens:
    """A line above a declaration. When it is clicked, the editor runs the `example` of this name, or plays from the `start` of this name."""

    place: Span
    title: str
    example: str | None = None
    start: str | None = None


def lenses(view: View) -> list[Lens]:
    """Returns the lines above declarations: examples that can be run, starts from which one can play, how often a rule is named, and things that have never
    happened in matches."""
    found: list[Lens] = []
    by_key = names_of(view).by_key
    watched = view.workspace.watched.get(view.path)
    idle: Mapping[tuple[str, str], str] = {} if watched is None or watched.text != view.source.text else watched.idle
    for one in view.declared.values():
        said = idle.get((one.sort, one.name))
        if said is not None and one.place.source == view.path:
            found.append(Lens(one.place, said))
    for decl in walk_declarations(view.file.decls):
        if isinstance(decl, example_lines.Example):
            found.append(Lens(decl.name.span, "run this example", decl.name.text))
            starts = [line.name.text for line in decl.lines if isinstance(line, example_lines.ExampleFrom)]
            found += [Lens(decl.name.span, "play from here", start=name) for name in starts[:1]]
        elif isinstance(decl, example_lines.StartPosition):
            found.append(Lens(decl.name.span, "play from here", start=decl.name.text))
        elif isinstance(decl, declarations.Rule | fields.Define | declarations.PickDecl):
            count = sum(not use.is_declared for use in by_key.get(decl.name.text, ()))
            found.append(Lens(decl.name.span, f"{count} {'use' if count == 1 else 'uses'}"))
    return found


def links(view: View) -> list[tuple[Span, str]]:
    """Returns the names of files that the text builds on, with their paths; the name of the rules leads to their look file."""
    found: list[tuple[Span, str]] = []
    look = f"{view.path.removesuffix('.gdl')}.look.toml"
    for decl in view.file.decls:
        if isinstance(decl, declarations.Game | declarations.Variant) and os.path.isfile(look):
            found.append((decl.name.span, look))
        for base in decl.bases if isinstance(decl, declarations.Variant) else ():
            target = view.find(base.text)
            if target is not None and target.name != view.path:
                found.append((base.span, target.name))
    return found
