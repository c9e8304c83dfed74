"""Mistakes in a file of wishes, with their lines and with corrections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.errors import GameDslError
from gamedsl.reports.toml_lines import lines_of_keys
from gamedsl.values import frozen


@frozen
class WishMistake:
    """A mistake in a file of wishes: the number of its line (None: the file as a whole), a description, and what to write instead."""

    line: int | None
    text: str
    advice: str


class WishesError(GameDslError):
    """A file of wishes with mistakes; `mistakes` are all of them, in the order of their lines."""

    def __init__(self, mistakes: Sequence[WishMistake]) -> None:
        self.mistakes = tuple(sorted(mistakes, key=lambda one: one.line or 0))
        super().__init__("; ".join(map(_sentence, self.mistakes)))


def _sentence(one: WishMistake) -> str:
    place = "" if one.line is None else f"line {one.line}: "
    return f"{place}{one.text} ({one.advice})"


class Mistakes:
    """Collects the mistakes in a file of wishes with this text."""

    def __init__(self, text: str) -> None:
        self._lines = lines_of_keys(text)
        self._found: list[WishMistake] = []

    def add(self, keys: Sequence[str], text: str, advice: str) -> None:
        """Notes a mistake at a key; `keys` begin with its section."""
        near = (self._lines.get(tuple(keys[:number])) for number in range(len(keys), 0, -1))
        self._found.append(WishMistake(next((line for line in near if line is not None), None), text, advice))

    def report(self) -> None:
        """Raises WishesError if there are mistakes."""
        if self._found:
            raise WishesError(self._found)


def list_names(names: Iterable[str], most: int = 12) -> str:
    """Lists names between backquotes, the first ones of many."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(f"`{name}`" for name in every[:most]) + more
