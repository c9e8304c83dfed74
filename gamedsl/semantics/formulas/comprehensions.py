"""Checks comprehensions: `… for x in S`, also with several `for`, with parts of S, with pairs and with numbers."""

from __future__ import annotations

from math import comb

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Bag, Int, ListOf, Pieces, Ranking, SetOf, Zone
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.construction.exclusions import condition_of
from gamedsl.semantics.formulas.collections import as_collection, elements
from gamedsl.semantics.formulas.pile_reads import note_order
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.formula_words import arguments_without_names
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, element_of, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names import hiding
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.elements import NotACollection, NotPairs
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import WrongArguments
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve, frozen

MOST_SUBSETS = 10_000
"""The most parts of a set that a formula may iterate over."""


@frozen
class Loop:
    """One `for` of a formula, with the local that stands for its elements."""

    source: expressions.Expr
    local: expressions.Local


@frozen
class Numbered:
    """`numbered(S)`: the list, and its numbers from 1; with a filter the numbers that it keeps."""

    whole: expressions.Expr
    """The list, to be evaluated once."""
    bound: expressions.Expr
    """The local for the list during the iteration."""
    numbers: expressions.Expr
    number: expressions.Local
    element: expressions.Expr


def loops_of(
    world: World, comprehension: formulas.Comprehension, scope: Scope
) -> tuple[tuple[Loop, ...], formulas.Expr, Scope] | None:
    """Returns the loops of a comprehension from the outermost to the innermost, the formula for each pass, and the scope of that formula."""
    found = _loops(world, comprehension, scope)
    if found is None:
        return None
    loops, inner = found
    if not isinstance(comprehension.body, formulas.Comprehension):
        return loops, comprehension.body, inner
    further = loops_of(world, comprehension.body, inner)
    return None if further is None else ((*loops, *further[0]), *further[1:])


def _loops(world: World, comprehension: formulas.Comprehension, scope: Scope) -> tuple[tuple[Loop, ...], Scope] | None:
    if comprehension.second is not None:
        return _loops_of_two(world, comprehension, comprehension.second, scope)
    source, local = elements(world, comprehension.source, scope, name=comprehension.var.text)
    if source is None:
        return None
    source = conversions.as_list(world, source) if comprehension.choose is None else source
    if comprehension.choose is not None:
        source = subsets(world, comprehension, source, scope)
        if not isinstance(source.type, ListOf):
            return None
        local = world.local(comprehension.var.text, source.type.of)
        world.origins[local.id] = (source,)
    inner = hiding.with_variable(world, scope, comprehension.var, local)
    return (Loop(source, local),), facts.where(inner, condition_of(source, local))


def _loops_of_two(
    world: World, comprehension: formulas.Comprehension, second: Ident, scope: Scope
) -> tuple[tuple[Loop, ...], Scope] | None:
    """Checks `for i, x in numbered(S)`, or `for a, b in S` through pairs."""
    names = (comprehension.var, second)
    if is_numbered(comprehension.source):
        made = check_numbered(world, comprehension.source, scope, names)
        if made is None:
            return None
        inner = hiding.with_variable(world, scope, names[0], made.number)
        inner = hiding.with_variable(world, inner, names[1], made.element)
        numbers = Loop(made.numbers, made.number)
        if not isinstance(made.bound, expressions.Local) or made.bound is made.whole:
            return (numbers,), inner
        once = expressions.MakeList((made.whole,), ListOf(made.whole.type, 1))
        return (Loop(once, made.bound), numbers), inner
    source = conversions.as_list(world, world.check.formula(comprehension.source, scope))
    pair = source.type.of if isinstance(source.type, ListOf) else None
    if not isinstance(pair, ListOf):
        if not is_broken(source):
            world.problem(NotPairs(comprehension.source.span, describe(world, source.type)))
        return None
    local = world.local(names[0].text, pair)
    world.origins[local.id] = (source,)
    for place, name in enumerate(names):
        site = world.site(name.span, scope.where)
        scope = hiding.with_variable(world, scope, name, expressions.Item(local, number(place), pair.of, site))
    return (Loop(source, local),), scope


def is_numbered(source: formulas.Expr) -> bool:
    """Whether the source is `numbered(S)`, with or without a `where`."""
    if isinstance(source, formulas.Filter):
        return is_numbered(source.source)
    return isinstance(source, formulas.Apply) and isinstance(source.of, formulas.Name) and source.of.id == "numbered"


