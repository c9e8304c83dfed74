"""Selections of several as a whole: the largest possible amount of each part, and the answers that choose exactly given amounts.

`hosts/js/src/several.js` does the same for modules; `tests/hosts` compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Literal

from gamedsl.graph.model.statements import Select
from gamedsl.values import frozen
from gamedsl_interpreter.reference.decisions.decisions import Decision
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.things import Thing, Things
from gamedsl_interpreter.wording.steps import Open

_MOST_QUESTIONS = 400
"""Searches at most. Parts of which nothing is known then may be chosen."""

_Steps = tuple[int, ...]


@frozen
class SeveralPart:
    """A part: at least one move takes `most` of it, and none takes more. Of parts with equal `group`, only one can be chosen."""

    text: str
    thing: Thing
    most: int
    group: int | None


@frozen
class Several:
    """A selection of several, all its steps together. `number` is the number of chosen elements: exactly this many, at most this many as far as a quick
    search can tell, or None for any number."""

    name: str
    ask: str | None
    quantity: Literal["exactly", "up_to", "any"]
    number: int | None
    parts: tuple[SeveralPart, ...]


@frozen
class _Offered:
    """An element that a step offers: the value that takes one of it, and its number."""

    text: str
    thing: Thing
    value: int
    most: int


@frozen
class _Found:
    """The selection of an open step: the number of steps before it, the steps of the first move, and the offers of each of its steps."""

    part: Select
    first: int
    lowest: _Steps
    steps: tuple[tuple[_Offered, ...], ...]


def several_at(decision: Decision, frame: Frame, taken: _Steps) -> Several | None:
    """Describes the selection of several to which the open step belongs; None if it belongs to none."""
    found = _find_selection(decision, frame, taken)
    if found is None:
        return None

    def options(before: _Steps) -> _Steps:
        answer = decision.options(frame, before)
        return () if answer is None else answer[1]

    part, is_grouped = found.part, found.part.distinct is not None
    reach = _Reach(found, found.lowest[: max(found.first, len(taken))], options)
    chosen = reach.walk(lambda _, i: found.lowest[found.first + i])
    if part.quantity == "up_to":
        chosen = reach.walk(lambda values, _: values[-1])
    reach.complete()
    number = sum(min(value, 1) if is_grouped else value for value in chosen)
    parts = [
        SeveralPart(
            one.text,
            one.thing,
            int(one.value in seen) if is_grouped else min(one.most, max(seen)),
            i if is_grouped else None,
        )
        for i, (offered, seen) in enumerate(zip(found.steps, reach.seen, strict=True))
        for one in offered
    ]
    return Several(part.name, part.ask, _quantity(part), None if part.quantity == "any" else number, tuple(parts))


def find_picked(decision: Decision, frame: Frame, taken: _Steps, amounts: Sequence[int]) -> tuple[int, ...] | None:
    """Returns the answers to the open step and to later steps that choose exactly `amounts` of each part; None if no move does that."""
    found = _find_selection(decision, frame, taken)
    steps = None if found is None else _steps_for(found, amounts)
    if steps is None or steps[: len(taken)] != taken[: len(steps)] or not decision.endings(frame, steps, 1):
        return None
    answers: list[int] = []
    asked = decision.next_question(frame, taken)
    while asked is not None and len(asked.before) < len(steps):
        answers.append(steps[len(asked.before)])
        asked = decision.next_question(frame, asked.steps_with(answers[-1]))
    return tuple(answers)


def _quantity(part: Select) -> Literal["exactly", "up_to", "any"]:
    match part.quantity:
        case "exactly" | "up_to" | "any":
            return part.quantity
        case "one":
            raise AssertionError("one is not several")


def _find_selection(decision: Decision, frame: Frame, taken: _Steps) -> _Found | None:
    asked = decision.next_question(frame, taken)
    if asked is None or asked.opened.several is None:
        return None
    part, _ = asked.opened.several
    lowest = decision.endings(frame, asked.steps_with(asked.values[0]), 1)[0].steps
    at = len(asked.before)

    def step_at(depth: int) -> Open | None:
        found = decision.last_open(frame, lowest[: depth + 1])
        return found if found.several is not None and found.several[0] is part else None

    earlier = _until_none(step_at, range(at - 1, -1, -1))
    later = _until_none(step_at, range(at, len(lowest)))
    steps = [*reversed(earlier), *later]
    return _Found(part, at - len(earlier), lowest, tuple(_offers_of(decision.things, one) for one in steps))


def _until_none(opened: Callable[[int], Open | None], depths: Sequence[int]) -> list[Open]:
    found: list[Open] = []
    for depth in depths:
        one = opened(depth)
        if one is None:
            break
        found.append(one)
    return found


def _offers_of(things: Things, opened: Open) -> tuple[_Offered, ...]:
    most = 0 if opened.several is None else opened.several[1]
    if opened.kind != "group":
        return (_Offered(opened.about, things.thing(*opened.topic), 1, most),)
    values = range(1, most + 1)
    return tuple(_Offered(opened.text(v), things.thing(opened.element(v), opened.of), v, 1) for v in values)


def _steps_for(found: _Found, amounts: Sequence[int]) -> _Steps | None:
    """Returns the steps up to the end of the selection that choose these amounts; None if no steps do that."""
    if len(amounts) != sum(len(offered) for offered in found.steps):
        return None
    steps = [*found.lowest[: found.first]]
    rest = iter(amounts)
    for offered in found.steps:
        wanted = [
            (one.value, amount) for one, amount in zip(offered, islice(rest, len(offered)), strict=True) if amount
        ]
        if len(wanted) > 1 or (found.part.distinct is not None and any(amount != 1 for _, amount in wanted)):
            return None
        steps.append(sum(value * amount for value, amount in wanted))
    return tuple(steps)


class _Reach:
    """Finds the values of each step that occur in some move. `taken` are steps that cannot be changed."""

    def __init__(self, found: _Found, taken: _Steps, options: Callable[[_Steps], _Steps]) -> None:
        self._find_selection = found
        self._taken = taken
        self._options = options
        self._asked: dict[_Steps, _Steps] = {}
        self.seen = [{*taken[found.first + i : found.first + i + 1], 0} for i in range(len(found.steps))]

    def walk(self, choose: Callable[[_Steps, int], int]) -> _Steps:
        """Chooses a value at each step of the selection, in order, and returns the chosen values."""
        before = self._taken[: self._find_selection.first]
        for i in range(len(self._find_selection.steps)):
            before = (*before, choose(self._after(before), i))
        return before[self._find_selection.first :]

    def complete(self) -> None:
        """Looks for a move with each value that no move has shown yet, the highest value first."""
        before = self._taken[: self._find_selection.first]
        for i, offered in enumerate(self._find_selection.steps):
            for one in offered:
                for amount in range(one.most, 0, -1):
                    value = one.value * amount
                    if value in self.seen[i]:
                        break
                    if self._exists(before, i, value):
                        self.seen[i].add(value)

    def _exists(self, before: _Steps, i: int, wanted: int) -> bool:
        if len(self._asked) >= _MOST_QUESTIONS:
            return True
        values = self._after(before)
        if len(before) == self._find_selection.first + i:
            return wanted in values
        return any(self._exists((*before, value), i, wanted) for value in values)

    def _after(self, before: _Steps) -> _Steps:
        if len(before) < len(self._taken):
            return self._taken[len(before) : len(before) + 1]
        if before not in self._asked:
            values = self._options(before)
            self._asked[before] = values
            self.seen[len(before) - self._find_selection.first].update(values)
        return self._asked[before]
