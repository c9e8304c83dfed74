"""Lists of options and of moves on a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

import click

from gamedsl.cli.choices.numbers import are_numbers, numbers_text
from gamedsl.cli.choices.squares import squares_text
from gamedsl.table.text import beginning, faint, wrap_details, wrap_whole
from gamedsl.values import evolve, frozen

MANY = 200
"""At most this many complete moves are looked through or listed."""
_ONLY = "  (nothing else is possible: Enter takes it)"
_SUITED = re.compile(r"[♥♦♣♠]$")
_SHORT = 12
"""Moves of at most this many characters stand side by side."""


@frozen
class Answer:
    """An option as a person sees it: its words, and details, such as the text of a card or the content of a place."""

    words: str
    detail: str = ""
    short: str = ""
    """The part of the detail that is enough for a person who has read it before; empty for other details."""


@frozen
class OptionLists:
    """The form of lists on a terminal of this width, or for whoever listens to them."""

    width: int
    is_spoken: bool

    def options(self, answers: Sequence[Answer], numbers: Sequence[int], *, is_short: bool = False) -> Iterator[str]:
        """Yields the options after their numbers: in columns if they are short, otherwise one on a line. Options that are numbers themselves get none.
        `is_short`: cuts details after the last sentence that fits on the line."""
        if is_short:
            width = max(len(answer.words) for answer in answers)
            room = max(20, self.width - min(width, 40) - 10)
            answers = [evolve(one, detail=beginning(one.short or one.detail, room)) for one in answers]
        words = [answer.words for answer in answers]
        if are_numbers(words) and any(answer.detail for answer in answers):
            for answer in answers:
                first, *more = wrap(answer.detail, max(20, self.width - 10), break_on_hyphens=False) or [""]
                yield f"{answer.words:>5}  {faint(first)}".rstrip()
                yield from (f"       {faint(line)}" for line in more)
            return
        if are_numbers(words):
            yield f"      {numbers_text(words)}{faint(_ONLY) if len(words) == 1 else ''}"
            return
        if len(words) == 1 and not answers[0].detail:
            yield f"{numbers[0]:>4}  {words[0]}{faint(_ONLY)}"
            return
        if squares := squares_text(words):
            yield f"      {squares} (`moves` lists them)"
            return
        width = max(len(one) for one in words)
        if len(words) == 1:
            *before, last = self._lines(answers, numbers, width)
            yield from before
            has_room = len(click.unstyle(last + _ONLY)) <= self.width
            yield from [f"{last}{faint(_ONLY)}"] if has_room else [last, f"    {faint(_ONLY)}"]
            return
        details = max(len(answer.detail) for answer in answers)
        column = width + details + (10 if details else 8)
        are_cards = all(_SUITED.search(word) for word in words)
        if self.is_spoken or (len(answers) < 4 and not are_cards) or column * 2 > self.width:
            yield from self._lines(answers, numbers, width)
            return
        across = max(1, self.width // column)
        down = -(-len(answers) // across)
        for row in range(down):
            cells = [self._cell(numbers[i], answers[i], width, details) for i in range(row, len(words), down)]
            yield "  ".join(cells).rstrip()

    def moves(self, words: Sequence[str] | None) -> Iterator[str]:
        """Yields the words of all complete moves, short ones side by side; None stands for too many."""
        if words is None:
            yield f"These are more than {MANY:,}: choose step by step."
            return
        is_short = all(len(one) <= _SHORT for one in words)
        if is_short and not self.is_spoken:
            yield from (f"      {line}" for line in wrap_whole(words, "   ", self.width - 6))
            return
        for one in words:
            yield from wrap(one, self.width, initial_indent=" " * 6, subsequent_indent=" " * 8, break_on_hyphens=False)

    @staticmethod
    def _cell(number: int, answer: Answer, width: int, details: int) -> str:
        """Returns an option in a column, as wide as all are."""
        if not answer.detail:
            whole = width + 2 + details if details else width
            return f"{number:>4}  {answer.words.ljust(whole)}"
        return f"{number:>4}  {answer.words.ljust(width)}  {faint(answer.detail)}{' ' * (details - len(answer.detail))}"

    def _lines(self, answers: Sequence[Answer], numbers: Sequence[int], width: int) -> Iterator[str]:
        width = min(width, 40)
        for number, answer in zip(numbers, answers, strict=True):
            if not answer.detail:
                yield f"{number:>4}  {answer.words}"
                continue
            room = max(20, self.width - width - 10)
            first, *more = wrap_details(answer.detail, room)
            yield f"{number:>4}  {answer.words.ljust(width)}  {faint(first)}"
            yield from (f"{' ' * (width + 8)}{faint(line)}" for line in more)
