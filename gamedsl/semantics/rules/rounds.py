"""Checks rounds and phases, `setup` and `end`."""

from __future__ import annotations

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import Int, ListOf, SeatId
from gamedsl.semantics.construction import constants
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.construction.sure import note_limit
from gamedsl.semantics.formulas.scores import score_store
from gamedsl.semantics.model.checked import Body, Phase, PhaseEntry, RoundPlan
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import PhaseSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.values import ordinal
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.names import DeclaredTwice, UnknownName, WrongSort
from gamedsl.semantics.problems.rules import Loop, NoLimit
from gamedsl.semantics.problems.terms import Role, Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.rules.rule_bodies import resets_of, statement_context
from gamedsl.semantics.state.fields import round_field
from gamedsl.semantics.statements.loop_limits import USUAL, derive_limit
from gamedsl.semantics.statements.statements import each, suite
from gamedsl.semantics.statements.written_limits import cut_reason, limit
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.marks import sentence_or_none
from gamedsl.syntax.tree import declarations
from gamedsl.values import evolve

_ANY_ROUND = 32767
"""The last round if a mistake makes the number of rounds unknown: then no problem with rounds in examples is reported."""


def round_plan(program: Program) -> RoundPlan:
    world = program.world
    decl = next((d for d in program.merged.decls if isinstance(d, declarations.Rounds)), None)
    if decl is None:
        world.round_limit = 1
        return RoundPlan(None, 1, (), world.site(NOWHERE, "rounds"))
    most, kind = 1, None
    if decl.limit is not None:
        kind = decl.limit.kind
        found = world.check.formula(decl.limit.number, Scope("rounds"))
        if isinstance(found, expressions.Const) and isinstance(found.type, Int):
            most = ordinal(found.value)
            note_limit(world, decl.limit.number.span, found.type, must_end=kind == "at_most")
        else:
            most = _ANY_ROUND
            if not is_broken(found):
                world.problem(Mismatch(decl.limit.number.span, Thing.FIXED_NUMBER, describe(world, found.type)))
    elif any(isinstance(d, declarations.Ends) and d.condition is not None for d in program.merged.decls):
        word = Span(decl.span.source, decl.span.start, decl.span.start + len("rounds"))
        world.problem(NoLimit(word, Loop.ROUNDS, Span(word.source, word.end, word.end), f" at most {USUAL['rounds']}"))
    world.round_limit = max(0, most)
    if kind == "up_to":
        round_field(world)
    phases: list[PhaseEntry] = []
    for entry in decl.phases:
        name = entry.name
        symbol = world.symbols.get(name.text)
        if isinstance(symbol, PhaseSymbol):
            phases.append(PhaseEntry(symbol.index))
        elif symbol is None:
            world.problem(
                UnknownName(name.span, name.text, Role.PHASE, tuple(d.name.text for d in program.phase_decls))
            )
        else:
            world.problem(WrongSort(name.span, name.text, Thing.NO_PHASE, Thing.PHASE))
    cut = decl.limit is not None and decl.limit.cut_off
    reason = cut_reason(world, constants.number(world.round_limit), "rounds") if cut else 0
    return RoundPlan(
        kind, world.round_limit, tuple(phases), world.site(decl.span, "rounds"), cut_off=cut, reason=reason
    )


