"""Checks the worked examples of one setup: takes trees, returns `ExampleSpec`s and the fragments that they run."""

from __future__ import annotations

import re
from typing import Any, Literal, cast

from gamedsl.diagnostics.suggest import is_slip
from gamedsl.graph.model import expressions, statements
from gamedsl.graph.model.example_lines import (
    Cannot,
    ExampleSpec,
    FixDraw,
    FixRoll,
    GivenField,
    GivenZone,
    Line,
    Plays,
    Run,
    Then,
)
from gamedsl.graph.model.types import FLAG, Enum, Kind, KindId, NodeId, Position, SiteId, Zone
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.examples.givens import find_value, free_contents, givens_of, instance_of, latest
from gamedsl.semantics.examples.moves import check_reason, move_parts, options_line, seat_of, value_for_selection
from gamedsl.semantics.examples.sights import sight_line
from gamedsl.semantics.model.checked import Fragment
from gamedsl.semantics.model.expansion_limits import MOST_BASES
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.functions import Expansion
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import PhaseSymbol, RuleSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.values import bag_entries
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.choices import OpenBrace, UnknownSelection
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.kinds_and_zones import NotAZone
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import About, Role, about
from gamedsl.semantics.problems.worked_examples import BadExample, ExampleFlaw
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.rules.rule_bodies import statement_context
from gamedsl.semantics.rules.verdicts import result_test
from gamedsl.semantics.statements.calls import acting, callee
from gamedsl.syntax.marks import sentence_or_none
from gamedsl.syntax.tree import example_lines, formulas
from gamedsl.syntax.tree.passages import Passage, passages
from gamedsl.syntax.tree.walk import is_tuple
from gamedsl.values import evolve, field_names

PARTS: dict[str, Literal["setup", "rounds", "end"]] = {"setup": "setup", "rounds": "rounds", "end": "end"}


def check_examples(
    program: Program, examples: tuple[example_lines.Example, ...]
) -> tuple[tuple[ExampleSpec, ...], tuple[Fragment, ...]]:
    """Checks the examples of this setup (inherited lines included, players named like the seats). Run lines hold their fragment's number in place of a node;
    `with_entries` inserts the nodes."""
    _check_bases(program)
    program.world.match = Expansion()  # each run of an example is compiled by itself
    fragments: list[Fragment] = []
    specs = tuple(_example(program, e, fragments) for e in examples)
    return specs, tuple(fragments)


def _check_bases(program: Program) -> None:
    """Reports examples whose chain of bases is too long."""
    declared = {d.name.text: d for d in program.merged.decls if isinstance(d, example_lines.Example)}
    for example in declared.values():
        above, base = 0, example
        while base.of is not None and base.of.text in declared and above <= MOST_BASES:
            above, base = above + 1, declared[base.of.text]
        if above > MOST_BASES and base.of is None:
            program.world.problem(TooMany(example.name.span, Amount.EXAMPLES, above, MOST_BASES))


def with_entries(spec: ExampleSpec, entries: tuple[NodeId, ...]) -> ExampleSpec:
    """Returns the example with fragment numbers replaced by entry nodes."""
    lines = tuple(evolve(line, entry=entries[line.entry]) if isinstance(line, Run) else line for line in spec.lines)
    return evolve(spec, lines=lines)


def _example(program: Program, example: example_lines.Example, fragments: list[Fragment]) -> ExampleSpec:
    before_it = len(program.world.problems)
    given: list[GivenZone | GivenField] = []
    lines: list[Line] = []
    given_after = 0
    for line in example.lines:
        match line:
            case example_lines.ExamplePlayers() | example_lines.ExampleWith() | example_lines.ExampleSentence():
                pass
            case example_lines.ExampleGiven():
                given.extend(givens_of(program, line))
                given_after = len(lines)
                lines.extend(free_contents(program, line, fragments))
            case _:
                made = _line(program, example, line, fragments)
                if made is not None:
                    lines.append(made)
    # A brace without a formula is reported, and a formula in braces whose value no `then` line of the passage tells.
    for passage in passages(example.lines):
        for sentence in passage.sentences:
            if any("{" in text or "}" in text for text in sentence.texts):
                program.world.problem(OpenBrace(sentence.span))
            for value in sentence.values:
                if passage.value_of(value) is None:
                    program.world.problem(BadExample(value.span, _untold(value, passage)))
    _call_players(program.world, example, before_it)
    before = any(isinstance(line, Run) and line.text == "setup" for line in lines[:given_after])
    return ExampleSpec(
        example.name.text,
        sentence_or_none(example.doc),
        latest(given),
        given_after if before else 0,
        tuple(lines),
        program.world.site(example.name.span, example.name.text),
    )


