"""Writes places and conditions in the form of the rules, to name changes."""

from __future__ import annotations

from gamedsl.syntax.tree import formulas


def text_of(node: formulas.Expr) -> str:
    """Returns the text of a short formula; `…` for parts that no place or condition has."""
    match node:
        case formulas.Name():
            return node.id
        case formulas.Number():
            return str(node.value)
        case formulas.FlagLiteral():
            return "yes" if node.value else "no"
        case formulas.Attribute():
            return f"{text_of(node.of)}.{node.name.text}"
        case formulas.Index():
            return f"{text_of(node.of)}[{_list_texts(node.args)}]"
        case formulas.Apply():
            return f"{text_of(node.of)}({_list_texts(node.args)})"
        case formulas.ListLiteral():
            return f"[{_list_texts(node.items)}]"
        case formulas.Unary():
            return f"{node.op} {text_of(node.operand)}" if node.op == "not" else f"{node.op}{text_of(node.operand)}"
        case formulas.Binary(op=".."):
            return f"{text_of(node.left)}..{text_of(node.right)}"
        case formulas.Binary():
            return f"{text_of(node.left)} {node.op} {text_of(node.right)}"
        case _:
            return "…"


def _list_texts(nodes: tuple[formulas.Arg, ...]) -> str:
    return ", ".join("…" if isinstance(n, formulas.Named | formulas.Comprehension) else text_of(n) for n in nodes)


def values_text(values: tuple[formulas.Expr, ...]) -> str:
    """Returns the values of an arm of a `match`; no values are its `else`."""
    return ", ".join(text_of(value) for value in values) or "else"
