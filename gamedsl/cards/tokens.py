"""Tokens that no component declares: they show fields of places, routes and players on a table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from gamedsl.cards.faces import Face, Looks, bare, counter, disc, entry
from gamedsl.cards.geometry import knots_of
from gamedsl.cards.needed.tracks import tracks_of
from gamedsl.cards.pieces import Piece
from gamedsl.cards.style import Style
from gamedsl.cards.words import seat_mark, seat_title
from gamedsl.errors import GameDslError
from gamedsl.graph.analysis import piece_words
from gamedsl.graph.analysis.shown import fields_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.graph.model.types import Value
from gamedsl.json import JsonObject
from gamedsl.page.colours import INK, PALETTE, SOFT
from gamedsl.reports.titles import inside_sentence
from gamedsl.values import evolve, frozen

_ENOUGH = 24
"""The number of markers if the rules do not bound it."""
_STONES = 400
"""The most discs for the places of a board."""
_STORE = 60
"""The most counters for a number that all players share."""
_MEN = 6
"""The men of each player who stand on pieces."""
_SOME = 2
"""Copies of a piece of a board that does not lie on it at the start."""


class _Start:
    """The values of fields at the first decision. The setup is played when they are first needed; if it fails, the initial values count."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        from gamedsl_interpreter.reference.engine import ReferenceEngine

        try:
            return ReferenceEngine(self._game).initial(seed=1).frame
        except GameDslError:
            return tuple(value for field in self._game.fields for value in field.start)

    def of(self, field: FieldSpec) -> tuple[Value, ...]:
        """Returns the values of a family of fields."""
        return self._values[field.base : field.base + len(field.start)]


@frozen
class _Family:
    """A group of fields with the same name on `size` places or routes, with its label for people."""

    field: FieldSpec
    label: str
    size: int

    def token(self, key: str, face: Face, copies: int, other: Face | None = None) -> Piece:
        """Makes a token of the family."""
        one = piece_words.singular(inside_sentence(self.label))
        words = (one, piece_words.plural(one))
        return Piece((f"field {self.field.name}", key), self.label.lower(), 0, face, copies, other, words=words)


def markers(game: Game, looks: Looks, look: JsonObject) -> Iterator[Piece]:
    """Yields the tokens for the values of fields, in the order of the fields."""
    start = _Start(game)
    tracked = {track.field.name for track in tracks_of(game)}
    for field in fields_for_players(game):
        own = entry(look, "field", field.name)
        is_of_pieces = [type(dimension.type) for dimension in field.dimensions] == [types.Kind]
        if (field.reset is not None and not is_of_pieces) or own.get("hide") or own.get("token") is False:
            continue
        along = entry(look, "field", field.name).get("board")
        family = _Family(field, looks.label("field", field.name), len(field.start))
        match [dimension.type for dimension in field.dimensions]:
            case [types.Position(board)] if knots_of(game, board) is None:
                yield from _on_places(game, looks, family, start)
            case [types.Enum(routes)] if routes in {shape.edges for shape in game.about.shapes}:
                yield from _on_places(game, looks, family, start)
            case [types.Kind()] if isinstance(bare(field.type), types.Player):
                for seat, text in enumerate(game.seats):
                    yield evolve(
                        _pawn(game, looks, family, seat, "pawn"), copies=_MEN, key=(f"field {field.name}", text)
                    )
            case [types.Player()] if (
                isinstance(bare(field.type), types.Position) or isinstance(along, str) or field.name in tracked
            ):
                yield from (
                    _pawn(game, looks, family, seat, "ship" if isinstance(along, str) else "pawn")
                    for seat in range(len(game.seats))
                )
            case [] if isinstance(bare(field.type), types.Player):
                made = family.token(field.name, Face("token", family.label, Style(SOFT, family.label, "o-lozenge")), 1)
                yield evolve(made, words=(f"marker “{family.label}”", f"markers “{family.label}”"))
            case [] if isinstance(bare(field.type), types.Position):
                face = Face("pawn", family.label, Style(PALETTE[8], family.label, "pawn"))
                yield family.token(field.name, face, 1)
            case [] if isinstance(field.type, types.Int) and isinstance(store := field.start[0], int) and store > 1:
                yield family.token(field.name, counter(family.label), min(store, _STORE))
            case _:
                pass


def _on_places(game: Game, looks: Looks, family: _Family, start: _Start) -> Iterator[Piece]:
    """Yields the tokens for fields of places or routes."""
    label, size = family.label, family.size
    match bare(family.field.type):
        case types.Player() if (men := _field_beside(game, family.field, types.Enum)) is not None:
            yield from _armies(game, looks, family, men, start)
        case types.Player():
            yield from _stones(game, looks, family)
        case types.Enum(of, number) if _field_beside(game, family.field, types.Player) is None:
            for value in range(number):
                style = looks.word(of, value)
                standing = start.of(family.field).count(value) or min(size, _ENOUGH // 2)
                yield family.token(style.word, Face("token", style.word, style), standing)
        case types.Int(_, high) if high > 0:
            lying = sum(one for one in start.of(family.field) if isinstance(one, int))
            yield family.token(label, counter(label), max(lying, min(size * high, _ENOUGH)))
        case types.Flag():
            yield family.token(label, Face("token", label, Style(INK, label, "o-cross")), min(size, _ENOUGH))
        case _:
            pass


def _stones(game: Game, looks: Looks, family: _Family) -> Iterator[Piece]:
    """Yields discs of the players; with two players, one on each side, so that they can be turned over."""
    faces = [disc(looks.seat(seat), seat_mark(text), seat_title(text), seat) for seat, text in enumerate(game.seats)]
    size = min(family.size, _STONES)
    if len(faces) == 2:
        yield family.token(family.label, faces[0], size, faces[1])
        return
    for face in faces:
        yield family.token(face.title, face, math.ceil(min(size, 2 * size / len(faces))))


def _field_beside(game: Game, field: FieldSpec, of: type[types.Enum | types.Player]) -> FieldSpec | None:
    """Returns another field of the same places, with values of this type: the owner of a man, or the kind of man."""
    same = [one for one in fields_for_players(game) if one.dimensions == field.dimensions]
    return next((one for one in same if isinstance(bare(one.type), of)), None)


def _armies(game: Game, looks: Looks, family: _Family, men: FieldSpec, start: _Start) -> Iterator[Piece]:
    """Yields the pieces on the board of each player: as many as stand there at the start, and some of the others."""
    standing = Counter(zip(start.of(family.field), start.of(men), strict=True))
    of = bare(men.type)
    if not isinstance(of, types.Enum):
        return
    for seat, text in enumerate(game.seats):
        for value in range(of.size):
            style = looks.word(of.id, value)
            face = Face("pawn", style.word, evolve(style, colour=looks.seat(seat)), seat)
            yield family.token(f"{style.word} of {text}", face, standing[seat, value] or _SOME)


def _pawn(game: Game, looks: Looks, family: _Family, seat: int, symbol: str) -> Piece:
    text = game.seats[seat]
    pawn = family.token(text, Face("pawn", seat_title(text), Style(looks.seat(seat), family.label, symbol), seat), 1)
    return evolve(pawn, words=(symbol, piece_words.plural(symbol)))
