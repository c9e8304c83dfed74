"""The rulebook of a game: a text for people, made from the rules."""

from gamedsl.pdf_files import Printed, check_pdf
from gamedsl.rulebook.beside import reasons_in_words, rules_beside, texts_of_pieces
from gamedsl.rulebook.book import rulebook
from gamedsl.rulebook.formats.html import html
from gamedsl.rulebook.formats.markdown import markdown
from gamedsl.rulebook.formats.pdf import pdf
from gamedsl.rulebook.labels import LabelError, Labels, check_labels, labels_in, labels_of, with_labels
from gamedsl.rulebook.model import plain_sentence, sections_in_order
from gamedsl.rulebook.printed.material import needs_on_table

__all__ = [
    "LabelError",
    "Labels",
    "Printed",
    "check_labels",
    "check_pdf",
    "html",
    "labels_in",
    "labels_of",
    "markdown",
    "needs_on_table",
    "pdf",
    "plain_sentence",
    "reasons_in_words",
    "rulebook",
    "rules_beside",
    "sections_in_order",
    "texts_of_pieces",
    "with_labels",
]
