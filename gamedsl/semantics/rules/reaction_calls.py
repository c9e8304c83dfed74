"""`whenever`: statements that run after each occurrence of a rule or action, as if they stood at its end.

Writes the calls of reactions at the end of the rule or action that they follow: once, for each piece, for the piece of the event, for each other player.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.about import KindRules
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import FLAG, Zone
from gamedsl.semantics.construction import conversions, facts, logic
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.formulas.collections import elements
from gamedsl.semantics.kind_blocks import IT, is_of, pieces_of, zones_of
from gamedsl.semantics.model.scope import Scope, Uses
from gamedsl.semantics.model.symbols import PhaseSymbol, RuleSymbol, WheneverSymbol, ZoneSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.own_boards import note_arguments
from gamedsl.semantics.problems.names import DeclaredTwice, NobodyActs, UnknownName, WrongSort
from gamedsl.semantics.problems.occurrences import NeedsName
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.rules.program import Program, Reaction
from gamedsl.semantics.state.parameters import hides_nothing
from gamedsl.semantics.statements.calls import acting
from gamedsl.semantics.statements.statement_context import RuleCallee
from gamedsl.syntax.tree import declarations, fields, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import decision_in
from gamedsl.values import evolve, frozen


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


def _values_taken_over(world: World, decl: declarations.Whenever, scope: Scope) -> tuple[Expr, ...] | None:
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


Stmts = list[source_statements.Stmt]
CalleeOf = Callable[[Reaction, tuple[str, ...], tuple[expressions.Expr, ...]], RuleCallee | None]
"""Gives the rule that holds the statements of a reaction, with the names and values of its parameters; None after a reported problem."""


@frozen
class Reacting:
    """Writes the reactions of a program."""

    program: Program
    callee_of: CalleeOf

    def to(self, of: str, scope: Scope) -> tuple[source_statements.Stmt, ...]:
        """Returns calls of the reactions to a rule or action; `scope` is the one at its end."""
        made: Stmts = []
        for group in self._groups(self.program.reactions.get(of, ())):
            is_of_others = group[0][1].other is not None
            made += self._call_for_others(group, scope) if is_of_others else self._call_group(group, scope, None)
        return tuple(made)

    def _groups(self, reactions: tuple[Reaction, ...]) -> list[list[Reaction]]:
        """Returns the reactions in the order in which they run. Reactions of pieces on the same pile form one group, which runs in the order of the pile."""
        groups: list[list[Reaction]] = []
        of_pile: dict[tuple[str, bool], list[Reaction]] = {}
        for reaction in reactions:
            decl = reaction[1]
            zones = () if decl.pieces is None else decl.pieces.zones
            if len(zones) != 1 or not _is_pile(self.program.world, zones[0].text):
                groups.append([reaction])
                continue
            pile = zones[0].text, decl.other is not None
            if pile not in of_pile:
                of_pile[pile] = []
                groups.append(of_pile[pile])
            of_pile[pile].append(reaction)
        return groups

    def _call_for_others(self, group: list[Reaction], scope: Scope) -> Stmts:
        """Makes the other players react, in the order of turns after the one who acts."""
        world, of = self.program.world, group[0][1].of
        doer = scope.me
        if doer is None:
            world.problem(NobodyActs(of.span, of.text))
            return []
        scope.uses.me = True
        me = world.local("me", world.player)
        inner = facts.after_effects(evolve(scope, me=me, uses=Uses()))
        called = self._call_group(group, inner, doer)
        neighbour = formulas.Apply(formulas.Name("left", span=of.span), (formulas.Me(span=of.span),), span=of.span)
        first = world.check.coerce(neighbour, scope, world.player)
        is_other = logic.negate(expressions.Equal(me, doer, FLAG))
        site = world.site(of.span, scope.where)
        return [
            source_statements.Each(
                me.id, None, first, is_other, False, None, None, None, False, tuple(called), site, False, 0
            )
        ]

    def _call_group(self, group: list[Reaction], scope: Scope, doer: expressions.Expr | None) -> Stmts:
        """Calls the reactions of one group. `doer` is who did it, if others react."""
        key, decl = group[0]
        if decl.pieces is None:
            return self._call(key, decl, scope, doer, None)
        if not decl.pieces.zones:
            return self._for_that_piece(key, decl, decl.pieces, scope, doer)
        return self._for_each_piece(group, decl.pieces.zones, scope, doer)

    def _for_each_piece(
        self, group: list[Reaction], zones: tuple[Ident, ...], scope: Scope, doer: expressions.Expr | None
    ) -> Stmts:
        """Calls the reactions for each of their pieces that lies in the zones when the event is over, and still lies there when its turn comes."""
        world = self.program.world
        among = pieces_of([decl.pieces for _, decl in group if decl.pieces is not None])
        source, local = elements(world, among, scope, name=IT)
        if source is None:
            return []
        at = among.span
        piece = formulas.Name(IT, span=at)
        inner = facts.after_effects(scope.with_name(IT, local))
        still = world.check.flag(formulas.Binary("in", piece, zones_of(zones), span=at), inner)
        body: Stmts = []
        for key, decl in group:
            called = self._call(key, decl, inner, doer, local)
            if called and len(group) > 1 and decl.pieces is not None:
                of_kind = world.check.flag(is_of(decl.pieces, piece), inner)
                called = [statements.If(of_kind, tuple(called), ())]
            body += called
        if not body or is_broken(still):
            return []
        one = statements.If(still, tuple(body), ())
        passes = statements.For((local.id,), conversions.as_list(world, source), (one,))
        # Most events have no such piece: a quick test saves the loop.
        asked = formulas.Apply(formulas.Name("some", span=at), (among,), span=at)
        return [statements.If(world.check.flag(asked, scope), (passes,), ())]

    def _for_that_piece(
        self,
        key: str,
        decl: declarations.Whenever,
        pieces: declarations.OfPieces,
        scope: Scope,
        doer: expressions.Expr | None,
    ) -> Stmts:
        """Calls the reaction if the piece that the event is about is of the kind."""
        world, first = self.program.world, decl.taken[0]
        values = _values_taken_over(world, decl, scope)
        if values is None:
            return []
        is_kind = world.check.flag(is_of(pieces, formulas.Name(first.text, span=first.span)), scope)
        called = self._call(key, decl, scope, doer, values[0])
        return [statements.If(is_kind, tuple(called), ())] if called and not is_broken(is_kind) else []

    def _call(
        self,
        key: str,
        decl: declarations.Whenever,
        scope: Scope,
        doer: expressions.Expr | None,
        piece: expressions.Expr | None,
    ) -> Stmts:
        """Returns the call of a reaction with its piece, the player who did the deed, and the values taken from the event."""
        world = self.program.world
        taken = _values_taken_over(world, decl, scope)
        if taken is None or not _is_free(world, decl):
            return []
        named = [(name.text, value) for name, value in zip(decl.taken, taken, strict=True)]
        if decl.other is not None and doer is not None:
            named.insert(0, (decl.other.text, doer))
        if piece is not None:
            named.insert(0, (IT, piece))
        names, args = tuple([name for name, _ in named]), tuple([value for _, value in named])
        rule = self.callee_of((key, decl), names, args)
        if rule is None:
            return []
        fitting = tuple(
            conversions.coerce(world, scope, arg, type_, decl.of.span, name)
            for (name, arg), (_, type_) in zip(named, rule.params, strict=True)
        )
        if any(is_broken(arg) for arg in fitting):
            return []
        note_arguments(world, key, fitting, [decl.of.span] * len(fitting), scope.me)
        me = acting(world, scope, formulas.Name(decl.of.text, span=decl.of.span), rule)
        return [statements.CallRule(rule.id, me, fitting, world.site(decl.of.span, key))]


def _is_free(world: World, decl: declarations.Whenever) -> bool:
    """Whether the name of the player who did it is not taken over as well; if it is, that is told."""
    if decl.other is None:
        return True
    hides_nothing(world, decl.other)
    first = next((taken for taken in decl.taken if taken.text == decl.other.text), None)
    if first is not None:
        world.problem(DeclaredTwice(decl.other.span, decl.other.text, first.span))
    return first is None


def _is_pile(world: World, name: str) -> bool:
    """Whether a zone of the players or of all is a pile."""
    symbol = world.members.get("player", {}).get(name) or world.symbols.get(name)
    return isinstance(symbol, ZoneSymbol) and world.zones[symbol.id].form == "pile"
