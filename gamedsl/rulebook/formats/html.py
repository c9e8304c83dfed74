"""Writes the rulebook as one self-contained HTML page: no other file, no script, no network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamedsl.html import document, element, elements, escape, row_with_name
from gamedsl.package_files import package_bytes
from gamedsl.rulebook.model import (
    HEXAGON,
    Block,
    Book,
    Drawing,
    Illustration,
    Paragraph,
    Placed,
    Span,
    Step,
    Steps,
    Table,
    index,
    places_of_names,
    plain,
    sections_in_order,
    set_off,
    small,
    spans,
)

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def html(book: Book) -> str:
    """Returns the whole page."""
    places = list(sections_in_order(book.sections))
    title = plain(book.title)
    links: dict[str, str] = {}
    for name, found in places_of_names(book).items():
        told = [place for place in found if not place.section.is_exact] or found
        if len(told) == 1:
            links[name] = told[0].anchor
    body = (
        *_symbols(places),
        f"<header>{element('h1', escape(title))}</header>",
        '<nav aria-label="Contents"><ol>',
        *(_entry(place) for place in places if len(place.number) == 1),
        *(('<li class="last"><a href="#index">Index</a></li>',) if book.has_index else ()),
        "</ol></nav>",
        "<main>",
        *(line for place in places for line in _section(place, links)),
        *(('<h2 id="index">Index</h2>', '<ul class="index">', *_index(book), "</ul>") if book.has_index else ()),
        "</main>",
    )
    style = package_bytes("gamedsl.rulebook.formats", "rulebook.css").decode("utf-8")
    return document(f"{title}: rules", f"\n{style}", body, policy=_POLICY, generator="gamedsl rulebook")


def passages(book: Book, before: str = "", labelled: Mapping[str, Sequence[str]] | None = None) -> str:
    """Returns the sections as elements for another page, without a frame, a style or a script. `data-tells` names the rules, actions and phases that a
    section describes, as the rules call them: `labelled` has their names by their labels. `data-level` is the depth of a section. `before` begins their
    anchors, where another book is on that page."""
    return "\n".join(_passage(place, before, labelled or {}) for place in sections_in_order(book.sections))


def _passage(place: Placed, before: str, labelled: Mapping[str, Sequence[str]]) -> str:
    told_here = [key.name for key in place.section.tells if key.sort in _DECIDING and key.name]
    told = " ".join(dict.fromkeys(name for key in told_here for name in labelled.get(key, (key,))))
    attributes = f'data-level="{len(place.number)}"' + (f' data-tells="{escape(told)}"' if told else "")
    return f"<section {attributes}>{''.join(_section(place, {}, before))}</section>"


_DECIDING = ("action", "rule", "pick", "phase")
"""The sorts of declarations in which players decide."""


def _entry(place: Placed) -> str:
    return f'<li><a href="#{place.anchor}">{_inline(place.section.title)}</a></li>'


_Links = Mapping[str, str]
"""The anchor of the section that tells each name."""


def _section(place: Placed, links: _Links, before: str = "") -> Iterator[str]:
    elsewhere = {name: anchor for name, anchor in links.items() if anchor != place.anchor}
    level = min(len(place.number) + 1, 6)
    yield f'<h{level} id="{before}{place.anchor}"><span class="number">{place.label}</span> {_inline(place.section.title)}</h{level}>'
    if place.section.is_exact:
        yield '<div class="small">'
    for block in place.section.blocks:
        yield from _block(block, elsewhere)
    if place.section.is_exact:
        yield "</div>"


def _index(book: Book) -> Iterator[str]:
    for name, places in index(book):
        links = ", ".join(f'<a href="#{p.anchor}">{p.label}</a>' for p in places)
        yield f"<li>{escape(name)} {links}</li>"


def _block(block: Block, links: _Links) -> Iterator[str]:
    match block:
        case Paragraph(text, is_aside=is_aside, lead=lead):
            said = f"<b>{escape(lead)}</b> " if lead else ""
            yield element("p", f"{said}{_inline(text, links)}", class_="aside" if is_aside else "")
        case Steps(steps, is_ordered):
            yield from _steps(steps, is_ordered, links)
        case Table(head, rows, caption):
            kind = ' class="position"' if block.is_position else ""
            yield f'<div class="wide"><table{kind}>'
            if caption:
                yield f"<caption>{_inline(caption)}</caption>"
            heads = elements("th", map(_inline, head), scope="col")
            yield f"<thead><tr>{heads}</tr></thead><tbody>"
            for first, *others in rows:
                cells = map(set_off, others) if block.is_position else others
                yield row_with_name(_inline(first, links), (_inline(cell, links) for cell in cells))
            yield "</tbody></table></div>"
        case Drawing():
            yield from _drawing(block)
        case Illustration():
            yield from _illustration(block)


def _steps(steps: tuple[Step, ...], is_ordered: bool, links: _Links) -> Iterator[str]:
    tag = "ol" if is_ordered else "ul"
    yield f"<{tag}>"
    for step in steps:
        yield f"<li>{_inline(step.text, links)}"
        if step.steps:
            yield from _steps(step.steps, is_ordered=False, links=links)
        yield "</li>"
    yield f"</{tag}>"


def _inline(text: str, links: _Links | None = None) -> str:
    """Writes a text; names lead to the sections that tell them."""
    return "".join(
        f"<sup>{escape(span.text)}</sup>"
        if span.is_note
        else _name(span, links or {})
        if span.is_name
        else escape(span.text)
        for span in spans(text)
    )


def _name(span: Span, links: _Links) -> str:
    said, name = escape(span.text), span.text.replace("\u00a0", " ")
    said = f"<i>{said}</i>" if span.is_set_off else said
    anchor = links.get(name) or links.get(small(name))
    return (
        said if anchor is None else element("a", said, class_="name" if span.is_set_off else "word", href=f"#{anchor}")
    )


# ---------------------------------------------------------------- pictures


def _symbols(places: Iterable[Placed]) -> Iterator[str]:
    """Yields the symbols that the pictures of a book use, each once."""
    found: dict[str, str] = {}
    for place in places:
        for block in place.section.blocks:
            found |= dict(block.symbols) if isinstance(block, Illustration) else {}
    if found:
        yield f'<svg width="0" height="0" aria-hidden="true">{"".join(found.values())}</svg>'


def _illustration(picture: Illustration) -> Iterator[str]:
    """Draws a picture on white, as on paper. The text below it describes the picture for people who cannot see it."""
    label = escape(plain(picture.caption) or " ".join(picture.told) or "Picture")
    box = f"-1 -1 {picture.width + 2:g} {picture.height + 2:g}"
    yield '<figure class="picture">'
    yield f'<svg style="width: {picture.width + 2:g}mm" role="img" aria-label="{label}" viewBox="{box}">{picture.inside}</svg>'
    if picture.caption:
        yield f"<figcaption>{_inline(picture.caption)}</figcaption>"
    if picture.told:
        lines = elements("li", map(escape, picture.told))
        yield f"<details><summary>The picture in words</summary><ul>{lines}</ul></details>"
    yield "</figure>"


# ---------------------------------------------------------------- drawings

_SIDE = 64
"""The width of a board's place in the units of the drawing."""


