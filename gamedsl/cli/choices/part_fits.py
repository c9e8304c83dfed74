"""Explains an answer that cannot be used: which of its words fit the offered options, and which do not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.cli.choices.move_words import VERBS
from gamedsl.cli.choices.notation import SMALL_WORDS, tokens_of
from gamedsl.cli.choices.numbers import list_numbers
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.table.names import Names, key
from gamedsl.table.text import join_items
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.worlds.ruled_out import node_of

_MOST = 4
"""At most this many options are named that a word fits."""
_BEGINNING = 3
"""So many letters of a word may stand for it."""


class PartFits:
    """Explains the partly fitting answers of one match."""

    def __init__(self, engine: Engine[State], names: Names) -> None:
        self._engine = engine
        self._names = names

    def split_answer(self, state: State, text: str, options: Sequence[str]) -> tuple[str, str]:
        """Returns a sentence (without its end) about the fitting words of an answer, and the words that fit nothing. Both are empty if no word fits, or all
        do."""
        fits = {token: _with(token, options) for token in tokens_of(text) if token not in SMALL_WORDS}
        known = [token for token, found in fits.items() if found]
        unknown = [token for token, found in fits.items() if not found]
        later = self._later(state, unknown, options)
        if not known:
            return (f"{_quote(text, unknown)} comes after {_options_with_numbers(later, options)}" if later else ""), ""
        common = [at for at in range(len(options)) if all(at in fits[token] for token in known)]
        if common and unknown:
            begun = f"{_quote(text, known)} is {_options_with_numbers(common, options)}"
            late = [token for token in unknown if self._later(state, [token], options) == common]
            return (f"{begun}; {_quote(text, late)} comes after that", "") if late else (begun, _spell(text, unknown))
        if common or any(len(found) > _MOST for found in fits.values()):
            return "", ""
        each = [f"{_quote(text, [token])} is in {_options_with_numbers(fits[token], options)}" for token in known]
        return f"{join_items(each)}, but nothing has {'both' if len(each) == 2 else 'all'}", ""

    def before(self, state: State, text: str, options: Sequence[str]) -> int | None:
        """Returns the number, from 0, of the option that must be chosen before the things that a text names; None if the text names other things, too."""
        tokens = [token for token in tokens_of(text) if token not in SMALL_WORDS | VERBS]
        unknown = [token for token in tokens if not _with(token, options)]
        later = self._later(state, unknown, options)
        fits = [at for at in later if all(at in _with(token, options) for token in tokens if token not in unknown)]
        return fits[0] if len(fits) == 1 else None

    def _later(self, state: State, tokens: Sequence[str], options: Sequence[str]) -> list[int]:
        """Returns the options of a menu that lead to an action with all of these words."""
        node = self._engine.game.nodes[node_of(state.bytes)]
        lines = node.plan.menu or () if isinstance(node, DecisionNode | TogetherNode) else ()
        behind = [
            key(self._names.action(line.name))
            for line in lines
            if tokens
            and any(all(_with(token, [self._names.action(name)]) for token in tokens) for name in _behind(line))
        ]
        return [at for at, words in enumerate(options) if key(words) in behind]


def _behind(plan: Plan) -> Iterator[str]:
    """Yields the names of the actions that can be chosen below a line of a menu."""
    for line in plan.menu or ():
        yield line.name
        yield from _behind(line)


def _with(token: str, options: Sequence[str]) -> list[int]:
    """Returns the numbers, from 0, of the options that have a word, or one that begins with it."""
    words = [tokens_of(one) for one in options]
    is_short = len(token) < _BEGINNING
    return [
        at
        for at, found in enumerate(words)
        if any(word == token if is_short else word.startswith(token) for word in found)
    ]


def _options_with_numbers(numbers: Sequence[int], options: Sequence[str]) -> str:
    """Returns options with their numbers in the list; of many the first ones."""
    in_list = list_numbers(options)
    told = [f"{in_list[at]} ({options[at]})" for at in numbers[:_MOST]]
    return join_items([*told, *(["another"] if len(numbers) > _MOST else [])], "or")


def _quote(text: str, tokens: Sequence[str]) -> str:
    return f"`{_spell(text, tokens)}`"


def _spell(text: str, tokens: Sequence[str]) -> str:
    """Returns these words of an answer as they were typed."""
    typed = re.split(r"[\s,;]+", text)
    return " ".join(next((word for word in typed if word.lower() == token), token) for token in tokens)
