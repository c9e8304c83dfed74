"""One setup, whole: data, fields, rules, phases, scoring, scripted seats, examples."""

from __future__ import annotations

from typing import cast

from attrs import define, evolve, field, frozen

from gamedsl.graph.model import expressions, source_statements
from gamedsl.graph.model import statements as s
from gamedsl.graph.model.examples import ExampleSpec
from gamedsl.graph.model.game import Builtins, Dimension, InvariantSpec, RankingSpec, ScoreLine
from gamedsl.graph.model.nodes import Answer, Script
from gamedsl.graph.model.types import (
    FLAG,
    FieldId,
    FunctionId,
    Int,
    ListOf,
    LocalId,
    Optional,
    Piece,
    Ranking,
    RuleId,
    SeatId,
    SetOf,
    SiteId,
    Type,
)
from gamedsl.semantics.data.declarations import claim, declare_data
from gamedsl.semantics.data.members import (
    box_zone,
    declare_lets,
    declare_members,
    declare_refills,
    declare_scores,
    hidden_field,
    hides_nothing,
    is_period,
    let_function,
    owners_of,
    param_type,
    periods,
    round_field,
    same_params,
    score_function,
    score_store,
    total_function,
)
from gamedsl.semantics.formulas import construct
from gamedsl.semantics.formulas.construct import is_broken
from gamedsl.semantics.formulas.formulas import flag, formula, sort_key, typed
from gamedsl.semantics.model.checked import (
    Body,
    Checked,
    Fragment,
    GameEnd,
    Phase,
    PhaseEntry,
    RoundPlan,
    Rule,
)
from gamedsl.semantics.model.effort import DECLARATION, MOST_STEPS, Effort, TooMuchWork
from gamedsl.semantics.model.expansion_limits import is_too_deep, level, use
from gamedsl.semantics.model.merged import Merged, ScriptedSeat
from gamedsl.semantics.model.tree_walk import walk_rules
from gamedsl.semantics.model.types import describe, plain, size
from gamedsl.semantics.model.world import (
    ONCE,
    Inside,
    LetSymbol,
    PhaseSymbol,
    PickSymbol,
    RuleSymbol,
    Scope,
    Uses,
    World,
)
from gamedsl.semantics.problems.problems import (
    BadData,
    DeclaredTwice,
    HardToCheck,
    Mismatch,
    Misplaced,
    NoLimit,
    Problem,
    Recursion,
    TooMany,
    UnknownName,
    UnknownSelection,
    UnknownTarget,
    WrongSort,
)
from gamedsl.semantics.rules.loop_limits import USUAL, derived_limit
from gamedsl.semantics.rules.pile_order import check_orders
from gamedsl.semantics.rules.statements import Place, RuleCallee, cut_reason, each, limit, statements, suite
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax import tree

MOST_SEATS = 24
"""People and scripted seats together."""


@frozen
class Elaborated:
    """The checked tree (None if there are errors in it), what is wrong, and the examples with the fragments they run."""

    checked: Checked | None
    problems: tuple[Problem, ...]
    examples: tuple[ExampleSpec, ...]
    fragments: tuple[Fragment, ...]
    left_out: frozenset[Span]
    """Sides of formulas that the setup decides against, and those that it `reached`."""
    reached: frozenset[Span]


@define(eq=False)
class RuleWork:
    """A rule under work; `body` is None until its statements are known."""

    id: RuleId
    decl: tree.Rule
    params: tuple[tuple[str, Type], ...]
    callee: RuleCallee
    body: Body | None
    for_seats: tuple[tuple[SeatId, Body], ...]
    inside: Inside = field(factory=lambda: Inside(1, 1))


@define(eq=False)
class Program:
    """The world plus its rules under work."""

    w: World
    merged: Merged
    rules: list[RuleWork] = field(factory=list)
    by_name: dict[str, RuleWork] = field(factory=dict)
    working: list[str] = field(factory=list)
    added: dict[str, tuple[tuple[str, Span], ...]] = field(factory=dict)
    """Actions that join the menu of a rule or phase, by its name."""
    phases: list[Phase | None] = field(factory=list)
    phase_decls: list[tree.Phase] = field(factory=list)
    selection_types: dict[tuple[str, str], tuple[Type, Type]] = field(factory=dict)
    roll_types: dict[str, Type] = field(factory=dict)

    def note(self, owner: str, name: str, local: Type, element: Type) -> None:
        self.selection_types[(owner, name)] = (local, element)
        self.roll_types[name] = local

    def place(self, owner: str, *, in_turn: bool = False) -> Place:
        return Place(
            owner,
            lambda name, symbol, span: call_rule(self, name, symbol, span),
            in_turn,
            self.added.get(owner, ()),
            note_selection=self.note,
        )


