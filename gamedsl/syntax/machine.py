"""The table-driven parser: a stack of states, fed with words, that builds nodes when their forms are complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any, TypeAlias

from gamedsl.source import Span
from gamedsl.syntax.lines import Token
from gamedsl.syntax.tables import END, Tables
from gamedsl.values import define, field

Built: TypeAlias = Any
"""The value of a complete form: a word, a node, or the list of the items so far. The grammar determines which, and the builders rely on it."""

Build = Callable[[list[Built], Span], Built]
"""Makes the value of a form from its parts and its place."""


@define
class Machine:
    """One run over a text. Nothing below a remembered height changes before the line that began there is complete."""

    source: str
    tables: Tables
    method: Callable[[str], Build]
    """Returns the builder of a form."""
    states: list[int] = field(factory=lambda: [0])
    values: list[Built] = field(factory=list[Built])
    starts: list[int] = field(factory=list[int])
    last_end: int = 0
    """The end of the last word taken."""
    _builds: dict[str, Build] = field(factory=dict[str, Build])
    """The builders of the forms that the text has used so far: a text uses few of them."""

    def take(self, tokens: list[Token], position: int) -> int:
        """Takes words from `position` on; returns the index of the first that does not fit, or the number of words."""
        actions, gotos, productions = self.tables.actions, self.tables.gotos, self.tables.productions
        states, values, starts, builds = self.states, self.values, self.starts, self._builds
        source, last_end = self.source, self.last_end
        count = len(tokens)
        while position < count:
            token = tokens[position]
            kind = token[0]
            action = actions[states[-1]].get(kind)
            if action is None and kind not in _NO_NAME:
                kind = "NAME"
                action = actions[states[-1]].get(kind)
            while action is not None and action < 0:
                production = productions[~action]
                size, single = production.size, production.single
                if single >= 0 and size == 1:  # most steps: an expression with a single part
                    del states[-1]
                    states.append(gotos[states[-1]][production.goal])
                else:
                    if size:
                        parts = values[-size:]
                        start = starts[-size]
                        del values[-size:], states[-size:], starts[-size:]
                    else:
                        parts, start = [], token[2]
                    if single >= 0:
                        value = parts[single]
                    else:
                        value = _pick_parts(parts, production.picks)
                        node = production.node
                        if node:
                            build = builds.get(node)
                            if build is None:
                                build = builds[node] = self.method(node)
                            # A value without words, such as a missing block, is placed after the last word.
                            value = build(value, Span(source, min(start, last_end), last_end))
                    states.append(gotos[states[-1]][production.goal])
                    values.append(value)
                    starts.append(start)
                action = actions[states[-1]].get(kind)
                if action is None and kind not in _NO_NAME:  # the keyword does not fit after all: a name
                    kind = "NAME"
                    action = actions[states[-1]].get(kind)
            if action is None:
                break
            states.append(action)
            values.append(token)
            starts.append(token[2])
            last_end = token[3] or last_end
            position += 1
        self.last_end = last_end
        return position

    def take_layout(self, terminal: str, start: int) -> bool:
        """Takes a line end, or the beginning or end of a block; the text continues at `start`."""
        return self.take([(terminal, "", start, 0)], 0) == 1

    def accepts(self, terminal: str, height: int | None = None) -> bool:
        """Whether this word fits here (or at a height below). A table row alone may promise too much."""
        return self._takes(self.states.copy() if height is None else self.states[: height + 1], terminal)

    def accepts_all(self, terminals: Iterable[str]) -> bool:
        """Whether these words fit here, one after the other."""
        states = self.states.copy()
        return all(self._takes(states, terminal) for terminal in terminals)

    def reads(self, tokens: Iterable[Token], height: int | None = None, first: str = "") -> bool:
        """Whether a whole line fits here (or at a height below), after the layout word `first`."""
        states = self._copy_states(height)
        if first and not self._takes(states, first):
            return False
        return all(self._takes_word(states, terminal) for terminal, *_ in tokens) and self._takes(states, "_NL")

    def count_fitting(self, tokens: Iterable[Token], height: int) -> int:
        """Returns how many words of a line fit at a height, one after the other."""
        states = self._copy_states(height)
        return sum(1 for _ in takewhile(lambda token: self._takes_word(states, token[0]), tokens))

    def at_height(self, height: int) -> Machine:
        """Returns a machine whose next line begins at this height, for questions about this line."""
        return Machine(self.source, self.tables, self.method, self._copy_states(height))

    def _copy_states(self, height: int | None) -> list[int]:
        return self.states.copy() if height is None else self.states[: height + 1]

    def _takes_word(self, states: list[int], terminal: str) -> bool:
        """Whether a word fits on these states, as itself or as a name."""
        before = states.copy()
        if self._takes(states, terminal):
            return True
        states[:] = before
        return terminal not in _NO_NAME and self._takes(states, "NAME")

    def _takes(self, states: list[int], terminal: str) -> bool:
        """Whether a word fits on these states. Changes the states as if the word was taken."""
        while True:
            action = self.tables.actions[states[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                return True
            production = self.tables.productions[~action]
            if production.size:
                del states[-production.size :]
            states.append(self.tables.gotos[states[-1]][production.goal])

    def list_words(self, height: int | None = None) -> set[str]:
        """Returns all words that fit here (or at a height below)."""
        state = self.states[-1 if height is None else height]
        return {terminal for terminal in self.tables.actions[state] if self.accepts(terminal, height)}

    def height(self) -> int:
        """The height of the stack."""
        return len(self.values)

    def cut(self, height: int) -> None:
        """Drops everything above this height."""
        del self.values[height:], self.starts[height:], self.states[height + 1 :]

    def result(self) -> Built:
        """The value of the whole text, once everything is taken."""
        self.take_layout(END, self.last_end)
        return self.values[0]


def _pick_parts(parts: list[Built], picks: tuple[int, ...]) -> list[Built]:
    """Returns the children of a node, or the items of a list; a list that grows keeps its identity."""
    picked: list[Built] = []
    for pick in picks:
        if pick >= 0:
            picked.append(parts[pick])
        elif pick == -1:
            picked.append(None)
        elif picked:
            picked += parts[-2 - pick]
        else:
            picked = parts[-2 - pick]
    return picked


_NO_NAME = frozenset([
    "INT", "STRING", "CMP", "COLON", "COMMA", "DOT", "DOTS", "EQUAL", "LPAR", "RPAR", "LSQB", "RSQB", "PLUS", "MINUS",
    "STAR", "SLASH", "IN_ZONE", "ADD_SET", "TAKE_SET", "_NL", "_INDENT", "_DEDENT", "_BAD", END,
])  # fmt: skip
"""Terminals that are no words, and hence never names."""
