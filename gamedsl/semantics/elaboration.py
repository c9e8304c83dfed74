"""Checks one whole setup: data, fields, rules, phases, scoring, scripted seats, examples."""

from __future__ import annotations

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.graph.model.game import Builtins
from gamedsl.graph.model.types import FieldId, Int
from gamedsl.semantics.construction.logic import any_of
from gamedsl.semantics.declaring import declare
from gamedsl.semantics.effects.misfits import misfits
from gamedsl.semantics.examples.lines import check_examples
from gamedsl.semantics.examples.starts import check_starts
from gamedsl.semantics.formula_checker import new_world
from gamedsl.semantics.formulas.lets import let_function
from gamedsl.semantics.model.checked import Checked, Fragment, Places
from gamedsl.semantics.model.effort import DECLARATION, MOST_STEPS, Effort, TooMuchWork
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.model.symbols import LetSymbol, RuleSymbol
from gamedsl.semantics.model.world import Judged, World
from gamedsl.semantics.names.own_boards import check_arguments
from gamedsl.semantics.names.references import note_types
from gamedsl.semantics.problems.data import BadData, DataFlaw, HardToCheck
from gamedsl.semantics.problems.kinds_and_zones import CannotLieThere
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.rules import endings
from gamedsl.semantics.rules.aims import aim_of, judgement_of
from gamedsl.semantics.rules.chains import report_idle_chains
from gamedsl.semantics.rules.declines import check_declines
from gamedsl.semantics.rules.final_ranking import ranking_and_winner
from gamedsl.semantics.rules.pile_order import check_orders
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.rules.reaction_calls import kind_rules
from gamedsl.semantics.rules.rounds import elaborate_part, elaborate_phase, with_stages
from gamedsl.semantics.rules.rule_bodies import call_rule, make_rule
from gamedsl.semantics.rules.scripted_seats import report_unanswered, script_of
from gamedsl.semantics.rules.simultaneous import check_together
from gamedsl.semantics.rules.verdicts import decision_test, is_at_once, only_if_open, report_undecided, verdicts_of
from gamedsl.semantics.state.described import about_of
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.semantics.state.zones import box_zone
from gamedsl.source import Span
from gamedsl.syntax.marks import sentence_or_none
from gamedsl.syntax.tree import declarations, example_lines, fields
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import frozen


@frozen
class Elaborated:
    """The checked tree (None if it has errors), the problems, and the examples with the fragments they run."""

    checked: Checked | None
    problems: tuple[Problem, ...]
    examples: tuple[ExampleSpec, ...]
    fragments: tuple[Fragment, ...]
    left_out: frozenset[Span]
    """Parts of formulas that this setup never reaches; `reached` are those that it does."""
    reached: frozenset[Span]
    places: Places
    judged: Judged
    program: Program
    """The declarations of the setup, for who checks a part of it again."""


def elaborate(
    merged: Merged,
    seat_names: tuple[str, ...],
    examples: tuple[example_lines.Example, ...],
    effort: Effort | None = None,
    looked_at: frozenset[Span] = frozenset(),
    starts: tuple[example_lines.StartPosition, ...] = (),
    meanings: Meanings | None = None,
) -> Elaborated:
    """Checks one setup. `examples` and `starts` are those of this setup; seat names are those of all seats, scripted ones last. `looked_at`: parts of
    formulas to check although this setup never reaches them.

    Takes its steps from `effort`, which several setups can share. What names and formulas mean is noted in `meanings`.
    """
    people = len(seat_names) - len(merged.seats)
    p = Program(new_world(seat_names, people, effort or Effort(), looked_at), merged)
    p.world.meanings = meanings
    try:
        p.world.work(merged.game.name.span, DECLARATION * len(merged.decls))
        return _elaborate(p, examples, starts)
    except TooMuchWork:
        p.world.problem(_hard_to_check(p))
        return _result(p, None, (), ())
    except RecursionError:  # each limit on nesting holds, but all at their maximum are too much together
        p.world.problem(too_deep(p.working[-1].decl.name if p.working else merged.game.name))
        return _result(p, None, (), ())


def too_deep(at: Ident) -> Problem:
    """Returns the problem of rules that keep each single limit on nesting but nest too deep all together."""
    return BadData(at.span, about(DataFlaw.TOO_DEEP, at.text))


def _hard_to_check(program: Program) -> HardToCheck:
    """Returns the problem at the declaration being checked, or at the game's name if only the number of setups is too large."""
    at, effort, game = program.world.at, program.world.effort, program.merged.game.name
    if effort.setup > 1:
        return HardToCheck(game.span, game.text, effort.setup, effort.setups, MOST_STEPS)
    for decl in program.merged.decls:
        for part in decl.members if isinstance(decl, fields.Fields) else (decl,):
            name = getattr(part, "name", None)
            if (
                part.span.source == at.source
                and part.span.start <= at.start < part.span.end
                and isinstance(name, Ident)
            ):
                return HardToCheck(name.span, name.text, 1, effort.setups, MOST_STEPS)
    return HardToCheck(at, game.text, 1, effort.setups, MOST_STEPS)


