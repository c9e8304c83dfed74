"""Writes the rulebook as PDF on A4 with fpdf2: texts can be searched and copied, and the fonts are embedded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby

from gamedsl.pdf_files import Printed, add_fonts, check_pdf, sign_pdf
from gamedsl.rulebook.formats.pdf_pictures import MARGIN, letters_of, svg_of
from gamedsl.rulebook.model import (
    HEXAGON,
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
    placed,
    plain,
    spans,
    texts,
)

_MARGIN, _TEXT, _EXACT, _LINE = 20.0, 10.0, 9.2, 5.0
"""Lengths in millimetres; the size of the text is in points."""
_MARK, _INK, _SOFT, _FULL = (138, 59, 18), (36, 33, 28), (120, 112, 100), (246, 238, 220)
_PLACE = 11.0
"""The width of a board's place."""
_COLUMNS = 11
"""The most columns of a table besides the first one; a wider table is divided."""
_BESIDE = 4.0
"""The width that a cell needs beside its text."""
_SPACE = [(" ", False)]
_HIGHEST = 200.0
"""The most millimetres that a picture is high."""
_DEEPEST = 10
"""The depth beyond which steps are not indented further."""
_SIZES = {1: 17.0, 2: 12.5, 3: 11.0}


def pdf(book: Book) -> Printed:
    """Writes the whole book. Raises MissingExtraError."""
    check_pdf()
    return _Printer(book).printed()


