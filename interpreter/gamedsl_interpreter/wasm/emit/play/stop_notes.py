"""Notes at stops of play: who acts, and the offer of a decision with one simple selection, written after the record for hosts that ask often.

A *note* follows a record: the seats that act as bits, the decision's node (-1 if no offer is noted), and the offered elements as bits of 64-bit words.
Equal notes (without the seats) mean equal moves, so a host can keep the texts of moves by their bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import types
from gamedsl.graph.model.nodes import DecisionNode, EndNode
from gamedsl.graph.model.statements import Bind, Select
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, op2
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions.forms.sets import bits_of, element_of, is_bit_source, nth_of
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering

MOST_WORDS = 8
HEAD = 8
"""The bytes of a note before the offered elements."""


@frozen
class Offer:
    """The form in which a note at a stop lists a decision's offer: bit i stands for `low + i`, in `words` words of 64 bits. Each element leads to the node
    `after`. `bound` is the address to which the chosen element is written; it is 0 if choosing takes more than this write. `decision` and `selection` are
    names."""

    low: int
    words: int
    after: int
    bound: int
    decision: str
    selection: str


def write(ctx: Context) -> dict[int, Offer]:
    """Writes the functions `pick…` of decisions with one simple selection, the function that calls them by node, and the facts that the library needs."""
    offers: dict[int, Offer] = {}
    ctx.constants |= {"OFFERED": ctx.memory.space(8 * MOST_WORDS), "OFFER_BITS": 0}
    for number, node in enumerate(ctx.game.nodes):
        if isinstance(node, DecisionNode):
            simple = _find_simple(ctx, node)
            offer = None if simple is None else _write_pick(ctx, number, node, simple)
            if offer is not None:
                offers[number] = offer
    fn = Fn("pick", ("i32", "i32", "i32"), "i32")
    fn.switch(fn.param(1), [(number, _call_pick(fn, number)) for number in offers])
    fn.ret(c(-1))
    ctx.functions.append(fn)
    words = max((offer.words for offer in offers.values()), default=0)
    ctx.constants |= {
        "NOTE_SIZE": -(-(HEAD + 8 * words) // 16) * 16,
        "OFFER_BYTES": 8 * words,
        "OFFER_LOW": _by_node(ctx, {number: offer.low for number, offer in offers.items()}),
        "BOUND_AT": _by_node(ctx, {number: offer.bound for number, offer in offers.items()}),
        "AFTER": _by_node(ctx, {number: offer.after for number, offer in offers.items()}),
        "IS_OFFER": ctx.memory.words([int(number in offers) for number in range(len(ctx.game.nodes))]),
        "IS_END": ctx.memory.words([int(isinstance(node, EndNode)) for node in ctx.game.nodes]),
    }
    return offers


def _by_node(ctx: Context, values: dict[int, int]) -> int:
    return ctx.memory.words([values.get(number, 0) for number in range(len(ctx.game.nodes))])


def _call_pick(fn: Fn, number: int) -> Callable[[], None]:
    return lambda: fn.ret(call(f"pick{number}", "i32", fn.param(0), fn.param(2)))


@frozen
class _Simple:
    """A decision that is one selection of one number: the formulas bound before it, the selection, and its exit."""

    before: tuple[Bind, ...]
    selection: Select
    exit: int


def _find_simple(ctx: Context, node: DecisionNode) -> _Simple | None:
    """Gives the parts of a decision, if it is a simple selection."""
    plan = node.plan
    if plan.exit is None or plan.gate == "may" or plan.gate_at or ctx.game.scripts or (node.is_private and plan.gate):
        # A seat that decides in private is asked even if nothing can be chosen. Its only move then has no steps and no element.
        return None
    if node.exits[plan.exit] in ctx.trials.ahead:
        return None  # An `ensure` may refuse an element.
    *before, last = plan.parts or (None,)
    binds = tuple(part for part in before if isinstance(part, Bind))
    match last:
        case Select(quantity="one", sources=(source,)) if (
            len(binds) == len(before)
            and is_bit_source(ctx.game, source)
            and not isinstance(element_of(source), types.Kind)
        ):
            return _Simple(binds, last, plan.exit)
        case _:
            return None


def _write_pick(ctx: Context, number: int, node: DecisionNode, simple: _Simple) -> Offer | None:
    """Writes the function that notes the offer and its size, then binds the element at a place and returns the exit (-1 if there are fewer elements)."""
    fn = Fn(f"pick{number}", ("i32", "i32"), "i32")
    code = FormulaLowering(ctx, fn)
    fn.lasting = ctx.locals.lasting_words(node.plan)
    for bind in simple.before:
        fields.set_local(code, bind.local, code.value(bind.value))
    (source,) = simple.selection.sources
    value = bits_of(code, source)
    if len(value.words) > MOST_WORDS:
        return None
    _note(code, value)
    count = fn.let(value.number(code))
    ctx.cells.leaves.store(fn, count)
    place: Ir = fn.param(1)
    with fn.when(op2("ge_u", place, count)):
        fn.ret(c(-1))
    most = scale_span(ctx.game, element_of(source))[1]
    code.keep(simple.selection.local, nth_of(code, value, most, place))
    fn.ret(c(simple.exit))
    ctx.functions.append(fn)
    bits = most if value.low == scale_span(ctx.game, element_of(source))[0] else 64 * len(value.words)
    ctx.constants["OFFER_BITS"] = max(ctx.constants["OFFER_BITS"], bits)
    bound = 0 if simple.before else ctx.locals.at(simple.selection.local)
    after = node.exits[simple.exit]
    return Offer(value.low, len(value.words), after, bound, node.plan.name, simple.selection.name)


def _note(code: Lowering, value: MaskV) -> None:
    for i, word in enumerate(value.words):
        code.fn.store("i64", c(0), word, code.ctx.constants["OFFERED"] + 8 * i)