def _elaborate(
    program: Program, examples: tuple[example_lines.Example, ...], positions: tuple[example_lines.StartPosition, ...]
) -> Elaborated:
    world, merged, decls = program.world, program.merged, program.merged.decls
    rounds = declare(program)
    for name, symbol in list(world.symbols.items()):
        if isinstance(symbol, RuleSymbol):
            call_rule(program, name, symbol, symbol.decl.name.span)
    for i in range(len(program.phase_decls)):
        elaborate_phase(program, i)
    rounds = with_stages(program, rounds)
    if world.out_field is not None:
        box_zone(world)
    setup, end = elaborate_part(program, declarations.Setup, "setup"), elaborate_part(program, declarations.End, "end")
    for name, symbol in [*world.symbols.items(), *((n, m) for ms in world.members.values() for n, m in ms.items())]:
        if isinstance(symbol, LetSymbol):
            let_function(world, name, symbol, symbol.decl.name.span)
    scores = endings.score_lines(world)
    ranking, winner = ranking_and_winner(program)
    ends, reasons = endings.game_ends(world, decls)
    program.over = any_of([end.condition for end in ends if is_at_once(end)])
    program.ends, program.verdicts = ends, verdicts_of(world, decls, len(reasons))
    if program.verdicts:
        program.reason = _reason_field(world, len(reasons))
        report_undecided(program, decls, reasons, rounds)
        winner = only_if_open(winner, decision_test(world, program.reason, program.verdicts))
    else:
        endings.report_equal_scores(world)
    invariants, possibles = endings.invariants_of(world, decls), endings.possibles_of(world, decls)
    scripts = tuple(script_of(program, seat) for seat in merged.seats)
    for script in scripts:
        report_unanswered(program, script, (*setup, *end, *winner))

    check_together(program, (*setup, *end))
    check_declines(program, (*setup, *end))
    report_idle_chains(program)
    endings.check_end_part(program, end)

    aim = aim_of(world, decls)
    judged = judgement_of(world, decls, aim)
    named = check_starts(program, rounds, positions)
    specs, fragments = check_examples(program, examples)
    check_orders(world)
    check_arguments(world)
    builtins = Builtins(
        world.round_field,
        world.out_field,
        program.reason if program.verdicts else _reason_field(world, len(reasons)),
        world.winner_field,
        world.box,
        world.function_of[("score", "total")].id if ("score", "total") in world.function_of else None,
        world.sides_zone,
    )
    if (
        any(f is None for f in world.functions)
        or any(r.body is None for r in program.rules)
        or any(ph is None for ph in program.phases)
    ):
        return _result(program, None, (), ())
    checked = Checked(
        merged.game.name.text, sentence_or_none(merged.game.doc), world.seats, world.humans, merged.setup.options, merged.variants, tuple(world.classes),
        tuple(world.kinds),
        tuple(world.enums), tuple(b.spec for b in world.boards), tuple(world.tables), tuple(world.fields), tuple(world.zones),
        tuple(f for f in world.functions if f is not None), tuple(world.locals), scripts, scores, ranking, invariants, reasons, builtins,
        tuple(make_rule(world, r, r.body) for r in program.rules if r.body is not None),
        tuple(ph for ph in program.phases if ph is not None), setup, rounds, (*end, *winner), ends, possibles,
        tuple(world.sites), named, tuple(sorted(world.asked)), about_of(world, merged.written, rounds, kind_rules(program)), program.verdicts,
        aim, judged,
    )  # fmt: skip
    _report_misfits(world, checked, fragments)
    return _result(program, checked, specs, fragments)


def _report_misfits(world: World, checked: Checked, fragments: tuple[Fragment, ...]) -> None:
    """Reports pieces that may come into a zone which is not declared for them, in rules without other errors."""
    if any(problem.is_error for problem in world.problems):
        return
    names = [spec.name for spec in checked.classes]
    for one in misfits(checked, fragments):
        zone, span = checked.zones[one.zone], checked.sites[one.site].span
        wrong, fitting = tuple(names[of] for of in one.wrong), tuple(names[of] for of in one.fitting)
        declared = f"{zone.form} of {' or '.join((*(names[of] for of in zone.classes), *wrong))}"
        world.problem(CannotLieThere(span, zone.name, wrong, fitting, declared, one.is_whole))


def _result(
    program: Program, checked: Checked | None, specs: tuple[ExampleSpec, ...], fragments: tuple[Fragment, ...]
) -> Elaborated:
    world = program.world
    problems = tuple(dict.fromkeys(world.problems))
    if world.meanings is not None:
        note_types(world, world.meanings, world.places.values())
    return Elaborated(
        checked,
        problems,
        specs,
        fragments,
        frozenset(world.left_out),
        frozenset(world.reached),
        world.places,
        world.judged,
        program,
    )


def _reason_field(world: World, reasons: int) -> FieldId | None:
    """Makes the field for the reason of the end; there is none if there is only one reason."""
    return declare_hidden_field(world, "reason", Int(0, reasons - 1), 0, told="never") if reasons > 1 else None
