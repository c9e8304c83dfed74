"""Statements as lines are the statements: what is written can be read, and gives the same tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gamedsl.differences.source_text import SourceText
from gamedsl.differences.statement_lines import suite_lines
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.walk import walk

_GAMES = Path(__file__).parents[3] / "games"
_FILES = {
    path.stem: path for path in (Path(__file__).parents[1] / "variants/everything.gdl", *sorted(_GAMES.rglob("*.gdl")))
}

FORMS = """\
rule every_form:
    if die is 1:
        a = 1
    else if die is 2:
        "Twos are good."
        a = 2
        if b:
            c
    else:
        a = 3
    match colour:
        red, blue:
            a = 1
            for p, q in pairs:
                d(p)
        else:
            a = 2
    let x = match a:
        1: 2
        else: match b:
            3: 4
            else: 5
    a += match a:
        1, 2: 3
        else: 4
    repeat at most 3 until over:
        each player by lowest age:
            e
    as first:
        may if a > 1 choose if able t: one of 1..3
        else:
            f
    choose if able:
        u: one of hand
        let v = u
        require dry: v < 3 "Wet."
        then one:
            take(u)
            wait
    may choose one, seen by nobody:
        take(1)
        wait
    roll:
        die: one of 1..6
        other: one of 1..6
    roll third: one of 1..6
    ensure fine: a < 9
"""
"""Every form of a statement, each block on lines of its own."""


def test_every_form_is_written_as_it_stands() -> None:
    (rule,) = _rules(FORMS)
    assert f"rule every_form:\n{_written(FORMS, rule)}" == FORMS


@pytest.mark.parametrize("name", _FILES)
def test_written_rules_are_the_rules(name: str) -> None:
    text = _FILES[name].read_text(encoding="utf-8")
    for rule in _rules(text):
        (again,) = _rules(f"rule again:\n{_written(text, rule)}")
        assert again.body.body == rule.body.body


def _rules(text: str) -> Iterator[declarations.Rule]:
    return (node for node in walk(parse(Source("x", text)).tree) if isinstance(node, declarations.Rule))


def _written(text: str, rule: declarations.Rule) -> str:
    lines = suite_lines(SourceText({"x": text}), rule.body)
    return "".join(f"{'    ' * (line.depth + 1)}{line.text}\n" for line in lines)
