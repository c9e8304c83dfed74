"""Turns grammar forms into tree nodes: one method for each form, named after it.

The signature of a method is the shape of its form. First comes the place, then one positional parameter for each part, then `*items` for a part that repeats,
then keyword-only parameters for the parts behind the repetition. A missing optional part is None.
"""

from __future__ import annotations

from types import MethodType

from gamedsl.syntax.build.choices import ChoiceActions
from gamedsl.syntax.build.data import DataActions
from gamedsl.syntax.build.declarations import DeclarationActions
from gamedsl.syntax.build.example_lines import ExampleActions
from gamedsl.syntax.build.fields import FieldActions
from gamedsl.syntax.build.formulas import FormulaActions
from gamedsl.syntax.build.statements import StatementActions
from gamedsl.syntax.machine import Build


class Builder(
    DeclarationActions, DataActions, FieldActions, ExampleActions, StatementActions, ChoiceActions, FormulaActions
):
    """Builds the nodes of one text; `problems` are those that only show in a complete form."""

    def method(self, form: str) -> Build:
        """Returns a function that builds `form`: its method, given the parts in the order of its parameters."""
        action: MethodType = getattr(self, "on_" + form)
        code = action.__code__
        last = code.co_kwonlyargcount
        if not last:
            return lambda parts, at: action(at, *parts)
        names = code.co_varnames[code.co_argcount : code.co_argcount + last]
        return lambda parts, at: action(at, *parts[:-last], **dict(zip(names, parts[-last:], strict=True)))
