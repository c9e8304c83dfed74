"""Numbers moves for programs that learn: an action is the answer to one open step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TypeAlias, TypeVar

from gamedsl.api.action_keys import ONLY, Asked, Key, Keys, answers, most_moves, ordinal, question_key
from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, IllegalMove, Move, Refusal, S, Step, StepOption
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState

_MOST_KEPT = 64
"""The most games whose tables are kept."""

_MOST_TURNS = 1 << 11
"""The most sets of offered moves that a space remembers; when it is full, all are forgotten."""

_MOST_MOVES = 1 << 13
"""The most moves whose actions a space remembers."""

T = TypeVar("T")
Turn: TypeAlias = "dict[int, int | Move]"
"""Maps each action to the value of the open step, or to the complete move."""


class PerGame:
    """A cache of values made from Games, for those most recently used. Games are compared by identity, because comparing large ones takes long."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, Callable[[Game], object]], tuple[Game, object]] = OrderedDict()
        self._lock = Lock()

    def of(self, game: Game, make: Callable[[Game], T]) -> T:
        """Returns the result of `make` for the game, from the cache if possible."""
        key = id(game), make
        found = self._kept.get(key)
        if found is not None:
            return found[1]  # type: ignore[return-value]  # it was made by `make`
        value = make(game)
        with self._lock:
            self._kept[key] = game, value
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return value


kept = PerGame()


class ActionSpace:
    """The actions of a game: all answers that can ever be given to an open step, numbered from 0 to `size` - 1.

    The number of an action depends on the compiled rules only: on the decision, the selection, and the chosen thing. It is the same at every position, in
    every match, on both executors, and for every seat. Zones that belong to players are counted from the choosing seat: a card of one's own hand is one
    action, whoever plays it. Actions are in the order of the rules. The last one is for decisions that are asked although they have only one move.

    A move of several steps is several actions. A step with one completable answer is taken without asking, so a move with a single choice is one action.
    """

    def __init__(self, game: Game) -> None:
        """Numbers the actions of a game. `action_space(game)` makes a space and keeps it."""
        self.game = game
        self._keys = Keys(game)
        self._blocks: dict[Asked, dict[Key, str]] = {}
        for answer in answers(game):
            self._blocks.setdefault(answer.asked, {}).setdefault(answer.key, answer.text)
        self._blocks[ONLY] = {0: "(the only move)"}
        self._texts = [text for block in self._blocks.values() for text in block.values()]
        numbers = iter(range(len(self._texts)))
        self._turns: dict[int, tuple[Sequence[Move] | Step, Turn]] = {}
        self._numbers: dict[int, tuple[Move, int]] = {}
        """The known moves that were offered so far with their actions, by identity."""
        self._last: tuple[object, int, Turn] = (None, 0, {})
        self._ids: dict[Asked, dict[Key, int]] = {
            one: dict(zip(block, numbers, strict=False)) for one, block in self._blocks.items()
        }

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self._texts)

    @property
    def most_moves(self) -> int | None:
        """The most complete moves of any decision, as far as the rules tell without playing. None if that is unknown, because a selection takes several
        things, or above 131,072."""
        return kept.of(self.game, most_moves)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"ActionSpace({self.game.name}, {self.size} actions)"

    def text(self, id: int) -> str:
        """Describes an action in words: `drop(c = 3)`, `play(c = QS of own.hand)`, `turn: pass`. Raises ArgumentError for a number that is no action."""
        number = arguments.whole("id", id, 0)
        if number >= self.size:
            raise ArgumentError(f"there is no action {number}: {self.game.name} has {self.size}")
        return self._texts[number]

    def id(self, step: Step, option: StepOption, seat: int) -> int:
        """Returns the number of an option of an open step of a seat. Raises ArgumentError for a step of another game."""
        arguments.require("step", step, Step, "`engine.step(state, seat)` gives it")
        arguments.require("option", option, StepOption, "one of `step.options`")
        return self._id(step, option, arguments.seat(self.game, seat))

    def ids(self, step: Step, seat: int) -> dict[int, int]:
        """Returns the actions that an open step of a seat allows, ascending, each with its value for `Engine.take_step`. Raises ArgumentError."""
        arguments.require("step", step, Step, "`engine.step(state, seat)` gives it")
        number = arguments.seat(self.game, seat)
        return dict(sorted((self._id(step, option, number), option.value) for option in step.options))

    def _turn(self, engine: Engine[S], state: S, seat: int) -> Turn:
        """Maps each allowed action to the value of a step, or to a move. The result is reused at all positions where the engine offers the same known
        moves, or the same menu."""
        before, number, turn = self._last
        if before is state and number == seat:
            return turn
        known = _moves_by_note(engine, state, seat)
        step = engine.step(state, seat) if known is None else None
        offered = step or known
        found = self._turns.get(id(offered))
        if found is not None and found[0] is offered:
            turn = found[1]
        else:
            turn = self._remember_actions(known) or self._list_actions(step or engine.step(state, seat), seat, known)
            if offered is not None and (step is None or step.kind in ("gate", "menu")):
                if len(self._turns) >= _MOST_TURNS:
                    self._turns.clear()
                self._turns[id(offered)] = offered, turn
        if step is not None:
            self._last = state, seat, turn
        return turn

    def _list_actions(self, step: Step, seat: int, known: Sequence[Move] | None) -> Turn:
        values = self.ids(step, seat)
        moves = {move.steps: move for move in known or ()}
        turn: Turn = {action: moves.get((value,), value) for action, value in values.items()}
        if len(self._numbers) >= _MOST_MOVES:
            self._numbers.clear()
        self._numbers |= {id(move): (move, action) for action, move in turn.items() if isinstance(move, Move)}
        return turn

    def _remember_actions(self, known: Sequence[Move] | None) -> Turn | None:
        """Returns the actions of known moves if all of them were offered before, with other moves beside them; else None."""
        found = [self._numbers.get(id(move)) for move in known or ()]
        return dict(sorted((one[1], one[0]) for one in found if one)) if found and None not in found else None

    def _id(self, step: Step, option: StepOption, seat: int) -> int:
        block = self._ids.get(question_key(step))
        if block is not None:
            try:
                found = block.get(self._keys.answer(step, option, seat))
            except (IndexError, TypeError):  # things of another game
                found = None
            if found is None:
                found = block.get(ordinal(option.value))
            if found is not None:
                return found
        raise ArgumentError(f"`{step.name}` = {option.text} is no answer to a step of {self.game.name}")


