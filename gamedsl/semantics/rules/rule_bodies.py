"""Checks rules and actions: declares them, replaces them for scripted seats, and elaborates each at its first call."""

from __future__ import annotations

from functools import partial

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.game import Dimension
from gamedsl.graph.model.types import FLAG, FieldId, RuleId, SeatId, Type
from gamedsl.semantics.construction import constants, logic
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.model.checked import Body, Rule
from gamedsl.semantics.model.expansion_limits import add_expansion, count_expansion, is_too_deep
from gamedsl.semantics.model.scope import Scope, Uses
from gamedsl.semantics.model.symbols import PhaseSymbol, PickSymbol, RuleSymbol
from gamedsl.semantics.model.world import ONCE, World
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.occurrences import BadChain, ChainFlaw
from gamedsl.semantics.problems.rules import Misplaced, Misplacement, Recursion
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.problems.variants import Change, UnknownTarget
from gamedsl.semantics.rules import chains
from gamedsl.semantics.rules.program import Program, Reaction, RuleWork
from gamedsl.semantics.rules.reaction_calls import Reacting, declare_reactions, rule_of
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.semantics.state.member_heads import is_period, periods
from gamedsl.semantics.state.parameters import hides_nothing, param_type, same_params
from gamedsl.semantics.statements.statement_context import RuleCallee, StatementContext
from gamedsl.semantics.statements.statements import sequence_with_scope
from gamedsl.source import Span
from gamedsl.syntax.marks import sentence_or_none
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.statements import Menu
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve


def declare_rules(program: Program) -> None:
    world = program.world
    world.ask = lambda name, symbol: _describe_action(program, name, symbol)
    for decl in program.merged.decls:
        match decl:
            case declarations.Rule():
                claim(world, decl.name, RuleSymbol(decl))
                if decl.into is not None:
                    joined = (decl.name.text, decl.name.span)
                    program.added[decl.into.text] = (*program.added.get(decl.into.text, ()), joined)
            case declarations.PickDecl():
                claim(world, decl.name, PickSymbol(decl))
            case declarations.Phase():
                if claim(world, decl.name, PhaseSymbol(len(program.phase_decls))):
                    program.phase_decls.append(decl)
                    program.phases.append(None)
            case _:
                pass
    for decl in program.merged.decls:
        if (
            isinstance(decl, declarations.Rule)
            and decl.into is not None
            and not isinstance(world.symbols.get(decl.into.text), RuleSymbol | PhaseSymbol)
        ):
            world.problem(
                UnknownName(
                    decl.into.span,
                    decl.into.text,
                    Role.MENU_RULE,
                    tuple(n for n, v in world.symbols.items() if isinstance(v, RuleSymbol)),
                )
            )
    _check_menus(program)
    declare_reactions(program)


def _check_menus(program: Program) -> None:
    """Reports added actions that would join a menu where there is none: nobody would ever be offered them."""
    added = [decl for decl in program.merged.decls if isinstance(decl, declarations.Rule) and decl.into is not None]
    if not added:
        return
    owned = [decl for seat in program.merged.seats for decl in seat.replaced]
    menus = [
        decl.name.text
        for decl in (*program.merged.decls, *owned)
        if isinstance(decl, declarations.Rule | declarations.Phase)
        and any(isinstance(node, Menu) for node in walk(decl))
    ]
    for decl in added:
        if decl.into is not None and decl.into.text not in menus:
            known = " or ".join(f"`{name}`" for name in dict.fromkeys(menus)) or "a rule with `choose one:`"
            if isinstance(program.world.symbols.get(decl.into.text), RuleSymbol | PhaseSymbol):
                what = about(Misplacement.ACTION_WITHOUT_MENU, decl.name.text, decl.into.text, known)
                program.world.problem(Misplaced(decl.into.span, what))


