"""The signs that are drawn instead of written: the symbols of pages, and glyphs that fonts for text lack."""

from __future__ import annotations

import json
import re
from functools import cache
from xml.etree import ElementTree

from gamedsl.json import JsonObject
from gamedsl.page.runtime_files import read_runtime
from gamedsl.values import frozen

_GLYPHS = {
    "♥": "M12 21C5 15.5 2.5 12 2.5 8.3 2.5 5.4 4.7 3.5 7.2 3.500c2 0 3.7 1.1 4.8 3 1.1-1.9 2.8-3 4.8-3 2.5 0 4.7 1.9 4.7 4.800C21.5 12 19 15.5 12 21z",
    "♦": "M12 2l7.5 10L12 22 4.5 12z",
    "♠": "M12 2c6 5.5 9 8.5 9 12 0 2.6-1.9 4.3-4.2 4.3-1.5 0-2.8-.7-3.6-1.9.2 2.3.9 4 2.3 5.600h-7c1.4-1.6 2.1-3.3 2.3-5.6"
    "-.8 1.2-2.1 1.9-3.6 1.900C4.9 18.3 3 16.6 3 14c0-3.5 3-6.5 9-12z",
    "♣": "M12 2.500a4.3 4.3 0 0 1 3.6 6.7 4.4 4.4 0 1 1-2.4 7.200c.2 2.2.9 3.9 2.3 5.600h-7c1.4-1.7 2.1-3.4 2.3-5.6"
    "a4.4 4.4 0 1 1-2.4-7.200A4.3 4.3 0 0 1 12 2.500z",
    "♚": "M11 2h2v2h2v2h-2v2.300c3-1.3 7.5-.8 7.5 3.7 0 3-2 4.5-3 7H6.500c-1-2.5-3-4-3-7 0-4.5 4.5-5 7.5-3.700V6H9V4h2zM6.5 20h11v2h-11z",
    "♛": "M3.5 6.500l4 6L9 4l3 7.500L15 4l1.5 8.5 4-6L18 19H6zM6 20h12v2H6z",
    "♜": "M5 3h3v3h2.500V3h3v3H16V3h3v6l-2.5 2v6l2 2v3h-13v-3l2-2v-6L5 9z",
    "♝": "M12 2a1.6 1.6 0 0 1 1.2 2.700c2.6 2 4.3 4.6 4.3 7.3 0 2.2-1 3.7-2.5 4.500l1 3h1.500V22h-11v-2.500H8l1-3"
    "C7.5 15.7 6.5 14.2 6.5 12c0-2.7 1.7-5.3 4.3-7.300A1.6 1.6 0 0 1 12 2z",
    "♞": "M8 22v-2.500c0-4 3.5-5.5 3.5-8.5-2 1.5-3.5 2-5 1.500L5 10.5 8.5 5 9 2l3 2.200c5 .8 7.5 5 7.5 10.300V22z",
    "♟": "M12 2.500a4 4 0 0 1 2.3 7.300c.6 3.2 1.8 5.5 3.7 7.700V21H6v-3.500c1.9-2.2 3.1-4.5 3.7-7.700A4 4 0 0 1 12 2.500z",
    "☀": "M12 7a5 5 0 0 1 0 10 5 5 0 0 1 0-10zM11.2 1.500h1.600v3.500h-1.600zM11.2 19h1.600v3.500h-1.600zM1.5 11.200H5v1.600H1.500zM19 11.200h3.500v1.600H19z"
    "M4 5.100L5.1 4l2.5 2.5-1.1 1.100zM16.4 17.500l1.1-1.100L20 18.9 18.9 20zM18.9 4L20 5.100l-2.5 2.5-1.1-1.100zM6.5 16.400l1.1 1.100L5.1 20 4 18.900z",
    "☂": "M12 3C6.5 3 3 7 2.5 12h19C21 7 17.5 3 12 3zM11.2 12h1.600v7.500a2.3 2.3 0 0 1-4.6 0h1.500a.8.8 0 0 0 1.5 0z",
}
"""Glyphs as outlines in a square of 24."""
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


@frozen
class Layer:
    """An outline in the language of SVG paths. It is filled with a mixture of the colour and its ground (`fill`: the part of the colour), or its border is
    drawn (`line`: its width; `is_light`: in white). `clip`: nothing is drawn outside of this outline. `is_even`: outlines inside others are holes."""

    path: str
    fill: float = 0.0
    line: float = 0.0
    is_light: bool = False
    clip: str = ""
    is_even: bool = False


@frozen
class Drawn:
    """A sign: its layers from bottom to top, in a rectangle of this size."""

    width: float
    height: float
    layers: tuple[Layer, ...]


def sign(name: str) -> Drawn | None:
    """Returns the sign with a name: a symbol of pages (`o-chevron`, `pawn`, `ship`) or a glyph (`♥`); None if there is no drawing."""
    if name in _GLYPHS:
        return Drawn(24, 24, (Layer(_GLYPHS[name], fill=1.0),))
    return _symbols().get(name)


def is_symbol(name: str) -> bool:
    """Whether a sign is one of the symbols that each page holds."""
    return name in _symbols()


def symbol_markup(name: str) -> str:
    """Returns a symbol of pages as an element of SVG, which `use` shows."""
    return _symbol_texts()[name]


@cache
def _symbol_texts() -> dict[str, str]:
    return {found[1]: found[0] for found in _SYMBOL.finditer(read_runtime("symbols.svg"))}


@cache
def read_emblems() -> JsonObject:
    """Returns the words of things that have a symbol (`words`), and the symbols of colours in order (`colours`)."""
    text = read_runtime("emblems.json")
    found: JsonObject = json.loads(text)
    return found


@cache
def _symbols() -> dict[str, Drawn]:
    found: dict[str, Drawn] = {}
    for symbol in ElementTree.fromstring(read_runtime("symbols.svg")).iter("symbol"):
        _, _, width, height = map(float, symbol.attrib["viewBox"].split())
        found[symbol.attrib["id"]] = Drawn(width, height, tuple(_layers(symbol)))
    return found


def _layers(symbol: ElementTree.Element) -> list[Layer]:
    clips = {one.attrib["id"]: one[0].attrib["d"] for one in symbol.iter("clipPath")}
    found: list[Layer] = []
    for one in symbol:
        if one.tag == "g":
            clip = clips[one.attrib["clip-path"].removeprefix("url(#").removesuffix(")")]
            found += [
                Layer(_outline(inner), fill=1.0, clip=clip, is_even=inner.attrib.get("fill-rule") == "evenodd")
                for inner in one
            ]
        elif one.tag == "path" and one.attrib.get("fill") == "none":
            is_light = one.attrib["stroke"] == "#fff"
            found.append(Layer(one.attrib["d"], line=float(one.attrib["stroke-width"]), is_light=is_light))
        elif one.tag == "path":
            is_even = one.attrib.get("fill-rule") == "evenodd"
            found.append(Layer(one.attrib["d"], fill=float(one.attrib.get("fill-opacity", "1")), is_even=is_even))
            if one.attrib.get("stroke") == "#fff":
                found.append(Layer(one.attrib["d"], line=float(one.attrib["stroke-width"]), is_light=True))
    return found


def _outline(shape: ElementTree.Element) -> str:
    """Returns the path of a shape; a circle is converted to a path."""
    if shape.tag == "path":
        return shape.attrib["d"]
    x, y, radius = (float(shape.attrib[key]) for key in ("cx", "cy", "r"))
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0z"
