"""Each way in which a rule can tell a secret is found, and what tells none is not."""

from __future__ import annotations

import pytest

from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source
from unit.semantics.secrets.small import Small
from unit.semantics.secrets.telling import LEAKS
from unit.semantics.secrets.telling_nothing import CLEAN

SECRETS = frozenset(["E0520", "E0521", "E0522", "W0962", "W0963", "W0964", "W0965", "W0966"])


def _told(small: Small) -> set[str]:
    """The codes of the findings on secrets, and those of mistakes, of which there are none."""
    found = check(parse_files(Source("small.gdl", small.text), lambda _: None)).diagnostics
    return {one.code for one in found if one.code in SECRETS or one.severity.value == "error"}


@pytest.mark.parametrize("name", LEAKS)
def test_what_tells_a_secret_is_found(name: str) -> None:
    assert LEAKS[name].code in _told(LEAKS[name])
    assert _told(LEAKS[name]) <= SECRETS


@pytest.mark.parametrize("name", CLEAN)
def test_what_tells_no_secret_is_left_alone(name: str) -> None:
    assert _told(CLEAN[name]) == set()
