"""What problems call a formula."""

from __future__ import annotations

from gamedsl.syntax import tree


def words(e: tree.Expr) -> str:
    """How a formula is called in a message."""
    match e:
        case tree.Name():
            return e.id
        case tree.Attribute():
            return f"{words(e.of)}.{e.name.text}"
        case tree.Index():
            return f"{words(e.of)}[{', '.join(_inner_words(a) for a in e.args)}]"
        case tree.Apply():
            return f"{words(e.of)}(…)"
        case tree.Me():
            return "me"
        case tree.It():
            return "it"
        case _:
            return "this"


def _inner_words(e: tree.Arg) -> str:
    """Something in brackets: as it is if it is short."""
    match e:
        case tree.Number():
            return str(e.value)
        case tree.Name() | tree.Attribute() | tree.Me() | tree.It():
            return words(e)
        case _:
            return "…"
