"""Checks one declaration again in a setup that has been checked: while somebody types, most of a text stays as it is.

Only what is inside the declaration is looked at. Others keep the meaning that they had, so this finds names and types that are wrong here, and nothing that
needs the whole program.
"""

from __future__ import annotations

from itertools import islice

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.examples.lines import check_examples
from gamedsl.semantics.formulas.lets import let_function
from gamedsl.semantics.model.effort import MOST_FOLDED, Effort, TooMuchWork
from gamedsl.semantics.model.functions import Expansion
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.model.symbols import LetSymbol
from gamedsl.semantics.names.noted_types import note_types
from gamedsl.semantics.rules.endings import invariants_of, possibles_of
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.rules.rounds import phase_of, statements_of_part
from gamedsl.semantics.rules.rule_bodies import check_rule_again
from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import walk


def is_alike(old: tree.Decl, new: tree.Decl) -> bool:
    """Whether what others know of a declaration is as before, so that it can be checked alone."""
    match old, new:
        case tree.Rule(chain=None), tree.Rule(chain=None):
            return (old.is_action, old.name, old.params, old.into, old.once) == (
                new.is_action,
                new.name,
                new.params,
                new.into,
                new.once,
            )
        case (tree.Phase(), tree.Phase()) | (tree.Invariant(), tree.Invariant()) | (tree.Possible(), tree.Possible()):
            return old.name == new.name
        case tree.Define(), tree.Define():
            return (old.name, old.params) == (new.name, new.params)
        case tree.Example(), tree.Example():
            return (old.name, old.of, old.lines[:1]) == (new.name, new.of, new.lines[:1])
        case (tree.Setup(), tree.Setup()) | (tree.End(), tree.End()):
            return True
        case _:
            return False


def problems_of(
    program: Program, decl: tree.Decl, examples: tuple[tree.Example, ...], meanings: Meanings | None = None
) -> tuple[Problem, ...] | None:
    """Returns the problems of a declaration that `is_alike` one of the checked setup; `examples` are its forms in this setup, if it is an example. None if
    it has to be checked with all others."""
    world = program.world
    if world.foldable < MOST_FOLDED or any(isinstance(node, tree.Eliminate) for node in walk(decl)):
        return None
    foldable = world.foldable
    grown = (world.problems, world.locals, world.sites, world.functions)
    sizes, places = [len(one) for one in grown], len(world.places)
    world.effort, world.match, world.meanings = Effort(), Expansion(), meanings
    try:
        _check(program, decl, examples)
    except (TooMuchWork, RecursionError):
        return None
    finally:
        found = tuple(world.problems[sizes[0] :])
        new = list(islice(reversed(world.places), len(world.places) - places))
        if meanings is not None:
            note_types(world, meanings, [world.places[key] for key in new])
        for key in new:
            del world.places[key]
        for one, size in zip(grown, sizes, strict=True):
            del one[size:]
        world.foldable, world.meanings = foldable, None
        world.expansions.clear()
        program.working.clear()
    return found


def _check(program: Program, decl: tree.Decl, examples: tuple[tree.Example, ...]) -> None:
    world = program.world
    match decl:
        case tree.Rule():
            check_rule_again(program, decl)
            world.parameters[decl.name.text].pop()
        case tree.Phase():
            phase_of(program, decl)
        case tree.Setup():
            statements_of_part(program, decl, "setup")
        case tree.End():
            statements_of_part(program, decl, "end")
        case tree.Define():
            known = world.function_of.pop(("", decl.name.text))
            let_function(world, decl.name.text, LetSymbol(decl, None), decl.name.span)
            world.function_of["", decl.name.text] = known
        case tree.Invariant():
            invariants_of(world, (decl,))
        case tree.Possible():
            possibles_of(world, (decl,))
        case tree.Example():
            check_examples(program, examples)
        case _:
            raise AssertionError("is_alike refuses others")
