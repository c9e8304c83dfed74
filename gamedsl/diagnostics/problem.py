"""The base class of problems: code, place, words."""

from __future__ import annotations

from typing import ClassVar

from gamedsl.diagnostics.model import Diagnostic, Fix, Label, Severity, diagnostic, severity_of
from gamedsl.source import Span
from gamedsl.values import field_names, frozen

MOST_PROBLEMS = 100
"""The most problems of one text or game that are shown; of the others, only the number is shown."""


@frozen
class Problem:
    """A mistake in rules. A subclass has the facts as fields; `title` is also the heading of the page of its code. `message`, `label`
    and `help` are the words of problems that are always told alike, `{name}` stands for the value of a field."""

    code: ClassVar[str]
    title: ClassVar[str]
    message: ClassVar[str]
    label: ClassVar[str] = ""
    help: ClassVar[str | tuple[str, ...]] = ()
    needs_every_setup: ClassVar[bool] = False
    """Whether it is reported only if it occurs in every setup: in some setup an option may make it necessary."""

    span: Span

    @property
    def is_error(self) -> bool:
        """Whether rules with this problem cannot be compiled."""
        return severity_of(self.code) is Severity.ERROR

    def explain(self) -> Diagnostic:
        """Explains the problem in words: those of the class, with the values of its fields in braces. Where words depend on facts, a class does this itself."""
        facts = {name: getattr(self, name) for name in field_names(type(self)) or ()}
        help = (self.help,) if isinstance(self.help, str) else self.help
        message, label, *advice = (text.format_map(facts) for text in (self.message, self.label, *help))
        return self._say(message, label, help=tuple(advice))

    def _say(
        self,
        message: str,
        label: str = "",
        *,
        help: str | tuple[str, ...] = (),
        others: tuple[Label, ...] = (),
        fix: Fix | None = None,
        fixes: tuple[Fix, ...] = (),
        otherwise: tuple[str, ...] = (),
    ) -> Diagnostic:
        """Makes a diagnostic: the message, the label of this place, and the advice."""
        return diagnostic(
            self.code, self.span, message, label, help=help, others=others, fix=fix, fixes=fixes, otherwise=otherwise
        )
