"""Emits formulas: the interface through which every part of the emitter asks for their values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl.values import define
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, const_value
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Body, ListV, V, Value, iterate, pin


class Lowering(Emitter, ABC):
    """Emits formulas into `fn`. `env` holds the locals with known values; other locals are in working memory."""

    def __init__(self, ctx: Context, fn: Fn) -> None:
        super().__init__(ctx, fn)
        self.env: dict[LocalId, Value] = {}

    @abstractmethod
    def value(self, expr: Expr) -> Value:
        """Computes the value of a formula at this point."""

    @abstractmethod
    def scalar(self, expr: Expr) -> Ir:
        """Computes a number, flag, ordinal, kind or zone instance; none is -1."""

    @abstractmethod
    def scalar_itself(self, expr: Expr) -> Ir:
        """Computes a number here, even if the formula is long enough for a function of its own."""

    @abstractmethod
    def piece(self, expr: Expr) -> PieceV:
        """Computes a piece, or none."""

    @abstractmethod
    def zone(self, expr: Expr) -> ZoneV:
        """Computes a zone instance, or none."""

    @abstractmethod
    def whole_set(self, expr: Expr) -> MaskV | ListV:
        """Computes a whole set."""

    @abstractmethod
    def mask(self, expr: Expr) -> MaskV:
        """Computes a set of bits."""

    @abstractmethod
    def bits(self, value: MaskV | ListV, of: types.Type) -> MaskV:
        """Converts a computed set to bits of an element type."""

    @abstractmethod
    def whole_list(self, expr: Expr) -> ListV:
        """Computes a whole list."""

    @abstractmethod
    def pieces(self, expr: Expr) -> PiecesV:
        """Computes piece entries in working memory."""

    @abstractmethod
    def bag(self, expr: Expr) -> BagV:
        """Computes counts in working memory."""

    @abstractmethod
    def stream(self, expr: Expr, body: Body) -> None:
        """Iterates over the entries of a collection, in order."""

    @abstractmethod
    def stream_elements(self, expr: Expr, body: Body) -> None:
        """Iterates over the entries of a collection. A filtered set is not built: its elements are tested one by one."""

    @abstractmethod
    def local(self, local: LocalId) -> Value:
        """Gives the value of a local."""

    @abstractmethod
    def keep(self, local: LocalId, value: Value) -> None:
        """Writes a local of the graph to working memory."""

    @abstractmethod
    def value_for(self, local: LocalId, expr: Expr) -> Value:
        """Computes the value of a formula in the form that a local holds."""

    @abstractmethod
    def call_function(self, expr: expressions.Call, of: Callable[[Expr], V]) -> V:
        """Calls a function of the Game, or expands it in place."""

    @abstractmethod
    def apart(self, expr: expressions.Call) -> Value | None:
        """Gives the result of a call, if the function is a function of the module."""

    @abstractmethod
    def with_result(self, value: Value, expr: expressions.Call, of: Callable[[Expr], V]) -> V:
        """Applies `of` to a call whose result is computed already."""

    def stream_up_to(self, expr: Expr, body: Body) -> None:
        """Iterates over the entries of a collection whose loop the body may leave. If computing the collection can fail, it fails before the first entry."""
        if self.ctx.analysis.totality.is_total(expr):
            self.stream(expr, body)
        else:
            iterate(self, self.pin(self.value(expr)), body)

    def stream_copies(self, expr: Expr, body: Body) -> None:
        """Iterates over every copy of a collection's elements."""

        def each(element: Value, number: Ir) -> None:
            if const_value(number) == 1:
                body(element, number)
            else:
                with self.fn.count(c(0), self.fn.reuse(number)):
                    body(element, c(1))

        self.stream(expr, each)

    def pin(self, value: V) -> V:
        """Gives the value with its numbers in locals, so that it can be used several times."""
        return pin(self, value)

    def bind(self, local: LocalId, value: Value) -> None:
        """Binds a local of formulas."""
        self.env[local] = self.pin(value)


@define
class Questions:
    """Answers questions `can`. Another part of the emitter writes their searches; it needs formulas itself, so it is not imported here."""

    answer: Callable[[Lowering, expressions.Can], Ir] | None = None
