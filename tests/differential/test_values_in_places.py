"""Every form of value at every place: refused by findings, or played alike by both executors."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from differential.trial import Trial, games, tried
from differential.values_in_places import FORMS, Form, Place, accepted, groups, rules
from share import few, less

_ROWS = [(form, places) for form in FORMS for places in groups(form)]


@pytest.mark.parametrize(
    ("form", "places"), few(_ROWS, 5), ids=lambda part: part.name if isinstance(part, Form) else part[0].name
)
def test_it_is_refused_or_played_alike(form: Form, places: Sequence[Place]) -> None:
    trial = Trial()
    tried(next(games(accepted(rules(form, places)))), trial, seeds=range(1), most=less(14, 4))
    assert not trial.unsupported
