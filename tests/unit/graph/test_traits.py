"""Traits name attributes that their classes have, and every class has a text."""

from __future__ import annotations

import re

import pytest
from attrs import AttrsInstance

from gamedsl.graph.model.expressions import Form
from gamedsl.graph.model.traits import Binding, traits_of
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Style, words
from gamedsl.values import field_names
from unit.graph.court import court
from unit.graph.generic import made, members

ALL = pytest.mark.parametrize("kind", members(Form), ids=lambda kind: kind.__name__)
SHOWN_AS = {
    "",
    "local",
    "bound",
    "table",
    "named",
    "more",
    "one",
    "for_costs",
    "for_alike",
    "each",
    "listed",
    "word",
    "type",
    *Binding.__members__,
}


@ALL
def test_traits_name_attributes_of_their_class(kind: type[AttrsInstance]) -> None:
    traits = traits_of(made(kind))
    parts = re.findall(r"{(\w+):?(\w*)}", traits.text or "")
    named = {name for name, _ in parts} | {name for name in (traits.searches,) if name is not None}
    assert named <= set(field_names(kind) or ())
    assert {how for _, how in parts} <= SHOWN_AS


@ALL
@pytest.mark.parametrize("style", Style)
def test_every_class_has_a_text(kind: type[AttrsInstance], style: Style) -> None:
    assert formula(words(court(), style), made(kind))


@ALL
def test_the_whole_collection_inside_comes_first(kind: type[AttrsInstance]) -> None:
    """Estimates take the elements of the first formula inside."""
    if traits_of(made(kind)).elements in ("some", "same"):
        assert (field_names(kind) or ("",))[0] in ("source", "operand")
