"""Draws the pictures of a rulebook: the table as play begins, the icons, and the positions of examples; with characters where only text can stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from gamedsl.api.asked import compile_setup
from gamedsl.api.making.looks import read_look
from gamedsl.api.rules import Rules, RulesError
from gamedsl.values import evolve

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Setup
    from gamedsl.graph.model.example_lines import ExampleSpec
    from gamedsl.graph.model.game import Game
    from gamedsl.rulebook.model import Book, Illustration
    from gamedsl_interpreter.reference.host import ReferenceHost


def illustrate(book: Book, rules: Rules, look: str | Path | None) -> Book:
    """Returns the book of some rules with pictures, drawn with the look file at this path. Raises RulesError, LookError, PictureError, OSError."""
    from gamedsl.cards import own_files
    from gamedsl.cards.boards import grounds_in
    from gamedsl.cards.table.book import example_picture, icons_section, table_picture, with_pictures

    game = _game_for_readers(rules)
    style = read_look(look, rules, [game])
    own = own_files(style, (), None if look is None else Path(look).parent)
    grounds = grounds_in(game, style)
    examples = dict(_examples(book, rules, lambda host, spec: example_picture(host, spec, style, grounds, own)))
    table, symbols = table_picture(game, style, grounds, own), icons_section(game, style, own)
    return with_pictures(book, table, symbols, examples, [one.name for one in game.boards])


def draw_in_letters(book: Book, rules: Rules, look: str | Path | None) -> Book:
    """Returns the book of some rules with pictures drawn with characters, and the names of a look file. Raises RulesError, LookError, OSError."""
    from gamedsl.cards.table.book import with_pictures
    from gamedsl.table.books import example_in_letters, table_in_letters

    game = _game_for_readers(rules)
    style = read_look(look, rules, [game])
    examples = dict(_examples(book, rules, lambda host, spec: example_in_letters(host, spec, style)))
    return with_pictures(book, table_in_letters(game, style), None, examples, [one.name for one in game.boards])


def _game_for_readers(rules: Rules) -> Game:
    """Returns the game of the first setup in which the rules play no seat, else of the first one, with players who have names."""
    games = (compile_setup(rules, setup).game for setup in _first_of_each_number(rules))
    first = next(games)
    game = next((one for one in chain((first,), games) if len(one.seats) == one.humans), first)
    names = [
        _NAMES[i] if i < len(_NAMES) and re.fullmatch(r"P\d+", name) else name for i, name in enumerate(game.seats)
    ]
    owned = tuple(
        kind if kind.owner is None else evolve(kind, name=kind.name.replace(game.seats[kind.owner], names[kind.owner]))
        for kind in game.kinds
    )
    return evolve(game, seats=tuple(names), kinds=owned)


_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
"""The names of players in pictures."""


def _first_of_each_number(rules: Rules) -> Iterator[Setup]:
    """Yields the first setup for each number of players."""
    numbers: set[int] = set()
    for setup in rules.setups():
        if setup.players not in numbers:
            numbers.add(setup.players)
            yield setup


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
