"""What a statement knows of where it is written."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import RuleId, Type
from gamedsl.semantics.model.symbols import RuleSymbol
from gamedsl.source import Span


@define(eq=False)
class StatementContext:
    """Where statements stand: the rule's name, whether inside a player's turn, and how rules are called from here."""

    owner: str
    call: Callable[[str, RuleSymbol, Span], RuleCallee | None]
    in_turn: bool = False
    added: tuple[tuple[str, Span], ...] = ()
    """Actions that diffs append to this rule's menu."""
    menu: Span | None = None
    selections: dict[str, Span] = field(factory=dict)
    note_selection: Callable[[str, str, Type, Type], None] = lambda owner, name, local, element: None
    zones_peeked: list[expressions.Expr] = field(factory=list)


@define(eq=False)
class RuleCallee:
    """What a call needs to know of a rule."""

    id: RuleId
    is_action: bool
    params: tuple[tuple[str, Type], ...]
    needs_me: bool
