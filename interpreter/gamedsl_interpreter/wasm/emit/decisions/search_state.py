"""The search of one decision while it is emitted: its ways, its steps, and its working memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gamedsl.graph.model import types
from gamedsl.graph.model.types import LocalId, NodeId
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.plans.facts import PartFacts
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, call
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.memory.refusing import Refusing
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace

Visit: TypeAlias = Callable[[Lowering, Ir], Ir]
"""Emits the rest of a search from a depth on; gives its result."""


@frozen
class Way:
    """A way in which a move can end: the exit it takes, and the locals that the plans on the way have bound."""

    exit: int
    bound: frozenset[LocalId]


_FIRST_WAY = 1 << 16
"""The first number for ways that cannot have the number of their exit."""


@define
class Opened:
    """A step of a decision as scripted seats see it: its kind, its name, and the place of its elements."""

    kind: str
    name: str
    elements: int = 0
    size: int = 0
    of: types.Type | None = None


@frozen
class SelectionScratch:
    """Working memory of a selection of several: the number of elements and of groups, the bounds, the chosen amounts, how many may come after an
    element, the elements in the order of their steps, and the start of each group."""

    count: int
    least: int
    most: int
    amounts: int
    after: int
    order: int
    keys: int
    starts: int
    groups: int


@define
class Search:
    """The search of one decision while it is emitted."""

    ctx: Context
    name: str
    scratches: dict[LocalId, SelectionScratch] = field(factory=dict[LocalId, SelectionScratch])
    spaces: dict[tuple[LocalId, str, int], int] = field(factory=dict[tuple[LocalId, str, int], int])
    decision: str = ""
    """The name of the decision."""
    walks: bool = True
    """Whether it also draws values step by step, because no other function does."""
    count: int = 0
    opened: list[Opened] = field(factory=list[Opened])
    has_candidates: bool = False
    """Whether random players draw a move before it is judged."""
    finishing: frozenset[int] = frozenset()
    """With candidates: the identities of the parts after which a move can certainly be completed if no `ensure` refuses it."""
    told: frozenset[LocalId] = frozenset()
    """Locals whose binding must be tracked."""
    ways: dict[int, Way] = field(factory=dict[int, Way])
    offers: dict[LocalId, OfferPlace] = field(factory=dict[LocalId, OfferPlace])
    """The addresses of the offers of selections, valid when the search stops."""
    tried: dict[int, NodeId] = field(factory=dict[int, NodeId])
    """The exits with moves that need a trial, and the nodes after them."""
    kept: frozenset[LocalId] = frozenset()
    """Locals that trials restore."""
    is_question: bool = False
    """Whether it only tests for a complete move (the result is STOP if there is one). Then it records no steps and writes to no memory but its own."""

    @property
    def refusing(self) -> Refusing | None:
        """The variables with which the module explains refusals, if it does."""
        return None if self.is_question else self.ctx.find_memo(Refusing)

    def is_certain(self, facts: PartFacts) -> bool:
        """Whether all values of a part can certainly be completed; at a decision with candidates, to one of these."""
        return id(facts.part) in self.finishing if self.has_candidates else facts.can_finish

    def way(self, exit_number: int, bound: frozenset[LocalId]) -> int:
        """Gives the number of a way to an exit that binds these locals. It is the exit's own number, unless another way with other locals already has this
        number."""
        way = Way(exit_number, bound & self.told)
        number = exit_number
        while self.ways.setdefault(number, way) != way:
            number = max(_FIRST_WAY, number + 1)
        return number

    def space(self, local: LocalId, what: str, size: int) -> int:
        """Gives working memory of a selection. Lines of a menu that bind the same local share it, so texts of moves find it whichever line was taken."""
        key = local, what, size
        if key not in self.spaces:
            self.spaces[key] = self.ctx.memory.space(size)
        return self.spaces[key]

    def function(self, write: Visit) -> Visit:
        """Moves the visit into a function of its own."""
        name = f"{self.name}_{self.count}"
        self.count += 1
        fn = Fn(name, ("i32", "i32"), "i32")
        code = FormulaLowering(self.ctx, fn)
        fn.ret(write(code, fn.param(1)))
        self.ctx.functions.append(fn)
        return lambda other, depth: other.fn.let(call(name, "i32", other.s, depth))

    def step(self, opened: Opened) -> int:
        """Gives the number of a kind of step."""
        self.opened.append(opened)
        return len(self.opened)
