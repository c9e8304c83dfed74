"""Describes pictures in Vega-Lite, and renders them as SVG in the colours of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap

from gamedsl.json import Json, JsonObject
from gamedsl.workbench.extras import check_installed
from gamedsl.workbench.reporting.model import Picture

WIDTH, HEIGHT = 300, 170
"""Size of a picture's plot area in pixels, readable on a phone."""

_ROOM = 1.08
"""How much longer an axis of shares is than what it shows, so that nothing lies on its end."""

_LETTERS = 32
"""The letters of a line of a label: a longer name before a bar goes on in the next line, and is never cut."""

_LINE = 13
"""The pixels of a line of a label."""

_ENLARGED = 1.5
"""How much larger than drawn a picture may be shown: then its letters are as large as those of the text beside it."""

INK, FAINT, FIRST, SECOND, LINE = "#010101", "#020202", "#030303", "#040404", "#050505"
"""Placeholders for the colours of the page while a picture is rendered."""

_COLOURS = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    FIRST: "var(--first)",
    SECOND: "var(--second)",
    LINE: "var(--line)",
}

_CONFIG: Mapping[str, Json] = {
    "background": None,
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK, "titleColor": INK, "gridColor": LINE, "domainColor": FAINT, "tickColor": FAINT, "titleFontWeight": "normal", "labelFontSize": 11,
        "titleFontSize": 11, "labelLimit": 0,
    },
    "legend": {"labelColor": INK, "titleColor": INK, "orient": "top", "title": None, "labelFontSize": 11},
    "bar": {"fill": FIRST},
    "line": {"stroke": FIRST},
    "rule": {"stroke": INK},
    "range": {"category": [FIRST, SECOND]},
}  # fmt: skip


def check_drawing() -> None:
    """Raises MissingExtraError if pictures cannot be rendered here."""
    check_installed("a report", "report", "vl_convert")


def draw_picture(picture: Picture, title: str) -> str:
    """Renders a picture as SVG that scales with the page. Raises MissingExtraError."""
    check_drawing()
    import vl_convert

    whole = {"width": WIDTH, "height": HEIGHT, **picture, "config": _CONFIG}
    svg: str = vl_convert.vegalite_to_svg(whole)
    for colour, name in _COLOURS.items():
        svg = svg.replace(colour, name)
    svg = re.sub(r' (xmlns|version)(:\w+)?="[^"]*"', "", svg)

    def head(found: re.Match[str]) -> str:
        return f'<svg role="img" aria-label="{title}" style="max-width:{float(found[2]) * _ENLARGED:g}px"{found[1]}'

    return re.sub(r'<svg([^>]*?) width="([\d.]+)" height="[\d.]+"', head, svg, count=1)


def bars(rows: Sequence[tuple[str | int, int]], x: str) -> Picture:
    """Describes vertical bars of numbers of matches, in the order of the rows."""
    values: Json = [{"x": name, "y": number} for name, number in rows]
    axis: Json = {"labelAngle": 0, "labelOverlap": True, "labelSeparation": 6}
    return {
        "data": {"values": values},
        "mark": {"type": "bar"},
        "encoding": {
            "x": {"field": "x", "type": "ordinal", "title": x, "sort": None, "axis": axis},
            "y": _amount("y", "matches", is_count=True),
        },
    }  # fmt: skip


def lying_bars(rows: Sequence[tuple[str, float]], x: str) -> Picture:
    """Describes horizontal bars, with names before them."""
    names = [name for name, _ in rows]
    values: Json = [{"x": number, "y": _wrap(name)} for name, number in rows]
    bar: Json = {"type": "bar", "height": 13}
    return {
        "data": {"values": values},
        "height": {"step": _step(names, 16)},
        "mark": bar,
        "encoding": {"y": _names("y"), "x": _amount("x", x)},
    }


def lying_pairs(rows: Sequence[tuple[str, str, float]], x: str) -> Picture:
    """Describes two horizontal bars for each name, one below the other: (name, which, number)."""
    values: Json = [
        {"x": number, "y": _wrap(f"{name[:1].upper()}{name[1:]}"), "which": which} for name, which, number in rows
    ]
    height: Json = {"step": 11 * _lines([name for name, _, _ in rows])}
    order: Json = list(dict.fromkeys(which for _, which, _ in rows))
    return {
        "data": {"values": values},
        "height": height,
        "mark": {"type": "bar"},
        "encoding": {
            "y": _names("y"),
            "yOffset": {"field": "which", "sort": order},
            "x": _amount("x", x),
            "fill": {"field": "which", "sort": order, "type": "nominal"},
        },
    }


def intervals(rows: Sequence[tuple[str, float, float, float]], x: str, at: float) -> Picture:
    """Describes shares with their intervals, (name, share, low, high), and a dashed line at the expected share `at`."""
    most = min(1.0, _ROOM * max([at, *(high for *_, high in rows)]))
    return _with_intervals(
        rows, [at], _amount("low", x, percent=True), _amount("x", x, percent=True), {"domain": [0, most], "nice": False}
    )


