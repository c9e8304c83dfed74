"""What the user is shown about one problem: a message, places, advice, and edits that would help."""

from __future__ import annotations

from enum import Enum

from gamedsl.source import NOWHERE, Span
from gamedsl.values import frozen


class Severity(Enum):
    """How bad it is: an error stops the game from being built, the other two do not."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


def severity_of(code: str) -> Severity:
    """The severity that the letter of a code says."""
    return {"E": Severity.ERROR, "W": Severity.WARNING, "I": Severity.INFO}[code[0]]


@frozen
class Edit:
    """Replace the text at `span` (empty for an insertion) by `text`."""

    span: Span
    text: str


class FixLevel(Enum):
    """How sure a suggestion is: a certain one is what was meant, as no other reading of the slip is as near; any other has to be looked at."""

    CERTAIN = "certain"
    PERHAPS = "perhaps"


@frozen
class Fix:
    """A suggestion that can be applied: all its edits together, none overlapping another. Only a certain one is applied by itself."""

    title: str
    edits: tuple[Edit, ...]
    level: FixLevel = FixLevel.PERHAPS


@frozen
class Label:
    """What is to be seen at one place; an empty text only underlines it."""

    span: Span
    text: str = ""


@frozen
class Diagnostic:
    """`message` says what is wrong, `primary` what is there, `others` name related places, `help` what to do next."""

    code: str
    severity: Severity
    message: str
    primary: Label
    others: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()


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
) -> Diagnostic:
    """A diagnostic with the severity of its code. Other places are left out if they are nowhere in a text."""
    advice = (help,) if isinstance(help, str) else help
    known = tuple(other for other in others if other.span.source != NOWHERE.source)
    every = fixes if fix is None else (fix,)
    return Diagnostic(code, severity_of(code), message, Label(span, label), known, advice, every)
