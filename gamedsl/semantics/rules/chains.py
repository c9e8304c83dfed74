"""Chain reactions: `rule break_out(c: city), once for each c:`.

Such a rule becomes three rules. A call from outside begins the chain: it notes its value as waiting, and then runs the statements of the rule for the first
waiting value, until no value waits. A call within the chain, directly or through other rules, only notes its value, unless the value has already had its turn.
So no rule calls itself, and the number of values limits the loop. Rules that the chain calls and that lead back to it get a version for calls within the chain.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model import expressions, source_statements, statements, types
from gamedsl.graph.model.game import Dimension
from gamedsl.semantics.construction import constants, logic
from gamedsl.semantics.construction.conversions import all_values
from gamedsl.semantics.model.checked import Body
from gamedsl.semantics.model.types import describe, size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.occurrences import BadChain, ChainFlaw, ChainOfOne
from gamedsl.semantics.rules.program import ChainMarks, Program, RuleWork
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.semantics.statements.statement_context import RuleCallee
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.node import Ident

_COUNTED = types.Int | types.Enum | types.Position | types.Player | types.Row | types.Direction
"""The types whose values are known and few: those that can be an index of a field."""


def is_meant_as_chain(decl: declarations.Rule) -> bool:
    """Whether a rule is to run once for each value of a parameter, though perhaps with a mistake: `, once each c` is one."""
    return decl.chain is not None or (decl.once is not None and decl.once.text in [p.name.text for p in decl.params])


def possible_chain(circle: Sequence[RuleWork]) -> tuple[str, str] | None:
    """Returns the first rule of a circle that could have `, once for each c`, and its c."""
    for work in circle:
        if not work.decl.is_action and len(work.params) == 1 and isinstance(work.params[0][1], _COUNTED):
            return work.decl.name.text, work.params[0][0]
    return None


def chains_here(program: Program) -> frozenset[str]:
    """Returns the chains around the statements that are being checked."""
    return program.working[-1].inside if program.working else frozenset()


def version_here(program: Program, name: str) -> RuleWork | None:
    """Returns the version of a rule for a call in the statements that are being checked: a chain that the rule can continue must contain both the call and
    the version, or neither."""
    inside = chains_here(program)
    versions: list[RuleWork] = list(program.in_chains.get(name, ()))
    if name in program.by_name:
        versions.insert(0, program.by_name[name])
    for work in versions:
        if work.inside == inside if work.body is None else work.reaches & work.inside == work.reaches & inside:
            return work
    return None


def marks_of(
    program: Program, name: str, decl: declarations.Rule, params: tuple[tuple[str, types.Type], ...]
) -> ChainMarks | None:
    """Returns the fields of a rule with `, once for each c`, made at the first call. None for another rule, and after a reported mistake."""
    if decl.chain is None:
        return None
    if name not in program.marks:
        program.marks[name] = _make_marks(program.world, name, decl, decl.chain, params)
    return program.marks[name]


def _make_marks(
    world: World, name: str, decl: declarations.Rule, chain: Ident, params: tuple[tuple[str, types.Type], ...]
) -> ChainMarks | None:
    of = dict(params).get(chain.text)
    if isinstance(of, types.Unknown):
        return None
    flaw = _find_flaw(decl, of, len(params))
    if flaw is not None or of is None:
        said = None if of is None else describe(world, of)
        names = tuple(param for param, _ in params)
        world.problem(BadChain(chain.span, flaw or ChainFlaw.NO_PARAMETER, name, chain.text, said, names))
        return None
    dimension = (Dimension(of, size(world, of), of.low if isinstance(of, types.Int) else 0),)
    waiting, done = (
        declare_hidden_field(world, f"{name} {word}", types.FLAG, False, dimension, told="never")
        for word in ("waits", "is done")
    )
    return ChainMarks(waiting, done, of, chain)


def _find_flaw(decl: declarations.Rule, of: types.Type | None, params: int) -> ChainFlaw | None:
    if decl.is_action:
        return ChainFlaw.ACTION
    if of is None:
        return ChainFlaw.NO_PARAMETER
    if params > 1:
        return ChainFlaw.SEVERAL
    if isinstance(of, types.Optional) and isinstance(of.of, _COUNTED):
        return ChainFlaw.OR_NONE
    return None if isinstance(of, _COUNTED) else ChainFlaw.UNCOUNTED


def noting_body(world: World, decl: declarations.Rule, marks: ChainMarks) -> Body:
    """Builds the statements of a call within the chain: the value waits for its turn, unless it has had one."""
    site = world.site(marks.value.span, decl.name.text)
    value = world.local(decl.params[0].name.text, marks.of)
    fresh = logic.negate(_is_marked(marks.done, value, site))
    noted = statements.SetField(marks.waiting, (value,), constants.YES, site)
    return Body(None, (value.id,), (statements.If(fresh, (noted,), ()),))


def chain_body(world: World, decl: declarations.Rule, marks: ChainMarks, one: RuleCallee) -> Body:
    """Builds the statements of a call from outside: the rule runs for one value after the other, in the order of the values, until none waits."""
    site, of = world.site(marks.value.span, decl.name.text), marks.of
    name = decl.params[0].name.text
    begun, value, it = world.local(name, of), world.local(name, of), world.local("it", of)
    me = world.local("me", world.player) if one.needs_me else None
    everything = types.SetOf(of)
    values = (
        expressions.Const(tuple(range(of.low, of.high + 1)), everything)
        if isinstance(of, types.Int)
        else all_values(world, of)
    )
    those = expressions.Filter(values, it.id, _is_marked(marks.waiting, it, site), everything)
    waiting = world.record_place(those, marks.value.span)
    first = expressions.Need(expressions.Pick("first", waiting, types.Optional(of), site), of, site)
    none_waits = expressions.Compare(
        "<=", expressions.Count(waiting, types.Int(0, size(world, of))), constants.number(0), types.FLAG
    )
    turn: tuple[source_statements.Stmt, ...] = (
        statements.SetLocal(value.id, first),
        statements.SetField(marks.waiting, (value,), constants.NO, site),
        statements.SetField(marks.done, (value,), constants.YES, site),
        statements.CallRule(one.id, me, (value,), site),
    )
    turns = statements.Repeat("at_most", constants.number(size(world, of)), none_waits, turn, site)
    begin = statements.SetField(marks.waiting, (begun,), constants.YES, site)
    clear = statements.ResetFields((marks.done,), None)
    return Body(None if me is None else me.id, (begun.id,), (begin, turns, clear))


def _is_marked(field: types.FieldId, value: expressions.Expr, site: types.SiteId) -> expressions.Expr:
    return expressions.FieldAt(field, (value,), types.FLAG, site)


def report_idle_chains(program: Program) -> None:
    """Warns of each `, once for each c` whose rule never leads back to itself."""
    for name, marks in program.marks.items():
        leads_back = any(name in work.inside for work in program.in_chains.get(name, ()))
        if marks is not None and not leads_back:
            program.world.problem(ChainOfOne(marks.value.span, name, marks.value.text))
