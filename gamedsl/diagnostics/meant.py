"""A line that was probably meant, for findings of all stages."""

from __future__ import annotations

from gamedsl.diagnostics.model import Edit, Fix, FixLevel
from gamedsl.source import Span
from gamedsl.values import frozen


@frozen
class Meant:
    """The intended text that the line around a problem shows: `words` should replace the text at `place`. `said` is shown instead if it is longer."""

    place: Span
    words: str
    said: str = ""

    @property
    def shown(self) -> str:
        """The words that people read."""
        return self.said or self.words

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """The edit that writes it."""
        return (Fix(f"write `{self.shown}`", (Edit(self.place, self.words),), FixLevel.PERHAPS),)

    @property
    def help(self) -> str:
        """The question whether it was meant."""
        return f"did you mean `{self.shown}`?"
