"""Hints: the move that the computer would choose in a person's place."""

from __future__ import annotations

from gamedsl.cli.choices.markers import Markers
from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.cli.choices.ways import Ways
from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.table.text import join_items
from gamedsl_interpreter.aims import Aim, aim_of, sign_of_points
from gamedsl_interpreter.engine import Engine, Move, Refusal, State
from gamedsl_interpreter.matches.agents import Advice, Weighed
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.positions import Positions
from gamedsl_interpreter.worlds.lost import WorldsError

_THINKING_MS = 2000
"""How long a strong player thinks about a hint."""

_FURTHER_MS = 500
"""How long it thinks about each move that follows in the same turn, and about what the next player may do then."""

_MOST_FURTHER = 3
"""The most moves that follow in the same turn."""

_MOST_OTHERS = 200
"""Whether all other moves lose by the same answer is asked where there are no more moves than this."""

_ALIKE = 0.06
"""Moves whose worths differ by less than this part of the standard deviation of what matches are worth are equally good."""

_STEP, _SURE = 5, 95
"""Chances are told in steps of so many per cent; beyond the last ones they are told in words."""

_LITTLE_LESS = "a little less"
_WINS = "That wins the match."

_WORLDS = 100
"""In how many positions that a seat cannot tell from the true one a move has to win at once before that is told."""

_WINS_ANYWAY = f"Whatever is hidden, that wins the match: it did so in all {_WORLDS} tries."


