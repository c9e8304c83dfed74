"""Prints a drawing on A4 pages: an overview whose boxes are links, then each part of the game by itself."""

from __future__ import annotations

from io import BytesIO

from gamedsl.graph.analysis.title_words import as_title
from gamedsl.graph.draw.model import Drawing
from gamedsl.graph.draw.pages import HEIGHT, WIDTH, pages_of, scale_of
from gamedsl.graph.draw.scene import scene
from gamedsl.graph.draw.svg import lead_height, least_width, svg_of
from gamedsl.pdf_files import add_fonts, check_pdf, sign_pdf

_EDGE = 10.0
"""The margin of a page, in millimetres; the number of the page stands in it."""
_MOST = 1.2
"""The most that the letters of one page are larger than those of another."""
_FAMILY = "sans-serif"
"""The family that drawings name; on paper it has the letters of the rulebook."""
_SOFT = (92, 102, 112)


def pdf_of(drawn: Drawing) -> bytes:
    """Returns a PDF of a drawing in words. Raises MissingExtraError."""
    check_pdf()
    from fpdf import FPDF

    paper = FPDF(format="A4")
    sign_pdf(paper, f"{as_title(drawn.name)}: how it is played", "gamedsl graph")
    add_fonts(paper, _FAMILY)
    paper.set_auto_page_break(False)
    pages = pages_of(drawn)
    links = [paper.add_link(page=number) for number in range(1, len(pages) + 1)]
    largest = _MOST * min(scale_of(page.drawing)[0] for page in pages[1:] or pages)
    for number, page in enumerate(pages):
        scale, lies = scale_of(page.drawing)
        scale = min(scale, largest)
        paper.add_page(orientation="landscape" if lies else "portrait")
        paper.start_section(as_title(page.drawing.name) if number else "Overview")
        placed = scene(page.drawing, lead_height(page.drawing), least_width(page.drawing))
        wide = HEIGHT if lies else WIDTH
        left = _EDGE + (wide - placed.width * scale) / 2
        told = f"{page.drawing.name}: {len(page.drawing.elements)} boxes"
        paper.image(BytesIO(svg_of(page.drawing).encode()), x=left, y=_EDGE, w=placed.width * scale, alt_text=told)
        for box in placed.boxes:
            target = page.links.get(box.box.element.id)
            if target is not None:
                x, y = left + box.x * scale, _EDGE + box.y * scale
                paper.link(x, y, box.box.width * scale, box.box.height * scale, links[target])
        paper.set_font(_FAMILY, "", 8)
        paper.set_text_color(*_SOFT)
        paper.set_xy(_EDGE, paper.h - _EDGE)
        paper.cell(0, 4, f"{number + 1} of {len(pages)}{'' if number == 0 else ' · to the overview'}", link=links[0])
    return bytes(paper.output())