def spans(rows: Sequence[tuple[str, float, float, float]], x: str, ends: Sequence[float]) -> Picture:
    """Describes numbers with their intervals, (name, number, low, high), and a dashed line at both ends of the range in which they should lie."""
    return _with_intervals(rows, ends, _amount("low", x), _amount("x", x), {"zero": False})


def _with_intervals(
    rows: Sequence[tuple[str, float, float, float]],
    lines: Sequence[float],
    low: JsonObject,
    shown: JsonObject,
    scale: JsonObject,
) -> Picture:
    values: Json = [{"y": _wrap(name), "x": number, "low": low, "high": high} for name, number, low, high in rows]
    y: Json = _names("y")
    dashed: list[Json] = [
        {"mark": {"type": "rule", "stroke": SECOND, "strokeDash": [4, 3]}, "encoding": {"x": {"datum": at}}}
        for at in lines
    ]
    return {
        "data": {"values": values},
        "height": {"step": _step([name for name, *_ in rows], 24)},
        "layer": [
            *dashed,
            {"mark": {"type": "rule", "strokeWidth": 2}, "encoding": {"y": y, "x": {**low, "scale": scale}, "x2": {"field": "high"}}},
            {"mark": {"type": "point", "fill": FIRST, "stroke": None, "opacity": 1, "size": 70}, "encoding": {"y": y, "x": shown}},
        ],
    }  # fmt: skip


def trade_off(points: Sequence[tuple[float, float, str]], x: str, y: str) -> Picture:
    """Describes points in the plane of two numbers: (x, y, sort); sorts differ in colour and shape."""
    values: Json = [{"x": one, "y": other, "sort": sort} for one, other, sort in points]
    sorts: Json = list(dict.fromkeys(sort for _, _, sort in points))
    around: Json = {"zero": False}
    colours: Json = {"range": [FAINT, FIRST, SECOND]}
    return {
        "data": {"values": values},
        "mark": {"type": "point", "filled": True, "opacity": 0.9, "size": 60},
        "encoding": {
            "x": {**_amount("x", x), "scale": around},
            "y": {**_amount("y", y), "scale": around},
            "color": {"field": "sort", "type": "nominal", "sort": sorts, "scale": colours},
            "shape": {"field": "sort", "type": "nominal", "sort": sorts, "legend": None},
        },
    }


def course(
    rows: Sequence[tuple[int, float, float, float]], y: str, *, percent: bool = False, is_log: bool = False
) -> Picture:
    """Describes a line over the course of a match with a band around it: (percent of the match, number, low, high). `is_log`: the scale is logarithmic, for
    numbers from 1 on."""
    values: Json = [{"x": at, "y": number, "low": low, "high": high} for at, number, low, high in rows]
    x: Json = {
        "field": "x", "type": "quantitative", "title": "percent of the match", "scale": {"domain": [0, 100]},
        "axis": {"values": [0, 20, 40, 60, 80, 100]},
    }  # fmt: skip
    scale: dict[str, Json] = {"scale": {"type": "log", "domainMin": 1}} if is_log else {}
    return {
        "data": {"values": values},
        "layer": [
            {"mark": {"type": "area", "fill": FIRST, "opacity": 0.25},
             "encoding": {"x": x, "y": {**_amount("low", y, percent=percent), **scale}, "y2": {"field": "high"}}},
            {"mark": {"type": "line", "strokeWidth": 2}, "encoding": {"x": x, "y": {**_amount("y", y, percent=percent), **scale}}},
        ],
    }  # fmt: skip


def _names(field: str) -> dict[str, Json]:
    """Describes the axis of names before bars, each in as many lines as it needs."""
    axis: Json = {"labelExpr": r"split(datum.label, '\n')", "labelLineHeight": _LINE}
    return {"field": field, "type": "nominal", "title": None, "sort": None, "axis": axis}


def _wrap(name: str) -> str:
    return "\n".join(wrap(name, _LETTERS))


def _lines(names: Sequence[str]) -> int:
    """Returns the most lines of a name before a bar."""
    return max((_wrap(name).count("\n") + 1 for name in names), default=1)


def _step(names: Sequence[str], least: int) -> int:
    """Returns the distance between bars at which their names do not overlap."""
    return max(least, _LINE * _lines(names) + 4)


def _amount(field: str, title: str, *, percent: bool = False, is_count: bool = False) -> dict[str, Json]:
    axis: dict[str, Json] = {"format": ".0%"} if percent else {"tickMinStep": 1, "format": "d"} if is_count else {}
    return {"field": field, "type": "quantitative", "title": title, "axis": {**axis, "tickCount": 5}}
