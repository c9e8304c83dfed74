"""The terms of problems and their words."""

from __future__ import annotations

import pytest

from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.problems.data import Amount
from gamedsl.semantics.problems.rules import Clash, Loop, Misplacement
from gamedsl.semantics.problems.terms import Names, Role, Term, Thing, about, advice_on, phrase
from gamedsl.semantics.problems.variants import Change, WayOut

TERMS: list[Term] = [*Thing, *Role, *Amount, *Change, *Clash, *Loop, *WayOut]


def test_terms_with_the_same_words_are_different() -> None:
    assert Role.NAME.words == Role.LOOP_NAME.words
    assert len({Role.NAME, Role.LOOP_NAME}) == 2
    assert len({Change.REPLACE, Change.REPLACE_END}) == 2


@pytest.mark.parametrize("text", [*(t.words for t in TERMS), *(s.arguments for s in SIGNATURES.values())])
def test_words_begin_small_and_end_without_full_stop(text: str) -> None:
    assert text == text.strip()
    assert text[0].islower() or not text[0].isalpha()
    assert not text.endswith(".")


def test_phrases_are_filled() -> None:
    several = about(Thing.LIST_OF, about(Thing.OR_NONE, Thing.PLAYER))
    assert phrase(Thing.NUMBER) == "a number"
    assert phrase(about(Thing.LIST_OF, Thing.NUMBER)) == "a list of numbers"
    assert phrase(several) == "a list of player or none"
    assert phrase(about(Thing.PIECE_OF, Names(("card", "coin")))) == "a piece of `card` or `coin`"
    assert phrase(about(Thing.PIECES_OF, Names(()))) == "pieces of nothing"


def test_advice_is_filled() -> None:
    assert advice_on(Misplacement.REQUIRE)[0] == "`require`"
    assert advice_on(about(Misplacement.OWN_PHASE_WITHOUT_TURNS, "market"))[1] == "`market` is nobody's turn"
