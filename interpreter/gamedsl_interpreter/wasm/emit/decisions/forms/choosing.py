"""Chooses the form of the offer of a selection of one."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.values import frozen
from gamedsl_interpreter.plans.sources import is_distinct
from gamedsl_interpreter.plans.ways import One
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c
from gamedsl_interpreter.wasm.emit.bulk import runs
from gamedsl_interpreter.wasm.emit.decisions import offers
from gamedsl_interpreter.wasm.emit.decisions.entries import Entries
from gamedsl_interpreter.wasm.emit.decisions.forms.offer import Counted, Offer, most_elements
from gamedsl_interpreter.wasm.emit.decisions.forms.pieces import piece_offer
from gamedsl_interpreter.wasm.emit.decisions.forms.sets import interval_offer, nth_of, set_offer
from gamedsl_interpreter.wasm.emit.forms.runs import RunV, each_of, nth
from gamedsl_interpreter.wasm.emit.forms.values import Value
from gamedsl_interpreter.wasm.emit.lowering import Lowering


@frozen
class Rays(Counted):
    """The elements of several runs in a row."""

    code: Lowering
    runs: tuple[RunV, ...]
    counts: tuple[Ir, ...]
    count: Ir
    most: int

    def get(self, place: Ir) -> Ir:
        mask, rank = nth(self.code, self.runs, self.counts, place)
        return nth_of(self.code, mask, 64 * len(mask.words), rank)

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        fn = self.code.fn
        place = fn.let_var(c(0))

        def one(element: Value, _: Ir) -> None:
            body(place, element)
            fn.set(place, place + 1)

        each_of(self.code, self.runs, one)


def _rays_offer(code: Lowering, node: One) -> Rays | None:
    """Computes the offer as runs; None if its sources are no runs."""
    source, *more = node.part.sources
    if node.rivals or more or not is_distinct(code.game, source):
        return None
    with code.fn.formula():
        all_runs = runs.several(code, source)
    if all_runs is None:
        return None
    counts = tuple(code.fn.let(run.number(code)) for run in all_runs)
    total = c(0)
    for number in counts:
        total = number + total
    return Rays(code, all_runs, counts, code.fn.let(total), most_elements(code, node))


@frozen
class Listed(Counted):
    """Elements in working memory, or elements that are written there on demand."""

    code: Lowering
    entries: Entries
    count: Ir
    most: int

    def get(self, place: Ir) -> Value:
        return self.code.pin(self.entries.get(place))

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        with self.code.fn.count(c(0), self.count) as place:
            body(place, self.get(place))


def offer_of(code: Lowering, node: One) -> Offer:
    """Computes the offer of a selection of one."""
    offer = interval_offer(code, node) or set_offer(code, node) or piece_offer(code, node) or _rays_offer(code, node)
    if offer is not None:
        return offer
    entries = offers.emit_entries(code, node.part, node.facts, node.rivals)
    return Listed(code, entries, entries.count, most_elements(code, node))
