"""Writes pages as PDF with fpdf2: texts can be searched and copied, and fonts are embedded."""

from __future__ import annotations

import unicodedata
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

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
    has_images,
    visible_marks,
    words_in,
)
from gamedsl.cards.drawing.outlines import font_errors, operators, picture_errors
from gamedsl.cards.drawing.signs import Drawn, Layer, sign
from gamedsl.cards.paper import Page
from gamedsl.errors import GameDslError
from gamedsl.page.colours import PAPER, Colour, mix
from gamedsl.page.pictures import Picture, PictureError
from gamedsl.pdf_files import Printed, add_fonts, check_pdf, sign_pdf

if TYPE_CHECKING:
    from fpdf.fonts import TTFFont

_UNKNOWN = "■"
_ROUND = 0.5523
"""The position of the control points of Bézier curves for a quarter of a circle."""


class FontError(GameDslError):
    """The file is not a valid font."""


class Printer:
    """A printer of one PDF: it measures text first (it is a `Ruler`), then prints pages. `font` is a file with letters that the usual font lacks; `fonts` are
    the files of the fonts of a look file, and `pictures` its pictures, by their names there."""

    def __init__(
        self,
        font: str | None = None,
        fonts: Mapping[str, str] | None = None,
        pictures: Mapping[str, Picture] | None = None,
    ) -> None:
        check_pdf()
        from fpdf import FPDF

        class Paper(FPDF):
            """Pages on which operators of PDF can be written."""

            def operators(self, text: str) -> None:
                """Writes operators; lengths are in millimetres, downwards from the top left."""
                self._out(f"q {self.k:.5f} 0 0 {-self.k:.5f} 0 {self.h_pt:.3f} cm\n{text}\nQ")

            @contextmanager
            def clip(self, outline: Sequence[tuple[float, float]]) -> Generator[None]:
                """Hides everything outside of an outline. Fonts that are chosen inside are valid only there, as in the file."""
                with self.local_context():
                    points = [(x * self.k, self.h_pt - y * self.k) for x, y in outline]
                    self._out(f"{_polygon(points)} W n")
                    yield

        self._paper = Paper(unit="mm")
        self._paper.set_auto_page_break(False)
        self._operators: dict[int, tuple[tuple[Mark, ...], str]] = {}
        add_fonts(self._paper, styles=("", "B"))
        self._own = {name: f"own{number}" for number, name in enumerate(fonts or {})}
        named = {"other": font, **{key: (fonts or {})[name] for name, key in self._own.items()}}
        for key, place in named.items():
            if place is None:
                continue
            try:
                self._paper.add_font(key, "", place)
            except font_errors() as error:
                raise FontError(f"`{place}` is no font that can be embedded: {error}") from None
        self._fonts = {key: found for key in ("serif", "serifB", *named) if (found := self._font(key)) is not None}
        self._pictures = dict(pictures or {})

    def _font(self, key: str) -> TTFFont | None:
        from fpdf.fonts import TTFFont

        found = self._paper.fonts.get(key)
        return found if isinstance(found, TTFFont) else None

    # ------------------------------------------------------------ measuring

    def width(self, text: str, size: float, is_bold: bool, font: str = "") -> float:
        """Returns the width of a line in millimetres."""
        runs = self._runs(text, is_bold, font)
        return sum(self._fonts[key].get_text_width(part, size, None)[1] for key, part in runs) * POINT

    def knows(self, text: str) -> bool:
        """Whether the fonts have all characters of the text."""
        text = unicodedata.normalize("NFC", text)
        found = [self._fonts[key] for key in ("serif", "serifB", "other") if key in self._fonts]
        return all(any(ord(letter) in font.cmap for font in found) for letter in text)

    def _runs(self, text: str, is_bold: bool, font: str = "") -> Iterator[tuple[str, str]]:
        """Yields parts of a text with the fonts that have their letters. A box replaces letters that no font has."""
        usual = "serifB" if is_bold else "serif"
        order = [key for key in (self._own.get(font, usual), usual, "other") if key in self._fonts]
        run, last = "", order[0]
        text = unicodedata.normalize("NFC", text)
        if text and all(map(self._fonts[last].cmap.__contains__, map(ord, text))):
            yield last, text  # the usual case
            return
        for wanted in text:
            key = next((key for key in order if ord(wanted) in self._fonts[key].cmap), None)
            if key is None and not _is_seen(wanted):
                continue
            if (key or usual) != last and run:
                yield last, run
                run = ""
            last = key or usual
            run += _UNKNOWN if key is None else wanted
        if run:
            yield last, run

    # ------------------------------------------------------------ printing

    def print_pages(self, pages: Sequence[Page], title: str) -> Printed:
        """Returns the PDF of some pages. It asks printing programs not to scale it, and tells them which sides of the paper to use."""
        from fpdf import ViewerPreferences

        paper = self._paper
        sign_pdf(paper, title, "gamedsl cards")
        sides = "DuplexFlipLongEdge" if any(page.is_back for page in pages) else "Simplex"
        paper.viewer_preferences = ViewerPreferences(print_scaling="None", duplex=sides)
        missing: set[str] = set()
        for page in pages:
            paper.add_page(format=(page.size.width, page.size.height))
            self._draw(page.marks, 0, 0)
            self._write(page.marks, 0, 0)
            for words in words_in(page.marks):
                text = unicodedata.normalize("NFC", words.text)
                missing.update(letter for letter in text if _is_seen(letter) and not self.knows(letter))
        return Printed(bytes(paper.output()), "".join(sorted(missing)))

    def _write(self, marks: Iterable[Mark], right: float, down: float) -> None:
        """Writes the text of marks, moved to the right and down."""
        for mark in marks:
            match mark:
                case Words():
                    self._line(mark, right, down)
                case At() | Turned() | Window() | Clip():
                    with self._enter(mark, right, down) as inner:
                        self._write(*inner)
                case _:
                    pass

    def _line(self, words: Words, right: float, down: float) -> None:
        paper = self._paper
        x = right + words.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[words.anchor] * words.width
        paper.set_text_color(*words.colour)
        for key, part in self._runs(words.text, words.is_bold, words.font):
            family, style = ("serif", "B" if key == "serifB" else "") if key.startswith("serif") else (key, "")
            paper.set_font(family, style, words.size)
            paper.text(x, down + words.y, part)
            x += self._fonts[key].get_text_width(part, words.size, None)[1] * POINT

    # ------------------------------------------------------------ pictures

    def _draw(self, marks: tuple[Mark, ...], right: float, down: float) -> None:
        """Draws everything except text, in its order, moved to the right and down. Marks without pictures are written at once."""
        if not has_images(marks):
            self._paper.operators(f"q 1 0 0 1 {right:.3f} {down:.3f} cm {self._draw_once(marks)} Q")
            return
        for mark in marks:
            match mark:
                case Image():
                    self._image(mark, right, down)
                case At() | Turned() | Window() | Clip():
                    with self._enter(mark, right, down) as inner:
                        self._draw(*inner)
                case _:
                    self._draw((mark,), right, down)

    @contextmanager
    def _enter(
        self, mark: At | Turned | Window | Clip, right: float, down: float
    ) -> Generator[tuple[tuple[Mark, ...], float, float]]:
        """Turns and clips the following output as a mark does with the marks inside it. Yields these marks, and how far they are moved to the right and
        down."""
        match mark:
            case At(x, y, inner):
                yield inner, right + x, down + y
            case Turned(x, y, inner):
                with self._paper.rotation(180, right + x, down + y):
                    yield inner, right, down
            case Window(x, y, width, height, further, lower):
                left, top = right + x, down + y
                corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
                with self._paper.clip(corners):
                    yield visible_marks(mark), right + further, down + lower
            case Clip(outline, inner):
                with self._paper.clip([(right + x, down + y) for x, y in outline]):
                    yield inner, right, down

    def _image(self, mark: Image, right: float, down: float) -> None:
        """Draws a picture: whole inside its rectangle, or so large that it fills it and is cropped."""
        picture = self._pictures.get(mark.file)
        if picture is None:
            return
        left, top = right + mark.x, down + mark.y
        x, y, width, height = picture.fit(mark.width, mark.height, is_whole=mark.is_whole)
        with self._paper.rect_clip(left, top, mark.width, mark.height):
            try:
                self._paper.image(picture.data, left + x, top + y, width, height)
            except picture_errors() as error:
                raise PictureError(f"`{mark.file}` cannot be printed: {error}") from error

    # ------------------------------------------------------------ drawing

    def _draw_all(self, marks: tuple[Mark, ...]) -> Iterator[str]:
        """Yields the operators of everything but text. Marks that occur in several places are converted once."""
        for mark in marks:
            match mark:
                case At(right, down, inner):
                    yield f"q 1 0 0 1 {right:.3f} {down:.3f} cm {self._draw_once(inner)} Q"
                case Clip(outline, inner):
                    yield f"q {_polygon(outline)} W n {self._draw_once(inner)} Q"
                case Turned(x, y, inner):
                    yield f"q -1 0 0 -1 {2 * x:.3f} {2 * y:.3f} cm {self._draw_once(inner)} Q"
                case Window(x, y, width, height, right, down):
                    inner = visible_marks(mark)
                    clip = f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re W n"
                    yield f"q {clip} 1 0 0 1 {right:.3f} {down:.3f} cm {' '.join(self._draw_all(inner))} Q"
                case Words() | Image():
                    pass
                case _:
                    yield f"q {_operators_of(mark)} Q"

    def _draw_once(self, marks: tuple[Mark, ...]) -> str:
        known = self._operators.get(id(marks))
        if known is None:
            known = self._operators[id(marks)] = marks, " ".join(self._draw_all(marks))
        return known[1]