def replace_for_seats(program: Program) -> None:
    world = program.world
    for seat in program.merged.seats:
        who = world.scripted[seat.name]
        for decl in seat.replaced:
            own_name = getattr(decl, "name", None)
            name = own_name if isinstance(own_name, Ident) else Ident("", span=seat.span)
            symbol = world.symbols.get(name.text)
            match decl, symbol:
                case declarations.Rule(), RuleSymbol():
                    world.symbols[name.text] = evolve(symbol, seats=(*symbol.seats, (who, decl)))
                case declarations.PickDecl(), PickSymbol():
                    world.symbols[name.text] = evolve(symbol, seats=(*symbol.seats, (who, decl)))
                case declarations.Phase(), PhaseSymbol():
                    _check_own_turn(world, decl, program.phase_decls[symbol.index])
                case _:
                    known = tuple(
                        n for n, v in world.symbols.items() if isinstance(v, RuleSymbol | PickSymbol | PhaseSymbol)
                    )
                    world.problem(UnknownTarget(name.span, name.text, Change.REPLACE, known))


def _check_own_turn(world: World, own: declarations.Phase, general: declarations.Phase) -> None:
    """Reports a seat that replaces the order of turns, or a phase without turns."""
    if general.each is None:
        world.problem(Misplaced(own.name.span, about(Misplacement.OWN_PHASE_WITHOUT_TURNS, own.name.text)))
    elif own.each is not None and own.each != general.each:
        world.problem(Misplaced(own.each.span, Misplacement.OWN_ORDER_OF_TURNS))


def statement_context(program: Program, owner: str, *, in_turn: bool = False) -> StatementContext:
    """Returns the context of the statements of a rule, phase or part."""
    return StatementContext(
        owner,
        lambda name, symbol, span: call_rule(program, name, symbol, span),
        in_turn,
        program.added.get(owner, ()),
        note_selection=program.note,
    )


def call_rule(program: Program, name: str, symbol: RuleSymbol, span: Span) -> RuleCallee | None:
    """Returns the callee of a rule; its body is elaborated at the first call. None after a reported recursion."""
    work = chains.version_here(program, name)
    if work is None:
        params = _number_rule(program, name, symbol).params
        work = chains.version_here(program, name) or _declare_rule(program, name, symbol, params)
    return _callee(program, name, symbol, work, span)


def _callee(program: Program, name: str, symbol: RuleSymbol, work: RuleWork, span: Span) -> RuleCallee | None:
    """Returns the callee of a version of a rule. None after a reported recursion."""
    if work in program.working:
        circle = program.working[program.working.index(work) :]
        if not any(chains.is_meant_as_chain(one.decl) for one in circle):  # else its mistake is reported
            names = tuple(one.decl.name.text for one in circle)
            program.world.problem(Recursion(span, names, chain=chains.possible_chain(circle)))
        return None
    if work.body is None:
        if is_too_deep(program.world, span):
            return None
        with count_expansion(program.world) as expansion:
            _elaborate(program, name, symbol, work)
        work.expansion = expansion
    add_expansion(program.world, work.expansion, span)
    if program.working:
        program.working[-1].reaches |= work.reaches
    return work.callee


def check_rule_again(program: Program, decl: declarations.Rule) -> None:
    """Checks the changed statements of a rule for problems only; calls of the rule still mean the old statements."""
    symbol, known = program.world.symbols.get(decl.name.text), program.by_name.get(decl.name.text)
    if isinstance(symbol, RuleSymbol) and known is not None:
        work = RuleWork(known.id, decl, known.params, evolve(known.callee), None, ())
        with count_expansion(program.world):
            _write(program, evolve(symbol, decl=decl), work)


def _describe_action(program: Program, name: str, symbol: RuleSymbol) -> tuple[RuleId, tuple[Type, ...]]:
    """Returns the number and parameter types of an action that a formula asks about. Its body may still be unfinished: the question is about the graph."""
    work = _number_rule(program, name, symbol)
    return work.id, tuple(type_ for _, type_ in work.params)


