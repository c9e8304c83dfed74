"""Writes names of rules for people, as pages show them."""

from __future__ import annotations

import re
from string import ascii_lowercase

from gamedsl.graph.analysis import piece_words
from gamedsl.graph.model.game import Game
from gamedsl.reports.titles import plain, title_of
from gamedsl.syntax.marks import without_notes

_INNER = re.compile(r"\w+\[(.*)\]")
_SQUARE = re.compile(r"[a-z]\d+")
"""Names of places that players write small: `d7`."""
_SEAT = re.compile(r"P(\d+)")


def kind_title(name: str) -> str:
    """Returns the name of a kind for its face: `Single.Hunting` as “Single Hunting”, `card[Two, Clubs]` as “Two Clubs”."""
    inner = _INNER.fullmatch(name)
    return title_of(inner[1].replace(", ", " ") if inner else name.replace(".", " "))


def place_title(name: str) -> str:
    """Returns the name of a place: `cell[3, 4]` as “3·4”, `Harbour` as it is."""
    inner = _INNER.fullmatch(name)
    return inner[1].replace(", ", "·") if inner else name if _SQUARE.fullmatch(name) else title_of(name)


def place_name(game: Game, board: int, place: int) -> str:
    """Returns the players' name for a place: the name that the rules give to it, on other grids the letter of its column and the number of its row, or its own
    name."""
    if named := game.about.shapes[board].place_names:
        return named[place]
    if is_lettered(game, board):
        row, column = game.boards[board].at[place]
        return f"{column_name(game, board, column)}{row_name(game, board, row)}"
    return place_title(game.boards[board].places[place])


def is_lettered(game: Game, board: int) -> bool:
    """Whether the places of a board are named by a letter and a number."""
    spec, shape = game.boards[board], game.about.shapes[board]
    columns = [column for _, column in spec.at]
    is_grid = shape.kind in ("grid", "hex") and max(columns) - min(columns) < len(ascii_lowercase)
    return bool(shape.column_names) or is_grid


def row_name(game: Game, board: int, row: int) -> str:
    """Returns the name of a row of a grid: the name in the rules, or its number counted from above."""
    at = row - min(one for one, _ in game.boards[board].at)
    named = game.about.shapes[board].row_names
    return named[at] if named else str(at + 1)


def column_name(game: Game, board: int, column: int) -> str:
    """Returns the name of a column of a grid: the name in the rules, or its letter; its number if there are more columns than letters."""
    at = column - min(one for _, one in game.boards[board].at)
    named = game.about.shapes[board].column_names
    return named[at] if named else ascii_lowercase[at] if at < len(ascii_lowercase) else str(at + 1)


def seat_title(name: str) -> str:
    """Returns the name of a seat: `P2`, a seat without a name, as “Player 2”."""
    unnamed = _SEAT.fullmatch(name)
    return f"Player {unnamed[1]}" if unnamed else title_of(name)


def seat_mark(name: str) -> str:
    """Returns the mark of a seat for a small disc: `P2` as “2”, `Anna` as “A”."""
    unnamed = _SEAT.fullmatch(name)
    return unnamed[1] if unnamed else plain(name)[:1].upper()


def count_text(count: int, one: str, several: str = "") -> str:
    """Counts things: “3 cards”, “1 card”."""
    return f"{count} {one if count == 1 else several or piece_words.plural(one)}"


def sentence_for_people(doc: str | None) -> str:
    """Returns a sentence of the rules for people."""
    from gamedsl.rulebook import plain_sentence

    return without_notes(plain_sentence(doc))


def can_be_had(name: str) -> bool:
    """Whether a name is something of which players can have several: `coins`, but not `earned`."""
    from gamedsl.rulebook.sentences.english import is_amount

    return is_amount(name)