def elaborate(
    merged: Merged,
    seat_names: tuple[str, ...],
    examples: tuple[tree.Example, ...],
    effort: Effort | None = None,
    looked_at: frozenset[Span] = frozenset(),
) -> Elaborated:
    """Checks one setup. `examples` are those that play in this setup; seat names are those of all seats, scripted ones last. `looked_at`: sides of
    formulas that are looked at although the setup decides against them.

    Takes its steps from `effort`, which several setups can share.
    """
    p = Program(World(seat_names, len(seat_names) - len(merged.seats), looked_at=looked_at), merged)
    p.w.effort = Effort() if effort is None else effort
    try:
        p.w.work(merged.game.name.span, DECLARATION * len(merged.decls))
        return _elaborated(p, examples)
    except TooMuchWork:
        p.w.problem(_hard_to_check(p))
        return _result(p.w, None, (), ())
    except (
        RecursionError
    ):  # the limits on blocks, formulas and levels hold, but all at their most are too much together
        p.w.problem(too_deep(p.by_name[p.working[-1]].decl.name if p.working else merged.game.name))
        return _result(p.w, None, (), ())


def too_deep(at: tree.Ident) -> Problem:
    """What is said where the limits on blocks, formulas and levels hold, but all together are too much."""
    what = f"`{at.text}` holds rules, blocks and formulas too deep inside each other"
    return BadData(at.span, what, "divide it")


def _hard_to_check(p: Program) -> HardToCheck:
    """At the declaration under work; where it is only the setups that are too many, at the game's name."""
    at, effort, game = p.w.at, p.w.effort, p.merged.game.name
    if effort.setup > 1:
        return HardToCheck(game.span, game.text, effort.setup, effort.setups, MOST_STEPS)
    for decl in p.merged.decls:
        for part in decl.members if isinstance(decl, tree.Fields) else (decl,):
            name = getattr(part, "name", None)
            if (
                part.span.source == at.source
                and part.span.start <= at.start < part.span.end
                and isinstance(name, tree.Ident)
            ):
                return HardToCheck(name.span, name.text, 1, effort.setups, MOST_STEPS)
    return HardToCheck(at, game.text, 1, effort.setups, MOST_STEPS)


