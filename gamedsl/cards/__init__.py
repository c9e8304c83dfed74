"""Print and play: the cards, tokens, boards and score sheets of a game on paper."""

from gamedsl.cards.box import MOST, Contents, contents, drop_printed
from gamedsl.cards.drawing.card_marks import unknown_glyphs
from gamedsl.cards.drawing.pdf import FontError, Printer
from gamedsl.cards.own_files import OwnFiles, hard_to_read, own_files
from gamedsl.cards.page_looks import PageLook, page_look
from gamedsl.cards.paper import PAPERS, PARTS, Backs, Page, Part, room
from gamedsl.cards.pieces import LEAST, Piece, Size, size_of
from gamedsl.cards.sheets import Wishes, pages, too_large
from gamedsl.cards.small_letters import small_letters
from gamedsl.page.colours import unknown_colours
from gamedsl.pdf_files import Printed, check_pdf

__all__ = [
    "LEAST",
    "MOST",
    "PAPERS",
    "PARTS",
    "Backs",
    "Contents",
    "FontError",
    "OwnFiles",
    "Page",
    "PageLook",
    "Part",
    "Piece",
    "Printed",
    "Printer",
    "Size",
    "Wishes",
    "check_pdf",
    "contents",
    "drop_printed",
    "hard_to_read",
    "own_files",
    "page_look",
    "pages",
    "room",
    "size_of",
    "small_letters",
    "too_large",
    "unknown_colours",
    "unknown_glyphs",
]
