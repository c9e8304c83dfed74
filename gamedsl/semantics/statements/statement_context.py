"""The surroundings of a statement, and the rules that it can call."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import RuleId, Type
from gamedsl.semantics.model.symbols import RuleSymbol
from gamedsl.source import Span
from gamedsl.values import define, field


@define(eq=False)
class StatementContext:
    """The surroundings of statements: the name of the rule, whether it is a player's turn, and a function for calls of rules."""

    owner: str
    call: Callable[[str, RuleSymbol, Span], RuleCallee | None]
    in_turn: bool = False
    added: tuple[tuple[str, Span], ...] = ()
    """Actions that diffs add to the menu of this rule."""
    menu: Span | None = None
    selections: dict[str, Span] = field(factory=dict)
    note_selection: Callable[[str, str, Type, Type], None] = lambda owner, name, local, element: None
    zones_peeked: list[expressions.Expr] = field(factory=list)


@define(eq=False)
class RuleCallee:
    """The facts about a rule that its calls need."""

    id: RuleId
    is_action: bool
    params: tuple[tuple[str, Type], ...]
    needs_me: bool
