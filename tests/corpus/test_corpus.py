"""The corpus: rule texts that say themselves what is reported, and where.

A comment `#! E0021 a ':' is missing` at the end of a line means: on this line a diagnostic with this code is reported
whose message contains these words (none are needed). Several may stand on one line. The diagnostics of a file are
exactly those that it names. What `#!` says is cut off before the text is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from attrs import frozen

from gamedsl.diagnostics.catalogue import CATALOGUE
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.source import Source
from gamedsl.syntax.explain import explain
from gamedsl.syntax.parse import parse

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.gdl"))

_MARK = re.compile(r"[ \t]*#! *")


@frozen
class Expected:
    """A diagnostic that a file names."""

    line: int
    code: str
    words: str


def diagnose(source: Source) -> Sequence[Diagnostic]:
    """What is reported about a text (the whole front end will be asked here)."""
    return [explain(problem) for problem in parse(source).problems]


def split(text: str) -> tuple[str, list[Expected]]:
    """The text without its expectations, and these in the order of the text."""
    lines: list[str] = []
    expected: list[Expected] = []
    for number, line in enumerate(text.split("\n"), 1):
        code, *marks = _MARK.split(line)
        lines.append(code)
        for mark in marks:
            name, _, words = mark.strip().partition(" ")
            expected.append(Expected(number, name, words.strip()))
    return "\n".join(lines), expected


def differences(text: str, diagnose: Callable[[Source], Sequence[Diagnostic]]) -> list[str]:
    """What is missing and what is too much, in words; empty if the file is right."""
    plain, expected = split(text)
    source = Source("corpus.gdl", plain)
    found = [(source.position(d.primary.span.start)[0], d) for d in diagnose(source)]
    wrong: list[str] = []
    for wish in expected:
        for i, (line, diagnostic) in enumerate(found):
            if (line, diagnostic.code) == (wish.line, wish.code) and wish.words in diagnostic.message:
                del found[i]
                break
        else:
            wrong.append(f"line {wish.line}: not reported: {wish.code} {wish.words}")
    wrong += [f"line {line}: not expected: {diagnostic.code} {diagnostic.message}" for line, diagnostic in found]
    return wrong


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_file(path: Path) -> None:
    assert differences(path.read_text(encoding="utf-8"), diagnose) == []


def test_every_syntax_code_has_a_line() -> None:
    named = {wish.code for path in FILES for wish in split(path.read_text(encoding="utf-8"))[1]}
    assert {code for code in CATALOGUE if code < "E0200"} <= named <= set(CATALOGUE)


def test_the_form_of_expectations() -> None:
    text = "a  #! E0053 starts with  #! E0053\nb\n"
    assert split(text) == ("a\nb\n", [Expected(1, "E0053", "starts with"), Expected(1, "E0053", "")])
    assert differences(text, diagnose) == [
        "line 1: not reported: E0053 ",
        "line 2: not expected: E0053 no declaration starts with `b`",
    ]
