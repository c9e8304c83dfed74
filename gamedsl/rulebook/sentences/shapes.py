"""Tests the structure of formulas, on which words and brackets depend."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.rulebook.sentences.builtins import gives_several
from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import walk, with_node


def listed(items: Sequence[str], word: str = "and") -> str:
    """Joins items: `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else "nothing"


def function_name(node: tree.Apply) -> str:
    """Returns the name of the called function. `no` is parsed as the opposite of `yes`."""
    match node.of:
        case tree.Name(id):
            return id
        case tree.FlagLiteral(value=False):
            return "no"
        case _:
            return ""


def terms(node: tree.Expr) -> list[tree.Expr]:
    """Returns the terms of a sum."""
    match node:
        case tree.Binary("+", left, right):
            return [*terms(left), *terms(right)]
        case _:
            return [node]


def about_it(source: tree.Expr, name: str) -> tree.Expr:
    """Replaces the loop's variable in the condition of a selection by `it`, so that the condition describes the element."""
    if not isinstance(source, tree.Filter) or source.name is not None:
        return source
    found = source
    for node in [node for node in walk(source.condition) if isinstance(node, tree.Name) and node.id == name]:
        found = with_node(found, node, tree.It(span=node.span))
    return found


def is_plain_sum(node: tree.Apply) -> bool:
    """Whether the call is the sum of an attribute of all pieces in one place."""
    match node:
        case tree.Apply(
            tree.Name("sum"), (tree.Comprehension(tree.Attribute(), source=tree.Name() | tree.Attribute()),)
        ):
            return True
        case _:
            return False


def are_values(args: Sequence[tree.Arg]) -> bool:
    """Whether all arguments are names of values, such as `Ace, Hearts`."""
    return all(isinstance(arg, tree.Name) and arg.id[:1].isupper() for arg in args)


def is_long(node: tree.Arg) -> bool:
    """Whether a formula needs brackets so that its end stays clear."""
    match node:
        case (
            tree.Filter()
            | tree.Leading()
            | tree.Sort()
            | tree.Ternary()
            | tree.MatchExpr()
            | tree.Divide()
            | tree.Comprehension()
        ):
            return True
        case tree.Binary(op):
            return op != ".."
        case tree.Apply(args=args):
            return len(args) > 1 or isinstance(args[0] if args else None, tree.Filter | tree.Comprehension)
        case tree.Unary("not"):
            return True
        case tree.ListLiteral(items):
            return len(items) > 1
        case _:
            return False


def are_places(node: tree.Arg) -> bool:
    """Whether a formula certainly gives several things, and no number."""
    match node:
        case tree.Filter() | tree.Leading() | tree.Sort():
            return True
        case tree.Apply(args=args):
            name = function_name(node)
            return gives_several(name) or (name in ("first", "last") and len(args) > 1)
        case _:
            return False


def is_loop(node: tree.Arg) -> bool:
    """Whether the formula is about each of several elements, so that its end must be marked."""
    if not isinstance(node, tree.Apply):
        return False
    return function_name(node) in ("all", "any", "some", "no") and any(is_long(arg) for arg in node.args)
