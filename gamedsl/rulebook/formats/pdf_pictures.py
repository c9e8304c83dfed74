"""Writes the pictures of a rulebook as SVG that fpdf2 can place. fpdf2 does not support colours of the surroundings (`currentColor`) and SVG inside of SVG,
so symbols and pictures of look files are copied as shapes to each place of use."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from itertools import count

from gamedsl.rulebook.model import Illustration

_USE = re.compile(r"<use ([^>]*)></use>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_SYMBOL = re.compile(r'<symbol [^>]*viewBox="([^"]*)"[^>]*>(.*)</symbol>', re.DOTALL)
_PICTURE = re.compile(r'<image href="data:image/svg\+xml;base64,([^"]*)"([^>]*)></image>')
_DOCUMENT = re.compile(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>(.*)</svg>', re.DOTALL)
_WINDOW = re.compile(r"<svg ([^>]*)>")
_EDGED = re.compile(r'<g ([^>]*?)paint-order="stroke"([^>]*)>((?:(?!</?g\b).)*)</g>', re.DOTALL)
_STROKE = re.compile(r' ?stroke(-width|-opacity)?="[^"]*"')
_NAMED = re.compile(r'( id="|url\(#|href="#)')
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
_MARGIN = 1.0
"""The space around a picture, in millimetres."""


def size_of(picture: Illustration) -> tuple[float, float]:
    """Returns the width and height of a picture with the space around it, in millimetres."""
    return picture.width + 2 * _MARGIN, picture.height + 2 * _MARGIN


def svg_of(picture: Illustration) -> str:
    """Returns a picture as a document of its own, in the font `serif`."""
    width, height = size_of(picture)
    symbols = dict(picture.symbols)
    inside = _USE.sub(lambda found: _place_symbol(dict(_ATTRIBUTE.findall(found[1])), symbols), picture.inside)
    numbers = count(1)
    inside = _PICTURE.sub(lambda found: _unpack(found[1], dict(_ATTRIBUTE.findall(found[2])), next(numbers)), inside)
    # fpdf2 does not know `paint-order`, so the edge of a shape is drawn as a shape of its own below it.
    inside = _EDGED.sub(lambda found: _with_edge(f"{found[1]}{found[2]}", found[3]), inside)
    clips: list[str] = []
    inside = _WINDOW.sub(lambda found: _window(dict(_ATTRIBUTE.findall(found[1])), clips), inside)
    inside = inside.replace("</svg>", "</g>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" font-family="serif" viewBox="{-_MARGIN:g} {-_MARGIN:g} {width:g} {height:g}"'
        f' width="{width:g}mm" height="{height:g}mm"><defs>{"".join(clips)}</defs>{inside}</svg>'
    )


def letters_of(picture: Illustration) -> str:
    """Returns all texts in a picture."""
    return "".join(_TEXT.findall(picture.inside))


def _place_symbol(use: Mapping[str, str], symbols: Mapping[str, str]) -> str:
    """Returns the shapes of a symbol at the place and in the colour of its use."""
    found = _SYMBOL.fullmatch(symbols.get(use["href"].removeprefix("#"), ""))
    return "" if found is None else _fit(found[1], found[2].replace("currentColor", use.get("color", "#000")), use)


def _unpack(data: str, place: Mapping[str, str], number: int) -> str:
    """Returns the shapes of a picture at its place. Its names get its number, because other pictures have the same ones."""
    found = _DOCUMENT.fullmatch(base64.b64decode(data).decode().strip())
    return "" if found is None else _fit(found[1], _NAMED.sub(rf"\1p{number}-", found[2]), place)


def _fit(box: str, shapes: str, place: Mapping[str, str]) -> str:
    """Returns shapes with a view box, as large as they fit into a place and in its middle."""
    left, top, width, height = map(float, box.replace(",", " ").split())
    wide, high = float(place["width"]), float(place["height"])
    scale = min(wide / width, high / height)
    x = float(place["x"]) + (wide - width * scale) / 2 - left * scale
    y = float(place["y"]) + (high - height * scale) / 2 - top * scale
    return f'<g transform="translate({x:.4f} {y:.4f}) scale({scale:.5f})">{shapes}</g>'


def _with_edge(attributes: str, shapes: str) -> str:
    """Returns shapes upon their edge."""
    plain = _STROKE.sub("", attributes)
    return f'<g {attributes} stroke-linejoin="round">{shapes}</g><g {plain}>{shapes}</g>'


def _window(window: Mapping[str, str], clips: list[str]) -> str:
    """Returns the beginning of a group that is clipped to a rectangle; it replaces a nested SVG element."""
    clips.append(
        f'<clipPath id="c{len(clips)}"><rect x="0" y="0" width="{window["width"]}" height="{window["height"]}"/></clipPath>'
    )
    return f'<g transform="translate({window["x"]} {window["y"]})" clip-path="url(#c{len(clips) - 1})">'
