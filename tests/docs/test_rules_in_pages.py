"""Every `gdl` block of the documentation checks, and those that show a mistake report it."""

from __future__ import annotations

import pytest

import gamedsl
from docs import pages
from gamedsl.diagnostics.model import Severity
from share import few, share

FILES = [file for page in pages.PAGES for file in pages.rules(page) if file.is_whole or file.code]


@pytest.mark.parametrize("file", FILES, ids=str)
def test_rules_are_as_the_page_says(file: pages.Rules) -> None:
    rules = gamedsl.parse_rules(file.text, file.file or str(file), bases=_bases(file))
    diagnostics = rules.check().diagnostics
    errors = {d.code for d in diagnostics if d.severity is Severity.ERROR}
    assert errors == ({file.code} if file.code else set()), rules.text(diagnostics)


WITH_EXAMPLES = [file for file in FILES if not file.code and "example " in file.text]


@pytest.mark.parametrize("file", share(WITH_EXAMPLES, 4), ids=str)
def test_examples_pass(file: pages.Rules) -> None:
    results = gamedsl.parse_rules(file.text, bases=_bases(file)).examples()
    assert [f"{r.name}: {failure.text}" for r in results for failure in r.failures] == []


HOW_TO = [
    file for file in FILES if file.page.startswith("docs/how-to/") and file.text.startswith("game ") and not file.code
]


@pytest.mark.parametrize("file", few(HOW_TO, 5), ids=str)
def test_games_of_how_tos_play_without_a_fault(file: pages.Rules) -> None:
    played = [test for test in gamedsl.parse_rules(file.text).tests(matches=30) if not test.is_example]
    assert played
    assert [result.report for result in (test.run() for test in played) if not result.passed] == []


def _bases(file: pages.Rules) -> list[str]:
    """What variants can build on: the page's other files, and some of the games."""
    games = [
        (pages.ROOT / "games" / f"{name}.gdl").read_text(encoding="utf-8")
        for name in ("gloriana", "classics/tic_tac_toe")
    ]
    return [
        *games,
        *(other.text for other in pages.rules(file.page) if other.file and other.is_whole and other != file),
    ]
