"""All codes of findings with their titles and pages, made from the classes of problems."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.problem import Problem
from gamedsl.package_files import package_bytes
from gamedsl.semantics.problems import (
    ambiguous,
    bare_names,
    certain,
    choices,
    data,
    elements,
    kinds_and_zones,
    names,
    occurrences,
    rules,
    secrets,
    usage,
    values,
    variants,
)
from gamedsl.semantics.problems import worked_examples as examples
from gamedsl.syntax.problems import forms, nesting, numbers, pictures, signs, texts, words

_TOPICS = (
    texts,
    signs,
    nesting,
    words,
    forms,
    numbers,
    pictures,
    names,
    ambiguous,
    values,
    elements,
    rules,
    choices,
    secrets,
    occurrences,
    data,
    kinds_and_zones,
    variants,
    examples,
    certain,
    usage,
    bare_names,
)


def problem_classes() -> Iterator[type[Problem]]:
    """Yields every class of problems that has a code."""
    for topic in _TOPICS:
        for kind in vars(topic).values():
            if isinstance(kind, type) and issubclass(kind, Problem) and "code" in vars(kind):
                yield kind


def _order(code: str) -> tuple[int, str]:
    """Errors first, then warnings, then hints."""
    return "EWI".index(code[0]), code


_TITLES = {kind.code: kind.title for kind in problem_classes()}
CATALOGUE: dict[str, str] = {code: _TITLES[code] for code in sorted(_TITLES, key=_order)}
"""The title of every code, which is also the heading of its page."""


def page(code: str) -> str:
    """Returns the Markdown page that explains a code. KeyError for a code without a page."""
    if code not in CATALOGUE:
        raise KeyError(code)
    try:
        return package_bytes("gamedsl.diagnostics", "pages", f"{code}.md").decode("utf-8")
    except FileNotFoundError:
        raise KeyError(code) from None
