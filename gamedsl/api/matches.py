"""A match as an object, for hosts that let people play."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Self, cast

from gamedsl.api.engines import engine_for
from gamedsl.api.rules import Rules, additions_of
from gamedsl.errors import ArgumentError
from gamedsl.values import evolve, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, IllegalMove, Move, Outcome, Refusal, State, Step, View
from gamedsl_interpreter.matches.match import Played

if TYPE_CHECKING:
    from gamedsl.graph.model.game import Game
    from gamedsl_interpreter.matches.replay import Replay


@frozen
class _Answer:
    """An answer of a seat: a step or the last step of a move, and the state before it."""

    before: State
    seat: int
    value: int | None
    """The value of the step; None for a move that was made as a whole."""
    played: Played | None


class Match:
    """A match that people play: its game, its moves, and the position; `to_json` and `from_json` save and load all of it.

    All chance comes from (`seed`, `index`), and `start` names a start of the rules (None: the setup). Playing changes the match; `state` is a value that
    does not change. A copy (`copy.copy`, `copy.deepcopy`, `pickle`) is an independent match. Only one thread may use a match at a time. The JSON text is a
    replay, as `gamedsl replay` verifies it; it reveals everything hidden to whoever has the rules, so it is not for players.
    """

    def __init__(self, engine: Engine, seed: int, index: int = 0, start: str | None = None) -> None:
        """Begins match `index` of a seed at its first stop. Raises ArgumentError, Fault."""
        arguments.engine(engine)
        self.engine = engine
        self.seed, self.index, self.start = (
            arguments.whole("seed", seed),
            arguments.whole("index", index),
            start,
        )
        self._state = engine.initial(seed, index, start)
        self._answers: list[_Answer] = []

    def __copy__(self) -> Self:
        """Copies the match with the same engine; later changes to one do not affect the other."""
        made = type(self).__new__(type(self))
        made.__dict__ |= self.__dict__
        made._answers = list(self._answers)
        return made

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Copies the match. The engine is shared, because it holds nothing of a match; attributes of a user's subclass are copied."""
        made = self.__copy__()
        memo[id(self)] = made
        made.__dict__ |= {name: deepcopy(value, memo) for name, value in self._others().items()}
        return made

    def __reduce__(self) -> tuple[object, ...]:
        # Earlier states are not pickled, because each would take as many bytes as the last one. The moves are played
        # again instead.
        return _again, (type(self), self.engine, self.to_json(), self._others())

    def _others(self) -> dict[str, object]:
        """Returns the attributes that a user's subclass has added."""
        return {name: value for name, value in self.__dict__.items() if name not in _OWN}

    def __repr__(self) -> str:
        return f"Match(seed {self.seed}, {len(self.played)} moves, {self._state!r})"

    # ------------------------------------------------------------ state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.engine.game

    @property
    def state(self) -> State:
        """The position."""
        return self._state

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._state.is_over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to choose, in seat order; empty at the end."""
        return self.engine.to_act(self._state)

    @property
    def played(self) -> tuple[Played, ...]:
        """The moves played so far, oldest first."""
        return tuple(answer.played for answer in self._answers if answer.played is not None)

    @property
    def outcome(self) -> Outcome | None:
        """The result; None before the end."""
        return self.engine.outcome(self._state)

    def moves(self, seat: int) -> Sequence[Move]:
        """Returns all complete moves of a seat that has to choose. Raises IllegalMove if it has not."""
        return self.engine.moves(self._state, seat)

    def step(self, seat: int) -> Step:
        """Returns the open step of the seat's decision. Raises IllegalMove if it has none."""
        return self.engine.step(self._state, seat)

    def view(self, seat: int) -> View:
        """Returns what a seat may know: safe to send to its player."""
        return self.engine.view(self._state, seat)

    # ------------------------------------------------------------ play

    def move(self, seat: int, move: Move | str) -> Move:
        """Plays a complete move, or the one that a text names; returns it. Raises IllegalMove with the reason, Fault, ArgumentError."""
        chosen = self.engine.parse_move(self._state, seat, move) if isinstance(move, str) else move
        if isinstance(chosen, Refusal):
            raise IllegalMove(chosen)
        self._go(seat, None, self.engine.play(self._state, seat, chosen), chosen.text)
        return chosen

    def take_step(self, seat: int, value: int) -> Move | None:
        """Answers the open step of a seat. The last step plays the move and returns it. Raises IllegalMove, Fault, ArgumentError."""
        after = self.engine.take_step(self._state, seat, value)
        move = None if _is_open(after, seat) else self._find_completed_move(seat, value)
        self._go(seat, value, after, None if move is None else move.text)
        return move

    def undo(self) -> Played | None:
        """Takes back the last move of any seat, with all its steps, and returns it. If the last action was a step of an open decision, takes back that
        seat's steps instead, and returns None. Raises ArgumentError if nothing was played."""
        if not self._answers:
            raise ArgumentError("there is no move to take back")
        last = self._answers.pop()
        while self._answers and self._answers[-1].seat == last.seat and self._answers[-1].played is None:
            before = self._answers.pop().before
            last = evolve(last, before=before)
        self._state = last.before
        return last.played

    def _find_completed_move(self, seat: int, value: int) -> Move:
        """Returns the move that the last step completes."""
        return self.engine.walk(self._state, seat, lambda _: value)

    def _go(self, seat: int, value: int | None, after: State, text: str | None) -> None:
        played = None if text is None else Played(arguments.seat(self.game, seat), text)
        self._answers.append(_Answer(self._state, seat, value, played))
        self._state = after

    # ------------------------------------------------------------ saving and loading

    def to_json(self, rules: str = "", variants: Sequence[str] = (), sets: Sequence[str] = ()) -> str:
        """Returns the match as JSON text, finished or not, including steps of open decisions. `rules` is the path of the rules file for people, `variants`
        and `sets` are the additions that were given to `load_rules`. Raises ArgumentError."""
        from gamedsl_interpreter.matches import replay as replays

        added = additions_of(variants, sets).lines
        moves = tuple((played.seat, played.text) for played in self.played)
        made = replays.replay_of(self.game, rules, self.seed, self.index, moves, self.outcome, self.start, added)
        open_steps = tuple(replays.OpenSteps(self.game.seats[seat], steps) for seat, steps in self._open().items())
        return replays.to_json(evolve(made, open=open_steps))

    @classmethod
    def from_json(cls, text: str, rules: Rules | Engine, *, changed_rules: bool = False) -> Match:
        """Reads a match that `to_json` or `gamedsl play` wrote, at the same position.

        With `rules`, its game is compiled for the setup and names in the text; an engine of that game can be given instead. Every move is played again and
        must be legal, and the outcome must be the same. Raises ReplayError for a text that is no match, or was played by rules that have changed since
        (unless `changed_rules`), DivergedError if a move is not possible, RulesError, SetupError, Fault, ArgumentError.
        """
        from gamedsl.graph.serial import digest
        from gamedsl_interpreter.matches.replay import ReplayError, from_json, known_start

        record = from_json(text)
        engine = _engine_of(record, rules)
        if not changed_rules and digest(engine.game) != record.digest:
            raise ReplayError(f"this match was played by other rules than {engine.game.name} has now")
        match = cls(engine, record.seed, record.index, known_start(engine, record))
        match._play_again(record)
        return match

    def _open(self) -> dict[int, tuple[int, ...]]:
        """Returns the answers given to open decisions, by seat."""
        found: dict[int, tuple[int, ...]] = {}
        for answer in self._answers:
            if answer.played is not None:
                found.pop(answer.seat, None)
            elif answer.value is not None:
                found[answer.seat] = (*found.get(answer.seat, ()), answer.value)
        return found

    def _play_again(self, record: Replay) -> None:
        from gamedsl_interpreter.matches.replay import DivergedError, positions

        seats = {name: number for number, name in enumerate(self.game.seats)}
        for played, after in positions(self.engine, record):
            self._go(seats[played.seat], None, after, played.move)
        if record.outcome is not None and record.outcome != self.outcome:
            raise DivergedError(len(record.moves), "the match ends with another outcome than the one written down")
        for part in record.open:
            for value in part.steps:
                self._take_again(seats.get(part.seat, -1), value, len(record.moves))

    def _take_again(self, seat: int, value: int, number: int) -> None:
        from gamedsl_interpreter.matches.replay import DivergedError

        try:
            self.take_step(seat, value)
        except (IllegalMove, ArgumentError) as error:
            raise DivergedError(
                number, f"after move {number}, a step that was taken is not possible: {error}"
            ) from error


_OWN = ("engine", "seed", "index", "start", "_state", "_answers")
"""The attributes of a Match itself."""


def _again(cls: type[Match], engine: Engine, text: str, others: dict[str, object]) -> Match:
    """Restores a match from another process."""
    made = cls.__new__(cls)
    made.__dict__ |= Match.from_json(text, engine, changed_rules=True).__dict__ | others
    return made


def _is_open(state: State, seat: int) -> bool:
    """Whether a seat has taken steps of an open decision."""
    return any(other == seat for other, _ in state.pending)


def _engine_of(record: Replay, rules: object) -> Engine:
    """Returns the engine for the game of a replay."""
    if not isinstance(rules, Rules):
        arguments.engine(rules)
        return cast("Engine", rules)
    return engine_for(rules.game(record.players, record.seats[: record.players], **record.options))
