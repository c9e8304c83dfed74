"""Decisions: plans of the graph are compiled to searches, which answer all questions about a decision."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from gamedsl.graph.analysis import walk
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Requirement
from gamedsl.graph.model.types import LocalId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault, IllegalMove, Refusal, Step
from gamedsl_interpreter.noted import Noted
from gamedsl_interpreter.proposals import Wanted
from gamedsl_interpreter.reference.decisions.plans import Plans
from gamedsl_interpreter.reference.decisions.search import ON, STOP, Broken, Search, Trial
from gamedsl_interpreter.reference.meter import Meter, OverBudgetError, Scope
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.things import Things
from gamedsl_interpreter.wording import steps as wording
from gamedsl_interpreter.wording.moves import LateMove, MoveWords, Vocabulary, Walk
from gamedsl_interpreter.wording.steps import Open
from gamedsl_interpreter.wording.texts import Texts


@frozen
class Ending:
    """A complete move: its steps, the frame with its values bound, its parts, and its exit."""

    steps: tuple[int, ...]
    frame: Frame
    walk: Walk
    exit: int


@frozen
class Asked:
    """An open step: the steps before it, its description, and its completable values. For kind `only`, all steps of the only move come before it."""

    before: tuple[int, ...]
    opened: Open
    values: tuple[int, ...]

    def step(self, decision: Decision) -> Step:
        """Returns the step as the engine shows it."""
        return decision.show_step(self.opened, self.values)

    def steps_with(self, value: int) -> tuple[int, ...]:
        """Returns the steps taken after one of the values is chosen."""
        return self.before if self.opened.kind == "only" else (*self.before, value)


_MOVE_COST = 4
"""Units of work that a complete move takes which is put into words, besides one for each step."""


class Decision:
    """A compiled plan. In all methods `prefix` holds the steps that are already taken."""

    def __init__(self, plans: Plans, plan: Plan, trial: Trial | None = None) -> None:
        self._trial = trial
        self._requires = any(isinstance(part, Requirement) for one in walk.plans(plan) for part in one.parts)
        self.name = plan.name
        self.site = plan.site
        self._root, self.top = plans.compile_plan(plan)
        self._questions = self.top.questions()
        self._texts = plans.shared.texts
        self._vocabulary = Vocabulary(plans.sites, plans.shared.texts, plans.shared.things)
        self._first_local = plans.shared.make.slots.local(LocalId(0))
        self._meter = plans.shared.make.meter
        self._scope = Scope(self._meter, plan.site, f"the search for what `{plan.name}` allows")

    def without_judging(self) -> Decision:
        """Returns the same decision, but no `ensure` refuses a move."""
        other = copy(self)
        other._trial = None
        return other

    def _run_search(self, search: Search) -> None:
        """Runs a search through the decision. Fault E_BUDGET."""
        search.trial = self._trial
        with self._scope:
            self._root(search)
            search.report_nodes()

    def endings(self, frame: Frame, prefix: tuple[int, ...], most: int) -> list[Ending]:
        """Returns the first complete moves, at most `most`: two suffice to show that there is a choice."""
        found: list[Ending] = []

        def leaf(s: Search, exit_number: int) -> int:
            found.append(Ending(tuple(s.steps), list(s.frame), s.walk(self._first_local), exit_number))
            return ON if len(found) < most else STOP

        self._run_search(Search(self._meter, list(frame), prefix, leaf))
        return found

    def ending_of(self, frame: Frame, walk: Walk, wants: Sequence[Wanted]) -> Ending | None:
        """Returns the complete move with these parts; None if it is not legal. `wants` describes the same move, so that the search is short."""
        found: list[Ending] = []

        def leaf(s: Search, exit_number: int) -> int:
            if s.walk(self._first_local) != walk:
                return ON
            found.append(Ending(tuple(s.steps), list(s.frame), walk, exit_number))
            return STOP

        search = Search(self._meter, list(frame), (), leaf)
        search.wants = tuple(wants)
        self._run_search(search)
        return found[0] if found else None

    def is_possible(self, frame: Frame) -> bool:
        """Whether there is a complete move. The frame is overwritten."""
        search = Search(self._meter, frame, (), _no_leaf)
        self._run_search(search)
        return search.leaves > 0

    def ending(self, frame: Frame, steps: tuple[int, ...]) -> Ending | None:
        """Returns the complete move with exactly these steps."""
        found = self.endings(frame, steps, 1)
        return found[0] if found and found[0].steps == steps else None

    def moves(self, frame: Frame, prefix: tuple[int, ...], most: int = ON) -> list[tuple[Walk, LateMove]]:
        """Lists the complete moves in normative order, at most `most` of them."""
        return self._collect_moves(Search(self._meter, list(frame), prefix, _no_leaf), most)

    def matching(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted]) -> list[tuple[Walk, LateMove]]:
        """Returns the first two complete moves that agree with `wants`."""
        search = Search(self._meter, list(frame), prefix, _no_leaf)
        search.wants = tuple(wants)
        return self._collect_moves(search, 2)

    def _collect_moves(self, search: Search, most: int) -> list[tuple[Walk, LateMove]]:
        found: list[tuple[Walk, LateMove]] = []

        def leaf(s: Search, _: int) -> int:
            self._meter.spend(_MOVE_COST + len(s.steps))
            walk = s.walk(self._first_local)
            words = MoveWords(self._vocabulary, walk, dict(s.doubtful))
            found.append((walk, LateMove(tuple(s.steps), words)))
            return ON if len(found) < most else STOP

        search.leaf = leaf
        self._run_search(search)
        return found

    def open_step(self, frame: Frame, prefix: tuple[int, ...]) -> tuple[int, ...] | None:
        """Extends the prefix by all steps with only one completable value, up to a step with several. None if at most one move begins with the prefix."""
        first: list[tuple[int, ...]] = []
        depth = 0

        def leaf(s: Search, _: int) -> int:
            # Find the move that differs from the first one at the earliest step: each difference limits the search to earlier steps.
            nonlocal depth
            steps = tuple(s.steps)
            if not first:
                first.append(steps)
                depth = len(steps)
            else:
                depth = next(i for i, (a, b) in enumerate(zip(first[0], steps, strict=False)) if a != b)
            return depth - 1

        self._run_search(Search(self._meter, list(frame), prefix, leaf))
        return first[0][:depth] if first and depth < len(first[0]) else None

    def options(self, frame: Frame, prefix: tuple[int, ...]) -> tuple[Open, tuple[int, ...]] | None:
        """Returns the step after the prefix with its completable values; None if there is no such step."""
        depth = len(prefix)
        values: list[int] = []

        def leaf(s: Search, _: int) -> int:
            if len(s.steps) > depth:
                values.append(s.steps[depth])
            return depth

        search = Search(self._meter, list(frame), prefix, leaf)
        search.probe = depth
        self._run_search(search)
        return None if search.opened is None or not values else (search.opened, tuple(values))

    def last_open(self, frame: Frame, steps: tuple[int, ...]) -> Open:
        """Describes the last of these steps, which can be completed, without trying its other values."""
        search = Search(self._meter, list(frame), steps, _no_leaf)
        search.probe = len(steps) - 1
        self._run_search(search)
        assert search.opened is not None, "the steps can be completed"
        return search.opened

    def next_question(self, frame: Frame, prefix: tuple[int, ...]) -> Asked | None:
        """Returns the first step, from the prefix on, that has several completable values; None if at most one move begins with the prefix."""
        found = self.options(frame, prefix)
        if found is not None and len(found[1]) > 1:
            return Asked(prefix, *found)
        at = None if found is None else self.open_step(frame, prefix)
        found = None if at is None else self.options(frame, at)
        return None if at is None or found is None else Asked(at, *found)

    def question_at_stop(self, frame: Frame, prefix: tuple[int, ...]) -> Asked:
        """Returns the question at a stop: the open step, or in a private decision the only move."""
        asked = self.next_question(frame, prefix)
        if asked is not None:
            return asked
        (_, move), *_ = self.moves(frame, prefix)
        return Asked(move.steps, wording.only_move(self.name, move.text), (0,))

    def show_step(self, opened: Open, values: Sequence[int]) -> Step:
        """Returns an open step as the engine shows it."""
        return wording.show_step(self._vocabulary.things, self.name, self._questions, opened, values)

    def note_conditions(self, frame: Frame, prefix: tuple[int, ...], noted: Noted, most: int) -> None:
        """Records which conditions are tested, and which exclude a move, over the first `most` nodes of the search for all moves."""
        meter = Meter(most)
        meter.left = most
        search = Search(meter, list(frame), prefix, lambda _, __: ON)
        search.noted, search.trial = noted, self._trial
        try:
            self._root(search)
        except OverBudgetError:
            return  # the conditions recorded so far suffice

    @property
    def texts(self) -> Texts:
        """The names in its game."""
        return self._texts

    @property
    def things(self) -> Things:
        """The objects of the game that the words of moves and steps name."""
        return self._vocabulary.things

    def find_broken(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted]) -> tuple[bool, Broken | None]:
        """Tests whether the move in `wants` would be possible without requirements, and returns the first requirement that forbids it."""
        found = self._find_first_broken(Search(self._meter, list(frame), prefix, _no_leaf), wants)
        return bool(found), found[0] if found else None

    def takes_more(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted]) -> bool:
        """Whether the move in `wants` would be possible if selections could have fewer elements than required."""
        search = Search(self._meter, list(frame), prefix, _no_leaf)
        search.any_number = True
        return bool(self._find_first_broken(search, wants))

    def is_filtered_out(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted], selection: str) -> bool:
        """Whether the move in `wants` would be possible without the filter of a selection. (The filter may exclude elements for which the rest of the move
        fails.)"""
        search = Search(self._meter, list(frame), prefix, _no_leaf)
        search.unfiltered = selection
        try:
            return bool(self._find_first_broken(search, wants))
        except Fault as fault:
            if fault.code == "E_BUDGET":
                raise
            return True

    def lies_there(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted], selection: str) -> bool:
        """Whether a selection of one, made last, would offer the wanted element without its filter; without a wanted element, whether it would offer
        anything."""
        search = Search(self._meter, list(frame), prefix, _no_leaf)
        search.unfiltered = search.until = selection
        return bool(self._find_first_broken(search, wants))

    def refusals(self, frame: Frame, prefix: tuple[int, ...]) -> tuple[Open, dict[int, Broken]] | None:
        """Lists the values that the open step after the prefix offers but requirements forbid: by value, the first requirement that forbids it. None if
        nothing is open, or if the decision has no requirement."""
        asked = self.next_question(frame, prefix) if self._requires or self._trial is not None else None
        if asked is None:
            return None
        depth = len(asked.before)
        found: dict[int, Broken] = {}

        def leaf(s: Search, _: int) -> int:
            if len(s.steps) > depth and s.broken:
                found.setdefault(s.steps[depth], s.broken[0])
            return depth

        search = Search(self._meter, list(frame), asked.before, leaf)
        search.broken = []
        self._run_search(search)
        return asked.opened, {value: broken for value, broken in found.items() if value not in asked.values}

    def _find_first_broken(self, search: Search, wants: Sequence[Wanted]) -> list[Broken | None]:
        """Finds the first move that agrees with `wants`, ignoring requirements, and returns in a list the first requirement that it breaks (None: it breaks
        none). The list is empty if there is no such move."""
        found: list[Broken | None] = []

        def leaf(s: Search, _: int) -> int:
            found.append(s.broken[0] if s.broken else None)
            return STOP

        search.leaf = leaf
        search.wants = tuple(wants)
        search.broken = []
        self._run_search(search)
        return found


def _no_leaf(_: Search, __: int) -> int:
    return STOP


def open_at_stop(decision: Decision, frame: Frame, prefix: tuple[int, ...]) -> Asked:
    """Returns the open step where play has stopped."""
    asked = decision.next_question(frame, prefix)
    if asked is None:
        raise AssertionError("play stops where there are two moves")
    return asked


def steps_after_answer(decision: Decision, asked: Asked, value: int) -> tuple[int, ...]:
    """Returns the steps taken after the open one is answered. Raises IllegalMove if the value is no option."""
    if value not in asked.values:
        text = f"{value} is no option of `{asked.opened.name}` here"
        raise IllegalMove(Refusal("selection", asked.opened.name, None, text, decision.site))
    return asked.steps_with(value)
