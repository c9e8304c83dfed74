"""Mistakes in a look file, with their lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.diagnostics.suggest import closest
from gamedsl.errors import GameDslError
from gamedsl.reports.toml_lines import lines_of_keys


class LookError(GameDslError):
    """Mistakes in a look file: all findings, a sentence each, with the numbers of their lines (None: the file as a whole)."""

    def __init__(self, findings: Iterable[str], lines: Sequence[int | None] = ()) -> None:
        self.findings = tuple(findings)
        self.lines = tuple(lines) or (None,) * len(self.findings)
        super().__init__("; ".join(self.findings))


class Mistakes:
    """Collects the mistakes in a look file with this text."""

    def __init__(self, text: str) -> None:
        self._places = lines_of_keys(text)
        self._found: dict[str, int | None] = {}

    @property
    def are_there(self) -> bool:
        """Whether there is a mistake."""
        return bool(self._found)

    def add(self, text: str, *keys: str) -> None:
        """Notes a mistake in the line of some keys, from the section to the word inside it."""
        near = (self._places.get(keys[:number]) for number in range(len(keys), 0, -1))
        self._found.setdefault(text, next((line for line in near if line is not None), None))

    def report(self) -> None:
        """Raises LookError if there are mistakes."""
        if self._found:
            raise LookError(self._found, [*self._found.values()])


def suggest(word: str, known: Iterable[str]) -> str:
    """Returns the question whether the nearest known word was meant, if one is near."""
    near = closest(word, known)
    return f": did you mean `{near}`?" if near else ""
