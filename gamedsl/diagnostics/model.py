"""The model of one finding as the user sees it: a message, places, advice, and edits that would help."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from gamedsl.source import NOWHERE, Span
from gamedsl.values import frozen


class Severity(Enum):
    """The severity of a finding: an error stops the game from being built, the other two do not."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


def severity_of(code: str) -> Severity:
    """Returns the severity that the letter of a code says."""
    return {"E": Severity.ERROR, "W": Severity.WARNING, "I": Severity.INFO}[code[0]]


@frozen
class Edit:
    """Replaces the text at `span` (empty for an insertion) by `text`."""

    span: Span
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Returns the text after edits that do not overlap."""
    for edit in sorted(edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


class FixLevel(Enum):
    """The certainty of a suggestion: `certain` if no other correction of the slip is as near; other suggestions must be reviewed by the user.

    The class of a problem decides it; `gamedsl.pipeline.fixing` applies the certain ones that fit together."""

    CERTAIN = "certain"
    PERHAPS = "perhaps"


@frozen
class Fix:
    """A suggestion that can be applied: all its edits together, none overlapping another. Only certain suggestions are applied automatically."""

    title: str
    edits: tuple[Edit, ...]
    level: FixLevel = FixLevel.PERHAPS


@frozen
class Label:
    """A note at one place; an empty text only underlines it."""

    span: Span
    text: str = ""


@frozen
class Diagnostic:
    """A finding as the user sees it. `message` says what is wrong, `primary` labels the place, `others` name related places, `help` what to do next."""

    code: str
    severity: Severity
    message: str
    primary: Label
    others: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    otherwise: tuple[str, ...] = ()
    """The help that remains if none of the proposed lines works; `{flaw}` in it stands for what is wrong with the first one. Lines without it are for proposals of
    a wrong form."""

    @property
    def advice(self) -> tuple[str, ...]:
        """The help; where there is none, the titles of the fixes."""
        if self.help or not self.fixes:
            return self.help
        titles = ", or ".join(fix.title for fix in self.fixes)
        is_open = len(self.fixes) == 1 and self.fixes[0].level is FixLevel.PERHAPS
        return (f"perhaps {titles}" if is_open else titles,)


def diagnostic(
    code: str,
    span: Span,
    message: str,
    label: str,
    *,
    help: str | tuple[str, ...] = (),
    others: tuple[Label, ...] = (),
    fix: Fix | None = None,
    fixes: tuple[Fix, ...] = (),
    otherwise: tuple[str, ...] = (),
) -> Diagnostic:
    """Makes a diagnostic with the severity of its code. Related places without a position in a text are left out."""
    advice = (help,) if isinstance(help, str) else help
    known = tuple(other for other in others if other.span.source != NOWHERE.source)
    every = fixes if fix is None else (fix,)
    return Diagnostic(code, severity_of(code), message, Label(span, label), known, advice, every, otherwise)
