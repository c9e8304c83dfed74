"""What programs put on top of rules."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.additions import Additions, flaw
from gamedsl.errors import ArgumentError
from gamedsl_interpreter import arguments


def additions_of(variants: Sequence[str], sets: Sequence[str]) -> Additions:
    """Variants by name or path, and changes as they follow `set`. Raises ArgumentError."""
    additions = Additions(arguments.texts("variants", variants), arguments.texts("sets", sets))
    wrong = flaw(additions)
    if wrong is not None:
        raise ArgumentError(wrong)
    return additions
