"""Finds the moves that a text means by its words, in any order: `2 priests from mermaid`, `8/2`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set

from gamedsl.cli.choices.move_words import VERBS
from gamedsl.cli.choices.notation import ALIKE, SMALL_WORDS, tokens_of, without_counts
from gamedsl.cli.choices.same import without_same
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.cli.printing.option_lists import MANY
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names, in_figures
from gamedsl.table.steps import Path, paths, step_after
from gamedsl.table.text import join_items
from gamedsl.values import define
from gamedsl_interpreter.engine import Engine, Move, State

_NUMBER = re.compile(r"\d")
MOST_INSTEAD = 10
"""At most this many moves are named in place of one that is refused."""
_BEGINNING = 3
"""So many letters of a word may stand for it."""


@define
class MovesByWords:
    """The complete moves of one game, found by the words that describe them."""

    engine: Engine[State]
    names: Names
    teller: Teller
    told: ToldMoves
    _looked: tuple[State, int, Sequence[Path]] | None = None

    def paths(self, state: State, seat: int) -> Sequence[Path]:
        """Returns the complete moves of a seat; empty if there are too many to search. The last result is kept."""
        if self._looked is None or self._looked[0] is not state or self._looked[1] != seat:
            self._looked = state, seat, paths(self.engine, state, seat, MANY) or ()
        return self._looked[2]

    def common_beginning(self, state: State, seat: int, moves: Sequence[Move]) -> tuple[int, ...]:
        """Returns the answers with which all these complete moves begin; empty if they have no common beginning."""
        answers = [tuple(option.value for _, option in path.steps) for path in self.paths_of(state, seat, moves)]
        size = 0
        while answers and len({one[: size + 1] for one in answers}) == 1 and size < len(answers[0]):
            size += 1
        return answers[0][:size] if answers else ()

    def paths_of(self, state: State, seat: int, moves: Sequence[Move]) -> list[Path]:
        """Returns complete moves with their steps. Moves of an action that has too many moves are left out."""
        found = self._every(state, seat)
        return [path for path in found if path.move in moves]

    def _every(self, state: State, seat: int) -> Sequence[Path]:
        """Returns the complete moves of a seat. If there are too many, leaves out those of actions with too many moves."""
        return self.paths(state, seat) or self._of_each_action(state, seat)

    def _of_each_action(self, state: State, seat: int) -> list[Path]:
        """Returns the complete moves of those actions of a menu that do not have too many."""
        step = step_after(self.engine, state, seat, ())
        if isinstance(step, Move) or step.kind not in ("menu", "gate"):
            return []
        each = (paths(self.engine, state, seat, MANY, (option.value,)) for option in step.options)
        return [path for found in each for path in found or ()]

    def with_words(self, state: State, seat: int, text: str) -> list[Move]:
        """Returns the moves that a text describes: all its words occur in the words of the move, in the questions that it answers, or in the sentence with
        which the log would report it. A number that is given twice must occur twice: `8/2` for a checker that moves from 8 to 2."""
        tokens = words_of(text)
        if not tokens or (len(tokens) == 1 and tokens[0].isdigit()):  # a single number is a number of the list
            return []
        found = self._every(state, seat)
        sentences = self.told.sentences(state, seat, [path.move for path in found])
        fitting = [path for path, told in zip(found, sentences, strict=True) if _has_all(told, tokens)]
        if not fitting and "/" not in text:
            words = [f"{self._words(path, seat)} {told}" for path, told in zip(found, sentences, strict=True)]
            for said in (tokens, [ALIKE.get(one, one) for one in tokens]):
                fitting = fitting or [path for path, told in zip(found, words, strict=True) if _has_all(told, said)]
            uncounted = without_counts(tokens)
            if not fitting and uncounted and len(uncounted) < len(tokens):
                # For a move without a number, words for the number may be missing.
                told = zip(found, words, strict=True)
                fitting = [path for path, one in told if not _NUMBER.search(one) and _has_all(one, uncounted)]
        return [path.move for path in without_same(self.engine, state, seat, fitting)]

    def _words(self, path: Path, seat: int) -> str:
        """Returns the words of a complete move and of the questions that it answers."""
        return f"{self.teller.move(path.move, seat)} {_questions_in(path)}"

    def nearest(self, state: State, seat: int, text: str) -> str:
        """Returns a sentence with the moves that share most words with a text, and the words that they lack; empty if there are too many such moves, or if
        no shared word names anything."""
        tokens = [one for one in without_counts(words_of(text)) if one not in VERBS]
        found = self._every(state, seat)
        if not found or len(tokens) < 2:
            return ""
        words = [set(tokens_of(self._words(path, seat))) for path in found]
        # Words that all moves of an action contain do not identify a choice. Single letters belong to a notation.
        tokens = [one for one in tokens if len(one) > 1 or one.isdigit()]
        naming = [one for one in tokens if not any(_occurs(one, set(self._labels(path))) for path in found)]
        fits = [[one for one in naming if _occurs(one, told)] for told in words]
        most = max(map(len, fits))
        near = [path for path, one in zip(found, fits, strict=True) if len(one) == most]
        known = max(fits, key=len)
        lacking = [one for one in naming if one not in known]
        if not most or not lacking or len(near) > MOST_INSTEAD:
            return ""
        moves = dict.fromkeys(self.teller.move(path.move, seat) for path in near)
        others = [one for one in lacking if not any(one in fit for fit in fits)]
        if others:
            told = f"`{' '.join(others)}` fits nothing here"
        else:
            told = f"{join_items([f'`{one}`' for one in naming])} do not go together here"
        return f"{told}; possible: {'; '.join(moves)}."

    def _labels(self, path: Path) -> Iterator[str]:
        """Yields the words of the actions of a move."""
        for choice in path.move.choices:
            yield from tokens_of(self.names.action(choice.name))


def options_with(text: str, options: Sequence[str]) -> list[int]:
    """Returns the numbers, from 0, of the options that contain all words of a text: `tavern` in `take staff from a tavern`."""
    tokens = [one for one in tokens_of(text) if one not in SMALL_WORDS]
    if not tokens or all(one.isdigit() for one in tokens):
        return []
    if ALIKE.keys() & set(tokens):
        return _with_all(tokens, options) or _with_all([ALIKE.get(one, one) for one in tokens], options)
    return _with_all(tokens, options)


def _with_all(tokens: Sequence[str], options: Sequence[str]) -> list[int]:
    """Returns the numbers of the options that contain all these words, or else words that begin with them."""
    words = [set(tokens_of(one)) for one in options]
    exact = [at for at, one in enumerate(words) if one.issuperset(tokens)]
    return exact or [at for at, one in enumerate(words) if all(_occurs(token, one) for token in tokens)]


def _questions_in(path: Path) -> str:
    """Returns the questions that a move answers, without those that it declines."""
    return " ".join(step.ask or "" for step, option in path.steps if option.thing is not False)


def words_of(text: str) -> list[str]:
    """Returns the words of a text that name something."""
    return [one for one in tokens_of(text.replace("/", " ")) if one not in SMALL_WORDS]


def _has_all(told: str, tokens: Sequence[str]) -> bool:
    """Whether a text contains all words. A number that is given twice must occur twice."""
    words = tokens_of(told.replace(".", " "))
    words += [figures for one in words if (figures := in_figures(one)) != one]
    numbers = Counter(one for one in tokens if one.isdigit())
    return numbers <= Counter(words) and all(_occurs(one, set(words)) for one in tokens)


def _occurs(word: str, words: Set[str]) -> bool:
    """Whether a word is one of some words, or the plural or the beginning of one."""
    names = {word, singular(word)}
    return bool(names & words) or any(
        one.startswith(name) for name in names if len(name) >= _BEGINNING for one in words
    )
