"""One course of play: a way in which the match may have gone, as far as one seat was told. It is played on by the reference executor, from stop to stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, cast

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.facts import Chosen, Fact, Log
from gamedsl_interpreter.proposals import Wanted
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.decisions.decisions import Decision, Ending
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wording.moves import Walk
from gamedsl_interpreter.worlds.past import visible_facts

_MOST_OUTCOMES = 2000
"""Outcomes of chance of which all are tried."""
_MOST_MOVES = 1000
"""Moves of a decision of which all are tried. Beyond, their steps are drawn one after the other."""


@frozen
class Course:
    """A position that the match may have reached. `ahead`: what the seat is told in this course but was not told in the match yet. `opened`: the facts since a
    simultaneous decision began, if it is open."""

    node: NodeId
    frame: tuple[Value, ...]
    ahead: tuple[Fact, ...] = ()
    opened: tuple[Fact, ...] = ()


Step: TypeAlias = Walk | tuple[int, ...]
"""A move, or the outcome of a chance node."""


@frozen
class Later:
    """A course that follows another one after a step, and how likely it is there. `is_only`: as far as the seat was told, no other step was possible."""

    course: Course
    step: Step
    share: float
    is_only: bool


class Continuing:
    """Plays courses on for one seat."""

    def __init__(self, machine: Machine, seat: SeatId) -> None:
        self._machine = machine
        self.seat = seat

    def begin(self, node: NodeId, frame: Frame, facts: Sequence[Fact]) -> Course | None:
        """Returns the course from the beginning of a match up to its first stop; None if the rules fail there."""
        work = self._machine.begun(Work(list(frame), None, Log(None, ())))
        work.facts.extend(facts)
        return self._run(work, node, node)

    def later(self, course: Course, told: Sequence[Fact], most: int, dice: Dice) -> tuple[list[Later], bool]:
        """Returns the courses after the next choice or the next outcome of chance, and whether these are all. `told`: what the seat was told next.
        Beyond `most`, some are drawn."""
        node = self._machine.game.nodes[course.node]
        match node:
            case DecisionNode():
                return self._after_choice(course, node, told, most, dice)
            case TogetherNode():
                return self._after_one_of_several(course, node, told, most, dice)
            case ChanceNode():
                return self._after_chance(course, node, most, dice)
            case _:
                return [], True

    def matched(self, course: Course, told: Sequence[Fact]) -> tuple[Course, int] | None:
        """Compares what is told in a course with what the seat was told; returns the rest of the course, and how many of these facts are explained. None if they
        contradict each other."""
        number = min(len(course.ahead), len(told))
        if course.ahead[:number] != tuple(told[:number]):
            return None
        return Course(course.node, course.frame, course.ahead[number:], course.opened), number

    def is_open(self, course: Course) -> bool:
        """Whether what comes next may be hidden from the seat: an unseen or secret choice of another, or chance."""
        node = self._machine.game.nodes[course.node]
        if isinstance(node, DecisionNode):
            with self._machine.scope:
                return self._machine.seat_at(course.frame, course.node) != self.seat
        return isinstance(node, TogetherNode | ChanceNode)

    def drawn(self, course: Course, told: Sequence[Fact], dice: Dice) -> Later | None:
        """Draws one of the courses after the next step; None if there is none."""
        found, _ = self.later(course, told, 1, dice)
        place = dice.below(1 << 30) / (1 << 30) * sum(one.share for one in found)
        for one in found:
            place -= one.share
            if place < 0:
                return one
        return None

    def repeated(self, course: Course, step: Step, told: Sequence[Fact]) -> Later | None:
        """Plays on with the same move, or the same outcome of chance; None if it is impossible in this course."""
        node = self._machine.game.nodes[course.node]
        if isinstance(node, DecisionNode):
            return self._repeated_move(course, node, cast(Walk, step))
        found, _ = self.later(course, told, _MOST_OUTCOMES, Dice.seeded(0))
        return next((one for one in found if one.step == step), None)

    def _repeated_move(self, course: Course, node: DecisionNode, walk: Walk) -> Later | None:
        machine = self._machine
        with machine.scope:
            seat = machine.seat_at(course.frame, course.node)
            try:
                ending = machine.decisions[course.node].ending_of(list(course.frame), walk, self._wants(walk))
            except Fault:
                return None
        if ending is None:
            return None
        work = machine.begun(Work(list(course.frame), None, Log(None, ())))
        after = self._run(work, machine.completed(work, node, seat, ending), course.node)
        return None if after is None else Later(after, walk, 1.0, is_only=False)

    def breadth(self, course: Course, told: Sequence[Fact]) -> int:
        """Returns the number of moves, or of outcomes of chance, at the stop of a course, up to the most that are looked at; 1 if the seat was told the move."""
        machine = self._machine
        if told and isinstance(told[0], Chosen) and self._is_whole(told[0]):
            return 1
        node, frame = machine.game.nodes[course.node], list(course.frame)
        with machine.scope:
            try:
                match node:
                    case ChanceNode():
                        return min(machine.events[course.node](frame).count(_MOST_OUTCOMES), _MOST_OUTCOMES)
                    case TogetherNode():
                        frame = machine.as_seat(frame, node, machine.waiting(frame, node)[0])
                    case DecisionNode():
                        pass
                    case _:
                        return 1
                return len(machine.decisions[course.node].endings(frame, (), _MOST_MOVES))
            except Fault:
                return 1

    # ------------------------------------------------------------ choices

    def _after_choice(
        self, course: Course, node: DecisionNode, told: Sequence[Fact], most: int, dice: Dice
    ) -> tuple[list[Later], bool]:
        machine = self._machine
        decision = machine.decisions[course.node]
        with machine.scope:
            seat = machine.seat_at(course.frame, course.node)
        is_told = seat == self.seat or not node.is_unseen
        first = told[0] if told else None
        if is_told and not (isinstance(first, Chosen) and first.seat == seat):
            return [], True
        wanted = first if is_told and isinstance(first, Chosen) else None
        endings, are_all = self._endings(decision, list(course.frame), wanted, most, dice)
        found: list[Later] = []
        for ending in endings:
            work = machine.begun(Work(list(course.frame), None, Log(None, ())))
            after = self._run(work, machine.completed(work, node, seat, ending), course.node)
            if after is not None:
                found.append(Later(after, ending.walk, 1 / len(endings), are_all and len(endings) == 1))
        return found, are_all

    def _after_one_of_several(
        self, course: Course, node: TogetherNode, told: Sequence[Fact], most: int, dice: Dice
    ) -> tuple[list[Later], bool]:
        """Commits the choice of one seat: the seat's own when it was told of it, those of the others when they are revealed."""
        machine = self._machine
        waiting = machine.waiting(course.frame, node)
        revealed: dict[SeatId, Chosen] = {}
        for fact in told:
            if not isinstance(fact, Chosen):
                break
            revealed.setdefault(fact.seat, fact)
        first = told[0] if told else None
        if not isinstance(first, Chosen):
            return [], True
        seat = self.seat if first.seat == self.seat else next((one for one in waiting if one != self.seat), None)
        if seat is None or seat not in waiting or seat not in revealed:
            return [], True
        frame = machine.as_seat(course.frame, node, seat)
        endings, are_all = self._endings(machine.decisions[course.node], frame, revealed[seat], most, dice)
        found: list[Later] = []
        for ending in endings:
            work = machine.begun(Work(list(course.frame), None, Log(None, course.opened)))
            machine.commit(work, node, seat, ending)
            after = self._run(work, machine.closed_together(work, course.node, node), course.node)
            if after is not None:
                found.append(Later(after, ending.walk, 1 / len(endings), are_all and len(endings) == 1))
        return found, are_all

    def _endings(
        self, decision: Decision, frame: Frame, wanted: Chosen | None, most: int, dice: Dice
    ) -> tuple[list[Ending], bool]:
        """Returns the moves that the seat was told of (None: it was told nothing), and whether these are all."""
        with self._machine.scope:
            try:
                if wanted is not None and self._is_whole(wanted):
                    ending = decision.ending_of(frame, wanted.walk, self._wants(wanted.walk))
                    return ([] if ending is None else [ending]), True
                found = decision.endings(frame, (), most + 1)
                are_all = len(found) <= most
                if not are_all:
                    found = [
                        one for _ in range(most) if (one := self._random_ending(decision, frame, dice)) is not None
                    ]
            except Fault:
                return [], True
        if wanted is None:
            return found, are_all
        return [one for one in found if self._told(Chosen(wanted.seat, one.walk, wanted.seen)) == [wanted]], are_all

    def _is_whole(self, chosen: Chosen) -> bool:
        """Whether the seat was told each part of a move."""
        if chosen.seat == self.seat:
            return True
        for part in chosen.walk:
            site = self._machine.plans.sites[part.plan]
            if site.is_secret or any(one.is_secret or is_pieces(one.type) for one in site.selections):
                return False
        return True

    def _wants(self, walk: Walk) -> tuple[Wanted, ...]:
        sites = self._machine.plans.sites
        return tuple(
            Wanted(
                sites[part.plan].name,
                part.declined,
                tuple(
                    (selection.name, value)
                    for selection, value in zip(sites[part.plan].selections, part.values, strict=not part.declined)
                ),
            )
            for part in walk
        )

    def _random_ending(self, decision: Decision, frame: Frame, dice: Dice) -> Ending | None:
        """Returns a move whose steps are drawn one after the other."""
        steps: tuple[int, ...] = ()
        while (asked := decision.asked(frame, steps)) is not None:
            steps = asked.answered(asked.values[dice.below(len(asked.values))])
        return next(iter(decision.endings(frame, steps, 1)), None)

    # ------------------------------------------------------------ chance

    def _after_chance(self, course: Course, node: ChanceNode, most: int, dice: Dice) -> tuple[list[Later], bool]:
        machine = self._machine
        with machine.scope:
            event = machine.events[course.node](list(course.frame))
            are_all = event.count(_MOST_OUTCOMES) <= _MOST_OUTCOMES
            if are_all:
                results = [*event.results()]
            else:
                results = [(event.sample(dice), 1) for _ in range(most)]
        total = sum(weight for _, weight in results)
        found: list[Later] = []
        for result, weight in results:
            work = machine.begun(Work(list(course.frame), None, Log(None, ())))
            with machine.scope:
                event.perform(work, result)
            after = self._run(work, node.next, course.node)
            if after is not None:
                found.append(Later(after, result, weight / total, len(results) == 1))
        return found, are_all

    # ------------------------------------------------------------ running

    def _run(self, work: Work, node: NodeId | None, at: NodeId) -> Course | None:
        """Runs up to the next stop; None if the rules fail on the way: then the match cannot have gone so."""
        machine = self._machine
        try:
            with machine.scope:
                end = machine.advanced(work, node, at)
        except Fault:
            return None
        is_open = isinstance(machine.game.nodes[end], TogetherNode)
        opened = (*work.log.facts, *work.facts) if is_open else ()
        counters = work.frame[machine.slots.counter(0) :]
        frame = (*machine.cleared(work.frame, end), *counters)
        return Course(end, frame, tuple(self._told_all(work.facts)), opened)

    def _told_all(self, facts: Sequence[Fact]) -> Iterator[Fact]:
        for fact in facts:
            yield from self._told(fact)

    def _told(self, fact: Fact) -> list[Fact]:
        return [*visible_facts(self._machine, fact, self.seat)]
