"""One course of play: a way in which the match may have gone, according to the facts that one seat was told. The reference executor continues it from stop
to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, cast

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.statements import Roll
from gamedsl.graph.model.types import NodeId, Piece, SeatId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.facts import Chosen, Fact, Log, Moved, Opened
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.decisions.decisions import Decision, Ending
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wording.moves import Walk
from gamedsl_interpreter.worlds.courses.pieces import without_kinds
from gamedsl_interpreter.worlds.past import visible_facts
from gamedsl_interpreter.worlds.replays import wants
from gamedsl_interpreter.worlds.ruled_out import with_pieces
from gamedsl_interpreter.worlds.rules.revealing import are_first_to_move

_PARTS = 1 << 30
_MOST_OUTCOMES = 2000
"""Outcomes of chance of which all are tried."""
_MOST_MOVES = 1000
"""Moves of a decision of which all are tried. Beyond, their steps are drawn one after the other."""
_MOST_DRAWN = 200
"""Moves that are drawn so."""
_MOST_TRIES = 20
"""Moves that are drawn until one agrees with what the seat was told of it."""
_NEAR = 4
"""The distance up to which a move is near another one, in the list of all."""


@frozen
class Course:
    """A position that the match may have reached. `ahead`: facts that the seat is told in this course, but has not been told in the match yet. `opened`: the
    facts since a simultaneous decision began, if it is open."""

    node: NodeId
    frame: tuple[Value, ...]
    ahead: tuple[Fact, ...] = ()
    opened: tuple[Fact, ...] = ()


Step: TypeAlias = Walk | tuple[int, ...]
"""A move, or the outcome of a chance node."""


@frozen
class Later:
    """A course that follows another one after a step, and how likely it is there. `is_only`: by the facts that the seat was told, no other step was
    possible."""

    course: Course
    step: Step
    share: float
    is_only: bool


class Continuing:
    """Continues courses for one seat. `has_pieces`: kinds of pieces are not compared, because the pieces in zones are sampled anew from the seat's belief
    for each stretch of the log."""

    def __init__(self, machine: Machine, seat: SeatId, *, has_pieces: bool = False) -> None:
        self._machine = machine
        self.seat = seat
        self.has_pieces = has_pieces

    def begin(self, node: NodeId, frame: Frame, facts: Sequence[Fact]) -> Course | None:
        """Returns the course from the beginning of a match up to its first stop; None if the rules fail there."""
        work = self._machine.begin(Work(list(frame), None, Log(None, ())))
        work.facts.extend(facts)
        return self._run(work, node, node)

    def later(self, course: Course, told: Sequence[Fact], most: int, dice: Dice) -> tuple[list[Later], bool]:
        """Returns the courses after the next choice or the next outcome of chance, and whether these are all. `told`: the next facts that the seat was told.
        If there are more than `most` courses, some are drawn."""
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

    def match_facts(self, course: Course, told: Sequence[Fact]) -> tuple[Course, int] | None:
        """Compares the facts of a course with the facts that the seat was told. Returns the rest of the course, and how many of these facts it explains;
        None if they contradict each other."""
        number = min(len(course.ahead), len(told))
        if course.ahead[:number] != tuple(told[:number]):
            return None
        return Course(course.node, course.frame, course.ahead[number:], course.opened), number

    def draw(self, course: Course, told: Sequence[Fact], dice: Dice) -> Later | None:
        """Draws one of the courses after the next step; None if there is none."""
        found, _ = self.later(course, told, 1, dice)
        place = dice.below(_PARTS) / _PARTS * sum(one.share for one in found)
        for one in found:
            place -= one.share
            if place < 0:
                return one
        return None

    def another(self, course: Course, step: Step | None, told: Sequence[Fact], dice: Dice) -> Later | None:
        """Draws a course after another step than this one: any step, or a listed neighbour of it, which explains later facts more often. None if that is
        impossible."""
        node = self._machine.game.nodes[course.node]
        if not isinstance(node, DecisionNode) or not dice.below(2):
            return self.draw(course, told, dice)
        with self._machine.scope:
            seat = self._machine.seat_at(course.frame, course.node)
        decision, wanted = self._machine.decisions[course.node], self._find_told_choice(node, seat, told)
        endings = self._list_endings(decision, list(course.frame), wanted)
        if endings is None:
            return self.draw(course, told, dice)
        at = next((i for i, one in enumerate(endings) if one.walk == step), None)
        near = None if at is None else at + (1 + dice.below(_NEAR)) * (1 if dice.below(2) else -1)
        if near is None or not 0 <= near < len(endings):
            return None
        after = self._after_move(course, node, seat, endings[near])
        return None if after is None else Later(after, endings[near].walk, 1.0, is_only=False)

    def repeat(self, course: Course, step: Step, told: Sequence[Fact]) -> Later | None:
        """Plays on with the same move, or the same outcome of chance; None if it is impossible in this course."""
        node = self._machine.game.nodes[course.node]
        if isinstance(node, DecisionNode):
            return self._repeat_move(course, node, cast(Walk, step))
        found, _ = self.later(course, told, _MOST_OUTCOMES, Dice.seeded(0))
        return next((one for one in found if one.step == step), None)

    def _repeat_move(self, course: Course, node: DecisionNode, walk: Walk) -> Later | None:
        machine = self._machine
        with machine.scope:
            seat = machine.seat_at(course.frame, course.node)
        ending = self._ending_of(machine.decisions[course.node], list(course.frame), walk)
        after = None if ending is None else self._after_move(course, node, seat, ending)
        return None if after is None else Later(after, walk, 1.0, is_only=False)

    def breadth(self, course: Course, told: Sequence[Fact]) -> int:
        """Returns the number of moves, or of outcomes of chance, at the stop of a course, up to a limit; 1 if the seat was told the move."""
        machine = self._machine
        if (
            told
            and isinstance(told[0], Chosen)
            and (self._is_whole(told[0]) or self._moves_pieces_unseen(told[0], told))
        ):
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
        with self._machine.scope:
            seat = self._machine.seat_at(course.frame, course.node)
        wanted = self._find_told_choice(node, seat, told)
        if (wanted is None or wanted.seat != seat) and (seat == self.seat or not node.is_unseen):
            return [], True  # the seat would have been told of this choice
        endings, are_all = self._endings(course.node, list(course.frame), wanted, told, most, dice)
        return self._laters(endings, are_all, lambda ending: self._after_move(course, node, seat, ending)), are_all

    def _find_told_choice(self, node: DecisionNode, seat: SeatId, told: Sequence[Fact]) -> Chosen | None:
        """Returns the fact about a choice that the own seat was told; None if it was told nothing about the choice."""
        is_told = seat == self.seat or not node.is_unseen
        return told[0] if is_told and told and isinstance(told[0], Chosen) else None

    def _after_move(self, course: Course, node: DecisionNode, seat: SeatId, ending: Ending) -> Course | None:
        work = self._work(course)
        return self._run(work, self._machine.complete(work, node, seat, ending), course.node)

    def _after_one_of_several(
        self, course: Course, node: TogetherNode, told: Sequence[Fact], most: int, dice: Dice
    ) -> tuple[list[Later], bool]:
        """Commits the choice of one seat: the own seat's choice when it was told of it, the others' choices when they are revealed."""
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
        endings, are_all = self._endings(course.node, frame, revealed[seat], told, most, dice)

        def commit(ending: Ending) -> Course | None:
            work = self._work(course)
            machine.commit(work, node, seat, ending)
            return self._run(work, machine.close_together(work, course.node, node), course.node)

        return self._laters(endings, are_all, commit), are_all

    def _laters(
        self, endings: Sequence[Ending], are_all: bool, after: Callable[[Ending], Course | None]
    ) -> list[Later]:
        """Returns the courses after each of these moves, all with equal probability, leaving out moves for which the rules fail."""
        share, is_only = 1 / max(1, len(endings)), are_all and len(endings) == 1
        made = ((after(ending), ending.walk) for ending in endings)
        return [Later(course, walk, share, is_only) for course, walk in made if course is not None]

    def _endings(
        self, at: NodeId, frame: Frame, wanted: Chosen | None, told: Sequence[Fact], most: int, dice: Dice
    ) -> tuple[list[Ending], bool]:
        """Returns the moves of a stop that agree with the fact that the seat was told (None: it was told nothing), and whether these are all."""
        decision = self._machine.decisions[at]
        if wanted is not None and self._moves_pieces_unseen(wanted, told):
            one, is_known = self._ending_with_pieces(at, frame, wanted, told, dice)
            if one is not None:
                return [one], is_known
        found = self._list_endings(decision, frame, wanted)
        are_all = found is not None
        if found is None:
            drawn = (self._random_ending(decision, frame, dice) for _ in range(min(most, _MOST_DRAWN)))
            found = self._agreeing((one for one in drawn if one is not None), wanted)
        return (found, are_all) if len(found) <= most else (dice.take(found, most), False)

    def _list_endings(self, decision: Decision, frame: Frame, wanted: Chosen | None) -> list[Ending] | None:
        """Returns all moves that agree with the fact that the seat was told; None if there are too many to search, an empty list if the rules fail there."""
        if wanted is not None and self._is_whole(wanted):
            ending = self._ending_of(decision, frame, wanted.walk)
            return [] if ending is None else [ending]
        try:
            with self._machine.scope:
                found = decision.endings(frame, (), _MOST_MOVES + 1)
        except Fault:
            return []
        return None if len(found) > _MOST_MOVES else self._agreeing(found, wanted)

    def _ending_of(self, decision: Decision, frame: Frame, walk: Walk) -> Ending | None:
        """Returns the complete move with these parts; None if it is not legal, or the rules fail there."""
        try:
            with self._machine.scope:
                return decision.ending_of(frame, walk, wants(self._machine, walk))
        except Fault:
            return None

    def _agreeing(self, endings: Iterable[Ending], wanted: Chosen | None) -> list[Ending]:
        """Returns the moves that would have been told to the seat like this."""
        if wanted is None:
            return list(endings)
        return [
            one for one in endings if self._list_told_facts([Chosen(wanted.seat, one.walk, wanted.seen)]) == (wanted,)
        ]

    def _is_whole(self, chosen: Chosen) -> bool:
        """Whether the seat was told each part of a move."""
        if chosen.seat == self.seat:
            return True
        for part in chosen.walk:
            site = self._machine.plans.sites[part.plan]
            if site.is_secret or any(one.is_secret or is_pieces(one.type) for one in site.selections):
                return False
        return True

    def _moves_pieces_unseen(self, chosen: Chosen, told: Sequence[Fact]) -> bool:
        """Whether the seat was told everything about a choice except its pieces, while pieces are dealt anew and the later facts contain moves of pieces."""
        if not self.has_pieces or self._is_whole(chosen):
            return False
        if not any(isinstance(fact, Moved) for fact in told):
            return False
        sites = [self._machine.plans.sites[part.plan] for part in chosen.walk]
        return not any(
            site.is_secret or any(one.is_secret and not is_pieces(one.type) for one in site.selections)
            for site in sites
        )

    def _ending_with_pieces(
        self, at: NodeId, frame: Frame, wanted: Chosen, told: Sequence[Fact], dice: Dice
    ) -> tuple[Ending | None, bool]:
        """Returns a move of which the seat was told everything but its pieces, and whether the pieces are known because the seat saw them move afterwards.
        If they moved unseen, any pieces will do, because they are dealt anew. None if neither is certain."""
        machine, game = self._machine, self._machine.game
        node = game.nodes[at]
        moves = [fact for fact in told if isinstance(fact, Moved)]
        match node:
            case TogetherNode():
                moves = [fact for fact in moves if fact.committed]
            case DecisionNode() if all(are_first_to_move(game, node, exit) for exit in range(len(node.exits))):
                moves = moves[:1]
            case _:
                return None, False
        decision = machine.decisions[at]
        endings = (self._random_ending(decision, frame, dice) for _ in range(_MOST_TRIES))
        drawn = next((one for one in endings if one is not None and self._agreeing([one], wanted)), None)
        zones: set[int] = set() if drawn is None else self._zones_of(drawn.walk)
        for fact in moves:
            if all(part.seen >> self.seat & 1 and part.pieces and part.zone in zones for part in fact.parts):
                shown = {part.zone: part.pieces for part in fact.parts}
                walk = tuple(with_pieces(machine, part, shown) for part in wanted.walk)
                ending = self._ending_of(decision, frame, walk)
                if ending is not None:
                    return ending, True
        is_moved = any(part.zone in zones for fact in moves for part in fact.parts)
        return (drawn if is_moved else None), False

    def _zones_of(self, walk: Walk) -> set[int]:
        """Returns the zones from which a move selects pieces."""
        found: set[int] = set()
        for part in walk:
            for selection, value in zip(
                self._machine.plans.sites[part.plan].selections, part.values, strict=not part.declined
            ):
                if isinstance(selection.type, Piece):
                    found.add(cast("tuple[int, int]", value)[0])
                elif is_pieces(selection.type):
                    found.update(zone for zone, _, _ in cast("tuple[tuple[int, int, int], ...]", value))
        return found

    def _random_ending(self, decision: Decision, frame: Frame, dice: Dice) -> Ending | None:
        """Returns a move whose steps are drawn one after the other; None if the rules fail there."""
        steps: tuple[int, ...] = ()
        try:
            with self._machine.scope:
                while (asked := decision.next_question(frame, steps)) is not None:
                    steps = asked.steps_with(asked.values[dice.below(len(asked.values))])
                return next(iter(decision.endings(frame, steps, 1)), None)
        except Fault:
            return None

    # ------------------------------------------------------------ chance

    def _after_chance(self, course: Course, node: ChanceNode, most: int, dice: Dice) -> tuple[list[Later], bool]:
        machine = self._machine
        try:
            with machine.scope:
                event = machine.events[course.node](list(course.frame))
                # Pieces drawn from a belief need not be right, because they are dealt anew afterwards.
                is_dealt = self.has_pieces and not isinstance(node.event, Roll)
                are_all = not is_dealt and event.count(_MOST_OUTCOMES) <= _MOST_OUTCOMES
                if are_all:
                    results = [*event.results()]
                else:
                    results = [(event.sample(dice), 1) for _ in range(1 if is_dealt else most)]
        except Fault:
            return [], True
        total = sum(weight for _, weight in results)
        found: list[Later] = []
        for result, weight in results:
            work = self._work(course)
            with machine.scope:
                event.perform(work, result)
            after = self._run(work, node.next, course.node)
            if after is not None:
                found.append(Later(after, result, weight / total, len(results) == 1))
        return found, are_all or is_dealt

    # ------------------------------------------------------------ running

    def _work(self, course: Course) -> Work:
        return self._machine.begin(Work(list(course.frame), None, Log(None, course.opened)))

    def _run(self, work: Work, node: NodeId | None, at: NodeId) -> Course | None:
        """Runs up to the next stop; None if the rules fail on the way: then the match cannot have taken this course."""
        machine = self._machine
        try:
            with machine.scope:
                end = machine.advance(work, node, at)
        except Fault:
            return None
        opened = self._list_facts_since_opening((*work.log.facts, *work.facts), end)
        counters = work.frame[machine.slots.counter(0) :]
        frame = (*machine.clear_locals(work.frame, end), *counters)
        return Course(end, frame, self._list_told_facts(work.facts), opened)

    def _list_facts_since_opening(self, facts: Sequence[Fact], node: NodeId) -> tuple[Fact, ...]:
        """Returns the facts since a simultaneous decision began, if it is open."""
        if not isinstance(self._machine.game.nodes[node], TogetherNode):
            return ()
        return tuple(facts[max(i for i, fact in enumerate(facts) if fact == Opened(node)) :])

    def _list_told_facts(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        seen = (one for fact in facts for one in visible_facts(self._machine, fact, self.seat))
        return tuple(self.facts_to_explain(seen))

    def facts_to_explain(self, told: Iterable[Fact]) -> list[Fact]:
        """Returns the facts that a course has to explain. If pieces are dealt anew, the facts only contain numbers of pieces."""
        return [without_kinds(fact, self.seat) for fact in told] if self.has_pieces else list(told)
