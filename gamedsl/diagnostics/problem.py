"""What every problem has: its code, its place, and its words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from gamedsl.diagnostics.model import Diagnostic, Fix, Label, Severity, diagnostic, severity_of
from gamedsl.source import Span
from gamedsl.values import frozen

MOST_PROBLEMS = 100
"""At most this many problems of one text or game are shown, and the number of the others."""


@frozen
class Problem(ABC):
    """One thing that is wrong with rules. A subclass has the facts as fields; `title` is also the heading of the page of its code."""

    code: ClassVar[str]
    title: ClassVar[str]
    needs_every_setup: ClassVar[bool] = False
    """Whether it is only worth a word if it is so in every setup: an option may need it to be possible."""

    span: Span

    @property
    def is_error(self) -> bool:
        """Whether rules with this problem cannot be compiled."""
        return severity_of(self.code) is Severity.ERROR

    @abstractmethod
    def explain(self) -> Diagnostic:
        """The problem in words."""

    def _say(
        self,
        message: str,
        label: str = "",
        *,
        help: str | tuple[str, ...] = (),
        others: tuple[Label, ...] = (),
        fix: Fix | None = None,
        fixes: tuple[Fix, ...] = (),
    ) -> Diagnostic:
        """What is wrong, what is at this place, and what to do."""
        return diagnostic(self.code, self.span, message, label, help=help, others=others, fix=fix, fixes=fixes)
