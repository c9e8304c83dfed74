"""Draws a Game as one self-contained SVG: no script, no font file, an explicit background, the path of rules as tooltips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never
from xml.sax.saxutils import escape, quoteattr

from gamedsl.graph.analysis.title_words import as_title
from gamedsl.graph.draw.boxes import LABEL_LINE, LINE, Text
from gamedsl.graph.draw.metrics import CLUSTER, LABEL, NOTE, TITLE, Font
from gamedsl.graph.draw.model import Drawing, Form, State, drawing, tooltip
from gamedsl.graph.draw.scene import Frame, Placed, Point, Route, Scene, scene
from gamedsl.graph.draw.wrap import wrap
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import NodeId
from gamedsl.values import frozen

INK = "#22262b"
SOFT = "#5c6670"
LINES = "#66717d"
PAPER = "#ffffff"
TINTS = ("#eef3f9", "#f3f5ec", "#f8f1ec", "#f1eff8", "#ecf5f4", "#f9f3e6")
BORDERS = ("#c3d2e4", "#d2d9bd", "#e4cfc1", "#cfc9e6", "#bddad6", "#e5d5ae")


@frozen
class Look:
    """Colours of a form: its face, its border and the ink of its first line."""

    face: str
    border: str
    ink: str


def svg(game: Game) -> str:
    """Returns the whole Game as a picture, legible at its own size; ends in a newline."""
    return svg_of(drawing(game))


def svg_of(drawn: Drawing) -> str:
    """Returns the picture of a given drawing."""
    states: dict[tuple[NodeId, NodeId], State] = {(arrow.source, arrow.target): arrow.state for arrow in drawn.arrows}
    lead = _lead(drawn)
    placed = scene(drawn, top=lead_height(drawn), least_width=least_width(drawn))
    # Changed arrows are drawn below the others, so that both are visible where they overlap.
    routes: list[tuple[Route, State]] = [(route, states[route.source, route.target]) for route in placed.routes]
    marked = [pair for pair in routes if pair[1] != "same"]
    links = {one.name: number for number, one in enumerate(drawn.clusters)} if drawn.is_linked else {}
    titles = {element.id: element.title or element.cluster for element in drawn.elements}
    parts = (
        *lead,
        *(_frame(i, frame) for i, frame in enumerate(placed.frames)),
        *_start(placed),
        *(_line(route, state, titles) for route, state in (*marked, *(pair for pair in routes if pair not in marked))),
        *(_views(placed) if drawn.is_linked else ()),
        *(part for i, frame in enumerate(placed.frames) for part in _frame_title(i, frame, drawn.is_linked)),
        *(_head(box) for box in placed.boxes if _is_entered(placed, box)),
        *(part for box in placed.boxes for part in _box(box, links)),
        *(part for route, state in routes for part in _label(route, state)),
    )
    width, height = _size(placed.width), _size(placed.height)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"',
            f' viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(as_title(drawn.name))}</title>",
            f"<desc>{escape(_description(drawn))}</desc>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *parts,
            "</svg>\n",
        )
    )


# ---------------------------------------------------------------- title and legend

_LEAD_HEIGHT = 92.0
_NOTE_COLUMNS, _NOTE_LINES = 96, 5
"""The most characters of a line of the note, and the most lines."""
_LEGEND: tuple[tuple[Form, str], ...] = (
    ("decision", "a player chooses"),
    ("together", "all choose at once"),
    ("chance", "chance"),
    ("effect", "something happens"),
    ("branch", "a test"),
    ("end", "the end"),
)


def _description(drawn: Drawing) -> str:
    """Describes the picture for people who do not see it."""
    names = ", ".join(cluster.name.replace("_", " ") for cluster in drawn.clusters)
    return f"The graph of the game for {drawn.setup}: {len(drawn.elements)} boxes with {len(drawn.arrows)} arrows between them, in these parts: {names}."


def _lead(drawn: Drawing) -> tuple[str, ...]:
    return (
        _text(24, 36, TITLE, INK, as_title(drawn.name)),
        *(_text(24, 55 + at * LINE, NOTE, SOFT, line) for at, line in enumerate(_note(drawn))),
        *_legend(drawn, LINE * (len(_note(drawn)) - 1)),
        *(_links(drawn, lead_height(drawn) - 4) if drawn.is_linked else ()),
    )


def _links(drawn: Drawing, y: float) -> Iterable[str]:
    """Draws the names of the parts as links to them."""
    x = 24.0
    for number, cluster in enumerate(drawn.clusters):
        yield f'<a href="#part-{number}">{_text(x, y, LABEL, _LINKED, cluster.name)}</a>'
        x += LABEL.width(cluster.name) + 18


def _views(placed: Scene) -> Iterable[str]:
    """Names the whole and each part, so that an address can end in it: `#part-2`."""
    yield f'<view id="whole" viewBox="0 0 {_size(placed.width)} {_size(placed.height)}"/>'
    for number, frame in enumerate(placed.frames):
        yield f'<view id="part-{number}" preserveAspectRatio="xMinYMin" viewBox="{_size(frame.x)} {_size(frame.y)} {_size(frame.width)} {_size(frame.height)}"/>'


_LINKED = "#1d4e8f"
_LINKS_HEIGHT = 22.0


def lead_height(drawn: Drawing) -> float:
    """Returns the height of the title, the note and the legend."""
    return _LEAD_HEIGHT + LINE * (len(_note(drawn)) - 1) + (_LINKS_HEIGHT if drawn.is_linked else 0)


def _note(drawn: Drawing) -> tuple[str, ...]:
    """Returns the lines below the title: what the game is about, and its setup."""
    doc = f"{drawn.doc}  " if drawn.doc else ""
    said = f"{doc}({drawn.setup})"
    is_told = any(element.is_told for element in drawn.elements)
    return tuple(wrap(said, _NOTE_COLUMNS, _NOTE_LINES)) if is_told else (said,)


def _legend(drawn: Drawing, below: float) -> Iterable[str]:
    used = {element.form for element in drawn.elements}
    x = 24.0
    for form, said in _LEGEND:
        if form in used:
            yield _shape(form, x, 68 + below, 26, 15)
            if form == "chance":
                yield _die(x + 8, 70.5 + below, 10)
            yield _text(x + 32, 79.5 + below, LABEL, SOFT, said)
            x += 50 + LABEL.width(said)


def least_width(drawn: Drawing) -> float:
    """Returns the width that the title, the note and the legend need."""
    used = {element.form for element in drawn.elements}
    legend = sum(50 + LABEL.width(said) for form, said in _LEGEND if form in used)
    note = max(map(NOTE.width, _note(drawn)))
    links = sum(LABEL.width(one.name) + 18 for one in drawn.clusters) if drawn.is_linked else 0.0
    return max(TITLE.width(as_title(drawn.name)), note, legend, links) + 48


# ---------------------------------------------------------------- clusters and lines


def _frame(number: int, frame: Frame) -> str:
    tint, border = TINTS[number % len(TINTS)], BORDERS[number % len(BORDERS)]
    return _rect(frame.x, frame.y, frame.width, frame.height, 12, tint, border, 1)


def _frame_title(number: int, frame: Frame, is_linked: bool) -> tuple[str, ...]:
    """Draws the title above the lines, with a background of its own, so that no passing line crosses it. If parts are linked, it leads back to the whole."""
    tint = TINTS[number % len(TINTS)]
    behind = _rect(frame.x + 11, frame.y + 6, CLUSTER.width(frame.name) + 6, 17, 4, tint, tint, 0)
    title = _text(frame.x + 14, frame.y + 19, CLUSTER, SOFT, frame.name)
    return behind, f'<a href="#whole">{title}</a>' if is_linked else title


def _start(placed: Scene) -> tuple[str, ...]:
    (x, y), (_, end) = placed.start
    return (
        f'<path d="M{_size(x)} {_size(y)}V{_size(end)}" fill="none" stroke="{LINES}" stroke-width="1.3"/>',
        f'<circle cx="{_size(x)}" cy="{_size(y)}" r="6" fill="{INK}"><title>play begins here</title></circle>',
    )


def _line(route: Route, state: State, titles: Mapping[NodeId, str]) -> str:
    said = f"{titles[route.source]} → {titles[route.target]}{': ' if route.label else ''}{' '.join(route.label)}"
    path = _round_corners(_corners(route.points))
    look = _MARKS.get(state, _PLAIN)
    stroke = f'stroke="{look.ink}" stroke-width="{look.line}"{look.dash}'
    return f'<path d="{path}" fill="none" {stroke}><title>{escape(said)}</title></path>'


@frozen
class Mark:
    """The style of things that are only in one of two graphs: tint, ink, width of lines, and dashes."""

    tint: str
    ink: str
    line: str
    dash: str = ""


_PLAIN = Mark(PAPER, LINES, "1.3")
_MARKS: dict[State, Mark] = {
    "new": Mark("#dafbe1", "#1a7f37", "2.6"),
    "gone": Mark("#ffebe9", "#b3261e", "1.6", ' stroke-dasharray="6 4"'),
    "changed": Mark("#fff1c4", "#9a6700", "2.2"),
}


def _halo(placed: Placed) -> str:
    """Draws a frame around a box that is not in both of two graphs."""
    look = _MARKS[placed.box.element.state]
    x, y, width, height = (_size(n) for n in (placed.x - 4, placed.y - 4, placed.box.width + 8, placed.box.height + 7))
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{look.tint}" '
        f'stroke="{look.ink}" stroke-width="{look.line}"{look.dash}/>'
    )


def _corners(points: Sequence[Point]) -> list[Point]:
    """Removes the points at which the line continues straight."""
    kept: list[Point] = []
    for point in points:
        if kept and _near(kept[-1], point):
            continue
        if len(kept) > 1 and _is_straight(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _near(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < 0.5 and abs(a[1] - b[1]) < 0.5


def _is_straight(a: Point, b: Point, c: Point) -> bool:
    return (abs(a[0] - b[0]) < 0.5 and abs(b[0] - c[0]) < 0.5) or (abs(a[1] - b[1]) < 0.5 and abs(b[1] - c[1]) < 0.5)


def _round_corners(points: Sequence[Point]) -> str:
    """Returns a path with round corners."""
    path = [f"M{_size(points[0][0])} {_size(points[0][1])}"]
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        radius = min(6.0, _distance(before, at) / 2, _distance(at, after) / 2)
        enter, leave = _towards(at, before, radius), _towards(at, after, radius)
        path.append(f"L{_pair(enter)}Q{_pair(at)} {_pair(leave)}")
    return "".join((*path, f"L{_pair(points[-1])}"))


def _distance(a: Point, b: Point) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _towards(a: Point, b: Point, far: float) -> Point:
    whole = _distance(a, b) or 1.0
    return a[0] + (b[0] - a[0]) * far / whole, a[1] + (b[1] - a[1]) * far / whole


def _is_entered(placed: Scene, box: Placed) -> bool:
    return placed.start[1][1] == box.y or any(route.target == box.box.element.id for route in placed.routes)


def _head(box: Placed) -> str:
    x, y = box.x + box.box.width / 2, box.y
    points = f"{_size(x)},{_size(y)} {_size(x - 4)},{_size(y - 8)} {_size(x + 4)},{_size(y - 8)}"
    return f'<polygon points="{points}" fill="{LINES}"/>'


def _label(route: Route, state: State) -> Iterable[str]:
    ink = _MARKS[state].ink if state in _MARKS else SOFT
    x, y = route.points[0]
    for i, line in enumerate(route.label):
        yield _text(x + 4, y + 11 + i * LABEL_LINE, LABEL, ink, line)


# ---------------------------------------------------------------- boxes


def _box(placed: Placed, links: Mapping[str, int]) -> Iterable[str]:
    """Draws a box. If it stands for a part and there are `links` to parts, it links to the part."""
    box = placed.box
    number = links.get(box.element.part)
    if number is not None:
        yield f'<a href="#part-{number}">'
    yield f'<g id="n{box.element.id}"><title>{escape(tooltip(box.element))}</title>'
    if box.element.state in _MARKS:
        yield _halo(placed)
    yield _shape(box.element.form, placed.x, placed.y, box.width, box.height)
    if box.element.form == "chance":
        yield _die(placed.x + 13, placed.y + box.height / 2 - 8, 16)
    yield from _texts(placed)
    yield "</g>" if number is None else "</g></a>"


def _texts(placed: Placed) -> Iterable[str]:
    box, look = placed.box, _look(placed.box.element.form)
    gap = 8.0 if box.head and box.body else 0.0
    y = placed.y + (box.height - (len(box.head) + len(box.body)) * LINE - gap) / 2 + 10.5
    for text in box.head:
        yield _text(placed.x + box.width / 2, y, text.font, look.ink, text.text, "middle")
        y += LINE
    y += gap
    for text in box.body:
        yield _body_line(placed, text, y)
        y += LINE


def _body_line(placed: Placed, text: Text, y: float) -> str:
    box = placed.box
    match box.element.form:
        case "branch" | "end" | "stop":
            return _text(placed.x + box.width / 2, y, text.font, INK, text.text, "middle")
        case "effect" | "decision" | "together" | "chance":
            widest = max(line.dx + line.font.width(line.text) for line in box.body)
            return _text(placed.x + (box.width - widest) / 2 + text.dx, y, text.font, INK, text.text)
        case _:
            assert_never(box.element.form)


def _look(form: Form) -> Look:
    match form:
        case "effect":
            return Look(PAPER, "#a4adb6", INK)
        case "branch":
            return Look("#fff5d0", "#c8a53a", INK)
        case "decision" | "together":
            return Look("#dceafd", "#3a72bd", "#1d4e8f")
        case "chance":
            return Look("#e2f4e1", "#4a9450", "#246029")
        case "end" | "stop":
            return Look(PAPER, INK, INK)
        case _:
            assert_never(form)


def _shape(form: Form, x: float, y: float, width: float, height: float) -> str:
    look = _look(form)
    match form:
        case "effect":
            return _rect(x, y, width, height, 3, look.face, look.border, 1)
        case "branch":
            return _lozenge(x, y, width, height, min(16.0, width / 3), look)
        case "decision":
            return _rect(x, y, width, height, min(9.0, height / 2), look.face, look.border, 1.8)
        case "together":
            behind = _rect(x + 4, y + 4, width, height, min(9.0, height / 2), look.face, look.border, 1.2)
            return behind + _rect(x, y, width, height, min(9.0, height / 2), look.face, look.border, 1.8)
        case "chance":
            return _lozenge(x, y, width, height, min(9.0, width / 5), look)
        case "end":
            outer = _rect(x, y, width, height, min(28.0, height / 2), look.face, look.border, 1.4)
            inset = min(3.5, height / 6)
            return outer + _rect(
                x + inset,
                y + inset,
                width - 2 * inset,
                height - 2 * inset,
                min(25.0, height / 2),
                "none",
                look.border,
                1,
            )
        case "stop":
            return _rect(x, y, width, height, height / 2, look.face, look.border, 1)
        case _:
            assert_never(form)


def _lozenge(x: float, y: float, width: float, height: float, point: float, look: Look) -> str:
    middle = y + height / 2
    corners = (
        (x, middle), (x + point, y), (x + width - point, y),
        (x + width, middle), (x + width - point, y + height), (x + point, y + height),
    )  # fmt: skip
    points = " ".join(f"{_size(a)},{_size(b)}" for a, b in corners)
    return f'<polygon points="{points}" fill="{look.face}" stroke="{look.border}" stroke-width="1.3"/>'


def _die(x: float, y: float, size: float) -> str:
    """Draws a die that shows five."""
    look = _look("chance")
    dots = ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75))
    pips = "".join(
        f'<circle cx="{_size(x + a * size)}" cy="{_size(y + b * size)}" r="{_size(size * 0.09)}" fill="{look.ink}"/>'
        for a, b in dots
    )
    return _rect(x, y, size, size, size * 0.2, PAPER, look.ink, 1) + pips


# ---------------------------------------------------------------- SVG


def _rect(x: float, y: float, width: float, height: float, round: float, fill: str, stroke: str, line: float) -> str:
    return (
        f'<rect x="{_size(x)}" y="{_size(y)}" width="{_size(width)}" height="{_size(height)}" rx="{_size(round)}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{_size(line)}"/>'
    )


def _text(x: float, y: float, font: Font, ink: str, text: str, anchor: str = "start") -> str:
    weight = "" if font.weight == "normal" else f' font-weight="{font.weight}"'
    middle = "" if anchor == "start" else f" text-anchor={quoteattr(anchor)}"
    return (
        f'<text x="{_size(x)}" y="{_size(y)}" font-family="{font.family}" font-size="{_size(font.size)}"{weight}'
        f'{middle} fill="{ink}">{escape(text)}</text>'
    )


def _pair(point: Point) -> str:
    return f"{_size(point[0])} {_size(point[1])}"


def _size(number: float) -> str:
    """Formats a number of pixels with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