def _elaborated(p: Program, examples: tuple[tree.Example, ...]) -> Elaborated:
    w, merged, decls = p.w, p.merged, p.merged.decls
    humans = w.humans
    w.scripted = {seat.name: SeatId(humans + i) for i, seat in enumerate(merged.seats)}
    if len(w.seats) > MOST_SEATS:
        last = merged.seats[-1]
        w.problem(TooMany(last.span, "seats with all players", len(w.seats), MOST_SEATS))
    _once(w, decls)
    w.decls = decls
    w.first_cut = 1 + sum(isinstance(d, tree.Ends) for d in decls)
    declare_lets(w, decls)
    starts = declare_data(w, merged)
    _declare_rules(p)
    if _mentions(decls, tree.Eliminate):
        w.out_field = hidden_field(w, "out", FLAG, False, (Dimension(w.player, len(w.seats), 0),))
    rounds = _rounds(p)
    declare_scores(w, decls)
    declare_members(w, decls, starts, {w.scripted[seat.name]: seat.members for seat in merged.seats})
    declare_refills(w, decls)
    _replace_for_seats(p)
    for name, symbol in list(w.symbols.items()):
        if isinstance(symbol, RuleSymbol):
            call_rule(p, name, symbol, symbol.decl.name.span)
    for i in range(len(p.phase_decls)):
        _phase(p, i)
    rounds = _stages(p, rounds)
    if w.out_field is not None:
        box_zone(w)
    setup, end = _part(p, tree.Setup, "setup"), _part(p, tree.End, "end")
    for name, symbol in [*w.symbols.items(), *((n, m) for ms in w.members.values() for n, m in ms.items())]:
        if isinstance(symbol, LetSymbol):
            let_function(w, name, symbol, symbol.decl.name.span)
    scores = _scores(w)
    ranking, winner = _ranking(p)
    ends, reasons = _ends(w, decls)
    invariants = _invariants(w, decls)
    scripts = tuple(_script(p, seat) for seat in merged.seats)
    _unanswered(p, scripts)
    from gamedsl.semantics.examples.examples import check_examples
    from gamedsl.semantics.rules.declines import check_declines
    from gamedsl.semantics.rules.simultaneous import check_together

    check_together(p, (*setup, *end))
    check_declines(p, (*setup, *end))

    specs, fragments = check_examples(p, examples)
    check_orders(w)
    builtins = Builtins(
        w.round_field,
        w.out_field,
        hidden_field(w, "reason", Int(0, len(reasons) - 1), 0, told="never") if len(reasons) > 1 else None,
        w.winner_field,
        w.box,
        w.function_of[("score", "total")].id if ("score", "total") in w.function_of else None,
    )
    if (
        any(f is None for f in w.functions)
        or any(r.body is None for r in p.rules)
        or any(ph is None for ph in p.phases)
    ):
        return _result(w, None, (), ())
    checked = Checked(
        merged.game.name.text, merged.game.doc, w.seats, humans, merged.setup.options, merged.variants, tuple(w.classes), tuple(w.kinds),
        tuple(w.enums), tuple(b.spec for b in w.boards), tuple(w.tables), tuple(w.fields), tuple(w.zones),
        tuple(f for f in w.functions if f is not None), tuple(w.locals), tuple(_rule(w, r, r.body) for r in p.rules if r.body is not None),
        tuple(ph for ph in p.phases if ph is not None), setup, rounds, (*end, *winner), ends, reasons, scores, ranking, invariants, scripts,
        builtins, tuple(w.sites),
    )  # fmt: skip
    return _result(w, checked, specs, fragments)


def _result(
    w: World, checked: Checked | None, specs: tuple[ExampleSpec, ...], fragments: tuple[Fragment, ...]
) -> Elaborated:
    problems = tuple(dict.fromkeys(w.problems))
    return Elaborated(checked, problems, specs, fragments, frozenset(w.left_out), frozenset(w.reached))


def _once(w: World, decls: tuple[tree.Decl, ...]) -> None:
    """There is one game, one list of rounds and one ranking, and examples and invariants have names of their own."""
    seen: dict[tuple[type, str], Span] = {}
    key: tuple[type, str]
    for decl in decls:
        match decl:
            case tree.Game():
                key, name, span = (tree.Game, ""), "game", decl.name.span
            case tree.Rounds() | tree.Ranking():
                key, name, span = (type(decl), ""), type(decl).__name__.lower(), decl.span
            case tree.Example() | tree.Invariant():
                key, name, span = (type(decl), decl.name.text), decl.name.text, decl.name.span
            case _:
                continue
        if seen.setdefault(key, span) is not span:
            w.problem(DeclaredTwice(span, name, seen[key]))


def _mentions(decls: tuple[tree.Decl, ...], kind: type) -> bool:
    return any(isinstance(node, kind) for node in walk_rules(decls))


# ---------------------------------------------------------------- rules


def _declare_rules(p: Program) -> None:
    w = p.w
    for decl in p.merged.decls:
        match decl:
            case tree.Rule():
                claim(w, decl.name, RuleSymbol(decl))
                if decl.into is not None:
                    joined = (decl.name.text, decl.name.span)
                    p.added[decl.into.text] = (*p.added.get(decl.into.text, ()), joined)
            case tree.PickDecl():
                claim(w, decl.name, PickSymbol(decl))
            case tree.Phase():
                if claim(w, decl.name, PhaseSymbol(len(p.phase_decls))):
                    p.phase_decls.append(decl)
                    p.phases.append(None)
            case _:
                pass
    for decl in p.merged.decls:
        if (
            isinstance(decl, tree.Rule)
            and decl.into is not None
            and not isinstance(w.symbols.get(decl.into.text), RuleSymbol | PhaseSymbol)
        ):
            w.problem(
                UnknownName(
                    decl.into.span,
                    decl.into.text,
                    "rule with a menu",
                    tuple(n for n, v in w.symbols.items() if isinstance(v, RuleSymbol)),
                )
            )


