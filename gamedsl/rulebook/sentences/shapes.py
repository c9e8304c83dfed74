"""Tests the structure of formulas, on which words and brackets depend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from gamedsl.rulebook.sentences.builtins import gives_several
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import walk, with_node
from gamedsl.values import evolve

_Node = TypeVar("_Node", bound=Node)


def join_items(items: Sequence[str], word: str = "and") -> str:
    """Joins items: `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else "nothing"


def function_name(node: formulas.Apply) -> str:
    """Returns the name of the called function. `no` is parsed as the opposite of `yes`."""
    match node.of:
        case formulas.Name(id):
            return id
        case formulas.FlagLiteral(value=False):
            return "no"
        case _:
            return ""


def terms(node: formulas.Expr) -> list[formulas.Expr]:
    """Returns the terms of a sum."""
    match node:
        case formulas.Binary("+", left, right):
            return [*terms(left), *terms(right)]
        case _:
            return [node]


def about_it(source: formulas.Expr, name: str) -> formulas.Expr:
    """Replaces the loop's variable in the condition of a selection by `it`, so that the condition describes the element."""
    if not isinstance(source, formulas.Filter) or source.name is not None:
        return source
    return evolve(source, condition=with_given(source.condition, {name: formulas.It()}))


def with_given(root: _Node, given: Mapping[str, formulas.Arg]) -> _Node:
    """Returns a part of the rules with formulas in place of names."""
    for node in [one for one in walk(root) if isinstance(one, formulas.Name) and one.id in given]:
        root = with_node(root, node, given[node.id])
    return root


def is_plain_sum(node: formulas.Apply) -> bool:
    """Whether the call is the sum of an attribute of all pieces in one place."""
    match node:
        case formulas.Apply(
            formulas.Name("sum"),
            (formulas.Comprehension(formulas.Attribute(), source=formulas.Name() | formulas.Attribute()),),
        ):
            return True
        case _:
            return False


def are_values(args: Sequence[formulas.Arg]) -> bool:
    """Whether all arguments are names of values, such as `Ace, Hearts`."""
    return all(isinstance(arg, formulas.Name) and arg.id[:1].isupper() for arg in args)


def is_long(node: formulas.Arg) -> bool:
    """Whether a formula needs brackets so that its end stays clear."""
    match node:
        case (
            formulas.Filter()
            | formulas.Leading()
            | formulas.Sort()
            | formulas.Ternary()
            | formulas.MatchExpr()
            | formulas.Divide()
            | formulas.Comprehension()
        ):
            return True
        case formulas.Binary(op):
            return op != ".."
        case formulas.Apply(args=args):
            return len(args) > 1 or isinstance(args[0] if args else None, formulas.Filter | formulas.Comprehension)
        case formulas.Unary("not"):
            return True
        case formulas.ListLiteral(items):
            return len(items) > 1
        case _:
            return False


def are_places(node: formulas.Arg) -> bool:
    """Whether a formula certainly gives several things, and no number."""
    match node:
        case formulas.Filter() | formulas.Leading() | formulas.Sort():
            return True
        case formulas.Apply(args=args):
            name = function_name(node)
            return gives_several(name) or (name in ("first", "last") and len(args) > 1)
        case _:
            return False


def is_loop(node: formulas.Arg) -> bool:
    """Whether the formula is about each of several elements, so that its end must be marked."""
    if not isinstance(node, formulas.Apply):
        return False
    return function_name(node) in ("all", "any", "some", "no") and any(is_long(arg) for arg in node.args)


def as_filter(node: formulas.Comprehension, negated: bool) -> formulas.Filter | None:
    """Returns the elements for which a test holds (or fails, if `negated`) as a selection; None if that needs more than one name."""
    if isinstance(node.body, formulas.Comprehension) or node.second is not None or node.choose is not None:
        return None
    condition: formulas.Expr = formulas.Unary("not", node.body) if negated else node.body
    has_it = any(
        isinstance(part, formulas.It | formulas.Filter | formulas.Sort | formulas.Leading | formulas.Comprehension)
        for part in walk(node.body)
    )
    if isinstance(node.source, formulas.Filter):
        if has_it or node.source.name is not None:
            return None
        both = formulas.Binary("and", node.source.condition, condition)
        found = about_it(formulas.Filter(node.source.source, both), node.var.text)
        return found if isinstance(found, formulas.Filter) else None
    if has_it:
        return formulas.Filter(node.source, condition, node.var)
    found = about_it(formulas.Filter(node.source, condition), node.var.text)
    return found if isinstance(found, formulas.Filter) else None
