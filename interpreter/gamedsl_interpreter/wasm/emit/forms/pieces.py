"""Pieces and zones, and pieces as entries in working memory."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import types
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, ge, load
from gamedsl_interpreter.wasm.emit.emitter import Emitter


@frozen
class PieceV:
    """A piece; it is none if its kind is none."""

    zone: Ir
    kind: Ir

    def pin(self, code: Emitter) -> PieceV:
        """Gives the piece with its numbers in locals."""
        return PieceV(code.fn.reuse(self.zone), code.fn.reuse(self.kind))


@frozen
class ZoneV:
    """A zone instance. If its family is known while emitting, `flat` is its number in the family. `maybe`: it can be none."""

    instance: Ir
    family: types.ZoneId | None
    flat: Ir
    maybe: bool

    @property
    def known_family(self) -> types.ZoneId:
        """Gives the family, in code that is emitted only if it is known."""
        if self.family is None:
            raise LookupError("nothing is known of the zone's family here")
        return self.family

    def pin(self, code: Emitter) -> ZoneV:
        """Gives the zone with its number in a local."""
        flat = code.fn.reuse(self.flat)
        if self.family is None:
            return ZoneV(flat, None, flat, self.maybe)
        base = code.game.zones[self.family].base
        return ZoneV(code.fn.reuse(self.instance) if self.maybe else flat + base, self.family, flat, self.maybe)


@frozen
class PiecesV:
    """Entries of three words (zone, kind, count) from `at` to `end`."""

    at: Ir
    end: Ir

    def pin(self, code: Emitter) -> PiecesV:
        """Gives the entries with their addresses in locals."""
        return PiecesV(code.fn.reuse(self.at), code.fn.reuse(self.end))

    def each(self, code: Emitter, body: Callable[[PieceV, Ir], None]) -> None:
        """Iterates over the entries."""
        fn = code.fn
        at, end = fn.let_var(self.at), fn.reuse(self.end)
        with fn.until(ge(at, end)):
            piece = PieceV(fn.let(load("i32", at)), fn.let(load("i32", at, 4)))
            number = fn.let(load("i32", at, 8))
            fn.set(at, at + 12)
            body(piece, number)


def append_entry(code: Emitter, end: Ir, piece: PieceV, number: Ir) -> None:
    """Writes an entry at the address in a local, and advances the address past it."""
    code.fn.store("32", end, piece.zone)
    code.fn.store("32", end, piece.kind, 4)
    code.fn.store("32", end, number, 8)
    code.fn.set(end, end + 12)
