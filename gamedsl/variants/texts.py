"""Spells places and conditions as they are written, to name changes."""

from __future__ import annotations

from gamedsl.syntax import tree


def text_of(node: tree.Expr) -> str:
    """Returns a short formula as it is written; `…` for parts that no place or condition has."""
    match node:
        case tree.Name():
            return node.id
        case tree.Number():
            return str(node.value)
        case tree.FlagLiteral():
            return "yes" if node.value else "no"
        case tree.Attribute():
            return f"{text_of(node.of)}.{node.name.text}"
        case tree.Index():
            return f"{text_of(node.of)}[{_list_texts(node.args)}]"
        case tree.Apply():
            return f"{text_of(node.of)}({_list_texts(node.args)})"
        case tree.ListLiteral():
            return f"[{_list_texts(node.items)}]"
        case tree.Unary():
            return f"{node.op} {text_of(node.operand)}" if node.op == "not" else f"{node.op}{text_of(node.operand)}"
        case tree.Binary(op=".."):
            return f"{text_of(node.left)}..{text_of(node.right)}"
        case tree.Binary():
            return f"{text_of(node.left)} {node.op} {text_of(node.right)}"
        case _:
            return "…"


def _list_texts(nodes: tuple[tree.Arg, ...]) -> str:
    return ", ".join("…" if isinstance(n, tree.Named | tree.Comprehension) else text_of(n) for n in nodes)


def values_text(values: tuple[tree.Expr, ...]) -> str:
    """Returns the values of an arm of a `match`; no values are its `else`."""
    return ", ".join(text_of(value) for value in values) or "else"
