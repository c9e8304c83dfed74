"""Each way in which a rule can tell a secret is found, and what tells none is not."""

from __future__ import annotations

import pytest

from gamedsl.graph.compiled import Setup
from gamedsl.pipeline import check, parse_files
from gamedsl.pipeline.secrets import disclosures_in
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


_IN_THE_OPEN = """\
game open_cards:
    players 2

component 6 card in deck: 1..6

shared:
    deck: bag of card

each player:
    hand: bag of card

rounds up to 3:
    turns

phase turns, each player:
    {}

ranking by highest sum(c.number for c in hand), ties shared
"""


@pytest.mark.parametrize(
    ("line", "is_walked"), [("draw 1 from deck to hand", False), ("draw 2 from deck, keep 1 to hand", True)]
)
def test_rules_are_walked_only_if_something_is_hidden(line: str, is_walked: bool) -> None:
    """What is drawn to choose from is hidden, though the text says `seen` nowhere."""
    parsed = parse_files(Source("open.gdl", _IN_THE_OPEN.format(line)), lambda _: None)
    assert (disclosures_in(parsed, Setup(2)) is not None) is is_walked
