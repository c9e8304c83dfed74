"""Guesses which word of a line was meant as a word of the language: misspelt, or from another language.

Words near the place where the line does not fit are replaced one at a time, and each result is parsed. The first replacement that makes the line fit wins.
This needs no rule for each word of the language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.diagnostics.suggest import is_slip, rank_by_likeness
from gamedsl.syntax.guessing.foreign_words import FOREIGN_WORDS, SAME_WORDS
from gamedsl.syntax.lines import Token
from gamedsl.syntax.machine import Machine
from gamedsl.values import evolve, frozen

_MOST_WORDS = 60
"""Longer lines are not tried: each try parses the whole line."""


@frozen
class Guess:
    """A guess: the word at `position` should be `meant` (one or several words of the language)."""

    position: int
    meant: str
    is_foreign: bool
    is_only: bool
    """Whether no other replacement is as near."""
    tokens: tuple[Token, ...]
    """The intended line."""


def guess(machine: Machine, tokens: Sequence[Token], position: int, height: int) -> Guess | None:
    """Returns the replacement near `position` that makes the line readable, if there is one."""
    if len(tokens) > _MOST_WORDS:
        return None
    readings = _readings(machine, tokens, position, height)
    first = next(readings, None)
    if first is None or not _is_exact(tokens[first.position][1], first.meant, first.is_foreign):
        return first
    others = (r for r in readings if _is_exact(tokens[r.position][1], r.meant, r.is_foreign))
    return evolve(first, is_only=next(others, None) is None)


def _readings(machine: Machine, tokens: Sequence[Token], position: int, height: int) -> Iterator[Guess]:
    """Yields the replacements that make the line readable, the likeliest first."""
    for at in _near(position, len(tokens)):
        for meant, is_foreign in _meanings(machine, tokens[at], tokens[at - 2][1] if at > 1 else ""):
            line = _replace_word(machine, tokens, at, meant)
            if machine.reads(line, height) and (
                is_foreign or tokens[at][0] == "NAME" or not _is_any_name(machine, line, at, height)
            ):
                yield Guess(at, meant, is_foreign, False, tuple(line))


def _is_any_name(machine: Machine, line: Sequence[Token], at: int, height: int) -> bool:
    """Whether any name could stand at a place: then a word of the language is not more likely than a name."""
    return machine.reads([*line[:at], ("NAME", line[at][1], 0, 0), *line[at + 1 :]], height)


def _is_exact(word: str, meant: str, is_foreign: bool) -> bool:
    """Whether a word differs from the intended one by a single typing slip, or is the word for it in another language."""
    return SAME_WORDS.get(word) == meant if is_foreign else is_slip(word, meant)


def _near(position: int, count: int) -> Iterator[int]:
    """Yields the places to try: the place itself, those before it, the beginning, and those after it."""
    places = [position, position - 1, position - 2, 0, position - 3, position + 1, *range(position - 4, 0, -1)]
    yield from (at for at in dict.fromkeys(places) if 0 <= at < count)


def _meanings(machine: Machine, token: Token, before: str) -> Iterator[tuple[str, bool]]:
    """Yields the intended words for a word, each with a flag whether the written word belongs to another language. `before`: the word before the previous one."""
    terminal, word, _, _ = token
    if not word.isidentifier():
        return
    meanings = FOREIGN_WORDS.get(word, ())
    if "is" in meanings:  # `turns(target equals place)` names a part, `chain equals []` sets a field
        meanings = ("=", *meanings) if before in ("(", ",") else (*meanings, "=")
    for meant in meanings:
        yield meant, True
    if terminal == "NAME" and len(word) > 1:
        for meant in rank_by_likeness(word, machine.tables.words):
            yield meant, False
    elif terminal != "NAME":
        yield from (
            (meant, False)
            for meant in (f"{word}s", word.removesuffix("s"))
            if meant in machine.tables.words and meant != word
        )


def _terminal(machine: Machine, word: str) -> str:
    return "EQUAL" if word == "=" else machine.tables.words.get(word, "NAME")


def _replace_word(machine: Machine, tokens: Sequence[Token], at: int, meant: str) -> list[Token]:
    _, _, start, end = tokens[at]
    new: list[Token] = [(_terminal(machine, word), word, start, end) for word in meant.split()]
    following = 2 if tokens[at][1] == "such" and at + 1 < len(tokens) and tokens[at + 1][1] == "that" else 1
    return [*tokens[:at], *new, *tokens[at + following :]]
