"""Chooses the form of the offer of a selection of one."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.values import frozen
from gamedsl_interpreter.plans.ways import One
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c
from gamedsl_interpreter.wasm.emit.decisions import offers
from gamedsl_interpreter.wasm.emit.decisions.entries import Entries
from gamedsl_interpreter.wasm.emit.decisions.forms.offer import Counted, Offer, most_elements
from gamedsl_interpreter.wasm.emit.decisions.forms.pieces import piece_offer
from gamedsl_interpreter.wasm.emit.decisions.forms.rays import rays_offer
from gamedsl_interpreter.wasm.emit.decisions.forms.sets import interval_offer, set_offer
from gamedsl_interpreter.wasm.emit.forms.values import Value
from gamedsl_interpreter.wasm.emit.lowering import Lowering


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
    offer = interval_offer(code, node) or set_offer(code, node) or piece_offer(code, node) or rays_offer(code, node)
    if offer is not None:
        return offer
    entries = offers.emit_entries(code, node.part, node.facts, node.rivals)
    return Listed(code, entries, entries.count, most_elements(code, node))