def _number_rule(program: Program, name: str, symbol: RuleSymbol) -> RuleWork:
    """Returns the rule with its number and parameters; its body may still be unknown."""
    known = program.by_name.get(name)
    if known is not None:
        return known
    world, decl = program.world, symbol.decl
    params = tuple((q.name.text, param_type(world, q)) for q in decl.params)
    for q in decl.params:
        hides_nothing(world, q.name)
    return _declare_rule(program, name, symbol, params)


def _declare_rule(program: Program, name: str, symbol: RuleSymbol, params: tuple[tuple[str, Type], ...]) -> RuleWork:
    decl = symbol.decl
    work = _new_work(program, decl, params, chains.chains_here(program))
    if work.inside:
        program.in_chains.setdefault(name, []).append(work)
    else:
        program.by_name[name] = work
    return work


def _new_work(
    program: Program, decl: declarations.Rule, params: tuple[tuple[str, Type], ...], inside: frozenset[str]
) -> RuleWork:
    rule = RuleId(len(program.rules))
    work = RuleWork(rule, decl, params, RuleCallee(rule, decl.is_action, params, False), None, (), inside=inside)
    program.rules.append(work)
    return work


def _elaborate(program: Program, name: str, symbol: RuleSymbol, work: RuleWork) -> None:
    """Elaborates a version of a rule. A rule with `, once for each c` gets a body of its own, which the chain runs for one value after the other."""
    marks = chains.marks_of(program, name, symbol.decl, work.params)
    if marks is None:
        _write(program, symbol, work)
        return
    work.reaches.add(name)
    if name in work.inside:
        work.said, work.body = f"later {name}", chains.noting_body(program.world, symbol.decl, marks)
        return
    one = _new_work(program, symbol.decl, work.params, work.inside | {name})
    _write(program, symbol, one)
    work.reaches |= one.reaches
    work.callee.needs_me = one.callee.needs_me
    work.said, work.body = f"chain of {name}", chains.chain_body(program.world, symbol.decl, marks, one.callee)


def _write(program: Program, symbol: RuleSymbol, work: RuleWork) -> None:
    """Elaborates the statements of a rule, and the statements that replace them for scripted seats."""
    world, decl = program.world, symbol.decl
    params = work.params
    program.working.append(work)
    locals_ = tuple(world.local(n, type_) for n, type_ in params)
    world.parameters.setdefault(decl.name.text, []).append(tuple(local.id for local in locals_))
    uses, body = _rule_body(program, decl, locals_, None)
    seats: list[tuple[SeatId, Body]] = []
    for seat, own in symbol.seats:
        if not same_params(world, own, decl):
            continue
        if own.is_action != decl.is_action:
            sort, own_sort = ("action", Thing.RULE) if decl.is_action else ("rule", Thing.ACTION)
            world.problem(Mismatch(own.name.span, about(Thing.DECLARED, sort, decl.name.text), own_sort))
        own_locals = tuple(world.local(q.name.text, type_) for q, (_, type_) in zip(own.params, params, strict=True))
        world.parameters[decl.name.text].append(tuple(local.id for local in own_locals))
        _, own_body = _rule_body(program, own, own_locals, seat)
        seats.append((seat, own_body))
    program.working.pop()
    work.callee.needs_me = uses or bool(seats)
    if work.callee.needs_me and body.me is None:
        body = evolve(body, me=world.local("me", world.player).id)
    work.body, work.for_seats = body, tuple(seats)


def _rule_body(
    program: Program, decl: declarations.Rule, params: tuple[expressions.Local, ...], seat: SeatId | None
) -> tuple[bool, Body]:
    world = program.world
    me = world.local("me", world.player)
    uses = Uses()
    names = {q.name.text: v for q, v in zip(decl.params, params, strict=True)}
    scope = Scope(decl.name.text, dict(names), me=me, uses=uses)
    context = statement_context(program, decl.name.text, in_turn=True)
    body, after = sequence_with_scope(world, decl.body.body, scope, context, opening=decl.is_action)
    reacting = Reacting(program, partial(_reaction, program))
    body = (*body, *reacting.to(decl.name.text, evolve(after, me=me, uses=uses)))
    resets = resets_of(world, decl.name.text)
    if decl.once is not None:
        uses.me = True
        body = _limit_to_once(world, decl, decl.once, body, me)
    body = _after_opening(body, resets) if decl.is_action else (*resets, *body)
    return uses.me, Body(me.id if uses.me or seat is not None else None, tuple(v.id for v in params), body)


