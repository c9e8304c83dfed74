"""Modules that explain why a choice is refused: their searches can continue past a part that forbids a move.

Such a module has variables of the host, at addresses that `Refusing.by_name` names. With WHY, requirements do not end a search: the first one that
fails on the way to a complete move is noted in BROKEN. The selection UNFILTERED also offers the elements that its filters leave out. With ANY_NUMBER,
selections of several may have too few elements. With UNTIL, a move is complete once that selection, which is the step after PREFIX, is made. A
selection is identified by the number of its name. All variables are 0 in searches of play, so these are not affected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.statements import Ensure, Requirement, Select, YesNo
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eq, eqz, ge, load
from gamedsl_interpreter.wasm.emit.memory.memory import Memory

Blame: TypeAlias = "Requirement | Ensure"


@frozen
class Blamed:
    """A requirement that can forbid a move, as a host names it."""

    name: str
    why: str | None
    site: int


@define
class Refusing:
    """The variables, the numbers of the requirements that can forbid a move (from 1), and the numbers of the names of selections (from 1)."""

    why: int
    broken: int
    unfiltered: int
    any_number: int
    until: int
    ensured: int
    selections: tuple[str, ...]
    _blamed: dict[Blamed, int] = field(factory=dict[Blamed, int])

    def number(self, blame: Blame) -> int:
        """Gives the number of a requirement or `ensure`."""
        return self._blamed.setdefault(Blamed(blame.name, blame.why, blame.site), len(self._blamed) + 1)

    def list_blamed(self) -> tuple[Blamed, ...]:
        """Gives all numbered requirements, in the order of their numbers."""
        return tuple(self._blamed)

    def by_name(self) -> dict[str, int]:
        """Gives the addresses of the variables of the host."""
        return {
            "WHY": self.why,
            "BROKEN": self.broken,
            "UNFILTERED": self.unfiltered,
            "ANY_NUMBER": self.any_number,
            "UNTIL": self.until,
        }

    def is_unfiltered(self, selection: str) -> Ir:
        """Tests whether a selection offers the elements that its filters leave out."""
        return eq(load("i32", c(self.unfiltered)), c(self._selection(selection)))

    def is_last(self, selection: str, depth: Ir, length: Ir) -> Ir:
        """Tests whether the selection, whose step has this depth, completes the move; `length` is the length of the prefix."""
        return eq(load("i32", c(self.until)), c(self._selection(selection))) & eq(depth, length)

    def takes_any_number(self) -> Ir:
        """Tests whether selections of several may have too few elements."""
        return load("i32", c(self.any_number))

    def asks_why(self) -> Ir:
        """Tests whether requirements are only noted."""
        return load("i32", c(self.why))

    def load_first_broken(self) -> Ir:
        """Gives the number of the first requirement on the way that does not hold, or 0."""
        return load("i32", c(self.broken))

    def put_back(self, fn: Fn, before: Ir) -> None:
        """Removes the requirement that the rest of a way has noted."""
        fn.store("32", c(self.broken), before)

    def blame(self, fn: Fn, number: Ir) -> None:
        """Notes a broken requirement, unless an earlier one on the way is already noted as broken."""
        with fn.when(eqz(self.load_first_broken())):
            fn.store("32", c(self.broken), number)

    def note_judgement(self, fn: Fn, ensure: Ensure) -> None:
        """Notes which `ensure` has refused a move in its trial."""
        fn.store("32", c(self.ensured), c(self.number(ensure)))

    def judge(self) -> Ir:
        """Gives the `ensure` that has refused the last move."""
        return load("i32", c(self.ensured))

    def least(self, least: Ir) -> Ir:
        """Gives the least number of elements of a selection."""
        return least * eqz(self.takes_any_number())

    def _selection(self, name: str) -> int:
        return 1 + self.selections.index(name)


def refusing_of(game: Game, memory: Memory) -> Refusing:
    """Reserves memory for the variables."""
    decisions = [node.plan for node in game.nodes if isinstance(node, DecisionNode | TogetherNode)]
    asked = [question.plan for question in game.questions]
    parts = (part for top in (*decisions, *asked) for plan in plans(top) for part in plan.parts)
    names = dict.fromkeys(part.name for part in parts if isinstance(part, Select | YesNo))
    why, broken, unfiltered, any_number, until, ensured = (memory.space(4) for _ in range(6))
    return Refusing(why, broken, unfiltered, any_number, until, ensured, tuple(names))


def test_requirements(
    refusing: Refusing,
    fn: Fn,
    requirements: Sequence[Requirement],
    holds: Callable[[Requirement], Ir],
    go_on: Callable[[], Ir],
    otherwise: Ir,
) -> Ir:
    """Emits tests of requirements that do not end the search if the host asks why. `go_on` must be a call: its notes are removed afterwards."""
    result = fn.let_var(otherwise)
    before = fn.let(refusing.load_first_broken())
    with fn.block() as out:
        for requirement in requirements:
            with fn.when(eqz(holds(requirement))):
                fn.br_if(out, eqz(refusing.asks_why()))
                refusing.blame(fn, c(refusing.number(requirement)))
        fn.set(result, go_on())
    # If the search stops here, the recorded requirement is kept.
    with fn.when(ge(result, c(0))):
        refusing.put_back(fn, before)
    return result
