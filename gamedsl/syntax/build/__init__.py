"""Turns grammar forms into values.

A form that is named after a class of the tree becomes a node of this class, whose fields are the parts of the form in order. For other forms there is a
method `on_FORM`, whose signature is the shape of the form: first comes the place, then one positional parameter for each part, then `*items` for a part
that repeats, then keyword-only parameters for the parts after the repetition. A missing optional part is None. A form with neither becomes the tuple of its
parts.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType

from gamedsl.source import Span
from gamedsl.syntax.build.actions import drop_lost, number, string
from gamedsl.syntax.build.choices import ChoiceActions
from gamedsl.syntax.build.data import DataActions
from gamedsl.syntax.build.declarations import DeclarationActions
from gamedsl.syntax.build.example_lines import ExampleActions
from gamedsl.syntax.build.fields import FieldActions
from gamedsl.syntax.build.formulas import FormulaActions
from gamedsl.syntax.build.statements import StatementActions
from gamedsl.syntax.lines import Token
from gamedsl.syntax.machine import Build, Built
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Node


class Builder(
    DeclarationActions, DataActions, FieldActions, ExampleActions, StatementActions, ChoiceActions, FormulaActions
):
    """Builds the nodes of one text; `problems` are the problems that show only in a complete form."""

    def method(self, form: str) -> Build:
        """Returns a function that builds `form` from its parts and its place."""
        action: MethodType | None = getattr(self, "on_" + form, None)
        if action is None:
            kind = node_class(form)
            return _build_tuple if kind is None else self._constructor(kind)
        code = action.__code__
        last = code.co_kwonlyargcount
        if not last:
            return lambda parts, at: action(at, *parts)
        names = code.co_varnames[code.co_argcount : code.co_argcount + last]
        return lambda parts, at: action(at, *parts[:-last], **dict(zip(names, parts[-last:], strict=True)))

    def _constructor(self, kind: type[Node]) -> Build:
        """Returns a function that makes a node. A field of type `tuple[…]` takes the part that repeats."""
        made: Callable[..., Node] = kind
        annotations: list[str] = list(kind.__annotations__.values())
        found = [(i, self._conversion(annotation)) for i, annotation in enumerate(annotations)]
        conversions = [(i, convert) for i, convert in found if convert is not None]
        repeated = next((i for i, annotation in enumerate(annotations) if annotation.startswith("tuple[")), None)
        if repeated is None and not conversions:
            return lambda parts, at: made(*parts, span=at)

        def build(parts: list[Built], at: Span) -> Node:
            values = parts
            if repeated is not None:
                behind = repeated + 1 - len(annotations) or len(parts)
                values = [*parts[:repeated], drop_lost(parts[repeated:behind]), *parts[behind:]]
            for i, convert in conversions:
                values[i] = convert(values[i])
            return made(*values, span=at)

        return build

    def _conversion(self, annotation: str) -> _Conversion | None:
        """Returns the function that converts a part of a form into the value of a field with this type; None if the part itself is the value."""
        match annotation.removesuffix(" | None"):
            case "Ident":
                return self.maybe
            case "Declared":
                return self.maybe_declare
            case "str":
                return _text
            case "int":
                return _number
            case "bool":
                return _is_given
            case "Args" | "Indices" | "Params":
                return _items
            case "tuple[Ident, ...]":
                return self.idents
            case "tuple[Declared, ...]":
                return self.declarations
            case word if word.startswith("Literal["):
                return _word
            case _:
                return None


_Conversion = Callable[[Built], object]


def node_class(form: str) -> type[Node] | None:
    """Returns the class of the tree that a form is named after."""
    name = "".join([word.capitalize() for word in form.split("_")])
    kind: object = next((getattr(module, name) for module in _MODULES if hasattr(module, name)), None)
    return kind if isinstance(kind, type) and issubclass(kind, Node) else None


_MODULES = (formulas, fields, data, statements, example_lines, declarations)
"""The modules of the tree."""


def _build_tuple(parts: list[Built], at: Span) -> tuple[Built, ...]:
    return drop_lost(parts)


def _text(part: Token | str | None) -> str | None:
    """Returns the text between quotes. A sentence on a line of its own comes without its quotes already."""
    return string(part) if isinstance(part, tuple) else part


def _number(part: Token | int | None) -> int | None:
    return number(part) if isinstance(part, tuple) else part


def _word(part: Token | str | None) -> str | None:
    """Returns a word of the language: the kind of the token, since a misspelt word has another text."""
    return part[0].lower() if isinstance(part, tuple) else part


def _is_given(part: object) -> bool:
    return part is not None


def _items(part: tuple[object, ...] | None) -> tuple[object, ...]:
    return part or ()