def with_stages(program: Program, rounds: RoundPlan) -> RoundPlan:
    """Returns the round's entries with their conditions, which may read later declarations; score lines `after round`."""
    world = program.world
    decl = next((d for d in program.merged.decls if isinstance(d, declarations.Rounds)), None)
    after = tuple(
        stmt
        for d in world.score_decls
        if d.after is not None and d.after.text == "round"
        for stmt in _keep_score(world, d)
    )
    if decl is None:
        return evolve(rounds, after=after)
    entries = (e for e in decl.phases if isinstance(world.symbols.get(e.name.text), PhaseSymbol))
    made: list[PhaseEntry] = []
    for plain_entry, entry in zip(rounds.phases, entries, strict=True):
        until = world.check.flag(entry.until, Scope("rounds")) if entry.until is not None else None
        kind, number_ = limit(world, entry.limit, Scope("rounds"))
        if until is not None and kind is None:
            phase = program.phase_decls[plain_entry.phase]
            derived = derive_limit(world, phase.body, phase.name.text)
            if derived is None:
                end = Span(entry.span.source, entry.span.end, entry.span.end)
                world.problem(NoLimit(entry.span, Loop.PHASE, end, f", at most {USUAL['passes']}"))
            kind, number_ = "at_most", constants.number(derived or 1)
        bound = number_.value if isinstance(number_, expressions.Const) else None
        if number_ is not None and not isinstance(bound, int):
            world.problem(Mismatch(entry.span, Thing.FIXED_NUMBER, describe(world, number_.type)))
        cut = entry.limit is not None and entry.limit.cut_off
        reason = cut_reason(world, number_, "passes") if cut else 0
        made.append(
            PhaseEntry(plain_entry.phase, until, kind, int(bound) if isinstance(bound, int) else 1, cut, reason)
        )
    return evolve(rounds, phases=tuple(made), after=after)


def _keep_score(world: World, decl: declarations.Score) -> tuple[source_statements.Stmt, ...]:
    """Builds `score rolls after round: e`: adds e of every player to the line."""
    index = world.score_decls.index(decl)
    stored, function, type_ = score_store(world, index)
    p = world.local("p", world.player)
    site = world.site(decl.span, decl.name.text)
    now = expressions.FieldAt(stored, (p,), world.fields[stored].type, site)
    more = expressions.Arithmetic("+", now, expressions.Call(function, (p,), type_), Int(-(2**31), 2**31 - 1), site)
    everybody = expressions.Const(tuple(range(len(world.seats))), ListOf(world.player, len(world.seats)))
    return (statements.For((p.id,), everybody, (statements.SetField(stored, (p,), more, site),)),)


def elaborate_phase(program: Program, index: int) -> None:
    program.phases[index] = phase_of(program, program.phase_decls[index])


def phase_of(program: Program, decl: declarations.Phase) -> Phase:
    """Checks a phase."""
    world = program.world
    name = decl.name.text
    site = world.site(decl.name.span, name)
    scope = Scope(name)
    seats: list[tuple[SeatId, Body]] = []
    if decl.each is None:
        made: source_statements.Each | None = None
        body = suite(world, decl.body, scope, statement_context(program, name))
    else:
        turns = each(world, decl.each, decl.body, scope, statement_context(program, name))
        made = turns if isinstance(turns, source_statements.Each) else None
        body = (turns,) if isinstance(turns, statements.Repeat) else ()
        for seat in program.merged.seats:
            for own in seat.replaced:
                if isinstance(own, declarations.Phase) and own.name.text == name:
                    me = world.local("me", world.player)
                    stmts = suite(world, own.body, Scope(name, me=me), statement_context(program, name, in_turn=True))
                    seats.append((world.scripted[seat.name], Body(me.id, (), stmts)))
    before = resets_of(world, name)
    after = tuple(
        stmt
        for d in world.score_decls
        if d.after is not None and d.after.text == name
        for stmt in _keep_score(world, d)
    )
    return Phase(name, made, body, tuple(seats), sentence_or_none(decl.body.doc), site, before, after)


def elaborate_part(
    program: Program, kind: type[declarations.Setup] | type[declarations.End], name: str
) -> tuple[source_statements.Stmt, ...]:
    made: list[source_statements.Stmt] = []
    seen: Span | None = None
    for decl in program.merged.decls:
        if isinstance(decl, kind):
            if seen is not None:
                program.world.problem(DeclaredTwice(decl.span, name, seen))
            seen = decl.span
            made.extend(statements_of_part(program, decl, name))
    return tuple(made)


def statements_of_part(
    program: Program, decl: declarations.Setup | declarations.End, name: str
) -> tuple[source_statements.Stmt, ...]:
    """Checks `setup` or `end`."""
    return suite(program.world, decl.body, Scope(name), statement_context(program, name))
