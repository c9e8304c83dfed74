"""The signs and words by which a look file tells what the values of a number on a place mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.graph.model import types
from gamedsl.json import Json

_SIGNS = "#%=+"
"""The signs of values that are no numbers of the same thing, in the order of the values."""


def read_value(look: Mapping[str, Json], of: types.Type, value: str) -> tuple[str, str]:
    """Returns the sign and the words of a value in the look of its field. A value has a sign if its drawing is another one than that of which smaller values show
    one or more: three is no larger fire where one and two are drawn as fires and three as a rock."""
    first = of.low if isinstance(of, types.Int) else 0
    at = (1 if value == "yes" else 0) if isinstance(of, types.Flag) else int(value) - first if value.isdigit() else -1
    words, drawings = _texts(look, "words"), _texts(look, "drawings")
    meaning = words[at] if 0 <= at < len(words) else ""
    if not meaning or not isinstance(of, types.Int):
        return "", meaning
    shown = [set(drawing.split()) for drawing in drawings]
    counted = next((one for one in shown if one), set[str]())
    others = [number for number, one in enumerate(shown) if one and one != counted]
    return _SIGNS[others.index(at)] if at in others[: len(_SIGNS)] else "", meaning


def _texts(look: Mapping[str, Json], key: str) -> Sequence[str]:
    listed = look.get(key)
    return [one if isinstance(one, str) else "" for one in listed] if isinstance(listed, list) else []
