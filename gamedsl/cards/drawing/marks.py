"""The contents of a page as values: boxes, lines, polygons, circles, signs and words, in millimetres from the top left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, Protocol, TypeAlias

from gamedsl.page.colours import Colour
from gamedsl.values import frozen

EDGE = 0.09
"""The width of the line round the shapes of a sign, relative to its size."""
POINT = 25.4 / 72
"""A point, the unit of letter sizes, in millimetres."""

Anchor: TypeAlias = Literal["left", "middle", "right"]
Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@frozen
class Line:
    """A line; `dash` is the length of its dashes, or 0."""

    x: float
    y: float
    to_x: float
    to_y: float
    colour: Colour
    width: float = 0.2
    dash: float = 0.0


@frozen
class Box:
    """A rectangle with corners of some radius, filled or with a border or both."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour | None = None
    border: Colour | None = None
    line: float = 0.2
    radius: float = 0.0


@frozen
class Shape:
    """A polygon, or several with the same look."""

    outlines: tuple[tuple[tuple[float, float], ...], ...]
    fill: Colour | None = None
    border: Colour | None = None
    line: float = 0.2


@frozen
class Circle:
    """A circle around a point."""

    x: float
    y: float
    radius: float
    fill: Colour | None = None
    border: Colour | None = None
    line: float = 0.2


@frozen
class Sign:
    """A drawn sign (`gamedsl.cards.drawing.signs` has the names) in a square of this size; `ground` is the colour below it. `edge` is the colour of a line
    round its shapes."""

    name: str
    x: float
    y: float
    size: float
    colour: Colour
    ground: Colour
    edge: Colour | None = None


@frozen
class Words:
    """A line of text. `y` is its baseline; `x` its left end, middle or right end; `size` is in points, `width` in millimetres. `font` is a file of the look
    file, or empty for the usual font."""

    x: float
    y: float
    text: str
    size: float
    width: float
    colour: Colour
    is_bold: bool = False
    anchor: Anchor = "left"
    font: str = ""


@frozen
class Image:
    """A picture of somebody's own, by the name of its file. It fills a rectangle: it is cropped in the middle, or shown whole (`is_whole`)."""

    file: str
    x: float
    y: float
    width: float
    height: float
    is_whole: bool = False


@frozen
class At:
    """Marks moved to the right and down."""

    right: float
    down: float
    marks: tuple[Mark, ...]


@frozen
class Turned:
    """Marks turned upside down around a point."""

    x: float
    y: float
    marks: tuple[Mark, ...]


@frozen
class Window:
    """Marks that are moved, and clipped by a window."""

    x: float
    y: float
    width: float
    height: float
    right: float
    down: float
    marks: tuple[Mark, ...]


@frozen
class Clip:
    """Marks of which only the part inside an outline is visible."""

    outline: tuple[tuple[float, float], ...]
    marks: tuple[Mark, ...]


Mark: TypeAlias = Line | Box | Shape | Circle | Sign | Words | Image | At | Turned | Window | Clip


class Ruler(Protocol):
    """A measuring device for text as it will be printed."""

    def width(self, text: str, size: float, is_bold: bool, font: str = "") -> float:
        """Returns the width of a line in millimetres, for letters of this size in points, in a font of the look file or the usual one."""
        ...

    def knows(self, text: str) -> bool:
        """Whether a font has all characters of the text."""
        ...


def bounds(mark: Mark) -> Bounds:
    """Returns the space that a mark takes, without the thickness of its lines."""
    match mark:
        case Line(x, y, to_x, to_y):
            return min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)
        case Box(x, y, width, height) | Window(x, y, width, height) | Image(_, x, y, width, height):
            return x, y, x + width, y + height
        case Clip(outline):
            return bounds(Shape((outline,)))
        case Shape(outlines):
            across, down = [x for one in outlines for x, _ in one], [y for one in outlines for _, y in one]
            return min(across), min(down), max(across), max(down)
        case Circle(x, y, radius):
            return x - radius, y - radius, x + radius, y + radius
        case Sign(_, x, y, size):
            return x, y, x + size, y + size
        case Words():
            left = mark.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[mark.anchor] * mark.width
            return left, mark.y - 0.75 * mark.size * POINT, left + mark.width, mark.y + 0.25 * mark.size * POINT
        case At(right, down, marks):
            left, top, far, low = around(marks)
            return left + right, top + down, far + right, low + down
        case Turned(x, y, marks):
            left, top, right, bottom = around(marks)
            return 2 * x - right, 2 * y - bottom, 2 * x - left, 2 * y - top


def around(marks: Iterable[Mark]) -> Bounds:
    """Returns the space that marks take together; a point at the top left if there are none."""
    found = [bounds(mark) for mark in marks] or [(0.0, 0.0, 0.0, 0.0)]
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def visible_marks(window: Window) -> tuple[Mark, ...]:
    """Returns the marks of a window that are at least partly visible."""
    left, top = window.x - window.right, window.y - window.down
    right, bottom = left + window.width, top + window.height
    found: list[Mark] = []
    for mark in window.marks:
        x, y, to_x, to_y = bounds(mark)
        if to_x >= left and x <= right and to_y >= top and y <= bottom:
            found.append(mark)
    return tuple(found)


def words_in(marks: Iterable[Mark]) -> Iterator[Words]:
    """Yields all lines of text."""
    for mark in marks:
        match mark:
            case Words():
                yield mark
            case At(_, _, inner) | Turned(_, _, inner) | Clip(_, inner):
                yield from words_in(inner)
            case Window():
                yield from words_in(visible_marks(mark))
            case _:
                pass


def has_images(marks: Iterable[Mark]) -> bool:
    """Whether there is a picture of somebody's own among some marks."""
    return any(
        isinstance(mark, Image) or (isinstance(mark, At | Turned | Window | Clip) and has_images(mark.marks))
        for mark in marks
    )