def check_numbered(world: World, source: formulas.Expr, scope: Scope, names: tuple[Ident, Ident]) -> Numbered | None:
    """Checks `numbered(S)` in a `for` of two names. In a `where` after it both names are known, and the number is that in S."""
    if isinstance(source, formulas.Filter):
        made = check_numbered(world, source.source, scope, names)
        if made is None:
            return None
        inner = scope.with_name(names[0].text, made.number).with_name(names[1].text, made.element)
        inner = inner.with_element(made.element)
        if source.name is not None:
            inner = hiding.with_variable(world, inner, source.name, made.element)
        condition = world.check.flag(source.condition, inner)
        kept = expressions.Filter(made.numbers, made.number.id, condition, made.numbers.type)
        return evolve(made, numbers=kept)
    listed_ = _list_to_number(world, source, scope)
    if listed_ is None or not isinstance(listed_.type, ListOf):
        return None
    longest = max(1, listed_.type.most)
    counted = Int(1, longest)
    bound = listed_
    if not isinstance(listed_, expressions.Const | expressions.Local):
        bound = world.local("numbered", listed_.type)
        world.origins[bound.id] = (listed_,)
    size = constants.fold_if_fixed(world, expressions.Count(bound, Int(0, longest)), bound)
    numbers = constants.fold_if_fixed(world, expressions.Range(number(1), size, ListOf(counted, longest)), size)
    local = world.local(names[0].text, counted)
    site = world.site(source.span, scope.where)
    place = expressions.Arithmetic("-", local, number(1), Int(0, longest - 1), site)
    return Numbered(listed_, bound, numbers, local, expressions.Item(bound, place, listed_.type.of, site))


def _list_to_number(world: World, call: formulas.Expr, scope: Scope) -> expressions.Expr | None:
    """Returns the S of `numbered(S)` as a list."""
    args = call.args if isinstance(call, formulas.Apply) else ()
    plain = arguments_without_names(args)
    if len(args) != 1 or len(plain) != 1:
        world.problem(
            WrongArguments(call.span, "numbered", about(Thing.ARGUMENTS, SIGNATURES["numbered"].arguments), len(args))
        )
        return None
    arg = plain[0]
    found = as_collection(world, world.check.formula(arg, scope))
    if isinstance(found.type, Ranking):
        found = conversions.as_list(world, found)
    element = element_of(found.type)
    if element is None or isinstance(found.type, Zone) or is_broken(found):
        if not is_broken(found):
            world.problem(NotACollection(arg.span, describe(world, found.type)))
        return None
    note_order(world, found, arg.span, scope.where)
    if isinstance(found.type, ListOf):
        return found
    return constants.fold_if_fixed(world, expressions.Convert(found, ListOf(element, most(world, found.type))), found)


def comprehension_list(world: World, comprehension: formulas.Comprehension, scope: Scope) -> expressions.Expr:
    """Checks `[e for x in S]`: the list of the values of all passes."""
    found = loops_of(world, comprehension, scope)
    if found is None:
        return BROKEN
    loops, taken, inner = found
    body = conversions.as_kind(world.check.formula(taken, inner))
    if isinstance(body.type, Zone):
        body = conversions.as_pieces(world, body) or body
    return collect_values(world, loops, body)


def collect_values(world: World, loops: tuple[Loop, ...], body: expressions.Expr) -> expressions.Expr:
    """Builds the list of the values of all passes of the loops."""
    *outer, last = loops
    size = most(world, last.source.type)
    made = constants.fold_if_fixed(
        world, expressions.MapList(last.source, last.local.id, body, ListOf(body.type, size)), last.source
    )
    for loop in reversed(outer):
        size *= most(world, loop.source.type)
        made = constants.fold_if_fixed(
            world, expressions.FlatMap(loop.source, loop.local.id, made, ListOf(body.type, size)), loop.source
        )
    return made


def subsets(
    world: World, comprehension: formulas.Comprehension, source: expressions.Expr, scope: Scope
) -> expressions.Expr:
    """Builds `for x in n of S`: x iterates over the n-element parts of S."""
    if comprehension.choose is None:
        return source
    number_ = world.check.integer(comprehension.choose, scope)
    pieces = conversions.as_list(world, source)
    element = element_of(pieces.type)
    if isinstance(pieces.type, Pieces | Bag | SetOf) and element is not None:
        pieces = expressions.Convert(pieces, ListOf(element, most(world, pieces.type)))
    if is_broken(number_) or not isinstance(pieces.type, ListOf) or not isinstance(number_.type, Int):
        return BROKEN
    high = max(0, min(number_.type.high, pieces.type.most))
    ways = comb(pieces.type.most, min(high, pieces.type.most // 2) if number_.type.low != high else high)
    if ways > MOST_SUBSETS:
        return refuse(world, TooMany(comprehension.span, about(Amount.PARTS, high), ways, MOST_SUBSETS))
    return constants.fold_if_fixed(
        world, expressions.Subsets(pieces, number_, ListOf(ListOf(pieces.type.of, high), ways)), pieces, number_
    )
