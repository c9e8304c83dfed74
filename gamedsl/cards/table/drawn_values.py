"""Values of fields of places that the look file draws: the pictures and their colour for each value, and the meaning of the value."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.cards.emblems import drawing_of
from gamedsl.cards.faces import bare, entry
from gamedsl.cards.style import Style
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec
from gamedsl.graph.model.types import Value
from gamedsl.json import Json, JsonObject
from gamedsl.page.colours import INK, read_colour


def drawings_of_value(look: JsonObject, spec: FieldSpec, value: Value) -> tuple[Style, ...] | None:
    """Returns the pictures for a value; None if the look file draws no values of the field. `Looks.drawings` of `page/src/game/looks.ts` has the same rules."""
    own = entry(look, "field", spec.name)
    if not isinstance(own.get("drawings"), list) or not isinstance(value, int):
        return None
    at = _place_of(spec, value)
    named = _text_at(own, "colors", at)
    colour = (named and read_colour(named)) or INK
    found: list[Style] = []
    for word in _text_at(own, "drawings", at).split():
        drawn = drawing_of(word.lower())
        found.append(Style(colour, word, None if drawn is None else f"i-{drawn}", word if drawn is None else None))
    return tuple(found)


def meaning_of_value(look: JsonObject, spec: FieldSpec, value: int) -> str:
    """Returns the meaning of a value in the words of the look file; empty if it gives none."""
    return _text_at(entry(look, "field", spec.name), "words", _place_of(spec, value))


def _place_of(spec: FieldSpec, value: int) -> int:
    of = bare(spec.type)
    return value - (of.low if isinstance(of, types.Int) else 0)


def _text_at(own: Mapping[str, Json], key: str, at: int) -> str:
    listed = own.get(key)
    found = listed[at] if isinstance(listed, list) and 0 <= at < len(listed) else ""
    return found if isinstance(found, str) else ""
