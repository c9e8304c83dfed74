"""Pages on which a game is played: one self-contained HTML file."""

from gamedsl.page.document import page_html, seat_html
from gamedsl.page.look import read_look
from gamedsl.page.mistakes import LookError
from gamedsl.page.setups import PageSetup, page_setup, page_setups

__all__ = ["LookError", "PageSetup", "page_html", "page_setup", "page_setups", "read_look", "seat_html"]
