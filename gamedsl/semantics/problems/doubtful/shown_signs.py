"""Signs in sentences that players would see: misspelt marks, marks in sentences that are shown in play, and braces that no value replaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.choices import BadMark, BraceInText, MarkInPlay
from gamedsl.source import Source, Span
from gamedsl.syntax.marks import attempts
from gamedsl.syntax.tree import declarations, statements
from gamedsl.syntax.tree.node import Node
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


_BRACES = re.compile(r"\{[^{}]+\}")
_TEXTS = ("doc", "ask", "why")
"""The fields of nodes that hold a text in which nothing is put in."""


def brace_problems(sources: Iterable[Source], files: Iterable[declarations.File]) -> Iterator[Problem]:
    """Yields one problem for each pair of braces in a text that is shown unchanged."""
    by_name = {source.name: source.text for source in sources}
    for file in files:
        text = by_name[file.span.source]
        if "{" not in text:
            continue
        nodes = [node for node in walk_in_order(file.decls) if isinstance(node, Node)]
        for node, name in product(nodes, _TEXTS):
            words, at = getattr(node, name, None), node.span.start
            for braces in _BRACES.findall(words) if isinstance(words, str) else ():
                at = text.find(braces, at)
                of_end = words if isinstance(node, statements.EndGame) and isinstance(words, str) else ""
                yield BraceInText(Span(file.span.source, at, at + len(braces)), braces, of_end)
                at += len(braces)
