"""The base of all problems of how a text is written."""

from __future__ import annotations

from gamedsl.diagnostics.problem import Problem
from gamedsl.values import frozen

FIRST_OF_MEANING = "E0200"
"""Codes before this one are about how a text is written."""


@frozen
class SyntaxProblem(Problem):
    """A mistake in the form of a text, which is found before the text's meaning is known."""
