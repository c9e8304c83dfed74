"""Checks one declaration again in a setup that has been checked: while somebody types, most declarations of a text do not change.

Only what is inside the declaration is looked at. Others keep the meaning that they had, so this finds names and types that are wrong here, and nothing that
needs the whole program. If others know what has changed, such as a field or a table, all names are declared anew first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.model.types import LocalId
from gamedsl.semantics.declaring import declare
from gamedsl.semantics.examples.lines import check_examples
from gamedsl.semantics.formulas.lets import let_function
from gamedsl.semantics.model.checked import RoundPlan
from gamedsl.semantics.model.effort import MOST_FOLDED, Effort, TooMuchWork
from gamedsl.semantics.model.functions import Expansion
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.model.symbols import LetSymbol, PhaseSymbol, RuleSymbol
from gamedsl.semantics.names.references import note_types
from gamedsl.semantics.rules.endings import game_ends, invariants_of, possibles_of, score_lines
from gamedsl.semantics.rules.final_ranking import ranking_and_winner
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.rules.rounds import elaborate_phase, phase_of, statements_of_part, with_stages
from gamedsl.semantics.rules.rule_bodies import call_rule, check_rule_again
from gamedsl.syntax.tree import declarations, example_lines, fields, statements
from gamedsl.syntax.tree.walk import walk


def is_alike(old: declarations.Decl, new: declarations.Decl) -> bool:
    """Whether everything that other declarations use of a declaration is unchanged, so that it can be checked alone."""
    match old, new:
        case declarations.Rule(chain=None), declarations.Rule(chain=None):
            return (old.is_action, old.name, old.params, old.into, old.once) == (
                new.is_action,
                new.name,
                new.params,
                new.into,
                new.once,
            )
        case (
            (declarations.Phase(name=before), declarations.Phase(name=after))
            | (declarations.Invariant(name=before), declarations.Invariant(name=after))
            | (declarations.Possible(name=before), declarations.Possible(name=after))
        ):
            return before == after
        case fields.Define(), fields.Define():
            return (old.name, old.params) == (new.name, new.params)
        case example_lines.Example(), example_lines.Example():
            return (old.name, old.of, old.lines[:1]) == (new.name, new.of, new.lines[:1])
        case (declarations.Setup(), declarations.Setup()) | (declarations.End(), declarations.End()):
            return True
        case _:
            return False


def problems_of(
    program: Program,
    decl: declarations.Decl,
    examples: tuple[example_lines.Example, ...],
    meanings: Meanings | None = None,
) -> tuple[Problem, ...] | None:
    """Returns the problems of a changed declaration, checked alone; `is_alike` must hold for its old and its new form. `examples` are its forms in this
    setup, if it is an example. None if it must be checked together with all others."""
    world = program.world
    if world.foldable < MOST_FOLDED or any(isinstance(node, statements.Eliminate) for node in walk(decl)):
        return None
    before = _Before(program)
    world.effort, world.match, world.meanings = Effort(), Expansion(), meanings
    try:
        _check(program, decl, examples)
        found = tuple(world.problems[before.problems :])
        if meanings is not None:
            note_types(world, meanings, [world.places[key] for key in before.new_places()])
    except (TooMuchWork, RecursionError):
        return None
    finally:
        before.restore()
    return found


def problems_anew(
    program: Program, decls: Sequence[declarations.Decl], meanings: Meanings | None = None
) -> tuple[Problem, ...] | None:
    """Checks some declarations in a setup in which nothing has been checked yet. Returns the problems of declaring all names, and the problems inside these
    declarations. None if that is too much work."""
    world = program.world
    world.meanings = meanings
    try:
        rounds = declare(program)
        for decl in decls:
            _check_anew(program, decl, rounds)
    except (TooMuchWork, RecursionError):
        return None
    if meanings is not None:
        note_types(world, meanings, world.places.values())
    return tuple(world.problems)


def _check_anew(program: Program, decl: declarations.Decl, rounds: RoundPlan) -> None:
    world = program.world
    match decl:
        case declarations.Rule():
            _call(program, decl.name.text)
        case fields.Define():
            symbol = world.symbols.get(decl.name.text)
            if isinstance(symbol, LetSymbol):
                let_function(world, decl.name.text, symbol, decl.name.span)
        case fields.Fields():
            known = world.symbols if decl.owner is None else world.members.get(decl.owner.text, {})
            for member in decl.members:
                symbol = known.get(member.name.text)
                if isinstance(symbol, LetSymbol):
                    let_function(world, member.name.text, symbol, member.name.span)
        case declarations.Phase():
            symbol = world.symbols.get(decl.name.text)
            if isinstance(symbol, PhaseSymbol):
                elaborate_phase(program, symbol.index)
        case declarations.Score():
            score_lines(world)
        case declarations.Ends():
            game_ends(world, program.merged.decls)
        case declarations.Ranking():
            ranking_and_winner(program)
        case declarations.Rounds():
            with_stages(program, rounds)
        case declarations.Setup() | declarations.End() | declarations.Invariant() | declarations.Possible():
            _check(program, decl, ())
        case _:
            for rule, reactions in program.reactions.items():
                if any(reaction == decl for _, reaction in reactions):
                    _call(program, rule)


def _call(program: Program, name: str) -> None:
    symbol = program.world.symbols.get(name)
    if isinstance(symbol, RuleSymbol):
        call_rule(program, name, symbol, symbol.decl.name.span)


class _Before:
    """The contents of a setup before a declaration is checked again, so that everything added since can be removed."""

    def __init__(self, program: Program) -> None:
        self._program = program
        world = program.world
        self._lists: tuple[list[Any], ...] = (
            world.problems, world.locals, world.sites, world.functions, world.pile_reads, world.passed_places, world.cuts, *world.parameters.values(),
        )  # fmt: skip
        self._sizes = [len(one) for one in self._lists]
        self._places, self._foldable = len(world.places), world.foldable
        self._selections, self._rolls = dict(program.selection_types), dict(program.roll_types)
        self.problems, self._locals = self._sizes[:2]

    def new_places(self) -> list[int]:
        """Returns the keys of the formulas whose places were noted since."""
        places = self._program.world.places
        return list(islice(reversed(places), len(places) - self._places))

    def restore(self) -> None:
        """Removes everything that was added. Numbers of locals are reused, so nothing may remain of the locals that had them."""
        program, world = self._program, self._program.world
        for key in self.new_places():
            del world.places[key]
        for number in map(LocalId, range(self._locals, len(world.locals))):
            world.origins.pop(number, None)
            for some in (world.chosen, world.owners, world.read_as_own):
                some.discard(number)
        for one, size in zip(self._lists, self._sizes, strict=True):
            del one[size:]
        program.selection_types, program.roll_types = self._selections, self._rolls
        program.working.clear()
        world.expansions.clear()
        world.foldable, world.meanings = self._foldable, None


def _check(program: Program, decl: declarations.Decl, examples: tuple[example_lines.Example, ...]) -> None:
    world = program.world
    match decl:
        case declarations.Rule():
            check_rule_again(program, decl)
        case declarations.Phase():
            phase_of(program, decl)
        case declarations.Setup():
            statements_of_part(program, decl, "setup")
        case declarations.End():
            statements_of_part(program, decl, "end")
        case fields.Define():
            known = world.function_of.pop(("", decl.name.text))
            let_function(world, decl.name.text, LetSymbol(decl, None), decl.name.span)
            world.function_of["", decl.name.text] = known
        case declarations.Invariant():
            invariants_of(world, (decl,))
        case declarations.Possible():
            possibles_of(world, (decl,))
        case example_lines.Example():
            check_examples(program, examples)
        case _:
            raise AssertionError("is_alike refuses others")
