"""Inputs are settled by seed and number, mostly small, and reach what they are meant to reach."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from fuzz.inputs import GENERATORS, MIX, made
from fuzz.seeds import blocks, seeds
from fuzz.stages import FINE, REFUSED, UNREADABLE, checked
from share import less

MANY = range(less(120, 30))


def test_an_input_can_be_made_again() -> None:
    assert [made(1, i, MIX["check"]) for i in MANY] == [made(1, i, MIX["check"]) for i in MANY]
    assert made(1, 7, MIX["check"]) != made(2, 7, MIX["check"])


def test_most_inputs_are_small_and_all_generators_make_some() -> None:
    inputs = [made(1, i, MIX["check"]) for i in range(less(500, 200))]
    assert {one.generator for one in inputs} == set(GENERATORS)
    assert 50 <= median(len(one.data) for one in inputs) <= 400


def test_the_ways_in_which_inputs_end() -> None:
    ends = {
        name: Counter(checked(made(3, i, {name: 1}).data) for i in range(size))
        for name, size in {
            "tokens": less(100, 40),
            "splices": less(200, 50),
            "changes": less(30, 6),
            "valid": less(4, 2),
        }.items()
    }
    assert ends["tokens"][UNREADABLE]
    assert ends["tokens"][REFUSED] > less(60, 20)
    assert ends["splices"][REFUSED] > less(60, 12)
    assert ends["splices"][FINE]
    assert ends["changes"][REFUSED] > less(20, 3)
    assert ends["valid"][FINE] >= less(3, 1), "now and then one counts more than there is, which is refused"


def test_declarations_make_up_a_text() -> None:
    for text in seeds().whole:
        lines = [line for line in text.split("\n") if line.strip()]
        assert "".join(blocks(text)) == "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("text", ["unds at ost 1repeat", "rounds at most 3x: repeat up to 2: a"])
def test_findings_lie_inside_a_text_that_once_broke_a_law(text: str) -> None:
    assert checked(text.encode()) == REFUSED
