"""Matches of steered players, each decision shown to the laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Forced, Outcome, Step, View
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


class Table:
    """A game ready to be played under the eyes of its laws: play stops at every decision, forced ones too."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = WasmEngine(game, forced=Forced.ASKED)
        self._read = Reading(game).position

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
        return number