def _replace_for_seats(p: Program) -> None:
    w = p.w
    for seat in p.merged.seats:
        who = w.scripted[seat.name]
        for decl in seat.replaced:
            name = cast("tree.Ident", getattr(decl, "name", tree.Ident("", span=seat.span)))
            symbol = w.symbols.get(name.text)
            match decl, symbol:
                case tree.Rule(), RuleSymbol():
                    w.symbols[name.text] = evolve(symbol, seats=(*symbol.seats, (who, decl)))
                case tree.PickDecl(), PickSymbol():
                    w.symbols[name.text] = evolve(symbol, seats=(*symbol.seats, (who, decl)))
                case tree.Phase(), PhaseSymbol():
                    _check_own_turn(w, decl, p.phase_decls[symbol.index])
                case _:
                    known = tuple(
                        n for n, v in w.symbols.items() if isinstance(v, RuleSymbol | PickSymbol | PhaseSymbol)
                    )
                    w.problem(UnknownTarget(name.span, name.text, "replace", known))


def _check_own_turn(w: World, own: tree.Phase, general: tree.Phase) -> None:
    """A seat replaces its turns in a phase, and neither their order nor what is nobody's turn."""
    if general.each is None:
        w.problem(Misplaced(own.name.span, "a seat's own phase", f"`{own.name.text}` is nobody's turn"))
    elif own.each is not None and own.each != general.each:
        where = "the order of turns is the same for all: write `replace phase name:` and what the seat does"
        w.problem(Misplaced(own.each.span, "another order of turns", where))


def call_rule(p: Program, name: str, symbol: RuleSymbol, span: Span) -> RuleCallee | None:
    """What calls of a rule need to know; its body is elaborated at the first call. None after a reported recursion."""
    work = p.by_name.get(name)
    if work is None:
        if is_too_deep(p.w, span):
            return None
        with level(p.w) as inside:
            work = _new_rule(p, name, symbol)
        work.inside = inside
    elif work.body is None and name in p.working:
        p.w.problem(Recursion(span, tuple(p.working[p.working.index(name) :])))
        return None
    use(p.w, work.inside, span)
    return work.callee


def _new_rule(p: Program, name: str, symbol: RuleSymbol) -> RuleWork:
    w, decl = p.w, symbol.decl
    params = tuple((q.name.text, param_type(w, q)) for q in decl.params)
    for q in decl.params:
        hides_nothing(w, q.name)
    rule = RuleId(len(p.rules))
    work = RuleWork(rule, decl, params, RuleCallee(rule, decl.is_action, params, False), None, ())
    p.rules.append(work)
    p.by_name[name] = work
    p.working.append(name)
    locals_ = tuple(w.local(n, type_) for n, type_ in params)
    uses, body = _rule_body(p, decl, locals_, None)
    seats: list[tuple[SeatId, Body]] = []
    for seat, own in symbol.seats:
        if not same_params(w, own, decl):
            continue
        if own.is_action != decl.is_action:
            sort = "action" if decl.is_action else "rule"
            w.problem(
                Mismatch(own.name.span, f"`{sort} {decl.name.text}`", f"{'an action' if own.is_action else 'a rule'}")
            )
        own_locals = tuple(w.local(q.name.text, type_) for q, (_, type_) in zip(own.params, params, strict=True))
        _, own_body = _rule_body(p, own, own_locals, seat)
        seats.append((seat, own_body))
    p.working.pop()
    work.callee.needs_me = uses or bool(seats)
    if work.callee.needs_me and body.me is None:
        body = evolve(body, me=w.local("me", w.player).id)
    work.body, work.for_seats = body, tuple(seats)
    return work


def _rule_body(
    p: Program, decl: tree.Rule, params: tuple[expressions.Local, ...], seat: SeatId | None
) -> tuple[bool, Body]:
    w = p.w
    me = w.local("me", w.player)
    uses = Uses()
    names = {q.name.text: v for q, v in zip(decl.params, params, strict=True)}
    scope = Scope(decl.name.text, dict(names), me=me, uses=uses)
    place = p.place(decl.name.text, in_turn=True)
    body = statements(w, decl.body.body, scope, place, opening=decl.is_action)
    resets = _resets(w, decl.name.text)
    if decl.once is not None:
        uses.me = True
        body = _only_once(w, decl, decl.once, body, me)
    body = _after_opening(body, resets) if decl.is_action else (*resets, *body)
    return uses.me, Body(me.id if uses.me or seat is not None else None, tuple(v.id for v in params), body)