def _drawing(board: Drawing) -> Iterator[str]:
    """Draws a board: its places and their contents."""
    width, height = max(map(len, board.rows), default=0), len(board.rows)
    shift = _SIDE / 2 if board.is_hex else 0
    pitch = _SIDE * _PITCH if board.is_hex else _SIDE
    across, down = width * _SIDE + shift * max(height - 1, 0), (height - 1) * pitch + _SIDE
    label = escape(plain(board.caption)) or "The board"
    yield "<figure>"
    if board.caption:
        yield f"<figcaption>{_inline(board.caption)}</figcaption>"
    box = f"{-_MARGIN} {-_MARGIN} {across + _MARGIN + 2:g} {down + _MARGIN + 6:g}"
    yield f'<svg width="{min(across / _SIDE * 4.2 + 2, 46):g}rem" role="img" aria-label="{label}" viewBox="{box}">'
    for x, name in enumerate(board.across):
        yield _heading(x * _SIDE + _SIDE / 2, -_MARGIN / 2, name)
    for y, row in enumerate(board.rows):
        yield _heading(y * shift - _MARGIN / 2, y * pitch + _SIDE / 2, board.down[y])
        for x, cell in enumerate(row):
            yield _place(x * _SIDE + y * shift, y * pitch, plain(cell), board.is_hex)
    yield "</svg></figure>"


_PITCH = 0.866
"""The distance between rows of hexagons, relative to their width."""
_MARGIN = 24


def _heading(x: float, y: float, name: str) -> str:
    """Draws the name of a row or column beside the board."""
    return f'<text class="count" x="{x:g}" y="{y:g}" font-size="14">{escape(name)}</text>'


def _place(x: float, y: float, text: str, is_hex: bool) -> str:
    kind = "place full" if text else "place"
    box = f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{_SIDE}" height="{_SIDE}"/>'
    if is_hex:
        points = " ".join(f"{x + _SIDE * right:.4g},{y + _SIDE * down:.4g}" for right, down in HEXAGON)
        box = f'<polygon class="{kind}" points="{points}"/>'
    if not text:
        return box
    lines = text.split(" ") if len(text) > _NARROW and text.count(" ") in (1, 2) else [text]
    size = min(16.0, 104 / max(map(len, lines)))
    top = y + _SIDE / 2 - (len(lines) - 1) * size * 0.6
    said = "".join(
        f'<text x="{x + _SIDE / 2:g}" y="{top + at * size * 1.2:g}" font-size="{size:.3g}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )
    return box + said


_NARROW = 7
"""The most characters of a text that stays on one line."""
