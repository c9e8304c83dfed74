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
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import define, field, frozen

Reaction = tuple[str, declarations.Whenever]
"""The name of the rule that holds the statements of a `whenever`, and its declaration."""


@define(eq=False)
class RuleWork:
    """A rule; `body` is None until its statements are known.

    A rule that leads back to a chain has a version for calls within that chain: `inside` are the chains around this version, `reaches` those to which its
    statements lead.
    """

    id: RuleId
    decl: declarations.Rule
    params: tuple[tuple[str, Type], ...]
    callee: RuleCallee
    body: Body | None
    for_seats: tuple[tuple[SeatId, Body], ...]
    expansion: Expansion = field(factory=lambda: Expansion(1, 1))
    inside: frozenset[str] = frozenset()
    reaches: set[str] = field(factory=set[str])
    said: str | None = None
    """The name in drawings and dumps, if it is not the declared one."""

    @property
    def name(self) -> str:
        return self.said or self.decl.name.text


@frozen
class ChainMarks:
    """The fields of a rule with `, once for each c`: which values of c wait in the chain, and which are finished. `value` is c itself."""

    waiting: FieldId
    done: FieldId
    of: Type
    value: Ident


@define(eq=False)
class Program:
    """The declarations of a setup with its rules and phases."""

    world: World
    merged: Merged
    rules: list[RuleWork] = field(factory=list)
    by_name: dict[str, RuleWork] = field(factory=dict)
    """The rules as they are called outside of chains."""
    in_chains: dict[str, list[RuleWork]] = field(factory=dict)
    """The versions of rules for calls within chains, by name."""
    marks: dict[str, ChainMarks | None] = field(factory=dict)
    """The fields of each chain, by the name of its rule. None after a reported mistake."""
    working: list[RuleWork] = field(factory=list)
    """The rules whose statements are being checked, from the outermost to the innermost."""
    added: dict[str, tuple[tuple[str, Span], ...]] = field(factory=dict)
    """Actions that join the menu of a rule or phase, by its name."""
    reactions: dict[str, tuple[Reaction, ...]] = field(factory=dict)
    """The reactions to each rule or action, by its name: the name of the rule that holds the statements, and its declaration."""
    phases: list[Phase | None] = field(factory=list)
    phase_decls: list[declarations.Phase] = field(factory=list)
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