def _only_once(
    w: World, decl: tree.Rule, once: tree.Ident, body: tuple[source_statements.Stmt, ...], me: expressions.Local
) -> tuple[source_statements.Stmt, ...]:
    """`once each turn`: a flag of the acting player, a requirement, and the line that sets the flag behind the opening."""
    if not (is_period(w, once.text) or once.text == "game"):
        w.problem(UnknownName(once.span, once.text, "period", ("turn", "round", "game", *periods(w))))
    site = w.site(once.span, decl.name.text)
    flag_field = w.once_fields.get(decl.name.text)
    if flag_field is None:
        seats = Dimension(w.player, len(w.seats), 0)
        flag_field = hidden_field(w, f"{decl.name.text}_done", FLAG, False, (seats,))
        period = None if once.text == "game" else once.text
        w.fields[flag_field] = evolve(w.fields[flag_field], reset=period)
        w.once_fields[decl.name.text] = flag_field
    fresh = construct.negated(expressions.FieldAt(flag_field, (me,), FLAG, site))
    only = source_statements.Require(s.Requirement(ONCE, fresh, f"Only once each {once.text}.", site))
    return (only, *_after_opening(body, (s.SetField(flag_field, (me,), construct.YES, site),)))


def _after_opening(
    body: tuple[source_statements.Stmt, ...], extra: tuple[source_statements.Stmt, ...]
) -> tuple[source_statements.Stmt, ...]:
    """The body with statements behind its opening (requirements, `let`s and one `choose`)."""
    for i, stmt in enumerate(body):
        if isinstance(stmt, source_statements.Choose):
            return (*body[: i + 1], *extra, *body[i + 1 :])
        if not isinstance(stmt, source_statements.Require | s.SetLocal):
            return (*body[:i], *extra, *body[i:])
    return (*body, *extra)


def _rule(w: World, work: RuleWork, body: Body) -> Rule:
    site = w.site(work.decl.name.span, work.decl.name.text)
    return Rule(work.id, work.decl.name.text, work.decl.is_action, body, work.for_seats, work.decl.body.doc, site)


# ---------------------------------------------------------------- skeleton


def _rounds(p: Program) -> RoundPlan:
    w = p.w
    decl = next((d for d in p.merged.decls if isinstance(d, tree.Rounds)), None)
    if decl is None:
        w.round_limit = 1
        return RoundPlan(None, 1, (), w.site(NOWHERE, "rounds"))
    most, kind = 1, None
    if decl.limit is not None:
        kind = decl.limit.kind
        found = formula(w, decl.limit.number, Scope("rounds"))
        if isinstance(found, expressions.Const) and isinstance(found.type, Int):
            most = int(cast("int", found.value))
        elif not is_broken(found):
            w.problem(Mismatch(decl.limit.number.span, "a fixed number", describe(w, found.type)))
    elif any(isinstance(d, tree.Ends) for d in p.merged.decls):
        word = Span(decl.span.source, decl.span.start, decl.span.start + len("rounds"))
        w.problem(NoLimit(word, "these rounds", Span(word.source, word.end, word.end), f" at most {USUAL['rounds']}"))
    w.round_limit = max(0, most)
    if kind == "up_to":
        round_field(w)
    phases: list[PhaseEntry] = []
    for entry in decl.phases:
        name = entry.name
        symbol = w.symbols.get(name.text)
        if isinstance(symbol, PhaseSymbol):
            phases.append(PhaseEntry(symbol.index))
        elif symbol is None:
            w.problem(UnknownName(name.span, name.text, "phase", tuple(d.name.text for d in p.phase_decls)))
        else:
            w.problem(WrongSort(name.span, name.text, "no phase", "a phase"))
    cut = decl.limit is not None and decl.limit.cut_off
    reason = cut_reason(w, construct.number(w.round_limit), "rounds") if cut else 0
    return RoundPlan(kind, w.round_limit, tuple(phases), w.site(decl.span, "rounds"), cut_off=cut, reason=reason)