def _call_players(world: World, example: example_lines.Example, first: int) -> None:
    """Replaces the names of seats in the example's problems by the names that the example gives to players."""
    names = next((line.names for line in example.lines if isinstance(line, example_lines.ExamplePlayers)), ())
    called = {seat: name.text for seat, name in zip(world.seats, names, strict=False)}

    def rename(value: object) -> object:
        if isinstance(value, str):
            return re.sub(r"\w+", lambda word: called.get(word.group(), word.group()), value)
        if isinstance(value, About):
            return evolve(cast("Any", value), parts=rename(cast("object", value.parts)))
        return tuple(map(rename, value)) if is_tuple(value) else value

    for i, problem in enumerate(world.problems[first:], first):
        names_of = [name for name in field_names(type(problem)) or () if name != "span"]
        changes = {name: rename(getattr(problem, name)) for name in names_of}
        world.problems[i] = evolve(cast("Any", problem), **changes)


# ---------------------------------------------------------------- lines


def _line(
    program: Program, example: example_lines.Example, line: example_lines.ExampleLine, fragments: list[Fragment]
) -> Line | None:
    world = program.world
    site = world.site(line.span, example.name.text)
    match line:
        case example_lines.ExampleRun():
            fragment = _run(program, line)
            if fragment is None:
                return None
            fragments.append(fragment)
            return Run(NodeId(len(fragments) - 1), fragment.name, site)
        case example_lines.ExampleRoll():
            type_ = program.roll_types.get(line.name.text)
            if type_ is None:
                world.problem(
                    UnknownSelection(line.name.span, line.name.text, Role.ROLL, tuple(sorted(program.roll_types)))
                )
                return None
            value = value_for_selection(program, line.value, Scope(example.name.text), type_)
            return None if value is None else FixRoll(line.name.text, value, site)
        case example_lines.ExampleDraw():
            return _draw(program, example, line, site)
        case example_lines.ExamplePlays():
            who, parts = seat_of(program, line.who), move_parts(program, example, line.moves, line.who)
            return None if who is None or parts is None else Plays(who, parts, "", site)
        case example_lines.ExampleDeclines():
            who, parts = (
                seat_of(program, line.who),
                move_parts(program, example, (example_lines.Decline(line.name, span=line.name.span),), line.who),
            )
            return None if who is None or parts is None else Plays(who, parts, "", site)
        case example_lines.ExampleCannot():
            who, parts = seat_of(program, line.who), move_parts(program, example, line.moves, line.who)
            because = line.because.text if line.because is not None else None
            if line.because is not None:
                check_reason(program, line.because)
            return None if who is None or parts is None else Cannot(who, parts, because, "", site)
        case example_lines.ExampleOptions():
            return options_line(program, example, line, site)
        case example_lines.ExampleThen():
            return fact_line(program, example, line, site)
        case example_lines.ExampleSees():
            return sight_line(program, line, site)
        case example_lines.ExampleOver():
            result = None if line.verdict is None else result_test(program, line.verdict)
            return Then(program.over, "", site, line.is_over, result=result)
        case _:
            return None


def _run(program: Program, line: example_lines.ExampleRun) -> Fragment | None:
    world = program.world
    scope = Scope("example")
    if line.who is not None:
        me = world.check.coerce(line.who, scope, world.player)
        if is_broken(me):
            return None
        scope = evolve(scope, me=me)
    name = line.call.of if isinstance(line.call, formulas.Apply) else line.call
    part = PARTS.get(name.id) if isinstance(name, formulas.Name) else None
    if part is not None:
        return Fragment(None, None, scope.me, part, part)
    symbol = world.symbols.get(name.id) if isinstance(name, formulas.Name) else None
    if isinstance(symbol, PhaseSymbol) and isinstance(name, formulas.Name):
        if scope.me is not None and program.phase_decls[symbol.index].each is None:
            world.problem(BadExample(line.span, about(ExampleFlaw.NO_TURNS, name.id)))
        return Fragment(None, symbol.index, scope.me, None, name.id)
    if isinstance(name, formulas.Name) and symbol is None:
        known = (n for n, v in world.symbols.items() if isinstance(v, RuleSymbol | PhaseSymbol))
        world.problem(UnknownName(name.span, name.id, Role.PART, tuple(sorted(known))))
        return None
    found = callee(world, line.call, scope, statement_context(program, "example"))
    if found is None:
        return None
    rule, args = found
    me_arg = acting(world, scope, line.call, rule)
    call = statements.CallRule(rule.id, me_arg, args, world.site(line.span, "example"))
    return Fragment((call,), None, None, None, words(line.call))