def _is_seen(letter: str) -> bool:
    """Whether a character is visible: characters that join or turn others are not."""
    return unicodedata.category(letter) not in ("Cf", "Cc", "Mn")


def _operators_of(mark: Line | Box | Shape | Circle | Sign) -> str:
    match mark:
        case Line(x, y, to_x, to_y, colour, width, dash):
            dashes = f"[{dash:.2f} {dash:.2f}] 0 d " if dash else ""
            return f"{dashes}{_rgb(colour)} RG {width:.3f} w {x:.3f} {y:.3f} m {to_x:.3f} {to_y:.3f} l S"
        case Box(x, y, width, height, fill, border, line, radius):
            return _paint(_rectangle(x, y, width, height, min(radius, width / 2, height / 2)), fill, border, line)
        case Shape(outlines, fill, border, line):
            return _paint(" ".join(map(_polygon, outlines)), fill, border, line)
        case Circle(x, y, radius, fill, border, line):
            return _paint(_rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius), fill, border, line)
        case Sign():
            return _sign(mark)


def _paint(path: str, fill: Colour | None, border: Colour | None, line: float) -> str:
    colours = " ".join(
        [*([f"{_rgb(fill)} rg"] if fill else []), *([f"{_rgb(border)} RG {line:.3f} w"] if border else [])]
    )
    return f"{colours} {path} {'B' if fill and border else 'f' if fill else 'S' if border else 'n'}"


