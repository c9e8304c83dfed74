"""The terms of problems and their words."""

from __future__ import annotations

from enum import Enum
from typing import cast, get_args

import pytest

from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.problems.term_words import ADVICE, ARGUMENTS, WORDS, advised, phrase
from gamedsl.semantics.problems.terms import Flaw, Misplacement, Names, Term, Thing, about


def members(union: object) -> list[Enum]:
    """The members of all enums of a union."""
    return [member for terms in cast("tuple[type[Enum], ...]", get_args(union)) for member in terms]


def test_every_term_has_words() -> None:
    assert sorted(map(str, WORDS)) == sorted(map(str, members(Term)))
    assert sorted(map(str, ADVICE)) == sorted(map(str, members(Flaw)))
    assert sorted(ARGUMENTS) == sorted(SIGNATURES)


def test_no_term_is_in_two_tables() -> None:
    assert not set(WORDS) & set(ADVICE)


@pytest.mark.parametrize("term", WORDS, ids=str)
def test_words_begin_small_and_end_without_full_stop(term: Term) -> None:
    text = WORDS[term]
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
    assert phrase(about(Thing.ARGUMENTS_OF, "reach")) == "a set of places and a start"


def test_advice_is_filled() -> None:
    assert advised(Misplacement.REQUIRE)[0] == "`require`"
    assert advised(about(Misplacement.OWN_PHASE_WITHOUT_TURNS, "market"))[1] == "`market` is nobody's turn"
