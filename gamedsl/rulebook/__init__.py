"""The rulebook of a game: a text for people, made from the rules."""

from gamedsl.rulebook.book import rulebook
from gamedsl.rulebook.html import html
from gamedsl.rulebook.markdown import markdown
from gamedsl.rulebook.model import placed
from gamedsl.rulebook.pdf import Printed, check_pdf, pdf

__all__ = ["Printed", "check_pdf", "html", "markdown", "pdf", "placed", "rulebook"]
