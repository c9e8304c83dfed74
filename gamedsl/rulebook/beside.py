"""The rulebook beside the table: its passages, for a page on which the game is played, what pieces do, for cards, and why matches end, for reports."""

from __future__ import annotations

from collections.abc import Collection

from gamedsl.html import escape
from gamedsl.json import JsonObject
from gamedsl.pipeline.compiling import words_at
from gamedsl.pipeline.reading import Parsed
from gamedsl.rulebook.book import EXAMPLES, STARTS, formulas_of, rulebook
from gamedsl.rulebook.contents import contents
from gamedsl.rulebook.declarations import section
from gamedsl.rulebook.formats.html import passages
from gamedsl.rulebook.labels import Labels, labels_in, with_labels
from gamedsl.rulebook.layout.appendix import COUNTS_IN
from gamedsl.rulebook.model import Book, Paragraph, Section, plain, readable, texts
from gamedsl.rulebook.sentences.outlines import condition_outline
from gamedsl.syntax.tree import declarations
from gamedsl.values import evolve

_IN_FULL = "Every step, as the program takes it"


def rules_beside(parsed: Parsed, look: JsonObject, without: Collection[str] = ()) -> str:
    """Returns the passages of the rules as HTML, with the labels of a checked look file: first what a printed book says, then, folded away, every step of
    the rules. Leaves out the examples named in `without`. Raises ValueError for rules with mistakes."""
    labels = labels_in(look)
    told = _without(with_labels(rulebook(parsed, "printed", without), labels), STARTS)
    steps = _without(with_labels(rulebook(parsed, "beside", without), labels), STARTS, EXAMPLES)
    rules = _by_label(labels)
    full = passages(steps, "full-", rules)
    return f'{passages(told, labelled=rules)}\n<details class="full"><summary>{escape(_IN_FULL)}</summary>\n{full}\n</details>'


def texts_of_pieces(parsed: Parsed) -> dict[str, str]:
    """Returns what pieces do that have rules of their own but no sentence, as printed books tell it. Raises ValueError for rules with mistakes."""
    told = contents(parsed)
    say = formulas_of(told, "printed")
    blocks = [one for one in told.decls if isinstance(one, declarations.KindBlock) and not one.doc]
    return {one.name.text: text for one in blocks if (text := _text_of(section(say, one)))}


def reasons_in_words(parsed: Parsed) -> dict[str, str]:
    """Returns the ends of a match that have no sentence as printed books tell them, by the text of their conditions, which is their reason in a game."""
    told = contents(parsed)
    say = formulas_of(told, "printed").impersonal()
    found: dict[str, str] = {}
    for one in told.decls:
        if isinstance(one, declarations.Ends) and one.condition is not None and not one.doc:
            said = condition_outline(say, one.condition)
            found |= {} if said.steps else {words_at(parsed, one.condition.span): plain(said.text)}
    return found


def _text_of(piece: Section) -> str:
    """Returns all that a piece does in one text, without the place where it must lie."""
    every = (block for block in piece.blocks if not (isinstance(block, Paragraph) and block.text.startswith(COUNTS_IN)))
    return " ".join(plain(text) for text in texts(Section("", tuple(every))) if text)


def _by_label(labels: Labels) -> dict[str, list[str]]:
    """Returns the names of rules by their labels, which several may share."""
    found: dict[str, list[str]] = {}
    for name in labels.rules:
        found.setdefault(labels.names[readable(name)], []).append(name)
    return found


def _without(book: Book, *titles: str) -> Book:
    """Returns a book without the chapters with these titles."""
    return evolve(book, sections=tuple(section for section in book.sections if section.title not in titles))