def _rgb(colour: Colour) -> str:
    return " ".join(f"{part / 255:.3f}" for part in colour)


def _polygon(points: Sequence[tuple[float, float]]) -> str:
    first, *others = points
    lines = " ".join(f"{x:.3f} {y:.3f} l" for x, y in others)
    return f"{first[0]:.3f} {first[1]:.3f} m {lines} h"


def _rectangle(x: float, y: float, width: float, height: float, radius: float) -> str:
    if not radius:
        return f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re"
    right, bottom, near = x + width, y + height, radius * (1 - _ROUND)
    return (
        f"{x + radius:.3f} {y:.3f} m {right - radius:.3f} {y:.3f} l"
        f" {right - near:.3f} {y:.3f} {right:.3f} {y + near:.3f} {right:.3f} {y + radius:.3f} c {right:.3f} {bottom - radius:.3f} l"
        f" {right:.3f} {bottom - near:.3f} {right - near:.3f} {bottom:.3f} {right - radius:.3f} {bottom:.3f} c {x + radius:.3f} {bottom:.3f} l"
        f" {x + near:.3f} {bottom:.3f} {x:.3f} {bottom - near:.3f} {x:.3f} {bottom - radius:.3f} c {x:.3f} {y + radius:.3f} l"
        f" {x:.3f} {y + near:.3f} {x + near:.3f} {y:.3f} {x + radius:.3f} {y:.3f} c h"
    )


def _sign(mark: Sign) -> str:
    drawn = sign(mark.name)
    if drawn is None:
        return ""
    scale = mark.size / max(drawn.width, drawn.height)
    x = mark.x + (mark.size - drawn.width * scale) / 2
    y = mark.y + (mark.size - drawn.height * scale) / 2
    layers = " ".join(_layer(layer, mark.colour, mark.ground) for layer in drawn.layers)
    edge = "" if mark.edge is None else f"{_edge(drawn, mark.edge)} "
    return f"{scale:.4f} 0 0 {scale:.4f} {x:.3f} {y:.3f} cm {edge}{layers}"


def _edge(drawn: Drawn, colour: Colour) -> str:
    """Returns the line round the shapes of a sign; the sign hides its inner half."""
    width = EDGE * max(drawn.width, drawn.height)
    shapes = (operators(layer.path) for layer in drawn.layers if layer.fill == 1.0 and not layer.clip)
    return " ".join(f"q {_rgb(colour)} RG {width:.2f} w {path} S Q" for path in shapes)


def _layer(layer: Layer, colour: Colour, ground: Colour) -> str:
    clip = f"{operators(layer.clip)} W n " if layer.clip else ""
    path = operators(layer.path)
    if layer.line:
        return f"q {clip}{_rgb(PAPER if layer.is_light else colour)} RG {layer.line:.2f} w {path} S Q"
    return f"q {clip}{_rgb(mix(colour, ground, layer.fill))} rg {path} {'f*' if layer.is_even else 'f'} Q"
