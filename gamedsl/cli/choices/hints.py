"""Hints: what the computer would do in the place of a person."""

from __future__ import annotations

from gamedsl.cli.choices.markers import Markers
from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.cli.choices.ways import Ways
from gamedsl.graph.analysis.secrecy import hides
from gamedsl_interpreter.engine import Engine, Move, State
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.thinking.greedy import Greedy
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.worlds.lost import WorldsError

_THINKING_MS = 2000
"""How long a strong player thinks about a hint."""

_REPLY_MS = 500
"""How long it thinks about what the next player may do then."""


class Hints:
    """The hints of one match. `words` gives a move as it is typed. `seed` is that of the later deals and rolls that a strong player tries: others than those of
    the match."""

    def __init__(
        self,
        engine: Engine[State],
        words: MoveWords,
        sentences: ToldMoves,
        ways: Ways,
        markers: Markers,
        seed: int,
    ) -> None:
        self._engine = engine
        self._words = words
        self._sentences = sentences
        self._ways = ways
        self._markers = markers
        self._seed = seed

    def told(self, state: State, seat: int) -> str:
        """Returns in a sentence what a strong player would choose, who knows no more than the seat. Raises Fault."""
        # A tree counts victories, so a single player, who only counts points, tries moves in random matches.
        adviser = Mcts(milliseconds=_THINKING_MS) if self._engine.game.humans > 1 else Greedy()
        number = len(self._engine.view(state, seat).events)
        seen = self._engine.reseeded(state, self._seed, number)
        try:
            advice = adviser.advise(self._engine, seen, seat, policy_stream(self._seed, number))
        except WorldsError:
            return "Nobody can judge this: something unseen still counts."
        if not advice.differs:
            return "The computer sees no difference between these."
        if all(choice.is_declined for choice in advice.move.choices):
            return "The computer would pass."
        chosen = f"The computer would choose: {self._told(state, seat, advice.move)}."
        reply = self._reply(seen, seat, advice.move, number)
        return chosen if reply is None else f"{chosen} {reply}"

    def _told(self, state: State, seat: int, move: Move) -> str:
        """Returns a move as it is typed, and of one that is only a number where it leads."""
        words = self._words.told(state, seat, move)
        if not words.isdigit():
            return words
        (goal,) = self._markers.goals(state, seat, [[move]])
        if goal:
            return f"{words}, to {goal}"
        (end,), way = self._sentences.ends(state, seat, [move]), self._ways.way(state, seat, move)
        if way is not None and way.source[0][-1].isdigit():
            start = words if words in way.source else way.source[0]
            return f"from {start} {end if end.startswith('to ') else f'to {way.target[0]}'}"
        return f"{words}, {end if end.startswith('to ') else f'which {end}'}" if end else words

    def _reply(self, state: State, seat: int, move: Move, number: int) -> str | None:
        """Returns in a sentence what the next player may do after a move; None where something is hidden, chance has a say before, or nobody else is next."""
        engine = self._engine
        if hides(engine.game):
            return None
        after = engine.play(state, seat, move)
        acting = () if after.is_over or after.stream != state.stream else engine.to_act(after)
        if len(acting) != 1 or acting[0] == seat:
            return None
        (other,) = acting
        advice = Mcts(milliseconds=_REPLY_MS).advise(engine, after, other, policy_stream(self._seed, number + 1))
        if not advice.differs or all(choice.is_declined for choice in advice.move.choices):
            return None
        return f"Then {engine.game.seats[other]} may answer: {self._told(after, other, advice.move)}."
