"""The belief of a seat as a population of courses: ways in which the match may have gone, each with its weight.

All courses are kept as long as there are few. Beyond, some are drawn by their weights (a particle filter: Gordon, Salmond and Smith, "Novel approach to
nonlinear/non-Gaussian Bayesian state estimation", 1993). When a fact leaves few of them, they are drawn again and single hidden choices of each are tried
otherwise (resample-move: Gilks and Berzuini, "Following a moving target", 2001).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import TypeAlias

from gamedsl.graph.model.nodes import ChanceNode, DecisionNode
from gamedsl.graph.model.types import SeatId
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.facts import Chosen, Fact, Laid, Log
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference.given import lay_out
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.worlds.belief import Belief
from gamedsl_interpreter.worlds.courses.course import Continuing, Course, Later, Step
from gamedsl_interpreter.worlds.courses.pieces import PiecesBefore, without_pieces
from gamedsl_interpreter.worlds.lost import Lost, LostKind, WorldsError
from gamedsl_interpreter.worlds.past import log_for_seat
from gamedsl_interpreter.worlds.rules.hidden_fields import hides_pieces

_PARTS = 1 << 30
"""Between 0 and 1."""
_MOST_KEPT = 1000
"""Courses of a population."""
_MOST_TRIED = 4000
"""Courses that are tried at once."""
_MOST_LOOKED_AT = 40_000
"""Moves that are looked at before one step of all courses, about."""
_DEALS = 8
"""Deals of the pieces with which each course is continued after each stretch of the log."""
_DEALS_OF_ALL = 200
"""Deals of the pieces for all courses together, at least, if there are fewer courses."""
_FEW = 400
"""The number of courses below which some are varied, once courses were drawn."""
_MOST_STEPS = 4000
"""Steps that are replayed to vary courses after one stretch of the log."""
_LAST_STEPS = 24_000
"""Steps that are replayed if no course is left."""

_DRAWN = Lost(LostKind.EXPLANATIONS, "", "some of the ways in which others may have chosen unseen are left out")
_GIVEN_UP = Lost(
    LostKind.EXPLANATIONS,
    "",
    "no way in which others may have chosen was found that agrees with everything that was seen",
)
_APART = Lost(
    LostKind.EXPLANATIONS, "", "what others chose unseen and which pieces they hold is drawn one apart from the other"
)
_HOW_FAR = Lost(LostKind.EXPLANATIONS, "", "how many unseen choices another player has made just now is not known")


@frozen(eq=False)
class Trail:
    """A course with the steps that led to it. `told`: the number of facts that the seat had been told by then. `is_one_of_many`: by these facts, the last
    step could have been another one."""

    course: Course
    told: int
    step: Step | None
    before: Trail | None
    is_one_of_many: bool = False

    def oldest_first(self) -> list[Trail]:
        """Lists all courses from the beginning to this one."""
        found: list[Trail] = []
        trail: Trail | None = self
        while trail is not None:
            found.append(trail)
            trail = trail.before
        return found[::-1]


Weighted: TypeAlias = tuple[Trail, float]
"""A course and its weight."""


@frozen(eq=False)
class Population:
    """Courses with their weights, after a stretch of the log. `told`: the number of facts that the seat was told until then."""

    trails: tuple[Weighted, ...]
    told: int
    lost: frozenset[Lost] = frozenset()


def population_after(machine: Machine, log: Log, seat: SeatId) -> Population:
    """Returns the population of a seat after the whole log, and keeps it with each stretch. Raises WorldsError."""
    later: list[Log] = []
    found: Population | None = None
    for stretch in log.newest_first():
        known = stretch.courses.get(seat)
        if isinstance(known, Population):
            found = known
            break
        later.append(stretch)
    if not later and found is not None:
        return found
    log_for_seat(machine, log, seat)
    continuing = Continuing(machine, seat, has_pieces=hides_pieces(machine.game))
    known = [stretch.learned[seat] for stretch in log.newest_first()][::-1]
    told = [continuing.facts_to_explain(one) for one in known]
    growing = _Growing(machine, continuing, tuple(chain.from_iterable(told)))
    if found is None:
        found = growing.begin(next(chain.from_iterable(known), None))
    for stretch, own in zip(reversed(later), told[len(told) - len(later) :], strict=True):
        if own:
            found = growing.grow(found, found.told + len(own), pieces_before(machine, continuing, stretch, seat))
        stretch.courses[seat] = found
    return found


def pieces_before(machine: Machine, continuing: Continuing, stretch: Log, seat: SeatId) -> PiecesBefore | None:
    """Returns the pieces that a seat thinks possible before a stretch of the log; None if courses contain the pieces themselves: at the beginning, or
    because no pieces are hidden."""
    known = stretch.before and stretch.before.beliefs.get(seat)
    if not continuing.has_pieces or not isinstance(known, Belief):
        return None
    return PiecesBefore(machine, known, stretch, seat)


class _Places:
    """The positions of courses on the way to fact number `until`. Equal courses are joined."""

    def __init__(self, until: int) -> None:
        self.until = until
        self.unfinished: dict[tuple[Course, int], Weighted] = {}
        self._finished: dict[tuple[Course, int], Weighted] = {}

    @property
    def number(self) -> int:
        """The number of courses."""
        return len(self.unfinished) + len(self._finished)

    def put(self, trail: Trail, weight: float) -> None:
        """Adds a course."""
        place = self._finished if trail.told == self.until else self.unfinished
        key = trail.course, trail.told
        old = place.get(key)
        place[key] = (trail, weight) if old is None else (old[0], old[1] + weight)

    def put_only(self, trails: Iterable[Weighted]) -> None:
        """Replaces all courses by these."""
        self.unfinished, self._finished = {}, {}
        for trail, weight in trails:
            self.put(trail, weight)

    def take_unfinished(self) -> list[Weighted]:
        """Takes away the courses that do not explain all facts yet."""
        taken, self.unfinished = self.unfinished, {}
        return list(taken.values())

    def all(self) -> list[Weighted]:
        """Lists all courses."""
        return [*self.unfinished.values(), *self._finished.values()]


class _Growing:
    """Continues a population of courses by one stretch after the other of the facts that a seat was told."""

    def __init__(self, machine: Machine, continuing: Continuing, told: tuple[Fact, ...]) -> None:
        self._machine = machine
        self._continuing = continuing
        self._told = told

    def begin(self, first: Fact | None) -> Population:
        """Returns the population at the first stop of a match. `first`: the first fact that the seat was told."""
        machine = self._machine
        frame, node = list(machine.start), machine.game.start
        facts: list[Fact] = []
        if isinstance(first, Laid):
            spec = machine.game.starts[first.start]
            facts.append(lay_out(machine, frame, spec))
            node = spec.node
        course = self._continuing.begin(node, frame, facts)
        if course is None:
            raise WorldsError("the rules fail before the first choice")
        return Population(((Trail(course, 0, None, None), 1.0),), 0)

    def grow(self, before: Population, until: int, pieces: PiecesBefore | None) -> Population:
        """Returns the population after the facts up to number `until`."""
        dice = Dice(chance(until, len(before.trails)))
        trails, are_all = self._follow(self._with_pieces(before.trails, pieces, dice), until, dice)
        lost = before.lost if are_all else before.lost | {_DRAWN}
        if not trails:
            trails = self._vary(before.trails, until, dice, _LAST_STEPS)
        if not trails:
            lost |= {_GIVEN_UP}
            trails = self._force(self._with_pieces(before.trails, pieces, dice), until, dice)
        elif lost and len(trails) < min(_FEW, len(before.trails)):
            trails = self._enliven(trails, until, dice)
        if self._continuing.has_pieces:
            trails = self._without_pieces(trails, until)
        return Population(tuple(trails), until, lost)

    # ------------------------------------------------------------ pieces

    def _with_pieces(self, trails: Sequence[Weighted], pieces: PiecesBefore | None, dice: Dice) -> list[Weighted]:
        """Returns the courses with dealt pieces, several deals for each while there are few."""
        if pieces is None:
            return list(trails)
        deals = max(1, min(_DEALS, _MOST_KEPT // len(trails)), _DEALS_OF_ALL // len(trails))
        return [
            (evolve(trail, course=evolve(trail.course, frame=pieces.lay(trail.course.frame, dice))), weight / deals)
            for trail, weight in trails
            for _ in range(deals)
        ]

    def _without_pieces(self, trails: Iterable[Weighted], until: int) -> list[Weighted]:
        """Returns the courses with empty zones; courses that then are equal are joined."""
        at = _Places(until)
        for trail, weight in trails:
            empty = evolve(trail.course, frame=without_pieces(self._machine, trail.course.frame))
            at.put(Trail(empty, until, None, None), weight)
        return _scale(at.all())

    # ------------------------------------------------------------ following the facts

    def _follow(self, before: Iterable[Weighted], until: int, dice: Dice) -> tuple[list[Weighted], bool]:
        """Continues all courses until they explain the facts, and returns those that do."""
        at = _Places(until)
        are_all = True
        for trail, weight in before:
            # Facts that a course had before the seat was told them are compared now.
            known = self._continuing.match_facts(trail.course, self._told[trail.told : until])
            if known is not None:
                course, number = known
                at.put(evolve(trail, course=course, told=trail.told + number), weight)
        while at.unfinished:
            todo, most = self._choose_courses(at, dice)
            are_all &= most >= _MOST_TRIED
            for trail, weight in todo:
                steps, are_whole = self._continuing.later(trail.course, self._told[trail.told : until], most, dice)
                are_all &= are_whole
                for one in steps:
                    self._take(at, one, trail, weight)
        found = at.all()
        if len(found) > _MOST_KEPT:
            found, are_all = _draw_some(found, _MOST_KEPT, dice), False
        return _scale(found), are_all

    def _choose_courses(self, at: _Places, dice: Dice) -> tuple[list[Weighted], int]:
        """Takes the courses that are continued next, and says how many steps of each are tried: all, unless that is too much work."""
        number = at.number
        first, _ = next(iter(at.unfinished.values()))
        breadth = self._continuing.breadth(first.course, self._told[first.told : at.until])
        if number * breadth <= _MOST_TRIED:
            return at.take_unfinished(), _MOST_TRIED
        kept = min(_MOST_KEPT, max(_FEW, _MOST_LOOKED_AT // breadth))
        if number > kept:
            at.put_only(_draw_some(at.all(), kept, dice))
        todo = at.take_unfinished()
        return todo, max(1, kept // max(1, len(todo)))

    def _take(self, at: _Places, later: Later, before: Trail, weight: float) -> None:
        """Compares a course with the next facts, and puts it where it belongs."""
        after = self._extend_trail(later, before, at.until)
        if after is not None:
            at.put(after, weight * later.share)

    def _extend_trail(self, later: Later, before: Trail, until: int) -> Trail | None:
        """Returns the trail of a course that follows another one; None if it contradicts the facts."""
        known = self._continuing.match_facts(later.course, self._told[before.told : until])
        if known is None:
            return None
        course, number = known
        return Trail(course, before.told + number, later.step, before, not later.is_only)

    # ------------------------------------------------------------ varying courses

    def _enliven(self, trails: Sequence[Weighted], until: int, dice: Dice) -> list[Weighted]:
        """Returns more courses: these, and others that differ in one hidden choice."""
        drawn = _draw_some(trails, _FEW, dice) if len(trails) > _FEW else list(trails)
        at = _Places(until)
        for trail, weight in (*drawn, *self._vary(drawn, until, dice, _MOST_STEPS)):
            at.put(trail, weight)
        return _scale(at.all())

    def _vary(self, trails: Sequence[Weighted], until: int, dice: Dice, most: int) -> list[Weighted]:
        """Changes single choices of courses, and returns the changed courses that explain all facts."""
        found: list[Weighted] = []
        if self._continuing.has_pieces:
            return found
        paths = [(trail.oldest_first(), weight) for trail, weight in trails]
        ends = [(path, weight, places) for path, weight in paths if (places := _open_places(path))]
        steps = 0
        while ends and steps < most and len(found) < _MOST_KEPT:
            path, weight, places = ends[dice.below(len(ends))]
            made, tried = self._retry(path, places[dice.below(len(places))], until, dice)
            steps += tried
            if made is not None:
                found.append((made, weight))
                path = made.oldest_first()
                ends.append((path, weight, _open_places(path)))
        return found

    def _retry(self, path: Sequence[Trail], at: int, until: int, dice: Dice) -> tuple[Trail | None, int]:
        """Plays a course again from one of its steps on with another choice there, and as before afterwards. Returns the course if it explains all facts, and the
        number of steps."""
        trail = path[at]
        old = iter(path[at + 2 :])
        later = self._continuing.another(trail.course, path[at + 1].step, self._told[trail.told : until], dice)
        is_one_of_many = True
        number = 0
        while later is not None:
            number += 1
            after = self._extend_trail(later, trail, until)
            if after is None:
                return None, number
            trail = evolve(after, is_one_of_many=after.is_one_of_many or is_one_of_many)
            if trail.told == until:
                return trail, number
            rest = self._told[trail.told : until]
            same = next(old, None)
            later = None
            if same is not None and same.step is not None:
                later, is_one_of_many = self._continuing.repeat(trail.course, same.step, rest), same.is_one_of_many
            if later is None:
                later, is_one_of_many = self._continuing.draw(trail.course, rest, dice), True
        return None, number + 1

    def _force(self, before: Iterable[Weighted], until: int, dice: Dice) -> list[Weighted]:
        """Continues courses although they contradict the facts, with the choices that the seat was told. Drawing a world later corrects everything that the
        seat sees."""
        found: list[Weighted] = []
        for trail, weight in before:
            course = trail.course
            for at in range(trail.told, until):
                if isinstance(self._told[at], Chosen):
                    course = self._after_choice(course, self._told[at:until], dice)
            plain = Course(course.node, course.frame, (), course.opened)
            found.append((Trail(plain, until, None, trail), weight))
        return found

    def _after_choice(self, course: Course, told: Sequence[Fact], dice: Dice) -> Course:
        """Continues a course, past the chance nodes before it, by the choice that was told; returns the unchanged course if the choice is impossible there."""
        at: Course | None = course
        while at is not None and isinstance(self._machine.game.nodes[at.node], ChanceNode):
            drawn = self._continuing.draw(at, told, dice)
            at = None if drawn is None else drawn.course
        after = None if at is None else self._continuing.draw(at, told, dice)
        return course if after is None else after.course

    # ------------------------------------------------------------ the position

    def at_stop(
        self, before: Population, state: ReferenceState, pieces: PiecesBefore | None
    ) -> tuple[list[tuple[Course, float]], frozenset[Lost]]:
        """Continues courses through steps that the seat is not told, up to the stop of the state."""
        machine = self._machine
        dice = Dice(chance(before.told, len(before.trails) + 1))
        node = machine.game.nodes[state.node]
        lost = before.lost
        if (
            isinstance(node, DecisionNode)
            and node.is_unseen
            and machine.seat_at(state.frame, state.node) != self._continuing.seat
        ):
            lost |= {_HOW_FAR}
        if pieces is not None:
            lost |= {_APART}
        found: dict[Course, float] = {}
        frontier: dict[Course, float] = {}
        for trail, weight in self._with_pieces(before.trails, pieces, dice):
            frontier[trail.course] = frontier.get(trail.course, 0.0) + weight
        rounds = 0
        while frontier and rounds < _MOST_STEPS:
            rounds += 1
            most = max(1, _MOST_TRIED // len(frontier))
            todo = frontier
            frontier = {}
            for course, weight in todo.items():
                if course.ahead:
                    continue
                if self._stands_at(course, state):
                    found[course] = found.get(course, 0.0) + weight
                    continue
                steps, are_all = self._continuing.later(course, (), most, dice)
                lost = lost if are_all else lost | {_DRAWN}
                for one in steps:
                    frontier[one.course] = frontier.get(one.course, 0.0) + weight * one.share
        if not found:
            found, lost = self._move_there(before, state), lost | {_GIVEN_UP}
        return list(found.items()), lost

    def _move_there(self, before: Population, state: ReferenceState) -> dict[Course, float]:
        """Moves courses that are at another stop to the stop of a state, with all locals that are not secret; empty if the stop needs a secret local."""
        machine = self._machine
        slots = machine.slots
        known = {slots.local(local) for local in machine.known.locals}
        live = machine.live_slots(state.node)
        if not live <= known:
            return {}
        first = slots.fields + slots.zones
        locals = state.frame[first : first + slots.locals]
        moved: dict[Course, float] = {}
        for trail, weight in before.trails:
            frame = trail.course.frame
            course = Course(state.node, (*frame[:first], *locals, *frame[first + slots.locals :]))
            moved[course] = moved.get(course, 0.0) + weight
        return moved

    def _stands_at(self, course: Course, state: ReferenceState) -> bool:
        machine = self._machine
        if course.node != state.node:
            return False
        if not isinstance(machine.game.nodes[course.node], DecisionNode):
            return True
        return machine.seat_at(course.frame, course.node) == machine.seat_at(state.frame, state.node)


class CoursesAt:
    """The courses that agree with the facts that a seat was told, and end at the stop of a state. `lost`: facts that they ignore. Raises WorldsError."""

    def __init__(self, machine: Machine, state: ReferenceState, seat: SeatId) -> None:
        population = population_after(machine, state.log, seat)
        continuing = Continuing(machine, seat, has_pieces=hides_pieces(machine.game))
        belief, pieces = state.log.beliefs[seat], None
        if continuing.has_pieces and isinstance(belief, Belief):
            pieces = PiecesBefore(machine, belief, None, seat)
        found, self.lost = _Growing(machine, continuing, ()).at_stop(population, state, pieces)
        if not found:
            raise WorldsError("no course of play was found that agrees with what the seat has seen")
        self._courses = [course for course, _ in found]
        self._until = [*accumulate(weight for _, weight in found)]

    def draw(self, dice: Dice) -> Frame:
        """Draws a position by the weights."""
        place = dice.below(_PARTS) / _PARTS * self._until[-1]
        return list(self._courses[min(bisect_right(self._until, place), len(self._courses) - 1)].frame)


def _open_places(path: Sequence[Trail]) -> list[int]:
    """Lists the places before which another step was possible."""
    return [place - 1 for place, trail in enumerate(path) if trail.is_one_of_many]


def _scale(trails: Iterable[Weighted]) -> list[Weighted]:
    listed = list(trails)
    total = sum(weight for _, weight in listed)
    return [(trail, weight / total) for trail, weight in listed if weight > 0] if total > 0 else []


def _draw_some(trails: Sequence[Weighted], number: int, dice: Dice) -> list[Weighted]:
    """Draws courses by their weights, at equal distances (systematic resampling), and gives them equal weights."""
    total = sum(weight for _, weight in trails)
    place = dice.below(_PARTS) / _PARTS
    found: list[Weighted] = []
    passed = 0.0
    for trail, weight in trails:
        passed += weight / total * number
        count = 0
        while place < passed:
            place += 1
            count += 1
        if count:
            found.append((trail, count / number))
    return found
