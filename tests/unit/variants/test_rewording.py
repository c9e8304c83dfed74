"""Other words in the sentences that a variant inherits."""

from __future__ import annotations

import pytest

from gamedsl import pipeline
from gamedsl.pipeline import Parsed
from gamedsl.semantics.model.merged import Merged
from gamedsl.source import Source
from gamedsl.syntax.tree.sentences import sentences_of
from gamedsl.variants.merge import merge

BASE = """game base:
    "Four bags for four people."
    players 2

shared:
    log = 0  "What is in the four bags."

rounds up to 2: turns

phase turns, each player:
    "Take one of the four bags; two hundred-four bags are none."
    choose number: one of 0..3 where it < 3 "Not from four bags.", ask "How many of the four bags?"
    say "{me} takes {number} of the four bags."
    log += number

game ends when log > 50 "No four bags are left."
game ends when log > 60 "Enough."

score got: log + number

ranking by highest total, ties shared

example first:
    "Ann sees four bags."
    players Ann, Bob
    "The {log} are none of the four bags."
    then log is 0

when humans is 2:
    "With two, four bags are enough."
    set log = 0
"""


def _parsed(*changes: str) -> Parsed:
    lines = "".join(f"    {line}\n" for line in changes)
    source = Source("other", f'variant other of base:\n    "For a test."\n{lines}')
    return pipeline.parse_files(source, lambda name: Source(name, BASE) if name == "base" else None)


def _merged(parsed: Parsed) -> Merged:
    merged, problems = merge(parsed.chain, pipeline.setups(parsed)[0])
    assert merged is not None
    assert problems == ()
    return merged


def test_all_sentences_get_the_words_and_only_whole_ones() -> None:
    merged = _merged(_parsed('replace "four bags" with "five bags"'))
    said = [one for decl in merged.decls for one in sentences_of(decl) if "bags" in one]
    assert said == [
        "Four bags for four people.",
        "What is in the five bags.",
        "Take one of the five bags; two hundred-five bags are none.",
        " of the five bags.",
        "Not from five bags.",
        "How many of the five bags?",
        "No five bags are left.",
        "Ann sees five bags.",
        " are none of the five bags.",
    ]


def test_capital_letters_count() -> None:
    merged = _merged(_parsed('replace "Four bags" with "Five bags"'))
    assert merged.game.doc == "Five bags for four people."


def test_the_game_of_all_setups_has_the_words() -> None:
    game = _parsed('replace "four people" with "two people"').game
    assert game is not None
    assert game.doc == "Four bags for two people."


def test_an_end_is_found_by_its_new_sentence() -> None:
    parsed = _parsed('replace "four bags" with "five bags"', 'remove "No five bags are left."')
    said = [one for decl in _merged(parsed).decls for one in sentences_of(decl)]
    assert [one for one in said if one in ("Enough.", "No five bags are left.")] == ["Enough."]


def test_words_in_what_goes_later_may_be_replaced_if_others_have_them_too() -> None:
    parsed = _parsed('replace "four bags" with "five bags"', "replace phase turns, each player:", "    log += 1")
    assert "What is in the five bags." in [one for decl in _merged(parsed).decls for one in sentences_of(decl)]


@pytest.mark.parametrize(
    "line", ['replace "nine bags" with "five bags"', 'replace "our bags" with "five bags"', 'replace "" with "x"']
)
def test_words_that_no_sentence_has_are_a_mistake(line: str) -> None:
    [found] = pipeline.check(_parsed(line)).diagnostics
    assert found.code == "E0701"


def test_a_line_that_a_later_one_undoes_is_a_mistake() -> None:
    lines = ('replace "Take one" with "Take two"', "replace phase turns, each player:", "    log += 1")
    assert {one.code for one in pipeline.check(_parsed(*lines)).diagnostics} >= {"E0708"}
