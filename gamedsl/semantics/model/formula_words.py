"""Names formulas in problems."""

from __future__ import annotations

from gamedsl.syntax.tree import formulas


def words(node: formulas.Expr) -> str:
    """Returns the name of a formula in a message."""
    match node:
        case formulas.Name():
            return node.id
        case formulas.Attribute():
            return f"{words(node.of)}.{node.name.text}"
        case formulas.Index():
            return f"{words(node.of)}[{', '.join(_inner_words(a) for a in node.args)}]"
        case formulas.Apply():
            return f"{words(node.of)}(…)"
        case formulas.Me():
            return "me"
        case formulas.It():
            return "it"
        case _:
            return "this"


def _inner_words(node: formulas.Arg) -> str:
    """Returns an argument in brackets: the text if it is short, otherwise `…`."""
    match node:
        case formulas.Number():
            return str(node.value)
        case formulas.Name() | formulas.Attribute() | formulas.Me() | formulas.It():
            return words(node)
        case _:
            return "…"


def arguments_without_names(args: tuple[formulas.Arg, ...]) -> tuple[formulas.Expr, ...]:
    """Returns the arguments that are formulas: no named ones, no comprehensions."""
    return tuple(a for a in args if not isinstance(a, formulas.Named | formulas.Comprehension))
