"""Turns marks into elements of SVG as data: `[name, attributes, children]`. A page makes elements of them; no markup is parsed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gamedsl.cards.drawing.marks import (
    EDGE,
    POINT,
    At,
    Box,
    Circle,
    Clip,
    Image,
    Line,
    Mark,
    Shape,
    Sign,
    Turned,
    Window,
    Words,
)
from gamedsl.cards.drawing.signs import is_symbol, sign
from gamedsl.json import Json
from gamedsl.page.colours import Colour, css
from gamedsl.page.pictures import Picture


def svg_tree(marks: Iterable[Mark], fonts: Mapping[str, str], pictures: Mapping[str, Picture]) -> list[Json]:
    """Returns the elements of some marks. `fonts` has the name of each font of a look file on the page; pictures are named by their files, and `pictures` has their
    sizes."""
    return [one for mark in marks for one in _elements(mark, fonts, pictures)]


def _elements(mark: Mark, fonts: Mapping[str, str], pictures: Mapping[str, Picture]) -> Iterator[Json]:
    match mark:
        case Box(x, y, width, height, fill, border, line, radius):
            round_ = {"rx": _n(min(radius, width / 2, height / 2))} if radius else {}
            yield _element("rect", {**_place_attributes(x, y, width, height), **round_, **_paint(fill, border, line)})
        case Circle(x, y, radius, fill, border, line):
            yield _element("circle", {"cx": _n(x), "cy": _n(y), "r": _n(radius), **_paint(fill, border, line)})
        case Line(x, y, to_x, to_y, colour, width):
            ends = {"x1": _n(x), "y1": _n(y), "x2": _n(to_x), "y2": _n(to_y)}
            yield _element("line", {**ends, **_paint(None, colour, width)})
        case Shape(outlines, fill, border, line):
            for outline in outlines:
                points = " ".join(f"{_n(x)},{_n(y)}" for x, y in outline)
                yield _element("polygon", {"points": points, **_paint(fill, border, line)})
        case Sign():
            yield from _sign(mark)
        case Words():
            yield _words(mark, fonts)
        case Image(file) if file in pictures:
            yield _image(mark, pictures[file])
        case Image():
            pass
        case At(right, down, inner):
            yield _element("g", {"transform": f"translate({_n(right)} {_n(down)})"}, svg_tree(inner, fonts, pictures))
        case Turned(x, y, inner):
            yield _element("g", {"transform": f"rotate(180 {_n(x)} {_n(y)})"}, svg_tree(inner, fonts, pictures))
        case Window(marks=inner) | Clip(marks=inner):
            # Pages cut whole pieces along their outlines themselves.
            yield from svg_tree(inner, fonts, pictures)


def _element(name: str, attributes: Mapping[str, Json], children: list[Json] | str = "") -> Json:
    return [name, dict(attributes), *([children] if children else [])]


def _n(number: float) -> float:
    return round(number, 2)


def _place_attributes(x: float, y: float, width: float, height: float) -> dict[str, Json]:
    return {"x": _n(x), "y": _n(y), "width": _n(width), "height": _n(height)}


def _paint(fill: Colour | None, border: Colour | None, line: float) -> dict[str, Json]:
    stroke: dict[str, Json] = {} if border is None else {"stroke": css(border), "stroke-width": line}
    return {"fill": "none" if fill is None else css(fill), **stroke}


def _image(mark: Image, picture: Picture) -> Json:
    """Returns a picture in a window. Its size is computed, because browsers do not crop drawings as they crop photographs."""
    inner = _place_attributes(*picture.fit(mark.width, mark.height, is_whole=mark.is_whole))
    window = {
        **_place_attributes(mark.x, mark.y, mark.width, mark.height),
        "viewBox": f"0 0 {_n(mark.width)} {_n(mark.height)}",
    }
    return _element("svg", window, [_element("image", {**inner, "picture": mark.file})])


def _sign(mark: Sign) -> Iterator[Json]:
    drawn = sign(mark.name)
    if drawn is None:
        return
    size = max(drawn.width, drawn.height)
    edge: dict[str, Json] = {}
    if mark.edge is not None:
        edge = {"stroke": css(mark.edge), "stroke-width": _n(EDGE * size), "paint-order": "stroke"}
    if is_symbol(mark.name):
        attributes = {
            **edge,
            **_place_attributes(mark.x, mark.y, mark.size, mark.size),
            "href": f"#{mark.name}",
            "color": css(mark.colour),
        }
        yield _element("use", attributes)
        return
    scale = mark.size / size
    moved = {
        **edge,
        "transform": f"translate({_n(mark.x)} {_n(mark.y)}) scale({scale:.4f})",
        "fill": css(mark.colour),
    }
    yield _element("g", moved, [_element("path", {"d": layer.path}) for layer in drawn.layers])


def _words(mark: Words, fonts: Mapping[str, str]) -> Json:
    """Returns a line of text that is as wide as on paper, whatever font the browser has."""
    attributes: dict[str, Json] = {
        "x": _n(mark.x),
        "y": _n(mark.y),
        "font-size": _n(mark.size * POINT),
        "fill": css(mark.colour),
        "textLength": _n(mark.width),
        "lengthAdjust": "spacingAndGlyphs",
    }
    if mark.anchor != "left":
        attributes["text-anchor"] = "middle" if mark.anchor == "middle" else "end"
    if mark.is_bold:
        attributes["font-weight"] = "bold"
    if mark.font in fonts:
        attributes["font-family"] = fonts[mark.font]
    return _element("text", attributes, mark.text)