def _stages(p: Program, rounds: RoundPlan) -> RoundPlan:
    """The round's entries with their conditions, which may read what is declared after the rounds; score lines `after round`."""
    w = p.w
    decl = next((d for d in p.merged.decls if isinstance(d, tree.Rounds)), None)
    after = tuple(
        stmt for d in w.score_decls if d.after is not None and d.after.text == "round" for stmt in _kept_score(w, d)
    )
    if decl is None:
        return evolve(rounds, after=after)
    entries = (e for e in decl.phases if isinstance(w.symbols.get(e.name.text), PhaseSymbol))
    made: list[PhaseEntry] = []
    for plain_entry, entry in zip(rounds.phases, entries, strict=True):
        until = flag(w, entry.until, Scope("rounds")) if entry.until is not None else None
        kind, number_ = limit(w, entry.limit, Scope("rounds"))
        if until is not None and kind is None:
            derived = derived_limit(w, p.phase_decls[plain_entry.phase].body)
            if derived is None:
                end = Span(entry.span.source, entry.span.end, entry.span.end)
                w.problem(NoLimit(entry.span, "a phase that is repeated", end, f", at most {USUAL['passes']}"))
            kind, number_ = "at_most", construct.number(derived or 1)
        bound = number_.value if isinstance(number_, expressions.Const) else None
        if number_ is not None and not isinstance(bound, int):
            w.problem(Mismatch(entry.span, "a fixed number", describe(w, number_.type)))
        cut = entry.limit is not None and entry.limit.cut_off
        reason = cut_reason(w, number_, "passes") if cut else 0
        made.append(
            PhaseEntry(plain_entry.phase, until, kind, int(bound) if isinstance(bound, int) else 1, cut, reason)
        )
    return evolve(rounds, phases=tuple(made), after=after)


def _kept_score(w: World, decl: tree.Score) -> tuple[source_statements.Stmt, ...]:
    """`score rolls after round: e`: every player's e is added to what the line has so far."""
    index = w.score_decls.index(decl)
    stored, function, type_ = score_store(w, index)
    p = w.local("p", w.player)
    site = w.site(decl.span, decl.name.text)
    now = expressions.FieldAt(stored, (p,), w.fields[stored].type, site)
    more = expressions.Arithmetic("+", now, expressions.Call(function, (p,), type_), Int(-(2**31), 2**31 - 1), site)
    everybody = expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))
    return (s.For((p.id,), everybody, (s.SetField(stored, (p,), more, site),)),)


def _phase(p: Program, index: int) -> None:
    w, decl = p.w, p.phase_decls[index]
    name = decl.name.text
    site = w.site(decl.name.span, name)
    scope = Scope(name)
    seats: list[tuple[SeatId, Body]] = []
    if decl.each is None:
        made: source_statements.Each | None = None
        body = suite(w, decl.body, scope, p.place(name))
    else:
        turns = each(w, decl.each, decl.body, scope, p.place(name))
        made = turns if isinstance(turns, source_statements.Each) else None
        body = (turns,) if isinstance(turns, s.Repeat) else ()
        for seat in p.merged.seats:
            for own in seat.replaced:
                if isinstance(own, tree.Phase) and own.name.text == name:
                    me = w.local("me", w.player)
                    stmts = suite(w, own.body, Scope(name, me=me), p.place(name, in_turn=True))
                    seats.append((w.scripted[seat.name], Body(me.id, (), stmts)))
    before = _resets(w, name)
    after = tuple(
        stmt for d in w.score_decls if d.after is not None and d.after.text == name for stmt in _kept_score(w, d)
    )
    p.phases[index] = Phase(name, made, body, tuple(seats), decl.body.doc, site, before, after)


def _resets(w: World, period: str) -> tuple[source_statements.Stmt, ...]:
    """Fields that go back to their start values at the start of a phase or rule."""
    fields = tuple(FieldId(i) for i, f in enumerate(w.fields) if f.reset == period)
    return (s.ResetFields(fields, None),) if fields else ()


