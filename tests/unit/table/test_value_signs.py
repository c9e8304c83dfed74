"""Signs and words for the values of numbers, by the look file."""

from collections.abc import Mapping

import pytest

from gamedsl.graph.model import types
from gamedsl.json import Json
from gamedsl.table.value_signs import read_value

_FIRES: Mapping[str, Json] = {
    "drawings": ["", "Fire", "Fire Fire", "Rock", "Tree"],
    "words": ["", "a fire", "a large fire", "burnt down", "grown again"],
}


@pytest.mark.parametrize(
    ("look", "value", "told"),
    [
        (_FIRES, "1", ("", "a fire")),
        (_FIRES, "2", ("", "a large fire")),
        (_FIRES, "3", ("#", "burnt down")),
        (_FIRES, "4", ("%", "grown again")),
        (_FIRES, "none", ("", "")),
        ({"words": ["", "one", "two"]}, "2", ("", "two")),
        ({"drawings": ["", "Fire", "Fire Fire", "Rock"]}, "3", ("", "")),
    ],
)
def test_a_value_with_another_drawing_is_no_number(look: Mapping[str, Json], value: str, told: tuple[str, str]) -> None:
    assert read_value(look, types.Int(0, 4), value) == told