def _reaction(
    program: Program, reaction: Reaction, names: tuple[str, ...], args: tuple[expressions.Expr, ...]
) -> RuleCallee | None:
    """Returns the callee of a reaction. Its parameters have the types of the first rule that it follows. None after a reported recursion."""
    key, decl = reaction
    symbol = RuleSymbol(rule_of(key, decl, names))
    work = chains.version_here(program, key)
    if work is None:
        known = program.by_name.get(key)
        params = (
            tuple((name, arg.type) for name, arg in zip(names, args, strict=True)) if known is None else known.params
        )
        work = _declare_rule(program, key, symbol, params)
    return _callee(program, key, symbol, work, decl.of.span)


def _limit_to_once(
    world: World, decl: declarations.Rule, once: Ident, body: tuple[source_statements.Stmt, ...], me: expressions.Local
) -> tuple[source_statements.Stmt, ...]:
    """Implements `once each turn` by a flag of the acting player. An action that is taken sets it after its opening, and is refused afterwards; a reaction
    sets it when it runs, and does nothing afterwards."""
    if once.text in [param.name.text for param in decl.params]:
        names = tuple(param.name.text for param in decl.params)
        world.problem(BadChain(once.span, ChainFlaw.PERIOD, decl.name.text, once.text, None, names))
    elif not (is_period(world, once.text) or once.text == "game"):
        world.problem(UnknownName(once.span, once.text, Role.PERIOD, ("turn", "round", "game", *periods(world))))
    site = world.site(once.span, decl.name.text)
    flag_field = world.once_fields.get(decl.name.text)
    if flag_field is None:
        seats = Dimension(world.player, len(world.seats), 0)
        flag_field = declare_hidden_field(world, f"{decl.name.text}_done", FLAG, False, (seats,))
        period = None if once.text == "game" else once.text
        world.fields[flag_field] = evolve(world.fields[flag_field], reset=period)
        world.once_fields[decl.name.text] = flag_field
        # Players see its effect in the sentence that refuses a second time.
        world.unshown_fields.append(flag_field)
    fresh = logic.negate(expressions.FieldAt(flag_field, (me,), FLAG, site))
    note = statements.SetField(flag_field, (me,), constants.YES, site)
    if not decl.is_action:
        return (statements.If(fresh, (note, *body), ()),)
    only = source_statements.Require(statements.Requirement(ONCE, fresh, f"Only once each {once.text}.", site))
    return (only, *_after_opening(body, (note,)))


def _after_opening(
    body: tuple[source_statements.Stmt, ...], extra: tuple[source_statements.Stmt, ...]
) -> tuple[source_statements.Stmt, ...]:
    """Returns the body with statements inserted after its opening (requirements, `let`s and one `choose`)."""
    for i, stmt in enumerate(body):
        if isinstance(stmt, source_statements.Choose):
            return (*body[: i + 1], *extra, *body[i + 1 :])
        if not isinstance(stmt, source_statements.Require | statements.SetLocal):
            return (*body[:i], *extra, *body[i:])
    return (*body, *extra)


def make_rule(world: World, work: RuleWork, body: Body) -> Rule:
    site = world.site(work.decl.name.span, work.decl.name.text)
    return Rule(
        work.id, work.name, work.decl.is_action, body, work.for_seats, sentence_or_none(work.decl.body.doc), site
    )


def resets_of(world: World, period: str) -> tuple[source_statements.Stmt, ...]:
    """Returns the fields that go back to their start values at the start of a phase or rule."""
    fields = tuple(FieldId(i) for i, f in enumerate(world.fields) if f.reset == period)
    return (statements.ResetFields(fields, None),) if fields else ()
