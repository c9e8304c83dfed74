"""Marks in sentences that are not read as marks: they are misspelt, or in a sentence that players are shown in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.choices import BadMark, MarkInPlay
from gamedsl.source import Source
from gamedsl.syntax.marks import attempts
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.walk import walk_in_order


def mark_problems(sources: Iterable[Source], files: Iterable[declarations.File]) -> Iterator[Problem]:
    """Yields one problem for each place."""
    found = [attempt for source in sources for attempt in attempts(source)]
    if not found:
        return
    nodes: list[object] = [node for file in files for node in walk_in_order(file.decls)]
    docs = {doc for node in nodes if isinstance(doc := getattr(node, "doc", None), str)}
    for attempt in found:
        if not attempt.is_mark:
            yield BadMark(attempt.span, attempt.text)
        elif attempt.sentence not in docs:
            yield MarkInPlay(attempt.span, attempt.text)
