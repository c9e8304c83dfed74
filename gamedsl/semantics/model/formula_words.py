"""Names formulas in problems."""

from __future__ import annotations

from gamedsl.syntax import tree


def words(node: tree.Expr) -> str:
    """Returns the name of a formula in a message."""
    match node:
        case tree.Name():
            return node.id
        case tree.Attribute():
            return f"{words(node.of)}.{node.name.text}"
        case tree.Index():
            return f"{words(node.of)}[{', '.join(_inner_words(a) for a in node.args)}]"
        case tree.Apply():
            return f"{words(node.of)}(…)"
        case tree.Me():
            return "me"
        case tree.It():
            return "it"
        case _:
            return "this"


def _inner_words(node: tree.Arg) -> str:
    """Returns an argument in brackets: the text if it is short, otherwise `…`."""
    match node:
        case tree.Number():
            return str(node.value)
        case tree.Name() | tree.Attribute() | tree.Me() | tree.It():
            return words(node)
        case _:
            return "…"
