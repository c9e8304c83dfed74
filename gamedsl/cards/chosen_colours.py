"""Finds the colours that players choose for themselves, where a look file names the field that says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamedsl.cards.faces import Looks, bare, entry
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.json import JsonObject
from gamedsl.page.colours import Colour
from gamedsl_interpreter.wording.texts import Texts


def fields_of_colours(game: Game, look: JsonObject) -> Iterator[tuple[FieldSpec, types.Enum]]:
    """Yields the fields that say the colour of a seat, each with the type of the colours."""
    for field in game.fields:
        of = bare(field.type)
        if entry(look, "field", field.name).get("seats") is True and isinstance(of, types.Enum):
            yield field, of


def colours_of_seats(game: Game, look: JsonObject, values: Mapping[str, str]) -> dict[int, Colour]:
    """Returns the colours of the seats that have chosen one; `values` are the fields of a view."""
    looks, texts = Looks(game, look), Texts(game)
    found: dict[int, Colour] = {}
    for field, of in fields_of_colours(game, look):
        known = game.enums[of.id].values
        for seat in range(field.dimensions[0].size if field.dimensions else 0):
            value = values.get(texts.fields[field.base + seat])
            if value in known:
                found[seat] = looks.word(of.id, known.index(value)).colour
    return found
