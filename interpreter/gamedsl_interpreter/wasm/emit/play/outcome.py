"""The end: scores, the ranking of seats, the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce

from gamedsl.graph.model import types
from gamedsl_interpreter.plans.spans import highest_score
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eq, eqz, ne, op2
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms import state_access
from gamedsl_interpreter.wasm.emit.forms.values import ListV, RankV, Value, expect
from gamedsl_interpreter.wasm.emit.formulas import places, sorting
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported


def emit_outcome(ctx: Context) -> None:
    """Writes the function that computes scores by seat and line, the ranking of seats, and the reason."""
    game = ctx.game
    if highest_score(game) >= 1 << 31:
        raise Unsupported(f"scores up to {highest_score(game)} (32 bits hold a score)")
    fn = Fn("outcome", ("i32",), "i32")
    code = FormulaLowering(ctx, fn)
    with fn.count(c(0), c(len(game.seats))) as seat:
        for row, line in enumerate(game.scores):
            one = Fn(f"score{row}", ("i32", "i32"), "i32")
            inner = FormulaLowering(ctx, one)
            inner.env = {game.functions[line.function].params[0]: one.param(1)}
            one.ret(inner.scalar(game.functions[line.function].body))
            ctx.functions.append(one)
            at = ctx.cells.outcome.at + 4 * row
            fn.store("32", seat * (4 * len(game.scores)), call(one.name, "i32", code.s, seat), at)
    ranked = ctx.cells.ranked.at
    groups = None if game.verdicts else sorting.ranking(code, game.ranking.order)
    count = fn.let_var(c(0))

    def put(seat: Value, begins: Ir) -> None:
        at = fn.let(count * 8)
        fn.store("32", at, expect(Ir, seat), ranked + 4)
        fn.store("32", at, begins, ranked + 8)
        fn.set(count, count + 1)

    if groups is None:
        won = _emit_winners(code)
        _rank_by_verdict(code, won, put)
        with fn.when(eq(won, c(-1))):
            _rank(code, sorting.ranking(code, game.ranking.order), put)
    else:
        _rank(code, groups, put)
    # The flag of entry j is at RANKED + 8 * j + 8: `tally_match` reads it to find the end of a group.
    fn.store("32", c(ranked), count)
    fn.store("32", ctx.cells.reason.address, read_reason(code))
    fn.ret(c(0))
    ctx.functions.append(fn)


def emit_standing(ctx: Context) -> None:
    """Writes the function that says how well a seat stands before the end."""
    fn = Fn("stands", ("i32", "i32"), "i32")
    judged = ctx.game.judged
    if judged is not None:
        spec = ctx.game.functions[judged.function]
        code = FormulaLowering(ctx, fn)
        code.env = {spec.params[0]: fn.param(1)}
        fn.ret(code.scalar(spec.body))
    else:
        fn.ret(c(0))
    ctx.functions.append(fn)


def emit_is_judged(ctx: Context) -> None:
    """Writes the function that says whether a position is to be judged before the end."""
    fn = Fn("is_judged", ("i32",), "i32")
    judged = ctx.game.judged
    fn.ret(c(0) if judged is None or judged.when is None else FormulaLowering(ctx, fn).scalar(judged.when))
    ctx.functions.append(fn)


def read_reason(code: Lowering) -> Ir:
    """Reads the reason for which the match ended."""
    game, reason = code.game, code.game.builtins.reason
    if reason is None:
        return c(0)
    return expect(Ir, state_access.get(code, game.fields[reason].type, places.field_address(code, reason, c(0))))


def _rank(code: FormulaLowering, groups: RankV, put: Callable[[Value, Ir], None]) -> None:
    """Puts the seats in the order of the ranking."""
    fn, game = code.fn, code.game
    total = fn.reuse(groups.count)
    if game.ranking.members is None:
        with fn.count(c(0), total) as i:
            begins = fn.let(groups.begins(i))
            put(groups.get(i), begins)
    else:
        _rank_teams(code, game.ranking.members, groups, total, put)


def _emit_winners(code: FormulaLowering) -> Ir:
    """Writes the bits of the seats that have won to WON, and returns them; -1 if the ranking says it."""
    fn, ctx = code.fn, code.ctx
    reason, won = fn.let(read_reason(code)), fn.let_var(c(-1))
    for number, spec in enumerate(code.game.verdicts):
        one = Fn(f"wins{number}", ("i32", "i32"), "i32")
        inner = FormulaLowering(ctx, one)
        inner.env = {code.game.functions[spec.wins].params[0]: one.param(1)}
        one.ret(inner.scalar(code.game.functions[spec.wins].body))
        ctx.functions.append(one)
        with fn.when(_is_one_of(reason, spec.reasons)):
            fn.set(won, c(0))
            with fn.count(c(0), c(len(code.game.seats))) as seat:
                fn.set(won, won | (call(one.name, "i32", code.s, seat) << seat))
    fn.store("32", c(ctx.constants["WON"]), won)
    return won


def _is_one_of(reason: Ir, reasons: Sequence[int]) -> Ir:
    return reduce(partial(op2, "or"), [eq(reason, c(one)) for one in reasons])


def _rank_by_verdict(code: FormulaLowering, won: Ir, put: Callable[[Value, Ir], None]) -> None:
    """Puts the winners before the losers, if a verdict says who they are."""
    fn = code.fn
    for wins in (1, 0):
        fresh = fn.let_var(c(1))
        with fn.count(c(0), c(len(code.game.seats))) as seat:
            is_one = eq((won >> seat) & 1, c(wins))
            with fn.when(ne(won, c(-1)) & is_one):
                put(seat, fresh)
                fn.set(fresh, c(0))


def _rank_teams(
    code: Lowering, members_of: types.FunctionId, groups: RankV, total: Ir, put: Callable[[Value, Ir], None]
) -> None:
    """Ranks the members of ranked teams, each group in the order of seats."""
    fn, game = code.fn, code.game
    spec = game.functions[members_of]
    first = fn.let_var(c(0))
    with fn.until(op2("ge_s", first, total)):
        end, bits = fn.let_var(first), fn.let_var(c(0))
        with fn.block() as closed, fn.loop() as more:
            code.env = {}
            code.bind(spec.params[0], groups.get(end))
            members = expect(ListV, code.value(spec.body))
            with fn.count(c(0), fn.reuse(members.count)) as i:
                fn.set(bits, bits | (c(1) << expect(Ir, members.get(i))))
            fn.set(end, end + 1)
            fn.br_if(closed, op2("ge_s", end, total))
            fn.br_if(closed, groups.begins(end))
            fn.br(more)
        fresh = fn.let_var(c(1))
        with fn.count(c(0), c(len(game.seats))) as seat, fn.when((bits >> seat) & 1):
            put(seat, fresh)
            fn.set(fresh, c(0))
        fn.set(first, end)


def check_ties(code: Lowering) -> None:
    """Checks that the ranking leaves no tie, unless a verdict says who has won."""
    decided = [number for spec in code.game.verdicts for number in spec.reasons]
    if not decided:
        _check_ties(code)
        return
    with code.fn.when(eqz(_is_one_of(code.fn.let(read_reason(code)), decided))):
        _check_ties(code)


def _check_ties(code: Lowering) -> None:
    groups = sorting.ranking(code, code.game.ranking.order)
    with code.fn.count(c(1), code.fn.reuse(groups.count)) as i:
        code.check(groups.begins(i), "E_TIE", code.game.ranking.site)
