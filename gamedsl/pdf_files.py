"""Parts that all writers of PDF share: the library and the font that they need, and a file that is the same each time it is made.

Nothing is imported from fpdf2 before a PDF is made, since it takes long to load.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gamedsl.errors import MissingExtraError
from gamedsl.values import frozen

if TYPE_CHECKING:
    from fpdf import FPDF

_FONTS = "font_source_serif_pro"
_STYLES = {"": "Regular", "B": "Bold", "I": "It", "BI": "BoldIt"}
_WHEN = datetime(2000, 1, 1, tzinfo=UTC)
"""A fixed date, so that the same contents give the same bytes."""


@frozen
class Printed:
    """A PDF, and the characters that its fonts cannot show."""

    data: bytes
    missing: str


def check_pdf() -> None:
    """Raises MissingExtraError if no PDF can be made here."""
    if find_spec("fpdf") is None or find_spec(_FONTS) is None:
        raise MissingExtraError("a PDF", "pdf")


def sign_pdf(paper: FPDF, title: str, creator: str) -> None:
    """Writes the metadata of a PDF. `creator` is the command that makes it."""
    paper.set_creation_date(_WHEN)
    paper.set_title(title)
    paper.set_creator(creator)
    paper.set_lang("en")


def add_fonts(paper: FPDF, family: str = "serif", styles: Iterable[str] = tuple(_STYLES)) -> None:
    """Embeds the font of all PDFs under the name of a family. `styles` are letters of fpdf2: `B` is bold, `I` italic."""
    for name in ("fpdf", "fontTools"):
        logging.getLogger(name).setLevel(logging.ERROR)
    for style in styles:
        paper.add_font(family, style, str(files(_FONTS) / "files" / f"SourceSerifPro-{_STYLES[style]}.ttf"))
