"""Every form of value at every place: refused by findings, or played alike by both executors."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from differential.trial import Trial, games, tried
from differential.values_in_places import FORMS, PLACES, Form, Place, accepted, groups, rules
from share import few, less

_ROWS = [(form, places) for form in FORMS for places in groups(form)]
_MENDED = (
    ("list of players", "field or none"),
    ("list of players", "argument of a function"),
    ("list of players", "set of declared"),
    ("slot zone", "swapped"),
    ("none", "loop over values of players"),
    ("empty list", "loop over elements"),
    ("empty list", "loop without choices"),
    ("empty list", "loop over values of players"),
    ("empty list", "values of players kept"),
    ("empty list", "chosen elements"),
    ("empty list", "elements sorted"),
    ("empty list", "outside in"),
    ("empty list", "choice of two"),
    ("bag zone", "moved where fewer may lie"),
    ("optional value", "added to a set"),
    ("piece", "added to a set"),
)
"""Forms and places that once were accepted and then failed: everyday runs try all of them."""


@pytest.mark.parametrize(
    ("form", "places"), few(_ROWS, 5), ids=lambda part: part.name if isinstance(part, Form) else part[0].name
)
def test_it_is_refused_or_played_alike(form: Form, places: Sequence[Place]) -> None:
    trial = Trial()
    tried(next(games(accepted(rules(form, places)))), trial, seeds=range(1), most=less(14, 4))
    assert not trial.unsupported


@pytest.mark.parametrize(("form", "place"), _MENDED, ids=str)
def test_what_once_failed_is_refused_or_played_alike(form: str, place: str) -> None:
    [of], [at] = [one for one in FORMS if one.name == form], [one for one in PLACES if one.name == place]
    tried(next(games(accepted(rules(of, [at])))), Trial(), seeds=range(1), most=4)
