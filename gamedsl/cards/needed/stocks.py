"""Counters for amounts that players have or that lie on the table: coins, goods, people, and running totals."""

from __future__ import annotations

from collections.abc import Iterator, Set

from gamedsl.cards.faces import Face, Looks, bare, entry, text_of
from gamedsl.cards.geometry import knots_of
from gamedsl.cards.pieces import Piece
from gamedsl.cards.style import Style
from gamedsl.cards.words import can_be_had
from gamedsl.graph.analysis import piece_words
from gamedsl.graph.analysis.shown import LAST_COUNTERS, fields_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.json import JsonObject
from gamedsl.reports.titles import inside_sentence, title_of
from gamedsl.values import evolve

_LARGEST = 20
"""The largest number that players have of something at first for which counters are printed: for more, chips are better."""
_EACH, _FEWEST, _MOST, _FIVES = 4, 8, 24, 3
"""Counters for each player, the fewest and the most of them, and the counters for five of each player."""
_FEW = 10
"""Above this number, there are counters for five, too."""
COUNTER = "counter for "
"""How a counter is called, before what it counts."""
_SHARED = 12
"""The most counters for a number that belongs to nobody."""


def stocks(game: Game, looks: Looks, look: JsonObject, written: Set[str]) -> Iterator[Piece]:
    """Yields counters for the numbers that players have, except for numbers on the score sheet (`written`) and shared running totals."""
    for number, field in enumerate(fields_for_players(game)):
        own = entry(look, "field", field.name)
        if (
            not isinstance(field.type, types.Int)
            or field.reset is not None
            or own.get("hide")
            or own.get("token") is False
        ):
            continue
        label = text_of(own, "label") or title_of(field.name)
        is_stock = (
            can_be_had(field.name) and field.name not in written and not own.get("score") and not own.get("board")
        )
        match [dimension.type for dimension in field.dimensions]:
            case [types.Player()] if is_stock and not is_supply(game, field):
                yield from _counters(game, field, field.name, label, looks.thing(field.name, label, number))
            case [types.Player(), types.Enum(of, size)] if field.name not in written:
                for value in range(size):
                    style = looks.word(of, value)
                    yield from _counters(game, field, f"{field.name} {style.word}", style.word, style)
            case [] if can_be_had(field.name) and field.name not in LAST_COUNTERS and field.start[0] in (0, 1):
                style = looks.thing(field.name, label, number)
                yield _piece(field, field.name, label, style, min(field.type.high, _SHARED), 1)
            case _:
                pass


def is_supply(game: Game, field: FieldSpec) -> bool:
    """Whether a number of a player counts pieces that the player has not laid yet: it starts with all of them, and there are tokens for these pieces."""
    of = field.type
    if not isinstance(of, types.Int) or field.start[0] != of.high:
        return False
    one = piece_words.singular(field.name)
    return any(other.name == one or _is_laid(game, other) for other in fields_for_players(game) if other is not field)


def _is_laid(game: Game, field: FieldSpec) -> bool:
    """Whether a field says who has laid something on places or routes."""
    routes = {shape.edges for shape in game.about.shapes}
    match [dimension.type for dimension in field.dimensions]:
        case [types.Position(board)] if knots_of(game, board) is None:
            return isinstance(bare(field.type), types.Player)
        case [types.Enum(of)]:
            return of in routes and isinstance(bare(field.type), types.Player | types.Flag)
        case _:
            return False


def _counters(game: Game, field: FieldSpec, key: str, label: str, style: Style) -> Iterator[Piece]:
    """Yields counters for one, and for five if somebody can have many."""
    start, of = field.start[0], field.type
    if not isinstance(start, int) or not isinstance(of, types.Int) or not 0 <= start <= _LARGEST:
        return
    seats = len(game.seats)
    enough = max(_FEWEST, seats * max(_EACH, start))
    yield _piece(field, key, label, style, min(enough, _MOST, max(1, of.high) * seats), 1)
    if of.high > _FEW:
        yield _piece(field, f"{key} 5", label, style, seats * _FIVES, 5)


def _piece(field: FieldSpec, key: str, label: str, style: Style, copies: int, worth: int) -> Piece:
    called = inside_sentence(label)
    title = title_of(piece_words.singular(called))
    face = Face("token", title, evolve(style, word=title), mark="" if worth == 1 else str(worth))
    words = (f"{COUNTER}{called}", f"counters for {called}")
    return Piece((f"field {field.name}", key), called, 0, face, copies, words=words)
