"""Writes the rulebook in Markdown. Texts of the rules are escaped, so that no character in them acts as Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.rulebook.model import (
    Block,
    Book,
    Drawing,
    Illustration,
    Paragraph,
    Placed,
    Step,
    Steps,
    Table,
    index,
    plain,
    sections_in_order,
    spans,
)

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
_AT_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")
_LEVELS = 6


def markdown(book: Book) -> str:
    """Writes a title, a list of chapters, a heading for each section, and an index; ends in a line break."""
    places = list(sections_in_order(book.sections))
    links = _links(places)
    blocks = [f"# {_inline(book.title)}"]
    chapters = [place for place in places if len(place.number) == 1]
    blocks.append("\n".join(f"{p.number[0]}. [{_inline(p.section.title)}](#{links[p.number]})" for p in chapters))
    for place in places:
        blocks.append(_heading(place))
        blocks += [text for block in place.section.blocks for text in _block(block)]
    if book.has_index:
        blocks += ["## Index", "\n".join(_index(book, links))]
    return "\n\n".join(blocks) + "\n"


def _heading(place: Placed) -> str:
    level = "#" * min(len(place.number) + 1, _LEVELS)
    return f"{level} {place.label} {_inline(place.section.title)}"


def _links(places: Sequence[Placed]) -> dict[tuple[int, ...], str]:
    """Returns the links to sections. Viewers of Markdown derive them from the headings, and number repeated ones."""
    found: dict[tuple[int, ...], str] = {}
    seen: Counter[str] = Counter()
    for place in places:
        text = f"{place.label} {plain(place.section.title)}".lower()
        link = re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")
        found[place.number] = f"{link}-{seen[link]}" if seen[link] else link
        seen[link] += 1
    return found


def _index(book: Book, links: Mapping[tuple[int, ...], str]) -> Iterator[str]:
    for name, places in index(book):
        yield f"* {_inline(name)}: {', '.join(f'[{p.label}](#{links[p.number]})' for p in places)}"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text, lead=lead):
            yield f"**{lead}** {_inline(text)}".strip() if lead else _line(text)
        case Steps(steps, is_ordered):
            yield "\n".join(_steps(steps, "", is_ordered))
        case Table(head, rows, caption):
            if caption:
                yield _line(caption)
            yield _table(head, rows)
        case Drawing(caption, rows):
            if caption:
                yield f"{_line(caption)}:"
            if any(cell for row in rows for cell in row):
                yield _drawing(block)
        case Illustration(caption, told, letters=letters):
            if said := " ".join(filter(None, (caption, *told))):
                yield _line(said)
            if letters:
                yield "\n".join(("```text", *(line.replace("`", "'") for line in letters), "```"))


def _steps(steps: tuple[Step, ...], lead: str, is_ordered: bool) -> Iterator[str]:
    for number, step in enumerate(steps, 1):
        mark = f"{number}." if is_ordered else "*"
        yield f"{lead}{mark} {_line(step.text)}"
        yield from _steps(step.steps, lead + " " * (len(mark) + 1), is_ordered=False)


def _table(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    lines = [f"| {' | '.join(map(_inline, row))} |" for row in (head, *rows)]
    return "\n".join((lines[0], "|---" * len(head) + "|", *lines[1:]))


def _drawing(board: Drawing) -> str:
    """Draws a board in a code block, with cells in columns; rows and columns have headings, and rows of hexagons are shifted."""
    across, down = board.across, board.down
    width = max(*map(len, across), *(len(cell) for row in board.rows for cell in row))
    margin = max(map(len, down))
    shift = (width + 1) // 2
    lines = [" " * (margin + 1) + " ".join(name.ljust(width) for name in across).rstrip()]
    for at, row in enumerate(board.rows):
        cells = " ".join((cell.replace("`", "'") or "·").ljust(width) for cell in row).rstrip()
        lines.append(f"{down[at]:>{margin}} {' ' * (shift * at if board.is_hex else 0)}{cells}")
    return "\n".join(("```text", *lines, "```"))


def _line(text: str) -> str:
    """Escapes the start of a line that would begin a list."""
    return (
        _AT_START.sub(r"\1\\\2", _inline(text))
        if not re.match(r"\d", text)
        else re.sub(r"^(\d+)([.)])", r"\1\\\2", _inline(text))
    )


def _inline(text: str) -> str:
    return "".join(
        s.text if s.is_note else f"*{_escape(s.text)}*" if s.is_set_off else _escape(s.text) for s in spans(text)
    )


def _escape(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)