def _draw(
    program: Program, example: example_lines.Example, line: example_lines.ExampleDraw, site: SiteId
) -> Line | None:
    world = program.world
    zone = world.check.formula(line.source, Scope(example.name.text))
    instance = instance_of(program, zone)
    if instance is None or not isinstance(zone.type, Zone):
        if not is_broken(zone):
            world.problem(NotAZone(line.source.span, describe(world, zone.type)))
        return None
    kinds: list[KindId] = []
    for piece in line.pieces:
        found = world.check.formula(piece, Scope(example.name.text), Kind(zone.type.classes))
        bag = conversions.as_bag(
            world,
            conversions.kind_of_value(world, found, Kind(zone.type.classes)) or found
            if isinstance(found.type, Enum | Position)
            else found,
        )
        value = find_value(program, bag) if bag is not None else None
        if not isinstance(value, tuple):
            if not is_broken(found):
                world.problem(BadExample(piece.span, about(ExampleFlaw.NOT_DRAWN, describe(world, found.type))))
            return None
        for kind, count in bag_entries(value):
            kinds.extend([KindId(kind)] * count)
    return FixDraw(tuple(kinds), instance, site)


# ---------------------------------------------------------------- sentences


def _untold(value: formulas.Expr, passage: Passage) -> About[ExampleFlaw]:
    """Makes the fact that no line tells the value of a formula. If a line tells the value of a formula that differs only by a slip, the fact suggests that
    one."""
    told = (words(of) for of, _ in passage.facts())
    near = next((one for one in told if is_slip(words(value), one)), None)
    return (
        about(ExampleFlaw.NOT_TOLD, words(value))
        if near is None
        else about(ExampleFlaw.NEARLY_TOLD, words(value), near)
    )


# ---------------------------------------------------------------- facts


def fact_line(
    program: Program, example: example_lines.Example, line: example_lines.ExampleThen, site: SiteId
) -> Then | None:
    """Returns the line of a fact; None if the fact is wrong."""
    world, scope = program.world, Scope(example.name.text, may_state="data")
    fact = world.check.flag(line.fact, scope)
    if is_broken(fact):
        return None
    kept = _with_values(world, line.fact, scope) if _is_impossible(fact) else None
    return Then(kept or fact, "", site, as_before=line.as_before)


def _is_impossible(fact: expressions.Expr) -> bool:
    """Whether a part of a fact is known never to hold."""
    match fact:
        case expressions.And(left, right):
            return _is_impossible(left) or _is_impossible(right)
        case expressions.Const(value):
            return value is False
        case _:
            return False


def _with_values(world: World, fact: formulas.Expr, scope: Scope) -> expressions.Expr | None:
    """Returns a fact with its comparisons of two values that never hold; None if it has none."""
    match fact:
        case formulas.Binary("and", left, right):
            first, second = _with_values(world, left, scope), _with_values(world, right, scope)
            if first is None and second is None:
                return None
            return expressions.And(
                first or world.check.flag(left, scope), second or world.check.flag(right, scope), FLAG
            )
        case formulas.Binary("is" | "<" | "<=" | ">" | ">=" as op, left, right):
            whole = world.check.flag(fact, scope)
            if not isinstance(whole, expressions.Const) or whole.value is not False:
                return None
            first, second = world.check.formula(left, scope), world.check.formula(right, scope)
            if not isinstance(first, expressions.Const) or not isinstance(second, expressions.Const):
                return None
            if op != "is":
                return expressions.Compare(op, first, second, FLAG)
            return None if first.value == second.value else expressions.Equal(first, second, FLAG)
        case _:
            return None
