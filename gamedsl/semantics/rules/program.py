"""The rules and phases of one setup during checking."""

from __future__ import annotations

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import VerdictSpec
from gamedsl.graph.model.types import FieldId, RuleId, SeatId, Type
from gamedsl.semantics.construction.constants import NO
from gamedsl.semantics.model.checked import Body, GameEnd, Phase
from gamedsl.semantics.model.functions import Expansion
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.model.world import World
from gamedsl.semantics.statements.statement_context import RuleCallee
from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.values import define, field

Reaction = tuple[str, tree.Whenever]
"""The name of the rule that holds the statements of a `whenever`, and its declaration."""


@define(eq=False)
class RuleWork:
    """A rule; `body` is None until its statements are known."""

    id: RuleId
    decl: tree.Rule
    params: tuple[tuple[str, Type], ...]
    callee: RuleCallee
    body: Body | None
    for_seats: tuple[tuple[SeatId, Body], ...]
    expansion: Expansion = field(factory=lambda: Expansion(1, 1))


@define(eq=False)
class Program:
    """The declarations of a setup with its rules and phases."""

    world: World
    merged: Merged
    rules: list[RuleWork] = field(factory=list)
    by_name: dict[str, RuleWork] = field(factory=dict)
    working: list[str] = field(factory=list)
    added: dict[str, tuple[tuple[str, Span], ...]] = field(factory=dict)
    """Actions that join the menu of a rule or phase, by its name."""
    reactions: dict[str, tuple[Reaction, ...]] = field(factory=dict)
    """The reactions to each rule or action, by its name: the name of the rule that holds the statements, and its declaration."""
    phases: list[Phase | None] = field(factory=list)
    phase_decls: list[tree.Phase] = field(factory=list)
    selection_types: dict[tuple[str, str], tuple[Type, Type]] = field(factory=dict)
    roll_types: dict[str, Type] = field(factory=dict)
    requirements: frozenset[str] | None = None
    """The names of all `require` and `ensure` lines, once requested."""
    over: Expr = NO
    """The condition under which the match ends after a turn or phase."""
    ends: tuple[GameEnd, ...] = ()
    verdicts: tuple[VerdictSpec, ...] = ()
    reason: FieldId | None = None
    """The field that holds the reason of the end, if there are several reasons."""

    def note(self, owner: str, name: str, local: Type, element: Type) -> None:
        self.selection_types[(owner, name)] = (local, element)
        self.roll_types[name] = local
