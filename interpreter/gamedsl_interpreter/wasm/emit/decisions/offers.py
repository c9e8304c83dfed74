"""The offer of a selection: its elements in normative order, each with its count, in working memory."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.analysis.filters import remove_filters
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Select
from gamedsl_interpreter.plans.facts import SelectionFacts
from gamedsl_interpreter.plans.sources import is_distinct, is_merged
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eq, eqz, lt, op2, select
from gamedsl_interpreter.wasm.emit.decisions.entries import Entries, once
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect, iterate
from gamedsl_interpreter.wasm.emit.formulas import piece_subsets
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.memory.refusing import Refusing
from gamedsl_interpreter.wasm.emit.planning import capacities

_MOST_BYTES = 1 << 21
"""The most bytes of one offer; a small number of elements is always allowed."""


def emit_entries(
    code: Lowering,
    part: Select,
    facts: SelectionFacts,
    rivals: tuple[Select, ...] | None = None,
    space: Callable[[int], int] | None = None,
) -> Entries:
    """Emits the list of the elements that are offered in the position, without the elements taken by the selections `rivals` (None: the rivals of the
    facts). `space` gives the address of that many bytes for the list; without it, the list has memory of its own."""
    fn, of = code.fn, facts.element
    step = scratch_values.size(code.ctx, of) + 4
    most = max(capacities.LEAST, min(capacities.most_offered(code.game, part), _MOST_BYTES // step))
    entries = Entries((space or code.ctx.memory.space)(step * most), step, of, code, fn.let_var(c(0)), most)
    with fn.block() as done:
        for source in part.sources:
            fn.set(entries.count, c(0))
            with fn.formula():
                _write_filtered(code, entries, part, source, facts, facts.rivals if rivals is None else rivals)
            if len(part.sources) > 1:
                fn.br_if(done, entries.count)
    return entries


def _write_filtered(
    code: Lowering, entries: Entries, part: Select, source: Expr, facts: SelectionFacts, before: tuple[Select, ...]
) -> None:
    """Writes the elements of a source. If the host asks why an element is left out, the filters are not applied."""
    refusing = code.ctx.find_memo(Refusing)
    whole = source if refusing is None else remove_filters(source)
    if refusing is None or whole == source:
        _write_source(code, entries, source, before, counted=facts.is_counted)
        return
    known = dict(code.env)
    asked = code.fn.let(refusing.is_unfiltered(part.name))
    with code.fn.when(asked):
        _write_source(code, entries, whole, before, counted=facts.is_counted)
    code.env = dict(known)
    with code.fn.when(eqz(asked)):
        _write_source(code, entries, source, before, counted=facts.is_counted)
    code.env = known


def _write_source(code: Lowering, entries: Entries, source: Expr, before: tuple[Select, ...], *, counted: bool) -> None:
    fn = code.fn

    def write(element: Value, number: Ir) -> None:
        code.room(lt(entries.count, c(entries.most)))
        at = fn.let(entries.elements.entry(entries.count))
        scratch_values.put(code, entries.of, at, element)
        fn.store("32", at, number, entries.step - 4)
        fn.set(entries.count, entries.count + 1)

    def available(element: Value, number: Ir) -> None:
        left = fn.let(_count_left(code, expect(PieceV, element), number, before))
        with fn.when(op2("gt_s", left, c(0))):
            write(element, left)

    offer = available if before and isinstance(entries.of, types.Piece) else write
    if isinstance(source.type, types.Pieces):
        if is_merged(code.game, source):
            code.stream(source, offer)
        else:
            piece_subsets.merge_entries(code, code.pieces(source), entries.most).each(code, offer)
    elif isinstance(source.type, types.ListOf | types.Ranking) and not is_distinct(code.game, source):
        code.stream_copies(source, once(code, entries, write, counted=counted))
    else:
        code.stream(source, offer if counted else lambda element, _: offer(element, c(1)))


def _count_left(code: Lowering, piece: PieceV, number: Ir, before: tuple[Select, ...]) -> Ir:
    """Gives how many copies of a piece are left after earlier selections."""
    fn = code.fn
    gone = fn.let_var(c(0))
    for part in before:
        value = code.local(part.local)

        def took(element: Value, count: Ir) -> None:
            other = expect(PieceV, element)
            same = eq(other.kind, piece.kind) & eq(other.zone, piece.zone)
            fn.set(gone, gone + (count & (c(0) - same)))

        if isinstance(value, PieceV):
            took(value, c(1))
        elif isinstance(value, PiecesV | LanesV):
            iterate(code, value, took)
    left = fn.let_var(number)
    with fn.when(gone & -1), fn.when(eqz(lt(piece.zone, c(0)))):
        there = fn.let(call("z_count", "i32", code.s, piece.zone, piece.kind) - gone)
        fn.set(left, select(lt(there, number), there, number))
    return left