def _part(p: Program, kind: type[tree.Setup] | type[tree.End], name: str) -> tuple[source_statements.Stmt, ...]:
    made: list[source_statements.Stmt] = []
    seen: Span | None = None
    for decl in p.merged.decls:
        if isinstance(decl, kind):
            if seen is not None:
                p.w.problem(DeclaredTwice(decl.span, name, seen))
            seen = decl.span
            made.extend(suite(p.w, decl.body, Scope(name), p.place(name)))
    return tuple(made)


def _ends(w: World, decls: tuple[tree.Decl, ...]) -> tuple[tuple[GameEnd, ...], tuple[str, ...]]:
    reasons = ["all rounds are played"]
    ends: list[GameEnd] = []
    for decl in decls:
        if isinstance(decl, tree.Ends):
            condition = flag(w, decl.condition, Scope("game ends"))
            ends.append(GameEnd(decl.after_round, condition, len(reasons), w.site(decl.condition.span, "game ends")))
            reasons.append(_sentence(decl.doc) if decl.doc else "")
    return tuple(ends), (*reasons, *w.cuts)


def _sentence(doc: str) -> str:
    """A documentation sentence without its rule numbers."""
    head, _, rest = doc.partition(". ")
    numbers = all(
        part.strip()[:1] in ("R", "E") and part.strip()[1:].replace("-R", "").isdigit() for part in head.split(",")
    )
    return (rest if rest and numbers else doc).strip()


def _scores(w: World) -> tuple[ScoreLine, ...]:
    made: list[ScoreLine] = []
    for i, decl in enumerate(w.score_decls):
        function, _ = score_function(w, i)
        made.append(ScoreLine(decl.name.text, FunctionId(function), decl.doc))
    if w.score_decls:
        total_function(w)
    return tuple(made)


def _invariants(w: World, decls: tuple[tree.Decl, ...]) -> tuple[InvariantSpec, ...]:
    made: list[InvariantSpec] = []
    for decl in decls:
        if isinstance(decl, tree.Invariant):
            condition = flag(w, decl.condition, Scope(decl.name.text))
            made.append(InvariantSpec(decl.name.text, condition, decl.doc, w.site(decl.span, decl.name.text)))
    return tuple(made)


# ---------------------------------------------------------------- ranking


def _ranking(p: Program) -> tuple[RankingSpec, tuple[source_statements.Stmt, ...]]:
    """The final order; with `ties decided by` also the statements that let the decider name the winner."""
    w = p.w
    decl = next((d for d in p.merged.decls if isinstance(d, tree.Ranking)), None)
    everybody = expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))
    if decl is None:
        local = w.local("it", w.player)
        nothing = expressions.Sorted(
            everybody, local.id, (expressions.SortKey(True, construct.number(0)),), Ranking(w.player, len(w.seats))
        )
        return RankingSpec(nothing, "shared", None, None, w.site(NOWHERE, "ranking")), ()
    site = w.site(decl.span, "ranking")
    if decl.of is not None:
        return _team_ranking(w, decl, decl.of, site), ()
    base = _sorted(w, decl, everybody, w.local("me", w.player), None)
    if decl.decider is None:
        return RankingSpec(base, "shared" if decl.ties_shared else "error", None, None, site), ()
    field_ = hidden_field(w, "winner", Optional(w.player), None, told="never")
    w.winner_field = field_
    full = _sorted(w, decl, everybody, w.local("me", w.player), w.winner_field)
    return RankingSpec(full, "decided", None, None, site), _winner(p, decl, decl.decider, field_, base)


def _sorted(
    w: World, decl: tree.Ranking, everybody: expressions.Expr, me: expressions.Local, winner: int | None
) -> expressions.Expr:
    keys: list[expressions.SortKey] = []
    if w.out_field is not None:
        keys.append(
            expressions.SortKey(False, expressions.FieldAt(w.out_field, (me,), FLAG, w.site(decl.span, "ranking")))
        )
    scope = Scope("ranking", me=me, element=me)
    keys.extend(expressions.SortKey(k.direction == "highest", sort_key(w, k.value, scope)) for k in decl.keys)
    if winner is not None and w.winner_field is not None:
        named = expressions.FieldAt(w.winner_field, (), Optional(w.player), w.site(decl.span, "ranking"))
        keys.append(expressions.SortKey(True, expressions.Equal(named, me, FLAG)))
    return expressions.Sorted(everybody, me.id, tuple(keys), Ranking(w.player, len(w.seats)))


