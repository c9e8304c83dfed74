"""The rulebook of a game: a text for people, made from the rules."""

from gamedsl.pdf_files import Printed, check_pdf
from gamedsl.rulebook.beside import rules_beside
from gamedsl.rulebook.book import rulebook
from gamedsl.rulebook.formats.html import html
from gamedsl.rulebook.formats.markdown import markdown
from gamedsl.rulebook.formats.pdf import pdf
from gamedsl.rulebook.labels import LabelError, Labels, check_labels, labelled, labels_in, labels_of
from gamedsl.rulebook.model import placed, told_plainly
from gamedsl.rulebook.printed.material import needed_on_table

__all__ = [
    "LabelError",
    "Labels",
    "Printed",
    "check_labels",
    "check_pdf",
    "html",
    "labelled",
    "labels_in",
    "labels_of",
    "markdown",
    "needed_on_table",
    "pdf",
    "placed",
    "rulebook",
    "rules_beside",
    "told_plainly",
]
