"""State shared by the functions of one decision while they are emitted: working memory of its choices, and functions for its branches."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from math import prod

from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind
from gamedsl.graph.model.types import LocalId
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.plans import ways
from gamedsl_interpreter.plans.facts import Dependence
from gamedsl_interpreter.plans.reading import Reading
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, const_value, load
from gamedsl_interpreter.wasm.emit.bulk import lane_conditions
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions import multi_select
from gamedsl_interpreter.wasm.emit.decisions.forms.choosing import offer_of
from gamedsl_interpreter.wasm.emit.decisions.forms.offer import Offer, most_elements, most_offered
from gamedsl_interpreter.wasm.emit.decisions.forms.pieces import slots_of
from gamedsl_interpreter.wasm.emit.decisions.search_state import Search, SelectionScratch
from gamedsl_interpreter.wasm.emit.decisions.steps import MOST_STEPS, SlotStorage, Steps, groups_of
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.forms import lane_values, state_access
from gamedsl_interpreter.wasm.emit.forms.values import SizedV, Value
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots
from gamedsl_interpreter.wasm.emit.signals import ON
from gamedsl_interpreter.wasm.emit.tables import constants

MOST_WAYS = 1 << 62
MOST_LINES = 31
"""The most lines of a menu: one word holds a bit for each line that can be completed."""


@frozen
class OneFound:
    """The results of counting a selection of one: its offer, and the ways after it (with dependence NONE)."""

    offer: Offer
    rest: Ir


@frozen
class SeveralFound:
    """The results of counting a selection of several: its steps, and the column at which following its table starts."""

    steps: Steps
    column: Ir
    rest: Ir


@define
class Found:
    """The results of counting in the current function, by the number of the choice. A branch that has functions of its own also writes the results to
    working memory, where its second function reads them. Between the two calls the branch is never counted for other locals."""

    is_branch: bool = False
    ones: dict[int, OneFound] = field(factory=dict[int, OneFound])
    several: dict[int, SeveralFound] = field(factory=dict[int, SeveralFound])
    steps: dict[int, Steps] = field(factory=dict[int, Steps])
    lines: dict[int, list[Ir]] = field(factory=dict[int, list[Ir]])
    """The ways of each branch of a node: the lines of a menu, the content of a gate, the continuations of a flag. The key is the identity of the node."""


def static_binds(ctx: Context, plan: Plan) -> dict[LocalId, Expr]:
    """Gives the locals of a decision that stand for formulas which do not read the state."""
    return {
        part.local: part.value
        for one in plans(plan)
        for part in one.parts
        if isinstance(part, Bind) and constants.facts(ctx, part.value).is_static
    }


@define
class Deciding:
    """A decision while its functions are emitted."""

    ctx: Context
    name: str
    reading: Reading
    search: Search
    """Numbers the ways to leave the decision."""
    plan: Plan
    _storage: dict[int, tuple[SlotStorage, SelectionScratch]] = field(
        factory=dict[int, tuple[SlotStorage, SelectionScratch]]
    )
    _space: dict[tuple[str, int], int] = field(factory=dict[tuple[str, int], int])
    _bounds: dict[int, int] = field(factory=dict[int, int])
    _functions: dict[tuple[str, int], str] = field(factory=dict[tuple[str, int], str])
    _kept: dict[tuple[str, int], list[Ir]] = field(factory=dict[tuple[str, int], "list[Ir]"])
    _layouts: dict[int, Slots | None] = field(factory=dict[int, "Slots | None"])
    _asking: Lowering = field(init=False)
    """Emits code that is thrown away, to see whether it can be emitted."""

    def __attrs_post_init__(self) -> None:
        self._asking = FormulaLowering(self.ctx, Fn(f"{self.name}_asking", ("i32",), "i32"))

    # ------------------------------------------------------------ memory

    def storage(self, node: ways.Several) -> tuple[SlotStorage, SelectionScratch]:
        """Gives the working memory of a selection of several."""
        if node.number not in self._storage:
            space = self.ctx.memory.space
            slots = SlotStorage(space(72), space(72), space(64))
            self._storage[node.number] = slots, multi_select.scratch_of(self.ctx, node.part)
        return self._storage[node.number]

    def space(self, name: str, number: int, size: int) -> int:
        """Gives working memory of a choice for one purpose."""
        key = name, number
        if key not in self._space:
            self._space[key] = self.ctx.memory.space(size)
        return self._space[key]

    def offer(self, code: Lowering, node: ways.One) -> Offer:
        """Computes the offer of a selection of one."""
        return offer_of(code, node)

    def keep(self, code: Lowering, results: Found, purpose: str, key: int, values: list[Ir]) -> None:
        """Keeps numbers for the other function of a branch. Constants are known there without memory."""
        self._kept[purpose, key] = values
        for i, value in enumerate(values):
            if results.is_branch and const_value(value) is None:
                code.fn.store("32", c(self.space(purpose, key, 4 * len(values))), value, 4 * i)

    def recall(self, code: Lowering, purpose: str, key: int) -> list[Ir]:
        """Gives the numbers that were kept."""
        values = self._kept[purpose, key]
        at = c(self.space(purpose, key, 4 * len(values)))
        return [value if value.op == "const" else code.fn.let(load("i32", at, 4 * i)) for i, value in enumerate(values)]

    # ------------------------------------------------------------ functions

    def function(self, purpose: str, node: ways.Ways, params: int, write: Callable[[Lowering], None]) -> str:
        """Gives the function for a purpose and a node, which has 0 or 1 parameters besides the state. It is written on the first request."""
        key = purpose, id(node)
        if key not in self._functions:
            name = self._functions[key] = f"{self.name}_{purpose}{len(self._functions)}"
            self.write(name, params, write)
        return self._functions[key]

    def write(self, name: str, params: int, write: Callable[[Lowering], None]) -> None:
        """Writes a function that does not change the state."""
        fn = Fn(name, ("i32", "i32") if params else ("i32",), "i32")
        code = FormulaLowering(self.ctx, fn)
        fn.lasting = self.ctx.locals.lasting_words(self.plan)
        with self._bind_temporarily():
            write(code)
        self.ctx.functions.append(fn)

    @contextmanager
    def _bind_temporarily(self) -> Generator[None]:
        before, self.ctx.binds = self.ctx.binds, static_binds(self.ctx, self.plan)
        try:
            yield
        finally:
            self.ctx.binds = before

    # ------------------------------------------------------------ bounds

    def most(self, node: ways.Ways) -> int:
        """Gives an upper bound for the ways of a node."""
        if id(node) not in self._bounds:
            self._bounds[id(node)] = min(MOST_WAYS, self._bound_ways(node))
        return self._bounds[id(node)]

    def _bound_ways(self, node: ways.Ways) -> int:
        match node:
            case ways.Leaf():
                return 1
            case ways.Menu(lines=lines):
                return sum(map(self.most, lines))
            case ways.Gate(take=inner) | ways.IfAble(take=inner):
                return self.most(inner) + 1
            case ways.Kept(ways=inner):
                return self.most(inner)
            case ways.Tested(then=then) | ways.Bound(then=then):
                return self.most(then)
            case ways.Flag(then=then):
                return 2 * self.most(then)
            case ways.One(then=then):
                return self._most_offered(node) * self.most(then)
            case ways.Several(then=then):
                return self._most_selected(node) * self.most(then)

    def _most_offered(self, node: ways.One) -> int:
        layout = self.layout(node)
        return most_elements(self._asking, node) if layout is None else len(layout.every())

    def _most_selected(self, node: ways.Several) -> int:
        layout = self.layout(node)
        if layout is None:
            return MOST_WAYS
        if node.part.distinct is None:
            return max(prod(1 + copies for copies in row) for row in self._rows(node, layout))
        product = 1
        for group in groups_of(self._asking, node.part, node.part.distinct, layout) or ():
            product *= 1 + len(group)
        return product

    def layout(self, node: ways.One | ways.Several) -> Slots | None:
        """Gives the slots from which a choice offers pieces; None if it cannot be emitted with slots."""
        if node.number not in self._layouts:
            with self._asking.fn.aside():
                given = slots_of(self._asking, node)
            layout = None if given is None else lane_values.layout_of(self.ctx.game, given)
            apart_by = node.part.distinct
            if (
                layout is not None
                and apart_by is not None
                and groups_of(self._asking, node.part, apart_by, layout) is None
            ):
                layout = None
            self._layouts[node.number] = layout
        return self._layouts[node.number]

    def shape(self, node: ways.Several) -> tuple[int, int]:
        """Gives the most steps of a selection of several, and the most elements that can be chosen."""
        layout = self.layout(node)
        if layout is None:
            elements = most_elements(self._asking, node)
            is_member = node.part.distinct is not None or not node.facts.is_counted
            return elements, elements if is_member else most_offered(self.ctx.game, node)
        if node.part.distinct is not None:
            number = len(groups_of(self._asking, node.part, node.part.distinct, layout) or ())
            return number, number
        rows = self._rows(node, layout)
        return max(map(len, rows)), max(map(sum, rows))

    def _rows(self, node: ways.Several, layout: Slots) -> list[list[int]]:
        """Gives, for each set of slots that can be offered together, the most pieces in each slot."""
        kinds = {slot: kind for slot, _, kind in layout.every()}
        rows = lane_conditions.rows(self._asking, layout, node.part.sources[0])
        return [[self.ctx.game.kinds[kinds[slot]].copies for slot in row] for row in rows]

    def can_count(self, root: ways.Ways) -> bool:
        """Whether all selections of several can be counted by their steps, so that none must be enumerated and none is too long."""
        if any(isinstance(node, ways.Menu) and len(node.lines) > MOST_LINES for node in ways.nodes(root)):
            return False
        several = [node for node in ways.nodes(root) if isinstance(node, ways.Several)]
        if any(node.dependence is Dependence.CHOICE or max(self.shape(node)) > MOST_STEPS for node in several):
            return False
        # A node that depends on a number is counted while only that number is known. Functions of their own could not see it.
        numbers = [node.then for node in several if node.dependence is Dependence.NUMBER]
        return not any(isinstance(inner, ways.Menu) for then in numbers for inner in ways.nodes(then))

    def is_exact(self, node: ways.Ways) -> bool:
        """Whether the number of ways of a node is always less than ON."""
        return self.most(node) < ON


def bind(code: Lowering, local: LocalId, value: Value, *, in_memory: bool) -> None:
    """Binds a local. Numbers stay in locals of the function; they are written to memory only if a called function may read them there."""
    pinned = code.pin(value)
    if isinstance(pinned, SizedV) or (not in_memory and state_access.is_small(pinned)):
        code.env[local] = pinned
    else:
        fields.set_local(code, local, pinned)


@contextmanager
def apart(code: Lowering) -> Generator[None]:
    """Forgets afterwards which locals are bound inside."""
    before = dict(code.env)
    yield
    code.env = before
