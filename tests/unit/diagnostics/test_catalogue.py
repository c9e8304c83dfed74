"""Every code has its page, and every page shows what it says."""

from __future__ import annotations

import re

import pytest

from gamedsl.diagnostics.catalogue import CATALOGUE, page
from gamedsl.source import Source
from gamedsl.syntax.explain import explain
from gamedsl.syntax.parse import parse

SYNTAX = [code for code in CATALOGUE if code < "E0200"]


def _examples(text: str) -> list[str]:
    return re.findall(r"```gdl\n(.*?)```", text, re.DOTALL)


def _codes(text: str) -> set[str]:
    return {explain(problem).code for problem in parse(Source("x", text)).problems}


@pytest.mark.parametrize("code", SYNTAX)
def test_page(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code}: {CATALOGUE[code].title}\n")
    examples = _examples(text)
    if examples:
        bad, good = examples
        assert _codes(bad) == {code}
        assert _codes(good) == set()


def test_unknown_code_has_no_page() -> None:
    with pytest.raises(KeyError):
        page("E9999")
