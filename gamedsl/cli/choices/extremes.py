"""Reads answers that name cards or numbers by how high they are: `lowest`, `my 3 highest`."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.cli.choices.move_words import VERBS
from gamedsl.cli.choices.notation import SMALL_WORDS, tokens_of
from gamedsl.table.names import Names, in_figures, key
from gamedsl.table.steps import kind_of
from gamedsl.table.text import join_items
from gamedsl_interpreter.things import Kind, Thing, Word

_HIGHEST = frozenset({"highest", "biggest", "largest", "greatest"})
_LOWEST = frozenset({"lowest", "smallest", "least"})
_BESIDE = frozenset({"my", "card", "cards", "one", "ones", "number"}) | SMALL_WORDS | VERBS
"""Words that people put beside these."""


class Extremes:
    """Such answers in one game."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def read(self, text: str, things: Sequence[Thing], fewest: int, most: int) -> list[int] | str | None:
        """Returns the numbers, from 0, of the things that a text like `highest` means; `fewest` of them if the text has no number. If it is not clear,
        returns why. None for other texts, or if the things have no height."""
        tokens = [one for one in tokens_of(text) if one not in _BESIDE]
        wanted = [one for one in tokens if one in _HIGHEST | _LOWEST]
        others = [one for one in tokens if one not in wanted]
        numbers = [int(figures) if (figures := in_figures(one)).isdigit() else 0 for one in others]
        heights = [self._height(one) for one in things]
        known = [one for one in heights if one is not None]
        if len(wanted) != 1 or len(others) > 1 or not all(numbers) or not known or len(known) < len(heights):
            return None
        number = numbers[0] if numbers else max(fewest, 1)
        if not fewest <= number <= most:
            return f"{f'{fewest} to {most}' if fewest < most else fewest} can be chosen here, not {number}."
        order = sorted(range(len(things)), key=lambda at: known[at], reverse=wanted[0] in _HIGHEST)
        last = [known[at] for at in order[number - 1 : number + 1]]
        if len(last) > 1 and last[0] == last[1]:
            like = [self._names.thing(thing) for thing, height in zip(things, known, strict=True) if height == last[0]]
            # A card that can be used in several ways counts once.
            like = list(dict.fromkeys(like))
            if len(like) == 1:
                return None
            return f"{join_items(like)} are equally high: say which you mean."
        return sorted(order[:number])

    def by_rank(self, text: str, things: Sequence[Thing]) -> list[int] | None:
        """Returns the numbers, from 0, of the cards that a text means by their ranks: `3 7` for the only three and the only seven. None for other texts."""
        found: list[int] = []
        for token in tokens_of(text):
            like = [at for at, thing in enumerate(things) if token.isdigit() and self._rank(thing) == token]
            if len(like) != 1:
                return None
            found += like
        return found if found and len(set(found)) == len(found) else None

    def has_rank(self, letter: str, things: Sequence[Thing]) -> bool:
        """Whether a letter is the rank of a card among these things."""
        return any(key(letter) == key(self._rank(thing) or "") for thing in things)

    def _rank(self, thing: Thing) -> str | None:
        if isinstance(thing, Word):
            return self._names.rank_sign(thing.of, thing.name) or None
        kind = thing.number if isinstance(thing, Kind) else kind_of(thing)
        return None if kind is None else self._names.face(kind).rank

    def _height(self, thing: Thing) -> int | None:
        """Returns how high a number or a card is; None for other things."""
        if isinstance(thing, int) and not isinstance(thing, bool):
            return thing
        kind = thing.number if isinstance(thing, Kind) else kind_of(thing)
        return None if kind is None else self._names.height(kind)