class Hints:
    """The hints of one match. `words` gives a move as it is typed. `seed` is the seed of the later deals and rolls that a strong player tries; they differ
    from those of the match."""

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

    def sentences(self, state: State, seat: int) -> str:
        """Describes in sentences the choice of a strong player that knows no more than the seat, and the value of this choice compared to other moves.
        Raises Fault."""
        number = len(self._engine.view(state, seat).events)
        seen = self._engine.reseeded(state, self._seed, number)
        try:
            advice = self._advice(seen, seat, number, _THINKING_MS)
        except WorldsError:
            return "Nobody can judge this: something unseen still counts."
        if not advice.differs:
            return "The computer sees no difference between these."
        if all(choice.is_declined for choice in advice.move.choices):
            # The answer "no" to a yes-or-no question does not mean that the turn is passed.
            is_no = self._words.text_of(state, seat, advice.move) == "no"
            return "The computer would choose: no." if is_no else "The computer would pass."
        further, wins, reply = self._continuation(seen, seat, advice.move, number)
        chosen = ", then ".join([self._words_for(state, seat, advice.move), *further])
        worth, less = self._worths(seen, seat, advice, number, is_alone=bool(further))
        threat = "" if further or wins else self._threat(seen, seat, advice.move, number)
        # The answer that makes every other move lose tells more than the values of these moves.
        told = [
            f"The computer would choose: {chosen}{worth}.",
            _WINS if wins else _WINS_ANYWAY if self._wins_anyway(seen, seat, advice.move) else "",
            threat,
            reply,
            "" if threat else less,
        ]
        return " ".join(filter(None, told))

    def _words_for(self, state: State, seat: int, move: Move) -> str:
        """Returns a move as it is typed; for a move that is only a number, also where it leads."""
        words = self._words.text_of(state, seat, move)
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

    def _advice(self, state: State, seat: int, number: int, milliseconds: int) -> Advice:
        dice = policy_stream(self._seed, number)
        return Mcts(milliseconds=milliseconds).advise(self._engine, state, seat, dice)

    def _continuation(self, state: State, seat: int, move: Move, number: int) -> tuple[list[str], bool, str]:
        """Returns the moves that continue the turn, whether they win, and a sentence about the next player's possible answer."""
        engine, further = self._engine, list[str]()
        phase = engine.view(state, seat).phase
        while self._is_open():
            after = engine.play(state, seat, move)
            chooser = self._chooser(state, after)
            if chooser is None:
                return further, self._wins(after, seat), ""
            number += 1
            if chooser != seat:
                reply = self._reply(after, chooser, number)
                return further, False, reply and f"Then {reply}."
            if len(further) == _MOST_FURTHER or engine.view(after, seat).phase != phase:
                break
            following = self._advice(after, seat, number, _FURTHER_MS).move
            further.append(self._words_for(after, seat, following))
            state, move = after, following
        return further, False, ""

    def _is_open(self) -> bool:
        """Whether the continuation of a move may be shown: nothing is hidden, and there are other players."""
        return not hides(self._engine.game) and self._engine.game.humans > 1

    def _chooser(self, before: State, after: State) -> int | None:
        """Returns the seat that alone chooses next; None where the match is over, chance has had a say, or several choose."""
        acting = () if after.is_over or after.stream != before.stream else self._engine.to_act(after)
        return acting[0] if len(acting) == 1 else None

    def _reply(self, state: State, chooser: int, number: int) -> str:
        """Describes a player's possible answer to a move, and whether it wins; empty if the player sees no difference between answers, or passes."""
        advice = self._advice(state, chooser, number, _FURTHER_MS)
        if not advice.differs or all(choice.is_declined for choice in advice.move.choices):
            return ""
        name, told = self._engine.game.seats[chooser], self._words_for(state, chooser, advice.move)
        if self._wins(self._engine.play(state, chooser, advice.move), chooser):
            return f"{name} would win with {told}"
        return f"{name} may answer: {told}"

    def _threat(self, state: State, seat: int, advised: Move, number: int) -> str:
        """Describes in a sentence how another player would win after every move other than the advised one; empty if there is no such answer."""
        engine = self._engine
        moves = engine.moves(state, seat)[: _MOST_OTHERS + 2] if self._is_open() else ()
        others = [move for move in moves if move != advised]
        if not 0 < len(others) <= _MOST_OTHERS:
            return ""
        after = engine.play(state, seat, others[0])
        chooser = self._chooser(state, after)
        if chooser is None or chooser == seat:
            return ""
        answer = self._advice(after, chooser, number + 1, _FURTHER_MS).move
        if not all(self._answers(state, seat, move, chooser, answer) for move in others):
            return ""
        return f"Otherwise {engine.game.seats[chooser]} could win with {self._words_for(after, chooser, answer)}."

    def _answers(self, state: State, seat: int, move: Move, chooser: int, answer: Move) -> bool:
        """Whether a player is next after a move, and wins with an answer."""
        after = self._engine.play(state, seat, move)
        if self._chooser(state, after) != chooser:
            return False
        return self._wins_in(after, chooser, answer)

    def _wins_anyway(self, state: State, seat: int, move: Move) -> bool:
        """Whether a move wins the match at once in all tried positions that the seat cannot distinguish from this one. Only for games that hide something.
        Raises WorldsError."""
        if not hides(self._engine.game) or self._engine.game.humans == 1:
            return False
        worlds = Positions(self._engine, state, seat, self._seed)
        return all(self._wins_in(worlds.at(number), seat, move) for number in range(_WORLDS))

    def _wins_in(self, world: State, seat: int, move: Move) -> bool:
        """Whether a seat has this move in a position, and wins the match with it at once."""
        same = self._engine.parse_move(world, seat, move.text)
        return not isinstance(same, Refusal) and self._wins(self._engine.play(world, seat, same), seat)

    def _wins(self, state: State, seat: int) -> bool:
        """Whether a match is over, and a seat alone has won it."""
        outcome = self._engine.outcome(state)
        return outcome is not None and outcome.shares[seat] == 1

    def _worths(self, state: State, seat: int, advice: Advice, number: int, *, is_alone: bool) -> tuple[str, str]:
        """Returns the value of the advised move with the moves that are about as good, and a sentence about worse moves with the others' answers to them.
        `is_alone`: leaves out the other moves, because they are only first parts of turns."""
        if not advice.weighed:
            return "", ""
        first, *others = advice.weighed[:1] if is_alone else advice.weighed
        own = self._words_for(state, seat, first.move)
        rest: dict[str, Weighed] = {}
        for one in others:
            if (told := self._words_for(state, seat, one.move)) != own:
                rest.setdefault(told, one)
        alike = [
            told
            for told, one in rest.items()
            if first.worth - one.worth <= max(_ALIKE * advice.spread, first.noise + one.noise)
        ]
        worse = [
            f"{told} ({self._worth(one, first)}{self._refutation(state, seat, one.move, number)})"
            for told, one in rest.items()
            if told not in alike
        ]
        # If other moves may be equally good, a number would suggest a difference.
        worth = self._worth(first, first) if worse or not alike else ""
        equal = f"; {join_items(alike)} {'are' if len(alike) > 1 else 'is'} about as good" if alike else ""
        return f"{worth and f', {worth}'}{equal}", f"Less good: {', '.join(worse)}." if worse else ""

    def _refutation(self, state: State, seat: int, move: Move, number: int) -> str:
        """Describes another player's answer to a move, to be shown after the move's value; empty if no other player is next."""
        if not self._is_open():
            return ""
        after = self._engine.play(state, seat, move)
        chooser = self._chooser(state, after)
        if chooser is None or chooser == seat:
            return ""
        reply = self._reply(after, chooser, number + 1)
        return reply and f"; {reply}"

    def _worth(self, one: Weighed, first: Weighed) -> str:
        """Returns the value of a move in words. Where several players play for points, the expected points say nothing about winning, so only the difference
        to the first move is shown."""
        game = self._engine.game
        if aim_of(game) is not Aim.POINTS:
            told = _chance(one.worth)
            return _LITTLE_LESS if one is not first and told == _chance(first.worth) else told
        if game.humans == 1:
            return _points(round(one.worth * sign_of_points(game)))
        less = round(first.worth - one.worth)
        return "" if one is first else _LITTLE_LESS if less < 1 else f"{_points(less)} less"


def _chance(share: float) -> str:
    percent = 100 * share
    if percent >= _SURE:
        return "almost sure to win"
    if percent <= 100 - _SURE:
        return "hardly a chance to win"
    return f"about {_STEP * round(percent / _STEP)} % to win"


def _points(points: int) -> str:
    return with_minus(f"about {points} {'point' if points == 1 else 'points'}")
