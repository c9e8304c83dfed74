"""Scripted seats: their answers to the steps of a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.graph.model import shapes
from gamedsl.graph.model.nodes import Answer, Plan
from gamedsl.graph.model.types import SeatId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.plans.candidates import declines
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.values.slots import Formula, Frame
from gamedsl_interpreter.wording.steps import Open


@frozen
class CompiledAnswer:
    """A compiled answer of a scripted seat: `key` is computed for the element in `slot`, if there is a key."""

    answer: Answer
    slot: int
    key: Formula | None


class Script:
    """The answers of one scripted seat, by the name of the selection, gate or menu."""

    def __init__(self, make: Formulas, answers: Sequence[Answer]) -> None:
        self._by_name = {answer.name: answer for answer in answers}
        self._answers = {answer.name: _compile_answer(make, answer) for answer in answers}

    def reply(self, opened: Open, values: Sequence[int], frame: Frame, plan: Plan) -> int | None:
        """Chooses one of several completable values for the seat; None: it leaves the choice to chance. Fault E_CHOICE without an answer."""
        if opened.kind == "gate":
            return values[-1] if declines(plan, opened.name, self._by_name) else values[0]
        compiled = self._answers.get(opened.name)
        if compiled is None:
            raise Fault("E_CHOICE", plan.site, f"its script has no answer to `{opened.name}`")
        policy = compiled.answer.policy
        if policy == "random":
            return None
        if compiled.key is not None and policy in ("highest", "lowest"):
            return _best(
                opened, values, _worth(compiled.key, compiled.slot, frame), sign=1 if policy == "highest" else -1
            )
        if opened.kind == "one" and policy in ("highest", "lowest"):
            if not all(isinstance(opened.element(value), int) for value in values):
                raise Fault(
                    "E_CHOICE", plan.site, f"`{opened.name}`: what can be chosen are no numbers, so nothing is {policy}"
                )
            return _best(opened, values, shapes.number, sign=1 if policy == "highest" else -1)
        return values[-1] if policy in ("highest", "last", "yes") else values[0]


def scripts(make: Formulas) -> dict[SeatId, Script]:
    """Compiles the scripts of a Game."""
    return {script.seat: Script(make, script.answers) for script in make.game.scripts}


def _compile_answer(make: Formulas, answer: Answer) -> CompiledAnswer:
    slot = 0 if answer.element is None else make.slots.local(answer.element)
    return CompiledAnswer(answer, slot, None if answer.key is None else make.of(answer.key))


def _worth(key: Formula, slot: int, frame: Frame) -> Callable[[Value], int]:
    def worth(element: Value) -> int:
        frame[slot] = element
        result: int = key(frame)
        return result

    return worth


def _best(opened: Open, values: Sequence[int], worth: Callable[[Value], int], *, sign: int) -> int:
    """Returns the best of the values that stand for an element; the first of equal ones."""
    meant = [value for value in values if opened.element(value) is not None] or list(values)
    return max(meant, key=lambda value: (sign * worth(opened.element(value)), -value))
