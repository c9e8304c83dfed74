"""Draws the pictures of a rulebook: the table as play begins, the icons, and the positions of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gamedsl.api.asked import compiled
from gamedsl.api.making.looks import checked_look
from gamedsl.api.rules import Rules, RulesError

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Setup
    from gamedsl.graph.model.example_lines import ExampleSpec
    from gamedsl.rulebook.model import Book, Illustration
    from gamedsl_interpreter.reference.host import ReferenceHost


def illustrated(book: Book, rules: Rules, look: str | Path | None) -> Book:
    """Returns the book of some rules with pictures, drawn with the look file at this path. Raises RulesError, LookError, PictureError, OSError."""
    from gamedsl.cards import own_files
    from gamedsl.cards.boards import grounds_in
    from gamedsl.cards.table.book import example_picture, icons_section, table_picture, with_pictures

    game = compiled(rules, rules.setups()[0]).game
    style = checked_look(look, rules, [game])
    own = own_files(style, (), None if look is None else Path(look).parent)
    grounds = grounds_in(game, style)
    examples = dict(_examples(book, rules, lambda host, spec: example_picture(host, spec, style, grounds, own)))
    return with_pictures(book, table_picture(game, style, grounds, own), icons_section(game, style, own), examples)


def _examples(
    book: Book, rules: Rules, drawn: Callable[[ReferenceHost, ExampleSpec], Illustration | None]
) -> Iterator[tuple[str, Illustration]]:
    """Yields a picture for each example of a book that has a position, by its name."""
    from gamedsl import pipeline
    from gamedsl.cards.table.book import examples_with_positions
    from gamedsl_interpreter.reference.host import ReferenceHost

    wanted = examples_with_positions(book)
    if not wanted:
        return
    parsed = rules.known.parsed
    first: dict[str, Setup] = {}
    try:
        for setup, name, _ in pipeline.example_names(parsed):
            if name in wanted:
                first.setdefault(name, setup)
        for setup, game, specs in pipeline.examples(parsed, list(dict.fromkeys(first.values()))):
            host = ReferenceHost(game.game)
            for spec in specs:
                if first.get(spec.name) == setup:
                    found = drawn(host, spec)
                    if found is not None:
                        yield spec.name, found
    except pipeline.NotCompilable as error:
        raise RulesError(rules.text(error.diagnostics), error.diagnostics) from None
