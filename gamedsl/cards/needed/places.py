"""Cards for places on the table that are on no board, such as taverns, and for the two sides of things that can be turned, such as a weather card."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.cards.faces import Face, Looks, entry
from gamedsl.cards.pieces import Piece, Size
from gamedsl.cards.printed_faces import has_own_emblem, on_paper
from gamedsl.cards.words import sentence_for_people
from gamedsl.graph.analysis import piece_words
from gamedsl.graph.analysis.shown import fields_for_players, zones_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import EnumId
from gamedsl.json import JsonObject
from gamedsl.reports.titles import inside_sentence, plain

_SIDES = 2


def place_cards(game: Game, looks: Looks, look: JsonObject, card: Size) -> Iterator[Piece]:
    """Yields a card for each value of a type at which pieces lie."""
    routes = {shape.edges for shape in game.about.shapes}
    found: dict[EnumId, str] = {}
    for zone in zones_for_players(game):
        match [dimension.type for dimension in zone.dimensions]:
            case [types.Enum(of)] if of not in routes:
                found.setdefault(of, sentence_for_people(zone.doc))
            case _:
                pass
    for of, sentence in found.items():
        spec = game.enums[of]
        one = plain(spec.name)
        styles = [looks.word(of, value) for value in range(len(spec.values))]
        cards = [
            Face("card", style.word, style, feet=looks.feet_of(of, value), text=sentence)
            for value, style in enumerate(styles)
        ]
        chosen = [has_own_emblem(look, name) for name in spec.values]
        for name, face in zip(spec.values, on_paper(cards, chosen), strict=True):
            key = (f"place {spec.name}", name)
            yield Piece(key, one, 0, face, 1, face, size=card, words=(f"{one} card", f"{one} cards"))


def cards_to_turn(game: Game, looks: Looks, look: JsonObject, card: Size) -> Iterator[Piece]:
    """Yields a card for each shared field with one of two values, with a side for each."""
    for field in fields_for_players(game):
        own = entry(look, "field", field.name)
        of = field.type
        is_turned = isinstance(of, types.Enum) and of.size == _SIDES and not field.dimensions
        if not is_turned or not isinstance(of, types.Enum) or own.get("hide") or own.get("token") is False:
            continue
        label = looks.label("field", field.name)
        one, other = (
            Face("card", f"{label}: {style.word}", style, text="")
            for style in (looks.word(of.id, 0), looks.word(of.id, 1))
        )
        name = f"{inside_sentence(label)} card"
        yield Piece(
            (f"field {field.name}", field.name),
            name,
            0,
            one,
            1,
            other,
            size=card,
            words=(name, piece_words.plural(name)),
        )