def _team_ranking(w: World, decl: tree.Ranking, of: tree.Ident, site: SiteId) -> RankingSpec:
    from gamedsl.semantics.data.declarations import named_type

    type_ = named_type(w, of.text)
    members = owners_of(w, of.text) if type_ is not None else None
    if type_ is None or members is None:
        w.problem(
            UnknownName(
                of.span,
                of.text,
                "kind of team",
                tuple(e.name for e in w.enums),
            )
        )
        type_ = w.player
    local = w.local(of.text, type_)
    keys = tuple(
        expressions.SortKey(k.direction == "highest", sort_key(w, k.value, Scope("ranking", element=local)))
        for k in decl.keys
    )
    order = expressions.Sorted(construct.all_values(w, type_), local.id, keys, Ranking(type_, size(w, type_)))
    return RankingSpec(order, "shared" if decl.ties_shared else "error", of.text, members, site)


def _winner(
    p: Program, decl: tree.Ranking, decided_by: tree.Expr, winner_field: FieldId, base: expressions.Expr
) -> tuple[source_statements.Stmt, ...]:
    w = p.w
    site = w.site(decl.span, "ranking")
    scope = Scope("ranking")
    decider = typed(w, decided_by, scope, w.player)
    best = ListOf(w.player, len(w.seats))
    leaders, me, winner = w.local("leaders", best), w.local("me", w.player), w.local("winner", w.player)
    it = w.local("it", w.player)
    p.note("ranking", "winner", w.player, w.player)
    select = s.Select("winner", winner.id, "one", None, (leaders,), it.id, None, site)
    ask = source_statements.Choose("must", me, (select,), None, "ranking", site)
    named = s.SetField(winner_field, (), winner, site)
    many = expressions.Compare(">", expressions.Count(leaders, Int(0, len(w.seats))), construct.number(1), FLAG)
    return (
        s.SetLocal(leaders.id, expressions.Leaders(base, best)),
        s.If(many, (s.SetLocal(me.id, decider), ask, named), ()),
    )


# ---------------------------------------------------------------- scripted seats


def _script(p: Program, seat: ScriptedSeat) -> Script:
    w = p.w
    who = w.scripted[seat.name]
    made: list[Answer] = []
    known = {name for _, name in p.selection_types} | {
        n for n, v in w.symbols.items() if isinstance(v, RuleSymbol | PhaseSymbol)
    }
    for answer in seat.answers:
        if answer.name.text not in known:
            w.problem(UnknownSelection(answer.name.span, answer.name.text, "choice", tuple(sorted(known))))
        element: LocalId | None = None
        key: expressions.Expr | None = None
        if answer.key is not None:
            _check_single(p, answer)
            types = [e for (_, n), (_, e) in p.selection_types.items() if n == answer.name.text]
            local = w.local("it", types[0] if types else w.player)
            me = expressions.Const(who, w.player)
            element, key = local.id, sort_key(w, answer.key, Scope(seat.name, me=me, element=local))
        elif answer.policy in ("highest", "lowest"):
            _check_ordered(p, answer)
        made.append(Answer(answer.name.text, answer.policy, element, key))
    return Script(who, tuple(made))


def _check_single(p: Program, answer: tree.Answer) -> None:
    """A key compares elements one at a time; how many of each are taken is no element."""
    for (_, name), (chosen, element) in p.selection_types.items():
        if name == answer.name.text and chosen != element:
            found = f"an answer with a key, and `{name}` is a choice of several"
            p.w.problem(Mismatch(answer.name.span, f"`{answer.policy}` without a key", found))
            return


def _check_ordered(p: Program, answer: tree.Answer) -> None:
    """Pieces and lists have no order of their own: the highest of them is the one with the highest of something."""
    for (_, name), (chosen, element) in p.selection_types.items():
        if name == answer.name.text and chosen == element and isinstance(plain(element), Piece | ListOf | SetOf):
            what = f"a key, as in `{answer.policy} number`"
            p.w.problem(Mismatch(answer.name.span, what, describe(p.w, element)))
            return


def _unanswered(p: Program, scripts: tuple[Script, ...]) -> None:
    """Every decision that a scripted seat can reach needs an answer: an automa can never be half-written."""
    from gamedsl.semantics.rules.scripted_seats import unanswered

    for script in scripts:
        unanswered(p, script)
