# pyright: reportUnknownMemberType=false
# (The types of jsonschema leave some open.)
"""The models of all shipped games have the form that the schema describes, and nothing that it does not."""

from __future__ import annotations

import jsonschema
import pytest

import gamedsl
from hosts.driving import ROOT
from share import few
from tools import model_schema

CLOSED = jsonschema.Draft202012Validator(model_schema.schema(closed=True))


def test_the_models_of_shipped_games_have_the_form_of_the_schema() -> None:
    for path in few(sorted((ROOT / "games").rglob("*.gdl")), 9, 1):
        CLOSED.validate(gamedsl.model_of(gamedsl.load_rules(path).game()))


def test_another_form_is_noticed() -> None:
    model = gamedsl.model_of(gamedsl.load_rules(ROOT / "games/classics/nim.gdl").game())
    with pytest.raises(jsonschema.ValidationError, match="'is' is a required property"):
        CLOSED.validate({**model, "nodes": [{}]})


def test_what_is_written_is_what_is_made() -> None:
    made = model_schema.files()
    assert {place: place.read_text(encoding="utf-8") for place in made} == made, "python -m tools.model_schema"
