"""Memory and facts of modules that look for positions near the break of a promise (`runtime.hosts.probing`)."""

from __future__ import annotations

from gamedsl.graph.model.expressions import Call
from gamedsl_interpreter.plans.distances import distances_of
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.play.marks import Marks
from gamedsl_interpreter.wasm.instances.interface import PROBE_FACTS


def write(ctx: Context) -> None:
    """Reserves memory, sets constants of the library's part, and declares the function that measures a position."""
    marks, distances = ctx.memo(Marks), distances_of(ctx.game)
    marks.begin(ctx)
    stride = -(-(PROBE_FACTS + ctx.record.size) // 16) * 16
    measures = ctx.memory.space(4 * max(1, len(distances)))
    ctx.constants |= {
        "PROBE_LONGEST": ctx.memory.space(4),
        "PROBE_VISITED": ctx.memory.space(4),
        "PROBE_NEWS": marks.news,
        "PROBE_MARKS": marks.at or 0,
        "PROBE_MARK_COUNT": marks.count,
        "PROBE_EXITS": ctx.memory.words(marks.exits),
        "PROBE_MEASURES": measures,
        "PROBE_MEASURE_COUNT": len(distances),
        "PROBE_FACTS": PROBE_FACTS,
        "PROBE_STRIDE": stride,
        "PROBE_FOUND": ctx.memory.space(stride * (len(distances) + 1), 16),
    }

    def write_measure() -> None:
        fn = Fn("measure", ("i32",), "i32")
        code = FormulaLowering(ctx, fn)
        for number, function in enumerate(distances):
            code.env.clear()
            distance = Call(function, (), ctx.game.functions[function].body.type)
            fn.store("32", c(measures + 4 * number), code.scalar(distance))
        fn.ret(c(0))
        ctx.functions.append(fn)

    ctx.functions.writers["measure"] = write_measure
