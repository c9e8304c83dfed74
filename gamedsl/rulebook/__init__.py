"""The rulebook of a game: a text for people, made from the rules."""

from gamedsl.rulebook.book import rulebook
from gamedsl.rulebook.html import html
from gamedsl.rulebook.markdown import markdown
from gamedsl.rulebook.model import placed

__all__ = ["html", "markdown", "placed", "rulebook"]