class _Printer:
    """The state of printing a book. The contents have a page of their own, which is filled in once all page numbers are known."""

    def __init__(self, book: Book) -> None:
        from fpdf import FPDF

        class Paper(FPDF):
            """Pages with their numbers at the bottom."""

            def footer(self) -> None:
                """Prints the number of the page."""
                self.set_y(-14)
                self.set_font("serif", "", 9)
                self.set_text_color(*_SOFT)
                self.cell(0, 5, str(self.page_no()), align="C")

        self.book = book
        self.make = Paper
        self.paper = Paper()
        self.pages: dict[str, int] = {}
        self.is_exact = False
        """Whether what is printed now only says more exactly what a sentence of the rules says: it has smaller letters."""

    def printed(self) -> Printed:
        """Returns the PDF."""
        self._print()
        return Printed(bytes(self.paper.output()), "".join(sorted(_all_text(self.book) - self._known_characters())))

    # ------------------------------------------------------------ the parts of a book

    def _print(self) -> None:
        self.paper = self.make(format="A4")
        self.pages = {}
        paper = self.paper
        sign_pdf(paper, f"{plain(self.book.title)}: rules", "gamedsl rulebook")
        add_fonts(paper)
        paper.set_margins(_MARGIN, _MARGIN, _MARGIN)
        paper.set_auto_page_break(True, margin=_MARGIN)
        paper.add_page()
        places = list(placed(self.book.sections))
        paper.insert_toc_placeholder(lambda _, __: self._contents(places), reset_page_indices=False)
        links = {place.anchor: paper.add_link() for place in places}
        for place in places:
            self._section(place, links[place.anchor])
        if self.book.has_index:
            self._index()

    def _contents(self, places: Sequence[Placed]) -> None:
        self._font("B", 28)
        self.paper.ln(30)
        self.paper.multi_cell(0, 12, plain(self.book.title), align="L", new_x="LMARGIN", new_y="NEXT")
        self.paper.ln(8)
        for place in places:
            if len(place.number) == 1:
                self._entry(f"{place.label}  {plain(place.section.title)}", self.pages[place.anchor])
        if self.book.has_index:
            self._entry("Index", self.pages["index"])

    def _entry(self, text: str, page: int) -> None:
        """Prints a line of the contents, linked to its page."""
        self._font("", 12)
        link = self.paper.add_link(page=page)
        self.paper.cell(self.paper.epw - 15, 8, text, link=link)
        self.paper.cell(15, 8, str(page), align="R", link=link, new_x="LMARGIN", new_y="NEXT")

    def _section(self, place: Placed, link: int) -> None:
        level = len(place.number)
        size = _SIZES.get(level, 10.5)
        paper = self.paper
        paper.ln({1: 8.0, 2: 4.0}.get(level, 2.5))
        if paper.will_page_break(40 if level == 1 else 28):
            paper.add_page()
        paper.set_link(link, y=paper.y)
        self.pages[place.anchor] = paper.page_no()
        if level <= 2:
            paper.start_section(f"{place.label} {plain(place.section.title)}", level - 1, strict=False)
        if level == 1:
            paper.set_draw_color(*_MARK)
            paper.line(_MARGIN, paper.y, paper.w - _MARGIN, paper.y)
            paper.ln(2)
        self._font("B", size)
        text = f"{place.label}  {plain(place.section.title)}"
        paper.multi_cell(0, size * 0.5, text, align="L", new_x="LMARGIN", new_y="NEXT")
        paper.ln(1)
        for block in place.section.blocks:
            self.is_exact = place.section.is_exact or (isinstance(block, Paragraph) and block.is_aside)
            self._block(block)
        self.is_exact = False

    def _index(self) -> None:
        paper = self.paper
        paper.add_page()
        self.pages["index"] = paper.page_no()
        paper.start_section("Index")
        self._font("B", _SIZES[1])
        paper.cell(0, 10, "Index", new_x="LMARGIN", new_y="NEXT")
        self._font("", 9)
        lines: list[str] = []
        for name, places in index(self.book):
            found = sorted({self.pages[place.anchor] for place in places})
            lines.append(f"{name}  {', '.join(map(str, found))}")
        with paper.text_columns(ncols=3, gutter=5, text_align="L") as columns:
            columns.write("\n".join(lines))

    def _known_characters(self) -> set[str]:
        """Returns the characters that the font can show."""
        from fpdf.fonts import TTFFont

        font = self.paper.fonts["serif"]
        return {chr(sign) for sign in font.cmap} if isinstance(font, TTFFont) else set()

    # ------------------------------------------------------------ blocks

    def _block(self, block: Block) -> None:
        match block:
            case Paragraph(text, lead=lead):
                self._text(lead, "B")
                self._text(f" {text}" if lead else text)
                self.paper.ln(_LINE + 1)
            case Steps(steps, is_ordered):
                self._steps(steps, 0, is_ordered)
                self.paper.ln(1)
            case Table(head, rows):
                for first in range(1, max(len(head), 2), _COLUMNS):
                    part = [row[:1] + row[first : first + _COLUMNS] for row in (head, *rows)]
                    self._table([[_printed(cell) for cell in row] for row in part])
            case Drawing():
                self._drawing(block)
            case Illustration():
                self._illustration(block)

    def _text(self, text: str, style: str = "") -> None:
        """Prints a text and breaks lines only between words; a word of several parts, such as a name with a comma, stays together."""
        paper = self.paper
        line: list[tuple[str, bool]] = []
        used, full = paper.x - paper.l_margin, paper.w - paper.r_margin - paper.l_margin - 2 * paper.c_margin
        for word in _words(text):
            width = self._width(word, style)
            if used + width > full and used:
                self._line(line, style)
                paper.ln(_LINE)
                line, used = [], 0.0
            if used or word != _SPACE:
                line += word
                used += width
        self._line(line, style)

    def _line(self, parts: Sequence[tuple[str, bool]], style: str) -> None:
        for is_name, same in groupby(parts, key=lambda part: part[1]):
            self._set_style(style, is_name)
            self.paper.write(_LINE, "".join(text for text, _ in same))

    def _width(self, word: Sequence[tuple[str, bool]], style: str) -> float:
        found = 0.0
        for part, is_name in word:
            self._set_style(style, is_name)
            found += self.paper.get_string_width(part)
        return found

    def _set_style(self, style: str, is_name: bool) -> None:
        self._font(f"{style}I" if is_name else style, _EXACT if self.is_exact else _TEXT)
        if is_name:
            self.paper.set_text_color(*_MARK)
        elif self.is_exact:
            self.paper.set_text_color(*_SOFT)

    def _steps(self, steps: Sequence[Step], depth: int, is_ordered: bool) -> None:
        paper = self.paper
        for number, step in enumerate(steps, 1):
            self._set_style("", is_name=False)
            left = _MARGIN + min(depth, _DEEPEST) * 6
            paper.set_x(left)
            paper.cell(6, _LINE, f"{number}." if is_ordered else "•")
            paper.set_left_margin(left + 6)
            self._text(step.text)
            paper.set_left_margin(_MARGIN)
            paper.ln(_LINE + 0.5)
            self._steps(step.steps, depth + 1, is_ordered=False)

    def _table(self, rows: Sequence[Sequence[str]]) -> None:
        from fpdf.enums import TableBordersLayout
        from fpdf.fonts import FontFace

        self._font("", 9)
        self.paper.set_draw_color(*_SOFT)
        self.paper.set_fill_color(255)
        self.paper.set_line_width(0.15)
        widths = self._widths(rows)
        with self.paper.table(
            rows,
            align="L",
            text_align="L",
            v_align="T",
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            col_widths=widths,
            width=min(sum(widths), self.paper.epw),
            line_height=4.6,
            padding=(0.6, 1.5, 0.6, 0),
            headings_style=FontFace(emphasis="BOLD"),
        ):
            pass
        self.paper.ln(3)

    def _widths(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Returns the widths of the columns: each as wide as its longest cell. If that is too much, each is as wide as its longest word, and the remaining
        space is shared by the columns that need more."""
        self.paper.set_font("serif", "B", 9)
        width = self.paper.get_string_width
        columns = list(zip(*rows, strict=True))
        wanted = [max(map(width, column)) + _BESIDE for column in columns]
        least = [max(width(word) for cell in column for word in cell.split() or ("",)) + _BESIDE for column in columns]
        self.paper.set_font("serif", "", 9)
        room = self.paper.epw
        if sum(wanted) <= room:
            return wanted
        if sum(least) > room:
            return [one * room / sum(least) for one in least]
        share = (room - sum(least)) / (sum(wanted) - sum(least))
        return [one + (more - one) * share for one, more in zip(least, wanted, strict=True)]

    # ------------------------------------------------------------ pictures

    def _illustration(self, picture: Illustration) -> None:
        """Places a picture with its caption below it. What it shows in words is its text for programs that read pages aloud."""
        paper = self.paper
        width, height = picture.width + 2 * MARGIN, picture.height + 2 * MARGIN
        scale = min(1.0, paper.epw / width, _HIGHEST / height)
        if paper.will_page_break(height * scale + 2 * _LINE):
            paper.add_page()
        told = " ".join((plain(picture.caption), *picture.told))
        paper.image(BytesIO(svg_of(picture).encode()), x=_MARGIN, w=width * scale, alt_text=told)
        paper.set_xy(_MARGIN, paper.y + 1)
        self._text(picture.caption)
        paper.ln(_LINE + 2)

    # ------------------------------------------------------------ boards

    def _drawing(self, board: Drawing) -> None:
        paper = self.paper
        width, height = max(map(len, board.rows), default=0), len(board.rows)
        if not width:
            return
        columns = width + (height - 1) / 2 if board.is_hex else width
        side = min(_PLACE, (paper.epw - 6) / columns, 200 / height)
        if paper.will_page_break(height * side + 12):
            paper.add_page()
        if board.caption:
            self._text(board.caption)
            paper.ln(_LINE + 0.5)
        top, left = paper.y + 4, _MARGIN + 5
        paper.set_draw_color(*_SOFT)
        paper.set_fill_color(*_FULL)
        for x, name in enumerate(board.across):
            self._label(left + x * side, top - 4, side, 4, name)
        pitch = side * 0.866 if board.is_hex else side
        for y, row in enumerate(board.rows):
            shift = y * side / 2 if board.is_hex else 0
            self._label(left + shift - 5, top + y * pitch, 5, side, board.down[y])
            for x, cell in enumerate(row):
                self._place(left + shift + x * side, top + y * pitch, side, plain(cell), board.is_hex)
        paper.set_xy(_MARGIN, top + (height - 1) * pitch + side + 4)

    def _label(self, x: float, y: float, width: float, height: float, text: str) -> None:
        self._font("", 7)
        self.paper.set_text_color(*_SOFT)
        self.paper.set_xy(x, y)
        self.paper.cell(width, height, text, align="C")

    def _place(self, x: float, y: float, side: float, text: str, is_hex: bool) -> None:
        paper = self.paper
        style = "DF" if text else "D"
        if is_hex:
            paper.polygon([(x + side * right, y + side * down) for right, down in HEXAGON], style=style)
        else:
            paper.rect(x, y, side, side, style=style)
        if not text:
            return
        lines = text.split(" ") if text.count(" ") in (1, 2) else [text]
        self._font("", 8)
        widest = max(paper.get_string_width(line) for line in lines)
        size = min(8.0, 8.0 * (side - 1) / max(widest, 0.1))
        self._font("", size)
        height = size * 0.42
        for at, line in enumerate(lines):
            paper.set_xy(x, y + side / 2 + (at - len(lines) / 2) * height)
            paper.cell(side, height, line, align="C")

    def _font(self, style: str, size: float) -> None:
        self.paper.set_font("serif", style, size)
        self.paper.set_text_color(*_INK)


def _printed(text: str) -> str:
    return "".join(span.text for span in spans(text))


def _words(text: str) -> Iterator[list[tuple[str, bool]]]:
    """Yields the words of a text and the single spaces between them, each as a list of parts with a flag for names."""
    word: list[tuple[str, bool]] = []
    for span in spans(text):
        for part in re.findall(r"\s+|\S+", span.text):
            if not part.isspace():
                word.append((part, span.is_set_off))
                continue
            if word:
                yield word
            yield _SPACE
            word = []
    if word:
        yield word


def _all_text(book: Book) -> set[str]:
    sections = [place.section for place in placed(book.sections)]
    pictures = [block for section in sections for block in section.blocks if isinstance(block, Illustration)]
    said = (plain(text) for section in sections for text in texts(section))
    return set("".join((*said, *map(letters_of, pictures))))
