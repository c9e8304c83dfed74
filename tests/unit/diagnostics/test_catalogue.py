"""Every code has its page, and every page shows what it says."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from gamedsl.diagnostics.model import Severity
from gamedsl.pipeline import check, parse_files
from gamedsl.pipeline.catalogue import CATALOGUE, page, problem_classes
from gamedsl.rulebook.words import words_findings
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from gamedsl.syntax.problems.problem import FIRST_OF_MEANING
from share import share

SYNTAX = [code for code in CATALOGUE if code < FIRST_OF_MEANING]
MEANING = [code for code in CATALOGUE if code >= FIRST_OF_MEANING]
VILLAGE = (Path(__file__).parent / "village.gdl").read_text(encoding="utf-8")
"""The game that the examples about meaning belong to; those that declare a game or a variant stand for themselves."""


def _examples(text: str) -> list[str]:
    return re.findall(r"```gdl\n(.*?)```", text, re.DOTALL)


def _codes(text: str) -> set[str]:
    return {problem.explain().code for problem in parse(Source("x", text)).problems}


def _meant(code: str, text: str) -> set[str]:
    """What is reported about an example; warnings only on the page of a warning, where only its own counts."""
    whole = text if code == "E0201" or re.match("game |variant ", text) else f"{VILLAGE}\n{text}"

    def find(name: str) -> Source | None:
        return Source("village", VILLAGE) if name == "village" else None

    parsed = parse_files(Source("x", whole), find)
    own = (one for one in words_findings(parsed) if one.primary.span.start >= len(whole) - len(text))
    found = (*check(parsed).diagnostics, *own)
    return {d.code for d in found if d.severity is Severity.ERROR or d.code == code}


@pytest.mark.parametrize("code", share(SYNTAX, 2))
def test_page(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code}: {CATALOGUE[code]}\n")
    examples = _examples(text)
    if examples:
        bad, good = examples
        assert _codes(bad) == {code}
        assert _codes(good) == set()


@pytest.mark.parametrize("code", share(MEANING, 4))
def test_page_about_meaning(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code}: {CATALOGUE[code]}\n")
    examples = _examples(text)
    if examples:
        bad, good = examples
        assert _meant(code, bad) == {code}
        assert _meant(code, good) == set()


def test_the_village_is_right() -> None:
    # Some pages have a ranking of their own.
    whole = f"{VILLAGE}\nranking by highest total, ties shared\n"
    assert check(parse_files(Source("village", whole), lambda name: None)).diagnostics == ()


def test_every_problem_has_a_code_of_its_own() -> None:
    codes = Counter(kind.code for kind in problem_classes())
    assert set(codes) == set(CATALOGUE)
    assert [code for code, number in codes.items() if number > 1] == ["E0084"]  # two ways to say no quantity


def test_unknown_code_has_no_page() -> None:
    with pytest.raises(KeyError):
        page("E9999")
