"""Matches of steered players, each decision shown to the laws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from attrs import define, field

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Event, Forced, Outcome, Step, View
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.wasm.engine import WasmEngine
from laws.moves import Asked
from laws.players import Habit
from property.walks import Position, Reading

EVERY = 29
"""At every so many decisions the views of all seats are looked at."""


class Laws(Protocol):
    """What watches one match."""

    def begins(self, now: Position) -> None: ...

    def decided(
        self, before: Position, seat: str, decision: str, asked: list[Asked], text: str, after: Position, is_over: bool
    ) -> None: ...

    def ended(self, now: Position, outcome: Outcome) -> None: ...

    def sees(self, seat: str, view: View, now: Position) -> None: ...

    def told(self, seat: str, events: Sequence[Event]) -> None: ...


@define
class _Positions:
    """Keeps the positions of a match, and asks nothing of them."""

    found: list[Position] = field(factory=list[Position])

    def begins(self, now: Position) -> None:
        self.found.append(now)

    def decided(
        self, before: Position, seat: str, decision: str, asked: list[Asked], text: str, after: Position, is_over: bool
    ) -> None:
        del before, seat, decision, asked, text, is_over
        self.found.append(after)

    def ended(self, now: Position, outcome: Outcome) -> None:
        pass

    def sees(self, seat: str, view: View, now: Position) -> None:
        pass

    def told(self, seat: str, events: Sequence[Event]) -> None:
        pass


class Table:
    """A game ready to be played under the eyes of its laws: play stops at every decision, forced ones too."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = WasmEngine(game, forced=Forced.ASKED)
        self._read = Reading(game).position

    def fewest(self, first: str, second: str, habits: Sequence[Habit], seed: int) -> int:
        """The fewest pieces that two zones hold together at a decision of a match."""
        return min(now.size(first) + now.size(second) for now in self._positions(habits, seed))

    def highest(self, name: str, habits: Sequence[Habit], seed: int) -> int:
        """The highest value that a field of players has at a decision of a match."""
        fields: list[int] = [
            now.fields[f"{seat}.{name}"] for now in self._positions(habits, seed) for seat in self.game.seats
        ]
        return max(fields)

    def _positions(self, habits: Sequence[Habit], seed: int) -> Iterator[Position]:
        watched = _Positions()
        self.played(watched, habits, seed)
        return iter(watched.found)

    def played(self, laws: Laws, habits: Sequence[Habit], seed: int) -> int:
        """One match to its end; how many decisions it had. An AssertionError says which law does not hold."""
        engine, dice = self.engine, policy_stream(seed)
        state = engine.initial(seed)
        now = self._read(state.bytes)
        laws.begins(now)
        number = 0
        while not state.is_over:
            seat = engine.to_act(state)[0]
            habit, asked = habits[seat % len(habits)], list[Asked]()
            if number % EVERY == 0:
                for other, name in enumerate(self.game.seats):
                    laws.sees(name, engine.view(state, other), now)

            def pick(step: Step, habit: Habit = habit, asked: list[Asked] = asked) -> int:
                value = habit.answer(step, dice)
                if step.kind != "only":
                    texts = {option.value: option.text for option in step.options}
                    asked.append(Asked(step.kind, step.name, step.about, frozenset(texts.values()), texts[value]))
                return value

            decision = engine.step(state, seat).decision
            move = engine.walk(state, seat, pick)
            state = engine.play(state, seat, move)
            before, now = now, self._read(state.bytes)
            laws.decided(before, self.game.seats[seat], decision, asked, move.text, now, state.is_over)
            number += 1
        outcome = engine.outcome(state)
        assert outcome is not None
        laws.ended(now, outcome)
        for other, name in enumerate(self.game.seats):
            laws.told(name, engine.view(state, other).events)
        return number