def action_space(game: Game) -> ActionSpace:
    """Returns the actions of a game as numbers. Raises ArgumentError if a selection has too many values (more than 131,072) to be numbered."""
    return kept.of(arguments.require("game", game, Game, "give what `rules.game()` gives"), ActionSpace)


def legal_actions(engine: Engine[S], state: S, seat: int) -> list[int]:
    """Returns the numbers of the actions that a seat can choose from, ascending; none if it is not to act. Raises ArgumentError, Fault."""
    _check(engine)
    if seat not in engine.to_act(state) or type(seat) is not int:
        seat = arguments.seat(engine.game, seat)
        if seat not in engine.to_act(state):
            return []
    return list(kept.of(engine.game, ActionSpace)._turn(engine, state, seat))  # pyright: ignore[reportPrivateUsage]


def apply(engine: Engine[S], state: S, seat: int, action: int) -> S:
    """Returns the state after an action of a seat: the next open step of the same move, or the next stop of the match. Raises IllegalMove, ArgumentError, Fault."""
    _check(engine)
    space = kept.of(engine.game, ActionSpace)
    if seat in engine.to_act(state) and type(seat) is int and type(action) is int:
        done = space._turn(engine, state, seat).get(action)  # pyright: ignore[reportPrivateUsage]
        if done is not None:
            return engine.take_step(state, seat, done) if isinstance(done, int) else engine.play(state, seat, done)
    number = arguments.whole("action", action, 0)
    text = space.text(number)
    step = engine.step(state, seat)
    values = space.ids(step, seat)
    if number not in values:
        said = (
            f"action {number}, {text}, is not among those that are asked for here: `{step.name}` of `{step.decision}`"
        )
        raise IllegalMove(Refusal("selection", step.name, None, said, -1))
    return engine.take_step(state, seat, values[number])


def _moves_by_note(engine: object, state: object, seat: int) -> Sequence[Move] | None:
    """Returns the moves that the fast executor keeps for all positions with the same offers; None if there are none."""
    if isinstance(engine, WasmEngine) and isinstance(state, WasmState):
        return engine.moves_by_note(state, seat)
    return None


def _check(engine: object) -> None:
    """Raises ArgumentError for anything but an engine. Each class is checked once, because the check takes longer than a move."""
    if type(engine) not in _engines:
        arguments.engine(engine)
        _engines.add(type(engine))


_engines: set[type] = set()
"""The classes that were checked."""
