"""Each built-in function has a signature and a way to make its formula."""

from __future__ import annotations

import re

from gamedsl.semantics.builtins.folds import FOLDS
from gamedsl.semantics.builtins.table import MAKERS
from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES, TYPE_NAMES


def test_signatures_and_formulas_have_the_same_names() -> None:
    assert sorted(MAKERS) == sorted(SIGNATURES)


def test_signatures_take_as_many_arguments_as_their_words_name() -> None:
    takes_any_number = ("max", "min")
    for name, signature in SIGNATURES.items():
        words = (*signature.results, *(signature.test or ()), *signature.valued)
        numbers = [max(int(number) for number in re.findall(r"\{(\d)", text)) + 1 for text in words]
        if numbers and name not in takes_any_number:
            assert (min(numbers), max(numbers)) == (signature.fewest, signature.most), name


def test_what_folds_is_a_function() -> None:
    assert set(FOLDS) <= set(SIGNATURES)


def test_no_name_means_two_things() -> None:
    names = (*SIGNATURES, *BUILTIN_NAMES, *TYPE_NAMES)
    assert len(names) == len(set(names))
