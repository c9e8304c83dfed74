"""Explains why a choice is refused that belongs to no possible move: a house that costs too much, a rank that the player does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from gamedsl.cards.faces import bare
from gamedsl.cli.choices.notation import COURTESIES, SMALL_WORDS, read_options, tokens_of
from gamedsl.graph.analysis.walk import plans_at
from gamedsl.graph.model import types
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Select
from gamedsl.graph.model.types import Type
from gamedsl.table.names import Names, key
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Refusal, State
from gamedsl_interpreter.things import Word
from gamedsl_interpreter.worlds.ruled_out import node_of

_MOST_NUMBERS = 100
_Value: TypeAlias = tuple[str, str]
"""A selection with a value for it, as rules write both."""


@frozen
class Unoffered:
    """Finds the refusals of one game."""

    engine: Engine[State]
    names: Names

    def refusal(self, state: State, seat: int, text: str) -> Refusal | None:
        """Returns the reason for which the actions refuse the things that a text names, if the rules have a sentence for it. Each word must name a thing or
        the action."""
        node = self.engine.game.nodes[node_of(state.bytes)]
        tokens = [one for one in tokens_of(text) if one not in SMALL_WORDS | COURTESIES]
        for plan in plans_at(node):
            called = {*tokens_of(self.names.action(plan.name)), *tokens_of(plan.name.replace("_", " "))}
            values = self._values(plan, [one for one in tokens if one not in called])
            if not values:
                continue
            written = ", ".join(f"{name} = {value}" for name, value in values)
            read = self.engine.parse_move(state, seat, f"{plan.name}({written})")
            if isinstance(read, Refusal) and read.why and read.reason in dict(values):
                return read
        return None

    def _values(self, plan: Plan, tokens: Sequence[str]) -> list[_Value]:
        """Returns the values that words name for the selections of an action; none if a word names none."""
        named = [
            ((part.name, name), keys)
            for part in plan.parts
            if isinstance(part, Select) and part.quantity == "one"
            for name, keys in self._values_of(self.engine.game.locals[part.local].type)
        ]
        found: list[_Value] = []
        at = 0
        while at < len(tokens):
            free = [(value, keys) for value, keys in named if value[0] not in dict(found)]
            labelled = [one for one in free if key(tokens[at]) in map(key, (one[0][0], self.names.action(one[0][0])))]
            if labelled and at + 1 < len(tokens):
                # `step 2`: the number is the value of the selection called `step`.
                free, at = labelled, at + 1
            value, used = next(
                ((one, used) for one, (used, left) in read_options(free, tokens, at) if not left), (None, 0)
            )
            if value is None:
                return []
            found.append(value)
            at += used
        return found

    def _values_of(self, of: Type) -> Iterator[tuple[str, frozenset[str]]]:
        """Yields all values of a type as rules write them, with the answers that mean them."""
        game = self.engine.game
        match bare(of):
            case types.Kind(classes) | types.Piece(classes):
                specs = [game.classes[one] for one in classes]
                kinds = (kind for spec in specs for kind in range(spec.first, spec.first + spec.count))
                yield from ((game.kinds[kind].name, self.names.kind_keys(kind)) for kind in kinds)
            case types.Enum(id):
                spec = game.enums[id]
                words = (Word(spec.name, name, number) for number, name in enumerate(spec.values))
                yield from ((word.name, self.names.keys(word)) for word in words)
            case types.Position(board):
                for number, name in enumerate(game.boards[board].places):
                    called = (self.names.place(board, number), self.names.short_place(board, number), name)
                    yield name, frozenset(map(key, called))
            case types.Int(low, high) if high - low < _MOST_NUMBERS:
                yield from ((str(number), frozenset({str(number)})) for number in range(low, high + 1))
            case types.Player():
                yield from ((name, frozenset({key(name)})) for name in game.seats)
            case _:
                pass
