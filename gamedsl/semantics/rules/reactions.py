"""`whenever`: statements that run after each occurrence of a rule or action, as if they stood at its end."""

from __future__ import annotations

from gamedsl.graph.model.about import KindRules
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import Zone
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import PhaseSymbol, RuleSymbol, WheneverSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.names import DeclaredTwice, UnknownName, WrongSort
from gamedsl.semantics.problems.occurrences import NeedsName
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.rules.program import Program, Reaction
from gamedsl.syntax.tree import declarations, fields
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import decision_in


def declare_reactions(program: Program) -> None:
    """Records each `whenever` at its rule or action; all rules are declared."""
    world = program.world
    for decl in program.merged.decls:
        if not isinstance(decl, declarations.Whenever):
            continue
        if decl.name is not None:
            claim(world, decl.name, WheneverSymbol())
        elif asks := decision_in(decl.body):
            world.problem(NeedsName(asks.span, decl.of.text))
        if not _is_rule(world, decl.of):
            continue
        world.used.add(decl.of.text)
        known = program.reactions.get(decl.of.text, ())
        program.reactions[decl.of.text] = (*known, (_key(decl, known), decl))


def rule_of(key: str, decl: declarations.Whenever, names: tuple[str, ...]) -> declarations.Rule:
    """Returns a `whenever` as the rule that runs; `names` are those of its parameters."""
    at = {name.text: name.span for name in decl.taken}
    params = tuple(
        fields.Param(Ident(name, span=at.get(name, decl.of.span)), None, span=at.get(name, decl.of.span))
        for name in names
    )
    name = Ident(key, span=decl.of.span)
    return declarations.Rule(False, name, params, None, decl.body, decl.once, decl.chain, span=decl.span)


def values_taken_over(world: World, decl: declarations.Whenever, scope: Scope) -> tuple[Expr, ...] | None:
    """Returns the values of the names that it takes over from the event; `scope` is the one at the end of the rule."""
    made: list[Expr] = []
    for name in decl.taken:
        if sum(other.text == name.text for other in decl.taken) > 1:
            world.problem(DeclaredTwice(name.span, name.text, decl.taken[0].span))
            return None
        value = scope.names.get(name.text)
        if value is None or isinstance(value.type, Zone):
            known = tuple(n for n, v in scope.names.items() if not isinstance(v.type, Zone))
            world.problem(UnknownName(name.span, name.text, about(Role.LOCAL_OF, decl.of.text), known))
            return None
        if is_broken(value):
            return None
        made.append(value)
    return tuple(made)


def _is_rule(world: World, name: Ident) -> bool:
    symbol = world.symbols.get(name.text)
    if isinstance(symbol, RuleSymbol):
        return True
    if symbol is None:
        known = tuple(sorted(n for n, v in world.symbols.items() if isinstance(v, RuleSymbol)))
        world.problem(UnknownName(name.span, name.text, Role.RULE_OR_ACTION, known))
    else:
        is_ = Thing.NO_RULE_BUT_PHASE if isinstance(symbol, PhaseSymbol) else Thing.NO_RULE
        world.problem(WrongSort(name.span, name.text, is_, Thing.RULE_OR_ACTION))
    return False


def kind_rules(program: Program) -> tuple[KindRules, ...]:
    """Returns the rules of each kind that has some."""
    rules: dict[str, list[str]] = {}
    for block in program.merged.written:
        if isinstance(block, declarations.KindBlock):
            rules[block.name.text] = [
                member.name.text for member in block.members if isinstance(member, declarations.Rule)
            ]
    for reactions in program.reactions.values():
        for key, decl in reactions:
            if decl.pieces is not None:
                rules.setdefault(decl.pieces.kind.text, []).append(key)
    return tuple(KindRules(kind, tuple(names)) for kind, names in rules.items() if names)


def _key(decl: declarations.Whenever, known: tuple[Reaction, ...]) -> str:
    if decl.name is not None:
        return decl.name.text
    if decl.pieces is None:
        return f"whenever {decl.of.text}" + (f" ({len(known) + 1})" if known else "")
    own = f"{decl.pieces.kind.text} after {decl.of.text}"
    same = sum(key.startswith(own) for key, _ in known)
    return own + (f" ({same + 1})" if same else "")
