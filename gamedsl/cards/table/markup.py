"""Writes pictures as SVG: the elements of a picture, and the symbols that it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.cards.drawing.signs import is_symbol, symbol_markup
from gamedsl.cards.drawing.svg_tree import svg_tree
from gamedsl.cards.table.blocks import Block
from gamedsl.html import element, escape
from gamedsl.json import Json
from gamedsl.page.pictures import Picture
from gamedsl.rulebook.model import Illustration


def illustration(
    block: Block, caption: str, pictures: Mapping[str, Picture], scale: float = 1.0, least: float = 1.0
) -> Illustration:
    """Returns a picture for a book, which may scale it down to `least`. `pictures` are the look file's pictures, by their files."""
    tree = svg_tree(block.marks, {}, pictures)
    used = dict.fromkeys(name for one in tree for name in _symbols_in(one))
    symbols = tuple((name, symbol_markup(name)) for name in used)
    inside = "".join(_markup(one, pictures) for one in tree)
    if scale != 1.0:
        inside = element("g", inside, transform=f"scale({scale:.3f})")
    return Illustration(caption, block.told, block.width * scale, block.height * scale, inside, symbols, least=least)


def _markup(node: Json, pictures: Mapping[str, Picture]) -> str:
    match node:
        case [str(name), dict(attributes), *children]:
            inside = "".join(_markup(one, pictures) for one in _flat(children))
            given = {key: str(value) for key, value in attributes.items()}
            file = given.pop("picture", None)
            address = {} if file is None else {"href": pictures[file].address}
            return element(name, inside, **address, **given)
        case _:
            return escape(str(node))


def _symbols_in(node: Json) -> Iterator[str]:
    """Yields the names of the symbols in an element."""
    match node:
        case ["use", {"href": str(address)}, *_] if is_symbol(address.removeprefix("#")):
            yield address.removeprefix("#")
        case [str(_), dict(_), *children]:
            for one in _flat(children):
                yield from _symbols_in(one)
        case _:
            pass


def _flat(children: Sequence[Json]) -> Iterator[Json]:
    """Yields the children of an element: its text, or the elements in its list."""
    for one in children:
        yield from one if isinstance(one, list) else (one,)
