"""Moves of pieces in lanes: counts are taken out of their zones and added to those of another one."""

from __future__ import annotations

from gamedsl.graph.bytes.codings import Counted, CountZone, MaskZone, SlotZone, zone_coding
from gamedsl.graph.model import statements
from gamedsl.graph.model.types import SiteId, ZoneId
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, eq, load, op2
from gamedsl_interpreter.wasm.emit.forms import lane_values
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.formulas import lanes, places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds


def move(code: Lowering, effect: statements.Move, target: ZoneId) -> bool:
    """Emits the move of pieces in locals, if they are lanes and the target takes any number of them. Gives whether it was emitted."""
    spec = code.game.zones[target]
    if spec.form != "bag" or spec.capacity is not None:
        return False
    pieces = lanes.value(code, effect.what)
    if pieces is None:
        return False
    to = code.pin(code.zone(effect.to))
    for zone, words in zip(pieces.zones, pieces.counts, strict=True):
        if any(word != c64(0) for word in words):
            _leave(code, zone, words, effect.site)
            _arrive(code, LanesV((zone,), (words,)), to)
    return True


def _leave(code: Lowering, zone: ZoneV, words: tuple[Ir, ...], site: SiteId) -> None:
    """Takes pieces out of a zone. Fault E_MISSING if they are not there."""
    fn, at = code.fn, code.fn.let(places.zone_address(code, zone))
    match zone_coding(code.game, code.game.zones[zone.known_family]):
        case SlotZone() as coding:
            lying = lanes.of_zone(code, zone)
            there = c(1)
            for word, own in zip(words, lying.counts[0], strict=True):
                there = there & (op2("eq", word, c64(0)) | op2("eq", word, own))
            code.check(there, "E_MISSING", site)
            with fn.when(LanesV((zone,), (words,)).some(code)):
                fn.store("8" if coding.codes == "B" else "16", at, c(0))
        case MaskZone():
            for i, word in enumerate(words):
                bits = fn.let(lane_values.nonzero(word))
                there = fn.let(load("u8", at, i))
                code.check(eq(there & bits, bits), "E_MISSING", site)
                fn.store("8", at, there ^ bits, i)
        case _:
            for i, word in enumerate(words):
                there = fn.let(load("i64", at, 8 * i))
                enough = ((there | lane_values.HIGH) - word) & lane_values.HIGH
                code.check(op2("eq", enough, c64(lane_values.HIGH)), "E_MISSING", site)
                fn.store("i64", at, there - word, 8 * i)


def _arrive(code: Lowering, pieces: LanesV, to: ZoneV) -> None:
    fn, game = code.fn, code.game
    (zone,), (words,) = pieces.zones, pieces.counts
    spec = game.zones[to.known_family]
    if zone_kinds(game, spec) == zone_kinds(game, game.zones[zone.known_family]):
        at = fn.let(places.zone_address(code, to))
        match zone_coding(game, spec):
            case CountZone(Counted(_, "B")):
                for i, word in enumerate(words):
                    fn.store("i64", at, load("i64", at, 8 * i) + word, 8 * i)
                return
            case MaskZone():
                for i, word in enumerate(words):
                    fn.store("8", at, load("u8", at, i) | lane_values.nonzero(word), i)
                return
            case _:
                pass

    def put(element: Value, number: Ir) -> None:
        zones.put(code, to, expect(PieceV, element).kind, number)

    pieces.each(code, put)
