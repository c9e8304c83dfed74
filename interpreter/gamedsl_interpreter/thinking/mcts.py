"""An agent that searches a tree: see `tree`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from time import perf_counter
from typing import Protocol, TypeAlias

from gamedsl.errors import ArgumentError
from gamedsl.values import define, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.aims import Aim, aim_of, aim_text, check_aim
from gamedsl_interpreter.engine import Engine, Move, S
from gamedsl_interpreter.matches.agents import Advice, Weighed
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.thinking.growing import Growing
from gamedsl_interpreter.thinking.module_tree import tree_of
from gamedsl_interpreter.thinking.several import Several
from gamedsl_interpreter.thinking.tree import ROOM
from gamedsl_interpreter.wasm.instances.interface import POINTS_BITS, WIN

ITERATIONS = 1000
"""Iterations for a move if nothing else is said."""

MOST_THREADS = 64

_SLICE = 0.01
"""Seconds after which the clock is looked at."""

_ASKED = 0.1
"""Seconds after which a search asks whether more of it could change the choice."""

_LEAST = 5
"""Iterations for each option of the open step that a search with a time makes even if that takes longer."""

_LONGEST = 3
"""How many times the allowed time they may take."""


@frozen
class Mcts:
    """Monte Carlo tree search for all games. With a number of iterations, its moves depend on the seed alone.

    Each of `threads` threads grows its own tree, and they share the iterations. Moves then depend on the seed and the number of threads.

    On a slow machine a time is exceeded, up to three times, until there were five iterations for each option. A time is not used up where the rest of it
    could not change the choice (Baudiš and Gailly, "PACHI: State of the Art Open Source Go Program", 2011).

    The budget for each move is either `iterations` (default 1,000) or `milliseconds`. If a move has several steps, the first one gets three quarters of
    it, the next one three quarters of the rest, and so on; the last one gets all the rest. Each step keeps the tree of the steps before.
    Raises ArgumentError if both are given, or for a number below 1.

    `aim`: what the player plays for (None: that of the game, see `aim_of`). Where no playout differs from another for its seat, it chooses any option.
    """

    iterations: int | None = None
    milliseconds: int | None = None
    threads: int = 1
    aim: Aim | None = None

    def __attrs_post_init__(self) -> None:
        if self.iterations is not None and self.milliseconds is not None:
            raise ArgumentError("give `iterations` or `milliseconds`, not both")
        for what, value in (("iterations", self.iterations), ("milliseconds", self.milliseconds)):
            if value is not None:
                arguments.whole(what, value, 1)
        if self.aim is not None:
            check_aim(self.aim)
        if arguments.whole("threads", self.threads, 1) > MOST_THREADS:
            raise ArgumentError(f"`threads` are at most {MOST_THREADS}, not {self.threads}")

    @property
    def name(self) -> str:
        """The agent as `agent_from` reads it."""
        allowed = f"{self.milliseconds}ms" if self.milliseconds is not None else f"{self._most}"
        threads = "" if self.threads == 1 else f"x{self.threads}"
        return f"mcts:{allowed}{threads}{aim_text(self.aim)}"

    @property
    def _most(self) -> int:
        return ITERATIONS if self.iterations is None else self.iterations

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        """See `Agent`. Raises WorldsError if the game hides something that cannot be sampled, and Fault."""
        return _move_of(engine, state, seat, self._search(engine, state, seat, dice)[1].answers)

    def advise(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Advice:
        """See `Adviser`. Raises WorldsError, Fault."""
        tree, found = self._search(engine, state, seat, dice)
        unit = 1 if aim_of(engine.game, self.aim) is Aim.POINTS else WIN << POINTS_BITS
        spread = tree.spread() / unit
        weighed = [
            Weighed(
                _move_of(engine, state, seat, one.answers),
                max(0, one.proof) if one.proof else one.won / one.tried / unit,
                0 if one.proof else spread / sqrt(one.tried),
            )
            for one in moves_by_trials(tree, found.answers)
        ]
        return Advice(_move_of(engine, state, seat, found.answers), found.differs, tuple(weighed), spread)

    def _search(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> tuple[Growing, _Found]:
        """Returns the tree that was grown for a decision, and the answers that it found."""
        trees = [
            tree_of(engine, state, seat, (dice.below(1 << 64), dice.below(1 << 64)), ROOM, self.aim)
            for _ in range(self.threads)
        ]
        tree = trees[0] if len(trees) == 1 else Several(trees)
        left = _Iterations(self._most) if self.milliseconds is None else _Time.of(self.milliseconds / 1000)
        return tree, _search_decision(tree, left, dice)


def _move_of(engine: Engine[S], state: S, seat: int, answers: Sequence[int]) -> Move:
    """Returns the move that these answers make."""
    rest = iter(answers)
    return engine.walk(state, seat, lambda _: next(rest))


class _Left(Protocol):
    """The rest of a search budget."""

    def most(self, tree: Growing) -> None:
        """Spends three quarters of the remaining budget on the tree."""
        ...

    def all(self, tree: Growing) -> None:
        """Spends the rest on the tree."""
        ...


@define
class _Iterations:
    left: int

    def most(self, tree: Growing) -> None:
        spent = -(-self.left * 3 // 4)
        tree.grow(spent)
        self.left -= spent

    def all(self, tree: Growing) -> None:
        tree.grow(self.left)
        self.left = 0


@define
class _Time:
    end: float
    last: float
    """When the search ends at the latest."""
    done: int = 0
    """Iterations so far."""

    @classmethod
    def of(cls, seconds: float) -> _Time:
        """Returns a time that begins now."""
        now = perf_counter()
        return cls(now + seconds, now + _LONGEST * seconds)

    def most(self, tree: Growing) -> None:
        now = perf_counter()
        self._until(tree, now + (self.end - now) * 3 / 4)

    def all(self, tree: Growing) -> None:
        self._until(tree, self.end)

    def _until(self, tree: Growing, end: float) -> None:
        size = 1
        start = asked = began = perf_counter()
        before = self.done
        least = _LEAST * len(tree.step.options)
        while began < end or (self.done < least and began < self.last):
            tree.grow(size)
            self.done += size
            now = perf_counter()
            if now < end and now - asked > _ASKED:
                asked = now
                if _is_settled(tree, (self.done - before) * (self.end - now) / (now - start)):
                    return
            if now - began < _SLICE / 4:
                size *= 2
            elif now - began > _SLICE:
                size = max(1, size // 2)
            began = now


def _is_settled(tree: Growing, more: float) -> bool:
    """Whether this many more iterations cannot change which answer to the open step was tried most."""
    first, *others = sorted((option[1] for option in tree.root()), reverse=True) or (0,)
    return not others or first - others[0] > more


@frozen
class _Found:
    """The answers to the steps of a decision, and whether any step had a difference between its options (also true if there was nothing to choose)."""

    answers: list[int]
    differs: bool


def _search_decision(tree: Growing, left: _Left, dice: Dice) -> _Found:
    """Searches each step of a decision."""
    answers: list[int] = []
    seen: set[bool] = set()
    while True:
        options = tree.step.options
        value = options[0].value
        if len(options) > 1:
            best = _search_step(tree, left)
            seen.add(best is not None)
            value = options[dice.below(len(options))].value if best is None else best
        answers.append(value)
        if not tree.goes_on(value):
            return _Found(answers, seen != {False})
        tree.answer(value)


def _search_step(tree: Growing, left: _Left) -> int | None:
    """Searches the open step, and returns its answer; None if the search sees no difference between the options."""
    left.most(tree)
    value = tree.best()
    if value is None or not tree.goes_on(value):
        left.all(tree)
        value = tree.best()
    return value if tree.differs() else None


_MOST, _BROAD = 3, 3
"""The most moves, which is also how many answers to one step are followed, and the number of steps at which it is more than one."""

_FEW, _ENOUGH = 0.02, 100
"""A move that was tried less often than this part of the advised one, and less than so often, says nothing, unless something is proved of it."""

_Counts: TypeAlias = tuple[int, int, int]
"""How often an option was tried, the sum of its results, and what is proved of it."""


@frozen
class Tried:
    """The answers of a complete move, how often it was tried, the sum of its results, and its proof: 1 if it is proved to win, -1 if it is proved to lose,
    else 0."""

    answers: tuple[int, ...]
    tried: int
    won: int
    proof: int


def moves_by_trials(tree: Growing, chosen: Sequence[int]) -> list[Tried]:
    """Returns the chosen move, and then the moves that were tried most; empty if the chosen move was neither tried nor proved. Leaves the tree at its first
    step."""
    tree.begin_again()
    found = sorted(_walk_tree(tree, tuple(chosen), (), 0, (0, 0, 0)), key=lambda one: -one.tried)
    tree.begin_again()
    first = next((one for one in found if one.answers == tuple(chosen) and (one.tried or one.proof)), None)
    if first is None:
        return []
    least = min(_ENOUGH, first.tried * _FEW)
    return [first, *[one for one in found if one is not first and (one.tried >= least or one.proof)][: _MOST - 1]]


def _walk_tree(
    tree: Growing, chosen: tuple[int, ...], answers: tuple[int, ...], depth: int, counts: _Counts
) -> Iterator[Tried]:
    """Yields the moves that begin with these answers, which the tree has already received: the chosen move, and others. `counts`: the counts of the last
    step with a choice."""
    options = [option.value for option in tree.step.options]
    if len(options) == 1:
        followed = [(options[0], counts)]
    else:
        tried = [one for one in tree.root() if (one[1] or one[3]) and one[0] in options]
        # Of equal options one was chosen at random, so the chosen one may come late.
        own = chosen[len(answers)] if chosen[: len(answers)] == answers and len(answers) < len(chosen) else None
        tried.sort(key=lambda one: (one[0] != own, -one[3], -one[1], -one[2], one[0]))
        followed = [
            (value, (times, won, proof)) for value, times, won, proof in tried[: _MOST if depth < _BROAD else 1]
        ]
        depth += 1
    for value, found in followed:
        given = (*answers, value)
        if not tree.goes_on(value):
            yield Tried(given, *found)
            continue
        tree.answer(value)
        yield from _walk_tree(tree, chosen, given, depth, found)
        tree.begin_again()
        for one in answers:
            tree.answer(one)
