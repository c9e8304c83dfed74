"""Sentences of examples are for readers: they are not compiled, and a value in one is what a line below it says."""

from __future__ import annotations

import re

import pytest

from gamedsl import pipeline
from gamedsl.graph.serial import digest
from gamedsl.source import Source
from gamedsl.syntax.tree import example_lines, formulas
from gamedsl.syntax.tree.passages import passages

RULES = """game harbour:
    players 2

each player:
    coins: 0..50 = 3

rounds up to 3:
    turns

phase turns, each player: coins += 1

ranking by highest coins, ties shared

example told:
    "Ann's {first} sentence is what the example is about."
    players Ann, Bob
    "Ann takes a coin."
    "She has {Ann.coins},"
    "and Bob has {Bob.coins}."
    as Ann: turns
    then Ann.coins is 4 and Bob.coins is 3
    "After another turn it is {Ann.coins}."
    as Ann: turns
    then Ann.coins is 5
"""


def _example(rules: str) -> example_lines.Example:
    parsed = pipeline.parse_files(Source("harbour.gdl", rules), lambda _: None)
    found = [decl for _, file in parsed.chain.files for decl in file.decls if isinstance(decl, example_lines.Example)]
    return found[0]


def test_sentences_make_passages_with_the_lines_below_them() -> None:
    bare, taken, again = passages(_example(RULES).lines)
    assert not bare.sentences
    assert [sentence.texts for sentence in taken.sentences] == [
        ("Ann takes a coin.",),
        ("She has ", ","),
        ("and Bob has ", "."),
    ]
    (coins,) = taken.sentences[1].values
    assert [one.value_of(coins) for one in (bare, taken, again)] == [None, formulas.Number(4), formulas.Number(5)]


def test_sentences_are_not_compiled() -> None:
    bare = re.sub(r'(?m)^    "(?!Ann\'s).*\n', "", RULES)
    assert bare.count('"') == 2
    with_sentences, without = (_digest(text) for text in (RULES, bare))
    assert with_sentences == without


def _digest(rules: str) -> str:
    parsed = pipeline.parse_files(Source("harbour.gdl", rules), lambda _: None)
    return digest(pipeline.compile(parsed, pipeline.setups(parsed)[0]).game)


@pytest.mark.parametrize("line", ['"{Cat.coins}"', '"{Ann.coins + 1} coins."', '"{"', '"Ann has }."', '"{}"'])
def test_braces_are_what_a_line_says(line: str) -> None:
    rules = RULES.replace('"Ann takes a coin."', line)
    parsed = pipeline.parse_files(Source("harbour.gdl", rules), lambda _: None)
    assert {one.code for one in pipeline.check(parsed).diagnostics} & {"E0801", "E0660"}
