"""Every row of the table of mistakes: the problem, its place, and what its fixes make of the text."""

from __future__ import annotations

import pytest

from gamedsl.diagnostics.model import Edit
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from unit.syntax.mistake import Mistake
from unit.syntax.mistakes import MISTAKES


def _name(mistake: Mistake) -> str:
    return mistake.marked.strip()


@pytest.mark.parametrize("mistake", MISTAKES, ids=_name)
def test_problem_and_place(mistake: Mistake) -> None:
    found = [
        (type(problem), problem.span.start, problem.span.end) for problem in parse(Source("x", mistake.text)).problems
    ]
    assert found == [(mistake.problem, *mistake.place)]


@pytest.mark.parametrize("mistake", MISTAKES, ids=_name)
def test_fixes_help(mistake: Mistake) -> None:
    for problem in parse(Source("x", mistake.text)).problems:
        for fix in problem.explain().fixes:
            fixed = _apply(mistake.text, fix.edits)
            assert parse(Source("x", fixed)).problems == (), fixed


def _apply(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in sorted(edits, key=_start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _start(edit: Edit) -> int:
    return edit.span.start
