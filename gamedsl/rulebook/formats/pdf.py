"""Writes the rulebook as PDF on A4 with fpdf2: texts can be searched and copied, and the fonts are embedded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import chain, groupby

from gamedsl.pdf_files import Printed, add_fonts, check_pdf, sign_pdf
from gamedsl.rulebook.formats.pdf_beside import BELOW, GUTTER, NARROWEST, PART, Beside
from gamedsl.rulebook.formats.pdf_boards import board_height, needs_page, print_board
from gamedsl.rulebook.formats.pdf_index import print_index
from gamedsl.rulebook.formats.pdf_pages import LINE, MARGIN, SOFT, Line, is_at_top, room, set_font
from gamedsl.rulebook.formats.pdf_pictures import letters_of, size_of, svg_of
from gamedsl.rulebook.formats.pdf_tables import least_height, print_table
from gamedsl.rulebook.model import (
    Block,
    Book,
    Drawing,
    Illustration,
    Paragraph,
    Placed,
    Section,
    Step,
    Steps,
    Table,
    index,
    plain,
    sections_in_order,
    spans,
    texts,
)
from gamedsl.values import evolve

_TEXT, _EXACT = 10.0, 9.2
"""The sizes of letters, in points."""
_MARK = (138, 59, 18)
_SPACE: Line = [(" ", "")]
_HIGHEST = 200.0
"""The most millimetres that a picture is high."""
_TOGETHER, _FEWEST = 4, 2
"""The most lines of a text that all stand on one page, and the fewest lines of a longer one on each of its pages."""
_LEADS = 3
"""The most texts that lead to a picture or list."""
_LARGER = (1.35, 1.25, 1.15, 1.07)
"""How much larger a picture beside a text may be where its page has room."""
_CONTENTS = 90.0
"""The width of the contents."""
_DEEPEST = 10
"""The depth beyond which steps are not indented further."""
_SIZES = {1: 17.0, 2: 12.5, 3: 11.0}


def pdf(book: Book) -> Printed:
    """Writes the whole book. Raises MissingExtraError."""
    check_pdf()
    return Printer(book).make_pdf()


class Printer:
    """The state of printing a book."""

    def __init__(self, book: Book) -> None:
        from fpdf import FPDF

        printer = self

        class Paper(FPDF):
            """Pages with numbers at the bottom. At the top they have the picture that did not fit on the page before."""

            def header(self) -> None:
                """Places the picture that was put off to this page."""
                printer.place_later()

            def footer(self) -> None:
                """Prints the number of the page."""
                printer.left[self.page_no()] = room(self)
                self.set_y(-14)
                self.set_font("serif", "", 9)
                self.set_text_color(*SOFT)
                self.cell(0, 5, str(self.page_no()), align="C")

        self.book = book
        self.make = Paper
        self.known: dict[str, int] = {}
        """The pages of the sections, as the first printing has found them."""
        self.paper = Paper()
        self.pages: dict[str, int] = {}
        self.widths: dict[tuple[str, str, bool], float] = {}
        """The widths of words, by their style and size."""
        self.left: dict[int, float] = {}
        """The height that is left at the end of each page but the last one, in millimetres."""
        self.growing: Counter[int] = Counter()
        """How many pictures of each page may be larger."""
        self.spare: dict[int, float] = {}
        """How much higher each of them may be, as the first printing has found it."""
        self.later: Illustration | None = None
        """The picture that stands at the top of the next page."""
        self.is_exact = False
        """Whether what is printed now only says more exactly what a sentence of the rules says: it has smaller letters."""

    def make_pdf(self) -> Printed:
        """Returns the PDF. The book is printed twice: the contents on its first page name pages that the first printing finds, and pictures beside texts
        share what that leaves free at the end of their page."""
        self._print()
        self.known = self.pages
        self.spare = {page: left / number for page, left in self.left.items() if (number := self.growing[page])}
        self._print()
        return Printed(
            bytes(self.paper.output()), "".join(sorted(_all_text(self.book) - self._find_known_characters()))
        )

    # ------------------------------------------------------------ the parts of a book

    def _print(self) -> None:
        self.paper = self.make(format="A4")
        self.pages, self.left, self.growing = {}, {}, Counter()
        paper = self.paper
        sign_pdf(paper, f"{plain(self.book.title)}: rules", "gamedsl rulebook")
        add_fonts(paper)
        paper.set_margins(MARGIN, MARGIN, MARGIN)
        paper.set_auto_page_break(True, margin=MARGIN)
        paper.add_page()
        places = list(sections_in_order(self.book.sections))
        links = {place.anchor: paper.add_link() for place in places}
        self._contents(places, links)
        for place in places:
            self._section(place, links[place.anchor])
        if self.later is not None:
            paper.add_page()
        if self.book.has_index:
            self._index()

    def _contents(self, places: Sequence[Placed], links: Mapping[str, int]) -> None:
        """Prints the title and the contents above the first chapter."""
        set_font(self.paper, "B", 28)
        self.paper.multi_cell(0, 12, plain(self.book.title), align="L", new_x="LMARGIN", new_y="NEXT")
        self.paper.ln(3)
        for place in places:
            if len(place.number) == 1:
                self._entry(f"{place.label}  {plain(place.section.title)}", place.anchor, links[place.anchor])
        if self.book.has_index:
            self._entry("Index", "index", self.paper.add_link(page=self.known.get("index", 1)))

    def _entry(self, text: str, anchor: str, link: int) -> None:
        """Prints a line of the contents, linked to its page."""
        set_font(self.paper, "", 10.5)
        width = min(self.paper.epw, _CONTENTS)
        self.paper.cell(width - 15, 5.6, text, link=link)
        self.paper.cell(15, 5.6, str(self.known.get(anchor, "")), align="R", link=link, new_x="LMARGIN", new_y="NEXT")

    def _section(self, place: Placed, link: int) -> None:
        level = len(place.number)
        size = _SIZES.get(level, 10.5)
        paper = self.paper
        before = {1: 8.0, 2: 4.0}.get(level, 2.5)
        paper.ln(before)
        if not is_at_top(self.paper) and room(self.paper) < self._beginning(place.section, level):
            paper.add_page()
            paper.ln(0.0 if is_at_top(self.paper) else before)  # A picture of the page before may stand above.
        paper.set_link(link, y=paper.y)
        self.pages[place.anchor] = paper.page_no()
        if level <= 2:
            paper.start_section(f"{place.label} {plain(place.section.title)}", level - 1, strict=False)
        if level == 1:
            paper.set_draw_color(*_MARK)
            paper.line(MARGIN, paper.y, paper.w - MARGIN, paper.y)
            paper.ln(2)
        set_font(self.paper, "B", size)
        text = f"{place.label}  {plain(place.section.title)}"
        paper.multi_cell(0, size * 0.5, text, align="L", new_x="LMARGIN", new_y="NEXT")
        paper.ln(1)
        blocks = place.section.blocks
        while blocks:
            self.is_exact = place.section.is_exact or (isinstance(blocks[0], Paragraph) and blocks[0].is_aside)
            if beside := self._beside(blocks):
                self._print_beside(beside, _first_texts(blocks[1:]))
                blocks = blocks[1 + len(beside.story) :]
            else:
                self._block(blocks[0], next(iter(blocks[1:]), None))
                blocks = blocks[1:]
        self.is_exact = False

    def _index(self) -> None:
        """Prints the index after the last chapter."""
        entries: list[str] = []
        for name, places in index(self.book):
            found = sorted({self.pages[place.anchor] for place in places})
            entries.append(f"{name}  {', '.join(map(str, found))}")
        self.pages["index"] = print_index(self.paper, entries)

    def _find_known_characters(self) -> set[str]:
        """Returns the characters that the font can show."""
        from fpdf.fonts import TTFFont

        font = self.paper.fonts["serif"]
        return {chr(sign) for sign in font.cmap} if isinstance(font, TTFFont) else set()

    # ------------------------------------------------------------ the room on a page

    def _beginning(self, section: Section, level: int) -> float:
        """Returns the height of a heading and of everything that has to stand on the same page: the text below it up to its first picture, list or table; if
        there is hardly any text, also the beginning of its first part."""
        head = _SIZES.get(level, 10.5) * 0.5 + (4 if level == 1 else 1)
        texts_ = _first_texts(section.blocks)
        lines = [len(self._break_lines(one.text, one.lead)) for one in texts_]
        if any(number > _TOGETHER for number in lines) or len(lines) > _LEADS:
            return head + min(lines[0], _TOGETHER) * LINE
        head += sum(number * LINE + 1 for number in lines)
        if len(texts_) < len(section.blocks):
            return head + self._least(section.blocks[len(texts_) :])
        if section.parts and sum(lines) <= _FEWEST:
            return head + 4 + self._beginning(section.parts[0], level + 1)
        return head

    def _least(self, blocks: Sequence[Block]) -> float:
        """Returns the height of the first of some blocks, or of its first part."""
        if beside := self._beside(blocks):
            return beside.height(beside.scale * beside.picture.least)
        match blocks[0]:
            case Steps(steps):
                lines = [len(self._break_lines(one.text, used=6)) for one in steps]
                return sum(lines if sum(lines) <= 2 * _TOGETHER else lines[:_FEWEST]) * (LINE + 0.5)
            case Table() as table:
                return least_height(self.paper, table)
            case Illustration(is_alone=True):
                return 0.0
            case Illustration(height=height, least=least) as picture:
                return height * _scale(picture, self.paper.epw) * least + (2 + _TOGETHER) * LINE
            case Drawing() as board:
                return board_height(board)
            case Paragraph():
                return _FEWEST * LINE

    # ------------------------------------------------------------ blocks

    def _block(self, block: Block, follows: Block | None) -> None:
        match block:
            case Paragraph(text, lead=lead):
                self._lines(self._break_lines(text, lead))
                self.paper.ln(1)
            case Steps(steps, is_ordered):
                self._steps(steps, 0, is_ordered)
                self.paper.ln(1)
            case Table():
                print_table(self.paper, block)
            case Drawing():
                self._board(block)
            case Illustration():
                self._illustration(block, follows)

    def _break_lines(self, text: str, lead: str = "", used: float = 0.0) -> list[Line]:
        """Returns the lines of a text after a bold lead. A sign before the text takes the width `used`. Lines end between words; a word of several parts,
        such as a name with a comma, is not broken."""
        paper = self.paper
        full = paper.epw - used - 2 * paper.c_margin
        lines: list[Line] = []
        line: Line = []
        taken = 0.0
        for word in chain(_words(lead, "B"), [_SPACE] if lead else [], _words(text)):
            width = self._width(word)
            if taken and taken + width > full:
                lines.append(line)
                line, taken = [], 0.0
            if taken or word != _SPACE:
                line = [*line, *word]
                taken += width
        return [*lines, line] if line else lines

    def _lines(self, lines: Sequence[Line]) -> None:
        """Prints the lines of a text: a short one on one page, and of a longer one at least two lines on each."""
        if len(lines) > (first := self._fitting(len(lines))):
            for line in lines[:first]:
                self.print_line(line)
            self.paper.add_page()
            lines = lines[first:]
        for line in lines:
            self.print_line(line)

    def _fitting(self, number: int) -> int:
        """Returns how many lines of a text go on this page."""
        fit = int(room(self.paper) / LINE)
        if number <= fit or is_at_top(self.paper):
            return number
        return 0 if number <= _TOGETHER or fit < _FEWEST else min(fit, number - _FEWEST)

    def print_line(self, parts: Line) -> None:
        for style, same in groupby(parts, key=lambda part: part[1]):
            self._set_style(style)
            self.paper.write(LINE, "".join(text for text, _ in same))
        self.paper.ln(LINE)

    def _width(self, word: Line) -> float:
        return sum(self._part_width(part, style) for part, style in word)

    def _part_width(self, part: str, style: str) -> float:
        key = part, style, self.is_exact
        if key not in self.widths:
            self._set_style(style)
            self.widths[key] = self.paper.get_string_width(part)
        return self.widths[key]

    def _set_style(self, style: str) -> None:
        set_font(self.paper, style, _EXACT if self.is_exact else _TEXT)
        if "I" in style:
            self.paper.set_text_color(*_MARK)
        elif self.is_exact:
            self.paper.set_text_color(*SOFT)

    def _steps(self, steps: Sequence[Step], depth: int, is_ordered: bool) -> None:
        paper = self.paper
        for number, step in enumerate(steps, 1):
            left = MARGIN + min(depth, _DEEPEST) * 6
            lines = self._break_lines(step.text, used=left + 6 - MARGIN)
            if not self._fitting(len(lines)):
                paper.add_page()
            self._set_style("")
            paper.set_x(left)
            paper.cell(6, LINE, f"{number}." if is_ordered else "•")
            paper.set_left_margin(left + 6)
            paper.set_x(left + 6)
            self._lines(lines)
            paper.set_left_margin(MARGIN)
            paper.set_xy(MARGIN, paper.y + 0.5)
            self._steps(step.steps, depth + 1, is_ordered=False)

    # ------------------------------------------------------------ pictures

    def _illustration(self, picture: Illustration, follows: Block | None) -> None:
        """Places a picture with its caption below it."""
        paper = self.paper
        caption = self._break_lines(picture.caption)
        below = (len(caption) + 1) * LINE
        if isinstance(follows, Paragraph):
            number = len(self._break_lines(follows.text, follows.lead))
            below += (number if number <= _TOGETHER else _FEWEST) * LINE
        _, height = size_of(picture)
        scale = _scale(picture, paper.epw)
        if room(self.paper) < height * scale + below:
            if room(self.paper) >= height * scale * picture.least + below or is_at_top(self.paper):
                scale = (room(self.paper) - below) / height
            elif picture.is_alone and self.later is None:
                self.later = picture
                return
            else:
                paper.add_page()
        self.draw_picture(picture, scale)
        self._lines(caption)
        paper.ln(2)

    def draw_picture(self, picture: Illustration, scale: float) -> None:
        """Draws a picture at the left edge, with a description for programs that read pages aloud."""
        told = " ".join(filter(None, (plain(picture.caption), *picture.told)))
        width, _ = size_of(picture)
        self.paper.image(BytesIO(svg_of(picture).encode()), x=MARGIN, w=width * scale, alt_text=told)
        self.paper.set_xy(MARGIN, self.paper.y + 1)

    def _beside(self, blocks: Sequence[Block]) -> Beside | None:
        """Returns a picture with the text that follows it, if that has room on its right; None for other blocks."""
        picture, *behind = blocks
        story = _first_texts(behind)
        if not isinstance(picture, Illustration) or picture.is_alone or not story:
            return None
        scale = _scale(picture, self.paper.epw * PART)
        if scale < picture.least:
            return None
        beside = self._beside_in(picture, scale, story)
        return beside if beside.has_room else None

    def _beside_in(self, picture: Illustration, scale: float, story: Sequence[Paragraph]) -> Beside:
        """Returns a picture in a part of its size with the text that follows it."""
        alone = Beside(picture, scale, [], [])
        with self._column(0.0, alone.width):
            alone = evolve(alone, caption=self._break_lines(picture.caption))
        with self._column(alone.width + GUTTER):
            return evolve(alone, story=[self._break_lines(one.text, one.lead) for one in story])

    def _grown(self, beside: Beside, story: Sequence[Paragraph]) -> Beside:
        """Returns the picture enlarged into the space that the first printing found free at the end of the page."""
        most = beside.height(beside.scale) + self.spare.get(self.paper.page_no(), 0.0)
        for factor in _LARGER:
            larger = self._beside_in(beside.picture, beside.scale * factor, story)
            if larger.width <= self.paper.epw * PART and larger.has_room and larger.height(larger.scale) <= most:
                return larger
        return beside

    @contextmanager
    def _column(self, left: float, width: float | None = None) -> Generator[None]:
        """Prints in a column of the page, which begins this far from the left edge of texts."""
        paper = self.paper
        own = paper.l_margin, paper.r_margin
        right = paper.w - MARGIN - left - (paper.epw - left if width is None else max(width, NARROWEST))
        paper.set_left_margin(MARGIN + left)
        paper.set_right_margin(right)
        yield
        paper.set_left_margin(own[0])
        paper.set_right_margin(own[1])

    def _print_beside(self, beside: Beside, story: Sequence[Paragraph]) -> None:
        """Places a picture with its caption below it and the text on its right, on one page."""
        paper, scale = self.paper, beside.scale
        if room(paper) < beside.height(scale):
            smaller = beside.scale_in(room(paper))
            if smaller < scale * beside.picture.least or room(paper) < beside.text_height:
                paper.add_page()
            else:
                scale = smaller
        if scale == beside.scale:
            self.growing[paper.page_no()] += 1
            beside = self._grown(beside, story)
            scale = beside.scale
        top = paper.y
        self.draw_picture(beside.picture, scale)
        with self._column(0.0, beside.width):
            self._lines(beside.caption)
        bottom = paper.y + BELOW
        with self._column(beside.width + GUTTER):
            paper.set_xy(paper.l_margin, top)
            for lines in beside.story:
                self._lines(lines)
                paper.ln(1)
        paper.set_xy(MARGIN, max(bottom, paper.y))

    def place_later(self) -> None:
        """Places the picture that did not fit on the page before; printing then continues in the style from before."""
        if self.later is None:
            return
        picture, self.later = self.later, None
        left, is_exact = self.paper.l_margin, self.is_exact
        self.paper.set_left_margin(MARGIN)
        self.is_exact = False
        self._illustration(picture, None)
        self.is_exact = is_exact
        self.paper.set_left_margin(left)
        self.paper.set_x(left)

    def _board(self, board: Drawing) -> None:
        """Prints a board that is drawn with letters, below its caption."""
        if not any(board.rows):
            return
        if needs_page(self.paper, board):
            self.paper.add_page()
        if board.caption:
            self._lines(self._break_lines(board.caption))
            self.paper.ln(0.5)
        print_board(self.paper, board)


def _scale(picture: Illustration, most: float) -> float:
    """Returns the factor by which a picture must be scaled to fit into a width, at most 1."""
    width, height = size_of(picture)
    return min(1.0, most / width, _HIGHEST / height)


def _first_texts(blocks: Sequence[Block]) -> list[Paragraph]:
    """Returns the texts with which some blocks begin."""
    found: list[Paragraph] = []
    for block in blocks:
        if not isinstance(block, Paragraph):
            break
        found.append(block)
    return found


def _words(text: str, style: str = "") -> Iterator[Line]:
    """Yields the words of a text and the single spaces between them, each as a list of parts with their styles: names are in italics."""
    word: Line = []
    for span in spans(text):
        for part in re.findall(r"\s+|\S+", span.text):
            if not part.isspace():
                word.append((part, f"{style}I" if span.is_set_off else style))
                continue
            if word:
                yield word
            yield _SPACE
            word = []
    if word:
        yield word


def _all_text(book: Book) -> set[str]:
    """Returns all characters that are printed. The descriptions of pictures are left out: programs only read them aloud."""
    sections = [place.section for place in sections_in_order(book.sections)]
    pictures = [block for section in sections for block in section.blocks if isinstance(block, Illustration)]
    bare = [evolve(section, blocks=tuple(map(_keep_what_is_printed, section.blocks))) for section in sections]
    said = (plain(text) for section in bare for text in texts(section))
    return set("".join((*said, *map(letters_of, pictures))))


def _keep_what_is_printed(block: Block) -> Block:
    return evolve(block, told=()) if isinstance(block, Illustration) else block
